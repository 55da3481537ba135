"""Judgement of what vehicles, guns, Mortars and artillery do: how good each command seems, by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lnlt.ai.drives import Drive
from lnlt.ai.guns import AFAR, CALLER
from lnlt.core.flags import ASSAULT_FIRE, BULK
from lnlt.core.state import NOBODY, enclosing
from lnlt.rules.ch04_operations.impulse import ImpulseAction
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch14_ordnance.teams import TeamFacing
from lnlt.rules.ch15_vehicles.driving import Drive as OnTheWay
from lnlt.rules.ch15_vehicles.driving import DriveOn
from lnlt.rules.ch15_vehicles.fate import can_button
from lnlt.rules.ch15_vehicles.steps import DriveTo, allowance, check_driver
from lnlt.rules.ch17_antitank.tallies import armor_of, assault_tally
from lnlt.rules.ch18_indirect.missions import FireMission, mission_of
from lnlt.rules.ch19_air.flying import FlightAction
from lnlt.rules.ch22_scenario.facing import PlacedFacing
from lnlt.rules.facts.buildings import in_building
from lnlt.rules.facts.firing_occasion import Shooting, occasion_of
from lnlt.rules.facts.guns import is_missile, own_guns
from lnlt.rules.facts.kits import kit_of, vertex_named
from lnlt.rules.facts.weapons import mortar_place

if TYPE_CHECKING:
    from lnlt.ai.look import Look
    from lnlt.core.state import State

MORE = 0.01
"""What a further shot of somebody who has fired already must promise."""
GOOD = 0.4
"""What a shot must promise for nobody to ask where the vehicle could drive instead."""
SAVED = 0.35
"""What a fire mission must promise to be used up."""


def best_drive(look: Look, vehicle: int, mode: str = "normal") -> Drive | None:
    """The best way a vehicle could go in an impulse; None if it cannot drive."""
    s, mind = look.s, look.mind
    if check_driver(look.game, s, vehicle, mode) is not None:
        return None
    u = s.units[vehicle]
    found = mind.armour.drives(vehicle, u.at, kit_of(u).facing, allowance(look.game, s, vehicle, "normal") - u.mp)
    if mode == "assault":
        half = allowance(look.game, s, vehicle, mode) - u.mp
        short = [d for d in found if d.cost <= half]
        return max(short, key=lambda d: (gain_of(look, d, mode), -d.cost, d.path), default=None)
    return found[0] if found else None


def aimed(look: Look, prospect: float) -> float:
    """What firing at the end of an Assault Move adds, by what could be hit from there."""
    return 0.4 * prospect * look.t.fire


def gain_of(look: Look, drive: Drive, mode: str) -> float:
    """What a vehicle gains by a way, in a mode of movement."""
    return drive.gain + (aimed(look, drive.prospect) if mode == "assault" else 0.0)


def drive_gain(look: Look, loc: int) -> float:
    """What the vehicles of a location gain by driving somewhere."""
    s = look.s
    found = [0.0]
    for i in s.by_loc.get(loc, ()):
        if s.units[i].flags & BULK and s.units[i].side == look.side:
            for mode in ("normal", "assault"):
                drive = best_drive(look, i, mode)
                if drive is not None:
                    found.append(gain_of(look, drive, mode))
    return max(found)


def prospect(look: Look, loc: int) -> float:
    """What the heavy weapons and vehicles of a location promise."""
    guns = look.mind.guns
    named = look.impulse.named if look.impulse is not None else ()
    fire = max(look.t.fire * guns.best(loc)[0], guns.best_call(loc), look.t.fire * guns.called(loc, (loc, *named)))
    return fire if fire >= GOOD else max(fire, drive_gain(look, loc))


# Fire


def _fired(look: Look, unit: int) -> bool:
    """Whether a unit has begun to fire on this occasion."""
    occasion = occasion_of(look.s)
    return isinstance(occasion, Shooting) and any(row[0] == unit for row in occasion.shots)


def shot(look: Look, unit: int, value: float, mode: str) -> float:
    """A shot for what it promises: enough to be marked for it, and more than going somewhere would bring."""
    t = look.t
    if _fired(look, unit):
        return value if value > MORE else -0.2
    if isinstance(look.question, DriveOn | FlightAction):  # on the move it costs nothing
        return 2.0 + value if value > MORE else -0.7
    u = look.s.units[unit]
    if enclosing(look.s, OpportunityFire) is not None:
        return t.react * value if t.react * value >= t.shoot else -0.2
    errand = 0.0
    if u.flags & BULK:
        drive = best_drive(look, unit, "assault" if mode else "normal")
        errand = drive.gain if drive is not None else 0.0
        if mode:  # first the shot, then the way
            return t.fire * value + errand - 0.02 if value >= t.act and errand > 0 else -0.2
    elif look.mind.walks(unit):
        errand = look.errand(u.at)
        if mode:
            return t.fire * value + 0.5 * errand - 0.05 if value >= t.act and errand > 0 else -0.2
    value *= t.fire
    return value if value >= t.act and value >= errand else -0.2


def fire_ordnance(look: Look, c: Any) -> float:
    """A gun for what its shot promises."""
    unit = look.s.ids[c.unit]
    return shot(look, unit, _with_others(look, unit, c, look.mind.guns.ordnance(c), 1.0), c.mode)


def fire_machine_gun(look: Look, c: Any) -> float:
    """A vehicle's machine gun, after its gun."""
    unit = look.s.ids[c.unit]
    return shot(look, unit, _with_others(look, unit, c, look.mind.guns.burst(c), 0.9), c.mode)


