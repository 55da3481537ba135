"""15.3: exact chances of an Overrun: what becomes of each defender, and whether anybody is left to answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.rules.ch05_fire.damage import ELIMINATED_RESULT, NONE, WOUNDED_RESULT, dies_of_wound, result
from lnlt.rules.ch05_fire.odds import DAMAGE_DIE, Aim, Count, FireOdds, after_leaders, leads_by, new_heroes, target_odds
from lnlt.rules.ch11_smc import heroes
from lnlt.rules.ch13_nations import DIE, fire_die, hero_faces
from lnlt.rules.ch15_vehicles.bunker_answer import counterattackers
from lnlt.rules.ch15_vehicles.overrun import OverrunAttack, overrun_cover, overrun_tally, victims
from lnlt.rules.ch15_vehicles.overrun_answer import OverrunAnswer
from lnlt.rules.ch17_antitank.eligibility import may_assault
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.stacking import SMCS


class OverrunOdds(msgspec.Struct, frozen=True):
    """Chances of an Overrun."""

    fire: FireOdds
    answered: Fraction
    """Chance that somebody is left who can Close Assault the vehicle, or fire at it from a Bunker (21.1.3)."""


def defenders(game: Game, s: Position, attack: OverrunAttack) -> list[int]:
    """Who makes Damage Checks in an Overrun, Leaders first."""
    there = victims(game, s, 1 - attack.side, attack.came_from, attack.at)
    return sorted(there, key=lambda v: not is_leader(game, s, v))


def overrun_odds(game: Game, s: Position, attack: OverrunAttack) -> OverrunOdds:
    """15.3: the chances, counted from the sums of the attack itself; the vehicle is in the hex already."""
    there = defenders(game, s, attack)
    fire = overrun_tally(game, s, attack.unit)
    aims = [Aim(game, s, v, fire, overrun_cover(game, s, v, attack.came_from), there) for v in there]
    shifts = {a.unit: a.shift for a in aims}
    one, two = fire_die(game, attack.side), DIE
    count = Count(aims, {})
    count.parents = frozenset(v for v in there if heroes.may_spawn(game, s, v))
    silent = Fraction(0)
    mind = _Answer(game, s, attack, aims)
    for gap, ways in leads_by(one, two, 1).items():
        count.add(gap, ways, shifts)
        silent += ways * mind.nobody(gap, shifts)
    total = one * two
    found = tuple(target_odds(game, s, a, count.chances[a.unit], count.hits[a.unit], total, count.scale) for a in aims)
    born = new_heroes(game, s, 1 - attack.side, count.checks, total) if count.parents else ()
    return OverrunOdds(FireOdds(found, 1 - Fraction(count.spared, total * count.scale), born), 1 - silent / total)


State = tuple[int, int]
"""Single-Man Counters in the hex, and Heroes born who found no room in it."""


class _Answer:
    """Whether anybody can answer: unit after unit, once it is known which Leaders are left to help.

    A Hero who is born answers too, if there is room for him in the hex when he is (1.3, 11.2.1).
    """

    def __init__(self, game: Game, s: Position, attack: OverrunAttack, aims: Sequence[Aim]) -> None:
        self.game, self.s = game, s
        side = 1 - attack.side
        question = OverrunAnswer(side=side, at=attack.at, target=attack.unit)
        self.able = {a.unit for a in aims if may_assault(game, s, a.unit) and question.why_not(game, s, a.unit) is None}
        inside = [a.unit for a in aims if s.units[a.unit].at != attack.at]
        if inside:
            self.able |= set(counterattackers(game, s, side, s.units[inside[0]].at, attack.unit, inside))
        self.leaders = [a for a in aims if a.leads]
        self.others = [a for a in aims if not a.leads]
        self.men = sum(self.is_man(a.unit) for a in aims if s.units[a.unit].at == attack.at)
        self.pool = len(heroes.hero_types(game, s, side))
        self.born = Fraction(len(hero_faces(game, side)), DAMAGE_DIE)
        self.heroes = heroes.heroes_of(game, s, side)

    def is_man(self, unit: int) -> bool:
        """A Single-Man Counter."""
        return self.game.types[self.s.units[unit].type].is_smc

    def nobody(self, gap: int, shifts: Mapping[int, int]) -> Fraction:
        """Chance that nobody is left who could, the dice being that far apart."""
        pending = [a for a in self.leaders if gap + shifts[a.unit] > 0]
        ready = {a.unit: a.lm for a in self.leaders if a.lm and a not in pending}
        if any(a.unit in self.able for a in self.leaders if a not in pending):
            return Fraction(0)
        found = Fraction(0)
        for weight, fallen, helping in after_leaders(pending, gap, shifts, ready):
            if any(unit in self.able and self.stays(unit, outcome) for unit, outcome in fallen):
                continue
            lost = sum(self.is_gone(unit, outcome) for unit, outcome in fallen)
            states = {(self.men - lost, 0): Fraction(weight, DAMAGE_DIE ** len(pending))}
            for a in self.others:
                states = self.go_on(a, gap + shifts[a.unit], helping, states)
            found += sum(states.values(), Fraction(0))
        return found

    def stays(self, unit: int, outcome: str) -> bool:
        """Whether a unit that could answer still can after a result: unharmed, or a Hero with a wound he survives."""
        hero = self.game.types[self.s.units[unit].type].kind == "hero"
        return outcome == NONE or (hero and not self.is_gone(unit, outcome))

    def is_gone(self, unit: int, outcome: str) -> bool:
        """5.1: whether a result kills a Single-Man Counter."""
        return outcome == ELIMINATED_RESULT or (
            outcome == WOUNDED_RESULT and dies_of_wound(self.game, self.s.units[unit])
        )

    def go_on(
        self, aim: Aim, ahead: int, helping: Mapping[int, int], states: Mapping[State, Fraction]
    ) -> dict[State, Fraction]:
        """The chances that nobody could answer up to a unit, and after its check."""
        able = aim.unit in self.able
        if ahead <= 0:
            return {} if able else dict(states)
        hero = self.game.types[self.s.units[aim.unit].type].kind == "hero"
        found: dict[State, Fraction] = {}
        for die in range(1, DAMAGE_DIE + 1):
            outcome = result(aim.column, aim.morale, die + ahead - aim.help(helping))
            if able and self.stays(aim.unit, outcome):
                continue
            gone = self.is_man(aim.unit) and self.is_gone(aim.unit, outcome)
            for (men, born), chance in states.items():
                share = chance / DAMAGE_DIE
                spawns = die == 1 and self.may_spawn(aim.unit, born)
                after = (men - gone, born - (gone and hero))
                found[after] = found.get(after, Fraction(0)) + share * (1 - self.born if spawns else 1)
                if spawns and men >= SMCS:
                    found[men, born + 1] = found.get((men, born + 1), Fraction(0)) + share * self.born
        return found

    def may_spawn(self, unit: int, born: int) -> bool:
        """11.2.1: a parent, a Hero left to draw, and fewer than two in play."""
        if self.pool <= max(0, born) or self.heroes + born >= heroes.MAX_HEROES:
            return False
        return heroes.may_be_parent(self.game, self.s, unit)
