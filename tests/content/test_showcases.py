"""Our own showcases: each brings one part of the rules into a fight on a map of our own."""

from __future__ import annotations

import pytest

from lnlt import engine
from lnlt.content.charts import load_chart
from lnlt.content.lint import scenario_problems
from lnlt.content.mapfile import load_sheet
from lnlt.content.scenarios import load_scenario, read_scenario
from lnlt.core.game import Game

SHOWCASES = ("the-lantern-caves", "sabres-at-dolgaya-balka")
LEAST_TERRAINS = 6


@pytest.mark.parametrize("name", SHOWCASES)
def test_size_and_story(name: str) -> None:
    """Five to eight turns, eight to sixteen counters a side, a story, a winner in any case; nothing to complain of."""
    scenario, where = read_scenario(name)
    setup = load_scenario(name)
    assert setup.id == name
    assert scenario.origin == "own"
    assert min(len(scenario.about), len(scenario.date), len(scenario.place)) > 0
    assert 5 <= setup.turns <= 8
    for side in setup.sides:
        assert 8 <= sum(u.side == side.id for u in setup.units) <= 16
    assert {v.side for v in setup.victory} | {setup.otherwise} == {s.id for s in setup.sides}
    assert list(scenario_problems(scenario, where)) == []


@pytest.mark.parametrize("name", SHOWCASES)
def test_maps_of_our_own(name: str) -> None:
    """Every showcase has a varied map that was made for it; it does not count as unverified."""
    scenario, _ = read_scenario(name)
    (place,) = scenario.maps
    sheet = load_sheet(place.map, load_chart(scenario.era))
    assert sheet.own
    assert sheet.unverified == 0
    assert len({h.terrain for h in sheet.hexes.values()}) >= LEAST_TERRAINS


def _game(name: str) -> Game:
    return engine.load(name)


def test_caves() -> None:
    """Caves of the garrison's, one of them behind the beach, and what closes them in the hands of the Marines."""
    setup = _game("the-lantern-caves").setup
    caves = [m for m in setup.markers if m.kind == "cave"]
    assert len(caves) >= 5
    assert {m.side for m in caves} == {"jp"}
    assert {"sw-flamethrower", "sw-satchel"} <= {w.type for w in setup.weapons}
    assert any(place.endswith("/cave") for g in setup.groups if g.side == "jp" for place in g.setup)


def test_riders() -> None:
    """Horses on one side, motorcycles on the other; both can dismount."""
    game = _game("sabres-at-dolgaya-balka")
    riders = {u.side: game.types[game.type_index[u.type]] for u in game.setup.units if "mounted" in _kind(game, u.type)}
    assert set(riders) == {"su", "de"}
    assert "horse" in riders["su"].abilities
    assert "motorcycle" in riders["de"].abilities
    assert all(t.dismounts_to for t in riders.values())


def _kind(game: Game, key: str) -> str:
    return game.types[game.type_index[key]].kind
