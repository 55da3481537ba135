"""18.0, 18.2: Fire for Effect: what lies in a hex under it is attacked, and whoever enters it later."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import LAYERS, TUNNEL
from lnlt.core.draft import Draft
from lnlt.core.flags import ELIMINATED, IN_TUNNEL
from lnlt.core.frames import Procedure
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Marker, Position
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch05_fire.damage import damage_check, damage_check_modifier
from lnlt.rules.ch05_fire.firepower import target_bonus
from lnlt.rules.ch08_melee.marks import has_both_sides
from lnlt.rules.ch08_melee.round import surrender
from lnlt.rules.ch10_los_spotting.burning import NATURAL, fire_start_check
from lnlt.rules.ch10_los_spotting.cover import capped, location_modifiers
from lnlt.rules.ch11_smc.leaders import is_leader
from lnlt.rules.ch13_nations import fire_die

FFE = "ffe"


def covered(game: Game, centre: int) -> list[int]:
    """18.2: the hexes a standard mission falls on: the hex of impact and the six around it."""
    return [centre, *(j for j in game.board.neighbours[centre] if j >= 0)]


def place_ffe(d: Draft, side: int, fp: int, centre: int) -> None:
    """18.2, Q-084: a marker in each hex under fire; those around the middle point to it."""
    near = d.game.board.neighbours[centre]
    d.emit(ev.MarkerPlaced(Marker(FFE, centre * LAYERS, fp, side)))
    for direction, j in enumerate(near):
        if j >= 0:
            d.emit(ev.MarkerPlaced(Marker(FFE, j * LAYERS, fp, side, (direction + 3) % 6)))


def shelling_tally(game: Game, s: Position, unit: int, fp: int) -> Tally:
    """18.2, Q-140: firepower of the mission and the modifiers of the target itself; no LM, no line of sight."""
    at = s.units[unit].at
    return Tally("fire", (Modifier(fp, "artillery", "18.2"),), tuple(target_bonus(game, s, unit, at, at)))


def shelter_tally(game: Game, s: Position, unit: int) -> Tally:
    """18.0, Q-091: cover of the place alone: neither Walls nor Hills, and nothing doubled for a Sniper (Q-043)."""
    u = s.units[unit]
    return Tally("defence", (), capped(location_modifiers(game, s, u.at, u.type)))


def shell_entering(d: Draft, at: int, movers: tuple[int, ...]) -> None:
    """18.2, Q-148: units that enter a hex under fire are attacked once for each marker there."""
    for marker in d.marks.get((at >> 3) * LAYERS, ()):
        if marker.kind == FFE and movers:
            d.push(Shelling(side=marker.side, fp=marker.strength, hexes=(at >> 3,), only=movers))


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

    def roll(self, d: Draft) -> None:
        """18.2: one die each for the next hex with somebody in it; every unit compares with its own cover."""
        game = d.game
        left = self.hexes
        while left:
            hex_, left = left[0], left[1:]
            hit = targets(game, d, hex_, self.only)
            if not hit:
                continue
            attacker = self.side if self.side != NOBODY else 1 - d.units[hit[0]].side
            defender = d.units[hit[0]].side
            (attack,) = d.roll(1, "attack", attacker, fire_die(game, attacker))
            (defence,) = d.roll(1, "defence", defender, fire_die(game, defender))
            pending = []
            for unit in hit:
                fire, cover = shelling_tally(game, d, unit, self.fp), shelter_tally(game, d, unit)
                worse = damage_check_modifier(attack + fire.total, defence + cover.total)
                outcome = "none" if worse is None else "damage_check"
                d.emit(ev.Resolved("fire", attacker, d.units[unit].at, (fire, cover), outcome, unit))
                if worse is not None:
                    pending.append((unit, worse))
            sparks: tuple[int, ...] = ()
            if "fire" in game.options and attack == NATURAL:
                sparks = tuple(sorted({d.units[u].at for u in hit if d.units[u].side != self.side}))
            d.update(self, hexes=left, pending=tuple(pending), sparks=sparks)
            return
        d.update(self, hexes=())

    def check(self, d: Draft) -> None:
        """5.1, Q-038: Damage Checks, Leaders first; only enemy fire brings forth Heroes. Then the next hex."""
        if self.pending:
            (unit, worse), rest = self.pending[0], self.pending[1:]
            d.update(self, pending=rest, step=1)
            damage_check(d, unit, worse, [u for u, _ in rest], enemy_fire=d.units[unit].side != self.side)
            return
        self._after(d)
        if self.hexes:
            d.update(self, step=0)

    def _after(self, d: Draft) -> None:
        """5.1, 8.1, Q-273: units locked in Melee of whom none can fight any more surrender.

        10.5.6.1, Q-276: after a natural 6 each location of the hex with enemies in it may begin to burn.
        """
        for loc in self.sparks:
            fire_start_check(d, max(0, self.side), loc, (), (Modifier(3, "artillery", "10.5.6.1"),))
        for marker in d.markers:
            if marker.kind == "melee" and has_both_sides(d, marker.at):
                surrender(d, marker.at)


def targets(game: Game, s: Position, hex_: int, only: Iterable[int] = ()) -> list[int]:
    """Units in a hex, on all its levels and inside Caves, but not In Tunnel (10.7.1): Leaders first (Q-032)."""
    chosen = frozenset(only)
    found = [
        u
        for loc in range(hex_ * LAYERS, hex_ * LAYERS + LAYERS)
        if loc & 7 != TUNNEL
        for u in s.by_loc.get(loc, ())
        if (not chosen or u in chosen) and s.units[u].at != NOWHERE and not s.units[u].flags & (ELIMINATED | IN_TUNNEL)
    ]
    return sorted(found, key=lambda u: not is_leader(game, s, u))
