"""Sums item by item, as cards show them."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.game import Game
from lnlt.core.tally import Tally
from lnlt.server.shapes import Sum, SumLine
from lnlt.words.names import number
from lnlt.words.sentences import modifier_words, need_text, tally_name


def is_told(tally: Tally, among: Sequence[Tally]) -> bool:
    """Whether a card shows a sum: all of a comparison, even an empty one; one alone if it says something."""
    return bool(tally.items) or tally.need is not None or len(among) > 1


def sum_of(game: Game, tally: Tally, dice: tuple[int, ...] = ()) -> Sum:
    """A sum with every item, its section and, once rolled, the dice."""
    return Sum(
        name=tally_name(tally),
        lines=tuple(SumLine(value=number(m.value), text=modifier_words(game, m), rule=m.rule) for m in tally.items),
        total=number(tally.total),
        need=need_text(tally),
        dice=dice,
    )
