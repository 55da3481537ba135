"""All games of a server: made, opened when somebody comes, put away when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime

import msgspec

from lnlt import engine, words
from lnlt.ai import PLAYERS
from lnlt.content.files import guess
from lnlt.content.games import setup_chart
from lnlt.content.los_cache import load_sight
from lnlt.content.maps import build_board
from lnlt.core.dice import SEEDED, Dice, SecretDice
from lnlt.core.errors import LnltError
from lnlt.core.record import Header, parse_header
from lnlt.core.setup import GameSetup, parse_setup, setup_bytes
from lnlt.server import messages, shapes
from lnlt.server.keys import SeatRow, fingerprint, new_id, new_key
from lnlt.server.ledger import EVERY, Ledger, load
from lnlt.server.library import Kit, is_built, kit, scenario_ids, scenario_setup
from lnlt.server.problems import ApiProblem
from lnlt.server.room import Room
from lnlt.server.settings import Settings
from lnlt.server.storage import GameRow, LogRow, Snapshot, StorageError, Store
from lnlt.server.telling import HUMAN
from lnlt.server.workers import Workers
from lnlt.version import RULES, lnlt_version

LOG = logging.getLogger("lnlt.server")
SWEEP_SECONDS = 30.0
LONGEST_NAME = 32
"""Characters of the name of a game."""


class StoredHeader(msgspec.Struct, frozen=True, kw_only=True):
    """A record's header without the set-up, which is stored once for all games that have it."""

    rules: str
    lnlt: str
    scenario: str
    seed: int | str
    players: tuple[str, ...] = ()
    started: str = ""
    rolls: tuple[tuple[int, ...], ...] = ()
    digest: str = ""
    secret: str = ""
    """What the dice to come follow from instead of the seed: no record has it."""

    @classmethod
    def of(cls, header: Header, secret: str) -> StoredHeader:
        """The header of a record, to be stored."""
        return cls(**{name: getattr(header, name) for name in cls.__struct_fields__ if name != "secret"}, secret=secret)

    def whole(self, setup: GameSetup) -> Header:
        """The header of the record."""
        known = {name: getattr(self, name) for name in self.__struct_fields__ if name != "secret"}
        return Header(**known, setup=setup)

    @property
    def dice(self) -> Dice:
        """The dice to come."""
        return SecretDice(self.secret) if self.secret else SEEDED


def levels() -> tuple[shapes.Level, ...]:
    """Who can play a side."""
    found = []
    for name in (HUMAN, *PLAYERS):
        title, about = words.level_name(name)
        found.append(shapes.Level(id=name, name=title, about=about))
    return tuple(found)


