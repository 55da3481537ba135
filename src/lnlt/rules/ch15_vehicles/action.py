"""4.0, 15.0.1, 15.1: what a vehicle does in an impulse beside firing: move, switch its hatches, turn its turret."""

from __future__ import annotations

from collections.abc import Iterator

from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_FIRE,
    BULK,
    BUTTONED,
    CONTINUOUS,
    LOADED,
    MOVING,
    SHAKEN,
    SWITCHED,
    TURNED,
)
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch04_operations.leading import is_reached
from lnlt.rules.ch15_vehicles.drive_checks import check_move, may_leave, moves
from lnlt.rules.ch15_vehicles.driving import set_off
from lnlt.rules.ch15_vehicles.fate import can_button
from lnlt.rules.ch15_vehicles.steps import check_driver
from lnlt.rules.ch16_passengers.dismounting import check_unload
from lnlt.rules.facts.gun_arcs import turn_turret
from lnlt.rules.facts.guns import has_turret
from lnlt.rules.facts.kits import in_the_air, kit_of, vertex_name, vertex_named

MODES = ("normal", "assault")


class BeginDrive(Command, frozen=True, gc=False):
    """A vehicle of a named location begins to move; where to is asked next."""

    unit: str
    mode: str = "normal"


class SwitchHatch(Command, frozen=True, gc=False):
    """A vehicle closes its hatches, or opens them."""

    unit: str
    buttoned: bool


class TurnTurret(Command, frozen=True, gc=False):
    """A vehicle turns its turret; `facing` names the two hexes beside the vertex."""

    unit: str
    facing: str


def vehicles_named(s: Position, impulse: Impulse) -> Iterator[int]:
    """Vehicles of the side in named locations, and those that passengers have got onto (16.4)."""
    for loc in impulse.named:
        for u in s.by_loc.get(loc, ()) if not in_the_air(loc) else ():
            if s.units[u].flags & BULK and s.units[u].side == impulse.side:
                yield u
    for u, unit in enumerate(s.units):
        if unit.flags & LOADED and unit.at >= 0 and unit.at not in impulse.named:
            yield u


def named_vehicle(game: Game, s: Position, impulse: Impulse, name: str) -> int | Refusal:
    """4.0: a vehicle of the side in a named location, by its id."""
    unit = s.ids.get(name)
    if unit is None:
        return Refusal("1.1", "no_such_unit", {"unit": name})
    u = s.units[unit]
    if not u.flags & BULK or u.side != impulse.side or u.at < 0 or in_the_air(u.at):
        return Refusal("15.1", "no_vehicle", {"unit": name})
    if u.flags & LOADED:
        return unit
    if u.at not in impulse.named:
        return Refusal("4.0", "not_named", {"at": game.board.loc_name(u.at)})
    if not is_reached(s, impulse, unit):
        return Refusal("4.0", "not_by_that_leader", {"unit": name})
    return unit


class VehicleAction(Action):
    """An action of one vehicle of a named location."""

    needs_named = True

    def in_play(self, game: Game) -> bool:
        """15.0: vehicles."""
        return game.has_vehicles


class Driving(VehicleAction):
    """15.1: a vehicle moves by itself."""

    command = BeginDrive

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:  # noqa: ARG002
        """Every vehicle of the named locations, either way."""
        return [BeginDrive(s.units[u].id, mode) for u in vehicles_named(s, impulse) for mode in MODES]

    def check(self, game: Game, s: Position, impulse: Impulse, command: BeginDrive) -> Refusal | None:
        """15.1, 16.4: see `check_driver`; a step or pivot it can make, or passengers who can get off (Q-433)."""
        unit = named_vehicle(game, s, impulse, command.unit)
        if isinstance(unit, Refusal):
            return unit
        refusal = check_driver(game, s, unit, command.mode)
        if refusal is not None:
            stuck = refusal.code == "immobilized" and check_unload(game, s, unit, command.mode, False) is None
            return None if stuck else refusal
        at = s.units[unit].at
        first: Refusal | None = None
        for c in moves(game, s, unit, at):
            refusal = check_move(game, s, unit, command.mode, at, c)
            if refusal is None:
                return None
            first = first or refusal
        return None if check_unload(game, s, unit, command.mode, False) is None else first

    def before_end(self, game: Game, s: Position, impulse: Impulse) -> Refusal | None:
        """15.2.1: a vehicle that has used Assault Fire must move in the same impulse if it can."""
        for u in vehicles_named(s, impulse):
            unit = s.units[u]
            if unit.flags & ASSAULT_FIRE and check_driver(game, s, u, "assault") is None:
                if may_leave(game, s, u, "assault"):
                    return Refusal("15.2.1", "must_move", {"unit": unit.id})
        return None

    def before_last_pass(self, game: Game, s: Position, impulse: Impulse) -> Refusal | None:
        """15.5, Q-023: who still has a vehicle in Continuous Movement to move cannot end the phase."""
        for u, unit in enumerate(s.units):
            if unit.flags & CONTINUOUS and unit.side == impulse.side and unit.at >= 0:
                if check_driver(game, s, u, "normal") is None and may_leave(game, s, u, "normal"):
                    return Refusal("15.5", "must_move", {"unit": unit.id})
        return None

    def answer(self, d: Draft, impulse: Impulse, command: BeginDrive) -> None:
        """It sets off."""
        unit = d.ids[command.unit]
        d.update(impulse, did=(*impulse.did, d.units[unit].at))
        set_off(d, unit, command.mode)


