"""Computer players in processes of their own: a deadline for each choice; who crashes or dawdles is replaced."""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import suppress
from hashlib import sha256

import msgspec

from lnlt import engine
from lnlt.ai.plans import Plan
from lnlt.core.engine import passes
from lnlt.core.errors import LnltError
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.server.library import Kit
from lnlt.server.pieces import seen
from lnlt.server.worker import Choice, Task
from lnlt.words.sentences import GROUP_OF, tag

LOG = logging.getLogger("lnlt.server")
START_SECONDS = 60.0
PLANS = 1_000
LINE = 16 * 1024 * 1024
"""Longest line between the processes."""


class WorkerError(Exception):
    """A worker did not give an answer."""


def player_seed(seed: int | str, side: int) -> str:
    """Luck of a computer player: nothing about the dice of the game follows from it."""
    return sha256(f"player/{seed}/{side}".encode()).hexdigest()[:16]


def fallback(game: Game, s: State) -> Command:
    """A move when a player has none: let things pass or end what goes on, else the last option."""
    options = engine.options(game, s)
    for command in options:
        if passes(command) or GROUP_OF.get(tag(type(command))) == "end":
            return command
    return options[-1]


class Worker:
    """One process."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.command = command
        self.process: asyncio.subprocess.Process | None = None
        self.known: set[str] = set()

    async def start(self) -> None:
        """Start the process and wait until it can work."""
        if self.process is not None and self.process.returncode is None:
            return
        self.known.clear()
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            *self.command,
            stdin=pipe,
            stdout=pipe,
            stderr=asyncio.subprocess.DEVNULL,
            limit=LINE,
            start_new_session=True,
        )
        await asyncio.wait_for(self._read(), START_SECONDS)

    async def ask(self, task: Task, seconds: float) -> Choice:
        """One task; WorkerError if there is no answer in time."""
        try:
            await self.start()
            assert self.process is not None
            assert self.process.stdin is not None
            self.process.stdin.write(msgspec.json.encode(task) + b"\n")
            await asyncio.wait_for(self.process.stdin.drain(), seconds)
            return await asyncio.wait_for(self._read(), seconds)
        except TimeoutError:
            raise WorkerError(f"no answer in {seconds:g} seconds") from None
        except (OSError, ValueError, msgspec.DecodeError) as error:
            raise WorkerError(str(error) or type(error).__name__) from None

    async def _read(self) -> Choice:
        assert self.process is not None
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line:
            raise WorkerError("the process has ended")
        return msgspec.json.decode(line, type=Choice)

    async def stop(self) -> None:
        """End the process."""
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()
        self.process = None
        self.known.clear()


class Workers:
    """The processes of a server; they start when first needed."""

    def __init__(self, count: int, seconds: float, command: tuple[str, ...] = ()) -> None:
        command = command or (sys.executable, "-m", "lnlt.server.worker")
        self.seconds = seconds
        self.all = [Worker(command) for _ in range(count)]
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self.all:
            self._idle.put_nowait(worker)
        self.failures = 0
        self._plans: dict[str, Plan] = {}
        """What players are about, by their seeds: whichever process has the next question goes on with it."""

    async def choose(self, kit: Kit, state: State, side: int, player: str, seed: str) -> Command:
        """What a computer player does in a position, from what it sees of it; a legal move in any case."""
        task = Task(kit.digest, side, player, seed, "", (), plan=self._plans.pop(seed, None))
        choice, command = await self._ask(kit, state, task)
        if choice.plan is not None:
            self._plans[seed] = choice.plan
            while len(self._plans) > PLANS:
                del self._plans[next(iter(self._plans))]
        return command

    async def advise(self, kit: Kit, state: State, side: int) -> tuple[Command, tuple[str, ...]]:
        """What a computer player would do in the place of a side, and why."""
        choice, command = await self._ask(kit, state, Task(kit.digest, side, "advice", "hint", "", (), advice=True))
        return command, choice.why

    async def _ask(self, kit: Kit, state: State, task: Task) -> tuple[Choice, Command]:
        worker = await self._idle.get()
        try:
            known = kit.digest in worker.known
            full = msgspec.structs.replace(
                task,
                state=engine.CODEC.encode_state(seen(state, task.side)).decode(),
                options=tuple(msgspec.to_builtins(command) for command in engine.options(kit.game, state)),
                data="" if known else kit.data.decode(),
            )
            choice = await worker.ask(full, self.seconds)
            if choice.error:
                raise WorkerError(choice.error)
            worker.known.add(kit.digest)
            command = engine.CODEC.decode_command(bytes(choice.do))
            refusal = engine.why_not(kit.game, state, command, task.side)
            if refusal is not None:
                raise WorkerError(f"not allowed: {refusal.code}")
            return choice, command
        except (WorkerError, LnltError) as error:
            self.failures += 1
            LOG.warning("computer player %s failed (%s); a move is made for it", task.player, error)
            await worker.stop()
            return Choice(), fallback(kit.game, state)
        except BaseException:
            await worker.stop()
            raise
        finally:
            self._idle.put_nowait(worker)

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*(worker.stop() for worker in self.all))
