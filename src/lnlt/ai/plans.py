"""Plans: what a side could do with an impulse as a whole, and how a plan is carried out question by question.

A plan says what matters (who goes where and how, who fires at what); details are left to judgement by rules of thumb.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from lnlt.ai import afloat, barriers, dark, heavy, orders, riders
from lnlt.ai.company import Trip
from lnlt.ai.look import Look
from lnlt.ai.mind import Mind
from lnlt.core.flags import BULK, SHAKEN, TRIPOD
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State, enclosing
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch04_operations.impulse import Impulse, ImpulseAction
from lnlt.rules.ch05_fire.action import Fire
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.loads import Abandon
from lnlt.rules.ch06_movement.move import Move, MoveOn
from lnlt.rules.ch06_movement.on_the_way import Dismount
from lnlt.rules.ch06_movement.steps import AddMover, ExitMap, StepTo, StopMove
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.driving import Drive, DriveOn
from lnlt.rules.ch15_vehicles.steps import DriveTo, Pivot, check_driver
from lnlt.rules.ch15_vehicles.steps import allowance as drive_allowance
from lnlt.rules.facts.kits import vertex_name
from lnlt.rules.facts.mounts import is_mount
from lnlt.rules.facts.movement_modes import allowance, incapable

TRIPS = 3
"""Ways of one party that are looked at, and ways of everybody in a location."""
SHOTS = 2
DRIVES = 2
LEAST = -0.6
"""Ways that seem worse than this are not looked at."""


class Plan(msgspec.Struct, frozen=True):
    """What to do with an impulse; or one command, and then what seems best."""

    kind: str
    """"fire", "move", "shoot", "drive" or "do"."""
    prior: float
    at: int = -1
    """Where it begins."""
    target: int = -1
    path: tuple[int, ...] = ()
    mode: str = "normal"
    party: tuple[int, ...] = ()
    command: Command | None = None
    """What a "do" plan begins with."""
    order: Command | None = None
    """The shot of a "shoot" plan, the setting off of a "drive" plan."""
    way: tuple[tuple[int, int], ...] = ()
    """Hexes and facings of a "drive" plan."""

    @property
    def key(self) -> tuple[object, ...]:
        """What makes it a plan of its own."""
        end = self.way[-1] if self.way else self.path[-1] if self.path else self.target
        return (self.kind, self.at, end, self.mode, self.party, repr(self.command), repr(self.order))


def is_fresh(s: State, q: Question) -> bool:
    """Whether a side is about to begin an impulse."""
    if type(q) is not ImpulseAction:
        return False
    impulse = enclosing(s, Impulse)
    return impulse is not None and not impulse.named and not impulse.has_done and impulse.spotter == NOBODY


def plans_for(look: Look, options: Sequence[Command], limit: int) -> list[Plan]:
    """What a side could do, most promising first, at most so many; the first is what judgement would do."""
    s, q = look.s, look.question
    scored = sorted(((look.score(c), c) for c in options), key=lambda pair: (-pair[0], repr(pair[1])))
    if type(q) is not ImpulseAction:
        return [Plan("do", score, command=c) for score, c in scored[:limit]]
    impulse = enclosing(s, Impulse)
    assert impulse is not None
    found: list[Plan] = []
    board = look.game.board
    for score, c in scored:
        if isinstance(c, Activate) and not impulse.named:
            found.extend(_from(look.mind, board.loc(c.at), look))
        elif isinstance(c, Fire):
            at, target = board.loc(c.origin), board.loc(c.at)
            if not c.mode:
                found.append(Plan("fire", look.mind.shot(at, target), at, target))
            else:
                found.append(Plan("do", score, command=c))
        elif isinstance(c, BeginDrive):
            loc = s.units[s.ids[c.unit]].at
            found.extend(p for p in _heavy(look, loc) if p.order == c)
        elif isinstance(c, BeginMove):
            found.extend(_moves(look.mind, board.loc(c.origin)))
        elif not isinstance(c, Activate):
            found.append(Plan("do", score, command=c))
    found.sort(key=lambda p: (-p.prior, repr(p.key)))
    first = Plan("do", scored[0][0], command=scored[0][1])
    rest = list(dict.fromkeys(found))
    kinds = [p for p in rest if p.key != first.key]
    return [first, *kinds[: limit - 1]]


def _from(mind: Mind, loc: int, look: Look) -> Iterator[Plan]:
    """What the units of a location could do."""
    if mind.is_staying(loc):
        return
    shots = sorted(((mind.shot(loc, at), at) for at in mind.targets(loc)), reverse=True)
    for value, at in shots[:SHOTS]:
        if value > 0:
            yield Plan("fire", look.t.fire * value, loc, at)
    yield from _moves(mind, loc)
    if mind.heavy:
        yield from _heavy(look, loc)
    more = max(
        dark.prospect(look, loc) if mind.game.night is not None else 0.0,
        barriers.prospect(look, loc) if mind.game.barricades else 0.0,
    )
    if more > look.t.act:
        yield Plan("do", more, command=_naming(mind.game, loc))
    if loc in mind.foes:
        naming = _naming(mind.game, loc)
        yield Plan("do", orders.activate(look, naming), command=naming)


def _heavy(look: Look, loc: int) -> Iterator[Plan]:
    """What the guns and vehicles of a location could do: the best shots, and where each vehicle could drive."""
    mind, s = look.mind, look.s
    shots = sorted(mind.guns.fire_from(loc), key=lambda shot: (-shot[0], repr(shot[1])))
    for value, command in shots[:SHOTS]:
        if value > 0:
            yield Plan("shoot", look.t.fire * value, loc, mind.game.board.loc(command.at), order=command)
    for i in s.by_loc.get(loc, ()):
        u = s.units[i]
        if not u.flags & BULK or u.side != mind.side or u.kit is None:
            continue
        for mode in ("normal", "assault"):
            if check_driver(mind.game, s, i, mode) is None:
                left = drive_allowance(mind.game, s, i, mode) - u.mp
                for drive in mind.armour.drives(i, loc, u.kit.facing, left)[:DRIVES]:
                    if drive.gain >= LEAST:
                        gain = heavy.gain_of(look, drive, mode)
                        order = BeginDrive(u.id, mode)
                        yield Plan("drive", gain, loc, mode=mode, party=(i,), order=order, way=drive.path)


def _naming(game: Game, loc: int) -> Command:
    """The command that activates a location."""
    return Activate(game.board.loc_name(loc))


def _moves(mind: Mind, loc: int) -> Iterator[Plan]:
    """Ways the party of a location, or everybody there, could go."""
    ready = mind.ready(loc)
    if not ready:
        return
    group, trips = mind.outing(loc)
    party = tuple(group)
    yield from _ways(mind, loc, party, trips, TRIPS)
    fit = tuple(i for i in ready if not mind.s.units[i].flags & SHAKEN)
    if len(fit) > len(party):
        left = min(allowance(mind.game, mind.s, i, "normal", fit) for i in fit)
        yield from _ways(mind, loc, fit, mind.trips(fit, left, loc), 1)


def _ways(mind: Mind, loc: int, party: tuple[int, ...], trips: Sequence[Trip], count: int) -> Iterator[Plan]:
    game, s = mind.game, mind.s
    half = min(allowance(game, s, i, "assault", party) for i in party)
    able = all(incapable(game, s, i, "assault") is None for i in party)
    mounted = game.mounted and any(is_mount(game, s, i) for i in party)
    for trip in trips[:count]:
        if trip.gain < LEAST:
            return
        entering = trip.path[-1] in mind.foes
        wet = game.boats and afloat.embarks(mind, trip.path, loc)
        if able and trip.cost <= half and mind.enemies and not entering and not wet:
            yield Plan("move", trip.gain + 0.02, loc, -1, trip.path, "assault", party)
            continue
        yield Plan("move", trip.gain, loc, -1, trip.path, "normal", party)
        if mounted and 2 * trip.cost <= mind.pace(party) and not entering:
            yield Plan("move", trip.gain - riders.SADDLE, loc, -1, trip.path, "dismount", party)


def follow(plan: Plan, game: Game, s: State, q: Question, options: Sequence[Command]) -> Command | None:
    """What a plan says to a question; None where it says nothing or cannot be kept to."""
    names = game.board.loc_names
    found: Command | None = None
    if plan.kind == "do":
        return None
    if type(q) is ImpulseAction:
        impulse = enclosing(s, Impulse)
        assert impulse is not None
        if plan.at not in impulse.named:
            found = Activate(names[plan.at])
        elif plan.kind == "fire" and not any(origin == plan.at for origin, _ in impulse.fired):
            found = Fire(names[plan.at], names[plan.target])
        elif plan.kind == "move" and plan.at not in impulse.moved:
            found = BeginMove(names[plan.at])
        elif plan.kind in ("shoot", "drive") and plan.at not in impulse.did:
            found = plan.order
    elif type(q) is MoveGroup and plan.kind == "move" and q.origin == plan.at:
        found = _join(plan, s, q, options) or _leave(s, q, options)
        if found is None and q.members:
            found = StepTo(names[plan.path[0]])
    elif type(q) is MoveOn and plan.kind == "move":
        move = enclosing(s, Move)
        if move is not None and move.origin == plan.at and set(move.units) <= set(plan.party):
            found = _onward(plan, move.at, names, options)
    elif type(q) is DriveOn and plan.kind == "drive":
        drive = enclosing(s, Drive)
        if drive is not None and drive.origin == plan.at:
            found = _steer(plan, game, s, drive)
    return found if found is not None and found in options else None


def trails(look: Look) -> dict[Command, Plan]:
    """What a first step leads to: the ways that were looked at for those who are about to go."""
    found: dict[Command, Plan] = {}
    names = look.game.board.loc_names
    going = look.going()
    if going is not None:
        for trips in look.onwards.values():
            for trip in trips:
                plan = Plan("move", 0.0, going.origin, path=trip.path, party=going.members)
                found.setdefault(StepTo(names[trip.path[0]]), plan)
    drive = enclosing(look.s, Drive)
    if drive is not None:
        for way in look.drives.get(drive.at, ()):
            plan = Plan("drive", 0.0, drive.origin, party=(drive.unit,), way=way.path)
            first = _steer(plan, look.game, look.s, drive)
            if first is not None:
                found[first] = plan
    return found


def _steer(plan: Plan, game: Game, s: State, drive: Drive) -> Command | None:
    """The next step or pivot of a vehicle on its planned way, at its end a stop."""
    kit = s.units[drive.unit].kit
    if kit is None:
        return None
    hexes = [loc for loc, _ in plan.way]
    here = 0
    if drive.at != drive.origin:
        if drive.at not in hexes:
            return None
        here = len(hexes) - hexes[::-1].index(drive.at)
    if drive.at in hexes and plan.way[-1] == (drive.at, kit.facing):
        return StopMove()
    if here == len(hexes):  # in the last hex, to be turned there
        loc, vertex = plan.way[-1]
    else:
        loc, vertex = plan.way[here]
    if vertex != kit.facing:
        return Pivot(vertex_name(game.board, drive.at >> 3, vertex))
    return DriveTo(game.board.loc_names[loc]) if loc != drive.at else StopMove()


def _join(plan: Plan, s: State, q: MoveGroup, options: Sequence[Command]) -> Command | None:
    """The next of the party to join a moving group, in the mode of the plan if he may."""
    for i in plan.party:
        if i not in q.members:
            for mode in (plan.mode, "normal"):
                command = AddMover(s.units[i].id, mode)
                if command in options:
                    return command
    return None


def _leave(s: State, q: MoveGroup, options: Sequence[Command]) -> Command | None:
    """A weapon that cannot be taken along is left."""
    for i in q.members:
        for w in s.units[i].carries:
            command = Abandon(s.units[i].id, s.weapons[w].id)
            if s.weapons[w].flags & TRIPOD and command in options:
                return command
    return None


def _onward(plan: Plan, at: int, names: Sequence[str], options: Sequence[Command]) -> Command | None:
    """The next step of a way; at its end off the map where that counts or off the horse, else a stop."""
    if at not in plan.path:
        return None
    if plan.mode == "dismount" and at == plan.path[-1]:
        return next((c for c in options if type(c) is Dismount), None)
    here = plan.path.index(at)
    if here + 1 < len(plan.path):
        return StepTo(names[plan.path[here + 1]])
    return None if ExitMap() in options else StopMove()
