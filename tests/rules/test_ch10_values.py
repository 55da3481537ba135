"""Chapter 10: values that lines of sight are kept in, who makes no attempts, and what counters add where."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from helpers import Scene, U
from lnlt.core import flags
from lnlt.core.board import LAYERS
from lnlt.core.state import Unit
from lnlt.core.tally import Modifier
from lnlt.rules.ch10_los_spotting.cover import line_modifiers, location_modifiers
from lnlt.rules.ch10_los_spotting.judge import Judge
from lnlt.rules.ch10_los_spotting.lines import line, lines_of
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, UNKNOWN, Sight
from lnlt.rules.ch10_los_spotting.watch import unable, watch_of
from lnlt.rules.facts.sight_counters import NO_COUNTERS, Dynamic, SideItem

FAR = U("y", "squad", "H8")


def test_counters_that_come_to_others() -> None:
    """A layout grown out of another knows it and the hexes where something has come, those and no others."""
    old = Dynamic([(4, "wreck")])
    new = old.grown([(7, "smoke"), (9, "fire")])
    assert new == Dynamic([(4, "wreck"), (7, "smoke"), (9, "fire")])
    assert new.before is not None
    assert new.before[0] is old
    assert new.before[1] == 1 << 7 | 1 << 9
    assert old.grown([]) is old
    assert old.before is None


def test_counters_on_hexsides_are_looked_at_afresh() -> None:
    """With a counter on a hexside nothing is built on what was known."""
    sided = Dynamic([(4, "wreck"), SideItem(5, "barricade", 0, 1 << 5)])
    grown = sided.grown([(7, "smoke")])
    assert (grown.before, grown.sided, sided.grown([]).before) == (None, True, None)


def test_counters_in_order_and_back() -> None:
    """Counters come out as they went in, in the order of the hexes; without some of them the rest is as before."""
    items = [(4, "wreck"), SideItem(5, "barricade", 0, 1 << 5), SideItem(5, "barricade", 3, 1 << 5), (5, "smoke")]
    dyn = Dynamic(reversed(items))
    assert list(dyn) == items
    assert [type(item) for item in dyn] == [tuple, SideItem, SideItem, tuple]
    left = Dynamic([(4, "wreck"), (6, "smoke")]).without_(6, "smoke")
    assert (left, left.sided, left.mask) == (Dynamic([(4, "wreck")]), False, 1 << 4)
    assert left.without_(4, "wreck") is NO_COUNTERS


@pytest.mark.parametrize(
    ("kind", "words", "code"),
    [
        *((kind, 0, "kind_cannot_spot") for kind in ("medic", "corpsman", "chaplain", "nurse", "piper", "aircraft")),
        ("squad", flags.SHAKEN, "shaken_cannot_spot"),
        ("leader", flags.SHAKEN | flags.FIRED, "shaken_cannot_spot"),
        *(
            ("squad", flag, "has_acted")
            for flag in (flags.FIRED, flags.MOVED, flags.SMOKED, flags.ASSAULT_FIRE, flags.CONTINUOUS, flags.MELEE)
        ),
        ("squad", flags.WOUNDED, ""),
        ("hero", 0, ""),
    ],
)
def test_who_makes_no_attempt(kind: str, words: int, code: str) -> None:
    """10.1.1: kinds that never spot, Shaken units, and those who have acted."""
    game: Any = SimpleNamespace(types=[SimpleNamespace(kind=kind)])
    assert unable(game, Unit("a", 0, 0, at=0, flags=words)) == code


@pytest.mark.parametrize("burning", ["C4", "C4/upper", "C4/roof"])
def test_a_burning_floor_covers_the_whole_building(burning: str) -> None:
    """10.5.6.4, 7.0: smoke of a fire on any level counts on all of them, and not next door."""
    s = Scene(
        FAR,
        hexes={"C4": "hc_building", "C5": "hc_building"},
        buildings=[(("C4", "C5"), 2)],
        rooftop=True,
        markers=[("fire", burning, 1)],
        options=["fire"],
    )
    for place in ("C4", "C4/upper", "C4/roof"):
        assert [m.why for m in location_modifiers(s.game, s.state, s.loc(place))][1:] == ["fire"], place
    for place in ("C5", "C5/upper", "C3", "B4", "D4"):
        assert "fire" not in [m.why for m in location_modifiers(s.game, s.state, s.loc(place))], place


def test_modifiers_of_a_line_name_the_place() -> None:
    """10.4: a Wall at the target's hex and the Hill it stands on, with the name of that hex."""
    s = Scene(FAR, hexes={"E5": ("hill", 1)}, sides=[("E5", "E4", "wall")])
    (wall, hill) = line_modifiers(s.game, s.state, s.loc("E5"), s.loc("E2"))
    assert (wall.why, wall.rule, wall.source) == ("wall", "10.4", "E5")
    assert hill == Modifier(1, "hill", "10.4", "E5")


