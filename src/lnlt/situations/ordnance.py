"""The command `fire_ordnance`, and the questions about guns: to-hit, penetration and armor sums, arcs, facings."""

from __future__ import annotations

from msgspec.structs import replace

from lnlt.core import engine
from lnlt.core.arcs import covers, turn_between, vertices_toward
from lnlt.core.dice import ScriptedDice
from lnlt.core.flags import ASSAULT_MOVE, BULK, FIRED
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position, State, Weapon, enclosing
from lnlt.core.tally import Refusal, Tally
from lnlt.rules.ch04_operations.impulse import Impulse, ImpulseAction
from lnlt.rules.ch05_fire.lone import aids_here
from lnlt.rules.ch14_ordnance.attack import explosive_tally
from lnlt.rules.ch14_ordnance.impact import armor_tally, facing_hit, penetration_tally
from lnlt.rules.ch14_ordnance.legality import infantry
from lnlt.rules.ch14_ordnance.shot import INFANTRY, FireOrdnance
from lnlt.rules.ch14_ordnance.to_hit import Aim, aimed_at, lock_level, to_hit_tally
from lnlt.rules.ch15_vehicles.driving import Drive, DriveOn
from lnlt.rules.ch19_air.airborne import flight_of
from lnlt.rules.ch21_fortifications.barricade_shots import barricade_tally, penetration_at_barricade
from lnlt.rules.facts.barricades import BARRICADE, armor_of_barricade
from lnlt.rules.facts.caves import in_front, marker_of
from lnlt.rules.facts.firing_occasion import occasion_of
from lnlt.rules.facts.gun_arcs import bearing, bears, vertex_of
from lnlt.rules.facts.guns import (
    HULL,
    TURRET,
    gun_of,
    has_turret,
    is_hollow,
    is_shot,
    mount_of,
    weapon_name,
    weapon_named,
    weapons_of,
)
from lnlt.rules.facts.kits import has_facing, is_helicopter, kit_of, place_of, vertex_name, vertex_named
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.units import leadership
from lnlt.situations.counters import VEHICLE_WEAPON
from lnlt.situations.errors import Refused, SituationError
from lnlt.situations.flying import begin_flight, check_as_answer, is_flown, overhead, victim
from lnlt.situations.names import Names, carrier_of, check_on_board, named_in_help
from lnlt.situations.play import Attempt, answers, check_closed, end_moves, give_way, in_impulse
from lnlt.situations.reading import asked_command
from lnlt.situations.steps import Step, many


def _is_rifle(game: Game, s: Position, unit: int, weapon: Weapon) -> bool:
    """23.2.3: whether a weapon is the one that a vehicle has as its gun."""
    carried = any(s.weapons[w] is weapon for w in s.units[unit].carries)
    return carried and game.weapon_types[weapon.type].kind == VEHICLE_WEAPON


def _asks_about_rifles(step: Step, s: State, at: int) -> bool:
    """Whether a step only asks for the sum, the odds or the legality of fire of several units from a location."""
    about = step.of if step.ask == "tally" else asked_command(step)
    if step.ask not in ("tally", "odds", "may") or about != "fire" or step.command == "fire_ordnance":
        return False
    group = [s.ids.get(name, NOBODY) for name in many(step.units)]
    return len(group) > 1 and all(u != NOBODY and s.units[u].at == at for u in group)


