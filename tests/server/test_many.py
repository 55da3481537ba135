"""Many games side by side, idle games, and what they cost."""

from __future__ import annotations

import asyncio
import random
import tracemalloc
from pathlib import Path
from typing import Any

from table_helpers import Table, at_table, serving, until

GAMES = 200
ORDERS = 5


async def one_game(table: Table, game: dict[str, Any], seed: int) -> int:
    """A few orders in a game."""
    async with table.seat(game["id"], game["seats"][0]["key"]) as player:
        given = await player.play(random.Random(seed), lambda u: u["n"] >= ORDERS)
        assert player.update["n"] == ORDERS
        return given


@at_table
async def test_two_hundred_games_side_by_side(tmp_path: Path) -> None:
    """Two hundred games in one process, all played at once: every order is carried out and stored."""
    async with serving(tmp_path, requests_per_second=1e6) as table:
        games = await asyncio.gather(*(table.create(hot_seat=True, seed=str(n)) for n in range(GAMES)))
        given = await asyncio.gather(*(one_game(table, game, seed) for seed, game in enumerate(games)))
        assert sum(given) == GAMES * ORDERS
        assert len(table.app.state.hub.rooms) == GAMES
        log = (await table.http.get(f"/api/games/{games[77]['id']}")).json()
        assert log["entries"] == ORDERS
    async with serving(tmp_path) as table:
        for game in (games[0], games[199]):
            assert (await table.http.get(f"/api/games/{game['id']}")).json()["entries"] == ORDERS


@at_table
async def test_idle_games_leave_memory(tmp_path: Path) -> None:
    """A game nobody is connected to is put away and comes back as it was."""
    async with serving(tmp_path, idle_seconds=0.2) as table:
        hub = table.app.state.hub
        game = await table.create(hot_seat=True)
        async with table.seat(game["id"], game["seats"][0]["key"]) as player:
            await player.play(random.Random(3), lambda u: u["n"] >= 70)
            await asyncio.sleep(0.5)
            assert game["id"] in hub.rooms
        await until(lambda: not hub.rooms)
        async with table.seat(game["id"], game["seats"][0]["key"], since=player.seq) as again:
            assert again.update["position"] == player.update["position"]
            assert again.options == player.options
            assert again.update.get("entries", []) == []


@at_table
async def test_an_idle_game_is_small(tmp_path: Path) -> None:
    """A game in memory with some history takes well under a megabyte: what games share is there once."""
    async with serving(tmp_path, requests_per_second=1e6) as table:
        first = await table.create(hot_seat=True)
        await one_game(table, first, 0)
        tracemalloc.start()
        try:
            games = [await table.create(hot_seat=True, seed=str(n)) for n in range(10)]
            for seed, game in enumerate(games):
                await one_game(table, game, seed)
            used, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert used / len(games) < 300_000
