"""Packs: folders of TOML files with unit types, weapons, nations and skills; together they make the Catalog."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Sequence
from types import MappingProxyType
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from lnlt.content import files
from lnlt.content.assumed import filled
from lnlt.content.charts import GROUPS
from lnlt.content.values import unit_values, weapon_values
from lnlt.core.catalog import UNIT_KINDS, Band, Catalog, Gun, Nation, Side2, Skill, UnitType, WeaponType
from lnlt.core.errors import ContentError
from lnlt.core.trait import Trait
from lnlt.traits.modules import complaint

Era = Literal["ww2", "modern", "both"]
UNIT_ABILITIES = frozenset(
    {
        "assault_move", "stealth", "hit_and_run", "assaulter", "melee", "extended_range", "srp", "self_rally",
        "motorcycle", "horse", "mg", "mortar", "atgm", "covered_arc", "pivot_only", "enters_buildings", "open_topped",
        "turret", "tis", "mvam", "split_table", "bomber", "combined_fire", "ambush", "next_to_any",
        "anti_aircraft", "own_eyes",
    }
)  # fmt: skip
WEAPON_ABILITIES = frozenset(
    {
        "tripod", "dismantles", "jams", "melee", "melee_eligible", "close_assault", "close_assault_only",
        "forces_retreat", "single_use", "extended_range", "fires_from_bunkers", "no_downhill", "no_lone_smc",
        "no_heat_penalty", "light", "with_ifp", "no_load", "never_captured",
    }
)  # fmt: skip
WEAPON_KINDS = frozenset(
    {
        "machine_gun", "flamethrower", "satchel_charge", "molotov", "mortar", "bazooka", "panzerfaust", "carl_gustav",
        "law", "rpg", "aa_missile", "apilas", "lrac", "flg_apav", "piat", "rpg_43", "sticky_bomb", "stick_bomb", "atr",
        "claymore", "m203", "rubber_boat", "vehicle_weapon",
    }
)  # fmt: skip


WEAPON_TRAITS: dict[str, frozenset[str]] = {
    "piat": frozenset({"fires_from_bunkers", "no_downhill"}),
    "atr": frozenset({"fires_from_bunkers"}),
    "rpg_43": frozenset({"close_assault_only", "single_use"}),
    "sticky_bomb": frozenset({"close_assault_only", "single_use", "light"}),
    "stick_bomb": frozenset({"close_assault", "single_use", "light"}),
    "lrac": frozenset({"no_heat_penalty"}),
    "m203": frozenset({"with_ifp", "no_load", "never_captured", "extended_range"}),
    "flg_apav": frozenset({"with_ifp", "single_use", "extended_range", "fires_from_bunkers"}),
    "claymore": frozenset({"single_use"}),
}
"""What every weapon of a kind is, beside its own abilities (23.1, 23.2)."""
USES = {"m203": 2}
"""How often weapons of a kind can be used, if their row does not say (23.2.2)."""


def weapon_traits(kind: str, abilities: Iterable[str]) -> frozenset[str]:
    """Abilities of a weapon: those of its kind and its own."""
    return WEAPON_TRAITS.get(kind, frozenset()) | frozenset(abilities)


AMMO = frozenset({"ap", "heat", "aa", "atgm", "ap+aa"})
"""Kinds of ammunition (14.1); "ap+aa": a split table whose halves have the same numbers."""
MOUNTS = frozenset({"", "turret", "hull", "all_round"})
Explosive = int | Literal["*"] | None
"""High-Explosive equivalent as written; "*" and nothing: none."""


class GunRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the `guns` of a unit as written."""

    to_hit: tuple[Band, ...] = ()
    he: Explosive = None
    ammo: str = "ap"
    rof: int = 1
    depletion: int = 0
    mount: str = ""
    name: str = ""


class UnitRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[units.KEY]` as written."""

    name: str
    kind: str
    nation: str = ""
    badge: str = ""
    era: Era | None = None
    values: str = ""
    shaken: str = ""
    wounded: str = ""
    abilities: tuple[str, ...] = ()
    reduces_to: tuple[str, ...] = ()
    dismounts_to: str = ""
    skills: tuple[str, ...] = ()
    min_range: int = 0
    he: Explosive = None
    to_hit: tuple[Band, ...] = ()
    ammo: str = ""
    armor: tuple[str, ...] = ()
    mgs: tuple[str, ...] = ()
    capacity: str = ""
    rof: int = 1
    size: int = 0
    depletion: int = 0
    guns: tuple[GunRow, ...] = ()
    cannon: str = ""
    bombs: str = ""
    around: int = 0
    evasion: int = 0
    verified: bool = True


class WeaponRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[weapons.KEY]` as written."""

    name: str
    kind: str
    nation: str = ""
    era: Era | None = None
    values: str = ""
    bipod: str = ""
    abilities: tuple[str, ...] = ()
    min_range: int = 0
    he: Explosive = None
    to_hit: tuple[Band, ...] = ()
    ammo: str = ""
    depletion: int = 0
    uses: int = 0
    capacity: str = ""
    verified: bool = True


class Other(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[others.KEY]`: a counter that is no unit or weapon type, or names without values."""

    name: str
    kind: str
    names: tuple[str, ...] = ()
    fp: int | None = None
    count: int | None = None
    tm: tuple[int, ...] = ()
    verified: bool = True


class PackHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`pack.toml`."""

    name: str
    title: str = ""


class PackFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Any other file of a pack; rows are checked one by one."""

    era: Era = "both"
    units: dict[str, dict[str, Any]] = {}
    weapons: dict[str, dict[str, Any]] = {}
    nations: dict[str, dict[str, Any]] = {}
    skills: dict[str, dict[str, Any]] = {}
    others: dict[str, dict[str, Any]] = {}
    traits: dict[str, dict[str, Any]] = {}
    terrain: dict[str, dict[str, Any]] = {}
    hexsides: dict[str, dict[str, Any]] = {}
    counters: dict[str, dict[str, Any]] = {}


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
        _rows(pack, errors, label, "units", data.era, data.units, _unit, pack.units.append)
        _rows(pack, errors, label, "weapons", data.era, data.weapons, _weapon, pack.weapons.append)
        _rows(pack, errors, label, "nations", data.era, data.nations, _nation, pack.nations.append)
        _rows(pack, errors, label, "skills", data.era, data.skills, _skill, pack.skills.append)
        _rows(pack, errors, label, "traits", data.era, data.traits, _trait, pack.traits.append)
        for group in GROUPS:
            pack.chart.setdefault(group, {}).update(getattr(data, group))
        _rows(pack, errors, label, "others", data.era, data.others, _other, lambda row: pack.others.update([row]))
    return pack, errors


def _toml_files(folder: files.Source) -> list[files.Source]:
    found: list[files.Source] = []
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.is_dir():
            found += _toml_files(entry) if entry.name not in OTHER_FOLDERS else []
        elif entry.name.endswith(".toml") and entry.name != "pack.toml":
            found.append(entry)
    return found


OTHER_FOLDERS = ("maps", "scenarios")
"""Folders of a pack with files of other kinds."""
V = TypeVar("V")
Make = Callable[[str, dict[str, Any], Era, str, str], V]


def _rows(
    pack: Pack,
    errors: list[ContentError],
    label: str,
    group: str,
    era: Era,
    rows: dict[str, dict[str, Any]],
    make: Make[V],
    keep: Callable[[V], object],
) -> None:
    for key, raw in rows.items():
        path = f"{group}.{key}"
        try:
            if not re.fullmatch(r"[a-z0-9_-]+", key):
                raise ContentError("an id has only a-z, 0-9, - and _", label, path)
            own_era = raw.get("era", era)
            for other in ("ww2", "modern", "both"):
                if (other == own_era or "both" in (other, own_era)) and (group, key, other) in pack.places:
                    raise ContentError(f"already defined in {pack.places[group, key, other][0]}", label, path)
            row, assumed = filled(raw, label, path) if group in ("units", "weapons") else (raw, 0)
            keep(make(key, row, era, label, path))
        except ContentError as error:
            errors.append(error)
            continue
        pack.places[group, key, own_era] = (label, path)
        pack.unverified[label] += raw.get("verified") is False
        pack.assumed[label] += assumed


def _unit(key: str, raw: dict[str, Any], era: Era, where: str, path: str) -> UnitType:
    row = files.convert(raw, UnitRow, where, path)
    _known(row.kind, UNIT_KINDS, "kind", where, f"{path}.kind")
    for ability in row.abilities:
        _known(ability, UNIT_ABILITIES, "ability", where, f"{path}.abilities")
    fields = _values(lambda: unit_values(row.kind, row.values), where, f"{path}.values") if row.values else {}
    shaken = row.shaken.split("-")
    if row.shaken and (len(shaken) != 2 or not all(re.fullmatch(r"\d+|[?*]", s) for s in shaken)):
        raise ContentError(f"{row.shaken!r} is no Shaken morale and MF such as '6-2'", where, f"{path}.shaken")
    wounded = None
    if row.wounded:
        wounded = Side2(**_values(lambda: unit_values("hero", row.wounded), where, f"{path}.wounded"))
    tables = [row.to_hit, *(gun.to_hit for gun in row.guns)]
    unknown = any("?" in band for table in tables for band in table)
    written = row.values + row.shaken + "".join((*row.armor, *row.mgs, row.cannon, row.bombs))
    if row.verified and (unknown or "?" in written):
        raise ContentError("a row with '?' needs verified = false", where, f"{path}.verified")
    for what, cells, form, like in (
        ("armor", row.armor, ARMOR, "armor such as '5/4', '2r' or '*'"),
        ("mgs", row.mgs, MACHINE_GUN, "machine-gun such as '4', '4*', '2R', or a flamethrower '4F'"),
        ("cannon", (row.cannon,) if row.cannon else (), LOAD, "attack such as '2x3'"),
        ("bombs", (row.bombs,) if row.bombs else (), LOAD, "attack such as '2x3'"),
    ):
        for i, cell in enumerate(cells):
            if not form.fullmatch(cell):
                raise ContentError(f"{cell!r} is no {like}", where, f"{path}.{what}.{i}")
    for i, gun in enumerate(row.guns):
        _known(gun.ammo, AMMO, "ammunition", where, f"{path}.guns.{i}.ammo")
        _known(gun.mount, MOUNTS, "mount", where, f"{path}.guns.{i}.mount")
    if row.ammo:
        _known(row.ammo, AMMO, "ammunition", where, f"{path}.ammo")
    return UnitType(
        key=key,
        name=row.name,
        kind=row.kind,
        nation=row.nation,
        badge=row.badge,
        era=row.era or era,
        shaken_morale=int(shaken[0]) if shaken[0].isdigit() else None,
        shaken_mf=int(shaken[1]) if row.shaken and shaken[1].isdigit() else None,
        wounded=wounded,
        abilities=frozenset(row.abilities),
        reduces_to=row.reduces_to,
        dismounts_to=row.dismounts_to,
        skills=row.skills,
        min_range=row.min_range,
        he=explosive(row.he),
        to_hit=row.to_hit,
        verified=row.verified,
        ammo=row.ammo,
        armor=row.armor,
        mgs=row.mgs,
        capacity=row.capacity,
        rof=row.rof,
        size=row.size,
        depletion=row.depletion,
        guns=tuple(map(gun_of, row.guns)),
        cannon=row.cannon,
        bombs=row.bombs,
        around=row.around,
        evasion=row.evasion,
        **fields,
    )


