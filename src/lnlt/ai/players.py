"""Players that choose by themselves. They get a View, never a State."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol

from lnlt.ai.recruit import Recruit
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


PLAYERS: dict[str, Callable[[int | str], Player]] = {"random": RandomPlayer, "recruit": Recruit}
"""Computer players by name, weakest first."""


def make_player(name: str, seed: int | str = 0) -> Player:
    """A computer player by name; KeyError if there is none."""
    return PLAYERS[name](seed)
