"""22.0: the infantry narrative of the rules, played from the set-up to the last turn with its own dice."""

from __future__ import annotations

from pathlib import Path

from narrative import SCRIPT
from player import Player, play_all
from typer.testing import CliRunner

from lnlt import engine
from lnlt.cli.main import build
from lnlt.cli.replay import find_record


def test_every_step_of_the_narrative() -> None:
    """Every order of the narrative is legal and every position after a step is as told, with the dice as told."""
    player = Player(engine.load("infantry-training"))
    for beat in SCRIPT:
        player.play(beat)
        found = {key: player.fact(key) for key in beat.after}
        assert found == beat.after, f"after {beat.records}: {engine.describe(player.state)}"
    player.dice.finish()
    assert player.state.over is not None


def test_bundled_replay() -> None:
    """22.0: the bundled record of the narrative replays entry by entry and is what the script gives today."""
    path = find_record(Path("infantry-narrative"))
    fresh = play_all().match
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[1:] == "".join(fresh.lines()).splitlines()[1:], "stale: run tests/replays/player.py"
    result = CliRunner().invoke(build(), ["replay", "infantry-narrative", "--check"])
    assert result.exit_code == 0, result.output
