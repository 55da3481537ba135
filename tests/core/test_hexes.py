"""Hex geometry: names, neighbours, distances."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lnlt.core import hexes

NAMES = st.builds(lambda c, r: f"{hexes.column_letters(c)}{r}", st.integers(1, 40), st.integers(1, 30))
POINTS = NAMES.map(hexes.xy)


@given(NAMES)
def test_names_round_trip(name: str) -> None:
    """A printed name and its coordinates stand for each other."""
    assert hexes.is_hex_name(name)
    assert hexes.name(*hexes.xy(name)) == name


@given(st.integers(1, 52))
def test_columns_round_trip(column: int) -> None:
    """Column letters and numbers stand for each other beyond Z."""
    assert hexes.column_number(hexes.column_letters(column)) == column


@pytest.mark.parametrize("text", ["", "5", "h6", "H", "AB3", "H-1", "H123", "6H"])
def test_bad_names(text: str) -> None:
    """Text that is no hex name is recognised, and refused as coordinates."""
    assert not hexes.is_hex_name(text)
    with pytest.raises(ValueError):
        hexes.xy(text)


@given(POINTS, POINTS)
def test_distance_is_symmetric(a: tuple[int, int], b: tuple[int, int]) -> None:
    """Distance is 0 only for the same hex, and the same both ways."""
    assert hexes.distance(*a, *b) == hexes.distance(*b, *a)
    assert (hexes.distance(*a, *b) == 0) == (a == b)


@given(POINTS, POINTS, POINTS)
def test_triangle_inequality(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> None:
    """A detour is never shorter."""
    assert hexes.distance(*a, *c) <= hexes.distance(*a, *b) + hexes.distance(*b, *c)


@given(POINTS)
def test_neighbours(a: tuple[int, int]) -> None:
    """The six steps lead to six different hexes at distance 1, and their directions are known."""
    x, y = a
    near = [(x + dx, y + dy) for dx, dy in hexes.STEPS]
    assert len(set(near)) == 6
    assert [hexes.direction(x, y, *n) for n in near] == list(range(6))
    assert all(hexes.distance(x, y, *n) == 1 for n in near)


@given(POINTS, POINTS)
def test_distance_is_the_shortest_walk(a: tuple[int, int], b: tuple[int, int]) -> None:
    """From any hex some neighbour is one step nearer and none nearer than that."""
    far = hexes.distance(*a, *b)
    around = [hexes.distance(a[0] + dx, a[1] + dy, *b) for dx, dy in hexes.STEPS]
    assert min(around) == (far - 1 if far else 1)
    assert max(around) <= far + 1


@given(st.integers(0, 5))
def test_opposite_directions(d: int) -> None:
    """Direction d + 3 leads back."""
    (dx, dy), (bx, by) = hexes.STEPS[d], hexes.STEPS[(d + 3) % 6]
    assert (dx + bx, dy + by) == (0, 0)


@given(st.integers(0, 5))
def test_sides_join_corners(d: int) -> None:
    """The middle of the side between corners d and d + 1 lies halfway to the neighbour in direction d."""
    (x1, y1), (x2, y2) = hexes.CORNERS[d], hexes.CORNERS[(d + 1) % 6]
    assert (x1 + x2, y1 + y2) == hexes.STEPS[d]


def test_far_hexes_have_no_direction() -> None:
    """Two hexes that are no neighbours have no direction."""
    assert hexes.direction(*hexes.xy("A1"), *hexes.xy("C1")) is None
