"""Chapter 23, 21.5 and 21.7: what situations cannot say: codes, packs, games without such counters."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from ai_helpers import played_out
from lnlt import engine
from lnlt.content.counter_words import weapon_traits
from lnlt.content.packs import load_catalog
from lnlt.content.scenario_lint import scenario_problems
from lnlt.content.scenarios import read_scenario
from lnlt.core.errors import ContentError
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.fuzz.air import with_aircraft
from lnlt.fuzz.gear import with_gear
from lnlt.fuzz.setups import battle, with_night
from lnlt.fuzz.setups import make_game as fuzz_game
from lnlt.fuzz.vehicles import with_vehicles
from lnlt.rules.ch02_outline import begin
from lnlt.rules.ch11_smc.heroes import Place
from lnlt.rules.ch14_ordnance.legality import check_place
from lnlt.rules.ch14_ordnance.to_hit import Aim
from lnlt.rules.ch21_fortifications.set_up import PlaceWork
from lnlt.rules.facts.guns import gun_of
from lnlt.situations.reading import check
from lnlt.situations.setup import make_game


def position(text: str) -> tuple[Game, State]:
    """The game and first position of a situation."""
    game = make_game(check({"id": "x", "title": "x", "rule": ["1.0"], "step": [], **tomllib.loads(text)}, "x.toml"))
    return game, begin(game, seed=1).state


def test_kinds_have_their_traits() -> None:
    """23.1, 23.2: a weapon of a kind has what every one of it has, wherever it is defined."""
    modern, old = load_catalog("modern").weapons, load_catalog("ww2").weapons
    assert {"with_ifp", "no_load", "never_captured"} <= modern["mod-us-m203"].abilities
    assert modern["mod-us-m203"].uses == 2
    assert "light" in old["ww2-us-sw-stickybomb"].abilities
    assert "light" not in old["ww2-su-sw-rpg43"].abilities
    assert weapon_traits("machine_gun", ("jams",)) == {"jams"}


def test_no_missile_out_of_a_building() -> None:
    """1.6.6#2: an AA weapon is not fired from Buildings, huts or Bunkers; in the open only its target counts."""
    game, s = position(
        """
        era = "modern"
        weapons = [
          { id = "w0", kind = "aa_missile", ammo = "aa", to_hit = [[20, 7, 9]] },
          { id = "w1", kind = "aa_missile", ammo = "aa", to_hit = [[20, 7, 9]] },
          { id = "w2", kind = "aa_missile", ammo = "aa", to_hit = [[20, 7, 9]] },
          { id = "w3", kind = "aa_missile", ammo = "aa", to_hit = [[20, 7, 9]] },
        ]
        units = [
          { id = "open", side = "us", kind = "squad", values = "2-6-4-5", at = "C3", carries = ["w0"] },
          { id = "house", side = "us", kind = "squad", values = "2-6-4-5", at = "F3", carries = ["w1"] },
          { id = "hut", side = "us", kind = "squad", values = "2-6-4-5", at = "I3", carries = ["w2"] },
          { id = "bunker", side = "us", kind = "squad", values = "2-6-4-5", at = "L3/bunker", carries = ["w3"] },
          { id = "e", side = "su", kind = "squad", values = "2-6-4-5", at = "C6" },
        ]
        [board]
        hexes = { F3 = "lc_building", I3 = "bamboo_huts" }
        markers = [{ kind = "bunker", at = "L3", strength = 2, facing = "L4" }]
        """
    )
    found = []
    for unit in range(4):
        aim = Aim(unit, unit, s.units[4].at)
        gun = gun_of(game, s, unit, unit)
        assert gun is not None
        refusal = check_place(game, s, aim, gun, s.units[unit].at)
        assert refusal is not None
        found.append((refusal.rule, refusal.code))
    assert found == [("1.6.6", "only_at_aircraft"), *[("1.6.6", "not_from_here")] * 3]


def test_flags_only_where_needed() -> None:
    """23.0: a game without such counters does not look for them."""
    game, _ = position('units = [{ id = "a", side = "us", kind = "squad", values = "2-5-4-6", at = "C3" }]')
    assert (game.grenades, game.claymores, game.heavy, game.boats) == (False, False, False, False)


SCENARIO = """
id = "crossing"
name = "A crossing"
era = "ww2"
turns = 4
initiative = "us"
otherwise = "de"
maps = [{ map = "15" }]
sides = [{ id = "us", name = "US", nation = "us" }, { id = "de", name = "German", nation = "de" }]
markers = [{ kind = "barricade", at = "D4", facing = "D5" }]
victory = [{ side = "us", when = [{ hold = ["D4"] }] }]
weapons = [{ id = "boat", type = "rubber-boat" }, { id = "boat2", type = "rubber-boat" }]
groups = [
  { id = "g", side = "de", setup = ["D4", "D5", "D6"], works = ["barricade"] },
  { id = "h", side = "us", setup = ["H5", "I5"] },
]
units = [
  { id = "afloat", side = "us", kind = "squad", values = "2-5-4-6", at = "H4", carries = ["boat"] },
  { id = "ldr", side = "us", kind = "leader", values = "6-1-6", at = "H4" },
  { id = "later", side = "us", kind = "squad", values = "2-5-4-6", group = "h", carries = ["boat2"] },
  { id = "man", side = "us", kind = "leader", values = "6-1-6", group = "h" },
  { id = "gun", side = "us", kind = "weapon_team", values = "2-8-2-5", group = "h" },
  { id = "foe", side = "de", kind = "squad", values = "1-6-4-5", group = "g" },
]
[board.hexes]
D4 = { terrain = "clear", features = ["road"] }
D5 = { terrain = "clear", features = ["road"] }
D6 = "clear"
H4 = "river"
H5 = "river"
I5 = "clear"
"""


