"""19.1.1: one shot at an aircraft: what is added to the roll, and what a hit does."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import FIRED, OPS_COMPLETE
from lnlt.core.frames import Procedure
from lnlt.core.game import Game
from lnlt.core.hooks import ModifierHook
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch10_los_spotting.lines import has_tis
from lnlt.rules.ch14_ordnance.acquisition import moves_off, switch_target
from lnlt.rules.ch14_ordnance.attack import EQUAL, nerve_tally, pierce, use_up
from lnlt.rules.ch14_ordnance.to_hit import Aim, firer_modifiers, to_hit_sum
from lnlt.rules.ch15_vehicles.fate import has_riders
from lnlt.rules.ch16_passengers.forced import put_out
from lnlt.rules.ch19_air.airborne import flight_of, sky_line
from lnlt.rules.ch19_air.loads import air_armor
from lnlt.rules.facts.gun_arcs import pivot_hull, turn_turret
from lnlt.rules.facts.guns import HULL, TURRET, gun_of, penetration_value, to_hit_number

AT_AIRCRAFT = 2
AIR_TO_HIT: ModifierHook[[Game, Position, Aim, int]] = ModifierHook(
    "modifiers of a to-hit roll at aircraft", rule="19.1.4"
)


def air_to_hit(game: Game, s: Position, aim: Aim, origin: int) -> Tally:
    """14.1, 19.1.1: modifiers of the firer, 2 more against aircraft, what a module adds; no adjacency."""
    gun = gun_of(game, s, aim.unit, aim.weapon)
    assert gun is not None
    sighted = sky_line(game, s, origin, aim.at >> 3, has_tis(game, s, aim.unit))
    plane = s.units[aim.target]
    mods = [*firer_modifiers(game, s, aim, origin, sighted), Modifier(AT_AIRCRAFT, "aircraft", "19.1.1", plane.id)]
    if evasion := game.types[plane.type].evasion:
        mods.append(Modifier(evasion, "evasion", "19.1.4", plane.id))
    mods += AIR_TO_HIT.collect(game.hooks, game, s, aim, origin)
    distance = game.distance(origin >> 3, aim.at >> 3) or 1
    return to_hit_sum(tuple(mods), to_hit_number(gun, distance))


def air_piercing(game: Game, s: Position, aim: Aim, origin: int) -> tuple[Tally, Tally]:
    """14.1, 19.1.1: penetration value of the weapon, and the armor factor of the aircraft."""
    gun = gun_of(game, s, aim.unit, aim.weapon)
    assert gun is not None
    distance = game.distance(origin >> 3, aim.at >> 3) or 1
    plane = s.units[aim.target]
    pen = Tally("penetration", (Modifier(penetration_value(gun, distance), "penetration", "14.1"),))
    return pen, Tally("armor", (Modifier(air_armor(game.types[plane.type]), "armor", "19.1.1", plane.id),))


class AirShot(Procedure, frozen=True, gc=False, kw_only=True):
    """19.1.1: one shot at an aircraft."""

    RULE: ClassVar[str] = "19.1.1"
    STEPS: ClassVar[tuple[str, ...]] = ("bear", "roll", "strike", "nerve", "riders")
    side: int
    origin: int
    unit: int
    weapon: int
    at: int
    target: int
    leader: int = NOBODY
    mate: int = NOBODY
    turn: str = ""
    vertex: int = 0
    hit: bool = False
    even: bool = False
    """Both rolls came to the same: the aircraft checks its Morale."""

    def aim(self) -> Aim:
        """The shot as the sums know it."""
        return Aim(self.unit, self.weapon, self.at, self.target, self.leader, self.mate, "", self.turn)

    def bear(self, d: Draft) -> None:
        """15.1, 15.1.1, 1.7.1: turn the turret, or pivot, as in Opportunity Fire."""
        if self.turn == TURRET:
            turn_turret(d, self.unit, self.vertex)
        elif self.turn == HULL:
            pivot_hull(d, self.unit, self.vertex)
            moves_off(d, (self.unit,))
        d.emit(ev.FireOpened(self.side, self.origin, self.at, (self.unit,), self.unit, True))

    def roll(self, d: Draft) -> None:
        """14.1, 14.3: the to-hit roll; whoever took part is marked Fired, and the weapon has switched targets."""
        tally = air_to_hit(d.game, d, self.aim(), self.origin)
        colored, white = d.roll(2, "to hit", self.side, subject=self.unit)
        hit = tally.allows(colored + white)
        d.emit(
            ev.Resolved(
                "to_hit", self.side, self.at, (tally,), "hit" if hit else "missed", self.target, ((colored, white),)
            )
        )
        switch_target(d, self.unit, self.weapon)
        for man in (self.unit, self.mate, self.leader):
            if man != NOBODY:
                d.flag(man, FIRED, OPS_COMPLETE)
        if self.weapon >= 0:
            gun = gun_of(d.game, d, self.unit, self.weapon)
            assert gun is not None
            use_up(d, self.weapon, hit, colored, gun)
        d.update(self, hit=hit)

    def strike(self, d: Draft) -> None:
        """19.1.1, Q-152: less does nothing, equal is a Morale Check, more destroys it."""
        if not self.hit:
            return
        pen, armor = air_piercing(d.game, d, self.aim(), self.origin)
        (attack,) = d.roll(1, "penetration", self.side)
        (defence,) = d.roll(1, "armor", 1 - self.side, subject=self.target)
        outcome, _ = pierce(attack, defence, pen.total, armor.total)
        d.emit(
            ev.Resolved("penetration", self.side, self.at, (pen, armor), outcome, self.target, ((attack,), (defence,)))
        )
        d.update(self, even=outcome == EQUAL)
        if outcome == "destroyed":
            self._fate(d, "destroyed")

    def nerve(self, d: Draft) -> None:
        """19.1.1: a Morale Check that fails damages the aircraft, which breaks off; Shaken it is never."""
        if not self.even:
            return
        side = 1 - self.side
        tally = nerve_tally(d.game, d, self.target, 0)
        faces = d.roll(2, "morale check", side, subject=self.target)
        passed = tally.allows(sum(faces))
        d.emit(
            ev.Resolved(
                "morale_check", side, self.at, (tally,), "passed" if passed else "failed", self.target, (faces,)
            )
        )
        if not passed:
            self._fate(d, "damaged")

    def riders(self, d: Draft) -> None:
        """16.2: who rides on a vehicle that has fired its gun gets off, is Moved and checks his Morale."""
        put_out(d, has_riders(d.game, d, self.unit, outside=True), self.origin)

    @staticmethod
    def _fate(d: Draft, fate: str) -> None:
        flight = flight_of(d)
        assert flight is not None
        d.replace_enclosing(flight, fate=fate)
        if fate == "destroyed":
            d.emit(ev.Eliminated(flight.unit))
