"""15.1, 15.2, 15.5, 16.4, 6.5: what a vehicle may do next in the course of its move, and whether it may stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from lnlt.core.board import BUNKER, LAYERS
from lnlt.core.flags import ASSAULT_FIRE, EMPLACED, IMMOBILIZED
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch06_movement.coordinated import check_escort, check_join, check_together, has_begun, owes_move
from lnlt.rules.ch06_movement.costs import points_text
from lnlt.rules.ch06_movement.loads import check_pick_up, picks
from lnlt.rules.ch06_movement.steps import AddMover, ExitMap, where
from lnlt.rules.ch15_vehicles.hull_down import check_hull_down
from lnlt.rules.ch15_vehicles.overrun import Overrun, check_overrun
from lnlt.rules.ch15_vehicles.steps import DriveTo, HullDown, Pivot, allowance, check_drive, check_pivot, drive_cost
from lnlt.rules.ch16_passengers.dismounting import Unload, check_unload
from lnlt.rules.ch16_passengers.mounting import Load, check_load
from lnlt.rules.ch16_passengers.shares import vehicle_share
from lnlt.rules.ch22_scenario.exits import EXIT_COST, check_exit, way_off
from lnlt.rules.facts.handling import PickUp
from lnlt.rules.facts.kits import kit_of, vertex_name, vertex_named

if TYPE_CHECKING:
    from lnlt.rules.ch15_vehicles.driving import Drive


def moves(game: Game, s: Position, unit: int, at: int) -> list[Command]:
    """Steps and pivots worth checking."""
    near = game.board.neighbours[at >> 3]
    facing = kit_of(s.units[unit]).facing
    side = s.units[unit].side
    found: list[Command] = []
    for direction in (facing - 1, facing, facing + 2, facing + 3):
        j = near[direction % 6]
        if j >= 0:
            found.append(DriveTo(game.board.names[j]))
            if any(s.units[o].side != side for at_ in (j * LAYERS, j * LAYERS + BUNKER) for o in s.by_loc.get(at_, ())):
                found.append(Overrun(game.board.names[j]))
    found.extend(Pivot(vertex_name(game.board, at >> 3, v)) for v in range(6) if v != facing)
    return found


def check_move(game: Game, s: Position, unit: int, mode: str, at: int, command: Command) -> Refusal | None:
    """15.1, 22.0, 21.4.2: whether a vehicle may take a step, pivot or leave the map; never an immobilized one."""
    u = s.units[unit]
    if u.flags & IMMOBILIZED:
        return Refusal("21.4.2", "immobilized", {"unit": u.id})
    if type(command) is ExitMap:
        if way_off(game, u.side, at) is None:
            return Refusal("22.0", "no_exit_here", {"at": game.board.loc_name(at)})
        left = allowance(game, s, unit, mode) - u.mp
        short = {"unit": u.id, "cost": points_text(EXIT_COST), "left": points_text(left)}
        return Refusal("6.0", "too_few_points", short) if left < EXIT_COST else None
    if type(command) is HullDown:
        return check_hull_down(game, s, unit, mode)
    if type(command) is Pivot:
        try:
            vertex = vertex_named(game.board, at >> 3, command.facing)
        except KeyError:
            return Refusal("15.1", "no_such_vertex", {"unit": u.id, "facing": command.facing})
        return check_pivot(game, s, unit, mode, vertex)
    assert type(command) is DriveTo or type(command) is Overrun
    to = where(game, command.at)
    if to is None:
        return Refusal("1.4", "no_such_place", {"at": command.at})
    if type(command) is Overrun:
        return check_overrun(game, s, unit, mode, at, to)
    return check_drive(game, s, unit, mode, at, to)


def may_leave(game: Game, s: Position, unit: int, mode: str) -> bool:
    """15.1: whether a vehicle can take a step from where it stands as it stands."""
    at = s.units[unit].at
    return any(type(c) is DriveTo and check_move(game, s, unit, mode, at, c) is None for c in moves(game, s, unit, at))


def check_next(game: Game, s: Position, drive: Drive, command: Command) -> Refusal | None:
    """15.1, 16.4, 6.5: the next thing in a vehicle's move: a step, a pivot, passengers, company, a weapon it takes."""
    if type(command) is AddMover:
        return check_join(game, s, drive, command) or check_emplaced_company(game, s, drive, command)
    if drive.escort and not has_begun(s, drive) and (lacking := check_escort(game, s, drive)) is not None:
        return lacking
    if type(command) is PickUp:
        return check_pick_up(game, s, drive.escort, drive.modes, command)
    if type(command) is Load:
        return check_load(game, s, drive.unit, drive.mode, drive.escort) or check_still_leaves(game, s, drive)
    if type(command) is Unload:
        refusal = check_unload(game, s, drive.unit, drive.mode, drive.left)
        return refusal or check_still_leaves(game, s, drive)
    if drive.escort:
        refusal = None
        if type(command) is DriveTo and (to := where(game, command.at)) is not None:
            refusal = check_together(game, s, drive, to)
        elif type(command) is Overrun:
            refusal = Refusal("6.5", "no_overrun_in_mode", {"unit": s.units[drive.unit].id, "at": command.at})
        elif type(command) is ExitMap:
            refusal = check_exit(game, s, drive.escort, drive.modes, drive.at)
        if refusal is not None:
            return refusal
    if type(command) is HullDown and drive.bound and not drive.left:  # it would end the move in its hex (15.5)
        return check_hull_down(game, s, drive.unit, drive.mode) or Refusal(
            "15.5", "must_move", {"unit": s.units[drive.unit].id}
        )
    return check_move(game, s, drive.unit, drive.mode, drive.at, command)


