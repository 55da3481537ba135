"""Hex geometry in exact integers.

Hexes are flat-topped. Columns are letters (A = 1), rows are numbers; even letters sit half a hex higher
than odd ones. A hex centre has grid coordinates ``x = 3 * column`` (unit: half a hex radius) and
``y = 2 * row`` or ``2 * row - 1`` for even columns (unit: centre-to-side distance). In these units every
centre and every corner of every hex is a pair of whole numbers, and a true squared length is
``dx² + 3·dy²`` (times a constant).

>>> distance(*xy("G6"), *xy("J3"))
5
>>> [name(x + dx, y + dy) for x, y in [xy("G4")] for dx, dy in STEPS]
['G3', 'H4', 'H5', 'G5', 'F5', 'F4']
"""

from __future__ import annotations

import re

N, NE, SE, S, SW, NW = range(6)
STEPS: tuple[tuple[int, int], ...] = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))
"""Grid step to the neighbour in each direction."""
CORNERS: tuple[tuple[int, int], ...] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""Corners relative to the centre; the side toward direction d joins corners d and d + 1."""

_NAME = re.compile(r"([A-Z]{1,2})(\d{1,2})")


def column_letters(column: int) -> str:
    """1 -> A, 26 -> Z, 27 -> AA, 28 -> BB, as printed on large maps (27 may also be written AA)."""
    if column <= 26:
        return chr(64 + column)
    return chr(64 + column - 26) * 2


def column_number(letters: str) -> int:
    """A -> 1, Z -> 26, AA -> 27, BB -> 28."""
    first = ord(letters[0]) - 64
    if len(letters) == 1:
        return first
    if letters[1] != letters[0]:
        raise ValueError(f"no column {letters!r}: after Z come AA, BB, CC …")
    return first + 26


def is_hex_name(text: str) -> bool:
    """True for a printed hex name such as H6 or AA10."""
    match = _NAME.fullmatch(text)
    return match is not None and len(set(match[1])) == 1


def xy(text: str) -> tuple[int, int]:
    """Grid coordinates of a printed hex name."""
    match = _NAME.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no hex name")
    column, row = column_number(match[1]), int(match[2])
    return 3 * column, 2 * row - (column + 1) % 2


def name(x: int, y: int) -> str:
    """Printed hex name of grid coordinates."""
    column = x // 3
    return f"{column_letters(column)}{(y + (column + 1) % 2) // 2}"


def distance(x1: int, y1: int, x2: int, y2: int) -> int:
    """Hexes between two centres: the target counts, the start does not (5.0)."""
    dx = abs(x1 - x2) // 3
    dy = abs(y1 - y2)
    return dx + (dy - dx) // 2 if dy > dx else dx


def direction(x1: int, y1: int, x2: int, y2: int) -> int | None:
    """Direction of a neighbour, None if the two are no neighbours."""
    step = (x2 - x1, y2 - y1)
    return STEPS.index(step) if step in STEPS else None
