"""The level `recruit`: sound rules of thumb, one look at each option."""

from __future__ import annotations

import random
from collections.abc import Sequence

from lnlt import engine
from lnlt.ai.ground import Lore, lore_of
from lnlt.ai.look import Look
from lnlt.ai.memory import Memory
from lnlt.ai.mind import Mind
from lnlt.ai.temper import TEMPER, Temper
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.view import View

KEPT = 4
"""Positions whose look is remembered."""


class Thoughts:
    """Looks at positions, remembered while nothing on the board changes: naming a location or picking who fires
    leaves them as they are, and thought comes back to the same positions again and again."""

    def __init__(self, lore: Lore, temper: Temper = TEMPER, kept: int = KEPT) -> None:
        self.lore = lore
        self.temper = temper
        self._kept: dict[tuple[object, ...], Mind] = {}
        self._most = kept
        self._last: list[Mind | None] = [None, None]
        self._memory = Memory(kept)

    def mind(self, game: Game, s: State, side: int) -> Mind:
        """A side's look at a position."""
        last = self._last[side]
        if last is not None:
            at = last.s
            if (
                at.units is s.units
                and at.markers is s.markers
                and at.turn == s.turn
                and at.control == s.control
                and at.notes == s.notes
            ):
                return last
        key = (side, s.turn, s.units, s.weapons, s.markers, tuple(s.control.items()), tuple(s.notes.items()))
        mind = self._kept.get(key)
        if mind is None:
            if len(self._kept) >= self._most:
                del self._kept[next(iter(self._kept))]
            mind = self._kept[key] = Mind(game, s, side, self.lore, self.temper, self._memory)
        self._last[side] = mind
        return mind


class Recruit:
    """Plays by rules of thumb. Ties fall by the seed and the position's number."""

    def __init__(self, seed: int | str = 0, temper: Temper = TEMPER) -> None:
        self.seed = seed
        self.temper = temper
        self._thoughts: Thoughts | None = None

    def choose(self, game: Game, view: View, options: Sequence[Command]) -> Command:
        """The option that seems best."""
        if len(options) == 1:
            return options[0]
        state = view.as_state(0)
        question = engine.question(state)
        assert question is not None
        lore = lore_of(game)
        if self._thoughts is None or self._thoughts.lore is not lore:
            self._thoughts = Thoughts(lore, self.temper)
        look = Look(self._thoughts.mind(game, state, question.side), state, question)
        luck = random.Random(f"{self.seed}/{view.seq}")
        ordered = sorted(options, key=repr)
        return max(((look.score(c) + luck.random() * 0.01, -i, c) for i, c in enumerate(ordered)))[2]
