"""Vehicles, guns and passengers for random battles (`lnlt.fuzz.setups`), and what must hold of them at any time."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from lnlt.content.charts import load_chart
from lnlt.content.maps import build_board
from lnlt.core.board import Board
from lnlt.core.catalog import Gun, UnitType
from lnlt.core.flags import ELIMINATED, LOADED, SHAKEN
from lnlt.core.game import Game
from lnlt.core.setup import GameSetup, UnitSetup
from lnlt.core.state import NOBODY, State, enclosing
from lnlt.core.terrain import OFFROAD, PROHIBITED, ROADBOUND, TRACKED
from lnlt.rules.ch03_rally import RallyAction
from lnlt.rules.ch04_operations.impulse import Impulse, ImpulseAction
from lnlt.rules.ch15_vehicles.fate import VehicleLost
from lnlt.rules.ch16_passengers.capacity import may_ride, room, rooms
from lnlt.rules.ch19_air.crash import Crash
from lnlt.rules.facts.kits import aboard, kit_of, passengers
from lnlt.rules.facts.stacking import size

TABLE = ((3, 8, 5), (8, 7, 4), (15, 5, 3))
MISSILE = Gun(to_hit=((4, "*", "*"), (20, 8, 9)), he=3, ammo="atgm", depletion=2)
TANK = UnitType("tank", "Tank", "vehicle", mf=10, morale=6, move_class="T", armor=("5/4", "3/4", "2/3"))
OPEN_TOP = frozenset({"open_topped"})
VEHICLES = (
    replace(TANK, mgs=("4", "2*"), capacity="PPO", guns=(Gun(to_hit=TABLE, he=3),)),
    replace(
        TANK, key="gun", mf=11, armor=("4", "2", "*"), mgs=("2", "4F"), capacity="PO", guns=(Gun(to_hit=TABLE, he=2),)
    ),
    replace(TANK, key="hull", mf=9, armor=("6", "4", "0"), mgs=("2R",), guns=(Gun(to_hit=((9, 8, 5),), he=4),)),
    replace(TANK, key="track", move_class="O", armor=("1", "1", "0"), mgs=("4*",), capacity="PP", mf=12),
    replace(TANK, key="open", move_class="O", armor=("1", "1", "1"), capacity="P", abilities=OPEN_TOP),
    replace(TANK, key="lorry", move_class="R", morale=5, armor=("*", "*", "*"), capacity="2xPP", mf=14),
    replace(TANK, key="ifv", mf=16, armor=("2/2", "1/1", "1/1"), mgs=("4",), capacity="PP+PO", guns=(MISSILE,)),
)
COLUMNS = {"T": TRACKED, "O": OFFROAD, "R": ROADBOUND}


def with_vehicles(setup: GameSetup, seed: int, share: float = 0.4) -> GameSetup:
    """The same battle with vehicles where units stand; some of these ride in or on them (14, 15, 16)."""
    rng = Random(f"vehicles {seed}")
    board = build_board(setup.board, load_chart(setup.era), setup.id)
    types = [
        replace(t, key=f"{side.id}-{t.key}", nation=side.nation, era=setup.era)
        for side in setup.sides
        for t in VEHICLES
    ]
    units: list[UnitSetup] = []
    for side in setup.sides:
        own = [u for u in setup.units if u.side == side.id]
        spots = sorted({u.at for u in own if "/" not in u.at})
        cars: list[tuple[UnitSetup, UnitType]] = []
        for number, at in enumerate(rng.sample(spots, min(4, len(spots)))):
            t = rng.choice(VEHICLES)
            if not can_stand(board, at, t):
                continue
            status = ("shaken",) if rng.random() < 0.1 else ()
            car = UnitSetup(f"{side.id[0]}v{number}", side.id, f"{side.id}-{t.key}", at, status)
            cars.append((replace(car, hatch=rng.choice(("open", "buttoned")) if t.armor[0] != "*" else "open"), t))
        units += own
        for car, t in cars:
            units.append(car)
            fill(rng, setup, units, car, t, share)
    return replace(setup, types=(*setup.types, *types), units=tuple(units))


def can_stand(board: Board, at: str, t: UnitType) -> bool:
    """Whether a vehicle can be in a hex."""
    i = board.index[at]
    terrain = board.terrain[i]
    return not terrain.structure and terrain.cost[COLUMNS[t.move_class]] != PROHIBITED


def fill(rng: Random, setup: GameSetup, units: list[UnitSetup], car: UnitSetup, t: UnitType, share: float) -> None:
    """Let units of the hex of a vehicle ride in or on it, as far as it has room."""
    kinds = {k.key: k for k in setup.types}
    left = dict(zip(("inside", "outside"), rooms(t.capacity), strict=True))
    men, weapons = dict(left), dict(left)
    for i, unit in enumerate(units):
        kind = kinds.get(unit.type)
        if kind is None or unit.side != car.side or unit.at != car.at or unit.id == car.id or rng.random() > share:
            continue
        if not may_ride(kind) or kind.kind == "weapon_team":
            continue
        need = {"squad": 2, "half_squad": 1}.get(kind.kind, 0)
        for way in ("inside", "outside"):
            fits = need <= left[way] and (need or men[way]) and len(unit.carries) <= weapons[way]
            if fits and left[way] and not (way == "outside" and "shaken" in unit.status):
                left[way] -= need
                men[way] -= not need
                weapons[way] -= len(unit.carries)
                units[i] = replace(unit, at="", aboard=car.id, riding=way)
                break


def broken_riding(game: Game, s: State) -> str:
    """16: what is wrong with passengers, who are where their vehicle is and within its room; "" = nothing."""
    lost = {frame.unit for frame in s.stack if isinstance(frame, VehicleLost | Crash)}
    quiet = bool(s.stack) and isinstance(s.stack[-1], ImpulseAction | RallyAction)
    for unit in s.units:
        if unit.flags & LOADED and enclosing(s, Impulse) is None:
            return f"{unit.id} keeps its loading outside an impulse"
        aboard_ = kit_of(unit).aboard
        if aboard_ == NOBODY or unit.flags & ELIMINATED:
            continue
        vehicle, t = s.units[aboard_], game.types[unit.type]
        if unit.at >= 0:
            return f"{unit.id} rides and is on the board"
        if vehicle.flags & ELIMINATED and aboard_ not in lost:
            return f"{unit.id} rides a vehicle that is lost"
        if vehicle.side != unit.side:
            return f"{unit.id} rides an enemy vehicle"
        if t.kind != "armor_leader" and not may_ride(t):
            return f"{unit.id} cannot ride"
        if quiet and kit_of(unit).outside and unit.flags & SHAKEN:
            return f"{unit.id} is Shaken and on top of {vehicle.id}"
    for v, vehicle in enumerate(s.units):
        if vehicle.at >= 0 and game.types[vehicle.type].kind == "vehicle" and aboard(s, v):
            for outside in (False, True):
                riding = [p for p in passengers(game, s, v) if kit_of(s.units[p]).outside == outside]
                half_squads, smcs, _ = size(game, s, riding)
                load = max(half_squads, smcs, sum(len(s.units[p].carries) for p in riding))
                if load > room(game.types[vehicle.type], outside):
                    return f"too much {'on' if outside else 'in'} {vehicle.id}"
    return ""
