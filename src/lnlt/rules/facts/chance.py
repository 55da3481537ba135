"""1.2, Q-039: random choice among several things."""

from __future__ import annotations

from lnlt.core.dice import PathDice
from lnlt.core.draft import Draft

DIE = 6


def pick_one(d: Draft, count: int, side: int) -> int:
    """Q-039: one of `count` things, by a die over them in order; unused faces are rolled again, above six: drawn.

    Where every way the dice can fall is counted, each has the same chance.
    """
    if count <= 1:
        return 0
    if isinstance(d.dice, PathDice):
        return d.dice.pick(count)
    if count > DIE:
        return d.draw([str(n) for n in range(count)], "random", side)
    faces = DIE // count
    while True:
        (die,) = d.roll(1, "random", side)
        if die <= faces * count:
            return (die - 1) // faces
