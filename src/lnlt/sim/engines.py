"""Where games are played: in this process, in several, or on a cluster of Dask or Ray through joblib.

Each engine takes batches one by one as it has room for them and gives back what was played in whatever order it comes.
"""

from __future__ import annotations

import gc
import importlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any

from lnlt.content.files import guess
from lnlt.core.errors import LnltError
from lnlt.sim.series import Batch, Played, play_batch

ENGINES = ("local", "dask", "ray")
AHEAD = 2
"""Batches per worker that are on the way at once."""
WAIT = 10.0
"""Seconds a cluster has to answer."""
ROUND = 4
"""Batches per worker of a round."""
LOOK = 0.2
"""Seconds until it is seen that somebody has pressed Ctrl-C."""
GC_THRESHOLDS = (50_000, 20, 20)
"""Of a worker's garbage collection."""
Run = Callable[[Iterator[Batch]], Iterator[Played]]


def cores() -> int:
    """Cores this process may use."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_engine(name: str, address: str) -> None:
    """Complain about an engine there is not, one that is not installed, or an address it cannot use."""
    if name not in ENGINES:
        raise LnltError(f"there is no engine {name!r}{guess(name, ENGINES)}: choose one of {', '.join(ENGINES)}")
    if name == "local":
        if address:
            raise LnltError("--address is for the engines dask and ray")
        return
    for module in ("joblib", "distributed" if name == "dask" else "ray"):
        try:
            importlib.import_module(module)
        except ImportError:
            raise LnltError(f"the engine {name} needs {module}: pip install 'lnlt[{name}]'") from None


@contextmanager
def engine(name: str, workers: int, address: str = "") -> Iterator[tuple[Run, int]]:
    """An engine that is ready to play, and how many workers it has."""
    check_engine(name, address)
    if name == "dask":
        with _dask(workers, address) as found:
            yield found
    elif name == "ray":
        with _ray(workers, address) as found:
            yield found
    elif workers == 1:
        yield _here, 1
    else:
        with _local(workers) as run:
            yield run, workers


def _here(batches: Iterator[Batch]) -> Iterator[Played]:
    return map(play_batch, batches)


def begin_worker() -> None:
    """Ctrl-C is for the process that asked; when that one is gone, its workers go too. Thought makes many values that
    live shortly and no cycles: they are looked for rarely."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*GC_THRESHOLDS)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def _quiet_start() -> Iterator[None]:
    """A process that is started here never hears Ctrl-C, not even while it is still importing."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Stop:
    """Ctrl-C, looked at between two steps only: nothing of the pool is left half done."""

    def __init__(self) -> None:
        self.asked = False
        self._before: Any = None

    def __enter__(self) -> _Stop:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._ask)
        return self

    def _ask(self, *_: object) -> None:
        self.asked = True

    def check(self) -> None:
        if self.asked:
            raise KeyboardInterrupt

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)


@contextmanager
def _local(workers: int) -> Iterator[Run]:
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), begin_worker)
    done = False
    try:
        with _Stop() as stop:
            yield lambda batches: _through(pool, workers, batches, stop)
        done = True
    finally:
        children = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=done, cancel_futures=True)
        if not done:  # stopped: what is being played is not waited for
            for child in children:
                child.kill()
            for child in children:
                child.join()
            half_told = getattr(getattr(pool, "_result_queue", None), "_writer", None)
            if half_told is not None:  # the pool would wait for the rest of what a worker was just telling
                half_told.close()


def _through(pool: ProcessPoolExecutor, workers: int, batches: Iterator[Batch], stop: _Stop) -> Iterator[Played]:
    waiting: set[Future[Played]] = set()
    more = True
    try:
        while more or waiting:
            while more and len(waiting) < AHEAD * workers:
                batch = next(batches, None)
                if batch is None:
                    more = False
                else:
                    with _quiet_start():
                        waiting.add(pool.submit(play_batch, batch))
            stop.check()
            done, waiting = wait(waiting, LOOK, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise LnltError("a worker process died (out of memory?): the same command goes on where it ended") from None


def _streamed(batches: Iterator[Batch], workers: int) -> Iterator[Played]:
    """Results as they come, new batches as workers get free."""
    joblib = importlib.import_module("joblib")
    parallel = joblib.Parallel(
        n_jobs=workers, batch_size=1, pre_dispatch=AHEAD * workers, return_as="generator_unordered"
    )
    yield from parallel(joblib.delayed(play_batch)(batch) for batch in batches)


def _in_rounds(batches: Iterator[Batch], workers: int) -> Iterator[Played]:
    """Some batches per worker at a time: joblib's backend for Ray gives results back only when all are there."""
    joblib = importlib.import_module("joblib")
    while some := list(islice(batches, ROUND * workers)):
        yield from joblib.Parallel(n_jobs=workers, batch_size=1)(joblib.delayed(play_batch)(batch) for batch in some)


@contextmanager
def _dask(workers: int, address: str) -> Iterator[tuple[Run, int]]:
    joblib = importlib.import_module("joblib")
    distributed = importlib.import_module("distributed")
    try:
        if address:
            client = distributed.Client(address, timeout=WAIT)
        else:
            client = distributed.Client(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None)
    except (OSError, ValueError, TimeoutError) as error:
        raise LnltError(f"no Dask cluster answers there: {error}", address) from None
    with client:
        count = sum(client.nthreads().values())
        if not count:
            raise LnltError("the Dask cluster has no workers", address)
        with joblib.parallel_config(backend="dask"):
            yield (lambda batches: _streamed(batches, count)), count


@contextmanager
def _ray(workers: int, address: str) -> Iterator[tuple[Run, int]]:
    joblib = importlib.import_module("joblib")
    ray = importlib.import_module("ray")
    importlib.import_module("ray.util.joblib").register_ray()
    try:
        if address:
            ray.init(address=address, log_to_driver=False, logging_level="error")
        else:
            ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level="error")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise LnltError(f"no Ray cluster answers there: {error}", address) from None
    try:
        count = int(ray.cluster_resources().get("CPU", 0))
        if not count:
            raise LnltError("the Ray cluster has no CPUs", address)
        with joblib.parallel_config(backend="ray", n_jobs=count):
            yield (lambda batches: _in_rounds(batches, count)), count
    finally:
        ray.shutdown()
