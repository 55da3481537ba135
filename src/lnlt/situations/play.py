"""The position a situation has come to, names in it, and series of engine commands that happen all or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from types import UnionType

from lnlt.content.files import guess
from lnlt.core import engine
from lnlt.core.board import CAVE, TUNNEL
from lnlt.core.dice import Dice
from lnlt.core.events import Event
from lnlt.core.flags import ABANDONED, ELIMINATED, IMMOBILIZED, RALLY_TRIED, SHAKEN, WOUNDED
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.setup import Group
from lnlt.core.state import NOBODY, State, Unit, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch03_rally import EndRally, RallyAction, any_choice
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch04_operations.impulse import Done, Impulse, ImpulseAction, Pass, side_may_act
from lnlt.rules.ch05_fire.firers import check_ready
from lnlt.rules.ch05_fire.opportunity import OpportunityFire, PassWindow, Reaction
from lnlt.rules.ch06_movement.continuous import Declare, StayInMotion
from lnlt.rules.ch06_movement.move import Move, MoveOn
from lnlt.rules.ch06_movement.steps import StopMove
from lnlt.rules.ch14_ordnance.teams import FaceTeam, TeamFacing
from lnlt.rules.ch15_vehicles.driving import Drive, DriveOn
from lnlt.rules.ch19_air.flight import AirRun, FlyOn
from lnlt.rules.ch19_air.flying import Flight, FlightAction
from lnlt.rules.ch19_air.helicopters import EndFlight
from lnlt.rules.ch22_scenario.set_up import Deploy, Ready
from lnlt.rules.ch23_equipment.claymores import ClaymoreChoice, HoldClaymore
from lnlt.rules.facts.caves import UNDERGROUND, has_cave, passage, ways
from lnlt.rules.facts.groups import waiting
from lnlt.rules.facts.kits import kit_of, vertex_name
from lnlt.situations.errors import Refused, SituationError
from lnlt.situations.names import Names, named_in_help
from lnlt.situations.steps import Step
from lnlt.situations.synonyms import one_word
from lnlt.situations.words import OFF_MAP
from lnlt.traits.skills.using import UseSkill

HURT = SHAKEN | WOUNDED | ELIMINATED | ABANDONED | IMMOBILIZED
"""What stops a unit on its way."""


class Attempt:
    """Engine commands of one step, tried one after the other on a copy; nothing counts until it is taken over."""

    def __init__(self, game: Game, state: State, dice: Dice, asking: bool = False, past_windows: bool = False) -> None:
        self.game, self.state, self.dice = game, state, dice
        self.begun = state
        """The position before the step."""
        self.asking = asking
        """Only a question: it is about now, so an enemy move under way is not ended for it."""
        self.past_windows = asking or past_windows
        """The enemy lets every window on the way go by, so that all of a path is looked at."""
        self.halted = False
        """A window has opened before the end of the path, or the movers were stopped on the way."""
        self.along: list[int] = []
        """Units of the same side that act in the steps after this one, before anybody else does."""
        self.events: list[Event] = []
        self.commands: list[Command] = []
        self.last: Command | None = None
        """The command sent last, carried out or not."""

    @property
    def question(self) -> Question | None:
        """What is asked now."""
        return engine.question(self.state)

    @property
    def asked(self) -> int | None:
        """Side that is asked now."""
        return engine.decider(self.state)

    def send(self, command: Command, by: int) -> None:
        """Carry out one command of a side; Refused says why not."""
        self.last = command
        outcome = engine.submit(self.game, self.state, command, self.dice, by)
        if isinstance(outcome, Refusal):
            raise Refused(outcome)
        self.state = outcome.state
        self.events.extend(outcome.events)
        self.commands.append(command)

    def unit(self, number: int) -> Unit:
        """A unit as it is now."""
        return self.state.units[number]

    def is_hurt(self, side: int) -> bool:
        """Whether something on the way, such as Mines or Fire for Effect, has stopped a unit of a side in this step."""
        now = zip(self.begun.units, self.state.units, strict=False)
        return any(u.side == side and new.flags & ~u.flags & HURT for u, new in now)

    def place(self, loc: int) -> str:
        """Printed name of a location."""
        return self.game.board.loc_name(loc)


def ending(attempt: Attempt) -> Command | None:
    """The command that ends what the asked side is doing, if it has done something and may end it."""
    question = attempt.question
    if isinstance(question, MoveOn | DriveOn):
        return StopMove()
    if isinstance(question, FlightAction):
        return EndFlight()
    if isinstance(question, TeamFacing):
        u = attempt.unit(question.unit)
        return FaceTeam(vertex_name(attempt.game.board, u.at >> 3, kit_of(u).facing))
    if isinstance(question, AirRun):
        return FlyOn()
    if isinstance(question, Deploy):
        return None if any(waiting(attempt.state, g) for g in set_up_now(attempt.game, question)) else Ready()
    if isinstance(question, ImpulseAction):
        impulse = enclosing(attempt.state, Impulse)
        if impulse is None:
            return None
        return Done() if impulse.has_done else Pass() if impulse.spotter != NOBODY and not impulse.named else None
    if isinstance(question, RallyAction):
        tried = any(u.side == question.side and u.flags & RALLY_TRIED for u in attempt.state.units)
        return EndRally() if tried or not any_choice(attempt.game, attempt.state, question.side, quiet=True) else None
    return None


def set_up_now(game: Game, question: Deploy) -> list[Group]:
    """22.0: the group that is being set up."""
    return [group for group in game.setup.groups if group.id == question.group]


def tunnelled(game: Game, s: State, here: int, path: Sequence[int]) -> list[int]:
    """10.7.1: a path that names a Cave beyond the next hex, from inside one, leads there by the shortest Tunnel.

    Hexes on the way from Cave to Cave, those a Tunnel leads to from inside one, or of units in a Tunnel already, mean
    what is below them.
    """
    found: list[int] = []
    for to in path:
        if here >= 0 and not to & 7 and to >> 3 != here >> 3:
            below = to + (CAVE if has_cave(s, to >> 3) else TUNNEL)
            in_cave = here & 7 == CAVE
            leads_there = in_cave and not isinstance(passage(game, s, here, below), Refusal)
            if here & 7 == TUNNEL or leads_there or (in_cave and path[-1] & 7 == CAVE):
                to = below
        while here >= 0 and here & 7 in UNDERGROUND and to & 7 == CAVE and game.board.distance(here >> 3, to >> 3) > 1:
            away = game.board.distances(to >> 3)
            here = min(ways(game, s, here), key=lambda loc: away[loc >> 3])
            found.append(here)
        found.append(to)
        here = to
    return found


def end_moves(attempt: Attempt, side: int) -> None:
    """The moves of a side that go on are over."""
    while isinstance(attempt.question, MoveOn | DriveOn | TeamFacing | FlightAction) and attempt.asked == side:
        attempt.send(ending(attempt) or StopMove(), side)
        give_way(attempt, side)


def give_way(attempt: Attempt, side: int) -> None:
    """Let a side that is not asked have its say: the other side's move and impulse are over, if that is legal."""
    while attempt.asked is not None and attempt.asked != side:
        command = ending(attempt)
        asked = attempt.asked
        if command is None or (attempt.asking and isinstance(command, StopMove | EndFlight | EndRally)):
            names = attempt.game.side_name
            rule = "3.0" if isinstance(attempt.question, RallyAction) else "4.0"
            raise Refused(Refusal(rule, "not_your_decision", {"asked": names(asked), "by": names(side)}))
        attempt.send(command, asked)


