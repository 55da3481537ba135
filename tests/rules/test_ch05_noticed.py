"""5.0, 1.6, 23.2: who is ready to fire, whom a Leader lets fire, what reaches, and what is no target."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import OK, bazooka, code, flagged, refused, tank
from helpers import Activate, AddFirer, Fire, Scene, U
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import (
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    BUTTONED,
    CONTINUOUS,
    FIRED,
    HANDLED,
    MELEE,
    MOVED,
    MOVING,
    SHAKEN,
    SMOKED,
)
from lnlt.core.setup import Night
from lnlt.core.state import NOBODY, enclosing
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.firepower import Firer
from lnlt.rules.ch05_fire.firers import check_ready, fire_reach, goes_on, has_shot, other_floor
from lnlt.rules.ch05_fire.modifiers import firing_modifiers, stack_modifiers
from lnlt.rules.ch05_fire.target import check_target

GRENADES = WeaponType("gun-r", "r", "rifle_grenades", fp=1, range=4, abilities=frozenset({"with_ifp", "no_load"}))
MORTAR = WeaponType("gun-g", "g", "mortar", fp=2, range=6, min_range=2)
NO_TARGET = ("17.2", "no_such_target")


def during(s: Scene, **facts: Any) -> Scene:
    """The scene with an impulse of which these facts are true."""
    impulse = enclosing(s.state, Impulse)
    assert impulse is not None
    s.state = replace(s.state, stack=tuple(replace(f, **facts) if f is impulse else f for f in s.state.stack))
    return s


def test_armor_leaders_let_no_leg_units_fire() -> None:
    """4.0, 11.5: Leg units of a hex that an Armor Leader next door has activated do not fire; those of his own do."""
    leader = U("l", "armor_leader 6-1", "", aboard="a")
    units = (tank("a", "D6"), leader, U("b", "squad", "D6"), tank("c", "D5"), U("d", "squad", "D5"))
    s = Scene(*units, U("x", "squad", "D2")).do(Activate("D6"), Activate("D5"))
    assert refused(s, Fire("D5", "D2")) == ("4.0", "not_by_that_leader")
    assert refused(s, Fire("D6", "D2")) == OK


def test_leaders_let_leg_units_fire() -> None:
    """4.0: Leg units of a hex that a Leader on foot has activated fire, although there are vehicles in the game."""
    s = Scene(U("l", "leader", "D6"), U("d", "squad", "D5"), tank("c", "D5"), U("x", "squad", "D2"))
    assert refused(s.do(Activate("D6"), Activate("D5")), Fire("D5", "D2")) == OK


@pytest.mark.parametrize("flag", [ASSAULT_FIRE, SMOKED, HANDLED, MELEE, MOVED])
def test_who_has_begun_something_directs_no_mortar(flag: int) -> None:
    """1.6.5: he has not acted: no Assault Fire, no Smoke laid, no gun flipped in this impulse."""
    s = Scene(
        U("a", "squad 1-1-4-5", "C3", carries=["g"]), U("b", "squad", "D3"), U("x", "squad 1-1-4-5", "C6"),
        guns={"g": MORTAR}, hexes={"C4": "forest", "B4": "forest"},
    ).do(Activate("C3"))  # fmt: skip
    order = Fire("C3", "C6", "indirect", "b")
    assert refused(s, order) == OK
    assert refused(flagged(s, "b", flag), order) == ("1.6.5", "has_acted")


@pytest.mark.parametrize(("facing", "found"), [("B5/B6", ("17.2", "buttoned_up")), ("C6/D6", OK)])
def test_mortars_fire_at_the_side_toward_them(facing: str, found: tuple[str, str]) -> None:
    """1.6.5, 17.2: whether a buttoned vehicle can be harmed depends on where the Mortar is, not on its spotter."""
    s = Scene(
        U("a", "squad 1-1-4-5", "C3", carries=["g"]), U("b", "squad", "D4"),
        tank("x", "C5", "fired", facing=facing, armor=("5/4", "3/4", "*/*")),
        guns={"g": MORTAR}, hexes={"C4": "forest"},
    )  # fmt: skip
    flagged(s.do(Activate("C3")), "x", BUTTONED)
    assert refused(s, Fire("C3", "C5", "indirect", "b", "x")) == found


@pytest.mark.parametrize(("target", "at"), [("nobody", "C6"), ("x", "C6"), ("x", "C8"), ("y", "C8")])
def test_only_vehicles_are_named_as_targets(target: str, at: str) -> None:
    """17.2: a target named must be a vehicle of the game, not men, however far off and whatever they have done."""
    units = (U("a", "squad 1-3-4-5", "C3"), U("x", "squad", "C6"), U("y", "squad", "C8", "moved"), tank("z", "H8"))
    assert refused(Scene(*units).do(Activate("C3")), Fire("C3", at, target=target)) == NO_TARGET


@pytest.mark.parametrize(("flags", "word"), [(0, NO_TARGET), (FIRED, NO_TARGET)])
def test_men_are_no_vehicle(flags: int, word: tuple[str, str]) -> None:
    """17.2: fire at a vehicle is not fire at men, marked or not."""
    s = flagged(Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), tank("y", "C6")), "x", flags)
    men, hull = (code(check_target(s.game, s.state, s.us, s.loc("C3"), s.loc("C6"), target=s.number(n))) for n in "xy")
    assert (men, hull) == (word, OK)


@pytest.mark.parametrize(
    ("flags", "found"),
    [
        (CONTINUOUS, OK),
        (CONTINUOUS | MOVING, ("15.5", "must_move")),
        (CONTINUOUS | ASSAULT_FIRE, ("15.5", "must_move")),
    ],
)
def test_assault_fire_in_continuous_movement(flags: int, found: tuple[str, str]) -> None:
    """15.5: a vehicle in Continuous Movement uses Assault Fire before it moves, once."""
    s = flagged(Scene(tank("a", "C3"), U("x", "squad", "C6")), "a", flags)
    assert code(check_ready(s.game, s.state, s.number("a"), False, first=True)) == found


@pytest.mark.parametrize(
    ("flags", "weapons", "able"),
    [
        (ASSAULT_FIRE, 1, True),
        (ASSAULT_FIRE, 0, False),
        (ASSAULT_FIRE | SHAKEN, 1, False),
        (ASSAULT_FIRE | MELEE, 1, False),
        (ASSAULT_FIRE | MOVING, 1, False),
        (ASSAULT_FIRE | MOVED, 1, False),
        (0, 1, False),
    ],
)
def test_the_rest_of_assault_fire(flags: int, weapons: int, able: bool) -> None:
    """6.1.1, 1.6: a Squad that fired its bazooka by Assault Fire adds its own firepower, unless it was stopped."""
    squad = U("a", "squad 1-5-4-5", "C3", carries=["baz"], abilities=["assault_move"])
    s = Scene(squad, U("x", "squad", "C6"), guns={"baz": bazooka("baz")}).do(Activate("C3"))
    shots = ((s.number("a"), 0, NOBODY, s.loc("C6"), s.loc("C3")),) * weapons
    flagged(during(s, shots=shots), "a", flags)
    assert goes_on(s.game, s.state, s.number("a"), "assault_fire") is able
    if flags:
        reach = [fire_reach(s.game, s.state, s.us, s.loc("C3"), opportunity) for opportunity in (False, True)]
        assert [bool(r) for r in reach] == [able, False]


@pytest.mark.parametrize(
    ("origin", "at", "floor"),
    [("D5", "D5/upper", True), ("D5", "D5/bunker", False), ("D5/bunker", "D5", False), ("D5", "D6/upper", False)],
)
def test_bunkers_are_no_floor(origin: str, at: str, floor: bool) -> None:
    """1.7, 21.1: a machine-gun team does not fire at another floor of its hex; a Bunker there is none."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), markers=[("bunker", "D5", 1, "D6")])
    assert other_floor(s.loc(origin), s.loc(at)) is floor


