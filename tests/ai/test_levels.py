"""The levels that think ahead: legal, the same for the same seed and nodes, and blind to what they may not know."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from lnlt import engine, words
from lnlt.ai import PLAYERS, advise, make_player, nodes_in
from lnlt.ai.advice_text import advice_lines
from lnlt.ai.levels import table_nodes
from lnlt.ai.players import THINKERS, Player
from lnlt.content.scenarios import scenario_names
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Refusal
from lnlt.rules.ch10_los_spotting.attempts import Spot

NODES = 30
"""Little thought, for the sake of time: how much is thought changes nothing of what is tested here."""


def positions(game: Game, seed: int, count: int, every: int) -> Iterator[State]:
    """Every so many positions of a game two recruits play."""
    state = engine.begin(game, seed).state
    players: list[Player] = [make_player("recruit", side) for side in (0, 1)]
    for n in range(count * every):
        side = engine.decider(state)
        if side is None:
            return
        options = engine.options(game, state)
        if n % every == 0 and len(options) > 1:
            yield state
        step = engine.submit(game, state, players[side].choose(game, engine.view(state, side), options))
        assert not isinstance(step, Refusal)
        state = step.state


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize("name", scenario_names())
def test_choices_are_among_the_options(name: str, level: str) -> None:
    """In set-up, impulses, reactions and rally a thinking player gives a command that is allowed."""
    game = engine.load(name)
    for state in positions(game, 5, 12, 11):
        side = engine.decider(state)
        assert side is not None
        options = engine.options(game, state)
        choice = make_player(level, 3, NODES).choose(game.public(state), engine.view(state, side), options)
        assert choice in options


@pytest.mark.parametrize("level", PLAYERS)
def test_knows_no_more_than_a_view_shows(level: str) -> None:
    """Paragraphs not yet read, other luck to come and the order of the options change no choice (22.0)."""
    game = engine.load("the-weapons-cache")
    for state in positions(game, 3, 9, 17):
        side = engine.decider(state)
        assert side is not None
        options = engine.options(game, state)
        choice = make_player(level, 5, NODES).choose(game.public(state), engine.view(state, side), options)
        other = msgspec.structs.replace(state, rng=state.rng ^ 12345)
        again = make_player(level, 5, NODES).choose(game, engine.view(other, side), list(reversed(options)))
        assert choice == again


@pytest.mark.parametrize("level", THINKERS)
def test_an_impulse_is_carried_out_as_planned(level: str) -> None:
    """A plan is kept from question to question: two impulses to their end, every command accepted."""
    game = engine.load("first-fight")
    state = engine.begin(game, 2).state
    players = [make_player(level, side, NODES) for side in (0, 1)]
    impulses = {state.active}
    for _ in range(40):
        side = engine.decider(state)
        assert side is not None
        options = engine.options(game, state)
        step = engine.submit(game, state, players[side].choose(game, engine.view(state, side), options), by=side)
        assert not isinstance(step, Refusal)
        state = step.state
        impulses.add(state.active)
    assert impulses == {0, 1}


def test_advice_names_the_plan_and_two_others() -> None:
    """Why this move: plan, two alternatives, terms of each; in words too."""
    game = engine.load("first-fight")
    state = engine.begin(game, 1).state
    options = engine.options(game, state)
    advice = advise(game, engine.view(state, 0), options, nodes=60)
    assert advice.best.command in options
    assert [other.command in options for other in advice.others] == [True, True]
    assert all(
        set(plan.terms) == {"objective", "standing", "material", "tempo"} for plan in (advice.best, *advice.others)
    )
    assert all(0 <= plan.chance <= 1 and plan.tries > 0 for plan in (advice.best, *advice.others))
    lines = advice_lines(game, state, advice)
    assert len(lines) >= 3
    assert "% to win" in lines[0]
    assert lines[1].startswith("Or: ")


def test_alternatives_are_something_else() -> None:
    """That another Squad could look around just as well is no alternative as long as there is a different one."""
    game = engine.load("first-fight")
    state = engine.begin(game, 1).state
    for seed in (2, 3):
        advice = advise(game, engine.view(state, 0), engine.options(game, state), seed=seed)
        assert sum(type(plan.command) is Spot for plan in (advice.best, *advice.others)) <= 1


def test_every_level_has_a_name() -> None:
    """Whoever can be chosen is introduced."""
    assert all(words.level_name(name)[1] for name in PLAYERS)


def test_tables_turn_seconds_into_nodes() -> None:
    """Who takes his time gets more at the table than in a tournament, all get fewer where thought is slower."""
    assert table_nodes("veteran", False) == nodes_in(2.5) > THINKERS["veteran"].nodes
    assert table_nodes("veteran", True) == nodes_in(2.5, heavy=True) < THINKERS["veteran"].nodes
    assert table_nodes("regular", False) == THINKERS["regular"].nodes > table_nodes("regular", True) == 400
    assert table_nodes("recruit", False) == table_nodes("random", True) == 0
