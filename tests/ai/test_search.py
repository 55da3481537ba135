"""How plans are compared: estimates averaged along a line, a small start for quick judgement's choice, halving."""

from __future__ import annotations

import random

import pytest

from lnlt import engine
from lnlt.ai.evaluate import Judgement
from lnlt.ai.plans import Plan
from lnlt.ai.search import TRUST, Depth, Search
from lnlt.core.state import State


class Lines:
    """Lines of thought of known worth: after each impulse the next chance of the plan, whatever is done."""

    def __init__(self, *chances: list[float]) -> None:
        self.chances = chances
        self.luck = [0.0, 0.0]
        self.nodes = 0
        self.seeds: list[tuple[int, str]] = []
        self.line: list[float] = []
        self.seed = ""
        self.judge = Judge(self)

    def fork(self, s: State, seed: str) -> tuple[State, random.Random]:
        """A new line."""
        self.line, self.seed = [], seed
        return s, random.Random(0)

    def carry_out(self, state: State, plan: Plan, side: int, luck: random.Random) -> State:  # noqa: ARG002
        """One impulse on."""
        self.nodes += 1
        if not self.line:
            self.seeds.append((int(plan.prior), self.seed))
            self.line = list(self.chances[int(plan.prior)])
        elif len(self.line) > 1:
            self.line.pop(0)
        else:
            raise LookupError("nobody knows what follows")
        return state

    def judge_now(self) -> Judgement:
        """What is seen now."""
        return Judgement({"objective": self.line[0]}, self.line[0])


class Judge:
    """The estimate of the line that is played."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines

    def judge(self, state: State, side: int) -> Judgement:  # noqa: ARG002
        """What is seen now."""
        return self.lines.judge_now()


def ranked(depth: Depth, nodes: int, *chances: list[float]) -> tuple[list[int], list[float], Lines]:
    """Plans by number, best first, what each was found to be worth, and how they were tried."""
    state = engine.begin(engine.load("first-fight"), 1).state
    lines = Lines(*chances)
    plans = [Plan("do", float(n)) for n in range(len(chances))]
    found = Search(lines, depth).rank(state, 0, plans, nodes, "s")  # type: ignore[arg-type]
    return [int(b.plan.prior) for b in found], [round(b.value, 3) for b in found], lines


def line(*chances: float) -> list[float]:
    """Chances after the plan and after each impulse that follows."""
    return list(chances)


def test_a_line_is_judged_along_its_way() -> None:
    """After the fourth impulse, after every second one, and at the end; what comes before does not count."""
    other = line(*[0.5] * 9)
    _, values, _ = ranked(Depth(impulses=8), 1, line(0.9, 0.9, 0.9, 0.9, 0.3, 0.9, 0.6, 0.9, 0.9), other, other)
    assert values[0] == round((0.3 + 0.6 + 0.9) / 3, 3)
    _, values, _ = ranked(Depth(impulses=6), 1, line(0.1, 0.1, 0.1, 0.1, 0.6, 0.1, 0.8), other, other)
    assert values[0] == 0.7
    _, values, _ = ranked(Depth(impulses=2), 1, line(0.1, 0.1, 0.8), other, other)
    assert values[0] == 0.8


def test_a_line_that_breaks_off() -> None:
    """What is seen last stands for all that would have come."""
    other = line(*[0.5] * 9)
    _, values, _ = ranked(Depth(impulses=8), 1, line(0.1, 0.7), other, other)
    assert values[0] == 0.7
    _, values, _ = ranked(Depth(impulses=8), 1, line(0.9, 0.9, 0.9, 0.9, 0.4, 0.7), other, other)
    assert values[0] == round((0.4 + 0.7 + 0.7) / 3, 3)


@pytest.mark.parametrize(("ahead", "first"), [(0.0, 0), (TRUST - 0.001, 0), (TRUST + 0.001, 1)])
def test_quick_judgement_has_a_start(ahead: float, first: int) -> None:
    """Its own choice, the first plan, is dropped only for one that is clearly better."""
    order, _, _ = ranked(Depth(impulses=2), 1, line(0.5, 0.5, 0.5), line(*[0.5 + ahead] * 3), line(0.4, 0.4, 0.4))
    assert order[0] == first


def test_the_better_half_goes_on_with_the_same_luck() -> None:
    """Every round all plans that are left are tried with the same dice, then the worse half is dropped."""
    chances = [line(*[c] * 3) for c in (0.2, 0.6, 0.3, 0.7)]
    order, _, lines = ranked(Depth(impulses=2), 120, *chances)
    assert order[:2] == [3, 1]
    tries = {n: [seed for plan, seed in lines.seeds if plan == n] for n in range(4)}
    assert len(tries[3]) == len(tries[1]) > len(tries[0]) == len(tries[2]) >= 1
    assert tries[3] == tries[1]
    assert tries[0] == tries[3][: len(tries[0])]
