"""6.0, 1.6, 6.1, 6.6, 6.7, 8.0, 17.1: moves under way: who goes on, who stops, and what is left of a move."""

from __future__ import annotations

from typing import Any

import pytest

from armour_helpers import code, draft, flagged, helicopter, refused, tank
from helpers import (
    MISS,
    Abandon,
    Activate,
    AddFirer,
    AddMover,
    BeginMove,
    Fire,
    OpenFire,
    PassWindow,
    PickUp,
    Scene,
    StepTo,
    StopMove,
    U,
)
from lnlt import engine
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import ASSAULT_FIRE, ASSAULT_MOVE, HANDLED, MOVED, MOVING, SMOKED, STEALTH
from lnlt.core.state import enclosing
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch06_movement.flipping import flip_cost
from lnlt.rules.ch06_movement.move import Move, mark_moved
from lnlt.rules.ch06_movement.move_checks import assaults
from lnlt.rules.ch06_movement.on_the_way import Dismount, FireOnTheRun
from lnlt.rules.ch06_movement.opportunity_move import OpMove
from lnlt.rules.ch08_melee.round import MeleeRound
from lnlt.rules.ch17_antitank.eligibility import AssaultVehicle, check_assault
from scene_helpers import set_off

FOE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot."""
HORSE = "mounted_squad 1-4-12-5"
BOXED = ("assault_move",)
SAFE: dict[str, Any] = {"to_hit": (), "he": None}
"""A tank without a shot."""


def test_riders_pass_men_on_the_move() -> None:
    """6.8: riders who answer an answer ride through the hex of their own moving Squad and do not take it along."""
    s = Scene(U("a", "squad", "D6"), U("b", HORSE, "C5"), U("x", HORSE, "F3")).move("D6", "a", "D5")
    s.do(OpMove("F3"), AddMover("x"), StepTo("F2"), OpMove("C5"), AddMover("b"), StepTo("D5"))
    while "MoveOn" not in s.frames.split(" > ")[-1]:
        s.do(PassWindow())
    s.do(StepTo("D4"))
    assert (s.at("a"), s.at("b")) == ("D5", "D4")


def test_shells_reach_upstairs() -> None:
    """18.0, 18.2: who comes from next door to an upper floor is attacked by the Fire for Effect on that hex."""
    s = Scene(
        U("a", "squad", "C3/upper"),
        FOE,
        hexes={"C3": "hc_building", "C4": "hc_building"},
        buildings=[(("C3", "C4"), 2)],
        markers=[("ffe", "C4", 3)],
    )
    s.move("C3/upper", "a", "C4/upper", dice=MISS)
    assert s.at("a") == "C4/upper"


def entering(*more: U) -> MeleeRound:
    """The round that begins when riders who set off three hexes away come into the Melee of C5."""
    s = Scene(U("a", HORSE, "C5"), *more, U("x", "squad", "C5", "melee"), markers=[("melee", "C5", 0)], turn=2)
    flagged(s, "a", MOVING, at=s.loc("C5"))
    frame = Move(
        side=s.us,
        origin=s.loc("C2"),
        at=s.loc("C5"),
        came_from=s.loc("C4"),
        units=(0,),
        modes=("normal",),
        in_melee=True,
    )
    d = draft(s, frame)
    frame.answer_window(d)
    found = d.stack[-1]
    assert isinstance(found, MeleeRound)
    return found


def test_only_those_who_come_charge() -> None:
    """8.6: riders who come into a Melee charge; those who have been fighting in it do not."""
    assert entering(U("b", HORSE, "C5", "melee")).charge == (0,)


def test_fire_at_those_who_come_back() -> None:
    """8.0, 5.3, Q-068: units that Mines drive back from a Melee may be fired at once where they came from, and stay."""
    s = Scene(
        U("a", "squad", "C3", shaken=(5, 4)),
        U("x", "squad", "C4", "shaken", shaken=(5, 4)),
        U("y", "squad", "C7"),
        U("z", "squad", "F3"),
        markers=[("mines", "C4", 3)],
    )
    s.move("C3", "a", "C4", dice=("attack 3", "defence 4", "damage check 5"))
    window = enclosing(s.state, OpportunityFire)
    assert window is not None
    assert (s.at("a"), s.words("a"), window.at, window.budget) == ("C3", {"shaken", "moved"}, s.loc("C3"), 1)
    assert "MoveOn" not in s.do(PassWindow()).frames


@pytest.mark.parametrize(
    ("mode", "flags", "left"),
    [
        ("assault", ASSAULT_FIRE, MOVED),
        ("assault", 0, MOVED),
        ("assault", SMOKED, MOVED),
        ("stealth_assault", ASSAULT_FIRE, STEALTH),
        ("normal", 0, MOVED),
        ("normal", HANDLED, MOVED),
        ("normal", SMOKED, MOVED),
    ],
)
def test_marks_after_assault_fire(mode: str, flags: int, left: int) -> None:
    """6.1.1, 6.4.2, Q-046: who moved with those who used Assault Fire has a Moved marker, with Stealth that one; what
    was noted of Smoke and flipped weapons is over."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3"), FOE)
    flagged(s, "a", MOVING | ASSAULT_FIRE | ASSAULT_MOVE)
    flagged(s, "b", MOVING | flags | {"assault": ASSAULT_MOVE, "stealth_assault": STEALTH | ASSAULT_MOVE}.get(mode, 0))
    d = draft(s)
    mark_moved(d, (0, 1), ("assault", mode), s.loc("C3"))
    assert [u.flags for u in d.units[:2]] == [MOVED, left]


