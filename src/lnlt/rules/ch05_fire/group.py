"""5.0, 5.2: who fires together. A group is built unit by unit, in ascending order, then opens fire."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from msgspec.structs import replace

from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_FIRE,
    CONTINUOUS,
    FIRED,
    HIT_AND_RUN,
    MELEE,
    MOVING,
    OPS_COMPLETE,
    SHAKEN,
    SMOKED,
    STEALTH,
)
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch01_concepts.units import same_command
from lnlt.rules.ch01_concepts.weapons import usable, weapon_sets
from lnlt.rules.ch04_operations.impulse import FIRE_LEFT, just_spotted, lend, occasion_of
from lnlt.rules.ch05_fire.attack import Attack
from lnlt.rules.ch05_fire.firepower import ifp_reach
from lnlt.rules.ch06_movement.modes import may_assault_fire
from lnlt.rules.ch06_movement.mounts import check_mounted_weapon
from lnlt.rules.ch10_los_spotting.lines import deciding_rule, line
from lnlt.rules.ch10_los_spotting.sight import BLOCKED
from lnlt.rules.ch10_los_spotting.spotting import is_hidden, is_spotted_from
from lnlt.rules.ch11_smc.leaders import is_leader, may_aid_fire

NOT_READY = SHAKEN | MELEE | SMOKED | MOVING | ASSAULT_FIRE | CONTINUOUS | ACTION_MARKERS


def check_target(game: Game, s: Position, side: int, origin: int, at: int) -> Refusal | None:
    """5.0: the target must hold enemies, in sight, spotted, and not in Melee."""
    units = s.units
    enemies = friends = False
    stealthy = True
    for u in s.by_loc.get(at, ()):
        flags = units[u].flags
        if units[u].side == side or flags & MELEE:
            friends = True
        else:
            enemies = True
            stealthy = stealthy and flags & (STEALTH | FIRED) == STEALTH
    if not enemies or friends:
        code = "melee_there" if friends and enemies else "no_enemy_there"
        return Refusal("5.0", code, {"at": game.board.loc_name(at)})
    if line(game, s, origin, at) == BLOCKED:
        return Refusal(deciding_rule(game, s, origin, at), "no_line_of_sight", _pair(game, origin, at))
    if not is_spotted_from(game, s, at, side, origin):
        return Refusal("10.1", "not_spotted", {"at": game.board.loc_name(at)})
    if stealthy and all(is_hidden(game, s, u, side) for u in s.by_loc[at]):
        return Refusal("6.4", "stealth_unseen", {"at": game.board.loc_name(at)})
    return None


def _pair(game: Game, origin: int, at: int) -> dict[str, str | int]:
    return {"from": game.board.loc_name(origin), "at": game.board.loc_name(at)}


def check_ready(game: Game, s: Position, unit: int, opportunity: bool, at: int = NOWHERE) -> Refusal | None:
    """4.0, 5.3, 6.1: a Good Order unit that has not acted, or an Assault Mover that has not fired (Q-045).

    Ops Complete MMCs may still Opportunity Fire (4.1, Q-029); who has just spotted may fire there (10.1.1, Q-028);
    who has laid Smoke may not fire in that impulse (7.0, Q-053).
    """
    u = s.units[unit]
    rule = "5.3" if opportunity else "4.0"
    if u.flags & SHAKEN:
        return Refusal("5.1", "shaken", {"unit": u.id})
    if u.flags & MELEE:
        return Refusal("8.0", "in_melee", {"unit": u.id})
    if u.flags & SMOKED:
        return Refusal("7.0", "no_fire_after_smoke", {"unit": u.id})
    acted = u.flags & ACTION_MARKERS
    if u.flags & (MOVING | ASSAULT_FIRE | CONTINUOUS):
        return _check_in_motion(s, unit, opportunity)
    if acted == OPS_COMPLETE and not opportunity and just_spotted(s, unit, at):
        return None
    if acted and acted not in FIRE_LEFT and not (opportunity and acted == OPS_COMPLETE and game.types[u.type].is_mmc):
        return Refusal(rule, "has_acted", {"unit": u.id})
    return None


def _check_in_motion(s: Position, unit: int, opportunity: bool) -> Refusal | None:
    """6.1.1, 6.7, 15.5.1, Q-263: a unit on the move fires only by Hit & Run, once; who must still move fires later."""
    u = s.units[unit]
    if u.flags & CONTINUOUS:
        return Refusal("15.5.1", "must_move", {"unit": u.id})
    if u.flags & ASSAULT_FIRE:
        return Refusal("6.1.1", "has_acted", {"unit": u.id})
    if not opportunity and u.flags & ACTION_MARKERS == HIT_AND_RUN:
        return None
    return Refusal("5.3" if opportunity else "6.0", "is_moving", {"unit": u.id})


def other_floor(origin: int, at: int) -> bool:
    """1.6.1, 1.7: whether a target is in the same hex, on another floor."""
    return origin >> 3 == at >> 3


def has_shot(game: Game, s: Position, unit: int, distance: int) -> bool:
    """5.0: whether the unit's Inherent Firepower or a Support Weapon of it reaches so far; not if it fires alone."""
    if game.lone[s.units[unit].type] is not None:
        return False
    return distance <= ifp_reach(game, s, unit) or bool(usable(game, s, s.units[unit], distance))


