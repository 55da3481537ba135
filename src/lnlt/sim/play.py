"""One game of two computer players, from the first question to the end, with what is worth knowing about it."""

from __future__ import annotations

import signal
import threading
import time
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

import msgspec

from lnlt import engine
from lnlt.core import events as ev
from lnlt.core.flags import ELIMINATED, SHAKEN
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Refusal
from lnlt.rules.ch22_scenario.victory import standing
from lnlt.sim.levels import Level
from lnlt.sim.luck import Luck, Meter, size
from lnlt.sim.trial import stuck_text

LIMIT = 20_000
"""Decisions after which a game counts as stuck."""
PATIENCE = 3600.0
"""Seconds after which a game counts as stuck."""
TRACE = 4_000


class TurnRow(msgspec.Struct, frozen=True, array_like=True):
    """How things stood at the end of a turn."""

    turn: int
    strength: tuple[float, float]
    """Squads of both sides that are left, Shaken ones half."""
    ahead: int
    """Who would have won then: a side, or -1 for nobody."""


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game: how it ended, how long it took, who lost what and who was lucky."""

    n: int
    winner: int = -1
    """A side, or -1 for a draw."""
    why: str = ""
    turns: int = 0
    impulses: int = 0
    decisions: int = 0
    squads: tuple[float, float] = (0.0, 0.0)
    """Squads each side lost, Half-Squads as halves."""
    men: tuple[int, int] = (0, 0)
    """Single men each side lost."""
    other: tuple[int, int] = (0, 0)
    """Other counters each side lost."""
    luck: Luck | None = None
    """None if the game did not come to its end."""
    track: tuple[TurnRow, ...] = ()
    failed: str = ""
    """What went wrong, if the game did not come to its end."""
    trace: str = ""
    stuck: bool = False
    """It was given up for lack of time or progress."""


class Stuck(Exception):
    """A game that does not come to an end."""


def strengths(game: Game, state: State) -> tuple[float, float]:
    """Squads of both sides that are left, Shaken ones half."""
    found = [0.0, 0.0]
    for u in state.units:
        if not u.flags & ELIMINATED:
            found[u.side] += size(game.types[u.type]) * (0.5 if u.flags & SHAKEN else 1.0)
    return found[0], found[1]


class _Count:
    """Counts what happens in a game."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.turn = state.turn
        self.kinds = [u.type for u in state.units]
        self.sides = [u.side for u in state.units]
        self.impulses = 0
        self.squads, self.men, self.other = [0.0, 0.0], [0, 0], [0, 0]
        self.track: list[TurnRow] = []
        self.meter = Meter(game)

    def events(self, events: Iterable[ev.Event]) -> None:
        """Take in what came of a command."""
        types = self.game.types
        for e in events:
            kind = type(e)
            if kind is ev.ImpulseBegan:
                self.impulses += 1
            elif isinstance(e, ev.UnitCreated):
                self.kinds.append(e.unit.type)
                self.sides.append(e.unit.side)
            elif isinstance(e, ev.TypeChanged):
                less = size(types[self.kinds[e.unit]]) - size(types[e.type])
                self.squads[self.sides[e.unit]] += max(0.0, less)
                self.kinds[e.unit] = e.type
            elif isinstance(e, ev.Eliminated):
                side, lost = self.sides[e.unit], types[self.kinds[e.unit]]
                if lost.is_smc:
                    self.men[side] += 1
                elif lost.is_mmc:
                    self.squads[side] += size(lost)
                else:
                    self.other[side] += 1

    def note(self, state: State) -> None:
        """Keep how things stand, if a turn is over."""
        while self.turn < state.turn or (state.over is not None and self.turn <= state.turn):
            ahead = (state.over or standing(self.game, state)).winner
            self.track.append(TurnRow(self.turn, strengths(self.game, state), ahead))
            self.turn += 1


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raises Stuck after so many seconds, where the system can do that."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        raise Stuck(f"no end after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def play_game(
    game: Game,
    levels: tuple[Level, Level],
    seed: int | str,
    n: int,
    *,
    limit: int = LIMIT,
    patience: float = PATIENCE,
) -> GameResult:
    """Game number `n` of a seed; a game that raises, is refused a command or does not end comes back as failed."""
    progress = [0, 1]
    try:
        with _alarm(patience):
            return _play(game, levels, seed, n, limit, patience, progress)
    except Stuck as error:
        decisions, turn = progress
        return GameResult(n, turns=turn, decisions=decisions, failed=str(error), stuck=True)
    except Exception as error:
        decisions, turn = progress
        what = f"{type(error).__name__}: {error}"
        return GameResult(n, turns=turn, decisions=decisions, failed=what, trace=traceback.format_exc()[-TRACE:])


def _play(
    game: Game,
    levels: tuple[Level, Level],
    seed: int | str,
    n: int,
    limit: int,
    patience: float,
    progress: list[int],
) -> GameResult:
    began = time.monotonic()
    players = [level.player(f"{seed}-{n}-{side}") for side, level in enumerate(levels)]
    step = engine.begin(game, f"{seed}-{n}")
    state = step.state
    count = _Count(game, state)
    count.impulses = sum(type(e) is ev.ImpulseBegan for e in step.events)
    decisions = 0
    while (side := engine.decider(state)) is not None:
        if decisions >= limit:
            raise Stuck(f"no end after {limit} decisions: {engine.describe(state)}")
        if time.monotonic() - began > patience:
            raise Stuck(f"no end after {patience:g} s: {engine.describe(state)}")
        options = engine.options(game, state)
        if not options:
            raise Stuck(stuck_text(game, state))
        command = players[side].choose(game.public(state), engine.view(state, side), options)
        done = engine.submit(game, state, command, by=side)
        if isinstance(done, Refusal):
            raise RuntimeError(f"{levels[side]} was refused {command!r}: {done.rule} {done.code}")
        decisions += 1
        progress[:] = (decisions, done.state.turn)
        count.events(done.events)
        count.meter.saw(state, command, done.events, done.state)
        state = done.state
        count.note(state)
    assert state.over is not None
    return GameResult(
        n,
        state.over.winner,
        state.over.why,
        state.turn,
        count.impulses,
        decisions,
        (count.squads[0], count.squads[1]),
        (count.men[0], count.men[1]),
        (count.other[0], count.other[1]),
        count.meter.result(),
        tuple(count.track),
    )
