"""What authors of scenarios, maps and packs can get wrong: told by `lnlt pack check`, not found out while playing."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from lnlt import engine
from lnlt.cli.main import build, run
from lnlt.content.files import shipped
from lnlt.content.lint import lint
from lnlt.core.errors import ContentError
from lnlt.sim import trial

GOOD = """
name = "Authors"
era = "ww2"
turns = 6
initiative = "us"
setup_order = ["de", "us"]
otherwise = "de"
maps = [{ map = "15" }]

sides = [{ id = "us", name = "One", nation = "us" }, { id = "de", name = "Two", nation = "de" }]

units = [
  { id = "us", side = "us", type = "ww2-us-101abn-squad-2546", count = 4, group = "us" },
  { id = "medrow", side = "us", type = "ww2-us-leader-medrow", group = "us" },
  { id = "de", side = "de", type = "ww2-de-wh-squad-1645", count = 3, group = "de" },
  { id = "late", side = "us", type = "ww2-us-101abn-squad-2546", group = "late" },
  { id = "foe", side = "de", type = "ww2-de-wh-squad-1645", group = "foe" },
  { id = "tank", side = "us", type = "ww2-m4a1-sherman", group = "tank" },
]
weapons = [{ id = "bar", type = "ww2-us-sw-bar", group = "us" }]

