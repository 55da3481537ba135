"""10.3: what the explanation of a line says of every hex on its way, and straight roads."""

from __future__ import annotations

import pytest

from lnlt.content.charts import load_chart
from lnlt.content.maps import HexEntry, custom_board
from lnlt.core.board import Board, BuildingSpec, HexSpec
from lnlt.core.hexes import xy
from lnlt.rules.ch10_los_spotting.explain import LosReport, explain
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, Dynamic, Sight, limited

CHART = load_chart("ww2")


def ground(level: int) -> HexEntry:
    """Open ground on a level."""
    return HexEntry("clear", level)


def ask(hexes: dict[str, str | HexEntry], start: str, end: str, *counters: str) -> LosReport:
    """The report of a line with counters written kind@hex."""
    sight = Sight(custom_board(None, CHART, hexes, needed=[start, end, "H8"]))
    board = sight.board
    dyn = Dynamic((board.index[h], kind) for kind, h in (c.split("@") for c in counters))
    return explain(sight, board.loc(start), board.loc(end), dyn)


SLOPE: dict[str, str | HexEntry] = {"D2": ground(3), "D3": ground(2), "D4": ground(1)}
RISE: dict[str, str | HexEntry] = {"D5": ground(3), "D4": ground(2), "D3": ground(1)}


@pytest.mark.parametrize(
    ("hexes", "way", "verdict", "reasons"),
    [
        ({"D4": ground(1)}, "D2 D6", "blocked", "D3 open clear 0, D4 ground ground 1, D5 open clear 0"),
        (
            {"D4": ground(1), "D2": ground(1)},
            "D2 D6",
            "blocked",
            "D3 open clear 0, D4 ground_shadow ground 1, D5 open clear 0",
        ),
        (SLOPE, "D2 D5", "clear", "D3 open clear 2, D4 slope ground 1"),
        (SLOPE, "D5 D2", "clear", "D4 slope ground 1, D3 open clear 2"),
        (RISE, "D5 D2", "clear", "D4 open clear 2, D3 slope ground 1"),
        (RISE, "D2 D5", "clear", "D3 slope ground 1, D4 open clear 2"),
        (
            {"D2": ground(1), "D5": "lc_building"},
            "D2 D6",
            "blocked",
            "D3 open clear 0, D4 open clear 0, D5 shadow lc_building 1",
        ),
        ({"D3": "forest"}, "D2 D4 smoke@D3", "blocked", "D3 rises forest 2"),
        ({}, "D2 D4 smoke@D3", "blocked", "D3 rises smoke 2"),
        ({"D3": "brush"}, "D2 D4 ffe@D3", "degraded", "D3 level brush 0"),
    ],
)
def test_what_is_said_of_the_hexes_on_the_way(
    hexes: dict[str, str | HexEntry], way: str, verdict: str, reasons: str
) -> None:
    """10.3, 10.3.1: hex by hex from the asker: ground above both ends or in whose shadow one lies, slopes, and of two
    things in a hex the first that does as much; with the level it rises to."""
    start, end, *counters = way.split()
    report = ask(hexes, start, end, *counters)
    said = ", ".join(f"{'/'.join(r.hexes)} {r.code} {r.params['key']} {r.params['top']}" for r in report.reasons)
    assert (report.verdict, said) == (verdict, reasons)


@pytest.mark.parametrize(
    ("hexes", "counters", "said"),
    [
        ({"D4": "forest", "E4": "brush"}, (), "degraded both_sides brush"),
        ({"D4": "brush", "E4": "forest"}, (), "degraded both_sides brush"),
        ({"D4": "brush", "E4": "light_woods"}, ("ffe@D4", "ffe@E4"), "degraded both_sides brush"),
        ({"D4": "forest"}, (), "none one_side forest"),
        ({"E4": "forest"}, (), "none one_side forest"),
        ({}, (), "none open_side "),
        ({}, ("smoke@D4", "fire@E4"), "blocked smoke_side smoke"),
        ({"D4": "forest", "E4": "forest"}, ("smoke@E4",), "blocked smoke_side smoke"),
    ],
)
def test_what_is_said_of_a_line_along_a_hexside(hexes: dict[str, str], counters: tuple[str, ...], said: str) -> None:
    """10.3.2: the weaker of the two sides counts and is named; terrain on one side alone is named as such."""
    (reason,) = ask(dict(hexes), "D5", "E3", *counters).reasons
    assert reason.hexes == ("D4", "E4")
    assert f"{reason.effect} {reason.code} {reason.params['key']}" == said


