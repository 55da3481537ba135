"""5.0, 4.0, 1.6: who may fire: ready units, the weapons they may take, Leaders who aid, how far they reach."""

from __future__ import annotations

from collections.abc import Collection

from lnlt.core.board import BUNKER
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    BULK,
    CONTINUOUS,
    HANDLED,
    HIT_AND_RUN,
    MELEE,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    SHAKEN,
    SMOKED,
)
from lnlt.core.game import Game
from lnlt.core.state import NOWHERE, Position, Unit
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.activation import FIRE_LEFT
from lnlt.rules.ch04_operations.impulse import just_spotted
from lnlt.rules.ch05_fire.firepower import ifp_reach
from lnlt.rules.ch05_fire.special import MORTAR, ONLY, countering, only_weapons
from lnlt.rules.facts.boats import check_on_land
from lnlt.rules.facts.callers import has_called
from lnlt.rules.facts.firing_occasion import fires_on, occasion_of
from lnlt.rules.facts.leaders import is_leader, may_aid_fire
from lnlt.rules.facts.weapons import (
    SQUADS,
    USERS,
    counted,
    fire_distance,
    goes_along,
    is_mortar,
    keeps_ifp,
    kind_of,
    reach_of,
    too_far,
    usable,
    weapon_sets,
    why_silent,
)

NO_SHOTS = {"medic": "11.3", "corpsman": "11.3", "chaplain": "11.8", "nurse": "11.10", "piper": "11.11"}
"""Single-Man Counters that neither fire nor direct fire, each with its section."""
NOT_READY = SHAKEN | MELEE | SMOKED | HANDLED | MOVING | ASSAULT_FIRE | CONTINUOUS | ACTION_MARKERS


def check_ready(
    game: Game, s: Position, unit: int, opportunity: bool, at: int = NOWHERE, first: bool = False
) -> Refusal | None:
    """4.0, 5.3, 6.1: a Good Order unit that has not acted, or an Assault Mover that has not fired (Q-045).

    1.6: a Squad that has fired one weapon with a to-hit table has its own firepower left, others have forfeited theirs.
    Ops Complete MMCs may still Opportunity Fire (4.1, Q-029); who has just spotted may fire there (10.1.1, Q-028);
    who has laid Smoke may not fire in that impulse (7.0, Q-053). `first`: by Assault Fire, which a vehicle in
    Continuous Movement may use (15.5).
    """
    u = s.units[unit]
    if u.flags & SHAKEN:
        return Refusal("5.1", "shaken", {"unit": u.id})
    if game.boats and u.at >= 0 and (afloat := check_on_land(game, s, unit)) is not None:
        return afloat
    if u.flags & MELEE:
        return Refusal("8.1", "in_melee", {"unit": u.id})
    if u.flags & HANDLED and not u.flags & ASSAULT_MOVE:
        return Refusal("1.6.1", "has_flipped", {"unit": u.id})
    if u.flags & SMOKED:
        return Refusal("7.0", "no_fire_after_smoke", {"unit": u.id})
    acted = u.flags & ACTION_MARKERS
    if u.flags & (MOVING | ASSAULT_FIRE | CONTINUOUS):
        if first and u.flags & (MOVING | ASSAULT_FIRE | CONTINUOUS | BULK) == CONTINUOUS | BULK and not opportunity:
            return None
        return _check_in_motion(s, unit, opportunity)
    if acted == OPS_COMPLETE and not opportunity and just_spotted(s, unit, at):
        return None
    if acted and acted not in FIRE_LEFT and not (opportunity and acted == OPS_COMPLETE and fires_later(game, u)):
        used = fires_on(s, unit) if game.has_ordnance and not acted & MOVED else 0
        if (used == 1 and game.types[u.type].kind in SQUADS) or (
            opportunity and u.at & 7 == BUNKER and countering(s, unit)
        ):
            return None
        if used:
            return Refusal("1.6", "forfeits_firepower", {"unit": u.id})
        rule = "4.1" if acted == OPS_COMPLETE else "5.3" if opportunity else "4.0"
        return Refusal(rule, "has_acted", {"unit": u.id})
    return None


