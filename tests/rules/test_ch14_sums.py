"""14.1, 14.3, 15.6: every item of a to-hit roll by itself, what is acquired, and what a shot leaves behind."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import BAZOOKA, MISS, TABLE, bazooka, flagged, gun, locks, tank
from helpers import Activate, PassWindow, Scene, U, why
from lnlt.core.catalog import Gun
from lnlt.core.flags import EMPLACED, HULL_DOWN, MOVING, PIVOTED, TURNED
from lnlt.core.state import NOBODY
from lnlt.rules.ch14_ordnance.attack import explosive_tally
from lnlt.rules.ch14_ordnance.impact import armor_tally, facing_hit, is_negated, penetration_tally
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch14_ordnance.to_hit import Aim, hit_chance, is_fast, lock_level, strike_chance, to_hit_tally
from lnlt.rules.facts.guns import (
    gun_of,
    penetration_value,
    to_hit_number,
    weapon_name,
    weapon_named,
    weapons_of,
)

pytestmark = pytest.mark.usefixtures("either_seat")


def sums(s: Scene, unit: str, at: str, target: str, weapon: int = -1, **more: Any) -> dict[str, float]:
    """What is added to a to-hit roll against a unit."""
    number = s.number(target)
    aimed = number if target != NOBODY and s.game.types[s.unit(target).type].kind == "vehicle" else NOBODY
    aim = Aim(s.number(unit), weapon, s.loc(at), aimed, **more)
    return why(to_hit_tally(s.game, s.state, aim, number, s.unit(unit).at))


def test_nothing_special() -> None:
    """14.1: no modifier in the open at some distance."""
    s = Scene(tank("a", "D6", facing="D5/E5"), tank("x", "D3"), U("y", "squad", "E3"))
    assert sums(s, "a", "D3", "x") == sums(s, "a", "E3", "y") == {}


def test_chance_of_a_hit_that_counts() -> None:
    """14.1, 15.10, 21.7: all of them in the open; with a covered hull only even rolls above 2, from ahead."""
    for flag in (HULL_DOWN, EMPLACED):
        s = Scene(gun("a", "D6"), tank("x", "D3", facing="D4/E3"))
        aim = Aim(s.number("a"), -1, s.loc("D3"), s.number("x"))
        ahead = (s.game, aim, s.number("x"), s.loc("D6"))
        open_chance = strike_chance(ahead[0], s.state, *ahead[1:])
        assert open_chance == hit_chance(to_hit_tally(ahead[0], s.state, *ahead[1:]))
        flagged(s, "x", flag)
        need = to_hit_tally(ahead[0], s.state, *ahead[1:]).need or 0
        even = sum(a + b in (4, 6, 8, 10) and a + b <= need for a in range(1, 7) for b in range(1, 7))
        assert strike_chance(ahead[0], s.state, *ahead[1:]) == Fraction(even, 36) < open_chance
        behind = Scene(gun("a", "D6"), tank("x", "D3", facing="D2/E2"))
        flagged(behind, "x", flag)
        assert strike_chance(behind.game, behind.state, *ahead[1:]) == open_chance


def test_of_the_firer() -> None:
    """15.0.1, 15.1, 15.1.1, 4.1: hatches, a turned turret or hull, Ops Complete."""
    s = Scene(
        tank("a", "D6", hatch="buttoned"),
        tank("b", "D6"),
        tank("c", "D6", "ops_complete"),
        tank("f", "D6", armor=("5", "3", "2")),
        gun("g", "D6"),
        U("m", "squad", "D6", carries=["baz"]),
        U("x", "squad", "D3"),
        guns={"baz": BAZOOKA},
    )
    assert sums(s, "a", "D3", "x") == {"buttoned": 1}
    assert sums(s, "b", "D3", "x", turn="turret") == {"turret_turned": 1}
    assert sums(s, "b", "D3", "x", turn="hull") == sums(s, "g", "D3", "x", turn="hull") == {"pivoted": 1}
    assert sums(s, "f", "D3", "x", turn="turret") == {}
    assert sums(s, "c", "D3", "x") == {"ops_complete": 2}
    flagged(s, "b", TURNED)
    assert sums(s, "b", "D3", "x") == {"turret_turned": 1}
    flagged(s, "b", PIVOTED)
    assert sums(s, "b", "D3", "x") == {"turret_turned": 1, "pivoted": 1}
    flagged(flagged(s, "m", PIVOTED), "f", TURNED)
    assert sums(s, "m", "D3", "x", 0) == {}
    assert sums(s, "f", "D3", "x") == {}


def test_assault_movement_and_fire() -> None:
    """6.1, 6.1.1, 6.4, 15.2, 15.2.1: 2 for vehicles, 1 for others, nothing for a Scout alone [11.6#9] [11.6#4]."""
    s = Scene(
        tank("a", "D6", "assault_move"),
        tank("b", "D6"),
        U("c", "squad", "D6", "assault_move", carries=["baz"]),
        U("d", "scout", "D6", "assault_move", carries=["b2"]),
        U("e", "hero", "D6"),
        U("x", "squad", "D3"),
        guns={"baz": BAZOOKA, "b2": replace(BAZOOKA, key="gun-b2")},
    )
    assert sums(s, "a", "D3", "x") == {"assault_move": 2}
    assert sums(s, "b", "D3", "x", mode="assault_fire") == {"assault_fire": 2}
    assert sums(s, "c", "D3", "x", 0) == {"assault_move": 1}
    assert sums(s, "d", "D3", "x", 1) == {"one_man": 1}
    assert sums(s, "d", "D3", "x", 1, mate=s.number("e")) == {"assault_move": 1}


@pytest.mark.parametrize(("era", "ammo", "armor", "moves", "waits"), [
    ("ww2", "ap", ("5/4", "3/4", "2/3"), 2, 2),
    ("modern", "ap", ("5/4", "3/4", "2/3"), 1, 1),
    ("modern", "ap+aa", ("5/4", "3/4", "2/3"), 1, 1),
    ("modern", "heat", ("5/4", "3/4", "2/3"), 2, 2),
    ("modern", "ap", (), 2, 2),
])  # fmt: skip
def test_modern_vehicles_fire_better_on_the_move(
    era: str, ammo: str, armor: tuple[str, ...], moves: int, waits: int
) -> None:
    """15.2.2: armored ones of the modern era with standard ammunition."""
    s = Scene(
        tank("a", "D6", "assault_move", armor=armor, ammo=ammo),
        tank("b", "D6", "ops_complete", armor=armor, ammo=ammo),
        U("x", "squad", "D3"),
        era=era,
    )
    assert sums(s, "a", "D3", "x") == {"assault_move": moves}
    assert sums(s, "b", "D3", "x") == {"ops_complete": waits}


def test_what_is_in_the_way() -> None:
    """10.3, 10.3.2, 7.0, 14.1: degrading hexes, cover, Smoke the firer looks out of."""
    s = Scene(
        gun("a", "D8"),
        U("x", "squad", "D3"),
        hexes={"D6": "light_woods", "D5": "light_woods", "D3": "light_woods"},
        markers=[("smoke", "D8", 2)],
    )
    assert sums(s, "a", "D3", "x") == {"degrading_hex": 2, "light_woods": 1, "out_of_smoke": 1}


def test_one_man_at_a_weapon() -> None:
    """1.6: a single man without help."""
    s = Scene(U("a", "hero", "D6", carries=["baz"]), U("b", "hero", "D6"), U("x", "squad", "D3"), guns={"baz": BAZOOKA})
    assert sums(s, "a", "D3", "x", 0) == {"one_man": 1}
    assert sums(s, "a", "D3", "x", 0, mate=s.number("b")) == {}


def test_leaders() -> None:
    """5.0.1, 11.5: the LM of a Leader who aids a Team, and of the Armor Leader of a tank; no other."""
    s = Scene(
        gun("a", "D6"),
        tank("t", "D6"),
        U("l", "leader 6-2-6", "D6"),
        U("m", "armor_leader 6-1", "", aboard="t"),
        U("x", "squad", "D3"),
    )
    assert sums(s, "a", "D3", "x") == {}
    assert sums(s, "a", "D3", "x", leader=s.number("l")) == {"leader": -2}
    assert sums(s, "t", "D3", "x") == {"leader": -1}
    assert sums(s, "t", "D3", "x", leader=s.number("l")) == {"leader": -1}


@pytest.mark.parametrize(("word", "found"), [
    ("moved", {"target_moving": 1}),
    ("assault_move", {"target_moving": 1}),
    ("hit_and_run", {"target_moving": 1}),
    ("low_crawl", {}),
    ("stealth", {}),
    ("fired", {}),
    ("ops_complete", {}),
])  # fmt: skip
def test_moving_targets(word: str, found: dict[str, float]) -> None:
    """14.1: 1 for a target that has moved, but not by Low Crawl."""
    s = Scene(tank("a", "D6"), U("x", "squad", "D3", word))
    assert sums(s, "a", "D3", "x") == found
    flagged(s, "x", MOVING)
    assert sums(s, "a", "D3", "x") == ({} if word in ("low_crawl", "stealth") else {"target_moving": 1})


def test_continuous_movement_counts() -> None:
    """15.5: a vehicle in Continuous Movement is a moving target."""
    s = Scene(tank("a", "D6"), tank("x", "D3", "continuous"))
    assert sums(s, "a", "D3", "x") == {"target_moving": 1}


def test_near_targets() -> None:
    """14.1: 2 better at an adjacent one."""
    s = Scene(tank("a", "D6"), tank("x", "D5"), U("y", "squad", "E5"))
    assert sums(s, "a", "D5", "x") == sums(s, "a", "E5", "y") == {"adjacent": -2}


def test_mounted_targets() -> None:
    """6.6: 1 better at riders that stand, 1 worse at those that ride."""
    s = Scene(
        tank("a", "D6"), U("x", "mounted_squad 1-4-8-5", "D3", "shaken"), U("y", "mounted_squad 1-4-8-5", "E3", "moved")
    )
    assert sums(s, "a", "D3", "x") == {"mounted": -1}
    assert sums(s, "a", "E3", "y") == {"target_moving": 1}


@pytest.mark.parametrize(("what", "fast"), [
    ("vehicle 16T-6", True),
    ("vehicle 15T-6", False),
    ("vehicle 20O-6", True),
    ("vehicle 19O-6", False),
    ("vehicle 20R-6", False),
    ("vehicle 99?-6", True),
    ("vehicle 98?-6", False),
])  # fmt: skip
def test_size_and_speed(what: str, fast: bool) -> None:
    """15.6: with the option, the size of a vehicle, and 2 for one that is fast and moves."""
    for options in ((), ("size_and_speed",)):
        s = Scene(tank("a", "D6"), tank("x", "D3", "moved", what=what, size=-1), options=options)
        assert is_fast(s.game, s.state, s.number("x")) == fast
        moving = {"fast_vehicle": 2} if fast else {"target_moving": 1}
        assert sums(s, "a", "D3", "x") == ({**moving, "vehicle_size": -1} if options else {"target_moving": 1})
        s = Scene(tank("a", "D6"), tank("x", "D3", what=what, size=0), options=options)
        assert sums(s, "a", "D3", "x") == {}


@pytest.mark.parametrize(("mf", "road", "spent", "fast"), [
    (12, True, 4, True), (12, True, 3, False), (12, False, 4, False), (11, True, 4, False),
])  # fmt: skip
def test_road_vehicles(mf: int, road: bool, spent: int, fast: bool) -> None:
    """15.6, Q-309: fast from 12 on, on a road, after two points."""
    hexes = {"D3": "clear"}
    s = Scene(
        tank("x", "D3", what=f"vehicle {mf}R-6"),
        hexes=hexes,
        features={"D3": ("road",), "D4": ("road",)} if road else {},
    )  # type: ignore[arg-type]
    flagged(s, "x", 0, mp=spent)
    assert bool(s.game.board.roads[s.loc("D3") >> 3]) == road
    assert is_fast(s.game, s.state, s.number("x")) == fast


def test_backblast() -> None:
    """1.6.4: 1 better at who has fired a weapon with a backblast out of a Building."""
    foes = [U("x", "squad", "D3", "fired", carries=["baz"]), U("y", "squad", "D3", "shaken", carries=["b2"])]
    s = Scene(
        tank("a", "D6"), *foes, U("z", "squad", "D3", "fired"),
        guns={"baz": BAZOOKA, "b2": replace(BAZOOKA, key="gun-b2")},
        hexes={"D3": "lc_building"},
    )  # fmt: skip
    assert sums(s, "a", "D3", "x") == {"lc_building": 3, "backblast": -1}
    assert sums(s, "a", "D3", "y") == sums(s, "a", "D3", "z") == {"lc_building": 3}
    s = Scene(tank("a", "D6"), foes[0], guns={"baz": BAZOOKA})
    assert sums(s, "a", "D3", "x") == {}


def test_acquired_targets() -> None:
    """14.3: by this weapon, this vehicle, or this place; 1 or 2 better."""
    s = Scene(
        tank("a", "D6", acquired=[("", "x", 2)]),
        tank("b", "D6", acquired=[("", "E3", 1)]),
        tank("x", "D3"),
        U("y", "squad", "E3"),
        U("z", "squad", "F4"),
        U("z2", "squad", "D3"),
    )
    assert sums(s, "a", "D3", "x") == {"acquired": -2}
    assert "acquired" not in sums(s, "a", "D3", "z2")
    assert sums(s, "b", "E3", "y") == {"acquired": -1}
    assert sums(s, "b", "F4", "z") == sums(s, "b", "D3", "x") == {}
    a = s.number("a")
    assert lock_level(s.state, Aim(a, -1, s.loc("E3"), s.number("x"))) == 2
    assert lock_level(s.state, Aim(a, -2, s.loc("D3"), s.number("x"))) == 0


def test_what_a_miss_leaves() -> None:
    """14.3: -1 at the end of the impulse, -2 after a second shot, not more; another target begins anew."""
    s = Scene(
        tank("a", "D6", facing="D5/E5"), tank("x", "D3", to_hit=()), U("y", "squad", "E3"), roll=False, pause=False
    )
    s.do(Activate("D6"), FireOrdnance("a", "D3", "x"), dice=MISS)
    assert locks(s, "a") == [(-1, "D3", "x", 1)]
    s = Scene(
        tank("a", "D6", facing="D5/E5", acquired=[("", "x", 1)]), tank("x", "D3", to_hit=()), U("y", "squad", "E3")
    )
    s.do(Activate("D6"), FireOrdnance("a", "D3", "x"), dice=MISS)
    assert locks(s, "a") == [(-1, "D3", "x", 2)]
    s = Scene(
        tank("a", "D6", facing="D5/E5", acquired=[("", "x", 2)]), tank("x", "D3", to_hit=()), U("y", "squad", "E3")
    )
    s.do(Activate("D6"), FireOrdnance("a", "D3", "x"), dice=MISS)
    assert locks(s, "a") == [(-1, "D3", "x", 2)]
    s = Scene(
        tank("a", "D6", facing="D5/E5", acquired=[("", "x", 2)]), tank("x", "D3", to_hit=()), U("y", "squad", "E3")
    )
    s.do(Activate("D6"), FireOrdnance("a", "E3"), dice=MISS)
    assert locks(s, "a") == [(-1, "E3", "", 1)]
    s = Scene(tank("a", "D6", facing="D5/E5", acquired=[("", "E3", 1)]), U("x", "squad", "D3"), U("y", "squad", "E3"))
    s.do(Activate("D6"), FireOrdnance("a", "D3"), dice=MISS)
    assert locks(s, "a") == [(-1, "D3", "", 1)]


def test_moving_targets_are_lost() -> None:
    """14.3: when the acquired vehicle drives off, and when the last man has left the place."""

    def scene() -> Scene:
        return Scene(
            tank("a", "D6", to_hit=(), facing="D5/E5"),
            U("b", "squad", "D5"), U("c", "squad", "D5"),
            gun("x", "D2", acquired=[("", "D5", 1)]),
            gun("y", "E2", acquired=[("", "a", 1)]),
            gun("z", "F3", acquired=[("", "D5", 2)]),
        )  # fmt: skip

    s = scene().move("D5", "b", "C5").do(PassWindow())
    assert locks(s, "x") == [(-1, "D5", "", 1)]
    s = scene().move("D5", "b c", "C5")
    assert locks(s, "x") == locks(s, "z") == []
    assert locks(s, "y") == [(-1, "D6", "a", 1)]


def test_weapons_by_name() -> None:
    """14.1: the only gun needs no name; two are called main and second; Support Weapons by their own."""
    two = (Gun(TABLE, 2), Gun(TABLE, 1))
    s = Scene(
        tank("a", "D6"),
        tank("b", "D6", guns=two),
        U("c", "squad", "D6", carries=["baz", "b2"]),
        U("d", "squad", "D6", carries=["mg"]),
        U("e", "squad", "D6", carries=["main"]),
        U("x", "squad", "D3"),
        guns={
            "baz": BAZOOKA, "b2": replace(BAZOOKA, key="gun-b2"), "mg": (2, 9),
            "main": replace(BAZOOKA, key="gun-main"),
        },
    )  # fmt: skip
    g, t = s.game, s.state
    a, b, c, e = (s.number(n) for n in "abce")
    assert weapons_of(g, t, a) == (-1,)
    assert weapons_of(g, t, b) == (-1, -2)
    assert weapons_of(g, t, c) == (0, 1)
    assert weapons_of(g, t, s.number("d")) == ()
    assert [weapon_name(g, t, b, w) for w in (-1, -2)] == ["main", "second"]
    assert (weapon_name(g, t, a, -1), weapon_name(g, t, c, 1)) == ("", "b2")
    assert [weapon_named(g, t, a, n) for n in ("", "main", "second", "baz")] == [-1, -1, None, None]
    assert [weapon_named(g, t, b, n) for n in ("", "main", "second")] == [-1, -1, -2]
    assert [weapon_named(g, t, c, n) for n in ("", "baz", "b2", "main", "mg")] == [None, 0, 1, None, None]
    assert [weapon_named(g, t, e, n) for n in ("", "main")] == [3, 3]
    assert gun_of(g, t, b, -2) == two[1]
    assert gun_of(g, t, b, -3) is None
    assert gun_of(g, t, a, -2) is None


def test_numbers_that_are_not_known() -> None:
    """14.1: count as 0; so does what is out of reach."""
    shaky = Gun(((4, "?", 4), (8, 6, "?")))
    assert [to_hit_number(shaky, n) for n in (4, 5, 9)] == [0, 6, 0]
    assert [penetration_value(shaky, n) for n in (4, 5, 9)] == [4, 0, 0]


HEAT = Gun(TABLE, 2, "heat")


def test_high_explosive_of_hollow_charges() -> None:
    """14.2.1, Q-111, 23.2.4: 1 less but in Buildings, huts, Bunkers and Caves; some weapons are spared."""
    spared = replace(BAZOOKA, abilities=frozenset({"no_heat_penalty"}))
    s = Scene(
        tank("a", "D6", guns=(HEAT,)),
        tank("b", "D6"),
        U("c", "squad", "D6", carries=["b2"]),
        U("d", "squad", "D6", carries=["baz"]),
        tank("n", "D6", guns=(replace(HEAT, he=None),)),
        U("x", "squad", "D3"),
        guns={"baz": spared, "b2": bazooka("b2")},
        hexes={"E3": "lc_building", "F3": "bamboo_huts"},
        markers=[("bunker", "D2", 1, "D3")],
    )

    def total(id_: str, at: str, weapon: int = -1) -> float:
        return explosive_tally(s.game, s.state, s.number(id_), weapon, s.loc(at)).total

    assert [total("a", at) for at in ("D3", "E3", "F3", "D2/bunker", "D2")] == [1, 2, 2, 2, 1]
    assert [total("b", at) for at in ("D3", "E3")] == [2, 2]
    assert [total("c", "D3", 1), total("d", "D3", 0)] == [1, 2]
    assert total("n", "E3") == 0


@pytest.mark.parametrize(
    ("era", "ammo", "pen"), [("modern", "heat", 0), ("modern", "atgm", 0), ("ww2", "heat", 4), ("modern", "ap", 4)]
)
def test_red_armor(era: str, ammo: str, pen: int) -> None:
    """14.2.2: modern hollow charges lose 4 against red factors."""
    shot = Gun(TABLE, 2, ammo)
    s = Scene(tank("a", "D6"), tank("x", "D3", facing="D4/E3", armor=("5r/4", "3/4", "2/3")), era=era)
    x, here = s.number("x"), s.unit("a").at
    assert penetration_tally(s.game, s.state, shot, x, here, "hull").total == pen
    assert penetration_tally(s.game, s.state, shot, x, here, "turret").total == 4
    assert armor_tally(s.game, s.state, shot, x, here, "hull").total == 5


def test_between_two_facings() -> None:
    """14.1.3, Q-100: through a vertex the weaker counts; no armor is below 0, red is more for a hollow charge."""

    def hit(armor: tuple[str, ...], era: str = "ww2", heat: bool = False) -> str:
        s = Scene(tank("x", "D4", facing="D5/E4", armor=armor), U("a", "squad", "F4"), era=era)
        return facing_hit(s.game, s.state, s.number("x"), s.unit("a").at, "hull", heat)

    found = Scene(tank("x", "D4", facing="D5/E4"), U("a", "squad", "F4"))
    assert found.game.distance(found.loc("D4") >> 3, found.loc("F4") >> 3) == 2
    assert hit(("3", "3", "3")) == "front"
    assert hit(("5", "3", "2")) == "flank"
    assert hit(("2", "3", "2")) == "front"
    assert hit(("0", "*", "2")) == "flank"
    assert hit(("*", "0", "2")) == "front"
    assert hit(("3r", "5", "2"), "modern", True) == "flank"
    assert hit(("3r", "5", "2"), "modern", False) == hit(("3r", "5", "2"), "ww2", True) == "front"
    assert hit(("3r", "7", "2"), "modern", True) == "front"
    assert hit(("3r", "8", "2"), "modern", True) == "front"
    s = Scene(tank("x", "D4", facing="D5/E4", armor=("3r", "5", "2")), U("a", "squad", "F4"), era="modern")
    assert facing_hit(s.game, s.state, s.number("x"), s.unit("a").at, "hull") == "front"


def test_hull_down() -> None:
    """15.10, Q-099, Q-125: natural 2 and odd rolls through the front arc do nothing."""
    s = Scene(
        tank("x", "D4", "hull_down", facing="D5/E4"), tank("y", "G4", facing="G5/H5"), U("a", "squad", "D7"),
        U("b", "squad", "D2"),
    )  # fmt: skip
    x, y = s.number("x"), s.number("y")
    front, behind = s.unit("a").at, s.unit("b").at
    assert [n for n in range(2, 13) if is_negated(s.game, s.state, x, front, n)] == [2, 3, 5, 7, 9, 11]
    assert not any(is_negated(s.game, s.state, x, behind, n) for n in range(2, 13))
    assert not any(is_negated(s.game, s.state, y, front, n) for n in range(2, 13))
