"""The linter's part for how a scenario is won, and for what only Events bring: artillery, aircraft, paragraphs."""

from __future__ import annotations

import re

from lnlt.content.areas import Places
from lnlt.content.files import Problems, word_problems
from lnlt.content.group_lint import named_twice
from lnlt.content.scenario_file import Scenario
from lnlt.content.scenario_setup import airstrikes
from lnlt.content.scenario_types import unit_ids, unit_type
from lnlt.core.board import Board
from lnlt.core.catalog import UNIT_KINDS, Catalog
from lnlt.core.errors import ContentError
from lnlt.core.setup import Condition, Effect
from lnlt.rules.facts.kinds import CALLERS, LEADER_KINDS
from lnlt.rules.facts.stacking import HALF_SQUADS

GOALS = ("hold", "control", "exit_squads", "exit_leaders", "note", "cleared")


def goal_problems(scenario: Scenario, catalog: Catalog, board: Board, where: str) -> Problems:
    """Conditions that nobody can meet or everybody meets, and things that never come."""
    kinds = _kinds(scenario, catalog, where)
    yield from _names(scenario, board, where)
    for side in scenario.sides:
        if not kinds.get(side.id):
            yield ContentError(f"the side {side.id!r} has no units", where, "units")
    yield from _victory(scenario, kinds, where)
    yield from _points(scenario, kinds, where)
    yield from _in_play(scenario, board, where)
    yield from _missions(scenario, kinds, where)
    yield from _airstrikes(scenario, catalog, where)
    yield from _effects(scenario, where)


def _kinds(scenario: Scenario, catalog: Catalog, where: str) -> dict[str, list[str]]:
    """Kinds of the units of each side."""
    found: dict[str, list[str]] = {}
    for number, entry, _ in unit_ids(scenario):
        try:
            found.setdefault(entry.side, []).append(unit_type(scenario, number, entry, catalog, where).kind)
        except ContentError:  # reported elsewhere
            found.setdefault(entry.side, []).append("")
    return found


def _names(scenario: Scenario, board: Board, where: str) -> Problems:
    """Ids that can be typed and told apart from hexes and numbers."""
    if not scenario.name.strip():
        yield ContentError("a scenario needs a name", where, "name")
    for number, entry in enumerate(scenario.units):
        stem = entry.id or entry.side
        if not re.fullmatch(r"[A-Za-z0-9_.-]+", stem) or stem.isdecimal() or stem.upper() in board.index:
            reason = f"{stem!r} cannot be typed as the name of a unit: letters, digits and -, no hex and no number"
            yield ContentError(reason, where, f"units.{number}.id")
    for key, rows in (
        ("events", scenario.events),
        ("paragraphs", scenario.paragraphs),
        ("missions", scenario.missions),
    ):
        for name in named_twice(row.id for row in rows):
            yield ContentError(f"the id {name!r} is used twice", where, key)


def _victory(scenario: Scenario, kinds: dict[str, list[str]], where: str) -> Problems:
    if scenario.victory and scenario.points:
        yield ContentError("give 'victory' or 'points': points alone would count", where, "victory")
    if scenario.points and scenario.otherwise:
        yield ContentError("with 'points' the most points win: 'otherwise' would never count", where, "otherwise")
    for side in named_twice(goal.side for goal in scenario.victory):
        yield ContentError(f"give {side!r} one [[victory]] with all its conditions", where, "victory")
    for i, goal in enumerate(scenario.victory):
        if not goal.when:
            yield ContentError("without conditions it is won from the beginning: give 'when'", where, f"victory.{i}")
        for k, condition in enumerate(goal.when):
            path = f"victory.{i}.when.{k}"
            given = {key for key in GOALS if getattr(condition, key)}
            if len(given - {"exit_leaders"} or given) != 1:
                told = "none of them" if not given else " and ".join(sorted(given))
                yield ContentError(f"a condition is one of {', '.join(GOALS)}, not {told}", where, path)
            if condition.at_least and not given & {"hold", "control"}:
                yield ContentError("only places are counted: 'hold' or 'control'", where, f"{path}.at_least")
            yield from _condition(scenario, condition, goal.side, kinds, where, path)


def _condition(
    scenario: Scenario, c: Condition, side: str, kinds: dict[str, list[str]], where: str, path: str
) -> Problems:
    """22.0: that a condition can come true."""
    if c.exit_squads or c.exit_leaders:
        own = kinds.get(side, [])
        squads = sum(HALF_SQUADS.get(kind, 0) for kind in own) / 2
        leaders = sum(kind in LEADER_KINDS for kind in own)
        if not any(way.side == side and not way.lost for way in scenario.exits):
            yield ContentError(f"{side!r} leaves the map nowhere: give [[exits]]", where, path)
        for key, wanted, has in (("exit_squads", c.exit_squads, squads), ("exit_leaders", c.exit_leaders, leaders)):
            if not 0 <= wanted <= has:
                yield ContentError(f"{side!r} has {has:g}, {wanted:g} cannot leave the map", where, f"{path}.{key}")
    if c.note:
        noted = {e.note for p in scenario.paragraphs for e in p.effects if e.do == "note"}
        noted |= {f"{text.split(':')[-1]} destroyed" for text in scenario.special_rules if text.startswith("destroy:")}
        yield from word_problems(c.note, noted, "note (no paragraph writes it)", where, f"{path}.note")


