"""6.0, 6.5, 6.8, 1.6: who may be in a moving group, and what it may do before it sets off."""

from __future__ import annotations

from typing import Any

import pytest

from armour_helpers import OK, refused, tank
from helpers import (
    Activate,
    AddFirer,
    AddMover,
    BeginMove,
    OpenFire,
    OpFire,
    PickUp,
    Scene,
    StepTo,
    StopMove,
    U,
)
from lnlt.core.frames import Question
from lnlt.rules.ch06_movement.opportunity_move import OpMove
from lnlt.rules.ch08_melee.action import WithdrawMelee
from lnlt.rules.ch08_melee.withdrawing import AddWithdrawer, TryWithdrawal
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.steps import DriveTo
from lnlt.rules.ch16_passengers.mounting import Mount

FOE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot."""
HORSE = "mounted_squad 1-4-12-5"
WOODS = dict.fromkeys(("C2", "D3", "D4", "C4", "B4", "B3"), "light_woods")
"""Woods all around C3."""


def truck(id_: str, at: str) -> U:
    """A vehicle with room inside and on top."""
    return tank(id_, at, capacity="PPPP+PPO", to_hit=(), he=None, armor=("1", "1", "1"))


# --- 6.8: Opportunity Movement


def answering(*units: U) -> Scene:
    """A Squad moves in sight of units at C9, who answer with a move; who takes part is asked."""
    return Scene(U("a", "squad 0-0-4-5", "C3"), *units, size=(8, 12)).move("C3", "a", "C4").do(OpMove("C9"))


def test_no_leader_rides_alone() -> None:
    """6.8: a Leader joins an Opportunity Move ahead of the riders, but does not set off without them."""
    s = answering(U("x", "leader", "C9"), U("y", HORSE, "C9")).do(AddMover("x"))
    assert refused(s, StepTo("C8")) == ("6.8", "needs_mount")
    assert refused(s.do(AddMover("y")), StepTo("C8")) == OK


def test_riders_left_out() -> None:
    """6.8: a Leader who joins first in place of the riders has left them out, and may not move at all."""
    s = answering(U("x", HORSE, "C9"), U("y", "leader", "C9"))
    assert refused(s, AddMover("y")) == ("6.8", "needs_mount")
    assert refused(s.do(AddMover("x")), AddMover("y")) == OK


def test_nobody_gets_on_in_an_opportunity_move() -> None:
    """16.4, 6.8: men who could get onto the truck beside them in an impulse of theirs do not in an answer."""
    runner = U("x", "squad", "C9", abilities=["hit_and_run"])
    s = answering(runner, truck("y", "C9")).do(AddMover("x"))
    assert refused(s, Mount("y")) == ("16.4", "no_mounting_now")
    s = Scene(U("a", "squad 0-0-4-5", "C3"), runner, truck("y", "C9"), size=(8, 12), impulse="de")
    assert refused(s.do(Activate("C9"), BeginMove("C9"), AddMover("x")), Mount("y")) == OK


def test_nobody_gets_on_out_of_a_melee() -> None:
    """16.4, 8.1.1: who withdraws leaves the hex on foot, even if a truck of his stands in it."""
    s = Scene(U("a", "squad", "C3"), truck("b", "C3"), U("x", "squad", "C3"), markers=[("melee", "C3", 1)], turn=2)
    s.do(Activate("C3"), WithdrawMelee("C3"), AddWithdrawer("a"), TryWithdrawal(), dice=("morale check 1 1",))
    assert refused(s.do(AddMover("a")), Mount("b")) == ("16.4", "no_mounting_now")


# --- 6.0, 6.2: who may still come


@pytest.mark.parametrize(
    ("other", "words", "found"),
    [
        ("leader", (), OK),
        ("leader", ("moved",), ("6.2", "needs_leader")),
        ("leader", ("shaken",), ("6.2", "needs_leader")),
        ("squad", (), ("6.2", "needs_leader")),
    ],
)
def test_who_may_still_set_the_pace(other: str, words: tuple[str, ...], found: tuple[str, str]) -> None:
    """6.2: a Squad joins at the Double ahead of a Good Order Leader who may still move, and of nobody else."""
    s = Scene(U("a", "squad", "C3"), U("b", other, "C3", *words, shaken=(5, 4)), FOE).do(
        Activate("C3"), BeginMove("C3")
    )
    assert refused(s, AddMover("a", "double_time")) == found
    assert (AddMover("a", "double_time") in s.options()) == (found == OK)


def test_shaken_men_may_stay() -> None:
    """6.0, 6.1.1: a Shaken Squad owes no move: those behind it in the stack set off without it."""
    s = Scene(U("a", "squad", "C3", "shaken", shaken=(5, 4)), U("b", "squad", "C3"), FOE)
    s.do(Activate("C3"), BeginMove("C3"))
    assert refused(s, AddMover("b")) == OK
    assert refused(s.do(AddMover("b")), StepTo("C4")) == OK


# --- 1.6: weapons before the first step


def before(at: str, *units: U, **board: Any) -> Scene:
    """Units of a location, all in the group in their order, with a machine gun at their feet."""
    s = Scene(*units, FOE, guns={"g": (2, 8)}, lying={"g": at}, **board)
    return s.do(Activate(at), BeginMove(at), *(AddMover(u.id) for u in units))


@pytest.mark.parametrize(("points", "enough"), [(3, True), (2, False)])
def test_a_gun_and_one_step(points: int, enough: bool) -> None:
    """1.6: two points for the gun and just one for the first hex are enough, two for both are not."""
    s = before("C3", U("a", f"squad 1-5-{points}-5", "C3"))
    assert refused(s, PickUp("a", "g")) == (OK if enough else ("1.6", "too_few_points"))
    if enough:
        assert refused(s.do(PickUp("a", "g")), StepTo("C4")) == OK


@pytest.mark.parametrize(("along", "enough"), [("scout 1-5-6-6", True), ("hero 1-5-6-6", False)])
def test_a_gun_and_a_step_into_the_woods(along: str, enough: bool) -> None:
    """1.6, 11.6: one point is left after taking the gun, which takes a Squad into woods beside a Scout only."""
    s = before("C3", U("a", "squad 1-5-3-5", "C3"), U("s", along, "C3"), hexes=WOODS)
    assert refused(s, PickUp("a", "g")) == (OK if enough else ("1.6", "too_few_points"))
    if enough:
        assert refused(s.do(PickUp("a", "g")), StepTo("C4")) == OK


@pytest.mark.parametrize(("who", "enough"), [("scout 1-5-5-6", True), ("hero 1-5-5-6", False)])
def test_a_scout_with_a_gun(who: str, enough: bool) -> None:
    """11.6, Q-009: a Scout knows his way through the woods with a gun, too; another man does not."""
    s = before("C3", U("a", who, "C3"), U("s", "hero 1-5-6-6", "C3"), hexes=WOODS)
    assert refused(s, PickUp("a", "g")) == (OK if enough else ("1.6", "too_few_points"))


@pytest.mark.parametrize(("points", "enough"), [(4, True), (3, False)])
@pytest.mark.parametrize(("frm", "to"), [("C3/cave", "C3"), ("C3", "C3/cave")])
def test_a_gun_and_a_cave(frm: str, to: str, points: int, enough: bool) -> None:
    """1.6, 10.7: a Squad takes a gun out of a Cave or into it, if that is the only way: two points each."""
    rivers = dict.fromkeys(WOODS, "river")
    s = before(frm, U("a", f"squad 1-5-{points}-5", frm), markers=[("cave", "C3", 3, "C2")], hexes=rivers)
    assert refused(s, PickUp("a", "g")) == (OK if enough else ("1.6", "too_few_points"))
    if enough:
        assert s.do(PickUp("a", "g"), StepTo(to)).at("a") == to


# --- 6.5: Coordinated Movement


def rolling(*units: U) -> Scene:
    """A tank at D6 that begins to drive, with others in its hex."""
    return Scene(*units, tank("t", "D6", facing="D5/E5"), FOE).do(Activate("D6"), BeginDrive("t"))


def test_company_a_player_hears_of() -> None:
    """6.5: Shaken men may go along; of another vehicle of the hex nothing is even said."""
    s = rolling(U("a", "squad", "D6", "shaken", shaken=(5, 4)), tank("b", "D6", facing="D5/E5"))
    assert AddMover("a") in s.options()
    question = s.state.stack[-1]
    assert isinstance(question, Question)
    denied = {c.unit for c, _ in question.refusals(s.game, s.state) if isinstance(c, AddMover)}
    assert denied == {"a"}
    assert refused(s, AddMover("b")) == ("6.5", "one_vehicle")


def test_a_leader_who_comes_last() -> None:
    """6.2, 6.5: men at the Double beside a vehicle need a Leader in it, who may be the last to join."""
    s = rolling(U("a", "squad", "D6"), U("b", "leader", "D6")).do(AddMover("a", "double_time"))
    assert refused(s, DriveTo("D5")) == ("6.2", "needs_leader")
    assert refused(s, AddMover("b")) == OK
    assert refused(s.do(AddMover("b")), DriveTo("D5")) == OK


def test_a_leader_left_out() -> None:
    """6.2, 6.5: neither a Leader who is passed over sets the pace beside a vehicle, nor one who has moved."""
    s = rolling(U("a", "leader", "D6"), U("b", "squad", "D6"), U("c", "leader", "D6", "moved"))
    assert refused(s, AddMover("b", "double_time")) == ("6.2", "needs_leader")
    assert refused(s.do(AddMover("a")), AddMover("b", "double_time")) == OK


def test_a_hero_beside_a_vehicle() -> None:
    """6.5, 6.1, 11.2.1: men who go along by Assault Move are under its marker, and so is a Hero who comes of them."""
    s = Scene(
        U("a", "squad", "D6", abilities=["assault_move"]),
        tank("t", "D6", facing="D5/E5"),
        U("x", "squad 6-5-4-5", "D2"),
    )
    s.do(Activate("D6"), BeginDrive("t"), AddMover("a", "assault"), DriveTo("D5"))
    assert s.words("a") == {"assault_move"}
    dice = ("attack 4", "defence 1", "damage check 1", "hero creation 2", "hero=us-hero1")
    s.do(OpFire("D2"), AddFirer("x"), OpenFire("x"), dice=dice).do(StopMove())
    assert s.words("us-hero1-1") == {"assault_move"}
