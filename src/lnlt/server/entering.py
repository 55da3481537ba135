"""Units that come onto the map: who of those that wait goes together, in which way, and where they can enter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from lnlt import engine, words
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch06_movement.steps import AddMover
from lnlt.rules.ch22_scenario.entry import EnterAt, EntryGroup
from lnlt.rules.facts.movement_modes import MODES
from lnlt.server import shapes
from lnlt.server.odds import plain_all, threats
from lnlt.server.story import cited
from lnlt.table.groups import pace


def enters(s: State) -> bool:
    """Whether it is asked who enters the map, and where."""
    return isinstance(engine.question(s), EntryGroup)


def paces(game: Game, s: State, units: Sequence[str], mode: str) -> list[str]:
    """The mode of each unit of a group (see `lnlt.table.groups.pace`)."""
    return [pace(game, s, s.ids[unit], mode) for unit in units]


def reach(game: Game, s: State, units: Sequence[str], mode: str) -> Iterator[shapes.ReachHex | shapes.Reach]:
    """22.0: where units that wait can enter together: the frame of the answer first, then hex by hex."""
    mode = mode or "normal"
    single = {c.mode for c in engine.options(game, s) if isinstance(c, AddMover)}
    together = {m for m in MODES if engine.explore(game, s, _together(game, s, units, m)).refusal is None}
    ways = tuple((m, words.move_name(m)[0]) for m in MODES if m in single | (together if units else set()))
    order = _together(game, s, units, mode)
    frame = shapes.Reach(at="", units=tuple(units), mode=mode, modes=ways)
    ahead = engine.explore(game, s, order)
    q = engine.question(ahead.state)
    refusal = ahead.refusal
    doors: list[Command] = []
    if refusal is None and isinstance(q, EntryGroup) and q.members:
        doors = [c for c in engine.options(game, ahead.state) if isinstance(c, EnterAt)]
        if not doors:
            refusal = _why_nowhere(game, ahead.state, q)
    if refusal is not None:
        text, rule = cited(words.refusal_text(game, refusal))
        frame = msgspec.structs.replace(frame, refusal=text, rule=rule)
    yield frame
    for door in doors:
        yield _hex(game, ahead.state, order, door)


def _together(game: Game, s: State, units: Sequence[str], mode: str) -> list[Command]:
    """Units taken into the group that enters, in the order of their numbers."""
    picks = sorted(zip(units, paces(game, s, units, mode), strict=True), key=lambda pick: s.ids[pick[0]])
    return [AddMover(unit, way) for unit, way in picks]


def _why_nowhere(game: Game, s: State, q: EntryGroup) -> engine.Refusal | None:
    """Why those who were picked can enter nowhere as they are."""
    found = [engine.why_not(game, s, c) for c in q.candidates(game, s) if isinstance(c, EnterAt)]
    return next((refusal for refusal in found if refusal is not None), None)


def _hex(game: Game, s: State, order: list[Command], door: Command) -> shapes.ReachHex:
    """One hex to enter at: what the first step costs, and who may answer it."""
    q = engine.question(s)
    assert isinstance(q, EntryGroup)
    ahead = engine.explore(game, s, [door])
    at = getattr(door, "at", "")
    paid = words.points_text(max(ahead.state.units[u].mp - s.units[u].mp for u in q.members))
    return shapes.ReachHex(
        at=at,
        cost=paid,
        path=("", at),
        steps=(shapes.SumLine(value=paid, text=at),),
        threats=tuple(_threats(game, ahead.state, q.side)),
        do=plain_all([*order, door]),
        ends=False,
    )


def _threats(game: Game, s: State, side: int) -> Iterator[shapes.Threat]:
    """Reactions of the other side to units that have just come in."""
    asked = engine.question(s)
    if asked is None or asked.side == side or not asked.WINDOW:
        return
    yield from threats(engine.answers(game, s))
