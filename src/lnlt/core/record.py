"""Game records and matches: commands, rolls and a digest per entry; a record replays without the generator.

A record is JSON Lines: a header with the whole set-up, then one line per entry. Appending a line is enough to
continue. Nothing here reads or writes files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from lnlt.core import engine
from lnlt.core.bounds import check_bounds
from lnlt.core.codec import Codec
from lnlt.core.dice import SEEDED, Dice, DiceError, RecordedDice
from lnlt.core.engine import Step
from lnlt.core.errors import RecordError
from lnlt.core.events import EVERYBODY, ParagraphRead
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.setup import GameSetup
from lnlt.core.state import State
from lnlt.core.tally import Refusal

FORMAT = 1
LONGEST_SEED = 200
MOST_COMMANDS = 1_000
"""Commands of one entry."""
MOST_ROLLS = 10_000
"""Rolls of one entry, and dice of one roll."""
KIND = "lnlt"

Rolls = tuple[tuple[int, ...], ...]
Begin = Callable[[Game, int | str, Dice], Step]
"""Sets a game up and lets it run to its first question (`lnlt.engine.begin`)."""


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """First line of a record: how the game began."""

    record: str = KIND
    format: int = FORMAT
    rules: str
    lnlt: str
    scenario: str
    seed: int | str
    players: tuple[str, ...] = ()
    started: str = ""
    rolls: Rolls = ()
    """Rolls made before the first question."""
    digest: str = ""
    """Of the first state."""
    setup: GameSetup


class Entry(msgspec.Struct, frozen=True):
    """One thing a player did: a command, or a list of them given together."""

    n: int
    side: str
    do: tuple[Command, ...]
    rolls: Rolls
    digest: str
    """Of the state after it."""


class Record(msgspec.Struct, frozen=True):
    """What a record's text holds; `problem` says why the rest of a damaged one was left out."""

    header: Header
    entries: tuple[Entry, ...]
    problem: RecordError | None = None


class Barrier(msgspec.Struct, frozen=True):
    """Why an entry cannot be taken back: nothing, dice, revealed, decider or not_yours."""

    code: str
    entry: int = 0


class _EntryWire(msgspec.Struct, forbid_unknown_fields=True):
    n: int
    side: str
    do: tuple[dict[str, Any], ...]
    rolls: Rolls
    digest: str


_ENCODER = msgspec.json.Encoder(order="deterministic")
_HEADER = msgspec.json.Decoder(Header)
_ENTRY = msgspec.json.Decoder(_EntryWire)


def header_line(header: Header) -> str:
    """The first line of a record, with its line end."""
    return _ENCODER.encode(header).decode() + "\n"


def entry_line(codec: Codec, entry: Entry) -> str:
    """One entry as a line, with its line end."""
    return codec.encode(entry).decode() + "\n"


def parse_header(line: bytes, where: str) -> Header:
    """The header of a record; anything else is a RecordError for line 1."""
    try:
        raw = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RecordError("is no game record: the first line is not JSON", where, "line 1") from None
    except RecursionError:
        raise RecordError("is no game record: too many brackets in each other", where, "line 1") from None
    if not isinstance(raw, dict) or raw.get("record") != KIND:
        raise RecordError("is no game record of lnlt", where, "line 1")
    if raw.get("format") != FORMAT:
        found = repr(raw.get("format"))[:20]
        raise RecordError(f"has format {found}; this lnlt reads format {FORMAT}", where, "line 1")
    check_bounds({**raw, "seed": 0}, where, "line 1")
    if len(str(raw.get("seed"))) > LONGEST_SEED:
        raise RecordError(f"a seed has at most {LONGEST_SEED} characters", where, "line 1")
    try:
        return _HEADER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"damaged header: {error}", where, "line 1") from None


def parse_entry(codec: Codec, line: bytes, number: int, where: str) -> Entry:
    """Entry `number` of a record (it stands in the line after)."""
    place = f"line {number + 1}"
    try:
        wire = _ENTRY.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"damaged entry {number}: {error}", where, place) from None
    except RecursionError:
        raise RecordError(f"damaged entry {number}: too many brackets in each other", where, place) from None
    if len(wire.do) > MOST_COMMANDS or len(wire.rolls) > MOST_ROLLS or any(len(r) > MOST_ROLLS for r in wire.rolls):
        raise RecordError(f"entry {number} has too many commands or rolls", where, place)
    if wire.n != number:
        raise RecordError(f"entry {number} was expected, this is entry {wire.n}", where, place)
    if not wire.do:
        raise RecordError(f"entry {number} has no command", where, place)
    try:
        commands = tuple(codec.decode_command(raw) for raw in wire.do)
    except RecordError as error:
        raise RecordError(f"entry {number}: {error.reason}", where, place) from None
    return Entry(wire.n, wire.side, commands, wire.rolls, wire.digest)


def parse(codec: Codec, text: bytes | str, where: str = "record", repair: bool = False) -> Record:
    """The header and entries of a record's text. With `repair`, the readable beginning of a damaged one."""
    data = text.encode() if isinstance(text, str) else text
    if not data.strip():
        raise RecordError("is empty", where, "line 1")
    first, *lines = data.removesuffix(b"\n").split(b"\n")
    header = parse_header(first, where)
    entries: list[Entry] = []
    for number, line in enumerate(lines, 1):
        try:
            entries.append(parse_entry(codec, line, number, where))
        except RecordError as error:
            if not repair:
                raise
            return Record(header, tuple(entries), error)
    return Record(header, tuple(entries))


