"""The commands `melee`, `withdraw` and `rearguard`, and sums and odds of Melee attacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

from lnlt.core import engine
from lnlt.core.board import BUNKER, CAVE
from lnlt.core.flags import ELIMINATED, SHAKEN
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State, enclosing
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.move import MoveOn
from lnlt.rules.ch06_movement.steps import AddMover, StepTo, StopMove
from lnlt.rules.ch08_melee.action import FightMelee, WithdrawMelee
from lnlt.rules.ch08_melee.firepower import (
    Choice,
    Fight,
    MeleeTally,
    attackers,
    best_choice,
    choices,
    defenders,
    melee_odds,
    melee_tally,
)
from lnlt.rules.ch08_melee.round import (
    AddMeleeTarget,
    ArmForMelee,
    MeleeArms,
    MeleeRound,
    MeleeTargets,
    StrikeMelee,
    check_odds,
)
from lnlt.rules.ch08_melee.withdrawing import AddWithdrawer, TryWithdrawal, Withdrawal, WithdrawGroup
from lnlt.rules.facts.kits import is_helicopter
from lnlt.rules.facts.melee_eligibility import check_attacks, is_eligible, leads
from lnlt.rules.facts.melee_marks import leg_units, melee_marker
from lnlt.rules.facts.weapons import kind_of
from lnlt.situations.errors import Refused, SituationError
from lnlt.situations.moving import modes_of_step, why_over
from lnlt.situations.names import Names
from lnlt.situations.play import Attempt, end_moves, give_way, in_impulse, let_go_by
from lnlt.situations.steps import Step, many


class Brawl:
    """What a step `melee`, or a question about Melee, names."""

    def __init__(self, step: Step, names: Names) -> None:
        self.attackers = [names.unit(u, f"attackers[{n}]") for n, u in enumerate(many(step.attackers))]
        self.targets = sorted(names.unit(u, f"targets[{n}]") for n, u in enumerate(many(step.targets)))
        if not self.attackers or step.targets is None:
            raise SituationError("attackers and targets are needed", *names.place("attackers"))
        first = names.state.units[self.attackers[0]]
        self.at = names.loc(step.at, "at") if step.at is not None else first.at
        self.side = names.side(step, self.attackers)
        self.weapons = None if step.weapons is None else [names.weapon(w, "weapons") for w in many(step.weapons)]

    def choice(self, game: Game, state: State, unit: int, fight: Fight) -> Choice:
        """The set of weapons of a unit that the step means: those named, or the most firepower."""
        ways = choices(game, state, unit, fight)
        own = state.units[unit].carries
        if self.weapons is None or (state.units[unit].side != self.side and not set(own) & set(self.weapons)):
            return best_choice(game, state, unit, fight)
        wanted = tuple(w for w in own if w in self.weapons)
        for weapons, helper in ways:
            if set(weapons) == set(wanted) and helper == NOBODY:
                return weapons, helper
        if len(ways) == 1 and not wanted:
            return ways[0]
        raise Refused(Refusal("8.0", "not_its_arms", {"unit": state.units[unit].id, "weapons": len(wanted)}))

    def check_targets(self) -> None:
        """8.0: at least one enemy is attacked."""
        if not self.targets:
            raise Refused(Refusal("8.0", "no_target"))

    def check_arms(self, game: Game, state: State, fight: Fight) -> None:
        """8.0: the weapons named are good for Melee."""
        for unit in self.attackers:
            able = {w for weapons, _ in choices(game, state, unit, fight) for w in weapons}
            for w in state.units[unit].carries:
                if w in (self.weapons or ()) and w not in able:
                    facts = {
                        "unit": state.units[unit].id,
                        "weapons": state.weapons[w].id,
                        "kind": kind_of(game, state, w),
                    }
                    raise Refused(Refusal("8.0", "not_its_arms", facts))


def play_melee(attempt: Attempt, step: Step, names: Names) -> None:
    """One attack of a round: the round is begun if need be, weapons and targets are chosen, the dice roll."""
    brawl = Brawl(step, names)
    side = brawl.side
    for unit in (*brawl.attackers, *brawl.targets):
        if is_helicopter(attempt.game, attempt.unit(unit)):
            raise Refused(Refusal("19.2.1", "not_in_the_air", {"unit": attempt.unit(unit).id}))
    if enclosing(attempt.state, Withdrawal) is not None:  # who has got out goes no farther; now the others fight
        end_moves(attempt, side)
    if not isinstance(attempt.question, MeleeArms | MeleeTargets):
        _check_walls(attempt, brawl)
        for unit in brawl.attackers:
            _check_member(attempt.game, attempt.state, unit, brawl.at)
        brawl.check_arms(attempt.game, attempt.state, Fight(brawl.at))
        marker = melee_marker(attempt.state, brawl.at)
        if marker is not None and marker.strength >= attempt.state.turn:
            raise Refused(Refusal("8.0", "one_round", {"at": attempt.place(brawl.at)}))
        brawl.check_targets()
        give_way(attempt, side)
        in_impulse(attempt, side, brawl.at)
        attempt.send(FightMelee(attempt.place(brawl.at)), side)
    while isinstance(question := attempt.question, MeleeArms):
        melee = enclosing(attempt.state, MeleeRound)
        assert melee is not None
        weapons, helper = brawl.choice(attempt.game, attempt.state, question.unit, melee.fight)
        names_of = tuple(attempt.state.weapons[w].id for w in weapons)
        second = "" if helper == NOBODY else attempt.unit(helper).id
        attempt.send(ArmForMelee(attempt.unit(question.unit).id, names_of, second), question.side)
    brawl.check_targets()
    melee = enclosing(attempt.state, MeleeRound)
    if melee is None or not isinstance(attempt.question, MeleeTargets):
        raise Refused(Refusal("8.0", "nobody_attacks", {"at": attempt.place(brawl.at)}))
    _check_all(attempt.game, attempt.state, brawl, melee)
    for unit in brawl.targets:
        attempt.send(AddMeleeTarget(attempt.unit(unit).id), side)
    attempt.send(StrikeMelee(), side)


def _check_walls(attempt: Attempt, brawl: Brawl) -> None:
    """21.1, 10.7: who is inside a Bunker or Cave and who is outside do not fight each other."""
    places = {attempt.unit(u).at for u in (*brawl.attackers, *brawl.targets)}
    layers = {at & 7 for at in places}
    if brawl.targets and len({at >> 3 for at in places}) == 1 and len(layers) > 1 and layers & {BUNKER, CAVE}:
        facts: dict[str, str | int] = {"unit": attempt.unit(brawl.targets[0]).id, "at": attempt.place(brawl.at)}
        raise Refused(Refusal("21.1" if BUNKER in layers else "10.7", "not_here", facts))


def _check_member(game: Game, state: State, unit: int, at: int) -> None:
    """A unit named as attacker must be there, and either fight or lead."""
    u = state.units[unit]
    if u.at != at:
        raise Refused(Refusal("8.0", "not_here", {"unit": u.id, "at": game.board.loc_name(at)}))
    refusal = check_attacks(game, state, unit)
    if refusal is not None and not leads(game, state, unit):
        raise Refused(refusal)


def _check_all(game: Game, state: State, brawl: Brawl, melee: MeleeRound) -> None:
    """8.0, Q-058: all eligible units of a side attack together; 23.3.1, 8.6: some only defend in this round."""
    fight = melee.fight
    for unit in brawl.attackers:
        _check_member(game, state, unit, fight.at)
    able = attackers(game, state, brawl.side, fight)
    cowed = next((u for u in brawl.attackers if u in fight.cowed), NOBODY)
    if not able and cowed != NOBODY:
        rule = "23.3.1" if brawl.side == melee.side else "8.6"
        raise Refused(Refusal(rule, "only_defends", {"unit": state.units[cowed].id}))
    for unit in able:
        if unit not in brawl.attackers:
            raise Refused(Refusal("8.0", "all_fight", {"unit": state.units[unit].id}))


def _fight(game: Game, state: State, brawl: Brawl) -> Fight:
    """The round under way, or one as the step describes it."""
    melee = enclosing(state, MeleeRound)
    fight = melee.fight if melee is not None and melee.at == brawl.at else Fight(brawl.at)
    arms = list(fight.arms)
    for side in (brawl.side, 1 - brawl.side):
        for unit in leg_units(game, state, side, brawl.at):
            if all(unit != armed for armed, _, _ in arms):
                now = Fight(fight.at, tuple(arms), fight.charge, fight.ambush, fight.cowed)
                weapons, helper = brawl.choice(game, state, unit, now)
                if len(choices(game, state, unit, now)) > 1:
                    arms.append((unit, weapons, helper))
    return Fight(fight.at, tuple(arms), fight.charge, fight.ambush, fight.cowed)


def _sum(game: Game, state: State, step: Step, names: Names) -> tuple[Brawl, Fight, tuple[int, ...]]:
    """Attackers as named who fight (a Leader who leads only lends his LM), targets that can be attacked."""
    brawl = Brawl(step, names)
    if not brawl.targets:
        raise SituationError("targets are needed", *names.place("targets"))
    try:
        fight = _fight(game, state, brawl)
        for unit in brawl.attackers:
            _check_member(game, state, unit, brawl.at)
    except Refused as refused:
        raise SituationError(f"{refused.refusal.code} [{refused.refusal.rule}]", *names.place("attackers")) from None
    able = defenders(game, state, 1 - brawl.side, fight)
    for unit in brawl.targets:
        if unit not in able:
            raise SituationError(f"{state.units[unit].id!r} cannot be attacked in Melee", *names.place("targets"))
    members = tuple(u for u in attackers(game, state, brawl.side, fight) if u in brawl.attackers)
    if not members:
        raise SituationError("nobody of the attackers can attack", *names.place("attackers"))
    return brawl, fight, members


class ShownTally(Tally, frozen=True):
    """Sum of a Melee attack: its items are all firepower and die modifiers, its total the firepower alone."""

    roll: tuple[Modifier, ...] = ()

    @property
    def items(self) -> tuple[Modifier, ...]:
        """Firepower, then modifiers of the roll."""
        return self.base + self.roll


def tally_of_melee(game: Game, state: State, step: Step, names: Names) -> tuple[Tally, MeleeTally]:
    """The sum of a Melee attack, as shown and in full."""
    brawl, fight, members = _sum(game, state, step, names)
    tally = melee_tally(game, state, members, brawl.targets, fight)
    return ShownTally("melee", tally.attack.base, (), tally.need, roll=tally.roll.mods), tally


def odds_of_melee(game: Game, state: State, step: Step, names: Names) -> dict[str, Fraction]:
    """Chance that the targets are eliminated."""
    brawl, fight, members = _sum(game, state, step, names)
    refusal = check_odds(game, state, brawl.side, tuple(brawl.targets), fight)
    if refusal is not None:
        raise SituationError(f"not allowed: {refusal.code} [{refusal.rule}]", *names.place("targets"))
    chance = melee_odds(game, state, members, brawl.targets, fight)
    return {"eliminated": chance, "none": 1 - chance}


def _announce(attempt: Attempt, units: Sequence[int], side: int, at: int) -> None:
    """Name the location if need be and let the units check their Morale."""
    give_way(attempt, side)
    in_impulse(attempt, side, at)
    attempt.send(WithdrawMelee(attempt.place(at)), side)
    for unit in units:
        attempt.send(AddWithdrawer(attempt.unit(unit).id), side)
    attempt.send(TryWithdrawal(), side)


class _Passes:
    """Dice that show nothing but ones: every Morale Check is passed."""

    def roll(self, rng: int, count: int, sides: int, purpose: str) -> tuple[tuple[int, ...], int]:  # noqa: ARG002
        """Ones."""
        return (1,) * count, rng

    def draw(self, rng: int, items: Sequence[str], purpose: str) -> tuple[int, int]:  # noqa: ARG002
        """The first."""
        return 0, rng


def play_withdraw(attempt: Attempt, step: Step, names: Names) -> None:
    """Units try to get out; those who pass go along the path, as far as no window opens.

    All of the path must be legal for them before anybody checks.
    """
    units = names.units(step)
    side = names.side(step, units)
    at = attempt.unit(units[0]).at
    path = [names.loc(text, f"path[{n}]") for n, text in enumerate(many(step.path))]
    modes = dict(zip(units, modes_of_step(attempt, step, units, names), strict=True))
    if not isinstance(attempt.question, MoveGroup | MoveOn):
        tried = Attempt(attempt.game, attempt.state, _Passes(), attempt.asking, past_windows=True)
        _announce(tried, units, side, at)
        _get_out(tried, modes, side, path)
        _announce(attempt, units, side, at)
    _get_out(attempt, modes, side, path)


def _get_out(attempt: Attempt, modes: dict[int, str], side: int, path: Sequence[int]) -> None:
    """Those who have passed their checks set off and go along the path."""
    question = attempt.question
    if isinstance(question, MoveGroup) and question.only:
        for unit, mode in modes.items():
            if unit in question.only:
                attempt.send(AddMover(attempt.unit(unit).id, mode), side)
    elif not isinstance(question, MoveOn):
        return
    for frm, to in pairwise([NOBODY, *path]):
        if attempt.past_windows:
            let_go_by(attempt, side)
        if frm != NOBODY and not isinstance(attempt.question, MoveOn):
            if attempt.past_windows and not any(attempt.unit(u).flags & (SHAKEN | ELIMINATED) for u in modes):
                raise Refused(why_over(attempt, list(modes), list(modes.values()), frm, to, False))
            return
        attempt.send(StepTo(attempt.place(to)), side)


def play_rearguard(attempt: Attempt, step: Step, names: Names) -> None:
    """Some units stay in the Melee, all others there try to get out."""
    stay = names.units(step)
    side = names.side(step, stay)
    at = attempt.unit(stay[0]).at
    if step.at is not None and names.loc(step.at, "at") != at:
        raise SituationError(f"unit {attempt.unit(stay[0]).id!r} is not there", *names.place("at"))
    others = [u for u in leg_units(attempt.game, attempt.state, side, at) if u not in stay]
    if not others:
        raise SituationError("nobody is left to withdraw", *names.place("units"))
    if not any(is_eligible(attempt.game, attempt.state, u) for u in stay):
        raise Refused(Refusal("8.1.1", "rearguard_not_eligible", {"unit": attempt.unit(stay[0]).id}))
    _announce(attempt, others, side, at)


def stand_and_fight(attempt: Attempt) -> None:
    """8.1.1: who has got out of a Melee goes no farther; now those who failed their checks fight."""
    if enclosing(attempt.state, Withdrawal) is not None and isinstance(attempt.question, MoveOn):
        attempt.send(StopMove(), attempt.question.side)


def settle(attempt: Attempt, says: Callable[[int], bool]) -> None:
    """Choose for a side that has only one target and says nothing: what the engine does where it need not ask."""
    while isinstance(question := attempt.question, MeleeTargets) and not says(question.side):
        options = engine.options(attempt.game, attempt.state)
        if len(options) != 1:
            return
        attempt.send(options[0], question.side)


__all__ = [
    "ShownTally",
    "WithdrawGroup",
    "odds_of_melee",
    "play_melee",
    "play_rearguard",
    "play_withdraw",
    "settle",
    "stand_and_fight",
    "tally_of_melee",
]
