"""24.0: modules, packs of one's own that a scenario names; what of them a set-up brings along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from lnlt.content import files
from lnlt.content.charts import GROUPS, overlay_rows, overlays
from lnlt.content.packs import Pack, catalog_of, load_catalog, load_pack
from lnlt.content.scenario_file import Scenario
from lnlt.core.catalog import Catalog
from lnlt.core.errors import ContentError
from lnlt.core.module_data import NO_MODULE, ModuleData
from lnlt.core.terrain import Chart
from lnlt.core.trait import Trait

ChartRows = dict[str, dict[str, dict[str, Any]]]
CORE_WEATHER = ("clear", "rain", "snow")
"""Weather the core rules know (10.5.6.1)."""


def own_packs(scenario: Scenario) -> list[Pack]:
    """The packs a scenario names."""
    return [load_pack(Path(folder)) for folder in scenario.packs]


def catalog_for(scenario: Scenario) -> Catalog:
    """All types a scenario can use: those we ship and those of its packs, which replace rows of ours."""
    return load_catalog(scenario.era, [Path(folder) for folder in scenario.packs])


def laid_over(scenario: Scenario, packs: Iterable[Pack]) -> tuple[tuple[str, ...], ChartRows]:
    """10.8: what lies over the terrain chart: shipped overlays by name, then the rows of others and of packs."""
    names = scenario.board.overlays
    known = overlays()
    own = next((i for i, name in enumerate(names) if name not in known), len(names))
    found: ChartRows = {}
    for chart in (*(overlay_rows(name)[0] for name in names[own:]), *(pack.chart for pack in packs)):
        for group in GROUPS:
            for key, row in chart.get(group, {}).items():
                rows = found.setdefault(group, {})
                rows[key] = {**rows.get(key, {}), **row}
    return names[:own], found


def module_data(scenario: Scenario, catalog: Catalog, kinds: Mapping[str, set[str]]) -> ModuleData:
    """What of its packs a scenario brings along, and the traits that may count in it.

    `kinds` says under which keys unit types are known in the game: an entry with abilities of its own is another type
    with the same traits.
    """
    packs = own_packs(scenario)
    _, rows = laid_over(scenario, packs)
    if not (packs or catalog.traits or rows):
        return NO_MODULE
    mine = catalog_of(scenario.era, packs)
    named = {text.partition(":")[0] for text in scenario.traits}
    traits = []
    for trait in catalog.traits.values():
        if trait.owner == "units":
            known = sorted({key for unit in trait.units for key in kinds.get(unit, {unit})})
            traits.append(replace(trait, units=tuple(known)))
        elif trait.owner in ("nations", "terrain") or trait.key in named or scenario.weather in trait.weather:
            traits.append(trait)
    return ModuleData(tuple(mine.nations.values()), tuple(mine.skills.values()), tuple(traits), scenario.traits, rows)


def own_types(scenario: Scenario) -> Catalog:
    """Only what the packs of a scenario bring."""
    return catalog_of(scenario.era, own_packs(scenario))


def with_module(catalog: Catalog, module: ModuleData) -> Catalog:
    """The types we ship with the nations and Skills a set-up brings along."""
    if not (module.nations or module.skills):
        return catalog
    return replace(
        catalog,
        nations={**catalog.nations, **{n.key: n for n in module.nations}},
        skills={**catalog.skills, **{s.key: s for s in module.skills}},
    )


def crosses(traits: Iterable[Trait], key: str, nation: str, terrain: str) -> bool:
    """15.9: whether a trait lets a vehicle of a pack into terrain."""
    return any(
        change.on == "cost" and change.to not in (None, "P") and (not change.terrain or terrain in change.terrain)
        for trait in traits
        if key in trait.units or nation in trait.nations
        for change in trait.changes
    )


def problems(scenario: Scenario, catalog: Catalog, where: str) -> files.Problems:
    """10.9, 22.0: weather nobody knows, and rules that do not exist or belong to something."""
    weather = {*CORE_WEATHER, *(word for trait in catalog.traits.values() for word in trait.weather)}
    if scenario.weather:
        yield from files.word_problems(scenario.weather, weather, "weather", where, "weather")
    rules = [key for key, trait in catalog.traits.items() if not trait.owner]
    sides = [side.id for side in scenario.sides]
    for i, text in enumerate(scenario.traits):
        key, _, side = text.partition(":")
        if key in catalog.traits and key not in rules:
            owner = catalog.traits[key].owner
            yield ContentError(f"{key!r} belongs to {owner}: it counts without being named", where, f"traits.{i}")
        elif key not in rules:
            yield files.unknown(key, rules, "trait", where, f"traits.{i}")
        if side and side not in sides:
            yield ContentError(f"unknown side {side!r}, expected one of {sides}", where, f"traits.{i}")


def trait_references(traits: Sequence[Trait], catalog: Catalog, chart: Chart) -> Iterator[tuple[Trait, str, str]]:
    """Unit types, nations and terrain a trait names that there are not: trait, key and reason."""
    for trait in traits:
        named: list[tuple[str, str, Iterable[str], Mapping[str, object]]] = [
            ("units", "unit type", trait.units, catalog.units),
            ("nations", "nation", trait.nations, catalog.nations),
            ("terrain", "terrain", trait.terrain, chart.terrains),
        ]
        named += [(f"changes.{i}.terrain", "terrain", c.terrain, chart.terrains) for i, c in enumerate(trait.changes)]
        for path, what, words, known in named:
            for word in words:
                if word not in known:
                    yield trait, path, f"unknown {what} {word!r}{files.guess(word, known)}"
