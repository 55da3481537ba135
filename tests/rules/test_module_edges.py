"""10.8, 10.9, 13.0, 15.9, 22.0: traits of modules at their edges: whose a change can be, where it counts, how far."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from armour_helpers import tank
from helpers import Scene, U
from lnlt.core.state import NOBODY
from lnlt.core.tally import Modifier
from lnlt.core.terrain import PROHIBITED
from lnlt.core.trait import Change, Point, Trait
from lnlt.rules.ch05_fire.firepower import Firer
from lnlt.rules.ch06_movement.costs import DRIVE_COST, STEP_COST
from lnlt.rules.ch14_ordnance.to_hit import Aim
from lnlt.traits.modules import BANDS, POINTS, Bound, attachments, complaint

OWNERS = {"units": ("u",), "nations": ("us",), "terrain": ("reeds",), "weather": ("fog",)}
MANUAL = Path(__file__).parents[2] / "docs" / "modules.md"
WHOSE = {
    "all": {"units", "nations", "terrain", "weather", ""},
    "not terrain": {"units", "nations", "weather", ""},
    "units, nations": {"units", "nations"},
    "weather, scenario": {"weather", ""},
    "terrain, weather, scenario": {"terrain", "weather", ""},
}
NARROWED = {
    "terrain": set(get_args(Point)) - {"armor", "smoke", "morale", "movement", "range", "sight", "thermal_sight"},
    "kinds": {
        "fire", "melee", "to_hit", "to_be_hit", "spot", "be_spotted", "smoke", "morale", "movement", "range",
    },
    "within": {"fire", "to_hit", "to_be_hit", "spot", "be_spotted"},
    "beyond": {"fire", "to_hit", "to_be_hit", "spot", "be_spotted"},
    "movers": {"cost"},
    "ammo": {"armor"},
}  # fmt: skip
"""What narrows a change down -> the points where that means something."""


def trait(owner: str, *changes: Change, **more: Any) -> Trait:
    """A trait of some owner."""
    return Trait("t", "Trait", changes, **{**({owner: OWNERS[owner]} if owner else {}), **more})


def bound(on: Any, owner: str = "", side: str = "", own: tuple[str, ...] = (), **facts: Any) -> Bound:
    """A change of a trait at work; `own`: what it belongs to."""
    changed = Change(on, **({"value": 1} | facts if "to" not in facts else facts))
    return Bound(trait(owner, changed, **({owner: own} if own else {})), changed, side)


def plain(on: Any) -> Change:
    """A change that says nothing more than its point needs."""
    return Change(on, value=1) if POINTS[on].adds else Change(on, to=1)


def rows() -> dict[str, tuple[str, str]]:
    """The table of points in the manual: point -> its text, and whose it can be."""
    found = {}
    for line in MANUAL.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and cells[2] in WHOSE:
            found |= dict.fromkeys(re.findall(r"`(\w+)`", cells[0]), (cells[1], cells[2]))
    return found


@pytest.mark.parametrize("on", get_args(Point))
def test_whose_a_change_can_be(on: str) -> None:
    """The manual says of each point whose it can be, and the check of packs agrees."""
    allowed = {owner for owner in BANDS if not complaint(trait(owner, plain(on)))[0]}
    assert allowed == WHOSE[rows()[on][1]]


@pytest.mark.parametrize("on", get_args(Point))
def test_what_is_added_and_what_is_set(on: str) -> None:
    """The manual names the points where `to` takes the place of a value; at all but three a value can be added."""
    owner = "units" if on in ("armor", "to_be_hit") else ""
    text = rows()[on][0]
    assert (not complaint(trait(owner, Change(on, to=1)))[0]) == ("`to" in text)  # type: ignore[arg-type]
    adds = on not in ("sight", "thermal_sight", "flammable")
    assert (not complaint(trait(owner, Change(on, value=1)))[0]) == adds  # type: ignore[arg-type]


@pytest.mark.parametrize("key", NARROWED)
def test_what_narrows_a_change_down(key: str) -> None:
    """A key that means nothing at a point is a mistake, and the other way round."""
    value: Any = 2 if key in ("within", "beyond") else ("leg",) if key == "movers" else ("x",)
    found = set()
    for on in get_args(Point):
        owner = "units" if on in ("armor", "to_be_hit") else ""
        if not complaint(trait(owner, Change(on, **{"value" if POINTS[on].adds else "to": 1, key: value})))[0]:
            found.add(on)
    assert found == NARROWED[key]


def scene(**facts: Any) -> Scene:
    """A tank and men on either side; a house in C3, reeds nowhere."""
    return Scene(
        tank("a", "C6"), U("b", "squad", "C6"), U("x", "squad", "C3/upper"), tank("y", "F5"), U("z", "squad", "C5"),
        hexes={"C3": "hc_building"}, buildings=[(("C3",), 2)], **facts,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("owner", "own", "section"),
    [("units", ("type-b",), "13.0"), ("nations", ("us",), "13.0"), ("weather", ("fog",), "10.9"), ("", (), "22.0")],
)
def test_sections(owner: str, own: tuple[str, ...], section: str) -> None:
    """Each item of a sum names the section its trait comes from; a vehicle's the one of vehicles."""
    s = scene()
    found = bound("smoke", owner, own=own).smoke(s.game, s.state, s.number("b"))
    assert found == [Modifier(1, "module", section, "Trait")]
    fire = bound("spot", "units", own=("type-a",)).spot(s.game, s.state, s.number("a"), s.loc("C5"))
    assert fire == [Modifier(1, "module", "15.9", "Trait")]
    man = bound("spot", "units", own=("type-b",)).spot(s.game, s.state, s.number("b"), s.loc("C5"))
    assert man == [Modifier(1, "module", "13.0", "Trait")]


