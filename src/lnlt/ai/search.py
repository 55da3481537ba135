"""Search: plans are played on in thought, and the replies to them, and what follows; the better ones more often.

At the root every plan gets its share, and the less promising half is dropped again and again. Below a plan that was
tried often enough a tree grows: the side to move picks among its own plans, the more often the better they did for it,
and the longer the plan is thought about the more replies come into question (a tree without chance nodes: dice are
rolled anew each time, so a branch stands for plans, not for positions). Beyond the tree quick judgement plays on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from lnlt import engine
from lnlt.ai.evaluate import Judgement
from lnlt.ai.plans import Plan, plans_for
from lnlt.ai.playout import NO_PLAN, Playout
from lnlt.core.state import State

BOLD = 0.03
"""How much more often what is little known is tried, in chances to win."""

STEADY = 1.0
"""Keeps the price of luck small while little is known."""

GROWTH = 4
"""Tries of a plan for each reply to it that is thought about; before that quick judgement replies."""

STRIDE = 8
"""Nodes an impulse takes, roughly: with few nodes only so many plans are looked at as can be played on once."""

SURE = 0.985
"""A chance above which, or so near to none, there is nothing more to think about."""

FEWEST = 3
"""But always so many: the best, and two others to compare it with."""

TRUST = 0.015
"""What quick judgement's own choice is ahead before anything is tried, in chances to win: it knows what few tries
cannot show."""

LOOKS = 4, 2
"""A line is judged after so many impulses, then after every second one up to its end, and these estimates are averaged:
the luck of the last dice counts for less."""


class Depth(msgspec.Struct, frozen=True):
    """How far thought goes."""

    impulses: int
    """Impulses after the one that is planned."""
    tree: int = 0
    """How many of them both sides plan; the others fall to quick judgement."""
    width: int = 3
    """Plans looked at in each of those."""


class Branch:
    """What was found out about a plan, and the plans that may follow it."""

    __slots__ = ("both", "fair", "favourite", "lucky", "plan", "replies", "side", "square", "terms", "total", "tries")

    def __init__(self, plan: Plan, side: int, favourite: bool = False) -> None:
        self.plan = plan
        self.side = side
        self.favourite = favourite
        """Whether it is what quick judgement would do."""
        self.total = 0.0
        self.tries = 0
        self.replies: list[Branch] | None = None
        self.terms: dict[str, float] = {}
        """What the terms of the estimate came to, summed up; for plans at the root."""
        self.lucky = 0.0
        """Luck of its side in all tries, in Squads, its squares, and times the chances it led to."""
        self.square = 0.0
        self.both = 0.0
        self.fair = 0.0
        """The mean chance without luck."""

    @property
    def value(self) -> float:
        """The mean chance to win of the side whose plan it is."""
        return self.total / self.tries if self.tries else 0.0

    def pick(self) -> Branch:
        """The reply to try next, among the more the oftener this was tried."""
        assert self.replies
        worn = math.log(1 + self.tries)
        return max(
            self.replies[: self.tries // GROWTH],
            key=lambda b: b.value + BOLD * math.sqrt(worn / b.tries) if b.tries else 2.0 + b.plan.prior / 100,
        )


class Search:
    """One search from one position."""

    def __init__(self, playout: Playout, depth: Depth) -> None:
        self.playout = playout
        self.depth = depth

    def rank(self, s: State, side: int, plans: Sequence[Plan], nodes: int, seed: str) -> list[Branch]:
        """Plans, best first, after so many nodes: every round the better half goes on, each round with the same luck
        for all."""
        branches = [Branch(plan, side, n == 0) for n, plan in enumerate(plans)]
        most = max(FEWEST, nodes // (STRIDE * (self.depth.impulses + 1)))
        left, out = branches[:most], branches[most:]
        if len(left) == 1:
            return left
        rounds = max(1, math.ceil(math.log2(len(left))))
        begun, turn = self.playout.nodes, 0
        for n in range(rounds):
            until = begun + nodes * (n + 1) // rounds
            while turn == n or self.playout.nodes < until:
                for branch in left:
                    self._try(s, branch, f"{seed}/{turn}")
                turn += 1
            left = self._sorted(left)
            keep = max(1, (len(left) + 1) // 2)
            out = left[keep:] + out
            left = left[:keep]
            if not 1 - SURE < left[0].fair < SURE:
                break
        return left + out

    def _sorted(self, branches: list[Branch]) -> list[Branch]:
        """Best first, luck with the dice taken out: how much luck is worth shows in all tries together."""
        together = sum(b.both for b in branches) - sum(b.total * b.lucky / b.tries for b in branches)
        spread = sum(b.square for b in branches) - sum(b.lucky * b.lucky / b.tries for b in branches)
        slope = max(0.0, together / (spread + STEADY))
        for b in branches:
            b.fair = (b.total - slope * b.lucky) / b.tries
        return sorted(branches, key=lambda b: -b.fair - (TRUST if b.favourite else 0.0))

    def _try(self, s: State, root: Branch, seed: str) -> None:
        """Play a plan and what follows once, and remember how it went."""
        path = [root]
        state = s
        first, stride = LOOKS
        looks: list[Judgement] = []
        try:
            state, luck = self.playout.fork(s, seed)
            state = self.playout.carry_out(state, root.plan, root.side, luck)
            for n in range(self.depth.impulses):
                q = engine.question(state)
                if q is None:
                    break
                plan = NO_PLAN
                if n < self.depth.tree and len(path) == n + 1 and path[n].tries >= GROWTH:
                    path.append(self._reply(path[n], state))
                    plan = path[-1].plan
                state = self.playout.carry_out(state, plan, q.side, luck)
                if first <= n + 1 < self.depth.impulses and not (n + 1 - first) % stride:
                    looks.append(self.playout.judge.judge(state, root.side))
        except LookupError:
            pass
        last = self.playout.judge.judge(state, root.side)
        looks += [last] * max(1, 1 + (self.depth.impulses - first) // stride - len(looks))
        chance = sum(look.chance for look in looks) / len(looks)
        for look in looks:
            for name, value in look.terms.items():
                root.terms[name] = root.terms.get(name, 0.0) + value / len(looks)
        lucky = self.playout.luck[root.side] - self.playout.luck[1 - root.side]
        root.lucky += lucky
        root.square += lucky * lucky
        root.both += lucky * chance
        for branch in path:
            branch.tries += 1
            branch.total += chance if branch.side == root.side else 1 - chance

    def _reply(self, branch: Branch, state: State) -> Branch:
        """The reply to a plan that is tried next."""
        if branch.replies is None:
            look = self.playout.look(state)
            options = sorted(engine.options(self.playout.game, state), key=repr)
            plans = plans_for(look, options, self.depth.width)
            branch.replies = [Branch(plan, look.side) for plan in plans]
        return branch.pick()
