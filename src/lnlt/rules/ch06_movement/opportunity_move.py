"""6.8: Opportunity Movement: units capable of Hit & Run answer a move with a move of their own."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core.draft import Draft
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.opportunity import Answer, OpportunityFire, check_location, used_by
from lnlt.rules.ch05_fire.target import check_target
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.steps import check_departure, check_mover
from lnlt.rules.ch10_los_spotting.lines import sees
from lnlt.rules.ch20_night.darkness import check_dark
from lnlt.rules.facts.firing_occasion import Shooting
from lnlt.rules.facts.movement_modes import abilities


class OpMove(Command, frozen=True, gc=False):
    """Answer with a move from a location."""

    origin: str


class OpportunityMove(Shooting, frozen=True, gc=False, kw_only=True):
    """6.8: a move in the enemy's impulse, with fire on the run; the enemy may answer it in turn."""

    RULE: ClassVar[str] = "6.8"
    STEPS: ClassVar[tuple[str, ...]] = ("move",)
    origin: int

    def move(self, d: Draft) -> None:
        """Ask who moves."""
        d.push(MoveGroup(side=self.side, origin=self.origin, opportunity=True))


def check_op_move(game: Game, s: Position, window: OpportunityFire, origin: int) -> Refusal | None:
    """6.8, Q-264, Q-571: in place of a location's fire, in sight of the movers, by units that have not acted."""
    name = game.board.loc_name(origin)
    if window.missile:
        return Refusal("14.4", "only_fire_at_missile", {"from": name})
    if origin in window.used:
        return Refusal("5.3", "location_has_fired", {"from": name})
    refusal = check_location(game, window, origin) or check_seen(game, s, window, origin)
    if refusal is not None:
        return refusal
    first: Refusal | None = None
    for u in s.by_loc.get(origin, ()):
        unit = s.units[u]
        if unit.side == window.side and "hit_and_run" in abilities(game, s, u):
            if not unit.good_order:
                refusal = Refusal("6.8", "shaken", {"unit": unit.id})
            else:
                refusal = check_mover(game, s, u) or check_departure(game, s, (u,), ("normal",), origin)
            if refusal is None:
                return None
            first = first or refusal
    return first or Refusal("6.8", "no_hit_and_run", {"unit": name})


def check_seen(game: Game, s: Position, window: OpportunityFire, origin: int) -> Refusal | None:
    """6.8: the movers must be in sight like any target, a vehicle too."""
    refusal = check_target(game, s, window.side, origin, window.at)
    if refusal is not None and refusal.code == "only_vehicles_there" and sees(game, s, origin, window.at):
        if game.night is not None:
            return check_dark(game, s, window.side, origin, window.at)
        return None
    return refusal


class MoveAnswer(Answer):
    """6.8: a location answers with a move."""

    command = OpMove

    def in_play(self, game: Game) -> bool:
        """6.7: units capable of Hit & Run."""
        return game.hit_and_run

    def candidates(self, game: Game, s: Position, window: OpportunityFire) -> list[Command]:
        """Locations with somebody capable of Hit & Run who sees the movers."""
        if not game.hit_and_run:
            return []
        return [
            OpMove(game.board.loc_name(loc))
            for loc, members in s.by_loc.items()
            if s.units[members[0]].side == window.side
            and loc not in window.used
            and any("hit_and_run" in abilities(game, s, u) for u in members)
            and sees(game, s, loc, window.at)
        ]

    def check(self, game: Game, s: Position, window: OpportunityFire, command: OpMove) -> Refusal | None:
        """6.8: see `check_op_move`."""
        return check_op_move(game, s, window, game.board.loc(command.origin))

    def answer(self, d: Draft, window: OpportunityFire, command: OpMove) -> None:
        """The move begins."""
        origin = d.game.board.loc(command.origin)
        d.update(window, **used_by(window, origin))
        d.push(OpportunityMove(side=window.side, origin=origin))
