"""15.1, 15.2, 15.3, 15.4, 15.5: what a vehicle is marked with as it moves, is shaken or lost, bit by bit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import MISS, OK, draft, flagged, refused, tank
from helpers import Activate, PassWindow, Scene, StopMove, U
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ABANDONED,
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    BULK,
    BUTTONED,
    CONTINUOUS,
    DUG_IN,
    FIRED,
    HULL_DOWN,
    LAUNCHING,
    LOADED,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    PIVOTED,
    SHAKEN,
    SWITCHED,
)
from lnlt.core.setup import HeroSetup
from lnlt.core.state import NOWHERE
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.damage import NONE, result
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch06_movement.steps import ExitMap
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch15_vehicles.action import BeginDrive, SwitchHatch
from lnlt.rules.ch15_vehicles.bunker_answer import BunkerNerve
from lnlt.rules.ch15_vehicles.drive_checks import check_move, check_still_leaves, moves
from lnlt.rules.ch15_vehicles.driving import Drive, DriveOn, drive_in, run_over, seek_cover, set_off
from lnlt.rules.ch15_vehicles.fate import VehicleLost, abandon, shake_vehicle
from lnlt.rules.ch15_vehicles.fire import VehicleFire
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun, bursts
from lnlt.rules.ch15_vehicles.overrun import OverrunAttack
from lnlt.rules.ch15_vehicles.overrun_odds import defenders, overrun_odds
from lnlt.rules.ch15_vehicles.steps import DriveTo, Pivot
from lnlt.rules.facts.kits import kit_of
from scene_helpers import copied

pytestmark = pytest.mark.usefixtures("either_seat")


def code(found: Any) -> str:
    """Code of a refusal, "" if there is none."""
    return getattr(found, "code", "")


def scene(flags: int = 0, **more: Any) -> Scene:
    """A tank a in D6 that faces north, with flags; an enemy far away."""
    return flagged(Scene(tank("a", "D6", facing="D5/E5", **more), U("x", "squad", "H1")), "a", flags)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (0, SHAKEN | BUTTONED),
        (FIRED, SHAKEN | BUTTONED | FIRED),
        (OPS_COMPLETE, SHAKEN | BUTTONED | OPS_COMPLETE),
        (CONTINUOUS | LAUNCHING, SHAKEN | BUTTONED),
        (MOVING, SHAKEN | BUTTONED | MOVED),
        (MOVING | FIRED, SHAKEN | BUTTONED | MOVED | FIRED),
        (MOVING | ASSAULT_MOVE | ASSAULT_FIRE | OPS_COMPLETE, SHAKEN | BUTTONED | MOVED),
        (ASSAULT_MOVE, SHAKEN | BUTTONED | ASSAULT_MOVE),
    ],
)
def test_shaking(before: int, after: int) -> None:
    """15.0, 14.1.1: hatches closed; one on the move stops, Moved, whatever it was about; other marks stay."""
    s = scene(before)
    d = draft(s)
    shake_vehicle(d, s.number("a"))
    assert d.units[s.number("a")].flags == BULK | after


def test_shaking_an_open_vehicle() -> None:
    """15.8: it has no hatches to close; and a second time it is abandoned."""
    s = scene(abilities=["open_topped"])
    d = draft(s)
    shake_vehicle(d, 0)
    assert d.units[0].flags == BULK | SHAKEN
    shake_vehicle(d, 0)
    assert d.units[0].flags == BULK | ABANDONED


def test_abandoning() -> None:
    """14.1.1, Q-306: every mark of what it was about goes; it is left where it stood."""
    s = scene(SHAKEN | MOVING | ASSAULT_FIRE | CONTINUOUS | LAUNCHING | MOVED | BUTTONED)
    d = draft(s)
    abandon(d, 0)
    assert d.units[0].flags == BULK | ABANDONED | BUTTONED
    assert (d.units[0].at, kit_of(d.units[0]).left) == (NOWHERE, s.loc("D6"))


def test_lost_passengers_are_not_asked_again() -> None:
    """16.1.1: who has fallen to his own Damage Check makes no Bailout Check."""
    s = Scene(tank("a", "D6", capacity="PPPP"), U("b", "squad", "", aboard="a"), U("x", "squad", "H1"))
    flagged(s, "b", 4)
    frame = VehicleLost(side=s.us, unit=0, at=s.loc("D6"), cause="damage_check", left=(1,))
    d = draft(s, frame)
    frame.riders(d)
    assert d.events == []


def driven(s: Scene, **more: Any) -> tuple[Draft, Drive]:
    """A drive of a in D6 on top of the stack."""
    frame = Drive(side=s.us, unit=0, origin=s.loc("D6"), at=s.loc("D6"), **{"mode": "normal", **more})
    return draft(s, frame), frame


@pytest.mark.parametrize(
    ("flags", "more", "after"),
    [
        (MOVING | PIVOTED, {"left": True}, MOVED),
        (MOVING | PIVOTED, {}, PIVOTED),
        (MOVING | ASSAULT_MOVE | PIVOTED, {"mode": "assault"}, PIVOTED),
        (MOVING, {"loaded": True}, MOVED),
        (MOVING | ASSAULT_MOVE | PIVOTED, {"mode": "assault", "left": True}, ASSAULT_MOVE),
        (MOVING | ASSAULT_MOVE | ASSAULT_FIRE | PIVOTED, {"mode": "assault", "left": True}, MOVED),
        (SHAKEN, {"left": True}, SHAKEN),
    ],
)
def test_marks_of_a_move(flags: int, more: dict[str, Any], after: int) -> None:
    """15.1, 15.2, 15.2.1, Q-300: Moved, Assault Move, or nothing for a mere pivot."""
    s = flagged(scene().do(Activate("D6")), "a", flags)
    d, frame = driven(s, **more)
    frame.finish(d)
    assert d.units[0].flags == BULK | after
    arrived = next(f for f in d.stack if isinstance(f, Impulse)).arrived
    assert arrived == ((0,) if after == ASSAULT_MOVE else ())


def test_who_has_fired_on_the_move_has_fired() -> None:
    """15.2.2: a vehicle that fired in the middle of its Assault Move is not let fire again."""
    s = flagged(scene().do(Activate("D6")), "a", MOVING | ASSAULT_MOVE | FIRED)
    d, frame = driven(s, mode="assault", left=True)
    frame.finish(d)
    assert d.units[0].flags == BULK | ASSAULT_MOVE | FIRED
    assert next(f for f in d.stack if isinstance(f, Impulse)).arrived == ()
    gone = flagged(s, "a", 0, at=s.loc("D5"))
    d, frame = driven(gone, mode="assault", left=True)
    frame.finish(d)
    assert d.units[0].flags & MOVING


def test_windows_of_a_move() -> None:
    """5.3, 15.2.1, 15.3: as many attacks as points, of the enemy; none while it is let pass or has overrun."""
    s = scene(MOVING)
    for spent, budget in ((1, 1), (2, 1), (3, 2), (4, 2)):
        d, frame = driven(s, spent=spent)
        frame.answer_window(d)
        window = d.stack[-1]
        assert isinstance(window, OpportunityFire)
        assert (window.side, window.budget, window.movers) == (s.de, budget, (0,))
    for more in ({"let_pass": True}, {"overran": True}, {"at": s.loc("D5")}):
        d, frame = driven(s, spent=2)
        replace(frame, **more).answer_window(d)
        assert isinstance(d.stack[-1], Drive)
    first = flagged(scene(MOVING), "a", ASSAULT_FIRE)
    for left, opens in ((False, False), (True, True)):
        d, frame = driven(first, spent=2, left=left)
        frame.answer_window(d)
        assert isinstance(d.stack[-1], OpportunityFire) == opens


def test_setting_off() -> None:
    """15.1, 15.5, 16.4: what it was bound to, and that it has loaded, is remembered by the move."""
    for flags, mode, after, bound, loaded in (
        (0, "normal", MOVING, False, False),
        (CONTINUOUS, "assault", MOVING | ASSAULT_MOVE, True, False),
        (LOADED | MOVED, "normal", MOVING | MOVED, False, True),
    ):
        d = draft(scene(flags))
        set_off(d, 0, mode)
        drive = d.stack[-1]
        assert isinstance(drive, Drive)
        assert (d.units[0].flags, drive.bound, drive.loaded) == (BULK | after, bound, loaded)


@pytest.mark.parametrize(("mode", "flags"), [("normal", MOVING), ("assault", MOVING | ASSAULT_MOVE)])
def test_driving_onto_the_map(mode: str, flags: int) -> None:
    """22.0, 15.1: it pays for the hex, faces as told, and counts as having moved."""
    s = scene()
    s = flagged(s, "a", 0, at=NOWHERE)
    d = draft(s)
    drive_in(d, 0, s.loc("A3"), 2, mode)
    drive = d.stack[-1]
    assert isinstance(drive, Drive)
    assert (drive.entered, drive.left, drive.spent, drive.at, drive.mode) == (True, True, 2, s.loc("A3"), mode)
    assert (d.units[0].flags, d.units[0].mp, d.units[0].at) == (BULK | flags, 2, s.loc("A3"))
    assert (kit_of(d.units[0]).facing, kit_of(d.units[0]).turret) == (2, 2)
    slow = flagged(scene(what="vehicle 1T-6"), "a", 0, at=NOWHERE)
    woods = Scene(tank("a", "D6", what="vehicle 1T-6"), U("x", "squad", "H1"), hexes={"A3": "light_woods"})
    woods = flagged(woods, "a", 0, at=NOWHERE)
    d = draft(woods)
    drive_in(d, 0, woods.loc("A3"), 2, "normal")
    assert d.units[0].mp == 2
    assert slow.unit("a").mp == 0


def test_leaving_a_place() -> None:
    """15.10, 21.2, 15.1: a step ends Hull Down, being dug in, and a pivot's mark."""
    s = scene(PIVOTED | HULL_DOWN | DUG_IN | BUTTONED).do(Activate("D6"))
    flagged(s, "a", MOVING)
    d, _ = driven(s)
    from lnlt.rules.ch15_vehicles.driving import drive_on

    drive_on(d, DriveTo("D5"))
    assert d.units[0].flags == BULK | MOVING | BUTTONED
    drive = d.stack[-1]
    assert isinstance(drive, Drive)
    assert (drive.at, drive.spent, drive.entered, drive.left, drive.overran, drive.step) == (
        s.loc("D5"),
        2,
        True,
        True,
        False,
        0,
    )
    d, _ = driven(s, spent=3)
    drive_on(d, Pivot("E6/D7"))
    drive = d.stack[-1]
    assert isinstance(drive, Drive)
    assert (drive.spent, drive.entered, drive.step) == (7, False, Drive.STEPS.index("answer_window"))
    assert (kit_of(d.units[0]).facing, kit_of(d.units[0]).turret, d.units[0].mp) == (3, 3, 4)


