"""4.0: one kind of thing a side may do in an impulse: what every chapter that adds one fills in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from lnlt.core.draft import Draft
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal

if TYPE_CHECKING:
    from lnlt.rules.ch04_operations.impulse import Impulse


class Action:
    """One kind of thing a side may do in an impulse: chapters define them, a game holds them all."""

    command: type[Command]
    prolongs: bool = True
    """Whether an impulse in which something was done goes on for this alone."""
    needs_named: bool = False
    """Whether only units of named locations, or who have just arrived, do it: nothing to offer before that."""
    opens: bool = False
    """Whether it is for the beginning of an impulse only: nothing to offer once somebody has acted."""

    def in_play(self, game: Game) -> bool:  # noqa: ARG002
        """Whether the counters it needs are in the game at all."""
        return True

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> Iterable[Command]:
        """Commands worth checking."""
        raise NotImplementedError

    def check(self, game: Game, s: Position, impulse: Impulse, command: Any) -> Refusal | None:
        """The one place that says whether it is allowed."""
        raise NotImplementedError

    def options(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """The candidates that are allowed."""
        check = self.check
        return [c for c in self.candidates(game, s, impulse) if check(game, s, impulse, c) is None]

    def possible(self, game: Game, s: Position, impulse: Impulse) -> bool:
        """Whether one of the candidates is allowed."""
        for command in self.candidates(game, s, impulse):  # noqa: SIM110 (asked often: a loop is cheaper)
            if self.check(game, s, impulse, command) is None:
                return True
        return False

    def answer(self, d: Draft, impulse: Impulse, command: Any) -> None:
        """Do it; the Impulse is on top of the stack."""
        raise NotImplementedError

    def before_end(self, game: Game, s: Position, impulse: Impulse) -> Refusal | None:  # noqa: ARG002
        """What must still be done before the impulse may end."""
        return None

    def before_last_pass(self, game: Game, s: Position, impulse: Impulse) -> Refusal | None:  # noqa: ARG002
        """What must still be done before a pass may end the phase."""
        return None
