"""What is measured of the engine. Each command runs in a process of its own and prints one JSON object.

Play is uniformly random over `engine.options`; a decision is one round of options, choice and submit. In lively play
nobody passes an impulse while he can do something else: uniform play soon ends its phases with three passes in a row.
All work is fixed by seeds, so two runs of a command do the same things and only their times differ.
"""

from __future__ import annotations

import argparse
import cProfile
import hashlib
import json
import os
import pstats
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from lnlt import engine
from lnlt.content import los_cache
from lnlt.content.charts import load_chart
from lnlt.content.maps import build_board
from lnlt.core import events as ev
from lnlt.core.board import Board
from lnlt.core.catalog import UnitType, WeaponType
from lnlt.core.dice import SEEDED
from lnlt.core.draft import Draft
from lnlt.core.game import Game
from lnlt.core.setup import BoardSetup, GameSetup, SideSetup, Start, UnitSetup, WeaponSetup
from lnlt.core.state import Marker, State
from lnlt.rules.ch04_operations.impulse import Pass
from lnlt.rules.ch05_fire.firepower import Firer
from lnlt.rules.ch05_fire.odds import fire_odds
from lnlt.rules.ch10_los_spotting.lines import line, seen_from
from lnlt.rules.ch10_los_spotting.sight import Sight
from lnlt.rules.facts.sight_counters import Dynamic

cpu = time.process_time
MAX_DECISIONS = 50_000
"""A random game longer than this is a bug."""
Figures = dict[str, Any]


def setup_of(name: str) -> GameSetup:
    """`battle-40-20x15-1` is a generated battle of 40 a side on 20×15 hexes, seed 1; other names are scenarios."""
    if not name.startswith("battle-"):
        from lnlt.content.scenarios import load_scenario

        return load_scenario(name)
    from lnlt.fuzz.setups import battle

    _, counters, size, seed = name.split("-")
    columns, rows = size.split("x")
    return battle(int(counters), int(columns), int(rows), int(seed))


def game_of(name: str) -> Game:
    """The game of a set-up."""
    return engine.build_game(setup_of(name), name)


# Random play


class Played:
    """Counts of some random games."""

    def __init__(self) -> None:
        self.games = self.decisions = self.options = self.forced = 0
        self.seconds = 0.0
        self.events: list[tuple[ev.Event, ...]] = []
        self.pool: list[State] = []

    def impulses(self) -> int:
        """Impulses that ended in these games."""
        return sum(type(e) is ev.ImpulseEnded for events in self.events for e in events)

    def figures(self) -> Figures:
        """Rates per CPU second and means."""
        n, t = self.decisions, self.seconds
        return {
            "decisions_per_s": n / t,
            "impulses_per_s": self.impulses() / t,
            "games_per_s": self.games / t,
            "us_per_decision": 1e6 * t / n,
            "decisions_per_game": n / self.games,
            "options_per_decision": self.options / n,
            "forced_share": self.forced / n,
        }


def play(
    game: Game, seed: int, into: Played, keep_every: int = 0, limit: int = MAX_DECISIONS, lively: bool = True
) -> State:
    """One random game, or its first decisions; counts go to `into`, every so many-th state to its pool."""
    rng = random.Random(seed)
    state = engine.begin(game, seed=seed).state
    options, submit, choice = engine.options, engine.submit, rng.choice
    made = many = forced = 0
    events = into.events
    begun = cpu()
    while made < limit:
        found = options(game, state)
        if not found:
            break
        many += len(found)
        forced += len(found) == 1
        if lively and len(found) > 1:
            found = [c for c in found if type(c) is not Pass]
        step = submit(game, state, choice(found))
        assert isinstance(step, engine.Step), step
        events.append(step.events)
        state = step.state
        made += 1
        if keep_every and made % keep_every == 0:
            into.pool.append(state)
    into.seconds += cpu() - begun
    into.games += 1
    into.decisions += made
    into.options += many
    into.forced += forced
    return state


def fill(game: Game) -> float:
    """Ask for one line from every hex with a counter on the board, so that what is kept per hex for counters is made.

    Gives the seconds it took: a cost once per board and process, not per decision.
    """
    smoke = Dynamic([(0, "smoke")])
    begun = cpu()
    for a, near in enumerate(game.board.neighbours):
        game.sight.line(a * 8, max(near) * 8, smoke)
    return cpu() - begun


