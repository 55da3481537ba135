"""Airstrikes of a situation (19.1): every aircraft of a file is one."""

from __future__ import annotations

from lnlt.core.board import Board
from lnlt.core.setup import Airstrike
from lnlt.rules.facts.groups import EDGES
from lnlt.situations.errors import SituationError, check_word
from lnlt.situations.model import Situation

COMMANDS = ("airstrike", "cannon", "bomb")


def airstrikes_of(situation: Situation, kinds: dict[str, str], board: Board, where: str) -> tuple[Airstrike, ...]:
    """Every aircraft of a file is an airstrike: available, due at once, or over a hex already."""
    found = []
    due = _begins(situation)
    first = situation.dice[0] if situation.dice else None  # the die for the edge of a strike that is due falls first
    rolled = first is not None and first.purpose == "random" and len(first.roll or ()) == 1
    for number, unit in enumerate(situation.units):
        if kinds.get(unit.id) != "aircraft":
            continue
        for place, edge in enumerate(unit.edges):
            check_word(edge, EDGES, "edge", where, f"units[{number}].edges[{place}]")
        edges = unit.edges or (EDGES if due and not rolled else ())
        over = unit.at or ""
        if over and over not in board.index:
            raise SituationError(f"no hex {over!r} on the board", where, f"units[{number}].at")
        toward = _toward(situation, board, over) if over else ""
        found.append(Airstrike(unit.id, unit.available or 1, edges, due, situation.board.map is None, over, toward))
    return tuple(found)


def _begins(situation: Situation) -> bool:
    """Whether the file begins with the airstrike: the first thing done is one of its commands.

    So is, where something else is done later or nothing, the first thing asked about, if no double is to be rolled.
    """
    done = next((step.do for step in situation.step if step.do is not None), None)
    if done in COMMANDS:
        return True
    doubles = any(d.roll is not None and len(d.roll) == 2 and d.roll[0] == d.roll[1] for d in situation.dice)
    first = next((step for step in situation.step if step.do is not None or step.ask == "may"), None)
    return not doubles and first is not None and first.command in COMMANDS


def _toward(situation: Situation, board: Board, over: str) -> str:
    """The hex a plane over a hex flies to: on the line to the first hex named later that is on one."""
    here = board.index[over]
    for step in situation.step:
        for text in (step.toward, step.at):
            if text is None or text not in board.index:
                continue
            for hex_ in board.neighbours[here]:
                way = board.neighbours[here].index(hex_)
                while hex_ >= 0:
                    if hex_ == board.index[text]:
                        return board.names[board.neighbours[here][way]]
                    hex_ = board.neighbours[hex_][way]
    return next(board.names[j] for j in board.neighbours[here] if j >= 0)
