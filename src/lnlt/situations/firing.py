"""The command `fire`: which engine commands it takes, in an own impulse or in an opportunity-fire window."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from lnlt.core import engine
from lnlt.core.board import LAYERS
from lnlt.core.flags import ASSAULT_MOVE, BULK, ELIMINATED, STEALTH
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position, enclosing
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.action import Fire, indirect_shots
from lnlt.rules.ch05_fire.attack import tally_at_vehicle, targets
from lnlt.rules.ch05_fire.firepower import Firer, ifp_reach
from lnlt.rules.ch05_fire.firers import check_firer, fits
from lnlt.rules.ch05_fire.group import AddFirer, FireGroup, OpenFire
from lnlt.rules.ch05_fire.modifiers import fire_tally
from lnlt.rules.ch05_fire.opportunity import OpFire, OpportunityFire, Reaction, is_mover
from lnlt.rules.ch05_fire.special import ONLY, only_weapons
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.move import Move, MoveOn
from lnlt.rules.ch06_movement.on_the_way import FireOnTheRun, runners
from lnlt.rules.ch06_movement.steps import AddMover
from lnlt.rules.ch10_los_spotting.lines import has_tis
from lnlt.rules.ch10_los_spotting.spotting import is_hidden, is_spotted
from lnlt.rules.ch18_indirect.shelling import MORTAR, shelling_tally
from lnlt.rules.ch18_indirect.shelling import targets as struck
from lnlt.rules.ch20_night.darkness import check_dark, has_fired
from lnlt.rules.facts.firing_occasion import fires_on
from lnlt.rules.facts.kits import in_the_air, is_helicopter, kit_of
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.movement_modes import abilities
from lnlt.rules.facts.weapons import (
    carries,
    counted,
    fire_distance,
    keeps_ifp,
    kind_of,
    usable,
    weapon_sets,
    why_silent,
)
from lnlt.situations.air import is_plane
from lnlt.situations.bursts import play_burst
from lnlt.situations.driving import is_driven
from lnlt.situations.errors import Refused, SituationError
from lnlt.situations.flying import overhead, victim
from lnlt.situations.men import fires_alone, play_alone
from lnlt.situations.names import Names, carrier_of, check_on_board, only_vehicle
from lnlt.situations.play import Attempt, end_moves, give_way, in_impulse, moves_past
from lnlt.situations.steps import Step, many

Weapons = tuple[int, ...]
RUNNING = ("", "hit_and_run")
"""What a step may say about fire of those who are on the run (6.7)."""
WEAPONS_ONLY = ("indirect", ONLY)
"""Ways of firing in which nobody adds Inherent Firepower."""


class Shot:
    """What a step `fire` or a question about fire names."""

    def __init__(self, step: Step, names: Names) -> None:
        self.units = names.units(step)
        self.at = names.aim(step)
        self.lead = None if step.lead is None else names.unit(step.lead, "lead")
        if self.lead is not None and self.lead not in self.units:
            raise SituationError(f"unit {step.lead!r} is not among the units that fire", *names.place("lead"))
        self.weapons: list[int] | None = None
        for key, value in (("weapons", step.weapons), ("with", step.with_)):
            if value is not None:
                self.weapons = [names.weapon(w, key) for w in many(value)]
        self.ifp = step.ifp is not False
        self.crew = [names.unit(u, "crew") for u in many(step.crew)]
        called = step.indirect or (step.indirect is None and step.spotter is not None)
        self.mode = "indirect" if called else "" if step.mode in (None, "normal") else str(step.mode)
        self.spotter = names.unit(step.spotter, "spotter") if step.spotter is not None else NOBODY
        self.target = self.vehicle = NOBODY
        if step.target is not None and step.target != "infantry":
            self.target = carrier_of(names.state, names.unit(step.target, "target"))
            if names.state.units[self.target].flags & BULK:
                self.vehicle = self.target
        self.check_arms(names)
        for unit in self.units:
            u = names.state.units[unit]
            if self.mode == "assault_fire" and u.at < 0 and not u.flags & ELIMINATED and kit_of(u).aboard == NOBODY:
                raise Refused(Refusal("6.1.1", "not_on_the_map", {"unit": u.id}))  # nobody fires and then comes on
            check_on_board(u, names)
        self.origin = names.state.units[self.units[0]].at
        self.answers = enclosing(names.state, OpportunityFire) is not None
        """It is asked in a window: what cannot Opportunity Fire is not meant (1.6.5)."""
        if any(names.game.types[names.state.units[u].type].is_mortar_team for u in self.units):
            self.at = _held_part(names.game, names.state, self.at, names.state.units[self.units[0]].side)
        self.at = overhead(names.state, self.at, self.target, step.target)
        if in_the_air(self.at):
            self.target = self.vehicle = victim(names.state, self.at, self.target)
        elif step.target is None and self.mode != "indirect":
            self.target = self.vehicle = only_vehicle(names.state, names.state.units[self.units[0]].side, self.at)

    def check_arms(self, names: Names) -> None:
        """Who is to crew a weapon is among those who fire, and somebody fires one where firepower is left out."""
        for unit in self.crew:
            if unit not in self.units:
                raise SituationError("who crews a weapon is one of those who fire", *names.place("crew"))
        if not self.ifp and not any(names.state.units[u].carries for u in self.units):
            raise SituationError("no weapon is fired in place of the firepower left out", *names.place("ifp"))

    def check_alone(self, s: Position, unit: int, names: Names) -> None:
        """1.7, 11.4: who fires on his own does so in one way only, and with nothing but his own weapon."""
        if self.mode == "assault_fire":
            raise Refused(Refusal("6.1.1", "no_assault_fire", {"at": names.game.board.loc_name(self.origin)}))
        if self.mode == "hit_and_run":
            raise Refused(Refusal("6.7", "no_hit_and_run", {"unit": s.units[unit].id}))
        for key, value in (("weapons", self.weapons), ("crew", self.crew)):
            if value:
                raise SituationError("who fires on his own uses no Support Weapon", *names.place(key))


def _held_part(game: Game, s: Position, at: int, side: int) -> int:
    """18.0, Q-334: a Mortar Team strikes all of a hex; one without enemies on its ground is aimed at by the part of it
    in which they are spotted."""
    if at % LAYERS or any(s.units[u].side != side for u in s.by_loc.get(at, ())):
        return at
    held = [s.units[u].at for u in struck(game, s, at >> 3) if s.units[u].side != side and s.units[u].at >= 0]
    return next((loc for loc in held if is_spotted(game, s, loc, side)), at)


def play_fire(attempt: Attempt, step: Step, names: Names) -> None:
    """Fire of named units: activation or window, group, lead, open fire; of a vehicle: one of its machine guns."""
    if is_plane(attempt.game, attempt.state, attempt.state.ids.get(step.target or "", NOBODY)):
        firer = attempt.unit(names.units(step)[0])
        rule = "19.2.9" if is_helicopter(attempt.game, firer) else "19.1.1"
        raise Refused(Refusal(rule, "not_at_aircraft", {"unit": firer.id}))
    if is_driven(attempt.state, names.units(step)):
        play_burst(attempt, step, names)
        return
    shot = Shot(step, names)
    if shot.mode == "assault":  # after an Assault Move, else before one
        moved = any(attempt.unit(u).flags & ASSAULT_MOVE for u in shot.units)
        shot.mode = "" if moved else "assault_fire"
    side = names.side(step, shot.units)
    if shot.target != NOBODY and attempt.unit(shot.target).at != shot.at:
        check_on_board(attempt.unit(shot.target), names, "target")
        raise SituationError(f"unit {step.target!r} is not in {step.at}", *names.place("target"))
    _check_in_sight(attempt, shot, side)
    alone = fires_alone(attempt, shot.units)
    if alone is not None:
        shot.check_alone(attempt.state, alone, names)
        vehicle = _alone_at(attempt, alone, shot, side)
        play_alone(attempt, alone, shot.units, shot.at, side, shot.mode == "indirect", shot.spotter, vehicle)
        return
    before = attempt.state
    opportunity = isinstance(attempt.question, Reaction) and attempt.asked == side
    if not opportunity:
        _check_moving_target(attempt, shot, side)
    try:
        if opportunity:
            _answer(attempt, shot, side)
        else:
            _begin(attempt, shot, side)
        _build(attempt, shot, side)
    except Refused as refused:
        if refused.refusal.code == "not_your_decision":
            raise
        own = own_refusal(attempt.game, before, shot, opportunity)
        raise Refused(own) if own is not None else refused from None


def _check_in_sight(attempt: Attempt, shot: Shot, side: int) -> None:
    """6.4, 21.6.1, Q-075: a unit that is named as the target and hidden in a spotted hex; Mortars reach it.

    20.1, Q-382: so is one in the dark beside another that has fired.
    """
    game, s, target = attempt.game, attempt.state, shot.target
    if target == NOBODY or shot.vehicle != NOBODY or in_the_air(shot.at) or shot.mode == "indirect":
        return
    if any(game.types[s.units[u].type].is_mortar_team for u in shot.units) or any(
        game.weapon_types[s.weapons[w].type].kind == "mortar" for u in shot.units for w in s.units[u].carries
    ):
        return
    if is_spotted(game, s, shot.at, side) and is_hidden(game, s, target, side, shot.origin):
        stealthy = bool(s.units[target].flags & STEALTH)
        rule, code = ("6.4", "stealth_unseen") if stealthy else ("21.6.1", "trench_unseen")
        raise Refused(Refusal(rule, code, {"at": attempt.place(shot.at)}))
    if game.night is not None and has_fired(s, shot.at, 1 - side):
        tis = len(shot.units) == 1 and has_tis(game, s, shot.units[0])
        dark = check_dark(game, s, side, shot.origin, shot.at, tis, target)
        if dark is not None:
            raise Refused(dark)


def _alone_at(attempt: Attempt, unit: int, shot: Shot, side: int) -> str:
    """17.2: the vehicle a unit fires at on its own: the one named, or in a window the only one that moves."""
    if in_the_air(shot.at) or attempt.game.types[attempt.unit(unit).type].is_mortar_team:
        return ""
    if shot.vehicle != NOBODY:
        return attempt.unit(shot.vehicle).id
    return _moving_vehicle(attempt, shot) if attempt.asked == side else ""


def _begin(attempt: Attempt, shot: Shot, side: int) -> None:
    """Fire in an own impulse: from a named location, where an Assault Move has ended, or on the run."""
    at = attempt.place(shot.at)
    vehicle = attempt.unit(shot.vehicle).id if shot.vehicle != NOBODY else ""
    move = enclosing(attempt.state, Move)
    if isinstance(attempt.question, MoveOn) and attempt.asked == side and move is not None:
        if set(shot.units) <= set(runners(attempt.state, move.units, move.modes)) and shot.mode in RUNNING:
            attempt.send(FireOnTheRun(at, vehicle), side)
            return
    if shot.mode == "hit_and_run":
        give_way(attempt, side)
        in_impulse(attempt, side, shot.origin)
        attempt.send(BeginMove(attempt.place(shot.origin)), side)
        for unit in shot.units:
            attempt.send(AddMover(attempt.unit(unit).id, "hit_and_run"), side)
        attempt.send(FireOnTheRun(at, vehicle), side)
        return
    give_way(attempt, side)
    end_moves(attempt, side)
    impulse = enclosing(attempt.state, Impulse)
    if impulse is None or not set(shot.units) <= set(impulse.arrived) or attempt.asked != impulse.side:
        in_impulse(attempt, side, shot.origin)
    mode = shot.mode if shot.mode in ("assault_fire", "indirect") else ""
    spotter = attempt.unit(shot.spotter).id if shot.spotter != NOBODY else _spotter(attempt, shot)
    attempt.send(Fire(attempt.place(shot.origin), at, mode, spotter, vehicle), side)


def _spotter(attempt: Attempt, shot: Shot) -> str:
    """Who directs indirect fire, if nobody is named: the first who may."""
    if shot.mode != "indirect":
        return ""
    impulse = enclosing(attempt.state, Impulse)
    assert impulse is not None
    for command in indirect_shots(attempt.game, attempt.state, impulse, shot.origin):
        aimed = attempt.unit(shot.vehicle).id if shot.vehicle != NOBODY else ""
        if isinstance(command, Fire) and command.at == attempt.place(shot.at) and command.target == aimed:
            if engine.why_not(attempt.game, attempt.state, command) is None:
                return command.spotter
    raise Refused(Refusal("1.6.5", "no_spotter", {"unit": ""}))


def _answer(attempt: Attempt, shot: Shot, side: int) -> None:
    """Answer a window from the firers' location; it can only be aimed at the movers, and not by Assault Fire."""
    if shot.mode == "assault_fire":
        hidden = all("stealth" in abilities(attempt.game, attempt.state, u) for u in shot.units)
        rule = "6.4.2" if hidden else "6.1.1"
        raise Refused(Refusal(rule, "no_assault_fire_now", {"unit": attempt.unit(shot.units[0]).id}))
    if shot.mode == "hit_and_run":  # 6.7: fire in the course of a move of their own
        raise Refused(Refusal("6.7", "no_hit_and_run", {"unit": attempt.unit(shot.units[0]).id}))
    if shot.mode == "indirect":
        raise Refused(Refusal("1.6.5", "no_opportunity_fire", {"unit": attempt.unit(shot.units[0]).id, "weapon": ""}))
    window = enclosing(attempt.state, OpportunityFire)
    if window is not None and window.at != shot.at:
        raise Refused(Refusal("5.3", "not_the_moving_units", {"at": attempt.place(shot.at)}))
    vehicle = attempt.unit(shot.vehicle).id if shot.vehicle != NOBODY else _moving_vehicle(attempt, shot)
    attempt.send(OpFire(attempt.place(shot.origin), vehicle), side)


