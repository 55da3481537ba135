"""A board as text: hex names, short terrain symbols, levels and marks, columns staggered as on the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lnlt.core.board import Board

SYMBOLS = {
    "clear": ".",
    "road": "=",
    "bridge": "#=",
    "tree_lined_road": "t=",
    "jungle_lined_road": "j=",
    "railroad": "++",
    "light_woods": "lw",
    "forest": "FO",
    "dense_palms": "DP",
    "brush": "br",
    "low_crops": "cr",
    "wheat_field": "wh",
    "cemetery": "ce",
    "hc_building": "HC",
    "lc_building": "LC",
    "bamboo_huts": "BH",
    "kunai_grass": "kg",
    "rice_paddy": "rp",
    "heavy_jungle": "HJ",
    "light_jungle": "lj",
    "marsh": "ma",
    "river": "~~",
    "ford": "~f",
    "pond": "~o",
    "ocean": "~O",
    "pool": "~p",
    "rough": "ro",
    "hammada": "ha",
    "wadi": "wa",
    "sand": "sa",
    "soccer_field": "sf",
    "soccer_stands": "SS",
    "hill": ".",
}
"""Two signs at most per terrain key; others show the first two letters of their key."""


def symbol(key: str) -> str:
    """Short sign of a terrain."""
    return SYMBOLS.get(key, key[:2])


def board_text(
    board: Board,
    mark: Mapping[str | int, str] | None = None,
    center: str | None = None,
    radius: int = 3,
    only: Iterable[str | int] | None = None,
    width: int = 7,
    legend: bool = True,
) -> str:
    """Text picture of a board, of the window around `center`, or of the part that holds the hexes `only`.

    Each hex shows its name and below it terrain, level if not 0 and its mark. Even columns stand half a hex higher.

    >>> from lnlt.content.charts import load_chart
    >>> from lnlt.content.maps import load_map
    >>> print(board_text(load_map("15", load_chart("ww2")), {"H5": "*"}, center="H5", radius=1, width=6))
          H4
    G4    lw    I4
    lw    H5    =
    G5    =*    I5
    =     H6    HC
          =
    = Road · HC HC Building · lw Light Woods
    """
    marks = {_index(board, place): text for place, text in (mark or {}).items()}
    shown = _shown(board, center, radius, only)
    if not shown:
        return ""
    left, top = min(board.xs[i] for i in shown), min(board.ys[i] for i in shown)
    bottom = max(board.ys[i] for i in shown)
    cells: dict[tuple[int, int], str] = {}
    for i in shown:
        column, line = (board.xs[i] - left) // 3, board.ys[i] - top
        cells[line, column] = board.names[i]
        level = f"{board.levels[i]:+d}" if board.levels[i] else ""
        cells[line + 1, column] = f"{symbol(board.terrain[i].key)}{level}{marks.get(i, '')}"
    columns = max(column for _, column in cells) + 1
    lines = [
        "".join(cells.get((line, column), "").ljust(width)[:width] for column in range(columns)).rstrip()
        for line in range(bottom - top + 2)
    ]
    if legend:
        used = sorted({(symbol(board.terrain[i].key), board.terrain[i].name) for i in shown} - {(".", "Clear")})
        if used:
            lines.append(" · ".join(f"{sign} {name}" for sign, name in used))
    return "\n".join(lines)


def _index(board: Board, place: str | int) -> int:
    return place if isinstance(place, int) else board.index[place]


def _shown(board: Board, center: str | None, radius: int, only: Iterable[str | int] | None) -> list[int]:
    if center is not None:
        row = board.distances(board.index[center])
        return [i for i in range(board.size) if row[i] <= radius]
    if only is None:
        return list(range(board.size))
    wanted = [_index(board, place) for place in only]
    if not wanted:
        return []
    xs, ys = [board.xs[i] for i in wanted], [board.ys[i] for i in wanted]
    return [
        i for i in range(board.size) if min(xs) <= board.xs[i] <= max(xs) and min(ys) - 1 <= board.ys[i] <= max(ys) + 1
    ]
