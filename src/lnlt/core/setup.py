"""How a game begins, as plain data: what a scenario or a situation is turned into, and what a record keeps."""

from __future__ import annotations

from collections.abc import Collection, Container
from typing import Any

import msgspec

from lnlt.core.catalog import UnitType, WeaponType
from lnlt.core.module_data import NO_MODULE, ModuleData

OPTIONAL_RULES = (
    "fire",
    "spot_vehicles",
    "split_mgs",
    "size_and_speed",
    "hull_down",
    "alternative_missions",
    "smoke_limit",
    "optional_heroes",
)
"""Rules a scenario may switch on: seven of the book (Q-005), and Heroes where a scenario has none of its own accord."""


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
    sheets: dict[str, dict[str, Any]] = {}
    """Maps that are not shipped, with all that their files say, by the names `maps` has for them."""
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
    facing: str = ""
    """The two hexes beside the vertex a vehicle or Weapon Team faces, "G6/H6"; without it, it faces the enemy."""
    turret: str = ""
    """The same of the turret; without it, it faces the hull's front."""
    hatch: str = ""
    """"buttoned", or open (15.0.1)."""
    aboard: str = ""
    """The vehicle a passenger or Armor Leader is in or on (16.0, 11.5)."""
    riding: str = ""
    """"inside" or "outside"; without it, inside if the vehicle has room there."""
    acquired: tuple[tuple[str, str, int], ...] = ()
    """Weapon ("" or "main", "second", or a Support Weapon), target (a vehicle or a place) and -1 or -2 as 1 or 2."""


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


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing a side must have done; exactly one of the keys says what."""

    hold: tuple[str, ...] = ()
    """Good Order MMCs of it, and no enemy, stand in at least `at_least` of these places."""
    control: tuple[str, ...] = ()
    """It controls at least `at_least` of these places (22.1)."""
    at_least: int = 0
    """0 = all of them."""
    exit_squads: float = 0
    """Squads (Half-Squads count half) that have left the map as they should."""
    exit_leaders: int = 0
    note: str = ""
    """The scenario has noted this."""
    cleared: str = ""
    """No Good Order MMC or SMC of this side is left on the map."""


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Victory Points of a side; Half-Squads count half of a Squad (22.0)."""

    side: str
    control: tuple[str, ...] = ()
    per_place: float = 1
    per_squad: float = 0
    """For each enemy Squad eliminated; half of it when reduced to a Half-Squad."""
    per_smc: float = 0
    """For each enemy Single-Man Counter eliminated."""


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side wins if everything here holds when the game ends."""

    side: str
    when: tuple[Condition, ...] = ()


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Units that begin together: set up on the map, enter it, or wait for an event."""

    id: str
    side: str
    units: tuple[str, ...]
    weapons: tuple[str, ...] = ()
    """Support Weapons the owner gives to its units."""
    setup: tuple[str, ...] = ()
    """Places to set up in before play begins."""
    enter: tuple[str, ...] = ()
    """Hexes to enter by."""
    edges: tuple[str, ...] = ()
    """Edges to enter by: north, east, south, west."""
    turn: int = 1
    """Turn on which it must enter; 0 = only when an event lets it."""
    one_edge: bool = False
    """All its units come by the edge the first one chose."""
    edge_roll: dict[str, str] = {}
    """Edge by a die rolled before the side's first impulse: {"1": "east", …}."""
    after: str = ""
    """Group that must have begun to enter before this one may."""
    edges_near: str = ""
    """Group whose edge the edges of this one must touch."""
    may_wait: bool = False
    """It need not enter on the turn on which it first may."""
    held: bool = False
    """Its units come into being only when a paragraph says so."""
    secret: bool = False
    """Held, and nobody knows of it before."""
    works: tuple[str, ...] = ()
    """Fortifications its owner places in its area before its units: "bunker 3", "wire" (21.0)."""


class Exit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a side may leave the map."""

    side: str
    hexes: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    lost: bool = False
    """Units that leave here count as eliminated."""


class Mission(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Off-board fire missions of one battery (18.2)."""

    id: str
    side: str
    fp: int
    count: int = 1
    formation: str = ""
    """One call per formation and turn (18.3); without it the side."""
    plain: bool = False
    """Scatter without modifiers, no line of sight needed where the round lands, no calling off."""
    deputies: tuple[str, ...] = ()
    """Kinds of units that call when the side has no Leader left; they cannot shift the round."""
    secret: bool = False
    """Given by a paragraph."""


