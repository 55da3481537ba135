"""Runs series of games: goes on where files of results end, cuts the work into batches, keeps every game at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import msgspec

from lnlt.core.errors import LnltError
from lnlt.core.setup import setup_bytes
from lnlt.sim import engines
from lnlt.sim.play import PATIENCE, GameResult
from lnlt.sim.series import Batch, Series, batch, code
from lnlt.sim.store import Store

TARGET = 2.0
"""Seconds a batch should take: short enough to share out, long enough not to count what it costs to send."""


class Where(msgspec.Struct, frozen=True):
    """How games are to be played: engine, workers, cluster."""

    engine: str = "local"
    workers: int = 0
    """0 = one per core."""
    address: str = ""
    patience: float = PATIENCE


class Progress(msgspec.Struct):
    """How far a run is."""

    total: int
    done: int = 0
    kept: int = 0
    """Games of an earlier run."""
    failed: int = 0
    label: str = ""


class Outcome(msgspec.Struct, frozen=True):
    """What came of a run."""

    results: tuple[tuple[GameResult, ...], ...]
    """Per series its games in order."""
    files: tuple[Path, ...]
    seconds: float
    played: int
    """Games of this run."""
    workers: int
    stopped: bool = False
    """Ctrl-C was pressed."""

    @property
    def failed(self) -> list[GameResult]:
        """Games that did not come to their end."""
        return [game for games in self.results for game in games if game.failed]


def run(
    series: Sequence[Series],
    where: Where,
    *,
    show: Callable[[Progress], None] | None = None,
    path: Path | None = None,
    fresh: bool = False,
) -> Outcome:
    """Play what is missing of some series. Ctrl-C ends it with what there is."""
    engines.check_engine(where.engine, where.address)
    began = time.perf_counter()
    stopped = False
    played = 0
    with ExitStack() as stack:
        stores: dict[str, Store] = {}
        found: list[Store] = []
        for one in series:
            key = one.head().key
            if key not in stores:
                stores[key] = stack.enter_context(Store(one.head(), path, fresh))
            found.append(stores[key])
        plan = Plan(series, found, where.patience)
        workers = max(1, min(where.workers or engines.cores(), plan.left or 1))
        state = Progress(plan.left + plan.kept, plan.kept, plan.kept, label=series[0].label if series else "")
        try:
            if plan.left:
                with engines.engine(where.engine, workers, where.address) as (play, workers):
                    plan.workers = workers
                    for some in play(plan.batches()):
                        if some.problem:
                            raise LnltError(some.problem)
                        plan.came(some.series, len(some.results), some.seconds)
                        found[some.series].add(some.results)
                        played += len(some.results)
                        state.done += len(some.results)
                        state.failed += sum(bool(game.failed) for game in some.results)
                        state.label = series[some.series].label
                        if show is not None:
                            show(state)
        except KeyboardInterrupt:
            stopped = True
        return Outcome(
            tuple(store.first(one.games) for one, store in zip(series, found, strict=True)),
            tuple(dict.fromkeys(store.path for store in found)),
            time.perf_counter() - began,
            played,
            workers,
            stopped,
        )


class Plan:
    """The games that are missing, cut into batches of about two seconds by what games have taken so far."""

    def __init__(self, series: Sequence[Series], stores: Sequence[Store], patience: float = PATIENCE) -> None:
        self.series = series
        self.patience = patience
        self.workers = 1
        self.todo: list[tuple[int, list[int]]] = []
        self.kept = 0
        taken: set[tuple[int, int]] = set()
        for index, (one, store) in enumerate(zip(series, stores, strict=True)):
            numbers = [n for n in store.missing(one.games) if (id(store), n) not in taken]
            taken.update((id(store), n) for n in numbers)
            self.kept += one.games - len(store.missing(one.games))
            if numbers:
                self.todo.append((index, numbers))
        self.left = sum(len(numbers) for _, numbers in self.todo)
        self.times: dict[int, tuple[int, float]] = {}

    def came(self, index: int, games: int, seconds: float) -> None:
        """Remember how long games of a series take."""
        count, total = self.times.get(index, (0, 0.0))
        self.times[index] = (count + games, total + seconds)

    def size(self, index: int, missing: int) -> int:
        """Games of the next batch of a series."""
        count, total = self.times.get(index, (0, 0.0))
        if not count:
            return 1
        share = max(1, self.left // (3 * self.workers))
        return max(1, min(missing, share, int(TARGET * count / max(total, 1e-6))))

    def batches(self) -> Iterator[Batch]:
        """One batch after another until nothing is missing."""
        code()
        for index, numbers in self.todo:
            setup = setup_bytes(self.series[index].setup)
            while numbers:
                count = self.size(index, len(numbers))
                some, numbers = numbers[:count], numbers[count:]
                self.left -= count
                yield batch(self.series, index, setup, some, self.patience)
