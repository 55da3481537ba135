"""Terrain charts: the rows of an era with module overlays laid over them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, TypeVar

import msgspec

from lnlt.content import files
from lnlt.core.errors import ContentError
from lnlt.core.terrain import LOS_NAMES, PROHIBITED, UNLIMITED, Chart, Costs, Counter, Hexside, Shape, Terrain

Points = int | float | Literal["P"]
LosName = Literal["open", "degrading", "blocking"]
HeightName = int | Literal["terrain", "unlimited"]


class CostRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Movement Points as printed: 2, 0.5 or "P"."""

    leg: Points
    T: Points
    O: Points
    R: Points


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every row has."""

    name: str
    los: LosName
    height: HeightName
    tm: int
    verified: bool = True


class TerrainRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row for the inside of a hex as the file has it."""

    cost: CostRow
    structure: bool = False
    hides_moving: bool = False
    flammable: bool = False
    road: bool = False
    stacking: int | None = None
    level: int = 0
    water: bool = False
    weapon_teams: bool = True
    overrun: bool = False
    mortars: bool = True


class HexsideRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row for a hexside as the file has it."""

    cost: CostRow
    hides_moving: bool = False


class CounterRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row for a marker as the file has it."""

    shape: Shape
    cost: CostRow | None = None
    total: bool = False
    extra: CostRow | None = None
    spots_as: LosName | None = None
    tms: tuple[int, ...] = ()


class ChartFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chart file; rows stay raw until overlays are laid over them."""

    era: str = ""
    include: str = ""
    borrow: dict[str, list[str]] = {}
    terrain: dict[str, dict[str, Any]] = {}
    hexsides: dict[str, dict[str, Any]] = {}
    counters: dict[str, dict[str, Any]] = {}


GROUPS = ("terrain", "hexsides", "counters")
Rows = dict[str, dict[str, tuple[dict[str, Any], str]]]
"""Group -> key -> raw row and the file it comes from."""
V = TypeVar("V")
RowT = TypeVar("RowT", bound=Row)


def eras() -> list[str]:
    """Eras with a chart."""
    return [n for n in files.shipped_names("charts") if n != "common"]


def overlays() -> list[str]:
    """Names of the shipped module overlays."""
    return files.shipped_names("charts/overlays")


def load_chart(
    era: str,
    overlays: Sequence[str] = (),
    rows: Mapping[str, Mapping[str, dict[str, Any]]] | None = None,
    where: str = "packs",
) -> Chart:
    """1.9: the chart of an era, overlays (shipped names or paths) applied in order, then rows of packs (10.8).

    >>> load_chart("ww2").terrains["light_woods"].cost
    (4, 8, 12, 16)
    """
    return _load(era, tuple(overlays)) if not rows else _chart(era, overlays, rows, where)


def with_stream(chart: Chart, kind: int) -> Chart:
    """10.5.1: the chart with "stream" hexsides of the type a scenario says.

    >>> with_stream(load_chart("ww2"), 3).hexsides["stream"].cost[0]
    4
    """
    if kind == 1:
        return chart
    row = msgspec.structs.replace(chart.hexsides[f"stream_{kind}"], key="stream")
    return msgspec.structs.replace(chart, hexsides={**chart.hexsides, "stream": row})


@functools.lru_cache(maxsize=32)
def _load(era: str, overlays: tuple[str, ...]) -> Chart:
    return _chart(era, overlays, {}, "")


def _chart(era: str, overlays: Sequence[str], more: Mapping[str, Mapping[str, dict[str, Any]]], whose: str) -> Chart:
    rows = _rows(era)
    for name in overlays:
        _overlay(rows, *overlay_rows(name))
    _overlay(rows, more, whose)
    return Chart(
        era=era,
        terrains=_build(rows, "terrain", TerrainRow, _terrain),
        hexsides=_build(rows, "hexsides", HexsideRow, _hexside),
        counters=_build(rows, "counters", CounterRow, _counter),
    )


def overlay_rows(name_or_path: str) -> tuple[dict[str, dict[str, dict[str, Any]]], str]:
    """The rows of an overlay, as written, and the label of its file."""
    source, where = files.find("charts/overlays", name_or_path)
    chart = files.read(source, ChartFile, where)
    return {group: getattr(chart, group) for group in GROUPS}, where


def _rows(era: str, borrowing: bool = True) -> Rows:
    source, where = files.find("charts", era)
    chart = files.read(source, ChartFile, where)
    if chart.era != era:
        raise ContentError(f"the file is for era {chart.era!r}, expected {era!r}", where, "era")
    rows: Rows = {group: {} for group in GROUPS}
    if chart.include:
        base, base_where = files.find("charts", chart.include)
        _add(rows, files.read(base, ChartFile, base_where), base_where)
    _add(rows, chart, where)
    if borrowing:
        for other, keys in chart.borrow.items():
            theirs = _rows(other, borrowing=False)
            for key in keys:
                group = next((g for g in GROUPS if key in theirs[g]), None)
                if group is None:
                    raise ContentError(f"no row {key!r} in the chart {other!r}", where, f"borrow.{other}")
                raw, row_where = theirs[group][key]
                rows[group].setdefault(key, ({**raw, "verified": False}, row_where))
    return rows


def _add(rows: Rows, chart: ChartFile, where: str) -> None:
    for group in GROUPS:
        table: dict[str, dict[str, Any]] = getattr(chart, group)
        for key, raw in table.items():
            rows[group][key] = (raw, where)


def _overlay(rows: Rows, laid: Mapping[str, Mapping[str, dict[str, Any]]], where: str) -> None:
    for group in GROUPS:
        for key, raw in laid.get(group, {}).items():
            old = rows[group].get(key, ({}, where))[0]
            rows[group][key] = ({**old, **raw}, where)


def _build(rows: Rows, group: str, kind: type[RowT], make: Callable[[str, RowT, str], V]) -> Mapping[str, V]:
    made = {}
    for key, (raw, where) in rows[group].items():
        path = f"{group}.{key}"
        try:
            made[key] = make(key, files.convert(raw, kind, where, path), where)
        except ValueError as error:
            raise ContentError(str(error), where, path) from None
    return MappingProxyType(made)


def _terrain(key: str, row: TerrainRow, where: str) -> Terrain:
    return Terrain(**_shared("terrain", key, row, row.cost, where))


def _hexside(key: str, row: HexsideRow, where: str) -> Hexside:
    return Hexside(**_shared("hexsides", key, row, row.cost, where))


def _counter(key: str, row: CounterRow, where: str) -> Counter:
    path = f"counters.{key}"
    if row.tms and row.tm != row.tms[0]:
        raise ContentError(f"'tm' must be the first of 'tms' {list(row.tms)}", where, f"{path}.tm")
    fields = _shared("counters", key, row, row.cost, where)
    fields["extra"] = _costs(row.extra, where, f"{path}.extra") if row.extra else (0, 0, 0, 0)
    fields["spots_as"] = LOS_NAMES.index(row.spots_as) if row.spots_as else None
    return Counter(**fields)


def _shared(group: str, key: str, row: Row, cost: CostRow | None, where: str) -> dict[str, Any]:
    """The fields of a row as the engine knows them: words and costs as numbers, everything else as written."""
    return {
        **msgspec.structs.asdict(row),
        "key": key,
        "los": LOS_NAMES.index(row.los),
        "height": _height(row.height),
        "cost": _costs(cost, where, f"{group}.{key}.cost") if cost else None,
    }


def _height(height: HeightName) -> int | None:
    """Level-0 and "per terrain height" are the same for lines of sight: None (Q-079, P-1)."""
    if height == "unlimited":
        return UNLIMITED
    return None if height == "terrain" or height == 0 else int(height)


def _costs(row: CostRow, where: str, path: str) -> Costs:
    return (
        _half(row.leg, where, f"{path}.leg"),
        _half(row.T, where, f"{path}.T"),
        _half(row.O, where, f"{path}.O"),
        _half(row.R, where, f"{path}.R"),
    )


def _half(points: Points, where: str, path: str) -> int:
    if isinstance(points, str):
        return PROHIBITED
    if points < 0 or points * 2 != int(points * 2):
        raise ContentError(f"{points} is no cost: whole or half Movement Points, or 'P'", where, path)
    return int(points * 2)


def unverified(era: str) -> dict[str, int]:
    """Unverified rows per chart file of an era (borrowed rows count for the borrowing chart)."""
    chart = load_chart(era)
    groups: tuple[Mapping[str, Terrain | Hexside | Counter], ...] = (chart.terrains, chart.hexsides, chart.counters)
    return {f"charts/{era}.toml": sum(not row.verified for group in groups for row in group.values())}
