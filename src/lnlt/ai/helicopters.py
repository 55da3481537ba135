"""How computer players judge helicopters: where to fly, when to hover, set men down and fire (19.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lnlt.ai.company import Company
from lnlt.core.flags import ACTION_MARKERS, FIRED
from lnlt.core.state import NOBODY, enclosing
from lnlt.core.terrain import OPEN
from lnlt.rules.ch10_los_spotting.lines import sees
from lnlt.rules.ch10_los_spotting.spotting import printed_class
from lnlt.rules.ch16_passengers.capacity import INSIDE
from lnlt.rules.ch16_passengers.embarking import Embarking
from lnlt.rules.ch16_passengers.mounting import check_rider, loaders
from lnlt.rules.ch19_air.crash import enemies_below
from lnlt.rules.ch19_air.flying import Flight
from lnlt.rules.ch19_air.helicopters import check_landing
from lnlt.rules.facts.guns import own_guns
from lnlt.rules.facts.kits import air_above, flyer_at, passengers

if TYPE_CHECKING:
    from lnlt.ai.look import Look

NEAR, FAR = 3, 6
"""Hexes a helicopter that fires keeps from the enemy."""
LONGEST = 40
"""Hexes of a flight after which it ends, whatever there would be to do."""
EAGER = 0.5
"""What setting men down is worth at least: in the air they are of no use."""
LIFT = 3
"""Turns on foot that a flight must save: getting on and off takes two."""
AT_ONCE = 3.0
"""What taking men on is worth: before they walk off."""
CLOSE = 0.3
"""So much worse than the best place is as good as it: no further flight for that."""


def riders(look: Look, unit: int) -> list[int]:
    """Passengers who could still get off in this turn."""
    found = passengers(look.game, look.s, unit)
    return [p for p in found if not look.s.units[p].flags & ACTION_MARKERS]


def waiting(look: Look, unit: int) -> list[int]:
    """19.2.6: men below a helicopter that has not left its hex in this impulse, who would be much longer on foot."""
    game, s, mind = look.game, look.s, look.mind
    u = s.units[unit]
    hex_ = u.at >> 3
    flight = enclosing(s, Flight)
    if not game.types[u.type].capacity or passengers(game, s, unit) or (flight is not None and flight.left):
        return []
    if printed_class(game, hex_) != OPEN or enemies_below(s, look.side, hex_) or mind.turns_left < LIFT:
        return []
    men = [p for p in loaders(game, s, unit) if check_rider(game, s, unit, (p, "normal", INSIDE), (), (p,)) is None]
    group = Company(mind, men, hex_ * 8) if men else None
    if group is None or not group.row:
        return []
    near = group.row[_landing(look, unit, hex_, men)[0]]
    return men if group.row[hex_] - near >= LIFT * mind.pace(men) else []


def goal(look: Look, unit: int) -> tuple[int, float]:
    """The hex a helicopter had best be over, and what that promises."""
    known = look.flights.get(unit)
    if known is None:
        known = look.flights[unit] = _goal(look, unit)
    return known


def _goal(look: Look, unit: int) -> tuple[int, float]:
    u = look.s.units[unit]
    here = u.at >> 3
    men = riders(look, unit)
    if men:
        return _landing(look, unit, here, men)
    if waiting(look, unit):
        return here, AT_ONCE
    t = look.game.types[u.type]
    if (t.mgs or own_guns(t)) and not u.flags & FIRED:
        return _firing(look, unit, here)
    return here, 0.0


def _landing(look: Look, unit: int, here: int, men: list[int]) -> tuple[int, float]:
    """Open ground without enemies where the passengers stand best."""
    game, s, mind = look.game, look.s, look.mind
    group = Company(mind, tuple(men), here * 8)
    best, where, stay = -99.0, here, -99.0
    for j in sorted(game.playable):
        if printed_class(game, j) != OPEN or enemies_below(s, look.side, j):
            continue
        if flyer_at(s, air_above(j * 8)) not in (NOBODY, unit):
            continue
        value = mind.value(j * 8, group) - look.t.risk * group.worth * mind.risk(j * 8)
        value -= 0.01 * game.distance(here, j)
        if j == here:
            stay = value
        if value > best:
            best, where = value, j
    if best < -90.0:
        return here, 0.0
    return (here, EAGER) if stay >= best - CLOSE else (where, max(EAGER, best))


def _firing(look: Look, unit: int, here: int) -> tuple[int, float]:
    """Within reach of the nearest enemy it sees from there, not right over him."""
    game, s, mind = look.game, look.s, look.mind
    foes = [loc for loc in mind.foes if not loc & 7]
    if not foes or look.mind.guns.best(s.units[unit].at)[0] > look.t.act:
        return here, 0.0
    prey = min(foes, key=lambda loc: (game.distance(here, loc >> 3), loc))
    row = game.ranges[prey >> 3]
    free = [
        j
        for j in sorted(game.playable)
        if NEAR <= row[j] <= FAR and flyer_at(s, air_above(j * 8)) == NOBODY and sees(game, s, air_above(j * 8), prey)
    ]
    if not free:
        return here, 0.0
    return min(free, key=lambda j: (round(mind.risk(j * 8), 1), game.distance(here, j), j)), 0.3


def prospect(look: Look, loc: int) -> float:
    """What activating a helicopter promises."""
    unit = flyer_at(look.s, loc)
    if unit == NOBODY or look.s.units[unit].flags & ACTION_MARKERS:
        return 0.0
    return max(look.t.fire * look.mind.guns.best(loc)[0], goal(look, unit)[1])


def begin_flight(look: Look, c: Any) -> float:
    """It acts if it has something to fire at or somewhere to be."""
    value = prospect(look, look.s.units[look.s.ids[c.unit]].at)
    return value if value >= look.t.act else -0.5


def fly_to(look: Look, c: Any) -> float:
    """Nearer to where it had best be, by the quieter way; never back."""
    flight = enclosing(look.s, Flight)
    if flight is None:
        return -0.6
    game, to = look.game, look.game.board.loc(c.at) >> 3
    where, _ = goal(look, flight.unit)
    here = flight.at >> 3
    if to in flight.path or len(flight.path) > LONGEST:
        return -0.7
    if game.distance(to, where) >= game.distance(here, where):
        return -0.6 if flight.busy else 0.01
    return 1.0 - 0.3 * look.mind.risk(to * 8)


def change_mode(look: Look, c: Any) -> float:
    """Hover to set men down where they had best be; fly to get somewhere else."""
    flight = enclosing(look.s, Flight)
    if flight is None:
        return -0.6
    where, _ = goal(look, flight.unit)
    there = where == flight.at >> 3
    if c.mode == "fly":
        busy = riders(look, flight.unit) or waiting(look, flight.unit)
        full = passengers(look.game, look.s, flight.unit) and not busy
        return 1.0 if full or not there else -0.4
    open_ = printed_class(look.game, flight.at >> 3) == OPEN
    return 1.2 if there and open_ and (riders(look, flight.unit) or waiting(look, flight.unit)) else -0.4


def unload(look: Look, c: Any) -> float:
    """Men out where they had best be; of a vehicle only if there is nothing else to do."""
    flight = enclosing(look.s, Flight)
    if flight is None:
        return look.after(c)
    there = goal(look, flight.unit)[0] == flight.at >> 3
    return 3.0 if there and check_landing(look.game, look.s, flight.unit) is None else -0.5


def load(look: Look, c: Any) -> float:
    """A helicopter takes on who would be much longer on foot; a vehicle by what it leads to."""
    flight = enclosing(look.s, Flight)
    if flight is None:
        return look.after(c)
    return 3.0 if waiting(look, flight.unit) else -0.7


def fly_onto(look: Look, c: Any) -> float:
    """Onto the map where it is quiet and near to where it had best be."""
    hex_ = look.game.board.loc(c.at) >> 3
    foes = look.mind.foes
    near = min((look.game.distance(hex_, loc >> 3) for loc in foes), default=0)
    return 2.0 - look.mind.risk(hex_ * 8) - 0.02 * near


def end_flight(look: Look, c: Any) -> float:  # noqa: ARG001
    """Done, if nothing better is left."""
    return look.t.act / 2


def choose_rider(look: Look, c: Any) -> float:
    """Everybody onto or out of a helicopter, in the order in which they are asked; of a vehicle by what it leads to."""
    if enclosing(look.s, Flight) is None:
        return look.after(c)
    if c.mode != "normal":
        return 0.2
    q = look.question
    return 1.0 - (0.05 * q.group.index(look.s.ids[c.unit]) if type(q) is Embarking else 0.0)


def riders_ready(look: Look, c: Any) -> float:
    """When all are named."""
    return 0.5 if enclosing(look.s, Flight) is not None else look.after(c)
