"""A board of many little places, two hexes each, for tests that go through every pair of things."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import pytest

import helpers
from lnlt.content.maps import build_board
from lnlt.core.board import Board
from lnlt.rules.ch10_los_spotting.sight import Sight

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


def share_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenes on equal boards have one board between them, so that hundreds of them are made in no time."""
    known: dict[str, Board] = {}
    sights: dict[int, Sight] = {}

    def shared(setup: Any, chart: Any, where: str) -> Board:
        key = f"{chart.era} {setup}"
        if key not in known:
            known[key] = build_board(setup, chart, where)
        return known[key]

    def sight(board: Board) -> Sight:
        if id(board) not in sights:
            sights[id(board)] = Sight(board)
        return sights[id(board)]

    monkeypatch.setattr(helpers, "build_board", shared)
    monkeypatch.setattr(helpers, "Sight", sight)


def pairs(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Every name alone, and every two of them."""
    found = list(names)
    return [*((name,) for name in found), *combinations(found, 2)]


def apart(bars: Sequence[str]) -> bool:
    """Whether things do not exclude each other: what has a letter in common does."""
    return all(not set(a) & set(b) for a, b in combinations(bars, 2))
