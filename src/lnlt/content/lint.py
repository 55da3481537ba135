"""The linter: every mistake in a pack, map or scenario, and how many values are unverified."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from lnlt.content import charts, colours, files, modules, packs, scenario_lint, scenarios
from lnlt.content.games import placing_text
from lnlt.content.mapfile import MapFile, load_sheet
from lnlt.content.scenario_file import Scenario, UnitEntry
from lnlt.core.board import LAYER_NAMES, Board
from lnlt.core.catalog import Catalog, Nation, UnitType, WeaponType
from lnlt.core.errors import ContentError
from lnlt.core.terrain import CLASS_NAMES, LEG, PROHIBITED
from lnlt.rules.ch01_concepts.stacking import HALF_SQUADS, SMCS, SQUADS, VEHICLES
from lnlt.rules.ch01_concepts.weapons import carries
from lnlt.rules.ch20_night.darkness import FLARE
from lnlt.rules.ch21_fortifications.placing import WORKS, check_placing, check_side
from lnlt.rules.ch23_equipment.boats import BOAT, RIVER, has_room
from lnlt.rules.ch23_equipment.deployed import CLAYMORE

Problems = Iterator[ContentError]


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
        errors += _references(pack, files.label(folder))
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


def _lint_file(source: files.Source, rows: modules.ChartRows | None = None) -> Iterator[Finding]:
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


def _references(pack: packs.Pack, label: str) -> Problems:
    """Ids that name nothing, in the pack itself or in the shipped ones."""
    is_shipped = any(d.name == pack.name for d in packs.pack_dirs())
    for era in ("ww2", "modern"):
        mine = packs.catalog_of(era, [pack])
        base = mine if is_shipped else packs.load_catalog(era)
        known = {group: {**getattr(base, group), **getattr(mine, group)} for group in ("units", "nations", "skills")}
        once = (era, "both") if era == "ww2" else (era,)
        typed: list[tuple[str, UnitType | WeaponType]] = [("units", u) for u in mine.units.values()]
        typed += [("weapons", w) for w in mine.weapons.values()]
        for group, row in typed:
            if row.era not in once:
                continue
            where, path = pack.places[group, row.key, row.era]
            if row.nation and row.nation not in known["nations"]:
                yield _dangling("nation", row.nation, known["nations"], where, f"{path}.nation")
            if isinstance(row, UnitType):
                yield from _unit_references(row, known, where, path)
        chart = charts.load_chart(era, rows=pack.chart, where=label)
        terrains = chart.terrains
        both = msgspec.structs.replace(base, units=known["units"], nations=known["nations"])
        for trait, key, reason in modules.trait_references(
            [t for t in mine.traits.values() if t.era in once], both, chart
        ):
            where, path = pack.places["traits", trait.key, trait.era]
            yield ContentError(reason, where, f"{path}.{key}")
        for nation in (n for n in mine.nations.values() if n.era in once):
            where, path = pack.places["nations", nation.key, nation.era]
            for other in nation.shares_with:
                if other not in known["nations"]:
                    yield _dangling("nation", other, known["nations"], where, f"{path}.shares_with")
            yield from _nation_values(nation, where, path)
            for entry in nation.terrain:
                if entry.terrain not in terrains:
                    yield _dangling("terrain", entry.terrain, terrains, where, f"{path}.terrain")
    if not pack.size:
        yield ContentError("the pack has no counters", label)


def _nation_values(nation: Nation, where: str, path: str) -> Problems:
    """13.0: numbers a nation can have."""
    for key in ("smoke", "starshell"):
        value = getattr(nation, key)
        if value is not None and not 0 <= value <= 6:
            yield ContentError(f"{value} is no number of faces of a die", where, f"{path}.{key}")
    if not nation.hero_faces or not set(nation.hero_faces) <= set(range(1, 7)):
        yield ContentError(f"{list(nation.hero_faces)} are no faces of a die", where, f"{path}.hero_faces")
    if nation.fire_die not in (6, 8, 10, 12):
        yield ContentError(f"a die with {nation.fire_die} sides is not known", where, f"{path}.fire_die")
    yield from _nation_looks(nation, where, path)
    rows = [row.terrain for row in nation.terrain]
    for key in sorted({key for key in rows if rows.count(key) > 1}):
        yield ContentError(f"two rows for {key!r}", where, f"{path}.terrain")


def _nation_looks(nation: Nation, where: str, path: str) -> Problems:
    """A colour that can be read on, and a known pattern of the edge."""
    if nation.edge and nation.edge not in colours.EDGES:
        yield _dangling("edge", nation.edge, colours.EDGES, where, f"{path}.edge")
    if not nation.colour:
        return
    if not colours.is_colour(nation.colour):
        yield ContentError(f"{nation.colour!r} is no colour, write it as #rrggbb", where, f"{path}.colour")
    elif (found := colours.contrast(nation.colour, colours.INK)) < colours.MIN_CONTRAST:
        yield ContentError(
            f"text on {nation.colour} has a contrast of {found:.1f}, {colours.MIN_CONTRAST} is needed",
            where,
            f"{path}.colour",
        )


def _unit_references(row: UnitType, known: dict[str, dict[str, object]], where: str, path: str) -> Problems:
    for key in row.reduces_to:
        lower = known["units"].get(key)
        if lower is None:
            yield _dangling("unit type", key, known["units"], where, f"{path}.reduces_to")
        elif isinstance(lower, UnitType) and lower.kind not in ("half_squad", "mounted_half_squad"):
            yield ContentError(f"{key!r} is no Half-Squad", where, f"{path}.reduces_to")
    if len(row.reduces_to) not in (0, 1, 2, 3, 6):
        yield ContentError(f"a die does not choose among {len(row.reduces_to)}", where, f"{path}.reduces_to")
    for key in row.skills:
        if key not in known["skills"]:
            yield _dangling("skill", key, known["skills"], where, f"{path}.skills")
    if row.dismounts_to:
        leg = known["units"].get(row.dismounts_to)
        if leg is None:
            yield _dangling("unit type", row.dismounts_to, known["units"], where, f"{path}.dismounts_to")
        elif isinstance(leg, UnitType) and f"mounted_{leg.kind}" != row.kind:
            yield ContentError(f"a {row.kind} does not become a {leg.kind}", where, f"{path}.dismounts_to")
    if row.reduces_to and row.kind not in ("squad", "mounted_squad"):
        yield ContentError(f"a {row.kind} is not reduced", where, f"{path}.reduces_to")


def _dangling(what: str, key: str, known: Iterable[str], where: str, path: str) -> ContentError:
    return ContentError(f"unknown {what} {key!r}{files.guess(key, known)}", where, path)


def scenario_problems(scenario: Scenario, where: str) -> Problems:
    """Everything that makes a scenario impossible to set up."""
    try:
        catalog = modules.catalog_for(scenario)
        board = scenarios.scenario_board(scenario, where)
    except ContentError as error:
        yield error
        return
    for name, entry in scenario.board.hexes.items():
        if not isinstance(entry, str) and isinstance(entry.silhouette, tuple):
            yield ContentError("only a radius can be given here", where, f"board.hexes.{name}.silhouette")
    yield from _sides(scenario, catalog, where)
    yield from _weapons(scenario, catalog, board, where)
    yield from _units(scenario, catalog, board, where)
    yield from scenario_lint.problems(scenario, board, where)
    yield from modules.problems(scenario, catalog, where)
    for i, marker in enumerate(scenario.markers):
        yield from _place(marker.at, board, where, f"markers.{i}.at")
        if marker.kind not in {*board.chart.counters, *WORKS, CLAYMORE, FLARE}:
            yield _dangling("marker", marker.kind, board.chart.counters, where, f"markers.{i}.kind")
        yield from _marker(scenario, i, board, where)


def _marker(scenario: Scenario, i: int, board: Board, where: str) -> Problems:
    """10.5.4, 10.5.5, 10.7: Roadblocks on Roads, Craters without Foxholes or Sangars, facings toward a neighbour."""
    marker = scenario.markers[i]
    hex_ = board.index.get(marker.at.partition("/")[0])
    if hex_ is None:
        return
    road = board.terrain[hex_].road or "road" in board.features[hex_]
    if marker.kind == "roadblock" and not road:
        yield ContentError("a Roadblock stands only on a Road", where, f"markers.{i}.at")
    dug = {m.kind for m in scenario.markers if m.at == marker.at} | board.features[hex_]
    if marker.kind == "craters" and dug & {"foxholes", "sangar"}:
        yield ContentError("no Craters where Foxholes or Sangars are", where, f"markers.{i}.at")
    refusal = check_placing(board, marker.kind, hex_, [m.kind for m in scenario.markers[:i] if m.at == marker.at])
    if marker.kind == "barricade":
        barred = [(m.at, m.facing) for m in scenario.markers[:i] if m.kind == marker.kind]
        refusal = refusal or check_side(marker.at, marker.facing, barred)
    if refusal is not None:
        yield ContentError(placing_text(refusal), where, f"markers.{i}.at")
    if marker.kind == "bunker" and not marker.facing:
        yield ContentError("a Bunker needs 'facing', the hex its arrow points to (rule 21.1)", where, f"markers.{i}")
    if marker.kind == "barricade" and not marker.facing:
        yield ContentError("a Barricade needs 'facing', the hex it bars the way to (rule 21.5)", where, f"markers.{i}")
    if marker.facing and marker.facing not in [board.names[j] for j in board.neighbours[hex_] if j >= 0]:
        yield ContentError(f"{marker.facing!r} is no hex beside {marker.at}", where, f"markers.{i}.facing")


def _side_looks(nations: list[Nation], where: str) -> Problems:
    """Two nations that fight each other are told apart by everybody; of one nation the second side looks otherwise."""
    shown = {n.key: n.colour for n in nations if colours.is_colour(n.colour)}
    if len(shown) == 2:
        for kind in colours.confusions(*shown.values()):
            both = " and ".join(f"{key} {colour}" for key, colour in shown.items())
            yield ContentError(f"the colours of {both} cannot be told apart: {kind}", where, "sides")


def _sides(scenario: Scenario, catalog: Catalog, where: str) -> Problems:
    ids = [s.id for s in scenario.sides]
    if len(ids) != 2 or len(set(ids)) != 2:
        yield ContentError(f"a scenario has two sides with different ids, not {ids}", where, "sides")
    for i, side in enumerate(scenario.sides):
        if side.nation not in catalog.nations:
            yield _dangling("nation", side.nation, catalog.nations, where, f"sides.{i}.nation")
    yield from _side_looks([catalog.nations[s.nation] for s in scenario.sides if s.nation in catalog.nations], where)
    named = [("initiative", scenario.initiative)]
    named += [(f"units.{i}.side", u.side) for i, u in enumerate(scenario.units)]
    named += [(f"weapons.{i}.side", w.side) for i, w in enumerate(scenario.weapons) if w.side]
    named += [(f"markers.{i}.side", m.side) for i, m in enumerate(scenario.markers) if m.side]
    named += [(f"victory.{i}.side", v.side) for i, v in enumerate(scenario.victory)]
    named += [(f"groups.{i}.side", g.side) for i, g in enumerate(scenario.groups)]
    named += [(f"points.{i}.side", p.side) for i, p in enumerate(scenario.points)]
    named += [(f"exits.{i}.side", e.side) for i, e in enumerate(scenario.exits)]
    named += [(f"events.{i}.side", e.side) for i, e in enumerate(scenario.events) if e.side]
    named += [(f"missions.{i}.side", m.side) for i, m in enumerate(scenario.missions)]
    named += [("otherwise", scenario.otherwise)] if scenario.otherwise else []
    named += [(f"control.{text}", side) for text, side in scenario.control.items()]
    named += [("setup_order", side) for side in scenario.setup_order]
    for key in ("none", "types", "due"):
        named += [(f"heroes.{key}", side) for side in getattr(scenario.heroes, key)]
    for path, side_id in named:
        if side_id not in ids:
            yield ContentError(f"unknown side {side_id!r}, expected one of {ids}", where, path)


def _weapons(scenario: Scenario, catalog: Catalog, board: Board, where: str) -> Problems:
    carried = [w for u in scenario.units for w in u.carries]
    seen: set[str] = set()
    for i, weapon in enumerate(scenario.weapons):
        path = f"weapons.{i}"
        if weapon.id in seen:
            yield ContentError(f"the id {weapon.id!r} is used twice", where, f"{path}.id")
        seen.add(weapon.id)
        try:
            scenarios.weapon_type(scenario, i, weapon, catalog, where)
        except ContentError as error:
            yield error
        if weapon.at:
            yield from _place(weapon.at, board, where, f"{path}.at")
        elif weapon.id not in carried and not weapon.group:
            yield ContentError(f"nobody carries {weapon.id!r} and it lies nowhere", where, path)
        if (weapon.at and weapon.id in carried) or carried.count(weapon.id) > 1:
            yield ContentError(f"{weapon.id!r} is in more than one place", where, path)


def _beside(scenario: Scenario, catalog: Catalog, where: str) -> tuple[set[str], set[str]]:
    """23.2.2, 23.3.1: weapons that do not count against what a unit carries, and Rubber Boats; what has no type is
    reported elsewhere."""
    free, boats = set(), set()
    for i, weapon in enumerate(scenario.weapons):
        try:
            kind = scenarios.weapon_type(scenario, i, weapon, catalog, where)
        except ContentError:
            continue
        if "no_load" in kind.abilities:
            free.add(weapon.id)
        if kind.kind == BOAT:
            boats.add(weapon.id)
    return free, boats


def _units(scenario: Scenario, catalog: Catalog, board: Board, where: str) -> Problems:
    weapon_ids = {w.id for w in scenario.weapons}
    beside, boats = _beside(scenario, catalog, where)
    afloat: dict[tuple[str, str], list[tuple[str, UnitEntry, UnitType, int]]] = {}
    ids: set[str] = set()
    placed: dict[tuple[str, str], list[UnitType]] = {}
    seen: set[int] = set()
    groups = {g.id for g in scenario.groups}
    for number, entry, name in scenarios.unit_ids(scenario):
        path = f"units.{number}"
        if name in ids:
            yield ContentError(f"the id {name!r} is used twice", where, f"{path}.id")
        ids.add(name)
        if number in seen:  # what follows holds for all units of an entry
            continue
        seen.add(number)
        try:
            kind = scenarios.unit_type(scenario, number, entry, catalog, where)
        except ContentError as error:
            yield error
            continue
        for key in entry.skills:
            if key not in catalog.skills:
                yield _dangling("skill", key, catalog.skills, where, f"{path}.skills")
            elif kind.kind not in (who := catalog.skills[key].who) and not (
                "leader" in who and kind.kind in ("commissar", "political_officer")
            ):
                yield ContentError(f"a {kind.kind} cannot have the skill {key!r} (12.0)", where, f"{path}.skills")
        for weapon in entry.carries:
            if weapon not in weapon_ids:
                yield _dangling("weapon", weapon, weapon_ids, where, f"{path}.carries")
        load = [w for w in entry.carries if w not in beside]
        limit = carries(kind.kind)
        if len(load) > limit or (entry.carries and not limit):
            yield ContentError(
                f"a {kind.kind} carries {limit}, not {len(entry.carries)} (1.6)", where, f"{path}.carries"
            )
        if not (entry.at or entry.aboard or entry.group in groups or kind.kind == "sniper"):
            yield ContentError("no place: give 'at', 'aboard' or a 'group'", where, path)
        if entry.at:
            problems = list(_place(entry.at, board, where, f"{path}.at"))
            if not problems and _on_river(board, entry.at):
                aboard = afloat.setdefault((entry.at, entry.side), [])
                aboard.append((f"{path}.at", entry, kind, len(boats & set(entry.carries))))
            else:
                problems = problems or list(_enterable(kind, entry, board, catalog, where, f"{path}.at"))
            yield from problems
            if not problems:
                placed.setdefault((place_of(kind, entry.at), entry.side), []).extend([kind] * entry.count)
    for (at, side), aboard in afloat.items():
        room = sum(number for *_, number in aboard)
        if not room:
            for path, entry, kind, _ in aboard:
                yield from _enterable(kind, entry, board, catalog, where, path)
        elif not has_room(placed[at, side], room):
            yield ContentError(f"no room in Rubber Boats for all who are on the River in {at} (23.3.1)", where, "units")
    yield from _stacks(placed, board, where)


def _on_river(board: Board, at: str) -> bool:
    """23.3.1: a place on the water of a River, where units are in boats."""
    i = board.index[at.partition("/")[0]]
    return "/" not in at and board.terrain[i].key == RIVER and not board.features[i] & {"road", "bridge"}


def _place(text: str, board: Board, where: str, path: str) -> Problems:
    name, _, layer = text.partition("/")
    if name not in board.index:
        yield ContentError(f"the board has no hex {name!r}", where, path)
    elif layer and layer not in LAYER_NAMES:
        yield ContentError(f"{text!r} is no location, expected one of {', '.join(LAYER_NAMES)}", where, path)
    elif layer in ("upper", "roof") and not board.has_layer(board.index[name], LAYER_NAMES.index(layer)):
        yield ContentError(f"{name} has no {layer} location", where, path)


def _enterable(kind: UnitType, entry: UnitEntry, board: Board, catalog: Catalog, where: str, path: str) -> Problems:
    at = entry.at
    i = board.index[at.partition("/")[0]]
    terrain = board.terrain[i]
    column = CLASS_NAMES.index(kind.move_class) if kind.move_class else LEG
    on_road = terrain.road or board.features[i] & {"road", "bridge"}
    barred = terrain.cost[column] == PROHIBITED and kind.kind not in ("helicopter", "aircraft")
    if barred and not on_road and not modules.crosses(catalog.traits.values(), entry.type, kind.nation, terrain.key):
        yield ContentError(f"{terrain.name} in {at} is prohibited for {CLASS_NAMES[column]} units", where, path)
    elif kind.kind == "weapon_team" and not terrain.weapon_teams:
        yield ContentError(f"{terrain.name} in {at} is prohibited for Weapon Teams", where, path)


def place_of(kind: UnitType, at: str) -> str:
    """The location a unit is in: a helicopter is in the air above the hex (19.2.1)."""
    return f"{at.removesuffix('/air')}/air" if kind.kind == "helicopter" else at


def _stacks(placed: dict[tuple[str, str], list[UnitType]], board: Board, where: str) -> Problems:
    sides_at: dict[str, set[str]] = {}
    for (at, side), kinds in placed.items():
        sides_at.setdefault(at, set()).add(side)
        limit = board.terrain[board.index[at.partition("/")[0]]].stacking or SQUADS
        half = sum(1 if "atgm" in k.abilities else HALF_SQUADS.get(k.kind, 0) for k in kinds)
        if half > 2 * limit:
            yield ContentError(f"{half / 2:g} squads of {side} in {at}, the limit is {limit} (1.3)", where, "units")
        for name, count, most in (
            ("single-man counters", sum(k.is_smc for k in kinds), SMCS),
            ("vehicles", sum(k.kind == "vehicle" for k in kinds), VEHICLES),
        ):
            if count > most:
                yield ContentError(f"{count} {name} of {side} in {at}, the limit is {most} (1.3)", where, "units")
    for at, both in sides_at.items():
        if at.endswith("/air") and sum(len(kinds) for (place, _), kinds in placed.items() if place == at) > 1:
            yield ContentError(f"more than one helicopter over {at.removesuffix('/air')} (19.2.1)", where, "units")
        elif len(both) > 1:
            yield ContentError(f"units of both sides in {at}", where, "units")


def lint(target: str | None) -> list[Finding]:
    """Findings for a folder or file, or for everything we ship."""
    if target is None:
        return lint_shipped()
    path = Path(target)
    if not path.exists():
        raise ContentError("no such file or folder", target)
    return lint_pack(path)
