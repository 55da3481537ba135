"""Players that think ahead: plans are played on in thought, the best one is carried out."""

from __future__ import annotations

import random
from collections.abc import Sequence

from lnlt import engine
from lnlt.ai.evaluate import Evaluator
from lnlt.ai.ground import lore_of
from lnlt.ai.levels import REGULAR, Level
from lnlt.ai.look import Look
from lnlt.ai.plans import Plan, follow, is_fresh, plans_for
from lnlt.ai.playout import Playout, Ways, imagined
from lnlt.ai.recruit import Recruit
from lnlt.ai.search import Branch, Search
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.view import View


class Thinker:
    """Thinks before each impulse; the rest falls to rules of thumb. No clock: so many nodes.

    What else is asked, above all whether to react, is decided by less than dice blur in so many nodes.
    """

    def __init__(self, seed: int | str = 0, level: Level = REGULAR, nodes: int = 0) -> None:
        self.seed = seed
        self.level = level
        self.nodes = nodes or level.nodes
        self.quick = Recruit(seed)
        self.plan: Plan | None = None

    def choose(self, game: Game, view: View, options: Sequence[Command]) -> Command:
        """Go on with the plan, or make a new one."""
        if len(options) == 1:
            return options[0]
        ordered = sorted(options, key=repr)
        state = view.as_state(0)
        question = engine.question(state)
        assert question is not None
        if is_fresh(state, question):
            self.plan = None
        command = follow(self.plan, game, state, question, ordered) if self.plan is not None else None
        if command is not None:
            return command
        if not is_fresh(state, question):
            return self.quick.choose(game, view, ordered)
        return self._think(imagined(game, view), state, question, ordered, f"{self.seed}/{view.seq}")

    def _think(self, game: Game, s: State, q: Question, options: Sequence[Command], seed: str) -> Command:
        ranked, playout = self.rank(game, s, q, options, seed)
        best = ranked[0].plan
        self.plan = best if best.kind != "do" else None
        if best.command is not None:
            return best.command
        return follow(best, game, s, q, options) or playout.policy(s, Ways(options), random.Random(seed))

    def rank(
        self, game: Game, s: State, q: Question, options: Sequence[Command], seed: str
    ) -> tuple[list[Branch], Playout]:
        """Plans for a question, best first, in a game as it can be imagined."""
        lore = lore_of(game)
        playout = Playout(game, lore, Evaluator(game, lore))
        look = Look(playout.thoughts.mind(game, s, q.side), s, q)
        plans = plans_for(look, options, self.level.width)
        search = Search(playout, self.level.depth)
        return search.rank(s, q.side, plans, self.nodes, seed), playout
