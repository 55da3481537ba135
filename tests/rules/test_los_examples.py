"""Every worked example of chapter 10 about levels, lines of sight and adjacency, asked of the API."""

from __future__ import annotations

from typing import Any

import pytest

from lnlt.content.charts import load_chart
from lnlt.content.maps import BuildingEntry, HexEntry, SideEntry, custom_board
from lnlt.content.picture import board_text
from lnlt.rules.ch10_los_spotting.explain import explain
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, Dynamic, Sight, degraded, limited
from lnlt.rules.facts.adjacency import adjacent


def hex_(terrain: str = "clear", level: int = 0) -> HexEntry:
    """A hex of the set-up."""
    return HexEntry(terrain, level)


CLEAR, DEGRADED, STOPPED = "clear", "degraded", "blocked"
HILL1, HILL2 = hex_("hill", 1), hex_("hill", 2)

# id: hexes, hexsides, buildings, counters
BOARDS: dict[str, tuple[dict[str, Any], list[Any], list[Any], list[tuple[str, str]]]] = {
    "R10.2-ex1": ({"B2": "hc_building", "D2": HILL1}, [], [BuildingEntry(("B2",), floors=2)], []),
    "R10.2-ex2": ({"B2": hex_("hc_building", 1)}, [], [BuildingEntry(("B2",), floors=2)], []),
    "R10.2-ex3": ({"B2": "hc_building", "B3": "hc_building"}, [], [BuildingEntry(("B2", "B3"), floors=2)], []),
    "R10.3-ex1": ({"B2": hex_("forest", 1)}, [], [], []),
    "R10.3-ex2": ({"B2": hex_("lc_building", 2)}, [], [], []),
    "R10.3-ex3": (
        {h: hex_("hc_building", 1) for h in ("B2", "B3", "C2")},
        [],
        [BuildingEntry(("B2", "B3", "C2"), floors=2)],
        [],
    ),
    "R10.3-ex4": ({"B2": hex_("light_woods", 1)}, [], [], []),
    "R10.3-ex5": ({"B3": "light_woods"}, [], [], [("B3", "wreck")]),
    "R10.3-ex6": ({"M5": "brush"}, [], [], []),
    "R10.3-ex7": ({"D6": "lc_building"}, [], [], []),
    "R10.3-ex8": (
        {"G2": "hc_building", "I3": "hc_building"},
        [],
        [BuildingEntry(("G2",), floors=2), BuildingEntry(("I3",), floors=2)],
        [("H3", "rubble")],
    ),
    "R10.3-ex9a": ({"K3": HILL1, "K2": "light_woods"}, [], [], []),
    "R10.3-ex9b": ({"K3": HILL1, "K2": "lc_building"}, [], [], []),
    "R10.3-ex10a": ({"J4": "hc_building", "J3": "hc_building"}, [], [BuildingEntry(("J4",), floors=2)], []),
    "R10.3-ex10b": ({"J4": "hc_building", "J2": "hc_building"}, [], [BuildingEntry(("J4",), floors=2)], []),
    "R10.3-ex11a": ({"I4": HILL2, "I5": HILL1, "I6": "light_jungle"}, [], [], []),
    "R10.3.1-ex1a": ({"I5": HILL2, "I4": HILL1, "I3": "road"}, [], [], []),
    "R10.3.1-ex1b": ({"I5": HILL2, "I4": HILL1, "I3": HILL1}, [], [], []),
    "R10.3.1-ex2": (dict.fromkeys(("U2", "U3", "U4", "U5"), HILL1), [], [], []),
    "R10.3.2-ex1": ({}, [SideEntry(("K6", "L6"), "wall")], [], []),
    "R10.3.2-ex2": ({}, [SideEntry(("K6", "L7"), "wall")], [], []),
    "R10.3.2-ex3": ({"E3": "lc_building", "F3": "lc_building"}, [], [], []),
    "R10.3.2-tec1": ({}, [SideEntry(("L4", "L5"), "hedge")], [], []),
    "R10.3.2-tec2": ({}, [SideEntry(("K2", "L2"), "hedge")], [], []),
    "R10.3.2-tec3": ({}, [SideEntry(("F3", "F4"), "wall")], [], []),
    "R10.4.1-ex1": ({}, [], [], [("G4", "bunker")]),
    "R10.4.1-ex2": ({"G1": "road", "G2": "hc_building"}, [], [BuildingEntry(("G2",), floors=2)], []),
    "R10.4.1-ex3": ({"F2": "hc_building", "G2": "hc_building"}, [], [BuildingEntry(("F2", "G2"), floors=2)], []),
    "R10.6-ex1": (
        {"D4": "lc_building", "C4": "lc_building", "C3": "lc_building"},
        [],
        [BuildingEntry((h,), rooftop=True) for h in ("D4", "C4", "C3")],
        [],
    ),
}

