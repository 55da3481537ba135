"""6.1.1, 11.6: who of those who fire together can use Assault Fire."""

from __future__ import annotations

from collections.abc import Iterable

from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.rules.facts.movement_modes import may_assault, may_assault_fire

Members = Iterable[tuple[int, tuple[int, ...]]]
"""Units that fire together, each with its weapons."""


def fires_first(game: Game, s: Position, unit: int, members: Members) -> bool:
    """6.1.1, 6.4.2: whether a unit that fires, or may still join, is capable of Assault Fire."""
    return may_assault_fire(game, s, unit) and not _crews(game, s, unit, members)


def moves_after(game: Game, s: Position, unit: int, members: Members) -> bool:
    """6.1.1, Q-046: whether a unit that has fired so moves afterwards: a Leader with such men, too."""
    return may_assault(game, s, unit) and not _crews(game, s, unit, members)


def _crews(game: Game, s: Position, unit: int, members: Members) -> bool:
    """11.6, Q-009: whether a Scout is one of two who crew a weapon: he has none of his abilities then."""
    if game.types[s.units[unit].type].kind != "scout":
        return False
    own = s.units[unit].carries
    return any(w not in own if u == unit else w in own for u, weapons in members for w in weapons)
