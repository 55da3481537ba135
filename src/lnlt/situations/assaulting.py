"""The command `close_assault`: from next door, in the course of a move, or in answer to an Overrun."""

from __future__ import annotations

from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.opportunity import OpportunityFire, Reaction
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.move import Move, MoveOn
from lnlt.rules.ch06_movement.steps import AddMover
from lnlt.rules.ch15_vehicles.driving import Drive, DriveOn
from lnlt.rules.ch15_vehicles.overrun_answer import BeginAssault, JoinAssault, OverrunAnswer
from lnlt.rules.ch17_antitank.close_assault import Assail, AssaultChoice, CloseAssault
from lnlt.rules.ch17_antitank.eligibility import AssaultVehicle, anti_tank
from lnlt.rules.ch17_antitank.tallies import assault_tally
from lnlt.rules.ch21_fortifications.tearing_down import AssaultBarricade
from lnlt.rules.facts.barricades import BARRICADE, barricade_between
from lnlt.rules.facts.kits import is_helicopter
from lnlt.rules.facts.leaders import is_leader
from lnlt.situations.errors import Refused
from lnlt.situations.gear import barricade_sides
from lnlt.situations.moving import usual_mode
from lnlt.situations.names import Names, check_on_board, named_in_help
from lnlt.situations.play import Attempt, give_way, in_impulse, with_helper
from lnlt.situations.steps import Step, many


def play_close_assault(attempt: Attempt, step: Step, names: Names) -> None:
    """Units assault a vehicle: the checks, then each of them in the order of their numbers."""
    if step.target == BARRICADE:
        play_assault_barricade(attempt, step, names)
        return
    units = with_helper(attempt, step, names)
    side = names.side(step, units)
    target = names.unit(step.target or "", "target")
    if step.at is not None and names.loc(step.at, "at") >> 3 != attempt.unit(target).at >> 3:
        raise Refused(Refusal("17.1", "no_such_target", {"unit": step.target or "", "at": step.at}))
    if is_helicopter(attempt.game, attempt.unit(target)):  # never, whoever is asked
        raise Refused(Refusal("19.2.1", "not_in_the_air", {"unit": attempt.unit(target).id}))
    if step.mode == "coordinated":
        raise Refused(Refusal("6.5", "no_coordinated_attack", {"at": attempt.place(attempt.unit(target).at)}))
    weapons = named_arms(attempt, step, names, units)
    if isinstance(attempt.question, AssaultChoice) and attempt.asked == side:  # the second vehicle of the hex
        frame = enclosing(attempt.state, CloseAssault)
        if frame is None or frame.target != target:
            raise Refused(Refusal("17.1", "no_such_target", {"unit": step.target or "", "at": ""}))
        for unit in units:
            if unit not in frame.units:
                raise Refused(Refusal("17.1", "no_assault_now", {"unit": attempt.unit(unit).id}))
        fight(attempt, side, weapons, step, names)
        return
    if isinstance(attempt.question, OverrunAnswer) and attempt.asked == side:
        if attempt.question.target != target:
            raise Refused(Refusal("15.3", "no_such_target", {"unit": step.target or "", "at": ""}))
        for unit in sorted(units):
            attempt.send(JoinAssault(attempt.unit(unit).id), side)
        attempt.send(BeginAssault(), side)
        fight(attempt, side, weapons, step, names)
        return
    answers = isinstance(attempt.question, Reaction) and attempt.asked == side
    window = enclosing(attempt.state, OpportunityFire)
    if answers and window is not None and window.bunker != NOWHERE:
        raise Refused(Refusal("21.1.3", "no_assault_now", {"unit": attempt.unit(units[0]).id}))
    if answers or (attempt.asking and isinstance(attempt.question, MoveOn | DriveOn) and attempt.asked != side):
        raise Refused(Refusal("17.1", "no_assault_now", {"unit": attempt.unit(units[0]).id}))
    drive = enclosing(attempt.state, Drive)
    if drive is not None and isinstance(attempt.question, DriveOn) and set(units) & set(drive.escort):
        raise Refused(Refusal("6.5", "no_coordinated_attack", {"at": attempt.place(attempt.unit(target).at)}))
    move = enclosing(attempt.state, Move)
    going = isinstance(attempt.question, MoveOn) and attempt.asked == side and move is not None
    if not (going and move is not None and set(move.units) == set(units)):
        for unit in units:
            check_on_board(attempt.unit(unit), names)
        origin = attempt.unit(units[0]).at
        give_way(attempt, side)
        in_impulse(attempt, side, origin)
        attempt.send(BeginMove(attempt.place(origin)), side)
        for unit in units:
            attempt.send(AddMover(attempt.unit(unit).id, step.mode or usual_mode(attempt, unit, units)), side)
    attempt.send(AssaultVehicle(attempt.unit(target).id), side)
    fight(attempt, side, weapons, step, names)


