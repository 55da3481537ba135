"""Aircraft of a situation: the commands `airstrike`, `cannon` and `bomb`, fire at aircraft, and their sums (19.1)."""

from __future__ import annotations

from msgspec.structs import replace

from lnlt.core.flags import ELIMINATED
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State, enclosing
from lnlt.core.tally import Refusal, Tally
from lnlt.rules.ch04_operations.impulse import ImpulseAction
from lnlt.rules.ch05_fire.opportunity import PassWindow
from lnlt.rules.ch19_air.air_shot import air_piercing, air_to_hit
from lnlt.rules.ch19_air.airborne import flight_of
from lnlt.rules.ch19_air.arrival import flight_level, row_from, strikes_left
from lnlt.rules.ch19_air.defence import AirDefence, AirWindow, FireAtAircraft, check_fire
from lnlt.rules.ch19_air.flight import (
    AirRun,
    AirStrike,
    DropBombs,
    EntryChoice,
    FlyIn,
    FlyOn,
    PickStrike,
    Strafe,
    StrikeChoice,
    check_attack,
)
from lnlt.rules.ch19_air.loads import BOMBS, CANNON, air_cover, air_tally, load_of, piercing, rule_of
from lnlt.rules.facts.kits import is_helicopter
from lnlt.situations.errors import Refused, SituationError, check_word
from lnlt.situations.names import Names
from lnlt.situations.ordnance import Shot
from lnlt.situations.play import Attempt, ending, give_way
from lnlt.situations.steps import Step
from lnlt.situations.strikes import COMMANDS

WAYS = ("north", "northeast", "southeast", "south", "southwest", "northwest")
"""Directions by name, as the die of 18.2 counts them."""


def play_airstrike(attempt: Attempt, step: Step, names: Names) -> None:
    """The impulse that is going on is ended, then the aircraft enters, if it is due."""
    named = [names.unit(step.unit, "unit")] if step.unit is not None else []
    side = names.side(step, named)
    names.loc(step.enter, "enter")
    if step.toward not in WAYS:
        names.loc(step.toward, "toward")
    while not isinstance(attempt.question, StrikeChoice | EntryChoice):
        command = ending(attempt)
        if command is None or attempt.asked is None:
            raise Refused(Refusal("19.1", "no_strike_due"))
        attempt.send(command, attempt.asked)
    if attempt.asked != side:  # the double has brought that of the enemy
        raise Refused(Refusal("19.1", "no_strike_due"))
    if isinstance(attempt.question, StrikeChoice):
        left = strikes_left(attempt.game, attempt.state, attempt.question.side, attempt.state.turn)
        attempt.send(PickStrike(step.unit or left[0].unit), side)
    attempt.send(FlyIn(step.enter or "", _next_hex(attempt.game, step.enter or "", step.toward or "")), side)


def _next_hex(game: Game, enter: str, toward: str) -> str:
    """The first hex after the entry on the straight line to a hex or in a direction; else what was said."""
    board = game.board
    end = board.index.get(toward, NOBODY)
    for way, word in enumerate(WAYS):
        row = row_from(game, board.index[enter], way)
        if (end in row[1:] or word == toward) and len(row) > 1:
            return board.names[row[1]]
    return toward


def over_already(attempt: Attempt, step: Step, names: Names, again: bool) -> bool:
    """19.1: whether the pass of a side is for what is over, though it is asked again, for airstrikes come between.

    Its impulse before its airstrike, or that airstrike before its next impulse, if the side is to act then (`again`).
    """
    if step.do != "pass" or step.expect.legal is False:
        return False
    flew = next(before.do for before in reversed(names.before) if before.do is not None) in COMMANDS
    if isinstance(attempt.question, StrikeChoice | EntryChoice):
        return not flew
    asked = step.expect.asked
    if asked is not None:
        again = names.game.side_index.get(asked) == attempt.asked
    return flew and again and isinstance(attempt.question, ImpulseAction) and flight_of(attempt.state) is None


def play_cannon(attempt: Attempt, step: Step, names: Names) -> None:
    """Cannons on a hex of the flight path; the aircraft flies there first."""
    _attack(attempt, step, names, CANNON)


