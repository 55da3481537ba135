"""10.3: what counters do to the view from a hex: lines they may change, ground they hide for certain."""

from __future__ import annotations

import pytest

from lnlt.content.charts import load_chart
from lnlt.rules.ch10_los_spotting import sight as sights
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, Sight
from lnlt.rules.facts.sight_counters import Dynamic
from los_helpers import behind, bits, flat, nobody

CHART = load_chart("ww2")


def counters(sight: Sight, *texts: str) -> Dynamic:
    """Counters written kind@hex."""
    return Dynamic((sight.board.index[h], kind) for kind, h in (t.split("@") for t in texts))


@pytest.mark.parametrize("first", ["A1", "D4"])
@pytest.mark.parametrize("kind", ["smoke", "fire"])
def test_smoke_hides_all_ground_behind_it(kind: str, first: str) -> None:
    """10.3#18, 10.3.2#6: on flat ground every line through Smoke or beside it is shut, wherever the board begins."""
    sight = flat(first)
    shadow = bits(behind(sight.board, "D2", "D4"))
    assert shadow >> sight.board.index["D6"] & 1
    assert sight.field(sight.board.index["D2"], counters(sight, f"{kind}@D4"), False) == (shadow, shadow)


def test_other_counters_hide_nothing_for_certain() -> None:
    """10.3, Q-083: a counter that does not fill its hex and block may change lines, and that is all."""
    sight = flat()
    shadow = bits(behind(sight.board, "D2", "D4"))
    for kind in ("wreck", "ffe", "rubble", "roadblock", "craters"):
        assert sight.field(sight.board.index["D2"], counters(sight, f"{kind}@D4"), False) == (shadow, 0)


@pytest.mark.parametrize("first", ["A1", "D6"])
def test_smoke_hides_no_high_ground(first: str) -> None:
    """10.3#18: a hill as high as Smoke is not hidden for certain, and sees more than others; the first hex, too."""
    sight = flat(first, D6=2)
    index, smoke = sight.board.index, counters(sight, "smoke@D4")
    shadow = behind(sight.board, "D2", "D4")
    assert index["D6"] in shadow
    assert sight.field(index["D2"], smoke, False) == (bits(shadow), bits(shadow - {index["D6"]}))
    assert sight.field(index["D6"], smoke, False) == (bits(behind(sight.board, "D6", "D4")), 0)


@pytest.mark.parametrize(
    ("texts", "plain", "thermal"),
    [
        (("smoke@D4",), (True, True), (False, False)),
        (("fire@D4",), (True, True), (False, False)),
        (("smoke@D4", "wreck@D4"), (True, True), (True, False)),
        (("wreck@D4",), (True, False), (True, False)),
    ],
)
def test_thermal_sights_look_through_smoke(
    texts: tuple[str, ...], plain: tuple[bool, bool], thermal: tuple[bool, bool]
) -> None:
    """10.1.2: of all counters Thermal Imaging leaves out Smoke, and what burns (Q-380)."""
    sight = flat()
    here, dyn = sight.board.index["D2"], counters(sight, *texts)
    shadow = bits(behind(sight.board, "D2", "D4"))
    assert sight.field(here, dyn, False) == tuple(shadow * one for one in plain)
    assert sight.field(here, dyn, True) == tuple(shadow * one for one in thermal)


def test_thermal_sights_from_the_air() -> None:
    """10.1.2: the same line with and without Thermal Imaging, asked in turn."""
    sight = flat()
    a, b, dyn = sight.board.loc("D2/air"), sight.board.loc("D6/air"), counters(sight, "smoke@D4", "wreck@D4")
    assert [sight.line(a, b, dyn, tis) for tis in (False, True, False, True)] == [BLOCKED, 0, BLOCKED, 0]


def test_more_counters_add_to_what_is_known() -> None:
    """10.3: where counters come to others only the new ones are looked at."""
    sight = flat()
    here, index = sight.board.index["D2"], sight.board.index
    old = counters(sight, "smoke@D4")
    assert sight.field(here, old, False) == (bits(behind(sight.board, "D2", "D4")),) * 2
    new = old.grown([(index["F3"], "smoke"), (index["B3"], "wreck")])
    assert new.before == (old, 1 << index["F3"] | 1 << index["B3"])
    hidden = behind(sight.board, "D2", "D4", "F3")
    assert sight.field(here, new, False) == (bits(hidden | behind(sight.board, "D2", "B3")), bits(hidden))
    newest = new.grown([(index["A1"], "smoke")])
    assert newest.before == (new, 1 << index["A1"])
    assert new.before is None
    assert newest.grown([]) is newest
    assert newest.before is not None


def test_what_is_certain_is_not_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """10.3: lines no counter touches, and ground behind Smoke, need no second look."""
    sight = flat()
    place, dyn = sight.board.loc, counters(sight, "smoke@D4")
    monkeypatch.setattr(sights, "Judge", nobody)
    assert sight.line(place("D2"), place("D6"), dyn) == BLOCKED
    assert sight.line(place("D2"), place("A3"), dyn) == 0
    with pytest.raises(AssertionError, match="asked again"):
        sight.line(place("D2"), place("D6"), counters(sight, "wreck@D4"))


def test_judged_lines_are_kept_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """10.3: verdicts with counters are remembered, but not without end."""
    monkeypatch.setattr(sights, "MOST_JUDGED", 3)
    sight = flat()
    many = []
    for end in ("D5", "D6", "D7", "D8"):
        assert sight.line(sight.board.loc("D2"), sight.board.loc(end), counters(sight, "wreck@D4")) == 1
        many.append(len(sight._judged))
    assert many == [1, 2, 3, 1]


def test_height_of_smoke() -> None:
    """10.3#18: Smoke rises two levels above its ground."""
    sight = flat(D4=1)
    index = sight.board.index
    assert sight.obstacle_level(index["D4"]) == 1
    assert sight.obstacle_level(index["D4"], counters(sight, "smoke@D4")) == 3
