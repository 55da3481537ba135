"""The commands `move` and `stop`: setting off, going on along a path, halting where a window opens."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from lnlt.core import engine
from lnlt.core.flags import ACTION_MARKERS, ASSAULT_FIRE, ASSAULT_MOVE, ELIMINATED, HANDLED, SHAKEN, SMOKED
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, State, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.impulse import Done, Impulse, ImpulseAction
from lnlt.rules.ch05_fire.opportunity import Answerable, Reaction
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.loads import Abandon
from lnlt.rules.ch06_movement.move import Move, MoveOn
from lnlt.rules.ch06_movement.on_the_way import Dismount
from lnlt.rules.ch06_movement.opportunity_move import OpMove
from lnlt.rules.ch06_movement.steps import AddMover, StepTo, StopMove, check_mover, check_step, check_way_out
from lnlt.rules.ch15_vehicles.overrun_answer import DisplacedTo
from lnlt.rules.ch19_air.flying import FlightAction
from lnlt.rules.ch19_air.helicopters import EndFlight
from lnlt.rules.ch22_scenario.entry import Enter, EnterAt
from lnlt.rules.facts.handling import PickUp
from lnlt.rules.facts.kits import kit_of
from lnlt.rules.facts.mounts import is_mount
from lnlt.rules.facts.movement_modes import AFTER_FIRE, HALF, abilities, may_hit_and_run
from lnlt.situations.driving import check_company, is_driven, play_drive
from lnlt.situations.errors import Refused, SituationError
from lnlt.situations.flying import is_flown, play_flight
from lnlt.situations.names import Names, check_on_board
from lnlt.situations.play import Attempt, follow, give_way, in_impulse, let_go_by, tunnelled
from lnlt.situations.riding import check_declared, is_together, play_alight, play_together
from lnlt.situations.steps import Step, many
from lnlt.situations.words import FLIGHT_MODES

MOVES = ("move", "hover", "take_off", "mount", "dismount", "pivot", "overrun", "place")
"""Steps that are moves, or part of one."""


def play_move(attempt: Attempt, step: Step, names: Names) -> None:
    """A move of named units along a path; it halts where the enemy is asked, the rest is ordered by a further step."""
    units = names.units(step)
    side = names.side(step, units)
    path = [names.loc(text, f"path[{n}]") for n, text in enumerate(many(step.path))]
    if not path:
        raise SituationError("the path is empty", *names.place("path"))
    if step.entry_edge is not None and all(attempt.unit(u).at >= 0 for u in units):
        raise SituationError("who is on the map enters by no edge", *names.place("entry_edge"))
    if is_flown(attempt.game, attempt.state, units):
        if step.mode not in (None, "normal", *FLIGHT_MODES):
            raise Refused(Refusal("19.2.4", "no_such_driving", {"unit": attempt.unit(units[0]).id, "mode": step.mode}))
        play_flight(attempt, units[0], side, path, names)
        return
    if is_together(attempt, step, units):
        play_together(attempt, step, units, side, path, names)
        return
    if is_driven(attempt.state, units):
        play_drive(attempt, step, units[0], side, path, names)
        return
    _walk(attempt, step, units, side, path, names)


def _walk(attempt: Attempt, step: Step, units: list[int], side: int, path: list[int], names: Names) -> None:
    """A move on foot or mounted: set off or enter the map, or go on, then along the path."""
    check_company(attempt, units, side)
    if step.reverse:
        raise Refused(Refusal("15.1", "no_vehicle", {"unit": attempt.unit(units[0]).id}))
    path = tunnelled(attempt.game, attempt.state, attempt.unit(units[0]).at, path)
    move = _going_on(attempt, units, side)
    group = attempt.question if isinstance(attempt.question, MoveGroup) and attempt.asked == side else None
    entering = False
    wanted = [] if isinstance(step.pick_up, bool) else list(many(step.pick_up))
    if move is not None:
        modes = [move.modes[move.units.index(u)] for u in units]
        check_declared(attempt, step, units, modes)
    elif group is not None and set(group.members) == set(units):
        modes = list(group.modes)  # a weapon was seen to before
    else:
        modes = modes_of_step(attempt, step, units, names)
        entering = any(attempt.unit(u).at < 0 and not attempt.unit(u).flags & ELIMINATED for u in units)
        if entering:
            _enter(attempt, units, side, names, modes, path[0])
        else:
            _check_got_off(attempt, units, names)
            set_off(attempt, units, side, names, modes, path[0])
            for name in [w for w in wanted if _lies(attempt, w, attempt.unit(units[0]).at, names)]:
                _pick_up(attempt, units, side, name)
                wanted.remove(name)
    owed = any(attempt.unit(u).flags & ASSAULT_FIRE for u in units)
    if not entering:
        attempt.send(StepTo(attempt.place(path[0])), side)
    follow(
        attempt,
        side,
        path,
        lambda: isinstance(attempt.question, MoveOn) and attempt.asked == side,
        lambda to: StepTo(attempt.place(to)),
        lambda frm, to: why_over(attempt, units, modes, frm, to, owed),
    )
    if step.pick_up and not attempt.halted:
        _take_at_the_end(attempt, step, units, side, path[-1], wanted, names)


def _take_at_the_end(
    attempt: Attempt, step: Step, units: list[int], side: int, at: int, wanted: list[str], names: Names
) -> None:
    """Pick up what is wanted of what lies where the path ends, after the window there."""
    if attempt.asked != side and attempt.question is not None and attempt.question.WINDOW:
        attempt.halted = True  # what lies here is taken after the window, by a further step
        if not attempt.past_windows:
            return
        let_go_by(attempt, side)
    if step.pick_up is True:
        wanted = [w.id for w in attempt.state.weapons if w.carrier < 0 and w.at == at]
    for name in wanted:
        names.weapon(name, "pick_up")
        _pick_up(attempt, units, side, name)


def settle_load(game: Game, state: State, earlier: Sequence[Step], following: Sequence[Step]) -> Command | None:
    """1.6: what a move picks up at the end of its path is taken after the window there, if no further step says so."""
    move = enclosing(state, Move)
    ordered = next((s for s in reversed(earlier) if s.do in MOVES), None)
    then = next((s for s in following if s.do is not None), None)
    if not isinstance(engine.question(state), MoveOn) or move is None or ordered is None or not ordered.pick_up:
        return None
    if then is not None and (then.do == "pick_up" or then.pick_up):
        return None
    if game.board.loc(many(ordered.path)[-1]) != move.at:
        return None
    lying = [w.id for w in state.weapons if w.carrier < 0 and w.at == move.at]
    wanted = lying if ordered.pick_up is True else [w for w in many(ordered.pick_up) if w in lying]
    takes = [PickUp(state.units[u].id, w) for w in wanted for u in move.units]
    return next((c for c in takes if engine.why_not(game, state, c, move.side) is None), None)


def _lies(attempt: Attempt, weapon: str, at: int, names: Names) -> bool:
    """Whether a weapon lies in a location."""
    found = attempt.state.weapons[names.weapon(weapon, "pick_up")]
    return found.carrier < 0 and found.at == at


def _pick_up(attempt: Attempt, units: list[int], side: int, weapon: str) -> None:
    """1.6: the first of the units that may takes a weapon."""
    take = [PickUp(attempt.unit(u).id, weapon) for u in units]
    able = [c for c in take if engine.why_not(attempt.game, attempt.state, c, side) is None]
    attempt.send((able or take)[0], side)


def handle_first(attempt: Attempt, names: Names, unit: int, command: PickUp | Abandon) -> bool:
    """1.6, Q-018: what is done with a weapon before the move of the next step; whether there is such a move.

    A question whether a weapon may be picked up needs none: it is about a move of the unit alone.
    """
    side = attempt.unit(unit).side
    following = next((s for s in names.after if s.do not in (None, "pick_up", "drop")), None)
    units, modes = [unit], ["normal"]
    if attempt.asking and isinstance(command, Abandon):
        return False
    if following is not None and following.do == "move":
        units = sorted(attempt.state.ids[name] for name in (*many(following.units), *many(following.unit)))
        modes = modes_of_step(attempt, following, units, names)
    elif not attempt.asking:
        return False
    if unit not in units or not isinstance(attempt.question, ImpulseAction | MoveGroup):
        return False
    if not isinstance(attempt.question, MoveGroup):
        set_off(attempt, units, side, names, modes)
    attempt.send(command, side)
    return True


def _enter(attempt: Attempt, units: list[int], side: int, names: Names, modes: list[str], to: int) -> None:
    """22.0: units that are not on the map yet enter it: group, members, first hex."""
    wanted = {attempt.unit(u).id for u in units}
    group = next((g for g in attempt.game.setup.groups if wanted <= set(g.units)), None)
    if group is None:
        for unit in units:
            check_on_board(attempt.unit(unit), names)
        raise SituationError("the units do not enter the map together", *names.place("units"))
    move = enclosing(attempt.state, Move)
    if move is not None and move.side == side and attempt.asked == side and NOWHERE in _named(attempt):
        raise Refused(Refusal("22.0", "entry_is_the_impulse"))
    try:
        give_way(attempt, side)
    except Refused:
        if _entered_last(attempt, names, side):
            raise Refused(Refusal("22.0", "entry_is_the_impulse")) from None
        raise
    attempt.send(Enter(group.id), side)
    for unit, mode in zip(units, modes, strict=True):
        attempt.send(AddMover(attempt.unit(unit).id, mode), side)
    attempt.send(EnterAt(attempt.place(to)), side)


def _entered_last(attempt: Attempt, names: Names, side: int) -> bool:
    """22.0: whether the last thing done was a move of units of the side that come onto the map."""
    last = next((step for step in reversed(names.before) if step.do is not None), None)
    if last is None or last.do not in ("move", "place") or names.side_of(last) != side:
        return False
    entering = {name for group in attempt.game.setup.groups if not group.setup for name in group.units}
    return entering.issuperset((*many(last.units), *many(last.unit)))


def _named(attempt: Attempt) -> tuple[int, ...]:
    """Locations named in the impulse under way."""
    impulse = enclosing(attempt.state, Impulse)
    return impulse.named if impulse is not None else ()


def _going_on(attempt: Attempt, units: list[int], side: int) -> Move | None:
    """The move under way, if it is that of these units and nobody else."""
    move = enclosing(attempt.state, Move)
    if not isinstance(attempt.question, MoveOn) or attempt.asked != side or move is None:
        return None
    if set(units) == set(move.units):
        return move
    if set(units) < set(move.units):
        left = sorted(set(move.units) - set(units))
        raise Refused(Refusal("6.0", "move_together", {"unit": attempt.unit(left[0]).id}))
    return None


def modes_of_step(attempt: Attempt, step: Step, units: list[int], names: Names) -> list[str]:
    """The mode of each unit: its own in `modes`, else `mode`; men do not Double-Time, they set the pace.

    Pipers never do (11.11). Who has used Assault Fire moves on as that lets him, if nothing is said.
    """
    for name in step.modes or {}:
        if names.unit(name, f"modes.{name}") not in units:
            raise SituationError(f"unit {name!r} is not among the units that move", *names.place(f"modes.{name}"))
    found = []
    for unit in units:
        mode = (step.modes or {}).get(attempt.unit(unit).id) or step.mode or usual_mode(attempt, unit, units)
        if mode == "double_time" and any(attempt.unit(u).flags & ASSAULT_FIRE for u in units):
            mode = usual_mode(attempt, unit, units)  # 6.1.1: a Leader who goes along sets its pace
        kind = attempt.game.types[attempt.unit(unit).type]
        if mode == "double_time" and kind.is_smc and kind.kind != "piper":
            mode = "normal"
        found.append(mode)
    return found


def _check_got_off(attempt: Attempt, units: Sequence[int], names: Names) -> None:
    """16.4: who has got off a vehicle by an Assault Move does not leave the hex in this turn."""
    for u in (attempt.unit(u) for u in units):
        off = any(step.do == "dismount" and u.id in (*many(step.units), *many(step.unit)) for step in names.before)
        if off and u.flags & ASSAULT_MOVE:
            raise Refused(Refusal("16.4", "has_acted", {"unit": u.id}))


def usual_mode(attempt: Attempt, unit: int, group: Sequence[int]) -> str:
    """How a unit moves if a step does not say: normally; after Assault Fire by the move it owes, hidden if all who go
    along are capable of it (6.1.1, 6.4.2)."""
    if not attempt.unit(unit).flags & ASSAULT_FIRE:
        return "normal"
    hidden = all("stealth" in abilities(attempt.game, attempt.state, u) for u in group)
    return "stealth_assault" if hidden else "assault"


def set_off(
    attempt: Attempt, units: list[int], side: int, names: Names, modes: list[str], to: int | None = None
) -> None:
    """Activate if need be (in a window: begin an Opportunity Move), then build the moving group.

    Units that cannot leave at all are told why they cannot go where they want to.
    """
    for unit in units:
        check_on_board(attempt.unit(unit), names)
    origin = attempt.unit(units[0]).at
    before = attempt.state
    answering = "opportunity" in modes or (isinstance(attempt.question, Reaction) and attempt.asked == side)
    try:
        if answering:
            _answer_with_move(attempt, units, side, origin)
        else:
            give_way(attempt, side)
            in_impulse(attempt, side, origin)
            attempt.send(BeginMove(attempt.place(origin)), side)
        for unit, mode in zip(units, modes, strict=True):
            attempt.send(AddMover(attempt.unit(unit).id, "normal" if mode == "opportunity" else mode), side)
    except Refused as refused:
        if refused.refusal.code != "not_your_decision" and not answering:
            for unit in units:
                own = check_mover(attempt.game, before, unit)
                if own is not None:
                    raise Refused(own) from None
            stuck = check_way_out(attempt.game, before, units, modes, origin)
            if to is not None and stuck is not None and stuck.code == refused.refusal.code:
                raise Refused(check_step(attempt.game, before, units, modes, origin, to) or stuck) from None
        raise


def _answer_with_move(attempt: Attempt, units: list[int], side: int, origin: int) -> None:
    """An Opportunity Move; units that could never make one are refused for that reason, window or not."""
    for unit in units:
        u = attempt.unit(unit)
        if not may_hit_and_run(attempt.game, attempt.state, unit):
            raise Refused(Refusal("6.8", "no_hit_and_run", {"unit": u.id}))
        if u.flags & ACTION_MARKERS:
            raise Refused(Refusal("6.8", "has_acted", {"unit": u.id}))
    if not isinstance(attempt.question, Reaction) or attempt.asked != side:
        raise Refused(Refusal("6.8", "no_window", {"unit": attempt.unit(units[0]).id}))
    attempt.send(OpMove(attempt.place(origin)), side)


def play_dismount(attempt: Attempt, step: Step, names: Names) -> None:
    """Mounted Units dismount, in the course of their move or as all of it; men who ride with them may be named too.

    16.4: passengers get off their vehicle.
    """
    units = names.units(step)
    side = names.side(step, units)
    if step.vehicle is not None or any(kit_of(attempt.unit(u)).aboard != NOBODY for u in units):
        play_alight(attempt, step, names, units, side)
        return
    if enclosing(attempt.state, Move) is None or not isinstance(attempt.question, MoveOn):
        set_off(attempt, units, side, names, ["normal"] * len(units))
    riders = [u for u in units if is_mount(attempt.game, attempt.state, u)]
    for unit in riders or units:
        attempt.send(Dismount(attempt.unit(unit).id), side)


def why_over(attempt: Attempt, units: list[int], modes: list[str], frm: int, to: int, owed: bool) -> Refusal:
    """Why a move has ended before the end of its path; `owed`: it followed Assault Fire."""
    ways = ["normal" if mode == "opportunity" else mode for mode in modes]
    refusal = check_step(attempt.game, _under_way(attempt), tuple(units), ways, frm, to)
    refusal = refusal or engine.why_not(attempt.game, attempt.state, StepTo(attempt.place(to)))
    able = not any(attempt.unit(u).flags & (SHAKEN | ELIMINATED) for u in units)
    if refusal is None or (able and refusal.rule == "4.0"):  # its points are used up
        refusal = Refusal(HALF.get(ways[0], "6.2" if "double_time" in ways else "6.0"), "move_is_over")
    if owed and refusal.rule == HALF.get(ways[0]):
        return Refusal(AFTER_FIRE[ways[0]], refusal.code, refusal.params)
    return refusal


def _under_way(attempt: Attempt) -> State:
    """The position with what had cost units points before a move that is over now: Smoke (7.0), flipping (1.6.1)."""
    spent = zip(attempt.state.units, attempt.begun.units, strict=False)
    flags = {u.id: then.flags & (SMOKED | HANDLED) for u, then in spent}
    units = (replace(u, flags=u.flags | flags.get(u.id, 0)) for u in attempt.state.units)
    return replace(attempt.state, units=tuple(units))


def play_stop(attempt: Attempt, step: Step, names: Names) -> None:
    """End a move that could go on; saying so of one that has just ended by itself does no harm."""
    units = names.units(step) if step.units is not None or step.unit is not None else []
    side = names.side(step, units)
    move = enclosing(attempt.state, Move)
    if units and move is not None and set(units) != set(move.units):
        strays = sorted(set(units) ^ set(move.units))
        raise Refused(Refusal("6.0", "move_together", {"unit": attempt.unit(strays[0]).id}))
    drives_out = isinstance(attempt.question, DisplacedTo) and attempt.asked != side  # 15.3: it has stayed already
    over = drives_out or not any(isinstance(frame, Answerable) for frame in attempt.state.stack)
    movers = _just_moved(names)
    meant = side in movers or (bool(movers) and not units and step.by is None)
    if over and meant and (drives_out or all(attempt.unit(u).flags & ACTION_MARKERS for u in units)):
        return
    if isinstance(attempt.question, ImpulseAction):  # 6.1.1, 15.2.1: a move that is owed cannot end before it has begun
        refusal = engine.why_not(attempt.game, attempt.state, Done(), side)
        if refusal is not None:
            raise Refused(refusal)
    attempt.send(EndFlight() if isinstance(attempt.question, FlightAction) else StopMove(), side)


def _just_moved(names: Names) -> set[int]:
    """Sides whose last step was a move, or the end of one."""
    found: dict[int, bool] = {}
    for step in names.before:
        if step.do not in (None, "stop") and (step.by is not None or step.units is not None or step.unit is not None):
            ids = [names.state.ids[name] for name in (*many(step.units), *many(step.unit)) if name in names.state.ids]
            found[names.side(step, ids)] = step.do in MOVES
    return {side for side, moved in found.items() if moved}
