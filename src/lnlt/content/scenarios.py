"""Scenario files: maps, sides, order of battle, set-up and victory, checked and turned into a GameSetup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from lnlt.content import files
from lnlt.content.areas import Places
from lnlt.content.boards import HexEntry, Layout, custom_board
from lnlt.content.charts import load_chart, with_stream
from lnlt.content.modules import catalog_for, chart_rows, module_data, own_packs, own_types
from lnlt.content.packs import USES, WEAPON_KINDS, weapon_traits
from lnlt.content.scenario_file import Scenario, UnitEntry, WeaponEntry
from lnlt.content.values import unit_values, weapon_values
from lnlt.core.board import Board
from lnlt.core.catalog import UNIT_KINDS, Catalog, UnitType, WeaponType
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
    if isinstance(source, Path):
        scenario = _beside(scenario, source.parent)
    return (scenario if scenario.id else msgspec.structs.replace(scenario, id=slug(scenario.name))), where


def _beside(scenario: Scenario, folder: Path) -> Scenario:
    """A scenario file of one's own with the packs, maps and overlays that lie beside it found."""
    replace = msgspec.structs.replace

    def found(name: str) -> str:
        place = folder / name
        return str(place) if ("/" in name or name.endswith(".toml")) and place.is_file() else name

    board = replace(scenario.board, overlays=tuple(map(found, scenario.board.overlays)))
    maps = tuple(replace(place, map=found(place.map)) for place in scenario.maps)
    return replace(scenario, packs=tuple(str(folder / name) for name in scenario.packs), maps=maps, board=board)


def scenario_board(scenario: Scenario, where: str) -> Board:
    """The board of a scenario."""
    board = scenario.board
    layout = Layout(scenario.maps, board.joints)
    rows = chart_rows(own_packs(scenario))
    chart = with_stream(load_chart(scenario.era, board.overlays, rows), board.stream)
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
            "name": entry.name or f"{entry.kind} {entry.values}",
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
    name = entry.name or f"{entry.kind} {entry.values}"
    key, marks = f"{scenario.id}/weapon-{number}", weapon_traits(entry.kind, ())
    uses = USES.get(entry.kind, 0)
    return WeaponType(key, name, entry.kind, "", scenario.era, fp, reach, abilities=marks, uses=uses)


def game_setup(scenario: Scenario, where: str) -> GameSetup:
    """The set-up a game begins with; units without a place have an empty `at`."""
    catalog, mine = catalog_for(scenario), own_types(scenario)
    places = Places(scenario_board(scenario, where), where)
    units, types = [], dict(mine.units)
    known: dict[str, set[str]] = {}
    for number, entry, name in unit_ids(scenario):
        kind = unit_type(scenario, number, entry, catalog, where)
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
    planes = airstrikes(scenario, catalog, where)
    units += [UnitSetup(strike.unit, side, key) for strike, side, key in planes]
    weapons, weapon_types = [], dict(mine.weapons)
    for number, weapon in enumerate(scenario.weapons):
        made = weapon_type(scenario, number, weapon, catalog, where)
        if made.key not in catalog.weapons:
            weapon_types[made.key] = made
        side = weapon.side or next((u.side for u in units if weapon.id in u.carries), "")
        side = side or next((g.side for g in scenario.groups if g.id == weapon.group), "")
        weapons.append(WeaponSetup(weapon.id, made.key, side, weapon.at))
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


def airstrikes(scenario: Scenario, catalog: Catalog, where: str) -> list[tuple[Airstrike, str, str]]:
    """19.1: every airstrike with its side and type; ids are made up where the file gives none."""
    found: list[tuple[Airstrike, str, str]] = []
    sides = [s.id for s in scenario.sides]
    for number, entry in enumerate(scenario.airstrikes):
        path = f"airstrikes.{number}"
        if entry.side not in sides:
            raise ContentError(f"unknown side {entry.side!r}{files.guess(entry.side, sides)}", where, f"{path}.side")
        planes = {t.key: t for t in catalog.units.values() if t.kind == "aircraft"}
        if entry.type not in planes:
            raise ContentError(
                f"unknown aircraft {entry.type!r}{files.guess(entry.type, planes)}", where, f"{path}.type"
            )
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


def hero_type(scenario: Scenario, side: str, number: int, where: str) -> UnitType:
    """A Hero of a pack, or a counter that stands for one."""
    row = scenario.heroes.types[side][number]
    nation = next((s.nation for s in scenario.sides if s.id == side), "")
    path = f"heroes.types.{side}"
    if isinstance(row, str):
        heroes = {t.key: t for t in catalog_for(scenario).units.values() if t.kind == "hero"}
        if row not in heroes:
            raise ContentError(f"unknown hero type {row!r}{files.guess(row, heroes)}", where, path)
        return heroes[row]
    try:
        fields = unit_values("hero", row.values)
        back = unit_values("hero", row.wounded) if row.wounded else None
    except ValueError as error:
        raise ContentError(str(error), where, path) from None
    return msgspec.convert(
        {
            "key": f"{scenario.id}/hero-{side}-{number + 1}",
            "name": row.name,
            "kind": "hero",
            "nation": nation,
            "era": scenario.era,
            "abilities": ("assault_move",),
            "wounded": back,
            **fields,
        },
        UnitType,
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
