"""3.0, 3.1: the Rally Phase: initiative, then each side in turn rallies and does its other business."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import DROPPED, ELIMINATED, RALLIED_SELF, RALLY_TRIED, SHAKEN, TAKEN
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.hooks import GateHook
from lnlt.core.state import Position
from lnlt.core.tally import Refusal, Tally
from lnlt.rules.ch01_concepts.morale import morale_tally
from lnlt.rules.ch11_smc.rallying import (
    check_help,
    forget_rally_phase,
    free_helper,
    help_modifier,
    named_helpers,
    note_help,
)
from lnlt.rules.facts.kits import company, place_of
from lnlt.rules.facts.leaders import is_leader

MAY_RALLY: GateHook[[Game, Position, int]] = GateHook("who may try to rally", rule="3.0")


class RallyPhase(Procedure, frozen=True, gc=False, kw_only=True):
    """3.0: roll for initiative, then the side with it does everything it wants to, then the other."""

    RULE: ClassVar[str] = "3.0"
    STEPS: ClassVar[tuple[str, ...]] = ("begin", "initiative", "first", "second", "end")
    roll: bool = True
    """On the first turn the scenario says who has the initiative."""

    def begin(self, d: Draft) -> None:
        """The phase begins."""
        if d.phase != "rally":
            d.emit(ev.PhaseBegan("rally"))

    def initiative(self, d: Draft) -> None:
        """3.0: the higher die has it; a tie leaves it where it was."""
        if not self.roll:
            return
        (one,) = d.roll(1, "initiative", 0)
        (two,) = d.roll(1, "initiative", 1)
        d.emit(ev.InitiativeTaken(d.initiative if one == two else 0 if one > two else 1))

    def first(self, d: Draft) -> None:
        """The side with the initiative rallies."""
        d.push(RallySide(side=d.initiative, quiet=not self.roll))

    def second(self, d: Draft) -> None:
        """Then the other side."""
        d.push(RallySide(side=1 - d.initiative, quiet=not self.roll))

    def end(self, d: Draft) -> None:
        """Attempts are forgotten: each unit has one per phase, each weapon changes hands once (Q-221)."""
        forget_rally_phase(d)
        for w, weapon in enumerate(d.weapons):
            if weapon.flags & (DROPPED | TAKEN):
                d.emit(ev.WeaponChanged(w, 0, DROPPED | TAKEN))


class RallySide(Procedure, frozen=True, gc=False, kw_only=True):
    """3.0: all rally attempts and other business of one side."""

    RULE: ClassVar[str] = "3.0"
    STEPS: ClassVar[tuple[str, ...]] = ("ask", "again")
    side: int
    done: bool = False
    quiet: bool = False
    """On the first turn the set-up has just been made: the side is asked only if there is more to do (Q-226)."""

    def ask(self, d: Draft) -> None:
        """Ask while anything is left to do."""
        if any_choice(d.game, d, self.side, self.quiet):
            d.emit(ev.ImpulseBegan(self.side))
            d.push(RallyAction(side=self.side))
        else:
            d.update(self, done=True)

    def again(self, d: Draft) -> None:
        """Until nobody is left or the player is done."""
        if not self.done:
            d.update(self, step=0)


def shaken(s: Position, side: int) -> list[int]:
    """Shaken units of a side in play."""
    return [u for u, unit in enumerate(s.units) if unit.side == side and unit.flags & (SHAKEN | ELIMINATED) == SHAKEN]


def helper_of(game: Game, s: Position, unit: int, by: str) -> int | None:
    """3.0: who helps: the one named, else a Leader, Chaplain or Hero in the unit's location, if there is one."""
    return s.ids[by] if by else free_helper(game, s, unit)


def check_rally(game: Game, s: Position, side: int, unit: int, srp: int | bool = False, by: str = "") -> Refusal | None:
    """3.0, 3.1: a Shaken unit tries once, Leaders of a hex first, with a helper or able to rally by itself."""
    u = s.units[unit]
    t = game.types[u.type]
    if u.side != side or place_of(s, unit) < 0 or not u.flags & SHAKEN:
        return Refusal("3.0", "not_shaken", {"unit": u.id})
    if u.flags & RALLY_TRIED:
        return Refusal("3.0", "one_attempt", {"unit": u.id})
    if not is_leader(game, s, unit):
        for other in company(s, unit):
            o = s.units[other]
            if o.side == side and is_leader(game, s, other) and o.flags & (SHAKEN | RALLY_TRIED) == SHAKEN:
                return Refusal("3.0", "leaders_first", {"unit": u.id, "leader": o.id})
    if srp:
        refusal = None if "srp" in t.abilities and not by else Refusal("3.1", "no_srp", {"unit": u.id})
    elif by:
        helper = s.ids.get(by)
        if helper is None:
            return Refusal("1.1", "no_such_unit", {"unit": by})
        refusal = check_help(game, s, helper, unit)
        if refusal is None and helper == free_helper(game, s, unit):
            return Refusal("3.0", "helps_unnamed", {"unit": u.id, "helper": by})
    elif t.is_smc or t.kind in ("weapon_team", "vehicle") or "self_rally" in t.abilities:
        refusal = None
    else:
        refusal = None if free_helper(game, s, unit) is not None else Refusal("3.0", "no_rallier", {"unit": u.id})
    return MAY_RALLY.ask(game.hooks, refusal, game, s, unit)


