"""12.0: Decisive: a Leader and his hex are activated a second time in a later impulse of the turn."""

from __future__ import annotations

from collections.abc import Iterator

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, MELEE
from lnlt.core.game import Game
from lnlt.core.hooks import Attachment
from lnlt.core.state import Position, Unit
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.impulse import LEFT_TO_DO, Impulse
from lnlt.traits.skills.fire import SKILL


def has_acted(unit: Unit) -> bool:
    """Whether a unit carries an action marker and is free to act again."""
    return bool(unit.flags & ACTION_MARKERS) and not unit.flags & MELEE


def may_go_again(value: bool, game: Game, s: Position, side: int) -> bool:  # noqa: ARG001
    """12.0 Decisive, 4.0: the Operations Phase goes on for a Leader who can still use it."""
    return value or any(
        u.skills and "decisive" in u.skills and u.side == side and u.at >= 0 and u.good_order and has_acted(u)
        for u in s.units
    )


class Decisive:
    """12.0 Decisive: used instead of naming a location."""

    skill = "decisive"

    def check(self, game: Game, s: Position, impulse: Impulse, unit: int) -> Refusal | None:
        """At the start of an own impulse, after the Leader has acted in an earlier one."""
        u = s.units[unit]
        if impulse.named:
            return Refusal("12.0", "already_named", {"at": game.board.loc_name(impulse.named[0])})
        if not has_acted(u):
            return Refusal("12.0", "has_not_acted", {"unit": u.id})
        return None

    def use(self, d: Draft, impulse: Impulse, unit: int) -> None:
        """Markers come off the units of his hex; who does nothing gets his back when the impulse ends (Q-246)."""
        loc, side = d.units[unit].at, impulse.side
        again = [u for u in d.by_loc[loc] if d.units[u].side == side and has_acted(d.units[u])]
        marks = tuple((u, d.units[u].flags & ACTION_MARKERS) for u in again)
        d.update(impulse, named=(loc,), reactivated=marks)
        d.emit(ev.Activated(side, loc))
        for u in again:
            d.flag(u, 0, ACTION_MARKERS)
            if d.units[u].mp:
                d.emit(ev.PointsReset(u))


def decisive(kinds: frozenset[str]) -> Iterator[Attachment]:  # noqa: ARG001
    """12.0 Decisive: counts as something left to do."""
    yield LEFT_TO_DO.attach(SKILL, may_go_again, "decisive")
