"""Saved games on disk: whole files replaced in one piece, entries appended, nothing unknown overwritten."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from lnlt.content.disk import replace_file
from lnlt.core.codec import Codec
from lnlt.core.errors import RecordError
from lnlt.core.record import Entry, Header, Match, Record, entry_line, parse, parse_header

ENDING = ".jsonl"


def data_folder() -> Path:
    """Where saved games are kept: LNLT_DATA, or the user's data folder."""
    given = os.environ.get("LNLT_DATA")
    return Path(given) if given else platformdirs.user_data_path("lnlt", appauthor=False)


def new_path(scenario: str, stamp: str, folder: Path | None = None) -> Path:
    """A file name nobody uses yet for a new game."""
    place = (folder or data_folder()) / "games"
    stem = f"{scenario}-{stamp}" if stamp else scenario
    path, number = place / f"{stem}{ENDING}", 1
    while path.exists():
        number += 1
        path = place / f"{stem}-{number}{ENDING}"
    return path


def read(path: Path) -> bytes:
    """The bytes of a record; every reason it cannot be read is a RecordError."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise RecordError("no such file", str(path)) from None
    except (OSError, ValueError) as error:
        raise RecordError(_reason(error), str(path)) from None


def load(path: Path, codec: Codec, repair: bool = False) -> Record:
    """Header and entries of a saved game; with `repair`, the readable beginning of a damaged one."""
    return parse(codec, read(path), str(path), repair)


def save(path: Path, match: Match) -> None:
    """Write a whole record in one piece. A file that is something else, or another game, is left alone."""
    if os.path.exists(path) and _other(path, match.header):
        raise RecordError("holds another game: choose another name, or load it", str(path))
    write(path, match.text())


def _other(path: Path, header: Header) -> bool:
    """Whether a file holds another game; RecordError if it is no record at all."""
    data = read(path)
    if not data:
        return False
    there = parse_header(data.split(b"\n", 1)[0], str(path))
    return (there.seed, there.started, there.digest) != (header.seed, header.started, header.digest)


def write(path: Path, text: str) -> None:
    """Put a text in place of a file, in one piece and for good."""
    try:
        replace_file(path, text.encode(), lasting=True)
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot be written: {_reason(error)}", str(path)) from None


def append(path: Path, codec: Codec, entry: Entry) -> None:
    """Add an entry to the end of a record and flush it to disk."""
    try:
        with path.open("ab") as file:
            file.write(entry_line(codec, entry).encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise RecordError(f"cannot be written: {_reason(error)}", str(path)) from None


def _reason(error: OSError | ValueError) -> str:
    """Why a file cannot be used; a ValueError is of a name that no file can have."""
    return (getattr(error, "strerror", "") or str(error)).lower()
