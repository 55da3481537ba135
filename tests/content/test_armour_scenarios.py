"""Scenarios with vehicles, guns and artillery: the training situation as stated, and what their files may say."""

from __future__ import annotations

from pathlib import Path

import pytest

from lnlt import engine
from lnlt.content.files import shipped
from lnlt.content.lint import lint_pack
from lnlt.content.scenarios import load_scenario
from lnlt.core.flags import BULK, BUTTONED
from lnlt.core.state import NOBODY
from lnlt.rules.facts.kits import kit_of, place_of, vertex_name

SHOWCASES = ("iron-at-sainte-aude", "the-eichenrode-gap", "the-bald-hill")
TEXT = shipped("scenarios", "vehicle-training.toml").read_text()
# unit: hex, the two hexes it faces, whom it rides
STATED = """
pz-west D5 D6/E5
atg E2 E3/F3
de-a E3
track-west H2 G2/H3
de-b H2 - track-west
koch H2 - track-west
de-c H4/bunker
track-east I1 H2/I2
de-d I1
pz-east I3 H4/I4
jeep C6 C5/D6
us-half C6 - jeep
michael C6 - jeep
us-a F7
medrow F7
mortar F8
sherman-front G5 F5/G4
sherman-road H7 G6/H6
darius H7 - sherman-road
m10 H8 G7/H7
us-b H8 - m10
"""


def test_training_situation() -> None:
    """Everybody stands, faces and rides as the training situation says; turrets are buttoned up but for the M10."""
    game = engine.load("vehicle-training")
    state = engine.begin(game, seed=1).state
    rows = [(*line.split(), "-", "-")[:4] for line in STATED.strip().splitlines()]
    assert {row[0] for row in rows} == {u.id for u in state.units}
    for name, at, facing, vehicle in rows:
        index = state.ids[name]
        unit = state.units[index]
        assert game.board.loc_name(place_of(state, index)) == at
        if facing != "-":
            assert set(vertex_name(game.board, unit.at >> 3, kit_of(unit).facing).split("/")) == set(facing.split("/"))
        aboard = kit_of(unit).aboard
        assert (state.units[aboard].id if aboard != NOBODY else "-") == vehicle
    closed = {u.id for u in state.units if u.flags & BULK and u.flags & BUTTONED}
    assert closed == {"pz-west", "pz-east", "sherman-front", "sherman-road"}
    assert kit_of(state.units[state.ids["us-b"]]).outside
    lock = kit_of(state.units[state.ids["pz-west"]]).locks[0]
    assert (state.units[lock.target].id, lock.level) == ("sherman-road", 1)
    markers = sorted((m.kind, game.board.loc_name(m.at)) for m in state.markers)
    assert markers == [
        ("bunker", "H4"),
        ("foxholes", "E3"),
        ("mines", "E4"),
        ("mines", "H5"),
        ("wire", "G4"),
        ("wire", "H6"),
        ("wreck", "F6"),
    ]
    assert [(m.side, m.fp, m.count) for m in game.setup.missions] == [("us", 5, 1)]
    carried = {u.id: [state.weapons[w].id for w in u.carries] for u in state.units if u.carries}
    assert carried == {"de-a": ["pzf"], "de-c": ["mg42"], "us-half": ["satchel"], "us-a": ["bazooka"]}


@pytest.mark.parametrize("name", SHOWCASES)
def test_showcases(name: str) -> None:
    """Our own: five to seven turns, six to twelve counters a side, both sides can win."""
    setup = load_scenario(name)
    assert 5 <= setup.turns <= 7
    for side in setup.sides:
        assert 5 <= sum(u.side == side.id for u in setup.units) <= 12
    assert setup.victory[0].side != setup.otherwise
    assert setup.otherwise in {s.id for s in setup.sides}


def test_showcases_show_what_they_should() -> None:
    """Tanks on both sides, guided missiles on both sides, artillery and fortifications."""
    games = {name: engine.load(name) for name in SHOWCASES}

    def kinds(name: str, side: str) -> set[str]:
        types = games[name].types
        mine = [types[games[name].type_index[u.type]] for u in games[name].setup.units if u.side == side]
        return {t.kind for t in mine} | {"atgm" for t in mine if "atgm" in t.abilities}

    assert all("vehicle" in kinds("iron-at-sainte-aude", side) for side in ("us", "de"))
    assert all("atgm" in kinds("the-eichenrode-gap", side) for side in ("us", "su"))
    hill = games["the-bald-hill"].setup
    assert {"bunker", "trench", "wire", "mines"} <= {m.kind for m in hill.markers}
    assert {m.side for m in hill.missions} == {"us", "nva"}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('facing = "D6/E5"', 'facing = "D6/E9"', "units.0.facing: 'D6/E9' are not two hexes beside D5"),
        ('at = "E3"\ncarries', 'at = "E3"\nfacing = "E4/F4"\ncarries', "units.2.facing: only a vehicle or gun"),
        ('aboard = "jeep"', 'aboard = "jep"', "units.11.aboard: unknown vehicle 'jep' (did you mean 'jeep'?)"),
        ('aboard = "jeep"', 'aboard = "pz-west"', "units.11.aboard: unknown vehicle 'pz-west'"),
        ('aboard = "jeep"', 'aboard = "jeep"\nat = "C6"', "units.11.aboard: give 'aboard', 'at' or a 'group'"),
        ('at = "F8"', 'at = "F8"\nriding = "inside"', "units.15.riding: only who is aboard rides"),
        ('at = "F8"', 'at = "F8"\nhatch = "buttoned"', "units.15.hatch: only vehicles have hatches"),
        ('hatch = "buttoned"', 'hatch = "shut"', "units.0.hatch: invalid enum value 'shut'"),
        ('"sherman-road", 1]', '"sherman-rod", 1]', "units.0.acquired.0: unknown target 'sherman-rod' (did you mean"),
        ('"sherman-road", 1]', '"sherman-road", 3]', "units.0.acquired.0"),
    ],
)
def test_impossible_kits(tmp_path: Path, old: str, new: str, message: str) -> None:
    """What cannot be is reported with key path and reason."""
    file = tmp_path / "s.toml"
    assert old in TEXT
    file.write_text(TEXT.replace(old, new, 1))
    found = [str(f).removeprefix(f"{file}: ") for f in lint_pack(file)]
    assert any(f.startswith(message) for f in found), found
