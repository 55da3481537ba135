"""10.3, 10.3.2: what a line between two hexes enters, runs along and touches, against exact clipping of the line."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lnlt.rules.ch10_los_spotting.geometry import Crossed, Line, Run, need_of
from lnlt.rules.ch10_los_spotting.geometry import line as kept

Point = tuple[int, int]
ENTERED, ALONG, CORNER = "entered", "along", "corner"
NEAR = ((0, -2), (3, -1), (3, 1))
"""The neighbours to the north, north-east and south-east of a hex."""
LINES = [
    (0, 4), (0, 8), (3, 3), (3, 5), (3, 9), (3, 15), (3, 19), (3, -5), (3, -9), (3, -15), (6, 0), (6, 4), (6, 8),
    (6, 10), (6, -4), (6, -10), (9, 1), (9, 3), (9, 5), (9, 9), (9, -1), (9, -9), (12, 0), (12, 2), (12, 12), (12, -2),
    (15, 1), (15, 5), (15, 7), (15, -7), (18, 0), (18, 2), (18, 8), (18, -4), (21, 3), (21, 11), (24, 0), (24, -24),
]  # fmt: skip
"""Displacements: rows of hexes, lines along hexsides, steep ones, flat ones, and those through corners."""


def line(dx: int, dy: int) -> Line:
    """The line worked out anew, not one remembered from another test."""
    return kept.__wrapped__(dx, dy)


def steps_between(one: Point, two: Point) -> int:
    """Hexes from one to another: columns first, each of which gains half a hex, then straight on."""
    columns, halves = abs(one[0] - two[0]) // 3, abs(one[1] - two[1])
    return columns + max(0, halves - columns) // 2


def inside(dx: int, dy: int, x: int, y: int) -> str:
    """What the stretch from (0, 0) to (dx, dy) does in the hex around (x, y), a closed hexagon of three strips."""
    low, high, edge = Fraction(0), Fraction(1), False
    for slope, middle, half in ((dy, y, 1), (dx + dy, x + y, 2), (dx - dy, x - y, 2)):
        if slope == 0:
            if abs(middle) > half:
                return ""
            edge = edge or abs(middle) == half
            continue
        ends = sorted((Fraction(middle - half, slope), Fraction(middle + half, slope)))
        low, high = max(low, ends[0]), min(high, ends[1])
    if low > high:
        return ""
    return CORNER if low == high else ALONG if edge else ENTERED


def hexes_near(dx: int, dy: int) -> dict[Point, str]:
    """Every hex the line touches in any way, the two ends left out."""
    ys = range(min(0, dy) - 3, max(0, dy) + 4)
    box = [(x, y) for x in range(-3, dx + 4, 3) for y in ys if (x + y) % 2 == 0 and (x, y) not in ((0, 0), (dx, dy))]
    return {(x, y): found for x, y in box if (found := inside(dx, dy, x, y))}


def meets(dx: int, dy: int, one: Point, two: Point) -> tuple[bool, bool]:
    """Whether the line touches the hexside between two neighbours, and whether it runs along it: the points that are
    in both hexes."""
    low, high = Fraction(0), Fraction(1)
    for x, y in (one, two):
        for slope, middle, half in ((dy, y, 1), (dx + dy, x + y, 2), (dx - dy, x - y, 2)):
            if slope == 0:
                if abs(middle) > half:
                    return False, False
                continue
            ends = sorted((Fraction(middle - half, slope), Fraction(middle + half, slope)))
            low, high = max(low, ends[0]), min(high, ends[1])
    return low <= high, low < high


def crossed(found: Line) -> list[Crossed]:
    """The hexes a line enters."""
    return [step for step in found.steps if isinstance(step, Crossed)]


@pytest.mark.parametrize(("dx", "dy"), LINES)
def test_hexes_a_line_enters(dx: int, dy: int) -> None:
    """10.3, Q-085: a line enters every hex whose inside it passes, and no hex it touches in a corner only; each lies so
    many hexes from both ends."""
    near = hexes_near(dx, dy)
    found = crossed(line(dx, dy))
    assert {(s.x, s.y) for s in found} == {at for at, how in near.items() if how == ENTERED}
    for step in found:
        at = (step.x, step.y)
        assert (step.first, step.last) == (steps_between((0, 0), at), steps_between(at, (dx, dy)))
    assert line(dx, dy).n == steps_between((0, 0), (dx, dy))


@pytest.mark.parametrize(("dx", "dy"), LINES)
def test_hexsides_a_line_runs_along(dx: int, dy: int) -> None:
    """10.3.2: a line runs along the side between two hexes of which it is the edge; both lie as far from the ends."""
    near = hexes_near(dx, dy)
    runs = [step for step in line(dx, dy).steps if isinstance(step, Run)]
    assert {at for r in runs for at in ((r.x, r.y), (r.x2, r.y2))} == {at for at, how in near.items() if how == ALONG}
    for run in runs:
        for at in ((run.x, run.y), (run.x2, run.y2)):
            assert (run.first, run.last) == (steps_between((0, 0), at), steps_between(at, (dx, dy)))


@pytest.mark.parametrize(("dx", "dy"), LINES)
def test_hexsides_a_line_touches(dx: int, dy: int) -> None:
    """10.3.2, Q-086: a line meets the hexsides it crosses, runs along or touches at their end points, except those of
    the two end hexes; each counts as far away as the nearer of its hexes."""
    near = hexes_near(dx, dy)
    wanted = {}
    for x, y in near:
        for d, (sx, sy) in enumerate(NEAR):
            other = (x + sx, y + sy)
            touched, along = meets(dx, dy, (x, y), other)
            if other in near and touched:
                first, last = (min(steps_between(end, hex_) for hex_ in ((x, y), other)) for end in ((0, 0), (dx, dy)))
                wanted[x, y, d] = (first, last, along)
    assert {(s.x, s.y, s.d): (s.first, s.last, s.along) for s in line(dx, dy).sides} == wanted


@pytest.mark.parametrize(("dx", "dy"), LINES)
def test_gaps_of_a_line(dx: int, dy: int) -> None:
    """10.3.2, Q-087: between two neighbours a line passes only where it crosses their common side, not where it cuts
    off a corner of a third hex on the way from one to the other."""
    found = line(dx, dy)
    entered = {(s.x, s.y) for s in crossed(found)}
    wanted = set()
    for x, y in entered:
        for d, (sx, sy) in enumerate(NEAR):
            other = (x + sx, y + sy)
            if other in entered and meets(dx, dy, (x, y), other)[0]:
                wanted.add(((x, y), other, d))
    assert {((g.one.x, g.one.y), (g.two.x, g.two.y), g.d) for g in found.gaps} == wanted


def test_a_corner_cut_off() -> None:
    """10.3.2, Q-087: some line enters three hexes that meet in a corner and crosses only two of their three sides."""
    cut = 0
    for dx, dy in LINES:
        found = line(dx, dy)
        entered = {(s.x, s.y) for s in crossed(found)}
        beside = sum((x + sx, y + sy) in entered for x, y in entered for sx, sy in NEAR)
        cut += beside - len(found.gaps)
    assert cut > 0


@pytest.mark.parametrize(
    ("cross", "length", "need"),
    [(0, 12, 0), (2, 4, 1000), (1, 4, 500), (3, 21, 655), (1, 3, 578), (1, 2, 708), (3, 4, 1500), (1, 12, 289)],
)
def test_smallest_disc_a_line_touches(cross: int, length: int, need: int) -> None:
    """10.3, Q-081: a disc around the middle of a hex is touched from the first whole thousandth on that is at least the
    distance of the line."""
    assert need_of(cross, length) == need
    assert need**2 * length >= (1000 * cross) ** 2
    assert need == 0 or (need - 1) ** 2 * length < (1000 * cross) ** 2
