"""10.3: the first hex of a board counts like every other: what is seen there is seen two columns further on."""

from __future__ import annotations

from random import Random

import pytest

from lnlt.content.charts import load_chart
from lnlt.content.maps import build_board
from lnlt.core.board import UPPER
from lnlt.core.setup import BoardSetup, BuildingPatch, HexPatch, SidePatch
from lnlt.rules.ch10_los_spotting.sight import Sight
from lnlt.rules.facts.sight_counters import NO_COUNTERS, Dynamic

COLUMNS, ROWS = "ABCD", (0, 1, 2, 3)
TERRAIN = ("clear", "clear", "forest", "hc_building", "hc_building", "light_woods", "brush")
COUNTERS = ("smoke", "rubble", "wreck")


def moved(name: str, by: int) -> str:
    """A hex some columns to the right."""
    return chr(ord(name[0]) + by) + name[1:]


def sight(hexes: dict[str, HexPatch], walls: list[tuple[str, str, str]], by: int) -> Sight:
    """The same things, some columns further to the right."""
    houses = [n for n, patch in hexes.items() if patch.terrain == "hc_building"]
    setup = BoardSetup(
        size=(10, 8),
        hexes={moved(n, by): patch for n, patch in hexes.items()},
        hexsides=tuple(SidePatch((moved(a, by), moved(b, by)), kind) for a, b, kind in walls),
        buildings=tuple(BuildingPatch((moved(n, by),), "hc", 2) for n in houses),
    )
    return Sight(build_board(setup, load_chart("ww2"), "corner"))


@pytest.mark.parametrize("seed", range(12))
def test_corner_is_a_place_like_any_other(seed: int) -> None:
    """10.3, 10.3.2: terrain, buildings, hexsides and counters at the first hex act as they do elsewhere."""
    rng = Random(seed)
    names = [f"{c}{r}" for c in COLUMNS for r in ROWS]
    hexes = {n: HexPatch(rng.choice(TERRAIN), rng.choice((0, 0, 1))) for n in names}
    hexes["A0"] = HexPatch("hc_building" if seed % 2 else rng.choice(TERRAIN), rng.choice((0, 1)))
    pairs = [("A0", "A1"), ("A0", "B0"), ("A0", "B1"), ("A1", "B1"), ("B1", "B2")]
    walls = [(a, b, rng.choice(("wall", "hedge", "bocage"))) for a, b in pairs if rng.random() < 0.5]
    known = load_chart("ww2").hexsides
    walls = [w for w in walls if w[2] in known]
    here, there = sight(hexes, walls, 0), sight(hexes, walls, 2)
    lying = [(rng.choice(names), rng.choice(COUNTERS)) for _ in range(2)] if seed % 3 == 0 else []
    one, two = (
        Dynamic((s.board.index[moved(n, by)], key) for n, key in lying) if lying else NO_COUNTERS
        for s, by in ((here, 0), (there, 2))
    )
    for a in names:
        for b in names:
            for layer in (0, UPPER):
                if layer and hexes[b].terrain != "hc_building":
                    continue
                left = here.line(here.board.loc(a), here.board.loc(b) + layer, one)
                right = there.line(there.board.loc(moved(a, 2)), there.board.loc(moved(b, 2)) + layer, two)
                assert left == right, (a, b, layer)
