"""22.0: how a scenario is won."""

from __future__ import annotations

from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position, Result


def holds(game: Game, s: Position, side: int, hex_: str) -> bool:
    """Whether Good Order MMCs of a side, and no enemy, stand in a hex."""
    members = s.by_loc.get(game.board.loc(hex_), ())
    own = any(s.units[u].side == side and s.units[u].good_order and game.types[s.units[u].type].is_mmc for u in members)
    return own and all(s.units[u].side == side for u in members)


def result(game: Game, s: Position) -> Result:
    """22.0: a side that meets its victory condition wins; if it alone has one and fails, the other side wins."""
    victories = game.setup.victory
    met = [
        game.side_index[v.side]
        for v in victories
        if sum(holds(game, s, game.side_index[v.side], h) for h in v.hold) >= v.at_least
    ]
    if len(met) == 1:
        return Result(met[0], "objective")
    if len(victories) == 1 and not met:
        return Result(1 - game.side_index[victories[0].side], "denied")
    return Result(NOBODY, "draw")
