"""4.0, 6.0: movement as an action of an impulse."""

from __future__ import annotations

from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, CONTINUOUS
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch04_operations.leading import is_reached
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.steps import check_departure, check_mover, check_way_out
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.movement_modes import first_mode


class BeginMove(Command, frozen=True, gc=False):
    """Units of a named location move; which of them is asked next."""

    origin: str


def check_move(game: Game, s: Position, impulse: Impulse, origin: int) -> Refusal | None:
    """4.0, 6.0: units of a named location move together, once in an impulse."""
    if origin not in impulse.named:
        return Refusal("4.0", "not_named", {"at": game.board.loc_name(origin)})
    if origin in impulse.moved:
        return Refusal("4.0", "move_together", {"at": game.board.loc_name(origin)})
    first: Refusal | None = None
    for u in s.by_loc.get(origin, ()):
        if s.units[u].side == impulse.side:
            refusal = check_mover(game, s, u)
            if refusal is None and not is_reached(s, impulse, u):
                refusal = Refusal("4.0", "not_by_that_leader", {"unit": s.units[u].id})
            if refusal is None:
                refusal = check_departure(game, s, (u,), (first_mode(game, s, u),), origin)
            if refusal is None:
                return None
            first = first or refusal
    return first or Refusal("4.0", "nobody_to_activate", {"at": game.board.loc_name(origin)})


class Moving(Action):
    """4.0, 6.0: units of a named location move."""

    command = BeginMove
    needs_named = True

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:  # noqa: ARG002
        """Every named location that has not moved in this impulse."""
        return [BeginMove(game.board.loc_name(o)) for o in impulse.named if o not in impulse.moved]

    def options(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """The same, without going by their names."""
        names, moved = game.board.loc_names, impulse.moved
        return [
            BeginMove(names[o]) for o in impulse.named if o not in moved and check_move(game, s, impulse, o) is None
        ]

    def possible(self, game: Game, s: Position, impulse: Impulse) -> bool:
        """Whether units of one of them can move."""
        for o in impulse.named:  # noqa: SIM110 (asked often: a loop is cheaper)
            if o not in impulse.moved and check_move(game, s, impulse, o) is None:
                return True
        return False

    def check(self, game: Game, s: Position, impulse: Impulse, command: BeginMove) -> Refusal | None:
        """4.0, 6.0: see `check_move`."""
        return check_move(game, s, impulse, game.board.loc(command.origin))

    def before_end(self, game: Game, s: Position, impulse: Impulse) -> Refusal | None:
        """6.1.1: who has used Assault Fire must move in the same impulse if he can; a Leader who aided need not."""
        for u, unit in enumerate(s.units):
            if unit.flags & ASSAULT_FIRE and unit.at in impulse.named and unit.at not in impulse.moved:
                if is_leader(game, s, u) or check_mover(game, s, u) is not None:
                    continue
                if check_way_out(game, s, (u,), (first_mode(game, s, u),), unit.at) is None:
                    return Refusal("6.1.1", "must_move", {"unit": unit.id})
        return None

    def before_last_pass(self, game: Game, s: Position, impulse: Impulse) -> Refusal | None:
        """15.5.1, Q-023: who still has a unit in Continuous Movement to move cannot end the phase."""
        if game.mounted:
            for u, unit in enumerate(s.units):
                if unit.side == impulse.side and unit.flags & CONTINUOUS and check_mover(game, s, u) is None:
                    if check_way_out(game, s, (u,), ("normal",), unit.at) is None:
                        return Refusal("15.5.1", "must_move", {"unit": unit.id})
        return None

    def answer(self, d: Draft, impulse: Impulse, command: BeginMove) -> None:
        """Ask who moves."""
        origin = d.game.board.loc(command.origin)
        d.update(impulse, moved=(*impulse.moved, origin))
        d.push(MoveGroup(side=impulse.side, origin=origin))
