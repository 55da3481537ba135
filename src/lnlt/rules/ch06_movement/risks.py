"""6.0, 5.2: what a step costs a unit, part by part, and everything that may answer it from one location."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Modifier, Refusal
from lnlt.rules.ch05_fire.firepower import Firer, ifp_reach
from lnlt.rules.ch05_fire.firers import check_firer, check_ready, has_shot, may_aid
from lnlt.rules.ch05_fire.modifiers import fire_tally
from lnlt.rules.ch06_movement.costs import move_class, step_cost
from lnlt.rules.ch06_movement.steps import has_scout
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.units import leadership
from lnlt.rules.facts.weapons import weapon_sets


def unit_parts(
    game: Game, s: Position, unit: int, frm: int, to: int, group: Sequence[int]
) -> tuple[Modifier, ...] | Refusal:
    """6.0: the parts of what a unit pays for a step with a group, or why it cannot take it."""
    special = game.special_terrain[s.units[unit].type]
    side = s.units[unit].side
    parts = step_cost(game, s, frm, to, move_class(game, s, unit, group), special, has_scout(game, s, group), side)
    return parts if isinstance(parts, Refusal) else tuple(parts)


def whole_group(game: Game, s: Position, side: int, origin: int, at: int) -> tuple[int, list[Firer]]:
    """5.2: everything that may answer from a location, each unit with its best weapons, under the best lead."""
    distance = game.distance(origin >> 3, at >> 3) or 1
    group: list[Firer] = []
    aide = NOBODY
    for u in s.by_loc[origin]:
        unit = s.units[u]
        if unit.side != side or check_firer(game, s, u, origin, at, True) is not None:
            continue
        if has_shot(game, s, u, distance, at, True) and check_ready(game, s, u, True, at) is None:
            group.append(_best(game, s, u, origin, at, distance))
        elif may_aid(game, s, u) and (aide == NOBODY or leadership(game, unit) > leadership(game, s.units[aide])):
            aide = u
    leads = [f.unit for f in group if game.types[s.units[f.unit].type].is_mmc] or [f.unit for f in group]
    if aide != NOBODY:
        group.append(Firer(aide))
    lead = max(leads, key=lambda u: fire_tally(game, s, group, u, origin, at).total)
    return lead, group


def _best(game: Game, s: Position, unit: int, origin: int, at: int, distance: int) -> Firer:
    """The weapons with which a unit alone has most firepower."""
    ways = [Firer(unit, pick) for pick in weapon_sets(game, s, s.units[unit], distance, at, True)]
    ways = [f for f in ways if f.weapons or (distance <= ifp_reach(game, s, unit) and not is_leader(game, s, unit))]
    return max(ways, key=lambda f: fire_tally(game, s, [f], unit, origin, at).total)