def check_firer(game: Game, s: Position, unit: int, origin: int, at: int, opportunity: bool) -> Refusal | None:
    """5.0: whether a unit may take part in fire from its location at a target already allowed."""
    u = s.units[unit]
    refusal = check_ready(game, s, unit, opportunity, at)
    if refusal is not None:
        if still_aiding(s, unit):
            return None
        return refusal
    if game.lone[u.type] is not None:
        return Refusal("1.7" if game.types[u.type].kind == "weapon_team" else "4.0", "fires_alone", {"unit": u.id})
    distance = game.distance(origin >> 3, at >> 3) or 1
    if not has_shot(game, s, unit, distance) and not may_aid(game, s, unit):
        return Refusal("5.0", "out_of_range", {"unit": u.id, "distance": distance})
    return None


def still_aiding(s: Position, unit: int) -> bool:
    """5.0.1: a Leader who has lent his LM on this occasion goes on lending it to the fire of his hex."""
    occasion = occasion_of(s)
    return occasion is not None and unit in occasion.aided and s.units[unit].good_order


def lends(game: Game, s: Position, unit: int) -> bool:
    """5.0.1, 11.1.1: whether a Leader may add his LM to a group: fresh, and no other of his hex has lent his."""
    occasion = occasion_of(s)
    if occasion is not None and occasion.aided:
        lending = [u for u in occasion.aided if s.units[u].at == s.units[unit].at]
        if lending:
            return unit in lending and s.units[unit].good_order
    return may_aid(game, s, unit)


def may_aid(game: Game, s: Position, unit: int) -> bool:
    """5.0.1, 10.1.1: a Leader who may add his LM; one who has just spotted too, at the hex he spotted (Q-028)."""
    return may_aid_fire(game, s, unit) or (is_leader(game, s, unit) and just_spotted(s, unit))


def fire_reach(game: Game, s: Position, side: int, origin: int, opportunity: bool) -> int:
    """How far the farthest-reaching unit of a side that may fire from a location reaches; 0 if none may."""
    best = 0
    for u in s.by_loc.get(origin, ()):
        unit = s.units[u]
        if unit.side != side:
            return 0
        if game.lone[unit.type] is not None:
            continue
        if not unit.flags & NOT_READY or check_ready(game, s, u, opportunity) is None:
            best = max(best, ifp_reach(game, s, u))
            for w in unit.carries:
                weapon = game.weapon_types[s.weapons[w].type]
                if weapon.fp is not None:
                    best = max(best, weapon.range)
    return best


def can_fire(
    game: Game, s: Position, side: int, origin: int, at: int, opportunity: bool, only: Collection[int] = ()
) -> bool:
    """Whether at least one unit of the side (of `only`, if any) has a shot from a location at another; the target is
    not checked."""
    distance = game.ranges[origin >> 3][at >> 3] or 1
    units = s.units
    for u in s.by_loc.get(origin, ()):
        if units[u].side == side and (not only or u in only) and has_shot(game, s, u, distance):
            if check_ready(game, s, u, opportunity, at) is None:
                return True
    return False


class AddFirer(Command, frozen=True, gc=False):
    """Take a unit into the firing group, with the Support Weapons it fires."""

    unit: str
    weapons: tuple[str, ...] = ()


class OpenFire(Command, frozen=True, gc=False):
    """The group is complete: fire, this unit leading."""

    lead: str


