"""8.1.1, Q-064: getting out of a Melee: each unit checks its Morale, those who pass may move, those who fail fight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, MELEE, OPS_COMPLETE
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch08_melee.round import MeleeRound, check_morale
from lnlt.rules.facts import units
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.melee_eligibility import is_eligible
from lnlt.rules.facts.melee_leaving import check_left_behind
from lnlt.rules.facts.melee_marks import leg_units, lock


def check_withdrawer(game: Game, s: Position, side: int, at: int, unit: int) -> Refusal | None:
    """8.1.1: a locked unit of the side that has not acted and can move."""
    u = s.units[unit]
    if u.at != at or u.side != side or not u.flags & MELEE:
        return Refusal("8.1.1", "not_locked_here", {"unit": u.id, "at": game.board.loc_name(at)})
    if u.flags & ACTION_MARKERS:
        return Refusal("4.0", "has_acted", {"unit": u.id})
    if units.movement(game, s, u) < 1:
        return Refusal("6.0", "cannot_move", {"unit": u.id})
    return None


def check_can_end(game: Game, s: Position, side: int, at: int, members: Sequence[int]) -> Refusal | None:
    """8.1.1: the group must still be able to become one that leaves nobody, or a Melee-eligible rearguard."""
    last = members[-1]
    later = [u for u in leg_units(game, s, side, at) if u > last and check_withdrawer(game, s, side, at, u) is None]
    if any(is_eligible(game, s, u) for u in later):
        return None
    return check_left_behind(game, s, side, at, (*members, *later))


def check_first_withdrawer(game: Game, s: Position, side: int, at: int) -> Refusal | None:
    """8.1.1: somebody must be able to begin a withdrawal."""
    first: Refusal | None = None
    for u in leg_units(game, s, side, at):
        refusal = check_withdrawer(game, s, side, at, u) or check_can_end(game, s, side, at, (u,))
        if refusal is None:
            return None
        first = first or refusal
    return first or Refusal("8.1.1", "nobody_withdraws", {"at": game.board.loc_name(at)})


class AddWithdrawer(Command, frozen=True, gc=False):
    """A unit is among those that try to get out."""

    unit: str


class TryWithdrawal(Command, frozen=True, gc=False):
    """The group is complete: each of its units checks its Morale."""


class WithdrawGroup(Question, frozen=True, gc=False, kw_only=True):
    """8.1.1: which of the locked units try to get out; the others are the rearguard."""

    RULE: ClassVar[str] = "8.1.1"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (AddWithdrawer, TryWithdrawal)
    at: int
    members: tuple[int, ...] = ()

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Units with a higher number than those already in, then the attempt."""
        last = self.members[-1] if self.members else -1
        found: list[Command] = [
            AddWithdrawer(s.units[u].id) for u in leg_units(game, s, self.side, self.at) if u > last
        ]
        if self.members:
            found.append(TryWithdrawal())
        return found

    def check(self, game: Game, s: Position, command: AddWithdrawer | TryWithdrawal) -> Refusal | None:
        """8.1.1: whoever stays behind must be Melee-eligible, or have such company."""
        if type(command) is TryWithdrawal:
            if not self.members:
                return Refusal("8.1.1", "nobody_withdraws", {"at": game.board.loc_name(self.at)})
            return check_left_behind(game, s, self.side, self.at, self.members)
        assert type(command) is AddWithdrawer
        unit = s.ids.get(command.unit)
        if unit is None:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        if self.members and unit <= self.members[-1]:
            return Refusal("8.1.1", "in_order", {"unit": command.unit})
        return check_withdrawer(game, s, self.side, self.at, unit) or check_can_end(
            game, s, self.side, self.at, (*self.members, unit)
        )

    def answer(self, d: Draft, command: AddWithdrawer | TryWithdrawal) -> None:
        """One more, or the attempt."""
        if type(command) is AddWithdrawer:
            d.push(replace(self, members=(*self.members, d.ids[command.unit])))
            return
        d.push(Withdrawal(side=self.side, at=self.at, units=self.members))


class Withdrawal(Procedure, frozen=True, gc=False, kw_only=True):
    """8.1.1, Q-064: all check, those who pass may leave, then those who failed fight a round."""

    RULE: ClassVar[str] = "8.1.1"
    STEPS: ClassVar[tuple[str, ...]] = ("checks", "leave", "stay")
    side: int
    at: int
    units: tuple[int, ...]
    checked: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()

    def checks(self, d: Draft) -> None:
        """1.5.1: a Morale Check each, one by one, Leaders first; LM and cover help."""
        waiting = [u for u in self.units if u not in self.checked]
        if waiting:
            u = min(waiting, key=lambda u: not is_leader(d.game, d, u))
            passed = (*self.passed, u) if check_morale(d, u) else self.passed
            d.update(self, step=0, checked=(*self.checked, u), passed=tuple(sorted(passed)))

    def leave(self, d: Draft) -> None:
        """8.1.1: those who passed may move, by any movement but Assault Fire."""
        if not self.passed:
            return
        for u in self.passed:
            d.flag(u, 0, MELEE)
        group = MoveGroup(side=self.side, origin=self.at, only=self.passed)
        if group.joiners(d.game, d):
            d.push(group)

    def stay(self, d: Draft) -> None:
        """8.1.1, Q-064, Q-212: who passed and stayed has acted; if anybody failed, a round is fought at once."""
        here = leg_units(d.game, d, self.side, self.at)
        if not here:
            return
        for u in self.passed:
            if d.units[u].at == self.at:
                d.flag(u, OPS_COMPLETE)
        lock(d, self.at)
        if not any(u in here for u in self.units if u not in self.passed):
            return
        d.push(MeleeRound(side=self.side, at=self.at))
