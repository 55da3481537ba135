"""15.1, 15.2: a vehicle's move: hex by hex and pivot by pivot; the enemy may answer each."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.arcs import turn_between
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    CONTINUOUS,
    DUG_IN,
    FIRED,
    HULL_DOWN,
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
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.opportunity import Answerable, OpportunityFire
from lnlt.rules.ch06_movement.coordinated import (
    arrive_together,
    go_on_alone,
    has_begun,
    joining,
    set_off_together,
    step_together,
    still_going,
)
from lnlt.rules.ch06_movement.loads import pick_up, picks
from lnlt.rules.ch06_movement.places import left
from lnlt.rules.ch06_movement.steps import AddMover, ExitMap, StopMove
from lnlt.rules.ch14_ordnance.acquisition import moves_off
from lnlt.rules.ch14_ordnance.impact import plate
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch15_vehicles.drive_checks import check_next, check_stop, may_go_on, moves
from lnlt.rules.ch15_vehicles.fate import abandon
from lnlt.rules.ch15_vehicles.fire_on_the_move import (
    check_running_burst,
    check_running_demolition,
    check_running_shot,
    fire_under_way,
    running_shots,
)
from lnlt.rules.ch15_vehicles.hull_down import COST as HULL_DOWN_COST
from lnlt.rules.ch15_vehicles.hull_down import roll_hull_down
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun
from lnlt.rules.ch15_vehicles.overrun import EXTRA_COST, Overrun, OverrunAttack
from lnlt.rules.ch15_vehicles.overrun_answer import vehicle_stays
from lnlt.rules.ch15_vehicles.steps import HUTS, PIVOT_COST, DriveTo, HullDown, Pivot, allowance, drive_cost, rubbles
from lnlt.rules.ch16_passengers.dismounting import Disembarking, Unload
from lnlt.rules.ch16_passengers.embarking import Embarking
from lnlt.rules.ch16_passengers.mounting import Load, loaders
from lnlt.rules.ch18_indirect.shelling import enter_hex
from lnlt.rules.ch21_fortifications.barricade_shots import FireAtBarricade
from lnlt.rules.ch22_scenario.exits import go_off
from lnlt.rules.ch23_equipment.claymores import trip
from lnlt.rules.facts.control import take_control
from lnlt.rules.facts.emplacements import leave_emplacement
from lnlt.rules.facts.firing_occasion import occasion_of
from lnlt.rules.facts.gun_arcs import pivot_hull
from lnlt.rules.facts.guns import HULL
from lnlt.rules.facts.handling import PickUp
from lnlt.rules.facts.kits import change_kit, kit_of, vertex_named
from lnlt.rules.facts.wire import clear_wire

ALWAYS_STUCK = 12


class Drive(Answerable, frozen=True, gc=False, kw_only=True):
    """15.1: a vehicle on its way. Each step or pivot: hazards, Events, Opportunity Fire, then it goes on if it can."""

    RULE: ClassVar[str] = "15.1"
    COORDINATED: ClassVar[bool] = True
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
    seeking: bool = False
    """It has paid for an attempt to go Hull Down (15.10)."""
    halted: bool = False
    """An Event ends the move here (22.0)."""

    def on_foot(self) -> tuple[int, ...]:
        """6.5: those who go along."""
        return self.escort

    def going(self, d: Draft) -> bool:
        """Whether it can still go on."""
        u = d.units[self.unit]
        return bool(u.flags & MOVING) and u.at == self.at

    def hazards(self, d: Draft) -> None:
        """6.0, 18.2, 21.4.1: Fire for Effect attacks who enters a hex under it; so do Mines."""
        enter_hex(d, self.came_from, self.at, (self.unit, *self.escort))

    def crush(self, d: Draft) -> None:
        """15.1.2, Q-122: a Building becomes Rubble; a roll above the front armor, or a 12, and the vehicle is stuck."""
        if not self.crushes:
            return
        d.update(self, crushes="")
        d.emit(ev.MarkerPlaced(Marker("rubble", self.at)))
        if not self.going(d):
            return
        tally = crush_tally(d.game, d, self.unit, self.crushes)
        faces = d.roll(2, "random", self.side, subject=self.unit)
        stuck = not tally.allows(sum(faces))
        outcome = "abandoned" if stuck else "drives_on"
        d.emit(ev.Resolved("rubbling", self.side, self.at, (tally,), outcome, self.unit, (faces,)))
        if stuck:
            abandon(d, self.unit)

    def answer_window(self, d: Draft) -> None:
        """5.3, 15.2.1, 15.3: the enemy may fire; not at a vehicle that has used Assault Fire and has not left its hex
        yet, nor at one in a hex it has overrun. 23.2.1: Claymores come first, also if he lets the rest of it pass.

        6.5, Q-538: men who go along spend nothing while it only pivots or looks for a hull-down place.
        """
        u = d.units[self.unit]
        movers = (self.unit, *self.escort) if self.entered else (self.unit,)
        here = tuple(m for m in movers if d.units[m].at == self.at)
        if not here or self.overran or (u.flags & ASSAULT_FIRE and not self.left):
            return
        if not self.let_pass:
            d.push(
                OpportunityFire(
                    side=1 - self.side,
                    at=self.at,
                    budget=(self.spent + 1) // 2,
                    movers=here,
                    used=self.answered,
                    hull_only=bool(self.escort) and not self.entered,
                )
            )
        if d.game.claymores and self.entered:
            trip(d, self.at, self.came_from, (self.unit, *self.escort))

    def go_on(self, d: Draft) -> None:
        """Ask for the next step if there is one; 6.5: who went along may go on alone if the vehicle was stopped.

        16.4: a Shaken vehicle does not move any more once passengers have got off. 22.0: nor who is halted by an Event.
        """
        drive = self
        if self.escort:
            escort, modes = still_going(d, self)
            drive = d.update(self, escort=escort, modes=modes)
            take_control(d, self.at)
        if not self.going(d):
            go_on_alone(d, drive)
        elif self.seeking:
            seek_cover(d, drive)
        elif self.halted or (self.loaded and d.units[self.unit].flags & SHAKEN):
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
    return Tally("rubbling", (), mods, armor, fails=ALWAYS_STUCK)


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
        leave_emplacement(d, unit, drive.at)
        go_off(d, drive.side, (unit, *drive.escort), drive.at)
        d.update(drive, step=len(Drive.STEPS))
    elif type(command) is Pivot:
        vertex = vertex_named(d.game.board, u.at >> 3, command.facing)
        cost = PIVOT_COST * turn_between(kit_of(u).facing, vertex)
        moves_off(d, (unit,))
        pivot_hull(d, unit, vertex, keep_turret=True)
        if drive.left:  # only a pivot without moving to a new hex has a penalty of its own
            d.flag(unit, 0, PIVOTED)
        d.emit(ev.PointsReset(unit, u.mp + cost))
        d.update(drive, spent=drive.spent + cost, entered=False, step=Drive.STEPS.index("answer_window"))
    elif type(command) is HullDown:
        d.emit(ev.PointsReset(unit, u.mp + HULL_DOWN_COST))
        window = Drive.STEPS.index("answer_window")
        d.update(drive, spent=drive.spent + HULL_DOWN_COST, entered=False, seeking=True, step=window)
    elif type(command) is Overrun:
        run_over(d, drive, d.game.board.loc(command.at))
    elif isinstance(command, FireOrdnance | FireMachineGun | FireAtBarricade):
        d.update(drive, step=Drive.STEPS.index("go_on"))
        fire_under_way(d, command)
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
        left(d, drive.side, drive.at)
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
    left(d, drive.side, drive.at)
    start = Drive.STEPS.index("answer_window")
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
        FireAtBarricade,
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
        if type(command) is FireAtBarricade:
            return check_running_demolition(game, s, drive, command)
        return check_next(game, s, drive, command)

    def answer(self, d: Draft, command: Command) -> None:
        """Go on, or let the move finish."""
        if type(command) is not StopMove:
            drive_on(d, command)


def seek_cover(d: Draft, drive: Drive) -> None:
    """15.10, Q-535: the attempt is rolled for; in any case the vehicle is Moved and its impulse is over."""
    roll_hull_down(d, drive.unit)
    arrive_together(d, drive)
    d.flag(drive.unit, MOVED, MOVING | PIVOTED)
    d.update(drive, step=Drive.STEPS.index("remain"))
