"""18.0, 18.2: Fire for Effect: what lies in a hex under it is attacked, and whoever enters it later.

Mortar Teams (18.1) and Mines (21.4) attack in the same way, with dice and modifiers of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import AIR, LAYERS, TUNNEL
from lnlt.core.draft import Draft
from lnlt.core.flags import BULK, ELIMINATED, IN_TUNNEL, MELEE
from lnlt.core.frames import Procedure
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Marker, Position
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch05_fire.attack import leave_when_shaken
from lnlt.rules.ch05_fire.damage import compare, damage_check
from lnlt.rules.ch05_fire.modifiers import firing_modifiers, target_bonus
from lnlt.rules.ch08_melee.round import surrender
from lnlt.rules.ch10_los_spotting.burning import NATURAL, fire_start_check
from lnlt.rules.ch10_los_spotting.cover import capped, location_modifiers
from lnlt.rules.ch13_nations import fire_die
from lnlt.rules.ch17_antitank.exposure import shelled, shelled_column, shelled_cover
from lnlt.rules.ch21_fortifications.mines import MINES, mines_entering
from lnlt.rules.facts.kits import kit_of, place_of
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.melee_marks import has_both_sides

FFE = "ffe"
MORTAR = "mortar"
OF_MORTAR = 6
"""Facing of the marker of a Mortar Team: its attacks are the Mortar's (Q-333). A set-up calls it MORTAR."""


def in_melee(s: Position, hex_: int) -> bool:
    """18.0, Q-143, Q-336: a hex with a Melee on any floor is neither a target nor the middle of a mission."""
    marks, by_loc = s.marks, s.by_loc
    for loc in range(hex_ * LAYERS, hex_ * LAYERS + LAYERS):
        if (loc not in marks and loc not in by_loc) or loc & 7 == TUNNEL:
            continue
        if any(m.kind == "melee" for m in marks.get(loc, ())):
            return True
        if any(s.units[u].flags & MELEE for u in by_loc.get(loc, ())):
            return True
    return False


def shelling_tally(
    game: Game, s: Position, unit: int, fp: int, what: str = "", firer: int = NOBODY, called: bool = False
) -> Tally:
    """18.1, 18.2, 21.4, Q-140: firepower and the modifiers of the target itself; no LM, nothing of a line of sight.

    A Mortar Team also has what holds for it where it stands, and for its line unless it is called; Mines have no
    modifiers at all, nor has fire at vehicles and those aboard (17.4).
    """
    if what == MINES:
        return Tally("fire", (Modifier(fp, "mines", "21.4"),))
    name = s.units[firer].id if firer != NOBODY else ""
    base = Modifier(fp, "mortar", "18.1", name) if what == MORTAR else Modifier(fp, "artillery", "18.2")
    if carrier(s, unit) != NOBODY:
        return Tally("fire", (base,))
    at = s.units[unit].at
    own = firing_modifiers(game, s, firer, at, called) if firer != NOBODY else []
    return Tally("fire", (base,), (*own, *target_bonus(game, s, unit, at, at)))


def shelter_tally(game: Game, s: Position, unit: int, what: str = "") -> Tally:
    """18.0, Q-091: cover of the place alone: neither Walls nor Hills, and nothing doubled for a Sniper (Q-043).

    21.4: against Mines there is none. 17.4: vehicles have their lowest armor too.
    """
    if what == MINES:
        return Tally("defence")
    vehicle = carrier(s, unit)
    if vehicle != NOBODY:
        return shelled_cover(game, s, unit, vehicle)
    u = s.units[unit]
    return Tally("defence", (), capped(location_modifiers(game, s, u.at, u.type, unit, True)))


def carrier(s: Position, unit: int) -> int:
    """17.4, 16.0: the vehicle a unit is, or rides; NOBODY for those on foot."""
    u = s.units[unit]
    return unit if u.flags & BULK else kit_of(u).aboard


def shell_entering(d: Draft, at: int, movers: tuple[int, ...]) -> None:
    """18.1, 18.2, Q-148: units that enter a hex under fire are attacked once for each marker there."""
    for marker in d.marks.get((at >> 3) * LAYERS, ()):
        if marker.kind == FFE and movers:
            what = MORTAR if marker.facing == OF_MORTAR else ""
            d.push(Shelling(side=marker.side, fp=marker.strength, hexes=(at >> 3,), only=movers, what=what))


def enter_hex(d: Draft, came_from: int, at: int, movers: tuple[int, ...]) -> None:
    """6.0, 18.2, 21.4, Q-331: units have come to a location: in another hex Fire for Effect attacks them, and Mines."""
    if came_from >> 3 != at >> 3:
        mines_entering(d, at, movers)
        shell_entering(d, at, movers)


