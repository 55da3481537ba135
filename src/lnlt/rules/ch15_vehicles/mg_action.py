"""4.0, 5.3, 15.0: firing machine guns of vehicles as an action of an impulse, and in a window of Opportunity Fire."""

from __future__ import annotations

from collections.abc import Iterator

from lnlt.core.arcs import vertices_toward
from lnlt.core.board import CAVE
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, ASSAULT_FIRE, BULK, BUTTONED, HULL_DOWN, MELEE, MOVED, MOVING, SHAKEN
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.activation import active
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.firers import check_ready
from lnlt.rules.ch05_fire.opportunity import (
    Answer,
    OpportunityFire,
    check_location,
    check_mover_seen,
    is_mover,
    used_by,
)
from lnlt.rules.ch05_fire.special import only_weapons
from lnlt.rules.ch05_fire.target import check_target
from lnlt.rules.ch10_los_spotting.lines import unit_sees
from lnlt.rules.ch14_ordnance.acquisition import MACHINE_GUNS, moves_off
from lnlt.rules.ch14_ordnance.action import check_goes_on, check_gun_active, note_shot
from lnlt.rules.ch14_ordnance.legality import check_one_hex
from lnlt.rules.ch14_ordnance.shot import INFANTRY, aims
from lnlt.rules.ch15_vehicles.machine_guns import (
    HULL_HALF,
    Burst,
    bears,
    is_all_round,
    is_flame,
    is_rear,
    is_split,
    reach,
)
from lnlt.rules.facts.firing_occasion import Shooting, occasion_of, same_hex_only
from lnlt.rules.facts.gun_arcs import bearing, check_pivot_to_fire, pivot_hull, turn_turret
from lnlt.rules.facts.guns import has_turret
from lnlt.rules.facts.kits import in_the_air, vertex_name, vertex_named
from lnlt.rules.facts.weapons import fire_distance

FLAMES = frozenset({"flamethrower"})


class FireMachineGun(Command, frozen=True, gc=False):
    """A vehicle fires one of its machine guns at a vehicle, or at everything else in a location."""

    unit: str
    mg: int
    """Which of the guns printed on it, counted from 0; 8 more: the half of a split one that fires ahead of the hull."""
    at: str
    target: str = INFANTRY
    facing: str = ""
    """The two hexes beside the vertex the turret, or without one the hull, turns to for it; nothing if it bears."""
    mode: str = ""
    """"assault_fire": fire first, then move (15.2.1)."""


class Aimed:
    """What a `FireMachineGun` means: numbers in place of names."""

    __slots__ = ("at", "mg", "mode", "target", "turret", "unit")

    def __init__(self, unit: int, mg: int, at: int, target: int, turret: int | None, mode: str) -> None:
        self.unit, self.mg, self.at, self.target, self.turret, self.mode = unit, mg, at, target, turret, mode


def read(game: Game, s: Position, command: FireMachineGun) -> Aimed | Refusal:
    """The numbers behind a command; names must exist."""
    unit = s.ids.get(command.unit)
    if unit is None:
        return Refusal("1.1", "no_such_unit", {"unit": command.unit})
    u = s.units[unit]
    if not u.flags & BULK or u.at < 0:
        return Refusal("15.0", "no_vehicle", {"unit": command.unit})
    if not 0 <= command.mg < 2 * HULL_HALF or command.mg % HULL_HALF >= len(game.types[u.type].mgs):
        return Refusal("15.0", "no_such_gun", {"unit": command.unit})
    target = NOBODY
    if command.target != INFANTRY:
        target = s.ids.get(command.target, NOBODY)
        if target == NOBODY:
            return Refusal("1.1", "no_such_unit", {"unit": command.target})
    turret = None
    if command.facing:
        try:
            turret = vertex_named(game.board, u.at >> 3, command.facing)
        except KeyError:
            return Refusal("15.1", "no_such_vertex", {"unit": command.unit, "facing": command.facing})
    if command.mode not in ("", "assault_fire"):
        return Refusal("5.0", "no_such_mode", {"mode": command.mode})
    try:
        at = game.board.loc(command.at)
    except KeyError:
        return Refusal("1.4", "no_such_place", {"at": command.at})
    return Aimed(unit, command.mg, at, target, turret, command.mode)


