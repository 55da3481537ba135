"""19.2.1 to 19.2.5: a helicopter in its impulse: it flies, changes its mode, fires, loads and unloads in any order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ELIMINATED, FIRED, HOVERING, MOVING, OPS_COMPLETE
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOWHERE, Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.opportunity import Answerable, OpportunityFire
from lnlt.rules.ch06_movement.steps import ExitMap, where
from lnlt.rules.ch10_los_spotting.attempts import Spot, SpotTarget, Spotting
from lnlt.rules.ch10_los_spotting.lines import looked_at, sees
from lnlt.rules.ch14_ordnance.acquisition import moves_off
from lnlt.rules.ch14_ordnance.shot import FireOrdnance, aim_of, check_shot, ways
from lnlt.rules.ch15_vehicles.fire_on_the_move import fire_under_way
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun, bursts, check_burst, read
from lnlt.rules.ch16_passengers.dismounting import Disembarking, Unload
from lnlt.rules.ch16_passengers.embarking import Embarking
from lnlt.rules.ch16_passengers.mounting import Load, loaders
from lnlt.rules.ch19_air.helicopters import (
    HEX_COST,
    ChangeMode,
    EndFlight,
    FlyTo,
    check_fly,
    check_mode,
    check_pilot,
    check_set_down,
    check_take_on,
)
from lnlt.rules.ch21_fortifications.barricade_shots import (
    FireAtBarricade,
    check_shot_at_barricade,
    shots_at_barricades,
)
from lnlt.rules.ch22_scenario.exits import go_off, way_off
from lnlt.rules.facts.firing_occasion import occasion_of
from lnlt.rules.facts.kits import (
    air_above,
    change_kit,
    ground_below,
    in_the_air,
    is_flying,
    is_helicopter,
    kit_of,
)

SPOTTING = Spotting()


class Flight(Answerable, frozen=True, gc=False, kw_only=True):
    """19.2.4: a helicopter on its way. The enemy may answer each hex and each change of mode (19.2.2, 5.3)."""

    RULE: ClassVar[str] = "19.2.4"
    STEPS: ClassVar[tuple[str, ...]] = ("answer_window", "go_on", "finish")
    side: int
    unit: int
    at: int
    path: tuple[int, ...] = ()
    """Hexes it has been over in this impulse, in order."""
    spent: int = 0
    """Half points spent in the hex it is over (5.3, P-3)."""
    left: bool = False
    """It has left the hex in which it began its impulse."""
    changed: bool = False
    """It has changed its mode."""
    busy: bool = False
    """It has moved, changed its mode, loaded or unloaded: it will be Ops Complete."""
    halted: bool = False
    """An Event ends its flight here (22.0)."""

    def going(self, s: Position) -> bool:
        """Whether it is still in the air."""
        u = s.units[self.unit]
        return u.flags & (MOVING | ELIMINATED) == MOVING and u.at == self.at

    def answer_window(self, d: Draft) -> None:
        """5.3, 19.2.2: the enemy may fire, once for each Movement Point spent in this hex."""
        if self.let_pass or not self.going(d):
            return
        budget, movers = self.spent // 2, (self.unit,)
        d.push(OpportunityFire(side=1 - self.side, at=self.at, budget=budget, movers=movers, used=self.answered))

    def go_on(self, d: Draft) -> None:
        """Ask what it does next, if there is anything."""
        if self.going(d) and not self.halted and any(True for _ in possible(d.game, d, self)):
            d.push(FlightAction(side=self.side))

    def finish(self, d: Draft) -> None:
        """19.2.4, Q-162, Q-416: Ops Complete beside a Fired marker if it has done more than fire."""
        if self.going(d):
            d.flag(self.unit, OPS_COMPLETE if self.busy else 0, MOVING)


def shots(game: Game, s: Position, flight: Flight) -> Iterator[Command]:
    """19.2.4: fire worth checking: each weapon at everything in sight."""
    impulse = occasion_of(s)
    assert impulse is not None
    for loc in s.spread.held[1 - flight.side]:
        if sees(game, s, flight.at, looked_at(loc)):
            yield from ways(game, s, impulse, flight.unit, loc)
            yield from bursts(game, s, flight.unit, loc)
    if game.barricades:
        yield from shots_at_barricades(game, s, flight.unit)


def steps(game: Game, s: Position, flight: Flight) -> list[Command]:
    """Everything but fire and the end that is worth checking."""
    found: list[Command] = []
    if is_flying(s.units[flight.unit]):
        near = game.board.neighbours[flight.at >> 3]
        found.extend(FlyTo(game.board.names[j]) for j in near if j >= 0)
    found.append(ChangeMode("hover" if is_flying(s.units[flight.unit]) else "fly"))
    if game.types[s.units[flight.unit].type].capacity:
        found.extend((Load(), Unload()))
    found.append(Spot(s.units[flight.unit].id))
    if game.setup.exits:
        found.append(ExitMap())
    return found


def possible(game: Game, s: Position, flight: Flight) -> Iterator[Command]:
    """What a helicopter may still do beside ending its impulse."""
    for source in (steps(game, s, flight), shots(game, s, flight)):
        for command in source:
            if check_next(game, s, flight, command) is None:
                yield command


def check_next(game: Game, s: Position, flight: Flight, command: Command) -> Refusal | None:
    """19.2.1 to 19.2.6: whether a helicopter may do this now."""
    unit = flight.unit
    if type(command) is FlyTo:
        to = where(game, command.at)
        if to is None or to & 7:
            return Refusal("1.4", "no_such_place", {"at": command.at})
        return check_fly(game, s, unit, flight.at, air_above(to))
    if type(command) is ChangeMode:
        return check_mode(game, s, unit, command.mode, flight.changed)
    if type(command) is Load:
        return check_take_on(game, s, unit, flight.left)
    if type(command) is Unload:
        return check_set_down(game, s, unit)
    if type(command) is Spot:
        return check_look(game, s, flight, command)
    if type(command) is ExitMap:
        if not is_flying(s.units[unit]):
            return Refusal("19.2.1", "hovers", {"unit": s.units[unit].id})
        if way_off(game, flight.side, ground_below(flight.at)) is None:
            return Refusal("22.0", "no_exit_here", {"at": game.board.names[flight.at >> 3]})
        return None
    return check_fire(game, s, flight, command)


def check_look(game: Game, s: Position, flight: Flight, command: Spot) -> Refusal | None:
    """19.2.3, Q-422: only a helicopter that hovers and has neither fired nor left its hex tries to spot."""
    impulse = enclosing(s, Impulse)
    u = s.units[flight.unit]
    if command.unit != u.id or impulse is None:
        return Refusal("19.2.3", "not_own_unit", {"unit": command.unit})
    if flight.left or u.flags & FIRED:
        return Refusal("19.2.3", "has_acted", {"unit": u.id})
    return SPOTTING.check(game, s, impulse, command)


def check_fire(game: Game, s: Position, flight: Flight, command: Command) -> Refusal | None:
    """19.2.4: its own weapons, all in one impulse, and not if it has fired in an earlier one of this turn."""
    impulse = occasion_of(s)
    name = getattr(command, "unit", "")
    if impulse is None or s.ids.get(name) != flight.unit:
        return Refusal("19.2.4", "not_own_unit", {"unit": name})
    u = s.units[flight.unit]
    if u.flags & FIRED and not any(row[0] == flight.unit for row in impulse.shots):
        return Refusal("19.2.4", "has_acted", {"unit": u.id})
    if getattr(command, "mode", ""):
        return Refusal("19.2.4", "no_assault_fire", {"at": game.board.names[flight.at >> 3]})
    if type(command) is FireAtBarricade:
        return check_shot_at_barricade(game, s, impulse, command, moving=True)
    if type(command) is FireOrdnance:
        found = aim_of(game, s, command)
        return found if isinstance(found, Refusal) else check_shot(game, s, impulse, *found, False, moving=True)
    assert type(command) is FireMachineGun
    aim = read(game, s, command)
    return aim if isinstance(aim, Refusal) else check_burst(game, s, impulse, aim, False, moving=True)


class FlightAction(Question, frozen=True, gc=False, kw_only=True):
    """19.2.4: what a helicopter does next in its impulse."""

    RULE: ClassVar[str] = "19.2.4"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (
        FlyTo,
        ChangeMode,
        FireMachineGun,
        FireOrdnance,
        FireAtBarricade,
        Load,
        Unload,
        Spot,
        ExitMap,
        EndFlight,
    )

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """The hexes around it, the other mode, passengers, fire, and the end."""
        flight = enclosing(s, Flight)
        assert flight is not None
        return [*steps(game, s, flight), *shots(game, s, flight), EndFlight()]

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """19.2.4: see `check_next`; an impulse in which nothing was done does not end like this."""
        flight = enclosing(s, Flight)
        assert flight is not None
        if type(command) is EndFlight:
            impulse = occasion_of(s)
            fired = impulse is not None and any(row[0] == flight.unit for row in impulse.shots)
            return None if flight.busy or fired else Refusal("19.2.4", "nothing_done")
        return check_next(game, s, flight, command)

    def answer(self, d: Draft, command: Command) -> None:
        """Do it, or be done."""
        if type(command) is not EndFlight:
            carry_on(d, command)


def carry_on(d: Draft, command: Command) -> None:
    """19.2.4: the helicopter on top of the stack does something."""
    flight = d.stack[-1]
    assert isinstance(flight, Flight)
    unit, asking = flight.unit, Flight.STEPS.index("go_on")
    if type(command) is FlyTo:
        to = air_above(d.game.board.loc(command.at))
        moves_off(d, (unit,))
        d.emit(ev.Moved(unit, flight.at, to, HEX_COST))
        path = (*flight.path, to >> 3)
        d.update(flight, at=to, path=path, spent=HEX_COST, left=True, busy=True, answered=(), step=0)
    elif type(command) is ChangeMode:
        change_mode(d, flight)
    elif type(command) is Load:
        flight = d.update(flight, busy=True, step=asking)
        d.push(Embarking(side=flight.side, vehicle=unit, group=tuple(loaders(d.game, d, unit))))
    elif type(command) is Unload:
        flight = d.update(flight, busy=True, step=asking)
        d.push(Disembarking(side=flight.side, vehicle=unit))
    elif type(command) is Spot:
        d.update(flight, step=asking)
        d.push(SpotTarget(side=flight.side, unit=unit))
    elif type(command) is ExitMap:
        d.update(flight, step=len(Flight.STEPS))
        go_off(d, flight.side, (unit,), ground_below(flight.at))
    else:
        d.update(flight, step=asking)
        fire_under_way(d, command)


def change_mode(d: Draft, flight: Flight) -> None:
    """19.2.1, 19.2.2, 19.2.4: it hovers, or flies, for one Movement Point; what it has fired at is not acquired.

    14.3: only who keeps hovering has a use for the markers; those on the helicopter itself stay (19.2.7).
    """
    unit = flight.unit
    u = d.units[unit]
    if kit_of(u).locks:
        change_kit(d, unit, locks=())
        u = d.units[unit]
    d.flag(unit, HOVERING if is_flying(u) else 0, 0 if is_flying(u) else HOVERING)
    d.emit(ev.PointsReset(unit, u.mp + HEX_COST))
    impulse = occasion_of(d)
    assert impulse is not None
    rows = tuple((*row[:4], NOWHERE) if row[0] == unit else row for row in impulse.shots)
    d.replace_enclosing(impulse, shots=rows)
    d.update(flight, changed=True, busy=True, spent=flight.spent + HEX_COST, step=0)


class BeginFlight(Command, frozen=True, gc=False):
    """A helicopter begins its impulse."""

    unit: str


class FlyingAction(Action):
    """4.0, 19.2.4: a helicopter of a named location acts."""

    command = BeginFlight
    needs_named = True

    def in_play(self, game: Game) -> bool:
        """19.2: helicopters."""
        return game.has_helicopters

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> Iterable[Command]:  # noqa: ARG002
        """The helicopters of the named locations."""
        for loc in impulse.named:
            if in_the_air(loc):
                for u in s.by_loc.get(loc, ()):
                    if s.units[u].side == impulse.side:
                        yield BeginFlight(s.units[u].id)

    def check(self, game: Game, s: Position, impulse: Impulse, command: BeginFlight) -> Refusal | None:
        """19.2.4: see `check_pilot`; there must be something it can do."""
        unit = s.ids.get(command.unit)
        if unit is None:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        u = s.units[unit]
        if not is_helicopter(game, u) or u.side != impulse.side or u.at < 0:
            return Refusal("19.2", "no_helicopter", {"unit": command.unit})
        if u.at not in impulse.named:
            return Refusal("4.0", "not_named", {"at": game.board.loc_name(u.at)})
        refusal = check_pilot(game, s, unit)
        if refusal is not None:
            return refusal
        flight = Flight(side=u.side, unit=unit, at=u.at)
        first: Refusal | None = None
        for c in steps(game, s, flight):
            refusal = check_next(game, s, flight, c)
            if refusal is None:
                return None
            first = first or refusal
        if any(check_next(game, s, flight, c) is None for c in shots(game, s, flight)):
            return None
        return first

    def answer(self, d: Draft, impulse: Impulse, command: BeginFlight) -> None:
        """Ask what it does."""
        unit = d.ids[command.unit]
        u = d.units[unit]
        d.update(impulse, did=(*impulse.did, u.at))
        d.flag(unit, MOVING)
        start = Flight.STEPS.index("go_on")
        d.push(Flight(side=u.side, unit=unit, at=u.at, path=(u.at >> 3,), step=start))
