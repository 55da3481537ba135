"""6.0, 10.2, 10.4: what a step costs, in half Movement Points."""

from __future__ import annotations

from collections.abc import Iterable

from lnlt.core.board import BUNKER, CAVE, GROUND, ROOF, UPPER
from lnlt.core.game import Game
from lnlt.core.hooks import ValueHook
from lnlt.core.state import NOBODY, NOWHERE, Position
from lnlt.core.tally import Modifier, Refusal
from lnlt.core.terrain import LEG, OFFROAD, PROHIBITED, ROADBOUND, TRACKED, Counter
from lnlt.rules.ch10_los_spotting.spotting import is_lined_road
from lnlt.rules.ch21_fortifications.mines import friendly_mines
from lnlt.rules.facts.barricades import barricade_between, crossing
from lnlt.rules.facts.buildings import is_ruined
from lnlt.rules.facts.bunkers import bunker_step, has_bunker
from lnlt.rules.facts.caves import UNDERGROUND, has_cave, passage, ways
from lnlt.rules.facts.mounts import is_mount, rides
from lnlt.rules.facts.shelters import along_trench

STEP_COST: ValueHook[int, [Game, Position, int, int]] = ValueHook(
    "cost of entering terrain, in half points", rule="6.0"
)
DRIVE_COST: ValueHook[int, [Game, Position, int, int]] = ValueHook(
    "cost of terrain for a vehicle with rules of its own, in half points", rule="15.9"
)
FLOOR_COST, ROOF_COST, TRENCH_COST = 4, 2, 2
FORD = "ford"
COUNTER_RULES = {FORD: "10.5.2", "roadblock": "10.5.4", "craters": "10.5.5", "rubble": "15.1.2", "wire": "21.3"}
"""Sections of counters that cost Movement Points [21.3]."""
NO_EXTRA = (0, 0, 0, 0)
"""Extra cost, per movement class, of counters that cost nothing."""
CLASSES = {"T": TRACKED, "R": ROADBOUND}
"""Columns of the terrain chart by the movement class on the counter."""
BY_COUNTER = (*UNDERGROUND, BUNKER)
"""Layers that only counters make."""
CARRIERS = frozenset({"road", "bridge"})
"""What carries units over terrain that bars them."""
CLIFF = 3
"""Levels between two hexes that nobody climbs."""


def driver_class(game: Game, s: Position, unit: int) -> int:
    """15.0, Q-124: the column of the terrain chart a vehicle uses; O if the data do not say."""
    return CLASSES.get(game.types[s.units[unit].type].move_class, OFFROAD)


def step_cost(
    game: Game,
    s: Position,
    frm: int,
    to: int,
    mover: int = LEG,
    special: str = "",
    scout: bool = False,
    payer: int = NOBODY,
    driver: int = NOBODY,
) -> list[Modifier] | Refusal:
    """6.0: the parts of the cost of one step (half points), or why it cannot be made.

    `special` is the nation whose own terrain values count (13.0), `scout`: one moves along (11.6); `payer` is the side
    whose Mines cost a point more (21.4, Q-556); `driver` is a vehicle that may have terrain costs of its own (15.9).
    """
    here, there = frm & 7, to & 7
    if payer != NOBODY and frm >> 3 != to >> 3 and there == GROUND and to in s.marks:
        parts = step_cost(game, s, frm, to, mover, special, scout, driver=driver)
        if isinstance(parts, Refusal):
            return parts
        return parts + friendly_mines(s, payer, to, game.board.loc_name(to))
    if BUNKER in (here, there):
        return bunker_step(game, s, frm, to, mover)
    if frm == NOWHERE:
        return _onto_map(game, s, to, mover, special, scout, driver)
    if mover != LEG and (here or there):  # Q-267
        return Refusal("6.6", "not_mounted_there", _pair(game, frm, to))
    if here in UNDERGROUND or there in UNDERGROUND:
        return passage(game, s, frm, to)
    if frm >> 3 == to >> 3:
        return _inside(game, s, frm, to)
    board = game.board
    i, j = frm >> 3, to >> 3
    if j not in board.neighbours[i]:
        return Refusal("6.0", "not_adjacent", _pair(game, frm, to))
    if here != GROUND or there != GROUND:
        return _on_floors(game, s, frm, to)
    d = board.neighbours[i].index(j)
    by_road = bool(board.roads[i] >> d & 1) and (is_lined_road(game, i) or not is_lined_road(game, j))
    ground = _ground(game, s, to, mover, special, scout, driver, by_road)
    if isinstance(ground, Refusal):
        return ground
    across = _across(game, s, i, d, mover, by_road)
    if isinstance(across, Refusal):
        return across
    slope = _slope(game, i, j, mover)
    if isinstance(slope, Refusal):
        return slope
    parts = _with_counters(game, s, [ground, *across, *slope], j, mover)
    if game.trenches and mover == LEG and not isinstance(parts, Refusal) and along_trench(s, frm, to):
        return [Modifier(TRENCH_COST, "trench", "21.6", board.names[j])]
    return parts