def named_arms(attempt: Attempt, step: Step, names: Names, units: list[int]) -> list[int] | None:
    """The weapons a step names, each of use in a Close Assault and one for each unit; None: it names none."""
    if step.weapons is None:
        return None
    weapons = [names.weapon(w, "weapons") for w in many(step.weapons)]
    useful = [w for unit in units for w in anti_tank(attempt.game, attempt.state, unit)]
    for w in weapons:
        if w not in useful:
            raise Refused(Refusal("17.1", "no_use_in_assault", {"weapon": attempt.state.weapons[w].id}))
    for unit in units:
        if len(set(attempt.unit(unit).carries) & set(weapons)) > 1:
            raise Refused(Refusal("17.1", "one_weapon", {"unit": attempt.unit(unit).id}))
    return weapons


def armed_by_name(s: Position, weapons: list[int] | None, step: Step) -> list[int]:
    """Who is to use a weapon of his own, so that a Leader among them helps nobody, unless the step says he does."""
    return [s.weapons[w].carrier for w in weapons or ()] if step.leader_helps is None else []


def best_arm(game: Game, s: Position, unit: int, weapons: list[int] | None = None) -> int:
    """The weapon named for an attacker, else what he adds most with; NOBODY: only his own firepower."""
    arms = [w for w in anti_tank(game, s, unit) if weapons is None or w in weapons]
    choices = arms if arms and (weapons is not None or is_leader(game, s, unit)) else [NOBODY, *arms]
    return max(choices, key=lambda w: assault_tally(game, s, unit, w).total)


def fight(attempt: Attempt, side: int, weapons: list[int] | None, step: Step, names: Names) -> None:
    """Answer for each attacker: the weapons named or the best one; `leader_helps` names the Leader or whom he helps."""
    while isinstance(attempt.question, AssaultChoice) and attempt.asked == side:
        frame = enclosing(attempt.state, CloseAssault)
        if frame is not None and attempt.unit(frame.target).id != step.target and _is_next(frame, attempt, names):
            return  # 17.1: the second vehicle of the hex, in a step of its own
        attempt.send(next_assail(attempt.game, attempt.state, weapons, step, names), side)


def _is_next(frame: CloseAssault, attempt: Attempt, names: Names) -> bool:
    """Whether the order after this one is the Close Assault at the vehicle that stands yet."""
    later = next((step for step in names.after if step.do is not None), None)
    return later is not None and later.do == "close_assault" and later.target == attempt.unit(frame.target).id


def next_assail(game: Game, s: Position, weapons: list[int] | None, step: Step, names: Names) -> Assail:
    """The next attack as the step wants it."""
    frame = enclosing(s, CloseAssault)
    assert frame is not None
    leaders = [u for u in frame.units if is_leader(game, s, u) and u not in frame.helped]
    helper, helped = named_in_help(game, s, step, names)
    unit = next((u for u in frame.waiting if u == helped), frame.waiting[0])
    weapon = best_arm(game, s, unit, weapons)
    armed = armed_by_name(s, weapons, step)
    others = [u for u in leaders if u != unit and u not in armed and helper in (NOBODY, u)]
    leads = bool(others) and step.leader_helps is not False and helped in (NOBODY, unit)
    return Assail(
        s.units[unit].id,
        s.weapons[weapon].id if weapon != NOBODY else "",
        s.units[others[0]].id if leads else "",
    )


def play_assault_barricade(attempt: Attempt, step: Step, names: Names) -> None:
    """Units tear down the Barricade on a side of their hex, perhaps after moving up; `at` is the hex beyond it."""
    units = with_helper(attempt, step, names)
    side = names.side(step, units)
    board = attempt.game.board
    weapons = named_arms(attempt, step, names, units)
    origin = attempt.unit(units[0]).at
    near = barricade_sides(attempt, origin >> 3)
    toward = names.loc(step.at, "at") >> 3 if step.at is not None else near[0] if near else origin >> 3
    move = enclosing(attempt.state, Move)
    if not (isinstance(attempt.question, MoveOn) and attempt.asked == side and move and set(units) <= set(move.units)):
        give_way(attempt, side)
        in_impulse(attempt, side, origin)
    armed = armed_by_name(attempt.state, weapons, step)
    leaders = [u for u in units if is_leader(attempt.game, attempt.state, u) and u not in armed]
    lead, helped = named_in_help(attempt.game, attempt.state, step, names)
    free = [u for u in leaders if lead in (NOBODY, u)] if step.leader_helps is not False else []
    for unit in [u for u in units if u not in leaders] or units:
        weapon = best_arm(attempt.game, attempt.state, unit, weapons)
        mine = attempt.state.weapons[weapon].id if weapon != NOBODY else ""
        helper = attempt.unit(free[0]).id if free and free[0] != unit and helped in (NOBODY, unit) else ""
        attempt.send(AssaultBarricade(attempt.unit(unit).id, board.names[toward], mine, helper), side)
        free = [] if helper else free
        if barricade_between(board, attempt.state, origin >> 3, toward) is None:
            break  # it is down: the others need not
