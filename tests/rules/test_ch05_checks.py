"""5.0-5.3, 1.6, 4.0, 6.1: the checks of firers and targets, asked for directly."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from helpers import Activate, Scene, U, flagged
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import (
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    CONTINUOUS,
    FIRED,
    HANDLED,
    HIT_AND_RUN,
    JAMMED,
    LOW_CRAWL,
    MELEE,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    SHAKEN,
    SMOKED,
    STEALTH,
    WOUNDED,
)
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.firers import can_fire, check_firer, check_ready, choices, fire_reach, lends, sets_alone
from lnlt.rules.ch05_fire.special import ONLY
from lnlt.rules.ch05_fire.target import check_target

pytestmark = pytest.mark.usefixtures("either_seat")


def code(refusal: Refusal | None) -> str:
    """Code of a refusal, "" for none."""
    return refusal.code if refusal else ""


def gun(name: str, kind: str = "machine_gun", reach: int = 9) -> WeaponType:
    """A weapon type."""
    return WeaponType(f"gun-{name}", name, kind, fp=2, range=reach)


@pytest.mark.parametrize(
    ("flags", "own", "answer"),
    [
        (0, "", ""),
        (WOUNDED, "", ""),
        (SHAKEN, "shaken", "shaken"),
        (MELEE, "in_melee", "in_melee"),
        (HANDLED, "has_flipped", "has_flipped"),
        (HANDLED | ASSAULT_MOVE, "", ""),
        (SMOKED, "no_fire_after_smoke", "no_fire_after_smoke"),
        (MOVING, "is_moving", "is_moving"),
        (MOVING | HIT_AND_RUN, "", "is_moving"),
        (ASSAULT_FIRE, "has_acted", "has_acted"),
        (CONTINUOUS, "must_move", "must_move"),
        (MOVED, "has_acted", "has_acted"),
        (FIRED, "has_acted", "has_acted"),
        (LOW_CRAWL, "has_acted", "has_acted"),
        (STEALTH, "has_acted", "has_acted"),
        (ASSAULT_MOVE, "", ""),
        (ASSAULT_MOVE | STEALTH, "", ""),
        (ASSAULT_MOVE | WOUNDED, "", ""),
        (ASSAULT_MOVE | FIRED, "has_acted", "has_acted"),
        (OPS_COMPLETE, "has_acted", ""),
    ],
)
def test_who_is_ready(flags: int, own: str, answer: str) -> None:
    """4.0, 4.1, 5.3, 6.1, 6.7: what keeps a Squad from firing, in its own impulse and as an answer."""
    s = flagged(Scene(U("a", "squad", "C3"), U("x", "squad", "C6")), 0, flags)
    assert (code(check_ready(s.game, s.state, 0, False)), code(check_ready(s.game, s.state, 0, True))) == (own, answer)


def test_spotters_are_ready_for_what_they_spotted() -> None:
    """10.1.1, Q-028: a Hero who has just spotted fires there in his impulse, nowhere else, at no mover."""
    s = Scene(U("a", "hero", "C3"), U("x", "squad", "C6"), U("y", "squad", "D6")).do(Activate("C3"))
    at, other = s.loc("C6"), s.loc("D6")
    stack = tuple(replace(f, spotter=0, spotted=at) if isinstance(f, Impulse) else f for f in s.state.stack)
    s.state = replace(flagged(s, 0, OPS_COMPLETE).state, stack=stack)
    asked = [(False, at), (False, other), (True, at)]
    assert [code(check_ready(s.game, s.state, 0, *a)) for a in asked] == ["", "has_acted", "has_acted"]
    flagged(s, 0, FIRED)
    assert code(check_ready(s.game, s.state, 0, False, at)) == "has_acted"


def test_melee_is_no_target() -> None:
    """5.0, 8.0: a place where one of the enemies is in Melee is no target, nor is one without enemies."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C4"), U("x", "squad", "C5"), U("y", "squad", "C5"))
    here = s.loc("C3")
    assert check_target(s.game, s.state, s.us, here, s.loc("C5")) is None
    assert code(check_target(s.game, s.state, s.us, here, s.loc("C4"))) == "no_enemy_there"
    assert code(check_target(s.game, s.state, s.us, here, s.loc("C6"))) == "no_enemy_there"
    flagged(s, 2, MELEE)
    assert code(check_target(s.game, s.state, s.us, here, s.loc("C5"))) == "melee_there"


