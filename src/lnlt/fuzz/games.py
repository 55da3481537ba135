"""Random play: whole games of random decisions, with every rule of the machinery checked on the way.

Only `options`, `why_not` and `submit` are used, so rules that come later join by themselves.

>>> from lnlt import engine
>>> report = fuzz_game(engine.load("first-fight"), 1)
>>> report.failure is None, report.decisions > 100
(True, True)
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from lnlt import engine
from lnlt.core.dice import SEEDED, Dice, Faces
from lnlt.core.engine import passes
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.engine import CODEC, COMMANDS, Refusal, Step
from lnlt.fuzz.checks import check_frozen, check_state, check_step
from lnlt.fuzz.errors import need
from lnlt.fuzz.setups import random_game
from lnlt.rules.ch05_fire.lone import FireAlone
from lnlt.rules.facts.kits import in_the_air

SHIPPED_EVERY = 10
"""Every so many seeds a shipped scenario is played instead of a generated battle."""
FAIR_EVERY = 2
"""Every so many seeds the dice are fair, else loaded."""


class Checks(msgspec.Struct, frozen=True):
    """How thoroughly to look."""

    share: float = 0.01
    """Share of positions in which every option and many wrong commands are tried."""
    mutants: int = 40
    """Wrong commands tried in such a position."""
    limit: int = 20_000
    """More decisions than this: the game is stuck."""
    invariants: bool = True
    """Check every state and step; without, games are only played."""


class Failure(msgspec.Struct, frozen=True):
    """What went wrong, and enough to find it again."""

    what: str
    decision: int
    frames: str
    commands: tuple[str, ...]
    """The last commands as JSON, the one that failed last."""
    trace: str = ""


class LoadedDice:
    """Dice that show their lowest and highest face more often: what is rare happens in every game."""

    def roll(self, rng: int, count: int, sides: int, purpose: str) -> tuple[Faces, int]:
        """A third ones, a third the highest face."""
        faces, rng = SEEDED.roll(rng, count, 3 * sides, purpose)
        return tuple(1 if f <= sides else sides if f <= 2 * sides else f - 2 * sides for f in faces), rng

    def draw(self, rng: int, items: Sequence[str], purpose: str) -> tuple[int, int]:
        """Uniform choice."""
        return SEEDED.draw(rng, items, purpose)


class FuzzReport(msgspec.Struct, frozen=True):
    """One random game."""

    game: str
    seed: int
    decisions: int
    turns: int
    positions: int = 0
    """Positions looked at closely."""
    tried: int = 0
    """Options carried out there."""
    mutants: int = 0
    """Wrong commands tried there."""
    failure: Failure | None = None


def game_for(seed: int, scenario: str = "", largest: int = 40) -> Game:
    """The game a seed stands for: the scenario given, now and then a shipped one, else a generated battle."""
    if scenario:
        return engine.load(scenario)
    if seed % SHIPPED_EVERY == 0:
        from lnlt.content.scenarios import scenario_names

        names = scenario_names()
        return engine.load(names[seed // SHIPPED_EVERY % len(names)])
    return random_game(seed, largest)


def fuzz_seed(seed: int, scenario: str = "", checks: Checks | None = None) -> FuzzReport:
    """Play the game of a seed; an error while it is set up is a failure as well."""
    try:
        game = game_for(seed, scenario)
    except Exception as error:
        failure = Failure(f"set-up: {type(error).__name__}: {error}", 0, "", (), traceback.format_exc())
        return FuzzReport(scenario or "set-up", seed, 0, 0, failure=failure)
    return fuzz_game(game, seed, checks)


def fuzz_game(game: Game, seed: int, checks: Checks | None = None) -> FuzzReport:
    """Play one whole random game and report; never raises for what the engine does wrong."""
    play = _Play(game, seed, checks or Checks())
    failure = None
    try:
        play.run()
    except Exception as error:
        name = "" if isinstance(error, AssertionError) and str(error) else f"{type(error).__name__}: "
        frames = engine.describe(play.state) if play.state is not None else ""
        last = tuple(CODEC.encode(c).decode() for c in play.commands[-12:])
        failure = Failure(f"{name}{error}", len(play.commands), frames, last, traceback.format_exc())
    turns = play.state.turn if play.state is not None else 0
    return FuzzReport(game.setup.id, seed, len(play.commands), turns, play.positions, play.tried, play.mutants, failure)


class _Play:
    def __init__(self, game: Game, seed: int, checks: Checks) -> None:
        self.game = game
        self.checks = checks
        self.seed = seed
        self.rng = Random(f"play {seed}")
        self.sample = Random(f"sample {seed}")
        self.dice: Dice = LoadedDice() if seed % FAIR_EVERY else SEEDED
        self.state: State | None = None
        self.commands: list[Command] = []
        self.positions = self.tried = self.mutants = 0

    def run(self) -> None:
        """From the first question to the end of the game."""
        game, checks = self.game, self.checks
        state = self.state = engine.begin(game, self.seed, self.dice).state
        data = CODEC.encode_state(state)
        if checks.invariants:
            check_state(game, state)
            check_frozen(state)
        while state.over is None:
            need(len(self.commands) < checks.limit, f"stuck: more than {checks.limit} decisions")
            offered = engine.options(game, state)
            need(offered, "a side is asked and has no option")
            if checks.share and self.sample.random() < checks.share:
                self.look_closely(state, offered)
            command = self.pick(offered)
            self.commands.append(command)
            refusal = engine.why_not(game, state, command)
            need(refusal is None, f"an offered command was refused: {refusal!r}")
            step = engine.submit(game, state, command, self.dice)
            need(isinstance(step, Step), f"an offered command was refused: {step!r}")
            assert isinstance(step, Step)
            if checks.invariants:
                data = check_step(game, state, data, step)
            state = self.state = step.state
        need(engine.options(game, state) == [], "a finished game offers something")

    def pick(self, offered: Sequence[Command]) -> Command:
        """Any of the options; letting things pass is chosen less often, so that more happens."""
        command = self.rng.choice(offered)
        return self.rng.choice(offered) if passes(command) else command

    def look_closely(self, state: State, offered: Sequence[Command]) -> None:
        """Try every option and many wrong commands; the position itself goes on unchanged."""
        game = self.game
        self.positions += 1
        data = CODEC.encode_state(state)
        side = engine.decider(state)
        assert side is not None
        keys = {canonical(game, state, c): c for c in offered}
        need(len(keys) == len(offered), "an option is offered twice")
        seen = engine.options(game, engine.view(state, side).as_state(state.rng))
        need({canonical(game, state, c) for c in seen} == set(keys), "a View offers something else")
        for command in offered:
            self.commands.append(command)
            need(CODEC.decode_command(CODEC.encode(command)) == command, "the command's JSON does not come back")
            need(engine.why_not(game, state, command, 1 - side) is not None, "the other side may answer")
            refusal = engine.why_not(game, state, command)
            need(refusal is None, f"an offered command was refused: {refusal!r}")
            step = engine.submit(game, state, command, self.dice, by=side)
            need(isinstance(step, Step), f"an offered command was refused: {step!r}")
            assert isinstance(step, Step)
            check_step(game, state, data, step)
            explored = engine.explore(game, state, [command])
            need(explored.done == 1, f"exploring an offered command was refused: {explored.refusal!r}")
            self.commands.pop()
            self.tried += 1
        for _ in range(self.checks.mutants):
            mutant = self.mutate(state, offered)
            self.commands.append(mutant)
            refusal = engine.why_not(game, state, mutant)
            twin = keys.get(canonical(game, state, mutant))
            need((refusal is None) == (twin is not None), f"offered: {twin is not None}, but check says {refusal!r}")
            if refusal is not None:
                need(refusal.rule and refusal.code, "a refusal without rule or code")
                need(isinstance(engine.submit(game, state, mutant), Refusal), "refused and carried out")
            elif twin is not None and twin != mutant:
                one = engine.submit(game, state, twin, self.dice)
                two = engine.submit(game, state, mutant, self.dice)
                need(one == two, "two names of one command do different things")
            self.commands.pop()
            self.mutants += 1
        need(CODEC.encode_state(state) == data, "trying things out changed the state")

    def mutate(self, state: State, offered: Sequence[Command]) -> Command:
        """A command near an offered one, or of any type with any fields."""
        rng = self.sample
        if rng.random() < 0.7:
            base = rng.choice(offered)
            names = base.__struct_fields__
            if names:
                field = rng.choice(names)
                value = self.other(state, getattr(base, field))
                return msgspec.structs.replace(base, **{field: value})
        kind = rng.choice(COMMANDS)
        fields = {f.name: self.any(state, f.type) for f in msgspec.structs.fields(kind)}
        return kind(**fields)

    def other(self, state: State, value: Any) -> Any:
        """A value of the same type that is probably wrong."""
        rng = self.sample
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return value + rng.choice((-1, 1, 7))
        if isinstance(value, tuple):
            items = list(value)
            change = rng.choice(("add", "drop", "twice", "turn"))
            if change == "add" or not items:
                items.append(self.word(state))
            elif change == "drop":
                items.pop()
            elif change == "twice":
                items.append(items[0])
            else:
                items.reverse()
            return tuple(items)
        return self.word(state)

    def any(self, state: State, kind: Any) -> Any:
        """Any value of a type."""
        if kind is bool:
            return self.sample.random() < 0.5
        if kind is int:
            return self.sample.randint(-1, 6)
        if kind is str:
            return self.word(state)
        if getattr(kind, "__origin__", None) is tuple:
            return tuple(self.any(state, kind.__args__[0]) for _ in range(self.sample.randint(0, 2)))
        return None

    def word(self, state: State) -> str:
        """A unit, a weapon, a place (occupied, any, or a layer of it) or nonsense."""
        rng, board = self.sample, self.game.board
        pick = rng.random()
        if pick < 0.3:
            return rng.choice(state.units).id
        if pick < 0.4 and state.weapons:
            return rng.choice(state.weapons).id
        if pick < 0.65 and state.by_loc:
            return board.loc_name(rng.choice(list(state.by_loc)))
        if pick < 0.85:
            return rng.choice(board.names)
        if pick < 0.95:
            return f"{rng.choice(board.names)}/{rng.choice(('ground', 'upper', 'roof', 'air', 'attic'))}"
        return rng.choice(("", "?", "H99", "nobody", "A1/", "/upper"))


def canonical(game: Game, s: State, command: Command) -> tuple[Any, ...]:
    """One key for all ways to write a command: places by their first name, sets of names in order."""
    if isinstance(command, FireAlone) and command.target in s.ids and in_the_air(s.units[s.ids[command.target]].at):
        if game.board.loc_names[s.units[s.ids[command.target]].at] == command.at:  # who flies there need not be named
            command = msgspec.structs.replace(command, target="")
    found: list[Any] = [type(command).__name__]
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if name == "weapon" and value == "main":  # the first of two guns needs no name
            value = ""
        elif isinstance(value, str):
            with suppress(KeyError):
                value = game.board.loc_name(game.board.loc(value))
        elif isinstance(value, tuple):
            value = tuple(sorted(value, key=str))
        found.append(value)
    return tuple(found)
