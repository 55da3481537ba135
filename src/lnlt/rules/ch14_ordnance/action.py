"""4.0, 5.3, 14.0: firing ordnance as an action of an impulse, and in a window of Opportunity Fire."""

from __future__ import annotations

from collections.abc import Iterator

from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, BULK, IMMOBILIZED
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.activation import active
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch04_operations.leading import is_reached
from lnlt.rules.ch05_fire.first import fires_first
from lnlt.rules.ch05_fire.opportunity import (
    Answer,
    OpportunityFire,
    check_location,
    check_mover_seen,
    is_mover,
    used_by,
)
from lnlt.rules.ch06_movement.steps import check_mover, check_way_out
from lnlt.rules.ch10_los_spotting.lines import looked_at, unit_sees
from lnlt.rules.ch14_ordnance.shot import FireOrdnance, aim_of, aims, check_shot, gunners, open_fire, ways
from lnlt.rules.ch14_ordnance.to_hit import Aim
from lnlt.rules.facts.guns import HULL
from lnlt.rules.facts.kits import in_the_air, is_helicopter
from lnlt.rules.facts.movement_modes import may_assault_fire
from lnlt.rules.facts.weapons import kind_of


def check_gun_active(game: Game, s: Position, impulse: Impulse, unit: int) -> Refusal | None:
    """4.0, 19.2.4: the location is named, or the unit has just arrived; helicopters fire in their flight only."""
    u = s.units[unit]
    if u.at not in impulse.named and unit not in impulse.arrived:
        return Refusal("4.0", "not_named", {"at": game.board.loc_name(u.at)})
    if is_helicopter(game, u):
        return Refusal("19.2.4", "fires_in_flight", {"unit": u.id})
    if not is_reached(s, impulse, unit):
        return Refusal("4.0", "not_by_that_leader", {"unit": u.id})
    return None


def note_shot(d: Draft, impulse: Impulse, origin: int, aimed: tuple[tuple[int, int], ...], mode: str) -> None:
    """4.0, 6.1.1, 15.2.1: the impulse remembers where a gun has fired from, and whether by Assault Fire."""
    assaulted = impulse.assaulted
    if mode and origin not in assaulted:
        assaulted = (*assaulted, origin)
    d.update(impulse, did=(*impulse.did, origin), aimed=aimed, assaulted=assaulted)


class FiringOrdnance(Action):
    """4.0, 14.0: a unit of a named location fires a piece of ordnance."""

    command = FireOrdnance
    needs_named = True

    def in_play(self, game: Game) -> bool:
        """14.0: weapons with a to-hit table."""
        return game.has_ordnance

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> Iterator[Command]:
        """Every gun of the named locations at everything in sight."""
        if not game.has_ordnance:
            return
        side = impulse.side
        for origin in active(s, impulse):
            for unit in () if in_the_air(origin) else gunners(game, s, side, origin):
                modes = ("", "assault_fire") if may_fire_first(game, s, unit) else ("",)
                for loc in s.spread.held[1 - side]:
                    if unit_sees(game, s, unit, origin, looked_at(loc)):
                        yield from ways(game, s, impulse, unit, loc, modes)

    def check(self, game: Game, s: Position, impulse: Impulse, command: FireOrdnance) -> Refusal | None:
        """4.0, 14.1: the location is named, or the unit has just arrived by Assault Move; see `check_shot`."""
        found = aim_of(game, s, command)
        if isinstance(found, Refusal):
            return found
        aim, vertex = found
        refusal = check_gun_active(game, s, impulse, aim.unit)
        if refusal is not None:
            return refusal
        if aim.mode not in ("", "assault_fire"):
            return Refusal("5.0", "no_such_mode", {"mode": aim.mode})
        refusal = check_shot(game, s, impulse, aim, vertex, False)
        if refusal is None and aim.mode:
            refusal = check_fire_first(game, s, impulse, aim)
        return refusal

    def answer(self, d: Draft, impulse: Impulse, command: FireOrdnance) -> None:
        """The gun fires."""
        unit, at = d.ids[command.unit], d.game.board.loc(command.at)
        origin = d.units[unit].at
        note_shot(d, impulse, origin, aims(impulse, origin, at), command.mode)
        open_fire(d, command, False)


def may_fire_first(game: Game, s: Position, unit: int) -> bool:
    """6.1.1, 15.2.1: whether a unit is capable of Assault Fire: every vehicle is."""
    return bool(s.units[unit].flags & BULK) or may_assault_fire(game, s, unit)


