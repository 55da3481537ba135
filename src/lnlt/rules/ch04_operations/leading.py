"""4.0, 11.1.2, 11.5: whom Leaders and Armor Leaders reach in the hexes next door."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lnlt.core.flags import ACTION_MARKERS, BULK, MELEE
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.rules.facts.kits import armor_leader, in_the_air
from lnlt.rules.facts.leaders import extends_activation

if TYPE_CHECKING:
    from lnlt.rules.ch04_operations.impulse import Impulse


def leads_on(game: Game, s: Position, impulse: Impulse, unit: int) -> bool:
    """11.1.2, 11.5: whether a Leader, or a vehicle by its Armor Leader, reaches neighbours."""
    u = s.units[unit]
    if u.flags & BULK:
        return not u.flags & (ACTION_MARKERS | MELEE) and armor_leader(game, s, unit) != NOBODY
    return extends_activation(game, s, unit, unit == impulse.spotter)


def led_there(s: Position, side: int, leader: int, loc: int) -> bool:
    """4.0: Leaders activate no vehicles next door, Armor Leaders no Leg units."""
    if in_the_air(loc):  # nobody reaches helicopters
        return False
    bulk = s.units[leader].flags & BULK
    return any(s.units[u].side == side and s.units[u].flags & BULK == bulk for u in s.by_loc.get(loc, ()))


def is_reached(s: Position, impulse: Impulse, unit: int) -> bool:
    """4.0: whether a unit of a named location may act: not a vehicle next to a Leader, nor a Leg unit next to an Armor
    Leader, through whom the location was named."""
    u = s.units[unit]
    through = [s.units[leader].flags & BULK for loc, leader in impulse.reached_by if loc == u.at]
    return not through or u.flags & BULK in through
