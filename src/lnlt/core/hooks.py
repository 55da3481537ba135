"""Named points where exceptions attach: skills, nations, weapons, module and scenario rules.

A chapter declares a hook as a module constant; `traits` attach functions to it; a game collects the
attachments it needs, ordered by band (the more specific comes later and wins). Core chapters call each
other by name and never through hooks.

A hook says in its type what its handlers get, so that a handler with another signature is a type error:

    MAY_RALLY: GateHook[[Game, State, int]] = GateHook("who may try to rally", rule="3.0")
    MAY_RALLY.attach("skill", stands_up, "charismatic")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from lnlt.core.tally import Modifier, Refusal

BANDS = ("core", "era", "nation", "type", "weapon", "skill", "terrain", "scenario")

T = TypeVar("T")
B = TypeVar("B")
P = ParamSpec("P")
Handler = Callable[..., Any]


class Hook:
    """A point rules can be attached to, known by name and section."""

    def __init__(self, name: str, *, rule: str) -> None:
        self.name = name
        self.rule = rule

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} ({self.rule})>"


class Attachment:
    """A function attached to a hook in a band; `source` says whose it is. Made by `attach` of the hook."""

    def __init__(self, hook: Hook, band: str, handler: Handler, source: str, skilled_only: bool = False) -> None:
        if band not in BANDS:
            raise ValueError(f"no band {band!r}: one of {', '.join(BANDS)}")
        self.skilled_only = skilled_only
        """Whether it leaves every unit alone that has no Skill itself: those keep what is known per type."""
        self.hook = hook
        self.band = band
        self.handler = handler
        self.source = source


class Method(Generic[B]):
    """A method that handles a hook, for objects that attach it later. Made by `method` of the hook."""

    def __init__(self, hook: Hook, handler: Handler) -> None:
        self.hook = hook
        self.handler = handler

    def attach(self, owner: B, band: str, source: str) -> Attachment:
        """The method of one object, attached in a band."""
        return Attachment(self.hook, band, self.handler.__get__(owner), source)


class Hooks:
    """The attachments of one game, in order of their bands."""

    def __init__(self, attachments: Iterable[Attachment] = ()) -> None:
        table: dict[Hook, list[Attachment]] = {}
        for a in attachments:
            table.setdefault(a.hook, []).append(a)
        self.table: dict[Hook, tuple[Handler, ...]] = {
            hook: tuple(a.handler for a in sorted(found, key=lambda a: BANDS.index(a.band)))
            for hook, found in table.items()
        }

        self.empty = not self.table
        self.open = frozenset(hook for hook, found in table.items() if not all(a.skilled_only for a in found))
        """Hooks with a function that may change something for units without Skills."""

    def of(self, hook: Hook) -> Sequence[Handler]:
        """Handlers of a hook, general first."""
        return self.table.get(hook, ())


class ModifierHook(Hook, Generic[P]):
    """Handlers give further modifiers."""

    def attach(
        self, band: str, handler: Callable[P, Iterable[Modifier]], source: str, *, skilled_only: bool = False
    ) -> Attachment:
        """A handler in a band."""
        return Attachment(self, band, handler, source, skilled_only)

    def method(self, handler: Callable[Concatenate[B, P], Iterable[Modifier]]) -> Method[B]:
        """A method as a handler."""
        return Method(self, handler)

    def collect(self, hooks: Hooks, *args: P.args, **kwargs: P.kwargs) -> list[Modifier]:
        """All modifiers, general first."""
        handlers = hooks.table.get(self)
        return [m for handler in handlers for m in handler(*args, **kwargs)] if handlers else []


class ValueHook(Hook, Generic[T, P]):
    """Handlers change a value: each gets what the more general ones made of it."""

    def attach(
        self, band: str, handler: Callable[Concatenate[T, P], T], source: str, *, skilled_only: bool = False
    ) -> Attachment:
        """A handler in a band."""
        return Attachment(self, band, handler, source, skilled_only)

    def method(self, handler: Callable[Concatenate[B, T, P], T]) -> Method[B]:
        """A method as a handler."""
        return Method(self, handler)

    def apply(self, hooks: Hooks, value: T, *args: P.args, **kwargs: P.kwargs) -> T:
        """The value after all handlers."""
        for handler in hooks.table.get(self, ()):
            value = handler(value, *args, **kwargs)
        return value


class GateHook(Hook, Generic[P]):
    """Handlers may forbid or allow: a Refusal forbids, True allows, None has no opinion; the last opinion counts."""

    def attach(
        self, band: str, handler: Callable[P, Refusal | bool | None], source: str, *, skilled_only: bool = False
    ) -> Attachment:
        """A handler in a band."""
        return Attachment(self, band, handler, source, skilled_only)

    def ask(self, hooks: Hooks, refusal: Refusal | None, *args: P.args, **kwargs: P.kwargs) -> Refusal | None:
        """The refusal that stands, starting from what the rules say."""
        for handler in hooks.table.get(self, ()):
            opinion = handler(*args, **kwargs)
            if opinion is True:
                refusal = None
            elif opinion is not None:
                refusal = opinion
        return refusal


class MomentHook(Hook, Generic[P]):
    """Handlers let things happen at a moment of the game: they get the draft and may change it."""

    def attach(self, band: str, handler: Callable[P, None], source: str) -> Attachment:
        """A handler in a band."""
        return Attachment(self, band, handler, source)

    def fire(self, hooks: Hooks, *args: P.args, **kwargs: P.kwargs) -> None:
        """All handlers, general first."""
        for handler in hooks.of(self):
            handler(*args, **kwargs)
