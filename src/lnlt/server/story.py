"""Entries of the log: what was ordered, what came of it in words, combat cards with their dice, and what moves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lnlt import words
from lnlt.core import events as ev
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.view import visible_events
from lnlt.server import sums
from lnlt.server.shapes import Card, Entry, Line, Motion, Roll
from lnlt.words.log import MARKS, marker_text

_CITED = re.compile(r"(.*) \(([1-9]\d?(?:\.\d{1,2})+)\)", re.DOTALL)

WITHOUT_SUMS = ("penetration", "crew", "bailout")
"""Outcomes that are shown though nothing is added to their dice."""
OF_FIRE = ("fire", "damage_check", "to_hit", "morale_check", *WITHOUT_SUMS)
"""Outcomes that go on the card of the shot they come of."""
CHANGES = (ev.Eliminated, ev.TypeChanged)
NEWS = (ev.ParagraphRead, ev.PhaseBegan, ev.TurnBegan)
NAMES = {ev.ParagraphRead: "paragraph", ev.PhaseBegan: "phase", ev.TurnBegan: "turn"}
MOVES = (ev.Moved, ev.FireOpened, ev.Rolled, ev.FlagsChanged, ev.UnitCreated, *CHANGES, *NEWS, *MARKS)
"""Events that are shown on the board."""


def cited(text: str) -> tuple[str, str]:
    """A sentence and the section at its end."""
    found = _CITED.fullmatch(text)
    return (found[1], found[2]) if found else (text, "")


def line(text: str) -> Line:
    """One line of the log; sums are details."""
    detail = text.startswith("    ")
    said, rule = (text.strip(), "") if detail else cited(text)
    return Line(text=said, rule=rule, detail=detail)


def entry(
    game: Game,
    number: int,
    side: int,
    commands: Sequence[Command],
    before: State | None,
    after: State,
    events: Sequence[ev.Event],
    viewer: int,
) -> Entry:
    """One entry as a viewer may see it; `before` and `after` are positions as he sees them."""
    shown = visible_events(tuple(events), viewer)
    text = words.order_text(game, before, commands) if before is not None and commands else ""
    return Entry(
        n=number,
        side=side,
        text=cited(text)[0],
        lines=tuple(line(text) for text in words.log_text(game, before, after, shown)),
        cards=cards(game, before, after, shown),
        motions=motions(game, before, after, shown),
    )


FROM_THE_AIR = {"cannon": "strafe", "bombs": "drop_bombs", "crash": "crash"}
"""Cards of attacks from the air, by the number that only they add."""


class _Cards:
    """Gathers outcomes into cards: one for each attack, one for each run of other checks of a kind."""

    def __init__(self, game: Game, s: State) -> None:
        self.game, self.s = game, s
        self.done: list[Card] = []
        self.head: tuple[str, str, str] | None = None
        self.by = ""
        self.rolls: list[Roll] = []

    def open(self, kind: str, origin: str, at: str, by: str = "") -> None:
        """Begin a card, finish the one before."""
        self.close()
        self.head, self.by = (kind, origin, at), by

    def close(self) -> None:
        """Finish the card being made."""
        if self.head is not None and self.rolls:
            kind, origin, at = self.head
            title, rule = words.card_title(kind, origin, at, {"unit": self.by})
            self.done.append(Card(kind=kind, title=title, rule=rule, origin=origin, at=at, rolls=tuple(self.rolls)))
        self.head, self.rolls = None, []

    def take(self, event: ev.Resolved) -> None:
        """Add an outcome to the card it belongs to."""
        belongs = event.what in OF_FIRE and self.head and self.head[0] in ("fire", "opportunity")
        at = words.place_name(self.game, event.at) if event.at >= 0 else ""
        air = from_the_air(event)
        if air is not None:
            kind, by = air
            if self.head is None or (self.head[0], self.head[2]) != (kind, at.partition("/")[0]):
                self.open(kind, "", at.partition("/")[0], by)
        belongs = belongs or (self.head is not None and self.head[0] in FROM_THE_AIR.values())
        if not belongs and (self.head is None or self.head[0] != event.what or event.what == "melee"):
            self.open(event.what, "", at)
        unit = self.s.units[event.subject].id if 0 <= event.subject < len(self.s.units) else ""
        name = words.unit_name(self.game, self.s, event.subject) if unit else at
        name = words.fight_title(self.game, self.s, event.by, event.targets) if event.by else name
        text = words.event_text(self.game, self.s, event, numbers=False) or ""
        dice = event.dice or ((),) * len(event.tallies)
        rolled = tuple(
            sums.sum_of(self.game, tally, faces)
            for tally, faces in zip(event.tallies, dice, strict=True)
            if sums.is_told(tally, event.tallies)
        )
        self.rolls.append(Roll(what=event.what, subject=unit, name=name, sums=rolled, result=cited(text)[0]))


def from_the_air(event: ev.Resolved) -> tuple[str, str] | None:
    """19.1.2: what kind of attack by which aircraft an outcome is of; None of any other."""
    for tally in event.tallies:
        for item in tally.items:
            if item.why in FROM_THE_AIR and item.rule.startswith("19.1"):
                return FROM_THE_AIR[item.why], item.source
    return None


def cards(game: Game, before: State | None, after: State, events: Sequence[ev.Event]) -> tuple[Card, ...]:
    """Combat cards after the dice."""
    found = _Cards(game, after)
    for event, found.s in words.as_it_happened(before, after, events):
        if isinstance(event, ev.FireOpened):
            board = game.board
            kind = "opportunity" if event.opportunity else "fire"
            found.open(kind, board.loc_name(event.origin), board.loc_name(event.at))
        elif isinstance(event, ev.Resolved) and (event.tallies or event.what in WITHOUT_SUMS):
            found.take(event)
    found.close()
    return tuple(found.done)


def motions(game: Game, before: State | None, after: State, events: Sequence[ev.Event]) -> tuple[Motion, ...]:
    """What an animation shows, in order; the steps of a unit that follow each other are one path."""
    found: list[Motion] = []
    for event, s in words.as_it_happened(before, after, events):
        if not isinstance(event, MOVES):
            continue
        made = _motion(game, s, event)
        if made is None:
            continue
        if made.what == "move" and found:
            again = next((n for n in range(len(found) - 1, -1, -1) if found[n].unit == made.unit), -1)
            if again >= 0 and _same_walk(found[again:], made):
                old = found[again]
                found[again] = Motion(what="move", unit=old.unit, path=(*old.path, *made.path[1:]))
                continue
        found.append(made)
    return tuple(found)


def _same_walk(since: Sequence[Motion], step: Motion) -> bool:
    """Whether only moves happened since the unit's last step, and this one goes on where that ended."""
    return all(m.what == "move" for m in since) and since[0].path[-1] == step.path[0]