class Shot:
    """What a step `fire_ordnance` or a question about ordnance names."""

    def __init__(self, step: Step, names: Names) -> None:
        self.game, self.names, self.step = names.game, names, step
        s = names.state
        named = names.units(step)
        for name in (*many(step.with_), *([step.lead] if step.lead is not None else [])):  # a Leader who aids
            named.extend(u for u in [names.unit(name, "with")] if u not in named)
        helper, _ = named_in_help(self.game, s, step, names)
        if step.leader_helps is True:
            beside = s.by_loc.get(s.units[named[0]].at, ())
            helper = next((u for u in beside if u not in named and is_leader(self.game, s, u)), NOBODY)
        if helper != NOBODY and helper not in named:
            named.append(helper)
        for unit in named:
            check_on_board(s.units[unit], names)
        armed = [u for u in named if weapons_of(self.game, s, u)] or named
        carrier = next((u for u in armed if any(s.weapons[w].id == step.weapon for w in s.units[u].carries)), NOBODY)
        led = [u for u in armed if not is_leader(self.game, s, u)] or armed
        self.unit = carrier if carrier != NOBODY else led[0]
        crew = [names.unit(u, "crew") for u in many(step.crew)]
        rest = [u for u in named if u != self.unit and u not in crew]
        self.mate = crew[0] if crew else NOBODY
        self.leader = next((u for u in rest if is_leader(self.game, s, u)), NOBODY)
        if len(rest) > (self.leader != NOBODY) or len(crew) > 1:
            raise SituationError("one unit fires, a Leader may aid it, one man may crew with it", *names.place("units"))
        self.target = NOBODY
        if step.target not in (None, INFANTRY, BARRICADE):
            self.target = carrier_of(s, names.unit(step.target or "", "target"))
        if step.at is None and self.target != NOBODY:
            self.at = s.units[self.target].at
            flight = flight_of(s)
            if flight is not None and flight.unit == self.target and flight.path:
                self.at = flight.path[flight.index] * 8
        else:
            self.at = names.loc(step.at, "at")
        self.at = overhead(s, self.at, self.target, step.target)
        if self.target == NOBODY and step.target not in (INFANTRY, BARRICADE):
            self.target = victim(s, self.at, self.target)
        self.aimed = self.target
        if self._is_infantry(s):
            self.target = NOBODY
        first = step.mode == "assault" and not s.units[self.unit].flags & ASSAULT_MOVE  # not after that move
        self.mode = "assault_fire" if step.mode == "assault_fire" or first else ""
        if self.leader == NOBODY and step.leader_helps is None:
            self.leader = self._still_aiding(s)
        if self.leader == NOBODY and step.leader_helps is None and step.units is None and not crew:
            self.leader = self._there_to_aid(s)
        self.weapon = self._weapon(s)

    def _still_aiding(self, s: State) -> int:
        """5.0.1: a Leader who has aided fire on this occasion aids all fire of his hex, named or not."""
        u, occasion = s.units[self.unit], occasion_of(s)
        if u.flags & BULK or occasion is None:
            return NOBODY
        aiding = [x for x in occasion.aided if x not in (self.unit, self.mate) and s.units[x].at == u.at]
        return next((x for x in aiding if aids_here(self.game, s, occasion, x, self.unit, self.at)), NOBODY)

    def _there_to_aid(self, s: State) -> int:
        """5.0.1, 11.1.3: a Leader in the hex whom no step of the file names for another use is there for his modifier,
        unless he is expected to be unmarked after the shot; of several the better one."""
        u, occasion = s.units[self.unit], occasion_of(s)
        facts = (self.step.expect.units if self.step.expect is not None else None) or {}
        idle = {name for name, said in facts.items() if said.markers is not None and "fired" not in said.markers}
        if u.flags & BULK or occasion is None or self.mode:
            return NOBODY
        beside = {x: s.units[x].id for x in s.by_loc.get(u.at, ()) if x != self.unit}
        silent = [x for x, name in beside.items() if name not in idle and not self._has_other_use(s, name)]
        able = [x for x in silent if aids_here(self.game, s, occasion, x, self.unit, self.at)]
        return max(able, key=lambda x: leadership(self.game, s.units[x]), default=NOBODY)

    def _has_other_use(self, s: State, name: str) -> bool:
        """Whether a step names a Leader for something else than questions about rifles of his hex: he aids both.

        Questions about ordnance that name him show that he is left out where they do not.
        """
        names, here = self.names, s.units[self.unit].at
        steps = [step for step in (*names.before, *names.after) if not _asks_about_rifles(step, s, here)]
        return Names(self.game, s, names.where, names.path, steps).mentioned(name)

    def _is_infantry(self, s: Position) -> bool:
        """14.1: the target named is no vehicle; all that is none in its hex is one target."""
        if self.target == NOBODY or s.units[self.target].flags & BULK or s.units[self.target].at != self.at:
            return False
        kind = self.game.types[s.units[self.target].type]
        return kind.is_mmc or kind.is_smc or aimed_at(s, 1 - s.units[self.target].side, self.at) == [self.target]

    def _weapon(self, s: Position) -> int | None:
        """The weapon named, the one with that ammunition, else the only one or the unit's own main gun."""
        step, game = self.step, self.game
        have = weapons_of(game, s, self.unit)
        if step.weapon is not None:
            known = [s.weapons[w].id for w in range(len(s.weapons))]
            if step.weapon not in ("main", "second", *known):
                self.names.weapon(step.weapon, "weapon")
            mounted = any(w.id == step.weapon and _is_rifle(game, s, self.unit, w) for w in s.weapons)
            return weapon_named(game, s, self.unit, "main" if mounted else step.weapon)
        if step.ammo is not None:
            return next((w for w in have if (gun := gun_of(game, s, self.unit, w)) and gun.ammo == step.ammo), None)
        return have[0] if have else None

    def turn(self, s: Position) -> tuple[str, int]:
        """What is turned and to which vertex: as stated; a turret turns by itself (15.1.1)."""
        assert self.weapon is not None
        game, u = self.game, s.units[self.unit]
        if self.weapon >= 0 or u.at >> 3 == self.at >> 3:
            return "", 0
        gun = gun_of(game, s, self.unit, self.weapon)
        assert gun is not None
        pivot = self.step.pivot
        if pivot is None:
            turret = mount_of(game.types[u.type], gun) == TURRET
            if bears(game, s, self.unit, gun, self.at) or not turret:
                return "", 0
            pivot = TURRET
        if self.step.facing is not None:
            try:
                return pivot, vertex_named(game.board, u.at >> 3, self.step.facing)
            except KeyError:
                raise SituationError(f"no vertex {self.step.facing!r}", *self.names.place("facing")) from None
        now = kit_of(u).turret if pivot == TURRET else kit_of(u).facing
        wanted = vertices_toward(*bearing(game.board, u.at >> 3, self.at >> 3))
        return pivot, min(wanted, key=lambda v: (turn_between(now, v), v), default=now)

    def aim(self, s: Position) -> Aim:
        """The shot as the sums know it."""
        if self.weapon is None:
            raise SituationError("it has no such gun", *self.names.place("weapon"))
        pivot, _ = self.turn(s)
        return Aim(self.unit, self.weapon, self.at, self.target, self.leader, self.mate, self.mode, pivot)

    def command(self, s: Position) -> FireOrdnance:
        """The command of the engine."""
        u = s.units[self.unit]
        if self.weapon is None:
            raise Refused(Refusal("14.1", "no_such_gun", {"unit": u.id}))
        pivot, vertex = self.turn(s)
        return FireOrdnance(
            u.id,
            self.game.board.loc_name(self.at),
            INFANTRY if self.target == NOBODY else s.units[self.target].id,
            weapon_name(self.game, s, self.unit, self.weapon),
            pivot,
            vertex_name(self.game.board, u.at >> 3, vertex) if pivot else "",
            s.units[self.leader].id if self.leader != NOBODY else "",
            s.units[self.mate].id if self.mate != NOBODY else "",
            self.mode,
        )


