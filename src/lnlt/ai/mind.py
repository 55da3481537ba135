"""How a computer player looks at a position: what units are worth, where it is dangerous, where it wants to be.

Rough estimates, quick to make; whether something is allowed, and what it does, only the engine says.
"""

from __future__ import annotations

import heapq
import math
from functools import cached_property

import msgspec

from lnlt.ai.goals import FAR, Goals, Ways, open_places
from lnlt.core.flags import ACTION_MARKERS, MELEE, SHAKEN, WOUNDED
from lnlt.core.game import Game
from lnlt.core.state import State, Unit
from lnlt.core.terrain import PROHIBITED
from lnlt.rules.ch01_concepts import units as values
from lnlt.rules.ch05_fire.odds import fire_odds
from lnlt.rules.ch06_movement.costs import steps_from, unit_cost
from lnlt.rules.ch06_movement.risks import whole_group
from lnlt.rules.ch10_los_spotting.cover import location_modifiers
from lnlt.rules.ch10_los_spotting.lines import line
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, degraded, limited

WORTH = {
    "squad": 1.0,
    "mounted_squad": 1.2,
    "half_squad": 0.5,
    "mounted_half_squad": 0.6,
    "crew": 0.4,
    "weapon_team": 0.9,
    "leader": 1.1,
    "hero": 0.9,
    "sniper": 0.6,
    "marksman": 0.6,
    "medic": 0.6,
    "corpsman": 0.6,
    "commissar": 0.7,
}
HARM = {"shaken": 0.4, "wounded": 0.4, "casualties": 0.6, "reduced": 0.6, "eliminated": 1.0}
"""Share of a unit's worth that a result costs."""
LONERS = frozenset({"sniper", "marksman", "scout", "hero"})
"""Single men who are of use on their own."""
TYPICAL_MORALE = 5
PULL, FEAR, RISK = 0.05, 0.15, 0.3
PACE = 8
"""Half Movement Points a unit makes in a turn, roughly."""


def _harm_table() -> list[float]:
    """Chance that fire ahead by -12 … 19 before the dice does harm to a unit of ordinary Morale."""
    table = []
    for ahead in range(-12, 20):
        ways = 0
        for a in range(1, 7):
            for d in range(1, 7):
                margin = ahead + a - d
                if margin > 0:
                    ways += sum(1 for check in range(1, 7) if check + margin > TYPICAL_MORALE)
        table.append(ways / 216)
    return table


_HARM = _harm_table()


def harm(ahead: float) -> float:
    """Rough chance of harm by fire that is ahead by so much before the dice.

    >>> harm(-6), harm(5) > harm(1) > 0
    (0.0, True)
    """
    return _HARM[max(0, min(31, math.floor(ahead) + 12))]


class Trip(msgspec.Struct, frozen=True):
    """A way some units could go: where to, how, what it is worth in all."""

    path: tuple[int, ...]
    cost: int
    gain: float


