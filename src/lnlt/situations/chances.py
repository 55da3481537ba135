"""Exact odds of a command: of fire for one target unit, of a rally attempt for the unit that makes it."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from msgspec.structs import replace

from lnlt.core.dice import Dice, enumerate_rolls
from lnlt.core.flags import ELIMINATED, SHAKEN, WOUNDED
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.odds import fire_odds
from lnlt.rules.ch05_fire.special import ONLY, only_weapons
from lnlt.rules.ch07_smoke import smoke_odds, smoke_tally
from lnlt.rules.ch10_los_spotting.attempts import spot_odds, spot_tally
from lnlt.rules.ch10_los_spotting.firefighting import extinguish_odds, extinguish_tally
from lnlt.situations.errors import NotAvailable, SituationError
from lnlt.situations.firing import Shot, best_group
from lnlt.situations.melee import odds_of_melee
from lnlt.situations.orders import may, play
from lnlt.situations.play import Attempt, Names
from lnlt.situations.steps import Step

Chances = dict[str, Fraction]
FIRE_OUTCOMES = ("hit", "none", "shaken", "casualties", "wounded", "eliminated")


def odds_of(game: Game, state: State, command: str, step: Step, names: Names) -> Chances:
    """Chance of each outcome of a command that is allowed now."""
    if command == "fire":
        return _fire(game, state, step, names)
    if command in ("rally", "heal", "fight_or_die"):
        return _played(game, state, command, step, names)
    if command == "melee":
        return odds_of_melee(game, state, step, names)
    if command in ("spot", "smoke", "extinguish"):
        return _attempt(game, state, command, step, names)
    raise NotAvailable(f"odds of {command!r}", "", *names.place("command"))


def _attempt(game: Game, state: State, command: str, step: Step, names: Names) -> Chances:
    """Chance that a spotting attempt succeeds, Smoke is laid or a fire is put out."""
    refusal = may(game, state, command, step, names)
    if refusal is not None:
        raise _refused(command, refusal, names)
    units = names.units(step)
    if command == "spot":
        chance = spot_odds(spot_tally(game, state, units[0], names.loc(step.at, "at")))
    elif command == "smoke":
        chance = smoke_odds(smoke_tally(game, state, units[0]))
    else:
        chance = extinguish_odds(extinguish_tally(game, state, units))
    word = {"spot": "spotted", "smoke": "smoke", "extinguish": "out"}[command]
    return {word: chance, "failed": 1 - chance}


def _refused(command: str, refusal: Refusal, names: Names) -> SituationError:
    return SituationError(f"{command!r} is not allowed: {refusal.code} [{refusal.rule}]", *names.place("ask"))


def _fire(game: Game, state: State, step: Step, names: Names) -> Chances:
    """Chances of one target; `hit`: it has to make a Damage Check."""
    asked = step.unit if step.units is not None else None
    shot_step = replace(step, units=step.units or step.unit, unit=None)
    refusal = may(game, state, "fire", shot_step, names)
    if refusal is not None:
        raise _refused("fire", refusal, names)
    shot = Shot(shot_step, names)
    side = state.units[shot.units[0]].side
    if not shot.mode and only_weapons(game, state, side, shot.origin, shot.at):
        shot.mode = ONLY
    lead, firers = best_group(game, state, shot)
    odds = fire_odds(game, state, firers, lead, shot.origin, shot.at, shot.mode)
    subject = _subject(state, tuple(state.ids[t.unit] for t in odds.targets), step, asked, names)
    own = next(t for t in odds.targets if t.unit == state.units[subject].id)
    return {**dict.fromkeys(FIRE_OUTCOMES, Fraction(0)), **own.chances, "hit": own.hit}


def _subject(state: State, aimed: tuple[int, ...], step: Step, asked: str | None, names: Names) -> int:
    """The unit the odds are about: `unit` beside `units`, or `target`, or the only one there."""
    key, name = ("unit", asked) if asked else ("target", step.target)
    if name is not None and name != "infantry":
        unit = names.unit(name, key)
        if unit not in aimed:
            raise SituationError(f"unit {name!r} is no target in {step.at}", *names.place(key))
        return unit
    if len(aimed) != 1:
        there = ", ".join(state.units[u].id for u in aimed)
        raise SituationError(f"several units are there ({there}): 'unit' says which is meant", *names.place("unit"))
    return aimed[0]


CHECK_OUTCOMES = {
    "rally": ("rallied", "failed"),
    "heal": ("healed", "rallied", "failed"),
    "fight_or_die": ("rallied", "casualties", "wounded", "eliminated"),
}


def _played(game: Game, state: State, command: str, step: Step, names: Names) -> Chances:
    """Every way the dice can fall, played: a rally attempt, a healer's check, Fight or Die!"""
    subject = names.units(step)[0]

    def one_way(dice: Dice) -> Attempt:
        outcome = play(game, state, dice, command, step, names)
        if isinstance(outcome, Refusal):
            raise _refused(command, outcome, names)
        return outcome

    found: Chances = defaultdict(Fraction, dict.fromkeys(CHECK_OUTCOMES[command], Fraction(0)))
    for chance, attempt in enumerate_rolls(one_way):
        found[_result(state, attempt, subject, command)] += chance
    return dict(found)


def _result(state: State, attempt: Attempt, unit: int, command: str) -> str:
    """What became of a unit."""
    before, after = state.units[unit], attempt.unit(unit)
    if after.flags & ELIMINATED:
        return "eliminated"
    if before.flags & WOUNDED and not after.flags & WOUNDED:
        return "healed"
    if before.flags & SHAKEN and not after.flags & SHAKEN:
        return "rallied"
    if command != "fight_or_die":
        return "failed"
    return "casualties" if after.type != before.type else "wounded"
