"""Packs of modules: what the linter says of them, what scenarios find beside themselves, what cards tell."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lnlt.cli.main import build
from lnlt.content.lint import lint_pack
from lnlt.content.scenarios import read_scenario
from lnlt.core.trait import Trait
from lnlt.traits.modules import BANDS, POINTS, SECTIONS
from lnlt.words.modules import POINTS as WORDS

RULES, CROSSING = "rules.toml", "scenarios/crossing.toml"
MODULE = Path(__file__).parents[1] / "modules" / "tarn-river"


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A copy of the made-up module that may be spoiled."""
    return Path(shutil.copytree(MODULE, tmp_path / "tarn"))


def change(path: Path, old: str, new: str) -> None:
    """Replace one piece of a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def errors(module: Path) -> list[str]:
    """What the linter complains about, without the folder."""
    return [str(f).replace(f"{module}/", "") for f in lint_pack(module) if f.level == "error"]


def test_the_module_is_in_order() -> None:
    """Nothing is wrong with the pack, its map and its scenario; every point is used somewhere in it."""
    assert [f for f in lint_pack(MODULE) if f.level == "error"] == []
    text = (MODULE / "rules.toml").read_text(encoding="utf-8")
    assert set(re.findall(r'on = "(\w+)"', text)) == set(POINTS) == set(WORDS)
    assert BANDS.keys() == SECTIONS.keys()


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (RULES, 'on = "armor"', 'on = "armour"', "traits.spaced-plates.changes.0.on: invalid enum value"),
        (RULES, 'units = ["tarn-otter"]', 'units = ["tarn-oter"]', "unknown unit type 'tarn-oter' (did you mean"),
        (RULES, 'nations = ["tarn"]', 'nations = ["tran"]', "traits.rivermen.nations: unknown nation 'tran'"),
        (RULES, 'terrain = ["reeds"]\nch', 'terrain = ["reed"]\nch', "swaying-reeds.terrain: unknown terrain"),
        (RULES, 'terrain = ["deep_water"] }', 'terrain = ["sea"] }', "changes.0.terrain: unknown terrain 'sea'"),
        (RULES, 'kinds = ["squad"], w', 'kinds = ["squat"], w', "changes.0.kinds: unknown kind 'squat'"),
        (RULES, 'ammo = ["heat"]', 'ammo = ["heet"]', "unknown ammunition 'heet' (did you mean 'heat'?)"),
        (RULES, 'weather = ["dry_wind"]', 'weather = ["dry_wind"]\nnations = ["tarn"]', "to nations or to weather"),
        (RULES, 'on = "sight", to = 3', 'on = "sight", value = 3', "'value' means nothing for 'sight'"),
        (RULES, 'on = "smoke", value = 1', 'on = "smoke", to = 1', "'to' means nothing for 'smoke'"),
        (RULES, 'on = "smoke", value = 1', 'on = "smoke"', "a change needs 'value'"),
        (RULES, 'on = "morale", value = 1 ', 'on = "morale", to = "P" ', "only a cost can be 'P'"),
        (RULES, 'on = "fire_growth", value = 1', 'on = "fire_growth", value = 1, beyond = 2', "'beyond' means"),
        (RULES, 'on = "fire_growth", value = 1', 'on = "armor", value = 1', "'armor' cannot belong to weather"),
        (RULES, 'to = 3, terrain = ["deep_water"]', 'to = 3, movers = ["T"]', "'movers' means nothing"),
        (RULES, 'name = "Last stand"', 'name = "Last stand"\nsides = ["x"]', "unknown key 'sides'"),
        ("terrain.toml", "tm = 1", 'tm = "one"', "terrain.reeds.tm: expected 'int'"),
        ("terrain.toml", "leg = 2, T = 2", "leg = 2.3, T = 2", "2.3 is no cost"),
        (CROSSING, '"river_fog"', '"river_frog"', "weather: unknown weather 'river_frog' (did"),
        (CROSSING, '"last-stand:moor"', '"last-sand"', "traits.0: unknown trait 'last-sand' (did you"),
        (CROSSING, '"last-stand:moor"', '"rivermen"', "'rivermen' belongs to nations: it counts without"),
        (CROSSING, '"last-stand:moor"', '"last-stand:more"', "unknown side 'more'"),
        (CROSSING, 'packs = [".."]', 'packs = ["../.."]', "pack.toml: no such file"),
        (CROSSING, 'at = "F2"', 'at = "F4"', "Deep water in F4 is prohibited for T units"),
        ("maps/501.toml", 're = "reeds"', 're = "reed"', "unknown terrain"),
    ],
)  # fmt: skip
def test_mistakes_are_named(module: Path, file: str, old: str, new: str, says: str) -> None:
    """Each mistake is one line with its place."""
    change(module / file, old, new)
    found = errors(module)
    assert any(says in text for text in found), found


def test_a_trait_needs_changes(module: Path) -> None:
    """A trait that changes nothing is a mistake."""
    with (module / "rules.toml").open("a", encoding="utf-8") as file:
        file.write('\n[traits.idle]\nname = "Idle"\nchanges = []\n')
    assert errors(module)[0] == "rules.toml: traits.idle.changes: a trait without changes"


def test_new_players(module: Path) -> None:
    """24.0#2: a scenario says that it suits new players; its card and the list say so too."""
    path = module / "scenarios" / "crossing.toml"
    assert read_scenario(path)[0].new_players
    assert read_scenario("first-fight")[0].new_players
    assert not read_scenario("assault-on-vierville")[0].new_players
    run = CliRunner()
    told = run.invoke(build(), ["card", str(path)])
    assert told.exit_code == 0, told.output
    assert "Recommended for a first game (24.0)" in told.output
    assert "Weather: river fog" in told.output
    assert "maps: 501" in told.output
    assert "Rivermen (Republic of Tarn): Firepower +1 of a Squad at targets in Reed bed within 3 hexes" in told.output
    listed = run.invoke(build(), ["scenarios"]).output
    assert [line.split()[0] for line in listed.splitlines() if "first game" in line] == [
        "first-fight",
        "infantry-training",
    ]


def test_owner_of_a_trait() -> None:
    """A trait belongs to the one thing it names; without any a scenario switches it on."""
    assert Trait("a", "A", ()).owner == ""
    assert Trait("a", "A", (), weather=("fog",)).owner == "weather"