def barrier_after(before: State, step: Step, number: int, by: int | None = None) -> Barrier | None:
    """Why an entry that led from a position to the end of a step cannot be taken back; None if it can."""
    if step.rolls:
        return Barrier("dice", number)
    if any(event.audience != EVERYBODY or isinstance(event, ParagraphRead) for event in step.events):
        return Barrier("revealed", number)
    if engine.decider(before) != engine.decider(step.state):
        return Barrier("decider", number)
    if by is not None and by != engine.decider(before):
        return Barrier("not_yours", number)
    return None


def attempt(
    codec: Codec, game: Game, state: State, number: int, commands: Sequence[Command], by: int | None, dice: Dice
) -> tuple[Entry, Step] | Refusal:
    """What commands would bring about as the entry of this number, or why they are not allowed. Nothing changes."""
    side = engine.decider(state)
    if len(commands) == 1:
        step = engine.submit(game, state, commands[0], dice, by)
    else:
        step = engine.submit_all(game, state, commands, dice, by)
    if isinstance(step, Refusal):
        return step
    assert side is not None
    return Entry(number, game.side_name(side), tuple(commands), step.rolls, codec.digest(step.state)), step


class Match:
    """A game being played: every published state, what led to it, and how far it can be taken back."""

    def __init__(self, codec: Codec, game: Game, header: Header, first: Step) -> None:
        self.codec = codec
        self.game = game
        self.header = msgspec.structs.replace(header, rolls=first.rolls, digest=codec.digest(first.state))
        self.steps: list[Step] = [first]
        """What the beginning and each entry brought about."""
        self.entries: list[Entry] = []

    @property
    def state(self) -> State:
        """The position now."""
        return self.steps[-1].state

    def submit(self, command: Command, by: int | None = None, dice: Dice = SEEDED) -> Step | Refusal:
        """Carry out one command and record it, or say why not."""
        return self.submit_all((command,), by, dice)

    def submit_all(self, commands: Sequence[Command], by: int | None = None, dice: Dice = SEEDED) -> Step | Refusal:
        """Carry out a list of commands as one entry, or say why not."""
        found = attempt(self.codec, self.game, self.state, len(self.entries) + 1, commands, by, dice)
        if isinstance(found, Refusal):
            return found
        entry, step = found
        self.steps.append(step)
        self.entries.append(entry)
        return step

    def barrier(self, by: int | None = None) -> Barrier | None:
        """Why the last entry cannot be taken back; None if it can."""
        if not self.entries:
            return Barrier("nothing")
        return barrier_after(self.steps[-2].state, self.steps[-1], len(self.entries), by)

    def undo(self, by: int | None = None) -> Entry | Barrier:
        """Take the last entry back, or say what stands in the way."""
        barrier = self.barrier(by)
        if barrier is not None:
            return barrier
        self.steps.pop()
        return self.entries.pop()

    def lines(self) -> Iterable[str]:
        """The record line by line: only what stands."""
        yield header_line(self.header)
        for entry in self.entries:
            yield entry_line(self.codec, entry)

    def text(self) -> str:
        """The whole record."""
        return "".join(self.lines())


def start(codec: Codec, begin: Begin, game: Game, header: Header, dice: Dice = SEEDED) -> Match:
    """A new match; rolls and digest of the header are filled in."""
    return Match(codec, game, header, begin(game, header.seed, dice))


def replay(
    codec: Codec,
    begin: Begin,
    game: Game,
    header: Header,
    entries: Iterable[Entry],
    where: str = "record",
    repair: bool = False,
) -> tuple[Match, RecordError | None]:
    """Run a record again with its own rolls and compare every digest; a difference is a RecordError.

    With `repair`, the match up to the first difference, and the difference.
    """
    dice = RecordedDice(header.rolls)
    try:
        match = start(codec, begin, game, header, dice)
        dice.finish()
    except DiceError as error:
        raise RecordError(f"the beginning does not replay: {error}", where, "line 1") from None
    if header.digest and not codec.fits(header.digest, match.state):
        reason = f"the game begins otherwise than recorded (by lnlt {header.lnlt}, rules {header.rules})"
        raise RecordError(reason, where, "line 1")
    for entry in entries:
        try:
            _replay_entry(match, entry, where)
        except RecordError as error:
            if not repair:
                raise
            return match, error
    return match, None


def _replay_entry(match: Match, entry: Entry, where: str) -> None:
    place = (where, f"line {entry.n + 1}")
    name = f"entry {entry.n}"
    side = match.game.side_index.get(entry.side)
    if side is None:
        raise RecordError(f"{name}: no side {entry.side!r} in this game", *place)
    dice = RecordedDice(entry.rolls)
    try:
        step = match.submit_all(entry.do, side, dice)
    except DiceError as error:
        raise RecordError(f"{name} does not replay: {error}", *place) from None
    if isinstance(step, Refusal):
        raise RecordError(f"{name} is not allowed: {step.code} ({step.rule})", *place)
    try:
        dice.finish()
        if not match.codec.fits(entry.digest, match.state):
            raise RecordError(f"{name} leads to another position than recorded", *place)
    except (DiceError, RecordError) as error:
        match.steps.pop()
        match.entries.pop()
        raise RecordError(error.reason if isinstance(error, RecordError) else f"{name}: {error}", *place) from None
