"""Rules of modules as plain data: traits with their changes (10.8, 10.9, 15.9)."""

from __future__ import annotations

from typing import Literal

import msgspec

Point = Literal[
    "fire", "melee", "cover", "to_hit", "to_be_hit", "armor", "spot", "be_spotted", "smoke", "fire_start",
    "fire_growth", "flammable", "morale", "movement", "range", "cost", "sight", "thermal_sight",
]  # fmt: skip
"""Where a change takes effect."""


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing a trait changes, and when: `value` is added, or `to` takes the place of what there was."""

    on: Point
    value: float = 0
    to: float | Literal["P"] | None = None
    """"P": prohibited (cost)."""
    terrain: tuple[str, ...] = ()
    """Only for this terrain: entered (cost), shot at, looked at, burning."""
    movers: tuple[Literal["leg", "T", "O", "R"], ...] = ()
    """Only for these movement classes (cost)."""
    kinds: tuple[str, ...] = ()
    """Only for units of these kinds."""
    ammo: tuple[str, ...] = ()
    """Only against this ammunition (armor)."""
    within: int = 0
    """Only up to this range, 0 = any."""
    beyond: int = 0
    """Only farther than this."""


class Trait(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rule of a module as data: of unit types, nations, terrain or weather, or one that a scenario switches on."""

    key: str
    name: str
    changes: tuple[Change, ...]
    units: tuple[str, ...] = ()
    nations: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    weather: tuple[str, ...] = ()
    era: str = "both"
    verified: bool = True

    @property
    def owner(self) -> str:
        """What it belongs to: units, nations, terrain, weather, or "" for a rule that a scenario switches on."""
        return next((name for name in OWNERS if getattr(self, name)), "")


OWNERS = ("units", "nations", "terrain", "weather")
