"""14.1.1, 15.4, 16.1.1, 16.3: what becomes of a vehicle that is shaken, abandoned or destroyed, of its crew and riders.

An abandoned vehicle leaves the index of units; a marker stands where it is and counts as a vehicle for lines of sight,
cover and stacking (Q-306).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ABANDONED,
    ACTION_MARKERS,
    ASSAULT_FIRE,
    BUTTONED,
    CONTINUOUS,
    ELIMINATED,
    FIRED,
    LAUNCHING,
    MOVED,
    MOVING,
    SHAKEN,
)
from lnlt.core.frames import Procedure
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Marker, Position, Unit
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch01_concepts.morale import morale_tally
from lnlt.rules.ch06_movement.costs import can_stand
from lnlt.rules.ch10_los_spotting.spotting import drop_spotted
from lnlt.rules.ch14_ordnance.impact import is_armored
from lnlt.rules.ch21_fortifications.mines import mines_entering
from lnlt.rules.facts import units
from lnlt.rules.facts.emplacements import leave_emplacement
from lnlt.rules.facts.handling import remove
from lnlt.rules.facts.kits import (
    aboard,
    armor_leader,
    change_kit,
    has_facing,
    is_helicopter,
    kit_of,
    passengers,
    place_of,
)
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.stacking import check_stacking

WRECK, LEFT = "wreck", "abandoned"
BY_ORDNANCE, BY_DAMAGE, BY_ASSAULT, BY_MINES = "ordnance", "damage_check", "close_assault", "mines"
"""What may destroy a vehicle."""


def can_button(game: Game, unit: Unit) -> bool:
    """15.0.1, 15.8, Q-112: armored vehicles with a roof; all others are always open."""
    t = game.types[unit.type]
    return is_armored(t) and "open_topped" not in t.abilities


def shake_vehicle(d: Draft, unit: int) -> None:
    """15.0, 14.1.1: a Shaken vehicle closes its hatches and stops; one that is Shaken already is abandoned."""
    u = d.units[unit]
    if u.flags & SHAKEN:
        abandon(d, unit)
        return
    button = BUTTONED if can_button(d.game, u) else 0
    marker = MOVED if u.flags & MOVING else 0
    gone = MOVING | ASSAULT_FIRE | (ACTION_MARKERS & ~FIRED) if u.flags & MOVING else 0
    d.flag(unit, SHAKEN | button | marker, gone | CONTINUOUS | LAUNCHING)
    forget_locks(d, unit)


def forget_locks(d: Draft, unit: int) -> None:
    """14.3: the weapons of a unit lose what they have acquired."""
    if kit_of(d.units[unit]).locks:
        change_kit(d, unit, locks=())


def take_off(d: Draft, vehicle: int) -> None:
    """11.5, 15.4: the Armor Leader of a vehicle that is lost is removed."""
    leader = armor_leader(d.game, d, vehicle)
    if leader != NOBODY:
        change_kit(d, leader, aboard=NOBODY)
        d.emit(ev.Eliminated(leader))


def abandon(d: Draft, unit: int) -> None:
    """14.1.1, 15.4, 16.3: the crew leaves, Shaken and Moved; passengers get out and check their Morale."""
    u = d.units[unit]
    at = u.at
    forget_locks(d, unit)
    take_off(d, unit)
    riders = passengers(d.game, d, unit)
    d.flag(unit, ABANDONED, SHAKEN | MOVING | ASSAULT_FIRE | CONTINUOUS | LAUNCHING | ACTION_MARKERS)
    change_kit(d, unit, left=at)
    d.emit(ev.Moved(unit, at, NOWHERE))
    d.emit(ev.MarkerPlaced(Marker(LEFT, at, 1, u.side)))
    place_crew(d, u, SHAKEN | MOVED)
    take_checks(d, riders)
    if not riders:
        drop_spotted(d, at)
    from lnlt.rules.ch16_passengers.forced import put_out

    put_out(d, riders, at)


def take_checks(d: Draft, riders: Collection[int]) -> tuple[tuple[int, int], ...]:
    """16.1.1, 17.2, Q-363: the Damage Checks that passengers still have to make in the attack under way are taken out
    of it."""
    attack: Any = d.stack[-1] if d.stack else None
    pending: tuple[tuple[int, int], ...] = getattr(attack, "pending", ())
    taken = tuple(row for row in pending if row[0] in riders)
    if taken:
        d.replace_enclosing(attack, pending=tuple(row for row in pending if row[0] not in riders))
    return taken


def place_crew(d: Draft, vehicle: Unit, flags: int) -> tuple[int, ...]:
    """15.4: a Crew counter in the hex of its vehicle, if there is one; if there is no room, it is lost (1.3, Q-567)."""
    game = d.game
    kind = game.type_index.get(crew_key(game.types[vehicle.type].key))
    if kind is None:
        return ()
    number = 1
    while f"{vehicle.id}-crew{number if number > 1 else ''}" in d.ids:
        number += 1
    name = f"{vehicle.id}-crew{number if number > 1 else ''}"
    index = len(d.units)
    d.emit(ev.UnitCreated(Unit(name, vehicle.side, kind, vehicle.at, flags)))
    if not finds_room(d, index):
        d.emit(ev.Eliminated(index))
    return (index,)


def crew_key(vehicle: str) -> str:
    """Key of the Crew type of a type of vehicle."""
    return f"{vehicle}-crew"


def get_off(d: Draft, rider: int, at: int) -> None:
    """16.2, 16.3, 1.3, Q-567: a passenger is put out of a vehicle, Moved; if there is no room he is lost.

    Mines in the hex attack all who get out together, afterwards (21.4).
    """
    set_down(d, rider, at)
    d.flag(rider, MOVED)
    if not finds_room(d, rider):
        lose(d, rider, at)


def finds_room(d: Draft, unit: int) -> bool:
    """1.3, 6.0, Q-567: whether somebody who had to get out can stay where he is."""
    u = d.units[unit]
    return can_stand(d.game, d, u.at) and check_stacking(d.game, d, u.side, u.at, (unit,)) is None


def set_down(d: Draft, unit: int, at: int) -> None:
    """16.0: a passenger is no longer part of the vehicle; a gun faces as it did, until its owner says otherwise."""
    facing = kit_of(d.units[unit]).facing
    if has_facing(d.game.types[d.units[unit].type]):
        facing = kit_of(d.units[kit_of(d.units[unit]).aboard]).facing
    change_kit(d, unit, aboard=NOBODY, outside=False, facing=facing)
    d.emit(ev.Moved(unit, NOWHERE, at))


def lose(d: Draft, unit: int, at: int) -> None:
    """5.1, 1.6: a unit is eliminated and its weapons stay in the hex; grenades are gone (23.2.2)."""
    for weapon in d.units[unit].carries:
        if "never_captured" in d.game.weapon_types[d.weapons[weapon].type].abilities:
            remove(d, weapon)
            continue
        d.emit(ev.WeaponPassed(weapon, NOBODY, at))
    d.emit(ev.Eliminated(unit))


class RidersCheck(Procedure, frozen=True, gc=False, kw_only=True):
    """14.1.1, 16.2, 16.3, Q-108: passengers check their Morale one by one, Leaders first; who fails is Shaken."""

    RULE: ClassVar[str] = "16.3"
    STEPS: ClassVar[tuple[str, ...]] = ("check", "again")
    side: int
    units: tuple[int, ...]
    modifier: int = 0
    """What the check of their vehicle was modified by (14.1.1)."""

    def check(self, d: Draft) -> None:
        """1.5.1: the next of them who is still there and not Shaken yet."""
        able = [u for u in self.units if d.units[u].good_order]
        if not able:
            d.update(self, units=())
            return
        able.sort(key=lambda u: not is_leader(d.game, d, u))
        d.update(self, units=tuple(u for u in self.units if u in able[1:]))
        check_rider(d, able[0], self.modifier)

    def again(self, d: Draft) -> None:
        """Until all have checked."""
        if self.units:
            d.update(self, step=0)


def rider_tally(game: Game, s: Position, rider: int, modifier: int) -> Tally:
    """14.1.1, Q-108: on the ground an ordinary Morale Check; in the vehicle with its modifier and a Leader's LM."""
    u = s.units[rider]
    if u.at >= 0:
        return morale_tally(game, s, rider)
    mods = [Modifier(modifier, "armor_ahead", "14.1.1")] if modifier else []
    best, lm = NOBODY, 0
    for o in passengers(game, s, kit_of(u).aboard):
        other = s.units[o]
        if o != rider and is_leader(game, s, o) and other.good_order and units.same_command(game, other, u):
            if units.leadership(game, other) > lm:
                best, lm = o, units.leadership(game, other)
    if best != NOBODY:
        mods.append(Modifier(-lm, "leader", "14.1.1", s.units[best].id))
    return Tally("morale", (), tuple(mods), units.morale(game, u, s))


