"""15.2.2, 19.2.4: modern armored vehicles fire in the middle of an Assault Move, helicopters in flight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch10_los_spotting.lines import looked_at, unit_sees
from lnlt.rules.ch14_ordnance.impact import is_armored
from lnlt.rules.ch14_ordnance.shot import FireOrdnance, aim_of, check_shot, open_fire, ways
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun, bursts, check_burst, open_burst, read
from lnlt.rules.ch21_fortifications.barricade_shots import (
    FireAtBarricade,
    check_shot_at_barricade,
    fire_at_barricade,
    shots_at_barricades,
)
from lnlt.rules.facts.firing_occasion import occasion_of
from lnlt.rules.facts.guns import HULL, own_guns

if TYPE_CHECKING:
    from lnlt.rules.ch15_vehicles.driving import Drive


def may_fire_moving(game: Game, s: Position, unit: int) -> bool:
    """15.2.2: armored vehicles of the modern era that fire ordnance."""
    t = game.types[s.units[unit].type]
    return game.setup.era == "modern" and is_armored(t) and bool(own_guns(t))


def fires_running(game: Game, s: Position, drive: Drive, unit: int) -> bool:
    """15.2.2: whether a unit is the moving vehicle and may fire in the middle of its move, which it has begun."""
    u = s.units[unit]
    able = may_fire_moving(game, s, unit) and drive.mode == "assault" and not u.flags & ASSAULT_FIRE
    return unit == drive.unit and able and bool(u.mp)


def running_shots(game: Game, s: Position, drive: Drive) -> list[Command]:
    """15.2.2: shots on the move worth checking."""
    impulse = occasion_of(s)
    if impulse is None or drive.mode != "assault" or not may_fire_moving(game, s, drive.unit):
        return []
    found: list[Command] = []
    for loc in s.spread.held[1 - drive.side]:
        if unit_sees(game, s, drive.unit, drive.at, looked_at(loc)):
            found.extend(ways(game, s, impulse, drive.unit, loc))
            found.extend(bursts(game, s, drive.unit, loc))
    if game.barricades:
        found.extend(shots_at_barricades(game, s, drive.unit))
    return found


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


def check_running_demolition(game: Game, s: Position, drive: Drive, command: FireAtBarricade) -> Refusal | None:
    """15.2.2, 21.5: the same at a Barricade, which is attacked like a vehicle."""
    impulse, unit = occasion_of(s), s.ids.get(command.unit, NOBODY)
    if impulse is None or unit == NOBODY or not fires_running(game, s, drive, unit) or command.pivot == HULL:
        return Refusal("15.2.2", "no_fire_on_the_move", {"unit": command.unit})
    return check_shot_at_barricade(game, s, impulse, command, moving=True)


def fire_under_way(d: Draft, command: Command) -> None:
    """15.2.2, 19.2.4: one of its weapons fires in the middle of a move or a flight."""
    if type(command) is FireAtBarricade:
        fire_at_barricade(d, command)
        return
    if type(command) is FireOrdnance:
        open_fire(d, command, False)
        return
    assert type(command) is FireMachineGun
    aim = read(d.game, d, command)
    assert not isinstance(aim, Refusal)
    open_burst(d, aim, False)
