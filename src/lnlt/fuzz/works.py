"""Fortifications, Mortars and artillery for random battles (`lnlt.fuzz.setups`)."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from lnlt.content.charts import load_chart
from lnlt.content.maps import build_board
from lnlt.core.board import Board
from lnlt.core.catalog import UnitType
from lnlt.core.setup import GameSetup, MarkerSetup, Mission
from lnlt.rules.ch21_fortifications.placing import check_placing


def with_works(setup: GameSetup, seed: int, share: float = 0.5) -> GameSetup:
    """The same battle with Bunkers and Squads in them, Trenches, Wire, Mines, Mortar Teams and artillery (18, 21)."""
    rng = Random(f"works {seed}")
    board = build_board(setup.board, load_chart(setup.era), setup.id)
    ground = sorted({u.at for u in setup.units if "/" not in u.at})
    owner = {u.at: u.side for u in setup.units}
    markers = list(setup.markers)
    bunkers: set[str] = set()
    for name in rng.sample(ground, min(8, len(ground))):
        kind = rng.choice(("bunker", "bunker", "foxholes", "trench", "trench", "emplacement", "wire", "mines"))
        if check_placing(board, kind, board.index[name], [m.kind for m in markers if m.at == name]) is None:
            facing = rng.choice(near(board, name)) if kind == "bunker" else ""
            markers.append(MarkerSetup(kind, name, rng.randint(1, 3), owner[name], facing))
            bunkers |= {name} if kind == "bunker" else set()
    for name in rng.sample(board.names, min(12, board.size)):
        kind = rng.choice(("wire", "mines", "mines", "trench"))
        if check_placing(board, kind, board.index[name], [m.kind for m in markers if m.at == name]) is None:
            markers.append(MarkerSetup(kind, name, rng.randint(1, 2), rng.choice(("blue", "red", ""))))
    types = list(setup.types)
    for side in setup.sides:
        team = UnitType(f"{side.id}-mortar", "Mortar", "weapon_team", side.nation, era=setup.era, fp=2, range=15)
        types.append(replace(team, min_range=2, mf=2, shaken_mf=2, morale=6, shaken_morale=6))
    units = []
    for unit in setup.units:
        if "-squad" in unit.type and not unit.carries and not unit.at.endswith("upper") and rng.random() < 0.2:
            i = board.index[unit.at]
            if board.terrain[i].weapon_teams and not board.terrain[i].structure:
                unit = replace(unit, type=f"{unit.side}-mortar")
        elif unit.at in bunkers and rng.random() < share:
            unit = replace(unit, at=f"{unit.at}/bunker")
        units.append(unit)
    options = ("alternative_missions",) if rng.random() < share else ()
    missions = tuple(Mission(f"{s.id}-guns", s.id, rng.randint(1, 6), rng.randint(1, 3)) for s in setup.sides)
    return replace(
        setup, types=tuple(types), units=tuple(units), markers=tuple(markers), missions=missions, options=options
    )


def near(board: Board, name: str) -> list[str]:
    """Hexes beside a hex."""
    return [board.names[j] for j in board.neighbours[board.index[name]] if j >= 0]
