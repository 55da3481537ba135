"""What a stack may do now: grouped, whole orders where one click is enough, greyed with the reason where not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from lnlt import engine, words
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch05_fire.action import Fire
from lnlt.rules.ch05_fire.lone import FireAlone
from lnlt.rules.ch05_fire.opportunity import OpFire
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.costs import steps_from
from lnlt.rules.ch06_movement.loads import Abandon
from lnlt.rules.ch06_movement.steps import AddMover, StepTo, StopMove
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch17_antitank.eligibility import AssaultVehicle, may_assault
from lnlt.rules.ch19_air.flying import BeginFlight
from lnlt.rules.facts.handling import weapon_named
from lnlt.rules.facts.leaders import is_leader
from lnlt.server import driving, entering, flying, gunnery, odds, shapes
from lnlt.server.choices import option
from lnlt.server.story import cited
from lnlt.table.groups import ways_to_move
from lnlt.table.threats import step_threats
from lnlt.words import english
from lnlt.words.armour import target_text
from lnlt.words.sentences import GROUP_OF, tag

GREYED = 12
"""Refused orders shown of one kind."""
SHOTS = (Fire, OpFire, FireAlone)
Shot = Fire | OpFire | FireAlone


def menu(game: Game, s: State, at: str) -> shapes.Menu:
    """4.0: what the stack of the asked side in a place may do, and what not."""
    found = engine.menu(game, s, at)
    first = opening(at, found)
    now = engine.explore(game, s, first).state
    items: list[shapes.MenuItem] = []
    pilot = flying.Cockpit(game, s, at)
    if pilot:
        items += pilot.items(game)
        items += (item for action in pilot.denied(game) for item in _denied(game, pilot.state, action))
    for action in found if not pilot or pilot.before else ():
        items += _allowed(game, s, now, first, action)
        items += _denied(game, now, action)
    keys = {item.group for item in items}
    groups = tuple((key, title) for key, title in english.GROUPS.items() if key in keys)
    order = {key: number for number, key in enumerate(english.GROUPS)}
    items.sort(key=lambda item: (order.get(item.group, 99), bool(item.refusal)))
    return shapes.Menu(at=at, groups=groups, items=tuple(items))


def opening(at: str, found: Sequence[engine.ActionMenu]) -> list[Command]:
    """The activation a menu takes for granted."""
    return [c for action in found if action.action == "activate" for c in action.allowed if c == Activate(at)]


def _allowed(
    game: Game, s: State, now: State, first: Sequence[Command], action: engine.ActionMenu
) -> Iterator[shapes.MenuItem]:
    """Items for what is allowed: fire and moves want a target or a goal next, everything else is a whole order."""
    q = engine.question(now)
    rule = q.RULE if q else ""
    ways: set[str] = set()
    yield from gunnery.items(game, now, action.allowed)
    for command in action.allowed:
        if isinstance(command, (*gunnery.AIMED, BeginFlight)):
            continue
        if isinstance(command, SHOTS):
            mode, unit = shot_mode(command)
            if (key := f"{mode}/{unit}") not in ways:
                ways.add(key)
                text, section = words.fire_name(mode, unit)
                units = (unit,) if unit else ()
                yield shapes.MenuItem(
                    key=f"fire.{key}", text=text, group="fire", rule=section, next="targets", units=units, mode=mode
                )
        elif isinstance(command, BeginMove):
            yield from _moves(game, now, command)
            yield from _assaults(game, now, first, command)
        elif isinstance(command, BeginDrive):
            yield driving.item(now, command)
        else:
            before = [] if isinstance(command, Activate) else list(first)
            shown = option(game, s if isinstance(command, Activate) else now, rule, command)
            yield shapes.MenuItem(
                key=f"{shown.kind}.{shown.unit or shown.at}",
                text=shown.text,
                group=shown.group,
                rule=words.command_rule(shown.kind) or rule,
                units=(shown.unit,) if shown.unit else (),
                do=odds.plain_all((*before, command)),
                options=(shown,),
            )


def shot_mode(command: Command) -> tuple[str, str]:
    """The way of firing a command stands for, and the unit if it fires alone."""
    if isinstance(command, Fire):
        return command.mode, ""
    if isinstance(command, FireAlone):
        return f"called:{command.caller}" if command.caller else "fire_alone", command.unit
    return "op_fire", ""


def _moves(game: Game, now: State, command: BeginMove) -> Iterator[shapes.MenuItem]:
    """One item per way to move, with the units that can."""
    ahead = engine.explore(game, now, [command])
    for mode, units in ways_to_move(game, ahead.state).items() if not ahead.stopped else ():
        text, rule = words.move_name(mode)
        yield shapes.MenuItem(
            key=f"move.{mode}", text=text, group="move", rule=rule, next="reach", units=tuple(units), mode=mode
        )


def _assaults(game: Game, now: State, first: Sequence[Command], command: BeginMove) -> Iterator[shapes.MenuItem]:
    """17.1: vehicles next door that everybody of the stack who can may assault at once, as whole orders."""
    if not game.has_vehicles:
        return
    order: list[Command] = [command]
    units: list[str] = []
    state = engine.explore(game, now, order).state
    for choice in engine.options(game, state):
        if isinstance(choice, AddMover) and choice.mode == "normal" and assaults(game, now, now.ids[choice.unit]):
            ahead = engine.explore(game, now, [*order, choice])
            if ahead.refusal is None:
                order.append(choice)
                units.append(choice.unit)
                state = ahead.state
    for choice in engine.options(game, state) if units else ():
        if isinstance(choice, AssaultVehicle):
            shown = option(game, state, "17.1", choice)
            yield shapes.MenuItem(
                key=f"assault.{choice.target}",
                text=shown.text,
                group="fire",
                rule="17.1",
                units=tuple(units),
                do=odds.plain_all([*first, *order, choice]),
                options=(shown,),
            )


def assaults(game: Game, s: State, unit: int) -> bool:
    """17.1: whether a unit takes part in a Close Assault, by itself or as the Leader of others."""
    return may_assault(game, s, unit) or is_leader(game, s, unit)


def _denied(game: Game, now: State, action: engine.ActionMenu) -> Iterator[shapes.MenuItem]:
    """Greyed items: each reason once, with what it forbids."""
    seen: set[str] = set()
    for denied in action.denied:
        text, rule = cited(words.refusal_text(game, denied.refusal))
        if text in seen:
            continue
        seen.add(text)
        if len(seen) > GREYED:
            return
        shown = option(game, now, "", denied.command)
        yield shapes.MenuItem(
            key=f"no.{action.action}.{shown.unit}.{shown.at}",
            text=shown.text,
            group=GROUP_OF.get(action.action, "choose"),
            rule=rule or denied.refusal.rule,
            units=(shown.unit,) if shown.unit else (),
            refusal=text,
        )


def targets(game: Game, s: State, at: str, units: Sequence[str], mode: str) -> Iterator[shapes.Target]:
    """5.0: every target of a stack in a way of firing, with the best group of these units, its sums and chances."""
    pilot = flying.Cockpit(game, s, at)
    if pilot:
        yield from gunnery.targets(game, s, pilot.before, pilot.orders(game), units, mode)
        return
    found = engine.menu(game, s, at)
    first = opening(at, found)
    for action in found:
        yield from gunnery.targets(game, s, first, action.allowed, units, mode)
        ways: dict[tuple[str, str], list[Shot]] = {}
        for command in action.allowed:
            if isinstance(command, SHOTS):
                way, unit = shot_mode(command)
                if way == mode and (not unit or unit in units):
                    ways.setdefault((getattr(command, "at", ""), command.target), []).append(command)
        for commands in ways.values():
            yield from _target(game, s, first, commands, units)


def _target(
    game: Game, s: State, first: Sequence[Command], commands: Sequence[Shot], units: Sequence[str]
) -> Iterator[shapes.Target]:
    """A target with the best of several orders to fire at it: alone or aided, with one spotter or another."""
    shots: list[tuple[engine.Preview, Shot]] = []
    for command in commands:
        order: list[Command] = [*first, command]
        if units and not isinstance(command, FireAlone):
            ahead = engine.explore(game, s, order)
            order += engine.best_group(game, ahead.state, units)
        preview = engine.preview(game, s, order)
        if isinstance(preview, engine.Preview):
            shots.append((preview, command))
    shots.sort(key=lambda shot: -shot[0].any.value)
    if not shots:
        return
    now = engine.explore(game, s, first).state
    best, shot = shots[0]
    card = odds.card(game, s, best)
    at, target = getattr(shot, "at", "") or card.at, shot.target
    firers = [getattr(c, "unit", "") for c in best.commands if tag(type(c)) in ("add_firer", "fire_alone")]
    said = target_text(game, now, target, at, best.any.value) if target else words.shot_text(at, best.any.value)
    yield shapes.Target(
        key=f"{at} {target}" if target else "",
        at=at,
        text=said,
        do=odds.plain_all(best.commands),
        card=card,
        firers=tuple(dict.fromkeys(firers)),
        ways=tuple(
            shapes.Way(text=words.option_text(game, now, way), do=odds.plain_all(found.commands))
            for found, way in shots
            if len(shots) > 1
        ),
    )


def reach(game: Game, s: State, units: Sequence[str], mode: str) -> Iterator[shapes.ReachHex | shapes.Reach]:
    """6.0, 15.1, 19.2.2: everywhere units can go: the frame of the answer first, then place by place."""
    if flying.flies(s, mode):
        yield from flying.reach(game, s, units)
        return
    if driving.drives(s, mode):
        yield from driving.reach(game, s, units, mode)
        return
    if entering.enters(s):
        yield from entering.reach(game, s, units, mode)
        return
    ways = entering.paces(game, s, units, mode or "normal") if units else mode or "normal"
    found = engine.reach(game, s, tuple(units), ways)
    if isinstance(found, engine.Refusal):
        text, rule = cited(words.refusal_text(game, found))
        yield shapes.Reach(at="", units=tuple(units), mode=mode, refusal=text, rule=rule)
        return
    if found is None:
        yield shapes.Reach(at="", units=tuple(units), mode=mode)
        return
    modes = _modes(game, s, found.origin)
    frame = shapes.Reach(at=found.origin, units=found.units, mode=mode or "normal", modes=modes)
    refusal = None if found.places else _why_nowhere(game, s, found)
    if refusal is not None:
        text, rule = cited(words.refusal_text(game, refusal))
        frame = msgspec.structs.replace(frame, refusal=text, rule=rule)
    elif left := [c for c in found.begin if isinstance(c, Abandon)]:
        weapons = [words.weapon_name(game, s, weapon_named(s, c.weapon) or 0) for c in left]
        frame = msgspec.structs.replace(frame, refusal=words.leaving_text(weapons), rule="1.6.1")
    yield frame
    for place, (at, steps) in zip(found.places, step_threats(game, s, found), strict=True):
        order = [*found.commands(at), *(() if place.ends else (StopMove(),))]
        yield shapes.ReachHex(
            at=at,
            cost=words.points_text(place.cost),
            path=(found.origin, *place.path),
            steps=tuple(
                shapes.SumLine(value=words.points_text(half), text=name)
                for name, half in zip(place.path, place.steps, strict=True)
            ),
            threats=tuple(odds.threats(steps[-1].reactions)) if steps and steps[-1].at == at else (),
            do=odds.plain_all(order),
            text=words.melee_end_text() if place.ends else "",
        )


def _why_nowhere(game: Game, s: State, found: engine.Reach) -> engine.Refusal | None:
    """Why units that set out can make no step at all."""
    now = engine.explore(game, s, found.begin).state
    steps = steps_from(game, game.board.loc(found.origin), now)
    refusals = (engine.why_not(game, now, StepTo(game.board.loc_name(to))) for to in steps)
    return next((refusal for refusal in refusals if refusal is not None), None)


def _modes(game: Game, s: State, at: str) -> tuple[tuple[str, str], ...]:
    """The ways to move from a place."""
    found = engine.menu(game, s, at)
    now = engine.explore(game, s, opening(at, found)).state
    ways = [c for action in found for c in action.allowed if isinstance(c, BeginMove)]
    return tuple((item.mode, item.text) for command in ways for item in _moves(game, now, command))


def why(game: Game, s: State, commands: Sequence[Command]) -> shapes.Why:
    """Whether an order is allowed, and if not, why."""
    refusal = engine.explore(game, s, commands).refusal
    if refusal is None:
        text, rule = cited(words.order_text(game, s, commands))
        return shapes.Why(allowed=True, text=text, rule=rule)
    text, rule = cited(words.refusal_text(game, refusal))
    return shapes.Why(allowed=False, text=text, rule=rule or refusal.rule)


def fire_order(game: Game, s: State, origin: str, at: str) -> list[Command]:
    """The order to fire from one place at another, for questions about it."""
    order: list[Command] = [Fire(origin, at)]
    if engine.why_not(game, s, BeginMove(origin)) is not None and engine.why_not(game, s, Activate(origin)) is None:
        order.insert(0, Activate(origin))
    return order
