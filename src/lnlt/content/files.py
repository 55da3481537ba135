"""Reading data files: TOML into typed values, every mistake with file, key path and reason."""

from __future__ import annotations

import copy
import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import msgspec

from lnlt.core.errors import ContentError

T = TypeVar("T")
Source = Traversable | Path
Problems = Iterator[ContentError]

_AT = re.compile(r" - at `(key in )?\$\.?(.*)`$")


LONGEST = 80
"""Longer words are not compared with what is known, and are not told whole."""


def shipped(*parts: str) -> Traversable:
    """A file or folder of the data we ship.

    >>> shipped("charts", "ww2.toml").is_file()
    True
    """
    place: Traversable = files("lnlt") / "data"
    for part in parts:
        place = place / part
    return place


def shipped_names(folder: str) -> list[str]:
    """Names of the TOML files in a shipped folder, without the ending."""
    return sorted(f.name.removesuffix(".toml") for f in shipped(folder).iterdir() if f.name.endswith(".toml"))


def find(folder: str, name_or_path: str | Source) -> tuple[Source, str]:
    """The file meant by a shipped name ("15") or a path, and the label errors show for it."""
    if not isinstance(name_or_path, str):
        return name_or_path, label(name_or_path)
    if name_or_path.endswith(".toml") or "/" in name_or_path:
        return Path(name_or_path), name_or_path
    known = shipped_names(folder)
    if name_or_path not in known:
        what = folder.rpartition("/")[2][:-1]
        raise ContentError(f"there is no {what} {name_or_path!r}{guess(name_or_path, known)}", folder)
    return shipped(folder, f"{name_or_path}.toml"), f"{folder}/{name_or_path}.toml"


def label(source: Source) -> str:
    """Short name of a file: shipped data from the data folder on, other files as given."""
    text, root = str(source), str(shipped()) + "/"
    return text.removeprefix(root)


def guess(word: str, known: Iterable[str]) -> str:
    """A hint for a mistyped word, or nothing.

    >>> guess("swamp_gras", ["kunai_grass", "swamp_grass"])
    " (did you mean 'swamp_grass'?)"
    """
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6) if len(word) <= LONGEST else []
    return f" (did you mean {near[0]!r}?)" if near else ""


def check_id(name: str, where: str, path: str) -> None:
    """An id that becomes part of a file's name is a plain word or a few: nothing that leads to another folder."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,99}", name):
        reason = "an id has up to 100 letters, digits, spaces and . _ -, the first a letter or digit"
        raise ContentError(reason, where, path)


def unknown(word: str, known: Iterable[str], what: str, where: str, path: str) -> ContentError:
    """The error for a word that names nothing, with the nearest known one."""
    told = word if len(word) <= LONGEST else f"{word[:LONGEST]}…"
    return ContentError(f"unknown {what} {told!r}{guess(word, known)}", where, path)


def check_word(word: str, known: Iterable[str], what: str, where: str, path: str) -> None:
    """Raise the error for a word that is not known."""
    for problem in word_problems(word, known, what, where, path):
        raise problem


def word_problems(word: str, known: Iterable[str], what: str, where: str, path: str) -> Problems:
    """The error for a word that is not known, for those who go on looking."""
    words = list(known)
    if word not in words:
        yield unknown(word, words, what, where, path)


@contextmanager
def value_errors(where: str, path: str) -> Iterator[None]:
    """Printed values that cannot be read become errors that name their place."""
    try:
        yield
    except ValueError as error:
        raise ContentError(str(error), where, path) from None


def parse(source: Source, where: str) -> dict[str, Any]:
    """The raw tables of a TOML file."""
    try:
        return tomllib.loads(source.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise ContentError("no such file", where) from None
    except IsADirectoryError:
        raise ContentError("is a folder, not a file", where) from None
    except UnicodeDecodeError:
        raise ContentError("is not UTF-8 text", where) from None
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"no valid TOML: {error}", where) from None
    except (OSError, ValueError) as error:  # no access, too long a name, a name with a zero byte
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ContentError(f"cannot be read: {reason.lower()}", where) from None
    except RecursionError:
        raise ContentError("no valid TOML: too many brackets in each other", where) from None


def convert(raw: object, kind: type[T], where: str, key: str = "") -> T:
    """A raw table as a typed value; unknown keys and wrong types are errors."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        _fail(error, raw, kind, where, key)


def read(source: Source, kind: type[T], where: str) -> T:
    """A TOML file as a typed value."""
    return convert(parse(source, where), kind, where)


def _fail(error: msgspec.ValidationError, raw: object, kind: type, where: str, key: str) -> NoReturn:
    """Turn a validation error into a ContentError that names the key."""
    text = str(error)
    match = _AT.search(text)
    reason = text[: match.start()] if match else text
    path = _locate(match[2] if match else "", raw, kind, text)
    path = join_key(key, re.sub(r"\[(\d+)\]", r".\1", path))
    unknown = re.search(r"unknown field `(.*)`", reason)
    missing = re.search(r"missing required field `(.*)`", reason)
    if unknown:
        reason = f"unknown key {unknown[1]!r}{guess(unknown[1], _fields(kind) - {unknown[1]})}"
        path = join_key(path, unknown[1])
    elif missing:
        reason = f"the key {missing[1]!r} is missing"
        path = join_key(path, missing[1])
    else:
        reason = reason[0].lower() + reason[1:].replace("`", "'")
    raise ContentError(reason, where, path) from None


def _locate(path: str, raw: object, kind: type, text: str) -> str:
    """The path with every "[...]" (some entry of a table) replaced by the entry that causes the same error."""
    while "[...]" in path:
        before, _, after = path.partition("[...]")
        root: dict[str, Any] = {"": copy.deepcopy(raw)}
        holder: Any = root
        step: Any = ""
        for part in re.findall(r"[^.\[\]]+", before):
            holder, step = holder[step], int(part) if isinstance(holder[step], list) else part
        table = holder[step]
        for name, value in table.items():
            holder[step] = {name: value}
            try:
                msgspec.convert(root[""], kind)
            except msgspec.ValidationError as error:
                if str(error) == text:
                    path, raw = f"{before}.{name}{after}", root[""]
                    break
        else:
            return before
    return path


def join_key(*parts: str) -> str:
    """Key path from its parts, empty ones left out."""
    return ".".join(p.strip(".") for p in parts if p.strip("."))


def _fields(kind: object, depth: int = 3) -> set[str]:
    """Key names of a struct and the structs inside it, for hints."""
    if depth == 0:
        return set()
    names: set[str] = set()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        for field in msgspec.structs.fields(kind):
            names.add(field.encode_name)
            names |= _fields(field.type, depth - 1)
    for inner in getattr(kind, "__args__", ()):
        names |= _fields(inner, depth)
    return names
