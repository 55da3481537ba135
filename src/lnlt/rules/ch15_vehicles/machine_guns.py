"""15.0: machine guns of vehicles: where each can fire, what it adds, and its attack on the Direct Fire Table."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.arcs import covers, covers_rear
from lnlt.core.board import CAVE
from lnlt.core.catalog import UnitType
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    BULK,
    FIRED,
    OPS_COMPLETE,
    PIVOTED,
    SHAKEN,
)
from lnlt.core.frames import Procedure
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch04_operations.impulse import just_spotted
from lnlt.rules.ch05_fire.attack import empty_cave_tally, in_order, leave_when_shaken, push_retreat, targets
from lnlt.rules.ch05_fire.damage import compare, damage_check
from lnlt.rules.ch05_fire.firepower import Firer
from lnlt.rules.ch05_fire.modifiers import FIRE_MODIFIERS, defence_tally, target_bonus
from lnlt.rules.ch10_los_spotting.burning import NATURAL, fire_start_check
from lnlt.rules.ch10_los_spotting.collapse import collapse
from lnlt.rules.ch10_los_spotting.lines import has_tis, line
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, degraded, limited
from lnlt.rules.ch10_los_spotting.spotting import is_smoky
from lnlt.rules.ch13_nations import fire_die
from lnlt.rules.ch17_antitank.exposure import damage_column, exposed, moving_vehicle, vehicle_cover
from lnlt.rules.ch20_night.darkness import night_modifiers
from lnlt.rules.facts import units
from lnlt.rules.facts.adjacency import adjacent
from lnlt.rules.facts.gun_arcs import bearing, vertex_of
from lnlt.rules.facts.guns import HULL, TURRET, has_turret
from lnlt.rules.facts.kits import armor_leader, in_the_air, is_flying, kit_of

RANGES = {3: 12, 4: 14}
"""Range of a machine gun by its firepower (15.0, 23.2.3)."""
SHORTEST = 10
HALF = 2
"""Firepower of each half of a split machine gun."""
HULL_HALF = 8
"""Added to the number of a split machine gun: the half that fires ahead of the hull."""
ADJACENT = 2
FLAME_RANGE = 2
"""Hexes a Flamethrower tank reaches, as a Flamethrower on foot does (Q-445)."""


def firepower(t: UnitType, mg: int) -> int:
    """15.0: printed firepower of a machine gun; what is not known is 0."""
    digits = t.mgs[mg % HULL_HALF].rstrip("*RF")
    return int(digits) if digits.isdigit() else 0


def reach(t: UnitType, mg: int, split: bool) -> int:
    """15.0, 19.2.4: 10 hexes with 2 firepower, 14 with 4; 10 for each half of a split one; flames 2 (Q-445)."""
    if is_flame(t, mg):
        return FLAME_RANGE
    return RANGES.get(HALF if split else firepower(t, mg), SHORTEST)


def is_all_round(t: UnitType, mg: int) -> bool:
    """15.0, 19.2.4: a star: fires to all sides, and only while the vehicle is open; so do all of a helicopter."""
    return t.kind == "helicopter" or t.mgs[mg % HULL_HALF].endswith("*")


def is_rear(t: UnitType, mg: int) -> bool:
    """15.0: an R: fires into the arc opposite to the turret's."""
    return t.mgs[mg % HULL_HALF].endswith("R")


def is_flame(t: UnitType, mg: int) -> bool:
    """10.7.2, Q-445: an F: the Flamethrower of a Flamethrower tank."""
    return t.mgs[mg % HULL_HALF].endswith("F")


def is_split(game: Game, s: Position, unit: int, mg: int, turret: int | None = None) -> bool:
    """15.0, Q-005: with the option a 4-firepower gun without a star fires as two halves while turret and hull point in
    different directions; `turret`: if the turret faced that vertex."""
    u = s.units[unit]
    t = game.types[u.type]
    if "split_mgs" not in game.options or t.mgs[mg % HULL_HALF] != "4" or not has_turret(t):
        return False
    return (kit_of(u).turret if turret is None else turret) != kit_of(u).facing


