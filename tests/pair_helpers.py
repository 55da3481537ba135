"""A board of many little places, two hexes each, for tests that go through every pair of things."""

from __future__ import annotations

from typing import Any

COLUMNS, ROWS = 26, 20
PER_BOARD = COLUMNS * ROWS // 2
"""Places on one board."""


def place(number: int) -> tuple[str, str]:
    """The two hexes of a place, one above the other in a column; no two places have to do with each other."""
    column, row = divmod(number % PER_BOARD, ROWS // 2)
    return f"{chr(65 + column)}{2 * row}", f"{chr(65 + column)}{2 * row + 1}"


def boards(found: list[Any]) -> list[list[Any]]:
    """The things to try, in lists that have room on one board."""
    return [found[n : n + PER_BOARD] for n in range(0, len(found), PER_BOARD)]
