"""The vocabulary of situations: commands and questions with their arguments, expectations, and the words in them."""

from __future__ import annotations

from typing import NamedTuple

from lnlt.core.setup import OPTIONAL_RULES


class Order(NamedTuple):
    """A command or question: arguments it needs and takes."""

    needs: frozenset[str] = frozenset()
    takes: frozenset[str] = frozenset()


def _order(needs: str = "", takes: str = "") -> Order:
    return Order(frozenset(needs.split()), frozenset(takes.split()))


DO: dict[str, Order] = {
    "activate": _order("hexes"),
    "pass": _order(),
    "fire": _order("units at", "lead weapons with target mode indirect spotter ifp crew part pivot"),
    "fire_ordnance": _order("unit target", "at units weapon ammo pivot facing mode crew to with lead leader_helps"),
    "move": _order("units path", "mode modes reverse pick_up entry_edge"),
    "stop": _order("", "units"),
    "pivot": _order("unit", "facing mode"),
    "turret": _order("unit", "facing"),
    "button": _order("unit"),
    "unbutton": _order("unit"),
    "hull_down": _order("unit", "facing"),
    "mount": _order("units vehicle", "riding mode modes"),
    "dismount": _order("units", "vehicle riding mode modes"),
    "overrun": _order("unit at", "mode target"),
    "close_assault": _order("units target", "weapons leader_helps mode at"),
    "melee": _order("at attackers targets", "weapons"),
    "withdraw": _order("units path", "mode modes"),
    "rearguard": _order("units", "at"),
    "spot": _order("unit at"),
    "smoke": _order("unit at"),
    "extinguish": _order("units", "at"),
    "rally": _order("unit", "by_unit self"),
    "heal": _order("unit by_unit"),
    "combine": _order("units"),
    "fight_or_die": _order("", "unit units by_unit"),
    "pick_up": _order("unit weapon", "with"),
    "drop": _order("unit weapon", "with"),
    "destroy": _order("unit weapon", "with"),
    "swap": _order("unit weapon", "with"),
    "flip": _order("unit weapon", "with mode"),
    "repair": _order("unit weapon", "with"),
    "mission": _order("by_unit at", "kind"),
    "shift": _order("to", "by_unit toward flank"),
    "abort": _order("", "by_unit"),
    "fire_for_effect": _order("", "by_unit at toward flank"),
    "starshell": _order("by_unit at", "unit with"),
    "place": _order("", "at unit facing weapon with"),
    "deploy": _order("unit weapon", "with"),
    "detonate": _order("", "at"),
    "airstrike": _order("enter toward", "unit"),
    "cannon": _order("at", "unit target"),
    "bomb": _order("at", "unit target"),
    "land": _order("", "unit at"),
    "hover": _order("", "unit at"),
    "take_off": _order("", "unit at"),
    "choose": _order("option"),
    "next": _order(),
}
"""Commands: fixed names of the format."""

ANY_COMMAND = " ".join(sorted({a for order in DO.values() for a in order.needs | order.takes}))

ASK: dict[str, Order] = {
    "tally": _order("of", ANY_COMMAND + " unit from difference command"),
    "may": _order("command", ANY_COMMAND),
    "los": _order("from to"),
    "cost": _order("", "command from " + ANY_COMMAND),
    "adjacent": _order("from to"),
    "distance": _order("from to"),
    "spotted": _order("at"),
    "stacking": _order("at", "units"),
    "table": _order("table cases"),
    "odds": _order("", "command unit " + ANY_COMMAND),
    "armor_facing": _order("unit target", "part"),
    "in_arc": _order("unit at", "part"),
    "level": _order("", "at unit of"),
}
"""Questions. All take `by`."""

TALLIES = (
    "fire",
    "defence",
    "damage_check",
    "rally",
    "morale",
    "to_hit",
    "penetration",
    "armor",
    "high_explosive",
    "hull_down",
    "spot",
    "melee",
    "close_assault",
    "overrun",
    "smoke",
    "extinguish",
    "starshell",
    "claymore",
)
"""Sums that can be asked for."""

COSTLY = ("move", "withdraw", "mount", "dismount", "pivot", "overrun", "pick_up", "flip", "hover", "take_off")
"""Commands whose cost in Movement Points can be asked for."""

ANSWERS: dict[str, frozenset[str]] = {
    "do": frozenset({"legal", "rule", "rolls_used", "new"}),
    "tally": frozenset({"total", "items", "exactly", "value"}),
    "may": frozenset({"legal", "rule"}),
    "los": frozenset({"verdict", "degrading", "limited", "rule"}),
    "cost": frozenset({"value", "legal", "rule", "items", "exactly", "total"}),
    "adjacent": frozenset({"value"}),
    "distance": frozenset({"value"}),
    "spotted": frozenset({"value"}),
    "stacking": frozenset({"legal", "rule", "value"}),
    "table": frozenset(),
    "odds": frozenset({"odds"}),
    "level": frozenset({"value"}),
    "armor_facing": frozenset({"value"}),
    "in_arc": frozenset({"value"}),
}
"""What each kind of step can be expected to answer, beside the state after it."""

