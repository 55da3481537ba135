"""Random battles: boards and forces that no scenario has, for random play and benchmarks. One seed, one battle."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from lnlt.content.charts import load_chart
from lnlt.content.games import build_game, setup_chart
from lnlt.content.maps import build_board
from lnlt.content.packs import load_catalog
from lnlt.core import hexes
from lnlt.core.board import Board
from lnlt.core.catalog import Side2, UnitType, WeaponType
from lnlt.core.game import Game
from lnlt.core.setup import (
    BoardSetup,
    BuildingPatch,
    Condition,
    GameSetup,
    HexPatch,
    MapPlace,
    MarkerSetup,
    Night,
    SidePatch,
    SideSetup,
    Start,
    UnitSetup,
    Victory,
    WeaponSetup,
)
from lnlt.core.terrain import LEG, PROHIBITED
from lnlt.fuzz_air import with_aircraft
from lnlt.fuzz_gear import with_gear
from lnlt.fuzz_helicopters import with_helicopters
from lnlt.fuzz_vehicles import with_vehicles
from lnlt.fuzz_works import near, with_works
from lnlt.rules.ch10_los_spotting.sight import Sight

MAPS = ("15", "14", "1")
TERRAIN = ("brush", "low_crops", "wheat_field", "light_woods", "forest", "lc_building", "hc_building", "marsh")
HEXSIDES = ("wall", "hedge", "bocage", "stream_2", "stream_4")
COUNTERS = ("smoke", "wreck", "rubble", "craters", "spotted")
SQUADS = (
    ("2-5-4-6", ("assault_move",)),
    ("1-6-4-5", ()),
    ("2-2-4-5", ("extended_range",)),
    ("1-6-4-6", ("assaulter",)),
)
HALF_SQUADS = ("1-4-4-6", "0-5-4-5", "1-5-4-5")
LEADERS = ("6-1-6", "7-1-6", "6-2-6", "6-0-6")
HEROES = ("2-2-6-6", "1-6-6-7", "2-4-6-7", "1-5-6-6")
GUNS = ((1, 6), (2, 9), (3, 14), (2, 7))


def battle(counters_per_side: int = 40, columns: int = 20, rows: int = 15, seed: int = 0) -> GameSetup:
    """A lively fight on a generated board: both sides fresh and in reach of each other, 8 turns."""
    rng = Random(f"battle {counters_per_side} {columns} {rows} {seed}")
    board = random_board(rng, columns, rows, "ww2", dense=0.3)
    return _setup(rng, board, "ww2", ("us", "de"), (counters_per_side, counters_per_side), seed, turns=8, fresh=True)


def random_setup(seed: int, largest: int = 40) -> GameSetup:
    """Any battle: a shipped map or a generated board, 4 to `largest` counters a side, some hit or marked already."""
    rng = Random(f"setup {seed}")
    era = rng.choice(("ww2", "ww2", "modern"))
    if rng.random() < 0.25:
        board = BoardSetup(maps=(MapPlace(rng.choice(MAPS)),))
    else:
        board = random_board(rng, rng.randint(5, 12), rng.randint(5, 10), era, rng.uniform(0.1, 0.6))
    one, two = rng.sample(sorted(load_catalog(era).nations), 2)
    top = 4 + int((largest - 4) * rng.random() ** 2)
    sizes = (rng.randint(4, top), rng.randint(4, top))
    setup = _setup(rng, board, era, (one, two), sizes, seed, turns=rng.randint(2, 5), fresh=False)
    setup = (with_riders, with_engineers, with_works)[seed % 3](setup, seed)
    if seed % 4 == 1 and era == "modern":
        setup = with_helicopters(setup, seed)
    setup = with_vehicles(setup, seed) if seed % 4 == 3 else setup
    setup = with_aircraft(setup, seed) if seed % 6 == 1 else setup
    setup = with_gear(setup, seed) if seed % 7 == 4 else setup
    return with_night(setup, seed) if seed % 5 == 2 else setup


def with_night(setup: GameSetup, seed: int) -> GameSetup:
    """The same battle by night (20.0): both sides have Starshells, some units thermal sights; perhaps dawn breaks."""
    rng = Random(f"night {seed}")
    types = tuple(replace(t, abilities=t.abilities | {"tis"}) if rng.random() < 0.1 else t for t in setup.types)
    night = Night(last=rng.choice((0, 0, 2)), starshell={side.id: rng.randint(1, 5) for side in setup.sides})
    return replace(setup, types=types, night=night)


RIDERS = (("mounted_squad", "1-4-12-5", "horse"), ("mounted_squad", "1-4-20-5", "motorcycle"), ("squad", "1-5-4-6", ""))
"""Horse, motorcycle, and a Squad that moves by Stealth."""


def with_riders(setup: GameSetup, seed: int, share: float = 0.4) -> GameSetup:
    """The same battle with some of its Squads mounted (at most one in a hex) or capable of Stealth (6.4, 6.6)."""
    rng = Random(f"riders {seed}")
    types = list(setup.types)
    for side in setup.sides:
        for i, (kind, values, mount) in enumerate(RIDERS):
            fp, reach, mf, morale = (int(n) for n in values.split("-"))
            name = f"{side.id}-rider{i}"
            able = frozenset({mount}) if mount else frozenset({"stealth", "assault_move"})
            numbers = {"fp": fp, "range": reach, "mf": mf, "morale": morale, "shaken_mf": mf // 2, "shaken_morale": 5}
            types.append(UnitType(name, name, kind, side.nation, era=setup.era, abilities=able, **numbers))  # type: ignore[arg-type]
    units, taken = [], set()
    for unit in setup.units:
        if "-squad" in unit.type and rng.random() < share:
            which = rng.randrange(len(RIDERS))
            if RIDERS[which][2] == "" or (unit.at not in taken and "/" not in unit.at):
                taken.add(unit.at)
                unit = replace(unit, type=f"{unit.side}-rider{which}")
        units.append(unit)
    return replace(setup, types=tuple(types), units=tuple(units))


TOOLS = (
    WeaponType("tool-mortar", "Mortar", "mortar", fp=2, range=9, min_range=2),
    WeaponType("tool-satchel", "Satchel Charge", "satchel_charge", fp=6, range=1),
    WeaponType("tool-flame", "Flamethrower", "flamethrower", fp=5, range=1),
    WeaponType("tool-molotov", "Molotov Cocktail", "molotov", fp=1, range=1),
    WeaponType(
        "tool-tripod", "Tripod MG", "machine_gun", fp=3, range=12, bipod=(2, 7), abilities=frozenset({"tripod"})
    ),
    WeaponType("tool-jams", "Old MG", "machine_gun", fp=2, range=8, abilities=frozenset({"jams"})),
    WeaponType("tool-bazooka", "Bazooka", "bazooka", to_hit=((1, 8, 4), (4, 6, 4)), he=2),
)
MEN = ("scout", "advisor", "medic", "commissar", "chaplain", "nurse", "piper", "marksman")


def with_engineers(setup: GameSetup, seed: int, share: float = 0.5) -> GameSetup:
    """The same battle with all kinds of weapons and single men, Weapon Teams, Caves, artillery and perhaps fires."""
    rng = Random(f"engineers {seed}")
    types = list(setup.types)
    for side in setup.sides:
        common = UnitType(
            f"{side.id}-team", "Team", "weapon_team", side.nation, era=setup.era, shaken_morale=6, morale=6
        )
        types.append(replace(common, fp=3, range=12, mf=2, shaken_mf=2, abilities=frozenset({"mg"})))
        man = replace(common, fp=1, range=6, mf=6, lm=1, shaken_mf=3)
        types += [replace(man, key=f"{side.id}-{kind}", name=kind, kind=kind) for kind in MEN]
    weapons = [replace(w, type=rng.choice(TOOLS).key) if rng.random() < share else w for w in setup.weapons]
    ground = sorted({u.at for u in setup.units if "/" not in u.at})
    caves = rng.sample(ground, min(3, len(ground)))
    units = []
    for unit in setup.units:
        if not unit.carries and rng.random() < share:
            if "-squad" in unit.type:
                unit = replace(unit, type=f"{unit.side}-team")
            elif "-leader" in unit.type:
                unit = replace(unit, type=f"{unit.side}-{rng.choice(MEN)}")
        units.append(unit)
    below = [name for name in caves if rng.random() < share]
    units = [replace(u, at=f"{u.at}/cave") if u.at in below else u for u in units]
    board = build_board(setup.board, load_chart(setup.era), setup.id)
    markers = [*setup.markers, *(_cave(rng, board, name) for name in caves)]
    markers += [MarkerSetup("ffe", rng.choice(ground), 3) for _ in range(rng.randint(0, 2))]
    return replace(
        setup,
        types=tuple(types),
        units=tuple(units),
        weapons=tuple(weapons),
        weapon_types=(*setup.weapon_types, *TOOLS),
        markers=tuple(markers),
        options=("fire",) if rng.random() < share else (),
    )


def _cave(rng: Random, board: Board, name: str) -> MarkerSetup:
    """A Cave that opens to one of the hexes around it."""
    return MarkerSetup("cave", name, rng.randint(1, 3), facing=rng.choice(near(board, name)))


def random_game(seed: int, largest: int = 40) -> Game:
    """The game of a random set-up. Lines of sight stay in memory: boards used once do not belong into a cache."""
    return make_game(random_setup(seed, largest))


def make_game(setup: GameSetup) -> Game:
    """A game of a set-up, nothing written to disk."""
    board = build_board(setup.board, setup_chart(setup), setup.id)
    return build_game(setup, setup.id, board, Sight(board))


def random_board(rng: Random, columns: int, rows: int, era: str, dense: float) -> BoardSetup:
    """A board with hills, woods, buildings of one or two stories, walls, hedges, streams and a road."""
    chart = load_chart(era)
    kinds = [t for t in TERRAIN if t in chart.terrains]
    sides = [h for h in HEXSIDES if h in chart.hexsides]
    names = {(c, r): f"{hexes.column_letters(c)}{r}" for c in range(1, columns + 1) for r in range(1, rows + 1)}
    level = dict.fromkeys(names, 0)
    for _ in range(rng.randint(0, 2)):
        top, size, height = rng.choice(sorted(names)), rng.randint(1, 3), rng.randint(1, 2)
        for place, name in names.items():
            far = hexes.distance(*hexes.xy(name), *hexes.xy(names[top]))
            if far <= size:
                level[place] = max(level[place], height if far < size else 1)
    terrain = {p: rng.choice(kinds) if rng.random() < dense else "clear" for p in names}
    if rng.random() < 0.7:
        row = rng.randint(1, rows)
        for c in range(1, columns + 1):
            terrain[c, row] = "road"
    patches = {names[p]: HexPatch(terrain[p], level[p] or None) for p in names if terrain[p] != "clear" or level[p]}
    return BoardSetup(
        size=(columns, rows),
        hexes=patches,
        hexsides=tuple(_walls(rng, names, sides, dense)),
        buildings=tuple(_buildings(rng, names, terrain)),
    )


def _walls(rng: Random, names: dict[tuple[int, int], str], kinds: list[str], dense: float) -> list[SidePatch]:
    grid = {hexes.xy(name): name for name in names.values()}
    found = []
    for (x, y), name in sorted(grid.items()):
        for dx, dy in hexes.STEPS[:3]:
            other = grid.get((x + dx, y + dy))
            if other is not None and rng.random() < dense / 5:
                found.append(SidePatch((name, other), rng.choice(kinds)))
    return found


def _buildings(
    rng: Random, names: dict[tuple[int, int], str], terrain: dict[tuple[int, int], str]
) -> list[BuildingPatch]:
    """Every building hex belongs to one building; some have two hexes, two stories or a roof to stand on."""
    found, done = [], set()
    for place in sorted(names):
        if not terrain[place].endswith("_building") or place in done:
            continue
        group = [place]
        below = (place[0], place[1] + 1)
        if terrain.get(below) == terrain[place] and rng.random() < 0.7:
            group.append(below)
        done.update(group)
        kind = terrain[place].removesuffix("_building")
        floors = 2 if kind == "hc" and rng.random() < 0.5 else 1
        found.append(BuildingPatch(tuple(names[p] for p in group), kind, floors, rng.random() < 0.3))
    return found


def _types(side: str, nation: str, era: str) -> list[UnitType]:
    """The counter types of one side; the heroes can also be created in play."""
    found = []

    def add(key: str, kind: str, values: str, **more: object) -> str:
        v = [int(n) for n in values.split("-")]
        if kind == "leader":
            numbers = {"morale": v[0], "lm": v[1], "mf": v[2], "shaken_mf": 3}
        else:
            numbers = {"fp": v[0], "range": v[1], "mf": v[2], "morale": v[3], "shaken_mf": 2}
        numbers["shaken_morale"] = numbers["morale"]
        name = f"{side}-{key}"
        found.append(UnitType(name, name, kind, nation, era=era, **numbers, **more))  # type: ignore[arg-type]
        return name

    halves = tuple(add(f"half{i}", "half_squad", values) for i, values in enumerate(HALF_SQUADS))
    for i, (values, abilities) in enumerate(SQUADS):
        more = frozenset(abilities) | ({"srp"} if i == 1 else set())
        add(f"squad{i}", "squad", values, abilities=more, reduces_to=halves[i % 2 : i % 2 + 1 + i % 2])
    for i, values in enumerate(LEADERS):
        add(f"leader{i}", "leader", values)
    for i, values in enumerate(HEROES):
        fp, reach, mf, morale = (int(n) for n in values.split("-"))
        add(f"hero{i}", "hero", values, wounded=Side2(max(0, fp - 1), reach, mf - 1, morale))
    return found


def _setup(
    rng: Random,
    board_setup: BoardSetup,
    era: str,
    nations: tuple[str, str],
    sizes: tuple[int, int],
    seed: int,
    *,
    turns: int,
    fresh: bool,
) -> GameSetup:
    board = build_board(board_setup, load_chart(era), f"battle {seed}")
    sides = ("blue", "red")
    units: list[UnitSetup] = []
    weapons: list[WeaponSetup] = []
    types: list[UnitType] = []
    bands = _bands(rng, board)
    for side, nation, size, band in zip(sides, nations, sizes, bands, strict=True):
        types += _types(side, nation, era)
        _force(rng, board, side, size, band, units, weapons, fresh)
    guns = tuple(
        WeaponType(f"gun{i}", f"MG {fp}-{reach}", "machine_gun", fp=fp, range=reach)
        for i, (fp, reach) in enumerate(GUNS)
    )
    markers = []
    if not fresh:
        for _ in range(rng.choice((0, 0, 2, 5))):
            markers.append(MarkerSetup(rng.choice(COUNTERS), rng.choice(board.names), rng.randint(1, 2)))
    goal = sorted(rng.sample(board.names, 3))
    return GameSetup(
        id=f"battle-{seed}",
        name=f"Battle {seed}",
        era=era,
        board=board_setup,
        sides=(SideSetup("blue", "Blue", nations[0]), SideSetup("red", "Red", nations[1])),
        units=tuple(units),
        weapons=tuple(weapons),
        markers=tuple(markers),
        types=tuple(types),
        weapon_types=guns,
        turns=turns,
        start=Start(initiative=rng.choice(sides)),
        victory=(Victory("blue", (Condition(hold=tuple(goal), at_least=2),)),),
        otherwise="red",
    )


def _bands(rng: Random, board: Board) -> tuple[list[int], list[int]]:
    """Two groups of hexes facing each other, with a gap of a few columns or rows between them."""
    free = [i for i in range(board.size) if board.terrain[i].cost[LEG] != PROHIBITED]
    along = board.xs if rng.random() < 0.5 else board.ys
    values = sorted(along[i] for i in free)
    middle = values[len(values) // 2]
    gap = rng.choice((0, 3, 6)) if values[-1] - values[0] > 24 else 0
    reach = max(9, (values[-1] - values[0]) // 3)
    one = [i for i in free if middle - gap - reach <= along[i] < middle - gap]
    two = [i for i in free if middle + gap < along[i] <= middle + gap + reach]
    return one, two


def _force(
    rng: Random,
    board: Board,
    side: str,
    size: int,
    band: list[int],
    units: list[UnitSetup],
    weapons: list[WeaponSetup],
    fresh: bool,
) -> None:
    """So many counters in the band: of ten about six squads, one or two half-squads, two leaders; two heroes in all."""
    room: dict[str, list[int]] = {}
    heroes = 0
    for number in range(size):
        kind = rng.choices(("squad", "half", "leader", "hero"), (12, 3, 4, 1))[0]
        if kind == "hero":
            heroes += 1
            kind = "hero" if heroes <= 2 else "squad"
        place = _place(rng, board, band, room, kind)
        if place is None:
            continue
        variant = {"squad": len(SQUADS), "half": len(HALF_SQUADS), "leader": len(LEADERS), "hero": len(HEROES)}[kind]
        which = heroes - 1 if kind == "hero" else rng.randrange(variant)
        name = f"{side[0]}{number}"
        load: list[str] = []
        for _ in range(2 if kind == "squad" else 1):
            if rng.random() < 0.2:
                load.append(f"{name}-mg{len(load)}")
                weapons.append(WeaponSetup(load[-1], f"gun{rng.randrange(len(GUNS))}", side))
        status, markers = ((), ()) if fresh else _condition(rng, kind)
        units.append(UnitSetup(name, side, f"{side}-{kind}{which}", place, status, markers, tuple(load)))


def _place(rng: Random, board: Board, band: list[int], room: dict[str, list[int]], kind: str) -> str | None:
    """A location of the band with room for the counter, None if there is none to be found."""
    for _ in range(40):
        i = rng.choice(band)
        layer = 1 if board.has_layer(i, 1) and rng.random() < 0.4 else 0
        place = board.loc_name(i * 8 + layer)
        used = room.setdefault(place, [0, 0])
        share = {"squad": 2, "half": 1}.get(kind, 0)
        limit = 2 * (board.terrain[i].stacking or 3)
        if used[0] + share <= limit and used[1] + (not share) <= 2:
            used[0] += share
            used[1] += not share
            return place
    return None


def _condition(rng: Random, kind: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Status and markers a counter may start with."""
    status = []
    if kind in ("leader", "hero") and rng.random() < 0.1:
        status.append("wounded")
    if kind != "hero" and rng.random() < 0.15:
        status.append("shaken")
    marker = rng.choices(("", "moved", "fired", "ops_complete"), (17, 1, 1, 1))[0]
    return tuple(status), (marker,) if marker else ()
