"""1.1, 1.7.1, 15.1, 16.0: what vehicles, guns and those who ride have beside other units: facing, turret, company.

Passengers and Armor Leaders are not on the board while they are aboard, nor is a vehicle that was abandoned: no rule
for units in a location sees them by accident. `place_of` says where they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.arcs import vertices_toward
from lnlt.core.board import AIR, LAYERS, Board
from lnlt.core.catalog import UnitType
from lnlt.core.draft import Draft
from lnlt.core.flags import ABANDONED, BULK, BUTTONED, ELIMINATED, HOVERING
from lnlt.core.game import Game
from lnlt.core.setup import UnitSetup
from lnlt.core.state import NOBODY, NOWHERE, Kit, Lock, Position, Unit

NO_KIT = Kit()
OWN_GUNS = {"": 0, "main": 0, "second": 1}
"""Names of a unit's own guns (14.1)."""


def kit_of(unit: Unit) -> Kit:
    """The kit of a unit; of others one that faces the first vertex and carries nothing."""
    return unit.kit or NO_KIT


def change_kit(d: Draft, unit: int, **changes: Any) -> None:
    """Let the kit of a unit change."""
    old = kit_of(d.units[unit])
    new = replace(old, **changes)
    if new != old:
        d.emit(ev.KitChanged(unit, None if new == NO_KIT and not has_facing(d.game.types[d.units[unit].type]) else new))


def has_facing(t: UnitType) -> bool:
    """15.1, 1.7.1: vehicles and Weapon Teams that fire ordnance face a vertex."""
    if t.kind == "vehicle":
        return True
    return t.kind == "weapon_team" and bool(t.to_hit or t.guns or t.abilities & {"covered_arc", "pivot_only"})


def is_helicopter(game: Game, unit: Unit) -> bool:
    """19.2: whether a unit is a helicopter."""
    return game.types[unit.type].kind == "helicopter"


def in_the_air(loc: int) -> bool:
    """19.2.1: whether a location is that of a helicopter, above all else in its hex."""
    return loc >= 0 and loc & 7 == AIR


def ground_below(loc: int) -> int:
    """19.2.6: the ground under a helicopter; any other location itself."""
    return loc - AIR if in_the_air(loc) else loc


def air_above(loc: int) -> int:
    """19.2.1: where a helicopter over a location is."""
    return (loc >> 3) * LAYERS + AIR


def is_flying(unit: Unit) -> bool:
    """19.2.1: whether a helicopter flies; else it hovers. False for all that is not in the air."""
    return in_the_air(unit.at) and not unit.flags & HOVERING


def flyer_at(s: Position, loc: int) -> int:
    """19.2.1: the helicopter in a location in the air, NOBODY elsewhere and without one."""
    return next(iter(s.by_loc.get(loc, ())), NOBODY) if in_the_air(loc) else NOBODY


def place_of(s: Position, unit: int) -> int:
    """Where a unit is: its location, that of the vehicle it rides, or where it was abandoned."""
    u = s.units[unit]
    if u.at >= 0 or u.kit is None:
        return u.at
    if u.kit.aboard == NOBODY:
        return u.kit.left
    vehicle = s.units[u.kit.aboard]
    return vehicle.at if vehicle.at >= 0 else kit_of(vehicle).left


def sheltered_by(s: Position, unit: Unit) -> Unit:
    """16.0: the unit whose cover counts for a unit: its own, that of its vehicle for a passenger."""
    return unit if unit.at >= 0 or unit.kit is None else s.units[unit.kit.aboard]


def company(s: Position, unit: int) -> Sequence[int]:
    """Who is where a unit is: in its location, or in or on the same vehicle (16.0)."""
    u = s.units[unit]
    if u.at >= 0 or u.kit is None or u.kit.aboard == NOBODY:
        return s.by_loc.get(u.at, ())
    return aboard(s, u.kit.aboard)


def aboard(s: Position, vehicle: int) -> list[int]:
    """16.0, 11.5: everybody in or on a vehicle, its Armor Leader too."""
    return [u for u, unit in enumerate(s.units) if unit.kit is not None and unit.kit.aboard == vehicle and alive(unit)]


