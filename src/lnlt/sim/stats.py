"""Statistics of results: intervals for rates, and strength on the Elo scale."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

Z = 1.959963984540054
"""Standard errors on either side of a 95 % interval."""
ELO = 400 / math.log(10)
"""Elo points of one unit of log-odds."""
PRIOR_GAMES = 1.0
"""Drawn games added to each pairing, so that a level that never lost still has a finite strength."""


class Rate(NamedTuple):
    """A share of games with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def percent(rate: Rate) -> str:
    """A rate with its interval, as people read it.

    >>> percent(Rate(0.5, 0.4, 0.6))
    '50 % (40–60)'
    """
    return f"{100 * rate.value:.0f} % ({100 * rate.low:.0f}–{100 * rate.high:.0f})"


def wilson(successes: float, games: int, z: float = Z) -> Rate:
    """Wilson's interval of a rate; half successes (draws) are allowed. Without games nothing is known.

    >>> [round(x, 4) for x in wilson(8, 10)]
    [0.8, 0.4902, 0.9433]
    >>> wilson(0, 0)
    Rate(value=0.5, low=0.0, high=1.0)
    """
    if games == 0:
        return Rate(0.5, 0.0, 1.0)
    p = successes / games
    scale = 1 + z * z / games
    middle = (p + z * z / (2 * games)) / scale
    half = z / scale * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return Rate(p, max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half)))


def games_for(half: float, z: float = Z) -> int:
    """Games after which the interval of a rate near one half is no wider than `half` on either side.

    >>> games_for(0.05)
    385
    """
    return math.ceil(z * z * 0.25 / (half * half))


class Spread(NamedTuple):
    """Average of a figure with its 95 % interval, and the range of the middle 80 % of the games."""

    mean: float
    low: float
    high: float
    tenth: float
    ninetieth: float


def spread(values: Sequence[float]) -> Spread:
    """Average, its interval, and where most values lie; zeros if there are none."""
    if not values:
        return Spread(0.0, 0.0, 0.0, 0.0, 0.0)
    n = len(values)
    mean = math.fsum(values) / n
    half = 0.0
    if n > 1:
        half = Z * math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (n - 1) / n)
    ranked = sorted(values)
    return Spread(mean, mean - half, mean + half, quantile(ranked, 0.1), quantile(ranked, 0.9))


def quantile(ranked: Sequence[float], share: float) -> float:
    """A quantile of sorted values, between neighbours in proportion.

    >>> quantile([1, 2, 3, 4], 0.5)
    2.5
    """
    at = (len(ranked) - 1) * share
    low = math.floor(at)
    high = min(low + 1, len(ranked) - 1)
    return ranked[low] + (ranked[high] - ranked[low]) * (at - low)


class Elo(NamedTuple):
    """Strength of a player on the Elo scale with its 95 % interval."""

    points: float
    low: float
    high: float


def elo(scores: Mapping[tuple[str, str], tuple[float, int]], anchor: str = "") -> dict[str, Elo]:
    """Strengths that explain the scores best (Bradley and Terry), the anchor at 0.

    `scores` has for each pairing the points of the first player (a win 1, a draw one half) and the games. The anchor is
    the first player named if none is given. Intervals are those of the difference to the anchor.

    >>> found = elo({("a", "b"): (25, 100)}, "b")
    >>> round(found["a"].points), found["b"].points
    (-189, 0.0)
    """
    names = list(dict.fromkeys(name for pair in scores for name in pair))
    if not names:
        return {}
    anchor = anchor or names[0]
    free = [name for name in _linked(scores, anchor) if name != anchor]
    strength = dict.fromkeys([anchor, *free], 0.0)
    inverse: list[list[float]] = []
    for _ in range(100):
        slope = dict.fromkeys(free, 0.0)
        bend = {(a, b): 0.0 for a in free for b in free}
        for (a, b), (points, games) in scores.items():
            if a not in strength:
                continue
            n = games + PRIOR_GAMES
            chance = 1 / (1 + math.exp(strength[b] - strength[a]))
            gap, weight = points + PRIOR_GAMES / 2 - n * chance, n * chance * (1 - chance)
            for one, other, sign in ((a, b, 1), (b, a, -1)):
                if one in slope:
                    slope[one] += sign * gap
                    bend[one, one] += weight
                    if other in slope:
                        bend[one, other] -= weight
        inverse = _inverse([[bend[a, b] for b in free] for a in free])
        steps = [sum(inverse[i][k] * slope[b] for k, b in enumerate(free)) for i in range(len(free))]
        for name, step in zip(free, steps, strict=True):
            strength[name] += max(-2.0, min(2.0, step))
        if all(abs(step) < 1e-10 for step in steps):
            break
    found = {anchor: Elo(0.0, 0.0, 0.0)}
    for i, name in enumerate(free):
        half = Z * math.sqrt(inverse[i][i])
        found[name] = Elo(ELO * strength[name], ELO * (strength[name] - half), ELO * (strength[name] + half))
    return {name: found[name] for name in names if name in found}


def _linked(scores: Mapping[tuple[str, str], tuple[float, int]], anchor: str) -> list[str]:
    """Players whose strength can be compared with the anchor's, through others if need be."""
    found = [anchor]
    for name in found:
        for a, b in scores:
            if name in (a, b):
                other = b if name == a else a
                if other not in found:
                    found.append(other)
    return found


def _inverse(rows: list[list[float]]) -> list[list[float]]:
    """Inverse of a small symmetric matrix (Gauss and Jordan)."""
    size = len(rows)
    work = [[*row, *(1.0 if i == k else 0.0 for k in range(size))] for i, row in enumerate(rows)]
    for i in range(size):
        best = max(range(i, size), key=lambda r: abs(work[r][i]))
        work[i], work[best] = work[best], work[i]
        scale = work[i][i]
        work[i] = [x / scale for x in work[i]]
        for r in range(size):
            if r != i and work[r][i]:
                share = work[r][i]
                work[r] = [x - share * y for x, y in zip(work[r], work[i], strict=True)]
    return [row[size:] for row in work]
