"""The linter: every mistake in a pack, map or scenario, and how many values are unverified."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from lnlt.content import charts, files, packs, scenarios
from lnlt.content.doubt_lint import doubts
from lnlt.content.games import build_game
from lnlt.content.mapfile import DEFAULT_ERA, MapFile, load_sheet
from lnlt.content.modules import ChartRows
from lnlt.content.pack_lint import pack_problems
from lnlt.content.scenario_lint import scenario_problems
from lnlt.content.scenario_setup import game_setup
from lnlt.core.errors import ContentError


class Finding(msgspec.Struct, frozen=True):
    """Something the linter says about a file."""

    level: Literal["error", "doubt", "unverified"]
    """A doubt is something odd that can be played."""
    file: str
    key: str
    reason: str
    count: int = 1

    def __str__(self) -> str:
        return ": ".join(p for p in (self.file, self.key, self.reason) if p)

    @classmethod
    def of(cls, error: ContentError) -> Finding:
        """An error as a finding."""
        place = (*error.place, "", "")
        return cls("error", place[0], place[1], error.reason)


def lint(target: str | None) -> list[Finding]:
    """Findings for a folder or file, or for everything we ship."""
    if target is None:
        return lint_shipped()
    path = Path(target)
    if not path.exists():
        raise ContentError("no such file or folder", target)
    return lint_pack(path)


def lint_pack(folder: files.Source) -> list[Finding]:
    """Check a pack folder, a folder of maps or scenarios, or a single file of these."""
    if folder.is_file():
        return list(_lint_file(folder))
    if folder.is_dir() and not (folder / "pack.toml").is_file():
        found = [f for source in _toml_below(folder) for f in _lint_file(source)]
        return found or [Finding("error", files.label(folder), "", "no pack.toml and no map or scenario file")]
    try:
        pack, errors = packs.read_pack(folder)
    except ContentError as error:
        return [Finding.of(error)]
    try:
        errors += pack_problems(pack, files.label(folder))
    except ContentError as error:
        errors.append(error)
    found = [Finding.of(e) for e in errors]
    for label, count in pack.unverified.items():
        if count:
            found.append(Finding("unverified", label, "", "unverified rows", count))
    found += [Finding("unverified", label, "", "values of our own", n) for label, n in pack.assumed.items() if n]
    others = [source for name in packs.OTHER_FOLDERS for source in _toml_below(folder / name)]
    found += [f for source in others for f in _lint_file(source, pack.chart)]
    if not (pack.size or others or errors):
        found.append(Finding("error", files.label(folder), "", "the pack has no counters, rules, maps or scenarios"))
    return found


def scenario_files(target: str | None) -> list[files.Source]:
    """The scenarios among the files that are meant: of a pack or folder, a single file, or all we ship."""
    if target is None:
        return _scenarios_in([files.shipped("scenarios"), *packs.pack_dirs()])
    return _scenarios_in([Path(target)])


def _scenarios_in(places: list[files.Source]) -> list[files.Source]:
    found: list[files.Source] = []
    for place in places:
        for source in [place] if place.is_file() else _toml_below(place):
            try:
                raw = files.parse(source, files.label(source))
            except ContentError:
                continue
            if _is_scenario(raw):
                found.append(source)
    return found


def _is_scenario(raw: dict[str, Any]) -> bool:
    """Whether a file is a scenario and no map and no part of a pack."""
    return "sides" in raw or isinstance(raw.get("units"), list)


def lint_shipped() -> list[Finding]:
    """Check everything we ship: charts, maps, packs, scenarios."""
    found: list[Finding] = []
    for era in charts.eras():
        try:
            counts = charts.unverified(era)
            for name in charts.overlays():
                charts.load_chart(era, [name])
        except ContentError as error:
            found.append(Finding.of(error))
        else:
            found += [Finding("unverified", label, "", "unverified rows", n) for label, n in counts.items() if n]
    for folder in ("maps", "scenarios"):
        found += [f for source in _toml_below(files.shipped(folder)) for f in _lint_file(source)]
    for pack in packs.pack_dirs():
        found += lint_pack(pack)
    return found


def _toml_below(folder: files.Source) -> list[files.Source]:
    if not folder.is_dir():
        return []
    entries = sorted(folder.iterdir(), key=lambda e: e.name)
    inside = [f for e in entries if e.is_dir() for f in _toml_below(e)]
    return inside + [e for e in entries if e.name.endswith(".toml")]


def _lint_scenario(source: files.Source, where: str) -> Iterator[Finding]:
    """Everything that is wrong with a scenario; what only shows when the game is put together, too."""
    scenario, _ = scenarios.read_scenario(source)
    problems = list(scenario_problems(scenario, where))
    yield from (Finding.of(e) for e in problems)
    if not problems:
        build_game(game_setup(scenario, where), where)
        yield from (Finding("doubt", where, d.place[1], d.reason) for d in doubts(scenario, where))


def _lint_file(source: files.Source, rows: ChartRows | None = None) -> Iterator[Finding]:
    """A map or scenario file, told apart by its keys; `rows` are what the pack around it adds to the chart."""
    where = files.label(source)
    try:
        raw = files.parse(source, where)
        if _is_scenario(raw):
            yield from _lint_scenario(source, where)
            return
        data = files.convert(raw, MapFile, where)
        sheet = load_sheet(source, charts.load_chart(data.era or DEFAULT_ERA, rows=rows))
    except ContentError as error:
        yield Finding.of(error)
        return
    if sheet.unverified:
        yield Finding("unverified", where, "", "hexes of our own filling", sheet.unverified)
