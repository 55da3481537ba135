"""4.0, 5.0: fire as an action of an impulse."""

from __future__ import annotations

from lnlt.core.draft import Draft
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.impulse import Action, Impulse
from lnlt.rules.ch05_fire.group import FireGroup, can_fire, check_target, fire_reach
from lnlt.rules.ch10_los_spotting.lines import sees


class Fire(Command, frozen=True, gc=False):
    """Units of a named location fire at another; which of them is asked next."""

    origin: str
    at: str


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


class Firing(Action):
    """4.0, 5.0: units of a named location fire at another."""

    command = Fire

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """Every named location at everything it sees and reaches."""
        name = game.board.loc_name
        return [Fire(name(origin), name(at)) for origin in impulse.named for at in shots(game, s, impulse, origin)]

    def check(self, game: Game, s: Position, impulse: Impulse, command: Fire) -> Refusal | None:
        """4.0, 5.0: see `check_fire`."""
        return check_fire(game, s, impulse, game.board.loc(command.origin), game.board.loc(command.at))

    def answer(self, d: Draft, impulse: Impulse, command: Fire) -> None:
        """Ask who fires."""
        origin, at = d.game.board.loc(command.origin), d.game.board.loc(command.at)
        d.update(impulse, fired=(*impulse.fired, (origin, at)))
        d.push(FireGroup(side=impulse.side, origin=origin, at=at))
