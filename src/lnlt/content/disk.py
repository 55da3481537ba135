"""Files replaced in one piece: whoever reads one finds the old content or the new, never half of it."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """Where what can be worked out again is kept: LNLT_CACHE, else the user's cache folder."""
    own = os.environ.get("LNLT_CACHE")
    return Path(own) if own else Path(platformdirs.user_cache_dir("lnlt", appauthor=False))


def replace_file(path: Path, data: bytes, lasting: bool = False) -> None:
    """Put bytes in place of a file: a temporary file beside it, then renamed; OSError if that cannot be done.

    `lasting`: flushed to disk, so that a power cut cannot undo it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, name)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    if lasting:
        _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make a rename last through a power cut, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
