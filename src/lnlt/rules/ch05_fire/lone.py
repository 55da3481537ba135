"""4.0, 1.7, Q-034: units that fire on their own, apart from the group of their hex, but at the same hex as it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from lnlt.core.board import AIR, BUNKER, CAVE
from lnlt.core.draft import Draft
from lnlt.core.flags import BULK
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.activation import active
from lnlt.rules.ch04_operations.impulse import Impulse, just_spotted
from lnlt.rules.ch05_fire.attack import Attack
from lnlt.rules.ch05_fire.firepower import ifp_reach
from lnlt.rules.ch05_fire.firers import check_ready, other_floor
from lnlt.rules.ch05_fire.opportunity import (
    Answer,
    OpportunityFire,
    check_location,
    check_mover_seen,
    is_mover,
    used_by,
)
from lnlt.rules.ch05_fire.target import check_target
from lnlt.rules.ch10_los_spotting.lines import unit_sees
from lnlt.rules.facts import units
from lnlt.rules.facts.callers import has_called
from lnlt.rules.facts.firing_occasion import Shooting, lend, same_hex_only
from lnlt.rules.facts.kits import flyer_at
from lnlt.rules.facts.leaders import is_leader, may_aid_fire
from lnlt.rules.facts.weapons import fire_distance, too_far


class FireAlone(Command, frozen=True, gc=False):
    """A unit that fires on its own does so, aided by a Leader if one is named."""

    unit: str
    at: str
    leader: str = ""
    caller: str = ""
    """Who calls the fire of a Mortar Team at a hex that it need not see itself (18.1)."""
    target: str = ""
    """A vehicle there (17.2); nothing: everything else there, or the helicopter above."""


CLOSED = (BUNKER, CAVE)
"""Layers that a Mortar reaches although they are closed to the line of sight (18.0)."""


class LoneFire:
    """How a kind of unit fires on its own. Chapters define one per kind; a game holds them per unit type."""

    aided = True
    """Whether a Leader of the hex may lend his LM (5.0.1)."""
    at_vehicles = False
    """Whether it may be aimed at one vehicle (17.2)."""
    from_above = False
    """Whether it falls into Bunkers and Caves whose front it does not see (18.1)."""

    def reach(self, game: Game, s: Position, unit: int) -> int:
        """How far it reaches, 0 if it cannot fire at all."""
        raise NotImplementedError

    def check(
        self, game: Game, s: Position, unit: int, origin: int, at: int, opportunity: bool, target: int = NOBODY
    ) -> Refusal | None:
        """Whether it may fire at a location, or a vehicle in it: ready, in range, and the target allowed."""
        refusal = check_ready(game, s, unit, opportunity, at)
        if refusal is not None:
            return refusal
        if fire_distance(game, origin, at) > self.reach(game, s, unit):
            return too_far(game, origin, at, unit=s.units[unit].id)
        aimed = self.aims_at(s, at) if target == NOBODY else target
        return check_target(game, s, s.units[unit].side, origin, at, target=aimed, eyes=unit)

    def aims_at(self, s: Position, at: int) -> int:
        """19.2.8: the one unit its fire is at, if not at everything but vehicles: a helicopter."""
        return flyer_at(s, at)

    def begin(
        self, d: Draft, unit: int, origin: int, at: int, leader: int, opportunity: bool, target: int = NOBODY
    ) -> None:
        """Push the attack; it marks the unit and the Leader (NOBODY: none) as having fired."""
        raise NotImplementedError

    def callers(self, game: Game, s: Position, unit: int) -> Sequence[int]:  # noqa: ARG002
        """Units that may call its fire at a hex it does not see: nobody, but for Mortar Teams (18.1)."""
        return ()

    def check_called(self, game: Game, s: Position, unit: int, at: int, caller: int) -> Refusal | None:  # noqa: ARG002
        """Whether it may fire at a location that somebody calls it to."""
        return Refusal("18.1", "cannot_be_called", {"unit": s.units[unit].id})

    def begin_called(self, d: Draft, unit: int, at: int, caller: int) -> None:
        """Push the attack that was called, and mark who called it."""
        raise NotImplementedError


class TeamFire(LoneFire):
    """1.7, 17.2: a machine-gun Weapon Team fires its Inherent Firepower apart from the others of its hex."""

    at_vehicles = True

    def reach(self, game: Game, s: Position, unit: int) -> int:
        """1.7: machine guns only: ordnance and Mortars fire by rules of their own."""
        t = game.types[s.units[unit].type]
        return ifp_reach(game, s, unit) if units.is_mg_team(t) else 0

    def check(
        self, game: Game, s: Position, unit: int, origin: int, at: int, opportunity: bool, target: int = NOBODY
    ) -> Refusal | None:
        """1.7: not at another floor of its own hex; but at a helicopter above it (19.2.8)."""
        if other_floor(origin, at) and self.aims_at(s, at) == NOBODY:
            return Refusal("1.7", "other_floor", {"unit": s.units[unit].id})
        return super().check(game, s, unit, origin, at, opportunity, target)

    def begin(
        self, d: Draft, unit: int, origin: int, at: int, leader: int, opportunity: bool, target: int = NOBODY
    ) -> None:
        """5.0, 17.2: an attack of one unit, its Leader beside it."""
        firers: tuple[tuple[int, tuple[int, ...]], ...] = ((unit, ()),)
        if leader != NOBODY:
            firers = (*firers, (leader, ()))
        side, aimed = d.units[unit].side, self.aims_at(d, at) if target == NOBODY else target
        d.push(Attack(side=side, origin=origin, at=at, lead=unit, firers=firers, opportunity=opportunity, target=aimed))


def aids_here(game: Game, s: Position, occasion: Shooting, leader: int, unit: int, at: int) -> bool:
    """5.0.1, 11.1.1: whether a Leader may lend his LM to a unit that fires on its own: one per hex and occasion.

    One who has just spotted the target may, too (10.1.1, Q-028). Only those of his own command (Q-490).
    """
    origin = s.units[unit].at
    lending = [u for u in occasion.aided if s.units[u].at == origin]
    if lending:
        able = leader in lending and s.units[leader].good_order
    else:
        able = may_aid_fire(game, s, leader) or just_spotted(s, leader, at)
        able = able and not has_called(s, leader)
    if not able or not is_leader(game, s, leader) or s.units[leader].at != origin:
        return False
    a, b = s.units[leader], s.units[unit]
    return units.same_command(game, a, b)


def why_no_aid(game: Game, s: Position, occasion: Shooting, leader: int, unit: int) -> Refusal:
    """5.0.1, 11.1.1: why a Leader does not lend his LM to a unit: another of his hex does, it is not his, or else."""
    a, b = s.units[leader], s.units[unit]
    if any(u != leader and s.units[u].at == b.at for u in occasion.aided):
        return Refusal("11.1.1", "one_leader", {"unit": a.id})
    if not units.same_command(game, a, b):
        return Refusal("5.0.1", "not_his_men", {"unit": a.id})
    return Refusal("5.0.1", "cannot_aid", {"unit": a.id})


def leaders_for(game: Game, s: Position, occasion: Shooting, unit: int, at: int) -> list[int]:
    """Leaders who may aid a unit that fires on its own at a location."""
    return [u for u in s.by_loc.get(s.units[unit].at, ()) if aids_here(game, s, occasion, u, unit, at)]


def lone_units(game: Game, s: Position, origin: int) -> Iterator[int]:
    """Units of a location that fire on their own."""
    for u in s.by_loc.get(origin, ()):
        if game.lone[s.units[u].type] is not None:
            yield u


def named_vehicle(s: Position, command: FireAlone) -> int:
    """17.2: the vehicle a command names as its target; NOBODY if it names none, or something else."""
    target = s.ids.get(command.target, NOBODY) if command.target else NOBODY
    return target if target != NOBODY and s.units[target].flags & BULK else NOBODY


def vehicles_of(s: Position, side: int, at: int) -> list[int]:
    """17.2: enemy vehicles in a location, helicopters left out."""
    return [u for u in s.by_loc.get(at, ()) if s.units[u].flags & BULK and s.units[u].side != side and at & 7 != AIR]


def check_alone(
    game: Game, s: Position, occasion: Shooting, unit: int, at: int, command: FireAlone, opportunity: bool
) -> Refusal | None:
    """1.7, 4.0: what every separate attack needs on top of what its kind of unit needs."""
    u = s.units[unit]
    how = game.lone[u.type]
    leader = command.leader
    if how is None or u.side != occasion.side or u.at < 0:
        return Refusal("4.0", "fires_with_others", {"unit": u.id})
    refusal: Refusal | None = same_hex_only(occasion, u.at, at)
    target = named_vehicle(s, command)
    if command.target and (target == NOBODY or command.caller or not how.at_vehicles):
        return Refusal("17.2", "no_such_target", {"unit": command.target, "at": command.at})
    if refusal is None and command.caller:
        caller = s.ids.get(command.caller)
        if caller is None or opportunity:
            return Refusal("18.1", "cannot_call_mortar", {"unit": command.caller})
        refusal = how.check_called(game, s, unit, at, caller)
    elif refusal is None:
        refusal = how.check(game, s, unit, u.at, at, opportunity, target)
    if refusal is None and leader:
        aide = s.ids.get(leader)
        if not how.aided:
            section = "11.12" if game.types[u.type].is_smc else "11.1.3"
            return Refusal(section, "cannot_aid", {"unit": leader})
        if aide is None:
            return Refusal("5.0.1", "cannot_aid", {"unit": leader})
        if not aids_here(game, s, occasion, aide, unit, at):
            return why_no_aid(game, s, occasion, aide, unit)
    return refusal


def commands_for(game: Game, s: Position, occasion: Shooting, unit: int, at: int) -> Iterator[FireAlone]:
    """The ways a unit may fire on its own at a location: by itself, or aided; at a vehicle, or at all else."""
    id_, name = s.units[unit].id, game.board.loc_name(at)
    how: LoneFire = game.lone[s.units[unit].type]
    aimed = [""]
    if game.has_vehicles and how.at_vehicles:
        aimed += [s.units[u].id for u in vehicles_of(s, s.units[unit].side, at)]
    aides = [s.units[u].id for u in leaders_for(game, s, occasion, unit, at)] if how.aided else []
    for target in aimed:
        for leader in ("", *aides):
            yield FireAlone(id_, name, leader, target=target)


def open_alone(d: Draft, command: FireAlone, opportunity: bool) -> None:
    """The attack begins; the occasion knows of it already."""
    unit = d.ids[command.unit]
    leader = d.ids[command.leader] if command.leader else NOBODY
    if leader != NOBODY:
        lend(d, leader)
    how: LoneFire = d.game.lone[d.units[unit].type]
    at = d.game.board.loc(command.at)
    if command.caller:
        how.begin_called(d, unit, at, d.ids[command.caller])
    else:
        how.begin(d, unit, d.units[unit].at, at, leader, opportunity, named_vehicle(d, command))


class FiringAlone(Action):
    """4.0, 1.7: a unit of a named location fires on its own."""

    command = FireAlone
    needs_named = True

    def in_play(self, game: Game) -> bool:
        """1.7, 11.4: units that fire on their own."""
        return game.has_lone

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """Every such unit at everything it sees and reaches."""
        if not game.has_lone:
            return []
        found: list[Command] = []
        side = impulse.side
        for origin in active(s, impulse):
            for unit in lone_units(game, s, origin):
                if s.units[unit].side != side or check_ready(game, s, unit, False) is not None:
                    continue
                how: LoneFire = game.lone[s.units[unit].type]
                reach = how.reach(game, s, unit)
                row = game.ranges[origin >> 3]
                callers = [s.units[u].id for u in how.callers(game, s, unit)]
                for loc, members in s.by_loc.items():
                    if s.units[members[0]].side != side and row[loc >> 3] <= reach:
                        if unit_sees(game, s, unit, origin, loc):
                            found.extend(commands_for(game, s, impulse, unit, loc))
                        elif how.from_above and loc & 7 in CLOSED:
                            found.append(FireAlone(s.units[unit].id, game.board.loc_name(loc)))
                        name = game.board.loc_name(loc)
                        found.extend(FireAlone(s.units[unit].id, name, caller=caller) for caller in callers)
        return found

    def check(self, game: Game, s: Position, impulse: Impulse, command: FireAlone) -> Refusal | None:
        """4.0: the unit's location is named, or it has just arrived by Assault Move; see `check_alone`."""
        unit = s.ids.get(command.unit)
        if unit is None:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        if s.units[unit].at not in impulse.named and unit not in impulse.arrived:
            return Refusal("4.0", "not_named", {"at": _place(game, s, unit)})
        return check_alone(game, s, impulse, unit, game.board.loc(command.at), command, False)

    def answer(self, d: Draft, impulse: Impulse, command: FireAlone) -> None:
        """The unit fires."""
        unit, at = d.ids[command.unit], d.game.board.loc(command.at)
        d.update(impulse, separate=(*impulse.separate, (unit, at)), aimed=(*impulse.aimed, (d.units[unit].at, at)))
        open_alone(d, command, False)