@pytest.mark.parametrize(("kind", "able"), [("squad 1-2-4-5", False), ("leader 6-1-6", True), ("squad 1-4-4-5", True)])
def test_grenades_go_along(kind: str, able: bool) -> None:
    """23.2.2: rifle grenades are no shot of their own beyond the reach of their Squad; a Leader fires them alone."""
    s = Scene(U("a", kind, "C3", carries=["r"]), U("x", "squad", "C7"), guns={"r": GRENADES})
    assert s.game.grenades
    assert has_shot(s.game, s.state, s.number("a"), 4, s.loc("C7"), False) is able


@pytest.mark.parametrize(("at", "found"), [("C5", OK), ("C6", OK), ("C7", ("1.6", "cannot_fire_weapons"))])
def test_grenades_as_far_as_rifles(at: str, found: tuple[str, str]) -> None:
    """23.2.2: they are added up to the very range of the Inherent Firepower, and not beyond it."""
    gun = WeaponType("gun-m", "m", "machine_gun", fp=2, range=8)
    s = Scene(U("a", "squad 1-3-4-5", "C3", carries=["r", "m"]), U("x", "squad", at), guns={"r": GRENADES, "m": gun})
    s.do(Activate("C3"), Fire("C3", at))
    assert refused(s, AddFirer("a", ("r", "m"))) == found


