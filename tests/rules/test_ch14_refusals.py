"""14.1, 14.4, 1.6.4: what a piece of ordnance may not do, each refusal beside a shot that is allowed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from armour_helpers import BAZOOKA, MISS, OK, TABLE, gun, launcher, refused, tank
from helpers import Activate, Done, PassWindow, Scene, StopMove, U
from lnlt.core.catalog import Gun
from lnlt.core.flags import ELIMINATED
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch14_ordnance.teams import FaceTeam, PivotTeam

pytestmark = pytest.mark.usefixtures("either_seat")


def test_names_that_mean_nothing() -> None:
    """14.1, 15.1: units, guns, facings and places must exist; a facing needs something to turn."""
    s = Scene(gun("a", "D6", facing="D5/E5"), gun("b", "D6", "shaken"), U("x", "squad", "D3")).do(Activate("D6"))
    assert refused(s, FireOrdnance("a", "D3")) == OK
    assert refused(s, FireOrdnance("nobody", "D3")) == ("1.1", "no_such_unit")
    assert refused(s, FireOrdnance("a", "D3", weapon="second")) == ("14.1", "no_such_gun")
    assert refused(s, FireOrdnance("a", "D3", weapon="main")) == OK
    assert refused(s, FireOrdnance("a", "D3", leader="nobody")) == ("1.1", "no_such_unit")
    assert refused(s, FireOrdnance("a", "D3", mate="nobody")) == ("1.1", "no_such_unit")
    assert refused(s, FireOrdnance("a", "D3", "nobody")) == ("1.1", "no_such_unit")
    assert refused(s, FireOrdnance("a", "D3", "")) == ("1.1", "no_such_unit")
    assert refused(s, FireOrdnance("a", "D3", pivot="hull", facing="A1/A2")) == ("15.1", "no_such_vertex")
    assert refused(s, FireOrdnance("a", "D3", facing="D5/E5")) == ("15.1", "no_such_vertex")
    assert refused(s, FireOrdnance("a", "Z9")) == ("1.4", "no_such_place")
    assert refused(s, FireOrdnance("a", "D3", mode="crouching")) == ("5.0", "no_such_mode")
    assert refused(s, FireOrdnance("b", "D3")) == ("5.1", "shaken")


def test_only_units_on_the_board_fire() -> None:
    """14.1: neither those that are gone nor those that ride."""
    s = Scene(gun("a", "D6"), tank("t", "D6", capacity="PP"), gun("r", "", aboard="t"), U("x", "squad", "D3")).do(
        Activate("D6")
    )
    assert refused(s, FireOrdnance("r", "D3")) == ("1.1", "not_on_the_board")
    gone = replace(s.unit("a"), flags=ELIMINATED)
    s.state = replace(s.state, units=tuple(gone if u.id == "a" else u for u in s.state.units))
    assert refused(s, FireOrdnance("a", "D3")) == ("1.1", "not_on_the_board")


def test_where_and_whose() -> None:
    """4.0: own units of named locations."""
    s = Scene(gun("a", "D6", facing="D5/E5"), gun("b", "D7"), U("x", "squad", "D3"), gun("y", "F6")).do(Activate("D6"))
    assert refused(s, FireOrdnance("a", "D3")) == OK
    assert refused(s, FireOrdnance("b", "D3")) == ("4.0", "not_named")
    assert refused(s, FireOrdnance("y", "D6")) == ("4.0", "not_named")
    s = Scene(gun("a", "D6"), U("c", "squad", "D6"), U("x", "squad", "D3"), gun("y", "D6")).do(Activate("D6"))
    assert refused(s, FireOrdnance("y", "D3")) == ("4.0", "not_own_unit")


def test_only_through_the_arc() -> None:
    """14.1, 15.1.1, 1.7.1: in the arc without turning; out of it by turning what can turn, to where it bears."""
    s = Scene(
        gun("a", "D6", facing="D5/E5"),
        tank("t", "D6", facing="D5/E5"),
        tank("u", "D6", facing="D5/E5", armor=("5", "3", "2")),
        U("c", "squad", "D6", carries=["baz"]),
        U("x", "squad", "D3"),
        U("y", "squad", "D8"),
        guns={"baz": BAZOOKA},
    ).do(Activate("D6"))
    for id_ in ("a", "t", "u"):
        assert refused(s, FireOrdnance(id_, "D3")) == OK
        assert refused(s, FireOrdnance(id_, "D8")) == ("14.1", "out_of_arc")
        assert refused(s, FireOrdnance(id_, "D3", pivot="hull", facing="D5/C5")) == ("15.1.1", "in_arc_already")
        assert refused(s, FireOrdnance(id_, "D8", pivot="hull", facing="E5/E6")) == ("14.1", "out_of_arc")
        assert refused(s, FireOrdnance(id_, "D8", pivot="hull", facing="E6/D7")) == OK
        assert refused(s, FireOrdnance(id_, "D8", pivot="barrel", facing="E6/D7")) == ("15.1.1", "nothing_to_turn")
    assert refused(s, FireOrdnance("t", "D8", pivot="turret", facing="E6/D7")) == OK
    assert refused(s, FireOrdnance("t", "D8", pivot="turret", facing="E5/E6")) == ("14.1", "out_of_arc")
    for id_ in ("a", "u"):
        assert refused(s, FireOrdnance(id_, "D8", pivot="turret", facing="E6/D7")) == ("15.1.1", "nothing_to_turn")
    assert refused(s, FireOrdnance("c", "D8")) == OK
    assert refused(s, FireOrdnance("c", "D8", pivot="hull", facing="E6/D7")) == ("14.1", "nothing_to_turn")


def test_who_may_pivot_to_fire() -> None:
    """15.1, 1.7.1, 21.4.2, Q-301, Q-370, Q-375: within the Movement Factor, not immobilized, moved or fired."""
    s = Scene(
        gun("a", "D6", facing="D5/C5"),
        U("t", "vehicle 1T-6", "D6", facing="D5/E5", armor=("5", "3", "2"), he=2, to_hit=TABLE),
        tank("u", "D6", "immobilized", facing="D5/E5"),
        tank("v", "D6", "ops_complete", facing="D5/E5"),
        U("y", "squad", "D8"),
        U("z", "squad", "G5"),
    ).do(Activate("D6"))
    assert refused(s, FireOrdnance("a", "D8", pivot="hull", facing="E6/D7")) == OK
    assert refused(s, FireOrdnance("t", "D8", pivot="hull", facing="E6/D7")) == ("15.1", "too_few_points")
    assert refused(s, FireOrdnance("t", "G5", pivot="hull", facing="E5/E6")) == OK
    assert refused(s, FireOrdnance("u", "D8", pivot="hull", facing="E6/D7")) == ("21.4.2", "immobilized")
    assert refused(s, FireOrdnance("u", "D8", pivot="turret", facing="E6/D7")) == OK
    slow = Scene(gun("a", "D6", facing="D5/C5", mf=1), U("y", "squad", "D8")).do(Activate("D6"))
    assert refused(slow, FireOrdnance("a", "D8", pivot="hull", facing="E6/D7")) == ("1.7.1", "too_few_points")
    assert refused(slow, FireOrdnance("a", "D8", pivot="hull", facing="D7/C6")) == OK


def test_several_shots() -> None:
    """14.1, Q-104: as often as the gun fires; further targets in the first hex or next to it."""
    s = Scene(
        gun("a", "D6", rof=2, facing="D5/E5"),
        U("b", "squad", "D6"),
        *(U(f"x{at}", "squad", at) for at in ("D3", "D2", "E3", "F3")),
    )
    s.do(Activate("D6"), FireOrdnance("a", "D3"), dice=MISS)
    assert refused(s, FireOrdnance("a", "D2")) == OK
    assert refused(s, FireOrdnance("a", "E3")) == OK
    assert refused(s, FireOrdnance("a", "F3")) == ("14.1", "too_far_apart")
    s.do(FireOrdnance("a", "D2"), dice=MISS)
    assert refused(s, FireOrdnance("a", "D2")) == ("14.1", "gun_has_fired")
    chain = [U(f"x{at}", "squad", at) for at in ("D5", "D4", "D3", "D2")]
    for abilities, found in (((), ("14.1", "too_far_apart")), (("next_to_any",), OK)):
        s = Scene(gun("a", "D6", rof=3, facing="D5/E5", abilities=abilities), U("b", "squad", "D6"), *chain)
        s.do(Activate("D6"), FireOrdnance("a", "D5"), FireOrdnance("a", "D4"), dice=MISS * 2)
        assert refused(s, FireOrdnance("a", "D3")) == found
        assert refused(s, FireOrdnance("a", "D2")) == ("14.1", "too_far_apart")


def test_two_guns_of_one_unit() -> None:
    """14.1, 14.4: two guns fire in one turn only with standard ammunition, and into the same hex."""
    foes = [U("x", "squad", "D3"), U("y", "squad", "D2")]
    plain, hollow = Gun(TABLE, 2), Gun(TABLE, 2, "heat")
    s = Scene(tank("t", "D6", guns=(plain, plain), facing="D5/E5"), U("b", "squad", "D6"), *foes)
    s.do(Activate("D6"), FireOrdnance("t", "D3", weapon="main"), dice=MISS)
    assert refused(s, FireOrdnance("t", "D3", weapon="second")) == OK
    assert refused(s, FireOrdnance("t", "D2", weapon="second")) == ("14.1", "same_hex")
    assert refused(s, FireOrdnance("t", "D3", weapon="main")) == ("14.1", "gun_has_fired")
    for pair in ((plain, hollow), (hollow, plain), (hollow, hollow)):
        s = Scene(tank("t", "D6", guns=pair, facing="D5/E5"), U("b", "squad", "D6"), *foes)
        s.do(Activate("D6"), FireOrdnance("t", "D3", weapon="main"), dice=MISS)
        assert refused(s, FireOrdnance("t", "D3", weapon="second")) == ("14.1", "one_ammunition")


def test_what_is_aimed_at() -> None:
    """14.1, 5.0, 10.1: vehicles by name, all else together; in sight, spotted, and not in Melee."""
    s = Scene(
        gun("a", "D6", facing="D5/E5"),
        U("b", "squad", "E5"),
        tank("x", "D4"),
        U("y", "squad", "E5"),
        U("z", "squad", "F3", "shaken"),
        tank("x2", "F3"),
    ).do(Activate("D6"))
    assert refused(s, FireOrdnance("a", "D4", "x")) == OK
    assert refused(s, FireOrdnance("a", "F3", "x2")) == OK
    assert refused(s, FireOrdnance("a", "F3")) == OK
    assert refused(s, FireOrdnance("a", "D4", "x2")) == ("14.1", "no_such_target")
    assert refused(s, FireOrdnance("a", "F3", "z")) == ("14.1", "no_such_target")
    assert refused(s, FireOrdnance("a", "D4")) == ("14.1", "only_vehicles_there")
    assert refused(s, FireOrdnance("a", "D5")) == ("14.1", "no_enemy_there")
    assert refused(s, FireOrdnance("a", "E5")) == ("5.0", "melee_there")
    own = Scene(gun("a", "D6", facing="D5/E5"), tank("b", "D4"), tank("x", "D3")).do(Activate("D6"))
    assert refused(own, FireOrdnance("a", "D4", "b")) == ("5.0", "no_enemy_there")


def test_targets_out_of_sight() -> None:
    """10.1, 14.3: through blocking terrain never; unspotted in cover only what is acquired."""
    foes = [U("x", "squad", "D3"), tank("y", "F4")]
    s = Scene(gun("a", "D6", facing="D5/E5"), *foes, hexes={"D4": "hc_building", "F4": "light_woods"}).do(
        Activate("D6")
    )
    assert refused(s, FireOrdnance("a", "F4", "y")) == ("10.1", "not_spotted")
    s = Scene(
        gun("a", "D6", facing="D5/E5", acquired=[("", "y", 1)]), *foes, hexes={"D4": "hc_building", "F4": "light_woods"}
    ).do(Activate("D6"))
    assert refused(s, FireOrdnance("a", "F4", "y")) == OK
    assert refused(s, FireOrdnance("a", "D3"))[1] == "no_line_of_sight"


def test_range_and_high_explosive() -> None:
    """14.1, 1.6.4: within the table, and at men only with a High-Explosive equivalent."""
    foes = [U("x", "squad", "D3"), tank("y", "D3"), tank("z", "D12")]
    s = Scene(
        gun("a", "D15", facing="D14/E14"),
        gun("b", "D6", facing="D5/E5", he=None),
        U("c", "squad", "D6", carries=["baz"]),
        *foes,
        guns={"baz": replace(BAZOOKA, he=None)},
        size=(8, 16),
    ).do(Activate("D6"))
    assert refused(s, FireOrdnance("b", "D3")) == ("14.1", "no_high_explosive")
    assert refused(s, FireOrdnance("b", "D3", "y")) == OK
    assert refused(s, FireOrdnance("c", "D3")) == ("1.6.4", "no_high_explosive")
    assert refused(s, FireOrdnance("c", "D3", "y")) == OK
    s = Scene(gun("a", "D15", facing="D14/E14"), *foes, size=(8, 16)).do(Activate("D15"))
    assert refused(s, FireOrdnance("a", "D12", "z")) == OK
    assert refused(s, FireOrdnance("a", "D3", "y")) == ("14.1", "out_of_range")


@pytest.mark.parametrize("kind", ["bazooka", "piat", "atr"])
def test_places_for_support_weapons(kind: str) -> None:
    """1.6.4, 23.1.1: not out of Bunkers unless it is an Anti-Tank Rifle; a Piat not downhill."""
    weapon = replace(BAZOOKA, kind=kind)
    s = Scene(
        U("a", "squad", "D6/bunker", carries=["baz"]),
        U("x", "squad", "D4"),
        guns={"baz": weapon},
        markers=[("bunker", "D6", 1, "D5")],
    ).do(Activate("D6/bunker"))
    assert refused(s, FireOrdnance("a", "D4")) == (OK if kind in ("atr", "piat") else ("1.6.4", "not_from_here"))
    hill = Scene(
        U("a", "squad", "D6", carries=["baz"]),
        U("x", "squad", "D5"),
        U("y", "squad", "E5"),
        guns={"baz": weapon},
        hexes={"D6": ("clear", 1), "E5": ("clear", 1)},
    ).do(Activate("D6"))
    assert refused(hill, FireOrdnance("a", "E5")) == OK
    assert refused(hill, FireOrdnance("a", "D5")) == (("23.1.1", "not_downhill") if kind == "piat" else OK)


def test_guns_in_bunkers_and_caves() -> None:
    """21.1, 10.7: a Weapon Team's gun does not fire out of either; a heavy rifle needs two men (23.1.5)."""
    for kind, rule in (("bunker", "21.1"), ("cave", "10.7")):
        s = Scene(gun("a", f"D6/{kind}", facing="D5/E5"), U("x", "squad", "D4"), markers=[(kind, "D6", 1, "D5")])
        s.do(Activate(f"D6/{kind}"))
        assert refused(s, FireOrdnance("a", "D4")) == (rule, "not_from_here")
    heavy = replace(BAZOOKA, kind="atr", abilities=frozenset({"no_lone_smc"}))
    s = Scene(
        U("a", "hero", "D6", carries=["baz"]), U("b", "hero", "D6"), U("c", "squad", "D6", carries=["b2"]),
        U("x", "squad", "D4"), guns={"baz": heavy, "b2": replace(heavy, key="gun-b2")},
    ).do(Activate("D6"))  # fmt: skip
    assert refused(s, FireOrdnance("a", "D4")) == ("23.1.5", "not_alone")
    assert refused(s, FireOrdnance("a", "D4", mate="b")) == refused(s, FireOrdnance("c", "D4")) == OK


