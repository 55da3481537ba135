"""18.1, 18.2, 11.1.3: those who call Mortars and artillery lend no Leadership to fire in the same turn."""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.state import Position


def note_caller(d: Draft, unit: int) -> None:
    """18.2, Q-150: remember that a unit has called fire in this turn."""
    d.emit(ev.Noted(f"caller:{d.units[unit].id}", d.turn))


def has_called(s: Position, unit: int) -> bool:
    """18.2, Q-150: whether a unit has called fire in this turn."""
    return s.notes.get(f"caller:{s.units[unit].id}", 0) == s.turn
