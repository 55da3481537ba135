"""Sentences of chapters 14 to 17: guns, vehicles, those who ride and those who fight them."""

REFUSALS = {
    # Guns
    "no_such_gun": "{unit} has no such gun",
    "gun_has_fired": "That gun of {unit} has fired as often as it can in this impulse",
    "no_hand_free": "{unit} has fired all it may and cannot fire {weapon} too",
    "forfeits_firepower": "{unit} has fired a Support Weapon and has nothing to add besides",
    "no_use_in_assault": "{weapon} is of no use to them in a Close Assault",
    "one_ammunition": "{unit} fires only one kind of ammunition in a turn",
    "same_hex": "Both guns of {unit} must fire into the same hex",
    "too_far_apart": "{at} is not next to the first hex that gun fired at",
    "out_of_arc": "{at} is outside the covered arc of {unit}",
    "in_arc_already": "{at} is in the arc of {unit} already: nothing has to be turned",
    "nothing_to_turn": "{unit} has nothing to turn that way",
    "no_such_vertex": "{facing} are not two hexes beside {unit}",
    "unknown_table": "The to-hit table of {unit} is not known at {distance} hexes",
    "no_high_explosive": "{unit} can fire this weapon only at vehicles",
    "only_vehicles_there": "There are only vehicles in {at}",
    "no_such_target": "{unit} is no enemy vehicle in {at}",
    "only_at_aircraft": "{weapon} can only be fired at aircraft",
    "not_downhill": "This weapon cannot be fired at a lower level",
    "not_alone": "This weapon is too much for {unit} alone",
    "cannot_crew": "{unit} cannot help to crew that weapon",
    "not_own_unit": "{unit} is not a unit of this side",
    "not_on_the_board": "{unit} is not on the board",
    "no_pivot_first": "{unit} cannot pivot as part of this fire",
    "has_moved": "{unit} has moved and cannot pivot any more this turn",
    "immobilized": "{unit} cannot move any more",
    # Missiles
    "missiles_expended": "{unit} has no missile left",
    "no_missile_on_the_move": "{unit} cannot fire a missile together with Assault Movement or Assault Fire",
    "no_missile_at_men": "A missile cannot be fired at men in {at}, only at Buildings, Bunkers and vehicles",
    "only_fire_at_missile": "A missile is answered with direct fire only",
    # Vehicles
    "not_by_that_leader": "{unit}: Leaders activate no vehicles next door, and Armor Leaders nobody else",
    "drives_alone": "{unit} is a vehicle and moves by itself",
    "weapons_one_by_one": "The weapons of {unit} fire one by one",
    "no_vehicle": "{unit} is no vehicle of this side",
    "no_such_driving": "Vehicles cannot move by {mode}",
    "not_ahead": "{unit} can only drive into the hexes before and behind it, and {at} is none of them",
    "no_driving_into_melee": "{unit} cannot drive into the Melee in {at}",
    "only_by_overrun": "There are enemies in {at}: {unit} enters only by an Overrun",
    "enemy_vehicle_there": "There is an enemy vehicle in {at}",
    "cannot_rubble": "{unit} cannot drive into {at}",
    "occupied_building": "Somebody is in {at}: {unit} cannot drive into it",
    "faces_there_already": "{unit} faces there already",
    "always_open": "{unit} cannot close its hatches",
    "hatch_is_so": "The hatches of {unit} are like that already",
    "hatch_first": "{unit} switches its hatches before it does anything else",
    "no_vehicle_there": "{unit} is a vehicle and cannot stand in {at}",
    "no_turret": "{unit} has no turret",
    "no_fire_on_the_move": "{unit} cannot fire in the middle of a move",
    "different_targets": "The halves of the machine gun of {unit} must engage different targets",
    "needs_open_hatch": "That machine gun of {unit} is fired with open hatches only",
    "hull_is_down": "{unit} is Hull Down and cannot fire the machine guns of its hull",
    "no_hull_down": "{unit} cannot seek a Hull Down position now",
    "is_hull_down": "{unit} is Hull Down already",
    "no_overrun_in_mode": "{unit} cannot overrun {at} together with Assault Movement, Assault Fire or other units",
    "not_from_bunker": "{from} cannot answer this Overrun; that is for those overrun in the Bunker",
    "nobody_to_overrun": "There is no enemy infantry in {at} to overrun",
    "counter_prevents_overrun": "{counter} in {at} prevents Overruns",
    "no_overrun_terrain": "{terrain} in {at} cannot be overrun",
    "overrun_only_along_road": "{at} can only be overrun from a Road hex",
    "nothing_to_overrun_with": "{unit} has no weapon it can use to overrun {at}",
    "riders_on_top": "{unit} has passengers on top and cannot overrun {at}",
    "nobody_assaults": "Nobody is named who could attack {unit}",
    "no_assault_in_mode": "{unit} cannot enter a Close Assault by {mode}",
    "stealth_from_afar": "{unit} enters a Close Assault by Stealth only from a hex that is not next door",
    "no_assault_now": "{unit} cannot assault a vehicle in the enemy's impulse",
    "one_weapon": "{unit} uses one anti-tank weapon in a Close Assault",
    "cannot_close_assault": "{unit} cannot assault a vehicle in {at}",
    "defended": "{unit} has men in {at} who can fight for it",
    "leader_needs_weapon": "{unit} needs an anti-tank weapon to attack by himself",
    "buttoned_up": "Small arms do nothing to {unit}, which is buttoned up",
    "move_is_over": "The move is over",
    "no_help_for_vehicles": "{helper} cannot help a vehicle to rally",
}

