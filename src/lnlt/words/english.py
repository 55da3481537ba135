"""What the engine says in English, by code, with {named} places for facts; the table's words are in `english_table`."""

from __future__ import annotations

from typing import TypeVar

from lnlt.words import (
    english_air,
    english_commands,
    english_events,
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
PURPOSES = {**english_events.PURPOSES}
OUTCOMES = {**english_events.OUTCOMES}
EVENTS = {**english_events.EVENTS}
COMMANDS = {**english_commands.COMMANDS}
QUESTIONS = {**english_commands.QUESTIONS}
TOPICS = {**english_commands.TOPICS}
ORDERS, GROUPS, ASIDES = english_commands.ORDERS, english_commands.GROUPS, english_commands.ASIDES

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

NEEDS = {
    "stay": "{need} or less",
    "reach": "{need} or more",
    "passes": ", a {die} always does it",
    "fails": ", a {die} always fails",
}
"""What must be rolled, everything added."""
CHECKED = {
    "need": "{need} was needed",
    "morale": "{rolled} against Morale {need}",
    "pair": "{rolled}, a pair was needed",
    "number": "{rolled}, {needed}",
}
"""What was rolled, and what that was compared with."""
MORALE = frozenset({"damage_check", "morale", "rally"})
"""Sums whose number is a Morale."""
SUMS = {
    "added": "= {total} to the {name} die",
    "needed": ", {need} is needed",
    "weighed": "= {total} ({name})",
}
"""What a sum comes to."""
WEIGHED = frozenset({"melee", "melee_defence"})
"""Sums that are weighed against each other, not added to dice."""

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

MEN, OWN_GUNS = english_ordnance.SHOTS["men"], english_ordnance.OWN_GUNS


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
