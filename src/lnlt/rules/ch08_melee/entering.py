"""8.0: entering a location that enemies hold."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.draft import Draft
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal


def check_entry(game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], to: int) -> Refusal | None:  # noqa: ARG001
    """8.0: whether a moving group may enter a location with enemies or a Melee marker."""
    return Refusal("8.0", "enemy_there", {"at": game.board.loc_name(to)})


def begin_melee(d: Draft, side: int, at: int, entered: Sequence[int], origin: int) -> None:
    """8.0: the round that follows an entry; `entered` are the units that came from `origin`."""
