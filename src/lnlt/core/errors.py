"""Errors a user can cause and a user can mend. Everything else is a bug."""

from __future__ import annotations


class LnltError(Exception):
    """A problem in what the user gave us, said in one sentence that names the place.

    >>> str(LnltError("unknown terrain 'swamp'", "maps/15.toml", "hexes.H6"))
    "maps/15.toml: hexes.H6: unknown terrain 'swamp'"
    """

    def __init__(self, reason: str, *place: str) -> None:
        self.reason = reason
        self.place = tuple(p for p in place if p)
        super().__init__(": ".join((*self.place, reason)))


class ContentError(LnltError):
    """A map, pack, scenario or situation file that cannot be used; place = file and key path."""


class RecordError(LnltError):
    """A game record or save that cannot be read or does not replay; place = file and line."""
