"""What a side wants in a position, how much time it has, and what units are worth to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from lnlt.ai.goals import Stay, open_places
from lnlt.ai.ground import Lore
from lnlt.ai.tables import BIG, PACE, WORTH, worth_of
from lnlt.ai.temper import Temper
from lnlt.core.flags import SHAKEN, WOUNDED
from lnlt.core.game import Game
from lnlt.core.state import Locs, State, Unit
from lnlt.rules.ch22_scenario.victory import standing
from lnlt.rules.facts.control import controls

NEEDED = 3.0
"""How much more a unit is worth without whom the game cannot be won."""
URGENT = 2.0
GONE = 0.2
"""In the last turn: how much more an enemy counts who must be driven off, and one who is Shaken already."""
HORIZON = 3
"""Least number of turns over which a side that is losing learns to take risks."""


class Wants:
    """One side in one position: what it is after."""

    def __init__(self, game: Game, s: State, side: int, lore: Lore, temper: Temper) -> None:
        self.temper = temper
        self.game = game
        self.s = s
        self.side = side
        self.lore = lore
        self.goals = lore.goals[side]
        self.ground = lore.ground
        self._crowd: dict[int, int] = {}

    @cached_property
    def foes(self) -> Locs:
        """Locations with enemies."""
        return self.s.spread.held[1 - self.side]

    def worth(self, u: Unit) -> float:
        """What a unit is worth as a fighter."""
        t = self.game.types[u.type]
        worth = worth_of(t) if t.kind in BIG else WORTH.get(t.kind, 0.5)
        if u.side != self.side and self.goals.kills:
            worth *= 1 + self.goals.kills
            if self.goals.clear and self.last_chance:  # who is Shaken does not come back any more
                worth *= GONE if u.flags & SHAKEN else URGENT
        elif u.side == self.side and self.stay is not None and u.id == self.stay.unit:
            worth *= NEEDED
        if u.flags & SHAKEN:
            worth *= 0.5
        return worth * 0.7 if u.flags & WOUNDED else worth

    @cached_property
    def stay(self) -> Stay | None:
        """What is still to be done by staying somewhere, if the unit it needs is still about."""
        for stay in self.goals.stays:
            if not self.s.notes.get(stay.done):
                i = self.s.ids.get(stay.unit)
                if i is not None and self.s.units[i].at >= 0:
                    return stay
        return None

    def is_staying(self, loc: int) -> bool:
        """Whether those in a location had better do nothing this turn."""
        stay = self.stay
        if stay is None or stay.at != loc or not self.s.notes.get(stay.found):
            return False
        unit = self.s.units[self.s.ids[stay.unit]]
        if unit.at != loc or not unit.good_order or loc in self.foes:
            return False
        return self.guards.get(loc, 0) > 0

    @cached_property
    def wanted(self) -> tuple[int, ...]:
        """Hexes this side is drawn to: places to take, a way off the map; else places to keep; else the enemy."""
        goals = self.goals
        if goals.exits:
            return tuple(sorted(goals.exits))
        lost = {p >> 3 for p in open_places(goals, self.s, self.side)}
        if goals.clear:
            lost |= {loc >> 3 for loc in self.foes}
        if self.stay is not None and not self.guards.get(self.stay.at, 0):
            lost.add(self.stay.at >> 3)
        if lost:
            return tuple(sorted(lost))
        kept = {p >> 3 for p in goals.places} | goals.enemy_exits
        return tuple(sorted(kept) or sorted({loc >> 3 for loc in self.foes}))

    def is_called(self, units: Sequence[Unit]) -> bool:
        """Whether somebody among some units is needed where something is done by staying."""
        return self.stay is not None and any(u.id == self.stay.unit for u in units)

    @cached_property
    def holding(self) -> bool:
        """Whether this side has all it wants and only has to keep it."""
        return (
            not self.goals.exits
            and not self.goals.clear
            and not open_places(self.goals, self.s, self.side)
            and bool(self.goals.places)
        )

    @cached_property
    def turns_left(self) -> int:
        """Turns still to be played, this one included."""
        return max(1, self.game.turns - self.s.turn + 1) if self.game.turns else 6

    @cached_property
    def last_chance(self) -> bool:
        """Whether nobody will rally any more: this is the last turn."""
        return self.turns_left <= 1

    @cached_property
    def fear(self) -> float:
        """What the fire to come counts: little when the game is about to end."""
        t = self.temper
        return t.fear * self.nerve if self.turns_left > 1 else t.fear * self.nerve / 3

    @cached_property
    def behind(self) -> bool:
        """Whether this side would not win if the game ended now."""
        return standing(self.game, self.s).winner != self.side

    @cached_property
    def nerve(self) -> float:
        """How much danger counts: less and less for a side that is losing."""
        if not self.behind:
            return 1.0
        return max(self.temper.nerve, min(1.0, (self.turns_left - 1) / max(HORIZON, self.game.turns - 1)))

    def pull(self, row: Sequence[int], loc: int, called: bool = False, swift: int = 1) -> float:
        """What half a Movement Point toward the goal is worth: more for those who will hardly be in time."""
        if self.holding and self.stay is None:
            return self.temper.kept
        if not row:
            return 0.0
        far = row[loc >> 3] if loc >= 0 else PACE * 2
        need = far / (swift * PACE * max(0.5, self.turns_left - (2 if called else 1 if self.behind else 0)))
        t = self.temper
        return t.pull * (3 if called else 1) * (1 + min(4.0, t.hurry * max(0.0, need - t.slack)))

    @cached_property
    def guards(self) -> dict[int, int]:
        """How many own Good Order MMCs stand in each place that counts."""
        s = self.s
        return {
            p: sum(
                1
                for i in s.by_loc.get(p, ())
                if s.units[i].side == self.side and s.units[i].good_order and self.game.types[s.units[i].type].is_mmc
            )
            for p in (*self.goals.places, *(stay.at for stay in self.goals.stays))
        }

    @cached_property
    def posts(self) -> frozenset[int]:
        """Places that count where somebody should stand. What is controlled stays so when left (22.0): who is losing
        has other things to do than to guard it."""
        kept = self.goals.hold | ({self.stay.at} if self.stay is not None else set())
        return frozenset(p for p in self.guards if p in kept or not self.behind or not controls(self.s, self.side, p))

    def crowd(self, loc: int) -> int:
        """Own MMCs in a location."""
        found = self._crowd.get(loc)
        if found is None:
            s, types = self.s, self.game.types
            if loc not in s.by_loc:
                return 0
            found = self._crowd[loc] = sum(
                1 for i in s.by_loc[loc] if s.units[i].side == self.side and types[s.units[i].type].is_mmc
            )
        return found
