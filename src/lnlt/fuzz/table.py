"""The table walk: random games played through what the browser table offers, and nothing else.

A game is played in stretches. In a walked stretch every decision, of either side, is made like by somebody who presses
anything: `lnlt.fuzz.client` says what can be pressed (buttons, hexes, who goes along, ways to move and fire,
directions, lines of aircraft, the tray, standing orders), and the presses lead from one flow of the client to the next
until an order is given. Between walked stretches a game is hurried on by random options of the engine, so that all its
phases come up; the first questions of each kind are walked all the same. Some set-ups are walked from the first counter
to the last, and so are whole impulses with the reactions in them. The shipped scenarios, those for training too, and
generated battles take turns.

It fails where

* nothing that can be pressed leads to an order (`Seat.presses`, searched through when luck finds none),
* an order that was offered is refused, or its rest is dropped although nobody acted and no die fell,
* a menu offers a way to move or fire that leads nowhere without a reason, or a button gives another order than it says,
* things that can be pressed cannot be told apart, an option is in no list, on no hex and in no menu,
* the server does not answer a question of the client, or anything raises.

What is not walked: undo, the log and its past, saving and loading, hints, the danger map, and what is only drawn.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from lnlt import engine
from lnlt.content.scenarios import scenario_names
from lnlt.core import events as ev
from lnlt.core.dice import SEEDED, Dice
from lnlt.core.engine import passes
from lnlt.core.errors import LnltError
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State, enclosing
from lnlt.engine import CODEC, Step
from lnlt.fuzz.client import Seat
from lnlt.fuzz.errors import BrokenError, need
from lnlt.fuzz.flows import Flow, Given, Press
from lnlt.fuzz.games import FAIR_EVERY, Failure, FuzzReport, LoadedDice
from lnlt.fuzz.setups import random_game
from lnlt.rules.ch22_scenario.set_up import SetUp
from lnlt.server.choices import Told
from lnlt.server.lens import Lens
from lnlt.table import outcomes, previews
from lnlt.table.outcomes import Assume, Outcomes

BATTLE_EVERY = 4
"""Every so many seeds a generated battle is played instead of a shipped scenario."""
LARGEST = 16
"""Counters a side of it at most."""
WEIGHTS = {"button": 4.0, "order": 3.0, "hex": 3.0, "who": 1.0, "mode": 1.0, "wish": 0.2, "back": 0.4}
"""How often each kind of thing is pressed."""
TRIES, DEPTH = 6, 10
"""How often somebody begins anew, and how much he presses each time, before everything is tried in turn."""
SEARCHED = 2000
"""Things pressed in turn at most before a table counts as locked."""
WALKED, HURRIED = (3, 25), (5, 90)
"""Decisions of a walked stretch and of one that is hurried through."""
LONGER = 4
"""How much longer a stretch is in a set-up."""
RARE = 3
"""So often every kind of question is walked in a game, also in a stretch that is hurried through."""
QUESTIONS = 250
"""Questions of a game at most; then it is hurried to its end."""
LIMIT = 20_000
"""More decisions than this: the game is stuck."""


ROUGHLY = 24
"""Cases counted for the chances of an order: the walk asks what is offered, not how likely it is."""


@contextmanager
def roughly() -> Iterator[None]:
    """Chances from a few cases only."""
    exact = outcomes.play_out

    def rough(
        game: Game, state: State, command: Command, assume: Assume, limit: int = ROUGHLY, whole: tuple[type, ...] = ()
    ) -> Outcomes:
        return exact(game, state, command, assume, min(limit, ROUGHLY), whole)

    setattr(previews, "play_out", rough)  # noqa: B010 (the one place that plays outcomes out)
    try:
        yield
    finally:
        setattr(previews, "play_out", exact)  # noqa: B010


def table_game(seed: int, scenario: str = "") -> Game:
    """The game a seed stands for: the scenario given, else a shipped one or a generated battle."""
    if scenario:
        return engine.load(scenario)
    if seed % BATTLE_EVERY == BATTLE_EVERY - 1:
        return random_game(seed, LARGEST)
    names = scenario_names()
    return engine.load(names[(seed - seed // BATTLE_EVERY) % len(names)])


def walk_seed(seed: int, scenario: str = "", beginning: int = 0) -> FuzzReport:
    """Walk the game of a seed, or only the `beginning` of it; never raises for what the table does wrong."""
    try:
        game = table_game(seed, scenario)
    except Exception as error:
        failure = Failure(f"set-up: {type(error).__name__}: {error}", 0, "", (), traceback.format_exc())
        return FuzzReport(scenario or "set-up", seed, 0, 0, failure=failure)
    walk = Walk(game, seed)
    failed: Failure | None = None
    try:
        with roughly():
            if beginning:
                walk.begin(beginning)
            else:
                walk.run()
    except Exception as error:
        name = "" if isinstance(error, AssertionError | LnltError) and str(error) else f"{type(error).__name__}: "
        last = tuple(CODEC.encode(c).decode() for c in walk.commands[-12:])
        where = f"{engine.describe(walk.state)}; pressed: {' | '.join(walk.trail)}"
        failed = Failure(f"{name}{error}", len(walk.commands), where, last, traceback.format_exc())
    return FuzzReport(
        game.setup.id, seed, len(walk.commands), walk.state.turn, walk.walked, walk.pressed, walk.questions, failed
    )


class Walk:
    """One game on its way."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.rng = game, Random(f"table {seed}")
        self.dice: Dice = LoadedDice() if seed % FAIR_EVERY else SEEDED
        self.lens = Lens(game, {}, Told())
        self.state: State = engine.begin(game, seed, self.dice).state
        self.commands: list[Command] = []
        self.trail: list[str] = []
        """What was pressed for the order that comes."""
        self.met: Counter[type] = Counter()
        """How often each kind of question has come."""
        self.walked = self.pressed = self.questions = 0
        self._quiet = True
        """Nobody has acted and no die has fallen since the last order was given."""

    def run(self) -> None:
        """To the end of the game."""
        walking, left = self.rng.random() < 0.5, 0
        while self.state.over is None:
            need(len(self.commands) < LIMIT, f"stuck: more than {LIMIT} decisions")
            if not left:
                walking = not walking
                left = self.rng.randint(*(WALKED if walking else HURRIED))
                left *= LONGER if walking and self.setting_up else 1
            left -= 1
            kind = type(engine.question(self.state))
            self.met[kind] += 1
            if (walking or self.met[kind] <= RARE) and self.questions < QUESTIONS:
                self.decide()
            else:
                self.hurry()

    def begin(self, many: int) -> None:
        """Walk so many decisions of the set-up, hurry through the rest of it, and walk as many after it."""
        for first in (True, False):
            for _ in range(many):
                if self.state.over is None and self.setting_up == first:
                    self.decide()
            while first and self.setting_up:
                self.hurry()

    @property
    def setting_up(self) -> bool:
        """Whether a side is asked where its units begin."""
        return enclosing(self.state, SetUp) is not None

    def hurry(self) -> None:
        """Any option of the engine."""
        offered = engine.options(self.game, self.state)
        need(offered, "a side is asked and has no option")
        command = self.rng.choice(offered)
        if passes(command):
            command = self.rng.choice(offered)
        self._carry_out([command])

    def decide(self) -> None:
        """Press things until an order is given, and give it."""
        self.trail = []
        seat = Seat(self.game, self.state, self.lens)
        need(seat.decision.options, "a side is asked and has no option")
        self.walked += 1
        hidden = seat.hidden()
        need(not hidden, f"offered nowhere: {[option.text for option in hidden]}")
        try:
            given = self._press(seat)
        finally:
            self.questions += seat.asked
        self._carry_out([CODEC.decode_command(raw) for raw in given.do], offered=True)

    def _press(self, seat: Seat) -> Given:
        for _ in range(TRIES):
            flow = seat.opening()
            self.trail = []
            for _ in range(DEPTH):
                found = self._act(self._any(seat.presses(flow)))
                if isinstance(found, Given):
                    return found
                flow = found
        return self._search(seat)

    def _act(self, press: Press) -> Flow | Given:
        self.trail.append(press.text)
        self.pressed += 1
        return press.act()

    def _any(self, presses: list[Press]) -> Press:
        """Something to press: first of what kind, then which."""
        need(presses, "nothing can be pressed")
        kinds = list(dict.fromkeys(press.kind for press in presses))
        kind = self.rng.choices(kinds, [WEIGHTS[one] for one in kinds])[0]
        return self.rng.choice([press for press in presses if press.kind == kind])

    def _search(self, seat: Seat) -> Given:
        """Press everything in turn until something gives an order, what takes few presses first."""
        self.trail = ["everything"]
        flows = [seat.opening()]
        left = SEARCHED
        for flow in flows:
            for press in seat.presses(flow):
                if press.kind in ("back", "wish"):
                    continue
                found = self._act(press)
                if isinstance(found, Given):
                    return found
                if found not in flows:
                    flows.append(found)
                left -= 1
                need(left, f"locked: {SEARCHED} things pressed, and none leads to an order")
        raise BrokenError("locked: nothing that can be pressed leads to an order")

    def _carry_out(self, commands: list[Command], offered: bool = False) -> None:
        """As the server does it; what was offered must not be refused, now or on the way."""
        side = engine.decider(self.state)
        queue = self.state.queue
        if queue is None or queue.side == side:
            self._quiet = offered
        elif not passes(commands[0]):
            self._quiet = False
        self.commands += commands
        if len(commands) == 1:
            step = engine.submit(self.game, self.state, commands[0], self.dice, side)
        else:
            step = engine.submit_all(self.game, self.state, commands, self.dice, side)
        need(isinstance(step, Step), f"an offered order was refused: {step!r}")
        assert isinstance(step, Step)
        if any(isinstance(event, ev.Rolled | ev.Drawn) for event in step.events):
            self._quiet = False
        for event in step.events:
            if isinstance(event, ev.QueueDropped) and event.code != "interrupted":
                if event.params.get("command") == "stop_move":  # the move has ended by itself
                    continue
                need(not self._quiet, f"the rest of an offered order was refused: {event}")
        self.state = step.state
