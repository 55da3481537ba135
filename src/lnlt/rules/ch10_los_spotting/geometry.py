"""10.3: what a line between two hex centres touches, in exact integers and independent of any board.

A `Line` belongs to a displacement; moved to its first hex it serves every pair of hexes with that displacement.
Crossed are hexes whose inside the line enters; a hex touched only in a corner is not crossed [Q-085].
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from lnlt.core import hexes
from lnlt.core.board import Point

SCALE = 1000
"""Silhouettes are given in thousandths."""


class Crossed(NamedTuple):
    """A hex the line passes through; coordinates relative to the first hex."""

    x: int
    y: int
    first: int
    """Distance in hexes from the first end, `last` from the other."""
    last: int
    need: int
    """Smallest disc radius (thousandths of the centre-to-side distance) the line touches."""
    sides: int
    """Bit mask of the sides of the hex that the line touches, corners included."""


class Run(NamedTuple):
    """A hexside the line runs along, with the hexes on both sides of it [10.3.2]."""

    x: int
    y: int
    x2: int
    y2: int
    first: int
    last: int


class Side(NamedTuple):
    """A hexside, of neither end hex, that the line touches (end points count) [10.3.2, Q-086]."""

    x: int
    y: int
    d: int
    """0, 1 or 2: north, north-east or south-east side of the hex at x, y."""
    first: int
    """Distance from the first end to the nearer of the two hexes; `last` from the other end."""
    last: int
    along: bool


class Gap(NamedTuple):
    """Two crossed hexes whose common side the line crosses [10.3.2, Q-087]."""

    one: Crossed
    two: Crossed
    d: int


class Line(NamedTuple):
    """Everything a line of sight of one displacement touches, in order from the first end."""

    dx: int
    dy: int
    n: int
    """Range in hexes."""
    axis: int | None
    """Direction, if the line runs from hex centre to hex centre along a row of hexes."""
    steps: tuple[Crossed | Run, ...]
    sides: tuple[Side, ...]
    gaps: tuple[Gap, ...]


def is_first(dx: int, dy: int) -> bool:
    """Whether a displacement leads from the first to the second end: one of the two ways is the canonical one."""
    return (dx or dy) > 0


def _candidates(dx: int, dy: int) -> list[Point]:
    """Hexes near the line: per column those between its lowest and its highest point there."""
    if dx == 0:
        return [(0, y) for y in range(2, dy, 2)]
    found = []
    for x in (*range(0, dx, 3), dx):
        y1, y2 = sorted((max(0, x - 2) * dy, min(dx, x + 2) * dy))
        low, high = y1 // dx - 1, -(-y2 // dx) + 1
        found += [(x, y) for y in range(low, high + 1) if x % 2 == y % 2]
    return found


def need_of(cross: int, length: int) -> int:
    """Smallest whole radius whose disc a line touches that passes at squared distance cross² / length.

    >>> need_of(0, 12), need_of(2, 4), need_of(3, 21)
    (0, 1000, 655)
    """
    square = -(-cross * cross * SCALE * SCALE // length)
    root = isqrt(square)
    return root if root * root == square else root + 1


@functools.cache
def line(dx: int, dy: int) -> Line:
    """10.3: the line to the centre at (dx, dy) from the centre at (0, 0); the displacement must be canonical.

    >>> [(s.x, s.y) for s in line(6, 2).steps], [(s.x, s.y, s.x2, s.y2) for s in line(6, 0).steps]
    ([(3, 1)], [(3, -1, 3, 1)])
    """
    n, length = hexes.distance(0, 0, dx, dy), dx * dx + 3 * dy * dy
    ends = ((0, 0), (dx, dy))
    crossed: dict[Point, Crossed] = {}
    runs: dict[frozenset[Point], Run] = {}
    sides: dict[tuple[int, int, int], Side] = {}
    for x, y in _candidates(dx, dy):
        if not 0 < dx * x + 3 * dy * y < length:
            continue
        at = [dx * (y + cy) - dy * (x + cx) for cx, cy in hexes.CORNERS]
        touched = sum(1 << d for d in range(6) if at[d] * at[(d + 1) % 6] <= 0)
        if not touched:
            continue
        first, last = hexes.distance(0, 0, x, y), hexes.distance(x, y, dx, dy)
        if min(at) < 0 < max(at):
            crossed[x, y] = Crossed(x, y, first, last, need_of(dx * y - dy * x, length), touched)
        else:
            d = next((d for d in range(6) if at[d] == at[(d + 1) % 6] == 0), None)
            if d is None:
                continue
            x2, y2 = x + hexes.STEPS[d][0], y + hexes.STEPS[d][1]
            one, two = sorted(((x, y), (x2, y2)))
            runs.setdefault(frozenset((one, two)), Run(*one, *two, first, last))
        for d in range(6):
            x2, y2 = x + hexes.STEPS[d][0], y + hexes.STEPS[d][1]
            if touched >> d & 1 and (x2, y2) not in ends:
                first2, last2 = hexes.distance(0, 0, x2, y2), hexes.distance(x2, y2, dx, dy)
                along = at[d] == at[(d + 1) % 6] == 0
                side = (x, y, d) if d < 3 else (x2, y2, d - 3)
                sides[side] = Side(*side, min(first, first2), min(last, last2), along)
    steps: list[Crossed | Run] = [*crossed.values(), *runs.values()]
    steps.sort(key=lambda s: dx * (s.x + (s.x2 if isinstance(s, Run) else s.x)) + 3 * dy * _two_y(s))
    return Line(dx, dy, n, _axis(dx, dy, n), tuple(steps), tuple(sides.values()), tuple(_gaps(crossed)))


def _two_y(step: Crossed | Run) -> int:
    return step.y + (step.y2 if isinstance(step, Run) else step.y)


def _axis(dx: int, dy: int, n: int) -> int | None:
    return next((d for d, (x, y) in enumerate(hexes.STEPS) if (x * n, y * n) == (dx, dy)), None)


def _gaps(crossed: dict[Point, Crossed]) -> list[Gap]:
    found = []
    for (x, y), hex_ in crossed.items():
        for d in range(3):
            other = crossed.get((x + hexes.STEPS[d][0], y + hexes.STEPS[d][1]))
            if other is not None and hex_.sides >> d & 1:
                found.append(Gap(hex_, other, d))
    return found


def touches(dx: int, dy: int, x: int, y: int, shape: Sequence[Point]) -> bool:
    """10.3: whether the line meets a polygon, given relative to the centre of the hex at (x, y) [Q-081].

    The polygon is closed (touching counts) and lies inside a hex that is no end of the line.
    """
    points = [(SCALE * x + px, SCALE * y + py) for px, py in shape]
    bx, by = SCALE * dx, SCALE * dy
    at = [bx * py - by * px for px, py in points]
    for i in range(len(points)):
        (px, py), (qx, qy) = points[i - 1], points[i]
        if at[i - 1] * at[i] > 0:
            continue
        if at[i - 1] == at[i] == 0:
            along = sorted((px * bx + py * by, qx * bx + qy * by))
            if along[1] >= 0 and along[0] <= bx * bx + by * by:
                return True
            continue
        start = (qx - px) * -py - (qy - py) * -px
        end = (qx - px) * (by - py) - (qy - py) * (bx - px)
        if start * end <= 0:
            return True
    return False
