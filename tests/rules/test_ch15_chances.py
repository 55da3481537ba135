"""15.1, 15.3: the chances of an answer to an Overrun in their parts, and the last edges of driving."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from armour_helpers import code, flagged, tank
from helpers import Scene, U
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.flags import WOUNDED
from lnlt.rules.ch05_fire.damage import ELIMINATED_RESULT, NONE, SHAKEN_RESULT, WOUNDED_RESULT, result
from lnlt.rules.ch05_fire.odds import Aim
from lnlt.rules.ch13_nations import hero_faces
from lnlt.rules.ch15_vehicles.overrun import OverrunAttack, overrun_cover, overrun_tally
from lnlt.rules.ch15_vehicles.overrun_odds import _Answer, defenders, overrun_odds
from lnlt.rules.ch15_vehicles.steps import check_drive, check_pivot, check_rubbling, rubbles
from lnlt.rules.facts.stacking import SMCS

pytestmark = pytest.mark.usefixtures("either_seat")


def answer() -> tuple[Scene, _Answer, dict[str, Aim]]:
    """A squad, a Leader, a wounded Leader and a Hero who are overrun by a."""
    s = Scene(
        tank("a", "D5", mgs=("2",)), U("x", "squad 1-5-4-5", "D5"), U("y", "leader 6-1-6", "D5"),
        U("z", "leader 6-1-6", "D5", "wounded"), U("x2", "hero 1-6-6-7", "D5"),
    )  # fmt: skip
    attack = OverrunAttack(side=s.us, unit=0, at=s.loc("D5"), came_from=s.loc("D6"))
    there = [1, 2, 3, 4]
    fire = overrun_tally(s.game, s.state, 0)
    aims = [Aim(s.game, s.state, v, fire, overrun_cover(s.game, s.state, v, s.loc("D6")), there) for v in there]
    return s, _Answer(s.game, s.state, attack, aims), {s.state.units[a.unit].id: a for a in aims}


def test_who_is_counted() -> None:
    """15.3: those who can attack, Leaders apart, and the single men of the hex."""
    _, found, aims = answer()
    assert found.able == {1, 4}
    assert [a.unit for a in found.leaders] == [2, 3]
    assert [a.unit for a in found.others] == [1, 4]
    assert (found.men, found.heroes) == (3, 1)
    assert aims["x"].unit == 1


def test_who_is_gone() -> None:
    """5.1: eliminated, or wounded once too often; a Hero with a wound he survives still answers."""
    _, found, _ = answer()
    assert [found.is_gone(3, o) for o in (NONE, SHAKEN_RESULT, WOUNDED_RESULT, ELIMINATED_RESULT)] == [
        False,
        False,
        True,
        True,
    ]
    assert [found.is_gone(2, o) for o in (NONE, SHAKEN_RESULT, WOUNDED_RESULT, ELIMINATED_RESULT)] == [
        False,
        False,
        False,
        True,
    ]
    assert [found.stays(4, o) for o in (NONE, WOUNDED_RESULT, ELIMINATED_RESULT)] == [True, True, False]
    assert [found.stays(1, o) for o in (NONE, SHAKEN_RESULT, ELIMINATED_RESULT)] == [True, False, False]


def test_new_heroes() -> None:
    """11.2.1: one left to draw, and fewer than two in play, born or fallen in between."""
    _, found, _ = answer()
    for pool, heroes, born, may in (
        (1, 0, 0, True), (0, 0, 0, False), (1, 0, 1, False), (2, 0, 1, True), (3, 1, 0, True), (3, 1, 1, False),
        (3, 2, 0, False), (3, 2, -1, True), (1, 1, -1, True),
    ):  # fmt: skip
        found.pool, found.heroes = pool, heroes
        assert found.may_spawn(1, born) == may, (pool, heroes, born)


@pytest.mark.parametrize("ahead", [1, 5, 12])
@pytest.mark.parametrize("men", [SMCS - 1, SMCS])
def test_chances_of_one_check(men: int, ahead: int) -> None:
    """15.3, 1.3: nobody answers if a unit falls; a Hero born answers unless there is no room for him."""
    _, found, aims = answer()
    found.pool, found.heroes = 3, 0
    expected: dict[tuple[int, int], Fraction] = {}
    for die in range(1, 7):
        if result(aims["x"].column, 5, die + ahead) == NONE:
            continue
        share = Fraction(1, 6)
        if die == 1:
            if men >= SMCS:
                expected[men, 1] = expected.get((men, 1), Fraction(0)) + share * found.born
            share *= 1 - found.born
        expected[men, 0] = expected.get((men, 0), Fraction(0)) + share
    assert expected
    assert found.go_on(aims["x"], ahead, {}, {(men, 0): Fraction(1)}) == expected
    assert found.go_on(aims["x"], 0, {}, {(men, 0): Fraction(1)}) == {}


def test_chances_after_two_checks_add_up() -> None:
    """15.3, 11.2.1: with a Hero born before, and without one; the total is that of both."""
    _, found, aims = answer()
    found.pool, found.heroes, found.born = 3, 0, Fraction(1, 3)
    ways = {(SMCS, 1): Fraction(1, 3), (SMCS, 0): Fraction(2, 3)}
    apart = [found.go_on(aims["x"], 5, {}, {state: chance}) for state, chance in ways.items()]
    assert [set(part) for part in apart] == [{(SMCS, 1), (SMCS, 2)}, {(SMCS, 0), (SMCS, 1)}]
    together = {state: sum(part.get(state, Fraction(0)) for part in apart) for part in apart for state in part}
    assert found.go_on(aims["x"], 5, {}, ways) == together


def test_a_medic_who_falls() -> None:
    """15.3, 1.3, 11.2.1: makes room in the hex, but leaves as many Heroes in play as before."""
    s = Scene(tank("a", "D5", mgs=("2",)), U("x", "medic", "D5", "wounded"), U("y", "leader 6-1-6", "D5"))
    attack = OverrunAttack(side=s.us, unit=0, at=s.loc("D5"), came_from=s.loc("D6"))
    fire, cover = overrun_tally(s.game, s.state, 0), overrun_cover(s.game, s.state, 1, s.loc("D6"))
    aim = Aim(s.game, s.state, 1, fire, cover, [1, 2])
    found = _Answer(s.game, s.state, attack, [aim])
    assert found.able == set()
    expected: dict[tuple[int, int], Fraction] = {}
    for die in range(1, 7):
        gone = found.is_gone(1, result(aim.column, aim.morale, die + 8 - 1))
        after = (2 - gone, 0)
        expected[after] = expected.get(after, Fraction(0)) + Fraction(1, 6)
    assert set(expected) == {(1, 0), (2, 0)}
    assert found.go_on(aim, 8, {2: 1}, {(2, 0): Fraction(1)}) == expected, "with the help of the Leader"
    assert found.go_on(aim, 0, {}, {(2, 0): Fraction(1)}) == {(2, 0): Fraction(1)}, "he never answers"


@pytest.mark.parametrize("leads", [False, True])
@pytest.mark.parametrize("men", [1, SMCS + 1])
def test_nobody_is_left(men: int, leads: bool) -> None:
    """15.3, 11.1.1, 1.3: every way the dice of a Leader and a Squad can fall; `leads`: he could answer himself."""
    s = Scene(tank("a", "D5", mgs=("2",)), U("x", "squad 1-5-4-5", "D5"), U("y", "leader 6-1-6", "D5"))
    attack = OverrunAttack(side=s.us, unit=0, at=s.loc("D5"), came_from=s.loc("D6"))
    fire = overrun_tally(s.game, s.state, 0)
    squad, leader = (
        Aim(s.game, s.state, v, fire, overrun_cover(s.game, s.state, v, s.loc("D6")), [1, 2]) for v in (1, 2)
    )
    found = _Answer(s.game, s.state, attack, [squad, leader])
    assert found.able == {1}
    found.able = {1, 2} if leads else {1}
    found.men, found.pool, found.heroes = men, 1, 0
    for gap, (ours, his) in product(range(-1, 6), ((1, 1), (2, 0), (0, 3))):
        lost = Fraction(0)
        for one, two in product(range(1, 7), repeat=2):
            outcome = result(leader.column, 6, one + gap + his) if gap + his > 0 else NONE
            help_ = 1 if outcome == NONE else 0
            stands = gap + ours <= 0 or result(squad.column, 5, two + gap + ours - help_) == NONE
            if stands or (leads and outcome == NONE):
                continue
            room = men - found.is_gone(2, outcome) < SMCS
            lost += Fraction(1, 36) * (1 - found.born if two == 1 and room else 1)
        assert found.nobody(gap, {1: ours, 2: his}) == lost, (gap, ours, his)


def test_heroes_of_an_overrun_are_of_those_overrun() -> None:
    """15.3, 11.2.1: a Squad that must check brings forth a Hero of its own side."""
    s = Scene(tank("a", "D5", mgs=("1",)), U("x", "squad 1-5-4-5", "D5"))
    attack = OverrunAttack(side=s.us, unit=0, at=s.loc("D5"), came_from=s.loc("D6"))
    odds = overrun_odds(s.game, s.state, attack)
    ahead = overrun_tally(s.game, s.state, 0).total
    checks = Fraction(sum(a + ahead > b for a, b in product(range(1, 7), repeat=2)), 36)
    born = Fraction(len(hero_faces(s.game, 1 - s.us)), 6)
    assert odds.fire.heroes == (checks * born / 6,)
    rolls = [a + ahead - b for a, b in product(range(1, 7), repeat=2) if a + ahead > b]
    harmed = sum(result("go_mmc", 5, die + more) != NONE for more, die in product(rolls, range(1, 7)))
    assert odds.fire.any == Fraction(harmed, 216)


def test_leaders_are_told_first() -> None:
    """15.3: they make their checks before those they help."""
    s = Scene(tank("a", "D5"), U("x", "squad", "D5"), U("y", "leader", "D5"), U("z", "squad", "D5"))
    attack = OverrunAttack(side=s.us, unit=0, at=s.loc("D5"), came_from=s.loc("D6"))
    assert [s.state.units[u].id for u in defenders(s.game, s.state, attack)] == ["y", "x", "z"]


def test_a_hero_who_falls() -> None:
    """15.3, 11.2: makes room, for himself and for another to be born."""
    s, found, aims = answer()
    found.s = flagged(s, "x2", WOUNDED).state
    expected: dict[tuple[int, int], Fraction] = {}
    for die in range(1, 7):
        outcome = result(aims["x2"].column, aims["x2"].morale, die + 9)
        if found.stays(4, outcome):
            continue
        after = (2, -1) if found.is_gone(4, outcome) else (3, 0)
        expected[after] = expected.get(after, Fraction(0)) + Fraction(1, 6)
    assert expected
    assert found.go_on(aims["x2"], 9, {}, {(3, 0): Fraction(1)}) == expected


def test_edges_of_driving() -> None:
    """15.1, 15.2: the first step of a normal move is always possible, that of an Assault Move not."""
    s = Scene(tank("a", "D6", what="vehicle 1T-6", facing="D5/E5"), U("x", "squad", "H1"), hexes={"D5": "light_woods"})
    here, there = s.loc("D6"), s.loc("D5")
    assert code(check_drive(s.game, s.state, 0, "normal", here, there)) == ("", "")
    assert code(check_drive(s.game, s.state, 0, "assault", here, there)) == ("15.2", "too_few_points")
    assert code(check_pivot(s.game, s.state, 0, "normal", 4)) == ("15.1", "too_few_points")
    assert code(check_pivot(s.game, s.state, 0, "assault", 4)) == ("15.2", "too_few_points")
    assert code(check_drive(s.game, flagged(s, "a", 0, mp=1).state, 0, "normal", here, there)) == (
        "15.1",
        "too_few_points",
    )


def test_what_is_flat_already() -> None:
    """15.1.2, Q-123: Rubble is not rubbled again; whoever is on any floor keeps vehicles out."""
    s = Scene(
        tank("a", "D6", armor=("9", "9", "9")), U("x", "squad", "C6/upper"),
        hexes={"D5": "lc_building", "E5": "lc_building", "C6": "lc_building"},
        buildings=[(("C6",), 2)], markers=[("rubble", "D5", 1), ("smoke", "E5", 1)],
    )  # fmt: skip
    assert [rubbles(s.game, s.state, s.loc(n)) for n in ("D5", "E5")] == ["", "lc_building"]
    assert code(check_rubbling(s.game, s.state, 0, s.loc("C6"))) == ("15.1.2", "occupied_building")


def test_men_of_a_lost_vehicle_alone() -> None:
    """8.0, Q-351: with enemies only in the Bunker of the hex, and a tank gone, they fight nobody."""
    s = Scene(U("b", "squad", "D5"), tank("a", "H1"), U("x", "squad", "D5/bunker"), markers=[("bunker", "D5", 1, "D6")])
    attack = OverrunAttack(side=s.us, unit=s.number("a"), at=s.loc("D5"), came_from=s.loc("D6"))
    d = Draft(s.game, replace(s.state, stack=(*s.state.stack, attack)), ScriptedDice([]))
    attack.settle(d)
    assert (d.events, d.stack[-1]) == ([], attack)
