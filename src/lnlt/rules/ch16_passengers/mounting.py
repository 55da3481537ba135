"""16.4: orders to get into or onto a vehicle, and who may."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.flags import ASSAULT_FIRE, BULK, CONTINUOUS, LOADED, SHAKEN
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch06_movement.costs import points_text
from lnlt.rules.ch06_movement.loads import check_assembled
from lnlt.rules.ch06_movement.steps import check_mover
from lnlt.rules.ch14_ordnance.acquisition import MACHINE_GUNS
from lnlt.rules.ch15_vehicles.steps import check_driver
from lnlt.rules.ch16_passengers.capacity import INSIDE, OUTSIDE, check_room, may_ride, ways_to_ride
from lnlt.rules.ch16_passengers.shares import MODES, check_share, leg_share
from lnlt.rules.facts.firing_occasion import occasion_of
from lnlt.rules.facts.kits import ground_below
from lnlt.rules.facts.movement_modes import allowance, check_capable

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


def has_fired_gun(s: Position, vehicle: int) -> bool:
    """15.2.1, 16.4: whether a vehicle has fired ordnance in this impulse."""
    occasion = occasion_of(s)
    return occasion is not None and any(row[0] == vehicle and row[1] > MACHINE_GUNS for row in occasion.shots)


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