STATE_ANSWERS = frozenset(
    {"asked", "window", "units", "weapons", "hexes", "phase", "turn", "initiative", "victory", "rolls_used"}
)

NO_SIDE = ("", "none")
"""Other words for nobody."""
WINDOWS = ("none", "opportunity_fire", "claymore")
"""Reaction windows that can open."""

PURPOSES = (
    "attack", "defence", "damage check", "hero creation", "to hit", "penetration", "armor", "morale check", "rally",
    "spot", "smoke", "melee", "crew", "bailout", "scatter", "initiative", "mines table", "random", "hero", "skill",
    "starshell",
)  # fmt: skip
"""What dice are rolled or counters drawn for."""

OPTIONS = tuple(option for option in OPTIONAL_RULES if option != "optional_heroes")
"""Optional rules."""

HOVER = ("hover", "hovering")
FLIGHT_MODES = (*HOVER, "flying")
"""Words for the mode of a helicopter (19.2.1)."""
DAMAGED = "damaged"
"""Status of an aircraft or helicopter that has left the map for that (19.1.1, 19.2.7, 19.2.8)."""

SUCCESS = ("hit", "success")
FAILURE = ("none", "failure", "failed")
"""Plain words for how an attempt ends that has its own ones, such as spotted or rallied."""

WEATHER = ("clear", "rain", "snow")
"""Weather that the core rules know (10.5.6.1); anything else is for modules (10.9)."""

MARKERS = (
    "smoke",
    "ffe",
    "wreck",
    "abandoned",
    "vehicle",
    "rubble",
    "roadblock",
    "craters",
    "foxholes",
    "spotted",
    "ford",
    "wire",
    "fire",
    "spotting_round",
    "starshell",
    "mines",
    "claymore",
    "bunker",
    "barricade",
    "cave",
    "collapsed_entrance",
    "trench",
    "emplacement",
    "vehicle_emplacement",
    "sangar",
    "fortified",
    "rooftop",
    "melee",
    "event",
    "victory",
)
"""Markers on the board."""
WORKS = frozenset(
    {
        "foxholes", "trench", "emplacement", "vehicle_emplacement", "sangar", "fortified", "wire", "mines", "bunker",
        "smoke", "wreck", "fire", "craters", "roadblock", "rubble", "ford", "ffe", "abandoned",
    }
)  # fmt: skip
"""Features of a hex that are counters: they are markers there."""
PERMANENT = frozenset({"foxholes", "trench", "emplacement", "sangar", "fortified", "bunker"})
"""Those of them that nothing ever removes."""
AS_GROUND = dict.fromkeys(WORKS - {"ford", "ffe", "abandoned"}, "clear") | {"roadblock": "road"}
"""Ground under such a counter if a hex is said to be nothing else (10.5.4)."""
CONTINUOUS = ("continuous", "continuous_movement")
"""Names of the marker of Continuous Movement, which is a marker of movement turned round (15.5)."""
MOVED_ON = frozenset({"moved", "assault_move", "hit_and_run", "continuous"})
"""Markers that may stand for it."""
STARSHELL = 3
"""Starshell Capability where a situation says only that it is night: the number is a module's."""
MODES = (
    "normal",
    "assault",
    "double_time",
    "low_crawl",
    "stealth",
    "stealth_assault",
    "coordinated",
    "hit_and_run",
    "opportunity",
)
"""Ways of moving."""
OFF_MAP = ("off", "off_map", "off_board", "exit", "exit_map")
"""Words for leaving the map, at the end of a path or as an option."""
MOVES = ("move", "mount", "dismount", "withdraw", "pivot", "overrun", "close_assault", "flip")
"""Commands whose `mode` is a way of moving."""
RIDING = ("inside", "outside")
"""Where a passenger rides (16.2)."""
ORDNANCE_MODES = ("normal", "assault_fire", "assault")
"""Ways of firing ordnance."""
PIVOTS = ("turret", "hull")
"""What may be turned to bring a gun to bear."""
FIRE_MODES = ("normal", "assault_fire", "assault", "hit_and_run")
"""Ways of firing."""
CAPACITY = {
    "smc": "smcs",
    "sw": "weapons",
    "sws": "weapons",
    "squad": "squads",
    "half_squad": "half_squads",
    "position": "riding",
}
"""Other names of the fields of a passenger capacity."""
