"""From a situation to a game: board, sides, units, weapons, markers, facts, and where the turn begins."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from lnlt.content.boards import MARGIN, extent
from lnlt.content.charts import load_chart
from lnlt.content.games import build_game, default_heroes
from lnlt.content.mapfile import KINDS
from lnlt.content.maps import build_board, map_names
from lnlt.content.packs import load_catalog
from lnlt.core.board import BUNKER, LAYER_NAMES, ROOF, UPPER, Board
from lnlt.core.catalog import Catalog, UnitType
from lnlt.core.flags import MARKERS, STATUS
from lnlt.core.game import Game
from lnlt.core.setup import (
    BoardSetup,
    BuildingPatch,
    Facts,
    GameSetup,
    Group,
    HeroSetup,
    HexPatch,
    MapPlace,
    MarkerSetup,
    Mission,
    Night,
    SidePatch,
    SideSetup,
    Start,
    UnitSetup,
    WeaponSetup,
)
from lnlt.rules.ch14_ordnance.impact import is_armored
from lnlt.situations import words
from lnlt.situations.counters import merged, unit_types, weapon_type
from lnlt.situations.errors import SituationError, check_word, no_such
from lnlt.situations.kits import ACQUISITION, acquired, check_kit, in_vehicle, kinds_of
from lnlt.situations.model import BoardTable, BuildingTable, HexTable, Situation, UnitTable
from lnlt.situations.reading import Source
from lnlt.situations.scenario import check_scenario, events_of, groups_of, set_up_groups
from lnlt.situations.spelling import bunkers
from lnlt.situations.strikes import airstrikes_of

SIDES_UP = ("tripod", "assembled", "bipod", "dismantled", "jammed", "low_ammo", "full")
"""Sides of a Support Weapon."""
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
KINDS_OF_BUILDING = {kind: terrain for terrain, kind in KINDS.items()}
"""Terrain of the hexes of a kind of building."""
FILLERS = ("one", "two")
"""Names of sides nobody has named."""


def make_game(source: Source) -> Game:
    """The game a situation describes, ready to begin."""
    situation, where = source.situation, source.where
    board_setup, board = make_board(source)
    sides = _sides(situation, where)
    catalog = load_catalog(situation.era)
    nations = _nations(situation, sides, catalog, where)
    scenario = situation.scenario
    check_scenario(scenario, board, sides, [u.id for u in situation.units], where)
    kinds = kinds_of(situation, catalog)
    planes = {u.id for u in situation.units if kinds[u.id] == "aircraft"}
    outside = {u.id: u.side for u in situation.units if u.at is None and u.aboard is None and u.id not in planes}
    snipers = {name for name in outside if kinds[name] == "sniper"}
    start = _start(situation, sides, where)
    placed: tuple[Group, ...] = ()
    if start.phase == "rally" and not start.impulse:
        placed = set_up_groups(scenario, situation.step, {u: outside[u] for u in outside if u not in snipers})
        outside = {name: side for name, side in outside.items() if not any(name in group.units for group in placed)}
    setup = GameSetup(
        id=situation.id,
        name=situation.title or situation.id,
        era=situation.era,
        board=board_setup,
        sides=(SideSetup(sides[0], nation=nations[0]), SideSetup(sides[1], nation=nations[1])),
        units=(),
        markers=_markers(situation, board, sides, where),
        start=start,
        options=situation.options,
        special_rules=situation.special_rules,
        missions=_missions(situation, sides, where),
        airstrikes=airstrikes_of(situation, kinds, board, where) if planes else (),
        heroes=HeroSetup(skills=any(d.purpose == "skill" for d in situation.dice)),
        weather=situation.weather,
        night=_night(situation, sides),
        facts=_facts(situation, board, where),
        turns=scenario.turns,
        groups=(*placed, *groups_of(scenario, situation.step, outside, snipers, situation.board.map is None, where)),
        setup_order=tuple(dict.fromkeys([*(group.side for group in placed), *sides])),
        exits=scenario.exits,
        events=events_of(scenario, situation.board.markers, where),
        paragraphs=scenario.paragraphs,
        victory=scenario.victory,
        points=scenario.points,
        otherwise=scenario.otherwise,
        control=scenario.control,
        pause_at_phase_end=True,
        ask_every_target=True,
    )
    return build_game(_with_counters(setup, situation, catalog, board, where), where, board=board)


def make_board(source: Source) -> tuple[BoardSetup, Board]:
    """A shipped map, or open ground as far as the file names hexes and some more; roofs where the file has them."""
    situation, where = source.situation, source.where
    table = situation.board
    if table.map is not None and table.map not in map_names() and not table.map.endswith(".toml"):
        raise no_such(table.map, map_names(), "map", where, "board.map")
    for number, entry in enumerate(table.buildings):
        if entry.floors not in (None, 1, 2):
            raise SituationError(f"{entry.floors} floors: 1 or 2", where, f"board.buildings[{number}].floors")
    setup = BoardSetup(
        maps=(MapPlace(table.map),) if table.map else (),
        size=(0, 0) if table.map else extent(sorted(source.places), MARGIN, where, "board"),
        hexes=_hexes(table),
        hexsides=tuple(SidePatch(s.between, words.SAME_GROUND.get(s.kind, s.kind)) for s in table.hexsides),
        buildings=tuple(BuildingPatch(b.hexes, _kind(b), b.floors or 0, bool(b.rooftop)) for b in table.buildings),
    )
    chart = load_chart(situation.era)
    board = build_board(setup, chart, where)
    roofs = _named(source, ROOF) | {m.at.partition("/")[0] for m in table.markers if m.kind == "rooftop"}
    stated = {name for b in table.buildings if b.floors is not None for name in b.hexes}
    upstairs = set() if table.map is not None else _named(source, UPPER) - stated
    numbers = sorted({board.building_of[board.index[h]] for h in roofs | upstairs if h in board.index} - {-1})
    patches = list(setup.buildings)
    for number in numbers:
        building = board.buildings[number]
        names = tuple(board.names[i] for i in building.hexes)
        floors = 2 if upstairs & set(names) else building.floors
        rooftop = building.rooftop or bool(roofs & set(names))
        if (floors, rooftop) != (building.floors, building.rooftop):
            patches = [p for p in patches if not set(p.hexes) & set(names)]
            patches.append(BuildingPatch(names, building.kind, floors, rooftop))
    if patches != list(setup.buildings):
        setup = replace(setup, buildings=tuple(patches))
        board = build_board(setup, chart, where)
    return setup, board


def _named(source: Source, layer: int) -> set[str]:
    """Hexes of which the file names a floor or roof."""
    return {p.partition("/")[0] for p in source.places if p.endswith(f"/{LAYER_NAMES[layer]}")}


def _hexes(table: BoardTable) -> dict[str, HexPatch]:
    """Hexes as stated; those of a building of which nothing else is stated are building hexes of its kind (or HC)."""
    found = {name: _patch(entry) for name, entry in table.hexes.items()}
    if table.map is None:
        for building in table.buildings:
            terrain = KINDS_OF_BUILDING.get(_kind(building) or "hc")
            for name in building.hexes:
                patch = found.get(name, HexPatch())
                if terrain and patch.terrain is None:
                    found[name] = replace(patch, terrain=terrain)
    return found


def _kind(building: BuildingTable) -> str:
    """Kind of a building: hc, lc, hut, or the terrain of that kind."""
    return KINDS.get(building.kind, building.kind)


def _patch(entry: str | HexTable) -> HexPatch:
    if isinstance(entry, str):
        return HexPatch(words.SAME_GROUND.get(entry, entry))
    terrain = words.SAME_GROUND.get(entry.terrain, entry.terrain) if entry.terrain else None
    printed = None if entry.features is None else tuple(f for f in entry.features if f not in words.WORKS)
    return HexPatch(terrain, entry.level, entry.silhouette, printed)


def _sides(situation: Situation, where: str) -> tuple[str, str]:
    """The two sides: as stated, else in order of first mention."""
    stated = situation.state.sides
    if stated:
        if len(stated) != 2 or stated[0] == stated[1]:
            raise SituationError("two different sides are needed", where, "state.sides")
        found = list(stated)
    else:
        named = [u.side for u in situation.units]
        named += [s.by for s in situation.step if s.by]
        named += [s for s in (situation.state.impulse, situation.state.initiative) if s]
        named += list(situation.state.nations)
        found = list(dict.fromkeys(named))
        if len(found) > 2:
            raise SituationError(f"more than two sides: {', '.join(found)}", where, "state.sides")
        found += [f for f in FILLERS if f not in found][: 2 - len(found)]
    for number, unit in enumerate(situation.units):
        check_word(unit.side, found, "side", where, f"units[{number}].side")
    return found[0], found[1]


def _nations(situation: Situation, sides: tuple[str, str], catalog: Catalog, where: str) -> tuple[str, str]:
    """Nation of each side: stated, or the side's own id if that is one, or that of its counters from a pack."""
    stated_nations = {side: words.SAME_NATION.get(nation, nation) for side, nation in situation.state.nations.items()}
    for side, nation in stated_nations.items():
        check_word(side, sides, "side", where, f"state.nations.{side}")
        check_word(nation, catalog.nations, "nation", where, f"state.nations.{side}")
    found = []
    for side in sides:
        own = words.SAME_NATION.get(side, side)
        stated = stated_nations.get(side) or (own if own in catalog.nations else "")
        found.append(stated or printed_nation(side, situation, catalog))
    return found[0], found[1]


