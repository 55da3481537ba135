"""Pack files as written: rows of units, weapons and other counters. `pack_rows` gives them meaning."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from lnlt.content.counter_words import Explosive
from lnlt.core.catalog import Band

Era = Literal["ww2", "modern", "both"]


class GunRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the `guns` of a unit as written."""

    to_hit: tuple[Band, ...] = ()
    he: Explosive = None
    ammo: str = "ap"
    rof: int = 1
    depletion: int = 0
    mount: str = ""
    name: str = ""


class UnitRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[units.KEY]` as written."""

    name: str
    kind: str
    nation: str = ""
    badge: str = ""
    era: Era | None = None
    values: str = ""
    shaken: str = ""
    wounded: str = ""
    abilities: tuple[str, ...] = ()
    reduces_to: tuple[str, ...] = ()
    dismounts_to: str = ""
    skills: tuple[str, ...] = ()
    min_range: int = 0
    he: Explosive = None
    to_hit: tuple[Band, ...] = ()
    ammo: str = ""
    armor: tuple[str, ...] = ()
    mgs: tuple[str, ...] = ()
    capacity: str = ""
    rof: int = 1
    size: int = 0
    depletion: int = 0
    guns: tuple[GunRow, ...] = ()
    cannon: str = ""
    bombs: str = ""
    around: int = 0
    evasion: int = 0
    verified: bool = True


class WeaponRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[weapons.KEY]` as written."""

    name: str
    kind: str
    nation: str = ""
    era: Era | None = None
    values: str = ""
    bipod: str = ""
    abilities: tuple[str, ...] = ()
    min_range: int = 0
    he: Explosive = None
    to_hit: tuple[Band, ...] = ()
    ammo: str = ""
    depletion: int = 0
    uses: int = 0
    capacity: str = ""
    verified: bool = True


class Other(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[others.KEY]`: a counter that is no unit or weapon type, or names without values."""

    name: str
    kind: str
    names: tuple[str, ...] = ()
    fp: int | None = None
    count: int | None = None
    tm: tuple[int, ...] = ()
    verified: bool = True


class PackHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`pack.toml`."""

    name: str
    title: str = ""


class PackFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Any other file of a pack; rows are checked one by one."""

    era: Era = "both"
    units: dict[str, dict[str, Any]] = {}
    weapons: dict[str, dict[str, Any]] = {}
    nations: dict[str, dict[str, Any]] = {}
    skills: dict[str, dict[str, Any]] = {}
    others: dict[str, dict[str, Any]] = {}
    traits: dict[str, dict[str, Any]] = {}
    terrain: dict[str, dict[str, Any]] = {}
    hexsides: dict[str, dict[str, Any]] = {}
    counters: dict[str, dict[str, Any]] = {}
