"""What the engine says in English, by code, with {named} places for facts; the table's words are in `english_table`."""

from __future__ import annotations

from typing import TypeVar

from lnlt.words import (
    english_air,
    english_gear,
    english_ground,
    english_indirect,
    english_moves,
    english_night,
    english_odds,
    english_ordnance,
    english_passengers,
    english_refusals,
)

T = TypeVar("T")

REFUSALS = {**english_refusals.REFUSALS}

MODIFIERS = {
    "ifp": "firepower of {source}",
    "ifp_ops_complete": "firepower of {source}, Ops Complete",
    "ifp_extended": "firepower of {source}, extended range",
    "lead": "lead {source}",
    "further_unit": "half of {source}",
    "hero": "Hero {source}",
    "combined_fire": "full firepower of {source}",
    "deadly": "Skill of {source}: Deadly",
    "sniper_alone": "{source} is alone: cover counts twice",
    "support_weapon": "{source}",
    "support_weapon_one_man": "half of {source}, fired by one man",
    "support_weapon_ops_complete": "half of {source}, Ops Complete",
    "leader": "Leadership of {source}",
    "backblast": "{source} has fired ordnance inside a Building",
    "adjacent": "adjacent target",
    "adjacent_assaulter": "adjacent target, assaulters",
    "assault_move": "Assault Move",
    "hit_and_run": "Hit and Run",
    "out_of_smoke": "fires out of Smoke in {source}",
    "degrading_hex": "degrading hex on the line",
    "limited": "line through a narrow gap",
    "moving": "{source} moves or has moved",
    "artillery": "artillery",
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
    "zero_firepower": "no firepower of its own: {source}",
    "melee_specialist": "Melee specialist {source}",
    "charge": "Charge of {source}",
    "ambush": "Ambush of {source}",
    "support_weapon_pair": "share of {source}, crewed by two",
    "only_defends": "nominal defence of {source}",
}

TALLIES = {
    "scatter": "scatter",
    "fire": "attack",
    "defence": "defence",
    "morale": "Morale Check",
    "rally": "rally",
    "damage_check": "Damage Check",
    "melee": "Melee attack",
    "melee_defence": "Melee defence",
    "melee_roll": "Melee",
}

PURPOSES = {
    "morale check": ("{unit} rolls {dice} for a Morale Check", "1.5.1"),
    "scatter": ("{unit} rolls {dice} for where the round falls", "18.2"),
    "initiative": ("{side} rolls {dice} for initiative", "3.0"),
    "attack": ("{side} rolls {dice} to attack", "5.0"),
    "defence": ("{side} rolls {dice} to defend", "5.0"),
    "damage check": ("{unit} rolls {dice} for its Damage Check", "5.1"),
    "rally": ("{unit} rolls {dice} to rally", "3.0"),
    "hero creation": ("{unit} rolls {dice}: does a Hero step forward?", "11.2.1"),
    "hero": ("{side} draws {item}", "11.2.1"),
    "skill": ("{side} draws the Skill {item}", "12.0"),
    "melee": ("{side} rolls {dice} in Melee", "8.0"),
}