def test_rows_of_a_clear_board_are_filled_from_the_printed_table() -> None:
    """10.3: without counters every verdict between grounds is known at once, none of another layer."""
    s = Scene(FAR, hexes={"C4": "forest"})
    lines, sight = lines_of(s.game, s.state), s.game.sight
    for hex_ in (0, 1, s.loc("C6") >> 3):
        row = lines.row(hex_ * LAYERS)
        assert bytes(row[::LAYERS]) == sight.rows[hex_]
        assert set(row) - set(row[::LAYERS]) == {UNKNOWN}
    assert set(lines.row(LAYERS + 1)) == {UNKNOWN} == {254}


def test_thermal_sights_share_the_counters() -> None:
    """10.1.2: the same layout seen through Smoke is no new set of counters."""
    s = Scene(FAR, markers=[("smoke", "C4", 1), ("wreck", "D4", 1)])
    lines = lines_of(s.game, s.state)
    thermal = lines.thermal(s.game, s.state)
    assert thermal.dyn is lines.dyn
    assert (lines.judge(s.loc("C2"), s.loc("C6")), thermal.judge(s.loc("C2"), s.loc("C6"))) == (BLOCKED, 0)


@pytest.mark.work
def test_what_the_bits_of_a_hex_say_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """10.3: between grounds only a line in doubt is looked at: not one that no counter can change, not one that
    printed terrain blocks, not one behind Smoke."""
    s = Scene(FAR, hexes={"E4": "forest"}, markers=[("wreck", "C4", 1), ("smoke", "D5", 1)])
    judged: list[tuple[str, str]] = []
    name, real = s.game.board.loc_name, Sight.line

    def noted(sight: Sight, a: int, b: int, *more: Any) -> int:
        judged.append((name(a), name(b)))
        return real(sight, a, b, *more)

    monkeypatch.setattr(Sight, "line", noted)
    seen = {end: line(s.game, s.state, s.loc("C2"), s.loc(end)) for end in ("C6", "C3", "A2", "F5", "E6", "H2")}
    assert seen == {"C6": 1, "C3": 0, "A2": 0, "F5": BLOCKED, "E6": BLOCKED, "H2": 0}
    assert judged == [("C2", "C6")]


@pytest.mark.parametrize(
    ("word", "count", "verdict"),
    [
        ("clear", 0, 0),
        ("degraded", 0, 1),
        ("degraded", 2, 2),
        ("limited", 0, 4),
        ("limited", 1, 5),
        ("blocked", 0, BLOCKED),
    ],
)
def test_stated_lines(word: str, count: int, verdict: int) -> None:
    """10.3: a stated line counts as said; degraded without a number is degraded by one hex."""
    s = Scene(FAR)
    a, b = s.loc("C2"), s.loc("C6")
    s.game.los_facts[a, b] = (word, count)
    assert line(s.game, s.state, a, b) == verdict
    assert line(s.game, s.state, b, a) == 0


def spotters(*units: U, **options: Any) -> list[str]:
    """Ids of the Americans who could try to spot somebody."""
    s = Scene(*units, **options)
    return watch_of(s.game, s.state, s.us).spotters(s.game, s.state)


def test_a_spotter_in_the_first_hex_looks_upstairs() -> None:
    """10.1.1: enemies on an upper floor are looked for from every hex, the first one of the map included."""
    tower = {"hexes": {"C2": "hc_building", "C3": "hc_building"}, "buildings": [(("C2", "C3"), 2)]}
    assert spotters(U("a", "squad", "A0"), U("x", "squad", "C2/upper"), **tower) == ["a"]


@pytest.mark.parametrize("row", [1, 2])
def test_a_spotter_upstairs_looks_over_a_house(row: int) -> None:
    """10.1.1, 10.3: from the upper floor an enemy is seen whom nobody on the ground below sees."""
    here, house, there = (f"C{row + n}" for n in (0, 1, 4))
    board = {"hexes": {here: "hc_building", house: "hc_building", there: "brush"}, "buildings": [((here,), 2)]}
    two = (U("a", "squad", here), U("b", "squad", f"{here}/upper"))
    assert spotters(*two, U("x", "squad", there), **board) == ["b"]


def test_smoke_counts_unless_thermal_sights_are_named() -> None:
    """10.1.2: a line judged with counters and nothing said about sights is one of the naked eye."""
    s = Scene(FAR)
    smoke = Dynamic([(s.loc("C4") >> 3, "smoke")])
    ends = s.loc("C2") >> 3, s.loc("C6") >> 3
    assert Judge(s.game.sight.things, *ends, (0, 0), smoke).run() == BLOCKED
    assert Judge(s.game.sight.things, *ends, (0, 0), smoke, True).run() == 0
