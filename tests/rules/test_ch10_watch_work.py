"""10.1.1: what a side knows about places to spot is brought up to date with as few looks as possible."""

from __future__ import annotations

from itertools import product

import pytest

from helpers import Scene, U
from lnlt.core import events as ev
from lnlt.core.dice import SEEDED
from lnlt.core.draft import Draft
from lnlt.core.flags import FIRED, MOVED, SHAKEN, STEALTH, WOUNDED
from lnlt.core.game import Game
from lnlt.core.state import Marker, Position
from lnlt.rules.ch10_los_spotting import watch as module
from lnlt.rules.ch10_los_spotting.lines import lines_of
from lnlt.rules.ch10_los_spotting.watch import Watch, watch_of

pytestmark = pytest.mark.work

FORESTS = dict.fromkeys(("E3", "G5", "F4", "F5", "C1"), "forest")


class Seen:
    """A side of four squads looks at two enemies in forests: `a` sees one, `b` behind a Wreck as well, `c` none."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *more: U) -> None:
        self.scene = Scene(
            U("a", "squad", "A3"),
            U("b", "squad", "B5"),
            U("c", "squad", "B1"),
            U("d", "squad", "D6"),
            U("x", "squad", "E3"),
            U("y", "squad", "G5"),
            *more,
            size=(7, 6),
            hexes=FORESTS,
        )
        self.game: Game = self.scene.game
        self.draft = Draft(self.game, self.scene.state, SEEDED)
        self.looked: list[str] = []
        self.listed: set[str] = set()
        self.asked: list[str] = []
        self.lines: list[tuple[str, str]] = []
        look, list_, sees, line = Watch._look, Watch._list, Watch.sees, module.line

        def noted_look(watch: Watch, game: Game, s: Position, bit: int) -> None:
            self.looked.append(self.game.board.names[bit.bit_length() - 1])
            look(watch, game, s, bit)

        def noted_list(watch: Watch, game: Game, s: Position, loc: int) -> None:
            self.listed.add(self.name(loc) if loc >= 0 else "")
            list_(watch, game, s, loc)

        def noted_sees(watch: Watch, game: Game, s: Position, here: int, tis: bool) -> bool:
            self.asked.append(self.name(here))
            return sees(watch, game, s, here, tis)

        def noted_line(game: Game, s: Position, a: int, b: int, tis: bool = False) -> int:
            self.lines.append((self.name(a), self.name(b)))
            return line(game, s, a, b, tis)

        monkeypatch.setattr(Watch, "_look", noted_look)
        monkeypatch.setattr(Watch, "_list", noted_list)
        monkeypatch.setattr(Watch, "sees", noted_sees)
        monkeypatch.setattr(module, "line", noted_line)
        self.watch()
        self.forget()

    def name(self, loc: int) -> str:
        """Name of a location."""
        return self.game.board.loc_name(loc)

    def loc(self, name: str) -> int:
        """A location by name."""
        return self.scene.loc(name)

    def watch(self) -> Watch:
        """What the side knows now."""
        return watch_of(self.game, self.draft, self.scene.us)

    def forget(self) -> None:
        """Begin the notes anew."""
        for notes in (self.looked, self.listed, self.asked, self.lines):
            notes.clear()

    def after(self, event: ev.Event) -> tuple[set[str], set[str]]:
        """Hexes looked at and own locations listed again because of an event; no hex twice."""
        self.forget()
        self.draft.emit(event)
        self.watch()
        assert len(self.looked) == len(set(self.looked))
        return set(self.looked), set(self.listed)

    def flag(self, unit: str, added: int, removed: int = 0) -> ev.Event:
        """Flags of a unit change."""
        return ev.FlagsChanged(self.scene.number(unit), added, removed)


def test_only_what_changed_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """An enemy's hex after something that may show him, the neighbours of an own unit that is Shaken, own locations
    of units that act; nothing else."""
    seen = Seen(monkeypatch)
    number, none = seen.scene.number, set[str]()
    assert seen.after(seen.flag("a", WOUNDED)) == (none, none)
    assert seen.after(seen.flag("a", FIRED)) == (none, {"A3"})
    assert seen.after(seen.flag("a", SHAKEN)) == (none, {"A3"})
    assert seen.after(ev.Moved(number("d"), seen.loc("D6"), seen.loc("E2"))) == ({"E3"}, {"D6", "E2"})
    assert seen.after(seen.flag("d", FIRED)) == (none, {"E2"})
    assert seen.after(seen.flag("d", SHAKEN)) == ({"E3"}, {"E2"})
    assert seen.after(seen.flag("x", SHAKEN)) == (none, none)
    assert seen.after(seen.flag("x", STEALTH)) == ({"E3"}, none)
    assert seen.after(seen.flag("x", MOVED, STEALTH)) == ({"E3"}, none)
    assert seen.after(ev.Moved(number("y"), seen.loc("G5"), seen.loc("G4"))) == ({"G5", "G4"}, none)
    assert seen.after(ev.Eliminated(number("y"))) == ({"G4"}, none)
    assert seen.after(ev.MarkerPlaced(Marker("spotted", seen.loc("A1")))) == (none, none)
    assert seen.after(ev.MarkerPlaced(Marker("spotted", seen.loc("E3")))) == ({"E3"}, none)
    assert seen.after(ev.MarkerPlaced(Marker("wreck", seen.loc("C4")))) == (none, none)


def test_who_sees_for_certain_or_not_at_all_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of those on the ground only who looks past a counter takes a look; it is remembered."""
    seen = Seen(monkeypatch)
    assert seen.watch().spotters(seen.game, seen.draft) == ["a", "b", "d"]
    assert (seen.asked, seen.lines) == ([], [])
    seen.after(ev.MarkerPlaced(Marker("wreck", seen.loc("C4"))))
    watch = seen.watch()
    hexes = range(seen.game.board.size)
    doubtful = {seen.game.board.names[i] for i in hexes if watch.maybe >> i & 1}
    assert doubtful == {"A4", "B5"}
    assert watch.spotters(seen.game, seen.draft) == ["a", "b", "d"]
    assert (seen.asked, seen.lines) == (["B5"], [("B5", "E3")])
    assert watch.known == {2 * seen.loc("B5"): seen.loc("E3")}
    assert watch.spotters(seen.game, seen.draft) == ["a", "b", "d"]
    assert (seen.asked, seen.lines) == (["B5", "B5"], [("B5", "E3")])


