"""The command `fire`: which engine commands it takes, in an own impulse or in an opportunity-fire window."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position, enclosing
from lnlt.core.tally import Refusal, Tally
from lnlt.rules.ch01_concepts.weapons import carries, usable
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.action import Fire
from lnlt.rules.ch05_fire.attack import targets
from lnlt.rules.ch05_fire.firepower import Firer, fire_tally
from lnlt.rules.ch05_fire.group import AddFirer, FireGroup, OpenFire, check_firer
from lnlt.rules.ch05_fire.opportunity import OpFire, OpportunityFire, Reaction
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.move import Move, MoveOn
from lnlt.rules.ch06_movement.on_the_way import FireOnTheRun, runners
from lnlt.rules.ch06_movement.steps import AddMover, StopMove
from lnlt.rules.ch11_smc.leaders import is_leader
from lnlt.situations import words
from lnlt.situations.errors import NotAvailable, Refused, SituationError
from lnlt.situations.men import fires_alone, play_alone
from lnlt.situations.play import Attempt, Names, check_on_board, give_way, in_impulse
from lnlt.situations.steps import Step, many

Weapons = tuple[int, ...]


class Shot:
    """What a step `fire` or a question about fire names."""

    def __init__(self, step: Step, names: Names) -> None:
        self.units = names.units(step)
        self.at = names.loc(step.at, "at")
        self.lead = None if step.lead is None else names.unit(step.lead, "lead")
        if self.lead is not None and self.lead not in self.units:
            raise SituationError(f"unit {step.lead!r} is not among the units that fire", *names.place("lead"))
        self.weapons: list[int] | None = None
        for key, value in (("weapons", step.weapons), ("with", step.with_)):
            if value is not None:
                self.weapons = [names.weapon(w, key) for w in many(value)]
        self.target = NOBODY
        if step.target is not None and step.target != "infantry":
            self.target = names.unit(step.target, "target")
        for unit in self.units:
            check_on_board(names.state.units[unit], names)
            kind = names.game.types[names.state.units[unit].type].kind
            if kind in words.FIRING_KINDS_WAITING:
                raise NotAvailable(f"fire of a {kind!r}", words.FIRING_KINDS_WAITING[kind], *names.place("units"))
        self.origin = names.state.units[self.units[0]].at
        self.mode = "" if step.mode in (None, "normal") else str(step.mode)


def play_fire(attempt: Attempt, step: Step, names: Names) -> None:
    """Fire of named units: activation or window, group, lead, open fire."""
    shot = Shot(step, names)
    side = names.side(step, shot.units)
    if shot.target != NOBODY and attempt.unit(shot.target).at != shot.at:
        raise SituationError(f"unit {step.target!r} is not in {step.at}", *names.place("target"))
    alone = fires_alone(attempt, shot.units)
    if alone is not None:
        play_alone(attempt, alone, shot.units, shot.at, side)
        return
    before = attempt.state
    opportunity = isinstance(attempt.question, Reaction) and attempt.asked == side
    try:
        if opportunity:
            _answer(attempt, shot, side)
        else:
            _check_moving_target(attempt, shot, side)
            _begin(attempt, shot, side)
        _build(attempt, shot, side)
    except Refused as refused:
        if refused.refusal.code == "not_your_decision":
            raise
        own = own_refusal(attempt.game, before, shot, opportunity)
        raise Refused(own) if own is not None else refused from None


def _begin(attempt: Attempt, shot: Shot, side: int) -> None:
    """Fire in an own impulse: from a named location, where an Assault Move has ended, or on the run."""
    at = attempt.place(shot.at)
    move = enclosing(attempt.state, Move)
    if isinstance(attempt.question, MoveOn) and attempt.asked == side and move is not None:
        if set(shot.units) <= set(runners(attempt.state, move.units, move.modes)):
            attempt.send(FireOnTheRun(at), side)
            return
    if shot.mode == "hit_and_run":
        give_way(attempt, side)
        in_impulse(attempt, side, shot.origin)
        attempt.send(BeginMove(attempt.place(shot.origin)), side)
        for unit in shot.units:
            attempt.send(AddMover(attempt.unit(unit).id, "hit_and_run"), side)
        attempt.send(FireOnTheRun(at), side)
        return
    give_way(attempt, side)
    if isinstance(attempt.question, MoveOn) and attempt.asked == side:
        attempt.send(StopMove(), side)
        give_way(attempt, side)
    impulse = enclosing(attempt.state, Impulse)
    if impulse is None or not set(shot.units) <= set(impulse.arrived) or attempt.asked != impulse.side:
        in_impulse(attempt, side, shot.origin)
    mode = shot.mode if shot.mode == "assault_fire" else ""
    attempt.send(Fire(attempt.place(shot.origin), at, mode), side)


def _answer(attempt: Attempt, shot: Shot, side: int) -> None:
    """Answer a window from the firers' location; it can only be aimed at the movers."""
    window = enclosing(attempt.state, OpportunityFire)
    if window is not None and window.at != shot.at:
        raise Refused(Refusal("5.3", "not_the_moving_units", {"at": attempt.place(shot.at)}))
    attempt.send(OpFire(attempt.place(shot.origin)), side)


