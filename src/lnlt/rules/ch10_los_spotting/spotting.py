"""10.1: which locations are spotted. Only Spotted markers are stored; everything else is read off the board (P-5)."""

from __future__ import annotations

from lnlt.core.board import AIR, BUNKER, CAVE, GROUND, ROOF, TUNNEL, UPPER
from lnlt.core.draft import Draft
from lnlt.core.events import MarkerPlaced, MarkerRemoved
from lnlt.core.flags import (
    ASSAULT_MOVE,
    BUTTONED,
    CONTINUOUS,
    FIRED,
    HIT_AND_RUN,
    HOVERING,
    IN_TUNNEL,
    LOW_CRAWL,
    MELEE,
    MOVED,
    MOVING,
    SHAKEN,
    STEALTH,
)
from lnlt.core.game import Game
from lnlt.core.state import NOWHERE, Marker, Position
from lnlt.core.terrain import BLOCKING, DEGRADING, OPEN
from lnlt.rules.ch10_los_spotting.lines import lines_of
from lnlt.rules.facts.adjacency import adjacent
from lnlt.rules.facts.buildings import is_ruined
from lnlt.rules.facts.deployed_claymores import forget_claymore
from lnlt.rules.facts.kinds import NO_AUTO_SPOT
from lnlt.rules.facts.shelters import lies_low
from lnlt.rules.facts.sight_counters import RUBBLE, SMOKE

REVEALING = MOVED | ASSAULT_MOVE | HIT_AND_RUN | FIRED | MELEE | CONTINUOUS
SILENT = LOW_CRAWL | STEALTH
SHOWS = REVEALING | MOVING | SILENT | IN_TUNNEL
"""Status and markers of a unit that decide whether it gives its location away (`shows_itself`, `is_hidden`)."""
BLIND_KINDS = NO_AUTO_SPOT | {"aircraft"}
"""Kinds that do not spot what is next to them (Q-073)."""
UNSEEING = SHAKEN | BUTTONED
"""Status of units that do not spot what is next to them (Q-073)."""
STAYS = 2
"""Strength of a Spotted marker that stays on an empty location until the Administrative Phase (6.1.1, Q-072)."""


def spotting_class(game: Game, s: Position, loc: int, tis: bool = False) -> int:
    """10.1: open, degrading or blocking, as spotting sees a location; Smoke makes it blocking, but not for `tis`."""
    layer = loc & 7
    if layer in (BUNKER, CAVE, TUNNEL):
        return BLOCKING
    worst = DEGRADING if layer == ROOF else printed_class(game, loc >> 3)
    marks = s.marks
    if layer == GROUND and is_ruined(game, s, loc >> 3):
        worst = game.board.chart.counters[RUBBLE].spots_as or OPEN
    if marks:
        if not tis and is_smoky(game, s, loc >> 3):
            return BLOCKING
        if layer == GROUND:
            counters = game.board.chart.counters
            for marker in marks.get(loc, ()):
                effect = counters.get(marker.kind)
                if effect is not None and effect.spots_as is not None and marker.kind not in NO_GROUND_CLASS:
                    worst = max(worst, effect.spots_as)
    return worst


NO_GROUND_CLASS = SMOKE | {"bunker", "cave", "rooftop"}
"""Counters that do not change how the ground of their hex is spotted: Smoke is looked at first, the others hold only
for those inside or on top."""


def printed_class(game: Game, hex_: int) -> int:
    """10.1, 10.5.7: class of the terrain at the centre of a hex and of what runs through it; worked out once."""
    found = game.hex_classes.get(hex_)
    if found is None:
        board = game.board
        found = board.terrain[hex_].los
        for feature in board.features[hex_]:
            counter, over = board.chart.counters.get(feature), board.chart.terrains.get(feature)
            if counter is not None:
                found = max(found, counter.spots_as or OPEN)
            elif over is not None:
                found = max(found, over.los)
        game.hex_classes[hex_] = found
    return found


def is_smoky(game: Game, s: Position, hex_: int) -> bool:
    """7.0, 10.5.6.4: whether Smoke lies in a hex or any part of it burns."""
    return hex_ in lines_of(game, s).smoky


def is_lined_road(game: Game, hex_: int) -> bool:
    """10.5.3: a Road between trees or jungle."""
    terrain = game.board.terrain[hex_]
    return terrain.road and terrain.los == DEGRADING


def along_road(game: Game, origin: int, at: int) -> bool:
    """10.5.3, Q-077: the target stands on a Road between trees and the line runs exactly along it."""
    if at & 7 != GROUND or not is_lined_road(game, at >> 3):
        return False
    along: bool = game.sight.along_road(origin >> 3, at >> 3)
    return along


def is_spotted_from(game: Game, s: Position, loc: int, side: int, origin: int) -> bool:
    """10.1, 10.5.3: spotted for a side, or open to those who look exactly along a Road between trees."""
    if is_spotted(game, s, loc, side):
        return True
    return along_road(game, origin, loc) and spotting_class(game, s, loc) != BLOCKING


def is_hidden(game: Game, s: Position, unit: int, side: int, origin: int = NOWHERE) -> bool:
    """6.4, Q-050, Q-075: a Stealth unit that has not fired is no target where adjacency alone spots its location.

    21.6.1: who lies low in a Trench is none before it is marked Spotted. 10.5.3, Q-077: from an `origin` exactly along
    a Road between trees a Stealth unit stands in the open.
    """
    u = s.units[unit]
    if game.trenches and lies_low(s, unit):
        return True
    if u.flags & (STEALTH | FIRED) != STEALTH:
        return False
    if origin != NOWHERE and along_road(game, origin, u.at) and spotting_class(game, s, u.at) != BLOCKING:
        return False
    shared = roof_pair(game, u.at)
    return not (_revealed(game, s, u.at, side) or (shared >= 0 and _revealed(game, s, shared, side)))


