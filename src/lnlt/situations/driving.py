"""The commands of vehicles: `move` and `stop` of a vehicle, `pivot`, `turret`, `button`, `unbutton`."""

from __future__ import annotations

from lnlt.core import engine
from lnlt.core.arcs import vertices_toward
from lnlt.core.board import BUNKER
from lnlt.core.dice import NO_DICE
from lnlt.core.flags import ACTION_MARKERS, ASSAULT_FIRE, ASSAULT_MOVE, BULK, ELIMINATED, LOADED, MOVED, MOVING, SHAKEN
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, State, enclosing
from lnlt.core.tally import Modifier, Refusal
from lnlt.rules.ch06_movement.move import Move, MoveOn
from lnlt.rules.ch06_movement.steps import StopMove, check_step
from lnlt.rules.ch14_ordnance.teams import FaceTeam, PivotTeam, TeamFacing
from lnlt.rules.ch15_vehicles.action import BeginDrive, SwitchHatch, TurnTurret
from lnlt.rules.ch15_vehicles.drive_checks import check_move
from lnlt.rules.ch15_vehicles.driving import Drive, DriveOn
from lnlt.rules.ch15_vehicles.hull_down import check_hull_down
from lnlt.rules.ch15_vehicles.overrun import Overrun, check_overrun
from lnlt.rules.ch15_vehicles.steps import (
    DriveTo,
    HullDown,
    Pivot,
    check_drive,
    check_driver,
    check_pivot,
    drive_parts,
    is_ahead,
)
from lnlt.rules.ch16_passengers.dismounting import Unloading
from lnlt.rules.ch22_scenario.entry import Enter
from lnlt.rules.ch22_scenario.facing import FaceUnit, PlacedFacing
from lnlt.rules.ch22_scenario.set_up import Deploy
from lnlt.rules.ch22_scenario.vehicles import DriveIn
from lnlt.rules.facts.caves import closed_between
from lnlt.rules.facts.gun_arcs import bearing
from lnlt.rules.facts.kits import kit_of, vertex_name, vertex_named
from lnlt.situations.errors import Refused, SituationError
from lnlt.situations.names import Names, check_on_board
from lnlt.situations.play import Attempt, ending, follow, give_way, in_impulse, on_its_way
from lnlt.situations.steps import Step, many


def is_driven(state: State, units: list[int]) -> bool:
    """Whether a step is about a vehicle alone."""
    return len(units) == 1 and bool(state.units[units[0]].flags & BULK)


def play_drive(attempt: Attempt, step: Step, unit: int, side: int, path: list[int], names: Names) -> None:
    """A vehicle moves along a path; it halts where the enemy is asked, the rest is ordered by a further step."""

    def order(to: int) -> DriveTo:
        ahead = is_ahead(attempt.game, attempt.state, unit, attempt.unit(unit).at, to)
        if step.reverse is not None and step.reverse == ahead:
            raise Refused(Refusal("15.1", "not_ahead", {"unit": attempt.unit(unit).id, "at": attempt.place(to)}))
        return DriveTo(attempt.place(to))

    owed = attempt.unit(unit).flags & ASSAULT_FIRE

    def why_over(frm: int, to: int) -> Refusal:
        if owed and attempt.game.setup.era != "modern":  # 15.2.2 joins the sections of both
            return Refusal("15.2.1", "move_is_over")
        mode = "assault" if owed or attempt.unit(unit).flags & ASSAULT_MOVE else step.mode or "normal"
        refusal = check_drive(attempt.game, attempt.state, unit, mode, frm, to)
        return refusal or Refusal("15.1", "move_is_over")

    check_company(attempt, [unit], side)
    waits = attempt.unit(unit).at < 0 and not attempt.unit(unit).flags & ELIMINATED
    if not (waits and _enter(attempt, step, unit, side, path)):
        begin(attempt, unit, side, step.mode or "normal", names)
        _check_declared(attempt, step, unit)
        attempt.send(order(path[0]), side)
    follow(attempt, side, path, lambda: goes_on(attempt, unit, side), order, why_over)


