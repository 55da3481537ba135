"""Random boards for random battles (`lnlt.fuzz.setups`)."""

from __future__ import annotations

from random import Random

from lnlt.content.charts import load_chart
from lnlt.core import hexes
from lnlt.core.setup import BoardSetup, BuildingPatch, HexPatch, SidePatch

TERRAIN = ("brush", "low_crops", "wheat_field", "light_woods", "forest", "lc_building", "hc_building", "marsh")
HEXSIDES = ("wall", "hedge", "bocage", "stream_2", "stream_4")


def random_board(rng: Random, columns: int, rows: int, era: str, dense: float) -> BoardSetup:
    """A board with hills, woods, buildings of one or two stories, walls, hedges, streams and a road."""
    chart = load_chart(era)
    kinds = [t for t in TERRAIN if t in chart.terrains]
    sides = [h for h in HEXSIDES if h in chart.hexsides]
    names = {(c, r): f"{hexes.column_letters(c)}{r}" for c in range(1, columns + 1) for r in range(1, rows + 1)}
    level = dict.fromkeys(names, 0)
    for _ in range(rng.randint(0, 2)):
        top, size, height = rng.choice(sorted(names)), rng.randint(1, 3), rng.randint(1, 2)
        for place, name in names.items():
            far = hexes.distance(*hexes.xy(name), *hexes.xy(names[top]))
            if far <= size:
                level[place] = max(level[place], height if far < size else 1)
    terrain = {p: rng.choice(kinds) if rng.random() < dense else "clear" for p in names}
    if rng.random() < 0.7:
        row = rng.randint(1, rows)
        for c in range(1, columns + 1):
            terrain[c, row] = "road"
    patches = {names[p]: HexPatch(terrain[p], level[p] or None) for p in names if terrain[p] != "clear" or level[p]}
    return BoardSetup(
        size=(columns, rows),
        hexes=patches,
        hexsides=tuple(_walls(rng, names, sides, dense)),
        buildings=tuple(_buildings(rng, names, terrain)),
    )


def _walls(rng: Random, names: dict[tuple[int, int], str], kinds: list[str], dense: float) -> list[SidePatch]:
    grid = {hexes.xy(name): name for name in names.values()}
    found = []
    for (x, y), name in sorted(grid.items()):
        for dx, dy in hexes.STEPS[:3]:
            other = grid.get((x + dx, y + dy))
            if other is not None and rng.random() < dense / 5:
                found.append(SidePatch((name, other), rng.choice(kinds)))
    return found


def _buildings(
    rng: Random, names: dict[tuple[int, int], str], terrain: dict[tuple[int, int], str]
) -> list[BuildingPatch]:
    """Every building hex belongs to one building; some have two hexes, two stories or a roof to stand on."""
    found, done = [], set()
    for place in sorted(names):
        if not terrain[place].endswith("_building") or place in done:
            continue
        group = [place]
        below = (place[0], place[1] + 1)
        if terrain.get(below) == terrain[place] and rng.random() < 0.7:
            group.append(below)
        done.update(group)
        kind = terrain[place].removesuffix("_building")
        floors = 2 if kind == "hc" and rng.random() < 0.5 else 1
        found.append(BuildingPatch(tuple(names[p] for p in group), kind, floors, rng.random() < 0.3))
    return found
