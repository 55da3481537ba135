"""A situation file as written: top level, board, state, units, weapons and dice. Steps are in `steps`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from lnlt.core.catalog import Band
from lnlt.core.setup import Night
from lnlt.situations.scenario import ScenarioTable
from lnlt.situations.steps import Many, Step

Count = Annotated[int, msgspec.Meta(ge=0)]
Ordinal = Annotated[int, msgspec.Meta(ge=1)]
"""Numbers that are never negative, and those that begin with 1."""
Explosive = Count | Literal["*"]
"""High-Explosive equivalent; "*": none."""
Salvo = Count | str
"""The same of a gun, also with its rate of fire as printed: "2x3"."""
Plates = str | int | tuple[str | int, ...]
"""Armor factors, front, flank and rear; a single one such as "*" is that of all sides."""
Column = tuple[int | str, int | str, int | str]
"""A column of a to-hit table as printed: range, to-hit number, penetration; of a split one both halves: "8/9"."""


class GunTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the `guns` of a unit with a split to-hit table."""

    to_hit: tuple[Band, ...] = ()
    he: Salvo | None = None
    ammo: str = "ap"
    rof: Ordinal = 1
    depletion: Count = 0
    mount: str = ""


class HexTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[board.hexes]`: one hex."""

    terrain: str | None = None
    level: int | None = None
    silhouette: float | None = None
    features: tuple[str, ...] | None = None


class SideTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[board.hexsides]]`: one hexside."""

    between: tuple[str, str]
    kind: str


class BuildingTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[board.buildings]]`: hexes of one building."""

    hexes: tuple[str, ...]
    kind: str = ""
    floors: int | None = None
    rooftop: bool | None = None


class MarkerTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[board.markers]]`: a marker on the board."""

    kind: str
    at: str
    strength: Count | None = None
    facing: str | None = None
    side: str | None = None
    of: Literal["mortar", "artillery"] | None = None
    """Whose Fire for Effect it is (18.1, 18.2): a Mortar Team's has two dice, a mission's seven hexes."""
    trigger: Literal["occupation", "los"] | None = None
    """What triggers an Event marker (1.8); without it occupation of its hex."""
    paragraph: str | None = None
    """Paragraph of the scenario that an Event marker leads to."""


class FactsTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[board.facts]`: what is stated about a board without a picture."""

    los: tuple[tuple[str | int, ...], ...] = ()
    """Two places, clear, degraded, limited or blocked, and for a degraded line the number of hexes."""
    distance: tuple[tuple[str, str, int], ...] = ()
    spotted: tuple[str, ...] = ()


class BoardTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[board]`: a shipped map or open ground, with changes."""

    map: str | None = None
    hexes: dict[str, str | HexTable] = {}
    hexsides: tuple[SideTable, ...] = ()
    buildings: tuple[BuildingTable, ...] = ()
    markers: tuple[MarkerTable, ...] = ()
    facts: FactsTable = FactsTable()


class StateTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[state]`: where in the turn the situation begins."""

    turn: Ordinal = 1
    phase: Literal["rally", "operations", "admin"] = "operations"
    impulse: str | None = None
    initiative: str | None = None
    sides: tuple[str, ...] = ()
    nations: dict[str, str] = {}
    missions: dict[str, list[dict[str, Any]]] = {}


class UnitTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[units]]`: one unit."""

    id: str
    side: str
    at: str | None = None
    aboard: str | None = None
    riding: Literal["inside", "outside"] | None = None
    type: str | None = None
    kind: str | None = None
    values: str | None = None
    shaken: str | None = None
    wounded: str | None = None
    abilities: tuple[str, ...] = ()
    badge: str | None = None
    skills: tuple[str, ...] = ()
    status: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()
    reduces_to: Many | None = None
    dismounts_to: str | None = None
    facing: str | None = None
    turret: str | None = None
    hatch: Literal["open", "buttoned"] | None = None
    mode: Literal["flying", "hover", "hovering"] | None = None
    """Mode of a helicopter; without it, it flies (19.2.1)."""
    armor: Plates = ()
    mgs: str | tuple[str, ...] = ()
    he: Salvo | None = None
    to_hit: tuple[Column, ...] = ()
    ammo: str | None = None
    rof: Ordinal | None = None
    """Shots of its gun in an impulse: the N of "N x"."""
    depletion: Count | None = None
    """ATGM depletion number."""
    guns: tuple[GunTable, ...] = ()
    """Both halves of a split to-hit table, in place of `to_hit`, `he`, `ammo`."""
    size: int | None = None
    capacity: str | None = None
    min_range: Count | None = None
    cannon: Salvo | None = None
    """Attacks of an aircraft, "2x3"; its bombs may also be called `he`."""
    bombs: Salvo | None = None
    around: int | None = None
    """Firepower of a bomber in the six hexes around its target."""
    evasion: int | None = None
    available: int | None = None
    """Turn on which an airstrike is available."""
    edges: tuple[str, ...] = ()
    """Edges it enters by, in place of a die."""


class WeaponTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[weapons]]`: one Support Weapon."""

    id: str
    type: str | None = None
    kind: str | None = None
    values: str | None = None
    to_hit: tuple[Band, ...] = ()
    he: Explosive | None = None
    ammo: str | None = None
    depletion: Count | None = None
    side: str | None = None
    """Whose it is, if it lies in a hex."""
    side_up: str | None = None
    bipod: str | None = None
    """Firepower and range of the other side of a tripod weapon."""
    nation: str | None = None
    captured: bool | None = None
    at: str | None = None
    abilities: tuple[str, ...] = ()
    min_range: Count | None = None


class DieTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"purpose": "for"}):
    """`dice`: one roll or one draw."""

    purpose: str
    roll: tuple[int, ...] | None = None
    pick: str | None = None


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole file."""

    id: str
    title: str = ""
    rule: Many = []
    era: Literal["ww2", "modern"] = "ww2"
    options: tuple[str, ...] = ()
    special_rules: tuple[str, ...] = ()
    night: bool | Night = False
    weather: str = ""
    board: BoardTable = BoardTable()
    scenario: ScenarioTable = ScenarioTable()
    state: StateTable = StateTable()
    units: tuple[UnitTable, ...] = ()
    weapons: tuple[WeaponTable, ...] = ()
    dice: tuple[DieTable, ...] = ()
    step: tuple[Step, ...] = ()
