"""4.0, 11.1.2: who may still act, and naming locations: the first freely, further ones through Leaders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from lnlt.core import events as ev
from lnlt.core.board import AIR, GROUND, LAYERS
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, ASSAULT_MOVE, ELIMINATED, MELEE, SHAKEN, STEALTH
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.leading import leads_on, led_there
from lnlt.rules.facts.leaders import extends_activation, in_leadership_range
from lnlt.rules.facts.melee_marks import round_left

if TYPE_CHECKING:
    from lnlt.rules.ch04_operations.impulse import Impulse

BUSY = ACTION_MARKERS | MELEE | ELIMINATED
FIRE_LEFT = frozenset({ASSAULT_MOVE, ASSAULT_MOVE | STEALTH})
"""Markers of units that have made an Assault Move and may still fire (6.1, Q-045)."""


def may_act(s: Position, unit: int) -> bool:
    """4.0, Q-022: a unit still to be activated: no action marker, or an Assault Move without fire.

    Units locked in Melee may act while no round was fought there in this turn (8.1).
    """
    u = s.units[unit]
    if u.at < 0:
        return False
    busy = u.flags & BUSY
    if busy == MELEE:
        return round_left(s, u.at)
    return not busy or (busy in FIRE_LEFT and not u.flags & SHAKEN)


def any_may_act(s: Position, side: int) -> bool:
    """4.0, Q-022: whether a unit of a side is still to be activated."""
    units, by_loc = s.units, s.by_loc
    for loc in s.spread.idle[side]:
        for u in by_loc[loc]:
            if units[u].side == side and may_act(s, u):
                return True
    return False


class Activate(Command, frozen=True, gc=False):
    """Name a location for this impulse."""

    at: str


def check_activation(game: Game, s: Position, impulse: Impulse, loc: int) -> Refusal | None:
    """4.0, Q-024: the first location freely, further ones in reach of a Leader in a named one, before anyone acts."""
    if loc in impulse.named:
        return Refusal("4.0", "already_named", {"at": game.board.loc_name(loc)})
    if impulse.has_acted:
        return Refusal("4.0", "named_before_acting", {"at": game.board.loc_name(loc)})
    if not nameable(game, s, impulse, (loc,)):
        return Refusal("4.0", "nobody_to_activate", {"at": game.board.loc_name(loc)})
    if impulse.named and activating_leader(game, s, impulse, loc) is None:
        near = loc in reachable(game, s, impulse) and not any(in_leadership_range(game, h, loc) for h in impulse.named)
        return Refusal("4.0" if near else "11.1.2", "out_of_leadership_range", {"at": game.board.loc_name(loc)})
    return None


def nameable(game: Game, s: Position, impulse: Impulse, locs: Iterable[int], one: bool = False) -> list[int]:
    """4.0: of locations those where a unit is of the side and may be named; or the first one."""
    units, side, by_loc = s.units, impulse.side, s.by_loc
    found: list[int] = []
    for loc in locs:
        for u in by_loc.get(loc, ()):
            unit = units[u]
            if unit.side == side:
                busy = unit.flags & BUSY
                if not busy or (
                    (busy in FIRE_LEFT or busy & MELEE or u == impulse.spotter) and may_be_named(game, s, impulse, u)
                ):
                    found.append(loc)
                    if one:
                        return found
                    break
    return found


def to_name(s: Position, impulse: Impulse) -> Sequence[int]:
    """Locations where somebody may be there to name: who may still act, and who has just spotted."""
    idle = s.spread.idle[impulse.side]
    if impulse.spotter == NOBODY or (at := s.units[impulse.spotter].at) in idle:
        return idle
    return sorted((*idle, at))


def may_be_named(game: Game, s: Position, impulse: Impulse, unit: int) -> bool:
    """4.0, 10.1.1, Q-025, Q-028: a unit that may act; or who has just spotted, to fire there or to activate others."""
    if may_act(s, unit):
        return True
    return unit == impulse.spotter and (impulse.spotted != NOWHERE or extends_activation(game, s, unit, True))


def active(s: Position, impulse: Impulse) -> Iterable[int]:
    """4.0, 6.1: locations whose units may act: those named, and where Assault Movers have just arrived."""
    if not impulse.arrived:
        return impulse.named
    return dict.fromkeys((*impulse.named, *(s.units[u].at for u in impulse.arrived)))


def may_name(game: Game, s: Position, impulse: Impulse) -> bool:
    """Whether a side can still name a first location."""
    return bool(nameable(game, s, impulse, to_name(s, impulse), one=True))


def activating_leader(game: Game, s: Position, impulse: Impulse, loc: int) -> int | None:
    """11.1.2, 11.5: a Leader in a named location who reaches Leg units in another, or a vehicle with an Armor Leader
    next to vehicles."""
    for here in impulse.named:
        if not in_leadership_range(game, here, loc):
            continue
        for u in s.by_loc.get(here, ()):
            if s.units[u].side == impulse.side and leads_on(game, s, impulse, u):
                if not game.has_vehicles or led_there(s, impulse.side, u, loc):
                    return u
    return None


def reachable(game: Game, s: Position, impulse: Impulse) -> list[int]:
    """Locations with own units next to a Leader in a named location, while further ones may still be named."""
    if impulse.has_acted:
        return []
    found = []
    units, by_loc = s.units, s.by_loc
    for here in impulse.named:
        for u in by_loc.get(here, ()):
            if leads_on(game, s, impulse, u):
                break
        else:
            continue
        for loc in _around(game, here >> 3):
            if loc in by_loc and loc not in impulse.named and any(units[u].side == impulse.side for u in by_loc[loc]):
                found.append(loc)
    return list(dict.fromkeys(found))


def _around(game: Game, hex_: int) -> tuple[int, ...]:
    """Every location of a hex and of its neighbours, worked out once."""
    found = game.around.get(hex_)
    if found is None:
        hexes = (hex_, *(j for j in game.board.neighbours[hex_] if j >= 0))
        found = game.around[hex_] = tuple(loc for j in hexes for loc in range(j * LAYERS, j * LAYERS + LAYERS))
    return found


class Activation(Action):
    """4.0: name a location."""

    command = Activate
    opens = True

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """Any own location at first, then those a Leader reaches."""
        names, units = game.board.loc_names, s.units
        if impulse.named:
            return [Activate(names[loc]) for loc in reachable(game, s, impulse)]
        side = impulse.side
        return [
            Activate(names[loc]) for loc, members in s.by_loc.items() if any(units[u].side == side for u in members)
        ]

    def options(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """The first location needs no more than somebody to name."""
        if impulse.named or impulse.has_acted:
            return super().options(game, s, impulse)
        names = game.board.loc_names
        return [Activate(names[loc]) for loc in nameable(game, s, impulse, to_name(s, impulse))]

    def check(self, game: Game, s: Position, impulse: Impulse, command: Activate) -> Refusal | None:
        """4.0: see `check_activation`."""
        return check_activation(game, s, impulse, game.board.loc(command.at))

    def answer(self, d: Draft, impulse: Impulse, command: Activate) -> None:
        """The location is named."""
        loc = d.game.board.loc(command.at)
        leader = activating_leader(d.game, d, impulse, loc)
        reached = impulse.reached_by if leader is None else (*impulse.reached_by, (loc, leader))
        named = (*impulse.named, loc) if impulse.named else (loc, *same_hex(d, impulse.side, loc))
        d.update(impulse, named=named, reached_by=reached)
        for at in named[len(impulse.named) :]:
            d.emit(ev.Activated(impulse.side, at))


def same_hex(s: Position, side: int, loc: int) -> tuple[int, ...]:
    """4.0, 19.2.1, Q-554: own units on the ground and a helicopter over them are in one hex and named together."""
    if loc & 7 not in (GROUND, AIR):
        return ()
    other = loc ^ GROUND ^ AIR
    return (other,) if any(s.units[u].side == side for u in s.by_loc.get(other, ())) else ()
