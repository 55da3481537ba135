"""Progress of long commands: a bar on a terminal, a line now and then elsewhere; both on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lnlt.sim.runner import Progress

PLAIN_SECONDS = 5.0
"""Without a terminal a line of progress comes this often."""


@contextmanager
def progress(what: str) -> Iterator[Callable[[Progress], None]]:
    """Shows a run of games."""
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(what, total=None)

            def update(now: Progress) -> None:
                failed = f", {now.failed} failed" if now.failed else ""
                bar.update(task, total=now.total, completed=now.done, description=(now.label or what) + failed)

            yield update
        return
    began = last = time.monotonic()

    def line(now: Progress) -> None:
        nonlocal last
        if time.monotonic() - last < PLAIN_SECONDS and now.done < now.total:
            return
        last = time.monotonic()
        rate = (now.done - now.kept) / max(1e-6, last - began)
        left = (now.total - now.done) / rate if rate else 0
        failed = f", {now.failed} failed" if now.failed else ""
        label = f" ({now.label})" if now.label else ""
        print(f"{now.done} of {now.total} games{label}{failed}, {left:.0f} s left", file=sys.stderr, flush=True)

    yield line
