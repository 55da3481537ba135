"""Fast lists of options are exactly the candidates that pass their check, in the same order (4.0, 5.0, 6.0)."""

from __future__ import annotations

from random import Random

import pytest

from lnlt import engine
from lnlt.core.frames import Question
from lnlt.core.tally import Refusal
from lnlt.fuzz.setups import random_game
from lnlt.rules.ch04_operations.impulse import Impulse, ImpulseAction, Pass, any_action


@pytest.mark.parametrize("seed", [0, 2, 4, 8, 15, 18, 21])
def test_options_are_the_candidates_that_pass(seed: int) -> None:
    """Whatever a question offers, its candidates and its check say the same; so does what asks for one action only."""
    game = random_game(seed, 20)
    rng = Random(seed)
    state = engine.begin(game, seed=seed).state
    asked: set[type[Question]] = set()
    for _ in range(250):
        question = engine.question(state)
        if question is None:
            break
        asked.add(type(question))
        offered = engine.options(game, state)
        slow = [c for c in question.candidates(game, state) if question.check(game, state, c) is None]
        assert offered == slow
        if isinstance(question, ImpulseAction):
            impulse = state.stack[-2]
            assert isinstance(impulse, Impulse)
            for action in game.live_actions:
                assert action.possible(game, state, impulse) == bool(action.options(game, state, impulse))
            assert any_action(game, state, impulse) or impulse.has_acted
        chosen = rng.choice([c for c in offered if type(c) is not Pass] or offered)
        step = engine.submit(game, state, chosen)
        assert not isinstance(step, Refusal)
        state = step.state
    assert ImpulseAction in asked


def test_a_changed_list_of_options_allows_nothing_more() -> None:
    """What `options` gave out belongs to the caller: putting a command into it does not make it legal."""
    game = engine.load("first-fight")
    state = engine.begin(game, seed=1).state
    offered = engine.options(game, state)
    other = engine.options(game, engine.submit(game, state, offered[1]).state)  # type: ignore[union-attr]
    engine.options(game, state)
    foreign = next(c for c in other if c not in offered)
    engine.options(game, state).append(foreign)
    assert isinstance(engine.submit(game, state, foreign), Refusal)
    assert isinstance(engine.submit(game, state, offered[0], by=1 - (engine.decider(state) or 0)), Refusal)
