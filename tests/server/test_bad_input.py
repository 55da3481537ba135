"""Bad input and bad luck: a clear answer, nothing lost, the server stays up."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import event
from websockets.exceptions import ConnectionClosed

from table_helpers import Player, Table, at_table, serving, until

BROKEN = [
    "",
    "{",
    "null",
    "[]",
    "7",
    '"give"',
    "{}",
    '{"type":"dance","id":1}',
    '{"type":"give","id":1}',
    '{"type":"give","id":"one","seq":0,"do":[]}',
    '{"type":"give","id":1,"seq":0,"do":[7]}',
    '{"type":"give","id":1,"seq":0.5,"do":[{}]}',
    '{"type":"give","id":1,"seq":99999999999999999999999,"do":[{}]}',
    '{"type":"ask","id":1,"what":7}',
    '{"type":"ask","id":1,"what":"past","n":"x"}',
    '{"type":"hello","key":[]}',
    "\U0001f600",
    '{"type":"ask","id":1,"what":"\\ud800"}',
    "[" * 5000,
    '{"type":"give","id":1,"seq":0,"do":[' + '{"a":' * 800 + "1" + "}" * 800 + "]}",
]


async def still_works(table: Table, game: dict[str, Any]) -> None:
    """Somebody can come in and play."""
    async with table.seat(game["id"], game["seats"][0]["key"]) as one:
        assert (await one.ask("sight", at="G2", to="G3"))["sight"]["verdict"] == "clear"


@at_table
async def test_malformed_messages(tmp_path: Path) -> None:
    """Whatever is no message gets a fault that says why; the connection stays, the game is untouched."""
    async with serving(tmp_path) as table:
        game = await table.create()
        async with table.seat(game["id"], game["seats"][0]["key"]) as one:
            for text in BROKEN:
                await one.ws.send(text)
                answer = await one.next("fault", "refused")
                assert answer["text"], text
                assert "Traceback" not in answer["text"]
                assert len(answer["text"]) < 500
            await one.ws.send(b"\x00\x01")
            assert (await one.next("fault"))["code"] == "text_only"
            assert (await one.give({"do": "activate", "at": "G2"}))["seq"] == 1


@at_table
async def test_huge_messages(tmp_path: Path) -> None:
    """A message above the limit is refused; one far above it ends the connection; others notice nothing."""
    async with serving(tmp_path, max_message=10_000) as table:
        game = await table.create()
        async with table.seat(game["id"], game["seats"][0]["key"]) as one, table.seat(game["id"]) as two:
            await one.send({"type": "ask", "id": 1, "what": "x" * 20_000})
            assert (await one.next("fault"))["code"] == "too_big"
            assert (await one.give({"do": "activate", "at": "G2"}))["type"] == "update"
            await one.ws.send("x" * 1_000_000)
            with pytest.raises(ConnectionClosed):
                await one.next("fault")
            assert one.ws.close_code == 1009
            assert (await two.next("update"))["n"] == 1
        answer = await table.http.post("/api/games", content=b" " * 9_000_000)
        assert (answer.status_code, answer.json()["error"]) == (413, "body_too_big")
        await still_works(table, game)


async def carried_out(room: Any, number: int) -> None:
    """Wait until a room has so many entries."""
    await until(lambda: room.number >= number)


@at_table
async def test_closed_socket_in_mid_command(tmp_path: Path) -> None:
    """A client that vanishes right after its order: the order is carried out once, whole, and stored."""
    async with serving(tmp_path) as table:
        game = await table.create(hot_seat=True)
        key = game["seats"][0]["key"]
        for number in range(1, 9):
            async with table.seat(game["id"], key) as one:
                order = one.options[number % len(one.options)]["do"]
                await one.send({"type": "give", "id": 1, "seq": one.seq, "do": [order]})
                if number % 2:
                    one.ws.transport.abort()
            room = table.app.state.hub.rooms[game["id"]]
            await carried_out(room, number)
        async with table.seat(game["id"], key) as one:
            assert (one.seq, one.update["n"]) == (8, 8)
        await until(lambda: not room.clients)


@at_table
async def test_slow_reader_is_cut_off(tmp_path: Path) -> None:
    """A client that does not read holds up nobody and is cut off when too much waits for it."""
    async with serving(tmp_path, outbox=5) as table:
        game = await table.create(hot_seat=True)
        async with table.seat(game["id"], game["seats"][0]["key"]) as one:
            room = table.app.state.hub.rooms[game["id"]]
            (sleeper,) = room.clients
            sleeper.socket.send = lambda _: asyncio.sleep(3600)
            async with table.seat(game["id"], game["seats"][0]["key"]) as two:
                for _ in range(8):
                    assert (await two.give(two.options[0]["do"]))["type"] == "update"
                assert sleeper.gone
                assert one.seq == 0


@at_table
async def test_limits_on_sockets_and_rates(tmp_path: Path) -> None:
    """Too many connections, messages or requests are told so."""
    limits = {"max_sockets": 3, "max_sockets_per_game": 2, "messages_per_second": 2, "message_burst": 5}
    async with serving(tmp_path, **limits, requests_per_second=0.001, request_burst=4) as table:
        game = await table.create()
        async with table.seat(game["id"]) as one, table.seat(game["id"]):
            async with table.raw(game["id"]) as ws:
                await ws.send('{"type":"hello"}')
                assert json.loads(await ws.recv())["code"] == "game_full"
            for _ in range(12):
                await one.send({"type": "ask", "id": 1, "what": "field", "at": "G2"})
            kinds = [(await one.receive()).get("code", "reply") for _ in range(12)]
            assert kinds.count("reply") >= 5
            assert "too_fast" in kinds
        sockets = table.app.state.sockets
        await until(lambda: not sockets.open)
        async with table.raw(game["id"]), table.raw(game["id"]), table.raw(game["id"]):
            await until(lambda: len(sockets.open) == 3)
            async with table.raw(game["id"]) as ws:
                assert json.loads(await ws.recv())["code"] == "server_full"
        codes = [(await table.http.get("/api/levels")).status_code for _ in range(8)]
        assert codes[0] == 200
        assert codes[-1] == 429


@at_table
async def test_foreign_pages_cannot_connect(tmp_path: Path) -> None:
    """A page of another site gets no connection, and no game by a form."""
    async with serving(tmp_path) as table:
        game = await table.create()
        with pytest.raises(Exception, match="403"):
            async with table.raw(game["id"], origin="http://evil.example"):
                pass
        async with table.raw(game["id"], origin=f"http://127.0.0.1:{table.port}") as ws:
            await ws.send('{"type":"hello"}')
            assert json.loads(await ws.recv())["type"] == "welcome"
        answer = await table.http.post("/api/games", content=b'{"scenario":"first-fight"}')
        assert answer.status_code == 415


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path | None]:
    """A disk of half a megabyte, where one may be mounted."""
    place = tmp_path / "small"
    place.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(place)], capture_output=True, check=False
    )
    if os.geteuid() or done.returncode:
        yield None
        return
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def test_full_disk(tmp_path: Path, small_disk: Path | None) -> None:
    """When nothing more can be stored, orders are refused, nothing changes, and all goes on when there is room."""

    @at_table
    async def run() -> None:
        async with serving(small_disk or tmp_path) as table:
            game = await table.create(hot_seat=True)
            fill = fill_disk(small_disk) if small_disk else fill_database(table)
            async with table.seat(game["id"], game["seats"][0]["key"]) as one, table.seat(game["id"]) as watcher:
                refused = await play_until_full(one)
                assert refused["code"] == "storage"
                assert "nothing was changed" in refused["text"]
                before = one.update
                assert (await one.give(one.options[0]["do"]))["code"] in ("storage",)
                answer = await table.http.post("/api/games", json={"scenario": "first-fight"})
                assert (answer.status_code, answer.json()["error"]) == (507, "storage")
                assert (await one.ask("sight", at="G2", to="G3"))["sight"]
                make_room(fill)
                assert (await one.give(before["decision"]["options"][0]["do"]))["type"] == "update"
                assert one.seq == before["seq"] + 1
                while watcher.seq < one.seq:
                    await watcher.next("update")
        async with serving(small_disk or tmp_path) as table, table.seat(game["id"]) as again:
            assert again.update["position"] == one.update["position"]

    run()


def fill_disk(place: Path) -> Path:
    """Leave hardly any room."""
    fill = place / "fill"
    handle = os.open(fill, os.O_WRONLY | os.O_CREAT)
    try:
        while os.write(handle, b"x" * 4096):
            pass
    except OSError:
        os.close(handle)
    return fill


def fill_database(table: Table) -> Any:
    """Let the database take no more pages: it says the same as on a full disk."""
    engine = table.app.state.hub.store.engine

    def limit(connection: Any) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count=1")

    event.listen(engine, "begin", limit)
    return engine, limit


def make_room(fill: Any) -> None:
    """Take the obstacle away."""
    if isinstance(fill, Path):
        fill.unlink()
        return
    engine, limit = fill
    event.remove(engine, "begin", limit)

    def free(connection: Any) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count=1000000")

    event.listen(engine, "begin", free)


async def play_until_full(one: Player) -> dict[str, Any]:
    """Give orders until one is refused."""
    for _ in range(400):
        answer = await one.give(one.options[0]["do"])
        if answer["type"] == "refused":
            return answer
    raise AssertionError("the disk was never full")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
NAMES = st.sampled_from(["", "G2", "I5", "H3", "G2/upper", "ZZ9", "us-a", "tom", "koch", "bar", "normal", "\x00"])
COMMAND = st.fixed_dictionaries(
    {
        "do": st.sampled_from(
            ["activate", "fire", "begin_move", "add_mover", "step_to", "pass", "place", "open_fire", "x"]
        )
    },
    optional={"at": NAMES, "origin": NAMES, "unit": NAMES, "lead": NAMES, "mode": NAMES, "weapons": JSON},
)
WHAT = ["menu", "reach", "targets", "card", "why", "sight", "field", "danger", "past", "entries", "x"]
ORDER = st.lists(COMMAND, max_size=3)
MESSAGE = st.one_of(
    st.fixed_dictionaries(
        {
            "type": st.just("give"),
            "id": st.integers(0, 99),
            "seq": st.integers(-2, 5),
            "do": ORDER,
        }
    ),
    st.fixed_dictionaries(
        {"type": st.just("ask"), "id": st.integers(0, 99), "what": st.sampled_from(WHAT)},
        optional={
            "at": NAMES,
            "to": NAMES,
            "units": st.lists(NAMES, max_size=3),
            "mode": NAMES,
            "do": ORDER,
            "n": st.integers(-5, 10),
            "side": st.integers(-3, 5),
        },
    ),
    st.fixed_dictionaries({"type": st.just("undo"), "id": st.integers(0, 99), "seq": st.integers(-2, 5)}),
    st.fixed_dictionaries(
        {"type": st.just("orders"), "id": st.integers(0, 99), "side": st.integers(-2, 3)},
        optional={"mode": NAMES, "hexes": st.integers(), "least": st.floats(), "hush": st.booleans()},
    ),
    JSON,
)


def test_any_messages(tmp_path: Path) -> None:
    """Whatever is sent, each message gets an answer, none of them an internal error."""

    @settings(max_examples=150, deadline=None, database=None, phases=[Phase.generate])
    @given(MESSAGE)
    def collect(message: Any) -> None:
        found.append(message)

    @at_table
    async def run() -> None:
        async with serving(tmp_path, messages_per_second=1e6) as table:
            game = await table.create(hot_seat=True)
            async with table.seat(game["id"], game["seats"][0]["key"]) as one:
                for message in found:
                    await one.send(json.dumps(message))
                    answer = await one.next("update", "refused", "fault", "reply")
                    assert answer.get("code") != "internal", message

    found: list[Any] = []
    collect()
    assert len(found) >= 100
    run()
