"""How a computer player looks at ground from a vehicle: what it could hit from there, where it had best stand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from lnlt.ai import drives
from lnlt.ai.drives import Drive
from lnlt.ai.goals import FAR
from lnlt.ai.memory import Target
from lnlt.ai.tables import beats, harm, pierced, rolls_up_to
from lnlt.ai.threats import CREW_MORALE, Threats, against_men, assault_power
from lnlt.core.arcs import covers
from lnlt.core.catalog import Gun, UnitType
from lnlt.core.flags import BULK, EXPENDED
from lnlt.rules.ch06_movement.costs import driver_class
from lnlt.rules.ch14_ordnance.impact import lowest_armor
from lnlt.rules.ch15_vehicles.machine_guns import firepower
from lnlt.rules.ch17_antitank.eligibility import check_defended, may_assault
from lnlt.rules.facts import units as values
from lnlt.rules.facts.groups import entry_hexes, waiting
from lnlt.rules.facts.gun_arcs import bearing
from lnlt.rules.facts.guns import column, has_turret, is_hollow, is_missile, own_guns
from lnlt.rules.facts.kits import kit_of

if TYPE_CHECKING:
    from lnlt.ai.guns import Guns
    from lnlt.ai.mind import Mind

CLOSE = 6
"""Half points to what counts at which a vehicle, which cannot take it by itself, is near enough."""


class Armour(Threats):
    """Vehicles of one side in one position."""

    def __init__(self, mind: Mind, guns: Guns) -> None:
        super().__init__(mind)
        self.guns = guns
        self._targets_now: dict[tuple[int, bool], dict[int, list[Target]]] = {}
        """Of vehicles with missiles, which may be used up."""
        self._drives: dict[tuple[int, int, int, int], list[Drive]] = {}
        self._rows: dict[int, list[int]] = {}
        self._prizes: dict[int, float] = {}

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

    def _targets(self, vehicle: int, loc: int) -> list[Target]:
        u = self.s.units[vehicle]
        t = self.game.types[u.type]
        spot = self._spot(loc)
        spent = bool(u.flags & EXPENDED)
        known = self._targets_now.setdefault((loc, spent), {}) if has_missile(t) else spot.targets
        found = known.get(u.type)
        if found is None:
            found = known[u.type] = []
            guns = [g for g in own_guns(t) if not (is_missile(g) and spent)]
            fp, far = against_men(t)
            seen = spot.seen
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
            best = max(best, gun.rof * rolls_up_to(band[1] - worse) * pierced(band[2], armor, CREW_MORALE))
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

    # Where to stand

    def stand(self, vehicle: int, loc: int, vertex: int) -> float:
        """How good it is for a vehicle to stand in a location and face a vertex."""
        t = self.mind.temper
        found = t.aim * self.prospect(vehicle, loc, vertex) + t.front * self.fronts(loc, vertex)
        found -= t.dread * self.mind.nerve * self.prize(vehicle) * self.danger(vehicle, loc, vertex)
        return found + self.lie_of(driver_class(self.game, self.s, vehicle), loc)

    def lie_of(self, by: int, loc: int) -> float:
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

    def fronts(self, loc: int, vertex: int) -> float:
        """How far a facing is turned to where the enemy is, or comes from."""
        if not self.enemy_side:
            return 0.0
        found = self._fronts.get((loc, vertex))
        if found is None:
            found = self._fronts[loc, vertex] = self._front(loc, vertex)
        return found

    @cached_property
    def _fronts(self) -> dict[tuple[int, int], float]:
        return self.mind.memory.fronts(tuple(self.enemy_side))

    def _front(self, loc: int, vertex: int) -> float:
        board, here = self.game.board, loc >> 3
        total = ahead = 0.0
        for hex_, weight in self.enemy_side:
            if hex_ != here:
                near = weight / (2 + self.game.ranges[here][hex_])
                total += near
                ahead += near * covers(vertex, *bearing(board, here, hex_))
        return ahead / total if total else 0.0

    def drives(self, vehicle: int, loc: int, vertex: int, left: int) -> list[Drive]:
        """Ways a vehicle could go with so many half points, best first; pivots where it stands included."""
        key = (vehicle, loc, vertex, left)
        found = self._drives.get(key)
        if found is None:
            found = self._drives[key] = drives.search(self, vehicle, loc, vertex, left)
        return found

    # Infantry against vehicles

    def assault_gain(self, members: Sequence[int], to: int) -> float:
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
            fp = assault_power(game, s, i)
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
                    power = assault_power(game, s, i)
                    stands *= 1 - (1 - harm(ahead)) * 0.7 * beats(power - armor)
        return promised, 1 - stands


@lru_cache(maxsize=1024)
def has_missile(t: UnitType) -> bool:
    """Whether a vehicle has missiles of its own."""
    return any(is_missile(gun) for gun in own_guns(t))
