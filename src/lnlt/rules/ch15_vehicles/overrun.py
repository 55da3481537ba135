"""15.3: Overruns: a vehicle drives over infantry: where, with what, and the attack itself.

What the infantry does about it, and where it goes if the vehicle stays, is in `overrun_answer`.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from lnlt.core.board import BUNKER
from lnlt.core.catalog import UnitType
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, BULK, BUTTONED, EXPENDED, SHAKEN
from lnlt.core.frames import Command, Procedure
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.core.terrain import BLOCKING
from lnlt.rules.ch05_fire.damage import compare, damage_check
from lnlt.rules.ch06_movement.costs import points_text
from lnlt.rules.ch06_movement.move import BACK, Move
from lnlt.rules.ch08_melee.entering import begin_melee, go_back
from lnlt.rules.ch10_los_spotting.cover import HULKS, capped, location_modifiers
from lnlt.rules.ch10_los_spotting.spotting import along_road, is_lined_road
from lnlt.rules.ch11_smc.snipers import hiding
from lnlt.rules.ch13_nations import fire_die
from lnlt.rules.ch15_vehicles.bunker_answer import BunkerNerve
from lnlt.rules.ch15_vehicles.fate import has_riders
from lnlt.rules.ch15_vehicles.machine_guns import firepower, is_all_round
from lnlt.rules.ch15_vehicles.overrun_answer import OverrunAnswer
from lnlt.rules.ch15_vehicles.steps import allowance, straight_cost
from lnlt.rules.ch18_indirect.shelling import enter_hex
from lnlt.rules.ch21_fortifications.placing import FORTIFICATIONS
from lnlt.rules.facts import units
from lnlt.rules.facts.caves import closed_between
from lnlt.rules.facts.guns import is_missile, own_guns
from lnlt.rules.facts.kits import armor_leader
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.melee_marks import leg_units, melee_marker
from lnlt.rules.facts.stacking import check_stacking

EXTRA_COST = 8
"""Half points on top of the cost of the hex."""
BONUS = 2
SHELTERED = FORTIFICATIONS | HULKS | {"cave"}
"""What does not prevent an Overrun but protects its holders (21.0)."""
BRIDGE = "bridge"
WAYS = frozenset({"road", BRIDGE})


class Overrun(Command, frozen=True, gc=False):
    """A vehicle drives into a neighbouring hex over the enemy infantry there."""

    at: str


def high_explosive(t: UnitType) -> list[int]:
    """15.3: HE-equivalent of each gun, as often as it fires; HEAT too (Q-536), missiles not (Q-354)."""
    guns = [gun for gun in own_guns(t) if not is_missile(gun)]
    known = [gun.he * gun.rof for gun in guns if gun.he is not None]
    return known or [(t.he or 0) * (guns[0].rof if guns else t.rof)]


def armament(game: Game, s: Position, unit: int) -> list[Modifier]:
    """15.3, Q-119: what each weapon adds: the guns, and every machine gun, those with a star only if open."""
    u = s.units[unit]
    t = game.types[u.type]
    found = [Modifier(he, "high_explosive", "15.3", u.id) for he in high_explosive(t) if he]
    for mg in range(len(t.mgs)):
        if not (u.flags & BUTTONED and is_all_round(t, mg)):
            found.append(Modifier(firepower(t, mg), "vehicle_mg", "15.3", u.id))
    return found


def is_armed(game: Game, s: Position, unit: int) -> bool:
    """15.3: whether a vehicle has a weapon it can use now: a gun, a missile left, or a machine gun."""
    u = s.units[unit]
    t = game.types[u.type]
    if any(not is_missile(gun) or not u.flags & EXPENDED for gun in own_guns(t)):
        return True
    return t.he is not None or bool(armament(game, s, unit))


def overrun_tally(game: Game, s: Position, unit: int) -> Tally:
    """15.3: HE-equivalent, machine guns, the LM of an Armor Leader, and 2."""
    mods = []
    leader = armor_leader(game, s, unit)
    if leader != NOBODY and (lm := units.leadership(game, s.units[leader])):
        mods.append(Modifier(lm, "leader", "15.3", s.units[leader].id))
    mods.append(Modifier(BONUS, "overrun", "15.3"))
    return Tally("overrun", tuple(armament(game, s, unit)), tuple(mods))


def overrun_cover(game: Game, s: Position, victim: int, frm: int) -> Tally:
    """15.3, Q-118: cover of the hex: Fortifications and Wrecks; not of a Bridge, nor of a Road along which it comes."""
    u = s.units[victim]
    i = u.at >> 3
    skip = {"vehicle"}
    if is_bridge(game, i) or along_road(game, frm, u.at):
        skip |= {game.board.terrain[i].key, BRIDGE}
    cover = capped([m for m in location_modifiers(game, s, u.at, u.type, victim) if m.why not in skip])
    return Tally("defence", (), (*cover, *hiding(game, s, victim, NOBODY, cover)))


def victims(game: Game, s: Position, side: int, frm: int, to: int) -> list[int]:
    """15.3, 21.1.3: who is overrun in a hex: those in the open, and those in a Bunker entered from its front."""
    found = leg_units(game, s, side, to)
    inside = leg_units(game, s, side, to + BUNKER)
    if inside and closed_between(game.board, s.marks, to + BUNKER, frm) is None:
        found += inside
    return sorted(found)


def is_bridge(game: Game, hex_: int) -> bool:
    """15.3: a Bridge hex."""
    return game.board.terrain[hex_].key == BRIDGE or BRIDGE in game.board.features[hex_]


def check_ground(game: Game, s: Position, frm: int, to: int) -> Refusal | None:
    """15.3, Q-118: where an Overrun can happen: open ground without cover, Bridges, what a module adds."""
    board, i = game.board, to >> 3
    terrain = board.terrain[i]
    where = {"at": board.names[i]}
    things = [m.kind for m in s.marks.get(to, ())] + sorted(board.features[i])
    for kind in things:
        row = board.chart.counters.get(kind) or board.chart.terrains.get(kind)
        if kind not in SHELTERED and kind not in WAYS and row is not None and row.tm:
            return Refusal("15.3", "counter_prevents_overrun", {**where, "counter": kind})
    if terrain.overrun or is_bridge(game, i):
        return None
    if is_lined_road(game, i):
        origin = frm >> 3
        if board.terrain[origin].road or board.features[origin] & WAYS:
            return None
        return Refusal("15.3", "overrun_only_along_road", where)
    if terrain.water or terrain.structure or terrain.tm or terrain.los == BLOCKING:
        return Refusal("15.3", "no_overrun_terrain", {**where, "terrain": terrain.key})
    return None


def check_overrun(game: Game, s: Position, unit: int, mode: str, frm: int, to: int) -> Refusal | None:
    """15.3, 15.1, 15.2, 15.2.1: whether a vehicle may overrun a hex from where it is."""
    u = s.units[unit]
    at = {"unit": u.id, "at": game.board.loc_name(to)}
    if to >> 3 not in game.board.neighbours[frm >> 3] or to & 7:
        return Refusal("6.0", "not_adjacent", {"from": game.board.loc_name(frm), "at": at["at"]})
    if u.flags & ASSAULT_FIRE or mode != "normal":
        rule = "15.2.1" if u.flags & ASSAULT_FIRE else "6.5" if mode == "coordinated" else "15.2"
        return Refusal(rule, "no_overrun_in_mode", at)
    if melee_marker(s, to) is not None:
        return Refusal("15.1", "no_driving_into_melee", at)
    if any(s.units[o].flags & BULK and s.units[o].side != u.side for o in s.by_loc.get(to, ())):
        return Refusal("15.1", "enemy_vehicle_there", at)
    if not victims(game, s, 1 - u.side, frm, to):
        return Refusal("15.3", "nobody_to_overrun", at)
    refusal = check_ground(game, s, frm, to)
    if refusal is not None:
        return refusal
    if u.flags & SHAKEN:
        return Refusal("15.0", "shaken", at)
    if not is_armed(game, s, unit):
        return Refusal("15.3", "nothing_to_overrun_with", at)
    if has_riders(game, s, unit, outside=True):
        return Refusal("15.3", "riders_on_top", at)
    cost = straight_cost(game, s, unit, frm, to)
    if isinstance(cost, Refusal):
        return cost
    left = allowance(game, s, unit, mode) - u.mp
    if cost + EXTRA_COST > left:
        short = {"unit": u.id, "cost": points_text(cost + EXTRA_COST), "left": points_text(left)}
        return Refusal("15.3", "too_few_points", short)
    if to >> 3 not in game.playable:
        return Refusal("22.0", "off_limits", {"at": at["at"]})
    return check_stacking(game, s, u.side, to, (unit,))


class OverrunAttack(Procedure, frozen=True, gc=False, kw_only=True):
    """15.3, 6.0: the vehicle is in the hex: artillery, Events, its attack, Damage Checks, the answer of those left."""

    RULE: ClassVar[str] = "15.3"
    STEPS: ClassVar[tuple[str, ...]] = ("hazards", "attack", "check", "answer", "counter", "settle")
    MOMENT: ClassVar[str] = "attack"
    side: int
    unit: int
    at: int
    came_from: int
    pending: tuple[tuple[int, int], ...] = ()

    def hazards(self, d: Draft) -> None:
        """15.3, 18.2, 21.4, Q-117: Mines and Fire for Effect in the hex attack the vehicle first."""
        enter_hex(d, self.came_from, self.at, (self.unit,))

    def attack(self, d: Draft) -> None:
        """15.3, Q-351: a die each, the same for all; a vehicle just Shaken does not attack, one lost is gone."""
        game, u = d.game, d.units[self.unit]
        if u.at != self.at:
            d.update(self, step=len(self.STEPS))
            self._stranded(d)
            return
        if u.flags & SHAKEN:
            return
        enemy = 1 - self.side
        there = victims(game, d, enemy, self.came_from, self.at)
        (attack,) = d.roll(1, "attack", self.side, fire_die(game, self.side), subject=self.unit)
        (defence,) = d.roll(1, "defence", enemy)
        fire = overrun_tally(game, d, self.unit)
        pending = []
        for victim in sorted(there, key=lambda v: not is_leader(game, d, v)):
            cover = overrun_cover(game, d, victim, self.came_from)
            worse = compare(d, "overrun", self.side, self.at, (fire, cover), ((attack,), (defence,)), victim)
            if worse is not None:
                pending.append((victim, worse))
        d.update(self, pending=tuple(pending))

    def _stranded(self, d: Draft) -> None:
        """8.0, Q-068, Q-351: men of a vehicle that was lost on entering are among enemies: they fight, fall or get
        away, back to where Mines, Fire for Effect and Opportunity Fire await them."""
        here = leg_units(d.game, d, self.side, self.at)
        if here and leg_units(d.game, d, 1 - self.side, self.at):
            if begin_melee(d, self.side, self.at, here, self.came_from, self.came_from):
                go_back(d, here, self.came_from)
                modes, to = ("normal",) * len(here), self.came_from
                back = Move(side=self.side, origin=to, at=to, came_from=self.at, units=tuple(here), modes=modes)
                d.push(replace(back, spent=BACK, returned=True))

    def check(self, d: Draft) -> None:
        """15.3, 5.1: the next Damage Check, Leaders first."""
        if self.pending:
            (victim, worse), rest = self.pending[0], self.pending[1:]
            d.update(self, pending=rest, step=self.STEPS.index("check"))
            damage_check(d, victim, worse, [v for v, _ in rest])

    def answer(self, d: Draft) -> None:
        """15.3: those left in Good Order may Close Assault the vehicle."""
        question = OverrunAnswer(side=1 - self.side, at=self.at, target=self.unit)
        if question.able(d.game, d):
            d.push(question)

    def counter(self, d: Draft) -> None:
        """21.1.3: those overrun inside a Bunker may fire at the vehicle."""
        bunker = self.at + BUNKER
        inside = [u for u in victims(d.game, d, 1 - self.side, self.came_from, self.at) if d.units[u].at == bunker]
        if inside and d.units[self.unit].at == self.at:
            d.push(BunkerNerve(side=1 - self.side, at=bunker, target=self.unit, units=tuple(inside)))

    def settle(self, d: Draft) -> None:
        """Q-351: the same for those who had to get out of it under that fire."""
        if d.units[self.unit].at != self.at and melee_marker(d, self.at) is None:
            self._stranded(d)
