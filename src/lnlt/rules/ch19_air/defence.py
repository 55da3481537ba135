"""19.1.1: fire at aircraft: who may, and with what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from lnlt.core.draft import Draft
from lnlt.core.flags import ELIMINATED
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.lone import leaders_for
from lnlt.rules.ch05_fire.opportunity import PassWindow
from lnlt.rules.ch10_los_spotting.judge import BLOCKED
from lnlt.rules.ch10_los_spotting.lines import has_tis
from lnlt.rules.ch14_ordnance.legality import check_aa_place, check_gunner
from lnlt.rules.ch14_ordnance.shot import check_bearing, check_help
from lnlt.rules.ch14_ordnance.to_hit import Aim
from lnlt.rules.ch19_air.air_shot import AirShot
from lnlt.rules.ch19_air.airborne import flight_of, sky_line
from lnlt.rules.ch20_night.darkness import is_dark, sight
from lnlt.rules.facts.firing_occasion import Shooting, lend
from lnlt.rules.facts.gun_arcs import turns
from lnlt.rules.facts.guns import check_column, gun_of, is_aa, weapon_name, weapon_named, weapons_of
from lnlt.rules.facts.kits import is_helicopter, vertex_name, vertex_named
from lnlt.rules.facts.weapons import USERS


class FireAtAircraft(Command, frozen=True, gc=False):
    """A unit fires an anti-aircraft weapon at the aircraft in the air."""

    unit: str
    weapon: str = ""
    """A Support Weapon, or "main" or "second" of a unit with two guns; "" the only one it has."""
    pivot: str = ""
    """"turret" or "hull": what is turned to bring the gun to bear."""
    facing: str = ""
    leader: str = ""
    mate: str = ""
    """A second man who helps to crew a Support Weapon (1.6)."""


class AirWindow(Shooting, frozen=True, gc=False, kw_only=True):
    """5.3, 19.1: the answers to an aircraft over one hex, where it spends one MP: one location may fire."""

    RULE: ClassVar[str] = "19.1.1"
    STEPS: ClassVar[tuple[str, ...]] = ("ask", "again")
    at: int
    plane: int
    used: int = -1
    """The location that fires."""
    closed: bool = False

    def ask(self, d: Draft) -> None:
        """Open the window if somebody can fire and there is still something to fire at."""
        flight = flight_of(d)
        gone = flight is None or bool(flight.fate)
        if not self.closed and not gone and next(_answers(d.game, d, self), None) is not None:
            d.push(AirDefence(side=self.side))
        else:
            d.update(self, closed=True)

    def again(self, d: Draft) -> None:
        """As long as the window is open."""
        if not self.closed:
            d.update(self, step=0)


def _answers(game: Game, s: Position, window: AirWindow) -> Iterator[FireAtAircraft]:
    """What may be fired."""
    return (c for c in _ways(game, s, window) if check_fire(game, s, window, c) is None)


def _ways(game: Game, s: Position, window: AirWindow) -> Iterator[FireAtAircraft]:
    """Commands worth checking: each anti-aircraft weapon of the side, aided or not, turned or not."""
    for loc in s.spread.held[window.side] if window.used < 0 else (window.used,):
        for unit in s.by_loc.get(loc, ()):
            u = s.units[unit]
            if u.side != window.side:
                continue
            for weapon in weapons_of(game, s, unit):
                gun = gun_of(game, s, unit, weapon)
                assert gun is not None
                if not is_aa(game, s, unit, weapon, gun):
                    continue
                turned = [("", "")]
                if weapon < 0:
                    new = turns(game, s, unit, gun, window.at)
                    turned = [(pivot, vertex_name(game.board, loc >> 3, vertex)) for pivot, vertex in new] or turned
                leaders = [""]
                mates = [""]
                if game.types[u.type].kind != "vehicle":
                    leaders += [s.units[o].id for o in leaders_for(game, s, window, unit, window.at) if o != unit]
                    if game.types[u.type].is_smc:
                        others = (o for o in s.by_loc[loc] if o != unit)
                        mates += [s.units[o].id for o in others if game.types[s.units[o].type].kind in USERS]
                name = weapon_name(game, s, unit, weapon)
                for pivot, facing in turned:
                    for leader in leaders:
                        for mate in mates:
                            yield FireAtAircraft(u.id, name, pivot, facing, leader, mate)


def aa_aim(game: Game, s: Position, window: AirWindow, command: FireAtAircraft) -> tuple[Aim, int] | Refusal:
    """The shot a command means and the vertex turned to; names must exist."""
    found = {}
    for key in ("unit", "leader", "mate"):
        text = getattr(command, key)
        found[key] = s.ids.get(text, -2) if text else NOBODY
        if found[key] == -2 or (key == "unit" and not text):
            return Refusal("1.1", "no_such_unit", {"unit": text})
    u = s.units[found["unit"]]
    if u.at < 0 or u.flags & ELIMINATED:
        return Refusal("1.1", "not_on_the_board", {"unit": u.id})
    weapon = weapon_named(game, s, found["unit"], command.weapon)
    if weapon is None:
        return Refusal("14.1", "no_such_gun", {"unit": u.id})
    vertex = 0
    if command.pivot:
        try:
            vertex = vertex_named(game.board, u.at >> 3, command.facing)
        except KeyError:
            return Refusal("15.1", "no_such_vertex", {"unit": u.id, "facing": command.facing})
    elif command.facing:
        return Refusal("15.1.1", "nothing_to_turn", {"unit": u.id, "at": game.board.loc_name(window.at)})
    aim = Aim(found["unit"], weapon, window.at, window.plane, found["leader"], found["mate"], "", command.pivot)
    return aim, vertex


def check_fire(game: Game, s: Position, window: AirWindow, command: FireAtAircraft) -> Refusal | None:
    """19.1.1, 5.3, 14.1: an anti-aircraft weapon that is ready, in a place it fires from, with a line to the aircraft.

    One location fires at it over one hex; all its weapons may (Q-034). At night it is near, or over a lit hex (Q-444).
    """
    found = aa_aim(game, s, window, command)
    if isinstance(found, Refusal):
        return found
    aim, vertex = found
    u = s.units[aim.unit]
    facts: dict[str, str | int] = {"unit": u.id}
    if u.side != window.side:
        return Refusal("4.0", "not_own_unit", facts)
    gun = gun_of(game, s, aim.unit, aim.weapon)
    assert gun is not None
    if is_helicopter(game, u):
        return Refusal("19.2.9", "not_at_aircraft", facts)
    if not is_aa(game, s, aim.unit, aim.weapon, gun):
        return Refusal("19.1.1", "not_at_aircraft", facts)
    if window.used >= 0 and u.at != window.used:
        return Refusal("5.3", "no_attacks_left", {"attacks": 1})
    refusal = check_gunner(game, s, window, aim, True) or check_aa_place(game, s, aim, u.at)
    if refusal is not None:
        return refusal
    place: dict[str, str | int] = {"from": game.board.loc_name(u.at), "at": game.board.loc_name(aim.at)}
    tis = has_tis(game, s, aim.unit)
    if sky_line(game, s, u.at, aim.at >> 3, tis) == BLOCKED:
        return Refusal("19.1.1", "no_line_of_sight", place)
    if game.night is not None and is_dark(game, s, u.at, aim.at, tis):
        return Refusal("20.1.1", "in_the_dark", {**place, "sight": sight(game, tis)})
    overhead = u.at >> 3 == aim.at >> 3 and not aim.turn
    return (
        check_column(gun, game.distance(u.at >> 3, aim.at >> 3) or 1, True, u.id)
        or (None if overhead else check_bearing(game, s, aim, vertex))
        or check_help(game, s, window, aim)
    )


class AirDefence(Question, frozen=True, gc=False, kw_only=True):
    """19.1.1: fire at the aircraft over this hex, or let it pass."""

    RULE: ClassVar[str] = "19.1.1"
    WINDOW: ClassVar[str] = "opportunity_fire"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (FireAtAircraft, PassWindow)

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Every shot, and both ways to pass."""
        window = enclosing(s, AirWindow)
        assert window is not None
        return [*_ways(game, s, window), PassWindow(), PassWindow(True)]

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """19.1.1: see `check_fire`; passing is always allowed."""
        window = enclosing(s, AirWindow)
        assert window is not None
        return check_fire(game, s, window, command) if type(command) is FireAtAircraft else None

    def answer(self, d: Draft, command: Command) -> None:
        """The gun fires, or the window closes."""
        window = d.stack[-1]
        assert isinstance(window, AirWindow)
        if type(command) is PassWindow:
            d.update(window, closed=True)
            flight = flight_of(d)
            if command.whole_move and flight is not None:
                d.replace_enclosing(flight, let_pass=True)
            return
        assert type(command) is FireAtAircraft
        found = aa_aim(d.game, d, window, command)
        assert not isinstance(found, Refusal)
        aim, vertex = found
        origin = d.units[aim.unit].at
        shot = (aim.unit, aim.weapon, aim.target, aim.at, origin)
        d.update(window, used=origin, shots=(*window.shots, shot))
        if aim.leader != NOBODY:
            lend(d, aim.leader)
        d.push(
            AirShot(
                side=window.side,
                origin=origin,
                unit=aim.unit,
                weapon=aim.weapon,
                at=aim.at,
                target=aim.target,
                leader=aim.leader,
                mate=aim.mate,
                turn=aim.turn,
                vertex=vertex,
            )
        )
