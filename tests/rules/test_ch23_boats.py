"""23.3.1: Rubber Boats in detail: what is a River, who fits in, what a step costs, who must stay together."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import flagged, tank
from helpers import Activate, AddMover, BeginMove, PickUp, Scene, StepTo, U
from lnlt import engine
from lnlt.core.catalog import WeaponType
from lnlt.core.state import Marker
from lnlt.rules.facts.boats import (
    boat_cost,
    boat_step,
    boat_target,
    check_aboard,
    check_afloat,
    check_boat_left,
    check_boats,
    check_on_land,
    has_room,
    in_boat,
    is_river,
)

pytestmark = pytest.mark.usefixtures("either_seat")

BOAT = "rubber_boat"
NORMAL = "normal"


def river(*units: U, **facts: Any) -> Scene:
    """A River down the column D from D1 to D7 and in A0; boats b1 to b3, a machine gun mg."""
    guns: dict[str, Any] = {b: WeaponType(f"gun-{b}", b, BOAT) for b in ("b1", "b2", "b3")}
    guns["mg"] = (2, 8)
    hexes = {"A0": "river", **{f"D{i}": "river" for i in range(1, 8)}}
    return Scene(*units, hexes=hexes, guns=guns, lying={"b3": "A7", "b2": "A7", "mg": "A7", "b1": "A7"} | facts)


def code(found: Any) -> str:
    """Code of a refusal, "" if there is none."""
    return found.code if found else ""


def moving(s: Scene, movers: str, frm: str, to: str, mode: str = NORMAL) -> str:
    """What stands against a step of a group."""
    numbers = [s.number(m) for m in movers]
    return code(check_boats(s.game, s.state, numbers, [mode] * len(numbers), s.loc(frm) if frm else -1, s.loc(to)))


def test_what_is_a_river() -> None:
    """23.3.1: water on the ground, the first hex of the map too; not under a bridge, at a ford, or off the map."""
    s = Scene(
        U("a", "squad", "H1"), U("x", "squad", "H7"), hexes=dict.fromkeys(("A0", "D4", "D5", "E5"), "river"),
        features={"D5": ("bridge",)},
    )  # fmt: skip
    assert [is_river(s.game, s.state, s.loc(at)) for at in ("A0", "D4", "D5", "C4")] == [True, True, False, False]
    assert not is_river(s.game, s.state, s.loc("D4") + 1)
    assert not is_river(s.game, s.state, -1)
    ford = Marker("ford", s.loc("E5"))
    shallow = replace(s.state, markers=(ford,), marks={ford.at: (ford,)})
    assert is_river(s.game, s.state, s.loc("E5"))
    assert not is_river(s.game, shallow, s.loc("E5"))
    smoke = Marker("smoke", s.loc("E5"))
    assert is_river(s.game, replace(s.state, markers=(smoke,), marks={smoke.at: (smoke,)}), s.loc("E5"))


def test_men_in_boats() -> None:
    """23.3.1: they neither fire nor call fire, and are easier to hit; on the bank nothing of it counts."""
    s = river(U("a", "squad", "D4", carries=["b1"]), U("b", "squad", "C4"), U("x", "squad", "H1"))
    assert [in_boat(s.game, s.state, s.number(u)) for u in "ab"] == [True, False]
    assert [code(check_on_land(s.game, s.state, s.number(u))) for u in "ab"] == ["in_boat", ""]
    assert [[m.value for m in boat_target(s.game, s.state, s.number(u), -1)] for u in "ab"] == [[-1], []]


@pytest.mark.parametrize(
    ("frm", "to", "wet", "costs"),
    [("C4", "D4", True, (8, 7)), ("D4", "E4", True, (8, 7)), ("D4", "D5", True, (4, 4)), ("C4", "C5", False, (8, 7))],
)
def test_what_a_step_costs(frm: str, to: str, wet: bool, costs: tuple[int, int]) -> None:
    """23.3.1: everything to get in or out; along the River half of it, rounded up, so that two hexes are all."""
    s = river(U("a", "squad", "C4", carries=["b1"]), U("x", "squad", "H1"))
    assert boat_step(s.game, s.state, s.loc(frm), s.loc(to)) is wet
    if wet:
        assert tuple(boat_cost(s.game, s.state, s.loc(frm), s.loc(to), mf) for mf in (8, 7)) == costs


@pytest.mark.parametrize(
    ("load", "one", "two"),
    [
        ("squad", True, True), ("squad leader hero", True, True), ("squad leader hero scout", False, True),
        ("half_squad crew", True, True), ("half_squad crew crew", False, True), ("squad half_squad", False, True),
        ("squad squad", False, True), ("squad squad crew", False, False), ("leader leader leader leader", False, True),
        ("weapon_team", False, False), ("", True, True),
    ],
)  # fmt: skip
def test_room(load: str, one: bool, two: bool) -> None:
    """16.2, 23.3.1: a boat takes a Squad or two smaller units, and two men; a Weapon Team never gets in."""
    types = [U("a", kind, "C4").type for kind in load.split()]
    assert (has_room(types, 1), has_room(types, 2)) == (one, two)
    assert has_room(types, 0) == (not load)


def test_ways_of_a_boat() -> None:
    """23.3.1, 6.0: from a hex to one beside it, on the ground; with boats for all; nobody in another mode."""
    s = river(
        U("a", "squad", "C4", carries=["b1"]), U("b", "squad", "C4"), U("c", "leader", "C4"),
        U("d", "weapon_team", "C4"), U("x", "squad", "D7"), U("y", "squad", "E3"),
    )  # fmt: skip
    assert [moving(s, "a", "C4", at) for at in ("D4", "D5", "D6", "B7")] == ["", "", "not_adjacent", "not_adjacent"]
    assert moving(s, "a", "", "D4") == "", "onto the map"
    d4 = s.loc("D4")
    assert code(check_boats(s.game, s.state, [0], [NORMAL], s.loc("C4"), d4 + 1)) == "not_adjacent"
    assert code(check_boats(s.game, s.state, [0], [NORMAL], s.loc("C4") + 1, d4)) == "not_adjacent"
    assert moving(s, "ac", "C4", "D4") == ""
    assert moving(s, "ab", "C4", "D4") == "no_boat"
    assert moving(s, "b", "C4", "D4") == "", "the boat of those beside him may join"
    assert moving(s, "d", "C4", "D4") == "no_boat_for"
    for mode in ("assault", "double_time", "low_crawl"):
        assert moving(s, "a", "C4", "D4", mode) == "no_boat_mode"


def test_from_the_first_hex() -> None:
    """23.3.1, 6.0: out of A0 a boat goes next door and no farther; the refusal names where it is."""
    s = river(U("a", "squad", "A0", carries=["b1"]), U("x", "squad", "H1"))
    assert [moving(s, "a", "A0", at) for at in ("A1", "A2")] == ["", "not_adjacent"]
    far = check_boats(s.game, s.state, [0], [NORMAL], s.loc("A0"), s.loc("A2"))
    assert far is not None
    assert far.params == {"from": "A0", "at": "A2"}


def test_a_whole_move() -> None:
    """23.3.1: who has spent points neither gets in nor out, but paddles on."""
    s = river(U("a", "squad", "C4", carries=["b1"]), U("b", "squad", "D4", carries=["b2"]), U("x", "squad", "H1"))
    tired = flagged(s, "a", 0, mp=1)
    assert moving(tired, "a", "C4", "D4") == "boat_whole_move"
    paddled = flagged(river(U("b", "squad", "D4", carries=["b2"]), U("x", "squad", "H1")), "b", 0, mp=1)
    assert [moving(paddled, "b", "D4", at) for at in ("D5", "E4")] == ["", "boat_whole_move"]


def test_enemies_on_the_water() -> None:
    """Q-406: nobody paddles into the enemy's boats; among enemies on the bank one lands."""
    s = river(
        U("a", "squad", "D4", carries=["b1"]), U("b", "squad", "D3", carries=["b2"]), U("x", "squad", "D5"),
        U("y", "squad", "E4"),
    )  # fmt: skip
    assert [moving(s, "a", "D4", at) for at in ("D5", "D3", "E4")] == ["enemy_boats", "", ""]


