"""23.2.1, 23.3.1: Claymores between houses, beside a Bunker in the first hexes, against many; boats and light."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from helpers import Scene, U
from lnlt.core.catalog import WeaponType
from lnlt.core.state import Marker
from lnlt.rules.ch23_equipment.claymores import Detonate, claymore_targets, covers_step, has_watch

pytestmark = pytest.mark.usefixtures("either_seat")

CLAYMORE = WeaponType("gun-c1", "c1", "claymore")
BOAT = WeaponType("gun-b1", "b1", "rubber_boat")


def deployed(at: str, *units: U, boats: bool = False, **facts: Any) -> Scene:
    """A scene with a Claymore of the Americans, perhaps with a boat somewhere."""
    guns = {"c1": CLAYMORE, **({"b1": BOAT} if boats else {})}
    s = Scene(*units, **{"era": "modern", "guns": guns, "lying": dict.fromkeys(guns, "A7"), **facts})
    found = Marker("claymore", s.loc(at), 1, s.us)
    s.state = replace(s.state, markers=(*s.state.markers, found), marks={**s.state.marks, found.at: (found,)})
    return s


def reaches(s: Scene, claymore: str, came_from: str, to: str) -> bool:
    """Whether a Claymore may attack those who come to a place."""
    return covers_step(s.game, s.state, s.loc(claymore), s.loc(came_from), s.loc(to))


@pytest.mark.parametrize(("floors", "upper"), [(2, False), (1, True)])
def test_the_house_next_door(floors: int, upper: bool) -> None:
    """23.2.1, Q-405: from the ground of a house of two floors it attacks the hexes around, of upper floors its own."""
    s = deployed(
        "D6", U("a", "squad", "D6"), U("x", "squad", "H1"), hexes={"D5": "hc_building", "D6": "hc_building"},
        buildings=[(("D5",), 2), (("D6",), floors)],
    )  # fmt: skip
    assert [reaches(s, "D6", "D4", at) for at in ("D5", "D7", "D5/upper")] == [True, True, upper]


def test_behind_a_bunker_from_the_first_hex() -> None:
    """23.2.1: enemies who enter the hex of the Bunker from a hex behind it are attacked, from A0 as well."""
    s = deployed("A1/bunker", U("a", "squad", "A1/bunker"), U("x", "squad", "H1"), markers=[("bunker", "A1", 1, "A2")])
    assert [reaches(s, "A1/bunker", came, "A1") for came in ("A0", "A2")] == [True, False]


def test_stealth_does_not_help() -> None:
    """23.2.1, Q-183: whoever moves into range is attacked, also by Stealth and unseen."""
    s = deployed(
        "D6", U("a", "squad", "D6"), U("x", "squad", "D5", "stealth"), U("y", "squad", "D5", "stealth"),
        hexes={"D5": "forest"},
    )  # fmt: skip
    found = claymore_targets(s.game, s.state, s.us, s.loc("D5"), (s.number("x"),))
    assert [s.state.units[u].id for u in found] == ["x", "y"]


@pytest.mark.parametrize("boats", [False, True])
def test_a_watch_on_land(boats: bool) -> None:
    """23.2.1, 23.3.1, Q-544: who is ashore detonates it, whether boats are about or not."""
    s = deployed("D6", U("a", "squad", "D6"), U("x", "squad", "H1"), boats=boats)
    assert has_watch(s.game, s.state, s.state.markers[-1])


def test_everybody_checks() -> None:
    """5.1, 23.2.1: each of those who came makes his Damage Check."""
    men = [U(name, "squad 1-5-4-5", "D4") for name in ("x", "y", "z")]
    s = deployed("D6", U("a", "squad", "D6"), *men, impulse="de", initiative="de")
    s.move("D4", "x y z", "D5")
    assert (s.asked, Detonate() in s.options()) == ("us", True)
    s.do(Detonate(), dice=["attack 4", "defence 6", *["damage check 5"] * 3])
    assert s.rolls("damage check") == [(5,)] * 3
    assert [s.resolved("damage_check", name).outcome for name in ("x", "y", "z")] == ["shaken"] * 3