OUTCOMES = {
    "scatter.seen": ("{unit}: the Spotting Round comes down in sight", "18.2"),
    "scatter.lost": ("{unit}: the Spotting Round is lost from sight", "18.2"),
    "morale.passed": ("{unit}: Morale Check passed", "1.5.1"),
    "morale.failed": ("{unit}: Morale Check failed", "1.5.1"),
    "fire.none": ("{unit}: attack {attack} does not beat defence {defence}: no effect", "5.0"),
    "fire.damage_check": ("{unit}: attack {attack} beats defence {defence} by {margin}: Damage Check", "5.0"),
    "damage_check.none": ("{unit}: Damage Check {check} against Morale {need}: holds", "5.1"),
    "damage_check.shaken": ("{unit}: Damage Check {check} against Morale {need}: Shaken", "5.1"),
    "damage_check.casualties": ("{unit}: Damage Check {check} against Morale {need}: casualties", "5.1"),
    "damage_check.wounded": ("{unit}: Damage Check {check} against Morale {need}: wounded", "5.1"),
    "damage_check.eliminated": ("{unit}: Damage Check {check} against Morale {need}: eliminated", "5.1"),
    "rally.rallied": ("{unit}: {check}, rallied", "3.0"),
    "rally.failed": ("{unit}: {check}, still Shaken", "3.0"),
    "heal.healed": ("{unit} is healed: {check} against Morale {need}", "11.3"),
    "heal.rallied": ("{unit} is rallied: {check} against Morale {need}", "11.3"),
    "heal.failed": ("{unit} is not helped: {check} against Morale {need}", "11.3"),
    "fight_or_die.rallied": ("{unit}: Fight or Die! {check} against Morale {need}: rallied", "11.7.1"),
    "fight_or_die.casualties": ("{unit}: Fight or Die! {check} against Morale {need}: casualties", "11.7.1"),
    "fight_or_die.wounded": ("{unit}: Fight or Die! {check} against Morale {need}: wounded", "11.7.1"),
    "repair.repaired": ("{unit}: the weapon is clear again", "1.6.2"),
    "repair.broken": ("{unit}: the weapon stays jammed for good", "1.6.2"),
    "rally_need": "{check} against Morale {need}",
    "rally_pair": "{check}, a pair was needed",
    "other": "{unit}: {what}: {outcome}",
    "melee.eliminated": ("Melee in {unit}: {check} against {need}: the targets are eliminated", "8.0"),
    "melee.none": ("Melee in {unit}: {check} against {need}: no effect", "8.0"),
    "melee_lost.eliminated": ("{unit} has nobody left to fight for it: eliminated", "8.1"),
    "morale_check.passed": ("{unit}: Morale Check {check} against {need}: passed", "1.5.1"),
    "morale_check.failed": ("{unit}: Morale Check {check} against {need}: failed", "1.5.1"),
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
    "flags_changed.immobilized": ("{unit} cannot move any more", "21.4.2"),
    "flags_changed": ("{unit} gets a marker: {marker}", "4.0"),
    "points_reset": ("{unit} has spent {points} MP", "6.0"),
    "type_changed": ("{unit} is now a {type}", "5.1"),
    "unit_created": ("A new counter: {unit} ({at})", "11.2.1"),
    "eliminated": ("{unit} is eliminated", "5.1"),
    "skills_changed": ("{unit} has now: {skills}", "12.0"),
    "skills_changed.none": ("{unit} has used its Skill", "12.0"),
    "weapon_passed.dropped": ("{weapon} is left lying in {at}", "1.6"),
    "weapon_passed.taken": ("{unit} takes {weapon}", "1.6"),
    "weapon_passed.lost": ("{weapon} is out of play", "1.6"),
    "combined": ("{unit} joins the other half of the Squad", "3.0"),
    "weapon_changed.flipped": ("{weapon} is turned to its other side", "1.6.1"),
    "weapon_changed.jammed": ("{weapon} jams", "1.6.2"),
    "weapon_changed.cleared": ("{weapon} works again", "1.6.2"),
    "weapon_changed.broken": ("{weapon} is jammed for good", "1.6.2"),
    "weapon_changed.captured": ("{weapon} is captured", "1.6.8"),
    "weapon_changed.low_ammo": ("{weapon} is low on ammunition", "23.2.2"),
    "weapon_changed.spent": ("{weapon} is used up", "1.6"),
    "weapon_created": ("A new Support Weapon: {weapon}", "1.6"),
    "marker_placed": ("{marker} in {at}", "1.4"),
    "marker_removed": ("No more {marker} in {at}", "9.0"),
    "fire_opened": ("{side} fires from {from} at {at}: {units}", "5.0"),
    "fire_opened.opportunity": ("{side} answers with fire from {from} at {at}: {units}", "5.3"),
    "queue_dropped": ("The further orders of {side} are dropped: {reason}", ""),
    "queue_dropped.interrupted": ("The enemy acted: the further orders of {side} are dropped", ""),
    "control_changed": ("{side} controls {at}", "22.1"),
    "noted": ("For the record: {note} ({value})", "22.0"),
    "noted.exited": ("{key} has left the map for good", "22.0"),
    "noted.open": ("Group {key} may enter the map from turn {value} on", "22.0"),
    "noted.missions": ("Fire missions left of {key}: {value}", "18.2"),
    "paragraph_read.unknown": ("Event {marker}: paragraph {paragraph} is read", "22.0"),
    "paragraph_read": ("Event {marker}: paragraph {paragraph} is read: {text}", "22.0"),
    "game_ended.points": ("{winner} wins: most points", "22.0"),
    "game_ended.objective": ("{winner} wins: the objective is taken", "22.0"),
    "game_ended.denied": ("{winner} wins: the enemy missed the objective", "22.0"),
    "game_ended.draw": ("A draw", "22.0"),
    "game_ended": ("The game is over: {winner} wins ({why})", "22.0"),
}

