"""The table of the text game: a match, who plays it, and the file every accepted command goes to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lnlt import engine
from lnlt.ai import PLAYERS, Player, make_player
from lnlt.content import saves
from lnlt.content.files import guess
from lnlt.core.errors import LnltError, RecordError
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.record import Barrier, Entry, Match
from lnlt.core.state import State
from lnlt.core.tally import Refusal
from lnlt.sim.trial import stuck_text

HUMAN = "human"


def check_players(names: Sequence[str]) -> tuple[str, ...]:
    """Names of players, one per side; LnltError for one that does not exist."""
    known = (HUMAN, *PLAYERS)
    for name in names:
        if name not in known:
            raise LnltError(f"no player {name!r}{guess(name, known)}: one of {', '.join(known)}", "--players")
    return tuple(names)


class Table:
    """A match with its players and its save file."""

    def __init__(self, match: Match, players: Sequence[str], path: Path) -> None:
        self.match = match
        self.players = tuple(players)
        self.path = path
        self._computers: dict[int, Player] = {
            side: make_player(name, f"{match.header.seed}/{side}")
            for side, name in enumerate(self.players)
            if name != HUMAN
        }

    @property
    def game(self) -> Game:
        """What stays the same."""
        return self.match.game

    @property
    def state(self) -> State:
        """The position now."""
        return self.match.state

    @property
    def asked(self) -> int | None:
        """The side that must choose; None when the game is over."""
        return engine.decider(self.state)

    @property
    def human_asked(self) -> bool:
        """Whether a person must choose."""
        side = self.asked
        return side is not None and side not in self._computers

    def open_file(self) -> None:
        """Write the record as it stands; from now on entries are appended."""
        saves.save(self.path, self.match)

    def give(self, commands: Sequence[Command]) -> engine.Step | Refusal:
        """Carry out what the side that is asked orders, and save it."""
        step = self.match.submit_all(commands, self.asked)
        if not isinstance(step, Refusal):
            saves.append(self.path, self.match.codec, self.match.entries[-1])
        return step

    def computer(self) -> engine.Step:
        """Let the computer player that is asked choose and act."""
        side = self.asked
        assert side is not None
        view = engine.view(self.state, side)
        options = engine.options(self.game, self.state)
        if not options:
            raise LnltError(stuck_text(self.game, self.state), str(self.path))
        command = self._computers[side].choose(self.game, view, options)
        step = self.give((command,))
        assert not isinstance(step, Refusal), step
        return step

    def undo(self) -> Entry | Barrier:
        """Take the last entry back, on disk too, or say what stands in the way."""
        gone = self.match.undo(self.asked)
        if isinstance(gone, Entry):
            saves.save(self.path, self.match)
        return gone

    def save_as(self, name: str) -> None:
        """Save under another name and go on there; a name no file can have is a RecordError."""
        try:
            path = Path(name).expanduser()
            saves.save(path, self.match)
        except (OSError, RuntimeError) as error:  # too long; "~" of nobody
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise RecordError(f"cannot be written: {(reason or '').lower()}", name) from None
        self.path = path
