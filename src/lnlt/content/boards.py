"""Boards from map sheets: one map, several joined, one with changes, or plain open ground."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

import msgspec

from lnlt.content import files
from lnlt.content.mapfile import (
    BuildingEntry,
    Level,
    Pair,
    Shape,
    Sheet,
    check_building,
    check_features,
    check_hexside_kind,
    check_side,
    check_terrain,
    load_sheet,
    silhouette,
    single_buildings,
)
from lnlt.core import hexes
from lnlt.core.board import DEFAULT_RADIUS, Art, Board, BuildingSpec, HexSpec, Silhouette
from lnlt.core.errors import ContentError
from lnlt.core.terrain import Chart

MARGIN = 6
"""Open hexes around the last hex needed on a plain board."""


class HexEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[board.hexes]`: what changes in one hex; what is left out stays."""

    terrain: str | None = None
    level: Level | None = None
    silhouette: float | Shape | None = None
    features: tuple[str, ...] | None = None


class SideEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[board.hexsides]]`: one hexside; kind "none" takes a printed one away."""

    between: tuple[str, ...]
    kind: str


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[maps]]`: one map on the table; column and row are offsets in hexes (a whole map: 14 and 8)."""

    map: str
    column: int = 0
    row: int = 0
    orientation: Literal[0, 180] = 0


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Maps and how they lie; `joints` decides hexes of a joint whose halves differ."""

    maps: tuple[Placement, ...]
    joints: dict[str, str | HexEntry] = {}
    sheets: dict[str, Sheet] = {}
    """Maps that have been read already; others are looked for by name or path."""

    def sheet(self, place: Placement, chart: Chart) -> Sheet:
        """A map as it lies."""
        sheet = self.sheets.get(place.map) or load_sheet(place.map, chart)
        return rotate(sheet) if place.orientation else sheet


class Parts:
    """The pieces of a board while it is put together."""

    def __init__(self, name: str, chart: Chart) -> None:
        self.name, self.chart = name, chart
        self.hexes: dict[str, HexSpec] = {}
        self.index: dict[str, str] = {}
        """Every name and alias -> the hex's name."""
        self.sides: dict[Pair, str] = {}
        self.buildings: list[BuildingSpec] = []
        self.no_road: set[Pair] = set()

    def add(self, spec: HexSpec) -> None:
        """A new or replaced hex."""
        self.hexes[spec.name] = spec
        for text in (spec.name, *spec.aliases):
            self.index[text] = spec.name

    def board(self) -> Board:
        """The finished board, hexes in reading order: column by column from the left, top to bottom."""
        specs = sorted(self.hexes.values(), key=lambda s: (s.x, s.y))
        return Board(self.name, self.chart, specs, self.sides, self.buildings, self.no_road)


def load_map(name_or_path: str | files.Source, chart: Chart) -> Board:
    """The board of one map: "H6" is the name of a hex, "15H6" an alias.

    >>> from lnlt.content.charts import load_chart
    >>> board = load_map("15", load_chart("ww2"))
    >>> board.size, board.terrain[board.index["15I5"]].name
    (128, 'HC Building')
    """
    return _single(load_sheet(name_or_path, chart), chart).board()


def _single(sheet: Sheet, chart: Chart) -> Parts:
    parts = Parts(sheet.name, chart)
    for spec in sheet.hexes.values():
        parts.add(msgspec.structs.replace(spec, aliases=(f"{sheet.name}{spec.name}",)))
    parts.sides = dict(sheet.sides)
    parts.buildings = list(sheet.buildings)
    parts.no_road = set(sheet.no_road)
    return parts


def rotate(sheet: Sheet) -> Sheet:
    """The sheet turned by 180 degrees; hexes keep their printed names."""
    if sheet.columns % 2 == 0:
        raise ContentError("a map with an even number of columns cannot be turned", sheet.where, "columns")
    turned = {
        name: msgspec.structs.replace(
            h,
            x=3 * (sheet.columns + 1) - h.x,
            y=2 * sheet.rows - h.y,
            silhouette=_turn(h.silhouette),
            art=tuple(Art(a.terrain, tuple((-x, -y) for x, y in a.shape)) for a in h.art),
        )
        for name, h in sheet.hexes.items()
    }
    return msgspec.structs.replace(sheet, hexes=turned)


def _turn(shape: Silhouette) -> Silhouette:
    return shape if isinstance(shape, int) else tuple((-x, -y) for x, y in shape)


def join(layout: Layout | Sequence[Placement], chart: Chart, where: str = "layout") -> Board:
    """Several maps as one board; the half-hexes of a joint become one hex with both names."""
    return _join(layout if isinstance(layout, Layout) else Layout(tuple(layout)), chart, where).board()