def _moving_vehicle(attempt: Attempt, shot: Shot) -> str:
    """The vehicle that moves in a window, if nobody else does: it need not be named."""
    window = enclosing(attempt.state, OpportunityFire)
    if window is None or is_mover(attempt.state, window, NOBODY):
        return ""
    there = [u for u in window.movers if attempt.unit(u).at == shot.at and attempt.unit(u).flags & BULK]
    return attempt.unit(there[0]).id if there else ""


def _check_moving_target(attempt: Attempt, shot: Shot, side: int) -> None:
    """During an enemy move without an open window: units that could not answer are refused as in a window."""
    if not moves_past(attempt, side, shot.at):
        return
    refusal = own_refusal(attempt.game, attempt.state, shot, True)
    if refusal is None and attempt.asking:
        refusal = Refusal("5.3", "window_closed", {"at": attempt.place(shot.at)})
    if refusal is not None:
        raise Refused(refusal)


def own_refusal(game: Game, s: Position, shot: Shot, opportunity: bool) -> Refusal | None:
    """Why one of the named units may not take part, if that is the reason."""
    distance = fire_distance(game, shot.origin, shot.at)
    for unit in shot.units:
        refusal = check_firer(game, s, unit, shot.origin, shot.at, opportunity, shot.mode)
        if refusal is None or refusal.rule in ("5.0", "19.2.8") or refusal.rule.startswith("1.6"):
            named = [w for w in s.units[unit].carries if w in (shot.weapons or ())]
            reasons = (why_silent(game, s, s.units[unit], w, distance, shot.at, opportunity) for w in named)
            refusal = next((r for r in reasons if r is not None), refusal)
        if refusal is not None:
            return refusal
    return None


