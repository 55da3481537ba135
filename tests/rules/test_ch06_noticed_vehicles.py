"""6.5, 17.1: moves with vehicles and against them, where one number or one marker decides."""

from __future__ import annotations

import pytest

from armour_helpers import code, refused, tank
from helpers import Activate, BeginMove, PassWindow, Scene, StepTo, StopMove, U
from lnlt.core.frames import Question
from lnlt.rules.ch06_movement.coordinated import check_join
from lnlt.rules.ch06_movement.opportunity_move import OpMove
from lnlt.rules.ch06_movement.steps import AddMover
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.driving import Drive
from lnlt.rules.ch15_vehicles.steps import DriveTo, Pivot
from lnlt.rules.ch17_antitank.eligibility import AssaultVehicle

FOE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot."""
HORSE = "mounted_squad 1-4-12-5"


def rolling(*units: U, vehicle: str = "t", **board: object) -> Scene:
    """A tank at D6 that begins to drive, with others in its hex."""
    s = Scene(*units, tank("t", "D6", facing="D5/E5"), FOE, **board)  # type: ignore[arg-type]
    return s.do(Activate("D6"), BeginDrive(vehicle))


def offered(s: Scene) -> set[str]:
    """Units that may still go along."""
    return {c.unit for c in s.options() if isinstance(c, AddMover)}


def test_who_may_go_along() -> None:
    """6.5: every unit on foot of the vehicle's hex may be taken along, each once."""
    s = rolling(U("a", "squad", "D6"), U("b", "squad", "D6"), U("c", "squad", "D7"))
    assert offered(s) == {"a", "b"}
    s.do(AddMover("a"))
    assert refused(s, AddMover("a")) == ("6.0", "in_order")
    assert offered(s) == {"b"}
    question = s.state.stack[-1]
    assert isinstance(question, Question)
    denied = [c.unit for c, _ in question.refusals(s.game, s.state) if isinstance(c, AddMover)]
    assert "a" not in denied


def test_company_of_a_location_that_has_moved() -> None:
    """4.0, 6.5: when others of the hex have moved in this impulse, nobody on foot goes along with the vehicle."""
    s = Scene(U("a", "squad", "D6"), U("b", "squad", "D6"), tank("t", "D6", facing="D5/E5"), FOE)
    s.move("D6", "a", "C5", stop=True).do(BeginDrive("t"))
    assert refused(s, AddMover("b")) == ("4.0", "move_together")


def test_company_of_a_place_not_named() -> None:
    """4.0, 6.5: only a location that is activated sends men along."""
    s = rolling(U("a", "squad", "D6"))
    named = Drive(side=s.us, unit=s.number("t"), origin=s.loc("D6"), at=s.loc("D6"), mode="normal")
    other = Drive(side=s.us, unit=s.number("t"), origin=s.loc("D7"), at=s.loc("D6"), mode="normal")
    found = [code(check_join(s.game, s.state, drive, AddMover("a"))) for drive in (named, other)]
    assert found == [("", ""), ("4.0", "not_named")]


def test_armor_leaders_bring_no_men_along() -> None:
    """4.0, 11.5, 6.5: who is not reached by the Armor Leader who activates the vehicle next door does not go along."""
    s = Scene(
        U("a", "squad", "D6"),
        tank("t", "D6", facing="D5/E5"),
        tank("u", "D7", facing="D6/E6"),
        U("l", "armor_leader 6-1", "", aboard="u"),
        FOE,
    )
    s.do(Activate("D7"), Activate("D6"), BeginDrive("t"))
    assert refused(s, AddMover("a")) == ("4.0", "not_by_that_leader")


@pytest.mark.parametrize(("along", "cost"), [((), 4), (("s",), 2)])
def test_scouts_must_go_along(along: tuple[str, ...], cost: int) -> None:
    """11.6, 6.5: woods cost a man beside a vehicle one point if a Scout walks with him, and two if he does not."""
    s = rolling(U("a", "squad", "D6"), U("s", "scout 2-5-6-6", "D6"), hexes={"D5": "light_woods"})
    s.do(AddMover("a"), *(AddMover(u) for u in along), DriveTo("D5"))
    assert (s.at("a"), s.unit("a").mp) == ("D5", cost)


def test_company_may_stay_after_a_pivot() -> None:
    """6.5, 6.1.1: only men who have used Assault Fire oblige the vehicle to leave the hex."""
    s = rolling(U("a", "squad", "D6")).do(AddMover("a"))
    turn = next(c for c in s.options() if isinstance(c, Pivot))
    s.do(turn)
    assert refused(s, StopMove()) == ("", "")


def test_first_hex_of_the_map_can_be_assaulted() -> None:
    """17.1: a vehicle in any hex next door can be assaulted, that in the first hex of the map too."""
    s = Scene(U("a", "squad", "A1"), tank("x", "A0", to_hit=()), FOE)
    s.do(Activate("A1"), BeginMove("A1"), AddMover("a"))
    assert AssaultVehicle("x") in s.options()


def test_out_of_the_bunker_against_a_tank() -> None:
    """17.1, 21.1, Q-431: men whose only way out of a Bunker is held by a vehicle may set out to assault it."""
    s = Scene(
        U("a", "squad", "D5/bunker"), tank("x", "D5", to_hit=(), he=None), FOE, markers=[("bunker", "D5", 2, "D4")]
    )
    s.do(Activate("D5/bunker"))
    assert refused(s, BeginMove("D5/bunker")) == ("", "")
    s.do(BeginMove("D5/bunker"), AddMover("a"))
    assert AssaultVehicle("x") in s.options()
    assert not [c for c in s.options() if isinstance(c, StepTo)]


def test_last_point_for_an_assault() -> None:
    """6.0, 17.1: a group that has points for no other hex is still asked whether it assaults the vehicle next door."""
    woods = dict.fromkeys(("D3", "E3", "D5", "C4", "C3"), "light_woods")
    s = Scene(U("a", "squad 1-5-2-5", "C3"), tank("x", "E4", to_hit=(), he=None), FOE, hexes=woods)  # type: ignore[arg-type]
    s.move("C3", "a", "D4")
    while s.asked == "de":
        s.do(PassWindow())
    assert s.frames.endswith("MoveOn")
    assert set(s.options()) == {AssaultVehicle("x"), StopMove()}


def test_riders_pass_a_tank_on_the_move() -> None:
    """6.8, 15.1: riders who answer an answer ride through the hex of their own moving tank and do not take it along."""
    s = Scene(
        tank("a", "D6", facing="D5/E5", to_hit=(), he=None),
        U("b", HORSE, "C5"),
        U("x", HORSE, "F3"),
    )
    s.do(Activate("D6"), BeginDrive("a"), DriveTo("D5"), OpMove("F3"), AddMover("x"), StepTo("F2"))
    s.do(OpMove("C5"), AddMover("b"), StepTo("D5"))
    while "MoveOn" not in s.frames.split(" > ")[-1]:
        s.do(PassWindow())
    s.do(StepTo("D4"))
    assert (s.at("a"), s.at("b")) == ("D5", "D4")
