"""11.4: Snipers: off the board until they are placed, hard to hit while alone."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.board import GROUND, ROOF, UPPER
from lnlt.core.flags import BULK, ELIMINATED
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position
from lnlt.core.tally import Modifier, Refusal
from lnlt.rules.ch10_los_spotting.cover import location_modifiers
from lnlt.rules.facts.caves import KINDS, marker_of
from lnlt.rules.facts.stacking import check_stacking

LAYERS = (GROUND, UPPER, ROOF)


def waiting(game: Game, s: Position, side: int) -> list[int]:
    """11.4: Snipers of a side that are not yet placed."""
    if not game.has_snipers:
        return []
    return [
        u
        for u, unit in enumerate(s.units)
        if unit.side == side and unit.at == NOWHERE and not unit.flags & ELIMINATED
        if game.types[unit.type].kind == "sniper"
    ]


def check_placement(game: Game, s: Position, side: int, unit: int, loc: int) -> Refusal | None:
    """11.4: any location with a positive Target Modifier and no enemy in it, within the scenario's limits.

    Another floor of a building, or the inside of a Bunker or Cave, is a location of its own (10.4.1).
    """
    u = s.units[unit]
    board = game.board
    where: dict[str, str | int] = {"unit": u.id, "at": board.loc_name(loc)}
    if u.side != side or game.types[u.type].kind != "sniper" or u.flags & ELIMINATED or u.at != NOWHERE:
        return Refusal("11.4", "no_sniper_waiting", where)
    if not board.has_layer(loc >> 3, loc & 7) and marker_of(s.marks, loc) is None:
        return Refusal("10.2", "no_such_floor", where)
    if loc >> 3 not in game.playable:
        return Refusal("22.0", "off_limits", where)
    area = game.areas.get(u.id)
    if area is not None and loc >> 3 not in area:
        return Refusal("22.0", "outside_area", where)
    if any(s.units[o].side != side for o in s.by_loc.get(loc, ())):
        return Refusal("11.4", "enemy_there", where)
    if sum(m.value for m in location_modifiers(game, s, loc, u.type)) <= 0:
        return Refusal("11.4", "no_cover_there", where)
    return check_stacking(game, s, side, loc, (unit,))


def hiding_places(game: Game, s: Position, unit: int) -> list[int]:
    """Locations worth checking for a Sniper: those with cover of their own or a counter, or stated by the scenario."""
    board = game.board
    counters = {m.at >> 3 for m in s.markers}
    area = game.areas.get(s.units[unit].id)
    special = game.special_terrain[s.units[unit].type]
    found: list[int] = []
    for i in range(board.size) if area is None else sorted(area):
        if board.terrain[i].tm > 0 or i in counters or board.features[i] or special:
            found.extend(i * 8 + layer for layer in LAYERS if board.has_layer(i, layer))
            if i in counters:
                found.extend(i * 8 + layer for layer in KINDS if marker_of(s.marks, i * 8 + layer) is not None)
    return found


def hiding(game: Game, s: Position, target: int, firer: int, cover: Sequence[Modifier]) -> list[Modifier]:
    """11.4, 5.5, Q-043: a Sniper alone in his location counts its cover twice, except against an enemy Sniper.

    A vehicle beside him does not matter.
    """
    if not game.has_snipers:
        return []
    u = s.units[target]
    if game.types[u.type].kind != "sniper":
        return []
    if firer != NOBODY and game.types[s.units[firer].type].kind == "sniper":
        return []
    there = (s.units[o] for o in s.by_loc.get(u.at, ()) if o != target)
    if any(o.side == u.side and not o.flags & BULK for o in there):
        return []
    value = sum(m.value for m in cover)
    return [Modifier(value, "sniper_alone", "11.4", u.id)] if value > 0 else []
