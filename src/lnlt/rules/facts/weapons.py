"""1.6: Support Weapons: who may carry and fire which, which side is up, what they can do now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from lnlt.core.board import AIR, BUNKER, GROUND, ROOF
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import BROKEN, CAPTURED, JAMMED, LOW_AMMO, TRIPOD
from lnlt.core.game import Game
from lnlt.core.state import Position, Unit, Weapon
from lnlt.core.tally import Refusal
from lnlt.rules.facts.buildings import in_building
from lnlt.rules.facts.kinds import SW_USERS
from lnlt.rules.facts.mounts import check_mounted_weapon

USERS = SW_USERS | {"squad", "half_squad", "crew", "mounted_squad", "mounted_half_squad"}
"""Kinds that may carry and fire Support Weapons."""
SQUADS = frozenset({"squad", "mounted_squad"})
THROWN = frozenset({"satchel_charge", "molotov"})
"""Weapons thrown into an adjacent location and used up by that (1.6.3, 1.6.7)."""
CLAYMORE = "claymore"
"""Kind of weapon that does nothing while it is carried (23.2.1)."""
TWO_SIDED = frozenset({"tripod", "dismantles"})
NO_MORTARS = frozenset({"heavy_jungle", "dense_palms", "forest"})
"""Terrain a Mortar cannot be fired from, beside Buildings, Bamboo Huts among them (1.6.5)."""
NOT_AT_HELICOPTERS = THROWN | {"mortar", "flamethrower"}
"""Weapons of the Direct Fire Table that are no small arms (19.2.8, Q-411)."""
FROM_BUNKERS = frozenset({"atr", "piat", "flg_apav"})
"""Ordnance that may be fired from anywhere (1.6.4)."""
NEVER_FIRED = {CLAYMORE: "23.2.1", "rubber_boat": "23.3.1"}
"""What is carried like a weapon but never fired from the hand."""
BY_HAND = {"rpg_43": "23.1.2", "sticky_bomb": "23.1.3", "stick_bomb": "23.1.4"}
"""Weapons for Close Assault, or for Melee too: never fired at anything, whatever range is printed."""


def carries(kind: str) -> int:
    """1.6: a Squad carries two weapons, any other eligible unit one."""
    if kind not in USERS:
        return 0
    return 2 if kind in SQUADS else 1


def load_of(game: Game, s: Position, unit: Unit) -> int:
    """1.6, 23.2.2: weapons of a unit that count against what it may carry."""
    if not game.grenades:
        return len(unit.carries)
    return sum(1 for w in unit.carries if "no_load" not in game.weapon_types[s.weapons[w].type].abilities)


def check_room(game: Game, s: Position, unit: int, weapon: int) -> Refusal | None:
    """1.6, 23.1.5, Q-400: whether a unit may carry one more weapon; some are too heavy for a man alone."""
    u = s.units[unit]
    t = game.weapon_types[s.weapons[weapon].type]
    kind = game.types[u.type].kind
    facts: dict[str, str | int] = {"unit": u.id, "weapon": s.weapons[weapon].id}
    if kind not in USERS:
        return Refusal("1.6", "cannot_use_weapons", facts)
    if "no_load" not in t.abilities and load_of(game, s, u) >= carries(kind):
        return Refusal("1.6", "hands_full", facts)
    if "no_lone_smc" in t.abilities and is_alone(game, s, unit, s.by_loc.get(u.at, ())):
        return Refusal("23.1.5", "not_alone", facts)
    return None


def is_alone(game: Game, s: Position, unit: int, others: Iterable[int]) -> bool:
    """23.1.5, Q-400: a Single-Man Counter with no second man among others who may use Support Weapons."""
    u = s.units[unit]
    if not game.types[u.type].is_smc:
        return False
    for o in others:
        t = game.types[s.units[o].type]
        if o != unit and s.units[o].side == u.side and t.is_smc and t.kind in USERS and s.units[o].good_order:
            return False
    return True


def check_heavy(game: Game, s: Position, unit: int, group: Iterable[int]) -> Refusal | None:
    """23.1.5, Q-400: a man alone does not move with a weapon that is too heavy for him; two may."""
    for w in s.units[unit].carries:
        weapon = s.weapons[w]
        if "no_lone_smc" in game.weapon_types[weapon.type].abilities and is_alone(game, s, unit, group):
            return Refusal("23.1.5", "not_alone", {"unit": s.units[unit].id, "weapon": weapon.id})
    return None


def starting_flags(t: WeaponType, side_up: str, captured: bool, on_map: bool) -> int:
    """1.6.1, Q-220: the side a weapon begins with: as stated, else assembled on the map and dismantled off it."""
    flags = CAPTURED if captured else 0
    if side_up == "jammed":
        flags |= JAMMED
    if side_up == "low_ammo":
        flags |= LOW_AMMO
    if is_two_sided(t) and (side_up in ("tripod", "assembled") or (not side_up and on_map)):
        flags |= TRIPOD
    return flags


def is_two_sided(t: WeaponType) -> bool:
    """1.6.1, 1.6.5: tripod machine guns and Mortars have a side on which they can be carried."""
    return t.kind == "mortar" or t.bipod is not None or bool(t.abilities & TWO_SIDED)


def is_tripod(t: WeaponType) -> bool:
    """1.6.1: a machine gun with a tripod; it can also be flipped in an impulse."""
    return t.kind != "mortar" and is_two_sided(t)


def printed(t: WeaponType, flags: int) -> tuple[int, int] | None:
    """1.6, 1.6.1: firepower and range on the side that is up, None if that side does not fire on the DFT."""
    if t.fp is None or flags & (JAMMED | BROKEN) or t.kind == CLAYMORE:
        return None
    if flags & TRIPOD or not is_two_sided(t):
        return t.fp, t.range
    return t.bipod


def reach_of(game: Game, weapon: Weapon) -> int:
    """5.4: how far a weapon reaches on the DFT, twice as far if its range is boxed; 0 if it does not fire there."""
    t = game.weapon_types[weapon.type]
    values = printed(t, weapon.flags)
    if values is None:
        return 0
    return values[1] * (2 if "extended_range" in t.abilities else 1)


def goes_along(game: Game, s: Position, weapon: int) -> bool:
    """23.2.2, 23.2.5: fired together with the Inherent Firepower of its unit, and beside the weapons it may fire."""
    return game.grenades and "with_ifp" in game.weapon_types[s.weapons[weapon].type].abilities


def counted(game: Game, s: Position, weapons: Sequence[int]) -> int:
    """1.6, 23.2.2: how many of some weapons count against what a unit may fire."""
    return sum(1 for w in weapons if not goes_along(game, s, w)) if game.grenades else len(weapons)


def kind_of(game: Game, s: Position, weapon: int) -> str:
    """Kind of a weapon."""
    return game.weapon_types[s.weapons[weapon].type].kind


def is_mortar(game: Game, s: Position, weapon: int) -> bool:
    """1.6.5: whether a weapon is a Mortar."""
    return game.weapon_types[s.weapons[weapon].type].kind == "mortar"


def is_thrown(game: Game, s: Position, weapon: int) -> bool:
    """1.6.3, 1.6.7: whether a weapon is a Satchel Charge or Molotov Cocktail."""
    return game.weapon_types[s.weapons[weapon].type].kind in THROWN


def fire_distance(game: Game, origin: int, at: int) -> int:
    """5.0, 19.2.8: how far fire on the Direct Fire Table has to reach: within a hex 1.

    At a helicopter ranges are halved, fractions up: the way counts twice less one; not for other helicopters (19.2.9).
    """
    distance = game.ranges[origin >> 3][at >> 3] or 1
    return 2 * distance - 1 if at & 7 == AIR and origin & 7 != AIR else distance


def too_far(game: Game, origin: int, at: int, **facts: str | int) -> Refusal:
    """5.0, 19.2.8: fire on the Direct Fire Table does not reach so far, at helicopters not half so far."""
    rule = "19.2.8" if at & 7 == AIR and origin & 7 != AIR else "5.0"
    return Refusal(rule, "out_of_range", {**facts, "distance": game.ranges[origin >> 3][at >> 3] or 1})


def mortar_place(game: Game, s: Position, loc: int) -> bool:
    """1.6.5, 18.1: whether Mortars can be fired from a location; terrain of a module may forbid it."""
    if in_building(game, s, loc) or loc & 7 == BUNKER:
        return False
    terrain = game.board.terrain[loc >> 3]
    return loc & 7 != GROUND or (terrain.mortars and terrain.key not in NO_MORTARS)


def fires_at(
    game: Game, s: Position, weapon: int, distance: int, origin: int, at: int, opportunity: bool = False
) -> bool:
    """1.6: whether a weapon fires on the Direct Fire Table from a location at another."""
    w = s.weapons[weapon]
    t = game.weapon_types[w.type]
    values = printed(t, w.flags)
    if values is None or not t.min_range <= distance or t.kind in BY_HAND:
        return False
    if distance > values[1] and not ("extended_range" in t.abilities and distance <= 2 * values[1]):
        return False
    if at & 7 == AIR and t.kind in NOT_AT_HELICOPTERS:
        return False
    if t.kind == "mortar":
        return not opportunity and mortar_place(game, s, origin)
    return not (w.flags & TRIPOD and origin >> 3 == at >> 3 and origin & 7 <= ROOF and at & 7 <= ROOF)


def why_silent(
    game: Game, s: Position, unit: Unit, weapon: int, distance: int, at: int, opportunity: bool = False
) -> Refusal | None:
    """1.6: why a weapon of a unit does not fire on the Direct Fire Table at a location; None if it may."""
    w = s.weapons[weapon]
    t = game.weapon_types[w.type]
    facts: dict[str, str | int] = {"unit": unit.id, "weapon": w.id}
    mortar = t.kind == "mortar"
    if game.types[unit.type].kind not in USERS:
        return Refusal("1.6", "cannot_use_weapons", facts)
    if w.flags & (JAMMED | BROKEN):
        return Refusal("1.6.2", "weapon_jammed", facts)
    mounted = check_mounted_weapon(game, s, unit, weapon)
    if mounted is not None:
        return mounted
    if t.fp is None or t.kind == CLAYMORE:
        rule = NEVER_FIRED.get(t.kind) or ("1.6.6" if _is_aa(t) else "1.6.4")
        return Refusal(rule, "not_on_the_dft", facts)
    if t.kind in BY_HAND:
        return Refusal(BY_HAND[t.kind], "not_on_the_dft", facts)
    values = printed(t, w.flags)
    if values is None:
        return Refusal("1.6.5" if mortar else "1.6.1", "not_assembled", facts)
    if at & 7 == AIR and t.kind in NOT_AT_HELICOPTERS:
        return Refusal("19.2.8", "not_at_helicopters", facts)
    if distance < t.min_range:
        return Refusal("1.6.5", "too_near", {**facts, "distance": distance})
    if distance > reach_of(game, w):
        return too_far(game, unit.at, at, **facts)
    if mortar and opportunity:
        return Refusal("1.6.5", "no_opportunity_fire", facts)
    if mortar and not mortar_place(game, s, unit.at):
        return Refusal("1.6.5", "not_from_here", facts)
    if not fires_at(game, s, weapon, distance, unit.at, at, opportunity):
        return Refusal("1.6.1", "weapon_other_floor", facts)
    return None


def usable(
    game: Game, s: Position, unit: Unit, distance: int, at: int = -8, opportunity: bool = False
) -> tuple[int, ...]:
    """Weapons of a unit that may join direct fire at that range."""
    if not unit.carries or game.types[unit.type].kind not in USERS:
        return ()
    found = tuple(w for w in unit.carries if fires_at(game, s, w, distance, unit.at, at, opportunity))
    if game.mounted and found:
        found = tuple(w for w in found if check_mounted_weapon(game, s, unit, w) is None)
    return found


def uses_ifp(kind: str, fired: int, molotov: bool = False) -> bool:
    """1.6: a Squad keeps its Inherent Firepower beside one weapon, every other unit gives it up for a weapon.

    A single Molotov Cocktail goes along with anybody's Inherent Firepower (1.6.7).
    """
    if not fired:
        return True
    return fired == 1 and (molotov or kind in SQUADS)


def keeps_ifp(game: Game, s: Position, kind: str, weapons: tuple[int, ...]) -> bool:
    """1.6, 1.6.7: whether a unit that fires these weapons may add its Inherent Firepower."""
    fired = weapons if not game.grenades else tuple(w for w in weapons if not goes_along(game, s, w))
    molotov = len(fired) == 1 and game.weapon_types[s.weapons[fired[0]].type].kind == "molotov"
    return uses_ifp(kind, len(fired), molotov)


def weapon_sets(
    game: Game, s: Position, unit: Unit, distance: int, at: int = -8, opportunity: bool = False
) -> list[tuple[int, ...]]:
    """Every set of weapons a unit may fire together at that range, none and most included."""
    found = tuple(sorted(usable(game, s, unit, distance, at, opportunity)))
    limit = carries(game.types[unit.type].kind)
    if game.grenades:  # one of them goes along with whatever else is fired
        along = [w for w in found if goes_along(game, s, w)]
        found = tuple(w for w in found if w not in along)
        picks = [pick for n in range(min(limit, len(found)) + 1) for pick in combinations(found, n)]
        return [tuple(sorted((*pick, *more))) for pick in picks for more in ((), *((w,) for w in along))]
    return [pick for n in range(min(limit, len(found)) + 1) for pick in combinations(found, n)]


def shares(game: Game, nation: str, owner: str) -> bool:
    """1.6: whether a nation uses another's weapons as its own."""
    one, two = nation.partition("_")[0], owner.partition("_")[0]
    if not owner or one == two:
        return True
    for key in (nation, one):
        known = game.catalog.nations.get(key)
        if known is not None and (owner in known.shares_with or two in known.shares_with):
            return True
    return False