def rally_tally(game: Game, s: Position, unit: int, by: str = "") -> Tally:
    """3.0, 1.5.1: modifiers of a rally attempt."""
    return morale_tally(game, s, unit, "rally", help_modifier(game, s, helper_of(game, s, unit, by)))


class RallyChoice:
    """One kind of thing a side may do in the Rally Phase: chapters define them, a game holds them all."""

    command: type[Command]
    idle = False
    """Handling weapons: on the first turn no reason to ask, the set-up has seen to it (Q-226)."""

    def candidates(self, game: Game, s: Position, side: int) -> Iterable[Command]:
        """Commands worth checking."""
        raise NotImplementedError

    def check(self, game: Game, s: Position, side: int, command: Any) -> Refusal | None:
        """The one place that says whether it is allowed."""
        raise NotImplementedError

    def answer(self, d: Draft, side: int, command: Any) -> None:
        """Do it; the RallySide is on top of the stack."""
        raise NotImplementedError


def any_choice(game: Game, s: Position, side: int, quiet: bool = False) -> bool:
    """Whether anything but ending is left to do."""
    for choice in game.rally_actions.values():
        if type(choice) is not EndingRally and not (quiet and choice.idle):
            check = choice.check
            if any(check(game, s, side, c) is None for c in choice.candidates(game, s, side)):
                return True
    return False


class Rally(Command, frozen=True, gc=False):
    """Try to rally a Shaken unit; `srp`: by rolling a pair; `by`: with the help of a Nurse, a Piper, a Leader …"""

    RULE: ClassVar[str] = "3.0"

    unit: str
    srp: bool = False
    by: str = ""


class EndRally(Command, frozen=True, gc=False):
    """Nothing more to do in this Rally Phase."""

    PASSES: ClassVar[bool] = True


class Rallying(RallyChoice):
    """3.0, 3.1: a Shaken unit tries to rally."""

    command = Rally

    def candidates(self, game: Game, s: Position, side: int) -> list[Command]:
        """Every Shaken unit, normally or by a pair."""
        found: list[Command] = []
        for u in shaken(s, side):
            unit = s.units[u]
            found.append(Rally(unit.id))
            if "srp" in game.types[unit.type].abilities:
                found.append(Rally(unit.id, True))
            found.extend(Rally(unit.id, by=s.units[o].id) for o in named_helpers(game, s, u))
        return found

    def check(self, game: Game, s: Position, side: int, command: Rally) -> Refusal | None:
        """3.0: see `check_rally`."""
        unit = s.ids.get(command.unit)
        if unit is None:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        return check_rally(game, s, side, unit, command.srp, command.by)

    def answer(self, d: Draft, side: int, command: Rally) -> None:
        """3.0, 3.1: 2d6 against Morale, or any pair."""
        unit = d.ids[command.unit]
        tally = rally_tally(d.game, d, unit, command.by)
        helper = None if command.srp else helper_of(d.game, d, unit, command.by)
        one, two = d.roll(2, "rally", side, subject=unit)
        success = one == two if command.srp else tally.allows(one + two)
        shown = Tally("rally") if command.srp else tally
        d.emit(
            ev.Resolved(
                "rally", side, place_of(d, unit), (shown,), "rallied" if success else "failed", unit, ((one, two),)
            )
        )
        note_help(d, helper, unit)
        d.flag(unit, RALLY_TRIED | (RALLIED_SELF if success else 0), SHAKEN if success else 0)


class EndingRally(RallyChoice):
    """3.0: a side has done everything it wants to in the phase."""

    command = EndRally

    def candidates(self, game: Game, s: Position, side: int) -> list[Command]:  # noqa: ARG002
        """There is one way to end."""
        return [EndRally()]

    def check(self, game: Game, s: Position, side: int, command: EndRally) -> Refusal | None:  # noqa: ARG002
        """Always allowed."""
        return None

    def answer(self, d: Draft, side: int, command: EndRally) -> None:  # noqa: ARG002
        """The side is done."""
        top = d.stack[-1]
        assert isinstance(top, RallySide)
        d.update(top, done=True)


class RallyAction(Question, frozen=True, gc=False, kw_only=True):
    """3.0: what a side does next in the Rally Phase."""

    RULE: ClassVar[str] = "3.0"

    def accepts(self, game: Game) -> Collection[type[Command]]:
        """Every choice of the game."""
        return game.rally_actions

    def candidates(self, game: Game, s: Position) -> Iterable[Command]:
        """What each choice offers."""
        for choice in game.rally_actions.values():
            yield from choice.candidates(game, s, self.side)

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """3.0: what the choice needs."""
        refusal: Refusal | None = game.rally_actions[type(command)].check(game, s, self.side, command)
        return refusal

    def answer(self, d: Draft, command: Command) -> None:
        """Carry out the choice."""
        d.game.rally_actions[type(command)].answer(d, self.side, command)
