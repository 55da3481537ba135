"""5.0, 5.1: exact chances of a direct-fire attack, per target and for the stack.

The sums and the table are those of the attack itself; only the dice are counted instead of rolled. A test
compares the result with playing out every way the dice can fall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

import msgspec

from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Tally
from lnlt.rules.ch05_fire.attack import can_jam, targets
from lnlt.rules.ch05_fire.damage import (
    CASUALTIES,
    ELIMINATED_RESULT,
    NONE,
    WOUNDED_RESULT,
    column,
    dies_of_wound,
    result,
)
from lnlt.rules.ch05_fire.firepower import Firer, only_with, with_mortar
from lnlt.rules.ch05_fire.modifiers import defence_tally, fire_tally
from lnlt.rules.ch11_smc.heroes import hero_chance, may_spawn, room_for_heroes
from lnlt.rules.ch13_nations import DIE, fire_die
from lnlt.rules.facts import units
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.weapons import fire_distance

DAMAGE_DIE = 6
Chances = dict[str, Fraction]


class TargetOdds(msgspec.Struct, frozen=True):
    """Chance of each result for one unit; `eliminated` includes units lost through Casualties."""

    unit: str
    chances: Chances
    attack: Tally
    defence: Tally
    hit: Fraction
    """Chance that it has to make a Damage Check at all."""


class FireOdds(msgspec.Struct, frozen=True):
    """Chances of an attack: per target, and that at least one target is affected."""

    targets: tuple[TargetOdds, ...]
    any: Fraction
    heroes: tuple[Fraction, ...] = ()
    """Chance that a first new Hero appears among the targets, and a second (11.2.1)."""


class Aim:
    """What the dice meet at one target: both sums, Morale, column, and who could help."""

    __slots__ = ("attack", "column", "defence", "helpers", "leads", "lm", "morale", "shift", "unit")

    def __init__(self, game: Game, s: Position, unit: int, attack: Tally, defence: Tally, there: Sequence[int]) -> None:
        u = s.units[unit]
        self.unit = unit
        self.attack, self.defence = attack, defence
        self.shift = attack.total - defence.total
        self.morale = units.morale(game, u, s)
        self.column = column(game, u)
        self.leads = is_leader(game, s, unit)
        self.lm = units.leadership(game, u) if self.leads and u.good_order else 0
        t = game.types[u.type]
        self.helpers = [
            o
            for o in there
            if o != unit
            and is_leader(game, s, o)
            and (units.same_command(game, s.units[o], u) or t.kind == "weapon_team")
        ]

    def results(self, ahead: int, helping: Mapping[int, int]) -> Mapping[str, int]:
        """How many faces of the Damage Check die give each result, when the attack is ahead by so much."""
        if ahead <= 0:
            return MISSED
        return faces(self.column, self.morale, ahead - self.help(helping))

    def help(self, helping: Mapping[int, int]) -> int:
        """11.1.1: the best modifier among those who can help this unit."""
        return max((helping[h] for h in self.helpers if h in helping), default=0)


MISSED: Mapping[str, int] = {NONE: DAMAGE_DIE}


@lru_cache(maxsize=4096)
def faces(column: str, morale: int, base: int) -> Mapping[str, int]:
    """5.1: how many faces of the Damage Check die give each result."""
    return Counter(result(column, morale, die + base) for die in range(1, DAMAGE_DIE + 1))


@lru_cache(maxsize=16)
def leads_by(attack: int, defence: int, best_of: int) -> Mapping[int, int]:
    """5.0, 1.6.5: in how many ways the attack dice are ahead by so much; of two of them the higher counts."""
    highest = Counter(max(dice) for dice in product(range(1, attack + 1), repeat=best_of))
    found: Counter[int] = Counter()
    for a, ways in highest.items():
        for d in range(1, defence + 1):
            found[a - d] += ways
    return found


def fire_odds(
    game: Game, s: Position, firers: Sequence[Firer], lead: int, origin: int, at: int, mode: str = ""
) -> FireOdds:
    """5.0: exact chances of every result of an attack, Leaders' own checks taken into account.

    1.6.2: equal dice jam one of the weapons that can, and it does not count; 1.6.5: a Mortar makes it two dice.
    """
    side = s.units[firers[0].unit].side
    best_of = 2 if mode == "indirect" or with_mortar(game, s, firers) else 1
    mortar = only_with(game, s, firers, fire_distance(game, origin, at)) == "mortar"
    aimed, there = targets(game, s, side, at, mortar, origin, [f.unit for f in firers]), s.by_loc.get(at, ())
    aims = []
    for unit in aimed:
        fire = fire_tally(game, s, firers, lead, origin, at, unit, mode)
        aims.append(
            Aim(game, s, unit, fire, defence_tally(game, s, at, origin, unit, mortar=mortar, bombs=best_of > 1), there)
        )
    apt = can_jam(game, s, sorted({w for f in firers for w in f.weapons}))
    jams = [
        {a.unit: fire_tally(game, s, firers, lead, origin, at, a.unit, mode, w).total - a.defence.total for a in aims}
        for w in apt
    ]
    plain = {a.unit: a.shift for a in aims}
    attack, defence = fire_die(game, side), DIE
    count = Count(aims, helpers(game, s, [o for o in there if o not in aimed and s.units[o].side != side]))
    count.parents = frozenset(u for u in aimed if may_spawn(game, s, u))
    for gap, ways in leads_by(attack, defence, best_of).items():
        if gap == 0 and jams:
            for shifts in jams:
                count.add(gap, ways, shifts)
        else:
            count.add(gap, ways * max(1, len(jams)), plain)
    total = attack**best_of * defence * max(1, len(jams))
    return FireOdds(
        tuple(target_odds(game, s, a, count.chances[a.unit], count.hits[a.unit], total, count.scale) for a in aims),
        1 - Fraction(count.spared, total * count.scale),
        new_heroes(game, s, 1 - side, count.checks, total) if count.parents else (),
    )


def new_heroes(game: Game, s: Position, side: int, checks: Mapping[int, int], total: int) -> tuple[Fraction, ...]:
    """11.2.1: chances that a side gets a first and a second new Hero; `checks`: possible parents who check -> ways."""
    each = hero_chance(game, side)
    first = second = Fraction(0)
    for parents, ways in checks.items():
        none = (1 - each) ** parents
        one = parents * each * none / (1 - each)
        first += Fraction(ways, total) * (1 - none)
        second += Fraction(ways, total) * (1 - none - one)
    return tuple(chance for chance in (first, second)[: room_for_heroes(game, s, side)] if chance)


def helpers(game: Game, s: Position, among: Iterable[int]) -> dict[int, int]:
    """11.1.1: Good Order Leaders and their modifiers, those with none left out."""
    found = {}
    for o in among:
        if is_leader(game, s, o) and s.units[o].good_order and (lm := units.leadership(game, s.units[o])):
            found[o] = lm
    return found


class Count:
    """Ways in which the dice bring each result, every target checking once: Leaders first, others with their help."""

    def __init__(self, aims: Sequence[Aim], helping: Mapping[int, int]) -> None:
        self.helping = helping
        """Leaders who are no targets."""
        self.leaders = [a for a in aims if a.leads]
        self.others = [a for a in aims if not a.leads]
        self.chances: dict[int, Counter[str]] = {a.unit: Counter() for a in aims}
        self.hits: Counter[int] = Counter()
        self.spared = 0
        self.parents: frozenset[int] = frozenset()
        """Targets whose check can bring a Hero (11.2.1)."""
        self.checks: Counter[int] = Counter()
        """How many of them have to check -> ways."""
        self.size = len(aims)
        self.scale: int = DAMAGE_DIE ** len(aims)

    def add(self, gap: int, ways: int, shifts: Mapping[int, int]) -> None:
        """Count the dice that leave the attack ahead by `gap`, before the sums."""
        if not any(gap + shift > 0 for shift in shifts.values()):
            for counts in self.chances.values():
                counts[NONE] += ways * self.scale
            self.spared += ways * self.scale
            return
        for unit, shift in shifts.items():
            if gap + shift > 0:
                self.hits[unit] += ways
        self.checks[sum(gap + shifts[unit] > 0 for unit in self.parents)] += ways
        pending = [a for a in self.leaders if gap + shifts[a.unit] > 0]
        ready = {**self.helping, **{a.unit: a.lm for a in self.leaders if a.lm and a not in pending}}
        for weight, fallen, helping in after_leaders(pending, gap, shifts, ready):
            share = ways * weight * DAMAGE_DIE ** (self.size - len(pending))
            for unit, outcome in fallen:
                self.chances[unit][outcome] += share
            for a in self.leaders:
                if a not in pending:
                    self.chances[a.unit][NONE] += share
            unharmed = ways * weight * DAMAGE_DIE ** (len(self.leaders) - len(pending))
            if any(outcome != NONE for _, outcome in fallen):
                unharmed = 0
            for a in self.others:
                found = a.results(gap + shifts[a.unit], helping)
                for outcome, sides in found.items():
                    self.chances[a.unit][outcome] += share // DAMAGE_DIE * sides
                unharmed *= found.get(NONE, 0)
            self.spared += unharmed


def after_leaders(
    pending: Sequence[Aim], gap: int, shifts: Mapping[int, int], helping: dict[int, int]
) -> Iterator[tuple[int, tuple[tuple[int, str], ...], dict[int, int]]]:
    """Every way the Leaders' own checks can go: (ways, results, who can help afterwards)."""
    if not pending:
        yield 1, (), helping
        return
    first, rest = pending[0], pending[1:]
    for outcome, count in first.results(gap + shifts[first.unit], helping).items():
        after = helping
        if first.lm and outcome == NONE:
            after = {**helping, first.unit: first.lm}
        for ways, results, final in after_leaders(rest, gap, shifts, after):
            yield count * ways, ((first.unit, outcome), *results), final


def target_odds(
    game: Game, s: Position, aim: Aim, counts: Mapping[str, int], hits: int, total: int, scale: int
) -> TargetOdds:
    """Chances of one target from the ways that bring each result."""
    chances = _named(game, s, aim.unit, counts, total * scale)
    return TargetOdds(s.units[aim.unit].id, chances, aim.attack, aim.defence, Fraction(hits, total))


def _named(game: Game, s: Position, unit: int, counts: Mapping[str, int], total: int) -> Chances:
    """Chances under the names of results; Casualties eliminate all but Squads, a second wound kills (5.1)."""
    u = s.units[unit]
    lost = [] if game.types[u.type].kind in ("squad", "mounted_squad") else [CASUALTIES]
    if dies_of_wound(game, u):
        lost.append(WOUNDED_RESULT)
    ways = {outcome: n for outcome, n in counts.items() if n and outcome not in lost}
    killed = sum(counts.get(outcome, 0) for outcome in lost)
    if killed:
        ways[ELIMINATED_RESULT] = ways.get(ELIMINATED_RESULT, 0) + killed
    return {outcome: Fraction(n, total) for outcome, n in ways.items()}
