"""1.1, 1.5, 5.1: values of a unit as they are now, wounds and Shaken sides counted in."""

from __future__ import annotations

from msgspec.structs import replace

from lnlt.core.catalog import UnitType, WeaponType
from lnlt.core.flags import BULK, IMMOBILIZED, SHAKEN, WOUNDED
from lnlt.core.game import Game
from lnlt.core.hooks import ValueHook
from lnlt.core.state import NOBODY, Position, Unit
from lnlt.rules.facts.kinds import LEADER_KINDS
from lnlt.rules.facts.kits import aboard, armor_leader, company

MORALE: ValueHook[int, [Game, Unit]] = ValueHook("morale", rule="1.5")
MOVEMENT: ValueHook[int, [Game, Position, Unit]] = ValueHook("movement factor", rule="6.0")

FREE_LOADS = frozenset({"satchel_charge", "molotov", "sticky_bomb", "stick_bomb"})
"""Weapons a Single-Man Counter carries without losing Movement Points (1.6.3, 1.6.7, 23.1.3, 23.1.4)."""


def is_light(t: WeaponType) -> bool:
    """1.6.3, 1.6.7, 23.1.3, 23.1.4, 23.2.2: a Single-Man Counter carries it without losing Movement Points."""
    return t.kind in FREE_LOADS or bool(t.abilities & {"light", "no_load"})


def kind(game: Game, unit: Unit) -> UnitType:
    """The printed values of a unit."""
    return game.types[unit.type]


def morale(game: Game, unit: Unit, s: Position | None = None) -> int:
    """1.5: morale of the side that is up; a wounded SMC has one less, a Hero his wounded side's (5.1).

    With a position, an Advisor in the unit's location counts as well (11.9).
    """
    t = game.types[unit.type]
    value = t.morale
    if unit.flags & SHAKEN and t.shaken_morale is not None:
        value = t.shaken_morale
    if unit.flags & BULK and s is not None and (leader := armor_leader(game, s, s.ids[unit.id])) != NOBODY:
        value = _led(game.types[s.units[leader].type], bool(unit.flags & SHAKEN))
    if unit.flags & WOUNDED:
        if t.kind == "hero":
            value = t.wounded.morale if t.wounded else value
        else:
            value -= 1
    if game.has_advisors and s is not None and advised(game, s, unit):
        value += 1
    return MORALE.apply(game.hooks, value, game, unit)


def _led(t: UnitType, shaken: bool) -> int:
    """11.5: a vehicle has the Morale of its Armor Leader."""
    return t.shaken_morale if shaken and t.shaken_morale is not None else t.morale


def advised(game: Game, s: Position, unit: Unit) -> bool:
    """11.9, 16.0, Q-244, Q-547: a friendly Advisor, Good Order or Shaken, is with the unit: passengers in one vehicle
    are with each other and with it; a second Advisor adds nothing."""
    number = s.ids[unit.id]
    near = [*company(s, number), *(aboard(s, number) if unit.flags & BULK else ())]
    return any(
        s.units[o].side == unit.side and o != number and game.types[s.units[o].type].kind == "advisor" for o in near
    )


def leadership(game: Game, unit: Unit) -> int:
    """11.1.1: Leadership Modifier; a wounded Leader's is one less, never below 0 (5.1, Q-042, Q-553)."""
    t = game.types[unit.type]
    return max(0, t.lm - 1) if unit.flags & WOUNDED and t.kind in LEADER_KINDS else t.lm


def firepower(game: Game, unit: Unit) -> int:
    """Inherent Firepower of a Good Order unit."""
    t = game.types[unit.type]
    return t.wounded.fp if unit.flags & WOUNDED and t.wounded else t.fp


def fire_range(game: Game, unit: Unit) -> int:
    """Printed range of the Inherent Firepower."""
    t = game.types[unit.type]
    return t.wounded.range if unit.flags & WOUNDED and t.wounded else t.range


def unloaded(game: Game, s: Position, unit: Unit) -> int:
    """1.6.1: Movement Factor a unit would have without its Support Weapons."""
    return movement(game, s, replace(unit, carries=()))


def movement(game: Game, s: Position, unit: Unit) -> int:
    """6.0: Movement Factor in whole points; a lone Single-Man Counter with a Support Weapon has two less (1.6)."""
    t = game.types[unit.type]
    mf = t.mf
    if not unit.carries and not unit.flags & (SHAKEN | WOUNDED | IMMOBILIZED) and MOVEMENT not in game.hooks.table:
        return mf
    if unit.flags & BULK:
        return _driven(unit, MOVEMENT.apply(game.hooks, mf, game, s, unit))
    if unit.flags & SHAKEN and t.shaken_mf is not None:
        mf = t.shaken_mf
    elif unit.flags & WOUNDED and t.wounded:
        mf = t.wounded.mf
    if unit.carries and t.is_smc:
        heavy = any(not is_light(game.weapon_types[s.weapons[w].type]) for w in unit.carries)
        mf = max(0, mf - 2) if heavy else mf
    return MOVEMENT.apply(game.hooks, mf, game, s, unit)


def _driven(unit: Unit, mf: int) -> int:
    """15.0, 21.4.1: a Shaken vehicle has half its Movement Factor, rounded down; an immobilized one none."""
    if unit.flags & IMMOBILIZED:
        return 0
    return mf // 2 if unit.flags & SHAKEN else mf


def is_leg(game: Game, s: Position, unit: int) -> bool:
    """1.1: MMCs and SMCs, mounted ones too; not vehicles or aircraft."""
    t = game.types[s.units[unit].type]
    return t.is_mmc or t.is_smc


def is_mg_team(t: UnitType) -> bool:
    """1.7: a Weapon Team with a machine gun: no to-hit table, no High Explosive, no Mortar."""
    return t.kind == "weapon_team" and ("mg" in t.abilities or (t.fp > 0 and not is_gun(t)))


def is_missile_team(t: UnitType) -> bool:
    """14.4: a Weapon Team that fires guided missiles."""
    return "atgm" in t.abilities or t.ammo == "atgm" or any(gun.ammo == "atgm" for gun in t.guns)


def is_gun(t: UnitType) -> bool:
    """1.7.1, 18.1: whether the counter has a to-hit table, High Explosive or a minimum range."""
    return bool(t.to_hit or t.he is not None or t.min_range or "mortar" in t.abilities)


def same_nation(one: str, two: str) -> bool:
    """Whether two nations are one, or one is a force of the other ("us" and "us_airborne")."""
    return one.partition("_")[0] == two.partition("_")[0]


def same_command(game: Game, a: Unit, b: Unit) -> bool:
    """1.1, 3.0: same nationality and badge; a counter without a badge goes with all of its nation. [Q-201]

    A counter that several nations use is of its side's.
    """
    if a.side != b.side:
        return False
    one, two = game.types[a.type], game.types[b.type]
    own = game.sides[a.side].nation
    if not same_nation(one.nation or own, two.nation or own):
        return False
    return one.badge == two.badge or not one.badge or not two.badge
