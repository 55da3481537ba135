"""5.0, 5.5, 10.4, 11.4, 21.0: Target Modifiers where two things cover: every pair, for every kind of target and fire.

The facts are those of the charts and sections, written down once more; the sums are made here, without the rules.
"""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import pytest

from armour_helpers import gun, tank
from helpers import Scene, U, rebuilt
from lnlt.core.state import Marker
from lnlt.rules.ch05_fire.modifiers import defence_tally
from lnlt.rules.ch10_los_spotting.cover import defence_modifiers
from pair_helpers import COLUMNS, ROWS, boards, place

TERRAIN = {
    "clear": 0, "brush": 0, "low_crops": 0, "wheat_field": 0, "cemetery": 2, "light_woods": 1, "forest": 2, "marsh": 1,
    "hc_building": 4, "lc_building": 3, "hill": 0, "bamboo_huts": 1, "kunai_grass": 0, "rice_paddy": 1,
    "heavy_jungle": 2, "light_jungle": 1, "soccer_field": 0, "soccer_stands": 2, "river": 0,
}  # fmt: skip
"""Charts of both eras."""
BUILDINGS = ("hc_building", "lc_building", "bamboo_huts")
COUNTERS = {
    "smoke": 1, "fire": 1, "wreck": 2, "vehicle": 2, "abandoned": 2, "craters": 1, "craters 2": 2, "foxholes": 1,
    "trench": 2, "emplacement": 2, "emplacement 3": 3, "sangar": 1, "fortified": 2, "roadblock": 2, "ford": 1,
    "railroad": 1, "rubble": 3, "ffe": 0, "wire": 0, "mines": 0,
}  # fmt: skip
"""7.0, 10.1, 10.5.2, 10.5.4, 10.5.5, 10.5.7, 15.1.2, 21.2 to 21.10: added to the hex."""
SIDES = {"wall": 1, "hedge": 0, "bocage": 3, "barricade": 2, "stream_2": 0}
"""Charts, 21.5: added against direct fire across the side; of two on one line the higher counts (Q-557)."""
UPHILL = 1
"""Chart, Hill: against direct fire from a lower level."""
MOST = 4
"""5.5."""
SHELTERS = {
    "foxholes": ("squad", "sniper"), "sangar": ("squad", "sniper"), "fortified": ("squad", "sniper"),
    "trench": ("squad", "sniper", "gun"), "emplacement": ("squad", "sniper", "gun"),
}  # fmt: skip
"""21.2, 21.6, 21.8 to 21.10: whom they cover; guns and vehicles have the good of Foxholes only where they set up."""
ALIKE = (("smoke", "fire"), ("wreck", "vehicle", "abandoned"))
"""10.5.6.4, 10.1: of each of these one covers."""
TARGETS = ("squad", "gun", "rider", "tank", "sniper")
ATTACKS = ("direct", "mortar", "with mortar", "thermal")
"""Fire of men; of a Mortar alone (Q-014); in which a Mortar takes part (21.6); with thermal sights (10.1.2)."""


class Spot(NamedTuple):
    """A hex with what covers there."""

    terrain: str = "clear"
    counters: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    uphill: bool = False

    def cover(self, target: str, attack: str) -> float:
        """Target Modifier by the tables above."""
        flat = self.terrain in BUILDINGS and "rubble" in self.counters
        found = 0 if flat else TERRAIN[self.terrain]
        best: dict[str, int] = {}
        for name in self.counters:
            kind, value = name.split()[0], COUNTERS[name]
            if target not in SHELTERS.get(kind, TARGETS) or (kind in ALIKE[0] and attack == "thermal"):
                continue
            if target == "tank" and kind in ("vehicle", "abandoned"):
                continue
            if kind == "trench" and attack in ("mortar", "with mortar"):
                value = 1
            group = next((alike[0] for alike in ALIKE if kind in alike), kind)
            best[group] = max(value, best.get(group, 0))
        found += sum(best.values())
        if attack != "mortar":
            found += max((SIDES[side] for side in self.sides), default=0) + (UPHILL if self.uphill else 0)
        found = min(found, MOST)
        return 2 * found if target == "sniper" else found


