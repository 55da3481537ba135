"""4.0, 7.0, 9.0: the short tables of impulses, Smoke and the Administrative Phase, entry by entry."""

from __future__ import annotations

import pytest

from helpers import Activate, Pass, Scene, U, flagged
from lnlt import engine
from lnlt.core.flags import (
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    ELIMINATED,
    FIRED,
    HANDLED,
    HIT_AND_RUN,
    LOADED,
    LOW_CRAWL,
    MELEE,
    MOVED,
    OPS_COMPLETE,
    PIVOTED,
    SHAKEN,
    SMOKED,
    STEALTH,
    SWITCHED,
    TURNED,
)
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.activation import BUSY, Activation, may_act
from lnlt.rules.ch04_operations.impulse import Impulse, OperationsPhase, Passing
from lnlt.rules.ch04_operations.impulse import Pass as DoNothing
from lnlt.rules.ch06_movement.action import Moving
from lnlt.rules.ch06_movement.flipping import FlippingInImpulse
from lnlt.rules.ch07_smoke import LaySmoke, SmokeLaying, capability, check_layer, markers_left
from lnlt.rules.ch09_administration import AdminPhase, Next

ACTED = (MOVED, FIRED, OPS_COMPLETE, LOW_CRAWL, STEALTH, HIT_AND_RUN)
"""Markers under which nothing is left to do."""


def pair() -> Scene:
    """One squad on each side."""
    return Scene(U("a", "squad", "D6"), U("x", "squad", "H1"))


def test_steps_of_saved_games() -> None:
    """4.0, 9.0: these words and their order are in saved games: they mean the same in every version."""
    assert OperationsPhase.STEPS == ("begin", "impulse", "next_side")
    assert Impulse.STEPS == ("ask", "again", "end")
    assert AdminPhase.STEPS == (
        "begin", "continuous_movement", "units", "barrages", "board", "melees", "smoke", "fire_damage",
        "fire_intensity", "fire_spreading", "events",
    )  # fmt: skip


def test_what_goes_without_saying() -> None:
    """4.0: a phase in which nobody has had an impulse, an impulse in which nothing has happened, a plain action."""
    assert OperationsPhase().side == -1
    impulse = Impulse(side=0)
    assert (impulse.placed, impulse.done) == (False, False)
    assert (Action.prolongs, Action.needs_named, Action.opens) == (True, False, False)


def test_what_does_nothing() -> None:
    """4.0, 9.0: these commands are what a side does that does nothing."""
    assert DoNothing.PASSES
    assert Next.PASSES


def test_when_actions_are_offered() -> None:
    """4.0: naming locations and passing before anybody acts; moves, Smoke and flipped tripods in named locations."""
    assert (Activation.opens, Passing.opens) == (True, True)
    assert (Moving.needs_named, SmokeLaying.needs_named, FlippingInImpulse.needs_named) == (True, True, True)


def test_passes_that_end_the_phase() -> None:
    """4.0: three in a row, no matter whose."""
    s = pair()
    assert [s.do(Pass()).state.phase for _ in range(3)] == ["operations", "operations", "admin"]


def test_who_has_acted() -> None:
    """4.0, 6.1, Q-022, Q-045: every marker but an Assault Move, by Stealth or not, says that a unit has acted."""
    s = pair()
    for flag in (*ACTED, MOVED | ASSAULT_MOVE, ASSAULT_MOVE | SHAKEN):
        assert not may_act(flagged(s, 0, flag).state, 0)
    for flag in (0, ASSAULT_MOVE, ASSAULT_MOVE | STEALTH):
        assert may_act(flagged(s, 0, flag).state, 0)
    assert BUSY == (
        MOVED | FIRED | OPS_COMPLETE | ASSAULT_MOVE | LOW_CRAWL | STEALTH | HIT_AND_RUN | MELEE | ELIMINATED
    )


@pytest.mark.parametrize("flag", [ASSAULT_FIRE, SMOKED, HANDLED, PIVOTED, TURNED, SWITCHED, LOADED])
def test_what_is_forgotten_when_an_impulse_ends(flag: int) -> None:
    """4.0, 6.1.1, 7.0, 1.6.1, 15.1: what has no counter on the table holds in its impulse only."""
    s = flagged(pair(), 0, flag).do(Pass())
    assert not s.unit("a").flags & flag


def test_smoke_without_a_number_of_the_module() -> None:
    """7.0: the capability is 2 where a module states none; five markers where the option limits them (Q-005)."""
    nowhere = ("nobody", "nobody")
    s = Scene(U("a", "squad", "D6", nation="nobody"), U("x", "squad", "H1", nation="nobody"), nations=nowhere)
    assert capability(s.game, s.state, 0) == 2
    for number, left in ((4, True), (5, False)):
        smoke = [("smoke", f"{column}3", 1) for column in "ABCDE"[:number]]
        s = Scene(U("a", "squad", "D6"), U("x", "squad", "H1"), options=["smoke_limit"], markers=smoke)
        assert markers_left(s.game, s.state) == left


@pytest.mark.parametrize(
    ("kind", "lays"),
    [
        ("squad", True),
        ("half_squad", True),
        ("crew", True),
        ("mounted_squad", True),
        ("mounted_half_squad", True),
        ("weapon_team", False),
        ("leader", False),
        ("hero", False),
        ("scout", False),
    ],
)
def test_who_lays_smoke(kind: str, lays: bool) -> None:
    """7.0: Multi-Man Counters but Weapon Teams; it is offered to them."""
    s = Scene(U("a", kind, "D6"), U("x", "squad", "H1"))
    found = check_layer(s.game, s.state, 0)
    assert (found.code if found else "") == ("" if lays else "kind_lays_no_smoke")
    assert (LaySmoke("a", "D5") in s.do(Activate("D6")).options()) == lays


def test_markers_that_come_off() -> None:
    """9.0: Spotted, Starshell and FFE markers; Wire and Foxholes stay."""
    kinds = ("spotted", "starshell", "ffe", "wire", "foxholes")
    s = Scene(
        U("a", "squad", "D6"), U("x", "squad", "H1"),
        markers=[(kind, f"{column}3", 1) for kind, column in zip(kinds, "ABCEF", strict=True)],
    )  # fmt: skip
    assert {m.kind for m in s.state.markers} == set(kinds)
    s.do(Pass(), Pass(), Pass())
    step = engine.submit(s.game, s.state, Next())
    assert isinstance(step, engine.Step)
    assert {m.kind for m in step.state.markers} == {"wire", "foxholes"}
