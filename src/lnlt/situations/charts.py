"""Charts that `ask = "table"` can look into: every cell by the facts that lead to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from lnlt.content.charts import load_chart
from lnlt.content.notation import Line, fact
from lnlt.content.packs import load_catalog
from lnlt.content.scenarios import load_scenario, scenario_names
from lnlt.core.setup import public_setup
from lnlt.core.tally import Modifier, Tally
from lnlt.core.terrain import CLASS_NAMES, LOS_NAMES, PROHIBITED, UNLIMITED, Counter, Hexside, Terrain
from lnlt.rules.ch05_fire.damage import TABLE, damage_check_modifier, result
from lnlt.rules.ch08_melee.table import KILL_NUMBERS, NAMES, odds_column
from lnlt.rules.ch16_passengers.capacity import rooms
from lnlt.rules.ch18_indirect.missions import scatter_distance
from lnlt.rules.ch18_indirect.patterns import CONCENTRATED, KINDS, LOOSE, concentrated_fp, loose_fp
from lnlt.rules.ch21_fortifications.mines import VEHICLES, against_vehicle, hull_defence
from lnlt.rules.facts.guns import GUN_NAMES, column, own_guns, weapon_gun
from lnlt.situations.costs import points
from lnlt.situations.errors import SituationError, check_word
from lnlt.situations.synonyms import SAME_GROUND, one_word
from lnlt.situations.words import CAPACITY
from lnlt.traits.skills.ambush import ARRIVALS

Place = tuple[str, str]
"""File and key path."""
Cell = Callable[[str, dict[str, Any], Place], Any]
TO_HIT = ("to_hit", "penetration")
"""Rows of a to-hit table."""
NONE = "none"
"""How an empty cell is written."""
SAME_COLUMN = {
    "good_order_mmc": "go_mmc",
    "good_order_smc": "go_smc",
    "hero": "hero_or_shaken_smc",
    "shaken_smc": "hero_or_shaken_smc",
    "armor_leader": "armored_vehicle",
}
"""Other names of the columns of the Damage Check Table, as printed or one of the two they are for."""


def _number(facts: dict[str, Any], key: str, place: Place) -> int:
    value = facts[key]
    if not isinstance(value, int) or isinstance(value, bool):
        raise SituationError(f"{value!r} is no whole number", place[0], f"{place[1]}.{key}")
    return value


def _word(facts: dict[str, Any], key: str, place: Place) -> str:
    value = facts.get(key)
    if value is None:
        raise SituationError(f"a case needs {key!r}", *place)
    if not isinstance(value, str):
        raise SituationError(f"{value!r} is no word", place[0], f"{place[1]}.{key}")
    return value


def damage_check_cell(era: str, facts: dict[str, Any], place: Place) -> Any:  # noqa: ARG001
    """Attack and defence total to the modifier of the Damage Check."""
    value = damage_check_modifier(_number(facts, "attack", place), _number(facts, "defence", place))
    return NONE if value is None else value


def dct_cell(era: str, facts: dict[str, Any], place: Place) -> Any:  # noqa: ARG001
    """Column, Morale and total to a result."""
    word = _word(facts, "column", place).lower().replace(" ", "_")
    column = check_word(SAME_COLUMN.get(word, word), TABLE, "column", place[0], f"{place[1]}.column")
    return result(column, _number(facts, "morale", place), _number(facts, "total", place))


def melee_odds_cell(era: str, facts: dict[str, Any], place: Place) -> Any:  # noqa: ARG001
    """Attack and defence firepower to the odds column of the Melee Table."""
    attack, defence = _number(facts, "attack", place), _number(facts, "defence", place)
    if attack < 1 or defence < 1:
        raise SituationError("firepower in Melee is at least 1", *place)
    return NAMES[odds_column(attack, defence)]


def kill_number_cell(era: str, facts: dict[str, Any], place: Place) -> Any:  # noqa: ARG001
    """Odds to the Kill Number."""
    odds = check_word(_word(facts, "odds", place), KILL_NUMBERS, "odds", place[0], f"{place[1]}.odds")
    return KILL_NUMBERS[odds]


FIELDS = (
    "los",
    "tm",
    "height",
    "cost",
    "extra",
    "structure",
    "hides_moving",
    "flammable",
    "stacking",
    "level",
    "shape",
)


def _row_cell(row: Terrain | Hexside | Counter, facts: dict[str, Any], place: Place) -> Any:
    field = check_word(_word(facts, "field", place), FIELDS, "field", place[0], f"{place[1]}.field")
    value = getattr(row, field, None)
    if not hasattr(row, field):
        raise SituationError(f"{row.key!r} has no {field!r}", place[0], f"{place[1]}.field")
    if field == "los":
        return LOS_NAMES[row.los]
    if field == "height":
        return "terrain" if value is None else "unlimited" if value == UNLIMITED else value
    if field in ("cost", "extra"):
        return NONE if value is None else _cost(value, facts, place)
    return NONE if value is None else value


def _cost(costs: tuple[int, ...], facts: dict[str, Any], place: Place) -> Any:
    name = _word(facts, "class", place) if "class" in facts else CLASS_NAMES[0]
    half = costs[CLASS_NAMES.index(check_word(name, CLASS_NAMES, "class", place[0], f"{place[1]}.class"))]
    if half == PROHIBITED:
        return "P"
    return points(half)


def _ground(facts: dict[str, Any], key: str, place: Place) -> str:
    word = _word(facts, key, place)
    return SAME_GROUND.get(word, word)


def terrain_cell(era: str, facts: dict[str, Any], place: Place) -> Any:
    """A field of a terrain's row."""
    rows = load_chart(_era(era, facts, place)).terrains
    key = check_word(_ground(facts, "terrain", place), rows, "terrain", place[0], f"{place[1]}.terrain")
    return _row_cell(rows[key], facts, place)


