"""The server under load: processor time per stored order beside a bare broadcast (S1), live games per core (S3).

    python bench/server.py orders    S1: 20 games of five, everybody orders as soon as he can
    python bench/server.py live      S3: 200, 500, 1000 games in which a person orders something every ten seconds

Prints one line of JSON. Server and clients are processes of their own, each on one core where there are two. CPU times
are read from the system and compared with a bare broadcast that takes turns with the games, so that ratios hold on a
busy machine; latencies do not: look at the load before believing them. What S1 counts is everything the server does for
an order, from its arrival until it is stored and told to all five; beginning games and connecting is not in it, as
little as connecting is in the broadcast.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

HERE = Path(__file__).resolve()
SOURCE = HERE.parents[1] / "src"
MEMBERS = 5
LEAST = 1_000
"""Broadcasts of one measurement: CPU time is told in hundredths of a second."""
WARM = 60
"""Orders of each game before anything is measured: a server builds what it needs at first."""
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
BARE = {"type": "action", "kind": "move", "unit": 17, "to": [12, 9], "pad": "x" * 940}


class Option(msgspec.Struct):
    """What the load needs of an option."""

    do: msgspec.Raw


class Decision(msgspec.Struct):
    """What the load needs of a decision."""

    options: list[Option] = []


class Update(msgspec.Struct):
    """What the load needs of a message."""

    type: str
    seq: int = 0
    decision: Decision | None = None


DECODER = msgspec.json.Decoder(Update)


def bare_app() -> Any:
    """A room: every message is parsed, numbered and sent to all members. Nothing is checked or stored."""
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    rooms: dict[str, set[WebSocket]] = {}
    seq = 0

    async def room(ws: WebSocket) -> None:
        nonlocal seq
        await ws.accept()
        members = rooms.setdefault(ws.path_params["room"], set())
        members.add(ws)
        try:
            while True:
                message = msgspec.json.decode(await ws.receive_text())
                seq += 1
                message["seq"] = seq
                out = msgspec.json.encode(message).decode()
                for member in list(members):
                    await member.send_text(out)
        except WebSocketDisconnect:
            members.discard(ws)

    return Starlette(routes=[WebSocketRoute("/r/{room}", room)])


def serve_bare(port: int) -> None:
    """Run the bare room."""
    import uvicorn

    uvicorn.run(bare_app(), port=port, log_level="critical", ws="websockets-sansio", ws_per_message_deflate=False)


class Server:
    """A server process: its processor time and memory."""

    def __init__(self, command: list[str], port: int) -> None:
        pin = ["taskset", "-c", "0"] if (os.cpu_count() or 1) > 1 else []
        environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
        self.process = subprocess.Popen([*pin, *command], env=environment, stdout=subprocess.DEVNULL)
        self.port = port

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    @property
    def memory(self) -> int:
        """Bytes of memory now."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    async def settled(self) -> None:
        """Wait until it has nothing to do: at first it builds what everybody needs."""
        cpu, now = -1.0, self.cpu
        while now - cpu > 0.05:
            await asyncio.sleep(0.5)
            cpu, now = now, self.cpu

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()


def free_port() -> int:
    """A port nobody uses."""
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


async def reach(port: int, path: str) -> ClientConnection:
    """A connection, as soon as the server is there."""
    for _ in range(600):
        try:
            return await connect(f"ws://127.0.0.1:{port}{path}", max_size=None, compression=None)
        except OSError:
            await asyncio.sleep(0.1)
    raise SystemExit("the server did not start")


async def post(port: int, wish: dict[str, Any]) -> dict[str, Any]:
    """A new game."""
    body = json.dumps(wish).encode()
    for _ in range(600):
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            break
        except OSError:
            await asyncio.sleep(0.1)
    lines = ("POST /api/games HTTP/1.1", "host: x", "connection: close", "content-type: application/json")
    head = "\r\n".join((*lines, f"content-length: {len(body)}", "", ""))
    writer.write(head.encode() + body)
    found: dict[str, Any] = json.loads((await reader.read()).split(b"\r\n\r\n", 1)[1])
    writer.close()
    return found