class Hub:
    """The games of one server."""

    def __init__(self, store: Store, workers: Workers, settings: Settings) -> None:
        self.store, self.workers, self.settings = store, workers, settings
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._seeing = asyncio.Lock()
        """Held while lines of sight are worked out: one board at a time."""
        self.new_seed: Callable[[], str] = lambda: secrets.token_hex(16)
        """Where dice come from that nobody has chosen."""
        self._sweeper: asyncio.Task[None] | None = None
        self.closing = False

    def start(self) -> None:
        """Begin to put away what nobody uses."""
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")

    async def close(self) -> None:
        """Stop all games; they are stored."""
        self.closing = True
        if self._sweeper is not None:
            self._sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeper
        for room in list(self.rooms.values()):
            await room.stop()

    # New games

    async def create(self, wish: shapes.NewGame) -> shapes.GameCreated:
        """Begin a game of a shipped scenario. Between two people the server alone chooses the dice."""
        found = await self.kit(self._setup(wish))
        seats, keys = self._seats(found, wish.seats, wish.hot_seat)
        if wish.seed and between_people(keys):
            raise ApiProblem(409, "seed_between_people", "seed")
        header = Header(
            rules=RULES,
            lnlt=lnlt_version(),
            scenario=found.game.setup.id,
            seed=wish.seed or self.new_seed(),
            players=tuple(seat.player for seat in seats),
            started=datetime.now(UTC).isoformat(timespec="seconds"),
            setup=found.game.setup,
        )
        first = engine.begin(found.game, header.seed)
        digest = engine.CODEC.digest(first.state)
        header = msgspec.structs.replace(header, rolls=first.rolls, digest=digest)
        return await self._store(found, Ledger(found.game, header, first), seats, keys)

    async def restore(self, wish: shapes.ImportGame) -> shapes.GameCreated:
        """Go on with a record somebody has kept."""
        try:
            first, *lines = wish.record.encode().removesuffix(b"\n").split(b"\n")
            header = parse_header(first, "record")
            check_size(header.setup, len(lines))
            found = await self.kit(setup_bytes(header.setup))
            header = msgspec.structs.replace(header, setup=found.game.setup)
            rows = [LogRow("", number, number, line) for number, line in enumerate(lines, 1)]
            ledger = await load(found.game, header, rows, (), where="record")
        except LnltError as error:
            raise ApiProblem(409, "bad_record", ": ".join(error.place), reason=error.reason) from None
        except Exception as error:  # a set-up nobody could have made with this program
            LOG.warning("record refused: %r", error)
            raise ApiProblem(409, "bad_record", reason=f"{type(error).__name__}: {error}") from None
        players = wish.seats or tuple(
            shapes.SeatWish(side=side.id, player=name)
            for side, name in zip(found.game.sides, header.players, strict=False)
            if name in PLAYERS
        )
        seats, keys = self._seats(found, players, wish.hot_seat)
        secret = self.new_seed() if between_people(keys) else ""  # whoever has the record knows its dice to come
        return await self._store(found, ledger, seats, keys, secret)

    async def kit(self, data: bytes) -> Kit:
        """The game of a set-up. Lines of sight of a board nobody has had yet take long: nobody else waits for them."""
        if is_built(data):
            return kit(data)
        setup = parse_setup(data)
        board = build_board(setup.board, setup_chart(setup), setup.id)
        if board.size > MAX_HEXES:
            raise LnltError("the board is too large", "setup", "board")
        async with self._seeing:
            end = time.monotonic() + self.settings.sight_seconds

            def go_on(_done: int, _all: int) -> None:
                if self.closing or time.monotonic() > end:
                    raise LnltError("its lines of sight take too long to work out", "setup", "board")

            return kit(data, await asyncio.to_thread(load_sight, board, go_on))

    async def _store(
        self, found: Kit, ledger: Ledger, seats: tuple[SeatRow, ...], keys: tuple[str, ...], secret: str = ""
    ) -> shapes.GameCreated:
        name = new_id()
        row = GameRow(
            name,
            time.time(),
            found.digest,
            msgspec.json.encode(StoredHeader.of(ledger.header, secret)),
            msgspec.json.encode(seats),
            b"[]",
        )
        log = [LogRow(name, e.n, e.n, engine.CODEC.encode(e)) for e in ledger.entries]
        shots = []
        for number in range(EVERY, ledger.number + 1, EVERY):
            state = (await ledger.at(number)).state
            shots.append(Snapshot(number, number, engine.CODEC.encode_state(state)))
        try:
            await self.store.create(row, found.data, log, shots)
        except StorageError as error:
            LOG.error("%s", error)
            raise ApiProblem(507, "storage", reason=error.reason) from None
        names = [words.side_name(found.game, side) for side in range(len(seats))]
        return shapes.GameCreated(
            id=name,
            seats=tuple(
                shapes.Seat(side=side, name=names[side], player=seat.player, key=keys[side])
                for side, seat in enumerate(seats)
            ),
        )

    def _setup(self, wish: shapes.NewGame) -> bytes:
        known = scenario_ids()
        name = known.get(wish.scenario, wish.scenario)
        if name not in known.values():
            hint = guess(wish.scenario, known)
            raise ApiProblem(404, "no_such_scenario", "scenario", id=repr(wish.scenario), guess=hint)
        optional = [key for key, _ in kit(scenario_setup(name)).card.optional]
        for option in wish.options:
            if option not in optional:
                raise ApiProblem(404, "no_such_option", "options", id=repr(option), guess=guess(option, optional))
        return scenario_setup(name, tuple(sorted(set(wish.options))))

    def _seats(
        self, found: Kit, wishes: Sequence[shapes.SeatWish], one_key: bool = False
    ) -> tuple[tuple[SeatRow, ...], tuple[str, ...]]:
        """Seats with fingerprints, and the keys; sides nobody was wished for are played by people."""
        index = found.game.side_index
        players: dict[int, str] = {}
        for number, wish in enumerate(wishes):
            where = f"seats[{number}]"
            if wish.side not in index:
                raise ApiProblem(404, "no_such_side", f"{where}.side", side=repr(wish.side))
            if wish.player not in (HUMAN, *PLAYERS):
                hint = guess(wish.player, (HUMAN, *PLAYERS))
                raise ApiProblem(404, "no_such_level", f"{where}.player", id=repr(wish.player), guess=hint)
            if index[wish.side] in players:
                raise ApiProblem(409, "two_for_one", f"{where}.side", id=wish.side)
            players[index[wish.side]] = wish.player
        rows, keys = [], []
        shared = new_key()
        for side in range(len(index)):
            player = players.get(side, HUMAN)
            key = "" if player != HUMAN else shared if one_key else new_key()
            rows.append(SeatRow(player, fingerprint(key) if key else ""))
            keys.append(key)
        return tuple(rows), tuple(keys)

    # Open games

    async def open(self, name: str) -> Room:
        """A game in memory; ApiProblem if there is none or it cannot be opened."""
        room = self.rooms.get(name)
        if room is not None:
            room.used = time.monotonic()
            return room
        if len(name) > LONGEST_NAME:
            raise ApiProblem(404, "no_such_game", id=f"{name[:LONGEST_NAME]}…")
        try:
            async with self._opening.setdefault(name, asyncio.Lock()):
                room = self.rooms.get(name)
                if room is None:
                    room = self.rooms.setdefault(name, await self._load(name))
        finally:
            self._opening.pop(name, None)
        return room

    async def _load(self, name: str) -> Room:
        try:
            stored = await self.store.game(name)
            if stored is None:
                raise ApiProblem(404, "no_such_game", id=name)
            row, data = stored
            found = await self.kit(data)
            header = msgspec.json.decode(row.header, type=StoredHeader)
            log, shots = await self.store.log(name), await self.store.snapshots(name)
            ledger = await load(found.game.own(), header.whole(found.game.setup), log, shots, header.dice)
        except LnltError as error:
            LOG.error("game %s: %s", name, error)
            raise ApiProblem(503, "broken_game", reason=error.reason) from None
        seats = msgspec.json.decode(row.seats, type=tuple[SeatRow, ...])
        orders = {o.side: o for o in msgspec.json.decode(row.orders, type=list[messages.Standing])}
        return Room(name, found, ledger, seats, orders, self.store, self.workers, self.settings)

    async def _sweep(self) -> None:
        """Put away games nobody is connected to."""
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self.settings.idle_seconds))
            self.sweep()

    def sweep(self) -> int:
        """Forget idle games; how many there were."""
        old = time.monotonic() - self.settings.idle_seconds
        idle = [n for n, room in self.rooms.items() if not room.clients and not room.busy and room.used < old]
        for name in idle:
            del self.rooms[name]
        return len(idle)


def between_people(keys: Sequence[str]) -> bool:
    """Whether people with keys of their own play against each other, who must not know the dice to come."""
    return len({key for key in keys if key}) > 1


MAX_HEXES = 2000
MAX_UNITS = 500
MAX_MAPS = 8
MAX_OFFSET = 120
"""Hexes from one map of a board to another."""
MAX_ENTRIES = 20_000


def check_size(setup: GameSetup, entries: int) -> None:
    """A record from outside must be one a server can hold."""
    columns, rows = setup.board.size
    maps = setup.board.maps
    if columns * rows > MAX_HEXES or max(len(maps), len(setup.board.sheets)) > MAX_MAPS:
        raise LnltError("the board is too large", "setup", "board")
    if any(abs(number) > MAX_OFFSET for place in maps for number in (place.column, place.row)):
        raise LnltError("the maps lie too far apart", "setup", "board", "maps")
    if entries > MAX_ENTRIES:
        raise LnltError(f"it has more than {MAX_ENTRIES} entries")
    if len(setup.units) > MAX_UNITS or len(setup.weapons) > MAX_UNITS or len(setup.markers) > MAX_UNITS:
        raise LnltError("there are too many counters", "setup", "units")
