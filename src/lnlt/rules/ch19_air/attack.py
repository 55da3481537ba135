"""19.1.1 to 19.1.3: what cannons, bombs and a crash do to a hex."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import LAYERS
from lnlt.core.draft import Draft
from lnlt.core.flags import ELIMINATED
from lnlt.core.frames import Procedure
from lnlt.core.state import NOBODY, Marker
from lnlt.core.tally import Modifier
from lnlt.rules.ch05_fire.attack import leave_when_shaken
from lnlt.rules.ch05_fire.damage import compare, damage_check
from lnlt.rules.ch08_melee.round import surrender
from lnlt.rules.ch10_los_spotting.burning import NATURAL, fire_start_check
from lnlt.rules.ch14_ordnance.attack import EQUAL, LESS, check_nerve, pierce
from lnlt.rules.ch15_vehicles.fate import BY_ORDNANCE, destroy, has_riders
from lnlt.rules.ch16_passengers.forced import put_out
from lnlt.rules.ch19_air.loads import (
    BOMBS,
    CRASH,
    CRASH_FP,
    air_cover,
    air_tally,
    cars_at,
    hard_targets,
    piercing,
    soft_targets,
)
from lnlt.rules.facts.kits import place_of
from lnlt.rules.facts.melee_marks import has_both_sides

BUILDINGS = frozenset({"lc_building", "hc_building"})
"""What a crashing helicopter leaves Rubble of (19.2.7)."""


class AirAttack(Procedure, frozen=True, gc=False, kw_only=True):
    """19.1.2, 19.1.3: one attack on one hex: on all without armor together, then on each armored vehicle."""

    RULE: ClassVar[str] = "19.1.2"
    STEPS: ClassVar[tuple[str, ...]] = ("roll", "check", "armor", "nerve", "riders", "after")
    side: int
    plane: int
    hex: int
    fp: int
    what: str
    """cannon, bombs or crash."""
    way: int = 0
    """Direction of the flight."""
    pending: tuple[tuple[int, int], ...] = ()
    cars: tuple[int, ...] = ()
    """Armored vehicles still to be attacked."""
    target: int = NOBODY
    """The one attacked now."""
    result: str = ""
    margin: int = 0
    sparks: tuple[int, ...] = ()
    """With the Fire option: locations that may begin to burn (10.5.6.1)."""

    def roll(self, d: Draft) -> None:
        """5.0, 19.1.2: one die each; every unit compares with its own cover. Then armored vehicles, one by one."""
        game = d.game
        hit = soft_targets(game, d, self.hex, self.what, self.way)
        cars = tuple(hard_targets(game, d, self.hex, self.what))
        pending: list[tuple[int, int]] = []
        sparks: tuple[int, ...] = ()
        if hit:
            defender = d.units[hit[0]].side
            (attack,) = d.roll(1, "attack", self.side)
            (defence,) = d.roll(1, "defence", defender)
            for unit in hit:
                fire = air_tally(game, d, self.plane, unit, self.fp, self.what)
                cover = air_cover(game, d, unit, self.what)
                worse = compare(d, "fire", self.side, place_of(d, unit), (fire, cover), ((attack,), (defence,)), unit)
                if worse is not None:
                    pending.append((unit, worse))
            if "fire" in game.options and attack == NATURAL:
                sparks = tuple(sorted({place_of(d, u) for u in hit if d.units[u].side != self.side}))
        d.update(self, pending=tuple(pending), cars=cars, sparks=sparks)

    def check(self, d: Draft) -> None:
        """5.1, Q-038: Damage Checks, Leaders first; only enemy fire brings forth Heroes."""
        if not self.pending:
            return
        (unit, worse), rest = self.pending[0], self.pending[1:]
        d.update(self, pending=rest, step=self.STEPS.index("check"))
        if not d.units[unit].flags & ELIMINATED:
            damage_check(d, unit, worse, [u for u, _ in rest], enemy_fire=d.units[unit].side != self.side)

    def armor(self, d: Draft) -> None:
        """14.1, 19.1.2, Q-110: the next armored vehicle: no to-hit roll, only the opposed one for penetration."""
        if not self.cars:
            d.update(self, target=NOBODY, result="")
            return
        target, rest = self.cars[0], self.cars[1:]
        pen, armor = piercing(d.game, d, self.plane, target, self.fp, self.what)
        (attack,) = d.roll(1, "penetration", self.side)
        (defence,) = d.roll(1, "armor", d.units[target].side, subject=target)
        outcome, margin = pierce(attack, defence, pen.total, armor.total)
        d.emit(
            ev.Resolved(
                "penetration", self.side, d.units[target].at, (pen, armor), outcome, target, ((attack,), (defence,))
            )
        )
        result = outcome if outcome in (EQUAL, LESS) else ""
        d.update(self, cars=rest, target=target, result=result, margin=margin)
        if outcome == "destroyed":
            destroy(d, target, BY_ORDNANCE)

    def nerve(self, d: Draft) -> None:
        """14.1.1: a vehicle that was hit and not pierced checks its Morale."""
        if self.result:
            check_nerve(d, self.target, self.result, self.margin)

    def riders(self, d: Draft) -> None:
        """16.2: who rides on a vehicle that was hit gets off; then the next vehicle."""
        if self.target == NOBODY:
            return
        d.update(self, step=self.STEPS.index("armor"))
        if d.units[self.target].at >= 0:
            outside = has_riders(d.game, d, self.target, outside=True)
            if outside:
                put_out(d, outside, d.units[self.target].at)

    def after(self, d: Draft) -> None:
        """8.1: who cannot fight any more surrenders. 16.2: Shaken riders get off. 10.5.6.1: the hex may burn.

        19.1.1: a crash leaves a Wreck, in a Building Rubble.
        """
        heavy = (Modifier(3, "bombs", "10.5.6.1"),) if self.what == BOMBS else ()
        for loc in self.sparks:
            fire_start_check(d, self.side, loc, (), heavy)
        for marker in d.markers:
            if marker.kind == "melee" and has_both_sides(d, marker.at):
                surrender(d, marker.at)
        for vehicle in cars_at(d, self.hex):
            leave_when_shaken(d, vehicle)
        if self.what == CRASH:
            leave_hulk(d, self.hex, d.game.types[d.units[self.plane].type].kind)


def leave_hulk(d: Draft, hex_: int, fallen: str) -> None:
    """19.1.1, 1.3, Q-397: a Wreck where the aircraft fell, unless there is one; in a Building hex Rubble.

    19.2.7: a helicopter makes no Rubble of huts.
    """
    solid = d.game.board.terrain[hex_].structure
    if fallen == "helicopter":
        solid = d.game.board.terrain[hex_].key in BUILDINGS
    kind = "rubble" if solid else "wreck"
    if not any(m.kind == kind for m in d.marks.get(hex_ * LAYERS, ())):
        d.emit(ev.MarkerPlaced(Marker(kind, hex_ * LAYERS)))


def crash(d: Draft, side: int, plane: int, hex_: int) -> None:
    """19.1.1, Q-159: the burning aircraft falls on a hex and attacks everybody there with 6 firepower."""
    d.push(AirAttack(side=side, plane=plane, hex=hex_, fp=CRASH_FP, what=CRASH))