def play_bomb(attempt: Attempt, step: Step, names: Names) -> None:
    """Bombs on a hex of the flight path; the aircraft flies there first."""
    _attack(attempt, step, names, BOMBS)


def _attack(attempt: Attempt, step: Step, names: Names, what: str) -> None:
    """Windows over hexes on the way there and over the hex itself are let pass: whoever fires says so first."""
    hex_ = names.loc(step.at, "at") >> 3
    named = names.unit(step.unit, "unit") if step.unit is not None else NOBODY
    side = names.side(step, [named] if is_plane(attempt.game, attempt.state, named) else [])
    while True:
        strike = enclosing(attempt.state, AirStrike)
        if strike is None:
            raise Refused(_too_late(attempt, step, names, what, hex_))
        rule = rule_of(attempt.game.types[attempt.unit(strike.unit).type], what)
        if hex_ not in strike.path[0 if what == BOMBS else strike.index :]:
            raise Refused(_not_there(attempt, strike, what, hex_))
        index = strike.path.index(hex_)
        refusal = check_attack(attempt.game, attempt.state, strike, what, index)
        if refusal is not None:
            raise Refused(refusal)
        if index <= strike.index and isinstance(attempt.question, AirRun):
            break
        if index < strike.index:
            raise Refused(Refusal(rule, "not_on_the_path", {"at": step.at or ""}))
        if isinstance(attempt.question, AirDefence):
            attempt.send(PassWindow(), 1 - side)
            continue
        if not isinstance(attempt.question, AirRun):
            give_way(attempt, side)
        attempt.send(FlyOn(), side)
    at = attempt.game.board.names[hex_]
    attempt.send(Strafe(at) if what == CANNON else DropBombs(at), side)


def _not_there(attempt: Attempt, strike: AirStrike, what: str, hex_: int) -> Refusal:
    """Why an aircraft does not attack a hex: one it has flown past has its own reason, else it is off its path."""
    refusal: Refusal | None = None
    if hex_ in strike.path:
        refusal = check_attack(attempt.game, attempt.state, strike, what, strike.path.index(hex_))
    rule = rule_of(attempt.game.types[attempt.unit(strike.unit).type], what)
    if refusal is not None and refusal.code != "no_enemy_there":
        return refusal
    return Refusal(rule, "not_on_the_path", {"at": attempt.game.board.names[hex_]})


def _too_late(attempt: Attempt, step: Step, names: Names, what: str, hex_: int) -> Refusal:
    """Why there is no attack when no aircraft is in the air: it was shot down, had nothing to attack, or is not due."""
    strike = flown(attempt, names)
    if strike is None:
        named = attempt.state.ids.get(step.unit or "", NOBODY)
        lost = named in names.damaged
        return Refusal("19.1.1", "eliminated", {"unit": step.unit or ""}) if lost else Refusal("19.1", "no_strike_due")
    plane = attempt.unit(strike.unit)
    if plane.flags & ELIMINATED or strike.unit in names.damaged:
        return Refusal("19.1.1", "eliminated", {"unit": plane.id})
    return _not_there(attempt, strike, what, hex_)


def flown(attempt: Attempt, names: Names) -> AirStrike | None:
    """The airstrike that has just left the map, as it came in, if the last thing done was part of it."""
    game, state = attempt.game, attempt.state
    done = [before for before in names.before if before.do is not None]
    if not done:
        return None
    shot_at = state.ids.get(done[-1].target or "", NOBODY)
    gone = [row for row in game.setup.airstrikes if state.notes.get(f"flown:{row.unit}") == state.turn]
    entries = (before for before in reversed(done) if before.do == "airstrike" and before.expect.legal is not False)
    entry = next(entries, None)
    if entry is not None and entry.unit is not None:
        gone = [row for row in gone if row.unit == entry.unit]
    if not gone or not (done[-1].do in COMMANDS or is_plane(game, state, shot_at)):
        return None
    row, board = gone[-1], game.board
    start = entry.enter or "" if entry is not None else row.over
    toward = _next_hex(game, start, entry.toward or "") if entry is not None else row.toward
    if start not in board.index or board.index.get(toward, NOBODY) not in board.neighbours[board.index[start]]:
        return None
    way = board.neighbours[board.index[start]].index(board.index[toward])
    path = row_from(game, board.index[start], way)
    plane = state.ids[row.unit]
    return AirStrike(
        side=state.units[plane].side, unit=plane, path=path, way=way, level=flight_level(game, state, path)
    )


