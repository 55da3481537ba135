"""Base of all wire types, and the board, which is sent once. `shapes` has the rest."""

from __future__ import annotations

import msgspec


class Struct(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Base of all wire types: absent means the default."""


class HexArt(Struct, frozen=True, kw_only=True):
    """One hex as it is drawn: centre in grid units, terrain, level, footprint."""

    name: str
    x: float
    y: float
    terrain: str
    level: int = 0
    half: bool = False
    features: tuple[str, ...] = ()
    road: tuple[int, ...] = ()
    """Directions (0 to 5, clockwise from the top) in which the road goes on."""
    radius: float = 0
    """Footprint of the artwork for lines of sight: a disc of this radius in grid units…"""
    shape: tuple[tuple[float, float], ...] = ()
    """…or this polygon, corners relative to the centre."""
    extra: tuple[ArtPiece, ...] = ()
    floors: int = 0
    roof: bool = False
    building: int = -1
    playable: bool = True
    label: str = ""
    """What is here, for readers: "Heavy building, two floors, level 1"."""
    tm: int = 0


class ArtPiece(Struct, frozen=True, kw_only=True):
    """A piece of other terrain's artwork inside a hex."""

    terrain: str
    shape: tuple[tuple[float, float], ...]


class SideArt(Struct, frozen=True, kw_only=True):
    """Terrain along a hexside: between which hexes, and the two corners in grid units."""

    a: str
    b: str
    kind: str
    name: str
    ends: tuple[tuple[float, float], tuple[float, float]]


class BoardArt(Struct, frozen=True, kw_only=True):
    """The whole board: flat-top hexes, `size` is the distance from centre to corner in grid units."""

    name: str
    size: float
    width: float
    height: float
    hexes: tuple[HexArt, ...]
    sides: tuple[SideArt, ...] = ()


class SideInfo(Struct, frozen=True, kw_only=True):
    """A side as counters show it."""

    id: str
    name: str
    nation: str
    colour: str
    edge: str = ""
    """Edge pattern, so that sides differ without colour."""
