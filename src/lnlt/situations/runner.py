"""Runs situations: sets the game up, plays and asks step by step, compares, reports. Nothing a file says raises."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec.structs import replace

from lnlt.core import engine
from lnlt.core.dice import DiceError, Faces, ScriptedDice
from lnlt.core.errors import LnltError
from lnlt.core.events import AircraftFlew, Event
from lnlt.core.frames import describe
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Refusal
from lnlt.rules.ch02_outline import begin
from lnlt.rules.ch03_rally import EndRally
from lnlt.rules.ch11_smc.heroes import PlaceHero
from lnlt.rules.ch19_air.flight import EntryChoice
from lnlt.situations import words
from lnlt.situations.answers import Answer
from lnlt.situations.asks import ASKERS
from lnlt.situations.calling import Callings
from lnlt.situations.comparing import show
from lnlt.situations.costs import flipping
from lnlt.situations.errors import SituationError
from lnlt.situations.expected_sums import tally_items
from lnlt.situations.expecting import Outcome, checks
from lnlt.situations.facts import lettered
from lnlt.situations.handling import Staying
from lnlt.situations.handling import settle as settle_rally
from lnlt.situations.kits import written_letters
from lnlt.situations.melee import settle, stand_and_fight
from lnlt.situations.moving import settle_load
from lnlt.situations.names import Names
from lnlt.situations.orders import play
from lnlt.situations.passing import settle_admin
from lnlt.situations.placing import settle as settle_set_up
from lnlt.situations.play import show as show_command
from lnlt.situations.reading import NUMBER, Source, load
from lnlt.situations.report import FileReport, StepReport
from lnlt.situations.setup import make_game
from lnlt.situations.steps import Step, given
from lnlt.situations.watching import unread, watching
from lnlt.traits.skills.ambush import PlaceAmbusher

GOES_ON = ("withdraw", "move", "stop", "pick_up", "drop", "fire", "mount", "close_assault", "melee", "pass", "choose")
"""Steps that go on with those who have got out of a Melee, or say themselves that they do not."""


class Run:
    """One situation being played."""

    def __init__(self, source: Source, report: FileReport) -> None:
        self.source, self.report = source, report
        self.where = source.where
        self.game: Game = make_game(source)
        self.game.rally_actions = {**self.game.rally_actions, EndRally: Staying()}
        self.dice = ScriptedDice([_entry(d.roll, d.pick, d.purpose) for d in source.situation.dice])
        self.state: State = begin(self.game, 0, self.dice).state
        self.known = len(self.state.units)
        self.letters = lettered(self.state, written_letters(source.situation, self.state))
        self.damaged: frozenset[int] = frozenset()
        self.flipped: dict[tuple[int, int], int] = {}
        self.new_phase = False
        self.edge = 0
        self._own_rolls(Step(), self.dice.used)

    def steps(self) -> None:
        """All steps in order, then the dice must be used up."""
        steps = self.source.situation.step
        self._settle(steps)
        for number, step in enumerate(steps):
            self._step(number, step, steps[number + 1 :])
        self.dice.finish()
        if not steps:
            raise SituationError("there is no step: nothing is checked", self.where, "step")

    def _step(self, number: int, step: Step, following: Sequence[Step]) -> None:
        step = Callings(self.game, self.state, self.known).step(step)
        shown = StepReport(number, title(step))
        self.report.steps.append(shown)
        steps = self.source.situation.step
        names = Names(self.game, self.state, self.where, f"step[{number}]", steps[:number], steps[number + 1 :])
        names.damaged, names.new_phase = self.damaged, self.new_phase
        phase = self.state.phase
        try:
            with watching(step) as (watched, noted):
                outcome = self._play(number, watched, names, shown) if step.do else self._ask(watched, names)
            for key in unread(step, noted) if outcome.answer.legal is not False else ():
                raise SituationError(f"{step.do or step.ask!r} does nothing with {key!r} here", *names.place(key))
            if step.do:
                used = self.dice.used
                events = self._settle(following, step)
                outcome = replace(
                    outcome, events=[*outcome.events, *events], rolls=outcome.rolls + self.dice.used - used
                )
        except DiceError as error:
            raise SituationError(f"{error.reason} (in step[{number}])", self.where, *error.place) from None
        if step.do and outcome.answer.legal:
            outcome = replace(outcome, rolls=self._own_rolls(step, outcome.rolls))
        self.new_phase = self.state.phase != phase or (self.new_phase and not shown.commands)
        names.state, names.step = self.state, step
        names.letters = self.letters = lettered(self.state, self.letters)
        left = (e.unit for e in outcome.events if isinstance(e, AircraftFlew) and e.what == words.DAMAGED)
        names.damaged = self.damaged = self.damaged.union(left)
        names.flipped = self.flipped = {**self.flipped, **flipping(self.game, self.state)}
        shown.asked = _side(self.game, self.state)
        shown.frames = describe(self.state.stack)
        shown.answer = _answer_text(outcome.answer)
        expected = Callings(self.game, self.state, self.known).expect(step.expect)
        shown.checks = list(checks(expected, outcome, self.game, self.state, names))
        if not shown.ok:
            self.report.status = "failed"

    def _settle(self, following: Sequence[Step], step: Step | None = None) -> list[Event]:
        """Rally Phases in which nothing but handling weapons is left are over, if the next step is not about them.

        So are the set-up of a group that stands and choices of the Administrative Phase, and what a move picks up at
        its end is taken. What happens then belongs to the step before it.
        """
        events: list[Event] = []
        steps = self.source.situation.step
        while True:
            command = settle_rally(self.game, self.state, following)
            command = command or settle_set_up(self.game, self.state, following[0] if following else None)
            command = command or settle_admin(self.state, step, following)
            command = command or settle_load(self.game, self.state, steps[: len(steps) - len(following)], following)
            if command is None:
                return events
            ended = engine.submit(self.game, self.state, command, self.dice)
            assert not isinstance(ended, Refusal)
            self.state = ended.state
            events.extend(ended.events)

    def _play(self, number: int, step: Step, names: Names, shown: StepReport) -> Outcome:
        used = 0 if self._opens(number) else self.dice.used
        question = engine.question(self.state)
        placed = question.unit if isinstance(question, PlaceHero | PlaceAmbusher) else None
        before = self.dice.used
        outcome = play(self.game, self.state, self.dice, step.do or "", step, names)
        if isinstance(outcome, Refusal):
            self.dice.used = before
            return Outcome(Answer(legal=False, rule=outcome.rule, refusal=outcome))
        if step.do == "withdraw" and self._is_over(number, names):
            stand_and_fight(outcome)
        settle(outcome, lambda side: self._says_targets(number, side, names))
        self.state = outcome.state
        shown.commands = [show_command(c) for c in outcome.commands]
        return Outcome(Answer(legal=True), outcome.events, self.dice.used - used, placed)

    def _opens(self, number: int) -> bool:
        """Whether a step is `next` before any other command: the initiative roll that opens the file is its own."""
        steps = self.source.situation.step
        return steps[number].do == "next" and not any(step.do for step in steps[:number])

    def _own_rolls(self, step: Step, rolls: int) -> int:
        """Dice of a step; the one for the edge an aircraft comes from is that of its airstrike (19.1)."""
        if step.do == "airstrike":
            rolls, self.edge = rolls + self.edge, 0
        elif rolls and isinstance(engine.question(self.state), EntryChoice):
            if self.dice.script[self.dice.used - 1][0] == "random":
                rolls, self.edge = rolls - 1, 1
        return rolls

    def _is_over(self, number: int, names: Names) -> bool:
        """Whether nobody who has got out of a Melee is ordered any farther, and dice for a round of it come next."""
        step, *after = self.source.situation.step[number:]
        then = next((s.do for s in after if s.do), None)
        if then in GOES_ON or self.dice.used == len(self.dice.script):
            return False
        goes_on = step.expect.asked is not None and self.game.side_index.get(step.expect.asked) == names.side_of(step)
        return not goes_on and self.dice.script[self.dice.used][0] == "melee"

    def _says_targets(self, number: int, side: int, names: Names) -> bool:
        """Whether a later step is about the Melee attack of a side; if not, a lone target is understood."""
        for step in self.source.situation.step[number + 1 :]:
            if step.do is not None:
                return step.do == "choose" or (step.do == "melee" and names.side_of(step) in (side, None))
            if "melee" in (step.of, step.command):
                return True
        return False

    def _ask(self, step: Step, names: Names) -> Outcome:
        names.side(step)
        return Outcome(ASKERS[step.ask or ""](self.game, self.state, step, names))


def _entry(roll: Faces | None, pick: str | None, purpose: str) -> tuple[str, Faces | str]:
    return purpose, roll if roll is not None else pick or ""


def _side(game: Game, state: State) -> str:
    side = engine.decider(state)
    return "" if side is None else game.side_name(side)


def _answer_text(answer: Answer) -> str:
    """An answer in short, for the detailed report."""
    parts = []
    for key in ("legal", "rule", "verdict", "degrading", "limited", "value"):
        value = getattr(answer, key)
        if value is not None:
            parts.append(f"{key} {show(value)}")
    if answer.refusal is not None:
        parts.append(answer.refusal.code)
    if answer.tally is not None:
        parts.append(f"total {answer.tally.total} from {show(tally_items(answer.tally))}")
    if answer.odds is not None:
        parts.append(", ".join(f"{k} {v}" for k, v in answer.odds.items()))
    return "; ".join(parts)


def title(step: Step) -> str:
    """A step in one line.

    >>> title(Step(do="fire", by="us", units=["a", "b"], at="H6"))
    'us: fire units a b at H6'
    """
    words = [step.do or f"ask {step.ask}"]
    for key, value in given(step).items():
        if key not in ("do", "ask", "by", "expect", "cases"):
            words.append(f"{key} {' '.join(value) if isinstance(value, list) else value}")
    return (f"{step.by}: " if step.by else "") + " ".join(words)


def run_file(path: str | Path) -> FileReport:
    """One file; whatever is wrong with it ends up in the report."""
    report = FileReport(str(path))
    try:
        run_source(load(path), report)
    except LnltError as error:
        _fail(report, error)
    except Exception as error:
        if os.environ.get("LNLT_DEBUG"):
            raise
        report.status = "error"
        report.error = f"internal error: {type(error).__name__}: {error} (a bug in lnlt; LNLT_DEBUG=1 shows where)"
    return report


def run_source(source: Source, report: FileReport | None = None) -> FileReport:
    """A situation that has been read; mistakes in it are raised."""
    report = report or FileReport(source.where)
    report.id, report.title = source.situation.id, source.situation.title
    try:
        Run(source, report).steps()
    except DiceError as error:
        raise SituationError(error.reason, source.where, *error.place) from None
    return report


def _fail(report: FileReport, error: LnltError) -> None:
    report.status = "error"
    place = error.place if error.place and error.place[0] == report.file else (report.file, *error.place)
    report.error = str(SituationError(error.reason, place[0], *(NUMBER.sub(r"[\1]", key) for key in place[1:])))


def find_files(paths: Iterable[str | Path]) -> list[Path]:
    """The files meant: a folder stands for all *.toml below it; one without any is a mistake of its own."""
    found: list[Path] = []
    for path in map(Path, paths):
        below = sorted(file for file in path.rglob("*.toml") if file.is_file()) if os.path.isdir(path) else []
        found += below or [path]
    return list(dict.fromkeys(found))
