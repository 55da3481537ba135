"""4.0, 5.0, 5.3: who is ready to fire, and what is a target: every marker and its answer."""

from __future__ import annotations

import pytest

from helpers import Scene, U, why
from lnlt.core.dice import SEEDED
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    CONTINUOUS,
    FIRED,
    HANDLED,
    HIT_AND_RUN,
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
from lnlt.core.state import Marker
from lnlt.rules.ch05_fire.firepower import Firer
from lnlt.rules.ch05_fire.firers import check_ready, fire_reach
from lnlt.rules.ch05_fire.modifiers import fire_tally, stack_modifiers
from lnlt.rules.ch05_fire.target import check_target

pytestmark = pytest.mark.usefixtures("either_seat")

READY = ""
TABLE = [
    (0, READY, READY),
    (WOUNDED, READY, READY),
    (SHAKEN, "shaken", "shaken"),
    (MELEE, "in_melee", "in_melee"),
    (SMOKED, "no_fire_after_smoke", "no_fire_after_smoke"),
    (HANDLED, "has_flipped", "has_flipped"),
    (HANDLED | ASSAULT_MOVE, READY, READY),
    (ASSAULT_MOVE, READY, READY),
    (ASSAULT_MOVE | STEALTH, READY, READY),
    (ASSAULT_MOVE | FIRED, "has_acted", "has_acted"),
    (STEALTH, "has_acted", "has_acted"),
    (MOVED, "has_acted", "has_acted"),
    (FIRED, "has_acted", "has_acted"),
    (LOW_CRAWL, "has_acted", "has_acted"),
    (HIT_AND_RUN, "has_acted", "has_acted"),
    (OPS_COMPLETE, "has_acted", READY),
    (OPS_COMPLETE | FIRED, "has_acted", "has_acted"),
    (CONTINUOUS, "must_move", "must_move"),
    (ASSAULT_FIRE, "has_acted", "has_acted"),
    (MOVING, "is_moving", "is_moving"),
    (MOVING | HIT_AND_RUN, READY, "is_moving"),
    (MOVING | HIT_AND_RUN | FIRED, "is_moving", "is_moving"),
    (MOVING | ASSAULT_MOVE, "is_moving", "is_moving"),
]
RULES = {
    "shaken": "5.1",
    "in_melee": "8.1",
    "no_fire_after_smoke": "7.0",
    "has_flipped": "1.6.1",
    "must_move": "15.5.1",
}


def flagged(kind: str, flags: int) -> Draft:
    """A draft in which unit 0 in C3 has these flags."""
    s = Scene(U("a", kind, "C3"), U("x", "squad", "C7"))
    d = Draft(s.game, s.state, SEEDED)
    d.flag(0, flags)
    return d


@pytest.mark.parametrize(("flags", "plain", "reaction"), TABLE)
def test_readiness_of_a_squad(flags: int, plain: str, reaction: str) -> None:
    """4.0, 4.1, 5.3, 6.1, 6.7: what each marker leaves a Squad in an impulse and in a window; so does its reach."""
    d = flagged("squad 1-5-4-5", flags)
    for opportunity, code in ((False, plain), (True, reaction)):
        refusal = check_ready(d.game, d, 0, opportunity)
        assert (refusal.code if refusal else READY) == code
        if refusal is not None and code in RULES:
            assert refusal.rule == RULES[code]
        assert fire_reach(d.game, d, d.units[0].side, d.units[0].at, opportunity) == (0 if code else 5)


def test_single_men_have_no_ops_complete_fire() -> None:
    """4.1, Q-029: an Ops Complete Single-Man Counter does not Opportunity Fire."""
    d = flagged("hero 1-5-6-6", OPS_COMPLETE)
    refusal = check_ready(d.game, d, 0, True)
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("4.1", "has_acted")
    refusal = check_ready(d.game, d, 0, False)
    assert refusal is not None
    assert refusal.rule == "4.1"


