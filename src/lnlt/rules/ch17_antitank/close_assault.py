"""17.1: Close Assault: infantry attacks a vehicle hand to hand, unit by unit."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, BULK, CAPTURED, MELEE, MOVED, MOVING, OPS_COMPLETE
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Marker, Position
from lnlt.core.tally import Refusal, Tally
from lnlt.rules.ch05_fire.damage import eliminate
from lnlt.rules.ch06_movement.places import go, left
from lnlt.rules.ch11_smc.heroes import find_room
from lnlt.rules.ch13_nations import fire_die
from lnlt.rules.ch15_vehicles.fate import BY_ASSAULT, destroy
from lnlt.rules.ch17_antitank.eligibility import anti_tank, may_assault
from lnlt.rules.ch17_antitank.tallies import answer_tally, armor_of, assault_tally, nerve_tally
from lnlt.rules.ch18_indirect.shelling import enter_hex
from lnlt.rules.facts.control import take_control
from lnlt.rules.facts.handling import remove
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.melee_marks import leg_units, melee_marker

USED_UP = frozenset({"satchel_charge", "molotov", "rpg_43", "sticky_bomb", "stick_bomb"})
"""Weapons that are used once."""


class CloseAssault(Procedure, frozen=True, gc=False, kw_only=True):
    """17.1: Morale Checks, into the hex, one assault after the other, and back or on."""

    RULE: ClassVar[str] = "17.1"
    STEPS: ClassVar[tuple[str, ...]] = ("muster", "nerve", "dare", "enter", "events", "fit", "ask", "end")
    side: int
    at: int
    came_from: int
    target: int
    units: tuple[int, ...]
    moved: bool = False
    """They had moved before: who stays behind is Moved, else Ops Complete."""
    overrun: bool = False
    """The answer to an Overrun: they are in the hex already (15.3)."""
    checking: tuple[int, ...] = ()
    """Units that have still to make their Morale Check."""
    passed: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    """Units that have still to attack."""
    helped: tuple[int, ...] = ()
    """Leaders who have helped."""
    entered: bool = False

    def muster(self, d: Draft) -> None:
        """17.1: everybody checks, Leaders first."""
        d.update(self, checking=tuple(sorted(self.units, key=lambda u: not is_leader(d.game, d, u))), passed=())

    def nerve(self, d: Draft) -> None:
        """17.1: the next Morale Check."""
        if not self.checking:
            return
        unit, rest = self.checking[0], self.checking[1:]
        tally = self.tally(d.game, d, unit)
        faces = d.roll(2, "morale check", self.side, subject=unit)
        good = tally.allows(sum(faces))
        at = d.units[unit].at
        d.emit(ev.Resolved("morale_check", self.side, at, (tally,), "passed" if good else "failed", unit, (faces,)))
        passed = (*self.passed, unit) if good else self.passed
        d.update(self, checking=rest, passed=passed, step=self.STEPS.index("nerve"))

    def tally(self, game: Game, s: Position, unit: int) -> Tally:
        """17.1: the sum of a unit's Morale Check as things stand."""
        leaders = [u for u in self.passed if is_leader(game, s, u)]
        if self.overrun:
            return answer_tally(game, s, unit, leaders)
        return nerve_tally(game, s, unit, leaders, self.came_from)

    def dare(self, d: Draft) -> None:
        """17.1: who has failed stays behind; so does a Leader without a weapon if nobody else has passed."""
        passed = self.passed if any(may_assault(d.game, d, u) for u in self.passed) else ()
        for u in self.units:
            if u not in passed:
                self._stay(d, u)
        d.update(self, units=tuple(u for u in self.units if u in passed), passed=())

    def _stay(self, d: Draft, unit: int) -> None:
        """17.1: who does not take part has acted all the same; in the hex of a second vehicle he goes back."""
        if self.overrun:
            return
        if self.entered:
            go(d, unit, self.came_from)
        d.flag(unit, MOVED if self.moved or self.entered else OPS_COMPLETE, MOVING | ACTION_MARKERS)

    def enter(self, d: Draft) -> None:
        """17.1, 18.2, 21.4, Q-353: those who passed enter the hex; nobody fires at them, but artillery and Mines do."""
        if not self.units:
            d.update(self, step=len(self.STEPS))
            return
        first = not self.overrun and not self.entered
        d.update(self, entered=True)
        if not first:
            return
        for u in self.units:
            go(d, u, self.at)
        left(d, self.side, self.came_from)
        enter_hex(d, self.came_from, self.at, self.units)

    def fit(self, d: Draft) -> None:
        """17.1: those still in Good Order attack."""
        here = tuple(u for u in self.units if d.units[u].at == self.at)
        able = tuple(u for u in here if d.units[u].good_order and may_assault(d.game, d, u))
        d.update(self, units=here, waiting=able)

    def ask(self, d: Draft) -> None:
        """17.1: the next attacker, if there is one and the vehicle still stands."""
        if self.waiting and d.units[self.target].at == self.at:
            d.update(self, step=self.STEPS.index("ask"))
            d.push(AssaultChoice(side=self.side))

    def end(self, d: Draft) -> None:
        """17.1, Q-350: the vehicle destroyed: they stay, locked for the turn; else they go back, Moved.

        Who has answered an Overrun in vain stays where he is until the vehicle has said whether it remains (15.3).
        """
        if d.units[self.target].at == self.at:
            if not self.overrun:
                self._go_back(d)
            return
        for o in leg_units(d.game, d, 1 - self.side, self.at):
            eliminate(d, o)
        others = [u for u in d.by_loc.get(self.at, ()) if d.units[u].flags & BULK and d.units[u].side != self.side]
        if others and self.units:
            d.update(self, target=others[0], helped=(), step=0)
            return
        for u in self.units if self.overrun else leg_units(d.game, d, self.side, self.at):
            if d.units[u].at == self.at:
                d.flag(u, MELEE, MOVING | ACTION_MARKERS)
        if melee_marker(d, self.at) is None:
            d.emit(ev.MarkerPlaced(Marker("melee", self.at, d.turn)))
        take_control(d, self.at)

    def _go_back(self, d: Draft) -> None:
        """17.1: back to the hex they came from, Moved, whichever way they came; a Hero of theirs comes along.

        1.3, 11.2.1: if there is no room for him there, he goes next door.
        """
        back = leg_units(d.game, d, self.side, self.at)
        for u in back:
            go(d, u, self.came_from)
            d.flag(u, MOVED, MOVING | ACTION_MARKERS)
        for u in back:
            if u not in self.units:
                find_room(d, u)