def bears(game: Game, s: Position, unit: int, mg: int, at: int, turret: int | None = None) -> bool:
    """15.0, 21.1, Q-116: whether a machine gun points at a location; `turret`: if the turret faced that vertex.

    One that fires to all sides also reaches into the Bunker or Cave of its hex, and what is above it.
    """
    u = s.units[unit]
    t = game.types[u.type]
    vector = bearing(game.board, u.at >> 3, at >> 3)
    if is_all_round(t, mg):
        return u.at != at
    turreted = has_turret(t) and mg < HULL_HALF
    vertex = vertex_of(s, unit, TURRET if turreted else HULL) if turret is None else turret
    return covers_rear(vertex, *vector) if is_rear(t, mg) else covers(vertex, *vector)


def mg_tally(game: Game, s: Position, unit: int, mg: int, origin: int, at: int, mode: str = "") -> Tally:
    """15.0, 4.1, 5.0, 11.5, 15.2: what a machine gun adds to its die, but for what depends on the target."""
    u = s.units[unit]
    t = game.types[u.type]
    value: float = HALF if is_split(game, s, unit, mg) else firepower(t, mg)
    air = in_the_air(u.at)
    base = Modifier(int(value), "vehicle_mg", "19.2.4" if air else "15.0", u.id)
    if u.flags & OPS_COMPLETE and not just_spotted(s, unit, at):
        half = value / 2
        base = Modifier(
            int(half) if half == int(half) else half, "vehicle_mg_ops_complete", "19.2.5" if air else "4.1", u.id
        )
    found: list[Modifier] = []
    leader = armor_leader(game, s, unit)
    if leader != NOBODY and (lm := units.leadership(game, s.units[leader])):
        found.append(Modifier(lm, "leader", "11.5", s.units[leader].id))
    if adjacent(game.board, origin, at):
        found.append(Modifier(ADJACENT, "adjacent", "5.6"))
    if u.flags & ASSAULT_MOVE:
        found.append(Modifier(-2, "assault_move", "15.2", u.id))
    elif mode == "assault_fire" or u.flags & ASSAULT_FIRE:
        found.append(Modifier(-2, "assault_fire", "15.2.1", u.id))
    if is_flying(u):
        found.append(Modifier(-2, "flying", "19.2.1", u.id))
    if u.flags & PIVOTED and not u.flags & ASSAULT_MOVE:
        found.append(Modifier(-1, "pivoted", "15.1", u.id))
    tis = has_tis(game, s, unit)
    if s.marks and is_smoky(game, s, origin >> 3) and not tis:
        found.append(Modifier(-1, "out_of_smoke", "7.0", game.board.names[origin >> 3]))
    verdict = line(game, s, origin, at, tis)
    if verdict != BLOCKED:
        found.extend(Modifier(-1, "degrading_hex", "10.3") for _ in range(degraded(verdict)))
        found.extend(Modifier(-2, "limited", "10.3.2") for _ in range(limited(verdict)))
    if game.night is not None:
        found.extend(night_modifiers(game, s, origin, at, tis))
    found.extend(FIRE_MODIFIERS.collect(game.hooks, game, s, [Firer(unit)], origin, at))
    return Tally("fire", (base,), tuple(found))


def burst_tally(
    game: Game, s: Position, unit: int, mg: int, origin: int, at: int, target: int, victim: int, mode: str = ""
) -> Tally:
    """15.0: the same against one unit; `target` is the vehicle aimed at, if one is."""
    tally = mg_tally(game, s, unit, mg, origin, at, mode)
    more = moving_vehicle(game, s, target, unit) if target != NOBODY else target_bonus(game, s, victim, origin, at)
    return Tally(tally.of, tally.base, (*tally.mods, *more))


