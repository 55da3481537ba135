"""Games on disk: an embedded database, written to by one thread that commits what many games have in one go."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import msgspec
from alembic import command as alembic
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, insert, select, text, update
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import SQLAlchemyError

from lnlt.core.errors import LnltError
from lnlt.server.tables import GAMES, LOG, SETUPS, SNAPSHOTS

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
SYNC_SECONDS = 1.0
"""What was stored is with the system at once, so that it outlives the process; with the disk after this time."""
GATHER_SECONDS = 0.01
"""Least time from one commit to the next on a busy server."""
BATCH = 500
"""Most rows of one transaction."""


class StorageError(LnltError):
    """Something could not be stored or read; nothing was changed."""


class LogRow(msgspec.Struct, frozen=True):
    """One line of a game's log; no data: an entry was taken back."""

    game: str
    version: int
    number: int
    data: bytes


class Snapshot(msgspec.Struct, frozen=True):
    """A stored position: after how many log lines, with how many entries standing."""

    version: int
    number: int
    state: bytes


class GameRow(msgspec.Struct, frozen=True):
    """A stored game without its log."""

    id: str
    created: float
    setup: str
    header: bytes
    seats: bytes
    orders: bytes


class _Job(msgspec.Struct):
    """Something to be written, and who waits for it."""

    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]
    log: LogRow | None = None
    snapshot: tuple[str, Snapshot] | None = None
    game: tuple[GameRow, bytes, Sequence[LogRow], Sequence[Snapshot]] | None = None
    orders: tuple[str, bytes] | None = None


def reason(error: BaseException) -> str:
    """Why the database refused, in a few words."""
    cause = getattr(error, "orig", None) or error
    return str(cause) or type(cause).__name__


