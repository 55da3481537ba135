"""What is measured of the engine. Each command runs in a process of its own and prints one JSON object.

Play is uniformly random over `engine.options`; a decision is one round of options, choice and submit. All work is
fixed by seeds, so two runs of a command do the same things and only their times differ.
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

from lnlt import engine
from lnlt.content import los_cache
from lnlt.content.charts import load_chart
from lnlt.content.maps import build_board
from lnlt.core import events as ev
from lnlt.core.board import Board
from lnlt.core.dice import SEEDED
from lnlt.core.draft import Draft
from lnlt.core.game import Game
from lnlt.core.setup import BoardSetup, GameSetup, SideSetup, Start, UnitSetup, WeaponSetup
from lnlt.core.state import Marker, State
from lnlt.rules.ch05_fire.firepower import Firer
from lnlt.rules.ch05_fire.odds import fire_odds
from lnlt.rules.ch10_los_spotting.dynamic import NO_COUNTERS, Dynamic
from lnlt.rules.ch10_los_spotting.lines import line
from lnlt.rules.ch10_los_spotting.sight import Sight

cpu = time.process_time
MAX_DECISIONS = 50_000
"""A random game longer than this is a bug."""
Figures = dict[str, Any]


def setup_of(name: str) -> GameSetup:
    """`battle-40-20x15` is the generated battle of 40 a side on 20×15 hexes; any other name is a shipped scenario."""
    if not name.startswith("battle-"):
        from lnlt.content.scenarios import load_scenario

        return load_scenario(name)
    from lnlt.fuzz_setups import battle

    _, counters, size = name.split("-")
    columns, rows = size.split("x")
    return battle(int(counters), int(columns), int(rows), 1)


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


def play(game: Game, seed: int, into: Played, keep_every: int = 0, limit: int = MAX_DECISIONS) -> State:
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


def played(game: Game, games: int) -> Played:
    """Counts of so many games, after one that is not counted and fills the memos."""
    play(game, 999, Played())
    total = Played()
    for seed in range(games):
        play(game, seed, total)
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


def firefight(targets: int, leaders: int, firers: int) -> tuple[Game, State, list[Firer], int, int]:
    """Squads (with a Leader and a machine-gun if there are three) fire at a stack three hexes away."""
    own = [UnitSetup(f"a{i}", "american", "us-1id-2-6-4", "C4") for i in range(firers)]
    other = [UnitSetup(f"d{i}", "german", "de-wm-1-6-4", "F4") for i in range(targets)]
    other += [UnitSetup(f"dl{i}", "german", "", "F4") for i in range(leaders)]
    types = engine.load("first-fight").catalog.units
    squads = {n: next(t.key for t in types.values() if t.kind == "squad" and t.nation == n) for n in types_nations}
    chiefs = {n: next(t.key for t in types.values() if t.kind == "leader" and t.nation == n) for n in types_nations}
    raise NotImplementedError((own, other, squads, chiefs, WeaponSetup))