@pytest.mark.parametrize(
    ("flags", "terrain", "at", "code"),
    [
        (0, "clear", "C4", ""),
        (STEALTH, "clear", "C4", ""),
        (STEALTH, "light_woods", "C4", "stealth_unseen"),
        (STEALTH | FIRED, "light_woods", "C4", ""),
        (STEALTH | ASSAULT_MOVE, "light_woods", "C4", "stealth_unseen"),
        (LOW_CRAWL, "light_woods", "C4", ""),
        (STEALTH, "light_woods", "C6", "not_spotted"),
        (MELEE, "clear", "C4", "no_enemy_there"),
    ],
)
def test_targets_by_their_markers(flags: int, terrain: str, at: str, code: str) -> None:
    """5.0, 6.4, Q-050: a Stealth unit in cover that has not fired is no target, next door either."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", at), hexes={at: terrain})
    d = Draft(s.game, s.state, SEEDED)
    d.flag(1, flags)
    refusal = check_target(s.game, d, s.us, s.loc("C3"), s.loc(at))
    assert (refusal.code if refusal else "") == code


def test_one_seen_unit_makes_a_target() -> None:
    """6.4, 5.0: a hex with a Stealth unit and another one is a target."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C4"), U("y", "squad", "C4"), hexes={"C4": "light_woods"})
    for hidden in ((1,), (2,)):
        d = Draft(s.game, s.state, SEEDED)
        for unit in hidden:
            d.flag(unit, STEALTH)
        assert check_target(s.game, d, s.us, s.loc("C3"), s.loc("C4")) is None
    d.flag(1, STEALTH)
    refusal = check_target(s.game, d, s.us, s.loc("C3"), s.loc("C4"))
    assert refusal is not None
    assert refusal.rule == "6.4"


