"""Wire types of aircraft: the line one flies, where it is, what it has left."""

from __future__ import annotations

from lnlt.server.shapes_board import Struct


class Flight(Struct, frozen=True, kw_only=True):
    """An airstrike from its arrival to its end (19.1)."""

    unit: str
    name: str
    side: int
    edges: tuple[str, ...] = ()
    """Edges of the map it may come from, in words."""
    at: str = ""
    """The hex it is over; empty before it enters."""
    path: tuple[str, ...] = ()
    """Hexes of its line, in order."""
    strafed: tuple[str, ...] = ()
    bombed: tuple[str, ...] = ()
    """Hexes it has attacked."""
    ahead: tuple[str, ...] = ()
    """Hexes of its line, from where it is, that it could attack as things stand."""
    loads: tuple[str, ...] = ()
    """What it has left, in words."""
