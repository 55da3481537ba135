"""Sentences of chapter 6 (kinds of movement, Mounted Units); `english` takes them in."""

from __future__ import annotations

REFUSALS = {
    "no_such_mode": "There is no such way of doing it: {mode}",
    "assault_fire_moves": "{unit} has used Assault Fire and moves as in an Assault Move",
    "no_double_time": "{unit} cannot Double-Time",
    "no_low_crawl": "{unit} cannot Low Crawl",
    "no_assault_move": "{unit} cannot Assault Move",
    "no_stealth": "{unit} cannot move by Stealth",
    "no_hit_and_run": "{unit} has no red Movement Factor, so it cannot do that",
    "no_assault_fire": "Nobody in {at} can use Assault Fire there and move afterwards",
    "no_crawl_after_smoke": "{unit} has laid Smoke and cannot Low Crawl",
    "needs_leader": "{unit} can Double-Time only with a Good Order Leader who moves along",
    "needs_mount": "{unit} can do that only together with a unit that has a red Movement Factor",
    "one_hex": "{unit} crawls one hex only, and not where that takes all its points",
    "must_move": "{unit} has still to move",
    "is_moving": "{unit} is on the move",
    "too_many_mounted": "{at} holds at most {limit} Mounted Squads",
    "not_mounted": "{unit} is no Mounted Unit of this group",
    "not_mounted_there": "vehicles and Mounted Units stay on the ground: {from} to {at}",
    "not_from_the_saddle": "{unit} cannot use {weapon} while mounted",
    "no_dismounting": "{unit} can dismount only in a normal move",
    "not_in_motion": "{unit} is not in motion: not in Good Order, or without a marker of its movement",
    "already_declared": "{unit} stays in motion already",
    "no_window": "{unit} can do that only in answer to an enemy move",
}

MODIFIERS = {
    "assault_fire": "Assault Fire",
    "mounted_moving": "{source} is mounted and in motion",
}

TALLIES: dict[str, str] = {}
PURPOSES: dict[str, str] = {}
OUTCOMES: dict[str, str] = {}
STATUS = {"continuous": "stays in motion"}

COMMANDS = {
    "dismount": "{unit} dismounts",
    "fire_on_the_run": "Fire at {at} on the run",
    "op_move": "Answer with a move from {from}: {units}",
    "stay_in_motion": "{unit} stays in motion",
    "end_declaring": "Nobody else stays in motion",
}

QUESTIONS = {
    "declare": "which vehicles and Mounted Units stay in motion?",
}

TOPICS = {
    "declare": "who stays in motion",
}