def play_fire_ordnance(attempt: Attempt, step: Step, names: Names) -> None:
    """A shot, and the others of a gun that has several (14.1) if dice for them are scripted and no step orders them."""
    shot = Shot(step, names)
    side = names.side(step, [shot.unit])
    _first_shot(attempt, shot, step, side, names)
    shot.step = replace(step, pivot=None, facing=None)  # it has been turned
    while attempt.asked == side and _has_dice(attempt, shot.unit, names):
        command = shot.command(attempt.state)
        if engine.why_not(attempt.game, attempt.state, command, side) is not None:
            return
        attempt.send(command, side)


def _has_dice(attempt: Attempt, unit: int, names: Names) -> bool:
    """Whether a to-hit roll comes next that belongs to no later step: those have at least one each."""
    dice = attempt.dice
    if not isinstance(dice, ScriptedDice) or not dice.is_next("to hit"):
        return False
    orders = [step for step in names.after if step.do is not None]
    named = [*many(orders[0].units), *many(orders[0].unit)] if orders and orders[0].do == "fire_ordnance" else []
    if attempt.unit(unit).id in named:
        return False
    later = sum(step.do == "fire_ordnance" and step.expect.legal is not False for step in orders)
    return [purpose for purpose, _ in dice.script[dice.used :]].count("to hit") > later


def _first_shot(attempt: Attempt, shot: Shot, step: Step, side: int, names: Names) -> None:
    """In a window of Opportunity Fire, in flight, in the middle of a drive, or in an own impulse."""
    check_as_answer(attempt, step, side, shot.at, shot.command(attempt.state))
    if answers(attempt, side, shot.at):
        attempt.send(shot.command(attempt.state), side)
        return
    if is_flown(attempt.game, attempt.state, [shot.unit]):
        begin_flight(attempt, shot.unit, side, names, fires=True)
        attempt.send(shot.command(attempt.state), side)
        return
    check_closed(attempt, side, shot.unit, shot.at)
    drive = enclosing(attempt.state, Drive)
    on_the_way: Refusal | None = None
    if isinstance(attempt.question, DriveOn) and attempt.asked == side and drive is not None:
        command = shot.command(attempt.state)
        on_the_move = drive.unit == shot.unit and shot.mode != "assault_fire"
        on_the_way = engine.why_not(attempt.game, attempt.state, command, side) if on_the_move else None
        if on_the_move and on_the_way is None:
            attempt.send(command, side)
            return
    try:
        give_way(attempt, side)
        end_moves(attempt, side)
    except Refused as refused:  # after the move, or the fire just done, it has nothing left to do
        spent = on_the_way or _spent(attempt, shot, names)
        raise refused if spent is None else Refused(spent) from None
    impulse = enclosing(attempt.state, Impulse)
    if impulse is None or shot.unit not in impulse.arrived or attempt.asked != impulse.side:
        in_impulse(attempt, side, attempt.unit(shot.unit).at)
    if not isinstance(attempt.question, ImpulseAction):
        raise Refused(Refusal("4.0", "not_named", {"at": attempt.place(attempt.unit(shot.unit).at)}))
    attempt.send(shot.command(attempt.state), side)


