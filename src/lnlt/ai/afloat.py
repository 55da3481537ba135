"""Rubber Boats as a computer player sees them: a River is two moves wide for those who have one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lnlt.rules.facts.boats import RIVER, check_aboard

if TYPE_CHECKING:
    from lnlt.ai.ground import Step
    from lnlt.ai.mind import Mind

BOARD = 8
"""Half Movement Points that getting in or out of a boat counts on the map, a whole move,"""
PADDLE = 4
"""and going along the River."""
WET = 0.1
"""What is bad about being in a boat: nobody fires from it, and everybody sees it."""


def crossing(here: str, there: str, cost: int) -> int:
    """Half points of a step between two kinds of terrain for somebody with a boat; what it costs on land otherwise."""
    if here == there == RIVER:
        return PADDLE
    return BOARD if RIVER in (here, there) else cost


def steps(mind: Mind, members: Sequence[int], slowest: int, loc: int, left: int, spent: int) -> Sequence[Step]:
    """Steps a group can take with its boats: a whole move into one or out of it, half of one along the River."""
    game, s = mind.game, mind.s
    wet = loc >= 0 and mind.is_wet(loc)
    fresh = not spent and not any(s.units[i].mp for i in members)
    found = () if wet else mind.dry_steps(slowest, loc)
    if loc < 0 or loc & 7 or not (wet or fresh) or not all(_fits(mind, i) for i in members):
        return found
    near = [n * 8 for n in game.board.neighbours[loc >> 3] if n >= 0 and n in game.playable]
    water = [to for to in near if mind.is_wet(to) and to not in mind.foes]
    if not wet and (not water or check_aboard(game, s, members, loc) is not None):
        return found
    found = (*found, *[(to, -(-left // 2) if wet else left) for to in water])
    if wet and fresh:
        found = (*found, *[(to, left) for to in near if to not in water and _dry(mind, to)])
    return found


def _dry(mind: Mind, to: int) -> bool:
    return mind.game.board.terrain[to >> 3].key != RIVER and to not in mind.foes


def _fits(mind: Mind, unit: int) -> bool:
    t = mind.game.types[mind.s.units[unit].type]
    return t.is_smc or t.kind in ("squad", "half_squad", "crew")


def embarks(mind: Mind, path: Sequence[int], start: int) -> bool:
    """Whether a way begins with getting into or out of a boat, or along the River."""
    return bool(path) and (mind.is_wet(start) or mind.is_wet(path[0]))
