"""Where somebody at the browser table is between two orders, and what can be pressed: the flows of the client
(`web/src/logic/flow.ts`)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from typing import Any, NamedTuple, TypeVar

from lnlt.server import shapes

Orders = tuple[shapes.Command, ...]
T = TypeVar("T")


class Given(NamedTuple):
    """An order that is given."""

    do: Orders


class Idle(NamedTuple):
    """Nothing is chosen: the list of all that can be answered, and the map."""


class Stack(NamedTuple):
    """A stack is chosen: its menu."""

    place: str
    menu: shapes.Menu


class Going(NamedTuple):
    """Where to. Without an item: the move that is under way goes on, or units that were picked enter the map."""

    item: shapes.MenuItem | None
    back: Any
    mode: str
    units: tuple[str, ...]
    reach: shapes.Reach
    at: str = ""
    enters: bool = False

    @property
    def onward(self) -> bool:
        """Whether it is the move that is under way."""
        return self.item is None and not self.enters


class Aiming(NamedTuple):
    """At whom."""

    item: shapes.MenuItem
    back: Any
    units: tuple[str, ...]
    targets: tuple[shapes.Target, ...]
    at: str = ""


class Confirm(NamedTuple):
    """Sums are looked at before an order is given."""

    back: Any
    do: Orders
    at: str


class Turns(NamedTuple):
    """The directions of one order, around a hex."""

    place: str
    title: str
    orders: tuple[Orders, ...]


class Turn(NamedTuple):
    """A direction is chosen; of several sets of them, one set is looked at."""

    back: Any
    sets: tuple[Turns, ...]
    chosen: int = 0


class Line(NamedTuple):
    """Lines an aircraft can fly from one hex, one of them looked at."""

    lines: tuple[shapes.Option, ...]
    chosen: int


class Pick(NamedTuple):
    """Orders that differ in their place only."""

    back: Any
    items: tuple[shapes.MenuItem, ...]


class Placing(NamedTuple):
    """A unit of the tray is chosen: now its hex."""

    unit: str


Flow = Idle | Stack | Going | Aiming | Confirm | Turn | Line | Pick | Placing
IDLE = Idle()


class Press(NamedTuple):
    """Something that can be pressed: what it is, and what comes of it."""

    text: str
    act: Callable[[], Flow | Given]
    kind: str = "button"
    """button, order (it may be given at once), hex, who, mode, wish (standing orders), back."""


def back_of(flow: Flow) -> Flow:
    """One step back."""
    if isinstance(flow, Going | Aiming) and flow.at:
        return flow._replace(at="")
    before: Flow = getattr(flow, "back", IDLE)
    return before


def hex_of(place: str) -> str:
    """The hex a place is in.

    >>> hex_of("H6/upper")
    'H6'
    """
    return place.partition("/")[0]


def same(a: str, b: str) -> bool:
    """Whether two places are in one hex."""
    return hex_of(a) == hex_of(b)


def toggled(units: tuple[str, ...], every: tuple[str, ...], unit: str) -> tuple[str, ...]:
    """A unit joins or leaves a group; nobody left means everybody who may.

    >>> toggled((), ("a", "b", "c"), "b")
    ('a', 'c')
    >>> toggled(("a", "c"), ("a", "b", "c"), "b")
    ()
    """
    in_it = units or every
    after = tuple(one for one in in_it if one != unit) if unit in in_it else (*in_it, unit)
    return () if len(after) in (0, len(every)) else tuple(one for one in every if one in after)


def item_at(item: shapes.MenuItem) -> str:
    """Where a menu item that is a whole order points."""
    return item.options[0].at if item.options else ""


def bundled(items: Iterable[shapes.MenuItem]) -> list[tuple[shapes.MenuItem, ...]]:
    """Items of a menu, those that differ only in the place they point at as one bundle."""
    found: dict[str, list[shapes.MenuItem]] = {}
    for item in items:
        option = item.options[0] if item.options else None
        key = f"{item.key} {item.text}"
        if option is not None and option.turn:
            key = option.turn
        elif option is not None and option.at and not item.next:
            key = f"{option.kind} {option.unit} {option.origin} {option.means}"
        found.setdefault(key, []).append(item)
    return [tuple(bundle) for bundle in found.values()]


def sets_of(ways: Iterable[tuple[shapes.Option, Orders]], place: Callable[[shapes.Option], str]) -> tuple[Turns, ...]:
    """Orders that end with a direction, by what they are without it."""
    found: dict[str, Turns] = {}
    for option, do in ways:
        if not option.turn or option.bearing < 0:
            continue
        old = found.get(option.turn) or Turns(place(option), option.turn, ())
        found[option.turn] = old._replace(orders=(*old.orders, do))
    return tuple(found.values())


def best_reach(reach: shapes.Reach, place: str) -> shapes.ReachHex | None:
    """What a click on a hex means while moving: the place itself, else the first floor of it that can be reached."""
    exact = (hex_ for hex_ in reach.hexes if hex_.at == place)
    return next(exact, None) or next((hex_ for hex_ in reach.hexes if same(hex_.at, place)), None)


def key_of(target: shapes.Target) -> str:
    """What tells a target from others, also of the same place."""
    return target.key or target.at


def best_target(targets: tuple[shapes.Target, ...], place: str) -> shapes.Target | None:
    """The target a key or a click means."""
    for alike in (lambda t: key_of(t) == place, lambda t: t.at == place, lambda t: same(t.at, place)):
        found = next((target for target in targets if alike(target)), None)
        if found is not None:
            return found
    return None


def now(work: Coroutine[Any, Any, T]) -> T:
    """What comes of work that never has to wait."""
    while True:
        try:
            work.send(None)
        except StopIteration as done:
            found: T = done.value
            return found
