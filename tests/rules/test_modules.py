"""A made-up module as data: its terrain, weather, vehicles, nations and scenario change play where they should."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from helpers import _roll
from lnlt import engine
from lnlt.content.scenario_file import Scenario
from lnlt.content.scenario_setup import game_setup
from lnlt.content.scenarios import load_scenario, read_scenario
from lnlt.core import events as ev
from lnlt.core.board import Board
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.game import Game
from lnlt.core.setup import GameSetup
from lnlt.core.state import Marker, State
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.core.terrain import LEG, OFFROAD, ROADBOUND, TRACKED
from lnlt.fuzz.games import fuzz_game
from lnlt.rules.ch05_fire.firepower import Firer, ifp_range
from lnlt.rules.ch05_fire.modifiers import stack_modifiers
from lnlt.rules.ch06_movement.costs import step_cost
from lnlt.rules.ch07_smoke import smoke_tally
from lnlt.rules.ch08_melee.firepower import MELEE_FIREPOWER
from lnlt.rules.ch10_los_spotting import burning
from lnlt.rules.ch10_los_spotting.attempts import spot_tally
from lnlt.rules.ch10_los_spotting.cover import location_modifiers
from lnlt.rules.ch10_los_spotting.lines import line, report
from lnlt.rules.ch10_los_spotting.sight import BLOCKED
from lnlt.rules.ch14_ordnance.impact import armor_tally
from lnlt.rules.ch14_ordnance.to_hit import Aim, to_hit_tally
from lnlt.rules.ch15_vehicles.machine_guns import mg_tally
from lnlt.rules.ch15_vehicles.overrun import check_ground
from lnlt.rules.ch15_vehicles.steps import drive_cost
from lnlt.rules.facts.guns import gun_of
from lnlt.rules.facts.units import morale, movement
from lnlt.rules.facts.weapons import mortar_place
from lnlt.words.modules import trait_lines

MODULE = Path(__file__).parents[1] / "modules" / "tarn-river"
CROSSING = MODULE / "scenarios" / "crossing.toml"
MAIN = -1
"""The only gun of a vehicle."""


@pytest.fixture(scope="module")
def crossing() -> Scenario:
    """The scenario of the module as written."""
    return read_scenario(CROSSING)[0]


class Table:
    """A position of the module's scenario, other weather or places given."""

    def __init__(self, crossing: Scenario, weather: str = "clear", at: Mapping[str, str] | None = None) -> None:
        setup = game_setup(replace(crossing, weather=weather, options=("fire",)), "test")
        units = tuple(replace(u, at=at[u.id], facing="") if at and u.id in at else u for u in setup.units)
        self.game: Game = engine.build_game(replace(setup, units=units), "test")
        self.state: State = engine.begin(self.game, 1).state
        self.board: Board = self.game.board

    def unit(self, name: str) -> int:
        """Number of a unit."""
        return self.state.ids[name]

    def step(self, frm: str, to: str, mover: int = LEG) -> float | str:
        """Points a step costs, or the code of the refusal."""
        found = step_cost(self.game, self.state, self.board.loc(frm), self.board.loc(to), mover)
        return found.code if isinstance(found, Refusal) else sum(m.value for m in found) / 2

    def drive(self, name: str, frm: str, to: str) -> float | str:
        """The same for a vehicle with what it has of its own."""
        found = drive_cost(self.game, self.state, self.unit(name), self.board.loc(frm), self.board.loc(to))
        return found.code if isinstance(found, Refusal) else found / 2

    def fire(self, name: str, at: str) -> list[Modifier]:
        """What a module adds to fire of a unit at a place."""
        unit = self.unit(name)
        origin = self.state.units[unit].at
        return own(stack_modifiers(self.game, self.state, [Firer(unit)], origin, self.board.loc(at)))

    def hit(self, name: str, target: str) -> list[Modifier]:
        """What a module adds to a shot at a vehicle."""
        aimed = self.unit(target)
        unit = self.unit(name)
        aim = Aim(unit, MAIN, self.state.units[aimed].at, aimed)
        return own(to_hit_tally(self.game, self.state, aim, aimed, self.state.units[unit].at).mods)

    def spot(self, name: str, at: str) -> list[Modifier]:
        """What a module adds to an attempt to spot a place."""
        return own(spot_tally(self.game, self.state, self.unit(name), self.board.loc(at)).mods)

    def sees(self, a: str, b: str, tis: bool = False) -> bool:
        """Whether there is a line of sight."""
        return line(self.game, self.state, self.board.loc(a), self.board.loc(b), tis) != BLOCKED

    def cover(self, at: str) -> list[Modifier]:
        """What a module adds to a Target Modifier."""
        return own(location_modifiers(self.game, self.state, self.board.loc(at)))

    def armor(self, target: str, by: str) -> Tally:
        """The armor of a vehicle against the gun of a unit."""
        gun = gun_of(self.game, self.state, self.unit(by), MAIN)
        assert gun is not None
        origin = self.state.units[self.unit(by)].at
        return armor_tally(self.game, self.state, gun, self.unit(target), origin, "hull")

    def burn(self, *marks: Marker, dice: Sequence[str], spread: bool = False) -> tuple[list[ev.Resolved], Draft]:
        """Let fires grow or spread."""
        d = Draft(self.game, self.state, ScriptedDice([_roll(text) for text in dice]))
        for mark in marks:
            d.emit(ev.MarkerPlaced(mark))
        (burning.spreading if spread else burning.intensity)(d)
        return [e for e in d.events if isinstance(e, ev.Resolved)], d