def test_riders_beside_assault_fire() -> None:
    """6.1.1, 6.7: riders who go by Hit & Run with a Squad that has used Assault Fire have their own marker."""
    s = Scene(U("a", HORSE, "C3"), U("b", "squad", "C3", abilities=BOXED), U("x", "squad 0-0-4-5", "C7"), FOE)
    s.do(Activate("C3"), Fire("C3", "C7", "assault_fire"), AddFirer("b"), OpenFire("b"), dice=MISS)
    s.do(BeginMove("C3"), AddMover("a", "hit_and_run"), AddMover("b", "assault"), StepTo("C2"), StopMove())
    assert (s.words("a"), s.words("b")) == ({"hit_and_run"}, {"moved"})


def test_assault_movers_in_answer() -> None:
    """6.8, 6.1: a Hero who rides along in an Opportunity Move may make it an Assault Move; it is no impulse of his."""
    s = Scene(U("a", "squad", "C3"), U("x", HORSE, "C9"), U("y", "hero", "C9"), size=(8, 12)).move("C3", "a", "C4")
    s.do(OpMove("C9"), AddMover("x"), AddMover("y", "assault"), StepTo("C8"), StopMove())
    assert (s.words("x"), s.words("y"), s.asked) == ({"moved"}, {"assault_move"}, "us")
    impulse = enclosing(s.state, Impulse)
    assert impulse is not None
    assert impulse.arrived == ()


def test_out_of_a_cave_against_a_tank() -> None:
    """17.1, 10.7, Q-431: men who come through a Tunnel into a Cave may assault the vehicle that stands before it."""
    caves = [("cave", "D3", 3, "D2"), ("cave", "D5", 3, "D4")]
    s = Scene(U("a", "squad 1-5-8-5", "D4/tunnel", "in_tunnel"), tank("x", "D5", **SAFE), FOE, markers=caves)
    s.move("D4/tunnel", "a", "D5/cave")
    while s.asked == "de":
        s.do(PassWindow())
    assert AssaultVehicle("x") in s.options()


def test_vehicles_to_assault() -> None:
    """17.1: enemy vehicles next door, not those of one's own side and nobody on foot."""
    s = Scene(
        U("a", "squad", "C3"), tank("b", "C2"), tank("x", "C4"), U("y", "squad", "B3", "moved"), U("z", "squad", "H1")
    )
    near = [s.loc(h) >> 3 for h in ("C3", "C2", "C4", "B3")]
    assert assaults(s.state, s.us, near) == [AssaultVehicle("x")]


def left_behind(**more: Any) -> Scene:
    """A Squad has gone to C4, where another weapon lies, and has abandoned its own there."""
    s = Scene(U("a", "squad", "C3", carries=["g"]), FOE, guns={"g": (1, 6), "h": (1, 6)}, lying={"h": "C4"}, **more)
    return s.move("C3", "a", "C4").do(Abandon("a", "g"))


def test_who_abandons_a_weapon_leaves() -> None:
    """1.6: after a weapon was abandoned the group leaves the hex: it neither stops nor picks up another one."""
    s = left_behind()
    assert [refused(s, c) for c in (StopMove(), PickUp("a", "h"))] == [("1.6", "must_leave")] * 2
    assert all(isinstance(c, StepTo) for c in s.options())
    assert refused(s.do(StepTo("C5")), StopMove()) == ("", "")


