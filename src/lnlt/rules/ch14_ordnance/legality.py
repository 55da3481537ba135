"""14.0, 14.1, 14.4, 1.6.4, 1.7.1: whether a unit may fire a piece of ordnance at a target."""

from __future__ import annotations

from lnlt.core.board import BUNKER, CAVE, ROOF
from lnlt.core.catalog import Gun
from lnlt.core.flags import ASSAULT_FIRE, ASSAULT_MOVE, BULK, EXPENDED, FIRED, MELEE, MOVED, MOVING, SHAKEN
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.firers import check_ready
from lnlt.rules.ch10_los_spotting.lines import deciding_rule, has_tis, line, looked_at
from lnlt.rules.ch10_los_spotting.sight import BLOCKED
from lnlt.rules.ch10_los_spotting.spotting import is_hidden, is_spotted_from
from lnlt.rules.ch14_ordnance.acquisition import Fired
from lnlt.rules.ch14_ordnance.to_hit import Aim, aimed_at, lock_level
from lnlt.rules.ch20_night.darkness import check_dark, is_dark, sight, too_dark
from lnlt.rules.facts.buildings import in_building
from lnlt.rules.facts.firing_occasion import Shooting, same_hex_only
from lnlt.rules.facts.guns import check_column, gun_of, is_aa, is_missile, is_shot
from lnlt.rules.facts.kits import in_the_air, is_flying, is_helicopter
from lnlt.rules.facts.melee_marks import melee_marker
from lnlt.rules.facts.mounts import check_mounted_weapon
from lnlt.rules.facts.shelters import lies_low
from lnlt.rules.facts.weapons import FROM_BUNKERS, carries, goes_along


def shots_of(occasion: Shooting, unit: int) -> list[Fired]:
    """What a unit has fired of its ordnance and machine guns on this occasion."""
    return [shot for shot in occasion.shots if shot[0] == unit]


def infantry(
    game: Game,
    s: Position,
    side: int,
    at: int,
    unit: int = NOBODY,
    origin: int = NOWHERE,
    acquired: bool = False,
) -> list[int]:
    """14.1: the enemies in a location that a shot at everything but vehicles is aimed at.

    14.3, Q-550: from a weapon that has acquired them nobody is hidden. 20.1.1, Q-382: too far away at night, for a
    unit in a place, only those who have fired.
    """
    found = [u for u in aimed_at(s, side, at) if acquired or not is_hidden(game, s, u, side, origin)]
    if game.night is not None and unit != NOBODY and is_dark(game, s, origin, at, has_tis(game, s, unit)):
        found = [u for u in found if s.units[u].flags & FIRED]
    return found


def check_gunner(
    game: Game, s: Position, occasion: Shooting, aim: Aim, opportunity: bool, moving: bool = False
) -> Refusal | None:
    """4.0, 14.1, 15.0: who fires is ready, or has begun to fire on this very occasion and has something left."""
    u = s.units[aim.unit]
    gun = gun_of(game, s, aim.unit, aim.weapon)
    facts: dict[str, str | int] = {"unit": u.id}
    if gun is None:
        return Refusal("14.1", "no_such_gun", facts)
    mine = shots_of(occasion, aim.unit)
    fired_group = next((row for row in occasion.gunners if row[0] == aim.unit), None)
    if mine or fired_group is not None:
        if u.flags & SHAKEN:
            return Refusal("5.1", "shaken", facts)
        if u.flags & (MELEE | MOVING) and not moving:
            return Refusal("5.3", "is_moving", facts)
        if u.flags & MOVED or (u.flags & ASSAULT_FIRE and aim.mode != "assault_fire"):
            return Refusal("15.2.1" if u.flags & BULK else "6.1.1", "has_acted", facts)
    elif not moving:
        refusal = check_ready(game, s, aim.unit, opportunity, aim.at, aim.mode == "assault_fire")
        if refusal is not None:
            return refusal
    if sum(1 for shot in mine if shot[1] == aim.weapon) >= gun.rof:
        return Refusal("19.2.4" if in_the_air(u.at) else "14.1", "gun_has_fired", facts)
    if aim.weapon >= 0:
        return _check_hands(game, s, aim, mine, fired_group)
    return _check_other_gun(game, s, aim, gun, mine)