def _join(
    layout: Layout, chart: Chart, where: str, changes: Mapping[str, str | HexEntry] = MappingProxyType({})
) -> Parts:
    """The maps of a layout; hexes that are changed anyway need no decision in `joints`."""
    if not layout.maps:
        raise ContentError("no map given", where, "maps")
    if len(layout.maps) == 1 and not layout.joints:
        return _single(layout.sheet(layout.maps[0], chart), chart)
    parts = Parts("+".join(p.map for p in layout.maps), chart)
    cells: dict[tuple[int, int], list[HexSpec]] = {}
    sheets: list[Sheet] = []
    for i, place in enumerate(layout.maps):
        path = f"maps.{i}"
        if place.column % 2:
            raise ContentError(f"column offset {place.column} is odd: the hexes would not fit", where, f"{path}.column")
        sheet = layout.sheet(place, chart)
        if any(s.name == sheet.name for s in sheets):
            raise ContentError(f"map {sheet.name} is already on the table", where, f"{path}.map")
        sheets.append(sheet)
        for spec in sheet.hexes.values():
            moved = msgspec.structs.replace(
                spec, name=f"{sheet.name}{spec.name}", x=spec.x + 3 * place.column, y=spec.y + 2 * place.row
            )
            cells.setdefault((moved.x, moved.y), []).append(moved)
    used: set[str] = set()
    for found in cells.values():
        parts.add(_merge(found, {**changes, **layout.joints}, used, chart, where))
    for name in layout.joints:
        if name not in used:
            raise ContentError("no hex of a joint has this name", where, f"joints.{name}")
    for spec in list(parts.hexes.values()):
        around = [(spec.x + dx, spec.y + dy) in cells for dx, dy in hexes.STEPS]
        parts.hexes[spec.name] = msgspec.structs.replace(spec, half=spec.half and not all(around))
    for sheet in sheets:
        _take(parts, sheet, where)
    return parts


def _merge(
    found: list[HexSpec], joints: Mapping[str, str | HexEntry], used: set[str], chart: Chart, where: str
) -> HexSpec:
    """One hex out of the half-hexes that lie on the same spot."""
    first = found[0]
    if len(found) == 1:
        return first
    names = [h.name for h in found]
    if any(not h.half for h in found):
        raise ContentError(f"{' and '.join(names)} lie on the same spot and are no half-hexes", where, "maps")
    said = next((n for n in names if n in joints), None)
    terrains = sorted({h.terrain for h in found} - {"clear"}) or ["clear"]
    levels = sorted({h.level for h in found})
    if said is None and (len(terrains) > 1 or len(levels) > 1):
        what = f"terrain {' and '.join(terrains)}" if len(terrains) > 1 else f"levels {levels}"
        raise ContentError(f"the halves {' and '.join(names)} have different {what}", where, f"joints.{first.name}")
    main = next((h for h in found if h.terrain == terrains[0]), first)
    whole = msgspec.structs.replace(
        main,
        name=first.name,
        aliases=tuple(names[1:]),
        maps=tuple(m for h in found for m in h.maps),
        features=frozenset().union(*(h.features for h in found)),
        art=tuple(a for h in found for a in h.art),
    )
    if said is None:
        return whole
    used.add(said)
    return change_hex(whole, joints[said], chart, where, f"joints.{said}")


def _take(parts: Parts, sheet: Sheet, where: str) -> None:
    """Hexsides, buildings and road cuts of one sheet under the names of the joined board."""

    def named(group: Iterable[str]) -> tuple[str, ...]:
        return tuple(parts.index[f"{sheet.name}{h}"] for h in group)

    for pair, kind in sheet.sides.items():
        key = frozenset(named(pair))
        if parts.sides.setdefault(key, kind) != kind:
            both = "/".join(sorted(key))
            raise ContentError(f"hexside {both} is {parts.sides[key]} and {kind}", where, "maps")
    parts.no_road |= {frozenset(named(pair)) for pair in sheet.no_road}
    for building in sheet.buildings:
        mine = tuple(n for n in named(building.hexes) if parts.chart.terrains[parts.hexes[n].terrain].structure)
        shared = [b for b in parts.buildings if set(b.hexes) & set(mine)]
        parts.buildings = [b for b in parts.buildings if b not in shared]
        together = tuple(
            dict.fromkeys(h for b in (*shared, msgspec.structs.replace(building, hexes=mine)) for h in b.hexes)
        )
        if together:
            floors = max(b.floors for b in (*shared, building))
            parts.buildings.append(msgspec.structs.replace(building, hexes=together, floors=floors))


def change_hex(spec: HexSpec, entry: str | HexEntry, chart: Chart, where: str, path: str) -> HexSpec:
    """A hex with the changes of an entry; a new terrain brings the default silhouette and no artwork."""
    if isinstance(entry, str):
        entry = HexEntry(terrain=entry)
    if entry.terrain is not None:
        check_terrain(entry.terrain, chart, where, path if entry.level is None else f"{path}.terrain")
        if entry.terrain != spec.terrain:
            spec = msgspec.structs.replace(spec, terrain=entry.terrain, silhouette=DEFAULT_RADIUS, art=())
    if entry.level is not None:
        spec = msgspec.structs.replace(spec, level=entry.level)
    if entry.silhouette is not None:
        try:
            spec = msgspec.structs.replace(spec, silhouette=silhouette(entry.silhouette))
        except ValueError as error:
            raise ContentError(str(error), where, f"{path}.silhouette") from None
    if entry.features is not None:
        features = check_features(entry.features, chart, where, f"{path}.features")
        spec = msgspec.structs.replace(spec, features=features)
    return spec