class Load:
    """Players that go on by themselves as long as they may; what they count."""

    def __init__(self) -> None:
        self.actions = self.errors = 0
        self.late: list[float] = []
        self.go = asyncio.Event()
        self.go.set()

    async def listen(self, ws: ClientConnection) -> None:
        """Read everything and forget it."""
        async for _ in ws:
            pass

    async def bare(self, ws: ClientConnection) -> None:
        """Send again as soon as the own message has come back."""
        text = json.dumps(BARE)
        while True:
            await self.go.wait()
            await ws.send(text)
            await ws.recv()
            self.actions += 1

    async def join(self, ws: ClientConnection, key: str) -> Update:
        """Say hello; the first position."""
        await ws.send(json.dumps({"type": "hello", "key": key}))
        await ws.recv()
        return DECODER.decode(await ws.recv())

    async def play(self, ws: ClientConnection, update: Update, rng: random.Random, pause: float = 0) -> None:
        """Order at random as soon as the update has come, or after a pause; a game that is over ends the player."""
        if pause:
            await self.go.wait()
            await asyncio.sleep(rng.random() * pause)
        while update.decision is not None and update.decision.options:
            await self.go.wait()
            began = time.perf_counter()
            order = bytes(rng.choice(update.decision.options).do).decode()
            await ws.send(f'{{"type":"give","id":1,"seq":{update.seq},"do":[{order}]}}')
            known = update.seq
            while update.seq <= known:
                found = DECODER.decode(await ws.recv())
                update = found if found.type == "update" else update
                self.errors += found.type in ("refused", "fault")
            self.actions += 1
            self.late.append(time.perf_counter() - began)
            if pause:
                await asyncio.sleep(rng.expovariate(1 / pause))

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """A player or onlooker whose end by an error is counted."""
        task = asyncio.create_task(work)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.errors += not task.cancelled() and task.exception() is not None

    async def reach(self, actions: int) -> None:
        """Wait until so many actions have been done."""
        while self.actions < actions:
            await asyncio.sleep(0.005)

    async def cost(self, server: Server, actions: int) -> tuple[float, float]:
        """Let so many actions happen: microseconds of processor time for each, and actions per second."""
        first, cpu, began = self.actions, server.cpu, time.perf_counter()
        self.go.set()
        await self.reach(first + actions)
        self.go.clear()
        await asyncio.sleep(0.1)
        done = self.actions - first
        return 1e6 * (server.cpu - cpu) / done, done / (time.perf_counter() - began)


class Room:
    """A game of five: a player who holds both seats, four onlookers."""

    def __init__(self, player: asyncio.Task[None], watchers: list[asyncio.Task[None]], lines: list[ClientConnection]):
        self.player, self.watchers, self.lines = player, watchers, lines

    @classmethod
    async def open(cls, port: int, load: Load, number: int, scenario: str) -> Room:
        """Begin a game and connect everybody."""
        game = await post(port, {"scenario": scenario, "hot_seat": True, "seed": str(number)})
        lines = [await reach(port, f"/ws/games/{game['id']}") for _ in range(MEMBERS)]
        update = await load.join(lines[0], game["seats"][0]["key"])
        for ws in lines[1:]:
            await load.join(ws, "")
        watchers = [load.start(load.listen(ws)) for ws in lines[1:]]
        return cls(load.start(load.play(lines[0], update, random.Random(number))), watchers, lines)

    async def close(self) -> None:
        """Everybody leaves."""
        _cancel([self.player, *self.watchers])
        for ws in self.lines:
            await ws.close()


