"""14.1, 14.3, 15.0, 15.2, 15.6, 20.1.1: what two things do together to a to-hit roll: every pair, for every firer.

The facts are those of the Ordnance Fire Table and sections, written down once more; the sums are made here, without
the rules. C4 fires at G4 along a row: between D4 and D5, through E4, between F4 and F5; or at D4 next door.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from armour_helpers import BAZOOKA, bazooka, flagged, gun, tank
from helpers import Scene, U
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import BUTTONED, PIVOTED, TURNED
from lnlt.core.setup import Night
from lnlt.core.state import NOBODY
from lnlt.rules.ch14_ordnance.to_hit import Aim, to_hit_tally
from lnlt.rules.facts.guns import HULL, TURRET
from pair_helpers import apart, pairs, share_boards

BOAT = WeaponType("gun-boat", "boat", "rubber_boat")
FIRERS = ("tank", "modern tank", "team", "squad", "hero", "thermal tank")
ON_FOOT = ("squad", "hero")
TANKS = ("tank", "modern tank", "thermal tank")
CREWED = (*TANKS, "team")
LIKE = {"modern tank": "tank", "thermal tank": "tank", "hero": "squad"}
"""Whose fire differs from whose by single values only."""


class Thing(NamedTuple):
    """Something that changes a to-hit roll."""

    value: float = 0
    bars: str = ""
    """Things with a letter in common exclude each other."""
    by: tuple[str, ...] = FIRERS
    """Who can have it."""
    values: dict[str, float] = {}
    """Another value for single firers."""
    firer: tuple[str, ...] = ()
    flags: int = 0
    turn: str = ""
    mode: str = ""
    target: tuple[str, ...] = ()
    what: str = ""
    hexes: dict[str, str] = {}
    markers: tuple[tuple[str, str, int], ...] = ()
    holds: str = ""
    side: str = ""
    locked: int = 0
    helped: bool = False
    """A Leader aids, in a vehicle its Armor Leader."""
    night: bool = False
    more: dict[str, Any] = {}
    """What is printed on the target."""
    optional: bool = False


MODERN = {"modern tank": 1.0}
"""15.2.2: armored vehicles of the modern era."""
UNSMOKED = {"thermal tank": 0.0}
"""10.1.2: Smoke does not affect thermal sights; 20.1.5: nor does the night up to six hexes."""
THINGS = {
    "leader": Thing(-2, "L", helped=True),  # 5.0.1, 11.5
    "buttoned": Thing(1, "", TANKS, flags=BUTTONED),  # 15.0.1
    "turret turned": Thing(1, "T", TANKS, turn=TURRET),  # 15.1.1
    "turret turned before": Thing(1, "T", TANKS, flags=TURNED),
    "hull turned": Thing(1, "Ta", CREWED, turn=HULL),  # 15.1, 1.7.1
    "hull turned before": Thing(1, "Ta", CREWED, flags=PIVOTED),
    "assault move": Thing(2, "a", (*TANKS, *ON_FOOT), {**MODERN, "squad": 1, "hero": 1}, ("assault_move",)),
    "assault fire": Thing(2, "a", (*TANKS, *ON_FOOT), {**MODERN, "squad": 1, "hero": 1}, mode="assault_fire"),
    "stealth assault move": Thing(1, "a", ON_FOOT, firer=("assault_move", "stealth")),  # 6.4.1
    "ops complete": Thing(2, "a", (*TANKS, "squad", "team"), MODERN, ("ops_complete",)),  # 4.1
    "out of smoke": Thing(1, "S", values=UNSMOKED, markers=(("smoke", "C4", 1),)),  # 7.0
    "out of fire": Thing(1, "S", values=UNSMOKED, markers=(("fire", "C4", 1),)),
    "brush between": Thing(1, "s", hexes={"E4": "brush"}),  # 10.3
    "wreck between": Thing(1, "s", markers=(("wreck", "E4", 1),)),
    "crops beside": Thing(1, "w", hexes={"F4": "low_crops", "F5": "brush"}),
    "gap between houses": Thing(2, "g", hexes={"D4": "lc_building", "D5": "hc_building"}),  # 10.3.2
    "night": Thing(3, "n", values=UNSMOKED, target=("fired",), night=True),  # 20.1.1
    "adjacent": Thing(-2, "ngswq"),  # 14.1
    "target moved": Thing(1, "t", target=("moved",)),
    "target assault moved": Thing(1, "t", target=("assault_move",)),
    "target hit and run": Thing(1, "tV", target=("hit_and_run",)),
    "target crawled": Thing(0, "trV", target=("low_crawl",)),  # 6.3
    "target in stealth": Thing(0, "trV", target=("stealth",)),
    "target rides": Thing(-1, "rBV", what="mounted_squad 1-4-12-5"),  # 6.6
    "target a tank": Thing(0, "rBV", what="vehicle 10T-6"),
    "target a big tank": Thing(-1, "rBV", what="vehicle 10T-6", more={"size": -1}, optional=True),  # 15.6
    "target a fast tank": Thing(0, "rBV", what="vehicle 18T-6", optional=True),
    "acquired once": Thing(-1, "k", locked=1),  # 14.3
    "acquired twice": Thing(-2, "k", locked=2),
    "target in a boat": Thing(-1, "rBGV", hexes={"G4": "river"}, holds="boat"),  # 23.3.1
    "target with a bazooka": Thing(3 - 1, "BGV", hexes={"G4": "lc_building"}, target=("fired",), holds="baz"),  # 1.6.4
    "target in woods": Thing(1, "G", hexes={"G4": "light_woods"}),  # chart, 5.5
    "target in flowers": Thing(0, "G", hexes={"G4": "brush"}),
    "target in a house": Thing(4, "Gq", hexes={"G4": "hc_building"}),
    "target by a wreck": Thing(2, "C", markers=(("wreck", "G4", 1),)),  # 10.1
    "target in smoke": Thing(1, "Q", values=UNSMOKED, markers=(("smoke", "G4", 1),)),  # 7.0, Q-388
    "target behind a wall": Thing(1, "E", side="wall"),  # chart
    "target behind a hedge": Thing(0, "E", side="hedge"),
}  # fmt: skip
COVER = {"target in woods": 1, "target in a house": 4, "target by a wreck": 2, "target in smoke": 1,
         "target behind a wall": 1, "target with a bazooka": 3}  # fmt: skip
"""Target Modifiers among the things: together 4 at most (5.5)."""
MOVED = ("target moved", "target assault moved", "target hit and run")


def expected(things: tuple[str, ...], firer: str) -> float:
    """The sum of a roll with these things."""
    total = sum(THINGS[name].values.get(firer, THINGS[name].value) for name in things)
    cover = sum(COVER[name] for name in things if name in COVER)
    if firer == "thermal tank" and "target in smoke" in things:
        cover -= 1
    total -= max(0, cover - 4)
    moved = any(name in things for name in MOVED)
    if moved and "target rides" in things:
        total += 1  # 6.6: it is no better target for riding while it moves
    if moved and "target a fast tank" in things:
        total += 1  # 15.6: 2 in place of 1
    return total + (1 if firer == "hero" else 0)  # 1.6


def rolled(things: tuple[str, ...], firer: str) -> float:
    """The sum of the engine."""
    found = [THINGS[name] for name in things]
    at = "D4" if "adjacent" in things else "G4"
    words = [word for thing in found for word in thing.firer]
    weapon = -1
    carried: dict[str, Any] = {}
    locks = [("baz" if firer in ON_FOOT else "", at, thing.locked) for thing in found if thing.locked]
    what = next((thing.what for thing in found if thing.what), "squad")
    more = next((thing.more for thing in found if thing.more), {})
    if what.startswith("vehicle"):
        locks = [(name, "x", level) for name, _, level in locks]
    if firer in ON_FOOT:
        kind = "hero" if firer == "hero" else "squad"
        who = U("a", kind, "C4", *words, carries=["baz"], acquired=locks)
        weapon, carried = 0, {"baz": BAZOOKA}
    elif firer == "team":
        who = gun("a", "C4", *words, acquired=locks)
    else:
        who = tank("a", "C4", *words, acquired=locks, abilities=["tis"] if "thermal" in firer else [])
    units = [who]
    helped = any(thing.helped for thing in found)
    if helped and firer in TANKS:
        units.append(U("l", "armor_leader 6-2", "", aboard="a"))
    elif helped:
        units.append(U("l", "leader 6-2-6", "C4"))
    holds = [thing.holds for thing in found if thing.holds]
    target = dict.fromkeys(word for thing in found for word in thing.target)
    make = tank if what.startswith("vehicle") else U
    victim = tank("x", at, *target, what=what, **more) if make is tank else U("x", what, at, *target)
    if holds:
        name = "boat" if holds[0] == "boat" else "tube"
        victim = U("x", what, at, *target, carries=[name])
        carried[name] = BOAT if name == "boat" else bazooka("tube")
    units.append(victim)

    def moved(name: str) -> str:
        return at if name == "G4" else name

    s = Scene(
        *units,
        hexes={moved(h): key for thing in found for h, key in thing.hexes.items()},
        sides=[("C4" if at == "D4" else "F4", at, thing.side) for thing in found if thing.side],
        markers=[(kind, moved(h), n) for thing in found for kind, h, n in thing.markers],
        guns=carried,
        era="modern" if firer == "modern tank" else "ww2",
        night=Night() if any(thing.night for thing in found) else None,
        options=["size_and_speed"] if any(thing.optional for thing in found) else [],
    )
    for thing in found:
        flagged(s, "a", thing.flags)
    aim = Aim(
        0, weapon, s.loc(at), s.number("x") if make is tank else NOBODY,
        s.number("l") if helped and firer not in TANKS else NOBODY,
        mode=next((thing.mode for thing in found if thing.mode), ""),
        turn=next((thing.turn for thing in found if thing.turn), ""),
    )  # fmt: skip
    return to_hit_tally(s.game, s.state, aim, s.number("x"), s.loc("C4")).total


def together(things: tuple[str, ...], firer: str) -> bool:
    """Whether things can be there together, and are not tried with another firer of whom the same is said."""
    if any(firer not in THINGS[name].by for name in things):
        return False
    tanks = any(THINGS[name].what.startswith("vehicle") for name in things)
    if tanks and any(name == "target in a house" for name in things):
        return False
    if (
        len(things) > 1
        and firer in LIKE
        and all(THINGS[n].values.get(firer) == THINGS[n].values.get(LIKE[firer]) for n in things)
    ):
        return False
    return apart([THINGS[name].bars for name in things])


@pytest.mark.parametrize("firer", FIRERS)
def test_every_pair_of_to_hit_modifiers(firer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """14.1, 1.6, 1.6.4, 4.1, 5.5, 6.1, 6.6, 7.0, 10.3, 14.3, 15.0.1, 15.1.1, 15.2, 15.6, 20.1.1, 23.3.1."""
    share_boards(monkeypatch)
    wrong = []
    for things in pairs(THINGS):
        if together(things, firer) and (total := rolled(things, firer)) != expected(things, firer):
            wrong.append((things, total, expected(things, firer)))
    assert wrong == []
