"""5.0 to 5.6, 6.0 to 6.7, 7.0, 10.3, 12.0, 20.1: what two things do together to an attack: every pair.

The facts are those of the Direct Fire Table and sections, written down once more; the sums are made here, without the
rules. C4 fires at G4 along a row: between D4 and D5, through E4, between F4 and F5; or at D4 next door.
"""

from __future__ import annotations

from math import ceil
from typing import Any, NamedTuple

import pytest

from armour_helpers import BAZOOKA, tank
from helpers import Scene, U
from lnlt.core.catalog import WeaponType
from lnlt.core.setup import Night
from lnlt.rules.ch05_fire.firepower import Firer
from lnlt.rules.ch05_fire.modifiers import fire_tally
from lnlt.rules.ch15_vehicles.machine_guns import mg_tally
from pair_helpers import apart, pairs, share_boards

BOAT = WeaponType("gun-boat", "boat", "rubber_boat")


class Thing(NamedTuple):
    """Something that changes an attack: what it is worth, what it cannot be together with, how it is put there."""

    value: float = 0
    """Added to the attack; what changes single units is worked out in `expected`."""
    bars: str = ""
    """Things with a letter in common exclude each other."""
    firer: tuple[str, ...] = ()
    """Markers of the first Squad that fires."""
    target: tuple[str, ...] = ()
    """Markers of the target."""
    what: str = ""
    """What the target is."""
    hexes: dict[str, str] = {}
    markers: tuple[tuple[str, str, int], ...] = ()
    more: tuple[str, ...] = ()
    """Others who fire along, of `COMPANY`."""
    holds: str = ""
    """A weapon of the target."""
    night: bool = False
    side: str = ""
    """What is printed between F4 and G4."""
    mode: str = ""


COMPANY: dict[str, tuple[str, dict[str, Any]]] = {
    "b": ("squad 1-6-4-5", {}),
    "c": ("squad 1-6-4-5", {}),
    "h": ("hero 2-6-6-6", {}),
    "l": ("leader 6-2-6", {}),
    "d": ("leader 6-2-6", {"skills": ("deadly",)}),
}
NEAR = "ngsw"
"""What there is not, if the target is next door: night, a gap, brush on the way."""
THINGS = {
    "leader": Thing(2, bars="L", more=("l",)),  # 5.0.1
    "deadly leader": Thing(3, bars="L", more=("d",)),  # 12.0
    "second squad": Thing(bars="b", more=("b",)),  # 5.2
    "third squad": Thing(bars="c", more=("c",)),
    "hero": Thing(bars="h", more=("h",)),
    "weapon": Thing(bars="m"),  # 1.6
    "adjacent": Thing(2, bars=NEAR + "xA"),  # 5.6
    "assaulter next door": Thing(3, bars=NEAR + "xA"),
    "assault move": Thing(-2, bars="a", firer=("assault_move",)),  # 6.1
    "stealth assault move": Thing(-2, bars="a", firer=("assault_move", "stealth")),  # 6.4.1
    "assault fire": Thing(-2, bars="a", mode="assault_fire"),  # 6.1.1
    "hit and run": Thing(-2, bars="a", firer=("hit_and_run",)),  # 6.7
    "ops complete": Thing(bars="a", firer=("ops_complete",)),  # 4.1
    "beyond range": Thing(bars="x"),  # 5.4
    "out of smoke": Thing(-1, bars="S", markers=(("smoke", "C4", 1),)),  # 7.0
    "out of fire": Thing(-1, bars="S", markers=(("fire", "C4", 1),)),  # 10.5.6.4
    "brush between": Thing(-1, bars="s", hexes={"E4": "brush"}),  # 10.3
    "wreck between": Thing(-1, bars="s", markers=(("wreck", "E4", 1),)),
    "shells between": Thing(-1, bars="s", markers=(("ffe", "E4", 1),)),  # 18.2
    "crops beside": Thing(-1, bars="w", hexes={"F4": "low_crops", "F5": "brush"}),
    "gap between houses": Thing(-2, bars="g", hexes={"D4": "lc_building", "D5": "hc_building"}),  # 10.3.2
    "night": Thing(-3, bars="n", target=("fired",), night=True),  # 20.1
    "target moved": Thing(1, bars="t", target=("moved",)),  # 6.0
    "target assault moved": Thing(1, bars="t", target=("assault_move",)),
    "target hit and run": Thing(1, bars="t", target=("hit_and_run",)),
    "target crawled": Thing(0, bars="tr", target=("low_crawl",)),  # 6.3
    "target in stealth": Thing(0, bars="tr", target=("stealth",)),  # 6.4
    "target rides": Thing(1, bars="rB", what="mounted_squad 1-4-12-5"),  # 6.6
    "target in a boat": Thing(1, bars="rBT", hexes={"G4": "river"}, holds="boat"),  # 23.3.1
    "target with a bazooka": Thing(1, bars="BT", hexes={"G4": "lc_building"}, target=("fired",), holds="baz"),  # 1.6.4
    "target in flowers": Thing(0, bars="T", hexes={"G4": "brush"}),  # chart
    "target in wheat": Thing(0, bars="T", hexes={"G4": "wheat_field"}),
    "target behind a hedge": Thing(0, bars="E", side="hedge"),  # chart
    "target behind a wall": Thing(0, bars="E", side="wall"),
}
MOVED = ("target moved", "target assault moved", "target hit and run")
HIDES = ("target in flowers", "target in wheat", "target behind a hedge")
"""Chart: Brush, Wheat and Hedges cancel the +1 for Leg units that move."""


