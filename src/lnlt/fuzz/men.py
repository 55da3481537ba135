"""Riders, Weapon Teams, single men and all kinds of weapons for random battles (`lnlt.fuzz.setups`)."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from lnlt.content.charts import load_chart
from lnlt.content.maps import build_board
from lnlt.core.board import Board
from lnlt.core.catalog import UnitType, WeaponType
from lnlt.core.setup import GameSetup, MarkerSetup
from lnlt.fuzz.works import near

RIDERS = (("mounted_squad", "1-4-12-5", "horse"), ("mounted_squad", "1-4-20-5", "motorcycle"), ("squad", "1-5-4-6", ""))
"""Horse, motorcycle, and a Squad that moves by Stealth."""


def with_riders(setup: GameSetup, seed: int, share: float = 0.4) -> GameSetup:
    """The same battle with some of its Squads mounted (at most one in a hex) or capable of Stealth (6.4, 6.6)."""
    rng = Random(f"riders {seed}")
    types = list(setup.types)
    for side in setup.sides:
        for i, (kind, values, mount) in enumerate(RIDERS):
            fp, reach, mf, morale = (int(n) for n in values.split("-"))
            name = f"{side.id}-rider{i}"
            able = frozenset({mount}) if mount else frozenset({"stealth", "assault_move"})
            numbers = {"fp": fp, "range": reach, "mf": mf, "morale": morale, "shaken_mf": mf // 2, "shaken_morale": 5}
            types.append(UnitType(name, name, kind, side.nation, era=setup.era, abilities=able, **numbers))  # type: ignore[arg-type]
    units, taken = [], set()
    for unit in setup.units:
        if "-squad" in unit.type and rng.random() < share:
            which = rng.randrange(len(RIDERS))
            if RIDERS[which][2] == "" or (unit.at not in taken and "/" not in unit.at):
                taken.add(unit.at)
                unit = replace(unit, type=f"{unit.side}-rider{which}")
        units.append(unit)
    return replace(setup, types=tuple(types), units=tuple(units))


TOOLS = (
    WeaponType("tool-mortar", "Mortar", "mortar", fp=2, range=9, min_range=2),
    WeaponType("tool-satchel", "Satchel Charge", "satchel_charge", fp=6, range=1),
    WeaponType("tool-flame", "Flamethrower", "flamethrower", fp=5, range=1),
    WeaponType("tool-molotov", "Molotov Cocktail", "molotov", fp=1, range=1),
    WeaponType(
        "tool-tripod", "Tripod MG", "machine_gun", fp=3, range=12, bipod=(2, 7), abilities=frozenset({"tripod"})
    ),
    WeaponType("tool-jams", "Old MG", "machine_gun", fp=2, range=8, abilities=frozenset({"jams"})),
    WeaponType("tool-bazooka", "Bazooka", "bazooka", to_hit=((1, 8, 4), (4, 6, 4)), he=2),
)
MEN = ("scout", "advisor", "medic", "commissar", "chaplain", "nurse", "piper", "marksman")


def with_engineers(setup: GameSetup, seed: int, share: float = 0.5) -> GameSetup:
    """The same battle with all kinds of weapons and single men, Weapon Teams, Caves, artillery and perhaps fires."""
    rng = Random(f"engineers {seed}")
    types = list(setup.types)
    for side in setup.sides:
        common = UnitType(
            f"{side.id}-team", "Team", "weapon_team", side.nation, era=setup.era, shaken_morale=6, morale=6
        )
        types.append(replace(common, fp=3, range=12, mf=2, shaken_mf=2, abilities=frozenset({"mg"})))
        man = replace(common, fp=1, range=6, mf=6, lm=1, shaken_mf=3)
        types += [replace(man, key=f"{side.id}-{kind}", name=kind, kind=kind) for kind in MEN]
    weapons = [replace(w, type=rng.choice(TOOLS).key) if rng.random() < share else w for w in setup.weapons]
    ground = sorted({u.at for u in setup.units if "/" not in u.at})
    caves = rng.sample(ground, min(3, len(ground)))
    units = []
    for unit in setup.units:
        if not unit.carries and rng.random() < share:
            if "-squad" in unit.type:
                unit = replace(unit, type=f"{unit.side}-team")
            elif "-leader" in unit.type:
                unit = replace(unit, type=f"{unit.side}-{rng.choice(MEN)}")
        units.append(unit)
    below = [name for name in caves if rng.random() < share]
    units = [replace(u, at=f"{u.at}/cave") if u.at in below else u for u in units]
    board = build_board(setup.board, load_chart(setup.era), setup.id)
    markers = [*setup.markers, *(_cave(rng, board, name) for name in caves)]
    markers += [MarkerSetup("ffe", rng.choice(ground), 3) for _ in range(rng.randint(0, 2))]
    return replace(
        setup,
        types=tuple(types),
        units=tuple(units),
        weapons=tuple(weapons),
        weapon_types=(*setup.weapon_types, *TOOLS),
        markers=tuple(markers),
        options=("fire",) if rng.random() < share else (),
    )


def _cave(rng: Random, board: Board, name: str) -> MarkerSetup:
    """A Cave that opens to one of the hexes around it."""
    return MarkerSetup("cave", name, rng.randint(1, 3), facing=rng.choice(near(board, name)))
