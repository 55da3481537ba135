"""10.3: whole boards as bit masks: each mask has the bits of the hexes it speaks of and no others, and the exact
procedure is asked for those lines only that masks cannot decide."""

from __future__ import annotations

import functools
from fractions import Fraction
from itertools import combinations, product

import pytest
from los_oracle import corners, cut, hex_distance, meet

from lnlt.content.charts import load_chart
from lnlt.core.board import Art, Board, BuildingSpec, HexSpec
from lnlt.core.hexes import STEPS, column_letters, xy
from lnlt.rules.ch10_los_spotting import tables
from lnlt.rules.ch10_los_spotting.geometry import is_first
from lnlt.rules.ch10_los_spotting.judge import BLOCKED, Judge
from lnlt.rules.ch10_los_spotting.obstacles import Obstacles
from lnlt.rules.ch10_los_spotting.sight import Sight
from lnlt.rules.ch10_los_spotting.tables import ALWAYS, ANY_LINE, FAR, LAST, Builder, Layer, Mask

CHART = load_chart("ww2")
HILL = "hill"


def a_board(
    terrain: dict[str, str | HexSpec] | None = None,
    sides: dict[tuple[str, str], str] | None = None,
    buildings: tuple[tuple[str, ...], ...] = (),
    columns: range = range(3, 9),
    rows: range = range(2, 8),
) -> Board:
    """A clear board with some hexes changed; HILL is open ground on level 1."""
    specs = []
    for name in (f"{column_letters(c)}{r}" for c in columns for r in rows):
        there = (terrain or {}).get(name, "clear")
        if isinstance(there, str):
            there = HexSpec(name, *xy(name), "clear", 1) if there == HILL else HexSpec(name, *xy(name), there)
        specs.append(there)
    walls = {frozenset(pair): kind for pair, kind in (sides or {}).items()}
    return Board("small", CHART, specs, walls, [BuildingSpec(names, "", 1, True) for names in buildings])


def builder(*args: object, **options: object) -> Builder:
    """The builder of such a board."""
    return Builder(Obstacles(a_board(*args, **options)))  # type: ignore[arg-type]


def places(of: Builder, bits: int) -> set[str]:
    """Names of the hexes of a mask of the board; every bit of it must belong to a hex."""
    names = {1 << bit: name for bit, name in zip(of.lattice.bits, of.board.names, strict=True)}
    found = {one for n in range(bits.bit_length()) if bits & (one := 1 << n)}
    assert found <= set(names)
    return {names[one] for one in found}


def test_bits_go_column_by_column_with_a_margin() -> None:
    """A column has one bit per half hex and two or three to spare on each side; one column is left free before."""
    of = builder(columns=range(3, 5), rows=range(3, 6))
    assert of.lattice.stride == 10
    assert dict(zip(of.board.names, of.lattice.bits, strict=True)) == {
        "C3": 13, "C4": 15, "C5": 17, "D3": 22, "D4": 24, "D5": 26,
    }  # fmt: skip
    assert of.lattice.bit(0, 0) == 1 << 10
    assert of.lattice.bit(3, -1) == 1 << 19


@pytest.mark.parametrize(("columns", "rows"), [(8, 5), (5, 8), (1, 6), (9, 1)])
def test_the_difference_of_two_bits_tells_the_displacement(columns: int, rows: int) -> None:
    """Two pairs of hexes have equal differences of bits if and only if they have the same displacement."""
    of = builder(columns=range(1, 1 + columns), rows=range(1, 1 + rows))
    board, bits = of.board, of.lattice.bits
    pairs = {
        (board.xs[b] - board.xs[a], board.ys[b] - board.ys[a], bits[b] - bits[a])
        for a, b in product(range(board.size), repeat=2)
    }
    assert len({p[:2] for p in pairs}) == len(pairs) == len({p[2] for p in pairs})


