"""How computer players judge airstrikes: the line with most enemies on it, every attack, fire from the ground."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lnlt.ai.heavy import in_hand
from lnlt.core.state import enclosing
from lnlt.rules.ch19_air.arrival import flight_line
from lnlt.rules.ch19_air.flight import AirStrike
from lnlt.rules.ch19_air.loads import BOMBS, CANNON, around, check_target, found_at, is_bomber, load_of
from lnlt.rules.facts.guns import gun_of, to_hit_number

if TYPE_CHECKING:
    from lnlt.ai.look import Look


def _prey(look: Look, strike: AirStrike, hex_: int, what: str, way: int) -> float:
    """What an attack on a hex can be worth; from where matters only to cannons, and only before Caves (10.7)."""
    key = (hex_, what, way if what == CANNON and look.mind.caves else 0)
    found = look.prey.get(key)
    if found is None:
        found = look.prey[key] = _worth(look, strike, hex_, what, way)
    return found


def _worth(look: Look, strike: AirStrike, hex_: int, what: str, way: int) -> float:
    """What an attack on a hex is worth; nothing where it is not allowed."""
    if check_target(look.game, look.s, strike.unit, what, hex_, way) is not None:
        return 0.0
    plane = look.game.types[look.s.units[strike.unit].type]
    _, fp = load_of(plane.cannon if what == CANNON else plane.bombs)
    hexes = [(hex_, fp or 0)]
    if what == BOMBS and is_bomber(plane):
        hexes += [(j, plane.around) for j in around(look.game, hex_)]
    total = 0.0
    for j, value in hexes:
        for u in found_at(look.game, look.s, j, what, way):
            unit = look.s.units[u]
            total += look.mind.worth(unit) * value * (0.1 if unit.side != look.side else -0.12)
    return total


def fly_in(look: Look, c: Any) -> float:
    """A line is worth its best attacks with each weapon."""
    strike = enclosing(look.s, AirStrike)
    if strike is None:
        return 0.0
    row = flight_line(look.game, strike.strike(look.game, look.s), strike.edges, c.at, c.toward)
    plane = look.game.types[look.s.units[strike.unit].type]
    best = 0.0
    for what, text in ((CANNON, plane.cannon), (BOMBS, plane.bombs)):
        hexes, fp = load_of(text)
        if hexes and fp is not None and isinstance(row, tuple):
            gains = sorted((_prey(look, strike, hex_, what, row.way) for hex_ in row.path), reverse=True)
            best += sum(g for g in gains[:hexes] if g > 0)
    return best


def attack(look: Look, what: str) -> float:
    """An attack now, unless a hex farther on promises more for the last load."""
    strike = enclosing(look.s, AirStrike)
    if strike is None:
        return 0.0
    here = strike.path[strike.index]
    now = _prey(look, strike, here, what, strike.way)
    plane = look.game.types[look.s.units[strike.unit].type]
    hexes, _ = load_of(plane.cannon if what == CANNON else plane.bombs)
    if what == CANNON and strike.strafed:
        return now
    left = hexes if what == CANNON else hexes - len(strike.bombed)
    ahead = sorted((_prey(look, strike, j, what, strike.way) for j in strike.path[strike.index + 1 :]), reverse=True)
    return now if now > 0 and (len(ahead) < left or now >= ahead[left - 1]) else -0.5


def at_aircraft(look: Look, c: Any) -> float:
    """Fire at an aircraft when it is as near as it will come: a gun fires at it once."""
    strike = enclosing(look.s, AirStrike)
    unit = look.s.ids[c.unit]
    weapon = in_hand(look.s, unit, c.weapon)
    gun = gun_of(look.game, look.s, unit, weapon)
    if strike is None or gun is None or look.s.units[unit].at < 0:
        return 0.5
    row = look.game.ranges[look.s.units[unit].at >> 3]
    now, *later = (to_hit_number(gun, row[hex_] or 1) for hex_ in strike.path[strike.index :])
    return 0.5 if now >= max(later, default=0) else -0.05
