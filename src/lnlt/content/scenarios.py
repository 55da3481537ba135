"""Scenario files: maps, sides, order of battle, set-up and victory, checked and turned into a GameSetup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from lnlt.content import files
from lnlt.content.boards import HexEntry, Layout, Placement, SideEntry, custom_board
from lnlt.content.charts import load_chart, with_stream
from lnlt.content.mapfile import BuildingEntry
from lnlt.content.packs import WEAPON_KINDS, load_catalog
from lnlt.content.values import unit_values, weapon_values
from lnlt.core.board import Board
from lnlt.core.catalog import UNIT_KINDS, Catalog, UnitType, WeaponType
from lnlt.core.errors import ContentError
from lnlt.core.setup import (
    BoardSetup,
    BuildingPatch,
    GameSetup,
    HeroSetup,
    HexPatch,
    MapPlace,
    MarkerSetup,
    SidePatch,
    SideSetup,
    Start,
    UnitSetup,
    Victory,
    WeaponSetup,
)

Count = Annotated[int, msgspec.Meta(ge=1, le=99)]
_WITHIN = re.compile(r"within (\d+) of (\w+)")
_ROWS = re.compile(r"rows (\d+)-(\d+)")
_ROW = re.compile(r"\d+$")


class UnitEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[units]]`: one or more equal units; a type of a pack, or a kind with printed values."""

    side: str
    type: str = ""
    kind: str = ""
    values: str = ""
    id: str = ""
    count: Count = 1
    at: str = ""
    setup: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    badge: str = ""
    reduces_to: tuple[str, ...] = ()
    dismounts_to: str = ""


class WeaponEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[weapons]]`: a Support Weapon; carried by the unit that names its id, or lying in a hex."""

    id: str
    type: str = ""
    kind: str = ""
    values: str = ""
    side: str = ""
    at: str = ""


class BoardEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[board]`: changes to the maps."""

    hexes: dict[str, str | HexEntry] = {}
    hexsides: tuple[SideEntry, ...] = ()
    buildings: tuple[BuildingEntry, ...] = ()
    joints: dict[str, str | HexEntry] = {}
    overlays: tuple[str, ...] = ()
    stream: Literal[1, 2, 3, 4, 5] = 1
    """Type of the hexsides the maps call just "stream" (10.5.1)."""


class SideEntryFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[sides]]`: id used in the file, name and nation."""

    id: str
    name: str
    nation: str


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file as written."""

    name: str
    era: Literal["ww2", "modern"]
    turns: Count
    initiative: str
    maps: tuple[Placement, ...]
    sides: tuple[SideEntryFile, ...]
    units: tuple[UnitEntry, ...]
    victory: tuple[Victory, ...]
    id: str = ""
    origin: str = ""
    """Where it comes from: "own" for our inventions."""
    about: str = ""
    date: str = ""
    place: str = ""
    board: BoardEntry = BoardEntry()
    weapons: tuple[WeaponEntry, ...] = ()
    markers: tuple[MarkerSetup, ...] = ()
    options: tuple[str, ...] = ()
    heroes: HeroSetup = HeroSetup()
    """New Heroes: whether there are any, their Skills and types (11.2.1)."""
    smoke_markers: int = 0
    """Smoke markers of the module, if it states their number: then they limit the Smoke in play (7.0)."""
    weather: str = ""


def slug(name: str) -> str:
    """Id of a scenario from its name.

    >>> slug("The Church at the Crossroads")
    'the-church-at-the-crossroads'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def scenario_names() -> list[str]:
    """File names of the shipped scenarios."""
    return files.shipped_names("scenarios")


def load_scenario(name_or_path: str | files.Source) -> GameSetup:
    """A checked scenario, by file name, id or path, ready to begin a game.

    >>> load_scenario("first-fight").turns
    6
    """
    scenario, where = read_scenario(name_or_path)
    from lnlt.content.lint import scenario_problems  # the linter needs this module

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
    return (scenario if scenario.id else msgspec.structs.replace(scenario, id=slug(scenario.name))), where


