"""Computer players: they play, they see what a player sees, and no crash or delay of theirs stops a game."""

from __future__ import annotations

import asyncio
import io
import random
import sys
from pathlib import Path

import msgspec
import pytest

from lnlt import engine
from lnlt.ai import PLAYERS
from lnlt.ai.plans import follow
from lnlt.core.engine import passes
from lnlt.core.tally import Refusal
from lnlt.server import worker
from lnlt.server.library import kit, scenario_setup
from lnlt.server.pieces import seen
from lnlt.server.workers import Workers, fallback, player_seed
from table_helpers import at_table, serving, until

READY = "import sys; print('{\"ready\":true}', flush=True)\n"
BAD = {
    "silent": READY + "import time\nfor line in sys.stdin: time.sleep(3600)",
    "dying": READY + "sys.stdin.readline(); sys.exit(3)",
    "babbling": READY + "for line in sys.stdin: print('what?', flush=True)",
    "cheating": READY + 'for line in sys.stdin: print(\'{"do":{"do":"activate","at":"I5"}}\', flush=True)',
    "failing": READY + 'for line in sys.stdin: print(\'{"error":"no idea"}\', flush=True)',
    "unstarted": "raise SystemExit(1)",
}


@pytest.mark.parametrize("kind", BAD)
def test_game_goes_on_without_the_computer(tmp_path: Path, kind: str) -> None:
    """Whatever is wrong with the process, a legal move is made in its place and the game goes on."""

    @at_table
    async def run() -> None:
        workers = Workers(1, 0.2, (sys.executable, "-c", BAD[kind]))
        async with serving(tmp_path, workers) as table:
            game = await table.create(seats=[{"side": "de", "player": "random"}])
            async with table.seat(game["id"], game["seats"][0]["key"]) as one:
                await one.give({"do": "pass"})
                while one.update["decision"]["side"] == 1:
                    await one.next("update")
                assert workers.failures >= 1
                assert one.update["n"] >= 2
                assert one.options

    run()


@at_table
async def test_two_turns_against_the_computer(tmp_path: Path) -> None:
    """A person and a computer player in its process play two turns; no move is made in the place of the computer."""
    workers = Workers(1, 60)
    async with serving(tmp_path, workers) as table:
        game = await table.create(seats=[{"side": "us", "player": "human"}, {"side": "de", "player": "recruit"}])
        assert [seat["player"] for seat in game["seats"]] == ["human", "recruit"]
        assert "key" not in game["seats"][1]
        async with table.seat(game["id"], game["seats"][0]["key"]) as one:
            await one.play(random.Random(1), lambda u: u["position"]["turn"] > 2)
            assert one.update["position"]["turn"] > 2
            assert workers.failures == 0
            entries = (await one.ask("entries", n=1))["entries"]
            assert any(e["side"] == 1 and e["motions"] for e in entries if "motions" in e)


@at_table
async def test_two_computers_play_while_somebody_watches(tmp_path: Path) -> None:
    """Without people a game goes on only while it is watched, and from where it was."""
    workers = Workers(1, 60)
    async with serving(tmp_path, workers) as table:
        game = await table.create(seats=[{"side": "us", "player": "random"}, {"side": "de", "player": "random"}])
        async with table.seat(game["id"]) as watcher:
            assert watcher.update["thinking"] == "random"
            while watcher.seq < 5:
                await watcher.next("update")
        room = table.app.state.hub.rooms[game["id"]]
        await until(lambda: not room.busy)
        stopped = room.number
        await asyncio.sleep(0.2)
        assert room.number == stopped
        async with table.seat(game["id"]) as watcher:
            while watcher.update["n"] <= stopped:
                await watcher.next("update")


def test_players_get_a_view_only() -> None:
    """What goes to the process has no dice to come and no waiting orders, and the player gets no paragraphs."""
    found = kit(scenario_setup("the-weapons-cache"))
    state = engine.begin(found.game, "luck").state
    side = engine.decider(state)
    assert side is not None
    text = engine.CODEC.encode_state(seen(state, side))
    assert str(state.rng).encode() not in text
    options = tuple(msgspec.to_builtins(c) for c in engine.options(found.game, state))
    task = worker.Task(found.digest, side, "watching", "x", text.decode(), options, found.data.decode())
    asked = []

    class Watching:
        def __init__(self, seed: int | str) -> None:
            pass

        def choose(self, game: engine.Game, view: engine.View, ways: list[engine.Command]) -> engine.Command:
            asked.append((game, view))
            return ways[0]

    PLAYERS["watching"] = Watching
    try:
        out = io.BytesIO()
        worker.serve(io.BytesIO(msgspec.json.encode(task) + b"\n" + b"nonsense\n"), out)
    finally:
        del PLAYERS["watching"]
    ready, choice, error = (msgspec.json.decode(line, type=worker.Choice) for line in out.getvalue().splitlines())
    assert ready.ready
    assert engine.CODEC.decode_command(bytes(choice.do)) in engine.options(found.game, state)
    assert error.error
    ((game, view),) = asked
    assert isinstance(view, engine.View)
    assert game.setup.paragraphs == ()
    assert found.game.setup.paragraphs


def test_plans_go_along_with_the_questions() -> None:
    """Whichever process is asked next: a player goes on with what it was about."""
    found = kit(scenario_setup("first-fight"))
    game, bench, plan = found.game, worker.Bench(), None
    state = engine.begin(game, "plans").state
    kept = 0
    for _ in range(30):
        side = engine.decider(state)
        assert side is not None
        options = engine.options(game, state)
        rows = tuple(msgspec.to_builtins(c) for c in options)
        text = engine.CODEC.encode_state(seen(state, side)).decode()
        task = worker.Task(found.digest, side, "regular", "x", text, rows, found.data.decode(), plan=plan)
        line = msgspec.json.encode(bench.choose(msgspec.json.decode(msgspec.json.encode(task), type=worker.Task)))
        choice = msgspec.json.decode(line, type=worker.Choice)
        command = engine.CODEC.decode_command(bytes(choice.do))
        if plan is not None and choice.plan == plan and len(options) > 1:
            question = engine.question(state)
            assert question is not None
            kept += follow(plan, game, engine.view(state, side).as_state(0), question, options) == command
        plan = choice.plan
        done = engine.submit(game, state, command, by=side)
        assert not isinstance(done, Refusal)
        state = done.state
    assert kept >= 3


def test_luck_of_players_says_nothing_about_the_dice() -> None:
    """The seed a computer player gets does not contain the game's seed."""
    assert "4711" not in player_seed("4711", 0)
    assert player_seed("4711", 0) != player_seed("4711", 1)


def test_fallback_is_always_legal() -> None:
    """The move made in place of a player is one of the options, and ends or passes where that is possible."""
    game = engine.load("assault-on-vierville")
    state, rng = engine.begin(game, 3).state, random.Random(3)
    for _ in range(150):
        options = engine.options(game, state)
        if not options:
            break
        chosen = fallback(game, state)
        assert chosen in options
        if any(passes(c) for c in options):
            assert passes(chosen) or type(chosen).__name__ in ("Pass", "Done", "StopMove", "EndRally")
        step = engine.submit(game, state, rng.choice(options))
        assert isinstance(step, engine.Step)
        state = step.state