def is_foreign(game: Game, side: int, weapon: Weapon) -> bool:
    """1.6.8: whether a weapon that a side picks up is an enemy one: not its own, and not shared by friends.

    Q-551: one that the enemy has had is its owner's again; of one that began as captured its nation tells whose it is.
    """
    t = game.weapon_types[weapon.type]
    begun = any(w.captured and w.id == weapon.id for w in game.setup.weapons)
    if begun and not (t.nation and shares(game, game.sides[side].nation, t.nation)):
        return True
    if weapon.side == side or begun:
        return False
    if weapon.side >= 0:
        owner = game.sides[weapon.side].nation
        return not shares(game, game.sides[side].nation, owner) if owner else True
    return bool(t.nation) and not shares(game, game.sides[side].nation, t.nation)


def has_backblast(game: Game, s: Position, unit: Unit) -> bool:
    """1.6.4: whether a unit holds ordnance that may be fired from Buildings but not from Bunkers and Caves."""
    for w in unit.carries:
        t = game.weapon_types[s.weapons[w].type]
        if t.to_hit and t.kind not in FROM_BUNKERS and not _is_aa(t):
            return True
    return False


@lru_cache(maxsize=256)
def _is_aa(t: WeaponType) -> bool:
    return t.kind == "aa_missile" or t.ammo == "aa"
