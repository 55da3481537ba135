"""5.0, 5.2: who fires together. A group is built unit by unit, in ascending order, then opens fire."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from msgspec.structs import replace

from lnlt.core.board import BUNKER
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    BULK,
    CONTINUOUS,
    FIRED,
    HANDLED,
    HIT_AND_RUN,
    MELEE,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    SHAKEN,
    SMOKED,
    STEALTH,
)
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position, Unit
from lnlt.core.tally import Refusal
from lnlt.rules.ch01_concepts.units import same_command
from lnlt.rules.ch01_concepts.weapons import (
    SQUADS,
    USERS,
    counted,
    fire_distance,
    goes_along,
    is_mortar,
    keeps_ifp,
    kind_of,
    reach_of,
    usable,
    weapon_sets,
    why_silent,
)
from lnlt.rules.ch04_operations.impulse import FIRE_LEFT, fires_on, just_spotted, lend, occasion_of
from lnlt.rules.ch05_fire.attack import Attack
from lnlt.rules.ch05_fire.firepower import Firer, ifp_reach
from lnlt.rules.ch05_fire.special import MORTAR, ONLY, only_weapons, seen_from
from lnlt.rules.ch06_movement.modes import may_assault_fire
from lnlt.rules.ch06_movement.mounts import check_mounted_weapon
from lnlt.rules.ch08_melee.marks import melee_marker
from lnlt.rules.ch10_los_spotting.lines import deciding_rule, has_tis, line
from lnlt.rules.ch10_los_spotting.sight import BLOCKED
from lnlt.rules.ch10_los_spotting.spotting import is_hidden, is_spotted_from
from lnlt.rules.ch11_smc.leaders import is_leader, may_aid_fire
from lnlt.rules.ch17_antitank import check_exposed
from lnlt.rules.ch18_indirect.callers import has_called
from lnlt.rules.ch20_night.darkness import check_dark
from lnlt.rules.ch23_equipment.boats import check_on_land

NOT_READY = SHAKEN | MELEE | SMOKED | HANDLED | MOVING | ASSAULT_FIRE | CONTINUOUS | ACTION_MARKERS


def check_target(
    game: Game,
    s: Position,
    side: int,
    origin: int,
    at: int,
    only: Collection[str] = (),
    target: int = NOBODY,
    eyes: int = NOBODY,
) -> Refusal | None:
    """5.0: the target must hold enemies, in sight, spotted, and not in Melee.

    `only`: kinds of weapons that fire alone at a special target (10.7, 10.7.2, 6.4): an empty Cave will do, its
    facing does not matter, and hidden units are no obstacle. `eyes`: the unit that fires on its own, perhaps with
    thermal sights (10.1.2).
    """
    units = s.units
    enemies = friends = vehicles = False
    stealthy = True
    for u in s.by_loc.get(at, ()):
        flags = units[u].flags
        if units[u].side == side or flags & MELEE:
            friends = True
        elif flags & BULK:
            vehicles = True
        else:
            enemies = True
            stealthy = stealthy and flags & (STEALTH | FIRED) == STEALTH
    if target != NOBODY:
        if units[target].at != at or not units[target].flags & BULK or units[target].side == side:
            return Refusal("17.2", "no_such_target", {"unit": units[target].id, "at": game.board.loc_name(at)})
        enemies, stealthy = True, False
    elif vehicles and not enemies and not friends:
        return Refusal("17.2", "only_vehicles_there", {"at": game.board.loc_name(at)})
    if (not enemies and not only) or friends:
        code = "melee_there" if (friends and enemies) or melee_marker(s, at) is not None else "no_enemy_there"
        return Refusal("5.0", code, {"at": game.board.loc_name(at)})
    to = seen_from(at) if only else at
    tis = eyes != NOBODY and has_tis(game, s, eyes)
    if line(game, s, origin, to, tis) == BLOCKED:
        return Refusal(deciding_rule(game, s, origin, to, tis), "no_line_of_sight", _pair(game, origin, at))
    if game.night is not None and (dark := check_dark(game, s, side, origin, at, tis, target)) is not None:
        return dark
    if not is_spotted_from(game, s, at, side, origin):
        return Refusal("10.1", "not_spotted", {"at": game.board.loc_name(at)})
    if target != NOBODY:
        return check_exposed(game, s, target, origin)
    if (stealthy or game.trenches) and not only:
        if all(is_hidden(game, s, u, side) or units[u].flags & BULK for u in s.by_loc[at]):
            if stealthy:
                return Refusal("6.4", "stealth_unseen", {"at": game.board.loc_name(at)})
            return Refusal("21.6.1", "trench_unseen", {"at": game.board.loc_name(at)})
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
    if game.boats and u.at >= 0 and (afloat := check_on_land(game, s, unit)) is not None:
        return afloat
    if u.flags & MELEE:
        return Refusal("8.0", "in_melee", {"unit": u.id})
    if u.flags & HANDLED and not u.flags & ASSAULT_MOVE:
        return Refusal("1.6.1", "has_flipped", {"unit": u.id})
    if u.flags & SMOKED:
        return Refusal("7.0", "no_fire_after_smoke", {"unit": u.id})
    acted = u.flags & ACTION_MARKERS
    if u.flags & (MOVING | ASSAULT_FIRE | CONTINUOUS):
        return _check_in_motion(s, unit, opportunity)
    if acted == OPS_COMPLETE and not opportunity and just_spotted(s, unit, at):
        return None
    if acted and acted not in FIRE_LEFT and not (opportunity and acted == OPS_COMPLETE and fires_later(game, u)):
        begun = game.has_ordnance and fires_on(s, unit) == 1 and not acted & MOVED
        if begun and game.types[u.type].kind in SQUADS:
            return None
        return Refusal(rule, "has_acted", {"unit": u.id})
    return None


def fires_later(game: Game, unit: Unit) -> bool:
    """4.1, Q-029: MMCs and vehicles under Ops Complete may still Opportunity Fire."""
    return game.types[unit.type].is_mmc or bool(unit.flags & BULK)


def _check_in_motion(s: Position, unit: int, opportunity: bool) -> Refusal | None:
    """6.1.1, 6.7, 15.5.1, Q-263: a unit on the move fires only by Hit & Run, once; who must still move fires later."""
    u = s.units[unit]
    if u.flags & CONTINUOUS:
        return Refusal("15.5" if u.flags & BULK else "15.5.1", "must_move", {"unit": u.id})
    if u.flags & ASSAULT_FIRE:
        return Refusal("6.1.1", "has_acted", {"unit": u.id})
    if not opportunity and u.flags & ACTION_MARKERS == HIT_AND_RUN:
        return None
    return Refusal("5.3" if opportunity else "6.0", "is_moving", {"unit": u.id})


def other_floor(origin: int, at: int) -> bool:
    """1.6.1, 1.7, 21.1: whether a target is in the same hex, on another floor; a Bunker is none."""
    return origin >> 3 == at >> 3 and BUNKER not in (origin & 7, at & 7)


def has_shot(game: Game, s: Position, unit: int, distance: int, at: int, opportunity: bool) -> bool:
    """5.0: whether the unit's Inherent Firepower or a Support Weapon of it reaches so far; not if it fires alone."""
    u = s.units[unit]
    if game.lone[u.type] is not None:
        return False
    if distance <= ifp_reach(game, s, unit):
        return True
    if not u.carries:
        return False
    able = usable(game, s, u, distance, at, opportunity)
    return bool(able) and (is_leader(game, s, unit) or not game.grenades or counted(game, s, able) > 0)


