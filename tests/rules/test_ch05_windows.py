"""5.3: windows of Opportunity Fire, asked for directly."""

from __future__ import annotations

import pytest

from helpers import OpFire, PassWindow, Scene, U, flagged
from lnlt.core.flags import FIRED, LOW_CRAWL, MOVED, MOVING, OPS_COMPLETE, STEALTH
from lnlt.core.state import enclosing
from lnlt.rules.ch05_fire.group import FireGroup
from lnlt.rules.ch05_fire.opportunity import (
    GroupAnswer,
    OpportunityFire,
    PassAnswer,
    _movers_there,
    check_reaction,
    opens_window,
    within_reach,
)

pytestmark = pytest.mark.usefixtures("either_seat")


def window(s: Scene, at: str, **more: object) -> OpportunityFire:
    """The Germans may answer the first unit, which is in a place."""
    return OpportunityFire(side=s.de, at=s.loc(at), budget=1, movers=(0,), **more)  # type: ignore[arg-type]


def reaching(s: Scene, at: str, **more: object) -> list[str]:
    """Names of the places that reach movers in a place."""
    return [s.game.board.loc_name(loc) for loc in within_reach(s.game, s.state, window(s, at, **more))]


def test_places_that_reach_the_movers() -> None:
    """5.3: places in sight and in range, to its last hex; not those behind trees, not those too far away."""
    hexes = dict.fromkeys((f"{c}{r}" for c in "ABDEFGHI" for r in range(9)), "forest")
    s = Scene(
        U("a", "squad", "C1"), U("x", "squad 1-2-4-5", "D3"), U("y", "squad 1-9-4-5", "F3"),
        U("z", "squad 1-1-4-5", "C8"), hexes=hexes, size=(9, 9),
    )  # fmt: skip
    assert s.game.distance(s.loc("C1") >> 3, s.loc("D3") >> 3) == 2
    assert reaching(s, "C1") == ["D3"]
    flagged(s, 1, OPS_COMPLETE)
    assert reaching(s, "C1") == ["D3"]
    flagged(s, 1, FIRED)
    assert reaching(s, "C1") == []


@pytest.mark.parametrize(("row", "mover"), [(7, 3), (6, 2)])
def test_upper_floors_answer(row: int, mover: int) -> None:
    """5.3, 10.2: an upper floor sees movers whom the ground of its hex does not see."""
    place, at = f"C{row}", f"C{mover}"
    s = Scene(
        U("a", "squad", at), U("x", "squad 1-6-4-5", f"{place}/upper"), U("y", "squad 1-6-4-5", place),
        hexes={place: "hc_building", f"C{row - 1}": ("clear", 1)}, buildings=[((place,), 2)], size=(9, 9),
    )  # fmt: skip
    assert reaching(s, at) == [f"{place}/upper"]


def test_places_left_when_all_attacks_are_begun() -> None:
    """5.3, Q-034: with as many attacks as points, only places that have begun one may go on."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C5"), U("y", "squad", "D5"))
    assert sorted(reaching(s, "C3")) == ["C5", "D5"]
    assert reaching(s, "C3", used=(s.loc("D5"),)) == ["D5"]


def test_movers_who_are_still_there() -> None:
    """5.3: a window is about movers in its place, those it began with or others on the move there."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "D3"), U("x", "squad", "C5"))
    assert _movers_there(s.state, window(s, "C3"))
    assert not _movers_there(s.state, window(s, "D3"))
    assert not _movers_there(s.state, window(s, "C4"))
    assert not _movers_there(flagged(s, 1, FIRED).state, window(s, "D3"))
    assert _movers_there(flagged(s, 1, MOVING).state, window(s, "D3"))


@pytest.mark.parametrize(
    ("flags", "woods", "opens"),
    [
        (MOVING, True, True),
        (MOVED | MOVING, True, True),
        (MOVING | LOW_CRAWL, True, False),
        (MOVING | STEALTH, True, False),
        (MOVING | LOW_CRAWL, False, True),
    ],
)
def test_who_draws_fire(flags: int, woods: bool, opens: bool) -> None:
    """5.3: Low Crawl and Stealth draw fire only where they are spotted, other moves everywhere."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), hexes={"C3": "light_woods"} if woods else {})
    flagged(s, 0, flags)
    assert opens_window(s.game, s.state, s.de, s.loc("C3"), (0,)) is opens


def test_ops_complete_squads_answer() -> None:
    """5.3, 4.1: an Ops Complete Squad may answer; the group it forms fires Opportunity Fire."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad 1-6-4-5", "C7", "ops_complete"))
    assert check_reaction(s.game, s.state, window(s, "C3"), s.loc("C7")) is None
    s.move("C3", "a", "C4").do(OpFire("C7"))
    group = s.state.stack[-1]
    assert isinstance(group, FireGroup)
    assert group.opportunity
    assert enclosing(s.state, OpportunityFire) is not None


def test_answers_there_are() -> None:
    """5.3: fire of a group is always among the answers, and both ways to pass."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"))
    assert GroupAnswer().in_play(s.game)
    assert PassAnswer().candidates(s.game, s.state, window(s, "C3")) == [PassWindow(), PassWindow(True)]