def played(game: Game, games: int, lively: bool = True) -> Played:
    """Counts of so many games; what lines of sight keep is made before, one game fills the other memos."""
    fill(game)
    play(game, 999, Played())
    total = Played()
    for seed in range(games):
        play(game, seed, total, lively=lively)
    return total


def pool_of(game: Game, games: int) -> list[State]:
    """States met in random play."""
    total = Played()
    for seed in range(games):
        play(game, 100 + seed, total, keep_every=37)
    return [s for s in total.pool if s.stack]


# Small costs


def per_call(rounds: int, calls: int, work: Callable[[], object]) -> float:
    """Median CPU microseconds of one of the calls that `work` makes."""
    times = []
    for _ in range(rounds):
        begun = cpu()
        work()
        times.append(cpu() - begun)
    return 1e6 * statistics.median(times) / calls


def each(rounds: int, items: Sequence[Any], repeat: int, call: Callable[[Any], object]) -> float:
    """Median microseconds of `call` over the items, each several times."""

    def work() -> None:
        for _ in range(repeat):
            for item in items:
                call(item)

    return per_call(rounds, repeat * len(items), work)


def small_costs(game: Game, rounds: int, repeat: int) -> Figures:
    """Drafts and JSON of states met in random play."""
    pool = pool_of(game, 2)
    codec = engine.CODEC
    texts = [codec.encode_state(s) for s in pool]
    moving = [next(i for i, u in enumerate(s.units) if u.at >= 0) for s in pool]

    def change(item: tuple[State, int]) -> None:
        state, unit = item
        draft = Draft(game, state, SEEDED)
        draft.emit(ev.FlagsChanged(unit, 1 << 20))
        draft.publish()

    return {
        "draft_us": each(rounds, pool, repeat, lambda s: Draft(game, s, SEEDED).publish()),
        "draft_change_us": each(rounds, list(zip(pool, moving, strict=True)), repeat, change),
        "encode_us": each(rounds, pool, repeat, codec.encode_state),
        "there_and_back_us": each(rounds, pool, repeat, lambda s: codec.decode_state(codec.encode_state(s))),
        "json_bytes": statistics.mean(len(t) for t in texts),
        "states": len(pool),
        "counters": statistics.mean(len(s.units) for s in pool),
    }


# Odds


def squad(side: str, name: str, at: str, carries: tuple[str, ...] = ()) -> UnitSetup:
    """A Squad of a firefight."""
    return UnitSetup(name, side, "bench-squad", at, carries=carries)


def firefight(attackers: int, defenders: int, leaders: int) -> Callable[[], object]:
    """Exact odds of one attack three hexes away: Squads, with Leaders and a machine-gun if asked for."""
    units = [squad("us", f"a{i}", "C4", ("mg",) if leaders and not i else ()) for i in range(attackers)]
    units += [squad("de", f"d{i}", "F4") for i in range(defenders)]
    units += [UnitSetup(f"al{i}", "us", "bench-leader", "C4") for i in range(min(1, leaders))]
    units += [UnitSetup(f"dl{i}", "de", "bench-leader", "F4") for i in range(leaders)]
    setup = GameSetup(
        id="bench-odds",
        name="bench-odds",
        era="ww2",
        board=BoardSetup(size=(8, 6)),
        sides=(SideSetup("us", nation="us"), SideSetup("de", nation="de")),
        units=tuple(units),
        weapons=(WeaponSetup("mg", "bench-mg", "us"),) if leaders else (),
        types=(
            UnitType("bench-squad", "Squad", "squad", fp=2, range=6, mf=4, morale=5),
            UnitType("bench-leader", "Leader", "leader", morale=6, lm=1, mf=6),
        ),
        weapon_types=(WeaponType("bench-mg", "MG", "machine_gun", fp=2, range=9),),
        start=Start(phase="operations", impulse="us", initiative="us"),
    )
    game = engine.build_game(setup, setup.id)
    state = engine.begin(game).state
    group = [Firer(i, u.carries) for i, u in enumerate(state.units) if u.side == 0]
    origin, at = game.board.loc("C4"), game.board.loc("F4")
    return lambda: fire_odds(game, state, group, 0, origin, at)


