"""6.0, 1.6, 17.1: whether a moving group may stop, and what it can still do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lnlt.core.flags import BULK, FIRED
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch06_movement.loads import check_pick_up, picks
from lnlt.rules.ch06_movement.on_the_way import may_dismount, may_fire_on_the_run
from lnlt.rules.ch06_movement.steps import check_way_out
from lnlt.rules.ch16_passengers.mounting import may_mount
from lnlt.rules.ch17_antitank.eligibility import AssaultVehicle, check_assault
from lnlt.rules.ch21_fortifications.tearing_down import may_tear_down

if TYPE_CHECKING:
    from lnlt.rules.ch06_movement.move import Move


def assaults(s: Position, side: int, near: Sequence[int]) -> list[AssaultVehicle]:
    """17.1: enemy vehicles next door, or around a Bunker."""
    return [
        AssaultVehicle(s.units[u].id)
        for j in near
        if j >= 0
        for u in s.by_loc.get(j * 8, ())
        if s.units[u].flags & BULK and s.units[u].side != side
    ]


def may_close_in(game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], at: int) -> bool:
    """17.1: whether a group can assault a vehicle from where it is."""
    side = s.units[movers[0]].side
    return any(
        check_assault(game, s, movers, modes, at, c.target) is None
        for c in assaults(s, side, (at >> 3, *game.board.neighbours[at >> 3]))
    )


def may_pick_up(game: Game, s: Position, move: Move) -> bool:
    """1.6: whether a unit of the move can pick up a weapon where it is now."""
    return any(check_pick_up(game, s, move.units, move.modes, c) is None for c in picks(s, move.units, move.at))


def may_go_on(game: Game, s: Position, move: Move) -> bool:
    """6.0, 1.6, 6.6, 6.7: whether a moving group has anything left to do."""
    if check_way_out(game, s, move.units, move.modes, move.at) is None:
        return True
    if not move.leaving and may_pick_up(game, s, move):
        return True
    if game.barricades and not move.leaving and may_tear_down(game, s, move.units, move.modes, move.at):
        return True
    if game.has_vehicles:
        if may_close_in(game, s, move.units, move.modes, move.at) or may_mount(
            game, s, move.units, move.modes, move.at
        ):
            return True
    if not game.hit_and_run:
        return False
    return may_dismount(game, s, move.units, move.modes) or may_fire_on_the_run(
        game, s, move.units, move.modes, move.at
    )


def check_stop(game: Game, s: Position, move: Move) -> Refusal | None:
    """6.7, Q-262: who has fired on the run before his first step takes one if he can."""
    for u, mode in zip(move.units, move.modes, strict=True):
        if mode == "hit_and_run" and s.units[u].flags & FIRED and not s.units[u].mp:
            if check_way_out(game, s, move.units, move.modes, move.at) is None:
                return Refusal("6.7", "must_move", {"unit": s.units[u].id})
    return None
