"""6.0, 1.6: who moves with whom, weapons on the way, flipping tripods: what only looks like a detail."""

from __future__ import annotations

from typing import Any

import pytest

from armour_helpers import flagged, gun, refused
from helpers import (
    MISS,
    Abandon,
    Activate,
    AddFirer,
    AddMover,
    BeginMove,
    Fire,
    Flip,
    OpenFire,
    PickUp,
    Scene,
    StepTo,
    StopMove,
    U,
)
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import MOVING
from lnlt.rules.ch06_movement.steps import check_mover
from lnlt.rules.facts.shelters import is_sheltered

FOE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot."""
BLIND = U("x", "squad 0-0-4-5", "C7")
"""A target without a shot."""
MG = WeaponType("gun-g", "g", "machine_gun", fp=2, range=8, bipod=(1, 6))
SECOND = WeaponType("gun-h", "h", "machine_gun", fp=2, range=8, bipod=(1, 6))
ABLE = ("assault_move", "stealth")


def choosing(*units: U, at: str = "C3", **board: object) -> Scene:
    """A named location that begins to move, nobody chosen yet."""
    return Scene(*units, FOE, **board).do(Activate(at), BeginMove(at))  # type: ignore[arg-type]


@pytest.mark.parametrize(("frm", "to"), [("A0", "A1"), ("A1", "A0")])
def test_guns_leave_their_foxholes(frm: str, to: str) -> None:
    """21.2: a gun has the good of the Foxholes it was set up in, and of no others it is pushed into."""
    s = Scene(gun("a", frm), FOE, markers=[("foxholes", "A0", 1), ("foxholes", "A1", 1)])
    assert is_sheltered(s.game, s.state, s.number("a"), "foxholes")
    s.move(frm, "a", to)
    assert s.at("a") == to
    assert not is_sheltered(s.game, s.state, s.number("a"), "foxholes")


def test_a_unit_joins_once() -> None:
    """6.0: who is in the group already is not taken into it again."""
    s = choosing(U("a", "squad", "C3"), U("b", "squad", "C3")).do(AddMover("b"))
    assert refused(s, AddMover("b")) == refused(s, AddMover("a")) == ("6.0", "in_order")


def test_places_that_are_not_on_the_map() -> None:
    """1.4: a step to a hex that no map has is refused before and in the middle of a move."""
    s = choosing(U("a", "squad", "C3")).do(AddMover("a"))
    assert refused(s, StepTo("Q99")) == ("1.4", "no_such_place")
    assert refused(s.do(StepTo("C4")), StepTo("Q99")) == ("1.4", "no_such_place")


def told(s: Scene) -> dict[str, tuple[str, str]]:
    """What the player is not offered, and why."""
    question = s.state.stack[-1]
    return {repr(c): (r.rule, r.code) for c, r in question.refusals(s.game, s.state)}  # type: ignore[attr-defined]


def test_what_is_not_offered_is_explained() -> None:
    """1.6, 6.0: among what a group cannot do, before and on the way, are steps and weapons, each with its reason."""
    board: dict[str, Any] = {"hexes": {"C4": "river", "D5": "river"}, "guns": {"g": (2, 8)}, "lying": {"g": "C3"}}
    s = choosing(U("a", "squad 1-5-2-5", "C3"), **board).do(AddMover("a"))
    assert told(s)[repr(StepTo("C4"))] == ("6.0", "terrain_prohibited")
    assert told(s)[repr(PickUp("a", "g"))] == ("1.6", "too_few_points")
    board["lying"] = {"g": "D4"}
    s = choosing(U("a", "squad 1-5-2-5", "C3"), **board).do(AddMover("a"), StepTo("D4"))
    assert told(s)[repr(StepTo("C4"))] == told(s)[repr(StepTo("D5"))] == ("6.0", "terrain_prohibited")
    assert told(s)[repr(PickUp("a", "g"))] == ("1.6", "too_few_points")


def test_two_weapons_before_the_first_step() -> None:
    """1.6, Q-225: of four points two are left after one weapon, and a second one would leave none for a step."""
    s = choosing(U("a", "squad 1-5-4-5", "C3"), guns={"g": (2, 8), "h": (2, 8)}, lying={"g": "C3", "h": "C3"}).do(
        AddMover("a"), PickUp("a", "g")
    )
    assert s.unit("a").mp == 4
    assert refused(s, PickUp("a", "h")) == ("1.6", "too_few_points")
    assert refused(s, StepTo("C4")) == ("", "")


def test_who_picks_up() -> None:
    """1.6: only a unit that moves picks up a weapon, and only one there is."""
    s = choosing(U("a", "squad", "C3"), U("b", "squad", "C3"), guns={"g": (2, 8)}, lying={"g": "C3"})
    s.do(AddMover("a"))
    assert refused(s, PickUp("b", "g")) == ("1.6", "not_lying_here")
    assert refused(s, PickUp("a", "none")) == refused(s, PickUp("nobody", "g")) == ("1.6", "not_lying_here")
    assert refused(s, PickUp("a", "g")) == ("", "")


@pytest.mark.parametrize("begun", [False, True])
def test_who_abandons(begun: bool) -> None:
    """1.6: a unit leaves behind what it holds, not what another one holds or what is nobody's."""
    units = (U("a", "squad", "C3", carries=["g"]), U("b", "squad", "C3", carries=["h"]))
    s = choosing(*units, guns={"g": (2, 8), "h": (2, 8)}).do(AddMover("a"))
    if begun:
        s.do(StepTo("C4"))
    for command in (Abandon("a", "h"), Abandon("b", "h"), Abandon("a", "none"), Abandon("nobody", "g")):
        assert refused(s, command) == ("1.6", "not_its_weapon")
    assert refused(s, Abandon("a", "g")) == ("", "")


