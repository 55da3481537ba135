"""The board: hexes, levels, hexsides, roads, buildings, and locations (a hex and a layer in it).

A location is one int, ``hex * 8 + layer``. Hexes are numbered from 0 in the order of the board.
A board never changes during a game; counters that change terrain are markers in the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import msgspec

from lnlt.core import hexes
from lnlt.core.terrain import Chart, Hexside, Terrain

GROUND, UPPER, ROOF, BUNKER, CAVE, TUNNEL, AIR = range(7)
LAYERS = 8
LAYER_NAMES = ("ground", "upper", "roof", "bunker", "cave", "tunnel", "air")

DEFAULT_RADIUS = 850
"""Default silhouette: a disc of 0.85 of the centre-to-side distance, in thousandths (Q-081)."""

Point = tuple[int, int]
Silhouette = int | tuple[Point, ...]
"""A disc (radius in thousandths of the centre-to-side distance) or a polygon (corners relative to the hex
centre, in thousandths of the grid units of `hexes`)."""


class Art(msgspec.Struct, frozen=True):
    """A piece of other terrain's artwork inside a hex, such as trees reaching into an open hex (10.1.1)."""

    terrain: str
    shape: tuple[Point, ...]


class HexSpec(msgspec.Struct, frozen=True):
    """One hex as the map file gives it."""

    name: str
    x: int
    y: int
    terrain: str
    level: int = 0
    silhouette: Silhouette = DEFAULT_RADIUS
    features: frozenset[str] = frozenset()
    art: tuple[Art, ...] = ()
    aliases: tuple[str, ...] = ()
    """Further printed names: the two half-hexes of a joint, or the name without the map number."""
    maps: tuple[str, ...] = ()
    """Maps the hex belongs to; two for a joint."""
    half: bool = False


class BuildingSpec(msgspec.Struct, frozen=True):
    """One building: its hexes, construction and floors."""

    hexes: tuple[str, ...]
    kind: str = ""
    floors: int = 1
    rooftop: bool = False


class Building(msgspec.Struct, frozen=True):
    """A building on the board, hexes as indexes."""

    hexes: tuple[int, ...]
    kind: str
    floors: int
    rooftop: bool


