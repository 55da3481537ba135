"""Every way the dice of a command can fall, played through the rules, with equal positions put together.

Nothing is known here about any rule. The command is answered and the procedures run step by step, as `submit` does;
a step that rolls is run once for each way its dice can fall. What happened is read off the events (`Resolved`) and off
the units before and after. Positions that have become the same go on together, so an attack on a stack takes hundreds
of steps, not millions of cases.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from lnlt.core import events as ev
from lnlt.core.dice import Branch, DiceNeeded, PathDice
from lnlt.core.draft import Draft
from lnlt.core.flags import ABANDONED, BULK, ELIMINATED, JOINED, SHAKEN, WOUNDED, WOUNDED_TWICE
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, State, Unit
from lnlt.core.tally import Tally
from lnlt.rules.facts.kits import in_the_air

LIMIT = 20_000
"""Steps played at most; what is left then is reported as such."""
HARM = ("eliminated", "destroyed", "damaged", "abandoned", "casualties", "wounded", "shaken")
FAILURES = frozenset({"", "none", "failed", "damage_check", "broken", "lost"})
ONLY_COMPARED = frozenset(
    {"fire", "damage_check", "melee", "melee_lost", "to_hit", "penetration", "morale_check", "crew", "bailout"}
) | frozenset({"overrun", "close_assault", "mines"})
"""Outcomes that show in what becomes of units."""

Key = tuple[str, int, int, int]
"""What was rolled for, its side, its unit and its place."""
Sums = tuple[Tally, ...]
APART = frozenset({"penetration"})
"""Rolls that are told apart by their sums: a hit on the hull and one on the turret."""
Assume = Callable[[Game, State, Question], Sequence[Command] | None]


class Outcome:
    """One roll and its chances while they are being added up."""

    __slots__ = ("by", "chances", "key", "tallies", "targets", "varies")

    def __init__(
        self, key: Key, tallies: tuple[Tally, ...], by: tuple[int, ...] = (), targets: tuple[int, ...] = ()
    ) -> None:
        self.key = key
        self.tallies = tallies
        self.by, self.targets = by, targets
        self.varies = False
        self.chances: dict[str, Fraction] = {}

    def add(self, event: ev.Resolved, chance: Fraction) -> None:
        """One more case."""
        self.varies = self.varies or event.tallies != self.tallies
        self.chances[event.outcome] = self.chances.get(event.outcome, Fraction(0)) + chance


class Outcomes:
    """Everything a command can bring about."""

    def __init__(self) -> None:
        self.rolls: dict[tuple[Key, int, Sums], Outcome] = {}
        self.faces: dict[Key, dict[str, Fraction]] = {}
        """Sums of rolls by purpose, side and unit, for rolls no event explains."""
        self.fates: dict[str, dict[str, Fraction]] = {}
        self.sides: dict[str, int] = {}
        self.any = Fraction(0)
        self.open = Fraction(0)
        self.secret = Fraction(0)
        self.left = Fraction(0)
        self.steps = 0
        self.assumed: dict[Command, None] = {}


class _Dice(PathDice):
    """Dice that do not look into what is secret."""

    blind = True


class _Case:
    """A position on the way, how likely it is, what was rolled so far, and whether an attempt has succeeded."""

    __slots__ = ("chance", "lucky", "rolled", "seen", "state")

    def __init__(self, state: State, chance: Fraction, seen: tuple[Key, ...], lucky: bool, rolled: bool) -> None:
        self.state, self.chance, self.seen, self.lucky, self.rolled = state, chance, seen, lucky, rolled


def play_out(
    game: Game, state: State, command: Command, assume: Assume, limit: int = LIMIT, whole: tuple[type, ...] = ()
) -> Outcomes:
    """Every way the dice can fall after a command that is allowed: until somebody must choose, or it is over and done.

    It ends where the frame under the question has the word again, so that what follows in the turn is not mixed in;
    frames of the kinds `whole` are played to their own end.
    """
    return _Player(game, state, assume, limit, whole).play(command)


class _Player:
    def __init__(self, game: Game, state: State, assume: Assume, limit: int, whole: tuple[type, ...]) -> None:
        self.game, self.origin, self.assume, self.limit = game, state, assume, limit
        self.found = Outcomes()
        self.base = len(state.stack) - 1
        while self.base and isinstance(state.stack[self.base - 1], whole):
            self.base -= 1
        question = state.stack[-1]
        assert isinstance(question, Question)
        self.side = question.side
        self.fates: dict[tuple[Any, ...], str] = {}

    def play(self, command: Command) -> Outcomes:
        """Wave by wave: all positions that have rolled equally often before any that has rolled more."""
        wave = self.spread(_Case(self.origin, Fraction(1), (), False, False), command)
        while wave:
            after: dict[Any, _Case] = {}
            for case in wave.values():
                if self.found.steps >= self.limit:
                    self.found.left += case.chance
                    continue
                for key, more in self.settle(case).items():
                    known = after.get(key)
                    if known is None:
                        after[key] = more
                    else:
                        known.chance += more.chance
            wave = after
        return self.found

    def settle(self, case: _Case) -> dict[Any, _Case]:
        """Go on with a position by one step that rolls, or close it."""
        stack = case.state.stack
        if case.state.over is not None or not stack or (case.rolled and len(stack) <= self.base):
            self.close(case)
            return {}
        top = stack[-1]
        if isinstance(top, Question):
            answer = self.assume(self.game, case.state, top) if len(stack) > self.base else None
            if not answer:
                self.found.open += case.chance if len(stack) > self.base and case.rolled else 0
                self.close(case)
                return {}
            for command in answer:
                self.found.assumed[command] = None
            return self.spread(case, *answer)
        return self.spread(case)

    def spread(self, case: _Case, *commands: Command) -> dict[Any, _Case]:
        """The position after commands, or after the next step, for every way the dice can fall in it."""
        found: dict[Any, _Case] = {}
        todo: list[tuple[Fraction, tuple[Any, ...]]] = [(case.chance, ())]
        while todo:
            chance, path = todo.pop()
            if self.found.steps >= self.limit:
                self.found.left += chance
                continue
            self.found.steps += 1
            d = Draft(self.game, case.state, _Dice(path))
            try:
                if commands:
                    for command in commands:
                        top = d.stack.pop()
                        assert isinstance(top, Question)
                        top.answer(d, command)
                else:
                    self.run(d)
            except Branch as branch:
                share = chance / len(branch.ways)
                todo.extend((share, (*path, way)) for way in branch.ways)
                continue
            except DiceNeeded:
                self.found.secret += chance
                self.close(_Case(case.state, chance, case.seen, case.lucky, True))
                continue
            self.note(found, case, d, chance, bool(path))
        return found

    def run(self, d: Draft) -> None:
        """One step of the procedure on top."""
        top = d.stack[-1]
        assert isinstance(top, Procedure)
        functions = top.functions()
        if top.step >= len(functions):
            d.stack.pop()
            return
        now = d.update(top, step=top.step + 1)
        functions[top.step](now, d)

    def note(self, found: dict[Any, _Case], case: _Case, d: Draft, chance: Fraction, rolled: bool) -> None:
        """Keep what happened in a step, and the position after it."""
        seen, lucky = case.seen, case.lucky
        for event in d.events:
            if type(event) is ev.InitiativeTaken:
                event = ev.Resolved("initiative", event.side, NOWHERE, (), self.game.side_name(event.side))
                key = ("initiative", self.side, NOBODY, NOWHERE)
                self.found.rolls.setdefault((key, 0, ()), Outcome(key, ())).add(event, chance)
            elif type(event) is ev.Resolved:
                key = (event.what, event.side, event.subject, event.at)
                number = (key, seen.count(key), event.tallies if event.what in APART else ())
                seen = (*seen, key)
                known = self.found.rolls.get(number)
                if known is None:
                    known = self.found.rolls[number] = Outcome(key, event.tallies, event.by, event.targets)
                known.add(event, chance)
                if event.side == self.side and event.what not in ONLY_COMPARED and event.outcome not in FAILURES:
                    lucky = True
            elif type(event) is ev.Rolled or type(event) is ev.Drawn:
                told = str(sum(event.faces)) if type(event) is ev.Rolled else getattr(event, "item", "")
                subject = getattr(event, "subject", NOBODY)
                faces = self.found.faces.setdefault((event.purpose, event.side, subject, NOWHERE), {})
                faces[told] = faces.get(told, Fraction(0)) + chance
        state = d.publish()
        key_ = (seen, lucky, case.rolled or rolled, *_difference(self.game, self.origin, state))
        known_case = found.get(key_)
        if known_case is None:
            found[key_] = _Case(state, chance, seen, lucky, case.rolled or rolled)
        else:
            known_case.chance += chance

    def close(self, case: _Case) -> None:
        """Add up what has become of everybody."""
        before, after = self.origin.units, case.state.units
        harmed = False
        for number, unit in enumerate(after):
            if number < len(before):
                if unit is before[number]:
                    continue
                result = fate(before[number], unit)
                name = unit.id
            else:
                result = "lost" if unit.flags & ELIMINATED else "created"
                name = new_unit(self.game.types[unit.type].kind, number - len(before))
            if result == "none":
                continue
            harmed = harmed or (unit.side != self.side and result in HARM)
            self.found.sides[name] = unit.side
            chances = self.found.fates.setdefault(name, {})
            chances[result] = chances.get(result, Fraction(0)) + case.chance
        if harmed or case.lucky:
            self.found.any += case.chance


def new_unit(kind: str, number: int) -> str:
    """Name of a unit that may appear: the first, second … of those that do.

    >>> new_unit("hero", 0), new_unit("hero", 1)
    ('new hero', 'new hero 2')
    """
    return f"new {kind} {number + 1}" if number else f"new {kind}"


def fate(before: Unit, after: Unit) -> str:
    """What has become of a unit, in one word."""
    put, gone = after.flags & ~before.flags, before.flags & ~after.flags
    if put & ELIMINATED:
        return "joined" if put & JOINED else "destroyed" if after.flags & BULK else "eliminated"
    if put & ABANDONED:
        return "abandoned"
    if in_the_air(before.at) and after.at < 0:
        return "damaged"
    if put & (WOUNDED | WOUNDED_TWICE):
        return "wounded"
    if before.type != after.type:
        return "casualties"
    if put & SHAKEN:
        return "shaken"
    if gone & (WOUNDED | WOUNDED_TWICE):
        return "healed"
    return "rallied" if gone & SHAKEN else "none"


def _difference(game: Game, before: State, after: State) -> tuple[Any, ...]:
    """What tells a position from the others that come from the same one.

    Of units that have just appeared only what they are, where and in which state: which Hero was drawn, and with which
    Skill, makes no difference to what is being resolved.
    """
    old = before.units
    units: tuple[Any, ...] = tuple((i, u) for i, u in enumerate(after.units[: len(old)]) if u is not old[i])
    units += tuple((u.side, u.at, u.flags, game.types[u.type].kind) for u in after.units[len(old) :])
    weapons = None if after.weapons is before.weapons else tuple(after.weapons)
    return (
        after.stack,
        units,
        None if weapons == before.weapons else weapons,
        None if after.markers is before.markers else after.markers,
        None if after.notes is before.notes else tuple(sorted(after.notes.items())),
        None if after.control is before.control else tuple(sorted(after.control.items())),
        (after.turn, after.phase, after.initiative, after.active, after.passes, after.over),
    )


def subject_name(s: State, number: int) -> str:
    """Id of a unit, "" of none."""
    return s.units[number].id if number != NOBODY else ""
