"""Sections that word the same refusal or item of a sum: an expectation may name any of them."""

from __future__ import annotations

from lnlt.core.board import BUNKER, LAYER_NAMES, LAYERS, TUNNEL
from lnlt.core.flags import HANDLED, MELEE, OPS_COMPLETE, SHAKEN, SMOKED, WOUNDED
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Refusal
from lnlt.rules.ch11_smc.rallying import UNNAMED, check_help
from lnlt.rules.ch20_night.starshells import CALLERS, is_mortar_team
from lnlt.rules.facts.adjacency import adjacent
from lnlt.rules.facts.units import movement, unloaded
from lnlt.situations.counters import VEHICLE_WEAPON
from lnlt.situations.names import Names

SAID_TWICE: dict[str, tuple[str, ...]] = {
    "not_spotted": ("5.0", "1.6.5", "18.1", "21.1.1", "21.6.1"),
    "not_his_men": ("11.1.3",),
    "out_of_leadership_range": ("4.0", "11.5"),
    "has_acted": ("4.0", "16.4"),
    "nobody_to_load": ("4.0",),
    "shaken": ("15.0",),
    "shaken_advances": ("6.0", "20.1.3"),
    "no_double_time": ("1.7", "6.6"),
    "no_low_crawl": ("1.7", "6.6"),
    "no_such_driving": ("6.2", "6.3", "6.7"),
    "one_hex": ("6.0",),
    "too_few_points": ("6.0",),
    "only_by_overrun": ("15.3",),
    "melee_there": ("5.0",),
    "no_melee_in_mode": ("8.0", "6.1", "6.1.1", "6.4.1", "6.4.2", "6.5", "6.7"),
    "no_coordinated_attack": ("8.0", "15.3", "17.1"),
    "enemy_vehicle_there": ("6.0", "6.1", "6.3", "6.4.1"),
    "no_assault_in_mode": ("6.1", "6.1.1", "6.3", "6.4", "6.4.1", "6.4.2", "6.7"),
    "cannot_close_assault": ("17.1", "1.7"),
    "cannot_tear_down": ("17.1", "1.7"),
    "is_passenger": ("16.1", "16.2", "17.2"),
    "cannot_ride": ("1.7",),
    "no_mission": ("18.3",),
    "not_mounted_there": ("21.1.3",),
    "in_the_dark": ("20.1",),
    "not_at_flying": ("19.2.1", "19.2.7"),
    "no_missile_in_flight": ("19.2.4",),
    "one_helicopter": ("1.3",),
    "too_far_apart": ("1.7.1", "23.2.7"),
    "same_target": ("19.2.4",),
    "not_on_the_map": ("22.0",),
    "no_line_of_sight": ("5.0", "5.3", "10.0", "10.1.1", "10.3"),
    "not_good_order": ("3.0",),
    "healer_shaken": ("5.1",),
    "shaken_cannot_spot": ("5.1",),
    "one_round": ("8.2",),
}
"""Refusals that other sections word as well: 5.0 asks for a spotted hex in sight, 4.0 gives the reach of Leaders, 1.7
says what Weapon Teams cannot do, 5.1 what Shaken units cannot, 3.0 who handles weapons, 19.2.1 and 19.2.4 what flying
rules out, the ways of moving which of them lead into no Melee and no Close Assault, and so on."""
SAID_HERE: dict[tuple[str, str], tuple[str, ...]] = {
    ("1.6", "not_good_order"): ("1.6.8",),
    ("1.6", "in_melee"): ("1.6.8", "3.0"),
    ("20.2", "shaken"): ("5.1",),
    ("20.3", "shaken"): ("5.1",),
    ("3.0", "enemy_there"): ("1.6", "1.6.8"),
    ("3.0", "leaders_first"): ("5.1",),
    ("5.0", "out_of_range"): ("5.4",),
    ("5.1", "shaken"): ("5.3",),
    ("6.1.1", "no_assault_fire_now"): ("5.3", "6.4.2"),
    ("7.0", "smoke_first"): ("4.0",),
    ("8.0", "not_melee_eligible"): ("8.1",),
    ("1.6.4", "no_high_explosive"): ("14.1",),
    ("14.1", "no_high_explosive"): ("1.7.1",),
    ("14.1", "out_of_arc"): ("1.7.1",),
    ("14.1", "too_far_apart"): ("15.0",),
    ("14.1", "gun_has_fired"): ("14.4.1", "15.0"),
    ("19.2.4", "gun_has_fired"): ("14.1", "14.4.1", "15.0"),
    ("14.1", "one_ammunition"): ("14.4",),
    ("14.4", "no_missile_on_the_move"): ("15.2", "15.2.1"),
    ("19.2.1", "no_missile_in_flight"): ("14.4",),
    ("19.2.9", "not_at_flying"): ("14.4",),
    ("19.2.4", "no_such_driving"): ("6.1", "15.2"),
    ("19.1.1", "no_aircraft_there"): ("5.3",),
    ("19.1.1", "eliminated"): ("5.1",),
    ("19.2.7", "eliminated"): ("5.1", "19.2.8"),
    ("10.1.1", "has_acted"): ("4.1", "10.1"),
    ("10.6.1", "not_in_his_hex"): ("10.4.1",),
    ("11.1.2", "not_in_his_hex"): ("3.0",),
    ("21.1", "no_weapon_teams"): ("1.7",),
    ("20.1.1", "too_dark"): ("20.1", "20.1.5"),
    ("20.3", "team_too_near"): ("18.1",),
    ("20.3", "out_of_range"): ("18.1",),
    ("4.0", "same_target"): ("1.7", "5.2"),
    ("15.0", "same_target"): ("5.2",),
    ("15.0", "out_of_range"): ("5.0",),
    ("15.0", "shaken"): ("5.1",),
    ("15.0.1", "always_open"): ("15.8",),
    ("15.8", "always_open"): ("15.0.1",),
    ("15.0.1", "needs_open_hatch"): ("15.0",),
    ("15.1", "immobilized"): ("21.4.2",),
    ("15.2.1", "immobilized"): ("21.4.2",),
    ("21.4.2", "immobilized"): ("15.1",),
    ("15.1.2", "occupied_building"): ("15.3",),
    ("7.0", "kind_lays_no_smoke"): ("15.0",),
    ("6.5", "one_vehicle"): ("15.1",),
    ("6.0", "move_is_over"): ("4.0",),
    ("6.0", "terrain_prohibited"): ("6.6",),
    ("23.3.1", "no_boat"): ("6.0",),
    ("15.1", "move_is_over"): ("4.0", "6.0"),
    ("15.2", "move_is_over"): ("4.0", "6.0"),
    ("15.3", "move_is_over"): ("4.0",),
    ("15.10", "move_is_over"): ("4.0",),
}
"""The same of refusals that are worded twice only where they cite a certain section."""
SAID_OF_PLACES = {"bunker": "21.1", "cave": "1.6.4"}
"""Sections that bar ordnance from firing out of a place, beside that of the weapon."""
SAID_OF_ARMS = {
    "mortar": "1.6.5", "rpg_43": "23.1.2", "sticky_bomb": "23.1.3", "m203": "23.2.2", "lrac": "23.2.4",
    "flg_apav": "23.2.5", "apilas": "23.2.6",
}  # fmt: skip
"""Sections of weapons that say they are not for Melee (8.0); 14.0 says it of all ordnance."""
SAID_OF_LINES = {"10.2": ("10.4.1",), "10.4.1": ("10.2", "10.6"), "10.6": ("10.2", "10.4.1")}
"""Sections of a line of sight that say the same of floors and roofs; 10.3 is that of all lines."""
SAID_OF_MEN = {
    "weapon_team": "1.7", "leader": "11.1.4", "medic": "11.3", "corpsman": "11.3", "sniper": "11.4",
    "armor_leader": "11.5", "chaplain": "11.8", "advisor": "11.9", "nurse": "11.10", "piper": "11.11",
    "marksman": "11.12",
}  # fmt: skip
"""Sections that say of kinds of units what they cannot do: use weapons, go into Melee, spot, call."""
BARRED = frozenset(
    {"kind_cannot_spot", "cannot_use_weapons", "cannot_call", "cannot_enter_melee", "not_melee_eligible"}
)
"""Refusals of units for their kind, which its section words as well."""
WEAPON_SECTIONS = {
    "satchel_charge": "1.6.3", "flamethrower": "1.6.3", "mortar": "1.6.5", "molotov": "1.6.7", "rpg_43": "23.1.2",
    "sticky_bomb": "23.1.3", "stick_bomb": "23.1.4", "m203": "23.2.2",
}  # fmt: skip
"""Sections of single Support Weapons, where their firepower (1.6, 8.0, 17.1) is an item, or for their range."""
SAID_OF_ITEMS: dict[tuple[str, str], tuple[str, ...]] = {
    ("fire", "leader"): ("11.1.1", "11.1.3"),
    ("fire", "moving"): ("6.0", "6.1"),
    ("fire", "flying"): ("19.2.4", "19.2.9"),
    ("fire", "target_flying"): ("19.2.1", "19.2.7", "19.2.9"),
    ("fire", "target_hovering"): ("19.2.1", "19.2.7"),
    ("fire", "vehicle_moving"): ("6.0", "6.1", "15.2"),
    ("fire", "mounted_moving"): ("6.0", "6.7"),
    ("to_hit", "leader"): ("11.1.1", "11.1.3"),
    ("to_hit", "flying"): ("19.2.4", "19.2.9"),
    ("to_hit", "target_flying"): ("19.2.1", "19.2.9"),
    ("to_hit", "target_hovering"): ("19.2.1", "19.2.9"),
    ("to_hit", "target_moving"): ("5.3", "6.0", "6.1", "6.7", "15.2"),
    ("to_hit", "adjacent"): ("5.6",),
    ("fire", "degrading_hex"): ("10.5.3", "10.5.5", "10.5.7", "18.1", "18.2"),
    ("to_hit", "degrading_hex"): ("10.5.3", "10.5.5", "10.5.7", "18.1", "18.2", "19.1.1", "19.2.7"),
    ("to_hit", "ops_complete"): ("4.1", "5.3"),
    ("to_hit", "pivoted"): ("15.1.1",),
    ("to_hit", "night"): ("20.1", "20.1.5"),
    ("to_hit", "night_thermal"): ("20.1", "20.1.1"),
    ("fire", "night"): ("20.1.5",),
    ("fire", "hero"): ("5.2",),
    ("fire", "ifp_ops_complete"): ("5.3",),
    ("fire", "support_weapon_ops_complete"): ("1.6", "5.3"),
    ("fire", "assault_fire"): ("6.1", "6.4.2"),
    ("fire", "assault_move"): ("6.1",),
    ("melee", "leader"): ("11.1.1", "11.1.4"),
    ("melee", "support_weapon"): ("1.6",),
    ("melee", "support_weapon_one_man"): ("1.6",),
    ("overrun", "vehicle_mg"): ("15.0",),
    ("overrun", "high_explosive"): ("14.1", "15.0"),
    ("overrun", "leader"): ("11.5",),
    ("rally", "cover"): ("15.0",),
    ("damage_check", "leader"): ("17.2",),
    ("defence", "armor"): ("17.2", "19.2.9"),
    ("defence", "bunker"): ("21.1.2", "21.1.3"),
}
"""Further sections of items by tally and reason: those printed with their row of the fire tables (PAC 03, PAC 04),
or where the text says it again."""