def test_no_fire_into_melee() -> None:
    """5.0: friends among the enemies, or a Melee marker, forbid fire into a hex; friends alone are no target."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C5"), U("x", "squad", "C5"), U("c", "squad", "C6"))

    def code(at: str, state: object = s.state) -> str:
        refusal = check_target(s.game, state, s.us, s.loc("C3"), s.loc(at))  # type: ignore[arg-type]
        return refusal.code if refusal else ""

    assert (code("C5"), code("C6"), code("C7")) == ("melee_there", "no_enemy_there", "no_enemy_there")
    marked = Scene(U("a", "squad", "C3"), U("x", "squad", "C5", "melee"), markers=[("melee", "C5", 1)])
    refusal = check_target(marked.game, marked.state, marked.us, marked.loc("C3"), marked.loc("C5"))
    assert refusal is not None
    assert refusal.code == "melee_there"
    assert Marker("melee", marked.loc("C5"), 1) in marked.state.markers


@pytest.mark.parametrize(
    ("target", "flags", "terrain", "sides", "reasons"),
    [
        ("squad", MOVED, "clear", [], {"moving": 1}),
        ("squad", MOVING, "clear", [], {"moving": 1}),
        ("squad", ASSAULT_MOVE, "clear", [], {"moving": 1}),
        ("squad", HIT_AND_RUN, "clear", [], {"moving": 1}),
        ("leader", MOVED, "clear", [], {"moving": 1}),
        ("squad", FIRED, "clear", [], {}),
        ("squad", STEALTH | MOVED, "clear", [], {}),
        ("squad", LOW_CRAWL | MOVED, "clear", [], {}),
        ("squad", MOVED, "brush", [], {}),
        ("squad", MOVED, "clear", [("E5", "E4", "hedge")], {}),
        ("squad", MOVED, "clear", [("E3", "E4", "hedge")], {}),
        ("squad", MOVED, "clear", [("E5", "E4", "wall")], {"moving": 1}),
        ("squad", MOVED, "clear", [("E5", "E6", "hedge")], {"moving": 1}),
    ],
)
def test_bonus_against_moving_targets(
    target: str, flags: int, terrain: str, sides: list[tuple[str, str, str]], reasons: dict[str, int]
) -> None:
    """5.3, 6.0, 6.4: +1 against who moves or has moved, unless he crawls or sneaks or the terrain hides it."""
    s = Scene(U("a", "squad 1-5-4-5", "E3"), U("x", target, "E5"), hexes={"E5": terrain}, sides=sides)
    d = Draft(s.game, s.state, SEEDED)
    d.flag(1, flags)
    tally = fire_tally(s.game, d, [Firer(0)], 0, s.loc("E3"), s.loc("E5"), 1)
    assert {k: v for k, v in why(tally).items() if k == "moving"} == reasons
    if reasons:
        assert [m.rule for m in tally.mods if m.why == "moving"] == ["5.3" if flags & MOVING else "6.0"]


def test_no_target_no_bonus() -> None:
    """5.0: the sum against a place has no modifier of a target unit."""
    s = Scene(U("a", "squad 1-5-4-5", "C3"), U("x", "squad", "C5", "moved"))
    assert "moving" not in why(fire_tally(s.game, s.state, [Firer(0)], 0, s.loc("C3"), s.loc("C5")))


@pytest.mark.parametrize(
    ("kind", "flags", "mode", "found"),
    [
        ("squad", ASSAULT_MOVE, "", {"assault_move": ("6.1", -2)}),
        ("squad", ASSAULT_MOVE | STEALTH, "", {"assault_move": ("6.4.1", -2)}),
        ("squad", HIT_AND_RUN, "", {"hit_and_run": ("6.7", -2)}),
        ("squad", 0, "hit_and_run", {"hit_and_run": ("6.7", -2)}),
        ("squad", 0, "assault_fire", {"assault_fire": ("6.1.1", -2)}),
        ("squad", 0, "assault", {"assault_move": ("6.1", -2)}),
        ("squad", OPS_COMPLETE, "", {}),
        ("scout", ASSAULT_MOVE, "", {}),
        ("scout", ASSAULT_MOVE | HIT_AND_RUN, "", {"hit_and_run": ("6.7", -2)}),
        ("scout", 0, "assault_fire", {}),
    ],
)
def test_modifiers_of_the_way_they_move(kind: str, flags: int, mode: str, found: dict[str, tuple[str, int]]) -> None:
    """6.1, 6.1.1, 6.4.1, 6.7, 11.6: fire on the move is worse by 2, except a Scout's after or in his Assault Move."""
    s = Scene(U("a", kind, "C3"), U("x", "squad", "C6"))
    d = Draft(s.game, s.state, SEEDED)
    d.flag(0, flags)
    mods = stack_modifiers(s.game, d, [Firer(0)], s.loc("C3"), s.loc("C6"), mode)
    assert {m.why: (m.rule, m.value) for m in mods} == found


def test_two_hexes_are_not_adjacent() -> None:
    """5.6: the bonus holds for the next hex only."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C4"), U("y", "squad", "C5"))
    near = stack_modifiers(s.game, s.state, [Firer(0)], s.loc("C3"), s.loc("C4"))
    far = stack_modifiers(s.game, s.state, [Firer(0)], s.loc("C3"), s.loc("C5"))
    assert [(m.why, m.value) for m in near] == [("adjacent", 2)]
    assert far == []


def test_fire_out_of_smoke() -> None:
    """7.0: -1 for fire out of Smoke, named after its hex."""
    s = Scene(U("a", "squad", "E3"), U("x", "squad", "E6"), markers=[("smoke", "E3", 1)])
    mods = [
        m for m in stack_modifiers(s.game, s.state, [Firer(0)], s.loc("E3"), s.loc("E6")) if m.why == "out_of_smoke"
    ]
    assert [(m.value, m.source) for m in mods] == [(-1, "E3")]
