"""10.3: lines of sight between locations in a position: printed terrain, counters on the board, stated facts."""

from __future__ import annotations

from functools import lru_cache

from lnlt.core.game import Game
from lnlt.core.hexes import CORNERS
from lnlt.core.state import Position
from lnlt.core.terrain import Hexside
from lnlt.rules.ch10_los_spotting.dynamic import Dynamic
from lnlt.rules.ch10_los_spotting.explain import explain
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, Sight

FLAT = frozenset({"spotted", "melee", "spotting_round", "starshell"})
"""Markers no line of sight takes notice of, beside those of Events."""
_FACTS = {"clear": 0, "degraded": 0, "limited": 4, "blocked": BLOCKED}


@lru_cache(maxsize=4096)
def counters(obstacles: tuple[tuple[int, str], ...]) -> Dynamic:
    """The markers of a position as lines of sight know them; those that never stand in one are left out."""
    return Dynamic(item for item in obstacles if item[1] not in FLAT and not item[1].startswith("event_"))


def line(game: Game, s: Position, a: int, b: int) -> int:
    """10.3: degrading hexes + 4 * limited gaps between two locations, or BLOCKED."""
    if game.los_facts:
        fact = game.los_facts.get((a, b))
        if fact is not None:
            word, count = fact
            return _FACTS[word] if word == "blocked" else _FACTS[word] + (count or word == "degraded")
    sight: Sight = game.sight
    return sight.line(a, b, counters(s.obstacles)) if s.obstacles else sight.line(a, b)


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
