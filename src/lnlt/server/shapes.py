"""What messages are made of: cards, the board, positions, sums, the log, answers. The API's documentation and the
client's types follow from these. Places are named as printed ("H6", "H6/upper"), units by id, sides by number;
commands are the JSON the codec makes of them, which clients hand back unread. All words are made by the server."""

from __future__ import annotations

from typing import Any

from lnlt.server.shapes_armour import Arc, Gear, GunTable, Sector
from lnlt.server.shapes_board import ArtPiece, BoardArt, HexArt, SideArt, SideInfo, Struct
from lnlt.server.shapes_sky import Flight

__all__ = [
    "Arc", "ArtPiece", "BoardArt", "Flight", "Gear", "GunTable", "HexArt", "Sector", "SideArt", "SideInfo", "Struct",
]  # fmt: skip


Command = dict[str, Any]
"""A command as the codec writes it: clients do not look inside."""


# What there is to play


class ForceLine(Struct, frozen=True, kw_only=True):
    """So many counters of one type."""

    count: int
    name: str
    kind: str = ""


class SideCard(Struct, frozen=True, kw_only=True):
    """One side on a scenario card."""

    id: str
    name: str
    nation: str = ""
    colour: str = ""
    forces: tuple[ForceLine, ...] = ()


class ScenarioCard(Struct, frozen=True, kw_only=True):
    """A scenario at a glance; never what is secret."""

    id: str
    name: str
    place: str = ""
    date: str = ""
    era: str = ""
    about: str = ""
    turns: int
    maps: tuple[str, ...] = ()
    hexes: int = 0
    counters: int = 0
    sides: tuple[SideCard, ...]
    first: int = 0
    """Side with the initiative in turn 1."""
    goals: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    optional: tuple[tuple[str, str], ...] = ()
    """Optional rules that can be switched on: id and what it does."""
    balance: str = ""


class Level(Struct, frozen=True, kw_only=True):
    """A kind of player a seat can have: "human" or a computer level."""

    id: str
    name: str
    about: str = ""


class SeatWish(Struct, frozen=True, kw_only=True):
    """Who is to play a side."""

    side: str
    player: str = "human"


class NewGame(Struct, frozen=True, kw_only=True):
    """What a client asks for to begin a game."""

    scenario: str
    seats: tuple[SeatWish, ...] = ()
    options: tuple[str, ...] = ()
    seed: str = ""
    """Empty: the server draws one."""
    hot_seat: bool = False
    """All people play with one key, at one screen."""


class ImportGame(Struct, frozen=True, kw_only=True):
    """Go on with a record (JSON Lines as exported)."""

    record: str
    seats: tuple[SeatWish, ...] = ()
    """Default: the players named in the record."""
    hot_seat: bool = False


class Seat(Struct, frozen=True, kw_only=True):
    """A seat with its secret: who has the key plays the side."""

    side: int
    name: str
    player: str
    key: str = ""
    """Empty for computer players and for those who may not know it."""


class GameCreated(Struct, frozen=True, kw_only=True):
    """A new game and the keys of its seats."""

    id: str
    seats: tuple[Seat, ...]


class GameListed(Struct, frozen=True, kw_only=True):
    """A game as the list shows it (only to those who hold its id or a key)."""

    id: str
    scenario: str
    name: str
    turn: int
    turns: int
    asked: str = ""
    over: str = ""
    entries: int = 0


class Health(Struct, frozen=True, kw_only=True, omit_defaults=False):
    """Whether the server works, and how much it has to do."""

    ok: bool
    games: int
    """Games in memory."""
    sockets: int


class ReplayListed(Struct, frozen=True, kw_only=True):
    """A bundled replay that can be watched."""

    id: str
    name: str
    about: str = ""
    entries: int = 0


class Term(Struct, frozen=True, kw_only=True):
    """Help on a word of the game or a section of the rules, in our own words."""

    key: str
    title: str
    text: str
    rule: str = ""
    see: tuple[str, ...] = ()


class Problem(Struct, frozen=True, kw_only=True):
    """What went wrong, with the place; the body of every error answer."""

    error: str
    """A code."""
    text: str
    where: str = ""
    rule: str = ""


# The position


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
    """What it is done with, if the same could be done with something else: a Mortar Team."""
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
    card: Card | None = None
    """Sums and chances of what is about to happen, where the question leads straight to dice."""


# Sums and chances


class SumLine(Struct, frozen=True, kw_only=True):
    """One number with its reason and section."""

    value: str
    text: str
    rule: str = ""


class Sum(Struct, frozen=True, kw_only=True):
    """A sum item by item."""

    name: str
    lines: tuple[SumLine, ...]
    total: str
    need: str = ""
    dice: tuple[int, ...] = ()
    """Faces, once rolled."""


class Chance(Struct, frozen=True, kw_only=True):
    """How likely a result is."""

    key: str
    text: str
    p: float


class Roll(Struct, frozen=True, kw_only=True):
    """One comparison of a card: a target of an attack, a check."""

    what: str
    subject: str = ""
    name: str = ""
    sums: tuple[Sum, ...] = ()
    chances: tuple[Chance, ...] = ()
    p: float = 1
    """How likely it is that it comes to this roll; its chances are those if it does."""
    result: str = ""
    """In words, once rolled."""


