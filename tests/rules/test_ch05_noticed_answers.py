"""5.1, 5.3, 1.6.3, 1.7: answers to moves, fire of single units, what damage leaves behind, and retreats at night."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import OK, code, draft, flagged, helicopter, refused, tank
from helpers import Activate, FireAlone, OpFire, Scene, U
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import CAPTURED, ELIMINATED, FIRED, LOW_AMMO, SHAKEN, SPENT
from lnlt.core.setup import Night
from lnlt.core.state import enclosing
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.attack import flee_vehicle, use_grenades
from lnlt.rules.ch05_fire.damage import damage_check, eliminate
from lnlt.rules.ch05_fire.firers import check_ready
from lnlt.rules.ch05_fire.opportunity import OpportunityFire, counters
from lnlt.rules.ch05_fire.retreat import check_retreat
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun

pytestmark = pytest.mark.usefixtures("either_seat")

NO_TARGET = ("17.2", "no_such_target")
NOT_FROM_BUNKER = ("21.1.3", "not_from_bunker")


def team(**facts: Any) -> Scene:
    """A machine-gun team with two Leaders in C3, another Leader next door."""
    units = (
        U("l", "leader", "C3"),
        U("m", "leader", "C3"),
        U("o", "leader", "C4"),
        U("w", "weapon_team 3-4-2-6", "C3"),
    )
    s = Scene(*units, U("x", "squad", "C6"), U("y", "squad", "C8", "moved"), tank("z", "H8")).do(Activate("C3"))
    impulse = enclosing(s.state, Impulse)
    assert impulse is not None
    aided = tuple(s.number(u) for u in facts.get("aided", ""))
    s.state = replace(s.state, stack=tuple(replace(f, aided=aided) if f is impulse else f for f in s.state.stack))
    return s


@pytest.mark.parametrize(
    ("aided", "flags", "found"),
    [
        ("", 0, OK),
        ("m", 0, ("11.1.1", "one_leader")),
        ("l", 0, OK),
        ("l", SHAKEN, ("5.0.1", "cannot_aid")),
        ("o", FIRED, ("5.0.1", "cannot_aid")),
        ("om", 0, ("11.1.1", "one_leader")),
    ],
)
def test_one_leader_of_a_hex_aids(aided: str, flags: int, found: tuple[str, str]) -> None:
    """11.1.1, 5.0.1: not a second Leader of the hex; Leaders of other hexes do not matter, nor does he himself."""
    s = flagged(team(aided=aided), "l", flags)
    assert refused(s, FireAlone("w", "C6", "l")) == found


@pytest.mark.parametrize(("target", "at"), [("nobody", "C6"), ("x", "C6"), ("y", "C8"), ("x", "C8")])
def test_teams_name_vehicles_only(target: str, at: str) -> None:
    """17.2: a target named must be a vehicle of the game, not men, however far off and whatever they have done."""
    assert refused(team(), FireAlone("w", at, target=target)) == NO_TARGET


@pytest.mark.parametrize("target", ["nobody", "b", "c"])
def test_windows_name_vehicles_only(target: str) -> None:
    """5.3, 17.2: nor in Opportunity Fire: the unit that moves is no vehicle, nor is one that has moved."""
    s = Scene(U("b", "squad", "C4"), U("c", "squad", "H1", "moved"), U("x", "squad", "C7"), tank("z", "H8"))
    s.move("C4", "b", "C5")
    assert refused(s, OpFire("C7")) == OK
    assert refused(s, OpFire("C7", target)) == NO_TARGET
    assert refused(s, OpFire("H7", target)) == NO_TARGET


def overrun(**more: Any) -> tuple[Scene, OpportunityFire]:
    """A Bunker whose men answer an Overrun, and others elsewhere."""
    s = Scene(
        tank("a", "D5"), U("b", "squad", "D5"), U("x", "squad", "D5/bunker"), U("v", "squad", "H1"),
        U("y", "weapon_team 3-9-2-6", "D5/bunker"), U("yy", "weapon_team 3-9-2-6", "D7"),
        U("z", "squad 1-5-4-5", "D7"), tank("zz", "D8", facing="D7/E7", mgs=("4",)),
        markers=[("bunker", "D5", 1, "D6")],
    )  # fmt: skip
    only = tuple(s.number(u) for u in more.get("only", ()))
    movers = (s.number("a"), s.number("b"))
    window = OpportunityFire(side=s.de, at=s.loc("D5"), budget=2, movers=movers, bunker=s.loc("D5/bunker"), only=only)
    return s, window


@pytest.mark.parametrize(
    ("only", "flags", "able"), [(("x",), 0, True), (("x",), SHAKEN, False), (("z",), 0, False), ((), 0, False)]
)
def test_who_counters_an_overrun(only: tuple[str, ...], flags: int, able: bool) -> None:
    """21.1.3: somebody who is in the Bunker and can fire."""
    s, window = overrun(only=only)
    flagged(s, "x", flags)
    assert counters(s.game, s.state, window, s.loc("D5/bunker")) is able


@pytest.mark.parametrize(
    ("only", "unit", "found"),
    [(("x",), "y", NOT_FROM_BUNKER), (("x", "yy"), "yy", NOT_FROM_BUNKER), (("x", "y"), "y", OK)],
)
def test_teams_that_answer_an_overrun(only: tuple[str, ...], unit: str, found: tuple[str, str]) -> None:
    """21.1.3: a team in the Bunker that was overrun, not one elsewhere, nor one that may not."""
    s, window = overrun(only=only)
    d = draft(s, window)
    window.ask(d)
    s.state = d.publish()
    assert s.asked == "de"
    answer = s.game.answers[FireAlone]
    assert code(answer.check(s.game, s.state, window, FireAlone(unit, "D5"))) == found
    assert refused(s, FireMachineGun("zz", 0, "D5")) == NOT_FROM_BUNKER


def test_the_lost_make_no_check() -> None:
    """16.1: a passenger lost with his vehicle before his own check makes none."""
    s = flagged(Scene(U("a", "squad", "C3"), U("x", "squad", "C6")), "x", ELIMINATED)
    d = draft(s)
    damage_check(d, s.number("x"), 3)
    assert not d.publish().units[s.number("x")].flags & SHAKEN


def test_heroes_come_forth_everywhere() -> None:
    """11.2.1, 5.1: a 1 in a Damage Check may bring a Hero, in the first hex of the map too."""
    s = Scene(U("a", "squad 3-5-4-5", "A3"), U("x", "squad", "A0"))
    s.fire("A3", "A0", "a", dice=("attack 3", "defence 1", "damage check 1", "hero creation 6"))
    assert s.rolls("hero creation") == [(6,)]


@pytest.mark.parametrize(("at", "where"), [("A0", "A0"), ("C6", "C6"), ("C6/air", None)])
def test_where_weapons_fall(at: str, where: str | None) -> None:
    """1.6, Q-425: a weapon stays in the hex of its last owner, any hex; out of a helicopter it is lost."""
    riding = at.endswith("/air")
    owner = U("x", "squad", "" if riding else at, carries=["g"], aboard="y" if riding else "")
    heli = helicopter("y", "C6/air", capacity="P") if riding else U("y", "squad", "H8")
    s = Scene(U("a", "squad", "C3"), heli, owner, guns={"g": (2, 6)})
    d = draft(s)
    eliminate(d, s.number("x"))
    weapon = d.publish().weapons[0]
    assert bool(weapon.flags & SPENT) is (where is None)
    if where is not None:
        assert weapon.at == s.loc(where)


def test_boats_in_the_first_hex() -> None:
    """23.3.1: nobody fires from a boat, in the first hex of the map either."""
    boat = {"b": WeaponType("gun-b", "b", "rubber_boat")}
    for terrain, found in (("river", ("23.3.1", "in_boat")), ("clear", OK)):
        s = Scene(U("a", "squad", "A0", carries=["b"]), U("x", "squad", "C6"), guns=boat, hexes={"A0": terrain})
        assert code(check_ready(s.game, s.state, s.number("a"), False)) == found


@pytest.mark.parametrize(("flags", "left"), [(0, LOW_AMMO), (CAPTURED, CAPTURED | LOW_AMMO), (LOW_AMMO, None)])
def test_two_uses(flags: int, left: int | None) -> None:
    """23.2.2: the first use turns a marker to Low Ammo, whoever it was taken from; the second removes it."""
    gun = WeaponType("gun-r", "r", "rifle_grenades", fp=1, range=4, uses=2, abilities=frozenset({"with_ifp"}))
    s = Scene(U("a", "squad", "C3", carries=["r"]), U("x", "squad", "C6"), guns={"r": gun})
    s.state = replace(s.state, weapons=(replace(s.state.weapons[0], flags=flags),))
    d = draft(s)
    use_grenades(d, 0)
    now = d.publish().weapons[0].flags
    assert (None if now & SPENT else now) == left


@pytest.mark.parametrize(("crew", "stack", "retreats"), [(True, 0, True), (True, 4, False), (False, 0, False)])
def test_crews_flee_from_flames(crew: bool, stack: int, retreats: bool) -> None:
    """1.6.7, 15.4, 1.3: a crew retreats from its burning vehicle, if it has a counter and there is room for it."""
    others = [U(f"x{i}", "squad", "C6") for i in range(stack)]
    s = Scene(U("a", "squad", "C5"), *others, U("y", "squad", "H8"), tank("z", "C6"))
    if not crew:
        s.game = copy.copy(s.game)
        s.game.__dict__["type_index"] = {k: n for k, n in s.game.type_index.items() if not k.endswith("-crew")}
    d = draft(s)
    flee_vehicle(d, s.number("z"), s.loc("C5"))
    assert [type(f).__name__ for f in d.stack[len(s.state.stack) :]] == (["Retreat"] if retreats else [])


@pytest.mark.parametrize(
    ("night", "word", "refusal"), [(True, "", ""), (True, "fired", "closer_to_enemy"), (False, "", "closer_to_enemy")]
)
@pytest.mark.parametrize("side", ["us", "de"])
def test_retreats_at_night(night: bool, word: str, refusal: str, side: str) -> None:
    """1.6.3, 20.1.3: not closer to enemies in sight: at night those far off show by their fire only."""
    mine, one, other = ("a", "x", "y") if side == "us" else ("x", "a", "b")
    words = (word,) if word else ()
    units = (U(mine, "squad", "D4", "fired"), U(one, "squad", "D3"), U(other, "squad", "D8", *words))
    s = Scene(*units, size=(8, 9), night=Night() if night else None)
    found = check_retreat(s.game, s.state, s.number(mine), s.loc("D3"), s.loc("D5"))
    assert code(found)[1] == refusal


def test_no_retreat_out_of_play() -> None:
    """1.6.3, 22.0: nobody retreats into a hex that is not in play, and everybody into one that is."""
    s = Scene(U("a", "squad", "D3"), U("x", "squad", "D4"))
    ways = {}
    for hex_ in ("D5", "B2"):
        game = copy.copy(s.game)
        game.__dict__["playable"] = s.game.playable - {s.loc(hex_) >> 3}
        ways[hex_] = code(check_retreat(game, s.state, s.number("x"), s.loc("D3"), s.loc("D5")))
    assert ways == {"D5": ("22.0", "off_limits"), "B2": OK}
