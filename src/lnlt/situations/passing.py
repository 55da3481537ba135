"""The commands `pass` and `next`: what is let go by, and how the game runs on."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core import engine
from lnlt.core.flags import MOVING
from lnlt.core.frames import Command
from lnlt.core.state import NOBODY, State
from lnlt.rules.ch03_rally import EndRally, RallyAction, any_choice
from lnlt.rules.ch04_operations.impulse import Done, Pass, side_may_act
from lnlt.rules.ch05_fire.opportunity import PassWindow, Reaction
from lnlt.rules.ch06_movement.continuous import Declare, EndDeclaring
from lnlt.rules.ch06_movement.move import MoveOn
from lnlt.rules.ch09_administration import Next, PhaseEnd
from lnlt.rules.ch15_vehicles.driving import DriveOn
from lnlt.rules.ch15_vehicles.overrun_answer import ForgoAssault, OverrunAnswer
from lnlt.rules.ch16_passengers.forced import GetOffToo, StayOn
from lnlt.rules.ch18_indirect.barrage import KeepBarrage, LiftBarrage
from lnlt.rules.ch19_air.defence import AirDefence
from lnlt.rules.ch19_air.flying import FlightAction
from lnlt.rules.ch23_equipment.claymores import ClaymoreChoice, HoldClaymore
from lnlt.rules.facts.kits import kit_of
from lnlt.situations.air import over_already
from lnlt.situations.errors import Refused
from lnlt.situations.names import Names
from lnlt.situations.play import Attempt, ending, give_way, let_go_by
from lnlt.situations.steps import Step, many


def play_pass(attempt: Attempt, step: Step, names: Names) -> None:
    """Let an impulse, a window or an offer go by; after an action it ends the impulse.

    Where the side's last action left nothing to do, impulse or window are over already; the pass does no harm then.
    """
    side = names.side(step)
    if _goes_on(attempt, side, names):
        return  # nobody could answer this move, and it is not over
    if _acted_last(names, side):
        if attempt.asked not in (None, side):
            return
        if attempt.asked == side and over_already(attempt, step, names, _orders_next(names, side)):
            return
    try:
        give_way(attempt, side)
    except Refused:
        if attempt.asking:
            raise
        over = isinstance(attempt.question, PhaseEnd)
        if (over or attempt.state.phase == "operations") and not side_may_act(attempt.game, attempt.state, side):
            return  # who has nobody left has passed without being asked
        if attempt.state.phase == "rally" and not any_choice(attempt.game, attempt.state, side, quiet=True):
            return  # the same in the Rally Phase
        before = names.before[-1] if names.before else step
        if before.do == "pass" and before.by == step.by and attempt.state.phase == "operations":
            return  # one pass has ended both the move and the impulse
        raise
    question = attempt.question
    if isinstance(question, Reaction | AirDefence):
        attempt.send(PassWindow(), side)
    elif isinstance(question, RallyAction):
        attempt.send(EndRally(), side)
    elif isinstance(question, OverrunAnswer):
        attempt.send(ForgoAssault(), side)
    elif isinstance(question, GetOffToo):
        attempt.send(StayOn(), side)
    elif isinstance(question, ClaymoreChoice):
        attempt.send(HoldClaymore(), side)
        if _enemy_next(names, step, side):
            let_go_by(attempt, 1 - side)  # one pass for the Claymore and the Opportunity Fire after it
    elif isinstance(question, Declare):
        attempt.send(EndDeclaring(), side)
    else:
        attempt.send(ending(attempt) or Pass(), side)
        last = not _orders_next(names, side)
        while last and isinstance(question, MoveOn) and isinstance(attempt.question, DriveOn | FlightAction):
            if attempt.asked != side or (end := ending(attempt)) is None:
                break
            attempt.send(end, side)  # 16.4, 19.2.6: who got off, then who carried them
        done = ending(attempt)
        moved = isinstance(question, MoveOn | DriveOn) or (last and isinstance(question, FlightAction))
        if moved and isinstance(done, Done) and attempt.asked == side:
            attempt.send(done, side)


def _orders_next(names: Names, side: int) -> bool:
    """Whether the next step that plays is an order of a side again, and no pass."""
    following = next((step for step in names.after if step.do is not None), None)
    if following is None or following.do in ("pass", "next"):
        return False
    return following.by is None or names.game.side_index.get(following.by) == side


def _enemy_next(names: Names, step: Step, side: int) -> bool:
    """Whether the other side is to be asked after a step: the step expects that, or the next one is an order of it."""
    if step.expect is not None and step.expect.asked is not None:
        return names.game.side_index.get(step.expect.asked) == 1 - side
    return bool(names.after) and names.after[0].do is not None and names.side_of(names.after[0]) == 1 - side


def _goes_on(attempt: Attempt, side: int, names: Names) -> bool:
    """Whether an enemy is on the move and the next step is his again, so that a pass can only let that go by."""
    if attempt.asked == side or not isinstance(attempt.question, MoveOn | DriveOn | FlightAction):
        return False
    following = next((s for s in names.after if s.do or s.command), None)
    if following is None or (following.do or following.command) not in (
        "move",
        "stop",
        "pick_up",
        "fire",
        "mount",
        "dismount",
        "overrun",
        "hover",
        "take_off",
        "fire_ordnance",
        "pivot",
        "close_assault",
    ):
        return False
    named = [attempt.state.ids.get(name, NOBODY) for name in (*many(following.units), *many(following.unit))]
    return bool(named) and all(u != NOBODY and _is_moving(attempt, u) for u in named)


def _is_moving(attempt: Attempt, unit: int) -> bool:
    """Whether a unit, or what it rides in, is on the move."""
    carrier = kit_of(attempt.unit(unit)).aboard
    return bool((attempt.unit(unit) if carrier == NOBODY else attempt.unit(carrier)).flags & MOVING)


def _acted_last(names: Names, side: int) -> bool:
    """Whether the last step that played was an action of a side, and no pass."""
    last = next((step for step in reversed(names.before) if step.do is not None), None)
    if last is None or last.do in ("pass", "next"):
        return False
    if last.by is not None:
        return names.game.side_index.get(last.by) == side
    named = [names.state.ids[name] for name in (*many(last.units), *many(last.unit)) if name in names.state.ids]
    return bool(named) and names.state.units[named[0]].side == side


def play_next(attempt: Attempt, step: Step, names: Names) -> None:
    """Let the game run on: past the end of a phase, or past what the asked side could still do."""
    side = attempt.asked if step.by is None else names.side(step)
    if side is None:
        side = 0
    if isinstance(attempt.question, PhaseEnd):
        attempt.send(Next(), attempt.question.side)
    elif isinstance(attempt.question, RallyAction):
        if not _before_roll(attempt, names):  # else it has run from before the roll to this question
            attempt.send(EndRally(), side)
    elif not (names.new_phase and names.before and names.before[-1].do == "pass"):  # that has led here already
        attempt.send(ending(attempt) or Next(), side)


def _before_roll(attempt: Attempt, names: Names) -> bool:
    """3.0: whether a situation began before the roll for initiative and nothing has been played yet."""
    start = attempt.game.setup.start
    return start.roll and not any(step.do for step in names.before)


def settle_admin(state: State, step: Step | None, steps: Sequence[Step]) -> Command | None:
    """9.0, 15.5, 18.2.1: choices of the Administrative Phase are let go by if the next command does not make them.

    A `pass` right after them makes them too, if the step before it does not speak of the next turn.
    """
    question = engine.question(state)
    if step is None or not isinstance(question, Declare | LiftBarrage):
        return None
    following = next((s.do or s.command for s in steps if s.do or s.command), None)
    if following == "choose" or (following == "pass" and step.expect.turn is None and step.expect.phase is None):
        return None
    return EndDeclaring() if isinstance(question, Declare) else KeepBarrage()
