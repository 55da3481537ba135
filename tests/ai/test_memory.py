"""What is remembered from position to position is what a fresh look finds."""

from __future__ import annotations

import pytest

from lnlt import engine
from lnlt.ai.ground import _GROUNDS, _LORE, lore_of
from lnlt.ai.memory import Memory
from lnlt.ai.mind import Mind
from lnlt.ai.players import make_player
from lnlt.ai.recruit import Thoughts
from lnlt.core.flags import BULK
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Refusal
from lnlt.rules.facts.kits import in_the_air


def _found(mind: Mind, places: list[int]) -> list[object]:
    """Danger, cover and steps in some places, and what they are worth to every vehicle that faces every way."""
    s = mind.s
    men = [i for i, u in enumerate(s.units) if u.side == mind.side and u.at >= 0 and not u.flags & BULK][:1]
    tanks = [
        i
        for i, u in enumerate(s.units)
        if u.side == mind.side and u.flags & BULK and u.at >= 0 and not in_the_air(u.at)
    ]
    found: list[object] = []
    for loc in places:
        found.append((mind.cover(loc), mind.danger(loc), mind.risk(loc), [mind.steps(i, loc) for i in men]))
        for i in tanks:
            found.extend((mind.armour.stand(i, loc, v), mind.armour.danger(i, loc, v, True)) for v in range(6))
    return found


def _positions(game: Game, count: int) -> list[State]:
    """Positions of a game of recruits, once both sides are on the map."""
    players = [make_player("recruit", side) for side in (0, 1)]
    state = engine.begin(game, "memory").state
    found: list[State] = []
    while len(found) < count and (side := engine.decider(state)) is not None:
        command = players[side].choose(game.public(state), engine.view(state, side), engine.options(game, state))
        step = engine.submit(game, state, command)
        assert not isinstance(step, Refusal)
        state = step.state
        if all(state.spread.held):
            found.append(state)
    return found


@pytest.mark.parametrize("scenario", ["vehicle-training", "the-last-strip-on-tanjung", "the-lantern-caves"])
def test_same_as_a_fresh_look(scenario: str) -> None:
    """Through a game, minds that share a memory find what minds without one find."""
    game = engine.load(scenario)
    lore = lore_of(game)
    thoughts = Thoughts(lore, kept=100)
    positions = _positions(game, 60)
    assert len(positions) == 60
    for state in positions[::3]:
        places = sorted({loc & ~7 for loc in state.by_loc})[::2]
        for side in (0, 1):
            fresh = _found(Mind(game, state, side, lore), places)
            assert _found(thoughts.mind(game, state, side), places) == fresh


def test_the_oldest_is_forgotten() -> None:
    """A memory keeps no more than it may, the latest."""
    memory = Memory(2)
    first, second = memory.scene((1,)), memory.scene((2,))
    assert memory.scene((1,)) is first
    third = memory.scene((3,))
    assert memory.scene((3,)) is third
    assert memory.scene((2,)) is second
    assert memory.scene((1,)) is not first


@pytest.mark.parametrize("scenario", ["vehicle-training", "iron-at-sainte-aude"])
def test_nothing_is_left_of_other_games(scenario: str) -> None:
    """What is known of the ground does not depend on the positions that were looked at before."""
    game = engine.load(scenario)
    places = sorted(h * 8 for h in game.playable)
    positions = _positions(game, 90)
    for state in positions:
        for side in (0, 1):
            _found(Thoughts(lore_of(game)).mind(game, state, side), places[::7])
    for state in positions[::15]:
        used = [_found(Thoughts(lore_of(game)).mind(game, state, side), places) for side in (0, 1)]
        _GROUNDS.clear()
        _LORE.clear()
        assert used == [_found(Thoughts(lore_of(game)).mind(game, state, side), places) for side in (0, 1)]
