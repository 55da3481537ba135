"""15.1, 15.2: a vehicle's move: hex by hex and pivot by pivot; the enemy may answer each."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.arcs import turn_between
from lnlt.core.board import BUNKER, LAYERS
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    CONTINUOUS,
    DUG_IN,
    EMPLACED,
    FIRED,
    HULL_DOWN,
    IMMOBILIZED,
    LOADED,
    MOVED,
    MOVING,
    PIVOTED,
    SHAKEN,
)
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOWHERE, Marker, Position, enclosing
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch01_concepts.handling import PickUp
from lnlt.rules.ch01_concepts.kits import change_kit, kit_of, vertex_name, vertex_named
from lnlt.rules.ch04_operations.impulse import Impulse, occasion_of
from lnlt.rules.ch05_fire.opportunity import Answerable, OpportunityFire
from lnlt.rules.ch06_movement.coordinated import (
    arrive_together,
    check_escort,
    check_join,
    check_together,
    go_on_alone,
    has_begun,
    joining,
    owes_move,
    set_off_together,
    step_together,
    still_going,
)
from lnlt.rules.ch06_movement.loads import check_pick_up, pick_up, picks
from lnlt.rules.ch06_movement.steps import AddMover, ExitMap, StopMove, where
from lnlt.rules.ch10_los_spotting.lines import looked_at, unit_sees
from lnlt.rules.ch10_los_spotting.spotting import drop_spotted
from lnlt.rules.ch14_ordnance.acquisition import moves_off
from lnlt.rules.ch14_ordnance.action import FireOrdnance, aim_of, check_shot, open_fire, ways
from lnlt.rules.ch14_ordnance.aim import pivot_hull
from lnlt.rules.ch14_ordnance.guns import HULL, own_guns
from lnlt.rules.ch14_ordnance.impact import is_armored, plate
from lnlt.rules.ch15_vehicles.fate import abandon
from lnlt.rules.ch15_vehicles.hull_down import check_hull_down, roll_hull_down
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun, bursts, check_burst, open_burst, read
from lnlt.rules.ch15_vehicles.overrun import EXTRA_COST, Overrun, OverrunAttack, check_overrun
from lnlt.rules.ch15_vehicles.overrun_answer import vehicle_stays
from lnlt.rules.ch15_vehicles.steps import (
    HUTS,
    PIVOT_COST,
    DriveTo,
    HullDown,
    Pivot,
    allowance,
    check_drive,
    check_pivot,
    drive_cost,
    rubbles,
)
from lnlt.rules.ch16_passengers.dismounting import Disembarking, Unload, check_unload
from lnlt.rules.ch16_passengers.mounting import Embarking, Load, check_load, loaders, vehicle_share
from lnlt.rules.ch18_indirect.shelling import shell_entering
from lnlt.rules.ch21_fortifications.emplacements import leave_emplacement
from lnlt.rules.ch21_fortifications.mines import mines_entering
from lnlt.rules.ch21_fortifications.wire import clear_wire
from lnlt.rules.ch22_scenario.control import take_control
from lnlt.rules.ch22_scenario.exits import EXIT_COST, check_exit, go_off, way_off
from lnlt.rules.ch22_scenario.happenings import entered
from lnlt.rules.ch23_equipment.claymores import trip

ALWAYS_STUCK = 12


class Drive(Answerable, frozen=True, gc=False, kw_only=True):
    """15.1: a vehicle on its way. Each step or pivot: hazards, Events, Opportunity Fire, then it goes on if it can."""

    RULE: ClassVar[str] = "15.1"
    STEPS: ClassVar[tuple[str, ...]] = ("hazards", "crush", "events", "answer_window", "go_on", "finish", "remain")
    side: int
    unit: int
    origin: int
    at: int
    mode: str
    entered: bool = False
    """The last thing it did was to enter a hex, not to pivot."""
    spent: int = 0
    """Half points spent in the hex it is in (5.3, P-3)."""
    crushes: str = ""
    """Building it has just driven into (15.1.2)."""
    left: bool = False
    """It has left the hex it started from."""
    bound: bool = False
    """It stays in motion from the last turn and must leave its hex (15.5)."""
    overran: bool = False
    """It has come into the hex it is in by an Overrun (15.3)."""
    loaded: bool = False
    """Passengers have got on or off in the course of this move (16.4)."""
    escort: tuple[int, ...] = ()
    """Units on foot that go along (6.5)."""
    modes: tuple[str, ...] = ()
    """How each of them moves."""
    came_from: int = NOWHERE
    """The hex it has entered its hex from."""

    def going(self, d: Draft) -> bool:
        """Whether it can still go on."""
        u = d.units[self.unit]
        return bool(u.flags & MOVING) and u.at == self.at

    def hazards(self, d: Draft) -> None:
        """6.0, 18.2, 21.4.1: Fire for Effect attacks who enters a hex under it; so do Mines."""
        mines_entering(d, self.at, (self.unit, *self.escort))
        shell_entering(d, self.at, (self.unit, *self.escort))

    def crush(self, d: Draft) -> None:
        """15.1.2, Q-122: a Building becomes Rubble; a roll above the front armor, or a 12, and the vehicle is stuck."""
        if not self.crushes:
            return
        d.update(self, crushes="")
        d.emit(ev.MarkerPlaced(Marker("rubble", self.at)))
        if not self.going(d):
            return
        tally = crush_tally(d.game, d, self.unit, self.crushes)
        roll = sum(d.roll(2, "random", self.side, subject=self.unit))
        stuck = roll == ALWAYS_STUCK or not tally.allows(roll)
        outcome = "abandoned" if stuck else "drives_on"
        d.emit(ev.Resolved("rubbling", self.side, self.at, (tally,), outcome, self.unit))
        if stuck:
            abandon(d, self.unit)

    def events(self, d: Draft) -> None:
        """6.0, 1.8: Events may be triggered."""
        if self.entered and d.game.setup.events and self.going(d):
            entered(d, self.side, self.at, (self.unit, *still_going(d, self)[0]))

    def answer_window(self, d: Draft) -> None:
        """5.3, 15.2.1, 15.3: the enemy may fire; not at a vehicle that has used Assault Fire and has not left its hex
        yet, nor at one in a hex it has overrun."""
        u = d.units[self.unit]
        here = tuple(m for m in (self.unit, *self.escort) if d.units[m].at == self.at)
        if not here or self.let_pass or self.overran or (u.flags & ASSAULT_FIRE and not self.left):
            return
        d.push(
            OpportunityFire(
                side=1 - self.side,
                at=self.at,
                budget=(self.spent + 1) // 2,
                movers=here,
                used=self.answered,
            )
        )
        if d.game.claymores and self.entered:
            trip(d, self.at, self.came_from, (self.unit, *self.escort))

    def go_on(self, d: Draft) -> None:
        """Ask for the next step if there is one; 6.5: who went along may go on alone if the vehicle was stopped.

        16.4: a Shaken vehicle does not move any more once passengers have got off.
        """
        drive = self
        if self.escort:
            escort, modes = still_going(d, self)
            drive = d.update(self, escort=escort, modes=modes)
            take_control(d, self.at)
        if not self.going(d):
            go_on_alone(d, drive)
        elif self.loaded and d.units[self.unit].flags & SHAKEN:
            return
        elif may_go_on(d.game, d, drive):
            d.push(DriveOn(side=self.side))

    def finish(self, d: Draft) -> None:
        """15.1, 15.2, 15.2.1, Q-300: mark it: Moved or Assault Move; who only pivoted is neither and may still fire."""
        if not self.going(d):
            return
        arrive_together(d, self)
        u = d.units[self.unit]
        if u.flags & ASSAULT_FIRE:
            d.flag(self.unit, MOVED, MOVING | ASSAULT_FIRE | ASSAULT_MOVE | PIVOTED)
        elif not self.left and not self.loaded:
            d.flag(self.unit, 0, MOVING | ASSAULT_MOVE)
        elif self.mode == "assault":
            d.flag(self.unit, ASSAULT_MOVE, MOVING | PIVOTED)
            impulse = occasion_of(d)
            if isinstance(impulse, Impulse) and not u.flags & FIRED:
                d.replace_enclosing(impulse, arrived=(*impulse.arrived, self.unit))
        else:
            d.flag(self.unit, MOVED, MOVING | PIVOTED)

    def remain(self, d: Draft) -> None:
        """15.3: a vehicle that stays in a hex it has overrun drives the enemies out of it."""
        if self.overran and d.units[self.unit].at == self.at:
            vehicle_stays(d, self.unit)


def crush_tally(game: Game, s: Position, unit: int, what: str) -> Tally:
    """15.1.2: nothing is added for a Building, 2 is taken off for huts; the front hull armor must not be exceeded."""
    mods = (Modifier(-2, "huts", "15.1.2"),) if what == HUTS else ()
    armor = plate(game.types[s.units[unit].type], "front", HULL)[0]
    return Tally("rubbling", (), mods, armor)


def set_off(d: Draft, unit: int, mode: str) -> None:
    """15.1, 16.4: the vehicle begins to move, perhaps after it has taken passengers on."""
    u = d.units[unit]
    bound, loaded = bool(u.flags & CONTINUOUS), bool(u.flags & LOADED)
    d.flag(unit, MOVING | (ASSAULT_MOVE if mode == "assault" else 0), CONTINUOUS | LOADED)
    start = Drive.STEPS.index("go_on")
    d.push(Drive(side=u.side, unit=unit, origin=u.at, at=u.at, mode=mode, bound=bound, loaded=loaded, step=start))


def drive_in(d: Draft, unit: int, to: int, vertex: int, mode: str) -> None:
    """22.0, 15.1: the vehicle comes onto the map at a hex and may drive on."""
    cost = drive_cost(d.game, d, unit, NOWHERE, to)
    assert not isinstance(cost, Refusal)
    pays = min(cost, allowance(d.game, d, unit, mode))
    change_kit(d, unit, facing=vertex, turret=vertex)
    d.flag(unit, MOVING | (ASSAULT_MOVE if mode == "assault" else 0))
    d.emit(ev.Moved(unit, NOWHERE, to, pays))
    side = d.units[unit].side
    d.push(Drive(side=side, unit=unit, origin=NOWHERE, at=to, mode=mode, entered=True, left=True, spent=pays))


def drive_on(d: Draft, command: Command) -> None:
    """15.1: the move on top of the stack goes on with a step or a pivot, or off the map."""
    drive = d.stack[-1]
    assert isinstance(drive, Drive)
    unit, u = drive.unit, d.units[drive.unit]
    if type(command) is AddMover:
        escort, modes = (*drive.escort, d.ids[command.unit]), (*drive.modes, command.mode)
        d.update(drive, escort=escort, modes=modes)
        d.push(DriveOn(side=drive.side))
        return
    if drive.escort and not has_begun(d, drive):
        set_off_together(d, drive)
    if type(command) is Load:
        d.update(drive, step=Drive.STEPS.index("go_on"))
        d.push(Embarking(side=drive.side, vehicle=unit, group=tuple(loaders(d.game, d, unit, drive.escort))))
    elif type(command) is PickUp:
        pick_up(d, command)
        d.update(drive, step=Drive.STEPS.index("go_on"))
    elif type(command) is Unload:
        d.update(drive, step=Drive.STEPS.index("go_on"))
        d.push(Disembarking(side=drive.side, vehicle=unit))
    elif type(command) is ExitMap:
        clear_wire(d, unit, drive.at)
        go_off(d, drive.side, (unit, *drive.escort), drive.at)
        d.update(drive, step=len(Drive.STEPS))
    elif type(command) is Pivot:
        vertex = vertex_named(d.game.board, u.at >> 3, command.facing)
        cost = PIVOT_COST * turn_between(kit_of(u).facing, vertex)
        moves_off(d, (unit,))
        pivot_hull(d, unit, vertex, keep_turret=True)
        d.emit(ev.PointsReset(unit, u.mp + cost))
        d.update(drive, spent=drive.spent + cost, entered=False, step=Drive.STEPS.index("answer_window"))
    elif type(command) is HullDown:
        seek_cover(d, drive)
    elif type(command) is Overrun:
        run_over(d, drive, d.game.board.loc(command.at))
    elif type(command) is FireOrdnance:
        d.update(drive, step=Drive.STEPS.index("go_on"))
        open_fire(d, command, False)
    elif type(command) is FireMachineGun:
        d.update(drive, step=Drive.STEPS.index("go_on"))
        aim = read(d.game, d, command)
        assert not isinstance(aim, Refusal)
        open_burst(d, aim, False)
    else:
        assert type(command) is DriveTo
        to = d.game.board.loc(command.at)
        cost_or = drive_cost(d.game, d, unit, drive.at, to)
        assert not isinstance(cost_or, Refusal)
        pays = min(cost_or, allowance(d.game, d, unit, drive.mode))  # the first step is always possible
        crushes = rubbles(d.game, d, to)
        moves_off(d, (unit,))
        clear_wire(d, unit, drive.at)
        d.emit(ev.Moved(unit, drive.at, to, pays))
        leave_emplacement(d, unit, drive.at)
        d.flag(unit, 0, PIVOTED | HULL_DOWN | DUG_IN)
        if drive.escort:
            pays = step_together(d, drive, to, pays)
        drop_spotted(d, drive.at)
        d.update(
            drive,
            at=to,
            came_from=drive.at,
            spent=pays,
            entered=True,
            left=True,
            answered=(),
            crushes=crushes,
            overran=False,
            step=0,
        )


def run_over(d: Draft, drive: Drive, to: int) -> None:
    """15.3: the vehicle pays for the hex and the Overrun and is among the enemy; nobody fires at it there."""
    unit = drive.unit
    cost = drive_cost(d.game, d, unit, drive.at, to)
    assert not isinstance(cost, Refusal)
    moves_off(d, (unit,))
    clear_wire(d, unit, drive.at)
    d.emit(ev.Moved(unit, drive.at, to, cost + EXTRA_COST))
    leave_emplacement(d, unit, drive.at)
    d.flag(unit, 0, PIVOTED | HULL_DOWN | DUG_IN)
    drop_spotted(d, drive.at)
    start = Drive.STEPS.index("events")
    d.update(drive, at=to, spent=0, entered=True, left=True, answered=(), overran=True, step=start)
    d.push(OverrunAttack(side=drive.side, unit=unit, at=to, came_from=drive.at))


class DriveOn(Question, frozen=True, gc=False, kw_only=True):
    """15.1: the next step or pivot of a vehicle, or the end of its move."""

    RULE: ClassVar[str] = "15.1"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (
        DriveTo,
        Overrun,
        Pivot,
        AddMover,
        PickUp,
        Load,
        Unload,
        HullDown,
        FireOrdnance,
        FireMachineGun,
        StopMove,
        ExitMap,
    )

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """The four hexes before and behind it, every other facing, company, passengers, fire on the move, stopping."""
        drive = enclosing(s, Drive)
        assert drive is not None
        found = moves(game, s, drive.unit, drive.at)
        found.extend(joining(s, drive))
        found.extend(picks(s, drive.escort, drive.at))
        found.extend((Load(), Unload()))
        found.extend(running_shots(game, s, drive))
        found.extend((StopMove(), HullDown()))
        if game.setup.exits:
            found.append(ExitMap())
        return found

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """15.1: see `check_move` and `check_stop`; 15.2.2: fire on the move."""
        drive = enclosing(s, Drive)
        assert drive is not None
        if type(command) is StopMove:
            return check_stop(game, s, drive)
        if type(command) is FireOrdnance:
            return check_running_shot(game, s, drive, command)
        if type(command) is FireMachineGun:
            return check_running_burst(game, s, drive, command)
        return check_next(game, s, drive, command)

    def answer(self, d: Draft, command: Command) -> None:
        """Go on, or let the move finish."""
        if type(command) is not StopMove:
            drive_on(d, command)


def seek_cover(d: Draft, drive: Drive) -> None:
    """15.10: the attempt is rolled for; in any case the vehicle is Moved and its impulse is over."""
    roll_hull_down(d, drive.unit)
    arrive_together(d, drive)
    d.flag(drive.unit, MOVED, MOVING | PIVOTED)
    d.update(drive, step=Drive.STEPS.index("remain"))


def check_stop(game: Game, s: Position, drive: Drive) -> Refusal | None:
    """15.1, 15.2.1, 15.5: something must have been done; who must move leaves the hex if he can."""
    u = s.units[drive.unit]
    if not u.mp:
        return Refusal("15.1", "nothing_done")
    owes = u.flags & ASSAULT_FIRE and not drive.loaded
    if (owes or drive.bound) and not drive.left and may_leave(game, s, drive.unit, drive.mode):
        return Refusal("15.5" if drive.bound else "15.2.1", "must_move", {"unit": u.id})
    if owes_move(s, drive) and any(
        type(c) is DriveTo and check_next(game, s, drive, c) is None for c in moves(game, s, drive.unit, drive.at)
    ):
        return Refusal("6.1.1", "must_move", {"unit": u.id})
    return None


def check_next(game: Game, s: Position, drive: Drive, command: Command) -> Refusal | None:
    """15.1, 16.4, 6.5: the next thing in a vehicle's move: a step, a pivot, passengers, company, a weapon it takes."""
    if type(command) is AddMover:
        return check_join(game, s, drive, command) or check_emplaced_company(game, s, drive, command)
    if drive.escort and not has_begun(s, drive) and (lacking := check_escort(game, s, drive)) is not None:
        return lacking
    if type(command) is PickUp:
        return check_pick_up(game, s, drive.escort, drive.modes, command)
    if type(command) is Load:
        return check_load(game, s, drive.unit, drive.mode, drive.escort) or check_still_leaves(game, s, drive)
    if type(command) is Unload:
        refusal = check_unload(game, s, drive.unit, drive.mode, drive.left)
        return refusal or check_still_leaves(game, s, drive)
    if drive.escort:
        refusal = None
        if type(command) is DriveTo and (to := where(game, command.at)) is not None:
            refusal = check_together(game, s, drive, to)
        elif type(command) is Overrun:
            refusal = Refusal("6.5", "no_overrun_in_mode", {"unit": s.units[drive.unit].id, "at": command.at})
        elif type(command) is ExitMap:
            refusal = check_exit(game, s, drive.escort, drive.modes, drive.at)
        if refusal is not None:
            return refusal
    return check_move(game, s, drive.unit, drive.mode, drive.at, command)


