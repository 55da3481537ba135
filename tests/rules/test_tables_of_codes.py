"""Words and numbers that saved games, records and answers carry: they mean the same in every version."""

from __future__ import annotations

from inspect import signature
from types import SimpleNamespace
from typing import Any

from armour_helpers import OK, gun, refused
from helpers import Activate, Scene, U
from lnlt.core import events as ev
from lnlt.rules.ch14_ordnance.impact import facing_hit
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch15_vehicles.mg_action import bursts
from lnlt.rules.ch15_vehicles.overrun_answer import ForgoAssault
from lnlt.rules.ch16_passengers.forced import StayOn
from lnlt.rules.ch17_antitank.exposure import vehicle_cover
from lnlt.rules.ch18_indirect import patterns, shelling
from lnlt.rules.ch18_indirect.barrage import KeepBarrage
from lnlt.rules.ch21_fortifications import barricade_shots, mines, placing, set_up
from lnlt.rules.ch21_fortifications.barricade_shots import BarricadeShot, FireAtBarricade
from lnlt.rules.facts.gun_arcs import pivot_hull


def test_works_an_owner_may_be_given() -> None:
    """21.1 to 21.10, 22.0: every kind of fortification can be placed in the set-up, two of them with a facing."""
    kinds = {"bunker", "foxholes", "wire", "mines", "trench", "emplacement", "sangar", "fortified", "barricade"}
    assert {*kinds, "vehicle_emplacement"} == placing.WORKS
    assert {"bunker", "barricade"} == set_up.FACING
    assert placing.RULES == {
        "bunker": "21.1", "foxholes": "21.2", "mines": "21.4", "barricade": "21.5", "trench": "21.6",
        "vehicle_emplacement": "21.7", "emplacement": "21.8", "sangar": "21.9", "fortified": "21.10",
    }  # fmt: skip


def test_ground_closed_to_works_of_modules_and_vehicles() -> None:
    """21.7, 21.9: no Vehicle Emplacement in a Building or in water, no Sangar in pools and seas of any module."""

    def refused_in(kind: str, key: str, structure: bool = False, water: bool = False) -> bool:
        ground = SimpleNamespace(key=key, structure=structure, water=water, road=False)
        board: Any = SimpleNamespace(names=["A1"], terrain=[ground], features=[frozenset()])
        return placing.check_placing(board, kind, 0, ()) is not None

    assert not refused_in("vehicle_emplacement", "clear")
    assert refused_in("vehicle_emplacement", "hut", structure=True)
    assert refused_in("vehicle_emplacement", "ford", water=True)
    closed = ("wadi", "pond", "pool", "ocean", "clear", "marsh")
    assert [refused_in("sangar", key) for key in closed] == [True] * 4 + [False] * 2


def test_what_goes_without_saying() -> None:
    """What a call leaves out is the ordinary case: turrets go along, no hollow charge, no mortar, nobody called."""
    ordinary = [
        (pivot_hull, "keep_turret"), (facing_hit, "heat"), (bursts, "pivots"), (vehicle_cover, "mortar"),
        (shelling.shelling_tally, "called"),
    ]  # fmt: skip
    assert {signature(function).parameters[name].default for function, name in ordinary} == {False}
    assert not shelling.Shelling(side=0, fp=0, hexes=()).called
    shot = BarricadeShot(side=0, unit=0, weapon=-1, at=0, leader=-1, mate=-1, turn="", toward="A1")
    assert shot.vertex == 0


def test_kinds_of_missions() -> None:
    """18.2: in the order in which they are offered; how markers of Fire for Effect tell where they come from."""
    assert patterns.KINDS == ("standard", "concentrated", "loose", "line", "walking")
    assert (shelling.OF_MORTAR, patterns.WALKS) == (6, 8)


def test_results_of_mines() -> None:
    """21.4.2: what the table for vehicles says."""
    found = (mines.NO_HARM, mines.SHAKES, mines.STOPS, mines.DESTROYS)
    assert found == ("none", "shaken", "shaken_immobilized", "destroyed")


def test_what_lets_a_chance_go_by() -> None:
    """15.3, 16.2, 18.2: these commands are what a side does that does nothing."""
    assert ForgoAssault.PASSES
    assert StayOn.PASSES
    assert KeepBarrage.PASSES


def test_weakest_shot_at_a_barricade() -> None:
    """21.5: a penetration of 2 is enough, 1 is not; such a shot has no unit as its target. 4.0: from the first hex too
    only a gun whose location is named."""
    assert barricade_shots.NO_UNIT == -2
    for penetration, found in ((1, ("21.5", "too_weak")), (2, OK)):
        weak = gun("a", "D7", facing="D6/E6", to_hit=((9, 8, penetration),))
        s = Scene(weak, U("x", "squad", "H0"), features={"D4": ("road",)}, markers=[("barricade", "D4", 1, "D5")])
        s.do(Activate("D7"))
        assert refused(s, FireAtBarricade("a", "D5", "D4")) == found
    first = gun("a", "A0", facing="A1/B1")
    road = {"features": {"A1": ("road",)}, "markers": [("barricade", "A1", 1, "A2")]}
    s = Scene(first, U("b", "squad", "D7"), U("x", "squad", "H0"), **road).do(Activate("D7"))  # type: ignore[arg-type]
    assert refused(s, FireAtBarricade("a", "A1", "A2")) == ("4.0", "not_named")


def test_acquired_men_in_a_trench() -> None:
    """14.3, 21.6.1, Q-550: fire at them is offered to the gun that has acquired them, and hits only whom it may."""
    low, seen = U("x", "squad", "D3"), U("y", "squad", "D3", "fired")
    trench = {"markers": [("trench", "D3", 1)]}
    shot = FireOrdnance("a", "D3", "infantry")
    for acquired, offered in (([("", "D3", 1)], True), ([("", "D2", 1)], False), ([], False)):
        s = Scene(gun("a", "D7", facing="D6/E6", acquired=acquired), low, **trench)  # type: ignore[arg-type]
        assert (shot in s.do(Activate("D7")).options()) == offered
    for acquired, hit in (([], {"y"}), ([("", "D3", 1)], {"x", "y"})):  # who has fired is seen, others by that gun only
        s = Scene(gun("a", "D7", facing="D6/E6", acquired=acquired), low, seen, **trench)  # type: ignore[arg-type]
        s.do(Activate("D7"), shot, dice=["to hit 1 1", "attack 1", "defence 6"])
        fired = [e for e in s.events if isinstance(e, ev.Resolved) and e.what == "fire"]
        assert {s.state.units[e.subject].id for e in fired} == hit
