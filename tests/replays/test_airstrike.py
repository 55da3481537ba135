"""19.1.5: the worked airstrike, played step by step with its own orders; the dice it does not print are ours."""

from __future__ import annotations

from pathlib import Path

from lnlt import engine, words
from lnlt.core.dice import ScriptedDice
from lnlt.core.flags import ELIMINATED, SHAKEN
from lnlt.core.frames import Command
from lnlt.core.state import State
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch19_air.defence import FireAtAircraft
from lnlt.rules.ch19_air.flight import DropBombs, FlyIn, Strafe
from lnlt.situations.reading import load
from lnlt.situations.setup import make_game

SITUATION = Path(__file__).parents[1] / "situations" / "ch19" / "R19.1.5-ex01.toml"


def test_worked_airstrike() -> None:
    """19.1.5#1, 19.1, 19.1.1, 19.1.2: from the double six to the crash, every order legal, every result as told."""
    game = make_game(load(SITUATION))
    dice = ScriptedDice(
        [
            ("to hit", (6, 6)),
            ("random", (3,)),
            ("attack", (3,)),
            ("defence", (2,)),
            ("damage check", (2,)),
            ("attack", (5,)),
            ("defence", (3,)),
            ("damage check", (2,)),
            ("damage check", (6,)),
            ("penetration", (3,)),
            ("armor", (4,)),
            ("crew", (4,)),
            ("to hit", (1, 3)),
            ("penetration", (4,)),
            ("armor", (6,)),
            ("scatter", (3,)),
        ]
    )
    state = engine.begin(game, 0, dice).state
    told: list[str] = []

    def order(command: Command, side: str) -> State:
        step = engine.submit(game, state, command, dice, game.side_index[side])
        assert isinstance(step, engine.Step), step
        told.extend(words.log_text(game, None, step.state, step.events))
        assert engine.CODEC.decode_state(engine.CODEC.encode_state(step.state)) == step.state
        return step.state

    def status(unit: str) -> int:
        return state.units[state.ids[unit]].flags & (SHAKEN | ELIMINATED)

    state = order(Activate("E7"), "uk")
    state = order(FireOrdnance("scorpion", "H6", "aml"), "uk")
    assert "AirStrike > EntryChoice" in engine.describe(state), "before the Argentine impulse"
    lines = {(c.at, c.toward) for c in engine.options(game, state) if isinstance(c, FlyIn)}
    assert {("M8", "M7"), ("M8", "L8")} <= lines
    assert ("M8", "L7") not in lines

    state = order(FlyIn("M8", "L8"), "uk")
    assert engine.options(game, state)[0] == Strafe("K7")
    state = order(Strafe("K7"), "uk")
    assert status("arg1") == SHAKEN, "3 + 3 against 2: 2 + 4 is above 5"
    state = order(next(c for c in engine.options(game, state) if type(c).__name__ == "FlyOn"), "uk")
    state = order(Strafe("J7"), "uk")
    assert status("sanchez") == 0, "5 + 3 against 3 + 3: 2 + 2 is not above 5"
    assert status("arg2") == SHAKEN
    state = order(next(c for c in engine.options(game, state) if type(c).__name__ == "FlyOn"), "uk")
    state = order(DropBombs("H6"), "uk")
    assert status("aml") == ELIMINATED, "3 + 3 against 4 + 1"
    assert any(m.kind == "wreck" for m in state.marks[game.board.loc("H6")])

    assert engine.decider(state) == game.side_index["ar"], "past the hill the Blowpipe sees it"
    state = order(FireAtAircraft("hs", "blowpipe"), "ar")
    assert status("harrier") == ELIMINATED, "4 + 5 against 6 + 2"
    assert any(m.kind == "wreck" for m in state.marks[game.board.loc("D4")]), "three hexes on from G5"
    assert engine.decider(state) == game.side_index["ar"], "now comes the Argentine impulse"
    dice.finish()
    assert any("crashes in D4" in line for line in told), told
