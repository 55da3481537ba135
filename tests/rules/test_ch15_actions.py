"""15.0.1, 15.1, 15.2, 15.5, 15.10: what a vehicle may do in its impulse, each refusal beside what is allowed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import MISS, OK, flagged, refused, tank
from helpers import Activate, Done, PassWindow, Scene, StopMove, U
from lnlt import engine
from lnlt.core.flags import ASSAULT_FIRE, CONTINUOUS, HULL_DOWN, LOADED, MELEE, MOVED, MOVING, PIVOTED, SWITCHED, TURNED
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch15_vehicles.action import BeginDrive, Driving, SwitchHatch, TurnTurret, vehicles_named
from lnlt.rules.ch15_vehicles.drive_checks import check_move, may_leave
from lnlt.rules.ch15_vehicles.driving import crush_tally
from lnlt.rules.ch15_vehicles.fire_on_the_move import may_fire_moving
from lnlt.rules.ch15_vehicles.hull_down import check_hull_down, hull_down_tally
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun
from lnlt.rules.ch15_vehicles.overrun import Overrun
from lnlt.rules.ch15_vehicles.steps import (
    DriveTo,
    HullDown,
    Pivot,
    check_drive,
    check_driver,
    check_pivot,
    check_rubbling,
    drive_cost,
    is_ahead,
    rubbles,
)
from scene_helpers import copied, only_playable

pytestmark = pytest.mark.usefixtures("either_seat")


def code(found: Any) -> str:
    """Code of a refusal, "" if there is none."""
    return found.code if found else ""


def last_pass(s: Scene) -> str:
    """What keeps the Americans from the pass that ends the phase."""
    return code(Driving().before_last_pass(s.game, s.state, Impulse(side=s.us)))


def test_hatches() -> None:
    """15.0.1, 15.8, Q-308: armored vehicles with a roof, in Good Order, the other way than they are, first of all."""
    s = Scene(
        tank("a", "D6"),
        tank("b", "D6", hatch="buttoned"),
        tank("c", "D6", armor=()),
        tank("d", "D6", abilities=["open_topped"]),
        tank("e", "D6", "shaken"),
        tank("f", "D6", "fired"),
        U("g", "squad", "D6", "shaken"),
        tank("h", "D7"),
        tank("x", "D2"),
    ).do(Activate("D6"))
    assert refused(s, SwitchHatch("a", True)) == OK
    assert refused(s, SwitchHatch("a", False)) == ("15.0.1", "hatch_is_so")
    assert refused(s, SwitchHatch("b", False)) == OK
    assert refused(s, SwitchHatch("b", True)) == ("15.0.1", "hatch_is_so")
    assert refused(s, SwitchHatch("c", True)) == ("15.0.1", "always_open")
    assert refused(s, SwitchHatch("d", True)) == ("15.8", "always_open")
    assert refused(s, SwitchHatch("e", True)) == ("15.0", "shaken")
    assert refused(s, SwitchHatch("f", True)) == ("15.0.1", "hatch_first")
    assert refused(s, SwitchHatch("g", True)) == refused(s, SwitchHatch("x", True)) == ("15.1", "no_vehicle")
    assert refused(s, SwitchHatch("h", True)) == ("4.0", "not_named")
    assert refused(s, SwitchHatch("nobody", True)) == ("1.1", "no_such_unit")
    s.do(SwitchHatch("a", True), SwitchHatch("b", False))
    assert refused(s, SwitchHatch("a", False)) == ("15.0.1", "hatch_first")


@pytest.mark.parametrize("flag", [MOVING, ASSAULT_FIRE, SWITCHED, TURNED, MOVED])
def test_hatches_and_turrets_come_first(flag: int) -> None:
    """15.0.1, 15.1.1: not once the vehicle has begun anything; each once."""
    s = flagged(Scene(tank("a", "D6", facing="D5/E5"), tank("x", "D2")).do(Activate("D6")), "a", flag)
    assert refused(s, SwitchHatch("a", True)) == (OK if flag == TURNED else ("15.0.1", "hatch_first"))
    assert refused(s, TurnTurret("a", "E5/E6")) == (OK if flag == SWITCHED else ("4.0", "has_acted"))


def test_hatches_after_a_shot() -> None:
    """15.0.1: a vehicle that has fired by Assault Fire on this occasion keeps them; others are free to switch."""
    s = Scene(tank("a", "D6", facing="D5/E5"), tank("b", "D6"), U("x", "squad", "D3"))
    s.do(Activate("D6"), FireOrdnance("a", "D3", mode="assault_fire"), dice=MISS)
    assert refused(s, SwitchHatch("a", True)) == ("15.0.1", "hatch_first")
    assert refused(s, SwitchHatch("b", True)) == OK
    s.state = replace(s.state, units=tuple(replace(u, flags=u.flags & ~ASSAULT_FIRE) for u in s.state.units))
    assert refused(s, SwitchHatch("a", True)) == ("15.0.1", "hatch_first")


def test_turrets() -> None:
    """15.1.1: another vertex, of a vehicle that has a turret and is in Good Order."""
    flat = tank("b", "D6", armor=("5", "3", "2"))
    s = Scene(tank("a", "D6", facing="D5/E5"), flat, tank("c", "D6", "shaken"), tank("x", "D2")).do(Activate("D6"))
    assert refused(s, TurnTurret("a", "E5/E6")) == OK
    assert refused(s, TurnTurret("a", "D5/E5")) == ("15.1", "faces_there_already")
    assert refused(s, TurnTurret("a", "A1/A2")) == ("15.1", "no_such_vertex")
    assert refused(s, TurnTurret("b", "E5/E6")) == ("15.1.1", "no_turret")
    assert refused(s, TurnTurret("c", "E5/E6")) == ("15.0", "shaken")
    assert len([c for c in s.options() if isinstance(c, TurnTurret)]) == 5


def test_the_first_hex_of_the_map() -> None:
    """4.0, 15.1: vehicles act in A0 as anywhere."""
    s = Scene(tank("a", "A0", facing="A1/B1"), tank("x", "G4"))
    s.do(Activate("A0"))
    assert refused(s, TurnTurret("a", "B0/B1")) == OK
    assert refused(s, BeginDrive("a")) == OK
    flagged(s, "a", LOADED | MOVED)
    s.state = replace(
        s.state, stack=tuple(replace(f, named=()) if isinstance(f, Impulse) else f for f in s.state.stack)
    )
    assert [s.state.units[u].id for u in vehicles_named(s.state, Impulse(side=s.us))] == ["a"]
    s = Scene(tank("a", "A0", "continuous", facing="A1/B1"), tank("x", "G4", to_hit=()))
    assert last_pass(s) == "must_move"
    s.do(Activate("A0"), BeginDrive("a"), DriveTo("B1"))
    s = Scene(tank("a", "A1", facing="A0/B1"), tank("x", "G8", to_hit=()))
    s.do(Activate("A1"), BeginDrive("a"))
    assert DriveTo("A0") in s.options()


def test_who_drives() -> None:
    """15.1, 15.2, 15.2.1, 21.4.2: vehicles that have not acted, in one of two ways."""
    s = Scene(
        tank("a", "D6"),
        tank("b", "D6", "shaken"),
        tank("c", "D6", "immobilized"),
        tank("d", "D6", what="vehicle 0T-6"),
        tank("e", "D6", what="vehicle 1T-6"),
        U("f", "squad", "D6", "shaken"),
        tank("x", "D2"),
    )

    def drives(id_: str, mode: str = "normal") -> str:
        return code(check_driver(s.game, s.state, s.number(id_), mode))

    assert [drives("a"), drives("a", "assault")] == ["", ""]
    assert [drives("a", "double_time"), drives("a", "crouching")] == ["no_such_driving", "no_such_mode"]
    assert [drives("b"), drives("b", "assault")] == ["", "shaken"]
    assert [drives(id_) for id_ in "cdef"] == ["immobilized", "cannot_move", "", "no_vehicle"]
    for flag in (MOVING, PIVOTED, MELEE, MOVED):
        assert code(check_driver(s.game, flagged(copied(s), "a", flag).state, 0, "normal")) == "has_acted"
        loaded = flagged(copied(s), "a", flag | LOADED)
        assert code(check_driver(s.game, loaded.state, 0, "normal")) == ("" if flag == MOVED else "has_acted")
    first = flagged(copied(s), "a", ASSAULT_FIRE)
    assert code(check_driver(s.game, first.state, 0, "normal")) == "assault_fire_moves"
    assert code(check_driver(s.game, first.state, 0, "assault")) == ""


def test_where_a_vehicle_drives() -> None:
    """15.1, 22.0: to the hexes ahead and behind, on the ground, within the map of the scenario."""
    s = Scene(tank("a", "D6", facing="D5/E5"), tank("x", "H1"), U("y", "squad", "D5"), tank("z", "C6"))
    a, here = s.number("a"), s.loc("D6")

    def step(to: str, mode: str = "normal") -> str:
        return code(check_drive(s.game, s.state, a, mode, here, s.loc(to)))

    assert [step(to) for to in ("E5", "D7", "E6", "C5", "D4", "D5", "C6")] == [
        "", "", "not_ahead", "not_ahead", "not_adjacent", "only_by_overrun", "enemy_vehicle_there",
    ]  # fmt: skip
    assert step("E5/bunker") == "not_mounted_there"
    assert [is_ahead(s.game, s.state, a, here, s.loc(to)) for to in ("D5", "E5", "E6", "D7", "C6", "C5", "D4")] == [
        True, True, None, False, False, None, None,
    ]  # fmt: skip
    assert drive_cost(s.game, s.state, a, here, s.loc("E5")) == 2
    assert drive_cost(s.game, s.state, a, here, s.loc("D7")) == 4
    game = only_playable(s, {"D6", "D7"})
    assert code(check_drive(game, s.state, a, "normal", here, s.loc("E5"))) == "off_limits"
    assert code(check_drive(game, s.state, a, "normal", here, s.loc("D7"))) == ""


def test_pivots_and_points() -> None:
    """15.1, 15.2: a point per vertex, half as many in an Assault Move; one step is always possible."""
    s = Scene(tank("a", "D6", what="vehicle 3T-6", facing="D5/E5"), tank("x", "H1"), hexes={"D5": "light_woods"})
    a = s.number("a")

    def pivot(vertex: int, mode: str = "normal") -> str:
        return code(check_pivot(s.game, s.state, a, mode, vertex))

    assert [pivot(v) for v in range(6)] == ["", "faces_there_already", "", "", "", ""]
    assert [pivot(v, "assault") for v in range(6)] == ["", "faces_there_already", "", "", "too_few_points", ""]
    flagged(s, "a", 0, mp=2)
    assert [pivot(v) for v in range(6)] == ["", "faces_there_already", "", "", "too_few_points", ""]
    for command, found in ((Pivot("A1/A2"), "no_such_vertex"), (DriveTo("Z9"), "no_such_place")):
        assert code(check_move(s.game, s.state, a, "normal", s.loc("D6"), command)) == found


def test_rubbling() -> None:
    """15.1.2, Q-121, Q-123: wooden Buildings with more than 3, huts with more than 1 front armor, if nobody is in."""
    hexes = {"D5": "lc_building", "E5": "bamboo_huts", "D7": "hc_building", "C6": "lc_building"}
    s = Scene(
        *(tank(f"a{n}", "D6", armor=(f"{n}", "9", "9")) for n in (1, 2, 3, 4)),
        tank("b", "D6", armor=("9", "9", "9"), what="vehicle 9R-6"),
        tank("c", "D6", armor=("*", "9", "9")),
        U("x", "squad", "C6"),
        hexes=hexes,  # type: ignore[arg-type]
    )

    def enters(id_: str, to: str) -> str:
        return code(check_rubbling(s.game, s.state, s.number(id_), s.loc(to)))

    assert [enters(f"a{n}", "D5") for n in (3, 4)] == ["cannot_rubble", ""]
    assert [enters(f"a{n}", "E5") for n in (1, 2)] == ["cannot_rubble", ""]
    assert enters("a4", "D7") == enters("b", "D5") == enters("c", "E5") == "cannot_rubble"
    assert enters("a4", "C6") == "occupied_building"
    assert enters("a4", "D4") == ""
    assert [rubbles(s.game, s.state, s.loc(n)) for n in ("D5", "E5", "D4")] == ["lc_building", "bamboo_huts", ""]
    assert crush_tally(s.game, s.state, s.number("a4"), "lc_building").total == 0
    assert crush_tally(s.game, s.state, s.number("a4"), "bamboo_huts").total == -2
    assert crush_tally(s.game, s.state, s.number("a4"), "lc_building").need == 4


def test_hull_down() -> None:
    """15.10: with the option, in Good Order, a point left, in a normal move, once."""
    s = Scene(
        tank("a", "D6"), tank("b", "D6", "shaken"), tank("c", "D6", "hull_down"), tank("x", "D2"), options=["hull_down"]
    )

    def seeks(id_: str, mode: str = "normal") -> str:
        return code(check_hull_down(s.game, s.state, s.number(id_), mode))

    assert [seeks("a"), seeks("a", "assault"), seeks("b"), seeks("c")] == ["", "no_hull_down", "shaken", "is_hull_down"]
    assert code(check_hull_down(s.game, flagged(copied(s), "a", ASSAULT_FIRE).state, 0, "normal")) == "no_hull_down"
    assert code(check_hull_down(s.game, flagged(copied(s), "a", 0, mp=18).state, 0, "normal")) == ""
    assert code(check_hull_down(s.game, flagged(copied(s), "a", 0, mp=19).state, 0, "normal")) == "too_few_points"
    plain = Scene(tank("a", "D6"), tank("x", "D2"))
    assert code(check_hull_down(plain.game, plain.state, 0, "normal")) == "no_hull_down"


def test_hull_down_sums() -> None:
    """15.10, Q-098: less the Armor Leader's LM; 1 more in the open, but not on a hill or in cover."""
    s = Scene(
        tank("a", "D6"),
        tank("b", "E6"),
        tank("c", "F6"),
        U("l", "armor_leader 6-1", "", aboard="a"),
        tank("x", "D2"),
        hexes={"E6": "light_woods", "F6": ("clear", 1)},
        options=["hull_down"],
    )
    found = [hull_down_tally(s.game, s.state, s.number(n)) for n in "abcx"]
    assert [t.total for t in found] == [0, 0, 0, 1]
    assert {t.need for t in found} == {2}
    modern = Scene(tank("a", "D6"), tank("x", "D2"), options=["hull_down"], era="modern")
    assert hull_down_tally(modern.game, modern.state, modern.number("a")).need == 3


