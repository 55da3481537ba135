"""10.1: which locations are spotted. Only Spotted markers are stored; everything else is read off the board (P-5)."""

from __future__ import annotations

from lnlt.core.board import AIR, BUNKER, CAVE, GROUND, ROOF, TUNNEL, UPPER
from lnlt.core.draft import Draft
from lnlt.core.events import MarkerRemoved
from lnlt.core.flags import (
    ASSAULT_MOVE,
    ELIMINATED,
    FIRED,
    HIT_AND_RUN,
    LOW_CRAWL,
    MELEE,
    MOVED,
    MOVING,
    SHAKEN,
    STEALTH,
)
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.terrain import BLOCKING, DEGRADING, OPEN
from lnlt.rules.ch10_los_spotting.adjacency import adjacent
from lnlt.rules.ch11_smc.kinds import NO_AUTO_SPOT

REVEALING = MOVED | ASSAULT_MOVE | HIT_AND_RUN | FIRED | MELEE
SILENT = LOW_CRAWL | STEALTH
BLIND_KINDS = NO_AUTO_SPOT | {"aircraft"}
"""Kinds that do not spot what is next to them (Q-073)."""
SMOKE_MARKERS = frozenset({"smoke", "fire"})


def spotting_class(game: Game, s: Position, loc: int) -> int:
    """10.1: open, degrading or blocking, as spotting sees a location; Smoke makes it blocking."""
    layer = loc & 7
    if layer in (BUNKER, CAVE, TUNNEL):
        return BLOCKING
    worst = DEGRADING if layer == ROOF else game.board.terrain[loc >> 3].los
    marks = s.marks
    if marks:
        counters = game.board.chart.counters
        for marker in marks.get((loc >> 3) * 8 + GROUND, ()):
            effect = counters.get(marker.kind)
            if effect is not None and effect.spots_as is not None:
                worst = max(worst, effect.spots_as)
    return worst


def is_spotted(game: Game, s: Position, loc: int, side: int) -> bool:
    """10.1, P-5: whether a location is spotted for a side."""
    if _spotted_here(game, s, loc, side):
        return True
    layer = loc & 7
    if layer == ROOF:
        below = (loc >> 3) * 8 + (UPPER if game.board.floors(loc >> 3) > 1 else GROUND)
        return _spotted_here(game, s, below, side)
    roof = (loc >> 3) * 8 + ROOF
    if game.board.has_layer(loc >> 3, ROOF) and layer == (UPPER if game.board.floors(loc >> 3) > 1 else GROUND):
        return _spotted_here(game, s, roof, side)
    return False


def _spotted_here(game: Game, s: Position, loc: int, side: int) -> bool:
    if spotting_class(game, s, loc) == OPEN or loc & 7 == AIR:
        return True
    if game.spotted_facts and loc in game.spotted_facts:
        return True
    marks = s.marks.get(loc)
    if marks and any(m.kind == "spotted" for m in marks):
        return True
    units = s.units
    for u in s.by_loc.get(loc, ()):
        unit = units[u]
        if unit.side == side:
            continue
        flags = unit.flags
        if flags & SILENT:
            if flags & FIRED:
                return True
        elif flags & (REVEALING | MOVING):
            return True
    return adjacent_spotter(game, s, loc, side)


def adjacent_spotter(game: Game, s: Position, loc: int, side: int) -> bool:
    """10.1, Q-073: a Good Order unit of the side next to the location, whatever its marker."""
    by_loc, units = s.by_loc, s.units
    for other in near_locations(game, loc):
        for u in by_loc.get(other, ()):
            unit = units[u]
            if unit.side == side and not unit.flags & (SHAKEN | ELIMINATED):
                if game.types[unit.type].kind not in BLIND_KINDS:
                    return True
    return False


def near_locations(game: Game, loc: int) -> tuple[int, ...]:
    """10.4.1: every location adjacent to one, Bunkers and Caves included; worked out once."""
    found = game.near.get(loc)
    if found is None:
        board = game.board
        here = loc >> 3
        found = game.near[loc] = tuple(
            hex_ * 8 + layer
            for hex_ in (*board.neighbours[here], here)
            if hex_ >= 0
            for layer in (GROUND, UPPER, ROOF, BUNKER, CAVE)
            if (layer in (BUNKER, CAVE) or board.has_layer(hex_, layer)) and adjacent(board, hex_ * 8 + layer, loc)
        )
    return found


def drop_spotted(d: Draft, loc: int) -> None:
    """10.1.1, Q-072: a Spotted marker goes when nobody is left in the location."""
    if loc not in d.by_loc:
        for marker in d.marks.get(loc, ()):
            if marker.kind == "spotted":
                d.emit(MarkerRemoved(marker))
