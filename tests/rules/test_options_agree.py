"""Questions that find their options faster than one by one must find the same ones."""

from __future__ import annotations

from random import Random

import pytest

from lnlt import engine
from lnlt.fuzz_setups import battle


@pytest.mark.parametrize("seed", [1, 2])
def test_options_are_the_candidates_that_pass(seed: int) -> None:
    """4.0: in random play the options of every question are exactly its candidates without a refusal."""
    game = engine.build_game(battle(15, 12, 10, seed), "agree")
    state = engine.begin(game, seed=seed).state
    rng = Random(seed)
    for _ in range(400):
        question = engine.question(state)
        if question is None:
            break
        found = engine.options(game, state)
        passing = [c for c in question.candidates(game, state) if question.check(game, state, c) is None]
        assert found == passing
        step = engine.submit(game, state, rng.choice(found))
        assert isinstance(step, engine.Step)
        state = step.state
