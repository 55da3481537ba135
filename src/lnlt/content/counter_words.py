"""The words and forms counters are described with, in packs, scenarios and situations."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

UNIT_ABILITIES = frozenset(
    {
        "assault_move", "stealth", "hit_and_run", "assaulter", "melee", "extended_range", "srp", "self_rally",
        "motorcycle", "horse", "mg", "mortar", "atgm", "covered_arc", "pivot_only", "enters_buildings", "open_topped",
        "turret", "tis", "mvam", "split_table", "bomber", "combined_fire", "ambush", "next_to_any",
        "anti_aircraft", "own_eyes",
    }
)  # fmt: skip
WEAPON_ABILITIES = frozenset(
    {
        "tripod", "dismantles", "jams", "melee", "melee_eligible", "close_assault", "close_assault_only",
        "forces_retreat", "single_use", "extended_range", "fires_from_bunkers", "no_downhill", "no_lone_smc",
        "no_heat_penalty", "light", "with_ifp", "no_load", "never_captured",
    }
)  # fmt: skip
WEAPON_KINDS = frozenset(
    {
        "machine_gun", "flamethrower", "satchel_charge", "molotov", "mortar", "bazooka", "panzerfaust", "carl_gustav",
        "law", "rpg", "aa_missile", "apilas", "lrac", "flg_apav", "piat", "rpg_43", "sticky_bomb", "stick_bomb", "atr",
        "claymore", "m203", "rubber_boat", "vehicle_weapon",
    }
)  # fmt: skip


AMMO = frozenset({"ap", "heat", "aa", "atgm", "ap+aa"})
"""Kinds of ammunition (14.1); "ap+aa": a split table whose halves have the same numbers."""
MOUNTS = frozenset({"", "turret", "hull", "all_round"})
Explosive = int | Literal["*"] | None
"""High-Explosive equivalent as written; "*" and nothing: none."""
ARMOR = re.compile(r"(\d+r?|\?|\*)(/(\d+r?|\?|\*))?")
MACHINE_GUN = re.compile(r"(\d+|\?)(\*|R|F)?")
LOAD = re.compile(r"(\d+x)?(\d+|\?)")
WEAPON_TRAITS: dict[str, frozenset[str]] = {
    "piat": frozenset({"fires_from_bunkers", "no_downhill"}),
    "atr": frozenset({"fires_from_bunkers"}),
    "rpg_43": frozenset({"close_assault_only", "single_use"}),
    "sticky_bomb": frozenset({"close_assault_only", "single_use", "light"}),
    "stick_bomb": frozenset({"close_assault", "single_use", "light"}),
    "lrac": frozenset({"no_heat_penalty"}),
    "m203": frozenset({"with_ifp", "no_load", "never_captured", "extended_range"}),
    "flg_apav": frozenset({"with_ifp", "single_use", "extended_range", "fires_from_bunkers"}),
    "claymore": frozenset({"single_use"}),
}
"""What every weapon of a kind is, beside its own abilities (23.1, 23.2)."""
USES = {"m203": 2}
"""How often weapons of a kind can be used, if their row does not say (23.2.2)."""


def weapon_traits(kind: str, abilities: Iterable[str]) -> frozenset[str]:
    """Abilities of a weapon: those of its kind and its own."""
    return WEAPON_TRAITS.get(kind, frozenset()) | frozenset(abilities)


def explosive(he: Explosive) -> int | None:
    """High-Explosive equivalent as the engine knows it."""
    return he if isinstance(he, int) else None
