"""Words of the table in English: chips, labels of hexes and counters, levels of players, phases, problems."""

from __future__ import annotations

CHIPS: dict[str, tuple[str, str]] = {
    "shaken": ("SH", "1.5"),
    "wounded": ("WO", "5.1"),
    "abandoned": ("AB", "5.1"),
    "immobilized": ("IM", "21.4.2"),
    "moved": ("MV", "6.0"),
    "fired": ("FI", "5.0"),
    "ops_complete": ("OC", "4.1"),
    "assault_move": ("AM", "6.1"),
    "low_crawl": ("LC", "6.3"),
    "stealth": ("ST", "6.4"),
    "hit_and_run": ("HR", "6.7"),
    "melee": ("ME", "8.0"),
    "continuous": ("CM", "15.5.1"),
    "in_tunnel": ("TU", "10.7.1"),
    "buttoned": ("BU", "15.0.1"),
    "hull_down": ("HD", "15.10"),
    "atgm_expended": ("AX", "14.4.1"),
    "emplaced": ("EM", "21.7"),
    "hover": ("HV", "19.2.1"),
    "in_boat": ("BO", "23.3.1"),
}
"""Two letters and section of every status and marker of a unit."""

WEAPON_CHIPS: dict[str, tuple[str, str, str]] = {
    "tripod": ("TR", "on its tripod", "1.6.1"),
    "jammed": ("JA", "jammed", "1.6.2"),
    "broken": ("BR", "jammed for good", "1.6.2"),
    "captured": ("CA", "captured", "1.6.8"),
    "spent": ("SP", "used up", "1.6"),
    "low_ammo": ("LA", "low on ammunition", "23.2.2"),
}
"""Two letters, words and section of the states of a Support Weapon."""

MARKS: dict[str, tuple[str, str]] = {
    "spotted": ("SP", "Spotted"),
    "smoke": ("SM", "Smoke"),
    "melee": ("ME", "Melee"),
    "starshell": ("ST", "Starshell"),
    "fire": ("FI", "Fire"),
    "ffe": ("FF", "Fire for effect"),
    "spotting_round": ("SR", "Spotting Round"),
    "collapsed_entrance": ("CE", "Collapsed entrance"),
    "cave": ("CV", "Cave"),
    "bunker": ("BU", "Bunker"),
    "claymore": ("CL", "Claymore"),
    "barricade": ("BA", "Barricade"),
    "victory": ("VP", "Victory place"),
    "wreck": ("WR", "Wreck"),
    "abandoned": ("AB", "Abandoned vehicle"),
    "foxholes": ("FX", "Foxholes"),
    "mines": ("MI", "Mines"),
    "wire": ("WI", "Wire"),
}
"""Two letters and name of markers on the board; others are called by their chart name."""
MARK_NOTES: dict[str, tuple[str, str]] = {
    "smoke": ("Blocks lines of sight through it and along its sides; +1 for those in it, who fire worse.", "7.0"),
    "fire": ("Burns. A Fire 2 lights its hex and the six around it at night.", "10.5.6"),
    "starshell": ("Lights its hex and the six around it as by day, until the end of the turn.", "20.2"),
    "bunker": (
        "A place of its own: +{strength} inside; fire goes in and out through its three front hexes only.",
        "21.1",
    ),
    "foxholes": ("+1 for everybody on foot here.", "21.2"),
    "wire": ("4 movement points to enter on foot; tracked vehicles flatten it.", "21.3"),
    "mines": (
        "Attack enemies who enter with firepower {strength}, a vehicle before its Overrun (Q-117); "
        "friends pay 1 movement point more.",
        "21.4",
    ),
    "barricade": (
        "Stops vehicles and riders; +2 against direct fire across it. Guns and assaults destroy it.",
        "21.5",
    ),
    "trench": (
        "+2 for those on foot, 1 against shells; who keeps still here must be spotted first.",
        "21.6",
    ),
    "vehicle_emplacement": ("Hits on the hull do nothing but from behind; the vehicle leaves in reverse only.", "21.7"),
    "emplacement": ("+2 or +3, as printed, for those on foot and all Weapon Teams.", "21.8"),
    "sangar": ("+1 for everybody on foot here.", "21.9"),
    "fortified": ("+2 for everybody on foot here; costs nothing to enter.", "21.10"),
    "claymore": ("Its owner may set it off once at enemies who move next to it, before any other fire.", "23.2.1"),
    "cave": ("A place of its own with a front, like a Bunker.", "10.7"),
    "wreck": ("Cover for men in the hex; lines of sight through it are degraded.", "10.1"),
}
"""What markers on the board do, in short, and the section."""
MARK_TOWARD = "{name}, {at}, toward {toward}"
"""A marker on a side of a hex, or with a front."""
EVENT_MARK = ("EV", "Event {id}")

PHASES = {
    "set_up": "Set-up",
    "rally": "Rally Phase",
    "operations": "Operations Phase",
    "admin": "Administrative Phase",
}

