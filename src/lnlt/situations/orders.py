"""Commands of situations: each becomes the engine commands it takes."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from lnlt.core import engine
from lnlt.core.dice import NO_DICE, Dice, DiceNeeded
from lnlt.core.flags import BULK, FIRED, OPS_COMPLETE
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Refusal
from lnlt.rules.ch03_rally import Rally, check_rally
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch11_smc.rallying import free_helper
from lnlt.rules.ch23_equipment.claymores import ClaymoreChoice
from lnlt.rules.facts.barricades import BARRICADE
from lnlt.rules.facts.kits import is_helicopter
from lnlt.situations.air import fire_at_plane, is_plane, play_airstrike, play_bomb, play_cannon
from lnlt.situations.assaulting import play_close_assault
from lnlt.situations.driving import (
    out_of_points,
    play_button,
    play_hull_down,
    play_overrun,
    play_turret,
    play_unbutton,
)
from lnlt.situations.errors import Refused, SituationError
from lnlt.situations.firing import play_fire
from lnlt.situations.flying import own_place, play_hover, play_land, play_take_off
from lnlt.situations.gear import answer_claymore, names_claymore, play_deploy, play_detonate, play_fire_at_barricade
from lnlt.situations.ground import play_extinguish, play_smoke, play_spot, play_starshell
from lnlt.situations.handling import (
    play_combine,
    play_destroy,
    play_drop,
    play_flip,
    play_pick_up,
    play_repair,
    play_swap,
)
from lnlt.situations.leaving import play_any_move
from lnlt.situations.melee import play_melee, play_rearguard, play_withdraw
from lnlt.situations.men import helper_meant, play_fight_or_die, play_heal, play_medic_rally
from lnlt.situations.missions import play_abort, play_for_effect, play_mission, play_shift
from lnlt.situations.moving import play_dismount, play_stop
from lnlt.situations.names import Names
from lnlt.situations.ordnance import Shot, play_fire_ordnance
from lnlt.situations.passing import play_next, play_pass
from lnlt.situations.placing import play_place
from lnlt.situations.play import Attempt, choose, give_way
from lnlt.situations.riding import play_mount, play_pivot_together
from lnlt.situations.steps import Step, many

Player = Callable[[Attempt, Step, Names], None]
CLAYMORE_WORDS = ("claymore", "claymores", "activate", "fire", "detonate")
"""Other words for detonating a Claymore (23.2.1)."""


def play_activate(attempt: Attempt, step: Step, names: Names) -> None:
    """Name hexes for the impulse, in the order given or in one in which Leaders reach them."""
    side = names.side(step)
    locs = [own_place(names.state, side, names.loc(text, f"hexes[{n}]")) for n, text in enumerate(many(step.hexes))]
    if not locs:
        raise SituationError("no hex is named", *names.place("hexes"))
    give_way(attempt, side)
    for loc in _as_reached(attempt, locs, side):
        attempt.send(Activate(attempt.place(loc)), side)


def _as_reached(attempt: Attempt, locs: list[int], side: int) -> list[int]:
    """4.0, Q-024: hexes in an order in which each is within reach of a Leader named before it, if there is one."""
    for start in locs:
        tried = Attempt(attempt.game, attempt.state, NO_DICE, attempt.asking)
        order, left = [], [start]
        while left and engine.why_not(tried.game, tried.state, Activate(tried.place(left[0])), side) is None:
            tried.send(Activate(tried.place(left[0])), side)
            order.append(left[0])
            rest = [loc for loc in locs if loc not in order]
            left = [
                loc for loc in rest if engine.why_not(tried.game, tried.state, Activate(tried.place(loc)), side) is None
            ]
        if len(order) == len(set(locs)):
            return order
    return locs


def play_rally(attempt: Attempt, step: Step, names: Names) -> None:
    """A rally attempt: with a helper, or by itself (by pairs, if the unit rallies so)."""
    unit = names.only(names.units(step))
    side = names.side(step, [unit])
    u = attempt.unit(unit)
    srp = bool(step.self_) and "srp" in attempt.game.types[u.type].abilities
    by = ""
    if step.by_unit is not None:
        if step.self_:
            raise SituationError("give either 'self' or 'by_unit'", *names.place("by_unit"))
        helper = names.unit(step.by_unit, "by_unit")
        if attempt.game.types[attempt.unit(helper).type].kind in ("medic", "corpsman"):
            play_medic_rally(attempt, unit, helper, side)
            return
        by = "" if helper == free_helper(attempt.game, attempt.state, unit) else attempt.unit(helper).id
    elif not srp:
        needed = check_rally(attempt.game, attempt.state, side, unit) is not None
        if needed or not step.self_:
            by = helper_meant(attempt.game, attempt.state, unit, names, needed)
        if needed and not by and not attempt.asking:  # 3.1: it can only be meant by pairs
            srp = check_rally(attempt.game, attempt.state, side, unit, True) is None
    refusal = check_rally(attempt.game, attempt.state, side, unit, srp, by)
    if refusal is not None:
        raise Refused(refusal)
    give_way(attempt, side)
    attempt.send(Rally(u.id, srp, by), side)


def play_choose(attempt: Attempt, step: Step, names: Names) -> None:
    """Answer any other question."""
    if step.by is not None:
        give_way(attempt, names.side(step))
    if isinstance(attempt.question, ClaymoreChoice):
        places = [attempt.place(loc) for loc in (attempt.question.origin, *attempt.question.others)]
        if step.option in CLAYMORE_WORDS or step.option in places:
            play_detonate(attempt, replace(step, at=step.option) if step.option in places else step, names)
            return
    refusable = step.expect.legal is False
    choose(attempt, str(step.option), names, refusable)


def play_any_fire(attempt: Attempt, step: Step, names: Names) -> None:
    """Fire on the Direct Fire Table, or a Claymore that is tripped."""
    if not answer_claymore(attempt, step, names):
        play_fire(attempt, step, names)


def play_any_flip(attempt: Attempt, step: Step, names: Names) -> None:
    """A weapon is turned over: a Claymore to the side on which it is deployed (23.2.1)."""
    if names_claymore(attempt.state, replace(step, weapons=step.weapon), attempt.game):
        play_deploy(attempt, step, names)
    else:
        play_flip(attempt, step, names)


def play_any_place(attempt: Attempt, step: Step, names: Names) -> None:
    """A unit is put on the board, or a Claymore where its carrier is (23.2.1)."""
    if step.weapon is None:
        play_place(attempt, step, names)
        return
    if not names_claymore(attempt.state, replace(step, weapons=step.weapon), attempt.game):
        raise SituationError("of weapons only a Claymore is placed", *names.place("weapon"))
    for unit in map(attempt.unit, names.units(step)):
        if step.at is not None and names.loc(step.at, "at") >> 3 != unit.at >> 3:
            raise Refused(Refusal("23.2.1", "not_in_his_hex", {"unit": unit.id}))
    play_deploy(attempt, step, names)


def play_ordnance(attempt: Attempt, step: Step, names: Names) -> None:
    """A shot at something on the ground, at a Barricade, or at an aircraft."""
    answer_claymore(attempt, step, names)
    if step.target == BARRICADE:
        play_fire_at_barricade(attempt, step, names)
        return
    shot = Shot(step, names)
    if is_plane(attempt.game, attempt.state, shot.target):
        fire_at_plane(attempt, shot, names.side(step, [shot.unit]), names)
    else:
        play_fire_ordnance(attempt, step, names)


PLAYERS: dict[str, Player] = {
    "activate": play_activate,
    "pass": play_pass,
    "fire": play_any_fire,
    "fire_ordnance": play_ordnance,
    "move": play_any_move,
    "stop": play_stop,
    "pivot": play_pivot_together,
    "turret": play_turret,
    "hull_down": play_hull_down,
    "button": play_button,
    "unbutton": play_unbutton,
    "mount": play_mount,
    "dismount": play_dismount,
    "overrun": play_overrun,
    "close_assault": play_close_assault,
    "melee": play_melee,
    "withdraw": play_withdraw,
    "rearguard": play_rearguard,
    "spot": play_spot,
    "smoke": play_smoke,
    "extinguish": play_extinguish,
    "rally": play_rally,
    "heal": play_heal,
    "fight_or_die": play_fight_or_die,
    "combine": play_combine,
    "pick_up": play_pick_up,
    "drop": play_drop,
    "destroy": play_destroy,
    "swap": play_swap,
    "flip": play_any_flip,
    "repair": play_repair,
    "mission": play_mission,
    "shift": play_shift,
    "abort": play_abort,
    "fire_for_effect": play_for_effect,
    "starshell": play_starshell,
    "airstrike": play_airstrike,
    "hover": play_hover,
    "take_off": play_take_off,
    "land": play_land,
    "cannon": play_cannon,
    "bomb": play_bomb,
    "place": play_any_place,
    "deploy": play_deploy,
    "detonate": play_detonate,
    "choose": play_choose,
    "next": play_next,
}
"""Every command of the format."""


def play(
    game: Game, state: State, dice: Dice, command: str, step: Step, names: Names, asking: bool = False
) -> Attempt | Refusal:
    """Carry out a command of a situation, all of it or nothing; a path that a window halts must be legal to its end."""
    attempt = Attempt(game, state, dice, asking)
    attempt.along = names.along(step)
    try:
        PLAYERS[command](attempt, step, names)
        if attempt.halted and not asking:
            PLAYERS[command](Attempt(game, state, NO_DICE, past_windows=True), step, names)
    except Refused as refused:
        return _own_reason(game, state, refused.refusal, command, step, names)
    except DiceNeeded:
        if not attempt.halted or asking:
            raise
    return attempt


def _own_reason(game: Game, state: State, refusal: Refusal, command: str, step: Step, names: Names) -> Refusal:
    """A reason of the unit itself comes before its side not being asked.

    4.1: who is Ops Complete does nothing, whoever is asked. 19.2.4: a helicopter that has fired fires no more.
    6.0, 15.1, 15.3, 15.10: a unit whose last points have just ended its move has none left for more.
    """
    if refusal.code != "not_your_decision":
        return refusal
    for name in (*many(step.units), *many(step.unit)):
        if name not in state.ids:
            continue
        u = state.units[state.ids[name]]
        flags = u.flags
        if flags & FIRED and command in ("fire", "fire_ordnance") and is_helicopter(game, u):
            return Refusal("19.2.4", "has_acted", {"unit": name})
        if flags & OPS_COMPLETE:
            return Refusal("4.1", "has_acted", {"unit": name})
        if command == "move" or (flags & BULK and command in ("hull_down", "pivot", "overrun")):
            return out_of_points(game, state, command, step, names) or refusal
    return refusal


def may(game: Game, state: State, command: str, step: Step, names: Names) -> Refusal | None:
    """Why a command is not allowed now, None if it is: the same translation, up to the first die."""
    try:
        outcome = play(game, state, NO_DICE, command, step, names, asking=True)
    except DiceNeeded:
        return None
    return outcome if isinstance(outcome, Refusal) else None
