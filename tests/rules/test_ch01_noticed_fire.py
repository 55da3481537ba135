"""1.6.1-1.6.8, Q-534: Support Weapons in fire: floors and roofs, ranges, jams, Mortars, and whose a weapon is."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import OK, helicopter, refused
from helpers import Activate, AddFirer, Fire, PickUp, Scene, U
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import BROKEN, CAPTURED, JAMMED, TRIPOD
from lnlt.core.state import NOBODY
from lnlt.rules.facts.weapons import fires_at, mortar_place, too_far

pytestmark = pytest.mark.usefixtures("either_seat")

MG = (2, 9)
HOUSE: dict[str, Any] = {"hexes": {"C3": "hc_building"}, "buildings": [(("C3",), 2)], "rooftop": True}


def weapon(name: str, kind: str = "machine_gun", *abilities: str, **more: Any) -> WeaponType:
    """A weapon type."""
    return WeaponType(f"gun-{name}", name, kind, **{"fp": 2, "range": 4, **more}, abilities=frozenset(abilities))


TRIPOD_MG = weapon("g", "machine_gun", "tripod", bipod=(1, 3))
MORTAR = weapon("g", "mortar", min_range=2)


def marked(s: Scene, name: str, flags: int, **more: Any) -> Scene:
    """The scene with exactly these flags of a weapon, and whatever else of it is said."""
    found = tuple(replace(w, flags=flags, **more) if w.id == name else w for w in s.state.weapons)
    s.state = replace(s.state, weapons=found)
    return s


def joining(s: Scene, origin: str, at: str, *weapons: str) -> tuple[str, str]:
    """Why the first unit does not fire with weapons from a location at another."""
    return refused(s.do(Activate(origin), Fire(origin, at)), AddFirer("a", weapons))


# --- 1.6.1, 10.6: other floors of the hex


@pytest.mark.parametrize(
    ("origin", "at"), [("C3/roof", "C3/upper"), ("C3/upper", "C3/roof"), ("C3/upper", "C3"), ("C3", "C3/upper")]
)
@pytest.mark.parametrize(("flags", "answer"), [(TRIPOD, ("1.6.1", "weapon_other_floor")), (CAPTURED, OK)])
def test_tripods_and_the_floors_of_their_hex(origin: str, at: str, flags: int, answer: tuple[str, str]) -> None:
    """1.6.1: on its tripod a gun does not fire at another floor or the roof of its own hex, dismantled it does."""
    s = Scene(U("a", "squad", origin, carries=["g"]), U("x", "squad", at), guns={"g": TRIPOD_MG}, **HOUSE)
    assert joining(marked(s, "g", flags), origin, at, "g") == answer


def test_tripods_and_what_is_no_floor() -> None:
    """1.6.1, 19.2.8, 21.1: a helicopter above and a Bunker of the hex are no floors of a Building."""
    s = Scene(
        U("a", "squad", "C3", carries=["g"]), helicopter("x", "C3"), U("y", "squad", "D5"),
        guns={"g": TRIPOD_MG}, markers=[("bunker", "C3", 2, "C2")],
    )  # fmt: skip

    def fires(origin: str, at: str) -> bool:
        return fires_at(s.game, s.state, 0, 1, s.loc(origin), s.loc(at))

    assert fires("C3", "C3/air")
    assert fires("C3/bunker", "C3")
    assert fires("C3", "C3/bunker")


# --- 1.6.2: jams


@pytest.mark.parametrize("jam", [JAMMED, BROKEN, JAMMED | BROKEN])
def test_jammed_for_now_or_for_good(jam: int) -> None:
    """1.6.2: a gun that is jammed, for now or for the rest of the game, does not fire."""
    s = Scene(U("a", "squad", "C3", carries=["g"]), U("x", "squad", "C6"), guns={"g": MG})
    assert joining(marked(s, "g", jam), "C3", "C6", "g") == ("1.6.2", "weapon_jammed")


# --- 1.6, 5.0: ranges


@pytest.mark.parametrize(
    ("at", "mortar", "gun"),
    [
        ("C4", ("1.6.5", "too_near"), OK),
        ("C5", OK, OK),
        ("C7", OK, OK),
        ("C8", ("5.0", "out_of_range"), ("5.0", "out_of_range")),
    ],
)
def test_what_is_wrong_with_two_weapons(at: str, mortar: tuple[str, str], gun: tuple[str, str]) -> None:
    """1.6, 1.6.5, 5.0: a Half-Squad fires one weapon; of two it is told what is wrong with each, or that two are many.

    At the least and at the greatest range a weapon reaches.
    """
    s = Scene(
        U("a", "half_squad 1-9-4-5", "C3", carries=["g", "h"]), U("x", "squad", at),
        guns={"g": MORTAR, "h": weapon("h")},
    ).do(Activate("C3"), Fire("C3", at))  # fmt: skip
    assert (refused(s, AddFirer("a", ("g",))), refused(s, AddFirer("a", ("h",)))) == (mortar, gun)
    both = mortar if mortar != OK else ("1.6", "cannot_fire_weapons")
    assert refused(s, AddFirer("a", ("g", "h"))) == both


def test_a_squad_with_grenades_fires_two_others_at_most() -> None:
    """1.6, 23.2.2: beside a launcher a Squad fires two weapons, and a third one neither with nor without it."""
    guns = {"g": weapon("g", "m203", "with_ifp", "no_load"), "h": MG, "i": MG, "k": MG}
    s = Scene(U("a", "squad 2-5-4-6", "C3", carries="ghik"), U("x", "squad", "C6"), guns=guns)
    s.do(Activate("C3"), Fire("C3", "C6"))
    picks = {c.weapons for c in s.options() if isinstance(c, AddFirer)}  # type: ignore[attr-defined]
    assert {("h", "i"), ("g", "h", "i")} <= picks
    assert max(len(set(pick) - {"g"}) for pick in picks) == 2
    assert refused(s, AddFirer("a", ("h", "i", "k"))) == ("1.6", "cannot_fire_weapons")


@pytest.mark.parametrize(
    ("origin", "at", "section"),
    [("C3", "C8", "5.0"), ("C3", "C8/air", "19.2.8"), ("C3/air", "C8/air", "5.0"), ("C3/air", "C8", "5.0")],
)
def test_sections_of_fire_that_does_not_reach(origin: str, at: str, section: str) -> None:
    """5.0, 19.2.8, 19.2.9: ranges at helicopters are halved for those on the ground, not for other helicopters."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C8"))
    found = too_far(s.game, s.loc(origin), s.loc(at), unit="a")
    assert (found.rule, found.code, found.params["distance"]) == (section, "out_of_range", 5)