def own(mods: Sequence[Modifier]) -> list[Modifier]:
    """Those of some modifiers that come from a module."""
    return [m for m in mods if m.why == "module"]


def told(value: float, rule: str, name: str) -> list[Modifier]:
    """The one item a trait brings."""
    return [Modifier(value, "module", rule, name)]


def test_terrain_of_a_module_is_on_the_board(crossing: Scenario) -> None:
    """10.8, 10.8#1: rows of the chart: terrain, hexsides, and counters that differ from the chart."""
    table = Table(crossing)
    reeds, water = (table.board.terrain[table.board.index[name]] for name in ("D3", "D4"))
    assert (reeds.name, reeds.tm, reeds.stacking, water.name, water.water) == ("Reed bed", 1, 2, "Deep water", True)
    assert table.step("E2", "E3") == 2
    assert table.step("E3", "E4") == "terrain_prohibited"
    assert (table.step("C3", "C2"), table.step("C2", "C3")) == (2, 3), "a point for the dyke"
    assert table.step("C2", "C3", OFFROAD) == "hexside_prohibited"
    assert table.board.chart.counters["wreck"].tm == 2
    assert table.board.chart.counters["wreck"].name == "Wreck"
    mods = location_modifiers(table.game, table.state, table.board.loc("D3"))
    assert [(m.value, m.why) for m in mods] == [(1, "reeds")]


def test_mortars_and_overruns_in_terrain_of_a_module(crossing: Scenario) -> None:
    """10.8#2: reeds keep Mortars silent and let vehicles Overrun in spite of their Target Modifier."""
    table = Table(crossing)
    loc = table.board.loc
    assert not mortar_place(table.game, table.state, loc("D3"))
    assert mortar_place(table.game, table.state, loc("D2"))
    assert check_ground(table.game, table.state, loc("E2"), loc("E3")) is None


