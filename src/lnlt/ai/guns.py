"""What fire of guns, machine guns of vehicles, Mortars and artillery promises, in units of a Squad's worth.

Sums are the engine's own; only the dice are counted. Nothing here says whether a shot is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from lnlt.ai.tables import pierced, toll
from lnlt.core.board import AIR, LAYERS
from lnlt.core.flags import ACTION_MARKERS, MELEE, SHAKEN
from lnlt.core.state import NOBODY
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.attack import targets
from lnlt.rules.ch05_fire.modifiers import defence_tally, fire_tally
from lnlt.rules.ch06_movement.risks import whole_group
from lnlt.rules.ch10_los_spotting.lines import sees
from lnlt.rules.ch14_ordnance.attack import explosive_tally
from lnlt.rules.ch14_ordnance.impact import armor_tally, is_bare, is_negated, part_hit, penetration_tally
from lnlt.rules.ch14_ordnance.legality import infantry
from lnlt.rules.ch14_ordnance.shot import FireOrdnance, aim_of, check_shot, gunners, ways
from lnlt.rules.ch14_ordnance.to_hit import Aim, hit_chance, to_hit_tally
from lnlt.rules.ch15_vehicles.machine_guns import burst_tally
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun, bursts, check_burst, gun_vehicles, read
from lnlt.rules.ch17_antitank.exposure import damage_column, exposed, moving_vehicle, vehicle_cover
from lnlt.rules.ch18_indirect.calling import check_call
from lnlt.rules.ch18_indirect.patterns import STANDARD, fall
from lnlt.rules.ch18_indirect.shelling import MORTAR, shelling_tally, shelter_tally
from lnlt.rules.facts import units as values
from lnlt.rules.facts.guns import HULL, TURRET, gun_of, has_turret, is_missile
from lnlt.rules.facts.kits import passengers

if TYPE_CHECKING:
    from lnlt.ai.mind import Mind

RIDERS = 0.7
"""What those aboard count when their vehicle is hit."""
FRIENDS = -1.6
"""What harm to friends counts."""
SAVED = 0.06
"""What a missile or a weapon that is used up by its shot counts."""
CALLER = 0.05
"""What it costs that somebody calls a Mortar's fire and does nothing else."""
BOTH_DICE = range(2, 13)
BUSY = ACTION_MARKERS | MELEE | SHAKEN
"""Who is marked so fires no heavy weapon in an impulse."""
AFAR = 0.6
"""Share of what a mission promises that is left after scatter."""


