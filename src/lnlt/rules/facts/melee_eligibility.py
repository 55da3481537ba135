"""8.0: who can fight in Melee, with which Support Weapons."""

from __future__ import annotations

import math

from lnlt.core.flags import JAMMED, SPENT, TRIPOD
from lnlt.core.game import Game
from lnlt.core.hooks import GateHook, ValueHook
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.facts.kinds import NME_WITHOUT_WEAPON
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.melee_marks import leg_units
from lnlt.rules.facts.mounts import check_mounted_weapon
from lnlt.rules.facts.units import is_leg, is_mg_team
from lnlt.rules.facts.weapons import USERS

MAY_ATTACK: GateHook[[Game, Position, int]] = GateHook("who may attack in a Melee round", rule="8.0")
AMBUSHES: ValueHook[bool, [Game, Position, int]] = ValueHook("who is capable of an Ambush", rule="8.4")

WEAPONS = frozenset({"machine_gun", "flamethrower", "satchel_charge", "molotov", "stick_bomb"})
"""Melee-eligible kinds; others only with the ability melee_eligible (modules)."""
WHOLE = frozenset({"satchel_charge", "molotov", "stick_bomb"})
"""Weapons a Single-Man Counter uses with full firepower (Q-061), and used up by one round."""
FIGHTING_SMCS = frozenset({"hero", "scout"})


def weapon_fp(game: Game, s: Position, weapon: int) -> int | None:
    """8.0, 1.6.1: Melee firepower of a weapon, None if it is not Melee-eligible: ordnance, dismantled, jammed."""
    w = s.weapons[weapon]
    t = game.weapon_types[w.type]
    if w.flags & (JAMMED | SPENT) or (t.kind not in WEAPONS and "melee_eligible" not in t.abilities):
        return None
    if "tripod" in t.abilities and not w.flags & TRIPOD:
        if t.bipod is not None:
            return t.bipod[0]
        if "dismantles" in t.abilities:
            return None
    return t.fp


def melee_weapons(game: Game, s: Position, unit: int) -> tuple[int, ...]:
    """1.6, 8.0: the Melee-eligible weapons a unit possesses and may use."""
    u = s.units[unit]
    if not u.carries or game.types[u.type].kind not in USERS:
        return ()
    return tuple(
        w for w in u.carries if weapon_fp(game, s, w) is not None and check_mounted_weapon(game, s, u, w) is None
    )


def is_eligible(game: Game, s: Position, unit: int) -> bool:
    """8.0: Good Order MMCs, Heroes and Scouts, and Leaders and Advisors with a Melee-eligible weapon."""
    u = s.units[unit]
    t = game.types[u.type]
    if not u.good_order:
        return False
    if t.is_mmc or t.kind in FIGHTING_SMCS:
        return True
    return t.kind in NME_WITHOUT_WEAPON and bool(melee_weapons(game, s, unit))


def any_eligible(game: Game, s: Position, side: int, loc: int) -> bool:
    """Whether a side has a Melee-eligible unit in a location."""
    return any(is_eligible(game, s, u) for u in leg_units(game, s, side, loc))


def only_defends(game: Game, s: Position, unit: int) -> bool:
    """8.0, 1.7: Weapon Teams without a machine-gun defend and never attack."""
    t = game.types[s.units[unit].type]
    return t.kind == "weapon_team" and not is_mg_team(t)


def check_attacks(game: Game, s: Position, unit: int) -> Refusal | None:
    """8.0: whether a unit may take part in its side's Melee attacks."""
    u = s.units[unit]
    refusal = None
    if not is_leg(game, s, unit) or not is_eligible(game, s, unit):
        refusal = Refusal("8.0", "not_melee_eligible", {"unit": u.id})
    elif only_defends(game, s, unit):
        refusal = Refusal("8.0", "only_defends", {"unit": u.id})
    return MAY_ATTACK.ask(game.hooks, refusal, game, s, unit)


def can_ambush(game: Game, s: Position, unit: int) -> bool:
    """8.4: nations, units and circumstances that can spring an Ambush."""
    u = s.units[unit]
    t = game.types[u.type]
    nation = game.catalog.nations.get(t.nation or game.sides[u.side].nation)
    able = "ambush" in t.abilities or (nation is not None and nation.ambush)
    return AMBUSHES.apply(game.hooks, able, game, s, unit)


def half(value: int) -> int:
    """8.0, Q-061: half a weapon's firepower, fractions up."""
    return math.ceil(value / 2)


def leads(game: Game, s: Position, unit: int) -> bool:
    """8.0, 11.1.4: a Good Order Leader, who can lend his LM to the attack."""
    return is_leader(game, s, unit) and s.units[unit].good_order
