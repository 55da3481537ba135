"""21.4: Mines: who is attacked by them, what they cost their friends, and what they do to vehicles."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.catalog import UnitType
from lnlt.core.draft import Draft
from lnlt.core.flags import BULK, IMMOBILIZED
from lnlt.core.frames import Procedure
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch13_nations import fire_die

MINES = "mines"
MOST = 2
"""Markers that may lie in one hex."""
FRIENDS_PAY = 2
"""Half points that friends pay on top."""
NO_HARM, SHAKES, STOPS, DESTROYS = "none", "shaken", "shaken_immobilized", "destroyed"
VEHICLES = (NO_HARM, SHAKES, SHAKES, STOPS, STOPS, DESTROYS)
"""21.4.1: what Mines that win do to a vehicle, by the die."""


def against_vehicle(die: int) -> str:
    """21.4.1: the Mines vs. Vehicles Table."""
    return VEHICLES[die - 1]


def hull_defence(lowest: int) -> int:
    """21.4.1, Q-170: what a vehicle adds to its die: its lowest hull armor, halved and rounded up."""
    return -(-lowest // 2)


def lowest_hull(t: UnitType) -> int:
    """21.4.1: the lowest armor factor of a hull; none counts as 0."""
    from lnlt.rules.ch14_ordnance.impact import ROWS, plate
    from lnlt.rules.facts.guns import HULL

    return min(plate(t, facing, HULL)[0] or 0 for facing in ROWS)


def friendly_mines(s: Position, side: int, loc: int, name: str) -> list[Modifier]:
    """21.4: a side pays one point more to enter a hex with Mines of its own."""
    if any(m.kind == MINES and m.side == side for m in s.marks.get(loc, ())):
        return [Modifier(FRIENDS_PAY, "mines", "21.4", name)]
    return []


def mines_entering(d: Draft, at: int, movers: tuple[int, ...]) -> None:
    """21.4, 21.4.1, Q-331: each marker attacks the enemies who enter its hex, one after the other; not underground."""
    from lnlt.rules.ch18_indirect.shelling import Shelling

    if not movers:
        return
    side = d.units[movers[0]].side
    on_foot = tuple(u for u in movers if not d.units[u].flags & BULK)
    for marker in reversed(d.marks.get(at, ())):
        if marker.kind == MINES and marker.side != side:
            if on_foot:
                d.push(Shelling(side=marker.side, fp=marker.strength, hexes=(at >> 3,), only=on_foot, what=MINES))
            for vehicle in reversed(movers):
                if d.units[vehicle].flags & BULK:
                    d.push(MinesUnderVehicle(side=marker.side, unit=vehicle, at=at, fp=marker.strength))


def vehicle_tallies(game: Game, s: Position, vehicle: int, fp: int) -> tuple[Tally, Tally]:
    """21.4.1: the firepower of the Mines, and half the lowest hull armor; nothing else."""
    u = s.units[vehicle]
    armor = hull_defence(lowest_hull(game.types[u.type]))
    cover = (Modifier(armor, "hull_armor", "21.4.1", u.id),) if armor else ()
    return Tally("fire", (Modifier(fp, "mines", "21.4"),)), Tally("defence", (), cover)


class MinesUnderVehicle(Procedure, frozen=True, gc=False, kw_only=True):
    """21.4.1: one Mines marker attacks a vehicle that has entered its hex."""

    RULE: ClassVar[str] = "21.4.1"
    STEPS: ClassVar[tuple[str, ...]] = ("blast",)
    side: int
    unit: int
    at: int
    fp: int

    def blast(self, d: Draft) -> None:
        """21.4.1, 21.4.2, Q-340: an opposed roll; if the Mines win, a die says what becomes of the vehicle."""
        from lnlt.rules.ch15_vehicles.fate import BY_MINES, destroy, shake_vehicle

        u = d.units[self.unit]
        if u.at != self.at:
            return
        game = d.game
        side = 1 - u.side
        fire, cover = vehicle_tallies(game, d, self.unit, self.fp)
        (attack,) = d.roll(1, "attack", side, fire_die(game, side))
        (defence,) = d.roll(1, "defence", u.side)
        outcome = NO_HARM
        if attack + fire.total > defence + cover.total:
            (die,) = d.roll(1, "mines table", side, subject=self.unit)
            outcome = against_vehicle(die)
        d.emit(ev.Resolved("mines", side, self.at, (fire, cover), outcome, self.unit, ((attack,), (defence,))))
        if outcome == DESTROYS:
            destroy(d, self.unit, BY_MINES)
        elif outcome != NO_HARM:
            if outcome == STOPS:
                d.flag(self.unit, IMMOBILIZED)
            shake_vehicle(d, self.unit)
