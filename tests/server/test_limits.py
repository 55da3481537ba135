"""Whatever is sent has a bound, and nothing that is sent holds up the others."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect
from websockets.exceptions import InvalidStatus

from lnlt import engine
from lnlt.core.dice import SEEDED, SecretDice, seed_state
from lnlt.core.record import parse, replay
from lnlt.core.setup import BoardSetup, HexPatch
from lnlt.fuzz.setups import random_game
from lnlt.matches import new_match
from lnlt.server import messages, shapes
from lnlt.server.ledger import Proposal
from table_helpers import Table, at_table, serving

BODIES = (shapes.NewGame, shapes.ImportGame)
PATIENCE = 0.5
"""Seconds the table may work on what somebody has sent before others have their turn."""


def unbounded(kind: inspect.Type, path: str) -> Iterator[str]:
    """Fields of a type that may be as long or as large as anybody likes."""
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            yield from unbounded(field.type, f"{kind.cls.__name__}.{field.name}")
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from unbounded(one, path)
    elif isinstance(kind, inspect.StrType):
        if kind.max_length is None:
            yield path
    elif isinstance(kind, inspect.IntType | inspect.FloatType):
        if kind.ge is None or kind.le is None:
            yield path
    elif isinstance(kind, inspect.VarTupleType | inspect.ListType | inspect.SetType | inspect.FrozenSetType):
        if kind.max_length is None:
            yield path
        yield from unbounded(kind.item_type, path)
    elif isinstance(kind, inspect.DictType):
        if kind.max_length is None:
            yield path
        if not isinstance(kind.value_type, inspect.AnyType):  # a command: see the next test
            yield from unbounded(kind.key_type, path)
            yield from unbounded(kind.value_type, path)
    elif isinstance(kind, inspect.TupleType):
        for one in kind.item_types:
            yield from unbounded(one, path)
    elif not isinstance(kind, inspect.BoolType | inspect.NoneType | inspect.LiteralType):
        yield path


@pytest.mark.parametrize("kind", [*BODIES, *messages.FromClient.__args__])
def test_every_field_has_a_bound(kind: type) -> None:
    """Every text, number, list and table that a client may send is limited where its type is written."""
    assert list(unbounded(inspect.type_info(kind), kind.__name__)) == []


@at_table
async def test_commands_have_bounds(tmp_path: Path) -> None:
    """What clients hand back unread is limited, too: texts, numbers, lists, and how deep they lie in each other."""
    deep: Any = 1
    for _ in range(40):
        deep = [deep]
    async with serving(tmp_path) as table:
        game = await table.create()
        async with table.seat(game["id"], game["seats"][0]["key"]) as one:
            for odd in ("x" * 5_000, 10**30, [0] * 3_000, deep, {"y" * 300: 1}):
                command = {"do": "activate", "at": odd}
                assert (await one.give(command))["code"] == "malformed"
                assert (await one.ask("why", do=[command]))["code"] == "malformed"
            assert (await one.give({"do": "activate", "at": "G2"}))["type"] == "update"


@asynccontextmanager
async def prompt(table: Table) -> AsyncIterator[None]:
    """Meanwhile nothing keeps all others waiting for long: measured as work of the loop's thread between two turns."""
    other = await table.create(hot_seat=True)
    longest, busy = 0.0, True

    async def watch() -> None:
        nonlocal longest
        while busy:
            began = time.thread_time()
            await asyncio.sleep(0.002)
            longest = max(longest, time.thread_time() - began)

    watching = asyncio.create_task(watch())
    try:
        yield
        assert (await table.http.get(f"/api/games/{other['id']}")).status_code == 200
    finally:
        busy = False
        await watching
    assert longest < PATIENCE


