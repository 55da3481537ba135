"""1.3, 1.6, 5.1, 6.1, 6.2, 6.6, 7.0, 10.6, 15.0, 15.1, 15.2, 15.3: how far a unit goes and how many fit: every pair.

The facts are those of the sections, written down once more; the sums are made here, without the rules.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from math import ceil
from typing import Any, NamedTuple

import pytest

from armour_helpers import flagged, tank
from helpers import Scene, U
from lnlt.core.catalog import Side2
from lnlt.core.flags import HANDLED, IMMOBILIZED, SHAKEN, SMOKED, WOUNDED
from lnlt.core.tally import Refusal
from lnlt.rules.ch15_vehicles import steps as driving
from lnlt.rules.ch22_scenario.facing import check_place
from lnlt.rules.facts.movement_modes import allowance
from lnlt.rules.facts.stacking import check_stacking
from pair_helpers import share_boards

MF, SHAKEN_MF, WOUNDED_MF = 5, 3, 4
STATES = {"": 0, "shaken": SHAKEN, "wounded": WOUNDED}
BEFORE = {"": 0, "laid smoke": SMOKED, "flipped a tripod": HANDLED}
LOADS = {"": 0, "machine gun": 2, "satchel charge": 0}
"""1.6, 1.6.3: what a Single-Man Counter loses while he carries it."""
WAYS = {"normal": False, "double_time": False, "stealth": False, "assault": True, "stealth_assault": True}
"""6.1, 6.4.1: whether the way of moving takes half."""
LEADERS = {"": 0, "quick leader": 8, "slow leader": 6, "loaded leader": 4}
"""6.2, Q-047: nobody runs farther than the Leader's printed Movement Factor or what he has left of it."""
DASH = {"": 2, "shaken": 1}


def goes(kind: str, state: str, before: str, load: str, way: str, leader: str) -> int:
    """Movement Points by the tables above: loads and Smoke first, then the dash, what flipping took, and half."""
    points = {"": MF, "shaken": SHAKEN_MF, "wounded": WOUNDED_MF}[state]
    if kind == "squad":
        points -= before == "laid smoke"
        if way in ("double_time", "assault") and leader:
            points = max(points, min(points + DASH[state], LEADERS[leader]))
        if before == "flipped a tripod":
            points -= ceil(points / 2)
    else:
        lost = min(LOADS[load], points)
        if before == "flipped a tripod":
            points = max(0, points - ceil(points / 2) - lost)  # the load after that
        else:
            points -= lost
    return ceil(points / 2) if WAYS[way] else points


class Going(NamedTuple):
    """What has a say in how far a unit goes."""

    kind: str
    state: str = ""
    before: str = ""
    load: str = ""
    way: str = "normal"
    leader: str = ""


def goings() -> list[Going]:
    """Every pair, in fact every combination: there are few."""
    squads = product(("",), ("", "shaken"), BEFORE, ("", "machine gun"), WAYS, LEADERS)
    heroes = product(("hero",), ("", "wounded"), ("", "flipped a tripod"), LOADS, WAYS, ("", "quick leader"))
    found = [Going("squad", *rest) for _, *rest in squads]
    found += [Going(*all_) for all_ in heroes]
    return [g for g in found if not (g.state == "shaken" and (g.before or WAYS[g.way] or g.way == "stealth"))]


def test_every_pair_of_limits_on_foot(monkeypatch: pytest.MonkeyPatch) -> None:
    """1.6, 1.6.1, 1.6.3, 5.1, 6.1, 6.2, 6.4.1, 7.0, Q-011, Q-047, Q-053: how far Squads and men go."""
    share_boards(monkeypatch)
    wrong = []
    for g in goings():
        name = g.load.replace(" ", "_") or "w"
        guns: dict[str, Any] = {name: (2, 6)} if g.load else {}
        values = f"squad 2-5-{MF}-5" if g.kind == "squad" else f"hero 2-5-{MF}-5"
        more: dict[str, Any] = {"shaken": (4, SHAKEN_MF)} if g.kind == "squad" else {}
        if g.kind == "hero":
            more = {"wounded": Side2(1, 4, WOUNDED_MF, 5)}
        able = ("assault_move", "stealth")
        units = [U("a", values, "C4", carries=[name] if g.load else [], abilities=able, **more)]
        if g.leader:
            mf, heavy = LEADERS[g.leader], g.leader == "loaded leader"
            guns |= {"lmg": (1, 6)} if heavy else {}
            printed = mf + 2 if heavy else mf
            units.append(U("l", f"leader 6-1-{printed}", "C4", carries=["lmg"] if heavy else []))
        s = Scene(*units, U("x", "squad", "H1"), guns=guns)
        flagged(s, "a", STATES[g.state] | BEFORE[g.before])
        found = allowance(s.game, s.state, 0, g.way, tuple(range(len(units))))
        want = 2 * goes(*g)
        if found != want:
            wrong.append((g, found, want))
    assert wrong == []


def test_every_pair_of_limits_of_vehicles() -> None:
    """15.0, 15.1, 15.2, 21.4.2: half if Shaken (fractions down), half for an Assault Move (fractions up)."""
    for mf, flag, mode in product((9, 10, 11), (0, SHAKEN, IMMOBILIZED, SHAKEN | IMMOBILIZED), ("normal", "assault")):
        s = flagged(Scene(tank("a", "C4", what=f"vehicle {mf}T-6"), U("x", "squad", "H1")), "a", flag)
        points = 0 if flag & IMMOBILIZED else mf // 2 if flag else mf
        want = ceil(points / 2) if mode == "assault" else points
        assert driving.allowance(s.game, s.state, 0, mode) == 2 * want


