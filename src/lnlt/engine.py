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

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from typing import TypeVar

import lnlt.rules
import lnlt.traits
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
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.core.view import View, view
from lnlt.rules.ch02_outline import begin
from lnlt.rules.ch20_night.seen import Darkness, darkness
from lnlt.table.chances import Chance, Fate, Preview, Roll
from lnlt.table.groups import best_group
from lnlt.table.menu import ActionMenu, Denied, SetUpMenu, menu, refusals, set_up_menu
from lnlt.table.previews import preview
from lnlt.table.reach import Reach, Reached, Response, WalkStep, answers, reach, walk

T = TypeVar("T")


def _kinds(base: type[T], concrete: Callable[[type[T]], bool]) -> tuple[type[T], ...]:
    """Every concrete class under a base that the rules define, in the order of their names."""
    found: dict[str, type[T]] = {}
    todo = list(base.__subclasses__())
    while todo:
        kind = todo.pop()
        todo.extend(kind.__subclasses__())
        if concrete(kind):
            found[kind.__name__] = kind
    return tuple(found[name] for name in sorted(found))


for _package in (lnlt.rules, lnlt.traits):
    for _module in pkgutil.walk_packages(_package.__path__, f"{_package.__name__}."):
        importlib.import_module(_module.name)

FRAMES: tuple[type[_frames.Frame], ...] = (
    *_kinds(_frames.Procedure, lambda kind: bool(kind.STEPS)),
    *_kinds(_frames.Question, lambda kind: "answer" in vars(kind)),
)
COMMANDS: tuple[type[_frames.Command], ...] = _kinds(_frames.Command, lambda _: True)
EVENTS: tuple[type[_events.Event], ...] = tuple(
    kind
    for kind in vars(_events).values()
    if isinstance(kind, type) and issubclass(kind, _events.Event) and kind is not _events.Event
)
CODEC = Codec(FRAMES, COMMANDS, EVENTS)


def load(scenario: str, options: Iterable[str] = ()) -> Game:
    """A game of a shipped scenario, or of a scenario file, with optional rules switched on."""
    from lnlt.content.scenarios import load_scenario

    return build_game(load_scenario(scenario, options), scenario)


def describe(state: State) -> str:
    """What the game is in the middle of."""
    return _frames.describe(state.stack)


__all__ = [
    "CODEC",
    "COMMANDS",
    "EVENTS",
    "FRAMES",
    "ActionMenu",
    "Chance",
    "Command",
    "Darkness",
    "Denied",
    "Explored",
    "Fate",
    "Game",
    "Modifier",
    "Preview",
    "Reach",
    "Reached",
    "Refusal",
    "Response",
    "Roll",
    "SetUpMenu",
    "State",
    "Step",
    "Tally",
    "View",
    "WalkStep",
    "answers",
    "begin",
    "best_group",
    "build_game",
    "darkness",
    "decider",
    "describe",
    "explore",
    "load",
    "menu",
    "options",
    "preview",
    "question",
    "reach",
    "refusals",
    "set_up_menu",
    "submit",
    "submit_all",
    "view",
    "walk",
    "why_not",
]
