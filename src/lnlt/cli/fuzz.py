"""`lnlt fuzz`: random games that check the engine."""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

from lnlt.cli.progress import PLAIN_SECONDS
from lnlt.core.errors import LnltError

if TYPE_CHECKING:
    from lnlt.fuzz.games import FuzzReport

EXIT_FAILED = 1
DEFAULT_SHARE = 0.01
LOOKED = "{positions} positions looked at: {tried} options and {mutants} wrong commands tried"
WALKED = "{positions} of them made at the table: {tried} things pressed and {mutants} questions asked"
AHEAD = 16
"""Games per process that are on the way at once: a long one keeps nobody waiting."""


def register(app: typer.Typer) -> None:
    """Add the `fuzz` command."""
    app.command("fuzz")(fuzz)


def fuzz(
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 200,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the first game; the next has the next one.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Processes; 0 = one per core.")] = 0,
    scenario: Annotated[str, typer.Option("--scenario", help="Only this scenario or scenario file.")] = "",
    share: Annotated[
        float, typer.Option("--share", min=0, max=1, help="Share of positions in which everything is tried.")
    ] = DEFAULT_SHARE,
    table: Annotated[
        bool, typer.Option("--table", help="Play through what the browser table offers, and nothing else.")
    ] = False,
    resume: Annotated[Path | None, typer.Option("--resume", help="Progress file: go on where it ends.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play random games and check the engine after every command; exit code 1 on a failure.

    With --table somebody presses anything the table offers: it fails where nothing leads on, or an offer is refused.

    A failure is repeated with: lnlt fuzz --games 1 --seed S
    """
    total = _Totals()
    job = {"seed": seed, "games": games, "scenario": scenario, "share": share, "table": table}
    if resume is not None:
        total.load(resume, job)
    began = time.perf_counter()
    first = True
    failed: FuzzReport | None = None
    with _progress(games, total.games) as show:
        play = partial(_walk if table else _one, scenario=scenario, share=share)
        for report in _reports(range(seed + total.games, seed + games), play, jobs or os.cpu_count() or 1):
            if report.failure is not None:
                failed = report
                break
            total.add(report)
            if resume is not None:
                total.save(resume, job)
            show(total, first)
            first = False
    again = f" --scenario {scenario}" * bool(scenario) + f" --share {share}" * (share != DEFAULT_SHARE)
    looked = WALKED if table else LOOKED
    _finish(total, failed, time.perf_counter() - began, as_json, " --table" * table + again, looked)


class _Totals:
    """What all games so far add up to."""

    KEYS = ("games", "decisions", "positions", "tried", "mutants")

    def __init__(self) -> None:
        self.games = self.decisions = self.positions = self.tried = self.mutants = 0
        self.here = 0
        """Decisions of this run, without those of an earlier one that is gone on with."""

    def add(self, report: FuzzReport) -> None:
        """Count one more game."""
        self.games += 1
        self.here += report.decisions
        self.decisions += report.decisions
        self.positions += report.positions
        self.tried += report.tried
        self.mutants += report.mutants

    def as_dict(self) -> dict[str, int]:
        """The numbers by name."""
        return {key: getattr(self, key) for key in self.KEYS}

    def load(self, path: Path, job: dict[str, Any]) -> None:
        """Take over the progress of the same job; another job's file is an error, no file a new start."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            found = {key: int(data["done"][key]) for key in self.KEYS}
            same = data["job"] == job
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise LnltError(f"no progress file: {error}", str(path)) from None
        if not same:
            raise LnltError("the progress of another job: give its options again or another file", str(path))
        for key, value in found.items():
            setattr(self, key, value)

    def save(self, path: Path, job: dict[str, Any]) -> None:
        """Write the progress, never half of it."""
        draft = path.with_name(path.name + ".new")
        draft.write_text(json.dumps({"job": job, "done": self.as_dict()}), encoding="utf-8")
        draft.replace(path)


def _one(seed: int, scenario: str, share: float) -> FuzzReport:
    from lnlt.fuzz.games import Checks, fuzz_seed

    return fuzz_seed(seed, scenario, Checks(share=share))


def _walk(seed: int, scenario: str, share: float) -> FuzzReport:  # noqa: ARG001
    from lnlt.fuzz.table import walk_seed

    return walk_seed(seed, scenario)


def _reports(seeds: range, play: Callable[[int], FuzzReport], jobs: int) -> Iterator[FuzzReport]:
    """The games in the order of their seeds, played in several processes if there is more than one to play."""
    if jobs == 1 or len(seeds) <= 1:
        yield from map(play, seeds)
        return
    from lnlt.sim.engines import begin_worker

    pool = ProcessPoolExecutor(min(jobs, len(seeds)), multiprocessing.get_context("spawn"), begin_worker)
    waiting: deque[Future[FuzzReport]] = deque()
    try:
        for seed in seeds:
            waiting.append(pool.submit(play, seed))
            if len(waiting) >= AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class _Show(Protocol):
    def __call__(self, total: _Totals, first: bool) -> None: ...


@contextmanager
def _progress(games: int, done: int) -> Iterator[_Show]:
    """A bar on a terminal, a line now and then elsewhere; both on stderr."""
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("random games", total=games, completed=done)
            yield lambda total, first: bar.update(task, completed=total.games)  # noqa: ARG005
        return
    last = time.monotonic()

    def line(total: _Totals, first: bool) -> None:
        nonlocal last
        if first or time.monotonic() - last >= PLAIN_SECONDS:
            last = time.monotonic()
            print(f"{total.games} of {games} games, {total.decisions} decisions", file=sys.stderr, flush=True)

    yield line


def _finish(total: _Totals, failed: FuzzReport | None, seconds: float, as_json: bool, again: str, looked: str) -> None:
    """Say what came out; a failure with all that is needed to see it again."""
    rate = round(total.here / seconds) if seconds else 0
    if as_json:
        data: dict[str, Any] = {**total.as_dict(), "seconds": round(seconds, 2), "decisions_per_second": rate}
        data["failure"] = None
        if failed is not None and failed.failure is not None:
            f = failed.failure
            commands = [json.loads(c) for c in f.commands]
            where = {"game": failed.game, "seed": failed.seed, "decision": f.decision, "frames": f.frames}
            data["failure"] = {**where, "what": f.what, "commands": commands, "trace": f.trace}
        print(json.dumps(data))
    else:
        print(
            f"{total.games} games, {total.decisions} decisions ({rate} a second), " + looked.format(**total.as_dict())
        )
    if failed is None or failed.failure is None:
        return
    if not as_json:
        f = failed.failure
        print(f"FAILED: {f.what}\n  game {failed.game}, seed {failed.seed}, decision {f.decision}\n  {f.frames}")
        for command in f.commands:
            print(f"    {command}")
        print(f"  repeat with: lnlt fuzz --games 1 --seed {failed.seed}{again}")
        print(f.trace, file=sys.stderr)
    raise typer.Exit(EXIT_FAILED)
