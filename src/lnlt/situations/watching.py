"""Which keys of a step were looked at: what nobody has looked at would be dropped without a word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import msgspec

from lnlt.situations.steps import Step

_NOTED: ContextVar[set[str] | None] = ContextVar("_NOTED", default=None)


class Watched(Step, frozen=True):
    """A step that notes which of its keys are read while somebody watches."""

    def __getattribute__(self, name: str) -> Any:
        """The value, and a note that it was asked for."""
        noted = _NOTED.get()
        if noted is not None:
            noted.add(name)
        return super().__getattribute__(name)


@contextmanager
def watching(step: Step) -> Iterator[tuple[Step, set[str]]]:
    """A step to work with, and the names of its keys that were read meanwhile."""
    noted: set[str] = set()
    token = _NOTED.set(noted)
    try:
        yield Watched(**msgspec.structs.asdict(step)), noted
    finally:
        _NOTED.reset(token)


def unread(step: Step, noted: set[str]) -> list[str]:
    """Keys that the file gives and nobody has read.

    >>> unread(Step(do="pass", by="us", at="H6"), {"do", "by"})
    ['at']
    """
    fields = msgspec.structs.fields(step)
    return [
        f.encode_name
        for f in fields
        if f.name not in noted and getattr(step, f.name) is not None and f.name not in SAID
    ]


SAID = ("do", "ask", "expect")
"""What the runner itself goes by."""
