"""19.1.1 to 19.1.3, 19.2.7: what aircraft carry, which hexes they may attack, whom bombs, cannons and crashes find."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import code, draft, flagged, helicopter, tank
from helpers import Scene, U
from lnlt.core.events import Rolled
from lnlt.core.flags import ELIMINATED, FIRED, MOVED, OPS_COMPLETE, SHAKEN
from lnlt.core.setup import Night
from lnlt.core.state import NOWHERE
from lnlt.rules.ch19_air.attack import AirAttack
from lnlt.rules.ch19_air.crash import Crash, fall_hex
from lnlt.rules.ch19_air.loads import air_armor, around, check_target, found_at, is_bomber, is_marked, soft_targets

pytestmark = pytest.mark.usefixtures("either_seat")

FAR = U("z9", "squad", "H8")


def plane(**printed: Any) -> U:
    """An American aircraft with cannons for two hexes and bombs for one."""
    return U("p", "aircraft 6", "", **{"armor": ("2",), "cannon": "2x3", "bombs": "1x3", **printed})


def sky(*units: U, **facts: Any) -> Scene:
    """A scene with an aircraft."""
    return Scene(*units, **{"era": "modern", **facts})


def within(s: Scene, *names: str) -> Any:
    """The game played in a part of the map only."""
    game = copy.copy(s.game)
    game.__dict__["playable"] = frozenset(s.loc(name) >> 3 for name in names)
    return game


@pytest.mark.parametrize(
    ("printed", "bomber"),
    [({}, False), ({"abilities": ["bomber"]}, True), ({"around": 1}, True), ({"around": 4}, True)],
)
def test_what_a_bomber_is(printed: dict[str, Any], bomber: bool) -> None:
    """19.1.3: an aircraft with a grid of seven hexes on its counter, whatever stands in the six outer ones."""
    assert is_bomber(plane(**printed).type) is bomber


@pytest.mark.parametrize(("armor", "value"), [(("2",), 2), (("0",), 0), (("?",), 0), ((), 0)])
def test_armor_of_an_aircraft(armor: tuple[str, ...], value: int) -> None:
    """19.1.1: its one Armor Factor; one that is not known counts as 0."""
    assert air_armor(plane(armor=armor).type) == value


def test_around_the_middle_of_a_bomb_run() -> None:
    """19.1.3, 22.0: the six hexes around it, as far as they are on the map and in the area of play."""
    s = sky(plane(), U("a", "squad", "A8"), FAR)
    names = s.game.board.names
    assert {names[j] for j in around(s.game, s.loc("D5") >> 3)} == {"D4", "E4", "E5", "D6", "C5", "C4"}
    assert {names[j] for j in around(s.game, s.loc("A0") >> 3)} == {"A1", "B0", "B1"}
    assert {names[j] for j in around(within(s, "D5", "D4", "D3"), s.loc("D5") >> 3)} == {"D4"}


@pytest.mark.parametrize(("facing", "ways"), [("D4", {2, 3, 4}), ("E4", {3, 4, 5}), ("D6", {5, 0, 1})])
def test_cannons_and_the_front_of_a_cave(facing: str, ways: set[int]) -> None:
    """10.7, 19.1.2, Q-394: cannons reach into a Cave if the aircraft comes from before one of its three front sides."""
    s = sky(plane(), U("x", "squad", "D5/cave"), U("y", "squad", "D5"), markers=[("cave", "D5", 3, facing)])
    for way in range(6):
        found = {s.state.units[u].id for u in found_at(s.game, s.state, s.loc("D5") >> 3, "cannon", way)}
        assert found == ({"x", "y"} if way in ways else {"y"}), way
        found = {s.state.units[u].id for u in found_at(s.game, s.state, s.loc("D5") >> 3, "bombs", way)}
        assert found == {"x", "y"}


@pytest.mark.parametrize("printed", [{}, {"abilities": ["bomber"], "around": 4}])
def test_no_attack_on_a_melee(printed: dict[str, Any]) -> None:
    """5.0, 19.1.2, Q-392: a hex with a Melee in it is not attacked, by a bomber neither."""
    s = sky(plane(**printed), U("a", "squad", "D5", "melee"), U("x", "squad", "D5", "melee"), U("y", "squad", "D4"),
            markers=[("melee", "D5", 1)])  # fmt: skip
    found = [check_target(s.game, s.state, s.number("p"), "bombs", s.loc(at) >> 3, 0) for at in ("D5", "D4")]
    assert [code(f) for f in found] == [("5.0", "melee_there"), ("", "")]


def test_a_helicopter_does_not_give_away_those_below() -> None:
    """19.1.2, 19.2.3, Q-393: a helicopter is always spotted, the enemies hidden in the forest under it are not."""
    s = sky(plane(), U("a", "squad", "A8"), U("x", "squad", "D4"), helicopter("z", "D4"), hexes={"D4": "forest"})
    assert not is_marked(s.game, s.state, s.us, s.loc("D4") >> 3)
    seen = sky(plane(), U("a", "squad", "A8"), U("x", "squad", "D4"), helicopter("z", "D4"))
    assert is_marked(seen.game, seen.state, seen.us, seen.loc("D4") >> 3)


@pytest.mark.parametrize(("flag", "lit", "marked"), [(0, (), False), (FIRED, (), True), (0, ("D4",), True)])
def test_a_leader_at_night(flag: int, lit: tuple[str, ...], marked: bool) -> None:
    """19.1.2, 20.1, Q-444: a Leader far away sees a hex in the forest if it is lit or an enemy in it has fired."""
    s = sky(
        plane(), U("a", "leader", "D8"), U("x", "squad", "D4"), FAR, night=Night(),
        hexes={"D4": "light_woods"}, markers=[("starshell", at, 1) for at in lit],
    )  # fmt: skip
    flagged(s, "x", flag)
    assert is_marked(s.game, s.state, s.us, s.loc("D4") >> 3) is marked


def test_a_crash_on_a_tank() -> None:
    """19.1.1, 17.2: a crash attacks an armored vehicle as if it were open, and those who ride on it."""
    s = sky(plane(), tank("x", "D5", capacity="PPO"), U("y", "half_squad", "", aboard="x", riding="outside"), FAR)
    found = soft_targets(s.game, s.state, s.loc("D5") >> 3, "crash", 0)
    assert [s.state.units[u].id for u in found] == ["x", "y"]


def test_who_died_in_the_attack_checks_no_more() -> None:
    """5.1, 19.1.2: a Damage Check of somebody who is gone already is not made."""
    s = sky(plane(), U("x", "squad", "D5"), U("y", "squad", "D5"), FAR)
    pending = ((s.number("x"), 2), (s.number("y"), 2))
    frame = AirAttack(side=s.us, plane=s.number("p"), hex=s.loc("D5") >> 3, fp=3, what="cannon", pending=pending)
    d = draft(flagged(s, "x", ELIMINATED), frame)
    frame.check(d)
    top = d.stack[-1]
    assert isinstance(top, AirAttack)
    assert (top.pending, d.events) == (pending[1:], [])


def crashing(s: Scene, at: str, *riders: str) -> Crash:
    """The crash of the helicopter h that was shot down over a hex."""
    left = tuple(s.number(r) for r in riders)
    return Crash(side=s.us, unit=s.number("h"), origin=s.loc(f"{at}/air"), left=left)


def test_a_fall_onto_the_first_hex() -> None:
    """19.2.7: A0 is a hex like any other: what is there is attacked, and a Wreck lies in it."""
    s = sky(helicopter("h", "A1"), U("x", "squad", "A0"), FAR)
    assert fall_hex(s.game, s.loc("A1") >> 3, 1, 1, 1) == s.loc("A0") >> 3
    frame = crashing(s, "A1")
    d = draft(s, frame, dice=(("scatter", (1, 2)),))
    frame.fall(d)
    attack, crash = d.stack[-1], d.stack[-2]
    assert isinstance(attack, AirAttack)
    assert isinstance(crash, Crash)
    assert (attack.hex, attack.what, crash.at) == (0, "crash", s.loc("A0"))


def test_all_aboard_are_lost_off_the_map() -> None:
    """19.2.7, Q-160, Q-418: a crash past the edge spares nobody, whatever he has done in this turn."""
    names = ("a", "b", "c", "d")
    men = [U(name, "half_squad", "", aboard="h") for name in names]
    s = sky(helicopter("h", "A1", capacity="2PP"), *men, FAR)
    for name, flag in zip(names, (0, SHAKEN, MOVED, OPS_COMPLETE), strict=True):
        flagged(s, name, flag)
    frame = crashing(s, "A1", *names)
    d = draft(s, frame, dice=(("scatter", (1, 5)),))
    frame.fall(d)
    assert [bool(d.units[s.number(name)].flags & ELIMINATED) for name in names] == [True] * 4


@pytest.mark.parametrize(("water", "saved"), [("D4", False), ("B6", True)])
def test_where_nobody_can_stand(water: str, saved: bool) -> None:
    """19.2.7, Q-418: nobody gets out of a crash onto ground nobody can enter, and no die is rolled; water elsewhere
    does not matter."""
    s = sky(helicopter("h", "D4", capacity="PP"), U("a", "squad", "", aboard="h"), FAR, hexes={water: "pond"})
    frame = replace(crashing(s, "D4", "a"), at=s.loc("D4"))
    d = draft(s, frame, dice=(("bailout", (2,)),) if saved else ())
    frame.riders(d)
    assert bool(d.units[s.number("a")].flags & ELIMINATED) is not saved
    assert d.units[s.number("a")].at == (s.loc("D4") if saved else NOWHERE)
    assert any(isinstance(e, Rolled) for e in d.events) is saved
