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
    "place": _order("at", "unit facing"),
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
)
"""Sums that can be asked for."""

COSTLY = ("move", "withdraw", "mount", "dismount", "pivot", "overrun", "pick_up", "hover", "take_off")
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

SAME_GROUND = {
    "open": "clear",
    "clear_hill": "hill",
    "open_hill": "hill",
    "dirt_road": "road",
    "paved_road": "road",
    "stone_building": "hc_building",
    "wooden_building": "lc_building",
    "wood_building": "lc_building",
    "bamboo_hut": "bamboo_huts",
    "hut": "bamboo_huts",
    "huts": "bamboo_huts",
    "flowers": "brush",
    "scrub": "brush",
    "gorse": "brush",
    "gum_trees": "light_woods",
    "palm_trees": "light_woods",
    "wheat": "wheat_field",
    "wheatfield": "wheat_field",
    "crops": "low_crops",
    "tall_grass": "kunai_grass",
    "hedges": "hedge",
    "walls": "wall",
}
"""Terrain by its other names in the chart and in 10.5.6.1 and 11.6."""

SAME_KIND = {
    "wt": "weapon_team",
    "tank": "vehicle",
    "afv": "vehicle",
    "apc": "vehicle",
    "truck": "vehicle",
    "halftrack": "vehicle",
    "half_track": "vehicle",
    "jeep": "vehicle",
    "armored_car": "vehicle",
    "assault_gun": "vehicle",
    "tank_destroyer": "vehicle",
    "plane": "aircraft",
    "airplane": "aircraft",
    "fighter": "aircraft",
    "bomber": "aircraft",
    "mounted_unit": "mounted_squad",
    "cavalry": "mounted_squad",
    "cavalry_squad": "mounted_squad",
    "cavalry_half_squad": "mounted_half_squad",
    "motorcycle": "mounted_squad",
    "motorcycle_squad": "mounted_squad",
    "motorcycle_half_squad": "mounted_half_squad",
    "mg": "machine_gun",
    "lmg": "machine_gun",
    "mmg": "machine_gun",
    "hmg": "machine_gun",
    "mortar_sw": "mortar",
    "light_mortar": "mortar",
    "satchel": "satchel_charge",
    "molotov_cocktail": "molotov",
    "anti_tank_rifle": "atr",
    "boys": "atr",
    "ptrs": "atr",
    "type_97": "atr",
    "pzb39": "atr",
    "solothurn": "atr",
    "solothurn_atr": "atr",
    "solothurn_20mm": "atr",
    "panzerschreck": "bazooka",
    "rpg_2": "rpg",
    "rpg2": "rpg",
    "rpg_7": "rpg",
    "rpg7": "rpg",
    "rpg_16": "rpg",
    "rpg16": "rpg",
    "m72_law": "law",
    "m72": "law",
    "flame_thrower": "flamethrower",
    "panzerfaust_30": "panzerfaust",
    "rpg43": "rpg_43",
    "sticky": "sticky_bomb",
    "sticky_bombs": "sticky_bomb",
    "stick_bombs": "stick_bomb",
    "japanese_stick_bomb": "stick_bomb",
    "claymores": "claymore",
    "claymore_mine": "claymore",
    "claymore_mines": "claymore",
    "40mm": "m203",
    "40_mm": "m203",
    "40mm_grenade": "m203",
    "40mm_grenades": "m203",
    "40_mm_grenades": "m203",
    "grenades_40mm": "m203",
    "m203_grenades": "m203",
    "m203_40mm": "m203",
    "flg": "flg_apav",
    "lrac_89": "lrac",
    "lrac_89mm": "lrac",
    "lrac_89_mm": "lrac",
    "stinger": "aa_missile",
    "blowpipe": "aa_missile",
    "sa_7": "aa_missile",
    "sa7": "aa_missile",
    "aa": "aa_missile",
    "aa_sw": "aa_missile",
    "sam": "aa_missile",
    "106mm_rr": "vehicle_weapon",
    "106_mm_rr": "vehicle_weapon",
    "106rr": "vehicle_weapon",
    "106mm_recoilless_rifle": "vehicle_weapon",
    "recoilless_rifle": "vehicle_weapon",
    "rr": "vehicle_weapon",
    "boat": "rubber_boat",
    "boats": "rubber_boat",
    "rubber_boats": "rubber_boat",
}
"""Kinds of units and weapons by other names."""
ANY_WEAPON = ("support_weapon", "sw")
"""Kinds that say no more: an ordinary one, with a to-hit table or without (1.6, 1.6.4)."""
SPECIAL = {
    "solothurn": ("no_lone_smc",),
    "solothurn_atr": ("no_lone_smc",),
    "solothurn_20mm": ("no_lone_smc",),
    "bomber": ("bomber",),
}
"""What such a kind adds to that it stands for (19.1.3, 23.1.5)."""
TEAMS = {
    "mortar": "mortar", "mortar_team": "mortar", "mortar_wt": "mortar", "mortar_weapon_team": "mortar",
    "mg": "mg", "hmg": "mg", "mg_team": "mg", "hmg_team": "mg", "mg_wt": "mg", "hmg_wt": "mg",
    "machine_gun_team": "mg", "atgm": "atgm", "atgm_team": "atgm", "atgm_wt": "atgm",
    "gun": "", "at_gun": "", "atg": "", "anti_tank_gun": "", "infantry_gun": "", "field_gun": "", "gun_team": "",
    "atg_wt": "", "recoilless_rifle": "",
    "aa_gun": "anti_aircraft", "aa_team": "anti_aircraft", "aa_wt": "anti_aircraft", "flak": "anti_aircraft",
    "anti_aircraft_gun": "anti_aircraft",
    "ags_17": "enters_buildings next_to_any", "ags17": "enters_buildings next_to_any", "kpv": "enters_buildings",
}  # fmt: skip
"""Weapon Teams (1.7) by what they serve, and what such a team is marked with; AGS-17 and KPV as in 1.7 and 23.2.7."""
MOUNTS = {"cavalry": "horse", "horse": "horse", "motorcycle": "motorcycle"}
"""Words for what a Mounted Unit rides (6.6), as a kind begins with them or as an ability."""
SAME_ABILITY = {
    "sr": "self_rally", "am": "assault_move", "machine_gun": "mg", "jam": "jams", "jamming": "jams",
    "aa": "anti_aircraft", "thermal_imaging": "tis", "thermal": "tis",
}  # fmt: skip
"""Abilities by the letters that are printed, and by other names."""
SAME_OPTION = {
    "spot_vehicle": "spot_vehicles",
    "vehicle_spotting": "spot_vehicles",
    "split_mg": "split_mgs",
    "vehicle_size": "size_and_speed",
    "vehicle_speed": "size_and_speed",
    "vehicle_size_and_speed": "size_and_speed",
}
"""Optional rules by other names."""
SAME_NATION = {
    "american": "us", "americans": "us", "usa": "us", "german": "de", "germans": "de", "british": "uk", "gb": "uk",
    "soviet": "su", "soviets": "su", "russian": "su", "ussr": "su", "japanese": "jp", "italian": "it", "french": "fr",
    "argentine": "ar", "argentines": "ar", "viet_cong": "vc", "us_army": "us", "us_marines": "us", "usmc": "us",
    "germany": "de", "japan": "jp", "italy": "it", "france": "fr", "argentina": "ar", "dutch": "nl",
    "soviet_guards": "su", "french_foreign_legion": "fr", "foreign_legion": "fr", "ffl": "fr", "libyan": "ly",
    "mujahideen": "muj",
}  # fmt: skip
"""Nations by other names of a side (13.0)."""

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
