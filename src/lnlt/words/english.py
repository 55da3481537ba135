"""Every sentence in English, keyed by code, with {named} places for facts. A translation is another such module."""

from __future__ import annotations

from lnlt.words import english_ground

REFUSALS = {
    # Anybody, any time
    "game_over": "The game is over",
    "not_your_decision": "It is up to {asked} now, not to {by}",
    "no_answer": "That is no answer now; what is asked is {question}",
    "no_such_place": "There is no place {at} on this board",
    "no_such_unit": "There is no unit {unit}",
    # Stacking
    "roof_full": "The roof of {at} holds only one Multi-Man Counter",
    "too_many_squads": "{at} holds at most {limit} Squads of a side",
    "too_many_smcs": "{at} holds at most {limit} Single-Man Counters of a side",
    "too_many_vehicles": "{at} holds at most {limit} vehicles of a side",
    # Rally
    "not_shaken": "{unit} is not a Shaken unit of this side",
    "one_attempt": "{unit} has already tried to rally this turn",
    "leaders_first": "{leader} is a Leader and must try to rally before {unit}",
    "no_srp": "{unit} cannot rally by rolling a pair",
    "no_rallier": "{unit} has nobody in its hex who can rally it",
    # Operations
    "already_named": "{at} is already activated in this impulse",
    "named_before_acting": "{at} had to be activated before anybody acted in this impulse",
    "nobody_to_activate": "Nobody in {at} is left to activate",
    "out_of_leadership_range": "{at} is out of reach of the Leaders in the activated hexes",
    "not_named": "{at} is not activated in this impulse",
    "fire_together": "The units of {at} have fired; all of them fire together, once in an impulse",
    "move_together": "The units of {at} have moved; all of them set off together, once in an impulse",
    "has_acted_already": "Somebody has acted in this impulse: it cannot be passed any more",
    "not_his_men": "{unit} cannot lead the fire of others than his own men",
    "nothing_done": "Nobody has acted in this impulse yet",
    "has_acted": "{unit} has already acted this turn",
    "in_melee": "{unit} is in Melee",
    # Fire
    "melee_there": "There is a Melee in {at}: nobody fires into it",
    "no_enemy_there": "There is no enemy in {at}",
    "no_line_of_sight": "{at} is out of sight of {from}",
    "not_spotted": "The units in {at} are not spotted",
    "shaken": "{unit} is Shaken and does not fire",
    "out_of_range": "{unit} does not reach {distance} hexes",
    "nobody_can_fire": "Nobody in {from} is ready and in range",
    "not_here": "{unit} is no unit of this side in {at}",
    "in_order": "{unit} comes before a unit already chosen: choose units in the order of the list",
    "cannot_fire_weapons": "{unit} cannot fire these weapons together here: {weapons}",
    "one_leader": "{unit} cannot help too: only one Leader adds his Leadership",
    "nobody_to_aid": "{unit} has nobody to help with his Leadership",
    "lead_not_in_group": "{unit} is not in the firing group, so it cannot lead",
    "leader_does_not_fire": "{unit} only helps with his Leadership, so he cannot lead the fire",
    "mmc_leads": "{unit} cannot lead while a Multi-Man Counter fires too",
    "same_target": "What fires from one hex in one impulse fires at the same hex",
    "fires_alone": "{unit} fires apart from the other units of its hex",
    "fires_with_others": "{unit} fires together with the other units of its hex, or not at all",
    "cannot_aid": "{unit} cannot help this attack with his Leadership",
    "other_floor": "{unit} cannot fire at another floor of its own hex",
    "no_attacks_left": "Only {attacks} hexes may answer this step",
    "not_the_moving_units": "Only the units that move can be answered, not {at}",
    "location_has_fired": "{from} has already answered this step",
    "not_its_weapon": "{unit} does not carry {weapon}",
    # Movement
    "not_adjacent": "{at} is not one step away",
    "terrain_prohibited": "{at} cannot be entered: {terrain}",
    "hexside_prohibited": "The side between {from} and {at} cannot be crossed: {hexside}",
    "counter_prohibited": "{at} cannot be entered: {counter}",
    "cliff": "Between {from} and {at} there is a cliff",
    "no_such_floor": "{at} cannot be reached from this floor",
    "not_same_building": "Above the ground one moves only inside a building: {from} to {at}",
    "cannot_move": "{unit} has no Movement Points",
    "tripod_up": "{unit} cannot move while its weapon stands on the tripod",
    "enemy_there": "There are enemies in {at}",
    "too_few_points": "{unit} has {left} Movement Points left and needs {cost}",
    "shaken_advances": "{unit} is Shaken and may not come closer to the enemy it sees in {enemy}",
    "nobody_moves": "Nobody has been chosen to move",
    "no_way_out": "There is no way out of {at}",
}

