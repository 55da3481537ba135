"""10.7, 10.7.1: Caves and Tunnels: what they are open to, who may go in, which way a Tunnel leads.

A Cave is a marker with a facing; those in it are in the layer CAVE of its hex, those on the way between two Caves in
the layer TUNNEL of the hexes between. Bunkers have a facing of the same kind (21.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lnlt.core.arcs import in_front_of
from lnlt.core.board import BUNKER, CAVE, GROUND, TUNNEL, Board
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Marker, Position
from lnlt.core.tally import Modifier, Refusal

KINDS = {BUNKER: "bunker", CAVE: "cave"}
"""Marker that makes a layer of its hex."""
RULES = {BUNKER: "21.1", CAVE: "10.7"}
FROM_BEHIND = {BUNKER: "21.1.2", CAVE: "10.7"}
"""Sections that close a Bunker or Cave from inside and from outside [21.1.2]."""
CAVE_COST, TUNNEL_COST = 4, 2
"""Half points: two to go in or out, one per hex of Tunnel."""
UNDERGROUND = frozenset({CAVE, TUNNEL})


def marker_of(marks: Mapping[int, tuple[Marker, ...]], loc: int) -> Marker | None:
    """The Cave or Bunker marker a location is the inside of."""
    kind = KINDS.get(loc & 7)
    for marker in marks.get((loc >> 3) * 8, ()):
        if marker.kind == kind:
            return marker
    return None


def has_cave(s: Position, hex_: int) -> bool:
    """10.7: whether a hex has a Cave whose entrance is open."""
    return any(marker.kind == "cave" for marker in s.marks.get(hex_ * 8, ()))


def caves(s: Position) -> Iterator[int]:
    """Hexes with a working Cave."""
    for marker in s.markers:
        if marker.kind == "cave":
            yield marker.at >> 3


def in_front(board: Board, hex_: int, facing: int, other: int) -> bool:
    """10.7, P-6: whether another hex, or the same, lies before the front three sides of what faces a direction."""
    return in_front_of(facing, board.xs[other] - board.xs[hex_], board.ys[other] - board.ys[hex_])


def closed_between(board: Board, marks: Mapping[int, tuple[Marker, ...]], a: int, b: int) -> str | None:
    """10.7, 10.7.1: section that forbids sight and fire between two locations, None if neither end is in the way.

    Caves and Bunkers are open to the three sides they face, and to their own hex; a Tunnel only to the next Tunnel hex.
    """
    for one, two in ((a, b), (b, a)):
        layer = one & 7
        if layer == TUNNEL:
            near = one == two or two >> 3 in board.neighbours[one >> 3]
            if two & 7 != TUNNEL or not near:
                return "10.7.1"
        elif (marker := marker_of(marks, one)) is not None and marker.facing != NOBODY:
            if not in_front(board, one >> 3, marker.facing, two >> 3):
                return (RULES if one == a else FROM_BEHIND)[layer]
    return None


def nearer_cave(game: Game, s: Position, frm: int, to: int) -> bool:
    """10.7.1, Q-232: a hex of Tunnel is one that comes closer to a working Cave in another hex."""
    before, after = game.board.distances(frm), game.board.distances(to)
    return any(cave != frm and after[cave] < before[cave] for cave in caves(s))


def passage(game: Game, s: Position, frm: int, to: int) -> list[Modifier] | Refusal:
    """10.7, 10.7.1: cost of a step into, out of or between Caves and Tunnels, in half points."""
    name = game.board.loc_name(to)
    i, j = frm >> 3, to >> 3
    layers = {frm & 7, to & 7}
    if i == j:
        if layers == {GROUND, CAVE} and has_cave(s, i):
            return [Modifier(CAVE_COST, "cave", "10.7", name)]
        return Refusal("10.7", "no_cave", {"at": name})
    if not layers <= UNDERGROUND:
        return Refusal("10.7", "cave_entrance", {"at": name})
    if j not in game.board.neighbours[i]:
        return Refusal("6.0", "not_adjacent", {"from": game.board.loc_name(frm), "at": name})
    if to & 7 != (CAVE if has_cave(s, j) else TUNNEL) or not nearer_cave(game, s, i, j):
        return Refusal("10.7.1", "no_tunnel", {"at": name})
    return [Modifier(TUNNEL_COST, "tunnel", "10.7.1", name)]


def ways(game: Game, s: Position, loc: int) -> tuple[int, ...]:
    """Locations a step away from inside a Cave or Tunnel."""
    i = loc >> 3
    near = [j * 8 + (CAVE if has_cave(s, j) else TUNNEL) for j in game.board.neighbours[i] if j >= 0]
    return (*near, i * 8) if loc & 7 == CAVE else tuple(near)


def check_underground(game: Game, s: Position, unit: int, to: int) -> Refusal | None:
    """10.7, 10.7.1: of Weapon Teams MGs and Mortars enter Caves, none a Tunnel; a Tunnel may belong to one side."""
    u = s.units[unit]
    t = game.types[u.type]
    if t.kind == "weapon_team":
        if to & 7 == TUNNEL:
            return Refusal("10.7.1", "no_team_in_tunnel", {"unit": u.id})
        if not (t.abilities & {"mg", "mortar"} or (t.fp > 0 and not t.to_hit)):
            return Refusal("10.7", "no_team_in_cave", {"unit": u.id})
        if u.at & 7 in UNDERGROUND and u.at >> 3 != to >> 3:
            return Refusal("10.7.1", "no_team_in_tunnel", {"unit": u.id})
    if t.kind == "vehicle":
        return Refusal("10.7", "no_team_in_cave", {"unit": u.id})
    owners = {m.side for m in s.markers if m.kind == "cave"}
    if u.at & 7 in UNDERGROUND and u.side not in owners and NOBODY not in owners:
        return Refusal("10.7.1", "not_their_tunnel", {"unit": u.id})
    return None
