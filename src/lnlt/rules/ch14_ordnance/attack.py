"""14.1: an ordnance attack: bring the gun to bear, roll to hit, then High Explosive or penetration and its results."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import BUNKER, CAVE
from lnlt.core.catalog import Gun
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, BULK, CAPTURED, ELIMINATED, EXPENDED, FIRED, LAUNCHING, MOVING, OPS_COMPLETE
from lnlt.core.frames import Procedure
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch05_fire.damage import compare, damage_check
from lnlt.rules.ch05_fire.first import moves_after
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch10_los_spotting.burning import fire_start_check
from lnlt.rules.ch13_nations import fire_die
from lnlt.rules.ch14_ordnance.acquisition import moves_off
from lnlt.rules.ch14_ordnance.impact import armor_tally, is_bare, is_negated, part_hit, penetration_tally
from lnlt.rules.ch14_ordnance.legality import infantry
from lnlt.rules.ch14_ordnance.to_hit import Aim, lock_level, to_hit_tally
from lnlt.rules.ch15_vehicles.fate import (
    BY_ORDNANCE,
    RidersCheck,
    abandon,
    destroy,
    has_riders,
    leave_damaged,
    shake_vehicle,
)
from lnlt.rules.ch16_passengers.forced import put_out
from lnlt.rules.facts import units
from lnlt.rules.facts.buildings import in_building
from lnlt.rules.facts.firing_occasion import occasion_of
from lnlt.rules.facts.gun_arcs import pay_pivot, pivot_hull, turn_turret
from lnlt.rules.facts.guns import HULL, TURRET, gun_of, is_hollow, is_missile
from lnlt.rules.facts.handling import remove
from lnlt.rules.facts.kits import in_the_air, is_helicopter
from lnlt.rules.facts.leaders import is_leader

BURNS_FROM = 10
"""Natural to-hit roll that may start a fire (10.5.6.1, Q-093)."""
NO_LIMIT = 99
"""More attacks than there are hexes that could fire (14.4, Q-303)."""
NATURAL_SHAKE = 12
EQUAL, LESS = "equal", "less"


def bring_to_bear(d: Draft, unit: int, turn: str, vertex: int, opportunity: bool = False) -> None:
    """15.1, 15.1.1, 1.7.1: turn the turret, or pivot; in an own impulse the enemy may answer a pivot."""
    if turn == TURRET:
        turn_turret(d, unit, vertex)
    elif turn == HULL:
        cost = 0 if opportunity else pay_pivot(d, unit, vertex)
        pivot_hull(d, unit, vertex)
        moves_off(d, (unit,))
        if not opportunity:
            d.flag(unit, MOVING)
            u = d.units[unit]
            d.push(OpportunityFire(side=1 - u.side, at=u.at, budget=max(1, cost), movers=(unit,)))


def launch_missile(d: Draft, unit: int, origin: int) -> None:
    """14.4, Q-303: a missile is on its way; the enemy may fire at who guides it, marked Fired from now on."""
    d.flag(unit, FIRED | LAUNCHING, 0 if in_the_air(origin) else OPS_COMPLETE)
    enemy = 1 - d.units[unit].side
    d.push(OpportunityFire(side=enemy, at=origin, budget=NO_LIMIT, movers=(unit,), missile=True))


class OrdnanceAttack(Procedure, frozen=True, gc=False, kw_only=True):
    """14.1: one shot of one piece of ordnance."""

    RULE: ClassVar[str] = "14.1"
    STEPS: ClassVar[tuple[str, ...]] = ("bear", "launch", "roll", "strike", "nerve", "check", "riders", "after")
    side: int
    origin: int
    unit: int
    weapon: int
    at: int
    target: int = NOBODY
    leader: int = NOBODY
    mate: int = NOBODY
    mode: str = ""
    turn: str = ""
    vertex: int
    opportunity: bool
    burns: bool = False
    """The roll may set the target's hex on fire (10.5.6.1)."""
    part: str = ""
    """Where a vehicle is hit: hull or turret."""
    hits: tuple[int, ...] = ()
    """Units that are hit."""
    result: str = ""
    """What the comparison of penetration and armor gave: equal, less."""
    margin: int = 0
    """By how much the armor is ahead."""
    pending: tuple[tuple[int, int], ...] = ()

    def aim(self) -> Aim:
        """The shot as the sums know it."""
        return Aim(self.unit, self.weapon, self.at, self.target, self.leader, self.mate, self.mode, self.turn)

    def gun(self, s: Position, game: Game) -> Gun:
        """The weapon that fires."""
        gun = gun_of(game, s, self.unit, self.weapon)
        assert gun is not None
        return gun

    def bear(self, d: Draft) -> None:
        """15.1, 15.1.1, 1.7.1: turn the turret, or pivot."""
        bring_to_bear(d, self.unit, self.turn, self.vertex, self.opportunity)

    def launch(self, d: Draft) -> None:
        """14.4, Q-303: who was stopped while pivoting does not fire; a missile may be answered before it arrives."""
        if self.turn == HULL and not self.opportunity:
            u = d.units[self.unit]
            if u.at != self.origin or not u.flags & MOVING or not u.good_order:
                d.update(self, step=len(self.STEPS))
                return
            d.flag(self.unit, 0, MOVING)
        occasion = occasion_of(d)
        if occasion is not None:
            shot = (self.unit, self.weapon, self.target, self.at, self.origin)
            d.replace_enclosing(occasion, shots=(*occasion.shots, shot))
        d.emit(ev.FireOpened(self.side, self.origin, self.at, (self.unit,), self.unit, self.opportunity))
        if is_missile(self.gun(d, d.game)):
            launch_missile(d, self.unit, self.origin)

    def roll(self, d: Draft) -> None:
        """14.1, Q-304: 2d6 and modifiers, each target with its own, against the to-hit number.

        14.4, Q-106: a missile whose launcher was disturbed misses, and is rolled for its supply only.
        """
        game = d.game
        gun = self.gun(d, game)
        aim = self.aim()
        aimed = [self.target]
        if self.target == NOBODY:
            aimed = infantry(game, d, self.side, self.at, self.unit, self.origin, lock_level(d, aim) > 0)
        tallies = {u: to_hit_tally(game, d, aim, u, self.origin) for u in aimed}
        colored, white = d.roll(2, "to hit", self.side, subject=self.unit)
        natural = colored + white
        missile = is_missile(gun)
        disturbed = missile and not d.units[self.unit].flags & LAUNCHING
        hits = [] if disturbed else [u for u in aimed if tallies[u].allows(natural)]
        for u in aimed:
            outcome = "hit" if u in hits else "disturbed" if disturbed else "missed"
            d.emit(ev.Resolved("to_hit", self.side, self.at, (tallies[u],), outcome, u, ((colored, white),)))
        self._mark(d)
        if missile:
            spent = colored < gun.depletion and not d.units[self.unit].flags & ELIMINATED
            d.flag(self.unit, EXPENDED if spent else 0, LAUNCHING)
        if self.weapon >= 0:
            use_up(d, self.weapon, bool(hits), colored, gun)
        part = ""
        if self.target in hits:
            part = part_hit(game.types[d.units[self.target].type], natural)
            saved = is_negated(game, d, self.target, self.origin, natural)
            if saved:
                d.emit(ev.Resolved("penetration", self.side, self.at, (), saved, self.target))
                hits = []
        burns = "fire" in game.options and natural >= BURNS_FROM
        d.update(self, burns=burns, part=part, hits=tuple(hits))

    def _mark(self, d: Draft) -> None:
        """4.0, 6.1.1, 15.2.1: whoever has fired is marked; after Assault Fire he must still move, if he can (11.6)."""
        group = ((self.unit, (self.weapon,)), (self.mate, (self.weapon,)))
        men = [m for m in (self.unit, self.mate, self.leader) if m != NOBODY and d.units[m].at >= 0]
        for m in men:
            spotter = d.units[m].flags & OPS_COMPLETE
            able = d.units[m].flags & BULK or moves_after(d.game, d, m, group)
            if self.mode == "assault_fire" and able and not spotter:
                d.flag(m, ASSAULT_FIRE)
            else:
                d.flag(m, FIRED, 0 if in_the_air(d.units[m].at) else OPS_COMPLETE)

    def strike(self, d: Draft) -> None:
        """14.1: a hit is resolved: High Explosive against all but vehicles, penetration against a vehicle."""
        if not self.hits:
            return
        if self.target == NOBODY:
            self._explode(d)
        else:
            self._penetrate(d)

    def _explode(self, d: Draft) -> None:
        """14.1: a die and the HE-equivalent against a die; whoever was hit checks by the difference."""
        game = d.game
        fire = explosive_tally(game, d, self.unit, self.weapon, self.at)
        cover = Tally("defence")
        enemy = d.units[self.hits[0]].side
        (attack,) = d.roll(1, "attack", self.side, fire_die(game, self.side))
        (defence,) = d.roll(1, "defence", enemy)
        pending = []
        for u in sorted(self.hits, key=lambda u: not is_leader(game, d, u)):
            worse = compare(d, "fire", self.side, self.at, (fire, cover), ((attack,), (defence,)), u)
            if worse is not None:
                pending.append((u, worse))
        if pending:
            d.update(self, pending=tuple(pending))

    def _penetrate(self, d: Draft) -> None:
        """14.1, 14.1.2, Q-110: bare spots are always pierced; dud and catastrophic hit are read before the sums."""
        game = d.game
        gun, part = self.gun(d, game), self.part
        if is_bare(game, d, gun, self.target, self.origin, part):
            d.emit(ev.Resolved("penetration", self.side, self.at, (), "destroyed", self.target))
            destroy(d, self.target, BY_ORDNANCE)
            return
        pen = penetration_tally(game, d, gun, self.target, self.origin, part)
        armor = armor_tally(game, d, gun, self.target, self.origin, part)
        (attack,) = d.roll(1, "penetration", self.side)
        (defence,) = d.roll(1, "armor", d.units[self.target].side, subject=self.target)
        outcome, margin = pierce(attack, defence, pen.total, armor.total)
        d.emit(
            ev.Resolved("penetration", self.side, self.at, (pen, armor), outcome, self.target, ((attack,), (defence,)))
        )
        if outcome == "destroyed":
            destroy(d, self.target, BY_ORDNANCE)
        elif outcome in (EQUAL, LESS):
            d.update(self, result=outcome, margin=margin)

    def nerve(self, d: Draft) -> None:
        """14.1.1: a hit that does not penetrate."""
        if self.result:
            check_nerve(d, self.target, self.result, self.margin)

    def check(self, d: Draft) -> None:
        """5.1: the next unit makes its Damage Check, Leaders first."""
        if not self.pending:
            return
        (unit, worse), rest = self.pending[0], self.pending[1:]
        d.update(self, pending=rest, step=self.STEPS.index("check"))
        damage_check(d, unit, worse, [u for u, _ in rest])

    def riders(self, d: Draft) -> None:
        """16.2: who rides on a vehicle that is hit, or that has fired its gun, gets off, is Moved and checks Morale."""
        for vehicle, shaken_off in ((self.unit, True), (self.target, bool(self.hits))):
            if shaken_off and vehicle != NOBODY and d.units[vehicle].at >= 0:
                outside = has_riders(d.game, d, vehicle, outside=True)
                put_out(d, outside, d.units[vehicle].at)

    def after(self, d: Draft) -> None:
        """10.5.6.1, Q-093: with the option Fire a natural 10 or more may set the target's hex on fire."""
        if self.burns:
            fire_start_check(d, self.side, self.at, (), (Modifier(1, "ordnance", "10.5.6.1"),))