def share(things: tuple[str, ...], fp: float, lead: bool) -> float:
    """5.2, 5.4, 4.1, P-2: of a Squad, -1 first, then what halves."""
    if lead and "ops complete" in things:
        fp -= 1
    if "beyond range" in things:
        fp /= 2
    return fp if lead else max(0, fp / 2)


def expected(things: tuple[str, ...]) -> float:
    """The sum of an attack with these things."""
    base = share(things, 3, True)
    base += sum(share(things, 1, False) for name in ("second squad", "third squad") if name in things)
    if "hero" in things:
        base += 1 if "beyond range" in things else 2
    if "weapon" in things:
        base += 0.5 if "ops complete" in things else 1
    total = ceil(base) + sum(THINGS[name].value for name in things)
    if any(name in things for name in MOVED):
        if "target rides" in things:
            total -= 3  # 6.6: 1 less in place of 1 more for each
        elif any(name in things for name in HIDES):
            total -= 1
    return total


def scene(things: tuple[str, ...]) -> tuple[Scene, Any]:
    """The position, and the sum of the engine."""
    found = [THINGS[name] for name in things]
    near = any("next door" in name or name == "adjacent" for name in things)
    at = "D4" if near else "G4"
    boxed = {"abilities": ("extended_range",)} if "beyond range" in things else {}
    reach = 3 if boxed else 6
    if "assaulter next door" in things:
        boxed = {"abilities": ("assaulter",)}
    markers = [word for thing in found for word in thing.firer]
    who = [U("a", f"squad 3-{reach}-4-5", "C4", *markers, carries=["w"] if "weapon" in things else [], **boxed)]
    for id_ in (id_ for thing in found for id_ in thing.more):
        what, more = COMPANY[id_]
        words = [w for w in markers if w != "ops_complete"] if id_ in "ld" else ()
        what = what.replace("-6-4", f"-{reach}-4").replace("2-6-6-6", f"2-{reach}-6-6")
        who.append(U(id_, what, "C4", *words, **{**more, **(boxed if id_ not in "ld" else {})}))
    what = next((thing.what for thing in found if thing.what), "squad")
    holds = [thing.holds for thing in found if thing.holds]
    target = dict.fromkeys(word for thing in found for word in thing.target)
    who.append(U("x", what, at, *target, carries=holds))
    hexes = {(at if h == "G4" else h): key for thing in found for h, key in thing.hexes.items()}
    sides = [("C4" if near else "F4", at, thing.side) for thing in found if thing.side]
    guns: dict[str, Any] = {"w": (1, 8)} if "weapon" in things else {}
    guns |= {name: {"boat": BOAT, "baz": BAZOOKA}[name] for name in holds}
    s = Scene(
        *who, hexes=hexes, sides=sides, guns=guns, markers=[m for thing in found for m in thing.markers],
        night=Night() if any(thing.night for thing in found) else None,
    )  # fmt: skip
    firers = [Firer(n, [0] if u.carries else []) for n, u in enumerate(s.state.units) if u.id in "abchld"]
    mode = next((thing.mode for thing in found if thing.mode), "")
    origin, number = s.loc("C4"), s.number("x")
    return s, fire_tally(s.game, s.state, firers, 0, origin, s.loc(at), number, mode)


