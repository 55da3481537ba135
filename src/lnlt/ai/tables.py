"""Numbers computer players reckon with: what units are worth, what results cost, chances by rule of thumb."""

from __future__ import annotations

import math
from functools import lru_cache

from lnlt.core.catalog import UnitType
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch05_fire.damage import column
from lnlt.rules.ch05_fire.odds import faces, leads_by
from lnlt.rules.ch08_melee.table import COLUMNS, odds_column
from lnlt.rules.ch14_ordnance.attack import EQUAL, LESS, after_nerve, pierce
from lnlt.rules.ch14_ordnance.impact import plate
from lnlt.rules.ch15_vehicles.machine_guns import firepower
from lnlt.rules.facts import units as values
from lnlt.rules.facts.guns import HULL, own_guns
from lnlt.rules.facts.leaders import helping_leader

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
HARM = {
    "shaken": 0.4,
    "wounded": 0.4,
    "casualties": 0.6,
    "reduced": 0.6,
    "abandoned": 0.9,
    "damaged": 0.9,
    "destroyed": 1.0,
    "eliminated": 1.0,
}
"""Share of a unit's worth that a result costs."""
PACE = 8
"""Half Movement Points a unit makes in a turn, roughly."""
LONERS = frozenset({"sniper", "marksman", "scout", "hero"})
"""Single men who are of use on their own."""
BIG = frozenset({"vehicle", "helicopter", "weapon_team"})
"""Kinds whose worth depends on their weapons."""
NEVER = -50.0
"""How good it seems to do what is done only if there is nothing else."""
TYPICAL_MORALE = 5
"""Of men; vehicles have one more."""
DICE = 36
DIE = 6
FACES = range(1, DIE + 1)


@lru_cache(maxsize=1024)
def worth_of(t: UnitType) -> float:
    """What a unit of a type is worth as a fighter: vehicles and guns by their weapons and armor."""
    if t.kind not in BIG:
        return WORTH.get(t.kind, 0.5)
    guns = own_guns(t)
    if t.kind == "weapon_team":
        return 1.3 if guns else WORTH[t.kind]
    armor = plate(t, "front", HULL)[0] or 0
    return 0.4 + 0.08 * sum(firepower(t, mg) for mg in range(len(t.mgs))) + 0.1 * armor + (0.8 if guns else 0.0)


def _harm_table() -> list[float]:
    """Chance that fire ahead by -12 … 19 before the dice does harm to a unit of ordinary Morale."""
    table = []
    for ahead in range(-12, 20):
        ways = 0
        for gap, count in leads_by(DIE, DIE, 1).items():
            margin = ahead + gap
            if margin > 0:
                ways += count * sum(1 for check in FACES if check + margin > TYPICAL_MORALE)
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
def expected(column: str, morale: int, ahead: int, lm: int, best_of: int = 1) -> float:
    """Share of a unit's worth that fire costs on average: ahead by so much before the dice, a Leader helping; of
    several attack dice the highest counts.

    >>> expected("go_mmc", 5, -6, 0), expected("go_mmc", 5, 2, 0) > expected("go_mmc", 5, 2, 1) > 0
    (0.0, True)
    """
    total = 0.0
    for gap, ways in leads_by(DIE, DIE, best_of).items():
        if gap + ahead > 0:
            for outcome, count in faces(column, morale, gap + ahead - lm).items():
                total += ways * count * HARM.get(outcome, 0.0)
    return total / (DICE * float(DIE**best_of))


def toll(game: Game, s: State, unit: int, ahead: int, table: str = "", best_of: int = 1) -> float:
    """Share of a unit's worth that an attack on it costs on average: ahead by so much before the dice, resolved on its
    own column of the Damage Table or another one."""
    u = s.units[unit]
    helper = helping_leader(game, s, unit)
    lm = values.leadership(game, s.units[helper]) if helper is not None else 0
    return expected(table or column(game, u), values.morale(game, u, s), ahead, lm, best_of)


def rolls_up_to(need: float) -> float:
    """Chance that two dice show at most so much.

    >>> rolls_up_to(12), rolls_up_to(1), rolls_up_to(7) * 36
    (1.0, 0.0, 21.0)
    """
    return _UP_TO[max(0, min(12, math.floor(need)))]


_UP_TO: list[float] = [sum(1 for a in FACES for b in FACES if a + b <= n) / DICE for n in range(13)]


@lru_cache(maxsize=4096)
def beats(ahead: float) -> float:
    """Chance that one die and so much are more than another die.

    >>> beats(0) * 36, beats(6), beats(-5)
    (15.0, 1.0, 0.0)
    """
    return sum(1 for a in FACES for b in FACES if a + ahead > b) / DICE


@lru_cache(maxsize=4096)
def pierced(penetration: int, armor: int, morale: int, shaken: bool = False) -> float:
    """Share of a vehicle's worth that a hit costs on average, by what the dice of penetration and nerve can bring.

    >>> pierced(16, 1, 6) > pierced(5, 5, 6) > pierced(2, 8, 6) > 0
    True
    """
    total = 0.0
    for attack in FACES:
        for defence in FACES:
            outcome, margin = pierce(attack, defence, penetration, armor)
            if outcome in (EQUAL, LESS):
                for one in FACES:
                    for two in FACES:
                        roll = one + two
                        after = after_nerve(outcome, roll - margin <= morale, roll)
                        total += HARM.get("abandoned" if shaken and after == "shaken" else after, 0.0)
            else:
                total += DICE * HARM.get(outcome, 0.0)
    return total / (DICE * DICE)


@lru_cache(maxsize=4096)
def kills(attack: int, defence: int, lm: int) -> float:
    """Chance that one attack in Melee kills, a Leader helping; nobody can strike without firepower.

    >>> kills(0, 2, 1), kills(2, 2, 0) * 36, kills(4, 2, 0) > kills(2, 2, 1) > kills(2, 2, 0)
    (0.0, 15.0, True)
    """
    if attack <= 0:
        return 0.0
    need = COLUMNS[odds_column(attack, max(1, defence))][3] - lm
    return sum(1 for a in FACES for b in FACES if a + b >= need) / DICE