def _build(attempt: Attempt, shot: Shot, side: int) -> None:
    """Add the firers in order, then open fire with the lead named or the best one."""
    if isinstance(attempt.question, FireGroup) and attempt.question.mode == ONLY:
        shot.mode = ONLY
    lead, firers = best_group(attempt.game, attempt.state, shot)
    for firer in firers:
        ids = tuple(attempt.state.weapons[w].id for w in firer.weapons)
        ifp = firer.ifp or shot.mode in WEAPONS_ONLY
        attempt.send(AddFirer(attempt.unit(firer.unit).id, ids, ifp), side)
    frame = attempt.question
    assert isinstance(frame, FireGroup)
    attempt.send(OpenFire(attempt.unit(lead).id), side)


def best_group(game: Game, s: Position, shot: Shot) -> tuple[int, list[Firer]]:
    """Lead and weapons of each unit: as named, else those with the most firepower (the first of equals)."""
    distance = fire_distance(game, shot.origin, shot.at)
    picks_of = [_weapon_choices(game, s, shot, unit, distance) for unit in shot.units]
    best: tuple[float, int] | None = None
    found: tuple[int, list[Firer]] | None = None
    for picks in product(*picks_of):
        firers = [Firer(u, w, _uses_ifp(game, s, shot, u, w)) for u, w in zip(shot.units, picks, strict=True)]
        members = [(f.unit, f.weapons) for f in firers]
        leads = [shot.lead] if shot.lead is not None else _leads(game, s, members)
        for lead in leads:
            total = _tally(game, s, firers, lead, shot).total
            rank = (total, sum(len(p) for p in picks))
            if best is None or rank > best:
                best, found = rank, (lead, firers)
    assert found is not None
    return found