def check_emplaced_company(game: Game, s: Position, drive: Drive, command: AddMover) -> Refusal | None:
    """21.7, 6.5: an emplaced vehicle does not pivot, so those who go along must have a way out behind it."""
    if not s.units[drive.unit].flags & EMPLACED:
        return None
    mode = "normal" if command.mode == "double_time" else command.mode
    ahead = replace(drive, escort=(*drive.escort, s.ids[command.unit]), modes=(*drive.modes, mode))
    for c in moves(game, s, drive.unit, drive.at):
        if type(c) is DriveTo and check_move(game, s, drive.unit, drive.mode, drive.at, c) is None:
            if check_together(game, s, ahead, game.board.loc(c.at)) is None:
                return None
    return Refusal("21.7", "emplaced_company", {"unit": command.unit})


def check_still_leaves(game: Game, s: Position, drive: Drive) -> Refusal | None:
    """15.5: loading and unloading does not fulfil Continuous Movement: enough must be left to leave the hex."""
    unit = drive.unit
    if not drive.bound or drive.left:
        return None
    left = allowance(game, s, unit, drive.mode) - s.units[unit].mp - vehicle_share(game, s, unit)
    for c in moves(game, s, unit, drive.at):
        if type(c) is DriveTo and check_move(game, s, unit, drive.mode, drive.at, c) is None:
            cost = drive_cost(game, s, unit, drive.at, game.board.loc(c.at))
            if not isinstance(cost, Refusal) and cost <= left:
                return None
    return Refusal("15.5", "must_move", {"unit": s.units[unit].id})


