"""The linter's doubts: what can be played but is hardly meant, such as a paragraph that nobody ever reads."""

from __future__ import annotations

from lnlt.content.files import Problems
from lnlt.content.scenario_file import Scenario
from lnlt.core.errors import ContentError


def doubts(scenario: Scenario, where: str) -> Problems:
    """Odd things in a scenario that has no mistakes."""
    yield from _unread(scenario, where)
    yield from _opened(scenario, where)
    if not scenario.points and not scenario.otherwise:
        for side in [s.id for s in scenario.sides if s.id not in {goal.side for goal in scenario.victory}]:
            yield ContentError(f"{side!r} cannot win: give it [[victory]], or otherwise = {side!r}", where, "victory")


def _unread(scenario: Scenario, where: str) -> Problems:
    """Paragraphs nothing leads to, Events that lead nowhere, exits that are of no use."""
    read = {e.paragraph for e in scenario.events}
    read |= {name for p in scenario.paragraphs for e in p.effects for name in (e.passed, e.failed)}
    for i, paragraph in enumerate(scenario.paragraphs):
        if paragraph.id not in read:
            yield ContentError(f"no Event leads to paragraph {paragraph.id!r}", where, f"paragraphs.{i}")
    for i, event in enumerate(scenario.events):
        if not (event.paragraph or event.removes):
            yield ContentError(f"the Event {event.id!r} does nothing", where, f"events.{i}")


def _opened(scenario: Scenario, where: str) -> Problems:
    """Groups that are opened twice by the same paragraph, or that come by themselves anyway."""
    for i, paragraph in enumerate(scenario.paragraphs):
        opened = [e.group for e in paragraph.effects if e.do == "open"]
        for name in sorted({name for name in opened if opened.count(name) > 1}):
            yield ContentError(f"the group {name!r} is opened twice", where, f"paragraphs.{i}")
        for group in scenario.groups:
            if group.id in opened and group.turn and not (group.held or group.secret):
                reason = f"the group {group.id!r} comes on turn {group.turn} anyway: turn = 0 if it is to wait"
                yield ContentError(reason, where, f"paragraphs.{i}")
