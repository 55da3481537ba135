"""16.4: passengers get off a vehicle in the course of its move; then they may go on by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, ASSAULT_FIRE, ASSAULT_MOVE, ELIMINATED, MOVED, MOVING, SHAKEN
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.opportunity import Answerable, newcomers
from lnlt.rules.ch06_movement.costs import can_stand, points_text
from lnlt.rules.ch06_movement.move import Move
from lnlt.rules.ch14_ordnance.teams import TeamFacing
from lnlt.rules.ch15_vehicles.fate import set_down
from lnlt.rules.ch16_passengers.mounting import ChooseRider, RidersReady
from lnlt.rules.ch16_passengers.shares import (
    MODES,
    check_share,
    least_spent,
    leg_share,
    note_spent,
    open_window,
    remember,
    vehicle_share,
)
from lnlt.rules.ch18_indirect.shelling import shell_entering
from lnlt.rules.ch21_fortifications.mines import mines_entering
from lnlt.rules.ch23_equipment.claymores import trip
from lnlt.rules.facts.control import take_control
from lnlt.rules.facts.firing_occasion import occasion_of
from lnlt.rules.facts.kits import ground_below, has_facing, in_the_air, passengers
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.melee_marks import melee_marker
from lnlt.rules.facts.movement_modes import MARKERS, abilities, allowance, check_capable, check_company, mode_of
from lnlt.rules.facts.stacking import check_stacking
from lnlt.rules.facts.team_places import check_team_place


class Unload(Command, frozen=True, gc=False):
    """Passengers get off the moving vehicle; which of them is asked next."""


def check_mode(game: Game, s: Position, unit: int, mode: str, group: Sequence[int]) -> Refusal | None:
    """16.4, 6.1, Q-361: normally, by Double-Time, or by an Assault Move; a Leader with men of his who can."""
    facts = {"unit": s.units[unit].id}
    if mode not in MODES:
        return Refusal("16.4", "no_riding_mode", {**facts, "mode": mode})
    if mode == "assault" and is_leader(game, s, unit) and not s.units[unit].flags & SHAKEN:
        able = any("assault_move" in abilities(game, s, o) and s.units[o].good_order for o in group if o != unit)
        return None if able else Refusal("6.1", "no_assault_move", facts)
    return check_capable(game, s, unit, mode)


def check_alight(
    game: Game, s: Position, vehicle: int, unit: int, mode: str, with_them: Sequence[int]
) -> Refusal | None:
    """16.1, 16.4, 1.3: a passenger who has not acted, in a way he is capable of, where there is room for him."""
    u, v = s.units[unit], s.units[vehicle]
    facts: dict[str, str | int] = {"unit": u.id}
    group = passengers(game, s, vehicle)
    if unit not in group:
        return Refusal("16.4", "not_aboard", facts)
    if u.flags & ACTION_MARKERS:
        return Refusal("4.0", "has_acted", facts)
    refusal = check_mode(game, s, unit, mode, group)
    if refusal is not None:
        return refusal
    cost, left = leg_share(game, s, unit, mode, group), allowance(game, s, unit, mode, group) - u.mp
    if cost > left:
        short: dict[str, str | int] = {**facts, "cost": points_text(cost), "left": points_text(max(0, left))}
        return Refusal("16.4", "too_few_points", short)
    at = ground_below(v.at)
    return check_team_place(game, s, unit, at) or check_stacking(game, s, u.side, at, (*with_them, unit))


def check_unload(game: Game, s: Position, vehicle: int, mode: str, left: bool) -> Refusal | None:
    """16.4: a vehicle with half its points left and a passenger who can get off; a Shaken one only before it moves.

    8.1, Q-567: nobody gets off into a Melee, among enemies that the vehicle has overrun, or where nobody can stand.
    """
    v = s.units[vehicle]
    at = ground_below(v.at)
    where: dict[str, str | int] = {"at": game.board.loc_name(at)}
    if v.flags & SHAKEN and left:
        return Refusal("16.4", "shaken_has_moved", {"unit": v.id})
    if melee_marker(s, at) is not None:
        return Refusal("8.1", "melee_there", {"at": game.board.loc_name(v.at)})
    if any(s.units[o].side != v.side for o in s.by_loc.get(at, ())):
        return Refusal("8.0", "enemy_there", where)
    if not can_stand(game, s, at):
        return Refusal("6.0", "terrain_prohibited", {**where, "terrain": game.board.terrain[at >> 3].key})
    refusal = check_share(game, s, vehicle, mode)
    if refusal is not None:
        return refusal
    first: Refusal | None = None
    for u in passengers(game, s, vehicle):
        for way in MODES:
            refusal = check_alight(game, s, vehicle, u, way, ())
            if refusal is None:
                return None
            first = first or refusal
    return first or Refusal("16.4", "nobody_to_unload", {"unit": v.id})


class Disembarking(Question, frozen=True, gc=False, kw_only=True):
    """16.4: which passengers get off together, and how."""

    RULE: ClassVar[str] = "16.4"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (ChooseRider, RidersReady)
    vehicle: int
    chosen: tuple[tuple[int, str], ...] = ()

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Each passenger who comes after those chosen, in every way; then that this is all."""
        last = self.chosen[-1][0] if self.chosen else -1
        found: list[Command] = [
            ChooseRider(s.units[u].id, mode) for u in passengers(game, s, self.vehicle) if u > last for mode in MODES
        ]
        return [*found, RidersReady()] if self.chosen else found

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """16.4, 6.2: one after the other; Double-Time needs a Leader who gets off too."""
        off = tuple(u for u, _ in self.chosen)
        if type(command) is RidersReady:
            if not self.chosen:
                return Refusal("16.4", "nobody_chosen")
            return self._lacking(game, s, self.chosen, off)
        assert type(command) is ChooseRider
        unit = s.ids.get(command.unit)
        if unit is None:
            return Refusal("16.4", "not_aboard", {"unit": command.unit})
        if self.chosen and unit <= self.chosen[-1][0]:
            return Refusal("6.0", "in_order", {"unit": command.unit})
        if command.riding:
            return Refusal("16.4", "no_place_to_ride", {"vehicle": s.units[self.vehicle].id, "riding": command.riding})
        refusal = check_alight(game, s, self.vehicle, unit, command.mode, off)
        if refusal is not None:
            return refusal
        chosen = (*self.chosen, (unit, command.mode))
        refusal = self._lacking(game, s, chosen, (*off, unit))
        if refusal is None:
            return None
        for o in passengers(game, s, self.vehicle):
            if o > unit and self._lacking(game, s, chosen, (*off, unit, o)) is None:
                if any(check_alight(game, s, self.vehicle, o, way, (*off, unit)) is None for way in MODES):
                    return None
        return refusal

    def _lacking(
        self, game: Game, s: Position, chosen: Sequence[tuple[int, str]], group: tuple[int, ...]
    ) -> Refusal | None:
        """6.2, 6.1: whom Double-Time, or a Leader's Assault Move, needs among those who get off."""
        for u, mode in chosen:
            refusal = check_company(game, s, u, mode, group) or check_mode(game, s, u, mode, group)
            if refusal is not None:
                return refusal
        return None

    def answer(self, d: Draft, command: Command) -> None:
        """One more; or they get off."""
        if type(command) is ChooseRider:
            d.push(replace(self, chosen=(*self.chosen, (d.ids[command.unit], command.mode))))
            return
        alight(d, self.vehicle, self.chosen)


