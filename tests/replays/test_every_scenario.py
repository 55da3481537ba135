"""Every scenario recorded and replayed through every door: text game, command line, server; digests are the same."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest

from lnlt import engine
from lnlt.content import saves
from lnlt.content.scenarios import scenario_names
from lnlt.core.errors import RecordError
from lnlt.core.record import Match, parse, replay
from lnlt.core.setup import parse_setup, setup_bytes
from lnlt.core.tally import Refusal
from lnlt.fuzz.setups import random_game
from lnlt.matches import new_match, open_match
from table_helpers import at_table, serving

DECISIONS = 60
WHOLE = ("first-fight", "infantry-training", "the-lamp-at-skarvnes")
CHECK = """
import sys
from lnlt.cli.main import build
for path in sys.argv[1:]:
    build()(["replay", path, "--check"], standalone_mode=False)
"""


def play(match: Match, decisions: int) -> Match:
    """Random decisions of both sides, some of them given as lists."""
    rng = Random(match.header.scenario)
    while match.state.over is None and len(match.entries) < decisions:
        order = [rng.choice(engine.options(match.game, match.state))]
        ahead = engine.explore(match.game, match.state, order)
        if rng.random() < 0.2 and not ahead.stopped and engine.decider(ahead.state) == engine.decider(match.state):
            order.append(rng.choice(engine.options(match.game, ahead.state)))
        assert not isinstance(match.submit_all(order), Refusal)
    return match


@cache
def recorded(scenario: str) -> Match:
    """A recorded game of a scenario: some decisions, of a few scenarios all of them."""
    match = play(new_match(engine.load(scenario), 3), 5000 if scenario in WHOLE else DECISIONS)
    assert len(match.entries) >= DECISIONS
    assert (match.state.over is not None) == (scenario in WHOLE)
    return match


def digests(match: Match) -> list[str]:
    """Fingerprints of all positions."""
    return [match.header.digest, *(entry.digest for entry in match.entries)]


def replayed(text: str) -> Match:
    """A record read and played again."""
    record = parse(engine.CODEC, text)
    game = engine.build_game(record.header.setup)
    match, problem = replay(engine.CODEC, engine.begin, game, record.header, record.entries)
    assert problem is None
    return match


@pytest.mark.parametrize("scenario", scenario_names())
def test_a_saved_game_goes_on(scenario: str, tmp_path: Path) -> None:
    """The text game saves a game, opens it again and goes on with it: every position is as it was."""
    path, match = tmp_path / "game.jsonl", recorded(scenario)
    saves.save(path, match)
    opened, problem = open_match(path)
    assert problem is None
    assert digests(opened) == digests(match)
    assert opened.text() == match.text()
    assert [step.events for step in opened.steps] == [step.events for step in match.steps]
    if opened.state.over is None:
        play(opened, len(match.entries) + 1)
        saves.append(path, engine.CODEC, opened.entries[-1])
        assert digests(open_match(path)[0]) == digests(opened)


@pytest.mark.parametrize("scenario", scenario_names())
def test_a_game_has_the_order_of_its_record(scenario: str) -> None:
    """What a paragraph does to several units happens in the same order before and after a record is read."""
    setup = recorded(scenario).game.setup
    again = parse_setup(setup_bytes(setup))
    assert [[list(e.units) for e in p.effects] for p in setup.paragraphs] == [
        [list(e.units) for e in p.effects] for p in again.paragraphs
    ]
    assert list(setup.control) == list(again.control)
    assert list(setup.board.hexes) == list(again.board.hexes)


def test_records_of_before_still_open() -> None:
    """A record whose fingerprints are of mappings in the order they came about replays, and is kept in the new way."""
    path = Path(__file__).parent / "kept-by-0.1.jsonl"
    match, problem = open_match(path)
    assert problem is None
    old = saves.load(path, engine.CODEC)
    assert len(match.entries) == len(old.entries) == 60
    assert any(a != b.digest for a, b in zip(digests(match)[1:], old.entries, strict=True))
    changed = path.read_text().replace(old.entries[-1].digest, "0" * 24)
    with pytest.raises(RecordError, match="entry 60 leads to another position than recorded"):
        replayed(changed)


def test_replay_in_other_processes(tmp_path: Path) -> None:
    """`lnlt replay --check` finds every position as recorded, whatever order the process gives to sets."""
    paths = []
    for scenario in scenario_names():
        paths.append(tmp_path / f"{scenario}.jsonl")
        paths[-1].write_text(recorded(scenario).text())
    for seed in (7, 20, 28):
        battle = play(new_match(random_game(seed, 14), seed, scenario=f"battle {seed}"), DECISIONS)
        paths.append(tmp_path / f"battle-{seed}.jsonl")
        paths[-1].write_text(battle.text())
    for hashes in ("0", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", CHECK, *map(str, paths)],
            env={**os.environ, "PYTHONHASHSEED": hashes},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-500:]
        assert done.stdout.count("every position as recorded") == len(paths)


@at_table
async def test_a_record_goes_through_the_server(tmp_path: Path) -> None:
    """A record is imported, gone on with, downloaded, imported again and replayed: every position is the same."""
    async with serving(tmp_path, request_burst=10_000) as table:
        for scenario in scenario_names():
            match = recorded(scenario)
            text, known = match.text(), digests(match)
            for more in (1, 0):
                answer = await table.http.post("/api/games/import", json={"record": text, "hot_seat": True})
                assert answer.status_code == 201, (scenario, answer.text)
                game, key = answer.json()["id"], answer.json()["seats"][0]["key"]
                async with table.seat(game, key) as player:
                    for _ in range(more if player.options else 0):
                        assert (await player.give(player.options[0]["do"]))["type"] == "update"
                table.app.state.hub.rooms.pop(game, None)
                answer = await table.http.get(f"/api/games/{game}/record", headers={"X-Seat-Key": key})
                assert answer.status_code == 200, (scenario, answer.text)
                text = answer.text
                found = parse(engine.CODEC, text, scenario)
                assert [found.header.digest, *(entry.digest for entry in found.entries)][: len(known)] == known
            assert len(replayed(text).entries) >= len(match.entries)