def check_fire_first(game: Game, s: Position, impulse: Impulse, aim: Aim) -> Refusal | None:
    """6.1.1, 15.2.1: Assault Fire: capable of it, not pivoted for it, and able to move afterwards."""
    u = s.units[aim.unit]
    rule = "15.2.1" if u.flags & BULK else "6.1.1"
    if not may_fire_first(game, s, aim.unit) or u.flags & ACTION_MARKERS:
        return Refusal(rule, "no_assault_fire", {"at": game.board.loc_name(u.at)})
    if aim.mate != NOBODY and not fires_first(game, s, aim.unit, ((aim.mate, (aim.weapon,)),)):
        return Refusal("11.6", "no_assault_fire", {"at": game.board.loc_name(u.at)})
    if aim.turn == HULL:
        return Refusal(rule, "no_pivot_first", {"unit": u.id})
    if u.flags & BULK:
        return check_goes_on(s, aim.unit)
    if u.at in impulse.moved or u.at not in impulse.named:
        return Refusal(rule, "move_together", {"at": game.board.loc_name(u.at)})
    return check_mover(game, s, aim.unit) or check_way_out(game, s, (aim.unit,), ("assault",), u.at)


def check_goes_on(s: Position, unit: int) -> Refusal | None:
    """15.2.1, 21.4.2: a vehicle that cannot move any more does not use Assault Fire."""
    return Refusal("15.2.1", "immobilized", {"unit": s.units[unit].id}) if s.units[unit].flags & IMMOBILIZED else None


def check_mover_aimed(game: Game, s: Position, window: OpportunityFire, aim: Aim) -> Refusal | None:
    """5.3: Opportunity Fire is at what moves: at that vehicle, or at infantry some of which does."""
    fits = is_mover(s, window, aim.target)
    return None if fits else Refusal("5.3", "not_the_moving_units", {"at": game.board.loc_name(aim.at)})


def is_rifle_inside(game: Game, s: Position, window: OpportunityFire, aim: Aim) -> bool:
    """21.1.3: whether it is an Anti-Tank Rifle in the Bunker that was overrun."""
    return s.units[aim.unit].at == window.bunker and aim.weapon >= 0 and kind_of(game, s, aim.weapon) == "atr"


class OrdnanceAnswer(Answer):
    """5.3, Q-034: a piece of ordnance fires in a window, as part of the attack of its location."""

    command = FireOrdnance
    from_bunker = True

    def in_play(self, game: Game) -> bool:
        """14.0: weapons with a to-hit table."""
        return game.has_ordnance

    def candidates(self, game: Game, s: Position, window: OpportunityFire) -> Iterator[Command]:
        """Every gun that sees the movers."""
        if not game.has_ordnance or window.missile:
            return
        for loc in s.spread.held[window.side]:
            for unit in gunners(game, s, window.side, loc):
                if unit_sees(game, s, unit, loc, looked_at(window.at)):
                    yield from ways(game, s, window, unit, window.at)

    def check(self, game: Game, s: Position, window: OpportunityFire, command: FireOrdnance) -> Refusal | None:
        """5.3, 14.4: at the movers only, from a location that may still attack; see `check_shot`."""
        if window.missile:
            return Refusal("14.4", "only_fire_at_missile", {"from": command.unit})
        found = aim_of(game, s, command)
        if isinstance(found, Refusal):
            return found
        aim, vertex = found
        if aim.at != window.at:
            return Refusal("5.3", "not_the_moving_units", {"at": command.at})
        if window.bunker != NOWHERE and not is_rifle_inside(game, s, window, aim):
            return Refusal("21.1.3", "not_from_bunker", {"from": game.board.loc_name(s.units[aim.unit].at)})
        if aim.mode:
            return Refusal("5.3", "no_assault_fire", {"at": game.board.loc_name(s.units[aim.unit].at)})
        refusal = check_location(game, window, s.units[aim.unit].at) or check_mover_aimed(game, s, window, aim)
        refusal = refusal or check_shot(game, s, window, aim, vertex, True)
        return refusal or check_mover_seen(game, s, window, s.units[aim.unit].at, aim.target, aim.unit)

    def answer(self, d: Draft, window: OpportunityFire, command: FireOrdnance) -> None:
        """The gun fires."""
        unit = d.ids[command.unit]
        origin = d.units[unit].at
        d.update(window, **used_by(window, origin), aimed=aims(window, origin, window.at))
        open_fire(d, command, True)