def said_also(refusal: Refusal | None, game: Game, state: State, names: Names) -> list[str]:
    """Further sections that refuse the same thing."""
    if refusal is None:
        return []
    found = [*SAID_TWICE.get(refusal.code, ()), *SAID_HERE.get((refusal.rule, refusal.code), ())]
    if refusal.code == "not_from_here":
        layer = str(refusal.params.get("at", "")).partition("/")[2]
        found += [SAID_OF_PLACES[layer]] if layer in SAID_OF_PLACES else []
    if refusal.code == "no_weapon_teams" and str(refusal.params.get("at", "")).endswith("/cave"):
        found.append("10.7")
    if refusal.code == "not_its_arms" and "kind" in refusal.params:
        found += ["14.0", SAID_OF_ARMS.get(str(refusal.params["kind"]), "14.0")]
    if refusal.code == "no_such_driving" and "stealth" in str(refusal.params.get("mode", "")):
        found.append("6.4")
    if refusal.code == "not_your_decision" and state.phase == "rally":
        found.append("3.0")
    if _is_below(refusal, game, state):
        found.append("10.7.1")
    found += _said_in_steps(refusal, state, names) + _said_of_place(refusal, game, state)
    found += _said_of_unit(refusal, game, state) + _said_of_weapon(refusal, game, state)
    return found + _said_of_points(refusal, game, state) + _said_of_light(refusal, game, state, names)


