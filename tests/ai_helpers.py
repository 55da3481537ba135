"""Small fights for computer players, and what a player thinks in them."""

from __future__ import annotations

from lnlt import engine
from lnlt.ai.ground import lore_of
from lnlt.ai.mind import Mind
from lnlt.ai.players import make_player
from lnlt.core.game import Game
from lnlt.core.setup import (
    Airstrike,
    BoardSetup,
    Condition,
    GameSetup,
    HexPatch,
    MarkerSetup,
    Night,
    SideSetup,
    Start,
    UnitSetup,
    Victory,
    WeaponSetup,
)
from lnlt.core.state import State
from lnlt.core.tally import Refusal
from lnlt.sim.series import game_of_setup


def fight(
    units: list[UnitSetup],
    hexes: dict[str, str],
    *,
    turns: int = 6,
    nation: str = "us",
    foes: str = "de",
    era: str = "ww2",
    night: Night | None = None,
    markers: tuple[MarkerSetup, ...] = (),
    weapons: tuple[WeaponSetup, ...] = (),
    strikes: tuple[Airstrike, ...] = (),
) -> tuple[Game, State]:
    """A fight about J5 at its first impulse."""
    setup = GameSetup(
        id="ways",
        name="Ways",
        era=era,
        board=BoardSetup(hexes={"O8": HexPatch("clear"), **{h: HexPatch(t) for h, t in hexes.items()}}),
        sides=(SideSetup("a", "A", nation), SideSetup("b", "B", foes)),
        units=tuple(units),
        weapons=weapons,
        markers=markers,
        airstrikes=strikes,
        turns=turns,
        night=night,
        start=Start(initiative="a"),
        victory=(Victory("a", (Condition(control=("J5",)),)),),
        otherwise="b",
    )
    game = game_of_setup(setup)
    return game, engine.begin(game, 1).state


def mind_of(game: Game, state: State, side: int = 0) -> Mind:
    """What a player of a side thinks."""
    return Mind(game, state, side, lore_of(game))


def order(game: Game, state: State, *commands: object) -> State:
    """The state after commands, all of them legal."""
    for command in commands:
        step = engine.submit(game, state, command)  # type: ignore[arg-type]
        assert not isinstance(step, Refusal), (command, step)
        state = step.state
    return state


def played_out(game: Game, level: str) -> State:
    """The end of a game between two players of a level, who know only what they see."""
    players = [make_player(level, seed) for seed in (1, 2)]
    state = engine.begin(game, seed=5).state
    while (side := engine.decider(state)) is not None:
        command = players[side].choose(game, engine.view(state, side), engine.options(game, state))
        step = engine.submit(game, state, command)
        assert isinstance(step, engine.Step)
        state = step.state
    return state