def is_plane(game: Game, state: State, unit: int) -> bool:
    """Whether a unit is an aircraft."""
    return unit != NOBODY and game.types[state.units[unit].type].kind == "aircraft"


def fire_at_plane(attempt: Attempt, shot: Shot, side: int, names: Names) -> None:
    """Fire from the ground; windows over hexes before the one named are let pass. 19.2.9: never of a helicopter."""
    firer = attempt.unit(shot.unit)
    if is_helicopter(attempt.game, firer):
        raise Refused(Refusal("19.2.9", "not_at_aircraft", {"unit": firer.id}))
    order = shot.command(attempt.state)
    command = FireAtAircraft(order.unit, order.weapon, order.pivot, order.facing, order.leader, order.mate)
    missed = _missed(attempt, shot, side, command, names)
    try:
        give_way(attempt, side)
    except Refused:  # it flies on, and nobody is asked before it has left
        raise Refused(missed) from None
    while isinstance(attempt.question, AirDefence):
        window = enclosing(attempt.state, AirWindow)
        flight = flight_of(attempt.state)
        assert window is not None
        assert flight is not None
        if window.at >> 3 == shot.at >> 3 or shot.at >> 3 not in flight.path[flight.index :]:
            break
        attempt.send(PassWindow(), side)
        give_way(attempt, side)
    window = enclosing(attempt.state, AirWindow)
    if not isinstance(attempt.question, AirDefence) or window is None or window.at >> 3 != shot.at >> 3:
        raise Refused(missed)
    attempt.send(command, side)


def _missed(attempt: Attempt, shot: Shot, side: int, command: FireAtAircraft, names: Names) -> Refusal:
    """Why nobody is asked over a hex of the flight path: the reason of the gun named, if it has one.

    So too when the aircraft has left because nobody could fire at it.
    """
    state, flight = attempt.state, flight_of(attempt.state)
    if flight is None:
        flight = flown(attempt, names)
        if flight is not None:
            state = replace(state, stack=(*state.stack, flight))
    refusal: Refusal | None = None
    if flight is not None and shot.at >> 3 in flight.path:
        window = AirWindow(side=side, at=shot.at, plane=flight.unit)
        refusal = check_fire(attempt.game, state, window, command)
    return refusal or Refusal("19.1.1", "no_aircraft_there", {"at": attempt.place(shot.at)})


def plane_tally(game: Game, state: State, step: Step, shot: Shot, origin: int) -> tuple[Tally, int | str]:
    """To-hit, penetration or armor of a shot at an aircraft."""
    aim = shot.aim(state)
    if step.of == "to_hit":
        tally = air_to_hit(game, state, aim, origin)
        return tally, tally.need or 0
    pen, armor = air_piercing(game, state, aim, origin)
    return (pen if step.of == "penetration" else armor), ""


def attack_tally(game: Game, state: State, step: Step, names: Names, plane: int) -> Tally:
    """Fire, defence, penetration or armor of an attack by an aircraft: `weapon` is "cannon" or "bombs"."""
    t = game.types[state.units[plane].type]
    said = step.weapon or (BOMBS if step.command == "bomb" or not t.cannon else CANNON)
    what = check_word(said, (CANNON, BOMBS), "weapon", *names.place("weapon"))
    _, fp = load_of(t.cannon if what == CANNON else t.bombs)
    if step.target not in (None, "infantry"):
        target = names.unit(step.target, "target")
    else:
        there = [u for u in state.by_loc.get(names.loc(step.at, "at"), ()) if u != plane]
        if step.target is not None:
            there = [u for u in there if game.types[state.units[u].type].kind != "vehicle"]
        if not there:
            raise SituationError("nobody is there", *names.place("at"))
        target = there[0]
    if step.of in ("penetration", "armor"):
        return piercing(game, state, plane, target, fp or 0, what)[step.of == "armor"]
    return (
        air_cover(game, state, target, what)
        if step.of == "defence"
        else air_tally(game, state, plane, target, fp or 0, what)
    )