SEEK: dict[str, Any] = {"options": ["hull_down"]}


@pytest.mark.parametrize(("die", "covered"), [(1, True), (2, False)])
def test_seeking_cover_ends_the_move(die: int, covered: bool) -> None:
    """15.10: one die, in the open at most 1; Moved in any case."""
    s = Scene(tank("a", "D6"), U("b", "squad", "D6"), tank("x", "D2", to_hit=()), options=["hull_down"])
    s.do(Activate("D6"), BeginDrive("a"), HullDown(), dice=(f"random {die}",))
    assert bool(s.unit("a").flags & HULL_DOWN) == covered
    assert s.words("a") == ({"moved", "hull_down"} if covered else {"moved"})
    assert s.unit("a").mp == 2


def test_who_is_stopped_seeks_no_cover() -> None:
    """15.10, 5.3: the point is paid and can be answered; a vehicle that is stopped by that does not roll."""
    s = Scene(tank("a", "D6"), U("x", "weapon_team *-*-2-6", "D3", facing="D4/E3", to_hit=((9, 9, 9),), he=3), **SEEK)
    s.do(Activate("D6"), BeginDrive("a"), HullDown())
    assert s.unit("a").mp == 2
    s.do(FireOrdnance("x", "D6", target="a"), dice=("to hit 2 2", "penetration 5", "armor 1", "crew 6"))
    assert "hull_down" not in s.words("a")
    assert engine.decider(s.state) == 1 - s.us