class FireGroup(Question, frozen=True, gc=False, kw_only=True):
    """5.2: which units of a location fire together, and which leads."""

    RULE: ClassVar[str] = "5.2"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (AddFirer, OpenFire)
    origin: int
    at: int
    opportunity: bool = False
    mode: str = ""
    """"assault_fire", or nothing special."""
    only: tuple[int, ...] = ()
    """If any: only these units may fire (Assault Movers who have just arrived)."""
    members: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Units with a higher number than those already in; then any of them to lead."""
        found: list[Command] = []
        distance = game.distance(self.origin >> 3, self.at >> 3) or 1
        last = self.members[-1][0] if self.members else -1
        for u in s.by_loc.get(self.origin, ()):
            unit = s.units[u]
            if u > last and unit.side == self.side and (not self.only or u in self.only):
                if unit.carries:
                    for pick in weapon_sets(game, s, unit, distance):
                        found.append(AddFirer(unit.id, tuple(s.weapons[w].id for w in pick)))
                else:
                    found.append(AddFirer(unit.id))
        found.extend(OpenFire(s.units[u].id) for u, _ in self.members)
        return found

    def check(self, game: Game, s: Position, command: AddFirer | OpenFire) -> Refusal | None:
        """5.0, 5.2: what `AddFirer` and `OpenFire` need."""
        if type(command) is AddFirer:
            return self._check_add(game, s, command)
        assert type(command) is OpenFire
        lead = s.ids.get(command.lead)
        return self._check_lead(game, s, command.lead, lead)

    def _check_add(self, game: Game, s: Position, command: AddFirer) -> Refusal | None:
        unit = s.ids.get(command.unit)
        if unit is None or s.units[unit].at != self.origin or s.units[unit].side != self.side:
            return Refusal("5.2", "not_here", {"unit": command.unit, "at": game.board.loc_name(self.origin)})
        if self.members and unit <= self.members[-1][0]:
            return Refusal("5.2", "in_order", {"unit": command.unit})
        if self.only and unit not in self.only and not still_aiding(s, unit):
            return Refusal("4.0", "not_named", {"at": game.board.loc_name(self.origin)})
        refusal = check_firer(game, s, unit, self.origin, self.at, self.opportunity)
        if refusal is not None:
            return refusal
        if self.mode == "assault_fire" and not self._assaulter_fires(game, s, unit):
            return Refusal("6.1.1", "no_assault_fire", {"at": game.board.loc_name(self.origin)})
        distance = game.distance(self.origin >> 3, self.at >> 3) or 1
        picked = _weapons(s, unit, command.weapons)
        for w in picked or ():
            refusal = check_mounted_weapon(game, s, s.units[unit], w)
            if refusal is not None:
                return refusal
        if picked is None or picked not in weapon_sets(game, s, s.units[unit], distance):
            return Refusal("1.6", "cannot_fire_weapons", {"unit": command.unit, "weapons": ", ".join(command.weapons)})
        if not picked and distance > ifp_reach(game, s, unit):
            if not lends(game, s, unit):
                return Refusal("5.0", "out_of_range", {"unit": command.unit, "distance": distance})
            return self._check_aid(game, s, unit, distance)
        return None

    def _assaulter_fires(self, game: Game, s: Position, unit: int) -> bool:
        """6.1.1: somebody capable of it is in the group, or can still join it after this unit."""
        chosen = [u for u, _ in self.members]
        to_come = [u for u in s.by_loc[self.origin] if u > unit and s.units[u].side == self.side]
        return any(may_assault_fire(game, s, u) for u in (*chosen, unit)) or any(
            may_assault_fire(game, s, u) and check_firer(game, s, u, self.origin, self.at, False) is None
            for u in to_come
        )

    def _check_aid(self, game: Game, s: Position, leader: int, distance: int) -> Refusal | None:
        """11.1.1: one Leader adds his LM, and only to somebody's fire."""
        if any(is_leader(game, s, u) and not w for u, w in self.members):
            return Refusal("11.1.1", "one_leader", {"unit": s.units[leader].id})
        if not all(same_command(game, s.units[leader], s.units[u]) for u, _ in self.members):
            return Refusal("5.0.1", "not_his_men", {"unit": s.units[leader].id})
        if any(not is_leader(game, s, u) or w for u, w in self.members):
            return None
        for u in s.by_loc[self.origin]:
            if u > leader and s.units[u].side == self.side and has_shot(game, s, u, distance):
                if check_ready(game, s, u, self.opportunity, self.at) is None:
                    return None
        return Refusal("5.0.1", "nobody_to_aid", {"unit": s.units[leader].id})

    def _check_lead(self, game: Game, s: Position, name: str, lead: int | None) -> Refusal | None:
        """5.2, P-2: an MMC leads; a Single-Man Counter only where no MMC fires; an aiding Leader never."""
        chosen = dict(self.members)
        if lead is None or lead not in chosen:
            return Refusal("5.2", "lead_not_in_group", {"unit": name})
        if is_leader(game, s, lead) and not chosen[lead]:
            return Refusal("5.2", "leader_does_not_fire", {"unit": name})
        if self.mode == "assault_fire" and not any(may_assault_fire(game, s, u) for u, _ in self.members):
            return Refusal("6.1.1", "no_assault_fire", {"at": game.board.loc_name(self.origin)})
        if not game.types[s.units[lead].type].is_mmc and any(
            game.types[s.units[u].type].is_mmc for u, _ in self.members
        ):
            return Refusal("5.2", "mmc_leads", {"unit": name})
        return None

    def answer(self, d: Draft, command: AddFirer | OpenFire) -> None:
        """Grow the group, or fire."""
        if type(command) is AddFirer:
            unit = d.ids[command.unit]
            picked = _weapons(d, unit, command.weapons)
            assert picked is not None
            d.push(replace(self, members=(*self.members, (unit, picked))))
            return
        assert type(command) is OpenFire
        for unit, weapons in self.members:
            if not weapons and is_leader(d.game, d, unit):
                lend(d, unit)
        d.push(
            Attack(
                side=self.side,
                origin=self.origin,
                at=self.at,
                lead=d.ids[command.lead],
                firers=self.members,
                mode=self.mode,
                opportunity=self.opportunity,
            )
        )


def _weapons(s: Position, unit: int, names: tuple[str, ...]) -> tuple[int, ...] | None:
    """Numbers of a unit's weapons by name, in the unit's order; None if it lacks one."""
    carried = s.units[unit].carries
    picked = tuple(w for w in carried if s.weapons[w].id in names)
    return picked if len(picked) == len(set(names)) == len(names) else None