MODIFIERS = {
    "buttoned": "{source} is buttoned",
    "turret_turned": "the turret of {source} was turned",
    "pivoted": "{source} has pivoted",
    "one_man": "fired by one man, {source}",
    "ops_complete": "{source} is Ops Complete",
    "target_moving": "{source} moves or has moved",
    "mounted": "{source} is mounted and stands still",
    "vehicle_size": "size of {source}",
    "acquired": "{source} is acquired",
    "penetration": "penetration value",
    "red_armor": "hollow charge against the armor of {source}",
    "armor": "armor, {source}",
    "high_explosive": "High-Explosive equivalent",
    "heat": "hollow charge in the open",
    "ordnance": "ordnance",
    "reverse": "in reverse to {source}",
    "huts": "only huts",
    "vehicle_mg": "machine gun of {source}",
    "vehicle_mg_ops_complete": "half the machine gun of {source}, Ops Complete",
    "lowest_armor": "lowest armor of {source}",
    "armor_ahead": "the armor was ahead by",
    "vehicle_moving": "{source} is in motion",
    "fast_vehicle": "{source} moves fast",
    "open_ground": "open ground in {source}",
    "overrun": "Overrun",
    "hull_armor": "half the lowest hull armor of {source}",
}

TALLIES = {
    "to_hit": "to-hit",
    "penetration": "penetration",
    "armor": "armor",
    "rubbling": "Rubbling",
    "hull_down": "Hull Down attempt",
    "close_assault": "Close Assault",
    "overrun": "Overrun",
}

PURPOSES = {
    "to hit": ("{unit} rolls {dice} to hit", "14.1"),
    "penetration": ("{side} rolls {dice} to penetrate", "14.1"),
    "armor": ("{unit} rolls {dice} for its armor", "14.1"),
    "mines table": ("{side} rolls {dice} on the table of Mines", "21.4.1"),
    "crew": ("{unit} rolls {dice}: does the crew get out?", "15.4"),
    "bailout": ("{side} rolls {dice} to bail out", "16.1.1"),
}