def test_boats_are_left_on_the_way() -> None:
    """23.3.1, Q-406: a boat is left behind in the course of a move on land, not before it."""
    boat = WeaponType("gun-g", "g", "rubber_boat")
    s = set_off(Scene(U("a", "squad", "C3", carries=["g"]), FOE, guns={"g": boat}), "C3", ("a", "normal"))
    assert refused(s, Abandon("a", "g")) == ("23.3.1", "keeps_boat")
    assert refused(s.do(StepTo("C4")), Abandon("a", "g")) == ("", "")


@pytest.mark.parametrize(("mf", "asked"), [(3, True), (2, False)])
def test_last_points_for_a_weapon(mf: int, asked: bool) -> None:
    """1.6, 6.0: who has no points for another hex but two for the weapon that lies here is asked; with one the move
    is over."""
    around: dict[str, Any] = {"C3": ("forest", 1)} | dict.fromkeys(("C5", "B4", "B5", "D4", "D5"), "river")
    s = Scene(U("a", f"squad 1-5-{mf}-5", "C3"), FOE, hexes=around, guns={"g": (1, 6)}, lying={"g": "C4"})
    s.move("C3", "a", "C4")
    assert ("MoveOn" in s.frames) is asked
    if asked:
        assert set(s.options()) == {PickUp("a", "g"), StopMove()}


WOODS: dict[str, Any] = {"hexes": dict.fromkeys(("C3", "C5", "B4", "B5", "D4", "D5"), "light_woods")}


def test_last_points_for_dismounting() -> None:
    """6.6, 6.0: riders who have points for no other hex, but half of all for dismounting, are asked."""
    s = set_off(Scene(U("a", "mounted_squad 1-4-2-5", "C3"), FOE, **WOODS), "C3", ("a", "normal")).do(StepTo("C4"))
    assert "MoveOn" in s.frames
    assert set(s.options()) == {Dismount("a"), StopMove()}


@pytest.mark.parametrize(("enemy", "asked"), [("C8", True), ("C9", False)])
def test_fire_at_the_end_of_a_run(enemy: str, asked: bool) -> None:
    """6.7, 6.0: riders who have spent their points by Hit & Run are asked if there is somebody to fire at."""
    s = Scene(U("a", "mounted_squad 1-4-2-5", "C3"), U("x", "squad 0-0-4-5", enemy), FOE, size=(8, 10))
    set_off(s, "C3", ("a", "hit_and_run")).do(StepTo("C4"))
    assert ("MoveOn" in s.frames) is asked
    if asked:
        assert set(s.options()) == {FireOnTheRun("C8"), StopMove()}


def test_who_owes_a_step() -> None:
    """6.7, Q-262: of two who do Hit & Run the one who has fired before the first step owes it."""
    s = Scene(U("a", HORSE, "C3"), U("b", HORSE, "C3"), U("x", "squad 0-0-4-5", "C6"), FOE)
    set_off(s, "C3", ("a", "hit_and_run"), ("b", "hit_and_run"))
    s.do(FireOnTheRun("C6"), AddFirer("b"), OpenFire("b"), dice=MISS)
    found = engine.why_not(s.game, s.state, StopMove())
    assert found is not None
    assert (found.rule, found.code, found.params["unit"]) == ("6.7", "must_move", "b")


@pytest.mark.parametrize(("factor", "fresh", "after_smoke"), [(4, 4, 4), (5, 6, 4)])
def test_flipping_after_smoke(factor: int, fresh: int, after_smoke: int) -> None:
    """1.6.1, 7.0, Q-011: half of what the unit has in this impulse, rounded up; laying Smoke took a point."""
    s = Scene(U("a", f"squad 2-5-{factor}-6", "C3"), FOE)
    assert flip_cost(s.game, s.state, s.number("a")) == fresh
    flagged(s, "a", SMOKED)
    assert flip_cost(s.game, s.state, s.number("a")) == after_smoke


def test_nobody_assaults_what_is_in_the_air() -> None:
    """19.2.1, 17.1: not the helicopter over the next hex, nor that over the own one."""
    for over in ("C4", "C3"):
        s = Scene(U("a", "squad", "C3"), helicopter("x", f"{over}/air"), era="modern")
        found = check_assault(s.game, s.state, [s.number("a")], ["normal"], s.loc("C3"), "x")
        assert code(found) == ("19.2.1", "not_in_the_air")