def test_ops_complete_and_on_the_move() -> None:
    """4.0, 4.1: an Ops Complete marker alone is the reason of 4.1; who is on the move has acted in any case."""
    s = Scene(U("a", "squad", "C3", "ops_complete"), FOE)
    rules = []
    for flags in (0, MOVING):
        found = check_mover(s.game, flagged(s, "a", flags).state, s.number("a"))
        rules.append(found and (found.rule, found.code))
    assert rules == [("4.1", "has_acted"), ("4.0", "has_acted")]


@pytest.mark.parametrize(
    ("mode", "abilities", "kept"),
    [
        ("low_crawl", ABLE, True),
        ("low_crawl", (), False),
        ("stealth", ABLE, True),
        ("normal", ABLE, False),
        ("assault", ABLE, False),
    ],
)
def test_company_of_stealth(mode: str, abilities: tuple[str, ...], kept: bool) -> None:
    """6.4: Stealth is kept beside one who can do the same and creeps too, and lost beside all others."""
    units = (U("a", "squad", "C3", abilities=ABLE), U("b", "squad", "C3", abilities=abilities))
    s = choosing(*units).do(AddMover("a", "stealth"), AddMover("b", mode), StepTo("C4"))
    if s.frames.endswith("MoveOn"):
        s.do(StopMove())
    assert s.words("a") == ({"stealth"} if kept else {"moved"})


def tripod(*units: U, **more: object) -> Scene:
    """A Squad capable of everything with two tripod weapons, named; more units."""
    a = U("a", "squad 2-5-4-5", "C3", carries=["g", "h"], abilities=ABLE)
    return Scene(a, *units, BLIND, FOE, guns={"g": MG, "h": SECOND}, **more).do(Activate("C3"))  # type: ignore[arg-type]


def test_where_tripods_are_flipped() -> None:
    """4.0, 1.6.1: in an impulse a tripod is flipped in a named location, as a move or an Assault Move."""
    s = Scene(
        U("a", "squad", "C3", carries=["g"]),
        U("b", "squad", "F6", carries=["h"]),
        FOE,
        guns={"g": MG, "h": SECOND},
    ).do(Activate("C3"))
    assert refused(s, Flip("b", "h")) == ("4.0", "not_named")
    assert refused(s, Flip("a", "g", "low_crawl")) == ("1.6.1", "no_such_mode")
    assert refused(s, Flip("a", "g")) == ("", "")


def test_one_flip_takes_the_half() -> None:
    """1.6.1: who has flipped one tripod has spent half his factor on it and flips no second one."""
    s = tripod().do(Flip("a", "g"))
    for mode in ("", "assault"):
        assert refused(s, Flip("a", "h", mode)) == ("1.6.1", "has_flipped")


@pytest.mark.parametrize(("mode", "marker"), [("assault", "moved"), ("stealth_assault", "stealth")])
def test_flip_after_assault_fire(mode: str, marker: str) -> None:
    """6.1.1, 6.4.2, 1.6.1: the move owed may be a flip, but as an Assault Move; then Moved or Stealth."""
    s = tripod().do(Fire("C3", "C7", "assault_fire"), AddFirer("a"), OpenFire("a"), dice=MISS)
    assert refused(s, Flip("a", "g")) == ("6.1.1", "assault_fire_moves")
    s.do(Flip("a", "g", mode))
    assert s.words("a") == {marker}


@pytest.mark.parametrize(
    ("mode", "words"), [("assault", {"assault_move"}), ("stealth_assault", {"assault_move", "stealth"})]
)
def test_flip_instead_of_an_assault_move(mode: str, words: set[str]) -> None:
    """1.6.1, 6.4.1: a flip as a Stealth Assault Move leaves the Stealth marker beside the other."""
    assert tripod().do(Flip("a", "g", mode)).words("a") == words
