"""A server in the test's own loop, and players that talk to it over real sockets."""

from __future__ import annotations

import asyncio
import functools
import json
import random
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ParamSpec

import httpx2
from websockets.asyncio.client import ClientConnection, connect

from lnlt.server.app import create_app
from lnlt.server.run import TableServer
from lnlt.server.settings import Settings
from lnlt.server.workers import Workers

P = ParamSpec("P")
LIMIT = 600.0
"""Seconds after which a test is taken to hang, however busy the machine is."""
PATIENCE = 120.0
"""Seconds one thing that is waited for may take."""


def at_table(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Runs an asynchronous test in a loop of its own, not for ever."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), LIMIT))

    return run


async def until(reached: Callable[[], bool]) -> None:
    """Waits for a condition, not for a time; fails if it does not come true."""

    async def wait() -> None:
        while not reached():
            await asyncio.sleep(0.01)

    await asyncio.wait_for(wait(), PATIENCE)


def free_socket() -> socket.socket:
    """A socket on a free port of the loopback address."""
    found = socket.socket(proto=socket.IPPROTO_TCP)
    found.bind(("127.0.0.1", 0))
    return found


class Table:
    """A running server."""

    def __init__(self, port: int, app: Any = None) -> None:
        self.port, self.app = port, app
        self.http = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)

    async def create(self, scenario: str = "first-fight", **wish: Any) -> dict[str, Any]:
        """A new game. What the server would draw as its seed is told to it, where it can be."""
        seed = wish.pop("seed", "1")
        if self.app is not None:
            self.app.state.hub.new_seed = lambda: seed
        answer = await self.http.post("/api/games", json={"scenario": scenario, **wish})
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    @asynccontextmanager
    async def raw(self, game: str, kind: str = "games", **options: Any) -> AsyncIterator[ClientConnection]:
        """A bare socket to a game."""
        chosen = {"max_size": None, "ping_interval": None, "open_timeout": PATIENCE, **options}
        async with connect(f"ws://127.0.0.1:{self.port}/ws/{kind}/{game}", **chosen) as ws:
            yield ws

    @asynccontextmanager
    async def seat(self, game: str, key: str = "", since: int = -1, kind: str = "games") -> AsyncIterator[Player]:
        """Somebody who has said hello and been welcomed."""
        async with self.raw(game, kind) as ws:
            player = Player(ws)
            await player.send({"type": "hello", "key": key, "since": since})
            player.welcome = await player.next("welcome")
            player.update = await player.next("update")
            yield player


class Player:
    """One connection: sends, and reads until what it waits for comes."""

    def __init__(self, ws: ClientConnection) -> None:
        self.ws = ws
        self.welcome: dict[str, Any] = {}
        self.update: dict[str, Any] = {}
        self.raw: list[str] = []
        """Everything that came, as it came."""
        self._number = 0

    async def send(self, message: Any) -> None:
        """Send a message, or any text."""
        await self.ws.send(message if isinstance(message, str) else json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        """The next message."""
        text = await asyncio.wait_for(self.ws.recv(), PATIENCE)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "update":
            self.update = message = {**message, "position": self._position(message)}
        return message

    def _position(self, message: dict[str, Any]) -> dict[str, Any]:
        """The position of an update: as it came, or the last one with what has changed in it."""
        if "position" in message:
            whole: dict[str, Any] = message["position"]
            return whole
        assert message["since"] == self.seq
        old, new = self.update["position"], message["changes"]
        moved = {piece["id"]: piece for piece in new.get("pieces", ())}
        pieces = [moved.pop(piece["id"], piece) for piece in old["pieces"]]
        assert not moved
        made = {**old, **new, "pieces": pieces}
        return {name: value for name, value in made.items() if value not in ([], {}, "", None)}

    async def next(self, *kinds: str) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            message = await self.receive()
            if message["type"] in kinds:
                return message

    @property
    def options(self) -> list[dict[str, Any]]:
        """What this player may choose from now."""
        decision = self.update.get("decision") or {}
        found: list[dict[str, Any]] = decision.get("options", [])
        return found

    @property
    def seq(self) -> int:
        """Number of the position this player knows."""
        found: int = self.update["seq"]
        return found

    async def give(self, *commands: dict[str, Any], seq: int | None = None) -> dict[str, Any]:
        """Give an order; the answer: an update or refused."""
        self._number += 1
        await self.send({"type": "give", "id": self._number, "seq": self.seq if seq is None else seq, "do": commands})
        return await self._answer()

    async def _answer(self) -> dict[str, Any]:
        """What comes of the last wish: the update that says it is done, or why not."""
        while True:
            answer = await self.next("update", "refused", "fault")
            if answer["type"] != "update" or answer.get("done") == self._number:
                return answer

    async def ask(self, what: str, **more: Any) -> dict[str, Any]:
        """Ask something."""
        self._number += 1
        await self.send({"type": "ask", "id": self._number, "what": what, **more})
        answer = await self.next("reply", "fault", "refused")
        assert answer["id"] == self._number
        return answer

    async def undo(self) -> dict[str, Any]:
        """Take the last entry back."""
        self._number += 1
        await self.send({"type": "undo", "id": self._number, "seq": self.seq})
        return await self._answer()

    async def orders(self, side: int, **wish: Any) -> dict[str, Any]:
        """Set standing orders."""
        self._number += 1
        await self.send({"type": "orders", "id": self._number, "side": side, **wish})
        return await self._answer()

    async def play(self, rng: random.Random, until: Callable[[dict[str, Any]], bool], limit: int = 2000) -> int:
        """Choose at random until something holds or the game is over; how many orders were given."""
        given = 0
        while not until(self.update) and self.update.get("decision") and given < limit:
            if not self.options:
                await self.next("update")
                continue
            answer = await self.give(rng.choice(self.options)["do"])
            assert answer["type"] == "update", answer
            given += 1
        return given


@asynccontextmanager
async def serving(folder: Path, workers: Workers | None = None, **settings: Any) -> AsyncIterator[Table]:
    """A server on a free port, with its data in a folder."""
    chosen = Settings(**{"data": folder / "table.sqlite", "durable": False, **settings})
    app = create_app(chosen, workers)
    listening = free_socket()
    server = TableServer(app, chosen, "error")
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(server.serve(sockets=[listening]))
    table = Table(listening.getsockname()[1], app)
    try:
        while not server.started:
            await asyncio.sleep(0.01)
            if task.done():
                await task
        yield table
    finally:
        await table.http.aclose()
        server.should_exit = True
        await task


Step = Callable[[Player], Awaitable[None]]