class Card(Struct, frozen=True, kw_only=True):
    """A combat card, before or after the dice."""

    kind: str
    title: str
    rule: str = ""
    origin: str = ""
    at: str = ""
    rolls: tuple[Roll, ...] = ()
    any: float = -1
    """Chance of at least one effect; negative: does not apply."""
    exact: bool = True


# The log


class Line(Struct, frozen=True, kw_only=True):
    """One line of the log."""

    text: str
    rule: str = ""
    detail: bool = False


class Motion(Struct, frozen=True, kw_only=True):
    """What an animation shows, in order: moves, shots, dice, states, markers."""

    what: str
    """move, fire, dice, state, marker, paragraph, phase, turn."""
    unit: str = ""
    path: tuple[str, ...] = ()
    origin: str = ""
    at: str = ""
    faces: tuple[int, ...] = ()
    purpose: str = ""
    text: str = ""


class Entry(Struct, frozen=True, kw_only=True):
    """One thing somebody did, and what came of it. Entry 0 is the beginning."""

    n: int
    side: int
    text: str
    lines: tuple[Line, ...] = ()
    cards: tuple[Card, ...] = ()
    motions: tuple[Motion, ...] = ()


# Answers to questions


class MenuItem(Struct, frozen=True, kw_only=True):
    """Something a stack may do, or may not: then `refusal` says why."""

    key: str
    text: str
    group: str
    rule: str = ""
    next: str = ""
    """What the client must ask before it can order: "targets" or "reach" (with `at`, `units`, `mode`); empty: `do`
    is the whole order."""
    units: tuple[str, ...] = ()
    mode: str = ""
    do: tuple[Command, ...] = ()
    card: Card | None = None
    refusal: str = ""
    options: tuple[Option, ...] = ()


class Menu(Struct, frozen=True, kw_only=True):
    """What the units of a place may do now, grouped."""

    at: str
    groups: tuple[tuple[str, str], ...] = ()
    items: tuple[MenuItem, ...] = ()


class Threat(Struct, frozen=True, kw_only=True):
    """A reaction a step may draw."""

    origin: str
    text: str
    p: float
    """Chance that it does harm."""
    rule: str = ""


class Facing(Struct, frozen=True, kw_only=True):
    """One of the directions a vehicle can face where its move ends."""

    bearing: int
    """Degrees from the top of the map, clockwise."""
    text: str
    cost: str
    do: tuple[Command, ...]


class ReachHex(Struct, frozen=True, kw_only=True):
    """A place a group can get to: what it costs, by which way, what may fire on the way."""

    at: str
    cost: str
    path: tuple[str, ...]
    steps: tuple[SumLine, ...] = ()
    threats: tuple[Threat, ...] = ()
    do: tuple[Command, ...]
    """The whole order, from the question now asked to the end of the move."""
    ends: bool = True
    text: str = ""
    card: Card | None = None
    """Of an Overrun: its sums and chances."""
    facings: tuple[Facing, ...] = ()
    """Of a vehicle: ways it can face there, the one of `do` first."""


class Reach(Struct, frozen=True, kw_only=True):
    """Where units can move."""

    at: str
    units: tuple[str, ...]
    mode: str = ""
    modes: tuple[tuple[str, str], ...] = ()
    """Ways to move from there, with their names."""
    hexes: tuple[ReachHex, ...] = ()
    refusal: str = ""
    """Why these units cannot go anywhere in this mode."""
    rule: str = ""


class Way(Struct, frozen=True, kw_only=True):
    """One of several ways to do something."""

    text: str
    do: tuple[Command, ...]


class Target(Struct, frozen=True, kw_only=True):
    """A place that can be fired at, or a vehicle there: the best group's order, sums and chances."""

    key: str = ""
    """Tells targets in one place apart."""
    at: str
    text: str
    do: tuple[Command, ...]
    card: Card
    firers: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()
    """Ways to fire at it, the one of `do` first; empty: there is only that one."""


class Why(Struct, frozen=True, kw_only=True):
    """Whether an order is allowed, and if not, why."""

    allowed: bool
    text: str
    rule: str = ""


class SightHex(Struct, frozen=True, kw_only=True):
    """A hex a line crosses and what it does to it."""

    at: str
    effect: str
    """clear, degrading, limited (a narrow gap), blocking."""
    text: str
    rule: str = ""


class SightLine(Struct, frozen=True, kw_only=True):
    """A line of sight, explained."""

    a: str
    b: str
    verdict: str
    """clear, degraded, blocked."""
    text: str
    rule: str = ""
    range: int = 0
    hexes: tuple[SightHex, ...] = ()


class FieldHex(Struct, frozen=True, kw_only=True):
    """A place of a field of view."""

    at: str
    verdict: str


class DangerHex(Struct, frozen=True, kw_only=True):
    """How dangerous a place is for the asking side: the worst single reaction and how many there are."""

    at: str
    p: float
    by: tuple[str, ...] = ()


class Hint(Struct, frozen=True, kw_only=True):
    """What the computer would do, and why."""

    text: str
    do: tuple[Command, ...] = ()
    why: tuple[str, ...] = ()
