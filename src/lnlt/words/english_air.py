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
    "not_at_aircraft": "{unit} has no anti-aircraft weapon to fire with",
    "no_aircraft_there": "There is no aircraft to fire at over {at}",
}

MODIFIERS = {
    "cannon": "cannons of {source}",
    "bombs": "bombs of {source}",
    "crash": "{source} crashes",
    "aircraft": "at aircraft",
    "evasion": "{source} is hard to hit",
}

TALLIES: dict[str, str] = {}
PURPOSES: dict[str, str] = {}
OUTCOMES: dict[str, str] = {}
STATUS: dict[str, str] = {}

EVENTS = {
    "aircraft_flew": ("{unit} is over {at}", "19.1"),
    "aircraft_flew.left": ("{unit} has left the map", "19.1"),
    "aircraft_flew.damaged": ("{unit} is Damaged, breaks off and leaves the map", "19.1.1"),
    "aircraft_flew.crashed": ("{unit} crashes in {at}", "19.1.1"),
    "aircraft_flew.lost": ("{unit} crashes off the map", "19.1.1"),
    "noted.air": ("An airstrike arrives", "19.1"),
}

COMMANDS = {
    "pick_strike": "{unit} comes",
    "fly_in": "Enter at {at}, toward {toward}",
    "strafe": "Cannons on {at}",
    "drop_bombs": "Bombs on {at}",
    "fly_on": "Fly on",
    "fire_at_aircraft": "{unit} fires {weapon} at the aircraft",
    "fire_at_aircraft.aided": "{unit} fires {weapon} at the aircraft, aided by {leader}",
    "fire_at_aircraft.turret": "{unit} turns its turret to {facing} and fires at the aircraft",
    "fire_at_aircraft.hull": "{unit} pivots to {facing} and fires at the aircraft",
}

LOADS = {
    "cannon": "Cannons {fp}, good for hexes: {left}",
    "bombs": "Bombs {fp}, good for hexes: {left}",
    "edge": "the {edge}",
}

QUESTIONS = {
    "strike_choice": "which aircraft comes?",
    "entry_choice": "where does {unit} enter, and which way does it fly?",
    "air_run": "{unit}: what does it do here?",
    "air_defence": "an aircraft over {at}: fire at it?",
}

TOPICS = {
    "strike_choice": "which aircraft comes",
    "entry_choice": "where an aircraft enters",
    "air_run": "what an aircraft attacks",
    "air_defence": "fire at an aircraft",
}