class Guns:
    """Fire of one side's heavy weapons in one position."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.game = mind.game
        self.s = mind.s
        self.side = mind.side
        self._shots: dict[object, float] = {}
        self._best: dict[int, tuple[float, int]] = {}
        self._falls: dict[tuple[int, int], float] = {}
        self._shells: dict[tuple[int, int, str, int], float] = {}
        self._calls: dict[int, float] = {}

    def prize(self, vehicle: int) -> float:
        """What a vehicle is worth, and who rides in it."""
        s = self.s
        return self.mind.worth(s.units[vehicle]) + RIDERS * sum(
            self.mind.worth(s.units[p]) for p in passengers(self.game, s, vehicle)
        )

    def hurt(self, unit: int, ahead: int, table: str = "", best_of: int = 1) -> float:
        """What an attack that is ahead by so much costs a unit on average."""
        return self.mind.worth(self.s.units[unit]) * toll(self.game, self.s, unit, ahead, table, best_of)

    # Single shots

    def ordnance(self, c: FireOrdnance) -> float:
        """What a shot of a piece of ordnance promises."""
        known = self._shots.get(c)
        if known is None:
            found = aim_of(self.game, self.s, c)
            known = self._shots[c] = 0.0 if isinstance(found, Refusal) else self._aimed(found[0])
        return known

    def _aimed(self, aim: Aim) -> float:
        game, s = self.game, self.s
        gun = gun_of(game, s, aim.unit, aim.weapon)
        assert gun is not None
        origin = s.units[aim.unit].at
        used = is_missile(gun) or (aim.weapon >= 0 and "single_use" in self._weapon(aim.weapon))
        cost = SAVED if used else 0.0
        if aim.target == NOBODY:
            ahead = explosive_tally(game, s, aim.unit, aim.weapon, aim.at).total
            men = infantry(game, s, self.side, aim.at, origin=origin)
            hits = ((u, float(hit_chance(to_hit_tally(game, s, aim, u, origin)))) for u in men)
            return sum(p * self.hurt(u, ahead) for u, p in hits) - cost
        u = s.units[aim.target]
        tally = to_hit_tally(game, s, aim, aim.target, origin)
        shares = {}
        for part in (HULL, TURRET) if has_turret(game.types[u.type]) else (HULL,):
            if is_bare(game, s, gun, aim.target, origin, part):
                shares[part] = 1.0
            else:
                pen = penetration_tally(game, s, gun, aim.target, origin, part).total
                armor = armor_tally(game, s, gun, aim.target, origin, part).total
                shares[part] = pierced(pen, armor, values.morale(game, u, s), bool(u.flags & SHAKEN))
        share = sum(
            (6 - abs(7 - n)) * shares[part_hit(game.types[u.type], n)]
            for n in BOTH_DICE
            if tally.allows(n) and not is_negated(game, s, aim.target, origin, n)
        )
        return share / 36 * self.prize(aim.target) - cost

    def _weapon(self, weapon: int) -> frozenset[str]:
        return self.game.weapon_types[self.s.weapons[weapon].type].abilities

    def burst(self, c: FireMachineGun) -> float:
        """What fire of a vehicle's machine gun promises."""
        known = self._shots.get(c)
        if known is not None:
            return known
        game, s = self.game, self.s
        aim = read(game, s, c)
        total = 0.0
        if not isinstance(aim, Refusal):
            origin, aimed = s.units[aim.unit].at, aim.target
            if aimed == NOBODY:
                for v in targets(game, s, self.side, aim.at):
                    ahead = burst_tally(game, s, aim.unit, aim.mg, origin, aim.at, aimed, v, aim.mode).total
                    total += self.hurt(v, ahead - defence_tally(game, s, aim.at, origin, v).total)
            else:
                for v in exposed(game, s, aimed, origin):
                    ahead = burst_tally(game, s, aim.unit, aim.mg, origin, aim.at, aimed, v, aim.mode).total
                    ahead -= vehicle_cover(game, s, v, aimed, origin).total
                    total += self.hurt(v, ahead, damage_column(game, s, v, aimed, origin))
        self._shots[c] = total
        return total

    def volley(self, origin: int, at: int, name: str) -> float:
        """What small arms of a location promise against a vehicle."""
        game, s = self.game, self.s
        vehicle = s.ids.get(name, NOBODY)
        if vehicle == NOBODY:
            return 0.0
        try:
            lead, group = whole_group(game, s, self.side, origin, at)
        except (ValueError, KeyError):
            return 0.0
        ahead = fire_tally(game, s, group, lead, origin, at).total
        ahead += sum(int(m.value) for m in moving_vehicle(game, s, vehicle))
        return sum(
            self.hurt(
                v,
                ahead - vehicle_cover(game, s, v, vehicle, origin).total,
                damage_column(game, s, v, vehicle, origin),
            )
            for v in exposed(game, s, vehicle, origin)
        )

    def bombs(self, unit: int, at: int) -> float:
        """What the fire of a Mortar Team at a hex promises."""
        fp = self.game.types[self.s.units[unit].type].fp
        return sum(self._shelled(i, fp, MORTAR, unit) for i in self._inside(at >> 3))

    @cached_property
    def _held(self) -> dict[int, list[int]]:
        """Units by hex, those in the air left out, in order of their layers."""
        found: dict[int, list[int]] = {}
        by_loc = self.s.by_loc
        for loc in sorted(by_loc):
            if loc >= 0 and loc % LAYERS != AIR:
                found.setdefault(loc // LAYERS, []).extend(by_loc[loc])
        return found

    def _inside(self, hex_: int) -> Sequence[int]:
        return self._held.get(hex_, ())

    def _shelled(self, unit: int, fp: int, what: str = "", firer: int = NOBODY) -> float:
        known = self._shells.get((unit, fp, what, firer))
        if known is not None:
            return known
        game, s = self.game, self.s
        ahead = shelling_tally(game, s, unit, fp, what, firer).total - shelter_tally(game, s, unit, what).total
        sign = FRIENDS if s.units[unit].side == self.side else 1.0
        found = sign * self.hurt(unit, ahead, best_of=2 if what == MORTAR else 1)
        self._shells[unit, fp, what, firer] = found
        return found

    def barrage(self, hex_: int, fp: int) -> float:
        """What Fire for Effect around a hex promises."""
        found = self._falls.get((hex_, fp))
        if found is None:
            area = fall(self.game, STANDARD, fp, hex_, NOBODY, NOBODY)
            found = sum(self._shelled(i, force) for at, force, _ in area for i in self._inside(at))
            self._falls[hex_, fp] = found
        return found

    # What a location could do with its heavy weapons

    def fire_from(self, loc: int) -> Iterator[tuple[float, FireOrdnance | FireMachineGun]]:
        """Shots of the guns of a location in an impulse of its own, each with what it promises."""
        game, s, side = self.game, self.s, self.side
        impulse = Impulse(side=side, named=(loc,))
        seen = [at for at in self.mind.foes if sees(game, s, loc, at)]
        if not seen:
            return
        for unit in gunners(game, s, side, loc):
            if s.units[unit].flags & BUSY:
                continue
            for at in seen:
                for c in ways(game, s, impulse, unit, at):
                    if not c.leader and not c.mate:
                        found = aim_of(game, s, c)
                        if isinstance(found, Refusal) or check_shot(game, s, impulse, *found, False) is not None:
                            continue
                        if c not in self._shots:
                            self._shots[c] = self._aimed(found[0])
                        yield self._shots[c], c
        for unit in gun_vehicles(game, s, side, loc):
            if s.units[unit].flags & BUSY:
                continue
            for at in seen:
                for b in bursts(game, s, unit, at):
                    aim = read(game, s, b)
                    if not isinstance(aim, Refusal) and check_burst(game, s, impulse, aim, False) is None:
                        yield self.burst(b), b

    def best(self, loc: int) -> tuple[float, int]:
        """What the heavy weapons of a location promise together, all firing at the same hex, and at which."""
        found = self._best.get(loc)
        if found is None:
            sums: dict[int, dict[object, float]] = {}
            for value, c in self.fire_from(loc):
                weapon = (c.unit, c.weapon) if isinstance(c, FireOrdnance) else (c.unit, c.mg)
                row = sums.setdefault(self.game.board.loc(c.at), {})
                row[weapon] = max(row.get(weapon, 0.0), value)
            for unit in self.mortars(loc):
                for at in self.mind.foes:
                    sums.setdefault(at, {})[unit] = self._mortar(unit, at)
            found = max(((sum(row.values()), at) for at, row in sums.items()), default=(0.0, -1))
            self._best[loc] = found
        return found

    def mortars(self, loc: int) -> list[int]:
        """Mortar Teams of a location that could fire."""
        s = self.s
        return [
            i
            for i in s.by_loc.get(loc, ())
            if s.units[i].side == self.side
            and not s.units[i].flags & BUSY
            and self.game.types[s.units[i].type].is_mortar_team
        ]

    def is_mortar(self, unit: int) -> bool:
        """Whether a unit is a Mortar Team."""
        return self.game.types[self.s.units[unit].type].is_mortar_team

    def _mortar(self, unit: int, at: int) -> float:
        """What a Mortar Team could do to a location, if it may fire at it at all."""
        game, s = self.game, self.s
        lone = game.lone[s.units[unit].type]
        if lone is None:
            return 0.0
        allowed = lone.check(game, s, unit, s.units[unit].at, at, False) is None
        return self.bombs(unit, at) if allowed else 0.0

    def called(self, loc: int, eyes: Sequence[int]) -> float:
        """What Mortars of a location or next to it promise that are called by somebody in one of some locations."""
        game, s = self.game, self.s
        best = 0.0
        if not any(t.is_mortar_team for t in game.types):
            return best
        for near in (loc >> 3, *game.board.neighbours[loc >> 3]):
            for unit in self.mortars(near * LAYERS) if near >= 0 else ():
                lone = game.lone[s.units[unit].type]
                if lone is None:
                    continue
                for caller in lone.callers(game, s, unit):
                    if s.units[caller].at in eyes and s.units[caller].side == self.side:
                        for at in self.mind.foes:
                            if lone.check_called(game, s, unit, at, caller) is None:
                                best = max(best, self.bombs(unit, at) - CALLER)
        return best

    def best_call(self, loc: int) -> float:
        """What the best fire mission called from a location promises."""
        found = self._calls.get(loc)
        if found is None:
            found = self._calls[loc] = self._best_call(loc)
        return found

    def _best_call(self, loc: int) -> float:
        game, s, side = self.game, self.s, self.side
        impulse = Impulse(side=side, named=(loc,))
        best = 0.0
        for mission in game.setup.missions:
            if game.side_index[mission.side] != side:
                continue
            if any(check_call(game, s, impulse, mission, u) is None for u in s.by_loc.get(loc, ())):
                for hex_ in {at >> 3 for at in self.mind.foes}:
                    if sees(game, s, loc, hex_ * LAYERS):
                        best = max(best, AFAR * self.barrage(hex_, mission.fp))
        return best
