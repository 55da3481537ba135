"""19.1, 19.2: the numbers, words and steps of aircraft and helicopters, entry by entry."""

from __future__ import annotations

from inspect import signature
from typing import Any

import pytest

from armour_helpers import code, draft, flagged, gun, helicopter
from helpers import Activate, Scene, U, why
from lnlt.core.catalog import UnitType
from lnlt.core.flags import FIRED, MOVED, OPS_COMPLETE
from lnlt.core.frames import Procedure
from lnlt.core.setup import Airstrike
from lnlt.rules.ch14_ordnance.to_hit import Aim
from lnlt.rules.ch19_air.air_shot import AirShot, air_to_hit
from lnlt.rules.ch19_air.airborne import Airborne, sky_line
from lnlt.rules.ch19_air.arrival import entry_lines, flight_level
from lnlt.rules.ch19_air.attack import AirAttack, crash, leave_hulk
from lnlt.rules.ch19_air.crash import Crash
from lnlt.rules.ch19_air.defence import AirWindow
from lnlt.rules.ch19_air.flight import WEAPONS, AirStrike, DropBombs, Strafe
from lnlt.rules.ch19_air.flying import BeginFlight, Flight, FlyingAction
from lnlt.rules.ch19_air.helicopters import ChangeMode, FlyTo, check_pilot
from lnlt.rules.ch19_air.loads import air_tally, hard_targets, rule_of

FAR = U("x", "squad", "H1")


@pytest.mark.parametrize(
    ("frame", "steps"),
    [
        (AirShot, "bear roll strike nerve riders"),
        (AirAttack, "roll check armor nerve riders after"),
        (Crash, "damage fall riders crew hazards events facings"),
        (AirWindow, "ask again"),
        (AirStrike, "begin choose edge enter advance defence attack again fall end"),
        (Flight, "answer_window go_on finish"),
    ],
)
def test_steps_of_a_flight(frame: type[Procedure], steps: str) -> None:
    """19.1, 19.2: a saved game says by its number which step comes next: they stay in this order."""
    assert " ".join(frame.STEPS) == steps


def test_what_goes_without_saying() -> None:
    """19.1, 19.2: as each begins: nothing hit, nothing spent, nowhere over the map, ready to attack."""
    shot = AirShot(side=0, origin=0, unit=0, weapon=-1, at=0, target=1)
    assert (shot.vertex, shot.hit, shot.even) == (0, False, False)
    plane = Airborne(side=0)
    assert (plane.way, plane.level, plane.index) == (0, 0, -1)
    attack = AirAttack(side=0, plane=0, hex=0, fp=1, what="cannon")
    assert (attack.way, attack.target, attack.margin) == (0, -1, 0)
    window = AirWindow(side=0, at=0, plane=0)
    assert (window.used, window.closed) == (-1, False)
    assert AirStrike(side=0).ready
    flight = Flight(side=0, unit=0, at=0)
    assert (flight.spent, flight.left, flight.changed, flight.busy) == (0, False, False, False)
    assert signature(sky_line).parameters["tis"].default is False


def test_fire_at_an_aircraft() -> None:
    """19.1.1: 2 is added to every to-hit roll at it, and nothing for being near."""
    s = Scene(gun("a", "D6", ammo="aa"), U("x", "aircraft 6", "", armor=("2",)), U("y", "squad", "H1"))
    tally = air_to_hit(s.game, s.state, Aim(0, -1, s.loc("D5"), 1), s.loc("D6"))
    assert why(tally) == {"aircraft": 2}


def test_height_of_an_aircraft() -> None:
    """19.1.1, Q-153: two levels above the ground of its path, and above the highest hill of it."""
    s = Scene(U("a", "squad", "D6"), FAR, hexes={"C3": ("clear", 2)})
    path = tuple(s.loc(at) >> 3 for at in ("C5", "C4"))
    assert flight_level(s.game, s.state, path) == 2
    assert flight_level(s.game, s.state, (*path, s.loc("C3") >> 3)) == 4


