"""Special rules of scenarios that need code: each named switch gives the functions it attaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lnlt.core.hooks import Attachment
from lnlt.core.setup import GameSetup
from lnlt.traits.scenario_rules import destroy

RULES: dict[str, Callable[[list[str]], Iterator[Attachment]]] = {"destroy": destroy.attachments}
"""Name of a rule to what it attaches; the text after the name, cut at colons, are its values."""


def attachments(setup: GameSetup) -> list[Attachment]:
    """Everything the special rules of a scenario attach."""
    found: list[Attachment] = []
    for text in setup.special_rules:
        name, *values = text.split(":")
        if name in RULES:
            found.extend(RULES[name](values))
    return found
