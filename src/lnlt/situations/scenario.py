"""What a situation says about its scenario: units still to come, Events, ways off the map, victory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

import msgspec

from lnlt.core.board import Board
from lnlt.core.setup import EventSetup, Exit, Group, Paragraph, Points, Victory
from lnlt.rules.ch22_scenario.happenings import EFFECTS
from lnlt.rules.facts.groups import EDGES
from lnlt.situations.errors import SituationError, check_word, no_such
from lnlt.situations.steps import Step, many

if TYPE_CHECKING:
    from lnlt.situations.model import MarkerTable


class ScenarioTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[scenario]`: the tables of a scenario file, as far as a situation needs them."""

    turns: int = 99
    groups: tuple[Group, ...] = ()
    exits: tuple[Exit, ...] = ()
    events: tuple[EventSetup, ...] = ()
    paragraphs: tuple[Paragraph, ...] = ()
    victory: tuple[Victory, ...] = ()
    points: tuple[Points, ...] = ()
    otherwise: str = ""
    control: dict[str, str] = {}


def groups_of(
    table: ScenarioTable, steps: Iterable[Step], outside: dict[str, str], snipers: set[str], endless: bool, where: str
) -> tuple[Group, ...]:
    """Groups as stated, and one for the units of each side that a step brings onto the map without any group.

    `outside` are units that are not on the map, each with its side; Snipers among them are not placed by entry. Such a
    group may enter at any time: by the edges the steps name (else by every edge), on an endless board by the hexes
    their paths begin with.
    """
    stated = {name for group in table.groups for name in group.units}
    found: dict[str, tuple[list[str], list[str], list[str]]] = {}
    for number, step in enumerate(steps):
        if (step.do or step.command) not in ("move", "place"):
            continue
        if step.entry_edge is not None:
            check_word(step.entry_edge, EDGES, "edge", where, f"step[{number}].entry_edge")
        for name in many(step.units if step.units is not None else step.unit):
            if name in outside and name not in stated and name not in snipers:
                units, hexes, edges = found.setdefault(outside[name], ([], [], []))
                units.append(name)
                hexes += [text.partition("/")[0] for text in (many(step.path) or many(step.at))[:1]]
                edges += [step.entry_edge] if step.entry_edge else EDGES
    made = [
        Group(
            id=f"entering-{side}",
            side=side,
            units=tuple(dict.fromkeys(units)),
            enter=tuple(dict.fromkeys(hexes)) if endless else (),
            edges=() if endless else tuple(dict.fromkeys(edges)),
            may_wait=True,
        )
        for side, (units, hexes, edges) in found.items()
    ]
    return (*table.groups, *made)


def set_up_groups(table: ScenarioTable, steps: Iterable[Step], outside: dict[str, str]) -> tuple[Group, ...]:
    """22.0: each unit without a group that the steps place before the first turn, with the places they name for it."""
    stated = {name for group in table.groups for name in group.units}
    places: dict[str, list[str]] = {}
    for step in steps:
        if (step.do or step.command) == "place" and step.unit in outside and step.unit not in stated:
            places.setdefault(step.unit or "", []).extend(many(step.at))
    return tuple(
        Group(id=f"set-up-{name}", side=outside[name], units=(name,), setup=tuple(dict.fromkeys(found)))
        for name, found in places.items()
    )


def events_of(table: ScenarioTable, markers: Iterable[MarkerTable], where: str) -> tuple[EventSetup, ...]:
    """1.8: Events as stated, and one for each Event marker on the board that is none of these."""
    found = list(table.events)
    paragraphs = [p.id for p in table.paragraphs]
    for number, marker in enumerate(markers):
        path = f"board.markers[{number}]"
        for key in ("trigger", "paragraph"):
            if marker.kind != "event" and getattr(marker, key) is not None:
                raise SituationError("only an Event marker has this", where, f"{path}.{key}")
        if marker.paragraph is not None:
            check_word(marker.paragraph, paragraphs, "paragraph", where, f"{path}.paragraph")
        if marker.kind != "event" or any(event.at == marker.at for event in table.events):
            continue
        name = next(letter for letter in ascii_lowercase if letter not in {e.id.lower() for e in found})
        kind = marker.trigger or "occupation"
        found.append(EventSetup(name, kind, marker.at, marker.side or "", marker.paragraph or ""))
    return tuple(found)


def check_scenario(table: ScenarioTable, board: Board, sides: Iterable[str], units: Iterable[str], where: str) -> None:
    """Every side, place, unit, paragraph and edge named must exist."""
    sides, units = list(sides), list(units)
    for path, side in _sides(table):
        check_word(side, sides, "side", where, path)
    for path, text in _hexes(table):
        if text.partition("/")[0] not in board.index:
            raise SituationError(f"no hex {text!r} on the board", where, path)
    for number, group in enumerate(table.groups):
        for name in group.units:
            if name not in units:
                raise no_such(name, units, "unit", where, f"scenario.groups[{number}].units")
        for edge in group.edges:
            check_word(edge, EDGES, "edge", where, f"scenario.groups[{number}].edges")
    paragraphs = [p.id for p in table.paragraphs]
    for number, event in enumerate(table.events):
        check_word(event.kind, ("occupation", "los"), "kind of Event", where, f"scenario.events[{number}].kind")
        if event.paragraph:
            check_word(event.paragraph, paragraphs, "paragraph", where, f"scenario.events[{number}].paragraph")
    for number, paragraph in enumerate(table.paragraphs):
        for place, effect in enumerate(paragraph.effects):
            check_word(effect.do, EFFECTS, "effect", where, f"scenario.paragraphs[{number}].effects[{place}].do")


def _sides(table: ScenarioTable) -> Iterator[tuple[str, str]]:
    rows: dict[str, Iterable[Any]] = {
        "groups": table.groups, "exits": table.exits, "victory": table.victory, "points": table.points,
    }  # fmt: skip
    for key, entries in rows.items():
        for number, entry in enumerate(entries):
            yield f"scenario.{key}[{number}].side", entry.side
    for number, event in enumerate(table.events):
        if event.side:
            yield f"scenario.events[{number}].side", event.side
    for text, side in table.control.items():
        yield f"scenario.control.{text}", side
    if table.otherwise:
        yield "scenario.otherwise", table.otherwise


def _hexes(table: ScenarioTable) -> Iterator[tuple[str, str]]:
    for number, group in enumerate(table.groups):
        yield from ((f"scenario.groups[{number}]", text) for text in (*group.setup, *group.enter))
    for number, way in enumerate(table.exits):
        yield from ((f"scenario.exits[{number}]", text) for text in way.hexes)
    for number, event in enumerate(table.events):
        yield f"scenario.events[{number}].at", event.at
    for number, paragraph in enumerate(table.paragraphs):
        for effect in paragraph.effects:
            yield from ((f"scenario.paragraphs[{number}]", text) for text in (*effect.hexes, *effect.units.values()))
    for number, goal in enumerate(table.victory):
        for condition in goal.when:
            texts = (*condition.hold, *condition.control)
            yield from ((f"scenario.victory[{number}]", text) for text in texts)
    for number, points in enumerate(table.points):
        yield from ((f"scenario.points[{number}]", text) for text in points.control)
    yield from (("scenario.control", text) for text in table.control)
