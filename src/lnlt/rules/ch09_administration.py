"""9.0: the Administrative Phase: markers come off, Smoke thins out (order of Q-070)."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, FLIPPED
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import Marker, Position
from lnlt.core.tally import Refusal

REMOVED = frozenset({"spotted", "starshell", "ffe"})


class AdminPhase(Procedure, frozen=True, gc=False, kw_only=True):
    """9.0: clean the board for the next turn."""

    RULE: ClassVar[str] = "9.0"
    STEPS: ClassVar[tuple[str, ...]] = ("begin", "units", "board")

    def begin(self, d: Draft) -> None:
        """The phase begins; a game that is to pause here waits for the players."""
        d.emit(ev.PhaseBegan("admin"))
        if d.game.setup.pause_at_phase_end:
            d.push(PhaseEnd(side=d.active))

    def units(self, d: Draft) -> None:
        """9.0: action markers come off; Movement Points are whole again; weapons may be flipped anew."""
        for u, unit in enumerate(d.units):
            d.flag(u, 0, ACTION_MARKERS)
            if unit.mp:
                d.emit(ev.PointsReset(u))
        for w, weapon in enumerate(d.weapons):
            if weapon.flags & FLIPPED:
                d.emit(ev.WeaponChanged(w, 0, FLIPPED))

    def board(self, d: Draft) -> None:
        """9.0, 7.0: Spotted, Starshell and FFE markers come off, Smoke 2 goes, Smoke 1 turns to Smoke 2."""
        for marker in d.markers:
            if marker.kind in REMOVED or (marker.kind == "smoke" and marker.strength >= 2):
                d.emit(ev.MarkerRemoved(marker))
            elif marker.kind == "smoke":
                d.emit(ev.MarkerRemoved(marker))
                d.emit(ev.MarkerPlaced(Marker("smoke", marker.at, 2, marker.side)))


class Next(Command, frozen=True, gc=False):
    """Let the game run on."""

    PASSES: ClassVar[bool] = True


class PhaseEnd(Question, frozen=True, gc=False, kw_only=True):
    """9.0: a pause before the Administrative Phase, for games that want one."""

    RULE: ClassVar[str] = "9.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (Next,)

    def candidates(self, game: Game, s: Position) -> list[Command]:  # noqa: ARG002
        """There is only one way."""
        return [Next()]

    def check(self, game: Game, s: Position, command: Next) -> Refusal | None:  # noqa: ARG002
        """Always allowed."""
        return None

    def answer(self, d: Draft, command: Next) -> None:
        """Nothing to do: the phase goes on."""
