"""Scenarios: the first fight, the format, impossible set-ups, and the pack commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from lnlt.cli.main import build
from lnlt.content.areas import Places
from lnlt.content.charts import load_chart
from lnlt.content.files import shipped
from lnlt.content.lint import lint_pack
from lnlt.content.maps import build_board
from lnlt.content.scenario_setup import scenario_board
from lnlt.content.scenarios import load_scenario, read_scenario
from lnlt.core.errors import ContentError

TEXT = shipped("scenarios", "first-fight.toml").read_text()
GROUP = '[[groups]]\nid = "a"\nside = "us"\nsetup = ["within 3 of Q9"]'


def test_first_fight() -> None:
    """The first scenario: five squads, a leader and a hero against four squads, a leader and a machine-gun."""
    setup = load_scenario("first-fight")
    assert (setup.id, setup.turns, setup.era) == ("the-church-at-the-crossroads", 6, "ww2")
    assert setup.start.initiative == "us"
    assert [s.id for s in setup.sides] == ["us", "de"]
    kinds = [(u.side, u.type.split("-")[-2]) for u in setup.units]
    assert sum(k == ("us", "squad") for k in kinds) == 5
    assert sum(k == ("de", "squad") for k in kinds) == 4
    assert {(w.id, w.side) for w in setup.weapons} == {("bar", "us"), ("mg34", "de")}
    (goal,) = setup.victory
    (condition,) = goal.when
    assert (goal.side, condition.hold, condition.at_least) == ("us", ("G6", "I5", "I6", "J5"), 2)
    assert setup.otherwise == "de"


def test_everybody_stands_in_a_building_of_map_15() -> None:
    """Every unit has an explicit place in a building hex; the sides start apart."""
    setup = load_scenario("first-fight")
    board = build_board(setup.board, load_chart(setup.era))
    places = {side: {board.index[u.at] for u in setup.units if u.side == side} for side in ("us", "de")}
    assert all(board.building_of[i] >= 0 for group in places.values() for i in group)
    assert min(board.distance(a, b) for a in places["us"] for b in places["de"]) >= 2


def test_by_id() -> None:
    """A scenario is found by its id as well as by its file name."""
    assert load_scenario("the-church-at-the-crossroads") == load_scenario("first-fight")


def errors(tmp_path: Path, text: str) -> list[str]:
    """What the linter says about a scenario text, without the file."""
    file = tmp_path / "s.toml"
    file.write_text(text)
    return [str(f).removeprefix(f"{file}: ") for f in lint_pack(file)]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('map = "15"', 'map = "16"', "maps: there is no map '16' (did you mean '1"),
        ('side = "us"\ntype', 'side = "usa"\ntype', "units.0.side: unknown side 'usa', expected one of ['us', 'de']"),
        ('initiative = "us"', 'initiative = "su"', "initiative: unknown side 'su', expected one of ['us', 'de']"),
        ('nation = "de"', 'nation = "germany"', "sides.1.nation: unknown nation 'germany'"),
        (
            'initiative = "us"',
            'initiative = "us"\noptions = ["hul_down"]',
            "options.0: unknown optional rule 'hul_down' (did you mean 'hull_down'?)",
        ),
        ("ww2-us-leader-tom", "ww2-us-leader-tim", "units.5.type: unknown unit type 'ww2-us-leader-tim' (did you mean"),
        ('"ww2-us-sw-bar"', '"ww2-us-sw-baz"', "weapons.0.type: unknown weapon type 'ww2-us-sw-baz' (did you mean"),
        ('at = "F3"', 'at = "F33"', "units.2.at: the board has no hex 'F33'"),
        ('at = "F3"', 'at = "F3/upper"', "units.2.at: F3 has no upper location"),
        ('at = "F3"', 'at = "F3/cellar"', "units.2.at: 'F3/cellar' is no location"),
        ('at = "F3"', 'at = "I5"', "units: units of both sides in I5"),
        ('at = "F3"', 'at = "G2"\ncount = 2', "units: 4 squads of us in G2, the limit is 3 (1.3)"),
        ('id = "hird"', 'id = "hird"\ncount = 3', "units: 3 single-man counters of us in J3, the limit is 2 (1.3)"),
        ('id = "hird"', 'id = "tom"', "units.6.id: the id 'tom' is used twice"),
        ('carries = ["bar"]', 'carries = ["brr"]', "units.0.carries: unknown weapon 'brr' (did you mean 'bar'?)"),
        ('carries = ["bar"]', "", "weapons.0: nobody carries 'bar' and it lies nowhere"),
        ('carries = ["mg34"]', 'carries = ["mg34", "bar"]', "weapons.0: 'bar' is in more than one place"),
        ('at = "F3"', "", "units.2: no place: give 'at', 'aboard' or a 'group'"),
        ('at = "F3"', 'group = "a"', "units.2.group: unknown group 'a'"),
        ('at = "F3"', f'group = "a"\n{GROUP}', "groups.0.setup: 'within 3 of Q9' names no hex of the board"),
        ('"I5", "I6", "G6"', '"I5", "I9", "G6"', "victory.0.when.0.hold: 'I9' names no hex of the board"),
        ("at_least = 2", "at_least = 9", "victory.0.when.0.at_least: 9 of 4 hexes cannot be held"),
        ('[[victory]]\nside = "us"', '[[victory]]\nside = "uk"', "victory.0.side: unknown side 'uk'"),
        ("when = [{ hold", "when = [{ holds", "victory.0.when.0.holds: unknown key 'holds' (did you mean 'hold'?)"),
        (", at_least = 2 }", "}, { cleared = 'it' }", "victory.0.when.1.cleared: unknown side 'it'"),
        ('otherwise = "de"', 'otherwise = "it"', "otherwise: unknown side 'it', expected one of ['us', 'de']"),
        ('era = "ww2"', 'era = "WW2"', "era: invalid enum value 'WW2'"),
        ("turns = 6", "turns = 0", "turns: expected 'int' >= 1"),
        ("turns = 6", "turn = 6", "turn: unknown key 'turn' (did you mean 'turns'?)"),
        ('type = "ww2-us-hero-hird"', 'kind = "hero"\nvalues = "2-2-6"', "units.6.values: '2-2-6' has 3 numbers"),
        (
            "[[victory]]",
            '[board]\nhexes = {F3 = "river"}\n[[victory]]',
            "units.2.at: River in F3 is prohibited for leg units",
        ),
        (
            "[[victory]]",
            '[board]\nhexes = {F3 = "rivr"}\n[[victory]]',
            "board.hexes.F3: unknown terrain 'rivr' (did",
        ),
    ],
)
def test_impossible_scenarios(tmp_path: Path, old: str, new: str, message: str) -> None:
    """A scenario that cannot be set up is reported with file, key path and reason, and cannot be loaded."""
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    assert any(m.startswith(message) for m in errors(tmp_path, text)), errors(tmp_path, text)
    with pytest.raises(ContentError):
        load_scenario(tmp_path / "s.toml")


def test_units_by_kind_and_count(tmp_path: Path) -> None:
    """Units may be given by kind and printed values; several at once get numbered ids."""
    text = TEXT.replace('id = "us-c"\nside = "us"\ntype = "ww2-us-101abn-squad-2546"', KIND, 1)
    assert errors(tmp_path, text) == []
    setup = load_scenario(tmp_path / "s.toml")
    made = [u for u in setup.units if u.at == "F3"]
    assert [u.id for u in made] == ["us-squad-1", "us-squad-2"]
    own = next(t for t in setup.types if t.key == made[0].type)
    assert (own.fp, own.morale, own.nation, own.abilities) == (3, 7, "us", {"stealth"})


KIND = 'side = "us"\nkind = "squad"\nvalues = "3-5-4-7"\nabilities = ["stealth"]\ncount = 2'


def test_buildings_of_a_scenario(tmp_path: Path) -> None:
    """A building listed without floors gets them by 10.2, on the board of the game too."""
    table = '[board]\nhexes = {I7 = "hc_building"}\n[[board.buildings]]\nhexes = ["I5", "I6", "I7"]\n[[victory]]'
    text = TEXT.replace("[[victory]]", table)
    assert errors(tmp_path, text) == []
    board = build_board(load_scenario(tmp_path / "s.toml").board, load_chart("ww2"))
    assert board.floors(board.index["I5"]) == 2


def test_setup_area() -> None:
    """A set-up area is a list of hexes and of circles around hexes."""
    scenario, where = read_scenario("first-fight")
    board = scenario_board(scenario, where)
    area = Places(board, where).find(("within 3 of H6",), "units.0.setup")
    assert len(area) == 36
    assert {board.names[i] for i in Places(board, where).find(("H1", "within 1 of A0"), "")} == {"H1", "A0", "A1", "B1"}


# --- commands -----------------------------------------------------------------------------------------------------


def test_pack_check_of_what_we_ship() -> None:
    """`lnlt pack check` ends well, lists unverified counts per file and a summary."""
    result = CliRunner().invoke(build(), ["pack", "check"])
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert "maps/15.toml: 85 hexes of our own filling" in lines
    assert lines[-1].startswith("0 errors, ")


def test_pack_check_of_a_broken_file(tmp_path: Path) -> None:
    """`lnlt pack check FILE` ends with 1 and names the mistake."""
    file = tmp_path / "s.toml"
    file.write_text(TEXT.replace('at = "F3"', 'at = "F33"'))
    result = CliRunner().invoke(build(), ["pack", "check", str(file)])
    assert result.exit_code == 1
    assert f"error: {file}: units.2.at: the board has no hex 'F33'" in result.output
    assert result.output.splitlines()[-1] == "1 error, 0 unverified"


def test_pack_list() -> None:
    """`lnlt pack list` names packs, charts, maps and scenarios."""
    result = CliRunner().invoke(build(), ["pack", "list"])
    assert result.exit_code == 0
    assert "173 counters" in result.output
    assert "The Church at the Crossroads (ww2, 6 turns)" in result.output