def test_asked_about_a_place_out_of_sight_no_line_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bits say that the ground of a hex sees nothing, also when other hexes are in doubt."""
    seen = Seen(monkeypatch)
    for _ in range(2):
        watch = seen.watch()
        assert not watch.sees(seen.game, seen.draft, seen.loc("B1"), False)
        assert watch.sees(seen.game, seen.draft, seen.loc("A3"), False)
        assert (seen.lines, watch.known) == ([], {})
        seen.after(ev.MarkerPlaced(Marker("wreck", seen.loc("C4"))))


def test_lines_looked_at_in_vain_are_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who saw nothing with thermal sights looks only at what became worth an attempt since."""
    seen = Seen(monkeypatch, U("z", "squad", "A6", abilities=["tis"]))
    here = seen.loc("B1")
    for enemy in "xyz":
        seen.after(seen.flag(enemy, FIRED))
    watch = seen.watch()
    assert (watch.found, watch.log) == (set(), [seen.loc("E3"), seen.loc("G5")])
    assert not watch.sees(seen.game, seen.draft, here, True)
    assert (seen.lines, watch.known) == ([], {2 * here + 1: ~2})
    for enemy in "xy":
        seen.after(seen.flag(enemy, 0, FIRED))
    watch = seen.watch()
    assert watch.log == [seen.loc(n) for n in ("E3", "G5", "E3", "G5")]
    assert not watch.sees(seen.game, seen.draft, here, True)
    assert seen.lines == [("B1", "E3"), ("B1", "G5")]
    assert not watch.sees(seen.game, seen.draft, here, True)
    assert (len(seen.lines), watch.known) == (2, {2 * here + 1: ~4})


def test_a_thousand_new_places_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is begun anew with the entry after the thousandth, and what was known from it forgotten."""
    seen = Seen(monkeypatch)
    watch = seen.watch()
    watch.log[:] = [seen.loc("E3")] * 1000
    watch.known[0] = ~1000
    seen.after(seen.flag("a", WOUNDED))
    assert (len(seen.watch().log), seen.watch().known) == (1000, {0: ~1000})
    watch.log.append(seen.loc("E3"))
    seen.after(seen.flag("b", WOUNDED))
    assert (seen.watch().log, seen.watch().known) == ([], {})


def test_a_game_keeps_lines_for_sixty_four_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """10.3: with one more layout of counters the oldest is forgotten, no other."""
    seen = Seen(monkeypatch)
    game, draft = seen.game, seen.draft
    assert len(game.layouts) == 1
    kept = []
    for hex_, kind in product(range(game.board.size), ("wreck", "smoke")):
        draft.emit(ev.MarkerPlaced(Marker(kind, hex_ * 8)))
        kept.append(lines_of(game, draft))
        assert list(game.layouts.values())[-64:] == [*game.layouts.values()]
        if len(kept) == 63:
            assert len(game.layouts) == 64
    assert list(game.layouts.values()) == kept[-64:]
