"""21.5, Q-175: ordnance fired at Barricades, as if they were armored vehicles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import LAYERS
from lnlt.core.draft import Draft
from lnlt.core.flags import ELIMINATED, EXPENDED, FIRED, LAUNCHING, MOVING, OPS_COMPLETE
from lnlt.core.frames import Command, Procedure
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.activation import active
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch10_los_spotting.lines import deciding_rule, has_tis, line
from lnlt.rules.ch10_los_spotting.sight import BLOCKED
from lnlt.rules.ch14_ordnance.action import check_gun_active
from lnlt.rules.ch14_ordnance.attack import bring_to_bear, launch_missile, pierce, use_up
from lnlt.rules.ch14_ordnance.legality import check_gunner, check_hex, check_launch, check_place
from lnlt.rules.ch14_ordnance.shot import FireOrdnance, aim_of, aims, check_bearing, check_help
from lnlt.rules.ch14_ordnance.to_hit import ADJACENT, Aim, firer_modifiers, to_hit_sum
from lnlt.rules.ch15_vehicles.fate import has_riders
from lnlt.rules.ch16_passengers.forced import put_out
from lnlt.rules.ch20_night.darkness import is_dark, sight
from lnlt.rules.facts.barricades import ARMOR, armor_of_barricade, named, settle, sides
from lnlt.rules.facts.firing_occasion import Shooting, lend, occasion_of
from lnlt.rules.facts.gun_arcs import turns
from lnlt.rules.facts.guns import (
    HULL,
    check_column,
    gun_of,
    is_missile,
    penetration_value,
    to_hit_number,
    weapon_name,
    weapons_of,
)
from lnlt.rules.facts.kits import in_the_air, vertex_name

WEAK = 1
"""Penetration that is not enough."""
NO_UNIT = -2
"""Target of a shot that is aimed at no unit."""


class FireAtBarricade(Command, frozen=True, gc=False):
    """A unit fires ordnance at the Barricade between two hexes, aimed at the first."""

    unit: str
    at: str
    toward: str
    weapon: str = ""
    pivot: str = ""
    facing: str = ""
    leader: str = ""
    mate: str = ""


def barricade_tally(game: Game, s: Position, aim: Aim, origin: int) -> Tally:
    """14.1, 21.5, Q-407: modifiers of the firer, and 2 less next door; nothing covers a Barricade."""
    gun = gun_of(game, s, aim.unit, aim.weapon)
    assert gun is not None
    distance = game.distance(origin >> 3, aim.at >> 3)
    mods = firer_modifiers(game, s, aim, origin)
    if distance <= 1:
        mods.append(Modifier(ADJACENT, "adjacent", "14.1"))
    return to_hit_sum(tuple(mods), to_hit_number(gun, distance or 1))


class FiringAtBarricades(Action):
    """21.5, Q-175: ordnance with a penetration above 1 fires at a Barricade."""

    command = FireAtBarricade
    needs_named = True

    def in_play(self, game: Game) -> bool:
        """21.5: Barricades and ordnance."""
        return game.barricades and game.has_ordnance

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """Every gun of the named locations, and of who has just arrived, at both sides of every Barricade."""
        found: list[Command] = []
        for loc in active(s, impulse):
            for u in s.by_loc.get(loc, ()):
                if s.units[u].side == impulse.side:
                    found += shots_at_barricades(game, s, u)
        return found

    def check(self, game: Game, s: Position, impulse: Impulse, command: FireAtBarricade) -> Refusal | None:
        """4.0, 6.1, 15.2: by a unit of a named location, or that has just arrived by Assault Move."""
        unit = s.ids.get(command.unit)
        refusal = None
        if unit is not None and s.units[unit].side == impulse.side and s.units[unit].at >= 0:
            refusal = check_gun_active(game, s, impulse, unit)
        return refusal or check_shot_at_barricade(game, s, impulse, command)

    def answer(self, d: Draft, impulse: Impulse, command: FireAtBarricade) -> None:
        """The gun fires."""
        d.update(impulse, did=(*impulse.did, d.units[d.ids[command.unit]].at))
        fire_at_barricade(d, command)


def shots_at_barricades(game: Game, s: Position, unit: int) -> Iterator[FireAtBarricade]:
    """Every gun of a unit at both sides of every Barricade: what is worth checking."""
    names = game.board.names
    for w in weapons_of(game, s, unit):
        name = weapon_name(game, s, unit, w)
        for a, b in sides(game, s):
            yield from _ways(game, s, unit, w, name, (a, names[a], names[b]))


def _ways(
    game: Game, s: Position, unit: int, weapon: int, name: str, side: tuple[int, str, str]
) -> list[FireAtBarricade]:
    """With the gun as it is, or brought to bear."""
    hex_, at, toward = side
    u = s.units[unit]
    turned = [("", 0)]
    gun = gun_of(game, s, unit, weapon)
    if weapon < 0 and gun is not None:
        turned = turns(game, s, unit, gun, hex_ * LAYERS) or turned
    facing = [vertex_name(game.board, u.at >> 3, v) if what else "" for what, v in turned]
    return [FireAtBarricade(u.id, at, toward, name, what, f) for (what, _), f in zip(turned, facing, strict=True)]


def check_shot_at_barricade(
    game: Game, s: Position, impulse: Shooting, command: FireAtBarricade, moving: bool = False
) -> Refusal | None:
    """21.5, 14.1, Q-175, Q-407: in sight and in range, with a penetration above 1; it need not be spotted.

    `moving`: in the middle of a move or a flight (15.2.2, 19.2.4).
    """
    marker = named(game, s, command.at, command.toward)
    if isinstance(marker, Refusal):
        return marker
    found = aim_of(game, s, as_shot(command))
    if isinstance(found, Refusal):
        return found
    aim, vertex = found
    u = s.units[aim.unit]
    if u.side != impulse.side:
        return Refusal("4.0", "not_own_unit", {"unit": u.id})
    gun = gun_of(game, s, aim.unit, aim.weapon)
    assert gun is not None
    distance = game.distance(u.at >> 3, aim.at >> 3) or 1
    refusal = (
        (check_launch(s, aim) if is_missile(gun) else None)
        or check_gunner(game, s, impulse, aim, False, moving)
        or check_place(game, s, aim, gun, u.at)
        or check_hex(game, s, impulse, aim, u.at)
        or check_column(gun, distance, True, u.id)
        or check_arc(game, s, aim, vertex)
        or check_help(game, s, impulse, aim)
    )
    if refusal is None and penetration_value(gun, distance) <= WEAK:
        return Refusal("21.5", "too_weak", {"unit": u.id})
    return refusal or check_in_sight(game, s, aim.unit, aim.at)


def fire_at_barricade(d: Draft, command: FireAtBarricade) -> None:
    """21.5: the gun fires, in an impulse or in the middle of a move."""
    found = aim_of(d.game, d, as_shot(command))
    assert not isinstance(found, Refusal)
    aim, vertex = found
    occasion = occasion_of(d)
    assert occasion is not None
    d.replace_enclosing(occasion, aimed=aims(occasion, d.units[aim.unit].at, aim.at))
    if aim.leader != NOBODY:
        lend(d, aim.leader)
    d.push(
        BarricadeShot(
            side=occasion.side,
            unit=aim.unit,
            weapon=aim.weapon,
            at=aim.at,
            leader=aim.leader,
            mate=aim.mate,
            turn=aim.turn,
            toward=d.game.board.names[d.game.board.hex_named(command.toward)],
            vertex=vertex,
        )
    )


def check_arc(game: Game, s: Position, aim: Aim, vertex: int) -> Refusal | None:
    """14.1, Q-407: the hex aimed at is in the arc of the gun or brought there; at its own hex it fires as it stands."""
    u = s.units[aim.unit]
    if u.at >> 3 != aim.at >> 3:
        return check_bearing(game, s, aim, vertex)
    if aim.turn:
        return Refusal("14.1", "nothing_to_turn", {"unit": u.id, "at": game.board.loc_name(aim.at)})
    return None


def check_in_sight(game: Game, s: Position, unit: int, at: int) -> Refusal | None:
    """21.5, 10.1.2, 20.1.1, Q-441: a gun sees the hex it aims at; at night it is near or lit."""
    origin, tis = s.units[unit].at, has_tis(game, s, unit)
    facts: dict[str, str | int] = {"from": game.board.loc_name(origin), "at": game.board.loc_name(at)}
    if line(game, s, origin, at, tis) == BLOCKED:
        return Refusal(deciding_rule(game, s, origin, at, tis), "no_line_of_sight", facts)
    if game.night is not None and is_dark(game, s, origin, at, tis):
        return Refusal("20.1.1", "in_the_dark", {**facts, "sight": sight(game, tis)})
    return None


def as_shot(command: FireAtBarricade) -> FireOrdnance:
    """The same as a shot at the hex, for what all shots have in common."""
    c = command
    return FireOrdnance(c.unit, c.at, "infantry", c.weapon, c.pivot, c.facing, c.leader, c.mate)


class BarricadeShot(Procedure, frozen=True, gc=False, kw_only=True):
    """21.5, 14.1: one shot at a Barricade."""

    RULE: ClassVar[str] = "21.5"
    STEPS: ClassVar[tuple[str, ...]] = ("bear", "launch", "shoot", "riders")
    side: int
    unit: int
    weapon: int
    at: int
    leader: int
    mate: int
    turn: str
    toward: str
    vertex: int = 0
    origin: int = NOWHERE
    """Where it is fired from."""

    def bear(self, d: Draft) -> None:
        """15.1, 15.1.1, 1.7.1: turn the turret, or pivot, which the enemy may answer."""
        bring_to_bear(d, self.unit, self.turn, self.vertex)

    def launch(self, d: Draft) -> None:
        """14.4, Q-303: who was stopped while pivoting does not fire; a missile may be answered before it arrives."""
        u = d.units[self.unit]
        if self.turn == HULL:
            if not u.flags & MOVING or not u.good_order:
                d.update(self, step=len(self.STEPS))
                return
            d.flag(self.unit, 0, MOVING)
        occasion = occasion_of(d)
        if occasion is not None:
            shot = (self.unit, self.weapon, NO_UNIT, self.at, u.at)
            d.replace_enclosing(occasion, shots=(*occasion.shots, shot))
        gun = gun_of(d.game, d, self.unit, self.weapon)
        assert gun is not None
        d.update(self, origin=u.at)
        if is_missile(gun):
            launch_missile(d, self.unit, u.at)

    def shoot(self, d: Draft) -> None:
        """14.1, Q-175: roll to hit, then penetration against a die and 2: more destroys it, else nothing happens.

        14.4, Q-106: a missile that was disturbed is rolled for its depletion only.
        """
        game, origin = d.game, self.origin
        aim = Aim(self.unit, self.weapon, self.at, NOBODY, self.leader, self.mate, "", self.turn)
        gun = gun_of(game, d, aim.unit, aim.weapon)
        assert gun is not None
        tally = barricade_tally(game, d, aim, origin)
        colored, white = d.roll(2, "to hit", self.side, subject=aim.unit)
        disturbed = is_missile(gun) and not d.units[self.unit].flags & LAUNCHING
        hit = tally.allows(colored + white) and not disturbed
        for m in (aim.unit, aim.mate, aim.leader):
            if m != NOBODY and d.units[m].at >= 0:
                d.flag(m, FIRED, 0 if in_the_air(d.units[m].at) else OPS_COMPLETE)
        if is_missile(gun):
            spent = colored < gun.depletion and not d.units[self.unit].flags & ELIMINATED
            d.flag(self.unit, EXPENDED if spent else 0, LAUNCHING)
        if aim.weapon >= 0:
            use_up(d, aim.weapon, hit, colored, gun)
        if not hit:
            d.emit(ev.Resolved("barricade", self.side, aim.at, (tally,), "missed", dice=((colored, white),)))
            return
        sums = (penetration_at_barricade(game, d, aim, origin), armor_of_barricade())
        (attack,) = d.roll(1, "penetration", self.side)
        (defence,) = d.roll(1, "armor", 1 - self.side)
        outcome, _ = pierce(attack, defence, sums[0].total, ARMOR)
        settle(d, self.side, aim.at, sums, (attack, defence), outcome == "destroyed", self.toward)

    def riders(self, d: Draft) -> None:
        """16.2: who rides on a vehicle that has fired its gun gets off, is Moved and checks his Morale."""
        if d.units[self.unit].at >= 0:
            put_out(d, has_riders(d.game, d, self.unit, outside=True), d.units[self.unit].at)


def penetration_at_barricade(game: Game, s: Position, aim: Aim, origin: int) -> Tally:
    """14.1: what a shot that hits adds to its die."""
    gun = gun_of(game, s, aim.unit, aim.weapon)
    assert gun is not None
    pen = penetration_value(gun, game.distance(origin >> 3, aim.at >> 3) or 1)
    return Tally("penetration", (Modifier(pen, "penetration", "14.1"),))