def _uses_ifp(game: Game, s: Position, shot: Shot, unit: int, weapons: Weapons) -> bool:
    """Whether a unit adds its firepower: not in indirect fire, and not if the step says so and weapons replace it."""
    if shot.mode in WEAPONS_ONLY:
        return False
    if fires_on(s, unit) and counted(game, s, weapons):  # 1.6: two weapons, the other one on its own table
        return False
    if fire_distance(game, shot.origin, shot.at) > ifp_reach(game, s, unit):  # it adds nothing: nothing to hold back
        return True
    return shot.ifp or not weapons or not keeps_ifp(game, s, game.types[s.units[unit].type].kind, weapons)


def _weapon_choices(game: Game, s: Position, shot: Shot, unit: int, distance: int) -> list[Weapons]:
    """Sets of weapons a unit may be meant to fire: those named, or as many as it can, or what is better."""
    u = s.units[unit]
    if unit in shot.crew:
        mates = [o for o in shot.units if o != unit and s.units[o].carries and o not in shot.crew]
        held = [w for o in mates for w in s.units[o].carries if shot.weapons is None or w in shot.weapons]
        return [(held[0],)] if held else [()]
    if shot.weapons is not None:
        mine = tuple(sorted(w for w in u.carries if w in shot.weapons))
        strays = [w for w in shot.weapons if not any(w in s.units[o].carries for o in shot.units)]
        if strays:
            weapon = s.weapons[strays[0]].id
            raise Refused(Refusal("1.6", "not_its_weapon", {"unit": u.id, "weapon": weapon}))
        return [mine]
    able = usable(game, s, u, distance, shot.at, shot.answers)
    if shot.mode == ONLY:
        allowed = only_weapons(game, s, u.side, shot.origin, shot.at)
        able = tuple(w for w in able if kind_of(game, s, w) in allowed)
    limit = carries(game.types[u.type].kind)
    if not able or not limit:
        return [()]
    used = fires_on(s, unit)  # 1.6: beside a weapon with a to-hit table its own firepower, or one more weapon
    most = min(limit - used, len(able))
    sets: list[Weapons] = [pick for n in range(1, most + 1) for pick in combinations(able, n)]
    if game.grenades:
        sets_of = weapon_sets(game, s, u, distance, shot.at, shot.answers)
        every = [tuple(w for w in pick if w in able) for pick in sets_of]
        sets = [pick for pick in dict.fromkeys(every) if pick and fits(game, s, unit, pick, distance)] or [()]
    return [(), *sets] if used or is_leader(game, s, unit) else sets