def module_cost(game: Game, s: Position, cost: int, to: int, mover: int, driver: int) -> int:
    """10.9, 15.9, Q-463: the cost of terrain as weather and the vehicle's own rules change it."""
    cost = STEP_COST.apply(game.hooks, cost, game, s, to, mover)
    return cost if driver == NOBODY else DRIVE_COST.apply(game.hooks, cost, game, s, to, driver)


def _ground(
    game: Game,
    s: Position,
    to: int,
    mover: int,
    special: str,
    scout: bool,
    driver: int,
    by_road: bool,
    rule: str = "6.0",
) -> Modifier | Refusal:
    """6.0, 10.5.2, 15.1.2, Q-555: what the ground of a hex costs: its terrain or the Road; Rubble takes the place of
    both, a Ford that of the water."""
    board = game.board
    name = board.loc_name(to)
    cost, why = terrain_cost(game, to, mover, special, scout)
    if by_road:
        cost, why = board.chart.terrains["road"].cost[mover], "road"
    else:
        cost = module_cost(game, s, cost, to, mover, driver)
    for effect in _effects(game, s, to >> 3):
        if effect.cost is None or effect.total or (by_road and effect.key == FORD):
            continue
        cost, why, rule = effect.cost[mover], effect.key, COUNTER_RULES.get(effect.key, "6.0")
        if cost == PROHIBITED:
            return Refusal(rule, "counter_prohibited", {"at": name, "counter": why})
    if cost == PROHIBITED:
        return Refusal("6.0", "terrain_prohibited", {"at": name, "terrain": why})
    return Modifier(cost, why, rule, name)


def _across(game: Game, s: Position, i: int, d: int, mover: int, by_road: bool) -> list[Modifier] | Refusal:
    """6.0, 10.5.1, 21.5: what crossing a side of a hex costs more: what is printed there, and a Barricade."""
    board = game.board
    j = board.neighbours[i][d]
    side = board.sides[i][d]
    found: list[Modifier] = []
    if side is not None and not (by_road and "bridge" in board.features[i] | board.features[j]):
        rule = "10.5.1" if side.key.startswith("stream") else "6.0"
        if side.cost[mover] == PROHIBITED:
            names = {"from": board.names[i], "at": board.names[j], "hexside": side.key}
            return Refusal(rule, "hexside_prohibited", names)
        if side.cost[mover]:
            found.append(Modifier(side.cost[mover], side.key, rule, board.names[j]))
    if not game.barricades:
        return found
    more = crossing(game, s, i, j, mover, PROHIBITED)
    return more if isinstance(more, Refusal) else found + more


def _slope(game: Game, i: int, j: int, mover: int) -> list[Modifier] | Refusal:
    """10.4, chart: each level up costs a point (two for R), two down one; three are a cliff."""
    board = game.board
    rise = board.levels[j] - board.levels[i]
    if abs(rise) >= CLIFF:
        return Refusal("6.0", "cliff", {"from": board.names[i], "at": board.names[j]})
    if rise > 0:
        return [Modifier(rise * (4 if mover == ROADBOUND else 2), "uphill", "6.0", board.names[j])]
    return [Modifier(2, "downhill", "6.0", board.names[j])] if rise == -2 else []


def _onto_map(
    game: Game, s: Position, to: int, mover: int, special: str, scout: bool, driver: int
) -> list[Modifier] | Refusal:
    """22.0: the first hex costs what its terrain and its counters cost; hexsides and slopes outside do not exist."""
    by_road = bool(game.board.roads[to >> 3])
    ground = _ground(game, s, to, mover, special, scout, driver, by_road, "22.0")
    return ground if isinstance(ground, Refusal) else _with_counters(game, s, [ground], to >> 3, mover)