def check_burst(
    game: Game,
    s: Position,
    occasion: Shooting,
    aim: Aimed,
    opportunity: bool,
    missile: bool = False,
    moving: bool = False,
) -> Refusal | None:
    """15.0, 15.0.1, Q-115: ready or firing on this occasion, once per gun, at the hex the others fire at.

    `missile`: in answer to a guided missile (14.4); `moving`: in the middle of a move (15.2.2).
    """
    u = s.units[aim.unit]
    t = game.types[u.type]
    facts: dict[str, str | int] = {"unit": u.id}
    if u.side != occasion.side:
        return Refusal("4.0", "not_own_unit", facts)
    mine = [row for row in occasion.shots if row[0] == aim.unit]
    if mine:
        if u.flags & SHAKEN:
            return Refusal("5.1", "shaken", facts)
        if u.flags & (MELEE | MOVING) and not moving:
            return Refusal("5.3", "is_moving", facts)
        if u.flags & MOVED or bool(u.flags & ASSAULT_FIRE) != bool(aim.mode):
            return Refusal("15.2.1", "has_acted", facts)
    elif not moving:
        refusal = check_ready(game, s, aim.unit, opportunity, aim.at, bool(aim.mode))
        if refusal is not None:
            return refusal
    if any(row[1] == MACHINE_GUNS - aim.mg for row in mine):
        return Refusal("19.2.4" if in_the_air(u.at) else "15.0", "gun_has_fired", facts)
    if is_all_round(t, aim.mg) and u.flags & BUTTONED:
        return Refusal("15.0.1", "needs_open_hatch", facts)
    in_hull = aim.mg >= HULL_HALF or not has_turret(t)
    if u.flags & HULL_DOWN and in_hull and not is_all_round(t, aim.mg):
        return Refusal("15.10", "hull_is_down", facts)
    split = is_split(game, s, aim.unit, aim.mg, aim.turret)
    if aim.mg >= HULL_HALF and not split:
        return Refusal("15.0", "no_such_gun", facts)
    other = MACHINE_GUNS - (aim.mg ^ HULL_HALF)
    if split and any(row[1] == other and row[2:4] == (aim.target, aim.at) for row in mine):
        return Refusal("15.0", "different_targets", facts)
    if in_the_air(u.at):
        refusal = check_one_hex(s, occasion, aim.unit, aim.at)
    elif not is_rear(t, aim.mg) and not split:
        refusal = same_hex_only(occasion, u.at, aim.at, "15.0" if mine else "4.0")
    else:
        refusal = None
    if refusal is not None:
        return refusal
    if in_the_air(aim.at) and not is_all_round(t, aim.mg):
        return Refusal("19.2.8", "not_all_round", facts)
    if fire_distance(game, u.at, aim.at) > reach(t, aim.mg, split):
        rule = "19.2.4" if in_the_air(u.at) else "19.2.8" if in_the_air(aim.at) else "15.0"
        return Refusal(rule, "out_of_range", {"unit": u.id, "distance": game.distance(u.at >> 3, aim.at >> 3) or 1})
    only = only_weapons(game, s, u.side, u.at, aim.at) & FLAMES if is_flame(t, aim.mg) else ()
    return check_target(game, s, u.side, u.at, aim.at, only, aim.target, aim.unit) or check_points(
        game, s, aim, missile, opportunity
    )


