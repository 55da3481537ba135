"""Wire types of what there is to play: scenario cards, kinds of players, games and seats, errors."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lnlt.server.shapes.base import Name, Struct


class ForceLine(Struct, frozen=True, kw_only=True):
    """So many counters that look alike, or fire missions of one strength."""

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
    new_players: bool = False
    """Recommended for a first game (24.0)."""


class Level(Struct, frozen=True, kw_only=True):
    """A kind of player a seat can have: "human" or a computer level."""

    id: str
    name: str
    about: str = ""


class SeatWish(Struct, frozen=True, kw_only=True):
    """Who is to play a side."""

    side: Name
    player: Name = "human"


Seats = Annotated[tuple[SeatWish, ...], Meta(max_length=10)]


class NewGame(Struct, frozen=True, kw_only=True):
    """What a client asks for to begin a game."""

    scenario: Name
    seats: Seats = ()
    options: Annotated[tuple[Name, ...], Meta(max_length=50)] = ()
    seed: Annotated[str, Meta(max_length=100)] = ""
    """Empty: the server draws one. Chosen only where not two people with keys of their own play."""
    hot_seat: bool = False
    """All people play with one key, at one screen."""


class ImportGame(Struct, frozen=True, kw_only=True):
    """Go on with a record (JSON Lines as exported)."""

    record: Annotated[str, Meta(max_length=2**23)]
    seats: Seats = ()
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
