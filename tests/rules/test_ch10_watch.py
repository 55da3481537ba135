"""What chapter 10 remembers between positions is what a fresh look would find, whichever positions and games come."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from helpers import Scene, U
from lnlt import engine
from lnlt.core import events as ev
from lnlt.core.board import GROUND
from lnlt.core.dice import SEEDED
from lnlt.core.draft import Draft
from lnlt.core.flags import CONTINUOUS, FIRED, MOVED, SHAKEN, SMOKED, STEALTH
from lnlt.core.game import Game
from lnlt.core.setup import GameSetup
from lnlt.core.state import Marker, Position, State
from lnlt.fuzz.setups import make_game, random_setup
from lnlt.rules.ch10_los_spotting.lines import BLOCKED, line, lines_of, looked_at, perhaps_seen, seen_from, solid
from lnlt.rules.ch10_los_spotting.obstacles import side_item
from lnlt.rules.ch10_los_spotting.spotting import is_lined_road, is_open_road, is_smoky, needs_spotting
from lnlt.rules.ch10_los_spotting.watch import LONGEST, unable, watch_of
from lnlt.rules.facts.caves import closed_between
from lnlt.rules.facts.sight_counters import Dynamic, Item, SideItem


def varied(seed: int) -> GameSetup:
    """A random battle in which roads run between trees and some units have thermal sights."""
    setup = replace(random_setup(seed, 16), night=None)
    hexes = {
        h: replace(p, terrain="tree_lined_road") if p.terrain == "road" else p for h, p in setup.board.hexes.items()
    }
    rng = Random(seed)
    types = tuple(replace(t, abilities=t.abilities | {"tis"}) if rng.random() < 0.3 else t for t in setup.types)
    return replace(setup, board=replace(setup.board, hexes=hexes), types=types)


def positions(game: Game, seed: int, every: int = 9, most: int = 25) -> list[State]:
    """Some states of a random game."""
    rng, state, found = Random(seed), engine.begin(game, seed=seed).state, []
    for number in range(every * most):
        options = engine.options(game, state)
        if not options:
            break
        step = engine.submit(game, state, rng.choice(options))
        assert isinstance(step, engine.Step)
        state = step.state
        if number % every == 0 and state.stack:
            found.append(state)
    return found


def clear(game: Game, s: Position, a: int, b: int, tis: bool = False) -> int:
    """The line with nothing remembered: straight from the board and the counters; Caves are open to their front."""
    if closed_between(game.board, s.marks, a, b) is not None:
        return BLOCKED
    items: list[Item | SideItem] = []
    for hex_, kind in solid(s.obstacles):
        key, _, side = kind.partition(" ")  # a Barricade is on a side of its hex (21.5)
        items.append(side_item(game.board, hex_, int(side), key) if side else (hex_, kind))
    verdict: int = game.sight.line(a, b, Dynamic(items), tis)
    return verdict


def bits_of(places: set[int]) -> int:
    """Bits of the hexes of some locations."""
    return sum(1 << hex_ for hex_ in {at >> 3 for at in places})


def agrees(game: Game, s: Position) -> None:
    """What both sides remember equals a fresh look at the position."""
    for side in (0, 1):
        watch = watch_of(game, s, side)
        foes = {at for at, members in s.by_loc.items() if any(s.units[u].side != side for u in members)}
        want = {at for at in foes if needs_spotting(game, s, at, side)}
        assert watch.found == want
        assert watch.foes == bits_of(foes)
        assert watch.lined == {at for at in want if is_lined_road(game, at >> 3)}
        assert watch.mask == bits_of({at for at in want - watch.lined if at & 7 == GROUND})
        assert watch.others == {at for at in want - watch.lined if at & 7 != GROUND}
        assert not watch.sure & watch.maybe
        able: dict[int, tuple[tuple[str, bool], ...]] = {}
        for at, members in s.by_loc.items():
            mine = [s.units[u] for u in members if s.units[u].side == side and not unable(game, s.units[u])]
            if mine:
                able[at] = tuple((u.id, "tis" in game.types[u.type].abilities) for u in mine)
        assert watch.able == able
        for here in s.by_loc:
            for tis in (False, True):
                sees = any(
                    clear(game, s, here, looked_at(at), tis) != BLOCKED and not is_open_road(game, s, at, side, here)
                    for at in want
                )
                assert watch.sees(game, s, here, tis) == sees, (game.board.loc_name(here), tis)
        seeing = [name for here in sorted(able) for name, tis in able[here] if watch.sees(game, s, here, tis)]
        assert watch.spotters(game, s) == seeing


@pytest.mark.parametrize("seed", range(12))
def test_watch_is_a_fresh_look(seed: int) -> None:
    """10.1.1: in any order of positions, of two games in turn, a side knows what it could spot and from where."""
    games = [make_game(varied(seed)), make_game(varied(seed)), make_game(varied(seed + 100))]
    pool = [(game, s) for n, game in enumerate(games) for s in positions(game, seed + n)]
    Random(seed).shuffle(pool)
    for game, s in pool:
        agrees(game, s)


def some_events(game: Game, d: Draft, rng: Random) -> Iterator[ev.Event]:
    """Things that happen to units and places."""
    for _ in range(25):
        alive = [i for i, u in enumerate(d.units) if u.at >= 0]
        if not alive:
            return
        unit = rng.choice(alive)
        at = d.units[unit].at
        kinds = ("smoke", "spotted", "wreck", "fire", "rubble")
        place = Marker(rng.choice(kinds), rng.choice((at, rng.randrange(game.board.size) * 8)) & ~7 | GROUND)
        yield rng.choice(
            (
                ev.FlagsChanged(unit, rng.choice((FIRED, MOVED, SHAKEN, STEALTH)), 0),
                ev.FlagsChanged(unit, 0, FIRED | MOVED | SHAKEN | STEALTH),
                ev.Moved(unit, at, rng.choice([h for h in game.board.neighbours[at >> 3] if h >= 0]) * 8),
                ev.Eliminated(unit),
                ev.MarkerPlaced(place),
                ev.MarkerRemoved(rng.choice(d.markers)) if d.markers else ev.MarkerPlaced(place),
                ev.UnitCreated(replace(d.units[unit], id=f"new{len(d.units)}")),
            )
        )


@pytest.mark.parametrize("seed", range(8))
def test_watch_follows_a_draft(seed: int) -> None:
    """10.1.1: the same while a draft changes under it, event by event, and back in the state it came from."""
    game, rng = make_game(varied(seed)), Random(seed)
    state = engine.begin(game, seed=seed).state
    for _ in range(3):
        d = Draft(game, state, SEEDED)
        for event in some_events(game, d, rng):
            d.emit(event)
            agrees(game, d)
        agrees(game, state)
        agrees(game, d.publish())


def test_watch_knows_who_was_created_in_another_line_of_play() -> None:
    """10.1.1, 11.2.1: of two positions with as many units each has a Hero of its own, of any side and name."""
    s = Scene(U("a", "squad", "A0"), U("b", "squad", "B3"), U("x", "squad", "E2"), hexes={"E2": "light_woods"})
    lines = []
    for who, name in (("a", "new"), ("x", "new"), ("a", "other"), ("b", "new"), ("x", "third")):
        d = Draft(s.game, s.state, SEEDED)
        d.emit(ev.UnitCreated(replace(s.unit(who), id=name)))
        lines.append(d.publish())
    for first in lines:
        for second in lines:
            agrees(s.game, first)
            agrees(s.game, second)


LAYERS = ("", "", "", "/upper", "/roof", "/bunker", "/cave", "/air")
SMALL = {
    "A0": "forest",
    "A1": "light_woods",
    "B2": "hc_building",
    "C1": "hc_building",
    "C2": "hc_building",
    "D3": "forest",
}


@pytest.mark.parametrize("seed", range(24))
def test_watch_on_a_small_board(seed: int) -> None:
    """10.1.1: the same where every hex, the first one included, every floor and every marker comes up all the time."""
    rng = Random(seed)
    terrain = {
        **SMALL,
        **{f"{c}{r}": rng.choice(("clear", "forest", "tree_lined_road")) for c in "ABCDE" for r in "34"},
    }
    squads = [
        U(f"{x}{n}", kind, f"{rng.choice('ABCD')}{rng.randint(0, 3)}", abilities=["tis"] if n == 1 else [])
        for x in "ax"
        for n, kind in enumerate(("squad", "squad", "squad", "medic"))
    ]
    scene = Scene(*squads, size=(5, 5), hexes=terrain, buildings=[(("B2",), 1), (("C1", "C2"), 2)], rooftop=True)
    game, board = scene.game, scene.game.board
    places = [i * 8 for i in range(board.size)]
    places += [board.loc(f"{n}{layer}") for n in (*SMALL, "B2", "C1", "C2") for layer in LAYERS]
    d = Draft(game, scene.state, SEEDED)
    for _ in range(30):
        unit = rng.randrange(len(d.units))
        kind = rng.choice(("smoke", "smoke", "spotted", "wreck", "fire", "rubble"))
        marker = Marker(kind, rng.randrange(board.size) * 8, rng.choice((1, 2)))
        event: ev.Event = rng.choice(
            (
                ev.Moved(unit, d.units[unit].at, rng.choice((0, rng.choice(places)))),
                ev.FlagsChanged(unit, rng.choice((FIRED, MOVED, SHAKEN, STEALTH, CONTINUOUS, SMOKED)), 0),
                ev.FlagsChanged(unit, 0, FIRED | MOVED | SHAKEN | STEALTH | CONTINUOUS | SMOKED),
                ev.TypeChanged(unit, d.units[rng.randrange(len(d.units))].type),
                ev.MarkerPlaced(marker),
                ev.MarkerRemoved(rng.choice(d.markers)) if d.markers else ev.MarkerPlaced(marker),
            )
        )
        d.emit(event)
        agrees(game, d)
        a, b, tis = rng.choice(places), rng.choice(places), rng.random() < 0.5
        assert line(game, d, a, b, tis) == clear(game, d, a, b, tis)
    agrees(game, scene.state)


def test_a_long_log_is_begun_anew() -> None:
    """10.1.1: what became worth an attempt is not noted for ever."""
    game = make_game(varied(1))
    state = engine.begin(game, seed=1).state
    watch = watch_of(game, state, 0)
    watch.log.extend([0] * LONGEST)
    watch.known[0] = ~len(watch.log)
    other = engine.begin(make_game(varied(1)), seed=1).state
    watch.update(game, replace(other, units=tuple(replace(u, flags=u.flags ^ MOVED) for u in other.units)))
    assert (watch.log, watch.known) == ([], {})
    agrees(game, state)


@pytest.mark.parametrize("seed", range(6))
def test_lines_of_games_in_turn(seed: int) -> None:
    """10.3: two games with equal boards and other counters, asked in turn, each keep to their own counters."""
    setup = varied(seed)
    one, two = make_game(setup), make_game(setup)
    rng = Random(seed)
    states = [engine.begin(game, seed=seed).state for game in (one, two)]
    for _ in range(12):
        size = one.board.size
        for n, game in enumerate((one, two)):
            d = Draft(game, states[n], SEEDED)
            for _ in range(rng.randint(0, 3)):
                d.emit(
                    ev.MarkerPlaced(
                        Marker(rng.choice(("smoke", "rubble", "wreck", "spotted")), rng.randrange(size) * 8)
                    )
                )
            if d.markers and rng.random() < 0.5:
                d.emit(ev.MarkerRemoved(rng.choice(d.markers)))
            states[n] = d.publish()
        for _ in range(40):
            a, b = rng.randrange(size) * 8, rng.randrange(size) * 8
            tis = rng.random() < 0.3
            for game, s in zip((one, two), states, strict=True):
                assert line(game, s, a, b, tis) == clear(game, s, a, b, tis)
                smoky = any(i == a >> 3 and kind in ("smoke", "fire") for i, kind in s.obstacles)
                assert is_smoky(game, s, a >> 3) is smoky
        for game, s in zip((one, two), states, strict=True):
            places = [i * 8 for i in range(size)]
            seen = [b for b in places if clear(game, s, a, b) != BLOCKED]
            assert seen_from(game, s, a, places) == seen
            perhaps = perhaps_seen(game, s, a)
            assert all(perhaps >> (b >> 3) & 1 for b in seen)
            assert lines_of(game, s) is lines_of(game, s)
