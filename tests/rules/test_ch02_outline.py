"""2.0: the order of play."""

from __future__ import annotations

from helpers import Scene, U
from lnlt.rules.ch03_rally import Rally
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch04_operations.impulse import Pass


def test_rallying_happens_in_the_rally_phase() -> None:
    """2.0#2: a Shaken unit can rally in the Rally Phase and not in the Operations Phase."""
    men = (U("a", "squad", "C3", "shaken"), U("b", "leader", "C3"), U("x", "squad", "C8"))
    assert Rally("a") in Scene(*men, phase="rally").options()
    assert not any(isinstance(c, Rally) for c in Scene(*men).options())


def test_impulses_alternate() -> None:
    """2.0#3: the sides take impulses in turn, and an impulse names one hex."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "E3"), U("x", "squad", "C8"))
    assert {c.at for c in s.options() if isinstance(c, Activate)} == {"C3", "E3"}
    s.do(Pass())
    assert s.asked == "de"
    named = Scene(U("a", "squad", "C3"), U("b", "squad", "C4"), U("x", "squad", "C8")).do(Activate("C3"))
    assert not any(isinstance(c, Activate) for c in named.options())


def test_leaders_take_in_their_neighbours() -> None:
    """2.0#4: a Leader's activation takes in adjacent hexes, a wounded Leader's does not."""
    for state, reach in (((), {"C4"}), (("wounded",), set())):
        s = Scene(U("d", "leader", "C3", *state), U("b", "squad", "C4"), U("x", "squad", "C8")).do(Activate("C3"))
        assert {c.at for c in s.options() if isinstance(c, Activate)} == reach
