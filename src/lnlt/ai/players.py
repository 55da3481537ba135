"""Players that choose by themselves. They get a View, never a State."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from lnlt.ai.levels import REGULAR, VETERAN, Level
from lnlt.ai.recruit import Recruit
from lnlt.ai.thinker import Thinker
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.view import View


class Player(Protocol):
    """Chooses one of the options."""

    def choose(self, game: Game, view: View, options: Sequence[Command]) -> Command:
        """The command this player gives."""
        ...


class RandomPlayer:
    """Any option, each as likely as the others. The choice follows from the seed and the position's number, so a
    game that is continued goes on as it would have."""

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed

    def choose(self, game: Game, view: View, options: Sequence[Command]) -> Command:  # noqa: ARG002
        """One of the options, whatever order they come in."""
        ordered = sorted(options, key=repr)
        return random.Random(f"{self.seed}/{view.seq}").choice(ordered)


PLAYERS: dict[str, Callable[[int | str], Player]] = {
    "random": RandomPlayer,
    "recruit": Recruit,
    "regular": partial(Thinker, level=REGULAR),
    "veteran": partial(Thinker, level=VETERAN),
}
"""Computer players by name, weakest first."""
THINKERS: dict[str, Level] = {"regular": REGULAR, "veteran": VETERAN}
"""Players that think ahead, and how far."""


def make_player(name: str, seed: int | str = 0, nodes: int = 0) -> Player:
    """A computer player by name; KeyError if there is none. `nodes`: how much those who think ahead think about one
    choice, 0 for as much as their level says."""
    if name in THINKERS:
        return Thinker(seed, level=THINKERS[name], nodes=nodes)
    return PLAYERS[name](seed)
