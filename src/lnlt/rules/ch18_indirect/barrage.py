"""18.2.1: Line and Walking Barrages: which way they lie, and how a Walking Barrage goes on turn by turn."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import LAYERS
from lnlt.core.draft import Draft
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Marker, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch18_indirect.patterns import LINE_REACH, WALKS, ray
from lnlt.rules.ch18_indirect.shelling import FFE, Shelling

TURNS = 3
"""Turns a Walking Barrage is on the map."""


class PointBarrage(Command, frozen=True, gc=False):
    """Say which way a barrage lies or marches, by a hex in that direction."""

    at: str


def points(game: Game, centre: int, toward: int) -> list[Command]:
    """The hexes that stand for a direction to choose, those of each straight line away from the centre."""
    names = game.board.names
    ways = [d for d in range(6) if toward == NOBODY or (d - toward) % 3]
    return [PointBarrage(names[hex_]) for d in ways for hex_ in ray(game, centre, d, LINE_REACH)]


def resolve_point(game: Game, centre: int, text: str, toward: int) -> int | Refusal:
    """18.2.1, Q-146: the direction a hex stands for; not the axis of march for the outer markers."""
    to = game.board.hex_named(text)
    if to < 0:
        return Refusal("1.4", "no_such_place", {"at": text})
    for direction in range(6):
        if to in ray(game, centre, direction, LINE_REACH):
            if toward != NOBODY and (direction - toward) % 3 == 0:
                return Refusal("18.2.1", "on_the_march", {"at": text})
            return direction
    return Refusal("18.2.1", "no_straight_line", {"at": text})


def is_walking(marker: Marker) -> bool:
    """18.2.1: whether a marker belongs to a Walking Barrage."""
    return marker.kind == FFE and marker.facing >= WALKS


def walking(s: Position, side: int) -> bool:
    """18.2.1: whether a Walking Barrage of a side is on the map."""
    return any(is_walking(m) and m.side == side for m in s.markers)


def stays(s: Position, marker: Marker) -> bool:
    """18.2.1, Q-070: whether a Walking Barrage stays on the map after this turn: it is there for three of them."""
    return is_walking(marker) and s.turn < s.notes.get(f"walking:{marker.side}", s.turn) + TURNS - 1


class MarchOn(Procedure, frozen=True, gc=False, kw_only=True):
    """18.2.1: before the first impulse of the next two turns the markers go one hex on and attack there."""

    RULE: ClassVar[str] = "18.2.1"
    STEPS: ClassVar[tuple[str, ...]] = ("march",)
    side: int

    def march(self, d: Draft) -> None:
        """Every marker one hex in its direction; off the map it is gone."""
        old = [m for m in d.markers if is_walking(m) and m.side == self.side]
        new = []
        for marker in old:
            d.emit(ev.MarkerRemoved(marker))
            hex_ = d.game.board.neighbours[marker.at >> 3][marker.facing - WALKS]
            if hex_ in d.game.playable:
                new.append(Marker(FFE, hex_ * LAYERS, marker.strength, marker.side, marker.facing))
        for marker in new:
            d.emit(ev.MarkerPlaced(marker))
        if new:
            d.push(Shelling(side=self.side, fp=new[0].strength, hexes=tuple(m.at >> 3 for m in new)))


def march_on(d: Draft) -> None:
    """18.2.1: Walking Barrages placed in an earlier turn go on, that of the side with the initiative first."""
    for side in (1 - d.initiative, d.initiative):
        if walking(d, side) and d.notes.get(f"walking:{side}", d.turn) < d.turn:
            d.push(MarchOn(side=side))


class CancelBarrage(Command, frozen=True, gc=False):
    """Take a Walking Barrage off the map."""


class KeepBarrage(Command, frozen=True, gc=False):
    """Let a Walking Barrage go on."""

    PASSES: ClassVar[bool] = True


class LiftBarrage(Question, frozen=True, gc=False, kw_only=True):
    """18.2.1: whether the owner of a Walking Barrage calls it off in the Administrative Phase."""

    RULE: ClassVar[str] = "18.2.1"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (KeepBarrage, CancelBarrage)

    def candidates(self, game: Game, s: Position) -> list[Command]:  # noqa: ARG002
        """Both ways."""
        return [KeepBarrage(), CancelBarrage()]

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:  # noqa: ARG002
        """Always allowed."""
        return None

    def answer(self, d: Draft, command: Command) -> None:
        """Markers come off, or stay."""
        if type(command) is CancelBarrage:
            for marker in d.markers:
                if is_walking(marker) and marker.side == self.side:
                    d.emit(ev.MarkerRemoved(marker))
