"""Values of our own: what a counter needs to be played and no text states, kept apart from what is known.

A row says what is known, with "?" for the rest; its table `assumed` fills the gaps and may contradict nothing.
"""

from __future__ import annotations

import re
from typing import Any

from lnlt.core.errors import ContentError

KEYS = frozenset(
    {
        "values", "shaken", "armor", "mgs", "to_hit", "he", "ammo", "guns", "capacity", "rof", "depletion", "mount",
        "min_range", "abilities", "bipod", "cannon", "bombs", "around",
    }
)  # fmt: skip
"""What can be assumed about a counter."""


def filled(raw: dict[str, Any], where: str, path: str) -> tuple[dict[str, Any], int]:
    """A row with its gaps filled, and how many values of it are our own.

    >>> filled({"values": "11?-?", "verified": False, "assumed": {"values": "11T-6", "he": 3}}, "", "")
    ({'values': '11T-6', 'verified': False, 'he': 3}, 3)
    """
    if "assumed" not in raw:
        return raw, 0
    said = raw["assumed"]
    known = {key: value for key, value in raw.items() if key != "assumed"}
    if not isinstance(said, dict):
        raise ContentError("a table of values is needed", where, f"{path}.assumed")
    if raw.get("verified") is not False:
        raise ContentError("a row with values of our own needs verified = false", where, f"{path}.verified")
    return _merged(known, said, where, f"{path}.assumed")


def _merged(known: dict[str, Any], said: dict[str, Any], where: str, path: str) -> tuple[dict[str, Any], int]:
    merged, count = dict(known), 0
    for key, value in said.items():
        if key not in KEYS:
            raise ContentError(f"{key!r} cannot be assumed", where, f"{path}.{key}")
        if key == "abilities" and isinstance(value, list):  # further ones
            merged[key] = [*known.get(key, []), *value]
            count += len(value)
            continue
        merged[key], more = _joined(known.get(key), value, where, f"{path}.{key}")
        count += more
    return merged, count


def _joined(known: Any, value: Any, where: str, path: str) -> tuple[Any, int]:
    """What is known and what is assumed of one key, and how much of it is assumed."""
    if known is None or known in ("?", "", []):
        return value, _size(value)
    if isinstance(known, str) and isinstance(value, str):
        pattern = "".join(".+?" if c == "?" else re.escape(c) for c in known)
        if re.fullmatch(pattern, value):
            return value, known.count("?")
    elif isinstance(known, dict) and isinstance(value, dict):
        return _merged(known, value, where, path)
    elif isinstance(known, list) and isinstance(value, list):
        return _lists(known, value, where, path)
    elif known == value:
        return value, 0
    raise ContentError(f"{value!r} contradicts what is known, {known!r}", where, path)


def _lists(known: list[Any], value: list[Any], where: str, path: str) -> tuple[list[Any], int]:
    """Rows one by one; columns of a to-hit table by their range, and there may be more than are known."""
    if isinstance(known[0], list):
        columns = {band[0]: band for band in known}
        missing = [reach for reach in columns if reach not in {band[0] for band in value}]
        if missing:
            raise ContentError(f"the column of range {missing[0]} is missing", where, path)
        pairs = [(columns.get(band[0], []), band) for band in value]
    elif isinstance(known[0], str | int | dict) and len(known) == len(value):
        pairs = list(zip(known, value, strict=True))
    else:
        raise ContentError(f"{value!r} contradicts what is known, {known!r}", where, path)
    found = [_joined(old, new, where, f"{path}.{i}") for i, (old, new) in enumerate(pairs)]
    return [new for new, _ in found], sum(count for _, count in found)


def _size(value: Any) -> int:
    """How many values something holds: numbers of a text, members of a list."""
    if isinstance(value, dict):
        return sum(_size(v) for v in value.values())
    if isinstance(value, list):
        return sum(_size(v) for v in value)
    return max(1, len(re.findall(r"\d+", value))) if isinstance(value, str) else 1
