"""1.3, 1.6, 3.0, 5.3: short tables of stacking, Support Weapons, the Rally Phase and fire alone, entry by entry."""

from __future__ import annotations

from inspect import signature
from typing import Any

import pytest

from armour_helpers import TABLE, code, launcher, tank
from helpers import Scene, U
from lnlt.core.board import AIR
from lnlt.core.catalog import WeaponType
from lnlt.core.engine import passes
from lnlt.rules.actions import LONE_FIRE
from lnlt.rules.ch02_outline import begin
from lnlt.rules.ch03_rally import EndRally, Rally, RallyPhase, RallySide, any_choice
from lnlt.rules.ch11_smc.shots import SharpFire
from lnlt.rules.facts import weapons
from lnlt.rules.facts.handling import check_holds
from lnlt.rules.facts.stacking import check_stacking, size
from lnlt.rules.facts.units import movement
from lnlt.rules.facts.weapons import carries, fires_at, has_backblast, mortar_place, why_silent

FAR = U("x", "squad", "H1")


def armed(kind: str, who: str = "hero", at: str = "D6", **more: Any) -> Scene:
    """A unit that carries one weapon of a kind, assembled if it has two sides."""
    weapon = WeaponType("gun-w", "w", kind, **{"fp": 2, "range": 9, **more})
    return Scene(U("a", who, at, carries=["w"]), FAR, guns={"w": weapon})


def test_who_fires_on_his_own() -> None:
    """1.7, 11.4, 11.12, 15.0, 18.1, 19.2.4: these kinds never fire in a group; a Leader aids a Sniper, no Marksman."""
    assert {kind: type(fire).__name__ for kind, fire in LONE_FIRE.items()} == {
        "weapon_team": "TeamFire", "mortar_team": "MortarFire", "sniper": "SharpFire", "marksman": "SharpFire",
        "vehicle": "VehicleFire", "helicopter": "VehicleFire",
    }  # fmt: skip
    sharp = {kind: fire.aided for kind, fire in LONE_FIRE.items() if isinstance(fire, SharpFire)}
    assert sharp == {"sniper": True, "marksman": False}


def test_limits_of_a_hex() -> None:
    """1.3: three Squads, two vehicles, two Single-Man Counters; not one more."""
    men = [U(f"a{n}", "hero", "D6") for n in range(3)]
    cars = [tank(f"b{n}", "D6") for n in range(3)]
    squads = [U(f"c{n}", "squad", "D6") for n in range(4)]
    for units, limit, found in (
        (men, 2, "too_many_smcs"),
        (cars, 2, "too_many_vehicles"),
        (squads, 3, "too_many_squads"),
    ):
        s = Scene(*units, FAR)
        everyone = range(len(units))
        here = s.loc("C3")
        assert check_stacking(s.game, s.state, s.us, here, everyone[:limit]) is None
        assert code(check_stacking(s.game, s.state, s.us, here, everyone[: limit + 1])) == ("1.3", found)


@pytest.mark.parametrize(("marker", "full"), [("wreck", True), ("abandoned", True), ("smoke", False)])
def test_what_counts_as_a_vehicle(marker: str, full: bool) -> None:
    """1.3: a Wreck and an abandoned vehicle take the place of one."""
    s = Scene(tank("a", "D6"), tank("b", "D6"), FAR, markers=[(marker, "D5", 1)])
    assert check_stacking(s.game, s.state, s.us, s.loc("D5"), (0,)) is None
    assert (check_stacking(s.game, s.state, s.us, s.loc("D5"), (0, 1)) is not None) == full


def test_sizes_of_units() -> None:
    """1.3, 6.6, 14.4: half of a Squad is a Half-Squad, Crew or Team with guided missiles, mounted or not."""
    kinds = ("squad", "half_squad", "crew", "weapon_team", "mounted_squad 1-5-8-5", "mounted_half_squad 1-4-8-5")
    s = Scene(*(U(f"a{n}", kind, "A1") for n, kind in enumerate(kinds)), launcher("b", "B3"), FAR)
    assert [size(s.game, s.state, (n,))[0] for n in range(7)] == [2, 1, 1, 2, 2, 1, 1]


@pytest.mark.parametrize(
    ("kind", "lost"),
    [("satchel_charge", 0), ("molotov", 0), ("sticky_bomb", 0), ("stick_bomb", 0), ("machine_gun", 2), ("rpg_43", 2)],
)
def test_loads_of_a_man_alone(kind: str, lost: int) -> None:
    """1.6, 1.6.3, 1.6.7, 23.1.3, 23.1.4: what takes two Movement Points from a Single-Man Counter and what does not."""
    s = armed(kind, "hero 1-4-6-6")
    assert movement(s.game, s.state, s.unit("a")) == 6 - lost


def test_who_carries_how_many_weapons() -> None:
    """1.6, 6.6: a Squad two, other Multi-Man Counters and eligible men one; a Team, a Sniper, a Medic none."""
    one = ("half_squad", "crew", "mounted_half_squad", "leader", "hero", "scout", "commissar", "advisor")
    assert [carries(kind) for kind in ("squad", "mounted_squad")] == [2, 2]
    assert {carries(kind) for kind in (*one, "political_officer")} == {1}
    assert {carries(kind) for kind in ("weapon_team", "sniper", "marksman", "medic", "vehicle")} == {0}


