"""The progress line of a long run."""

from __future__ import annotations

import sys
import time

_told = 0.0
"""When progress was last written somewhere that is no terminal."""


def bar(done: int, total: int, text: str) -> None:
    """One progress line, rewritten on a terminal."""
    global _told
    if not sys.stderr.isatty():
        if total and (done == total or time.monotonic() - _told > 20):
            _told = time.monotonic()
            print(f"{done}/{total} {text}", file=sys.stderr, flush=True)
        return
    filled = 30 * done // total if total else 0
    line = f"[{'#' * filled}{'.' * (30 - filled)}] {done}/{total} {text}" if total else ""
    print(f"\r\x1b[K{line[:150]}", end="", file=sys.stderr, flush=True)
