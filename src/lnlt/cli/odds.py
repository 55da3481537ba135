"""Odds in words: what an order would roll, the sums item by item, and the chance of each result."""

from __future__ import annotations

from lnlt import engine, words
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.engine import Chance, Preview, Roll, WalkStep
from lnlt.rules.ch05_fire.group import AddFirer

FIRE = "fire"
HARMFUL = frozenset({"fire", "melee", "mission", "damage_check"})
"""Kinds of rolls that are meant to hurt somebody."""
PLAIN = frozenset({"paragraph", "initiative", "random"})
"""Kinds in which nobody succeeds or fails."""


def preview(game: Game, s: State, commands: list[Command]) -> Preview | None:
    """What an order can bring about; None if it comes to no die or is not allowed."""
    found = engine.preview(game, s, commands)
    return found if isinstance(found, Preview) else None


def firers(attack: Preview) -> str:
    """Who fires, by name: those the order takes in, or the unit that fires alone."""
    names = [c.unit for c in attack.commands if isinstance(c, AddFirer)]
    return ", ".join(names or [c.unit for c in attack.commands[-1:] if hasattr(c, "unit")])


def short(found: Preview | None) -> str:
    """What an order promises, in a few words."""
    if found is None or found.kind in PLAIN or not (found.rolls or found.fates):
        return ""
    attacks = [roll for roll in found.rolls if roll.what == FIRE and len(roll.totals) == 2]
    if found.kind == FIRE and attacks:
        best = max(attacks, key=lambda roll: roll.totals[0] - roll.totals[1])
        who = firers(found)
        sums = f"{best.totals[0]:+d} against {best.totals[1]:+d}, {found.any.percent} to do harm"
        return f"{who}: {sums}" if who else sums
    if found.kind == "melee":
        own = [roll for roll in found.rolls if roll.what == "melee" and roll.side == found.side]
        other = [roll for roll in found.rolls if roll.what == "melee" and roll.side != found.side]
        told = [f"{_of(roll, 'eliminated')} to kill" for roll in own[:1]]
        told += [f"{_of(roll, 'eliminated')} to be killed" for roll in other[:1]]
        return ", ".join(told)
    return f"{found.any.percent} to {'do harm' if found.kind in HARMFUL else 'succeed'}"


def _of(roll: Roll, outcome: str) -> str:
    chance = roll.chances.get(outcome)
    return chance.percent if chance is not None else "0%"


def heading(found: Preview) -> str:
    """The first line of a report: what it is, and the chance that something comes of it."""
    what = words.roll_name(found.kind)
    if found.kind == FIRE:
        who = firers(found)
        return f"Best attack: {who or what}; {found.any.percent} to harm somebody ({found.rule})"
    if found.kind in PLAIN:
        return f"{_first(what)} ({found.rule})"
    attempt = "to succeed" if len(found.rolls) == 1 else "that at least one succeeds"
    doing = "to harm somebody" if found.kind in HARMFUL else attempt
    return f"{_first(what)}: {found.any.percent} {doing} ({found.rule})"


def report(game: Game, s: State, found: Preview) -> list[str]:
    """Everything about an order that rolls: sums item by item, chances of every roll, what becomes of whom."""
    lines = [heading(found)]
    fates = {fate.unit: fate for fate in found.fates}
    for roll in found.rolls:
        if roll.what == "damage_check" and roll.subject in fates:
            continue
        lines.append(f"{_title(game, s, roll)}:")
        for tally in roll.tallies:
            lines.extend(f"    {line}" for line in words.tally_lines(game, tally))
        if roll.varies:
            lines.append("    (the sums depend on what is rolled before)")
        if roll.what == FIRE and roll.subject in fates:
            lines.append(f"    chances: {_told(fates.pop(roll.subject).chances)}")
        else:
            lines.append(f"    chances: {_told(roll.chances)}")
    for fate in fates.values():
        name = words.called(game, s, fate.unit)
        lines.append(f"{name} in the end: {_told(fate.chances)}")
    return lines + remarks(game, s, found)


def remarks(game: Game, s: State, found: Preview) -> list[str]:
    """What the chances take for granted, and what they leave out."""
    lines = []
    if found.assumed:
        told = ", ".join(words.command_text(game, s, command) for command in found.assumed)
        lines.append(f"Taken for granted: {told}")
    if found.open.num:
        lines.append(f"In {found.open.percent} of all cases a player has a choice before it is over.")
    if found.secret.num:
        lines.append(f"In {found.secret.percent} of all cases a paragraph is read: what it says is secret (1.8).")
    if not found.exact:
        lines.append(f"Too many cases: {found.left.percent} of them are not played to their end.")
    return lines


def _title(game: Game, s: State, roll: Roll) -> str:
    """What is rolled, and for whom."""
    if roll.by:
        by, targets = ([s.ids[name] for name in names] for names in (roll.by, roll.targets))
        return f"{_first(words.roll_name(roll.what))}, {words.fight_title(game, s, by, targets)}"
    if roll.subject:
        who = words.unit_name(game, s, s.ids[roll.subject])
        return who if roll.what == FIRE else f"{who}, {words.roll_name(roll.what)}"
    side = words.side_name(game, roll.side)
    return f"{_first(words.roll_name(roll.what))}, {side}" + (f", {roll.at}" if roll.at else "")


def _first(text: str) -> str:
    """With a capital letter."""
    return text[:1].upper() + text[1:]


def _told(chances: dict[str, Chance]) -> str:
    return ", ".join(f"{words.result_name(name, chances)} {chance.percent}" for name, chance in chances.items())


def walk_lines(game: Game, s: State, steps: tuple[WalkStep, ...]) -> list[str]:
    """A move step by step: costs with their parts, and who could answer with what chance."""
    lines = []
    for step in steps:
        if step.refusal is not None:
            lines.append(f"{step.at}: not allowed: {words.refusal_text(game, step.refusal)}")
            continue
        for unit, parts, paid in step.costs:
            told = ", ".join(words.cost_text(game, part) for part in parts)
            lines.append(f"{step.at}: {unit} pays {paid / 2:g} MP ({told})")
        if step.happens is not None:
            lines.extend(f"    {line}" for line in report(game, s, step.happens))
        if step.reactions:
            lines.append(f"    at most {step.attacks} of these may answer (5.3):")
        for answer in step.reactions:
            told = short(answer.preview)
            order = words.command_text(game, s, answer.command).rstrip(": ")
            lines.append(f"    {order}" + (f" · {told}" if told else ""))
    return lines
