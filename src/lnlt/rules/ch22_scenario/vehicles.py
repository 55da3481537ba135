"""22.0, 15.1: vehicles and guns that come onto the map or are set up: where, and which way they face."""

from __future__ import annotations

from lnlt.core.arcs import vertices_toward
from lnlt.core.draft import Draft
from lnlt.core.flags import BULK, TURNED
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.setup import Group
from lnlt.core.state import NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.core.terrain import PROHIBITED
from lnlt.rules.ch01_concepts.kits import (
    air_above,
    change_kit,
    has_facing,
    is_helicopter,
    kit_of,
    vertex_name,
    vertex_named,
)
from lnlt.rules.ch06_movement.costs import module_cost
from lnlt.rules.ch15_vehicles.driving import drive_in
from lnlt.rules.ch15_vehicles.steps import allowance, check_driver, check_entry, drive_cost, driver_class
from lnlt.rules.ch22_scenario.groups import entry_hexes, waiting

MODES = ("normal", "assault")


class DriveIn(Command, frozen=True, gc=False):
    """A vehicle comes onto the map at a hex, facing a vertex of it."""

    unit: str
    at: str
    facing: str
    mode: str = "normal"


class FaceUnit(Command, frozen=True, gc=False):
    """A vehicle or gun that is being set up faces another vertex."""

    unit: str
    facing: str


def is_vehicle(s: Position, unit: int) -> bool:
    """15.0: whether a unit is a vehicle."""
    return bool(s.units[unit].flags & BULK)


def check_drive_in(game: Game, s: Position, group: Group, unit: int, to: int, mode: str) -> Refusal | None:
    """22.0, 15.1: an entry hex of the group it can afford and that nobody bars."""
    u = s.units[unit]
    name = game.board.loc_name(to)
    refusal = check_driver(game, s, unit, mode)
    if refusal is not None:
        return refusal
    if to & 7 or to >> 3 not in entry_hexes(game, s, group):
        return Refusal("22.0", "no_entry_hex", {"group": group.id, "at": name})
    cost = drive_cost(game, s, unit, NOWHERE, to)
    if isinstance(cost, Refusal):
        return cost
    if cost > allowance(game, s, unit, mode) and mode != "normal":
        return Refusal("15.2", "too_few_points", {"unit": u.id, "cost": f"{cost / 2:g}", "left": "0"})
    if to >> 3 not in game.playable:
        return Refusal("22.0", "off_limits", {"at": name})
    return check_entry(game, s, unit, to)


def may_drive_in(game: Game, s: Position, group: Group, unit: int) -> Refusal | None:
    """22.0: some entry hex takes the vehicle."""
    first: Refusal | None = None
    for i in entry_hexes(game, s, group):
        refusal = check_drive_in(game, s, group, unit, i * 8, "normal")
        if refusal is None:
            return None
        first = first or refusal
    return first or Refusal("22.0", "no_entry_hex", {"group": group.id})


def drives_in(game: Game, s: Position, group: Group) -> list[Command]:
    """Vehicles of a group at every hex it may enter by, facing every way."""
    if not game.has_vehicles:
        return []
    return [
        DriveIn(s.units[u].id, game.board.names[i], vertex_name(game.board, i, v), mode)
        for u in waiting(s, group)
        if is_vehicle(s, u) and not is_helicopter(game, s.units[u])
        for i in entry_hexes(game, s, group)
        for v in range(6)
        for mode in MODES
    ]


def check_command(game: Game, s: Position, group: Group, command: DriveIn) -> Refusal | None:
    """22.0: a waiting vehicle, an entry hex, a vertex of it."""
    unit = s.ids.get(command.unit)
    if unit is None or unit not in waiting(s, group) or not is_vehicle(s, unit):
        return Refusal("22.0", "not_waiting", {"unit": command.unit})
    if is_helicopter(game, s.units[unit]):
        return Refusal("19.2", "no_vehicle", {"unit": command.unit})
    try:
        to = game.board.loc(command.at)
        vertex_named(game.board, to >> 3, command.facing)
    except KeyError:
        return Refusal("15.1", "no_such_vertex", {"unit": command.unit, "facing": command.facing})
    return check_drive_in(game, s, group, unit, to, command.mode)