def use_up(d: Draft, weapon: int, hit: bool, colored: int, gun: Gun) -> None:
    """1.6.8, 23.2.6: a captured weapon goes after its first miss, a used one after its shot."""
    w = d.weapons[weapon]
    t = d.game.weapon_types[w.type]
    captured = w.flags & CAPTURED and not hit
    if captured or "single_use" in t.abilities or (gun.depletion and colored < gun.depletion):
        remove(d, weapon)


def check_nerve(d: Draft, target: int, result: str, margin: int) -> None:
    """14.1.1, Q-109: a hit that does not penetrate: the vehicle checks its Morale.

    19.2.7: a helicopter only if both rolls are equal.
    """
    u = d.units[target]
    if is_helicopter(d.game, u):
        if result == EQUAL:
            check_pilot(d, target)
        return
    tally = nerve_tally(d.game, d, target, margin)
    faces = d.roll(2, "morale check", u.side, subject=target)
    passed = tally.allows(sum(faces))
    outcome = after_nerve(result, passed, sum(faces))
    d.emit(ev.Resolved("morale_check", u.side, u.at, (tally,), "passed" if passed else "failed", target, (faces,)))
    if outcome == "none":
        return
    if outcome == "abandoned" or not u.good_order:
        abandon(d, target)
        return
    shake_vehicle(d, target)
    inside = has_riders(d.game, d, target, outside=False)
    if inside:
        d.push(RidersCheck(side=u.side, units=tuple(inside), modifier=-margin))


