"""Maps: everything a user of this package needs to turn map files into boards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lnlt.content import files
from lnlt.content.boards import (
    MARGIN,
    HexEntry,
    Layout,
    Placement,
    SideEntry,
    custom_board,
    extent,
    join,
    load_map,
    plain_board,
    rotate,
)
from lnlt.content.charts import with_stream
from lnlt.content.mapfile import COLUMNS, ROWS, BuildingEntry, load_sheet, make_sheet
from lnlt.core.board import Board
from lnlt.core.errors import ContentError
from lnlt.core.setup import BoardSetup
from lnlt.core.terrain import Chart

__all__ = [
    "MARGIN",
    "BuildingEntry",
    "HexEntry",
    "Layout",
    "Placement",
    "SideEntry",
    "build_board",
    "carried",
    "custom_board",
    "extent",
    "join",
    "load_map",
    "load_sheet",
    "map_names",
    "plain_board",
    "rotate",
]


def map_names() -> list[str]:
    """Names of the shipped maps."""
    return files.shipped_names("maps")


def carried(wanted: Sequence[str]) -> tuple[tuple[str, ...], dict[str, dict[str, Any]]]:
    """What a set-up has of maps given by name or path: their names, and all that the files say that are not shipped."""
    names: list[str] = []
    sheets: dict[str, dict[str, Any]] = {}
    shipped = map_names()
    for text in wanted:
        if text in shipped:
            names.append(text)
            continue
        source, where = files.find("maps", text)
        stem, number = Path(text).stem, 1
        name = stem
        while name in (*shipped, *sheets):
            number += 1
            name = f"{stem}-{number}"
        sheets[name] = files.parse(source, where)
        names.append(name)
    return tuple(names), sheets


def build_board(setup: BoardSetup, chart: Chart, where: str = "board", key: str = "board") -> Board:
    """The board of a game set-up: maps or open ground, with its changes.

    Its maps are shipped or in the set-up: no other file is looked at. `where` and `key` name the file and the key path
    the set-up comes from, for errors.
    """
    base: Layout | None = None
    columns, rows = setup.size
    if not (0 <= columns <= COLUMNS and 0 <= rows <= ROWS):
        raise ContentError(f"a board has at most {COLUMNS} columns and {ROWS} rows", where, f"{key}.size")
    if setup.maps:
        places = tuple(Placement(m.map, m.column, m.row, 180 if m.turned else 0) for m in setup.maps)
        sheets = {name: make_sheet(raw, chart, f"{where}: map {name}") for name, raw in setup.sheets.items()}
        for i, place in enumerate(places):
            files.check_word(place.map, (*sheets, *map_names()), "map", where, f"{key}.maps.{i}.map")
        base = Layout(places, {}, sheets)
    return custom_board(
        base,
        with_stream(chart, setup.stream),
        {name: HexEntry(h.terrain, h.level, h.silhouette, h.features) for name, h in setup.hexes.items()},
        [SideEntry(s.between, s.kind) for s in setup.hexsides],
        [BuildingEntry(b.hexes, b.kind, b.floors or None, b.rooftop) for b in setup.buildings],
        size=setup.size,
        margin=0 if setup.size != (0, 0) else MARGIN,
        where=where,
        key=key,
    )
