"""8.1.1, 8.6: odds of many Morale Checks at once, and odds that would take too long."""

from __future__ import annotations

import pytest

from helpers import Activate, AddMover, BeginMove, Scene, StepTo, U
from lnlt import engine
from lnlt.rules.ch08_melee.action import WithdrawMelee
from lnlt.rules.ch08_melee.withdrawing import AddWithdrawer, TryWithdrawal

pytestmark = pytest.mark.usefixtures("either_seat")

CAVALRY = "mounted_squad 1-4-12-5"


def test_odds_of_a_charge_at_many() -> None:
    """8.6: those charged check one by one, so that even four of them are counted exactly and soon."""
    foes = [U("x", "leader 6-1-6", "C3"), *(U(name, "squad 0-0-4-5", "C3") for name in ("y", "z", "zz"))]
    scene = Scene(U("a", CAVALRY, "C5", abilities=("horse",)), *foes)
    scene.do(Activate("C5"), BeginMove("C5"), AddMover("a"), StepTo("C4"))
    found = engine.preview(scene.game, scene.state, [StepTo("C3")], limit=5_000)
    assert isinstance(found, engine.Preview)
    assert found.exact
    assert [roll.subject for roll in found.rolls if roll.what == "morale_check"] == ["x", "y", "z", "zz"]
    short = engine.preview(scene.game, scene.state, [StepTo("C3")], limit=10)
    assert isinstance(short, engine.Preview)
    assert (short.exact, short.branches) == (False, 10)


def test_odds_of_many_who_withdraw() -> None:
    """8.1.1: those who withdraw check one by one, too."""
    men = [*(U(name, "squad", "C3") for name in "abcx"), U("d", "leader 6-1-6", "C3")]
    scene = Scene(*men, markers=[("melee", "C3", 1)], turn=2)
    scene.do(Activate("C3"), WithdrawMelee("C3"), *(AddWithdrawer(u) for u in "abcd"))
    found = engine.preview(scene.game, scene.state, [TryWithdrawal()], limit=5_000)
    assert isinstance(found, engine.Preview)
    assert found.exact
    assert [roll.subject for roll in found.rolls if roll.what == "morale_check"] == ["d", "a", "b", "c"]
