"""The server as a process of its own: killed at any moment, started again, stopped politely, refused a port."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from lnlt import engine
from lnlt.core.record import parse, replay
from table_helpers import PATIENCE, Player, Table, at_table

SERVE = (sys.executable, "-c", "from lnlt.cli.main import run; run()", "serve")
SOURCE = str(Path(engine.__file__).parents[1])


def environment() -> dict[str, str]:
    """The environment of the server process: the package that is being tested."""
    return {**os.environ, "PYTHONPATH": SOURCE}


@asynccontextmanager
async def process(data: Path) -> AsyncIterator[tuple[Table, asyncio.subprocess.Process]]:
    """A server process on a free port."""
    made = await asyncio.create_subprocess_exec(
        *SERVE, "--port", "0", "--data", str(data), stdout=asyncio.subprocess.PIPE, env=environment()
    )
    assert made.stdout is not None
    try:
        line = (await asyncio.wait_for(made.stdout.readline(), PATIENCE)).decode()
        assert line.startswith("The table is at http://127.0.0.1:"), line
        table = Table(int(line.split(":")[2].split("/")[0]))
        try:
            yield table, made
        finally:
            await table.http.aclose()
    finally:
        if made.returncode is None:
            made.kill()
        await made.wait()


async def interrupted(player: Player, server: asyncio.subprocess.Process, rng: random.Random) -> int:
    """Play a while, then kill the server while an order is on its way; the last number that was acknowledged."""
    orders = rng.randrange(15, 40)
    await player.play(rng, lambda u: len(u.get("decision", {}).get("question", "")) == 0, limit=orders)
    while player.update["decision"]["question"] == "impulse_action":
        assert (await player.give(rng.choice(player.options)["do"]))["type"] == "update"
    order = rng.choice(player.options)["do"]
    await player.send({"type": "give", "id": 999, "seq": player.seq, "do": [order]})
    await asyncio.sleep(rng.choice((0, 0.002, 0.01)))
    server.send_signal(signal.SIGKILL)
    await server.wait()
    known = player.seq
    try:
        while True:
            message = await player.receive()
            if message["type"] == "update":
                known = message["seq"]
    except ConnectionClosed:
        return known


@at_table
async def test_kill_and_go_on(tmp_path: Path) -> None:
    """Killed in the middle of nested questions, three times: what was acknowledged is there, the game goes on to its
    end, and its record replays entry by entry."""
    data, rng = tmp_path / "games" / "table.sqlite", random.Random(8)
    game: dict[str, Any] = {}
    known, position = -1, None
    for round_ in range(4):
        async with process(data) as (table, server):
            game = game or await table.create(hot_seat=True)
            key = game["seats"][0]["key"]
            async with table.seat(game["id"], key, since=known) as one:
                assert known <= one.seq <= known + 1
                if position is not None and one.seq == known:
                    assert one.update["position"] == position
                if round_ < 3:
                    known = await interrupted(one, server, rng)
                    position = one.update["position"] if one.seq == known else None
                    continue
                await one.play(rng, lambda u: "over" in u["position"])
                count = one.update["n"]
            record = (await table.http.get(f"/api/games/{game['id']}/record")).text
    found = parse(engine.CODEC, record)
    match, problem = replay(engine.CODEC, engine.begin, engine.load("first-fight"), found.header, found.entries)
    assert problem is None
    assert len(match.entries) == count
    assert match.state.over is not None


@at_table
async def test_polite_end(tmp_path: Path) -> None:
    """A terminated server tells its clients, stores what it has, and ends at once."""
    async with process(tmp_path / "t.sqlite") as (table, server):
        game = await table.create()
        async with table.seat(game["id"], game["seats"][0]["key"]) as one:
            await one.give({"do": "activate", "at": "G2"})
            server.send_signal(signal.SIGTERM)
            fault = await one.next("fault")
            assert fault["code"] == "going_down"
            with pytest.raises(ConnectionClosed):
                await one.receive()
            await asyncio.wait_for(server.wait(), PATIENCE)
    async with process(tmp_path / "t.sqlite") as (table, _), table.seat(game["id"]) as one:
        assert one.update["n"] == 1


def test_busy_port_and_bad_file(tmp_path: Path) -> None:
    """A port in use and a file that is no database are one clear sentence each, and exit code 2."""
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = str(busy.getsockname()[1])
        done = subprocess.run([*SERVE, "--port", port], capture_output=True, text=True, env=environment(), check=False)
    assert done.returncode == 2
    assert f"port {port} is already in use" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    (tmp_path / "notes.txt").write_text("this is no database, " * 100)
    command = [*SERVE, "--port", "0", "--data", str(tmp_path / "notes.txt")]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    assert done.returncode == 2
    assert "cannot be used as a data file" in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "notes.txt").read_text().startswith("this is no database")