def _said_of_light(refusal: Refusal, game: Game, state: State, names: Names) -> list[str]:
    """20.3: a Leader who names no Mortar Team, though his side has one, may neither fire a Starshell nor call it."""
    step = names.step
    man = state.ids.get(step.by_unit or "")
    if refusal.code not in ("shaken", "too_far_to_light", "no_starshells") or refusal.rule != "20.2" or man is None:
        return []
    if step.unit or step.units or step.with_ or game.types[state.units[man].type].kind not in CALLERS:
        return []
    side = state.units[man].side
    teams = [u for u in range(len(state.units)) if state.units[u].side == side and is_mortar_team(game, state, u)]
    return ["20.3"] if any(state.units[u].at >= 0 for u in teams) else []


def _said_in_steps(refusal: Refusal, state: State, names: Names) -> list[str]:
    """6.5: units still to come do not move together with others; 20.2, 20.3: a Starshell is all that a man does."""
    if refusal.code == "not_on_the_map" and names.step.mode == "coordinated":
        return ["6.5"]
    unit = state.ids.get(str(refusal.params.get("unit")))
    if refusal.code != "has_acted" or unit is None or not state.units[unit].flags & OPS_COMPLETE:
        return []
    lit = [step for step in names.before if step.do == "starshell" and step.by_unit == state.units[unit].id]
    return ["20.3" if step.unit or step.with_ else "20.2" for step in lit if step.expect.legal is not False]