def on_its_way(attempt: Attempt, unit: int, side: int, goes_on: Callable[[], bool], mover: Callable[[], int]) -> bool:
    """Whether a vehicle or helicopter is under way and asked; passengers who have got off finish their move first."""
    while mover() == unit and attempt.asked == side:
        if goes_on():
            return True
        command = ending(attempt)
        if command is None or not isinstance(attempt.question, MoveOn | TeamFacing):
            return False
        attempt.send(command, side)
    return False


def follow(
    attempt: Attempt,
    side: int,
    path: Sequence[int],
    goes_on: Callable[[], bool],
    order: Callable[[int], Command],
    why_over: Callable[[int, int], Refusal],
) -> None:
    """Go along the rest of a path after its first hex; a window halts it, the end of the move is refused."""
    for frm, to in pairwise(path):
        if attempt.past_windows:
            let_go_by(attempt, side)
        if not goes_on():
            question = attempt.question
            if (question is not None and question.side != side and question.WINDOW) or attempt.is_hurt(side):
                attempt.halted = True
                return
            raise Refused(why_over(frm, to))
        attempt.send(order(to), side)


def let_go_by(attempt: Attempt, side: int) -> None:
    """The enemy of a moving side answers nothing."""
    while attempt.asked not in (None, side):
        if isinstance(attempt.question, Reaction):
            attempt.send(PassWindow(), 1 - side)
        elif isinstance(attempt.question, ClaymoreChoice):
            attempt.send(HoldClaymore(), 1 - side)
        else:
            return


def moves_past(attempt: Attempt, side: int, at: int) -> bool:
    """5.3: whether an enemy is under way in a hex and no window is open to a side."""
    if attempt.asked == side or not isinstance(attempt.question, MoveOn | DriveOn | FlightAction):
        return False
    under_way = next((f for f in reversed(attempt.state.stack) if isinstance(f, Move | Drive | Flight)), None)
    return under_way is not None and under_way.at == at


def check_closed(attempt: Attempt, side: int, unit: int, at: int) -> None:
    """5.3: fire of a gun at an enemy under way, who has been answered: it is refused as in a window, or it waits."""
    if not moves_past(attempt, side, at):
        return
    refusal = check_ready(attempt.game, attempt.state, unit, True, at)
    if refusal is None and attempt.asking:
        refusal = Refusal("5.3", "window_closed", {"at": attempt.place(at)})
    if refusal is not None:
        raise Refused(refusal)


