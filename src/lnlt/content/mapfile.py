"""A map file as a checked sheet: hexes, hexsides and buildings of one map with its printed names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec

from lnlt.content import files
from lnlt.core import hexes
from lnlt.core.board import DEFAULT_RADIUS, Art, BuildingSpec, HexSpec, Silhouette
from lnlt.core.errors import ContentError
from lnlt.core.terrain import Chart

Pair = frozenset[str]
Level = Annotated[int, msgspec.Meta(ge=-3, le=9)]
CORNERS = 64
"""Corners of a polygon, at most."""
Shape = Annotated[tuple[tuple[float, float], ...], msgspec.Meta(max_length=CORNERS)]
COLUMNS, ROWS = 52, 99
"""Size of the largest map."""
FEATURES = frozenset({"road", "bridge", "railroad", "path"})
"""Printed features; every counter of the chart (foxholes, wire …) may be one too."""
KINDS = {"hc_building": "hc", "lc_building": "lc", "bamboo_huts": "hut"}
HC_FLOORS_FROM = 3
"""An HC building of that many hexes has two stories (10.2)."""


DEFAULT_ERA = "ww2"
"""Era of a map that names none."""


class BuildingEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[buildings]]`: one building over one or more hexes."""

    hexes: tuple[str, ...]
    kind: str = ""
    floors: Annotated[int, msgspec.Meta(ge=1, le=2)] | None = None
    rooftop: bool = False


class ArtEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[art]]`: a piece of other terrain's artwork in a hex, as a polygon around the hex centre."""

    hex: str
    terrain: str
    shape: Shape


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes and hexsides known from the game's texts; all others are our own filling."""

    stated: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map file as written."""

    name: str
    hexes: dict[str, str]
    title: str = ""
    era: str = ""
    """Era of the chart it is checked and shown with; "" = DEFAULT_ERA."""
    own: bool = False
    """The whole map is our own invention: there is nothing to verify."""
    columns: Annotated[int, msgspec.Meta(ge=1, le=COLUMNS)] = 15
    rows: Annotated[int, msgspec.Meta(ge=1, le=ROWS)] = 8
    legend: dict[str, str] = {}
    levels: dict[str, Level] = {}
    silhouettes: dict[str, float | Shape] = {}
    features: dict[str, tuple[str, ...]] = {}
    hexsides: dict[str, tuple[str, ...]] = {}
    no_road: tuple[str, ...] = ()
    buildings: tuple[BuildingEntry, ...] = ()
    art: tuple[ArtEntry, ...] = ()
    facts: Facts = Facts()


class Sheet(msgspec.Struct, frozen=True):
    """One checked map in its own coordinates."""

    name: str
    where: str
    columns: int
    rows: int
    hexes: Mapping[str, HexSpec]
    sides: Mapping[Pair, str]
    buildings: tuple[BuildingSpec, ...]
    no_road: frozenset[Pair]
    stated: frozenset[str] = frozenset()
    derived: frozenset[str] = frozenset()
    own: bool = False

    @property
    def unverified(self) -> int:
        """Hexes that no source names, of a map that claims to be a printed one."""
        return 0 if self.own else sum(h not in self.stated and h not in self.derived for h in self.hexes)


def load_sheet(name_or_path: str | files.Source, chart: Chart) -> Sheet:
    """Read and check a map file."""
    source, where = files.find("maps", name_or_path)
    return make_sheet(files.parse(source, where), chart, where)


def make_sheet(raw: dict[str, Any], chart: Chart, where: str) -> Sheet:
    """Check what a map file says."""
    return _Checker(files.convert(raw, MapFile, where), where, chart).sheet()


def column_rows(column: int, rows: int) -> range:
    """Rows of a column: odd letters start with the half-hex 0 (docs/maps.md).

    >>> column_rows(1, 8), column_rows(2, 8)
    (range(0, 9), range(1, 9))
    """
    return range(column % 2 == 0, rows + 1)


def split_pair(text: str) -> tuple[str, str] | None:
    """Two hexes of "F4/G4", None if it is no hexside."""
    parts = text.split("/")
    return (parts[0], parts[1]) if len(parts) == 2 and all(parts) else None


def are_neighbours(a: HexSpec, b: HexSpec) -> bool:
    """Whether two hexes share a side."""
    return hexes.direction(a.x, a.y, b.x, b.y) is not None


def silhouette(value: float | Shape) -> Silhouette:
    """Silhouette of the file (fractions) in thousandths; ValueError if it is none."""
    if isinstance(value, int | float):
        if not 0 <= value <= 1.2:
            raise ValueError(f"radius {value} is not between 0 and 1.2 of the centre-to-side distance")
        return round(value * 1000)
    return polygon(value)


def polygon(points: Shape) -> tuple[tuple[int, int], ...]:
    """Polygon of the file (grid units) in thousandths."""
    if len(points) < 3:
        raise ValueError(f"a polygon needs at least three points, this one has {len(points)}")
    return tuple((round(x * 1000), round(y * 1000)) for x, y in points)


def check_terrain(key: str, chart: Chart, where: str, path: str) -> str:
    """The key itself if the chart has such hex terrain."""
    if key not in chart.terrains:
        raise ContentError(f"unknown terrain {key!r}{files.guess(key, chart.terrains)}", where, path)
    return key


def check_features(names: Iterable[str], chart: Chart, where: str, path: str) -> frozenset[str]:
    """The features themselves if all are known."""
    known = FEATURES | set(chart.counters)
    for name in names:
        if name not in known:
            raise ContentError(f"unknown feature {name!r}{files.guess(name, known)}", where, path)
    return frozenset(names)


def check_side(pair: Iterable[str], table: Mapping[str, HexSpec], where: str, path: str) -> Pair:
    """The two hexes of a hexside if both exist and are neighbours."""
    two = tuple(pair)
    if len(two) != 2 or two[0] == two[1]:
        raise ContentError(f"a hexside lies between two hexes, not {list(two)}", where, path)
    for name in two:
        if name not in table:
            raise ContentError(f"there is no hex {name!r}", where, path)
    if not are_neighbours(table[two[0]], table[two[1]]):
        raise ContentError(f"{two[0]} and {two[1]} are no neighbours", where, path)
    return frozenset(two)


def check_hexside_kind(kind: str, chart: Chart, where: str, path: str) -> str:
    """The key itself if the chart has such hexside terrain."""
    if kind not in chart.hexsides:
        raise ContentError(f"unknown hexside {kind!r}{files.guess(kind, chart.hexsides)}", where, path)
    return kind


def check_building(
    entry: BuildingEntry, table: Mapping[str, HexSpec], chart: Chart, taken: set[str], where: str, path: str
) -> BuildingSpec:
    """A building over building hexes that hang together; floors by 10.2 unless given."""
    if not entry.hexes:
        raise ContentError("a building needs at least one hex", where, f"{path}.hexes")
    for name in entry.hexes:
        if name not in table:
            raise ContentError(f"there is no hex {name!r}", where, f"{path}.hexes")
        terrain = chart.terrains[table[name].terrain]
        if not terrain.structure:
            raise ContentError(f"{name} is {terrain.name}, no building hex", where, f"{path}.hexes")
        if name in taken:
            raise ContentError(f"{name} is already part of a building", where, f"{path}.hexes")
        taken.add(name)
    known = set(KINDS.values())
    if entry.kind and entry.kind not in known:
        raise ContentError(f"unknown kind {entry.kind!r}, expected one of {sorted(known)}", where, f"{path}.kind")
    reached, todo = {entry.hexes[0]}, [entry.hexes[0]]
    while todo:
        here = table[todo.pop()]
        near = [h for h in entry.hexes if h not in reached and are_neighbours(here, table[h])]
        reached.update(near)
        todo += near
    if len(reached) < len(entry.hexes):
        apart = sorted(set(entry.hexes) - reached)
        raise ContentError(f"{', '.join(apart)} not next to the rest of the building", where, f"{path}.hexes")
    kind = entry.kind or KINDS.get(table[entry.hexes[0]].terrain, "")
    floors = entry.floors or (2 if kind == "hc" and len(entry.hexes) >= HC_FLOORS_FROM else 1)
    return BuildingSpec(entry.hexes, kind, floors, entry.rooftop)


def single_buildings(table: Iterable[HexSpec], chart: Chart, taken: set[str]) -> list[BuildingSpec]:
    """Every building hex that no entry names is a building of its own."""
    return [
        BuildingSpec((h.name,), KINDS.get(h.terrain, ""), 1)
        for h in table
        if chart.terrains[h.terrain].structure and h.name not in taken
    ]


class _Checker:
    """Turns a map file into a sheet and names what is wrong."""

    def __init__(self, data: MapFile, where: str, chart: Chart) -> None:
        self.data, self.where, self.chart = data, where, chart

    def sheet(self) -> Sheet:
        data = self.data
        for code, key in data.legend.items():
            check_terrain(key, self.chart, self.where, f"legend.{code}")
        terrain = self._terrain()
        for group in ("levels", "silhouettes", "features"):
            for name in getattr(data, group):
                self._exists(name, terrain, f"{group}.{name}")
        table = {name: self._hex(name, key) for name, key in terrain.items()}
        self._art(table)
        sides = self._sides(table)
        taken: set[str] = set()
        buildings = [
            check_building(b, table, self.chart, taken, self.where, f"buildings.{i}")
            for i, b in enumerate(data.buildings)
        ]
        cut = frozenset(self._pair(text, table, "no_road") for text in data.no_road)
        for status in ("stated", "derived"):
            for text in getattr(data.facts, status):
                if "/" in text:
                    self._pair(text, table, f"facts.{status}")
                else:
                    self._exists(text, table, f"facts.{status}")
        return Sheet(
            name=data.name,
            where=self.where,
            columns=data.columns,
            rows=data.rows,
            hexes=table,
            sides=sides,
            buildings=tuple(buildings + single_buildings(table.values(), self.chart, taken)),
            no_road=cut,
            stated=frozenset(data.facts.stated),
            derived=frozenset(data.facts.derived),
            own=data.own,
        )

    def _terrain(self) -> dict[str, str]:
        """Terrain key per hex name, from the column lines."""
        data, found = self.data, {}
        letters = [hexes.column_letters(c) for c in range(1, data.columns + 1)]
        for column in data.hexes:
            if column not in letters:
                raise ContentError(f"the map has columns A to {letters[-1]}", self.where, f"hexes.{column}")
        for number, letter in enumerate(letters, start=1):
            rows = column_rows(number, data.rows)
            path = f"hexes.{letter}"
            if letter not in data.hexes:
                raise ContentError(f"column {letter} is missing", self.where, path)
            codes = data.hexes[letter].split()
            if len(codes) != len(rows):
                raise ContentError(
                    f"{len(codes)} hexes, but rows {rows[0]} to {rows[-1]} are {len(rows)}", self.where, path
                )
            for row, code in zip(rows, codes, strict=True):
                key = data.legend.get(code, code)
                if key not in self.chart.terrains:
                    hint = files.guess(code, [*data.legend, *self.chart.terrains])
                    raise ContentError(f"unknown terrain {code!r}{hint}", self.where, f"{path}.{row}")
                found[f"{letter}{row}"] = key
        return found

    def _hex(self, name: str, terrain: str) -> HexSpec:
        data = self.data
        x, y = hexes.xy(name)
        shape: Silhouette = DEFAULT_RADIUS
        if name in data.silhouettes:
            try:
                shape = silhouette(data.silhouettes[name])
            except ValueError as error:
                raise ContentError(str(error), self.where, f"silhouettes.{name}") from None
        column, row = x // 3, int(name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        half = column in (1, data.columns) or (column % 2 == 1 and row in (0, data.rows))
        features = check_features(data.features.get(name, ()), self.chart, self.where, f"features.{name}")
        return HexSpec(name, x, y, terrain, data.levels.get(name, 0), shape, features, (), (), (data.name,), half)

    def _art(self, table: dict[str, HexSpec]) -> None:
        for i, entry in enumerate(self.data.art):
            path = f"art.{i}"
            self._exists(entry.hex, table, f"{path}.hex")
            check_terrain(entry.terrain, self.chart, self.where, f"{path}.terrain")
            try:
                piece = Art(entry.terrain, polygon(entry.shape))
            except ValueError as error:
                raise ContentError(str(error), self.where, f"{path}.shape") from None
            old = table[entry.hex]
            table[entry.hex] = msgspec.structs.replace(old, art=(*old.art, piece))

    def _sides(self, table: Mapping[str, HexSpec]) -> dict[Pair, str]:
        sides: dict[Pair, str] = {}
        for kind, texts in self.data.hexsides.items():
            path = f"hexsides.{kind}"
            check_hexside_kind(kind, self.chart, self.where, path)
            for text in texts:
                pair = self._pair(text, table, path)
                if pair in sides:
                    raise ContentError(f"{text} is already {sides[pair]}", self.where, path)
                sides[pair] = kind
        return sides

    def _pair(self, text: str, table: Mapping[str, HexSpec], path: str) -> Pair:
        pair = split_pair(text)
        if pair is None:
            raise ContentError(f"{text!r} is no hexside, expected something like 'F4/G4'", self.where, path)
        return check_side(pair, table, self.where, f"{path}.{text}")

    def _exists(self, name: str, table: Mapping[str, object], path: str) -> None:
        if name not in table:
            raise ContentError(f"map {self.data.name} has no hex {name!r}", self.where, path)
