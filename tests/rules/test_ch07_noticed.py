"""7.0: the limits of laying Smoke: markers, floors, chances, and an impulse that goes on for it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from armour_helpers import OK, flagged, refused
from helpers import Activate, Scene, U
from lnlt.core.flags import ASSAULT_FIRE
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch07_smoke import LaySmoke, smoke_odds

FAR = U("x", "squad", "H8")


@pytest.mark.parametrize(("lying", "found"), [(1, OK), (2, ("7.0", "no_smoke_left"))])
def test_every_marker_counts_once(lying: int, found: tuple[str, str]) -> None:
    """7.0: of two markers of the module the second may be laid while one is on the map, a third may not."""
    s = Scene(U("a", "squad", "C3"), FAR, smoke_markers=2, markers=[("smoke", "G7", 1)] * lying).do(Activate("C3"))
    assert refused(s, LaySmoke("a", "C4")) == found


def test_smoke_lies_on_the_ground() -> None:
    """7.0: a unit upstairs lays Smoke into its hex, which is the ground, not onto a floor."""
    s = Scene(U("a", "squad", "C3/upper"), FAR, hexes={"C3": "hc_building"}, buildings=[(("C3",), 2)]).do(
        Activate("C3/upper")
    )
    assert refused(s, LaySmoke("a", "C3/upper")) == ("7.0", "smoke_next_door")
    assert refused(s, LaySmoke("a", "C3")) == OK


def test_no_smoke_after_assault_fire() -> None:
    """7.0: Smoke is the first thing a unit does: not after its own Assault Fire."""
    s = flagged(Scene(U("a", "squad", "C3"), U("b", "squad", "C3"), FAR).do(Activate("C3")), "a", ASSAULT_FIRE)
    assert refused(s, LaySmoke("a", "C4")) == ("7.0", "smoke_first")
    assert refused(s, LaySmoke("b", "C4")) == OK


@pytest.mark.parametrize(
    ("need", "modifier", "chance"),
    [(2, 0, Fraction(1, 3)), (0, 0, Fraction(0)), (6, 0, Fraction(1)), (6, -1, Fraction(1)), (2, 1, Fraction(1, 6))],
)
def test_chances(need: int, modifier: int, chance: Fraction) -> None:
    """7.0: a die of at most the capability: none of six faces for 0, never more than all six."""
    items = (Modifier(modifier, "test", "7.0"),) if modifier else ()
    assert smoke_odds(Tally("smoke", (), items, need)) == chance


@pytest.mark.parametrize("at", ["C3", "C3/upper"])
def test_impulse_goes_on_for_smoke(at: str) -> None:
    """7.0: after one Squad has laid Smoke another one that can do nothing else is still asked, on any floor."""
    units = [U(i, "squad 1-5-0-5", at) for i in "ab"]
    s = Scene(*units, FAR, hexes={"C3": "hc_building"}, buildings=[(("C3",), 2)])
    s.do(Activate(at), LaySmoke("a", "C3"), dice=("smoke 6",))
    assert {c.unit for c in s.options() if isinstance(c, LaySmoke)} == {"b"}