def test_a_turret_turns_with_its_hull() -> None:
    """15.1: a pivot in a move keeps the turret's own direction."""
    s = flagged(Scene(tank("a", "D6", facing="D5/E5", turret="E5/E6"), U("x", "squad", "H1")), "a", MOVING)
    d, _ = driven(s)
    from lnlt.rules.ch15_vehicles.driving import drive_on

    drive_on(d, Pivot("E6/D7"))
    assert (kit_of(d.units[0]).facing, kit_of(d.units[0]).turret) == (3, 4)


def test_running_over() -> None:
    """15.3: 4 points on top of the hex, and the marks of the old place are gone."""
    s = Scene(tank("a", "D6", facing="D5/E5", mgs=("2",)), U("x", "squad", "D5"))
    flagged(s, "a", MOVING | PIVOTED | HULL_DOWN | DUG_IN)
    d, frame = driven(s, spent=5)
    run_over(d, frame, s.loc("D5"))
    attack, drive = d.stack[-1], d.stack[-2]
    assert isinstance(attack, OverrunAttack)
    assert isinstance(drive, Drive)
    assert (drive.spent, drive.left, drive.overran, drive.entered, drive.at) == (0, True, True, True, s.loc("D5"))
    assert (d.units[0].flags, d.units[0].mp) == (BULK | MOVING, 10)
    assert attack.came_from == s.loc("D6")