@pytest.mark.parametrize(
    ("kind", "forward"), [("", 1), ("craters", 2), ("wire", 2), ("rubble", 4), ("wall", 2), ("uphill", 2), ("road", 1)]
)
def test_backward_costs_twice_all_of_it(kind: str, forward: int) -> None:
    """15.1: in reverse the whole step costs double: terrain, hexside, slope, Road and counters."""
    s = Scene(
        tank("a", "C4", facing="C3/D4"), U("x", "squad", "H1"),
        hexes=dict.fromkeys(("C3", "C5"), ("clear", 1 if kind == "uphill" else 0)),
        features=dict.fromkeys(("C3", "C4", "C5"), ("road",)) if kind == "road" else {},
        sides=[("C4", at, "wall") for at in ("C3", "C5")] if kind == "wall" else [],
        markers=[(kind, at, 1) for at in ("C3", "C5")] if kind in ("craters", "wire", "rubble") else [],
    )  # fmt: skip
    here = s.loc("C4")
    assert [driving.drive_cost(s.game, s.state, 0, here, s.loc(at)) for at in ("C3", "C5")] == [
        2 * forward,
        4 * forward,
    ]


SIZES = {
    "squad": 2, "half_squad": 1, "crew": 1, "weapon_team": 2, "missile team": 1, "mounted_squad": 2,
    "mounted_half_squad": 1,
}  # fmt: skip
"""1.3, 6.6: in Half-Squads."""
MEN = ("leader", "hero", "sniper", "medic")
LIMITS = {"clear": 6, "heavy_jungle": 4}
"""Three Squads, in Heavy Jungle two (chart)."""


PLACES = [("D5", 0), ("E5", 0), ("D5", 1), ("D5", 2)]
"""Open ground, Heavy Jungle, and how many Wrecks lie there."""


def fits(kinds: tuple[str, ...], terrain: str, roof: bool, hulks: int) -> bool:
    """Whether they may be in one place."""
    squads = sum(SIZES.get(kind, 0) for kind in kinds)
    riders = sum(SIZES[kind] for kind in kinds if kind.startswith("mounted"))
    vehicles = kinds.count("tank")
    if sum(kind in MEN for kind in kinds) > 2 or (vehicles and vehicles + hulks > 2):
        return False
    if roof:
        return sum(kind in SIZES for kind in kinds) <= 1
    return squads <= LIMITS[terrain] and riders <= 4


def counter(number: int, kind: str) -> U:
    """A counter in D4 to be stacked."""
    id_ = f"a{number}"
    if kind == "tank":
        return tank(id_, "D4")
    if kind == "missile team":
        return U(id_, "weapon_team 0-0-2-6", "D4", abilities=["atgm"])
    return U(id_, kind if kind in MEN or kind in ("squad", "half_squad", "crew") else f"{kind} 1-4-4-5", "D4")


def test_every_pair_of_counters_in_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """1.3, 6.6, 10.6, Q-054, Q-306: every two kinds, up to four of one kind, in the open, in jungle, beside Wrecks."""
    share_boards(monkeypatch)
    kinds = [*SIZES, *MEN, "tank"]
    wrong = []
    for one, two in combinations_with_replacement(kinds, 2):
        pool = (one,) * 4 + (two,) * 3
        for where, hulks in PLACES if "tank" in (one, two) else [(where, 0) for where in ("D5", "E5", "F5/roof")]:
            if "tank" in (one, two) and where == "F5/roof":
                continue
            lying = [(kind, where, 1) for kind in ("wreck", "abandoned")[:hulks]]
            s = Scene(
                *(counter(n, kind) for n, kind in enumerate(pool)), U("x", "squad", "H1"),
                hexes={"E5": "heavy_jungle", "F5": "lc_building"}, rooftop=True,
                buildings=[(("F5",), 1)], markers=lying,
            )  # fmt: skip
            for first, second in product(range(5), range(4)):
                group = (*range(first), *range(4, 4 + second))
                found = check_stacking(s.game, s.state, s.us, s.loc(where), group)
                terrain = "heavy_jungle" if where == "E5" else "clear"
                want = fits(tuple(pool[n] for n in group), terrain, where == "F5/roof", hulks)
                if (not isinstance(found, Refusal)) != want:
                    wrong.append((one, first, two, second, where, hulks, want))
    assert wrong == []


@pytest.mark.parametrize(
    ("terrain", "kind", "letters"),
    [
        ("clear", "", "TOR"), ("forest", "", ""), ("light_woods", "", "TOR"), ("river", "", ""),
        ("river", "ford", "TOR"), ("forest", "wire", ""),
        ("clear", "rubble", "T"), ("clear", "roadblock", ""), ("clear", "craters", "TO"), ("clear", "wire", "TOR"),
        ("light_woods", "craters", "TO"), ("lc_building", "", ""), ("lc_building", "rubble", "T"),
    ],
)  # fmt: skip
def test_where_vehicles_set_up(terrain: str, kind: str, letters: str) -> None:
    """22.0, 10.5, 15.1.2, 21.3, Q-534, Q-555: on ground that terrain and counters together let them drive on."""
    units = [tank(f"a{letter}", "A1", what=f"vehicle 9{letter}-6") for letter in "TOR"]
    s = Scene(*units, U("x", "squad", "H1"), hexes={"D4": terrain}, markers=[(kind, "D4", 1)] if kind else [])
    found = [letter for n, letter in enumerate("TOR") if check_place(s.game, s.state, n, s.loc("D4")) is None]
    assert "".join(found) == letters
