"""8.1, 8.1.1: what units locked in Melee may do with an impulse: fight another round, or try to get out."""

from __future__ import annotations

from lnlt.core.draft import Draft
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.activation import may_act
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch08_melee.firepower import Fight, attackers
from lnlt.rules.ch08_melee.round import MeleeRound
from lnlt.rules.ch08_melee.withdrawing import WithdrawGroup, check_first_withdrawer
from lnlt.rules.facts.melee_marks import has_both_sides, leg_units, melee_marker


class FightMelee(Command, frozen=True, gc=False):
    """Fight a round of Melee in a location where both sides are locked."""

    at: str


class WithdrawMelee(Command, frozen=True, gc=False):
    """Units locked in a location try to get out of the Melee; which of them is asked next."""

    at: str


def check_locked(game: Game, s: Position, impulse: Impulse, at: int) -> Refusal | None:
    """8.1: a named location with a Melee marker and both sides, no round this turn, own units that have not acted."""
    name = game.board.loc_name(at)
    if at not in impulse.named:
        return Refusal("4.0", "not_named", {"at": name})
    marker = melee_marker(s, at)
    if marker is None or not has_both_sides(s, at):
        return Refusal("8.1", "no_melee_here", {"at": name})
    if marker.strength >= s.turn or at in impulse.fought:
        return Refusal("8.0", "one_round", {"at": name})
    if not any(may_act(s, u) for u in leg_units(game, s, impulse.side, at)):
        return Refusal("4.0", "nobody_to_activate", {"at": name})
    return None


def check_fight(game: Game, s: Position, impulse: Impulse, at: int) -> Refusal | None:
    """8.0, 8.1: a further round, started by a side that can attack."""
    refusal = check_locked(game, s, impulse, at)
    if refusal is None and not attackers(game, s, impulse.side, Fight(at)):
        return Refusal("8.0", "nobody_attacks", {"at": game.board.loc_name(at)})
    return refusal


class Fighting(Action):
    """8.1: a further round where units are locked."""

    command = FightMelee
    needs_named = True

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """Named locations with a Melee marker."""
        return [FightMelee(game.board.loc_name(at)) for at in impulse.named if melee_marker(s, at) is not None]

    def check(self, game: Game, s: Position, impulse: Impulse, command: FightMelee) -> Refusal | None:
        """8.0, 8.1: see `check_fight`."""
        return check_fight(game, s, impulse, game.board.loc(command.at))

    def answer(self, d: Draft, impulse: Impulse, command: FightMelee) -> None:
        """The round begins."""
        at = d.game.board.loc(command.at)
        d.update(impulse, fought=(*impulse.fought, at))
        d.push(MeleeRound(side=impulse.side, at=at))


class Withdrawing(Action):
    """8.1.1: units try to get out."""

    command = WithdrawMelee
    needs_named = True

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """Named locations with a Melee marker."""
        return [WithdrawMelee(game.board.loc_name(at)) for at in impulse.named if melee_marker(s, at) is not None]

    def check(self, game: Game, s: Position, impulse: Impulse, command: WithdrawMelee) -> Refusal | None:
        """8.1.1: locked units, before a round is fought; somebody must be able to try."""
        at = game.board.loc(command.at)
        return check_locked(game, s, impulse, at) or check_first_withdrawer(game, s, impulse.side, at)

    def answer(self, d: Draft, impulse: Impulse, command: WithdrawMelee) -> None:
        """Ask who tries."""
        at = d.game.board.loc(command.at)
        d.update(impulse, fought=(*impulse.fought, at))
        d.push(WithdrawGroup(side=impulse.side, at=at))
