"""22.0, 19.2.2: helicopters come onto the map."""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import HOVERING, MOVING
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.setup import Group
from lnlt.core.state import NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch06_movement.steps import where
from lnlt.rules.ch19_air.flying import Flight
from lnlt.rules.ch19_air.helicopters import HEX_COST, check_airspace
from lnlt.rules.facts.groups import entry_hexes, waiting
from lnlt.rules.facts.kits import air_above, is_helicopter


class FlyOnto(Command, frozen=True, gc=False):
    """A helicopter comes onto the map over a hex, flying."""

    unit: str
    at: str


def entries(game: Game, s: Position, group: Group) -> list[Command]:
    """Helicopters of a group over every hex it may enter by."""
    if not game.has_helicopters:
        return []
    able = [u for u in waiting(s, group) if is_helicopter(game, s.units[u])]
    return [FlyOnto(s.units[u].id, game.board.names[i]) for u in able for i in entry_hexes(game, s, group)]


def check_fly_onto(game: Game, s: Position, group: Group, command: FlyOnto) -> Refusal | None:
    """22.0, 19.2.1: a waiting helicopter, an entry hex, and no other helicopter over it."""
    unit = s.ids.get(command.unit)
    if unit is None or unit not in waiting(s, group) or not is_helicopter(game, s.units[unit]):
        return Refusal("22.0", "not_waiting", {"unit": command.unit})
    to = where(game, command.at)
    if to is None or to & 7 or to >> 3 not in entry_hexes(game, s, group):
        return Refusal("22.0", "no_entry_hex", {"group": group.id, "at": command.at})
    return check_airspace(game, s, unit, to)


def may_fly_onto(game: Game, s: Position, group: Group, unit: int) -> Refusal | None:
    """22.0: some entry hex takes the helicopter."""
    first: Refusal | None = None
    for i in entry_hexes(game, s, group):
        refusal = check_fly_onto(game, s, group, FlyOnto(s.units[unit].id, game.board.names[i]))
        if refusal is None:
            return None
        first = first or refusal
    return first or Refusal("22.0", "no_entry_hex", {"group": group.id})


def fly_onto(d: Draft, command: FlyOnto) -> None:
    """22.0, 19.2.2: it comes flying, for one Movement Point, and may do anything else."""
    unit, to = d.ids[command.unit], air_above(d.game.board.loc(command.at))
    d.flag(unit, MOVING, HOVERING)
    d.emit(ev.Moved(unit, NOWHERE, to, HEX_COST))
    side = d.units[unit].side
    d.push(Flight(side=side, unit=unit, at=to, path=(to >> 3,), spent=HEX_COST, left=True, busy=True))
