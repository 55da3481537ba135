"""What a question of a situation gives."""

from __future__ import annotations

from typing import Any

import msgspec

from lnlt.core.tally import Refusal, Tally


class Answer(msgspec.Struct):
    """What a question gives: only what its kind can answer is filled in."""

    legal: bool | None = None
    rule: str | None = None
    refusal: Refusal | None = None
    tally: Tally | None = None
    verdict: str | None = None
    degrading: int | None = None
    limited: int | None = None
    value: Any = None
    odds: dict[str, Any] | None = None
    cases: list[tuple[Any, Any]] | None = None
    """Expected and actual value of each case of a table."""
    note: str = ""
    """Explanation shown with a failure."""
