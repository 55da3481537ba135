"""4.0: the Operations Phase: impulses, activation of locations, chains of Leaders, passing, how the phase ends."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, ELIMINATED, MELEE, OPS_COMPLETE
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.group import FireGroup, can_fire, check_target, fire_reach
from lnlt.rules.ch06_movement.move import MoveGroup, check_mover, check_way_out
from lnlt.rules.ch10_los_spotting.lines import sees
from lnlt.rules.ch11_smc.leaders import extends_activation, in_leadership_range

PASSES_TO_END = 3


def may_act(s: Position, unit: int) -> bool:
    """4.0, Q-022: a unit still to be activated: in play, no action marker, not in Melee."""
    u = s.units[unit]
    return u.at >= 0 and not u.flags & (ACTION_MARKERS | MELEE | ELIMINATED)


def side_may_act(s: Position, side: int) -> bool:
    """4.0: whether a side still has a unit to activate."""
    busy = ACTION_MARKERS | MELEE | ELIMINATED
    return any(u.side == side and u.at >= 0 and not u.flags & busy for u in s.units)


class OperationsPhase(Procedure, frozen=True, gc=False, kw_only=True):
    """4.0: players alternate impulses, the side with the initiative first, until the phase ends."""

    RULE: ClassVar[str] = "4.0"
    STEPS: ClassVar[tuple[str, ...]] = ("begin", "impulse", "next_side")
    side: int = -1

    def begin(self, d: Draft) -> None:
        """The side with the initiative has the first impulse."""
        if d.phase != "operations":
            d.emit(ev.PhaseBegan("operations"))
        if self.side < 0:
            d.update(self, side=d.initiative)

    def impulse(self, d: Draft) -> None:
        """4.0, Q-022: the phase ends at once when nobody can act, or after three passes in a row."""
        if d.passes >= PASSES_TO_END or not (side_may_act(d, 0) or side_may_act(d, 1)):
            d.emit(ev.ImpulseBegan(self.side))
            d.update(self, step=len(self.STEPS))
            return
        d.emit(ev.ImpulseBegan(self.side))
        if side_may_act(d, self.side):
            d.push(Impulse(side=self.side))
        else:
            d.emit(ev.ImpulseEnded(self.side, True, d.passes + 1))

    def next_side(self, d: Draft) -> None:
        """The other player's impulse."""
        d.update(self, side=1 - self.side, step=1)


class Impulse(Procedure, frozen=True, gc=False, kw_only=True):
    """4.0: one side names locations, then their units act in any order."""

    RULE: ClassVar[str] = "4.0"
    STEPS: ClassVar[tuple[str, ...]] = ("ask", "again", "end")
    side: int
    named: tuple[int, ...] = ()
    reached_by: tuple[tuple[int, int], ...] = ()
    """Locations named through a Leader, each with him."""
    fired: tuple[tuple[int, int], ...] = ()
    """Locations that have fired in this impulse, each with its target."""
    moved: tuple[int, ...] = ()
    """Locations whose moving units have set off in this impulse."""
    done: bool = False

    @property
    def has_acted(self) -> bool:
        """Whether a unit has done anything in this impulse."""
        return bool(self.fired or self.moved)

    def ask(self, d: Draft) -> None:
        """Ask what to do while anything but ending is left."""
        if not self.named or any_action(d.game, d, self):
            d.push(ImpulseAction(side=self.side))
        else:
            d.update(self, done=True)

    def again(self, d: Draft) -> None:
        """Until the player is done."""
        if not self.done:
            d.update(self, step=0)

    def end(self, d: Draft) -> None:
        """4.0, Q-023, Q-024: count passes; mark Leaders who only activated others, along the whole chain."""
        used = set(self.moved) | {origin for origin, _ in self.fired}
        for loc, leader in reversed(self.reached_by):
            if loc in used:
                used.add(d.units[leader].at)
                if may_act(d, leader):
                    d.flag(leader, OPS_COMPLETE)
        d.emit(ev.ImpulseEnded(self.side, not self.has_acted, 0 if self.has_acted else d.passes + 1))


