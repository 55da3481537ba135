"""14.1, 14.1.3, 21.1: covered arcs and armor facings (P-6), checked against drawn geometry and their symmetries."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lnlt.core.arcs import (
    ALL_FACINGS,
    coordinates,
    covers,
    covers_rear,
    facings,
    in_front_of,
    turn_between,
    vertices_toward,
)
from lnlt.core.hexes import CORNERS, STEPS, distance

VERTICES = st.integers(0, 5)
STEP_COUNTS = st.integers(-12, 12)


def vector(a: int, b: int) -> tuple[int, int]:
    """a steps north and b steps south-east: every hex can be written so."""
    (ax, ay), (bx, by) = STEPS[0], STEPS[2]
    return a * ax + b * bx, a * ay + b * by


VECTORS = st.builds(vector, STEP_COUNTS, STEP_COUNTS)


def turned(dx: int, dy: int) -> tuple[int, int]:
    """A vector between hexes turned by one hexside clockwise."""
    p, q = coordinates(0, 1, dx, dy)
    (ax, ay), (bx, by) = STEPS[1], STEPS[2]
    return p * ax + q * bx, p * ay + q * by


def angle(dx: int, dy: int, vertex: int) -> float:
    """Angle between a vector and the line through a vertex, in degrees, from -180 to 180."""
    x, y = CORNERS[vertex]
    root = math.sqrt(3)
    found = math.degrees(math.atan2(dy * root, dx) - math.atan2(y * root, x))
    return (found + 180) % 360 - 180


@given(VERTICES, VECTORS)
def test_covered_arc_is_the_closed_wedge_of_sixty_degrees(vertex: int, d: tuple[int, int]) -> None:
    """14.1, Q-102: the hexrows through the two hexes at the vertex are its edges; the own hex is outside."""
    inside = d != (0, 0) and abs(angle(*d, vertex)) <= 30 + 1e-9
    assert covers(vertex, *d) is inside
    assert covers_rear(vertex, *d) is covers(vertex, -d[0], -d[1])


@given(VERTICES, VECTORS)
def test_facings_follow_the_side_the_line_enters_by(vertex: int, d: tuple[int, int]) -> None:
    """14.1.3, Q-100: two sides are front, one on each hand flank, two rear; on a vertex between two it is both."""
    if d == (0, 0):
        assert facings(vertex, *d) == ALL_FACINGS
        return
    off = round(abs(angle(*d, vertex)), 6)
    expected = ("front",) if off < 60 else ("flank",) if 60 < off < 120 else ("rear",)
    expected = ("front", "flank") if off == 60 else ("flank", "rear") if off == 120 else expected
    assert facings(vertex, *d) == expected


@given(VERTICES, VECTORS)
def test_turning_board_and_counter_changes_nothing(vertex: int, d: tuple[int, int]) -> None:
    """14.1, 14.1.3: arcs and facings are the same on a board turned by one hexside."""
    other = turned(*d)
    assert distance(0, 0, *other) == distance(0, 0, *d)
    assert covers((vertex + 1) % 6, *other) is covers(vertex, *d)
    assert covers_rear((vertex + 1) % 6, *other) is covers_rear(vertex, *d)
    assert facings((vertex + 1) % 6, *other) == facings(vertex, *d)
    assert in_front_of((vertex + 1) % 6, *other) is in_front_of(vertex, *d)


@given(VERTICES, VECTORS)
def test_a_mirrored_board_agrees(vertex: int, d: tuple[int, int]) -> None:
    """14.1, 14.1.3: left and right are treated alike; vertex v becomes 1 - v, direction d becomes -d."""
    other = -d[0], d[1]
    assert covers((1 - vertex) % 6, *other) is covers(vertex, *d)
    assert facings((1 - vertex) % 6, *other) == facings(vertex, *d)
    assert in_front_of(-vertex % 6, *other) is in_front_of(vertex, *d)


@given(VECTORS)
def test_every_hex_lies_in_one_arc_or_on_the_edge_of_two(d: tuple[int, int]) -> None:
    """15.1.1, Q-103: the turret has one vertex to turn to, or the choice of two neighbouring ones."""
    found = vertices_toward(*d)
    straight = any(covers(v, *d) and 0 in coordinates(v - 1, v, *d) for v in range(6))
    assert len(found) == (0 if d == (0, 0) else 2 if straight else 1)
    if len(found) == 2:
        assert turn_between(*found) == 1


@pytest.mark.parametrize("facing", range(6))
def test_width_of_arcs_by_distance(facing: int) -> None:
    """14.1, 21.1: a covered arc is 2, 3, 4 … hexes wide, the front of a Bunker 3, 5, 7 …"""
    board = [vector(a, b) for a in range(-9, 10) for b in range(-9, 10)]
    for far in range(1, 5):
        ring = [d for d in board if distance(0, 0, *d) == far]
        assert len(ring) == 6 * far
        assert sum(covers(facing, *d) for d in ring) == far + 1
        assert sum(in_front_of(facing, *d) for d in ring) == 2 * far + 1
    assert in_front_of(facing, 0, 0)


@pytest.mark.parametrize(("one", "other", "turn"), [(0, 0, 0), (0, 1, 1), (5, 0, 1), (1, 4, 3), (2, 0, 2), (4, 0, 2)])
def test_turn_between_facings_takes_the_short_way(one: int, other: int, turn: int) -> None:
    """15.1: at most three vertices."""
    assert turn_between(one, other) == turn_between(other, one) == turn