def may_leave(game: Game, s: Position, unit: int, mode: str) -> bool:
    """15.1: whether a vehicle can take a step from where it stands as it stands."""
    at = s.units[unit].at
    return any(type(c) is DriveTo and check_move(game, s, unit, mode, at, c) is None for c in moves(game, s, unit, at))


def check_running_shot(game: Game, s: Position, drive: Drive, command: FireOrdnance) -> Refusal | None:
    """15.2.2: modern armored vehicles with guns fire in the middle of an Assault Move."""
    found = aim_of(game, s, command)
    if isinstance(found, Refusal):
        return found
    aim, vertex = found
    impulse = occasion_of(s)
    if impulse is None or not fires_running(game, s, drive, aim.unit) or aim.mode or aim.turn == HULL:
        return Refusal("15.2.2", "no_fire_on_the_move", {"unit": command.unit})
    return check_shot(game, s, impulse, aim, vertex, False, moving=True)


def check_running_burst(game: Game, s: Position, drive: Drive, command: FireMachineGun) -> Refusal | None:
    """15.2.2: the same of their machine guns."""
    aim = read(game, s, command)
    if isinstance(aim, Refusal):
        return aim
    impulse = occasion_of(s)
    if impulse is None or not fires_running(game, s, drive, aim.unit) or aim.mode:
        return Refusal("15.2.2", "no_fire_on_the_move", {"unit": command.unit})
    return check_burst(game, s, impulse, aim, False, moving=True)


