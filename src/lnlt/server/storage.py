"""Games on disk: an embedded database, written to by one task that commits what many games have in one go."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from alembic import command as alembic
from alembic.config import Config
from sqlalchemy import Connection, create_engine, event, insert, select, text, update
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from lnlt.core.errors import LnltError
from lnlt.server.tables import GAMES, LOG, SETUPS, SNAPSHOTS

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
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
    """The database of one server."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.engine: AsyncEngine = create_async_engine(f"sqlite+aiosqlite:///{path}")
        event.listen(self.engine.sync_engine, "connect", _pragmas)
        self._jobs: asyncio.Queue[_Job] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Make or migrate the file and begin to write."""
        await asyncio.to_thread(migrate, self.path)
        self._writer = asyncio.create_task(self._write(), name="storage")

    async def close(self) -> None:
        """Write what is waiting, then close the file."""
        if self._writer is not None:
            await self._jobs.join()
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer
        await self.engine.dispose()

    # Writing

    async def append(self, row: LogRow, snapshot: Snapshot | None = None) -> None:
        """Store one line of a log; when this returns it is on disk. StorageError: it is not."""
        job = _Job(asyncio.get_running_loop().create_future(), log=row)
        if snapshot is not None:
            job.snapshot = (row.game, snapshot)
        await self._put(job)

    async def create(
        self, game: GameRow, setup: bytes, log: Sequence[LogRow] = (), snapshots: Sequence[Snapshot] = ()
    ) -> None:
        """Store a new game, with what has happened in it if it is an old one."""
        job = _Job(asyncio.get_running_loop().create_future(), game=(game, setup, log, snapshots))
        await self._put(job)

    async def set_orders(self, game: str, orders: bytes) -> None:
        """Store standing orders."""
        await self._put(_Job(asyncio.get_running_loop().create_future(), orders=(game, orders)))

    async def _put(self, job: _Job) -> None:
        self._jobs.put_nowait(job)
        await asyncio.shield(job.done)

    async def _write(self) -> None:
        """Take everything that waits, commit it in one transaction, tell those who wait; again for ever."""
        while True:
            batch = [await self._jobs.get()]
            while len(batch) < BATCH and not self._jobs.empty():
                batch.append(self._jobs.get_nowait())
            try:
                await self._commit(batch)
            except Exception as error:
                if len(batch) == 1:
                    self._tell(batch, error)
                else:
                    await self._one_by_one(batch)
            else:
                self._tell(batch, None)
            for _ in batch:
                self._jobs.task_done()

    async def _one_by_one(self, batch: Sequence[_Job]) -> None:
        """A batch failed: nobody suffers for what another game wanted to store."""
        for job in batch:
            try:
                await self._commit([job])
            except Exception as error:
                self._tell([job], error)
            else:
                self._tell([job], None)

    def _tell(self, batch: Sequence[_Job], error: Exception | None) -> None:
        for job in batch:
            if job.done.done():
                continue
            if error is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(StorageError(f"cannot be stored: {reason(error)}", str(self.path.name)))

    async def _commit(self, batch: Sequence[_Job]) -> None:
        async with self.engine.begin() as connection:
            for job in batch:
                if job.game is not None:
                    await self._insert_game(connection, *job.game)
                elif job.orders is not None:
                    game, orders = job.orders
                    await connection.execute(update(GAMES).where(GAMES.c.id == game).values(orders=orders))
            rows = [_log(job.log) for job in batch if job.log is not None]
            if rows:
                await connection.execute(insert(LOG), rows)
            shots = [_shot(*job.snapshot) for job in batch if job.snapshot is not None]
            if shots:
                await connection.execute(insert(SNAPSHOTS), shots)

    async def _insert_game(
        self,
        connection: AsyncConnection,
        game: GameRow,
        setup: bytes,
        log: Sequence[LogRow],
        snapshots: Sequence[Snapshot],
    ) -> None:
        values = {"digest": game.setup, "data": setup}
        await connection.execute(sqlite_insert(SETUPS).values(values).on_conflict_do_nothing())
        await connection.execute(insert(GAMES), [msgspec.structs.asdict(game)])
        if log:
            await connection.execute(insert(LOG), [_log(row) for row in log])
        if snapshots:
            await connection.execute(insert(SNAPSHOTS), [_shot(game.id, shot) for shot in snapshots])

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
        try:
            async with self.engine.connect() as connection:
                return (await connection.execute(query)).all()
        except (SQLAlchemyError, OSError) as error:
            raise StorageError(f"cannot be read: {reason(error)}", str(self.path.name)) from None


def _log(row: LogRow) -> dict[str, Any]:
    return {"game": row.game, "version": row.version, "number": row.number, "data": row.data}


def _shot(game: str, shot: Snapshot) -> dict[str, Any]:
    return {"game": game, "version": shot.version, "number": shot.number, "state": shot.state}