def _with_others(look: Look, unit: int, c: Any, value: float, share: float) -> float:
    """A first shot at where the location's weapons do most together counts for what they do."""
    if c.mode or value <= MORE or _fired(look, unit) or type(look.question) is not ImpulseAction:
        return value
    together, at = look.mind.guns.best(look.s.units[unit].at)
    return max(value, share * (0.8 * together + 0.2 * value)) if at == look.game.board.loc(c.at) else value


def fire_alone(look: Look, c: Any) -> float | None:
    """A Mortar Team for what its bombs promise; None for others."""
    unit = look.s.ids[c.unit]
    if not look.mind.guns.is_mortar(unit):
        return None
    value = look.mind.guns.bombs(unit, look.game.board.loc(c.at)) - (CALLER if c.caller else 0.0)
    return look.t.fire * value if value >= look.t.act / 2 else -0.2


# Driving


def begin_drive(look: Look, c: Any) -> float:
    """Drive if there is somewhere better to be; short ways as an Assault Move where there is something to hit."""
    unit = look.s.ids[c.unit]
    drive = best_drive(look, unit, c.mode)
    if drive is None:
        return -0.5
    gain = gain_of(look, drive, c.mode)
    return gain if gain >= look.t.act or look.s.units[unit].flags & ASSAULT_FIRE else -0.5


def on_the_way(look: Look) -> Drive | None:
    """How a vehicle on its way had best go on."""
    going = enclosing(look.s, OnTheWay)
    if going is None:
        return None
    known = look.drives.get(going.at)
    if known is None:
        u = look.s.units[going.unit]
        left = allowance(look.game, look.s, going.unit, going.mode) - u.mp
        found = look.mind.armour.drives(going.unit, going.at, kit_of(u).facing, left)
        if going.mode == "assault":
            found = sorted(found, key=lambda d: (-gain_of(look, d, going.mode), d.cost, d.path))
        known = look.drives[going.at] = found[:1]
    return known[0] if known else None


def drive_on(look: Look, c: Any) -> float:
    """The first step of the best way; once begun, something must be done."""
    drive = on_the_way(look)
    going = enclosing(look.s, OnTheWay)
    if drive is None or going is None:
        return -0.6
    u = look.s.units[going.unit]
    loc, vertex = drive.path[0]
    gain = drive.gain
    if going.mode == "assault":
        here = look.mind.armour.prospect(going.unit, going.at, kit_of(u).facing)
        gain += aimed(look, drive.prospect) - aimed(look, here)
    if vertex != kit_of(u).facing:
        fits = not isinstance(c, DriveTo) and vertex_named(look.game.board, going.at >> 3, c.facing) == vertex
    else:
        fits = isinstance(c, DriveTo) and look.game.board.loc(c.at) == loc
    if fits:
        return gain if u.mp else max(gain, 0.05)
    return -0.6


def drive_in(look: Look, c: Any) -> float:
    """Onto the map where a vehicle stands well."""
    if c.mode == "assault":
        return -0.5
    unit = look.s.ids[c.unit]
    at = look.game.board.loc(c.at)
    vertex = vertex_named(look.game.board, at >> 3, c.facing)
    armour = look.mind.armour
    return 1.9 + armour.stand(unit, at, vertex) - 0.3 * armour.danger(unit, at, vertex, passing=True)


def face(look: Look, c: Any) -> float:
    """A gun or vehicle that is set up, or a gun that has come somewhere, faces the enemy."""
    q = look.question
    unit = q.unit if isinstance(q, TeamFacing | PlacedFacing) else look.s.ids[c.unit]
    u = look.s.units[unit]
    vertex = vertex_named(look.game.board, u.at >> 3, c.facing)
    gain = look.mind.armour.fronts(u.at, vertex)
    if isinstance(q, TeamFacing | PlacedFacing):
        return gain
    gain -= look.mind.armour.fronts(u.at, kit_of(u).facing)
    return 0.6 + gain if gain > 0.05 else -0.5


def pivot_team(look: Look, c: Any) -> float:
    """A gun with nothing to fire at turns to where the enemy is."""
    unit = look.s.ids[c.unit]
    u = look.s.units[unit]
    now = look.mind.armour.fronts(u.at, kit_of(u).facing)
    then = look.mind.armour.fronts(u.at, vertex_named(look.game.board, u.at >> 3, c.facing))
    return 0.1 + 0.1 * then if now < 0.2 and then > now + 0.3 else -0.3


