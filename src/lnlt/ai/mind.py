"""How a computer player looks at a position: what units are worth, where it is dangerous, where it wants to be.

Rough estimates, quick to make; whether something is allowed, and what it does, only the engine says.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from lnlt.ai import afloat, riders, under
from lnlt.ai.armour import Armour
from lnlt.ai.company import Company, Trip
from lnlt.ai.goals import FAR
from lnlt.ai.ground import Lore, Step, is_plain, mover_of
from lnlt.ai.guns import Guns
from lnlt.ai.memory import Dangers, Layout, Memory, Scene, Spots
from lnlt.ai.parties import Parties
from lnlt.ai.tables import harm, kills, toll
from lnlt.ai.temper import TEMPER, Temper
from lnlt.ai.trips import trips
from lnlt.core.board import TUNNEL
from lnlt.core.flags import ACTION_MARKERS, BULK, MELEE, SHAKEN
from lnlt.core.game import Game
from lnlt.core.state import State, Unit
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.action import shots
from lnlt.rules.ch05_fire.modifiers import defence_tally, fire_tally, target_bonus
from lnlt.rules.ch05_fire.target import check_target
from lnlt.rules.ch06_movement.risks import whole_group
from lnlt.rules.ch08_melee.entering import chargers
from lnlt.rules.ch10_los_spotting.lines import line
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, degraded, limited
from lnlt.rules.ch20_night.darkness import is_dark
from lnlt.rules.facts import units as values
from lnlt.rules.facts.boats import is_river
from lnlt.rules.facts.caves import caves
from lnlt.rules.facts.kits import in_the_air
from lnlt.rules.facts.melee_eligibility import is_eligible, melee_weapons, weapon_fp

FURTHEST = FAR // 4
"""Half Movement Points beyond which one place is as far from the goal as another."""


class Mind(Parties):
    """One side's look at one position."""

    def __init__(
        self,
        game: Game,
        s: State,
        side: int,
        lore: Lore,
        temper: Temper = TEMPER,
        memory: Memory | None = None,
    ) -> None:
        super().__init__(game, s, side, lore, temper)
        self.memory = memory or Memory(1)
        self._needs: dict[int, tuple[int, bool]] = {}
        self._shots: dict[tuple[int, int], float] = {}
        self._best_shots: dict[int, tuple[float, int]] = {}
        self._outings: dict[int, tuple[list[int], list[Trip]]] = {}
        self._trips: dict[tuple[tuple[int, ...], int, int, int | None], list[Trip]] = {}
        self.lights: dict[int, float] | None = None

    # What is remembered

    @cached_property
    def layout(self) -> Layout:
        """What is remembered of the ground."""
        return self.memory.layout(self.s) if is_plain(self.game) else Layout()

    @cached_property
    def scene(self) -> Scene:
        """What is remembered of the enemy: the same ones threaten the same ground."""
        s = self.s
        if self.game.setup.night is not None:
            return Scene()
        if not self.heavy:
            return self.memory.scene((self.side, tuple(self.enemies), s.markers))
        return self.memory.scene((self._enemy, s.markers, s.obstacles))

    @cached_property
    def _enemy(self) -> tuple[object, ...]:
        """All that what the enemy can do depends on, but for the ground; own units among them count too."""
        s, foe = self.s, 1 - self.side
        enemies = tuple([u for u in s.units if u.side == foe])
        among = tuple([s.units[i] for at in self.foes for i in s.by_loc[at] if s.units[i].side != foe])
        return self.side, s.turn, enemies, s.weapons, among, self.stay if among else None

    @cached_property
    def spots(self) -> Spots:
        """What is remembered of locations by what is seen from them; cover of the enemies themselves counts too."""
        if self.game.setup.night is not None:
            return {}
        return self.memory.spots((self._enemy, tuple([self.cover(at) for at in self.foes])))

    # How dangerous it is somewhere

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

    def cover(self, loc: int) -> float:
        """Target Modifier of a location, whoever fires."""
        covers = self.layout.covers
        found = covers.get(loc)
        if found is None:
            found = covers[loc] = self.ground.cover(self.game, self.s, loc)
        return found

    def known_steps(self, unit: int) -> dict[int, tuple[Step, ...]]:
        """Where a unit can go, by location, and what it costs, as far as it was asked."""
        return self.layout.steps.setdefault(mover_of(self.game, self.s, unit), {})

    def steps(self, unit: int, loc: int) -> tuple[Step, ...]:
        """Where a unit can go from a location, and what it costs."""
        steps = self.known_steps(unit)
        found = steps.get(loc)
        if found is None:
            found = steps[loc] = self.ground.steps(self.game, self.s, unit, loc)
        return found

    def is_wet(self, loc: int) -> bool:
        """Whether a location is on the water of a River."""
        wet = self.layout.wet
        found = wet.get(loc)
        if found is None:
            found = wet[loc] = is_river(self.game, self.s, loc)
        return found

    def dry_steps(self, unit: int, loc: int) -> tuple[Step, ...]:
        """Where a unit can go from a location over land, and what it costs."""
        steps = self.layout.dry.setdefault(mover_of(self.game, self.s, unit), {})
        found = steps.get(loc)
        if found is None:
            found = steps[loc] = tuple([step for step in self.steps(unit, loc) if not self.is_wet(step[0])])
        return found

    @cached_property
    def caves(self) -> tuple[int, ...]:
        """Hexes with a working Cave."""
        layout = self.layout
        if layout.caves is None:
            layout.caves = tuple(caves(self.s))
        return layout.caves

    @cached_property
    def fire_at(self) -> Dangers:
        """Danger and risk of locations as far as they were looked at."""
        return self.scene.fire_at

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
    def guns(self) -> Guns:
        """What heavy weapons promise."""
        return Guns(self)

    @cached_property
    def armour(self) -> Armour:
        """Ground as seen from vehicles."""
        return Armour(self, self.guns)

    # How good it is somewhere

    @cached_property
    def tunnels(self) -> bool:
        """Whether there are Tunnels this side may use."""
        return under.has_tunnels(self)

    def value(self, loc: int, group: Company, inside: int = 0) -> float:
        """How good a location is for some units; so many fighters and MMCs of them are `inside` already."""
        far, layer = 0, loc & 7
        if group.row:
            far = under.way_up(self, loc, group.row) if layer in under.BELOW else group.row[loc >> 3]
            if far > FURTHEST:
                far = FURTHEST
        t = self.temper
        danger = self.fire_at[0].get(loc)
        if danger is None:
            danger = self.danger(loc)
        cover = self.layout.covers.get(loc)
        if cover is None:
            cover = self.cover(loc)
        found = t.cover * cover * group.count - group.pull * far - self.fear * group.worth * danger
        if layer == TUNNEL:
            found -= under.BLIND * group.count
        if self.game.boats and self.is_wet(loc):
            found -= afloat.WET * group.count
        post = loc if layer not in under.SHELTERS else loc & ~7
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
            if loc not in self.s.by_loc:
                return 0, False
            here = [self.s.units[i] for i in self.s.by_loc[loc]]
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
            return self.armour.assault_gain(members, loc)
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
            gain += self.worth(u) * toll(game, s, i, shift)
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
            elif quick and self.led(fit) and quick[0].gain > share * len(fit):
                group, trips = fit, quick
        self._outings[loc] = (group, trips)
        return group, trips

    def trips_from(self, loc: int) -> list[Trip]:
        """Ways those who would go could go, best first."""
        return self.outing(loc)[1]

    def trips(self, members: Sequence[int], left: int, start: int, origin: int | None = None) -> list[Trip]:
        """Ways a group could go with so many half points, best first; Melee only as a last step. What it is after is
        settled where it set off, its `origin`."""
        key = (tuple(members), left, start, None if origin == start else origin)
        found = self._trips.get(key)
        if found is None:
            found = self._trips[key] = trips(self, *key)
        return found
