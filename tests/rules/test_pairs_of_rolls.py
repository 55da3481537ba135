"""1.5.1, 3.0, 10.1.1, 10.1.2: what two things do together to a spotting attempt and to a rally roll: every pair.

The facts are those of the sections, written down once more; the sums are made here, without the rules. C4 looks at G4
along a row: between D4 and D5, through E4, between F4 and F5.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from armour_helpers import flagged, tank
from helpers import Scene, U
from lnlt.core.flags import BUTTONED
from lnlt.core.tally import Tally
from lnlt.rules.ch03_rally import rally_tally
from lnlt.rules.ch10_los_spotting.attempts import spot_tally
from pair_helpers import apart, pairs, share_boards

OPEN, DEGRADING, BLOCKING = 0, 1, 2
NEED = {OPEN: 3, DEGRADING: 3, BLOCKING: 2}
"""10.1.1, Q-231: what must be rolled; an open hex is only asked about for thermal sights in Smoke."""


class Sign(NamedTuple):
    """Something that changes an attempt: on the die, or what class the hex is spotted as."""

    value: float = 0
    bars: str = ""
    """Things with a letter in common exclude each other."""
    spotter: str = ""
    seen_as: int = OPEN
    hexes: dict[str, str] = {}
    markers: tuple[tuple[str, str, int], ...] = ()
    buttoned: bool = False
    led: bool = False
    vehicle: bool = False
    thermal: bool = False


SIGNS = {
    "brush between": Sign(1, "s", hexes={"E4": "brush"}),
    "wreck between": Sign(1, "s", markers=(("wreck", "E4", 1),)),
    "craters between": Sign(1, "s", markers=(("craters", "E4", 1),)),
    "crops beside": Sign(1, "w", hexes={"F4": "low_crops", "F5": "brush"}),
    "gap between houses": Sign(2, "g", hexes={"D4": "lc_building", "D5": "hc_building"}),
    "a leader looks": Sign(-2, "P", spotter="leader 6-2-6"),
    "a wounded leader looks": Sign(-1, "P", spotter="leader 6-2-6 wounded"),
    "a hero looks": Sign(0, "P", spotter="hero"),
    "a scout looks": Sign(-2, "P", spotter="scout"),
    "a tank looks": Sign(0, "P", spotter="tank"),
    "buttoned": Sign(1, "F", buttoned=True),  # 15.0.1
    "an armor leader": Sign(-1, "F", led=True),  # 11.5
    "thermal sights": Sign(-2, "F", thermal=True),  # 10.1.2
    "at a vehicle": Sign(-1, "", vehicle=True),  # the option
    "into woods": Sign(seen_as=DEGRADING, bars="G", hexes={"G4": "light_woods"}),
    "into flowers": Sign(seen_as=DEGRADING, bars="G", hexes={"G4": "brush"}),
    "into a forest": Sign(seen_as=BLOCKING, bars="G", hexes={"G4": "forest"}),
    "into wheat": Sign(seen_as=BLOCKING, bars="G", hexes={"G4": "wheat_field"}),
    "into craters": Sign(seen_as=DEGRADING, bars="K", markers=(("craters", "G4", 1),)),
    "into a trench": Sign(seen_as=BLOCKING, bars="K", markers=(("trench", "G4", 1),)),
    "at a roadblock": Sign(seen_as=BLOCKING, bars="R", markers=(("roadblock", "G4", 1),)),
    "into smoke": Sign(seen_as=BLOCKING, bars="Q", markers=(("smoke", "G4", 1),)),
    "into a fire": Sign(seen_as=BLOCKING, bars="Q", markers=(("fire", "G4", 1),)),
    "into foxholes": Sign(seen_as=OPEN, bars="K", markers=(("foxholes", "G4", 1),)),
    "by a wreck": Sign(seen_as=OPEN, bars="W", markers=(("wreck", "G4", 1),)),
    "under shells": Sign(seen_as=OPEN, bars="", markers=(("ffe", "G4", 1),)),
}
"""10.1.1, 10.1.2, 10.5.4, 10.5.5, 11.5, 11.6, 15.0.1, 18.1, 21.2, 21.6.1, Q-076, Q-084."""
IN_A_TANK = ("buttoned", "an armor leader", "thermal sights")


def spotting(things: tuple[str, ...]) -> Tally:
    """The engine's sum for an attempt of C4 at G4."""
    found = [SIGNS[name] for name in things]
    what = next((sign.spotter for sign in found if sign.spotter), "squad")
    crewed = what == "tank" or any(name in IN_A_TANK for name in things)
    kind, *rest = what.split()
    words = [word for word in rest if word == "wounded"]
    values = " ".join([kind, *(word for word in rest if word != "wounded")])
    sights = ["tis"] if any(sign.thermal for sign in found) else []
    facing = {"facing": "D4/D5", "turret": "D4/D5"}
    units = [tank("a", "C4", abilities=sights, **facing) if crewed else U("a", values, "C4", *words)]
    if any(sign.led for sign in found):
        units.append(U("l", "armor_leader 6-1", "", aboard="a"))
    units.append(U("x", "squad", "G4"))
    if any(sign.vehicle for sign in found):
        units.append(tank("y", "G4"))
    s = Scene(
        *units,
        hexes={h: key for sign in found for h, key in sign.hexes.items()},
        markers=[m for sign in found for m in sign.markers],
        options=["spot_vehicles"] if any(sign.vehicle for sign in found) else [],
    )
    if any(sign.buttoned for sign in found):
        flagged(s, "a", BUTTONED)
    return spot_tally(s.game, s.state, 0, s.loc("G4"))


