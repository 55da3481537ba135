"""16.4: units on foot get into or onto a vehicle: what it costs both, who may, and the fire it draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    BULK,
    CONTINUOUS,
    DUG_IN,
    ELIMINATED,
    HANDLED,
    IN_TRENCHES,
    LOADED,
    MOVED,
    MOVING,
    SHAKEN,
    SMOKED,
)
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOWHERE, Position, Unit
from lnlt.core.tally import Refusal
from lnlt.rules.ch01_concepts import units
from lnlt.rules.ch01_concepts.kits import change_kit, ground_below, is_helicopter
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch04_operations.occasion import occasion_of
from lnlt.rules.ch05_fire.opportunity import Answerable, OpportunityFire, newcomers
from lnlt.rules.ch06_movement.costs import points_text
from lnlt.rules.ch06_movement.loads import check_assembled
from lnlt.rules.ch06_movement.modes import allowance, check_capable, check_company
from lnlt.rules.ch06_movement.steps import check_mover
from lnlt.rules.ch10_los_spotting.spotting import drop_spotted
from lnlt.rules.ch14_ordnance.acquisition import MACHINE_GUNS, left_behind, moves_off
from lnlt.rules.ch15_vehicles.steps import allowance as drive_allowance
from lnlt.rules.ch15_vehicles.steps import check_driver
from lnlt.rules.ch16_passengers.capacity import INSIDE, OUTSIDE, check_room, may_ride, ways_to_ride

MODES = ("normal", "double_time", "assault")
"""Ways of moving in which one gets on or off (16.4, Q-361)."""
DRIVES = ("normal", "assault")
"""Ways in which a vehicle takes passengers on."""


class Mount(Command, frozen=True, gc=False):
    """Units of the moving group get into or onto a vehicle where they are; which of them is asked next."""

    vehicle: str
    drive: str = "normal"
    """"assault": the vehicle makes it its Assault Move (15.2)."""


class Load(Command, frozen=True, gc=False):
    """The moving vehicle takes units of its hex aboard; which of them is asked next."""


class ChooseRider(Command, frozen=True, gc=False):
    """A unit gets on, inside or outside; or gets off."""

    unit: str
    mode: str = "normal"
    riding: str = ""


class RidersReady(Command, frozen=True, gc=False):
    """All who get on, or off, are chosen."""


def vehicle_share(game: Game, s: Position, vehicle: int) -> int:
    """16.4: half points loading and unloading costs a vehicle: half its Movement Factor, fractions up."""
    return 2 * -(-units.movement(game, s, s.units[vehicle]) // 2)


def leg_share(game: Game, s: Position, unit: int, mode: str, group: Sequence[int]) -> int:
    """16.4, 6.2: half points getting on or off costs a unit: half its Movement Factor, fractions up; all of an Assault
    Move. With Double-Time half of the greater allowance."""
    points = allowance(game, s, unit, mode, group)
    return points if mode == "assault" else 2 * -(-(points // 2) // 2)


def has_fired_gun(s: Position, vehicle: int) -> bool:
    """15.2.1, 16.4: whether a vehicle has fired ordnance in this impulse."""
    occasion = occasion_of(s)
    return occasion is not None and any(row[0] == vehicle and row[1] > MACHINE_GUNS for row in occasion.shots)


def check_share(game: Game, s: Position, vehicle: int, mode: str) -> Refusal | None:
    """16.4, 19.2.6, Q-129: a vehicle loads and unloads with half its Movement Factor left; a helicopter always."""
    if is_helicopter(game, s.units[vehicle]):
        return None
    cost, left = vehicle_share(game, s, vehicle), drive_allowance(game, s, vehicle, mode) - s.units[vehicle].mp
    if cost > left:
        facts = {"unit": s.units[vehicle].id, "cost": points_text(cost), "left": points_text(max(0, left))}
        return Refusal("16.4", "too_few_points", facts)
    return None


def check_rider(
    game: Game,
    s: Position,
    vehicle: int,
    rider: tuple[int, str, str],
    with_them: Sequence[tuple[int, str, str]],
    group: Sequence[int],
) -> Refusal | None:
    """16.1, 16.2, 16.4: whether a unit may get on together with others: able, within its points, and room for it."""
    unit, mode, riding = rider
    u = s.units[unit]
    facts: dict[str, str | int] = {"unit": u.id}
    if not may_ride(game.types[u.type]):
        return Refusal("16.1", "cannot_ride", facts)
    if mode not in MODES:
        return Refusal("16.4", "no_riding_mode", {**facts, "mode": mode})
    if riding not in (INSIDE, OUTSIDE):
        return Refusal("16.1", "no_place_to_ride", {"vehicle": s.units[vehicle].id, "riding": riding})
    if riding == OUTSIDE:
        if u.flags & SHAKEN:
            return Refusal("16.2", "shaken_outside", facts)
        if s.units[vehicle].flags & ASSAULT_FIRE and has_fired_gun(s, vehicle):
            return Refusal("16.4", "only_inside", {**facts, "vehicle": s.units[vehicle].id})
    cost, left = leg_share(game, s, unit, mode, group), allowance(game, s, unit, mode, group) - u.mp
    if cost > left:
        short: dict[str, str | int] = {**facts, "cost": points_text(cost), "left": points_text(max(0, left))}
        return Refusal("16.4", "too_few_points", short)
    alike = [o for o, _, way in with_them if way == riding]
    return check_assembled(game, s, (unit,)) or check_room(game, s, vehicle, [*alike, unit], riding == OUTSIDE)


def check_mount(
    game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], at: int, command: Mount
) -> Refusal | None:
    """16.4, 15.5: a vehicle of the side where the group is, that has not acted and can take one of them."""
    vehicle = s.ids.get(command.vehicle)
    facts: dict[str, str | int] = {"unit": command.vehicle}
    if vehicle is None or not s.units[vehicle].flags & BULK or s.units[vehicle].side != s.units[movers[0]].side:
        return Refusal("16.4", "no_vehicle", facts)
    v = s.units[vehicle]
    if v.at != at:
        return Refusal("16.4", "vehicle_not_here", {"vehicle": v.id, "at": game.board.loc_name(at)})
    if v.flags & CONTINUOUS:
        return Refusal("15.5", "must_move", facts)
    if v.flags & LOADED and command.drive == "assault":
        return Refusal("16.4", "has_acted", facts)
    refusal = check_driver(game, s, vehicle, command.drive) or check_share(game, s, vehicle, command.drive)
    if refusal is not None:
        return refusal
    first: Refusal | None = None
    for u, mode in zip(movers, modes, strict=True):
        for riding in ways_to_ride(game.types[v.type]) or [INSIDE]:
            refusal = check_rider(game, s, vehicle, (u, mode, riding), (), movers)
            if refusal is None:
                return None
            first = first or refusal
    return first


def mounts(s: Position, movers: Sequence[int], at: int) -> list[Mount]:
    """Vehicles a moving group might get onto where it is."""
    side = s.units[movers[0]].side
    here = [s.units[u].id for u in s.by_loc.get(at, ()) if s.units[u].flags & BULK and s.units[u].side == side]
    return [Mount(name, drive) for name in here for drive in DRIVES]


def may_mount(game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], at: int) -> bool:
    """16.4: whether anybody of a group can get onto a vehicle where it is."""
    return any(check_mount(game, s, movers, modes, at, c) is None for c in mounts(s, movers, at))


def loaders(game: Game, s: Position, vehicle: int, escort: Sequence[int] = ()) -> list[int]:
    """16.4, 6.5, Q-360: units on foot in a vehicle's hex that it may pick up: those that have not acted and do not go
    along with it."""
    v = s.units[vehicle]
    return [
        u
        for u in s.by_loc.get(ground_below(v.at), ())
        if s.units[u].side == v.side and u not in escort and check_mover(game, s, u) is None
    ]


def modes_to_load(game: Game, s: Position, unit: int) -> list[str]:
    """16.4: ways in which a unit that waits in the hex gets on."""
    return [mode for mode in ("normal", "double_time") if check_capable(game, s, unit, mode) is None]


def check_load(game: Game, s: Position, vehicle: int, mode: str, escort: Sequence[int] = ()) -> Refusal | None:
    """16.4: a moving vehicle with half its points left and somebody in its hex whom it can take."""
    refusal = check_share(game, s, vehicle, mode)
    if refusal is not None:
        return refusal
    first: Refusal | None = None
    for u in loaders(game, s, vehicle, escort):
        for riding in ways_to_ride(game.types[s.units[vehicle].type]) or [INSIDE]:
            refusal = check_capable(game, s, u, "normal") or check_rider(
                game, s, vehicle, (u, "normal", riding), (), (u,)
            )
            if refusal is None:
                return None
            first = first or refusal
    return first or Refusal("16.4", "nobody_to_load", {"unit": s.units[vehicle].id})


class Embarking(Question, frozen=True, gc=False, kw_only=True):
    """16.4: who gets onto a vehicle, inside or outside."""

    RULE: ClassVar[str] = "16.4"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (ChooseRider, RidersReady)
    vehicle: int
    group: tuple[int, ...]
    """Those who may."""
    modes: tuple[str, ...] = ()
    """How each of a moving group moves; of others each says it himself."""
    drive: str = ""
    """How the vehicle, which they have come to, takes them on; "" in the course of its own move."""
    chosen: tuple[tuple[int, str, str], ...] = ()

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Each of the group that comes after those chosen, in every way; then that this is all."""
        last = self.chosen[-1][0] if self.chosen else -1
        places = ways_to_ride(game.types[s.units[self.vehicle].type])
        found: list[Command] = [
            ChooseRider(s.units[u].id, mode, riding)
            for n, u in enumerate(self.group)
            if u > last
            for mode in ((self.modes[n],) if self.modes else modes_to_load(game, s, u))
            for riding in places
        ]
        return [*found, RidersReady()] if self.chosen else found

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """16.4, 6.2: one after the other; Double-Time needs a Leader who gets on too, or moves along."""
        if type(command) is RidersReady:
            if not self.chosen:
                return Refusal("16.4", "nobody_chosen")
            group = self.group if self.modes else tuple(u for u, _, _ in self.chosen)
            for u, mode, _ in self.chosen:
                refusal = check_company(game, s, u, mode, group)
                if refusal is not None:
                    return refusal
            return None
        assert type(command) is ChooseRider
        unit = s.ids.get(command.unit)
        if unit is None or unit not in self.group:
            return Refusal("16.4", "not_here", {"unit": command.unit, "at": game.board.loc_name(self.at(s))})
        if self.chosen and unit <= self.chosen[-1][0]:
            return Refusal("6.0", "in_order", {"unit": command.unit})
        if self.modes and command.mode != self.modes[self.group.index(unit)]:
            return Refusal("16.4", "no_riding_mode", {"unit": command.unit, "mode": command.mode})
        if not self.modes:
            refusal = check_capable(game, s, unit, command.mode) or check_company(
                game, s, unit, command.mode, self.group
            )
            if refusal is not None:
                return refusal
        return check_rider(
            game, s, self.vehicle, (unit, command.mode, command.riding), self.chosen, self.group
        ) or self._check_leader_to_come(game, s, (unit, command.mode, command.riding))

    def _check_leader_to_come(self, game: Game, s: Position, rider: tuple[int, str, str]) -> Refusal | None:
        """6.2: a Leader whom Double-Time needs must be among them or still be able to join."""
        if self.modes:
            return None
        chosen = (*self.chosen, rider)
        riding = tuple(u for u, _, _ in chosen)
        for u, mode, _ in chosen:
            refusal = check_company(game, s, u, mode, riding)
            if refusal is not None and not any(
                check_company(game, s, u, mode, (*riding, o)) is None
                and any(
                    check_rider(game, s, self.vehicle, (o, "normal", way), chosen, self.group) is None
                    for way in ways_to_ride(game.types[s.units[self.vehicle].type])
                )
                for o in self.group
                if o > rider[0]
            ):
                return refusal
        return None

    def at(self, s: Position) -> int:
        """Where the vehicle is."""
        return s.units[self.vehicle].at

    def answer(self, d: Draft, command: Command) -> None:
        """One more; or they get on."""
        if type(command) is ChooseRider:
            rider = (d.ids[command.unit], command.mode, command.riding)
            d.push(replace(self, chosen=(*self.chosen, rider)))
            return
        get_on(d, self)


