"""10.3: lines of sight between locations in a position: printed terrain, counters on the board, stated facts."""

from __future__ import annotations

from functools import lru_cache

from lnlt.core.board import ROOF
from lnlt.core.game import Game
from lnlt.core.hexes import CORNERS
from lnlt.core.state import Position
from lnlt.core.terrain import Hexside
from lnlt.rules.ch10_los_spotting.caves import closed_between
from lnlt.rules.ch10_los_spotting.dynamic import NO_COUNTERS, Dynamic
from lnlt.rules.ch10_los_spotting.explain import explain
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, Sight

_FACTS = {"clear": 0, "degraded": 0, "limited": 4, "blocked": BLOCKED}


FLAT = frozenset(
    {
        "spotted",
        "melee",
        "collapsed_entrance",
        "cave",
        "bunker",
        "mines",
        "claymore",
        "victory",
        "starshell",
        "spotting_round",
    }
)
"""Markers that never stand in a line of sight; those of Events do not either."""


_LAST: list[tuple[tuple[tuple[int, str], ...], Dynamic]] = [((), NO_COUNTERS)]
"""The obstacles asked about last: positions share the tuple until a marker comes or goes."""


def counters(obstacles: tuple[tuple[int, str], ...]) -> Dynamic:
    """The markers of a position as lines of sight know them."""
    known, found = _LAST[0]
    if known is not obstacles:
        found = _solid(tuple(item for item in obstacles if item[1] not in FLAT and not item[1].startswith("event_")))
        _LAST[0] = (obstacles, found)
    return found


@lru_cache(maxsize=1024)
def _solid(obstacles: tuple[tuple[int, str], ...]) -> Dynamic:
    """The same value for all positions that differ only in flat markers, so that its lines are judged once."""
    return Dynamic(obstacles)


def line(game: Game, s: Position, a: int, b: int, tis: bool = False) -> int:
    """10.3: degrading hexes + 4 * limited gaps between two locations, or BLOCKED; `tis` looks through Smoke (10.1.2).

    Caves and Bunkers are open to their front only, Tunnels to nobody outside (10.7, 10.7.1).
    """
    if game.los_facts:
        fact = game.los_facts.get((a, b))
        if fact is not None:
            word, count = fact
            return _FACTS[word] if word == "blocked" else _FACTS[word] + (count or word == "degraded")
    sight: Sight = game.sight
    if not s.obstacles:
        return sight.line(a, b)
    if (a & 7 > ROOF or b & 7 > ROOF) and closed_between(game, s, a, b) is not None:
        return BLOCKED
    return sight.line(a, b, counters(s.obstacles), tis)


def saw(game: Game, obstacles: tuple[tuple[int, str], ...], a: int, b: int) -> bool:
    """10.3: whether two locations saw each other when such counters were on the board."""
    fact = game.los_facts.get((a, b))
    if fact is not None:
        return fact[0] != "blocked"
    sight: Sight = game.sight
    return sight.line(a, b, counters(obstacles)) != BLOCKED


def deciding_rule(game: Game, s: Position, a: int, b: int) -> str:
    """Section of what decides the line between two locations."""
    if (a, b) in game.los_facts:
        return "10.3"
    if (a & 7 > ROOF or b & 7 > ROOF) and (rule := closed_between(game, s, a, b)) is not None:
        return rule
    return explain(game.sight, a, b, counters(s.obstacles)).rule


def sees(game: Game, s: Position, a: int, b: int) -> bool:
    """10.3: whether two locations see each other."""
    return line(game, s, a, b) != BLOCKED


@lru_cache(maxsize=65536)
def entry_sides(dx: int, dy: int) -> tuple[int, ...]:
    """Directions of the sides of a hex that a line from its centre toward (dx, dy) touches: one, or two at a corner."""
    if not dx and not dy:
        return ()
    touched = []
    for d in range(6):
        (x1, y1), (x2, y2) = CORNERS[d], CORNERS[(d + 1) % 6]
        if x1 * dy - y1 * dx >= 0 and dx * y2 - dy * x2 >= 0:
            touched.append(d)
    return tuple(touched)


def sides_toward(game: Game, hex_: int, other: int) -> list[Hexside]:
    """Hexside terrain of a hex that the line from another hex touches (Q-091)."""
    board = game.board
    sides = board.sides[hex_]
    dx, dy = board.xs[other] - board.xs[hex_], board.ys[other] - board.ys[hex_]
    return [side for d in entry_sides(dx, dy) if (side := sides[d]) is not None]
