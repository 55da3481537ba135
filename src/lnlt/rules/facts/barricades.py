"""21.5: Barricades: markers on a hexside of a Road hex that act like Walls, stop whoever drives or rides, and may be
shot or torn down."""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.board import LAYERS, Board
from lnlt.core.draft import Draft
from lnlt.core.game import Game
from lnlt.core.state import Marker, Position
from lnlt.core.tally import Modifier, Refusal, Tally

BARRICADE = "barricade"
ARMOR = 2


def barricade_on(board: Board, s: Position, hex_: int, direction: int) -> Marker | None:
    """21.5: the Barricade on a side of a hex, whichever of the two hexes it lies in."""
    for marker in s.marks.get(hex_ * LAYERS, ()):
        if marker.kind == BARRICADE and marker.facing == direction:
            return marker
    other = board.neighbours[hex_][direction]
    for marker in s.marks.get(other * LAYERS, ()) if other >= 0 else ():
        if marker.kind == BARRICADE and marker.facing == (direction + 3) % 6:
            return marker
    return None


def barricade_between(board: Board, s: Position, one: int, other: int) -> Marker | None:
    """21.5: the Barricade between two neighbouring hexes."""
    near = board.neighbours[one]
    return barricade_on(board, s, one, near.index(other)) if other in near else None


def sides_of(board: Board, s: Position, hex_: int) -> list[int]:
    """21.5: the sides of a hex with a Barricade."""
    return [d for d in range(6) if barricade_on(board, s, hex_, d) is not None]


def pairs(board: Board, s: Position) -> list[tuple[int, int]]:
    """21.5: the hexes of every side with a Barricade, that in which it lies first."""
    found = [(m.at >> 3, board.neighbours[m.at >> 3][m.facing]) for m in s.markers if m.kind == BARRICADE]
    return [(a, b) for a, b in found if b >= 0]


def barred_sides(board: Board, s: Position) -> list[tuple[str, str]]:
    """21.5: the names of the two hexes of every side with a Barricade."""
    return [(board.names[a], board.names[b]) for a, b in pairs(board, s)]


def crossing(game: Game, s: Position, frm: int, to: int, mover: int, prohibited: int) -> list[Modifier] | Refusal:
    """21.5: what a step across a Barricade costs more, in half points; nobody drives or rides across."""
    board = game.board
    if barricade_between(board, s, frm, to) is None:
        return []
    cost = board.chart.hexsides[BARRICADE].cost[mover]
    if cost == prohibited:
        names = {"from": board.names[frm], "at": board.names[to], "hexside": BARRICADE}
        return Refusal("21.5", "hexside_prohibited", names)
    return [Modifier(cost, "barricade", "21.5", board.names[to])]


def sides(game: Game, s: Position) -> list[tuple[int, int]]:
    """Pairs of hexes with a Barricade between them, in both orders."""
    found = pairs(game.board, s)
    return found + [(b, a) for a, b in found]


def named(game: Game, s: Position, at: str, toward: str) -> Marker | Refusal:
    """The Barricade between two hexes by name."""
    one, two = game.board.hex_named(at), game.board.hex_named(toward)
    found = barricade_between(game.board, s, one, two) if one >= 0 and two >= 0 else None
    return found or Refusal("21.5", "no_barricade", {"at": at, "toward": toward})


def armor_of_barricade() -> Tally:
    """21.5: what a Barricade adds to its die."""
    return Tally("armor", (Modifier(ARMOR, "armor", "21.5", BARRICADE),))


def settle(
    d: Draft, side: int, at: int, sums: tuple[Tally, Tally], dice: tuple[int, int], destroyed: bool, toward: str
) -> None:
    """21.5: a Barricade that is destroyed is taken off."""
    d.emit(
        ev.Resolved("barricade", side, at, sums, "destroyed" if destroyed else "none", dice=((dice[0],), (dice[1],)))
    )
    board = d.game.board
    marker = barricade_between(board, d, at >> 3, board.hex_named(toward))
    if destroyed and marker is not None:
        d.emit(ev.MarkerRemoved(marker))