class LoneAnswer(Answer):
    """5.3, Q-034: a unit fires on its own in a window, as part of the attack of its location."""

    command = FireAlone
    from_bunker: ClassVar[bool] = True

    def in_play(self, game: Game) -> bool:
        """1.7, 11.4: units that fire on their own."""
        return game.has_lone

    def candidates(self, game: Game, s: Position, window: OpportunityFire) -> list[Command]:
        """Every such unit that sees and reaches the movers."""
        if not game.has_lone:
            return []
        found: list[Command] = []
        row = game.ranges[window.at >> 3]
        for loc, members in s.by_loc.items():
            if s.units[members[0]].side != window.side:
                continue
            for unit in lone_units(game, s, loc):
                if row[loc >> 3] <= game.lone[s.units[unit].type].reach(game, s, unit):
                    found.extend(commands_for(game, s, window, unit, window.at))
        return found

    def check(self, game: Game, s: Position, window: OpportunityFire, command: FireAlone) -> Refusal | None:
        """5.3: at the movers only, from a location that may still attack; see `check_alone`."""
        unit = s.ids.get(command.unit)
        if unit is None:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        if game.board.loc(command.at) != window.at:
            return Refusal("5.3", "not_the_moving_units", {"at": command.at})
        refusal = check_location(game, window, s.units[unit].at)
        if window.bunker != NOWHERE and (s.units[unit].at != window.bunker or unit not in window.only):
            refusal = Refusal("21.1.3", "not_from_bunker", {"from": _place(game, s, unit)})
        if refusal is None and game.has_vehicles and not is_mover(s, window, self.aimed_at(game, s, unit, command)):
            refusal = Refusal("5.3", "not_the_moving_units", {"at": command.at})
        refusal = refusal or check_alone(game, s, window, unit, window.at, command, True)
        aimed = self.aimed_at(game, s, unit, command)
        return refusal or check_mover_seen(game, s, window, s.units[unit].at, aimed, unit)

    @staticmethod
    def aimed_at(game: Game, s: Position, unit: int, command: FireAlone) -> int:
        """17.2, 19.2.8: the vehicle or helicopter a unit fires at, if it is at one."""
        how = game.lone[s.units[unit].type]
        if command.target or how is None:
            return named_vehicle(s, command)
        aimed: int = how.aims_at(s, game.board.loc(command.at))
        return aimed

    def answer(self, d: Draft, window: OpportunityFire, command: FireAlone) -> None:
        """The unit fires."""
        unit = d.ids[command.unit]
        origin = d.units[unit].at
        d.update(
            window,
            **used_by(window, origin),
            separate=(*window.separate, (unit, window.at)),
            aimed=(*window.aimed, (origin, window.at)),
        )
        open_alone(d, command, True)


def _place(game: Game, s: Position, unit: int) -> str:
    at = s.units[unit].at
    return game.board.loc_name(at) if at >= 0 else s.units[unit].id
