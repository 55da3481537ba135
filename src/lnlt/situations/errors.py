"""Mistakes in a situation file: every one names the file and the key path."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lnlt.content.files import guess
from lnlt.core.errors import ContentError

if TYPE_CHECKING:
    from lnlt.core.tally import Refusal


class SituationError(ContentError):
    """A situation that cannot be used; place = file and key path."""


class Refused(Exception):
    """A command the rules do not allow; carried out of a translation, never shown as an error."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def check_word(word: str, known: Iterable[str], what: str, *place: str) -> str:
    """The word itself if it is known; else an error with the nearest known one."""
    known = list(known)
    if word not in known:
        raise SituationError(f"unknown {what} {word!r}{guess(word, known)}", *place)
    return word


def no_such(word: str, known: Iterable[str], what: str, *place: str) -> SituationError:
    """The error for an id that names nothing."""
    return SituationError(f"no {what} {word!r}{guess(word, known)}", *place)
