"""Playing on in thought: from a position, with other luck, by quick judgement for both sides, to an estimate."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from lnlt import engine
from lnlt.ai.evaluate import Evaluator
from lnlt.ai.goals import to_destroy
from lnlt.ai.ground import Lore
from lnlt.ai.look import Look
from lnlt.ai.plans import Plan, follow, is_fresh, trails
from lnlt.ai.recruit import Thoughts
from lnlt.ai.tables import HARM, toll, worth_of
from lnlt.core.dice import seed_state
from lnlt.core.events import Resolved
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.setup import Effect, EventSetup, GameSetup, Paragraph
from lnlt.core.state import NOBODY, State, Unit
from lnlt.core.tally import Refusal
from lnlt.core.view import View
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch04_operations.impulse import ImpulseAction

WHIM = 0.03
"""How far both sides stray from what seems best when plans are played on: the enemy thinks otherwise, too."""
MINDS = 500
"""Looks at positions remembered in one search."""
FRESH = 4
"""Impulses for which a look at what a location could do is good enough."""
LONGEST = 400
"""Commands of one line of thought."""


def imagined(game: Game, view: View) -> Game:
    """The game as a player can think it through: what Event markers bring is unknown, so nothing comes of them.

    Where something is to be found by the rules of the scenario, he thinks he will find it.
    """
    other = game.public(view)
    setup = other.setup
    known = {p.id for p in setup.paragraphs}
    hopes: list[Paragraph] = []
    events = tuple(_hoped(setup, e, hopes) if e.paragraph not in known else e for e in setup.events)
    other.setup = msgspec.structs.replace(setup, events=events, paragraphs=(*setup.paragraphs, *hopes))
    return other


def _hoped(setup: GameSetup, event: EventSetup, hopes: list[Paragraph]) -> EventSetup:
    """An Event of which nothing is known, or what a special rule lets one hope for."""
    for at, _, note in to_destroy(setup):
        if at == event.at and event.kind == "occupation":
            name = f"hope:{event.id}"
            hopes.append(Paragraph(name, "", (Effect("note", note=note, value=0),)))
            return msgspec.structs.replace(event, paragraph=name)
    return msgspec.structs.replace(event, paragraph="")


class Ways:
    """What can be done in a position; how good each seems and where it leads without dice, once that was asked."""

    __slots__ = ("after", "options", "scores", "trails")

    def __init__(self, options: Sequence[Command]) -> None:
        self.options = options
        self.scores: list[float] | None = None
        self.trails: dict[Command, Plan] = {}
        self.after: dict[Command, State] = {}


class Playout:
    """Lines of thought in one game; `nodes` counts the commands carried out in them."""

    def __init__(self, game: Game, lore: Lore, judge: Evaluator) -> None:
        self.game = game
        self.lore = lore
        self.judge = judge
        self.thoughts = Thoughts(lore, kept=MINDS)
        self._ways: dict[tuple[object, ...], Ways] = {}
        self.nodes = 0
        self.luck = [0.0, 0.0]
        """Harm each side's fire did beyond what the odds promised, in Squads, since the last fork."""
        self._checked: set[int] = set()
        self._trail: Plan | None = None
        """The way of those who have set out: they go on as long as they can."""
        self._impulses = 0
        self._prospects: dict[Command, tuple[tuple[Unit, ...], float, int]] = {}
        """What each location could do, for whom and when that was looked at in this line of thought."""

    def look(self, s: State) -> Look:
        """Judgement of the question of a position."""
        q = engine.question(s)
        assert q is not None
        return Look(self.thoughts.mind(self.game, s, q.side), s, q)

    def ways(self, s: State) -> Ways:
        """What can be done in a position; the same position comes up again and again in thought."""
        key = (
            *(s.units, s.weapons, s.markers, s.stack, s.turn, s.phase, s.initiative, s.active, s.passes),
            tuple(s.control.items()),
            tuple(s.notes.items()),
        )
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = Ways(engine.options(self.game, s))
        return found

    def policy(self, s: State, ways: Ways, luck: random.Random) -> Command:
        """What quick judgement does."""
        options = ways.options
        if len(options) == 1:
            return options[0]
        if ways.scores is None:
            q = engine.question(s)
            if self._trail is not None and q is not None:
                further = follow(self._trail, self.game, s, q, options)
                if further is not None:
                    return further
            look = self.look(s)
            ways.scores = self._scores(look, options)
            ways.trails = trails(look)
        whim = luck.random
        best, found = -1e9, options[0]
        for c, score_ in zip(options, ways.scores, strict=True):
            value = score_ + WHIM * whim()
            if value > best:
                best, found = value, c
        self._trail = ways.trails.get(found)
        return found

    def _scores(self, look: Look, options: Sequence[Command]) -> list[float]:
        """How good each option seems. What a location could do is looked at anew only where units have come to it or
        changed, every few impulses, and where it would be chosen."""
        s = look.s
        if type(look.question) is not ImpulseAction or (look.impulse is not None and look.impulse.named):
            return [look.score(c) for c in options]
        self._impulses += 1
        old = []
        found = []
        for n, c in enumerate(options):
            if type(c) is not Activate:
                found.append(look.score(c))
                continue
            units = tuple([s.units[i] for i in s.by_loc.get(self.game.board.loc(c.at), ())])
            known = self._prospects.get(c)
            if known is not None and known[0] == units and self._impulses - known[2] <= FRESH:
                found.append(known[1])
                old.append(n)
            else:
                found.append(look.score(c))
                self._prospects[c] = (units, found[-1], self._impulses)
        while old:
            best = max(range(len(found)), key=found.__getitem__)
            if best not in old:
                break
            old.remove(best)
            c = options[best]
            units = self._prospects[c][0]
            found[best] = look.score(c)
            self._prospects[c] = (units, found[best], self._impulses)
        return found

    def fork(self, s: State, seed: str) -> tuple[State, random.Random]:
        """The position with luck of its own."""
        luck = random.Random(seed)
        self.luck = [0.0, 0.0]
        self._checked.clear()
        self._trail, self._impulses = None, 0
        self._prospects.clear()
        return msgspec.structs.replace(s, rng=seed_state(luck.getrandbits(63))), luck

    def carry_out(self, state: State, plan: Plan, side: int, luck: random.Random) -> State:
        """Carry a side's plan out, both sides doing what seems best otherwise, up to the beginning of an impulse."""
        game = self.game
        first = plan.command
        for n in range(LONGEST):
            q = engine.question(state)
            if q is None or (n and is_fresh(state, q)):
                return state
            ways = self.ways(state)
            if first is not None and engine.why_not(game, state, first) is None:
                state, first = self.step(state, first, ways), None
                continue
            first = None
            command = follow(plan, game, state, q, ways.options) if q.side == side else None
            state = self.step(state, command or self.policy(state, ways, luck), ways)
        return state

    def step(self, state: State, command: Command, ways: Ways) -> State:
        """Carry a command out; LookupError if nothing is known of what follows."""
        self.nodes += 1
        known = ways.after.get(command)
        if known is not None:
            return msgspec.structs.replace(known, rng=state.rng, seq=state.seq + 1)
        try:
            step = engine.submit(self.game, state, command)
        except StopIteration as unknown:
            raise LookupError("a paragraph nobody has read") from unknown
        if isinstance(step, Refusal):
            raise LookupError(step.code)
        if step.state.rng == state.rng:
            ways.after[command] = step.state
        for e in step.events:
            if type(e) is Resolved and e.subject != NOBODY:
                self._note(state, e)
        return step.state

    def _note(self, s: State, e: Resolved) -> None:
        """Keep account of luck: exact odds before the dice, results after them."""
        if e.subject >= len(s.units):
            return
        u = s.units[e.subject]
        worth = worth_of(self.game.types[u.type])
        if e.what == "fire":
            ahead = e.tallies[0].total - e.tallies[1].total
            self.luck[1 - u.side] -= worth * toll(self.game, s, e.subject, ahead)
            self._checked.add(e.subject)
        elif e.what == "damage_check" and e.subject in self._checked:
            self.luck[1 - u.side] += worth * HARM.get(e.outcome, 0.0)
            self._checked.discard(e.subject)


NO_PLAN = Plan("do", 0.0)
"""Whatever seems best."""
