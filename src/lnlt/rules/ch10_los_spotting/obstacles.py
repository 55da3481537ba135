"""10.3: what stands on each hex of a board: ground, printed terrain, art, counters, hexside terrain [P-1]."""

from __future__ import annotations

from typing import NamedTuple

from lnlt.core import hexes
from lnlt.core.board import DEFAULT_RADIUS, Board, Silhouette
from lnlt.core.terrain import BLOCKING, DEGRADING, OPEN, Counter, Terrain
from lnlt.rules.ch10_los_spotting import geometry
from lnlt.rules.facts.sight_counters import RUBBLE, SMOKE, Dynamic, SideItem

ART, STRAY, INSIDE, LIKE_TERRAIN, WHOLE, GROUND = range(6)
"""Shapes: silhouette of the hex's terrain; other terrain's art in the hex; any line through the hex; that and
beside a hexside line like terrain; that and along every side alone; the hex's own ground."""


class Part(NamedTuple):
    """One thing that may stand in a line of sight."""

    kind: int
    top: int | None
    """Level it rises to, None = LOW: counts only between ends on its own level [Q-079]."""
    base: int
    shape: int
    key: str
    silhouette: Silhouette = DEFAULT_RADIUS
    owners: tuple[int, ...] = ()
    """Neighbouring hexes out of which this art reaches; it does not count for lines from or to them [Q-088]."""
    road: bool = False
    """Tree-lined Road: open to a line exactly along the road [Q-077]."""


class Wall(NamedTuple):
    """Blocking hexside terrain."""

    key: str
    top: int | None
    """None: a Wall, Hedge or Barricade; else the level it rises to (Bocage)."""
    level: int
    """Level of the higher of its two hexes."""


