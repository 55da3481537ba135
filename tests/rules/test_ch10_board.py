"""Chapter 10 hex by hex: what stands on a board, what counters change from where, who is near and who shows himself."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from los_oracle import corners, meet

from helpers import Scene, U
from lnlt.content.charts import load_chart
from lnlt.core import flags
from lnlt.core.board import LAYERS, Art, Board, BuildingSpec, HexSpec
from lnlt.core.dice import SEEDED
from lnlt.core.draft import Draft
from lnlt.core.events import MarkerPlaced, MarkerRemoved
from lnlt.core.hexes import CORNERS, STEPS, xy
from lnlt.core.state import Marker, Position
from lnlt.rules.ch10_los_spotting.lines import deciding_rule, entry_sides, line, lines_of, perhaps_seen, solid
from lnlt.rules.ch10_los_spotting.obstacles import Obstacles, side_item
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, Sight, touched
from lnlt.rules.ch10_los_spotting.spotting import (
    is_hidden,
    is_spotted,
    is_spotted_from,
    near_locations,
    shows_itself,
)
from lnlt.rules.facts.adjacency import adjacent
from lnlt.rules.facts.sight_counters import Dynamic, SideItem

CHART = load_chart("ww2")
MIDDLE = "D4"
NAMES = [MIDDLE, *(f"{c}{r}" for c in "BCDEF" for r in range(2, 7) if f"{c}{r}" != MIDDLE)]
"""The hex in the middle comes first."""


def a_board(changed: dict[str, dict[str, Any]], sides: dict[frozenset[str], str] | None = None, *house: str) -> Board:
    """A clear board with some hexes changed, perhaps with a building."""
    specs = [HexSpec(n, *xy(n), **{"terrain": "clear", **changed.get(n, {})}) for n in NAMES]
    return Board("small", CHART, specs, sides or {}, [BuildingSpec(house, "", 1, True)] if house else [])


def test_what_stands_on_a_hex() -> None:
    """10.3: open ground has no parts, whatever runs through it; a road only counts as one if it is lined by trees."""
    board = a_board(
        {
            "B2": {"features": frozenset({"road"})},
            "B3": {"terrain": "brush"},
            "B4": {"terrain": "tree_lined_road"},
            "B5": {"features": frozenset({"light_woods"})},
            "B6": {"terrain": "lc_building"},
            "C2": {"terrain": "road"},
        }
    )
    things = Obstacles(board)
    parts = {n: [(p.key, p.road) for p in things.parts[board.index[n]]] for n in NAMES if things.parts[board.index[n]]}
    assert parts == {
        "B3": [("brush", False)],
        "B4": [("tree_lined_road", True)],
        "B5": [("light_woods", False)],
        "B6": [("lc_building", False)],
    }
    assert {n for n in NAMES if things.house[board.index[n]] != -1} == {"B6"}


def test_a_building_that_has_the_first_hex() -> None:
    """Q-185: hexes of a building are joined along their common sides, the first hex of the board too."""
    hexes = {n: {"terrain": "lc_building"} for n in ("D4", "D5", "E4", "E5")}
    board = a_board(hexes, None, "D4", "D5", "E4")
    things = Obstacles(board)
    joined = {n: {d for d in range(6) if things.joined[board.index[n]] >> d & 1} for n in hexes}
    index, near = board.index, board.neighbours
    for n in hexes:
        mine = {near[index[n]].index(index[m]) for m in hexes if index[m] in near[index[n]]}
        other = {near[index[n]].index(index["E5"])} if index["E5"] in near[index[n]] else set()
        assert joined[n] == (set() if n == "E5" else mine - other)


def verdicts(names: list[str], terrain: dict[str, str], *houses: tuple[str, ...]) -> dict[tuple[str, str], int]:
    """Verdicts between all hexes of a board whose hexes come in a given order."""
    specs = [HexSpec(n, *xy(n), terrain=terrain.get(n, "clear")) for n in names]
    board = Board("small", CHART, specs, {}, [BuildingSpec(house, "", 1, True) for house in houses])
    sight = Sight(board)
    return {(a, b): sight.rows[board.index[a]][board.index[b]] for a in names for b in names}


@pytest.mark.parametrize("houses", [(), (("D4", "D5"),), (("E4",), ("D4", "D5")), (("D5", "E5"), ("D4", "E4"))])
def test_numbers_of_hexes_and_houses_do_not_matter(houses: tuple[tuple[str, ...], ...]) -> None:
    """10.3.2, Q-085, Q-087: lines between structures are the same whichever hex and house has the first number."""
    terrain = dict.fromkeys(("D4", "D5", "E4", "E5"), "lc_building")
    known = verdicts(sorted(NAMES), terrain, *houses)
    assert any(verdict not in (0, 1, 2, BLOCKED) for verdict in known.values())
    for first in terrain:
        assert verdicts([first, *(n for n in sorted(NAMES) if n != first)], terrain, *houses) == known
        assert verdicts([first, *(n for n in sorted(NAMES) if n != first)], terrain, *reversed(houses)) == known


@pytest.mark.parametrize("pair", [("E4", "E5"), ("E5", "F4"), ("E5", "F5")])
def test_a_slit_beside_the_first_hex(pair: tuple[str, str]) -> None:
    """10.3.2, Q-087: long lines slip between two structures whichever of them has the first number."""
    names = [f"{c}{r}" for c in "ABCDEFGHIJ" for r in range(10)]
    terrain = dict.fromkeys(pair, "lc_building")
    known = verdicts(names, terrain)
    for first in pair:
        assert verdicts([first, *(n for n in names if n != first)], terrain) == known


@pytest.mark.parametrize("d", range(6))
def test_art_belongs_to_the_neighbour_it_reaches_out_of(d: int) -> None:
    """Q-088: art that touches a side comes from the neighbour there, if that is such terrain."""
    (x1, y1), (x2, y2) = CORNERS[d], CORNERS[(d + 1) % 6]
    edge = [(400 * (x1 + x2) + 100 * x1, 400 * (y1 + y2) + 100 * y1), (500 * (x1 + x2), 500 * (y1 + y2))]
    shape = ((0, 0), (200 * (x1 + x2), 200 * (y1 + y2) + 50), edge[1])
    around = {f"{c}{r}": {"terrain": "forest"} for c, r in product("CDE", (3, 4, 5))}
    board = a_board({**around, MIDDLE: {"art": (Art("forest", shape),)}})
    (part,) = Obstacles(board).parts[0]
    assert part.owners == (board.neighbours[0][d],)


def test_counters_of_a_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    """15.1.2: Rubble takes the place of a structure; a hex without counters is not looked at."""
    board = a_board({MIDDLE: {"terrain": "lc_building"}})
    things = Obstacles(board)
    parts, house = things.with_counters(0, Dynamic([(0, "rubble")]), False)
    assert ([p.key for p in parts], house) == (["rubble"], -1)
    monkeypatch.setattr(Dynamic, "at", lambda dyn, hex_: pytest.fail(f"{hex_} of {dyn} was looked at"))
    assert things.with_counters(0, Dynamic([(3, "smoke")]), False) == (things.parts[0], things.house[0])


def test_a_wall_stands_on_the_higher_of_its_hexes() -> None:
    """10.3.2: whichever of them the side belongs to."""
    for high in (MIDDLE, "D5"):
        board = a_board({high: {"level": 1}}, {frozenset((MIDDLE, "D5")): "wall"})
        (wall,) = Obstacles(board).walls_at.values()
        assert wall.level == 1


def test_a_counter_on_a_hexside_is_met_from_four_hexes() -> None:
    """21.5: its own two hexes and those at its two ends."""
    board = a_board({})
    for name, d in product((MIDDLE, "C4", "E5"), range(6)):
        i = board.index[name]
        c = corners((board.xs[i], board.ys[i]))
        ends = {c[d], c[(d + 1) % 6]}
        meeting = {j for j in range(board.size) if ends & set(corners((board.xs[j], board.ys[j])))}
        assert side_item(board, i, d, "barricade") == SideItem(i, "barricade", d, sum(1 << j for j in meeting))


def test_hexes_off_the_board_are_not_touched() -> None:
    """10.3: of the hexes on the way only those count that the board has."""
    specs = [HexSpec(n, *xy(n), "clear") for n in ("B2", "D5", "D6", "D4", "B4")]
    board = Board("holes", CHART, specs)
    assert touched(board, board.index["D4"], board.index["D6"]) == [board.index["D5"]]
    assert touched(board, board.index["B2"], board.index["B4"]) == []
    assert touched(board, board.index["D6"], board.index["B2"]) == [board.index["D5"]]


def test_both_hexes_beside_a_line_are_touched() -> None:
    """10.3.2: along a hexside the hexes on its two sides, from either end."""
    board = a_board({})
    for start, end, beside in (("D5", "E3", {"D4", "E4"}), ("C3", "B5", {"B4", "C4"}), ("B4", "D4", {"C4", "C3"})):
        for a, b in ((start, end), (end, start)):
            assert {board.names[i] for i in touched(board, board.index[a], board.index[b])} == beside


def test_counters_that_never_matter_are_left_out() -> None:
    """10.3: Wire stands in no line, Smoke does."""
    sight = Sight(a_board({}))
    assert sight.counters([(3, "wire"), (4, "smoke")]) == Dynamic([(4, "smoke")])


COUNTERS = [(0, "smoke"), (7, "wreck"), (9, "fire"), (12, "ffe"), (17, "rubble"), (12, "smoke"), (20, "roadblock")]
HILLS = {"B2": {"level": 2}, "F6": {"level": 3}, "C4": {"level": 1}, "E2": {"level": 1}}


@pytest.mark.parametrize("tis", [False, True])
@pytest.mark.parametrize("many", range(1, len(COUNTERS) + 1))
@pytest.mark.parametrize("grown", [False, True])
def test_what_counters_change_and_hide(many: int, tis: bool, grown: bool) -> None:
    """Q-083: lines through or beside a hex with a counter may change; one that fills its hex and blocks hides lower
    hexes on its two sides from each other; Thermal Imaging sees no Smoke (10.1.2)."""
    sight = Sight(a_board(HILLS))
    board, items = sight.board, COUNTERS[:many]
    dyn = Dynamic(items[:1])
    if grown:
        for a in range(board.size):
            sight.field(a, dyn, tis)
        dyn = dyn.grown(items[1:])
    else:
        dyn = Dynamic(items)
    shown = [(i, CHART.counters[key]) for i, key in items if not (tis and key in ("smoke", "fire"))]
    for a in range(board.size):
        changed = hidden = 0
        for b in range(board.size):
            way = touched(board, a, b)
            if any(i in way for i, _ in shown):
                changed |= 1 << b
            for i, row in shown:
                if i in way and row.los == 2 and row.shape == "whole" and row.height is not None:
                    if max(board.levels[a], board.levels[b]) < board.levels[i] + row.height:
                        hidden |= 1 << b
        assert sight.field(a, dyn, tis) == (changed, hidden), board.names[a]


@pytest.mark.work
def test_a_line_that_counters_cannot_change_is_not_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """10.3: nor one between grounds that Smoke hides; others once, and with thermal sights once more."""
    sight = Sight(a_board({"D2": {"terrain": "hc_building"}}, None, "D2"))
    loc, judged = sight.board.loc, []
    real = Sight._judge_with

    def noted(sight: Sight, a: int, b: int, dyn: Dynamic, tis: bool) -> int:
        judged.append((sight.board.loc_name(a), sight.board.loc_name(b), tis))
        return real(sight, a, b, dyn, tis)

    monkeypatch.setattr(Sight, "_judge_with", noted)
    index = sight.board.index
    dyn = Dynamic([(index["D4"], "smoke"), (index["D5"], "ffe"), (index["E5"], "wreck")])
    assert sight.line(loc("D3"), loc("D6"), dyn) == BLOCKED
    assert sight.line(loc("D3"), loc("B3"), dyn) == 0
    assert judged == []
    roof, low = loc("D2/roof"), loc("D6")
    for _ in range(2):
        assert sight.line(roof, low, dyn) == BLOCKED
        assert sight.line(roof, low, dyn, True) == 1
    assert judged == [("D2/roof", "D6", False), ("D2/roof", "D6", True)]
    assert dyn.scratch is not None
    assert dyn.scratch.memo == {(roof, low, False): BLOCKED, (roof, low, True): 1}


def placed(s: Scene, *markers: Marker) -> Draft:
    """The position with some markers more."""
    d = Draft(s.game, s.state, SEEDED)
    for marker in markers:
        d.emit(MarkerPlaced(marker))
    return d


@pytest.mark.parametrize("kinds", ["", "smoke wreck", "rubble wreck", "fire smoke rubble"])
def test_bits_of_a_hex(kinds: str) -> None:
    """10.3: grounds seen for certain are those no counter can change; in doubt are those it may change and does not
    hide, only if Rubble may open a line also some that printed terrain blocks."""
    s = Scene(U("x", "squad", "A1"), size=(6, 6), hexes={"C2": "forest", "D4": "lc_building", "A0": "forest"})
    d = placed(s, *(Marker(kind, s.loc(at)) for kind, at in zip(kinds.split(), ("C4", "B3", "D4"), strict=False)))
    lines, sight = lines_of(s.game, d), s.game.sight
    for a in range(s.game.board.size):
        seen = sum(1 << b for b, v in enumerate(sight.rows[a]) if v != BLOCKED)
        changed, hidden = sight.field(a, lines.dyn, False)
        doubtful = changed if "rubble" in kinds else seen & changed
        assert lines.bits(a) == (seen & ~changed, doubtful & ~hidden)
        assert perhaps_seen(s.game, d, a * LAYERS) == seen & ~changed | doubtful & ~hidden
        assert perhaps_seen(s.game, d, a * LAYERS + 1) == -1


def test_flat_markers_make_no_layout() -> None:
    """10.3: Spotted markers and those of Events stand in no line."""
    flat = "spotted melee collapsed_entrance cave bunker mines claymore victory starshell spotting_round event_flag"
    assert solid(tuple((i, kind) for i, kind in enumerate(["smoke", *flat.split()]))) == ((0, "smoke"),)


@pytest.mark.parametrize(("kind", "out", "back"), [("cave", "10.7", "10.7"), ("bunker", "21.1", "21.1.2")])
def test_a_cave_that_faces_another_way_is_another_layout(kind: str, out: str, back: str) -> None:
    """10.7, 21.1, 21.1.2: the same markers turned round are looked at anew."""
    s = Scene(U("x", "squad", "H8"), markers=[(kind, "D5", 3, "D4")])
    cave = s.loc(f"D5/{kind}")
    assert (line(s.game, s.state, cave, s.loc("D3")), line(s.game, s.state, cave, s.loc("D7"))) == (0, BLOCKED)
    assert deciding_rule(s.game, s.state, cave, s.loc("D7")) == out
    assert deciding_rule(s.game, s.state, s.loc("D7"), cave) == back
    assert deciding_rule(s.game, s.state, s.loc("D7"), s.loc("D3")) == "10.3"
    (marker,) = s.state.markers
    d = Draft(s.game, s.state, SEEDED)
    d.emit(MarkerRemoved(marker))
    d.emit(MarkerPlaced(Marker(marker.kind, marker.at, marker.strength, marker.side, facing=3)))
    assert (line(s.game, d, cave, s.loc("D3")), line(s.game, d, cave, s.loc("D7"))) == (BLOCKED, 0)


def test_thermal_sights_after_the_naked_eye() -> None:
    """10.1.2: what the naked eye has just found out holds for it alone."""
    s = Scene(U("x", "squad", "H8"), markers=[("smoke", "D5", 1)])
    a, b = s.loc("D3"), s.loc("D7")
    assert [line(s.game, s.state, a, b, tis) for tis in (False, True, False, True)] == [BLOCKED, 0, BLOCKED, 0]


def test_sides_a_line_comes_in_by() -> None:
    """Q-091: the one side the line to a far hex touches, or two at a corner."""
    around = corners((0, 0))
    for dx, dy in product(range(-18, 19, 3), range(-12, 13)):
        if (dx // 3 + dy) % 2 == 0 and (dx, dy) not in ((0, 0), *STEPS):
            met = [d for d in range(6) if meet((0, 0), (dx, dy), around[d], around[(d + 1) % 6])[0]]
            assert entry_sides(dx, dy) == tuple(met), (dx, dy)
    assert entry_sides(0, 0) == ()
    assert [entry_sides(*step) for step in STEPS] == [(d,) for d in range(6)]


def test_near_locations_are_the_adjacent_ones() -> None:
    """10.4.1: every floor, roof, Bunker or Cave next to a place, none else."""
    s = Scene(
        U("x", "squad", "C3"),
        size=(3, 3),
        hexes={"B1": "hc_building", "B2": "hc_building", "A1": "lc_building"},
        buildings=[(("B1", "B2"), 2), (("A1",), 1)],
        rooftop=True,
    )
    board = s.game.board
    layers = [board.loc(f"A0{layer}") & 7 for layer in ("", "/upper", "/roof", "/bunker", "/cave")]
    places = [i * 8 + n for i in range(board.size) for n in layers if n > layers[2] or board.has_layer(i, n)]
    for loc in places:
        assert set(near_locations(s.game, loc)) == {p for p in places if adjacent(board, p, loc)}


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (0, False),
        (flags.LOW_CRAWL | flags.MOVED, False),
        (flags.STEALTH | flags.MOVED, False),
        (flags.LOW_CRAWL | flags.FIRED, True),
        (flags.STEALTH | flags.FIRED, True),
        (flags.MOVED, True),
        (flags.MOVED | flags.IN_TUNNEL, False),
        (flags.FIRED | flags.IN_TUNNEL, True),
    ],
)
def test_who_shows_himself(words: int, shown: bool) -> None:
    """10.1, 6.4, 10.7.1: movers and firers; who crawls or sneaks only by fire, who comes through a Tunnel too."""
    s = Scene(U("a", "squad", "D2"), U("x", "squad", "D6"), hexes={"D6": "forest", "D2": "forest"})
    d = Draft(s.game, s.state, SEEDED)
    d.flag(s.number("x"), words)
    assert shows_itself(d, s.loc("D6"), s.us) is shown
    assert not shows_itself(d, s.loc("D6"), s.de)
    assert is_spotted(s.game, d, s.loc("D6"), s.us) is shown
    stealthy = bool(words & flags.STEALTH) and not words & flags.FIRED
    assert is_hidden(s.game, d, s.number("x"), s.us) is stealthy
    assert is_hidden(s.game, d, s.number("x"), s.de) is stealthy


def test_looking_along_a_road_between_trees() -> None:
    """10.5.3: who is on it is open to those who look along it, unless Smoke lies on him."""
    road = {f"D{r}": "tree_lined_road" for r in range(1, 8)}
    s = Scene(U("x", "squad", "D6"), size=(8, 8), hexes=road)

    def seen(position: Position, origin: str) -> bool:
        return is_spotted_from(s.game, position, s.loc("D6"), s.us, s.loc(origin))

    assert (seen(s.state, "D2"), seen(s.state, "B4")) == (True, False)
    assert seen(placed(s, Marker("wreck", s.loc("A1"))), "D2")
    assert not seen(placed(s, Marker("smoke", s.loc("D6"))), "D2")


def test_only_stated_places_are_spotted_by_statement() -> None:
    """10.1: a place said to be spotted is; others are as the board says."""
    s = Scene(U("x", "squad", "D6"), U("y", "squad", "F6"), hexes={"D6": "forest", "F6": "forest"})
    s.game.spotted_facts = frozenset({s.loc("D6")})
    assert is_spotted(s.game, s.state, s.loc("D6"), s.us)
    assert not is_spotted(s.game, s.state, s.loc("F6"), s.us)
