"""10.3: what explanations of lines say, and that tables of whole boards say what the exact procedure does."""

from __future__ import annotations

from random import Random

import pytest

from lnlt.content.charts import load_chart
from lnlt.content.maps import BuildingEntry, custom_board
from lnlt.core.board import Board, BuildingSpec, HexSpec
from lnlt.core.hexes import column_letters, xy
from lnlt.rules.ch10_los_spotting.explain import explain
from lnlt.rules.ch10_los_spotting.judge import Judge
from lnlt.rules.ch10_los_spotting.sight import NO_COUNTERS, Dynamic, Sight

CHART = load_chart("ww2")
HOUSE = ("C4", "D4")


@pytest.fixture(scope="module")
def house() -> Sight:
    """A building of two floors with a roof."""
    entries = dict.fromkeys(HOUSE, "hc_building")
    return Sight(custom_board(None, CHART, entries, [], [BuildingEntry(HOUSE, floors=2)], needed=["H8"]))


@pytest.mark.parametrize(
    ("start", "end", "code", "rule", "distance"),
    [
        ("C4", "C4", "same", "10.3", 0),
        ("C4", "C4/upper", "adjacent", "10.3", 1),
        ("C4/upper", "C4", "adjacent", "10.3", 1),
        ("C4", "C3", "adjacent", "10.3", 1),
        ("C4", "C4/roof", "roof", "10.6", 1),
        ("C4/roof", "C4", "roof", "10.6", 1),
        ("C4/upper", "D4/roof", "roof", "10.6", 1),
        ("C4", "D4/upper", "other_floor", "10.2", 1),
        ("D4/upper", "C4", "other_floor", "10.2", 1),
        ("D4/tunnel", "D4/roof", "not_adjacent", "10.4.1", 1),
        ("D4/roof", "D4/tunnel", "not_adjacent", "10.4.1", 1),
        ("D4/upper", "D4/bunker", "not_adjacent", "10.4.1", 1),
        ("D4/bunker", "D4/upper", "not_adjacent", "10.4.1", 1),
    ],
)
def test_near_places(house: Sight, start: str, end: str, code: str, rule: str, distance: int) -> None:
    """10.4.1, 10.6, Q-089: why places in one hex or in neighbouring hexes see each other or do not."""
    report = explain(house, house.board.loc(start), house.board.loc(end))
    assert [(r.code, r.rule) for r in report.reasons] == [(code, rule)]
    assert report.range == distance
    assert report.verdict == ("clear" if code in ("same", "adjacent") else "blocked")
    assert report.decided == (None if report.verdict == "clear" else 0)


def test_along_a_side_with_nothing_beside_it() -> None:
    """10.3.2: where both hexes beside the line are off the map there is nothing to say but that it is open."""
    sight = Sight(Board("gap", CHART, [HexSpec(n, *xy(n), "clear") for n in ("A1", "C1")]))
    (reason,) = explain(sight, 0, 8).reasons
    assert (reason.code, reason.hexes, reason.params["top"]) == ("open_side", (), 0)


def test_smoke_and_fire_beside_the_line() -> None:
    """10.3.2, 10.5.6.4: of two that hide alike the first is named."""
    sight = Sight(custom_board(None, CHART, needed=["J5", "K3"]))
    board = sight.board
    dyn = Dynamic((board.index["J4"], key) for key in ("smoke", "fire"))
    report = explain(sight, board.loc("J5"), board.loc("K3"), dyn)
    assert [(r.code, r.params["key"]) for r in report.reasons] == [("smoke_side", "fire")]


def random_board(seed: int) -> Board:
    """Hills, buildings of one and two floors with and without neighbours, woods, hexside terrain; shuffled hexes."""
    rng = Random(seed)
    names = [f"{column_letters(c)}{r}" for c in range(1, 9) for r in range(1, 7)]
    rng.shuffle(names)
    kinds = (
        ["clear"] * 6 + ["light_woods", "brush", "forest", "tree_lined_road"] + ["hc_building"] * 3 + ["lc_building"]
    )
    most = rng.choice((0, 1, 2, 3))
    specs = [
        HexSpec(n, *xy(n), rng.choice(kinds), rng.randint(0, most), rng.choice((850, 850, 500, 1000))) for n in names
    ]
    plain = Board("plain", CHART, specs)
    sides = {
        frozenset((names[i], names[j])): rng.choice(("wall", "hedge", "bocage", "stream_1"))
        for i in range(plain.size)
        for j in plain.neighbours[i]
        if j > i and rng.random() < 0.08
    }
    buildings, taken = [], set()
    for i in range(plain.size):
        if plain.terrain[i].structure and i not in taken and rng.random() < 0.9:
            group = [i]
            for j in plain.neighbours[i]:
                if j >= 0 and j not in taken and plain.terrain[j].key == plain.terrain[i].key and rng.random() < 0.7:
                    group.append(j)
            taken |= set(group)
            buildings.append(BuildingSpec(tuple(names[g] for g in group), "", rng.choice((1, 2)), True))
    return Board("random", CHART, specs, sides, buildings)


@pytest.mark.parametrize("seed", range(16))
def test_tables_equal_the_exact_procedure(seed: int) -> None:
    """10.3: the table of a board, made by masks, has the verdict of every single line."""
    board = random_board(seed)
    sight = Sight(board)
    for a in range(board.size):
        for b in range(board.size):
            if board.distance(a, b) > 1:
                levels = (sight.level(8 * a), sight.level(8 * b))
                assert sight.ground(a, b) == Judge(sight.things, a, b, levels).run(), (board.names[a], board.names[b])


COUNTERS = ("smoke", "smoke", "fire", "ffe", "wreck", "rubble", "rubble", "roadblock", "craters", "vehicle")


@pytest.mark.parametrize("seed", range(16))
def test_counters_equal_the_exact_procedure(seed: int) -> None:
    """10.3, 10.1.2: lines with counters that come and go are those of the exact procedure, at every height."""
    board, rng = random_board(seed), Random(seed)
    sight = Sight(board)
    places = [loc for loc in range(8 * board.size) if loc & 7 in (0, 1, 2) and board.has_layer(loc >> 3, loc & 7)]
    dyn, lying = NO_COUNTERS, []
    for number in range(10):
        if lying and rng.random() < 0.3:
            gone = lying.pop(rng.randrange(len(lying)))
            dyn = dyn.without_(*gone)
        else:
            new = [(rng.randrange(board.size), rng.choice(COUNTERS)) for _ in range(rng.randint(1, 2))]
            lying += new
            dyn = dyn.grown(new) if number % 2 else Dynamic(lying)
        fresh = Dynamic(lying)
        assert dyn == fresh
        assert (dyn.mask, dyn.tis_mask, dyn.opens) == (fresh.mask, fresh.tis_mask, fresh.opens)
        for _ in range(150):
            a, b = rng.choice(places), rng.choice(places)
            if rng.random() < 0.5:
                a, b = a & ~7, b & ~7
            tis = rng.random() < 0.3
            if board.distance(a >> 3, b >> 3) > 1:
                levels = (sight.level(a), sight.level(b))
                want = Judge(sight.things, a >> 3, b >> 3, levels, fresh, tis).run()
                assert sight.line(a, b, dyn, tis) == want, (board.loc_name(a), board.loc_name(b), dyn, tis)


def test_progress_of_a_table() -> None:
    """10.3: while a table is made every sixteenth hex is told."""
    board, told = random_board(1), []
    Sight(board, progress=lambda done, of: told.append((done, of)))
    assert told == [(done, board.size) for done in range(0, board.size, 16)]
