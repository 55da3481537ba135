"""14.1, 15.0 to 15.3, 16.4, 18.1: more edges of ordnance and vehicles: pivots, flights, flames, getting off."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import code, draft, flagged, gun, helicopter, tank
from helpers import Activate, FireAlone, RetreatTo, Scene, U, why
from lnlt.core import events as ev
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import DUG_IN, EMPLACED, FIRED, LAUNCHING, MOVED, MOVING, SHAKEN
from lnlt.core.state import NOBODY, Marker
from lnlt.core.tally import Tally
from lnlt.rules.ch14_ordnance.legality import check_hex
from lnlt.rules.ch14_ordnance.to_hit import Aim, target_modifiers
from lnlt.rules.ch15_vehicles.driving import Drive, drive_on
from lnlt.rules.ch15_vehicles.fate import check_first, leave_damaged
from lnlt.rules.ch15_vehicles.machine_guns import Burst
from lnlt.rules.ch15_vehicles.mg_action import burnt_out
from lnlt.rules.ch15_vehicles.overrun_answer import DisplacedTo, Displacement, check_displaced
from lnlt.rules.ch15_vehicles.steps import HullDown, check_entry
from lnlt.rules.ch16_passengers.shares import least_spent
from lnlt.rules.ch23_equipment.claymores import Tripped
from lnlt.rules.facts.firing_occasion import Shooting
from lnlt.rules.facts.gun_arcs import check_pivot_to_fire

pytestmark = pytest.mark.usefixtures("either_seat")

FAR = U("x", "squad", "H8")
CAVE_MARKER = ("cave", "D2", 1, "D3")


def test_a_pivot_with_what_is_left() -> None:
    """15.1, Q-301: half a point that was spent is a whole one; 21.7: none in an Emplacement."""
    s = flagged(Scene(tank("a", "D6", facing="D5/E5"), FAR), "a", 0, mp=15)
    kit = s.unit("a").kit
    assert kit is not None
    found = [code(check_pivot_to_fire(s.game, s.state, 0, (kit.facing + n) % 6)) for n in (1, 2, 3)]
    assert found == [("", ""), ("", ""), ("15.1", "too_few_points")]
    flagged(s, "a", EMPLACED)
    assert code(check_pivot_to_fire(s.game, s.state, 0, (kit.facing + 1) % 6)) == ("21.7", "emplaced")


@pytest.mark.parametrize(
    ("hovers", "weapon", "at", "want"),
    [
        (False, -2, "D4", ("", "")),
        (False, -1, "D3", ("", "")),
        (False, -1, "D5", ("14.1", "too_far_apart")),
        (True, -2, "D2", ("", "")),
        (True, -2, "D4", ("19.2.1", "same_target")),
        (True, -1, "D3", ("19.2.1", "same_target")),
    ],
)
def test_where_a_helicopter_fires_next(hovers: bool, weapon: int, at: str, want: tuple[str, str]) -> None:
    """19.2.1, 14.1, Q-412: a hovering one into the same hex; a flying one anywhere, its first gun near its first shot.

    The gun -1 has fired at D2.
    """
    s = Scene(helicopter("a", "D6", *(("hover",) if hovers else ())), FAR, era="modern")
    origin, first = s.loc("D6/air"), s.loc("D2")
    assert s.unit("a").at == origin
    occasion = Shooting(side=s.us, aimed=((origin, first),), shots=((0, -1, NOBODY, first, origin),))
    assert code(check_hex(s.game, s.state, occasion, Aim(0, weapon, s.loc(at)), origin)) == want


@pytest.mark.parametrize(("firer", "by", "rule"), [("a", "a", "15.0"), ("a", "b", "4.0"), ("b", "b", "4.0")])
def test_why_weapons_fire_into_one_hex(firer: str, by: str, rule: str) -> None:
    """15.0, 4.0: since the others are of the same vehicle, or since they are of the same location."""
    s = Scene(tank("a", "D6"), gun("b", "D6", "fired"), FAR)
    origin, first = s.loc("D6"), s.loc("D2")
    occasion = Shooting(side=s.us, aimed=((origin, first),), shots=((s.number(by), -2, NOBODY, first, origin),))
    aim = Aim(s.number(firer), -1, s.loc("D3"))
    assert code(check_hex(s.game, s.state, occasion, aim, origin)) == (rule, "same_target")


def test_ordnance_at_who_is_on_a_river() -> None:
    """23.3.1: easier at who is in a boat: not at vehicles, and not where no boats are."""
    boat = {"b1": WeaponType("gun-b1", "b1", "rubber_boat")}
    for boats, found in ((boat, [{"rubber_boat": -1}, {}]), ({}, [{}, {}])):
        s = Scene(
            gun("a", "D6"), U("x", "squad", "D2"), tank("y", "D2"), hexes={"D2": "river"}, guns=boats,
            lying={"b1": "A7"},
        )  # fmt: skip
        sums = [target_modifiers(s.game, s.state, Aim(0, -1, s.loc("D2")), s.loc("D6"), u) for u in (1, 2)]
        rubber = [{k: v for k, v in why(Tally("to_hit", (), tuple(m))).items() if k == "rubber_boat"} for m in sums]
        assert rubber == found


def claymore(**more: Any) -> tuple[Scene, Drive]:
    """A tank on the move next to a Claymore of the enemy."""
    weapon = {"c1": WeaponType("gun-c1", "c1", "claymore")}
    s = Scene(tank("a", "D6"), U("x", "squad", "D5"), era="modern", guns=weapon, lying={"c1": "A7"})
    marker = Marker("claymore", s.loc("D5"), 1, s.de)
    s.state = replace(s.state, markers=(marker,), marks={marker.at: (marker,)})
    return flagged(s, "a", MOVING), Drive(side=s.us, unit=0, origin=s.loc("D7"), at=s.loc("D6"), mode="normal", **more)


@pytest.mark.parametrize("entered", [True, False])
def test_claymores_and_a_vehicle_that_stays(entered: bool) -> None:
    """23.2.1: one that enters a hex within range is attacked, one that pivots there is not."""
    s, drive = claymore(entered=entered, left=True)
    d = draft(s, drive)
    drive.answer_window(d)
    assert isinstance(d.stack[-1], Tripped) == entered


def test_claymores_and_a_vehicle_that_seeks_cover() -> None:
    """23.2.1, 15.10: it enters no hex by that."""
    s, drive = claymore(entered=True, left=True)
    d = draft(s, drive)
    drive_on(d, HullDown())
    top = d.stack[-1]
    assert isinstance(top, Drive)
    assert (top.seeking, top.spent) == (True, 2)
    top.answer_window(d)
    assert not isinstance(d.stack[-1], Tripped)


def test_leaders_among_the_passengers_of_a_lost_vehicle() -> None:
    """5.0, 16.1.1: one who still has to make his own check helps nobody with theirs."""
    s = Scene(U("b", "squad", "D6"), U("c", "leader 6-1-6", "D6"), FAR)
    for checks, found in ((((0, 1), (1, 1)), {"difference": 1}), (((0, 1),), {"difference": 1, "leader": -1})):
        d = draft(s, dice=(("damage check", (2,)),))
        check_first(d, checks)
        (sums,) = [e.tallies[0] for e in d.events if isinstance(e, ev.Resolved) and e.what == "damage_check"]
        assert why(sums) == found


def test_a_damaged_helicopter_has_left() -> None:
    """19.2.7: it is no longer on the move, guides no missile, and is not Shaken."""
    s = flagged(Scene(helicopter("a", "D6"), FAR, era="modern"), "a", MOVING | LAUNCHING)
    d = draft(s)
    leave_damaged(d, 0)
    assert d.units[0].at < 0
    assert not d.units[0].flags & (MOVING | LAUNCHING | SHAKEN)


def test_who_rolls_for_a_burst() -> None:
    """5.0: the firer one die, his enemy the other."""
    s = Scene(tank("a", "D6", mgs=("4",)), U("x", "squad", "D4"))
    frame = Burst(side=s.us, unit=0, mg=0, origin=s.loc("D6"), at=s.loc("D4"))
    d = draft(s, frame, dice=(("attack", (1,)), ("defence", (6,))))
    frame.roll(d)
    rolled = [(e.purpose, e.side) for e in d.events if isinstance(e, ev.Rolled)]
    assert rolled == [("attack", s.us), ("defence", s.de)]


@pytest.mark.parametrize(("gun_", "found"), [("4F", ["D2/cave"]), ("4", [])])
def test_caves_for_flames(gun_: str, found: list[str]) -> None:
    """10.7.2, Q-445: a Flamethrower tank attacks those that nobody is in."""
    s = Scene(
        tank("a", "D6", mgs=(gun_,)), U("x", "squad", "F2/cave"),
        markers=[CAVE_MARKER, ("cave", "F2", 1, "F3"), ("wire", "D4", 1)],
    )  # fmt: skip
    assert [s.game.board.loc_name(at) for at in burnt_out(s.game, s.state, 0)] == found


@pytest.mark.parametrize(("to", "stays"), [("D5/bunker", True), ("D4", False)])
def test_who_makes_room_for_a_vehicle(to: str, stays: bool) -> None:
    """15.3, 21.2: he is dug in as long as he is in his hex, and as Shaken as before."""
    s = Scene(U("x", "squad", "D5"), tank("a", "D5"), markers=[("bunker", "D5", 1, "D6")])
    flagged(s, "x", DUG_IN | SHAKEN | FIRED)
    assert code(check_displaced(s.game, s.state, 0, s.loc(to))) == ("", "")
    frame = DisplacedTo(side=s.de, unit=0, at=s.loc("D5"))
    d = draft(s, Displacement(side=s.de, at=s.loc("D5")))
    frame.answer(d, RetreatTo("x", to))
    assert d.units[0].at == s.loc(to)
    assert d.units[0].flags & (DUG_IN | SHAKEN | FIRED | MOVED) == SHAKEN | MOVED | (DUG_IN if stays else 0)


def test_who_is_in_the_way() -> None:
    """15.1: a vehicle, or men, whatever they have done."""
    s = Scene(tank("a", "D6"), U("x", "squad", "D5", "fired"), tank("y", "E6", "fired"))
    found = [code(check_entry(s.game, s.state, 0, s.loc(to))) for to in ("D5", "E6", "C6")]
    assert found == [("15.1", "only_by_overrun"), ("15.1", "enemy_vehicle_there"), ("", "")]


def test_what_getting_off_counts_as() -> None:
    """16.4, 19.2.6, Q-423, Q-433: the least of both sides; of a helicopter, or who cannot move, the passengers'."""
    s = Scene(helicopter("a", "D6"), tank("b", "D4"), FAR, era="modern")
    copter, car = s.unit("a"), s.unit("b")
    found = [least_spent(s.game, v, share, (6, 8)) for v, share in ((copter, 4), (copter, 0), (car, 4), (car, 0))]
    assert found == [6, 6, 4, 6]


@pytest.mark.parametrize(("caller", "found"), [("", {"mortar": 2, "limited": -2}), ("b", {"mortar": 2})])
def test_the_line_of_a_called_mortar(caller: str, found: dict[str, int]) -> None:
    """18.1, 10.3.2: a gap between two Buildings hinders who aims through it, not a Team that somebody sees for."""
    s = Scene(
        U("a", "weapon_team 2-9-2-7", "C3", min_range=2), U("b", "leader", "D7"), U("x", "squad", "D5"),
        buildings=[(("C4",), 1), (("D4",), 1)], hexes={"C4": "lc_building", "D4": "lc_building"},
    )  # fmt: skip
    s.do(Activate("C3"), FireAlone("a", "D5", caller=caller), dice=("attack 1 1", "defence 6"))
    assert why(s.tally("fire", "x")) == found
