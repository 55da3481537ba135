"""The commands of single men: `heal`, `fight_or_die`, and the fire of those who fire on their own."""

from __future__ import annotations

from lnlt.core.dice import ScriptedDice
from lnlt.core.flags import SHAKEN, WOUNDED
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.impulse import ImpulseAction
from lnlt.rules.ch05_fire.lone import FireAlone
from lnlt.rules.ch05_fire.opportunity import Reaction
from lnlt.rules.ch11_smc.commissars import culprits
from lnlt.rules.ch11_smc.rally_choices import FightOrDie, Heal
from lnlt.rules.ch11_smc.rallying import free_helper, lends, named_helpers
from lnlt.rules.ch11_smc.shots import SniperShot
from lnlt.rules.facts.kinds import COMMISSARS
from lnlt.rules.facts.kits import company, place_of
from lnlt.rules.facts.leaders import is_leader
from lnlt.situations.errors import Refused
from lnlt.situations.names import Names
from lnlt.situations.play import Attempt, answers, give_way, in_impulse, moves_past
from lnlt.situations.steps import Step


def play_heal(attempt: Attempt, step: Step, names: Names) -> None:
    """A Medic, Corpsman or Nurse tends a wounded man; of a unit that is only Shaken, a Medic's rally is meant."""
    (unit,) = names.units(step)
    healer = names.unit(step.by_unit or "", "by_unit")
    side = names.side(step, [unit])
    if attempt.unit(unit).flags & (SHAKEN | WOUNDED) == SHAKEN:
        play_medic_rally(attempt, unit, healer, side)
        return
    give_way(attempt, side)
    attempt.send(Heal(attempt.unit(healer).id, attempt.unit(unit).id), side)


def play_medic_rally(attempt: Attempt, unit: int, healer: int, side: int) -> None:
    """11.3: a Medic's rally, ordered as `rally` with `by_unit`; his Morale Check may be scripted for `rally`, too."""
    give_way(attempt, side)
    command = Heal(attempt.unit(healer).id, attempt.unit(unit).id, True)
    if isinstance(attempt.dice, ScriptedDice):
        with attempt.dice.called("morale check", "rally"):
            attempt.send(command, side)
    else:
        attempt.send(command, side)


def helper_meant(game: Game, state: State, unit: int, names: Names, needed: bool) -> str:
    """3.0, 11.10: who helps a unit to rally if no step says so: who lends most; nobody if it needs none for that.

    A Nurse whom a later step lets heal does nothing else in that phase.
    """
    free = free_helper(game, state, unit)
    least = lends(game, state, free) if free is not None else -1 if needed else 0
    healing = [later.by_unit for later in names.after if later.do == "heal" and later.expect.legal is not False]
    able = [o for o in named_helpers(game, state, unit) if state.units[o].id not in healing]
    best = max(able, key=lambda o: lends(game, state, o), default=None)
    return "" if best is None or lends(game, state, best) <= least else state.units[best].id


def play_fight_or_die(attempt: Attempt, step: Step, names: Names) -> None:
    """A Commissar and one unit, or all that have failed with him."""
    units = names.units(step) if step.unit is not None or step.units is not None else []
    side = names.side(step, units)
    if step.by_unit is not None:
        commissar = names.unit(step.by_unit, "by_unit")
    else:
        found = [
            u
            for u, unit in enumerate(attempt.state.units)
            if unit.side == side and attempt.game.types[unit.type].kind in COMMISSARS
            if place_of(attempt.state, u) >= 0 and (not units or units[0] in company(attempt.state, u))
        ]
        if not found:
            raise Refused(Refusal("11.7.1", "no_commissar", {"commissar": "nobody", "unit": step.unit or ""}))
        commissar = found[0]
    give_way(attempt, side)
    if len(units) > 1 and set(units) == set(culprits(attempt.game, attempt.state, side, commissar)):
        units = []  # all who have failed: one roll
    if len(units) <= 1:
        attempt.send(FightOrDie(attempt.unit(commissar).id, attempt.unit(units[0]).id if units else ""), side)
        return
    for unit in units:
        attempt.send(FightOrDie(attempt.unit(commissar).id, attempt.unit(unit).id), side)


def fires_alone(attempt: Attempt, units: list[int]) -> int | None:
    """The one unit among those named that fires on its own, if the others only aid it."""
    game = attempt.game
    lone = [u for u in units if game.lone[attempt.unit(u).type] is not None]
    rest = [u for u in units if u not in lone]
    if len(lone) == 1 and len(rest) <= 1 and all(is_leader(game, attempt.state, u) for u in rest):
        return lone[0]
    return None


def _caller(attempt: Attempt, unit: int, at: int, caller: int) -> str:
    """18.1: who calls the fire of a Mortar Team: the one named, else the first who may, else the first at all."""
    how = attempt.game.lone[attempt.unit(unit).type]
    if caller == NOBODY:
        able = list(how.callers(attempt.game, attempt.state, unit))
        fit = [c for c in able if how.check_called(attempt.game, attempt.state, unit, at, c) is None]
        if not able:
            raise Refused(Refusal("18.1", "cannot_call_mortar", {"unit": ""}))
        caller = (fit or able)[0]
    return attempt.unit(caller).id


def play_alone(
    attempt: Attempt,
    unit: int,
    units: list[int],
    at: int,
    side: int,
    indirect: bool = False,
    caller: int = NOBODY,
    vehicle: str = "",
) -> None:
    """Fire of a Weapon Team, Sniper or Marksman, with the Leader named; of a Mortar Team also called by somebody."""
    leader = next((attempt.unit(u).id for u in units if u != unit), "")
    command = FireAlone(attempt.unit(unit).id, attempt.place(at), leader, target=vehicle)
    if indirect:
        command = FireAlone(command.unit, command.at, caller=_caller(attempt, unit, at, caller))
    if not answers(attempt, side, at, Reaction | SniperShot):
        if attempt.asking and moves_past(attempt, side, at):  # 5.3, 18.1: it is asked why no window is open to it
            how = attempt.game.lone[attempt.unit(unit).type]
            refusal = how.check(attempt.game, attempt.state, unit, attempt.unit(unit).at, at, True) if how else None
            raise Refused(refusal or Refusal("5.3", "window_closed", {"at": attempt.place(at)}))
        give_way(attempt, side)
        in_impulse(attempt, side, attempt.unit(unit).at)
        if not isinstance(attempt.question, ImpulseAction):
            raise Refused(Refusal("4.0", "not_named", {"at": attempt.place(attempt.unit(unit).at)}))
    attempt.send(command, side)
