"""23.2.1, 23.3.1: the numbers and kinds of Claymores and Rubber Boats, entry by entry."""

from __future__ import annotations

import pytest

from helpers import Scene, U, why
from lnlt.core.catalog import UnitType
from lnlt.core.engine import passes
from lnlt.core.state import Marker
from lnlt.rules.ch23_equipment.claymores import (
    Deploying,
    Detonation,
    HoldClaymore,
    Tripped,
    claymore_tallies,
    has_watch,
)
from lnlt.rules.facts.boats import boat_cost, has_room

FAR = U("x", "squad", "H1")


@pytest.mark.parametrize(
    ("load", "boats"),
    [
        ("squad", 1), ("half_squad half_squad", 1), ("half_squad crew", 1), ("crew crew", 1), ("squad hero leader", 1),
        ("hero leader", 1), ("half_squad half_squad half_squad", 2), ("crew crew crew", 2), ("squad half_squad", 2),
        ("squad crew", 2), ("squad squad", 2), ("hero leader scout", 2), ("squad squad squad", 3),
    ],
)  # fmt: skip
def test_room_of_boats(load: str, boats: int) -> None:
    """23.3.1, 16.2, Q-406: a boat takes a Squad, or two Half-Squads or Crews, and two men."""
    kinds = [UnitType(kind, kind, kind) for kind in load.split()]
    assert [has_room(kinds, n) for n in range(boats + 1)] == [False] * boats + [True]


@pytest.mark.parametrize("kind", ["weapon_team", "mortar_team", "mounted_squad", "mounted_half_squad", "vehicle"])
def test_who_gets_into_no_boat(kind: str) -> None:
    """23.3.1: no Weapon Teams, no Mounted Units, no vehicles."""
    assert not has_room([UnitType(kind, kind, kind)], 9)


def test_speed_of_boats() -> None:
    """23.3.1: two hexes along a River; to get onto it or off it takes the whole Movement Factor."""
    s = Scene(U("a", "squad", "C3"), FAR, hexes={"D3": "river", "D4": "river"})
    land, here, there = s.loc("C3"), s.loc("D3"), s.loc("D4")
    assert [boat_cost(s.game, s.state, here, there, half_points) for half_points in (6, 8, 9)] == [3, 4, 5]
    assert [boat_cost(s.game, s.state, *way, 8) for way in ((land, here), (here, land))] == [8, 8]


def test_firepower_of_a_claymore() -> None:
    """23.2.1: none of its own, 2 for being adjacent."""
    s = Scene(U("a", "squad", "D6"), FAR, era="modern")
    fire, _ = claymore_tallies(s.game, s.state, 0, s.loc("D5"), s.loc("D6"))
    assert why(fire) == {"claymore": 0, "adjacent": 2}


@pytest.mark.parametrize(
    ("kind", "watches"),
    [
        ("leader", True), ("commissar", True), ("political_officer", True), ("hero", True), ("scout", True),
        ("advisor", True), ("sniper", True), ("marksman", True), ("squad", True), ("medic", False), ("chaplain", False),
    ],
)  # fmt: skip
def test_who_sets_off_a_claymore(kind: str, watches: bool) -> None:
    """23.2.1, 11.7, Q-010: a Multi-Man Counter, or one man of those who use weapons, a Sniper or a Marksman."""
    s = Scene(U("a", kind, "D6"), FAR, era="modern")
    assert has_watch(s.game, s.state, Marker("claymore", s.loc("D6"), 1, s.us)) == watches


def test_steps_of_claymores() -> None:
    """23.2.1: a saved game says by its number which step comes next; to keep one is to do nothing."""
    assert Tripped.STEPS == ("ask", "again")
    assert Detonation.STEPS == ("blast", "check")
    assert passes(HoldClaymore())
    assert Deploying().needs_named
