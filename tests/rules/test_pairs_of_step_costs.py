"""6.0, 10.4, 10.5, 21.0: what a step costs where two things have a say in it: every pair, for every movement class.

The facts are those of the charts and sections, written down once more; the sums are made here, without the rules.
"""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import pytest

from helpers import Scene, U, rebuilt
from lnlt.core.hooks import Attachment, Hooks
from lnlt.core.state import NOWHERE, Marker
from lnlt.core.tally import Refusal
from lnlt.core.terrain import LEG, OFFROAD, ROADBOUND, TRACKED
from lnlt.rules.ch06_movement.costs import STEP_COST, step_cost
from pair_helpers import COLUMNS, ROWS, boards, place

P = 99
"""Prohibited."""
CLASSES = {"leg": LEG, "T": TRACKED, "O": OFFROAD, "R": ROADBOUND}


class Row(NamedTuple):
    """What a thing costs, by movement class; `kind` says how it goes together with others."""

    leg: float
    T: float
    O: float
    R: float

    def of(self, mover: str) -> float:
        """Movement Points of a class."""
        return float(getattr(self, mover))


TERRAIN = {
    "clear": Row(1, 1, 1, 2), "brush": Row(1, 1, 1, 2), "low_crops": Row(1, 1, 1, 3), "wheat_field": Row(2, 2, 2, 6),
    "cemetery": Row(1, P, P, P), "light_woods": Row(2, 4, 6, 8), "forest": Row(2, P, P, P), "marsh": Row(2, P, P, P),
    "river": Row(P, P, P, P), "lc_building": Row(2, 6, 12, P), "hc_building": Row(2, P, P, P), "hill": Row(1, 1, 1, 2),
    "kunai_grass": Row(2, 1, 1, 2), "rice_paddy": Row(2, P, P, P), "heavy_jungle": Row(2, P, P, P),
    "light_jungle": Row(2, 4, 6, 8), "bamboo_huts": Row(2, 4, 9, P), "soccer_field": Row(1, 1, 1, 1),
    "soccer_stands": Row(2, P, P, P), "pool": Row(P, P, P, P),
}  # fmt: skip
"""Terrain charts of both eras; huts: 15.1.2 keeps R vehicles out."""
ROAD = Row(1, 1, 1, 0.5)
"""Chart: from Road to Road other terrain does not count."""
SIDES = {
    "wall": Row(1, 1, P, P), "hedge": Row(1, 0, 3, 4), "bocage": Row(4, 9, P, P), "barricade": Row(1, P, P, P),
    "stream_1": Row(0, 0, 0, 0), "stream_2": Row(1, 2, 3, 4), "stream_3": Row(2, 4, 6, P), "stream_4": Row(4, 8, P, P),
    "stream_5": Row(P, P, P, P), "cliff": Row(P, P, P, P),
}  # fmt: skip
"""Charts, 10.5.1, 21.5: added for crossing the hexside; a Barricade is a Wall that stops whoever drives or rides."""
SLOPES = {
    1: Row(1, 1, 1, 2), 2: Row(2, 2, 2, 4), 3: Row(P, P, P, P), -1: Row(0, 0, 0, 0), -2: Row(1, 1, 1, 1),
    -3: Row(P, P, P, P),
}  # fmt: skip
"""Chart, Hill: levels up and down, added; three are a cliff."""
INSTEAD = {"rubble": Row(3, 4, P, P), "ford": Row(4, 4, 4, 4)}
"""15.1.2 and the charts, 10.5.2, Q-555: in place of the terrain of the hex, and of nothing else."""
ADDED = {"craters": Row(1, 1, 2, P), "mines": Row(1, 1, 1, 1)}
"""10.5.5, 21.4: added to the cost of the hex; the Mines are one's own."""
TOTAL = {"wire": Row(4, 2, 4, 6), "roadblock": Row(4, P, P, P)}
"""21.3, 10.5.4: the total, whatever else there is, but for one's own Mines (Q-556)."""
FREE = (
    "smoke", "fire", "ffe", "wreck", "abandoned", "foxholes", "trench", "bunker", "cave", "emplacement", "sangar",
    "fortified", "vehicle_emplacement", "spotted", "starshell",
)  # fmt: skip
"""7.0, 10.1, 10.7, 18.2, 21.0: counters that cost nothing to come to."""
SCOUTED = ("forest", "light_woods", "wheat_field", "kunai_grass", "heavy_jungle", "light_jungle")
"""11.6: terrain that costs a group on foot with a Scout one point."""


