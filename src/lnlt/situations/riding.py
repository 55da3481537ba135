"""The commands of passengers, `mount` and `dismount`, and moves of units on foot together with a vehicle."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from lnlt.core import engine
from lnlt.core.flags import ASSAULT_FIRE, ASSAULT_MOVE, BULK, CONTINUOUS, MOVED, MOVING, SHAKEN
from lnlt.core.state import NOBODY, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.coordinated import check_together
from lnlt.rules.ch06_movement.move import Move, MoveOn
from lnlt.rules.ch06_movement.steps import AddMover, check_mover
from lnlt.rules.ch15_vehicles.driving import Drive
from lnlt.rules.ch15_vehicles.steps import DriveTo, is_ahead
from lnlt.rules.ch16_passengers.capacity import OUTSIDE, ways_to_ride
from lnlt.rules.ch16_passengers.dismounting import Unload, check_alight
from lnlt.rules.ch16_passengers.forced import GetOff, GetOffToo, StayOn
from lnlt.rules.ch16_passengers.mounting import ChooseRider, Load, Mount, RidersReady
from lnlt.rules.ch22_scenario.facing import PlacedFacing
from lnlt.rules.ch22_scenario.set_up import Deploy
from lnlt.rules.facts.kits import kit_of
from lnlt.rules.facts.movement_modes import check_capable
from lnlt.situations.driving import begin, goes_on, move_to_come, play_pivot
from lnlt.situations.errors import Refused, SituationError
from lnlt.situations.flying import begin_flight, is_flown, just_did
from lnlt.situations.names import Names, check_on_board
from lnlt.situations.play import Attempt, follow, give_way, in_impulse
from lnlt.situations.steps import Step, many


def check_declared(attempt: Attempt, step: Step, units: Sequence[int], modes: Sequence[str]) -> None:
    """6.0: those who are under way go on as they have set off, whatever a further step says."""
    for unit, mode in zip(units, modes, strict=True):
        said = (step.modes or {}).get(attempt.unit(unit).id) or step.mode
        alike = {"assault", "stealth_assault"}
        if said in (None, mode, "coordinated", "opportunity") or {said, mode} <= alike:
            continue
        if said != "double_time" or not attempt.game.types[attempt.unit(unit).type].is_smc:
            raise Refused(Refusal("6.0", "mode_is_declared", {"unit": attempt.unit(unit).id}))


def modes_for(attempt: Attempt, step: Step, units: list[int], vehicle: int, names: Names) -> tuple[list[str], str]:
    """How each unit gets on or off, and how the vehicle moves: "assault" is for those capable of it, else for it."""
    modes = step.modes or {}
    for name in modes:
        if names.unit(name, f"modes.{name}") not in (*units, vehicle):
            raise SituationError(
                f"unit {name!r} neither gets on or off nor carries them", *names.place(f"modes.{name}")
            )
    drive = modes.get(attempt.unit(vehicle).id, "")
    game, state = attempt.game, attempt.state
    able = [u for u in units if check_capable(game, state, u, "assault") is None]
    found = []
    for u in units:
        usual = "assault" if attempt.unit(u).flags & ASSAULT_FIRE else "normal"
        mode = _pace(attempt, u, modes.get(attempt.unit(u).id) or step.mode or usual)
        if mode == "assault" and not able and not step.modes:
            mode, drive = "normal", drive or "assault"
        found.append(mode)
    return found, drive or "normal"


def _pace(attempt: Attempt, unit: int, mode: str) -> str:
    """6.2: men do not Double-Time, they set the pace; Pipers never do (11.11)."""
    kind = attempt.game.types[attempt.unit(unit).type]
    return "normal" if mode == "double_time" and kind.is_smc and kind.kind != "piper" else mode


def place_for(attempt: Attempt, step: Step, vehicle: int) -> str:
    """Where passengers ride: as stated, else inside if there is room inside at all."""
    places = ways_to_ride(attempt.game.types[attempt.unit(vehicle).type])
    return step.riding or (places[0] if places else OUTSIDE)


def play_mount(attempt: Attempt, step: Step, names: Names) -> None:
    """Units on foot get onto a vehicle: picked up in the course of its move, else as their own move."""
    units = names.units(step)
    side = names.side(step, units)
    vehicle = names.unit(step.vehicle or "", "vehicle")
    modes, drive = modes_for(attempt, step, units, vehicle, names)
    v = attempt.unit(vehicle)
    if v.flags & ASSAULT_FIRE:  # it takes the place of the move that is owed
        drive = "assault"
    if v.flags & CONTINUOUS and all(attempt.unit(u).at == v.at and not attempt.unit(u).flags & MOVING for u in units):
        begin(attempt, vehicle, side, drive, names)
    riding = place_for(attempt, step, vehicle)
    flown = is_flown(attempt.game, attempt.state, [vehicle])
    if flown:
        if just_did(attempt, vehicle, side, names, "move"):
            raise Refused(Refusal("19.2.6", "came_flying", {"unit": v.id, "at": attempt.place(v.at)}))
        if any(attempt.unit(u).flags & MOVING for u in units):  # it did not begin its impulse in their hex
            raise Refused(Refusal("19.2.6", "nobody_to_load", {"unit": v.id}))
        begin_flight(attempt, vehicle, side, names)
    if flown or goes_on(attempt, vehicle, side):
        attempt.send(Load(), side)
        for u, mode in zip(units, modes, strict=True):
            attempt.send(ChooseRider(attempt.unit(u).id, mode, riding), side)
        attempt.send(RidersReady(), side)
        return
    move = enclosing(attempt.state, Move)
    going = isinstance(attempt.question, MoveOn) and attempt.asked == side and move is not None
    if not (going and move is not None and set(units) <= set(move.units)):
        _begin_on_foot(attempt, units, modes, side, names)
    else:
        assert move is not None
        modes = [move.modes[move.units.index(u)] for u in units]
        check_declared(attempt, step, units, modes)
    attempt.send(Mount(attempt.unit(vehicle).id, drive), side)
    for u, mode in zip(units, modes, strict=True):
        attempt.send(ChooseRider(attempt.unit(u).id, mode, riding), side)
    attempt.send(RidersReady(), side)


def _begin_on_foot(attempt: Attempt, units: list[int], modes: list[str], side: int, names: Names) -> None:
    """Units of one hex begin a move; a unit that cannot is refused for its own reason."""
    for u in units:
        check_on_board(attempt.unit(u), names)
    give_way(attempt, side)
    for u in units:
        own = check_mover(attempt.game, attempt.state, u)
        if own is not None:
            raise Refused(own)
    origin = attempt.unit(units[0]).at
    in_impulse(attempt, side, origin)
    attempt.send(BeginMove(attempt.place(origin)), side)
    for u, mode in zip(units, modes, strict=True):
        attempt.send(AddMover(attempt.unit(u).id, mode), side)


def play_alight(attempt: Attempt, step: Step, names: Names, units: list[int], side: int) -> None:
    """Passengers get off, with others who must, or in the course of their vehicle's move or as the beginning of it."""
    if isinstance(attempt.question, GetOffToo):
        for u in units:
            attempt.send(GetOff(attempt.unit(u).id), side)
        if isinstance(attempt.question, GetOffToo):
            attempt.send(StayOn(), side)
        return
    vehicle = kit_of(attempt.unit(units[0])).aboard
    if step.vehicle is not None:
        vehicle = names.unit(step.vehicle, "vehicle")
    if vehicle == NOBODY or not attempt.unit(vehicle).flags & BULK:
        raise Refused(Refusal("16.4", "not_aboard", {"unit": attempt.unit(units[0]).id}))
    modes, drive = modes_for(attempt, step, units, vehicle, names)
    for u in units if step.riding is not None else ():
        if kit_of(attempt.unit(u)).outside != (step.riding == OUTSIDE):
            raise SituationError(f"unit {attempt.unit(u).id!r} does not ride {step.riding}", *names.place("riding"))
    v = attempt.unit(vehicle)
    if v.flags & SHAKEN and v.flags & (MOVED | ASSAULT_MOVE):
        raise Refused(Refusal("16.4", "shaken_has_moved", {"unit": v.id}))
    if is_flown(attempt.game, attempt.state, [vehicle]):
        begin_flight(attempt, vehicle, side, names)
    else:
        begin(attempt, vehicle, side, drive, names)
    refusal = engine.why_not(attempt.game, attempt.state, Unload(), side)
    if refusal is not None:
        for u, mode in zip(units, modes, strict=True):
            own = check_alight(attempt.game, attempt.state, vehicle, u, mode, ())
            if own is not None and refusal.code != "shaken_has_moved" and refusal.rule != "16.4":
                raise Refused(own)
        raise Refused(refusal)
    attempt.send(Unload(), side)
    for u, mode in zip(units, modes, strict=True):
        attempt.send(ChooseRider(attempt.unit(u).id, mode), side)
    attempt.send(RidersReady(), side)


