"""23.3.1: Rubber Boats: how units with boats go onto a River, along it and off it again.

A boat is a weapon of the kind "rubber_boat" that its holder carries; who is on a River, and on no bridge or ford, is in
a boat. A boat takes a Squad or its equivalent and two men (PPO).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lnlt.core.board import GROUND
from lnlt.core.catalog import UnitType
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Modifier, Refusal

BOAT = "rubber_boat"
RIVER = "river"
RIVER_STEPS = 2
"""Hexes of River a boat goes along in an impulse."""
ROOM = (2, 2)
"""Half-Squads, and men, that one boat takes."""
SIZES = {"squad": 2, "half_squad": 1, "crew": 1}


def is_river(game: Game, s: Position, loc: int) -> bool:
    """23.3.1: a location on the water of a River: no bridge leads over it, no ford through it."""
    i = loc >> 3
    if loc < 0 or loc & 7 != GROUND or game.board.terrain[i].key != RIVER:
        return False
    return "bridge" not in game.board.features[i] and not any(m.kind == "ford" for m in s.marks.get(loc, ()))


def in_boat(game: Game, s: Position, unit: int) -> bool:
    """23.3.1: whether a unit is in a boat on a River."""
    return is_river(game, s, s.units[unit].at)


def check_on_land(game: Game, s: Position, unit: int) -> Refusal | None:
    """23.3.1: units in boats neither fire nor call fire."""
    return Refusal("23.3.1", "in_boat", {"unit": s.units[unit].id}) if in_boat(game, s, unit) else None


def boat_target(game: Game, s: Position, unit: int, value: int) -> list[Modifier]:
    """23.3.1: fire at units in boats is better by 1."""
    return [Modifier(value, "rubber_boat", "23.3.1", s.units[unit].id)] if in_boat(game, s, unit) else []


def _boats(game: Game, s: Position, weapons: Iterable[int]) -> int:
    return sum(1 for w in weapons if game.weapon_types[s.weapons[w].type].kind == BOAT)


def _fit(game: Game, s: Position, units: Iterable[int], boats: int) -> bool:
    """16.2: whether so many boats take some units."""
    return has_room((game.types[s.units[u].type] for u in units), boats)


def boat_step(game: Game, s: Position, frm: int, to: int) -> bool:
    """23.3.1: whether a step leads onto a River, along it or off it."""
    return is_river(game, s, frm) or is_river(game, s, to)


def boat_cost(game: Game, s: Position, frm: int, to: int, allowed: int) -> int:
    """23.3.1: half points a unit pays: all it has to get in or out, half of it for a hex of River."""
    along = is_river(game, s, frm) and is_river(game, s, to)
    return -(-allowed // RIVER_STEPS) if along else allowed


def check_boats(
    game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], frm: int, to: int
) -> Refusal | None:
    """23.3.1, Q-406: whether a group may take a step with boats: who and how; a boat may still join it.

    To get in or out takes a whole move; nobody paddles into the enemy's boats.
    """
    board = game.board
    where: dict[str, str | int] = {"from": board.loc_name(frm) if frm >= 0 else "", "at": board.loc_name(to)}
    if frm >= 0 and (to >> 3 not in board.neighbours[frm >> 3] or to & 7 or frm & 7):
        return Refusal("6.0", "not_adjacent", where)
    wet, leaving = is_river(game, s, to), is_river(game, s, frm)
    side = s.units[movers[0]].side
    if wet and any(s.units[o].side != side for o in s.by_loc.get(to, ())):
        return Refusal("23.3.1", "enemy_boats", where)
    for u, mode in zip(movers, modes, strict=True):
        unit = s.units[u]
        t = game.types[unit.type]
        if t.kind not in SIZES and not t.is_smc:
            return Refusal("23.3.1", "no_boat_for", {"unit": unit.id})
        if mode != "normal":
            return Refusal("23.3.1", "no_boat_mode", {"unit": unit.id, "mode": mode})
        if unit.mp and not (wet and leaving):
            return Refusal("23.3.1", "boat_whole_move", {"unit": unit.id})
    crews = [u for u in s.by_loc.get(frm, movers) if s.units[u].side == side]
    if not _fit(game, s, movers, _boats(game, s, (w for u in {*crews, *movers} for w in s.units[u].carries))):
        return Refusal("23.3.1", "no_boat", {"unit": s.units[movers[0]].id})
    return None


def check_aboard(game: Game, s: Position, movers: Sequence[int], frm: int) -> Refusal | None:
    """23.3.1: a group sets off with room for all of it in its own boats."""
    if not _fit(game, s, movers, _boats(game, s, (w for u in movers for w in s.units[u].carries))):
        return Refusal("23.3.1", "no_boat", {"unit": s.units[movers[0]].id})
    side = s.units[movers[0]].side
    return _check_left(game, s, side, movers, frm) if is_river(game, s, frm) else None


def _check_left(game: Game, s: Position, side: int, movers: Sequence[int], frm: int) -> Refusal | None:
    """23.3.1: on a River men stay with the MMC they are with, and who stays keeps boats enough."""
    own = [u for u in s.by_loc.get(frm, ()) if s.units[u].side == side]
    staying = [u for u in own if u not in movers]
    crews = [u for u in own if game.types[s.units[u].type].is_mmc]
    for part in (movers, staying):
        men = [u for u in part if game.types[s.units[u].type].is_smc]
        if crews and men and not any(u in part for u in crews):
            return Refusal("23.3.1", "stays_with_mmc", {"unit": s.units[men[0]].id})
    boats = _boats(game, s, (w for u in staying for w in s.units[u].carries))
    boats += _boats(game, s, (w for w, weapon in enumerate(s.weapons) if weapon.at == frm))
    if not _fit(game, s, staying, boats):
        return Refusal("23.3.1", "no_boat", {"unit": s.units[staying[0]].id})
    return None


def check_afloat(game: Game, s: Position, unit: int, to: int) -> Refusal | None:
    """23.3.1, 22.0, Q-443: who sets up on a River needs room in the boats that are there with him."""
    u = s.units[unit]
    t = game.types[u.type]
    if t.kind not in SIZES and not t.is_smc:
        return Refusal("23.3.1", "no_boat_for", {"unit": u.id})
    crews = [o for o in s.by_loc.get(to, ()) if s.units[o].side == u.side] + [unit]
    if not _fit(game, s, crews, _boats(game, s, (w for o in crews for w in s.units[o].carries))):
        return Refusal("23.3.1", "no_boat", {"unit": u.id})
    return None


def has_room(kinds: Iterable[UnitType], boats: int) -> bool:
    """16.2, 23.3.1: whether so many boats take units of some types; only Squads, Half-Squads, Crews and men get in."""
    load = list(kinds)
    if any(t.kind not in SIZES and not t.is_smc for t in load):
        return False
    squads, men = sum(SIZES.get(t.kind, 0) for t in load), sum(1 for t in load if t.is_smc)
    return squads <= ROOM[0] * boats and men <= ROOM[1] * boats


def check_boat_left(game: Game, s: Position, weapon: int | None, at: int, begun: bool) -> Refusal | None:
    """23.3.1, Q-406: a boat is left behind in the course of a move on land, not on the water or before it begins."""
    if weapon is None or game.weapon_types[s.weapons[weapon].type].kind != BOAT:
        return None
    if begun and not is_river(game, s, at):
        return None
    return Refusal("23.3.1", "keeps_boat", {"weapon": s.weapons[weapon].id})
