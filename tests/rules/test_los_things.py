"""Single things in a line of sight: shapes, hexsides, counters, roads, gaps, and the values that carry them."""

from __future__ import annotations

import msgspec
import pytest

from lnlt.content.charts import load_chart
from lnlt.content.maps import BuildingEntry, HexEntry, SideEntry, custom_board
from lnlt.core import hexes
from lnlt.core.board import AIR, Art, Board, HexSpec
from lnlt.core.hexes import column_letters, xy
from lnlt.rules.ch10_los_spotting import geometry
from lnlt.rules.ch10_los_spotting.explain import LosReport, explain
from lnlt.rules.ch10_los_spotting.geometry import Crossed, Run
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, NO_COUNTERS, Dynamic, Sight, degraded, limited
from lnlt.rules.facts.adjacency import adjacent, sees_near

CHART = load_chart("ww2")


def grid(art: dict[str, Art] | None = None, terrain: dict[str, str] | None = None, first: str = "A1") -> Sight:
    """A small clear board with single hexes changed; any hex may be its first one."""
    specs = []
    for c in range(1, 9):
        for r in range(1, 9):
            name = f"{column_letters(c)}{r}"
            pieces = (art[name],) if art and name in art else ()
            specs.append(HexSpec(name, *xy(name), (terrain or {}).get(name, "clear"), art=pieces))
    specs.sort(key=lambda spec: spec.name != first)
    return Sight(Board("grid", CHART, specs))


def ask(sight: Sight, start: str, end: str, *counters: str, tis: bool = False) -> int:
    """Verdict between two places with counters written kind@hex."""
    board = sight.board
    dyn = Dynamic((board.index[h], kind) for kind, h in (c.split("@") for c in counters))
    one = sight.line(board.loc(start), board.loc(end), dyn, tis)
    assert one == sight.line(board.loc(end), board.loc(start), dyn, tis)
    return one


def test_stray_art_in_an_open_hex_degrades() -> None:
    """Trees drawn into an open hex count as one degrading hex for a line that touches them, and only for it."""
    sight = grid({"D4": Art("light_woods", ((-300, -300), (300, -300), (0, 300)))})
    assert ask(sight, "D2", "D6") == 1
    assert ask(sight, "B3", "F5") == 1
    sight = grid({"D4": Art("light_woods", ((500, -300), (900, -300), (700, 300)))})
    assert ask(sight, "D2", "D6") == 0


def test_art_reaching_out_of_an_end_hex_does_not_count() -> None:
    """10.3#8: woods that spill from the target's hex into the next one do not degrade the line to it, but others."""
    spill = Art("light_woods", ((-500, 1000), (500, 1000), (0, 200)))
    for first in ("A1", "D5"):
        sight = grid({"D4": spill}, {"D5": "light_woods"}, first)
        assert ask(sight, "D2", "D5") == 0
        assert ask(sight, "D2", "D6") == 2
    assert ask(sight, "D3", "E4") == ask(sight, "D3", "C4") == 0


def test_touching_a_disc_counts() -> None:
    """A line that just touches a silhouette is hindered, one a thousandth further off is not."""
    line = geometry.line(*_between("G6", "F4"))
    needs = {s.need for s in line.steps if isinstance(s, Crossed)}
    assert needs == {655}
    for radius, want in ((655, 1), (654, 0)):
        board = custom_board(None, CHART, {"F5": HexEntry("brush", silhouette=radius / 1000)}, needed=["G6", "F4"])
        assert ask(Sight(board), "G6", "F4") == want
        assert explain(Sight(board), board.loc("G6"), board.loc("F4")).degraded == want


def _between(a: str, b: str) -> tuple[int, int]:
    (x1, y1), (x2, y2) = xy(a), xy(b)
    return (x2 - x1, y2 - y1) if geometry.is_first(x2 - x1, y2 - y1) else (x1 - x2, y1 - y2)


