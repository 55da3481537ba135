"""Why this move: the plan a level would follow, the two next best, and what the terms of the estimate say of each."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from lnlt import engine
from lnlt.ai.levels import REGULAR, Level
from lnlt.ai.plans import Plan, follow
from lnlt.ai.playout import imagined
from lnlt.ai.search import Branch
from lnlt.ai.thinker import Thinker
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.view import View
from lnlt.rules.ch04_operations.activation import Activate

SHOWN = 3

SHOWN_AS = {"shoot": "fire", "drive": "move"}
"""Plans of guns and vehicles as players are told of them."""


class Advised(msgspec.Struct, frozen=True):
    """One plan, in codes: what it does, how likely the side is to win with it, what the terms say."""

    kind: str
    """"fire", "move" or "do"."""
    command: Command
    """What to do first."""
    chance: float
    tries: int
    """How often it was played on in thought."""
    at: str = ""
    target: str = ""
    """Where fire goes, or where a way ends."""
    mode: str = ""
    units: tuple[str, ...] = ()
    terms: dict[str, float] = {}


class Advice(msgspec.Struct, frozen=True):
    """What to do, and what else could be done."""

    best: Advised
    others: tuple[Advised, ...] = ()


def advise(
    game: Game, view: View, options: Sequence[Command], level: Level = REGULAR, seed: int | str = 0, nodes: int = 0
) -> Advice:
    """What a player that thinks ahead would do in a position, and why.

    >>> from lnlt import engine
    >>> game = engine.load("first-fight")
    >>> state = engine.begin(game, 1).state
    >>> found = advise(game, engine.view(state, 0), engine.options(game, state), nodes=50)
    >>> found.best.command in engine.options(game, state), sorted(found.best.terms), len(found.others)
    (True, ['material', 'objective', 'standing', 'tempo'], 2)
    """
    if not options:
        raise ValueError("there is nothing to choose")
    state = view.as_state(0)
    q = engine.question(state)
    assert q is not None
    ordered = sorted(options, key=repr)
    known = imagined(game, view)
    ranked, _ = Thinker(seed, level, nodes).rank(known, state, q, ordered, f"{seed}/{view.seq}")
    found = []
    for branch in ranked:
        command = branch.plan.command or follow(branch.plan, known, state, q, ordered)
        if command is not None:
            found.append(_advised(game, view, branch, command))
    return Advice(found[0], tuple(_varied(found)[1:SHOWN]))


def _varied(found: Sequence[Advised]) -> list[Advised]:
    """Best first; that somebody else could do the same, such as looking around, comes after all that is different."""
    done: set[type[Command]] = set()
    new: list[Advised] = []
    same: list[Advised] = []
    for advised in found:
        kind = type(advised.command)
        plain = advised.kind == "do" and kind is not Activate
        (same if plain and kind in done else new).append(advised)
        if plain:
            done.add(kind)
    return new + same


def _advised(game: Game, view: View, branch: Branch, command: Command) -> Advised:
    plan: Plan = branch.plan
    names = game.board.loc_names
    end = plan.way[-1][0] if plan.way else plan.path[-1] if plan.path else plan.target
    kind = SHOWN_AS.get(plan.kind, plan.kind)
    return Advised(
        kind,
        command,
        round(branch.value, 3),
        branch.tries,
        names[plan.at] if plan.at >= 0 else "",
        names[end] if end >= 0 else "",
        plan.mode if kind == "move" else "",
        tuple(view.units[i].id for i in plan.party),
        {name: round(value / max(1, branch.tries), 3) for name, value in branch.terms.items()},
    )