COMMANDS = {
    "enter": "Enter the map with group {group}",
    "enter_at": "Enter at {at}",
    "exit_map": "Leave the map",
    "assemble": "Turn {weapon} over",
    "ready": "The set-up is finished",
    "choose": "{unit}",
    "give": "{unit} takes {weapon}",
    "call_mission": "{unit} calls artillery on {at}",
    "shift_round": "Shift the round to {at} and fire",
    "fire_for_effect": "Fire for effect",
    "abort_mission": "Call the mission off",
    "rally": "Try to rally {unit}",
    "rally.pair": "Try to rally {unit} by rolling a pair",
    "rally.by": "Try to rally {unit} with the help of {by}",
    "heal": "{by} heals {unit}",
    "heal.rally": "{by} brings {unit} back to Good Order",
    "fight_or_die": "{by}: Fight or Die! for all who failed",
    "fight_or_die.one": "{by}: Fight or Die! for {unit}",
    "use_skill": "{unit} uses the Skill {skill}",
    "end_rally": "Nothing more in this Rally Phase",
    "combine": "Combine {unit} and {other} to a Squad",
    "pick_up": "{unit} picks up {weapon}",
    "swap": "{unit} hands {weapon} to {other}",
    "swap.exchange": "{unit} gives {other} {weapon} for {price}",
    "destroy": "{unit} destroys {weapon}",
    "flip": "{unit} turns {weapon} to its other side",
    "flip.assault": "{unit} turns {weapon} to its other side as an Assault Move",
    "repair": "{unit} tries to clear {weapon}",
    "abandon": "{unit} abandons {weapon}",
    "retreat_to": "{unit} retreats to {at}",
    "fire_alone": "{unit} fires at {at} on its own",
    "fire_alone.aided": "{unit} fires at {at} on its own, aided by {leader}",
    "fire_alone.vehicle": "{unit} fires at {target} in {at} on its own",
    "fire_alone.vehicle_aided": "{unit} fires at {target} in {at} on its own, aided by {leader}",
    "activate": "Activate {at}: {units}",
    "pass": "Pass this impulse",
    "done": "End the impulse",
    "fire": "Fire from {from} at {at}",
    "fire.assault_fire": "Assault Fire from {from} at {at}",
    "fire.indirect": "Mortars fire from {from} at {at}, directed by {spotter}",
    "begin_move": "Move units out of {from}",
    "add_firer": "Add {unit}",
    "add_firer.weapons": "Add {unit} with {weapons}",
    "add_firer.only": "Add only {weapons} of {unit}",
    "open_fire": "Open fire, {unit} leading",
    "drop": "{unit} leaves {weapon} behind",
    "op_fire": "Fire from {from}: {units}",
    "pass_window": "Let this step pass",
    "pass_window.whole": "Let the whole move pass",
    "add_mover": "Take {unit} along",
    "add_mover.double_time": "Take {unit} along in Double-Time",
    "add_mover.assault": "Take {unit} along in an Assault Move",
    "add_mover.low_crawl": "{unit} crawls along",
    "add_mover.stealth": "Take {unit} along by Stealth",
    "add_mover.stealth_assault": "Take {unit} along in an Assault Move by Stealth",
    "add_mover.hit_and_run": "Take {unit} along for Hit and Run",
    "step_to": "Go to {at}",
    "stop_move": "Stop here",
    "place": "Put {unit} into {at}",
    "next": "Go on",
    "fight_melee": "Fight a round of Melee in {at}",
    "withdraw_melee": "Try to get out of the Melee in {at}",
    "add_withdrawer": "{unit} tries to get out",
    "try_withdrawal": "Check whether they get out",
    "arm_for_melee": "{unit} fights without a weapon",
    "arm_for_melee.weapons": "{unit} fights with {weapons}",
    "add_melee_target": "Attack {unit}",
    "strike_melee": "Attack with everybody",
}

GOALS = {
    "hold": "has Good Order infantry, and no enemy, in {places}",
    "control": "controls {places}",
    "exit_squads": "has brought {squads} Squads and {leaders} Leaders off the map",
    "exit_leaders": "has brought {leaders} Leaders off the map",
    "note": "{note}",
    "cleared": "{side} has no Good Order soldier left on the map",
    "wins": "{side} wins if after turn {turn}: {when}",
    "points": "{side} scores {place} for each hex it controls of {places}; {squad} for each enemy Squad eliminated "
    "({half} when it is reduced), {smc} for each Single-Man Counter",
    "most": "Most points win; equal points are a draw.",
    "otherwise": "Otherwise {side} wins.",
    "draw": "Otherwise it is a draw.",
    "now": "{side} would win now",
    "now_draw": "It would be a draw now",
}
"""How a scenario is won."""

