"""Helicopters of a situation (19.2): `move`, `hover`, `take_off`, fire in flight, passengers; hexes mean the air above.

A helicopter is named by the hex it is over; its mode is said by `mode`, or by the marker "hover".
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from lnlt.core import engine
from lnlt.core.flags import OPS_COMPLETE
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.opportunity import OpportunityFire, Reaction
from lnlt.rules.ch06_movement.move import Move, MoveOn
from lnlt.rules.ch15_vehicles.driving import Drive, DriveOn
from lnlt.rules.ch19_air.flying import BeginFlight, Flight, FlightAction
from lnlt.rules.ch19_air.flying_in import FlyOnto
from lnlt.rules.ch19_air.helicopters import ChangeMode, FlyTo, check_fly, check_pilot
from lnlt.rules.ch22_scenario.entry import Enter
from lnlt.rules.facts.kits import air_above, flyer_at, in_the_air, is_flying, is_helicopter
from lnlt.situations.errors import Refused, SituationError
from lnlt.situations.names import Names, check_on_board
from lnlt.situations.play import Attempt, follow, give_way, in_impulse, on_its_way
from lnlt.situations.steps import Step, many


def is_flown(game: Game, s: Position, units: Sequence[int]) -> bool:
    """Whether a step is about a helicopter alone."""
    return len(units) == 1 and is_helicopter(game, s.units[units[0]])


def mode_of(game: Game, s: Position, unit: int) -> str:
    """Mode of a helicopter in the air; nothing for all else."""
    u = s.units[unit]
    if not is_helicopter(game, u) or not in_the_air(u.at):
        return ""
    return "flying" if is_flying(u) else "hovering"


def overhead(s: Position, at: int, target: int = NOBODY, said: str | None = None) -> int:
    """The location a hex means as a target: that part of it in which a unit is that is named (10.4.1), or the air
    above, if a helicopter there is answered, or alone. Who says `infantry` means the ground."""
    if at & 7 or said == "infantry":
        return at
    above = air_above(at)
    if target != NOBODY:
        return s.units[target].at if s.units[target].at >> 3 == at >> 3 else at
    window = enclosing(s, OpportunityFire)
    if window is not None and window.at == above:
        return above
    return at if s.by_loc.get(at) or flyer_at(s, above) == NOBODY else above


def victim(s: Position, at: int, target: int) -> int:
    """The helicopter a location in the air stands for, if nobody is named."""
    return target if target != NOBODY else flyer_at(s, at)


def own_place(s: Position, side: int, at: int) -> int:
    """The location a hex means when a side names it: the air above, if only a helicopter of the side is there."""
    if any(s.units[u].side == side for u in s.by_loc.get(at, ())):
        return at
    flyer = flyer_at(s, air_above(at))
    return air_above(at) if not at & 7 and flyer != NOBODY and s.units[flyer].side == side else at


def in_flight(attempt: Attempt, unit: int, side: int) -> bool:
    """Whether a helicopter is on its way and its side is asked what it does."""
    flight = enclosing(attempt.state, Flight)
    asked = isinstance(attempt.question, FlightAction) and attempt.asked == side
    return asked and flight is not None and flight.unit == unit


def check_as_answer(attempt: Attempt, step: Step, side: int, at: int, command: Command) -> None:
    """Refuse fire at an enemy on the move, where no window is open, as in a window: for what it lacks (5.3).

    Only where a refusal is looked for: else the move is over and this is fire in an impulse of its own.
    """
    looked_for = attempt.asking or (step.expect is not None and step.expect.legal is False)
    if not looked_for or attempt.asked in (None, side):
        return
    frame = next((f for f in reversed(attempt.state.stack) if isinstance(f, Move | Drive | Flight)), None)
    if frame is None or frame.at != at or not isinstance(attempt.question, MoveOn | DriveOn | FlightAction):
        return
    movers = frame.units if isinstance(frame, Move) else (frame.unit,)
    window = OpportunityFire(side=side, at=at, budget=len(attempt.state.units), movers=tuple(movers))
    state = replace(attempt.state, stack=(*attempt.state.stack, window, Reaction(side=side)))
    raise Refused(
        engine.why_not(attempt.game, state, command, side) or Refusal("5.3", "window_closed", {"at": attempt.place(at)})
    )


def begin_flight(attempt: Attempt, unit: int, side: int, names: Names, fires: bool = False) -> None:
    """The helicopter begins its impulse, unless it is on its way already; passengers finish their move first."""

    def flown() -> int:
        flight = enclosing(attempt.state, Flight)
        return NOBODY if flight is None else flight.unit

    if on_its_way(attempt, unit, side, lambda: in_flight(attempt, unit, side), flown):
        return
    check_on_board(attempt.unit(unit), names)
    own = check_pilot(attempt.game, attempt.state, unit, fires)
    give_way(attempt, side)
    if own is not None:
        raise Refused(own)
    in_impulse(attempt, side, attempt.unit(unit).at)
    attempt.send(BeginFlight(attempt.unit(unit).id), side)


def play_flight(attempt: Attempt, unit: int, side: int, path: list[int], names: Names) -> None:
    """A helicopter flies along a path; it halts where the enemy is asked, the rest is ordered by a further step."""

    def order(to: int) -> FlyTo:
        return FlyTo(attempt.game.board.names[to >> 3])

    def why_over(frm: int, to: int) -> Refusal:
        return check_fly(attempt.game, attempt.state, unit, frm, to) or Refusal("19.2.4", "move_is_over")

    if in_the_air(attempt.unit(unit).at) and not is_flying(attempt.unit(unit)):
        raise Refused(Refusal("19.2.1", "hovers", {"unit": attempt.unit(unit).id}))
    if not (attempt.unit(unit).at < 0 and _enter(attempt, unit, side, path[0])):
        begin_flight(attempt, unit, side, names)
        attempt.send(order(path[0]), side)
    follow(attempt, side, path, lambda: in_flight(attempt, unit, side), order, why_over)


def _enter(attempt: Attempt, unit: int, side: int, to: int) -> bool:
    """22.0: a helicopter comes onto the map."""
    name = attempt.unit(unit).id
    group = next((g for g in attempt.game.setup.groups if name in g.units), None)
    if group is None:
        return False
    give_way(attempt, side)
    attempt.send(Enter(group.id), side)
    attempt.send(FlyOnto(name, attempt.game.board.names[to >> 3]), side)
    return True


def play_hover(attempt: Attempt, step: Step, names: Names) -> None:
    """A helicopter begins to hover."""
    _change(attempt, step, names, hovering=True)


def play_take_off(attempt: Attempt, step: Step, names: Names) -> None:
    """A hovering helicopter begins to fly."""
    _change(attempt, step, names, hovering=False)


def play_land(attempt: Attempt, step: Step, names: Names) -> None:
    """19.2.1: helicopters fly or hover, they never land."""
    unit, _ = _flyer(attempt, step, names)
    raise Refused(Refusal("19.2.1", "no_landing", {"unit": attempt.unit(unit).id}))


def _flyer(attempt: Attempt, step: Step, names: Names) -> tuple[int, int]:
    """The helicopter a step names, or the one that is in flight, and its side."""
    flight = enclosing(attempt.state, Flight)
    if step.unit is not None or step.units is not None:
        unit = names.units(step)[0]
    elif flight is not None:
        unit = flight.unit
    else:
        raise SituationError("the key 'unit' is missing", *names.place("unit"))
    if not is_helicopter(attempt.game, attempt.unit(unit)):
        raise Refused(Refusal("19.2", "no_helicopter", {"unit": attempt.unit(unit).id}))
    return unit, names.side(step, [unit])


def just_did(attempt: Attempt, unit: int, side: int, names: Names, *what: str) -> bool:
    """Whether a side's steps just before had a helicopter do one of these things and its flight ended by itself."""
    if in_flight(attempt, unit, side) or not attempt.unit(unit).flags & OPS_COMPLETE:
        return False
    for step in reversed(names.before):
        if step.do is None:
            continue
        ids = [attempt.state.ids[name] for name in (*many(step.units), *many(step.unit)) if name in attempt.state.ids]
        if names.side(step, ids) != side:
            return False
        if step.do in what and unit in ids:
            return True
    return False


def _change(attempt: Attempt, step: Step, names: Names, hovering: bool) -> None:
    unit, side = _flyer(attempt, step, names)
    if step.at is not None and names.loc(step.at, "at") >> 3 != attempt.unit(unit).at >> 3:
        raise SituationError(f"{attempt.unit(unit).id!r} is not over {step.at}", *names.place("at"))
    if just_did(attempt, unit, side, names, "hover", "take_off"):
        raise Refused(Refusal("19.2.1", "mode_changed_already", {"unit": attempt.unit(unit).id}))
    begin_flight(attempt, unit, side, names)
    attempt.send(ChangeMode("hover" if hovering else "fly"), side)
