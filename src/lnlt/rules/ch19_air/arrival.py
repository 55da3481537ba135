"""19.1: airstrikes: which are available, whose comes when a double is rolled, and the lines they can fly."""

from __future__ import annotations

from typing import NamedTuple

from lnlt.core import events as ev
from lnlt.core.draft import DOUBLES, Draft
from lnlt.core.flags import ELIMINATED
from lnlt.core.game import Game
from lnlt.core.hexes import NE, NW, SE, SW, N, S
from lnlt.core.setup import Airstrike, GameSetup
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch10_los_spotting.lines import counters
from lnlt.rules.facts.groups import EDGES, edge_hexes

ABOVE = 2
"""Levels an aircraft flies above the highest obstacle of its flight path (19.1.1, Q-153)."""
INWARD: dict[str, tuple[int, ...]] = {"north": (S, SE, SW), "east": (SW, NW), "south": (N, NE, NW), "west": (NE, SE)}
"""Directions that lead from an edge across the map (Q-390)."""


def first_note(setup: GameSetup) -> dict[str, int]:
    """A strike that is due when the game begins, as if a double had been rolled."""
    return {DOUBLES: 1} if any(strike.due or strike.over for strike in setup.airstrikes) else {}


def strikes_left(game: Game, s: Position, side: int, turn: int) -> list[Airstrike]:
    """19.1, 22.0: airstrikes of a side that are available on a turn and have not flown; unused ones carry over."""
    found = []
    for strike in game.setup.airstrikes:
        u = s.units[s.ids[strike.unit]]
        if u.side == side and strike.turn <= turn and f"flown:{u.id}" not in s.notes and not u.flags & ELIMINATED:
            found.append(strike)
    return found


def had_one(s: Position, side: int) -> bool:
    """19.1.5, Q-151: whether a side has had its airstrike of this turn."""
    return s.notes.get(f"air:{side}", 0) == s.turn


def next_side(game: Game, s: Position) -> int:
    """19.1, Q-151: whose airstrike the next double brings: that of the side with the initiative first; or NOBODY."""
    for side in (s.initiative, 1 - s.initiative):
        if not had_one(s, side) and strikes_left(game, s, side, s.turn):
            return side
    return NOBODY


def forget_doubles(d: Draft) -> None:
    """19.1, Q-391: a double after the last impulse of a turn counts for the next if a strike was available then."""
    late = d.turn > d.game.setup.start.turn
    if late and d.notes.get(DOUBLES) and not any(strikes_left(d.game, d, side, d.turn - 1) for side in (0, 1)):
        d.emit(ev.Noted(DOUBLES, 0))


class Line(NamedTuple):
    """A straight line across the map."""

    way: int
    path: tuple[int, ...]


def row_from(game: Game, start: int, way: int) -> tuple[int, ...]:
    """Hexes in a straight line as far as the playable area goes."""
    found, hex_ = [], start
    while hex_ >= 0 and hex_ in game.playable:
        found.append(hex_)
        hex_ = game.board.neighbours[hex_][way]
    return tuple(found)


def entry_edges(die: int) -> tuple[str, ...]:
    """19.1: the edge a die gives; with 5 and 6 the owner chooses.

    >>> entry_edges(3), entry_edges(6)
    (('south',), ('north', 'east', 'south', 'west'))
    """
    return (EDGES[die - 1],) if die <= len(EDGES) else EDGES


def entry_lines(game: Game, strike: Airstrike, edges: tuple[str, ...]) -> list[Line]:
    """19.1: every line an aircraft can fly from some edges of the map."""
    found = []
    for edge in edges:
        starts = sorted(game.playable) if strike.anywhere else edge_hexes(game, edge)
        for start in starts:
            found += [Line(way, path) for way in INWARD[edge] if len(path := row_from(game, start, way)) > 1]
    return list(dict.fromkeys(found))


def flight_line(game: Game, strike: Airstrike, edges: tuple[str, ...], at: str, toward: str) -> Line | Refusal:
    """19.1, Q-390: the line that begins in a hex of such an edge and goes on through the hex next to it."""
    board = game.board
    for name in (at, toward):
        if board.hex_named(name) not in game.playable:
            return Refusal("1.4", "no_such_place", {"at": name})
    start, second = board.hex_named(at), board.hex_named(toward)
    if second not in board.neighbours[start]:
        return Refusal("19.1", "no_straight_flight", {"at": at, "toward": toward})
    way = board.neighbours[start].index(second)
    sides = [e for e in edges if strike.anywhere or start in edge_hexes(game, e)]
    if not sides:
        return Refusal("19.1", "not_that_edge", {"at": at, "edge": ", ".join(edges)})
    if not any(way in INWARD[e] for e in sides):
        return Refusal("19.1", "no_straight_flight", {"at": at, "toward": toward})
    return Line(way, row_from(game, start, way))


def flight_level(game: Game, s: Position, path: tuple[int, ...]) -> int:
    """19.1.1, Q-153: two levels above the highest obstacle of the flight path."""
    dyn = counters(game, s)
    return ABOVE + max(int(game.sight.obstacle_level(hex_, dyn)) for hex_ in path)
