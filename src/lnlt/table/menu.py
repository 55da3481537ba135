"""What a stack may do now, and what a player might expect of it and may not, with the reasons."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from lnlt.core.engine import explore, options, question, why_not
from lnlt.core.flags import BULK
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import State, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch03_rally import Rally, RallyAction
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch04_operations.impulse import ImpulseAction
from lnlt.rules.ch05_fire.action import Fire
from lnlt.rules.ch05_fire.group import AddFirer, FireGroup
from lnlt.rules.ch05_fire.lone import FireAlone
from lnlt.rules.ch05_fire.opportunity import OpFire, OpportunityFire, Reaction
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.steps import AddMover, where
from lnlt.rules.ch07_smoke import LaySmoke
from lnlt.rules.ch08_melee.action import FightMelee, WithdrawMelee
from lnlt.rules.ch10_los_spotting.attempts import Spot
from lnlt.rules.ch11_smc.heroes import Place
from lnlt.rules.ch19_air.flying import BeginFlight
from lnlt.rules.ch22_scenario.set_up import Deploy
from lnlt.rules.facts.groups import group_named, waiting
from lnlt.rules.facts.kits import in_the_air
from lnlt.rules.facts.melee_marks import melee_marker


class Denied(msgspec.Struct, frozen=True):
    """One order that is not allowed now, and why."""

    command: Command
    refusal: Refusal


class ActionMenu(msgspec.Struct, frozen=True):
    """One kind of action of a stack: what of it is allowed, what is not."""

    action: str
    """Name of the command, as in records: fire, begin_move, spot …"""
    allowed: tuple[Command, ...]
    denied: tuple[Denied, ...]


def code(command: Command) -> str:
    """Name of a kind of command."""
    return str(type(command).__struct_config__.tag)


def refusals(game: Game, s: State, at: str) -> tuple[ActionMenu, ...]:
    """What the stack of the asked side in a location might be expected to do and may not, by kind of action.

    Kinds of actions that are allowed throughout are left out. Where a location must be activated first, the rest is
    looked at as if it were, if it can be.
    """
    return tuple(action for action in menu(game, s, at) if action.denied)


def menu(game: Game, s: State, at: str) -> tuple[ActionMenu, ...]:
    """Everything the stack of the asked side in a location may do, and might be expected to do and may not."""
    asked = question(s)
    loc = where(game, at)
    if asked is None or loc is None:
        return ()
    own = [s.units[u].id for u in s.by_loc.get(loc, ()) if s.units[u].side == asked.side]
    if not own:
        return ()
    now, first = s, list[Command]()
    groups: dict[str, tuple[list[Command], list[Denied]]] = {}
    if isinstance(asked, ImpulseAction):
        first = [Activate(at)] if why_not(game, s, BeginMove(at)) is not None else []
        refusal = explore(game, s, first).refusal
        if refusal is not None and not _named(game, s, at):
            groups["activate"] = ([], [Denied(Activate(at), refusal)])
        elif refusal is None and first:
            groups["activate"] = ([Activate(at)], [])
            now = explore(game, s, first).state
    asked = question(now)
    if asked is None:
        return ()
    seen: set[Command] = set()
    for command in options(game, now):
        if _about(command, own, at) and command not in seen:
            seen.add(command)
            groups.setdefault(code(command), ([], []))[0].append(command)
    for command, why in (*_expected(game, now, asked, loc, own), *_unlisted(game, now, asked, own, at)):
        if command not in seen:
            seen.add(command)
            groups.setdefault(code(command), ([], []))[1].append(Denied(command, why))
    return tuple(ActionMenu(name, tuple(able), tuple(not_)) for name, (able, not_) in groups.items())


def _named(game: Game, s: State, at: str) -> bool:
    """Whether a location is named in this impulse."""
    refusal = why_not(game, s, BeginMove(at))
    return refusal is None or refusal.code != "not_named"


def _about(command: Command, own: list[str], at: str) -> bool:
    """Whether a command is an order to a stack."""
    told = [getattr(command, name) for name in command.__struct_fields__]
    if isinstance(command, Fire | OpFire | BeginMove):
        return command.origin == at
    return any(value in own or value == at for value in told if isinstance(value, str))


def _unlisted(game: Game, s: State, asked: Question, own: list[str], at: str) -> Iterator[tuple[Command, Refusal]]:
    """What the question itself has thought of and does not allow."""
    if isinstance(asked, Deploy):
        return
    walks = not in_the_air(game.board.loc(at))
    for command, why in asked.refusals(game, s):
        if _about(command, own, at) and (walks or not isinstance(command, BeginMove)):
            yield command, why


def _expected(game: Game, s: State, asked: Question, loc: int, own: list[str]) -> Iterator[tuple[Command, Refusal]]:
    """Orders a player thinks of first, where the rules forbid them."""
    for command in _orders(game, s, asked, loc, own):
        why = why_not(game, s, command)
        if why is not None:
            yield command, why
    if isinstance(asked, ImpulseAction) and not in_the_air(loc):
        ahead = explore(game, s, [BeginMove(game.board.loc_name(loc))])
        if ahead.refusal is None and not ahead.stopped:
            for unit in own:
                why = why_not(game, ahead.state, AddMover(unit))
                if why is not None:
                    yield AddMover(unit), why


def _orders(game: Game, s: State, asked: Question, loc: int, own: list[str]) -> Iterator[Command]:
    at = game.board.loc_name(loc)
    lone = [u for u in own if game.lone[s.units[s.ids[u]].type] is not None]
    if isinstance(asked, ImpulseAction) and in_the_air(loc):
        yield from (BeginFlight(unit) for unit in own)
        yield from (Spot(unit) for unit in own)
    elif isinstance(asked, ImpulseAction):
        yield BeginMove(at)
        for name in enemies(game, s, asked.side):
            if len(lone) < len(own):
                yield Fire(at, name)
            yield from (FireAlone(unit, name) for unit in lone)
        yield from (LaySmoke(unit, at) for unit in own)
        yield from (Spot(unit) for unit in own)
        if melee_marker(s, loc) is not None:
            yield FightMelee(at)
            yield WithdrawMelee(at)
    elif isinstance(asked, Reaction):
        window = enclosing(s, OpportunityFire)
        movers = window.movers if window is not None else ()
        vehicles = [s.units[u].id for u in movers if s.units[u].flags & BULK]
        yield from (OpFire(at, vehicle) for vehicle in vehicles or [""])
    elif isinstance(asked, RallyAction):
        yield from (Rally(unit) for unit in own if not s.units[s.ids[unit]].good_order)
    elif isinstance(asked, FireGroup):
        yield from (AddFirer(unit) for unit in own)
    elif isinstance(asked, MoveGroup):
        yield from (AddMover(unit) for unit in own)


def enemies(game: Game, s: State, side: int) -> list[str]:
    """Locations with units of the other side, in order."""
    return [
        game.board.loc_name(loc) for loc, members in s.by_loc.items() if any(s.units[u].side != side for u in members)
    ]


class SetUpMenu(msgspec.Struct, frozen=True):
    """22.0: a group that is being set up: who still has to be placed, and where each may be."""

    group: str
    units: tuple[str, ...]
    areas: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    """Units with the same choice, and the places they may go to."""


def set_up_menu(game: Game, s: State) -> SetUpMenu | None:
    """22.0: the set-up that goes on, short: units with the same places together; None if none goes on."""
    asked = question(s)
    if not isinstance(asked, Deploy):
        return None
    group = group_named(game, asked.group)
    places: dict[str, list[str]] = {s.units[u].id: [] for u in waiting(s, group)}
    for command in options(game, s):
        if isinstance(command, Place):
            places.setdefault(command.unit, []).append(command.at)
    alike: dict[tuple[str, ...], list[str]] = {}
    for unit, found in places.items():
        alike.setdefault(tuple(found), []).append(unit)
    return SetUpMenu(group.id, tuple(places), tuple((tuple(units), area) for area, units in alike.items()))