def _start(situation: Situation, sides: tuple[str, str], where: str) -> Start:
    state = situation.state
    for key, side in (("impulse", state.impulse), ("initiative", state.initiative)):
        if side is not None:
            check_word(side, sides, "side", where, f"state.{key}")
    impulse = state.impulse or ""
    if state.phase == "operations" and not impulse:
        impulse = state.initiative or sides[0]
    roll = state.phase == "rally" and not impulse
    return Start(state.turn, state.phase, impulse, state.initiative or impulse or sides[0], roll)


def _missions(situation: Situation, sides: tuple[str, str], where: str) -> tuple[Mission, ...]:
    """18.2: the fire missions each side has, in the order of the file."""
    found = []
    for side, rows in situation.state.missions.items():
        check_word(side, sides, "side", where, f"state.missions.{side}")
        for number, row in enumerate(rows):
            path = f"state.missions.{side}[{number}]"
            for key in row:
                check_word(key, ("count", "fp", "formation"), "key", where, f"{path}.{key}")
            if not isinstance(row.get("fp"), int):
                raise SituationError("a mission needs its 'fp'", where, path)
            for key in ("fp", "count"):
                if type(row.get(key, 1)) is not int or row.get(key, 1) < 0:
                    raise SituationError(f"{row[key]!r} is no number of it", where, f"{path}.{key}")
            formation = str(row.get("formation", ""))
            found.append(Mission(f"{side}-{number + 1}", side, row["fp"], row.get("count", 1), formation))
    return tuple(found)


