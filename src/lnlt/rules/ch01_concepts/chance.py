"""1.2, Q-039: a random choice among several things, made with a die that everybody sees."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.draft import Draft

FACES = 6


def pick_one(d: Draft, names: Sequence[str], side: int) -> int:
    """Q-039: one of so many things in stack order: equal shares of the faces, unused faces are rolled again.

    Two things: 1-3 and 4-6; three: two faces each; four, five and six: a face each. More than six are drawn.
    """
    count = len(names)
    if count == 1:
        return 0
    if count > FACES:
        return d.draw(names, "random", side)
    share = FACES // count
    while True:
        (face,) = d.roll(1, "random", side)
        if face <= share * count:
            return (face - 1) // share
