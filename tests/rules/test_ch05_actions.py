"""5.0, 1.6.5, 6.1.1, 10.7: what an impulse offers to fire at, with which weapons."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from helpers import Activate, AddFirer, Fire, OpenFire, Scene, U, flagged
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import ASSAULT_MOVE, FIRED, OPS_COMPLETE
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.action import check_assault_fire, indirect_shots, shots, special_shots, weapons_ready
from lnlt.rules.ch05_fire.special import only_weapons, seen_from
from scene_helpers import cited

pytestmark = pytest.mark.usefixtures("either_seat")


def mortar(reach: int = 6, least: int = 0) -> WeaponType:
    """A Mortar."""
    return WeaponType("gun-g", "g", "mortar", fp=2, range=reach, min_range=least)


def test_whose_mortars_are_ready() -> None:
    """1.6.5: a Mortar of a unit that is ready: of a named place any, elsewhere of those who have just arrived."""
    s = Scene(U("a", "squad", "C3", carries=["g"]), U("b", "squad", "C3"), U("x", "squad", "C6"), guns={"g": mortar()})
    at, target = s.loc("C3"), s.loc("C6")

    def ready(**more: object) -> bool:
        return weapons_ready(s.game, s.state, Impulse(side=s.us, **more), at, target, "indirect")  # type: ignore[arg-type]

    assert ready(named=(at,))
    assert ready(arrived=(0,))
    assert ready(arrived=(0, 1))
    assert not ready(arrived=(1,))
    assert not weapons_ready(s.game, s.state, Impulse(side=s.de, named=(at,)), at, target, "indirect")
    flagged(s, 0, FIRED)
    assert not ready(named=(at,))


@pytest.mark.parametrize(("reach", "ready"), [(1, True), (0, False)])
def test_own_hex_is_one_hex_away(reach: int, ready: bool) -> None:
    """1.6.5, 1.4: a place in the same hex is at range 1."""
    s = Scene(U("a", "squad", "C3", carries=["g"]), U("x", "squad", "C6"), guns={"g": mortar(reach)})
    at = s.loc("C3")
    assert weapons_ready(s.game, s.state, Impulse(side=s.us, named=(at,)), at, at, "indirect") is ready


def test_director_in_the_corner() -> None:
    """1.6.5#4: the very first location of a board is a place like any other for who directs."""
    s = Scene(
        U("a", "squad 1-1-4-5", "A1", carries=["g"]), U("b", "leader", "A0"), U("c", "leader", ""),
        U("x", "squad", "A5"),
        guns={"g": mortar()},
    )  # fmt: skip
    assert s.loc("A0") == 0
    s.do(Activate("A1"))
    assert s.code(Fire("A1", "A5", "indirect", "b")) == ""
    assert s.code(Fire("A1", "A5", "indirect", "c")) == "no_spotter"


@pytest.mark.parametrize(
    ("flags", "expected"), [(0, ""), (ASSAULT_MOVE, "6.1.1 no_assault_fire"), (FIRED, "6.1.1 no_assault_fire")]
)
def test_who_begins_assault_fire(flags: int, expected: str) -> None:
    """6.1.1: somebody capable who has not acted, in a place that is named and has not moved."""
    s = Scene(U("a", "squad", "C3", abilities=("assault_move",)), U("x", "squad", "C5"))
    flagged(s, 0, flags)
    at, target = s.loc("C3"), s.loc("C5")
    impulse = Impulse(side=s.us, named=(at,))
    assert cited(check_assault_fire(s.game, s.state, impulse, at, target)) == expected
    assert (
        cited(check_assault_fire(s.game, s.state, replace(impulse, moved=(at,)), at, target)) == "6.1.1 move_together"
    )
    assert cited(check_assault_fire(s.game, s.state, replace(impulse, named=()), at, target)) == "6.1.1 move_together"


