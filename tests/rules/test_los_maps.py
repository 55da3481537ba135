"""Lines of sight on the shipped maps: known lines, symmetry, mirrored and turned boards."""

from __future__ import annotations

from functools import cache

import pytest

from lnlt.content.charts import load_chart
from lnlt.content.maps import SideEntry, custom_board, load_map
from lnlt.content.picture import board_text
from lnlt.core.board import GROUND, ROOF, UPPER, Art, Board, BuildingSpec, HexSpec
from lnlt.rules.ch10_los_spotting.explain import explain
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, NO_COUNTERS, Dynamic, Sight, degraded, limited

MAPS = [("15", "ww2"), ("14", "ww2"), ("1", "modern")]
NORTH = [f"{c}1" for c in "EFGHIJK"]


@cache
def sight_of(name: str, era: str = "ww2") -> Sight:
    """The lines of a shipped map."""
    return Sight(load_map(name, load_chart(era)))


# map, from, to, degrading hexes (None = blocked), gaps, counters
FACTS: list[tuple[str, str, str, int | None, int, str]] = [
    ("15", "I5", "J3", 0, 0, ""),
    ("15", "G6", "J3", 0, 0, ""),
    ("15", "J5", "J3", 0, 0, ""),
    *[("15", a, b, None, 0, "") for a in ("I5", "G6") for b in [*NORTH, "J2", "F2", "F3"]],
    ("15", "F5", "F3", 0, 0, ""),
    ("15", "G6", "F4", None, 0, ""),
    ("15", "I5", "F4", None, 0, ""),
    ("15", "J5", "G2", None, 0, ""),
    ("15", "H5", "H4", 0, 0, ""),
    ("15", "H5", "H3", 1, 0, ""),
    ("15", "H5", "H2", None, 0, ""),
    ("15", "H5", "H1", None, 0, ""),
    ("15", "I5", "F6", 0, 0, ""),
    ("15", "G6", "F6", 0, 0, ""),
    ("15", "J5", "F6", None, 0, ""),
    *[("15", a, "E4", None, 0, "") for a in ("G6", "I5", "J5")],
    ("15", "I5", "E5", 0, 0, ""),
    ("15", "I5", "E6", 0, 0, ""),
    ("15", "G6", "E5", 0, 0, ""),
    ("15", "J3", "J5", None, 0, "smoke@J4"),
    ("15", "J3", "I5", None, 0, "smoke@J4"),
    ("15", "I5", "K3", None, 0, "smoke@J4"),
    ("15", "I5", "K3", 0, 0, ""),
    ("15", "I5", "K4", None, 0, ""),
    ("15", "J5", "K3", None, 0, "smoke@J4"),
    ("15", "J5", "K3", 0, 0, ""),
    ("15", "J5", "K4", 0, 0, "smoke@J4"),
    *[("15", a, "H6", None, 0, "") for a in ("F7", "K4", "J5")],
    ("15", "F7", "H7", 0, 1, ""),
    ("15", "K4", "I6", 0, 0, ""),
    ("15", "K5", "L7", 0, 0, ""),
    ("15", "K1", "L3", 0, 0, ""),
    ("15", "J6", "L7", 0, 0, ""),
    ("15", "J6", "M7", None, 0, ""),
    ("14", "D5", "H7", 1, 0, "wreck@F6"),
    ("14", "G5", "I3", 1, 0, "bunker@H4"),
    ("14", "E2", "G5", 0, 0, ""),
    ("14", "I3", "G6", 0, 0, "wreck@G5"),
    ("14", "H8", "D5", None, 0, "wreck@F6"),
    ("14", "H4", "I5", 0, 0, "bunker@H4"),
    ("14", "F7", "F4", 2, 0, "wreck@F6"),
    ("14", "G2", "D7", 1, 0, "vehicle@F4"),
    ("14", "F8", "F5", 2, 0, "wreck@F6"),
    ("14", "F7", "H4", 1, 0, "wreck@G5"),
    ("14", "C6", "E5", None, 0, ""),
    ("14", "F7", "C6", 0, 0, ""),
    ("14", "F7", "C7", 0, 0, ""),
    ("14", "D6", "D8", 0, 0, ""),
]


@pytest.mark.parametrize(("name", "start", "end", "degrading", "gaps", "counters"), FACTS)
def test_known_lines(name: str, start: str, end: str, degrading: int | None, gaps: int, counters: str) -> None:
    """Lines told for Maps 15 and 14 come out as told, both ways."""
    sight = sight_of(name)
    board = sight.board
    dyn = NO_COUNTERS
    if counters:
        kind, place = counters.split("@")
        dyn = sight.counters([(board.index[place], kind)])
    for a, b in ((start, end), (end, start)):
        got = sight.line(board.loc(a), board.loc(b), dyn)
        shown = f"{explain(sight, board.loc(a), board.loc(b), dyn).text()}\n{board_text(board, only=[a, b])}"
        if degrading is None:
            assert got == BLOCKED, shown
        else:
            assert (got != BLOCKED, degraded(got), limited(got)) == (True, degrading, gaps), shown


@pytest.mark.parametrize("end", ["J5", "J4"])
def test_known_visible_lines(end: str) -> None:
    """F7 on Map 14 sees J5 and J4."""
    sight = sight_of("14")
    assert sight.line(sight.board.loc("F7"), sight.board.loc(end)) != BLOCKED