def test_terrain_of_a_module_with_effects_of_its_own(crossing: Scenario) -> None:
    """10.8#3: who fires out of reeds has less Firepower, who hides in them is hard to spot, gunners dislike them."""
    table = Table(crossing, at={"river-1": "C6", "rocket": "G3", "mortar": "F6"})
    assert table.fire("river-1", "C7") == told(-1, "10.8", "Swaying reeds")
    assert table.fire("gunner", "D8") == []
    for hex_, want in (("C6", told(-1, "10.8", "Swaying reeds")), ("C7", [])):
        mg = mg_tally(table.game, table.state, table.unit("otter"), 0, table.board.loc(hex_), table.board.loc("C8"))
        assert own(mg.mods) == want, "machine guns of vehicles, too"
    assert table.spot("otter", "G3") == told(1, "10.8", "Swaying reeds")
    assert table.spot("otter", "C2") == []
    units, s = table.state.units, table.state
    assert morale(table.game, units[table.unit("mortar")], s) == 5, "a Weapon Team in the reeds"
    assert morale(table.game, units[table.unit("river-1")], s) == 6, "a Squad there"
    outside = Table(crossing)
    assert morale(outside.game, outside.state.units[outside.unit("mortar")], outside.state) == 6


def test_fog_limits_sight(crossing: Scenario) -> None:
    """10.9, 10.9#1, 10.9#3, Q-462: three hexes in River fog, six with thermal sights, no limit in other weather."""
    fog, clear = Table(crossing, "river_fog"), Table(crossing)
    assert clear.sees("H1", "H5")
    assert not fog.sees("H1", "H5")
    assert fog.sees("H4", "H7")
    assert fog.sees("H1", "H2")
    assert fog.sees("A8", "E8", tis=True)
    assert not fog.sees("A8", "E8")
    assert clear.sees("A8", "E8")
    assert not fog.sees("A8", "H8", tis=True)
    assert clear.sees("A8", "H8", tis=True)
    found = report(fog.game, fog.state, fog.board.loc("H1"), fog.board.loc("H5"))
    assert (found.verdict, found.rule, found.reasons[0].code) == ("blocked", "10.9", "weather")
    assert "nobody sees farther than 3 hexes" in found.text()
    assert report(fog.game, fog.state, fog.board.loc("A8"), fog.board.loc("E8"), tis=True).verdict == "clear"
    assert report(clear.game, clear.state, clear.board.loc("H1"), clear.board.loc("H5")).verdict == "degraded"


def test_fog_in_every_way_of_looking(crossing: Scenario) -> None:
    """10.9#1: single lines, rows of them and lines with counters on the board agree about the fog."""
    fog = Table(crossing, "river_fog", {"river-1": "A8", "moor-1": "A0"})
    game, board = fog.game, fog.board
    d = Draft(game, fog.state, ScriptedDice([]))
    d.emit(ev.MarkerPlaced(Marker("smoke", board.loc("E2"))))
    for s in (fog.state, d):
        for a in range(0, board.size, 7):
            for b in range(board.size):
                verdict = line(game, s, 8 * a, 8 * b)
                assert verdict == BLOCKED or game.distance(a, b) <= 3
                if game.distance(a, b) == 1:
                    assert verdict != BLOCKED


def test_fog_and_smoke(crossing: Scenario) -> None:
    """10.9#2: laying Smoke is harder in River fog."""
    for weather, want in (("river_fog", told(1, "10.9", "River fog")), ("clear", [])):
        table = Table(crossing, weather)
        assert own(smoke_tally(table.game, table.state, table.unit("gunner")).mods) == want


def test_mud_costs_and_stops(crossing: Scenario) -> None:
    """10.9#2, 10.9#3, Q-463: a point more for T and O in the open, no way for R, slow Weapon Teams, softer ground."""
    mud, clear = Table(crossing, "spring_mud"), Table(crossing)
    costs = [[t.step("E1", "E2", mover) for mover in (LEG, TRACKED, OFFROAD, ROADBOUND)] for t in (clear, mud)]
    assert costs[1] == [costs[0][0], *(float(c) + 1 for c in costs[0][1:3]), "terrain_prohibited"]
    assert mud.step("E2", "E3", TRACKED) == clear.step("E2", "E3", TRACKED), "reeds are not concerned"
    for table, mf in ((mud, 1), (clear, 2)):
        assert movement(table.game, table.state, table.state.units[table.unit("mortar")]) == mf
    assert mud.cover("E2") == told(1, "10.9", "Spring mud")
    assert mud.cover("E3") == clear.cover("E2") == []


