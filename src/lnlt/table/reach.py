"""Where a group can go, what every step costs, and what can answer it. The steps are the rules' own.

The search asks the questions of a move ("who goes along", "where to next") for every step, carries the step out on a
draft and goes on from there, cheapest first; windows, hazards and events on the way are left aside. `walk` looks at
one path with all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

import msgspec

from lnlt.core.dice import NO_DICE
from lnlt.core.draft import Draft
from lnlt.core.engine import explore, options, passes, question, why_not
from lnlt.core.flags import TRIPOD
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import State, enclosing
from lnlt.core.tally import Modifier, Refusal
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch04_operations.impulse import ImpulseAction
from lnlt.rules.ch05_fire.opportunity import OpportunityFire, PassWindow, Reaction
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.costs import steps_from
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.loads import Abandon
from lnlt.rules.ch06_movement.move import Move, MoveOn
from lnlt.rules.ch06_movement.risks import unit_parts
from lnlt.rules.ch06_movement.steps import AddMover, ExitMap, StepTo
from lnlt.rules.ch11_smc.heroes import Place
from lnlt.rules.ch23_equipment.claymores import ClaymoreChoice, HoldClaymore
from lnlt.rules.facts.melee_marks import leg_units
from lnlt.rules.facts.movement_modes import allowance
from lnlt.table.chances import Preview
from lnlt.table.groups import everybody
from lnlt.table.previews import preview

MAX_HIDING_PLACES = 40
"""Hiding places of a Sniper looked at to find the most dangerous one."""


class Reached(msgspec.Struct, frozen=True):
    """A location a group can get to: the cheapest way, in half Movement Points."""

    at: str
    cost: int
    """Half points of the unit that has paid most."""
    left: int
    """Half points the unit with fewest has left."""
    path: tuple[str, ...]
    steps: tuple[int, ...]
    """Half points of each step, of the unit that pays most."""
    ends: str = ""
    """Why the move ends there: "melee", or "" if it does not."""
    exits: bool = False
    """The group can leave the map from there."""


class Reach(msgspec.Struct, frozen=True):
    """Everywhere a group can go."""

    origin: str
    units: tuple[str, ...]
    modes: tuple[str, ...]
    begin: tuple[Command, ...]
    """Commands that begin the move; the steps of a path follow."""
    places: tuple[Reached, ...]
    """Cheapest first."""

    def to(self, at: str) -> Reached | None:
        """How to get to a location."""
        return next((p for p in self.places if p.at == at), None)

    def commands(self, at: str) -> list[Command]:
        """The whole order to go there."""
        found = self.to(at)
        return [*self.begin, *(StepTo(name) for name in found.path)] if found is not None else []


def moving_orders(game: Game, s: State, units: Sequence[str], modes: str | Sequence[str] = "normal") -> list[Command]:
    """Commands that begin a move of units, without a step: nothing if they move already, all that can if none is named.

    One mode for all, or one for each.
    """
    asked = question(s)
    if not isinstance(asked, MoveGroup | ImpulseAction):
        return []
    found: list[Command] = []
    if isinstance(asked, ImpulseAction):
        at = s.units[s.ids[units[0]]].at if units and units[0] in s.ids else -1
        if at < 0:
            return []
        origin = game.board.loc_name(at)
        found = [Activate(origin)] if why_not(game, s, BeginMove(origin)) is not None else []
        found.append(BeginMove(origin))
    elif asked.members:
        return []
    ahead = explore(game, s, found)
    if ahead.refusal is not None:
        return found
    if not units:
        return [*found, *everybody(game, ahead.state, AddMover)]
    each = [modes] * len(units) if isinstance(modes, str) else list(modes)
    pairs = sorted(zip(units, each, strict=True), key=lambda pair: s.ids.get(pair[0], -1))
    return [*found, *(AddMover(unit, mode) for unit, mode in pairs)]


def reach(
    game: Game, s: State, units: Sequence[str] = (), modes: str | Sequence[str] = "normal"
) -> Reach | Refusal | None:
    """Everywhere units can go in a mode, as if nobody answered; why not; None if no move can begin or go on now."""
    begin = moving_orders(game, s, units, modes)
    ahead = explore(game, s, begin)
    if ahead.refusal is not None:
        return ahead.refusal
    asked = question(ahead.state)
    if isinstance(asked, MoveGroup):
        left = set_up_weapons(ahead.state, asked.members)
        begin += left
        ahead = explore(game, ahead.state, left)
        asked = question(ahead.state)
    if not isinstance(asked, MoveGroup | MoveOn) or (isinstance(asked, MoveGroup) and not asked.members):
        return None
    return _Search(game, ahead.state, asked).run(tuple(begin))


def set_up_weapons(s: State, movers: Sequence[int]) -> list[Command]:
    """1.6.1, 1.6.5: what movers abandon before they can go."""
    return [
        Abandon(s.units[u].id, s.weapons[w].id)
        for u in movers
        for w in s.units[u].carries
        if s.weapons[w].flags & TRIPOD
    ]


class _Node:
    """A location on the way: the position there, what it has cost, and where it was come from."""

    __slots__ = ("at", "before", "ends", "spent", "state", "step")

    def __init__(self, at: int, state: State, spent: tuple[int, ...], before: _Node | None, step: int) -> None:
        self.at, self.state, self.spent, self.before, self.step = at, state, spent, before, step
        self.ends = ""


class _Search:
    def __init__(self, game: Game, state: State, asked: MoveGroup | MoveOn) -> None:
        self.game, self.asked = game, asked
        move = enclosing(state, Move)
        if isinstance(asked, MoveGroup):
            self.origin, self.movers, self.modes = asked.origin, asked.members, asked.modes
        else:
            assert move is not None
            self.origin, self.movers, self.modes = move.at, move.units, move.modes
        self.first = _Node(self.origin, state, tuple(state.units[u].mp for u in self.movers), None, 0)

    def run(self, begin: tuple[Command, ...]) -> Reach:
        """Cheapest first; a way that is dearer for every unit than another to the same place is dropped."""
        game, start = self.game, self.first
        best: dict[int, list[tuple[int, ...]]] = {start.at: [start.spent]}
        found: dict[int, _Node] = {}
        queue: list[tuple[int, int, int, _Node]] = [(0, 0, 0, start)]
        count = 0
        while queue:
            _, _, _, node = heappop(queue)
            if node.before is not None and node.at not in found and node.at != start.at:
                found[node.at] = node
            if node.ends or node.spent not in best[node.at]:
                continue
            asked = question(node.state)
            assert asked is not None
            for to in steps_from(game, node.at, node.state):
                after = self.step(node, asked, to)
                if after is None:
                    continue
                known = best.setdefault(to, [])
                if any(all(a <= b for a, b in zip(old, after.spent, strict=True)) for old in known):
                    continue
                known[:] = [old for old in known if not all(a >= b for a, b in zip(old, after.spent, strict=True))]
                known.append(after.spent)
                count += 1
                heappush(queue, (max(after.spent), sum(after.spent), count, after))
        return Reach(
            game.board.loc_name(start.at),
            tuple(start.state.units[u].id for u in self.movers),
            tuple(self.modes),
            begin,
            tuple(self.told(node) for node in found.values()),
        )

    def step(self, node: _Node, asked: Question, to: int) -> _Node | None:
        """One step, if the rules allow it."""
        game = self.game
        command = StepTo(game.board.loc_name(to))
        if asked.check(game, node.state, command) is not None:
            return None
        d = Draft(game, node.state, NO_DICE)
        d.stack.pop()
        asked.answer(d, command)
        move = d.stack[-1]
        assert isinstance(move, Move)
        d.push(MoveOn(side=asked.side))
        spent = tuple(d.units[u].mp for u in self.movers)
        paid = max(a - b for a, b in zip(spent, node.spent, strict=True))
        after = _Node(to, d.publish(), spent, node, paid)
        if move.in_melee or leg_units(game, d, 1 - asked.side, to):
            after.ends = "melee"
        return after

    def told(self, node: _Node) -> Reached:
        """A location as players are told of it."""
        game, name = self.game, self.game.board.loc_name
        path, steps = [], []
        back: _Node = node
        while back.before is not None:
            path.append(name(back.at))
            steps.append(back.step)
            back = back.before
        start = self.first.spent
        cost = max(a - b for a, b in zip(node.spent, start, strict=True))
        move = enclosing(node.state, Move)
        assert move is not None
        pairs = zip(move.units, move.modes, strict=True)
        left = min(allowance(game, node.state, u, mode, move.units) - node.state.units[u].mp for u, mode in pairs)
        exits = False
        if game.setup.exits and not node.ends:
            asked = question(node.state)
            exits = asked is not None and asked.check(game, node.state, ExitMap()) is None
        return Reached(
            name(node.at), cost, max(0, left), tuple(reversed(path)), tuple(reversed(steps)), node.ends, exits
        )


class Response(msgspec.Struct, frozen=True):
    """What the other side could answer: the order, and its chances if it comes to dice."""

    command: Command
    preview: Preview | None = None
    places: int = 1
    """How many places a Sniper could answer from; the worst of them is shown."""


class WalkStep(msgspec.Struct, frozen=True):
    """One step of a move: what each unit pays and why, what happens there, and what can answer."""

    at: str
    costs: tuple[tuple[str, tuple[Modifier, ...], int], ...] = ()
    """Unit, parts of the cost and what it pays (it may have less left), in half points."""
    attacks: int = 0
    """How many locations may answer (5.3)."""
    reactions: tuple[Response, ...] = ()
    happens: Preview | None = None
    """Dice that entering brings with it: Melee, shells, an Event."""
    ends: bool = False
    """The move is over there."""
    refusal: Refusal | None = None
    """Why the step cannot be made; then it is the last one."""


def walk(game: Game, s: State, begin: Sequence[Command], path: Sequence[str]) -> tuple[WalkStep, ...]:
    """5.3, 6.0: a move step by step, as if every answer was passed up: costs with their parts, answers with their odds.

    `begin` are the commands that begin the move (nothing if it is under way), `path` the locations to go through.
    """
    ahead = explore(game, s, begin)
    if ahead.refusal is not None:
        return (WalkStep("", refusal=ahead.refusal),)
    now, found = ahead.state, []
    for name in path:
        asked = question(now)
        if not isinstance(asked, MoveGroup | MoveOn):
            break
        step, after = walk_step(game, now, asked, name)
        found.append(step)
        if after is None:
            break
        now = after
    return tuple(found)


def walk_step(game: Game, now: State, asked: MoveGroup | MoveOn, name: str) -> tuple[WalkStep, State | None]:
    """One step and the position after it, nobody having answered; None if the walk is over."""
    command = StepTo(name)
    ahead = explore(game, now, [command])
    if ahead.refusal is not None:
        return WalkStep(name, refusal=ahead.refusal), None
    costs = _costs(game, now, asked, ahead.state, name)
    if ahead.stopped == "die":
        happens = preview(game, now, [command])
        return WalkStep(name, costs, happens=happens if isinstance(happens, Preview) else None, ends=True), None
    window = question(ahead.state)
    reactions: tuple[Response, ...] = ()
    attacks = 0
    after = ahead.state
    while isinstance(question(after), ClaymoreChoice):
        after = explore(game, after, [HoldClaymore()]).state
        window = question(after)
    if isinstance(window, Reaction):
        stay = enclosing(after, OpportunityFire)
        attacks = stay.budget if stay is not None else 0
        reactions = answers(game, after)
        while isinstance(question(after), Reaction):
            after = explore(game, after, [PassWindow()]).state
    over = not isinstance(question(after), MoveOn)
    return WalkStep(name, costs, attacks, reactions, ends=over), None if over else after


def _costs(
    game: Game, now: State, asked: MoveGroup | MoveOn, after: State, name: str
) -> tuple[tuple[str, tuple[Modifier, ...], int], ...]:
    """6.0: the parts of what each unit pays for a step, and what it has paid."""
    move = enclosing(now, Move)
    if isinstance(asked, MoveGroup):
        group, frm = asked.members, asked.origin
    else:
        assert move is not None
        group, frm = move.units, move.at
    to = game.board.loc(name)
    found = []
    for u in group:
        parts = unit_parts(game, now, u, frm, to, group)
        if not isinstance(parts, Refusal):
            found.append((now.units[u].id, parts, after.units[u].mp - now.units[u].mp))
    return tuple(found)


def answers(game: Game, s: State, skip: type[Command] | None = None) -> tuple[Response, ...]:
    """5.3: everything the side that is asked could do in a window, with the chances; of a Sniper's places the worst.

    Commands of the kind `skip` are left out.
    """
    found: list[Response] = []
    placed: dict[str, list[Response]] = {}
    for command in options(game, s):
        if passes(command) or type(command) is skip:
            continue
        if isinstance(command, Place):
            places = placed.setdefault(command.unit, [])
            if len(places) < MAX_HIDING_PLACES:
                places.append(_answer(game, s, command))
        else:
            found.append(_answer(game, s, command))
    for places in placed.values():
        worst = max(places, key=lambda r: r.preview.any.value if r.preview is not None else 0.0)
        found.append(Response(worst.command, worst.preview, len(places)))
    return tuple(found)


def _answer(game: Game, s: State, command: Command) -> Response:
    told = preview(game, s, [command])
    return Response(command, told if isinstance(told, Preview) else None)
