"""Numbers computer players reckon with: what units are worth, what results cost, chances by rule of thumb."""

from __future__ import annotations

import math
from functools import lru_cache

from lnlt.rules.ch05_fire.odds import faces, leads_by
from lnlt.rules.ch08_melee.table import COLUMNS, odds_column

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
DICE = 36
DIE = 6


def _harm_table() -> list[float]:
    """Chance that fire ahead by -12 … 19 before the dice does harm to a unit of ordinary Morale."""
    table = []
    for ahead in range(-12, 20):
        ways = 0
        for gap, count in leads_by(DIE, DIE, 1).items():
            margin = ahead + gap
            if margin > 0:
                ways += count * sum(1 for check in range(1, DIE + 1) if check + margin > TYPICAL_MORALE)
        table.append(ways / (DICE * DIE))
    return table


_HARM = _harm_table()


def harm(ahead: float) -> float:
    """Rough chance of harm by fire that is ahead by so much before the dice.

    >>> harm(-6), harm(5) > harm(1) > 0
    (0.0, True)
    """
    return _HARM[max(0, min(31, math.floor(ahead) + 12))]


@lru_cache(maxsize=4096)
def expected(column: str, morale: int, ahead: int, lm: int) -> float:
    """Share of a unit's worth that fire costs on average: ahead by so much before the dice, a Leader helping.

    >>> expected("go_mmc", 5, -6, 0), expected("go_mmc", 5, 2, 0) > expected("go_mmc", 5, 2, 1) > 0
    (0.0, True)
    """
    total = 0.0
    for gap, ways in leads_by(DIE, DIE, 1).items():
        if gap + ahead > 0:
            for outcome, count in faces(column, morale, gap + ahead - lm).items():
                total += ways * count * HARM.get(outcome, 0.0)
    return total / (DICE * DIE)


@lru_cache(maxsize=4096)
def kills(attack: int, defence: int, lm: int) -> float:
    """Chance that one attack in Melee kills, a Leader helping; nobody can strike without firepower.

    >>> kills(0, 2, 1), kills(2, 2, 0) * 36, kills(4, 2, 0) > kills(2, 2, 1) > kills(2, 2, 0)
    (0.0, 15.0, True)
    """
    if attack <= 0:
        return 0.0
    need = COLUMNS[odds_column(attack, max(1, defence))][3] - lm
    return sum(1 for a in range(1, DIE + 1) for b in range(1, DIE + 1) if a + b >= need) / DICE
