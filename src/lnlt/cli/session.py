"""The dialogue of the text game: reads lines, talks, plays; the same for a terminal and for piped input."""

from __future__ import annotations

from collections.abc import Callable

from lnlt import engine, words
from lnlt.cli import odds, screen
from lnlt.cli.orders import OrderError, need_place, place, read_order
from lnlt.cli.table import Table
from lnlt.core.errors import LnltError
from lnlt.core.events import ImpulseEnded
from lnlt.core.frames import Command
from lnlt.core.record import Barrier
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.group import FireGroup
from lnlt.rules.ch05_fire.opportunity import Reaction
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.steps import StepTo
from lnlt.rules.ch10_los_spotting.lines import report
from lnlt.words.sentences import tag

HELP = """\
  NUMBER                 choose an option of the list
  fire G2 I5             activate G2 if need be and fire at I5 with the best group
  fire G2 I5 us-a tom    the same with these units; in answer to a move: fire I5
  move us-a us-b G3 G4   move units step by step and stop (end with ... to be asked again)
  move G2 G3             move everybody in G2
  activate G2            name a hex; a Leader in it lets you name his neighbours too
  pass · pass all        do nothing now; let a whole enemy move pass
  done · stop            end the impulse; end a move
  rally us-a             try to rally (add: pair)
  spot us-a I5           a spotting attempt; smoke us-a G3: lay Smoke
  melee I5               fight a round of Melee; withdraw I5: try to get out of it
  place us-a us-b G3     set-up: units into a hex, several hexes in one line too
  why ORDER · why G2     why an order is not allowed; what the units in G2 may not do, and why
  tally G2 I5            both sums of an attack item by item, and the chances
  tally ORDER            the same for any order that rolls; for a move its costs and what can answer
  los G2 I5              line of sight, hex by hex
  map · map all · units  the position
  log · log all          what happened
  undo                   take back, until dice fell or the other side chose
  save FILE · goal · options · help · quit"""

SILENT = frozenset(
    {"activate", "fire", "op_fire", "add_firer", "open_fire", "begin_move", "add_mover", "step_to", "stop_move"}
    | {"pass", "done", "rally", "drop", "place", "next"}
)
"""Commands that need no line of their own: the events say it, or the next command does."""


NO_DICE = "That rolls no dice."
LONGEST = 2000
"""Signs of a line that are read; nobody types more by intention."""


def cleaned(line: str) -> str:
    """A line as it is read: without control codes, which could change a terminal when they are repeated.

    >>> cleaned(" fire\\tG2 \\x1bI5 ")
    'fire G2 \N{REPLACEMENT CHARACTER}I5'
    """
    line = " ".join(line.split())
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line)


class Leave(Exception):
    """The player wants to stop."""


