"""Wire types of vehicles and guns: what their counters show, what they cover, how they are armored."""

from __future__ import annotations

from lnlt.server.shapes.base import Struct


class GunTable(Struct, frozen=True, kw_only=True):
    """A piece of ordnance as printed: to-hit and penetration number by range."""

    name: str
    he: str
    ammo: str
    bands: tuple[tuple[str, str, str], ...]
    """Up to so many hexes: to-hit number, penetration value."""


class Gear(Struct, frozen=True, kw_only=True):
    """What vehicles and guns have beside other counters."""

    facing: int
    """Vertex the hull or gun faces, 0 to 5 clockwise from the top left; negative: it does not matter."""
    turret: int
    """The same of the turret; negative: none."""
    armor: tuple[str, ...]
    """Front, flank, rear as printed, hull/turret."""
    hatch: str
    """open, buttoned; empty: always open."""
    drives: str
    """T tracks, O wheels off road, R road only; empty: no vehicle."""
    mgs: tuple[str, ...]
    guns: tuple[GunTable, ...]
    capacity: str


class Sector(Struct, frozen=True, kw_only=True):
    """A facing of a vehicle: between which bearings (degrees from the top of the map, clockwise), and its armor."""

    facing: str
    """front, flank, rear."""
    text: str
    armor: str
    start: int
    end: int
    """Greater than `start`, may be above 360."""


class Arc(Struct, frozen=True, kw_only=True):
    """The hull or turret of a vehicle, or a gun: where it points, what it covers, how it is armored."""

    unit: str
    part: str
    """hull, turret."""
    at: str
    bearing: int
    guns: tuple[str, ...]
    hexes: tuple[str, ...]
    """In its covered arc and within range."""
    sectors: tuple[Sector, ...]
