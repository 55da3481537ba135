"""14.1: pieces of ordnance: which a unit has, what their to-hit tables say, what they are loaded with.

A weapon of a unit is one number: a Support Weapon by its position in the state, an own gun by the complement of its
number (-1 is the first). So a shot, and an acquired target, is told by plain ints.
"""

from __future__ import annotations

from functools import lru_cache

from lnlt.core.catalog import Band, Gun, UnitType, WeaponType
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.facts.kits import OWN_GUNS
from lnlt.rules.facts.weapons import USERS

GUN_NAMES = ("main", "second")
"""How the guns of a split table are called: the upper left numbers, the lower right ones."""
HOLLOW_CHARGE = frozenset({"heat", "atgm"})
"""14.2, Q-302: ammunition with red numbers."""
STANDARD = frozenset({"ap", "ap+aa"})
"""14.1: ammunition with black or white numbers."""
AA_AMMO = frozenset({"aa", "ap+aa"})
"""Ammunition with blue or green numbers."""
TURRET, HULL, ALL_ROUND = "turret", "hull", "all_round"


@lru_cache(maxsize=1024)
def own_guns(t: UnitType) -> tuple[Gun, ...]:
    """14.1: the guns of a vehicle, helicopter or Weapon Team; none for other units, and none with an unknown table."""
    if t.kind not in ("vehicle", "helicopter", "weapon_team"):
        return ()
    if t.guns:
        return t.guns
    return (Gun(t.to_hit, t.he, t.ammo or "ap", t.rof, t.depletion),) if t.to_hit else ()


@lru_cache(maxsize=1024)
def weapon_gun(t: WeaponType) -> Gun | None:
    """1.6.4: a Support Weapon that fires ordnance, as a gun."""
    return Gun(t.to_hit, t.he, t.ammo or "ap", 1, t.depletion) if t.to_hit else None


def gun_of(game: Game, s: Position, unit: int, weapon: int) -> Gun | None:
    """The gun a weapon number of a unit stands for."""
    if weapon >= 0:
        return weapon_gun(game.weapon_types[s.weapons[weapon].type])
    guns = own_guns(game.types[s.units[unit].type])
    return guns[~weapon] if ~weapon < len(guns) else None


def weapons_of(game: Game, s: Position, unit: int) -> tuple[int, ...]:
    """Every piece of ordnance of a unit: its own guns, or the Support Weapons it carries and may use."""
    u = s.units[unit]
    t = game.types[u.type]
    own = own_guns(t)
    if own:
        return tuple(~n for n in range(len(own)))
    if not u.carries or t.kind not in USERS:
        return ()
    return tuple(w for w in u.carries if game.weapon_types[s.weapons[w].type].to_hit)


def weapon_named(game: Game, s: Position, unit: int, name: str) -> int | None:
    """A piece of ordnance of a unit by name: "main", "second", a Support Weapon; "" if there is only one to mean."""
    have = weapons_of(game, s, unit)
    if name in OWN_GUNS and (not name or not any(s.weapons[w].id == name for w in have if w >= 0)):
        code = ~OWN_GUNS[name]
        if code in have:
            return code
        return have[0] if not name and len(have) == 1 else None
    return next((w for w in have if w >= 0 and s.weapons[w].id == name), None)


def weapon_name(game: Game, s: Position, unit: int, weapon: int) -> str:
    """How a weapon is called in commands: the only gun of a unit needs no name."""
    if weapon >= 0:
        return s.weapons[weapon].id
    return GUN_NAMES[~weapon] if len(own_guns(game.types[s.units[unit].type])) > 1 else ""


def reach(gun: Gun) -> int:
    """14.1: how far a gun fires at all."""
    return max((far for far, hit, pen in gun.to_hit if "*" not in (hit, pen)), default=0)


def column(gun: Gun, distance: int) -> Band | None:
    """14.1: the first column of the to-hit table that reaches so far; None beyond the last.

    >>> sherman = Gun(((7, 8, 4), (14, 6, 3), (28, 5, 3)))
    >>> [column(sherman, n) for n in (7, 8, 28, 29)]
    [(7, 8, 4), (14, 6, 3), (28, 5, 3), None]
    """
    return next((band for band in gun.to_hit if distance <= band[0]), None)


def check_column(gun: Gun, distance: int, vehicle: bool, unit: str) -> Refusal | None:
    """14.1: the target must be within a column without an asterisk, and its numbers known."""
    params: dict[str, str | int] = {"unit": unit, "distance": distance}
    band = column(gun, distance)
    if band is None or "*" in band:
        return Refusal("14.1", "out_of_range", params)
    if band[1] == "?" or (vehicle and band[2] == "?"):
        return Refusal("14.1", "unknown_table", params)
    return None


def to_hit_number(gun: Gun, distance: int) -> int:
    """14.1: the to-hit number at a distance that `check_column` has let pass."""
    band = column(gun, distance)
    return band[1] if band is not None and isinstance(band[1], int) else 0


def penetration_value(gun: Gun, distance: int) -> int:
    """14.1: the penetration value at a distance that `check_column` has let pass."""
    band = column(gun, distance)
    return band[2] if band is not None and isinstance(band[2], int) else 0


@lru_cache(maxsize=1024)
def has_turret(t: UnitType) -> bool:
    """15.1.1: a vehicle with two armor factors per facing, or that is said to have one."""
    return t.kind == "vehicle" and ("turret" in t.abilities or any("/" in cell for cell in t.armor))


def mount_of(t: UnitType, gun: Gun) -> str:
    """14.1, 23.2.3: where a gun sits: in the turret, in the hull (a Weapon Team's too), or free to all sides.

    Q-410: helicopters turn as they like.
    """
    if t.kind == "helicopter":
        return ALL_ROUND
    return gun.mount or (TURRET if has_turret(t) else HULL)


def is_aa(game: Game, s: Position, unit: int, weapon: int, gun: Gun) -> bool:
    """14.1, 19.1.1, 19.2.7, Q-164: blue or green numbers on the to-hit table, or a unit marked AA."""
    marked = weapon < 0 and "anti_aircraft" in game.types[s.units[unit].type].abilities
    return gun.ammo in AA_AMMO or marked


def is_missile(gun: Gun) -> bool:
    """14.4: a launcher of Anti-Tank Guided Missiles."""
    return gun.ammo == "atgm"


def is_hollow(gun: Gun) -> bool:
    """14.2, Q-302: High-Explosive Anti-Tank ammunition, guided missiles included."""
    return gun.ammo in HOLLOW_CHARGE


def is_shot(gun: Gun) -> bool:
    """14.1: standard ammunition, black or white numbers, of which two weapons may be fired in one turn."""
    return gun.ammo in STANDARD
