"""5.0, 1.6, 17.2, 20.1: orders to fire and the attack itself: who may, at what, with what, and what is left of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from armour_helpers import OK, bazooka, flagged, refused, tank
from helpers import MISS, Activate, AddFirer, BeginMove, Fire, OpenFire, Scene, StepTo, StopMove, U, why
from helpers import AddMover as Join
from lnlt.core import events as ev
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import BUTTONED, CAPTURED, DUG_IN, JAMMED, SPENT
from lnlt.core.setup import Night
from lnlt.rules.ch05_fire.action import Firing, vehicles_at
from scene_helpers import impulse_of

pytestmark = pytest.mark.usefixtures("either_seat")

MORTAR = WeaponType("gun-g", "g", "mortar", fp=2, range=6, min_range=2)
GUN = WeaponType("gun-m", "m", "machine_gun", fp=2, range=8, abilities=frozenset({"jams"}))
SATCHEL = WeaponType("gun-w", "w", "satchel_charge", fp=4, range=1, abilities=frozenset({"single_use"}))
TABLED = replace(bazooka("t"), fp=2, range=6, kind="rifle_grenades")
"""Fires at men on the Direct Fire Table, at vehicles by its own."""
NOT_BY_IT = ("23.2.5", "nobody_can_fire")
NOBODY_CAN = ("5.0", "nobody_can_fire")


def test_a_leader_in_foxholes_lets_leg_units_fire() -> None:
    """4.0: Leg units next door to a Leader on foot fire when he has named their hex, also from his Foxhole."""
    s = Scene(U("l", "leader", "D6"), U("d", "squad", "D5"), tank("c", "G6"), U("x", "squad", "D2"))
    flagged(s, "l", DUG_IN).do(Activate("D6"), Activate("D5"))
    assert refused(s, Fire("D5", "D2")) == OK


def test_indirect_fire_takes_a_spotter_and_a_spotter_indirect_fire() -> None:
    """1.6.5: without a friend who directs it there is no indirect fire, and nobody directs any other fire."""
    units = (U("a", "squad", "C3", carries=["g"]), U("b", "squad", "D3"), U("x", "squad", "C6"))
    s = Scene(*units, guns={"g": MORTAR}).do(Activate("C3"))
    assert refused(s, Fire("C3", "C6", "indirect")) == ("1.6.5", "no_spotter")
    assert refused(s, Fire("C3", "C6", "", "b")) == ("1.6.5", "no_spotter")
    assert refused(s, Fire("C3", "C6", "indirect", "b")) == OK


@pytest.mark.parametrize(
    ("units", "at", "found"),
    [
        ((U("a", "squad 1-1-4-5", "C3", carries=["t"]),), "C6", NOT_BY_IT),
        ((U("a", "squad 1-1-4-5", "C3", carries=["t"]),), "C10", NOBODY_CAN),
        ((U("a", "squad 1-1-4-5", "C3"), U("b", "squad 1-5-4-5", "C3", "ops_complete")), "C6", NOBODY_CAN),
        ((U("a", "squad 1-5-4-5", "C3", carries=["t"]),), "C6", OK),
    ],
)
def test_why_nobody_fires_at_a_vehicle(units: tuple[U, ...], at: str, found: tuple[str, str]) -> None:
    """23.2.5, 4.1, 5.0: by its own table what has one; else because nobody reaches it, or who does has acted."""
    guns = {"t": TABLED} if units[0].carries else {}
    s = Scene(*units, tank("x", at), U("y", "squad", "H8"), guns=guns, size=(8, 12)).do(Activate("C3"))
    assert refused(s, Fire("C3", at, target="x")) == found


@pytest.mark.parametrize(("at", "found"), [("C5", OK), ("C6", ("20.1", "too_dark"))])
def test_mortars_at_night(at: str, found: tuple[str, str]) -> None:
    """1.6.5, 20.1: indirect fire at night reaches what is within two hexes, not what lies in the dark beyond."""
    units = (U("a", "squad", "C3", carries=["g"]), U("b", "squad", "D4"), U("x", "squad", at))
    s = Scene(*units, guns={"g": MORTAR}, night=Night()).do(Activate("C3"))
    assert refused(s, Fire("C3", at, "indirect", "b")) == found


def test_vehicles_to_aim_at() -> None:
    """17.2: enemy vehicles of a hex are targets of their own, men there are not, marked or not, nor own vehicles."""
    s = Scene(
        U("a", "squad", "C3"), tank("b", "D3"), U("y", "squad", "D3"), U("x", "squad", "C6", "fired"), tank("z", "C6")
    )
    assert vehicles_at(s.state, s.us, s.loc("C6")) == ["z"]
    assert vehicles_at(s.state, s.us, s.loc("D3")) == []
    assert vehicles_at(s.state, s.de, s.loc("D3")) == ["b"]


def test_targets_where_there_are_vehicles() -> None:
    """5.0, 10.1: with vehicles in the game too, unspotted enemies are no target; a vehicle is one, and men in sight."""
    units = (U("x", "squad", "C6"), tank("y", "D6"), U("z", "squad", "E5"))
    s = Scene(U("a", "squad", "C3"), *units, hexes={"C6": "forest"}).do(Activate("C3"))
    found = Firing.targets(s.game, s.state, impulse_of(s), s.loc("C3"))
    assert {s.game.board.loc_name(at) for at in found} == {"D6", "E5"}


def test_who_fires_where_assault_movers_have_arrived() -> None:
    """6.1, 4.0: those who have just come by Assault Move fire; others in the hex, which was not named, do not."""
    units = (U("a", "squad 1-5-4-5", "C3", abilities=["assault_move"]), U("b", "squad 1-5-4-5", "C4"))
    s = Scene(*units, U("x", "squad 0-1-4-5", "C7"))
    s.do(Activate("C3"), BeginMove("C3"), Join("a", "assault"), StepTo("C4"), StopMove(), Fire("C4", "C7"))
    assert refused(s, AddFirer("b")) == ("4.0", "not_named")
    assert refused(s, AddFirer("a")) == OK


def test_rifles_do_not_fire_into_a_bunker_from_behind() -> None:
    """21.1.2: from behind a Bunker is closed to rifles; the Satchel Charge of the same Squad is thrown alone."""
    units = (U("a", "squad", "D6", carries=["w"]), U("x", "squad", "D5/bunker"))
    s = Scene(*units, guns={"w": SATCHEL}, markers=[("bunker", "D5", 2, "D4")])
    s.do(Activate("D6"), Fire("D6", "D5/bunker"))
    assert refused(s, AddFirer("a"))[1] == "no_line_of_sight"
    assert refused(s, AddFirer("a", ("w",))) == OK


@pytest.mark.parametrize(("firer", "cover"), [(("a",), {"wall": 1}), (("b", "g"), {})])
def test_walls_help_against_rifles(firer: tuple[str, ...], cover: dict[str, int]) -> None:
    """10.4, 1.6.5, Q-014: a Wall is cover against rifles, not against a Mortar that fires alone."""
    units = (U("a", "squad 1-5-4-5", "C3"), U("b", "half_squad", "C3", carries=["g"]), U("x", "squad", "C6"))
    s = Scene(*units, guns={"g": MORTAR}, sides=[("C6", "C5", "wall")])
    s.fire("C3", "C6", firer, dice=("attack 1" if firer == ("a",) else "attack 1 1", "defence 6"))
    assert why(s.tally("fire", "x", 1)) == cover


@pytest.mark.parametrize(("dice", "jams"), [(MISS, False), (("attack 3", "defence 3"), True)])
def test_equal_dice_jam(dice: tuple[str, ...], jams: bool) -> None:
    """1.6.2: a machine gun that can jam does so when both dice are the same, and only then."""
    s = Scene(U("a", "squad 0-5-4-5", "C3", carries=["m"]), U("x", "squad", "C6"), guns={"m": replace(GUN, fp=0)})
    s.fire("C3", "C6", ("a", "m"), dice=dice)
    assert bool(s.state.weapons[0].flags & JAMMED) is jams


def test_one_comparison_for_each_target() -> None:
    """5.0, Q-032: the dice are compared once for every unit fired at, and with nothing else."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), U("y", "squad", "C6")).fire("C3", "C6", "a", dice=MISS)
    found = [e.subject for e in s.events if isinstance(e, ev.Resolved) and e.what == "fire"]
    assert found == [s.number("x"), s.number("y")]


