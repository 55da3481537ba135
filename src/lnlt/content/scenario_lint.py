"""The linter's part for scenarios: everything that makes one impossible to set up."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.content import colours, modules
from lnlt.content.files import Problems, unknown, word_problems
from lnlt.content.force_lint import kit_problems, place_problems, unit_problems, weapon_problems
from lnlt.content.games import placing_text
from lnlt.content.goal_lint import goal_problems
from lnlt.content.group_lint import group_problems
from lnlt.content.ride_lint import ride_problems, rule_problems
from lnlt.content.scenario_file import Scenario
from lnlt.content.scenario_setup import scenario_board
from lnlt.content.scenario_types import hero_type
from lnlt.content.story_lint import story_problems
from lnlt.core.board import Board
from lnlt.core.catalog import Catalog, Nation
from lnlt.core.errors import ContentError
from lnlt.core.setup import OPTIONAL_RULES, Night
from lnlt.rules.ch20_night.darkness import FLARE
from lnlt.rules.ch21_fortifications.placing import WORKS, check_placing, check_side
from lnlt.rules.facts.deployed_claymores import CLAYMORE
from lnlt.traits.scenario_rules import RULES


def scenario_problems(scenario: Scenario, where: str) -> Problems:
    """Everything that makes a scenario impossible to set up."""
    try:
        catalog = modules.catalog_for(scenario)
        board = scenario_board(scenario, where)
    except ContentError as error:
        yield error
        return
    for name, entry in scenario.board.hexes.items():
        if not isinstance(entry, str) and isinstance(entry.silhouette, tuple):
            yield ContentError("only a radius can be given here", where, f"board.hexes.{name}.silhouette")
    yield from _sides(scenario, catalog, where)
    yield from weapon_problems(scenario, catalog, board, where)
    yield from unit_problems(scenario, catalog, board, where)
    yield from story_problems(scenario, board, where)
    yield from group_problems(scenario, catalog, board, where)
    yield from goal_problems(scenario, catalog, board, where)
    yield from kit_problems(scenario, catalog, board, where)
    yield from ride_problems(scenario, catalog, where)
    yield from rule_problems(scenario, board, where)
    yield from _switches(scenario, where)
    if isinstance(scenario.night, Night):
        yield from night_problems(scenario.night, [s.id for s in scenario.sides], scenario.turns, where)
    yield from _heroes(scenario, catalog, where)
    yield from modules.problems(scenario, catalog, where)
    for i, marker in enumerate(scenario.markers):
        yield from place_problems(marker.at, board, where, f"markers.{i}.at")
        if marker.kind not in {*board.chart.counters, *WORKS, CLAYMORE, FLARE}:
            yield unknown(marker.kind, board.chart.counters, "marker", where, f"markers.{i}.kind")
        yield from _marker(scenario, i, board, where)


def _switches(scenario: Scenario, where: str) -> Problems:
    """Optional and special rules that do not exist."""
    for i, option in enumerate(scenario.options):
        yield from word_problems(option, OPTIONAL_RULES, "optional rule", where, f"options.{i}")
    for i, text in enumerate(scenario.special_rules):
        yield from word_problems(text.partition(":")[0], RULES, "special rule", where, f"special_rules.{i}")


def _heroes(scenario: Scenario, catalog: Catalog, where: str) -> Problems:
    """11.2.1, 12.0: Skills in the cup that do not exist, and Heroes without a type."""
    for skill in scenario.heroes.cup or ():
        yield from word_problems(skill, catalog.skills, "skill", where, "heroes.cup")
    for side, rows in scenario.heroes.types.items():
        for k in range(len(rows)):
            try:
                hero_type(scenario, side, k, where)
            except ContentError as error:
                yield error


def night_problems(night: Night, sides: Sequence[str], turns: int, where: str) -> Problems:
    """A night that cannot be: turns in the wrong order, sight of less than a hex, sides nobody has."""
    for side, number in night.starshell.items():
        yield from word_problems(side, sides, "side", where, "night.starshell")
        if not 0 <= number <= 6:
            yield ContentError(f"a capability is 0 to 6, not {number}", where, f"night.starshell.{side}")
    if night.sight < 1 or night.thermal < 1:
        yield ContentError("one sees at least one hex", where, "night.sight" if night.sight < 1 else "night.thermal")
    if night.first < 1 or night.first > turns or (night.last and night.last < night.first):
        yield ContentError("the night begins on a turn of the game and ends no earlier", where, "night.first")


def _marker(scenario: Scenario, i: int, board: Board, where: str) -> Problems:
    """10.5.4, 10.7: Roadblocks on Roads, fortifications where they may be, facings toward a neighbour."""
    marker = scenario.markers[i]
    hex_ = board.index.get(marker.at.partition("/")[0])
    if hex_ is None:
        return
    road = board.terrain[hex_].road or "road" in board.features[hex_]
    if marker.kind == "roadblock" and not road:
        yield ContentError("a Roadblock stands only on a Road", where, f"markers.{i}.at")
    refusal = check_placing(board, marker.kind, hex_, [m.kind for m in scenario.markers[:i] if m.at == marker.at])
    if marker.kind == "barricade":
        barred = [(m.at, m.facing) for m in scenario.markers[:i] if m.kind == marker.kind]
        refusal = refusal or check_side(marker.at, marker.facing, barred)
    if refusal is not None:
        yield ContentError(placing_text(refusal), where, f"markers.{i}.at")
    if marker.kind == "bunker" and not marker.facing:
        yield ContentError("a Bunker needs 'facing', the hex its arrow points to (rule 21.1)", where, f"markers.{i}")
    if marker.kind == "barricade" and not marker.facing:
        yield ContentError("a Barricade needs 'facing', the hex it bars the way to (rule 21.5)", where, f"markers.{i}")
    if marker.facing and marker.facing not in [board.names[j] for j in board.neighbours[hex_] if j >= 0]:
        yield ContentError(f"{marker.facing!r} is no hex beside {marker.at}", where, f"markers.{i}.facing")


def _side_looks(nations: list[Nation], where: str) -> Problems:
    """Two nations that fight each other are told apart by everybody; of one nation the second side looks otherwise."""
    shown = {n.key: n.colour for n in nations if colours.is_colour(n.colour)}
    if len(shown) == 2:
        for kind in colours.confusions(*shown.values()):
            both = " and ".join(f"{key} {colour}" for key, colour in shown.items())
            yield ContentError(f"the colours of {both} cannot be told apart: {kind}", where, "sides")


def _sides(scenario: Scenario, catalog: Catalog, where: str) -> Problems:
    """Two sides of known nations, and no side named that is not one of them."""
    ids = [s.id for s in scenario.sides]
    if len(ids) != 2 or len(set(ids)) != 2:
        yield ContentError(f"a scenario has two sides with different ids, not {ids}", where, "sides")
    for i, side in enumerate(scenario.sides):
        if side.nation not in catalog.nations:
            yield unknown(side.nation, catalog.nations, "nation", where, f"sides.{i}.nation")
    yield from _side_looks([catalog.nations[s.nation] for s in scenario.sides if s.nation in catalog.nations], where)
    named = [("initiative", scenario.initiative)]
    named += [(f"units.{i}.side", u.side) for i, u in enumerate(scenario.units)]
    named += [(f"weapons.{i}.side", w.side) for i, w in enumerate(scenario.weapons) if w.side]
    named += [(f"markers.{i}.side", m.side) for i, m in enumerate(scenario.markers) if m.side]
    named += [(f"victory.{i}.side", v.side) for i, v in enumerate(scenario.victory)]
    named += [(f"groups.{i}.side", g.side) for i, g in enumerate(scenario.groups)]
    named += [(f"points.{i}.side", p.side) for i, p in enumerate(scenario.points)]
    named += [(f"exits.{i}.side", e.side) for i, e in enumerate(scenario.exits)]
    named += [(f"events.{i}.side", e.side) for i, e in enumerate(scenario.events) if e.side]
    named += [(f"missions.{i}.side", m.side) for i, m in enumerate(scenario.missions)]
    named += [("otherwise", scenario.otherwise)] if scenario.otherwise else []
    named += [(f"control.{text}", side) for text, side in scenario.control.items()]
    named += [("setup_order", side) for side in scenario.setup_order]
    for key in ("none", "types", "due"):
        named += [(f"heroes.{key}", side) for side in getattr(scenario.heroes, key)]
    for path, side_id in named:
        if side_id not in ids:
            yield ContentError(f"unknown side {side_id!r}, expected one of {ids}", where, path)
