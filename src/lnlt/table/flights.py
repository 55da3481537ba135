"""Where a helicopter can fly and who may answer there. The checks are the rules' own; windows are left aside."""

from __future__ import annotations

import msgspec

from lnlt.core.dice import NO_DICE
from lnlt.core.draft import Draft
from lnlt.core.engine import explore, question, why_not
from lnlt.core.events import Moved
from lnlt.core.flags import HOVERING
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch04_operations.impulse import ImpulseAction
from lnlt.rules.ch05_fire.opportunity import OpportunityFire, Reaction, opens_window
from lnlt.rules.ch19_air.flying import BeginFlight, Flight, FlightAction
from lnlt.rules.ch19_air.helicopters import HEX_COST, ChangeMode, FlyTo, check_fly
from lnlt.rules.facts.kits import is_flying
from lnlt.table.drives import Muzzle, muzzles_of


class Flown(msgspec.Struct, frozen=True):
    """A hex a helicopter can fly to: the shortest way, in half Movement Points."""

    at: str
    loc: int
    cost: int
    path: tuple[str, ...]
    """Hexes, the first one included."""
    commands: tuple[Command, ...]


class Flights(msgspec.Struct, frozen=True):
    """Everywhere a helicopter can fly."""

    unit: str
    origin: str
    begin: tuple[Command, ...]
    places: tuple[Flown, ...]
    """Nearest first."""
    state: State
    """The position with the helicopter on its way, flying."""


def flight_orders(game: Game, s: State, unit: str) -> list[Command]:
    """Commands that begin the impulse of a helicopter; nothing if it is on its way already."""
    if not isinstance(question(s), ImpulseAction) or unit not in s.ids:
        return []
    begin = BeginFlight(unit)
    refusal = why_not(game, s, begin)
    if refusal is not None and refusal.code == "not_named":
        return [Activate(game.board.loc_name(s.units[s.ids[unit]].at)), begin]
    return [begin]


def flight_reach(game: Game, s: State, unit: str = "") -> Flights | Refusal | None:
    """19.2.1, 19.2.2: everywhere a helicopter can fly, as if nobody answered; why not; None if none is on its way.

    One that hovers flies again first, if it may. Of several ways of the same length the one is taken that keeps away
    from the enemy.
    """
    begin = flight_orders(game, s, unit)
    ahead = explore(game, s, begin)
    if ahead.refusal is not None:
        return ahead.refusal
    flight = enclosing(ahead.state, Flight)
    if flight is None or not isinstance(question(ahead.state), FlightAction):
        return None
    first: list[Command] = []
    state = ahead.state
    if not is_flying(state.units[flight.unit]):
        first.append(ChangeMode("fly"))
        refusal = why_not(game, state, first[0])
        if refusal is not None:
            return refusal
        d = Draft(game, state, NO_DICE)
        d.flag(flight.unit, 0, HOVERING)
        state = d.publish()
    ways = _ways(game, state, flight)
    places = tuple(_told(game, first, ways, to) for to in ways if to != flight.at)
    u = state.units[flight.unit]
    return Flights(u.id, game.board.loc_name(flight.at), tuple(begin), places, state)


def _ways(game: Game, s: State, flight: Flight) -> dict[int, int]:
    """For every hex that can be flown to, nearest first, the one before it."""
    risk = {loc >> 3 for loc in s.spread.held[1 - flight.side]}
    found = {flight.at: flight.at}
    ring = [flight.at]
    worst = {flight.at: 0}
    while ring:
        nearer: dict[int, int] = {}
        for at in ring:
            for j in game.board.neighbours[at >> 3]:
                to = j * 8 + (flight.at & 7)
                if j < 0 or to in found or check_fly(game, s, flight.unit, at, to) is not None:
                    continue
                near = sum(n in risk for n in (j, *game.board.neighbours[j]))
                if to not in nearer or worst[at] + near < worst[to]:
                    nearer[to] = at
                    worst[to] = worst[at] + near
        found.update(nearer)
        ring = list(nearer)
    return found


def _told(game: Game, first: list[Command], ways: dict[int, int], to: int) -> Flown:
    path = [to]
    while ways[path[-1]] != path[-1]:
        path.append(ways[path[-1]])
    names = [game.board.names[loc >> 3] for loc in reversed(path)]
    commands = (*first, *(FlyTo(name) for name in names[1:]))
    return Flown(names[-1], to, HEX_COST * len(commands), tuple(names), commands)


def flight_threats(game: Game, found: Flights, to: int) -> tuple[Muzzle, ...]:
    """5.3, 19.2.5: who may answer a helicopter that comes flying over a hex."""
    d = Draft(game, found.state, NO_DICE)
    unit = d.ids[found.unit]
    u = d.units[unit]
    d.stack.pop()
    d.emit(Moved(unit, u.at, to, HEX_COST))
    if not opens_window(game, d, 1 - u.side, to, (unit,)):
        return ()
    d.push(OpportunityFire(side=1 - u.side, at=to, budget=1, movers=(unit,)))
    d.push(Reaction(side=1 - u.side))
    return muzzles_of(game, d.publish())


def in_flight(s: State, unit: str = "") -> int:
    """The helicopter whose side is asked what it does next; NOBODY if there is none, or it is another than this one."""
    flight = enclosing(s, Flight) if isinstance(question(s), FlightAction) else None
    if flight is None or (unit and s.units[flight.unit].id != unit):
        return NOBODY
    return flight.unit
