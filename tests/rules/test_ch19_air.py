"""19.1: airstrikes of scenario files, lines across a map, chances of attacks from the air and of fire at aircraft."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from lnlt import engine
from lnlt.content.files import shipped
from lnlt.content.scenarios import load_scenario
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import DOUBLES
from lnlt.core.errors import ContentError
from lnlt.core.game import Game
from lnlt.core.setup import Airstrike
from lnlt.core.state import State
from lnlt.rules.ch19_air.arrival import entry_edges, entry_lines, flight_line
from lnlt.rules.ch19_air.defence import FireAtAircraft
from lnlt.rules.ch19_air.flight import FlyIn, Strafe
from lnlt.situations.reading import load
from lnlt.situations.setup import make_game

HERE = Path(__file__).parents[1] / "situations" / "ch19"
STRIKES = """
[[airstrikes]]
side = "de"
type = "ww2-jp-d3a"
turn = 3
edges = ["north"]

[[airstrikes]]
side = "us"
type = "ww2-uk-hurricane2d"
count = 2
"""


def written(tmp_path: Path, more: str) -> str:
    """A copy of a shipped scenario with something added."""
    path = tmp_path / "strike.toml"
    path.write_text((shipped("scenarios", "first-fight.toml")).read_text(encoding="utf-8") + more, encoding="utf-8")
    return str(path)


def started(name: str, *dice: tuple[str, tuple[int, ...]]) -> tuple[Game, State, ScriptedDice]:
    """A situation of this chapter at its first question."""
    game, script = make_game(load(HERE / f"{name}.toml")), ScriptedDice(list(dice))
    return game, engine.begin(game, 0, script).state, script


def test_scenario_file(tmp_path: Path) -> None:
    """19.1, 22.0: airstrikes of an order of battle: turn, edge, several of a kind; nobody sets them up."""
    setup = load_scenario(written(tmp_path, STRIKES))
    assert setup.airstrikes == (
        Airstrike("de-air-1", 3, ("north",)),
        Airstrike("us-air-2-1"),
        Airstrike("us-air-2-2"),
    )
    game = engine.build_game(setup)
    state = engine.begin(game, 1).state
    assert game.has_aircraft
    assert [u.at for u in state.units if "air" in u.id] == [-1, -1, -1]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('side = "de"', 'side = "dd"', "unknown side 'dd'"),
        ("ww2-jp-d3a", "ww2-jp-d3b", "unknown aircraft 'ww2-jp-d3b'"),
        ('["north"]', '["up"]', "edges"),
    ],
)
def test_mistakes_in_scenario_files(tmp_path: Path, old: str, new: str, message: str) -> None:
    """Unknown sides, aircraft and edges are named."""
    with pytest.raises(ContentError) as caught:
        load_scenario(written(tmp_path, STRIKES.replace(old, new, 1)))
    assert message in str(caught.value)
    assert "airstrikes" in str(caught.value)


def test_games_without_aircraft_note_no_doubles() -> None:
    """19.1: only where an airstrike may come are doubles remembered."""
    game = engine.load("first-fight")
    assert not game.has_aircraft
    assert DOUBLES not in engine.begin(game, 1).state.notes


def test_edges_of_a_map() -> None:
    """19.1: on a map an aircraft enters by a hex of the edge the die gives and crosses to another edge."""
    game = engine.load("first-fight")
    strike = Airstrike("x")
    assert [entry_edges(die) for die in (1, 2, 4)] == [("north",), ("east",), ("west",)]
    names = game.board.names
    for edge in entry_edges(5):
        for row in entry_lines(game, strike, (edge,)):
            assert flight_line(game, strike, (edge,), names[row.path[0]], names[row.path[1]]) == row
            assert flight_line(game, strike, (edge,), f"{names[row.path[0]]}/ground", names[row.path[1]]) == row
            steps = {
                (game.board.xs[b] - game.board.xs[a], game.board.ys[b] - game.board.ys[a])
                for a, b in zip(row.path, row.path[1:], strict=False)
            }
            assert len(steps) == 1, "a straight line"
            assert game.board.neighbours[row.path[-1]][row.way] == -1, "as far as the map goes"
    inner = next(i for i in range(game.board.size) if -1 not in game.board.neighbours[i])
    refused = flight_line(game, strike, ("north",), names[inner], names[game.board.neighbours[inner][3]])
    assert getattr(refused, "code", "") == "not_that_edge"


def test_chances_of_an_attack() -> None:
    """19.1.2: the card of a cannon attack has the exact chances: 3 firepower against a Squad of Morale 5."""
    game, state, dice = started("R19.1.5-ex04")
    step = engine.submit(game, state, FlyIn("M8", "L8"), dice)
    assert isinstance(step, engine.Step)
    assert engine.why_not(game, step.state, Strafe("K7/ground")) is None
    found = engine.preview(game, step.state, [Strafe("K7")])
    assert isinstance(found, engine.Preview)
    harmed = sum(a + 3 > b and c + a + 3 - b > 5 for a, b, c in product(range(1, 7), repeat=3))
    assert found.any.fraction == Fraction(harmed, 216)


def test_chances_of_fire_at_aircraft() -> None:
    """19.1.1: the Blowpipe hits the Harrier with 4 or less."""
    game, state, dice = started("R19.1.5-ex08")
    step = engine.submit(game, state, FlyIn("M8", "L8"), dice)
    assert isinstance(step, engine.Step)
    found = engine.preview(game, step.state, [FireAtAircraft("hs", "blowpipe")])
    assert isinstance(found, engine.Preview)
    assert found.rolls
    assert found.rolls[0].what == "to_hit"
    assert found.rolls[0].chances["hit"].fraction == Fraction(6, 36)
