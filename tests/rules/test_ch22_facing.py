"""22.0, 15.1: vehicles and guns that a paragraph brings face the way their owner chooses."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers import Activate, AddMover, BeginMove, StepTo
from lnlt import engine
from lnlt.ai import make_player
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch11_smc.heroes import Place
from lnlt.rules.ch22_scenario.facing import FaceUnit, PlacedFacing
from lnlt.rules.facts.kits import kit_of, vertex_name
from lnlt.server.choices import option
from lnlt.situations.reading import load
from lnlt.situations.setup import make_game

FILE = Path(__file__).parent.parent / "situations" / "ch22" / "place-event-vehicles.toml"


@pytest.fixture(scope="module")
def game() -> Game:
    return make_game(load(FILE))


def asked_to_face(game: Game) -> State:
    """The tank of the paragraph has just been put into H6."""
    first = engine.begin(game, 1).state
    orders = [Activate("D6"), BeginMove("D6"), AddMover("scout"), StepTo("D5")]
    return engine.submit(game, engine.submit_all(game, first, orders).state, Place("tank", "H6")).state


def test_owner_may_choose_every_facing(game: Game) -> None:
    """22.0, 15.1: all six ways, the tank's own, once; another unit and no vertex of the hex are refused."""
    state = asked_to_face(game)
    tank = state.units[state.ids["tank"]]
    ways: list[Command] = [FaceUnit("tank", vertex_name(game.board, tank.at >> 3, v)) for v in range(6)]
    assert engine.options(game, state) == ways
    for v, way in enumerate(ways):
        after = engine.submit(game, state, way).state
        kit = kit_of(after.units[after.ids["tank"]])
        assert (kit.facing, kit.turret) == (v, v)
        assert not isinstance(engine.question(after), PlacedFacing)
    for wrong, code in ((FaceUnit("pak", "H7/G6"), "not_waiting"), (FaceUnit("tank", "D5/D6"), "no_such_vertex")):
        refusal = engine.why_not(game, state, wrong)
        assert refusal is not None
        assert refusal.code == code


def test_until_then_it_faces_the_enemy(game: Game) -> None:
    """22.0: the question shows it as in set-up, toward the nearest enemy."""
    state = asked_to_face(game)
    tank = state.units[state.ids["tank"]]
    assert vertex_name(game.board, tank.at >> 3, kit_of(tank).facing) == "G6/G5"


def test_table_offers_directions(game: Game) -> None:
    """Each option is one of six directions around the hex."""
    state = asked_to_face(game)
    shown = [option(game, state, "22.0", c) for c in engine.options(game, state)]
    assert [o.bearing for o in shown] == [330, 30, 90, 150, 210, 270]
    assert {o.turn for o in shown} == {shown[0].turn}
    assert shown[0].turn


@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_computer_faces_the_enemy(game: Game, level: str) -> None:
    """The computer does not show its flank."""
    state = asked_to_face(game)
    view = engine.view(state, 1)
    chosen = make_player(level, seed=1).choose(game.public(view), view, engine.options(game, state))
    assert chosen == FaceUnit("tank", "G6/G5")