def test_terrain_names_its_section() -> None:
    """10.8: fire out of terrain of a module."""
    s = scene()
    swamp = bound("fire", "terrain", own=("clear",))
    found = swamp.fire(s.game, s.state, [Firer(s.number("b"))], s.loc("C6"), s.loc("C5"))
    assert found == [Modifier(1, "module", "10.8", "Trait")]


def test_aircraft_name_their_sections() -> None:
    """19.1.4, 19.2.10: traits of aircraft, and of helicopters."""
    s = Scene(U("a", "squad", "C6"), U("x", "squad", "C3"))
    own = bound("spot", "units", own=("type-a",))
    for kind, section in (("aircraft", "19.1.4"), ("helicopter", "19.2.10"), ("vehicle", "15.9"), ("squad", "")):
        game = copy.copy(s.game)
        game.__dict__["types"] = tuple(replace(t, kind=kind) if t.key == "type-a" else t for t in s.game.types)
        assert own.section_of(game, s.unit("a")) == section


def test_in_its_terrain() -> None:
    """10.8: a trait of terrain counts there, for whomever it is about; in the first hex of the map, not off it."""
    s = Scene(U("a", "squad", "A0"), U("b", "crew", "C4"), U("x", "squad", "H1"), hexes={"A0": "light_woods"})
    woods = bound("smoke", "terrain", own=("light_woods",), kinds=("squad",))
    assert [woods.at(s.game, loc) for loc in (s.loc("A0"), s.loc("C4"), -1)] == [True, False, False]
    assert [len(woods.smoke(s.game, s.state, s.number(u))) for u in "abx"] == [1, 0, 0]
    crews = bound("smoke", "terrain", own=("light_woods",), kinds=("crew",))
    assert [len(crews.smoke(s.game, s.state, s.number(u))) for u in "abx"] == [0, 0, 0]


