"""Sentences of chapter 19 (aircraft); `english` takes them in."""

from __future__ import annotations

REFUSALS = {
    "no_strike_due": "No airstrike is due: it takes a double, and an airstrike that is available",
    "no_such_strike": "{unit} is no airstrike that is available now",
    "not_that_edge": "The aircraft does not enter at {at}: it comes from {edge}",
    "no_straight_flight": "An aircraft crosses the map in a straight line: it cannot go from {at} to {toward}",
    "not_below": "The aircraft is not over {at}",
    "not_on_the_path": "{at} is not ahead on the line the aircraft flies",
    "no_such_load": "{unit} carries no such weapon",
    "unknown_load": "It is not known how strong this attack of {unit} is",
    "attacked_already": "{unit} has attacked {at} with that already",
    "load_spent": "{unit} has nothing left for {at}",
    "friends_there": "There are friends in {at}: aircraft do not attack there",
    "unseen_from_the_ground": "{at} is not spotted, and no Leader has it in sight",
    "not_in_the_air": "{unit} is in the air: nobody assaults it hand to hand",
    "not_at_aircraft": "{unit} has no anti-aircraft weapon to fire with",
    "no_missile_in_flight": "{unit} flies: guided missiles are fired hovering",
    "not_at_flying": "{unit} has no anti-aircraft weapon to fire at a flying helicopter with",
    "not_at_helicopters": "{weapon} is not fired at helicopters",
    "not_all_round": "Only machine guns that fire to all sides reach a helicopter; this one of {unit} does not",
    "fires_in_flight": "{unit} fires in the course of its flight: let it begin that",
    "flying_cannot_spot": "{unit} flies: only a hovering helicopter spots",
    "no_helicopter": "{unit} is no helicopter of yours on the map",
    "hovers": "{unit} hovers and does not leave its hex",
    "one_helicopter": "There is another helicopter over {at}",
    "mode_changed_already": "{unit} has changed between flying and hovering in this impulse",
    "is_so_already": "{unit} does so already",
    "no_hover_over_enemies": "{unit} cannot hover over the enemies in {at}",
    "no_landing": "{unit} flies or hovers, it does not land",
    "must_hover": "{unit} must hover for that",
    "not_open_ground": "{at} is no open terrain: nobody gets on or off there",
    "enemies_below": "There are enemies in {at}",
    "came_flying": "{unit} did not begin its impulse over {at}: it takes nobody on there",
    "flies_alone": "{unit} comes onto the map by itself",
    "no_aircraft_there": "There is no aircraft to fire at over {at}",
}

MODIFIERS = {
    "cannon": "cannons of {source}",
    "bombs": "bombs of {source}",
    "crash": "{source} crashes",
    "aircraft": "at aircraft",
    "evasion": "{source} is hard to hit",
    "flying": "{source} fires in flight",
    "target_flying": "{source} flies",
    "target_hovering": "{source} hovers",
}

TALLIES: dict[str, str] = {}
PURPOSES: dict[str, str] = {}
OUTCOMES = {
    "damage_check.damaged": ("{unit}: Damage Check {check}: Damaged", "5.1"),
}
STATUS = {"hover": "hovering"}
RESULTS = {"damaged": "Damaged"}

EVENTS = {
    "aircraft_flew": ("{unit} is over {at}", "19.1"),
    "aircraft_flew.left": ("{unit} has left the map", "19.1"),
    "aircraft_flew.damaged": ("{unit} is Damaged, breaks off and leaves the map", "19.1.1"),
    "aircraft_flew.crashed": ("{unit} crashes in {at}", "19.1.1"),
    "aircraft_flew.lost": ("{unit} crashes off the map", "19.1.1"),
    "noted.air": ("An airstrike arrives", "19.1"),
    "flags_changed.hover": ("{unit} hovers", "19.2.1"),
    "flags_changed.flies": ("{unit} flies on", "19.2.1"),
}

COMMANDS = {
    "pick_strike": "{unit} comes",
    "fly_in": "Enter at {at}, toward {toward}",
    "strafe": "Cannons on {at}",
    "drop_bombs": "Bombs on {at}",
    "fly_on": "Fly on",
    "begin_flight": "{unit} acts",
    "fly_to": "Fly to {at}",
    "change_mode.hover": "Hover here",
    "change_mode.fly": "Fly again",
    "change_mode": "Change between flying and hovering",
    "end_flight": "End the flight",
    "fly_onto": "{unit} flies onto the map at {at}",
    "fire_at_aircraft": "{unit} fires {weapon} at the aircraft",
    "fire_at_aircraft.turret": "{unit} turns its turret to {facing} and fires {weapon} at the aircraft",
    "fire_at_aircraft.hull": "{unit} pivots to {facing} and fires {weapon} at the aircraft",
}

LOADS = {
    "cannon": "Cannons {fp}, good for hexes: {left}",
    "bombs": "Bombs {fp}, good for hexes: {left}",
    "edge": "the {edge}",
}

FLIGHTS = {
    "fly": ("Fly", "19.2.2"),
    "again": ("First {unit} flies again", "19.2.1"),
}
"""A helicopter's flight."""

QUESTIONS = {
    "flight_action": "{unit}: what does it do next?",
    "strike_choice": "which aircraft comes?",
    "entry_choice": "where does {unit} enter, and which way does it fly?",
    "air_run": "{unit}: what does it do here?",
    "air_defence": "an aircraft over {at}: fire at it?",
}

TOPICS = {
    "flight_action": "what a helicopter does next",
    "strike_choice": "which aircraft comes",
    "entry_choice": "where an aircraft enters",
    "air_run": "what an aircraft attacks",
    "air_defence": "fire at an aircraft",
}
