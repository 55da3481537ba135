"""What random play says when something does not hold."""

from __future__ import annotations


class BrokenError(AssertionError):
    """An invariant does not hold."""


def need(holds: object, what: str) -> None:
    """Raise if something that must hold does not."""
    if not holds:
        raise BrokenError(what)