def _check_hands(
    game: Game, s: Position, aim: Aim, mine: list[Fired], group: tuple[int, int, bool] | None
) -> Refusal | None:
    """1.6: a Squad fires one weapon beside its own firepower or two without, other units one weapon instead of it."""
    u = s.units[aim.unit]
    t = game.types[u.type]
    used = len({shot[1] for shot in mine}) + (group[1] if group else 0) + 1
    limit = carries(t.kind)
    if group is not None and group[2]:
        limit -= 1
    if used > limit:
        return Refusal("1.6", "no_hand_free", {"unit": u.id, "weapon": s.weapons[aim.weapon].id})
    return check_mounted_weapon(game, s, u, aim.weapon)


def _check_other_gun(game: Game, s: Position, aim: Aim, gun: Gun, mine: list[Fired]) -> Refusal | None:
    """14.1, 14.4, 19.2.4: two guns of one unit fire in one turn only with standard ammunition, into the same hex."""
    for _, weapon, _, at, _ in mine:
        other = gun_of(game, s, aim.unit, weapon)  # machine guns are none
        if weapon == aim.weapon or other is None:
            continue
        if not (is_shot(gun) and is_shot(other)):
            rule = "19.2.4" if in_the_air(s.units[aim.unit].at) else "14.1"
            return Refusal(rule, "one_ammunition", {"unit": s.units[aim.unit].id})
        if at != aim.at:
            return Refusal("14.1", "same_hex", {"unit": s.units[aim.unit].id})
    return None


def check_one_hex(s: Position, occasion: Shooting, unit: int, at: int) -> Refusal | None:
    """19.2.1, 19.2.4, Q-412: a hovering helicopter fires all it fires into one hex; a flying one is free."""
    if is_flying(s.units[unit]) or all(shot[3] >> 3 == at >> 3 for shot in shots_of(occasion, unit)):
        return None
    return Refusal("19.2.1", "same_target")


def check_hex(game: Game, s: Position, occasion: Shooting, aim: Aim, origin: int) -> Refusal | None:
    """4.0, 14.1, Q-104: the hex the others of the location fire at; further shots of a gun also next to its first.

    An AGS-17 goes on from any hex it has fired at [23.2.7].
    """
    before = [shot for shot in shots_of(occasion, aim.unit) if shot[1] == aim.weapon]
    if in_the_air(origin) and (not before or not is_flying(s.units[aim.unit])):
        return check_one_hex(s, occasion, aim.unit, aim.at)
    if not before:
        own = shots_of(occasion, aim.unit) and s.units[aim.unit].flags & BULK
        return same_hex_only(occasion, origin, aim.at, "15.0" if own else "4.0")
    first = before[0][3]
    if "next_to_any" in game.types[s.units[aim.unit].type].abilities:
        near = any(game.distance(shot[3] >> 3, aim.at >> 3) <= 1 for shot in before)
    else:
        near = game.distance(first >> 3, aim.at >> 3) <= 1
    return None if near else Refusal("14.1", "too_far_apart", {"at": game.board.loc_name(aim.at)})


