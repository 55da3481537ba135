"""Exact odds of a command: of fire for one target unit, of an attempt for the unit that makes it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from lnlt.core import engine
from lnlt.core.dice import NO_DICE, Dice, DiceNeeded, enumerate_rolls
from lnlt.core.events import Rolled
from lnlt.core.flags import ABANDONED, BULK, ELIMINATED, SHAKEN, WOUNDED
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import State, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch03_rally import EndRally, RallyAction
from lnlt.rules.ch04_operations.impulse import Done, Impulse, ImpulseAction, Pass
from lnlt.rules.ch07_smoke import smoke_odds, smoke_tally
from lnlt.rules.ch10_los_spotting.attempts import spot_odds, spot_tally
from lnlt.rules.ch10_los_spotting.firefighting import extinguish_odds, extinguish_tally
from lnlt.rules.ch17_antitank.close_assault import AssaultChoice
from lnlt.rules.ch20_night.starshells import starshell_odds, starshell_tally
from lnlt.rules.ch23_equipment.claymores import ClaymoreChoice
from lnlt.rules.facts.barricades import BARRICADE
from lnlt.situations import words
from lnlt.situations.air import is_plane
from lnlt.situations.assaulting import next_assail
from lnlt.situations.errors import Refused, SituationError
from lnlt.situations.melee import odds_of_melee
from lnlt.situations.names import Names
from lnlt.situations.orders import PLAYERS, may, play
from lnlt.situations.play import Attempt
from lnlt.situations.steps import Step, many
from lnlt.table.chances import Preview
from lnlt.table.groups import taken_for_granted
from lnlt.table.outcomes import Assume
from lnlt.table.previews import preview

Chances = dict[str, Fraction]
NEGATED = ("hull_down", "emplaced")
"""Outcomes of a hit that does nothing (15.10, 21.7)."""
ORDNANCE_OUTCOMES = (
    "hit",
    "none",
    "shaken",
    "casualties",
    "wounded",
    "eliminated",
    "abandoned",
    "destroyed",
    "damaged",
)
FIRE_OUTCOMES = ("hit", "none", "shaken", "casualties", "wounded", "eliminated", "destroyed", "damaged")


def odds_of(game: Game, state: State, command: str, step: Step, names: Names) -> Chances:
    """Chance of each outcome of a command that is allowed now, or in the impulse that comes next.

    An attempt that succeeds or fails answers to plain words for that, too.
    """
    found = _found(game, their_turn(game, state, step, names), command, step, names)
    if len(found) == 2 and "failed" in found:
        success = next(chance for word, chance in found.items() if word != "failed")
        found |= dict.fromkeys(words.SUCCESS, success) | dict.fromkeys(words.FAILURE, found["failed"])
    return found


def _found(game: Game, state: State, command: str, step: Step, names: Names) -> Chances:
    if command == "fire":
        return _fire(game, state, step, names)
    if step.target == BARRICADE:
        return _barricade(game, state, command, step, names)
    if command in ("overrun", "close_assault"):
        return _over(game, state, command, step, names)
    if command == "fire_ordnance":
        return _ordnance(game, state, step, names)
    if command in ("cannon", "bomb"):
        return _from_the_air(game, state, command, step, names)
    if command in ("rally", "heal", "fight_or_die"):
        return _played(game, state, command, step, names)
    if command == "melee":
        return odds_of_melee(game, state, step, names)
    if command in ("spot", "smoke", "extinguish", "starshell"):
        return _attempt(game, state, command, step, names)
    return _rolled(game, state, command, step, names)


def their_turn(game: Game, state: State, step: Step, names: Names) -> State:
    """The position as it is, or once the other side has ended its impulse, if a unit of this side is asked about.

    In a Rally Phase: once it has done with rallying (3.0).
    """
    question, impulse = engine.question(state), enclosing(state, Impulse)
    unnamed = step.units is None and step.unit is None
    rallies = isinstance(question, RallyAction)
    if not (rallies or (isinstance(question, ImpulseAction) and impulse)) or (unnamed and step.by_unit is None):
        return state
    assert question is not None
    acting = [names.unit(step.by_unit or "", "by_unit")] if unnamed else names.units(step)
    if names.side(step, acting) == question.side:
        return state
    try:
        over = EndRally() if rallies else Done() if impulse is not None and impulse.has_done else Pass()
        after = engine.submit(game, state, over, NO_DICE)
    except DiceNeeded:
        return state
    return state if isinstance(after, Refusal) else after.state


def _attempt(game: Game, state: State, command: str, step: Step, names: Names) -> Chances:
    """Chance that a spotting attempt succeeds, Smoke is laid or a fire is put out."""
    refusal = may(game, state, command, step, names)
    if refusal is not None:
        raise _refused(command, refusal, names)
    if command == "starshell":
        chance = starshell_odds(starshell_tally(game, state, names.unit(step.by_unit or "", "by_unit")))
        return {"light": chance, "failed": 1 - chance}
    units = names.units(step)
    if command == "spot":
        chance = spot_odds(spot_tally(game, state, units[0], names.loc(step.at, "at")))
    elif command == "smoke":
        chance = smoke_odds(smoke_tally(game, state, units[0]))
    else:
        chance = extinguish_odds(extinguish_tally(game, state, units))
    word = {"spot": "spotted", "smoke": "smoke", "extinguish": "out"}[command]
    return {word: chance, "failed": 1 - chance}


def _every_way(game: Game, state: State, command: str, step: Step, names: Names) -> Iterator[tuple[Fraction, Attempt]]:
    """A command played in every way its dice can fall, with the chance of each."""

    def one_way(dice: Dice) -> Attempt:
        outcome = play(game, state, dice, command, step, names)
        if isinstance(outcome, Refusal):
            raise _refused(command, outcome, names)
        return outcome

    return enumerate_rolls(one_way)


def _refused(command: str, refusal: Refusal, names: Names) -> SituationError:
    return SituationError(f"{command!r} is not allowed: {refusal.code} [{refusal.rule}]", *names.place("ask"))


def _shot(game: Game, state: State, command: str, step: Step, names: Names) -> tuple[str | None, Preview]:
    """The unit beside the firers, which is the one asked about, and what the engine says of the shot beforehand."""
    shot_step = replace(step, units=step.units or step.unit, unit=None)
    refusal = may(game, state, command, shot_step, names)
    if refusal is not None:
        raise _refused(command, refusal, names)
    return step.unit if step.units is not None else None, _preview(game, state, command, shot_step, names)


def _fire(game: Game, state: State, step: Step, names: Names) -> Chances:
    """Chances of one target; `hit`: it has to make a Damage Check."""
    asked, found = _shot(game, state, "fire", step, names)
    aimed = tuple(state.ids[roll.subject] for roll in found.rolls if roll.what == "fire" and roll.subject)
    subject = state.units[_subject(state, aimed, step, asked, names)].id
    own = next((f.chances for f in found.fates if f.unit == subject), {})
    hit = next((r.chances.get("damage_check") for r in found.rolls if (r.what, r.subject) == ("fire", subject)), None)
    told = {name: chance.fraction for name, chance in own.items()}
    told.setdefault("none", 1 - sum(told.values(), Fraction(0)))
    return {**dict.fromkeys(FIRE_OUTCOMES, Fraction(0)), **told, "hit": hit.fraction if hit else Fraction(0)}


def _ordnance(game: Game, state: State, step: Step, names: Names) -> Chances:
    """Chances of a shot at its target: `hit`, and what becomes of it; of several units the one `unit` names.

    15.10, 21.7: a hit on a hull that is covered is none.
    """
    asked, found = _shot(game, state, "fire_ordnance", step, names)
    aimed = tuple(state.ids[roll.subject] for roll in found.rolls if roll.what == "to_hit" and roll.subject)
    units = aimed if asked or step.target not in (None, "infantry") else aimed[:1]
    subject = state.units[_subject(state, units, step, asked, names)].id
    own = next((f.chances for f in found.fates if f.unit == subject), {})
    hit = _share(found, "to_hit", subject, ("hit",)) - _share(found, "penetration", subject, NEGATED)
    told = {name: chance.fraction for name, chance in own.items()}
    if is_plane(game, state, state.ids[subject]) and "eliminated" in told:
        told["destroyed"] = told.pop("eliminated")
    none = Fraction(1) - sum(told.values(), Fraction(0)) if "none" not in told else told["none"]
    outcomes = dict.fromkeys(ORDNANCE_OUTCOMES, Fraction(0))
    return {**outcomes, **told, "none": none, "hit": hit}


def _share(found: Preview, what: str, subject: str, outcomes: Collection[str]) -> Fraction:
    """Share of all cases in which a roll about a unit has one of some outcomes."""
    rolls = [r for r in found.rolls if (r.what, r.subject) == (what, subject)]
    return sum((r.chances[o].fraction for r in rolls for o in outcomes if o in r.chances), Fraction(0))


def _from_the_air(game: Game, state: State, command: str, step: Step, names: Names) -> Chances:
    """19.1.2: chances of an attack by an aircraft for the unit `target` names, or the only one there."""
    refusal = may(game, state, command, step, names)
    if refusal is not None:
        raise _refused(command, refusal, names)
    found = _preview(game, state, command, step, names)
    hit = tuple(dict.fromkeys(state.ids[r.subject] for r in found.rolls if r.what in ("fire", "penetration")))
    subject = state.units[_subject(state, hit, step, None, names)].id
    own = next((f.chances for f in found.fates if f.unit == subject), {})
    told = {name: chance.fraction for name, chance in own.items()}
    told.setdefault("none", 1 - sum(told.values(), Fraction(0)))
    rolls = [r for r in found.rolls if (r.what, r.subject) == ("fire", subject)]
    if rolls and "damage_check" in rolls[0].chances:
        told["hit"] = rolls[0].chances["damage_check"].fraction
    return {**dict.fromkeys(ORDNANCE_OUTCOMES, Fraction(0)), **told}


def _over(game: Game, state: State, command: str, step: Step, names: Names) -> Chances:
    """Chances of an Overrun for the unit `target` names, or the only one there; of a Close Assault for its target."""
    refusal = may(game, state, command, step, names)
    if refusal is not None:
        raise _refused(command, refusal, names)
    found = _preview(game, state, command, replace(step, target=None) if command == "overrun" else step, names)
    hit: Fraction | None = None
    if command == "close_assault" or (step.target is not None and step.target == step.unit):
        subject = state.units[names.unit(step.target or "", "target")].id
    else:
        aimed = tuple(dict.fromkeys(state.ids[r.subject] for r in found.rolls if r.what == "overrun"))
        subject = state.units[_subject(state, aimed, step, None, names)].id
        rolls = [r for r in found.rolls if (r.what, r.subject) == ("overrun", subject)]
        hit = rolls[0].chances["damage_check"].fraction if "damage_check" in rolls[0].chances else Fraction(0)
    own = next((f.chances for f in found.fates if f.unit == subject), {})
    told = {name: chance.fraction for name, chance in own.items()}
    told.setdefault("none", 1 - sum(told.values(), Fraction(0)))
    return {**dict.fromkeys(ORDNANCE_OUTCOMES, Fraction(0)), **told, **({} if hit is None else {"hit": hit})}


def _preview(game: Game, state: State, command: str, step: Step, names: Names) -> Preview:
    """What the engine says beforehand about a command that is allowed and comes to dice."""
    attempt = Attempt(game, state, NO_DICE, asking=True)
    try:
        PLAYERS[command](attempt, step, names)
    except DiceNeeded:
        assert attempt.last is not None
        found = preview(game, attempt.state, [attempt.last], answers=_answers(step, names))
        if isinstance(found, Preview):
            return found
    except Refused as refused:
        raise _refused(command, refused.refusal, names) from None
    raise SituationError(f"{command!r} rolls no dice here", *names.place("command"))


def _answers(step: Step, names: Names) -> Assume:
    """Choices in the middle of a command: as the step says who assaults with what and whom a Leader helps (17.1)."""
    weapons = None if step.weapons is None else [names.weapon(w, "weapons") for w in many(step.weapons)]

    def answer(game: Game, s: State, asked: Question) -> Sequence[Command] | None:
        if isinstance(asked, AssaultChoice):
            return [next_assail(game, s, weapons, step, names)]
        return taken_for_granted(game, s, asked)

    told = step.command == "close_assault" and (weapons is not None or step.leader_helps is not None)
    return answer if told else taken_for_granted


def _rolled(game: Game, state: State, command: str, step: Step, names: Names) -> Chances:
    """Chances of the roll a command is about: of `unit` beside `units`, else of the first of them that rolls.

    18.2, 21.4, 23.2.1: of attacks by artillery, Mines and Claymores, what becomes of the unit.
    """
    if command in ("fire_for_effect", "shift"):
        return _shelled(game, state, command, step, names)
    if command in ("move", "detonate"):
        return _fate(game, state, command, step, names)
    found = _preview(game, state, command, replace(step, unit=None) if step.units is not None else step, names)
    wanted = {state.units[names.unit(name, "unit")].id for name in many(step.unit) or many(step.units)}
    rolls = [r for r in found.rolls if r.subject in wanted] or list(found.rolls[:1])
    return {name: chance.fraction for roll in rolls[:1] for name, chance in roll.chances.items()}


def _shelled(game: Game, state: State, command: str, step: Step, names: Names) -> Chances:
    """18.2: what Fire for Effect does to the unit `unit` or `target` names, or to the only one there."""
    bare = replace(step, unit=None, units=None, target=None)
    found = _preview(game, state, command, bare, names)
    aimed = tuple(dict.fromkeys(state.ids[r.subject] for r in found.rolls if r.what == "fire" and r.subject))
    subject = state.units[_subject(state, aimed, step, step.unit if isinstance(step.unit, str) else None, names)].id
    own = next((f.chances for f in found.fates if f.unit == subject), {})
    hit = next((r.chances.get("damage_check") for r in found.rolls if (r.what, r.subject) == ("fire", subject)), None)
    told = {name: chance.fraction for name, chance in own.items()}
    return {**dict.fromkeys(ORDNANCE_OUTCOMES, Fraction(0)), **told, "hit": hit.fraction if hit else Fraction(0)}


def _barricade(game: Game, state: State, command: str, step: Step, names: Names) -> Chances:
    """21.5: chances that a shot hits a Barricade, and that it, or a Close Assault, brings it down."""
    found = dict.fromkeys(("hit", "none", "destroyed"), Fraction(0))
    for chance, attempt in _every_way(game, state, command, step, names):
        found["destroyed" if len(attempt.state.markers) < len(state.markers) else "none"] += chance
        if any(isinstance(e, Rolled) and e.purpose == "penetration" for e in attempt.events):
            found["hit"] += chance
    return found


def _fate(game: Game, state: State, command: str, step: Step, names: Names) -> Chances:
    """Every way the dice can fall, played: what becomes of the first unit named, or of `unit` beside `units`."""
    bare = replace(step, unit=None, target=None) if step.units is not None or command == "detonate" else step
    if command == "detonate":
        question = engine.question(state)
        movers = question.movers if isinstance(question, ClaymoreChoice) else ()
        subject = _subject(state, movers, step, step.unit if isinstance(step.unit, str) else None, names)
    else:
        subject = names.unit(step.unit, "unit") if isinstance(step.unit, str) else names.units(step)[0]

    found: Chances = defaultdict(Fraction, dict.fromkeys(ORDNANCE_OUTCOMES, Fraction(0)))
    for chance, attempt in _every_way(game, state, command, bare, names):
        found[_fate_of(state, attempt, subject)] += chance
        rolls = [e for e in attempt.events if isinstance(e, Rolled)]
        if not rolls:
            raise SituationError(f"{command!r} rolls no dice here", *names.place("command"))
        if any(e.subject == subject and e.purpose in ("damage check", "mines table") for e in rolls):
            found["hit"] += chance
    return dict(found)


def _fate_of(state: State, attempt: Attempt, unit: int) -> str:
    """What has become of a unit."""
    before, after = state.units[unit], attempt.unit(unit)
    new = after.flags & ~before.flags
    if new & ELIMINATED:
        return "destroyed" if before.flags & BULK else "eliminated"
    if new & ABANDONED:
        return "abandoned"
    if after.type != before.type:
        return "casualties"
    return "wounded" if new & WOUNDED else "shaken" if new & SHAKEN else "none"


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

    found: Chances = defaultdict(Fraction, dict.fromkeys(CHECK_OUTCOMES[command], Fraction(0)))
    for chance, attempt in _every_way(game, state, command, step, names):
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