def goes_on(game: Game, s: Position, unit: int, mode: str) -> bool:
    """6.1.1, 1.6: a Squad that has fired a weapon with a to-hit table by Assault Fire adds the rest by Assault Fire."""
    u = s.units[unit]
    if mode != "assault_fire" or not u.flags & ASSAULT_FIRE or not game.has_ordnance:
        return False
    done = u.flags & (SHAKEN | MELEE | MOVING | ACTION_MARKERS) or game.types[u.type].kind not in SQUADS
    return not done and fires_on(s, unit) == 1


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


def has_shot(
    game: Game, s: Position, unit: int, distance: int, at: int, opportunity: bool, at_vehicle: bool = False
) -> bool:
    """5.0: whether the unit's Inherent Firepower or a Support Weapon of it reaches so far; not if it fires alone.

    23.2.5: what has a to-hit table fires at vehicles by that.
    """
    u = s.units[unit]
    if game.lone[u.type] is not None:
        return False
    if distance <= ifp_reach(game, s, unit):
        return True
    if not u.carries:
        return False
    able = usable(game, s, u, distance, at, opportunity)
    if at_vehicle:
        able = tuple(w for w in able if not game.weapon_types[s.weapons[w].type].to_hit)
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
            if check_ready(game, s, other, opportunity, at) is None:
                found.extend(w for w in usable(game, s, o, distance, at, opportunity) if not goes_along(game, s, w))
    return found


def check_firer(
    game: Game, s: Position, unit: int, origin: int, at: int, opportunity: bool, mode: str = ""
) -> Refusal | None:
    """5.0: whether a unit may take part in fire from its location at a target already allowed."""
    u = s.units[unit]
    refusal = check_ready(game, s, unit, opportunity, at)
    if refusal is not None and not goes_on(game, s, unit, mode):
        if still_aiding(s, unit):
            return None
        if refusal.code == "has_acted" and not opportunity and not u.carries and is_leader(game, s, unit):
            return Refusal("5.0.1", "has_acted", {"unit": u.id})  # all he could do is lend his LM
        return refusal
    if game.lone[u.type] is not None:
        sections = {"weapon_team": "1.7", "sniper": "11.4", "marksman": "11.12", "vehicle": "5.2"}
        return Refusal(sections.get(game.types[u.type].kind, "4.0"), "fires_alone", {"unit": u.id})
    distance = fire_distance(game, origin, at)
    if not has_shot(game, s, unit, distance, at, opportunity) and not may_aid(game, s, unit):
        if others_weapons(game, s, unit, distance, at, opportunity):
            return None
        beside = ("out_of_range", "not_on_the_dft") if ifp_reach(game, s, unit) else ("out_of_range",)
        for w in u.carries:
            silent = why_silent(game, s, u, w, distance, at, opportunity)
            if silent is not None and silent.code not in beside:
                return silent
        called = is_leader(game, s, unit) and s.notes and has_called(s, unit)
        own = "11.1.3" if called else NO_SHOTS.get(game.types[u.type].kind)
        if own is not None:
            return Refusal(own, "cannot_aid", {"unit": u.id})
        return too_far(game, origin, at, unit=u.id)
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
        ready = (not unit.flags & NOT_READY and not game.boats) or check_ready(game, s, u, opportunity) is None
        if ready or (not opportunity and goes_on(game, s, u, "assault_fire")):
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
    game: Game,
    s: Position,
    side: int,
    origin: int,
    at: int,
    opportunity: bool,
    only: Collection[int] = (),
    mode: str = "",
    at_vehicle: bool = False,
) -> bool:
    """Whether at least one unit of the side has a shot from a location at another (target not checked)."""
    distance = fire_distance(game, origin, at)
    units = s.units
    for u in s.by_loc.get(origin, ()):
        if only and u not in only:
            continue
        if units[u].side == side and has_shot(game, s, u, distance, at, opportunity, at_vehicle):
            if check_ready(game, s, u, opportunity, at) is None or goes_on(game, s, u, mode):
                return True
    return False
