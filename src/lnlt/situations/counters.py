"""Unit types of a situation: from a pack, or from kind and printed values."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec.structs import replace

from lnlt.content.counter_words import AMMO, ARMOR, LOAD, MACHINE_GUN, MOUNTS, UNIT_ABILITIES
from lnlt.content.values import unit_values
from lnlt.core.catalog import AIR_KINDS, UNIT_KINDS, Band, Catalog, Gun, Side2, UnitType
from lnlt.situations.errors import SituationError, check_word, no_such
from lnlt.situations.model import GunTable, Plates, Salvo, UnitTable
from lnlt.situations.steps import many

VEHICLE_WEAPON = "vehicle_weapon"
"""23.2.3: the kind of the recoilless rifle that an LVTP-5 can mount."""
AIR_KEYS = ("cannon", "bombs", "around", "evasion")


def own_key(unit: str) -> str:
    """Key of the type made for one unit of a situation."""
    return f"own-{unit}"


def unit_types(entry: UnitTable, catalog: Catalog, nation: str, era: str, where: str, path: str) -> list[UnitType]:
    """The type of a unit, first, and the types it is reduced to or comes from, as far as no pack has them."""
    entry = _with_guns(entry, where, path)
    for number, ability in enumerate(entry.abilities):
        check_word(ability, UNIT_ABILITIES, "ability", where, f"{path}.abilities[{number}]")
    if entry.type is not None:
        base = _from_pack(entry, catalog, where, path)
    elif entry.kind is not None and entry.values is not None:
        base = _from_values(entry, nation, era, where, path)
    else:
        raise SituationError("a unit has a 'type', or 'kind' and 'values'", where, path)
    made = _changed(base, entry, where, path)
    lower = _wholes(made, base, catalog) if entry.type is not None else []
    if entry.reduces_to is not None:
        keys = []
        for number, text in enumerate(many(entry.reduces_to)):
            if text in catalog.units:
                keys.append(text)
                continue
            half = _half_squad(made, entry, text, number, catalog, where, f"{path}.reduces_to")
            lower.append(half)
            keys.append(half.key)
        made = replace(made, key=own_key(entry.id), reduces_to=tuple(keys))
    if entry.dismounts_to is not None:
        leg = entry.dismounts_to
        if leg not in catalog.units:
            fields = printed(made.kind.removeprefix("mounted_"), leg, where, f"{path}.dismounts_to")
            on_foot = _on_foot(made, leg, fields)
            lower.append(on_foot)
            leg = on_foot.key
        made = replace(made, key=own_key(entry.id), dismounts_to=leg)
    return [made, *lower]


def merged(types: list[UnitType]) -> tuple[list[UnitType], dict[str, str]]:
    """Squads and Half-Squads that print the same are one type and can combine (3.0); which keys stand for which."""
    same: dict[str, str] = {}
    seen: dict[UnitType, str] = {}
    kept = []
    for t in sorted(types, key=lambda t: t.kind == "squad"):  # Squads name the Half-Squads they become
        if t.kind in ("squad", "half_squad"):
            t = replace(t, reduces_to=tuple(same.get(key, key) for key in t.reduces_to))
            same[t.key] = seen.setdefault(replace(t, key="", name=""), t.key)
            if same[t.key] != t.key:
                continue
        kept.append(t)
    known = [(t, tuple(same.get(key, key) for key in t.reduces_to)) for t in kept]
    return [
        replace(t, reduces_to=lower, dismounts_to=same.get(t.dismounts_to, t.dismounts_to)) for t, lower in known
    ], same


def _from_pack(entry: UnitTable, catalog: Catalog, where: str, path: str) -> UnitType:
    assert entry.type is not None
    if entry.kind is not None or entry.values is not None:
        raise SituationError("give either a type or kind and values", where, f"{path}.type")
    if entry.type not in catalog.units:
        raise no_such(entry.type, catalog.units, "unit type", where, f"{path}.type")
    return catalog.units[entry.type]


def _wholes(half: UnitType, base: UnitType, catalog: Catalog) -> list[UnitType]:
    """3.0: the Squads that Half-Squads of a pack form, if the file has added something to those; of their badge."""
    if half is base or half.kind != "half_squad":
        return []
    squads = [t for t in catalog.units.values() if t.kind == "squad" and base.key in t.reduces_to]
    return [replace(t, key=f"{half.key}-{t.key}", badge=half.badge, reduces_to=(half.key,)) for t in squads]


def _from_values(entry: UnitTable, nation: str, era: str, where: str, path: str) -> UnitType:
    assert entry.kind is not None
    assert entry.values is not None
    check_word(entry.kind, UNIT_KINDS, "kind", where, f"{path}.kind")
    fields = printed(entry.kind, entry.values, where, f"{path}.values")
    name = f"{entry.kind} {entry.values}"
    return UnitType(own_key(entry.id), name, entry.kind, nation, entry.badge or "", era, **fields)


CAPACITY = re.compile(r"((\d+x?)?P+O?\+?)+")
"""Room for passengers as printed (16.0)."""


def salvo(he: Salvo | None, rof: int, where: str, path: str) -> tuple[int | None, int]:
    """HE-equivalent and rate of fire of a gun; both may be printed as one (14.1).

    >>> salvo("2x3", 1, "", ""), salvo("2 x 3", 1, "", ""), salvo("3", 2, "", ""), salvo("*", 1, "", "")
    ((3, 2), (3, 2), (3, 2), (None, 1))
    """
    if isinstance(he, str) and he.isdecimal():
        he = int(he)
    if isinstance(he, str) and he != "*":
        times, _, value = he.replace(" ", "").lower().partition("x")
        if not (times.isdecimal() and value.isdecimal()):
            raise SituationError(f"{he!r} is no HE-equivalent such as 3, '2x3' or '*'", where, path)
        return int(value), int(times)
    return (he if isinstance(he, int) else None), rof


def _with_guns(entry: UnitTable, where: str, path: str) -> UnitTable:
    """14.1: a to-hit table as packs write it; one that is split by slashes, as printed, is that of two guns."""
    split = any("/" in str(cell) for column in entry.to_hit for cell in column)
    tables = [_half_table(entry, half, where, path) for half in ((0, 1) if split else (0,))]
    if not split:
        return replace(entry, to_hit=tables[0])
    ammo = [half_of(entry.ammo or "ap", half) for half in (0, 1)]
    guns = tuple(
        GunTable(
            table,
            None if entry.he is None else _number(half_of(entry.he, half)),
            ammo[half],
            depletion=(entry.depletion or 0) if ammo[half] == "atgm" else 0,
        )
        for half, table in enumerate(tables)
    )
    return replace(entry, to_hit=(), he=None, ammo=None, depletion=None, guns=guns)


def _half_table(entry: UnitTable, half: int, where: str, path: str) -> tuple[Band, ...]:
    bands: list[Band] = []
    for number, column in enumerate(entry.to_hit):
        cells = [_number(half_of(cell, half)) for cell in column]
        for place, cell in enumerate(cells):
            if not isinstance(cell, int) and (place == 0 or cell not in ("*", "?")):
                raise SituationError(f"{cell!r} is no number", where, f"{path}.to_hit[{number}][{place}]")
        bands.append((cells[0], cells[1], cells[2]))  # type: ignore[arg-type]
    return tuple(bands)


def half_of(cell: int | str, half: int) -> str:
    """The first or second half of what is printed with a slash; the whole if there is none.

    >>> half_of("8/9", 1), half_of(7, 1)
    ('9', '7')
    """
    return str(cell).split("/")[half if "/" in str(cell) else 0].strip()


def _number(cell: str) -> int | str:
    return int(cell) if cell.isdecimal() else cell


def plates(armor: Plates, sides: int) -> tuple[str, ...]:
    """Armor factors as packs write them; one of them, such as "*", stands for all sides, and what flies has one.

    >>> plates("*", 3), plates((5, 3, "2/3"), 3), plates(("2", "2", "2"), 1)
    (('*', '*', '*'), ('5', '3', '2/3'), ('2',))
    """
    found = tuple(str(plate) for plate in ((armor,) if isinstance(armor, str | int) else armor))
    return found[:1] * sides if len(set(found)) == 1 else found


def _he_and_ammo(gun: GunTable, where: str, path: str) -> tuple[int | None, str, int]:
    he, rof = salvo(gun.he, gun.rof, where, path)
    return he, gun.ammo, rof


def _changed(base: UnitType, entry: UnitTable, where: str, path: str) -> UnitType:
    """The type with what the entry adds to it; a pack's type without additions stays what it is."""
    changes: dict[str, Any] = {}
    if base.kind == "aircraft" and entry.he is not None and entry.bombs is None:
        entry = replace(entry, he=None, bombs=entry.he)
    if entry.abilities:
        changes["abilities"] = base.abilities | set(entry.abilities)
    if entry.badge is not None and entry.badge != base.badge:
        changes["badge"] = entry.badge
    if entry.he is not None:
        changes["he"], changes["rof"] = salvo(entry.he, entry.rof or base.rof, where, f"{path}.he")
    if entry.ammo is not None:
        check_word(entry.ammo, AMMO, "ammunition", where, f"{path}.ammo")
    if entry.guns:
        changes["guns"] = tuple(
            Gun(gun.to_hit, *_he_and_ammo(gun, where, f"{path}.guns[{number}].he"), gun.depletion, gun.mount)
            for number, gun in enumerate(entry.guns)
        )
        for number, gun in enumerate(entry.guns):
            check_word(gun.ammo, AMMO, "ammunition", where, f"{path}.guns[{number}].ammo")
            check_word(gun.mount, MOUNTS, "mount", where, f"{path}.guns[{number}].mount")
    for key in ("to_hit", "ammo", "rof", "depletion", "size", "mgs", "capacity", *AIR_KEYS):
        if getattr(entry, key):
            changes[key] = getattr(entry, key)
    if entry.capacity and not CAPACITY.fullmatch(entry.capacity):
        raise SituationError(f"{entry.capacity!r} is no capacity such as 'PPO'", where, f"{path}.capacity")
    armor = plates(entry.armor, 1 if base.kind in AIR_KINDS else 3)
    if armor:
        changes["armor"] = armor
    for key, cells, form in (("armor", armor, ARMOR), ("mgs", entry.mgs, MACHINE_GUN)):
        for number, cell in enumerate(cells):
            if not form.fullmatch(cell):
                raise SituationError(f"{cell!r} is no value of {key!r}", where, f"{path}.{key}[{number}]")
    if armor and len(armor) != (1 if base.kind in AIR_KINDS else 3):
        one = "one armor factor" if base.kind in AIR_KINDS else "armor is front, flank and rear"
        raise SituationError(one, where, f"{path}.armor")
    for key, load in (("cannon", entry.cannon), ("bombs", entry.bombs)):
        if load is not None:
            changes[key] = str(load).replace(" ", "").lower()
            if not LOAD.fullmatch(changes[key]):
                raise SituationError(f"{load!r} is no attack such as '2x3'", where, f"{path}.{key}")
    wanted = [key for key in (*AIR_KEYS, "available", "edges") if key != "evasion" or base.kind != "helicopter"]
    if base.kind != "aircraft" and any(getattr(entry, key) for key in wanted):
        raise SituationError("only aircraft have cannons, bombs and a turn of arrival", where, path)
    if entry.min_range is not None:
        changes["min_range"] = entry.min_range
    if entry.shaken is not None:
        match = re.fullmatch(r"(\d+)-(\d+)", entry.shaken)
        if match is None:
            raise SituationError(f"{entry.shaken!r} is no morale and MF such as '6-2'", where, f"{path}.shaken")
        changes["shaken_morale"], changes["shaken_mf"] = int(match[1]), int(match[2])
    if entry.wounded is not None:
        changes["wounded"] = Side2(**printed("hero", entry.wounded, where, f"{path}.wounded"))
    same = all(getattr(base, key) == value for key, value in changes.items())
    return base if same else replace(base, key=own_key(entry.id), **changes)


