"""Who was lucky: harm done beside the harm the odds promised, and how well the dice fell.

Before the dice of an attack or a Melee are rolled, `engine.preview` knows the exact chance of everything that can
become of every unit. Harm is counted in Squads (a Squad lost is 1). What a side did to the enemy more than the odds
said, less what the enemy did to it more than they said, is its luck: 0 on average for everybody, whatever they play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product

import msgspec

from lnlt import engine
from lnlt.core import events as ev
from lnlt.core.catalog import UnitType
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State, Unit
from lnlt.rules.facts.stacking import HALF_SQUADS
from lnlt.table.outcomes import fate
from lnlt.table.previews import EPISODES

HARM = {
    "eliminated": 1.0,
    "destroyed": 1.0,
    "abandoned": 1.0,
    "casualties": 0.5,
    "wounded": 0.4,
    "shaken": 0.4,
    "damaged": 0.4,
}
"""Share of a unit that a result costs."""
HARMFUL = frozenset({"attack", "defence", "melee", "to hit", "morale check", "mines table"})
"""Purposes of rolls that can be the first of a fight: a shot that misses is one, too."""
HIGH_IS_GOOD = {
    "attack": True,
    "defence": True,
    "melee": True,
    "initiative": True,
    "damage check": False,
    "morale check": False,
    "rally": False,
    "spot": False,
    "smoke": False,
}
"""Rolls that are for or against the side that makes them; all others say nothing about luck."""
STEPS = 2_000
"""Cases of one fight that are played out at most; what is left is taken as it comes."""


def size(kind: UnitType) -> float:
    """A unit in Squads: half for a Half-Squad, a Crew or a single man."""
    if kind.is_smc:
        return 0.5
    return HALF_SQUADS.get(kind.kind, 2) / 2


@lru_cache(maxsize=64)
def _ranks(count: int, sides: int) -> dict[int, float]:
    """Per sum of so many dice the share of rolls below it, half of the equal ones included."""
    sums = [sum(faces) for faces in product(range(1, sides + 1), repeat=count)]
    total = len(sums)
    return {s: (sum(x < s for x in sums) + sum(x == s for x in sums) / 2) / total for s in set(sums)}


def goodness(roll: ev.Rolled) -> float | None:
    """How good a roll was for its side, 0 to 1, one half on average; None where no number is better than another.

    >>> goodness(ev.Rolled("attack", 0, (6,)))
    0.9166666666666666
    >>> goodness(ev.Rolled("rally", 0, (1, 1))) > 0.98
    True
    >>> goodness(ev.Rolled("random", 0, (6,)))
    """
    high = HIGH_IS_GOOD.get(roll.purpose)
    if high is None or roll.side == NOBODY:
        return None
    rank = _ranks(len(roll.faces), roll.sides)[sum(roll.faces)]
    return rank if high else 1 - rank


class Luck(msgspec.Struct, frozen=True, array_like=True):
    """Luck of both sides in one game."""

    done: tuple[float, float]
    """Harm each side did in fights, in Squads."""
    expected: tuple[float, float]
    """What the odds had promised it."""
    rolls: tuple[int, int]
    """Rolls for or against each side that it made itself."""
    good: tuple[float, float]
    """How good these were, added up; half their number on average."""
    fights: int

    @property
    def net(self) -> float:
        """Luck of the first side in Squads; the second side's is the opposite."""
        return (self.done[0] - self.expected[0]) - (self.done[1] - self.expected[1])

    def dice(self, side: int) -> float:
        """How good a side's rolls were on average."""
        return self.good[side] / self.rolls[side] if self.rolls[side] else 0.5


class Meter:
    """Follows a game command by command and adds up luck."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.done = [0.0, 0.0]
        self.expected = [0.0, 0.0]
        self.rolls = [0, 0]
        self.good = [0.0, 0.0]
        self.fights = 0
        self._began: Sequence[Unit] | None = None
        """Units as they were before the fight that goes on."""

    def saw(self, before: State, command: Command, events: Iterable[ev.Event], after: State) -> None:
        """Take in one command and what came of it."""
        opened = False
        for event in events:
            if type(event) is ev.Rolled:
                opened = opened or event.purpose in HARMFUL
                good = goodness(event)
                if good is not None:
                    self.rolls[event.side] += 1
                    self.good[event.side] += good
        if opened and self._began is None:
            self._open(before, command)
        if self._began is not None and not any(isinstance(frame, EPISODES) for frame in after.stack):
            self._close(after)

    def _open(self, before: State, command: Command) -> None:
        found = engine.preview(self.game, before, [command], limit=STEPS)
        if not isinstance(found, engine.Preview) or not found.fates or found.kind == "withdraw":
            return  # who stays in a Melee fights it later
        self.fights += 1
        self._began = before.units
        for row in found.fates:
            number = before.ids.get(row.unit)
            if number is not None:
                whole = size(self.game.types[before.units[number].type])
                harm = sum(share * float(row.chance(result)) for result, share in HARM.items())
                self.expected[1 - row.side] += whole * harm

    def _close(self, after: State) -> None:
        assert self._began is not None
        for old, new in zip(self._began, after.units, strict=False):
            if old is not new:
                harm = HARM.get(fate(old, new), 0.0)
                self.done[1 - old.side] += harm * size(self.game.types[old.type])
        self._began = None

    def result(self) -> Luck:
        """What it adds up to, rounded so that it is stored the same everywhere."""
        return Luck(
            (round(self.done[0], 4), round(self.done[1], 4)),
            (round(self.expected[0], 4), round(self.expected[1], 4)),
            (self.rolls[0], self.rolls[1]),
            (round(self.good[0], 4), round(self.good[1], 4)),
            self.fights,
        )
