"""20.1: what a marker betrays in the dark."""

from __future__ import annotations

import pytest

from armour_helpers import code, tank
from helpers import Scene, U
from lnlt.core.setup import Night
from lnlt.core.state import NOBODY
from lnlt.rules.ch14_ordnance.legality import check_aim
from lnlt.rules.ch14_ordnance.to_hit import Aim
from lnlt.rules.ch20_night.darkness import check_dark, has_fired, shows

pytestmark = pytest.mark.usefixtures("either_seat")


@pytest.mark.parametrize(
    ("word", "seen"),
    [("fired", True), ("moved", False), ("ops_complete", False), ("shaken", False), ("assault_move", False)],
)
def test_only_a_fired_marker_is_seen_from_afar(word: str, seen: bool) -> None:
    """20.1: beyond two hexes nobody is seen but who is marked Fired, whatever else lies on his counter."""
    s = Scene(U("a", "squad", "D7"), U("x", "squad", "D2", word), night=Night())
    here, there = s.loc("D7"), s.loc("D2")
    assert has_fired(s.state, there) is seen
    assert has_fired(s.state, there, s.us) is False
    assert shows(s.game, s.state, here, there, side=s.de) is seen
    found = check_dark(s.game, s.state, s.us, here, there)
    assert code(found) == (("", "") if seen else ("20.1", "too_dark"))


def test_men_in_a_trench_near_by() -> None:
    """20.1.1, 21.6.1: within sight it is the Trench that hides them from a gun, not the night."""
    s = Scene(tank("a", "D7", facing="D6/E6"), U("x", "squad", "D6"), night=Night(), markers=[("trench", "D6", 1)])
    aim = Aim(unit=s.number("a"), weapon=NOBODY, target=NOBODY, at=s.loc("D6"))
    assert code(check_aim(s.game, s.state, aim, s.loc("D7"))) == ("21.6.1", "trench_unseen")