LEVELS: dict[str, tuple[str, str]] = {
    "human": ("A person", "Somebody at this screen, or at another one with the link of the seat."),
    "random": ("Random", "Does anything that is allowed. Good for learning the rules, not for a fight."),
    "recruit": ("Recruit", "Rallies, keeps to cover, fires at good odds and goes for the objectives."),
    "regular": ("Regular", "Plays its plans on in thought, with the enemy's answer, before it acts."),
    "veteran": ("Veteran", "Weighs more plans, and the replies to them. Takes a few seconds."),
}
"""Name and description of the kinds of players; others are called by their id."""

ADVICE = {
    "best": "{plan} (about {chance} % to win)",
    "instead": "Or: {plan} ({chance} %)",
    "because": "What makes the difference: {terms}",
    "fire": "Fire from {at} at {target}",
    "move": "{units}: from {at} to {target} ({mode})",
    "do": "{command}",
}
"""Advice of a computer player."""
TERMS = {
    "objective": "the objectives",
    "standing": "who would win now",
    "material": "losses",
    "tempo": "units still to act",
    "result": "the end of the game",
}
"""Names of what a computer player's estimate is made of."""

HEX = {
    "level": "level {level}",
    "floors": "{floors} floors",
    "roof": "roof",
    "road": "road",
    "half": "half hex",
    "off": "outside the area of play",
    "feature": "{name}",
}
"""Parts of what a hex is called."""

OUT = {
    "eliminated": "eliminated",
    "joined": "joined another unit",
    "exited": "has left the map",
    "to_enter": "not on the map yet",
}

RIDES = ("inside {vehicle}", "on top of {vehicle}")
"""Where a passenger is."""

CARDS: dict[str, tuple[str, str]] = {
    "fire": ("Fire from {from} at {at}", "5.0"),
    "opportunity": ("Opportunity Fire from {from} at {at}", "5.3"),
    "damage_check": ("Damage Check", "5.1"),
    "rally": ("Rally", "3.0"),
    "melee": ("Melee in {at}", "8.0"),
    "spot": ("Spotting attempt", "10.1.1"),
    "smoke": ("Smoke", "7.0"),
    "morale_check": ("Morale Check", "1.5.1"),
    "morale": ("Morale Check", "1.5.1"),
    "to_hit": ("{unit} fires {weapon} at {target} in {at}", "14.1"),
    "burst": ("{unit} fires a machine gun at {target} in {at}", "15.0"),
    "mission": ("Fire mission", "18.2"),
    "starshell": ("A Starshell over {at}", "20.2"),
    "strafe": ("{unit} fires its cannons at {at}", "19.1.2"),
    "drop_bombs": ("{unit} drops bombs on {at}", "19.1.2"),
    "crash": ("{unit} crashes in {at}", "19.1.1"),
    "fire_at_aircraft": ("{unit} fires {weapon} at {target} over {at}", "19.1.1"),
    "shelling": ("Shells fall", "18.2"),
    "barricade": ("Barricade at {at}", "21.5"),
}
"""Titles of combat cards; other outcomes are called by their code."""

ROLL = {"": "{roll}", "of": "{roll}: {of}", "spot": "{roll}, {spot} hit: {of}"}
"""Titles of the rolls of a card."""

FIGHT = "{by} against {targets}"
"""Title of an attack of several units on several."""

MOVES: dict[str, tuple[str, str]] = {
    "normal": ("Move", "6.0"),
    "double_time": ("Double-Time", "6.2"),
    "assault": ("Assault Move", "6.1"),
    "low_crawl": ("Low Crawl", "6.3"),
    "stealth": ("Stealth", "6.4"),
    "stealth_assault": ("Assault Move by Stealth", "6.4.1"),
    "hit_and_run": ("Hit and Run", "6.7"),
}
"""Names of the ways to move."""

FIRES: dict[str, tuple[str, str]] = {
    "": ("Fire", "5.0"),
    "assault_fire": ("Assault Fire, then move", "6.1.1"),
    "indirect": ("Indirect fire of Mortars", "1.6.5"),
    "op_fire": ("Opportunity Fire", "5.3"),
    "fire_alone": ("{unit} fires on its own", "5.0"),
    "called": ("{unit} fires, called by {caller}", "18.1"),
}
"""Names of the ways to fire."""

OPTIONS = {
    "fire": "Hexes can catch fire (10.5.6)",
    "smoke_limit": "Smoke is limited to the counters there are (7.0)",
    "spot_vehicles": "Vehicles are easier to spot (10.1.1)",
    "split_mgs": "Strong machine guns are split between turret and hull (15.0)",
    "size_and_speed": "Size and speed of vehicles count (15.6)",
    "hull_down": "Vehicles may seek Hull Down positions (15.10)",
    "alternative_missions": "Artillery may fire other than standard missions (18.2.1)",
    "optional_heroes": "Heroes may step forward (11.2.1)",
}
"""Optional rules a game can be begun with."""