def test_setting_off() -> None:
    """23.3.1: a group has room in its own boats; on a River men stay with an MMC, and who stays has boats enough."""
    s = river(
        U("a", "squad", "D4", carries=["b1"]), U("b", "squad", "D4", carries=["b2"]), U("c", "leader", "D4"),
        U("d", "squad", "C4"), U("e", "squad", "C4", carries=["b3"]), U("x", "squad", "H1"),
    )  # fmt: skip

    def off(movers: str, frm: str) -> str:
        return code(check_aboard(s.game, s.state, [s.number(m) for m in movers], s.loc(frm)))

    assert (off("d", "C4"), off("e", "C4"), off("de", "C4")) == ("no_boat", "", "no_boat")
    assert (off("a", "D4"), off("ac", "D4"), off("ab", "D4"), off("abc", "D4")) == ("", "", "stays_with_mmc", "")
    assert off("c", "D4") == "no_boat"


def test_men_without_an_mmc() -> None:
    """23.3.1: a Leader and a Hero alone in a boat go where they like, if both have a boat."""
    s = river(U("a", "leader", "D4", carries=["b1"]), U("b", "hero", "D4"), U("x", "squad", "D2"))

    def off(s: Scene, movers: str) -> str:
        return code(check_aboard(s.game, s.state, [s.number(m) for m in movers], s.loc("D4")))

    assert (off(s, "ab"), off(s, "a"), off(s, "b")) == ("", "no_boat", "no_boat")
    spare = river(U("a", "leader", "D4", carries=["b1"]), U("b", "hero", "D4"), U("x", "squad", "D2"), b2="D4", mg="D4")
    assert off(spare, "a") == "", "a boat lies there for the other"
    with_mmc = river(
        U("a", "squad", "D4", carries=["b1"]), U("b", "leader", "D4", carries=["b2"]), U("x", "squad", "D2")
    )
    assert (off(with_mmc, "b"), off(with_mmc, "a"), off(with_mmc, "ab")) == ("stays_with_mmc", "stays_with_mmc", "")