ARMOR = re.compile(r"(\d+r?|\?|\*)(/(\d+r?|\?|\*))?")
MACHINE_GUN = re.compile(r"(\d+|\?)(\*|R|F)?")
LOAD = re.compile(r"(\d+x)?(\d+|\?)")


def explosive(he: Explosive) -> int | None:
    """High-Explosive equivalent as the engine knows it."""
    return he if isinstance(he, int) else None


def gun_of(row: GunRow) -> Gun:
    """A gun as the engine knows it."""
    return Gun(row.to_hit, explosive(row.he), row.ammo, row.rof, row.depletion, row.mount, row.name)


def _weapon(key: str, raw: dict[str, Any], era: Era, where: str, path: str) -> WeaponType:
    row = files.convert(raw, WeaponRow, where, path)
    _known(row.kind, WEAPON_KINDS, "kind", where, f"{path}.kind")
    for ability in row.abilities:
        _known(ability, WEAPON_ABILITIES, "ability", where, f"{path}.abilities")
    fp, reach = _values(lambda: weapon_values(row.values), where, f"{path}.values") if row.values else (None, 0)
    bipod = _values(lambda: weapon_values(row.bipod), where, f"{path}.bipod") if row.bipod else None
    if row.verified and ("?" in row.values + row.bipod or any("?" in band for band in row.to_hit)):
        raise ContentError("a row with '?' needs verified = false", where, f"{path}.verified")
    return WeaponType(
        key=key,
        name=row.name,
        kind=row.kind,
        nation=row.nation,
        era=row.era or era,
        fp=fp,
        range=reach,
        min_range=row.min_range,
        abilities=weapon_traits(row.kind, row.abilities),
        he=explosive(row.he),
        to_hit=row.to_hit,
        ammo=row.ammo,
        verified=row.verified,
        bipod=bipod,
        depletion=row.depletion,
        uses=row.uses or USES.get(row.kind, 0),
        capacity=row.capacity,
    )


def _nation(key: str, raw: dict[str, Any], era: Era, where: str, path: str) -> Nation:
    return files.convert({"era": era, **raw, "key": key}, Nation, where, path)


def _skill(key: str, raw: dict[str, Any], _era: Era, where: str, path: str) -> Skill:
    skill = files.convert({**raw, "key": key}, Skill, where, path)
    for kind in skill.who:
        _known(kind, UNIT_KINDS, "kind", where, f"{path}.who")
    return skill


def _trait(key: str, raw: dict[str, Any], era: Era, where: str, path: str) -> Trait:
    trait = files.convert({"era": era, **raw, "key": key}, Trait, where, path)
    reason, wrong = complaint(trait)
    if reason:
        raise ContentError(reason, where, f"{path}.{wrong}")
    for i, change in enumerate(trait.changes):
        for kind in change.kinds:
            _known(kind, UNIT_KINDS, "kind", where, f"{path}.changes.{i}.kinds")
        for ammo in change.ammo:
            _known(ammo, AMMO, "ammunition", where, f"{path}.changes.{i}.ammo")
    return trait


def _other(key: str, raw: dict[str, Any], _era: Era, where: str, path: str) -> tuple[str, Other]:
    return key, files.convert(raw, Other, where, path)


def _known(word: str, words: Iterable[str], what: str, where: str, path: str) -> None:
    if word not in words:
        raise ContentError(f"unknown {what} {word!r}{files.guess(word, words)}", where, path)


def _values(read: Callable[[], Any], where: str, path: str) -> Any:
    try:
        return read()
    except ValueError as error:
        raise ContentError(str(error), where, path) from None


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