def test_targets_that_hide() -> None:
    """6.4, 14.1: men under Stealth whom nobody sees are no target; numbers not known matter where they are used."""
    team, woods = gun("a", "D6", facing="D5/E5"), {"D5": "light_woods"}
    s = Scene(team, U("x", "squad", "D5", "stealth"), hexes=woods).do(Activate("D6"))  # type: ignore[arg-type]
    assert refused(s, FireOrdnance("a", "D5")) == ("6.4", "stealth_unseen")
    vague = gun("a", "D6", facing="D5/E5", to_hit=((8, 8, "?"),))
    s = Scene(vague, U("x", "squad", "D3"), tank("y", "E3")).do(Activate("D6"))
    assert refused(s, FireOrdnance("a", "D3")) == OK
    assert refused(s, FireOrdnance("a", "E3", "y")) == ("14.1", "unknown_table")


def test_support_weapons_that_only_fire_at_aircraft() -> None:
    """1.6.6: never at the ground."""
    s = Scene(U("a", "squad", "D6", carries=["baz"]), tank("x", "D4"), guns={"baz": replace(BAZOOKA, ammo="aa")}).do(
        Activate("D6")
    )
    assert refused(s, FireOrdnance("a", "D4", "x")) == ("1.6.6", "only_at_aircraft")


