"""The command `fire` of a vehicle: one of its machine guns, in an own impulse, on the move or in a window."""

from __future__ import annotations

from collections.abc import Iterable

from lnlt.core import engine
from lnlt.core.arcs import turn_between, vertices_toward
from lnlt.core.dice import NO_DICE, ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_MOVE, BULK, BUTTONED
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State, enclosing
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.attack import targets
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch14_ordnance.shot import INFANTRY
from lnlt.rules.ch15_vehicles.driving import Drive, DriveOn
from lnlt.rules.ch15_vehicles.machine_guns import (
    HULL_HALF,
    bears,
    burst_tally,
    is_all_round,
    is_rear,
    is_split,
    reach,
)
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun
from lnlt.rules.facts.gun_arcs import bearing, turn_turret
from lnlt.rules.facts.guns import has_turret
from lnlt.rules.facts.kits import in_the_air, kit_of, vertex_name, vertex_named
from lnlt.rules.facts.weapons import fire_distance
from lnlt.situations.errors import Refused, SituationError
from lnlt.situations.flying import begin_flight, check_as_answer, is_flown, overhead, victim
from lnlt.situations.names import Names, carrier_of, check_on_board, only_vehicle
from lnlt.situations.play import Attempt, answers, check_closed, end_moves, give_way, in_impulse
from lnlt.situations.steps import Step, many


class Shot:
    """What a step `fire` of a vehicle names."""

    def __init__(self, step: Step, names: Names) -> None:
        (self.unit,) = names.units(step)
        s, game = names.state, names.game
        check_on_board(s.units[self.unit], names)
        self.at = names.aim(step)
        self.target = NOBODY
        if step.target not in (None, INFANTRY):
            self.target = carrier_of(s, names.unit(step.target or "", "target"))
        self.at = overhead(s, self.at, self.target, step.target)
        if step.target != INFANTRY:
            self.target = victim(s, self.at, self.target)
        if step.target is None and self.target == NOBODY:
            self.target = only_vehicle(s, s.units[self.unit].side, self.at)
        if step.mode == "hit_and_run":
            raise Refused(Refusal("6.7", "no_hit_and_run", {"unit": s.units[self.unit].id}))
        first = step.mode == "assault" and not s.units[self.unit].flags & ASSAULT_MOVE  # not after that move
        self.mode = "assault_fire" if step.mode == "assault_fire" or first else ""
        printed = game.types[s.units[self.unit].type].mgs
        named = many(step.weapons) + many(step.with_)
        strange = [gun for gun in named if gun not in printed]
        if strange:
            raise SituationError(f"it has no machine gun {strange[0]!r}: {', '.join(printed)}", *names.place("weapons"))
        guns: list[int] = []
        for gun in named:
            same = [mg for mg, text in enumerate(printed) if text == gun]
            guns.append(next((mg for mg in same if mg not in guns), same[0]))
        self.named = guns[0] if guns else None
        self.alike = [mg for mg, text in enumerate(printed) if named and text == named[0]]
        """Machine guns with the values named: any of them is meant."""
        self.more = guns[1:] if guns else list(range(len(printed)))
        """The other machine guns that fire too: each makes an attack of its own (15.0)."""
        self.count = len(printed)
        self.part = step.part
        self.pivots = step.pivot == "hull"
        if self.pivots and has_turret(game.types[s.units[self.unit].type]):
            raise SituationError("its turret turns, not the hull", *names.place("pivot"))
        if step.part == "hull" and self.named is not None:
            self.named += HULL_HALF
            self.alike = [mg + HULL_HALF for mg in self.alike]
        elif step.part is not None and (step.part != "turret" or self.named is None):
            raise SituationError("the 'part' of a split gun that is named: 'turret' or 'hull'", *names.place("part"))

    def command(self, game: Game, s: State, mg: int) -> FireMachineGun:
        """The command for one machine gun; the turret turns by itself to face its target (15.1.1), never its back to it
        for a rear gun; a hull if the step says so."""
        u = s.units[self.unit]
        t = game.types[u.type]
        facing = ""
        turns = (has_turret(t) or self.pivots) and mg < HULL_HALF and not (is_all_round(t, mg) or is_rear(t, mg))
        if turns and not bears(game, s, self.unit, mg, self.at):
            wanted = vertices_toward(*bearing(game.board, u.at >> 3, self.at >> 3))
            best = min(wanted, key=lambda v: (turn_between(kit_of(u).turret, v), v), default=kit_of(u).turret)
            facing = vertex_name(game.board, u.at >> 3, best)
        target = INFANTRY if self.target == NOBODY else s.units[self.target].id
        return FireMachineGun(u.id, mg, game.board.loc_name(self.at), target, facing, self.mode)

    def ways(self, game: Game, s: State, mg: int) -> list[FireMachineGun]:
        """15.0: how a machine gun is meant to fire, the better way first: of a split one whose turret points elsewhere
        as a whole, the turret turned; else, if no part is named, with the half in the hull."""
        found = [self.command(game, s, mg)]
        if not self.part and is_split(game, s, self.unit, mg) and not bears(game, s, self.unit, mg, self.at):
            if bears(game, s, self.unit, mg + HULL_HALF, self.at):
                found.append(self.command(game, s, mg + HULL_HALF))
        return found

    def meant(self, game: Game, s: State, guns: Iterable[int], side: int) -> FireMachineGun:
        """The first of these machine guns that may fire, in the first way in which it may."""
        ways = [c for mg in guns for c in self.ways(game, s, mg)]
        return next((c for c in ways if engine.why_not(game, s, c, side) is None), ways[0])

    def best(self, attempt: Attempt, side: int) -> FireMachineGun:
        """The machine gun named (of several printed alike the first that may fire), or the first that may fire."""
        game, s = attempt.game, attempt.state
        if not self.count:
            raise Refused(Refusal("15.0", "no_such_gun", {"unit": attempt.unit(self.unit).id}))
        for mg in self.more if self.named is not None else ():
            refusal = engine.why_not(game, s, self.meant(game, s, [mg], side), side)
            if refusal is not None:
                raise Refused(refusal)
        return self.meant(game, s, range(self.count) if self.named is None else self.alike, side)


