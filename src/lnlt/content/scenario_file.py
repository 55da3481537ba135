"""Scenario files as written: order of battle, groups, Events, victory. `scenario_setup` gives them meaning."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from lnlt.content.boards import HexEntry, Placement, SideEntry
from lnlt.content.mapfile import BuildingEntry
from lnlt.core.setup import EventSetup, Exit, MarkerSetup, Mission, Night, Paragraph, Points, Victory

Count = Annotated[int, msgspec.Meta(ge=1, le=99)]


class UnitEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[units]]`: one or more equal units; a type of a pack, or a kind with printed values."""

    side: str
    type: str = ""
    kind: str = ""
    values: str = ""
    id: str = ""
    count: Count = 1
    at: str = ""
    group: str = ""
    carries: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    badge: str = ""
    reduces_to: tuple[str, ...] = ()
    dismounts_to: str = ""
    setup: tuple[str, ...] = ()
    """Where a Sniper may be placed, if that is limited (11.4)."""
    name: str = ""
    """What a unit with its own values is called."""
    facing: str = ""
    """The two hexes beside the vertex a vehicle or gun faces, "G6/H6"; without it, it faces the enemy."""
    turret: str = ""
    hatch: Literal["", "open", "buttoned"] = ""
    mode: Literal["", "flying", "hovering"] = ""
    """Of a helicopter with a place; without it, it flies (19.2.1)."""
    aboard: str = ""
    """The vehicle a passenger or Armor Leader begins in or on."""
    riding: Literal["", "inside", "outside"] = ""
    acquired: tuple[tuple[str, str, Literal[1, 2]], ...] = ()
    """Weapon ("" = its only gun), target (a unit or a hex) and level (14.3)."""


class AirEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[airstrikes]]`: one or more airstrikes of a side (19.1)."""

    side: str
    type: str
    id: str = ""
    count: Count = 1
    turn: Count = 1
    edges: tuple[Literal["north", "east", "south", "west"], ...] = ()
    """Edges it enters by; without them a die decides."""


class WeaponEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[weapons]]`: a Support Weapon; carried by the unit that names its id, or lying in a hex."""

    id: str
    type: str = ""
    kind: str = ""
    values: str = ""
    name: str = ""
    """What a weapon with its own values is called."""
    side: str = ""
    at: str = ""
    group: str = ""


class GroupEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[groups]]`: units that set up, enter or wait together; areas are hexes or "within 3 of H6"."""

    id: str
    side: str
    setup: tuple[str, ...] = ()
    enter: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    turn: int = 1
    one_edge: bool = False
    edge_roll: dict[str, str] = {}
    after: str = ""
    edges_near: str = ""
    may_wait: bool = False
    held: bool = False
    secret: bool = False
    works: tuple[str, ...] = ()
    """Fortifications the owner places in the area: "2 x bunker 3", "wire"."""


class HeroType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A counter that stands for a Hero, with printed values."""

    name: str
    values: str
    wounded: str = ""


class HeroEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[heroes]`: what a scenario says about new Heroes (11.2.1)."""

    creation: bool = True
    optional: bool = False
    """Only with the option "optional_heroes"."""
    none: tuple[str, ...] = ()
    skills: bool = True
    cup: tuple[str, ...] | None = None
    types: dict[str, tuple[str | HeroType, ...]] = {}
    """Hero types of a pack, or counters that stand for one."""
    due: dict[str, int] = {}


class BoardEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[board]`: changes to the maps."""

    hexes: dict[str, str | HexEntry] = {}
    hexsides: tuple[SideEntry, ...] = ()
    buildings: tuple[BuildingEntry, ...] = ()
    joints: dict[str, str | HexEntry] = {}
    overlays: tuple[str, ...] = ()
    stream: Literal[1, 2, 3, 4, 5] = 1
    """Type of the hexsides the maps call just "stream" (10.5.1)."""


class SideEntryFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[sides]]`: id used in the file, name and nation."""

    id: str
    name: str
    nation: str


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file as written."""

    name: str
    era: Literal["ww2", "modern"]
    turns: Count
    initiative: str
    maps: tuple[Placement, ...]
    sides: tuple[SideEntryFile, ...]
    units: tuple[UnitEntry, ...]
    victory: tuple[Victory, ...] = ()
    id: str = ""
    origin: str = ""
    """Where it comes from: "own" for our inventions."""
    about: str = ""
    date: str = ""
    place: str = ""
    board: BoardEntry = BoardEntry()
    weapons: tuple[WeaponEntry, ...] = ()
    markers: tuple[MarkerSetup, ...] = ()
    options: tuple[str, ...] = ()
    otherwise: str = ""
    points: tuple[Points, ...] = ()
    groups: tuple[GroupEntry, ...] = ()
    setup_order: tuple[str, ...] = ()
    exits: tuple[Exit, ...] = ()
    events: tuple[EventSetup, ...] = ()
    paragraphs: tuple[Paragraph, ...] = ()
    control: dict[str, str] = {}
    """Side to an area it controls at the start, or "buildings"."""
    playable: tuple[str, ...] = ()
    """Columns that are used, such as "E-K"; empty = the whole board."""
    missions: tuple[Mission, ...] = ()
    airstrikes: tuple[AirEntry, ...] = ()
    heroes: HeroEntry = HeroEntry()
    smoke_markers: int = 0
    """Smoke markers of the module, if it states their number: then they limit the Smoke in play (7.0)."""
    weather: str = ""
    """"rain", "snow", or weather of a pack (10.9)."""
    packs: tuple[str, ...] = ()
    """Folders of packs that are not shipped, seen from the scenario file."""
    traits: tuple[str, ...] = ()
    """Rules of packs that are switched on: "key", or "key:side"."""
    new_players: bool = False
    """The module recommends it for a first game (24.0)."""
    night: bool | Night = False
    """true, or a table that says more about the night (20.0)."""
    special_rules: tuple[str, ...] = ()
    """Rules switched on by name, with code behind them."""
    rules: tuple[str, ...] = ()
    """Special rules in words, for the card."""