def test_the_first_hex_of_the_map_beside_a_line() -> None:
    """10.3.2: a hex beside the line is named, the first one of the map too."""
    report = ask({"A0": "forest"}, "A1", "B0")
    assert [(r.hexes, r.code) for r in report.reasons] == [(("A0", "B1"), "one_side")]


def test_a_level_hex_beside_the_line_ends_a_slope() -> None:
    """10.3.1, Q-080: along a hexside the lower of the two hexes counts; as low as the lower end it falls no more."""
    report = ask({"D5": ground(2), "D4": ground(1), "E4": "forest"}, "D5", "E3")
    assert report.verdict == "blocked"
    falling = ask({"D5": ground(2), "D4": ground(1), "E4": ground(1)}, "D5", "E3")
    assert falling.verdict == "clear"


def test_degrading_hexes_of_a_blocked_line() -> None:
    """10.3: of more than three the report counts three; of a line blocked by something else those it has."""
    assert ask(dict.fromkeys(("D3", "D4", "D5", "D6"), "brush"), "D2", "D7").degraded == 3
    assert ask({"D3": "brush", "D5": "forest"}, "D2", "D7").degraded == 1


SLIT = {"D4": "lc_building", "D5": "lc_building"}
FAR = {"H4": "lc_building", "H5": "lc_building"}


def slit(order: list[str], ends: tuple[str, str] = ("B4", "F5"), levels: int = 0) -> int:
    """Verdict of the line B4 - F5, which slips between D4 and D5, on a board with only some hexes, in their order."""
    specs = [HexSpec(n, *xy(n), {**SLIT, **FAR}.get(n, "clear"), levels if n in ends else 0) for n in order]
    houses = [BuildingSpec((n,), "", 1, True) for n in (*SLIT, *FAR) if n in order]
    sight = Sight(Board("slit", CHART, specs, {}, houses))
    one, two = (sight.board.loc(end) for end in ends)
    verdict = sight.line(one, two)
    assert verdict == sight.line(two, one)
    assert explain(sight, one, two).limited == limited(verdict)
    return verdict


def test_gaps_wherever_the_hexes_come_in_the_list() -> None:
    """10.3.2, Q-087: between two structures the line is limited, whichever hex of them comes first or last; between a
    structure and the rim of the map it is not, nor if both lie below the line."""
    hexes = ["B4", "C4", "C5", "D4", "D5", "E4", "E5", "F5"]
    for first in hexes:
        assert slit([first, *(h for h in hexes if h != first)]) == 4
    for missing in SLIT:
        rest = [h for h in hexes if h != missing]
        for last in rest:
            assert slit([*(h for h in rest if h != last), last]) == 0
        assert slit([*rest, *FAR]) == 0
    assert slit(hexes, levels=1) == 0


@pytest.mark.parametrize("first", ["D4", "A1"])
def test_straight_roads(first: str) -> None:
    """10.5.3, Q-077: a line runs along a road if every step of it, in one direction, follows the road."""
    roads = {"B2", "B3", "B4", "B5", "C3", "D3", "C5", "D5", "D6", "E4", "E2", "F3", "F4"}
    names = [f"{c}{r}" for c in "ABCDEF" for r in range(1, 7)]
    names.sort(key=lambda n: n != first)
    specs = [HexSpec(n, *xy(n), "tree_lined_road" if n in roads else "clear") for n in names]
    sight = Sight(Board("roads", CHART, specs))
    board = sight.board
    wanted = set()
    for start in range(board.size):
        for d in range(6):
            at = start
            while at >= 0 and board.roads[at] & 1 << d:
                at = board.neighbours[at][d]
                wanted.add((start, at))
    assert len(wanted) > len(roads)
    for a in range(board.size):
        for b in range(board.size):
            assert sight.along_road(a, b) == ((a, b) in wanted), (board.names[a], board.names[b])


def test_a_gap_is_blocked_where_the_line_touches_a_structure() -> None:
    """10.3.2: the line a little beside the gap meets the building."""
    sight = Sight(custom_board(None, CHART, dict(SLIT), needed=["B4", "F5"]))
    assert sight.line(sight.board.loc("B3"), sight.board.loc("F5")) == BLOCKED
