"""10.3, 10.4: what each thing in the way cites, what each thing in a hex gives, and in which order it is told."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import Scene, U
from lnlt.content.charts import load_chart
from lnlt.content.maps import HexEntry, SideEntry, custom_board
from lnlt.core.tally import Modifier
from lnlt.rules.ch10_los_spotting.cover import defence_modifiers, line_modifiers, location_modifiers
from lnlt.rules.ch10_los_spotting.explain import LosReport, explain
from lnlt.rules.ch10_los_spotting.sight import Dynamic, Sight

FAR = U("x", "squad", "H8")
CHART = load_chart("ww2")


def report(
    start: str, end: str, hexes: dict[str, Any] | None = None, *counters: str, sides: tuple[str, ...] = ()
) -> LosReport:
    """A line on a clear board with some hexes changed, counters written kind@hex and hexsides kind@hex/hex."""
    entries = {h: HexEntry(*e) if isinstance(e, tuple) else e for h, e in (hexes or {}).items()}
    drawn = [
        SideEntry((where.split("/")[0], where.split("/")[1]), kind) for kind, where in (s.split("@") for s in sides)
    ]
    board = custom_board(None, CHART, entries, drawn, needed=["J9"])
    dyn = Dynamic((board.index[h], kind) for kind, h in (c.split("@") for c in counters))
    return explain(Sight(board), board.loc(start), board.loc(end), dyn)


SLOPE = {"D2": ("hill", 3), "D3": ("hill", 2), "D4": ("hill", 1)}
PAIR = {"D4": "lc_building", "D5": "lc_building"}


@pytest.mark.parametrize(
    ("start", "end", "hexes", "counters", "sides", "code", "rule"),
    [
        ("D2", "D6", {"D4": ("hill", 1)}, (), (), "ground", "10.3.1"),
        ("D2", "D4", {"D2": ("hill", 1), "D3": ("hill", 1)}, (), (), "ground_shadow", "10.3.1"),
        ("D2", "D5", SLOPE, (), (), "slope", "10.3.1"),
        ("E2", "F4", {}, ("smoke@E3",), (), "smoke_side", "10.3.2"),
        ("E2", "F4", {"E3": "forest", "F3": "light_woods"}, (), (), "both_sides", "10.3.2"),
        ("E2", "F4", {"E3": "forest"}, (), (), "one_side", "10.3.2"),
        ("E2", "F4", {}, (), (), "open_side", "10.3.2"),
        ("E2", "F4", {"E3": "lc_building", "F3": "lc_building"}, (), (), "between", "10.3.2"),
        ("B4", "F5", PAIR, (), (), "gap", "10.3.2"),
        ("D2", "D6", {}, (), ("wall@D4/D5",), "wall", "10.3.2"),
        ("E2", "F4", {}, (), ("wall@E3/F3",), "along_wall", "10.3.2"),
        ("D2", "D6", {"D2": ("hill", 1)}, (), ("wall@D4/D5",), "wall_level", "10.3.2"),
        ("D2", "D6", {}, ("smoke@D4",), (), "rises", "7.0"),
        ("D2", "D6", {}, ("fire@D4",), (), "rises", "10.5.6.4"),
        ("D2", "D6", {}, ("roadblock@D4",), (), "level", "10.5.4"),
        ("D2", "D6", {}, ("craters@D4",), (), "level", "10.5.5"),
        ("D2", "D6", {}, ("ffe@D4",), (), "rises", "18.1"),
        ("D2", "D6", {"D4": "tree_lined_road"}, (), (), "rises", "10.5.3"),
        ("D2", "D6", {"D4": "jungle_lined_road"}, (), (), "rises", "10.5.3"),
        ("D2", "D6", {"D4": "railroad"}, (), (), "level", "10.5.7"),
        ("D2", "D6", {"D4": "forest"}, (), (), "rises", "10.3"),
    ],
)
def test_sections_behind_reasons(
    start: str, end: str, hexes: dict[str, Any], counters: tuple[str, ...], sides: tuple[str, ...], code: str, rule: str
) -> None:
    """10.3, 10.3.1, 10.3.2: each reason of a line cites the section it rests on, from both ends."""
    for one, two in ((start, end), (end, start)):
        found = report(one, two, hexes, *counters, sides=sides)
        assert {r.rule for r in found.reasons if r.code == code} == {rule}


def test_reasons_begin_at_the_asker() -> None:
    """10.3: what is nearer to who asks is told first, in every direction."""
    woods = {"D5": "light_woods", "E4": "forest"}
    for start, end, hexes in (
        ("D2", "D7", ("D3", "D4", "D5", "D6")),
        ("D7", "D2", ("D6", "D5", "D4", "D3")),
        ("B3", "F5", ("C3", "D4", "E4")),
        ("F5", "B3", ("E4", "D4", "C3")),
        ("B5", "F3", ("C4", "D4", "E3")),
        ("F3", "B5", ("E3", "D4", "C4")),
    ):
        assert [r.hexes for r in report(start, end, woods).reasons] == [(h,) for h in hexes]


def test_degrading_hexes_of_a_blocked_line() -> None:
    """10.3#5: before a block they are counted up to three, whatever else is in the way."""
    woods = ("D3", "D4", "D5", "D6")
    for many in range(4):
        found = report("D2", "D9", dict.fromkeys(woods[:many], "light_woods") | {"D7": "forest"})
        assert (found.verdict, found.degraded) == ("blocked", many)
    assert report("D2", "D9", dict.fromkeys(woods, "light_woods")).degraded == 3


