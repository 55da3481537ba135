"""Wire types of sums, chances and the log."""

from __future__ import annotations

from lnlt.server.shapes.base import Struct


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
