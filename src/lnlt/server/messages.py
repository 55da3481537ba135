"""Messages of the WebSocket, in both directions. What they are made of is in `shapes`."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from lnlt.server.shapes import (
    Arc,
    BoardArt,
    Card,
    Command,
    DangerHex,
    Decision,
    Entry,
    FieldHex,
    Flight,
    FlightPath,
    Hint,
    Item,
    Mark,
    Menu,
    Name,
    Number,
    Outcome,
    Piece,
    Position,
    Reach,
    ScenarioCard,
    Seat,
    SideInfo,
    SightLine,
    Struct,
    Target,
    Why,
)

PROTOCOL = 2


# Server to client


class Standing(Struct, frozen=True, kw_only=True):
    """How reaction windows of a side are answered without asking: "ask", "never", "open" (fire at anything in the
    open), "within" (hold fire beyond `hexes`)."""

    side: int
    mode: str = "ask"
    hexes: int = 0
    least: float = 0
    """Fire only with at least this chance of an effect."""


class Welcome(Struct, frozen=True, kw_only=True, tag_field="type", tag="welcome"):
    """First message: who you are and everything that stays the same."""

    protocol: int
    game: str
    scenario: ScenarioCard
    seat: int
    """Your side; negative: you only watch. A hot-seat key holds several sides: see `seats`."""
    seats: tuple[int, ...] = ()
    players: tuple[Seat, ...] = ()
    """Without keys."""
    board: BoardArt
    sides: tuple[SideInfo, ...]
    replay: bool = False


class Changes(Struct, frozen=True, kw_only=True):
    """What is other in a position than in the one before it; what is absent is as it was."""

    turn: int | UnsetType = UNSET
    turns: int | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    phase_name: str | UnsetType = UNSET
    initiative: int | UnsetType = UNSET
    active: int | UnsetType = UNSET
    pieces: tuple[Piece, ...] | UnsetType = UNSET
    """Only those that look other than before; they keep their places in the list."""
    items: tuple[Item, ...] | UnsetType = UNSET
    marks: tuple[Mark, ...] | UnsetType = UNSET
    control: dict[str, int] | UnsetType = UNSET
    goals: tuple[str, ...] | UnsetType = UNSET
    standing: str | UnsetType = UNSET
    flown: FlightPath | UnsetType | None = UNSET
    over: Outcome | UnsetType | None = UNSET
    night: tuple[tuple[str, ...], ...] | UnsetType = UNSET
    flight: Flight | UnsetType | None = UNSET


class Update(Struct, frozen=True, kw_only=True, tag_field="type", tag="update"):
    """The position now, whole or as changes of the last one sent, and the entries since. An entry replaces one of the
    same number; entries above `n` have been taken back."""

    seq: int
    """Counts changes, also those taken back: it only ever grows. Commands name it."""
    n: int
    """Entries that stand."""
    done: int = 0
    """`id` of your order, undo or standing order that has been carried out and is stored: this is what came of it."""
    position: Position | None = None
    """Whole: on joining, when counters come or go, and in answers."""
    since: int = -1
    """Else the `seq` of the update before this one…"""
    changes: Changes | None = None
    """…and what is other in its position now. Who does not have that one connects again."""
    decision: Decision | None = None
    entries: tuple[Entry, ...] = ()
    may_undo: bool = False
    undone: bool = False
    """Entries the client may have seen have been taken back."""
    thinking: str = ""
    """Computer player that is choosing."""
    orders: tuple[Standing, ...] = ()
    """Standing orders of your sides."""


class Refused(Struct, frozen=True, kw_only=True, tag_field="type", tag="refused"):
    """A command or wish was not carried out; nothing has changed."""

    id: int
    code: str
    text: str
    rule: str = ""
    seq: int = 0


class Reply(Struct, frozen=True, kw_only=True, tag_field="type", tag="reply"):
    """Answer to a question; which of the fields is set depends on what was asked."""

    id: int
    menu: Menu | None = None
    reach: Reach | None = None
    targets: tuple[Target, ...] | None = None
    card: Card | None = None
    why: Why | None = None
    sight: SightLine | None = None
    field: tuple[FieldHex, ...] | None = None
    arcs: tuple[Arc, ...] | None = None
    danger: tuple[DangerHex, ...] | None = None
    past: Update | None = None
    entries: tuple[Entry, ...] | None = None
    hint: Hint | None = None


class Fault(Struct, frozen=True, kw_only=True, tag_field="type", tag="fault"):
    """Something is wrong with the connection or a message; the text says what."""

    code: str
    text: str
    id: int = 0


FromServer = Welcome | Update | Refused | Reply | Fault


# Client to server

Order = Annotated[tuple[Command, ...], Meta(max_length=200)]
"""Commands given together; a server may be set to take fewer."""


class Hello(Struct, frozen=True, kw_only=True, tag_field="type", tag="hello"):
    """First message of a client: its key, none to watch only, and after a reconnection the last `seq` it knows."""

    key: Name = ""
    since: Number = -1


class Give(Struct, frozen=True, kw_only=True, tag_field="type", tag="give"):
    """Commands for the question of position `seq`; the answer names the `id`, which is 1 or more."""

    id: Number
    seq: Number
    do: Order


class Undo(Struct, frozen=True, kw_only=True, tag_field="type", tag="undo"):
    """Take the last entry back."""

    id: Number
    seq: Number


class StandingOrders(Struct, frozen=True, kw_only=True, tag_field="type", tag="orders"):
    """Set the standing orders of a side (see `Standing`); `hush` lets the rest of this one enemy move pass."""

    id: Number
    side: Number
    mode: Name = "ask"
    hexes: Number = 0
    least: Annotated[float, Meta(ge=-1, le=1)] = 0
    hush: bool = False


class Ask(Struct, frozen=True, kw_only=True, tag_field="type", tag="ask"):
    """A question that changes nothing. `what` is one of:

    menu (what the stack `at` a place may do), targets (whom it can fire at from `at`; `units` limits who fires, `mode`
    is the way of firing), reach (where `units` can go in a `mode`, or the group that moves now), card (chances of the
    order `do`), why (whether the order `do` is allowed; without `do`: fire from `at` at `to`), sight (line from `at` to
    `to`), field (what `at` sees), arcs (covered arcs and armor facings of vehicles and guns in `at`), danger (how
    dangerous each hex is for `units`), past (position after entry `n`), entries (from `n` on), hint (what a computer
    player would do).
    """

    id: Number
    what: Name
    at: Name = ""
    to: Name = ""
    units: Annotated[tuple[Name, ...], Meta(max_length=500)] = ()
    mode: Name = ""
    do: Order = ()
    n: Number = 0
    side: Number = -1


FromClient = Hello | Give | Undo | StandingOrders | Ask
