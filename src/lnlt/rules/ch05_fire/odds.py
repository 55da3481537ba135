"""5.0, 5.1: exact chances of a direct-fire attack, per target and for the stack.

The sums and the table are those of the attack itself; only the dice are counted instead of rolled. A test
compares the result with playing out every way the dice can fall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.rules.ch01_concepts import units
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
from lnlt.rules.ch05_fire.firepower import Firer, defence_tally, fire_tally, only_with, with_mortar
from lnlt.rules.ch11_smc.leaders import is_leader
from lnlt.rules.ch13_nations import fire_die

DAMAGE_DIE = 6
Chances = dict[str, Fraction]


class TargetOdds(msgspec.Struct, frozen=True):
    """Chance of each result for one unit; `eliminated` includes units lost through Casualties."""

    unit: str
    chances: Chances
    hit: Fraction = Fraction(0)
    """Chance that it has to make a Damage Check."""


class FireOdds(msgspec.Struct, frozen=True):
    """Chances of an attack: per target, and that at least one target is affected."""

    targets: tuple[TargetOdds, ...]
    any: Fraction


class _Aim:
    """What the dice meet at one target: how far the attack is ahead, Morale, column, and who could help."""

    __slots__ = ("column", "helpers", "leader", "lm", "morale", "shift", "unit")

    def __init__(self, game: Game, s: Position, unit: int, shift: int, aimed: Sequence[int]) -> None:
        u = s.units[unit]
        self.unit = unit
        self.shift = shift
        self.morale = units.morale(game, u, s)
        self.column = column(game, u)
        self.leader = is_leader(game, s, unit) and u.good_order
        self.lm = units.leadership(game, u) if self.leader else 0
        t = game.types[u.type]
        self.helpers = [
            o
            for o in aimed
            if o != unit
            and is_leader(game, s, o)
            and (units.same_command(game, s.units[o], u) or t.kind == "weapon_team")
        ]

    def results(self, lead: int, helping: dict[int, int]) -> Counter[str]:
        """How many faces of the Damage Check die give each result, when the attack is ahead by `lead`."""
        if lead + self.shift <= 0:
            return Counter({NONE: DAMAGE_DIE})
        lm = max((helping[h] for h in self.helpers if h in helping), default=0)
        base = lead + self.shift - lm
        return Counter(result(self.column, self.morale, die + base) for die in range(1, DAMAGE_DIE + 1))


def fire_odds(
    game: Game, s: Position, firers: Sequence[Firer], lead: int, origin: int, at: int, mode: str = ""
) -> FireOdds:
    """5.0: exact chances of every result of an attack, Leaders' own checks taken into account.

    With a Mortar the higher of two dice counts (1.6.5); on equal dice a weapon may jam and adds nothing (1.6.2).
    """
    side = s.units[firers[0].unit].side
    mortar = only_with(game, s, firers, game.distance(origin >> 3, at >> 3) or 1) == "mortar"
    aimed = targets(game, s, side, at, mortar)
    outcomes = dice_outcomes(game, s, firers, side, mode)
    aims: dict[int, list[_Aim]] = {}
    for jammed in {jammed for _, jammed in outcomes}:
        aims[jammed] = []
        for unit in aimed:
            fire = fire_tally(game, s, firers, lead, origin, at, unit, mode, jammed)
            cover = defence_tally(game, s, at, origin, unit, mortar=mortar)
            aims[jammed].append(_Aim(game, s, unit, fire.total - cover.total, aimed))
    chances: dict[int, Counter[str]] = {unit: Counter() for unit in aimed}
    hits: Counter[int] = Counter()
    spared = 0
    for (gap, jammed), ways in outcomes.items():
        hits.update({a.unit: ways for a in aims[jammed] if gap + a.shift > 0})
        spared += _count(game, s, aims[jammed], gap, ways, chances)
    tries = sum(outcomes.values())
    total = tries * DAMAGE_DIE ** len(aimed)
    found = tuple(
        TargetOdds(s.units[u].id, _named(game, s, u, chances[u], total), Fraction(hits[u], tries)) for u in aimed
    )
    return FireOdds(found, 1 - Fraction(spared, total))


def dice_outcomes(game: Game, s: Position, firers: Sequence[Firer], side: int, mode: str) -> Counter[tuple[int, int]]:
    """How often the attack die is ahead by so much, and which weapon jams then (NOBODY: none)."""
    attack, defence = fire_die(game, side), fire_die(game, 1 - side)
    two = mode == "indirect" or with_mortar(game, s, firers)
    apt = can_jam(game, s, sorted({w for f in firers for w in f.weapons}))
    found: Counter[tuple[int, int]] = Counter()
    for a in range(1, attack + 1):
        ways = 2 * a - 1 if two else 1
        for d in range(1, defence + 1):
            for weapon in apt if apt and a == d else (NOBODY,):
                found[a - d, weapon] += ways * (1 if a == d else max(1, len(apt)))
    return found


def _count(game: Game, s: Position, aims: Sequence[_Aim], gap: int, ways: int, chances: dict[int, Counter[str]]) -> int:
    """Add what the Damage Checks can bring when the dice are apart by `gap`; in how many ways nobody is harmed."""
    spared = 0
    leaders = [a for a in aims if is_leader(game, s, a.unit)]
    others = [a for a in aims if not is_leader(game, s, a.unit)]
    pending = [a for a in leaders if gap + a.shift > 0]
    ready = {a.unit: a.lm for a in leaders if a.leader and a not in pending}
    for weight, fallen, helping in _leaders(pending, gap, ready):
        share = ways * weight * DAMAGE_DIE ** (len(aims) - len(pending))
        for unit, outcome in fallen:
            chances[unit][outcome] += share
        for a in leaders:
            if a not in pending:
                chances[a.unit][NONE] += share
        unharmed = ways * weight * DAMAGE_DIE ** (len(leaders) - len(pending))
        if any(outcome != NONE for _, outcome in fallen):
            unharmed = 0
        for a in others:
            faces = a.results(gap, helping)
            for outcome, count in faces.items():
                chances[a.unit][outcome] += share // DAMAGE_DIE * count
            unharmed *= faces[NONE]
        spared += unharmed
    return spared


def _leaders(
    pending: Sequence[_Aim], gap: int, helping: dict[int, int]
) -> Iterator[tuple[int, tuple[tuple[int, str], ...], dict[int, int]]]:
    """Every way the Leaders' own checks can go: (ways, results, who can help afterwards)."""
    if not pending:
        yield 1, (), helping
        return
    first, rest = pending[0], pending[1:]
    for outcome, count in first.results(gap, helping).items():
        after = helping
        if first.leader and outcome == NONE:
            after = {**helping, first.unit: first.lm}
        for ways, results, final in _leaders(rest, gap, after):
            yield count * ways, ((first.unit, outcome), *results), final


def _named(game: Game, s: Position, unit: int, counts: Counter[str], total: int) -> Chances:
    """Chances under the names of results; Casualties eliminate all but Squads, a second wound kills (5.1)."""
    chances = {outcome: Fraction(n, total) for outcome, n in counts.items() if n}
    u = s.units[unit]
    lost = [] if game.types[u.type].kind in ("squad", "mounted_squad") else [CASUALTIES]
    if dies_of_wound(game, u):
        lost.append(WOUNDED_RESULT)
    for outcome in lost:
        if outcome in chances:
            chances[ELIMINATED_RESULT] = chances.get(ELIMINATED_RESULT, Fraction(0)) + chances.pop(outcome)
    return chances