def check_pilot(d: Draft, helicopter: int) -> None:
    """19.2.7: a helicopter hit as hard as its armor: a Morale Check, and who fails is Damaged."""
    u = d.units[helicopter]
    tally = nerve_tally(d.game, d, helicopter, 0)
    faces = d.roll(2, "morale check", u.side, subject=helicopter)
    passed = tally.allows(sum(faces))
    d.emit(ev.Resolved("morale_check", u.side, u.at, (tally,), "passed" if passed else "failed", helicopter, (faces,)))
    if not passed:
        leave_damaged(d, helicopter)


def explosive_tally(game: Game, s: Position, unit: int, weapon: int, at: int) -> Tally:
    """14.1, 14.2.1, Q-111: the HE-equivalent; one less of a hollow charge outside Buildings, Huts, Bunkers and Caves.

    Some weapons are spared that [23.2.4].
    """
    gun = gun_of(game, s, unit, weapon)
    assert gun is not None
    mods: tuple[Modifier, ...] = ()
    sheltered = in_building(game, s, at) or at & 7 in (BUNKER, CAVE)
    spared = weapon >= 0 and "no_heat_penalty" in game.weapon_types[s.weapons[weapon].type].abilities
    if is_hollow(gun) and not sheltered and not spared:
        mods = (Modifier(-1, "heat", "14.2.1"),)
    return Tally("fire", (Modifier(gun.he or 0, "high_explosive", "14.1"),), mods)