OUTCOMES = {
    "to_hit.hit": ("{unit}: {check}: hit", "14.1"),
    "to_hit.missed": ("{unit}: {check}: missed", "14.1"),
    "to_hit.disturbed": ("{unit}: the launcher was disturbed and the missile misses", "14.4"),
    "penetration.destroyed": ("{unit}: penetration {attack} beats armor {defence}: destroyed", "14.1"),
    "penetration.catastrophic": ("{unit}: a 6 against a 1, a catastrophic hit: destroyed", "14.1"),
    "penetration.destroyed.unrolled": ("{unit} is hit where it has no armor: destroyed", "14.1"),
    "penetration.dud": ("{unit}: a 1 against a 6: a dud", "14.1"),
    "penetration.equal": ("{unit}: penetration {attack} equals armor {defence}: it just holds", "14.1.1"),
    "penetration.less": ("{unit}: penetration {attack} does not beat armor {defence}: it holds", "14.1.1"),
    "barricade.destroyed": ("Barricade at {at}: {attack} beats {defence}: destroyed", "21.5"),
    "barricade.catastrophic": ("Barricade at {at}: a 6 against a 1, a catastrophic hit: destroyed", "14.1"),
    "barricade.none": ("Barricade at {at}: {attack} does not beat {defence}: it stands", "21.5"),
    "barricade.dud": ("Barricade at {at}: a 1 against a 6, a dud: it stands", "14.1"),
    "barricade.missed": ("Barricade at {at}: {check}: missed", "21.5"),
    "penetration.emplaced": ("{unit} is dug in: the hit on its hull does nothing", "21.7"),
    "penetration.hull_down": ("{unit} is Hull Down: the hit does nothing", "15.10"),
    "damage_check.abandoned": ("{unit}: Damage Check {check}: abandoned", "5.1"),
    "damage_check.destroyed": ("{unit}: Damage Check {check}: destroyed", "5.1"),
    "close_assault.destroyed": ("{unit}: Close Assault {attack} beats defence {defence}: destroyed", "17.1"),
    "close_assault.none": ("{unit}: Close Assault {attack} does not beat defence {defence}", "17.1"),
    "mines.none": ("{unit}: Mines {attack} do not beat defence {defence}: no effect", "21.4.1"),
    "mines.spared": ("{unit}: Mines {attack} beat defence {defence}, and the table spares it", "21.4.1"),
    "mines.shaken": ("{unit}: Mines {attack} beat defence {defence}: Shaken", "21.4.1"),
    "mines.shaken_immobilized": ("{unit}: Mines {attack} beat defence {defence}: Shaken and Immobilized", "21.4.1"),
    "mines.destroyed": ("{unit}: Mines {attack} beat defence {defence}: destroyed, with its crew", "21.4.1"),
    "overrun.none": ("{unit}: Overrun {attack} does not beat defence {defence}: no effect", "15.3"),
    "overrun.damage_check": ("{unit}: Overrun {attack} beats defence {defence} by {margin}: Damage Check", "15.3"),
    "hull_down.covered": ("{unit}: {check}: Hull Down", "15.10"),
    "hull_down.failed": ("{unit}: {check}: no Hull Down position", "15.10"),
    "rubbling.drives_on": ("{unit} drives through: {check}", "15.1.2"),
    "rubbling.abandoned": ("{unit} is stuck in the rubble: {check}", "15.1.2"),
    "crew.crew_saved": ("{unit}: the crew gets out", "15.4"),
    "crew.crew_lost": ("{unit}: the crew is lost", "15.4"),
    "bailout.bailed_out": ("{unit} gets out", "16.1.1"),
    "bailout.lost": ("{unit} does not get out", "16.1.1"),
}

EVENTS = {
    "kit_changed.faces": ("{unit} faces {facing}", "15.1"),
    "kit_changed.turret": ("{unit} faces {facing}, its turret {turret}", "15.1.1"),
    "kit_changed": ("{unit} takes aim or loses it", "14.3"),
}

COMMANDS = {
    "fire_ordnance": "{unit} fires {weapon} at {target} in {at}",
    "fire_ordnance.turret": "{unit} turns its turret to {facing} and fires {weapon} at {target} in {at}",
    "fire_ordnance.hull": "{unit} pivots to {facing} and fires {weapon} at {target} in {at}",
    "fire_machine_gun": "{unit} fires {gun} at {target} in {at}",
    "begin_drive": "{unit} moves",
    "begin_drive.assault": "{unit} makes an Assault Move",
    "drive_to": "Drive to {at}",
    "hull_down": "Seek a Hull Down position",
    "overrun": "Overrun {at}",
    "join_assault": "{unit} assaults the vehicle",
    "begin_assault": "Assault it",
    "forgo_assault": "Nobody assaults it",
    "assault_vehicle": "Assault {target}",
    "assail": "{unit} attacks the vehicle",
    "assail.aided": "{unit} attacks the vehicle, helped by {leader}",
    "pivot": "Pivot to {facing}",
    "switch_hatch": "{unit} opens its hatches",
    "switch_hatch.buttoned": "{unit} closes its hatches",
    "drive_in": "{unit} enters at {at}, facing {facing}",
    "face_unit": "{unit} faces {facing}",
    "pivot_team": "{unit} pivots to {facing}",
    "face_team": "Face {facing}",
    "turn_turret": "{unit} turns its turret to {facing}",
}

