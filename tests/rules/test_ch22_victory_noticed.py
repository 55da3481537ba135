"""22.0, 22.1: goals of a scenario and Victory Points."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from armour_helpers import tank
from helpers import U, rebuilt
from lnlt.core.flags import ELIMINATED
from lnlt.core.setup import Condition, Points, Victory
from lnlt.core.state import NOWHERE, Unit
from lnlt.rules.ch22_scenario.victory import points, standing
from scenario_helpers import Plan, truck

OWN = U("a", "squad", "A4")


def aim(*units: U, when: Condition) -> Plan:
    """The Americans win if they meet a condition, else the Germans do."""
    return Plan(OWN, *units, scenario={"victory": (Victory("us", (when,)),), "otherwise": "de"})


@pytest.mark.parametrize(
    ("units", "cleared"),
    [
        ((U("x", "squad", "D4"),), False),
        ((U("x", "squad", "A0"),), False),
        ((U("x", "squad", "D4", "moved"),), False),
        ((U("x", "leader", "D4", "wounded"),), False),
        ((U("x", "squad", "D4", "shaken"), U("y", "leader", "D4")), False),
        ((U("x", "squad", "D4", "shaken"), U("y", "leader", "D4", "shaken")), True),
        ((U("x", "squad", ""),), True),
        ((tank("x", "D4"),), True),
        ((truck("x", "D4", capacity="1S"), U("y", "squad", "", aboard="x")), False),
        ((tank("x", "D4", "shaken"), U("y", "squad", "D5", "shaken")), True),
    ],
)
def test_cleared_of_the_enemy(units: tuple[U, ...], cleared: bool) -> None:
    """22.0, 1.5: no Good Order MMC or SMC of the enemy is left on the map; vehicles do not count, who rides in one
    does, and so does who has acted or is wounded."""
    s = aim(*units, when=Condition(cleared="de"))
    assert standing(s.game, s.state).winner == (s.us if cleared else s.de)


@pytest.mark.parametrize(("noted", "met"), [(0, False), (1, True), (3, True)])
def test_goal_that_was_noted(noted: int, met: bool) -> None:
    """22.0: a thing done counts from the first turn on."""
    s = aim(U("x", "squad", "D4"), when=Condition(note="found"))
    s.state = rebuilt(s.state, notes={"found": noted})
    assert standing(s.game, s.state).winner == (s.us if met else s.de)


def test_goal_that_says_nothing() -> None:
    """22.0: a condition that asks for nothing is met by nobody."""
    s = aim(U("x", "squad", "D4"), when=Condition())
    assert standing(s.game, s.state).winner == s.de


def scored(*units: U) -> Plan:
    """The Americans have two points for each enemy Squad lost."""
    return Plan(OWN, *units, scenario={"points": (Points("us", per_squad=2),)})


def score(s: Plan) -> float:
    """Points of the Americans."""
    return points(s.game, s.state, s.game.setup.points[0])


def lose(s: Plan, id_: str) -> None:
    """A unit is eliminated."""
    lost = [replace(u, at=NOWHERE, flags=u.flags | ELIMINATED) if u.id == id_ else u for u in s.state.units]
    s.state = rebuilt(s.state, units=lost)


def test_only_squads_count_as_squads() -> None:
    """22.0: of vehicles, Crews and Weapon Teams no Squad is lost, whether they live or not."""
    s = scored(tank("x", "D4"), U("y", "crew", "D5"), U("z", "weapon_team", "D6"), U("z2", "squad", "D7"))
    assert score(s) == 0
    for other in "xyz":
        lose(s, other)
    assert score(s) == 0
    lose(s, "z2")
    assert score(s) == 2


def test_mounted_squads_count_as_squads() -> None:
    """22.0, 6.6: a Mounted Squad is a Squad, a Mounted Half-Squad half of one, lost in the saddle or on foot."""
    s = scored(U("x", "mounted_squad", "D4"), U("y", "mounted_half_squad", "D5"), U("z", "squad", "D7"))
    assert score(s) == 0
    lose(s, "y")
    assert score(s) == 1
    lose(s, "x")
    assert score(s) == 3


@pytest.mark.parametrize(("half", "was_squad", "whole"), [(False, False, 2), (True, False, 1), (True, True, 2)])
def test_squads_that_came_later(half: bool, was_squad: bool, whole: float) -> None:
    """22.0, 3.0: of a unit that no list names what it was when it came counts: a Half-Squad half of a Squad, also if it
    was a Squad first, of which it has lost half."""
    s = scored(U("x", "squad", "D4"))
    squad = s.unit("x").type
    kind = s.game.type_index[s.game.types[squad].reduces_to[0]] if half else squad
    new = Unit("new", s.de, kind, s.loc("D5"))
    s.state = rebuilt(s.state, units=[*s.state.units, new], notes={"squad:new": 1} if was_squad else {})
    assert score(s) == (1 if was_squad else 0)
    lose(s, "new")
    assert score(s) == whole
