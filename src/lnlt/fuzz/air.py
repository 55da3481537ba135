"""Airstrikes and anti-aircraft guns for random battles (`lnlt.fuzz.setups`)."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from lnlt.content.charts import load_chart
from lnlt.content.maps import build_board
from lnlt.core.catalog import UnitType
from lnlt.core.setup import Airstrike, GameSetup, UnitSetup

PLANES: dict[str, dict[str, Any]] = {
    "fighter": {"cannon": "2x3", "bombs": "2x3", "armor": ("1",)},
    "attacker": {"cannon": "4x6", "bombs": "1x8", "armor": ("4",), "evasion": 1},
    "bomber": {"bombs": "1x8", "around": 4, "armor": ("1",), "abilities": frozenset({"bomber"})},
}


def with_aircraft(setup: GameSetup, seed: int, share: float = 0.2) -> GameSetup:
    """The same battle with two or three airstrikes a side, and flak in place of some Squads (19.1)."""
    rng = Random(f"air {seed}")
    board = build_board(setup.board, load_chart(setup.era), setup.id)
    types, units, strikes = list(setup.types), list[UnitSetup](), list[Airstrike]()
    for side in setup.sides:
        for name, values in PLANES.items():
            plane = UnitType(f"{side.id}-{name}", name, "aircraft", side.nation, era=setup.era, morale=6)
            types.append(replace(plane, **values))
        flak = UnitType(f"{side.id}-flak", "Flak", "weapon_team", side.nation, era=setup.era, mf=2, morale=6)
        types.append(
            replace(flak, he=2, rof=2, to_hit=((9, 9, 3), (18, 7, 2)), ammo="aa", shaken_mf=2, shaken_morale=6)
        )
    for unit in setup.units:
        if "-squad" in unit.type and not unit.carries and "/" not in unit.at and unit.at and rng.random() < share:
            terrain = board.terrain[board.index[unit.at]]
            if terrain.weapon_teams and not terrain.structure:
                unit = replace(unit, type=f"{unit.side}-flak")
        units.append(unit)
    for side in setup.sides:
        for k in range(rng.randint(2, 3)):
            name = f"{side.id}-air-{k + 1}"
            units.append(UnitSetup(name, side.id, f"{side.id}-{rng.choice(sorted(PLANES))}"))
            strikes.append(Airstrike(name, rng.randint(1, 2), rng.choice(((), ("north",)))))
    return replace(setup, types=tuple(types), units=tuple(units), airstrikes=tuple(strikes))
