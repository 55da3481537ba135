"""22.0, 15.1: vehicles and guns that are set up or that a paragraph brings: where they stand, which way they face."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.arcs import vertices_toward
from lnlt.core.draft import Draft
from lnlt.core.flags import BULK, TURNED
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.setup import Group
from lnlt.core.state import NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch06_movement.costs import can_stand, driver_class, step_cost
from lnlt.rules.facts.buildings import is_ruined
from lnlt.rules.facts.control import take_control
from lnlt.rules.facts.kits import (
    air_above,
    change_kit,
    has_facing,
    is_helicopter,
    kit_of,
    vertex_name,
    vertex_named,
)
from lnlt.rules.facts.team_places import check_team_place


class FaceUnit(Command, frozen=True, gc=False):
    """A vehicle or gun that is being set up faces another vertex."""

    unit: str
    facing: str


def is_vehicle(s: Position, unit: int) -> bool:
    """15.0: whether a unit is a vehicle."""
    return bool(s.units[unit].flags & BULK)


def stands_at(game: Game, s: Position, unit: int, to: int) -> int:
    """22.0, 19.2.1: where a unit that is set up in a place is: a helicopter in the air above it."""
    return air_above(to) if is_helicopter(game, s.units[unit]) else to


def check_place(game: Game, s: Position, unit: int, to: int) -> Refusal | None:
    """1.3, 22.0, Q-534: vehicles set up on ground they can drive on, in no Building but in what is left of one."""
    if not is_vehicle(s, unit) or is_helicopter(game, s.units[unit]):
        return None
    if to & 7 or (game.board.terrain[to >> 3].structure and not is_ruined(game, s, to >> 3)):
        return Refusal("1.3", "no_vehicle_there", {"unit": s.units[unit].id, "at": game.board.loc_name(to)})
    cost = step_cost(game, s, NOWHERE, to, driver_class(game, s, unit), driver=unit)
    return cost if isinstance(cost, Refusal) else None


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


class PlacedFacing(Question, frozen=True, gc=False, kw_only=True):
    """22.0, 15.1: a vehicle or gun that a paragraph has brought faces any way its owner likes."""

    RULE: ClassVar[str] = "22.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (FaceUnit,)
    unit: int

    def candidates(self, game: Game, s: Position) -> list[FaceUnit]:
        """All six."""
        u = s.units[self.unit]
        return [FaceUnit(u.id, vertex_name(game.board, u.at >> 3, v)) for v in range(6)]

    def check(self, game: Game, s: Position, command: FaceUnit) -> Refusal | None:
        """15.1: a vertex of its hex."""
        u = s.units[self.unit]
        if command.unit != u.id:
            return Refusal("22.0", "not_waiting", {"unit": command.unit})
        try:
            vertex_named(game.board, u.at >> 3, command.facing)
        except KeyError:
            return Refusal("15.1", "no_such_vertex", {"unit": u.id, "facing": command.facing})
        return None

    def answer(self, d: Draft, command: FaceUnit) -> None:
        """It faces there, and so does its turret."""
        vertex = vertex_named(d.game.board, d.units[self.unit].at >> 3, command.facing)
        change_kit(d, self.unit, facing=vertex, turret=vertex)


def check_put(game: Game, s: Position, unit: int, to: int) -> Refusal | None:
    """22.0, 1.3, 19.2.1: whether a place takes the vehicle or helicopter that a paragraph brings."""
    if is_helicopter(game, s.units[unit]):
        at = game.board.loc_name(to)
        return Refusal("19.2.1", "one_helicopter", {"at": at}) if air_above(to) in s.by_loc else None
    return check_place(game, s, unit, to)


def check_men_put(game: Game, s: Position, unit: int, to: int) -> Refusal | None:
    """22.0, 6.0, 1.7: the same for men and Weapon Teams, where the owner and not the paragraph says which place."""
    if is_vehicle(s, unit):
        return None
    terrain = game.board.terrain[to >> 3]
    if not can_stand(game, s, to):
        return Refusal("6.0", "terrain_prohibited", {"at": game.board.loc_name(to), "terrain": terrain.key})
    return check_team_place(game, s, unit, to)


def put(d: Draft, unit: int, to: int, flags: int) -> PlacedFacing | None:
    """22.0: a unit that a paragraph brings stands there and holds the place (Q-565); what is to be asked then about a
    vehicle or gun."""
    at = stands_at(d.game, d, unit, to)
    d.emit(ev.Moved(unit, NOWHERE, at))
    d.flag(unit, flags)
    take_control(d, at)
    if not has_facing(d.game.types[d.units[unit].type]):
        return None
    face_enemy(d, unit)
    return PlacedFacing(side=d.units[unit].side, unit=unit)