class Assail(Command, frozen=True, gc=False):
    """One unit attacks the vehicle, with a weapon and a Leader's help if they are named."""

    unit: str
    weapon: str = ""
    leader: str = ""


class AssaultChoice(Question, frozen=True, gc=False, kw_only=True):
    """17.1: which unit attacks next, with what and with whose help."""

    RULE: ClassVar[str] = "17.1"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (Assail,)

    def _frame(self, s: Position) -> CloseAssault:
        return next(f for f in reversed(s.stack) if isinstance(f, CloseAssault))

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Every attacker left, each weapon, each Leader who has not helped."""
        frame = self._frame(s)
        found: list[Command] = []
        leaders = [o for o in frame.units if is_leader(game, s, o) and o not in frame.helped]
        for u in frame.waiting:
            arms = [s.weapons[w].id for w in anti_tank(game, s, u)]
            helpers = ["", *(s.units[o].id for o in leaders if o != u)]
            found.extend(Assail(s.units[u].id, w, h) for w in ("", *arms) for h in helpers)
        return found

    def check(self, game: Game, s: Position, command: Assail) -> Refusal | None:
        """17.1: an attacker of the group, a weapon of his, a Leader of the group who fires no weapon himself."""
        frame = self._frame(s)
        unit = s.ids.get(command.unit)
        if unit is None or unit not in frame.waiting:
            return Refusal("17.1", "cannot_close_assault", {"unit": command.unit, "at": game.board.loc_name(frame.at)})
        arms = [s.weapons[w].id for w in anti_tank(game, s, unit)]
        if command.weapon and command.weapon not in arms:
            own = any(s.weapons[w].id == command.weapon for w in s.units[unit].carries)
            code = "no_use_in_assault" if own else "not_its_weapon"
            return Refusal("17.1", code, {"unit": command.unit, "weapon": command.weapon})
        if not command.weapon and is_leader(game, s, unit):
            return Refusal("17.1", "leader_needs_weapon", {"unit": command.unit})
        if command.leader:
            leader = s.ids.get(command.leader, NOBODY)
            able = leader in frame.units and is_leader(game, s, leader) and leader != unit
            used = (
                leader in frame.helped or (may_assault(game, s, leader) and leader not in frame.waiting)
                if able
                else True
            )
            if used:
                return Refusal("17.1", "cannot_aid", {"unit": command.leader})
        return None

    def answer(self, d: Draft, command: Assail) -> None:
        """17.1: a die each; more than the vehicle destroys it."""
        frame = d.stack[-1]
        assert isinstance(frame, CloseAssault)
        game, unit = d.game, d.ids[command.unit]
        weapon = next((w for w in d.units[unit].carries if d.weapons[w].id == command.weapon), NOBODY)
        leader = d.ids[command.leader] if command.leader else NOBODY
        attack_sum = assault_tally(game, d, unit, weapon, leader)
        armor = armor_of(game, d, frame.target)
        helped = frame.helped if leader == NOBODY else (*frame.helped, leader)
        gone = {unit} | ({leader} if leader != NOBODY else set())
        d.update(frame, waiting=tuple(u for u in frame.waiting if u not in gone), helped=helped)
        (attack,) = d.roll(1, "attack", self.side, fire_die(game, self.side), subject=unit)
        (defence,) = d.roll(1, "defence", 1 - self.side)
        won = attack + attack_sum.total > defence + armor.total
        outcome = "destroyed" if won else "none"
        dice = ((attack,), (defence,))
        d.emit(ev.Resolved("close_assault", self.side, frame.at, (attack_sum, armor), outcome, frame.target, dice))
        if weapon != NOBODY:
            use_up_in_assault(d, weapon, won)
        if won:
            destroy(d, frame.target, BY_ASSAULT)


def use_up_in_assault(d: Draft, weapon: int, won: bool) -> None:
    """17.1, 1.6.8: what is used once is used up; a captured weapon is lost if it did not help."""
    w = d.weapons[weapon]
    t = d.game.weapon_types[w.type]
    if (w.flags & CAPTURED and not won) or t.kind in USED_UP or "single_use" in t.abilities:
        remove(d, weapon)
