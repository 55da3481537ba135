"""5.0, 5.5, 10.4: Target Modifiers of terrain, hexsides, hills and counters."""

from __future__ import annotations

from lnlt.core.board import BUNKER, CAVE, GROUND, ROOF, UPPER
from lnlt.core.flags import BULK
from lnlt.core.game import Game
from lnlt.core.hooks import ModifierHook
from lnlt.core.state import NOBODY, Position, Unit
from lnlt.core.tally import Modifier
from lnlt.rules.ch10_los_spotting.lines import any_tis, entry_sides, sees, sides_toward
from lnlt.rules.ch10_los_spotting.spotting import along_road
from lnlt.rules.ch13_nations import terrain_row
from lnlt.rules.ch20_night.darkness import shows
from lnlt.rules.facts.barricades import BARRICADE, barricade_on, sides_of
from lnlt.rules.facts.buildings import is_ruined
from lnlt.rules.facts.shelters import SHELTERS, TRENCH, is_sheltered

MAX_TM = 4
TARGET_MODIFIERS: ModifierHook[[Game, Position, int]] = ModifierHook("target modifiers of a location", rule="5.0")
COUNTER_RULES = {
    "smoke": "7.0",
    "fire": "10.5.6.4",
    "wreck": "10.1",
    "vehicle": "10.1",
    "abandoned": "10.1",
    "foxholes": "21.2",
    "craters": "10.5.5",
    "roadblock": "10.5.4",
    "rubble": "15.1.2",
    "railroad": "10.5.7",
    "ford": "10.5.2",
    "cave": "10.7",
    "bunker": "21.1",
    "trench": "21.6",
    "emplacement": "21.8",
    "sangar": "21.9",
    "fortified": "21.10",
}
"""Sections of counters with a Target Modifier [21.9, 21.10]."""
HULKS = frozenset({"wreck", "vehicle", "abandoned"})
ONCE = (HULKS, frozenset({"smoke", "fire"}))
"""Of each of these only one counts: vehicles and Wrecks as cover (10.1), Smoke and burning hexes (7.0, 10.5.6.4)."""
EVERY_LEVEL = frozenset({"smoke", "fire"})
"""Counters that also cover units upstairs and on the roof."""
INSIDE = {"bunker": BUNKER, "cave": CAVE}
"""Counters that cover only those inside."""


def location_modifiers(
    game: Game,
    s: Position,
    loc: int,
    unit_type: int = NOBODY,
    unit: int = NOBODY,
    bombs: bool = False,
    tis: bool = False,
) -> list[Modifier]:
    """Target Modifiers that hold whoever fires: printed terrain, counters, features; not capped yet.

    With a unit type, terrain that its nation knows better counts as its own characteristics say (13.0); with a unit,
    Foxholes and the like count only if they protect it (21.2). `bombs`: Mortars or artillery take part, against which a
    Trench is less (21.6). `tis`: fire with thermal sights, against which Smoke is no cover (10.1.2, Q-388).
    """
    board = game.board
    i = loc >> 3
    layer = loc & 7
    name = board.names[i]
    found: list[Modifier] = []
    terrain = board.terrain[i]
    counters = board.chart.counters
    own = terrain_row(game, unit_type, terrain.key) if unit_type != NOBODY else None
    if layer == ROOF:
        found.append(Modifier(counters["rooftop"].tm, "rooftop", "10.6", name))
    elif layer == GROUND and is_ruined(game, s, i):
        pass  # the Rubble counts in place of the Building (15.1.2)
    elif own is not None and own.tm is not None:
        found.append(Modifier(own.tm, terrain.key, "13.0", name))
    elif terrain.tm:
        found.append(Modifier(terrain.tm, terrain.key, "5.0", name))
    raised = layer in (UPPER, ROOF)
    vehicle = unit_type != NOBODY and game.types[unit_type].kind == "vehicle"
    shown = _counters(game, s, i, layer, name, unit, bombs, vehicle) if s.marks else []
    kinds = {m.why for m in shown}
    for feature in sorted(board.features[i]):
        row = counters.get(feature) or board.chart.terrains.get(feature)
        if row is not None and row.tm and not raised and _group(feature).isdisjoint(kinds):
            found.append(Modifier(row.tm, feature, COUNTER_RULES.get(feature, "10.4"), name))
    found.extend([m for m in shown if m.why not in EVERY_LEVEL] if tis else shown)
    if game.has_vehicles and not vehicle and not raised and not any(m.why in HULKS for m in found):
        if any(s.units[u].flags & BULK for u in s.by_loc.get(i * 8, ())):
            found.append(Modifier(counters["vehicle"].tm, "vehicle", "10.1", name))
    found.extend(TARGET_MODIFIERS.collect(game.hooks, game, s, loc))
    return found