def _with_counters(game: Game, s: Position, parts: list[Modifier], j: int, mover: int) -> list[Modifier] | Refusal:
    """10.5.4, 10.5.5, 21.3, Q-337, Q-556: Craters add their cost; a total, of Wire or a Roadblock, takes the place of
    all other costs, of two totals the dearer."""
    name = game.board.names[j]
    totals: list[Modifier] = []
    for effect in _effects(game, s, j):
        rule = COUNTER_RULES.get(effect.key, "6.0")
        total = effect.cost[mover] if effect.cost is not None and effect.total else 0
        if PROHIBITED in (total, effect.extra[mover]):
            return Refusal(rule, "counter_prohibited", {"at": name, "counter": effect.key})
        if total:
            totals.append(Modifier(total, effect.key, rule, name))
        if effect.extra[mover]:
            parts = [*parts, Modifier(effect.extra[mover], effect.key, rule, name)]
    return [max(totals, key=lambda part: part.value)] if totals else parts


def _effects(game: Game, s: Position, hex_: int) -> list[Counter]:
    """The counters of the chart on the ground of a hex, printed or lying there; several of a kind are one (Q-555)."""
    seen = dict.fromkeys(marker.kind for marker in s.marks.get(hex_ * 8 + GROUND, ()))
    kinds = (*sorted(game.board.features[hex_] - seen.keys()), *seen)
    rows = game.board.chart.counters
    return [rows[kind] for kind in kinds if kind in rows]


def _inside(game: Game, s: Position, frm: int, to: int) -> list[Modifier] | Refusal:
    """10.2, 10.6: two points between floors, one to or from the roof."""
    board = game.board
    i = frm >> 3
    layers = {frm & 7, to & 7}
    name = board.loc_name(to)
    if frm == to or not board.has_layer(i, to & 7):
        return Refusal("10.2", "no_such_floor", {"at": name})
    if to & 7 != GROUND and is_ruined(game, s, i):
        return Refusal("15.1.2", "flattened", {"at": name})
    if layers == {GROUND, UPPER}:
        return [Modifier(FLOOR_COST, "floor", "10.2", name)]
    top = UPPER if board.floors(i) > 1 else GROUND
    if layers == {top, ROOF}:
        return [Modifier(ROOF_COST, "roof", "10.6", name)]
    return Refusal("10.2", "no_such_floor", {"at": name})


def _on_floors(game: Game, s: Position, frm: int, to: int) -> list[Modifier] | Refusal:
    """10.2, 10.6: above the ground one moves only inside one building, floor to floor or roof to roof."""
    board = game.board
    i, j = frm >> 3, to >> 3
    same = board.building_of[i] >= 0 and board.building_of[i] == board.building_of[j]
    if frm & 7 != to & 7 or not same or not board.has_layer(j, to & 7):
        return Refusal("10.6" if ROOF in (frm & 7, to & 7) else "10.2", "not_same_building", _pair(game, frm, to))
    if is_ruined(game, s, j):
        return Refusal("15.1.2", "flattened", {"at": board.loc_name(to)})
    if to & 7 == ROOF:
        return [Modifier(ROOF_COST, "roof", "10.6", board.loc_name(to))]
    return [Modifier(board.terrain[j].cost[LEG], board.terrain[j].key, "6.0", board.loc_name(to))]


def _pair(game: Game, frm: int, to: int) -> dict[str, str | int]:
    return {"from": game.board.loc_name(frm), "at": game.board.loc_name(to)}


SCOUT_TERRAIN = frozenset(
    {"heavy_jungle", "light_jungle", "forest", "light_woods", "wheat_field", "kunai_grass", "tall_grass"}
)
"""Terrain that costs one point for a group with a Scout (11.6)."""


def move_class(game: Game, s: Position, unit: int, group: Iterable[int] = ()) -> int:
    """6.6: Mounted Units, and Single-Man Counters of a group who ride with them, use the O column; others are Leg."""
    if game.mounted and (is_mount(game, s, unit) or rides(game, s, unit, group)):
        return OFFROAD
    return LEG


def unit_cost(
    game: Game, s: Position, unit: int, frm: int, to: int, scout: bool = False, group: Iterable[int] = ()
) -> int:
    """6.0: half points a unit pays for a step with a group, PROHIBITED if it cannot be made."""
    mover = LEG if not game.mounted else move_class(game, s, unit, group)
    u = s.units[unit]
    walker = (mover, game.special_terrain[u.type], scout, u.side if game.mines else NOBODY)
    return walker_cost(game, s, walker, frm, to, is_printed(game, s, frm, to))


