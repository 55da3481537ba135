"""Our own showcases: each brings one part of the rules into a fight on a map of our own."""

from __future__ import annotations

import pytest

from lnlt import engine
from lnlt.ai.ground import ground_of
from lnlt.content.charts import load_chart
from lnlt.content.mapfile import load_sheet
from lnlt.content.scenario_lint import scenario_problems
from lnlt.content.scenarios import load_scenario, read_scenario
from lnlt.core.game import Game
from lnlt.core.terrain import PROHIBITED, TRACKED

SHOWCASES = (
    "the-lantern-caves",
    "sabres-at-dolgaya-balka",
    "the-lamp-at-skarvnes",
    "the-barricades-of-sainte-odile",
    "six-boats-for-altmuehl",
    "the-last-strip-on-tanjung",
    "the-wells-of-dara-kot",
)
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
        flying = {strike.unit for strike in setup.airstrikes}
        assert 8 <= sum(u.side == side.id and u.id not in flying for u in setup.units) <= 16
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


def test_night() -> None:
    """It is dark to the end; those who are raided have more light than the raiders."""
    night = _game("the-lamp-at-skarvnes").setup.night
    assert night is not None
    assert (night.first, night.last) == (1, 0)
    assert night.starshell["de"] > night.starshell["uk"] > 0


def test_barricades() -> None:
    """No vehicle gets to the post office without a Barricade being broken; Emplacements and a Fortified hex behind."""
    game = _game("the-barricades-of-sainte-odile")
    state = engine.begin(game, 1).state
    assert {"barricade", "emplacement", "fortified"} <= {m.kind for m in game.setup.markers}
    board, ground = game.board, ground_of(game)
    reached = {board.loc(h) for g in game.setup.groups if g.side == "de" for h in g.enter}
    ahead = list(reached)
    while ahead:
        here = ahead.pop()
        for j in board.neighbours[here >> 3]:
            if j >= 0 and j * 8 not in reached and ground.drive(game, state, TRACKED, here, j * 8) != PROHIBITED:
                reached.add(j * 8)
                ahead.append(j * 8)
    assert board.loc("D5") in reached
    assert board.loc("H5") not in reached
    assert board.loc("J5") not in reached


def test_boats() -> None:
    """A River all along the map, no bridge, fewer boats than Squads."""
    game = _game("six-boats-for-altmuehl")
    board = game.board
    south = {board.index["I8"]}
    ahead = list(south)
    while ahead:
        for j in board.neighbours[ahead.pop()]:
            if j >= 0 and j not in south and board.terrain[j].key != "river":
                south.add(j)
                ahead.append(j)
    assert board.index["I2"] not in south
    boats = sum(w.type == "rubber-boat" for w in game.setup.weapons)
    assert 0 < boats < sum(_kind(game, u.type) == "squad" for u in game.setup.units if u.side == "us")


def test_air_strike() -> None:
    """Three dive bombers on call, and two guns in Emplacements that can fire at them."""
    game = _game("the-last-strip-on-tanjung")
    assert len(game.setup.airstrikes) == 3
    dug_in = {m.at for m in game.setup.markers if m.kind == "emplacement"}
    flak = [u for u in game.setup.units if "aa" in game.types[game.type_index[u.type]].ammo]
    assert {u.at for u in flak} == dug_in
    assert {u.side for u in flak} == {"nl"}


def test_helicopters() -> None:
    """Two helicopters with men aboard, over ground where they can set them down."""
    game = _game("the-wells-of-dara-kot")
    flying = [u.id for u in game.setup.units if _kind(game, u.type) == "helicopter"]
    assert len(flying) == 2
    assert {u.aboard for u in game.setup.units if u.aboard} == set(flying)


def _kind(game: Game, key: str) -> str:
    return game.types[game.type_index[key]].kind
