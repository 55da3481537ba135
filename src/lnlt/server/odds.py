"""Combat cards before the dice: sums and chances of an order, from the engine's preview."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from lnlt import engine, words
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch05_fire.action import Fire
from lnlt.rules.ch05_fire.opportunity import OpFire
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun
from lnlt.rules.ch19_air.airborne import flight_of
from lnlt.rules.ch19_air.defence import FireAtAircraft
from lnlt.rules.ch19_air.flight import DropBombs, Strafe
from lnlt.server import shapes
from lnlt.server.sums import is_told, sum_of
from lnlt.table.drives import Muzzle
from lnlt.words.armour import muzzle_text, shot_facts
from lnlt.words.sentences import tag

AIMED = (FireOrdnance, FireMachineGun)
AIR = (Strafe, DropBombs, FireAtAircraft)
FATES_FIRST = ("to_hit", "burst", "overrun", "close_assault")
"""Cards with several rolls one after another: what becomes of everybody stands above them."""


def card(game: Game, s: State, preview: engine.Preview) -> shapes.Card:
    """An order that comes to dice, as a card."""
    origin, at, kind, said = "", "", preview.kind, ""
    facts: dict[str, str] = {}
    for command in preview.commands:
        if isinstance(command, Fire):
            origin, at = command.origin, command.at
        elif isinstance(command, OpFire):
            origin, kind = command.origin, "opportunity"
        elif isinstance(command, AIMED):
            kind = "burst" if isinstance(command, FireMachineGun) else "to_hit"
            at = command.at
            facts = shot_facts(game, s, command)
        elif isinstance(command, AIR):
            said, facts = tag(type(command)), _air_facts(game, s, command)
    at = at or next((roll.at for roll in preview.rolls if roll.at), "")
    title, rule = words.card_title(said or kind, origin, at, facts)
    fates = {fate.unit: fate for fate in preview.fates}
    rolls = []
    for roll in preview.rolls:
        whole = roll.what == "fire" and kind not in FATES_FIRST
        rolls.append(_roll(game, s, roll, fates.pop(roll.subject, None) if whole else None))
    ends = [
        shapes.Roll(
            what="fate", subject=fate.unit, name=words.called(game, s, fate.unit), chances=chances(fate.chances)
        )
        for fate in fates.values()
        if kind not in FATES_FIRST or fate.unit in s.ids
    ]
    return shapes.Card(
        kind=kind,
        title=title,
        rule=rule if said else preview.rule or rule,
        origin=origin,
        at=at,
        rolls=(*ends, *rolls) if kind in FATES_FIRST else (*rolls, *ends),
        any=round(preview.any.value, 4),
        exact=preview.exact,
    )


def _roll(game: Game, s: State, roll: engine.Roll, fate: engine.Fate | None) -> shapes.Roll:
    """One roll: what it is about, its sums, and the chances of what comes of it; of plain fire those of the unit."""
    happens = roll.happens.fraction
    told_of = words.called(game, s, roll.subject) or roll.at
    if roll.by:
        by, targets = ([s.ids[name] for name in names] for names in (roll.by, roll.targets))
        told_of = words.fight_title(game, s, by, targets)
    elif roll.what != "fire":
        told_of = words.roll_title(roll.what, told_of, roll.tallies)
    found = fate.chances if fate is not None else roll.chances
    if fate is None and happens not in (0, 1):
        found = {key: engine.Chance.of(chance.fraction / happens) for key, chance in found.items()}
    return shapes.Roll(
        what=roll.what,
        subject=roll.subject,
        name=told_of,
        sums=tuple(sum_of(game, tally) for tally in roll.tallies if is_told(tally, roll.tallies)),
        chances=chances(found),
        p=round(float(happens), 4),
    )


def _air_facts(game: Game, s: State, command: engine.Command) -> dict[str, str]:
    """Who attacks what from the air, or fires at what there, for the title of a card."""
    flight = flight_of(s)
    plane = words.unit_name(game, s, flight.unit) if flight is not None else ""
    if isinstance(command, FireAtAircraft):
        return {**shot_facts(game, s, command), "target": plane}
    return {"unit": plane}


def chances(found: Mapping[str, engine.Chance]) -> tuple[shapes.Chance, ...]:
    """Chances in words."""
    return tuple(
        shapes.Chance(key=key, text=words.result_name(key, found), p=round(chance.value, 4))
        for key, chance in found.items()
    )


def plain_all(commands: Iterable[engine.Command]) -> tuple[shapes.Command, ...]:
    """Commands as clients hand them back."""
    return tuple(msgspec.to_builtins(command) for command in commands)


def threats(answers: Iterable[engine.Response]) -> Iterator[shapes.Threat]:
    """5.3: reactions a step may draw, with the chance that they do harm."""
    for answer in answers:
        if answer.preview is None:
            continue
        origin = getattr(answer.command, "origin", "") or getattr(answer.command, "at", "")
        firers = dict.fromkeys(getattr(c, "unit", "") for c in answer.preview.commands if getattr(c, "unit", ""))
        p = answer.preview.any.value
        text = words.threat_text(list(firers) or [origin], p)
        yield shapes.Threat(origin=origin, text=text, p=round(p, 4), rule="5.3")


def threat(muzzle: Muzzle) -> shapes.Threat:
    """5.3: a gun or unit that may fire at what goes by."""
    text = muzzle_text(muzzle.unit, muzzle.hit)
    return shapes.Threat(origin=muzzle.origin, text=text, p=round(float(muzzle.hit or 0), 4), rule="5.3")


def card_of(game: Game, s: State, commands: list[engine.Command]) -> shapes.Card | engine.Refusal | None:
    """The card of an order; why it is not allowed; None if it comes to no dice."""
    found = engine.preview(game, s, commands)
    return card(game, s, found) if isinstance(found, engine.Preview) else found
