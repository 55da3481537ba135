"""Exact odds: every way the dice can fall is played through the same commands, and outcomes are counted."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.dice import Dice, enumerate_rolls
from lnlt.core.flags import ELIMINATED, SHAKEN, WOUNDED
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.attack import targets
from lnlt.situations.errors import NotAvailable, SituationError
from lnlt.situations.firing import Shot
from lnlt.situations.orders import play
from lnlt.situations.play import Attempt, Names
from lnlt.situations.steps import Step

FIRE_OUTCOMES = ("none", "shaken", "casualties", "wounded", "eliminated", "hit")
RALLY_OUTCOMES = ("rallied", "failed")


def odds_of(game: Game, state: State, command: str, step: Step, names: Names) -> dict[str, Fraction]:
    """Chance of each outcome of a command: for one target unit of fire, or for the unit that rallies."""
    if command == "fire":
        shot_step = step if step.units is not None else replace(step, units=step.unit, unit=None)
        subject = _target(game, state, step, shot_step, names)
        step = replace(shot_step, unit=None)
        outcomes: tuple[str, ...] = FIRE_OUTCOMES
    elif command == "rally":
        (subject,) = names.units(step)
        outcomes = RALLY_OUTCOMES
    else:
        raise NotAvailable(f"odds of {command!r}", "", *names.place("command"))

    def one_way(dice: Dice) -> Attempt:
        outcome = play(game, state, dice, command, step, names)
        if isinstance(outcome, Refusal):
            raise SituationError(f"{command!r} is not allowed: {outcome.code} [{outcome.rule}]", *names.place("ask"))
        return outcome

    found: dict[str, Fraction] = defaultdict(Fraction, dict.fromkeys(outcomes, Fraction(0)))
    for chance, attempt in enumerate_rolls(one_way):
        if command == "fire":
            found[_what_happened(state, attempt, subject)] += chance
            if _was_checked(attempt, subject):
                found["hit"] += chance
        else:
            found["failed" if attempt.unit(subject).flags & SHAKEN else "rallied"] += chance
    return dict(found)


def _target(game: Game, state: State, step: Step, shot_step: Step, names: Names) -> int:
    """The unit the odds are about: `unit` beside `units`, or `target`, or the only one there."""
    shot = Shot(shot_step, names)
    aimed = targets(game, state, state.units[shot.units[0]].side, shot.at)
    key, name = ("unit", step.unit) if step.units is not None and step.unit else ("target", step.target)
    if name is not None and name != "infantry":
        unit = names.unit(name, key)
        if unit not in aimed:
            raise SituationError(f"unit {name!r} is no target in {step.at}", *names.place(key))
        return unit
    if len(aimed) != 1:
        raise SituationError(f"{len(aimed)} units are there: 'unit' says whose odds are meant", *names.place("unit"))
    return aimed[0]


def _was_checked(attempt: Attempt, unit: int) -> bool:
    return any(isinstance(e, ev.Resolved) and e.what == "damage_check" and e.subject == unit for e in attempt.events)


def _what_happened(state: State, attempt: Attempt, unit: int) -> str:
    """The worst thing that happened to a unit."""
    before, after = state.units[unit], attempt.unit(unit)
    new = after.flags & ~before.flags
    if after.flags & ELIMINATED:
        return "eliminated"
    if after.type != before.type:
        return "casualties"
    if new & WOUNDED:
        return "wounded"
    return "shaken" if new & SHAKEN else "none"
