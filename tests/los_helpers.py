"""What tests of lines of sight share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lnlt.core.board import Board
from lnlt.rules.ch10_los_spotting.sight import touched


def bits(hexes: Iterable[int]) -> int:
    """Hexes as a number."""
    return sum(1 << i for i in hexes)


def behind(board: Board, start: str, *screens: str) -> set[int]:
    """Hexes whose line from one enters another or runs along its side."""
    places = {board.index[h] for h in screens}
    return {b for b in range(board.size) if places & set(touched(board, board.index[start], b))}


def nobody(*_: Any, **__: Any) -> int:
    """Takes the place of something that must not be asked."""
    raise AssertionError("asked again")
