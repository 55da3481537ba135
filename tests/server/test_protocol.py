"""The table over real sockets: who may do what, in which order, and what everybody is told."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from table_helpers import Player, Table, at_table, serving


def key(game: dict[str, Any], side: int = 0) -> str:
    """The key of a side."""
    found: str = game["seats"][side]["key"]
    return found


@at_table
async def test_welcome_and_first_position(tmp_path: Path) -> None:
    """A player is told the board, the sides and the scenario once, then the position and what it may do."""
    async with serving(tmp_path) as table:
        game = await table.create()
        async with table.seat(game["id"], key(game)) as one:
            assert one.welcome["protocol"] == 2
            assert (one.welcome["seat"], one.welcome["seats"]) == (0, [0])
            assert len(one.welcome["board"]["hexes"]) == 128
            assert [side["id"] for side in one.welcome["sides"]] == ["us", "de"]
            assert "key" not in json.dumps(one.welcome["players"])
            assert one.update["seq"] == one.update["n"] == 0
            assert {piece["id"] for piece in one.update["position"]["pieces"]} >= {"us-a", "tom", "koch"}
            assert one.update["decision"]["side"] == 0
            assert {o["kind"] for o in one.options} == {"activate", "pass", "spot"}


@at_table
async def test_only_the_asked_seat_gets_options(tmp_path: Path) -> None:
    """The other side and onlookers see the question, not its options."""
    async with serving(tmp_path) as table:
        game = await table.create()
        async with table.seat(game["id"], key(game, 1)) as other, table.seat(game["id"]) as watcher:
            assert watcher.welcome["seat"] == -1
            for somebody in (other, watcher):
                assert somebody.update["decision"]["text"]
                assert somebody.options == []


@at_table
async def test_everybody_hears_of_an_order(tmp_path: Path) -> None:
    """The update with the entry comes to all; only the one who gave the order is told that it is done."""
    async with serving(tmp_path) as table:
        game = await table.create()
        async with (
            table.seat(game["id"], key(game, 0)) as one,
            table.seat(game["id"], key(game, 1)) as two,
            table.seat(game["id"]) as three,
        ):
            answer = await one.give({"do": "activate", "at": "G2"})
            assert (answer["type"], answer["seq"]) == ("update", 1)
            for player in (two, three):
                assert "done" not in await player.next("update")
            for player in (one, two, three):
                assert player.update["seq"] == 1
                assert player.update["entries"][-1]["n"] == 1
                assert "G2" in player.update["entries"][-1]["text"]


@at_table
async def test_refusals(tmp_path: Path) -> None:
    """Stale, foreign, watching, malformed, empty and forbidden orders are refused and change nothing."""
    async with serving(tmp_path, max_commands=5) as table:
        game = await table.create()
        order = {"do": "activate", "at": "G2"}
        async with (
            table.seat(game["id"], key(game, 0)) as one,
            table.seat(game["id"], key(game, 1)) as two,
            table.seat(game["id"]) as three,
        ):
            cases: list[tuple[Player, tuple[Any, ...], int, str]] = [
                (one, (order,), 7, "stale"),
                (one, (order,), -1, "stale"),
                (two, (order,), 0, "foreign"),
                (three, (order,), 0, "watching"),
                (one, (), 0, "empty"),
                (one, ({"do": "fly", "at": "G2"},), 0, "malformed"),
                (one, ({"at": "G2"},), 0, "malformed"),
                (one, ({"do": "activate", "at": 7},), 0, "malformed"),
                (one, (order,) * 6, 0, "too_many"),
                (one, ({"do": "activate", "at": "ZZ99"},), 0, "no_such_place"),
                (one, ({"do": "activate", "at": "I5"},), 0, "nobody_to_activate"),
                (one, ({"do": "open_fire", "lead": "us-a"},), 0, "no_answer"),
            ]
            for player, commands, seq, code in cases:
                answer = await player.give(*commands, seq=seq)
                assert (answer["type"], answer["code"]) == ("refused", code), answer
                assert answer["text"]
            assert (await one.give(order))["type"] == "update"


@at_table
async def test_order_lists_and_undo(tmp_path: Path) -> None:
    """A list of commands is one entry; the player may take it back, after which numbers go on."""
    async with serving(tmp_path) as table:
        game = await table.create(hot_seat=True)
        async with table.seat(game["id"], key(game)) as one, table.seat(game["id"]) as watcher:
            assert one.welcome["seats"] == [0, 1]
            assert (await one.undo())["code"] == "nothing"
            commands = [{"do": "activate", "at": "G2"}, {"do": "begin_move", "origin": "G2"}]
            assert (await one.give(*commands))["seq"] == 1
            assert one.update["may_undo"]
            assert one.update["decision"]["question"] == "move_group"
            assert (await one.undo())["type"] == "update"
            assert (one.update["seq"], one.update["n"], one.update["undone"]) == (2, 0, True)
            assert one.update["decision"]["question"] == "impulse_action"
            assert (await one.give(*commands, seq=0))["code"] == "stale"
            assert (await one.give({"do": "activate", "at": "J3"}))["seq"] == 3
            while watcher.seq < 3:
                await watcher.next("update")
            assert watcher.update["n"] == 1
            assert "J3" in watcher.update["entries"][0]["text"]


@at_table
async def test_wrong_key_unknown_game_no_hello(tmp_path: Path) -> None:
    """A wrong key, an unknown game, another first message and silence each end with a clear fault."""

    async def ends(table: Table, name: str, first: str | None) -> tuple[str, int]:
        async with table.raw(name) as ws:
            if first is not None:
                await ws.send(first)
            fault = json.loads(await ws.recv())
            assert fault["type"] == "fault"
            assert fault["text"]
            with pytest.raises(ConnectionClosed):
                await ws.recv()
            assert ws.close_code is not None
            return fault["code"], ws.close_code

    async with serving(tmp_path, hello_seconds=0.3) as table:
        game = (await table.create())["id"]
        assert await ends(table, game, '{"type":"hello","key":"guessed"}') == ("wrong_key", 1008)
        assert await ends(table, "nothing", '{"type":"hello"}') == ("no_such_game", 4404)
        assert await ends(table, game, '{"type":"undo","id":1,"seq":0}') == ("hello_first", 1008)
        assert await ends(table, game, None) == ("no_hello", 1008)


@at_table
async def test_reconnecting_resumes(tmp_path: Path) -> None:
    """Who comes back with the last number it knows gets exactly the entries it has missed, also after take-backs."""
    async with serving(tmp_path) as table:
        game = await table.create(hot_seat=True)
        rng = random.Random(3)
        async with table.seat(game["id"], key(game)) as one:
            await one.play(rng, lambda u: u["n"] >= 12)
            async with table.seat(game["id"], key(game), since=7) as two:
                assert [e["n"] for e in two.update["entries"]] == [8, 9, 10, 11, 12]
                assert not two.update.get("undone")
            async with table.seat(game["id"], key(game), since=12) as two:
                assert two.update.get("entries", []) == []
                assert two.options == one.options
            async with table.seat(game["id"], key(game), since=99) as two:
                assert len(two.update["entries"]) == 13
            while not one.update.get("may_undo"):
                await one.give(rng.choice(one.options)["do"])
            known = one.seq
            await one.undo()
            await one.give(one.options[0]["do"])
            async with table.seat(game["id"], key(game), since=known) as two:
                assert two.update["undone"]
                assert [e["n"] for e in two.update["entries"]] == [one.update["n"]]


@at_table
async def test_two_tabs_on_one_seat(tmp_path: Path) -> None:
    """Both tabs may play; the slower one of two orders at once is stale, nothing is done twice."""
    async with serving(tmp_path) as table:
        game = await table.create()
        async with table.seat(game["id"], key(game)) as one, table.seat(game["id"], key(game)) as two:
            order = {"do": "activate", "at": "G2"}
            answers = await asyncio.gather(one.give(order), two.give(order, seq=0))
            assert sorted(a["type"] for a in answers) == ["refused", "update"]
            await asyncio.gather(*(p.next("update") for p in (one, two) if p.seq < 1))
            assert one.update["n"] == two.update["n"] == 1
            assert (await two.give({"do": "begin_move", "origin": "G2"}))["type"] == "update"


@at_table
async def test_a_whole_game_by_two_people(tmp_path: Path) -> None:
    """Two seats with their own keys play to the end; both hear how it ended; the record replays."""
    async with serving(tmp_path) as table:
        game = await table.create()
        rng = random.Random(11)
        async with table.seat(game["id"], key(game, 0)) as one, table.seat(game["id"], key(game, 1)) as two:
            await asyncio.gather(*(p.play(rng, lambda u: "over" in u["position"]) for p in (one, two)))
            assert one.update["position"]["over"] == two.update["position"]["over"]
            assert "decision" not in one.update
            assert (await one.give({"do": "pass"}))["code"] == "game_over"
        record = await table.http.get(f"/api/games/{game['id']}/record")
        assert record.status_code == 200
        again = await table.http.post("/api/games/import", json={"record": record.text})
        assert again.status_code == 201, again.text
        assert len(record.text.splitlines()) == one.update["n"] + 1


@at_table
async def test_past_and_entries(tmp_path: Path) -> None:
    """Any earlier position and any entries can be asked for; the beginning is entry 0."""
    async with serving(tmp_path) as table:
        game = await table.create(hot_seat=True)
        async with table.seat(game["id"], key(game)) as one:
            first = one.update["position"]
            seen = {}
            rng = random.Random(5)
            for _ in range(130):
                if not one.options:
                    break
                await one.give(rng.choice(one.options)["do"])
                seen[one.update["n"]] = (one.update["position"], one.update["entries"][-1])
            assert (await one.ask("past", n=0))["past"]["position"] == first
            for n in (1, 30, 64, 101):
                past = (await one.ask("past", n=n))["past"]
                assert past["position"] == seen[n][0]
                assert past["entries"] == [seen[n][1]]
                assert "decision" not in past
            page = (await one.ask("entries", n=20))["entries"]
            assert [e["n"] for e in page] == list(range(20, 120))
            assert (await one.ask("past", n=5000))["code"] == "no_entry"
            assert (await one.ask("nonsense"))["code"] == "no_such_question"


@at_table
async def test_replay_is_read_only(tmp_path: Path) -> None:
    """A bundled replay is watched over the same socket from its beginning; orders are refused."""
    async with serving(tmp_path) as table:
        (listed,) = (await table.http.get("/api/replays")).json()
        async with table.seat(listed["id"], kind="replays") as one:
            assert one.welcome["replay"]
            assert one.update["n"] == listed["entries"]
            assert one.update["entries"][0]["n"] == 0
            last = (await one.ask("past", n=listed["entries"]))["past"]
            assert last["position"]["over"]["text"]
            cards = [c for e in (await one.ask("entries", n=1))["entries"] for c in e.get("cards", [])]
            assert any(s["dice"] for c in cards for r in c["rolls"] for s in r["sums"])
            assert (await one.give({"do": "pass"}))["code"] == "read_only"
