"""Wire types of answers to questions: menus, reach, targets, lines of sight, hints."""

from __future__ import annotations

from lnlt.server.shapes.base import Command, Struct
from lnlt.server.shapes.position import Option
from lnlt.server.shapes.story import Card, SumLine


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
    """Why these units cannot go anywhere in this mode, or what they leave behind."""
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
