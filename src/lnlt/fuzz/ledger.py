"""A second account of the units in random play, kept from the events alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from lnlt.core import events as ev
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_MOVE,
    BULK,
    ELIMINATED,
    FIRED,
    HANDLED,
    HIT_AND_RUN,
    JOINED,
    LOADED,
    LOW_CRAWL,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    SHAKEN,
    SMOKED,
    STEALTH,
    WOUNDED,
)
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State, Unit, enclosing
from lnlt.fuzz.errors import need
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.retreat import RetreatChoice
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.move import Move
from lnlt.rules.ch15_vehicles.driving import Drive
from lnlt.rules.ch22_scenario.entry import EntryGroup
from lnlt.rules.facts import units as values
from lnlt.rules.facts.kinds import LEADER_KINDS
from lnlt.rules.facts.kits import in_the_air
from lnlt.rules.facts.mounts import MOUNTED

NEXT_PHASE = {"rally": "operations", "operations": "admin", "admin": "rally"}
LATER_FIRE = ASSAULT_MOVE | STEALTH | HIT_AND_RUN
"""Markers under which a unit that has moved may still fire (6.1, 6.4.1, 6.7)."""


class Ledger:
    """A second account of the units, kept from the events alone: a state must be what the events say."""

    def __init__(self, game: Game, before: State) -> None:
        self.game = game
        self.before = before
        self.units: list[Unit] = list(before.units)
        self.carrier = {i: w.carrier for i, w in enumerate(before.weapons)}
        self.phase = before.phase
        self.turn = before.turn

    def replay(self, events: Sequence[ev.Event]) -> None:
        """Account for every event, checking that it can follow on what was before."""
        for event in events:
            handler = _HANDLERS.get(type(event))
            if handler is not None:
                handler(self, event)

    def compare(self, after: State) -> None:
        """The state after must hold exactly these units, weapons, turn and phase."""
        need(tuple(self.units) == after.units, "units changed without an event")
        need([w.carrier for w in after.weapons] == list(self.carrier.values()), "weapons changed without an event")
        need((self.turn, self.phase) == (after.turn, after.phase), "turn or phase changed without an event")

    def put(self, i: int, **changes: Any) -> None:
        """Change the account of one unit."""
        self.units[i] = msgspec.structs.replace(self.units[i], **changes)


def _moved(a: Ledger, e: ev.Moved) -> None:
    unit = a.units[e.unit]
    need(unit.at == e.origin, f"{unit.id} moved from where it was not")
    need(not unit.flags & ELIMINATED, f"{unit.id} moved after its end")
    if e.mp and in_the_air(e.to):
        need(unit.flags & MOVING, f"{unit.id} flew without being asked")  # without a limit (19.2.1)
    elif e.mp:
        need(unit.flags & MOVING, f"{unit.id} spent points and is not moving")
        limit = 2 * points_of(a, e.unit, e.to)
        need(unit.mp + e.mp <= limit, f"{unit.id} spent {unit.mp + e.mp} of {limit} half points")
    a.put(e.unit, at=e.to, mp=unit.mp + e.mp)


HALVED = frozenset({"assault", "stealth_assault", "hit_and_run", "dismounted"})
"""Modes with half the Movement Factor."""


def modes_of_move(before: State) -> dict[int, str]:
    """Units of the move under way or about to begin, each with its mode."""
    for frame in reversed(before.stack):
        if isinstance(frame, Move):
            return dict(zip(frame.units, frame.modes, strict=True))
        if isinstance(frame, MoveGroup | EntryGroup):
            return dict(zip(frame.members, frame.modes, strict=True))
        if isinstance(frame, Drive):
            return dict(zip(frame.escort, frame.modes, strict=True))
    return {}


def points_of(a: Ledger, i: int, to: int) -> int:
    """Movement Points of a unit in this move, worked out anew: counter and state, Double-Time, halving."""
    unit, game = a.units[i], a.game
    t = game.types[unit.type]
    modes = modes_of_move(a.before)
    mode = modes.get(i, "assault" if unit.flags & (ASSAULT_MOVE | HIT_AND_RUN) else "normal")
    group = [o for o in {*modes, i} if a.units[o].flags & MOVING and a.units[o].at in (unit.at, to)]
    points = values.movement(game, a.before, unit)
    mounts = [o for o in group if game.types[a.units[o].type].kind in MOUNTED]
    if mounts and t.is_smc:
        points = min(values.movement(game, a.before, a.units[o]) for o in mounts)
    points -= 1 if unit.flags & SMOKED else 0
    load = 2 if t.is_smc and points < t.mf and not unit.flags & (SHAKEN | WOUNDED) and not mounts else 0
    if mode in ("double_time", "assault") and t.is_mmc and t.kind != "weapon_team" and t.kind not in MOUNTED:
        paces = [
            min(game.types[o.type].mf, values.movement(game, a.before, o))
            for o in (a.units[o] for o in group if o != i)
            if game.types[o.type].kind in LEADER_KINDS and o.good_order and values.same_command(game, o, unit)
        ]
        bonus = 1 if unit.flags & SHAKEN else 2
        points = max([points, *(min(points + bonus, pace) for pace in paces)])
    if unit.flags & HANDLED:
        points = max(0, (points + load) // 2 - load)
    return -(-points // 2) if mode in HALVED else points


def _flags(a: Ledger, e: ev.FlagsChanged) -> None:
    unit = a.units[e.unit]
    had, new = unit.flags, e.put & ~unit.flags
    need(not (had & ELIMINATED and e.put), f"{unit.id} got a marker after its end")
    if new & FIRED:
        on_the_way = 0 if had & HIT_AND_RUN or had & (BULK | ASSAULT_MOVE) == BULK | ASSAULT_MOVE else MOVING
        on_the_way = 0 if in_the_air(unit.at) else on_the_way  # helicopters fire in flight (19.2.4)
        need(not had & (MOVED | LOW_CRAWL | on_the_way), f"{unit.id} moved and fired")
        mmc = a.game.types[unit.type].is_mmc or had & BULK
        impulse = enclosing(a.before, Impulse)
        spotted = impulse is not None and impulse.spotter == e.unit
        need(not had & OPS_COMPLETE or mmc or spotted, f"{unit.id} fired as Ops Complete single man")
    if e.put & FIRED:
        need(not had & FIRED or had & BULK, f"{unit.id} fired twice")
    if new & MOVING:
        impulse = enclosing(a.before, Impulse)
        spotter = unit.kit is not None and impulse is not None and impulse.spotter == e.unit  # pivots to fire
        later = LATER_FIRE | (MOVED if had & LOADED else 0) | (OPS_COMPLETE if spotter else 0)
        flees = isinstance(a.before.stack[-1], RetreatChoice)  # whatever he has done, flames drive him on (1.6.3)
        need(flees or not had & (ACTION_MARKERS & ~later), f"{unit.id} acted and moves")
    a.put(e.unit, flags=(had & ~e.taken) | e.put)


def _points(a: Ledger, e: ev.PointsReset) -> None:
    a.put(e.unit, mp=e.mp)


def _type(a: Ledger, e: ev.TypeChanged) -> None:
    old, new = a.game.types[a.units[e.unit].type], a.game.types[e.type]
    need(
        new.key in old.reduces_to or old.key in new.reduces_to or new.key == old.dismounts_to,
        f"{old.key} became {new.key}",
    )
    a.put(e.unit, type=e.type)


def _kit(a: Ledger, e: ev.KitChanged) -> None:
    a.put(e.unit, kit=e.kit)


def _skills(a: Ledger, e: ev.SkillsChanged) -> None:
    a.put(e.unit, skills=e.skills)


def _created(a: Ledger, e: ev.UnitCreated) -> None:
    need(all(u.id != e.unit.id for u in a.units), f"a second {e.unit.id} was created")
    a.units.append(e.unit)


def _eliminated(a: Ledger, e: ev.Eliminated) -> None:
    unit = a.units[e.unit]
    need(not unit.flags & ELIMINATED, f"{unit.id} was eliminated twice")
    need(not unit.carries, f"{unit.id} was eliminated with its weapons")
    a.put(e.unit, at=-1, flags=unit.flags | ELIMINATED)


def _combined(a: Ledger, e: ev.Combined) -> None:
    unit = a.units[e.unit]
    need(not unit.flags & ELIMINATED, f"{unit.id} was no longer there to combine")
    need(not unit.carries, f"{unit.id} was combined with its weapons")
    a.put(e.unit, at=-1, flags=unit.flags | ELIMINATED | JOINED)


def _passed(a: Ledger, e: ev.WeaponPassed) -> None:
    old = a.carrier[e.weapon]
    if old != NOBODY:
        a.put(old, carries=tuple(w for w in a.units[old].carries if w != e.weapon))
    if e.carrier != NOBODY:
        a.put(e.carrier, carries=(*a.units[e.carrier].carries, e.weapon))
    a.carrier[e.weapon] = e.carrier


def _weapon_created(a: Ledger, e: ev.WeaponCreated) -> None:
    a.carrier[len(a.carrier)] = e.weapon.carrier


def _phase(a: Ledger, e: ev.PhaseBegan) -> None:
    need(NEXT_PHASE[a.phase] == e.phase, f"{e.phase} phase after {a.phase}")
    a.phase = e.phase


def _turn(a: Ledger, e: ev.TurnBegan) -> None:
    need(a.phase == "admin" and e.turn == a.turn + 1, f"turn {e.turn} began after turn {a.turn} in {a.phase}")
    a.turn = e.turn


_HANDLERS: dict[type[ev.Event], Any] = {
    ev.Moved: _moved,
    ev.FlagsChanged: _flags,
    ev.PointsReset: _points,
    ev.TypeChanged: _type,
    ev.KitChanged: _kit,
    ev.SkillsChanged: _skills,
    ev.UnitCreated: _created,
    ev.Eliminated: _eliminated,
    ev.Combined: _combined,
    ev.WeaponPassed: _passed,
    ev.WeaponCreated: _weapon_created,
    ev.PhaseBegan: _phase,
    ev.TurnBegan: _turn,
}