groups = [
  { id = "us", side = "us", setup = ["rows 7-8"] },
  { id = "de", side = "de", setup = ["buildings within 3 of H6"] },
  { id = "late", side = "us", turn = 2, edges = ["south"] },
  { id = "foe", side = "de", turn = 0, secret = true },
  { id = "tank", side = "us", turn = 3, enter = ["H8"] },
]
missions = [{ id = "battery", side = "us", fp = 4 }]
events = [{ id = "a", kind = "occupation", at = "H5", side = "us", paragraph = "1" }]
paragraphs = [
  { id = "1", text = "Somebody is here.", effects = [{ do = "place", group = "foe", hexes = ["H4", "H3"] }] },
]
exits = [{ side = "us", edges = ["north"] }]
victory = [{ side = "us", when = [{ control = ["I5", "I6", "G6", "J5"], at_least = 2 }] }]
"""


def said(tmp_path: Path, text: str) -> list[str]:
    """What the linter says about a scenario, without the file."""
    file = tmp_path / "s.toml"
    file.write_text(text)
    return [f"{f.level} {f}".replace(f"{file}: ", "") for f in lint(str(file))]


def changed(*changes: tuple[str, str]) -> str:
    """The good scenario with some texts replaced."""
    text = GOOD
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def test_the_good_scenario_is_good(tmp_path: Path) -> None:
    """The scenario that the mistakes are made in has none: it loads, and its first turn can be played."""
    assert said(tmp_path, GOOD) == []
    assert trial.try_out(engine.load(str(tmp_path / "s.toml")), "s") == []


MISTAKES = [
    ("count = 3, group", "count = 30, group", "groups.1.setup: 30 squads do not fit into 7 hexes with room for"),
    ("turn = 2,", "turn = 30,", "groups.2.turn: turn 30 of 6 never comes"),
    ("turn = 2,", "turn = -1,", "groups.2.turn: turn -1 of 6 never comes"),
    ("turn = 2,", "turn = 0,", "groups.2: no paragraph opens the group"),
    ('do = "place", group = "foe"', 'do = "place", group = "late"', "groups.3: no paragraph opens the group"),
    (', edges = ["south"]', "", "groups.2: the group never comes: give 'setup', 'enter' or 'edges'"),
    ('setup = ["rows 7-8"]', 'setup = ["rows 7-8"], enter = ["H8"]', "groups.0: a group sets up or enters"),
    ('setup = ["rows 7-8"]', 'setup = ["rows 7-8"], turn = 2', "groups.0.turn: who sets up is on the map from the"),
    ('setup = ["rows 7-8"]', 'setup = ["rows 7-8"], held = true', "groups.0: who sets up is in being"),
    (
        'edges = ["south"]',
        'edges = ["south"], works = ["wire"]',
        "groups.2.works: fortifications are placed in a set-up",
    ),
    ('edges = ["south"]', 'edges = ["south"], after = "us"', "groups.2.after: the group 'us' enters nowhere"),
    ('edges = ["south"]', 'edges = ["south"], after = "late"', "groups.2.after: a group does not wait for itself"),
    (
        'edges = ["south"]',
        'edges = ["south"], edges_near = "tank"',
        "groups.2.edges_near: the group 'tank' comes by no",
    ),
    ('edges = ["south"]', 'edges = ["south"], after = "gone"', "groups.2: unknown group 'gone'"),
    ('enter = ["H8"]', 'enter = ["H5", "I5"], after = "late"', ""),
    ('enter = ["H8"]', 'enter = ["I5", "I6"]', "groups.4.enter: no hex of I5, I6 takes the vehicle 'tank'"),
    ('enter = ["H8"]', 'enter = ["Q99"]', "groups.4.enter: 'Q99' names no hex of the board"),
    ('["buildings within 3 of H6"]', '["H99"]', "groups.1.setup: 'H99' names no hex of the board"),
    ('setup_order = ["de", "us"]', 'setup_order = ["de", "de"]', "setup_order: the side 'de' sets up once"),
    ('otherwise = "de"', 'otherwise = "de"\nplayable = ["A-C"]', "groups.1.setup: no hex of the area is in play"),
    ('otherwise = "de"', 'otherwise = "de"\nplayable = ["X-Z"]', "playable: none of these columns is on the board"),
    ('otherwise = "de"', 'otherwise = "de"\nplayable = ["A-H"]', "victory.0.when.0: I5 is not in play"),
    ('group = "us" }]', 'group = "us", at = "H5" }]', "weapons.0: 'bar' is in more than one place"),
    ('group = "us" }]', 'group = "us", side = "de" }]', "weapons.0.side: a weapon of 'de' in a group of another side"),
    (
        'type = "ww2-us-sw-bar", group = "us"',
        'type = "ww2-us-sw-bar", group = "tank"',
        "groups.4: 1 Support Weapons, its",
    ),
    ('id = "medrow"', 'id = "H5"', "units.1.id: 'H5' cannot be typed as the name of a unit"),
    ('id = "medrow"', 'id = "cpl medrow"', "units.1.id: 'cpl medrow' cannot be typed"),
    ('id = "medrow"', 'id = "7"', "units.1.id: '7' cannot be typed"),
    ('name = "Authors"', 'name = " "', "name: a scenario needs a name"),
    ("at_least = 2 }", "at_least = 2, note = 'x' }", "victory.0.when.0: a condition is one of hold, control,"),
    (
        "when = [{ control",
        "when = [{}, { control",
        "victory.0.when.0: a condition is one of hold, control, exit_squads",
    ),
    (
        'when = [{ control = ["I5", "I6", "G6", "J5"], at_least = 2 }]',
        "when = []",
        "victory.0: without conditions it is",
    ),
    (
        "at_least = 2 }",
        "at_least = 2 }, { exit_squads = 9 }",
        "victory.0.when.1.exit_squads: 'us' has 5, 9 cannot leave",
    ),
    ("at_least = 2 }", "at_least = 2 }, { exit_leaders = 2 }", "victory.0.when.1.exit_leaders: 'us' has 1, 2 cannot"),
    (
        'victory = [{ side = "us"',
        'victory = [{ side = "de", when = [{ exit_squads = 1 }] }, { side = "us"',
        "victory.0.when.0: 'de' leaves the map nowhere: give [[exits]]",
    ),
    ("at_least = 2 }", "at_least = 2 }, { note = 'x' }", "victory.0.when.1.note: unknown note"),
    (
        "victory = [{",
        'victory = [{ side = "us", when = [{ cleared = "de" }] }, {',
        "victory: give 'us' one [[victory]]",
    ),
    ("victory = [", 'points = [{ side = "us", per_squad = 1 }]\nvictory = [', "victory: give 'victory' or 'points'"),
    (
        "victory = [",
        'points = [{ side = "us", per_squad = 1 }]\nvictory = [',
        "points: 'de' gets no points and cannot win",
    ),
    ("victory = [", 'points = [{ side = "us" }]\nvictory = [', "points.0: it gets points for nothing"),
    ("victory = [", 'points = [{ side = "us", per_smc = -1 }]\nvictory = [', "points.0: points are not negative"),
    (
        'exits = [{ side = "us", edges = ["north"] }]',
        'exits = [{ side = "us" }]',
        "exits.0: give the 'hexes' or 'edges'",
    ),
    ("fp = 4", "fp = 0", "missions.0: a mission has a Firepower"),
    ("fp = 4", 'fp = 4, deputies = ["sqad"]', "missions.0.deputies: unknown kind 'sqad' (did you mean 'squad'?)"),
    ("fp = 4", "fp = 4, secret = true", "missions.0: it is secret, and no paragraph gives it"),
    ('side = "us", fp', 'side = "de", fp', "missions.0: nobody of 'de' can call it: no Leader and no deputy (18.2)"),
    (
        "victory = [",
        'airstrikes = [{ side = "us", type = "nothing" }]\nvictory = [',
        "airstrikes.0.type: unknown aircraft",
    ),
    (
        "victory = [",
        'airstrikes = [{ side = "us", type = "ww2-p47", turn = 9 }]\nvictory = [',
        "airstrikes.0.turn: turn 9 of 6",
    ),
    ('hexes = ["H4", "H3"]', "hexes = []", "paragraphs.0.effects.0: 'place' needs 'hexes'"),
    (
        'do = "place", group = "foe", hexes = ["H4", "H3"]',
        'do = "appear", group = "late", units = { foe = "H4" }',
        "paragraphs.0.effects.0.units: 'foe' is not in being yet: give group = 'foe'",
    ),
    (
        "effects = [{",
        'effects = [{ do = "remove", events = ["z"] }, {',
        "paragraphs.0.effects.0.events: unknown Event 'z'",
    ),
    ("effects = [{", 'effects = [{ do = "note" }, {', "paragraphs.0.effects.0: 'note' needs 'note'"),
    (
        "effects = [{",
        'effects = [{ do = "check", passed = "1", failed = "1" }, {',
        "paragraphs.0: its Morale Checks lead back",
    ),
    (
        "events = [",
        'events = [{ id = "a", kind = "los", at = "H4", paragraph = "1" }, ',
        "events: the id 'a' is used twice",
    ),
    ('initiative = "us"', 'initiative = "us"\nsmoke_markers = -1', "smoke_markers: there are no fewer than 0"),
    (
        'type = "ww2-us-101abn-squad-2546", count = 4',
        'type = "ww2-us-101abn-squad-2546", reduces_to = ["x"], count = 4',
        "units.us-1.type.reduces_to: unknown unit type 'x'",
    ),
]


@pytest.mark.parametrize(("old", "new", "message"), MISTAKES, ids=lambda text: text[:28])
def test_mistakes_are_told_with_their_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    """Everything that would only be found out while playing is told with file, key path and reason."""
    found = said(tmp_path, changed((old, new)))
    if not message:
        assert found == []
        return
    assert any(text.startswith(f"error {message}") for text in found), found


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("destroy:H5", "special_rules.0: 'destroy:H5' is not written destroy:HEX:UNIT:NOTE"),
        ("destroy:Q99:medrow:x", "special_rules.0: unknown hex 'Q99'"),
        ("destroy:H5:medrov:x", "special_rules.0: unknown unit 'medrov' (did you mean 'medrow'?)"),
    ],
)
def test_values_of_special_rules(tmp_path: Path, rule: str, message: str) -> None:
    """A special rule names a hex of the board and a unit that there is."""
    text = changed(('initiative = "us"', f'initiative = "us"\nspecial_rules = ["{rule}"]'))
    assert [t for t in said(tmp_path, text) if t.startswith(f"error {message}")]


def test_riders_have_room(tmp_path: Path) -> None:
    """Riders beyond what a vehicle takes, and men who never ride, are told."""
    text = changed(('count = 4, group = "us"', 'count = 4, aboard = "tank", riding = "outside"'))
    assert any("with room for 2 of each (16.1)" in t for t in said(tmp_path, text))
    rider = '{ id = "pilot", side = "us", kind = "sniper", values = "1-6", aboard = "tank" },\n  { id = "tank"'
    assert "error units.5.aboard: a sniper rides nowhere (16.1)" in said(tmp_path, changed(('{ id = "tank"', rider)))


def test_a_side_without_units(tmp_path: Path) -> None:
    """A side that has nobody cannot play."""
    text = changed(
        ('{ id = "de", side = "de", type = "ww2-de-wh-squad-1645", count = 3, group = "de" },', ""),
        ('{ id = "foe", side = "de", type = "ww2-de-wh-squad-1645", group = "foe" },', ""),
    )
    assert "error units: the side 'de' has no units" in said(tmp_path, text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('otherwise = "de"', "", "victory: 'de' cannot win: give it [[victory]], or otherwise = 'de'"),
        (
            "paragraphs = [",
            'paragraphs = [{ id = "2", text = "Nobody." }, ',
            "paragraphs.0: no Event leads to paragraph '2'",
        ),
        ("events = [", 'events = [{ id = "b", kind = "los", at = "H4" }, ', "events.0: the Event 'b' does nothing"),
        (
            "effects = [{",
            'effects = [{ do = "open", group = "late" }, {',
            "paragraphs.0: the group 'late' comes on turn 2",
        ),
        (
            "effects = [{",
            'effects = [{ do = "open", group = "foe" }, { do = "open", group = "foe" }, {',
            "paragraphs.0: the group 'foe' is opened twice",
        ),
    ],
    ids=lambda text: text[:28],
)
def test_doubts_are_told_and_can_be_played(tmp_path: Path, old: str, new: str, message: str) -> None:
    """What is odd but can be played is told as doubtful, and no error."""
    found = said(tmp_path, changed((old, new)))
    assert found != []
    assert all(text.startswith("doubt ") for text in found), found
    assert any(text.startswith(f"doubt {message}") for text in found), found
    engine.load(str(tmp_path / "s.toml"))


TIGHT = (
    ('setup = ["buildings within 3 of H6"]', 'setup = ["H5"]'),
    ('setup = ["rows 7-8"]', 'setup = ["H5"]'),
    ("count = 4, group", "count = 3, group"),
)
"""Both sides set up in one hex: found only by doing it."""


def test_a_set_up_is_proved_by_doing_it(tmp_path: Path) -> None:
    """A set-up that no rule of thumb finds fault with is tried; the file and the group are told. It can be left out."""
    file = tmp_path / "s.toml"
    file.write_text(changed(*TIGHT))
    assert lint(str(file)) == []
    result = CliRunner().invoke(build(), ["pack", "check", str(file)])
    assert result.exit_code == 1
    told = "group 'us' of One cannot be set up: no hex of its area is left for us-1, us-2, us-3 and 1 more"
    assert f"error: {file}: {told}" in result.output
    assert CliRunner().invoke(build(), ["pack", "check", "--no-play", str(file)]).exit_code == 0
    with pytest.raises(ContentError, match="group 'us' of One cannot be set up"):
        trial.check_set_up(engine.load(str(file)), "s.toml")


@pytest.mark.parametrize("command", ["simulate", "balance", "play"])
@pytest.mark.parametrize("changes", [TIGHT, (("count = 3, group", "count = 30, group"),)], ids=["tried", "counted"])
def test_a_broken_scenario_is_one_clear_line(
    tmp_path: Path,
    command: str,
    changes: tuple[tuple[str, str], ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Playing a scenario that cannot be set up ends with 2 and one line that names the file."""
    file = tmp_path / "s.toml"
    file.write_text(changed(*changes))
    monkeypatch.setattr("sys.argv", ["lnlt", command, str(file)])
    with pytest.raises(SystemExit) as left:
        run()
    out, err = capsys.readouterr()
    assert left.value.code == 2
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.startswith(f"error: {file}: ")


def test_a_pack_of_scenarios_alone(tmp_path: Path) -> None:
    """A pack may hold maps and scenarios and nothing else; one with nothing at all is an error."""
    (tmp_path / "pack.toml").write_text('name = "mine"\n')
    assert [str(f) for f in lint(str(tmp_path))] == [f"{tmp_path}: the pack has no counters, rules, maps or scenarios"]
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "99.toml").write_text(shipped("maps", "15.toml").read_text())
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "s.toml").write_text(GOOD.replace('map = "15"', 'map = "../maps/99.toml"'))
    assert [f for f in lint(str(tmp_path)) if f.level != "unverified"] == []
    (tmp_path / "scenarios" / "s.toml").write_text(GOOD.replace("turn = 2,", "turn = 30,"))
    assert len([f for f in lint(str(tmp_path)) if f.level == "error"]) == 1