MODIFIERS = {
    "ifp": "firepower of {source}",
    "ifp_ops_complete": "firepower of {source}, Ops Complete",
    "ifp_extended": "firepower of {source}, extended range",
    "lead": "lead {source}",
    "further_unit": "half of {source}",
    "hero": "Hero {source}",
    "support_weapon": "{source}",
    "support_weapon_one_man": "half of {source}, fired by one man",
    "support_weapon_ops_complete": "half of {source}, Ops Complete",
    "leader": "Leadership of {source}",
    "adjacent": "adjacent target",
    "adjacent_assaulter": "adjacent target, assaulters",
    "assault_move": "Assault Move",
    "hit_and_run": "Hit and Run",
    "out_of_smoke": "fires out of Smoke in {source}",
    "degrading_hex": "degrading hex on the line",
    "limited": "line through a narrow gap",
    "moving": "{source} moves or has moved",
    "cover": "cover in {source}",
    "difference": "won the opposed roll by",
    "maximum": "cover counts at most 4",
    "hill": "fired at from below the hill",
    "road": "road to {source}",
    "uphill": "uphill to {source}",
    "downhill": "steep downhill to {source}",
    "floor": "stairs to {source}",
    "roof": "roof {source}",
    "chart": "{name} in {source}",
}

TALLIES = {
    "fire": "attack",
    "defence": "defence",
    "morale": "Morale Check",
    "rally": "rally",
    "damage_check": "Damage Check",
}

PURPOSES = {
    "initiative": ("{side} rolls {dice} for initiative", "3.0"),
    "attack": ("{side} rolls {dice} to attack", "5.0"),
    "defence": ("{side} rolls {dice} to defend", "5.0"),
    "damage check": ("{unit} rolls {dice} for its Damage Check", "5.1"),
    "random": ("{unit} rolls {dice} to see which half is left", "5.1"),
    "rally": ("{unit} rolls {dice} to rally", "3.0"),
    "hero creation": ("{unit} rolls {dice}: does a Hero step forward?", "11.2.1"),
    "hero": ("{side} draws {item}", "11.2.1"),
}

OUTCOMES = {
    "fire.none": ("{unit}: attack {attack} does not beat defence {defence}: no effect", "5.0"),
    "fire.damage_check": ("{unit}: attack {attack} beats defence {defence} by {margin}: Damage Check", "5.0"),
    "damage_check.none": ("{unit}: Damage Check {check} against Morale {need}: holds", "5.1"),
    "damage_check.shaken": ("{unit}: Damage Check {check} against Morale {need}: Shaken", "5.1"),
    "damage_check.casualties": ("{unit}: Damage Check {check} against Morale {need}: casualties", "5.1"),
    "damage_check.wounded": ("{unit}: Damage Check {check} against Morale {need}: wounded", "5.1"),
    "damage_check.eliminated": ("{unit}: Damage Check {check} against Morale {need}: eliminated", "5.1"),
    "rally.rallied": ("{unit}: {check}, rallied", "3.0"),
    "rally.failed": ("{unit}: {check}, still Shaken", "3.0"),
    "rally_need": "{check} against Morale {need}",
    "rally_pair": "{check}, a pair was needed",
    "other": "{unit}: {what}: {outcome}",
}

EVENTS = {
    "turn_began": ("Turn {turn} begins", "2.0"),
    "phase_began.rally": ("Rally Phase", "3.0"),
    "phase_began.operations": ("Operations Phase", "4.0"),
    "phase_began.admin": ("Administrative Phase: markers come off", "9.0"),
    "phase_began": ("Phase: {phase}", "2.0"),
    "initiative_taken": ("{side} has the initiative", "3.0"),
    "impulse_began": ("Impulse of {side}", "4.0"),
    "impulse_ended": ("{side} ends the impulse", "4.0"),
    "impulse_ended.passed": ("{side} passes", "4.0"),
    "activated": ("{side} activates {at}", "4.0"),
    "moved": ("{unit} moves from {from} to {at}, {points} MP", "6.0"),
    "moved.free": ("{unit} goes from {from} to {at}", "6.0"),
    "flags_changed.shaken": ("{unit} is Shaken", "5.1"),
    "flags_changed.good_order": ("{unit} is back in Good Order", "3.0"),
    "flags_changed.wounded": ("{unit} is wounded", "5.1"),
    "flags_changed.melee": ("{unit} is in Melee", "8.0"),
    "flags_changed.abandoned": ("{unit} is abandoned", "5.1"),
    "flags_changed.immobilized": ("{unit} cannot move any more", "15.0"),
    "flags_changed": ("{unit} gets a marker: {marker}", "4.0"),
    "points_reset": ("{unit} has spent {points} MP", "6.0"),
    "type_changed": ("{unit} is now a {type}", "5.1"),
    "unit_created": ("A new counter in {at}: {unit}", "11.2.1"),
    "eliminated": ("{unit} is eliminated", "5.1"),
    "weapon_passed.dropped": ("{weapon} is left lying in {at}", "1.6"),
    "weapon_passed.taken": ("{unit} takes {weapon}", "1.6"),
    "weapon_passed.lost": ("{weapon} is out of play", "1.6"),
    "weapon_created": ("A new Support Weapon: {weapon}", "1.6"),
    "marker_placed": ("{marker} in {at}", "1.4"),
    "marker_removed": ("No more {marker} in {at}", "9.0"),
    "fire_opened": ("{side} fires from {from} at {at}: {units}", "5.0"),
    "fire_opened.opportunity": ("{side} answers with fire from {from} at {at}: {units}", "5.3"),
    "queue_dropped": ("The further orders of {side} are dropped: {reason}", ""),
    "queue_dropped.interrupted": ("The enemy acted: the further orders of {side} are dropped", ""),
    "game_ended.objective": ("{winner} wins: the objective is taken", "22.0"),
    "game_ended.denied": ("{winner} wins: the enemy missed the objective", "22.0"),
    "game_ended.draw": ("A draw", "22.0"),
    "game_ended": ("The game is over: {winner} wins ({why})", "22.0"),
}