def get_on(d: Draft, q: Embarking) -> None:
    """16.4, 5.3, Q-128: both pay; the enemy may answer before the units are aboard."""
    game, vehicle = d.game, q.vehicle
    v = d.units[vehicle]
    share = vehicle_share(game, d, vehicle)
    everyone = tuple(u for u, _, _ in q.chosen)
    group = q.group if q.modes else everyone
    costs = [leg_share(game, d, u, mode, group) for u, mode, _ in q.chosen]
    spent = least_spent(game, v, share, costs)
    for (u, _, _), cost in zip(q.chosen, costs, strict=True):
        d.emit(ev.PointsReset(u, d.units[u].mp + cost))
        if not q.modes:
            d.flag(u, MOVING)
    if game.has_ordnance:
        moves_off(d, everyone)
    if share:
        d.emit(ev.PointsReset(vehicle, v.mp + share))
    if q.drive == "assault":  # after Assault Fire it takes the place of the move that is owed (15.2.1)
        d.flag(vehicle, MOVED if v.flags & ASSAULT_FIRE else ASSAULT_MOVE, ASSAULT_FIRE)
    elif q.drive:
        d.flag(vehicle, MOVED | LOADED)
    outside = tuple(u for u, _, riding in q.chosen if riding == OUTSIDE)
    below = d.stack[-1]
    assert isinstance(below, Answerable)
    note_spent(d, below, spent)
    at = ground_below(v.at)
    d.push(Loading(side=v.side, vehicle=vehicle, at=at, units=everyone, outside=outside, spent=spent, drive=q.drive))


