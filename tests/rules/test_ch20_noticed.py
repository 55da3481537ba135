"""20.2, 20.3, 23.3.1: Starshells out of a boat."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from armour_helpers import OK, refused
from helpers import Activate, Scene, U
from lnlt.core.catalog import WeaponType
from lnlt.core.setup import Night
from lnlt.rules.ch20_night.starshells import FireStarshell

pytestmark = pytest.mark.usefixtures("either_seat")

BOAT = WeaponType("gun-b1", "b1", "rubber_boat")


@pytest.mark.parametrize(("terrain", "called"), [("river", ("23.3.1", "in_boat")), ("clear", OK)])
def test_out_of_a_boat(terrain: str, called: tuple[str, str]) -> None:
    """20.2, 20.3, 23.3.1: in a boat nobody calls fire; a Starshell of his own a Leader fires there as on land."""
    team = U("m", "weapon_team 2-9-2-7", "C7")
    team.type = replace(team.type, min_range=2)
    s = Scene(
        U("a", "leader", "D4"), U("b", "squad", "D4", carries=["b1"]), team, U("x", "squad", "H1"),
        hexes={"D4": terrain}, guns={"b1": BOAT}, night=Night(starshell={"us": 3}),
    ).do(Activate("D4"))  # fmt: skip
    assert refused(s, FireStarshell("a", "D2", "m")) == called
    assert refused(s, FireStarshell("a", "D2")) == OK
    assert FireStarshell("a", "D2") in s.options()