def hexside_cell(era: str, facts: dict[str, Any], place: Place) -> Any:
    """A field of a hexside's row."""
    rows = load_chart(_era(era, facts, place)).hexsides
    key = check_word(_ground(facts, "hexside", place), rows, "hexside", place[0], f"{place[1]}.hexside")
    return _row_cell(rows[key], facts, place)


def counter_cell(era: str, facts: dict[str, Any], place: Place) -> Any:
    """A field of a counter's row."""
    rows = load_chart(_era(era, facts, place)).counters
    key = check_word(_word(facts, "counter", place), rows, "counter", place[0], f"{place[1]}.counter")
    return _row_cell(rows[key], facts, place)


def stream_cell(era: str, facts: dict[str, Any], place: Place) -> Any:
    """Type of a Stream and class of the mover to the points added."""
    rows = load_chart(era).hexsides
    key = f"stream_{facts['type']}"
    if key not in rows:
        raise SituationError(f"no Stream of type {facts['type']!r}", place[0], f"{place[1]}.type")
    return _cost(rows[key].cost, facts, place)


def _era(era: str, facts: dict[str, Any], place: Place) -> str:
    if "era" not in facts:
        return era
    return check_word(_word(facts, "era", place), ("ww2", "modern"), "era", place[0], f"{place[1]}.era")


def notation_cell(era: str, facts: dict[str, Any], place: Place) -> Any:  # noqa: ARG001
    """A line of an order of battle to one of its facts."""
    field = check_word(_word(facts, "field", place), Line.__struct_fields__, "field", place[0], f"{place[1]}.field")
    try:
        return fact(_word(facts, "text", place), field)
    except ValueError as error:
        raise SituationError(str(error), place[0], f"{place[1]}.text") from None


def scatter_cell(era: str, facts: dict[str, Any], place: Place) -> Any:  # noqa: ARG001
    """White die, degrading hexes and LM (and `night`) to the hexes a Spotting Round scatters."""
    night = 1 if facts.get("night") else 0
    modifier = _number(facts, "degrading", place) - _number(facts, "lm", place) + night
    return scatter_distance(_number(facts, "white", place), modifier)


def starshell_cell(era: str, facts: dict[str, Any], place: Place) -> Any:  # noqa: ARG001
    """Die, capability and LM to whether there is light."""
    lm = _number(facts, "lm", place) if "lm" in facts else 0
    tally = Tally("starshell", (), (Modifier(-lm, "leader", "20.2"),), _number(facts, "capability", place))
    return tally.allows(_number(facts, "die", place))


def mission_cell(era: str, facts: dict[str, Any], place: Place) -> Any:  # noqa: ARG001
    """Kind and firepower of a fire mission to the firepower in its middle (`field = "center"`) or around it."""
    fp = _number(facts, "fp", place)
    kind = check_word(_word(facts, "kind", place), KINDS, "mission", place[0], f"{place[1]}.kind")
    part = check_word(str(facts.get("field", "center")), ("center", "adjacent"), "field", place[0], f"{place[1]}.field")
    middle, around = concentrated_fp(fp) if kind == CONCENTRATED else (fp, fp)
    if kind == LOOSE:
        middle = around = loose_fp(fp)
    return middle if part == "center" else around


def loose_cell(era: str, facts: dict[str, Any], place: Place) -> Any:  # noqa: ARG001
    """Firepower of the artillery to that of its Loose mission (18.2.1)."""
    return loose_fp(_number(facts, "fp", place))


