"""22.0: the paragraphs Event markers lead to, and what they do. Paragraphs are secret until they are read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ELIMINATED, MARKERS, MOVING
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.setup import Effect, EventSetup, Paragraph
from lnlt.core.state import NOBODY, NOWHERE, Position
from lnlt.core.tally import Refusal, Tally
from lnlt.rules.ch10_los_spotting.lines import has_tis, unit_sees
from lnlt.rules.ch11_smc.heroes import Place
from lnlt.rules.ch20_night.darkness import shows
from lnlt.rules.ch22_scenario.facing import check_men_put, check_put, put
from lnlt.rules.ch22_scenario.outfit import outfitting
from lnlt.rules.facts import units as values
from lnlt.rules.facts.groups import bring, group_named, printed, waiting
from lnlt.rules.facts.stacking import check_stacking

MEDICS = frozenset({"medic", "corpsman"})
"""Kinds that take no Morale Check for an Event."""


def marker_kind(event: EventSetup) -> str:
    """Kind of the marker on the board."""
    return f"event_{event.id.lower()}"


def can_watch(d: Draft, unit: int, target: int) -> bool:
    """1.8, 10.1.2, 20.1: whether a unit on the map sees the hex of a marker, with thermal sights through Smoke; at
    night only near by, lit, or with somebody Fired in it."""
    at = d.units[unit].at
    if at < 0 or not unit_sees(d.game, d, unit, at, target):
        return False
    return d.game.night is None or shows(d.game, d, at, target, has_tis(d.game, d, unit))


def remove_event(d: Draft, event: EventSetup) -> None:
    """An Event that cannot be triggered any more."""
    if not d.notes.get(f"event:{event.id}"):
        d.emit(ev.Noted(f"event:{event.id}", 1))
        for marker in d.marks.get(d.game.board.loc(event.at), ()):
            if marker.kind == marker_kind(event):
                d.emit(ev.MarkerRemoved(marker))


def paragraph(game: Game, name: str) -> Paragraph:
    """A paragraph by its id."""
    return next(p for p in game.setup.paragraphs if p.id == name)


class Reading(Procedure, frozen=True, gc=False, kw_only=True):
    """22.0: a paragraph is read and its effects happen one after another; what they trigger is read after it."""

    RULE: ClassVar[str] = "22.0"
    STEPS: ClassVar[tuple[str, ...]] = ("read", "next_effect", "events")
    event: str
    paragraph: str
    side: int
    """The side that triggered it."""
    movers: tuple[int, ...]
    done: int = 0

    def read(self, d: Draft) -> None:
        """From now on everybody knows it."""
        d.reveal("paragraph")
        d.emit(ev.ParagraphRead(self.event, self.paragraph, self.side))

    def next_effect(self, d: Draft) -> None:
        """One effect; then the next."""
        effects = paragraph(d.game, self.paragraph).effects
        if self.done < len(effects):
            now = d.update(self, done=self.done + 1, step=1)
            EFFECTS[effects[self.done].do](d, now, effects[self.done])


def _again(d: Draft, reading: Reading, question: Question) -> None:
    """Ask, and then come back to the same effect."""
    d.update(reading, done=reading.done - 1)
    d.push(question)


def _open(d: Draft, reading: Reading, effect: Effect) -> None:
    """22.0: a group may enter the map from now on, or on the next turn; its weapons are given out first."""
    group = group_named(d.game, effect.group)
    bring(d, group)
    if not d.notes.get(f"open:{group.id}"):
        d.emit(ev.Noted(f"open:{group.id}", d.turn + (1 if effect.next_turn else 0)))
    outfit = outfitting(d, group)
    if outfit is not None:
        _again(d, reading, outfit)


def _note(d: Draft, reading: Reading, effect: Effect) -> None:  # noqa: ARG001
    d.emit(ev.Noted(effect.note, effect.value or d.turn))


def _remove(d: Draft, reading: Reading, effect: Effect) -> None:  # noqa: ARG001
    for event in d.game.setup.events:
        if event.id in effect.events:
            remove_event(d, event)


def _mission(d: Draft, reading: Reading, effect: Effect) -> None:  # noqa: ARG001
    mission = next(m for m in d.game.setup.missions if m.id == effect.mission)
    key = f"missions:{mission.id}"
    d.emit(ev.Noted(key, d.notes.get(key, 0) + mission.count))


def _stop(d: Draft, reading: Reading, effect: Effect) -> None:  # noqa: ARG001
    """22.0, Q-562: of the units that triggered the Event those that are on the move go no farther."""
    moving = {d.units[u].at for u in reading.movers if d.units[u].flags & MOVING}
    for frame in tuple(d.stack):
        if hasattr(frame, "halted") and getattr(frame, "side", NOBODY) == reading.side:
            if getattr(frame, "at", NOWHERE) in moving:
                d.replace_enclosing(frame, halted=True)


def _end_impulse(d: Draft, reading: Reading, effect: Effect) -> None:  # noqa: ARG001
    """22.0, Q-562: the side that triggered the Event does nothing more in its impulse, if it has one."""
    for frame in reversed(d.stack):
        if hasattr(frame, "named") and getattr(frame, "side", NOBODY) == reading.side:
            d.replace_enclosing(frame, done=True)
            return


def _place(d: Draft, reading: Reading, effect: Effect) -> None:
    """22.0: the owner places the units of a group; where enemies stand, next to that hex instead."""
    group = group_named(d.game, effect.group)
    bring(d, group)
    outfit = outfitting(d, group)
    if outfit is not None:
        _again(d, reading, outfit)
    elif waiting(d, group):
        owner = d.game.side_index[group.side]
        near = around_enemies(d, owner, effect.hexes)
        question = PlaceGroup(side=owner, group=group.id, hexes=near, marker=effect.marker)
        if any(question.check(d.game, d, c) is None for c in question.candidates(d.game, d)):
            _again(d, reading, question)


def marker_of(s: Position, word: str) -> int:
    """9.0, Q-563: the marker somebody appears with; none once those of the turn have come off."""
    return 0 if s.phase == "admin" else MARKERS.get(word, 0)


def around_enemies(d: Draft, side: int, hexes: Iterable[str]) -> tuple[str, ...]:
    """22.0: hexes to appear in; instead of one that enemies hold, those around it."""
    board = d.game.board
    found: list[str] = []
    for name in hexes:
        loc = board.loc(name)
        if any(d.units[o].side != side for o in d.by_loc.get(loc, ())):
            found.extend(board.names[j] for j in board.neighbours[loc >> 3] if j in d.game.playable)
        else:
            found.append(name)
    return tuple(dict.fromkeys(found))


def _appear(d: Draft, reading: Reading, effect: Effect) -> None:
    """22.0: units appear at given hexes, in the order of the set-up; if enemies hold one, next to it where the owner
    likes."""
    board = d.game.board
    flags = marker_of(d, effect.marker)
    if effect.group:
        bring(d, group_named(d.game, effect.group))
    for u, place in sorted((d.ids[name], place) for name, place in effect.units.items()):
        if d.units[u].at != NOWHERE or d.units[u].flags & ELIMINATED:
            continue
        to = board.loc(place)
        side = d.units[u].side
        free = all(d.units[o].side == side for o in d.by_loc.get(to, ()))
        refusal = check_put(d.game, d, u, to) or check_stacking(d.game, d, side, to, (u,))
        if free and refusal is None:
            facing = put(d, u, to, flags)
            if facing is None:
                continue
            _again(d, reading, facing)
            return
        near = tuple(board.names[j] for j in board.neighbours[to >> 3] if j in d.game.playable)
        question = PlaceGroup(side=side, group="", unit=u, hexes=near, marker=effect.marker)
        if any(question.check(d.game, d, c) is None for c in question.candidates(d.game, d)):
            _again(d, reading, question)
            return


def _check(d: Draft, reading: Reading, effect: Effect) -> None:
    """22.0: a unit of the triggering side takes a Morale Check without modifiers; two paragraphs follow from it."""
    target = d.game.board.loc(next(e.at for e in d.game.setup.events if e.id == reading.event))
    able = tuple(
        u
        for u, unit in enumerate(d.units)
        if unit.side == reading.side and d.game.types[unit.type].kind not in MEDICS and can_watch(d, u, target)
    )
    able = able or reading.movers
    question = ChooseChecker(side=reading.side, able=able, passed=effect.passed, failed=effect.failed)
    if len(able) > 1:
        d.push(question)
    else:
        question.take(d, able[0])


EFFECTS = {
    "open": _open,
    "note": _note,
    "remove": _remove,
    "mission": _mission,
    "stop": _stop,
    "end_impulse": _end_impulse,
    "place": _place,
    "appear": _appear,
    "check": _check,
}
"""What a paragraph can do."""


class PlaceGroup(Question, frozen=True, gc=False, kw_only=True):
    """22.0: the owner places units of a group in the hexes a paragraph allows."""

    RULE: ClassVar[str] = "22.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (Place,)
    group: str
    hexes: tuple[str, ...]
    marker: str = ""
    unit: int = NOBODY

    def left(self, game: Game, s: Position) -> list[int]:
        """Units still to be placed."""
        if self.unit != NOBODY:
            return [self.unit] if s.units[self.unit].at == NOWHERE else []
        return waiting(s, group_named(game, self.group))

    def candidates(self, game: Game, s: Position) -> list[Place]:
        """Every unit left, in every hex allowed."""
        return [Place(s.units[u].id, h) for u in self.left(game, s) for h in self.hexes]

    def check(self, game: Game, s: Position, command: Place) -> Refusal | None:
        """22.0, 1.3: an allowed hex without enemies, within stacking limits, that the unit can stand in."""
        unit = s.ids.get(command.unit)
        if unit is None or unit not in self.left(game, s):
            return Refusal("22.0", "not_waiting", {"unit": command.unit})
        if printed(game, command.at) not in self.hexes:
            return Refusal("22.0", "not_allowed_here", {"unit": command.unit, "at": command.at})
        to = game.board.loc(command.at)
        if any(s.units[o].side != self.side for o in s.by_loc.get(to, ())):
            return Refusal("22.0", "enemy_there", {"at": command.at})
        refusal = check_put(game, s, unit, to) or check_men_put(game, s, unit, to)
        return refusal or check_stacking(game, s, self.side, to, (unit,))

    def answer(self, d: Draft, command: Place) -> None:
        """The unit is on the map; which way a vehicle or gun faces is asked next."""
        facing = put(d, d.ids[command.unit], d.game.board.loc(command.at), marker_of(d, self.marker))
        if facing is not None:
            d.push(facing)


class Choose(Command, frozen=True, gc=False):
    """Choose a unit."""

    unit: str


class ChooseChecker(Question, frozen=True, gc=False, kw_only=True):
    """22.0: which of the units that see the marker takes the Morale Check of a paragraph."""

    RULE: ClassVar[str] = "22.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (Choose,)
    able: tuple[int, ...]
    passed: str
    failed: str

    def candidates(self, game: Game, s: Position) -> list[Choose]:  # noqa: ARG002
        """Any of them."""
        return [Choose(s.units[u].id) for u in self.able]

    def check(self, game: Game, s: Position, command: Choose) -> Refusal | None:  # noqa: ARG002
        """22.0: one of the units that see the marker."""
        if s.ids.get(command.unit, NOBODY) not in self.able:
            return Refusal("22.0", "not_among_them", {"unit": command.unit})
        return None

    def answer(self, d: Draft, command: Choose) -> None:
        """The unit takes the check."""
        self.take(d, d.ids[command.unit])

    def take(self, d: Draft, unit: int) -> None:
        """1.5.1: 2d6 against Morale, no modifiers; failing does not shake the unit."""
        tally = Tally("morale", (), (), values.morale(d.game, d.units[unit], d))
        faces = d.roll(2, "morale check", self.side, subject=unit)
        success = tally.allows(sum(faces))
        outcome = "passed" if success else "failed"
        d.emit(ev.Resolved("morale", self.side, d.units[unit].at, (tally,), outcome, unit, (faces,)))
        reading = d.stack[-1]
        assert isinstance(reading, Reading)
        follow = self.passed if success else self.failed
        d.push(Reading(event=reading.event, paragraph=follow, side=reading.side, movers=reading.movers))
