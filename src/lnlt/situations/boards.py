"""The board of a situation: ground, buildings, markers, and facts stated about lines and distances."""

from __future__ import annotations

from msgspec.structs import replace

from lnlt.content.boards import MARGIN, extent
from lnlt.content.charts import load_chart
from lnlt.content.mapfile import KINDS
from lnlt.content.maps import build_board, carried, map_names
from lnlt.core.board import LAYER_NAMES, ROOF, UPPER, Board
from lnlt.core.setup import (
    BoardSetup,
    BuildingPatch,
    Facts,
    HexPatch,
    MapPlace,
    MarkerSetup,
    SidePatch,
)
from lnlt.rules.ch18_indirect.shelling import MORTAR
from lnlt.situations import synonyms, words
from lnlt.situations.errors import SituationError, check_word, no_such
from lnlt.situations.model import BoardTable, BuildingTable, HexTable, Situation
from lnlt.situations.reading import Source

DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
KINDS_OF_BUILDING = {kind: terrain for terrain, kind in KINDS.items()}
"""Terrain of the hexes of a kind of building."""


def make_board(source: Source) -> tuple[BoardSetup, Board]:
    """A shipped map, or open ground as far as the file names hexes and some more; roofs where the file has them."""
    situation, where = source.situation, source.where
    table = situation.board
    if table.map is not None and table.map not in map_names() and not table.map.endswith(".toml"):
        raise no_such(table.map, map_names(), "map", where, "board.map")
    for number, entry in enumerate(table.buildings):
        if entry.floors not in (None, 1, 2):
            raise SituationError(f"{entry.floors} floors: 1 or 2", where, f"board.buildings[{number}].floors")
    names, sheets = carried((table.map,) if table.map else ())
    setup = BoardSetup(
        maps=tuple(map(MapPlace, names)),
        sheets=sheets,
        size=(0, 0) if table.map else extent(sorted(source.places), MARGIN, where, "board"),
        hexes=_hexes(table),
        hexsides=tuple(SidePatch(s.between, synonyms.SAME_GROUND.get(s.kind, s.kind)) for s in table.hexsides),
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
        return HexPatch(synonyms.SAME_GROUND.get(entry, entry))
    terrain = synonyms.SAME_GROUND.get(entry.terrain, entry.terrain) if entry.terrain else None
    printed = None if entry.features is None else tuple(f for f in entry.features if f not in words.WORKS)
    return HexPatch(terrain, entry.level, entry.silhouette, printed)


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


def markers_of(situation: Situation, board: Board, sides: tuple[str, str], where: str) -> tuple[MarkerSetup, ...]:
    found = []
    batteries = _of_batteries(situation, board)
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
        if marker.kind in ("smoke", "fire") and strength not in (1, 2):
            raise SituationError(f"there is a {marker.kind} 1 and a {marker.kind} 2", where, f"{path}.strength")
        if marker.kind in ("rooftop", "event"):
            continue  # it has given its building a roof; it is an Event of the scenario
        if marker.of is not None and marker.kind != "ffe":
            raise SituationError("only Fire for Effect is of a mortar or of artillery", where, f"{path}.of")
        if marker.of == "mortar":
            facing = MORTAR
        found.append(MarkerSetup(marker.kind, marker.at, strength, marker.side or "", facing))
        unsaid = marker.kind == "ffe" and marker.of is None
        if marker.of == "artillery" or (unsaid and batteries):  # 18.2: the six hexes around it are under fire as well
            middle = board.names[loc >> 3]
            around = [board.names[j] for j in board.neighbours[loc >> 3] if j >= 0]
            found += [MarkerSetup(marker.kind, name, strength, marker.side or "", middle) for name in around]
    for name, entry in situation.board.hexes.items():
        features = entry.features or () if isinstance(entry, HexTable) else ()
        found += [MarkerSetup(feature, name, 1, "", "") for feature in features if feature in words.WORKS]
    marked = {m.at for m in found if m.kind == "melee"}
    locked = dict.fromkeys(u.at for u in situation.units if u.at and "melee" in u.markers and u.at not in marked)
    found += [MarkerSetup("melee", at, _last_round(situation, at), "", "") for at in locked]
    return tuple(found)


def _of_batteries(situation: Situation, board: Board) -> bool:
    """18.2: whether Fire for Effect of which nothing else is said is that of off-board artillery.

    That is what 18.2 is about, while 18.1 is about Mortar Teams; where a file cites both or neither, a side that has
    missions says so. Markers next to each other are the hexes under fire, one by one, and alternative missions have
    shapes of their own (18.2.1).
    """
    artillery, mortars = (any(rule.startswith(section) for rule in situation.rule) for section in ("18.2", "18.1"))
    if artillery == mortars:
        artillery = any(situation.state.missions.values())
    if not artillery or "alternative_missions" in situation.options:
        return False
    stated = [m.at.partition("/")[0] for m in situation.board.markers if m.kind == "ffe"]
    hexes = [board.index[name] for name in stated if name in board.index]
    return not any(one in board.neighbours[two] for one in hexes for two in hexes)


def _last_round(situation: Situation, at: str) -> int:
    """8.1, Q-070: the turn of the last round in a Melee; with one side or nobody left it was fought in this turn."""
    there = {u.side for u in situation.units if u.at == at}
    return 0 if len(there) > 1 else situation.state.turn


def facts_of(situation: Situation, board: Board, where: str) -> Facts:
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