@at_table
async def test_a_long_seed_holds_up_nobody(tmp_path: Path) -> None:
    """A seed has at most 100 characters: longer ones are refused at once, in a record as well."""
    async with serving(tmp_path) as table, prompt(table):
        wish = {"scenario": "first-fight", "hot_seat": True}
        answer = await table.http.post("/api/games", json={**wish, "seed": "s" * 400_000})
        assert (answer.status_code, answer.json()["error"]) == (422, "bad_body")
        assert (await table.http.post("/api/games", json={**wish, "seed": "s" * 100})).status_code == 201
        raw = msgspec.json.decode(new_match(engine.load("first-fight"), 1).text().splitlines()[0])
        for seed in ("s" * 400_000, "-1", -1):
            record = msgspec.json.encode({**raw, "seed": seed}).decode()
            answer = await table.http.post("/api/games/import", json={"record": record})
            assert (answer.status_code, answer.json()["error"]) == (409, "bad_record")


@at_table
async def test_a_new_board_holds_up_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record with a board nobody has had: its lines of sight are worked out while others play on."""
    monkeypatch.setenv("LNLT_CACHE", str(tmp_path / "cache"))
    setup = engine.load("first-fight").setup
    woods = {f"{column}{row}": HexPatch("light_woods") for column in "ABCDEFGHIJKLMNOPQR" for row in range(1, 18, 2)}
    board = BoardSetup(size=(18, 18), hexes=woods)
    raw = msgspec.json.decode(new_match(random_game(1, 8), 1).text().splitlines()[0])
    raw = {**raw, "digest": "", "setup": {**raw["setup"], "board": msgspec.to_builtins(board)}}
    assert setup.board != board
    async with serving(tmp_path) as table, prompt(table):
        answer = await table.http.post("/api/games/import", json={"record": msgspec.json.encode(raw).decode()})
        assert answer.status_code in (201, 409)
    assert list((tmp_path / "cache" / "los").iterdir())


@pytest.mark.parametrize("size", [(0, 5_000_000), (5_000_000, 0), (52, 99), (-1, 5)])
def test_boards_have_bounds(tmp_path: Path, size: tuple[int, int]) -> None:
    """A set-up cannot ask for a board of millions of hexes, nor for one no server holds."""
    raw = msgspec.json.decode(new_match(engine.load("first-fight"), 1).text().splitlines()[0])
    raw["setup"]["board"] = {"size": size, "hexes": {"A1": {"terrain": "brush"}}}

    @at_table
    async def run() -> None:
        async with serving(tmp_path) as table, prompt(table):
            answer = await table.http.post("/api/games/import", json={"record": msgspec.json.encode(raw).decode()})
            assert (answer.status_code, answer.json()["error"]) == (409, "bad_record")

    run()


@at_table
async def test_a_long_record_holds_up_nobody(tmp_path: Path) -> None:
    """A record of very many entries is refused or replayed bit by bit."""
    first, *entries = new_match(engine.load("first-fight"), 1).text().splitlines()
    entry = '{"n":1,"side":"us","do":[{"do":"activate","at":"G2"}],"rolls":[],"digest":""}'
    async with serving(tmp_path) as table, prompt(table):
        for count in (19_000, 60_000):
            record = "\n".join([first, *entries, *[entry] * count])
            answer = await table.http.post("/api/games/import", json={"record": record})
            assert (answer.status_code, answer.json()["error"]) == (409, "bad_record")


@at_table
async def test_odd_addresses(tmp_path: Path) -> None:
    """Names of games, replays and files nobody could have are not found; nothing of them is kept."""
    built = tmp_path / "built"
    built.mkdir()
    (built / "index.html").write_text("page")
    async with serving(tmp_path, static=built) as table:
        for path in ("/api/games/" + "x" * 3_000, "/api/help/" + "x" * 3_000, "/%00.js", "/" + "x" * 5_000 + ".js"):
            assert (await table.http.get(path)).status_code in (404, 422), path[:20]
        for kind in ("games", "replays"):
            with pytest.raises(InvalidStatus):
                async with table.raw("..%2f..%2fetc%2fpasswd", kind):
                    pass
            for name in ("nobody", "x" * 3_000, "..%5c..%00"):
                async with table.raw(name, kind) as ws:
                    assert msgspec.json.decode(await ws.recv())["code"] in ("no_such_game", "no_such_replay")
        assert table.app.state.hub._opening == {}


def test_seeds_are_mixed_as_ever() -> None:
    """The same seed gives the same dice as before, whatever its length; a negative number is a seed as well."""
    known = {"1": 1, "luck": "luck", "": "", "0": 0, "long": "s" * 77, "large": 2**200 + 17}
    assert {name: seed_state(seed) % 10_000 for name, seed in known.items()} == KNOWN
    assert seed_state(-1) == seed_state("-1") != seed_state(1)
    began = time.perf_counter()
    seed_state("s" * 400_000)
    assert time.perf_counter() - began < 2


KNOWN = {"": 9865, "0": 9865, "1": 6284, "large": 6313, "long": 4498, "luck": 2115}


@pytest.mark.parametrize(
    ("players", "hot_seat", "status"),
    [
        (("human", "human"), False, 409),
        (("human", "human"), True, 201),
        (("human", "recruit"), False, 201),
        (("random", "human"), False, 201),
        (("random", "random"), False, 201),
    ],
)
def test_who_may_choose_the_seed(tmp_path: Path, players: tuple[str, str], hot_seat: bool, status: int) -> None:
    """A chosen seed tells all dice to come: between two people with a key each it is refused and says why."""

    @at_table
    async def run() -> None:
        async with serving(tmp_path) as table:
            seats = [{"side": side, "player": player} for side, player in zip(("us", "de"), players, strict=True)]
            wish = {"scenario": "first-fight", "seats": seats, "hot_seat": hot_seat}
            answer = await table.http.post("/api/games", json={**wish, "seed": "mine"})
            assert answer.status_code == status
            if status == 409:
                assert (answer.json()["error"], answer.json()["where"]) == ("seed_between_people", "seed")
                assert "a seed can be given only" in answer.json()["text"]
                assert (await table.http.post("/api/games", json=wish)).status_code == 201

    run()


@at_table
async def test_an_imported_game_between_people_has_new_dice(tmp_path: Path) -> None:
    """Whoever has a record knows the dice to come; not so when two people go on with it, also after a restart."""
    match = new_match(engine.load("first-fight"), 5)
    faces = []
    for hot_seat, seed in ((True, "a"), (False, "a"), (False, "b"), (False, "a")):
        async with serving(tmp_path) as table:
            table.app.state.hub.new_seed = lambda seed=seed: f"secret {seed}"
            wish = {"record": match.text(), "hot_seat": hot_seat}
            game = (await table.http.post("/api/games/import", json=wish)).json()
        async with serving(tmp_path) as table:
            hub = table.app.state.hub
            ledger = (await hub.open(game["id"])).ledger
            state, rng = ledger.state, random.Random(3)
            while sum(len(entry.rolls) for entry in ledger.entries) < 12:
                proposal = ledger.propose([rng.choice(engine.options(ledger.game, state))], None)
                assert isinstance(proposal, Proposal)
                ledger.accept(proposal)
                state = ledger.state
            faces.append([roll for entry in ledger.entries for roll in entry.rolls])
            assert "secret" not in ledger.text()
            record = parse(engine.CODEC, ledger.text())
            assert replay(engine.CODEC, engine.begin, ledger.game, record.header, record.entries)[1] is None
    known, one, other, again = faces
    assert one == again
    assert known != one != other != known


def test_secret_dice_are_fair() -> None:
    """Dice that follow from a secret show every face about as often, and move the generator on as others do."""
    dice, rng, count = SecretDice("secret"), 1, [0] * 6
    for _ in range(6_000):
        (face,), after = dice.roll(rng, 1, 6, "test")
        assert after == SEEDED.roll(rng, 1, 6, "test")[1]
        count[face - 1] += 1
        rng = after
    assert all(900 < number < 1_100 for number in count)
