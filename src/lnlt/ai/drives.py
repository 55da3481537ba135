"""Where a vehicle could drive: a search by cost; places are weighed against where it is, with the risk on the way."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

import msgspec

from lnlt.ai.ground import Tree
from lnlt.core.arcs import turn_between
from lnlt.core.terrain import PROHIBITED
from lnlt.rules.ch06_movement.costs import driver_class
from lnlt.rules.ch15_vehicles.steps import PIVOT_COST, check_entry

if TYPE_CHECKING:
    from lnlt.ai.armour import Armour

TREES = 1000
"""Searches of where a vehicle can get that are remembered."""
LOOKED_AT = 16
TURNED_AT = 3
"""Places a vehicle could drive to that are looked at closely, and those whose other facings are, too."""


class Drive(msgspec.Struct, frozen=True):
    """A way a vehicle could go: hexes with the facing it has in each, what it costs and is worth."""

    path: tuple[tuple[int, int], ...]
    cost: int
    gain: float
    risk: float = 0.0
    prospect: float = 0.0
    """What it could hit from there."""


def search(armour: Armour, vehicle: int, start: int, vertex: int, left: int) -> list[Drive]:
    """Ways a vehicle could go with so many half points, best first; pivots where it stands included."""
    by = driver_class(armour.game, armour.s, vehicle)
    mind = armour.mind
    here = armour.stand(vehicle, start, vertex)
    weight = mind.temper.dread * 1.5 * mind.nerve * armour.prize(vehicle)
    best, before = _tree(armour, vehicle, start, vertex, left)
    quick = sorted((cost * 0.002 - armour.lie_of(by, loc), loc) for loc, (cost, _) in best.items() if loc != start)
    ends = []
    risks: dict[int, float] = {}
    for _, loc in quick[:LOOKED_AT]:
        cost, faced = best[loc]
        way = _way(start, loc, before)
        risk = 0.0
        for at, turned in way:
            if at not in risks:  # ways branch, they never meet again
                risks[at] = risk + (1 - risk) * 0.6 * armour.danger(vehicle, at, turned, passing=True)
            risk = risks[at]
        ends.append((worth_it(armour.stand(vehicle, loc, faced) - here, risk, weight), loc, faced, risk, cost, way))
    ends.sort(key=lambda end: (-end[0], end[4], end[1]))
    found = [Drive(way, cost, gain, risk, armour.prospect(vehicle, loc, f)) for gain, loc, f, risk, cost, way in ends]
    for gain, loc, faced, risk, cost, way in [*ends[:TURNED_AT], (0.0, start, vertex, 0.0, 0, ())]:
        for other in range(6):
            total = cost + PIVOT_COST * turn_between(faced, other)
            if other == faced or total > left:
                continue
            value = worth_it(armour.stand(vehicle, loc, other) - here, risk, weight)
            if loc == start or value > gain + 0.01:
                prospect = armour.prospect(vehicle, loc, other)
                found.append(Drive((*way, (loc, other)), total, value, risk, prospect))
    found.sort(key=lambda d: (-d.gain, d.cost, d.path))
    return found


def _tree(armour: Armour, vehicle: int, start: int, vertex: int, left: int) -> Tree:
    """Where a vehicle can get at all; remembered while nothing that stands in its way changes."""
    game, s, ground = armour.game, armour.s, armour.mind.ground
    by = driver_class(game, s, vehicle)
    row, far = game.ranges[start >> 3], left
    barred = frozenset(
        loc
        for loc in {*s.by_loc, *s.marks}
        if not loc & 7 and row[loc >> 3] <= far and check_entry(game, s, vehicle, loc) is not None
    )
    key = (by, start, vertex, left, barred, tuple(s.marks))
    known = ground.trees.get(key)
    if known is not None:
        return known
    best: dict[int, tuple[int, int]] = {start: (0, vertex)}
    before: dict[int, tuple[int, int]] = {}
    heap = [(0, start)]
    neighbours, drive = game.board.neighbours, ground.drive
    while heap:
        spent, loc = heapq.heappop(heap)
        cost, faced = best[loc]
        if spent > cost:
            continue
        for d, near in enumerate(neighbours[loc >> 3]):
            to = near * 8
            if near < 0 or to == start or to in barred:
                continue
            step = drive(game, s, by, loc, to)
            if step == PROHIBITED:
                continue
            total, turned = ahead(faced, d, step)
            total += spent
            if total > left or (to in best and best[to][0] <= total):
                continue
            best[to] = (total, turned)
            before[to] = (loc, turned)
            heapq.heappush(heap, (total, to))
    if len(ground.trees) >= TREES:
        ground.trees.clear()
    ground.trees[key] = (best, before)
    return best, before


def _way(start: int, loc: int, before: dict[int, tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Hexes and facings from where a vehicle sets off."""
    path: list[tuple[int, int]] = []
    while loc != start:
        came, turned = before[loc]
        path.append((loc, turned))
        loc = came
    return tuple(reversed(path))


def worth_it(gain: float, risk: float, weight: float) -> float:
    """A gain, if one gets there, less what is risked on the way."""
    return (gain * (1 - risk) if gain > 0 else gain) - weight * risk


def ahead(faced: int, direction: int, step: int) -> tuple[int, int]:
    """What it costs to go on in a direction, pivots included, and the vertex faced then: forward, or in reverse at
    twice the price if that is cheaper."""
    one, two = direction, (direction + 1) % 6
    turned = one if turn_between(faced, one) <= turn_between(faced, two) else two
    forward = step + PIVOT_COST * turn_between(faced, turned)
    if (direction - faced) % 6 in (2, 3) and 2 * step <= forward:
        return 2 * step, faced
    return forward, turned
