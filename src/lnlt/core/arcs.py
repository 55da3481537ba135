"""14.1, 14.1.3, 21.1: covered arcs and facings as exact integer geometry (procedure P-6).

Vehicles, turrets and Weapon Teams face a vertex of their hex, numbered 0 to 5 like `hexes.CORNERS`: vertex v lies
between the neighbours in directions v - 1 and v. Bunkers and Caves face a neighbour, numbered like `hexes.STEPS`.
Every hex is p steps to the left edge of a wedge and q steps to its right edge away, p and q whole numbers.

>>> [covers(v, *STEPS[0]) for v in range(6)]
[True, True, False, False, False, False]
>>> [facings(0, *STEPS[d])[0] for d in range(6)]
['front', 'flank', 'rear', 'rear', 'flank', 'front']
"""

from __future__ import annotations

from functools import lru_cache

from lnlt.core.hexes import STEPS

FRONT, FLANK, REAR = "front", "flank", "rear"
ALL_FACINGS = (FRONT, FLANK, REAR)
KEPT = 65536
"""Vectors whose arcs and facings are remembered."""


def coordinates(left: int, right: int, dx: int, dy: int) -> tuple[int, int]:
    """Steps in direction `left` and steps in direction `right` that lead as far as a grid vector.

    Whole numbers for any two directions that are one or two apart and any vector between hex centres.
    """
    (ax, ay), (bx, by) = STEPS[left % 6], STEPS[right % 6]
    turn = ax * by - ay * bx
    return (dx * by - dy * bx) // turn, (ax * dy - ay * dx) // turn


@lru_cache(maxsize=KEPT)
def covers(vertex: int, dx: int, dy: int) -> bool:
    """14.1, Q-102: whether a vector leads into the covered arc of what faces a vertex.

    The wedge between the hexrows through the two hexes at the vertex, these rows included: 2, 3, 4 … hexes wide.
    The own hex is in no arc.
    """
    p, q = coordinates(vertex - 1, vertex, dx, dy)
    return p >= 0 and q >= 0 and p + q > 0


def covers_rear(vertex: int, dx: int, dy: int) -> bool:
    """15.0, Q-102: whether a vector leads into the arc opposite to the covered arc."""
    return covers(vertex + 3, dx, dy)


def in_front_of(facing: int, dx: int, dy: int) -> bool:
    """10.7, 21.1: whether a vector leads before the three front sides of what faces a neighbour: 3, 5, 7 … hexes wide.

    The own hex counts as before the front.
    """
    p, q = coordinates(facing - 1, facing + 1, dx, dy)
    return p >= 0 and q >= 0


def vertices_toward(dx: int, dy: int) -> tuple[int, ...]:
    """15.1.1, Q-103: the vertices whose covered arc holds a vector: one, or the two beside it on an edge row."""
    return tuple(v for v in range(6) if covers(v, dx, dy))


@lru_cache(maxsize=KEPT)
def facings(vertex: int, dx: int, dy: int) -> tuple[str, ...]:
    """14.1.3, Q-100: the facings a line from a target that faces a vertex toward its firer may hit.

    Two where the line passes exactly through the vertex between them; the one better for the firer counts. All
    three for a firer in the same hex.
    """
    p, q = coordinates(vertex - 1, vertex, dx, dy)
    u, w = p + 2 * q, 2 * p + q
    if not u and not w:
        return ALL_FACINGS
    if u and w:
        return (FLANK,) if (u > 0) != (w > 0) else (FRONT,) if u > 0 else (REAR,)
    return (FRONT, FLANK) if u + w > 0 else (FLANK, REAR)


def turn_between(one: int, other: int) -> int:
    """15.1: vertices from one facing to another, the short way round.

    >>> turn_between(0, 5), turn_between(1, 4)
    (1, 3)
    """
    steps = (other - one) % 6
    return min(steps, 6 - steps)