def test_only_one_covered_hex_of_the_south_sees_f3() -> None:
    """Among covered hexes of rows 5 to 8 in columns E to K only F5 sees F3 on Map 15."""
    board = sight_of("15").board
    target = board.index["F3"]
    covered = [f"{c}{r}" for c in "EFGHIJK" for r in range(5, 9)]
    covered = [h for h in covered if board.terrain[board.index[h]].tm > 0]
    assert [h for h in covered if sight_of("15").ground(board.index[h], target) != BLOCKED] == ["F5"]


def test_without_the_wall_the_garden_only_degrades() -> None:
    """I5 to F4 on Map 15 is blocked by the garden wall and would be degraded by the trees without it."""
    chart = load_chart("ww2")
    board = custom_board("15", chart, sides=[SideEntry(("G4", "H5"), "none")])
    verdict = Sight(board).line(board.loc("I5"), board.loc("F4"))
    assert verdict == 1, board_text(board, only=["I5", "F4"])


@pytest.mark.parametrize(("name", "era"), MAPS)
def test_reciprocal(name: str, era: str) -> None:
    """Every pair of places on the shipped maps has one verdict, whoever asks, also upstairs and on roofs."""
    sight = sight_of(name, era)
    size = sight.board.size
    places = [8 * i for i in range(size)]
    places += [8 * i + layer for i in range(size) for layer in (UPPER, ROOF) if sight.board.floors(i)]
    wrong = [(a, b) for a in places for b in places if a < b and sight.line(a, b) != sight.line(b, a)]
    assert wrong == []
    assert all(sight.ground(i, i) == 0 for i in range(size))


def changed(board: Board, move: dict[tuple[int, int], tuple[int, int]], flip: tuple[int, int]) -> Board:
    """The board with every hex moved and every shape flipped."""
    fx, fy = flip
    specs = []
    for s in board.specs:
        shape = s.silhouette if isinstance(s.silhouette, int) else tuple((fx * x, fy * y) for x, y in s.silhouette)
        art = tuple(Art(a.terrain, tuple((fx * x, fy * y) for x, y in a.shape)) for a in s.art)
        x, y = move[s.x, s.y]
        specs.append(HexSpec(s.name, x, y, s.terrain, s.level, shape, s.features, art))
    sides = {
        frozenset((board.names[i], board.names[board.neighbours[i][d]])): side.key
        for i in range(board.size)
        for d in range(6)
        if (side := board.sides[i][d]) is not None
    }
    houses = [
        BuildingSpec(tuple(board.names[i] for i in b.hexes), b.kind, b.floors, b.rooftop) for b in board.buildings
    ]
    return Board(board.name, board.chart, specs, sides, houses)


@pytest.mark.parametrize(("name", "era"), MAPS)
@pytest.mark.parametrize("flip", [(-1, 1), (-1, -1), (1, -1)])
def test_mirrored_and_turned_boards_agree(name: str, era: str, flip: tuple[int, int]) -> None:
    """A board mirrored left to right, top to bottom or turned by 180 degrees gives the same verdicts."""
    sight = sight_of(name, era)
    board = sight.board
    move = {(x, y): (48 * (flip[0] < 0) + flip[0] * x, flip[1] * y) for x, y in board.by_xy}
    other = Sight(changed(board, move, flip))
    wrong = [
        (board.names[a], board.names[b])
        for a in range(board.size)
        for b in range(board.size)
        if sight.ground(a, b) != other.ground(a, b)
    ]
    assert wrong == []


def test_smoke_comes_and_goes() -> None:
    """Smoke placed changes lines through it and beside it; taken away, every verdict is the old one."""
    sight = sight_of("15")
    size, j4 = sight.board.size, sight.board.index["J4"]
    before = [[sight.line(8 * a, 8 * b) for b in range(size)] for a in range(size)]
    smoky = NO_COUNTERS.with_(j4, "smoke")
    during = [[sight.line(8 * a, 8 * b, smoky) for b in range(size)] for a in range(size)]
    after = [[sight.line(8 * a, 8 * b, smoky.without_(j4, "smoke")) for b in range(size)] for a in range(size)]
    assert before == after
    changes = [(a, b) for a in range(size) for b in range(size) if before[a][b] != during[a][b]]
    assert changes
    assert all(during[a][b] == BLOCKED and j4 not in (a, b) for a, b in changes)
    assert [[sight.line(8 * a, 8 * b, smoky, True) for b in range(size)] for a in range(size)] == before


def test_counters_in_the_end_hexes_do_nothing() -> None:
    """Smoke in the hex of either end leaves the line alone."""
    sight = sight_of("15")
    a, b = sight.board.index["I5"], sight.board.index["J3"]
    dyn = Dynamic([(a, "smoke"), (b, "smoke")])
    assert sight.line(8 * a, 8 * b, dyn) == sight.line(8 * a, 8 * b) == 0


def test_layers_without_a_line_between() -> None:
    """Ground floor and roof of a two-story building do not see each other, ground and upper floor do."""
    chart = load_chart("ww2")
    specs = [HexSpec("B2", 6, 3, "hc_building"), HexSpec("B3", 6, 5, "hc_building")]
    board = Board("two", chart, specs, {}, [BuildingSpec(("B2", "B3"), "hc", 2, True)])
    sight = Sight(board)
    floors = {layer: board.index["B2"] * 8 + layer for layer in (GROUND, UPPER, ROOF)}
    other = {layer: board.index["B3"] * 8 + layer for layer in (GROUND, UPPER, ROOF)}
    assert sight.line(floors[GROUND], floors[UPPER]) == sight.line(floors[UPPER], floors[ROOF]) == 0
    assert sight.line(floors[GROUND], floors[ROOF]) == BLOCKED
    assert [sight.line(floors[ROOF], other[n]) for n in (GROUND, UPPER, ROOF)] == [BLOCKED, BLOCKED, 0]
