"""The linter's part for the story of a scenario: areas, victory, groups, Events and paragraphs name what exists."""

from __future__ import annotations

from lnlt.content.areas import Places
from lnlt.content.files import Problems, word_problems
from lnlt.content.scenario_file import Scenario
from lnlt.content.scenario_types import unit_ids
from lnlt.core.board import Board
from lnlt.core.errors import ContentError
from lnlt.core.flags import MARKERS
from lnlt.rules.ch22_scenario.happenings import EFFECTS
from lnlt.rules.facts.groups import EDGES

KINDS = ("occupation", "los")
"""Kinds of Events (22.0)."""


def story_problems(scenario: Scenario, board: Board, where: str) -> Problems:
    """Everything that is wrong with the scenario's own tables."""
    places = Places(board, where)
    yield from _areas(scenario, places)
    yield from _goals(scenario, places, where)
    yield from _groups(scenario, where)
    yield from _events(scenario, board, where)
    yield from _paragraphs(scenario, board, where)


def _areas(scenario: Scenario, places: Places) -> Problems:
    """Areas that name no hex."""
    rows: list[tuple[str, tuple[str, ...]]] = []
    for i, g in enumerate(scenario.groups):
        rows += [(f"groups.{i}.setup", g.setup), (f"groups.{i}.enter", g.enter)]
    rows += [(f"exits.{i}.hexes", e.hexes) for i, e in enumerate(scenario.exits)]
    rows += [(f"points.{i}.control", p.control) for i, p in enumerate(scenario.points)]
    rows += [(f"units.{i}.setup", u.setup) for i, u in enumerate(scenario.units)]
    rows += [(f"control.{text}", (text,)) for text in scenario.control]
    for path, rules in rows:
        try:
            places.find([text.partition("/")[0] for text in rules], path)
        except ContentError as error:
            yield error
    try:
        places.columns(scenario.playable, "playable")
    except ContentError as error:
        yield error


def _goals(scenario: Scenario, places: Places, where: str) -> Problems:
    if not scenario.victory and not scenario.points:
        yield ContentError("nobody can win: give 'victory' or 'points'", where, "victory")
    sides = [s.id for s in scenario.sides]
    for i, goal in enumerate(scenario.victory):
        for k, condition in enumerate(goal.when):
            path = f"victory.{i}.when.{k}"
            asked = condition.hold or condition.control
            try:
                count = len(places.locations(asked, f"{path}.hold" if condition.hold else f"{path}.control"))
            except ContentError as error:
                yield error
                continue
            if not 0 <= condition.at_least <= count:
                yield ContentError(f"{condition.at_least} of {count} hexes cannot be held", where, f"{path}.at_least")
            if condition.cleared:
                yield from word_problems(condition.cleared, sides, "side", where, f"{path}.cleared")


def _groups(scenario: Scenario, where: str) -> Problems:
    ids = [g.id for g in scenario.groups]
    filled = {entry.group for _, entry, _ in unit_ids(scenario)}
    for i, g in enumerate(scenario.groups):
        path = f"groups.{i}"
        if ids.count(g.id) > 1:
            yield ContentError(f"the id {g.id!r} is used twice", where, f"{path}.id")
        if g.id not in filled:
            yield ContentError("the group has no units", where, path)
        for edge in (*g.edges, *g.edge_roll.values()):
            yield from word_problems(edge, EDGES, "edge", where, f"{path}.edges")
        if g.edge_roll and set(g.edge_roll) != set("123456"):
            yield ContentError("an edge for each face of the die is needed", where, f"{path}.edge_roll")
        for other in (g.after, g.edges_near):
            if other:
                yield from word_problems(other, ids, "group", where, path)
    for k, unit in enumerate(scenario.units):
        if unit.group:
            yield from word_problems(unit.group, ids, "group", where, f"units.{k}.group")
            side = next((g.side for g in scenario.groups if g.id == unit.group), unit.side)
            if side != unit.side:
                yield ContentError(f"a unit of {unit.side!r} in a group of {side!r}", where, f"units.{k}.group")
    for k, weapon in enumerate(scenario.weapons):
        if weapon.group:
            yield from word_problems(weapon.group, ids, "group", where, f"weapons.{k}.group")
    for i, way in enumerate(scenario.exits):
        for edge in way.edges:
            yield from word_problems(edge, EDGES, "edge", where, f"exits.{i}.edges")


def _events(scenario: Scenario, board: Board, where: str) -> Problems:
    ids = [e.id for e in scenario.events]
    for i, event in enumerate(scenario.events):
        path = f"events.{i}"
        yield from word_problems(event.kind, KINDS, "kind of Event", where, f"{path}.kind")
        if event.at not in board.index:
            yield ContentError(f"the board has no hex {event.at!r}", where, f"{path}.at")
        if event.paragraph:
            yield from word_problems(event.paragraph, [p.id for p in scenario.paragraphs], "paragraph", where, path)
        for other in event.removes:
            yield from word_problems(other, ids, "Event", where, f"{path}.removes")


def _paragraphs(scenario: Scenario, board: Board, where: str) -> Problems:
    names = [name for _, _, name in unit_ids(scenario)]
    paragraphs = [p.id for p in scenario.paragraphs]
    for i, p in enumerate(scenario.paragraphs):
        for k, effect in enumerate(p.effects):
            path = f"paragraphs.{i}.effects.{k}"
            yield from word_problems(effect.do, EFFECTS, "effect", where, f"{path}.do")
            if effect.group or effect.do in ("open", "place"):
                yield from word_problems(effect.group, [g.id for g in scenario.groups], "group", where, f"{path}.group")
            for hex_ in (*effect.hexes, *effect.units.values()):
                if hex_ not in board.index:
                    yield ContentError(f"the board has no hex {hex_!r}", where, path)
            for name in effect.units:
                yield from word_problems(name, names, "unit", where, f"{path}.units")
            if effect.marker:
                yield from word_problems(effect.marker, MARKERS, "marker", where, f"{path}.marker")
            if effect.do == "check":
                for name in (effect.passed, effect.failed):
                    yield from word_problems(name, paragraphs, "paragraph", where, path)
            if effect.do == "mission":
                yield from word_problems(effect.mission, [m.id for m in scenario.missions], "mission", where, path)
