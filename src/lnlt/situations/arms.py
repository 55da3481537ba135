"""Support Weapon types of a situation: from a pack, or from kind and printed values."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from lnlt.content.counter_words import AMMO, USES, WEAPON_ABILITIES, WEAPON_KINDS, explosive, weapon_traits
from lnlt.content.values import weapon_values
from lnlt.core.catalog import Catalog, Gun, UnitType, WeaponType
from lnlt.situations.counters import VEHICLE_WEAPON, own_key
from lnlt.situations.errors import SituationError, check_word, no_such
from lnlt.situations.model import WeaponTable

STATED = {
    "rpg_43": "3-0", "sticky_bomb": "1-0", "stick_bomb": "1-0", "molotov": "1-1", "claymore": "0-1", "m203": "2-3",
    "flg_apav": "2-3",
}  # fmt: skip
"""Firepower and range that the rules state for every weapon of a kind (1.6.7, 23.1, 23.2, Q-182)."""
STATED_RANGE = {"satchel_charge": "1"} | {kind: values.partition("-")[2] for kind, values in STATED.items()}
"""Range where only the firepower differs: a Satchel Charge is thrown next door (1.6.3)."""
STATED_AMMO = {"aa_missile": "aa", "piat": "heat", "apilas": "heat", VEHICLE_WEAPON: "heat"}
STATED_HE = {VEHICLE_WEAPON: 5}
STATED_DEPLETION = {"apilas": 4}
"""The same of ammunition (1.6.6, 23.1.1, 23.2.3), High-Explosive equivalent (23.2.3) and supply (23.2.6)."""


def weapon_type(entry: WeaponTable, catalog: Catalog, era: str, where: str, path: str) -> WeaponType:
    """The type of a weapon: from a pack, or made for this weapon alone."""
    for number, ability in enumerate(entry.abilities):
        check_word(ability, WEAPON_ABILITIES, "ability", where, f"{path}.abilities[{number}]")
    if entry.type is not None:
        if entry.kind is not None or entry.values is not None:
            raise SituationError("give either a type or kind and values", where, f"{path}.type")
        if entry.type not in catalog.weapons:
            raise no_such(entry.type, catalog.weapons, "weapon type", where, f"{path}.type")
        return _changed_weapon(catalog.weapons[entry.type], entry, where, path)
    if entry.kind == "rubber_boat":
        return catalog.weapons["rubber-boat"]
    entry = replace(entry, values=_weapon_values(entry.kind or "", entry.values))
    if entry.kind is None or (entry.values is None and not entry.to_hit and entry.he is None):
        raise SituationError("a weapon has a 'type', or 'kind' and 'values' or 'to_hit'", where, path)
    check_word(entry.kind, WEAPON_KINDS, "kind", where, f"{path}.kind")
    fp, reach = None, 0
    shortest = entry.min_range or 0
    if entry.values is not None:
        numbers = entry.values.split("-")
        if entry.kind == "mortar" and len(numbers) == 3 and numbers[1].isdecimal():  # firepower, least and most range
            shortest = int(numbers.pop(1))
        fp, reach = _two_values("-".join(numbers), where, f"{path}.values")
    other = None
    marks = weapon_traits(entry.kind, entry.abilities)
    if entry.ammo is not None:
        check_word(entry.ammo, AMMO, "ammunition", where, f"{path}.ammo")
    if entry.bipod is not None:
        other = _two_values(entry.bipod, where, f"{path}.bipod")
    elif entry.side_up in ("bipod", "dismantled", "tripod", "assembled") and entry.kind == "machine_gun":
        marks |= {"tripod"} if entry.side_up != "dismantled" else {"tripod", "dismantles"}
        other = (fp, reach) if entry.side_up == "bipod" and fp is not None else None
    return WeaponType(
        key=own_key(entry.id),
        name=f"{entry.kind} {entry.values or ''}".strip(),
        kind=entry.kind,
        era=era,
        fp=fp,
        range=reach,
        min_range=shortest,
        abilities=marks,
        he=explosive(entry.he if entry.he is not None else STATED_HE.get(entry.kind)),
        to_hit=entry.to_hit,
        ammo=entry.ammo or STATED_AMMO.get(entry.kind, ""),
        depletion=STATED_DEPLETION.get(entry.kind, 0) if entry.depletion is None else entry.depletion,
        bipod=other,
        uses=USES.get(entry.kind, 0),
        nation=entry.nation or "",
    )


def with_rifle(vehicle: UnitType, rifle: WeaponType) -> UnitType:
    """23.2.3: a vehicle with the recoilless rifle on it: in place of its machine guns, turned like a turret."""
    gun = Gun(rifle.to_hit, rifle.he, rifle.ammo, mount="turret")
    return replace(vehicle, key=f"{vehicle.key}-{rifle.key}", mgs=(), guns=(gun,))


def _changed_weapon(base: WeaponType, entry: WeaponTable, where: str, path: str) -> WeaponType:
    """A weapon of a pack with what the entry states otherwise; without that it stays what it is."""
    changes: dict[str, Any] = {}
    if entry.abilities:
        changes["abilities"] = base.abilities | set(entry.abilities)
    if entry.he is not None:
        changes["he"] = explosive(entry.he)
    if entry.ammo is not None:
        check_word(entry.ammo, AMMO, "ammunition", where, f"{path}.ammo")
        changes["ammo"] = entry.ammo
    if entry.bipod is not None:
        changes["bipod"] = _two_values(entry.bipod, where, f"{path}.bipod")
        changes["abilities"] = changes.get("abilities", base.abilities) | {"tripod"}
    if entry.to_hit:
        changes["to_hit"] = entry.to_hit
    for key in ("depletion", "min_range", "nation"):
        if getattr(entry, key) is not None:
            changes[key] = getattr(entry, key)
    same = all(getattr(base, key) == value for key, value in changes.items())
    return base if same else replace(base, key=own_key(entry.id), **changes)


def _two_values(text: str, where: str, path: str) -> tuple[int, int]:
    """Firepower and range as printed."""
    try:
        return weapon_values(text)
    except ValueError as error:
        raise SituationError(str(error), where, path) from None


def _weapon_values(kind: str, text: str | None) -> str | None:
    """Firepower and range as written; what every weapon of the kind has may be left out.

    >>> _weapon_values("rpg_43", "3"), _weapon_values("m203", None), _weapon_values("satchel_charge", "6")
    ('3-0', '2-3', '6-1')
    >>> _weapon_values("machine_gun", "2-8"), _weapon_values("machine_gun", "2")
    ('2-8', '2')
    """
    if text is not None and text.isdecimal() and kind in STATED_RANGE:
        return f"{text}-{STATED_RANGE[kind]}"
    return STATED.get(kind) if text is None else text