def alight(d: Draft, vehicle: int, chosen: Sequence[tuple[int, str]]) -> None:
    """16.4: both pay; the passengers stand beside the vehicle, on the move."""
    game, v = d.game, d.units[vehicle]
    group = tuple(u for u, _ in chosen)
    share = vehicle_share(game, d, vehicle)
    costs = [leg_share(game, d, u, mode, group) for u, mode in chosen]
    spent, at = least_spent(game, v, share, costs), ground_below(v.at)
    for (u, mode), cost in zip(chosen, costs, strict=True):
        set_down(d, u, at)
        d.flag(u, MOVING | (MARKERS[mode] & ~MOVED))
        d.emit(ev.PointsReset(u, d.units[u].mp + cost))
    if share:
        d.emit(ev.PointsReset(vehicle, v.mp + share))
    below = d.stack[-1]
    note_spent(d, below, spent)
    modes = tuple(mode for _, mode in chosen)
    d.push(Unloading(side=v.side, vehicle=vehicle, at=at, units=group, modes=modes, spent=spent))


class Unloading(Answerable, frozen=True, gc=False, kw_only=True):
    """16.4, 5.3, Q-128: passengers have got off; the enemy may fire at them or at the vehicle, then they go on."""

    RULE: ClassVar[str] = "16.4"
    STEPS: ClassVar[tuple[str, ...]] = ("hazards", "events", "window", "go_on", "facings")
    side: int
    vehicle: int
    at: int
    units: tuple[int, ...]
    modes: tuple[str, ...]
    spent: int
    halted: bool = False
    """An Event lets them go no farther (22.0)."""

    def on_foot(self) -> tuple[int, ...]:
        """Those who have got off."""
        return self.units

    def hazards(self, d: Draft) -> None:
        """21.4: Mines attack who gets off where they lie; 18.2, Q-432: Fire for Effect who comes down from the air."""
        mines_entering(d, self.at, self.units)
        if in_the_air(d.units[self.vehicle].at):
            shell_entering(d, self.at, self.units)

    def window(self, d: Draft) -> None:
        """5.3: unloading counts as spending Movement Points, the lowest amount of both.

        23.2.1, Q-440: before that Claymores attack who has got off within their range. 15.2.1: a vehicle that has used
        Assault Fire is not answered yet.
        """
        shielded = d.units[self.vehicle].flags & ASSAULT_FIRE
        open_window(d, self.at, self.spent, self.units if shielded else (*self.units, self.vehicle))
        if d.game.claymores:
            trip(d, self.at, NOWHERE, tuple(u for u in self.units if d.units[u].at == self.at))

    def go_on(self, d: Draft) -> None:
        """16.4: who has got off by an Assault Move stays and may fire; the others may move on together, at once, and
        Heroes created among them (11.2.1)."""
        remember(d, self)
        heroes = newcomers(d, self.side, self.at)
        ways = (*zip(self.units, self.modes, strict=True), *((h, mode_of(d.units[h].flags)) for h in heroes))
        under_way = [way for way in ways if d.units[way[0]].flags & (MOVING | ELIMINATED) == MOVING]
        arrived = tuple(u for u, mode in under_way if mode == "assault")
        for u in arrived:
            d.flag(u, ASSAULT_MOVE, MOVING)
        impulse = occasion_of(d)
        if arrived and isinstance(impulse, Impulse):
            d.replace_enclosing(impulse, arrived=(*impulse.arrived, *arrived))
        take_control(d, self.at)
        going = [way for way in under_way if way[0] not in arrived]
        if going:
            units, modes = tuple(u for u, _ in going), tuple(mode for _, mode in going)
            start = Move.STEPS.index("go_on")
            move = Move(side=self.side, origin=self.at, at=self.at, came_from=self.at, units=units, modes=modes)
            d.push(replace(move, step=start, let_pass=self.let_pass, answered=self.answered, halted=self.halted))

    def facings(self, d: Draft) -> None:
        """1.7.1: a gun that stands where it got off is turned as its owner likes."""
        for u in reversed(self.units):
            unit = d.units[u]
            if unit.at == self.at and has_facing(d.game.types[unit.type]):
                d.push(TeamFacing(side=self.side, unit=u))