Walker = tuple[int, str, bool, int]
"""What the cost of a step depends on beside the place: movement class, nation of special values, a Scout along, and
where Mines are about the side."""


def walker_cost(game: Game, s: Position, walker: Walker, frm: int, to: int, printed: bool) -> int:
    """6.0: half points a kind of mover pays for a step, PROHIBITED if it cannot; where only what is printed counts, it
    is worked out once per game."""
    if not printed:
        return _total(step_cost(game, s, frm, to, *walker))
    known = printed_costs(game, walker)
    key = frm << 20 | to
    cost = known.get(key)
    if cost is None:
        cost = known[key] = _total(step_cost(game, s, frm, to, *walker))
    return cost


def printed_costs(game: Game, walker: Walker) -> dict[int, int]:
    """Costs by what is printed that a kind of mover has asked for so far, by `from << 20 | to`."""
    known = game.step_costs.get(walker)
    if known is None:
        known = game.step_costs[walker] = {}
    return known


def _total(parts: list[Modifier] | Refusal) -> int:
    return PROHIBITED if isinstance(parts, Refusal) else int(sum(p.value for p in parts))


def is_printed(game: Game, s: Position, frm: int, to: int) -> bool:
    """Whether the cost of a step follows from the printed map alone: no counter and no rule of a game changes it."""
    if STEP_COST in game.hooks.table:
        return False
    if game.barricades and barricade_between(game.board, s, frm >> 3, to >> 3) is not None:
        return False
    if (frm | to) & 7 and (frm & 7 in BY_COUNTER or to & 7 in BY_COUNTER):
        return False
    for marker in s.marks.get(to & ~7, ()):
        effect = game.board.chart.counters.get(marker.kind)
        if marker.kind in ("ford", "mines", "trench"):
            return False
        if effect is not None and (effect.cost is not None or effect.extra != NO_EXTRA):
            return False
    return True


def terrain_cost(game: Game, loc: int, mover: int = LEG, special: str = "", scout: bool = False) -> tuple[int, str]:
    """6.0, 11.6, 13.0: half points for the terrain of a hex itself, and what decides it."""
    terrain = game.board.terrain[loc >> 3]
    cost = terrain.cost[mover]
    if mover == LEG:
        if special:
            for row in game.catalog.nations[special].terrain:
                if row.terrain == terrain.key and row.leg is not None:
                    cost = 2 * row.leg
        if scout and terrain.key in SCOUT_TERRAIN and cost > 2:
            return 2, "scout"
    return cost, terrain.key


def steps_from(game: Game, loc: int, s: Position | None = None) -> tuple[int, ...]:
    """Locations one step away, allowed or not: the six neighbours on the same layer, and the layers of the hex.

    With a position, Bunkers, Caves and Tunnels too.
    """
    if loc & 7 == BUNKER:
        return (loc - BUNKER,)
    if s is not None and s.marks:
        if loc & 7 in UNDERGROUND:
            return ways(game, s, loc)
        if loc & 7 == GROUND and loc in s.marks:
            if has_cave(s, loc >> 3):
                return (*steps_from(game, loc), loc + CAVE)
            if has_bunker(s, loc >> 3):
                return (*steps_from(game, loc), loc + BUNKER)
    found = game.next_locs.get(loc)
    if found is None:
        board = game.board
        i, layer = loc >> 3, loc & 7
        near = [j * 8 + layer for j in board.neighbours[i] if j >= 0]
        inside = [i * 8 + x for x in (GROUND, UPPER, ROOF) if x != layer and board.has_layer(i, x)]
        found = game.next_locs[loc] = tuple(near + inside)
    return found


def can_stand(game: Game, s: Position, loc: int) -> bool:
    """6.0, 10.5.2: whether men can be in a location: where its terrain bars them, a ford, Bridge or Road carries."""
    if game.board.terrain[loc >> 3].cost[LEG] != PROHIBITED or game.board.features[loc >> 3] & CARRIERS:
        return True
    return any(m.kind == "ford" for m in s.marks.get(loc, ()))


def points_text(half: int) -> str:
    """Half points as Movement Points: 3 is "1.5"."""
    return str(half // 2) if half % 2 == 0 else f"{half / 2:g}"
