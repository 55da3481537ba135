"""22.0, 15.1: vehicles that come onto the map as reinforcements: where, at which cost and which way they face."""

from __future__ import annotations

from lnlt.core.draft import Draft
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.setup import Group
from lnlt.core.state import NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch06_movement.costs import points_text
from lnlt.rules.ch15_vehicles.driving import drive_in
from lnlt.rules.ch15_vehicles.steps import allowance, check_driver, check_entry, drive_cost
from lnlt.rules.ch22_scenario.facing import is_vehicle
from lnlt.rules.facts.groups import entry_hexes, waiting
from lnlt.rules.facts.kits import is_helicopter, vertex_name, vertex_named

MODES = ("normal", "assault")


class DriveIn(Command, frozen=True, gc=False):
    """A vehicle comes onto the map at a hex, facing a vertex of it."""

    unit: str
    at: str
    facing: str
    mode: str = "normal"


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
        return Refusal("15.2", "too_few_points", {"unit": u.id, "cost": points_text(cost), "left": "0"})
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


def drives_in(game: Game, s: Position, group: Group, allowed: bool = False) -> list[Command]:
    """Vehicles of a group at every hex it may enter by, facing every way; or only what is `allowed`, which does not
    depend on the facing."""
    if not game.has_vehicles:
        return []
    found: list[Command] = []
    for u in waiting(s, group):
        if not is_vehicle(s, u) or is_helicopter(game, s.units[u]):
            continue
        for i in entry_hexes(game, s, group):
            modes = [m for m in MODES if not allowed or check_drive_in(game, s, group, u, i * 8, m) is None]
            found.extend(
                DriveIn(s.units[u].id, game.board.names[i], vertex_name(game.board, i, v), mode)
                for v in range(6)
                for mode in modes
            )
    return found


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
