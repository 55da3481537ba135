"""Bounds for JSON that comes from outside: nothing is longer, deeper or larger than any game needs."""

from __future__ import annotations

from typing import Any

from lnlt.core.errors import RecordError

TEXT = 4_000
"""Characters of a text."""
NAME = 200
"""Characters of a key."""
ITEMS = 2_500
"""Entries of a list or table: hexes of the largest board, and some."""
DEPTH = 16
NUMBER = 10_000
"""Numbers of a set-up lie between this and its negative."""
INDEX = 2**31
"""The same of commands."""
VALUES = 200_000
"""Values in all."""


def check_bounds(value: Any, where: str, place: str = "", number: int = NUMBER) -> None:
    """A RecordError for the first thing in decoded JSON that no game could need."""
    todo: list[tuple[Any, str, int]] = [(value, "", 0)]
    count = 0
    while todo:
        one, path, depth = todo.pop()
        count += 1
        reason = ""
        if isinstance(one, str):
            reason = f"a text of more than {TEXT} characters" if len(one) > TEXT else ""
        elif isinstance(one, int | float):
            reason = f"a number above {number}" if not -number <= one <= number else ""
        elif isinstance(one, dict | list | tuple):
            rows = one.items() if isinstance(one, dict) else enumerate(one)
            if len(one) > ITEMS:
                reason = f"more than {ITEMS} entries"
            elif depth >= DEPTH:
                reason = f"more than {DEPTH} levels"
            elif isinstance(one, dict) and any(len(key) > NAME for key in one):
                reason = f"a name of more than {NAME} characters"
            else:
                todo.extend((inner, f"{path}.{key}", depth + 1) for key, inner in rows)
        if count > VALUES:
            reason = f"more than {VALUES} values"
        if reason:
            raise RecordError(f"{path.strip('.') or 'it'} has {reason}", where, place)