def test_tree_lined_road() -> None:
    """A Tree-lined Road is open to a line exactly along it and degrading to any other."""
    road = dict.fromkeys(("D3", "D4", "D5"), "tree_lined_road") | {"D2": "road", "D6": "road"}
    sight = grid(terrain=road)
    assert ask(sight, "D2", "D6") == 0
    assert ask(sight, "C3", "E4") == 1
    assert sight.along_road(sight.board.index["D2"], sight.board.index["D6"])
    assert not sight.along_road(sight.board.index["C3"], sight.board.index["E4"])
    assert not sight.along_road(sight.board.index["D2"], sight.board.index["D7"])
    crossing = grid(terrain={**road, "C3": "road", "C4": "road", "E3": "road", "E4": "road"})
    assert crossing.board.roads[crossing.board.index["D4"]].bit_count() > 2
    assert ask(crossing, "D2", "D6") == 0


def test_one_side_of_the_line_is_off_the_map() -> None:
    """Along the edge of the map the missing hex counts as nothing."""
    specs = [HexSpec(n, *xy(n), t) for n, t in (("A1", "clear"), ("B2", "forest"), ("C1", "clear"), ("B1", "forest"))]
    assert ask(Sight(Board("whole", CHART, specs)), "A1", "C1") == BLOCKED
    assert ask(Sight(Board("edge", CHART, specs[:3])), "A1", "C1") == 0


@pytest.mark.parametrize(
    ("counters", "verdict"),
    [
        (("smoke@J4",), BLOCKED),
        (("fire@J4",), BLOCKED),
        (("wreck@J4", "wreck@K4"), 0),
        (("rubble@J4", "rubble@K4"), 0),
        (("roadblock@J4", "roadblock@K4"), 0),
        (("ffe@J4",), 0),
        (("ffe@J4", "ffe@K4"), 1),
        (("ffe@J4", "craters@K4"), 1),
    ],
)
def test_counters_beside_a_hexside_line(counters: tuple[str, ...], verdict: int) -> None:
    """Along a hexside Smoke and Fire block alone, FFE and Craters act like terrain, Wrecks and the like never."""
    sight = Sight(custom_board(None, CHART, needed=["J5", "K3"]))
    assert ask(sight, "J5", "K3", *counters) == verdict


@pytest.mark.parametrize(
    ("counter", "verdict"),
    [
        ("smoke", BLOCKED),
        ("fire", BLOCKED),
        ("wreck", 1),
        ("vehicle", 1),
        ("rubble", 1),
        ("roadblock", BLOCKED),
        ("ffe", 1),
        ("wire", 0),
    ],
)
def test_counters_inside_the_hex(counter: str, verdict: int) -> None:
    """A line through the inside of a hex meets its counter anywhere in the hex, near the centre or not."""
    sight = Sight(custom_board(None, CHART, needed=["G6", "F4"]))
    assert ask(sight, "G6", "F4", f"{counter}@F5") == verdict
    assert ask(sight, "G6", "F4", f"{counter}@F5", tis=True) == (0 if counter in ("smoke", "fire") else verdict)


def test_three_degrading_hexes_block_and_cite_10_3() -> None:
    """Two degrading hexes leave a line, the third blocks it under 10.3."""
    sight = grid()
    assert ask(sight, "A1", "A5", "wreck@A2", "wreck@A3") == 2
    assert ask(sight, "A1", "A5", "wreck@A2", "wreck@A3", "ffe@A4") == BLOCKED
    dyn = Dynamic((sight.board.index[h], "wreck") for h in ("A2", "A3", "A4"))
    report = explain(sight, sight.board.loc("A1"), sight.board.loc("A5"), dyn)
    assert (report.verdict, report.rule, report.decided) == ("blocked", "10.3", 2)
    assert "third" in report.summary()


def test_fire_for_effect_reaches_every_height() -> None:
    """FFE degrades a line between high hills, a Wreck there does not."""
    hills = {h: HexEntry("hill", 3) for h in ("D2", "D6")}
    sight = Sight(custom_board(None, CHART, hills))
    assert (ask(sight, "D2", "D6", "ffe@D4"), ask(sight, "D2", "D6", "wreck@D4")) == (1, 0)


def test_rubble_takes_the_place_of_a_building() -> None:
    """A building turned to Rubble degrades instead of blocking, and makes no limited line."""
    board = custom_board(None, CHART, {"D4": "lc_building", "E3": "lc_building"})
    sight = Sight(board)
    assert (ask(sight, "D2", "D6"), ask(sight, "D2", "D6", "rubble@D4")) == (BLOCKED, 1)
    assert limited(ask(sight, "D3", "E4")) == 1
    assert ask(sight, "D3", "E4", "rubble@D4") == 0