def _check_declared(attempt: Attempt, step: Step, unit: int) -> None:
    """15.2: a vehicle goes on in the way in which it has set off."""
    drive = enclosing(attempt.state, Drive)
    said = None if attempt.unit(unit).flags & ASSAULT_FIRE else step.mode
    if said is not None and drive is not None and drive.mode != said:
        raise Refused(Refusal("15.2", "mode_is_declared", {"unit": attempt.unit(unit).id}))


def _enter(attempt: Attempt, step: Step, unit: int, side: int, path: list[int]) -> bool:
    """22.0: a vehicle enters the map, facing as said, or the next hex of its path, or the middle of the map."""
    game = attempt.game
    name = attempt.unit(unit).id
    group = next((g for g in game.setup.groups if name in g.units), None)
    if group is None:
        return False
    give_way(attempt, side)
    attempt.send(Enter(group.id), side)
    board, here = game.board, path[0] >> 3
    if len(path) > 1:
        there = path[1] >> 3
    else:
        inner = ((min(board.xs) + max(board.xs)) / 2, (min(board.ys) + max(board.ys)) / 2)
        there = min(range(board.size), key=lambda i: abs(board.xs[i] - inner[0]) + abs(board.ys[i] - inner[1]))
    toward = vertices_toward(*bearing(board, here, there))
    facing = vertex_name(board, here, toward[0] if toward else 0)
    attempt.send(DriveIn(name, attempt.place(path[0]), step.facing or facing, step.mode or "normal"), side)
    return True


def check_company(attempt: Attempt, units: list[int], side: int) -> None:
    """6.5: who moves together with others is named together with them."""
    drive = enclosing(attempt.state, Drive)
    if drive is None or not drive.escort or not goes_on(attempt, drive.unit, side):
        return
    group = {drive.unit, *drive.escort}
    if set(units) & group and set(units) != group:
        missing = min(group - set(units), default=units[0])
        raise Refused(Refusal("6.5", "finish_together", {"unit": attempt.unit(missing).id}))


def goes_on(attempt: Attempt, unit: int, side: int) -> bool:
    """Whether a vehicle is on its way and its side is asked where to."""
    drive = enclosing(attempt.state, Drive)
    asked = isinstance(attempt.question, DriveOn) and attempt.asked == side
    return asked and drive is not None and drive.unit == unit


def _let_off(attempt: Attempt, unit: int, names: Names) -> bool:
    """Whether passengers have got off a vehicle that has acted, in a step that names it."""
    u = attempt.unit(unit)
    return bool(u.flags & MOVED) and any(step.do == "dismount" and step.vehicle == u.id for step in names.before)


def begin(attempt: Attempt, unit: int, side: int, mode: str, names: Names) -> None:
    """Set off, unless the vehicle is on its way already; passengers who have got off it finish their move first."""

    def driven() -> int:
        drive = enclosing(attempt.state, Drive)
        return NOBODY if drive is None else drive.unit

    unloading = enclosing(attempt.state, Unloading)
    if on_its_way(attempt, unit, side, lambda: goes_on(attempt, unit, side), driven):
        return
    let_off = unloading is not None and unloading.vehicle == unit
    if (let_off or _let_off(attempt, unit, names)) and attempt.unit(unit).flags & SHAKEN:
        raise Refused(Refusal("16.4", "shaken_has_unloaded", {"unit": attempt.unit(unit).id}))
    check_on_board(attempt.unit(unit), names)
    if attempt.unit(unit).flags & ASSAULT_FIRE:
        mode = "assault"
    own = check_driver(attempt.game, attempt.state, unit, mode)
    give_way(attempt, side)
    if own is not None and own.code != "immobilized":  # passengers may still get off
        raise Refused(own)
    if attempt.unit(unit).flags & LOADED:
        while isinstance(attempt.question, MoveOn | TeamFacing) and (last := ending(attempt)) is not None:
            attempt.send(last, side)
    else:
        in_impulse(attempt, side, attempt.unit(unit).at)
    start = BeginDrive(attempt.unit(unit).id, mode)
    refusal = engine.why_not(attempt.game, attempt.state, start, side)
    if refusal is not None:
        raise Refused(refusal)
    attempt.send(start, side)


