"""How a computer player looks at ground from a vehicle: who could hit it where, what it could hit, where to drive."""

from __future__ import annotations

import heapq
import math
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from lnlt.ai.goals import FAR
from lnlt.ai.ground import Tree
from lnlt.ai.tables import beats, harm, pierced, rolls_up_to
from lnlt.core.arcs import covers, facings, turn_between
from lnlt.core.catalog import Gun, UnitType
from lnlt.core.flags import ACTION_MARKERS, BULK, EXPENDED, MELEE, SHAKEN
from lnlt.core.terrain import PROHIBITED
from lnlt.rules.ch01_concepts import units as values
from lnlt.rules.ch01_concepts.kits import kit_of
from lnlt.rules.ch10_los_spotting.lines import any_tis, line
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, degraded, limited
from lnlt.rules.ch14_ordnance.aim import bearing
from lnlt.rules.ch14_ordnance.guns import HULL, column, gun_of, has_turret, is_hollow, is_missile, own_guns, weapons_of
from lnlt.rules.ch14_ordnance.guns import reach as gun_reach
from lnlt.rules.ch14_ordnance.impact import RED_ARMOR, is_armored, lowest_armor, plate
from lnlt.rules.ch15_vehicles.machine_guns import firepower
from lnlt.rules.ch15_vehicles.machine_guns import reach as mg_reach
from lnlt.rules.ch15_vehicles.steps import PIVOT_COST, check_entry, driver_class
from lnlt.rules.ch17_close_assault import anti_tank, assault_tally, check_defended, may_assault
from lnlt.rules.ch20_night.darkness import is_dark
from lnlt.rules.ch22_scenario.groups import entry_hexes, waiting

if TYPE_CHECKING:
    from lnlt.ai.guns import Guns
    from lnlt.ai.mind import Mind

TREES = 1000
"""Searches of where a vehicle can get that are remembered."""
CLOSE = 6
"""Half points to what counts at which a vehicle, which cannot take it by itself, is near enough."""
TYPICAL_MORALE = 6
NEAR_MEN = (0.0, 0.35, 0.15)
"""How likely enemies so far away are to come and assault a vehicle, if it is left alone with them."""
LOOKED_AT = 16
TURNED_AT = 3
"""Places a vehicle could drive to that are looked at closely, and those whose other facings are, too."""


class Threat(NamedTuple):
    """A gun that could fire at a vehicle."""

    at: int
    gun: Gun
    far: int
    ready: bool


class Drive(msgspec.Struct, frozen=True):
    """A way a vehicle could go: hexes with the facing it has in each, what it costs and is worth."""

    path: tuple[tuple[int, int], ...]
    cost: int
    gain: float
    risk: float = 0.0
    prospect: float = 0.0
    """What it could hit from there."""


class Battery(NamedTuple):
    """Weapons of a vehicle or gun against men, roughly."""

    at: int
    fp: float
    far: int
    ready: bool
    vertex: int
    """Way it faces if it can fire only there; -1: all round."""