@pytest.mark.parametrize(
    ("kind", "ammo", "section"), [("aa_missile", "", "1.6.6"), ("stinger", "aa", "1.6.6"), ("bazooka", "heat", "1.6.4")]
)
def test_why_missiles_stay_silent(kind: str, ammo: str, section: str) -> None:
    """1.6.6, 1.6.4: anti-aircraft weapons, by kind or by ammunition, and other ordnance do not join direct fire."""
    gun = WeaponType("gun-g", "g", kind, to_hit=((20, 7, 9),), ammo=ammo)
    s = Scene(U("a", "squad", "C3", carries=["g"]), U("x", "squad", "C6"), guns={"g": gun})
    assert joining(s, "C3", "C6", "g") == (section, "not_on_the_dft")


# --- 1.6.5, Q-534: where Mortars stand


@pytest.mark.parametrize(("rubble", "answer"), [(True, OK), (False, ("1.6.5", "not_from_here"))])
def test_mortars_in_a_flattened_building(rubble: bool, answer: tuple[str, str]) -> None:
    """1.6.5, Q-534: no Mortar fires from a Building; on the Rubble of one it does."""
    s = Scene(
        U("a", "squad 2-9-4-6", "C3", carries=["g"]), U("x", "squad", "C6"), guns={"g": MORTAR},
        hexes={"C3": "lc_building"}, markers=[("rubble", "C3", 1)] if rubble else [],
    )  # fmt: skip
    assert joining(s, "C3", "C6", "g") == answer


