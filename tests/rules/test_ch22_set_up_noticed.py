"""22.0, 1.3, 1.6, 15.1: set-up before the first turn: who is given what, who stands where, which way guns face."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from armour_helpers import OK, gun, helicopter, tank
from helpers import Place, U, rebuilt
from lnlt.core.arcs import covers
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import ELIMINATED, JAMMED, TRIPOD
from lnlt.core.setup import Group
from lnlt.rules.ch22_scenario.facing import FaceUnit
from lnlt.rules.ch22_scenario.outfit import Give, OutfitGroup
from lnlt.rules.ch22_scenario.set_up import Assemble, Ready
from lnlt.rules.facts.kits import kit_of, vertex_name
from scenario_helpers import Plan, set_up, truck

FAR = U("z", "squad", "H7")
AREA = ("A0", "B2", "C4", "C5", "D4")
LIGHT = WeaponType("gun-light", "light", "machine_gun", fp=1, range=4, abilities=frozenset({"no_load"}))
HEAVY = WeaponType("gun-heavy", "heavy", "machine_gun", fp=1, range=4, abilities=frozenset({"no_lone_smc"}))
TRIPOD_MG = WeaponType("gun-mg", "mg", "machine_gun", fp=2, range=9, abilities=frozenset({"tripod"}))


def own(*names: str, **more: object) -> Group:
    """The American group that is set up in the area."""
    return Group("own", "us", names, **{"setup": AREA, **more})  # type: ignore[arg-type]


def vertices(s: Plan, at: str) -> list[str]:
    """The six ways to face in a hex."""
    return [vertex_name(s.game.board, s.game.board.index[at], v) for v in range(6)]


def test_who_is_placed() -> None:
    """22.0: only units of the group that still wait, only in its area, not among enemies."""
    s = set_up(
        U("a", "squad", ""),
        U("b", "squad", ""),
        U("c", "squad", ""),
        U("x", "squad", "D4"),
        FAR,
        groups=[own("a", "b")],
    )
    assert s.refused(Place("a", "C4")) == OK
    for other in ("c", "x", "nobody"):
        assert s.refused(Place(other, "C4")) == ("22.0", "not_waiting")
    assert s.refused(Place("a", "D5")) == ("22.0", "not_allowed_here")
    assert s.refused(Place("a", "D4")) == ("22.0", "enemy_there")
    s.do(Place("a", "C4"))
    assert s.refused(Place("a", "C5")) == ("22.0", "not_waiting")
    assert s.refused(Ready()) == ("22.0", "not_all_placed")


@pytest.mark.parametrize(
    ("features", "found"),
    [
        ((), ("6.0", "terrain_prohibited")),
        (("railroad",), ("6.0", "terrain_prohibited")),
        (("road",), OK),
        (("bridge",), OK),
    ],
)
def test_men_do_not_begin_in_the_water(features: tuple[str, ...], found: tuple[str, str]) -> None:
    """22.0, 6.0, 10.5.2: nobody on foot is set up in a River, but where a Road or Bridge leads over it."""
    s = set_up(U("a", "squad", ""), FAR, groups=[own("a")], hexes={"C4": "river"}, features={"C4": features})
    assert s.refused(Place("a", "C4")) == found
    assert s.refused(Place("a", "C5")) == OK


@pytest.mark.parametrize("terrain", ["forest", "marsh", "cemetery"])
def test_vehicles_begin_where_they_can_drive(terrain: str) -> None:
    """22.0, 6.0: a tank is not set up in terrain that is prohibited to it, unless a Road runs through the hex."""
    roads = {"B2": ("road",), "B3": ("road",), "C5": ("road",), "C6": ("road",)}
    s = set_up(tank("t", ""), FAR, groups=[own("t")], hexes=dict.fromkeys(("C4", "C5"), terrain), features=roads)
    assert s.refused(Place("t", "C4")) == ("6.0", "terrain_prohibited")
    assert s.refused(Place("t", "C5")) == OK
    assert s.refused(Place("t", "D4")) == OK


@pytest.mark.parametrize(
    ("unit", "found"),
    [
        (tank("a", ""), ("21.1", "not_mounted_there")),
        (U("a", "mounted_squad 1-5-8-5", ""), ("21.1", "not_mounted_there")),
        (U("a", "squad", ""), OK),
    ],
)
def test_who_begins_in_a_bunker(unit: U, found: tuple[str, str]) -> None:
    """21.1, 22.0: men on foot may be set up inside a Bunker of the area, vehicles and Mounted Units not."""
    s = set_up(unit, FAR, groups=[own("a")], markers=[("bunker", "C4", 3, "C3")])
    assert s.refused(Place("a", "C4/bunker")) == found
    assert s.refused(Place("a", "C4")) == OK


def test_one_helicopter_over_a_hex() -> None:
    """19.2.1, 22.0: helicopters are set up in the air, one over each hex."""
    s = set_up(helicopter("h", ""), helicopter("i", ""), FAR, groups=[own("h", "i")], era="modern")
    s.do(Place("h", "C4"))
    assert s.at("h") == "C4/air"
    assert s.refused(Place("i", "C4")) == ("19.2.1", "one_helicopter")
    assert s.refused(Place("i", "C5")) == OK


@pytest.mark.parametrize("flags", [0, JAMMED, TRIPOD, TRIPOD | JAMMED])
def test_jammed_weapons_are_not_turned_over(flags: int) -> None:
    """1.6.1, 1.6.2, 22.0: in set-up a tripod machine gun may be turned over, but not one that is jammed, nor one of
    somebody else."""
    units = (U("a", "squad", "", carries=["mg"]), U("b", "squad", "D4", carries=["other"]), FAR)
    other = replace(TRIPOD_MG, key="gun-other")
    s = set_up(*units, groups=[own("a")], guns={"mg": TRIPOD_MG, "other": other}).do(Place("a", "C4"))
    s.state = rebuilt(s.state, weapons=[replace(w, flags=flags) if w.id == "mg" else w for w in s.state.weapons])
    assert s.refused(Assemble("mg")) == (("1.6.1", "no_tripod") if flags & JAMMED else OK)
    for wrong in ("other", "nothing"):
        assert s.refused(Assemble(wrong)) == ("1.6", "not_its_weapon")


class TestFacing:
    """15.1, 22.0: vehicles and guns face a vertex from the first."""

    def test_turned_once(self) -> None:
        """22.0, 15.1: when all stand, a tank in the first hex of the map may be turned to five other ways, once."""
        s = set_up(tank("t", ""), gun("g", ""), U("a", "squad", ""), FAR, groups=[own("t", "g", "a")])
        s.do(Place("t", "A0"), Place("g", "C4"))
        ways = vertices(s, "A0")
        front = s.facing("t")
        assert s.refused(FaceUnit("t", ways[0])) == ("22.0", "not_all_placed")
        s.do(Place("a", "C5"))
        assert [c.facing for c in s.offered(FaceUnit) if c.unit == "t"] == [w for w in ways if w != front]
        assert [c.facing for c in s.offered(FaceUnit) if c.unit == "g"] == [
            w for w in vertices(s, "C4") if w != s.facing("g")
        ]
        assert s.refused(FaceUnit("t", front)) == ("15.1", "faces_there_already")
        assert s.refused(FaceUnit("t", vertices(s, "D4")[0])) == ("15.1", "no_such_vertex")
        new = ways[(ways.index(front) + 2) % 6]
        s.do(FaceUnit("t", new))
        assert s.facing("t") == new
        assert s.refused(FaceUnit("t", front)) == ("15.1", "faces_there_already")
        assert {c.unit for c in s.offered(FaceUnit)} == {"g"}

    def test_who_is_turned(self) -> None:
        """22.0: only vehicles and guns of the group that is being set up."""
        units = (tank("t", ""), U("a", "squad", ""), tank("d", "D4"), FAR)
        s = set_up(*units, groups=[own("t", "a")]).do(Place("t", "C4"), Place("a", "C4"))
        for other, at in (("a", "C4"), ("d", "D4"), ("nobody", "C4")):
            assert s.refused(FaceUnit(other, vertices(s, at)[0])) == ("22.0", "not_waiting")

    @pytest.mark.parametrize("unit", [truck("t", ""), gun("t", "")])
    def test_vehicles_without_guns_and_guns_alone(self, unit: U) -> None:
        """15.1, 1.7.1, 22.0: a truck without a gun is turned, and so is a gun where no vehicle is about."""
        s = set_up(unit, FAR, groups=[own("t")]).do(Place("t", "C4"))
        assert s.game.has_vehicles != s.game.has_ordnance
        assert [c.facing for c in s.offered(FaceUnit)] == [w for w in vertices(s, "C4") if w != s.facing("t")]

    @pytest.mark.parametrize(("enemy", "faces"), [("E8", "D5/C5"), ("F0", "C3/D4")])
    def test_faces_the_nearest_enemy(self, enemy: str, faces: str) -> None:
        """22.0: until it is turned, what is set up faces the enemy, wherever he is."""
        s = set_up(tank("t", ""), U("x", "squad", enemy), groups=[own("t")]).do(Place("t", "C4"))
        assert s.facing("t") == faces

    @pytest.mark.parametrize("at", ["C3", "D3", "E3", "A0", "H7", "A6"])
    def test_faces_the_middle(self, at: str) -> None:
        """22.0: without an enemy on the map it has the middle of the map, here D4, in its covered arc."""
        s = set_up(tank("t", ""), U("x", "squad", ""), groups=[own("t", setup=(at,))], size=(8, 7)).do(Place("t", at))
        board = s.game.board
        here, middle = board.index[at], board.index["D4"]
        toward = board.xs[middle] - board.xs[here], board.ys[middle] - board.ys[here]
        assert covers(kit_of(s.unit("t")).facing, *toward)

    def test_in_the_middle(self) -> None:
        """22.0: in the middle itself it faces the first vertex, up the map, until it is turned."""
        s = set_up(tank("t", ""), U("x", "squad", ""), groups=[own("t")], size=(8, 7)).do(Place("t", "D4"))
        assert s.facing("t") == vertices(s, "D4")[0]


class TestWeapons:
    """1.6, 22.0: the Support Weapons of a group are given to its units before they are placed."""

    def test_who_waits(self) -> None:
        """22.0: a wounded man takes a weapon; one who is lost or on the map already does not."""
        units = (U("a", "leader", "", "wounded"), U("b", "squad", ""), U("c", "squad", "D5"), FAR)
        s = set_up(*units, groups=[own("a", "b", "c", weapons=("mg",))], guns={"mg": (2, 8)}, lying={"mg": ""})
        assert [s.refused(Give(u, "mg")) for u in "abc"] == [OK, OK, ("22.0", "not_waiting")]
        lost = [replace(u, flags=ELIMINATED) if u.id == "b" else u for u in s.state.units]
        s.state = rebuilt(s.state, units=lost)
        assert s.refused(Give("b", "mg")) == ("22.0", "not_waiting")
        assert [c.unit for c in s.offered(Give)] == ["a"]

    def test_light_weapons(self) -> None:
        """1.6, 23.2.2: a Squad with two weapons takes one that counts for nothing; a Medic takes none at all."""
        guns = {"one": (2, 8), "two": (2, 8), "light": LIGHT}
        units = (U("a", "squad", "", carries=["one", "two"]), U("b", "medic", ""), FAR)
        s = set_up(*units, groups=[own("a", "b", weapons=("light",))], guns=guns, lying={"light": ""})
        assert s.refused(Give("a", "light")) == OK
        assert s.refused(Give("b", "light")) == ("1.6", "carries_enough")

    def test_full_hands(self) -> None:
        """1.6: a Squad with two weapons takes no third."""
        guns = {"one": (2, 8), "two": (2, 8), "mg": (2, 8)}
        units = (U("a", "squad", "", carries=["one", "two"]), U("b", "squad", ""), FAR)
        s = set_up(*units, groups=[own("a", "b", weapons=("mg",))], guns=guns, lying={"mg": ""})
        assert s.refused(Give("a", "mg")) == ("1.6", "carries_enough")
        assert s.refused(Give("b", "mg")) == OK

    def test_too_heavy_for_one_man(self) -> None:
        """23.1.5: the only man of a group is not given a heavy rifle; other weapons he is, and a Squad takes it."""
        guns = {"heavy": HEAVY, "mg": (2, 8)}
        units = (U("a", "leader", ""), U("b", "squad", ""), FAR)
        s = set_up(*units, groups=[own("a", "b", weapons=("heavy", "mg"))], guns=guns, lying={"heavy": "", "mg": ""})
        assert s.refused(Give("a", "heavy")) == ("23.1.5", "not_alone")
        s.do(Give("b", "heavy"))
        assert s.refused(Give("a", "mg")) == OK

    def test_weapons_on_the_map(self) -> None:
        """1.6: what lies in the first hex of the map is not given out with what the group brings."""
        guns = {"mg": (2, 8), "there": (2, 8)}
        group = own("a", weapons=("there", "mg"))
        s = set_up(U("a", "squad", ""), FAR, groups=[group], guns=guns, lying={"mg": "", "there": "A0"})
        asked = OutfitGroup(side=s.us, group="own")
        assert [s.state.weapons[w].id for w in asked.loose(s.game, s.state)] == ["mg"]
        assert s.offered(Give) == [Give("a", "mg")]
