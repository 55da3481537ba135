"""A process computer players think in: `python -m lnlt.server.worker`, one JSON line in, one JSON line out.

It gets the position as the side sees it, never dice to come or waiting orders; the player gets a View and the game
without its secrets. It ends when its input ends.
"""

from __future__ import annotations

import sys
from typing import Any, BinaryIO

import msgspec

from lnlt import engine
from lnlt.ai import advise, make_player
from lnlt.ai.advice_text import advice_lines
from lnlt.ai.ground import is_heavy
from lnlt.ai.levels import table_nodes
from lnlt.ai.plans import Plan
from lnlt.ai.thinker import Thinker
from lnlt.core.game import Game
from lnlt.core.setup import parse_setup
from lnlt.server.library import digest

KEPT = 16


class Task(msgspec.Struct, frozen=True):
    """One choice to be made."""

    setup: str
    side: int
    player: str
    seed: str
    state: str
    """The position as the side sees it."""
    options: tuple[dict[str, Any], ...]
    data: str = ""
    """The set-up itself, the first time."""
    advice: bool = False
    """Say why, and what else could be done."""
    plan: Plan | None = None
    """What the player is about, from its last choice."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """The choice, or what went wrong."""

    do: msgspec.Raw = msgspec.Raw(b"null")
    error: str = ""
    ready: bool = False
    why: tuple[str, ...] = ()
    plan: Plan | None = None
    """What the player will go on with."""


class Bench:
    """Games this process has built."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}

    def game(self, task: Task) -> Game:
        """The game of a task."""
        if task.data:
            data = task.data.encode()
            if digest(data) != task.setup:
                raise ValueError("the set-up does not fit its digest")
            setup = parse_setup(data)
            self.games[task.setup] = engine.build_game(setup, setup.id)
            while len(self.games) > KEPT:
                self.games.pop(next(iter(self.games)))
        return self.games[task.setup]

    def choose(self, task: Task) -> Choice:
        """What the player of a task does, or what is advised."""
        game = self.game(task)
        state = engine.CODEC.decode_state(task.state)
        view = engine.view(state, task.side)
        options = [engine.CODEC.decode_command(raw) for raw in task.options]
        why: tuple[str, ...] = ()
        plan: Plan | None = None
        if task.advice:
            advice = advise(game.public(view), view, options, seed=task.seed)
            command, why = advice.best.command, tuple(advice_lines(game.public(view), state, advice))
        else:
            player = make_player(task.player, task.seed, table_nodes(task.player, is_heavy(game)))
            if isinstance(player, Thinker):
                player.plan = task.plan
            command = player.choose(game.public(view), view, options)
            plan = player.plan if isinstance(player, Thinker) else None
        return Choice(do=msgspec.Raw(engine.CODEC.encode(command)), why=why, plan=plan)


def serve(source: BinaryIO, out: BinaryIO) -> None:
    """Answer tasks until there are no more."""
    bench = Bench()
    _say(out, Choice(ready=True))
    for line in source:
        try:
            task = msgspec.json.decode(line, type=Task)
            answer = bench.choose(task)
        except Exception as error:  # the other side makes a move of its own
            answer = Choice(error=f"{type(error).__name__}: {error}")
        _say(out, answer)


def _say(out: BinaryIO, answer: Choice) -> None:
    out.write(msgspec.json.encode(answer) + b"\n")
    out.flush()


def main() -> None:
    """What players print goes to the error output: the output belongs to the answers."""
    out = sys.stdout.buffer
    sys.stdout = sys.stderr
    serve(sys.stdin.buffer, out)


if __name__ == "__main__":
    main()