def test_mortars_in_caves_and_on_roofs() -> None:
    """1.6.5, 10.6, 10.7: Forest and Buildings bar Mortars, not a Cave under the trees, nor a roof; a Bunker does."""
    s = Scene(
        U("a", "squad", "D5"), U("x", "squad", "D8"), hexes={"C3": "hc_building", "E5": "forest"},
        buildings=[(("C3",), 2)], rooftop=True, markers=[("cave", "E5", 2, "E6")],
    )  # fmt: skip
    places = ("D5", "E5", "E5/cave", "C3", "C3/upper", "C3/roof", "D5/bunker")
    assert [mortar_place(s.game, s.state, s.loc(p)) for p in places] == [True, False, True, False, False, True, False]


# --- 1.6.8: whose weapon it is


def picked_up(nations: tuple[str, str], by: str, owner: str = "", nation: str = "") -> bool:
    """Whether a weapon of a side, or of nobody and with a nation printed on it, is captured by who picks it up."""
    s = Scene(
        U("a", "squad", "C3"), U("x", "squad", "C5"), guns={"g": weapon("g", nation=nation)}, nations=nations,
        lying={"g": "C3" if by == "a" else "C5"}, phase="rally", turn=2, era="modern",
        impulse="us" if by == "a" else "de",
    )  # fmt: skip
    side = {"": NOBODY, "us": s.us, "de": s.de}[owner]
    s = marked(s, "g", 0, side=side).do(PickUp(by, "g"))
    return bool(s.state.weapons[0].flags & CAPTURED)


@pytest.mark.parametrize(
    ("nations", "by", "owner", "nation", "captured"),
    [
        (("us", "su"), "a", "us", "", False),
        (("us", "su"), "x", "us", "", True),
        (("us", "us_airborne"), "x", "us", "", False),
        (("us_airborne", "su"), "a", "", "us", False),
        (("us", "su"), "a", "", "us_airborne", False),
        (("us", "su"), "x", "", "us", True),
        (("us", "su"), "x", "", "", False),
        (("nva", "vc"), "x", "us", "", False),
        (("nva", "us"), "a", "", "vc", False),
        (("nva", "us"), "a", "", "vc_local", False),
        (("nva", "us"), "a", "", "us", True),
    ],
)
def test_whose_weapon_is_captured(nations: tuple[str, str], by: str, owner: str, nation: str, captured: bool) -> None:
    """1.6, 1.6.8: an enemy weapon is captured; one's own nation's, one that friends share and nobody's are not."""
    assert picked_up(nations, by, owner, nation) is captured


@pytest.mark.parametrize(
    ("by", "owner", "nation", "begun", "captured"),
    [
        ("a", "us", "", False, False),
        ("x", "us", "", False, True),
        ("a", "us", "", True, True),
        ("a", "us", "su", True, True),
        ("x", "us", "su", True, False),
    ],
)
def test_own_weapon_taken_back(by: str, owner: str, nation: str, begun: bool, captured: bool) -> None:
    """1.6.8, Q-551: what the enemy has had is its owner's as before; what began as captured is not its holder's."""
    s = Scene(
        U("a", "squad", "C3"), U("x", "squad", "C5"), guns={"g": weapon("g", nation=nation)}, nations=("us", "su"),
        lying={"g": "C3" if by == "a" else "C5"}, phase="rally", turn=2, era="modern",
        impulse="us" if by == "a" else "de",
    )  # fmt: skip
    s.game.setup = replace(s.game.setup, weapons=[replace(w, captured=begun) for w in s.game.setup.weapons])
    s = marked(s, "g", CAPTURED, side={"us": s.us, "de": s.de}[owner]).do(PickUp(by, "g"))
    assert bool(s.state.weapons[0].flags & CAPTURED) is captured


def test_weapons_of_a_side_without_a_nation() -> None:
    """1.6.8: a weapon of an enemy of no known nation is an enemy weapon."""
    s = Scene(
        U("a", "squad", "C3"), U("x", "squad", "C5"), guns={"g": MG}, lying={"g": "C5"}, phase="rally", turn=2,
        impulse="de",
    )  # fmt: skip
    s.game.sides = tuple(replace(side, nation="") for side in s.game.sides)  # type: ignore[assignment]
    assert s.do(PickUp("x", "g")).state.weapons[0].flags & CAPTURED
