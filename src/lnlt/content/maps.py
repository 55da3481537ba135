"""Maps: everything a user of this package needs to turn map files into boards."""

from __future__ import annotations

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
from lnlt.content.files import shipped_names
from lnlt.content.mapfile import BuildingEntry, load_sheet
from lnlt.core.board import Board
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
    return shipped_names("maps")


def build_board(setup: BoardSetup, chart: Chart, where: str = "board", key: str = "board") -> Board:
    """The board of a game set-up: maps or open ground, with its changes.

    `where` and `key` name the file and the key path the set-up comes from, for errors.
    """
    base: Layout | None = None
    if setup.maps:
        places = tuple(Placement(m.map, m.column, m.row, 180 if m.turned else 0) for m in setup.maps)
        base = Layout(places)
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