def test_weapons_that_fire_alone() -> None:
    """1.6.5: of a machine gun and a Mortar only the Mortar fires indirectly, not both together."""
    guns = {"v": gun("v"), "w": gun("w", "mortar")}
    s = Scene(U("a", "squad", "C3", carries=["v", "w"]), U("b", "squad", "C3"), U("x", "squad", "C6"), guns=guns)
    assert sets_alone(s.game, s.state, 0, 3, s.loc("C6"), "indirect") == [(1,)]
    assert sets_alone(s.game, s.state, 1, 3, s.loc("C6"), "indirect") == []


@pytest.mark.parametrize(("target", "aids"), [("D5/cave", True), ("D8", False)])
def test_leaders_and_weapons_alone(target: str, aids: bool) -> None:
    """5.0.1, 1.6.3, 1.6.5: a Leader lends his LM to a charge against a Cave's back, not to Mortars at hidden men."""
    s = Scene(
        U("a", "leader", "D7"), U("b", "squad", "D7", carries=["g"]), U("x", "squad", "D5/cave"),
        U("y", "squad", "D8", "stealth"), guns={"g": gun("g", "satchel_charge")}, markers=[("cave", "D5", 0, "D4")],
        size=(9, 9), hexes={"D8": "light_woods"},
    )  # fmt: skip
    assert (((), True) in choices(s.game, s.state, 0, 2, s.loc(target), False, ONLY)) is aids
    assert choices(s.game, s.state, 0, 2, s.loc(target), False, "indirect") == []


def test_shots_at_the_next_floor() -> None:
    """5.0, 1.4: the next floor is at range 1 for whoever can fire, and for the group."""
    s = Scene(
        U("a", "squad 1-1-4-5", "C3"), U("x", "squad", "C3/upper"), hexes={"C3": "hc_building"},
        buildings=[(("C3",), 2)],
    )  # fmt: skip
    here, there = s.loc("C3"), s.loc("C3/upper")
    assert check_firer(s.game, s.state, 0, here, there, False) is None
    assert can_fire(s.game, s.state, s.us, here, there, False)


@pytest.mark.parametrize(("flags", "reach", "expected"), [(JAMMED, 9, "weapon_jammed"), (0, 2, "out_of_range")])
def test_why_a_carrier_does_not_fire(flags: int, reach: int, expected: str) -> None:
    """5.0, 1.6.2: beyond its own range a Squad hears what is wrong with its weapon, unless that is the range too."""
    s = Scene(U("a", "squad 1-2-4-5", "C3", carries=["g"]), U("x", "squad", "C7"), guns={"g": gun("g", reach=reach)})
    s.state = replace(s.state, weapons=(replace(s.state.weapons[0], flags=flags),))
    refusal = check_firer(s.game, s.state, 0, s.loc("C3"), s.loc("C7"), False)
    assert code(refusal) == expected
    assert refusal is not None
    assert ("weapon" in refusal.params) is (expected == "weapon_jammed")


def test_who_lends_outside_an_occasion() -> None:
    """5.0.1: where nobody has fired yet a fresh Leader may lend his LM, one who has acted may not."""
    s = Scene(U("a", "leader", "C3"), U("b", "squad", "C3"), U("x", "squad", "C6"))
    s.state = replace(s.state, stack=())
    assert lends(s.game, s.state, 0)
    assert not lends(s.game, flagged(s, 0, MOVED).state, 0)
    assert not lends(s.game, s.state, 1)


def test_search_for_reach_stops() -> None:
    """5.3: the farthest reach of a place, or that of the first unit that reaches far enough."""
    s = Scene(U("a", "squad 1-3-4-5", "C3"), U("b", "squad 1-5-4-5", "C3"), U("x", "squad", "C6"))
    here = s.loc("C3")
    found = [fire_reach(s.game, s.state, s.us, here, True, enough) for enough in (2, 3, 4, 6)]
    assert [*found, fire_reach(s.game, s.state, s.us, here, True)] == [3, 3, 5, 5, 5]