class Way(NamedTuple):
    """One step: the hex it leads to and what lies between."""

    terrain: str = "clear"
    road: bool = False
    sides: tuple[str, ...] = ()
    slope: int = 0
    counters: tuple[str, ...] = ()
    trenches: bool = False
    """A Trench in both hexes."""

    def ground(self, mover: str, scout: bool = False, mud: float = 0) -> float:
        """What the hex itself costs: Rubble before Road before terrain; a Ford makes a way through water."""
        if "rubble" in self.counters:
            return INSTEAD["rubble"].of(mover)
        if self.road:
            return ROAD.of(mover)
        if "ford" in self.counters:
            return INSTEAD["ford"].of(mover)
        if scout and self.terrain in SCOUTED:
            return 1 + mud
        return TERRAIN[self.terrain].of(mover) + mud

    def cost(self, mover: str, entering: bool = False, scout: bool = False, mud: float = 0) -> float:
        """Movement Points by the tables above; of who enters the map there without what lies between two hexes."""
        rows = [SIDES[side] for side in self.sides] + ([SLOPES[self.slope]] if self.slope else [])
        found = [row.of(mover) for row in rows if not entering]
        found += [self.ground(mover, scout, mud)]
        found += [ADDED["craters"].of(mover)] if "craters" in self.counters else []
        totals = [TOTAL[kind].of(mover) for kind in self.counters if kind in TOTAL]
        if max((*found, *totals)) >= P:
            return P
        mines = ADDED["mines"].of(mover) if "mines" in self.counters and not entering else 0
        if self.trenches and mover == "leg" and not entering:
            return 1 + mines
        return (max(totals) if totals else sum(found)) + mines


def ways() -> list[Way]:
    """Every pair of things that have a say in the cost of a step and can be there together (and each alone)."""
    dry = [key for key in TERRAIN if key not in ("river", "pool")]
    lying = [*(k for k in INSTEAD if k != "ford"), *ADDED, *TOTAL, *FREE]
    found = [Way(key) for key in TERRAIN]
    found += [Way(key, road=True) for key in TERRAIN]
    found += [Way(key, sides=(side,)) for key in TERRAIN for side in SIDES if side != "barricade"]
    found += [Way(key, slope=slope) for key in TERRAIN for slope in SLOPES]
    found += [Way(key, counters=(kind,)) for key in dry for kind in lying if kind != "roadblock"]
    found += [Way("river", counters=("ford",)), Way("river", counters=("wire",))]
    found += [Way("river", sides=(side,), counters=("ford",)) for side in SIDES if side != "barricade"]
    found += [Way("river", slope=slope, counters=("ford",)) for slope in SLOPES]
    found += [Way("river", counters=("ford", kind)) for kind in ("wire", "mines", "smoke", "ffe", "fire", "wreck")]
    found += [Way("river", counters=(kind, "ford")) for kind in ("wire", "mines", "smoke", "ffe", "fire", "wreck")]
    found += [Way("river", road=True, counters=("ford",))]
    for road in (False, True):
        here = [side for side in SIDES if road or side != "barricade"]
        can_lie = [kind for kind in lying if road or kind != "roadblock"]
        found += [Way(road=road, sides=(side,), slope=slope) for side in here for slope in SLOPES]
        found += [Way(road=road, sides=(side,), counters=(kind,)) for side in here for kind in can_lie]
        found += [Way(road=road, slope=slope, counters=(kind,)) for slope in SLOPES for kind in can_lie]
        found += [Way(road=road, counters=pair) for pair in product(can_lie, can_lie) if not free(pair)]
        found += [Way(road=road, sides=(side,)) for side in here]
        found += [Way(road=road, trenches=True, sides=(side,)) for side in here]
        found += [Way(road=road, trenches=True, slope=slope) for slope in SLOPES]
        found += [Way(road=road, trenches=True, counters=(kind,)) for kind in ("wire", "mines", "craters", "smoke")]
    found += [Way(road=True, sides=(side, "barricade")) for side in SIDES if side != "barricade"]
    found += [Way(key, trenches=True) for key in ("brush", "light_woods", "forest", "wheat_field", "heavy_jungle")]
    return list(dict.fromkeys(found))


