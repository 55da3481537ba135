"""10.3: where lines are looked for: one way per pair of hexes, and the hexes near a line only."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil, floor

import pytest

from lnlt.rules.ch10_los_spotting.geometry import _candidates, is_first


def test_one_of_two_ways_is_the_first() -> None:
    """Of a displacement and its opposite exactly one is canonical, and none leads from a hex to itself."""
    for dx, dy in product(range(-7, 8), repeat=2):
        assert is_first(dx, dy) + is_first(-dx, -dy) == (1 if dx or dy else 0)
    assert is_first(3, -1)
    assert is_first(0, 2)


@pytest.mark.parametrize(
    ("dx", "dy"), [(dx, dy) for dx in range(3, 22, 3) for dy in range(-13, 14) if (dx + dy) % 2 == 0]
)
def test_no_hex_far_from_the_line_is_looked_at(dx: int, dy: int) -> None:
    """In a column, two thirds of a hex to each side of its middle, the line rises from one height to another; hexes
    from one below to one above are looked at."""
    wanted = []
    for x in range(0, dx + 1, 3):
        heights = [Fraction(dy * there, dx) for there in (max(0, x - 2), min(dx, x + 2))]
        lowest, highest = floor(min(heights)) - 1, ceil(max(heights)) + 1
        wanted += [(x, y) for y in range(lowest, highest + 1) if (x + y) % 2 == 0]
    assert _candidates(dx, dy) == wanted


def test_a_line_down_a_column_enters_the_hexes_between() -> None:
    """Every second half hex is a hex."""
    assert _candidates(0, 8) == [(0, 2), (0, 4), (0, 6)]
    assert _candidates(0, 2) == []
