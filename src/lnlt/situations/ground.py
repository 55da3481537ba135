"""The commands `spot`, `smoke`, `extinguish` and `starshell`."""

from __future__ import annotations

from lnlt.core import engine
from lnlt.core.dice import ScriptedDice
from lnlt.core.engine import why_not
from lnlt.core.state import enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch06_movement.move import MoveOn
from lnlt.rules.ch07_smoke import LaySmoke, check_layer
from lnlt.rules.ch10_los_spotting.attempts import Spot, SpotAt, check_spot
from lnlt.rules.ch10_los_spotting.firefighting import AddFighter, Extinguish, FightFire, check_fighter
from lnlt.rules.ch19_air.flying import FlightAction
from lnlt.rules.ch20_night.starshells import ACTED, FireStarshell, is_mortar_team
from lnlt.situations.errors import Refused, SituationError
from lnlt.situations.flying import just_did
from lnlt.situations.names import Names, check_on_board
from lnlt.situations.play import Attempt, give_way, in_impulse
from lnlt.situations.steps import Step, many


def is_plane(names: Names, name: str) -> bool:
    """Whether that is the id of an aircraft, which is never in a hex of the board."""
    unit = names.state.ids.get(name)
    return unit is not None and names.game.types[names.state.units[unit].type].kind == "aircraft"


def play_spot(attempt: Attempt, step: Step, names: Names) -> None:
    """A spotting attempt: it activates nothing; aircraft make none, wherever they are (19.1.2)."""
    if step.unit is not None and is_plane(names, step.unit):
        raise Refused(Refusal("19.1.2", "kind_cannot_spot", {"unit": step.unit}))
    unit = _one(names, step)
    at = names.loc(step.at, "at")
    side = names.side(step, [unit])
    if just_did(attempt, unit, side, names, "move"):
        raise Refused(Refusal("19.2.3", "has_acted", {"unit": attempt.unit(unit).id}))
    give_way(attempt, side)
    impulse = enclosing(attempt.state, Impulse)
    if impulse is not None and impulse.side == side:
        refusal = check_spot(attempt.game, attempt.state, impulse, unit, at)
        if isinstance(attempt.question, FlightAction):
            refusal = engine.why_not(attempt.game, attempt.state, Spot(attempt.unit(unit).id), side) or refusal
        if refusal is not None:
            raise Refused(refusal)
    attempt.send(Spot(attempt.unit(unit).id), side)
    attempt.send(SpotAt(attempt.place(at)), side)


def play_smoke(attempt: Attempt, step: Step, names: Names) -> None:
    """Laying Smoke: activation of the unit's location, then the roll."""
    unit = _one(names, step)
    at = names.loc(step.at, "at")
    side = names.side(step, [unit])
    give_way(attempt, side)
    if isinstance(attempt.question, MoveOn):
        raise Refused(Refusal("7.0", "smoke_first", {"unit": attempt.unit(unit).id}))
    try:
        in_impulse(attempt, side, attempt.unit(unit).at)
    except Refused as refused:  # the reason of the unit comes before that of its hex
        own = check_layer(attempt.game, attempt.state, unit)
        raise Refused(own or refused.refusal) from None
    attempt.send(LaySmoke(attempt.unit(unit).id, attempt.place(at)), side)


def play_extinguish(attempt: Attempt, step: Step, names: Names) -> None:
    """Putting out a fire with the named units."""
    units = names.units(step)
    side = names.side(step, units)
    at = attempt.unit(units[0]).at if step.at is None else names.loc(step.at, "at")
    for unit in units:
        refusal = check_fighter(attempt.game, attempt.state, side, unit, at)
        if refusal is not None:
            raise Refused(refusal)
    in_impulse(attempt, side, at)
    attempt.send(Extinguish(attempt.place(at)), side)
    for unit in units:
        attempt.send(AddFighter(attempt.unit(unit).id), side)
    attempt.send(FightFire(), side)


def play_starshell(attempt: Attempt, step: Step, names: Names) -> None:
    """A Starshell of the man himself, or of a Mortar Team (20.3): the `unit` named, or that he fires it `with`.

    Without one a Scout calls the first Team that may, and so does a Leader where he may not fire one himself, or if no
    die for it is scripted.
    """
    man = names.unit(step.by_unit or "", "by_unit")
    at = names.loc(step.at, "at")
    side = names.side(step, [man])
    check_on_board(attempt.unit(man), names)
    game = attempt.game
    named = names.units(step) if step.unit or step.units else []
    named = [*named, *(names.unit(name, "with") for name in many(step.with_))]
    if attempt.unit(man).flags & ACTED and game.night is not None:
        rule = "20.3" if named else "20.2"
        raise Refused(Refusal(rule, "has_acted", {"unit": attempt.unit(man).id}))
    in_impulse(attempt, side, attempt.unit(man).at)
    s = attempt.state
    own = FireStarshell(s.units[man].id, attempt.place(at))
    if named:
        teams = [s.units[u].id for u in named]
    else:
        teams = [u.id for i, u in enumerate(s.units) if u.side == side and u.at >= 0 and is_mortar_team(game, s, i)]
    called = [FireStarshell(own.unit, own.at, team) for team in teams]
    if named or (called and game.types[s.units[man].type].kind == "scout"):
        ways = called
    else:
        ways = (
            [own, *called]
            if not isinstance(attempt.dice, ScriptedDice) or attempt.dice.is_next("starshell")
            else [*called, own]
        )
    fit = [way for way in ways if why_not(game, s, way) is None]
    attempt.send((fit or [own if own in ways else ways[0]])[0], side)


def _one(names: Names, step: Step) -> int:
    units = names.units(step)
    if len(units) != 1:
        raise SituationError("one unit is needed", *names.place("unit"))
    check_on_board(names.state.units[units[0]], names)
    return units[0]