def check_place(game: Game, s: Position, aim: Aim, gun: Gun, origin: int) -> Refusal | None:
    """1.6.4, 1.6.6, 1.7, 10.6, 14.4: places ordnance cannot be fired from."""
    u = s.units[aim.unit]
    layer = origin & 7
    facts: dict[str, str | int] = {"unit": u.id, "at": game.board.loc_name(origin)}
    if aim.weapon >= 0:
        t = game.weapon_types[s.weapons[aim.weapon].type]
        if gun.ammo == "aa" and in_the_air(aim.at):
            return check_aa_place(game, s, aim, origin)
        if gun.ammo == "aa" and (in_building(game, s, origin) or layer in (BUNKER, CAVE)):
            return Refusal("1.6.6", "not_from_here", facts)
        if gun.ammo == "aa":
            return Refusal("1.6.6", "only_at_aircraft", {"unit": u.id, "weapon": s.weapons[aim.weapon].id})
        free = t.kind in FROM_BUNKERS or "fires_from_bunkers" in t.abilities
        if layer in (BUNKER, CAVE) and not free:
            return Refusal("1.6.4", "not_from_here", facts)
        if (t.kind == "piat" or "no_downhill" in t.abilities) and game.board.level(aim.at) < game.board.level(origin):
            return Refusal("23.1.1", "not_downhill", facts)
        if "no_lone_smc" in t.abilities and game.types[u.type].is_smc and aim.mate == NOBODY:
            return Refusal("23.1.5", "not_alone", facts)
        return None
    if is_missile(gun) and (in_building(game, s, origin) or layer in (BUNKER, CAVE)):
        return Refusal("14.4", "not_from_here", facts)
    if layer in (BUNKER, CAVE):
        return Refusal("21.1" if layer == BUNKER else "10.7", "not_from_here", facts)
    if layer == ROOF:
        return Refusal("10.6", "not_from_here", facts)
    return None


def check_aa_place(game: Game, s: Position, aim: Aim, origin: int) -> Refusal | None:
    """1.6.4, 1.6.6, 21.1, 10.6, 10.7: places anti-aircraft weapons are not fired from.

    Q-455: at night missiles of Support Weapons only at what is near or lit.
    """
    layer = origin & 7
    facts: dict[str, str | int] = {"unit": s.units[aim.unit].id, "at": game.board.loc_name(origin)}
    if aim.weapon >= 0:
        if layer == CAVE:
            return Refusal("1.6.4", "not_from_here", facts)
        if in_building(game, s, origin) or layer == BUNKER:
            return Refusal("1.6.6", "not_from_here", facts)
        if game.night is not None and is_dark(game, s, origin, aim.at, has_tis(game, s, aim.unit)):
            names: dict[str, str | int] = {"from": game.board.loc_name(origin), "at": game.board.loc_name(aim.at)}
            return Refusal("1.6.6", "in_the_dark", {**names, "sight": sight(game, has_tis(game, s, aim.unit))})
        return None
    if layer in (BUNKER, CAVE):
        return Refusal("21.1" if layer == BUNKER else "10.7", "not_from_here", facts)
    return Refusal("10.6", "not_from_here", facts) if layer == ROOF else None


def check_launch(s: Position, aim: Aim) -> Refusal | None:
    """14.4, 14.4.1: missiles: not out of stock, not with Assault Movement or Assault Fire.

    19.2.1: not by a helicopter that flies.
    """
    u = s.units[aim.unit]
    if u.flags & EXPENDED:
        return Refusal("14.4.1", "missiles_expended", {"unit": u.id})
    if u.flags & ASSAULT_MOVE or aim.mode == "assault_fire":
        return Refusal("14.4", "no_missile_on_the_move", {"unit": u.id})
    if is_flying(u):
        return Refusal("19.2.1", "no_missile_in_flight", {"unit": u.id})
    return None


def check_missile(game: Game, s: Position, aim: Aim) -> Refusal | None:
    """14.4: missiles as above, and not at men in the open."""
    u = s.units[aim.unit]
    refusal = check_launch(s, aim)
    if refusal is not None:
        return refusal
    if aim.target == NOBODY and not (in_building(game, s, aim.at) or aim.at & 7 == BUNKER):
        return Refusal("14.4", "no_missile_at_men", {"unit": u.id, "at": game.board.loc_name(aim.at)})
    return None


