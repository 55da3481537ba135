"""What fire would do: both sums and the chance of each result, before any die is rolled."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from lnlt import engine, words
from lnlt.cli.orders import best_group
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Tally
from lnlt.rules.ch05_fire.firepower import Firer, defence_tally, fire_tally
from lnlt.rules.ch05_fire.group import AddFirer, FireGroup, OpenFire
from lnlt.rules.ch05_fire.odds import fire_odds
from lnlt.rules.ch05_fire.special import ONLY


class Shot(msgspec.Struct, frozen=True):
    """One target of an attack: the sums, and how likely each result is."""

    target: int
    attack: Tally
    defence: Tally
    chances: dict[str, Fraction]


class Attack(msgspec.Struct, frozen=True):
    """The best attack of a location: who fires, at whom, and the chance to harm anybody."""

    firers: str
    shots: tuple[Shot, ...]
    harm: Fraction


def preview(game: Game, s: State, prefix: list[Command]) -> Attack | None:
    """The best attack after these commands lead to the choice of a firing group; None if they do not."""
    ahead = engine.explore(game, s, prefix)
    group = engine.question(ahead.state)
    if ahead.refusal is not None or not isinstance(group, FireGroup):
        return None
    commands = best_group(game, ahead.state)
    if not commands or not isinstance(commands[-1], OpenFire):
        return None
    now = ahead.state
    firers = group.firers()
    own = group.mode not in ("indirect", ONLY)
    for command in commands:
        if isinstance(command, AddFirer):
            unit = now.ids[command.unit]
            fired = [w for w in now.units[unit].carries if now.weapons[w].id in command.weapons]
            firers.append(Firer(unit, fired, own and command.ifp))
    lead = now.ids[commands[-1].lead]
    odds = fire_odds(game, now, firers, lead, group.origin, group.at, group.mode)
    shots = []
    for found in odds.targets:
        target = now.ids[found.unit]
        attack = fire_tally(game, now, firers, lead, group.origin, group.at, target, group.mode)
        shots.append(Shot(target, attack, defence_tally(game, now, group.at, group.origin, target), found.chances))
    return Attack(", ".join(now.units[f.unit].id for f in firers), tuple(shots), odds.any)


def percent(chance: Fraction) -> str:
    """A chance as players read it.

    >>> percent(Fraction(7, 12))
    '58%'
    """
    return f"{round(100 * chance)}%"


def short(attack: Attack | None) -> str:
    """An attack in a few words: both sums and the chance to harm somebody."""
    if attack is None:
        return ""
    best = max(attack.shots, key=lambda shot: shot.attack.total - shot.defence.total)
    sums = f"{best.attack.total:+d} against {best.defence.total:+d}"
    return f"{attack.firers}: {sums}, {percent(attack.harm)} to do harm"


def report(game: Game, s: State, attack: Attack) -> list[str]:
    """An attack item by item, with the chances against each target."""
    lines = [f"Best attack: {attack.firers}; {percent(attack.harm)} to harm somebody (5.0)"]
    for shot in attack.shots:
        lines.append(f"{words.unit_name(game, s, shot.target)}:")
        for tally in (shot.attack, shot.defence):
            lines.extend(f"    {line}" for line in words.tally_lines(game, tally))
        told = (f"{words.result_name(name)} {percent(chance)}" for name, chance in shot.chances.items())
        lines.append(f"    chances: {', '.join(told)}")
    return lines