def roof_pair(game: Game, loc: int) -> int:
    """10.6.1, Q-074: the roof over a top floor, or the top floor under a roof; -1 for other locations."""
    hex_, layer = loc >> 3, loc & 7
    if layer > ROOF or game.board.building_of[hex_] < 0 or not game.board.has_layer(hex_, ROOF):
        return -1
    top = UPPER if game.board.floors(hex_) > 1 else GROUND
    if layer == ROOF:
        return hex_ * 8 + top
    return hex_ * 8 + ROOF if layer == top else -1


def is_spotted(game: Game, s: Position, loc: int, side: int) -> bool:
    """10.1, P-5: whether a location is spotted for a side."""
    if _revealed(game, s, loc, side) or adjacent_spotter(game, s, loc, side):
        return True
    shared = roof_pair(game, loc)
    return shared >= 0 and (_revealed(game, s, shared, side) or adjacent_spotter(game, s, shared, side))


def needs_spotting(game: Game, s: Position, loc: int, side: int) -> bool:
    """10.1.1, 6.4: an enemy location that is not spotted, or in which a Stealth unit is still no target.

    Depends on the units and markers of its hex and on the units of the side next to it, on nothing else: `watch`
    looks again only where one of these has changed.
    """
    if not is_spotted(game, s, loc, side):
        return True
    units = s.units
    return any(units[u].side != side and is_hidden(game, s, u, side) for u in s.by_loc.get(loc, ()))


def is_open_road(game: Game, s: Position, at: int, side: int, here: int) -> bool:
    """10.5.3: who looks along a Road between trees needs no attempt."""
    return along_road(game, here, at) and is_spotted_from(game, s, at, side, here)


def _revealed(game: Game, s: Position, loc: int, side: int) -> bool:
    """10.1: spotted by terrain, marker or what its units do; adjacency is another matter.

    Who comes into a Cave through a Tunnel is not revealed by having moved (10.7.1).
    """
    if shows_itself(s, loc, side):
        return True
    if loc in game.spotted_facts:
        return True
    for marker in s.marks.get(loc, ()):
        if marker.kind == "spotted":
            return True
    return loc & 7 == AIR or spotting_class(game, s, loc) == OPEN


def shows_itself(s: Position, loc: int, side: int) -> bool:
    """10.1: whether an enemy of the side in a location gives it away by what he does or has done."""
    units = s.units
    for u in s.by_loc.get(loc, ()):
        unit = units[u]
        if unit.side == side:
            continue
        flags = unit.flags
        if flags & SILENT:
            if flags & FIRED:
                return True
        elif flags & (FIRED | MELEE if flags & IN_TUNNEL else REVEALING | MOVING):
            return True
    return False


def adjacent_spotter(game: Game, s: Position, loc: int, side: int) -> bool:
    """10.1, 19.2.1, Q-073: a Good Order unit of the side next to it, whatever its marker; no flying helicopter."""
    by_loc, units = s.by_loc, s.units
    for other in near_locations(game, loc):
        for u in by_loc.get(other, ()):
            unit = units[u]
            if unit.side == side and not unit.flags & UNSEEING:
                if game.types[unit.type].kind not in BLIND_KINDS and (other & 7 != AIR or unit.flags & HOVERING):
                    return True
    return False


def near_locations(game: Game, loc: int) -> tuple[int, ...]:
    """10.4.1, 19.2.1: every location adjacent to one, Bunkers, Caves and the air included; worked out once."""
    found = game.near.get(loc)
    if found is None:
        board = game.board
        here = loc >> 3
        found = game.near[loc] = tuple(
            hex_ * 8 + layer
            for hex_ in (*board.neighbours[here], here)
            if hex_ >= 0
            for layer in (
                (GROUND, UPPER, ROOF, BUNKER, CAVE, AIR)
                if game.has_helicopters
                else (GROUND, UPPER, ROOF, BUNKER, CAVE)
            )
            if (layer in (BUNKER, CAVE, AIR) or board.has_layer(hex_, layer)) and adjacent(board, hex_ * 8 + layer, loc)
        )
    return found


def drop_spotted(d: Draft, loc: int) -> None:
    """10.1.1, Q-072: a Spotted marker goes when nobody is left in the location, unless Assault Fire put it there."""
    if loc not in d.by_loc:
        for marker in d.marks.get(loc, ()):
            if marker.kind == "spotted" and marker.strength < STAYS:
                d.emit(MarkerRemoved(marker))
    if d.game.claymores:
        forget_claymore(d, loc)


def keep_spotted(d: Draft, loc: int, side: int, vehicle: bool = False) -> None:
    """6.1.1, 15.2.1, Q-072: where Assault Fire came from a Spotted marker stays for the turn, in terrain that is not
    open (of a vehicle in any) and if nobody left there gives the location away to that side anyhow."""
    if (spotting_class(d.game, d, loc) == OPEN and not vehicle) or shows_itself(d, loc, side):
        return
    for marker in d.marks.get(loc, ()):
        if marker.kind == "spotted":
            if marker.strength >= STAYS:
                return
            d.emit(MarkerRemoved(marker))
    d.emit(MarkerPlaced(Marker("spotted", loc, STAYS)))