def _motion(game: Game, s: State, event: ev.Event) -> Motion | None:
    name = game.board.loc_name
    if isinstance(event, ev.Moved):
        path = tuple(name(loc) if loc >= 0 else "" for loc in (event.origin, event.to))
        return Motion(what="move", unit=s.units[event.unit].id, path=path)
    if isinstance(event, ev.FireOpened):
        return Motion(what="fire", origin=name(event.origin), at=name(event.at), unit=s.units[event.lead].id)
    if isinstance(event, ev.Rolled):
        subject = s.units[event.subject].id if 0 <= event.subject < len(s.units) else ""
        return Motion(what="dice", unit=subject, faces=event.faces, purpose=event.purpose)
    if isinstance(event, ev.FlagsChanged):
        text = words.event_text(game, s, event) or marker_text(game, s, event)
        return Motion(what="state", unit=s.units[event.unit].id, text=cited(text)[0]) if text else None
    if isinstance(event, CHANGES):
        text = words.event_text(game, s, event) or ""
        return Motion(what="state", unit=s.units[event.unit].id, text=cited(text)[0])
    if isinstance(event, ev.UnitCreated):
        at = name(event.unit.at) if event.unit.at >= 0 else ""
        return Motion(what="appear", unit=event.unit.id, at=at)
    if isinstance(event, MARKS):
        text = words.event_text(game, s, event) or ""
        return Motion(what="marker", at=name(event.marker.at), text=cited(text)[0])
    if isinstance(event, NEWS):
        what = NAMES[type(event)]
        return Motion(what=what, text=cited(words.event_text(game, s, event) or "")[0])
    return None