class Airstrike(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One airstrike of a side (19.1): the aircraft is a unit that is never set up."""

    unit: str
    turn: int = 1
    """First turn on which it is available."""
    edges: tuple[str, ...] = ()
    """Edges it enters by, if the scenario says so; without them a die decides."""
    due: bool = False
    """It arrives before the first impulse, without a double (situations)."""
    anywhere: bool = False
    """It may enter by any hex: the board is a part of a bigger one (situations)."""
    over: str = ""
    """Hex it is over when the game begins (situations)."""
    toward: str = ""
    """Hex it flies to from there."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One effect of a paragraph. `do`: open, place, appear, check, stop, end_impulse, mission, note, remove."""

    do: str
    group: str = ""
    hexes: tuple[str, ...] = ()
    units: dict[str, str] = {}
    """appear: unit id -> hex."""
    marker: str = ""
    next_turn: bool = False
    """open: only from the next turn on."""
    passed: str = ""
    failed: str = ""
    note: str = ""
    value: int = 1
    mission: str = ""
    events: tuple[str, ...] = ()


class Paragraph(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What happens when an Event is triggered; secret until then."""

    id: str
    text: str
    effects: tuple[Effect, ...] = ()


class EventSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An Event marker: triggered by occupation of its hex or by line of sight to it (1.8)."""

    id: str
    kind: str
    at: str
    side: str = ""
    paragraph: str = ""
    removes: tuple[str, ...] = ()


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an example states about a board whose picture is not known: these override the geometry."""

    los: tuple[tuple[str | int, ...], ...] = ()
    """From, to, verdict and, if degraded or limited, how often."""
    distance: tuple[tuple[str, str, int], ...] = ()
    spotted: tuple[str, ...] = ()


class Night(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A battle by night (20.0)."""

    first: int = 1
    """First turn of the night,"""
    last: int = 0
    """and the last one; 0 = it is dark to the end."""
    sight: int = 2
    """Hexes one sees without light (20.1); a module may say otherwise, for a moonlit night."""
    thermal: int = 6
    """The same of thermal sights (20.1.5)."""
    starshell: dict[str, int] = {}
    """Starshell Capability of a side, if it is not that of its nation (20.2)."""


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
    otherwise: str = ""
    """Side that wins if nobody meets a condition; "" = a draw."""
    points: tuple[Points, ...] = ()
    """If given: most Victory Points win."""
    setup_order: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    exits: tuple[Exit, ...] = ()
    events: tuple[EventSetup, ...] = ()
    paragraphs: tuple[Paragraph, ...] = ()
    control: dict[str, str] = {}
    """Who controls a place at the start."""
    missions: tuple[Mission, ...] = ()
    airstrikes: tuple[Airstrike, ...] = ()
    playable: tuple[str, ...] = ()
    """Hexes that may be used; empty = all."""
    special_rules: tuple[str, ...] = ()
    """Scenario rules switched on, by name (see docs/packs.md)."""
    facts: Facts = Facts()
    heroes: HeroSetup = HeroSetup()
    smoke_markers: int = 0
    """Smoke markers the module has; 0 = it states no number (7.0, Q-005)."""
    weather: str = ""
    """"rain", "snow" or one that a module knows (10.9)."""
    module: ModuleData = NO_MODULE
    """Data of packs that are not shipped, and the rules of modules at work (10.8, 10.9, 15.9)."""
    night: Night | None = None
    """Set: it is night (20.0)."""
    pause_at_phase_end: bool = False
    """Wait for a `next` command before each Administrative Phase (situations)."""
    ask_every_target: bool = False
    """Ask for the targets of a Melee attack also where there is only one (situations)."""


_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = msgspec.json.Decoder(GameSetup)


def setup_bytes(setup: GameSetup) -> bytes:
    """A set-up as it is kept: equal ones are equal text, whatever the order of their mappings."""
    return _ENCODER.encode(setup)


def parse_setup(data: bytes) -> GameSetup:
    """A set-up that was kept."""
    return _DECODER.decode(data)


def public_setup(
    setup: GameSetup, met: Collection[str] = (), notes: Container[str] = (), read: Container[str] = ()
) -> GameSetup:
    """22.0: what may be known: without paragraphs and what only they bring.

    Groups of which a unit was met, missions noted, and paragraphs that are being read are no secret any more.
    """
    hidden = [g for g in setup.groups if g.secret and not any(name in met for name in g.units)]
    gone = {g.id for g in hidden}
    units = {name for g in hidden for name in g.units}
    weapons = {name for g in hidden for name in g.weapons}
    weapons |= {w for u in setup.units if u.id in units for w in u.carries}
    return msgspec.structs.replace(
        setup,
        units=tuple(u for u in setup.units if u.id not in units),
        weapons=tuple(w for w in setup.weapons if w.id not in weapons),
        groups=tuple(g for g in setup.groups if g.id not in gone),
        missions=tuple(m for m in setup.missions if not m.secret or f"missions:{m.id}" in notes),
        paragraphs=tuple(p for p in setup.paragraphs if p.id in read),
    )