Choice = tuple[tuple[int, ...], bool]
"""Weapons a unit fires, and whether it adds its Inherent Firepower."""


def kinds_for(game: Game, s: Position, unit: int, at: int, mode: str) -> frozenset[str]:
    """1.6.5, 10.7: kinds of weapons that take part where weapons fire alone."""
    u = s.units[unit]
    return MORTAR if mode == "indirect" else only_weapons(game, s, u.side, u.at, at)


def sets_alone(game: Game, s: Position, unit: int, distance: int, at: int, mode: str) -> list[tuple[int, ...]]:
    """1.6.5, 10.7: sets of a unit's own weapons that it may fire where weapons fire alone."""
    u = s.units[unit]
    if not u.carries:
        return []
    allowed = kinds_for(game, s, unit, at, mode)
    sets = weapon_sets(game, s, u, distance, at)
    return [pick for pick in sets if pick and all(kind_of(game, s, w) in allowed for w in pick)]


def choices(game: Game, s: Position, unit: int, distance: int, at: int, opportunity: bool, mode: str) -> list[Choice]:
    """1.6: every way a unit may take part: which weapons, with or without its Inherent Firepower."""
    u = s.units[unit]
    kind = game.types[u.type].kind
    found: list[Choice] = []
    if game.has_ordnance and fires_on(s, unit):  # one Support Weapon is used: its own firepower or one more (1.6)
        sets = [
            pick for pick in weapon_sets(game, s, u, distance, at, opportunity) if fits(game, s, unit, pick, distance)
        ]
        alone = [(pick, True) for pick in sets if counted(game, s, pick) == 0]
        return [*alone, *((pick, False) for pick in sets if counted(game, s, pick) == 1)]
    if mode in ("indirect", ONLY):
        allowed = kinds_for(game, s, unit, at, mode)
        found = [(pick, True) for pick in sets_alone(game, s, unit, distance, at, mode)]
        if game.types[u.type].is_smc:
            others = others_weapons(game, s, unit, distance, at, opportunity)
            found.extend(((w,), True) for w in others if kind_of(game, s, w) in allowed)
        if mode == ONLY and is_leader(game, s, unit) and "satchel_charge" in allowed:
            found.append(((), True))
        return found
    found.append(((), True))
    if u.carries:
        reaches = distance <= ifp_reach(game, s, unit)
        for pick in weapon_sets(game, s, u, distance, at, opportunity)[1:]:
            if not fits(game, s, unit, pick, distance):
                continue
            found.append((pick, True))
            if reaches and keeps_ifp(game, s, kind, pick) and counted(game, s, pick) == len(pick):
                found.append((pick, False))
    if s.weapons and game.types[u.type].is_smc:
        found.extend(((w,), True) for w in others_weapons(game, s, unit, distance, at, opportunity))
    return found