@pytest.mark.parametrize(
    ("edge", "at", "ways"),
    [
        ("north", "D0", ["D1", "E0", "C0"]), ("south", "D8", ["D7", "E7", "C7"]), ("west", "A4", ["B4", "B5"]),
        ("east", "H4", ["G4", "G3"]),
    ],
)  # fmt: skip
def test_ways_from_an_edge(edge: str, at: str, ways: list[str]) -> None:
    """19.1, Q-390: where an aircraft may fly to from a hex of each edge, in the order in which it is offered."""
    s = Scene(U("a", "squad", "D6"), FAR)
    names = s.game.board.names
    lines = entry_lines(s.game, Airstrike("a"), (edge,))
    assert [names[line.path[1]] for line in lines if names[line.path[0]] == at] == ways


@pytest.mark.parametrize(
    ("terrain", "left"),
    [("lc_building", "rubble"), ("hc_building", "rubble"), ("bamboo_huts", "wreck"), ("clear", "wreck")],
)
def test_what_a_fallen_helicopter_leaves(terrain: str, left: str) -> None:
    """19.2.7: Rubble of an LC or HC Building, else a Wreck."""
    s = Scene(U("a", "squad", "D6"), FAR, hexes={"D4": terrain}, era="modern")
    d = draft(s)
    leave_hulk(d, s.loc("D4") >> 3, "helicopter")
    assert [m.kind for m in d.markers] == [left]


def test_words_and_rules_of_attacks() -> None:
    """19.1.1 to 19.1.3, 19.2.7: the words saved games have for an attack, and the section of each."""
    plane = UnitType("p", "p", "aircraft")
    assert [rule_of(plane, what) for what in ("cannon", "bombs", "crash")] == ["19.1.2", "19.1.2", "19.1.1"]
    bomber = UnitType("b", "b", "aircraft", around=4)
    assert [rule_of(bomber, what) for what in ("cannon", "bombs", "crash")] == ["19.1.2", "19.1.3", "19.1.1"]
    assert rule_of(UnitType("h", "h", "helicopter"), "crash") == "19.2.7"
    assert {Strafe: "cannon", DropBombs: "bombs"} == WEAPONS


def test_force_of_a_crash() -> None:
    """19.1.1, 19.2.7: everybody below is attacked with 6 firepower, armored vehicles as if they were open."""
    s = Scene(U("a", "aircraft 6", "", armor=("2",)), FAR)
    d = draft(s)
    crash(d, s.us, 0, s.loc("H1") >> 3)
    attack = d.stack[-1]
    assert isinstance(attack, AirAttack)
    assert (attack.fp, attack.what) == (6, "crash")
    assert why(air_tally(s.game, s.state, 0, 1, attack.fp, "crash")) == {"crash": 6}
    assert hard_targets(s.game, s.state, attack.hex, "crash") == []


def test_points_of_a_helicopter() -> None:
    """19.2.2: one Movement Point for each hex and one for a change of mode, for which the enemy may answer."""
    s = Scene(helicopter("a", "D6"), FAR, era="modern").do(Activate("D6/air"), BeginFlight("a"))
    for command, points in ((FlyTo("D5"), 2), (FlyTo("D4"), 4), (ChangeMode("hover"), 6)):
        assert s.do(command).unit("a").mp == points


@pytest.mark.parametrize(("flag", "rule"), [(OPS_COMPLETE, "4.1"), (FIRED, "4.0"), (MOVED, "4.0")])
def test_a_helicopter_that_has_acted(flag: int, rule: str) -> None:
    """4.0, 4.1, 19.2.4: it does not act again; that it has fired counts against fire only if it means to fire."""
    s = flagged(Scene(helicopter("a", "D6"), FAR, era="modern"), "a", flag)
    assert code(check_pilot(s.game, s.state, 0)) == (rule, "has_acted")
    found: Any = check_pilot(s.game, s.state, 0, True)
    assert found.rule == ("19.2.4" if flag == FIRED else rule)


def test_named_first() -> None:
    """4.0: a helicopter is not thought of before a location is named."""
    assert FlyingAction().needs_named