async def bench_orders(rooms: int, actions: int, rounds: int, scenario: str) -> dict[str, Any]:
    """S1: stored orders in games of five beside a bare broadcast to rooms of five."""
    with tempfile.TemporaryDirectory() as folder:
        table, port = table_server(folder), free_port()
        plain = Server([sys.executable, str(HERE), "bare", "--port", str(port)], port)
        orders, sent, tasks = Load(), Load(), []
        orders.go.clear()
        sent.go.clear()
        games: list[Room] = []
        numbers = count(1)

        async def fill() -> None:
            """New games in the place of those that are over."""
            for over in [game for game in games if game.player.done()]:
                games.remove(over)
                await over.close()
            while len(games) < rooms:
                games.append(await Room.open(table.port, orders, next(numbers), scenario))

        try:
            for number in range(rooms):
                for member in range(MEMBERS):
                    ws = await reach(port, f"/r/{number}")
                    tasks.append(sent.start(sent.bare(ws) if member == MEMBERS - 1 else sent.listen(ws)))
            await sent.cost(plain, WARM * rooms)
            await fill()
            await orders.cost(table, WARM * rooms)
            found = []
            for _ in range(rounds):
                await fill()
                await asyncio.sleep(0.2)
                bare, broadcasts = await sent.cost(plain, max(LEAST, 4 * actions))
                stored, rate = await orders.cost(table, actions)
                found.append((stored / bare, stored, bare, rate, broadcasts))
            for game in games:
                await game.close()
        finally:
            _cancel(tasks)
            table.stop()
            plain.stop()
    middle = sorted(found)[len(found) // 2]
    return {
        "ratios": [round(one[0], 2) for one in sorted(found)],
        "order_us": round(middle[1]),
        "bare_us": round(middle[2]),
        "orders_per_s": round(middle[3]),
        "broadcasts_per_s": round(middle[4]),
        "errors": orders.errors + sent.errors,
    }


def table_server(folder: str) -> Server:
    """The real server."""
    port = free_port()
    command = [sys.executable, "-c", "from lnlt.cli.main import run; run()", "serve", "--port", str(port)]
    return Server([*command, "--data", f"{folder}/bench.sqlite"], port)


async def bench_live(games: int, seconds: float, pause: float, scenario: str) -> dict[str, Any]:
    """S3: games in which a person orders something now and then: how long an order takes, and what a game costs."""
    with tempfile.TemporaryDirectory() as folder:
        server = table_server(folder)
        load, tasks = Load(), []
        load.go.clear()
        try:
            for number in range(games + 1):
                game = await post(server.port, {"scenario": scenario, "hot_seat": True, "seed": str(number)})
                ws = await reach(server.port, f"/ws/games/{game['id']}")
                update = await load.join(ws, game["seats"][0]["key"])
                tasks.append(load.start(load.play(ws, update, random.Random(number), pause)))
                if number == 0:
                    await server.settled()
                    empty = server.memory
            await server.settled()
            idle = server.memory
            load.go.set()
            await asyncio.sleep(pause / 2)
            load.late.clear()
            cpu, began = server.cpu, time.perf_counter()
            await asyncio.sleep(seconds)
            share = (server.cpu - cpu) / (time.perf_counter() - began)
            late = sorted(load.late)
            return {
                "games": games,
                "orders": len(late),
                "p50_ms": round(1e3 * late[len(late) // 2], 1) if late else None,
                "p99_ms": round(1e3 * late[int(0.99 * len(late))], 1) if late else None,
                "cpu_share": round(share, 2),
                "kB_per_game": round((idle - empty) / games / 1024),
                "errors": load.errors,
            }
        finally:
            _cancel(tasks)
            server.stop()


def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()


async def main(args: argparse.Namespace) -> dict[str, Any]:
    """The figures that were asked for."""
    if (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {1})
    if args.what == "orders":
        return await bench_orders(args.rooms, args.actions, args.rounds, args.scenario)
    live = [await bench_live(int(n), args.seconds, args.pause, args.scenario) for n in args.games.split(",")]
    return {"pause_s": args.pause, "live": live}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("orders", "live", "bare"))
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--actions", type=int, default=1000, help="orders of one round")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", default="200,500,1000")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--pause", type=float, default=10, help="seconds a person thinks")
    parser.add_argument("--scenario", default="first-fight")
    parser.add_argument("--port", type=int, default=0)
    chosen = parser.parse_args()
    if chosen.what == "bare":
        serve_bare(chosen.port)
    else:
        print(json.dumps(asyncio.run(main(chosen))))
