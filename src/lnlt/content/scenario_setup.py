"""A scenario as written turned into the GameSetup a game begins with."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from lnlt.content import files
from lnlt.content.areas import Places
from lnlt.content.boards import HexEntry, Layout, custom_board
from lnlt.content.charts import load_chart, with_stream
from lnlt.content.maps import carried
from lnlt.content.modules import catalog_for, laid_over, module_data, own_packs, own_types
from lnlt.content.scenario_file import Scenario
from lnlt.content.scenario_types import hero_type, unit_ids, unit_type, weapon_type
from lnlt.core.board import Board
from lnlt.core.catalog import Catalog, UnitType, WeaponType
from lnlt.core.errors import ContentError
from lnlt.core.setup import (
    Airstrike,
    BoardSetup,
    BuildingPatch,
    GameSetup,
    Group,
    HeroSetup,
    HexPatch,
    MapPlace,
    Night,
    SidePatch,
    SideSetup,
    Start,
    UnitSetup,
    Victory,
    WeaponSetup,
)
from lnlt.rules.ch21_fortifications.placing import WORKS


def scenario_board(scenario: Scenario, where: str) -> Board:
    """The board of a scenario."""
    board = scenario.board
    layout = Layout(scenario.maps, board.joints)
    chart = with_stream(load_chart(scenario.era, *laid_over(scenario, own_packs(scenario))), board.stream)
    return custom_board(layout, chart, board.hexes, board.hexsides, board.buildings, where=where)


def game_setup(scenario: Scenario, where: str) -> GameSetup:
    """The set-up a game begins with; units without a place have an empty `at`."""
    catalog, mine = catalog_for(scenario), own_types(scenario)
    places = Places(scenario_board(scenario, where), where)
    units, own, known = _units(scenario, catalog, places)
    types = {**mine.units, **own}
    planes = airstrikes(scenario, catalog, where)
    units += [UnitSetup(strike.unit, side, key) for strike, side, key in planes]
    weapons, own_weapons = _weapons(scenario, catalog, units, where)
    weapon_types = {**mine.weapons, **own_weapons}
    heroes = {
        side: tuple(hero_type(scenario, side, k, where) for k in range(len(rows)))
        for side, rows in scenario.heroes.types.items()
    }
    types |= {t.key: t for rows in heroes.values() for t in rows if t.key not in catalog.units}
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
        victory=tuple(_goal(v, places, k) for k, v in enumerate(scenario.victory)),
        otherwise=scenario.otherwise,
        points=tuple(
            msgspec.structs.replace(p, control=places.locations(p.control, f"points.{k}.control"))
            for k, p in enumerate(scenario.points)
        ),
        setup_order=scenario.setup_order,
        groups=_groups(scenario, places),
        exits=tuple(
            msgspec.structs.replace(e, hexes=places.hexes(e.hexes, f"exits.{k}.hexes"))
            for k, e in enumerate(scenario.exits)
        ),
        events=scenario.events,
        paragraphs=scenario.paragraphs,
        control={
            place: side
            for text, side in scenario.control.items()
            for place in places.locations((text,), f"control.{text}")
        },
        missions=scenario.missions,
        airstrikes=tuple(strike for strike, _, _ in planes),
        playable=places.columns(scenario.playable, "playable"),
        special_rules=scenario.special_rules,
        heroes=_heroes(scenario, heroes),
        smoke_markers=scenario.smoke_markers,
        weather=scenario.weather,
        module=module_data(scenario, catalog, known),
        night=(scenario.night if isinstance(scenario.night, Night) else Night()) if scenario.night else None,
    )


def _units(
    scenario: Scenario, catalog: Catalog, places: Places
) -> tuple[list[UnitSetup], dict[str, UnitType], dict[str, set[str]]]:
    """The units, their types that are in no pack, and per type of a pack the keys it goes by in this scenario."""
    units: list[UnitSetup] = []
    types: dict[str, UnitType] = {}
    known: dict[str, set[str]] = {}
    for number, entry, name in unit_ids(scenario):
        kind = unit_type(scenario, number, entry, catalog, places.where)
        if kind.key not in catalog.units:
            types[kind.key] = kind
        known.setdefault(entry.type, {entry.type}).add(kind.key)
        row = UnitSetup(
            name,
            entry.side,
            kind.key,
            entry.at,
            carries=entry.carries,
            skills=entry.skills,
            facing=entry.facing,
            turret=entry.turret,
            hatch=entry.hatch,
            markers=("hover",) if entry.mode == "hovering" else (),
            aboard=entry.aboard,
            riding=entry.riding,
            acquired=entry.acquired,
        )
        if entry.setup:
            row = msgspec.structs.replace(row, area=places.hexes(entry.setup, f"units.{number}.setup"))
        units.append(row)
    return units, types, known


def _weapons(
    scenario: Scenario, catalog: Catalog, units: Sequence[UnitSetup], where: str
) -> tuple[list[WeaponSetup], dict[str, WeaponType]]:
    """The Support Weapons, each of the side that has it, and their types that are in no pack."""
    weapons: list[WeaponSetup] = []
    types: dict[str, WeaponType] = {}
    for number, weapon in enumerate(scenario.weapons):
        made = weapon_type(scenario, number, weapon, catalog, where)
        if made.key not in catalog.weapons:
            types[made.key] = made
        side = weapon.side or next((u.side for u in units if weapon.id in u.carries), "")
        side = side or next((g.side for g in scenario.groups if g.id == weapon.group), "")
        weapons.append(WeaponSetup(weapon.id, made.key, side, weapon.at))
    return weapons, types


def airstrikes(scenario: Scenario, catalog: Catalog, where: str) -> list[tuple[Airstrike, str, str]]:
    """19.1: every airstrike with its side and type; ids are made up where the file gives none."""
    found: list[tuple[Airstrike, str, str]] = []
    sides = [s.id for s in scenario.sides]
    for number, entry in enumerate(scenario.airstrikes):
        path = f"airstrikes.{number}"
        files.check_word(entry.side, sides, "side", where, f"{path}.side")
        planes = {t.key: t for t in catalog.units.values() if t.kind == "aircraft"}
        files.check_word(entry.type, planes, "aircraft", where, f"{path}.type")
        stem = entry.id or f"{entry.side}-air-{number + 1}"
        for k in range(entry.count):
            name = stem if entry.count == 1 else f"{stem}-{k + 1}"
            found.append((Airstrike(name, entry.turn, entry.edges), entry.side, entry.type))
    return found


def _goal(goal: Victory, places: Places, number: int) -> Victory:
    """A victory condition with its areas written out."""
    replace = msgspec.structs.replace
    path = f"victory.{number}.when"
    return replace(
        goal,
        when=tuple(
            replace(c, hold=places.locations(c.hold, path), control=places.locations(c.control, path))
            for c in goal.when
        ),
    )


def _heroes(scenario: Scenario, types: dict[str, tuple[UnitType, ...]]) -> HeroSetup:
    said = scenario.heroes
    creation = said.creation and (not said.optional or "optional_heroes" in scenario.options)
    keys = {side: tuple(t.key for t in rows) for side, rows in types.items()}
    return HeroSetup(creation, said.none, said.skills, said.cup, keys, said.due)


_WORK = re.compile(r"(?:(\d+) x )?([a-z_]+)(?: (\d))?")


def works(texts: Sequence[str], where: str, path: str) -> tuple[str, ...]:
    """21.0: the fortifications of a group one by one: "2 x bunker 3" is two of them.

    >>> works(["2 x bunker 3", "wire"], "", "")
    ('bunker 3', 'bunker 3', 'wire')
    """
    found: list[str] = []
    for i, text in enumerate(texts):
        match = _WORK.fullmatch(text)
        if match is None or match[2] not in WORKS:
            known = ", ".join(sorted(WORKS))
            raise ContentError(f"{text!r} is no fortification such as '2 x bunker 3': {known}", where, f"{path}.{i}")
        found += [f"{match[2]} {match[3]}" if match[3] else match[2]] * int(match[1] or 1)
    return tuple(found)


def _groups(scenario: Scenario, places: Places) -> tuple[Group, ...]:
    found = []
    for k, g in enumerate(scenario.groups):
        found.append(
            Group(
                g.id,
                g.side,
                tuple(name for _, entry, name in unit_ids(scenario) if entry.group == g.id),
                tuple(w.id for w in scenario.weapons if w.group == g.id),
                places.locations(g.setup, f"groups.{k}.setup"),
                places.hexes(g.enter, f"groups.{k}.enter"),
                g.edges,
                g.turn,
                g.one_edge,
                g.edge_roll,
                g.after,
                g.edges_near,
                g.may_wait,
                g.held or g.secret,
                g.secret,
                works(g.works, places.where, f"groups.{k}.works"),
            )
        )
    return tuple(found)


def _board_setup(scenario: Scenario) -> BoardSetup:
    board = scenario.board
    changed = {**board.joints, **board.hexes}
    names, sheets = carried([m.map for m in scenario.maps])
    overlays, _ = laid_over(scenario, ())
    return BoardSetup(
        maps=tuple(
            MapPlace(name, m.column, m.row, m.orientation == 180) for name, m in zip(names, scenario.maps, strict=True)
        ),
        sheets=sheets,
        hexes={name: _patch(entry) for name, entry in changed.items()},
        hexsides=tuple(SidePatch((s.between[0], s.between[1]), s.kind) for s in board.hexsides),
        buildings=tuple(BuildingPatch(b.hexes, b.kind, b.floors or 0, b.rooftop) for b in board.buildings),
        overlays=overlays,
        stream=board.stream,
    )


def _patch(entry: str | HexEntry) -> HexPatch:
    if isinstance(entry, str):
        return HexPatch(entry)
    shape = entry.silhouette if isinstance(entry.silhouette, int | float) else None
    return HexPatch(entry.terrain, entry.level, shape, entry.features)