def test_stopping() -> None:
    """15.1, 15.2.1, 15.5: something must have been done; who must move leaves the hex if he can."""
    s = Scene(tank("a", "D6", facing="D5/E5"), tank("x", "H1", to_hit=())).do(Activate("D6"), BeginDrive("a"))
    assert refused(s, StopMove()) == ("15.1", "nothing_done")
    s.do(Pivot("E5/E6"))
    assert refused(s, StopMove()) == OK
    s = Scene(tank("a", "D6", "continuous", facing="D5/E5"), tank("x", "H1", to_hit=()))
    assert last_pass(s) == "must_move"
    s.do(Activate("D6"), BeginDrive("a"))
    assert not s.unit("a").flags & CONTINUOUS
    s.do(Pivot("E5/E6"))
    assert refused(s, StopMove()) == ("15.5", "must_move")
    s.do(DriveTo("E5"))
    assert refused(s, StopMove()) == OK
    s.do(StopMove())
    assert s.words("a") == {"moved"}


def test_continuous_movement_that_cannot_go_on() -> None:
    """15.5: who cannot leave his hex need not move: immobilized, or shut in on all sides."""
    s = Scene(tank("a", "D6", "continuous", "immobilized", facing="D5/E5"), tank("x", "H1", to_hit=()))
    assert last_pass(s) == ""
    s = Scene(tank("a", "D6", "continuous", "moved", facing="D5/E5"), tank("x", "H1", to_hit=()))
    assert last_pass(s) == ""
    s = Scene(tank("x", "D6", "continuous", facing="D5/E5"), tank("a", "H1", to_hit=()))
    assert last_pass(s) == ""
    shut = dict.fromkeys(("D5", "E5", "D7", "C6"), "hc_building")
    s = Scene(tank("a", "D6", "continuous", facing="D5/E5"), tank("x", "H1", to_hit=()), hexes=shut)  # type: ignore[arg-type]
    assert not may_leave(s.game, s.state, s.number("a"), "normal")
    assert last_pass(s) == ""


