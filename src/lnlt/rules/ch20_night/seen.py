"""20.1: what a whole side sees at night: for spotting as a question, and for the table that draws it."""

from __future__ import annotations

from typing import NamedTuple

from lnlt.core.board import LAYERS
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.rules.ch10_los_spotting.lines import has_tis, looked_at, unit_sees
from lnlt.rules.ch10_los_spotting.spotting import is_spotted
from lnlt.rules.ch20_night.darkness import is_night, lit, shows, sight


def side_sees(game: Game, s: Position, side: int, at: int) -> bool:
    """20.1: whether a unit of a side sees a location at night: near, lit, or with somebody in it who has fired."""
    for loc in s.spread.held[side]:
        for u in s.by_loc[loc]:
            if s.units[u].side == side and unit_sees(game, s, u, loc, looked_at(at)):
                if shows(game, s, loc, at, has_tis(game, s, u), 1 - side):
                    return True
    return False


def spotted_for(game: Game, s: Position, at: int, side: int) -> bool:
    """10.1, 20.1, P-5: whether a location is spotted for a side; at night somebody must see it, too."""
    if not is_spotted(game, s, at, side):
        return False
    return not is_night(game, s) or side_sees(game, s, side, at)


class Darkness(NamedTuple):
    """20.1, 20.2: the hexes of a board at night, by name."""

    lit: tuple[str, ...] = ()
    """As bright as by day."""
    near: tuple[str, ...] = ()
    """In the dark, but within sight of a unit of the side."""


def darkness(game: Game, s: Position, side: int = NOBODY) -> Darkness | None:
    """20.1: what a side (NOBODY: either) sees of the map at night without anybody's fire; None by day."""
    if not is_night(game, s):
        return None
    bright, names = lit(game, s), game.board.names
    near = 0
    for unit, u in enumerate(s.units):
        if u.at < 0 or side not in (NOBODY, u.side):
            continue
        reach, row = sight(game, has_tis(game, s, unit)), game.ranges[u.at >> 3]
        for i in range(game.board.size):
            bit = 1 << i
            if row[i] <= reach and not (bright | near) & bit and unit_sees(game, s, unit, u.at, i * LAYERS):
                near |= bit
    return Darkness(
        tuple(name for i, name in enumerate(names) if bright >> i & 1),
        tuple(name for i, name in enumerate(names) if near >> i & 1),
    )
