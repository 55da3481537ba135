"""The vocabulary of situations: commands, questions, expectations, and what the engine cannot do yet.

When a rule is built, take its entry out of the tables of waiting things; nothing else has to change here.
"""

from __future__ import annotations

from typing import NamedTuple


class Order(NamedTuple):
    """A command or question: arguments it needs and takes, its section, and the section it waits for."""

    needs: frozenset[str] = frozenset()
    takes: frozenset[str] = frozenset()
    rule: str = ""
    waits: str = ""


def _order(needs: str = "", takes: str = "", rule: str = "", waits: str = "") -> Order:
    return Order(frozenset(needs.split()), frozenset(takes.split()), rule, waits)


DO: dict[str, Order] = {
    "activate": _order("hexes", "", "4.0"),
    "pass": _order("", "", "4.0"),
    "fire": _order("units at", "lead weapons with target mode indirect spotter ifp crew part", "5.0"),
    "fire_ordnance": _order("unit target at", "units weapon ammo pivot facing mode crew to", "14.0"),
    "move": _order("units path", "mode modes reverse pick_up entry_edge", "6.0"),
    "stop": _order("", "units", "6.0"),
    "pivot": _order("unit", "facing mode", "15.1"),
    "turret": _order("unit", "facing", "15.1.1"),
    "button": _order("unit", "", "15.0.1"),
    "unbutton": _order("unit", "", "15.0.1"),
    "hull_down": _order("unit", "", "15.10"),
    "mount": _order("units vehicle", "riding mode modes", "16.4"),
    "dismount": _order("units", "vehicle riding mode modes", "6.6"),
    "overrun": _order("unit at", "mode", "15.3"),
    "close_assault": _order("units target", "weapons leader_helps mode at", "17.1"),
    "melee": _order("at attackers targets", "weapons", "8.0"),
    "withdraw": _order("units path", "mode", "8.1.1"),
    "rearguard": _order("units", "at", "8.1.1"),
    "spot": _order("unit at", "", "10.1.1"),
    "smoke": _order("unit at", "", "7.0"),
    "extinguish": _order("units", "at", "10.5.6.3"),
    "rally": _order("unit", "by_unit self", "3.0"),
    "heal": _order("unit by_unit", "", "11.3"),
    "combine": _order("units", "", "3.0"),
    "fight_or_die": _order("", "unit units by_unit", "11.7.1"),
    "pick_up": _order("unit weapon", "with", "1.6"),
    "drop": _order("unit weapon", "", "1.6"),
    "destroy": _order("unit weapon", "", "1.6"),
    "swap": _order("unit weapon", "with", "1.6"),
    "flip": _order("unit weapon", "mode", "1.6.1"),
    "repair": _order("unit weapon", "", "1.6.2"),
    "mission": _order("by_unit at", "kind", "18.2"),
    "shift": _order("to", "by_unit toward flank", "18.2"),
    "abort": _order("", "by_unit", "18.2"),
    "fire_for_effect": _order("", "by_unit at toward flank", "18.2"),
    "starshell": _order("by_unit at", "unit", "20.2"),
    "place": _order("at", "unit facing", "11.2.1"),
    "deploy": _order("unit weapon", "with", "23.2.1"),
    "detonate": _order("", "at", "23.2.1"),
    "airstrike": _order("enter toward", "unit", "19.1"),
    "cannon": _order("at", "unit target", "19.1.2"),
    "bomb": _order("at", "unit target", "19.1.2"),
    "land": _order("", "unit at", "19.2.1"),
    "hover": _order("", "unit at", "19.2.1"),
    "take_off": _order("", "unit at", "19.2.1"),
    "choose": _order("option"),
    "next": _order("", "", "2.0"),
}
"""Commands: fixed names of the format."""

ANY_COMMAND = " ".join(sorted({a for order in DO.values() for a in order.needs | order.takes}))