LINES = [
    ("R10.2-ex3", "B2", "B3/upper", STOPPED, 0, 0, "10.2"),
    ("R10.3-ex5", "B2", "B4", DEGRADED, 1, 0, "10.3"),
    ("R10.3-ex6", "M6", "M4", DEGRADED, 1, 0, "10.3"),
    ("R10.3-ex7", "C6", "E5", STOPPED, 0, 0, "10.3"),
    ("R10.3-ex8", "G2/upper", "I3/upper", CLEAR, 0, 0, "10.3"),
    ("R10.3-ex9a", "K3", "K1", DEGRADED, 1, 0, "10.3"),
    ("R10.3-ex9a", "K3", "K0", CLEAR, 0, 0, "10.3"),
    ("R10.3-ex9b", "K3", "K1", STOPPED, 0, 0, "10.3"),
    ("R10.3-ex9b", "K3", "K0", CLEAR, 0, 0, "10.3"),
    ("R10.3-ex10a", "J4/upper", "J2", STOPPED, 0, 0, "10.3"),
    ("R10.3-ex10a", "J4/upper", "J1", CLEAR, 0, 0, "10.3"),
    ("R10.3-ex10b", "J4/upper", "J1", STOPPED, 0, 0, "10.3"),
    ("R10.3-ex10b", "J4/upper", "J0", STOPPED, 0, 0, "10.3"),
    ("R10.3-ex11a", "I4", "I7", DEGRADED, 1, 0, "10.3"),
    ("R10.3-ex11a", "I4", "I5", CLEAR, 0, 0, "10.3"),
    ("R10.3-ex11a", "I4", "I6", CLEAR, 0, 0, "10.3"),
    ("R10.3-ex11a", "I4", "I8", CLEAR, 0, 0, "10.3"),
    ("R10.3.1-ex1a", "I5", "I3", CLEAR, 0, 0, "10.3"),
    ("R10.3.1-ex1a", "I5", "I2", CLEAR, 0, 0, "10.3"),
    ("R10.3.1-ex1b", "I5", "I2", STOPPED, 0, 0, "10.3.1"),
    *[("R10.3.1-ex2", "U2", h, CLEAR, 0, 0, "10.3") for h in ("U3", "U4", "U5", "U9")],
    *[("R10.3.1-ex2", "U2", h, STOPPED, 0, 0, "10.3.1") for h in ("U6", "U7", "U8")],
    ("R10.3.2-ex1", "K5", "L7", CLEAR, 0, 0, "10.3"),
    ("R10.3.2-ex2", "J6", "M7", STOPPED, 0, 0, "10.3.2"),
    ("R10.3.2-ex2", "J6", "L7", CLEAR, 0, 0, "10.3"),
    ("R10.3.2-ex3", "E2", "F4", CLEAR, 0, 1, "10.3.2"),
    ("R10.3.2-tec1", "K4", "M4", CLEAR, 0, 0, "10.3"),
    ("R10.3.2-tec2", "K1", "L3", CLEAR, 0, 0, "10.3"),
    ("R10.3.2-tec3", "E3", "G3", CLEAR, 0, 0, "10.3"),
]
LEVELS = [("R10.2-ex1", "B2/upper", 1), ("R10.2-ex1", "D2", 1), ("R10.2-ex2", "B2/upper", 2)]
TOPS = [("R10.3-ex1", 3), ("R10.3-ex2", 3), ("R10.3-ex3", 3), ("R10.3-ex4", 2)]
NEIGHBOURS = [
    ("R10.2-ex3", "B2", "B3/upper", False),
    ("R10.2-ex3", "B2/upper", "B3/upper", True),
    ("R10.4.1-ex1", "G5", "G4", True),
    ("R10.4.1-ex1", "G5", "G4/bunker", True),
    ("R10.4.1-ex1", "G4", "G4/bunker", True),
    ("R10.4.1-ex2", "G1", "G2", True),
    ("R10.4.1-ex2", "G1", "G2/upper", True),
    ("R10.4.1-ex3", "F2", "G2", True),
    ("R10.4.1-ex3", "F2", "G2/upper", False),
    ("R10.6-ex1", "D4/roof", "D4", True),
    ("R10.6-ex1", "D4/roof", "C4", True),
    ("R10.6-ex1", "D4/roof", "C3/roof", True),
]


def build(case: str, needed: tuple[str, ...]) -> tuple[Sight, Dynamic]:
    """The board and the counters of an example."""
    hexes, sides, buildings, counters = BOARDS[case]
    board = custom_board(None, load_chart("ww2"), hexes, sides, buildings, needed=needed)
    return Sight(board), Dynamic((board.index[h], key) for h, key in counters)


@pytest.mark.parametrize(("case", "start", "end", "verdict", "degrading", "gaps", "rule"), LINES)
def test_lines(case: str, start: str, end: str, verdict: str, degrading: int, gaps: int, rule: str) -> None:
    """The line of the example has the printed verdict both ways and cites the deciding section."""
    sight, dyn = build(case, (start, end))
    for a, b in ((start, end), (end, start)):
        report = explain(sight, sight.board.loc(a), sight.board.loc(b), dyn)
        got = sight.line(sight.board.loc(a), sight.board.loc(b), dyn)
        seen = f"{report.text()}\n{board_text(sight.board, only=[start.split('/')[0], end.split('/')[0]])}"
        assert report.verdict == verdict, seen
        assert report.rule == rule, seen
        if verdict == STOPPED:
            assert got == BLOCKED
        else:
            assert (degraded(got), limited(got)) == (report.degraded, report.limited) == (degrading, gaps), seen


@pytest.mark.parametrize(("case", "place", "level"), LEVELS)
def test_levels(case: str, place: str, level: int) -> None:
    """Units stand on the printed level."""
    sight, _ = build(case, (place,))
    assert sight.level(sight.board.loc(place)) == level


@pytest.mark.parametrize(("case", "top"), TOPS)
def test_obstacle_heights(case: str, top: int) -> None:
    """Obstacle height adds to the level of the hex."""
    sight, dyn = build(case, ("B2",))
    assert sight.obstacle_level(sight.board.index["B2"], dyn) == top


@pytest.mark.parametrize(("case", "one", "two", "expected"), NEIGHBOURS)
def test_adjacency(case: str, one: str, two: str, expected: bool) -> None:
    """Floors, roofs and Bunkers are adjacent as the examples say, both ways, and see each other just then."""
    sight, dyn = build(case, (one, two))
    a, b = sight.board.loc(one), sight.board.loc(two)
    assert adjacent(sight.board, a, b) is adjacent(sight.board, b, a) is expected
    assert (sight.line(a, b, dyn) == 0) is expected