def turn_turret(look: Look, c: Any) -> float:  # noqa: ARG001
    """A turret turns when it fires."""
    return -0.3


def switch_hatch(look: Look, c: Any) -> float:
    """Hatches open to fire better where nobody can fire at the crew, closed where somebody can."""
    unit = look.s.ids[c.unit]
    u = look.s.units[unit]
    if not can_button(look.game, u):
        return -0.3
    danger = look.mind.danger(u.at)
    best = look.t.fire * look.mind.guns.best(u.at)[0]
    if c.buttoned:
        return 0.1 if danger > 0.3 and best < look.t.act else -0.3
    return best + 0.05 if danger < 0.1 and best >= look.t.act else -0.3


def hull_down(look: Look, c: Any) -> float:  # noqa: ARG001
    """Hull Down where somebody could hit the vehicle."""
    going = enclosing(look.s, OnTheWay)
    if going is None:
        return -0.3
    vertex = kit_of(look.s.units[going.unit]).facing
    danger = look.mind.armour.danger(going.unit, going.at, vertex)
    drive = on_the_way(look)
    return 0.3 * danger if danger > 0.15 and (drive is None or drive.gain < look.t.act) else -0.6


def overrun(look: Look, c: Any) -> float:
    """Over enemies on foot, where they have less to set against it than it has weapons."""
    going = enclosing(look.s, OnTheWay)
    if going is None:
        return look.after(c)
    s, at = look.s, look.game.board.loc(c.at)
    promised, feared = look.mind.armour.overrun(going.unit, at)
    value = promised - feared * look.mind.guns.prize(going.unit)
    return 0.5 + value if value > 0.15 and at in s.by_loc else -0.6


# Infantry against vehicles


def in_hand(s: State, unit: int, name: str) -> int:
    """A weapon of those a unit carries; NOBODY: it has none of that name."""
    return next((w for w in s.units[unit].carries if s.weapons[w].id == name), NOBODY)


def assault_vehicle(look: Look, c: Any) -> float:
    """A Close Assault if it is what the units set out for, or the odds are good."""
    vehicle = look.s.ids.get(c.target, NOBODY)
    going = look.going()
    if vehicle == NOBODY or going is None or not going.members:
        return look.after(c)
    gain = look.mind.armour.assault_gain(going.members, look.s.units[vehicle].at)
    return 1.5 + gain if gain > look.t.act else -0.7


def assail(look: Look, c: Any) -> float:
    """The strongest attack first, with the weapon that adds most; not one that is used up for nothing."""
    s = look.s
    unit = s.ids[c.unit]
    weapon = in_hand(s, unit, c.weapon)
    leader = s.ids[c.leader] if c.leader else NOBODY
    return 0.5 + 0.1 * float(assault_tally(look.game, s, unit, weapon, leader).total)


def join_assault(look: Look, c: Any) -> float:
    """Whoever is strong enough strikes back at a vehicle that has overrun him."""
    target = getattr(look.question, "target", NOBODY)
    if target == NOBODY:
        return 0.5
    fp = assault_tally(look.game, look.s, look.s.ids[c.unit]).total
    return 1.0 + 0.1 * float(fp - armor_of(look.game, look.s, target).total)


# Artillery


def call_mission(look: Look, c: Any) -> float:
    """Where a mission does most harm, friends taken into account; scatter takes its share."""
    mission = mission_of(look.game, c.mission)
    if mission is None:
        return -0.5
    value = AFAR * look.mind.guns.barrage(look.game.board.loc(c.at) >> 3, mission.fp)
    return value if value > SAVED else -0.3


def _falling(look: Look, hex_: int) -> float:
    """What a mission that is being fired promises where the round is."""
    fire = enclosing(look.s, FireMission)
    if fire is None:
        return 0.0
    return look.mind.guns.barrage(hex_, fire.row(look.game).fp) - SAVED / 2


def shift_round(look: Look, c: Any) -> float:
    """The round where it does most."""
    return _falling(look, look.game.board.loc(c.at) >> 3)


def fire_for_effect(look: Look, c: Any) -> float:  # noqa: ARG001
    """Fire where the round is if that is worth a mission."""
    fire = enclosing(look.s, FireMission)
    return _falling(look, fire.hex) if fire is not None else 0.5


def place(look: Look, unit: int, loc: int) -> float:
    """What speaks against a place for a gun or Mortar: it could not fire from there."""
    t = look.game.types[look.s.units[unit].type]
    found = 0.0
    if look.mind.guns.is_mortar(unit) and not mortar_place(look.game, look.s, loc):
        found -= 1.0
    if any(is_missile(gun) for gun in own_guns(t)) and in_building(look.game, look.s, loc):
        found -= 1.0
    return found