def scenario_board(scenario: Scenario, where: str) -> Board:
    """The board of a scenario."""
    board = scenario.board
    layout = Layout(scenario.maps, board.joints)
    chart = with_stream(load_chart(scenario.era, board.overlays), board.stream)
    return custom_board(layout, chart, board.hexes, board.hexsides, board.buildings, where=where)


def unit_ids(scenario: Scenario) -> Iterator[tuple[int, UnitEntry, str]]:
    """Number of the entry, entry and id of every single unit.

    An entry without id is called after its side and kind or type; more than one unit gets numbers.
    """
    used: dict[str, int] = {}
    for number, entry in enumerate(scenario.units):
        stem = entry.id or f"{entry.side}-{entry.kind or entry.type}"
        for _ in range(entry.count):
            used[stem] = used.get(stem, 0) + 1
            many = entry.count > 1 or not entry.id
            yield number, entry, f"{stem}-{used[stem]}" if many else stem


def own_unit_type(scenario: Scenario, number: int, entry: UnitEntry, where: str) -> UnitType:
    """The type of an entry that gives kind and values itself."""
    path = f"units.{number}"
    if entry.kind not in UNIT_KINDS:
        raise ContentError(f"unknown kind {entry.kind!r}{files.guess(entry.kind, UNIT_KINDS)}", where, f"{path}.kind")
    try:
        fields = unit_values(entry.kind, entry.values)
    except ValueError as error:
        raise ContentError(str(error), where, f"{path}.values") from None
    side = next((s for s in scenario.sides if s.id == entry.side), None)
    return msgspec.convert(
        {
            "key": f"{scenario.id}/{number}",
            "name": f"{entry.kind} {entry.values}",
            "kind": entry.kind,
            "nation": side.nation if side else "",
            "badge": entry.badge,
            "era": scenario.era,
            "abilities": entry.abilities,
            "reduces_to": entry.reduces_to,
            "dismounts_to": entry.dismounts_to,
            **fields,
        },
        UnitType,
    )


def unit_type(scenario: Scenario, number: int, entry: UnitEntry, catalog: Catalog, where: str) -> UnitType:
    """The type of an entry: from a pack, with added abilities, or its own; Skills belong to the unit (12.0)."""
    path = f"units.{number}"
    if not entry.type:
        return own_unit_type(scenario, number, entry, where)
    if entry.kind or entry.values:
        raise ContentError("give either a type or kind and values", where, f"{path}.type")
    if entry.type not in catalog.units:
        raise ContentError(
            f"unknown unit type {entry.type!r}{files.guess(entry.type, catalog.units)}", where, f"{path}.type"
        )
    base = catalog.units[entry.type]
    if not (entry.abilities or entry.badge or entry.reduces_to or entry.dismounts_to):
        return base
    return msgspec.structs.replace(
        base,
        key=f"{scenario.id}/{number}",
        abilities=base.abilities | set(entry.abilities),
        badge=entry.badge or base.badge,
        reduces_to=entry.reduces_to or base.reduces_to,
        dismounts_to=entry.dismounts_to or base.dismounts_to,
    )


def weapon_type(scenario: Scenario, number: int, entry: WeaponEntry, catalog: Catalog, where: str) -> WeaponType:
    """The type of a weapon: from a pack or its own."""
    path = f"weapons.{number}"
    if entry.type:
        if entry.type not in catalog.weapons:
            hint = files.guess(entry.type, catalog.weapons)
            raise ContentError(f"unknown weapon type {entry.type!r}{hint}", where, f"{path}.type")
        return catalog.weapons[entry.type]
    if entry.kind not in WEAPON_KINDS:
        raise ContentError(f"unknown kind {entry.kind!r}{files.guess(entry.kind, WEAPON_KINDS)}", where, f"{path}.kind")
    try:
        fp, reach = weapon_values(entry.values)
    except ValueError as error:
        raise ContentError(str(error), where, f"{path}.values") from None
    name = f"{entry.kind} {entry.values}"
    return WeaponType(f"{scenario.id}/weapon-{number}", name, entry.kind, era=scenario.era, fp=fp, range=reach)