def passengers(game: Game, s: Position, vehicle: int) -> list[int]:
    """16.0: who rides in or on a vehicle."""
    return [u for u in aboard(s, vehicle) if game.types[s.units[u].type].kind != "armor_leader"]


def armor_leader(game: Game, s: Position, vehicle: int) -> int:
    """11.5: the Armor Leader of a vehicle, NOBODY without one."""
    for u in aboard(s, vehicle):
        if game.types[s.units[u].type].kind == "armor_leader":
            return u
    return NOBODY


def alive(unit: Unit) -> bool:
    """Not eliminated."""
    return not unit.flags & ELIMINATED


def vertex_name(board: Board, hex_: int, vertex: int) -> str:
    """A vertex by the two hexes beside it: "G6/H6"."""
    return board.vertices[hex_][vertex]


def vertex_named(board: Board, hex_: int, text: str) -> int:
    """The vertex between two neighbours of a hex, in either order; KeyError if there is none of that name."""
    return board.vertex_numbers[hex_][text]


def fit_out(game: Game, units: Sequence[Unit], setups: Sequence[UnitSetup], weapons: Sequence[str]) -> list[Unit]:
    """Units at the start of a game with their kits, and with the flags of vehicles."""
    if not game.has_vehicles and not game.has_ordnance:
        return list(units)
    ids = {u.id: i for i, u in enumerate(units)}
    found = []
    for unit, setup in zip(units, setups, strict=True):
        t = game.types[unit.type]
        flags, at = unit.flags, unit.at
        if t.kind == "helicopter":
            flags |= BULK
            at = air_above(at) if at >= 0 else at
        if t.kind == "vehicle":
            flags |= BULK | (BUTTONED if setup.hatch == "buttoned" else 0)
        kit = NO_KIT
        if setup.aboard:
            vehicle = units[ids[setup.aboard]]
            inside = "O" not in game.types[vehicle.type].capacity
            outside = setup.riding == "outside" or (not setup.riding and not inside and t.kind != "armor_leader")
            kit = replace(kit, aboard=ids[setup.aboard], outside=outside)
        elif has_facing(t) and unit.at >= 0:
            facing = _facing(game, units, unit, setup.facing)
            turret = vertex_named(game.board, unit.at >> 3, setup.turret) if setup.turret else facing
            kit = replace(kit, facing=facing, turret=turret)
        if setup.acquired:
            kit = replace(kit, locks=tuple(_lock(game, units, ids, weapons, row) for row in setup.acquired))
        if flags & ABANDONED:
            kit, at = replace(kit, left=at), NOWHERE
        has_kit = kit != NO_KIT or has_facing(t)
        found.append(replace(unit, at=at, flags=flags, kit=kit if has_kit else None))
    return found


def _facing(game: Game, units: Sequence[Unit], unit: Unit, stated: str) -> int:
    """The vertex stated, else the first whose arc holds the nearest enemy."""
    board, here = game.board, unit.at >> 3
    if stated:
        return vertex_named(board, here, stated)
    enemies = [u.at >> 3 for u in units if u.side != unit.side and u.at >= 0 and u.at >> 3 != here]
    if not enemies:
        return 0
    there = min(enemies, key=lambda i: (game.distance(here, i), i))
    return vertices_toward(board.xs[there] - board.xs[here], board.ys[there] - board.ys[here])[0]


def _lock(
    game: Game, units: Sequence[Unit], ids: dict[str, int], weapons: Sequence[str], row: tuple[str, str, int]
) -> Lock:
    weapon, target, level = row
    code = ~OWN_GUNS[weapon] if weapon in OWN_GUNS else weapons.index(weapon)
    if target in ids:
        u = units[ids[target]]
        at = air_above(u.at) if is_helicopter(game, u) and u.at >= 0 else u.at
        return Lock(code, at, game.setup.start.turn, ids[target], level)
    return Lock(code, game.board.loc(target), game.setup.start.turn, NOBODY, level)


def new_unit(game: Game, id_: str, side: int, kind: int, skills: tuple[str, ...] = ()) -> Unit:
    """A unit that is still to enter the map."""
    t = game.types[kind]
    flags = BULK if t.kind in ("vehicle", "helicopter") else 0
    return Unit(id_, side, kind, NOWHERE, flags, 0, (), skills, NO_KIT if has_facing(t) else None)