class Shelling(Procedure, frozen=True, gc=False, kw_only=True):
    """18.0, 18.2: one attack for each hex, on friend and foe and on every level; then the Damage Checks."""

    RULE: ClassVar[str] = "18.2"
    STEPS: ClassVar[tuple[str, ...]] = ("roll", "check")
    side: int
    fp: int
    hexes: tuple[int, ...]
    only: tuple[int, ...] = ()
    """If any: only these units are attacked, those who have just come."""
    pending: tuple[tuple[int, int], ...] = ()
    sparks: tuple[int, ...] = ()
    """With the Fire option: locations that may begin to burn after this attack (10.5.6.1)."""
    what: str = ""
    """"mortar", "mines", or nothing for artillery."""
    firer: int = NOBODY
    """The Mortar Team, while it fires itself."""
    called: bool = False
    """Whether somebody else sees for it."""
    cars: tuple[int, ...] = ()
    """Vehicles in the hex under attack."""

    def roll(self, d: Draft) -> None:
        """18.2, 17.4, Q-576: one die each for the next hex with somebody in it; every unit compares with its own cover.

        18.1: of a Mortar Team's two dice the higher counts.
        """
        game = d.game
        left = self.hexes
        while left:
            hex_, left = left[0], left[1:]
            hit = targets(game, d, hex_, self.only)
            if not hit:
                continue
            defender = d.units[hit[0]].side
            attacker = self.side if self.side != NOBODY else 1 - defender
            dice = 2 if self.what == MORTAR else 1
            attack = max(d.roll(dice, "attack", attacker, fire_die(game, attacker)))
            (defence,) = d.roll(1, "defence", defender)
            pending = []
            for unit in hit:
                fire = shelling_tally(game, d, unit, self.fp, self.what, self.firer, self.called)
                cover = shelter_tally(game, d, unit, self.what)
                worse = compare(d, "fire", attacker, place_of(d, unit), (fire, cover), ((attack,), (defence,)), unit)
                if worse is not None:
                    pending.append((unit, worse))
            sparks: tuple[int, ...] = ()
            if "fire" in game.options and attack == NATURAL and self.what != MINES:
                sparks = tuple(sorted({place_of(d, u) for u in hit if d.units[u].side != self.side}))
            cars = tuple(u for u in hit if d.units[u].flags & BULK)
            d.update(self, hexes=left, pending=tuple(pending), sparks=sparks, cars=cars)
            return
        d.update(self, hexes=(), sparks=(), cars=())

    def check(self, d: Draft) -> None:
        """5.1, Q-038: Damage Checks, Leaders first; only enemy fire brings forth Heroes. Then the next hex."""
        if self.pending:
            (unit, worse), rest = self.pending[0], self.pending[1:]
            d.update(self, pending=rest, step=1)
            if d.units[unit].flags & ELIMINATED:
                return
            enemy, table = d.units[unit].side != self.side, shelled_column(d.game, d, unit)
            damage_check(d, unit, worse, [u for u, _ in rest], enemy_fire=enemy, table=table)
            return
        if self.hexes:
            d.update(self, step=0)
        self._after(d)

    def _after(self, d: Draft) -> None:
        """5.1, 8.1, Q-273: units locked in Melee of whom none can fight any more surrender.

        16.2, 17.4: Shaken passengers on top of a vehicle get off.
        10.5.6.1, Q-276: after a natural 6 each location of the hex with enemies in it may begin to burn.
        """
        heavy = Modifier(3, "mortar" if self.what == MORTAR else "artillery", "10.5.6.1")
        for loc in self.sparks:
            fire_start_check(d, self.side, loc, (), (heavy,))
        for marker in d.markers:
            if marker.kind == "melee" and has_both_sides(d, marker.at):
                surrender(d, marker.at)
        for vehicle in self.cars:
            leave_when_shaken(d, vehicle)


def targets(game: Game, s: Position, hex_: int, only: Iterable[int] = ()) -> list[int]:
    """18.0: units in a hex, on all its levels, inside Bunkers and Caves, but not In Tunnel (10.7.1): Leaders first,
    the others in the order of the counters, whichever level they are on (Q-032).

    17.4: after a vehicle come those exposed in it.
    """
    chosen = frozenset(only)
    found = [
        u
        for loc in range(hex_ * LAYERS, hex_ * LAYERS + LAYERS)
        if loc & 7 not in (TUNNEL, AIR)
        for u in s.by_loc.get(loc, ())
        if (not chosen or u in chosen) and s.units[u].at != NOWHERE and not s.units[u].flags & (ELIMINATED | IN_TUNNEL)
    ]
    found.sort(key=lambda u: (not is_leader(game, s, u), u))
    if not game.has_vehicles:
        return found
    return [u for one in found for u in (shelled(game, s, one) if s.units[one].flags & BULK else (one,))]


def place_ffe(d: Draft, side: int, hexes: Iterable[tuple[int, int, int]]) -> None:
    """18.2, Q-084: a marker in each hex under fire, with its firepower; those around the middle point to it."""
    for hex_, fp, facing in hexes:
        d.emit(ev.MarkerPlaced(Marker(FFE, hex_ * LAYERS, fp, side, facing)))