def test_out_of_range_after_somebody_has_called() -> None:
    """5.0, 11.1.3: a Squad out of range is told so, although a Leader somewhere has called artillery."""
    s = Scene(U("a", "squad 1-2-4-5", "C3"), U("b", "squad 1-6-4-5", "C3"), U("x", "squad", "C7")).do(Activate("C3"))
    s.state = replace(s.state, notes={**s.state.notes, "called:other": 1})
    assert refused(s.do(Fire("C3", "C7")), AddFirer("a"))[1] == "out_of_range"


TABLED = replace(bazooka("t"), fp=2, range=6, kind="rifle_grenades")


def at_vehicle(middle: U, mode: str, last: Any) -> Scene:
    """A group that is to fire at a vehicle: a Squad that can, another unit, and one whose weapon has a table."""
    first = U("a", "squad 1-6-4-5", "C3", abilities=["assault_move"])
    units = (first, middle, U("c", "squad 1-1-4-5", "C3", carries=["t"], abilities=["assault_move"]))
    s = Scene(*units, tank("x", "C6"), U("y", "squad", "C6"), guns={"t": last})
    return s.do(Activate("C3"), Fire("C3", "C6", mode, target="x"))


@pytest.mark.parametrize(("gun", "able"), [(TABLED, False), (replace(TABLED, to_hit=()), True)])
def test_weapons_with_a_table_count_for_nothing_in_a_group_at_a_vehicle(gun: WeaponType, able: bool) -> None:
    """23.2.5, 6.1.1, 11.1.1: who would fire at it by his table neither makes it Assault Fire nor is aided."""
    s = at_vehicle(U("b", "squad 1-6-4-5", "C3"), "assault_fire", gun)
    assert refused(s, AddFirer("b")) == (OK if able else ("6.1.1", "no_assault_fire"))
    s = at_vehicle(U("b", "leader", "C3"), "", gun)
    assert refused(s, AddFirer("b")) == (OK if able else ("5.0.1", "nobody_to_aid"))


@pytest.mark.parametrize(("kinds", "value"), [(("scout",), 0), (("scout", "squad"), -2), (("squad",), -2)])
def test_scouts_alone_fire_freely_in_an_assault_move(kinds: tuple[str, ...], value: int) -> None:
    """11.6, 6.1: -2 for fire after an Assault Move, but not if nobody but Scouts fires."""
    units = [U(f"a{i}", kind, "C3") for i, kind in enumerate(kinds)]
    s = Scene(*units, U("x", "squad", "C6"))
    firers = [Firer(s.number(u.id)) for u in units]
    found = stack_modifiers(s.game, s.state, firers, s.loc("C3"), s.loc("C6"), "assault")
    assert sum(m.value for m in found if m.why == "assault_move") == value


@pytest.mark.parametrize(("flags", "found"), [(0, {}), (ASSAULT_MOVE, {"assault_move": -2})])
def test_mortar_teams_after_an_assault_move(flags: int, found: dict[str, int]) -> None:
    """18.1, 6.1, Q-140: a Mortar Team that has made an Assault Move fires with 2 less."""
    s = flagged(Scene(U("a", "weapon_team", "C3"), U("x", "squad", "C6")), "a", flags)
    assert {m.why: m.value for m in firing_modifiers(s.game, s.state, s.number("a"), s.loc("C6"))} == found


def test_men_in_the_dark_beside_a_vehicle_that_fired() -> None:
    """20.1, Q-382: a vehicle's fire betrays the vehicle; men beside it who have not fired are too far off."""
    for word in ((), ("moved",)):
        s = Scene(U("a", "squad 1-8-4-5", "C2"), U("x", "squad", "C6", *word), tank("y", "C6", "fired"), night=Night())
        assert code(check_target(s.game, s.state, s.us, s.loc("C2"), s.loc("C6"))) == ("20.1", "too_dark")


def test_stealth_beside_a_vehicle() -> None:
    """6.4: men under Stealth in cover stay no target although a vehicle stands beside them."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C4", "stealth"), tank("y", "C4"), hexes={"C4": "light_woods"})
    assert code(check_target(s.game, s.state, s.us, s.loc("C3"), s.loc("C4"))) == ("6.4", "stealth_unseen")