def check_points(game: Game, s: Position, aim: Aimed, missile: bool, opportunity: bool) -> Refusal | None:
    """15.0, 15.1.1, 14.4: the gun bears, or is brought to bear by turning the turret; not in answer to a missile.

    15.1: without a turret the hull pivots for Opportunity Fire; in an own impulse that is a move of its own.
    """
    u = s.units[aim.unit]
    facts: dict[str, str | int] = {"unit": u.id, "at": game.board.loc_name(aim.at)}
    if aim.turret is None:
        return None if bears(game, s, aim.unit, aim.mg, aim.at) else Refusal("15.0", "out_of_arc", facts)
    t = game.types[u.type]
    pivots = not has_turret(t)
    if missile or (pivots and not opportunity) or is_all_round(t, aim.mg) or aim.mg >= HULL_HALF:
        return Refusal("14.4" if missile else "15.1.1", "nothing_to_turn", facts)
    if bears(game, s, aim.unit, aim.mg, aim.at):
        return Refusal("15.1.1", "in_arc_already", facts)
    if not bears(game, s, aim.unit, aim.mg, aim.at, aim.turret):
        return Refusal("15.0", "out_of_arc", facts)
    return check_pivot_to_fire(game, s, aim.unit, aim.turret) if pivots else None


def bursts(
    game: Game, s: Position, unit: int, at: int, modes: tuple[str, ...] = ("",), pivots: bool = False
) -> Iterator[FireMachineGun]:
    """Commands worth checking: each machine gun at each target in a location, the turret turned if need be; `pivots`:
    without a turret the hull."""
    u = s.units[unit]
    t = game.types[u.type]
    names = [s.units[v].id for v in s.by_loc.get(at, ()) if s.units[v].flags & BULK and s.units[v].side != u.side]
    place = game.board.loc_name(at)
    dx, dy = bearing(game.board, u.at >> 3, at >> 3)
    halves = [mg + HULL_HALF for mg in range(len(t.mgs)) if is_split(game, s, unit, mg)]
    for mg in (*range(len(t.mgs)), *halves):
        facings = [""]
        turns = (has_turret(t) or pivots) and mg < HULL_HALF and not is_all_round(t, mg)
        if turns and not bears(game, s, unit, mg, at):
            wanted = vertices_toward(-dx, -dy) if is_rear(t, mg) else vertices_toward(dx, dy)
            facings = [vertex_name(game.board, u.at >> 3, v) for v in wanted]
        for facing in facings:
            for target in (INFANTRY, *names):
                for mode in modes:
                    yield FireMachineGun(u.id, mg, place, target, facing, mode)


def gun_vehicles(game: Game, s: Position, side: int, origin: int) -> list[int]:
    """Vehicles of a side in a location that have machine guns."""
    return [u for u in s.by_loc.get(origin, ()) if s.units[u].side == side and game.types[s.units[u].type].mgs]


def open_burst(d: Draft, aim: Aimed, opportunity: bool) -> None:
    """The machine gun fires; the occasion takes note."""
    u = d.units[aim.unit]
    if aim.turret is not None:
        if has_turret(d.game.types[u.type]):
            turn_turret(d, aim.unit, aim.turret)
        else:
            pivot_hull(d, aim.unit, aim.turret)
            moves_off(d, (aim.unit,))
    occasion = occasion_of(d)
    if occasion is not None:
        row = (aim.unit, MACHINE_GUNS - aim.mg, aim.target, aim.at, u.at)
        d.replace_enclosing(occasion, shots=(*occasion.shots, row))
    d.push(
        Burst(
            side=u.side,
            unit=aim.unit,
            mg=aim.mg,
            origin=u.at,
            at=aim.at,
            target=aim.target,
            mode=aim.mode,
            opportunity=opportunity,
        )
    )


def burnt_out(game: Game, s: Position, unit: int) -> list[int]:
    """10.7.2, Q-445: empty Caves that a Flamethrower tank might close."""
    t = game.types[s.units[unit].type]
    if not any(is_flame(t, mg) for mg in range(len(t.mgs))):
        return []
    return [m.at + CAVE for m in s.markers if m.kind == "cave" and not s.by_loc.get(m.at + CAVE)]