def test_hands_for_support_weapons() -> None:
    """1.6: a Squad fires two weapons, a Half-Squad one; nobody fires one twice."""
    two = {"baz": BAZOOKA, "b2": replace(BAZOOKA, key="gun-b2")}
    s = Scene(
        U("a", "squad", "D6", carries=["baz", "b2"]),
        U("b", "half_squad", "D6", carries=["b3"]),
        U("x", "squad", "D4"),
        guns={**two, "b3": replace(BAZOOKA, key="gun-b3")},
    ).do(Activate("D6"), FireOrdnance("a", "D4", weapon="baz"), dice=MISS)
    assert refused(s, FireOrdnance("a", "D4", weapon="baz")) == ("14.1", "gun_has_fired")
    assert refused(s, FireOrdnance("a", "D4", weapon="b2")) == OK
    s.do(FireOrdnance("a", "D4", weapon="b2"), dice=MISS)
    assert refused(s, FireOrdnance("b", "D4")) == OK
    assert s.words("a") == {"fired"}


def test_a_second_man_at_a_support_weapon() -> None:
    """1.6: for a single man only, another one who is fresh, beside him, of his side."""
    s = Scene(
        U("a", "hero", "D6", carries=["baz"]),
        U("b", "hero", "D6"),
        U("c", "hero", "D7"),
        U("d", "hero", "D6", "fired"),
        U("e", "squad", "D6", carries=["b2"]),
        U("f", "chaplain", "D6"),
        U("g", "leader", "D6"),
        U("x", "squad", "D4"),
        U("y", "hero", "D4"),
        guns={"baz": BAZOOKA, "b2": replace(BAZOOKA, key="gun-b2")},
    ).do(Activate("D6"))
    assert refused(s, FireOrdnance("a", "D4", mate="b")) == OK
    assert refused(s, FireOrdnance("a", "D4", mate="g")) == OK
    for mate in ("a", "c", "d", "e", "f", "y"):
        assert refused(s, FireOrdnance("a", "D4", mate=mate)) == ("1.6", "cannot_crew"), mate
    assert refused(s, FireOrdnance("e", "D4", mate="b")) == ("1.6", "cannot_crew")
    assert refused(s, FireOrdnance("e", "D4", leader="g")) == OK
    assert refused(s, FireOrdnance("a", "D4", mate="g", leader="g")) == ("5.0.1", "cannot_aid")
    assert refused(s, FireOrdnance("e", "D4", leader="c")) == ("5.0.1", "cannot_aid")
    offered = [c for c in s.options() if isinstance(c, FireOrdnance)]
    assert {c.mate for c in offered if c.unit == "a"} == {"", "b", "g"}
    assert {c.mate for c in offered if c.unit == "e"} == {""}
    assert {c.leader for c in offered if c.unit == "e"} == {"", "g"}


