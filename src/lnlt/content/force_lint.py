"""The linter's part for the forces of a scenario: units and weapons, where they stand and what they carry."""

from __future__ import annotations

from lnlt.content.files import Problems, unknown, word_problems
from lnlt.content.modules import crosses
from lnlt.content.scenario_file import Scenario, UnitEntry
from lnlt.content.scenario_types import unit_ids, unit_type, weapon_type
from lnlt.core.board import LAYER_NAMES, Board
from lnlt.core.catalog import Catalog, UnitType
from lnlt.core.errors import ContentError
from lnlt.core.terrain import CLASS_NAMES, LEG, PROHIBITED
from lnlt.rules.facts.boats import BOAT, RIVER, has_room
from lnlt.rules.facts.kits import has_facing, vertex_named
from lnlt.rules.facts.stacking import HALF_SQUADS, SMCS, SQUADS, VEHICLES
from lnlt.rules.facts.weapons import carries


def weapon_problems(scenario: Scenario, catalog: Catalog, board: Board, where: str) -> Problems:
    carried = [w for u in scenario.units for w in u.carries]
    seen: set[str] = set()
    for i, weapon in enumerate(scenario.weapons):
        path = f"weapons.{i}"
        if weapon.id in seen:
            yield ContentError(f"the id {weapon.id!r} is used twice", where, f"{path}.id")
        seen.add(weapon.id)
        try:
            weapon_type(scenario, i, weapon, catalog, where)
        except ContentError as error:
            yield error
        if weapon.at:
            yield from place_problems(weapon.at, board, where, f"{path}.at")
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
            kind = weapon_type(scenario, i, weapon, catalog, where)
        except ContentError:
            continue
        if "no_load" in kind.abilities:
            free.add(weapon.id)
        if kind.kind == BOAT:
            boats.add(weapon.id)
    return free, boats


def unit_problems(scenario: Scenario, catalog: Catalog, board: Board, where: str) -> Problems:
    weapon_ids = {w.id for w in scenario.weapons}
    beside, boats = _beside(scenario, catalog, where)
    afloat: dict[tuple[str, str], list[tuple[str, UnitEntry, UnitType, int]]] = {}
    ids: set[str] = set()
    placed: dict[tuple[str, str], list[UnitType]] = {}
    seen: set[int] = set()
    groups = {g.id for g in scenario.groups}
    fords = {m.at for m in scenario.markers if m.kind == "ford"}  # every kind of unit crosses there (10.5.2)
    for number, entry, name in unit_ids(scenario):
        path = f"units.{number}"
        if name in ids:
            yield ContentError(f"the id {name!r} is used twice", where, f"{path}.id")
        ids.add(name)
        if number in seen:  # what follows holds for all units of an entry
            continue
        seen.add(number)
        try:
            kind = unit_type(scenario, number, entry, catalog, where)
        except ContentError as error:
            yield error
            continue
        for key in entry.skills:
            if key not in catalog.skills:
                yield unknown(key, catalog.skills, "skill", where, f"{path}.skills")
            elif kind.kind not in (who := catalog.skills[key].who) and not (
                "leader" in who and kind.kind in ("commissar", "political_officer")
            ):
                yield ContentError(f"a {kind.kind} cannot have the skill {key!r} (12.0)", where, f"{path}.skills")
        for weapon in entry.carries:
            if weapon not in weapon_ids:
                yield unknown(weapon, weapon_ids, "weapon", where, f"{path}.carries")
        load = [w for w in entry.carries if w not in beside]
        limit = carries(kind.kind)
        if len(load) > limit or (entry.carries and not limit):
            yield ContentError(
                f"a {kind.kind} carries {limit}, not {len(entry.carries)} (1.6)", where, f"{path}.carries"
            )
        if not (entry.at or entry.aboard or entry.group in groups or kind.kind == "sniper"):
            yield ContentError("no place: give 'at', 'aboard' or a 'group'", where, path)
        if entry.at:
            problems = list(place_problems(entry.at, board, where, f"{path}.at"))
            if not problems and _on_river(board, entry.at) and entry.at not in fords:
                aboard = afloat.setdefault((entry.at, entry.side), [])
                aboard.append((f"{path}.at", entry, kind, len(boats & set(entry.carries))))
            elif entry.at not in fords:
                problems = problems or list(_enterable(kind, entry, board, catalog, where, f"{path}.at"))
            yield from problems
            if not problems:
                placed.setdefault((_place_of(kind, entry.at), entry.side), []).extend([kind] * entry.count)
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


def place_problems(text: str, board: Board, where: str, path: str) -> Problems:
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
    if barred and not on_road and not crosses(catalog.traits.values(), entry.type, kind.nation, terrain.key):
        yield ContentError(f"{terrain.name} in {at} is prohibited for {CLASS_NAMES[column]} units", where, path)
    elif kind.kind == "weapon_team" and not terrain.weapon_teams:
        yield ContentError(f"{terrain.name} in {at} is prohibited for Weapon Teams", where, path)


def _place_of(kind: UnitType, at: str) -> str:
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


def kit_problems(scenario: Scenario, catalog: Catalog, board: Board, where: str) -> Problems:
    """15.1, 16.0, 14.3: facings are vertices of the hex, riders have a vehicle of their side, targets exist."""
    kinds: dict[str, tuple[str, UnitType]] = {}
    for number, entry, name in unit_ids(scenario):
        try:
            kinds[name] = entry.side, unit_type(scenario, number, entry, catalog, where)
        except ContentError:  # reported elsewhere
            continue
    for number, entry, name in unit_ids(scenario):
        if name not in kinds:
            continue
        path, kind = f"units.{number}", kinds[name][1]
        for key, text in (("facing", entry.facing), ("turret", entry.turret)):
            if text and (not entry.at or not has_facing(kind)):
                yield ContentError("only a vehicle or gun with a place faces somewhere", where, f"{path}.{key}")
            elif text and entry.at in board.index:
                try:
                    vertex_named(board, board.index[entry.at], text)
                except KeyError:
                    yield ContentError(f"{text!r} are not two hexes beside {entry.at}", where, f"{path}.{key}")
        if entry.hatch and kind.kind != "vehicle":
            yield ContentError("only vehicles have hatches", where, f"{path}.hatch")
        if entry.mode and (kind.kind != "helicopter" or not entry.at):
            yield ContentError("only a helicopter with a place flies or hovers", where, f"{path}.mode")
        if entry.at.endswith("/air") and kind.kind != "helicopter":
            yield ContentError("only helicopters are in the air", where, f"{path}.at")
        if entry.aboard:
            carriers = ("vehicle", "helicopter")
            own = [n for n, (side, k) in kinds.items() if k.kind in carriers and side == entry.side]
            yield from word_problems(entry.aboard, own, "vehicle", where, f"{path}.aboard")
            if entry.at or entry.group:
                yield ContentError("give 'aboard', 'at' or a 'group'", where, f"{path}.aboard")
        elif entry.riding:
            yield ContentError("only who is aboard rides", where, f"{path}.riding")
        for k, (_, target, _) in enumerate(entry.acquired):
            yield from word_problems(target, [*kinds, *board.index], "target", where, f"{path}.acquired.{k}")
