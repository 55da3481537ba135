"""What the table shows of a position: the phase, the question, markers of artillery and mortars."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lnlt import engine, words
from lnlt.ai import RandomPlayer
from lnlt.content.games import build_game
from lnlt.content.scenarios import load_scenario
from lnlt.core.state import NOBODY, Marker, Result
from lnlt.matches import new_match
from lnlt.rules.ch04_operations.impulse import ImpulseAction, Pass
from lnlt.rules.ch18_indirect.patterns import WALKS
from lnlt.rules.ch18_indirect.shelling import FFE, OF_MORTAR
from lnlt.server import choices, pieces

WELLS = "the-wells-of-dara-kot"


@pytest.fixture(scope="module")
def wells() -> engine.Game:
    """A battle with a set-up and units that must enter."""
    return build_game(load_scenario(WELLS), WELLS)


def test_set_up_is_no_phase_and_the_last_pass_needs_those_who_must_enter(wells: engine.Game) -> None:
    """22.0: until everybody stands it is the set-up; why an impulse cannot be passed is part of the question."""
    match = new_match(wells, 1)
    player = RandomPlayer(1)
    assert pieces.position(wells, match.state).phase_name == "Set-up"
    while not isinstance(top := engine.question(match.state), ImpulseAction):
        assert top is not None
        options = engine.options(wells, match.state)
        assert isinstance(match.submit(player.choose(wells, engine.view(match.state, top.side), options)), engine.Step)
    assert pieces.position(wells, match.state).phase_name == "Operations Phase"
    assert engine.why_not(wells, match.state, Pass()) is None
    asked = choices.asked(wells, match.state)
    assert asked is not None
    assert "no pass now" not in asked.text
    asked = choices.asked(wells, replace(match.state, passes=2))
    assert asked is not None
    assert asked.text.endswith(
        "activate a hex; no pass now. You may not pass until all units due this turn have entered (22.0)"
    )


def test_a_battle_that_is_over_says_who_has_won(wells: engine.Game) -> None:
    """22.0: no word of who would win now."""
    state = new_match(wells, 1).state
    assert "would win now" in pieces.position(wells, state).standing
    ended = pieces.position(wells, replace(state, over=Result(1, "objective")))
    assert ended.over is not None
    assert ended.standing == ended.over.text
    assert "would" not in ended.standing


@pytest.mark.parametrize(
    ("facing", "shown", "toward"), [(OF_MORTAR, NOBODY, ""), (NOBODY, NOBODY, ""), (3, 3, "E6"), (WALKS + 3, 3, "E6")]
)
def test_every_marker_of_artillery_can_be_shown(wells: engine.Game, facing: int, shown: int, toward: str) -> None:
    """18.1, 18.2: a mortar's marker points nowhere, others to the middle of the fire or the way they walk."""
    state = new_match(wells, 1).state
    marker = Marker(FFE, wells.board.loc("E5"), 3, 0, facing)
    (mark,) = [m for m in pieces.position(wells, replace(state, markers=[marker])).marks if m.kind == FFE]
    assert mark.facing == shown
    assert mark.label.startswith(words.mark_words(wells, marker)[1])
    assert ("E6" in mark.label) == bool(toward)
