"""10.3: counters on the board that may stand in a line of sight, as a value [Q-082, Q-083, Q-084]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

SMOKE = frozenset({"smoke", "fire"})
"""Counters that fill their hex with smoke; Thermal Imaging looks through it (10.1.2, Q-380)."""
RUBBLE = "rubble"

Item = tuple[int, str]
"""A counter in a hex: hex index and key."""


class SideItem(NamedTuple):
    """A counter on a hexside, such as a Barricade; `reach` = bits of the four hexes that meet the hexside."""

    hex: int
    key: str
    direction: int
    reach: int


Entry = tuple[str, int, int]
"""Key, direction (-1 inside the hex) and reach."""
Table = dict[int, tuple[Entry, ...]]


Field = tuple[int, int]
"""Bits of the hexes whose line from a hex the counters may change, and of those whose ground they hide from it."""


Screens = tuple[tuple[int, tuple[int, ...]], ...]
"""Hexes with counters that hide the same hexes (as bits) from each other where they stand between them."""


class Scratch:
    """What one `Sight` has worked out for these counters, with Smoke and as Thermal Imaging sees them."""

    __slots__ = ("all", "fields", "memo", "more", "owner")

    def __init__(self, owner: object) -> None:
        self.owner = owner
        self.all: list[Screens | None] = [None, None]
        self.more: list[Screens | None] = [None, None]
        """The counters of all hexes, and those that came to the ones before them (`Dynamic.before`)."""
        self.fields: tuple[dict[int, Field], dict[int, Field]] = ({}, {})
        self.memo: dict[tuple[int, int, bool], int] = {}


class Dynamic:
    """Which counters lie where. Never changes; `with_` and `without_` give new values.

    `mask` has a bit per hex with a counter (for a hexside: the hexes a line may touch it from), `tis_mask` the
    same without Smoke: a line whose own mask misses it is not changed.

    >>> smoky = NO_COUNTERS.with_(5, "smoke")
    >>> smoky.mask == 1 << 5, smoky.without_(5, "smoke") == NO_COUNTERS
    (True, True)
    """

    __slots__ = ("_items", "before", "mask", "opens", "scratch", "sided", "tis_mask")

    before: tuple[Dynamic, int] | None
    """Counters that were there before, and bits of the hexes where some have come since."""
    mask: int
    tis_mask: int
    opens: bool
    """Whether a counter may open a line that printed terrain blocks: Rubble in place of a building."""
    scratch: Scratch | None
    sided: bool
    """Whether any counter lies on a hexside."""
    _items: Table

    def __init__(self, items: Iterable[Item | SideItem] = ()) -> None:
        table: Table = {}
        mask = tis_mask = 0
        self.sided = self.opens = False
        for item in items:
            hex_, key = item[0], item[1]
            bits, entry = 1 << hex_, (key, -1, 0)
            if len(item) == 4:
                self.sided, bits, entry = True, item[3], (key, item[2], item[3])
            elif key == RUBBLE:
                self.opens = True
            old = table.get(hex_)
            table[hex_] = (entry,) if old is None else _insert(old, entry)
            mask |= bits
            if key not in SMOKE:
                tis_mask |= bits
        self._items, self.mask, self.tis_mask = table, mask, tis_mask
        self.before = self.scratch = None

    def grown(self, items: Iterable[Item]) -> Dynamic:
        """The same with some more counters in hexes, built on what is known of these."""
        new, bits = self, 0
        for hex_, key in items:
            new = new.with_(hex_, key)
            bits |= 1 << hex_
        if bits and not self.sided:
            new.before, self.before = (self, bits), None
        return new

    def with_(self, hex_: int, key: str) -> Dynamic:
        """The same with one more counter in a hex."""
        table = self._items.copy()
        old = table.get(hex_)
        table[hex_] = ((key, -1, 0),) if old is None else _insert(old, (key, -1, 0))
        new = _new(Dynamic)
        bit = 1 << hex_
        new._items = table
        new.sided = self.sided
        new.opens = self.opens or key == RUBBLE
        new.mask = self.mask | bit
        new.tis_mask = self.tis_mask if key in SMOKE else self.tis_mask | bit
        new.before = new.scratch = None
        return new

    def without_(self, hex_: int, key: str, direction: int = -1) -> Dynamic:
        """The same without one such counter; itself if there is none."""
        old = self._items.get(hex_, ())
        for entry in old:
            if entry[0] == key and entry[1] == direction:
                break
        else:
            return self
        table = self._items.copy()
        left = list(old)
        left.remove(entry)
        if left:
            table[hex_] = tuple(left)
        else:
            del table[hex_]
            if not table:
                return NO_COUNTERS
        if self.sided:
            return Dynamic(SideItem(i, *e) if e[1] >= 0 else (i, e[0]) for i in table for e in table[i])
        new = _new(Dynamic)
        bit = ~(1 << hex_)
        new._items = table
        new.sided = False
        new.opens = self.opens and (key != RUBBLE or _has(table, RUBBLE))
        new.mask = self.mask if left else self.mask & bit
        new.tis_mask = self.tis_mask if any(e[0] not in SMOKE for e in left) else self.tis_mask & bit
        new.before = new.scratch = None
        return new

    def among(self, hexes: int) -> tuple[tuple[int, tuple[Entry, ...]], ...]:
        """What lies in those hexes of some (as bits) that have counters; of no use with counters on hexsides."""
        found, items, hexes = [], self._items, hexes & self.mask
        while hexes:
            i = hexes.bit_length() - 1
            hexes ^= 1 << i
            found.append((i, items[i]))
        return tuple(found)

    def at(self, hex_: int) -> tuple[str, ...]:
        """Keys of the counters inside a hex."""
        entries = self._items.get(hex_)
        return tuple(e[0] for e in entries if e[1] < 0) if entries else ()

    def on_sides(self) -> Iterator[SideItem]:
        """Counters on hexsides."""
        for i, entries in self._items.items():
            for e in entries:
                if e[1] >= 0:
                    yield SideItem(i, *e)

    def __iter__(self) -> Iterator[Item | SideItem]:
        for i in sorted(self._items):
            for e in self._items[i]:
                yield (i, e[0]) if e[1] < 0 else SideItem(i, *e)

    def __bool__(self) -> bool:
        return self.mask != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dynamic) and self._items == other._items

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"Dynamic({list(self)!r})"


_new = Dynamic.__new__


def _insert(entries: tuple[Entry, ...], entry: Entry) -> tuple[Entry, ...]:
    return tuple(sorted((*entries, entry)))


def _has(table: Table, key: str) -> bool:
    return any(entry[0] == key for entries in table.values() for entry in entries)


NO_COUNTERS = Dynamic()