def board(found: list[Way]) -> Scene:
    """A board with a step in every two hexes."""
    hexes: dict[str, Any] = {}
    features: dict[str, tuple[str, ...]] = {}
    sides, markers = [], []
    for number, way in enumerate(found):
        frm, to = place(number)
        hexes[frm], hexes[to] = ("clear", 4), (way.terrain, 4 + way.slope)
        if way.road:
            features[frm] = features[to] = ("road",)
        sides += [(frm, to, side) for side in way.sides if side != "barricade"]
        markers += [("barricade", frm, 1, to) for side in way.sides if side == "barricade"]
        markers += [("trench", at, 1) for at in (frm, to) if way.trenches]
    units = (U("a", "squad", "A0"), U("x", "squad", "Z19"))
    s = Scene(*units, size=(COLUMNS, ROWS), era="ww2", hexes=hexes, features=features, sides=sides, markers=markers)
    lying = [Marker(kind, s.loc(place(n)[1]), 1, side=s.us) for n, way in enumerate(found) for kind in way.counters]
    s.state = rebuilt(s.state, markers=(*s.state.markers, *lying))
    return s


def free(pair: tuple[str, ...]) -> bool:
    """Whether both counters cost nothing."""
    return set(pair) <= set(FREE)


WAYS = ways()
BOARDS = boards(WAYS)


def paid(s: Scene, frm: int, to: int, mover: str, **more: Any) -> float:
    """Movement Points the rules ask for a step."""
    parts = step_cost(s.game, s.state, frm, to, CLASSES[mover], **more)
    return P if isinstance(parts, Refusal) else sum(part.value for part in parts) / 2


@pytest.fixture(scope="module", params=range(len(BOARDS)))
def steps(request: pytest.FixtureRequest) -> tuple[Scene, list[tuple[Way, int, int]]]:
    """A board of many steps, with what makes up each."""
    s = board(BOARDS[request.param])
    return s, [(way, s.loc(place(n)[0]), s.loc(place(n)[1])) for n, way in enumerate(BOARDS[request.param])]


Steps = tuple[Scene, list[tuple[Way, int, int]]]


def test_every_pair_of_costs(steps: Steps) -> None:
    """6.0, 10.5, 21.0, Q-337, Q-555, Q-556: terrain, Road, hexside, slope and counters, two at a time."""
    s, found = steps
    assert [
        (way, mover, cost, way.cost(mover))
        for way, frm, to in found
        for mover in CLASSES
        if (cost := paid(s, frm, to, mover, payer=s.us)) != way.cost(mover)
    ] == []


def test_every_pair_onto_the_map(steps: Steps) -> None:
    """22.0: who comes onto the map pays the hex and its counters, nothing for hexsides and slopes."""
    s, found = steps
    assert [
        (way, mover, cost, way.cost(mover, True))
        for way, _, to in found
        for mover in CLASSES
        if (cost := paid(s, NOWHERE, to, mover)) != way.cost(mover, True)
    ] == []


def test_every_pair_with_a_scout(steps: Steps) -> None:
    """11.6: a Scout makes terrain cheap; Roads, hexsides, slopes and counters cost what they cost."""
    s, found = steps
    assert [
        (way, cost, way.cost("leg", scout=True))
        for way, frm, to in found
        if (cost := paid(s, frm, to, "leg", payer=s.us, scout=True)) != way.cost("leg", scout=True)
    ] == []


def test_every_pair_in_the_mud(steps: Steps) -> None:
    """10.9, Q-463, Q-555: weather that makes terrain dearer leaves Roads, Rubble, Fords and all that is added alone."""

    def mud(cost: int, *_: Any) -> int:
        return cost if cost < 0 else cost + 2

    s, found = steps
    hooks = s.game.hooks
    s.game.__dict__["hooks"] = Hooks([Attachment(STEP_COST, "scenario", mud, "test")])
    wrong = [
        (way, mover, cost, way.cost(mover, mud=1))
        for way, frm, to in found
        for mover in CLASSES
        if (cost := paid(s, frm, to, mover, payer=s.us)) != way.cost(mover, mud=1)
    ]
    s.game.__dict__["hooks"] = hooks
    assert wrong == []


@pytest.mark.parametrize(("kind", "cost"), [("craters", 2), ("rubble", 3), ("wire", 4), ("foxholes", 1)])
def test_printed_and_laid(kind: str, cost: int) -> None:
    """10.5, 21.3, Q-555: what is printed on the map costs what its counter costs, and both together no more."""
    s = Scene(U("a", "squad", "A0"), U("x", "squad", "H7"), features={"C4": (kind,)})
    frm, to = s.loc("C3"), s.loc("C4")
    assert paid(s, frm, to, "leg") == cost
    s.state = rebuilt(s.state, markers=(Marker(kind, to), Marker(kind, to)))
    assert paid(s, frm, to, "leg") == cost
