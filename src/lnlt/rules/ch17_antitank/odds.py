"""17.1: the chances of a Close Assault, and the attack that does most."""

from __future__ import annotations

from fractions import Fraction

from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.rules.ch13_nations import DIE, fire_die
from lnlt.rules.ch17_antitank.close_assault import Assail, CloseAssault
from lnlt.rules.ch17_antitank.eligibility import anti_tank
from lnlt.rules.ch17_antitank.tallies import armor_of, assault_tally
from lnlt.rules.facts import units
from lnlt.rules.facts.leaders import is_leader


def best_assail(game: Game, s: Position, frame: CloseAssault) -> Assail:
    """The attack that does most: each with his best weapon, the Leader's help where it adds the most to the chance."""
    leaders = [o for o in frame.units if is_leader(game, s, o) and o not in frame.helped]
    armor = armor_of(game, s, frame.target).total
    ranked = []
    for u in frame.waiting:
        arms = [*([] if is_leader(game, s, u) else [NOBODY]), *anti_tank(game, s, u)]
        weapon = max(arms, key=lambda w: assault_tally(game, s, u, w).total)
        others = [o for o in leaders if o != u and (o not in frame.waiting or u not in leaders)]
        leader = max(others, key=lambda o: units.leadership(game, s.units[o]), default=NOBODY)
        dice = (fire_die(game, frame.side), DIE)
        plain = win_chance(assault_tally(game, s, u, weapon).total - armor, *dice)
        aided = win_chance(assault_tally(game, s, u, weapon, leader).total - armor, *dice)
        gain = (aided - plain) / (1 - plain) if plain < 1 else Fraction(0)
        if leader in frame.waiting:  # he would have to do without an attack of his own
            own = max(assault_tally(game, s, leader, w).total for w in anti_tank(game, s, leader))
            if gain <= win_chance(own - armor, *dice):
                leader = NOBODY
        ranked.append((gain, plain, -u, weapon, leader))
    _, _, unit, weapon, leader = max(ranked)
    name = s.weapons[weapon].id if weapon != NOBODY else ""
    return Assail(s.units[-unit].id, name, s.units[leader].id if leader != NOBODY else "")


def win_chance(ahead: int, attack: int = 6, defence: int = 6) -> Fraction:
    """17.1: chance that a die and so much more is above the other die.

    >>> win_chance(2)
    Fraction(13, 18)
    """
    ways = sum(1 for a in range(1, attack + 1) for b in range(1, defence + 1) if a + ahead > b)
    return Fraction(ways, attack * defence)
