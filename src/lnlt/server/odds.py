"""Combat cards before the dice: sums and chances of an order, from the engine's preview."""

from __future__ import annotations

from collections.abc import Mapping

from lnlt import engine, words
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch05_fire.action import Fire
from lnlt.rules.ch05_fire.opportunity import OpFire
from lnlt.server import shapes
from lnlt.server.sums import sum_of, told


def card(game: Game, s: State, preview: engine.Preview) -> shapes.Card:
    """An order that comes to dice, as a card."""
    origin, at, kind = "", "", preview.kind
    for command in preview.commands:
        if isinstance(command, Fire):
            origin, at = command.origin, command.at
        elif isinstance(command, OpFire):
            origin, kind = command.origin, "opportunity"
    at = at or next((roll.at for roll in preview.rolls if roll.at), "")
    title, rule = words.card_title(kind, origin, at)
    fates = {fate.unit: fate for fate in preview.fates}
    rolls = []
    for roll in preview.rolls:
        fate = fates.pop(roll.subject, None) if roll.what == "fire" else None
        rolls.append(
            shapes.Roll(
                what=roll.what,
                subject=roll.subject,
                name=_name(game, s, roll.subject) or roll.at,
                sums=tuple(sum_of(game, tally) for tally in told(roll.tallies)),
                chances=chances(fate.chances if fate else roll.chances),
            )
        )
    for fate in fates.values():
        shown = chances(fate.chances)
        rolls.append(shapes.Roll(what="fate", subject=fate.unit, name=_name(game, s, fate.unit), chances=shown))
    return shapes.Card(
        kind=kind,
        title=title,
        rule=preview.rule or rule,
        origin=origin,
        at=at,
        rolls=tuple(rolls),
        any=round(preview.any.value, 4),
        exact=preview.exact,
    )


def _name(game: Game, s: State, unit: str) -> str:
    return words.unit_name(game, s, s.ids[unit]) if unit in s.ids else unit


def chances(found: Mapping[str, engine.Chance]) -> tuple[shapes.Chance, ...]:
    """Chances in words."""
    return tuple(
        shapes.Chance(key=key, text=words.result_name(key), p=round(chance.value, 4)) for key, chance in found.items()
    )


def card_of(game: Game, s: State, commands: list[engine.Command]) -> shapes.Card | engine.Refusal | None:
    """The card of an order; why it is not allowed; None if it comes to no dice."""
    found = engine.preview(game, s, commands)
    return card(game, s, found) if isinstance(found, engine.Preview) else found
