"""What is worked out once and kept: the same as made anew. What is stored and sent, in order."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from lnlt import engine
from lnlt.core.state import State
from lnlt.server import choices, pieces
from lnlt.server.choices import Told
from lnlt.server.client import Client
from lnlt.server.lens import Lens, Pieces
from lnlt.server.library import kit, scenario_setup
from lnlt.server.storage import GameRow, LogRow, Snapshot, StorageError, Store

ORDERS = 120


@pytest.mark.parametrize("scenario", ["first-fight", "the-weapons-cache", "assault-on-vierville", "a-friend-in-need"])
def test_kept_words_are_as_made_anew(scenario: str) -> None:
    """Two games that share what is kept: positions, questions and options are byte for byte as without it."""
    game = kit(scenario_setup(scenario)).game
    known: Pieces = {}
    told = Told()
    for seed in ("one", "two"):
        lens, rng, state = Lens(game, known, told), Random(seed), engine.begin(game, seed).state
        for _ in range(ORDERS):
            asked = engine.decider(state)
            if asked is None:
                break
            picture = lens.look(state, asked)
            s = picture.s
            fresh = pieces.position(pieces.public(game, s), s)
            assert msgspec.json.encode(lens.position(picture)) == msgspec.json.encode(fresh)
            decision = choices.decision(game, s, (0, 1), choices.asked(game, s))
            assert msgspec.json.encode(lens.decision(picture, (0, 1))) == msgspec.json.encode(decision)
            step = engine.submit(game, state, rng.choice(engine.options(game, state)))
            assert isinstance(step, engine.Step)
            state = step.state


def applied(old: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """A position with changes put into it."""
    moved = {piece["id"]: piece for piece in changes.get("pieces", ())}
    made = {**old, **changes, "pieces": [moved.get(piece["id"], piece) for piece in old["pieces"]]}
    return {name: value for name, value in made.items() if value not in ([], {}, "", None)}


@pytest.mark.parametrize("scenario", ["first-fight", "the-weapons-cache", "assault-on-vierville", "a-friend-in-need"])
def test_changes_make_the_next_position(scenario: str) -> None:
    """What changes from one position to the next, or back, put into it gives that position, and nothing else goes."""
    game = kit(scenario_setup(scenario)).game.own()
    lens, rng, state = Lens(game, {}, Told()), Random(3), engine.begin(game, "three").state
    before = lens.look(state, 0)
    sizes = []
    for _ in range(ORDERS):
        if engine.decider(state) is None:
            break
        step = engine.submit(game, state, rng.choice(engine.options(game, state)))
        assert isinstance(step, engine.Step)
        state = step.state
        picture = lens.look(state, 0)
        for old, new in ((before, picture), (picture, before), (picture, picture)):
            changes = lens.changes(old, new)
            was, now = (msgspec.json.decode(lens.position(one)) for one in (old, new))
            if changes is None:
                assert [p["id"] for p in was["pieces"]] != [p["id"] for p in now["pieces"]]
                continue
            found = msgspec.json.decode(changes)
            assert applied(was, found) == now
            known = {piece["id"]: piece for piece in was["pieces"]}
            assert all(known[piece["id"]] != piece for piece in found.pop("pieces", ()))
            assert all(was.get(name) != value for name, value in found.items())
            sizes.append(len(changes) / len(lens.position(new)))
        before = picture
    assert sum(sizes) / len(sizes) < 0.25


class Veiled(Lens):
    """Sees what a View that hides a side's men would leave."""

    def view(self, state: State, viewer: int) -> engine.View:
        """Nobody knows who the men of the other side are, and where."""
        whole, veil = super().view(state, viewer), msgspec.structs.replace
        units = [u if u.side == viewer else veil(u, id=f"?{n}", at=-1) for n, u in enumerate(whole.units)]
        return veil(whole, units=tuple(units))


def test_changes_never_show_more_than_the_view() -> None:
    """Each side's changes are made of what that side sees before and after: where men are hidden they are in no byte,
    also when whoever looks changes sides."""
    game = kit(scenario_setup("first-fight")).game.own()
    lens, rng, state = Veiled(game, {}, Told()), Random(4), engine.begin(game, "four").state
    hidden = {side: [f'"{u.id}"'.encode() for u in state.units if u.side != side] for side in (0, 1)}
    last = {side: lens.look(state, side) for side in (0, 1)}
    assert last[0] is not last[1]
    told = 0
    for _ in range(ORDERS):
        step = engine.submit(game, state, rng.choice(engine.options(game, state)))
        assert isinstance(step, engine.Step)
        state = step.state
        for side in (0, 1):
            now = lens.look(state, side)
            changes = lens.changes(last[side], now)
            assert changes is not None
            for data in (bytes(changes), bytes(lens.position(now))):
                assert [name for name in hidden[side] if name in data] == [], (side, data)
            told += b'"pieces"' in bytes(changes)
            assert lens.changes(last[1 - side], now) is None
            last[side] = now
    assert told > ORDERS / 4


