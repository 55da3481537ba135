"""Advice of a computer player in plain words: the plan, what else could be done, and what speaks for it."""

from __future__ import annotations

from lnlt.ai.advice import Advice, Advised
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.words import english_table as table
from lnlt.words.names import fill, plain, unit_name
from lnlt.words.sentences import option_text
from lnlt.words.table import move_name

TELLING = 0.05
"""Difference of a term that is worth a word."""


def plan_text(game: Game, s: Position, plan: Advised) -> str:
    """What a plan does."""
    names = [unit_name(game, s, s.ids[name]) for name in plan.units if name in s.ids]
    facts = {
        "units": ", ".join(names),
        "at": plan.at,
        "target": plan.target,
        "mode": move_name(plan.mode)[0] if plan.mode else "",
        "command": option_text(game, s, plan.command),
    }
    return fill(table.ADVICE[plan.kind], facts)


def advice_lines(game: Game, s: Position, advice: Advice) -> list[str]:
    """The plan, the next best, and which terms make the difference."""
    lines = [_line(game, s, "best", advice.best)]
    lines += [_line(game, s, "instead", other) for other in advice.others]
    if advice.others:
        ahead = _ahead(advice.best, advice.others[0])
        if ahead:
            lines.append(fill(table.ADVICE["because"], {"terms": ", ".join(ahead)}))
    return lines


def _line(game: Game, s: Position, key: str, plan: Advised) -> str:
    return fill(table.ADVICE[key], {"plan": plan_text(game, s, plan), "chance": round(100 * plan.chance)})


def _ahead(best: Advised, other: Advised) -> list[str]:
    """Terms in which the best plan differs from another, the greatest difference first."""
    gaps = {name: value - other.terms.get(name, 0.0) for name, value in best.terms.items()}
    telling = sorted((n for n, gap in gaps.items() if abs(gap) >= TELLING), key=lambda n: -abs(gaps[n]))
    return [f"{table.TERMS.get(n, plain(n))} {gaps[n]:+.2f}" for n in telling]