def _night(situation: Situation, sides: tuple[str, str]) -> Night | None:
    """The night: as stated; where nothing but that it is night is said, both sides have some Starshells."""
    if isinstance(situation.night, Night):
        return situation.night
    return Night(starshell=dict.fromkeys(sides, words.STARSHELL)) if situation.night else None


def _front(board: Board, hex_: int, text: str | None) -> str:
    """The hex a Bunker, Cave or Barricade faces: its name, a direction, or the middle one of the three front hexes."""
    if text is None:
        return ""
    words_ = text.lower().replace("north", "n").replace("south", "s").replace("east", "e").replace("west", "w")
    if words_.strip("-_ ") in DIRECTIONS:
        beside = board.neighbours[hex_][DIRECTIONS.index(words_.strip("-_ "))]
        return board.names[beside] if beside >= 0 else text
    front = text.split("/")
    return front[1] if len(front) == 3 else text


def _markers(situation: Situation, board: Board, sides: tuple[str, str], where: str) -> tuple[MarkerSetup, ...]:
    found = []
    for number, marker in enumerate(situation.board.markers):
        path = f"board.markers[{number}]"
        check_word(marker.kind, words.MARKERS, "marker", where, f"{path}.kind")
        if marker.side is not None:
            check_word(marker.side, sides, "side", where, f"{path}.side")
        loc = check_location(board, marker.at, where, f"{path}.at")
        facing = _front(board, loc >> 3, marker.facing)
        if facing:
            near = [board.names[j] for j in board.neighbours[loc >> 3] if j >= 0]
            dug_in = marker.kind == "vehicle_emplacement"  # 21.7: it faces as its vehicle does
            for beside in facing.split("/") if dug_in else [facing]:
                check_word(beside, near, "hex beside it", where, f"{path}.facing")
            facing = "" if dug_in else facing
        strength = marker.strength
        if strength is None:
            strength = _last_round(situation, marker.at) if marker.kind == "melee" else 1
        if marker.kind in ("rooftop", "event"):
            continue  # it has given its building a roof; it is an Event of the scenario
        found.append(MarkerSetup(marker.kind, marker.at, strength, marker.side or "", facing))
    for name, entry in situation.board.hexes.items():
        features = entry.features or () if isinstance(entry, HexTable) else ()
        found += [MarkerSetup(feature, name, 1, "", "") for feature in features if feature in words.WORKS]
    marked = {m.at for m in found if m.kind == "melee"}
    locked = dict.fromkeys(u.at for u in situation.units if u.at and "melee" in u.markers and u.at not in marked)
    found += [MarkerSetup("melee", at, _last_round(situation, at), "", "") for at in locked]
    return tuple(found)


