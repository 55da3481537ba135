"""1.7.1, 14.0, 15.3, 16.4: what is offered: who comes first in the list, turrets, marked men."""

from __future__ import annotations

import pytest

from armour_helpers import BAZOOKA, flagged, gun, tank
from helpers import Activate, Scene, U
from lnlt.core.flags import DUG_IN, SHAKEN, WOUNDED
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch14_ordnance.teams import PivotTeam
from lnlt.rules.ch15_vehicles.overrun_answer import JoinAssault, OverrunAnswer
from lnlt.rules.ch16_passengers.dismounting import Disembarking
from lnlt.rules.ch16_passengers.embarking import Embarking
from lnlt.rules.ch16_passengers.mounting import ChooseRider, RidersReady

pytestmark = pytest.mark.usefixtures("either_seat")


def test_everybody_may_answer_an_overrun() -> None:
    """15.3: the first units of the list too; then those who come after the ones named."""
    s = Scene(U("x", "squad", "D5"), U("y", "squad", "D5"), U("z", "squad", "D5"), tank("a", "D5"))

    def offered(*members: int) -> list[str]:
        question = OverrunAnswer(side=s.de, at=s.loc("D5"), target=3, members=members)
        return [c.unit for c in question.candidates(s.game, s.state) if isinstance(c, JoinAssault)]

    assert (offered(), offered(0), offered(0, 1), offered(2)) == (["x", "y", "z"], ["y", "z"], ["z"], [])


def test_everybody_may_get_off() -> None:
    """16.4: the first units of the list too; then those who come after the ones named."""
    s = Scene(
        U("a", "half_squad", "", aboard="c", riding="inside"), U("b", "half_squad", "", aboard="c", riding="inside"),
        tank("c", "D5", capacity="PP"), U("x", "squad", "H1"),
    )  # fmt: skip

    def offered(*chosen: tuple[int, str]) -> tuple[set[str], bool]:
        found = Disembarking(side=s.us, vehicle=2, chosen=chosen).candidates(s.game, s.state)
        return {c.unit for c in found if isinstance(c, ChooseRider)}, RidersReady() in found

    assert offered() == ({"a", "b"}, False)
    assert offered((0, "normal")) == ({"b"}, True)
    assert offered((1, "normal")) == (set(), True)


def test_everybody_may_get_on() -> None:
    """16.4: the first units of the list too; then those who come after the ones named."""
    s = Scene(
        U("a", "half_squad", "D5"), U("b", "half_squad", "D5"), tank("c", "D5", capacity="PP+PPO"),
        U("x", "squad", "H1"),
    )  # fmt: skip

    def offered(*chosen: tuple[int, str, str]) -> tuple[set[str], bool]:
        question = Embarking(side=s.us, vehicle=2, group=(0, 1), chosen=chosen)
        found = question.candidates(s.game, s.state)
        return {c.unit for c in found if isinstance(c, ChooseRider)}, RidersReady() in found

    assert offered() == ({"a", "b"}, False)
    assert offered((0, "normal", "inside")) == ({"b"}, True)
    assert offered((1, "normal", "inside")) == (set(), True)


def test_turrets_are_turned_to_a_target() -> None:
    """15.1.1, Q-103: a tank is offered its turret and its hull; a gun in the hull only the hull."""
    s = Scene(tank("a", "D6", facing="D7/C6", turret="D7/C6"), tank("x", "D3")).do(Activate("D6"))
    ways = {c.pivot for c in s.options() if isinstance(c, FireOrdnance)}
    assert ways == {"turret", "hull"}
    fixed = Scene(tank("a", "D6", facing="D7/C6", armor=("5", "3", "2")), tank("x", "D3")).do(Activate("D6"))
    assert {c.pivot for c in fixed.options() if isinstance(c, FireOrdnance)} == {"hull"}


@pytest.mark.parametrize("flag", [0, DUG_IN])
def test_marked_men_are_led(flag: int) -> None:
    """14.0, 11.1.1: a Leader helps those with a bazooka, in a Foxhole as well as in the open."""
    s = Scene(U("a", "squad", "D6", carries=["baz"]), U("b", "leader", "D6"), tank("x", "D4"), guns={"baz": BAZOOKA})
    s.do(Activate("D6"))
    found = {c.leader for c in flagged(s, "a", flag).options() if isinstance(c, FireOrdnance)}
    assert found == {"", "b"}


@pytest.mark.parametrize("flag", [0, WOUNDED])
def test_marked_men_have_mates(flag: int) -> None:
    """1.6.4, 14.0: a Hero with a bazooka and another man beside him, wounded or not."""
    s = Scene(U("a", "hero", "D6", carries=["baz"]), U("b", "hero", "D6"), tank("x", "D4"), guns={"baz": BAZOOKA})
    s.do(Activate("D6"))
    found = {c.mate for c in flagged(s, "a", flag).options() if isinstance(c, FireOrdnance)}
    assert found == {"", "b"}


@pytest.mark.parametrize("flag", [0, SHAKEN, DUG_IN])
def test_guns_pivot_whatever_marks_they_bear(flag: int) -> None:
    """1.7.1: Shaken or not, in Foxholes or not; vehicles do it otherwise."""
    s = Scene(gun("a", "D6", facing="D5/E5"), tank("b", "D6"), U("x", "squad", "H1")).do(Activate("D6"))
    assert {c.unit for c in flagged(s, "a", flag).options() if isinstance(c, PivotTeam)} == {"a"}