def test_assault_fire_leads_somewhere() -> None:
    """6.1.1: who cannot move afterwards does not begin it, nor does a side that is not there."""
    stuck = Scene(U("a", "squad 1-5-0-5", "C3", abilities=("assault_move",)), U("x", "squad", "C5"))
    at, target = stuck.loc("C3"), stuck.loc("C5")
    refusal = check_assault_fire(stuck.game, stuck.state, Impulse(side=stuck.us, named=(at,)), at, target)
    assert cited(refusal) == "6.1.1 no_assault_fire"
    free = Scene(U("a", "squad", "C3", abilities=("assault_move",)), U("x", "squad", "C5"))
    other = check_assault_fire(free.game, free.state, Impulse(side=free.de, named=(at,)), at, target)
    assert cited(other) == "6.1.1 no_assault_fire"


def test_what_a_place_shoots_at() -> None:
    """5.0: enemies in sight and in reach, on every floor; not friends, not what is hidden or too far."""
    s = Scene(
        U("a", "squad 1-4-4-5", "C3"), U("b", "squad", "C4"), U("x", "squad", "C5"), U("y", "squad", "C8"),
        U("z", "squad", "E4"), U("x2", "squad", "B5/upper"),
        hexes={"D3": "forest", "D4": "forest", "B5": "hc_building"}, buildings=[(("B5",), 2)], size=(9, 9),
    )  # fmt: skip
    at = s.loc("C3")
    found = shots(s.game, s.state, Impulse(side=s.us, named=(at,)), at)
    assert sorted(s.game.board.loc_name(loc) for loc in found) == ["B5/upper", "C5"]
    fired = Impulse(side=s.us, named=(at,), fired=((at, s.loc("C5")),))
    assert shots(s.game, s.state, fired, at) == []


def test_upper_floor_over_a_wall() -> None:
    """10.2, 5.0: an upper floor is a target though the ground of its hex is out of sight."""
    s = Scene(
        U("a", "squad 1-6-4-5", "C3"), U("x", "squad", "C7/upper"), U("y", "squad", "C7"),
        hexes={"C7": "hc_building", "C6": ("clear", 1)}, buildings=[(("C7",), 2)], size=(9, 9),
    )  # fmt: skip
    at = s.loc("C3")
    found = [s.game.board.loc_name(loc) for loc in shots(s.game, s.state, Impulse(side=s.us, named=(at,)), at)]
    assert found == ["C7/upper"]


def test_indirect_shots_need_a_mortar_and_a_friend() -> None:
    """1.6.5: every enemy place by every friend next door; nothing without a Mortar."""
    s = Scene(
        U("a", "squad", "C3", carries=["g"]), U("b", "squad", "D3"), U("c", "squad", "H8"), U("x", "squad", "C6"),
        U("y", "squad", "C4"), guns={"g": mortar()},
    )  # fmt: skip
    found = indirect_shots(s.game, s.state, Impulse(side=s.us), s.loc("C3"))
    assert {(c.at, c.spotter) for c in found} == {("C4", "b"), ("C6", "b")}
    assert indirect_shots(s.game, s.state, Impulse(side=s.us), s.loc("D3")) == []


CAVES = [("cave", "D5", 0, "D4")]


@pytest.mark.parametrize(
    ("inside", "origin", "owner", "kinds"),
    [
        (True, "D3", "x", set()),
        (True, "D7", "x", {"satchel_charge", "mortar"}),
        (False, "D3", "de", {"satchel_charge", "flamethrower"}),
        (False, "D7", "de", {"satchel_charge"}),
        (False, "D3", "us", set()),
    ],
)
def test_weapons_for_caves(inside: bool, origin: str, owner: str, kinds: set[str]) -> None:
    """10.7, 10.7.2, Q-270: held Caves from behind, empty ones of the enemy from both sides, each by its weapons."""
    s = Scene(U("a", "squad", origin), U("x", "squad", "D5/cave" if inside else "H8"), markers=CAVES)
    if owner in ("us", "de"):
        side = s.us if owner == "us" else s.de
        marks = tuple(replace(m, side=side) for m in s.state.markers)
        s.state = replace(s.state, markers=marks, marks=type(s.state.marks)({m.at: (m,) for m in marks}))
    assert only_weapons(s.game, s.state, s.us, s.loc(origin), s.loc("D5/cave")) == kinds
    assert seen_from(s.loc("D5/cave")) == s.loc("D5")
    assert seen_from(s.loc("D5")) == s.loc("D5")


