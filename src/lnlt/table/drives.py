"""Where a vehicle can drive and which way it can face there: hexes and pivots, cheapest first. The steps are the rules'
own, asked and carried out on drafts; windows, hazards and dice on the way are left aside."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from heapq import heappop, heappush

import msgspec

from lnlt.core.dice import NO_DICE
from lnlt.core.draft import Draft
from lnlt.core.engine import explore, options, passes, question, why_not
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch04_operations.impulse import ImpulseAction
from lnlt.rules.ch05_fire.opportunity import Reaction
from lnlt.rules.ch06_movement.steps import StopMove
from lnlt.rules.ch14_ordnance.shot import FireOrdnance, aim_of
from lnlt.rules.ch14_ordnance.to_hit import strike_chance
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.drive_checks import moves
from lnlt.rules.ch15_vehicles.driving import Drive, DriveOn
from lnlt.rules.ch15_vehicles.overrun import Overrun
from lnlt.rules.ch15_vehicles.steps import DriveTo, Pivot
from lnlt.rules.ch23_equipment.claymores import ClaymoreChoice, HoldClaymore
from lnlt.rules.facts.kits import kit_of, vertex_name


class Faced(msgspec.Struct, frozen=True):
    """A vehicle in a hex, facing a vertex: the cheapest way to be so, in half Movement Points."""

    at: str
    vertex: int
    facing: str
    cost: int
    commands: tuple[Command, ...]
    """Steps and pivots, and the end of the move where it has to be said."""
    steps: tuple[tuple[Command, int], ...]
    """Each step with what it costs."""
    path: tuple[str, ...]
    """Hexes, the first one included."""
    before: State
    """The position before the last step."""
    ends: str = ""
    """Why the move ends there: "rubble", a building that may hold it (15.1.2), or "overrun" (15.3)."""


class Drives(msgspec.Struct, frozen=True):
    """Everywhere a vehicle can go."""

    unit: str
    origin: str
    begin: tuple[Command, ...]
    places: tuple[tuple[Faced, ...], ...]
    """For each hex the ways to face there, cheapest first; the hexes cheapest first."""


class _Node:
    """The vehicle on the way: the position, what it has spent, where it came from."""

    __slots__ = ("at", "before", "command", "over", "spent", "state", "vertex")

    def __init__(self, state: State, unit: int, before: _Node | None, command: Command | None, over: str) -> None:
        u = state.units[unit]
        self.state, self.before, self.command, self.over = state, before, command, over
        self.at, self.vertex, self.spent = u.at, kit_of(u).facing, u.mp


def driving_orders(game: Game, s: State, unit: str, mode: str) -> list[Command]:
    """Commands that begin the drive of a vehicle; nothing if it drives already."""
    if not isinstance(question(s), ImpulseAction) or unit not in s.ids:
        return []
    begin = BeginDrive(unit, mode)
    refusal = why_not(game, s, begin)
    if refusal is not None and refusal.code == "not_named":
        return [Activate(game.board.loc_name(s.units[s.ids[unit]].at)), begin]
    return [begin]


def drive_reach(game: Game, s: State, unit: str = "", mode: str = "normal") -> Drives | Refusal | None:
    """15.1: everywhere a vehicle can go and face, as if nobody answered; why not; None if it cannot drive now."""
    begin = driving_orders(game, s, unit, mode)
    ahead = explore(game, s, begin)
    if ahead.refusal is not None:
        return ahead.refusal
    drive = enclosing(ahead.state, Drive)
    if drive is None or not isinstance(question(ahead.state), DriveOn):
        return None
    found: dict[int, list[_Node]] = {}
    for node in _search(game, ahead.state, drive.unit):
        found.setdefault(node.at, []).append(node)
    start = ahead.state.units[drive.unit]
    places = [tuple(told for n in nodes if (told := _told(game, n, start.mp)) is not None) for nodes in found.values()]
    name = game.board.loc_name(start.at)
    return Drives(start.id, name, tuple(begin), tuple(place for place in places if place))


def _search(game: Game, state: State, unit: int) -> Iterator[_Node]:
    """Cheapest first, every hex and facing once."""
    first = _Node(state, unit, None, None, "")
    queue: list[tuple[int, int, int, _Node]] = [(first.spent, 0, 0, first)]
    done: set[tuple[int, int]] = set()
    best = {(first.at, first.vertex): first.spent}
    count = 0
    while queue:
        _, _, _, node = heappop(queue)
        if (node.at, node.vertex) in done:
            continue
        done.add((node.at, node.vertex))
        yield node
        if node.over:
            continue
        for command in moves(game, node.state, unit, node.at):
            if isinstance(command, Pivot) and isinstance(node.command, Pivot):
                continue  # one pivot costs the same as two and is answered less often
            after = _step(game, node, unit, command)
            if after is None or best.get((after.at, after.vertex), after.spent + 1) <= after.spent:
                continue
            best[after.at, after.vertex] = after.spent
            count += 1
            heappush(queue, (after.spent, _turns(after), count, after))


def _turns(node: _Node) -> int:
    """Pivots on the way: of two ways that cost the same the straighter one is taken."""
    found = 0
    while node.before is not None:
        found += isinstance(node.command, Pivot)
        node = node.before
    return found


def _step(game: Game, node: _Node, unit: int, command: Command) -> _Node | None:
    """One step or pivot, if the rules allow it."""
    asked = question(node.state)
    assert asked is not None
    if asked.check(game, node.state, command) is not None:
        return None
    d = Draft(game, node.state, NO_DICE)
    d.stack.pop()
    asked.answer(d, command)
    drive = d.stack[-1]
    if isinstance(command, Overrun):
        return _Node(d.publish(), unit, node, command, "overrun")
    assert isinstance(drive, Drive)
    over = "rubble" if drive.crushes else ""
    d.update(drive, crushes="")
    d.push(DriveOn(side=asked.side))
    return _Node(d.publish(), unit, node, command, over)


def _told(game: Game, node: _Node, start: int) -> Faced | None:
    """A node as players are told of it; None if the move cannot end there."""
    asked = question(node.state)
    stop = not node.over
    if node.before is None:
        return None
    if stop and (asked is None or asked.check(game, node.state, StopMove()) is not None):
        return None
    steps: list[tuple[Command, int]] = []
    path: list[str] = []
    back = node
    while back.before is not None:
        assert back.command is not None
        steps.append((back.command, back.spent - back.before.spent))
        if isinstance(back.command, DriveTo | Overrun):
            path.append(game.board.loc_name(back.at))
        back = back.before
    steps.reverse()
    commands = [command for command, _ in steps] + ([StopMove()] if stop else [])
    return Faced(
        game.board.loc_name(node.at),
        node.vertex,
        vertex_name(game.board, node.at >> 3, node.vertex),
        node.spent - start,
        tuple(commands),
        tuple(steps),
        (game.board.loc_name(back.at), *reversed(path)),
        node.before.state,
        node.over,
    )


class Muzzle(msgspec.Struct, frozen=True):
    """An enemy who may answer a step of a vehicle, and the chance that a gun of his hits; None: no gun."""

    unit: str
    origin: str
    hit: Fraction | None


def muzzles(game: Game, faced: Faced) -> tuple[Muzzle, ...]:
    """5.3: who may answer the last step of a way; each unit with its best gun."""
    ahead = explore(game, faced.before, [faced.steps[-1][0]])
    now = ahead.state
    while isinstance(question(now), ClaymoreChoice):
        ahead = explore(game, now, [HoldClaymore()])
        now = ahead.state
    return muzzles_of(game, now) if not ahead.stopped and isinstance(question(now), Reaction) else ()


def muzzles_of(game: Game, now: State) -> tuple[Muzzle, ...]:
    """5.3: who may answer in a window; each unit with its best gun."""
    found: dict[str, Muzzle] = {}
    for command in options(game, now):
        if passes(command):
            continue
        unit = getattr(command, "unit", "")
        origin = getattr(command, "origin", "") or game.board.loc_name(now.units[now.ids[unit]].at)
        hit = _hit(game, now, command)
        old = found.get(unit or origin)
        if old is None or (hit is not None and (old.hit is None or hit > old.hit)):
            found[unit or origin] = Muzzle(unit or origin, origin, hit)
    return tuple(found.values())


def _hit(game: Game, s: State, command: Command) -> Fraction | None:
    """14.1, 15.10, 21.7: the chance of a gun to hit the vehicle it aims at, where a hit counts."""
    if not isinstance(command, FireOrdnance):
        return None
    found = aim_of(game, s, command)
    if isinstance(found, Refusal) or found[0].target < 0:
        return None
    aim = found[0]
    return strike_chance(game, s, aim, aim.target, s.units[aim.unit].at)
