"""How a game begins, as plain data: what a scenario or a situation is turned into, and what a record keeps."""

from __future__ import annotations

import msgspec

from lnlt.core.catalog import UnitType, WeaponType


class HexPatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one hex of a board is, other than the map says."""

    terrain: str | None = None
    level: int | None = None
    silhouette: float | None = None
    features: tuple[str, ...] | None = None


class SidePatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Terrain of one hexside."""

    between: tuple[str, str]
    kind: str


class BuildingPatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Hexes that form one building."""

    hexes: tuple[str, ...]
    kind: str = ""
    floors: int = 0
    """0 = as 10.2 says: two for HC buildings of three hexes or more, else one."""
    rooftop: bool = False


class MapPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A map in a layout of several: where its A1 lies and how it is turned."""

    map: str
    column: int = 0
    row: int = 0
    turned: bool = False


class BoardSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A shipped map, several joined ones, or a clear board of a size; with changes."""

    maps: tuple[MapPlace, ...] = ()
    size: tuple[int, int] = (0, 0)
    """Columns and rows of a clear board, if there is no map."""
    hexes: dict[str, HexPatch] = {}
    hexsides: tuple[SidePatch, ...] = ()
    buildings: tuple[BuildingPatch, ...] = ()
    overlays: tuple[str, ...] = ()
    stream: int = 1
    """Type of the hexsides a map calls just "stream" (10.5.1)."""


class SideSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of the two sides."""

    id: str
    name: str = ""
    nation: str = ""


class UnitSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit at the start."""

    id: str
    side: str
    type: str
    at: str = ""
    status: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    """Skills of the order of battle, beside those of its type (12.0)."""
    area: tuple[str, ...] = ()
    """Hexes a Sniper may be placed in, if the scenario limits them (11.4)."""


class HeroSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a scenario says about new Heroes (11.2.1)."""

    creation: bool = True
    """False: nobody creates Heroes."""
    none: tuple[str, ...] = ()
    """Sides that create no Heroes."""
    skills: bool = True
    """False: new Heroes draw no Skill."""
    cup: tuple[str, ...] | None = None
    """Skills in the cup; None = all that are known and not assigned to a unit."""
    types: dict[str, tuple[str, ...]] = {}
    """Hero types a side draws from instead of all of its nation."""
    due: dict[str, int] = {}
    """Heroes of a side that are still to come as reinforcements; they count against the limit of two."""


class WeaponSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Support Weapon at the start: carried (see the units) or lying at a hex."""

    id: str
    type: str
    side: str = ""
    at: str = ""
    side_up: str = ""
    """"tripod" (assembled), "bipod" (dismantled) or "jammed"; without it assembled on the map, dismantled off it."""
    captured: bool = False


class MarkerSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A marker on the board at the start."""

    kind: str
    at: str
    strength: int = 1
    side: str = ""
    facing: str = ""
    """Neighbouring hex the arrow of a Cave or Bunker points to."""


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side wins if Good Order MMCs of it, and no enemy, stand in enough of the hexes when the last turn ends."""

    side: str
    hold: tuple[str, ...]
    at_least: int = 1


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an example states about a board whose picture is not known: these override the geometry."""

    los: tuple[tuple[str | int, ...], ...] = ()
    """From, to, verdict and, if degraded or limited, how often."""
    distance: tuple[tuple[str, str, int], ...] = ()
    spotted: tuple[str, ...] = ()


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where in the turn the game begins; the default is the first Operations Phase after an empty Rally Phase."""

    turn: int = 1
    phase: str = "rally"
    impulse: str = ""
    initiative: str = ""
    roll: bool = False
    """Roll for initiative on this turn too (else the side given above has it)."""


class GameSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything needed to begin a game."""

    id: str
    name: str
    era: str
    board: BoardSetup
    sides: tuple[SideSetup, SideSetup]
    units: tuple[UnitSetup, ...]
    weapons: tuple[WeaponSetup, ...] = ()
    markers: tuple[MarkerSetup, ...] = ()
    types: tuple[UnitType, ...] = ()
    """Unit types that are in no pack."""
    weapon_types: tuple[WeaponType, ...] = ()
    turns: int = 99
    start: Start = Start()
    options: tuple[str, ...] = ()
    """Optional rules switched on."""
    victory: tuple[Victory, ...] = ()
    facts: Facts = Facts()
    heroes: HeroSetup = HeroSetup()
    smoke_markers: int = 0
    """Smoke markers the module has; 0 = it states no number (7.0, Q-005)."""
    weather: str = ""
    """"rain", "snow" or anything else the scenario says (10.9)."""
    pause_at_phase_end: bool = False
    """Wait for a `next` command before each Administrative Phase (situations)."""
    ask_every_target: bool = False
    """Ask for the targets of a Melee attack also where there is only one (situations)."""