class Activate(Command, frozen=True, gc=False):
    """Name a location for this impulse."""

    at: str


class Pass(Command, frozen=True, gc=False):
    """Do nothing in this impulse."""

    PASSES: ClassVar[bool] = True


class Done(Command, frozen=True, gc=False):
    """End an impulse in which something was done; units that have not acted may be activated later."""


class Fire(Command, frozen=True, gc=False):
    """Units of a named location fire at another; which of them is asked next."""

    origin: str
    at: str


class BeginMove(Command, frozen=True, gc=False):
    """Units of a named location move; which of them is asked next."""

    origin: str


def check_activation(game: Game, s: Position, impulse: Impulse, loc: int) -> Refusal | None:
    """4.0, Q-024: the first location freely, further ones in reach of a Leader in a named one, before anyone acts."""
    name = game.board.loc_name(loc)
    if loc in impulse.named:
        return Refusal("4.0", "already_named", {"at": name})
    if impulse.has_acted:
        return Refusal("4.0", "named_before_acting", {"at": name})
    if not any(s.units[u].side == impulse.side and may_act(s, u) for u in s.by_loc.get(loc, ())):
        return Refusal("4.0", "nobody_to_activate", {"at": name})
    if impulse.named and activating_leader(game, s, impulse, loc) is None:
        return Refusal("11.1.2", "out_of_leadership_range", {"at": name})
    return None


def activating_leader(game: Game, s: Position, impulse: Impulse, loc: int) -> int | None:
    """11.1.2: a Leader in a named location who reaches another location."""
    for here in impulse.named:
        if not in_leadership_range(game, here, loc):
            continue
        for u in s.by_loc.get(here, ()):
            if s.units[u].side == impulse.side and extends_activation(game, s, u):
                return u
    return None


def check_fire(game: Game, s: Position, impulse: Impulse, origin: int, at: int) -> Refusal | None:
    """4.0, 5.0: units of a named location fire together, once in an impulse."""
    if origin not in impulse.named:
        return Refusal("4.0", "not_named", {"at": game.board.loc_name(origin)})
    if any(origin == used for used, _ in impulse.fired):
        return Refusal("4.0", "fire_together", {"at": game.board.loc_name(origin)})
    if not can_fire(game, s, impulse.side, origin, at, False):
        params = {"from": game.board.loc_name(origin), "at": game.board.loc_name(at)}
        return Refusal("5.0", "nobody_can_fire", params)
    return check_target(game, s, impulse.side, origin, at)


def check_move(game: Game, s: Position, impulse: Impulse, origin: int) -> Refusal | None:
    """4.0, 6.0: units of a named location move together, once in an impulse."""
    if origin not in impulse.named:
        return Refusal("4.0", "not_named", {"at": game.board.loc_name(origin)})
    if origin in impulse.moved:
        return Refusal("4.0", "move_together", {"at": game.board.loc_name(origin)})
    first: Refusal | None = None
    for u in s.by_loc.get(origin, ()):
        if s.units[u].side == impulse.side:
            refusal = check_mover(game, s, u) or check_way_out(game, s, (u,), origin)
            if refusal is None:
                return None
            first = first or refusal
    return first or Refusal("4.0", "nobody_to_activate", {"at": game.board.loc_name(origin)})


def any_action(game: Game, s: Position, impulse: Impulse) -> bool:
    """Whether a named location can still fire, move or (before anybody acts) reach further ones."""
    for loc in impulse.named:
        if check_move(game, s, impulse, loc) is None:
            return True
    for loc in impulse.named:
        if any(check_fire(game, s, impulse, loc, at) is None for at in shots(game, s, impulse, loc)):
            return True
    return any(check_activation(game, s, impulse, loc) is None for loc in reachable(game, s, impulse))