def _on_foot(mounted: UnitType, text: str, fields: dict[str, Any]) -> UnitType:
    """The Leg unit a Mounted Unit becomes, by its printed values."""
    kind = mounted.kind.removeprefix("mounted_")
    able = mounted.abilities - {"hit_and_run", "horse", "motorcycle"}
    key = f"{mounted.key}-leg"
    return replace(mounted, key=key, name=f"{kind} {text}", kind=kind, abilities=able, reduces_to=(), **fields)


def _half_squad(
    squad: UnitType, entry: UnitTable, text: str, number: int, catalog: Catalog, where: str, path: str
) -> UnitType:
    if "-" not in text or not re.fullmatch(r"[-\d?*]+", text):
        raise no_such(text, catalog.units, "unit type", where, path)
    key = f"{own_key(entry.id)}-half" + (f"-{number + 1}" if number else "")
    kind = squad.kind if "half" in squad.kind else squad.kind.replace("squad", "half_squad")
    fields = printed(kind, text, where, path)
    return replace(squad, key=key, name=f"{kind} {text}", kind=kind, reduces_to=(), **fields)


def printed(kind: str, text: str, where: str, path: str) -> dict[str, Any]:
    """Fields of a unit type from printed values."""
    try:
        return dict(unit_values(kind, text))
    except ValueError as error:
        raise SituationError(str(error), where, path) from None


def printed_values(t: UnitType) -> str:
    """Values of a type as printed on its counter.

    >>> printed_values(UnitType("x", "X", "squad", fp=2, range=5, mf=4, morale=6))
    '2-5-4-6'
    """
    if t.kind == "vehicle":
        return f"{t.mf}{t.move_class}-{t.morale}"
    order = _order_of(t.kind)
    return "-".join(str(msgspec.structs.asdict(t)[name]) for name in order)


def _order_of(kind: str) -> list[str]:
    for text in ("0", "0-0-0", "0-0-0-0"):
        try:
            return list(unit_values(kind, text))
        except ValueError:
            continue
    return []