def _last_round(situation: Situation, at: str) -> int:
    """8.1, Q-070: the turn of the last round in a Melee; with one side or nobody left it was fought in this turn."""
    there = {u.side for u in situation.units if u.at == at}
    return 0 if len(there) > 1 else situation.state.turn


def _facts(situation: Situation, board: Board, where: str) -> Facts:
    facts = situation.board.facts
    lines = [_line(fact, board, where, f"board.facts.los[{number}]") for number, fact in enumerate(facts.los)]
    for number, (one, two, hexes) in enumerate(facts.distance):
        for text in (one, two):
            if text not in board.index:
                raise no_such(text, board.index, "hex", where, f"board.facts.distance[{number}]")
        if not 0 <= hexes < 256:
            raise SituationError(f"{hexes} is no distance", where, f"board.facts.distance[{number}][2]")
    for number, text in enumerate(facts.spotted):
        check_location(board, text, where, f"board.facts.spotted[{number}]")
    return Facts(tuple(lines), facts.distance, facts.spotted)


Line = tuple[str, str, str] | tuple[str, str, str, int]


def _line(fact: tuple[str | int, ...], board: Board, where: str, path: str) -> Line:
    """A stated line of sight, checked."""
    match fact:
        case (str(one), str(two), str(word)):
            count = None
        case (str(one), str(two), str(word), int(count)):
            if not 0 <= count <= 2:
                raise SituationError(f"{count} degrading hexes: 0 to 2", where, f"{path}[3]")
        case _:
            raise SituationError("a line is two places, a word and perhaps a number", where, path)
    for text in (one, two):
        check_location(board, text, where, path)
    check_word(word, ("clear", "degraded", "limited", "blocked"), "line of sight", where, f"{path}[2]")
    return (one, two, word) if count is None else (one, two, word, count)


def check_location(board: Board, text: str, where: str, path: str) -> int:
    """A location by name: the board must have the hex, and the hex that floor or roof."""
    place, _, layer = text.partition("/")
    if place not in board.index:
        raise SituationError(f"no hex {place!r} on the board", where, path)
    if layer and layer not in LAYER_NAMES:
        raise no_such(layer, LAYER_NAMES, "part of a hex", where, path)
    loc = board.loc(text)
    if loc & 7 in (UPPER, ROOF) and not board.has_layer(loc >> 3, loc & 7):
        raise SituationError(f"{place} has no {layer}", where, path)
    return loc


