"""Enemy vehicles, guns and men as vehicles and those on foot fear them: who could hit whom where."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from lnlt.ai.memory import Hit, Spot
from lnlt.ai.tables import beats, harm, pierced, rolls_up_to
from lnlt.core.arcs import covers, facings
from lnlt.core.catalog import Gun, UnitType
from lnlt.core.flags import ACTION_MARKERS, BULK, EXPENDED, MELEE, SHAKEN
from lnlt.core.state import NOBODY
from lnlt.rules.ch10_los_spotting.lines import any_tis, line
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, degraded, limited
from lnlt.rules.ch14_ordnance.impact import RED_ARMOR, is_armored, lowest_armor, plate
from lnlt.rules.ch15_vehicles.machine_guns import firepower
from lnlt.rules.ch15_vehicles.machine_guns import reach as mg_reach
from lnlt.rules.ch17_antitank.eligibility import anti_tank, may_assault
from lnlt.rules.ch17_antitank.tallies import assault_tally
from lnlt.rules.ch20_night.darkness import is_dark
from lnlt.rules.facts.gun_arcs import bearing
from lnlt.rules.facts.guns import HULL, column, gun_of, has_turret, is_hollow, is_missile, own_guns, weapons_of
from lnlt.rules.facts.guns import reach as gun_reach
from lnlt.rules.facts.kits import kit_of

if TYPE_CHECKING:
    from lnlt.ai.mind import Mind
    from lnlt.core.game import Game
    from lnlt.core.state import State

CREW_MORALE = 6
"""Of vehicles, typically."""
NEAR_MEN = (0.0, 0.35, 0.15)
"""How likely enemies so far away are to come and assault a vehicle, if it is left alone with them."""


class Threat(NamedTuple):
    """A gun that could fire at a vehicle."""

    at: int
    gun: Gun
    far: int
    ready: bool


class Battery(NamedTuple):
    """Weapons of a vehicle or gun against men, roughly."""

    at: int
    fp: float
    far: int
    ready: bool
    vertex: int
    """Way it faces if it can fire only there; -1: all round."""


class Threats:
    """What the enemy could do to one side in one position."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.game = mind.game
        self.s = mind.s
        self.side = mind.side

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
                assault_power(game, s, i)
                for i in s.by_loc[loc]
                if s.units[i].good_order and not s.units[i].flags & BULK and may_assault(game, s, i)
            ]
            if powers:
                found.append((loc, max(powers)))
        return found

    def _hits_on(self, loc: int) -> list[Hit]:
        """Guns that see a location."""
        spot = self._spot(loc)
        found = spot.hits
        if found is None:
            found = spot.hits = []
            seen, cover = spot.seen, self.mind.cover(loc)
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

    def _spot(self, loc: int) -> Spot:
        """What is remembered of a location with such cover and such a sight."""
        mind = self.mind
        found = mind.scene.spots.get(loc)
        if found is None:
            seen = self._sight(loc)
            key = (loc, mind.cover(loc), tuple(seen.items()))
            found = mind.spots.get(key)
            if found is None:
                found = mind.spots[key] = Spot(seen)
            mind.scene.spots[loc] = found
        return found

    def _sight(self, loc: int) -> dict[int, tuple[int, float]]:
        """Enemy locations in sight: how far, and what hinders the sight."""
        game, s = self.game, self.s
        row = game.ranges[loc >> 3]
        found: dict[int, tuple[int, float]] = {}
        for at in self.mind.foes:
            verdict = line(game, s, at, loc)
            if verdict != BLOCKED and (game.night is None or not is_dark(game, s, at, loc, any_tis(game, s, at))):
                found[at] = (row[at >> 3] or 1, degraded(verdict) + 2 * limited(verdict))
        return found

    def danger(self, vehicle: int, loc: int, vertex: int, passing: bool = False) -> float:
        """Rough chance that a vehicle is knocked out in a location while it faces a vertex; `passing`: on its way,
        by those who can still fire."""
        mind, kind = self.mind, self.s.units[vehicle].type
        t = self.game.types[kind]
        alone = not passing and not mind.crowd(loc)
        exposed = 0.0 if is_armored(t) else mind.risk(loc) if passing else mind.danger(loc)
        hazard = self.hazard(loc) if passing and loc in self.s.marks else 0.0
        known = self._spot(loc).dangers
        key = (kind, vertex, passing, alone, exposed, hazard)
        found = known.get(key)
        if found is None:
            safe = self._spared_by_guns(t, loc, vertex, passing) * (1 - exposed)
            if alone:
                safe = self._spared_by_men(t, loc, safe)
            found = known[key] = 1 - safe * (1 - hazard * 0.5)
        return found

    def _spared_by_guns(self, t: UnitType, loc: int, vertex: int, passing: bool) -> float:
        """Chance that no gun knocks a vehicle out."""
        safe = 1.0
        for hit, pen, hollow, dx, dy, ready in self._hits_on(loc):
            if not passing or ready:
                safe *= 1 - hit * pierced(pen, self._armor(t, vertex, dx, dy, hollow), CREW_MORALE)
        return safe

    def _spared_by_men(self, t: UnitType, loc: int, safe: float) -> float:
        """A chance to be safe, less what men who are near do in a Close Assault."""
        armor = lowest_armor(t)
        row = self.game.ranges[loc >> 3]
        for at, fp in self.men:
            distance = row[at >> 3]
            if distance < len(NEAR_MEN):
                safe *= 1 - NEAR_MEN[distance] * beats(fp - armor)
        return safe

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


def assault_power(game: Game, s: State, unit: int) -> float:
    """Firepower of a unit in a Close Assault, with the weapon that adds most."""
    return max(float(assault_tally(game, s, unit, w).total) for w in (NOBODY, *anti_tank(game, s, unit)))


@lru_cache(maxsize=1024)
def against_men(t: UnitType) -> tuple[float, int]:
    """Rough firepower of a vehicle or gun against men, and how far it reaches."""
    powers = [float(firepower(t, mg)) for mg in range(len(t.mgs))]
    far = max((mg_reach(t, mg, False) for mg in range(len(t.mgs))), default=0)
    for gun in own_guns(t):
        if gun.he is not None and not is_missile(gun):
            powers.append(max(0.5, gun.he - 0.5))
            far = max(far, min(20, gun_reach(gun)))
    powers.sort(reverse=True)
    return (powers[0] + sum(powers[1:]) / 3 if powers else 0.0), far