class Obstacles:
    """The static things of a board, ready for judging lines."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.levels = board.levels
        self.by_xy = board.by_xy
        self.grounds = tuple(Part(BLOCKING, level, level, GROUND, "ground") for level in board.levels)
        self.house = self._houses()
        """Per hex the number of its building or other structure, -1 without one."""
        self.joined = tuple(self._joined(i) for i in range(board.size))
        """Per hex a bit mask of the sides it shares with a hex of its own building [Q-185]."""
        self.parts = tuple(self._parts(i) for i in range(board.size))
        self.walls = self._walls()
        """Per hex the hexside terrain of its north, north-east and south-east side that can block."""
        self.walls_at = {
            (board.xs[i], board.ys[i], d): wall
            for i, row in enumerate(self.walls)
            for d, wall in enumerate(row)
            if wall is not None
        }
        """The same by coordinates of the hex and side."""

    def _houses(self) -> tuple[int, ...]:
        board = self.board
        many = len(board.buildings)
        return tuple(
            (board.building_of[i] if board.building_of[i] >= 0 else many + i)
            if board.terrain[i].structure and RUBBLE not in board.features[i]
            else -1
            for i in range(board.size)
        )

    def _joined(self, i: int) -> int:
        if self.house[i] < 0:
            return 0
        near = self.board.neighbours[i]
        return sum(1 << d for d in range(6) if near[d] >= 0 and self.house[near[d]] == self.house[i])

    def _parts(self, i: int) -> tuple[Part, ...]:
        board, spec = self.board, self.board.specs[i]
        found = []
        terrain = board.terrain[i]
        if terrain.los != OPEN and not (terrain.structure and self.house[i] < 0):
            road = terrain.road and terrain.los == DEGRADING
            found.append(self._terrain(i, terrain, board.heights[i], spec.silhouette, road))
        for key in sorted(board.features[i]):
            counter = board.chart.counters.get(key)
            over = board.chart.terrains.get(key)
            if counter is not None:
                found += self.counter(i, counter)
            elif over is not None and over.los != OPEN:
                found.append(self._terrain(i, over, over.height, DEFAULT_RADIUS, False))
        for art in spec.art:
            drawn = board.chart.terrains[art.terrain]
            if drawn.los != OPEN:
                part = self._terrain(i, drawn, drawn.height, art.shape, False)
                found.append(part._replace(shape=STRAY, owners=self._owners(i, art.terrain, art.shape)))
        return tuple(found)

    def _terrain(self, i: int, row: Terrain, height: int | None, silhouette: Silhouette, road: bool) -> Part:
        level = self.levels[i]
        return Part(row.los, level + height if height else None, level, ART, row.key, silhouette, (), road)

    def _owners(self, i: int, terrain: str, shape: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
        """Neighbours of that terrain whose common side the art touches: it reaches out of them."""
        found = []
        for d, j in enumerate(self.board.neighbours[i]):
            if j >= 0 and self.board.terrain[j].key == terrain:
                (x1, y1), (x2, y2) = hexes.CORNERS[d], hexes.CORNERS[(d + 1) % 6]
                moved = [(px - geometry.SCALE * x1, py - geometry.SCALE * y1) for px, py in shape]
                if geometry.touches(x2 - x1, y2 - y1, 0, 0, moved):
                    found.append(j)
        return tuple(found)

    def counter(self, i: int, row: Counter) -> list[Part]:
        """The obstacle a counter makes of its hex: none, or one part."""
        if row.los == OPEN:
            return []
        level = self.levels[i]
        shape = {"inside": INSIDE, "terrain": LIKE_TERRAIN, "whole": WHOLE}[row.shape]
        return [Part(row.los, level + row.height if row.height else None, level, shape, row.key)]

    def with_counters(self, i: int, dyn: Dynamic, tis: bool) -> tuple[tuple[Part, ...], int]:
        """Parts and structure number of a hex with its counters; Rubble replaces the structure [15.1.2]."""
        if not dyn.mask >> i & 1:
            return self.parts[i], self.house[i]
        keys = dyn.at(i)
        parts, house = self.parts[i], self.house[i]
        if RUBBLE in keys and house >= 0:
            parts, house = tuple(p for p in parts if p.shape != ART), -1
        more: list[Part] = []
        for key in keys:
            row = self.board.chart.counters.get(key)
            if row is not None and not (tis and key in SMOKE):
                more += self.counter(i, row)
        return parts + tuple(more), house

    def _walls(self) -> tuple[tuple[Wall | None, ...], ...]:
        board = self.board
        return tuple(tuple(self.wall(i, d, board.sides[i][d]) for d in range(3)) for i in range(board.size))

    def wall(self, i: int, d: int, row: object) -> Wall | None:
        """The obstacle hexside terrain makes, None if it never blocks."""
        board = self.board
        key = getattr(row, "key", "")
        side = board.chart.hexsides.get(key)
        if side is None or side.los != BLOCKING:
            return None
        j = board.neighbours[i][d]
        level = max(self.levels[i], self.levels[j]) if j >= 0 else self.levels[i]
        return Wall(key, level + side.height if side.height else None, level)

    def all_walls(self, dyn: Dynamic) -> dict[tuple[int, int, int], Wall]:
        """Hexside terrain and counters on hexsides, by coordinates and side; a counter replaces what is printed."""
        if not dyn.sided:
            return self.walls_at
        found, xs, ys = self.walls_at.copy(), self.board.xs, self.board.ys
        for item in dyn.on_sides():
            i, d = item.hex, item.direction
            wall = self.wall(i, d, self.board.chart.hexsides[item.key])
            j = self.board.neighbours[i][d]
            if wall is not None and j >= 0:
                found[(xs[i], ys[i], d) if d < 3 else (xs[j], ys[j], d - 3)] = wall
        return found

    def level(self, loc: int) -> int:
        """Level of a location; a helicopter hovers one level above the tallest obstacle [10.2, 10.6, 19.2.3]."""
        return self.board.level(loc)


def side_item(board: Board, i: int, d: int, key: str) -> SideItem:
    """21.5: a counter on the hexside toward direction d of a hex, for `Dynamic`."""
    near = board.neighbours[i]
    reach = 1 << i
    for j in (near[d], near[(d + 1) % 6], near[(d + 5) % 6]):
        if j >= 0:
            reach |= 1 << j
    return SideItem(i, key, d, reach)
