"""What a side brings, in a few lines for a scenario's card."""

from __future__ import annotations

from collections import Counter

import msgspec

from lnlt.core.catalog import UnitType, WeaponType
from lnlt.core.game import Game
from lnlt.core.setup import GameSetup


class Force(msgspec.Struct, frozen=True):
    """So many counters that look alike, or fire missions of one strength."""

    count: int
    name: str
    kind: str
    support: bool = False
    """A Support Weapon, not a unit."""


def forces(game: Game, setup: GameSetup, side: str) -> tuple[Force, ...]:
    """Units, then Support Weapons, carried or not yet handed out, then fire missions."""
    own = [u for u in setup.units if u.side == side]
    units = Counter(_named(game.types[game.type_index[u.type]]) for u in own)
    loose = [w for g in setup.groups if g.side == side for w in g.weapons]
    types = {w.id: game.weapon_types[game.weapon_type_index[w.type]] for w in setup.weapons}
    weapons = Counter(_named(types[w]) for w in (*(w for u in own for w in u.carries), *loose) if w in types)
    missions = Counter[int]()
    for mission in setup.missions:
        if mission.side == side:
            missions[mission.fp] += mission.count
    return (
        *(Force(count, name, kind) for (name, kind), count in units.items()),
        *(Force(count, name, kind, support=True) for (name, kind), count in weapons.items()),
        *(Force(count, f"fire mission of {fp} FP", "fire_mission") for fp, count in missions.items()),
    )


def _named(t: UnitType | WeaponType) -> tuple[str, str]:
    return t.name, t.kind
