"""10.3, 10.3.1, 10.3.2: slopes, shadows and hexsides of a line of sight, and how they are told."""

from __future__ import annotations

import pytest

from lnlt.content.charts import load_chart
from lnlt.content.maps import HexEntry, SideEntry, custom_board
from lnlt.rules.ch10_los_spotting.explain import LosReport, explain
from lnlt.rules.ch10_los_spotting.sight import Dynamic, Sight, degraded

CHART = load_chart("ww2")
Land = dict[str, tuple[str, int]]


def sight(land: Land, *walls: str) -> Sight:
    """A small clear board with terrain and levels of some hexes, and walls written hex/hex."""
    hexes = {name: HexEntry(*entry) for name, entry in land.items()}
    sides = [SideEntry((wall.split("/")[0], wall.split("/")[1]), "wall") for wall in walls]
    return Sight(custom_board(None, CHART, hexes, sides, needed=["E8"]))


def report(start: str, end: str, land: Land, *counters: str, walls: tuple[str, ...] = ()) -> LosReport:
    """A line of sight explained; counters are written kind@hex."""
    eyes = sight(land, *walls)
    board = eyes.board
    dyn = Dynamic((board.index[h], kind) for kind, h in (c.split("@") for c in counters))
    return explain(eyes, board.loc(start), board.loc(end), dyn)


def both_ways(start: str, end: str, land: Land, *counters: str) -> str:
    """The verdict of a line, which is the same from both ends."""
    one, two = (report(a, b, land, *counters).verdict for a, b in ((start, end), (end, start)))
    assert one == two
    return one


@pytest.mark.parametrize(
    ("levels", "verdict"),
    [((2, 1, 0, 0), "clear"), ((2, 1, 1, 0), "blocked"), ((3, 2, 1, 0), "clear"), ((3, 1, 1, 0), "blocked")],
)
@pytest.mark.parametrize("hexes", [("C2", "C3", "C4", "C5"), ("C5", "C4", "C3", "C2"), ("A4", "B4", "C3", "D3")])
def test_staircases(hexes: tuple[str, ...], levels: tuple[int, ...], verdict: str) -> None:
    """10.3.1: down a hill of constantly diminishing level nothing is hidden; two hexes of one level hide what lies
    behind them at its foot (the example of the Belgian Squad)."""
    land = {name: ("hill" if level else "clear", level) for name, level in zip(hexes, levels, strict=True)}
    assert both_ways(hexes[0], hexes[-1], land) == verdict


@pytest.mark.parametrize(("high", "low", "beside"), [("B0", "A1", ("A0", "B1")), ("D1", "C2", ("C1", "D2"))])
def test_slope_beside_the_first_hex(high: str, low: str, beside: tuple[str, str]) -> None:
    """10.3.1, 10.3.2, P-1: along a hexside the lower of its hexes tells whether the ground falls, in the corner of the
    map as anywhere else."""
    for level, verdict in ((1, "clear"), (2, "blocked")):
        land = {high: ("hill", 2), beside[0]: ("hill", level), beside[1]: ("hill", 2)}
        assert both_ways(high, low, land) == verdict


@pytest.mark.parametrize(
    ("higher", "lower", "verdict"),
    [
        ("hill", "hill", "clear"),
        ("forest", "hill", "clear"),
        ("hill", "forest", "blocked"),
        ("forest", "forest", "blocked"),
    ],
)
def test_the_lower_hex_of_a_hexside_must_be_open(higher: str, lower: str, verdict: str) -> None:
    """10.3.1, Q-080, P-1: what grows on the lower of the two hexes ends the slope, on the higher one it does not."""
    assert both_ways("D1", "C2", {"D1": ("hill", 3), "C1": (higher, 2), "D2": (lower, 1)}) == verdict


@pytest.mark.parametrize(("terrain", "verdict"), [("forest", "blocked"), ("clear", "clear")])
def test_a_slope_falls_to_its_very_end(terrain: str, verdict: str) -> None:
    """10.3.1, 10.3.2, Q-080: beside ground as low as the lower end there is no slope, so that the hill on one side of
    the hexside hides what is behind it; the line is blocked if the other side blocks, too."""
    assert both_ways("D1", "C2", {"D1": ("hill", 2), "C1": ("hill", 1), "D2": (terrain, 0)}) == verdict


@pytest.mark.parametrize(("high", "low"), [("C2", "C6"), ("C6", "C2"), ("A2", "E4"), ("E4", "A2")])
def test_shadows_lie_behind(high: str, low: str) -> None:
    """10.3: seen from as high as its top, Light Woods hide only what lies near behind them, not what lies behind other
    hexes far from them: next to the lower end they degrade, next to the higher end they do not."""
    row = {"C2": ("C3", "C5"), "C6": ("C5", "C3"), "A2": ("B3", "D4"), "E4": ("D4", "B3")}
    first, last = row[high]
    for woods, verdict in ((first, "clear"), (last, "degraded")):
        assert both_ways(high, low, {high: ("hill", 1), woods: ("light_woods", 0)}) == verdict


