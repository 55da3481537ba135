"""What must hold in every state and for every step, whatever the rules do. Used by random play (`lnlt.fuzz`)."""

from __future__ import annotations

from typing import Any

import msgspec

from lnlt.core.board import BUNKER, ROOF
from lnlt.core.flags import ELIMINATED, LED, MELEE, MOVING, RALLY_FLAGS, SHAKEN, WOUNDED
from lnlt.core.frames import Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, FrozenDict, Spread, State, Unit, index_markers, index_obstacles, index_units
from lnlt.engine import CODEC, Step
from lnlt.fuzz.errors import need
from lnlt.fuzz.helicopters import broken_flight
from lnlt.fuzz.ledger import Ledger
from lnlt.fuzz.vehicles import broken_riding
from lnlt.rules.ch05_fire.damage import DropWeapon
from lnlt.rules.ch05_fire.opportunity import Answerable
from lnlt.rules.ch08_melee.round import MeleeRound
from lnlt.rules.ch11_smc.heroes import PlaceHero
from lnlt.rules.ch13_nations import squads_allowed
from lnlt.rules.ch14_ordnance.attack import OrdnanceAttack
from lnlt.rules.ch15_vehicles.driving import Drive
from lnlt.rules.ch15_vehicles.overrun_answer import Displacement
from lnlt.rules.ch17_antitank.close_assault import CloseAssault
from lnlt.rules.ch21_fortifications.barricade_shots import BarricadeShot
from lnlt.rules.facts.bunkers import has_bunker
from lnlt.rules.facts.stacking import SMCS, SQUADS, VEHICLES, size
from lnlt.rules.facts.weapons import carries, load_of


def check_state(game: Game, s: State) -> None:
    """Invariants of one published state."""
    index = index_units(s.units)
    need(s.by_loc == index.by_loc, "units by location differ from a rebuild")
    need(s.spread == index.spread, "hexes with units differ from a rebuild")
    need(s.skilled == index.skilled, "units with Skills differ from a rebuild")
    need(s.ids == {u.id: i for i, u in enumerate(s.units)}, "ids differ from a rebuild")
    need(len(s.ids) == len(s.units), "two units have one id")
    need(s.marks == index_markers(s.markers), "markers by location differ from a rebuild")
    need(
        s.obstacles == index_obstacles(s.markers, s.units if game.has_vehicles else ()),
        "obstacles differ from a rebuild",
    )
    if s.over is None:
        need(s.stack and isinstance(s.stack[-1], Question), "no question on top of the stack")
        need(s.turn <= game.turns, "the game goes on after its last turn")
    else:
        need(not s.stack and s.queue is None, "a finished game is in the middle of something")
    moving = any(isinstance(frame, Answerable | OrdnanceAttack | BarricadeShot) for frame in s.stack)
    for unit in s.units:
        _check_unit(game, s, unit, moving)
    _check_locations(game, s)
    _check_weapons(game, s)
    if game.has_vehicles:
        wrong = broken_riding(game, s) or broken_flight(game, s)
        need(not wrong, wrong)


def _check_unit(game: Game, s: State, unit: Unit, moving: bool) -> None:
    flags, t = unit.flags, game.types[unit.type]
    if flags & ELIMINATED:
        need(unit.at < 0 and not unit.carries, f"{unit.id} is eliminated and still on the board or laden")
    need(not (flags & MOVING and not moving and not flags & ELIMINATED), f"{unit.id} is moving outside a move")
    need(not (flags & (RALLY_FLAGS | LED) and s.phase != "rally"), f"{unit.id} keeps its rally attempt")
    need(not (t.kind == "hero" and flags & SHAKEN), f"Hero {unit.id} is Shaken")
    need(not (flags & WOUNDED and not t.is_smc), f"{unit.id} is wounded and no single man")
    need(0 <= unit.side <= 1 and unit.mp >= 0, f"{unit.id} has impossible numbers")