COMMANDS = {
    "rally": "Try to rally {unit}",
    "rally.pair": "Try to rally {unit} by rolling a pair",
    "end_rally": "No more rally attempts",
    "activate": "Activate {at}: {units}",
    "pass": "Pass this impulse",
    "done": "End the impulse",
    "fire": "Fire from {from} at {at}",
    "begin_move": "Move units out of {from}",
    "add_firer": "Add {unit}",
    "add_firer.weapons": "Add {unit} with {weapons}",
    "open_fire": "Open fire, {unit} leading",
    "drop": "{unit} leaves {weapon} behind",
    "op_fire": "Fire from {from}: {units}",
    "pass_window": "Let this step pass",
    "pass_window.whole": "Let the whole move pass",
    "add_mover": "Take {unit} along",
    "step_to": "Go to {at}",
    "stop_move": "Stop here",
    "place": "Put {unit} into {at}",
    "next": "Go on",
}

ORDERS = {
    "fire": "Fire from {from} at {at}: {units}",
    "move": "{units}: {path}",
}
"""A whole list of commands in one line."""

QUESTIONS = {
    "rally_action": "which Shaken unit tries to rally?",
    "impulse_action": "activate a hex, or pass",
    "impulse_action.named": "what do the units in {named} do?",
    "fire_group": "who fires from {from} at {at}?",
    "drop_weapon": "which weapon does {unit} leave behind?",
    "reaction": "enemies move in {at}: Opportunity Fire?",
    "move_group": "who moves out of {from}?",
    "move_on": "{units} in {at}: where to next?",
    "place_hero": "where does {unit} step in?",
    "phase_end": "the phase is over",
}

TOPICS = {
    "rally_action": "which unit tries to rally",
    "impulse_action": "what to do in this impulse",
    "fire_group": "who fires",
    "drop_weapon": "which weapon to leave behind",
    "reaction": "whether to answer with Opportunity Fire",
    "move_group": "who moves",
    "move_on": "where the move goes on",
    "place_hero": "where the Hero steps in",
    "phase_end": "to go on",
}
"""What a question is about, without its facts."""

GROUPS = {
    "activate": "Activate",
    "fire": "Fire",
    "move": "Move",
    "smoke": "Smoke",
    "spot": "Spot",
    "rally": "Rally",
    "choose": "Choose",
    "end": "Otherwise",
}

BARRIERS = {
    "nothing": "There is nothing to take back",
    "dice": "Dice were rolled: entry {entry} stands",
    "revealed": "Something was revealed: entry {entry} stands",
    "decider": "The other side had its say: entry {entry} stands",
    "not_yours": "Entry {entry} is not yours to take back",
}

STATUS = {
    "shaken": "Shaken",
    "wounded": "wounded",
    "abandoned": "abandoned",
    "immobilized": "immobile",
    "moved": "Moved",
    "fired": "Fired",
    "ops_complete": "Ops Complete",
    "assault_move": "Assault Move",
    "low_crawl": "Low Crawl",
    "stealth": "Stealth",
    "hit_and_run": "Hit and Run",
    "melee": "Melee",
}

RESULTS = {
    "none": "no harm",
    "shaken": "Shaken",
    "casualties": "casualties",
    "wounded": "wounded",
    "eliminated": "eliminated",
}
"""Results of an attack when chances are listed."""

KINDS = {
    "squad": "Squad",
    "half_squad": "Half-Squad",
    "crew": "Crew",
    "weapon_team": "Weapon Team",
    "leader": "Leader",
    "hero": "Hero",
    "vehicle": "Vehicle",
}

for _chapter in (english_ground,):
    REFUSALS.update(_chapter.REFUSALS)
    MODIFIERS.update(_chapter.MODIFIERS)
    TALLIES.update(_chapter.TALLIES)
    PURPOSES.update(_chapter.PURPOSES)
    OUTCOMES.update(_chapter.OUTCOMES)
    COMMANDS.update(_chapter.COMMANDS)
    QUESTIONS.update(_chapter.QUESTIONS)
    TOPICS.update(_chapter.TOPICS)
    STATUS.update(_chapter.STATUS)
