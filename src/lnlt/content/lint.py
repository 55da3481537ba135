"""The linter: every mistake in a pack, map or scenario, and how many values are unverified."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from lnlt.content import charts, files, packs, scenarios
from lnlt.content.mapfile import MapFile, load_sheet
from lnlt.content.modules import ChartRows
from lnlt.content.pack_lint import pack_problems
from lnlt.content.scenario_lint import scenario_problems
from lnlt.core.errors import ContentError


class Finding(msgspec.Struct, frozen=True):
    """Something the linter says about a file."""

    level: Literal["error", "unverified"]
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
    for name in packs.OTHER_FOLDERS:
        if (folder / name).is_dir():
            found += [f for source in _toml_below(folder / name) for f in _lint_file(source, pack.chart)]
    return found


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
    entries = sorted(folder.iterdir(), key=lambda e: e.name)
    inside = [f for e in entries if e.is_dir() for f in _toml_below(e)]
    return inside + [e for e in entries if e.name.endswith(".toml")]


def _lint_file(source: files.Source, rows: ChartRows | None = None) -> Iterator[Finding]:
    """A map or scenario file, told apart by its keys; `rows` are what the pack around it adds to the chart."""
    where = files.label(source)
    try:
        raw = files.parse(source, where)
        if "sides" in raw or "units" in raw:
            scenario, _ = scenarios.read_scenario(source)
            yield from (Finding.of(e) for e in scenario_problems(scenario, where))
            return
        data = files.convert(raw, MapFile, where)
        sheet = load_sheet(source, charts.load_chart(data.era or "ww2", rows=rows))
    except ContentError as error:
        yield Finding.of(error)
        return
    if sheet.unverified:
        yield Finding("unverified", where, "", "hexes of our own filling", sheet.unverified)
