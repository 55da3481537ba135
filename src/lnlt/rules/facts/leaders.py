"""11.1: Leaders: whom they help, how far they reach."""

from __future__ import annotations

from collections.abc import Collection

from lnlt.core.board import BUNKER, CAVE, GROUND, TUNNEL, UPPER
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    BULK,
    HIT_AND_RUN,
    MELEE,
    MOVING,
    OPS_COMPLETE,
    SHAKEN,
    STEALTH,
    WOUNDED,
)
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.rules.facts import units
from lnlt.rules.facts.adjacency import adjacent
from lnlt.rules.facts.kinds import LEADER_KINDS
from lnlt.rules.facts.kits import company


def is_leader(game: Game, s: Position, unit: int) -> bool:
    """11.1, 11.7: Leaders, Commissars and Political Officers."""
    return game.types[s.units[unit].type].kind in LEADER_KINDS


def helping_leader(game: Game, s: Position, unit: int, pending: Collection[int] = ()) -> int | None:
    """11.1.1, 17.2: the Good Order Leader with the best LM where the unit is; only one helps, never himself.

    `pending` are units that still have to survive the same attack (5.0); markers do not matter here (Q-027).
    """
    u = s.units[unit]
    if u.flags & BULK:  # vehicles have no help but their own Armor Leader's Morale (11.5)
        return None
    best, best_lm = None, 0
    for other in s.by_loc.get(u.at, ()) if u.at >= 0 else company(s, unit):
        if other == unit or other in pending or not is_leader(game, s, other):
            continue
        leader = s.units[other]
        if leader.side != u.side or not leader.good_order:
            continue
        t = game.types[u.type]
        if not (units.same_command(game, leader, u) or (t.kind == "weapon_team")):
            continue
        lm = units.leadership(game, leader)
        if lm > best_lm:
            best, best_lm = other, lm
    return best


AIDING = frozenset({0, ASSAULT_MOVE, ASSAULT_MOVE | STEALTH, HIT_AND_RUN | MOVING})
"""Markers under which a Leader may lend his LM to fire: none, Assault Move, or a Hit & Run that goes on (6.7)."""


def may_aid_fire(game: Game, s: Position, unit: int) -> bool:
    """5.0.1, 11.1.3: a Good Order Leader without an action marker may add his LM to fire from his hex (Q-033).

    One who made an Assault Move with his men may aid their fire (Q-046), one who does Hit & Run theirs (6.7).
    """
    u = s.units[unit]
    marks = u.flags & (ACTION_MARKERS | SHAKEN | MELEE | MOVING | ASSAULT_FIRE)
    return is_leader(game, s, unit) and marks in AIDING


def extends_activation(game: Game, s: Position, unit: int, spotter: bool = False) -> bool:
    """4.0, 11.1.2: an unwounded Leader, Good Order or Shaken, without an action marker, reaches neighbours (Q-024).

    `spotter`: he has tried to spot in this very impulse, and his Ops Complete marker does not matter yet (Q-025).
    """
    u = s.units[unit]
    marks = u.flags & (ACTION_MARKERS | WOUNDED | MELEE)
    return is_leader(game, s, unit) and (not marks or (spotter and marks == OPS_COMPLETE))


def in_leadership_range(game: Game, origin: int, to: int) -> bool:
    """4.0: locations a Leader at `origin` can activate beside his own."""
    board = game.board
    here, there = origin & 7, to & 7
    if (here == TUNNEL) != (there == TUNNEL):
        return False
    if origin >> 3 == to >> 3:
        return adjacent(board, origin, to)
    if here in (BUNKER, CAVE) or there in (BUNKER, CAVE):
        return False
    if not adjacent(board, origin, to):
        return False
    if here in (GROUND, UPPER) and board.floors(origin >> 3) > 1:
        return board.level(origin) == board.level(to)
    return True
