"""Sentences of chapters 18 and 21 (Mortars, artillery, fortifications); `english` takes them in."""

from __future__ import annotations

REFUSALS = {
    # Mortar Teams and artillery
    "team_not_from_here": "{unit} cannot fire from this place",
    "team_too_near": "{unit} does not fire at a range of {distance}",
    "team_not_at_helicopters": "{unit} is a Mortar and does not fire at helicopters",
    "team_no_opportunity_fire": "{unit} is a Mortar and never Opportunity Fires",
    "cannot_call_mortar": "{unit} cannot call the fire of Mortars",
    "cannot_be_called": "Nobody calls the fire of {unit}: only that of Mortar Teams",
    "no_such_mission": "There is no such kind of fire mission here: {kind}",
    "barrage_walks": "While its Walking Barrage is on the map, a side calls no other artillery",
    "no_straight_line": "{at} is in no straight line of hexes from the middle of the barrage, or too far",
    "on_the_march": "{at} is on the axis of the march: the outer markers lie beside it",
    # Fortifications
    "trench_unseen": "The units in {at} lie low in their Trench: they must show themselves or be spotted first",
    "no_bunker": "One enters and leaves a Bunker only from the hex it is in: {at}",
    "no_place_for": "{counter} cannot be placed in {at}: {terrain}",
    "mines_full": "At most {limit} Mines lie in {at}",
    "not_next_work": "Another fortification is to be placed first than: {counter}",
    "work_not_here": "{counter} cannot be placed in {at}: outside the area",
    "no_facing": "{counter} cannot point to {at}",
    "one_fortification": "{counter} cannot be placed in {at}: there is already {other}",
}

MODIFIERS = {
    "mortar": "Mortar {source}",
    "mines": "Mines {source}",
    "bunker": "Bunker {source}",
    "wire": "Wire in {source}",
    "foxholes": "Foxholes in {source}",
    "trench": "Trench in {source}",
}

TALLIES: dict[str, str] = {}
PURPOSES: dict[str, str] = {}
OUTCOMES: dict[str, str] = {}
STATUS: dict[str, str] = {}

BARRAGES = {
    "concentrated": "concentrated",
    "loose": "spread loosely",
    "line": "Line Barrage",
    "walking": "Walking Barrage",
}
"""Kinds of fire missions but the standard one (18.2.1)."""

COMMANDS = {
    "fire_alone.called": "{unit} fires at {at}, called by {caller}",
    "call_mission.concentrated": "{unit} calls artillery on {at}, concentrated",
    "call_mission.loose": "{unit} calls artillery on {at}, spread loosely",
    "call_mission.line": "{unit} calls a Line Barrage on {at}",
    "call_mission.walking": "{unit} calls a Walking Barrage on {at}",
    "place_work": "{kind} in {at}",
    "place_work.facing": "{kind} in {at}, facing {facing}",
    "point_barrage": "Toward {at}",
    "keep_barrage": "The barrage walks on",
    "cancel_barrage": "Call the barrage off",
}

QUESTIONS = {
    "aiming": "which way does the barrage lie?",
    "work_placing": "where do your fortifications lie?",
    "lift_barrage": "does the Walking Barrage go on?",
}

TOPICS = {
    "aiming": "which way a barrage lies",
    "work_placing": "where fortifications lie",
    "lift_barrage": "whether a barrage goes on",
}