SECTIONS = {
    "lay_smoke": "7.0",
    "fire_starshell": "20.2",
    "deploy_claymore": "23.2.1",
    "fire_at_barricade": "21.5",
    "assault_barricade": "21.5",
    "spot": "10.1.1",
    "fight_melee": "8.0",
    "withdraw_melee": "8.1.1",
    "call_mission": "18.2",
    "extinguish": "10.5.6.3",
    "use_skill": "12.0",
    "flip": "1.6.1",
    "op_move": "6.8",
    "turn_turret": "15.1.1",
    "switch_hatch": "15.0.1",
    "pivot_team": "1.7.1",
    "begin_drive": "15.1",
    "fire_ordnance": "14.1",
    "fire_machine_gun": "15.0",
    "assault_vehicle": "17.1",
}
"""Section of orders that have one of their own, beside that of the question they answer."""

REACH = {
    "cost": "{cost} MP",
    "melee": "Melee: the move ends there",
    "threat": "{units}: {p}% to do harm",
    "leaves": "{weapons}: set up, left behind by those who go",
}
SHOT = "{at}: {p}% to do harm"

END = {
    "losses": "{side}: {lost} of {all} units lost",
    "lost": "{losses}: {units}",
    "left": "{side}: {ready} in Good Order, {shaken} Shaken, {wounded} wounded at the end",
    "points": "{side}: {points} points",
    "turn": "The game ended in turn {turn} of {turns}",
}

PIECE = "{kind} {id}, {side}"
AT = "at {at}"
CARRIES = "carries {weapons}"
FACES = {
    "hull": "faces {facing}",
    "turret": "its turret faces {facing}",
    "armor": "armor front {front}, flank {flank}, rear {rear}",
    "open": "hatches open",
    "buttoned": "buttoned up",
    "flies": "flying, level {level}",
    "hovers": "level {level}",
}
"""What is said of vehicles, guns and helicopters; that one hovers is said by its marker."""
DRAW = "A draw"

PROBLEMS = {
    # Over the WebSocket
    "watching": "You only watch: to play, the link of a seat is needed",
    "stale": "The position has changed in the meantime: look again",
    "too_many": "An order has at most {limit} commands",
    "empty": "The order has no command",
    "malformed": "That is no command: {reason}",
    "storage": "The game could not be stored, so nothing was changed: {reason}",
    "not_a_message": "This is not a message of the table: {reason}",
    "hello_first": "The first message must be a hello",
    "hello_again": "There was a hello already",
    "no_hello": "No hello came in time",
    "wrong_key": "This key opens no seat of the game",
    "too_fast": "Too many messages at once: wait a moment",
    "too_big": "A message has at most {limit} bytes",
    "text_only": "Messages are JSON text",
    "server_full": "The server has as many connections as it allows: try again later",
    "game_full": "This game has as many connections as the server allows",
    "going_down": "The server is being stopped; the game is stored",
    "broken_game": "The game cannot be opened: {reason}",
    "internal": "Something went wrong on the server; nothing was changed",
    "no_such_question": "There is no question {what!r}",
    "no_such_side": "There is no side {side}",
    "no_such_unit": "There is no unit {unit}",
    "nobody_there": "This side has nobody on the board",
    "no_hint": "There is nothing to be decided by you now",
    "no_such_place": "There is no place {at} on this board",
    "not_your_side": "That side is not yours",
    "no_such_mode": "There is no mode {mode!r}: ask, never, open or within",
    "read_only": "A replay can only be watched",
    "no_entry": "There is no entry {n}",
    "not_possible": "That cannot be worked out here: {reason}",
    # Over HTTP
    "no_such_game": "There is no game {id}",
    "no_such_replay": "There is no replay {id}",
    "no_such_scenario": "There is no scenario {id}{guess}",
    "no_such_level": "There is no player {id}{guess}",
    "no_such_option": "This scenario has no optional rule {id}{guess}",
    "two_for_one": "There are two players for one side: {id}",
    "seed_between_people": "Between two people the server rolls dice that nobody has chosen: a seed can be given only "
    "for a game at one screen or against the computer",
    "no_such_term": "There is no help on {id}",
    "not_json": "The body must be JSON (content-type application/json)",
    "bad_body": "The body does not fit: {reason}",
    "bad_request": "The request does not fit: {reason}",
    "body_too_big": "A request has at most {limit} bytes",
    "too_many_requests": "Too many requests: wait a moment",
    "not_found": "There is nothing here: {path}",
    "wrong_method": "This address does not take {method}",
    "bad_record": "The record cannot be used: {reason}",
    "still_secret": "The record holds the dice to come and unread paragraphs: it is there when the game is over, "
    "or for whoever holds the seats of all people who play",
    "no_client": "The table has not been built: run `make play`, or install a release, which contains it",
    "wrong_origin": "Connections are taken from the pages of this server only",
}
"""What can go wrong at the table, by code."""
