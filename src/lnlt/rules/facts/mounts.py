"""6.6: who is mounted: horses, motorcycles, Single-Man Counters who ride along; what may be fired from the saddle."""

from __future__ import annotations

from collections.abc import Iterable

from lnlt.core.flags import MOVING
from lnlt.core.game import Game
from lnlt.core.state import Position, Unit
from lnlt.core.tally import Refusal

MOUNTED = frozenset({"mounted_squad", "mounted_half_squad"})
"""Kinds of Mounted Units."""
FROM_MOTORCYCLES = 2
"""Firepower of the heaviest Support Weapon fired from a motorcycle (6.6.2)."""


def is_mount(game: Game, s: Position, unit: int) -> bool:
    """6.6: a Mounted Unit."""
    return game.mounted and game.types[s.units[unit].type].kind in MOUNTED


def company(game: Game, s: Position, unit: Unit) -> list[Unit]:
    """6.6, Q-260: the Mounted Units whose status a Single-Man Counter shares: those in his location that move, or
    stand still, as he does."""
    if not game.mounted or not game.types[unit.type].is_smc:
        return []
    everyone = s.units
    there = (everyone[o] for o in s.by_loc.get(unit.at, ()))
    return [
        o
        for o in there
        if o.side == unit.side and game.types[o.type].kind in MOUNTED and not (o.flags ^ unit.flags) & MOVING
    ]


def is_mounted(game: Game, s: Position, unit: Unit) -> bool:
    """6.6: a Mounted Unit, or a Single-Man Counter who shares its status."""
    if not game.mounted:
        return False
    return game.types[unit.type].kind in MOUNTED or bool(company(game, s, unit))


def rides(game: Game, s: Position, unit: int, group: Iterable[int]) -> bool:
    """6.6: a Single-Man Counter who moves with a Mounted Unit rides too: its terrain column and Movement Factor."""
    return game.mounted and game.types[s.units[unit].type].is_smc and any(is_mount(game, s, o) for o in group)


def on_motorcycles(game: Game, s: Position, unit: Unit) -> bool:
    """6.6.2: whether a mounted unit sits on motorcycles; all others on horses."""
    if game.types[unit.type].kind in MOUNTED:
        return "motorcycle" in game.types[unit.type].abilities
    return any("motorcycle" in game.types[o.type].abilities for o in company(game, s, unit))


def check_mounted_weapon(game: Game, s: Position, unit: Unit, weapon: int) -> Refusal | None:
    """6.6.1, 6.6.2: Cavalry uses no Support Weapon; motorcycles those of Firepower 2 or less, no ordnance."""
    if not is_mounted(game, s, unit):
        return None
    params: dict[str, str | int] = {"unit": unit.id, "weapon": s.weapons[weapon].id}
    if not on_motorcycles(game, s, unit):
        return Refusal("6.6.1", "not_from_the_saddle", params)
    t = game.weapon_types[s.weapons[weapon].type]
    if t.fp is None or t.fp > FROM_MOTORCYCLES or t.to_hit or t.kind == "mortar":
        return Refusal("6.6.2", "not_from_the_saddle", params)
    return None
