"""The linter's part for groups: whether everybody finds a place, comes onto the map at all, and can carry his load."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from lnlt.content.areas import Places
from lnlt.content.files import Problems
from lnlt.content.modules import crosses
from lnlt.content.scenario_file import GroupEntry, Scenario
from lnlt.content.scenario_types import unit_ids, unit_type, weapon_type
from lnlt.core.board import Board
from lnlt.core.catalog import Catalog, UnitType
from lnlt.core.errors import ContentError
from lnlt.core.terrain import CLASS_NAMES, LEG, PROHIBITED
from lnlt.rules.facts.boats import BOAT
from lnlt.rules.facts.stacking import HALF_SQUADS, SMCS, SQUADS, VEHICLES
from lnlt.rules.facts.weapons import carries

BROUGHT = ("open", "place", "appear")
"""Effects that bring a group."""


class Force(msgspec.Struct):
    """The units of a group that need ground to stand on: each with its entry and type."""

    units: list[tuple[str, UnitType]] = []
    afloat: bool = False
    """It has Rubber Boats (23.3.1)."""


def group_problems(scenario: Scenario, catalog: Catalog, board: Board, where: str) -> Problems:
    """Groups that never come, find no place, or cannot carry what they are given."""
    forces = _forces(scenario, catalog, where)
    places = Places(board, where)
    playable = _playable(scenario, places)
    for i, group in enumerate(scenario.groups):
        path = f"groups.{i}"
        force = forces.get(group.id, Force())
        yield from _ways(scenario, group, force, where, path)
        for key, rules in (("setup", group.setup), ("enter", group.enter)):
            hexes = _found(places, rules)
            if not hexes:
                continue
            inside = [h for h in hexes if h in playable]
            if not inside:
                yield ContentError("no hex of the area is in play", where, f"{path}.{key}")
                continue
            ground = _Ground(catalog, board, scenario, force.afloat)
            yield from ground.homeless(force, inside, where, f"{path}.{key}", rules)
            if key == "setup":
                yield from ground.room(force, inside, where, f"{path}.setup")
    yield from _loads(scenario, catalog, where)
    yield from _edges(scenario, where)
    order = Counter(scenario.setup_order)
    for side in [side for side, count in order.items() if count > 1]:
        yield ContentError(f"the side {side!r} sets up once", where, "setup_order")


def _forces(scenario: Scenario, catalog: Catalog, where: str) -> dict[str, Force]:
    """The units of every group, without those that ride and Snipers, who need no place."""
    boats = set()
    for number, weapon in enumerate(scenario.weapons):
        try:
            if weapon_type(scenario, number, weapon, catalog, where).kind == BOAT:
                boats.add(weapon.id)
        except ContentError:  # reported elsewhere
            continue
    found = {
        g.id: Force(afloat=any(w.group == g.id and w.id in boats for w in scenario.weapons)) for g in scenario.groups
    }
    for number, entry, name in unit_ids(scenario):
        if entry.group not in found:
            continue
        try:
            kind = unit_type(scenario, number, entry, catalog, where)
        except ContentError:
            continue
        force = found[entry.group]
        force.afloat = force.afloat or bool(boats & set(entry.carries))
        if kind.kind != "sniper" and not entry.aboard:
            force.units.append((name, kind))
    return found


def _found(places: Places, rules: tuple[str, ...]) -> list[int]:
    try:
        return places.find([text.partition("/")[0] for text in rules], "")
    except ContentError:  # reported elsewhere
        return []


def _playable(scenario: Scenario, places: Places) -> set[int]:
    """Hexes in play."""
    try:
        names = places.columns(scenario.playable, "playable")
    except ContentError:
        names = ()
    return {places.board.index[n] for n in names} or set(range(places.board.size))


def _ways(scenario: Scenario, group: GroupEntry, force: Force, where: str, path: str) -> Problems:
    """22.0: a group sets up, enters on a turn of the game, or is brought by a paragraph."""
    effects = [e for p in scenario.paragraphs for e in p.effects if e.group == group.id]
    brought = {e.do for e in effects if e.do in BROUGHT}
    enters = bool(group.enter or group.edges or group.edge_roll)
    if group.setup and enters:
        yield ContentError("a group sets up or enters: give 'setup', or 'enter' or 'edges'", where, path)
    if group.setup and group.turn != 1:
        yield ContentError("who sets up is on the map from the beginning", where, f"{path}.turn")
    if group.setup and (group.held or group.secret):
        yield ContentError("who sets up is in being from the beginning: it cannot be held or secret", where, path)
    if not 0 <= group.turn <= scenario.turns:
        yield ContentError(f"turn {group.turn} of {scenario.turns} never comes", where, f"{path}.turn")
    waits = group.turn == 0 or group.held or group.secret
    if waits and not group.setup and not brought:
        yield ContentError("no paragraph opens the group", where, path)
    elif not waits and not group.setup and not enters and not brought & {"place", "appear"} and force.units:
        yield ContentError("the group never comes: give 'setup', 'enter' or 'edges'", where, path)
    elif brought == {"open"} and not enters and force.units:
        yield ContentError("a group that is opened needs 'enter' or 'edges'", where, path)
    if group.works and not group.setup:
        yield ContentError("fortifications are placed in a set-up area: give 'setup'", where, f"{path}.works")


def _edges(scenario: Scenario, where: str) -> Problems:
    """22.0: a group that waits for another one, or comes beside its edge, waits for one that enters."""
    groups = {g.id: g for g in scenario.groups}
    for i, group in enumerate(scenario.groups):
        for key, other in (("after", group.after), ("edges_near", group.edges_near)):
            if not other or other not in groups:
                continue
            leads = groups[other]
            if other == group.id:
                yield ContentError("a group does not wait for itself", where, f"groups.{i}.{key}")
            elif leads.setup or not (leads.enter or leads.edges or leads.edge_roll):
                yield ContentError(f"the group {other!r} enters nowhere", where, f"groups.{i}.{key}")
            elif key == "edges_near" and not (leads.edges or leads.edge_roll):
                yield ContentError(f"the group {other!r} comes by no edge", where, f"groups.{i}.{key}")
        seen, last = [group.id], group.after
        while last in groups and last not in seen:
            seen.append(last)
            last = groups[last].after
        if last == group.id and len(seen) > 1:
            yield ContentError(f"these groups wait for each other: {', '.join(seen)}", where, f"groups.{i}.after")


class _Ground:
    """Which hexes take which units."""

    def __init__(self, catalog: Catalog, board: Board, scenario: Scenario, afloat: bool) -> None:
        self.catalog = catalog
        self.board = board
        self.afloat = afloat
        self.fords = {m.at for m in scenario.markers if m.kind == "ford"}

    def takes(self, hex_: int, kind: UnitType) -> bool:
        """6.0, 1.3, 1.7: whether a unit may stand in a hex."""
        terrain = self.board.terrain[hex_]
        if kind.kind in ("helicopter", "aircraft") or (self.afloat and terrain.water):
            return True
        if kind.kind == "vehicle" and terrain.structure:
            return False
        if kind.kind == "weapon_team" and not terrain.weapon_teams and "enters_buildings" not in kind.abilities:
            return False
        column = CLASS_NAMES.index(kind.move_class) if kind.move_class else LEG
        on_way = terrain.road or self.board.features[hex_] & {"road", "bridge"} or self.board.names[hex_] in self.fords
        barred = terrain.cost[column] == PROHIBITED
        return not barred or bool(on_way) or crosses(self.catalog.traits.values(), kind.key, kind.nation, terrain.key)

    def homeless(self, force: Force, hexes: list[int], where: str, path: str, rules: tuple[str, ...]) -> Problems:
        """Units that no hex of the area takes, one of each type."""
        for key, (name, kind) in {kind.key: (name, kind) for name, kind in reversed(force.units)}.items():
            if not any(self.takes(h, kind) for h in hexes):
                told = ", ".join(rules)
                yield ContentError(
                    f"no hex of {told} takes the {kind.kind.replace('_', ' ')} {name!r} ({key})", where, path
                )

    def room(self, force: Force, hexes: list[int], where: str, path: str) -> Problems:
        """1.3: the stacking limits of all hexes together; each location of a hex has its own."""
        floors = [h for h in hexes for _ in range(max(1, self.board.floors(h)))]
        limits = (("squads", squads, SQUADS), ("single-man counters", men, SMCS), ("vehicles", hulls, VEHICLES))
        for what, share, most in limits:
            kinds = [k for _, k in force.units if share(k)]
            fit = [h for h in floors if any(self.takes(h, k) for k in kinds)]
            room = sum(min(most, self.board.terrain[h].stacking or most) if what == "squads" else most for h in fit)
            needed = sum(map(share, kinds))
            if needed > room:
                reason = f"{needed:g} {what} do not fit into {len(set(hexes))} hexes with room for {room} (1.3)"
                yield ContentError(reason, where, path)


def squads(kind: UnitType) -> float:
    """1.3: how much of a Squad a unit is; a missile Team counts half."""
    return 0.5 if "atgm" in kind.abilities else HALF_SQUADS.get(kind.kind, 0) / 2


def men(kind: UnitType) -> float:
    """1.3: single-man counters."""
    return float(kind.is_smc)


def hulls(kind: UnitType) -> float:
    """1.3: vehicles."""
    return float(kind.kind == "vehicle")


def _loads(scenario: Scenario, catalog: Catalog, where: str) -> Problems:
    """1.6: the weapons of a group find units that can carry them, and belong to its side."""
    carried = {w for u in scenario.units for w in u.carries}
    kinds: dict[str, list[UnitType]] = {}
    given: Counter[str] = Counter()
    free: set[str] = set()
    for number, weapon in enumerate(scenario.weapons):
        try:
            if "no_load" in weapon_type(scenario, number, weapon, catalog, where).abilities:
                free.add(weapon.id)
        except ContentError:
            continue
    for number, entry, _ in unit_ids(scenario):
        try:
            kind = unit_type(scenario, number, entry, catalog, where)
        except ContentError:
            continue
        if entry.group:
            kinds.setdefault(entry.group, []).append(kind)
            given[entry.group] += sum(w not in free for w in entry.carries)
    sides = {g.id: g.side for g in scenario.groups}
    for i, weapon in enumerate(scenario.weapons):
        if weapon.group and (weapon.at or weapon.id in carried):
            yield ContentError(f"{weapon.id!r} is in more than one place", where, f"weapons.{i}")
        if weapon.group and weapon.side and weapon.side != sides.get(weapon.group, weapon.side):
            yield ContentError(f"a weapon of {weapon.side!r} in a group of another side", where, f"weapons.{i}.side")
    for i, group in enumerate(scenario.groups):
        load = sum(w.group == group.id and w.id not in free for w in scenario.weapons) + given[group.id]
        most = sum(carries(kind.kind) for kind in kinds.get(group.id, []))
        if load > most and kinds.get(group.id):
            yield ContentError(f"{load} Support Weapons, its units carry {most} (1.6)", where, f"groups.{i}")


def named_twice(ids: Iterable[str]) -> list[str]:
    """Ids that are used more than once."""
    return [name for name, count in Counter(ids).items() if count > 1]
