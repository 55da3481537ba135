"""1.3, 15.1.2: what is a Building or hut, and what of it has become Rubble."""

from __future__ import annotations

from lnlt.core.board import GROUND, UPPER
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.rules.facts.sight_counters import RUBBLE


def is_ruined(game: Game, s: Position, hex_: int) -> bool:
    """15.1.2, 19.1.1: whether Rubble lies where a Building or huts are printed: on the ground it takes their place."""
    if not game.board.terrain[hex_].structure:
        return False
    return RUBBLE in game.board.features[hex_] or any(m.kind == RUBBLE for m in s.marks.get(hex_ * 8, ()))


def in_building(game: Game, s: Position, loc: int) -> bool:
    """1.6.4, 1.6.5, Q-534: whether a location is inside a Building or hut; the ground of a flattened one is not."""
    if not game.board.terrain[loc >> 3].structure:
        return False
    layer = loc & 7
    return layer == UPPER or (layer == GROUND and not is_ruined(game, s, loc >> 3))
