"""The linter's part for scenarios: groups, Events, paragraphs and victory must name things that exist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lnlt.content import files
from lnlt.content.areas import Places
from lnlt.content.modules import catalog_for
from lnlt.content.scenario_file import Scenario
from lnlt.content.scenarios import hero_type, unit_ids, unit_type
from lnlt.core.board import Board
from lnlt.core.catalog import UnitType
from lnlt.core.errors import ContentError
from lnlt.core.flags import MARKERS
from lnlt.core.setup import OPTIONAL_RULES, Night
from lnlt.rules.ch01_concepts.kits import has_facing, vertex_named
from lnlt.rules.ch22_scenario.groups import EDGES
from lnlt.rules.ch22_scenario.happenings import EFFECTS
from lnlt.traits.scenario_rules import RULES

Problems = Iterator[ContentError]
KINDS = ("occupation", "los")


def problems(scenario: Scenario, board: Board, where: str) -> Problems:
    """Everything that is wrong with the scenario's own tables."""
    places = Places(board, where)
    yield from _areas(scenario, places)
    yield from _goals(scenario, places, where)
    yield from _groups(scenario, where)
    yield from _events(scenario, board, where)
    yield from _paragraphs(scenario, board, where)
    yield from _kits(scenario, board, where)
    for i, option in enumerate(scenario.options):
        yield from _known(option, OPTIONAL_RULES, "optional rule", where, f"options.{i}")
    for i, text in enumerate(scenario.special_rules):
        yield from _known(text.partition(":")[0], RULES, "special rule", where, f"special_rules.{i}")
    yield from _night(scenario, where)
    for skill in scenario.heroes.cup or ():
        yield from _known(skill, catalog_for(scenario).skills, "skill", where, "heroes.cup")
    for side, rows in scenario.heroes.types.items():
        for k in range(len(rows)):
            try:
                hero_type(scenario, side, k, where)
            except ContentError as error:
                yield error


def _night(scenario: Scenario, where: str) -> Problems:
    """A night that cannot be: turns in the wrong order, sight of less than a hex, sides nobody has."""
    night = scenario.night
    if not isinstance(night, Night):
        return
    for side, number in night.starshell.items():
        yield from _known(side, [s.id for s in scenario.sides], "side", where, "night.starshell")
        if not 0 <= number <= 6:
            yield ContentError(f"a capability is 0 to 6, not {number}", where, f"night.starshell.{side}")
    if night.sight < 1 or night.thermal < 1:
        yield ContentError("one sees at least one hex", where, "night.sight" if night.sight < 1 else "night.thermal")
    if night.first < 1 or night.first > scenario.turns or (night.last and night.last < night.first):
        yield ContentError("the night begins on a turn of the game and ends no earlier", where, "night.first")


def _known(word: str, known: Iterable[str], what: str, where: str, path: str) -> Problems:
    found = list(known)
    if word not in found:
        yield ContentError(f"unknown {what} {word!r}{files.guess(word, found)}", where, path)


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
                yield from _known(condition.cleared, [s.id for s in scenario.sides], "side", where, f"{path}.cleared")


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
            yield from _known(edge, EDGES, "edge", where, f"{path}.edges")
        if g.edge_roll and set(g.edge_roll) != set("123456"):
            yield ContentError("an edge for each face of the die is needed", where, f"{path}.edge_roll")
        for other in (g.after, g.edges_near):
            if other:
                yield from _known(other, ids, "group", where, path)
    for k, unit in enumerate(scenario.units):
        if unit.group:
            yield from _known(unit.group, ids, "group", where, f"units.{k}.group")
            side = next((g.side for g in scenario.groups if g.id == unit.group), unit.side)
            if side != unit.side:
                yield ContentError(f"a unit of {unit.side!r} in a group of {side!r}", where, f"units.{k}.group")
    for k, weapon in enumerate(scenario.weapons):
        if weapon.group:
            yield from _known(weapon.group, ids, "group", where, f"weapons.{k}.group")
    for i, way in enumerate(scenario.exits):
        for edge in way.edges:
            yield from _known(edge, EDGES, "edge", where, f"exits.{i}.edges")


