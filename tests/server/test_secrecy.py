"""Nobody learns what he may not know: every byte that goes out is searched."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lnlt import engine
from lnlt.core.setup import GameSetup
from table_helpers import Player, Table, at_table, serving

SCENARIOS = ("a-friend-in-need", "assault-on-vierville", "the-weapons-cache")
GAMES = [("a-friend-in-need", 28, 70, True), ("the-weapons-cache", 6, 70, True), ("assault-on-vierville", 0, 70, False)]
"""Scenario, seed, orders given, and whether a paragraph is read in that game."""


def secrets_of(setup: GameSetup, read: set[str], met: set[str]) -> dict[str, str]:
    """What must not go out: texts of paragraphs nobody has read, ids of units and missions nobody has met."""
    found = {p.text: f"paragraph {p.id}" for p in setup.paragraphs if p.id not in read}
    for group in (g for g in setup.groups if g.secret):
        if not any(unit in met for unit in group.units):
            found |= {f'"{unit}"': f"unit {unit}" for unit in group.units}
    return found


def as_json(text: str) -> str:
    """A text as it looks inside JSON."""
    return msgspec.json.encode(text).decode().strip('"') if not text.startswith('"') else text


async def ask_everything(player: Player, rng: random.Random) -> None:
    """Ask all there is to ask about some place."""
    pieces = [p for p in player.update["position"]["pieces"] if p.get("at")]
    if not pieces:
        return
    piece = rng.choice(pieces)
    at, unit = piece["at"], piece["id"]
    other = rng.choice(pieces)["at"]
    for what in ("menu", "targets", "field", "sight"):
        await player.ask(what, at=at, to=other)
    await player.ask("reach", units=[unit])
    await player.ask("danger", units=[unit])
    await player.ask("why", at=at, to=other)
    for option in player.options[:5]:
        await player.ask("card", do=[option["do"]])
        await player.ask("why", do=[option["do"]])


@pytest.mark.parametrize(("scenario", "seed", "orders", "reads"), GAMES)
def test_nothing_secret_goes_out(tmp_path: Path, scenario: str, seed: int, orders: int, reads: bool) -> None:
    """Before they are triggered, no paragraph and nothing of what it brings is in any message, whatever is asked."""
    setup = engine.load(scenario).setup
    assert setup.paragraphs
    assert any(g.secret for g in setup.groups)

    @at_table
    async def run() -> None:
        async with serving(tmp_path) as table:
            read = await watched(table, scenario, setup, seed, orders)
            assert bool(read) == reads

    run()


async def watched(table: Table, scenario: str, setup: GameSetup, seed: int, orders: int) -> int:
    """Play a game, asking all the time, and search every message; how many paragraphs were read."""
    game = await table.create(scenario, seed=f"secret-seed-{seed}")
    rng, curious = random.Random(seed), random.Random(seed)
    keys = [seat["key"] for seat in game["seats"]]
    read: set[str] = set()
    met: set[str] = set()
    async with (
        table.seat(game["id"], keys[0]) as one,
        table.seat(game["id"], keys[1]) as two,
        table.seat(game["id"]) as watcher,
    ):
        for turn in range(orders):
            player = next((p for p in (one, two) if p.options), None)
            if player is None:
                break
            if turn % 10 == 5:
                await ask_everything(player, curious)
            answer = await player.give(rng.choice(player.options)["do"])
            assert answer["type"] == "update"
            await asyncio.gather(*(p.next("update") for p in (one, two, watcher) if p.seq < answer["seq"]))
            text = msgspec.json.encode(player.update).decode()
            read |= {p.id for p in setup.paragraphs if as_json(p.text) in text}
            met |= {piece["id"] for piece in player.update["position"]["pieces"]}
            for somebody in (one, two, watcher):
                for text in somebody.raw:
                    for secret, name in secrets_of(setup, read, met).items():
                        assert as_json(secret) not in text, f"{name} was told too early"
                    assert f"secret-seed-{seed}" not in text
                    assert not any(key in text for key in keys)
                somebody.raw.clear()
    return len(read)


@at_table
async def test_nothing_secret_over_http(tmp_path: Path) -> None:
    """Scenario cards, the state of a game, logs and help have no paragraph; the record of a game that goes on is
    refused to all but those who hold every person's seat."""
    async with serving(tmp_path) as table:
        games: dict[str, Any] = {name: await table.create(name) for name in SCENARIOS}
        for name, game in games.items():
            setup = engine.load(name).setup
            texts = [
                (await table.http.get(path)).text
                for path in ("/api/scenarios", f"/api/games/{game['id']}", f"/api/games/{game['id']}/log", "/api/help")
            ]
            for text in texts:
                for secret, what in secrets_of(setup, set(), set()).items():
                    assert as_json(secret) not in text, what
            record = f"/api/games/{game['id']}/record"
            for key in ("", "wrong", game["seats"][0]["key"]):
                answer = await table.http.get(record, headers={"X-Seat-Key": key})
                assert (answer.status_code, answer.json()["error"]) == (403, "still_secret")
        own = await table.create("the-weapons-cache", hot_seat=True)
        answer = await table.http.get(f"/api/games/{own['id']}/record", headers={"X-Seat-Key": own["seats"][0]["key"]})
        assert answer.status_code == 200


@at_table
async def test_keys_are_not_stored(tmp_path: Path) -> None:
    """The data file has fingerprints of keys, not the keys."""
    async with serving(tmp_path) as table:
        game = await table.create()
    data = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert game["id"].encode() in data
    for seat in game["seats"]:
        assert seat["key"].encode() not in data