def mines_cell(era: str, facts: dict[str, Any], place: Place) -> Any:  # noqa: ARG001
    """A die to what Mines do to a vehicle, or its lowest hull armor to what it adds to its own die."""
    if "lowest_hull" in facts:
        return hull_defence(_number(facts, "lowest_hull", place))
    face = _number(facts, "die", place) if "die" in facts else 0
    if not 1 <= face <= len(VEHICLES):
        raise SituationError("a case needs 'die' from 1 to 6, or 'lowest_hull'", *place)
    return against_vehicle(face)


def scenario_cell(era: str, facts: dict[str, Any], place: Place) -> Any:  # noqa: ARG001
    """A shipped scenario to one of its facts."""
    names = scenario_names()
    name = check_word(_word(facts, "scenario", place), names, "scenario", place[0], f"{place[1]}.scenario")
    setup = public_setup(load_scenario(name))
    if "die" in facts:
        return next(g.edge_roll for g in setup.groups if g.edge_roll)[str(facts["die"])]
    if "side" in facts:
        types = {u.type for u in setup.units if u.side == facts["side"]}
        counts = [f"{sum(u.side == facts['side'] and u.type == t for u in setup.units)} {t}" for t in sorted(types)]
        guns = sorted(w.type for w in setup.weapons if w.side == facts["side"])
        return [*counts, *guns]
    known = {"turns": setup.turns, "initiative": setup.start.initiative, "sets_up": list(setup.setup_order)}
    known |= {"events": [f"{e.id} {e.kind} {e.at} {e.side}" for e in setup.events]}
    known |= {"otherwise": setup.otherwise or "draw"}
    return known[check_word(_word(facts, "field", place), known, "field", place[0], f"{place[1]}.field")]


def skill_cell(era: str, facts: dict[str, Any], place: Place) -> Any:
    """A Skill to who may have it or whether it works once; The Ambush with a die to who comes."""
    skills = load_catalog(era).skills
    key = check_word(one_word(_word(facts, "skill", place)), skills, "skill", place[0], f"{place[1]}.skill")
    if "die" in facts:
        if key != "the_ambush":
            raise SituationError(f"{key!r} rolls no die", place[0], f"{place[1]}.die")
        face = check_word(str(_number(facts, "die", place)), [str(f) for f in ARRIVALS], "die", *place)
        kinds, armed = ARRIVALS[int(face)]
        return [*kinds, "machine_gun"] if armed else list(kinds)
    known = {"who": sorted(skills[key].who), "single_use": skills[key].single_use}
    return known[check_word(_word(facts, "field", place), known, "field", place[0], f"{place[1]}.field")]


def capacity_cell(era: str, facts: dict[str, Any], place: Place) -> Any:  # noqa: ARG001
    """A passenger capacity as printed to what fits, or to where it rides (16.1, 16.2)."""
    inside, outside = rooms(_word(facts, "code", place))
    known: dict[str, Any] = dict.fromkeys(("half_squads", "weapons", "smcs"), inside + outside)
    known |= {"squads": (inside + outside) / 2, "riding": "outside" if outside else "inside"}
    field = _word(facts, "field", place)
    return known[check_word(CAPACITY.get(field, field), known, "field", place[0], f"{place[1]}.field")]


def to_hit_cell(era: str, facts: dict[str, Any], place: Place) -> Any:
    """14.1: a type of a pack and a range to the to-hit number or penetration (`field`); `gun` of a split table."""
    catalog = load_catalog(era)
    key = _word(facts, "type", place)
    check_word(key, [*catalog.units, *catalog.weapons], "type", place[0], f"{place[1]}.type")
    weapon = weapon_gun(catalog.weapons[key]) if key in catalog.weapons else None
    guns = own_guns(catalog.units[key]) if key in catalog.units else (weapon,) if weapon else ()
    known = GUN_NAMES[: len(guns)]
    if not known:
        raise SituationError(f"{key!r} has no to-hit table", place[0], f"{place[1]}.type")
    gun = guns[known.index(check_word(str(facts.get("gun", known[0])), known, "gun", place[0], f"{place[1]}.gun"))]
    field = check_word(str(facts.get("field", "to_hit")), TO_HIT, "field", place[0], f"{place[1]}.field")
    band = column(gun, _number(facts, "range", place))
    return NONE if band is None else band[TO_HIT.index(field) + 1]


