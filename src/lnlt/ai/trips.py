"""Ways a group could go: a search by risk, each place weighed against where the group is now."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lnlt.ai import afloat, riders
from lnlt.ai.company import Company, Trip
from lnlt.ai.ground import Step
from lnlt.rules.ch22_scenario.exits import EXIT_COST
from lnlt.rules.facts.stacking import check_stacking

if TYPE_CHECKING:
    from lnlt.ai.mind import Mind

AGAIN = 0.3
"""Risk of two steps under the same fire: each enemy fires once a turn, where it hurts most; this share of the lesser
risk adds to the greater one."""


def trips(mind: Mind, members: Sequence[int], left: int, start: int, origin: int | None) -> list[Trip]:
    """Ways a group could go with so many half points, best first; Melee only as a last step. What it is after is
    settled where it set off, its `origin`."""
    game, s, side = mind.game, mind.s, mind.side
    group = Company(mind, members, start if origin is None else origin)
    slowest = riders.slowest(game, s, members) if game.mounted else members[0]
    here = mind.value(start, group, group.size or 1) if start >= 0 else 0.0
    exits, by_loc, units = mind.goals.exits, s.by_loc, s.units
    t = mind.temper
    danger = t.risk * mind.nerve * group.worth
    risks = mind.fire_at[1 + group.rides]
    walks = mind.known_steps(slowest)
    best: dict[int, float] = {start: 0.0}
    full: dict[int, bool] = {}
    fights: dict[int, float] = {}
    heap: list[tuple[float, int, int, tuple[int, ...]]] = [(0.0, 0, start, ())]
    found: list[Trip] = []
    if start >> 3 in exits and start & 7 == 0:
        found.append(Trip((start,), EXIT_COST, t.leave * group.count))
    while heap:
        risk, spent, loc, path = heapq.heappop(heap)
        if best[loc] < risk:
            continue
        steps: Sequence[Step] | None
        if game.boats:
            steps = afloat.steps(mind, members, slowest, loc, left, spent)
        else:
            steps = walks.get(loc)
            if steps is None:
                steps = mind.steps(slowest, loc)
        for to, cost in steps:
            total_cost = spent + cost
            if total_cost > left or to == origin:
                continue
            there = by_loc.get(to)
            if there and units[there[0]].side != side:
                if to != start:
                    fight = fights.get(to)
                    if fight is None:
                        fight = mind.assault(members, group.units, to, start if origin is None else origin)
                        fights[to] = fight
                    gain = (1 - risk) * fight - danger * risk
                    found.append(Trip((*path, to), total_cost, gain, risk))
                continue
            if there:
                if to not in full:
                    full[to] = check_stacking(game, s, side, to, members) is not None
                if full[to]:
                    continue
            step = risks.get(to)
            if step is None:
                step = mind.risk(to, group.rides)
            total = risk + AGAIN * step * (1 - risk) if risk > step else step + AGAIN * risk * (1 - step)
            if total >= best.get(to, 9.0):
                continue
            best[to] = total
            gain = mind.value(to, group) - here
            if there:
                gain -= t.crowd * max(0, mind.crowd(to) + group.size - 3)
            if to >> 3 in exits:
                gain += t.leave * group.count * (1.0 if total_cost + EXIT_COST <= left else 0.5)
            if gain > 0:
                gain *= 1 - total
            gain -= danger * total
            way = (*path, to)
            found.append(Trip(way, total_cost, gain, total))
            if total_cost < left:
                heapq.heappush(heap, (total, total_cost, to, way))
    found.sort(key=lambda t: (-t.gain, t.cost, t.path))
    return found
