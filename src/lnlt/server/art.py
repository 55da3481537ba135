"""Boards as they are drawn: the same shapes lines of sight are computed with, in one grid of plain numbers.

The unit is half a hex radius: a hex is 2 from centre to corner and √3 from centre to side.
"""

from __future__ import annotations

from math import sqrt

from lnlt import words
from lnlt.core.board import Board, Silhouette
from lnlt.core.game import Game
from lnlt.core.hexes import CORNERS
from lnlt.server.shapes import ArtPiece, BoardArt, HexArt, SideArt

SIZE = 2.0
ROOT3 = sqrt(3)
THOUSAND = 1000


def _round(value: float) -> float:
    return round(value, 3)


class _Frame:
    """Where the board's corner is, and how grid numbers become drawing numbers."""

    def __init__(self, board: Board) -> None:
        self.left, self.top = min(board.xs) - 2, min(board.ys) - 1
        self.width = _round(max(board.xs) + 2 - self.left)
        self.height = _round((max(board.ys) + 1 - self.top) * ROOT3)

    def at(self, x: float, y: float) -> tuple[float, float]:
        return _round(x - self.left), _round((y - self.top) * ROOT3)


def board_art(game: Game) -> BoardArt:
    """The whole board of a game."""
    board = game.board
    frame = _Frame(board)
    return BoardArt(
        name=board.name,
        size=SIZE,
        width=frame.width,
        height=frame.height,
        hexes=tuple(_hex(game, frame, i) for i in range(board.size)),
        sides=tuple(_sides(board, frame)),
    )


def _hex(game: Game, frame: _Frame, i: int) -> HexArt:
    board = game.board
    spec = board.specs[i]
    x, y = frame.at(spec.x, spec.y)
    radius, shape = _footprint(spec.silhouette)
    building = board.building_of[i]
    return HexArt(
        name=spec.name,
        x=x,
        y=y,
        terrain=spec.terrain,
        level=spec.level,
        half=spec.half,
        features=tuple(sorted(spec.features)),
        road=tuple(d for d in range(6) if board.roads[i] >> d & 1),
        radius=radius,
        shape=shape,
        extra=tuple(ArtPiece(terrain=a.terrain, shape=_polygon(a.shape)) for a in spec.art),
        floors=board.floors(i),
        roof=building >= 0 and board.buildings[building].rooftop,
        building=building,
        playable=i in game.playable,
        label=words.hex_text(board, i, i in game.playable),
        tm=board.terrain[i].tm,
    )


def _footprint(shape: Silhouette) -> tuple[float, tuple[tuple[float, float], ...]]:
    if isinstance(shape, int):
        return _round(shape / THOUSAND * ROOT3), ()
    return 0, _polygon(shape)


def _polygon(points: tuple[tuple[int, int], ...]) -> tuple[tuple[float, float], ...]:
    return tuple((_round(x / THOUSAND), _round(y / THOUSAND * ROOT3)) for x, y in points)


def _sides(board: Board, frame: _Frame) -> list[SideArt]:
    found = []
    for i, row in enumerate(board.sides):
        for d, side in enumerate(row[:3]):
            j = board.neighbours[i][d]
            if side is None or j < 0:
                continue
            one, two = CORNERS[d], CORNERS[(d + 1) % 6]
            x, y = board.xs[i], board.ys[i]
            ends = frame.at(x + one[0], y + one[1]), frame.at(x + two[0], y + two[1])
            found.append(SideArt(a=board.names[i], b=board.names[j], kind=side.key, name=side.name, ends=ends))
    return found