def setup_hexes(rules: tuple[str, ...], board: Board, where: str, path: str) -> frozenset[int]:
    """Hexes of a set-up area: names, "within 3 of H6" and "rows 5-8"."""
    found: set[int] = set()
    for text in rules:
        rows = _ROWS.fullmatch(text)
        if rows:
            low, high = int(rows[1]), int(rows[2])
            found.update(
                i for i, name in enumerate(board.names) if (n := _ROW.search(name)) and low <= int(n[0]) <= high
            )
            continue
        match = _WITHIN.fullmatch(text)
        place = match[2] if match else text
        if place not in board.index:
            raise ContentError(f"{text!r} names no hex of the board", where, path)
        middle = board.index[place]
        reach = int(match[1]) if match else 0
        found.update(i for i, far in enumerate(board.distances(middle)) if far <= reach)
    return frozenset(found)


def game_setup(scenario: Scenario, where: str) -> GameSetup:
    """The set-up a game begins with; units without a place have an empty `at`."""
    catalog = load_catalog(scenario.era)
    board = scenario_board(scenario, where)
    units, types = [], dict[str, UnitType]()
    for number, entry, name in unit_ids(scenario):
        kind = unit_type(scenario, number, entry, catalog, where)
        if kind.key not in catalog.units:
            types[kind.key] = kind
        area: tuple[str, ...] = ()
        if kind.kind == "sniper" and entry.setup:
            hexes = setup_hexes(entry.setup, board, where, f"units.{number}.setup")
            area = tuple(board.names[i] for i in sorted(hexes))
        units.append(
            UnitSetup(name, entry.side, kind.key, entry.at, carries=entry.carries, skills=entry.skills, area=area)
        )
    weapons, weapon_types = [], dict[str, WeaponType]()
    for number, weapon in enumerate(scenario.weapons):
        made = weapon_type(scenario, number, weapon, catalog, where)
        if made.key not in catalog.weapons:
            weapon_types[made.key] = made
        side = weapon.side or next((u.side for u in units if weapon.id in u.carries), "")
        weapons.append(WeaponSetup(weapon.id, made.key, side, weapon.at))
    one, two = scenario.sides
    return GameSetup(
        id=scenario.id,
        name=scenario.name,
        era=scenario.era,
        board=_board_setup(scenario),
        sides=(SideSetup(one.id, one.name, one.nation), SideSetup(two.id, two.name, two.nation)),
        units=tuple(units),
        weapons=tuple(weapons),
        markers=scenario.markers,
        types=tuple(types.values()),
        weapon_types=tuple(weapon_types.values()),
        turns=scenario.turns,
        start=Start(initiative=scenario.initiative),
        options=scenario.options,
        heroes=scenario.heroes,
        smoke_markers=scenario.smoke_markers,
        weather=scenario.weather,
        victory=scenario.victory,
    )


def _board_setup(scenario: Scenario) -> BoardSetup:
    board = scenario.board
    changed = {**board.joints, **board.hexes}
    return BoardSetup(
        maps=tuple(MapPlace(m.map, m.column, m.row, m.orientation == 180) for m in scenario.maps),
        hexes={name: _patch(entry) for name, entry in changed.items()},
        hexsides=tuple(SidePatch((s.between[0], s.between[1]), s.kind) for s in board.hexsides),
        buildings=tuple(BuildingPatch(b.hexes, b.kind, b.floors or 0, b.rooftop) for b in board.buildings),
        overlays=board.overlays,
        stream=board.stream,
    )


def _patch(entry: str | HexEntry) -> HexPatch:
    if isinstance(entry, str):
        return HexPatch(entry)
    shape = entry.silhouette if isinstance(entry.silhouette, int | float) else None
    return HexPatch(entry.terrain, entry.level, shape, entry.features)
