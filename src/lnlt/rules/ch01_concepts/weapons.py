"""1.6: who may fire which Support Weapons on the Direct Fire Table."""

from __future__ import annotations

from itertools import combinations

from lnlt.core.game import Game
from lnlt.core.state import Position, Unit
from lnlt.rules.ch06_movement.mounts import check_mounted_weapon

USERS = frozenset(
    {
        "squad",
        "half_squad",
        "crew",
        "mounted_squad",
        "mounted_half_squad",
        "leader",
        "hero",
        "scout",
        "commissar",
        "political_officer",
        "advisor",
    }
)
"""Kinds that may carry and fire Support Weapons."""


def carries(kind: str) -> int:
    """1.6: a Squad carries two weapons, any other eligible unit one."""
    if kind not in USERS:
        return 0
    return 2 if kind in ("squad", "mounted_squad") else 1


def fires_at(game: Game, s: Position, weapon: int, distance: int) -> bool:
    """Whether a weapon fires on the Direct Fire Table at that range."""
    t = game.weapon_types[s.weapons[weapon].type]
    return t.fp is not None and t.min_range <= distance <= t.range


def usable(game: Game, s: Position, unit: Unit, distance: int) -> tuple[int, ...]:
    """Weapons of a unit that may join direct fire at that range."""
    if not unit.carries or game.types[unit.type].kind not in USERS:
        return ()
    found = tuple(w for w in unit.carries if fires_at(game, s, w, distance))
    if game.mounted and found:
        found = tuple(w for w in found if check_mounted_weapon(game, s, unit, w) is None)
    return found


def uses_ifp(kind: str, fired: int) -> bool:
    """1.6: a Squad keeps its Inherent Firepower beside one weapon, every other unit gives it up for a weapon."""
    if not fired:
        return True
    return kind in ("squad", "mounted_squad") and fired == 1


def weapon_sets(game: Game, s: Position, unit: Unit, distance: int) -> list[tuple[int, ...]]:
    """Every set of weapons a unit may fire together at that range, none and most included."""
    found = usable(game, s, unit, distance)
    limit = carries(game.types[unit.type].kind)
    return [pick for n in range(min(limit, len(found)) + 1) for pick in combinations(found, n)]