def _spent(attempt: Attempt, shot: Shot, names: Names) -> Refusal | None:
    """14.1, 1.6: why a unit whose last shot has just ended its impulse has no other weapon left for it."""
    last = next((step for step in reversed(names.before) if step.do is not None), None)
    u = attempt.unit(shot.unit)
    if last is None or last.do not in ("fire", "fire_ordnance") or u.id not in (*many(last.units), *many(last.unit)):
        return None
    game, state = attempt.game, attempt.state
    have = [gun for w in weapons_of(game, state, shot.unit) if (gun := gun_of(game, state, shot.unit, w)) is not None]
    again = last.do == "fire_ordnance" and last.weapon == shot.step.weapon
    if shot.weapon is None or len(have) < 2 or again or not u.flags & FIRED:
        return None
    if shot.weapon >= 0:
        return Refusal("1.6", "no_hand_free", {"unit": u.id, "weapon": state.weapons[shot.weapon].id})
    return None if all(is_shot(gun) for gun in have) else Refusal("14.1", "one_ammunition", {"unit": u.id})


def ordnance_tally(game: Game, state: State, step: Step, names: Names) -> tuple[Tally, int | str]:
    """A sum of an ordnance attack, and the number or facing that belongs to it."""
    shot = Shot(step, names)
    aim = shot.aim(state)
    origin = state.units[shot.unit].at
    if step.target == BARRICADE:
        sums = {
            "to_hit": barricade_tally(game, state, aim, origin),
            "penetration": penetration_at_barricade(game, state, aim, origin),
        }
        tally = sums.get(step.of or "", armor_of_barricade())
        return tally, tally.need or 0
    if step.of == "to_hit":
        aimed = [shot.aimed]
        if shot.aimed == NOBODY:
            acquired = lock_level(state, aim) > 0
            aimed = infantry(game, state, state.units[shot.unit].side, shot.at, shot.unit, origin, acquired)
        if not aimed:
            raise SituationError("nobody is there", *names.place("at"))
        tally = to_hit_tally(game, state, aim, aimed[0], origin)
        return tally, tally.need or 0
    if step.of == "high_explosive":
        tally = explosive_tally(game, state, shot.unit, aim.weapon, shot.at)
        return tally, tally.total
    if shot.target == NOBODY:
        raise SituationError("a vehicle must be named", *names.place("target"))
    gun = gun_of(game, state, shot.unit, aim.weapon)
    assert gun is not None
    part = _part(game, state, step, shot.target, names)
    facing = facing_hit(game, state, shot.target, origin, part, is_hollow(gun))
    make = penetration_tally if step.of == "penetration" else armor_tally
    return make(game, state, gun, shot.target, origin, part), facing


def _part(game: Game, state: State, step: Step, target: int, names: Names) -> str:
    """Hull or turret, as stated; the hull if nothing is."""
    part = step.part or HULL
    if part not in (HULL, TURRET):
        raise SituationError(f"{part!r} is no 'hull' or 'turret'", *names.place("part"))
    return part if part == HULL or has_turret(game.types[state.units[target].type]) else HULL


def armor_facing(game: Game, state: State, step: Step, names: Names) -> str:
    """The facing a unit's shot would hit."""
    (unit,) = names.units(step)
    target = names.unit(step.target or "", "target")
    if not game.types[state.units[target].type].armor:
        raise SituationError(f"unit {step.target!r} has no armor", *names.place("target"))
    return facing_hit(game, state, target, place_of(state, unit), _part(game, state, step, target, names))


def in_arc(game: Game, state: State, step: Step, names: Names) -> bool:
    """Whether a location is in the covered arc of a unit: of its turret if it has one, or as `part` says.

    10.7, 21.1: in a Bunker or Cave it is that of the Bunker or Cave; the own hex is in no arc (Q-102).
    19.2.4, Q-410: a helicopter fires to all sides.
    """
    (unit,) = names.units(step)
    u = state.units[unit]
    at = names.loc(step.at, "at")
    if is_helicopter(game, u):
        return True
    inside = marker_of(state.marks, u.at) if u.at >= 0 else None
    if inside is not None and inside.facing != NOBODY:
        return u.at >> 3 != at >> 3 and in_front(game.board, u.at >> 3, inside.facing, at >> 3)
    if not has_facing(game.types[u.type]):
        return u.at >> 3 != at >> 3
    turreted = has_turret(game.types[u.type])
    part = step.part or (TURRET if turreted else HULL)
    if part not in (HULL, TURRET):
        raise SituationError(f"{part!r} is no 'hull' or 'turret'", *names.place("part"))
    return covers(vertex_of(state, unit, part), *bearing(game.board, u.at >> 3, at >> 3))