def check_aim(game: Game, s: Position, aim: Aim, origin: int) -> Refusal | None:
    """14.1, 10.1, 14.3: the target is there, in sight, spotted or acquired, and not in Melee.

    21.1.2, Q-173: a Bunker may be fired at from any side. 20.1.1, Q-382: too far away at night a vehicle that has fired
    does not show the men beside it.
    """
    side = s.units[aim.unit].side
    name = game.board.loc_name(aim.at)
    there = s.by_loc.get(aim.at, ())
    if melee_marker(s, aim.at) is not None or any(s.units[u].side == side for u in there):
        enemies = any(s.units[u].side != side for u in there)
        return Refusal("5.0", "melee_there" if enemies else "no_enemy_there", {"at": name})
    if aim.target != NOBODY:
        v = s.units[aim.target]
        if v.at != aim.at or v.side == side or not v.flags & BULK:
            return Refusal("14.1", "no_such_target", {"unit": v.id, "at": name})
        if is_flying(v) and (refusal := check_flying_target(game, s, aim)) is not None:
            return refusal
    elif not aimed_at(s, side, aim.at):
        return Refusal("14.1", "only_vehicles_there" if there else "no_enemy_there", {"at": name})
    seen = looked_at(aim.at)
    tis = has_tis(game, s, aim.unit)
    if line(game, s, origin, seen, tis) == BLOCKED:
        params: dict[str, str | int] = {"from": game.board.loc_name(origin), "at": name}
        return Refusal(deciding_rule(game, s, origin, seen, tis), "no_line_of_sight", params)
    if game.night is not None:
        dark = check_dark(game, s, side, origin, aim.at, tis, aim.target, "20.1.1")
        if dark is None and aim.target == NOBODY and not infantry(game, s, side, aim.at, aim.unit, origin, True):
            dark = too_dark(game, origin, aim.at, tis, "20.1.1")
        if dark is not None:
            return dark
    if lock_level(s, aim):
        return None
    if not is_spotted_from(game, s, aim.at, side, origin):
        return Refusal("10.1", "not_spotted", {"at": name})
    if aim.target == NOBODY and not infantry(game, s, side, aim.at, origin=origin):
        low = game.trenches and any(lies_low(s, u) for u in aimed_at(s, side, aim.at))
        rule, code = ("21.6.1", "trench_unseen") if low else ("6.4", "stealth_unseen")
        return Refusal(rule, code, {"at": name})
    return None


def check_flying_target(game: Game, s: Position, aim: Aim) -> Refusal | None:
    """19.2.7, 19.2.9, Q-164: at a flying helicopter fire anti-aircraft weapons, and guns of other helicopters."""
    gun = gun_of(game, s, aim.unit, aim.weapon)
    u = s.units[aim.unit]
    if gun is not None and (
        is_aa(game, s, aim.unit, aim.weapon, gun) or (is_helicopter(game, u) and not is_missile(gun))
    ):
        return None
    return Refusal("19.2.9" if is_helicopter(game, u) else "19.2.7", "not_at_flying", {"unit": u.id})


def check_range(game: Game, s: Position, aim: Aim, gun: Gun, origin: int) -> Refusal | None:
    """14.1, 1.6.4: within the to-hit table; at other targets than vehicles only with a High-Explosive equivalent.

    23.2.5: grenades with a table are fired by it at vehicles only.
    """
    u = s.units[aim.unit]
    distance = game.distance(origin >> 3, aim.at >> 3)
    if aim.target == NOBODY and aim.weapon >= 0 and goes_along(game, s, aim.weapon):
        return Refusal("23.2.5", "no_high_explosive", {"unit": u.id})
    if aim.target == NOBODY and gun.he is None:
        return Refusal("1.6.4" if aim.weapon >= 0 else "14.1", "no_high_explosive", {"unit": u.id})
    return check_column(gun, distance, aim.target != NOBODY, u.id)
