"""Lines of sight against a slow, independent reading of the rules on random boards."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from los_oracle import Oracle

from lnlt.content.charts import load_chart
from lnlt.core.board import AIR, GROUND, ROOF, UPPER, Art, Board, BuildingSpec, HexSpec
from lnlt.core.hexes import column_letters, xy
from lnlt.rules.ch10_los_spotting.explain import explain, verdict_name
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, Dynamic, Sight, degraded, limited

CHART = load_chart("ww2")
COLUMNS, ROWS = 7, 5
NAMES = sorted(
    (f"{column_letters(c)}{r}" for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)),
    key=lambda n: abs(xy(n)[0] - xy("D3")[0]) + 3 * abs(xy(n)[1] - xy("D3")[1]),
)
"""The hex in the middle is the first one of the board, where most lines pass."""
TERRAINS = ["clear"] * 8 + ["light_woods", "brush", "forest", "wheat_field", "tree_lined_road", "road"]
TERRAINS += ["lc_building"] * 2 + ["hc_building"] * 2
TRIANGLE = ((-400, -700), (900, -300), (200, 800))
BAR = ((-1000, -900), (1000, -900), (1000, -950), (-1000, -950))
EDGE = ((-1000, 1000), (1000, 1000), (0, 400))
COUNTERS = ["smoke", "fire", "ffe", "wreck", "rubble", "roadblock", "craters", "vehicle", "wire"]


def per_hex(*values: object) -> st.SearchStrategy[list[object]]:
    """One of the values for each hex."""
    return st.lists(st.sampled_from(values), min_size=len(NAMES), max_size=len(NAMES))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Small boards with everything that can stand in a line of sight."""
    terrain = draw(per_hex(*TERRAINS))
    levels = draw(per_hex(0, 0, 0, 0, 1, 2, 3)) if draw(st.booleans()) else [0] * len(NAMES)
    shapes = draw(per_hex(850, 850, 850, 850, 600, 1000, TRIANGLE))
    arts = draw(per_hex(None, None, None, None, None, None, None, ("light_woods", BAR), ("forest", EDGE)))
    specs = []
    for n, t, level, shape, art in zip(NAMES, terrain, levels, shapes, arts, strict=True):
        pieces = (Art(*art),) if art else ()
        specs.append(HexSpec(n, *xy(n), t, level, shape, art=pieces))
    plain = Board("random", CHART, specs)
    pairs = [(i, j) for i in range(plain.size) for j in plain.neighbours[i] if j > i]
    chosen = draw(st.lists(st.sampled_from(pairs), max_size=12))
    kinds = draw(st.lists(st.sampled_from(["wall", "hedge", "bocage", "stream_1"]), min_size=12, max_size=12))
    sides = {frozenset((NAMES[i], NAMES[j])): k for (i, j), k in zip(chosen, kinds, strict=False)}
    buildings, taken = [], set()
    joins, lone = draw(st.booleans()), draw(st.booleans())
    for i in range(plain.size):
        if plain.terrain[i].structure and i not in taken:
            group = [i]
            for j in plain.neighbours[i]:
                if joins and j >= 0 and j not in taken and plain.terrain[j].key == plain.terrain[i].key:
                    group.append(j)
            taken |= set(group)
            two = plain.terrain[i].key == "hc_building" and len(group) > 1
            if len(group) == 1 and lone:
                continue
            buildings.append(BuildingSpec(tuple(NAMES[g] for g in group), "", 2 if two else 1, True))
    return Board("random", CHART, specs, sides, buildings)


def verdict(v: int) -> tuple[str, int | None, int | None]:
    """A verdict as the oracle says it."""
    return ("blocked", None, None) if v == BLOCKED else ("open", degraded(v), limited(v))


def agree(sight: Sight, oracle: Oracle, a: int, b: int, dyn: Dynamic, tis: bool) -> None:
    """One line, both ways, with its explanation."""
    want = oracle.line(a, b)
    for p, q in ((a, b), (b, a)):
        got = sight.line(p, q, dyn, tis)
        place = f"{sight.board.loc_name(p)} - {sight.board.loc_name(q)} {dyn}"
        assert verdict(got) == want, f"{place}: {verdict(got)}, oracle {want}\n{explain(sight, p, q, dyn, tis).text()}"
        report = explain(sight, p, q, dyn, tis)
        assert report.verdict == verdict_name(got), place
        if got != BLOCKED:
            assert (report.degraded, report.limited) == (degraded(got), limited(got)), place


@settings(max_examples=25, deadline=None)
@given(boards(), st.integers(0, len(NAMES) - 1))
def test_static_lines_equal_the_slow_reading(board: Board, a: int) -> None:
    """Verdicts between hexes at ground level are those of the slow reading, for every kind of terrain."""
    sight, oracle = Sight(board), Oracle(board)
    for b in range(board.size):
        if board.distance(a, b) > 1:
            agree(sight, oracle, 8 * a, 8 * b, Dynamic(), False)
            assert sight.ground(a, b) == sight.line(8 * a, 8 * b) == sight.ground(b, a)


@settings(max_examples=25, deadline=None)
@given(
    boards(),
    st.integers(0, len(NAMES) - 1),
    st.sampled_from([GROUND, UPPER, ROOF, AIR]),
    st.sampled_from([GROUND, UPPER, ROOF]),
    st.lists(st.tuples(st.integers(0, len(NAMES) - 1), st.sampled_from(COUNTERS)), min_size=1, max_size=6),
    st.lists(st.tuples(st.integers(0, len(NAMES) - 1), st.integers(0, 5)), max_size=2),
    st.booleans(),
)
def test_counters_and_layers_equal_the_slow_reading(
    board: Board,
    a: int,
    layer: int,
    other: int,
    counters: list[tuple[int, str]],
    barricades: list[tuple[int, int]],
    tis: bool,
) -> None:
    """Floors, roofs, helicopters, counters of every shape, Barricades and Thermal Imaging change lines as read."""
    sight = Sight(board)
    sides = [sight.side_counter(i, d, "barricade") for i, d in barricades]
    dyn = Dynamic([*counters, *sides])
    oracle = Oracle(board, counters, [(s.hex, s.direction, s.key) for s in sides], tis)
    for b in range(board.size):
        if board.distance(a, b) > 1:
            agree(sight, oracle, 8 * a + layer, 8 * b + other, dyn, tis)
