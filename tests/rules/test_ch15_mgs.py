"""15.0: machine guns of vehicles: arcs, ranges, sums, and everything that keeps them from firing."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import MISS, OK, flagged, gun, launcher, refused, tank
from helpers import Activate, Fire, PassWindow, Scene, StopMove, U, why
from lnlt.core.flags import ASSAULT_FIRE, MELEE, MOVED, MOVING, PIVOTED, SHAKEN
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.machine_guns import bears, firepower, is_split, mg_tally, reach
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun, bursts, check_burst, gun_vehicles, read
from lnlt.rules.ch15_vehicles.steps import DriveTo

pytestmark = pytest.mark.usefixtures("either_seat")

NO_EFFECT = ("attack 1", "defence 6")


def code(found: Any) -> str:
    """Code of a refusal, "" if there is none."""
    return getattr(found, "code", "")


def test_printed_values() -> None:
    """15.0, 23.2.3: firepower as printed, 0 if not known; 10, 12 and 14 hexes, 10 for half a gun."""
    t = tank("a", "D6", mgs=("2", "3*", "4R", "?", "1")).type
    assert [firepower(t, n) for n in range(5)] == [2, 3, 4, 0, 1]
    assert [reach(t, n, False) for n in range(5)] == [10, 12, 14, 10, 10]
    assert reach(t, 2, True) == 10
    assert firepower(t, 8 + 2) == 4


def test_arcs() -> None:
    """15.0, Q-116: with the turret or ahead of the hull, to the rear, or all round but not into the own hex."""
    s = Scene(
        tank("a", "D6", facing="D5/E5", turret="E5/E6", mgs=("2", "2R", "2*")),
        tank("b", "D6", facing="D5/E5", armor=("5", "3", "2"), mgs=("2",)),
        U("x", "squad", "D2"),
    )
    a = s.number("a")

    def at(unit: int, mg: int, **more: Any) -> list[str]:
        found = ("D4", "E5", "F6", "D8", "C6", "B6", "D6")
        return [n for n in found if bears(s.game, s.state, unit, mg, s.loc(n), **more)]

    assert at(a, 0) == ["E5", "F6"]
    assert at(a, 1) == ["C6", "B6"]
    assert at(a, 2) == ["D4", "E5", "F6", "D8", "C6", "B6"]
    assert at(a, 0, turret=1) == ["D4", "E5"]
    assert at(s.number("b"), 0) == ["D4", "E5"]


def test_split_guns() -> None:
    """15.0, Q-005: with the option, plain guns of 4 while turret and hull point in different directions."""
    units = [
        tank("a", "D6", facing="D5/E5", turret="E5/E6", mgs=("4", "4*", "2")),
        tank("b", "D6", facing="D5/E5", mgs=("4",)),
        tank("c", "D6", facing="D5/E5", armor=("5", "3", "2"), mgs=("4",)),
        U("x", "squad", "D2"),
        U("y", "squad", "F6"),
    ]
    s = Scene(*units, options=["split_mgs"])
    g, p, (a, b, c) = s.game, s.state, (s.number(n) for n in "abc")
    assert [is_split(g, p, a, n) for n in (0, 1, 2, 8)] == [True, False, False, True]
    assert [is_split(g, p, b, 0), is_split(g, p, b, 0, 2), is_split(g, p, c, 0)] == [False, True, False]
    assert not is_split(Scene(*units).game, p, a, 0)
    assert [c_.mg for c_ in bursts(g, p, a, s.loc("F6")) if not c_.facing] == [0, 1, 2, 8]
    s.do(Activate("D6"))
    assert refused(s, FireMachineGun("a", 0, "F6")) == OK
    assert refused(s, FireMachineGun("a", 8, "D2")) == OK
    assert refused(s, FireMachineGun("a", 8, "F6")) == ("15.0", "out_of_arc")
    assert refused(s, FireMachineGun("b", 8, "D2")) == ("15.0", "no_such_gun")
    assert refused(s, FireMachineGun("a", 8, "D2", facing="D5/C5"))[1] == "nothing_to_turn"
    s.do(FireMachineGun("a", 0, "F6"), dice=NO_EFFECT)
    assert mg_tally(g, s.state, a, 0, s.loc("D6"), s.loc("F6")).sum == 2
    assert refused(s, FireMachineGun("a", 8, "D2")) == OK


def test_halves_fire_at_different_targets() -> None:
    """15.0, Q-005: where both halves bear, not at the same target."""
    s = Scene(
        tank("a", "D6", facing="D5/E5", turret="E5/E6", mgs=("4",)),
        U("b", "squad", "D6"),
        U("x", "squad", "E5"),
        tank("y", "E5", armor=()),
        options=["split_mgs"],
    ).do(Activate("D6"), FireMachineGun("a", 0, "E5"), dice=NO_EFFECT)
    assert refused(s, FireMachineGun("a", 8, "E5")) == ("15.0", "different_targets")
    assert refused(s, FireMachineGun("a", 8, "E5", "y")) == OK
    assert refused(s, FireMachineGun("a", 0, "E5", "y")) == ("15.0", "gun_has_fired")
    s = Scene(
        tank("a", "D6", facing="D5/E5", turret="E5/E6", mgs=("4",)),
        U("b", "squad", "D6"),
        U("x", "squad", "E5"),
        options=["split_mgs"],
    ).do(Activate("D6"), FireMachineGun("a", 8, "E5"), dice=NO_EFFECT)
    assert refused(s, FireMachineGun("a", 0, "E5")) == ("15.0", "different_targets")


def test_names_that_mean_nothing() -> None:
    """15.0: vehicles on the board, guns they have, targets, facings, ways and places that exist."""
    s = Scene(
        tank("a", "D6", facing="D5/E5", mgs=("2", "2")),
        U("b", "squad", "D6", "shaken"),
        tank("c", "D6", capacity="PP"),
        U("r", "squad", "", aboard="c"),
        U("x", "squad", "D3"),
    ).do(Activate("D6"))

    def reads(*args: Any, **more: Any) -> str:
        return code(read(s.game, s.state, FireMachineGun(*args, **more)))

    assert reads("a", 0, "D3") == reads("a", 1, "D3") == reads("a", 8, "D3") == reads("a", 9, "D3") == ""
    assert [reads("a", n, "D3") for n in (-1, 2, 10, 16, 17)] == ["no_such_gun"] * 5
    assert reads("c", 0, "D3") == "no_such_gun"
    assert reads("b", 0, "D3") == reads("r", 0, "D3") == "no_vehicle"
    assert reads("nobody", 0, "D3") == reads("a", 0, "D3", "nobody") == "no_such_unit"
    assert reads("a", 0, "D3", facing="A1/A2") == "no_such_vertex"
    assert reads("a", 0, "D3", mode="crouching") == "no_such_mode"
    assert reads("a", 0, "Z9") == "no_such_place"
    gone = flagged(s, "a", 0, at=-1)
    assert code(read(gone.game, gone.state, FireMachineGun("a", 0, "D3"))) == "no_vehicle"


@pytest.mark.parametrize(
    ("flag", "mode", "found"),
    [
        (0, "", ""),
        (SHAKEN, "", "shaken"),
        (MELEE, "", "is_moving"),
        (MOVING, "", "is_moving"),
        (MOVED, "", "has_acted"),
        (ASSAULT_FIRE, "", "has_acted"),
        (ASSAULT_FIRE, "assault_fire", ""),
        (0, "assault_fire", "has_acted"),
    ],
)
def test_going_on_firing(flag: int, mode: str, found: str) -> None:
    """5.1, 5.3, 15.0, 15.2.1: a vehicle that has fired a weapon fires the others unless something has come between."""
    s = Scene(tank("a", "D6", facing="D5/E5", mgs=("2", "2")), U("x", "squad", "D3"), tank("y", "D2"))
    a, at, here = s.number("a"), s.loc("D3"), s.loc("D6")
    occasion = Impulse(side=s.us, shots=((a, -1, -1, at, here),))
    aim = read(s.game, s.state, FireMachineGun("a", 0, "D3", mode=mode))
    assert not code(aim)
    flagged(s, "a", flag)
    assert code(check_burst(s.game, s.state, occasion, aim, False)) == found
    if flag == MOVING:
        assert code(check_burst(s.game, s.state, occasion, aim, False, moving=True)) == ""
    again = replace(occasion, shots=(*occasion.shots, (a, -16, -1, at, here)))
    assert code(check_burst(s.game, s.state, again, aim, False)) == (found or "gun_has_fired")
    other = replace(occasion, shots=(*occasion.shots, (a, -17, -1, at, here)))
    assert code(check_burst(s.game, s.state, other, aim, False)) == found
    assert code(check_burst(s.game, s.state, Impulse(side=s.de), aim, False)) == "not_own_unit"


def test_what_keeps_guns_silent() -> None:
    """15.0, 15.0.1, 15.10: closed hatches, a hull that is down, range, arcs."""
    s = Scene(
        tank("a", "D9", facing="D8/E8", hatch="buttoned", mgs=("2*", "2")),
        tank("b", "D9", "hull_down", facing="D8/E8", armor=("5", "3", "2"), mgs=("2", "2*")),
        tank("c", "D9", "hull_down", facing="D8/E8", mgs=("2",)),
        tank("d", "D14", facing="D13/E13", mgs=("2", "4")),
        U("x", "squad", "D3"),
        U("y", "squad", "D11"),
        size=(8, 16),
    ).do(Activate("D9"))
    assert refused(s, FireMachineGun("a", 0, "D3")) == ("15.0.1", "needs_open_hatch")
    assert refused(s, FireMachineGun("a", 1, "D3")) == OK
    assert refused(s, FireMachineGun("b", 0, "D3")) == ("15.10", "hull_is_down")
    assert refused(s, FireMachineGun("b", 1, "D3")) == OK
    assert refused(s, FireMachineGun("c", 0, "D3")) == OK
    assert refused(s, FireMachineGun("c", 0, "D11")) == ("15.0", "out_of_arc")
    assert refused(s, FireMachineGun("c", 0, "D11", facing="D10/E9")) == OK
    assert refused(s, FireMachineGun("c", 0, "D11", facing="E8/E9")) == ("15.0", "out_of_arc")
    assert refused(s, FireMachineGun("c", 0, "D3", facing="D8/C8")) == ("15.1.1", "in_arc_already")
    assert refused(s, FireMachineGun("b", 0, "D11", facing="D10/E9"))[1] in ("hull_is_down", "nothing_to_turn")
    assert refused(s, FireMachineGun("b", 1, "D11", facing="D10/E9")) == ("15.1.1", "nothing_to_turn")
    assert refused(s, FireMachineGun("d", 0, "D11")) == ("4.0", "not_named")
    far = Scene(tank("d", "D14", facing="D13/E13", mgs=("2", "4")), U("x", "squad", "D3"), size=(8, 16))
    far.do(Activate("D14"))
    assert refused(far, FireMachineGun("d", 0, "D3")) == ("15.0", "out_of_range")
    assert refused(far, FireMachineGun("d", 1, "D3")) == OK


def test_same_hex_for_all_but_rear_guns() -> None:
    """15.0: all weapons of a vehicle fire at the same hex, but not a rear machine gun; it binds nobody else."""
    s = Scene(
        tank("a", "D6", facing="D5/E5", mgs=("2", "2", "2R")),
        U("b", "squad", "D6"),
        U("x", "squad", "D3"),
        U("y", "squad", "E3"),
        U("z", "squad", "D8"),
    ).do(Activate("D6"), FireMachineGun("a", 2, "D8"), dice=NO_EFFECT)
    assert refused(s, FireMachineGun("a", 0, "E3")) == OK
    s.do(FireMachineGun("a", 0, "D3"), dice=NO_EFFECT)
    assert refused(s, FireMachineGun("a", 1, "E3")) == ("15.0", "same_target")
    assert refused(s, FireMachineGun("a", 1, "D3")) == OK
    assert refused(s, Fire("D6", "E3")) == ("4.0", "same_target")
    assert refused(s, FireMachineGun("a", 1, "D3", mode="assault_fire")) == ("15.2.1", "has_acted")
    assert s.words("a") == {"fired"}


def test_turning_rear_guns() -> None:
    """15.0, 15.1.1: the turret turns away from the target of a rear gun."""
    s = Scene(tank("a", "D6", facing="D5/E5", mgs=("2R",)), U("x", "squad", "D3"))
    s.do(Activate("D6"))
    offered = {c.facing for c in s.options() if isinstance(c, FireMachineGun)}
    assert {frozenset(facing.split("/")) for facing in offered} == {frozenset({"C6", "D7"}), frozenset({"D7", "E6"})}
    for facing in offered:
        assert refused(s, FireMachineGun("a", 0, "D3", facing=facing)) == OK


def test_sums() -> None:
    """15.0, 4.1, 5.6, 11.5, 15.1, 15.2, 15.2.1, 7.0, 10.3: everything that is added."""
    s = Scene(
        tank("a", "D6", mgs=("4",)),
        tank("b", "D6", "assault_move", mgs=("4",)),
        tank("c", "D6", "ops_complete", mgs=("3",)),
        tank("e", "F6", mgs=("2",)),
        U("l", "armor_leader 6-1", "", aboard="a"),
        U("x", "squad", "D3"),
        U("y", "squad", "D5"),
        markers=[("smoke", "F6", 2)],
        hexes={"E4": "light_woods"},
    )

    def total(id_: str, at: str, mode: str = "") -> dict[str, float]:
        unit = s.number(id_)
        return why(mg_tally(s.game, s.state, unit, 0, s.state.units[unit].at, s.loc(at), mode))

    assert total("a", "D3") == {"vehicle_mg": 4, "leader": 1}
    assert total("a", "D3", "assault_fire") == {"vehicle_mg": 4, "leader": 1, "assault_fire": -2}
    assert total("a", "D5") == {"vehicle_mg": 4, "leader": 1, "adjacent": 2}
    assert total("b", "D3") == {"vehicle_mg": 4, "assault_move": -2}
    assert total("c", "D3") == {"vehicle_mg_ops_complete": 1.5}
    assert total("e", "D3")["out_of_smoke"] == -1
    assert total("e", "D3")["degrading_hex"] == -1
    smoke = mg_tally(s.game, s.state, s.number("e"), 0, s.loc("F6"), s.loc("D3")).mods
    assert [m.source for m in smoke if m.why == "out_of_smoke"] == ["F6"]
    flagged(s, "a", PIVOTED | ASSAULT_FIRE)
    assert total("a", "D3") == {"vehicle_mg": 4, "leader": 1, "assault_fire": -2, "pivoted": -1}


def test_machine_guns_in_windows() -> None:
    """5.3, 14.4: at what moves, by turning the turret too, but not in answer to a missile."""
    s = Scene(U("a", "squad", "D6"), U("b", "squad", "D5"), tank("x", "D2", facing="D1/E1", mgs=("2", "2*"), to_hit=()))
    s.move("D6", "a", "E5")
    assert s.asked == "de"
    assert refused(s, FireMachineGun("x", 1, "E5")) == OK
    assert refused(s, FireMachineGun("x", 0, "E5", facing="D3/E2")) == OK
    assert refused(s, FireMachineGun("x", 1, "D5")) == ("5.3", "not_the_moving_units")
    assert refused(s, FireMachineGun("x", 1, "E5", mode="assault_fire")) == ("5.3", "no_assault_fire")
    assert refused(s, FireMachineGun("nobody", 1, "E5")) == ("1.1", "no_such_unit")
    s = Scene(
        launcher("a", "D6", facing="D5/E5"), tank("x", "D2", facing="D1/E1", mgs=("2", "2*"), to_hit=()), era="modern"
    ).do(Activate("D6"), FireOrdnance("a", "D2", "x"))
    assert s.asked == "de"
    assert refused(s, FireMachineGun("x", 1, "D6")) == OK
    assert refused(s, FireMachineGun("x", 0, "D6", facing="D3/E2")) == ("14.4", "nothing_to_turn")
    s.do(FireMachineGun("x", 1, "D6"), dice=("attack 6", "defence 1", "damage check 1", "to hit 1 1"))
    assert s.resolved("to_hit", "x").outcome == "disturbed"


def test_vehicles_with_machine_guns() -> None:
    """15.0: of a side, in a location; units on foot have none, whatever marks they bear."""
    s = Scene(
        tank("a", "D6", mgs=("2",)), tank("b", "D6"), U("c", "squad", "D6", "shaken"), tank("d", "D7", mgs=("2",)),
        gun("e", "D6"), tank("x", "D2", mgs=("2",)),
    )  # fmt: skip
    assert gun_vehicles(s.game, s.state, s.us, s.loc("D6")) == [s.number("a")]
    assert gun_vehicles(s.game, s.state, s.de, s.loc("D6")) == []


def test_bursts_at_vehicles() -> None:
    """17.2, 5.1: an open vehicle checks on its own column; a moving one is 1 harder to hit."""
    s = Scene(
        tank("a", "D6", mgs=("4",), facing="D5/E5"), U("b", "squad", "D6"), tank("x", "D3"), U("y", "squad", "D3")
    )
    s.do(Activate("D6"), FireMachineGun("a", 0, "D3", "x"), dice=("attack 6", "defence 1", "damage check 1"))
    assert s.resolved("fire", "x").outcome == "damage_check"
    assert not [e for e in s.events if getattr(e, "what", "") == "fire" and getattr(e, "subject", -1) == s.number("y")]
    s = Scene(
        tank("a", "D6", mgs=("4",), facing="D5/E5"), U("b", "squad", "D6"), tank("x", "D3"), U("y", "squad", "D3")
    )
    s.do(Activate("D6"), FireMachineGun("a", 0, "D3", mode="assault_fire"), dice=NO_EFFECT)
    assert s.resolved("fire", "y").outcome == "none"
    assert s.unit("a").flags & ASSAULT_FIRE
    assert refused(s, FireMachineGun("a", 0, "D3", mode="assault_fire")) == ("15.0", "gun_has_fired")


def test_after_arriving() -> None:
    """15.2: a vehicle that has made an Assault Move fires in the same impulse from where it is."""
    s = Scene(tank("a", "D7", facing="D6/E6", mgs=("2",)), U("b", "squad", "D7"), U("x", "squad", "D3"))
    s.do(Activate("D7"), BeginDrive("a", "assault"), DriveTo("D6"))
    s.do(*([PassWindow()] if s.asked == "de" else []))
    s.do(StopMove())
    assert s.words("a") == {"assault_move"}
    assert refused(s, FireMachineGun("a", 0, "D3")) == OK
    assert refused(s, FireMachineGun("a", 0, "D3", mode="assault_fire")) == ("15.2.1", "no_assault_fire")
    assert any(isinstance(c, FireMachineGun) for c in s.options())
    assert any(isinstance(c, FireOrdnance) for c in s.options())
    s.do(FireOrdnance("a", "D3"), dice=MISS)
    assert s.words("a") >= {"fired"}