class SwitchingHatch(VehicleAction):
    """15.0.1, Q-114, Q-308: first thing in its impulse a vehicle opens or closes its hatches; that alone is a pass."""

    command = SwitchHatch
    prolongs = False

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:  # noqa: ARG002
        """Every vehicle of the named locations, the other way than it is."""
        return [SwitchHatch(s.units[u].id, not s.units[u].flags & BUTTONED) for u in vehicles_named(s, impulse)]

    def check(self, game: Game, s: Position, impulse: Impulse, command: SwitchHatch) -> Refusal | None:
        """15.0.1, 15.8: a vehicle with a roof, in Good Order, that has not acted yet."""
        unit = named_vehicle(game, s, impulse, command.unit)
        if isinstance(unit, Refusal):
            return unit
        u = s.units[unit]
        if not can_button(game, u):
            open_top = "open_topped" in game.types[u.type].abilities
            return Refusal("15.8" if open_top else "15.0.1", "always_open", {"unit": u.id})
        if u.flags & SHAKEN:
            return Refusal("15.0", "shaken", {"unit": u.id})
        if bool(u.flags & BUTTONED) == command.buttoned:
            return Refusal("15.0.1", "hatch_is_so", {"unit": u.id})
        if u.flags & (ACTION_MARKERS | ASSAULT_FIRE | MOVING | SWITCHED) or any(
            row[0] == unit for row in impulse.shots
        ):
            return Refusal("15.0.1", "hatch_first", {"unit": u.id})
        return None

    def answer(self, d: Draft, impulse: Impulse, command: SwitchHatch) -> None:  # noqa: ARG002
        """The hatches are open or closed."""
        unit = d.ids[command.unit]
        if command.buttoned:
            d.flag(unit, SWITCHED | BUTTONED)
        else:
            d.flag(unit, SWITCHED, BUTTONED)


class TurningTurret(VehicleAction):
    """15.1.1, Q-308: turning a turret costs nothing and draws no fire; that alone is a pass."""

    command = TurnTurret
    prolongs = False

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """Every turret of the named locations, every other way."""
        return [
            TurnTurret(s.units[u].id, vertex_name(game.board, s.units[u].at >> 3, v))
            for u in vehicles_named(s, impulse)
            if has_turret(game.types[s.units[u].type])
            for v in range(6)
            if v != kit_of(s.units[u]).turret
        ]

    def check(self, game: Game, s: Position, impulse: Impulse, command: TurnTurret) -> Refusal | None:
        """15.1.1: a vehicle with a turret, in Good Order, that has not acted in this turn; once in an impulse."""
        unit = named_vehicle(game, s, impulse, command.unit)
        if isinstance(unit, Refusal):
            return unit
        u = s.units[unit]
        if not has_turret(game.types[u.type]):
            return Refusal("15.1.1", "no_turret", {"unit": u.id})
        if u.flags & SHAKEN:
            return Refusal("15.0", "shaken", {"unit": u.id})
        if u.flags & (ACTION_MARKERS | ASSAULT_FIRE | MOVING | TURNED):
            return Refusal("4.0", "has_acted", {"unit": u.id})
        try:
            vertex = vertex_named(game.board, u.at >> 3, command.facing)
        except KeyError:
            return Refusal("15.1", "no_such_vertex", {"unit": u.id, "facing": command.facing})
        if vertex == kit_of(u).turret:
            return Refusal("15.1", "faces_there_already", {"unit": u.id})
        return None

    def answer(self, d: Draft, impulse: Impulse, command: TurnTurret) -> None:  # noqa: ARG002
        """The turret turns."""
        unit = d.ids[command.unit]
        turn_turret(d, unit, vertex_named(d.game.board, d.units[unit].at >> 3, command.facing))
