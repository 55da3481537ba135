"""Sentences of chapter 23 (weapons, equipment), of Barricades and Vehicle Emplacements; `english` takes them in."""

from __future__ import annotations

REFUSALS = {
    "emplaced": "{unit} cannot pivot in its Emplacement",
    "emplaced_ahead": "{unit} can only leave its Emplacement in reverse",
    "emplaced_company": "{unit} has no way out of the Emplacement together with the vehicle",
    "cannot_deploy": "{unit} cannot deploy a Claymore: it takes an MMC, or two men",
    "one_claymore": "There is a Claymore in {at} already",
    "no_claymore_tripped": "Nobody has just come within range of a Claymore there",
    "in_boat": "{unit} is in a boat: it neither fires nor calls fire",
    "enemy_boats": "There are enemies on the River in {at}",
    "no_boat_for": "{unit} cannot use a Rubber Boat",
    "no_boat_mode": "{unit} cannot use a Rubber Boat by {mode}",
    "boat_whole_move": "{unit} needs its whole move to get into or out of a boat",
    "no_boat": "There are not enough Rubber Boats for {unit}",
    "stays_with_mmc": "{unit} stays with the men it shares a boat with",
    "no_barricade": "There is no Barricade between {at} and {toward}",
    "in_the_dark": "It is night: {at} is more than {sight} hexes from {from} and not lit",
    "side_barred": "There is a Barricade between {at} and {toward} already",
    "too_weak": "The weapon of {unit} is too weak for a Barricade",
    "cannot_tear_down": "{unit} cannot tear down a Barricade",
    "keeps_boat": "{weapon} is needed here and is not left behind",
    "never_captured": "{weapon} is of no use to {unit}: it belongs to the enemy",
}

MODIFIERS = {
    "claymore": "Claymore in {source}",
    "rubber_boat": "{source} is in a Rubber Boat",
    "barricade": "Barricade {source}",
    "grenades": "grenades {source}",
}

TALLIES: dict[str, str] = {}
PURPOSES: dict[str, str] = {}
OUTCOMES: dict[str, str] = {}
STATUS = {"emplaced": "Emplaced", "in_boat": "In a boat"}
COMMANDS = {
    "deploy_claymore": "{unit} deploys {weapon}",
    "deploy_claymore.mate": "{unit} and {mate} deploy {weapon}",
    "fire_at_barricade": "{unit} fires {weapon} at the Barricade between {at} and {toward}",
    "assault_barricade": "{unit} tears down the Barricade toward {toward}",
    "detonate": "Detonate the Claymore",
    "hold_claymore": "Keep the Claymore for later",
}
QUESTIONS = {"claymore_choice": "enemies come to {at}: detonate the Claymore in {from}?"}
TOPICS = {"claymore_choice": "whether a Claymore is detonated"}
