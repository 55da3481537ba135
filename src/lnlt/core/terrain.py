"""What a terrain chart says, as values: hex terrain, hexside terrain and counters that act as terrain.

Costs are in half Movement Points (a wheeled vehicle pays half a point on a road); PROHIBITED forbids entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

OPEN, DEGRADING, BLOCKING = 0, 1, 2
"""Line-of-sight classes of the chart."""
LOS_NAMES = ("open", "degrading", "blocking")

LEG, TRACKED, OFFROAD, ROADBOUND = 0, 1, 2, 3
"""Movement classes: Leg, and the T, O and R columns of the chart."""
CLASS_NAMES = ("leg", "T", "O", "R")

PROHIBITED = -1
UNLIMITED = 99
"""Obstacle height of things that degrade at every height."""

Shape = Literal["none", "inside", "terrain", "whole"]
"""How a counter stands in a line of sight: not at all; inside its hex only (Wreck); inside, and beside a hexside
line as one hex of the pair like printed terrain (FFE, Craters); inside and along all its sides alone (Smoke)."""

Costs = tuple[int, int, int, int]


class Terrain(msgspec.Struct, frozen=True):
    """One row of the chart for the inside of a hex."""

    key: str
    name: str
    los: int
    height: int | None
    """Obstacle height in levels; None = per terrain height: counts only between ends on its own level."""
    tm: int
    cost: Costs
    structure: bool = False
    """A building, hut or other dwelling: limited lines between separate ones (10.3.2)."""
    hides_moving: bool = False
    """Cancels the +1 against moving Leg targets."""
    flammable: bool = False
    road: bool = False
    stacking: int | None = None
    """Squads allowed per side if fewer than usual."""
    level: int = 0
    """Levels a unit in it stands above the ground (stands of a stadium)."""
    verified: bool = True
    water: bool = False
    weapon_teams: bool = True
    """Weapon Teams may enter (not into Marsh)."""
    overrun: bool = False
    """A module says that vehicles may Overrun here whatever else the row says (15.3)."""
    mortars: bool = True
    """False: a module says that Mortars are not fired from here (18.1)."""


class Hexside(msgspec.Struct, frozen=True):
    """One row of the chart for a hexside."""

    key: str
    name: str
    los: int
    height: int | None
    tm: int
    cost: Costs
    """Added to the cost of the hex entered."""
    hides_moving: bool = False
    verified: bool = True


class Counter(msgspec.Struct, frozen=True):
    """A marker that acts as terrain: Smoke, Wreck, Rubble, Roadblock, Fire, FFE, Craters …"""

    key: str
    name: str
    los: int
    height: int | None
    shape: Shape
    tm: int
    cost: Costs | None = None
    """Cost of the hex instead of its terrain's, or None: no change."""
    total: bool = False
    """`cost` takes the place of everything else too: hexsides, slopes, other counters (10.5.4, 21.3)."""
    extra: Costs = (0, 0, 0, 0)
    """Added to the cost of the hex."""
    spots_as: int | None = None
    """Class the hex counts as for spotting, if the counter changes it."""
    verified: bool = True
    tms: tuple[int, ...] = ()
    """Values the markers come with, if there are several; `tm` is the first of them."""


class Chart(msgspec.Struct, frozen=True):
    """A whole terrain effects chart of one era, module overlays applied."""

    era: str
    terrains: Mapping[str, Terrain]
    hexsides: Mapping[str, Hexside]
    counters: Mapping[str, Counter]