def come_in(d: Draft, command: DriveIn) -> None:
    """22.0: the vehicle comes onto the map and may drive on."""
    to = d.game.board.loc(command.at)
    vertex = vertex_named(d.game.board, to >> 3, command.facing)
    drive_in(d, d.ids[command.unit], to, vertex, command.mode)


def stands_at(game: Game, s: Position, unit: int, to: int) -> int:
    """22.0, 19.2.1: where a unit that is set up in a place is: a helicopter in the air above it."""
    return air_above(to) if is_helicopter(game, s.units[unit]) else to


def check_place(game: Game, s: Position, unit: int, to: int) -> Refusal | None:
    """1.3, 22.0: vehicles set up on ground they can drive on, and not in Buildings."""
    if not is_vehicle(s, unit) or is_helicopter(game, s.units[unit]):
        return None
    terrain = game.board.terrain[to >> 3]
    at = game.board.loc_name(to)
    if to & 7 or terrain.structure:
        return Refusal("1.3", "no_vehicle_there", {"unit": s.units[unit].id, "at": at})
    mover = driver_class(game, s, unit)
    cost = module_cost(game, s, terrain.cost[mover], to, mover, unit)
    if cost == PROHIBITED and not game.board.roads[to >> 3]:
        return Refusal("6.0", "terrain_prohibited", {"at": at, "terrain": terrain.key})
    return None


def face_enemy(d: Draft, unit: int) -> None:
    """22.0: a vehicle or gun just set up faces the nearest enemy, or the middle of the map."""
    u = d.units[unit]
    if not has_facing(d.game.types[u.type]):
        return
    board, here = d.game.board, u.at >> 3
    enemies = [loc >> 3 for loc in d.spread.held[1 - u.side] if loc >> 3 != here]
    if enemies:
        there = min(enemies, key=lambda i: (d.game.distance(here, i), i))
        x, y = board.xs[there], board.ys[there]
    else:
        x, y = (min(board.xs) + max(board.xs)) // 6 * 3, (min(board.ys) + max(board.ys)) // 2
        y += (x // 3 + y + board.xs[here] // 3 + board.ys[here]) % 2
    toward = vertices_toward(x - board.xs[here], y - board.ys[here])
    vertex = toward[0] if toward else 0
    change_kit(d, unit, facing=vertex, turret=vertex)


def facings(game: Game, s: Position, group: Group) -> list[Command]:
    """Vehicles and guns of a group that might face another way."""
    if not (game.has_vehicles or game.has_ordnance):
        return []
    found: list[Command] = []
    for name in group.units:
        u = s.units[s.ids[name]]
        if u.at >= 0 and has_facing(game.types[u.type]):
            ways = [v for v in range(6) if v != kit_of(u).facing]
            found.extend(FaceUnit(u.id, vertex_name(game.board, u.at >> 3, v)) for v in ways)
    return found


def check_face(game: Game, s: Position, group: Group, command: FaceUnit, left: bool) -> Refusal | None:
    """22.0, 15.1: once all stand, each vehicle or gun of the group may be turned once."""
    unit = s.ids.get(command.unit)
    if unit is None or command.unit not in group.units or not has_facing(game.types[s.units[unit].type]):
        return Refusal("22.0", "not_waiting", {"unit": command.unit})
    if left:
        return Refusal("22.0", "not_all_placed", {"group": group.id})
    u = s.units[unit]
    try:
        vertex = vertex_named(game.board, u.at >> 3, command.facing)
    except KeyError:
        return Refusal("15.1", "no_such_vertex", {"unit": command.unit, "facing": command.facing})
    if vertex == kit_of(u).facing or u.flags & TURNED:
        return Refusal("15.1", "faces_there_already", {"unit": u.id})
    return None


def face(d: Draft, command: FaceUnit) -> None:
    """22.0: it faces there."""
    unit = d.ids[command.unit]
    vertex = vertex_named(d.game.board, d.units[unit].at >> 3, command.facing)
    change_kit(d, unit, facing=vertex, turret=vertex)
    d.flag(unit, TURNED)


def set_up_done(d: Draft, group: Group) -> None:
    """22.0: who was turned is as good as new."""
    for name in group.units:
        d.flag(d.ids[name], 0, TURNED)