def test_where_mortars_are_not_fired() -> None:
    """1.6.5, Q-534: not in Bamboo Huts, Heavy Jungle, Dense Palms and Forest; in what is left of huts they are."""
    hexes = {"C3": "heavy_jungle", "C4": "dense_palms", "C5": "bamboo_huts", "C6": "forest", "C7": "light_jungle"}
    s = Scene(U("a", "squad", "D6"), FAR, hexes=hexes, era="modern")  # type: ignore[arg-type]
    found = [mortar_place(s.game, s.state, s.loc(at)) for at in ("C3", "C4", "C5", "C6", "C7", "D6")]
    assert found == [False, False, False, False, True, True]
    ruins = Scene(U("a", "squad", "D6"), FAR, hexes=hexes, era="modern", markers=[("rubble", "C5", 1)])  # type: ignore[arg-type]
    assert mortar_place(ruins.game, ruins.state, ruins.loc("C5"))


@pytest.mark.parametrize("kind", ["satchel_charge", "molotov", "mortar", "flamethrower"])
def test_weapons_that_reach_no_helicopter(kind: str) -> None:
    """19.2.8, Q-411: thrown and indirect weapons do not, machine guns do."""
    s = armed(kind)
    up = s.loc("D5") | AIR
    assert code(why_silent(s.game, s.state, s.unit("a"), 0, 1, up)) == ("19.2.8", "not_at_helicopters")
    assert not fires_at(s.game, s.state, 0, 1, s.loc("D6"), up)
    assert why_silent(s.game, s.state, s.unit("a"), 0, 1, s.loc("D5")) is None
    s = armed("machine_gun")
    assert why_silent(s.game, s.state, s.unit("a"), 0, 1, up) is None


@pytest.mark.parametrize(("kind", "rule"), [("rpg_43", "23.1.2"), ("sticky_bomb", "23.1.3"), ("stick_bomb", "23.1.4")])
def test_weapons_used_by_hand(kind: str, rule: str) -> None:
    """23.1.2 to 23.1.4: never fired, each by its own rule."""
    s = armed(kind)
    assert code(why_silent(s.game, s.state, s.unit("a"), 0, 1, s.loc("D5"))) == (rule, "not_on_the_dft")
    assert not fires_at(s.game, s.state, 0, 1, s.loc("D6"), s.loc("D5"))


@pytest.mark.parametrize(("kind", "betrays"), [("atr", False), ("piat", False), ("flg_apav", False), ("bazooka", True)])
def test_ordnance_without_backblast(kind: str, betrays: bool) -> None:
    """1.6.4: Anti-Tank Rifles, PIATs and the FLG APAV may be fired from anywhere."""
    s = armed(kind, to_hit=TABLE)
    assert has_backblast(s.game, s.state, s.unit("a")) == betrays


def test_fire_unless_it_is_said_to_be_opportunity_fire() -> None:
    """1.6.5: in its own impulse a Mortar fires; as Opportunity Fire it does not."""
    s = armed("mortar", "squad")
    here, at, a = s.loc("D6"), s.loc("D3"), s.unit("a")
    assert fires_at(s.game, s.state, 0, 3, here, at)
    assert not fires_at(s.game, s.state, 0, 3, here, at, True)
    assert why_silent(s.game, s.state, a, 0, 3, at) is None
    assert code(why_silent(s.game, s.state, a, 0, 3, at, True)) == ("1.6.5", "no_opportunity_fire")
    assert weapons.usable(s.game, s.state, a, 3) == (0,)
    assert weapons.usable(s.game, s.state, a, 3, at, True) == ()
    assert weapons.weapon_sets(s.game, s.state, a, 3) == [(), (0,)]
    assert weapons.weapon_sets(s.game, s.state, a, 3, at, True) == [()]


def test_fire_at_no_place_in_particular() -> None:
    """1.6.1: what is asked without a target is asked of the ground of a hex that is nobody's own."""
    places = [signature(f).parameters["at"].default for f in (weapons.usable, weapons.weapon_sets)]
    assert places == [-8, -8]
    for at in ("A0", "A1", "B1"):
        s = armed("machine_gun", "squad", at, bipod=(1, 5), abilities=frozenset({"tripod"}))
        assert weapons.usable(s.game, s.state, s.unit("a"), 1) == (0,)
        assert weapons.usable(s.game, s.state, s.unit("a"), 1, s.loc(at)) == ()


def test_only_good_order_handles_weapons() -> None:
    """1.6: unless a rule says otherwise, a Shaken unit does nothing with the weapon it holds."""
    s = Scene(U("a", "squad", "D6", "shaken", carries=["mg"]), FAR, guns={"mg": (2, 8)})
    assert code(check_holds(s.game, s.state, s.us, "a", "mg")) == ("1.6", "not_good_order")
    assert check_holds(s.game, s.state, s.us, "a", "mg", False) is None


def test_weapons_that_lie_about_on_the_first_turn() -> None:
    """3.0, Q-226: to pick one up is something to do, but right after the set-up nobody is asked for that alone."""
    s = Scene(U("a", "squad", "D6"), FAR, guns={"mg": (2, 8)}, lying={"mg": "D6"}, phase="rally")
    assert any_choice(s.game, s.state, s.us)
    assert not any_choice(s.game, s.state, s.us, True)
    s = Scene(U("a", "leader", "D6", "shaken"), FAR, phase="rally")
    assert any_choice(s.game, s.state, s.us, True)


def test_what_goes_without_saying() -> None:
    """2.0, 3.0: initiative is rolled for, all is asked for, nobody is done before he begins, a rally is no pair."""
    assert RallyPhase().roll
    asked = RallySide(side=0)
    assert (asked.done, asked.quiet) == (False, False)
    assert not Rally("a").srp
    assert passes(EndRally())
    assert signature(begin).parameters["seed"].default == 0