def _check_moving_target(attempt: Attempt, shot: Shot, side: int) -> None:
    """During an enemy move without an open window: units that could not answer are refused as in a window."""
    move = enclosing(attempt.state, Move)
    if attempt.asked == side or not isinstance(attempt.question, MoveOn) or move is None or move.at != shot.at:
        return
    refusal = own_refusal(attempt.game, attempt.state, shot, True)
    if refusal is None and attempt.asking:
        refusal = Refusal("5.3", "window_closed", {"at": attempt.place(shot.at)})
    if refusal is not None:
        raise Refused(refusal)


def own_refusal(game: Game, s: Position, shot: Shot, opportunity: bool) -> Refusal | None:
    """Why one of the named units may not take part, if that is the reason."""
    for unit in shot.units:
        refusal = check_firer(game, s, unit, shot.origin, shot.at, opportunity)
        if refusal is not None:
            return refusal
    return None


def _build(attempt: Attempt, shot: Shot, side: int) -> None:
    """Add the firers in order, then open fire with the lead named or the best one."""
    group = best_group(attempt.game, attempt.state, shot)
    for unit, weapons in group[1]:
        ids = tuple(attempt.state.weapons[w].id for w in weapons)
        attempt.send(AddFirer(attempt.unit(unit).id, ids), side)
    frame = attempt.question
    assert isinstance(frame, FireGroup)
    attempt.send(OpenFire(attempt.unit(group[0]).id), side)


def best_group(game: Game, s: Position, shot: Shot) -> tuple[int, list[tuple[int, Weapons]]]:
    """Lead and weapons of each unit: as named, else those with the most firepower (the first of equals)."""
    distance = game.distance(shot.origin >> 3, shot.at >> 3) or 1
    choices = [_weapon_choices(game, s, shot, unit, distance) for unit in shot.units]
    best: tuple[float, int] | None = None
    found: tuple[int, list[tuple[int, Weapons]]] | None = None
    for picks in product(*choices):
        members = list(zip(shot.units, picks, strict=True))
        leads = [shot.lead] if shot.lead is not None else _leads(game, s, members)
        for lead in leads:
            total = _tally(game, s, members, lead, shot).total
            rank = (total, sum(len(p) for p in picks))
            if best is None or rank > best:
                best, found = rank, (lead, members)
    assert found is not None
    return found


def _weapon_choices(game: Game, s: Position, shot: Shot, unit: int, distance: int) -> list[Weapons]:
    """Sets of weapons a unit may be meant to fire: those named, or as many as it can, or what is better."""
    u = s.units[unit]
    if shot.weapons is not None:
        mine = tuple(w for w in u.carries if w in shot.weapons)
        strays = [w for w in shot.weapons if not any(w in s.units[o].carries for o in shot.units)]
        if strays:
            weapon = s.weapons[strays[0]].id
            raise Refused(Refusal("1.6", "not_its_weapon", {"unit": u.id, "weapon": weapon}))
        return [mine]
    able = usable(game, s, u, distance)
    limit = carries(game.types[u.type].kind)
    if not able or not limit:
        return [()]
    sets: list[Weapons] = [pick for n in range(1, min(limit, len(able)) + 1) for pick in combinations(able, n)]
    return [(), *sets] if is_leader(game, s, unit) else sets


def _leads(game: Game, s: Position, members: Sequence[tuple[int, Weapons]]) -> list[int]:
    """Units that may be meant to lead: MMCs if there are some, else whoever fires."""
    firing = [u for u, w in members if w or not is_leader(game, s, u)]
    mmcs = [u for u in firing if game.types[s.units[u].type].is_mmc]
    return mmcs or firing or [members[0][0]]


def _tally(game: Game, s: Position, members: Sequence[tuple[int, Weapons]], lead: int, shot: Shot) -> Tally:
    firers = [Firer(unit, weapons) for unit, weapons in members]
    return fire_tally(game, s, firers, lead, shot.origin, shot.at, shot.target, shot.mode)


def tally_of_fire(game: Game, s: Position, shot: Shot, side: int) -> Tally:
    """What the named units add to their die: against the target named, else against the one they add most against."""
    lead, members = best_group(game, s, shot)
    if shot.target != NOBODY:
        return _tally(game, s, members, lead, shot)
    firers = [Firer(unit, weapons) for unit, weapons in members]
    aimed = list(targets(game, s, side, shot.at)) or [NOBODY]
    tallies = [fire_tally(game, s, firers, lead, shot.origin, shot.at, target, shot.mode) for target in aimed]
    return max(tallies, key=lambda t: t.total)