def _said_of_place(refusal: Refusal, game: Game, state: State) -> list[str]:
    """20.1.5 of thermal sights, 21.1.3 of those in a Bunker, 10.4.1 of who stands in another part of the hex."""
    if refusal.code == "too_dark" and game.night is not None:
        return ["20.1.5"] if int(refusal.params["sight"]) > game.night.sight else []
    unit = state.ids.get(str(refusal.params.get("unit")))
    if unit is None:
        return []
    side, at = state.units[unit].side, state.units[unit].at
    if refusal.code == "nobody_to_overrun":
        inside = state.by_loc.get(game.board.loc(str(refusal.params["at"])) + BUNKER, ())
        return ["21.1.3"] if any(state.units[u].side != side for u in inside) else []
    if refusal.code == "not_in_his_hex" and "helper" in refusal.params:
        return _said_of_helper(refusal, game, state, unit)
    if refusal.code == "no_rallier":
        beside = [u for layer in range(LAYERS) for u in state.by_loc.get(at - at % LAYERS + layer, ())]
        why = [check_help(game, state, u, unit) for u in beside if game.types[state.units[u].type].kind in UNNAMED]
        return [r.rule for r in why if r is not None and r.code == "not_in_his_hex"]
    return []


def _said_of_helper(refusal: Refusal, game: Game, state: State, unit: int) -> list[str]:
    """11.2: a Hero lets those on his level rally; 5.1: a wound takes a Charismatic Leader's reach next door."""
    helper, u = state.units[state.ids[str(refusal.params["helper"])]], state.units[unit]
    if refusal.rule == "10.4.1" and game.types[helper.type].kind == "hero":
        return ["11.2"]
    reached = "charismatic" in helper.skills and adjacent(game.board, helper.at, u.at)
    return ["5.1"] if refusal.rule == "11.1.2" and helper.flags & WOUNDED and reached else []


