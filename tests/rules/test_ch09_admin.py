"""9.0: the Administrative Phase."""

from __future__ import annotations

import pytest

from helpers import Pass, Scene, U

MARKERS = ("moved", "assault_move", "stealth", "hit_and_run", "low_crawl", "fired", "ops_complete")


def after_a_turn(*units: U, dice: tuple[str, ...] = ("initiative 3", "initiative 3"), **more: object) -> Scene:
    """Three passes, then the Administrative Phase and the next Rally Phase."""
    s = Scene(*units, pause=False, **more)  # type: ignore[arg-type]
    return s.do(Pass(), Pass(), Pass(), dice=dice)


FRESH = (U("b", "squad", "A1"), U("x", "squad 0-0-4-5", "H8"))


@pytest.mark.parametrize("marker", MARKERS)
def test_action_markers_come_off(marker: str) -> None:
    """9.0#1: every marker of an action is removed; status stays."""
    s = after_a_turn(U("a", "leader", "C3", marker, "wounded"), *FRESH)
    assert s.words("a") == {"wounded"}


def test_points_are_whole_again() -> None:
    """9.0#1: Movement Points spent are forgotten with the marker."""
    s = Scene(U("a", "squad", "C3"), *FRESH, pause=False).move("C3", "a", "C4", stop=True)
    assert s.unit("a").mp == 2
    s.do(Pass(), Pass(), Pass(), dice=("initiative 3", "initiative 3"))
    assert s.unit("a").mp == 0


def test_spotted_markers_come_off() -> None:
    """9.0#2: Spotted markers are removed."""
    s = after_a_turn(U("a", "squad", "C3"), *FRESH, hexes={"C3": "forest"}, markers=[("spotted", "C3", 1)])
    assert s.state.markers == ()


def test_smoke_thins_out() -> None:
    """9.0#5: Smoke 2 goes, then Smoke 1 becomes Smoke 2."""
    s = after_a_turn(*FRESH, markers=[("smoke", "C3", 1), ("smoke", "D3", 2)])
    assert [(m.kind, m.strength, m.at) for m in s.state.markers] == [("smoke", 2, s.loc("C3"))]


def test_next_turn() -> None:
    """9.0#9: the turn advances, initiative is rolled, and the Rally Phase begins."""
    s = after_a_turn(*FRESH, U("y", "leader", "G8", "shaken"), dice=("initiative 2", "initiative 5"))
    assert (s.state.turn, s.state.phase, s.asked) == (2, "rally", "de")


def test_game_ends_after_the_last_turn() -> None:
    """9.0#9: after the last turn's Administrative Phase no turn follows."""
    s = Scene(*FRESH, pause=False, turns=1).do(Pass(), Pass(), Pass())
    assert s.state.over is not None
    assert (s.options(), s.state.stack) == ([], ())
