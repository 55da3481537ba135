"""1.6, 15.5.1: weapons picked up on the way, and Mounted Units that stay in motion."""

from __future__ import annotations

from typing import Any

import pytest

from armour_helpers import gun, refused, tank
from helpers import Activate, AddMover, BeginMove, PickUp, Scene, StepTo, U
from lnlt.rules.ch06_movement.continuous import EndDeclaring, StayInMotion, in_motion
from lnlt.rules.ch06_movement.loads import picks
from lnlt.rules.ch09_administration import Next

FOE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot."""
HORSE = "mounted_squad 1-4-12-5"
GUNS: dict[str, Any] = {"g": (2, 8), "satchel_charge": (8, 1)}


def walking(what: str, hexes: int, *words: str, **more: Any) -> Scene:
    """A unit that has gone some hexes down the column C to C6, where a machine gun and a satchel charge lie."""
    start = f"C{6 - hexes}"
    s = Scene(U("a", what, start, *words, **more), FOE, guns=GUNS, lying=dict.fromkeys(GUNS, "C6"))
    s.do(Activate(start), BeginMove(start), AddMover("a"))
    return s.do(*(StepTo(f"C{n}") for n in range(7 - hexes, 7)))


@pytest.mark.parametrize(
    ("what", "hexes", "weapon", "enough"),
    [
        ("squad 1-5-5-5", 3, "g", True),
        ("squad 1-5-5-5", 4, "g", False),
        ("squad 1-5-5-5", 3, "satchel_charge", True),
        ("squad 1-5-5-5", 4, "satchel_charge", False),
        ("hero 1-4-7-6", 3, "g", True),
        ("hero 1-4-7-6", 4, "g", False),
        ("hero 1-4-7-6", 5, "satchel_charge", True),
        ("hero 1-4-7-6", 6, "satchel_charge", False),
        ("leader 6-1-7", 3, "g", True),
        ("leader 6-1-7", 4, "g", False),
    ],
)
def test_points_left_for_a_weapon(what: str, hexes: int, weapon: str, enough: bool) -> None:
    """1.6, Q-225: two points are enough, for a man four, of which a satchel charge spares him two."""
    s = walking(what, hexes)
    found = ("", "") if enough else ("1.6", "too_few_points")
    assert refused(s, PickUp("a", weapon)) == found
    assert (PickUp("a", weapon) in s.options()) == enough


def test_the_second_weapon_of_a_squad() -> None:
    """1.6: a Squad that carries a weapon pays two points for its second one."""
    light = {"g": (2, 8), "p": (1, 1)}
    s = Scene(U("a", "squad 1-5-6-5", "C4", carries=["g"]), FOE, guns=light, lying={"p": "C6"})
    s.do(Activate("C4"), BeginMove("C4"), AddMover("a"), StepTo("C5"), StepTo("C6"), PickUp("a", "p"))
    assert (s.unit("a").mp, len(s.unit("a").carries)) == (8, 2)


def test_crews_of_guns_take_nothing_along() -> None:
    """1.6: a Weapon Team does not use Support Weapons, so it picks none up on the way."""
    assert refused(walking("weapon_team 3-9-4-6", 1, abilities=("mg",)), PickUp("a", "g")) == (
        "1.6",
        "cannot_use_weapons",
    )


def test_shaken_units_take_nothing_along() -> None:
    """1.6: only a Good Order unit picks up a weapon on the way."""
    s = walking("squad 1-5-4-5", 1, "shaken", shaken=(5, 4))
    assert refused(s, PickUp("a", "g")) == ("1.6", "not_good_order")
    assert refused(walking("squad 1-5-4-5", 1), PickUp("a", "g")) == ("", "")


def test_weapons_that_lie_here() -> None:
    """1.6: a moving unit is asked about weapons that lie where it is, not about those in hands or elsewhere."""
    guns = {"g": (2, 8), "h": (2, 8), "k": (2, 8)}
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3", carries=["k"]), FOE, guns=guns, lying={"g": "C3", "h": "C4"})
    assert picks(s.state, [0], s.loc("C3")) == [PickUp("a", "g")]
    assert picks(s.state, [0, 1], s.loc("C4")) == [PickUp("a", "h"), PickUp("b", "h")]
    assert picks(s.state, [0], s.loc("C5")) == []


def staying(s: Scene, side: int) -> list[str]:
    """Units of a side that are asked whether they stay in motion."""
    return [c.unit for c in in_motion(s.game, s.state, side) if isinstance(c, StayInMotion)]


def test_who_is_in_motion() -> None:
    """15.5, 15.5.1: riders and vehicles under a marker of movement; nobody on foot, none who fired, no enemy."""
    s = Scene(
        U("a", HORSE, "C3", "moved"),
        U("b", HORSE, "C4", "hit_and_run"),
        U("c", HORSE, "C5", "fired"),
        U("d", HORSE, "C6"),
        U("e", "squad", "D3", "moved"),
        gun("f", "D4", "moved"),
        tank("g", "D6", "assault_move", facing="D5/E5"),
        tank("h", "D7", "fired", facing="D6/E6"),
        U("x", HORSE, "G3", "moved"),
        U("y", "squad", "G4", "moved"),
    )
    assert (staying(s, s.us), staying(s, s.de)) == (["a", "b", "g"], ["x"])


def test_men_on_foot_stop() -> None:
    """15.5.1: a Squad on foot that has moved does not stay in motion."""
    s = Scene(U("a", HORSE, "C3", "moved"), U("b", "squad", "C4", "moved"), FOE, phase="admin").do(Next())
    assert refused(s, StayInMotion("b")) == ("15.5.1", "not_mounted")
    assert refused(s, StayInMotion("a")) == ("", "")
    assert s.options() == [StayInMotion("a"), EndDeclaring()]


@pytest.mark.usefixtures("either_seat")
@pytest.mark.parametrize("first", ["us", "de"])
def test_both_sides_stay_in_motion(first: str) -> None:
    """15.5.1, Q-070: the side with the initiative declares first, then the other one, whichever seat they have."""
    s = Scene(U("a", HORSE, "C3", "moved"), U("x", HORSE, "G3", "moved"), phase="admin", initiative=first).do(Next())
    asked = [s.asked]
    s.do(StayInMotion("a" if first == "us" else "x"))
    asked.append(s.asked)
    assert asked == [first, "de" if first == "us" else "us"]
    assert refused(s, StayInMotion("x" if first == "us" else "a")) == ("", "")