def test_spotter_of_the_impulse_is_fired_after_assault_fire() -> None:
    """10.1.1, 6.1.1, Q-028: who has just spotted and joins Assault Fire is Fired, the others may still move."""
    s = Scene(
        U("a", "squad", "C3", abilities=("assault_move",)), U("b", "squad", "C3", abilities=("assault_move",)),
        U("x", "squad", "C5"),
    )  # fmt: skip
    s.do(Activate("C3"), Fire("C3", "C5", "assault_fire"), AddFirer("a"), AddFirer("b"))
    flagged(s, 1, OPS_COMPLETE)
    s.do(OpenFire("a"), dice=("attack 1", "defence 6"))
    assert (s.words("a"), s.words("b")) == (set(), {"fired"})


def test_special_targets_worth_checking() -> None:
    """10.7, 10.7.2, 6.4: Caves and hidden units, each once, for places whose units carry a weapon."""
    satchel = WeaponType("gun-g", "g", "satchel_charge", fp=6, range=2)
    s = Scene(
        U("a", "squad", "D7", carries=["g"]), U("b", "squad", "C7"), U("x", "squad", "D5/cave"), guns={"g": satchel},
        markers=[*CAVES, ("smoke", "D6", 1)], size=(9, 9),
    )  # fmt: skip
    impulse = Impulse(side=s.us)
    assert special_shots(s.game, s.state, impulse, s.loc("D7")) == [Fire("D7", "D5/cave")]
    assert special_shots(s.game, s.state, impulse, s.loc("C7")) == []


def test_fire_at_a_cave_from_behind() -> None:
    """10.7, 5.0: only the weapons that may; a unit without one fires nothing at it; one attack a place and impulse."""
    satchel = WeaponType("gun-g", "g", "satchel_charge", fp=6, range=2)
    s = Scene(
        U("a", "squad", "D7", carries=["g"]), U("b", "squad", "D7"), U("x", "squad", "D5/cave", "fired"),
        guns={"g": satchel}, markers=CAVES, size=(9, 9),
    )  # fmt: skip
    s.do(Activate("D7"))
    assert s.code(Fire("D7", "D5/cave")) == ""
    assert Fire("D7", "D5/cave") in s.options()
    s.do(Fire("D7", "D5/cave"))
    assert AddFirer("a", ("g",)) in s.options()
    assert not any(c.unit == "b" for c in s.options() if isinstance(c, AddFirer))
    unarmed = Scene(U("b", "squad", "D7"), U("x", "squad", "D5/cave", "fired"), markers=CAVES, size=(9, 9)).do(
        Activate("D7")
    )
    assert unarmed.code(Fire("D7", "D5/cave")) != ""


def test_a_place_fires_once_an_impulse() -> None:
    """4.0: the units of a place fire together: a second attack of it is refused, one of another place is not."""
    s = Scene(
        U("a", "squad", "C3"),
        U("b", "squad", "C3"),
        U("c", "leader", "D3"),
        U("d", "squad", "D3"),
        U("x", "squad", "C6"),
    )
    s.do(Activate("D3"), *([Activate("C3")] if s.code(Activate("C3")) == "" else []))
    s.fire("C3", "C6", "a", dice=("attack 1", "defence 6"))
    assert (s.code(Fire("C3", "C6")), s.code(Fire("D3", "C6"))) == ("fire_together", "")
