"""Printed values of counters: unit types, weapon types, nations, skills. Values only, no rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from lnlt.core.trait import Trait

MMC_KINDS = frozenset({"squad", "half_squad", "crew", "weapon_team", "mounted_squad", "mounted_half_squad"})
SMC_KINDS = frozenset(
    {
        "leader",
        "hero",
        "medic",
        "corpsman",
        "sniper",
        "armor_leader",
        "scout",
        "commissar",
        "political_officer",
        "chaplain",
        "advisor",
        "nurse",
        "piper",
        "marksman",
    }
)
VEHICLE_KINDS = frozenset({"vehicle"})
AIR_KINDS = frozenset({"helicopter", "aircraft"})
UNIT_KINDS = MMC_KINDS | SMC_KINDS | VEHICLE_KINDS | AIR_KINDS

Cell = int | Literal["*", "?"]
"""A number of a to-hit table; "*": the weapon does not fire so far, "?": not known."""
Band = tuple[int, Cell, Cell]
"""Range, to-hit number, penetration: one column of a to-hit table (14.1)."""


class Gun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One piece of ordnance: its to-hit table, ammunition and High-Explosive equivalent (14.1)."""

    to_hit: tuple[Band, ...] = ()
    he: int | None = None
    """None: it cannot attack other targets than vehicles."""
    ammo: str = "ap"
    """ap, heat, aa or atgm."""
    rof: int = 1
    """Shots in an impulse: the N of "N x"."""
    depletion: int = 0
    """A missile launcher is empty after a colored die below this (14.4.1)."""
    mount: str = ""
    """turret, hull or all_round; "" = in the turret of a vehicle that has one, else in the hull."""
    name: str = ""


class Side2(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Values of the wounded side of a Hero, where the counter prints others."""

    fp: int
    range: int
    mf: int
    morale: int


class UnitType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A counter type as printed. MMCs and Heroes: fp-range-mf-morale; Leaders: morale-lm-mf."""

    key: str
    name: str
    kind: str
    nation: str = ""
    badge: str = ""
    """Identification badge: who leads, rallies and fires with whom (1.1)."""
    era: str = "both"
    fp: int = 0
    range: int = 0
    mf: int = 0
    morale: int = 0
    lm: int = 0
    shaken_morale: int | None = None
    shaken_mf: int | None = None
    wounded: Side2 | None = None
    abilities: frozenset[str] = frozenset()
    """assault_move, stealth, hit_and_run, assaulter (A), melee (M), extended_range, srp, self_rally …"""
    reduces_to: tuple[str, ...] = ()
    """Half-Squad types; of two the first on an odd, the second on an even die, of more in turn (5.1, 13.0)."""
    dismounts_to: str = ""
    """Leg type a Mounted Unit becomes when it dismounts (6.6)."""
    skills: tuple[str, ...] = ()
    min_range: int = 0
    he: int | None = None
    to_hit: tuple[Band, ...] = ()
    verified: bool = True
    ammo: str = ""
    """ap, heat, aa, atgm; "ap+aa" for a split table."""
    move_class: str = ""
    """T, O or R of a vehicle."""
    armor: tuple[str, ...] = ()
    """Front, flank, rear as "hull/turret", "r" behind a red factor, "*" unarmored, "?" unknown; aircraft have one."""
    mgs: tuple[str, ...] = ()
    """Machine-guns as printed; a star = all round and only when open, R = in the rear arc (15.0)."""
    capacity: str = ""
    """Passenger capacity as printed: P, PP, PPO …"""
    rof: int = 1
    size: int = 0
    """Modifier for vehicle size (15.6)."""
    depletion: int = 0
    guns: tuple[Gun, ...] = ()
    """Its ordnance, where it has more than one or more is known of it than `to_hit`, `he`, `ammo` and `rof` say."""
    cannon: str = ""
    """Attacks of an aircraft as "hexes x value", "?" unknown (19.1.2)."""
    bombs: str = ""
    around: int = 0
    """Firepower of a bomber in the six hexes around its target (19.1.3)."""
    evasion: int = 0
    """What a module adds to to-hit rolls against it (19.1.4)."""

    @property
    def is_mmc(self) -> bool:
        """Multi-Man Counter (1.1)."""
        return self.kind in MMC_KINDS

    @property
    def is_mortar_team(self) -> bool:
        """Mortar Weapon Team (18.1): marked as one, or with a minimum range and no to-hit table."""
        if self.kind != "weapon_team":
            return False
        return "mortar" in self.abilities or (self.min_range > 0 and not self.to_hit and self.he is None)

    @property
    def fires_as(self) -> str:
        """Kind of unit it is where it fires."""
        return "mortar_team" if self.is_mortar_team else self.kind

    @property
    def is_smc(self) -> bool:
        """Single-Man Counter (1.1)."""
        return self.kind in SMC_KINDS


class WeaponType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Support Weapon type as printed (1.6)."""

    key: str
    name: str
    kind: str
    """machine_gun, flamethrower, satchel_charge, molotov, mortar, bazooka, atr, aa_missile …"""
    nation: str = ""
    era: str = "both"
    fp: int | None = None
    """Firepower on the Direct Fire Table; None = does not fire there."""
    range: int = 0
    min_range: int = 0
    abilities: frozenset[str] = frozenset()
    """tripod, jams, melee, single_use …"""
    he: int | None = None
    to_hit: tuple[Band, ...] = ()
    ammo: str = ""
    verified: bool = True
    bipod: tuple[int, int] | None = None
    """Firepower and range of the bipod side of a tripod weapon (1.6.1)."""
    depletion: int = 0
    uses: int = 0
    """Times it can be used, 0 = no limit."""
    capacity: str = ""


class NationTerrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a nation's Leg units differ from the chart in one terrain."""

    terrain: str
    tm: int | None = None
    leg: int | None = None
    """Leg cost in Movement Points."""
    stacking: bool = True
    """False: the smaller stacking limit of the terrain does not bind them."""


class Nation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """National characteristics (13.0); None = the module gives no value."""

    key: str
    name: str
    smoke: int | None = None
    starshell: int | None = None
    hero_faces: tuple[int, ...] = (2, 4, 6)
    fire_die: int = 6
    """Sides of the die it attacks with in fire combat (Q-531)."""
    ambush: bool = False
    verified: bool = True
    era: str = "both"
    shares_with: tuple[str, ...] = ()
    """Nations whose Support Weapons count as own."""
    terrain: tuple[NationTerrain, ...] = ()
    colour: str = ""
    """Colour of its counters, "#rrggbb"."""
    edge: str = ""
    """Pattern of their edge, so that sides differ without colour."""


class Skill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Skill (12.0): who may have it; what it does is code in `traits`, if the facts give it."""

    key: str
    name: str
    who: tuple[str, ...] = ()
    single_use: bool = False
    verified: bool = True
    """False: the effect is not known; it can be assigned and does nothing, and a Hero does not draw it."""
    count: int = 1
    """Counters of it."""


class Catalog(msgspec.Struct, frozen=True):
    """All types a game may use."""

    units: Mapping[str, UnitType]
    weapons: Mapping[str, WeaponType]
    nations: Mapping[str, Nation]
    skills: Mapping[str, Skill]
    traits: Mapping[str, Trait] = {}
