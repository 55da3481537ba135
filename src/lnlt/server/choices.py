"""What is asked now, of whom, with every option the engine allows."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from lnlt import engine, words
from lnlt.core.engine import passes
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.server import odds, shapes
from lnlt.server.pieces import public
from lnlt.words import english
from lnlt.words.sentences import GROUP_OF, tag

PRIMARY = (
    "open_fire",
    "strike_melee",
    "try_withdrawal",
    "fight_fire",
    "fire_for_effect",
    "ready",
    "stop_move",
    "end_rally",
    "done",
    "pass_window",
    "end_declaring",
    "next",
    "pass",
)
"""What the one button of a question does, if it can be done."""

STRAIGHT = frozenset({"open_fire"})
"""Answers that lead straight to dice and whose chances are counted in no time: their card goes with the question."""


def asked(game: Game, s: State) -> shapes.Decision | None:
    """The question of a position a viewer sees, without its options: what everybody may know."""
    q = engine.question(s)
    if q is None:
        return None
    return shapes.Decision(
        side=q.side,
        question=tag(type(q)),
        text=words.question_text(game, s, q).removesuffix(f" ({q.RULE})"),
        rule=q.RULE,
        window=bool(q.WINDOW),
        focus=focus(game, s),
    )


def decision(game: Game, s: State, seats: Collection[int], known: shapes.Decision | None) -> shapes.Decision | None:
    """What is asked (see `asked`), with options for the seats that must choose."""
    q = engine.question(s)
    if known is None or q is None or q.side not in seats:
        return known
    commands = engine.options(game, s)
    options = describe_options(game, s, q, commands)
    keys = {option.group for option in options}
    groups = tuple((key, title) for key, title in english.GROUPS.items() if key in keys)
    shots = [c for c, option in zip(commands, options, strict=True) if option.primary and option.kind in STRAIGHT]
    card = odds.card_of(public(game, s), s, shots) if shots else None
    shown = card if isinstance(card, shapes.Card) else None
    return msgspec.structs.replace(known, options=options, groups=groups, card=shown)


def describe_options(game: Game, s: State, q: Question, commands: Sequence[Command]) -> tuple[shapes.Option, ...]:
    """Options in words, the primary one marked."""
    kinds = [tag(type(command)) for command in commands]
    primary = next((kind for kind in PRIMARY if kind in kinds), "")
    first = kinds.index(primary) if primary else -1
    return tuple(option(game, s, command, q.RULE, number == first) for number, command in enumerate(commands))


def option(game: Game, s: State, command: Command, rule: str = "", primary: bool = False) -> shapes.Option:
    """One option in words."""
    kind = tag(type(command))
    return shapes.Option(
        do=plain(command),
        text=words.option_text(game, s, command),
        group=GROUP_OF.get(kind, "choose"),
        kind=kind,
        unit=_text(command, "unit") or _text(command, "lead"),
        origin=_text(command, "origin"),
        at=_text(command, "at"),
        rule=rule,
        primary=primary,
        passes=passes(command),
    )


def plain(command: Command) -> shapes.Command:
    """A command as clients hand it back."""
    found: shapes.Command = msgspec.to_builtins(command)
    return found


def _text(command: Command, name: str) -> str:
    value = getattr(command, name, "")
    return value if isinstance(value, str) else ""


def focus(game: Game, s: State) -> tuple[str, ...]:
    """Places the question is about: those of the innermost frame that names any."""
    for frame in reversed(s.stack):
        found: list[int] = []
        for name in ("at", "origin"):
            value = getattr(frame, name, -1)
            if isinstance(value, int):
                found.append(value)
        unit = getattr(frame, "unit", -1)
        if isinstance(unit, int) and 0 <= unit < len(s.units):
            found.append(s.units[unit].at)
        places = dict.fromkeys(game.board.loc_name(loc) for loc in found if loc >= 0)
        if places:
            return tuple(places)
    return ()