def test_amphibious_vehicle(crossing: Scenario) -> None:
    """15.9, 15.9#1, 15.9#3: the Otter swims for three points, also as a type with more abilities; the tank does not."""
    table = Table(crossing, at={"tank": "F3"})
    assert table.drive("otter", "E6", "E5") == 3
    assert table.drive("tank", "F3", "F4") == "terrain_prohibited"
    assert table.drive("diver", "G5", "G4") in (3, 6), "forward or in reverse"
    assert table.drive("otter", "E6", "E7") == 2 * float(table.step("E6", "E7", TRACKED)), "in reverse"


def test_shots_at_and_by_vehicles_of_a_module(crossing: Scenario) -> None:
    """15.9#2, 15.9#3: hard to hit in the water, bad at long range; each only with the vehicles of the trait."""
    table = Table(crossing, at={"tank": "G2", "diver": "G4", "otter": "G7", "rocket": "F3"})
    assert table.hit("tank", "diver") == told(1, "15.9", "Amphibious")
    assert table.hit("tank", "otter") == told(1, "15.9", "Weak optics"), "five hexes"
    assert table.hit("otter", "tank") == []
    assert table.spot("tank", "D7") == told(1, "15.9", "Weak optics")
    assert table.spot("otter", "C2") == []


def test_armor_against_hollow_charges(crossing: Scenario) -> None:
    """15.9#2: Spaced plates count against HEAT and not against other shot, and weigh."""
    table = Table(crossing, at={"rocket": "F3"})
    plain, heat = table.armor("tank", "otter"), table.armor("tank", "rocket")
    assert plain.mods == ()
    assert list(heat.mods) == told(2, "15.9", "Spaced plates")
    assert heat.total == heat.base[0].value + 2
    units = table.state.units
    assert movement(table.game, table.state, units[table.unit("tank")]) == 8
    assert movement(table.game, table.state, units[table.unit("otter")]) == 8


def test_traits_of_a_nation(crossing: Scenario) -> None:
    """13.0: Rivermen fire better into reeds near by: their Squads do, others do not."""
    table = Table(crossing, at={"moor-1": "E2"})
    assert table.fire("gunner", "D6") == told(1, "13.0", "Rivermen")
    assert table.fire("gunner", "D3") == [], "too far"
    assert table.fire("gunner", "D8") == [], "no reeds"
    assert table.fire("mortar", "F6") == [], "no Squad"
    assert table.fire("moor-1", "E3") == [], "another nation"
    for name, at, want in (("gunner", "D6", told(1, "13.0", "Rivermen")), ("gunner", "D8", []), ("moor-1", "D6", [])):
        fight = (table.game, table.state, (table.unit(name),), table.board.loc(at), True)
        assert MELEE_FIREPOWER.collect(table.game.hooks, *fight) == want


def test_rule_switched_on_for_a_side(crossing: Scenario) -> None:
    """22.0: the scenario gives the Last stand to one side: Morale and range."""
    table = Table(crossing)
    units = table.state.units
    assert morale(table.game, units[table.unit("moor-1")], table.state) == 6
    assert morale(table.game, units[table.unit("river-1")], table.state) == 6, "printed"
    assert ifp_range(table.game, table.state, table.unit("moor-1")) == 2
    assert ifp_range(table.game, table.state, table.unit("river-1")) == 5
    off = Table(replace(crossing, traits=()))
    assert morale(off.game, off.state.units[off.unit("moor-1")], off.state) == 5