def fits(game: Game, s: Position, unit: int, weapons: tuple[int, ...], distance: int) -> bool:
    """23.2.2, Q-181, Q-403: grenades go along with Inherent Firepower that reaches so far, or are all a Leader has."""
    if not game.grenades or counted(game, s, weapons) == len(weapons):
        return True
    return distance <= ifp_reach(game, s, unit) or is_leader(game, s, unit)


def others_weapons(game: Game, s: Position, unit: int, distance: int, at: int, opportunity: bool) -> list[int]:
    """1.6: weapons of other Single-Man Counters of the location that a second eligible one may crew with them."""
    u = s.units[unit]
    if game.types[u.type].kind not in USERS:
        return []
    found: list[int] = []
    for other in s.by_loc.get(u.at, ()):
        o = s.units[other]
        if other != unit and o.carries and o.side == u.side and game.types[o.type].is_smc:
            if check_ready(game, s, other, opportunity) is None:
                found.extend(w for w in usable(game, s, o, distance, at, opportunity) if not goes_along(game, s, w))
    return found


def check_firer(game: Game, s: Position, unit: int, origin: int, at: int, opportunity: bool) -> Refusal | None:
    """5.0: whether a unit may take part in fire from its location at a target already allowed."""
    u = s.units[unit]
    refusal = check_ready(game, s, unit, opportunity, at)
    if refusal is not None:
        if still_aiding(s, unit):
            return None
        return refusal
    if game.lone[u.type] is not None:
        section = {"weapon_team": "1.7", "sniper": "11.4", "marksman": "11.12"}.get(game.types[u.type].kind, "4.0")
        return Refusal(section, "fires_alone", {"unit": u.id})
    distance = fire_distance(game, origin, at)
    if not has_shot(game, s, unit, distance, at, opportunity) and not may_aid(game, s, unit):
        if others_weapons(game, s, unit, distance, at, opportunity):
            return None
        for w in u.carries:
            silent = why_silent(game, s, u, w, distance, at, opportunity)
            if silent is not None and silent.code != "out_of_range":
                return silent
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
    if s.notes and has_called(s, unit):
        return False
    return may_aid_fire(game, s, unit) or (is_leader(game, s, unit) and just_spotted(s, unit))


def fire_reach(game: Game, s: Position, side: int, origin: int, opportunity: bool, enough: int = 1_000_000) -> int:
    """How far the farthest-reaching unit of a side that may fire from a location reaches; 0 if none may.

    The search stops at a unit that reaches `enough`.
    """
    best = 0
    units, lone = s.units, game.lone
    for u in s.by_loc.get(origin, ()):
        unit = units[u]
        if unit.side != side:
            return 0
        if lone[unit.type] is not None:
            continue
        if (not unit.flags & NOT_READY and not game.boats) or check_ready(game, s, u, opportunity) is None:
            reach = ifp_reach(game, s, u)
            for w in unit.carries:
                if not opportunity or not is_mortar(game, s, w):
                    reach = max(reach, reach_of(game, s.weapons[w]))
            if reach >= enough:
                return reach
            if reach > best:
                best = reach
    return best


