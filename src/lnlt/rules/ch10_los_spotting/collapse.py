"""10.7.2: a Cave whose entrance collapses: its occupants go on into the Tunnel behind, or are lost."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import CAVE, TUNNEL
from lnlt.core.draft import Draft
from lnlt.core.flags import TRIPOD
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Marker, Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.damage import eliminate, stop_moving
from lnlt.rules.ch06_movement.places import go, left
from lnlt.rules.facts.caves import caves, check_underground, has_cave, marker_of, nearer_cave
from lnlt.rules.facts.handling import remove
from lnlt.rules.facts.stacking import check_stacking

COLLAPSING = frozenset({"satchel_charge", "flamethrower"})
"""Weapons that close a Cave if their attack leads to a Damage Check; Flamethrower tanks do so too (15.0, Q-445)."""


def collapse(d: Draft, at: int) -> None:
    """10.7.2: the Cave becomes a Collapsed Entrance; its occupants move into the Tunnel."""
    marker = marker_of(d.marks, at)
    if marker is None:
        return
    d.emit(ev.MarkerRemoved(marker))
    d.emit(ev.MarkerPlaced(Marker("collapsed_entrance", marker.at, side=marker.side)))
    d.push(CaveCollapse(at=at))


def refuge(game: Game, s: Position, unit: int, at: int) -> list[int]:
    """10.7.2, Q-235: where an occupant can go: next hexes closer to a working Cave, with room for him."""
    found = []
    for j in game.board.neighbours[at >> 3]:
        if j < 0 or j not in game.playable or not nearer_cave(game, s, at >> 3, j):
            continue
        to = j * 8 + (CAVE if has_cave(s, j) else TUNNEL)
        enemy = any(s.units[o].side != s.units[unit].side for o in s.by_loc.get(to, ()))
        if enemy or check_underground(game, s, unit, to) or check_stacking(game, s, s.units[unit].side, to, (unit,)):
            continue
        found.append(to)
    return found


class CaveCollapse(Procedure, frozen=True, gc=False, kw_only=True):
    """10.7.2: one occupant after the other leaves for the Tunnel; the last Cave buries all who are in Tunnels."""

    RULE: ClassVar[str] = "10.7.2"
    STEPS: ClassVar[tuple[str, ...]] = ("flee", "last", "bury")
    at: int

    def flee(self, d: Draft) -> None:
        """The next occupant goes where he can; his owner chooses if there is a choice."""
        here = d.by_loc.get(self.at, ())
        if not here:
            return
        unit = here[0]
        d.update(self, step=0)
        places = refuge(d.game, d, unit, self.at)
        if not places:
            eliminate(d, unit)
        elif len(places) == 1:
            go_into_tunnel(d, unit, places[0])
        else:
            d.push(IntoTunnel(side=d.units[unit].side, unit=unit))

    def last(self, d: Draft) -> None:
        """10.7.2: without any working Cave everybody in a Tunnel is lost."""
        if next(caves(d), None) is None:
            for unit in [u for u, one in enumerate(d.units) if one.at & 7 == TUNNEL]:
                eliminate(d, unit)

    def bury(self, d: Draft) -> None:
        """Q-566: weapons left in the Cave are out of play."""
        for w, weapon in enumerate(d.weapons):
            if weapon.at == self.at and weapon.carrier == NOBODY:
                remove(d, w)


def go_into_tunnel(d: Draft, unit: int, to: int) -> None:
    """A forced move without cost; it ends a move under way, which cannot go on from elsewhere (5.3).

    Q-566: what stands assembled is left behind.
    """
    u = d.units[unit]
    for w in u.carries:
        if d.weapons[w].flags & TRIPOD:
            d.emit(ev.WeaponPassed(w, at=u.at))
    go(d, unit, to)
    left(d, u.side, u.at)
    stop_moving(d, unit)


class GoInto(Command, frozen=True, gc=False):
    """Where a unit goes."""

    unit: str
    at: str


class IntoTunnel(Question, frozen=True, gc=False, kw_only=True):
    """10.7.2: into which hex of Tunnel an occupant of a collapsed Cave goes."""

    RULE: ClassVar[str] = "10.7.2"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (GoInto,)
    unit: int

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Every refuge."""
        u = s.units[self.unit]
        return [GoInto(u.id, game.board.loc_name(to)) for to in refuge(game, s, self.unit, u.at)]

    def check(self, game: Game, s: Position, command: GoInto) -> Refusal | None:
        """10.7.2: it must be one of them."""
        assert enclosing(s, CaveCollapse) is not None
        u = s.units[self.unit]
        names = [game.board.loc_name(to) for to in refuge(game, s, self.unit, u.at)]
        if command.unit != u.id or command.at not in names:
            return Refusal("10.7.2", "no_tunnel", {"unit": command.unit, "at": command.at})
        return None

    def answer(self, d: Draft, command: GoInto) -> None:
        """He goes."""
        go_into_tunnel(d, self.unit, d.game.board.loc(command.at))
