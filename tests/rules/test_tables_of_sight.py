"""10.3: numbers, words and sections of lines of sight, entry by entry, and what goes without saying about them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from helpers import Scene, U, rebuilt
from lnlt.rules.ch10_los_spotting import geometry, judge, obstacles, sight, tables
from lnlt.rules.ch10_los_spotting.explain import Reason, _reason, explain
from lnlt.rules.ch10_los_spotting.judge import Finding, Judge
from lnlt.rules.ch10_los_spotting.lines import Lines, deciding_rule, line, lines_of, report, solid
from lnlt.rules.ch10_los_spotting.obstacles import Part, Wall
from lnlt.rules.ch10_los_spotting.tables import tier_of
from lnlt.rules.facts.sight_counters import NO_COUNTERS, Dynamic, SideItem

UNITS = (U("a", "squad", "D2"), U("x", "squad", "H8"))


def test_verdicts_as_numbers() -> None:
    """10.3, 10.3.2: tables of lines that were worked out before carry these: 255 is blocked, 254 not yet known."""
    assert (judge.BLOCKED, sight.BLOCKED, sight.UNKNOWN, judge.LIMITED) == (255, 255, 254, 3)
    s = Scene(*UNITS, hexes={"D4": "forest", "E4": "brush"})
    board, looked = s.game.board, s.game.sight
    assert looked.ground(board.index["D2"], board.index["D6"]) == 255
    assert looked.ground(board.index["E2"], board.index["E6"]) == 1
    assert set(looked.blank) == {254}


def test_words_of_stated_lines() -> None:
    """10.3, 10.3.2: what a situation may say of a line: one degrading hex at least, a gap counts as four."""
    s = Scene(*UNITS)
    a, b = s.loc("D2"), s.loc("H8")
    for word, count, verdict in (
        ("clear", 0, 0),
        ("degraded", 0, 1),
        ("degraded", 2, 2),
        ("limited", 0, 4),
        ("limited", 1, 5),
        ("blocked", 0, 255),
    ):
        s.game.los_facts = {(a, b): (word, count)}
        assert Lines(s.game, s.state, frozenset(), None).judge(a, b) == verdict


def told(s: Scene, code: str, key: str = "clear", effect: int = 0) -> Reason:
    """What the explanation of a line makes of a finding."""
    return _reason(s.game.sight, Finding((0,), effect, code, key, 0), NO_COUNTERS)


def test_effects_in_words() -> None:
    """10.3, 10.3.2: nothing, degraded, blocked, limited."""
    s = Scene(*UNITS)
    assert [told(s, "open", effect=n).effect for n in range(4)] == ["none", "degraded", "blocked", "limited"]


def test_sections_of_what_happens_to_a_line() -> None:
    """10.2 to 10.6: Hills, hexsides, floors and Rooftops have sections of their own, all else is 10.3."""
    s = Scene(*UNITS)
    for rule, codes in (
        ("10.3.1", ("ground", "ground_shadow", "slope")),
        ("10.3.2", ("smoke_side", "both_sides", "one_side", "open_side", "between", "gap")),
        ("10.3.2", ("wall", "along_wall", "wall_level")),
        ("10.2", ("other_floor",)),
        ("10.4.1", ("not_adjacent",)),
        ("10.6", ("roof",)),
        ("10.3", ("open", "missed", "over", "level", "rises", "shadow")),
    ):
        assert [told(s, code).rule for code in codes] == [rule] * len(codes)


def test_sections_of_things_in_the_way() -> None:
    """7.0, 10.5.3 to 10.5.7, 18.1: inside their hex they act by their own sections."""
    s = Scene(*UNITS)
    for key, rule in (
        ("smoke", "7.0"),
        ("fire", "10.5.6.4"),
        ("roadblock", "10.5.4"),
        ("craters", "10.5.5"),
        ("ffe", "18.1"),
        ("tree_lined_road", "10.5.3"),
        ("jungle_lined_road", "10.5.3"),
        ("railroad", "10.5.7"),
        ("forest", "10.3"),
        ("barricade", "21.5"),
    ):
        assert (key, told(s, "level", key).rule) == (key, rule)


@pytest.mark.parametrize(
    "kind",
    [
        "spotted", "melee", "collapsed_entrance", "cave", "bunker", "mines", "wire", "foxholes", "trench",
        "emplacement", "vehicle_emplacement", "sangar", "fortified", "claymore", "victory", "starshell",
        "spotting_round", "event_1",
    ],
)  # fmt: skip
def test_markers_that_hinder_no_line(kind: str) -> None:
    """10.3, 10.7, 21.0: Caves, Fortifications and mere signs lie flat; Smoke and Wrecks do not."""
    assert solid(((3, kind), (4, "smoke"), (5, "wreck"))) == ((4, "smoke"), (5, "wreck"))


@pytest.mark.parametrize("kind", ["cave", "bunker"])
def test_what_turns_sees_other_places(kind: str) -> None:
    """10.7, 21.1: lines out of a Cave or Bunker are not kept for one that faces another way."""
    s = Scene(*UNITS, markers=[(kind, "D5", 3, "D4")])
    other = rebuilt(s.state, markers=tuple(replace(m, facing=3) for m in s.state.markers))
    inside, north, south = s.loc(f"D5/{kind}"), s.loc("D2"), s.loc("D7")
    assert (line(s.game, s.state, inside, north), line(s.game, s.state, inside, south)) == (0, 255)
    assert (line(s.game, other, inside, north), line(s.game, other, inside, south)) == (255, 0)


def test_how_much_is_kept() -> None:
    """10.3: lines of 64 layouts of counters, and 100,000 verdicts with counters before they are forgotten."""
    s = Scene(*UNITS)
    for kind in ("smoke", "wreck"):
        for i in range(40):
            lines_of(s.game, replace(s.state, obstacles=((i, kind),)))
    assert len(s.game.layouts) == 64
    looked, place = s.game.sight, s.game.board.loc
    dyn = Dynamic([(s.game.board.index["D4"], "wreck")])
    looked._judged = dict.fromkeys(range(99_999), 0)
    many = []
    for end in ("D6", "D7"):
        assert looked.line(place("D2"), place(end), dyn) == 1
        many.append(len(looked._judged))
    assert many == [100_000, 1]


def test_thousandths() -> None:
    """10.3, Q-081: silhouettes are measured in thousandths of the distance from the centre to a side."""
    assert geometry.SCALE == 1000
    assert [geometry.need_of(*pair) for pair in ((0, 12), (2, 4), (3, 21))] == [0, 1000, 655]
    far, near = ((500, 900), (500, 1100), (400, 1000)), ((-1, 900), (1, 900), (0, 1100))
    assert [geometry.touches(0, 4, 0, 2, shape) for shape in (far, near)] == [False, True]


def test_shapes_of_obstacles() -> None:
    """10.3: art, art of other hexes, inside, like terrain, the whole hex, ground; no Road unless it is said."""
    names = ("ART", "STRAY", "INSIDE", "LIKE_TERRAIN", "WHOLE", "GROUND")
    assert [getattr(obstacles, name) for name in names] == [0, 1, 2, 3, 4, 5]
    assert not Part(1, 1, 0, 0, "light_woods").road


def test_when_an_obstacle_matters() -> None:
    """10.3: above both ends always, on the level of the higher one in the far half, else only just before the lower."""
    assert (tables.ALWAYS, tables.FAR, tables.LAST) == (0, 1, 2)
    found = [tier_of(Wall("bocage", top, 0), 0, 2, 0) for top in (3, 2, 1, 0)]
    assert found == [0, 1, 2, None]


def test_thermal_sights_look_through_smoke_and_fire_only() -> None:
    """10.1.2, 10.5.6.4: Smoke and burning hexes, no other counters."""
    dyn = Dynamic([(1, "smoke"), (2, "fire"), (3, "wreck"), (4, "ffe")])
    assert (dyn.mask, dyn.tis_mask) == (0b11110, 0b11000)


def test_counters_are_taken_out_of_their_hex() -> None:
    """10.3, 21.5: inside the hex, unless a side is named."""
    walls = [SideItem(5, "barricade", d, 1 << 5) for d in (0, 1, 2)]
    dyn = Dynamic([*walls, (5, "barricade")])
    assert list(dyn.without_(5, "barricade")) == walls
    assert NO_COUNTERS.with_(5, "smoke").without_(5, "smoke") is NO_COUNTERS


def test_nobody_has_thermal_sights_unless_it_is_said() -> None:
    """10.1.2: every question about a line is one about ordinary eyes, which Smoke stops."""
    s = Scene(*UNITS, markers=[("smoke", "D4", 1)])
    a, b, looked = s.loc("D2"), s.loc("D6"), s.game.sight
    dyn = lines_of(s.game, s.state).dyn
    assert [line(s.game, s.state, a, b), line(s.game, s.state, a, b, True)] == [255, 0]
    assert [report(s.game, s.state, a, b).verdict, report(s.game, s.state, a, b, True).verdict] == ["blocked", "clear"]
    assert [deciding_rule(s.game, s.state, a, b), deciding_rule(s.game, s.state, a, b, True)] == ["7.0", "10.3"]
    assert [explain(looked, a, b, dyn).verdict, explain(looked, a, b, dyn, True).verdict] == ["blocked", "clear"]
    assert [looked.line(a, b, dyn), looked.line(a, b, dyn, True)] == [255, 0]
    assert [Judge(looked.things, a >> 3, b >> 3, (0, 0), dyn, *tis).run() for tis in ((), (True,))] == [255, 0]
    smoke = frozenset({(s.game.board.index["D4"], "smoke")})
    assert [Lines(s.game, s.state, smoke, None, *tis).judge(a, b) for tis in ((), (True,))] == [255, 0]