def together(things: tuple[str, ...]) -> bool:
    """Whether things can be there together."""
    return apart([THINGS[name].bars for name in things])


PAIRS = [things for things in pairs(THINGS) if together(things)]


def test_every_pair_of_fire_modifiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """5.0, 5.2, 5.4, 5.6, 6.0, 6.1, 6.6, 6.7, 7.0, 10.3, 12.0, 20.1, 23.3.1, P-2: the sum of every two of them."""
    share_boards(monkeypatch)
    wrong = []
    for things in PAIRS:
        total = scene(things)[1].total
        if total != expected(things):
            wrong.append((things, total, expected(things)))
    assert wrong == []
    assert len(PAIRS) > 400


EYES = ("leader", "adjacent", "out of smoke", "out of fire", "brush between", "wreck between", "shells between",
        "crops beside", "gap between houses", "night", "smoke between", "fire between")  # fmt: skip
"""What thermal sights have to do with."""
SEEN_THROUGH = ("out of smoke", "out of fire", "smoke between", "fire between", "night")
"""10.1.2, 20.1.5, Q-380: Smoke and burning hexes do not affect thermal sights, nor does the night up to six hexes."""


def sees(things: tuple[str, ...]) -> float:
    """What takes off from fire with thermal sights."""
    return sum(THINGS[name].value for name in things if name not in SEEN_THROUGH)


def test_every_pair_through_thermal_sights(monkeypatch: pytest.MonkeyPatch) -> None:
    """10.1.2, 7.0, 10.3, 20.1.5, Q-383: of a Weapon Team and of the machine gun of a vehicle, each firing alone."""
    share_boards(monkeypatch)
    wrong = []
    smoke = {f"{kind} between": ((kind, "E4", 1),) for kind in ("smoke", "fire")}
    names = [name for name in EYES if name != "leader"]
    for things in pairs(names):
        if not together(tuple(name for name in things if name not in smoke)):
            continue
        if "adjacent" in things and smoke.keys() & set(things):
            continue
        found = [THINGS[name] for name in things if name not in smoke]
        at = "D4" if "adjacent" in things else "G4"
        laid = [marker for thing in found for marker in thing.markers]
        laid += [marker for name in things for marker in smoke.get(name, ())]
        s = Scene(
            U("t", "weapon_team 3-9-2-6", "C4", abilities=["mg", "tis"]),
            tank("v", "C4", abilities=["tis"], mgs=("2",)),
            U("x", "squad", at, *(word for thing in found for word in thing.target)),
            hexes={h: key for thing in found for h, key in thing.hexes.items()},
            markers=laid,
            night=Night() if "night" in things else None,
        )
        origin, to = s.loc("C4"), s.loc(at)
        team = fire_tally(s.game, s.state, [Firer(0)], 0, origin, to, 2).total
        gun = mg_tally(s.game, s.state, 1, 0, origin, to).total
        if (team, gun) != (3 + sees(things), 2 + sees(things)):
            wrong.append((things, team, gun, sees(things)))
    assert wrong == []
