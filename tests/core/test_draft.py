"""Drafts: copy on write, and reducers that keep the indexes."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from helpers import Scene, U
from lnlt.core import events as ev
from lnlt.core.dice import SEEDED
from lnlt.core.draft import REDUCERS, Draft
from lnlt.core.flags import ELIMINATED, FIRED, MOVED, SHAKEN
from lnlt.core.state import (
    FrozenDict,
    Marker,
    State,
    Unit,
    Weapon,
    index_markers,
    index_obstacles,
    index_units,
)
from lnlt.fuzz.checks import check_frozen

SCENE = Scene(
    U("a", "squad", "C3", carries=["g"]),
    U("b", "squad", "C3"),
    U("c", "leader", "D3"),
    U("x", "squad", "C6"),
    guns={"g": (1, 5), "h": (2, 7)},
    lying={"h": "D4"},
    markers=[("smoke", "F6", 1)],
)
HEXES = st.integers(0, SCENE.game.board.size - 1).map(lambda i: i * 8)


def draft(state: State | None = None) -> Draft:
    """A fresh draft of the scene."""
    return Draft(SCENE.game, state or SCENE.state, SEEDED)


def test_untouched_parts_are_shared() -> None:
    """Publishing without a change gives the very same units, weapons, markers and indexes."""
    old, new = SCENE.state, draft().publish()
    assert new == old
    for name in ("units", "weapons", "markers", "by_loc", "ids", "marks", "obstacles"):
        assert getattr(new, name) is getattr(old, name), name


def test_one_unit_changes() -> None:
    """A marker on one unit copies that unit only; the others and all indexes are shared."""
    d = draft()
    d.emit(ev.FlagsChanged(0, MOVED))
    new, old = d.publish(), SCENE.state
    assert [n is o for n, o in zip(new.units, old.units, strict=True)] == [False, True, True, True]
    assert new.by_loc is old.by_loc
    assert new.weapons is old.weapons
    assert new.units[0].flags == MOVED
    assert old.units[0].flags == 0


def test_moving_leaves_the_old_index_alone() -> None:
    """A move gives the new state an index of its own; the old state keeps its."""
    old = SCENE.state
    d = draft()
    d.emit(ev.Moved(0, old.units[0].at, 40, 2))
    new = d.publish()
    assert old.by_loc[old.units[0].at] == (0, 1)
    assert (new.by_loc[40], new.units[0].mp, new.ids is old.ids) == ((0,), 2, True)


def test_flag_emits_only_changes() -> None:
    """`flag` says nothing if nothing changes."""
    d = draft()
    d.flag(0, 0, SHAKEN)
    assert d.events == []
    d.flag(0, SHAKEN)
    d.flag(0, SHAKEN)
    assert d.events == [ev.FlagsChanged(0, SHAKEN, 0)]


def test_weapon_changes_hands() -> None:
    """A passed weapon leaves one unit and reaches the other, or lies somewhere."""
    d = draft()
    d.emit(ev.WeaponPassed(0, 1))
    assert (d.units[0].carries, d.units[1].carries, d.weapons[0].carrier) == ((), (0,), 1)
    d.emit(ev.WeaponPassed(0, at=56))
    assert (d.units[1].carries, d.weapons[0].carrier, d.weapons[0].at) == ((), -1, 56)


def test_rolls_are_logged() -> None:
    """A roll moves the generator and is an event."""
    d = draft()
    faces = d.roll(2, "rally", 0, subject=1)
    assert d.events == [ev.Rolled("rally", 0, faces, 6, 1)]
    assert d.rng != SCENE.state.rng


def test_every_fact_that_changes_something_has_a_reducer() -> None:
    """Events without a reducer are reports only."""
    reports = {"Activated", "Rolled", "Drawn", "Resolved", "QueueDropped"}
    kinds = {k.__name__: k for k in vars(ev).values() if isinstance(k, type) and issubclass(k, ev.Event)}
    without = {name for name, kind in kinds.items() if kind is not ev.Event and kind not in REDUCERS}
    assert reports <= without
    d = draft()
    before = d.publish()
    d.emit(ev.Activated(0, 8))
    d.emit(ev.QueueDropped(0, "4.0", "x"))
    assert d.publish() == before


def test_end_of_the_game() -> None:
    """The end clears the frames."""
    d = draft()
    d.emit(ev.GameEnded(ev.Result(0, "test")))
    assert (d.publish().stack, d.publish().over) == ((), ev.Result(0, "test"))


class Change:
    """One random fact, chosen when it is known what is possible."""

    def __init__(self, kind: str, pick: int, to: int, flags: int) -> None:
        self.kind, self.pick, self.to, self.flags = kind, pick, to, flags

    def __repr__(self) -> str:
        return f"{self.kind}({self.pick}, {self.to}, {self.flags})"

    def happen(self, d: Draft) -> None:
        """Emit it if it makes sense now."""
        unit = self.pick % len(d.units)
        alive = not d.units[unit].flags & ELIMINATED
        facts: dict[str, Any] = {
            "moved": lambda: ev.Moved(unit, d.units[unit].at, self.to, self.pick % 5) if alive else None,
            "flags": lambda: ev.FlagsChanged(unit, self.flags, FIRED),
            "points": lambda: ev.PointsReset(unit, self.pick % 7),
            "type": lambda: ev.TypeChanged(unit, self.pick % len(SCENE.game.types)),
            "created": lambda: ev.UnitCreated(Unit(f"new{len(d.units)}", self.pick % 2, 0, self.to)),
            "eliminated": lambda: ev.Eliminated(unit) if alive and not d.units[unit].carries else None,
            "passed": lambda: ev.WeaponPassed(self.pick % len(d.weapons), unit) if alive else None,
            "dropped": lambda: ev.WeaponPassed(self.pick % len(d.weapons), at=self.to),
            "weapon": lambda: ev.WeaponCreated(Weapon(f"w{len(d.weapons)}", 0, at=self.to)),
            "marker": lambda: ev.MarkerPlaced(Marker("smoke", self.to, 1 + self.pick % 2)),
            "removed": lambda: ev.MarkerRemoved(d.markers[self.pick % len(d.markers)]) if d.markers else None,
        }
        event = facts[self.kind]()
        if event is not None:
            d.emit(event)


KINDS = (
    "moved",
    "flags",
    "points",
    "type",
    "created",
    "eliminated",
    "passed",
    "dropped",
    "weapon",
    "marker",
    "removed",
)
CHANGES = st.builds(Change, st.sampled_from(KINDS), st.integers(0, 99), HEXES, st.sampled_from([SHAKEN, MOVED, 0]))


def sound(s: State) -> None:
    """All indexes equal a rebuild, and nothing in the state can be changed."""
    index = index_units(s.units)
    assert s.by_loc == index.by_loc
    assert s.ids == index.ids
    assert s.spread == index.spread
    assert s.skilled == index.skilled
    assert s.ids == {u.id: i for i, u in enumerate(s.units)}
    assert s.marks == index_markers(s.markers)
    assert s.obstacles == index_obstacles(s.markers)
    assert all(type(m) is FrozenDict for m in (s.by_loc, s.ids, s.marks))
    for w, weapon in enumerate(s.weapons):
        assert [u for u, unit in enumerate(s.units) if w in unit.carries] == [weapon.carrier] * (weapon.carrier >= 0)
    check_frozen(s)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(CHANGES, max_size=8), max_size=4))
def test_reducers_keep_the_indexes(batches: list[list[Change]]) -> None:
    """After any facts, in any number of drafts, the indexes equal a rebuild and older states are as they were."""
    states = [SCENE.state]
    copies = [repr(SCENE.state)]
    for batch in batches:
        d = draft(states[-1])
        for change in batch:
            change.happen(d)
        states.append(d.publish())
        copies.append(repr(states[-1]))
        sound(states[-1])
    assert [repr(s) for s in states] == copies