def _said_of_unit(refusal: Refusal, game: Game, state: State) -> list[str]:
    """What is said of a kind of unit, of units that are Ops Complete (4.1), in Melee (8.1) or Shaken (5.1).

    3.1: one with Self-Rally Pairs does not try them after an ordinary attempt.
    """
    name = str(refusal.params.get("helper", refusal.params.get("unit", "")))
    if name not in state.ids:
        return []
    unit = state.units[state.ids[name]]
    kind = game.types[unit.type].kind
    found = [SAID_OF_MEN[kind]] if refusal.code in BARRED and kind in SAID_OF_MEN else []
    if refusal.code == "one_attempt" and "srp" in game.types[unit.type].abilities:
        found.append("3.1")
    if unit.flags & SHAKEN and refusal.code == "cannot_rally_others":
        found.append("5.1")
    if unit.flags & SHAKEN and refusal.code == "not_melee_eligible":
        found += ["5.1", "6.0"]
    if refusal.code == "not_at_flying" and game.types[unit.type].ammo == "atgm":
        found.append("14.4")
    if refusal.code in ("has_acted", "smoke_first"):
        found += ["4.1"] if unit.flags & OPS_COMPLETE else []
        found += ["8.1"] if unit.flags & MELEE else []
    return found


def _said_of_weapon(refusal: Refusal, game: Game, state: State) -> list[str]:
    """1.6 and the sections of the weapons that a unit carries say how far they reach.

    23.2.3: a vehicle with the recoilless rifle on it has no machine gun.
    """
    carrier = state.ids.get(str(refusal.params.get("unit")))
    if carrier is None or refusal.code not in ("out_of_range", "no_such_gun"):
        return []
    carried = [game.weapon_types[w.type].kind for w in state.weapons if w.carrier == carrier]
    if refusal.code == "no_such_gun":
        return ["23.2.3"] if refusal.rule == "15.0" and VEHICLE_WEAPON in carried else []
    return ["1.6", *(WEAPON_SECTIONS[kind] for kind in carried if kind in WEAPON_SECTIONS)] if carried else []


def _said_of_points(refusal: Refusal, game: Game, state: State) -> list[str]:
    """What has taken the Movement Points that are short: a weapon's weight (1.6), its flipping (1.6.1), Smoke (7.0)."""
    number = state.ids.get(str(refusal.params.get("unit")))
    if number is None or (refusal.rule, refusal.code) != ("6.0", "too_few_points"):
        return []
    u = state.units[number]
    short = float(refusal.params["cost"]) - float(refusal.params["left"])
    taken = {
        "1.6": unloaded(game, state, u) - movement(game, state, u),
        "1.6.1": -(-unloaded(game, state, u) // 2) if u.flags & HANDLED else 0,
        "7.0": 1 if u.flags & SMOKED else 0,
    }
    return [section for section, points in taken.items() if points and short <= points]


def _is_below(refusal: Refusal, game: Game, state: State) -> bool:
    """10.7.1: whether who is not fired at, or not activated, is in the Tunnel below that hex."""
    place, _, layer = str(refusal.params.get("at", "")).partition("/")
    if refusal.code == "out_of_leadership_range":
        return layer == LAYER_NAMES[TUNNEL]
    return refusal.code == "no_enemy_there" and bool(state.by_loc.get(game.board.loc(f"{place}/{LAYER_NAMES[TUNNEL]}")))


def said_of_line(rule: str | None) -> tuple[str, ...]:
    """Sections of a line of sight beside the one that decides."""
    return ("10.3", *SAID_OF_LINES.get(rule or "", ()))