ASK: dict[str, Order] = {
    "tally": _order("of", ANY_COMMAND + " unit from difference command"),
    "may": _order("command", ANY_COMMAND),
    "los": _order("from to"),
    "cost": _order("", "path command units unit from vehicle"),
    "adjacent": _order("from to"),
    "distance": _order("from to"),
    "spotted": _order("at"),
    "stacking": _order("at", "units"),
    "table": _order("table cases"),
    "odds": _order("", "command unit " + ANY_COMMAND),
    "armor_facing": _order("unit target", "part"),
    "in_arc": _order("unit at", "part"),
    "level": _order("at", "of"),
}
"""Questions. All take `by`."""

TALLIES: dict[str, str] = {
    "fire": "",
    "defence": "",
    "damage_check": "",
    "rally": "",
    "morale": "",
    "to_hit": "",
    "penetration": "",
    "armor": "",
    "high_explosive": "",
    "hull_down": "",
    "spot": "",
    "melee": "",
    "close_assault": "",
    "overrun": "",
    "smoke": "",
    "extinguish": "",
    "starshell": "",
}
"""Sums that can be asked for, each with the section it waits for."""

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

WINDOWS = ("none", "opportunity_fire", "claymore")
"""Reaction windows that can open."""

PURPOSES = (
    "attack", "defence", "damage check", "hero creation", "to hit", "penetration", "armor", "morale check", "rally",
    "spot", "smoke", "melee", "crew", "bailout", "scatter", "initiative", "mines table", "random", "hero", "skill",
    "starshell",
)  # fmt: skip
"""What dice are rolled or counters drawn for."""

OPTIONS: dict[str, str] = {
    "fire": "",
    "spot_vehicles": "",
    "split_mgs": "",
    "size_and_speed": "",
    "hull_down": "",
    "alternative_missions": "",
    "smoke_limit": "",
}
"""Optional rules, each with the section it waits for."""

HOVER = ("hover", "hovering")
FLIGHT_MODES = (*HOVER, "flying")
"""Words for the mode of a helicopter (19.2.1)."""

WEATHER = ("clear", "rain", "snow")
"""Weather that the core rules know (10.5.6.1); anything else is for modules (10.9)."""

KINDS_WAITING: dict[str, str] = {}
FIRING_KINDS_WAITING: dict[str, str] = {}
"""Kinds that can be on the board but whose fire waits for its rules."""
UNIT_KEYS_WAITING: dict[str, str] = {}
WEAPON_KEYS_WAITING: dict[str, str] = {}
STATUS_WAITING: dict[str, str] = {}
LAYERS_WAITING: dict[str, str] = {}
"""Parts of a hex where units cannot be yet."""
MARKERS: dict[str, str] = {
    "smoke": "",
    "ffe": "",
    "wreck": "",
    "abandoned": "",
    "vehicle": "",
    "rubble": "",
    "roadblock": "",
    "craters": "",
    "foxholes": "",
    "spotted": "",
    "ford": "",
    "wire": "",
    "fire": "",
    "spotting_round": "",
    "starshell": "",
    "mines": "",
    "claymore": "",
    "bunker": "",
    "barricade": "",
    "cave": "",
    "collapsed_entrance": "",
    "trench": "",
    "emplacement": "",
    "vehicle_emplacement": "",
    "sangar": "",
    "fortified": "",
    "rooftop": "",
    "melee": "",
    "event": "1.8",
    "victory": "",
}
"""Markers on the board, each with the section it waits for."""
GEOMETRY_MARKERS = frozenset({"cave"})
"""Waiting markers that a file without units may have: questions about neighbours do not need their rules."""
ARGUMENTS_WAITING: dict[tuple[str, str], str] = {
    ("place", "facing"): "15.1",
}
MODES: dict[str, str] = {
    "normal": "",
    "assault": "",
    "double_time": "",
    "low_crawl": "",
    "stealth": "",
    "stealth_assault": "",
    "coordinated": "",
    "hit_and_run": "",
    "opportunity": "",
}
"""Ways of moving, each with the section it waits for."""
ORDNANCE_MODES = ("normal", "assault_fire", "assault")
"""Ways of firing ordnance."""
PIVOTS = ("turret", "hull")
"""What may be turned to bring a gun to bear."""
FIRE_MODES = ("normal", "assault_fire", "assault", "hit_and_run")
"""Ways of firing."""
