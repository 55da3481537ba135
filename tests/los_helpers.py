"""What tests of lines of sight share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lnlt.content.charts import load_chart
from lnlt.core.board import Board, HexSpec
from lnlt.core.hexes import column_letters, xy
from lnlt.rules.ch10_los_spotting.sight import Sight, touched


def flat(first: str = "A1", **levels: int) -> Sight:
    """A clear board with a few hills; any hex may be its first one."""
    names = [f"{column_letters(c)}{r}" for c in range(1, 9) for r in range(1, 9)]
    names.sort(key=lambda name: name != first)
    specs = [HexSpec(n, *xy(n), "hill" if n in levels else "clear", levels.get(n, 0)) for n in names]
    return Sight(Board("flat", load_chart("ww2"), specs))


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