ORDERS = {
    "fire": "Fire from {from} at {at}: {units}",
    "move": "{units}: {path}",
}
"""A whole list of commands in one line."""

QUESTIONS = {
    "entry_group": "who enters the map, and where?",
    "place_group": "where do the units appear?",
    "choose_checker": "who takes the Morale Check?",
    "outfit_group": "who takes the next weapon?",
    "deploy": "where do your units set up?",
    "correction": "what becomes of the Spotting Round?",
    "rally_action": "what is to be done in the Rally Phase?",
    "retreat_choice": "where does {unit} retreat to?",
    "impulse_action": "activate a hex, or pass",
    "impulse_action.bound": "activate a hex; no pass now. {why}",
    "impulse_action.named": "what do the units in {named} do?",
    "fire_group": "who fires from {from} at {at}?",
    "drop_weapon": "which weapon does {unit} leave behind?",
    "reaction": "enemies move in {at}: Opportunity Fire?",
    "move_group": "who moves out of {from}?",
    "move_on": "{units} in {at}: where to next?",
    "place_hero": "where does {unit} step in?",
    "place_ambusher": "where does {unit} come out of hiding?",
    "sniper_shot": "{unit} fires at the movers",
    "phase_end": "the phase is over",
    "melee_arms": "what does {unit} fight with in {at}?",
    "melee_targets": "Melee in {at}: which enemies are attacked?",
    "withdraw_group": "who tries to get out of the Melee in {at}?",
}

TOPICS = {
    "entry_group": "who enters the map",
    "place_group": "where units appear",
    "choose_checker": "who takes the Morale Check",
    "outfit_group": "who takes a weapon",
    "deploy": "where units set up",
    "correction": "what becomes of the Spotting Round",
    "rally_action": "what to do in the Rally Phase",
    "retreat_choice": "where to retreat",
    "impulse_action": "what to do in this impulse",
    "fire_group": "who fires",
    "drop_weapon": "which weapon to leave behind",
    "reaction": "whether to answer with Opportunity Fire",
    "move_group": "who moves",
    "move_on": "where the move goes on",
    "place_hero": "where the Hero steps in",
    "place_ambusher": "where men in hiding come out",
    "sniper_shot": "the Sniper's shot",
    "phase_end": "to go on",
    "melee_arms": "what a unit fights with",
    "melee_targets": "which enemies are attacked in Melee",
    "withdraw_group": "who tries to get out of the Melee",
}
"""What a question is about, without its facts."""

GROUPS = {
    "activate": "Activate",
    "fire": "Fire",
    "move": "Move",
    "smoke": "Smoke",
    "light": "Starshell",
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

ROLLS = {**english_odds.ROLLS}

MEN, OWN_GUN = english_ordnance.SHOTS["men"], english_ordnance.OWN_GUN


def _take_in(own: dict[str, T], more: dict[str, T]) -> None:
    """Add sentences of a chapter; each code has one sentence only."""
    assert not own.keys() & more.keys(), own.keys() & more.keys()
    own.update(more)


_take_in(RESULTS, english_odds.RESULTS)
_take_in(ROLLS, english_ordnance.ROLLS)
for _chapter in (english_ordnance, english_air):
    _take_in(RESULTS, _chapter.RESULTS)
for _chapter in (english_ordnance, english_passengers, english_air):
    _take_in(EVENTS, _chapter.EVENTS)
for _chapter in (
    english_air,
    english_ground,
    english_moves,
    english_ordnance,
    english_indirect,
    english_night,
    english_passengers,
    english_gear,
):
    _take_in(REFUSALS, _chapter.REFUSALS)
    _take_in(MODIFIERS, _chapter.MODIFIERS)
    _take_in(TALLIES, _chapter.TALLIES)
    _take_in(PURPOSES, _chapter.PURPOSES)
    _take_in(OUTCOMES, _chapter.OUTCOMES)
    _take_in(COMMANDS, _chapter.COMMANDS)
    _take_in(QUESTIONS, _chapter.QUESTIONS)
    _take_in(TOPICS, _chapter.TOPICS)
    _take_in(STATUS, _chapter.STATUS)
