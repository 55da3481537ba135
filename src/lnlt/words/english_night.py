"""Sentences of chapter 20 (night, Starshells); `english` takes them in."""

from __future__ import annotations

REFUSALS = {
    "too_dark": "It is night: {at} is more than {sight} hexes from {from}, not lit, and nobody there has fired",
    "by_day": "{unit} needs no Starshell: it is not night",
    "kind_fires_no_starshell": "{unit} fires no Starshells: Leaders and Heroes do",
    "kind_calls_no_starshell": "{unit} cannot call a Mortar for a Starshell: Leaders and Scouts can",
    "no_starshells": "The nation of {side} has no Starshells",
    "too_far_to_light": "{at} is more than {limit} hexes away: too far for a Starshell",
    "no_flash_there": "{at} is more than {limit} hexes away, and nobody in sight there has fired",
    "no_mortar_team": "{unit} is no Mortar Team of this side on the map",
}

MODIFIERS = {
    "night": "night",
    "night_thermal": "night, beyond the reach of thermal sights",
}

TALLIES = {"starshell": "Starshell"}

PURPOSES = {"starshell": ("{unit} rolls {dice} to fire a Starshell", "20.2")}

OUTCOMES = {
    "starshell.light": ("{unit}: {check}: a Starshell lights {at}", "20.2"),
    "starshell.light.unrolled": ("A Starshell lights {at}", "20.3"),
    "starshell.failed": ("{unit}: {check}: no Starshell", "20.2"),
}

COMMANDS = {
    "fire_starshell": "{unit} fires a Starshell over {at}",
    "fire_starshell.mortar": "{unit} calls a Starshell over {at} from {mortar}",
}

QUESTIONS: dict[str, str] = {}
TOPICS: dict[str, str] = {}
STATUS: dict[str, str] = {}