def check_rider(d: Draft, rider: int, modifier: int) -> None:
    """14.1.1, 16.2, 16.3: a passenger's Morale Check; who fails is Shaken, but a Hero never is."""
    u = d.units[rider]
    tally = rider_tally(d.game, d, rider, modifier)
    faces = d.roll(2, "morale check", u.side, subject=rider)
    passed = tally.allows(sum(faces))
    at = place_of(d, rider)
    d.emit(ev.Resolved("morale_check", u.side, at, (tally,), "passed" if passed else "failed", rider, (faces,)))
    if not passed and d.game.types[u.type].kind != "hero":
        d.flag(rider, SHAKEN)


class VehicleLost(Procedure, frozen=True, gc=False, kw_only=True):
    """14.1, 15.4, 16.1.1: a vehicle is destroyed: a Wreck, its crew's fate, and Bailout Checks of its passengers."""

    RULE: ClassVar[str] = "15.4"
    STEPS: ClassVar[tuple[str, ...]] = ("crew", "damage", "riders", "again", "hazards", "events", "facings")
    side: int
    unit: int
    at: int
    cause: str
    left: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    """Passengers who have got out."""
    checks: tuple[tuple[int, int], ...] = ()
    """Damage Checks of passengers that come before their Bailout Checks (16.1.1)."""

    def crew(self, d: Draft) -> None:
        """15.4: after ordnance a die of 1 saves the crew; after a Damage Check it bails out on an even die.

        17.1, 21.4.1: a Close Assault or Mines spare nobody of it.
        """
        u = d.units[self.unit]
        if self.cause in (BY_ASSAULT, BY_MINES):
            return
        if self.cause == BY_ORDNANCE:
            (die,) = d.roll(1, "crew", self.side, subject=self.unit)
            saved, flags = die == 1, MOVED
        else:
            (die,) = d.roll(1, "crew", self.side, subject=self.unit)
            saved, flags = die % 2 == 0, MOVED | SHAKEN
        d.emit(ev.Resolved("crew", self.side, self.at, (), "crew_saved" if saved else "crew_lost", self.unit))
        if saved:
            place_crew(d, u.placed(self.at), flags)

    def damage(self, d: Draft) -> None:
        """16.1.1, 17.3: after a result of the Damage Check Table the passengers first make their own checks."""
        if self.checks:
            d.update(self, checks=self.checks[1:], step=self.STEPS.index("damage"))
            check_first(d, self.checks)

    def riders(self, d: Draft) -> None:
        """16.1.1: one passenger and his weapons."""
        if not self.left:
            change_kit(d, self.unit, left=NOWHERE)
            return
        rider, rest = self.left[0], self.left[1:]
        lost = d.update(self, left=rest)
        if d.units[rider].flags & ELIMINATED:
            return
        if self.cause == BY_ASSAULT:
            lose_aboard(d, rider)
            return
        d.update(lost, out=(*self.out, rider))
        bail_out(d, rider, self.at)

    def again(self, d: Draft) -> None:
        """The next passenger."""
        if self.left or kit_of(d.units[self.unit]).left != NOWHERE:
            d.update(self, step=self.STEPS.index("riders"))

    def hazards(self, d: Draft) -> None:
        """21.4, Q-131: Mines attack who has got out where they lie.

        10.1.1, 23.2.1, Q-072: with nobody left there, a Spotted marker and a Claymore are gone.
        """
        drop_spotted(d, self.at)
        mines_entering(d, self.at, tuple(u for u in self.out if d.units[u].at == self.at))

    def facings(self, d: Draft) -> None:
        """1.7.1: a gun that has got out is turned as its owner likes."""
        from lnlt.rules.ch14_ordnance.teams import ask_facings

        ask_facings(d, self.out, NOWHERE)


