"""17.1: who may assault a vehicle, with which anti-tank weapons, from where and how."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.board import BUNKER, CAVE
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import ASSAULT_FIRE, BULK, SHAKEN
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.core.terrain import PROHIBITED
from lnlt.rules.ch05_fire.opportunity import goes_along
from lnlt.rules.ch06_movement.costs import points_text, unit_cost
from lnlt.rules.facts.kits import in_the_air, kit_of, passengers
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.melee_eligibility import is_eligible
from lnlt.rules.facts.melee_marks import leg_units, melee_marker
from lnlt.rules.facts.mounts import is_mounted
from lnlt.rules.facts.movement_modes import allowance
from lnlt.rules.facts.stacking import check_stacking
from lnlt.rules.facts.weapons import USERS

NO_ASSAULT = frozenset({"low_crawl", "assault", "stealth_assault", "hit_and_run"})
"""Ways of moving that never end in a Close Assault."""
WITH_FIREPOWER = frozenset({"flamethrower", "satchel_charge", "molotov", "rpg_43", "sticky_bomb", "stick_bomb"})
"""Anti-tank weapons that add their firepower; ordnance adds its HE-equivalent."""


def adds_firepower(t: WeaponType) -> bool:
    """17.1, 23.1.2 to 23.1.4: an anti-tank weapon that adds its firepower to the attack of its holder."""
    return t.kind in WITH_FIREPOWER or bool(t.abilities & {"close_assault", "close_assault_only"})


class AssaultVehicle(Command, frozen=True, gc=False):
    """The moving units enter the hex of a vehicle next door and assault it."""

    target: str


def anti_tank(game: Game, s: Position, unit: int) -> list[int]:
    """17.1: weapons of a unit that count in a Close Assault."""
    u = s.units[unit]
    if game.types[u.type].kind not in USERS:
        return []
    found = []
    for w in u.carries:
        t = game.weapon_types[s.weapons[w].type]
        if adds_firepower(t) or (t.to_hit and t.he is not None and t.ammo != "aa"):
            found.append(w)
    return found


def may_assault(game: Game, s: Position, unit: int) -> bool:
    """17.1: MMCs but Weapon Teams, Heroes, and Leaders with an anti-tank weapon attack themselves."""
    t = game.types[s.units[unit].type]
    if t.kind == "hero" or (t.is_mmc and t.kind != "weapon_team"):
        return True
    return is_leader(game, s, unit) and bool(anti_tank(game, s, unit))


def check_assault(
    game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], at: int, name: str
) -> Refusal | None:
    """17.1: who may assault which vehicle from where: next door, affordable, nobody there who can fight for it.

    6.5, Q-539: nobody who has set off with a vehicle in this move.
    """
    side = s.units[movers[0]].side
    target = s.ids.get(name)
    if target is None or not s.units[target].flags & BULK or s.units[target].side == side:
        return Refusal("17.1", "no_such_target", {"unit": name, "at": game.board.loc_name(at)})
    to = s.units[target].at
    if in_the_air(to):
        return Refusal("19.2.1", "not_in_the_air", {"unit": name})
    if to < 0 or not is_beside(game, at, to):
        return Refusal("17.1", "not_adjacent", {"from": game.board.loc_name(at), "at": name})
    where = {"at": game.board.loc_name(to)}
    if goes_along(s, movers):
        return Refusal("6.5", "no_coordinated_attack", {**where})
    for u, mode in zip(movers, modes, strict=True):
        unit = s.units[u]
        t = game.types[unit.type]
        facts: dict[str, str | int] = {"unit": unit.id, "mode": mode, "at": where["at"]}
        if mode in NO_ASSAULT or unit.flags & ASSAULT_FIRE:
            return Refusal("17.1", "no_assault_in_mode", facts)
        if mode == "stealth" and not unit.mp:
            return Refusal("17.1", "stealth_from_afar", facts)
        if is_mounted(game, s, unit):
            return Refusal("6.6", "cannot_close_assault", facts)
        if unit.flags & SHAKEN or not (may_assault(game, s, u) or is_leader(game, s, u)) or t.kind == "weapon_team":
            return Refusal("17.1", "cannot_close_assault", facts)
        cost = unit_cost(game, s, u, at, to, group=movers)
        if cost == PROHIBITED:
            return Refusal("6.0", "terrain_prohibited", {"unit": unit.id, "at": where["at"], "terrain": ""})
        left = allowance(game, s, u, mode, movers) - unit.mp
        if cost > left and unit.mp:
            return Refusal(
                "6.0", "too_few_points", {"unit": unit.id, "cost": points_text(cost), "left": points_text(left)}
            )
    if not any(may_assault(game, s, u) for u in movers):
        return Refusal("17.1", "cannot_close_assault", {"unit": s.units[movers[0]].id, **where})
    return check_defended(game, s, side, target) or check_stacking(game, s, side, to, movers)


def is_beside(game: Game, at: int, to: int) -> bool:
    """17.1, 21.1, Q-431: a hex next door, or the hex around the Bunker or Cave they are in."""
    if at >> 3 == to >> 3:
        return at & 7 in (BUNKER, CAVE)
    return not at & 7 and to >> 3 in game.board.neighbours[at >> 3]


def check_defended(game: Game, s: Position, side: int, target: int) -> Refusal | None:
    """17.1: no enemy who could fight in Melee may be with the vehicle, nor Good Order passengers on one there."""
    to = s.units[target].at
    aboard = (s.units[p] for u in s.by_loc[to] for p in passengers(game, s, u))
    riders = any(kit_of(p).outside and p.good_order for p in aboard)
    if riders or any(is_eligible(game, s, u) for u in leg_units(game, s, 1 - side, to)):
        return Refusal("17.1", "defended", {"unit": s.units[target].id, "at": game.board.loc_name(to)})
    if melee_marker(s, to) is not None:
        return Refusal("17.1", "melee_there", {"at": game.board.loc_name(to)})
    return None