def play_pivot(attempt: Attempt, step: Step, names: Names) -> None:
    """A vehicle pivots as its move, or in the course of it."""
    (unit,) = names.units(step)
    side = names.side(step, [unit])
    facing = _facing(attempt, unit, step, names)
    if isinstance(attempt.question, TeamFacing) and attempt.question.unit == unit:
        attempt.send(FaceTeam(facing), side)
        return
    if isinstance(attempt.question, Deploy | PlacedFacing):
        attempt.send(FaceUnit(attempt.unit(unit).id, facing), side)
        return
    if not attempt.unit(unit).flags & BULK:
        move = enclosing(attempt.state, Move)
        if isinstance(attempt.question, MoveOn) and move is not None and unit in move.units:  # 1.7.1: at its end
            attempt.send(StopMove(), side)
            while isinstance(attempt.question, TeamFacing) and attempt.question.unit != unit:
                attempt.send(ending(attempt) or FaceTeam(facing), side)
            attempt.send(FaceTeam(facing), side)
            return
        give_way(attempt, side)
        in_impulse(attempt, side, attempt.unit(unit).at)
        attempt.send(PivotTeam(attempt.unit(unit).id, facing), side)
        return
    later = move_to_come(attempt.unit(unit).id, step, names)
    meant = later.mode if later is not None and later.mode != "coordinated" else None
    begin(attempt, unit, side, step.mode or meant or "normal", names)
    attempt.send(Pivot(facing), side)


def out_of_points(game: Game, state: State, command: str, step: Step, names: Names) -> Refusal | None:
    """6.0, 15.1, 15.3, 15.10: the points that a unit lacks for more, if the steps just before were its move."""
    done = [earlier for earlier in names.before if earlier.do not in (None, "pass", "stop")]
    unit = names.units(step)[0]
    u = state.units[unit]
    if not done or u.id not in (*many(done[-1].units), *many(done[-1].unit)) or u.flags & SHAKEN or u.at < 0:
        return None
    mode = "assault" if u.flags & ASSAULT_MOVE else "normal"
    found: Refusal | None = None
    if command == "hull_down":
        found = check_hull_down(game, state, unit, mode)
    elif command == "pivot":
        found = check_pivot(game, state, unit, mode, _vertex(Attempt(game, state, NO_DICE, True), unit, step, names))
    elif command == "overrun":
        found = check_overrun(game, state, unit, mode, u.at, names.loc(step.at, "at"))
    elif many(step.path):
        to = names.loc(many(step.path)[0], "path")
        modes = [done[-1].mode or "normal"]
        found = (
            check_drive(game, state, unit, mode, u.at, to)
            if u.flags & BULK
            else check_step(game, state, (unit,), modes, u.at, to)
        )
    if found is None or found.code != "too_few_points":
        return None
    return Refusal(found.rule, "move_is_over", found.params)


def move_to_come(unit: str, step: Step, names: Names) -> Step | None:
    """The `move` of which a pivot is the beginning: it says how the vehicle moves, and with whom."""
    for later in names.after:
        if later.do in ("stop", "next") or (later.do == "pass" and later.by == step.by):
            return None
        if later.do not in (None, "pivot") and unit in (*many(later.units), *many(later.unit)):
            return later if later.do == "move" else None
    return None


def hex_overrun(game: Game, s: State, frm: int, to: int) -> int | Refusal:
    """15.3, 21.1.3: the hex a vehicle drives into; those in a Bunker are overrun through its front."""
    if to & 7 != BUNKER:
        return to
    if closed_between(game.board, s.marks, to, frm) is not None:
        return Refusal("21.1.3", "nobody_to_overrun", {"at": game.board.loc_name(to)})
    return to - BUNKER


