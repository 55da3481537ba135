"""Frames: what a game is in the middle of, as data.

`State.stack` holds frames, innermost last. Two kinds, never mixed: a Procedure has ordered, named STEPS and
never asks; a Question has candidates, check and answer. A stack prints as ``Impulse > Move > OpportunityFire``.
Frames hold ids and ints only, so a paused game is plain JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from lnlt.core.tally import Refusal

if TYPE_CHECKING:
    from lnlt.core.draft import Draft
    from lnlt.core.game import Game
    from lnlt.core.state import Position


def _tag(name: str) -> str:
    out = "".join("_" + c.lower() if c.isupper() else c for c in name)
    return out.lstrip("_")


class Command(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag=_tag):
    """What a player orders. Units and places are named as printed, so commands read well in files."""

    RULE: ClassVar[str] = ""
    """Section that says when the order may be given, if that is not the section of the question asked."""


class Frame(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="frame", tag=_tag):
    """One level of what is going on."""

    RULE: ClassVar[str] = ""

    def in_progress(self, on_top: bool) -> bool:  # noqa: ARG002
        """Whether what it has brought about so far is only part of what it does: Events wait for the rest (1.8)."""
        return False


class Procedure(Frame, frozen=True, gc=False, kw_only=True, tag=_tag):
    """A sequence of steps. `step` is the number of the next one; a step may push child frames or jump."""

    STEPS: ClassVar[tuple[str, ...]] = ()
    MOMENT: ClassVar[str] = "events"
    """Step at which all that it has brought about before counts together; if it has no such step everything at once."""
    step: int = 0

    def in_progress(self, on_top: bool) -> bool:
        """Before its moment; the step before that lasts as long as anything is on top."""
        if self.MOMENT not in self.STEPS:
            return False
        moment = self.STEPS.index(self.MOMENT)
        return self.step < moment or (self.step == moment and not on_top)

    def events(self, d: Draft) -> None:
        """1.8, Q-559: the moment of its Events, which have been read when this step is done (`look_for_events`)."""

    @classmethod
    def functions(cls) -> tuple[Callable[[Any, Draft], None], ...]:
        """The step functions in order."""
        return tuple(getattr(cls, name) for name in cls.STEPS)


class Question(Frame, frozen=True, gc=False, kw_only=True, tag=_tag):
    """A choice of one side. The engine takes the question off the stack before `answer` runs."""

    ACCEPTS: ClassVar[tuple[type[Command], ...]] = ()
    WINDOW: ClassVar[str] = ""
    """Name of the reaction window, if this is one."""
    PART_OF_ACT: ClassVar[bool] = False
    """Whether it belongs to what has just been done, such as where somebody new stands: Events wait for it (1.8)."""
    side: int

    def in_progress(self, on_top: bool) -> bool:  # noqa: ARG002
        """As long as it is asked, if it says so."""
        return self.PART_OF_ACT

    def accepts(self, game: Game) -> Collection[type[Command]]:  # noqa: ARG002
        """Kinds of commands that can answer."""
        return self.ACCEPTS

    def candidates(self, game: Game, s: Position) -> Iterable[Command]:
        """Commands worth checking: tight, but hiding none that `check` would allow."""
        raise NotImplementedError

    def check(self, game: Game, s: Position, command: Any) -> Refusal | None:
        """The one place that says whether a command is allowed."""
        raise NotImplementedError

    def options(self, game: Game, s: Position) -> list[Command]:
        """Every command that is allowed: the candidates that pass `check`."""
        check = self.check
        return [c for c in self.candidates(game, s) if check(game, s, c) is None]

    def answer(self, d: Draft, command: Any) -> None:
        """Carry the command out."""
        raise NotImplementedError

    def refusals(self, game: Game, s: Position) -> Iterable[tuple[Command, Refusal]]:
        """What a player might expect to be offered and is not, with the reason."""
        return [(c, r) for c in self.candidates(game, s) if (r := self.check(game, s, c)) is not None]


def describe(stack: Iterable[Frame]) -> str:
    """Names of the frames from the outside in."""
    return " > ".join(type(frame).__name__ for frame in stack)