class Mind:
    """One side's look at one position."""

    def __init__(self, game: Game, s: State, side: int, goals: Goals, ways: Ways) -> None:
        self.game = game
        self.s = s
        self.side = side
        self.goals = goals
        self.ways = ways
        self._danger: dict[int, float] = {}
        self._cover: dict[int, float] = {}

    def worth(self, u: Unit) -> float:
        """What a unit is worth as a fighter."""
        worth = WORTH.get(self.game.types[u.type].kind, 0.5)
        if u.side != self.side and self.goals.kills:
            worth *= 1 + self.goals.kills
        if u.flags & SHAKEN:
            worth *= 0.5
        return worth * 0.7 if u.flags & WOUNDED else worth

    def power(self, loc: int, side: int, ready: bool = False) -> tuple[float, int]:
        """Rough firepower of a side's units of a location on one target, and how far it reaches."""
        game, s = self.game, self.s
        powers: list[float] = []
        lm = reach = 0
        for i in s.by_loc.get(loc, ()):
            u = s.units[i]
            if u.side != side or u.flags & (SHAKEN | MELEE) or (ready and u.flags & ACTION_MARKERS):
                continue
            fp = values.firepower(game, u)
            far = values.fire_range(game, u)
            for w in u.carries:
                t = game.weapon_types[s.weapons[w].type]
                if t.fp and t.fp > fp:
                    fp, far = t.fp, max(far, t.range)
            if fp:
                powers.append(fp)
                reach = max(reach, far)
            else:
                lm = max(lm, values.leadership(game, u))
        powers.sort(reverse=True)
        return (powers[0] + sum(powers[1:]) / 2 + lm if powers else 0.0), reach

    @cached_property
    def enemies(self) -> list[tuple[int, float, int, bool]]:
        """Enemy locations with firepower: where, how much, how far, and whether it can still answer a move."""
        foe = 1 - self.side
        found = []
        for loc, members in self.s.by_loc.items():
            if any(self.s.units[u].side == foe for u in members):
                fp, far = self.power(loc, foe)
                if fp:
                    found.append((loc, fp, far, self.power(loc, foe, True)[0] > 0))
        return found

    def cover(self, loc: int) -> float:
        """Target Modifier of a location, whoever fires."""
        found = self._cover.get(loc)
        if found is None:
            mods = location_modifiers(self.game, self.s, loc)
            found = self._cover[loc] = min(4.0, float(sum(m.value for m in mods)))
        return found

    def danger(self, loc: int) -> float:
        """Rough chance to come to harm in a location, if the enemy fires with all he has."""
        found = self._danger.get(loc)
        if found is None:
            found = self._danger[loc] = self._all_fire(loc, 0.0, moving=False)
        return found

    def _all_fire(self, loc: int, extra: float, moving: bool) -> float:
        game = self.game
        cover = self.cover(loc)
        row = game.ranges[loc >> 3]
        safe = 1.0
        for at, fp, far, ready in self.enemies:
            distance = row[at >> 3]
            if distance > far or (moving and not ready):
                continue
            verdict = line(game, self.s, at, loc)
            if verdict == BLOCKED:
                continue
            near = 2.0 if distance <= 1 else 0.0
            p = harm(fp + near + extra - cover - degraded(verdict) - 2 * limited(verdict))
            hidden = cover > 0 and distance > 1 and not moving
            safe *= 1 - p * (0.4 if hidden else 1.0)
        return 1 - safe

    def risk(self, loc: int) -> float:
        """Rough chance to come to harm when moving through a location."""
        return self._all_fire(loc, 1.0 if self.cover(loc) <= 0 else 0.0, moving=True) * 0.7

    @cached_property
    def wanted(self) -> list[int]:
        """Hexes this side is drawn to: places to take, a way off the map; else places to keep; else the enemy."""
        if self.goals.exits:
            return sorted(self.goals.exits)
        lost = {p >> 3 for p in open_places(self.goals, self.s, self.side)}
        if self.goals.clear:
            lost |= {loc >> 3 for loc, *_ in self.enemies}
        if lost:
            return sorted(lost)
        kept = {p >> 3 for p in self.goals.places} | self.goals.enemy_exits
        return sorted(kept) or sorted({loc >> 3 for loc, *_ in self.enemies})

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
    def fear(self) -> float:
        """What the fire to come counts: little when the game is about to end."""
        return FEAR if self.turns_left > 1 else FEAR / 3

    def pull(self, u: Unit, loc: int) -> float:
        """What half a Movement Point toward the goal is worth: more for those who will hardly be in time."""
        if self.holding:
            return 0.012
        far = self.far((u.at if u.at >= 0 else loc) >> 3)
        need = far / (PACE * self.turns_left)
        return PULL * (1 + min(4.0, 5 * max(0.0, need - 0.3)))

    def far(self, hex_: int) -> int:
        """Half Movement Points to the nearest wanted hex."""
        return min((self.ways.to(goal)[hex_] for goal in self.wanted), default=0)

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
            for p in self.goals.places
        }

    def desire(self, loc: int, u: Unit) -> float:
        """How good a location is for a unit."""
        worth = self.worth(u)
        far = min(self.far(loc >> 3), FAR // 4)
        found = 0.06 * self.cover(loc) - self.pull(u, loc) * far - self.fear * worth * self.danger(loc)
        t = self.game.types[u.type]
        if t.is_mmc:
            if loc in self.guards and not u.flags & SHAKEN:
                others = self.guards[loc] - (1 if u.at == loc else 0)
                found += 0.8 if not others else 0.1
        elif t.kind not in LONERS:
            found += 0.3 if self.crowd(loc) else -0.4
        return found

    def crowd(self, loc: int) -> int:
        """Own MMCs in a location."""
        s = self.s
        return sum(
            1 for i in s.by_loc.get(loc, ()) if s.units[i].side == self.side and self.game.types[s.units[i].type].is_mmc
        )

    def melee_gain(self, group: list[Unit], loc: int) -> float:
        """What going into Melee with the units of a location promises."""
        mine = sum(values.firepower(self.game, u) for u in group if u.good_order)
        others = [self.s.units[i] for i in self.s.by_loc.get(loc, ()) if self.s.units[i].side != self.side]
        theirs = sum(values.firepower(self.game, u) for u in others if u.good_order)
        prize = sum(self.worth(u) for u in others) + (
            1.0 if loc in self.goals.places or loc >> 3 in self.goals.exits else 0.0
        )
        ratio = mine / theirs if theirs else 4.0
        least = 1.25 if self.turns_left > 2 else 0.8
        if not mine or ratio < least:
            return -1.0
        return min(0.9, 0.35 * ratio) * prize - 0.3 * sum(self.worth(u) for u in group) / ratio

    def shot(self, origin: int, at: int) -> float:
        """What fire from a location at another is worth: exact chances of everything that may fire from there."""
        try:
            lead, group = whole_group(self.game, self.s, self.side, origin, at)
        except ValueError:
            return 0.0
        odds = fire_odds(self.game, self.s, group, lead, origin, at)
        gain = 0.0
        for target in odds.targets:
            worth = self.worth(self.s.units[self.s.ids[target.unit]])
            gain += worth * sum(float(p) * HARM.get(name, 0.0) for name, p in target.chances.items())
        return gain

    def trips(self, members: list[int], left: int, start: int) -> list[Trip]:
        """Ways a group could go with so many half points, best first; Melee only as a last step."""
        game, s = self.game, self.s
        group = [s.units[i] for i in members]
        slowest = members[0]
        here = sum(self.desire(start, u) for u in group)
        worth = sum(self.worth(u) for u in group)
        best: dict[int, float] = {start: 0.0}
        heap: list[tuple[float, int, int, tuple[int, ...]]] = [(0.0, 0, start, ())]
        found: list[Trip] = []
        while heap:
            risk, spent, loc, path = heapq.heappop(heap)
            if best.get(loc, 9.0) < risk:
                continue
            for to in steps_from(game, loc, s):
                if to in path or to == start:
                    continue
                cost = unit_cost(game, s, slowest, loc, to)
                if cost == PROHIBITED or (spent + cost > left and path):
                    continue
                if any(s.units[i].side != self.side for i in s.by_loc.get(to, ())):
                    gain = self.melee_gain(group, to) - RISK * risk * worth
                    found.append(Trip((*path, to), spent + cost, gain))
                    continue
                total = risk + (1 - risk) * self.risk(to)
                if total >= best.get(to, 9.0):
                    continue
                best[to] = total
                gain = sum(self.desire(to, u) for u in group) - here - RISK * total * worth
                gain -= 0.15 * max(0, self.crowd(to) + len(group) - 3)
                if to >> 3 in self.goals.exits:
                    gain += 1.0
                found.append(Trip((*path, to), spent + cost, gain))
                heapq.heappush(heap, (total, spent + cost, to, (*path, to)))
        found.sort(key=lambda t: (-t.gain, t.cost, t.path))
        return found
