"""Vehicles for random battles (`lnlt.fuzz_setups`): tanks, open tops and trucks among the Squads."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from lnlt.content.charts import load_chart
from lnlt.content.maps import build_board
from lnlt.core.catalog import UnitType
from lnlt.core.setup import GameSetup, UnitSetup
from lnlt.core.terrain import OFFROAD, PROHIBITED, ROADBOUND, TRACKED

CARS = {
    "tank": {
        "mf": 12, "move_class": "T", "armor": ("5/4", "3/4", "2/3"), "he": 3, "to_hit": ((7, 8, 4), (14, 6, 3)),
        "mgs": ("4", "2*"),
    },
    "carrier": {
        "mf": 14, "move_class": "O", "armor": ("2", "1", "*"), "mgs": ("2*",), "capacity": "PP",
        "abilities": frozenset({"open_topped"}),
    },
    "assault-gun": {
        "mf": 9, "move_class": "T", "armor": ("6", "4", "0"), "he": 4, "to_hit": ((9, 8, 5),), "mgs": ("2R",),
    },
    "truck": {"mf": 20, "move_class": "R", "armor": ("*", "*", "*"), "mgs": (), "capacity": "PP"},
}  # fmt: skip
COLUMNS = {"T": TRACKED, "O": OFFROAD, "R": ROADBOUND}


def with_vehicles(setup: GameSetup, seed: int, share: float = 0.25) -> GameSetup:
    """The same battle with vehicles in place of some Squads: on the move, fighting, overrunning (15, 17)."""
    rng = Random(f"cars {seed}")
    board = build_board(setup.board, load_chart(setup.era), setup.id)
    types = list(setup.types)
    for side in setup.sides:
        for name, values in CARS.items():
            car = UnitType(f"{side.id}-{name}", name, "vehicle", side.nation, era=setup.era, morale=6)
            types.append(replace(car, **values))
    units: list[UnitSetup] = []
    taken: set[str] = set()
    for unit in setup.units:
        name = rng.choice(sorted(CARS))
        free = "-squad" in unit.type and not unit.carries and "/" not in unit.at and unit.at and unit.at not in taken
        if free and rng.random() < share:
            terrain = board.terrain[board.index[unit.at]]
            column = COLUMNS[str(CARS[name]["move_class"])]
            if not terrain.structure and terrain.cost[column] != PROHIBITED:
                taken.add(unit.at)
                unit = replace(unit, type=f"{unit.side}-{name}", status=(), markers=())
        units.append(unit)
    return replace(setup, types=tuple(types), units=tuple(units))
