"""22.0: who enters the map, where and how: what is offered and what is refused."""

from __future__ import annotations

import pytest

from armour_helpers import OK, code, helicopter, tank
from helpers import Activate, AddMover, U, rebuilt
from lnlt import engine
from lnlt.core.frames import Question
from lnlt.core.setup import Group
from lnlt.rules.ch15_vehicles.steps import DriveTo
from lnlt.rules.ch19_air.flying_in import FlyOnto
from lnlt.rules.ch22_scenario.entry import Enter, EnterAt
from lnlt.rules.ch22_scenario.vehicles import DriveIn, may_drive_in
from lnlt.rules.facts.groups import edges_of, group_named
from lnlt.rules.facts.kits import vertex_name
from scenario_helpers import Plan, late, truck

FAR = U("z", "squad", "H7")
FRONT = "A3/B4"
"""A vertex of the hex A4."""


def drive(at: str = "A4", mode: str = "normal", unit: str = "t", facing: str = "") -> DriveIn:
    """The tank comes in, facing some vertex of a hex of the west edge."""
    row = int(at[1])
    return DriveIn(unit, at, facing or f"A{row - 1}/B{row}", mode)


def test_nothing_else_in_the_impulse() -> None:
    """22.0: entering is the whole impulse: not after a location was named; before that it is offered."""
    s = late(U("a", "squad", ""), U("b", "squad", "D4"), U("c", "squad", "D5"), FAR)
    assert s.refused(Enter("late")) == OK
    s.do(Activate("D4"))
    assert s.refused(Enter("late")) == ("22.0", "entry_is_the_impulse")


def test_who_may_be_brought() -> None:
    """22.0, 6.0: only units of the group that wait, each once and in order; a hex only when somebody was picked."""
    s = late(U("a", "squad", ""), U("b", "squad", ""), U("c", "squad", ""), U("d", "squad", "A4"), FAR).do(
        Enter("late")
    )
    assert s.refused(AddMover("nobody")) == ("22.0", "not_waiting")
    assert s.refused(AddMover("d")) == ("22.0", "not_waiting")
    assert s.refused(AddMover("z")) == ("22.0", "not_waiting")
    assert s.refused(EnterAt("A4")) == ("6.0", "nobody_moves")
    s.do(AddMover("b"))
    assert s.refused(AddMover("a")) == ("6.0", "in_order")
    assert s.refused(AddMover("b")) == ("6.0", "in_order")
    assert s.refused(AddMover("c")) == OK
    assert s.refused(EnterAt("A4")) == OK


def test_men_enter_on_the_ground() -> None:
    """22.0: the hexes a group enters by are their ground, not the upper floor of a building in one, nor its air."""
    stone = dict.fromkeys(("A3", "A4", "B4"), "hc_building")
    s = late(U("a", "squad", ""), FAR, hexes=stone, buildings=[(tuple(stone), 2)]).do(Enter("late"), AddMover("a"))
    assert s.refused(EnterAt("A4")) == OK
    for place in ("A4/upper", "A4/air", "A5", "Z9"):
        assert s.refused(EnterAt(place)) == ("22.0", "no_entry_hex")


@pytest.mark.parametrize(
    ("man", "mark"), [(U("a", "leader", "", "wounded"), "wounded"), (U("a", "squad", "", "shaken"), "shaken")]
)
def test_men_walk_in_whatever_their_state(man: U, mark: str) -> None:
    """22.0: a wounded Leader or a Shaken Squad is no vehicle and enters on foot."""
    s = late(man, FAR)
    assert s.words("a") == {mark}
    s.do(Enter("late"), AddMover("a"), EnterAt("A4"))
    assert s.at("a") == "A4"


def test_abandoned_vehicles_do_not_enter_again() -> None:
    """15.4, 22.0: a tank of the group that was abandoned on the map waits no more; one that is still off it does."""
    scenario = {"groups": (Group("late", "us", ("t",), enter=("A4",)),)}
    gone, waits = (Plan(tank("t", *where), FAR, scenario=scenario) for where in (("D4", "abandoned"), ("",)))
    assert gone.refused(Enter("late")) == ("22.0", "not_yet")
    assert waits.refused(Enter("late")) == OK


def test_helicopters_fly_in_where_they_may() -> None:
    """22.0, 19.2.1: only over an entry hex, only one that waits, and alone."""
    s = late(helicopter("h", ""), U("w", "squad", ""), FAR, era="modern").do(Enter("late"))
    assert s.refused(FlyOnto("h", "A4")) == OK
    assert s.refused(FlyOnto("h", "D4")) == ("22.0", "no_entry_hex")
    assert s.refused(FlyOnto("w", "A4")) == ("22.0", "not_waiting")
    s.do(AddMover("w"))
    assert s.refused(FlyOnto("h", "A4")) == ("19.2.1", "flies_alone")


def test_what_is_offered_of_a_vehicle() -> None:
    """22.0, 15.1: a tank facing each of six ways in each hex that takes it; the Squad beside it does not drive, and the
    hex an enemy vehicle holds is only told as barred."""
    s = late(tank("t", ""), U("w", "squad", ""), tank("x", "A3"), FAR).do(Enter("late"))
    ways = [
        drive("A4", mode, facing=vertex_name(s.game.board, s.game.board.index["A4"], v))
        for v in range(6)
        for mode in ("normal", "assault")
    ]
    assert s.offered(DriveIn) == ways
    question = engine.question(s.state)
    assert isinstance(question, Question)
    told = [(c, r) for c, r in question.refusals(s.game, s.state) if type(c) is DriveIn]
    assert {(c.at, r.rule, r.code) for c, r in told} == {("A3", "15.1", "enemy_vehicle_there")}
    assert len(told) == len(ways)


