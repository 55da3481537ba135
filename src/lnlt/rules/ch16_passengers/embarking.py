"""16.4: which units get onto a vehicle, one after the other; then both pay."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, ASSAULT_MOVE, LOADED, MOVED, MOVING
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.opportunity import Answerable
from lnlt.rules.ch14_ordnance.acquisition import moves_off
from lnlt.rules.ch16_passengers.capacity import OUTSIDE, ways_to_ride
from lnlt.rules.ch16_passengers.loading import Loading
from lnlt.rules.ch16_passengers.mounting import ChooseRider, RidersReady, check_rider, modes_to_load
from lnlt.rules.ch16_passengers.shares import least_spent, leg_share, note_spent, vehicle_share
from lnlt.rules.facts.kits import ground_below
from lnlt.rules.facts.movement_modes import check_capable, check_company


class Embarking(Question, frozen=True, gc=False, kw_only=True):
    """16.4: who gets onto a vehicle, inside or outside."""

    RULE: ClassVar[str] = "16.4"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (ChooseRider, RidersReady)
    vehicle: int
    group: tuple[int, ...]
    """Those who may."""
    modes: tuple[str, ...] = ()
    """How each of a moving group moves; of others each says it himself."""
    drive: str = ""
    """How the vehicle, which they have come to, takes them on; "" in the course of its own move."""
    chosen: tuple[tuple[int, str, str], ...] = ()

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Each of the group that comes after those chosen, in every way; then that this is all."""
        last = self.chosen[-1][0] if self.chosen else -1
        places = ways_to_ride(game.types[s.units[self.vehicle].type])
        found: list[Command] = [
            ChooseRider(s.units[u].id, mode, riding)
            for n, u in enumerate(self.group)
            if u > last
            for mode in ((self.modes[n],) if self.modes else modes_to_load(game, s, u))
            for riding in places
        ]
        return [*found, RidersReady()] if self.chosen else found

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """16.4, 6.2: one after the other; Double-Time needs a Leader who gets on too, or moves along."""
        if type(command) is RidersReady:
            if not self.chosen:
                return Refusal("16.4", "nobody_chosen")
            group = self.group if self.modes else tuple(u for u, _, _ in self.chosen)
            for u, mode, _ in self.chosen:
                refusal = check_company(game, s, u, mode, group)
                if refusal is not None:
                    return refusal
            return None
        assert type(command) is ChooseRider
        unit = s.ids.get(command.unit)
        if unit is None or unit not in self.group:
            return Refusal("16.4", "not_here", {"unit": command.unit, "at": game.board.loc_name(self.at(s))})
        if self.chosen and unit <= self.chosen[-1][0]:
            return Refusal("6.0", "in_order", {"unit": command.unit})
        if self.modes and command.mode != self.modes[self.group.index(unit)]:
            return Refusal("16.4", "no_riding_mode", {"unit": command.unit, "mode": command.mode})
        if not self.modes:
            refusal = check_capable(game, s, unit, command.mode) or check_company(
                game, s, unit, command.mode, self.group
            )
            if refusal is not None:
                return refusal
        return check_rider(
            game, s, self.vehicle, (unit, command.mode, command.riding), self.chosen, self.group
        ) or self._check_leader_to_come(game, s, (unit, command.mode, command.riding))

    def _check_leader_to_come(self, game: Game, s: Position, rider: tuple[int, str, str]) -> Refusal | None:
        """6.2: a Leader whom Double-Time needs must be among them or still be able to join."""
        if self.modes:
            return None
        chosen = (*self.chosen, rider)
        riding = tuple(u for u, _, _ in chosen)
        for u, mode, _ in chosen:
            refusal = check_company(game, s, u, mode, riding)
            if refusal is not None and not any(
                check_company(game, s, u, mode, (*riding, o)) is None
                and any(
                    check_rider(game, s, self.vehicle, (o, "normal", way), chosen, self.group) is None
                    for way in ways_to_ride(game.types[s.units[self.vehicle].type])
                )
                for o in self.group
                if o > rider[0]
            ):
                return refusal
        return None

    def at(self, s: Position) -> int:
        """Where the vehicle is."""
        return s.units[self.vehicle].at

    def answer(self, d: Draft, command: Command) -> None:
        """One more; or they get on."""
        if type(command) is ChooseRider:
            rider = (d.ids[command.unit], command.mode, command.riding)
            d.push(replace(self, chosen=(*self.chosen, rider)))
            return
        get_on(d, self)


def get_on(d: Draft, q: Embarking) -> None:
    """16.4, 5.3, Q-128: both pay; the enemy may answer before the units are aboard."""
    game, vehicle = d.game, q.vehicle
    v = d.units[vehicle]
    share = vehicle_share(game, d, vehicle)
    everyone = tuple(u for u, _, _ in q.chosen)
    group = q.group if q.modes else everyone
    costs = [leg_share(game, d, u, mode, group) for u, mode, _ in q.chosen]
    spent = least_spent(game, v, share, costs)
    for (u, _, _), cost in zip(q.chosen, costs, strict=True):
        d.emit(ev.PointsReset(u, d.units[u].mp + cost))
        if not q.modes:
            d.flag(u, MOVING)
    if game.has_ordnance:
        moves_off(d, everyone)
    if share:
        d.emit(ev.PointsReset(vehicle, v.mp + share))
    if q.drive == "assault":  # after Assault Fire it takes the place of the move that is owed (15.2.1)
        d.flag(vehicle, MOVED if v.flags & ASSAULT_FIRE else ASSAULT_MOVE, ASSAULT_FIRE)
    elif q.drive:
        d.flag(vehicle, MOVED | LOADED)
    outside = tuple(u for u, _, riding in q.chosen if riding == OUTSIDE)
    below = d.stack[-1]
    assert isinstance(below, Answerable)
    note_spent(d, below, spent)
    at = ground_below(v.at)
    d.push(Loading(side=v.side, vehicle=vehicle, at=at, units=everyone, outside=outside, spent=spent, drive=q.drive))