def test_fire_in_a_dry_wind(crossing: Scenario) -> None:
    """10.5.6.5, 10.5.6.5#1, Q-461: fires start more easily in reeds, grow and spread on a 5; grass burns, too."""
    dry, clear = Table(crossing, "dry_wind"), Table(crossing)
    loc = dry.board.loc
    assert own(burning.start_tally(dry.game, dry.state, loc("D3"), ()).mods) == told(2, "10.5.6.5", "Dry wind")
    assert own(burning.start_tally(dry.game, dry.state, loc("D2"), ()).mods) == []
    assert burning.is_flammable(dry.game, dry.state, loc("D2"))
    assert not burning.is_flammable(clear.game, clear.state, loc("D2"))
    fire = Marker("fire", loc("D3"))
    for table, die, want in ((dry, 5, "grows"), (clear, 5, "none"), (dry, 1, "none"), (clear, 1, "out")):
        (found,), _ = table.burn(fire, dice=[f"random {die}"])
        assert found.outcome == want
        assert [t.of for t in found.tallies] == (["fire_growth"] if table is dry else [])


def test_fire_spreads_in_a_dry_wind(crossing: Scenario) -> None:
    """10.5.6.5#1: each place beside a Fire 2 begins to burn on a 5."""
    dry = Table(crossing, "dry_wind")
    great = Marker("fire", dry.board.loc("D3"), 2)
    near = burning.beside_fire(dry.game, dry.burn(great, dice=["random 1"] * 5, spread=True)[1])
    assert len(near) == 5, "all around but for the water: reeds and grass"
    found, d = dry.burn(great, dice=[f"random {die}" for die in (5, 4, 6, 1, 5)], spread=True)
    assert [e.outcome for e in found] == ["burns", "none", "burns", "none", "burns"]
    assert sum(m.kind == "fire" for m in d.markers) == 4


def test_scenario_of_a_module(crossing: Scenario) -> None:
    """24.0, 24.0#1, Q-460: its nations, counters, map and rules are at work; rows of a pack go before what we ship."""
    game = Table(crossing, "river_fog").game
    assert game.catalog.nations["tarn"].hero_faces == (6,)
    assert game.catalog.nations["us"].name
    assert {t.name for t in game.types} >= {"Otter", "Tarn River Half-Squad", "Hero Vale", "Moor Squad (half)"}
    lines = trait_lines(game)
    assert lines[0] == "Amphibious (Otter): Movement Points 3 in Deep water; to-hit rolls at it +1 in Deep water"
    assert "River fog: nobody sees farther than 3 hexes" in lines[5]
    assert len(lines) == 7
    assert not any("mud" in text for text in lines), "other weather"


@pytest.mark.parametrize("weather", ["river_fog", "spring_mud", "dry_wind"])
def test_random_games_of_a_module(crossing: Scenario, weather: str) -> None:
    """24.0#1: games of the module hold every invariant and come to an end."""
    found = fuzz_game(Table(crossing, weather).game, 3)
    assert found.failure is None, found.failure
    assert found.turns == 4


def test_a_set_up_needs_no_files_of_its_packs(tmp_path: Path) -> None:
    """24.0#3: written and read again it is the same; the game is built from it alone, the map of the pack included."""
    folder = tmp_path / "tarn-river"
    shutil.copytree(CROSSING.parents[1], folder)
    setup = load_scenario(folder / "scenarios" / CROSSING.name)
    written = msgspec.json.encode(setup)
    again = msgspec.json.decode(written, type=GameSetup)
    assert again == setup
    assert str(tmp_path).encode() not in written, "nothing says where the files were"
    shutil.rmtree(folder)
    one, two = engine.build_game(setup, "one"), engine.build_game(again, "two")
    assert one.types == two.types
    assert one.catalog.nations == two.catalog.nations
    assert engine.begin(one, 5).state == engine.begin(two, 5).state
    assert b"module" not in msgspec.json.encode(load_scenario("first-fight")), "others bring nothing along"
