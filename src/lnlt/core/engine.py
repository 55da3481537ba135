"""The engine: checks a command, lets the frames run until somebody must choose, publishes the next state.

Command -> check (the function that made the options) -> Refusal, nothing changed
        -> answer -> procedures run, dice roll, questions open -> new State + events
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.dice import NO_DICE, SEEDED, Dice, DiceNeeded
from lnlt.core.draft import Draft
from lnlt.core.frames import Command, Frame, Question
from lnlt.core.game import Game
from lnlt.core.state import Queue, State
from lnlt.core.tally import Refusal

ROLLS = (ev.Rolled, ev.Drawn)
MAX_STEPS = 100_000
"""More steps than any command can take: a procedure that never ends is a bug, not a hang."""


class Step(msgspec.Struct, frozen=True):
    """What one accepted command brought about."""

    state: State
    events: tuple[ev.Event, ...]

    @property
    def rolls(self) -> tuple[tuple[int, ...], ...]:
        """Every roll and draw in order, as a record keeps them."""
        return tuple(
            e.faces if isinstance(e, ev.Rolled) else (e.position,) for e in self.events if isinstance(e, ROLLS)
        )


class Explored(msgspec.Struct, frozen=True):
    """A branch nobody has committed to: how far the commands went, and why not farther."""

    state: State
    events: tuple[ev.Event, ...]
    done: int
    """Commands carried out (the one that came to a die counts)."""
    stopped: str = ""
    """"" = all done; "die", "window" (another side must choose), "refused", "over"."""
    refusal: Refusal | None = None
    purpose: str = ""
    """Purpose of the die that was come to."""


def question(state: State) -> Question | None:
    """What is asked now; None when the game is over, or in the state of an exploration that came to a die."""
    top = state.stack[-1] if state.stack else None
    return top if isinstance(top, Question) else None


def decider(state: State) -> int | None:
    """The side that must choose now."""
    top = state.stack[-1] if state.stack else None
    return top.side if isinstance(top, Question) else None


def options(game: Game, state: State) -> list[Command]:
    """Every command that is allowed now."""
    q = question(state)
    if q is None:
        return []
    found = q.options(game, state)
    game.offered = (state, tuple(found))
    return found


def why_not(game: Game, state: State, command: Command, by: int | None = None) -> Refusal | None:
    """Why a command is not allowed now; None if it is."""
    q = question(state)
    if q is None:
        return Refusal("22.0", "game_over")
    if by is not None and by != q.side:
        return Refusal("4.0", "not_your_decision", {"asked": game.side_name(q.side), "by": game.side_name(by)})
    if type(command) not in q.accepts(game):
        return Refusal(
            type(command).RULE or q.RULE,
            "no_answer",
            {"command": str(type(command).__struct_config__.tag), "question": str(type(q).__struct_config__.tag)},
        )
    return q.check(game, state, command)


def submit(game: Game, state: State, command: Command, dice: Dice = SEEDED, by: int | None = None) -> Step | Refusal:
    """Carry out one command, or say why not. The given state is untouched.

    What was offered in this very state has passed its check already and is not checked again.
    """
    offered = game.offered
    if offered[0] is not state or command not in offered[1] or by not in (None, decider(state)):
        refusal = why_not(game, state, command, by)
        if refusal is not None:
            return refusal
    return _carry_out(game, state, command, dice)


def submit_all(
    game: Game, state: State, commands: Sequence[Command], dice: Dice = SEEDED, by: int | None = None
) -> Step | Refusal:
    """Carry out a list of commands. It halts where another side must choose; the rest goes on if that side lets
    things pass and is dropped if it acts. The first command must be allowed; a later refusal drops the rest."""
    if not commands:
        raise ValueError("an empty list of commands")
    refusal = why_not(game, state, commands[0], by)
    if refusal is not None:
        return refusal
    q = question(state)
    assert q is not None
    return _carry_out(game, state, commands[0], dice, Queue(q.side, tuple(commands[1:])) if commands[1:] else None)


def _carry_out(game: Game, state: State, command: Command, dice: Dice, queue: Queue | None = None) -> Step:
    d = Draft(game, state, dice)
    top = d.stack.pop()
    assert isinstance(top, Question)
    if queue is not None:
        d.queue = queue
    elif d.queue is not None and (top.side == d.queue.side or not passes(command)):
        if top.side != d.queue.side:
            d.emit(ev.QueueDropped(d.queue.side, top.RULE, "interrupted"))
        d.queue = None
    d.seq += 1
    top.answer(d, command)
    run(d)
    while _continue_queue(d):
        pass
    return Step(d.publish(), tuple(d.events))


def passes(command: Command) -> bool:
    """Whether a command only lets things pass (commands say so with PASSES)."""
    return getattr(type(command), "PASSES", False)


def _continue_queue(d: Draft) -> bool:
    """Carry out the next queued command if its side is asked; False when there is nothing to go on with."""
    queue = d.queue
    if queue is None or not d.stack:
        return False
    top = d.stack[-1]
    assert isinstance(top, Question)
    if top.side != queue.side:
        return False
    command, rest = queue.commands[0], queue.commands[1:]
    refusal = why_not(d.game, d.publish(), command)
    if refusal is not None:
        d.emit(ev.QueueDropped(queue.side, refusal.rule, refusal.code, dict(refusal.params)))
        d.queue = None
        return False
    d.queue = Queue(queue.side, rest) if rest else None
    d.stack.pop()
    top.answer(d, command)
    run(d)
    return True


_FUNCTIONS: dict[type[Frame], tuple[Any, ...]] = {}
"""Steps of each kind of procedure; none for questions."""


def run(d: Draft) -> None:
    """Let procedures run until a question is on top or the game is over; Events come between their steps (1.8)."""
    stack, look = d.stack, d.game.look_for_events
    for _ in range(MAX_STEPS):
        if look is not None:
            look(d)
        if not stack:
            return
        top: Any = stack[-1]
        kind = type(top)
        functions = _FUNCTIONS.get(kind)
        if functions is None:
            functions = _FUNCTIONS[kind] = () if issubclass(kind, Question) else kind.functions()
        if not functions:
            return
        step = top.step
        if step >= len(functions):
            stack.pop()
            continue
        stack[-1] = now = replace(top, step=step + 1)
        functions[step](now, d)
    raise RuntimeError(f"no end after {MAX_STEPS} steps in {type(stack[-1]).__name__}")


def explore(game: Game, state: State, commands: Sequence[Command]) -> Explored:
    """Run a speculative branch up to the first die or another side's choice; nothing is published or recorded."""
    d = Draft(game, state, NO_DICE)
    side = decider(state)
    done = 0
    for command in commands:
        now = d.publish()
        q = question(now)
        if q is None:
            return Explored(now, tuple(d.events), done, "over")
        if q.side != side:
            return Explored(now, tuple(d.events), done, "window")
        refusal = why_not(game, now, command)
        if refusal is not None:
            return Explored(now, tuple(d.events), done, "refused", refusal)
        d.stack.pop()
        done += 1
        try:
            q.answer(d, command)
            run(d)
        except DiceNeeded as need:
            return Explored(d.publish(), tuple(d.events), done, "die", None, need.purpose)
    return Explored(d.publish(), tuple(d.events), done)
