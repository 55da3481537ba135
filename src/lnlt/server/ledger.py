"""What has happened in a game: every entry, the last positions, and others when they are asked for.

All entries are kept, positions only now and then: one that is not at hand is reached by playing on from the last
stored one with the recorded dice. A change is tried first, stored by the caller, then accepted.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import NamedTuple

from lnlt import engine
from lnlt.core.dice import SEEDED, Dice, DiceError, RecordedDice
from lnlt.core.engine import Step
from lnlt.core.errors import RecordError
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.record import Barrier, Entry, Header, attempt, barrier_after, entry_line, header_line
from lnlt.core.record import parse_entry as read_entry
from lnlt.core.state import State
from lnlt.core.tally import Refusal
from lnlt.server.storage import LogRow, Snapshot

CODEC = engine.CODEC
EVERY = 50
"""Entries from one stored position to the next."""
RECENT = 64
"""Steps that are kept with their events."""
SLICE = 0.01
"""Seconds for which entries are played again before others get their turn."""


class Breath:
    """Lets others have their turn when something has gone on for long enough."""

    def __init__(self) -> None:
        self.began = time.perf_counter()

    async def __call__(self) -> None:
        """A good moment for a pause."""
        if time.perf_counter() - self.began > SLICE:
            await asyncio.sleep(0)
            self.began = time.perf_counter()


class Proposal(NamedTuple):
    """An entry that would be allowed, and what it would bring about."""

    entry: Entry
    step: Step


class Ledger:
    """The course of one game."""

    def __init__(self, game: Game, header: Header, first: Step, dice: Dice = SEEDED) -> None:
        self.game, self.header, self.dice = game, header, dice
        self.entries: list[Entry] = []
        self.history: list[int] = [0]
        """How many entries stood after each version."""
        self._steps: dict[int, Step] = {0: first}
        """The last steps, by number of entry."""
        self._marks: dict[int, State] = {0: first.state}
        """Positions from which others are reached."""
        self._first = first
        self.step, self.state = first, first.state
        """What the last entry brought about, and the position now."""

    # Now

    @property
    def number(self) -> int:
        """Entries that stand."""
        return len(self.entries)

    @property
    def version(self) -> int:
        """Changes so far, those taken back included: it only ever grows."""
        return len(self.history) - 1

    # Changes

    def propose(self, commands: Sequence[Command], by: int | None) -> Proposal | Refusal:
        """What commands would bring about, or why they are not allowed. Nothing changes."""
        found = attempt(CODEC, self.game, self.state, self.number + 1, commands, by, self.dice)
        return found if isinstance(found, Refusal) else Proposal(*found)

    def row(self, game: str, proposal: Proposal | None) -> LogRow:
        """The line of the log for a change; None: the last entry is taken back."""
        if proposal is None:
            return LogRow(game, self.version + 1, self.number - 1, b"")
        return LogRow(game, self.version + 1, proposal.entry.n, CODEC.encode(proposal.entry))

    def snapshot(self, proposal: Proposal) -> Snapshot | None:
        """A position to be stored with an entry, now and then."""
        if proposal.entry.n % EVERY:
            return None
        return Snapshot(self.version + 1, proposal.entry.n, CODEC.encode_state(proposal.step.state))

    def accept(self, proposal: Proposal) -> None:
        """Make a proposal part of the game."""
        self.entries.append(proposal.entry)
        self._keep(self.number, proposal.step)
        self.history.append(self.number)

    def _keep(self, number: int, step: Step) -> None:
        self.step, self.state = step, step.state
        self._steps[number] = step
        self._steps.pop(number - RECENT, None)
        if number % EVERY == 0:
            self._marks[number] = step.state

    def barrier(self, by: int | None = None) -> Barrier | None:
        """Why the last entry cannot be taken back; None if it can."""
        before = self._steps.get(self.number - 1)
        if before is None:
            return Barrier("nothing")
        return barrier_after(before.state, self.step, self.number, by)

    def undoer(self) -> int | None:
        """The side that may take the last entry back."""
        before = self._steps.get(self.number - 1)
        side = engine.decider(before.state) if before is not None else None
        return side if side is not None and self.barrier(side) is None else None

    def take_back(self) -> Entry:
        """Take the last entry back; the caller has asked for the barrier and stored the change."""
        self._steps.pop(self.number)
        self._marks.pop(self.number, None)
        gone = self.entries.pop()
        self.step = self._steps[self.number]
        self.state = self.step.state
        self.history.append(self.number)
        return gone

    def common(self, version: int) -> int:
        """Entries that stood at an earlier version and still do; none for a version there never was."""
        return min(self.history[version:]) if 0 <= version < len(self.history) else 0

    def recent(self, number: int) -> tuple[State | None, Step]:
        """The last entry or one shortly before it: the position before, and what came of it."""
        before = self._steps.get(number - 1)
        return (before.state if before else None), self._steps[number]

    # The past

    async def steps(self, first: int, last: int) -> list[tuple[State | None, Step]]:
        """Entries `first` to `last`: the position before each (none before the beginning), and what came of it."""
        found: list[tuple[State | None, Step]] = []
        if last < first:
            return found
        before = (await self.at(first - 1)).state if first > 0 else None
        breathe = Breath()
        for number in range(first, last + 1):
            step = self._steps.get(number)
            if step is None:
                step = self._first if number == 0 else self._again(before, self.entries[number - 1])
            found.append((before, step))
            before = step.state
            await breathe()
        return found

    async def at(self, number: int) -> Step:
        """What entry `number` brought about; 0 is the beginning."""
        known = self._steps.get(number) or (self._first if number == 0 else None)
        if known is not None:
            return known
        near = max(n for n in self._marks if n < number)
        step = Step(self._marks[near], ())
        breathe = Breath()
        for n in range(near + 1, number + 1):
            step = self._steps.get(n) or self._again(step.state, self.entries[n - 1])
            if n % EVERY == 0:
                self._marks[n] = step.state
            await breathe()
        return step

    def _again(self, before: State | None, entry: Entry) -> Step:
        """Play an entry again with its dice."""
        assert before is not None
        place = ("game", f"entry {entry.n}")
        side = self.game.side_index.get(entry.side)
        dice = RecordedDice(entry.rolls)
        try:
            if len(entry.do) == 1:
                step = engine.submit(self.game, before, entry.do[0], dice, side)
            else:
                step = engine.submit_all(self.game, before, entry.do, dice, side)
            dice.finish()
        except DiceError as error:
            raise RecordError(f"does not replay: {error}", *place) from None
        if isinstance(step, Refusal):
            raise RecordError(f"is not allowed: {step.code} ({step.rule})", *place)
        if not CODEC.fits(entry.digest, step.state):
            raise RecordError("leads to another position than recorded", *place)
        return step

    def text(self) -> str:
        """The game as a record: only what stands."""
        return "".join([header_line(self.header), *(entry_line(CODEC, entry) for entry in self.entries)])


def begin(game: Game, header: Header) -> Step:
    """The beginning of a game as its header says."""
    dice = RecordedDice(header.rolls)
    try:
        step = engine.begin(game, header.seed, dice)
        dice.finish()
    except DiceError as error:
        raise RecordError(f"the beginning does not replay: {error}", "game") from None
    if not CODEC.fits(header.digest, step.state):
        raise RecordError(f"was begun with another version of the rules (lnlt {header.lnlt})", "game")
    return step


async def load(
    game: Game,
    header: Header,
    rows: Sequence[LogRow],
    snapshots: Sequence[Snapshot],
    dice: Dice = SEEDED,
    where: str = "game",
) -> Ledger:
    """A stored game: its entries, and the last positions played again from a stored one; `dice` are those to come."""
    breathe = Breath()
    ledger = Ledger(game, header, begin(game, header), dice)
    standing: list[LogRow] = []
    for row in rows:
        del standing[row.number - (1 if row.data else 0) :]
        if row.data:
            standing.append(row)
        ledger.history.append(row.number)
    for number, row in enumerate(standing, 1):
        ledger.entries.append(read_entry(CODEC, row.data, number, where))
        await breathe()
    for shot in snapshots:
        if shot.number and min(ledger.history[shot.version :]) >= shot.number:
            ledger._marks[shot.number] = CODEC.decode_state(shot.state)
    start = max(0, ledger.number - RECENT + 2)
    step = await ledger.at(start)
    ledger._keep(start, step)
    for before, entry in enumerate(ledger.entries[start:], start):
        step = ledger._again(step.state, entry)
        ledger._keep(before + 1, step)
        await breathe()
    return ledger
