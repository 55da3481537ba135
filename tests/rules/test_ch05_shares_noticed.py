"""5.0, 5.1, 1.6, 23.2: how far units reach, what they take along, what a result and a retreat leave on them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import BAZOOKA, OK, bazooka, code, draft, flagged, refused, tank
from helpers import Activate, AddFirer, Fire, OpenFire, PassWindow, RetreatTo, Scene, U
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import (
    ASSAULT_FIRE,
    BUTTONED,
    CONTINUOUS,
    DUG_IN,
    FIRED,
    HIT_AND_RUN,
    LOW_CRAWL,
    MOVED,
    MOVING,
    SHAKEN,
    SMOKED,
    SPENT,
)
from lnlt.core.state import NOBODY, enclosing
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.damage import eliminate, shake
from lnlt.rules.ch05_fire.firepower import ifp_reach
from lnlt.rules.ch05_fire.firers import check_ready, fire_reach, goes_on
from lnlt.rules.ch14_ordnance.shot import FireOrdnance

pytestmark = pytest.mark.usefixtures("either_seat")

GUN = WeaponType("gun-m", "m", "machine_gun", fp=2, range=8)
GRENADES = WeaponType("gun-r", "r", "rifle_grenades", fp=1, range=4, abilities=frozenset({"with_ifp", "no_load"}))
TABLED = replace(bazooka("t"), fp=2, range=6, kind="rifle_grenades")
BOAT = WeaponType("gun-b", "b", "rubber_boat")
FLAME = WeaponType("gun-f", "f", "flamethrower", fp=4, range=2, abilities=frozenset({"forces_retreat"}))


def test_reach_with_and_without_a_skill() -> None:
    """5.0, 12.0: of Heroes of one type only one with the Skill Deadeye reaches twice as far, not one who is a Bull."""
    s = Scene(U("a", "hero 1-4-6-6", "C3", skills=["deadeye"]), U("x", "squad", "H8"))
    found = []
    for skills in ((), ("deadeye",), ("bull",), (), ("deadeye",)):
        hero = replace(s.unit("a"), skills=skills)
        state = replace(s.state, units=tuple(hero if u.id == "a" else u for u in s.state.units))
        found.append(ifp_reach(s.game, state, s.number("a")))
    assert found == [4, 8, 4, 4, 8]


def test_reach_of_men_whose_leader_is_lost() -> None:
    """5.0, 12.0: a Squad reaches twice as far while a Leader with Deadeye leads it, and no longer."""
    s = Scene(U("a", "squad 1-4-4-5", "C3"), U("l", "leader", "C3", skills=["deadeye"]), U("x", "squad", "H8"))
    assert ifp_reach(s.game, s.state, s.number("a")) == 8
    assert ifp_reach(s.game, flagged(s, "l", SHAKEN).state, s.number("a")) == 4


def test_assault_fire_of_a_buttoned_tank_in_continuous_movement() -> None:
    """15.5: a vehicle in Continuous Movement uses Assault Fire before it moves, also with its hatches closed."""
    s = flagged(Scene(tank("a", "C3"), U("x", "squad", "C6")), "a", CONTINUOUS | BUTTONED)
    assert code(check_ready(s.game, s.state, s.number("a"), False, first=True)) == OK


@pytest.mark.parametrize(
    ("flags", "able"), [(ASSAULT_FIRE, True), (ASSAULT_FIRE | DUG_IN, True), (DUG_IN, False), (SMOKED, False)]
)
def test_only_assault_fire_goes_on(flags: int, able: bool) -> None:
    """6.1.1, 1.6: a Squad adds its own firepower by Assault Fire only if its bazooka was fired by Assault Fire."""
    squad = U("a", "squad 1-5-4-5", "C3", carries=["baz"], abilities=["assault_move"])
    s = Scene(squad, U("x", "squad", "C6"), guns={"baz": bazooka("baz")}).do(Activate("C3"))
    impulse = enclosing(s.state, Impulse)
    assert impulse is not None
    fired = replace(impulse, shots=((s.number("a"), 0, NOBODY, s.loc("C6"), s.loc("C3")),))
    s.state = replace(s.state, stack=tuple(fired if f is impulse else f for f in s.state.stack))
    assert goes_on(s.game, flagged(s, "a", flags).state, s.number("a"), "assault_fire") is able


def group(*units: U, at: str = "C6", target: str = "", **facts: Any) -> Scene:
    """A location that is asked who fires, at a Squad or a tank."""
    s = Scene(*units, U("x", "squad", at), tank("y", at), **facts)
    return s.do(Activate("C3"), Fire("C3", at, target=target))


def test_a_gun_beside_rifles_where_there_is_ordnance() -> None:
    """1.6: a Squad that has fired nothing yet fires its own firepower and one machine gun, tanks or no tanks."""
    s = group(U("a", "squad 1-5-4-5", "C3", carries=["m"]), guns={"m": GUN})
    assert s.game.has_ordnance
    assert refused(s, AddFirer("a", ("m",))) == OK
    assert AddFirer("a", ("m",)) in s.options()


def test_squads_do_not_help_at_the_gun_of_one_man() -> None:
    """1.6: a second man may help to crew a weapon, a Squad may not."""
    s = group(U("a", "hero", "C3", carries=["m"]), U("b", "squad", "C3"), U("c", "hero", "C3"), guns={"m": GUN})
    s.do(AddFirer("a", ("m",)))
    assert refused(s, AddFirer("b", ("m",))) == ("1.6", "cannot_fire_weapons")
    assert refused(s, AddFirer("c", ("m",))) == OK


def test_machine_guns_reach_beyond_rifles_where_there_are_grenades() -> None:
    """1.6, 23.2.2: only grenades are bound to the range of rifles, the machine gun beside them is not."""
    s = group(U("a", "squad 1-2-4-5", "C3", carries=["m", "r"]), guns={"m": GUN, "r": GRENADES})
    assert refused(s, AddFirer("a", ("m",))) == OK
    assert refused(s, AddFirer("a", ("m", "r"))) == ("1.6", "cannot_fire_weapons")


@pytest.mark.parametrize(("terrain", "reach"), [("river", 0), ("clear", 5)])
def test_nobody_reaches_out_of_a_boat(terrain: str, reach: int) -> None:
    """23.3.1: who is in a boat does not fire, however far his rifles would reach."""
    units = (U("a", "squad 1-5-4-5", "C3", carries=["b"]), U("x", "squad", "C6"))
    s = Scene(*units, guns={"b": BOAT}, hexes={"C3": terrain})
    assert fire_reach(s.game, s.state, s.us, s.loc("C3"), False) == reach


@pytest.mark.parametrize(("target", "found"), [("", OK), ("y", ("23.2.5", "not_on_the_dft"))])
def test_what_has_a_table_joins_fire_at_men(target: str, found: tuple[str, str]) -> None:
    """23.2.5: a weapon with a to-hit table that also fires on the Direct Fire Table does so at men, not at vehicles."""
    s = group(U("a", "squad 1-5-4-5", "C3", carries=["t"]), target=target, guns={"t": TABLED})
    assert refused(s, AddFirer("a", ("t",))) == found


@pytest.mark.parametrize(("ifp", "found"), [(True, ("1.6", "no_hand_free")), (False, OK)])
def test_a_bazooka_after_the_machine_gun(ifp: bool, found: tuple[str, str]) -> None:
    """1.6: a Squad that fired one weapon without its own firepower fires a second one, else it does not."""
    s = group(U("a", "squad", "C3", carries=["m", "baz"]), U("b", "squad", "C3"), guns={"m": GUN, "baz": BAZOOKA})
    s.do(AddFirer("a", ("m",), ifp), OpenFire("a"), dice=("attack 1", "defence 6"))
    assert refused(s, FireOrdnance("a", "C6", weapon="baz")) == found


@pytest.mark.parametrize(
    ("flags", "words"),
    [(HIT_AND_RUN | FIRED, {"shaken", "moved", "fired"}), (LOW_CRAWL, {"shaken", "moved"}), (0, {"shaken", "moved"})],
)
def test_markers_of_who_is_stopped(flags: int, words: set[str]) -> None:
    """5.3, 6.7, Q-036: who is shaken on the move stops under Moved, whatever he declared; that he fired still shows."""
    s = flagged(Scene(U("a", "mounted_squad", "C3"), U("x", "squad", "C6")), "a", flags | MOVING)
    d = draft(s)
    shake(d, s.number("a"))
    s.state = d.publish()
    assert s.words("a") == words
    assert not s.unit("a").flags & MOVING


@pytest.mark.parametrize(("weapon", "gone"), [(GUN, False), (replace(GRENADES, key="gun-m"), True)])
def test_what_the_dead_leave(weapon: WeaponType, gone: bool) -> None:
    """1.6, 23.2.2: a machine gun stays in the hex of its last owner, with grenades in the game too; those are gone."""
    if gone:
        weapon = replace(weapon, abilities=weapon.abilities | {"never_captured"})
    units = (U("a", "squad", "H1", carries=["r"]), U("x", "squad", "C6", carries=["m"]))
    s = Scene(*units, guns={"m": weapon, "r": GRENADES})
    d = draft(s)
    eliminate(d, s.number("x"))
    left = next(w for w in d.publish().weapons if w.id == "m")
    assert bool(left.flags & SPENT) is gone
    assert gone or left.at == s.loc("C6")


@pytest.mark.parametrize("words", [(), ("fired",), ("ops_complete",), ("moved",)])
def test_a_retreat_is_answered_as_a_move(words: tuple[str, ...]) -> None:
    """1.6.3, 5.3: who flees from flames is marked Moved, instead of any other marker, and is moving while he goes."""
    units = (U("a", "squad 2-5-4-6", "C3", carries=["f"]), U("b", "squad 1-6-4-5", "C2"))
    s = Scene(*units, U("x", "squad 1-5-4-3", "C4", *words, shaken=(3, 3)), guns={"f": FLAME})
    moving = ("attack 1", "defence 3" if words == ("moved",) else "defence 2", "damage check 1", "hero creation 1")
    s.fire("C3", "C4", ("a", "f"), dice=moving)
    s.do(RetreatTo("x", "C5"))
    assert s.frames.endswith("Reaction")
    assert s.words("x") == {"shaken", "moved"}
    assert s.unit("x").flags & (MOVING | MOVED) == MOVING | MOVED
    s.do(PassWindow())
    assert s.words("x") == {"shaken", "moved"}
    assert not s.unit("x").flags & MOVING