def _leads(game: Game, s: Position, members: Sequence[tuple[int, Weapons]]) -> list[int]:
    """Units that may be meant to lead: MMCs if there are some, else whoever fires."""
    firing = [u for u, w in members if w or not is_leader(game, s, u)]
    mmcs = [u for u in firing if game.types[s.units[u].type].is_mmc]
    return mmcs or firing or [members[0][0]]


def _tally(game: Game, s: Position, firers: Sequence[Firer], lead: int, shot: Shot) -> Tally:
    if shot.vehicle != NOBODY:
        return tally_at_vehicle(game, s, firers, lead, shot.origin, shot.vehicle, shot.mode)
    return fire_tally(game, s, firers, lead, shot.origin, shot.at, shot.target, shot.mode)


def _mortar_tally(game: Game, s: Position, shot: Shot, side: int, unit: int) -> Tally:
    """18.1, Q-141: what a Mortar Team adds to the higher of its dice; a Leader beside it adds nothing."""
    fp = game.types[s.units[unit].type].fp
    enemies = [u for u in struck(game, s, shot.at >> 3) if s.units[u].side != side]
    aimed = [shot.target] if shot.target != NOBODY else enemies
    if not aimed:
        return Tally("fire", (Modifier(fp, "mortar", "18.1", s.units[unit].id),))
    called = shot.mode == "indirect"
    return max((shelling_tally(game, s, u, fp, MORTAR, unit, called) for u in aimed), key=lambda t: t.total)


def tally_of_fire(game: Game, s: Position, shot: Shot, side: int) -> Tally:
    """What the named units add to their die: against the target named, else against the one they add most against."""
    if not shot.mode and only_weapons(game, s, side, shot.origin, shot.at):
        shot.mode = ONLY
    teams = [u for u in shot.units if game.types[s.units[u].type].is_mortar_team]
    if len(teams) == 1 and all(u in teams or is_leader(game, s, u) for u in shot.units):
        return _mortar_tally(game, s, shot, side, teams[0])
    lead, firers = best_group(game, s, shot)
    if shot.target != NOBODY:
        return _tally(game, s, firers, lead, shot)
    aimed = list(targets(game, s, side, shot.at, False, shot.origin, shot.units)) or [NOBODY]
    tallies = [fire_tally(game, s, firers, lead, shot.origin, shot.at, target, shot.mode) for target in aimed]
    return max(tallies, key=lambda t: t.total)
