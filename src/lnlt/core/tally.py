"""Sums that explain themselves, and refusals that say why. Words are made when somebody reads them."""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

Number = int | float
"""Firepower shares are halves and quarters, which floats hold exactly."""

NO_PARAMS: Mapping[str, str | int] = {}


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """One number with its reason, its rule section and what it comes from."""

    value: Number
    why: str
    rule: str
    source: str = ""


class Tally(msgspec.Struct, frozen=True):
    """An ordered list of modifiers: the base is summed and rounded up once, then the rest is added (5.0, Q-030).

    >>> lead, further = Modifier(1, "lead", "5.2"), Modifier(0.5, "further", "5.2")
    >>> t = Tally("fire", (lead, further), (Modifier(2, "adjacent", "5.6"),))
    >>> t.total
    4
    """

    of: str
    base: tuple[Modifier, ...] = ()
    mods: tuple[Modifier, ...] = ()
    need: int | None = None
    """The number a roll is compared with, where there is one (morale, spotting number …)."""
    reach: bool = False
    """The roll must be that number or more (Kill Number of a Melee); otherwise that number or less."""
    passes: int = 0
    """Dice that always do, whatever is added; 0: none."""
    fails: int = 0
    """Dice that never do, whatever is added; 0: none."""

    @property
    def items(self) -> tuple[Modifier, ...]:
        """All modifiers in order."""
        return self.base + self.mods

    @property
    def sum(self) -> int:
        """The base, rounded up."""
        return math.ceil(sum([m.value for m in self.base])) if self.base else 0

    @property
    def total(self) -> int:
        """What is added to the die."""
        return self.sum + (math.ceil(sum([m.value for m in self.mods])) if self.mods else 0)

    def allows(self, roll: int) -> bool:
        """Whether a roll is good: with everything added at most the number needed, or at least, if to be reached.

        >>> Tally("morale", (), (Modifier(-1, "leader", "1.5"),), 6).allows(7), Tally("morale", need=6).allows(7)
        (True, False)
        >>> Tally("melee", need=8, reach=True).allows(9), Tally("spot", need=7, fails=6).allows(6)
        (True, False)
        """
        if roll in (self.passes, self.fails):
            return roll == self.passes
        total, need = roll + self.total, self.need or 0
        return total >= need if self.reach else total <= need


class Refusal(msgspec.Struct, frozen=True):
    """Why something is not allowed: the deciding section, a code, and the facts that decided."""

    rule: str
    code: str
    params: Mapping[str, str | int] = NO_PARAMS
