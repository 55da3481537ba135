"""23.2.1, 23.3.1: Claymores where boats are about, and beside a Bunker in the first hex of the map."""

from __future__ import annotations

import pytest

from armour_helpers import OK, refused
from helpers import Activate, Scene, U
from lnlt.core.catalog import WeaponType
from lnlt.rules.ch23_equipment.claymores import DeployClaymore, covers_step

CLAYMORE = WeaponType("gun-c1", "c1", "claymore")
BOAT = WeaponType("gun-b1", "b1", "rubber_boat")
FAR = U("x", "squad 0-0-4-5", "H1")


@pytest.mark.parametrize("boats", [False, True])
@pytest.mark.parametrize(
    ("words", "found"), [((), OK), (("shaken",), ("23.2.1", "not_good_order")), (("fired",), ("4.0", "has_acted"))]
)
def test_who_deploys_where_boats_are_about(words: tuple[str, ...], found: tuple[str, str], boats: bool) -> None:
    """23.2.1, 23.3.1, Q-544: on land only a Good Order Squad that has done nothing yet deploys one, whether there
    are boats or not."""
    guns = {"c1": CLAYMORE, **({"b1": BOAT} if boats else {})}
    units = (U("a", "squad", "D6", *words, carries=["c1"]), U("b", "squad", "D6"), FAR)
    s = Scene(*units, era="modern", guns=guns, lying={"b1": "A7"}).do(Activate("D6"))
    assert refused(s, DeployClaymore("a", "c1")) == found


def test_into_the_first_hex_from_behind() -> None:
    """23.2.1: a Bunker in the first hex of the map that faces up: who comes in from below comes from behind it."""
    s = Scene(U("a", "squad", "A0/bunker"), FAR, era="modern", markers=[("bunker", "A0", 1, "B0")])
    bunker, here = s.loc("A0/bunker"), s.loc("A0")
    assert [covers_step(s.game, s.state, bunker, s.loc(came), here) for came in ("A1", "B1", "B0")] == [
        True,
        False,
        False,
    ]