def test_seeking_cover() -> None:
    """15.10: Moved, and its move is over."""
    s = Scene(tank("a", "D6", facing="D5/E5"), U("x", "squad", "H1"), options=["hull_down"])
    flagged(s, "a", MOVING | PIVOTED)
    d, frame = driven(s)
    d = draft(s, frame, dice=(("random", (6,)),))
    seek_cover(d, frame)
    assert d.units[0].flags == BULK | MOVED
    drive = d.stack[-1]
    assert isinstance(drive, Drive)
    assert drive.step == Drive.STEPS.index("remain")


def test_staying_where_one_has_overrun() -> None:
    """15.3: only who has overrun the hex he is in drives anybody out."""
    s = Scene(tank("a", "D6", facing="D5/E5"), U("x", "squad", "D6"))
    for more, pushed in (({"overran": True}, True), ({}, False), ({"overran": True, "at": s.loc("D5")}, False)):
        d, frame = driven(s)
        replace(frame, **more).remain(d)  # type: ignore[arg-type]
        assert (type(d.stack[-1]).__name__ == "Displacement") == pushed


def test_steps_worth_checking() -> None:
    """15.1: the two hexes ahead, the two behind, Overruns where enemies are, and every other facing."""
    s = Scene(
        tank("a", "D6", facing="D5/E5"),
        U("x", "squad", "D5"),
        U("y", "squad", "D7/bunker"),
        markers=[("bunker", "D7", 1, "D6")],
    )
    found = moves(s.game, s.state, 0, s.loc("D6"))
    steps = [f"{type(c).__name__} {c.at}" for c in found if not isinstance(c, Pivot)]  # type: ignore[attr-defined]
    assert steps == ["DriveTo D5", "Overrun D5", "DriveTo E5", "DriveTo D7", "Overrun D7", "DriveTo C6"]
    facings = {frozenset(c.facing.split("/")) for c in found if isinstance(c, Pivot)}
    near = ["D5", "E5", "E6", "D7", "C6", "C5"]
    assert facings == {frozenset({near[n], near[(n + 1) % 6]}) for n in range(1, 6)}
    edge = Scene(tank("a", "A1", facing="A0/B1"), U("x", "squad", "H1"))
    assert DriveTo("A0") in moves(edge.game, edge.state, 0, edge.loc("A1"))