def stored(path: Path) -> list[int]:
    """Versions another process finds in the file."""
    with sqlite3.connect(path) as other:
        return [row[0] for row in other.execute("SELECT version FROM log ORDER BY version")]


@pytest.mark.parametrize("durable", [False, True])
def test_committed_before_told_and_one_failure_hurts_nobody_else(tmp_path: Path, durable: bool) -> None:
    """What `append` has returned from is in the file for others; of jobs stored together only the bad one fails."""

    async def run() -> None:
        store = Store(tmp_path / "table.sqlite", durable)
        await store.open()
        await store.create(GameRow("g", 0.0, "s", b"", b"", b""), b"")
        await store.append(LogRow("g", 1, 1, b"x"))
        assert stored(store.path) == [1]
        rows = [LogRow("g", 2, 2, b"x"), LogRow("g", 1, 1, b"again"), LogRow("g", 3, 3, b"x")]
        found = await asyncio.gather(*(store.append(row) for row in rows), return_exceptions=True)
        assert [type(one) for one in found] == [type(None), StorageError, type(None)]
        assert stored(store.path) == [1, 2, 3]
        await asyncio.gather(
            store.append(LogRow("g", 4, 4, b"x"), Snapshot(4, 4, b"s")), store.append(LogRow("g", 5, 5, b"x"))
        )
        assert [shot.version for shot in await store.snapshots("g")] == [4]
        waiting = asyncio.create_task(store.append(LogRow("g", 6, 6, b"x")))
        await asyncio.sleep(0)
        await store.close()
        await waiting
        assert stored(store.path) == [1, 2, 3, 4, 5, 6]

    asyncio.run(run())


class Socket:
    """A socket that can be held up."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.free.set()
        self.sent: list[str] = []
        self.closed = 0

    async def send(self, message: dict[str, Any]) -> None:
        await self.free.wait()
        self.sent.append(message["text"])

    async def close(self, code: int, _: str) -> None:
        self.closed = code


def test_messages_go_at_once_or_wait_in_order() -> None:
    """A free socket gets a message before `send` returns; a blocked one gets all in order later, or is cut off."""

    async def run() -> None:
        socket = Socket()
        client = Client(socket, 3)  # type: ignore[arg-type]
        pump = asyncio.create_task(client.pump())
        await asyncio.sleep(0)
        client.send(b"1")
        assert socket.sent == ["1"]
        socket.free.clear()
        for text in ("2", "3", "4"):
            client.send(text)
        await asyncio.sleep(0)
        assert socket.sent == ["1"]
        socket.free.set()
        await client.drain()
        client.send("5")
        assert socket.sent == ["1", "2", "3", "4", "5"]
        socket.free.clear()
        for text in ("6", "7", "8", "9", "10"):
            client.send(text)
        assert client.gone
        socket.free.set()
        await pump
        assert socket.sent[-3:] == ["6", "7", "8"]
        assert socket.closed == 1013

    asyncio.run(run())


def test_games_side_by_side_do_not_mix() -> None:
    """Games of one scenario that take turns offer in every position what one of them alone would offer."""
    shared = kit(scenario_setup("a-friend-in-need")).game
    alone = engine.load("a-friend-in-need")
    games = [shared.own(), shared.own()]
    states = [engine.begin(game, seed).state for game, seed in zip(games, ("five", "six"), strict=True)]
    rng = Random(5)
    for _ in range(ORDERS):
        for number, game in enumerate(games):
            ways = engine.options(game, states[number])
            assert ways == engine.options(alone, states[number])
            if not ways:
                continue
            asked, command = engine.decider(states[number]), rng.choice(ways)
            assert asked is not None
            refused = engine.submit(game, states[number], command, by=1 - asked)
            assert isinstance(refused, engine.Refusal)
            assert refused.code == "not_your_decision"
            step = engine.submit(game, states[number], command, by=asked)
            assert isinstance(step, engine.Step)
            states[number] = step.state