def shots(game: Game, s: Position, impulse: Impulse, origin: int) -> list[int]:
    """Enemy locations the units of a named location see and reach."""
    if any(origin == used for used, _ in impulse.fired):
        return []
    side = impulse.side
    reach = fire_reach(game, s, side, origin, False)
    if not reach:
        return []
    units, row = s.units, game.ranges[origin >> 3]
    return [
        loc
        for loc, members in s.by_loc.items()
        if units[members[0]].side != side and row[loc >> 3] <= reach and sees(game, s, origin, loc)
    ]


def reachable(game: Game, s: Position, impulse: Impulse) -> list[int]:
    """Locations with own units next to a Leader in a named location, while further ones may still be named."""
    if impulse.has_acted:
        return []
    found = []
    units, by_loc = s.units, s.by_loc
    for here in impulse.named:
        if not any(extends_activation(game, s, u) for u in by_loc.get(here, ())):
            continue
        for hex_ in (here >> 3, *game.board.neighbours[here >> 3]):
            for loc in range(hex_ * 8, hex_ * 8 + 8):
                members = by_loc.get(loc)
                if members and units[members[0]].side == impulse.side and loc not in impulse.named:
                    found.append(loc)
    return list(dict.fromkeys(found))


class ImpulseAction(Question, frozen=True, gc=False, kw_only=True):
    """4.0: what the side whose impulse it is does next."""

    RULE: ClassVar[str] = "4.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (Activate, Pass, Done, Fire, BeginMove)

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Locations to name, fire and moves of named ones, and the end of it."""
        impulse = enclosing(s, Impulse)
        assert impulse is not None
        name = game.board.loc_name
        units, side = s.units, self.side
        if not impulse.named:
            found: list[Command] = [Pass()]
            found.extend(Activate(name(loc)) for loc, members in s.by_loc.items() if units[members[0]].side == side)
            return found
        found = [Done()] if impulse.has_acted else []
        found.extend(Activate(name(loc)) for loc in reachable(game, s, impulse))
        for origin in impulse.named:
            if origin not in impulse.moved:
                found.append(BeginMove(name(origin)))
            found.extend(Fire(name(origin), name(at)) for at in shots(game, s, impulse, origin))
        return found

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """4.0: what each kind of action needs."""
        impulse = enclosing(s, Impulse)
        assert impulse is not None
        if type(command) is Pass:
            return Refusal("4.0", "already_activated") if impulse.named else None
        if type(command) is Done:
            return None if impulse.has_acted else Refusal("4.0", "nothing_done")
        board = game.board
        try:
            if type(command) is Activate:
                return check_activation(game, s, impulse, board.loc(command.at))
            if type(command) is Fire:
                return check_fire(game, s, impulse, board.loc(command.origin), board.loc(command.at))
            assert type(command) is BeginMove
            return check_move(game, s, impulse, board.loc(command.origin))
        except KeyError as error:
            return Refusal("1.4", "no_such_place", {"at": str(error.args[0])})

    def answer(self, d: Draft, command: Command) -> None:
        """Carry out the action."""
        impulse = d.stack[-1]
        assert isinstance(impulse, Impulse)
        board = d.game.board
        if type(command) is Activate:
            loc = board.loc(command.at)
            leader = activating_leader(d.game, d, impulse, loc)
            reached = impulse.reached_by if leader is None else (*impulse.reached_by, (loc, leader))
            d.update(impulse, named=(*impulse.named, loc), reached_by=reached)
            d.emit(ev.Activated(self.side, loc))
        elif type(command) is Fire:
            origin, at = board.loc(command.origin), board.loc(command.at)
            d.update(impulse, fired=(*impulse.fired, (origin, at)))
            d.push(FireGroup(side=self.side, origin=origin, at=at))
        elif type(command) is BeginMove:
            origin = board.loc(command.origin)
            d.update(impulse, moved=(*impulse.moved, origin))
            d.push(MoveGroup(side=self.side, origin=origin))
        else:
            d.update(impulse, done=True)
