"""19.1: what the table shows of an aircraft: where it is over the map, what is asked, where it has gone."""

from __future__ import annotations

from pathlib import Path

from lnlt import engine
from lnlt.core.dice import ScriptedDice
from lnlt.rules.ch19_air.flight import FlyIn, FlyOn
from lnlt.server import choices, pieces
from lnlt.situations.reading import load
from lnlt.situations.setup import make_game

SITUATION = Path(__file__).parents[1] / "situations" / "ch19" / "R19.1.5-ex03.toml"


def test_aircraft_on_the_table() -> None:
    """19.1: a mark over the hex below the aircraft, gone with it; then its counter has left the map."""
    game = make_game(load(SITUATION))
    dice = ScriptedDice([("random", (3,))])
    state = engine.begin(game, 0, dice).state
    plane = state.ids["harrier"]
    asked = choices.asked(game, state)
    assert asked is not None
    assert asked.rule == "19.1"
    assert "where does" in asked.text
    assert pieces.piece(game, state, plane).out == "to_enter"
    assert pieces.in_the_air(state) is None
    step = engine.submit(game, state, FlyIn("M8", "L8"), dice)
    assert isinstance(step, engine.Step)
    state = step.state
    mark = next(m for m in pieces.marks(game, state) if m.kind == "aircraft")
    assert (mark.name, mark.at, mark.side) == ("aircraft 6", "K7", game.side_index["uk"])
    asked = choices.asked(game, state)
    assert asked is not None
    assert asked.focus == ("K7",)
    for _ in range(2):
        step = engine.submit(game, state, FlyOn(), dice)
        assert isinstance(step, engine.Step)
        state = step.state
    assert not any(m.kind == "aircraft" for m in pieces.marks(game, state))
    assert pieces.piece(game, state, plane).out == "exited"
