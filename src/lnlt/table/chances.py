"""What a preview says: exact chances, the sums behind every roll, what can become of each unit. Plain data, JSON out.

A chance is written ``[numerator, denominator, decimal]``: exact for those who compare, a number for those who draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from lnlt.core.frames import Command
from lnlt.core.tally import Tally


class Chance(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An exact probability, with its decimal value beside it.

    >>> msgspec.json.encode(Chance.of(Fraction(7, 12)))
    b'[7,12,0.5833333333333334]'
    """

    num: int
    den: int
    value: float

    @classmethod
    def of(cls, fraction: Fraction) -> Chance:
        """A fraction as a chance."""
        return cls(fraction.numerator, fraction.denominator, fraction.numerator / fraction.denominator)

    @property
    def fraction(self) -> Fraction:
        """The exact value."""
        return Fraction(self.num, self.den)

    @property
    def percent(self) -> str:
        """As players read it.

        >>> Chance.of(Fraction(7, 12)).percent
        '58%'
        """
        return f"{round(100 * self.fraction)}%"


ALWAYS, NEVER = Chance.of(Fraction(1)), Chance.of(Fraction(0))


class Roll(msgspec.Struct, frozen=True):
    """One roll or comparison: whose, the sums that are added, and how likely each outcome is."""

    what: str
    side: int
    chances: dict[str, Chance]
    """Chance of each outcome, most likely first; they add up to `happens`."""
    subject: str = ""
    """Unit it is about, if it is about one."""
    at: str = ""
    tallies: tuple[Tally, ...] = ()
    """Sums with sections: of fire attack and defence; of Melee both firepowers and the roll; else the one sum."""
    totals: tuple[int, ...] = ()
    """Totals of the sums, in the same order."""
    happens: Chance = ALWAYS
    """How likely it is that this is rolled at all."""
    by: tuple[str, ...] = ()
    """Who attacks, where several do as one."""
    targets: tuple[str, ...] = ()
    """Whom they attack."""
    varies: bool = False
    """The sums depend on earlier rolls; those shown are the first that come up."""


class Fate(msgspec.Struct, frozen=True):
    """What can become of one unit, all rolls together: results and their chances, `none` included."""

    unit: str
    side: int
    chances: dict[str, Chance]

    def chance(self, result: str) -> Fraction:
        """Exact chance of a result."""
        found = self.chances.get(result)
        return found.fraction if found is not None else Fraction(0)


class Preview(msgspec.Struct, frozen=True):
    """What commands that come to dice can bring about."""

    kind: str
    """fire, spot, rally, melee, withdraw, smoke, heal, repair, morale … or the purpose of the first die."""
    rule: str
    side: int
    """The side that acts."""
    rolls: tuple[Roll, ...]
    fates: tuple[Fate, ...]
    """Units that something can happen to; the targets of fire always."""
    any: Chance
    """At least one enemy is harmed, or at least one attempt of the acting side succeeds."""
    commands: tuple[Command, ...] = ()
    """What was looked at, with the choices that were filled in."""
    assumed: tuple[Command, ...] = ()
    """Choices of players in the middle of it that were taken for granted."""
    open: Chance = NEVER
    """Share of all cases that goes on only after a choice of a player that was not looked into."""
    secret: Chance = NEVER
    """Share of all cases in which something comes to light that nobody may know beforehand (1.8)."""
    exact: bool = True
    """False: too many cases; the share `left` of them was not played to its end and is in no fate."""
    left: Chance = NEVER
    branches: int = 0
    """Cases played out (0: counted, not played)."""


def ordered(found: Mapping[str, Fraction]) -> dict[str, Chance]:
    """Chances with the most likely first, `none` and `failed` last among equals; impossible ones left out."""
    rank = sorted(found.items(), key=lambda item: (-item[1], item[0] in ("none", "failed"), item[0]))
    return {name: Chance.of(chance) for name, chance in rank if chance}
