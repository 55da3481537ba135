"""Scenario files: found by name or path, read, checked and turned into a GameSetup."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from lnlt.content import files
from lnlt.content.scenario_file import Scenario
from lnlt.content.scenario_lint import scenario_problems
from lnlt.content.scenario_setup import game_setup
from lnlt.core.setup import GameSetup


def slug(name: str) -> str:
    """Id of a scenario from its name.

    >>> slug("The Church at the Crossroads")
    'the-church-at-the-crossroads'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def scenario_names() -> list[str]:
    """File names of the shipped scenarios."""
    return files.shipped_names("scenarios")


def load_scenario(name_or_path: str | files.Source, options: Iterable[str] = ()) -> GameSetup:
    """A checked scenario, by file name, id or path, ready to begin a game; with optional rules switched on.

    >>> load_scenario("first-fight").turns
    6
    """
    scenario, where = read_scenario(name_or_path)
    scenario = msgspec.structs.replace(scenario, options=tuple(dict.fromkeys((*scenario.options, *options))))

    for problem in scenario_problems(scenario, where):
        raise problem
    return game_setup(scenario, where)


def read_scenario(name_or_path: str | files.Source) -> tuple[Scenario, str]:
    """A scenario file as written and the label of the file; only its keys and types are checked."""
    if isinstance(name_or_path, str) and "/" not in name_or_path and not name_or_path.endswith(".toml"):
        for name in scenario_names():
            if name_or_path != name:
                found, where = _read(name)
                if found.id == name_or_path:
                    return found, where
    return _read(name_or_path)


def _read(name_or_path: str | files.Source) -> tuple[Scenario, str]:
    source, where = files.find("scenarios", name_or_path)
    raw = files.parse(source, where)
    if isinstance(raw.get("victory"), dict):
        raw["victory"] = [raw["victory"]]
    scenario = files.convert(raw, Scenario, where)
    if isinstance(source, Path):
        scenario = _beside(scenario, source.parent)
    return (scenario if scenario.id else msgspec.structs.replace(scenario, id=slug(scenario.name))), where


def _beside(scenario: Scenario, folder: Path) -> Scenario:
    """A scenario file of one's own with the packs, maps and overlays that lie beside it found."""
    replace = msgspec.structs.replace

    def found(name: str) -> str:
        place = folder / name
        return str(place) if ("/" in name or name.endswith(".toml")) and os.path.isfile(place) else name

    board = replace(scenario.board, overlays=tuple(map(found, scenario.board.overlays)))
    maps = tuple(replace(place, map=found(place.map)) for place in scenario.maps)
    return replace(scenario, packs=tuple(str(folder / name) for name in scenario.packs), maps=maps, board=board)