def is_together(attempt: Attempt, step: Step, units: list[int]) -> bool:
    """Whether a move is one of units on foot with vehicles."""
    vehicles = [u for u in units if attempt.unit(u).flags & BULK]
    return step.mode == "coordinated" or (bool(vehicles) and len(units) > 1)


def play_pivot_together(attempt: Attempt, step: Step, names: Names) -> None:
    """A vehicle pivots; 6.5: if that is the beginning of a move together with others, they set off first."""
    (vehicle,) = names.units(step)
    begins = attempt.unit(vehicle).flags & (BULK | MOVING) == BULK
    begins = begins and not isinstance(attempt.question, Deploy | PlacedFacing)
    later = move_to_come(attempt.unit(vehicle).id, step, names) if begins else None
    if later is not None:
        units = sorted(attempt.state.ids[u] for u in many(later.units) if u in attempt.state.ids)
        if len(units) > 1 and sum(bool(attempt.unit(u).flags & BULK) for u in units) == 1:
            _set_off_together(attempt, later, units, vehicle, names.side(step, [vehicle]), names)
    play_pivot(attempt, step, names)


def _set_off_together(attempt: Attempt, step: Step, units: list[int], vehicle: int, side: int, names: Names) -> None:
    """6.5: one vehicle and units on foot of its hex begin to move together, each in its own way."""
    modes = step.modes or {}
    others = [u for u in units if u != vehicle]
    for u in units:
        check_on_board(attempt.unit(u), names)
    places = {attempt.unit(u).at for u in units}
    if len(places) > 1:
        raise Refused(Refusal("6.5", "start_together", {"unit": attempt.unit(others[0]).id}))
    if not attempt.unit(vehicle).flags & MOVING:
        for u in others:
            own = check_mover(attempt.game, attempt.state, u)
            if own is not None:
                raise Refused(own)
    said = None if step.mode == "coordinated" else step.mode
    own_way = "normal" if said in (None, "double_time") else said
    begin(attempt, vehicle, side, modes.get(attempt.unit(vehicle).id) or own_way, names)
    for u in others:
        usual = "assault" if attempt.unit(u).flags & ASSAULT_FIRE else "normal"
        mode = modes.get(attempt.unit(u).id) or said or usual
        attempt.send(AddMover(attempt.unit(u).id, _pace(attempt, u, mode)), side)