def least_spent(game: Game, vehicle: Unit, share: int, costs: Sequence[int]) -> int:
    """16.4, 19.2.6, Q-128, Q-423, Q-433: what getting on or off counts as in the hex: the least of both sides; a
    helicopter or an immobilized vehicle spends nothing, so that of the passengers."""
    return min(costs) if is_helicopter(game, vehicle) or not share else min(share, *costs)


def note_spent(d: Draft, frame: Any, spent: int) -> None:
    """5.3, P-3: a vehicle's move remembers what was spent in the hex, and that it has taken its time."""
    if hasattr(frame, "loaded"):
        d.replace_enclosing(frame, spent=frame.spent + spent, loaded=True)


def open_window(d: Draft, at: int, spent: int, movers: tuple[int, ...]) -> None:
    """5.3, Q-128, Q-362: so many further attacks as the least of both spent, from locations that have not fired in this
    stay; unless the enemy lets the whole move pass."""
    below = d.stack[-2]
    used = below.answered if isinstance(below, Answerable) else ()
    if isinstance(below, Answerable) and below.let_pass:
        return
    budget = len(used) + max(1, (spent + 1) // 2)
    d.push(OpportunityFire(side=1 - d.units[movers[0]].side, at=at, budget=budget, movers=movers, used=used))


def remember(d: Draft, frame: Answerable) -> None:
    """5.3, P-3: locations that have answered are used up for the rest of the stay."""
    below = d.stack[-2]
    if isinstance(below, Answerable) and (frame.answered or frame.let_pass):
        answered = frame.answered or below.answered
        d.replace_enclosing(below, answered=answered, let_pass=frame.let_pass or below.let_pass)


class Loading(Answerable, frozen=True, gc=False, kw_only=True):
    """16.4, 5.3: units get onto a vehicle; the enemy may fire at them and at it first."""

    RULE: ClassVar[str] = "16.4"
    STEPS: ClassVar[tuple[str, ...]] = ("window", "board", "finish")
    side: int
    vehicle: int
    at: int
    units: tuple[int, ...]
    outside: tuple[int, ...]
    spent: int
    drive: str

    def on_foot(self) -> tuple[int, ...]:
        """Those who get on."""
        return self.units

    def window(self, d: Draft) -> None:
        """5.3: loading counts as spending Movement Points."""
        flags = d.units[self.vehicle].flags
        if flags & ASSAULT_FIRE if not self.drive else self.drive == "assault" and flags & MOVED:
            open_window(d, self.at, self.spent, self.units)  # 15.2.1: the vehicle itself is not answered yet
        else:
            open_window(d, self.at, self.spent, (*self.units, self.vehicle))

    def board(self, d: Draft) -> None:
        """16.0: who was not stopped is aboard now, if the vehicle is still there."""
        remember(d, self)
        v = d.units[self.vehicle]
        for u in self.units:
            unit = d.units[u]
            if unit.at != self.at or not unit.flags & MOVING:
                continue
            if (
                ground_below(v.at) != self.at
                or check_room(d.game, d, self.vehicle, (u,), u in self.outside) is not None
            ):
                continue
            step_aboard(d, u, self.vehicle, u in self.outside)
        drop_spotted(d, self.at)
        if d.game.has_ordnance:
            left_behind(d, self.side, self.at)

    def finish(self, d: Draft) -> None:
        """15.2: a vehicle that has made it its Assault Move may still fire; who waits on the ground is Moved, so are
        Heroes created there (11.2.1)."""
        v = d.units[self.vehicle]
        impulse = occasion_of(d)
        if v.flags & ASSAULT_MOVE and v.at == self.at and v.good_order and self.drive and isinstance(impulse, Impulse):
            d.replace_enclosing(impulse, arrived=(*impulse.arrived, self.vehicle))
        if self.drive:
            return
        for u in (*self.units, *newcomers(d, self.side, self.at)):
            if d.units[u].flags & (MOVING | ELIMINATED) == MOVING:
                d.flag(u, MOVED, MOVING)


GONE = MOVING | ASSAULT_FIRE | SMOKED | HANDLED | DUG_IN | IN_TRENCHES | ACTION_MARKERS
"""What is taken off a unit that gets aboard, beside its place."""


def step_aboard(d: Draft, unit: int, vehicle: int, outside: bool) -> None:
    """16.0: a unit is now part of the vehicle, Moved."""
    at = d.units[unit].at
    d.flag(unit, MOVED, GONE)
    d.emit(ev.Moved(unit, at, NOWHERE))
    change_kit(d, unit, aboard=vehicle, outside=outside)
