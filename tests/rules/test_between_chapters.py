"""Facts of chapters 1 to 11 that another chapter decides: men and Melee, men and spotting, Smoke, Support Weapons."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers import Activate, AddMover, BeginMove, PassWindow, PickUp, Scene, StepTo, U, why
from lnlt.core.setup import Mission
from lnlt.rules.ch07_smoke import LaySmoke
from lnlt.rules.ch08_melee.firepower import Fight, melee_tally
from lnlt.rules.ch10_los_spotting.attempts import Spot, spot_odds, spot_tally
from lnlt.rules.ch18_indirect.calling import check_caller
from lnlt.rules.facts.melee_eligibility import is_eligible

KILL = "melee 6 6"


@pytest.mark.parametrize("kind", ["medic", "corpsman", "sniper", "chaplain", "nurse"])
def test_removed_with_the_last_fighter(kind: str) -> None:
    """11.3#13, 11.4#16, 11.8#6, 11.10#9: who cannot fight is removed when the last fighter with him falls."""
    s = Scene(U("a", "squad", "C4"), U("x", "squad", "C3"), U("m", kind, "C3"), U("y", "squad", "H8"))
    assert not is_eligible(s.game, s.state, s.number("m"))
    s.do(Activate("C4"), BeginMove("C4"), AddMover("a"), StepTo("C3"), dice=(KILL, KILL))
    assert s.at("m") == ""


def test_marksman_stays_out_of_melee() -> None:
    """11.12#8: a Marksman cannot fight in Melee and does not enter one, with a Squad either."""
    s = Scene(U("m", "marksman", "C4"), U("a", "squad", "C4"), U("x", "squad", "C3"))
    assert not is_eligible(s.game, s.state, s.number("m"))
    s.do(Activate("C4"), BeginMove("C4"), AddMover("m"))
    assert s.code(StepTo("C3")) == "cannot_enter_melee"
    s.do(AddMover("a"))
    assert s.code(StepTo("C3")) == "cannot_enter_melee"


@pytest.mark.parametrize(("carries", "able"), [((), False), (("mg",), True)])
def test_advisor_needs_a_weapon_for_melee(carries: tuple[str, ...], able: bool) -> None:
    """11.9#5: an Advisor can fight in Melee only with a weapon that can be used there."""
    guns = {"mg": (2, 9)} if carries else {}
    s = Scene(U("a", "advisor", "C3", carries=list(carries)), U("x", "squad", "F6"), guns=guns)
    assert is_eligible(s.game, s.state, s.number("a")) is able


def test_scout_in_melee() -> None:
    """11.6#5: a Scout fights with 1 and changes the roll like an MMC without firepower, on either side."""
    s = Scene(U("s", "scout 1-4-6-6", "C3"), U("x", "squad", "C3"))
    fight = Fight(s.loc("C3"))
    one = melee_tally(s.game, s.state, [0], [1], fight)
    two = melee_tally(s.game, s.state, [1], [0], fight)
    assert (one.attack.total, one.roll.total, two.defence.total, two.roll.total) == (1, -1, 1, 1)


def test_smoke_before_melee() -> None:
    """7.0#19: a unit that has laid Smoke may go on into Melee."""
    s = Scene(U("a", "squad", "C4"), U("x", "squad", "C3"))
    s.do(Activate("C4"), LaySmoke("a", "C5"), BeginMove("C4"), AddMover("a"), dice=("smoke 1",))
    assert s.code(StepTo("C3")) == ""
    s.do(StepTo("C3"), dice=("melee 6 6", "melee 1 1"))
    assert (s.at("a"), s.at("x")) == ("C3", "")


@pytest.mark.parametrize("kind", ["advisor", "marksman"])
def test_men_who_spot(kind: str) -> None:
    """11.9#3, 11.12#6: an Advisor and a Marksman make spotting attempts."""
    s = Scene(U("m", kind, "C3"), U("x", "squad", "C6"), hexes={"C6": "forest"})
    assert s.code(Spot("m")) == ""


def test_scout_spots_better() -> None:
    """11.6#2: a Scout subtracts 2 from the die, and a 6 fails all the same."""
    s = Scene(U("s", "scout 1-4-6-6", "C3"), U("x", "squad", "C6"), hexes={"C6": "light_woods"})
    tally = spot_tally(s.game, s.state, s.number("s"), s.loc("C6"))
    assert why(tally) == {"scout": -2}
    assert spot_odds(tally) == Fraction(5, 6)


@pytest.mark.parametrize("kind", ["nurse", "piper"])
def test_neither_spot_nor_call(kind: str) -> None:
    """11.10#2, 11.11#6: a Nurse or Piper makes no spotting attempt and calls no artillery; a Leader does."""
    s = Scene(U("m", kind, "C3"), U("l", "leader", "C3"), U("x", "squad", "C6"), hexes={"C6": "forest"})
    assert s.code(Spot("m")) == "kind_cannot_spot"
    mission = Mission("guns", "us", 4)
    refusal = check_caller(s.game, s.state, mission, s.number("m"))
    assert refusal is not None
    assert refusal.code == "cannot_call"
    assert check_caller(s.game, s.state, mission, s.number("l")) is None


def test_picking_up_draws_no_fire() -> None:
    """5.3#14: the points for picking up a weapon allow no attack: after it nobody is asked but the mover."""
    s = Scene(U("a", "squad 1-6-4-5", "C3"), U("x", "squad 1-6-4-5", "C7"), guns={"g": (1, 6)}, lying={"g": "C4"})
    s.do(Activate("C3"), BeginMove("C3"), AddMover("a"), StepTo("C4"))
    assert s.asked == "de"
    s.do(PassWindow(), PickUp("a", "g"))
    assert (s.asked, s.unit("a").mp) == ("us", 6)


def test_half_hex_at_the_edge() -> None:
    """1.4#1: a half-hex at the edge is entered at the usual cost and holds three Squads, not four."""
    s = Scene(*(U(u, "squad", "A1") for u in "abc"), U("d", "squad", "B1"), U("x", "squad 1-1-4-5", "H8"))
    s.do(Activate("A1"), BeginMove("A1"), *(AddMover(u) for u in "abc"), StepTo("A0"))
    assert {(s.at(u), s.unit(u).mp) for u in "abc"} == {("A0", 2)}
    t = Scene(*(U(u, "squad", "A0") for u in "abc"), U("d", "squad", "A1"), U("x", "squad 1-1-4-5", "H8"))
    t.do(Activate("A1"), BeginMove("A1"), AddMover("d"))
    assert t.code(StepTo("A0")) == "too_many_squads"


def test_mmcs_and_single_men() -> None:
    """1.1#2: Squads, Half-Squads, Crews, Weapon Teams and Mounted Units are MMCs, other men SMCs."""
    mmcs = ("squad", "half_squad", "crew", "weapon_team", "mounted_squad")
    smcs = ("leader", "hero", "scout", "sniper", "medic", "chaplain", "nurse", "piper", "advisor", "marksman")
    for kind in mmcs + smcs:
        t = (s := Scene(U("a", kind, "C3"), U("x", "squad", "H8"))).game.types[s.unit("a").type]
        assert (t.is_mmc, t.is_smc) == (kind in mmcs, kind in smcs), kind
