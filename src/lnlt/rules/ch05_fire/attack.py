"""5.0: the attack itself: an opposed roll, then Damage Checks, Leaders first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import CAVE
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, BULK, CAPTURED, FIRED, JAMMED, LOW_AMMO, OPS_COMPLETE, SHAKEN
from lnlt.core.frames import Procedure
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position
from lnlt.core.tally import Tally
from lnlt.rules.ch05_fire.damage import compare, damage_check
from lnlt.rules.ch05_fire.firepower import Firer, only_with, with_mortar
from lnlt.rules.ch05_fire.first import moves_after
from lnlt.rules.ch05_fire.modifiers import defence_tally, fire_tally, fires_thermal, thrown_alone
from lnlt.rules.ch05_fire.target import men_in_view
from lnlt.rules.ch10_los_spotting.burning import NATURAL, fire_start_check, starts_check
from lnlt.rules.ch10_los_spotting.collapse import COLLAPSING, collapse
from lnlt.rules.ch10_los_spotting.cover import capped, line_modifiers, location_modifiers
from lnlt.rules.ch13_nations import fire_die
from lnlt.rules.ch17_antitank.exposure import damage_column, exposed, moving_vehicle, vehicle_cover
from lnlt.rules.facts.chance import pick_one
from lnlt.rules.facts.handling import remove
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.weapons import fire_distance, goes_along, is_thrown


def targets(
    game: Game,
    s: Position,
    side: int,
    at: int,
    mortar: bool = False,
    origin: int = NOWHERE,
    firers: Sequence[int] = (),
) -> tuple[int, ...]:
    """Enemy Leg units an attack on a location hits: Leaders first, then in order (Q-032).

    Hidden ones (Q-050), and at night those too far away who have not fired (20.1, Q-382), only by Mortars alone
    (Q-271).
    """
    if mortar:
        found = [u for u in s.by_loc.get(at, ()) if s.units[u].side != side and not s.units[u].flags & BULK]
    else:
        tis = game.night is not None and fires_thermal(game, s, firers)
        found = men_in_view(game, s, side, at, origin, tis)
    return tuple(sorted(found, key=lambda u: not is_leader(game, s, u)))


def in_order(game: Game, s: Position, vehicle: int, hit: Sequence[int]) -> tuple[int, ...]:
    """17.2: a vehicle checks before its passengers, and of these Leaders first."""
    return tuple(sorted(hit, key=lambda u: (u != vehicle, not is_leader(game, s, u))))


class Attack(Procedure, frozen=True, gc=False, kw_only=True):
    """5.0: one direct-fire attack of one location on another."""

    RULE: ClassVar[str] = "5.0"
    STEPS: ClassVar[tuple[str, ...]] = ("roll", "check", "after", "retreats")
    side: int
    origin: int
    at: int
    lead: int
    firers: tuple[tuple[int, tuple[int, ...]], ...]
    mode: str = ""
    opportunity: bool = False
    pending: tuple[tuple[int, int], ...] = ()
    """Units that still have a Damage Check to make, each with the difference of the rolls."""
    silent: tuple[int, ...] = ()
    """Firers that do not add their Inherent Firepower although they could."""
    fleeing: tuple[int, ...] = ()
    """Targets that must retreat if the attack shakes them (1.6.3, 1.6.7)."""
    natural: int = 0
    """The attack die as rolled."""
    hit: bool = False
    """Somebody has to make a Damage Check."""
    target: int = NOBODY
    """The vehicle fired at (17.2); NOBODY: everything else there."""

    def group(self) -> list[Firer]:
        """The firing units and their weapons."""
        return [Firer(unit, weapons, unit not in self.silent) for unit, weapons in self.firers]

    def weapons(self) -> list[int]:
        """Support Weapons that take part."""
        return sorted({w for _, fired in self.firers for w in fired})

    def roll(self, d: Draft) -> None:
        """5.0: one die each; every target compares with its own modifiers (Q-032).

        1.6.5: with a Mortar two dice, of which the higher counts. 1.6.2: equal dice jam a weapon. 1.6.3, 1.6.7: thrown
        weapons are used up. 1.6.8: a captured weapon goes after an attack without a Damage Check.
        """
        game = d.game
        group = self.group()
        distance = fire_distance(game, self.origin, self.at)
        mortar = only_with(game, d, group, distance) == "mortar"
        everyone = tuple(unit for unit, _ in self.firers)
        aimed = targets(game, d, self.side, self.at, mortar, self.origin, everyone)
        if self.target != NOBODY:
            aimed = in_order(game, d, self.target, exposed(game, d, self.target, self.origin))
        d.emit(ev.FireOpened(self.side, self.origin, self.at, everyone, self.lead, self.opportunity))
        enemy = d.units[aimed[0]].side if aimed else 1 - self.side
        dice = 2 if self.mode == "indirect" or with_mortar(game, d, group) else 1
        attack = max(d.roll(dice, "attack", self.side, fire_die(game, self.side)))
        (defence,) = d.roll(1, "defence", enemy)
        jammed = jam(d, self.side, self.weapons()) if attack == defence else NOBODY
        pending = []
        for unit in aimed:
            fire, cover = self.sums(d, unit, mortar, jammed)
            worse = compare(d, "fire", self.side, self.at, (fire, cover), ((attack,), (defence,)), unit)
            if worse is not None:
                pending.append((unit, worse))
        hit = bool(pending)
        if not aimed and self.target == NOBODY:
            fire = fire_tally(game, d, group, self.lead, self.origin, self.at, NOBODY, self.mode, jammed)
            cover = empty_cave_tally(game, d, self.at, self.origin)
            hit = compare(d, "fire", self.side, self.at, (fire, cover), ((attack,), (defence,))) is not None
        burning = any(w != jammed and forces_retreat(game, d, w) for w in self.weapons())
        fleeing = tuple(u for u, _ in pending if burning and d.units[u].good_order)
        for unit, _ in self.firers:
            spotter = d.units[unit].flags & OPS_COMPLETE
            if self.mode == "assault_fire" and not spotter and moves_after(game, d, unit, self.firers):
                d.flag(unit, ASSAULT_FIRE)
            else:
                d.flag(unit, FIRED, OPS_COMPLETE)
        for weapon in self.weapons():
            lost = d.weapons[weapon].flags & CAPTURED and not hit
            if lost or is_thrown(game, d, weapon):
                remove(d, weapon)
            elif game.grenades and goes_along(game, d, weapon):
                use_grenades(d, weapon)
        d.update(self, pending=tuple(pending), fleeing=fleeing, natural=attack, hit=hit)

    def check(self, d: Draft) -> None:
        """5.0, 5.1: the next unit makes its Damage Check; a Leader must survive his own before he helps."""
        if not self.pending:
            return
        (unit, worse), rest = self.pending[0], self.pending[1:]
        d.update(self, pending=rest, step=1)
        table = ""
        if self.target != NOBODY and unit == self.target:
            table = damage_column(d.game, d, unit, self.target, self.origin)
        damage_check(d, unit, worse, [u for u, _ in rest], table=table)

    def sums(self, d: Draft, unit: int, mortar: bool, jammed: int = NOBODY) -> tuple[Tally, Tally]:
        """5.0, 17.2: what the attack adds against a unit, and what the unit adds."""
        game, group = d.game, self.group()
        if self.target == NOBODY:
            fire = fire_tally(game, d, group, self.lead, self.origin, self.at, unit, self.mode, jammed)
            bombs = self.mode == "indirect" or with_mortar(game, d, group)
            return fire, defence_tally(game, d, self.at, self.origin, unit, mortar=mortar, bombs=bombs)
        fire = tally_at_vehicle(game, d, group, self.lead, self.origin, self.target, self.mode, jammed)
        return fire, vehicle_cover(game, d, unit, self.target, self.origin, mortar)

    def after(self, d: Draft) -> None:
        """10.7.2, 10.5.6.1: what an attack does to its target hex: Caves collapse, flammable terrain may burn."""
        if self.target != NOBODY:
            leave_when_shaken(d, self.target)
        used = [w for _, weapons in self.firers for w in weapons]
        kinds = [d.game.weapon_types[d.weapons[w].type].kind for w in used]
        if self.hit and self.at & 7 == CAVE and COLLAPSING.intersection(kinds):
            collapse(d, self.at)
        if "fire" in d.game.options and self.natural == NATURAL:
            firers = [unit for unit, _ in self.firers]
            if starts_check(d.game, d, firers, kinds):
                fire_start_check(d, self.side, self.at, kinds)

    def retreats(self, d: Draft) -> None:
        """1.6.3, 1.6.7: who was shaken by a Flamethrower or Molotov Cocktail must retreat one hex (Q-223).

        A vehicle shaken by a Molotov Cocktail is abandoned, and its crew retreats (1.6.7); by flames it is not (Q-356).
        """
        for unit in reversed(self.fleeing):
            if d.units[unit].at != self.at or not d.units[unit].flags & SHAKEN:
                continue
            if not d.units[unit].flags & BULK:
                push_retreat(d, unit, self.origin)
            elif any(d.game.weapon_types[d.weapons[w].type].kind == "molotov" for w in self.weapons()):
                flee_vehicle(d, unit, self.origin)


def tally_at_vehicle(
    game: Game,
    s: Position,
    group: Sequence[Firer],
    lead: int,
    origin: int,
    vehicle: int,
    mode: str = "",
    jammed: int = NOBODY,
) -> Tally:
    """17.2, 5.3, Q-013: what a group adds to its die against a vehicle; thrown charges alone: not for its motion."""
    at = s.units[vehicle].at
    fire = fire_tally(game, s, group, lead, origin, at, NOBODY, mode, jammed)
    if thrown_alone(game, s, group, fire_distance(game, origin, at)):
        return fire
    return Tally(fire.of, fire.base, (*fire.mods, *moving_vehicle(game, s, vehicle)))


def empty_cave_tally(game: Game, s: Position, at: int, origin: int) -> Tally:
    """10.7.2: against an attack that is to close an empty Cave its own Target Modifier does not count."""
    found = [m for m in location_modifiers(game, s, at) if m.why != "cave"]
    return Tally("defence", (), capped(found + line_modifiers(game, s, at, origin)))


def forces_retreat(game: Game, s: Position, weapon: int) -> bool:
    """1.6.3, 1.6.7: Flamethrowers and Molotov Cocktails."""
    t = game.weapon_types[s.weapons[weapon].type]
    return t.kind in ("flamethrower", "molotov") or "forces_retreat" in t.abilities


def use_grenades(d: Draft, weapon: int) -> None:
    """23.2.2, 23.2.5: after its first attack a marker shows its Low Ammo side, after its last it is gone."""
    w = d.weapons[weapon]
    t = d.game.weapon_types[w.type]
    if "single_use" in t.abilities or w.flags & LOW_AMMO or t.uses == 1:
        remove(d, weapon)
    elif t.uses:
        d.emit(ev.WeaponChanged(weapon, LOW_AMMO))


def can_jam(game: Game, s: Position, weapons: Sequence[int]) -> list[int]:
    """1.6.2: weapons that can jam."""
    return [w for w in weapons if "jams" in game.weapon_types[s.weapons[w].type].abilities]


def jam(d: Draft, side: int, weapons: Sequence[int]) -> int:
    """1.6.2, Q-012, Q-039: one of the weapons that can jam does so; NOBODY if there is none."""
    apt = can_jam(d.game, d, weapons)
    if not apt:
        return NOBODY
    weapon = apt[pick_one(d, len(apt), side)]
    d.emit(ev.WeaponChanged(weapon, JAMMED))
    return weapon


def leave_when_shaken(d: Draft, vehicle: int) -> None:
    """16.2, 17.2: Shaken passengers on top of a vehicle get off at once: their own frame, defined where windows are."""
    from lnlt.rules.ch16_passengers.forced import shaken_get_off

    shaken_get_off(d, vehicle)


def flee_vehicle(d: Draft, vehicle: int, attacker: int) -> None:
    """1.6.7: the crew abandons a vehicle and retreats one hex from where the bottle came."""
    from lnlt.rules.ch15_vehicles.fate import abandon

    crew = len(d.units)
    at = d.units[vehicle].at
    abandon(d, vehicle)
    if len(d.units) > crew and d.units[crew].at == at:
        push_retreat(d, crew, attacker)


def push_retreat(d: Draft, unit: int, attacker: int) -> None:
    """A retreat begins: its own frame, defined where steps and windows are known."""
    from lnlt.rules.ch05_fire.retreat import Retreat

    d.push(Retreat(side=d.units[unit].side, unit=unit, attacker=attacker))
