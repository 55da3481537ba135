"""Judgement by rules of thumb: how good each answer to a question seems, in units of a Squad's worth.

Rally, take cover, fire at good odds, go to what counts by ways that are not under fire, keep Leaders with Squads.
Each kind of command has a short function that says how good it seems; any other is judged by the position it leads to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lnlt.ai import air, barriers, dark, fire, heavy, helicopters, moves, orders, riders

if TYPE_CHECKING:
    from lnlt.ai.look import Look


def _fixed(value: float) -> Callable[[Look, Any], float]:
    """A judge that says the same whatever the position is."""
    return lambda look, c: value  # noqa: ARG005


JUDGES: dict[str, Callable[[Look, Any], float]] = {
    # Impulses, and what is asked in between
    "activate": orders.activate,
    "op_move": _fixed(-0.3),
    "pass": _fixed(0.0),
    "done": _fixed(0.02),
    "next": _fixed(0.0),
    "pass_window": lambda look, c: -0.3 if c.whole_move else 0.0,  # noqa: ARG005
    "use_skill": _fixed(0.1),
    "end_declaring": _fixed(0.0),
    # Set-up and arrival
    "place": moves.place,
    "ready": _fixed(0.5),
    "give": orders.give,
    "enter": _fixed(2.0),
    "enter_at": moves.enter_at,
    # Fire
    "fire": fire.fire,
    "op_fire": fire.op_fire,
    "fire_alone": fire.fire_alone,
    "fire_on_the_run": _fixed(0.3),
    "add_firer": fire.add_firer,
    "open_fire": fire.open_fire,
    "lay_smoke": fire.lay_smoke,
    "fire_starshell": dark.starshell,
    "deploy_claymore": fire.deploy_claymore,
    "detonate": _fixed(0.6),
    "hold_claymore": _fixed(0.0),
    # Artillery
    "call_mission": fire.call_mission,
    "shift_round": fire.shift_round,
    "fire_for_effect": fire.fire_for_effect,
    "abort_mission": _fixed(-1.0),
    # Moves
    "begin_move": moves.begin_move,
    "add_mover": moves.add_mover,
    "step_to": moves.step_to,
    "stop_move": moves.stop_move,
    "exit_map": moves.exit_map,
    "dismount": riders.dismount,
    "stay_in_motion": _fixed(-0.1),
    # Spotting and Melee
    "spot": orders.spot,
    "spot_at": _fixed(0.5),
    "fight_melee": orders.fight_melee,
    "withdraw_melee": orders.withdraw_melee,
    "add_fighter": _fixed(1.0),
    "add_melee_target": _fixed(1.0),
    "arm_for_melee": lambda look, c: 0.5 + 0.1 * len(c.weapons),  # noqa: ARG005
    "strike_melee": _fixed(0.5),
    "add_withdrawer": _fixed(1.0),
    "try_withdrawal": _fixed(0.5),
    # Rallying
    "rally": orders.rally,
    "heal": _fixed(1.9),
    "fight_or_die": _fixed(0.1),
    "combine": _fixed(0.3),
    "repair": _fixed(0.5),
    "end_rally": _fixed(0.0),
    # Weapons in hand
    "pick_up": orders.pick_up,
    "drop": _fixed(-1.0),
    "abandon": orders.abandon,
    "destroy": _fixed(-1.0),
    "swap": _fixed(-0.5),
    "flip": _fixed(-0.1),
    # Vehicles and guns
    "fire_ordnance": heavy.fire_ordnance,
    "fire_machine_gun": heavy.fire_machine_gun,
    "begin_drive": heavy.begin_drive,
    "drive_to": heavy.drive_on,
    "pivot": heavy.drive_on,
    "drive_in": heavy.drive_in,
    "face_team": heavy.face,
    "face_unit": heavy.face,
    "pivot_team": heavy.pivot_team,
    "turn_turret": heavy.turn_turret,
    "switch_hatch": heavy.switch_hatch,
    "hull_down": heavy.hull_down,
    # Men against vehicles, vehicles against men, Barricades
    "assault_vehicle": heavy.assault_vehicle,
    "assail": heavy.assail,
    "overrun": heavy.overrun,
    "join_assault": heavy.join_assault,
    "begin_assault": _fixed(0.5),
    "forgo_assault": _fixed(0.1),
    "fire_at_barricade": barriers.fire_at,
    "assault_barricade": barriers.tear_down,
    # Aircraft
    "fly_in": air.fly_in,
    "strafe": lambda look, c: air.attack(look, "cannon"),  # noqa: ARG005
    "drop_bombs": lambda look, c: air.attack(look, "bombs"),  # noqa: ARG005
    "fly_on": _fixed(0.0),
    "fire_at_aircraft": air.at_aircraft,
    # Helicopters
    "begin_flight": helicopters.begin_flight,
    "fly_to": helicopters.fly_to,
    "change_mode": helicopters.change_mode,
    "end_flight": helicopters.end_flight,
    "fly_onto": helicopters.fly_onto,
    "unload": helicopters.unload,
    "load": helicopters.load,
    "choose_rider": helicopters.choose_rider,
    "riders_ready": helicopters.riders_ready,
}
"""How good a command seems, by its name; any other is judged by the position it leads to."""
