"""1.5, 1.6, 1.7: values under markers, what hands hold, whose a weapon is, and where Weapon Teams go."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import OK, gun, refused, tank
from helpers import Activate, AddFirer, AddMover, BeginMove, Fire, PickUp, Place, Scene, StepTo, U
from lnlt.core.catalog import Side2, WeaponType
from lnlt.core.flags import CAPTURED, JAMMED
from lnlt.core.setup import Group, SideSetup, WeaponSetup
from lnlt.core.state import Weapon
from lnlt.rules.facts.units import morale, movement
from lnlt.rules.facts.weapons import reach_of, usable
from scenario_helpers import Plan, set_up

pytestmark = pytest.mark.usefixtures("either_seat")

FAR = U("z", "squad 1-1-4-5", "H8")
MG = (2, 9)
NO_TEAMS = ("1.7", "no_weapon_teams")


def weapon(name: str, *abilities: str, kind: str = "machine_gun", **more: Any) -> WeaponType:
    """A weapon type."""
    return WeaponType(f"gun-{name}", name, kind, **{"fp": 2, "range": 9, **more}, abilities=frozenset(abilities))


def held(s: Scene, name: str = "g") -> Weapon:
    """A weapon as it is now."""
    return next(w for w in s.state.weapons if w.id == name)


# --- 1.5, 6.0: values of the side that is up


@pytest.mark.parametrize(("word", "value"), [("shaken", 3), ("moved", 5), ("fired", 5), ("ops_complete", 5)])
def test_only_shaken_units_have_shaken_morale(word: str, value: int) -> None:
    """1.5: Morale is that of the side that is up; a marker on a Good Order unit does not turn it over."""
    s = Scene(U("a", "squad 1-5-4-5", "C3", word, shaken=(3, 2)), U("b", "squad", "C4"), FAR)
    assert morale(s.game, s.unit("a"), s.state) == value


@pytest.mark.parametrize(
    ("unit", "points"),
    [
        (U("a", "squad 1-5-4-5", "C3", shaken=(3, 2)), 4),
        (U("a", "squad 1-5-4-5", "C3", "shaken", shaken=(3, 2)), 2),
        (U("a", "hero 1-4-6-6", "C3", "wounded", wounded=Side2(1, 4, 3, 5)), 3),
        (U("a", "hero 1-4-6-6", "C3", wounded=Side2(1, 4, 3, 5)), 6),
        (tank("a", "C3"), 10),
        (tank("a", "C3", "immobilized"), 0),
        (tank("a", "C3", "shaken"), 5),
    ],
)
def test_movement_of_the_side_that_is_up(unit: U, points: int) -> None:
    """6.0, 5.1, 15.0, 21.4.1: Shaken and wounded units have the Movement Factor of that side, a Shaken vehicle half of
    its own, an immobilized one none."""
    s = Scene(unit, U("b", "squad", "D6"), FAR)
    assert movement(s.game, s.state, s.unit("a")) == points


@pytest.mark.parametrize(("words", "points"), [((), 6), (("assault_move",), 6), (("wounded",), 3)])
def test_a_marker_is_no_wound(words: tuple[str, ...], points: int) -> None:
    """6.0, 5.1, 1.6.3: with a Satchel Charge a Hero loses no points; only a wound gives him those of his other side."""
    charge = weapon("g", kind="satchel_charge", fp=6, range=1)
    hero = U("a", "hero 1-4-6-6", "C3", *words, carries=["g"], wounded=Side2(1, 4, 3, 5))
    s = Scene(hero, U("b", "squad", "D6"), FAR, guns={"g": charge})
    assert movement(s.game, s.state, s.unit("a")) == points


# --- 1.6, 23.2.2: hands


@pytest.mark.parametrize(
    ("kind", "has", "found"),
    [
        ("squad", "", OK), ("squad", "h", OK), ("squad", "hi", ("1.6", "hands_full")),
        ("half_squad", "", OK), ("half_squad", "h", ("1.6", "hands_full")), ("leader", "h", ("1.6", "hands_full")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("launchers", [False, True])
def test_how_many_weapons_are_picked_up(kind: str, has: str, found: tuple[str, str], launchers: bool) -> None:
    """1.6: a Squad picks up a second weapon and no third, any other unit one only; with M203s in the game as well."""
    guns: dict[str, Any] = {"g": MG, "h": MG, "i": MG, "k": weapon("k", *(["no_load"] if launchers else []))}
    guns = {name: guns[name] for name in ("g", *has, "k")}
    s = Scene(
        U("a", kind, "C3", carries=list(has)), FAR, guns=guns, lying={"g": "C3", "k": "H1"}, phase="rally", turn=2
    )
    assert refused(s, PickUp("a", "g")) == found
    assert (PickUp("a", "g") in s.options()) is (found == OK)


def test_a_launcher_leaves_hands_free() -> None:
    """23.2.2: an M203 does not count: a Half-Squad that has one picks up a machine gun, and no second one then."""
    guns = {"g": MG, "h": MG, "k": weapon("k", "no_load", kind="m203")}
    units = (U("a", "half_squad", "C3", carries=["k"]), U("b", "half_squad", "C4", carries=["h"]))
    s = Scene(*units, FAR, guns=guns, lying={"g": "C3"}, phase="rally", turn=2)
    assert refused(s, PickUp("a", "g")) == OK
    s = Scene(U("a", "half_squad", "C3", carries=["k", "h"]), FAR, guns=guns, lying={"g": "C3"}, phase="rally", turn=2)
    assert refused(s, PickUp("a", "g")) == ("1.6", "hands_full")


def test_what_was_picked_up_changes_hands_no_more() -> None:
    """3.0, Q-221: a weapon that a unit has taken in this phase is picked up by nobody else in it."""
    s = Scene(
        U("a", "squad", "C3"), U("b", "squad", "C3"), FAR, guns={"g": MG}, lying={"g": "C3"}, phase="rally", turn=2
    ).do(PickUp("a", "g"))
    assert refused(s, PickUp("b", "g")) == ("3.0", "handled_already")


# --- 1.6, 5.4: fire of Support Weapons


@pytest.mark.parametrize(("abilities", "flags", "reach"), [((), 0, 4), (("extended_range",), 0, 8), ((), JAMMED, 0)])
def test_how_far_a_weapon_reaches(abilities: tuple[str, ...], flags: int, reach: int) -> None:
    """5.4, 1.6.2: as far as printed, twice as far if the range is boxed, and nowhere if it is jammed."""
    s = Scene(U("a", "squad", "C3", carries=["g"]), FAR, guns={"g": weapon("g", *abilities, range=4)})
    assert reach_of(s.game, Weapon("g", held(s).type, flags=flags)) == reach


@pytest.mark.parametrize(("at", "fires"), [("C5", True), ("C9", True), ("C10", False)])
def test_boxed_range_is_doubled(at: str, fires: bool) -> None:
    """5.4: a weapon of boxed range 4 fires eight hexes far and not nine."""
    boxed = weapon("g", "extended_range", range=4)
    foes = (U("x", "squad", at), U("y", "squad", "C2"))
    s = Scene(U("a", "squad 1-1-4-5", "C1", carries=["g"]), *foes, guns={"g": boxed}, size=(8, 12)).do(Activate("C1"))
    assert (Fire("C1", at) in s.options()) is fires
    if fires:
        s.do(Fire("C1", at))
        assert refused(s, AddFirer("a", ("g",))) == OK
    else:
        assert refused(s, Fire("C1", at)) != OK


@pytest.mark.parametrize(("kind", "fired"), [("squad", (0,)), ("hero", (0,)), ("medic", ()), ("weapon_team", ())])
def test_who_fires_support_weapons(kind: str, fired: tuple[int, ...]) -> None:
    """1.6: Weapon Teams and Medics do not fire a Support Weapon even if they hold one."""
    s = Scene(U("a", kind, "C3", carries=["g"]), FAR, guns={"g": MG})
    assert usable(s.game, s.state, s.unit("a"), 3, s.loc("C6")) == fired


# --- 1.6.8: captured weapons


@pytest.mark.parametrize(
    ("owner", "printed", "begun", "captured"),
    [
        ("us", "", False, False),
        ("us", "de", False, False),
        ("de", "", False, True),
        ("de", "us", False, True),
        ("", "us", False, False),
        ("", "de", False, True),
        ("", "", False, False),
        ("us", "de", True, True),
        ("us", "", True, True),
        ("us", "us", True, False),
        ("de", "us", True, False),
    ],
)
def test_whose_a_weapon_is(owner: str, printed: str, begun: bool, captured: bool) -> None:
    """1.6.8, Q-551: what a side picks up is captured if it was the enemy's; of a weapon without an owner, or one that a
    scenario gives as captured, the nation printed on it tells."""
    lying = WeaponSetup("g", "gun-g", owner, "C3", captured=begun)
    s = Plan(
        U("a", "squad", "C3"), FAR, scenario={"weapons": (lying,)}, guns={"g": weapon("g", nation=printed)},
        phase="rally", turn=2,
    )  # fmt: skip
    s.do(PickUp("a", "g"))
    assert held(s).carrier == s.number("a")
    assert bool(held(s).flags & CAPTURED) is captured


@pytest.mark.parametrize(("owner", "captured"), [("red", False), ("blue", True)])
def test_sides_without_a_nation(owner: str, captured: bool) -> None:
    """1.6.8: sides that are of no nation share nothing: what the enemy has had is captured, one's own is not."""
    units, colours = (U("a", "squad", "C3"), FAR), {"us": "red", "de": "blue"}
    facts: dict[str, Any] = {"guns": {"g": MG}, "phase": "rally", "turn": 2}
    setup = Scene(*units, **facts).game.setup
    scenario = {
        "sides": tuple(SideSetup(colours[side.id]) for side in setup.sides),
        "units": tuple(replace(u, side=colours[u.side]) for u in setup.units),
        "weapons": (WeaponSetup("g", "gun-g", owner, "C3"),),
        "start": replace(setup.start, impulse="red", initiative="red"),
    }
    s = Plan(*units, scenario=scenario, **facts).do(PickUp("a", "g"))
    assert bool(held(s).flags & CAPTURED) is captured