def can_fire(
    game: Game, s: Position, side: int, origin: int, at: int, opportunity: bool, only: Collection[int] = ()
) -> bool:
    """Whether at least one unit of the side has a shot from a location at another (target not checked)."""
    distance = fire_distance(game, origin, at)
    units = s.units
    for u in s.by_loc.get(origin, ()):
        if only and u not in only:
            continue
        if units[u].side == side and has_shot(game, s, u, distance, at, opportunity):
            if check_ready(game, s, u, opportunity, at) is None:
                return True
    return False


class AddFirer(Command, frozen=True, gc=False):
    """Take a unit into the firing group, with the Support Weapons it fires."""

    unit: str
    weapons: tuple[str, ...] = ()
    """Its own, or one of another Single-Man Counter that it helps to crew (1.6)."""
    ifp: bool = True
    """False: it fires only its weapons, although it could add its Inherent Firepower."""


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
    silent: tuple[int, ...] = ()
    """Members that do not add their Inherent Firepower although they could."""
    spotter: int = NOBODY
    """Unit next door that directs indirect Mortar fire (1.6.5)."""
    target: int = NOBODY
    """The vehicle fired at (17.2); NOBODY: everything else there."""

    def firers(self) -> list[Firer]:
        """The group as the sums of an attack know it."""
        weapons_only = self.mode in ("indirect", ONLY)
        return [Firer(u, w, not weapons_only and u not in self.silent) for u, w in self.members]

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Units with a higher number than those already in; then any of them to lead."""
        found: list[Command] = []
        distance = fire_distance(game, self.origin, self.at)
        last = self.members[-1][0] if self.members else -1
        for u in s.by_loc.get(self.origin, ()):
            unit = s.units[u]
            if u > last and unit.side == self.side and (not self.only or u in self.only or still_aiding(s, u)):
                if s.weapons:
                    for pick, ifp in choices(game, s, u, distance, self.at, self.opportunity, self.mode):
                        found.append(AddFirer(unit.id, tuple(s.weapons[w].id for w in pick), ifp))
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
        distance = fire_distance(game, self.origin, self.at)
        picked = named_weapons(s, self.origin, command.weapons)
        for w in picked or ():
            if self.target != NOBODY and game.weapon_types[s.weapons[w].type].to_hit:
                return Refusal("23.2.5", "not_on_the_dft", {"unit": command.unit, "weapon": s.weapons[w].id})
            refusal = check_mounted_weapon(game, s, s.units[unit], w)
            if refusal is not None:
                return refusal
        if picked is None or still_aiding(s, unit):
            wrong = picked is None or bool(picked)
        else:
            ways = choices(game, s, unit, distance, self.at, self.opportunity, self.mode)
            wrong = (picked, command.ifp) not in ways
        if wrong and self.mode == ONLY:
            refusal = check_target(game, s, self.side, self.origin, self.at)
            if refusal is not None:
                return refusal
        for w in picked or () if wrong else ():
            silent = why_silent(game, s, s.units[unit], w, distance, self.at, self.opportunity)
            if silent is not None:
                return silent
        if wrong or picked is None:
            rule = "1.6.5" if self.mode == "indirect" else "1.6"
            return Refusal(rule, "cannot_fire_weapons", {"unit": command.unit, "weapons": ", ".join(command.weapons)})
        if self.mode == "assault_fire" and not self._assault_possible(game, s, unit, distance):
            return Refusal("6.1.1", "no_assault_fire", {"at": game.board.loc_name(self.origin)})
        if not picked and distance > ifp_reach(game, s, unit):
            if not lends(game, s, unit):
                return Refusal("5.0", "out_of_range", {"unit": command.unit, "distance": distance})
            return self._check_aid(game, s, unit, distance)
        return self._check_crews(s, unit, picked)

    def _assault_possible(self, game: Game, s: Position, unit: int, distance: int) -> bool:
        """6.1.1: somebody capable of Assault Fire is in the group, or can still join it and fire."""
        if may_assault_fire(game, s, unit) or any(may_assault_fire(game, s, u) for u, _ in self.members):
            return True
        return any(
            may_assault_fire(game, s, u)
            and has_shot(game, s, u, distance, self.at, self.opportunity)
            and check_firer(game, s, u, self.origin, self.at, self.opportunity) is None
            for u in s.by_loc[self.origin]
            if u > unit
        )

    def _check_crews(self, s: Position, unit: int, picked: tuple[int, ...]) -> Refusal | None:
        """1.6: two Single-Man Counters crew one weapon together; its owner must still join and fire it."""
        owed = self.owed(s)
        if owed and (unit > owed[0] or (unit == owed[0] and owed[1] not in picked)):
            return Refusal("1.6", "owner_first", {"weapon": s.weapons[owed[1]].id})
        for w in picked:
            owner = s.weapons[w].carrier
            if sum(1 for _, fired in self.members if w in fired) > 1:
                return Refusal("1.6", "two_men", {"weapon": s.weapons[w].id})
            if owner == unit:
                continue
            if owner < unit and not any(u == owner and w in fired for u, fired in self.members):
                return Refusal("1.6", "owner_first", {"weapon": s.weapons[w].id})
            if owner > unit and self.only and owner not in self.only:
                return Refusal("1.6", "owner_first", {"weapon": s.weapons[w].id})
        return None

    def owed(self, s: Position) -> tuple[int, int] | None:
        """Owner and weapon that somebody helps to crew and whose owner has not joined yet."""
        inside = {u for u, _ in self.members}
        for _, fired in self.members:
            for w in fired:
                if s.weapons[w].carrier not in inside:
                    return s.weapons[w].carrier, w
        return None

    def _check_aid(self, game: Game, s: Position, leader: int, distance: int) -> Refusal | None:
        """11.1.1: one Leader adds his LM, and only to somebody's fire."""
        if any(is_leader(game, s, u) and not w for u, w in self.members):
            return Refusal("11.1.1", "one_leader", {"unit": s.units[leader].id})
        if not all(same_command(game, s.units[leader], s.units[u]) for u, _ in self.members):
            return Refusal("5.0.1", "not_his_men", {"unit": s.units[leader].id})
        owed = self.owed(s)
        if owed and leader >= owed[0]:
            return Refusal("1.6", "owner_first", {"weapon": s.weapons[owed[1]].id})
        if any(not is_leader(game, s, u) or w for u, w in self.members):
            return None
        for u in s.by_loc[self.origin]:
            if u > leader and s.units[u].side == self.side:
                if self.only and u not in self.only:
                    continue
                if self.mode == ONLY and not sets_alone(game, s, u, distance, self.at, ONLY):
                    continue
                if has_shot(game, s, u, distance, self.at, self.opportunity):
                    if check_ready(game, s, u, self.opportunity, self.at) is None:
                        return None
        return Refusal("5.0.1", "nobody_to_aid", {"unit": s.units[leader].id})

    def _check_lead(self, game: Game, s: Position, name: str, lead: int | None) -> Refusal | None:
        """5.2, P-2: an MMC leads; a Single-Man Counter only where no MMC fires; an aiding Leader never."""
        chosen = dict(self.members)
        if lead is None or lead not in chosen:
            return Refusal("5.2", "lead_not_in_group", {"unit": name})
        owed = self.owed(s)
        if owed:
            return Refusal("1.6", "owner_first", {"weapon": s.weapons[owed[1]].id})
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
            picked = named_weapons(d, self.origin, command.weapons)
            assert picked is not None
            silent = self.silent if command.ifp else (*self.silent, unit)
            d.push(replace(self, members=(*self.members, (unit, picked)), silent=silent))
            return
        assert type(command) is OpenFire
        for unit, weapons in self.members:
            if not weapons and is_leader(d.game, d, unit):
                lend(d, unit)
        if d.game.has_ordnance:
            self._note_gunners(d)
        if self.spotter != NOBODY:
            d.flag(self.spotter, OPS_COMPLETE)
        d.push(
            Attack(
                side=self.side,
                origin=self.origin,
                at=self.at,
                lead=d.ids[command.lead],
                firers=self.members,
                mode=self.mode,
                silent=tuple(f.unit for f in self.firers() if not f.ifp),
                opportunity=self.opportunity,
                target=self.target,
            )
        )

    def _note_gunners(self, d: Draft) -> None:
        """1.6: remember what each unit has used, for the ordnance it may still fire on this occasion."""
        occasion = occasion_of(d)
        if occasion is not None:
            rows = tuple(
                (
                    f.unit,
                    counted(d.game, d, f.weapons),
                    f.ifp and keeps_ifp(d.game, d, kind_of_unit(d.game, d, f.unit), f.weapons),
                )
                for f in self.firers()
            )
            d.replace_enclosing(occasion, gunners=(*occasion.gunners, *rows))


def kind_of_unit(game: Game, s: Position, unit: int) -> str:
    """Kind of a unit."""
    return game.types[s.units[unit].type].kind


def named_weapons(s: Position, origin: int, names: tuple[str, ...]) -> tuple[int, ...] | None:
    """Numbers of weapons held in a location, by name and in ascending order; None if one is not held there."""
    if not names:
        return ()
    picked = [w for u in s.by_loc.get(origin, ()) for w in s.units[u].carries if s.weapons[w].id in names]
    return tuple(sorted(picked)) if len(picked) == len(set(names)) == len(names) else None