def test_leaving_the_map() -> None:
    """22.0: only where the scenario has an exit."""
    s = scene()
    assert code(check_move(s.game, s.state, 0, "normal", s.loc("D6"), ExitMap())) == "no_exit_here"


def test_loading_while_bound_to_move() -> None:
    """15.5: enough must be left to leave the hex after loading."""
    s = scene(what="vehicle 4T-6")
    base = Drive(side=s.us, unit=0, origin=s.loc("D6"), at=s.loc("D6"), mode="normal", bound=True)

    def leaves(mp: int, **more: Any) -> str:
        other = flagged(copied(s), "a", 0, mp=mp)
        return code(check_still_leaves(s.game, other.state, replace(base, **more)))

    assert [leaves(0), leaves(2), leaves(3)] == ["", "", "must_move"]
    assert leaves(3, bound=False) == leaves(3, left=True) == ""


def test_a_vehicle_without_points() -> None:
    """15.1, 16.4: who has spent everything on passengers does not set off."""
    s = Scene(tank("a", "D6", facing="D5/E5"), U("b", "squad", "D6"), U("x", "squad", "H1")).do(Activate("D6"))
    flagged(s, "a", LOADED | MOVED, mp=18)
    assert refused(s, BeginDrive("a")) == OK
    flagged(s, "a", 0, mp=19)
    assert refused(s, BeginDrive("a"))[1] == "too_few_points"


def test_switching_leaves_no_other_mark() -> None:
    """15.0.1: nothing but the hatches."""
    s = Scene(tank("a", "D6"), tank("b", "D6", hatch="buttoned"), U("x", "squad", "H1")).do(Activate("D6"))
    offered = {(c.unit, c.buttoned) for c in s.options() if isinstance(c, SwitchHatch)}
    assert offered == {("a", True), ("b", False)}
    s.do(SwitchHatch("a", True), SwitchHatch("b", False))
    assert s.unit("a").flags == BULK | BUTTONED | SWITCHED
    assert s.unit("b").flags == BULK | SWITCHED


