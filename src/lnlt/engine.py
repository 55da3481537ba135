"""The public face of the engine, and the one place where its parts are put together.

>>> from lnlt import engine
>>> game = engine.load("first-fight")
>>> state = engine.begin(game, seed=1).state
>>> engine.describe(state)
'GameTurn > OperationsPhase > Impulse > ImpulseAction'
>>> options = engine.options(game, state)
>>> step = engine.submit(game, state, options[0])
>>> step.state.seq
1
"""

from __future__ import annotations

from lnlt.content.games import build_game
from lnlt.core import events as _events
from lnlt.core import frames as _frames
from lnlt.core.codec import Codec
from lnlt.core.engine import (
    Explored,
    Step,
    decider,
    explore,
    options,
    question,
    submit,
    submit_all,
    why_not,
)
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.core.view import View, view
from lnlt.rules import ch02_outline, ch03_rally, ch09_administration
from lnlt.rules.actions import ACTIONS
from lnlt.rules.ch02_outline import begin
from lnlt.rules.ch04_operations import impulse
from lnlt.rules.ch05_fire import attack, damage, group, opportunity
from lnlt.rules.ch06_movement import move
from lnlt.rules.ch11_smc import heroes

FRAMES: tuple[type[_frames.Frame], ...] = (
    ch02_outline.GameTurn,
    ch03_rally.RallyPhase,
    ch03_rally.RallySide,
    ch03_rally.RallyAction,
    impulse.OperationsPhase,
    impulse.Impulse,
    impulse.ImpulseAction,
    group.FireGroup,
    attack.Attack,
    damage.DropWeapon,
    opportunity.OpportunityFire,
    opportunity.Reaction,
    move.MoveGroup,
    move.Move,
    move.MoveOn,
    heroes.PlaceHero,
    ch09_administration.AdminPhase,
    ch09_administration.PhaseEnd,
)
COMMANDS: tuple[type[_frames.Command], ...] = (
    ch03_rally.Rally,
    ch03_rally.EndRally,
    *ACTIONS,
    group.AddFirer,
    group.OpenFire,
    damage.Drop,
    opportunity.OpFire,
    opportunity.PassWindow,
    move.AddMover,
    move.StepTo,
    move.StopMove,
    heroes.Place,
    ch09_administration.Next,
)
EVENTS: tuple[type[_events.Event], ...] = tuple(
    kind
    for kind in vars(_events).values()
    if isinstance(kind, type) and issubclass(kind, _events.Event) and kind is not _events.Event
)
CODEC = Codec(FRAMES, COMMANDS, EVENTS)


def load(scenario: str) -> Game:
    """A game of a shipped scenario, or of a scenario file."""
    from lnlt.content.scenarios import load_scenario

    return build_game(load_scenario(scenario), scenario)


def describe(state: State) -> str:
    """What the game is in the middle of."""
    return _frames.describe(state.stack)


__all__ = [
    "CODEC",
    "COMMANDS",
    "EVENTS",
    "FRAMES",
    "Explored",
    "Game",
    "Modifier",
    "Refusal",
    "State",
    "Step",
    "Tally",
    "View",
    "begin",
    "build_game",
    "decider",
    "describe",
    "explore",
    "load",
    "options",
    "question",
    "submit",
    "submit_all",
    "view",
    "why_not",
]