def fires_running(game: Game, s: Position, drive: Drive, unit: int) -> bool:
    """15.2.2: whether a unit is the moving vehicle and may fire in the middle of its move, which it has begun."""
    u = s.units[unit]
    able = can_mvam(game, s, unit) and drive.mode == "assault" and not u.flags & ASSAULT_FIRE
    return unit == drive.unit and able and bool(u.mp)


def running_shots(game: Game, s: Position, drive: Drive) -> list[Command]:
    """15.2.2: shots on the move worth checking."""
    impulse = occasion_of(s)
    if impulse is None or drive.mode != "assault" or not can_mvam(game, s, drive.unit):
        return []
    found: list[Command] = []
    for loc in s.spread.held[1 - drive.side]:
        if unit_sees(game, s, drive.unit, drive.at, looked_at(loc)):
            found.extend(ways(game, s, impulse, drive.unit, loc))
            found.extend(bursts(game, s, drive.unit, loc))
    return found


def can_mvam(game: Game, s: Position, unit: int) -> bool:
    """15.2.2: armored vehicles of the modern era that fire ordnance."""
    t = game.types[s.units[unit].type]
    return game.setup.era == "modern" and is_armored(t) and bool(own_guns(t))


def moves(game: Game, s: Position, unit: int, at: int) -> list[Command]:
    """Steps and pivots worth checking."""
    near = game.board.neighbours[at >> 3]
    facing = kit_of(s.units[unit]).facing
    side = s.units[unit].side
    found: list[Command] = []
    for direction in (facing - 1, facing, facing + 2, facing + 3):
        j = near[direction % 6]
        if j >= 0:
            found.append(DriveTo(game.board.names[j]))
            if any(s.units[o].side != side for at_ in (j * LAYERS, j * LAYERS + BUNKER) for o in s.by_loc.get(at_, ())):
                found.append(Overrun(game.board.names[j]))
    found.extend(Pivot(vertex_name(game.board, at >> 3, v)) for v in range(6) if v != facing)
    return found