def _pragmas(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(path: Path) -> None:
    """Bring the file to the newest shape; StorageError if it is no database of ours or cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        sync = create_engine(f"sqlite:///{path}")
        event.listen(sync, "connect", _pragmas)
        try:
            with sync.begin() as connection:
                _upgrade(connection)
        finally:
            sync.dispose()
    except (SQLAlchemyError, OSError) as error:
        raise StorageError(f"cannot be used as a data file: {reason(error)}", str(path)) from None


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    alembic.upgrade(config, "head")


class Store:
    """The database of one server. One thread writes: what waits while it commits goes into the next transaction."""

    def __init__(self, path: Path, durable: bool = False) -> None:
        self.path, self.durable = path, durable
        self.engine: Engine = create_engine(f"sqlite:///{path}")
        event.listen(self.engine, "connect", self._connected)
        self._waiting: list[_Job] = []
        """Jobs the thread has not been given yet."""
        self._busy = False
        self._handed = 0.0
        """When it was given something last, by the loop's clock."""
        self._jobs: SimpleQueue[list[_Job] | None] = SimpleQueue()
        self._writer: threading.Thread | None = None

    def _connected(self, connection: Any, record: object) -> None:
        _pragmas(connection, record)
        if not self.durable:
            connection.execute("PRAGMA synchronous=NORMAL")

    async def open(self) -> None:
        """Make or migrate the file and begin to write."""
        await asyncio.to_thread(migrate, self.path)
        self._writer = threading.Thread(target=self._write, name="storage", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        """Write what is waiting, then close the file."""
        if self._writer is not None:
            while (self._waiting or self._busy) and self._writer.is_alive():
                await asyncio.sleep(0.005)
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
        self.engine.dispose()

    # Writing

    async def append(self, row: LogRow, snapshot: Snapshot | None = None) -> None:
        """Store one line of a log; when this returns it is committed. StorageError: it is not."""
        await self._put(log=row, snapshot=None if snapshot is None else (row.game, snapshot))

    async def create(
        self, game: GameRow, setup: bytes, log: Sequence[LogRow] = (), snapshots: Sequence[Snapshot] = ()
    ) -> None:
        """Store a new game, with what has happened in it if it is an old one."""
        await self._put(game=(game, setup, log, snapshots))

    async def set_orders(self, game: str, orders: bytes) -> None:
        """Store standing orders."""
        await self._put(orders=(game, orders))

    async def _put(self, **what: Any) -> None:
        loop = asyncio.get_running_loop()
        job = _Job(loop, loop.create_future(), **what)
        if not self._waiting:
            self._soon(loop)
        self._waiting.append(job)
        await job.done

    def _soon(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hand over what waits: at once, or a little after the last time, so that many orders share one commit."""
        loop.call_later(max(0.0, self._handed + GATHER_SECONDS - loop.time()), self._hand_over, loop)

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give the thread everything that waits, unless it is at work: then it gets the next batch when it is done."""
        if self._waiting and not self._busy:
            self._busy, self._handed = True, loop.time()
            batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            self._jobs.put(batch)

    def _written(self, told: Sequence[tuple[Sequence[_Job], StorageError | None]]) -> None:
        """A batch is on disk, or what of it is: let those who wait go on."""
        self._busy = False
        if self._waiting:
            self._soon(self._waiting[0].loop)
        for jobs, error in told:
            for job in jobs:
                if job.done.done():
                    continue
                if error is None:
                    job.done.set_result(None)
                else:
                    job.done.set_exception(error)

    def _write(self) -> None:
        """The writing thread: commit each batch in one transaction, tell those who wait."""
        with self.engine.connect() as connection:
            last, dirty = time.monotonic(), False
            while True:
                try:
                    batch = self._jobs.get(timeout=SYNC_SECONDS if dirty else None)
                except Empty:
                    batch = []
                if batch is None:
                    return
                told = self._store(connection, batch) if batch else ()
                dirty = not self.durable and (dirty or bool(batch))
                if dirty and time.monotonic() - last >= SYNC_SECONDS:
                    sync(self.path)
                    last, dirty = time.monotonic(), False
                if not batch:
                    continue
                with suppress(RuntimeError):  # the loop has ended: nobody waits any more
                    batch[0].loop.call_soon_threadsafe(self._written, told)

    def _store(
        self, connection: Connection, jobs: Sequence[_Job]
    ) -> Sequence[tuple[Sequence[_Job], StorageError | None]]:
        """Commit jobs together; if that fails, one by one: nobody suffers for what another game wanted to store."""
        try:
            if all(job.log is not None and job.snapshot is None for job in jobs):
                append(connection.connection.driver_connection, jobs)
            else:
                with connection.begin():
                    write(connection, jobs)
        except Exception as error:
            if len(jobs) == 1:
                return [(jobs, StorageError(f"cannot be stored: {reason(error)}", self.path.name))]
            return [told for job in jobs for told in self._store(connection, [job])]
        return [(jobs, None)]

    # Reading

    async def game(self, name: str) -> tuple[GameRow, bytes] | None:
        """A game and its set-up; None if there is no such game."""
        join = GAMES.join(SETUPS, GAMES.c.setup == SETUPS.c.digest)
        query = select(GAMES, SETUPS.c.data).select_from(join).where(GAMES.c.id == name)
        rows = await self._read(query)
        if not rows:
            return None
        *fields, data = rows[0]
        return GameRow(*fields), data

    async def log(self, name: str) -> list[LogRow]:
        """Everything that happened in a game, in order."""
        query = select(LOG.c.game, LOG.c.version, LOG.c.number, LOG.c.data).where(LOG.c.game == name)
        return [LogRow(*row) for row in await self._read(query.order_by(LOG.c.version))]

    async def snapshots(self, name: str) -> list[Snapshot]:
        """Stored positions of a game, oldest first."""
        query = select(SNAPSHOTS.c.version, SNAPSHOTS.c.number, SNAPSHOTS.c.state).where(SNAPSHOTS.c.game == name)
        return [Snapshot(*row) for row in await self._read(query.order_by(SNAPSHOTS.c.version))]

    async def alive(self) -> bool:
        """Whether the database answers."""
        try:
            return bool(await self._read(text("select 1")))
        except StorageError:
            return False

    async def _read(self, query: Any) -> Sequence[Any]:
        return await asyncio.to_thread(self._fetch, query)

    def _fetch(self, query: Any) -> Sequence[Any]:
        try:
            with self.engine.connect() as connection:
                return connection.execute(query).all()
        except (SQLAlchemyError, OSError) as error:
            raise StorageError(f"cannot be read: {reason(error)}", self.path.name) from None


def sync(path: Path) -> None:
    """Have the disk keep what was committed: all of it is in the log beside the file, or in the file already."""
    with suppress(OSError):
        log = os.open(f"{path}-wal", os.O_RDWR)
        try:
            os.fsync(log)
        finally:
            os.close(log)


INSERT_LOG = "INSERT INTO log (game, version, number, data) VALUES (?, ?, ?, ?)"
"""Written out: this is done for every order of every game."""


def append(connection: Any, jobs: Sequence[_Job]) -> None:
    """Write and commit lines of logs, straight through the driver: nearly all there is to store is this."""
    try:
        connection.executemany(INSERT_LOG, [(r.game, r.version, r.number, r.data) for j in jobs if (r := j.log)])
        connection.commit()
    except Exception:
        connection.rollback()
        raise


def write(connection: Connection, jobs: Sequence[_Job]) -> None:
    """Write jobs; the caller commits."""
    for job in jobs:
        if job.game is not None:
            _insert_game(connection, *job.game)
        elif job.orders is not None:
            game, orders = job.orders
            connection.execute(update(GAMES).where(GAMES.c.id == game).values(orders=orders))
    rows = [(row.game, row.version, row.number, row.data) for job in jobs if (row := job.log) is not None]
    if rows:
        connection.exec_driver_sql(INSERT_LOG, rows)
    shots = [_shot(*job.snapshot) for job in jobs if job.snapshot is not None]
    if shots:
        connection.execute(insert(SNAPSHOTS), shots)


def _insert_game(
    connection: Connection, game: GameRow, setup: bytes, log: Sequence[LogRow], snapshots: Sequence[Snapshot]
) -> None:
    values = {"digest": game.setup, "data": setup}
    connection.execute(sqlite_insert(SETUPS).values(values).on_conflict_do_nothing())
    connection.execute(insert(GAMES), [msgspec.structs.asdict(game)])
    if log:
        connection.execute(insert(LOG), [_log(row) for row in log])
    if snapshots:
        connection.execute(insert(SNAPSHOTS), [_shot(game.id, shot) for shot in snapshots])


def _log(row: LogRow) -> dict[str, Any]:
    return {"game": row.game, "version": row.version, "number": row.number, "data": row.data}


def _shot(game: str, shot: Snapshot) -> dict[str, Any]:
    return {"game": game, "version": shot.version, "number": shot.number, "state": shot.state}