def _events(scenario: Scenario, board: Board, where: str) -> Problems:
    ids = [e.id for e in scenario.events]
    for i, event in enumerate(scenario.events):
        path = f"events.{i}"
        yield from _known(event.kind, KINDS, "kind of Event", where, f"{path}.kind")
        if event.at not in board.index:
            yield ContentError(f"the board has no hex {event.at!r}", where, f"{path}.at")
        if event.paragraph:
            yield from _known(event.paragraph, [p.id for p in scenario.paragraphs], "paragraph", where, path)
        for other in event.removes:
            yield from _known(other, ids, "Event", where, f"{path}.removes")


def _paragraphs(scenario: Scenario, board: Board, where: str) -> Problems:
    names = [name for _, _, name in unit_ids(scenario)]
    paragraphs = [p.id for p in scenario.paragraphs]
    for i, p in enumerate(scenario.paragraphs):
        for k, effect in enumerate(p.effects):
            path = f"paragraphs.{i}.effects.{k}"
            yield from _known(effect.do, EFFECTS, "effect", where, f"{path}.do")
            if effect.group or effect.do in ("open", "place"):
                yield from _known(effect.group, [g.id for g in scenario.groups], "group", where, f"{path}.group")
            for hex_ in (*effect.hexes, *effect.units.values()):
                if hex_ not in board.index:
                    yield ContentError(f"the board has no hex {hex_!r}", where, path)
            for name in effect.units:
                yield from _known(name, names, "unit", where, f"{path}.units")
            if effect.marker:
                yield from _known(effect.marker, MARKERS, "marker", where, f"{path}.marker")
            if effect.do == "check":
                for name in (effect.passed, effect.failed):
                    yield from _known(name, paragraphs, "paragraph", where, path)
            if effect.do == "mission":
                yield from _known(effect.mission, [m.id for m in scenario.missions], "mission", where, path)


def _kits(scenario: Scenario, board: Board, where: str) -> Problems:
    """15.1, 16.0, 14.3: facings are vertices of the hex, riders have a vehicle of their side, targets exist."""
    catalog = catalog_for(scenario)
    kinds: dict[str, tuple[str, UnitType]] = {}
    for number, entry, name in unit_ids(scenario):
        try:
            kinds[name] = entry.side, unit_type(scenario, number, entry, catalog, where)
        except ContentError:  # reported elsewhere
            continue
    for number, entry, name in unit_ids(scenario):
        if name not in kinds:
            continue
        path, kind = f"units.{number}", kinds[name][1]
        for key, text in (("facing", entry.facing), ("turret", entry.turret)):
            if text and (not entry.at or not has_facing(kind)):
                yield ContentError("only a vehicle or gun with a place faces somewhere", where, f"{path}.{key}")
            elif text and entry.at in board.index:
                try:
                    vertex_named(board, board.index[entry.at], text)
                except KeyError:
                    yield ContentError(f"{text!r} are not two hexes beside {entry.at}", where, f"{path}.{key}")
        if entry.hatch and kind.kind != "vehicle":
            yield ContentError("only vehicles have hatches", where, f"{path}.hatch")
        if entry.mode and (kind.kind != "helicopter" or not entry.at):
            yield ContentError("only a helicopter with a place flies or hovers", where, f"{path}.mode")
        if entry.at.endswith("/air") and kind.kind != "helicopter":
            yield ContentError("only helicopters are in the air", where, f"{path}.at")
        if entry.aboard:
            carriers = ("vehicle", "helicopter")
            own = [n for n, (side, k) in kinds.items() if k.kind in carriers and side == entry.side]
            yield from _known(entry.aboard, own, "vehicle", where, f"{path}.aboard")
            if entry.at or entry.group:
                yield ContentError("give 'aboard', 'at' or a 'group'", where, f"{path}.aboard")
        elif entry.riding:
            yield ContentError("only who is aboard rides", where, f"{path}.riding")
        for k, (_, target, _) in enumerate(entry.acquired):
            yield from _known(target, [*kinds, *board.index], "target", where, f"{path}.acquired.{k}")