def odds(rounds: int, repeat: int) -> Figures:
    """P8: milliseconds for all outcomes of one attack."""
    single, stack = firefight(1, 1, 0), firefight(3, 3, 2)
    return {
        "single_ms": each(rounds, [None], repeat, lambda _: single()) / 1000,
        "stack_ms": each(rounds, [None], repeat, lambda _: stack()) / 1000,
    }


# Lines of sight


def timed(rounds: int, pairs: Sequence[Sequence[Any]], loops: Sequence[Callable[[Any], object]]) -> list[float]:
    """Median nanoseconds per pair of loops that each go over their pairs, taken in turn, with warm caches."""
    times: list[list[float]] = [[] for _ in loops]
    for _ in range(rounds):
        for loop, given, found in zip(loops, pairs, times, strict=True):
            loop(given)
            begun = cpu()
            for _ in range(3):
                loop(given)
            found.append((cpu() - begun) / 3 / len(given))
    return [1e9 * statistics.median(found) for found in times]


def look_ups(game: Game, rounds: int, queries: int) -> Figures:
    """L1, L2, L5: queries between random hexes, without and with six smoke hexes; the yard-stick is a list look-up."""
    sight: Sight = game.sight
    board = game.board
    rng = random.Random(5)
    hexes = [(rng.randrange(board.size), rng.randrange(board.size)) for _ in range(queries)]
    locs = [(a * 8, b * 8) for a, b in hexes]
    table = [list(row) for row in sight.rows]
    smoke = [(h, "smoke") for h in rng.sample(range(board.size), 6)]
    state = engine.begin(game, seed=1).state
    clear = msgspec.structs.replace(state, obstacles=())
    smoky = msgspec.structs.replace(state, obstacles=tuple(sorted(smoke)))
    dyn = Dynamic(smoke)
    rows, ask = sight.rows, sight.line

    def nothing(pairs: Iterable[tuple[int, int]]) -> None:
        for _a, _b in pairs:
            pass

    def listed(pairs: Iterable[tuple[int, int]]) -> None:
        for a, b in pairs:
            table[a][b]

    def inline(pairs: Iterable[tuple[int, int]]) -> None:
        for a, b in pairs:
            rows[a][b]

    def asked(pairs: Iterable[tuple[int, int]]) -> None:
        for a, b in pairs:
            ask(a, b)

    def asked_smoke(pairs: Iterable[tuple[int, int]]) -> None:
        for a, b in pairs:
            ask(a, b, dyn)

    def ruled(pairs: Iterable[tuple[int, int]]) -> None:
        for a, b in pairs:
            line(game, clear, a, b)

    def ruled_smoke(pairs: Iterable[tuple[int, int]]) -> None:
        for a, b in pairs:
            line(game, smoky, a, b)

    others: dict[int, list[int]] = {}
    for a in range(board.size):
        others[a * 8] = [b * 8 for one, b in hexes if one == a]

    def loops(_: object) -> None:
        for a, ends in others.items():
            seen_from(game, clear, a, ends)

    def loops_smoke(_: object) -> None:
        for a, ends in others.items():
            seen_from(game, smoky, a, ends)

    filled = fill(game)
    begun = cpu()
    asked_smoke(locs)
    first = 1e9 * (cpu() - begun) / queries
    ruled_smoke(locs)
    work = [nothing, listed, inline, asked, ruled, loops, asked_smoke, ruled_smoke, loops_smoke]
    empty, base, *found = timed(rounds, [hexes] * 3 + [locs] * 6, work)
    names = ("inline", "line", "rules", "loops", "line_smoke", "rules_smoke", "loops_smoke")
    where, five = smoke[5][0], Dynamic(smoke[:5])
    draft = Draft(game, msgspec.structs.replace(clear, markers=()), SEEDED)
    put, gone = ev.MarkerPlaced(Marker("smoke", where * 8)), ev.MarkerRemoved(Marker("smoke", where * 8))

    def event() -> None:
        draft.emit(put)
        draft.emit(gone)

    return {
        "loop_ns": empty,
        "list_ns": base,
        **{f"{name}_ns": ns for name, ns in zip(names, found, strict=True)},
        "line_smoke_first_ns": first,
        "fill_s": filled,
        "smoke_placed_us": each(rounds, [None], queries // 10, lambda _: five.with_(where, "smoke")),
        "smoke_removed_us": each(rounds, [None], queries // 10, lambda _: dyn.without_(where, "smoke")),
        "smoke_events_us": each(rounds, [None], queries // 100, lambda _: event()) / 2,
    }


def build_sight(name: str) -> Figures:
    """L4: seconds for the lines of sight of a board, cold, and milliseconds from the disk cache."""
    setup = setup_of(name)
    board: Board = build_board(setup.board, load_chart(setup.era, setup.board.overlays))
    begun = cpu()
    built = Sight(board)
    cold = cpu() - begun
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LNLT_CACHE"] = folder
        los_cache.load_sight(board)
        times = []
        for _ in range(5):
            begun = cpu()
            loaded = los_cache.load_sight(board)
            times.append(cpu() - begun)
    assert loaded.rows == built.rows
    return {"hexes": board.size, "cold_s": cold, "cached_ms": 1000 * statistics.median(times)}


# Growth and profile


def growth(counters: int, size: str, games: int, seeds: int = 3) -> Figures:
    """P3: time per decision with so many counters a side ÷ with half of them, on several boards, in turn."""
    times: dict[int, list[float]] = {counters: [], counters // 2: []}
    ratios = []
    for seed in range(1, seeds + 1):
        for side in times:
            play_figures = played(game_of(f"battle-{side}-{size}-{seed}"), games).figures()
            times[side].append(play_figures["us_per_decision"])
        ratios.append(times[counters][-1] / times[counters // 2][-1])
    return {
        "large_us": statistics.median(times[counters]),
        "small_us": statistics.median(times[counters // 2]),
        "ratio": statistics.median(ratios),
    }


def profile(game: Game, games: int, top: int = 8) -> Figures:
    """The functions random play spends most of its own time in."""
    fill(game)
    play(game, 999, Played())
    watch = cProfile.Profile()
    total = Played()
    watch.enable()
    for seed in range(games):
        play(game, seed, total)
    watch.disable()
    stats = pstats.Stats(watch)
    table: dict[tuple[str, int, str], tuple[int, int, float, float, Any]] = stats.stats  # type: ignore[attr-defined]
    whole: float = stats.total_tt  # type: ignore[attr-defined]
    rows = []
    for (file, _, function), (_, calls, own, inside, _) in sorted(table.items(), key=lambda kv: -kv[1][2])[:top]:
        place = file.partition("lnlt/")[2] or ("" if file == "~" else os.path.basename(file))
        rows.append(
            {
                "function": f"{place}: {function}" if place else function.strip("<>"),
                "own": own / whole,
                "with_calls": inside / whole,
                "calls": calls / total.decisions,
            }
        )
    return {"decisions": total.decisions, "top": rows}


def fixed_play(game: Game, decisions: int) -> Figures:
    """So many decisions of random play and not one more: for counting instructions."""
    fill(game)
    total = Played()
    seed = 0
    digest = hashlib.blake2b(digest_size=8)
    while total.decisions < decisions:
        state = play(game, seed, total, limit=decisions - total.decisions)
        digest.update(f"{seed} {state.seq} {state.rng} {total.options}".encode())
        total.events.clear()
        seed += 1
    return {"actions": total.decisions, "options": total.options, "games": total.games, "play": digest.hexdigest()}


def main(argv: Sequence[str] | None = None) -> None:
    """Run one of the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["play", "small", "odds", "lines", "sight", "growth", "profile", "fixed"])
    parser.add_argument("--setup", default="battle-40-20x15-1")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--uniform", action="store_true", help="play that passes like any other choice")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--amount", type=int, default=0, help="repetitions, queries or decisions")
    args = parser.parse_args(argv)
    found: Figures
    if args.what == "play":
        found = played(game_of(args.setup), args.games, not args.uniform).figures()
    elif args.what == "small":
        found = small_costs(game_of(args.setup), args.rounds, args.amount or 10)
    elif args.what == "odds":
        found = odds(args.rounds, args.amount or 30)
    elif args.what == "lines":
        found = look_ups(game_of(args.setup), args.rounds, args.amount or 20_000)
    elif args.what == "sight":
        found = build_sight(args.setup)
    elif args.what == "growth":
        _, counters, size, _ = args.setup.split("-")
        found = growth(int(counters), size, args.games)
    elif args.what == "profile":
        found = profile(game_of(args.setup), args.games)
    else:
        found = fixed_play(game_of(args.setup), args.amount or 1000)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
