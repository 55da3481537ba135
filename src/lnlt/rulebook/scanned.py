"""The citations of a source tree, kept on disk: only files whose time or size has changed are read again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from lnlt.content.disk import cache_folder, replace_file
from lnlt.core.errors import LnltError
from lnlt.rulebook import citations
from lnlt.rulebook.citations import Found, scan_python, scan_situation

Read = Callable[[str, str], Iterator[Found]]
"""What finds the citations of a file, given its text and its name."""


class Scanned(msgspec.Struct, frozen=True, array_like=True):
    """A file as it was when it was read."""

    time: int
    size: int
    found: tuple[Found, ...]


_DECODER = msgspec.msgpack.Decoder(dict[str, Scanned])


def scan(root: Path, package: Path, *, with_tests: bool = True) -> Iterator[Found]:
    """All citations of the package and, if asked, its tests and situations."""
    cache = _cache_file(root, with_tests)
    try:
        known = _DECODER.decode(cache.read_bytes())
    except (OSError, msgspec.MsgspecError):
        known = {}
    now: dict[str, Scanned] = {}
    for path, read in _files(root, package, with_tests):
        name = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
        about = path.stat()
        entry = known.get(name)
        if entry is None or (entry.time, entry.size) != (about.st_mtime_ns, about.st_size):
            try:
                entry = Scanned(about.st_mtime_ns, about.st_size, tuple(read(path.read_text(encoding="utf-8"), name)))
            except UnicodeDecodeError:
                raise LnltError("is not UTF-8 text", name) from None
        now[name] = entry
    if now != known:
        with suppress(OSError):  # a cache that cannot be written is no error
            replace_file(cache, msgspec.msgpack.encode(now))
    for entry in now.values():
        yield from entry.found


def _files(root: Path, package: Path, with_tests: bool) -> Iterator[tuple[Path, Read]]:
    """The files that may cite rules, and how each is read."""
    for path in sorted(package.rglob("*.py")):
        yield path, lambda text, name: scan_python(text, name, "code")
    if with_tests:
        for path in sorted((root / "tests").rglob("*.py")):
            yield path, lambda text, name: scan_python(text, name, "test")
        for path in sorted((root / "tests" / "situations").rglob("*.toml")):
            yield path, scan_situation


def _cache_file(root: Path, with_tests: bool) -> Path:
    """The cache of a tree; another way of reading citations has another one."""
    way = Path(citations.__file__).read_bytes()
    key = hashlib.sha256(b"%b\0%d\0%b" % (str(root.resolve()).encode(), with_tests, way)).hexdigest()[:20]
    return cache_folder() / "rulebook" / key