def test_barricade_counter_blocks_like_a_wall() -> None:
    """A Barricade counter on a hexside blocks lines across it unless it belongs to an end hex, and cites 21.5."""
    sight = Sight(custom_board(None, CHART, needed=["J6", "M7"]))
    board = sight.board
    i, j = board.index["K6"], board.index["L7"]
    item = sight.side_counter(j, board.neighbours[j].index(i), "barricade")
    dyn = Dynamic([item])
    assert sight.line(board.loc("J6"), board.loc("M7"), dyn) == BLOCKED
    assert sight.line(board.loc("J6"), board.loc("L7"), dyn) == 0
    assert explain(sight, board.loc("J6"), board.loc("M7"), dyn).rule == "21.5"
    assert dyn.without_(j, "barricade", item.direction) == NO_COUNTERS


def test_bocage_rises_one_level() -> None:
    """Bocage blocks between equal levels below its top, is looked over from its top's level beyond its shadow."""
    side = [SideEntry(("D4", "D5"), "bocage")]
    flat = Sight(custom_board(None, CHART, sides=side, needed=["D2", "D8"]))
    assert (ask(flat, "D3", "D6"), ask(flat, "D4", "D6"), ask(flat, "D3", "D5")) == (BLOCKED, 0, 0)
    hill = Sight(custom_board(None, CHART, {"D3": HexEntry("hill", 1)}, side, needed=["D8"]))
    assert (ask(hill, "D3", "D5"), ask(hill, "D3", "D6")) == (0, 0)
    far = Sight(custom_board(None, CHART, {"D2": HexEntry("hill", 1)}, side, needed=["D8"]))
    assert (ask(far, "D2", "D5"), ask(far, "D2", "D6"), ask(far, "D2", "D7")) == (0, BLOCKED, 0)
    both = Sight(custom_board(None, CHART, {h: HexEntry("hill", 1) for h in ("D3", "D6")}, side))
    assert ask(both, "D3", "D6") == 0


def test_walls_matter_only_on_one_level() -> None:
    """A Wall blocks between ends on its own level and never between different levels."""
    side = [SideEntry(("D4", "D5"), "wall")]
    assert ask(Sight(custom_board(None, CHART, sides=side, needed=["D2", "D7"])), "D2", "D7") == BLOCKED
    hill = Sight(custom_board(None, CHART, {"D2": HexEntry("hill", 1)}, side, needed=["D7"]))
    assert ask(hill, "D2", "D7") == 0


def test_a_line_along_a_wall_is_free_only_between_its_ends() -> None:
    """Along a Wall that joins both end hexes the line is free; a longer line along it is blocked."""
    sight = Sight(custom_board(None, CHART, sides=[SideEntry(("B3", "C2"), "hedge")], needed=["H8"]))
    line = geometry.line(*_between("B2", "C3"))
    assert [isinstance(s, Run) for s in line.steps] == [True]
    assert ask(sight, "B2", "C3") == 0
    assert ask(sight, "B2", "D5") == BLOCKED


def test_no_slit_inside_one_building() -> None:
    """A line that slips between two hexes is blocked in one building and limited between two."""
    pair = dict.fromkeys(("D4", "D5"), "lc_building")
    one = Sight(custom_board(None, CHART, pair, buildings=[BuildingEntry(("D4", "D5"))]))
    two = Sight(custom_board(None, CHART, pair))
    assert [s.need for s in geometry.line(*_between("B4", "F5")).steps if isinstance(s, Crossed)][1:3] == [961, 961]
    assert ask(one, "B4", "F5") == BLOCKED
    assert ask(two, "B4", "F5") == 4
    assert explain(two, two.board.loc("B4"), two.board.loc("F5")).rule == "10.3.2"
    hill = Sight(custom_board(None, CHART, {**pair, **{h: HexEntry("hill", 1) for h in ("B4", "F5")}}))
    assert ask(hill, "B4", "F5") == 0


def test_helicopters_hover_above_the_obstacle() -> None:
    """A helicopter is one level above the tallest obstacle of its hex."""
    board = custom_board(None, CHART, {"B2": HexEntry("hill", 1), "D2": HexEntry("forest", 1)})
    sight = Sight(board)
    assert [sight.level(board.loc(f"{h}/air")) for h in ("B2", "D2")] == [2, 4]
    assert sight.line(board.index["B2"] * 8 + AIR, board.index["B2"] * 8) == 0