def pierce(attack: int, defence: int, penetration: int, armor: int) -> tuple[str, int]:
    """14.1, Q-110: what a penetration roll brings, and by how much the armor is ahead.

    >>> pierce(1, 6, 16, 1), pierce(6, 1, 0, 12), pierce(3, 5, 5, 2), pierce(2, 5, 5, 2), pierce(1, 5, 5, 2)
    (('dud', 0), ('destroyed', 0), ('destroyed', 0), ('equal', 0), ('less', 1))
    """
    if (attack, defence) == (1, 6):
        return "dud", 0
    margin = defence + armor - attack - penetration
    if (attack, defence) == (6, 1) or margin < 0:
        return "destroyed", 0
    return (EQUAL, 0) if margin == 0 else (LESS, margin)


def nerve_tally(game: Game, s: Position, vehicle: int, margin: int) -> Tally:
    """14.1.1, Q-307: the vehicle's Morale Check after a hit; what the armor is ahead by is taken off."""
    mods = (Modifier(-margin, "armor_ahead", "14.1.1"),) if margin else ()
    return Tally("morale", (), mods, units.morale(game, s.units[vehicle], s))


def after_nerve(result: str, passed: bool, roll: int) -> str:
    """14.1.1, Q-109: what the Morale Check brings: after an equal hit a passed one shakes, a failed one drives out."""
    if result == EQUAL:
        return "shaken" if passed else "abandoned"
    return "shaken" if not passed or roll == NATURAL_SHAKE else "none"
