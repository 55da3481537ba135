"""Plays a script of beats: windows nobody uses are let pass, finished impulses and Rally Phases ended.

Run as a program it writes the bundled replay anew, which is needed when positions are encoded in another way.
"""

from __future__ import annotations

from typing import Any

from narrative import DICE, SCRIPT, Beat

from lnlt import engine, matches
from lnlt.core.dice import RecordedDice, ScriptedDice
from lnlt.core.flags import ELIMINATED, MARKERS, STATUS, TRIPOD, names
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.record import Match
from lnlt.core.state import State
from lnlt.core.tally import Refusal
from lnlt.rules.ch03_rally import EndRally
from lnlt.rules.ch04_operations.impulse import Done
from lnlt.rules.ch05_fire.opportunity import PassWindow
from lnlt.rules.ch06_movement.steps import StopMove


class Player:
    """A match that follows a script."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.dice = ScriptedDice(list(DICE))
        self.match: Match = matches.new_match(game, 0, started="")

    @property
    def state(self) -> State:
        """The position now."""
        return self.match.state

    def give(self, command: Command) -> None:
        """One command; a refusal is an error."""
        tried = engine.submit(self.game, self.state, command, self.dice)
        assert not isinstance(tried, Refusal), f"{command}: {tried} in {engine.describe(self.state)}"
        self.match.submit(command, None, RecordedDice(tried.rolls))  # so that the record replays

    def order(self, side: int, command: Command) -> None:
        """One command of a side, once what stands before it is over."""
        for _ in range(20):
            top = engine.question(self.state)
            assert top is not None, f"the game is over before {command}"
            if top.side == side and engine.why_not(self.game, self.state, command) is None:
                break
            ends = (PassWindow(), StopMove(), Done(), EndRally())
            way = next((c for c in ends if engine.why_not(self.game, self.state, c) is None), None)
            assert way is not None, (
                f"{command}: {engine.why_not(self.game, self.state, command)} in {engine.describe(self.state)}"
            )
            self.give(way)
        self.give(command)

    def play(self, beat: Beat) -> None:
        """All orders of a beat, then what must be true; before that the rest of the turn runs on by itself."""
        side = self.game.side_index[beat.side]
        for command in beat.orders:
            self.order(side, command)

    def fact(self, key: str) -> Any:
        """A fact of the position by its name in the script."""
        s, board = self.state, self.game.board
        kind, _, name = key.partition(" ")
        if key in ("turn",):
            return s.turn
        if key == "initiative":
            return self.game.side_name(s.initiative)
        if key == "winner":
            return self.game.side_name(s.over.winner) if s.over else ""
        if kind == "mp":
            return s.units[s.ids[name]].mp // 2
        if kind == "type":
            return self.game.types[s.units[s.ids[name]].type].key
        if kind == "skills":
            return s.units[s.ids[name]].skills
        if kind == "marker":
            return " ".join(f"{m.kind} {m.strength}" for m in s.marks.get(board.loc(name), ()))
        if kind == "control":
            return self.game.side_name(s.control.get(board.loc(name), -1))
        if kind in ("weapon", "lies"):
            weapon = next(w for w in s.weapons if w.id == name)
            if kind == "lies":
                return board.loc_name(weapon.at) if weapon.at >= 0 else ""
            return "tripod" if weapon.flags & TRIPOD else "bipod"
        unit = s.units[s.ids[key]]
        if unit.flags & ELIMINATED:
            return "gone"
        place = board.loc_name(unit.at) if unit.at >= 0 else "-"
        return " ".join([place, *names(unit.flags, STATUS), *names(unit.flags, MARKERS)])


def play_all() -> Player:
    """The whole script, unchecked."""
    player = Player(engine.load("infantry-training"))
    for beat in SCRIPT:
        player.play(beat)
    return player


if __name__ == "__main__":
    from pathlib import Path

    folder = Path(__file__).parents[2] / "src" / "lnlt" / "data" / "replays"
    folder.mkdir(exist_ok=True)
    (folder / "infantry-narrative.jsonl").write_text(play_all().match.text(), encoding="utf-8")