def test_leaders_do_not_aid_vehicles() -> None:
    """5.0.1, 11.5: a Leader beside a vehicle is no help to it."""
    s = Scene(tank("t", "D6", facing="D5/E5"), U("l", "leader", "D6"), U("x", "squad", "D4")).do(Activate("D6"))
    assert refused(s, FireOrdnance("t", "D4", leader="l")) == ("5.0.1", "cannot_aid")
    assert refused(s, FireOrdnance("t", "D4")) == OK


def test_missiles() -> None:
    """14.4, 14.4.1: not out of stock, not after an Assault Move, at vehicles and men in Buildings and Bunkers only."""
    s = Scene(
        launcher("a", "D7", facing="D6/E6"),
        launcher("b", "D7", "atgm_expended", facing="D6/E6"),
        launcher("c", "D7", "assault_move", facing="D6/E6"),
        tank("x", "D4"),
        U("y", "squad", "E5"),
        U("z", "squad", "E3"),
        hexes={"E3": "hc_building"},
        buildings=[(("E3",), 1)],
        era="modern",
    ).do(Activate("D7"))
    assert refused(s, FireOrdnance("a", "D4", "x")) == OK
    assert refused(s, FireOrdnance("a", "E5")) == ("14.4", "no_missile_at_men")
    assert refused(s, FireOrdnance("a", "E3"))[1] != "no_missile_at_men"
    assert refused(s, FireOrdnance("b", "D4", "x")) == ("14.4.1", "missiles_expended")
    assert refused(s, FireOrdnance("a", "D4", "x", mode="assault_fire")) == ("14.4", "no_missile_on_the_move")