def test_every_pair_of_spotting_modifiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """10.1.1, 10.1.2, 10.3.2, 11.5, 11.6, 15.0.1, 21.6.1, Q-076, Q-231: the die and the number needed."""
    share_boards(monkeypatch)
    wrong = []
    for things in pairs(SIGNS):
        if not apart([SIGNS[name].bars for name in things]):
            continue
        if any(name in IN_A_TANK for name in things) and any(SIGNS[n].spotter not in ("", "tank") for n in things):
            continue
        tally = spotting(things)
        blind = "thermal sights" not in things
        seen = [SIGNS[n].seen_as for n in things if blind or n not in ("into smoke", "into a fire")]
        want = (sum(SIGNS[name].value for name in things), NEED[max(seen, default=OPEN)])
        if (tally.total, tally.need) != want:
            wrong.append((things, tally.total, tally.need, want))
    assert wrong == []


class Help(NamedTuple):
    """Something that changes a rally roll or the Morale it is compared with."""

    cover: bool = False
    lm: int = 0
    morale: int = 0
    bars: str = ""
    hexes: dict[str, Any] = {}
    markers: tuple[tuple[str, str, int], ...] = ()
    side: str = ""
    with_: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    foe: str = ""


HELPS = {
    "woods": Help(cover=True, bars="G", hexes={"C4": "light_woods"}),
    "a house": Help(cover=True, bars="GT", hexes={"C4": "hc_building"}),
    "flowers": Help(bars="G", hexes={"C4": "brush"}),
    "a hill": Help(cover=True, bars="G", hexes={"C4": ("clear", 1)}),
    "foxholes": Help(cover=True, bars="K", markers=(("foxholes", "C4", 1),)),
    "a trench": Help(cover=True, bars="KT", markers=(("trench", "C4", 1),)),
    "craters": Help(cover=True, bars="K", markers=(("craters", "C4", 1),)),
    "smoke": Help(cover=True, markers=(("smoke", "C4", 1),)),
    "a wreck": Help(cover=True, markers=(("wreck", "C4", 1),)),
    "wire": Help(markers=(("wire", "C4", 1),)),
    "a wall before all enemies": Help(cover=True, bars="E", side="wall"),
    "a hedge": Help(bars="E", side="hedge"),
    "a leader": Help(lm=2, with_=("l",)),
    "a lesser leader": Help(lm=1, with_=("m",)),
    "a shaken leader": Help(with_=("n",)),
    "a chaplain": Help(lm=1, with_=("p",)),
    "a hero": Help(with_=("h",)),
    "an advisor": Help(morale=1, with_=("v",)),
    "a second advisor": Help(morale=1, with_=("w",)),
}
"""1.5.1, 3.0, 11.1.1, 11.2, 11.8, 11.9, 21.2, 21.6: of several covers and of several helpers one counts (Q-240), a
second Advisor adds nothing (Q-244)."""
HELPERS = {
    "l": ("leader 6-2-6", ()), "m": ("leader 6-1-6", ()), "n": ("leader 6-2-6", ("shaken",)),
    "p": ("chaplain 6-1-6", ()), "h": ("hero", ()), "v": ("advisor", ()), "w": ("advisor", ()),
}  # fmt: skip
SHAKEN_MORALE = 4


def rallying(things: tuple[str, ...]) -> Tally:
    """The engine's sum for a Shaken Squad in C4; the only enemy is in G4, a level below a Hill."""
    found = [HELPS[name] for name in things]
    units = [U("a", "squad", "C4", "shaken", shaken=(SHAKEN_MORALE, 3))]
    for id_ in (id_ for help_ in found for id_ in help_.with_):
        what, words = HELPERS[id_]
        units.append(U(id_, what, "C4", *words))
    sides = [("C4", near, help_.side) for help_ in found if help_.side for near in ("D4", "D5")]
    s = Scene(
        *units,
        U("x", "squad", "G4"),
        hexes={h: key for help_ in found for h, key in help_.hexes.items()},
        sides=sides,
        markers=[m for help_ in found for m in help_.markers],
        phase="rally",
    )
    return rally_tally(s.game, s.state, 0)


def test_every_pair_of_rally_modifiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """1.5.1, 3.0, 11.1.1, 11.8, 11.9, Q-019, Q-240, Q-244: the roll and the Morale."""
    share_boards(monkeypatch)
    wrong = []
    for things in pairs(HELPS):
        found = [HELPS[name] for name in things]
        if not apart([help_.bars for help_ in found]):
            continue
        tally = rallying(things)
        roll = -2 * any(help_.cover for help_ in found) - max(help_.lm for help_ in found)
        want = (roll, SHAKEN_MORALE + max(help_.morale for help_ in found))
        if (tally.total, tally.need) != want:
            wrong.append((things, tally.total, tally.need, want))
    assert wrong == []
