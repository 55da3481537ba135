"""The commands `deploy` and `detonate`, and fire and Close Assault at a Barricade."""

from __future__ import annotations

from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State, enclosing
from lnlt.core.tally import Refusal, Tally
from lnlt.rules.ch15_vehicles.driving import Drive, DriveOn
from lnlt.rules.ch21_fortifications.barricade_shots import FireAtBarricade
from lnlt.rules.ch23_equipment.claymores import (
    ClaymoreChoice,
    DeployClaymore,
    Detonate,
    HoldClaymore,
    claymore_tallies,
)
from lnlt.rules.facts.barricades import sides_of
from lnlt.rules.facts.weapons import CLAYMORE
from lnlt.situations.errors import Refused, SituationError
from lnlt.situations.flying import begin_flight, is_flown
from lnlt.situations.names import Names, check_on_board
from lnlt.situations.ordnance import Shot
from lnlt.situations.play import Attempt, give_way, in_impulse
from lnlt.situations.steps import Step, many

MOST = 2
"""Two Single-Man Counters deploy a Claymore together (23.2.1)."""


def play_deploy(attempt: Attempt, step: Step, names: Names) -> None:
    """Deploy a Claymore; `with` names the second man of two, or both are named together."""
    units = names.units(step)
    if not units or len(units) + len(many(step.with_)) > MOST:
        raise SituationError("one unit is needed, or two men", *names.place("units"))
    weapon = names.weapon(step.weapon or "", "weapon")
    units = sorted(units, key=lambda unit: weapon not in attempt.unit(unit).carries)  # who has it does it
    mates = [*many(step.with_), *(attempt.unit(unit).id for unit in units[1:])]
    for mate in mates:
        names.unit(mate, "with")
    side = names.side(step, units)
    u = attempt.unit(units[0])
    check_on_board(u, names)
    give_way(attempt, side)
    in_impulse(attempt, side, u.at)
    attempt.send(DeployClaymore(u.id, step.weapon or "", mates[0] if mates else ""), side)


def play_detonate(attempt: Attempt, step: Step, names: Names) -> None:
    """Detonate the Claymore that is asked about; `at` says where it lies, if there are several."""
    side = names.side(step)
    question = attempt.question
    if not isinstance(question, ClaymoreChoice) or attempt.asked != side:
        raise Refused(Refusal("23.2.1", "no_claymore_tripped"))
    at = question.origin if step.at is None else names.loc(step.at, "at")
    attempt.send(_detonate(attempt, question, at), side)


def _detonate(attempt: Attempt, question: ClaymoreChoice, at: int) -> Detonate:
    """The command for the Claymore in a location; the one that is asked about needs no name."""
    return Detonate("" if at == question.origin else attempt.game.board.loc_name(at))


def names_claymore(state: State, step: Step, game: Game) -> bool:
    """Whether `weapons` of a step are a Claymore: the word, or one that somebody has deployed or carries."""
    kinds = {w.id: game.weapon_types[w.type].kind for w in state.weapons}
    return any(CLAYMORE in (word, kinds.get(word)) for word in many(step.weapons))


def answer_claymore(attempt: Attempt, step: Step, names: Names) -> bool:
    """23.2.1: fire when a Claymore is tripped: its own detonates it, any other comes after the choice."""
    question = attempt.question
    if not isinstance(question, ClaymoreChoice) or attempt.asked != names.side(step, names.units(step)):
        if CLAYMORE in many(step.weapons) and all(w.id != CLAYMORE for w in attempt.state.weapons):
            raise Refused(Refusal("23.2.1", "no_claymore_tripped"))
        return False
    if names_claymore(attempt.state, step, attempt.game):
        here = attempt.unit(names.units(step)[0]).at
        if names.loc(step.at, "at") != question.at:
            raise Refused(Refusal("23.2.1", "no_claymore_tripped"))
        attempt.send(_detonate(attempt, question, here), question.side)
        return True
    while isinstance(attempt.question, ClaymoreChoice):
        attempt.send(HoldClaymore(), question.side)
    return False


def tally_of_claymore(game: Game, state: State, step: Step, names: Names) -> Tally:
    """23.2.1: the sum of a Claymore against the first enemy in a location; a unit watches over it, or it is tripped."""
    at = names.loc(step.at, "at")
    tripped = enclosing(state, ClaymoreChoice)
    if step.units is None and step.unit is None and tripped is not None and tripped.at == at:
        side, origin = tripped.side, tripped.origin
    else:
        watch = state.units[names.units(step)[0]]
        side, origin = watch.side, watch.at
    there = [u for u in state.by_loc.get(at, ()) if state.units[u].side != side]
    target = names.unit(step.target, "target") if step.target not in (None, "infantry") else NOBODY
    if target == NOBODY and not there:
        raise SituationError(f"nobody is in {step.at}", *names.place("at"))
    return claymore_tallies(game, state, target if target != NOBODY else there[0], origin, at)[0]


def barricade_sides(attempt: Attempt, hex_: int) -> list[int]:
    """The hexes beyond the Barricades of a hex."""
    board = attempt.game.board
    return [board.neighbours[hex_][d] for d in sides_of(board, attempt.state, hex_)]


def play_fire_at_barricade(attempt: Attempt, step: Step, names: Names) -> None:
    """Ordnance at the Barricade of a hex; `to` says on which side, if there are several."""
    shot = Shot(step, names)
    side = names.side(step, [shot.unit])
    if shot.mode:
        raise SituationError("a Barricade is not fired at by Assault Fire", *names.place("mode"))
    near = barricade_sides(attempt, shot.at >> 3)
    toward = names.loc(step.to, "to") >> 3 if step.to is not None else near[0] if near else shot.at >> 3
    check_on_board(attempt.unit(shot.unit), names)
    drive = enclosing(attempt.state, Drive)
    if is_flown(attempt.game, attempt.state, [shot.unit]):
        begin_flight(attempt, shot.unit, side, names, fires=True)
    elif drive is None or drive.unit != shot.unit or not isinstance(attempt.question, DriveOn):
        give_way(attempt, side)
        in_impulse(attempt, side, attempt.unit(shot.unit).at)
    c = shot.command(attempt.state)
    board = attempt.game.board
    command = FireAtBarricade(
        c.unit, board.names[shot.at >> 3], board.names[toward], c.weapon, c.pivot, c.facing, c.leader, c.mate
    )
    attempt.send(command, side)
