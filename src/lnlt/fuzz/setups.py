"""Random battles: boards and forces that no scenario has, for random play and benchmarks. One seed, one battle."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from lnlt.content.charts import load_chart
from lnlt.content.games import build_game, setup_chart
from lnlt.content.maps import build_board
from lnlt.content.packs import load_catalog
from lnlt.core.board import Board
from lnlt.core.catalog import Side2, UnitType, WeaponType
from lnlt.core.game import Game
from lnlt.core.setup import (
    BoardSetup,
    Condition,
    GameSetup,
    MapPlace,
    MarkerSetup,
    Night,
    SideSetup,
    Start,
    UnitSetup,
    Victory,
    WeaponSetup,
)
from lnlt.core.terrain import LEG, PROHIBITED
from lnlt.fuzz.air import with_aircraft
from lnlt.fuzz.boards import random_board
from lnlt.fuzz.gear import with_gear
from lnlt.fuzz.helicopters import with_helicopters
from lnlt.fuzz.men import with_engineers, with_riders
from lnlt.fuzz.vehicles import with_vehicles
from lnlt.fuzz.works import with_works
from lnlt.rules.ch10_los_spotting.sight import Sight

MAPS = ("15", "14", "1")
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


def random_game(seed: int, largest: int = 40) -> Game:
    """The game of a random set-up. Lines of sight stay in memory: boards used once do not belong into a cache."""
    return make_game(random_setup(seed, largest))


def make_game(setup: GameSetup) -> Game:
    """A game of a set-up, nothing written to disk."""
    board = build_board(setup.board, setup_chart(setup), setup.id)
    return build_game(setup, setup.id, board, Sight(board))


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
