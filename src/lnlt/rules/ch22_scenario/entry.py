"""22.0: entering and leaving the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.setup import Group
from lnlt.core.state import NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch06_movement.advance import take_step
from lnlt.rules.ch06_movement.move import set_off
from lnlt.rules.ch06_movement.steps import AddMover, check_mover, check_step, where
from lnlt.rules.ch19_air.flying_in import FlyOnto, check_fly_onto, entries, fly_onto, may_fly_onto
from lnlt.rules.ch22_scenario.facing import is_vehicle
from lnlt.rules.ch22_scenario.vehicles import DriveIn, check_command, come_in, drives_in, may_drive_in
from lnlt.rules.facts.groups import EDGES, edge_hexes, edges_of, entering, entry_hexes, waiting
from lnlt.rules.facts.kits import is_helicopter
from lnlt.rules.facts.movement_modes import check_capable, check_company, modes_of


class Enter(Command, frozen=True, gc=False):
    """Bring units of a group onto the map; which of them is asked next."""

    group: str


class EnterAt(Command, frozen=True, gc=False):
    """The entering units come onto the map at a hex."""

    at: str


def _group(game: Game, name: str) -> Group | None:
    return next((g for g in game.setup.groups if g.id == name), None)


class Entering(Action):
    """22.0: one unit or stack enters the map; that is the whole impulse."""

    command = Enter

    def in_play(self, game: Game) -> bool:
        """22.0: groups that enter later."""
        return bool(game.setup.groups)

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """Groups that wait."""
        if impulse.named or impulse.has_acted:
            return []
        return [Enter(g.id) for g in entering(game, s, impulse.side)]

    def check(self, game: Game, s: Position, impulse: Impulse, command: Enter) -> Refusal | None:
        """22.0: its turn has come and somebody finds room; nothing else is done in the impulse."""
        if impulse.named or impulse.has_acted:
            return Refusal("22.0", "entry_is_the_impulse")
        group = _group(game, command.group)
        if group is None or group not in entering(game, s, impulse.side):
            return Refusal("22.0", "not_yet", {"group": command.group})
        for u in waiting(s, group):
            if is_helicopter(game, s.units[u]):
                refusal = may_fly_onto(game, s, group, u)
            elif is_vehicle(s, u):
                refusal = may_drive_in(game, s, group, u)
            else:
                refusal = check_any_entry(game, s, group, (u,), ("normal",))
            if refusal is None:
                return None
        return Refusal("22.0", "entry_blocked", {"group": command.group})

    def answer(self, d: Draft, impulse: Impulse, command: Enter) -> None:
        """Ask who enters."""
        d.update(impulse, named=(NOWHERE,), moved=(NOWHERE,))
        d.push(EntryGroup(side=impulse.side, group=command.group))


def check_any_entry(
    game: Game, s: Position, group: Group, movers: tuple[int, ...], modes: tuple[str, ...]
) -> Refusal | None:
    """22.0: some entry hex takes the units."""
    first: Refusal | None = None
    for i in entry_hexes(game, s, group):
        refusal = check_step(game, s, movers, modes, NOWHERE, i * 8)
        if refusal is None:
            return None
        first = first or refusal
    return first or Refusal("22.0", "no_entry_hex", {"group": group.id})


class EntryGroup(Question, frozen=True, gc=False, kw_only=True):
    """22.0: which units of a group enter together, how, and where."""

    RULE: ClassVar[str] = "22.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (AddMover, EnterAt, DriveIn, FlyOnto)
    group: str
    members: tuple[int, ...] = ()
    modes: tuple[str, ...] = ()

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Waiting units with a higher number than those already in; then the entry hexes."""
        group = _group(game, self.group)
        assert group is not None
        return [*self._walkers(game, s, group), *self._others(game, s, group, False)]

    def options(self, game: Game, s: Position) -> list[Command]:
        """The same, checked; of a vehicle each hex once and not each way it may face there."""
        group = _group(game, self.group)
        assert group is not None
        check: Callable[[Game, Position, Any], Refusal | None] = self.check
        found: list[Command] = [c for c in self._walkers(game, s, group) if check(game, s, c) is None]
        found += [c for c in self._others(game, s, group, True) if type(c) is DriveIn or check(game, s, c) is None]
        return found

    def _walkers(self, game: Game, s: Position, group: Group) -> list[AddMover]:
        left = [u for u in waiting(s, group) if not self.members or u > self.members[-1]]
        return [AddMover(s.units[u].id, mode) for u in left for mode in modes_of(game, s, u)]

    def _others(self, game: Game, s: Position, group: Group, allowed: bool) -> list[Command]:
        """Vehicles and helicopters, which come alone, those on wheels and tracks only where it is `allowed` if so
        asked; or the entry hexes of those who were picked."""
        if not self.members:
            return [*drives_in(game, s, group, allowed), *entries(game, s, group)]
        return [EnterAt(game.board.names[i]) for i in entry_hexes(game, s, group)]

    def check(self, game: Game, s: Position, command: AddMover | EnterAt | DriveIn | FlyOnto) -> Refusal | None:
        """22.0: any mode the units are capable of; the first hex costs Movement Points too."""
        group = _group(game, self.group)
        assert group is not None
        if type(command) is FlyOnto:
            refusal = Refusal("19.2.1", "flies_alone", {"unit": command.unit}) if self.members else None
            return refusal or check_fly_onto(game, s, group, command)
        if type(command) is DriveIn:
            refusal = Refusal("15.1", "drives_alone", {"unit": command.unit}) if self.members else None
            return refusal or check_command(game, s, group, command)
        if type(command) is AddMover:
            unit = s.ids.get(command.unit)
            if unit is None or unit not in waiting(s, group):
                return Refusal("22.0", "not_waiting", {"unit": command.unit})
            if self.members and unit <= self.members[-1]:
                return Refusal("6.0", "in_order", {"unit": command.unit})
            refusal = check_mover(game, s, unit) or check_capable(game, s, unit, command.mode)
            if refusal is not None:
                return refusal
            members, modes = (*self.members, unit), (*self.modes, command.mode)
            return check_any_entry(game, s, group, members, modes) or self._check_leader_to_come(
                game, s, group, members, modes
            )
        assert type(command) is EnterAt
        if not self.members:
            return Refusal("6.0", "nobody_moves")
        to = where(game, command.at)
        if to is None or to & 7 or to >> 3 not in entry_hexes(game, s, group):
            return Refusal("22.0", "no_entry_hex", {"group": self.group, "at": command.at})
        for u, mode in zip(self.members, self.modes, strict=True):
            refusal = check_company(game, s, u, mode, self.members)
            if refusal is not None:
                return refusal
        return check_step(game, s, self.members, self.modes, NOWHERE, to)

    def _check_leader_to_come(
        self, game: Game, s: Position, group: Group, members: tuple[int, ...], modes: tuple[str, ...]
    ) -> Refusal | None:
        """6.2: a Leader a Double-Time needs must be in the group or still be able to join it."""
        for u, mode in zip(members, modes, strict=True):
            refusal = check_company(game, s, u, mode, members)
            if refusal is not None and not any(
                check_company(game, s, u, mode, (*members, o)) is None
                and check_any_entry(game, s, group, (*members, o), (*modes, "normal")) is None
                for o in waiting(s, group)
                if o > members[-1] and check_mover(game, s, o) is None
            ):
                return refusal
        return None

    def answer(self, d: Draft, command: AddMover | EnterAt | DriveIn | FlyOnto) -> None:
        """Grow the group, or come onto the map."""
        if type(command) is AddMover:
            members = (*self.members, d.ids[command.unit])
            d.push(replace(self, members=members, modes=(*self.modes, command.mode)))
            return
        assert type(command) is EnterAt or type(command) is DriveIn or type(command) is FlyOnto
        group = _group(d.game, self.group)
        assert group is not None
        to = d.game.board.loc(command.at) >> 3
        if group.one_edge and len(edges_of(d, group)) > 1:
            edge = next(e for e in edges_of(d, group) if to in edge_hexes(d.game, e))
            d.emit(ev.Noted(f"edge:{group.id}", EDGES.index(edge) + 1))
        if not d.notes.get(f"entered:{group.id}"):
            d.emit(ev.Noted(f"entered:{group.id}", d.turn))
        if type(command) is DriveIn:
            come_in(d, command)
            return
        if type(command) is FlyOnto:
            fly_onto(d, command)
            return
        move = set_off(d, self.side, NOWHERE, self.members, self.modes)
        take_step(d, move, to * 8)
