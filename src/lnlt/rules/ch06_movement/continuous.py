"""15.5.1: Mounted Units that stay in motion from one turn to the next."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_MOVE, BULK, CONTINUOUS, HIT_AND_RUN, IMMOBILIZED, MELEE, MOVED
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch14_ordnance.acquisition import moves_off
from lnlt.rules.facts.mounts import is_mount


class StayInMotion(Command, frozen=True, gc=False):
    """A unit goes on moving in the next turn."""

    unit: str


class EndDeclaring(Command, frozen=True, gc=False):
    """No further unit stays in motion."""

    PASSES: ClassVar[bool] = True


def check_motion(game: Game, s: Position, side: int, name: str) -> Refusal | None:
    """15.5, 15.5.1: a Good Order Mounted Unit or vehicle of the side under a marker of movement, once.

    Not an Immobilized one (21.4.1): it could not leave its hex, as it must.
    """
    unit = s.ids.get(name)
    if unit is None or s.units[unit].side != side or not stays_mobile(game, s, unit):
        return Refusal("15.5.1", "not_mounted", {"unit": name})
    u = s.units[unit]
    rule = "15.5" if u.flags & BULK else "15.5.1"
    if u.at < 0 or not u.good_order or u.flags & (MELEE | IMMOBILIZED) or not u.flags & in_motion_by(u.flags):
        return Refusal(rule, "not_in_motion", {"unit": name})
    if u.flags & CONTINUOUS:
        return Refusal(rule, "already_declared", {"unit": name})
    return None


def stays_mobile(game: Game, s: Position, unit: int) -> bool:
    """15.5, 15.5.1: vehicles and Mounted Units."""
    return bool(s.units[unit].flags & BULK) or is_mount(game, s, unit)


def in_motion_by(flags: int) -> int:
    """15.5, 15.5.1: markers of movement: Moved, and Assault Move of vehicles or H&R of Mounted Units."""
    return MOVED | (ASSAULT_MOVE if flags & BULK else HIT_AND_RUN)


def in_motion(game: Game, s: Position, side: int) -> list[Command]:
    """Units of a side that might stay in motion."""
    return [
        StayInMotion(u.id)
        for i, u in enumerate(s.units)
        if u.side == side and u.flags & in_motion_by(u.flags) and stays_mobile(game, s, i)
    ]


class Declaring(Procedure, frozen=True, gc=False, kw_only=True):
    """15.5.1, Q-070: the side with the initiative declares first; last turn's declarations are over."""

    RULE: ClassVar[str] = "15.5.1"
    STEPS: ClassVar[tuple[str, ...]] = ("clear", "first", "second")

    def clear(self, d: Draft) -> None:
        """A unit that could not go on has stopped."""
        for u in range(len(d.units)):
            d.flag(u, 0, CONTINUOUS)

    def first(self, d: Draft) -> None:
        """The side with the initiative."""
        ask(d, d.initiative)

    def second(self, d: Draft) -> None:
        """The other side."""
        ask(d, 1 - d.initiative)


def ask(d: Draft, side: int) -> None:
    """Ask a side while it has a unit to declare."""
    if any(
        check_motion(d.game, d, side, c.unit) is None for c in in_motion(d.game, d, side) if type(c) is StayInMotion
    ):
        d.push(Declare(side=side))


class Declare(Question, frozen=True, gc=False, kw_only=True):
    """15.5.1: which units stay in motion."""

    RULE: ClassVar[str] = "15.5.1"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (StayInMotion, EndDeclaring)

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Mounted Units that have moved, and no more."""
        return [*in_motion(game, s, self.side), EndDeclaring()]

    def check(self, game: Game, s: Position, command: StayInMotion | EndDeclaring) -> Refusal | None:
        """15.5.1: see `check_motion`; nobody has to."""
        return None if type(command) is EndDeclaring else check_motion(game, s, self.side, getattr(command, "unit", ""))

    def answer(self, d: Draft, command: StayInMotion | EndDeclaring) -> None:
        """The unit keeps a marker; ask on."""
        if type(command) is StayInMotion:
            d.flag(d.ids[command.unit], CONTINUOUS)
            moves_off(d, (d.ids[command.unit],))
            ask(d, self.side)
