"""Wire types of the position: counters, markers, what is asked and what may be answered."""

from __future__ import annotations

from lnlt.server.shapes.armour import Gear
from lnlt.server.shapes.base import Command, Struct
from lnlt.server.shapes.sky import Flight
from lnlt.server.shapes.story import Card


class Chip(Struct, frozen=True, kw_only=True):
    """A state or marker on a counter: two letters, words, and what it means."""

    key: str
    short: str
    name: str
    rule: str = ""


class Item(Struct, frozen=True, kw_only=True):
    """A Support Weapon: carried by a unit or lying in a hex."""

    id: str
    name: str
    kind: str
    values: str = ""
    carrier: str = ""
    at: str = ""
    side: int = -1
    chips: tuple[Chip, ...] = ()


class Aloft(Struct, frozen=True, kw_only=True):
    """A helicopter in the air; who is in it says so himself (`Piece.aboard`)."""

    mode: str
    """flying or hovering."""
    level: int
    """Its level: one above the tallest obstacle of its hex."""
    over: str
    """The hex it is over."""


class FlightPath(Struct, frozen=True, kw_only=True):
    """The way of the helicopter whose impulse it is."""

    unit: str
    side: int
    level: int
    path: tuple[str, ...]
    """The hexes it has been over, in order; the last is where it is."""


class Piece(Struct, frozen=True, kw_only=True):
    """A counter: printed values, what they are now, its states."""

    id: str
    type: str
    name: str
    kind: str
    side: int
    at: str = ""
    """Empty: not on the board."""
    badge: str = ""
    fp: str = ""
    range: str = ""
    mf: str = ""
    morale: str = ""
    lm: str = ""
    boxes: tuple[str, ...] = ()
    """assault, stealth, extended."""
    letters: tuple[str, ...] = ()
    """Superscripts: A, M, J …"""
    chips: tuple[Chip, ...] = ()
    shaken: bool = False
    wounded: bool = False
    done: bool = False
    """Has done what it may this turn."""
    out: str = ""
    """Why it is not on the board: eliminated, exited, to_enter …"""
    aboard: str = ""
    """The vehicle a passenger is in or on; he is where it is."""
    riding: str = ""
    """inside or outside."""
    carries: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    gear: Gear | None = None
    aloft: Aloft | None = None
    """Of a helicopter on the map."""
    label: str = ""
    """Everything in one sentence, for readers."""


class Mark(Struct, frozen=True, kw_only=True):
    """A marker on the board."""

    kind: str
    name: str
    at: str
    short: str = ""
    strength: int = 1
    side: int = -1
    facing: int = -1
    label: str = ""
    about: str = ""
    """What it does, in a sentence or two…"""
    rule: str = ""
    """…and the section that says so."""


class Outcome(Struct, frozen=True, kw_only=True):
    """How the game ended."""

    winner: int
    text: str
    losses: tuple[str, ...] = ()
    summary: tuple[str, ...] = ()


class Position(Struct, frozen=True, kw_only=True):
    """All a viewer may see of the position."""

    turn: int
    turns: int
    phase: str
    phase_name: str
    initiative: int
    active: int
    pieces: tuple[Piece, ...]
    items: tuple[Item, ...] = ()
    marks: tuple[Mark, ...] = ()
    control: dict[str, int] = {}
    goals: tuple[str, ...] = ()
    standing: str = ""
    flown: FlightPath | None = None
    """The helicopter that is on its way."""
    over: Outcome | None = None
    night: tuple[tuple[str, ...], ...] = ()
    """At night the lit hexes, then per side the dark ones its units are near enough to see; empty by day (20.1)."""
    flight: Flight | None = None
    """The airstrike that is going on."""


class Option(Struct, frozen=True, kw_only=True):
    """One answer to the question: hand `do` back to choose it."""

    do: Command
    text: str
    group: str
    """Key of the group it is listed in: fire, move, spot, rally, smoke, activate, choose, end …"""
    kind: str
    """The command's name."""
    unit: str = ""
    origin: str = ""
    at: str = ""
    rule: str = ""
    primary: bool = False
    passes: bool = False
    turn: str = ""
    """The order without its direction, if it ends with one of six directions…"""
    bearing: int = -1
    """…and that direction: degrees from the top of the map, clockwise."""
    means: str = ""
    """What it is done with, if the same could be done with something else: a Mortar Team, a kind of fire mission; its
    text if orders of its kind differ in more than that and their hex."""
    path: tuple[str, ...] = ()
    """Of an aircraft that enters: the hexes of its line…"""
    strikes: tuple[str, ...] = ()
    """…and those of them it could attack as things stand."""


class Decision(Struct, frozen=True, kw_only=True):
    """What is asked now, of whom. Options are there for the seat that must choose only."""

    side: int
    question: str
    """The question's name."""
    text: str
    rule: str
    window: bool = False
    """A reaction to what the other side is doing."""
    options: tuple[Option, ...] = ()
    groups: tuple[tuple[str, str], ...] = ()
    """Keys and titles of the groups, in order."""
    focus: tuple[str, ...] = ()
    """Places the question is about."""
    picked: tuple[str, ...] = ()
    """Units taken so far into the group the question is about."""
    card: Card | None = None
    """Sums and chances of what is about to happen, where the question leads straight to dice."""
