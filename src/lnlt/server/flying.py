"""A helicopter's impulse at the table: all it can begin with as one menu, and everywhere it can fly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lnlt import engine, words
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State
from lnlt.core.tally import Refusal
from lnlt.rules.ch06_movement.steps import where
from lnlt.rules.ch10_los_spotting.attempts import Spot
from lnlt.rules.ch19_air.flying import FlightAction
from lnlt.rules.ch19_air.helicopters import ChangeMode, EndFlight, FlyTo
from lnlt.rules.facts.kits import in_the_air
from lnlt.server import gunnery, odds, shapes
from lnlt.server.choices import option
from lnlt.server.story import cited
from lnlt.table.flights import Flights, Flown, flight_orders, flight_reach, flight_threats, in_flight
from lnlt.words.flights import fly_name
from lnlt.words.sentences import tag

MODE = "fly"


class Cockpit:
    """A helicopter whose impulse goes on, or could begin, in a place: what comes first, and what it may do then."""

    def __init__(self, game: Game, s: State, at: str) -> None:
        self.unit, self.state, self.before = NOBODY, s, list[Command]()
        for unit in _above(game, s, at):
            before = flight_orders(game, s, s.units[unit].id)
            ahead = engine.explore(game, s, before)
            if ahead.refusal is None and in_flight(ahead.state) == unit:
                self.unit, self.state, self.before = unit, ahead.state, before

    def __bool__(self) -> bool:
        return self.unit != NOBODY

    def orders(self, game: Game) -> list[Command]:
        """What it may do but fly to a hex, which is chosen on the map, and spot, which begins no flight."""
        left = (FlyTo, Spot) if self.before else (FlyTo,)
        return [c for c in engine.options(game, self.state) if not isinstance(c, left)]

    def denied(self, game: Game) -> Iterator[engine.ActionMenu]:
        """What it may not, with the reasons, by kind."""
        q = engine.question(self.state)
        assert isinstance(q, FlightAction)
        left = (FlyTo, EndFlight, Spot) if self.before else (FlyTo, EndFlight)
        kinds: dict[str, list[engine.Denied]] = {}
        for command, why in q.refusals(game, self.state):
            if not isinstance(command, left):
                kinds.setdefault(tag(type(command)), []).append(engine.Denied(command, why))
        for kind, refused in kinds.items():
            yield engine.ActionMenu(kind, (), tuple(refused))

    def items(self, game: Game) -> Iterator[shapes.MenuItem]:
        """19.2.4: all it may do: fly, fire each of its weapons, and whole orders."""
        yield self._fly(game)
        orders = self.orders(game)
        yield from gunnery.items(game, self.state, orders)
        for command in orders:
            if isinstance(command, gunnery.AIMED):
                continue
            shown = option(game, self.state, FlightAction.RULE, command)
            unit = self.state.units[self.unit].id
            yield shapes.MenuItem(
                key=f"{shown.kind}.{unit}",
                text=shown.text,
                group=shown.group,
                rule=shown.rule,
                units=(unit,),
                do=odds.plain_all((*self.before, command)),
                options=(shown,),
            )

    def _fly(self, game: Game) -> shapes.MenuItem:
        """Flying: where to is chosen next."""
        text, rule = fly_name(self.state, self.unit)
        found = flight_reach(game, self.state)
        refusal = ""
        if isinstance(found, Refusal):
            refusal, rule = cited(words.refusal_text(game, found))
        unit = self.state.units[self.unit].id
        return shapes.MenuItem(
            key=f"{MODE}.{unit}",
            text=text,
            group="move",
            rule=rule,
            next="" if refusal else "reach",
            units=(unit,),
            mode=MODE,
            refusal=refusal,
        )


def _above(game: Game, s: State, at: str) -> tuple[int, ...]:
    """Who is in a place in the air."""
    loc = where(game, at)
    return tuple(s.by_loc.get(loc, ())) if loc is not None and in_the_air(loc) else ()


def flies(s: State, mode: str) -> bool:
    """Whether a question about reach is about a helicopter: one on its way, or one that is to begin."""
    return mode == MODE or in_flight(s) != NOBODY


def reach(game: Game, s: State, units: Sequence[str]) -> Iterator[shapes.ReachHex | shapes.Reach]:
    """19.2.2: everywhere a helicopter can fly: the frame of the answer first, then hex by hex."""
    found = flight_reach(game, s, units[0] if units else "")
    if isinstance(found, Refusal):
        text, rule = cited(words.refusal_text(game, found))
        yield shapes.Reach(at="", units=tuple(units), mode=MODE, refusal=text, rule=rule)
        return
    if found is None:
        yield shapes.Reach(at="", units=tuple(units), mode=MODE)
        return
    yield shapes.Reach(at=found.origin, units=(found.unit,), mode=MODE)
    for place in found.places:
        yield _hex(game, found, place)


def _hex(game: Game, found: Flights, place: Flown) -> shapes.ReachHex:
    return shapes.ReachHex(
        at=place.at,
        cost=words.points_text(place.cost),
        path=place.path,
        threats=tuple(odds.threat(muzzle) for muzzle in flight_threats(game, found, place.loc)),
        do=odds.plain_all((*found.begin, *place.commands)),
        text=fly_name(found.state, found.state.ids[found.unit], "again")[0] if _lifts(place) else "",
    )


def _lifts(place: Flown) -> bool:
    return any(isinstance(c, ChangeMode) for c in place.commands)
