"""15.1, 15.3, 16.0, 17.1, 21.1 to 21.10: the short tables of vehicles, assaults and fortifications, entry by entry."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import flagged, gun, tank
from helpers import Scene, U, why
from lnlt.core.catalog import WeaponType
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    BUTTONED,
    DUG_IN,
    FIRED,
    HANDLED,
    HIT_AND_RUN,
    IN_TRENCHES,
    LOW_CRAWL,
    MELEE,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    SMOKED,
)
from lnlt.core.terrain import OFFROAD, ROADBOUND, TRACKED
from lnlt.rules.ch06_movement.costs import driver_class
from lnlt.rules.ch15_vehicles.overrun import check_ground
from lnlt.rules.ch15_vehicles.steps import check_driver
from lnlt.rules.ch16_passengers.loading import step_aboard
from lnlt.rules.ch17_antitank.close_assault import Assail, AssaultChoice, CloseAssault
from lnlt.rules.ch17_antitank.eligibility import check_assault
from lnlt.rules.ch17_antitank.odds import win_chance
from lnlt.rules.ch17_antitank.tallies import assault_tally
from lnlt.rules.ch21_fortifications.placing import check_placing
from lnlt.rules.facts.shelters import is_sheltered, lies_low


def code(found: Any) -> str:
    """Code of a refusal, "" if there is none."""
    return found.code if found else ""


def test_ways_of_driving() -> None:
    """15.1: none of those on foot or horseback; the class decides the column, O if the data do not say."""
    s = Scene(
        tank("a", "D6"), tank("b", "D6", what="vehicle 9R-6"), tank("c", "D6", what="vehicle 9O-6"),
        tank("d", "D6", what="vehicle 9?-6"), U("x", "squad", "H1"),
    )  # fmt: skip
    modes = ("double_time", "low_crawl", "hit_and_run", "stealth", "stealth_assault")
    assert {code(check_driver(s.game, s.state, 0, mode)) for mode in modes} == {"no_such_driving"}
    assert [driver_class(s.game, s.state, n) for n in range(4)] == [TRACKED, ROADBOUND, OFFROAD, OFFROAD]


@pytest.mark.parametrize(
    "kind", ["foxholes", "trench", "emplacement", "sangar", "fortified", "wreck", "crash", "cave", "bunker", "wire"]
)
def test_counters_that_let_vehicles_in(kind: str) -> None:
    """15.3, 21.0: Fortifications and Wrecks protect but do not prevent an Overrun."""
    facing = ("C5",) if kind in ("bunker", "cave") else ()
    s = Scene(tank("a", "C5"), U("x", "squad", "C4"), markers=[(kind, "C4", 1, *facing)])  # type: ignore[list-item]
    assert check_ground(s.game, s.state, s.loc("C5"), s.loc("C4")) is None


def test_marks_of_who_gets_aboard() -> None:
    """16.0: nothing of what he did on foot stays but that he has moved."""
    marks = MOVING | ASSAULT_FIRE | SMOKED | HANDLED | DUG_IN | IN_TRENCHES | ASSAULT_MOVE | LOW_CRAWL | OPS_COMPLETE
    s = Scene(tank("a", "D6", capacity="PP"), U("b", "squad", "D6"), U("x", "squad", "H1"))
    d = Draft(s.game, flagged(s, "b", marks | FIRED | BUTTONED).state, ScriptedDice([]))
    step_aboard(d, 1, 0, True)
    assert d.units[1].flags == MOVED | BUTTONED
    assert d.units[1].kit is not None
    assert (d.units[1].kit.aboard, d.units[1].kit.outside, d.units[1].at) == (0, True, -1)


@pytest.mark.parametrize("mode", ["low_crawl", "assault", "stealth_assault", "hit_and_run"])
def test_ways_that_do_not_end_in_an_assault(mode: str) -> None:
    """17.1, 6.7: only a normal move or Double-Time does."""
    s = Scene(U("a", "squad", "D6"), tank("x", "D5"))
    assert code(check_assault(s.game, s.state, [0], [mode], s.loc("D6"), "x")) == "no_assault_in_mode"
    assert code(check_assault(s.game, s.state, [0], ["normal"], s.loc("D6"), "x")) == ""


@pytest.mark.parametrize(
    ("kind", "alone", "spent"),
    [
        ("flamethrower", 3, False),
        ("satchel_charge", 6, True),
        ("molotov", 6, True),
        ("rpg_43", 3, True),
        ("sticky_bomb", 6, True),
        ("stick_bomb", 6, True),
    ],
)
def test_weapons_of_an_assault(kind: str, alone: int, spent: bool) -> None:
    """17.1, Q-132: firepower of each, whole or half for one man, instead of his own or beside it; which are used up."""
    weapon = WeaponType("gun-w", "w", kind, fp=6, range=1)
    s = Scene(tank("x", "D5"), U("a", "hero", "D5", carries=["w"]), guns={"w": weapon})
    own = {"ifp": 1} if kind == "molotov" else {}
    assert why(assault_tally(s.game, s.state, 1, 0)) == {**own, "support_weapon": alone}
    frame = CloseAssault(side=s.us, at=s.loc("D5"), came_from=s.loc("D6"), target=0, units=(1,), waiting=(1,), step=5)
    s.state = replace(s.state, stack=(*s.state.stack[:-1], frame, AssaultChoice(side=s.us)))
    s.do(Assail("a", "w"), dice=("attack 1", "defence 6"))
    assert bool(s.unit("a").carries) != spent


def test_chance_of_an_assault() -> None:
    """17.1: with six-sided dice unless a nation has others."""
    assert [str(win_chance(n)) for n in (-5, 0, 5)] == ["0", "5/12", "35/36"]


BUILDING, WATER = "lc_building", "river"


@pytest.mark.parametrize(
    ("kind", "closed"),
    [
        ("bunker", {BUILDING, WATER, "pond"}),
        ("foxholes", {WATER, "pond"}),
        ("mines", {BUILDING}),
        ("trench", {BUILDING, WATER, "pond", "marsh", "rough"}),
        ("emplacement", {BUILDING, WATER, "pond"}),
        ("sangar", {BUILDING, "wadi", "pond"}),
        ("fortified", {BUILDING, WATER, "pond", "rough"}),
        ("wire", set()),
    ],
)
def test_where_works_lie(kind: str, closed: set[str]) -> None:
    """21.1 to 21.10: terrain closed to each."""
    names = dict(
        zip(("C3", "C4", "C5", "C6", "E3", "E4"), (BUILDING, WATER, "marsh", "rough", "wadi", "pond"), strict=True)
    )
    known = Scene(U("a", "squad", "D6"), U("x", "squad", "H1")).game.board.chart.terrains
    hexes = {n: t for n, t in names.items() if t in known}
    s = Scene(U("a", "squad", "D6"), U("x", "squad", "H1"), hexes=hexes)  # type: ignore[arg-type]
    board = s.game.board
    found = {t for n, t in hexes.items() if check_placing(board, kind, board.index[n], ()) is not None}
    assert found == closed & set(hexes.values())


@pytest.mark.parametrize(
    "other", ["bunker", "foxholes", "trench", "emplacement", "vehicle_emplacement", "sangar", "fortified"]
)
def test_one_fortification_in_a_hex(other: str) -> None:
    """21.1: one at most, but for Wire and Mines."""
    board = Scene(U("a", "squad", "D6"), U("x", "squad", "H1")).game.board
    assert code(check_placing(board, "foxholes", board.index["D4"], [other])) == "one_fortification"
    assert code(check_placing(board, "mines", board.index["D4"], [other])) == ""


@pytest.mark.parametrize(("kind", "barred"), [("foxholes", True), ("sangar", True), ("trench", False), ("wire", False)])
def test_craters_and_what_is_dug(kind: str, barred: bool) -> None:
    """10.5.5: Craters do not go with Foxholes and Sangars, whichever is there first; with everything else."""
    board = Scene(U("a", "squad", "D6"), U("x", "squad", "H1")).game.board
    for one, other in ((kind, "craters"), ("craters", kind)):
        refusal = check_placing(board, one, board.index["D4"], [other])
        assert (refusal.rule if refusal else "") == ("10.5.5" if barred else "")


def test_guns_must_be_dug_in() -> None:
    """21.2, 21.9, 21.10, Q-174: in Foxholes, Sangars and Fortified hexes."""
    s = Scene(gun("a", "D6"), gun("b", "D6"), U("x", "squad", "H1"))
    flagged(s, "b", DUG_IN)
    for kind in ("foxholes", "sangar", "fortified"):
        assert [is_sheltered(s.game, s.state, n, kind) for n in (0, 1)] == [False, True]
    assert is_sheltered(s.game, s.state, 0, "emplacement")


@pytest.mark.parametrize("flag", [MOVED, ASSAULT_MOVE, HIT_AND_RUN, FIRED, MOVING, MELEE])
def test_who_shows_himself_in_a_trench(flag: int) -> None:
    """21.6.1: whoever has moved, fired or fights."""
    s = Scene(U("a", "squad", "D6"), U("x", "squad", "H1"), markers=[("trench", "D6", 1)])
    assert lies_low(s.state, 0)
    assert not lies_low(flagged(s, "a", flag).state, 0)