@pytest.mark.parametrize(
    ("gun", "flags", "gone"),
    [(SATCHEL, 0, True), (replace(GUN, key="gun-w"), CAPTURED, True), (replace(GUN, key="gun-w"), 0, False)],
)
def test_what_an_attack_uses_up(gun: WeaponType, flags: int, gone: bool) -> None:
    """1.6.3, 1.6.8: a Satchel Charge is thrown once; a captured weapon goes after an attack in vain; others stay."""
    s = Scene(
        U("a", "squad 0-5-4-5", "C3", carries=["w"]), U("x", "squad", "C4"), guns={"w": gun}, hexes={"C4": "brush"}
    )
    s.state = replace(s.state, weapons=(replace(s.state.weapons[0], flags=flags),))
    s.do(Activate("C3"), Fire("C3", "C4"), AddFirer("a", ("w",), False), OpenFire("a"), dice=MISS)
    if gun is SATCHEL:
        assert why(s.tally("fire", "x")) == {"support_weapon": 4}
    assert bool(s.state.weapons[0].flags & SPENT) is gone


@pytest.mark.parametrize(("firers", "tm"), [((("a",),), 2), ((("a",), ("b", "g")), 1)])
def test_a_trench_is_less_against_mortars(firers: tuple[tuple[str, ...], ...], tm: int) -> None:
    """21.6: a Trench is worth 2, but 1 if a Mortar is among those who attack."""
    units = (U("a", "squad 1-5-4-5", "C3"), U("b", "half_squad", "C3", carries=["g"]), U("x", "squad", "C6", "fired"))
    s = Scene(*units, guns={"g": MORTAR}, markers=[("trench", "C6", 1)])
    s.fire("C3", "C6", *firers, dice=("attack 1" if tm == 2 else "attack 1 1", "defence 6"))
    assert why(s.tally("fire", "x", 1)) == {"trench": tm}