def test_tunnels_are_adjacent_to_tunnels_and_caves_only() -> None:
    """Units in a Tunnel are adjacent to Tunnels next door and to Caves, not to anybody above ground."""
    board = custom_board(None, CHART, needed=["B2", "B3"])
    tunnel = board.loc("B2/tunnel")
    near = {p: adjacent(board, tunnel, board.loc(p)) for p in ("B2", "B3", "B2/cave", "B3/tunnel", "B3/cave")}
    assert near == {"B2": False, "B3": False, "B2/cave": True, "B3/tunnel": True, "B3/cave": True}
    assert sees_near(board, tunnel, tunnel)
    assert not adjacent(board, tunnel, tunnel)


def test_crossed_hexes_by_brute_force() -> None:
    """Every template names exactly the hexes the line enters, all of them on shortest paths."""
    for dx in range(0, 40, 3):
        for dy in range(-13, 14):
            if (dx // 3 + dy) % 2 or not geometry.is_first(dx, dy):
                continue
            line = geometry.line(dx, dy)
            found = {(s.x, s.y) for s in line.steps if isinstance(s, Crossed)}
            entered = set()
            for t in range(1, 2 * 997):
                u, v = dx * t, dy * t
                for x in range(-3, dx + 4, 3):
                    if abs(u - x * 1994) <= 2 * 1994:
                        y = (v + 1994 * (1 - (x // 3 + 1) % 2)) // (2 * 1994) * 2 + (x // 3 % 2)
                        for yy in (y - 2, y - 1, y, y + 1, y + 2):
                            if (x // 3 + yy) % 2 == 0 and _inside(u - 1994 * x, v - 1994 * yy, 1994):
                                entered.add((x, yy))
            entered -= {(0, 0), (dx, dy)}
            assert entered <= found
            assert all(s.first + s.last == line.n for s in line.steps)
            assert sum(1 for s in line.steps if isinstance(s, Crossed)) - len(entered) <= 2


def _inside(x: int, y: int, unit: int) -> bool:
    return abs(y) < unit and abs(x) + abs(y) < 2 * unit


def test_counter_values() -> None:
    """Counters are values: equal whatever the order, hashable, with masks that forget what was taken away."""
    one = Dynamic([(3, "smoke"), (5, "wreck"), (3, "wreck")])
    two = NO_COUNTERS.with_(3, "wreck").with_(5, "wreck").with_(3, "smoke")
    assert one == two
    assert hash(one) == hash(two)
    assert (one.mask, one.tis_mask) == (1 << 3 | 1 << 5, 1 << 3 | 1 << 5)
    assert one.without_(3, "wreck").tis_mask == 1 << 5
    assert one.without_(9, "smoke") is one
    assert one.at(3) == ("smoke", "wreck")
    assert one != two.with_(1, "ffe")
    assert not NO_COUNTERS


def test_reports_are_json() -> None:
    """A report goes over the wire and comes back, and puts itself into words with section numbers."""
    sight = grid(terrain={"D4": "forest"})
    report = explain(sight, sight.board.loc("D2"), sight.board.loc("D6"))
    assert msgspec.json.decode(msgspec.json.encode(report), type=LosReport) == report
    assert report.text().splitlines()[0] == "D2 - D6: blocked, range 4 [10.3]"
    assert "D4: Forest rises to level 2, above both ends, and blocks the line [10.3]" in report.text()
    assert report.reasons[report.decided or 0].hexes == ("D4",)


def test_smoke_cites_its_own_section() -> None:
    """Smoke in the way cites 7.0, Smoke beside a hexside line 10.3.2."""
    sight = grid()
    board = sight.board
    dyn = Dynamic([(board.index["D4"], "smoke")])
    assert explain(sight, board.loc("D2"), board.loc("D6"), dyn).rule == "7.0"
    assert explain(sight, board.loc("D5"), board.loc("E3"), dyn).rule == "10.3.2"


def test_verdict_parts() -> None:
    """A verdict holds degrading hexes and gaps apart."""
    assert (degraded(2 + 4 * 3), limited(2 + 4 * 3)) == (2, 3)
    assert hexes.distance(*xy("D5"), *xy("E3")) == 2