def spots() -> list[Spot]:
    """Every pair of things that cover and can be there together (and each alone)."""
    lying = [name for name in COUNTERS if name not in ("ford", "rubble")]
    found = [Spot(key) for key in TERRAIN]
    found += [Spot(key, (name,)) for key in TERRAIN if key != "river" for name in lying]
    found += [Spot(key, sides=(side,)) for key in TERRAIN for side in SIDES if side != "barricade"]
    found += [Spot(key, uphill=True) for key in TERRAIN]
    found += [Spot(counters=pair) for pair in product(lying, lying)]
    found += [Spot(counters=(name,), sides=(side,)) for name in lying for side in SIDES]
    found += [Spot(counters=(name,), uphill=True) for name in lying]
    found += [Spot(sides=(side,), uphill=True) for side in SIDES]
    found += [Spot(sides=(side, "barricade")) for side in SIDES if side != "barricade"]
    found += [Spot("river", ("ford", name)) for name in ("smoke", "fire", "wreck", "vehicle", "wire", "mines", "ffe")]
    found += [Spot("river", ("ford",), (side,)) for side in SIDES if side != "barricade"]
    found += [Spot("river", ("ford",), uphill=True)]
    found += [Spot(key, ("rubble", name)) for key in BUILDINGS for name in lying]
    found += [Spot(key, ("rubble",), (side,)) for key in BUILDINGS for side in SIDES if side != "barricade"]
    found += [Spot(key, ("rubble",), uphill=True) for key in BUILDINGS]
    return list(dict.fromkeys(found))


SPOTS = spots()
BOARDS = boards(SPOTS)
MEN = (
    U("a", "squad", "A0"), U("x", "squad", "Z19"), gun("y1", "Z19"), U("y2", "mounted_squad 1-4-12-5", "Z19"),
    tank("y3", "Z18"), U("z", "sniper", "Z17", "spotted"),
)  # fmt: skip


def board(found: list[Spot]) -> Scene:
    """A board with a covered hex in every second row; everybody is looked at as if he stood there."""
    hexes: dict[str, Any] = {}
    features: dict[str, tuple[str, ...]] = {}
    sides, barricades, units = [], [], list(MEN)
    for number, spot in enumerate(found):
        frm, to = place(number)
        hexes[to] = (spot.terrain, 1 if spot.uphill else 0)
        for name in set(spot.counters):
            if name == "vehicle":
                units.append(tank(f"b{number}", to))
            elif name == "railroad":
                features[to] = ("railroad",)
        sides += [(frm, to, side) for side in spot.sides if side != "barricade"]
        if "barricade" in spot.sides:
            features[frm] = ("road",)
            barricades.append(("barricade", frm, 1, to))
    s = Scene(*units, size=(COLUMNS, ROWS), hexes=hexes, features=features, sides=sides, markers=barricades)
    laid = []
    for number, spot in enumerate(found):
        at = s.loc(place(number)[1])
        for kind, *strength in (name.split() for name in spot.counters):
            if kind not in ("vehicle", "railroad"):
                laid.append(Marker(kind, at, int(strength[0]) if strength else 1))
    s.state = rebuilt(s.state, markers=(*s.state.markers, *laid))
    return s


@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_every_pair_of_cover(number: int) -> None:
    """5.5, 10.1, 10.4, 10.5, 21.0, Q-014, Q-091, Q-138, Q-557: terrain, counters, hexside and hill, two at a time."""
    found, s = BOARDS[number], board(BOARDS[number])
    who = dict(zip(TARGETS, ("x", "y1", "y2", "y3", "z"), strict=True))
    wrong = []
    for n, spot in enumerate(found):
        origin, at = (s.loc(name) for name in place(n))
        for target, attack in product(TARGETS, ATTACKS):
            unit = s.number(who[target])
            bombs = attack in ("mortar", "with mortar")
            if attack == "thermal":
                kind = s.state.units[unit].type
                seen = sum(m.value for m in defence_modifiers(s.game, s.state, at, origin, kind, unit, tis=True))
                value = 2 * seen if target == "sniper" else seen
            else:
                mortar = attack == "mortar"
                value = defence_tally(s.game, s.state, at, origin, unit, mortar=mortar, bombs=bombs).total
            if value != spot.cover(target, attack):
                wrong.append((spot, target, attack, value, spot.cover(target, attack)))
    assert wrong == []


@pytest.mark.parametrize(("kind", "tm"), [("craters", 1), ("wreck", 2), ("rubble", 3), ("roadblock", 2)])
def test_printed_and_laid(kind: str, tm: int) -> None:
    """10.4, Q-557: what is printed on the map covers like its counter, and both together no more."""
    s = Scene(*MEN[:2], size=(COLUMNS, ROWS), features={"C4": (kind,)})
    at, origin = s.loc("C4"), s.loc("C3")
    assert defence_tally(s.game, s.state, at, origin, 1).total == tm
    s.state = rebuilt(s.state, markers=(Marker(kind, at),))
    assert defence_tally(s.game, s.state, at, origin, 1).total == tm