def plain_board(columns: int, rows: int, chart: Chart, name: str = "plain") -> Board:
    """Clear Level-0 ground: columns from A, rows from 0.

    >>> from lnlt.content.charts import load_chart
    >>> plain_board(3, 2, load_chart("ww2")).names
    ('A0', 'A1', 'A2', 'B0', 'B1', 'B2', 'C0', 'C1', 'C2')
    """
    return _plain(columns, rows, chart, name).board()


def _plain(columns: int, rows: int, chart: Chart, name: str) -> Parts:
    parts = Parts(name, chart)
    for column in range(1, columns + 1):
        for row in range(rows + 1):
            text = f"{hexes.column_letters(column)}{row}"
            parts.add(HexSpec(text, *hexes.xy(text), "clear"))
    return parts


def custom_board(
    base: str | files.Source | Layout | None,
    chart: Chart,
    overrides: Mapping[str, str | HexEntry] | None = None,
    sides: Sequence[SideEntry] = (),
    buildings: Sequence[BuildingEntry] = (),
    no_road: Sequence[tuple[str, str]] = (),
    needed: Iterable[str] = (),
    margin: int = MARGIN,
    size: tuple[int, int] = (0, 0),
    where: str = "board",
    key: str = "board",
) -> Board:
    """A shipped map, a layout or (None) open ground around the hexes needed, with single things replaced.

    `where` and `key` name the file and the key path of the board in it, for errors.
    """
    overrides = overrides or {}
    if base is None:
        places = [*needed, *overrides, *(h for s in sides for h in s.between), *(h for b in buildings for h in b.hexes)]
        columns, rows = extent(places, margin, where, key)
        parts = _plain(max(columns, size[0]), max(rows, size[1]), chart, "plain")
    elif isinstance(base, Layout):
        parts = _join(base, chart, where, overrides)
    else:
        parts = _single(load_sheet(base, chart), chart)
    for name, entry in overrides.items():
        path = f"{key}.hexes.{name}"
        parts.add(change_hex(parts.hexes[_known(parts, name, where, path)], entry, chart, where, path))
    for i, side in enumerate(sides):
        path = f"{key}.hexsides.{i}"
        pair = check_side(
            [_known(parts, h, where, f"{path}.between") for h in side.between], parts.hexes, where, f"{path}.between"
        )
        if side.kind == "none":
            parts.sides.pop(pair, None)
        else:
            parts.sides[pair] = check_hexside_kind(side.kind, chart, where, f"{path}.kind")
    for a, b in no_road:
        names = [_known(parts, h, where, f"{key}.no_road") for h in (a, b)]
        parts.no_road.add(check_side(names, parts.hexes, where, f"{key}.no_road"))
    _rebuild(parts, buildings, where, key)
    return parts.board()


def _rebuild(parts: Parts, entries: Sequence[BuildingEntry], where: str, key: str) -> None:
    """Buildings after changes: new entries first, what is left of the printed ones, then single hexes."""
    taken: set[str] = set()
    new = []
    for i, entry in enumerate(entries):
        path = f"{key}.buildings.{i}"
        names = tuple(_known(parts, h, where, f"{path}.hexes") for h in entry.hexes)
        entry = msgspec.structs.replace(entry, hexes=names)
        new.append(check_building(entry, parts.hexes, parts.chart, taken, where, path))
    for old in parts.buildings:
        left = tuple(h for h in old.hexes if h not in taken and parts.chart.terrains[parts.hexes[h].terrain].structure)
        if left:
            taken.update(left)
            new.append(msgspec.structs.replace(old, hexes=left))
    parts.buildings = new + single_buildings(parts.hexes.values(), parts.chart, taken)


def _known(parts: Parts, name: str, where: str, path: str) -> str:
    if name not in parts.index:
        raise ContentError(f"the board has no hex {name!r}", where, path)
    return parts.index[name]


def extent(places: Iterable[str], margin: int = MARGIN, where: str = "board", key: str = "") -> tuple[int, int]:
    """Columns and rows of a plain board that holds the places ("H6", "H6/upper") and a margin.

    >>> extent(["B2", "D5/upper"], margin=3)
    (7, 8)
    """
    columns = rows = 0
    for text in places:
        place = text.partition("/")[0]
        if not hexes.is_hex_name(place):
            raise ContentError(f"{text!r} is no hex name", where, key)
        x, y = hexes.xy(place)
        columns, rows = max(columns, x // 3), max(rows, (y + 1) // 2)
    return min(52, columns + margin), min(99, rows + margin)