def test_who_is_shaken_on_top_of_a_vehicle_gets_off() -> None:
    """16.2, 17.2: fire at a vehicle that shakes a rider on top of it brings him to the ground at once."""
    rider = U("y", "half_squad 1-4-4-5", "", aboard="x", riding="outside")
    s = Scene(U("a", "squad 4-5-4-5", "C3"), tank("x", "C5", capacity="PPO"), rider, U("z", "squad", "H8"))
    flagged(s, "x", BUTTONED)
    s.do(Activate("C3"), Fire("C3", "C5", target="x"), AddFirer("a"), OpenFire("a"),
         dice=("attack 6", "defence 5", "damage check 3"))  # fmt: skip
    assert s.resolved("damage_check", "y").outcome == "shaken"
    assert s.at("y") == "C5"


@pytest.mark.parametrize(("weapon", "left"), [("flamethrower", "collapsed_entrance"), ("m", "cave")])
def test_what_closes_a_cave(weapon: str, left: str) -> None:
    """10.7.2: a Flamethrower whose attack leads to a Damage Check closes the Cave; a machine gun does not."""
    guns = {"flamethrower": (5, 2), "m": replace(GUN, abilities=frozenset())}
    units = (U("a", "squad 2-5-4-6", "D4", carries=[weapon]), U("x", "squad", "D5/cave"), U("y", "squad", "H8"))
    s = Scene(*units, guns={weapon: guns[weapon]}, markers=[("cave", "D5", 3, "D4"), ("spotted", "D5/cave", 1)])
    s.fire("D4", "D5/cave", ("a", weapon), dice=("attack 6", "defence 5", "damage check 1", "hero creation 1"))
    assert [m.kind for m in s.state.markers if m.kind != "spotted"] == [left]
