"""Counters that come into being in play, called by their type or kind where only one can be meant."""

from __future__ import annotations

from collections import defaultdict

from msgspec.structs import replace

from lnlt.core.flags import ELIMINATED
from lnlt.core.game import Game
from lnlt.core.state import State, Unit
from lnlt.situations.steps import Expect, Step

ONE = ("unit", "lead", "target", "spotter", "leader_helps", "by_unit", "vehicle", "from_", "to", "option")
LISTS = ("units", "with_", "targets", "attackers", "crew")


class Callings:
    """Other names of new counters: those after the first `known` units of a game."""

    def __init__(self, game: Game, state: State, known: int) -> None:
        found: defaultdict[str, list[Unit]] = defaultdict(list)
        for u in state.units[known:]:
            t = game.types[u.type]
            for name in {t.key, t.kind} - state.ids.keys():
                found[name].append(u)
        self.ids: dict[str, str] = {}
        for name, units in found.items():
            alive = [u for u in units if not u.flags & ELIMINATED]
            if len(alive or units) == 1:
                self.ids[name] = (alive or units)[0].id

    def name(self, word: str) -> str:
        """The id a word stands for, or the word itself."""
        return self.ids.get(word, word)

    def step(self, step: Step) -> Step:
        """A step with ids for the other names among its arguments."""
        if not self.ids:
            return step
        changes: dict[str, object] = {}
        for key in (*ONE, *LISTS):
            value = getattr(step, key)
            if isinstance(value, str):
                changes[key] = self.name(value)
            elif isinstance(value, list):
                changes[key] = [self.name(word) for word in value]
        if step.modes is not None:
            changes["modes"] = {self.name(word): mode for word, mode in step.modes.items()}
        return replace(step, **changes)

    def expect(self, expect: Expect) -> Expect:
        """Expectations with ids for the other names of units."""
        if not self.ids or expect.units is None:
            return expect
        return replace(expect, units={self.name(word): facts for word, facts in expect.units.items()})