def test_vehicles_do_not_fire_with_groups() -> None:
    """15.0: their weapons fire one by one."""
    s = scene(mgs=("2",))
    fire = VehicleFire()
    assert code(fire.check(s.game, s.state, 0, s.loc("D6"), s.loc("H1"), False)) == "weapons_one_by_one"
    assert fire.reach(s.game, s.state, 0) == 0
    with pytest.raises(LookupError):
        fire.begin(draft(s), 0, 0, 0, -1, False)


def test_rear_guns_turn_the_turret_away() -> None:
    """15.0, 15.1.1: wherever the target is."""
    for at, wanted in (("D3", {"D7"}), ("D8", {"D5"}), ("F5", {"C6"}), ("B7", {"E5"})):
        s = Scene(tank("a", "D6", facing="E5/E6", mgs=("2R",)), U("x", "squad", at))
        found = [set(c.facing.split("/")) for c in bursts(s.game, s.state, 0, s.loc(at)) if c.facing]
        assert all(wanted & pair for pair in found), (at, found)


def test_fire_on_the_move_is_no_opportunity_fire() -> None:
    """15.2.2: it is told as fire of the impulse."""
    s = Scene(tank("a", "D7", facing="D6/E6", mgs=("2",)), U("x", "squad", "D3"), era="modern")
    s.do(Activate("D7"), BeginDrive("a", "assault"), DriveTo("D6"), PassWindow())
    s.do(FireOrdnance("a", "D3"), dice=MISS)
    assert [e.opportunity for e in s.events if type(e).__name__ == "FireOpened"] == [False]  # type: ignore[attr-defined]
    s.do(FireMachineGun("a", 0, "D3"), dice=("attack 1", "defence 6"))
    assert [e.opportunity for e in s.events if type(e).__name__ == "FireOpened"] == [False]  # type: ignore[attr-defined]
    s.do(StopMove())
    assert s.words("a") == {"assault_move", "fired"}


def test_the_bunker_dares() -> None:
    """21.1.3: those who could fire check, Leaders first, and then have one attack."""
    s = Scene(
        tank("a", "D5"),
        U("x", "squad", "D5/bunker"),
        U("y", "leader", "D5/bunker"),
        U("z", "squad", "D5/bunker", "shaken"),
        markers=[("bunker", "D5", 1, "D6")],
    )
    at = s.loc("D5/bunker")
    frame = BunkerNerve(side=s.de, at=at, target=0, units=(1, 2, 3))
    d = draft(s, frame)
    frame.muster(d)
    top = d.stack[-1]
    assert isinstance(top, BunkerNerve)
    assert top.units in ((2, 1), (1,))
    d = draft(s, frame)
    frame.fire(d)
    window = d.stack[-1]
    assert isinstance(window, OpportunityFire)
    assert (window.side, window.budget, window.at, window.bunker) == (s.de, 1, s.loc("D5"), at)


def test_chances_of_an_answer() -> None:
    """15.3: whoever is left in Good Order may answer, whichever side it is."""
    s = Scene(
        tank("a", "D5", to_hit=(), he=None, mgs=("2",)), U("x", "squad 1-5-4-5", "D5"), heroes=HeroSetup(creation=False)
    )
    attack = OverrunAttack(side=s.us, unit=0, at=s.loc("D5"), came_from=s.loc("D6"))
    left = Fraction(0)
    for one in range(1, 7):
        for two in range(1, 7):
            ahead = one + 4 - two
            for die in range(1, 7):
                left += Fraction(int(ahead <= 0 or result("go_mmc", 5, die + ahead) == NONE), 216)
    found = overrun_odds(s.game, s.state, attack)
    harmed = sum(
        Fraction(int(a + 4 > b and result("go_mmc", 5, die + a + 4 - b) != NONE), 216)
        for a in range(1, 7)
        for b in range(1, 7)
        for die in range(1, 7)
    )
    assert found.answered == left
    assert found.fire.any == harmed == 1 - left
    leaders = Scene(tank("a", "D5", mgs=("2",)), U("x", "squad", "D5"), U("y", "leader", "D5"))
    attack = OverrunAttack(side=leaders.us, unit=0, at=leaders.loc("D5"), came_from=leaders.loc("D6"))
    assert defenders(leaders.game, leaders.state, attack) == [2, 1]
    assert [t.unit for t in found.fire.targets] == ["x"]
    assert DriveOn(side=s.us).RULE == "15.1"
