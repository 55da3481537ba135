"""10.3: what is kept of lines of sight: rows of verdicts, layouts of counters, stated lines."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from helpers import Scene, U
from lnlt.content.charts import load_chart
from lnlt.core.board import LAYERS
from lnlt.core.hexes import STEPS
from lnlt.core.state import FrozenDict, State, index_markers, index_obstacles
from lnlt.rules.ch10_los_spotting.lines import (
    KEPT,
    deciding_rule,
    entry_sides,
    line,
    lines_of,
    perhaps_seen,
    solid,
)
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, UNKNOWN, Sight
from lnlt.rules.facts.sight_counters import Dynamic, SideItem
from los_helpers import behind, bits, flat, nobody

CHART = load_chart("ww2")
FAR = U("x", "squad", "H8")


def test_counters_on_hexsides_beside_others() -> None:
    """10.3, 21.5: the first side of a hex is a side as well; what lies inside is told from what lies on a side."""
    wall = SideItem(4, "barricade", 0, 0b110000)
    dyn = Dynamic([(9, "smoke"), (7, "smoke"), (4, "wreck"), wall])
    assert list(dyn) == [(4, "barricade", 0, 0b110000), (4, "wreck"), (7, "smoke"), (9, "smoke")]
    assert (dyn.at(4), list(dyn.on_sides())) == (("wreck",), [wall])
    left = dyn.without_(7, "smoke")
    assert (left.mask, left.tis_mask) == (0b110000 | 1 << 9, 0b110000)
    assert left.sided
    assert not dyn.without_(4, "barricade", 0).sided
    assert not dyn.without_(4, "barricade", 0).without_(7, "smoke").sided


def test_only_what_stands_in_the_way_is_kept() -> None:
    """10.3, 21.5: counters that hinder no line are left out, those on hexsides are not."""
    sight = flat()
    index = sight.board.index
    wall = sight.side_counter(index["D4"], 0, "barricade")
    given = [(index["B2"], "wire"), (index["B3"], "wreck"), wall]
    assert set(sight.counters(given)) == {(index["B3"], "wreck"), wall}


def test_flat_markers_stand_in_no_line() -> None:
    """10.3: positions that differ only in such markers have the same lines."""
    kinds = "spotted melee collapsed_entrance cave bunker mines claymore victory starshell spotting_round event_1"
    assert solid(tuple((8, kind) for kind in kinds.split())) == ()
    assert solid(((8, "smoke"), (16, "spotted"), (24, "wreck"))) == ((8, "smoke"), (24, "wreck"))


def test_no_verdict_looks_like_an_open_question() -> None:
    """10.3: what has not been asked is told from every verdict."""
    assert UNKNOWN not in (BLOCKED, *(degraded + 4 * gaps for degraded in range(3) for gaps in range(20)))


def with_markers(s: Scene, *kinds: str) -> State:
    """The position with other counters, each written kind@hex."""
    found = tuple((s.loc(h) >> 3, kind) for kind, h in (k.split("@") for k in kinds))
    return replace(s.state, obstacles=found)


def test_rows_begin_with_the_printed_table() -> None:
    """10.3: without counters all ground a hex sees is in its row at once."""
    s = Scene(U("a", "squad", "D4"), FAR, hexes={"D5": "forest"})
    for at in ("A0", "D4"):
        assert bytes(lines_of(s.game, s.state).row(s.loc(at))[::LAYERS]) == s.game.sight.rows[s.loc(at) >> 3]
    smoky = with_markers(s, "smoke@F6")
    assert set(lines_of(s.game, smoky).row(s.loc("D4"))) == {UNKNOWN}


def test_ground_that_is_seen_for_certain() -> None:
    """10.3: ground in sight is certain unless a counter may change it; ground that one may change is doubtful."""
    s = Scene(U("a", "squad", "D4"), FAR, hexes={"D6": "forest"})
    board, here = s.game.board, s.loc("D4") >> 3
    seen = {b for b in range(board.size) if s.game.sight.rows[here][b] != BLOCKED}
    assert len(seen) < board.size
    assert lines_of(s.game, s.state).bits(here) == (bits(seen), 0)
    for kind, doubtful in (("smoke", False), ("wreck", True)):
        lines = lines_of(s.game, with_markers(s, f"{kind}@E3"))
        far = behind(board, "D4", "E3")
        assert lines.bits(here) == (bits(seen - far), bits(seen & far) if doubtful else 0)
        assert lines.bits(here) == lines.bits(here)


def test_ground_is_asked_only_where_it_is_doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    """10.3: of lines between grounds the procedure is asked for those a counter may change."""
    s = Scene(U("a", "squad", "D4"), FAR)
    state, here = with_markers(s, "smoke@C3", "wreck@F5"), s.loc("D4")
    dyn = Dynamic(state.obstacles)
    want = [s.game.sight.line(here, b * 8, dyn) for b in range(s.game.board.size)]
    lines = lines_of(s.game, state)
    doubtful = lines.bits(here >> 3)[1]
    monkeypatch.setattr(Sight, "line", nobody)
    sure = [b for b in range(s.game.board.size) if not doubtful >> b & 1]
    assert [lines.judge(here, b * 8) for b in sure] == [want[b] for b in sure]
    assert any(want[b] == BLOCKED and doubtful >> b for b in sure)
    with pytest.raises(AssertionError, match="asked again"):
        lines.judge(here, (doubtful.bit_length() - 1) * 8)


def test_thermal_lines_of_a_position() -> None:
    """10.1.2: what is known of a line without Thermal Imaging is no answer for who has it, and the other way round."""
    s = Scene(U("a", "squad", "D4"), FAR)
    state = with_markers(s, "smoke@D5")
    for tis in (False, True, False, True):
        assert line(s.game, state, s.loc("D4"), s.loc("D7"), tis) == (0 if tis else BLOCKED)


def test_thermal_sights_know_the_same_counters() -> None:
    """10.1.2: what is known of the counters is not worked out again for Thermal Imaging."""
    s = Scene(U("a", "squad", "D4"), FAR)
    state = with_markers(s, "smoke@C3", "wreck@F5")
    lines = lines_of(s.game, state)
    assert lines.thermal(s.game, state).dyn is lines.dyn
    assert lines.thermal(s.game, state) is lines.thermal(s.game, state)


def test_layouts_are_kept_up_to_a_number() -> None:
    """10.3: a game remembers the lines of some layouts of counters, the oldest go first."""
    s = Scene(U("a", "squad", "D4"), FAR, size=(10, 10))
    states = [replace(s.state, obstacles=((i, "smoke"),)) for i in range(KEPT + 3)]
    made = [lines_of(s.game, state) for state in states]
    assert len(s.game.layouts) == KEPT
    assert lines_of(s.game, states[3]) is made[3]
    assert lines_of(s.game, states[2]) is not made[2]


@pytest.mark.parametrize("kind", ["cave", "bunker"])
def test_what_turns_sees_other_places(kind: str) -> None:
    """10.7#3, 21.1: a Cave or Bunker that faces another way is open to others."""
    s = Scene(U("a", "squad", "D2"), FAR, markers=[(kind, "D5", 3, "D4")])
    (marker,) = s.state.markers
    turned = (replace(marker, facing=3),)
    other = replace(s.state, markers=turned, marks=FrozenDict(index_markers(turned)), obstacles=index_obstacles(turned))
    inside = s.loc(f"D5/{kind}")
    for _ in range(2):
        assert [line(s.game, s.state, inside, s.loc(at)) for at in ("D2", "D7")] == [0, BLOCKED]
        assert [line(s.game, other, inside, s.loc(at)) for at in ("D2", "D7")] == [BLOCKED, 0]


