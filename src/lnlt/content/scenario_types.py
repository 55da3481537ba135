"""Entries of a scenario: ids of its units, and types of units, weapons and Heroes, from a pack or their own."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from lnlt.content import files
from lnlt.content.counter_words import USES, WEAPON_KINDS, weapon_traits
from lnlt.content.modules import catalog_for
from lnlt.content.scenario_file import Scenario, UnitEntry, WeaponEntry
from lnlt.content.values import unit_values, weapon_values
from lnlt.core.catalog import UNIT_KINDS, Catalog, UnitType, WeaponType
from lnlt.core.errors import ContentError


def unit_ids(scenario: Scenario) -> Iterator[tuple[int, UnitEntry, str]]:
    """Number of the entry, entry and id of every single unit.

    An entry without id is called after its side and kind or type; more than one unit gets numbers.
    """
    used: dict[str, int] = {}
    for number, entry in enumerate(scenario.units):
        stem = entry.id or f"{entry.side}-{entry.kind or entry.type}"
        for _ in range(entry.count):
            used[stem] = used.get(stem, 0) + 1
            many = entry.count > 1 or not entry.id
            yield number, entry, f"{stem}-{used[stem]}" if many else stem


def own_unit_type(scenario: Scenario, number: int, entry: UnitEntry, where: str) -> UnitType:
    """The type of an entry that gives kind and values itself."""
    path = f"units.{number}"
    files.check_word(entry.kind, UNIT_KINDS, "kind", where, f"{path}.kind")
    with files.value_errors(where, f"{path}.values"):
        fields = unit_values(entry.kind, entry.values)
    side = next((s for s in scenario.sides if s.id == entry.side), None)
    return msgspec.convert(
        {
            "key": f"{scenario.id}/{number}",
            "name": entry.name or f"{entry.kind} {entry.values}",
            "kind": entry.kind,
            "nation": side.nation if side else "",
            "badge": entry.badge,
            "era": scenario.era,
            "abilities": entry.abilities,
            "reduces_to": entry.reduces_to,
            "dismounts_to": entry.dismounts_to,
            **fields,
        },
        UnitType,
    )


def unit_type(scenario: Scenario, number: int, entry: UnitEntry, catalog: Catalog, where: str) -> UnitType:
    """The type of an entry: from a pack, with added abilities, or its own; Skills belong to the unit (12.0)."""
    path = f"units.{number}"
    if not entry.type:
        return own_unit_type(scenario, number, entry, where)
    if entry.kind or entry.values:
        raise ContentError("give either a type or kind and values", where, f"{path}.type")
    files.check_word(entry.type, catalog.units, "unit type", where, f"{path}.type")
    base = catalog.units[entry.type]
    if not (entry.abilities or entry.badge or entry.reduces_to or entry.dismounts_to):
        return base
    return msgspec.structs.replace(
        base,
        key=f"{scenario.id}/{number}",
        abilities=base.abilities | set(entry.abilities),
        badge=entry.badge or base.badge,
        reduces_to=entry.reduces_to or base.reduces_to,
        dismounts_to=entry.dismounts_to or base.dismounts_to,
    )


def weapon_type(scenario: Scenario, number: int, entry: WeaponEntry, catalog: Catalog, where: str) -> WeaponType:
    """The type of a weapon: from a pack or its own."""
    path = f"weapons.{number}"
    if entry.type:
        files.check_word(entry.type, catalog.weapons, "weapon type", where, f"{path}.type")
        return catalog.weapons[entry.type]
    files.check_word(entry.kind, WEAPON_KINDS, "kind", where, f"{path}.kind")
    with files.value_errors(where, f"{path}.values"):
        fp, reach = weapon_values(entry.values)
    name = entry.name or f"{entry.kind} {entry.values}"
    key, marks = f"{scenario.id}/weapon-{number}", weapon_traits(entry.kind, ())
    uses = USES.get(entry.kind, 0)
    return WeaponType(key, name, entry.kind, "", scenario.era, fp, reach, abilities=marks, uses=uses)


def hero_type(scenario: Scenario, side: str, number: int, where: str) -> UnitType:
    """A Hero of a pack, or a counter that stands for one."""
    row = scenario.heroes.types[side][number]
    nation = next((s.nation for s in scenario.sides if s.id == side), "")
    path = f"heroes.types.{side}"
    if isinstance(row, str):
        heroes = {t.key: t for t in catalog_for(scenario).units.values() if t.kind == "hero"}
        files.check_word(row, heroes, "hero type", where, path)
        return heroes[row]
    with files.value_errors(where, path):
        fields = unit_values("hero", row.values)
        back = unit_values("hero", row.wounded) if row.wounded else None
    return msgspec.convert(
        {
            "key": f"{scenario.id}/hero-{side}-{number + 1}",
            "name": row.name,
            "kind": "hero",
            "nation": nation,
            "era": scenario.era,
            "abilities": ("assault_move",),
            "wounded": back,
            **fields,
        },
        UnitType,
    )