def check_move(game: Game, s: Position, unit: int, mode: str, at: int, command: Command) -> Refusal | None:
    """15.1, 22.0, 21.4.2: whether a vehicle may take a step, pivot or leave the map; never an immobilized one."""
    u = s.units[unit]
    if u.flags & IMMOBILIZED:
        return Refusal("21.4.2", "immobilized", {"unit": u.id})
    if type(command) is ExitMap:
        if way_off(game, u.side, at) is None:
            return Refusal("22.0", "no_exit_here", {"at": game.board.loc_name(at)})
        left = allowance(game, s, unit, mode) - u.mp
        short = {"unit": u.id, "cost": "1", "left": f"{left / 2:g}"}
        return Refusal("6.0", "too_few_points", short) if left < EXIT_COST else None
    if type(command) is HullDown:
        return check_hull_down(game, s, unit, mode)
    if type(command) is Pivot:
        try:
            vertex = vertex_named(game.board, at >> 3, command.facing)
        except KeyError:
            return Refusal("15.1", "no_such_vertex", {"unit": u.id, "facing": command.facing})
        return check_pivot(game, s, unit, mode, vertex)
    assert type(command) is DriveTo or type(command) is Overrun
    to = where(game, command.at)
    if to is None:
        return Refusal("1.4", "no_such_place", {"at": command.at})
    if type(command) is Overrun:
        return check_overrun(game, s, unit, mode, at, to)
    return check_drive(game, s, unit, mode, at, to)


def may_go_on(game: Game, s: Position, drive: Drive) -> bool:
    """15.1: whether the vehicle has anything left to do."""
    commands = moves(game, s, drive.unit, drive.at)
    commands += [Load(), Unload(), HullDown(), *picks(s, drive.escort, drive.at)]
    if game.setup.exits:
        commands.append(ExitMap())
    return any(check_next(game, s, drive, c) is None for c in commands)
