"""1.8, 22.0: Event markers on the map, and what triggers them."""

from __future__ import annotations

from collections.abc import Iterable

from lnlt.core.draft import Draft
from lnlt.core.game import Game
from lnlt.core.setup import EventSetup
from lnlt.core.state import NOWHERE, Marker, Position
from lnlt.rules.ch22_scenario.happenings import Reading, can_watch, marker_kind, remove_event


def armed(game: Game, s: Position, side: int, kind: str) -> list[EventSetup]:
    """1.8: Event markers of a kind that a side can still trigger."""
    name = game.sides[side].id
    return [
        e for e in game.setup.events if e.kind == kind and e.side in ("", name) and not s.notes.get(f"event:{e.id}")
    ]


def entered(d: Draft, side: int, at: int, movers: tuple[int, ...]) -> None:
    """1.8, 6.0: units have entered a location: Occupation markers there, and Line of Sight markers they now see."""
    if not d.game.setup.events:
        return
    for event in armed(d.game, d, side, "occupation"):
        if d.game.board.loc(event.at) == at:
            trigger(d, event, side, movers)
            return
    watch(d, side, movers)


def watch(d: Draft, side: int, watchers: Iterable[int]) -> None:
    """1.8: Line of Sight markers are triggered by units of the side that see their hex."""
    for event in armed(d.game, d, side, "los"):
        target = d.game.board.loc(event.at)
        seers = tuple(u for u in watchers if d.units[u].at != NOWHERE and can_watch(d, u, target))
        if seers:
            trigger(d, event, side, seers)
            return


def trigger(d: Draft, event: EventSetup, side: int, movers: tuple[int, ...]) -> None:
    """1.8: the marker goes, with those it takes along, and its paragraph is read."""
    for other in d.game.setup.events:
        if other.id == event.id or other.id in event.removes:
            remove_event(d, other)
    for frame in reversed(d.stack):
        if getattr(frame, "let_pass", False):
            d.replace_enclosing(frame, let_pass=False)
            break
    if event.paragraph:
        d.push(Reading(event=event.id, paragraph=event.paragraph, side=side, movers=movers))


def event_markers(game: Game) -> list[Marker]:
    """22.0: the Event markers on the map at the start."""
    return [Marker(marker_kind(e), game.board.loc(e.at)) for e in game.setup.events]
