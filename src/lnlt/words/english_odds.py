"""Sentences for odds: what is rolled for, and what can come of it."""

ROLLS = {
    "fire": "fire",
    "damage_check": "Damage Check",
    "rally": "rally attempt",
    "spot": "spotting attempt",
    "smoke": "laying Smoke",
    "starshell": "firing a Starshell",
    "melee": "Melee",
    "melee_lost": "nobody left to fight",
    "withdraw": "withdrawal from Melee",
    "charge": "facing a Charge",
    "heal": "healing",
    "fight_or_die": "Fight or Die",
    "repair": "clearing a jam",
    "extinguish": "fighting a fire",
    "fire_start": "fire breaking out",
    "fire_intensity": "strength of a fire",
    "fire_spreading": "spread of a fire",
    "initiative": "initiative",
    "mission": "fire mission",
    "scatter": "where a round falls",
    "morale": "Morale Check",
    "morale_check": "Morale Check",
    "paragraph": "an Event",
    "random": "a die",
    "skill": "a Skill",
}
"""What a roll, or a whole preview, is about."""

RESULTS = {
    "damage_check": "Damage Check",
    "rallied": "rallied",
    "healed": "healed",
    "failed": "failed",
    "passed": "passed",
    "spotted": "spotted",
    "smoke": "Smoke",
    "light": "light",
    "out": "fire out",
    "burns": "fire",
    "repaired": "repaired",
    "broken": "jammed for good",
    "created": "appears",
    "lost": "appears and is lost",
    "joined": "joined to another",
}
"""Outcomes beside those of the Damage Check Table."""
