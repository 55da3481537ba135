"""Trying a scenario out: it is set up by computer players with several seeds, and its first turn is played."""

from __future__ import annotations

import time
from collections.abc import Callable

from lnlt import engine, words
from lnlt.ai import Player, make_player
from lnlt.core.errors import ContentError
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Refusal

LIMIT = 3000
"""Decisions after which a first turn counts as endless."""
PLAYERS = ("random", "recruit")


def set_up(state: State) -> bool:
    """Whether the game is still being set up."""
    return bool(state.stack) and any(type(frame).__name__ == "SetUp" for frame in state.stack)


def first_turn(state: State) -> bool:
    """Whether the first turn is not over yet."""
    return state.turn <= 1


class NoPlaceError(ContentError):
    """Somebody is asked and has no answer left: the units placed before are in the way."""


def check_set_up(game: Game, where: str, seeds: int = 5) -> list[int]:
    """The seeds with which players who place their units anywhere come to the end of the set-up; an error if none."""
    ended, problem = [], None
    for seed in range(seeds):
        try:
            _play(game, where, "random", seed, set_up, None)
            ended.append(seed)
        except NoPlaceError as error:
            problem = error
            if not ended and seed >= 2:  # three in a row
                break
    if problem is not None and not ended:
        raise problem
    return ended


def try_out(game: Game, where: str, seconds: float = 20.0) -> list[str]:
    """Set a scenario up and play its first turn: what is doubtful. A ContentError if one of the two does not work."""
    until, seeds = time.monotonic() + seconds, 5
    ended = check_set_up(game, where, seeds)
    found = []
    if len(ended) < seeds:
        found.append("the set-up fails when units take the places that only others can use (1.3, 22.0)")
    if not all(_play(game, where, name, ended[0], first_turn, until) for name in PLAYERS):
        found.append(f"there was no time to play the first turn in {seconds:g} s")
    return found


def _play(game: Game, where: str, name: str, seed: int, goes_on: Callable[[State], bool], until: float | None) -> bool:
    """Play as long as the game goes on in some way; False if time was up before."""
    players: list[Player] = [make_player(name, f"{seed}/{side}") for side in range(len(game.sides))]
    try:
        state = engine.begin(game, seed).state
        for _ in range(LIMIT):
            side = engine.decider(state)
            if side is None or not goes_on(state):
                return True
            if until is not None and time.monotonic() > until:
                return False
            options = engine.options(game, state)
            if not options:
                raise NoPlaceError(stuck_text(game, state), where)
            view = engine.view(state, side)
            step = engine.submit(game, state, players[side].choose(game.public(state), view, options), by=side)
            assert not isinstance(step, Refusal), step
            state = step.state
    except ContentError:
        raise
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise ContentError(f"it cannot be played (seed {seed}, {name} players): {what}", where) from error
    raise ContentError(f"turn 1 comes to no end (seed {seed}, {name} players)", where)


def stuck_text(game: Game, state: State) -> str:
    """What is said where a side is asked and has no answer left."""
    found = engine.set_up_menu(game, state)
    if found is not None and found.units:
        side = words.side_name(game, engine.decider(state) or 0)
        waiting = [name for names, area in found.areas if not area for name in names]
        told = ", ".join(waiting[:3]) + (f" and {len(waiting) - 3} more" if len(waiting) > 3 else "")
        return f"group {found.group!r} of {side} cannot be set up: no hex of its area is left for {told} (1.3, 22.0)"
    top = engine.question(state)
    asked = words.open_question(game, state, top) if top is not None else engine.describe(state)
    return f"turn {state.turn}: {asked}: there is no answer left"
