"""What a set-up brings along from packs that are not shipped, and which rules of modules are at work in it."""

from __future__ import annotations

from typing import Any

import msgspec

from lnlt.core.catalog import Nation, Skill
from lnlt.core.trait import Trait

FAR = 999


class ModuleData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a set-up brings along from packs that are not shipped, and the traits at work in it."""

    nations: tuple[Nation, ...] = ()
    skills: tuple[Skill, ...] = ()
    traits: tuple[Trait, ...] = ()
    rules: tuple[str, ...] = ()
    """Traits the scenario switches on: "key", or "key:side" for the units of one side."""
    chart: dict[str, dict[str, dict[str, Any]]] = {}
    """Rows of the terrain chart: "terrain", "hexsides" or "counters" -> key -> row as written."""


NO_MODULE = ModuleData()


def at_work(module: ModuleData, weather: str) -> list[tuple[Trait, str]]:
    """Each trait that counts, with the side it is limited to or ""."""
    switched = dict(text.partition(":")[::2] for text in module.rules)
    return [
        (trait, switched.get(trait.key, ""))
        for trait in module.traits
        if (weather in trait.weather if trait.owner == "weather" else trait.owner or trait.key in switched)
    ]


def sight_limit(module: ModuleData, weather: str, thermal: bool = False) -> int:
    """10.9: how many hexes one sees in the weather of a game, or with thermal sights; 0: as far as terrain lets one."""
    limits: dict[str, int] = {}
    for trait, _ in at_work(module, weather):
        for change in trait.changes:
            if isinstance(change.to, int | float):
                limits[change.on] = min(limits.get(change.on, FAR), int(change.to))
    eyes = limits.get("sight", 0)
    return max(eyes, limits.get("thermal_sight", 0)) if eyes and thermal else eyes
