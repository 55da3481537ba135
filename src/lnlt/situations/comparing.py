"""One thing expected and what came out, side by side in words."""

from __future__ import annotations

from typing import Any

import msgspec

from lnlt.situations.answers import Answer
from lnlt.situations.steps import given


class Check(msgspec.Struct, frozen=True):
    """One thing expected: key path, expected and actual in words, and whether it held."""

    key: str
    expected: str
    actual: str
    ok: bool


def show(value: Any) -> str:
    """A value as the file would write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list | tuple):
        return f"[{', '.join(show(v) for v in value)}]"
    if isinstance(value, msgspec.Struct):
        return show(given(value))
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {show(v)}" for k, v in value.items()) + " }"
    return "nothing" if value is None else str(value)


def refusal_text(answer: Answer) -> str:
    """What a refusal says, or that there is none."""
    if answer.refusal is None:
        return "no answer" if answer.legal is None else "true"
    facts = ", ".join(f"{k} {v}" for k, v in answer.refusal.params.items())
    return f"refused by {answer.refusal.rule}: {answer.refusal.code}" + (f" ({facts})" if facts else "")


def equal(key: str, expected: Any, actual: Any, note: str = "") -> Check:
    """Two values that must be the same, with an explanation if they are not."""
    same = isinstance(expected, bool) == isinstance(actual, bool) and expected == actual
    return Check(key, show(expected), show(actual) + (f"\n{note}" if note and not same else ""), same)
