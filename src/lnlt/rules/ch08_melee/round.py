"""8.0: a round of Melee: weapons, a Charge faced, one attack per side, losses together, everybody locked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import CAPTURED, DOOMED, SPENT
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch01_concepts.morale import morale_tally
from lnlt.rules.ch05_fire.damage import eliminate
from lnlt.rules.ch08_melee.firepower import (
    Choice,
    Fight,
    attackers,
    choice_of,
    choices,
    defenders,
    melee_tally,
    side_firepower,
)
from lnlt.rules.ch08_melee.table import worse_than_third
from lnlt.rules.ch13_nations import melee_dice
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.melee_eligibility import WHOLE, any_eligible
from lnlt.rules.facts.melee_marks import leg_units, lock, mark_round


class MeleeRound(Procedure, frozen=True, gc=False, kw_only=True):
    """8.0, Q-058: the side that entered or started the round attacks first; both results apply together."""

    RULE: ClassVar[str] = "8.0"
    STEPS: ClassVar[tuple[str, ...]] = ("arm", "face_charge", "aim", "attack", "reply", "attack", "results")
    side: int
    """The side that attacks first."""
    at: int
    now: int = -1
    """The side whose attack it is."""
    arms: tuple[tuple[int, tuple[int, ...], int], ...] = ()
    """Weapons chosen: unit, weapons, who crews them with it."""
    charge: tuple[int, ...] = ()
    ambush: tuple[int, ...] = ()
    surprise: bool = False
    """8.4: an Ambush whose victims fall before they can strike back."""
    faced: tuple[int, ...] = ()
    """Units that have checked whether they face a Charge."""
    cowed: tuple[int, ...] = ()
    """Units that failed to face a Charge and only defend."""
    targets: tuple[int, ...] = ()
    killed: tuple[int, ...] = ()
    scored: tuple[int, ...] = ()
    """Sides whose attack has killed."""

    @property
    def fight(self) -> Fight:
        """What the sums need to know of this round."""
        return Fight(self.at, self.arms, self.charge, self.ambush, self.cowed)

    def arm(self, d: Draft) -> None:
        """8.0, 11.1.4, Q-060: units with a choice of weapons choose, for attack and defence; first the first side."""
        armed = {unit for unit, _, _ in self.arms}
        for side in (self.side, 1 - self.side):
            if not any_eligible(d.game, d, 1 - side, self.at):
                continue
            for u in leg_units(d.game, d, side, self.at):
                if u not in armed and len(choices(d.game, d, u, self.fight)) > 1:
                    d.update(self, step=0)
                    d.push(MeleeArms(side=side, unit=u))
                    return

    def face_charge(self, d: Draft) -> None:
        """8.6, Q-211: those charged check Morale one by one, Leaders first; who fails defends only and lends no LM."""
        if not self.charge:
            return
        enemy = [u for u in leg_units(d.game, d, 1 - self.side, self.at) if d.units[u].good_order]
        waiting = [u for u in enemy if u not in self.faced]
        if waiting:
            u = min(waiting, key=lambda u: not is_leader(d.game, d, u))
            cowed = self.cowed if check_morale(d, u) else (*self.cowed, u)
            d.update(self, step=1, faced=(*self.faced, u), cowed=cowed)

    def aim(self, d: Draft) -> None:
        """8.0: the first side picks its targets."""
        self._pick(d, self.side)

    def reply(self, d: Draft) -> None:
        """8.0, Q-058: the other side picks its targets, knowing the first roll."""
        self._pick(d, 1 - self.side)

    def _pick(self, d: Draft, side: int) -> None:
        """Ask for targets where there is a choice."""
        aimed = defenders(d.game, d, 1 - side, self.fight)
        if not aimed or not attackers(d.game, d, side, self.fight):
            d.update(self, now=side, targets=())
            return
        d.update(self, now=side, targets=aimed if len(aimed) == 1 else ())
        if len(aimed) > 1 or d.game.setup.ask_every_target:
            d.push(MeleeTargets(side=side))

    def attack(self, d: Draft) -> None:
        """8.0: 2d6 and modifiers against the Kill Number; an Ambush removes its victims at once (8.4)."""
        if not self.targets:
            return
        side = self.now
        by = tuple(attackers(d.game, d, side, self.fight))
        tally = melee_tally(d.game, d, by, self.targets, self.fight)
        one, two = melee_dice(d.game, side)
        if one == two:
            faces = d.roll(2, "melee", side)
        else:
            faces = d.roll(1, "melee", side, one) + d.roll(1, "melee", side, two)
        kill = tally.roll.allows(sum(faces))
        outcome = "eliminated" if kill else "none"
        dice = ((), (), faces)
        d.emit(ev.Resolved("melee", side, self.at, tally.tallies, outcome, dice=dice, by=by, targets=self.targets))
        if not kill:
            d.update(self, targets=())
            return
        now = d.update(self, targets=(), killed=(*self.killed, *self.targets), scored=(*self.scored, side))
        if self.surprise and side == self.side:
            use_up(d, now, 1 - side, self.targets)
            for u in self.targets:
                eliminate(d, u)

    def results(self, d: Draft) -> None:
        """8.0, 8.1, Q-066: single-use weapons go, the dead, who is left without a fighter; the rest is locked."""
        for side in (0, 1):
            use_up(d, self, side)
        for u in self.killed:
            if d.units[u].at == self.at:
                eliminate(d, u)
        surrender(d, self.at)
        mark_round(d, self.at)
        lock(d, self.at)


def surrender(d: Draft, loc: int) -> None:
    """8.0, 8.1, 5.1, Q-066: units of a side without a Melee-eligible one among them are removed."""
    for side in (0, 1):
        if not any_eligible(d.game, d, side, loc):
            for u in leg_units(d.game, d, side, loc):
                d.emit(ev.Resolved("melee_lost", side, loc, (), "eliminated", u))
                eliminate(d, u)


def check_morale(d: Draft, unit: int) -> bool:
    """1.5.1: a Morale Check; True if it is passed."""
    u = d.units[unit]
    tally = morale_tally(d.game, d, unit)
    faces = d.roll(2, "morale check", u.side, subject=unit)
    passed = tally.allows(sum(faces))
    d.emit(ev.Resolved("morale_check", u.side, u.at, (tally,), "passed" if passed else "failed", unit, (faces,)))
    return passed


def use_up(d: Draft, melee: MeleeRound, side: int, only: Sequence[int] | None = None) -> None:
    """8.0, 1.6.8: single-use weapons used are spent; a captured one used without a kill goes in the Admin Phase.

    A side has fought if it has killed, perhaps all at once in an Ambush, or if there is still somebody to fight.
    `only`: of some of its units.
    """
    game = d.game
    fought = side in melee.scored or any_eligible(game, d, 1 - side, melee.at)
    for u in leg_units(game, d, side, melee.at) if only is None else only:
        if not fought or not d.units[u].carries or not d.units[u].good_order:
            continue
        for w in choice_of(game, d, u, melee.fight)[0]:
            t = game.weapon_types[d.weapons[w].type]
            if t.kind in WHOLE or "single_use" in t.abilities:
                d.emit(ev.WeaponChanged(w, SPENT))
                d.emit(ev.WeaponPassed(w, NOBODY, NOWHERE))
            elif d.weapons[w].flags & CAPTURED and side not in melee.scored:
                d.emit(ev.WeaponChanged(w, DOOMED))


class ArmForMelee(Command, frozen=True, gc=False):
    """What a unit fights with in this round; without weapons a Leader leads. `helper` crews the weapon with it."""

    unit: str
    weapons: tuple[str, ...] = ()
    helper: str = ""


class MeleeArms(Question, frozen=True, gc=False, kw_only=True):
    """8.0, 11.1.4: which weapons a unit uses in this round, for attack and defence."""

    RULE: ClassVar[str] = "8.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (ArmForMelee,)
    unit: int

    def candidates(self, game: Game, s: Position) -> list[ArmForMelee]:
        """Every set it may use."""
        return [self._command(s, way) for way in choices(game, s, self.unit, _round(s).fight)]

    def _command(self, s: Position, way: Choice) -> ArmForMelee:
        weapons, helper = way
        name = "" if helper == NOBODY else s.units[helper].id
        return ArmForMelee(s.units[self.unit].id, tuple(s.weapons[w].id for w in weapons), name)

    def check(self, game: Game, s: Position, command: ArmForMelee) -> Refusal | None:
        """8.0, Q-060: every Melee-eligible weapon is used, as far as 1.6 lets the unit."""
        if command in self.candidates(game, s):
            return None
        if command.unit != s.units[self.unit].id:
            return Refusal("8.0", "not_asked", {"unit": command.unit})
        return Refusal("8.0", "not_its_arms", {"unit": command.unit, "weapons": ", ".join(command.weapons)})

    def answer(self, d: Draft, command: ArmForMelee) -> None:
        """Note the choice."""
        melee = d.stack[-1]
        assert isinstance(melee, MeleeRound)
        weapons = tuple(w for w in d.units[self.unit].carries if d.weapons[w].id in command.weapons)
        helper = d.ids[command.helper] if command.helper else NOBODY
        d.update(melee, arms=(*melee.arms, (self.unit, weapons, helper)))


class AddMeleeTarget(Command, frozen=True, gc=False):
    """Attack a unit too."""

    unit: str


class StrikeMelee(Command, frozen=True, gc=False):
    """The targets are chosen: attack."""


class MeleeTargets(Question, frozen=True, gc=False, kw_only=True):
    """8.0: which enemies the attack of a side is aimed at: any of them, at least one."""

    RULE: ClassVar[str] = "8.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (AddMeleeTarget, StrikeMelee)
    members: tuple[int, ...] = ()

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Enemies with a higher number than those already chosen, then the attack."""
        last = self.members[-1] if self.members else -1
        aimed = defenders(game, s, 1 - self.side, _round(s).fight)
        found: list[Command] = [AddMeleeTarget(s.units[u].id) for u in aimed if u > last]
        if self.members:
            found.append(StrikeMelee())
        return found

    def check(self, game: Game, s: Position, command: AddMeleeTarget | StrikeMelee) -> Refusal | None:
        """8.0, Q-057: enemies that can be attacked; odds worse than 1:3 only against one of them."""
        if type(command) is StrikeMelee:
            return None if self.members else Refusal("8.0", "no_target")
        assert type(command) is AddMeleeTarget
        melee = _round(s)
        unit = s.ids.get(command.unit)
        if unit is None or s.units[unit].at != melee.at or s.units[unit].side == self.side:
            return Refusal("8.0", "no_enemy_here", {"unit": command.unit, "at": game.board.loc_name(melee.at)})
        if unit not in defenders(game, s, 1 - self.side, melee.fight):
            return Refusal("8.0", "not_melee_eligible", {"unit": command.unit})
        if self.members and unit <= self.members[-1]:
            return Refusal("8.0", "in_order", {"unit": command.unit})
        return check_odds(game, s, self.side, (*self.members, unit), melee.fight)

    def answer(self, d: Draft, command: AddMeleeTarget | StrikeMelee) -> None:
        """One more target, or the attack."""
        if type(command) is AddMeleeTarget:
            d.push(replace(self, members=(*self.members, d.ids[command.unit])))
            return
        melee = d.stack[-1]
        assert isinstance(melee, MeleeRound)
        d.update(melee, targets=self.members)


def check_odds(game: Game, s: Position, side: int, targets: tuple[int, ...], fight: Fight) -> Refusal | None:
    """8.0, Q-057: several targets at worse than 1:3 cannot be attacked together, Hero or not."""
    if len(targets) < 2:
        return None
    attack = int(sum(m.value for m in side_firepower(game, s, attackers(game, s, side, fight), fight, True)))
    defence = int(sum(m.value for m in side_firepower(game, s, targets, fight, False)))
    if worse_than_third(attack, defence):
        return Refusal("8.0", "worse_than_third", {"attack": attack, "defence": defence})
    return None


def _round(s: Position) -> MeleeRound:
    melee = enclosing(s, MeleeRound)
    assert melee is not None
    return melee