@functools.cache
class Slow:
    """What a line touches, read off polygons hex by hex."""

    def __init__(self, dx: int, dy: int) -> None:
        self.a, self.b = (0, 0), (dx, dy)
        self.n = hex_distance(self.a, self.b)
        around = [(x, y) for x in range(-3, dx + 4, 3) for y in range(min(0, dy) - 3, max(0, dy) + 4)]
        self.hexes = [p for p in around if (p[0] // 3 + p[1]) % 2 == 0 and p not in (self.a, self.b)]
        cuts = {p: cut(self.a, self.b, corners(p)) for p in self.hexes}
        long = {p: c for p, c in cuts.items() if c is not None and c[0] < c[1]}
        self.crossed = {p for p, c in long.items() if not c[2]}
        self.beside = {q for p, c in long.items() for d in c[2] for q in (p, self.near(p, d))}
        self.walls = [
            {p for p in self.hexes if self.near(p, d) not in (self.a, self.b) and self.meets(p, d)} for d in range(3)
        ]
        """Hexes whose north, north-east or south-east side the line touches, if it is no side of an end."""

    def near(self, p: tuple[int, int], d: int) -> tuple[int, int]:
        """The neighbour of a hex."""
        return p[0] + STEPS[d][0], p[1] + STEPS[d][1]

    def meets(self, p: tuple[int, int], d: int) -> bool:
        """Whether the line touches a side of a hex."""
        c = corners(p)
        return meet(self.a, self.b, c[d], c[(d + 1) % 6])[0]

    def within(self, p: tuple[int, int], radius: float) -> bool:
        """Whether the line touches the disc of a hex; the infinite one is the hex itself."""
        (dx, dy), (x, y) = self.b, p
        cross = Fraction(dx * y - dy * x)
        return radius == ANY_LINE or cross * cross / (dx * dx + 3 * dy * dy) <= Fraction(int(radius), 1000) ** 2


def bits_of(of: Builder, hexes: set[tuple[int, int]]) -> int:
    """Mask of hexes given relative to the first end."""
    return sum(of.lattice.bit(x, y) for x, y in hexes)


@pytest.mark.parametrize(
    ("dx", "dy"),
    [(dx, dy) for dx in range(0, 19, 3) for dy in range(-9, 10) if (dx // 3 + dy) % 2 == 0 and is_first(dx, dy)],
)
def test_masks_have_the_hexes_the_line_touches(dx: int, dy: int) -> None:
    """Hexes crossed, discs, hexsides, gaps and shadows of a line have their bits set, and no other bit is."""
    shapes = {n: HexSpec(n, *xy(n), "forest", 0, radius) for n, radius in (("C2", 600), ("C3", 850), ("C4", 961))}
    of, slow = builder(shapes), Slow(dx, dy)
    n, crossed = slow.n, slow.crossed
    first = {p: hex_distance(slow.a, p) for p in crossed}
    assert of.radii == [600, 850, 961, ANY_LINE]
    assert of.mask(dx, dy) == Mask(
        near=bits_of(of, crossed | slow.beside | set().union(*slow.walls)),
        inside=bits_of(of, crossed),
        discs=tuple(bits_of(of, {p for p in crossed if slow.within(p, r)}) for r in of.radii),
        tiers=(
            (
                bits_of(of, {p for p in crossed if n - first[p] <= first[p]}),
                bits_of(of, {p for p in crossed if n - first[p] == 1}),
            ),
            (
                bits_of(of, {p for p in crossed if first[p] <= n - first[p]}),
                bits_of(of, {p for p in crossed if first[p] == 1}),
            ),
        ),
        joints=tuple(bits_of(of, {p for p in crossed if slow.meets(p, d)}) for d in range(6)),
        walls=tuple(bits_of(of, wall) for wall in slow.walls),
        gaps=tuple(
            bits_of(of, {p for p in crossed if slow.near(p, d) in crossed and slow.meets(p, d)}) for d in range(3)
        ),
        runs=bool(slow.beside),
    )


def test_a_clear_board_has_an_empty_layer() -> None:
    """Where nothing stands in the way no bit is set."""
    none = (0, 0, 0)
    assert builder().layer(0, 0) == Layer(0, 0, 0, (), (), (), none, none, none)


MIXED: dict[str, str | HexSpec] = {
    "D3": "forest",
    "D4": "forest",
    "E3": "light_woods",
    "G6": "light_woods",
    "E5": "brush",
    "F2": "lc_building",
    "F3": "lc_building",
    "G2": "hc_building",
    "C6": "tree_lined_road",
    "D6": HexSpec("D6", *xy("D6"), "clear", art=(Art("forest", ((-300, -300), (300, -300), (0, 300))),)),
    "H4": HexSpec("H4", *xy("H4"), "lc_building", 0, ((-500, -500), (500, -500), (0, 500))),
    "F5": HILL,
    "G5": HILL,
}
SIDES = {("C3", "C4"): "wall", ("E6", "F6"): "bocage", ("F5", "G5"): "hedge"}


def decoded(of: Builder, layer: Layer) -> dict[str, object]:
    """A layer with names of hexes in place of bits, and radii in place of their numbers."""
    return {
        "any": places(of, layer.any),
        "exact": places(of, layer.exact),
        "last": places(of, layer.exact_last),
        "blocks": {(of.radii[r], tier): places(of, bits) for r, tier, bits in layer.blocks},
        "degrades": {(of.radii[r], tier): places(of, bits) for r, tier, bits in layer.degrades},
        "joints": {(d, tier): places(of, bits) for d, tier, bits in layer.joints},
        "walls": [places(of, bits) for bits in layer.walls],
        "exact walls": [places(of, bits) for bits in layer.exact_walls],
        "gaps": [places(of, bits) for bits in layer.gaps],
    }


NO_SIDES: list[set[str]] = [set(), set(), set()]


@pytest.mark.parametrize(
    ("h", "l", "changed"),
    [
        (
            0,
            0,
            {
                "any": {*MIXED, "C4", "E6"},
                "exact": {"C6", "D6", "H4"},
                "blocks": {(850, ALWAYS): {"D3", "D4", "F2", "F3", "G2"}, (ANY_LINE, ALWAYS): {"F5", "G5"}},
                "degrades": {(850, ALWAYS): {"E3", "E5", "G6"}},
                "joints": {(0, ALWAYS): {"F3"}, (3, ALWAYS): {"F2"}},
                "walls": [{"C4"}, {"E6"}, set()],
            },
        ),
        (
            1,
            0,
            {
                "any": {*MIXED, "E6"} - {"E5"},
                "exact": {"C6", "D6", "H4"},
                "blocks": {
                    (850, ALWAYS): {"D3", "D4"},
                    (850, FAR): {"F2", "F3", "G2"},
                    (ANY_LINE, FAR): {"F5", "G5"},
                },
                "degrades": {(850, FAR): {"E3", "G6"}},
                "joints": {(0, FAR): {"F3"}, (3, FAR): {"F2"}},
                "exact walls": [set(), {"E6"}, set()],
            },
        ),
        (
            1,
            1,
            {
                "any": {"D3", "D4", "D6", "F5"},
                "exact": {"D6"},
                "blocks": {(850, ALWAYS): {"D3", "D4"}},
                "walls": [set(), set(), {"F5"}],
            },
        ),
        (
            2,
            0,
            {
                "any": {*MIXED, "E6"} - {"E5"},
                "exact": {"C6", "D6", "H4"},
                "last": {"F5", "G5"},
                "blocks": {(850, FAR): {"D3", "D4"}, (850, LAST): {"F2", "F3", "G2"}},
                "degrades": {(850, LAST): {"E3", "G6"}},
                "joints": {(0, LAST): {"F3"}, (3, LAST): {"F2"}},
                "exact walls": [set(), {"E6"}, set()],
            },
        ),
        (2, 2, {"any": set()}),
    ],
)
def test_layers_have_what_stands_in_the_way_between_two_levels(h: int, l: int, changed: dict[str, object]) -> None:
    """Q-078, Q-079: terrain, roads between trees, art, buildings, hills and hexsides count by height and shadow."""
    of = builder(MIXED, SIDES, (("F2", "F3"), ("G2",)))
    none: dict[str, object] = {"any": set(), "exact": set(), "last": set(), "blocks": {}, "degrades": {}, "joints": {}}
    sides = {"walls": NO_SIDES, "exact walls": NO_SIDES, "gaps": [set(), {"F3"}, {"F2"}]}
    assert decoded(of, of.layer(h, l)) == {**none, **sides, **changed}


TRIANGLE = ((-400, -700), (900, -300), (200, 800))


class Pair:
    """The line between two hexes of a board."""

    def __init__(self, board: Board, a: int, b: int) -> None:
        self.line = Slow(board.xs[b] - board.xs[a], board.ys[b] - board.ys[a])
        self.board, self.start, self.end = board, a, b
        self.levels = (board.levels[a], board.levels[b])

    def at(self, name: str) -> tuple[int, int]:
        """A hex relative to the first end."""
        return xy(name)[0] - self.board.xs[self.start], xy(name)[1] - self.board.ys[self.start]

    def crosses(self, name: str) -> bool:
        """Whether the line enters a hex."""
        return self.at(name) in self.line.crossed

    def passes(self, name: str) -> bool:
        """Whether a hex or a side it owns is near the line, and it may be in the way of its levels."""
        p = self.at(name)
        level = self.board.levels[self.board.index[name]]
        touched = p in set().union(self.line.crossed, self.line.beside, *self.line.walls)
        return touched and (not level or level > min(self.levels))

    def slips(self) -> bool:
        """Whether it passes between E4 and E5 without touching their discs."""
        both = self.crosses("E4") and self.crosses("E5") and self.line.meets(self.at("E5"), 0)
        return both and not any(self.line.within(self.at(name), 850) for name in ("E4", "E5"))

    def ends_behind_a_step(self) -> bool:
        """Whether it comes down two levels with ground of level 1 in the last hex before the lower end."""
        if sorted(self.levels) != [0, 2]:
            return False
        lower = self.line.a if self.levels[0] == 0 else self.line.b
        steps = [n for n, level in zip(self.board.names, self.board.levels, strict=True) if level == 1]
        return any(self.crosses(n) and hex_distance(self.at(n), lower) == 1 for n in steps)


def hill(name: str, level: int) -> HexSpec:
    """Open ground on a level."""
    return HexSpec(name, *xy(name), "clear", level)


@pytest.mark.parametrize(
    ("board", "things", "undecided"),
    [
        (a_board(), [], None),
        (a_board({"E4": "forest"}), ["E4"], None),
        (a_board({"E4": "brush", "F5": "brush"}), ["E4", "F5"], None),
        (a_board({}, {("E4", "E5"): "wall"}), ["E5"], None),
        (a_board({"E4": "lc_building", "E5": "lc_building"}, {}, (("E4", "E5"),)), ["E4", "E5"], None),
        (a_board({"E4": "tree_lined_road"}), ["E4"], lambda pair: pair.crosses("E4")),
        (a_board({"E4": HexSpec("E4", *xy("E4"), "forest", 0, TRIANGLE)}), ["E4"], lambda pair: pair.crosses("E4")),
        (
            a_board({"E4": HexSpec("E4", *xy("E4"), "clear", art=(Art("forest", TRIANGLE),))}),
            ["E4"],
            lambda pair: pair.crosses("E4"),
        ),
        (a_board({"E4": "lc_building", "E5": "lc_building"}), ["E4", "E5"], Pair.slips),
        (
            a_board({"C4": HILL}, {("E4", "E5"): "bocage"}),
            ["C4", "E5"],
            lambda pair: 1 in pair.levels and pair.at("E5") in pair.line.walls[0],
        ),
        (
            a_board({"C4": hill("C4", 2), **{n: hill(n, 1) for n in ("D4", "E4", "E6", "F4", "G4", "H3")}}),
            ["C4", "D4", "E4", "E6", "F4", "G4", "H3"],
            Pair.ends_behind_a_step,
        ),
    ],
)
def test_only_what_masks_cannot_say_goes_to_the_exact_procedure(
    board: Board, things: list[str], undecided: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line with nothing near it is not looked at; of the others those along hexsides and those past roads between
    trees, shapes that are no discs, gaps, Bocage below an end and steps of a slope are judged one by one."""
    looked = 0
    judged: set[frozenset[int]] = set()
    real = tables.quick

    def quick(*args: object) -> int | None:
        nonlocal looked
        looked += 1
        return real(*args)  # type: ignore[arg-type]

    class Noted(Judge):
        def __init__(self, things: Obstacles, a: int, b: int, levels: tuple[int, int]) -> None:
            judged.add(frozenset((a, b)))
            super().__init__(things, a, b, levels)

    monkeypatch.setattr(tables, "quick", quick)
    monkeypatch.setattr(tables, "Judge", Noted)
    Builder(Obstacles(board)).build()
    order = sorted(range(board.size), key=lambda i: (board.xs[i], board.ys[i]))
    pairs = [Pair(board, a, b) for a, b in combinations(order, 2)]
    near = [p for p in pairs if any(p.passes(name) for name in things)]
    assert looked == len(near)
    wanted = [p for p in near if p.line.beside or (undecided is not None and undecided(p))]  # type: ignore[operator]
    assert judged == {frozenset((p.start, p.end)) for p in wanted}
    assert not things or judged


def test_progress_counts_hexes() -> None:
    """Every sixteenth hex tells how far the table is."""
    told: list[tuple[int, int]] = []
    of = builder()
    of.build(lambda done, size: told.append((done, size)))
    assert told == [(0, 36), (16, 36), (32, 36)]


@pytest.mark.work
def test_flat_ground_is_not_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ground no higher than the lower end is passed over: heights are compared for what rises above it only."""
    weighed = []
    real = Judge.affects
    monkeypatch.setattr(Judge, "affects", lambda self, part, k: weighed.append(part.key) or real(self, part, k))
    board = a_board({"E4": HILL, "F5": "forest"})
    judge = Judge(Obstacles(board), board.index["E2"], board.index["E7"], (0, 0))
    assert judge.run() == BLOCKED
    assert weighed == ["ground"]
    weighed.clear()
    judge = Judge(Obstacles(board), board.index["F2"], board.index["F7"], (0, 0))
    assert judge.run() == BLOCKED
    assert weighed == ["forest"]


def test_hexes_off_the_board_are_minus_one() -> None:
    """A line may run along the rim; what lies beyond is no hex."""
    things = Obstacles(a_board())
    judge = Judge(things, 0, 1, (0, 0))
    assert (judge.hex_at(0, 0), judge.hex_at(-3, -1), judge.hex_at(0, -2)) == (0, -1, -1)


def test_a_board_remembers_a_hundred_thousand_verdicts_at_most() -> None:
    """With counters in the way: the verdict beyond that number begins anew."""
    sight = Sight(a_board())
    board = sight.board
    smoke = sight.counters([(board.index["E4"], "smoke"), (board.index["F4"], "wreck")])
    a, b, c = (board.loc(n) for n in ("F2", "F6", "F7"))
    sight._judged.update(dict.fromkeys(range(99_999), BLOCKED))  # type: ignore[arg-type]
    assert sight.line(a, b, smoke) == 1
    assert len(sight._judged) == 100_000
    assert sight.line(a, c, smoke) == 1
    assert len(sight._judged) == 1
