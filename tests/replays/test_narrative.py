"""22.0: the infantry narrative of the rules, played from the set-up to the last turn with its own dice."""

from __future__ import annotations

from pathlib import Path

import pytest
from narrative import ASIDES, SCRIPT
from player import Player, play_all
from typer.testing import CliRunner

from lnlt import engine
from lnlt.cli.main import build
from lnlt.cli.replay import find_record
from lnlt.core.terrain import LEG

RECORDS = 87
GROUND = {
    "clear": "E6 F1 F2 G0 J1 J2 K3",
    "road": "E4 E5 F4 F6 H3 H5 H6 H7 H8 I3 I4 I7 J4 K4",
    "light_woods": "G4 H4 K5",
    "lc_building": "F3 F7 G6 G7 J3",
    "hc_building": "F5 G1 G2 I5 I6 J5",
    "forest": "E7",
    "cemetery": "J6",
    "wheat_field": "K1",
    "low_crops": "C2",
    "brush": "D2",
}
VALUES = {
    "clear": (2, 0), "road": (2, 0), "light_woods": (4, 1), "lc_building": (4, 3), "hc_building": (4, 4),
    "forest": (4, 2), "cemetery": (2, 2), "wheat_field": (4, 0),
}  # fmt: skip
"""Half points on foot and Target Modifier."""
SIDES = [("F4", "G4", "wall"), ("G4", "H5", "wall"), ("H3", "H4", "wall"), ("K6", "L6", "wall"), ("J1", "J2", "hedge")]


def test_every_record_is_proved() -> None:
    """Each record of the narrative is a step of the script or in a situation; the first two are the map, below."""
    told = {record for beat in SCRIPT for record in beat.records.split()}
    folder = Path(__file__).parents[1] / "situations" / "narrative"
    for name, records in ASIDES.items():
        assert (folder / f"{name}.toml").is_file()
        told |= set(records.split())
    whole = {"002", "086", "087"}  # the chart, the dice in order, the game as a whole
    assert told - {"073+"} | whole == {f"{number:03}" for number in range(1, RECORDS + 1)}


@pytest.mark.parametrize("terrain", GROUND)
def test_ground_of_the_map(terrain: str) -> None:
    """1.9, 10.4: what the narrative says about the hexes of map 15, their cost on foot and Target Modifier."""
    board = engine.load("infantry-training").board
    for name in GROUND[terrain].split():
        row = board.terrain[board.index[name]]
        road = bool(board.roads[board.index[name]])
        assert ("road" if road and row.key == "clear" else row.key) == terrain, name
        if terrain in VALUES:
            assert (row.cost[LEG], row.tm) == VALUES[terrain], name


def test_hexsides_of_the_map() -> None:
    """10.4: Walls and hedges the narrative names."""
    board = engine.load("infantry-training").board
    for one, two, kind in SIDES:
        here = board.index[one]
        side = board.sides[here][board.neighbours[here].index(board.index[two])]
        assert side is not None
        assert side.key == kind, (one, two)


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
