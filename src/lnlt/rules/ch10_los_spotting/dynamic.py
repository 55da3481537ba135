"""10.3: counters on the board that may stand in a line of sight, as a value [Q-082, Q-083, Q-084]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

SMOKE = "smoke"
RUBBLE = "rubble"

Item = tuple[int, str]
"""A counter in a hex: hex index and key."""


class SideItem(NamedTuple):
    """A counter on a hexside, such as a Barricade; `reach` = bits of the four hexes that meet the hexside."""

    hex: int
    key: str
    direction: int
    reach: int = -1


class _Entry(NamedTuple):
    key: str
    direction: int = -1
    reach: int = 0


Table = dict[int, tuple[_Entry, ...]]


class Dynamic:
    """Which counters lie where. Never changes; `with_` and `without_` give new values.

    `mask` has a bit per hex with a counter (for a hexside: the hexes a line may touch it from), `tis_mask` the
    same without Smoke: a line whose own mask misses it is not changed.

    >>> smoky = NO_COUNTERS.with_(5, "smoke")
    >>> smoky.mask == 1 << 5, smoky.without_(5, "smoke") == NO_COUNTERS
    (True, True)
    """

    __slots__ = ("_hash", "_items", "_memo", "_owner", "mask", "tis_mask")

    mask: int
    tis_mask: int
    _items: Table
    _hash: int | None
    _memo: dict[int, int] | None
    _owner: object

    def __init__(self, items: Iterable[Item | SideItem] = ()) -> None:
        table: Table = {}
        for item in items:
            table[item[0]] = _insert(table.get(item[0], ()), _Entry(*item[1:]))
        self._items = table
        self.mask = _mask(table, True)
        self.tis_mask = _mask(table, False)
        self._hash = self._memo = self._owner = None

    @classmethod
    def _make(cls, table: Table, mask: int, tis: int) -> Dynamic:
        new = cls.__new__(cls)
        new._items = table
        new.mask = mask
        new.tis_mask = tis
        new._hash = new._memo = new._owner = None
        return new

    def with_(self, hex_: int, key: str) -> Dynamic:
        """The same with one more counter in a hex."""
        table = self._items.copy()
        old = table.get(hex_)
        table[hex_] = (_Entry(key),) if old is None else _insert(old, _Entry(key))
        bit = 1 << hex_
        return Dynamic._make(table, self.mask | bit, self.tis_mask if key == SMOKE else self.tis_mask | bit)

    def with_side(self, item: SideItem) -> Dynamic:
        """The same with one more counter on a hexside."""
        return Dynamic([*self, item])

    def without_(self, hex_: int, key: str, direction: int = -1) -> Dynamic:
        """The same without one such counter; itself if there is none."""
        old = self._items.get(hex_, ())
        for entry in old:
            if entry[0] == key and entry[1] == direction:
                break
        else:
            return self
        table = self._items.copy()
        if len(old) > 1:
            left = list(old)
            left.remove(entry)
            table[hex_] = tuple(left)
        else:
            del table[hex_]
        if not table:
            return NO_COUNTERS
        return Dynamic._make(table, _mask(table, True), _mask(table, False))

    def at(self, hex_: int) -> tuple[str, ...]:
        """Keys of the counters inside a hex."""
        return tuple(e.key for e in self._items.get(hex_, ()) if e.direction < 0)

    def on_sides(self) -> Iterator[SideItem]:
        """Counters on hexsides."""
        for i, entries in self._items.items():
            for e in entries:
                if e.direction >= 0:
                    yield SideItem(i, *e)

    def __iter__(self) -> Iterator[Item | SideItem]:
        for i in sorted(self._items):
            for e in self._items[i]:
                yield (i, e.key) if e.direction < 0 else SideItem(i, *e)

    def __bool__(self) -> bool:
        return self.mask != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dynamic) and self._items == other._items

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._items.items()))
        return self._hash

    def __repr__(self) -> str:
        return f"Dynamic({list(self)!r})"

    def memo(self, owner: object) -> dict[int, int]:
        """Lines already judged with these counters, for one owner at a time."""
        if self._memo is None or self._owner is not owner:
            self._owner, self._memo = owner, {}
        return self._memo


def _insert(entries: tuple[_Entry, ...], entry: _Entry) -> tuple[_Entry, ...]:
    return tuple(sorted((*entries, entry)))


def _mask(table: Table, smoke: bool) -> int:
    mask = 0
    for i, entries in table.items():
        for key, direction, reach in entries:
            if direction >= 0:
                mask |= reach
            elif smoke or key != SMOKE:
                mask |= 1 << i
    return mask


NO_COUNTERS = Dynamic()