def check_first(d: Draft, checks: tuple[tuple[int, int], ...]) -> None:
    """5.1, 16.1.1: the first of the Damage Checks that passengers of a lost vehicle still have to make."""
    from lnlt.rules.ch05_fire.damage import damage_check

    (rider, worse), rest = checks[0], checks[1:]
    damage_check(d, rider, worse, [u for u, _ in rest])


def lose_aboard(d: Draft, rider: int) -> None:
    """17.1, 19.2.7: a passenger is lost together with his vehicle, and so are his weapons."""
    change_kit(d, rider, aboard=NOBODY, outside=False)
    for weapon in d.units[rider].carries:
        remove(d, weapon)
    d.emit(ev.Eliminated(rider))


def bail_out(d: Draft, rider: int, at: int, safe: bool = True) -> None:
    """16.1.1, Q-127: an even die saves a passenger, Shaken and Moved (a Hero unshaken); weapons roll for themselves.

    Q-418: where it is not safe nothing saves him.
    """
    side = d.units[rider].side
    hero = d.game.types[d.units[rider].type].kind == "hero"
    (die,) = d.roll(1, "bailout", side, subject=rider)
    saved = die % 2 == 0 and safe
    d.emit(ev.Resolved("bailout", side, at, (), "bailed_out" if saved else "lost", rider))
    for weapon in d.units[rider].carries:
        (die,) = d.roll(1, "bailout", side)
        if die % 2:
            remove(d, weapon)
    if not saved:
        change_kit(d, rider, aboard=NOBODY, outside=False)
        lose(d, rider, at)
        return
    if not hero:
        d.flag(rider, SHAKEN)
    get_off(d, rider, at)