def _points(scenario: Scenario, kinds: dict[str, list[str]], where: str) -> Problems:
    sides = [s.id for s in scenario.sides]
    for side in named_twice(row.side for row in scenario.points):
        yield ContentError(f"give {side!r} one [[points]]: only the last would count", where, "points")
    if scenario.points:
        for side in [s for s in sides if s not in {row.side for row in scenario.points}]:
            yield ContentError(f"{side!r} gets no points and cannot win: give it [[points]]", where, "points")
    for i, row in enumerate(scenario.points):
        worth = (row.per_place if row.control else 0, row.per_squad, row.per_smc)
        if min(worth) < 0:
            yield ContentError("points are not negative", where, f"points.{i}")
        elif not any(worth):
            yield ContentError(
                "it gets points for nothing: give 'control', 'per_squad' or 'per_smc'", where, f"points.{i}"
            )
        enemy = [kind for side, found in kinds.items() if side != row.side for kind in found]
        if row.per_squad and not any("squad" in kind for kind in enemy):
            yield ContentError("the enemy has no Squads to be eliminated", where, f"points.{i}.per_squad")


def _in_play(scenario: Scenario, board: Board, where: str) -> Problems:
    """Things that lie outside of the columns in play."""
    places = Places(board, where)
    try:
        playable = set(places.columns(scenario.playable, "playable"))
    except ContentError:  # reported elsewhere
        return
    if not scenario.playable:
        return
    if not playable:
        yield ContentError("none of these columns is on the board", where, "playable")
    named = [(f"units.{i}.at", u.at) for i, u in enumerate(scenario.units) if u.at]
    named += [(f"weapons.{i}.at", w.at) for i, w in enumerate(scenario.weapons) if w.at]
    named += [(f"markers.{i}.at", m.at) for i, m in enumerate(scenario.markers)]
    named += [(f"events.{i}.at", e.at) for i, e in enumerate(scenario.events)]
    for i, goal in enumerate(scenario.victory):
        for k, c in enumerate(goal.when):
            named += [(f"victory.{i}.when.{k}", text) for text in (*c.hold, *c.control)]
    for path, text in named:
        name = text.partition("/")[0]
        if name in board.index and name not in playable:
            yield ContentError(f"{name} is not in play", where, path)


def _missions(scenario: Scenario, kinds: dict[str, list[str]], where: str) -> Problems:
    """18.2: artillery that somebody can call."""
    given = {e.mission for p in scenario.paragraphs for e in p.effects if e.do == "mission"}
    for i, mission in enumerate(scenario.missions):
        path = f"missions.{i}"
        for kind in mission.deputies:
            yield from word_problems(kind, UNIT_KINDS, "kind", where, f"{path}.deputies")
        if mission.fp < 1 or mission.count < 1:
            yield ContentError("a mission has a Firepower and a number of at least 1", where, path)
        if not set(kinds.get(mission.side, [])) & {*CALLERS, *mission.deputies}:
            yield ContentError(f"nobody of {mission.side!r} can call it: no Leader and no deputy (18.2)", where, path)
        if mission.secret and mission.id not in given:
            yield ContentError("it is secret, and no paragraph gives it", where, path)


def _airstrikes(scenario: Scenario, catalog: Catalog, where: str) -> Problems:
    """19.1: aircraft that exist and come in time."""
    try:
        airstrikes(scenario, catalog, where)
    except ContentError as error:
        yield error
    for i, strike in enumerate(scenario.airstrikes):
        if strike.turn > scenario.turns:
            yield ContentError(f"turn {strike.turn} of {scenario.turns} never comes", where, f"airstrikes.{i}.turn")
    for i, way in enumerate(scenario.exits):
        if not (way.hexes or way.edges):
            yield ContentError("give the 'hexes' or 'edges' where the map is left", where, f"exits.{i}")
    if scenario.smoke_markers < 0:
        yield ContentError("there are no fewer than 0 markers", where, "smoke_markers")
    for side, count in scenario.heroes.due.items():
        if count < 0:
            yield ContentError(f"{count} Heroes cannot be due", where, f"heroes.due.{side}")


def _effects(scenario: Scenario, where: str) -> Problems:
    """22.0: effects that say all they need, and Morale Checks that come to an end."""
    events = [e.id for e in scenario.events]
    group_of = {name: entry.group for _, entry, name in unit_ids(scenario)}
    waiting = {g.id for g in scenario.groups if g.held or g.secret}
    for i, paragraph in enumerate(scenario.paragraphs):
        for k, effect in enumerate(paragraph.effects):
            path = f"paragraphs.{i}.effects.{k}"
            needed = {"place": "hexes", "appear": "units", "note": "note", "remove": "events"}.get(effect.do)
            if needed and not getattr(effect, needed):
                yield ContentError(f"{effect.do!r} needs {needed!r}", where, path)
            for name in effect.events:
                yield from word_problems(name, events, "Event", where, f"{path}.events")
            for name in effect.units:
                if group_of.get(name) in waiting and group_of[name] != effect.group:
                    reason = f"{name!r} is not in being yet: give group = {group_of[name]!r}"
                    yield ContentError(reason, where, f"{path}.units")
    follows = {p.id: [n for e in p.effects for n in _next(e)] for p in scenario.paragraphs}
    for i, paragraph in enumerate(scenario.paragraphs):
        if _comes_back(follows, paragraph.id):
            yield ContentError("its Morale Checks lead back to it without end", where, f"paragraphs.{i}")


def _next(effect: Effect) -> list[str]:
    return [effect.passed, effect.failed] if effect.do == "check" else []


def _comes_back(follows: dict[str, list[str]], start: str) -> bool:
    """Whether a paragraph can lead to itself."""
    seen: set[str] = set()
    todo = list(follows.get(start, []))
    while todo:
        name = todo.pop()
        if name == start:
            return True
        if name not in seen:
            seen.add(name)
            todo.extend(follows.get(name, []))
    return False