@pytest.mark.parametrize(
    ("one", "two", "verdict", "limited"),
    [
        ("lc_building", "lc_building", "clear", 1),
        ("lc_building", "forest", "blocked", 0),
        ("forest", "lc_building", "blocked", 0),
        ("forest", "forest", "blocked", 0),
    ],
)
def test_between_two_hexes_that_block(one: str, two: str, verdict: str, limited: int) -> None:
    """10.3.2: a line along a hexside passes between two separate Buildings as a limited line; between a Building and a
    Forest it is blocked."""
    for start, end in (("D1", "C2"), ("C2", "D1")):
        found = report(start, end, {"C1": (one, 0), "D2": (two, 0)})
        assert (found.verdict, found.limited) == (verdict, limited)


@pytest.mark.parametrize(
    ("start", "end", "hexes"),
    [
        ("C2", "C6", ("C3", "C4", "C5")),
        ("C6", "C2", ("C5", "C4", "C3")),
        ("A2", "E4", ("B3", "C3", "D4")),
        ("E4", "A2", ("D4", "C3", "B3")),
        ("A0", "A3", ("A1", "A2")),
        ("A3", "A0", ("A2", "A1")),
    ],
)
def test_told_from_the_asker_on(start: str, end: str, hexes: tuple[str, ...]) -> None:
    """10.3: what is on a line is told in order from who asks."""
    assert [r.hexes for r in report(start, end, {}).reasons] == [(name,) for name in hexes]


@pytest.mark.parametrize("many", [0, 1, 2])
def test_degrading_hexes_before_a_block(many: int) -> None:
    """10.3: of a blocked line the degrading hexes are counted, not the open ones or the one that blocks."""
    land: Land = dict.fromkeys(("C3", "C4")[:many], ("brush", 0)) | {"C6": ("forest", 0)}
    found = report("C2", "C8", land)
    assert (found.verdict, found.degraded) == ("blocked", many)


@pytest.mark.parametrize(
    ("land", "counter", "wall", "name"),
    [
        ({"C4": ("lc_building", 0)}, "", "", "LC Building"),
        ({}, "roadblock@C4", "", "Roadblock"),
        ({}, "", "C4/C5", "Wall"),
    ],
)
def test_names_of_what_blocks(land: Land, counter: str, wall: str, name: str) -> None:
    """10.3: terrain, counters and hexsides that block a line are told by the names of the Terrain Effects Chart."""
    found = report("C2", "C6", land, *filter(None, (counter,)), walls=tuple(filter(None, (wall,))))
    assert found.verdict == "blocked"
    assert found.decided is not None
    assert found.reasons[found.decided].params["name"] == name
    assert name in found.reasons[found.decided].text()


@pytest.mark.parametrize(
    ("terrain", "level", "counter", "key", "top"),
    [
        ("light_woods", 0, "", "light_woods", 1),
        ("light_woods", 0, "smoke@C4", "smoke", 2),
        ("light_woods", 1, "smoke@C4", "smoke", 3),
        ("light_woods", 0, "roadblock@C4", "roadblock", 0),
        ("brush", 0, "", "brush", 0),
        ("clear", 0, "rubble@C4", "rubble", 1),
    ],
)
def test_heights_of_what_is_in_the_way(terrain: str, level: int, counter: str, key: str, top: int) -> None:
    """10.3: each thing is told with the level it rises to itself, not that of another thing in its hex; what has no
    height rises to the ground."""
    ends = dict.fromkeys(("C2", "C6"), ("hill" if level else "clear", level))
    found = report("C2", "C6", {**ends, "C4": (terrain, level)}, *filter(None, (counter,)))
    (reason,) = (r for r in found.reasons if r.hexes == ("C4",))
    assert (reason.params["key"], reason.params["top"]) == (key, top)


def test_counters_that_come_one_after_another() -> None:
    """10.3, 10.1: each further Wreck on a line degrades it once more, and one less does so less, whatever was asked
    about the same line before."""
    eyes = sight({})
    board = eyes.board
    a, b = board.loc("C2"), board.loc("C6")
    found = []
    for wrecks in (("C3",), ("C3", "C4"), ("C5",), ("D4",), ("C4", "C5"), ("C3",)):
        found.append(degraded(eyes.line(a, b, Dynamic((board.index[w], "wreck") for w in wrecks))))
    assert found == [1, 2, 1, 0, 2, 1]