def _counters(
    game: Game, s: Position, i: int, layer: int, name: str, unit: int, bombs: bool, vehicle: bool
) -> list[Modifier]:
    """10.4: Target Modifiers of the counters of a hex: one Smoke, one vehicle; Caves and Bunkers only inside.

    Of vehicles and Wrecks only a Wreck covers a vehicle (10.1). Of several of a kind the best counts (Q-557).
    """
    counters = game.board.chart.counters
    best: dict[frozenset[str], Modifier] = {}
    for at in (i * 8, i * 8 + UPPER, i * 8 + ROOF):
        for marker in s.marks.get(at, ()):
            effect = counters.get(marker.kind)
            if effect is None or not effect.tm:
                continue
            if INSIDE.get(marker.kind, layer) != layer or marker.kind == "rooftop":
                continue
            if vehicle and marker.kind in HULKS and marker.kind != "wreck":
                continue
            if layer in (UPPER, ROOF) and marker.kind not in EVERY_LEVEL:
                continue
            if marker.kind in SHELTERS and unit != NOBODY and not is_sheltered(game, s, unit, marker.kind):
                continue
            tm = marker.strength if marker.strength in effect.tms else effect.tm
            if bombs and marker.kind == TRENCH:
                tm -= 1
            group = _group(marker.kind)
            if group not in best or best[group].value < tm:
                best[group] = Modifier(tm, marker.kind, COUNTER_RULES.get(marker.kind, "10.4"), name)
    return list(best.values())


def _group(kind: str) -> frozenset[str]:
    """10.1, 10.5.6.4: the kinds of which only one covers."""
    return next((group for group in ONCE if kind in group), frozenset({kind}))


def line_modifiers(game: Game, s: Position, loc: int, firer: int) -> list[Modifier]:
    """10.4, 21.5, Q-091, Q-557: the best Wall or Barricade on the line at the target's hex, and +1 against fire from
    below a Hill."""
    board = game.board
    found: list[Modifier] = []
    walls = [side for side in sides_toward(game, loc >> 3, firer >> 3) if side.tm]
    if game.barricades and barred(game, s, loc >> 3, firer >> 3):
        walls.insert(0, board.chart.hexsides[BARRICADE])
    if walls:
        best = max(walls, key=lambda side: side.tm)
        rule = "21.5" if best.key == BARRICADE else "10.4"
        found.append(Modifier(best.tm, best.key, rule, board.names[loc >> 3]))
    if board.levels[loc >> 3] > 0 and board.level(firer) < board.levels[loc >> 3]:
        found.append(Modifier(1, "hill", "10.4", board.names[loc >> 3]))
    return found


def barred(game: Game, s: Position, hex_: int, other: int) -> bool:
    """21.5: whether the line from another hex touches a side of a hex with a Barricade."""
    board = game.board
    dx, dy = board.xs[other] - board.xs[hex_], board.ys[other] - board.ys[hex_]
    return any(barricade_on(board, s, hex_, d) is not None for d in entry_sides(dx, dy))


def capped(items: list[Modifier]) -> tuple[Modifier, ...]:
    """5.5: all Target Modifiers of a hex together are at most +4."""
    total = sum(m.value for m in items)
    if total > MAX_TM:
        items = [*items, Modifier(MAX_TM - total, "maximum", "5.5")]
    return tuple(items)


def defence_modifiers(
    game: Game,
    s: Position,
    loc: int,
    firer: int,
    unit_type: int = NOBODY,
    unit: int = NOBODY,
    bombs: bool = False,
    tis: bool = False,
) -> tuple[Modifier, ...]:
    """5.0, 5.5: what a defender adds to his die against direct fire from a location."""
    found = location_modifiers(game, s, loc, unit_type, unit, bombs, tis)
    if along_road(game, firer, loc):
        key = game.board.terrain[loc >> 3].key
        found = [m for m in found if m.why != key]
    return capped(found + line_modifiers(game, s, loc, firer))


def has_cover(game: Game, s: Position, unit: Unit) -> bool:
    """3.0, 1.5.1: whether a unit is in terrain with a positive Target Modifier.

    A Wall or Hill counts if an enemy sees the location and every enemy who does would fire across it (Q-019).
    """
    if sum(m.value for m in location_modifiers(game, s, unit.at, unit.type, s.ids.get(unit.id, NOBODY))) > 0:
        return True
    if game.board.levels[unit.at >> 3] == 0 and not any(side and side.tm for side in game.board.sides[unit.at >> 3]):
        if not game.barricades or not sides_of(game.board, s, unit.at >> 3):
            return False
    watched = False
    for loc, members in s.by_loc.items():
        if all(s.units[u].side == unit.side for u in members) or not sees(game, s, loc, unit.at):
            continue
        if game.night is not None and not shows(game, s, loc, unit.at, any_tis(game, s, loc)):
            continue
        if not line_modifiers(game, s, unit.at, loc):
            return False
        watched = True
    return watched
