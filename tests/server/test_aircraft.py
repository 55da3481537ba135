"""19: what the table shows of aircraft and helicopters: where they are, what is asked, where they have gone."""

from __future__ import annotations

from pathlib import Path

from lnlt import engine
from lnlt.core.dice import ScriptedDice
from lnlt.rules.ch04_operations.impulse import Activate
from lnlt.rules.ch19_air.flight import FlyIn, FlyOn
from lnlt.rules.ch19_air.flying import BeginFlight
from lnlt.rules.ch19_air.helicopters import ChangeMode, FlyTo
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
    way = pieces.position(game, state).flight
    assert way is not None
    assert (way.unit, way.at) == ("harrier", "K7")
    assert way.path[:3] == ("M8", "L8", "K7")
    assert "H6" in way.path
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


def test_helicopter_on_the_table() -> None:
    """19.2.1, 19.2.3: mode, level, the hex below, the way it has come, and who is in it."""
    folder = SITUATION.parent
    game = make_game(load(folder / "R19.2.4-ex4.toml"))
    state = engine.begin(game, 0, ScriptedDice([])).state
    huey, squad = state.ids["huey"], state.ids["squad"]
    piece = pieces.piece(game, state, huey)
    assert piece.aloft is not None
    assert (piece.aloft.mode, piece.aloft.level, piece.aloft.over) == ("flying", 1, "E2")
    assert (piece.morale, piece.mf) == ("7", "")
    assert piece.gear is not None
    assert (piece.gear.capacity, piece.gear.mgs) == ("PP", ("4*",))
    rider = pieces.piece(game, state, squad)
    assert (rider.aboard, rider.riding, rider.aloft) == ("huey", "inside", None)
    assert pieces.position(game, state).flown is None
    for command in (Activate("E2/air"), BeginFlight("huey"), FlyTo("E3"), ChangeMode("hover")):
        step = engine.submit(game, state, command)
        assert isinstance(step, engine.Step), step
        state = step.state
    way = pieces.position(game, state).flown
    assert way is not None
    assert (way.unit, way.path) == ("huey", ("E2", "E3"))
    piece = pieces.piece(game, state, huey)
    assert piece.aloft is not None
    assert piece.aloft.mode == "hovering"
    assert "hover" in [chip.key for chip in piece.chips]
    asked = choices.asked(game, state)
    assert asked is not None
    assert asked.rule == "19.2.4"