class FiringMG(Action):
    """4.0, 15.0: a vehicle of a named location fires a machine gun."""

    command = FireMachineGun
    needs_named = True

    def in_play(self, game: Game) -> bool:
        """15.0: vehicles."""
        return game.has_vehicles

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> Iterator[Command]:
        """Every machine gun of the named locations at everything in sight."""
        if not game.has_vehicles:
            return
        side = impulse.side
        for origin in active(s, impulse):
            for unit in () if in_the_air(origin) else gun_vehicles(game, s, side, origin):
                for loc in (*s.spread.held[1 - side], *burnt_out(game, s, unit)):
                    if unit_sees(game, s, unit, origin, loc):
                        yield from bursts(game, s, unit, loc, ("", "assault_fire"))

    def check(self, game: Game, s: Position, impulse: Impulse, command: FireMachineGun) -> Refusal | None:
        """4.0, 15.0: the location is named, or the vehicle has just arrived; see `check_burst`."""
        aim = read(game, s, command)
        if isinstance(aim, Refusal):
            return aim
        u = s.units[aim.unit]
        refusal = check_gun_active(game, s, impulse, aim.unit)
        if refusal is not None:
            return refusal
        fired = any(row[0] == aim.unit for row in impulse.shots)
        if aim.mode and not fired and u.flags & ACTION_MARKERS:
            return Refusal("15.2.1", "no_assault_fire", {"at": game.board.loc_name(u.at)})
        refusal = check_goes_on(s, aim.unit) if aim.mode else None
        return refusal or check_burst(game, s, impulse, aim, False)

    def answer(self, d: Draft, impulse: Impulse, command: FireMachineGun) -> None:
        """The machine gun fires."""
        aim = read(d.game, d, command)
        assert not isinstance(aim, Refusal)
        origin = d.units[aim.unit].at
        free = is_rear(d.game.types[d.units[aim.unit].type], aim.mg) or is_split(
            d.game, d, aim.unit, aim.mg, aim.turret
        )
        aimed = impulse.aimed if free else aims(impulse, origin, aim.at)
        note_shot(d, impulse, origin, aimed, aim.mode)
        open_burst(d, aim, False)


class MGAnswer(Answer):
    """5.3, 14.4: a machine gun of a vehicle fires in a window, as part of the attack of its location."""

    command = FireMachineGun

    def in_play(self, game: Game) -> bool:
        """15.0: vehicles."""
        return game.has_vehicles

    def candidates(self, game: Game, s: Position, window: OpportunityFire) -> Iterator[Command]:
        """Every machine gun that sees the movers."""
        if not game.has_vehicles:
            return
        for loc in s.spread.held[window.side]:
            for unit in gun_vehicles(game, s, window.side, loc):
                if unit_sees(game, s, unit, loc, window.at):
                    yield from bursts(game, s, unit, window.at, pivots=not window.missile)

    def check(self, game: Game, s: Position, window: OpportunityFire, command: FireMachineGun) -> Refusal | None:
        """5.3, 14.4: at the movers only, from a location that may still attack; see `check_burst`."""
        aim = read(game, s, command)
        if isinstance(aim, Refusal):
            return aim
        if aim.mode:
            return Refusal("5.3", "no_assault_fire", {"at": game.board.loc_name(s.units[aim.unit].at)})
        if aim.at != window.at or not is_mover(s, window, aim.target):
            return Refusal("5.3", "not_the_moving_units", {"at": command.at})
        refusal = check_location(game, window, s.units[aim.unit].at)
        refusal = refusal or check_burst(game, s, window, aim, True, window.missile)
        return refusal or check_mover_seen(game, s, window, s.units[aim.unit].at, aim.target, aim.unit)

    def answer(self, d: Draft, window: OpportunityFire, command: FireMachineGun) -> None:
        """The machine gun fires."""
        aim = read(d.game, d, command)
        assert not isinstance(aim, Refusal)
        origin = d.units[aim.unit].at
        d.update(window, **used_by(window, origin), aimed=aims(window, origin, window.at))
        open_burst(d, aim, True)
