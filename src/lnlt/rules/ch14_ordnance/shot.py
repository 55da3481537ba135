"""14.0, 14.1: a shot of ordnance, whatever the occasion: the command, what it means, what it needs, how it begins."""

from __future__ import annotations

from collections.abc import Iterator

from lnlt.core.arcs import covers
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, BULK, ELIMINATED
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.lone import aids_here, leaders_for, why_no_aid
from lnlt.rules.ch14_ordnance.attack import OrdnanceAttack
from lnlt.rules.ch14_ordnance.legality import (
    check_aim,
    check_gunner,
    check_hex,
    check_missile,
    check_place,
    check_range,
    infantry,
)
from lnlt.rules.ch14_ordnance.to_hit import Aim
from lnlt.rules.facts.firing_occasion import Shooting, lend
from lnlt.rules.facts.gun_arcs import bearing, bears, check_pivot_to_fire, turns
from lnlt.rules.facts.guns import (
    HULL,
    TURRET,
    gun_of,
    is_missile,
    mount_of,
    reach,
    weapon_name,
    weapon_named,
    weapons_of,
)
from lnlt.rules.facts.kits import kit_of, vertex_name, vertex_named
from lnlt.rules.facts.weapons import USERS

INFANTRY = "infantry"
"""Target: everything in the hex but vehicles."""


class FireOrdnance(Command, frozen=True, gc=False):
    """A unit fires one piece of ordnance at a vehicle, or at everything else in a location."""

    unit: str
    at: str
    target: str = INFANTRY
    weapon: str = ""
    """A Support Weapon, or "main" or "second" of a unit with two guns; "" the only one it has."""
    pivot: str = ""
    """"turret" or "hull": what is turned to bring the gun to bear; nothing if it is in the arc already."""
    facing: str = ""
    """The two hexes beside the vertex faced then."""
    leader: str = ""
    mate: str = ""
    """A second man who helps to crew a Support Weapon (1.6)."""
    mode: str = ""
    """"assault_fire": fire first, then move (6.1.1, 15.2.1)."""


def aim_of(game: Game, s: Position, command: FireOrdnance) -> tuple[Aim, int] | Refusal:
    """The shot a command means and the vertex turned to; names must exist."""
    unit = s.ids.get(command.unit)
    if unit is None:
        return Refusal("1.1", "no_such_unit", {"unit": command.unit})
    u = s.units[unit]
    if u.at < 0 or u.flags & ELIMINATED:
        return Refusal("1.1", "not_on_the_board", {"unit": command.unit})
    weapon = weapon_named(game, s, unit, command.weapon)
    if weapon is None:
        return Refusal("14.1", "no_such_gun", {"unit": command.unit})
    others = {}
    for key in ("leader", "mate", "target"):
        text = getattr(command, key)
        nobody = text == INFANTRY if key == "target" else not text
        others[key] = NOBODY if nobody else s.ids.get(text, -2)
        if others[key] == -2:
            return Refusal("1.1", "no_such_unit", {"unit": text})
    vertex = 0
    if command.pivot or command.facing:
        try:
            vertex = vertex_named(game.board, u.at >> 3, command.facing)
        except KeyError:
            return Refusal("15.1", "no_such_vertex", {"unit": command.unit, "facing": command.facing})
    if command.facing and not command.pivot:
        return Refusal("15.1", "no_such_vertex", {"unit": command.unit, "facing": command.facing})
    try:
        at = game.board.loc(command.at)
    except KeyError:
        return Refusal("1.4", "no_such_place", {"at": command.at})
    aim = Aim(unit, weapon, at, others["target"], others["leader"], others["mate"], command.mode, command.pivot)
    return aim, vertex


def check_shot(
    game: Game, s: Position, occasion: Shooting, aim: Aim, vertex: int, opportunity: bool, moving: bool = False
) -> Refusal | None:
    """14.0, 14.1: everything a shot needs, whatever the occasion; `moving`: in the middle of a move (15.2.2)."""
    u = s.units[aim.unit]
    origin = u.at
    if u.side != occasion.side:
        return Refusal("4.0", "not_own_unit", {"unit": u.id})
    gun = gun_of(game, s, aim.unit, aim.weapon)
    assert gun is not None
    return (
        check_gunner(game, s, occasion, aim, opportunity, moving)
        or check_place(game, s, aim, gun, origin)
        or (check_missile(game, s, aim) if is_missile(gun) else None)
        or check_hex(game, s, occasion, aim, origin)
        or check_aim(game, s, aim, origin)
        or check_range(game, s, aim, gun, origin)
        or check_bearing(game, s, aim, vertex)
        or check_help(game, s, occasion, aim)
    )


