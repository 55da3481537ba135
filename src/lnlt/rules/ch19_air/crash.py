"""19.2.7: a helicopter that is destroyed: where it falls, whom it falls on, and who gets out of it."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import AIR, LAYERS, TUNNEL
from lnlt.core.draft import Draft
from lnlt.core.flags import ELIMINATED, HOVERING, LAUNCHING, MOVED, MOVING, SHAKEN
from lnlt.core.frames import Procedure
from lnlt.core.game import Game
from lnlt.core.state import NOWHERE, Position
from lnlt.rules.ch06_movement.costs import can_stand
from lnlt.rules.ch14_ordnance.teams import ask_facings
from lnlt.rules.ch15_vehicles.fate import bail_out, check_first, forget_locks, lose_aboard, place_crew, take_checks
from lnlt.rules.ch18_indirect.shelling import enter_hex
from lnlt.rules.ch19_air.attack import crash
from lnlt.rules.facts.kits import change_kit, passengers


def fall_hex(game: Game, start: int, level: int, colored: int, white: int) -> int:
    """19.2.7, Q-160, Q-417: the hex a helicopter falls on: 1 is north, then clockwise; half the white die, rounded up.

    A hex on the way whose ground is higher than the helicopter stops it; NOWHERE: off the map.
    """
    hex_ = start
    for _ in range((white + 1) // 2):
        hex_ = game.board.neighbours[hex_][colored - 1]
        if hex_ < 0 or hex_ not in game.playable:
            return NOWHERE
        if game.board.levels[hex_] > level:
            break
    return hex_


def enemies_below(s: Position, side: int, hex_: int) -> bool:
    """19.2.1, 19.2.6: whether enemies of a side are in a hex, on any level of it and inside Bunkers and Caves."""
    locs = (loc for loc in range(hex_ * LAYERS, hex_ * LAYERS + LAYERS) if loc & 7 not in (AIR, TUNNEL))
    return any(s.units[u].side != side for loc in locs for u in s.by_loc.get(loc, ()))


def go_down(d: Draft, unit: int) -> None:
    """19.2.7: the helicopter is lost; the Damage Checks its passengers still have to make come before they bail out."""
    u = d.units[unit]
    riders = tuple(passengers(d.game, d, unit))
    forget_locks(d, unit)
    checks = take_checks(d, riders)
    d.flag(unit, 0, MOVING | LAUNCHING | HOVERING)
    change_kit(d, unit, left=u.at)
    d.emit(ev.Eliminated(unit))
    d.push(Crash(side=u.side, unit=unit, origin=u.at, left=riders, checks=checks))


class Crash(Procedure, frozen=True, gc=False, kw_only=True):
    """19.2.7, Q-530: the fall of a helicopter, its attack on the ground, the Bailout Checks of passengers and crew."""

    RULE: ClassVar[str] = "19.2.7"
    STEPS: ClassVar[tuple[str, ...]] = ("damage", "fall", "riders", "crew", "hazards", "events", "facings")
    side: int
    unit: int
    origin: int
    at: int = NOWHERE
    left: tuple[int, ...] = ()
    """Passengers who have not made their Bailout Check yet."""
    out: tuple[int, ...] = ()
    checks: tuple[tuple[int, int], ...] = ()
    """Damage Checks of passengers that come first (5.1)."""

    def damage(self, d: Draft) -> None:
        """19.2.8, 16.1.1, Q-530: passengers first make the Damage Checks of the attack that destroyed it."""
        if self.checks:
            d.update(self, checks=self.checks[1:], step=self.STEPS.index("damage"))
            check_first(d, self.checks)

    def fall(self, d: Draft) -> None:
        """19.2.7, Q-159, Q-160: two dice say where; all on the ground there are attacked; off the map all is lost."""
        game = d.game
        colored, white = d.roll(2, "scatter", self.side, subject=self.unit)
        hex_ = fall_hex(game, self.origin >> 3, game.board.level(self.origin), colored, white)
        at = hex_ * LAYERS if hex_ >= 0 else NOWHERE
        d.emit(ev.AircraftFlew(self.unit, at, "crashed"))
        change_kit(d, self.unit, left=at)
        crashed = d.update(self, at=at)
        if hex_ < 0:
            d.update(crashed, left=(), checks=(), step=len(self.STEPS))
            for rider in self.left:
                if not d.units[rider].flags & ELIMINATED:
                    lose_aboard(d, rider)
            return
        crash(d, self.side, self.unit, hex_)

    def riders(self, d: Draft) -> None:
        """16.1.1, Q-418: one passenger and his weapons after the other; among enemies no die saves him."""
        if not self.left:
            change_kit(d, self.unit, left=NOWHERE)
            return
        rider, rest = self.left[0], self.left[1:]
        d.update(self, left=rest, out=(*self.out, rider), step=self.STEPS.index("riders"))
        if d.units[rider].flags & ELIMINATED:
            return
        if self._ground(d):
            bail_out(d, rider, self.at, self._may_get_out(d))
        else:
            lose_aboard(d, rider)

    def crew(self, d: Draft) -> None:
        """15.4, 16.1.1, Q-154: an even die saves the crew, whatever has destroyed the helicopter."""
        (die,) = d.roll(1, "crew", self.side, subject=self.unit)
        saved = die % 2 == 0 and self._may_get_out(d)
        d.emit(ev.Resolved("crew", self.side, self.at, (), "crew_saved" if saved else "crew_lost", self.unit))
        if saved:
            crew = place_crew(d, d.units[self.unit].placed(self.at), MOVED | SHAKEN)
            d.update(self, out=(*self.out, *crew))

    def hazards(self, d: Draft) -> None:
        """21.4, Q-543: Mines attack who has got out where they lie; 18.2, Q-432: Fire for Effect, too."""
        here = tuple(u for u in self.out if d.units[u].at == self.at)
        enter_hex(d, NOWHERE, self.at, here)

    def facings(self, d: Draft) -> None:
        """1.7.1: a gun that has come out of it is turned as its owner likes."""
        ask_facings(d, self.out, NOWHERE)

    def _ground(self, d: Draft) -> bool:
        """Q-418: whether there is ground to stand on."""
        return can_stand(d.game, d, self.at)

    def _may_get_out(self, d: Draft) -> bool:
        """Q-418: nobody gets out among enemies, nor where nobody can stand; a Bunker or Cave is a place of its own."""
        return self._ground(d) and not any(d.units[u].side != self.side for u in d.by_loc.get(self.at, ()))
