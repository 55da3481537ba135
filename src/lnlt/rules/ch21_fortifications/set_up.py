"""21.1 to 21.4, 22.0: fortifications of an order of battle, placed by their owner before his units set up."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import LAYERS
from lnlt.core.draft import Draft
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.setup import Group
from lnlt.core.state import NOBODY, Marker, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch21_fortifications.placing import check_placing, check_side
from lnlt.rules.facts.barricades import BARRICADE, barred_sides
from lnlt.rules.facts.groups import group_named

FACING = frozenset({"bunker", "barricade"})
"""Fortifications with an arrow."""


class PlaceWork(Command, frozen=True, gc=False):
    """Place a fortification; a Bunker's arrow points to a hex beside it."""

    kind: str
    at: str
    facing: str = ""


def next_work(s: Position, group: Group) -> tuple[str, int] | None:
    """Kind and strength of the next fortification a group has to place ("bunker 3", "wire"); None if all lie."""
    placed = s.notes.get(f"works:{group.id}", 0)
    if placed >= len(group.works):
        return None
    kind, _, strength = group.works[placed].partition(" ")
    return kind, int(strength or 1)


class WorkPlacing(Question, frozen=True, gc=False, kw_only=True):
    """21.1 to 21.4: where the next fortification of a group lies."""

    RULE: ClassVar[str] = "22.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (PlaceWork,)
    group: str

    def row(self, game: Game) -> Group:
        """The group."""
        return group_named(game, self.group)

    def candidates(self, game: Game, s: Position) -> list[PlaceWork]:
        """Every hex of the group's area, with every facing if there is one."""
        group, board = self.row(game), game.board
        work = next_work(s, group)
        found: list[PlaceWork] = []
        if work is None:
            return found
        for name in group.setup:
            if name in board.index:
                near = [board.names[j] for j in board.neighbours[board.index[name]] if j >= 0]
                found += [PlaceWork(work[0], name, facing) for facing in (near if work[0] in FACING else ("",))]
        return found

    def check(self, game: Game, s: Position, command: PlaceWork) -> Refusal | None:
        """21.1, 21.2, 21.4, 22.0: the one that is next, in the area, where such a thing may lie."""
        group, board = self.row(game), game.board
        work = next_work(s, group)
        if work is None or command.kind != work[0]:
            return Refusal("22.0", "not_next_work", {"counter": command.kind})
        hex_ = board.hex_named(command.at)
        if hex_ < 0 or board.names[hex_] not in group.setup:
            return Refusal("22.0", "work_not_here", {"counter": command.kind, "at": command.at})
        toward = board.hex_named(command.facing)
        if (toward not in board.neighbours[hex_] or toward < 0) if command.kind in FACING else command.facing:
            return Refusal("21.1", "no_facing", {"counter": command.kind, "at": command.facing})
        if command.kind == BARRICADE:
            refusal = check_side(board.names[hex_], board.names[toward], barred_sides(board, s))
            if refusal is not None:
                return refusal
        return check_placing(board, command.kind, hex_, [m.kind for m in s.marks.get(hex_ * LAYERS, ())])

    def answer(self, d: Draft, command: PlaceWork) -> None:
        """It lies there; the set-up goes on."""
        group, board = self.row(d.game), d.game.board
        work = next_work(d, group)
        assert work is not None
        hex_ = board.hex_named(command.at)
        facing = board.neighbours[hex_].index(board.hex_named(command.facing)) if command.facing else NOBODY
        d.emit(ev.MarkerPlaced(Marker(work[0], hex_ * LAYERS, work[1], self.side, facing)))
        d.emit(ev.Noted(f"works:{group.id}", d.notes.get(f"works:{group.id}", 0) + 1))


def works_of(d: Draft, group: Group) -> WorkPlacing | None:
    """22.0: the question where the next fortification of a group lies; what has no place left is left out."""
    while next_work(d, group) is not None:
        question = WorkPlacing(side=d.game.side_index[group.side], group=group.id)
        if any(question.check(d.game, d, c) is None for c in question.candidates(d.game, d)):
            return question
        d.emit(ev.Noted(f"works:{group.id}", d.notes.get(f"works:{group.id}", 0) + 1))
    return None
