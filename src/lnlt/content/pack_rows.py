"""Rows of a pack, checked and turned into the types the engine knows."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from lnlt.content import files
from lnlt.content.counter_words import (
    AMMO,
    ARMOR,
    LOAD,
    MACHINE_GUN,
    MOUNTS,
    UNIT_ABILITIES,
    USES,
    WEAPON_ABILITIES,
    WEAPON_KINDS,
    explosive,
    weapon_traits,
)
from lnlt.content.pack_file import Era, GunRow, Other, UnitRow, WeaponRow
from lnlt.content.values import unit_values, weapon_values
from lnlt.core.catalog import UNIT_KINDS, Gun, Nation, Side2, Skill, UnitType, WeaponType
from lnlt.core.errors import ContentError
from lnlt.core.trait import Trait
from lnlt.traits.modules import complaint


def unit(key: str, raw: dict[str, Any], era: Era, where: str, path: str) -> UnitType:
    """A `[units.KEY]` row as a unit type."""
    row = files.convert(raw, UnitRow, where, path)
    files.check_word(row.kind, UNIT_KINDS, "kind", where, f"{path}.kind")
    for ability in row.abilities:
        files.check_word(ability, UNIT_ABILITIES, "ability", where, f"{path}.abilities")
    with files.value_errors(where, f"{path}.values"):
        fields: dict[str, Any] = unit_values(row.kind, row.values) if row.values else {}
    shaken = row.shaken.split("-")
    if row.shaken and (len(shaken) != 2 or not all(re.fullmatch(r"\d+|[?*]", s) for s in shaken)):
        raise ContentError(f"{row.shaken!r} is no Shaken morale and MF such as '6-2'", where, f"{path}.shaken")
    with files.value_errors(where, f"{path}.wounded"):
        wounded = msgspec.convert(unit_values("hero", row.wounded), Side2) if row.wounded else None
    _check_arms(row, where, path)
    return UnitType(
        key=key,
        name=row.name,
        kind=row.kind,
        nation=row.nation,
        badge=row.badge,
        era=row.era or era,
        shaken_morale=int(shaken[0]) if shaken[0].isdigit() else None,
        shaken_mf=int(shaken[1]) if row.shaken and shaken[1].isdigit() else None,
        wounded=wounded,
        abilities=frozenset(row.abilities),
        reduces_to=row.reduces_to,
        dismounts_to=row.dismounts_to,
        skills=row.skills,
        min_range=row.min_range,
        he=explosive(row.he),
        to_hit=row.to_hit,
        verified=row.verified,
        ammo=row.ammo,
        armor=row.armor,
        mgs=row.mgs,
        capacity=row.capacity,
        rof=row.rof,
        size=row.size,
        depletion=row.depletion,
        guns=tuple(map(gun_of, row.guns)),
        cannon=row.cannon,
        bombs=row.bombs,
        around=row.around,
        evasion=row.evasion,
        **fields,
    )


def _check_arms(row: UnitRow, where: str, path: str) -> None:
    """Armor, guns and loads are written as they should be, and what is not known is marked so."""
    tables = [row.to_hit, *(gun.to_hit for gun in row.guns)]
    unknown = any("?" in band for table in tables for band in table)
    written = row.values + row.shaken + "".join((*row.armor, *row.mgs, row.cannon, row.bombs))
    if row.verified and (unknown or "?" in written):
        raise ContentError("a row with '?' needs verified = false", where, f"{path}.verified")
    for what, cells, form, like in (
        ("armor", row.armor, ARMOR, "armor such as '5/4', '2r' or '*'"),
        ("mgs", row.mgs, MACHINE_GUN, "machine-gun such as '4', '4*', '2R', or a flamethrower '4F'"),
        ("cannon", (row.cannon,) if row.cannon else (), LOAD, "attack such as '2x3'"),
        ("bombs", (row.bombs,) if row.bombs else (), LOAD, "attack such as '2x3'"),
    ):
        for i, cell in enumerate(cells):
            if not form.fullmatch(cell):
                raise ContentError(f"{cell!r} is no {like}", where, f"{path}.{what}.{i}")
    for i, gun in enumerate(row.guns):
        files.check_word(gun.ammo, AMMO, "ammunition", where, f"{path}.guns.{i}.ammo")
        files.check_word(gun.mount, MOUNTS, "mount", where, f"{path}.guns.{i}.mount")
    if row.ammo:
        files.check_word(row.ammo, AMMO, "ammunition", where, f"{path}.ammo")


def gun_of(row: GunRow) -> Gun:
    """A gun as the engine knows it."""
    return Gun(row.to_hit, explosive(row.he), row.ammo, row.rof, row.depletion, row.mount, row.name)


def weapon(key: str, raw: dict[str, Any], era: Era, where: str, path: str) -> WeaponType:
    """A `[weapons.KEY]` row as a weapon type."""
    row = files.convert(raw, WeaponRow, where, path)
    files.check_word(row.kind, WEAPON_KINDS, "kind", where, f"{path}.kind")
    for ability in row.abilities:
        files.check_word(ability, WEAPON_ABILITIES, "ability", where, f"{path}.abilities")
    with files.value_errors(where, f"{path}.values"):
        fp, reach = weapon_values(row.values) if row.values else (None, 0)
    with files.value_errors(where, f"{path}.bipod"):
        bipod = weapon_values(row.bipod) if row.bipod else None
    if row.verified and ("?" in row.values + row.bipod or any("?" in band for band in row.to_hit)):
        raise ContentError("a row with '?' needs verified = false", where, f"{path}.verified")
    return WeaponType(
        key=key,
        name=row.name,
        kind=row.kind,
        nation=row.nation,
        era=row.era or era,
        fp=fp,
        range=reach,
        min_range=row.min_range,
        abilities=weapon_traits(row.kind, row.abilities),
        he=explosive(row.he),
        to_hit=row.to_hit,
        ammo=row.ammo,
        verified=row.verified,
        bipod=bipod,
        depletion=row.depletion,
        uses=row.uses or USES.get(row.kind, 0),
        capacity=row.capacity,
    )


def nation(key: str, raw: dict[str, Any], era: Era, where: str, path: str) -> Nation:
    """A `[nations.KEY]` row."""
    return files.convert({"era": era, **raw, "key": key}, Nation, where, path)


def skill(key: str, raw: dict[str, Any], _era: Era, where: str, path: str) -> Skill:
    """A `[skills.KEY]` row (12.0)."""
    skill = files.convert({**raw, "key": key}, Skill, where, path)
    for kind in skill.who:
        files.check_word(kind, UNIT_KINDS, "kind", where, f"{path}.who")
    return skill


def trait(key: str, raw: dict[str, Any], era: Era, where: str, path: str) -> Trait:
    """A `[traits.KEY]` row: a rule of a pack (24.0)."""
    trait = files.convert({"era": era, **raw, "key": key}, Trait, where, path)
    reason, wrong = complaint(trait)
    if reason:
        raise ContentError(reason, where, f"{path}.{wrong}")
    for i, change in enumerate(trait.changes):
        for kind in change.kinds:
            files.check_word(kind, UNIT_KINDS, "kind", where, f"{path}.changes.{i}.kinds")
        for ammo in change.ammo:
            files.check_word(ammo, AMMO, "ammunition", where, f"{path}.changes.{i}.ammo")
    return trait


def other(key: str, raw: dict[str, Any], _era: Era, where: str, path: str) -> tuple[str, Other]:
    """An `[others.KEY]` row with its key."""
    return key, files.convert(raw, Other, where, path)
