"""5.0, 5.5, 10.4: Target Modifiers of terrain, hexsides, hills and counters."""

from __future__ import annotations

from lnlt.core.board import GROUND
from lnlt.core.game import Game
from lnlt.core.hooks import ModifierHook
from lnlt.core.state import NOBODY, Position, Unit
from lnlt.core.tally import Modifier
from lnlt.rules.ch10_los_spotting.lines import sees, sides_toward
from lnlt.rules.ch13_nations import terrain_row

MAX_TM = 4
TARGET_MODIFIERS = ModifierHook("target modifiers of a location", rule="5.0")
COUNTER_RULES = {
    "smoke": "7.0",
    "fire": "10.5.6.4",
    "wreck": "10.1",
    "foxholes": "21.2",
    "craters": "10.5.5",
    "roadblock": "10.5.4",
    "rubble": "15.1.2",
}
VEHICLE_COVER = frozenset({"wreck", "vehicle"})
"""Only one vehicle or Wreck covers the units of a hex (10.1)."""


def location_modifiers(game: Game, s: Position, loc: int, unit_type: int = NOBODY) -> list[Modifier]:
    """Target Modifiers that hold whoever fires: printed terrain, counters, features; not capped yet.

    With a unit type, terrain that its nation knows better counts as its own characteristics say (13.0).
    """
    board = game.board
    i = loc >> 3
    name = board.names[i]
    found: list[Modifier] = []
    terrain = board.terrain[i]
    row = terrain_row(game, unit_type, terrain.key) if unit_type != NOBODY else None
    if row is not None and row.tm is not None:
        found.append(Modifier(row.tm, terrain.key, "13.0", name))
    elif terrain.tm:
        found.append(Modifier(terrain.tm, terrain.key, "5.0", name))
    counters = board.chart.counters
    for feature in sorted(board.features[i]):
        effect = counters.get(feature)
        if effect is not None and effect.tm:
            found.append(Modifier(effect.tm, feature, COUNTER_RULES.get(feature, "10.4"), name))
    seen: set[str] = set()
    for marker in s.marks.get(i * 8 + GROUND, ()):
        effect = counters.get(marker.kind)
        if effect is None or marker.kind in seen or not effect.tm:
            continue
        seen |= VEHICLE_COVER if marker.kind in VEHICLE_COVER else {marker.kind}
        found.append(Modifier(effect.tm, marker.kind, COUNTER_RULES.get(marker.kind, "10.4"), name))
    found.extend(TARGET_MODIFIERS.collect(game.hooks, game, s, loc))
    return found


def line_modifiers(game: Game, loc: int, firer: int) -> list[Modifier]:
    """10.4, Q-091: a Wall on the line at the target's hex, and +1 against direct fire from below a Hill."""
    board = game.board
    found: list[Modifier] = []
    walls = [side for side in sides_toward(game, loc >> 3, firer >> 3) if side.tm]
    if walls:
        best = max(walls, key=lambda side: side.tm)
        found.append(Modifier(best.tm, best.key, "10.4", board.names[loc >> 3]))
    if board.levels[loc >> 3] > 0 and board.level(firer) < board.levels[loc >> 3]:
        found.append(Modifier(1, "hill", "10.4", board.names[loc >> 3]))
    return found


def capped(items: list[Modifier]) -> tuple[Modifier, ...]:
    """5.5: all Target Modifiers of a hex together are at most +4."""
    total = sum(m.value for m in items)
    if total > MAX_TM:
        items = [*items, Modifier(MAX_TM - total, "maximum", "5.5")]
    return tuple(items)


def defence_modifiers(
    game: Game, s: Position, loc: int, firer: int, unit_type: int = NOBODY
) -> tuple[Modifier, ...]:
    """5.0, 5.5: what a defender adds to his die against direct fire from a location."""
    return capped(location_modifiers(game, s, loc, unit_type) + line_modifiers(game, loc, firer))


def has_cover(game: Game, s: Position, unit: Unit) -> bool:
    """3.0, 1.5.1: whether a unit is in terrain with a positive Target Modifier.

    A Wall or Hill counts if an enemy sees the location and every enemy who does would fire across it (Q-019).
    """
    if sum(m.value for m in location_modifiers(game, s, unit.at, unit.type)) > 0:
        return True
    if game.board.levels[unit.at >> 3] == 0 and not any(side and side.tm for side in game.board.sides[unit.at >> 3]):
        return False
    watched = False
    for loc, members in s.by_loc.items():
        if all(s.units[u].side == unit.side for u in members) or not sees(game, s, loc, unit.at):
            continue
        if not line_modifiers(game, unit.at, loc):
            return False
        watched = True
    return watched