def destroy(d: Draft, unit: int, cause: str) -> None:
    """14.1, 15.4, 1.3: the vehicle is gone and a Wreck lies in its hex, unless there is one already.

    19.2.7: a helicopter crashes.
    """
    u = d.units[unit]
    at = u.at
    if is_helicopter(d.game, u):
        from lnlt.rules.ch19_air.crash import go_down

        go_down(d, unit)
        return
    take_off(d, unit)
    riders = tuple(passengers(d.game, d, unit))
    forget_locks(d, unit)
    leave_emplacement(d, unit, at)
    d.flag(unit, 0, MOVING | LAUNCHING)
    checks = take_checks(d, riders)
    change_kit(d, unit, left=at)
    d.emit(ev.Eliminated(unit))
    if not any(m.kind == WRECK for m in d.marks.get(at, ())):
        d.emit(ev.MarkerPlaced(Marker(WRECK, at, 1, u.side)))
    d.push(VehicleLost(side=u.side, unit=unit, at=at, cause=cause, left=riders, checks=checks))


def leave_damaged(d: Draft, helicopter: int) -> None:
    """5.1, 19.2.7, 19.2.8, Q-413: a Damaged helicopter leaves the map at once and for good, with all aboard."""
    u = d.units[helicopter]
    for unit in (helicopter, *aboard(d, helicopter)):
        d.emit(ev.Noted(f"flown:{d.units[unit].id}", d.turn))
    forget_locks(d, helicopter)
    d.flag(helicopter, 0, MOVING | LAUNCHING)
    d.emit(ev.Moved(helicopter, u.at, NOWHERE))
    d.emit(ev.AircraftFlew(helicopter, NOWHERE, "damaged"))


def has_riders(game: Game, s: Position, unit: int, outside: bool) -> list[int]:
    """16.1, 16.2: passengers inside a vehicle, or on top of it."""
    return [u for u in passengers(game, s, unit) if kit_of(s.units[u]).outside == outside]