class Burst(Procedure, frozen=True, gc=False, kw_only=True):
    """15.0, 5.0: one attack of one machine gun of a vehicle."""

    RULE: ClassVar[str] = "15.0"
    STEPS: ClassVar[tuple[str, ...]] = ("roll", "check", "after", "retreats")
    side: int
    unit: int
    mg: int
    origin: int
    at: int
    target: int = NOBODY
    mode: str = ""
    opportunity: bool = False
    pending: tuple[tuple[int, int], ...] = ()
    fleeing: tuple[int, ...] = ()
    """Who retreats if flames shake him (1.6.3)."""
    closes: bool = False
    """The flames of a Flamethrower tank close the Cave (10.7.2)."""
    natural: int = 0
    """The attack die as rolled."""

    def roll(self, d: Draft) -> None:
        """5.0, 17.2: one die each, every target with its own sums; 10.7.2: flames attack an empty Cave too."""
        game = d.game
        vehicle = self.target
        at_vehicle = vehicle != NOBODY
        aimed = targets(game, d, self.side, self.at, False, self.origin, (self.unit,))
        if at_vehicle:
            aimed = in_order(game, d, vehicle, exposed(game, d, vehicle, self.origin))
        d.emit(ev.FireOpened(self.side, self.origin, self.at, (self.unit,), self.unit, self.opportunity))
        enemy = 1 - self.side
        (attack,) = d.roll(1, "attack", self.side, fire_die(game, self.side))
        (defence,) = d.roll(1, "defence", enemy)
        pending = []
        for victim in aimed:
            fire = burst_tally(game, d, self.unit, self.mg, self.origin, self.at, vehicle, victim, self.mode)
            if at_vehicle:
                cover = vehicle_cover(game, d, victim, vehicle, self.origin)
            else:
                cover = defence_tally(game, d, self.at, self.origin, victim, self.unit)
            worse = compare(d, "fire", self.side, self.at, (fire, cover), ((attack,), (defence,)), victim)
            if worse is not None:
                pending.append((victim, worse))
        keeps = in_the_air(d.units[self.unit].at)  # both markers side by side (19.2)
        d.flag(self.unit, ASSAULT_FIRE if self.mode else FIRED, 0 if keeps else OPS_COMPLETE)
        burst = d.update(self, pending=tuple(pending), natural=attack)
        if is_flame(game.types[d.units[self.unit].type], self.mg):
            fleeing = tuple(u for u, _ in pending if d.units[u].good_order and not d.units[u].flags & BULK)
            hit = bool(pending)
            if not aimed:
                fire = mg_tally(game, d, self.unit, self.mg, self.origin, self.at, self.mode)
                cover = empty_cave_tally(game, d, self.at, self.origin)
                hit = compare(d, "fire", self.side, self.at, (fire, cover), ((attack,), (defence,))) is not None
            d.update(burst, fleeing=fleeing, closes=hit and self.at & 7 == CAVE)

    def check(self, d: Draft) -> None:
        """5.1: the next Damage Check."""
        if not self.pending:
            return
        (victim, worse), rest = self.pending[0], self.pending[1:]
        d.update(self, pending=rest, step=self.STEPS.index("check"))
        table = damage_column(d.game, d, victim, self.target, self.origin)
        damage_check(d, victim, worse, [u for u, _ in rest], table=table)

    def after(self, d: Draft) -> None:
        """16.2, 17.2: Shaken riders get off; 10.7.2: flames close a Cave; 10.5.6.1: flammable terrain may burn."""
        if self.target != NOBODY:
            leave_when_shaken(d, self.target)
        if self.closes:
            collapse(d, self.at)
        if "fire" in d.game.options and self.natural == NATURAL and not in_the_air(self.at):
            flames = is_flame(d.game.types[d.units[self.unit].type], self.mg)
            fire_start_check(d, self.side, self.at, ("flamethrower",) if flames else ())

    def retreats(self, d: Draft) -> None:
        """1.6.3, Q-445: who is shaken by flames retreats one hex."""
        for unit in reversed(self.fleeing):
            if d.units[unit].at == self.at and d.units[unit].flags & SHAKEN:
                push_retreat(d, unit, self.origin)