def test_nothing_decides_next_door() -> None:
    """10.3: a line to a neighbour has no reason that decides."""
    assert (report("D2", "D3").decided, report("D2", "D2").decided, report("D2", "D4").decided) == (None, None, None)


@pytest.mark.parametrize("terrain", ["clear", "brush", "light_woods"])
def test_top_of_what_is_in_the_way(terrain: str) -> None:
    """10.3#18: of several things in a hex the height of the one that decides is told."""
    found = report("D2", "D6", {"D4": terrain}, "smoke@D4")
    (reason,) = (r for r in found.reasons if r.hexes == ("D4",))
    assert (reason.params["key"], reason.params["top"]) == ("smoke", 2)


@pytest.mark.parametrize(
    ("kind", "tm", "rule"),
    [
        ("smoke", 1, "7.0"),
        ("fire", 1, "10.5.6.4"),
        ("wreck", 2, "10.1"),
        ("foxholes", 1, "21.2"),
        ("craters", 1, "10.5.5"),
        ("roadblock", 2, "10.5.4"),
        ("rubble", 3, "15.1.2"),
        ("trench", 2, "21.6"),
    ],
)
def test_cover_of_counters(kind: str, tm: int, rule: str) -> None:
    """10.4#3: each counter covers with its own number and cites its own section; in the hex only, not in others."""
    s = Scene(FAR, markers=[(kind, "C4", 1)])
    assert location_modifiers(s.game, s.state, s.loc("C4")) == [Modifier(tm, kind, rule, "C4")]
    assert location_modifiers(s.game, s.state, s.loc("C5")) == []


def test_cover_of_what_is_printed() -> None:
    """10.5.2, 10.5.7: a Ford and a Railroad through other terrain cover."""
    s = Scene(FAR, features={"C4": ("ford",), "D4": ("railroad",)})
    assert location_modifiers(s.game, s.state, s.loc("C4")) == [Modifier(1, "ford", "10.5.2", "C4")]
    assert location_modifiers(s.game, s.state, s.loc("D4")) == [Modifier(1, "railroad", "10.5.7", "D4")]


@pytest.mark.parametrize(("kind", "rule"), [("bunker", "21.1"), ("cave", "10.7")])
def test_cover_of_those_inside(kind: str, rule: str) -> None:
    """10.7, 21.1: a Bunker or Cave covers those inside and nobody beside it."""
    s = Scene(FAR, markers=[(kind, "C4", 3)])
    assert location_modifiers(s.game, s.state, s.loc("C4")) == []
    assert location_modifiers(s.game, s.state, s.loc(f"C4/{kind}")) == [Modifier(3, kind, rule, "C4")]


@pytest.mark.parametrize("kinds", [("smoke", "fire"), ("fire", "smoke"), ("wreck", "vehicle"), ("vehicle", "wreck")])
def test_alike_cover_counts_once(kinds: tuple[str, str]) -> None:
    """7.0, 10.1, 10.5.6.4: of Smoke and fire, and of vehicles and Wrecks, only one covers."""
    s = Scene(FAR, markers=[(kind, "C4", 1) for kind in kinds])
    assert [m.value for m in location_modifiers(s.game, s.state, s.loc("C4"))] == [1 if "smoke" in kinds else 2]


def tower(*markers: tuple[str, str, int]) -> Scene:
    """Two houses of two floors with roofs, C4 and C5."""
    houses = {"C4": "hc_building", "C5": "hc_building"}
    return Scene(FAR, hexes=houses, buildings=[(("C4",), 2), (("C5",), 2)], rooftop=True, markers=markers)


FLOORS = ("", "/upper", "/roof")


@pytest.mark.parametrize("layer", FLOORS)
@pytest.mark.parametrize("kind", ["smoke", "fire"])
def test_cover_on_all_floors(kind: str, layer: str) -> None:
    """7.0, 10.5.6.4: Smoke and fire on any floor cover the whole house and no other."""
    s = tower((kind, f"C4{layer}", 1))
    for floor in FLOORS:
        here, next_door = (location_modifiers(s.game, s.state, s.loc(f"{h}{floor}")) for h in ("C4", "C5"))
        assert kind in [m.why for m in here]
        assert kind not in [m.why for m in next_door]


def test_a_wreck_covers_the_ground() -> None:
    """10.4#4: other counters do not cover who is upstairs."""
    s = tower(("wreck", "C4", 1))
    covered = [f for f in FLOORS if "wreck" in [m.why for m in location_modifiers(s.game, s.state, s.loc(f"C4{f}"))]]
    assert covered == [""]


def test_where_a_wall_or_hill_covers() -> None:
    """10.4, Q-091: the cover of a Wall and of a Hill names the target's hex."""
    s = Scene(FAR, hexes={"C4": ("hill", 1)}, sides=[("C4", "C5", "wall")])
    tm = s.game.board.chart.hexsides["wall"].tm
    assert line_modifiers(s.game, s.state, s.loc("C4"), s.loc("C7")) == [
        Modifier(tm, "wall", "10.4", "C4"),
        Modifier(1, "hill", "10.4", "C4"),
    ]


def test_low_ground_is_no_hill() -> None:
    """10.4, Q-091: fire out of a hollow at level ground meets no Hill."""
    s = Scene(FAR, hexes={"C6": ("clear", -1)})
    assert defence_modifiers(s.game, s.state, s.loc("C4"), s.loc("C6")) == ()
