"""Shots of guns and of vehicles' machine guns: one way of firing each in a menu, then target by target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from lnlt import engine
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State
from lnlt.core.tally import Refusal
from lnlt.rules.ch14_ordnance.legality import infantry
from lnlt.rules.ch14_ordnance.shot import FireOrdnance, aim_of
from lnlt.rules.ch14_ordnance.to_hit import lock_level, strike_chance
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun
from lnlt.server import odds, shapes
from lnlt.words.armour import gun_name, target_text, way_text

AIMED = (FireOrdnance, FireMachineGun)
Aimed = FireOrdnance | FireMachineGun
MOST_WAYS = 8
"""Ways to fire at one target that are offered."""


def mode_of(command: Aimed) -> str:
    """The way of firing a command stands for: which weapon, and whether the vehicle moves afterwards."""
    weapon = f"mg{command.mg}" if isinstance(command, FireMachineGun) else command.weapon
    return f"gun:{weapon}:{command.mode}"


def items(game: Game, s: State, commands: Sequence[Command]) -> Iterator[shapes.MenuItem]:
    """One item for each weapon that can fire; whom at is asked next."""
    seen: set[tuple[str, str]] = set()
    for command in commands:
        if not isinstance(command, AIMED):
            continue
        key = (command.unit, mode_of(command))
        if key in seen:
            continue
        seen.add(key)
        text, rule = gun_name(game, s, command)
        yield shapes.MenuItem(
            key=f"{key[1]}/{command.unit}",
            text=text,
            group="fire",
            rule=rule,
            next="targets",
            units=(command.unit,),
            mode=key[1],
        )


def targets(
    game: Game, s: State, first: Sequence[Command], commands: Sequence[Command], units: Sequence[str], mode: str
) -> Iterator[shapes.Target]:
    """14.1, 15.0: every target of a weapon, with the best way to fire at it, its sums and chances, and other ways."""
    now = engine.explore(game, s, first).state
    ways: dict[tuple[str, str], list[Aimed]] = {}
    for command in commands:
        if isinstance(command, AIMED) and mode_of(command) == mode and (not units or command.unit in units):
            ways.setdefault((command.at, command.target), []).append(command)
    for (at, target), found in ways.items():
        ranked = sorted(found, key=lambda way: -chance_to_hit(game, now, way))[:MOST_WAYS]
        preview = engine.preview(game, s, [*first, ranked[0]])
        if not isinstance(preview, engine.Preview):
            continue
        yield shapes.Target(
            key=f"{at} {target}",
            at=at,
            text=target_text(game, now, target, at, preview.any.value),
            do=odds.plain_all(preview.commands),
            card=odds.card(game, s, preview),
            firers=(ranked[0].unit,),
            ways=tuple(
                shapes.Way(text=way_text(game, now, way), do=odds.plain_all([*first, way]))
                for way in ranked
                if len(ranked) > 1
            ),
        )


def chance_to_hit(game: Game, s: State, command: Aimed) -> Fraction:
    """14.1: the best chance of a shot to hit anybody it is aimed at, where a hit counts; the same for all of a machine
    gun."""
    if not isinstance(command, FireOrdnance):
        return Fraction(0)
    found = aim_of(game, s, command)
    if isinstance(found, Refusal):
        return Fraction(0)
    aim, _ = found
    origin = s.units[aim.unit].at
    aimed = [aim.target]
    if aim.target == NOBODY:
        acquired = lock_level(s, aim) > 0
        aimed = infantry(game, s, s.units[aim.unit].side, aim.at, origin=origin, acquired=acquired)
    return max((strike_chance(game, s, aim, u, origin) for u in aimed), default=Fraction(0))