def problems(tmp_path: Path, text: str) -> list[str]:
    """What the linter says about a scenario text."""
    path = tmp_path / "crossing.toml"
    path.write_text(text)
    return [str(p).removeprefix(f"{path}: ") for p in scenario_problems(*read_scenario(str(path)))]


def test_units_begin_on_a_river(tmp_path: Path) -> None:
    """23.3.1, Q-443: with room in their boats units are set up on a River, by the file or by their owner."""
    assert problems(tmp_path, SCENARIO) == []
    no_boat = SCENARIO.replace(', carries = ["boat"]', "").replace('{ id = "boat", type = "rubber-boat" }, ', "")
    assert problems(tmp_path, no_boat)[0] == "units.0.at: River in H4 is prohibited for leg units"
    third = '{ id = "more", side = "us", kind = "squad", values = "2-5-4-6", at = "H4" },'
    more = SCENARIO.replace("units = [", f"units = [\n  {third}")
    assert problems(tmp_path, more) == ["units: no room in Rubber Boats for all who are on the River in H4 (23.3.1)"]
    problems(tmp_path, SCENARIO.replace(', works = ["barricade"]', ""))
    game = engine.load(str(tmp_path / "crossing.toml"))
    state = engine.begin(game, 1).state
    while engine.decider(state) != game.side_index["us"]:
        step = engine.submit(game, state, engine.options(game, state)[0])
        assert isinstance(step, engine.Step)
        state = step.state
    assert [code(game, state, Place(u, "H5")) for u in ("later", "man", "gun")] == ["", "no_boat", "no_boat_for"]
    step = engine.submit(game, state, Place("later", "H5"))
    assert isinstance(step, engine.Step)
    assert code(game, step.state, Place("man", "H5")) == ""


def test_units_begin_on_a_ford(tmp_path: Path) -> None:
    """10.5.2: a ford is no water: units without boats are set up on it, by the file or by their owner."""
    text = SCENARIO.replace(', carries = ["boat"]', "").replace('{ id = "boat", type = "rubber-boat" }, ', "")
    fords = 'markers = [{ kind = "ford", at = "H4" }, { kind = "ford", at = "H5" }, '
    text = text.replace(', works = ["barricade"]', "").replace("markers = [", fords)
    assert problems(tmp_path, text) == []
    game = engine.load(str(tmp_path / "crossing.toml"))
    state = engine.begin(game, 1).state
    while engine.decider(state) != game.side_index["us"]:
        step = engine.submit(game, state, engine.options(game, state)[0])
        assert isinstance(step, engine.Step)
        state = step.state
    assert [code(game, state, Place(u, "H5")) for u in ("later", "man")] == ["", ""]


def code(game: Game, s: State, command: engine.Command) -> str:
    """Why a command is refused."""
    refusal = engine.why_not(game, s, command)
    return refusal.code if refusal is not None else ""


def test_one_barricade_on_a_side(tmp_path: Path) -> None:
    """21.5, Q-442: a second Barricade on the same hexside is refused, in files and when its owner places it."""
    first = '{ kind = "barricade", at = "D4", facing = "D5" }'
    for other in ('at = "D4", facing = "D5"', 'at = "D5", facing = "D4"'):
        text = SCENARIO.replace(first, f'{first}, {{ kind = "barricade", {other} }}')
        (found,) = problems(tmp_path, text)
        assert found.startswith("markers.1.at: there is a Barricade between ")
        with pytest.raises(ContentError, match=r"there is a Barricade between .* already \(rule 21.5\)"):
            engine.load(str(tmp_path / "crossing.toml"))
    text = SCENARIO.replace(', facing = "D5"', "")
    assert problems(tmp_path, text) == ["markers.0: a Barricade needs 'facing', the hex it bars the way to (rule 21.5)"]
    with pytest.raises(ContentError, match="a Barricade needs 'facing'"):
        engine.load(str(tmp_path / "crossing.toml"))
    problems(tmp_path, SCENARIO)
    game = engine.load(str(tmp_path / "crossing.toml"))
    state = engine.begin(game, 1).state
    while PlaceWork not in engine.question(state).ACCEPTS:  # type: ignore[union-attr]
        step = engine.submit(game, state, engine.options(game, state)[0])
        assert isinstance(step, engine.Step)
        state = step.state
    orders = [("D4", "D5"), ("D5", "D4"), ("D5", "D6"), ("D6", "D5")]
    codes = [code(game, state, PlaceWork("barricade", at, facing)) for at, facing in orders]
    assert codes == ["side_barred", "side_barred", "", "no_place_for"]


@pytest.mark.parametrize("level", ["random", "recruit"])
def test_players_play_with_everything(level: str) -> None:
    """A battle by night with vehicles, aircraft and all equipment goes to its end with players of the computer."""
    setup = with_gear(with_aircraft(with_vehicles(battle(8, 8, 8, 3), 3), 3), 3)
    game = fuzz_game(replace(with_night(setup, 3), turns=2))
    assert played_out(game, level).over is not None