def _new_heroes(setup: GameSetup, situation: Situation, catalog: Catalog) -> list[UnitType]:
    """11.2.1: where Heroes may be created every side has enough of them, and those drawn whose values no pack knows."""
    if not any(d.purpose == "hero creation" for d in situation.dice):
        return []
    found = [hero for side in setup.sides for hero in default_heroes(side)]
    for pick in {d.pick for d in situation.dice if d.purpose == "hero" and d.pick in catalog.units}:
        hero = catalog.units[pick or ""]
        if hero.kind == "hero" and not hero.morale:
            found.append(replace(hero, morale=found[0].morale, range=hero.range or found[0].range))
    return found


def _with_counters(setup: GameSetup, situation: Situation, catalog: Catalog, board: Board, where: str) -> GameSetup:
    """The set-up with all units and weapons."""
    holders: dict[str, UnitTable] = {}
    weapon_ids = [w.id for w in situation.weapons]
    units, types = [], []
    seen: set[str] = set()
    known = bunkers(situation)
    kinds = kinds_of(situation, catalog)
    nation_of = {s.id: printed_nation(s.id, situation, catalog) or s.nation for s in setup.sides}
    for number, entry in enumerate(situation.units):
        path = f"units[{number}]"
        if entry.id in seen:
            raise SituationError(f"a second unit {entry.id!r}", where, f"{path}.id")
        seen.add(entry.id)
        entry = in_vehicle(entry, situation, kinds)
        for place, skill in enumerate(entry.skills):
            check_word(skill, catalog.skills, "skill", where, f"{path}.skills[{place}]")
        made = unit_types(entry, catalog, nation_of[entry.side], situation.era, where, path)
        types += [t for t in made if catalog.units.get(t.key) is not t]
        _check_unit(entry, board, known, where, path)
        _check_flyer(entry, made[0].kind, where, path)
        check_kit(entry, kinds, board, where, path)
        if any(u.id == entry.aboard and u.side != entry.side for u in situation.units):
            raise SituationError(f"vehicle {entry.aboard!r} is of the other side", where, f"{path}.aboard")
        for place, weapon in enumerate(entry.carries):
            if weapon not in weapon_ids:
                raise no_such(weapon, weapon_ids, "weapon", where, f"{path}.carries[{place}]")
            if weapon in holders:
                raise SituationError(f"weapon {weapon!r} is carried twice", where, f"{path}.carries[{place}]")
            holders[weapon] = entry
        units.append(
            UnitSetup(
                id=entry.id,
                side=entry.side,
                type=made[0].key,
                at="" if kinds[entry.id] == "aircraft" else entry.at or "",
                status=tuple(word for word in entry.status if word not in words.FLIGHT_MODES),
                markers=_marks(entry, situation.state.phase),
                carries=entry.carries,
                skills=entry.skills,
                facing=entry.facing or "",
                turret=entry.turret or "",
                hatch=entry.hatch or _hatch(entry, made[0]),
                aboard=entry.aboard or "",
                riding=entry.riding or "",
                acquired=acquired(entry, situation, kinds, catalog, where, path),
            )
        )
    types, same = merged([*types, *_new_heroes(setup, situation, catalog)])
    units = [replace(u, type=same.get(u.type, u.type)) for u in units]
    weapons, weapon_types = [], []
    for number, weapon_entry in enumerate(situation.weapons):
        path = f"weapons[{number}]"
        if weapon_ids.index(weapon_entry.id) != number:
            raise SituationError(f"a second weapon {weapon_entry.id!r}", where, f"{path}.id")
        kind = weapon_type(weapon_entry, catalog, situation.era, where, path)
        if catalog.weapons.get(kind.key) is not kind:
            weapon_types.append(kind)
        holder = holders.get(weapon_entry.id)
        if holder is not None and weapon_entry.at is not None:
            raise SituationError(f"weapon {weapon_entry.id!r} is carried and lies in a hex", where, f"{path}.at")
        if weapon_entry.at is not None:
            check_location(board, weapon_entry.at, where, f"{path}.at")
        side_up = weapon_entry.side_up or ""
        if side_up:
            check_word(side_up, SIDES_UP, "side", where, f"{path}.side_up")
        if side_up in SIDES_UP[:2] and holder is not None and holder.at is None:
            raise SituationError("who enters the map carries it folded (rule 22.0)", where, f"{path}.side_up")
        owner = weapon_entry.side or (holder.side if holder else "")
        if owner:
            check_word(owner, [s.id for s in setup.sides], "side", where, f"{path}.side")
        weapons.append(
            WeaponSetup(
                weapon_entry.id,
                kind.key,
                owner,
                weapon_entry.at or "",
                side_up,
                bool(weapon_entry.captured),
            )
        )
    return replace(
        setup, units=tuple(units), weapons=tuple(weapons), types=tuple(types), weapon_types=tuple(weapon_types)
    )


