"""Which sums a card shows."""

from __future__ import annotations

from lnlt.core.tally import Modifier, Tally
from lnlt.server.sums import is_told

FIRE = Tally("fire", (Modifier(1, "lead", "5.2"),))
BARE = Tally("defence")


def test_both_sides_of_a_comparison_are_shown() -> None:
    """A target nothing helps has a sum all the same: its die belongs to it."""
    assert is_told(FIRE, (FIRE, BARE))
    assert is_told(BARE, (FIRE, BARE))


def test_an_empty_sum_alone_is_left_out() -> None:
    """A bare die against nothing has no sum; one against a number has."""
    assert not is_told(BARE, (BARE,))
    morale = Tally("morale", need=5)
    assert is_told(morale, (morale,))
