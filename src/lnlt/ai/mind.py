"""How a computer player looks at a position: what units are worth, where it is dangerous, where it wants to be.

Rough estimates, quick to make; whether something is allowed, and what it does, only the engine says.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from lnlt.ai import afloat, riders, under
from lnlt.ai.armour import Armour
from lnlt.ai.company import Company, Trip
from lnlt.ai.goals import FAR, Stay, open_places
from lnlt.ai.ground import Lore, is_heavy
from lnlt.ai.guns import Guns
from lnlt.ai.tables import BIG, WORTH, expected, harm, kills, worth_of
from lnlt.ai.temper import TEMPER, Temper
from lnlt.ai.trips import trips
from lnlt.core.board import TUNNEL
from lnlt.core.flags import ACTION_MARKERS, BULK, MELEE, SHAKEN, WOUNDED
from lnlt.core.game import Game
from lnlt.core.state import Locs, State, Unit
from lnlt.rules.ch01_concepts import units as values
from lnlt.rules.ch01_concepts.kits import in_the_air
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.action import shots
from lnlt.rules.ch05_fire.damage import column
from lnlt.rules.ch05_fire.firepower import defence_tally, fire_tally, target_bonus
from lnlt.rules.ch05_fire.group import check_target
from lnlt.rules.ch06_movement.modes import allowance
from lnlt.rules.ch06_movement.risks import whole_group
from lnlt.rules.ch08_melee.eligibility import is_eligible, melee_weapons, weapon_fp
from lnlt.rules.ch08_melee.entering import chargers
from lnlt.rules.ch10_los_spotting.lines import line
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, degraded, limited
from lnlt.rules.ch11_smc.leaders import helping_leader
from lnlt.rules.ch20_night.darkness import is_dark
from lnlt.rules.ch22_scenario.control import controls
from lnlt.rules.ch22_scenario.victory import standing
from lnlt.rules.ch23_equipment.boats import is_river

NEEDED = 3.0
"""How much more a unit is worth without whom the game cannot be won."""
URGENT = 2.0
GONE = 0.2
"""In the last turn: how much more an enemy counts who must be driven off, and one who is Shaken already."""
HORIZON = 3
"""Least number of turns over which a side that is losing learns to take risks."""
PACE = 8
"""Half Movement Points a unit makes in a turn, roughly."""


Dangers = tuple[dict[int, float], dict[int, float], dict[int, float]]
"""How dangerous it is to stay in each location, to pass through it on foot, and in the saddle."""


class Mind:
    """One side's look at one position."""

    def __init__(
        self,
        game: Game,
        s: State,
        side: int,
        lore: Lore,
        temper: Temper = TEMPER,
        known: dict[tuple[object, ...], Dangers] | None = None,
    ) -> None:
        self.temper = temper
        self.game = game
        self.s = s
        self.side = side
        self.lore = lore
        self.goals = lore.goals[side]
        self.ground = lore.ground
        self._known = known
        self._crowd: dict[int, int] = {}
        self._needs: dict[int, tuple[int, bool]] = {}
        self._shots: dict[tuple[int, int], float] = {}
        self._best_shots: dict[int, tuple[float, int]] = {}
        self._outings: dict[int, tuple[list[int], list[Trip]]] = {}
        self.lights: dict[int, float] | None = None

    # What units are worth and can do

    def worth(self, u: Unit) -> float:
        """What a unit is worth as a fighter."""
        t = self.game.types[u.type]
        worth = worth_of(t) if t.kind in BIG else WORTH.get(t.kind, 0.5)
        if u.side != self.side and self.goals.kills:
            worth *= 1 + self.goals.kills
            if self.goals.clear and self.last_chance:  # who is Shaken does not come back any more
                worth *= GONE if u.flags & SHAKEN else URGENT
        elif u.side == self.side and self.stay is not None and u.id == self.stay.unit:
            worth *= NEEDED
        if u.flags & SHAKEN:
            worth *= 0.5
        return worth * 0.7 if u.flags & WOUNDED else worth

    def power(self, loc: int, side: int, ready: bool = False) -> tuple[float, int]:
        """Rough firepower of a side's units of a location on one target, and how far it reaches."""
        game, s = self.game, self.s
        powers: list[float] = []
        lm = reach = 0
        for i in s.by_loc.get(loc, ()):
            u = s.units[i]
            if u.side != side or u.flags & (SHAKEN | MELEE) or (ready and u.flags & ACTION_MARKERS):
                continue
            fp = values.firepower(game, u)
            far = values.fire_range(game, u)
            weapon = max(
                (game.weapon_types[s.weapons[w].type] for w in u.carries), key=lambda t: t.fp or 0, default=None
            )
            if weapon is not None and weapon.fp:
                fp, far = fp + weapon.fp, max(far, weapon.range)
            if fp:
                powers.append(fp)
                reach = max(reach, far)
            else:
                lm = max(lm, values.leadership(game, u))
        powers.sort(reverse=True)
        return (powers[0] + sum(powers[1:]) / 2 + lm if powers else 0.0), reach

    @cached_property
    def enemies(self) -> list[tuple[int, float, int, bool]]:
        """Enemy locations with firepower: where, how much, how far, and whether it can still answer a move."""
        foe = 1 - self.side
        found = []
        for loc in self.s.spread.held[foe]:
            fp, far = self.power(loc, foe)
            if fp:
                found.append((loc, fp, far, self.power(loc, foe, True)[0] > 0))
        return found

    @cached_property
    def foes(self) -> Locs:
        """Locations with enemies."""
        return self.s.spread.held[1 - self.side]

    # How dangerous it is somewhere

    def cover(self, loc: int) -> float:
        """Target Modifier of a location, whoever fires."""
        return self.ground.cover(self.game, self.s, loc)

    @cached_property
    def fire_at(self) -> Dangers:
        """Danger and risk of locations as far as they were looked at; the same enemies threaten the same ground."""
        if self._known is None or self.heavy or self.game.setup.night is not None:
            return ({}, {}, {})
        return self._known.setdefault((self.side, tuple(self.enemies), self.s.markers), ({}, {}, {}))

    def danger(self, loc: int) -> float:
        """Rough chance to come to harm in a location, if the enemy fires with all he has."""
        found = self.fire_at[0].get(loc)
        return self._look_around(loc)[0] if found is None else found

    def risk(self, loc: int, riding: bool = False) -> float:
        """Rough chance to come to harm when moving through a location, on foot or in the saddle."""
        found = self.fire_at[1 + riding].get(loc)
        return self._look_around(loc)[1 + riding] if found is None else found

    def _look_around(self, loc: int) -> tuple[float, float, float]:
        """Work out danger and risk of a location together."""
        game, s = self.game, self.s
        cover = self.cover(loc)
        row = game.ranges[loc >> 3]
        safe = passing = riding = 1.0
        for at, fp, far, ready in self.enemies:
            distance = row[at >> 3]
            if distance > far:
                continue
            verdict = line(game, s, at, loc)
            if verdict == BLOCKED or (game.night is not None and is_dark(game, s, at, loc)):
                continue
            ahead = fp + (2.0 if distance <= 1 else 0.0) - cover - degraded(verdict) - 2 * limited(verdict)
            safe *= 1 - harm(ahead) * (0.4 if cover > 0 and distance > 1 else 1.0)
            if ready:
                passing *= 1 - harm(ahead + 1)
                riding *= 1 - harm(ahead - 1)
        if self.heavy:
            sure, past = self.armour.spared(loc, cover)
            safe *= sure
            passing *= past
        found = 1 - safe, (1 - passing) * 0.7, (1 - riding) * 0.7
        for table, chance in zip(self.fire_at, found, strict=True):
            table[loc] = chance
        return found

    # Vehicles, guns and artillery

    @cached_property
    def heavy(self) -> bool:
        """Whether there are vehicles, guns or fortifications in the game."""
        return is_heavy(self.game)

    @cached_property
    def guns(self) -> Guns:
        """What heavy weapons promise."""
        return Guns(self)

    @cached_property
    def armour(self) -> Armour:
        """Ground as seen from vehicles."""
        return Armour(self, self.guns)

    # What this side wants

    @cached_property
    def stay(self) -> Stay | None:
        """What is still to be done by staying somewhere, if the unit it needs is still about."""
        for stay in self.goals.stays:
            if not self.s.notes.get(stay.done):
                i = self.s.ids.get(stay.unit)
                if i is not None and self.s.units[i].at >= 0:
                    return stay
        return None

    def is_staying(self, loc: int) -> bool:
        """Whether those in a location had better do nothing this turn."""
        stay = self.stay
        if stay is None or stay.at != loc or not self.s.notes.get(stay.found):
            return False
        unit = self.s.units[self.s.ids[stay.unit]]
        if unit.at != loc or not unit.good_order or loc in self.foes:
            return False
        return self.guards.get(loc, 0) > 0

    @cached_property
    def wanted(self) -> tuple[int, ...]:
        """Hexes this side is drawn to: places to take, a way off the map; else places to keep; else the enemy."""
        goals = self.goals
        if goals.exits:
            return tuple(sorted(goals.exits))
        lost = {p >> 3 for p in open_places(goals, self.s, self.side)}
        if goals.clear:
            lost |= {loc >> 3 for loc in self.foes}
        if self.stay is not None and not self.guards.get(self.stay.at, 0):
            lost.add(self.stay.at >> 3)
        if lost:
            return tuple(sorted(lost))
        kept = {p >> 3 for p in goals.places} | goals.enemy_exits
        return tuple(sorted(kept) or sorted({loc >> 3 for loc in self.foes}))

    def is_called(self, units: Sequence[Unit]) -> bool:
        """Whether somebody among some units is needed where something is done by staying."""
        return self.stay is not None and any(u.id == self.stay.unit for u in units)

    @cached_property
    def holding(self) -> bool:
        """Whether this side has all it wants and only has to keep it."""
        return (
            not self.goals.exits
            and not self.goals.clear
            and not open_places(self.goals, self.s, self.side)
            and bool(self.goals.places)
        )

    @cached_property
    def turns_left(self) -> int:
        """Turns still to be played, this one included."""
        return max(1, self.game.turns - self.s.turn + 1) if self.game.turns else 6

    @cached_property
    def last_chance(self) -> bool:
        """Whether nobody will rally any more: this is the last turn."""
        return self.turns_left <= 1

    @cached_property
    def fear(self) -> float:
        """What the fire to come counts: little when the game is about to end."""
        t = self.temper
        return t.fear * self.nerve if self.turns_left > 1 else t.fear * self.nerve / 3

    @cached_property
    def behind(self) -> bool:
        """Whether this side would not win if the game ended now."""
        return standing(self.game, self.s).winner != self.side

    @cached_property
    def nerve(self) -> float:
        """How much danger counts: less and less for a side that is losing."""
        if not self.behind:
            return 1.0
        return max(self.temper.nerve, min(1.0, (self.turns_left - 1) / max(HORIZON, self.game.turns - 1)))

    def pull(self, row: Sequence[int], loc: int, called: bool = False, swift: int = 1) -> float:
        """What half a Movement Point toward the goal is worth: more for those who will hardly be in time."""
        if self.holding and self.stay is None:
            return self.temper.kept
        if not row:
            return 0.0
        far = row[loc >> 3] if loc >= 0 else PACE * 2
        need = far / (swift * PACE * max(0.5, self.turns_left - (2 if called else 1 if self.behind else 0)))
        t = self.temper
        return t.pull * (3 if called else 1) * (1 + min(4.0, t.hurry * max(0.0, need - t.slack)))

    @cached_property
    def guards(self) -> dict[int, int]:
        """How many own Good Order MMCs stand in each place that counts."""
        s = self.s
        return {
            p: sum(
                1
                for i in s.by_loc.get(p, ())
                if s.units[i].side == self.side and s.units[i].good_order and self.game.types[s.units[i].type].is_mmc
            )
            for p in (*self.goals.places, *(stay.at for stay in self.goals.stays))
        }

    @cached_property
    def tunnels(self) -> bool:
        """Whether there are Tunnels this side may use."""
        return under.has_tunnels(self)

    @cached_property
    def posts(self) -> frozenset[int]:
        """Places that count where somebody should stand. What is controlled stays so when left (22.0): who is losing
        has other things to do than to guard it."""
        kept = self.goals.hold | ({self.stay.at} if self.stay is not None else set())
        return frozenset(p for p in self.guards if p in kept or not self.behind or not controls(self.s, self.side, p))

    def crowd(self, loc: int) -> int:
        """Own MMCs in a location."""
        found = self._crowd.get(loc)
        if found is None:
            s, types = self.s, self.game.types
            found = self._crowd[loc] = sum(
                1 for i in s.by_loc.get(loc, ()) if s.units[i].side == self.side and types[s.units[i].type].is_mmc
            )
        return found

    def value(self, loc: int, group: Company, inside: int = 0) -> float:
        """How good a location is for some units; so many fighters and MMCs of them are `inside` already."""
        far = 0
        if group.row:
            far = under.way_up(self, loc, group.row) if loc & 7 in under.BELOW else group.row[loc >> 3]
            far = min(far, FAR // 4)
        t = self.temper
        found = t.cover * self.cover(loc) * group.count - group.pull * far - self.fear * group.worth * self.danger(loc)
        if loc & 7 == TUNNEL:
            found -= under.BLIND * group.count
        if self.game.boats and is_river(self.game, self.s, loc):
            found -= afloat.WET * group.count
        post = loc if loc & 7 not in under.SHELTERS else loc & ~7
        if group.fighters and post in self.posts and (post == loc or post not in self.foes):
            others = self.guards[post] + under.inside(self, post) - (group.fighters if inside else 0)
            found += (t.guard if others <= 0 else 0.1) + 0.1 * (group.fighters - 1)
            if others <= 0 and self.stay is not None and loc == self.stay.at:
                found += t.guard
        if group.called and self.stay is not None and loc == self.stay.at:
            found += t.guard
        if group.aids:
            friends = self.crowd(loc) - (group.size if inside else 0) + group.size
            found += group.aids * (t.company if friends else -t.lonely)
        if group.leads or group.shaken:
            shaken, led = self.needs(loc)
            if group.leads and not (led and not inside):
                found += t.rescue * shaken
            elif group.shaken and led:
                found += t.rescue * group.size
        return found

    def needs(self, loc: int) -> tuple[int, bool]:
        """How many Shaken MMCs are in a location, and whether a Leader is there who could rally them."""
        found = self._needs.get(loc)
        if found is None:
            here = [self.s.units[i] for i in self.s.by_loc.get(loc, ())]
            types = self.game.types
            mine = [u for u in here if u.side == self.side]
            found = self._needs[loc] = (
                sum(1 for u in mine if u.flags & SHAKEN and types[u.type].is_mmc),
                any(types[u.type].kind == "leader" and u.good_order for u in mine),
            )
        return found

    def desire(self, loc: int, u: Unit) -> float:
        """How good a location is for a unit."""
        i = self.s.ids[u.id]
        if u.flags & BULK and in_the_air(u.at):
            return 0.0
        if u.flags & BULK:
            return self.armour.stand(i, loc, u.kit.facing if u.kit is not None else 0)
        return self.value(loc, Company(self, (i,), u.at if u.at >= 0 else loc), 1 if u.at == loc else 0)

    # What could be done

    def melee_gain(self, group: Sequence[Unit], loc: int, charge: Sequence[int] = ()) -> float:
        """What going into Melee with the units of a location promises: both sides strike at once, unless they are
        charged."""
        here = [self.s.units[i] for i in self.s.by_loc.get(loc, ())]
        others = [u for u in here if u.side != self.side]
        mine, led = self.might([*group, *(u for u in here if u.side == self.side)])
        theirs, foes_led = self.might(others)
        if not mine:
            return -1.0
        t = self.temper
        prize = sum(self.worth(u) for u in others) + (
            t.prize if loc in self.goals.places or loc >> 3 in self.goals.exits else 0.0
        )
        won = kills(mine + riders.charge(self, charge), theirs, led) if theirs else 1.0
        lost = kills(theirs, mine, foes_led) * (riders.STANDS if charge else 1.0) if theirs else 0.0
        return t.melee * won * prize - self.nerve * t.loss * lost * sum(self.worth(u) for u in group)

    def assault(self, members: Sequence[int], group: Sequence[Unit], loc: int, origin: int) -> float:
        """What going for the enemies of a location promises: a vehicle is assaulted, others fight a Melee, Cavalry
        charges."""
        if self.heavy and any(self.s.units[i].flags & BULK for i in self.s.by_loc[loc]):
            return self.armour.assault_gain(list(members), loc)
        charge = chargers(self.game, self.s, members, origin, loc) if self.game.mounted else ()
        return self.melee_gain(group, loc, charge)

    def might(self, units: Sequence[Unit]) -> tuple[int, int]:
        """Firepower in Melee of some units and their weapons, and the Leadership that helps them."""
        game, s = self.game, self.s
        fp = lm = 0
        for u in units:
            if not u.good_order:
                continue
            i = s.ids[u.id]
            if is_eligible(game, s, i):
                fp += values.firepower(game, u)
                fp += max((weapon_fp(game, s, w) or 0 for w in melee_weapons(game, s, i)), default=0)
            lm = max(lm, values.leadership(game, u))
        return fp, lm

    def shot(self, origin: int, at: int) -> float:
        """What fire from a location at another is worth: chances of everything that may fire from there, Leaders'
        own checks left out."""
        known = self._shots.get((origin, at))
        if known is not None:
            return known
        game, s = self.game, self.s
        try:
            lead, group = whole_group(game, s, self.side, origin, at)
        except (ValueError, KeyError):
            self._shots[origin, at] = 0.0
            return 0.0
        ahead = fire_tally(game, s, group, lead, origin, at).total
        gain = 0.0
        for i in s.by_loc.get(at, ()):
            u = s.units[i]
            if u.side == self.side or u.flags & BULK:
                continue
            shift = ahead - defence_tally(game, s, at, origin, i).total
            shift += sum(int(m.value) for m in target_bonus(game, s, i, origin, at))
            helper = helping_leader(game, s, i)
            lm = values.leadership(game, s.units[helper]) if helper is not None else 0
            gain += self.worth(u) * expected(column(game, u), values.morale(game, u, s), shift, lm)
        self._shots[origin, at] = gain
        return gain

    def targets(self, origin: int) -> list[int]:
        """Locations that the units of a location could fire at in an impulse of their own."""
        impulse = Impulse(side=self.side)
        found = shots(self.game, self.s, impulse, origin)
        return [at for at in found if check_target(self.game, self.s, self.side, origin, at) is None]

    def best_shot(self, loc: int) -> tuple[float, int]:
        """What the best fire from a location is worth, and at what."""
        found = self._best_shots.get(loc)
        if found is None:
            found = max(((self.shot(loc, at), at) for at in self.targets(loc)), default=(0.0, -1))
            self._best_shots[loc] = found
        return found

    def ready(self, loc: int) -> list[int]:
        """Own units of a location that could still move."""
        units = self.s.units
        found = [i for i in self.s.by_loc.get(loc, ()) if units[i].side == self.side and not units[i].flags & BUSY]
        return [i for i in found if self.walks(i)] if self.heavy else found

    def walks(self, unit: int) -> bool:
        """Whether a unit goes about on foot: no vehicle, and no gun, which had better stay where it is."""
        u = self.s.units[unit]
        return not u.flags & BULK and not values.is_gun(self.game.types[u.type])

    def party(self, among: Sequence[int]) -> list[int]:
        """Who of some units goes first: one MMC alone while there are more, the last one with the Single Men. Fire hits
        everybody in a location, and who has fired at the first does not fire at the next."""
        types, units = self.game.types, self.s.units
        fit = [i for i in among if not units[i].flags & SHAKEN] or list(among)
        groups = [i for i in fit if types[units[i].type].is_mmc]
        if self.stay is not None:
            called = [i for i in fit if units[i].id == self.stay.unit]
            if called:
                at = units[called[0]].at
                alone = self.crowd(self.stay.at) or at == self.stay.at or self.guards.get(at) == 1
                return sorted(called + ([] if alone else groups[:1]))
        if len(groups) > self.temper.together:
            leaders = [i for i in fit if types[units[i].type].kind == "leader"]
            return sorted(groups[: int(self.temper.together)] + (leaders[:1] if len(leaders) > 1 else []))
        return fit

    def outing(self, loc: int) -> tuple[list[int], list[Trip]]:
        """Who of a location would go somewhere, and the ways they could go, best first: the party; or everybody where
        a Melee promises more, or where nobody can fire at them and a Leader makes them go faster."""
        found = self._outings.get(loc)
        if found is not None:
            return found
        ready = self.ready(loc)
        group = self.party(ready)
        trips = self.trips(group, self.pace(group), loc) if group else []
        fit = [i for i in ready if not self.s.units[i].flags & SHAKEN]
        if len(fit) > len(group):
            share = max(0.0, trips[0].gain / len(group)) if trips else 0.0
            together = self.trips(fit, self.pace(fit), loc)
            fights = [t for t in together if t.path[-1] in self.foes]
            quick = [t for t in together if t.risk <= self.temper.quiet and t.path[-1] not in self.foes]
            if fights and fights[0].gain > share * len(group):
                group, trips = fit, fights
            elif quick and self._led(fit) and quick[0].gain > share * len(fit):
                group, trips = fit, quick
        self._outings[loc] = (group, trips)
        return group, trips

    def _led(self, group: Sequence[int]) -> bool:
        """Whether a Leader in Good Order goes along."""
        units = self.s.units
        return any(self.game.types[units[i].type].kind == "leader" and units[i].good_order for i in group)

    def pace(self, group: Sequence[int]) -> int:
        """Half Movement Points a group has: at the double with a Leader."""
        game, s = self.game, self.s
        led = self._led(group)
        return min(
            allowance(game, s, i, "double_time" if led and game.types[s.units[i].type].is_mmc else "normal", group)
            for i in group
        )

    def column(self, among: Sequence[int]) -> list[int]:
        """Who of some units that nobody can fire at goes together: an equal share of the MMCs with each Leader."""
        types, units = self.game.types, self.s.units
        leaders = [i for i in among if types[units[i].type].kind == "leader" and units[i].good_order]
        groups = [i for i in among if types[units[i].type].is_mmc]
        if len(leaders) <= 1:
            return list(among)
        return sorted((leaders[0], *groups[: -(-len(groups) // len(leaders))]))

    def trips_from(self, loc: int) -> list[Trip]:
        """Ways those who would go could go, best first."""
        return self.outing(loc)[1]

    def trips(self, members: Sequence[int], left: int, start: int, origin: int | None = None) -> list[Trip]:
        """Ways a group could go with so many half points, best first; Melee only as a last step. What it is after is
        settled where it set off, its `origin`."""
        return trips(self, members, left, start, origin)


BUSY = ACTION_MARKERS | MELEE