class Session:
    """One sitting at the table. `read` gives the next line, or None when there are no more."""

    def __init__(self, table: Table, read: Callable[[str], str | None], write: Callable[[str], None] = print) -> None:
        self.table = table
        self.read = read
        self.write = write
        self._impulses = 0
        self._seen: tuple[int, int | None] | None = None
        """Impulse and side the map was last shown for."""

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        try:
            while self.table.asked is not None:
                if self.table.human_asked:
                    self.ask()
                else:
                    self.tell_step(self.table.computer)
            self.finish()
        except (Leave, KeyboardInterrupt, EOFError):
            self.write("")
            self.write(f"The game is saved in {self.table.path}")
            self.write(f"Go on with: lnlt play --load {self.table.path}")

    def finish(self) -> None:
        """How it ended."""
        game, s = self.table.game, self.table.state
        self.write("")
        self.write(screen.map_text(game, s))
        self.write(screen.units_text(game, s))
        self.write(screen.bold(self.result()))
        self.write(f"The record is in {self.table.path}; look at it with: lnlt replay {self.table.path}")

    def result(self) -> str:
        """The last line of the log: who won and why."""
        return words.log_text(self.table.game, None, self.table.state, self.table.match.steps[-1].events)[-1]

    def tell_step(self, act: Callable[[], engine.Step | Refusal]) -> bool:
        """Carry something out and tell what happened; False if it was refused."""
        table = self.table
        before, asked = table.state, table.asked
        step = act()
        if isinstance(step, Refusal):
            self.write(f"Not allowed: {words.refusal_text(table.game, step)}")
            return False
        self._impulses += sum(isinstance(event, ImpulseEnded) for event in step.events)
        commands = table.match.entries[-1].do
        assert asked is not None
        lines = words.log_text(table.game, before, step.state, step.events)
        codes = [tag(type(c)) for c in commands]
        if codes[-1] not in SILENT:
            lines.insert(0, words.order_text(table.game, before, commands))
        sign = f"{screen.tag(table.game, asked)} │ "
        for line in lines:
            self.write(screen.paint(table.game, sign + line))
        return True

    def ask(self) -> None:
        """Show the question and its options, then read lines until an order is carried out."""
        table = self.table
        game, s = table.game, table.state
        moment = (self._impulses, table.asked)
        self.write("")
        set_up = screen.in_set_up(game, s)
        if set_up is not None:
            moment = (-1, table.asked)
        if moment != self._seen and (s.phase != "rally" or set_up is not None):
            self.write(screen.map_text(game, s))
            if set_up is None:
                self.write(screen.units_text(game, s, table.asked))
            self.write("")
        self._seen = moment
        self.show_options()
        while not self.answer(self._line()):
            pass

    def show_options(self) -> list[Command]:
        """Print the question and the numbered options."""
        game, s = self.table.game, self.table.state
        groups = words.option_groups(engine.options(game, s))
        self.write(screen.heading(game, s))
        set_up = screen.in_set_up(game, s)
        self.write(screen.options_text(game, s, groups) if set_up is None else screen.set_up_text(game, s, set_up))
        hint = screen.hint(game, s)
        if hint:
            self.write(screen.dim(f"       {hint}"))
        return screen.numbered(groups)

    def _line(self) -> str:
        asked = self.table.asked
        assert asked is not None
        line = self.read(f"{self.table.game.sides[asked].id}> ")
        if line is None:
            raise Leave
        return line

    def answer(self, line: str) -> bool:
        """Deal with one line; True if it changed the position."""
        line = cleaned(line)
        if not line or line.startswith("#"):
            return False
        verb, *rest = line.split()
        try:
            if len(line) > LONGEST:
                raise OrderError(f"that line is too long: {len(line)} signs, {LONGEST} are read")
            talk = TALK.get(verb.lower())
            if talk is not None:
                return talk(self, rest)
            return self.order(line)
        except LnltError as error:
            self.write(str(error))
            return False

    def order(self, line: str) -> bool:
        """Carry out an order."""
        return self.tell_step(lambda: self._give(self.commands(line)))

    def _give(self, commands: list[Command]) -> engine.Step | Refusal:
        """Orders that would be refused half-way are not begun; where only one unit can act, it is not asked for."""
        game, s, asked = self.table.game, self.table.state, self.table.asked
        while True:
            ahead = engine.explore(game, s, commands)
            if ahead.refusal is not None:
                return ahead.refusal
            top = engine.question(ahead.state) if not ahead.stopped else None
            if not isinstance(top, FireGroup | MoveGroup) or top.side != asked:
                return self.table.give(commands)
            options = engine.options(game, ahead.state)
            if len(options) != 1 or len(commands) > 20:
                return self.table.give(commands)
            commands = [*commands, options[0]]

    def commands(self, line: str) -> list[Command]:
        """What a line orders."""
        game, s = self.table.game, self.table.state
        if screen.in_set_up(game, s) is not None and line.isdecimal():
            raise OrderError("place units by name: place UNIT HEX")
        options = screen.numbered(words.option_groups(engine.options(game, s)))
        return read_order(game, s, line, options)

    # Talk that changes nothing

    def help(self, _: list[str]) -> bool:
        """What can be typed."""
        self.write(HELP)
        return False

    def map(self, rest: list[str]) -> bool:
        """The map, around the units or whole."""
        self.write(screen.map_text(self.table.game, self.table.state, bool(rest)))
        return False

    def units(self, _: list[str]) -> bool:
        """All units."""
        self.write(screen.units_text(self.table.game, self.table.state))
        return False

    def options(self, _: list[str]) -> bool:
        """The question and its options again."""
        self.show_options()
        return False

    def goal(self, _: list[str]) -> bool:
        """What must be done to win."""
        self.write(screen.goal_text(self.table.game))
        return False

    def log(self, rest: list[str]) -> bool:
        """The last entries, or all of them."""
        match = self.table.match
        first = 0 if rest else max(0, len(match.entries) - 15)
        for number in range(first, len(match.entries)):
            entry = match.entries[number]
            before = match.steps[number].state
            text = words.order_text(match.game, before, entry.do)
            self.write(f"{entry.n:>4} {entry.side}: {text}")
            step = match.steps[number + 1]
            for line in words.log_text(match.game, before, step.state, step.events):
                self.write(f"       {line}")
        if not match.entries:
            self.write("Nothing has happened yet.")
        return False

    def why(self, rest: list[str]) -> bool:
        """Why an order is not allowed."""
        if not rest:
            raise OrderError("why what? For instance: why fire G2 I5")
        game, s = self.table.game, self.table.state
        if len(rest) == 1 and place(game, rest[0]) is not None:
            return self._why_stack(need_place(game, rest[0]))
        commands = self.commands(" ".join(rest))
        refusal = engine.explore(game, s, commands).refusal
        if refusal is None:
            self.write(f"Allowed: {words.order_text(game, s, commands)}")
        else:
            self.write(f"Not allowed: {words.refusal_text(game, refusal)}")
        return False

    def _why_stack(self, at: str) -> bool:
        """What the units of a hex may not do, and why; the same reason only once."""
        game, s = self.table.game, self.table.state
        told: dict[str, list[str]] = {}
        for action in engine.refusals(game, s, at):
            for denied in action.denied:
                text = words.option_text(game, s, denied.command)
                orders = told.setdefault(words.refusal_text(game, denied.refusal), [])
                if text not in orders:
                    orders.append(text)
        for reason, orders in told.items():
            self.write(f"Not allowed: {reason}")
            self.write(screen.dim(f"    {'; '.join(orders)}"))
        if not told:
            self.write(f"Nothing is denied to the units in {at}.")
        return False

    def los(self, rest: list[str]) -> bool:
        """A line of sight, explained."""
        a, b = self._two(rest, "los")
        self.write(report(self.table.game, self.table.state, a, b).text())
        return False

    def _two(self, rest: list[str], verb: str) -> tuple[int, int]:
        found = [place(self.table.game, word) for word in rest]
        if len(found) != 2 or found[0] is None or found[1] is None:
            raise OrderError(f"{verb} needs two hexes: {verb} G2 I5")
        return found[0], found[1]

    def tally(self, rest: list[str]) -> bool:
        """What an order would roll: sums item by item and exact chances; two hexes alone mean fire."""
        game, s = self.table.game, self.table.state
        commands = self._asked_about(rest)
        refusal = engine.explore(game, s, commands).refusal
        if refusal is not None:
            self.write(f"Not allowed: {words.refusal_text(game, refusal)}")
            return False
        steps = [c.at for c in commands if isinstance(c, StepTo)]
        if steps:
            begin = commands[: next(n for n, c in enumerate(commands) if isinstance(c, StepTo))]
            lines = odds.walk_lines(game, s, engine.walk(game, s, begin, steps))
        else:
            found = odds.preview(game, s, commands)
            lines = odds.report(game, s, found) if found is not None else [NO_DICE]
        for line in lines:
            self.write(line)
        return False

    def _asked_about(self, rest: list[str]) -> list[Command]:
        """The order a player asks about: any order, two hexes (fire), one hex in answer to a move, or nothing."""
        game, s = self.table.game, self.table.state
        top = engine.question(s)
        hexes = bool(rest) and all(place(game, word) is not None for word in rest)
        if isinstance(top, FireGroup) and (not rest or hexes):
            return []
        if isinstance(top, Reaction) and (not rest or hexes):
            if not rest:
                raise OrderError("tally from which hex? For instance: tally I5")
            return self.commands(f"fire {rest[0]}")
        if not rest or hexes:
            a, b = (game.board.loc_name(p) for p in self._two(rest, "tally"))
            return self.commands(f"fire {a} {b}")
        return self.commands(" ".join(rest))

    # Talk about the table

    def undo(self, _: list[str]) -> bool:
        """Take the last entry back."""
        gone = self.table.undo()
        if isinstance(gone, Barrier):
            self.write(f"No: {words.barrier_text(gone)}")
            return False
        self.write(f"Taken back: {words.order_text(self.table.game, self.table.state, gone.do)}")
        return True

    def save(self, rest: list[str]) -> bool:
        """Save under another name and go on there."""
        if rest:
            self.table.save_as(" ".join(rest))
        self.write(f"Saved in {self.table.path}")
        return False

    def quit(self, _: list[str]) -> bool:
        """Leave; the game is saved."""
        raise Leave


TALK: dict[str, Callable[[Session, list[str]], bool]] = {
    "help": Session.help,
    "?": Session.help,
    "h": Session.help,
    "map": Session.map,
    "units": Session.units,
    "u": Session.units,
    "options": Session.options,
    "o": Session.options,
    "goal": Session.goal,
    "log": Session.log,
    "why": Session.why,
    "los": Session.los,
    "tally": Session.tally,
    "odds": Session.tally,
    "undo": Session.undo,
    "save": Session.save,
    "quit": Session.quit,
    "exit": Session.quit,
    "q": Session.quit,
}
"""Words that are not orders."""