def test_assault_fire_must_move() -> None:
    """15.2.1: in the same impulse, out of its hex; until then the enemy does not answer."""
    s = Scene(tank("a", "D6", facing="D5/E5"), U("x", "squad 3-6-4-6", "D3"))
    s.do(Activate("D6"), FireOrdnance("a", "D3", mode="assault_fire"), dice=MISS)
    assert refused(s, Done()) == ("15.2.1", "must_move")
    s.do(BeginDrive("a", "assault"))
    assert refused(s, StopMove())[1] == "nothing_done"
    s.do(Pivot("E5/E6"))
    assert s.asked == "us"
    assert refused(s, StopMove()) == ("15.2.1", "must_move")
    assert refused(s, Overrun("E5"))[1] in ("no_overrun_in_mode", "nobody_to_overrun")
    s.do(DriveTo("E5"))
    assert s.asked == "de"
    s.do(PassWindow(), StopMove())
    assert s.words("a") == {"moved"}


def test_fire_on_the_move() -> None:
    """15.2.2: modern armored vehicles with guns, in an Assault Move they have begun, with the turret only."""

    def moving(era: str = "modern", mode: str = "assault", **more: Any) -> Scene:
        two = (tank("a", "D7", facing="D6/E6", mgs=("2",), **more), tank("b", "D7", mgs=("2",)))
        s = Scene(*two, U("x", "squad", "D3"), era=era)
        return s.do(Activate("D7"), BeginDrive("a", mode))

    no = ("15.2.2", "no_fire_on_the_move")
    shot, burst = FireOrdnance("a", "D3"), FireMachineGun("a", 0, "D3")
    s = moving()
    assert refused(s, shot) == refused(s, burst) == no
    s.do(DriveTo("D6"))
    s.do(*([PassWindow()] if s.asked == "de" else []))
    assert refused(s, shot) == refused(s, burst) == OK
    assert refused(s, FireOrdnance("a", "D3", mode="assault_fire")) == no
    assert refused(s, FireMachineGun("a", 0, "D3", mode="assault_fire")) == no
    assert refused(s, FireOrdnance("a", "D3", pivot="hull", facing="D5/C5")) == no
    assert refused(s, FireOrdnance("b", "D3")) == refused(s, FireMachineGun("b", 0, "D3")) == no
    assert (
        refused(s, FireOrdnance("nobody", "D3"))
        == refused(s, FireMachineGun("nobody", 0, "D3"))
        == ("1.1", "no_such_unit")
    )
    offered = {type(c).__name__ for c in s.options()}
    assert {"FireOrdnance", "FireMachineGun"} <= offered
    s.do(shot, dice=MISS)
    assert refused(s, shot) == ("14.1", "gun_has_fired")
    assert refused(s, burst) == OK
    for other in (moving("ww2"), moving(mode="normal"), moving(armor=())):
        other.do(DriveTo("D6"))
        other.do(*([PassWindow()] if other.asked == "de" else []))
        assert refused(other, shot) == refused(other, burst) == no
        assert not {"FireOrdnance", "FireMachineGun"} & {type(c).__name__ for c in other.options()}
    assert may_fire_moving(s.game, s.state, s.number("a"))
    assert not may_fire_moving(s.game, s.state, s.number("x"))
