"""Sentences of chapter 16 and of 6.5: passengers, and units that go along with a vehicle."""

REFUSALS = {
    "is_passenger": "{unit} is a passenger and can do nothing but get off",
    "cannot_ride": "{unit} cannot be a passenger",
    "no_place_to_ride": "{vehicle} has no place {riding}",
    "vehicle_full": "{vehicle} has no room for so many {what}",
    "no_riding_mode": "{unit} cannot get on or off by {mode}",
    "shaken_outside": "{unit} is Shaken and cannot ride on top of a vehicle",
    "only_inside": "{vehicle} has fired its gun: {unit} can only get inside",
    "vehicle_not_here": "{vehicle} is not in {at}",
    "no_mounting_now": "Nobody gets onto {unit} now",
    "nobody_to_load": "Nobody in its hex can get onto {unit}",
    "nobody_to_unload": "{unit} carries nobody who can get off",
    "nobody_chosen": "Nobody is chosen yet",
    "not_aboard": "{unit} is no passenger of that vehicle who may get off",
    "shaken_has_unloaded": "{unit} is Shaken and has let passengers off: it does not move this turn",
    "shaken_has_moved": "{unit} is Shaken and has moved: nobody gets off this turn",
    "melee_there": "There is a Melee in {at}",
    "not_in_his_vehicle": "{helper} and {unit} are not in the same vehicle",
    "one_vehicle": "{unit} is a vehicle: only one moves at a time",
    "start_together": "The move has begun: {unit} cannot join it any more",
    "mode_is_declared": "{unit} has begun to move in another way",
    "finish_together": "They move together to the end: {unit} goes along",
    "only_on_foot": "{unit} cannot go along with a vehicle that way",
    "no_coordinated_attack": "Units that move together with a vehicle do not go where the enemy is: {at}",
}
MODIFIERS: dict[str, str] = {}
TALLIES: dict[str, str] = {}
PURPOSES: dict[str, tuple[str, str]] = {}
OUTCOMES: dict[str, tuple[str, str]] = {}
EVENTS = {
    "kit_changed.aboard": ("{unit} rides inside {vehicle}", "16.1"),
    "kit_changed.outside": ("{unit} rides on top of {vehicle}", "16.2"),
    "moved.gets_off": ("{unit} gets off in {at}", "16.4"),
}
COMMANDS = {
    "mount": "Get onto {vehicle}",
    "mount.assault": "Get onto {vehicle}, as its Assault Move",
    "load": "Take passengers aboard",
    "unload": "Let passengers off",
    "choose_rider": "{unit} gets off",
    "choose_rider.double_time": "{unit} gets off by Double-Time",
    "choose_rider.assault": "{unit} gets off by an Assault Move and may fire",
    "choose_rider.inside": "{unit} gets inside",
    "choose_rider.outside": "{unit} gets on top",
    "riders_ready": "That is all",
    "get_off": "{unit} gets off with them",
    "stay_on": "The others stay on",
}
QUESTIONS = {
    "embarking": "who gets aboard?",
    "disembarking": "who gets off?",
    "get_off_too": "who gets off with those who are Shaken?",
}
TOPICS = {
    "embarking": "who gets aboard a vehicle",
    "disembarking": "who gets off a vehicle",
    "get_off_too": "who gets off with Shaken passengers",
}
STATUS: dict[str, str] = {}