# --- 1.7: Weapon Teams


@pytest.mark.parametrize("team", [gun("a", "C3"), U("a", "weapon_team 3-9-2-6", "C3", abilities=["mg"])])
def test_no_team_in_a_marsh(team: U) -> None:
    """1.7: no Weapon Team enters a Marsh, not even one with a machine gun; a Squad does."""
    s = Scene(team, U("b", "squad", "C3"), FAR, hexes={"C4": "marsh"}).do(Activate("C3"), BeginMove("C3"))
    assert refused(s.do(AddMover("a")), StepTo("C4")) == NO_TEAMS
    assert refused(s, StepTo("C2")) == OK
    s = Scene(U("b", "squad", "C3"), FAR, hexes={"C4": "marsh"}).do(Activate("C3"), BeginMove("C3"), AddMover("b"))
    assert refused(s, StepTo("C4")) == OK


@pytest.mark.parametrize(
    ("team", "found"),
    [
        (gun("a", ""), NO_TEAMS),
        (U("a", "weapon_team 3-9-2-6", "", abilities=["mortar"]), OK),
        (U("a", "weapon_team 3-9-2-6", "", abilities=["mg"]), OK),
        (U("a", "squad", ""), OK),
    ],
)
def test_teams_set_up_in_caves(team: U, found: tuple[str, str]) -> None:
    """1.7, 10.7: of Weapon Teams those with machine guns and Mortars set up in Caves; others stay outside."""
    group = Group("own", "us", ("a",), setup=("D5", "D5/cave"))
    s = set_up(team, FAR, groups=[group], markers=[("cave", "D5", 6, "D4")])
    assert s.refused(Place("a", "D5/cave")) == found
    assert s.refused(Place("a", "D5")) == OK


def test_barricades_stop_guns_where_they_are() -> None:
    """1.7, 21.5: a gun does not cross a Barricade; where there is none it moves on, though one stands elsewhere."""
    s = Scene(gun("a", "C3"), FAR, features={"C3": ("road",)}, markers=[("barricade", "C3", 1, "C4")])
    s.do(Activate("C3"), BeginMove("C3"), AddMover("a"))
    assert refused(s, StepTo("C4")) == ("1.7", "no_hexside")
    assert refused(s, StepTo("C2")) == OK
