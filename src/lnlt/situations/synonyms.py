"""Other names of what situations speak of: ground, kinds, abilities, optional rules, nations."""

from __future__ import annotations


def one_word(name: str) -> str:
    """A printed name as one word.

    >>> one_word("RPG-43"), one_word("The Ambush")
    ('rpg_43', 'the_ambush')
    """
    return name.lower().replace("-", "_").replace(" ", "_")


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
    "surf": "ocean",
    "hedges": "hedge",
    "walls": "wall",
}
"""Terrain by its other names in the chart and in 10.5.6.1, 11.6 and 21.2."""

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
    "fixed_wing": "aircraft",
    "fixed_wing_aircraft": "aircraft",
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
    "grenades": "m203",
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
    "anti_aircraft": "aa_missile",
    "aa_weapon": "aa_missile",
    "anti_aircraft_weapon": "aa_missile",
    "anti_aircraft_missile": "aa_missile",
    "surface_to_air_missile": "aa_missile",
    "106mm_rr": "vehicle_weapon",
    "106_mm_rr": "vehicle_weapon",
    "106rr": "vehicle_weapon",
    "106mm_recoilless_rifle": "vehicle_weapon",
    "recoilless_rifle": "vehicle_weapon",
    "rr": "vehicle_weapon",
    "boat": "rubber_boat",
    "boats": "rubber_boat",
    "rubber_boats": "rubber_boat",
    "raft": "rubber_boat",
    "rafts": "rubber_boat",
    "rubber_raft": "rubber_boat",
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
    "mg_split": "split_mgs",
    "mgs_split": "split_mgs",
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