QUESTIONS = {
    "drive_on": "{unit} in {at}: where to next?",
    "team_facing": "which way does {unit} face?",
    "placed_facing": "which way does {unit} face?",
    "assault_choice": "who attacks the vehicle next?",
    "overrun_answer": "overrun in {at}: who assaults the vehicle?",
    "displaced_to": "the vehicle stays: where does {unit} retreat to?",
}
TOPICS = {
    "drive_on": "where a vehicle goes",
    "team_facing": "which way a gun faces",
    "placed_facing": "which way a vehicle or gun faces",
    "assault_choice": "who attacks a vehicle",
    "overrun_answer": "who answers an Overrun",
    "displaced_to": "where to retreat from a vehicle",
}

GUNS = {
    "": ("Gun", "14.1"),
    "main": ("Main gun", "14.1"),
    "second": ("Second gun", "14.1"),
    "weapon": ("{weapon}", "14.1"),
    "missile": ("Guided missile", "14.4"),
    "mg": ("Machine gun ({fp})", "15.0"),
    "mg_all_round": ("Machine gun on the roof ({fp})", "15.0"),
    "mg_air": ("Machine gun ({fp})", "19.2.4"),
    "mg_rear": ("Rear machine gun ({fp})", "15.0"),
    "mg_hull": ("Hull half of the machine gun ({fp})", "15.0"),
}
"""Weapons of vehicles and guns, as menus call them."""
THEN_MOVES = "{gun}, then move"
OF_UNIT = "{unit}: {what}"
"""Said where several units of a place could be meant."""

OWN_GUN = "its gun"
OWN_GUNS = {
    "": OWN_GUN,
    "main": "its first gun",
    "second": "its second gun",
    "mg": "its machine gun ({fp})",
    "mg_all_round": "the machine gun on its roof ({fp})",
    "mg_air": "its machine gun ({fp})",
    "mg_rear": "its rear machine gun ({fp})",
    "mg_hull": "the hull half of its machine gun ({fp})",
}
"""Weapons of a unit's own within a sentence."""
"""The gun of a unit that has only one."""

SHOTS = {
    "target": "{target} in {at}: {p}% to do harm",
    "men": "the men",
    "plain": "As it stands",
    "turret": "Turn the turret to {facing}",
    "hull": "Pivot to {facing} first; the enemy may answer",
    "aided": "{way}, aided by {leader}",
    "crewed": "{way}, with {mate}",
}
"""What can be aimed at, and how a gun is brought to bear."""

TURNS = {
    "pivot": "Pivot",
    "turn_turret": "Turn the turret of {unit}",
    "pivot_team": "Pivot {unit}",
    "face_team": "{unit} faces",
    "face_unit": "{unit} faces",
    "drive_in": "{unit} enters at {at}",
    "drive_in.assault": "{unit} enters at {at} by Assault Move",
    "place_work": "{kind} in {at}",
}
"""Orders that end with a choice of one of six directions, without it."""

FACINGS = {"front": "front", "flank": "flank", "rear": "rear"}

DRIVES = {
    "normal": ("Drive", "15.1"),
    "assault": ("Assault Move", "15.2"),
    "rubble": "The building there is crushed; the vehicle may get stuck",
    "overrun": (
        "An Overrun: Mines and Fire for Effect there strike first (Q-117); "
        "the move ends there if the vehicle is stopped, and those left may assault it"
    ),
    "pivot": "pivot to {facing}",
    "reverse": "{at}, in reverse",
    "hit": "{unit}: {p}% to hit",
    "fire": "{unit} may fire",
}
"""A vehicle's move."""

STATUS = {"hull_down": "Hull Down", "atgm_expended": "missiles expended", "buttoned": "buttoned up"}

ROLLS = {
    "to_hit": "to-hit roll",
    "penetration": "penetration",
    "crew": "fate of the crew",
    "bailout": "Bailout Check",
    "rubbling": "Rubbling",
    "hull_down": "Hull Down attempt",
    "close_assault": "Close Assault",
    "overrun": "Overrun",
    "mines": "Mines",
    "barricade": "Barricade",
}

RESULTS = {
    "hit": "hit",
    "missed": "missed",
    "disturbed": "disturbed",
    "destroyed": "destroyed",
    "abandoned": "abandoned",
    "dud": "dud",
    "equal": "armor just holds",
    "less": "armor holds",
    "hull_down": "Hull Down",
    "emplaced": "dug in",
    "crew_saved": "crew saved",
    "crew_lost": "crew lost",
    "bailed_out": "gets out",
    "drives_on": "drives through",
    "covered": "Hull Down",
    "shaken_immobilized": "Shaken and Immobilized",
}