def check_bearing(game: Game, s: Position, aim: Aim, vertex: int) -> Refusal | None:
    """14.1, 15.1.1, 1.7.1: the target lies in the arc of the gun, or is brought there by turning what can turn."""
    u = s.units[aim.unit]
    facts: dict[str, str | int] = {"unit": u.id, "at": game.board.loc_name(aim.at)}
    if aim.weapon >= 0:
        return Refusal("14.1", "nothing_to_turn", facts) if aim.turn else None
    gun = gun_of(game, s, aim.unit, aim.weapon)
    assert gun is not None
    if not aim.turn:
        return None if bears(game, s, aim.unit, gun, aim.at) else Refusal("14.1", "out_of_arc", facts)
    t = game.types[u.type]
    if aim.turn not in (TURRET, HULL) or (aim.turn == TURRET and mount_of(t, gun) != TURRET):
        return Refusal("15.1.1", "nothing_to_turn", facts)
    if bears(game, s, aim.unit, gun, aim.at):
        return Refusal("15.1.1", "in_arc_already", facts)
    if not covers(vertex, *bearing(game.board, u.at >> 3, aim.at >> 3)):
        return Refusal("14.1", "out_of_arc", facts)
    return check_pivot_to_fire(game, s, aim.unit, vertex) if aim.turn == HULL else None


def check_help(game: Game, s: Position, occasion: Shooting, aim: Aim) -> Refusal | None:
    """5.0.1, 11.5, 1.6: who may help: a Leader of the hex, not for vehicles; a second man at a Support Weapon."""
    u = s.units[aim.unit]
    if aim.leader != NOBODY:
        if u.flags & BULK or aim.leader in (aim.unit, aim.mate):
            return Refusal("5.0.1", "cannot_aid", {"unit": s.units[aim.leader].id})
        if not aids_here(game, s, occasion, aim.leader, aim.unit, aim.at):
            return why_no_aid(game, s, occasion, aim.leader, aim.unit)
    if aim.mate != NOBODY:
        m = s.units[aim.mate]
        fresh = m.good_order and not m.flags & ACTION_MARKERS
        eligible = game.types[m.type].is_smc and game.types[m.type].kind in USERS
        alone = game.types[u.type].is_smc and aim.weapon >= 0
        if not (alone and fresh and eligible) or m.at != u.at or m.side != u.side or aim.mate == aim.unit:
            return Refusal("1.6", "cannot_crew", {"unit": m.id})
    return None


def ways(
    game: Game, s: Position, occasion: Shooting, unit: int, at: int, modes: tuple[str, ...] = ("",)
) -> Iterator[FireOrdnance]:
    """Commands worth checking: each weapon of a unit at each target in a location, aided or not, turned or not."""
    u = s.units[unit]
    side = u.side
    place = game.board.loc_name(at)
    aims = [s.units[v].id for v in s.by_loc.get(at, ()) if s.units[v].flags & BULK]
    acquired = any(lock.target == NOBODY and lock.at == at for lock in kit_of(u).locks)
    if infantry(game, s, side, at, origin=u.at, acquired=acquired):
        aims.append(INFANTRY)
    leaders = [""]
    mates = [""]
    if not u.flags & BULK:
        leaders += [s.units[o].id for o in leaders_for(game, s, occasion, unit, at) if o != unit]
        if game.types[u.type].is_smc:
            mates += [s.units[o].id for o in s.by_loc[u.at] if o != unit and game.types[s.units[o].type].kind in USERS]
    for weapon in weapons_of(game, s, unit):
        gun = gun_of(game, s, unit, weapon)
        if gun is None or game.distance(u.at >> 3, at >> 3) > reach(gun):
            continue
        turned = [("", 0)]
        if weapon < 0:
            turned = turns(game, s, unit, gun, at) or turned
        name = weapon_name(game, s, unit, weapon)
        for pivot, vertex in turned:
            facing = vertex_name(game.board, u.at >> 3, vertex) if pivot else ""
            for target in aims:
                for leader in leaders:
                    for mate in mates:
                        for mode in modes:
                            yield FireOrdnance(u.id, place, target, name, pivot, facing, leader, mate, mode)


def gunners(game: Game, s: Position, side: int, origin: int) -> list[int]:
    """Units of a side in a location with ordnance to fire."""
    return [u for u in s.by_loc.get(origin, ()) if s.units[u].side == side and weapons_of(game, s, u)]


def open_fire(d: Draft, command: FireOrdnance, opportunity: bool) -> None:
    """The attack begins; the occasion knows of it already."""
    found = aim_of(d.game, d, command)
    assert not isinstance(found, Refusal)
    aim, vertex = found
    u = d.units[aim.unit]
    if aim.leader != NOBODY:
        lend(d, aim.leader)
    d.push(
        OrdnanceAttack(
            side=u.side,
            origin=u.at,
            unit=aim.unit,
            weapon=aim.weapon,
            at=aim.at,
            target=aim.target,
            leader=aim.leader,
            mate=aim.mate,
            mode=aim.mode,
            turn=aim.turn,
            vertex=vertex,
            opportunity=opportunity,
        )
    )


def aims(occasion: Shooting, origin: int, at: int) -> tuple[tuple[int, int], ...]:
    """4.0: the hex a location fires at: that of the first shot, not where a gun goes on to (14.1)."""
    known = any(used == origin for used, _ in occasion.aimed)
    return occasion.aimed if known else (*occasion.aimed, (origin, at))
