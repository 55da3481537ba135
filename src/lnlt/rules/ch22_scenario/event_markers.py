"""1.8, 22.0: Event markers on the map, and what triggers them.

No rule that puts a unit somewhere, or lets it see something, has to think of Events: the engine calls
`look_for_events` before every step, and that looks at what has happened.
"""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.game import Game
from lnlt.core.setup import EventSetup
from lnlt.core.state import Marker, Position
from lnlt.rules.ch22_scenario.happenings import Reading, can_watch, marker_kind, remove_event

TELLING: tuple[type[ev.Event], ...] = (
    ev.Moved,
    ev.UnitCreated,
    ev.Eliminated,
    ev.MarkerPlaced,
    ev.MarkerRemoved,
    ev.TurnBegan,
)
"""Facts that change who stands where or what is seen from where."""
TELLING_AT_NIGHT: tuple[type[ev.Event], ...] = (*TELLING, ev.FlagsChanged)
"""The same of a game by night, where one sees who is marked Fired (20.1)."""


def look_for_events(d: Draft) -> None:
    """1.8, 6.0, Q-559: if anything has changed, the first Event whose condition is met is triggered.

    It waits until all that is being done has come to the moment of its Events. What it does is looked at in turn.
    """
    if d.looked < 0:
        d.looked = 0
        d.stirred = d.stirred or any(frame.in_progress(False) for frame in d.stack)
    if d.looked < len(d.events):
        kinds = TELLING if d.game.night is None else TELLING_AT_NIGHT
        d.stirred = d.stirred or any(isinstance(e, kinds) for e in d.events[d.looked :])
        d.looked = len(d.events)
    if not d.stirred or d.over is not None:
        return
    top = len(d.stack) - 1
    if any(frame.in_progress(i == top) for i, frame in enumerate(d.stack)):
        return
    d.stirred = False
    for event in armed(d.game, d):
        for side in able(d, event):
            movers = who_triggers(d, event, side)
            if movers:
                trigger(d, event, side, movers)
                look_for_events(d)
                return


def armed(game: Game, s: Position) -> list[EventSetup]:
    """1.8, Q-560: the Event markers still on the map: Occupation before Line of Sight, each by their letters."""
    left = [event for event in game.setup.events if not s.notes.get(f"event:{event.id}")]
    return sorted(left, key=lambda event: (event.kind == "los", event.id))


def able(d: Draft, event: EventSetup) -> list[int]:
    """1.8, Q-560: the sides that can trigger an Event; whose impulse it is, or who has the initiative, comes first."""
    first = d.active if d.phase == "operations" else d.initiative
    return [side for side in (first, 1 - first) if event.side in ("", d.game.sides[side].id)]


def who_triggers(d: Draft, event: EventSetup, side: int) -> tuple[int, ...]:
    """1.8, Q-542, Q-561: the units of a side that are in the place of the marker, or that see it."""
    target = d.game.board.loc(event.at)
    if event.kind == "los":
        return tuple(u for u, unit in enumerate(d.units) if unit.side == side and can_watch(d, u, target))
    return tuple(u for u in d.by_loc.get(target, ()) if d.units[u].side == side)


def trigger(d: Draft, event: EventSetup, side: int, movers: tuple[int, ...]) -> None:
    """1.8: the marker goes, with those it takes along, and its paragraph is read.

    5.3: whoever has let a move pass is asked again.
    """
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