def answers(attempt: Attempt, side: int, at: int, kinds: type[Question] | UnionType = Reaction) -> bool:
    """Whether fire of a side answers a move: then only the movers' hex can be fired at (5.3)."""
    if not isinstance(attempt.question, kinds) or attempt.asked != side:
        return False
    window = enclosing(attempt.state, OpportunityFire)
    if window is not None and window.at != at:
        raise Refused(Refusal("5.3", "not_the_moving_units", {"at": attempt.place(at)}))
    return True


def in_impulse(attempt: Attempt, side: int, loc: int) -> None:
    """Bring a side into an impulse in which a location is named; what it was doing is ended first if need be."""
    give_way(attempt, side)
    end_moves(attempt, side)
    while isinstance(attempt.question, RallyAction) and (command := ending(attempt)) is not None:
        attempt.send(command, attempt.question.side)
    give_way(attempt, side)
    impulse = enclosing(attempt.state, Impulse)
    if not isinstance(attempt.question, ImpulseAction) or impulse is None:
        attempt.send(Activate(attempt.place(loc)), side)
        return
    if loc in impulse.named:
        return
    refusal = engine.why_not(attempt.game, attempt.state, Activate(attempt.place(loc)), side)
    if refusal is None:
        attempt.send(Activate(attempt.place(loc)), side)
        _name_along(attempt, side)
        return
    if not impulse.has_done:
        raise Refused(refusal)
    attempt.send(Done(), side)
    if attempt.asked != side or not isinstance(attempt.question, ImpulseAction):
        raise Refused(refusal)
    attempt.send(Activate(attempt.place(loc)), side)
    _name_along(attempt, side)


def _name_along(attempt: Attempt, side: int) -> None:
    """4.0, Q-024: a Leader's neighbours are named before anybody acts: those the next steps need.

    Where the enemy has nobody left, the next steps may be impulses of their own.
    """
    if attempt.asking or not side_may_act(attempt.game, attempt.state, 1 - side):
        return
    left = {attempt.unit(u).at for u in attempt.along}
    while fit := [
        loc
        for loc in sorted(left)
        if loc >= 0 and engine.why_not(attempt.game, attempt.state, Activate(attempt.place(loc)), side) is None
    ]:
        attempt.send(Activate(attempt.place(fit[0])), side)
        left.discard(fit[0])


def choose(attempt: Attempt, option: str, names: Names, refusable: bool = False) -> None:
    """Answer any question with the option that has this word in it: a hex, a unit, a weapon or a command.

    `refusable`: a word that is no option is refused by the section of the question.
    """
    found = []
    option = "exit_map" if option in OFF_MAP else option
    options = engine.options(attempt.game, attempt.state)
    skill = one_word(option)
    option = skill if any(skill in u.skills for u in attempt.state.units) else option
    for command in options:
        words = {str(command.__struct_config__.tag)}
        words |= {str(getattr(command, f)) for f in command.__struct_fields__}
        if option in words:
            found.append(command)
    asked = attempt.asked
    if not found and asked is not None:  # a Skill that cannot be used now says why
        found += [UseSkill(u.id, option) for u in attempt.state.units if u.side == asked and option in u.skills][:1]
    if not found and refusable and isinstance(attempt.question, Declare) and option in attempt.state.ids:
        found.append(StayInMotion(option))
    if not found and refusable and attempt.question is not None:
        raise Refused(Refusal(attempt.question.RULE, "no_such_choice", {"option": option}))
    if len(found) != 1:
        shown = "; ".join(show(c) for c in options[:12]) or "nothing"
        known = [str(getattr(c, f)) for c in options for f in c.__struct_fields__]
        reason = (
            f"{option!r} is no option{guess(option, known)}" if not found else f"{option!r} fits {len(found)} options"
        )
        raise SituationError(f"{reason}; there are: {shown}", *names.place("option"))
    assert asked is not None
    attempt.send(found[0], asked)


def show(command: Command) -> str:
    """A command in short: its name and its arguments.

    >>> show(Activate("H6"))
    'activate H6'
    """
    fields = command.__struct_fields__
    defaults = dict(zip(reversed(fields), reversed(command.__struct_defaults__), strict=False))
    values = [getattr(command, f) for f in fields if f not in defaults or getattr(command, f) != defaults[f]]
    texts = [",".join(map(str, v)) if isinstance(v, tuple) else str(v) for v in values if v not in ((), False)]
    return " ".join([str(command.__struct_config__.tag), *texts])


def with_helper(attempt: Attempt, step: Step, names: Names) -> list[int]:
    """The units of the step; a Leader of their hex whom `leader_helps` names takes part."""
    units = names.units(step)
    leader, _ = named_in_help(attempt.game, attempt.state, step, names)
    beside = leader != NOBODY and attempt.unit(leader).at == attempt.unit(units[0]).at
    return sorted([*units, leader]) if beside and leader not in units else units
