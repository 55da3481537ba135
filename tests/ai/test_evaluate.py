"""Estimates: named terms from the victory conditions; what is good for one side is bad for the other."""

from __future__ import annotations

import msgspec
import pytest

from lnlt import engine
from lnlt.ai.evaluate import Evaluator, at_least, logistic, logit
from lnlt.ai.ground import lore_of
from lnlt.core.flags import ELIMINATED, SHAKEN
from lnlt.core.game import Game
from lnlt.core.state import NOWHERE, Result, State, make_state


def changed(s: State, unit: str, **facts: object) -> State:
    """The position with one unit otherwise."""
    units = [msgspec.structs.replace(u, **facts) if u.id == unit else u for u in s.units]
    return make_state(
        turn=s.turn,
        phase=s.phase,
        initiative=s.initiative,
        active=s.active,
        units=units,
        weapons=s.weapons,
        markers=s.markers,
        stack=s.stack,
        control=s.control,
        notes=s.notes,
    )


def judge(game: Game) -> Evaluator:
    return Evaluator(game, lore_of(game))


@pytest.mark.parametrize("name", ["first-fight", "a-friend-in-need", "rejoining-the-regiment", "infantry-training"])
def test_the_sides_share_one_chance(name: str) -> None:
    """Control, points, exit or clearing: the chances of both sides add up to one."""
    game = engine.load(name)
    s = engine.begin(game, 1).state
    assert judge(game).chance(s, 0) + judge(game).chance(s, 1) == pytest.approx(1)


def test_a_decided_game_is_known() -> None:
    """Won is 1, lost 0, drawn a half."""
    game = engine.load("first-fight")
    s = engine.begin(game, 1).state
    for winner, chances in ((0, (1, 0)), (1, (0, 1)), (-1, (0.5, 0.5))):
        over = msgspec.structs.replace(s, over=Result(winner, "test"))
        assert (judge(game).chance(over, 0), judge(game).chance(over, 1)) == chances


def test_losses_and_distance_count() -> None:
    """A Squad lost or Shaken is bad; one that stands in an objective is good."""
    game = engine.load("first-fight")
    s = engine.begin(game, 1).state
    now = judge(game).chance(s, 0)
    lost = changed(s, "us-a", at=NOWHERE, flags=ELIMINATED)
    shaken = changed(s, "us-a", flags=SHAKEN)
    assert judge(game).chance(lost, 0) < judge(game).chance(shaken, 0) < now
    assert judge(game).chance(changed(s, "us-a", at=game.board.loc("I6")), 0) > now
    assert judge(game).judge(lost, 0).terms["material"] < judge(game).judge(s, 0).terms["material"]


def test_units_near_the_way_out_have_better_chances() -> None:
    """Where leaving the map counts, it matters how far it is (22.0)."""
    game = engine.load("rejoining-the-regiment")
    s = engine.begin(game, 1).state
    far = changed(s, "de-1", at=game.board.loc("H1"))
    near = changed(s, "de-1", at=game.board.loc("H7"))
    assert judge(game).chance(near, 1) > judge(game).chance(far, 1)


def test_small_sums() -> None:
    """Counting chances, and back from a chance to a lead."""
    assert at_least([0.5, 0.5, 0.5], 2) == pytest.approx(0.5)
    assert at_least([], 1) == 0
    assert logistic(logit(0.3)) == pytest.approx(0.3)
