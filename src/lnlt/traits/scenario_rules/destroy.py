"""22.0: `destroy:HEX:UNIT:NOTE`: something found in a hex is destroyed by staying there for a whole turn (Q-253)."""

from __future__ import annotations

from collections.abc import Iterator

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, ELIMINATED, MELEE, SHAKEN
from lnlt.core.hooks import Attachment
from lnlt.rules.ch02_outline import OPERATIONS_BEGIN, OPERATIONS_END

IDLE = ~(SHAKEN | ELIMINATED | MELEE | ACTION_MARKERS)


class Destroying:
    """A named unit and a Good Order MMC stay in a hex from the beginning of a turn's Operations Phase to its end."""

    def __init__(self, hex_: str, unit: str, note: str) -> None:
        self.hex, self.unit, self.note = hex_, unit, note

    def idle(self, d: Draft) -> list[int]:
        """Units in the hex, in Good Order, that have done nothing and fight no Melee; only if the named one is one."""
        at = d.game.board.loc(self.hex)
        there = d.by_loc.get(at, ())
        if len({d.units[u].side for u in there}) != 1:
            return []
        fit = [u for u in there if not d.units[u].flags & ~IDLE]
        named = d.ids.get(self.unit)
        return fit if named in fit else []

    def begin(self, d: Draft) -> None:
        """Remember who is there, if the thing was found on an earlier turn."""
        found = d.notes.get(self.note, 0)
        if found and d.turn > found and not d.notes.get(f"{self.note} destroyed"):
            for u in self.idle(d):
                d.emit(ev.Noted(f"{self.note}:{d.units[u].id}", d.turn))

    def end(self, d: Draft) -> None:
        """It is destroyed if the named unit and an MMC of those remembered are still there and have done nothing."""
        stayed = [u for u in self.idle(d) if d.notes.get(f"{self.note}:{d.units[u].id}", 0) == d.turn]
        if d.ids.get(self.unit) in stayed and any(d.game.types[d.units[u].type].is_mmc for u in stayed):
            d.emit(ev.Noted(f"{self.note} destroyed", d.turn))


def attachments(values: list[str]) -> Iterator[Attachment]:
    """The two moments of the rule."""
    rule = Destroying(*values)
    yield OPERATIONS_BEGIN.attach("scenario", rule.begin, "destroy")
    yield OPERATIONS_END.attach("scenario", rule.end, "destroy")
