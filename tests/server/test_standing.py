"""Standing orders: windows that are answered without asking."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from helpers import Place, Scene, U
from lnlt import engine
from lnlt.fuzz.flows import now
from lnlt.server import messages, standing
from table_helpers import Player, Table, at_table, serving


async def move_into_fire(player: Player) -> dict[str, Any]:
    """Move a stack of the first side to where the enemy may answer; the update after it."""
    reach = (await player.ask("reach", units=["us-a", "us-b", "tom"], mode="normal"))["reach"]
    places = {h["at"]: h for h in reach["hexes"]}
    assert places["H3"]["threats"]
    before = player.seq
    assert (await player.give(*places["H3"]["do"]))["type"] == "update"
    assert player.seq > before
    return player.update


async def keys(table: Table) -> tuple[str, str, str]:
    """A new game with two keys."""
    game = await table.create()
    return game["id"], game["seats"][0]["key"], game["seats"][1]["key"]


@at_table
async def test_never_lets_everything_pass(tmp_path: Path) -> None:
    """With "never" the enemy's move goes on by itself to its end, and the log says who let it pass."""
    async with serving(tmp_path) as table:
        game, us, de = await keys(table)
        async with table.seat(game, us) as one, table.seat(game, de) as two:
            assert (await two.orders(1, mode="never"))["type"] == "update"
            assert two.update["orders"] == [{"side": 1, "mode": "never"}]
            await one.next("update")
            assert "orders" not in one.update
            await move_into_fire(one)
            while one.update["decision"]["question"] != "impulse_action":
                await one.next("update")
            at = {p["id"]: p["at"] for p in one.update["position"]["pieces"]}
            assert at["us-a"] == "H3"
            entries = (await one.ask("entries", n=1))["entries"]
            assert [e["side"] for e in entries][:2] == [0, 1]


@pytest.mark.parametrize(
    ("mode", "hexes", "least", "fires"),
    [("within", 6, 0, True), ("within", 1, 0, False), ("within", 6, 0.99, False), ("open", 0, 0, True)],
)
def test_fire_by_orders(tmp_path: Path, mode: str, hexes: int, least: float, fires: bool) -> None:
    """Fire only near enough, at units in the open, and with the chance that was asked for."""

    @at_table
    async def run() -> None:
        async with serving(tmp_path) as table:
            game, us, de = await keys(table)
            async with table.seat(game, us) as one, table.seat(game, de) as two:
                assert (await two.orders(1, mode=mode, hexes=hexes, least=least))["type"] == "update"
                await move_into_fire(one)
                while one.update["n"] < 2:
                    await one.next("update")
                entries = (await one.ask("entries", n=1))["entries"]
                shots = [m for e in entries for m in e.get("motions", []) if m["what"] == "fire"]
                assert bool(shots) == fires
                assert entries[1]["side"] == 1

    run()


@at_table
async def test_hush_lets_this_move_pass_only(tmp_path: Path) -> None:
    """Hush answers the open window for the whole move; the next move asks again."""
    async with serving(tmp_path) as table:
        game, us, de = await keys(table)
        async with table.seat(game, us) as one, table.seat(game, de) as two:
            await move_into_fire(one)
            while not two.options:
                await two.next("update")
            assert two.update["decision"]["window"]
            assert (await two.orders(1, hush=True))["type"] == "update"
            while one.update["decision"].get("window"):
                await one.next("update")
            assert "orders" not in two.update
            assert (await two.orders(1, hush=True))["type"] == "update"


@at_table
async def test_orders_of_others_are_refused(tmp_path: Path) -> None:
    """One sets orders for one's own side only, with a mode there is."""
    async with serving(tmp_path) as table:
        game, us, _ = await keys(table)
        async with table.seat(game, us) as one, table.seat(game) as watcher:
            assert (await one.orders(1, mode="never"))["code"] == "not_your_side"
            assert (await one.orders(9, mode="never"))["code"] == "no_such_side"
            assert (await one.orders(0, mode="maybe"))["code"] == "no_such_mode"
            assert (await watcher.orders(0, mode="never"))["code"] == "not_your_side"


@at_table
async def test_orders_outlive_the_server(tmp_path: Path) -> None:
    """Orders are stored with the game, and work without anybody sitting there."""
    async with serving(tmp_path) as table:
        game, us, de = await keys(table)
        async with table.seat(game, de) as two:
            await two.orders(1, mode="never")
    async with serving(tmp_path) as table, table.seat(game, us) as one:
        await move_into_fire(one)
        while one.update["decision"].get("window"):
            await one.next("update")
        entries = (await one.ask("entries", n=1))["entries"]
        assert [e["side"] for e in entries][:2] == [0, 1]


@pytest.mark.parametrize("mode", ["never", "open", "within"])
def test_a_sniper_who_was_placed_fires_whatever_the_orders(mode: str) -> None:
    """11.4: he must fire once he is placed; orders that would let everything pass have an answer, too."""
    s = Scene(U("s", "sniper 1-8-0-6", ""), U("x", "squad", "C6"), hexes={"C2": "forest"}, impulse="de")
    s.move("C6", "x", "C5")
    s.do(Place("s", "C2"))
    assert standing.window(s.state)
    assert standing.hush(s.game, s.state, s.us) is None
    orders = messages.Standing(side=s.us, mode=mode, hexes=1, least=1.0)
    commands = now(standing.answer(s.game, s.state, orders))
    assert isinstance(engine.submit_all(s.game, s.state, commands, by=s.us), engine.Step)