def test_setting_up_on_a_river() -> None:
    """Q-443: with room in the boats of those who are there and one's own; no Weapon Team, no vehicle."""
    s = river(
        U("a", "squad", "D4", carries=["b1"]), U("b", "squad", "C4"), U("c", "leader", "C4"), U("d", "crew", "C4"),
        U("e", "squad", "C4", carries=["b2"]), U("f", "weapon_team", "C4"), tank("g", "C7"),
        U("x", "squad", "D2", carries=["b3"]), U("y", "leader", "C2"),
    )  # fmt: skip
    found = {u: code(check_afloat(s.game, s.state, s.number(u), s.loc("D4"))) for u in "bcdefg"}
    assert found == {"b": "no_boat", "c": "", "d": "no_boat", "e": "", "f": "no_boat_for", "g": "no_boat_for"}
    assert code(check_afloat(s.game, s.state, s.number("c"), s.loc("D2"))) == "no_boat", "the boat is an enemy's"
    assert code(check_afloat(s.game, s.state, s.number("y"), s.loc("D2"))) == ""
    assert code(check_afloat(s.game, s.state, s.number("c"), s.loc("D6"))) == "no_boat"


def test_leaving_a_boat_behind() -> None:
    """Q-406: on land once the move has begun, not on the water; other weapons are no concern of it."""
    s = river(U("a", "squad", "C4", carries=["b1", "mg"]), U("x", "squad", "H1"))
    names = [w.id for w in s.state.weapons]
    boat, mg = names.index("b1"), names.index("mg")

    def left(weapon: int | None, at: str, begun: bool) -> str:
        return code(check_boat_left(s.game, s.state, weapon, s.loc(at), begun))

    assert (left(boat, "C4", True), left(boat, "C4", False)) == ("", "keeps_boat")
    assert (left(boat, "D4", True), left(boat, "D4", False)) == ("keeps_boat", "keeps_boat")
    assert left(mg, "D4", False) == left(None, "D4", False) == ""


@pytest.mark.parametrize(("at", "found"), [("A0", "too_few_points"), ("D4", ""), ("D7", "")])
def test_picking_a_weapon_up_in_a_boat(at: str, found: str) -> None:
    """23.3.1, 1.6: who can only get out keeps all his points for that; along the River half of them are enough."""
    s = river(U("a", "squad", at, carries=["b1"]), U("l", "leader", at), U("x", "squad", "H4"), mg=at)
    s.do(Activate(at), BeginMove(at), AddMover("a"), AddMover("l"))
    assert s.code(PickUp("a", "mg")) == found
    if not found:
        s.do(PickUp("a", "mg"))
    assert any(isinstance(c, StepTo) for c in engine.options(s.game, s.state))


def test_picking_a_weapon_up_beside_the_river() -> None:
    """1.6, 23.3.1: on land a step costs what it costs, though there are boats about."""
    s = river(U("a", "squad", "G6"), U("x", "squad", "H1"), mg="G6")
    s.do(Activate("G6"), BeginMove("G6"), AddMover("a"))
    assert s.code(PickUp("a", "mg")) == ""


@pytest.mark.parametrize(("at", "found"), [("A0", "too_few_points"), ("D4", "")])
def test_a_leader_takes_a_boat_in_the_boat(at: str, found: str) -> None:
    """23.3.1, 1.6: what he carries makes him slower, and half of the points he still has take him along the River."""
    s = river(U("a", "squad", at, carries=["b1"]), U("l", "leader 6-1-6", at), U("x", "squad", "H4"), b2=at)
    s.do(Activate(at), BeginMove(at), AddMover("a"), AddMover("l"))
    assert s.code(PickUp("l", "b2")) == found
    if not found:
        s.do(PickUp("l", "b2"))
    assert any(isinstance(c, StepTo) for c in engine.options(s.game, s.state))
