"""Packs: folders of TOML files with unit types, weapons, nations and skills; together they make the Catalog."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Sequence
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

import msgspec

from lnlt.content import files, pack_rows
from lnlt.content.assumed import filled
from lnlt.content.charts import GROUPS
from lnlt.content.pack_file import Era, Other, PackFile, PackHead
from lnlt.core.catalog import Catalog, Nation, Skill, UnitType, WeaponType
from lnlt.core.errors import ContentError
from lnlt.core.trait import Trait

OTHER_FOLDERS = ("maps", "scenarios")
"""Folders of a pack with files of other kinds."""


class Pack(msgspec.Struct):
    """A loaded pack; `places` tells the file and key path of each row."""

    name: str
    title: str
    units: list[UnitType] = []
    weapons: list[WeaponType] = []
    nations: list[Nation] = []
    skills: list[Skill] = []
    others: dict[str, Other] = {}
    traits: list[Trait] = []
    chart: dict[str, dict[str, dict[str, Any]]] = {}
    """Rows for the terrain chart, as written; they are checked with the chart they are laid over (10.8)."""
    places: dict[tuple[str, str, str], tuple[str, str]] = {}
    """Group, key, era -> file and key path."""
    unverified: dict[str, int] = {}
    """Unverified rows per file."""
    assumed: dict[str, int] = {}
    """Values of our own per file."""

    @property
    def size(self) -> int:
        """Counters of the pack: unit types, weapons and others; and its rules and rows of the chart."""
        rules = len(self.traits) + sum(map(len, self.chart.values()))
        return len(self.units) + len(self.weapons) + len(self.others) + rules


class Keyed(Protocol):
    """Rows of a catalog."""

    @property
    def key(self) -> str: ...


R = TypeVar("R", bound=Keyed)


def pack_dirs() -> list[files.Source]:
    """The shipped packs."""
    return sorted((d for d in files.shipped("packs").iterdir() if d.is_dir()), key=lambda d: d.name)


def load_pack(folder: files.Source) -> Pack:
    """A pack folder; the first mistake is raised."""
    pack, errors = read_pack(folder)
    if errors:
        raise errors[0]
    return pack


def read_pack(folder: files.Source) -> tuple[Pack, list[ContentError]]:
    """A pack folder with all mistakes found in its rows."""
    where = files.label(folder)
    if not folder.is_dir():
        raise ContentError("no such pack folder", where)
    head = files.read(folder / "pack.toml", PackHead, f"{where}/pack.toml")
    pack, errors = Pack(head.name, head.title), list[ContentError]()
    for source in _toml_files(folder):
        label = files.label(source)
        try:
            data = files.read(source, PackFile, label)
        except ContentError as error:
            errors.append(error)
            continue
        pack.unverified[label] = pack.assumed[label] = 0
        errors += _rows(pack, label, data, "units", pack_rows.unit, pack.units.append)
        errors += _rows(pack, label, data, "weapons", pack_rows.weapon, pack.weapons.append)
        errors += _rows(pack, label, data, "nations", pack_rows.nation, pack.nations.append)
        errors += _rows(pack, label, data, "skills", pack_rows.skill, pack.skills.append)
        errors += _rows(pack, label, data, "traits", pack_rows.trait, pack.traits.append)
        for group in GROUPS:
            pack.chart.setdefault(group, {}).update(getattr(data, group))
        errors += _rows(pack, label, data, "others", pack_rows.other, lambda row: pack.others.update([row]))
    return pack, errors


def _toml_files(folder: files.Source) -> list[files.Source]:
    """Files of a pack that hold rows."""
    found: list[files.Source] = []
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.is_dir():
            found += _toml_files(entry) if entry.name not in OTHER_FOLDERS else []
        elif entry.name.endswith(".toml") and entry.name != "pack.toml":
            found.append(entry)
    return found


V = TypeVar("V")
Make = Callable[[str, dict[str, Any], Era, str, str], V]


def _rows(
    pack: Pack, label: str, data: PackFile, group: str, make: Make[V], keep: Callable[[V], object]
) -> files.Problems:
    """Keep the rows of one table of a file; their mistakes are given out."""
    rows: dict[str, dict[str, Any]] = getattr(data, group)
    for key, raw in rows.items():
        path = f"{group}.{key}"
        try:
            if not re.fullmatch(r"[a-z0-9_-]+", key):
                raise ContentError("an id has only a-z, 0-9, - and _", label, path)
            own_era = raw.get("era", data.era)
            for other in ("ww2", "modern", "both"):
                if (other == own_era or "both" in (other, own_era)) and (group, key, other) in pack.places:
                    raise ContentError(f"already defined in {pack.places[group, key, other][0]}", label, path)
            row, assumed = filled(raw, label, path) if group in ("units", "weapons") else (raw, 0)
            keep(make(key, row, data.era, label, path))
        except ContentError as error:
            yield error
            continue
        pack.places[group, key, own_era] = (label, path)
        pack.unverified[label] += raw.get("verified") is False
        pack.assumed[label] += assumed


def load_catalog(era: str, packs: Sequence[files.Source] = ()) -> Catalog:
    """All types of an era from the shipped packs and further pack folders; a later pack replaces a row.

    >>> load_catalog("ww2").units["ww2-us-101abn-squad-2546"].morale
    6
    """
    if era not in ("ww2", "modern"):
        raise ContentError(f"unknown era {era!r}, expected 'ww2' or 'modern'", "packs")
    return catalog_of(era, [*map(_shipped_pack, _names()), *(load_pack(p) for p in packs)])


def _names() -> list[str]:
    return [d.name for d in pack_dirs()]


@functools.lru_cache(maxsize=16)
def _shipped_pack(name: str) -> Pack:
    return load_pack(files.shipped("packs", name))


def catalog_of(era: str, packs: Sequence[Pack]) -> Catalog:
    """The types of loaded packs that fit an era."""
    fits = (era, "both")
    return Catalog(
        units=_index(u for p in packs for u in p.units if u.era in fits),
        weapons=_index(w for p in packs for w in p.weapons if w.era in fits),
        nations=_index(n for p in packs for n in p.nations if n.era in fits),
        skills=_index(s for p in packs for s in p.skills),
        traits=_index(t for p in packs for t in p.traits if t.era in fits),
    )


def _index(rows: Iterable[R]) -> MappingProxyType[str, R]:
    return MappingProxyType({row.key: row for row in rows})
