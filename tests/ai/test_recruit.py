"""The level `recruit`: plays every scenario by the rules, from a View, and better than chance."""

from __future__ import annotations

from copy import copy

import pytest
from msgspec.structs import replace

from lnlt import engine
from lnlt.ai import RandomPlayer, make_player
from lnlt.ai.goals import FAR, Ways, goals_of
from lnlt.ai.judge import JUDGES
from lnlt.ai.recruit import Recruit
from lnlt.ai.tables import harm
from lnlt.content.scenarios import scenario_names
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Refusal

LIMIT = 5_000


def play(game: Game, players: list[Recruit | RandomPlayer], seed: int) -> State:
    """A game to its end; every choice must be accepted."""
    state = engine.begin(game, seed).state
    for _ in range(LIMIT):
        side = engine.decider(state)
        if side is None:
            return state
        command = players[side].choose(game.public(state), engine.view(state, side), engine.options(game, state))
        step = engine.submit(game, state, command, by=side)
        assert not isinstance(step, Refusal), (command, step)
        state = step.state
    raise AssertionError(f"no end after {LIMIT} decisions: {engine.describe(state)}")


@pytest.mark.parametrize("name", scenario_names())
def test_every_scenario_to_its_end(name: str) -> None:
    """Two recruits play each scenario to its end without an illegal command."""
    assert play(engine.load(name), [Recruit(1), Recruit(2)], 7).over is not None


def test_beats_chance_from_either_side() -> None:
    """A recruit wins nearly every first fight against a player who chooses at random."""
    game = engine.load("first-fight")
    won = 0
    for seed in range(5):
        for side in (0, 1):
            players: list[Recruit | RandomPlayer] = [RandomPlayer(seed), RandomPlayer(seed)]
            players[side] = Recruit(seed)
            over = play(game, players, seed).over
            won += over is not None and over.winner == side
    assert won >= 8


def _other(game: Game, state: State) -> Game:
    """The same game with other secrets: paragraphs nobody has read yet say something else (22.0)."""
    other = copy(game)
    read = {getattr(frame, "paragraph", "") for frame in state.stack}
    told = tuple(p if p.id in read else replace(p, text="Nothing.", effects=()) for p in game.setup.paragraphs)
    other.setup = replace(game.setup, paragraphs=told)
    return other


@pytest.mark.parametrize("level", ["recruit", "regular", "veteran"])
def test_knows_no_more_than_a_view_shows(level: str) -> None:
    """Other luck to come and paragraphs not yet read change no choice (22.0)."""
    game = engine.load("the-weapons-cache")
    state = engine.begin(game, 3).state
    asked = 0
    while asked < (120 if level == "recruit" else 6):
        side = engine.decider(state)
        if side is None:  # the game is over: go on with another one
            state = engine.begin(game, 100 + asked).state
            continue
        options = engine.options(game, state)
        choice = make_player("recruit", 5).choose(game.public(state), engine.view(state, side), options)
        if len(options) > 1 and (level == "recruit" or state.turn > 1):
            lucky = replace(state, rng=state.rng ^ 0x5A5A5A5A)
            choice = make_player(level, 5).choose(game.public(state), engine.view(state, side), options)
            other = make_player(level, 5).choose(
                _other(game, state).public(lucky), engine.view(lucky, side), list(reversed(options))
            )
            assert other == choice
            assert make_player(level, 5).choose(game, engine.view(lucky, side), options) == choice
            asked += 1
        step = engine.submit(game, state, choice)
        assert not isinstance(step, Refusal)
        state = step.state


def test_is_a_level_players_can_choose() -> None:
    """`recruit` is one of the levels."""
    assert isinstance(make_player("recruit", 1), Recruit)


def test_judges_are_commands_of_the_game() -> None:
    """Every kind of command it has an opinion on exists."""
    assert set(JUDGES) <= {str(kind.__struct_config__.tag) for kind in engine.COMMANDS}


def test_goals_come_from_the_victory_conditions() -> None:
    """Places to hold, ways off the map, enemies to clear: read off each scenario."""
    regiment = engine.load("rejoining-the-regiment")
    assert {regiment.board.names[h] for h in goals_of(regiment, 1).exits} == {"H8"}
    assert goals_of(regiment, 0).enemy_exits == goals_of(regiment, 1).exits
    training = engine.load("infantry-training")
    assert goals_of(training, 1).clear
    assert not goals_of(training, 0).clear
    friend = engine.load("a-friend-in-need")
    assert goals_of(friend, 1).kills > goals_of(friend, 0).kills > 0


def test_ways_cost_what_the_terrain_does() -> None:
    """Distances fall to nothing at the goal and grow with each hex."""
    game = engine.load("first-fight")
    goal = game.board.index["I5"]
    row = Ways(game).to(goal)
    assert row[goal] == 0
    near = [row[n] for n in game.board.neighbours[goal] if n >= 0]
    assert all(0 < cost < FAR for cost in near)


def test_more_firepower_does_more_harm() -> None:
    """The rough table of harm grows from nothing to near certainty."""
    chances = [harm(ahead) for ahead in range(-8, 16)]
    assert chances == sorted(chances)
    assert chances[0] == 0
    assert chances[-1] > 0.95