def test_costs_of_vehicles_and_of_everybody() -> None:
    """10.9, 13.0, 15.9: what belongs to units or nations is about their own vehicles, and has no movement classes."""
    setup = scene().game.setup
    for owner, hook in (("units", DRIVE_COST), ("nations", DRIVE_COST), ("", STEP_COST)):
        mud = trait(owner, Change("cost", value=1))
        module = replace(setup.module, traits=(mud,), rules=("t",))
        (found,) = attachments(replace(setup, module=module))
        assert found.hook is hook
        limited = complaint(trait(owner, Change("cost", value=1, movers=("leg",))))
        assert limited[1] == ("changes.0.movers" if owner else "")


def test_whole_numbers_and_halves() -> None:
    """A whole number is written as one, a half stays a half."""
    for value, text in ((2.0, "2"), (-1.0, "-1"), (0.5, "0.5")):
        assert str(bound("cost", value=value).item().value) == text


def test_cover_is_of_the_ground() -> None:
    """10.9: weather covers those on the ground, not on upper floors."""
    s = scene()
    mud = bound("cover")
    assert [len(mud.cover(s.game, s.state, s.loc(at))) for at in ("C3", "C3/upper", "C5")] == [1, 0, 1]


def test_only_a_vehicle_is_hard_to_hit() -> None:
    """15.9: a shot at one of its vehicles, not at another's, not at men in a hex."""
    s = scene()
    hidden = bound("to_be_hit", "units", own=("type-y",))

    def shot(target: int, at: str) -> int:
        aim = Aim(s.number("a"), NOBODY, s.loc(at), target)
        return len(hidden.to_be_hit(s.game, s.state, aim, s.loc("C6")))

    assert [shot(s.number("y"), "F5"), shot(s.number("x"), "C3"), shot(NOBODY, "C3")] == [1, 0, 0]
    last = bound("to_be_hit", "units", own=("type-z",))
    aim = Aim(s.number("a"), NOBODY, s.loc("C5"), NOBODY)
    assert last.to_be_hit(s.game, s.state, aim, s.loc("C6")) == [], "nor the last unit of the list"


@pytest.mark.parametrize(
    ("within", "beyond", "want"),
    [(0, 0, "01234"), (2, 0, "012"), (0, 2, "34"), (3, 1, "23"), (1, 0, "01")],
)
def test_ranges(within: int, beyond: int, want: str) -> None:
    """`within` includes its range, `beyond` begins after it; the own hex is near."""
    s = Scene(U("a", "squad", "C7"), U("x", "squad", "H1"))
    change = bound("fire", within=within, beyond=beyond)
    found = [d for d in range(5) if change.reaches(s.game, s.loc("C7"), s.loc(f"C{7 - d}"))]
    assert "".join(map(str, found)) == want


def test_changed_values() -> None:
    """Costs are counted in half points; nothing falls below 0; what is prohibited stays so unless it is set."""
    assert [bound("morale", value=v).changed(2) for v in (1, -1, -2, -3)] == [3, 1, 0, 0]
    assert bound("cost", value=0.5).changed(4, half=True) == 5
    assert bound("cost", value=1).changed(PROHIBITED, half=True) == PROHIBITED
    assert bound("cost", to=1.5).changed(PROHIBITED, half=True) == 3
    assert bound("cost", to="P").changed(4, half=True) == PROHIBITED
    assert bound("morale", to=3).changed(7) == 3


def test_of_one_side() -> None:
    """22.0: a rule that a scenario gives to one side counts for no unit of the other."""
    s = scene()
    ours = bound("morale", side="us")
    assert [ours.has(s.game, s.unit(name)) for name in "abxyz"] == [True, True, False, False, False]
    squads = bound("morale", side="de", kinds=("squad",))
    assert [squads.has(s.game, s.unit(name)) for name in "abxyz"] == [False, False, True, False, True]


def test_nothing_attaches_without_traits() -> None:
    """24.0: a game without a module has nothing of it."""
    assert list(attachments(scene().game.setup)) == []