def play_overrun(attempt: Attempt, step: Step, names: Names) -> None:
    """A vehicle overruns a neighbouring hex, as its move or in the course of it."""
    (unit,) = names.units(step)
    side = names.side(step, [unit])
    to = names.loc(step.at, "at")
    if not attempt.unit(unit).flags & BULK:
        raise Refused(Refusal("15.3", "no_vehicle", {"unit": attempt.unit(unit).id}))
    found = hex_overrun(attempt.game, attempt.state, attempt.unit(unit).at, to)
    if isinstance(found, Refusal):
        raise Refused(found)
    to = found
    if step.target is not None and attempt.unit(names.unit(step.target, "target")).at != to:
        raise Refused(Refusal("15.3", "no_such_target", {"unit": step.target, "at": attempt.place(to)}))
    begin(attempt, unit, side, step.mode or "normal", names)
    _check_declared(attempt, step, unit)
    attempt.send(Overrun(attempt.place(to)), side)


def play_hull_down(attempt: Attempt, step: Step, names: Names) -> None:
    """A vehicle seeks a Hull Down position as its move, or at the end of it, turned where it is to face."""
    (unit,) = names.units(step)
    side = names.side(step, [unit])
    begin(attempt, unit, side, "normal", names)
    if step.facing is not None and kit_of(attempt.unit(unit)).facing != _vertex(attempt, unit, step, names):
        attempt.send(Pivot(_facing(attempt, unit, step, names)), side)
    attempt.send(HullDown(), side)


def _vertex(attempt: Attempt, unit: int, step: Step, names: Names) -> int:
    """The vertex a unit is to face."""
    if step.facing is None:
        raise SituationError("the key 'facing' is missing", *names.place("facing"))
    check_on_board(attempt.unit(unit), names)
    try:
        return vertex_named(attempt.game.board, attempt.unit(unit).at >> 3, step.facing)
    except KeyError:
        raise SituationError(f"no vertex {step.facing!r}", *names.place("facing")) from None


def _facing(attempt: Attempt, unit: int, step: Step, names: Names) -> str:
    """A facing as the engine names it."""
    vertex = _vertex(attempt, unit, step, names)
    return vertex_name(attempt.game.board, attempt.unit(unit).at >> 3, vertex)


def play_turret(attempt: Attempt, step: Step, names: Names) -> None:
    """A vehicle turns its turret."""
    (unit,) = names.units(step)
    side = names.side(step, [unit])
    facing = _facing(attempt, unit, step, names)
    give_way(attempt, side)
    in_impulse(attempt, side, attempt.unit(unit).at)
    attempt.send(TurnTurret(attempt.unit(unit).id, facing), side)


def play_button(attempt: Attempt, step: Step, names: Names) -> None:
    """A vehicle closes its hatches."""
    _switch(attempt, step, names, True)


def play_unbutton(attempt: Attempt, step: Step, names: Names) -> None:
    """A vehicle opens its hatches."""
    _switch(attempt, step, names, False)


def _switch(attempt: Attempt, step: Step, names: Names, buttoned: bool) -> None:
    (unit,) = names.units(step)
    side = names.side(step, [unit])
    u = attempt.unit(unit)
    answering = attempt.question is not None and attempt.question.WINDOW and attempt.asked == side
    late = u.flags & (MOVING | ACTION_MARKERS) or answering  # on its way or after it, or in an impulse of the enemy
    if u.flags & BULK and late and not u.flags & SHAKEN:
        raise Refused(Refusal("15.0.1", "hatch_first", {"unit": u.id}))
    give_way(attempt, side)
    in_impulse(attempt, side, attempt.unit(unit).at)
    attempt.send(SwitchHatch(attempt.unit(unit).id, buttoned), side)


def path_cost(game: Game, state: State, unit: int, here: int, path: list[int]) -> list[Modifier] | Refusal:
    """The parts of what a path costs a vehicle that keeps its facing; one that enters may face any way (22.0)."""
    items: list[Modifier] = []
    enters = here == NOWHERE
    for to in path:
        if not enters and is_ahead(game, state, unit, here, to) is None:
            return check_move(game, state, unit, "normal", here, DriveTo(game.board.loc_name(to))) or Refusal(
                "15.1", "not_ahead", {"unit": state.units[unit].id, "at": game.board.loc_name(to)}
            )
        parts = drive_parts(game, state, unit, here, to)
        if isinstance(parts, Refusal):
            return parts
        items += (m for m in parts if not (enters and m.why == "reverse"))
        here = to
    return items
