"""Sentences of chapters 7, 9 and 10 (Smoke, spotting, Caves, burning hexes); `english` takes them in."""

from __future__ import annotations

REFUSALS = {
    # Smoke
    "kind_lays_no_smoke": "{unit} cannot lay Smoke: only Squads, Half-Squads and Crews can",
    "shaken_lays_no_smoke": "{unit} is Shaken and lays no Smoke",
    "smoke_first": "{unit} has already done something: Smoke is laid at the very start",
    "smoke_next_door": "{unit} can lay Smoke only in its own hex or the next one, not in {at}",
    "no_smoke_left": "All Smoke markers are in play",
    "no_fire_after_smoke": "{unit} has laid Smoke and may move, but not fire",
    # Spotting
    "one_spotting_attempt": "One spotting attempt has been made in this impulse",
    "kind_cannot_spot": "{unit} cannot make spotting attempts",
    "shaken_cannot_spot": "{unit} is Shaken and cannot spot",
    "nobody_to_spot": "There is no enemy to spot in {at}",
    "already_spotted": "{at} is spotted already",
    "nothing_to_spot": "{unit} sees nothing that is still to be spotted",
    "stealth_unseen": "The units in {at} move by Stealth and are seen only from next door: no target",
    # Caves
    "no_cave": "There is no open Cave there: {at}",
    "cave_entrance": "A Cave is entered and left only from the hex it is in: {at}",
    "no_tunnel": "No Tunnel leads to {at}",
    "no_team_in_cave": "{unit} cannot enter a Cave",
    "no_team_in_tunnel": "{unit} cannot enter a Tunnel",
    "not_their_tunnel": "The Tunnel belongs to the enemy of {unit}",
    # Burning hexes
    "no_fire_option": "This game is played without burning hexes",
    "no_fire_to_fight": "There is no fire in {at} that could still be put out",
    "kind_fights_no_fire": "{unit} cannot put out a fire: Multi-Man Counters and Heroes can",
    "nobody_here": "Nobody in {at} can do that",
}

MODIFIERS = {
    "scout": "Scout",
    "tis": "thermal sight of {source}",
    "vehicle": "vehicle in {source}",
    "flames": "flames",
    "rain": "rain",
    "snow": "snow",
    "module": "{source}",
    "helper": "{source} helps",
    "tunnel": "through the Tunnel to {source}",
    "cave": "Cave {source}",
}

TALLIES = {
    "spot": "spotting attempt",
    "smoke": "Smoke",
    "fire_start": "Fire Start check",
    "fire_growth": "growth of the fire",
    "extinguish": "attempt to put out the fire",
}

PURPOSES = {
    "spot": ("{unit} rolls {dice} to spot", "10.1.1"),
    "smoke": ("{unit} rolls {dice} to lay Smoke", "7.0"),
    "random": ("{side} rolls {dice}", "1.2"),
}

OUTCOMES = {
    "spot.spotted": ("{unit}: {check}: spotted", "10.1.1"),
    "spot.failed": ("{unit}: {check}: nothing spotted", "10.1.1"),
    "smoke.smoke": ("{unit}: {check}: Smoke is laid", "7.0"),
    "smoke.failed": ("{unit}: {check}: no Smoke", "7.0"),
    "fire_start.burns": ("{unit}: {check}: it catches fire", "10.5.6.1"),
    "fire_start.none": ("{unit}: {check}: it does not catch fire", "10.5.6.1"),
    "fire_intensity.out": ("The fire in {unit} goes out", "10.5.6.2"),
    "fire_intensity.grows": ("The fire in {unit} grows", "10.5.6.2"),
    "fire_intensity.none": ("The fire in {unit} burns on", "10.5.6.2"),
    "fire_spreading.burns": ("The fire spreads to {unit}", "10.5.6.2"),
    "fire_spreading.none": ("The fire does not spread to {unit}", "10.5.6.2"),
    "extinguish.out": ("Fire in {unit}: {check}: it is put out", "10.5.6.3"),
    "extinguish.failed": ("Fire in {unit}: {check}: it burns on", "10.5.6.3"),
}

COMMANDS = {
    "lay_smoke": "{unit} lays Smoke in {at}",
    "spot": "{unit} tries to spot",
    "spot_at": "Try to spot {at}",
    "extinguish": "Put out the fire in {at}",
    "add_fighter": "{unit} helps to put out the fire",
    "fight_fire": "Put out the fire",
    "go_into": "{unit} goes to {at}",
}

QUESTIONS = {
    "spot_target": "what does {unit} try to spot?",
    "fire_fighters": "who puts out the fire in {at}?",
    "into_tunnel": "where does {unit} go when the Cave collapses?",
}

TOPICS = {
    "spot_target": "what to spot",
    "fire_fighters": "who puts out a fire",
    "into_tunnel": "where to go in the Tunnel",
}

STATUS = {"in_tunnel": "In Tunnel"}