@pytest.mark.parametrize(
    ("word", "count", "verdict"),
    [
        ("clear", 0, 0),
        ("degraded", 0, 1),
        ("degraded", 1, 1),
        ("degraded", 2, 2),
        ("limited", 0, 4),
        ("limited", 1, 5),
        ("blocked", 0, BLOCKED),
        ("blocked", 2, BLOCKED),
    ],
)
def test_verdicts_of_stated_lines(word: str, count: int, verdict: int) -> None:
    """10.3, 10.3.2: a stated line is degraded by one hex if no number is given, a limited one by none."""
    s = Scene(U("a", "squad", "C3"), FAR)
    a, b = s.loc("C3"), s.loc("C6")
    s.game.los_facts = {(a, b): (word, count)}
    assert line(s.game, s.state, a, b) == verdict
    assert deciding_rule(s.game, s.state, a, b) == "10.3"


@pytest.mark.parametrize(
    ("one", "two", "rule"),
    [
        ("D5/cave", "D7", "10.7"),
        ("D7", "D5/cave", "10.7"),
        ("F5/bunker", "F7", "21.1"),
        ("F7", "F5/bunker", "21.1.2"),
        ("B3/tunnel", "B5", "10.7.1"),
        ("B5", "B3/tunnel", "10.7.1"),
        ("H3", "H7", "7.0"),
        ("A1", "A5", "10.3"),
    ],
)
def test_what_shuts_a_line(one: str, two: str, rule: str) -> None:
    """10.3, 10.7, 21.1: the section of what is in the way."""
    markers = [("cave", "D5", 3, "D4"), ("bunker", "F5", 3, "F4"), ("smoke", "H5", 1)]
    s = Scene(U("a", "squad", "D2"), FAR, markers=markers, hexes={"A3": "forest"})
    assert line(s.game, s.state, s.loc(one), s.loc(two)) == BLOCKED
    assert deciding_rule(s.game, s.state, s.loc(one), s.loc(two)) == rule


def test_from_upstairs_everything_may_be_seen() -> None:
    """10.3: what an upper floor sees is not read off the ground below."""
    s = Scene(U("a", "squad", "D4"), FAR, hexes={"D4": "hc_building", "D6": "lc_building"}, buildings=[(("D4",), 2)])
    low, high = (perhaps_seen(s.game, s.state, s.loc(at)) for at in ("D4", "D4/upper"))
    assert not low >> (s.loc("D8") >> 3) & 1
    assert all(high >> i & 1 for i in range(s.game.board.size))


def test_sides_a_line_comes_through() -> None:
    """10.4, Q-091: to a neighbour one side, to a corner the two that meet there, within a hex none."""
    assert entry_sides(0, 0) == ()
    for d, (x, y) in enumerate(STEPS):
        assert entry_sides(x, y) == entry_sides(5 * x, 5 * y) == (d,)
        x2, y2 = STEPS[(d + 1) % 6]
        assert entry_sides(x + x2, y + y2) == tuple(sorted((d, (d + 1) % 6)))
        assert entry_sides(2 * x + x2, 2 * y + y2) == (d,)
        assert entry_sides(x + 2 * x2, y + 2 * y2) == ((d + 1) % 6,)