class Armour:
    """Vehicles of one side, and those of the enemy, in one position."""

    def __init__(self, mind: Mind, guns: Guns) -> None:
        self.mind = mind
        self.guns = guns
        self.game = mind.game
        self.s = mind.s
        self.side = mind.side
        self._hits: dict[tuple[int, int], list[tuple[float, int, bool, int, int, bool]]] = {}
        self._prospects: dict[tuple[int, int], list[tuple[float, int, int]]] = {}
        self._drives: dict[tuple[int, int, int, int], list[Drive]] = {}
        self._rows: dict[int, list[int]] = {}
        self._prizes: dict[int, float] = {}
        self._dangers: dict[tuple[int, int, int, bool], float] = {}
        self._seen: dict[int, dict[int, tuple[int, float]]] = {}

    # The enemy

    @cached_property
    def batteries(self) -> list[Battery]:
        """Enemy vehicles and guns as those on foot fear them."""
        found = []
        game, s = self.game, self.s
        for loc in self.mind.foes:
            for i in s.by_loc[loc]:
                u = s.units[i]
                t = game.types[u.type]
                if u.flags & (SHAKEN | MELEE) or not (u.flags & BULK or own_guns(t)):
                    continue
                fp, far = against_men(t)
                if fp > 0:
                    vertex = -1 if has_turret(t) or t.kind == "helicopter" else kit_of(u).facing
                    found.append(Battery(loc, fp, far, not u.flags & ACTION_MARKERS, vertex))
        return found

    def spared(self, loc: int, cover: float) -> tuple[float, float]:
        """Chances that vehicles, guns, Mines and shells do no harm to men in a location, and to those who pass it."""
        game, s = self.game, self.s
        row = game.ranges[loc >> 3]
        safe = passing = 1.0
        for battery in self.batteries:
            distance = row[battery.at >> 3]
            if distance > battery.far:
                continue
            if battery.vertex >= 0 and not covers(battery.vertex, *bearing(game.board, battery.at >> 3, loc >> 3)):
                continue
            verdict = line(game, s, battery.at, loc)
            if verdict == BLOCKED or (
                game.night is not None and is_dark(game, s, battery.at, loc, any_tis(game, s, battery.at))
            ):
                continue
            ahead = battery.fp + (2.0 if distance <= 1 else 0.0) - cover - degraded(verdict) - 2 * limited(verdict)
            safe *= 1 - harm(ahead) * (0.5 if cover > 0 and distance > 1 else 1.0)
            if battery.ready:
                passing *= 1 - harm(ahead)
        if s.marks and loc & ~7 in s.marks:
            passing *= 1 - self.hazard(loc)
        return safe, passing

    def hazard(self, loc: int) -> float:
        """Rough chance to come to harm by Mines and shells for those who enter a location."""
        safe = 1.0
        for m in self.s.marks.get(loc & ~7, ()):
            if m.kind == "ffe":
                safe *= 1 - harm(m.strength - self.mind.cover(loc))
            elif m.kind == "mines" and m.side != self.side and loc & 7 == 0:
                safe *= 1 - harm(m.strength + 1)
        return 1 - safe

    @cached_property
    def enemy_side(self) -> list[tuple[int, float]]:
        """Hexes the enemy is in or comes from, each with what weight it has."""
        game, s = self.game, self.s
        found = [(loc >> 3, float(len(s.by_loc[loc]))) for loc in self.mind.foes]
        for group in game.setup.groups:
            if game.side_index[group.side] != self.side and waiting(s, group):
                hexes = entry_hexes(game, s, group)
                found.extend((hex_, 6 / len(hexes)) for hex_ in hexes)
        return found

    @cached_property
    def threats(self) -> list[Threat]:
        """Enemy guns and Support Weapons that could hit a vehicle."""
        found = []
        game, s = self.game, self.s
        for loc in self.mind.foes:
            for i in s.by_loc[loc]:
                u = s.units[i]
                if u.flags & (SHAKEN | MELEE):
                    continue
                for weapon in weapons_of(game, s, i):
                    gun = gun_of(game, s, i, weapon)
                    if gun is None or gun.ammo == "aa" or (is_missile(gun) and u.flags & EXPENDED):
                        continue
                    found.append(Threat(loc, gun, gun_reach(gun), not u.flags & ACTION_MARKERS))
        return found

    @cached_property
    def men(self) -> list[tuple[int, float]]:
        """Enemies who could assault a vehicle: where, and with what firepower."""
        found = []
        game, s = self.game, self.s
        for loc in self.mind.foes:
            powers = [
                max(float(assault_tally(game, s, i, w).total) for w in (-1, *anti_tank(game, s, i)))
                for i in s.by_loc[loc]
                if s.units[i].good_order and not s.units[i].flags & BULK and may_assault(game, s, i)
            ]
            if powers:
                found.append((loc, max(powers)))
        return found

    def _hits_on(self, vehicle: int, loc: int) -> list[tuple[float, int, bool, int, int, bool]]:
        """Guns that see a location: chance to hit, penetration, hollow charge or not, direction, ready or not."""
        key = (self.s.units[vehicle].type, loc)
        found = self._hits.get(key)
        if found is None:
            found = self._hits[key] = []
            seen, cover = self._sight(loc), self.mind.cover(loc)
            for threat in self.threats:
                if threat.at not in seen:
                    continue
                distance, hindered = seen[threat.at]
                band = column(threat.gun, distance)
                if distance > threat.far or band is None or not isinstance(band[1], int):
                    continue
                need = band[1] - cover - hindered + (2 if distance <= 1 else 0)
                pen = band[2] if isinstance(band[2], int) else 3
                dx, dy = bearing(self.game.board, loc >> 3, threat.at >> 3)
                found.append((rolls_up_to(need), pen, is_hollow(threat.gun), dx, dy, threat.ready))
        return found

    def _sight(self, loc: int) -> dict[int, tuple[int, float]]:
        """Enemy locations in sight: how far, and what hinders the sight."""
        found = self._seen.get(loc)
        if found is None:
            game, s = self.game, self.s
            row = game.ranges[loc >> 3]
            found = self._seen[loc] = {}
            for at in self.mind.foes:
                verdict = line(game, s, at, loc)
                if verdict != BLOCKED and (game.night is None or not is_dark(game, s, at, loc, any_tis(game, s, at))):
                    found[at] = (row[at >> 3] or 1, degraded(verdict) + 2 * limited(verdict))
        return found

    def danger(self, vehicle: int, loc: int, vertex: int, passing: bool = False) -> float:
        """Rough chance that a vehicle is knocked out in a location while it faces a vertex; `passing`: on its way,
        by those who can still fire."""
        key = (self.s.units[vehicle].type, loc, vertex, passing)
        found = self._dangers.get(key)
        if found is None:
            found = self._dangers[key] = self._danger(vehicle, loc, vertex, passing)
        return found

    def _danger(self, vehicle: int, loc: int, vertex: int, passing: bool) -> float:
        t = self.game.types[self.s.units[vehicle].type]
        safe = 1.0
        for hit, pen, hollow, dx, dy, ready in self._hits_on(vehicle, loc):
            if not passing or ready:
                safe *= 1 - hit * pierced(pen, self._armor(t, vertex, dx, dy, hollow), TYPICAL_MORALE)
        if not is_armored(t):
            safe *= 1 - (self.mind.risk(loc) if passing else self.mind.danger(loc))
        if not passing and self.men and not self.mind.crowd(loc):
            armor = lowest_armor(t)
            row = self.game.ranges[loc >> 3]
            for at, fp in self.men:
                distance = row[at >> 3]
                if distance < len(NEAR_MEN):
                    safe *= 1 - NEAR_MEN[distance] * beats(fp - armor)
        if passing and loc in self.s.marks:
            safe *= 1 - self.hazard(loc) * 0.5
        return 1 - safe

    def _armor(self, t: UnitType, vertex: int, dx: int, dy: int, hollow: bool) -> int:
        """Armor that meets a shot, the weaker of two facings."""
        worst = 99
        for facing in facings(vertex, dx, dy):
            value, red = plate(t, facing, HULL)
            strength = -6 if value is None else value
            if red and hollow and self.game.setup.era == "modern":
                strength -= RED_ARMOR
            worst = min(worst, strength)
        return worst

    # What a vehicle could do from somewhere

    def prospect(self, vehicle: int, loc: int, vertex: int) -> float:
        """What the weapons of a vehicle could hit from a location, roughly."""
        t = self.game.types[self.s.units[vehicle].type]
        turret = has_turret(t)
        best = 0.0
        for value, dx, dy in self._targets(vehicle, loc):
            if value > best and (turret or covers(vertex, dx, dy)):
                best = value
        return best

    def _targets(self, vehicle: int, loc: int) -> list[tuple[float, int, int]]:
        u = self.s.units[vehicle]
        key = (u.type, loc)
        found = self._prospects.get(key)
        if found is None:
            found = self._prospects[key] = []
            t = self.game.types[u.type]
            guns = [g for g in own_guns(t) if not (is_missile(g) and u.flags & EXPENDED)]
            fp, far = against_men(t)
            seen = self._sight(loc)
            for at, men, vehicles, cover in self.quarry:
                if at not in seen:
                    continue
                distance, hindered = seen[at]
                worse = cover + hindered - (2 if distance <= 1 else 0)
                dx, dy = bearing(self.game.board, loc >> 3, at >> 3)
                value = 0.6 * men * harm(fp - worse) if men and distance <= far else 0.0
                if guns:
                    for other in vehicles:
                        value = max(value, self._duel(guns, other, distance, worse, -dx, -dy))
                if value > 0:
                    found.append((value, dx, dy))
        return found

    def _duel(self, guns: list[Gun], other: int, distance: int, worse: float, dx: int, dy: int) -> float:
        """What the best of some guns promises against an enemy vehicle."""
        best = 0.0
        u = self.s.units[other]
        t = self.game.types[u.type]
        for gun in guns:
            band = column(gun, distance)
            if band is None or not isinstance(band[1], int) or not isinstance(band[2], int):
                continue
            armor = self._armor(t, kit_of(u).facing, dx, dy, is_hollow(gun))
            best = max(best, gun.rof * rolls_up_to(band[1] - worse) * pierced(band[2], armor, TYPICAL_MORALE))
        return min(1.0, best) * self.prize(other)

    @cached_property
    def quarry(self) -> list[tuple[int, float, list[int], float]]:
        """Where enemies are: worth of those on foot, vehicles, and their cover."""
        found = []
        s = self.s
        for at in self.mind.foes:
            here = s.by_loc[at]
            men = sum(self.mind.worth(s.units[i]) for i in here if not s.units[i].flags & BULK)
            found.append((at, men, [i for i in here if s.units[i].flags & BULK], self.mind.cover(at)))
        return found

    def stand(self, vehicle: int, loc: int, vertex: int) -> float:
        """How good it is for a vehicle to stand in a location and face a vertex."""
        t = self.mind.temper
        found = t.aim * self.prospect(vehicle, loc, vertex) + t.front * self.fronts(loc, vertex)
        found -= t.dread * self.mind.nerve * self.prize(vehicle) * self.danger(vehicle, loc, vertex)
        return found + self._ground(driver_class(self.game, self.s, vehicle), loc)

    def _ground(self, by: int, loc: int) -> float:
        """What the ground alone is worth to a kind of vehicle: cover, and nearness to what counts."""
        mind, t = self.mind, self.mind.temper
        row = self._rows.get(by)
        if row is None:
            row = self._rows[by] = mind.ground.far(mind.wanted, by)
        found = t.cover * mind.cover(loc)
        if row:
            far = max(0, min(row[loc >> 3], FAR // 4) - CLOSE)
            found -= (t.kept if mind.holding else t.drive) * far
        return found

    def prize(self, vehicle: int) -> float:
        """What a vehicle and those aboard are worth."""
        found = self._prizes.get(vehicle)
        if found is None:
            found = self._prizes[vehicle] = self.guns.prize(vehicle)
        return found

    def fronts(self, loc: int, vertex: int) -> float:
        """How far a facing is turned to where the enemy is, or comes from."""
        toward = self.enemy_side
        if not toward:
            return 0.0
        board, here = self.game.board, loc >> 3
        total = ahead = 0.0
        for hex_, weight in toward:
            if hex_ != here:
                near = weight / (2 + self.game.ranges[here][hex_])
                total += near
                ahead += near * covers(vertex, *bearing(board, here, hex_))
        return ahead / total if total else 0.0

    # Where to drive

    def drives(self, vehicle: int, loc: int, vertex: int, left: int) -> list[Drive]:
        """Ways a vehicle could go with so many half points, best first; pivots where it stands included."""
        key = (vehicle, loc, vertex, left)
        found = self._drives.get(key)
        if found is None:
            found = self._drives[key] = self._search(vehicle, loc, vertex, left)
        return found

    def _search(self, vehicle: int, start: int, vertex: int, left: int) -> list[Drive]:
        by = driver_class(self.game, self.s, vehicle)
        mind = self.mind
        here = self.stand(vehicle, start, vertex)
        weight = mind.temper.dread * 1.5 * mind.nerve * self.prize(vehicle)
        best, before = self._tree(vehicle, start, vertex, left)
        quick = sorted((cost * 0.002 - self._ground(by, loc), loc) for loc, (cost, _) in best.items() if loc != start)
        ends = []
        for _, loc in quick[:LOOKED_AT]:
            cost, faced = best[loc]
            way = self._way(start, loc, before)
            risk = 0.0
            for at, turned in way:
                risk += (1 - risk) * 0.6 * self.danger(vehicle, at, turned, passing=True)
            ends.append((worth_it(self.stand(vehicle, loc, faced) - here, risk, weight), loc, faced, risk, cost, way))
        ends.sort(key=lambda end: (-end[0], end[4], end[1]))
        found = [Drive(way, cost, gain, risk, self.prospect(vehicle, loc, f)) for gain, loc, f, risk, cost, way in ends]
        for gain, loc, faced, risk, cost, way in [*ends[:TURNED_AT], (0.0, start, vertex, 0.0, 0, ())]:
            for other in range(6):
                total = cost + PIVOT_COST * turn_between(faced, other)
                if other == faced or total > left:
                    continue
                value = worth_it(self.stand(vehicle, loc, other) - here, risk, weight)
                if loc == start or value > gain + 0.01:
                    prospect = self.prospect(vehicle, loc, other)
                    found.append(Drive((*way, (loc, other)), total, value, risk, prospect))
        found.sort(key=lambda d: (-d.gain, d.cost, d.path))
        return found

    def _tree(self, vehicle: int, start: int, vertex: int, left: int) -> Tree:
        """Where a vehicle can get at all; remembered while nothing that stands in its way changes."""
        game, s, ground = self.game, self.s, self.mind.ground
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

    @staticmethod
    def _way(start: int, loc: int, before: dict[int, tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        """Hexes and facings from where a vehicle sets off."""
        path: list[tuple[int, int]] = []
        while loc != start:
            came, turned = before[loc]
            path.append((loc, turned))
            loc = came
        return tuple(reversed(path))

    # Infantry against vehicles

    def assault_gain(self, members: list[int], to: int) -> float:
        """What a Close Assault on the vehicles of a location promises."""
        game, s = self.game, self.s
        vehicles = [i for i in s.by_loc.get(to, ()) if s.units[i].flags & BULK and s.units[i].side != self.side]
        fit = [i for i in members if s.units[i].good_order and may_assault(game, s, i)]
        if not vehicles or not fit or check_defended(game, s, self.side, vehicles[0]) is not None:
            return -1.0
        target = vehicles[0]
        armor = lowest_armor(game.types[s.units[target].type])
        stands = 1.0
        for i in fit:
            fp = max(float(assault_tally(game, s, i, w).total) for w in (-1, *anti_tank(game, s, i)))
            nerve = rolls_up_to(values.morale(game, s.units[i], s))
            stands *= 1 - nerve * beats(math.floor(fp) - armor)
        return (1 - stands) * self.prize(target) - 0.1 * len(fit) * (1 + self.mind.danger(to) * stands)

    def overrun(self, vehicle: int, at: int) -> tuple[float, float]:
        """What driving over the enemies of a location promises, and how likely they are to destroy the vehicle."""
        game, s = self.game, self.s
        t = game.types[s.units[vehicle].type]
        fp = 2 + sum(firepower(t, mg) for mg in range(len(t.mgs)))
        fp += sum((gun.he or 0) * gun.rof for gun in own_guns(t) if not is_missile(gun))
        armor, ahead = lowest_armor(t), fp - math.ceil(self.mind.cover(at))
        promised, stands = 0.0, 1.0
        for i in s.by_loc.get(at, ()):
            if s.units[i].side != self.side and not s.units[i].flags & BULK:
                promised += self.guns.hurt(i, ahead)
                if s.units[i].good_order and may_assault(game, s, i):
                    power = max(float(assault_tally(game, s, i, w).total) for w in (-1, *anti_tank(game, s, i)))
                    stands *= 1 - (1 - harm(ahead)) * 0.7 * beats(power - armor)
        return promised, 1 - stands


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


def against_men(t: UnitType) -> tuple[float, int]:
    """Rough firepower of a vehicle or gun against men, and how far it reaches."""
    powers = [float(firepower(t, mg)) for mg in range(len(t.mgs))]
    far = max((mg_reach(t, mg) for mg in range(len(t.mgs))), default=0)
    for gun in own_guns(t):
        if gun.he is not None and not is_missile(gun):
            powers.append(max(0.5, gun.he - 0.5))
            far = max(far, min(20, gun_reach(gun)))
    powers.sort(reverse=True)
    return (powers[0] + sum(powers[1:]) / 3 if powers else 0.0), far
