"""22.0: groups of units that are not on the map yet: who waits where, since when, by which edge."""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.board import Board
from lnlt.core.draft import Draft
from lnlt.core.flags import ABANDONED, ELIMINATED
from lnlt.core.game import Game
from lnlt.core.hexes import NE, NW, SE, SW, N, S
from lnlt.core.setup import Group
from lnlt.core.state import NOBODY, NOWHERE, Position, Weapon
from lnlt.rules.facts.kits import new_unit

EDGES = ("north", "east", "south", "west")


def printed(game: Game, text: str) -> str:
    """A location as it is printed, "" if the board has none of that name."""
    try:
        return game.board.loc_name(game.board.loc(text))
    except KeyError:
        return ""


def edge_hexes(game: Game, edge: str) -> tuple[int, ...]:
    """Hexes of the playable area along an edge of the map; worked out once."""
    known = game.edges.get(edge)
    if known is not None:
        return known
    board: Board = game.board
    inside = game.playable
    found = []
    for i in sorted(inside):
        near = board.neighbours[i]
        out = {
            "north": near[N] not in inside,
            "south": near[S] not in inside,
            "east": near[NE] not in inside and near[SE] not in inside,
            "west": near[NW] not in inside and near[SW] not in inside,
        }
        if out[edge]:
            found.append(i)
    game.edges[edge] = tuple(found)
    return game.edges[edge]


def group_named(game: Game, name: str) -> Group:
    """A group by its id."""
    return next(g for g in game.setup.groups if g.id == name)


def gone(s: Position, name: str) -> bool:
    """22.0, 19.2.7: whether a unit has left the map for good."""
    return bool(s.notes.get(f"exited:{name}") or s.notes.get(f"flown:{name}"))


def waiting(s: Position, group: Group) -> list[int]:
    """Units of a group that are still off the map and have not left it."""
    found = []
    for name in group.units:
        u = s.ids.get(name)
        if u is None:
            continue
        unit = s.units[u]
        if unit.kit is not None and unit.kit.aboard != NOBODY:
            continue
        if unit.at == NOWHERE and not unit.flags & (ELIMINATED | ABANDONED) and not gone(s, name):
            found.append(u)
    return found


def is_open(s: Position, group: Group) -> bool:
    """22.0: whether a group may enter now: its turn has come, or an event has let it."""
    opened = s.notes.get(f"open:{group.id}", 0)
    if group.setup or not (group.enter or group.edges or group.edge_roll):
        return False
    if group.after and not s.notes.get(f"entered:{group.after}"):
        return False
    return s.turn >= group.turn if group.turn else bool(opened) and s.turn >= opened


def bring(d: Draft, group: Group) -> None:
    """22.0: units and weapons that a paragraph brings come into being, off the map."""
    game = d.game
    names = set(group.units)
    for unit in game.setup.units:
        if unit.id not in names or unit.id in d.ids:
            continue
        side = game.side_index[unit.side]
        kind = game.type_index[unit.type]
        skills = tuple(dict.fromkeys((*game.types[kind].skills, *unit.skills)))
        d.emit(ev.UnitCreated(new_unit(game, unit.id, side, kind, skills)))
        for name in unit.carries:
            d.emit(ev.WeaponPassed(_weapon(d, name, side), len(d.units) - 1))
    for name in group.weapons:
        _weapon(d, name, game.side_index[group.side])


def _weapon(d: Draft, name: str, side: int) -> int:
    """Number of a weapon, which comes into being if it is not there yet."""
    for w, weapon in enumerate(d.weapons):
        if weapon.id == name:
            return w
    row = next(w for w in d.game.setup.weapons if w.id == name)
    d.emit(ev.WeaponCreated(Weapon(name, d.game.weapon_type_index[row.type], side)))
    return len(d.weapons) - 1


def entering(game: Game, s: Position, side: int) -> list[Group]:
    """Groups of a side with units that may enter now."""
    name = game.sides[side].id
    return [g for g in game.setup.groups if g.side == name and is_open(s, g) and waiting(s, g)]


def edges_of(s: Position, group: Group) -> tuple[str, ...]:
    """Edges a group may still come by: all it is given, or the one its first unit chose."""
    if not (group.edges or group.edge_roll):
        return ()
    chosen = s.notes.get(f"edge:{group.id}", 0)
    if chosen:
        return (EDGES[chosen - 1],)
    if group.edges_near:
        other = s.notes.get(f"edge:{group.edges_near}", 0)
        # notes count edges from 1, so those that touch it are odd in the list where the note is odd
        return tuple(e for e in group.edges if EDGES.index(e) % 2 == other % 2)
    return group.edges


def entry_hexes(game: Game, s: Position, group: Group) -> tuple[int, ...]:
    """Hexes a group may enter by now."""
    found = [game.board.index[h] for h in group.enter]
    for edge in edges_of(s, group):
        found.extend(edge_hexes(game, edge))
    return tuple(dict.fromkeys(found))