TABLES: dict[str, tuple[frozenset[str], frozenset[str], Cell]] = {
    "damage_check_modifier": (frozenset({"attack", "defence"}), frozenset(), damage_check_cell),
    "dct": (frozenset({"column", "morale", "total"}), frozenset(), dct_cell),
    "terrain": (frozenset({"terrain", "field"}), frozenset({"class", "era"}), terrain_cell),
    "hexside": (frozenset({"hexside", "field"}), frozenset({"class", "era"}), hexside_cell),
    "counter": (frozenset({"counter", "field"}), frozenset({"class", "era"}), counter_cell),
    "melee_odds": (frozenset({"attack", "defence"}), frozenset(), melee_odds_cell),
    "kill_number": (frozenset({"odds"}), frozenset(), kill_number_cell),
    "notation": (frozenset({"text", "field"}), frozenset(), notation_cell),
    "scatter": (frozenset({"white", "degrading", "lm"}), frozenset({"night"}), scatter_cell),
    "mission": (frozenset({"kind", "fp"}), frozenset({"field"}), mission_cell),
    "loose": (frozenset({"fp"}), frozenset(), loose_cell),
    "mines": (frozenset(), frozenset({"die", "lowest_hull"}), mines_cell),
    "scenario": (frozenset({"scenario"}), frozenset({"field", "side", "die"}), scenario_cell),
    "skill": (frozenset({"skill"}), frozenset({"field", "die"}), skill_cell),
    "capacity": (frozenset({"code", "field"}), frozenset(), capacity_cell),
    "starshell": (frozenset({"die", "capability"}), frozenset({"lm"}), starshell_cell),
    "to_hit": (frozenset({"type", "range"}), frozenset({"field", "gun"}), to_hit_cell),
    "streams": (frozenset({"type"}), frozenset({"class"}), stream_cell),
    "stream": (frozenset({"type"}), frozenset({"class"}), stream_cell),
}
"""Charts: facts a case must have, facts it may have, and the cell they lead to."""


SAME_TABLE = {
    "mines_table": "mines",
    "mines_vs_vehicles": "mines",
    "mines_vs_vehicles_table": "mines",
    "damage_check": "dct",
    "damage_check_table": "dct",
    "loose_mission": "loose",
    "loose_fire_mission": "loose",
    "fire_mission": "mission",
    "passenger_capacity": "capacity",
    "passengers_capacity": "capacity",
    "melee_kill_number": "kill_number",
    "tec": "terrain",
}
"""Other names of charts, such as those printed above them."""
SAME_FACT = {"mines": {"roll": "die", "1d6": "die"}, "loose": {"original": "fp", "original_fp": "fp"}}
"""Other names of the facts of a chart."""
SAME_CELL = {"no_effect": NONE, "nothing": NONE, "-": NONE, "prohibited": "P", "mg sw": "machine_gun"}
"""Other words in cells."""


def same_cell(expected: Any, actual: Any) -> Any:
    """What is expected of a cell as our charts write it: `"Shaken & Immobilized"` is `"shaken_immobilized"`.

    >>> same_cell("Shaken & Immobilized", "shaken_immobilized")
    'shaken_immobilized'
    >>> same_cell("2-1", "2:1")
    '2:1'
    >>> same_cell("2 x Squads", ["squad", "squad"]), same_cell("Leader or Hero", ["hero", "leader"])
    (['squad', 'squad'], ['hero', 'leader'])
    """
    if isinstance(expected, str) and isinstance(actual, list):
        return actual if sorted(_listed(expected)) == sorted(map(str, actual)) else expected
    if expected == actual or not isinstance(expected, str) or not isinstance(actual, str):
        return expected
    told = [word for word in re.split(r"[^a-z0-9*]+", expected.lower()) if word and word != "and"]
    plain = [word for word in re.split(r"[^a-z0-9*]+", actual.lower()) if word]
    return actual if told == plain or SAME_CELL.get("_".join(told) or expected) == actual else expected


def _listed(text: str) -> list[str]:
    """The counters of a printed list (12.0).

    >>> _listed("Half-Squad, MG SW"), _listed("Nothing")
    (['half_squad', 'machine_gun'], [])
    """
    found: list[str] = []
    for part in re.split(r",|&| or | and ", text.lower().replace("-", "_")):
        count, _, name = part.strip().rpartition(" x ")
        name = SAME_CELL.get(name, name.removesuffix("s"))
        found += [name] * (int(count) if count.isdecimal() else 1) if name != NONE else []
    return found


def look_up(era: str, table: str, facts: dict[str, Any], named: Place, where: str, path: str) -> Any:
    """A cell of a chart; a fact the chart does not know is an error."""
    table = SAME_TABLE.get(table, table)
    check_word(table, TABLES, "table", *named)
    needs, takes, cell = TABLES[table]
    facts = {SAME_FACT.get(table, {}).get(key, key): value for key, value in facts.items()}
    for key in facts:
        check_word(key, sorted(needs | takes), "fact", where, f"{path}.{key}")
    for key in sorted(needs - set(facts)):
        raise SituationError(f"the table {table!r} needs {key!r}", where, f"{path}.{key}")
    return cell(era, facts, (where, path))
