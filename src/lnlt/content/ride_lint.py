"""The linter's part for who rides when the game begins, and for what special rules name."""

from __future__ import annotations

from lnlt.content.files import Problems, word_problems
from lnlt.content.group_lint import men, squads
from lnlt.content.scenario_file import Scenario
from lnlt.content.scenario_types import unit_ids, unit_type
from lnlt.core.board import Board
from lnlt.core.catalog import Catalog, UnitType
from lnlt.core.errors import ContentError
from lnlt.rules.ch16_passengers.capacity import may_ride, room

DESTROY = "destroy"


def ride_problems(scenario: Scenario, catalog: Catalog, where: str) -> Problems:
    """16.1, 16.2, 19.2.6: passengers who may ride, in vehicles with room for them."""
    kinds: dict[str, UnitType] = {}
    for number, entry, name in unit_ids(scenario):
        try:
            kinds[name] = unit_type(scenario, number, entry, catalog, where)
        except ContentError:  # reported elsewhere
            continue
    loads: dict[tuple[str, bool], list[float]] = {}
    for number, entry, name in unit_ids(scenario):
        kind, vehicle = kinds.get(name), kinds.get(entry.aboard)
        if kind is None or vehicle is None or kind.kind == "armor_leader":
            continue
        if not may_ride(kind):
            yield ContentError(f"a {kind.kind.replace('_', ' ')} rides nowhere (16.1)", where, f"units.{number}.aboard")
            continue
        outside = entry.riding == "outside" or (not entry.riding and not room(vehicle, outside=False))
        load = loads.setdefault((entry.aboard, outside), [0, 0, 0])
        for what, more in enumerate((2 * squads(kind), men(kind), len(entry.carries))):
            load[what] += more
    for (name, outside), load in loads.items():
        limit = room(kinds[name], outside)
        if max(load) > limit:
            told = f"{load[0]:g} Half-Squads, {load[1]:g} single men and {load[2]:g} Support Weapons"
            place = "on" if outside else "in"
            yield ContentError(f"{told} {place} {name!r}, with room for {limit} of each (16.1)", where, "units")


def rule_problems(scenario: Scenario, board: Board, where: str) -> Problems:
    """22.0: special rules with values that are on the board and in the order of battle."""
    names = [name for _, _, name in unit_ids(scenario)]
    for i, text in enumerate(scenario.special_rules):
        kind, *values = text.split(":")
        path = f"special_rules.{i}"
        if kind != DESTROY:
            continue
        if len(values) != 3 or not all(values):
            yield ContentError(f"{text!r} is not written destroy:HEX:UNIT:NOTE", where, path)
            continue
        yield from word_problems(values[0], board.index, "hex", where, path)
        yield from word_problems(values[1], names, "unit", where, path)