def _hatch(entry: UnitTable, kind: UnitType) -> str:
    """15.0, 15.8: a Shaken vehicle with a roof is buttoned; others are open if the file does not say."""
    shut = kind.kind == "vehicle" and "shaken" in entry.status and is_armored(kind)
    return "buttoned" if shut and "open_topped" not in kind.abilities else ""


def _marks(entry: UnitTable, phase: str) -> tuple[str, ...]:
    """Markers of a unit; a helicopter that hovers has one, however the file says so (19.2.1).

    15.5: the marker of a unit that stays in motion may be named, too; in the new turn it has not moved yet.
    """
    hovers = any(word in words.HOVER for word in (entry.mode, *entry.markers, *entry.status))
    found = [m for m in entry.markers if not m.startswith(ACQUISITION) and m not in words.FLIGHT_MODES]
    if any(m in words.CONTINUOUS for m in found):
        kept = words.CONTINUOUS if phase == "admin" else (*words.CONTINUOUS, *words.MOVED_ON)
        found = [*(m for m in found if m not in kept), words.CONTINUOUS[0]]
    return (*found, "hover") if hovers else tuple(found)


def printed_nation(side: str, situation: Situation, catalog: Catalog) -> str:
    """Nation on the first counter of a side that comes from a pack and has one."""
    for unit in situation.units:
        if unit.side == side and unit.type in catalog.units and catalog.units[unit.type or ""].nation:
            return catalog.units[unit.type or ""].nation
    return ""


def _check_flyer(entry: UnitTable, kind: str, where: str, path: str) -> None:
    """19.2.1: only helicopters are in the air, fly or hover."""
    if kind == "helicopter":
        return
    if entry.at is not None and entry.at.endswith("/air"):
        raise SituationError("only helicopters are in the air", where, f"{path}.at")
    for key, words_ in (("mode", (entry.mode,)), ("markers", entry.markers), ("status", entry.status)):
        if any(word in words.FLIGHT_MODES for word in words_):
            raise SituationError("only helicopters fly or hover", where, f"{path}.{key}")


def _check_unit(entry: UnitTable, board: Board, bunkers: Collection[str], where: str, path: str) -> None:
    if entry.at is not None:
        layer = entry.at.partition("/")[2]
        check_location(board, entry.at, where, f"{path}.at")
        if layer == LAYER_NAMES[BUNKER] and entry.at.partition("/")[0] not in bunkers:
            raise SituationError(f"{entry.at.partition('/')[0]} has no bunker", where, f"{path}.at")
    for number, word in enumerate(entry.status):
        if word in words.FLIGHT_MODES:
            continue
        check_word(word, STATUS, "status", where, f"{path}.status[{number}]")
    for number, word in enumerate(entry.markers):
        if word.startswith(ACQUISITION) or word in words.FLIGHT_MODES or word in words.CONTINUOUS:
            continue
        check_word(word, MARKERS, "marker", where, f"{path}.markers[{number}]")
