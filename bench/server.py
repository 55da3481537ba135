"""The server under load: CPU per stored order beside a bare broadcast (S1), live games per core (S3), memory per game.

    python bench/server.py [--rooms 20] [--seconds 5] [--games 200,500,1000] [--skip-live]

Server and clients are processes of their own, each on one core where there are two. CPU times are read from the
system, so that they hold on a busy machine; latencies do not: look at the load before believing them.
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
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

HERE = Path(__file__).resolve()
SOURCE = HERE.parents[1] / "src"
MEMBERS = 5
SETTLE = 6
"""Seconds until a server has built what it needs."""
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
BARE = {"type": "action", "kind": "move", "unit": 17, "to": [12, 9], "pad": "x" * 940}


class Option(msgspec.Struct):
    """What the load needs of an option."""

    do: msgspec.Raw


class Decision(msgspec.Struct):
    """What the load needs of a decision."""

    options: list[Option] = []


class Update(msgspec.Struct):
    """What the load needs of an update."""

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
    """Players that go on by themselves; what they count."""

    def __init__(self) -> None:
        self.actions = 0
        self.bytes = 0
        self.late: list[float] = []
        self.running = True

    async def listen(self, ws: ClientConnection) -> None:
        """Read everything and forget it."""
        async for _ in ws:
            pass

    async def bare(self, ws: ClientConnection) -> None:
        """Send again as soon as the own message has come back."""
        text = json.dumps(BARE)
        await ws.send(text)
        async for _ in ws:
            self.actions += 1
            if not self.running:
                return
            await ws.send(text)

    async def play(self, ws: ClientConnection, key: str, rng: random.Random, pause: float = 0) -> None:
        """Order at random as soon as the update has come, or after a pause; a game that is over ends the player."""
        await ws.send(json.dumps({"type": "hello", "key": key}))
        await ws.recv()
        update = DECODER.decode(await ws.recv())
        if pause:
            await asyncio.sleep(rng.random() * pause)
        while self.running and update.decision is not None and update.decision.options:
            began = time.perf_counter()
            order = bytes(rng.choice(update.decision.options).do).decode()
            await ws.send(f'{{"type":"give","id":1,"seq":{update.seq},"do":[{order}]}}')
            known = update.seq
            while update.seq <= known:
                data = await ws.recv()
                self.bytes += len(data)
                found = DECODER.decode(data)
                update = found if found.type == "update" else update
            self.actions += 1
            self.late.append(time.perf_counter() - began)
            if pause:
                await asyncio.sleep(max(0.0, rng.expovariate(1 / pause)))


async def measure(server: Server, load: Load, seconds: float) -> tuple[float, float]:
    """Microseconds of processor time per action, and actions per second."""
    await asyncio.sleep(SETTLE)
    rounds = []
    for _ in range(3):
        actions, cpu, began = load.actions, server.cpu, time.perf_counter()
        await asyncio.sleep(seconds)
        done = load.actions - actions
        rounds.append((1e6 * (server.cpu - cpu) / max(1, done), done / (time.perf_counter() - began)))
    load.running = False
    return sorted(rounds)[1]


async def bench_bare(rooms: int, seconds: float) -> tuple[float, float]:
    """The bare broadcast to rooms of five."""
    port = free_port()
    server = Server([sys.executable, str(HERE), "--serve-bare", str(port)], port)
    load, tasks = Load(), []
    try:
        for room in range(rooms):
            for member in range(MEMBERS):
                ws = await reach(port, f"/r/{room}")
                tasks.append(asyncio.create_task(load.bare(ws) if member == MEMBERS - 1 else load.listen(ws)))
        return await measure(server, load, seconds)
    finally:
        _cancel(tasks)
        server.stop()


def table_server(folder: str) -> Server:
    """The real server."""
    port = free_port()
    command = [sys.executable, "-c", "from lnlt.cli.main import run; run()", "serve", "--port", str(port)]
    return Server([*command, "--data", f"{folder}/bench.sqlite"], port)


async def bench_table(rooms: int, seconds: float, scenario: str) -> tuple[float, float]:
    """Stored orders in games of five: a player who holds both seats, four onlookers."""
    with tempfile.TemporaryDirectory() as folder:
        server = table_server(folder)
        load, tasks = Load(), []

        async def seat(number: int) -> None:
            while load.running:
                game = await post(server.port, {"scenario": scenario, "hot_seat": True})
                watchers = []
                for _ in range(MEMBERS - 1):
                    ws = await reach(server.port, f"/ws/games/{game['id']}")
                    await ws.send('{"type":"hello"}')
                    watchers.append(asyncio.create_task(load.listen(ws)))
                ws = await reach(server.port, f"/ws/games/{game['id']}")
                await load.play(ws, game["seats"][0]["key"], random.Random(number))
                _cancel(watchers)

        try:
            tasks = [asyncio.create_task(seat(number)) for number in range(rooms)]
            return await measure(server, load, seconds)
        finally:
            _cancel(tasks)
            server.stop()


async def bench_live(games: int, seconds: float, pause: float, scenario: str) -> dict[str, float]:
    """Games in which a person orders something every few seconds: how long an order takes, and what a game costs."""
    with tempfile.TemporaryDirectory() as folder:
        server = table_server(folder)
        load, tasks = Load(), []
        try:
            await post(server.port, {"scenario": scenario, "hot_seat": True})
            empty = server.memory
            for number in range(games):
                game = await post(server.port, {"scenario": scenario, "hot_seat": True})
                ws = await reach(server.port, f"/ws/games/{game['id']}")
                player = load.play(ws, game["seats"][0]["key"], random.Random(number), pause)
                tasks.append(asyncio.create_task(player))
            await asyncio.sleep(2)
            load.late.clear()
            cpu, began = server.cpu, time.perf_counter()
            await asyncio.sleep(seconds)
            share = (server.cpu - cpu) / (time.perf_counter() - began)
            late = sorted(load.late)
            return {
                "games": games,
                "orders": len(late),
                "p50_ms": round(1e3 * late[len(late) // 2], 1),
                "p99_ms": round(1e3 * late[int(0.99 * len(late))], 1),
                "cpu_share": round(share, 2),
                "kB_per_game": round((server.memory - empty) / games / 1024),
            }
        finally:
            load.running = False
            _cancel(tasks)
            server.stop()


def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()


async def main(args: argparse.Namespace) -> None:
    """All figures."""
    if (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {1})
    say: Callable[..., None] = lambda **found: print(json.dumps(found), flush=True)  # noqa: E731
    bare, rate = await bench_bare(args.rooms, args.seconds)
    say(what="bare broadcast to five", cpu_us=round(bare), per_s=round(rate))
    for scenario in args.scenarios.split(","):
        table, rate = await bench_table(args.rooms, args.seconds, scenario)
        say(what=f"stored order, {scenario}", cpu_us=round(table), per_s=round(rate), S1=round(table / bare, 2))
    for games in [] if args.skip_live else [int(n) for n in args.games.split(",")]:
        say(what="S3 live games", pause_s=args.pause, **await bench_live(games, 10, args.pause, "first-fight"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--pause", type=float, default=10, help="seconds a person thinks")
    parser.add_argument("--games", default="200,500,1000")
    parser.add_argument("--scenarios", default="first-fight")
    parser.add_argument("--skip-live", action="store_true")
    parser.add_argument("--serve-bare", type=int, default=0)
    chosen = parser.parse_args()
    if chosen.serve_bare:
        serve_bare(chosen.serve_bare)
    else:
        asyncio.run(main(chosen))