def check_emplaced_company(game: Game, s: Position, drive: Drive, command: AddMover) -> Refusal | None:
    """21.7, 6.5: an emplaced vehicle does not pivot, so those who go along must have a way out behind it."""
    if not s.units[drive.unit].flags & EMPLACED:
        return None
    mode = "normal" if command.mode == "double_time" else command.mode
    ahead = replace(drive, escort=(*drive.escort, s.ids[command.unit]), modes=(*drive.modes, mode))
    for c in moves(game, s, drive.unit, drive.at):
        if type(c) is DriveTo and check_move(game, s, drive.unit, drive.mode, drive.at, c) is None:
            if check_together(game, s, ahead, game.board.loc(c.at)) is None:
                return None
    return Refusal("21.7", "emplaced_company", {"unit": command.unit})


def check_still_leaves(game: Game, s: Position, drive: Drive) -> Refusal | None:
    """15.5: loading and unloading does not fulfil Continuous Movement: enough must be left to leave the hex."""
    unit = drive.unit
    if not drive.bound or drive.left:
        return None
    left = allowance(game, s, unit, drive.mode) - s.units[unit].mp - vehicle_share(game, s, unit)
    for c in moves(game, s, unit, drive.at):
        if type(c) is DriveTo and check_move(game, s, unit, drive.mode, drive.at, c) is None:
            cost = drive_cost(game, s, unit, drive.at, game.board.loc(c.at))
            if not isinstance(cost, Refusal) and cost <= left:
                return None
    return Refusal("15.5", "must_move", {"unit": s.units[unit].id})


def check_stop(game: Game, s: Position, drive: Drive) -> Refusal | None:
    """15.1, 15.2.1, 15.5: something must have been done; who must move leaves the hex if he can."""
    u = s.units[drive.unit]
    if not u.mp:
        return Refusal("15.1", "nothing_done")
    owes = u.flags & ASSAULT_FIRE and not drive.loaded
    if (owes or drive.bound) and not drive.left and may_leave(game, s, drive.unit, drive.mode):
        return Refusal("15.5" if drive.bound else "15.2.1", "must_move", {"unit": u.id})
    if owes_move(s, drive) and any(
        type(c) is DriveTo and check_next(game, s, drive, c) is None for c in moves(game, s, drive.unit, drive.at)
    ):
        return Refusal("6.1.1", "must_move", {"unit": u.id})
    return None


def may_go_on(game: Game, s: Position, drive: Drive) -> bool:
    """15.1: whether the vehicle has anything left to do."""
    commands = moves(game, s, drive.unit, drive.at)
    commands += [Load(), Unload(), HullDown(), *picks(s, drive.escort, drive.at)]
    if game.setup.exits:
        commands.append(ExitMap())
    return any(check_next(game, s, drive, c) is None for c in commands)
