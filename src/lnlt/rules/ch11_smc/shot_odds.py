"""11.4, 11.12: exact chances of the fire of a Sniper or Marksman: one of the units there, two dice against one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.rules.ch05_fire.attack import targets
from lnlt.rules.ch05_fire.damage import NONE
from lnlt.rules.ch05_fire.modifiers import defence_tally, fire_tally
from lnlt.rules.ch05_fire.odds import DAMAGE_DIE, Aim, FireOdds, TargetOdds, helpers, new_heroes, target_odds
from lnlt.rules.ch11_smc.heroes import may_spawn
from lnlt.rules.ch11_smc.shots import Shot, vehicle_of
from lnlt.rules.ch13_nations import DIE

ATTACK_DIE = 6


@lru_cache(maxsize=4)
def leads_by(defence: int) -> Mapping[int, int]:
    """11.4: in how many ways two dice are ahead of one by so much."""
    faces = range(1, ATTACK_DIE + 1)
    return Counter(a + b - d for a in faces for b in faces for d in range(1, defence + 1))


def at_vehicle(s: Position, shot: Shot) -> bool:
    """17.2: whether a shot is at a vehicle or somebody who rides one: its chances are played out."""
    return shot.target != NOBODY and vehicle_of(s, shot.target) != NOBODY


def shot_odds(game: Game, s: Position, shot: Shot) -> FireOdds:
    """11.4, 5.1: exact chances per unit of the target hex; who is chosen is chance too, unless it is settled already.

    Leaders of the hex who are in Good Order help whoever is chosen: they have nothing to check themselves (11.1.1).
    """
    aimed = sorted(targets(game, s, shot.side, shot.at, False, shot.origin, (shot.unit,)))
    chosen = aimed if shot.target == NOBODY else [shot.target]
    total = ATTACK_DIE * ATTACK_DIE * DIE * len(chosen)
    helping = helpers(game, s, [o for o in s.by_loc[shot.at] if s.units[o].side != shot.side])
    found: list[TargetOdds] = []
    harmed = Fraction(0)
    born = 0
    for unit in aimed:
        fire = fire_tally(game, s, shot.firers(), shot.unit, shot.origin, shot.at, unit)
        cover = defence_tally(game, s, shot.at, shot.origin, unit, shot.unit)
        aim = Aim(game, s, unit, fire, cover, s.by_loc[shot.at])
        counts: Counter[str] = Counter()
        hits = 0
        if unit in chosen:
            for gap, ways in leads_by(DIE).items():
                ahead = gap + aim.shift
                hits += ways if ahead > 0 else 0
                for outcome, sides in aim.results(ahead, helping).items():
                    counts[outcome] += ways * sides
        counts[NONE] += total * DAMAGE_DIE - sum(counts.values())
        harmed += 1 - Fraction(counts[NONE], total * DAMAGE_DIE)
        found.append(target_odds(game, s, aim, counts, hits, total, DAMAGE_DIE))
        born += hits if may_spawn(game, s, unit) else 0
    heroes = new_heroes(game, s, 1 - shot.side, {1: born}, total) if born else ()
    return FireOdds(tuple(found), harmed, heroes)