def test_teams_pivot() -> None:
    """1.7.1: a Team of a named location that has not acted, to another vertex it can pay for, once."""
    s = Scene(
        gun("a", "D6", facing="D5/E5"),
        gun("b", "D7", facing="D6/E6"),
        gun("c", "D6", "fired", facing="D5/E5"),
        U("d", "squad", "D6"),
        tank("t", "D6", facing="D5/E5"),
        U("x", "squad", "A1"),
        gun("y", "H8"),
    ).do(Activate("D6"))
    assert refused(s, PivotTeam("nobody", "E5/E6")) == ("1.1", "no_such_unit")
    assert refused(s, PivotTeam("b", "E6/E7")) == ("4.0", "not_named")
    assert refused(s, PivotTeam("y", "H7/G7")) == ("4.0", "not_named")
    assert refused(s, PivotTeam("c", "E5/E6")) == ("4.0", "has_acted")
    assert refused(s, PivotTeam("d", "E5/E6")) == ("1.7.1", "nothing_to_turn")
    assert refused(s, PivotTeam("t", "E5/E6")) == ("1.7.1", "nothing_to_turn")
    assert refused(s, PivotTeam("a", "A1/A2")) == ("1.7.1", "no_such_vertex")
    assert refused(s, PivotTeam("a", "D5/E5")) == ("1.7.1", "faces_there_already")
    assert refused(s, PivotTeam("a", "E5/E6")) == OK
    offered = [c for c in s.options() if isinstance(c, PivotTeam)]
    assert [c.unit for c in offered] == ["a"] * 5
    s.do(PivotTeam("a", "E5/E6"), PassWindow())
    assert refused(s, PivotTeam("a", "D5/E5")) == ("4.0", "has_acted")
    assert s.words("a") == set()
    s.do(Done())
    assert s.words("a") == {"moved"}


def test_teams_face_any_way_after_a_step() -> None:
    """1.7.1: all six vertices of the new hex, and nothing else."""
    s = Scene(gun("a", "D6", facing="D5/E5"), gun("b", "D6", facing="D5/E5"), U("x", "squad", "A1"))
    s.do(Activate("D6")).move("D6", "a b", "D7")
    s.do(*([StopMove()] if "StopMove" in {type(c).__name__ for c in s.options()} else []))
    assert len(s.options()) == 6
    assert refused(s, FaceTeam("D5/E5")) == ("1.7.1", "no_such_vertex")
    s.do(FaceTeam("D8/C7"))
    assert s.unit("a").kit is not None
    assert s.unit("a").kit.facing == 4
    s.do(FaceTeam("E7/D8"))
    assert s.unit("b").kit.facing == 3  # type: ignore[union-attr]
