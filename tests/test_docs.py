"""The guides name every key, kind and ability of the files they explain, and their links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from lnlt.content import boards, charts, mapfile, pack_file, scenario_file
from lnlt.content.counter_words import AMMO, MOUNTS, UNIT_ABILITIES, WEAPON_ABILITIES, WEAPON_KINDS
from lnlt.core import catalog, setup, trait
from lnlt.core.flags import MARKERS, STATUS
from lnlt.situations import model, scenario, steps, words
from lnlt.situations.charts import TABLES
from lnlt.situations.outfit import SIDES_UP

ROOT = Path(__file__).parents[1]
GUIDES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
FILES = {
    "packs": [
        *(charts.CostRow, charts.TerrainRow, charts.HexsideRow, charts.CounterRow, charts.ChartFile),
        *(pack_file.GunRow, pack_file.UnitRow, pack_file.WeaponRow, pack_file.Other, pack_file.PackHead),
        *(pack_file.PackFile, catalog.NationTerrain, catalog.Nation, catalog.Skill),
        *(scenario_file.UnitEntry, scenario_file.AirEntry, scenario_file.WeaponEntry, scenario_file.GroupEntry),
        *(scenario_file.HeroType, scenario_file.HeroEntry, scenario_file.SideEntryFile, scenario_file.Scenario),
        *(setup.MarkerSetup, setup.Condition, setup.Points, setup.Victory, setup.Exit, setup.Mission, setup.Effect),
        *(setup.Paragraph, setup.EventSetup, setup.Night),
    ],
    "modules": [trait.Change, trait.Trait],
    "maps": [
        *(mapfile.BuildingEntry, mapfile.ArtEntry, mapfile.Facts, mapfile.MapFile),
        *(boards.HexEntry, boards.SideEntry, boards.Placement),
    ],
    "situations": [
        *(model.GunTable, model.HexTable, model.SideTable, model.BuildingTable, model.MarkerTable, model.FactsTable),
        *(model.BoardTable, model.StateTable, model.UnitTable, model.WeaponTable, model.DieTable, model.Situation),
        *(scenario.ScenarioTable, steps.Item, steps.UnitFacts, steps.WeaponFacts, steps.MarkerFacts, steps.HexFacts),
        *(steps.Expect, steps.Step),
    ],
}
"""Guide -> tables of the files it explains."""
WORDS = {
    "packs": {
        *catalog.UNIT_KINDS, *UNIT_ABILITIES, *WEAPON_KINDS, *WEAPON_ABILITIES, *AMMO, *MOUNTS, *setup.OPTIONAL_RULES,
    },
    "modules": set(trait.Point.__args__),
    "situations": {
        *words.DO, *words.ASK, *words.TALLIES, *words.PURPOSES, *words.OPTIONS, *words.MARKERS, *words.MODES,
        *words.WINDOWS, *words.WEATHER, *STATUS, *MARKERS, *TABLES, *SIDES_UP,
    },
}  # fmt: skip
"""Guide -> words that files may have."""
UNSAID = {"key": "it is the ID of its table", "stream": "another name of the table of streams"}


def code_of(guide: str) -> str:
    """What a guide says in code: between backticks and in its examples."""
    text = (ROOT / "docs" / f"{guide}.md").read_text(encoding="utf-8")
    examples = re.findall(r"```.*?```", text, re.DOTALL)
    return " ".join([*examples, *re.findall(r"`[^`]+`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))])


@pytest.mark.parametrize("guide", FILES)
def test_guides_name_every_key(guide: str) -> None:
    """No file has a key that its guide does not know; modules are explained on top of packs."""
    said = set(re.findall(r"\w+", code_of(guide) + (code_of("packs") if guide == "modules" else "")))
    keys = {(table.__name__, field.encode_name) for table in FILES[guide] for field in msgspec.structs.fields(table)}
    assert sorted(f"{table}.{key}" for table, key in keys if key not in said and key not in UNSAID) == []


@pytest.mark.parametrize("guide", WORDS)
def test_guides_name_every_word(guide: str) -> None:
    """Every kind, ability, command and other word of the format stands in the guide."""
    text = (ROOT / "docs" / f"{guide}.md").read_text(encoding="utf-8")
    assert sorted(w for w in WORDS[guide] - {""} - set(UNSAID) if not re.search(rf"\b{re.escape(w)}\b", text)) == []


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    """Every file and every heading that a guide points to is there."""
    for target, heading in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", path.read_text(encoding="utf-8")):
        found = path.parent / target if target else path
        assert found.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.*)$", found.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}, heading


def test_every_picture_is_shown() -> None:
    """No picture lies about that no guide shows."""
    text = "".join(path.read_text(encoding="utf-8") for path in GUIDES)
    assert [p.name for p in (ROOT / "docs" / "pictures").iterdir() if p.name not in text] == []
