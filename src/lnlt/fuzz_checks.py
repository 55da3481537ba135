"""What must hold in every state and for every step, whatever the rules do. Used by random play (`lnlt.fuzz`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from lnlt.core import events as ev
from lnlt.core.board import BUNKER, ROOF
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_MOVE,
    BULK,
    ELIMINATED,
    FIRED,
    HANDLED,
    HIT_AND_RUN,
    JOINED,
    LED,
    LOADED,
    LOW_CRAWL,
    MELEE,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    RALLY_FLAGS,
    SHAKEN,
    SMOKED,
    STEALTH,
    WOUNDED,
)
from lnlt.core.frames import Question
from lnlt.core.game import Game
from lnlt.core.state import (
    NOBODY,
    FrozenDict,
    Spread,
    State,
    Unit,
    enclosing,
    index_markers,
    index_obstacles,
    index_units,
)
from lnlt.engine import CODEC, Step
from lnlt.fuzz_helicopters import broken_flight
from lnlt.fuzz_vehicles import broken_riding
from lnlt.rules.ch01_concepts import units as values
from lnlt.rules.ch01_concepts.kits import in_the_air
from lnlt.rules.ch01_concepts.stacking import SMCS, SQUADS, VEHICLES, size
from lnlt.rules.ch01_concepts.weapons import carries, load_of
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.damage import DropWeapon
from lnlt.rules.ch05_fire.opportunity import Answerable
from lnlt.rules.ch05_fire.retreat import RetreatChoice
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.mounts import MOUNTED
from lnlt.rules.ch06_movement.move import Move
from lnlt.rules.ch08_melee.round import MeleeRound
from lnlt.rules.ch11_smc.heroes import PlaceHero
from lnlt.rules.ch11_smc.kinds import LEADER_KINDS
from lnlt.rules.ch13_nations import squads_allowed
from lnlt.rules.ch14_ordnance.attack import OrdnanceAttack
from lnlt.rules.ch15_vehicles.driving import Drive
from lnlt.rules.ch15_vehicles.overrun_answer import Displacement
from lnlt.rules.ch17_antitank.close_assault import CloseAssault
from lnlt.rules.ch21_fortifications.barricade_shots import BarricadeShot
from lnlt.rules.ch21_fortifications.bunkers import has_bunker
from lnlt.rules.ch22_scenario.entry import EntryGroup

NEXT_PHASE = {"rally": "operations", "operations": "admin", "admin": "rally"}
LATER_FIRE = ASSAULT_MOVE | STEALTH | HIT_AND_RUN
"""Markers under which a unit that has moved may still fire (6.1, 6.4.1, 6.7)."""


class BrokenError(AssertionError):
    """An invariant does not hold."""


def need(holds: object, what: str) -> None:
    """Raise if something that must hold does not."""
    if not holds:
        raise BrokenError(what)


def check_state(game: Game, s: State) -> None:
    """Invariants of one published state."""
    index = index_units(s.units)
    need(s.by_loc == index.by_loc, "units by location differ from a rebuild")
    need(s.spread == index.spread, "hexes with units differ from a rebuild")
    need(s.skilled == index.skilled, "units with Skills differ from a rebuild")
    need(s.ids == {u.id: i for i, u in enumerate(s.units)}, "ids differ from a rebuild")
    need(len(s.ids) == len(s.units), "two units have one id")
    need(s.marks == index_markers(s.markers), "markers by location differ from a rebuild")
    need(
        s.obstacles == index_obstacles(s.markers, s.units if game.has_vehicles else ()),
        "obstacles differ from a rebuild",
    )
    if s.over is None:
        need(s.stack and isinstance(s.stack[-1], Question), "no question on top of the stack")
        need(s.turn <= game.turns, "the game goes on after its last turn")
    else:
        need(not s.stack and s.queue is None, "a finished game is in the middle of something")
    moving = any(isinstance(frame, Answerable | OrdnanceAttack | BarricadeShot) for frame in s.stack)
    for unit in s.units:
        _check_unit(game, s, unit, moving)
    _check_locations(game, s)
    _check_weapons(game, s)
    if game.has_vehicles:
        wrong = broken_riding(game, s) or broken_flight(game, s)
        need(not wrong, wrong)


def _check_unit(game: Game, s: State, unit: Unit, moving: bool) -> None:
    flags, t = unit.flags, game.types[unit.type]
    if flags & ELIMINATED:
        need(unit.at < 0 and not unit.carries, f"{unit.id} is eliminated and still on the board or laden")
    need(not (flags & MOVING and not moving and not flags & ELIMINATED), f"{unit.id} is moving outside a move")
    need(not (flags & (RALLY_FLAGS | LED) and s.phase != "rally"), f"{unit.id} keeps its rally attempt")
    need(not (t.kind == "hero" and flags & SHAKEN), f"Hero {unit.id} is Shaken")
    need(not (flags & WOUNDED and not t.is_smc), f"{unit.id} is wounded and no single man")
    need(0 <= unit.side <= 1 and unit.mp >= 0, f"{unit.id} has impossible numbers")


def _check_locations(game: Game, s: State) -> None:
    """1.3: stacking; and no location with both sides unless there is a Melee, an Overrun or a Close Assault."""
    homeless = {frame.unit for frame in s.stack if isinstance(frame, PlaceHero)}
    fighting = {frame.at for frame in s.stack if isinstance(frame, MeleeRound | CloseAssault | Displacement)}
    fighting |= {frame.at for frame in s.stack if isinstance(frame, Drive) and frame.overran}
    for loc, members in s.by_loc.items():
        name = game.board.loc_name(loc)
        sides = {s.units[u].side for u in members}
        need(loc & 7 != BUNKER or has_bunker(s, loc >> 3), f"units in {name} without a Bunker")
        if len(sides) > 1 and loc not in fighting:
            need(any(s.units[u].flags & MELEE for u in members), f"both sides are in {name}")
        for side in sides:
            own = [u for u in members if s.units[u].side == side and u not in homeless]
            limit = squads_allowed(game, s, loc, own, SQUADS)
            half_squads, smcs, vehicles = size(game, s, own)
            if loc & 7 == ROOF:
                need(sum(game.types[s.units[u].type].is_mmc for u in own) <= 1, f"too many units on {name}")
            need(half_squads <= 2 * limit and smcs <= SMCS and vehicles <= VEHICLES, f"overstacked: {name}")


def _check_weapons(game: Game, s: State) -> None:
    """1.6: a weapon is carried by exactly one living unit or lies somewhere; nobody carries too many."""
    need(len({w.id for w in s.weapons}) == len(s.weapons), "two weapons have one id")
    dropping = {frame.unit for frame in s.stack if isinstance(frame, DropWeapon)}
    carried: set[int] = set()
    for u, unit in enumerate(s.units):
        for w in unit.carries:
            need(w not in carried and s.weapons[w].carrier == u, f"{s.weapons[w].id} is in two hands")
            carried.add(w)
        if len(unit.carries) > 1 and u not in dropping:
            need(load_of(game, s, unit) <= carries(game.types[unit.type].kind), f"{unit.id} carries too much")
    for w, weapon in enumerate(s.weapons):
        need((weapon.carrier != NOBODY) == (w in carried), f"{weapon.id} has a carrier who does not have it")
        need(not (weapon.carrier != NOBODY and weapon.at >= 0), f"{weapon.id} is carried and lies somewhere")


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


def check_step(game: Game, before: State, before_json: bytes, step: Step) -> bytes:
    """Invariants of a step: the state given is untouched, the new one sound; gives the JSON of the new one."""
    after = step.state
    need(CODEC.encode_state(before) == before_json, "submit changed the state it was given")
    need(after.seq == before.seq + 1, "a command does not count as one")
    ledger = Ledger(game, before)
    ledger.replay(step.events)
    ledger.compare(after)
    check_state(game, after)
    check_frozen(after, before)
    data = CODEC.encode_state(after)
    need(CODEC.decode_state(data) == after, "the state's JSON does not come back as the state")
    return data


def check_frozen(after: State, before: State | None = None) -> None:
    """Everything inside a state is immutable; parts shared with the state before were checked then."""
    old = {id(unit) for unit in before.units} if before is not None else set()
    for unit in after.units:
        if id(unit) not in old:
            _frozen(unit, unit.id)
    for name in after.__struct_fields__:
        value = getattr(after, name)
        if name in ("by_loc", "ids", "marks", "control", "notes"):
            need(type(value) is FrozenDict, f"{name} can be changed")
        elif name == "units":
            need(type(value) is tuple, "units can be changed")
        else:
            _frozen(value, name)


def _frozen(value: Any, where: str) -> None:
    if value is None or type(value) in (int, str, bool, float, frozenset, bytes):
        return
    if type(value) is tuple:
        for item in value:
            _frozen(item, where)
        return
    if type(value) is Spread:  # refuses changes itself
        _frozen((value.held, value.idle), where)
        return
    need(
        isinstance(value, msgspec.Struct) and value.__struct_config__.frozen, f"{where} holds a {type(value).__name__}"
    )
    for name in value.__struct_fields__:
        _frozen(getattr(value, name), f"{where}.{name}")
