"""Barricades as a computer player sees them: worth a shot or a charge where they keep vehicles from what counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lnlt.ai.heavy import in_hand
from lnlt.ai.tables import beats, rolls_up_to
from lnlt.core.flags import ACTION_MARKERS, BULK, IMMOBILIZED, SHAKEN
from lnlt.core.state import NOBODY
from lnlt.rules.ch06_movement.costs import driver_class
from lnlt.rules.ch10_los_spotting.lines import line
from lnlt.rules.ch10_los_spotting.sight import BLOCKED
from lnlt.rules.ch17_antitank.tallies import assault_tally
from lnlt.rules.facts.barricades import ARMOR, barricade_between, sides
from lnlt.rules.facts.guns import gun_of, own_guns, penetration_value, to_hit_number

if TYPE_CHECKING:
    from lnlt.ai.look import Look

OPEN = 0.5
"""What a way opened for a vehicle is worth."""
NEAR = 6
"""Hexes within which a Barricade is in somebody's way."""
GUESS = 0.5
"""Chance of a shot or a Close Assault, before it is looked at closely."""


def in_the_way(look: Look, here: int, there: int) -> float:
    """What it is worth to be rid of the Barricade between two hexes: own vehicles on its far side come nearer."""
    game, s, mind = look.game, look.s, look.mind
    marker = barricade_between(game.board, s, here, there)
    if marker is None or marker.side == look.side:
        return 0.0
    found = 0.0
    for i, u in enumerate(s.units):
        if u.side != look.side or u.at < 0 or not u.flags & BULK or u.flags & (SHAKEN | IMMOBILIZED):
            continue
        row = mind.ground.far(mind.wanted, driver_class(game, s, i))
        ranges = game.ranges[u.at >> 3]
        near, far = sorted((here, there), key=lambda h: ranges[h])
        if row and ranges[near] <= NEAR and row[far] < row[near]:
            found += OPEN
    return found


def prospect(look: Look, loc: int) -> float:
    """What those of a location could do about Barricades."""
    game, s = look.game, look.s
    ready = [i for i in look.mind.s.by_loc.get(loc, ()) if s.units[i].side == look.side]
    ready = [i for i in ready if not s.units[i].flags & (ACTION_MARKERS | SHAKEN)]
    if not ready:
        return 0.0
    guns = any(own_guns(game.types[s.units[i].type]) for i in ready)
    found = 0.0
    for here, there in sides(game, s):
        beside = here == loc >> 3 and any(game.types[s.units[i].type].is_mmc for i in ready)
        if beside or (guns and game.ranges[loc >> 3][here] <= NEAR and line(game, s, loc, here * 8) != BLOCKED):
            found = max(found, GUESS * in_the_way(look, here, there))
    return found


def fire_at(look: Look, c: Any) -> float:
    """A shot at a Barricade for the way it opens, where there is nothing better to hit."""
    game, s = look.game, look.s
    here, there = game.board.index[c.at], game.board.index[c.toward]
    value = in_the_way(look, here, there)
    unit = s.ids[c.unit]
    weapon = in_hand(s, unit, c.weapon)
    gun = gun_of(game, s, unit, weapon)
    if not value or gun is None:
        return -0.5
    distance = game.ranges[s.units[unit].at >> 3][here] or 1
    chance = rolls_up_to(to_hit_number(gun, distance) or 0) * beats(penetration_value(gun, distance) - ARMOR)
    return value * chance if value * chance > look.t.act else -0.3


def tear_down(look: Look, c: Any) -> float:
    """A Close Assault on a Barricade, unless those who would do it had better go somewhere."""
    game, s = look.game, look.s
    unit = s.ids[c.unit]
    at = s.units[unit].at
    value = in_the_way(look, at >> 3, game.board.index[c.toward])
    if not value:
        return -0.5
    weapon = in_hand(s, unit, c.weapon)
    leader = s.ids[c.leader] if c.leader else NOBODY
    value *= beats(float(assault_tally(game, s, unit, weapon, leader).total) - ARMOR)
    return value if value > look.t.act and value >= look.errand(at) else -0.3
