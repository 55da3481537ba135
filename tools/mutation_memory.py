"""What is remembered of earlier runs on this machine: results, covered lines, and which test notices which change."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from pathlib import Path
from typing import Any

from mutation_points import Point
from mutation_runs import Test


class Store:
    """What earlier runs found, in the cache folder; a broken file counts as none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.data: dict[str, Any] = {"results": {}, "coverage": {}, "sources": {}, "compared": {}, "noticed": {}}
        with contextlib.suppress(OSError, ValueError):
            self.data |= json.loads(path.read_text(encoding="utf-8"))

    def noticed(self) -> dict[str, Test]:
        """Short name of a change -> the test that noticed it last time."""
        return {change: Test(name, seconds, {}, 0) for change, (name, seconds) in self.data["noticed"].items()}

    def note_noticed(self, noticed: dict[str, Test]) -> None:
        """Remember which test notices what."""
        self.data["noticed"] = {change: (test.id, test.seconds) for change, test in sorted(noticed.items())}

    def save(self) -> None:
        """Write everything, all or nothing."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(self.data), encoding="utf-8")
        os.replace(part, self.path)


def store_path(root: Path) -> Path:
    """Where progress is kept: LNLT_CACHE, else the user's cache folder; one file per working tree."""
    import platformdirs

    own = os.environ.get("LNLT_CACHE")
    folder = Path(own) if own else Path(platformdirs.user_cache_dir("lnlt", appauthor=False))
    return folder / "mutants" / f"{hashlib.sha256(str(root).encode()).hexdigest()[:12]}.json"


def short(point: Point) -> str:
    """A short name of a change, the same wherever its line stands in its file."""
    return hashlib.sha256(point.key.encode()).hexdigest()[:8]


def digest(paths: list[Path]) -> str:
    """Hash of files, names included."""
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:20]