class Board:
    """A playable board. All sequences are indexed by hex."""

    def __init__(
        self,
        name: str,
        chart: Chart,
        specs: Sequence[HexSpec],
        sides: Mapping[frozenset[str], str] | None = None,
        buildings: Iterable[BuildingSpec] = (),
        no_road: Iterable[frozenset[str]] = (),
    ) -> None:
        self.name = name
        self.chart = chart
        self.specs = tuple(specs)
        self.size = len(self.specs)
        self.names = tuple(s.name for s in self.specs)
        self.xs = tuple(s.x for s in self.specs)
        self.ys = tuple(s.y for s in self.specs)
        self.levels = tuple(s.level for s in self.specs)
        self.terrain: tuple[Terrain, ...] = tuple(chart.terrains[s.terrain] for s in self.specs)
        self.features = tuple(s.features for s in self.specs)
        self.index: dict[str, int] = {}
        for i, spec in enumerate(self.specs):
            for text in (spec.name, *spec.aliases):
                self.index[text] = i
        self.by_xy = {(s.x, s.y): i for i, s in enumerate(self.specs)}
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(
            tuple(self.by_xy.get((s.x + dx, s.y + dy), -1) for dx, dy in hexes.STEPS) for s in self.specs
        )
        """Per hex the neighbour in each of the six directions, -1 off the board."""
        self.sides: tuple[tuple[Hexside | None, ...], ...] = self._sides(sides or {})
        """Per hex the terrain of each of its six sides."""
        self.buildings: tuple[Building, ...] = tuple(
            Building(tuple(self.index[h] for h in b.hexes), b.kind, b.floors, b.rooftop) for b in buildings
        )
        self.building_of: tuple[int, ...] = self._building_of()
        """Per hex the number of its building, -1 for none."""
        self.heights: tuple[int | None, ...] = tuple(self._height(i) for i in range(self.size))
        """Per hex the obstacle height of its printed terrain (a two-story building is one level higher)."""
        self.roads: tuple[int, ...] = self._roads(frozenset(no_road))
        """Per hex a bit mask of the directions its road goes on to."""
        self._rows: dict[int, bytes] = {}
        self.loc_names: tuple[str, ...] = tuple(
            name if layer == GROUND else f"{name}/{LAYER_NAMES[layer]}" if layer < len(LAYER_NAMES) else ""
            for name in self.names
            for layer in range(LAYERS)
        )
        """Printed name of every location."""
        self._locs: dict[str, int] = {text: i * LAYERS for text, i in self.index.items()}

    def _sides(self, sides: Mapping[frozenset[str], str]) -> tuple[tuple[Hexside | None, ...], ...]:
        table: list[list[Hexside | None]] = [[None] * 6 for _ in range(self.size)]
        for pair, key in sides.items():
            a, b = (self.index[h] for h in pair)
            d = self.neighbours[a].index(b)
            table[a][d] = table[b][(d + 3) % 6] = self.chart.hexsides[key]
        return tuple(tuple(row) for row in table)

    @cached_property
    def near_names(self) -> tuple[tuple[str, ...], ...]:
        """Per hex the names of its six neighbours, those off the board included."""
        return tuple(
            tuple(
                self.names[j] if j >= 0 else hexes.name(x + dx, y + dy)
                for j, (dx, dy) in zip(near, hexes.STEPS, strict=True)
            )
            for x, y, near in zip(self.xs, self.ys, self.neighbours, strict=True)
        )

    @cached_property
    def vertices(self) -> tuple[tuple[str, ...], ...]:
        """Per hex its six vertices, each named by the two hexes beside it: "G6/H6"."""
        return tuple(tuple(f"{near[v - 1]}/{near[v]}" for v in range(6)) for near in self.near_names)

    @cached_property
    def vertex_numbers(self) -> tuple[dict[str, int], ...]:
        """Per hex the numbers of its vertices by their names, the two hexes in either order."""
        return tuple(
            {text: v for v, name in enumerate(row) for text in (name, "/".join(reversed(name.split("/"))))}
            for row in self.vertices
        )

    def _building_of(self) -> tuple[int, ...]:
        owner = [-1] * self.size
        for number, building in enumerate(self.buildings):
            for i in building.hexes:
                owner[i] = number
        return tuple(owner)

    def _height(self, i: int) -> int | None:
        height = self.terrain[i].height
        if height is not None and self.building_of[i] >= 0:
            return max(height, self.buildings[self.building_of[i]].floors)
        return height

    def _roads(self, cut: frozenset[frozenset[str]]) -> tuple[int, ...]:
        has = [t.road or bool(f & {"road", "bridge"}) for t, f in zip(self.terrain, self.features, strict=True)]
        masks = []
        for i in range(self.size):
            mask = 0
            for d, j in enumerate(self.neighbours[i]):
                if has[i] and j >= 0 and has[j] and frozenset((self.names[i], self.names[j])) not in cut:
                    mask |= 1 << d
            masks.append(mask)
        return tuple(masks)

    def distances(self, i: int) -> bytes:
        """Hex distances from one hex to all others, built once per hex."""
        row = self._rows.get(i)
        if row is None:
            x, y = self.xs[i], self.ys[i]
            row = bytes([min(255, hexes.distance(x, y, u, v)) for u, v in zip(self.xs, self.ys, strict=True)])
            self._rows[i] = row
        return row

    def distance(self, i: int, j: int) -> int:
        """Range between two hexes (5.0): the target hex counts, the firer's does not."""
        return self.distances(i)[j]

    def floors(self, i: int) -> int:
        """Floors of the building in a hex, 0 without one."""
        b = self.building_of[i]
        return self.buildings[b].floors if b >= 0 else 0

    def has_layer(self, i: int, layer: int) -> bool:
        """Whether printed terrain gives the hex that layer (Bunkers and Caves are counters)."""
        if layer == GROUND:
            return True
        b = self.building_of[i]
        if b < 0:
            return False
        if layer == UPPER:
            return self.buildings[b].floors > 1
        return layer == ROOF and self.buildings[b].rooftop

    def level(self, loc: int) -> int:
        """Level of a location: the hex, one more upstairs, the roof above the top floor (10.2, 10.6, Q-090).

        A helicopter is one level above the tallest obstacle (19.2.3).
        """
        i, layer = loc >> 3, loc & 7
        base = self.levels[i] + self.terrain[i].level
        if layer == UPPER:
            return base + 1
        if layer == ROOF:
            return base + max(1, self.floors(i))
        if layer == AIR:
            return self.levels[i] + (self.heights[i] or 0) + 1
        return base

    def loc(self, text: str) -> int:
        """Location of "H6" or "H6/upper"; KeyError if the board has no such place."""
        loc = self._locs.get(text)
        if loc is not None:
            return loc
        place, _, layer = text.partition("/")
        i = self.index[place]
        if not layer:
            return i * LAYERS
        if layer not in LAYER_NAMES:
            raise KeyError(text)
        loc = self._locs[text] = i * LAYERS + LAYER_NAMES.index(layer)
        return loc

    def hex_named(self, text: str) -> int:
        """Hex of "H6" or "H6/ground"; -1 if the board has none of that name, or another part of it is meant."""
        place, _, layer = text.partition("/")
        return self.index.get(place, -1) if layer in ("", LAYER_NAMES[GROUND]) else -1

    def loc_name(self, loc: int) -> str:
        """Printed name of a location."""
        return self.loc_names[loc]