def play_together(attempt: Attempt, step: Step, units: list[int], side: int, path: list[int], names: Names) -> None:
    """6.5: one vehicle and units on foot move along a path; it halts where the enemy is asked."""
    vehicles = [u for u in units if attempt.unit(u).flags & BULK]
    if not vehicles:
        raise Refused(Refusal("6.5", "no_vehicle", {"unit": attempt.unit(units[0]).id}))
    if len(vehicles) > 1:
        raise Refused(Refusal("6.5", "one_vehicle", {"unit": attempt.unit(vehicles[1]).id}))
    vehicle = vehicles[0]
    others = [u for u in units if u != vehicle]
    drive = enclosing(attempt.state, Drive)
    if not (goes_on(attempt, vehicle, side) and drive is not None and set(drive.escort) == set(others)):
        _set_off_together(attempt, step, units, vehicle, side, names)
        drive = enclosing(attempt.state, Drive)

    def order(to: int) -> DriveTo:
        if step.reverse == is_ahead(attempt.game, attempt.state, vehicle, attempt.unit(vehicle).at, to):
            raise Refused(Refusal("15.1", "not_ahead", {"unit": attempt.unit(vehicle).id, "at": attempt.place(to)}))
        return DriveTo(attempt.place(to))

    def why_over(frm: int, to: int) -> Refusal:
        why = check_together(attempt.game, attempt.state, replace(drive, at=frm), to) if drive is not None else None
        return why or Refusal("6.5", "move_is_over")

    attempt.send(order(path[0]), side)
    follow(attempt, side, path, lambda: goes_on(attempt, vehicle, side), order, why_over)
