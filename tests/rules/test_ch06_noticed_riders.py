"""6.6-6.8, 15.5.1: riders, their answers and their fire on the run, where one word or marker decides."""

from __future__ import annotations

import pytest

from armour_helpers import refused, tank
from helpers import (
    MISS,
    Activate,
    AddFirer,
    BeginMove,
    Fire,
    OpenFire,
    OpFire,
    Scene,
    StepTo,
    U,
)
from lnlt.rules.ch06_movement.continuous import EndDeclaring, StayInMotion, check_motion
from lnlt.rules.ch06_movement.on_the_way import Dismount, FireOnTheRun
from lnlt.rules.ch06_movement.opportunity_move import OpMove
from lnlt.rules.ch06_movement.steps import AddMover
from lnlt.rules.ch08_melee.action import WithdrawMelee
from lnlt.rules.ch08_melee.withdrawing import AddWithdrawer, TryWithdrawal
from lnlt.rules.ch09_administration import Next
from lnlt.rules.ch17_antitank.eligibility import AssaultVehicle
from scene_helpers import set_off

FOE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot."""
BLIND = U("x", "squad 0-0-4-5", "C6")
"""A target without a shot."""
HORSE = "mounted_squad 1-4-12-5"
HALF = "mounted_half_squad 1-4-12-5"


def test_staying_in_motion_anywhere() -> None:
    """15.5.1: a Mounted Unit that has moved may stay in motion in any hex, the first of the map too."""
    s = Scene(U("a", HORSE, "A0", "moved"), FOE, phase="admin").do(Next())
    assert set(s.options()) == {StayInMotion("a"), EndDeclaring()}


@pytest.mark.parametrize("word", ["melee", "immobilized"])
def test_who_cannot_stay_in_motion(word: str) -> None:
    """15.5.1, 8.1, 21.4.1: who is locked in Melee or immobilized does not stay in motion, whatever his marker says."""
    s = Scene(U("a", HORSE, "C3", "moved", word), FOE)
    found = check_motion(s.game, s.state, s.us, "a")
    assert found is not None
    assert (found.rule, found.code) == ("15.5.1", "not_in_motion")


@pytest.mark.parametrize(
    ("abilities", "expected"), [(("motorcycle",), ("", "")), ((), ("6.6.1", "not_from_the_saddle"))]
)
def test_weapons_of_men_who_ride_along(abilities: tuple[str, ...], expected: tuple[str, str]) -> None:
    """6.6, 6.6.1, 6.6.2: a Hero among motorcycles fires a light weapon, among horses none."""
    s = Scene(
        U("a", HORSE, "C3", abilities=abilities), U("h", "hero", "C3", carries=["mg"]), BLIND, guns={"mg": (2, 8)}
    )
    s.do(Activate("C3"), Fire("C3", "C6"))
    assert refused(s, AddFirer("h", ("mg",))) == expected


def test_riders_on_foot_again() -> None:
    """6.6, Q-260: when the last mounts are left the men who rode along have half of their own points on foot."""
    s = set_off(Scene(U("a", HORSE, "C3"), U("d", "leader", "C3"), FOE), "C3", ("a", "normal"), ("d", "normal"))
    s.do(*(StepTo(p) for p in ("C4", "C5", "C6", "C5", "C4", "C3")), Dismount("a"))
    assert (s.unit("a").mp, s.unit("d").mp) == (0, 0)
    s.do(StepTo("C4"), StepTo("C5"))
    assert (s.at("a"), s.at("d"), s.words("d")) == ("C5", "C5", {"moved"})


def test_named_targets_of_fire_on_the_run() -> None:
    """17.2, 6.7: only vehicles are aimed at by name, near or far; all others of a hex are fired at together."""
    units = (BLIND, U("z", "squad 0-0-4-5", "C8", "shaken"), tank("y", "D5", to_hit=(), he=None))
    s = set_off(Scene(U("a", HORSE, "C3"), *units), "C3", ("a", "hit_and_run"))
    assert refused(s, FireOnTheRun("C6", "x")) == refused(s, FireOnTheRun("C8", "z")) == ("17.2", "no_such_target")
    assert refused(s, FireOnTheRun("C6", "nobody")) == ("17.2", "no_such_target")
    assert refused(s, FireOnTheRun("C6")) == ("", "")


def test_fire_on_the_run_after_others_of_the_hex() -> None:
    """4.0, 6.7: those of a hex who fire in an impulse fire together, so riders do not when others already have."""
    units = (U("a", HORSE, "C3"), U("b", "squad", "C3"), U("d", "leader", "C3"), U("c", "squad", "B3"), BLIND)
    s = Scene(*units).do(Activate("C3"), Activate("B3")).fire("B3", "C6", "c", dice=MISS)
    assert refused(ride_on(s), FireOnTheRun("C6")) == ("", "")
    s = Scene(*units).fire("C3", "C6", "b", dice=MISS)
    assert refused(ride_on(s), FireOnTheRun("C6")) == ("4.0", "fire_together")


def ride_on(s: Scene) -> Scene:
    """The riders of C3, which is named already, set out by Hit & Run."""
    return s.do(BeginMove("C3"), AddMover("a", "hit_and_run"))


def test_who_joins_an_opportunity_move() -> None:
    """6.8: only Good Order units capable of Hit & Run; that one stays in motion from the last turn does not matter."""
    units = (
        U("x", HALF, "C9"),
        U("y1", HALF, "C9", "shaken", shaken=(4, 12)),
        U("y2", "squad", "C9"),
        U("y3", HALF, "C9", "continuous"),
    )
    s = Scene(U("a", "squad", "C3"), *units, size=(8, 12)).move("C3", "a", "C4").do(OpMove("C9"), AddMover("x"))
    assert refused(s, AddMover("y1")) == ("6.8", "shaken")
    assert refused(s, AddMover("y2")) == ("6.8", "no_hit_and_run")
    assert refused(s, AddMover("y3")) == ("", "")
    assert {c.unit for c in s.options() if isinstance(c, AddMover)} == {"y3"}


def test_one_answer_of_a_location() -> None:
    """5.3, 6.8, Q-264: a location that has fired at a step does not answer the same step by a move."""
    s = Scene(
        U("a", "squad", "C3"),
        U("x", HORSE, "C7"),
        U("y", "squad", "C7"),
        U("z", "squad 1-9-4-5", "E5"),
        hexes={"C4": "light_woods"},
    ).move("C3", "a", "C4")
    assert refused(s, OpMove("C7")) == ("", "")
    s.do(OpFire("C7"), AddFirer("y"), OpenFire("y"), dice=MISS)
    assert s.asked == "de"
    assert refused(s, OpMove("C7")) == ("5.3", "location_has_fired")


def test_riders_leave_a_melee() -> None:
    """8.1.1, 17.1, 8.0: who withdraws rides away: he does not dismount, assault or fire; nobody else goes with him."""
    s = Scene(
        U("a", HORSE, "C3"),
        U("b", "squad 2-5-4-6", "C3"),
        U("x", "squad", "C3"),
        tank("y", "C4", to_hit=(), he=None),
        U("z", "squad 0-0-4-5", "C6"),
        markers=[("melee", "C3", 1)],
        turn=2,
    )
    s.do(Activate("C3"), WithdrawMelee("C3"), AddWithdrawer("a"), TryWithdrawal(), dice=("morale check 1 1",))
    assert refused(s, AddMover("b")) == ("8.1.1", "has_not_withdrawn")
    s.do(AddMover("a", "hit_and_run"))
    assert refused(s, Dismount("a")) == ("8.1.1", "no_dismounting")
    assert refused(s, AssaultVehicle("y")) == ("17.1", "in_melee")
    assert refused(s, FireOnTheRun("C6")) == ("8.0", "in_melee")
    assert refused(s, StepTo("C2")) == ("", "")


def test_a_hero_of_those_who_answer() -> None:
    """11.2.1, 6.8: a Hero created while his Squad makes an Opportunity Move goes on with the move."""
    runner = U("x", "squad 1-5-4-6", "C9", abilities=["hit_and_run"])
    s = Scene(U("a", "squad", "C3"), U("b", "squad 5-5-4-5", "A9"), runner, size=(8, 12))
    s.move("C3", "a", "C4").do(
        OpMove("C9"),
        AddMover("x"),
        StepTo("C8"),
        OpFire("A9"),
        AddFirer("b"),
        OpenFire("b"),
        dice=("attack 6", "defence 1", "damage check 1", "hero creation 2", "hero=de-hero1"),
    )
    assert s.words("x") == {"shaken", "moved"}
    s.do(StepTo("C7"))
    assert (s.at("x"), s.at("de-hero1-1")) == ("C8", "C7")


def test_a_way_off_the_horse() -> None:
    """6.6: riders whom no way leads out may still begin to move, to dismount."""
    walls = dict.fromkeys(("C2", "C4", "B3", "B2", "B4", "D3", "D4", "D2"), "hc_building")
    s = Scene(U("a", HORSE, "C3"), FOE, hexes=walls).do(Activate("C3"))  # type: ignore[arg-type]
    assert refused(s, BeginMove("C3")) == ("", "")
    s.do(BeginMove("C3"), AddMover("a"))
    assert s.options() == [Dismount("a")]