def _check_locations(game: Game, s: State) -> None:
    """1.3: stacking; and no location with both sides unless there is a Melee, an Overrun or a Close Assault."""
    homeless = {frame.unit for frame in s.stack if isinstance(frame, PlaceHero)}
    fighting = {frame.at for frame in s.stack if isinstance(frame, MeleeRound | CloseAssault | Displacement)}
    fighting |= {frame.at for frame in s.stack if isinstance(frame, Drive) and frame.overran}
    for loc, members in s.by_loc.items():
        name = game.board.loc_name(loc)
        sides = {s.units[u].side for u in members}
        need(loc & 7 != BUNKER or has_bunker(s, loc >> 3), f"units in {name} without a Bunker")
        if len(sides) > 1 and loc not in fighting:
            need(any(s.units[u].flags & MELEE for u in members), f"both sides are in {name}")
        for side in sides:
            own = [u for u in members if s.units[u].side == side and u not in homeless]
            limit = squads_allowed(game, s, loc, own, SQUADS)
            half_squads, smcs, vehicles = size(game, s, own)
            if loc & 7 == ROOF:
                need(sum(game.types[s.units[u].type].is_mmc for u in own) <= 1, f"too many units on {name}")
            need(half_squads <= 2 * limit and smcs <= SMCS and vehicles <= VEHICLES, f"overstacked: {name}")


def _check_weapons(game: Game, s: State) -> None:
    """1.6: a weapon is carried by exactly one living unit or lies somewhere; nobody carries too many."""
    need(len({w.id for w in s.weapons}) == len(s.weapons), "two weapons have one id")
    dropping = {frame.unit for frame in s.stack if isinstance(frame, DropWeapon)}
    carried: set[int] = set()
    for u, unit in enumerate(s.units):
        for w in unit.carries:
            need(w not in carried and s.weapons[w].carrier == u, f"{s.weapons[w].id} is in two hands")
            carried.add(w)
        if len(unit.carries) > 1 and u not in dropping:
            need(load_of(game, s, unit) <= carries(game.types[unit.type].kind), f"{unit.id} carries too much")
    for w, weapon in enumerate(s.weapons):
        need((weapon.carrier != NOBODY) == (w in carried), f"{weapon.id} has a carrier who does not have it")
        need(not (weapon.carrier != NOBODY and weapon.at >= 0), f"{weapon.id} is carried and lies somewhere")


def check_step(game: Game, before: State, before_json: bytes, step: Step) -> bytes:
    """Invariants of a step: the state given is untouched, the new one sound; gives the JSON of the new one."""
    after = step.state
    need(CODEC.encode_state(before) == before_json, "submit changed the state it was given")
    need(after.seq == before.seq + 1, "a command does not count as one")
    ledger = Ledger(game, before)
    ledger.replay(step.events)
    ledger.compare(after)
    check_state(game, after)
    check_frozen(after, before)
    data = CODEC.encode_state(after)
    need(CODEC.decode_state(data) == after, "the state's JSON does not come back as the state")
    return data


def check_frozen(after: State, before: State | None = None) -> None:
    """Everything inside a state is immutable; parts shared with the state before were checked then."""
    old = {id(unit) for unit in before.units} if before is not None else set()
    for unit in after.units:
        if id(unit) not in old:
            _frozen(unit, unit.id)
    for name in after.__struct_fields__:
        value = getattr(after, name)
        if name in ("by_loc", "ids", "marks", "control", "notes"):
            need(type(value) is FrozenDict, f"{name} can be changed")
        elif name == "units":
            need(type(value) is tuple, "units can be changed")
        else:
            _frozen(value, name)


def _frozen(value: Any, where: str) -> None:
    if value is None or type(value) in (int, str, bool, float, frozenset, bytes):
        return
    if type(value) is tuple:
        for item in value:
            _frozen(item, where)
        return
    if type(value) is Spread:  # refuses changes itself
        _frozen((value.held, value.idle), where)
        return
    need(
        isinstance(value, msgspec.Struct) and value.__struct_config__.frozen, f"{where} holds a {type(value).__name__}"
    )
    for name in value.__struct_fields__:
        _frozen(getattr(value, name), f"{where}.{name}")