def play_burst(attempt: Attempt, step: Step, names: Names) -> None:
    """The machine gun named fires; several one after the other; if none is named all that may, as long as dice for an
    attack are scripted."""
    shot = Shot(step, names)
    side = names.side(step, [shot.unit])
    _first_burst(attempt, shot, side, step, names)
    dice = attempt.dice
    for mg in shot.more:
        command = shot.meant(attempt.game, attempt.state, [mg], side)
        meant = shot.named is not None
        if not meant and attempt.asked == side and isinstance(dice, ScriptedDice) and dice.is_next("attack"):
            meant = engine.why_not(attempt.game, attempt.state, command, side) is None
        if meant:
            attempt.send(command, side)


def _first_burst(attempt: Attempt, shot: Shot, side: int, step: Step, names: Names) -> None:
    """In a window, in flight, in the middle of a drive, or in an impulse of its own."""
    if attempt.asked != side:
        check_as_answer(attempt, step, side, shot.at, shot.best(attempt, side))
    if answers(attempt, side, shot.at):
        window = enclosing(attempt.state, OpportunityFire)
        if shot.target == NOBODY and window is not None and step.target is None:
            vehicles = [u for u in window.movers if attempt.unit(u).flags & BULK]
            shot.target = vehicles[0] if vehicles else NOBODY
        attempt.send(shot.best(attempt, side), side)
        return
    if is_flown(attempt.game, attempt.state, [shot.unit]):
        begin_flight(attempt, shot.unit, side, names, fires=True)
        attempt.send(shot.best(attempt, side), side)
        return
    check_closed(attempt, side, shot.unit, shot.at)
    drive = enclosing(attempt.state, Drive)
    if isinstance(attempt.question, DriveOn) and attempt.asked == side and drive is not None:
        command = shot.best(attempt, side)
        if drive.unit == shot.unit and engine.why_not(attempt.game, attempt.state, command, side) is None:
            attempt.send(command, side)
            return
    if shot.pivots:
        raise SituationError("in an impulse of its own a vehicle pivots first: 'do = \"pivot\"'", *names.place("pivot"))
    give_way(attempt, side)
    end_moves(attempt, side)
    impulse = enclosing(attempt.state, Impulse)
    if impulse is None or shot.unit not in impulse.arrived or attempt.asked != impulse.side:
        in_impulse(attempt, side, attempt.unit(shot.unit).at)
    attempt.send(shot.best(attempt, side), side)


def _gun_meant(game: Game, s: State, shot: Shot) -> int:
    """15.0, 15.0.1, 19.2.8: the first machine gun that reaches so far, at helicopters to all sides; else the first."""
    u = s.units[shot.unit]
    t = game.types[u.type]

    def serves(mg: int) -> bool:
        star = is_all_round(t, mg)
        if (star and u.flags & BUTTONED) or (in_the_air(shot.at) and not star):
            return False
        return fire_distance(game, u.at, shot.at) <= reach(t, mg, False)

    return next((mg for mg in range(shot.count) if serves(mg)), 0)


def _turned(game: Game, state: State, unit: int, facing: str) -> State:
    """15.1.1: the turret turned to where the gun fires."""
    d = Draft(game, state, NO_DICE)
    turn_turret(d, unit, vertex_named(game.board, state.units[unit].at >> 3, facing))
    return d.publish()


def tally_of_burst(game: Game, state: State, step: Step, names: Names) -> Tally:
    """What a machine gun adds to its die, against the target named or the one it adds most against."""
    shot = Shot(step, names)
    mg = _gun_meant(game, state, shot) if shot.named is None else shot.named
    if not shot.count:
        raise SituationError("it has no machine gun", *names.place("units"))
    side = state.units[shot.unit].side
    command = shot.meant(game, state, [mg], side)
    mg = command.mg
    if command.facing and not shot.pivots:
        state = _turned(game, state, shot.unit, command.facing)
    u = state.units[shot.unit]
    aimed = (
        [shot.target]
        if shot.target != NOBODY
        else list(targets(game, state, u.side, shot.at, False, u.at, (shot.unit,)))
    )
    if not aimed:
        raise SituationError("nobody is there", *names.place("at"))
    tallies = [burst_tally(game, state, shot.unit, mg, u.at, shot.at, shot.target, v, shot.mode) for v in aimed]
    best = max(tallies, key=lambda t: t.total)
    if shot.pivots and not bears(game, state, shot.unit, mg, shot.at):
        best = Tally(best.of, best.base, (*best.mods, Modifier(-1, "pivoted", "15.1", u.id)))
    return best
