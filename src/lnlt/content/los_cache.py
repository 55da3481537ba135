"""Finished lines of sight on disk: a board's table is computed once per content and kept in the user's cache."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from lnlt.content.disk import cache_folder, replace_file
from lnlt.core.board import Board
from lnlt.rules.ch10_los_spotting.sight import Sight

VERSION = 1
"""Raise it when the same board would get other verdicts."""
MAGIC = b"lnlt-los\n"
SLOW_HEXES = 400
"""From this size on a terminal gets a progress bar."""

Progress = Callable[[int, int], None]


def fingerprint(board: Board) -> str:
    """Hash of everything that decides the board's lines of sight."""
    chart = board.chart
    keys = {s.terrain for s in board.specs} | {a.terrain for s in board.specs for a in s.art}
    features = {f for s in board.specs for f in s.features}
    content: dict[str, Any] = {
        "version": VERSION,
        "hexes": [
            (s.x, s.y, s.terrain, s.level, s.silhouette, sorted(s.features), [(a.terrain, a.shape) for a in s.art])
            for s in board.specs
        ],
        "sides": [[side.key if side else None for side in row[:3]] for row in board.sides],
        "buildings": [(b.hexes, b.floors) for b in board.buildings],
        "roads": board.roads,
        "terrain": [
            (t.key, t.los, t.height, t.structure, t.road, t.level)
            for t in (chart.terrains[k] for k in sorted((keys | features) & set(chart.terrains)))
        ],
        "hexsides": [(s.key, s.los, s.height) for _, s in sorted(chart.hexsides.items())],
        "counters": [(c.key, c.los, c.height, c.shape) for c in (chart.counters.get(f) for f in sorted(features)) if c],
    }
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()


def load_sight(board: Board, progress: Progress | None = None) -> Sight:
    """The lines of sight of a board, from the cache if it has them; a damaged or missing file is built anew."""
    key = fingerprint(board)
    path = cache_folder() / "los" / f"{key}.los"
    table = read(path, key, board.size)
    if table is not None:
        return Sight(board, table)
    with _bar(board, progress) as report:
        sight = Sight(board, progress=report)
    write(path, key, sight.table)
    return sight


def read(path: Path, key: str, size: int) -> bytes | None:
    """A stored table, None if there is none that can be trusted."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    head = MAGIC + bytes.fromhex(key)
    check, table = data[len(head) : len(head) + 32], data[len(head) + 32 :]
    if not data.startswith(head) or len(table) != size * size or hashlib.sha256(table).digest() != check:
        return None
    return table


def write(path: Path, key: str, table: bytes) -> bool:
    """Store a table; False if the folder cannot be written, which is no error."""
    try:
        replace_file(path, MAGIC + bytes.fromhex(key) + hashlib.sha256(table).digest() + table)
    except OSError:
        return False
    return True


@contextmanager
def _bar(board: Board, progress: Progress | None) -> Iterator[Progress | None]:
    """Progress for a cold build: the caller's, a bar on a terminal for large boards, else none."""
    if progress is not None or board.size < SLOW_HEXES or not sys.stderr.isatty():
        yield progress
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("lines of sight", total=board.size)
        yield lambda done, total: bar.update(task, completed=done, total=total)
