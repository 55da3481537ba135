"""The text game at every kind of question: whatever is typed, the answer is one clear text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from lnlt import engine
from lnlt.ai import Player, make_player
from lnlt.cli.orders import SHORT
from lnlt.cli.session import TALK, Leave, Session
from lnlt.cli.table import Table
from lnlt.content import saves
from lnlt.content.scenarios import scenario_names
from lnlt.core.frames import Command
from lnlt.core.record import Match
from lnlt.core.state import State
from lnlt.fuzz.games import LoadedDice
from lnlt.fuzz.setups import random_game
from lnlt.matches import new_match
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.steps import AddMover, StepTo
from lnlt.words.sentences import tag

TALKING = {act: verb for verb, act in TALK.items() if act is not Session.options}.values()
BY_NAME = [tag(kind) for kind in engine.COMMANDS]
GARBAGE = "xyzzy Q99 ☃ {0} \x1b[2J \x00"
ODD: tuple[str, ...] = (
    "",
    "   ",
    "# a remark",
    "0",
    "-1",
    "99999",
    "9" * 400,
    "²",
    "1 2 3",
    "\x00",
    "\x1b[A",
    "\ud800",
    "x" * 100_000,
)
ODD += ("move " + "G2 " * 900, "why 99999", "tally 0", "pass all all", "los a/b c/d", "move ...", "fire / /", "help me")
GAMES: tuple[tuple[str, int], ...] = (
    ("the-barricades-of-sainte-odile", 3),
    ("the-lantern-caves", 3),
    ("the-last-strip-on-tanjung", 1),
)
GAMES += (("the-bald-hill", 1), ("assault-on-vierville", 2), ("iron-at-sainte-aude", 3))
"""Games in which questions come up late."""
BATTLES = (1, 4, 7, 11, 55, 61, 65, 82, 84, 85, 93, 101, 104)
"""Random battles in which questions come up that few scenarios have."""
ELSEWHERE = {"PhaseEnd", "OverrunAnswer", "DisplacedTo", "GetOffToo", "FireFighters"}
"""Questions these games do not ask."""
OWN = """
name = "Wire and wheels"
era = "ww2"
turns = 2
initiative = "us"
setup_order = ["de", "us"]
maps = [{ map = "15" }]
sides = [{ id = "us", name = "One", nation = "us" }, { id = "de", name = "Two", nation = "de" }]
units = [
  { id = "us", side = "us", type = "ww2-us-101abn-squad-2546", count = 2, at = "K5" },
  { id = "gun", side = "us", type = "wt-37mm-atg", at = "K6" },
  { id = "de", side = "de", type = "ww2-de-wh-squad-1645", group = "de" },
  { id = "tank", side = "us", type = "ww2-m4a1-sherman", group = "late" },
]
groups = [
  { id = "de", side = "de", setup = ["within 1 of C3"], works = ["bunker 2", "wire", "foxholes"] },
  { id = "late", side = "us", turn = 0, held = true },
]
events = [{ id = "a", kind = "occupation", at = "K4", side = "us", paragraph = "1" }]
paragraphs = [{ id = "1", text = "Armor.", effects = [{ do = "place", group = "late", hexes = ["M4"] }] }]
victory = [{ side = "us", when = [{ control = ["C3"] }] }]
otherwise = "de"
"""
"""Fortifications to be placed, a vehicle that a paragraph brings, and a gun that is pushed to another hex."""


def lines(game: engine.Game, s: State, luck: Random) -> Iterator[str]:
    """Every verb there is: alone, with units and hexes of the position, and with nonsense."""
    side = engine.decider(s)
    own = [u.id for u in s.units if u.side == side]
    here = [game.board.loc_name(u.at) for u in s.units if u.side == side and u.at >= 0]
    there = [game.board.loc_name(u.at) for u in s.units if u.side != side and u.at >= 0]
    names, weapons = game.board.names, [w.id for w in s.weapons]

    def some(words: list[str] | tuple[str, ...]) -> str:
        return luck.choice(words or ["nobody"])

    def sensible() -> str:
        kinds = ((here, there), (own, here), (own, own, there), (own,), (here,), (own, weapons), (own, names))
        return " ".join(some(words) for words in luck.choice(kinds))

    for verb in (*TALKING, *SHORT, *BY_NAME):
        yield verb
        yield f"{verb} {sensible()}"
        yield f"{verb} {GARBAGE}"
        yield f"{luck.choice(('why', 'tally'))} {verb} {sensible()}"
    count = len(engine.options(game, s))
    for number in {1, count // 2 + 1, count}:
        yield from (f"why {number}", f"tally {number}", str(number))
    yield from ("map all", "log all", f"save {'x' * 300}.jsonl", "save .", "save ~nobody-of-this-name/x", *ODD)


class Probe:
    """Asks everything at positions of a kind not seen before, and puts the position back each time."""

    def __init__(self, match: Match, path: Path) -> None:
        self.match = match
        self.path = path
        self.said: list[str] = []

    def session(self) -> Session:
        """A sitting at the position as it is."""
        self.said.clear()
        return Session(Table(self.match, ("human", "human"), self.path), lambda _: None, self.said.append)

    def everything(self, luck: Random) -> None:
        """The question and its options are shown; then every line gets its answer."""
        steps, entries = list(self.match.steps), list(self.match.entries)
        with pytest.raises(Leave):  # the input ends
            self.session().ask()
        self.check("", shown=True)
        for line in lines(self.match.game, self.match.state, luck):
            self.session_answers(line)
            self.match.steps[:], self.match.entries[:] = steps, entries

    def session_answers(self, line: str) -> None:
        """One line is answered."""
        try:
            done = self.session().answer(line)
        except Leave:
            assert line.split()[0] in ("quit", "exit", "q")
            return
        silent = not line.strip() or line.startswith("#")
        assert done or silent or self.said, line
        self.check(line, shown=line.split()[:1] in (["log"], ["map"], ["help"]))

    def check(self, line: str, shown: bool) -> None:
        """What was said can be read: words, no signs of the machine, no line that goes on for ever."""
        for text in self.said:
            assert text.strip() or shown or text == "", line
            assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]|Traceback|object at 0x|\bNone\b|struct", text), (line, text)
            assert all(len(row) < 1500 for row in text.splitlines()), (line, text)
            if not shown:
                assert text.count("{") <= line.count("{"), (line, text)


def choose(game: engine.Game, s: State, players: list[Player], luck: Random) -> Command:
    """Mostly what a recruit does; now and then any kind of command."""
    options, side = engine.options(game, s), engine.decider(s)
    assert side is not None
    if luck.random() < 0.8:
        return players[side].choose(game.public(s), engine.view(s, side), options)
    kind = luck.choice(sorted({tag(type(c)) for c in options}))
    return luck.choice([c for c in options if tag(type(c)) == kind])


def walk(game: engine.Game, seed: int, seen: set[str], limit: int = 300, first: tuple[Command, ...] = ()) -> None:
    """Play a game; everything is asked at the first question of each kind."""
    match = new_match(game, seed, ("human", "human"))
    players, luck, todo = [make_player("recruit", seed) for _ in game.sides], Random(seed), list(first)
    while match.state.over is None and len(match.entries) < limit:
        kind = type(engine.question(match.state)).__name__
        if kind not in seen:
            seen.add(kind)
            Probe(match, Path("game.jsonl")).everything(Random(kind))
        options = engine.options(game, match.state)
        command = todo.pop(0) if todo and todo[0] in options else choose(game, match.state, players, luck)
        match.submit(command, dice=LoadedDice())


def test_every_question_answers_every_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In all scenarios and in battles with everything there is, every verb of the text game, alone, with words that fit
    and with nonsense, gets an answer at every kind of question."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(saves, "append", lambda *_: None)
    monkeypatch.setattr(saves, "write", lambda *_: None)
    Path("own.toml").write_text(OWN)
    seen: set[str] = set()
    in_play = (Activate("K5"), BeginMove("K5"), AddMover("us-1"), StepTo("K4"))
    walk(engine.load("own.toml"), 1, seen, 30, in_play)
    pushed = (Activate("K6"), BeginMove("K6"), AddMover("gun"), StepTo("K7"))
    walk(engine.load("own.toml"), 1, seen, 30, pushed)
    for name in scenario_names():
        walk(engine.load(name), 1, seen, 60)
    for name, seed in GAMES:
        walk(engine.load(name), seed, seen)
    for seed in BATTLES:
        walk(random_game(seed, 20), seed, seen, 120)
    asked = {kind.__name__ for kind in engine.FRAMES if hasattr(kind, "ACCEPTS")}
    assert asked - seen - ELSEWHERE == set()


@pytest.mark.parametrize("name", ["rejoining-the-regiment", "a-friend-in-need", "first-fight"])
def test_the_position_can_be_looked_at_from_the_first_question(name: str, tmp_path: Path) -> None:
    """The map, the units, the goal and the log can be shown while nobody is on the map yet."""
    match = new_match(engine.load(name), 5, ("human", "human"))
    said: list[str] = []
    session = Session(Table(match, ("human", "human"), tmp_path / "game.jsonl"), lambda _: None, said.append)
    for line in ("map", "map all", "units", "goal", "log", "options", "help", "why", "los A1 B2"):
        said.clear()
        assert not session.answer(line)
        assert said, line
        assert all(said), line
        if line.startswith("map"):
            assert "Woods" in said[0] or "Building" in said[0]