def test_who_drives_in_and_where() -> None:
    """22.0, 15.1: a waiting vehicle, an entry hex, on the ground, a vertex of that hex."""
    s = late(tank("t", ""), U("w", "squad", ""), tank("d", "D4"), FAR).do(Enter("late"))
    assert s.refused(drive()) == OK
    for unit in ("w", "d", "nobody"):
        assert s.refused(drive(unit=unit)) == ("22.0", "not_waiting")
    assert s.refused(drive("A5")) == ("22.0", "no_entry_hex")
    assert s.refused(drive("A4/upper", facing=FRONT)) == ("22.0", "no_entry_hex")
    assert s.refused(drive(facing="D3/E4")) == ("15.1", "no_such_vertex")
    assert s.refused(drive("Z9", facing=FRONT)) == ("15.1", "no_such_vertex")
    s.do(AddMover("w"))
    assert s.refused(drive()) == ("15.1", "drives_alone")


def test_helicopters_do_not_drive() -> None:
    """22.0, 19.2: a helicopter flies in; it is not offered, and not taken, as a vehicle."""
    s = late(helicopter("h", ""), tank("t", ""), FAR, era="modern").do(Enter("late"))
    assert {c.unit for c in s.offered(DriveIn)} == {"t"}
    assert {c.unit for c in s.offered(FlyOnto)} == {"h"}
    assert s.refused(drive(unit="h")) == ("19.2", "no_vehicle")


@pytest.mark.parametrize(
    ("speed", "normal", "assault"),
    [
        ("3T-6", OK, ("15.2", "too_few_points")),
        ("6T-6", OK, ("15.2", "too_few_points")),
        ("8T-6", OK, OK),
        ("9T-6", OK, OK),
    ],
)
def test_first_hex_costs_points(speed: str, normal: tuple[str, str], assault: tuple[str, str]) -> None:
    """22.0, 15.1, 15.2: Light Woods cost a tracked vehicle 4 points: a slow one gets in with all it has, but an Assault
    Move has half of its points only, fractions up."""
    s = late(tank("t", "", what=f"vehicle {speed}"), FAR, hexes={"A4": "light_woods"}).do(Enter("late"))
    assert s.refused(drive()) == normal
    assert s.refused(drive(mode="assault")) == assault
    assert {c.mode for c in s.offered(DriveIn) if c.at == "A4"} == {
        mode for mode, found in (("normal", normal), ("assault", assault)) if found == OK
    }


def test_playable_area() -> None:
    """22.0: a vehicle enters inside the playable area only."""
    inside = tuple(f"{c}{r}" for c in "DEFGH" for r in range(9))
    s = late(tank("t", ""), FAR, enter=("D4", "A4"), scenario={"playable": inside}).do(Enter("late"))
    assert s.refused(drive("D4", facing="D3/E3")) == OK
    assert s.refused(drive()) == ("22.0", "off_limits")
    assert {c.at for c in s.offered(DriveIn)} == {"D4"}


def test_barred_vehicle_waits() -> None:
    """22.0, Q-178: a tank for which no entry hex has room does not enter yet; the first hex says why."""
    s = late(tank("t", ""), tank("x", "A3"), U("y", "squad", "A4"), FAR)
    assert s.refused(Enter("late")) == ("22.0", "entry_blocked")
    group = group_named(s.game, "late")
    assert code(may_drive_in(s.game, s.state, group, s.number("t"))) == ("15.1", "enemy_vehicle_there")


def test_edge_not_rolled_yet() -> None:
    """22.0: a tank whose edge has not been rolled yet has no hex to enter by."""
    group = Group("late", "us", ("t",), edge_roll={str(n): "west" for n in range(1, 7)})
    s = Plan(tank("t", ""), FAR, scenario={"groups": (group,)})
    assert s.refused(Enter("late")) == ("22.0", "entry_blocked")
    assert code(may_drive_in(s.game, s.state, group, s.number("t"))) == ("22.0", "no_entry_hex")
    s.state = rebuilt(s.state, notes={"edge:late": 4})
    assert s.refused(Enter("late")) == OK


@pytest.mark.parametrize(
    ("edge", "near"),
    [
        ("north", ("east", "west")),
        ("east", ("north", "south")),
        ("south", ("east", "west")),
        ("west", ("north", "south")),
    ],
)
def test_edges_that_touch(edge: str, near: tuple[str, ...]) -> None:
    """22.0: a group that must come by an edge next to another group's has the two that touch it."""
    edges = ("north", "east", "south", "west")
    first = Group("first", "us", ("a",), edges=edges, one_edge=True)
    answer = Group("answer", "us", ("b",), edges=edges, edges_near="first")
    s = Plan(U("a", "squad", ""), U("b", "squad", ""), FAR, scenario={"groups": (first, answer)})
    s.do(Enter("first"), AddMover("a"), EnterAt({"north": "D0", "east": "H4", "south": "D8", "west": "A4"}[edge]))
    assert edges_of(s.state, answer) == near


def test_trucks_come_in_too() -> None:
    """22.0, 15.1: a vehicle without a gun enters like any other, drives on, and has paid for the first hex."""
    s = late(truck("t", ""), FAR).do(Enter("late"), drive())
    assert (s.at("t"), s.facing("t"), s.unit("t").mp) == ("A4", FRONT, 2)
    assert s.refused(DriveTo("B4")) == OK
