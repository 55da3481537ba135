"""Questions of situations: each is answered from the position and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from lnlt.core.board import BUNKER
from lnlt.core.flags import ABANDONED, BULK
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State, enclosing
from lnlt.core.tally import Refusal, Tally
from lnlt.rules.ch01_concepts.kits import air_above, in_the_air, place_of
from lnlt.rules.ch01_concepts.morale import morale_tally
from lnlt.rules.ch01_concepts.stacking import check_stacking
from lnlt.rules.ch01_concepts.teams import check_team_place
from lnlt.rules.ch01_concepts.weapons import fire_distance, is_mortar
from lnlt.rules.ch03_rally import RallyPhase, rally_tally
from lnlt.rules.ch05_fire.damage import check_tally
from lnlt.rules.ch05_fire.firepower import defence_tally, only_with, with_mortar
from lnlt.rules.ch06_movement.mounts import is_mounted
from lnlt.rules.ch07_smoke import smoke_tally
from lnlt.rules.ch10_los_spotting.adjacency import adjacent
from lnlt.rules.ch10_los_spotting.attempts import spot_tally
from lnlt.rules.ch10_los_spotting.cover import capped, location_modifiers
from lnlt.rules.ch10_los_spotting.explain import verdict_name
from lnlt.rules.ch10_los_spotting.firefighting import extinguish_tally
from lnlt.rules.ch10_los_spotting.lines import counters, deciding_rule, line, report
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, degraded, limited
from lnlt.rules.ch10_los_spotting.spotting import is_lined_road, is_spotted_from
from lnlt.rules.ch11_smc.healing import heal_tally
from lnlt.rules.ch11_smc.kinds import HEALERS
from lnlt.rules.ch11_smc.leaders import is_leader
from lnlt.rules.ch15_vehicles.hull_down import hull_down_tally
from lnlt.rules.ch15_vehicles.overrun import overrun_tally
from lnlt.rules.ch17_antitank.exposure import armor_cover, shelled_cover, vehicle_cover
from lnlt.rules.ch17_antitank.tallies import assault_tally, nerve_tally
from lnlt.rules.ch18_indirect.shelling import carrier
from lnlt.rules.ch19_air.helicopters import check_airspace
from lnlt.rules.ch20_night.darkness import shows
from lnlt.rules.ch20_night.seen import spotted_for
from lnlt.rules.ch20_night.starshells import starshell_tally
from lnlt.rules.ch21_fortifications.bunkers import check_in_bunker
from lnlt.situations.air import attack_tally, is_plane, plane_tally
from lnlt.situations.assaulting import best_arm
from lnlt.situations.bursts import tally_of_burst
from lnlt.situations.chances import odds_of, their_turn
from lnlt.situations.charts import look_up, same_cell
from lnlt.situations.costs import cost_of, points
from lnlt.situations.driving import is_driven
from lnlt.situations.errors import Refused, SituationError
from lnlt.situations.firing import Shot, best_group, tally_of_fire
from lnlt.situations.flying import is_flown, overhead
from lnlt.situations.gear import names_claymore, tally_of_claymore
from lnlt.situations.melee import tally_of_melee
from lnlt.situations.names import Names, named_in_help
from lnlt.situations.orders import may
from lnlt.situations.ordnance import Shot as OrdnanceShot
from lnlt.situations.ordnance import armor_facing, in_arc, ordnance_tally
from lnlt.situations.reading import asked_command
from lnlt.situations.steps import Step, many


class Answer(msgspec.Struct):
    """What a question gives: only what its kind can answer is filled in."""

    legal: bool | None = None
    rule: str | None = None
    refusal: Refusal | None = None
    tally: Tally | None = None
    verdict: str | None = None
    degrading: int | None = None
    limited: int | None = None
    value: Any = None
    odds: dict[str, Any] | None = None
    cases: list[tuple[Any, Any]] | None = None
    """Expected and actual value of each case of a table."""
    note: str = ""
    """Explanation shown with a failure."""


SIGHT = "10.3"
"""Section that answers for a line that is stated as a fact."""
Asker = Callable[[Game, State, Step, Names], Answer]


def _refused(refusal: Refusal | None) -> Answer:
    if refusal is None:
        return Answer(legal=True)
    return Answer(legal=False, rule=refusal.rule, refusal=refusal)


def ask_may(game: Game, state: State, step: Step, names: Names) -> Answer:
    """Whether a command is allowed now; what the side's own impulse would not allow either is refused for that."""
    command = asked_command(step)
    refusal = may(game, state, command, step, names)
    if refusal is not None and refusal.code == "not_your_decision":
        refusal = may(game, their_turn(game, state, step, names), command, step, names) or refusal
    return _refused(refusal)


def _plane(game: Game, state: State, step: Step) -> int:
    """The aircraft whose attack a question is about; NOBODY if it is about something else."""
    named = [*many(step.units), *many(step.unit), *many(step.from_)]
    return next((u for name in named if (u := state.ids.get(name, NOBODY)) >= 0 and is_plane(game, state, u)), NOBODY)


def ask_tally(game: Game, state: State, step: Step, names: Names) -> Answer:
    """A sum with its items."""
    if step.of == "fire" and step.command == "fire_ordnance":  # 14.1: the attack of a gun that has hit infantry
        step = replace(step, of="high_explosive")
    plane = _plane(game, state, step)
    if plane != NOBODY and step.of in ("fire", "defence", "penetration", "armor"):
        return Answer(tally=attack_tally(game, state, step, names, plane))
    if step.of == "fire" and names_claymore(state, step, game):
        return Answer(tally=tally_of_claymore(game, state, step, names))
    if step.of == "fire" and is_driven(state, names.units(step)):
        return Answer(tally=tally_of_burst(game, state, step, names))
    if step.of == "fire":
        try:
            shot = Shot(step, names)
        except Refused as refused:
            raise SituationError(f"out of play: {refused.refusal.params['unit']}", *names.place("units")) from None
        return Answer(tally=tally_of_fire(game, state, shot, names.side(step, shot.units)))
    if step.of in ("to_hit", "penetration", "armor") and is_plane(
        game, state, state.ids.get(step.target or "", NOBODY)
    ):
        gun = OrdnanceShot(step, names)
        tally, value = plane_tally(game, state, step, gun, state.units[gun.unit].at)
        return Answer(tally=tally, value=value)
    if step.of in ("to_hit", "penetration", "armor", "high_explosive"):
        tally, value = ordnance_tally(game, state, step, names)
        return Answer(tally=tally, value=value)
    if step.of == "melee":
        shown, full = tally_of_melee(game, state, step, names)
        return Answer(tally=shown, value=full.column)
    if step.of == "defence":
        return Answer(tally=_defence(game, state, step, names))
    if step.of == "extinguish":
        return Answer(tally=extinguish_tally(game, state, names.units(step)))
    if step.of == "starshell" and step.by_unit is not None:
        unit = names.unit(step.by_unit, "by_unit")
    else:
        named = names.units(step)
        if step.of == "close_assault" and len(named) > 1:  # a Leader named beside one unit helps it (17.1)
            named = [u for u in named if not is_leader(game, state, u)]
        unit = names.only(named)
    if place_of(state, unit) < 0:
        raise SituationError(f"unit {state.units[unit].id!r} is not on the board", *names.place("unit"))
    if step.of == "starshell":
        if game.night is None:
            raise SituationError("Starshells are for the night", *names.place("of"))
        return Answer(tally=starshell_tally(game, state, unit))
    if step.of == "smoke":
        return Answer(tally=smoke_tally(game, state, unit))
    if step.of == "spot":
        return Answer(tally=spot_tally(game, state, unit, names.loc(step.at, "at")))
    if step.of == "close_assault":
        weapon = names.weapon(many(step.weapons)[0], "weapons") if step.weapons else NOBODY
        if step.weapons is None:
            weapon = best_arm(game, state, unit)
        leader, _ = named_in_help(game, state, step, names)
        beside = [u for u in state.by_loc.get(state.units[unit].at, ()) if u != unit and is_leader(game, state, u)]
        if leader == NOBODY and step.leader_helps is None:
            leader = next((u for u in names.units(step) if u in beside), NOBODY)
        if leader == NOBODY and step.leader_helps and beside:
            leader = beside[0]
        return Answer(tally=assault_tally(game, state, unit, weapon, leader))
    if step.of == "overrun":
        return Answer(tally=overrun_tally(game, state, unit))
    if step.of == "hull_down":
        return Answer(tally=hull_down_tally(game, state, unit), value=hull_down_tally(game, state, unit).need)
    if step.of == "damage_check":
        tally = check_tally(game, state, unit, step.difference or 0)
        if step.difference is None:
            tally = replace(tally, mods=tuple(m for m in tally.mods if m.why != "difference"))
        return Answer(tally=tally)
    if step.of == "rally":
        if step.self_ and "srp" in game.types[state.units[unit].type].abilities:
            return Answer(tally=Tally("rally"))  # 3.1: any pair, nothing changes it
        return Answer(tally=rally_tally(game, state, unit, step.by_unit or ""))
    if step.command == "close_assault":  # the check before it (17.1): beside Leaders of the group, or of the hex
        group = names.units(step) if step.units is not None else state.by_loc.get(state.units[unit].at, ())
        side = state.units[unit].side
        leaders = [u for u in group if state.units[u].side == side and is_leader(game, state, u)]
        return Answer(tally=nerve_tally(game, state, unit, [u for u in leaders if state.units[u].good_order]))
    if step.by_unit is not None:  # the healer checks, not the man he sees to (11.3)
        unit = names.unit(step.by_unit, "by_unit")
    heals = step.command == "heal" or step.by_unit is not None or enclosing(state, RallyPhase) is not None
    if heals and game.types[state.units[unit].type].kind in HEALERS:  # no other Morale Check of a Rally Phase
        return Answer(tally=heal_tally(game, state, unit))
    return Answer(tally=morale_tally(game, state, unit))


def _defence(game: Game, state: State, step: Step, names: Names) -> Tally:
    """Target Modifiers: units named that stand in the target's location are targets, all others firers."""
    named = names.units(step) if step.units is not None or step.unit is not None else []
    target = NOBODY
    if step.target is not None and step.target != "infantry":
        target = names.unit(step.target, "target")
    elif named and step.at is None:
        target = named[0]
    at = names.loc(step.at, "at") if step.at is not None else place_of(state, target) if target != NOBODY else -1
    if target != NOBODY and place_of(state, target) == air_above(at):
        at = air_above(at)
    if target == NOBODY:
        target = _meant(game, state, at, bool(named), step.target is None)
    if at < 0:
        raise SituationError("a defence tally needs 'at' or a target", *names.place("at"))
    firers = [u for u in named if state.units[u].at not in (at, -1)]
    car = carrier(state, target) if target != NOBODY else NOBODY
    if step.from_ is not None:
        origin = names.loc(step.from_, "from")
    elif firers:
        origin = state.units[firers[0]].at
    else:
        kind = state.units[target].type if target != NOBODY else NOBODY
        armor = armor_cover(game, state, target, car) if car != NOBODY and not in_the_air(at) else []
        return Tally("defence", (), (*capped(location_modifiers(game, state, at, kind, target)), *armor))
    bombs = bool(firers) and all(game.types[state.units[u].type].is_mortar_team for u in firers)
    if car != NOBODY:
        return shelled_cover(game, state, target, car) if bombs else vehicle_cover(game, state, target, car, origin)
    if bombs:
        kind = state.units[target].type if target != NOBODY else NOBODY
        return Tally("defence", (), capped(location_modifiers(game, state, at, kind, target, True)))
    alone, mixed = _mortars(game, state, step, names, firers, at)
    firer = firers[0] if len(firers) == 1 else NOBODY
    return defence_tally(game, state, at, origin, target, firer, alone, mixed)


def _meant(game: Game, state: State, at: int, fired_at: bool, vehicles: bool) -> int:
    """Who is meant by a location: a lone man or vehicle; under fire also any lone unit, the only one beside vehicles,
    riders."""
    there = state.by_loc.get(at, ())
    men = [u for u in there if not state.units[u].flags & BULK]
    if not fired_at:
        alone = state.units[there[0]] if len(there) == 1 else None
        if alone is not None and alone.flags & BULK:
            return there[0] if vehicles and not alone.flags & ABANDONED else NOBODY
        return there[0] if alone is not None and game.types[alone.type].is_smc else NOBODY
    if len(men) == 1 or (men and all(is_mounted(game, state, state.units[u]) for u in men)):
        return men[0]
    return there[0] if vehicles and len(there) == 1 else NOBODY


def _mortars(game: Game, state: State, step: Step, names: Names, firers: list[int], at: int) -> tuple[bool, bool]:
    """1.6.5, 21.6: whether the fire is that of Mortars alone, and whether one takes part in it."""
    if step.at is None or not any(is_mortar(game, state, w) for u in firers for w in state.units[u].carries):
        return False, False
    shot = Shot(step, names)
    _, group = best_group(game, state, shot)
    alone = only_with(game, state, group, fire_distance(game, shot.origin, at)) == "mortar"
    return alone, shot.mode == "indirect" or with_mortar(game, state, group)


def ask_los(game: Game, state: State, step: Step, names: Names) -> Answer:
    """A line of sight and what decided it."""
    a, b = names.end(step.from_, "from"), names.end(step.to, "to")
    if game.night is not None and not shows(game, state, a, b):
        return Answer(verdict="blocked", degrading=0, limited=0, rule="20.1", note="too dark")
    if (a, b) in game.los_facts:
        verdict = line(game, state, a, b)
        blocked = verdict == BLOCKED
        count, gaps = (0, 0) if blocked else (degraded(verdict), limited(verdict))
        return Answer(verdict=verdict_name(verdict), degrading=count, limited=gaps, rule=SIGHT, note="a stated fact")
    told = report(game, state, a, b)
    if line(game, state, a, b) == BLOCKED and told.verdict != "blocked":
        return Answer(verdict="blocked", degrading=0, limited=0, rule=deciding_rule(game, state, a, b))
    return Answer(
        verdict=told.verdict,
        degrading=told.degraded,
        limited=told.limited,
        rule=told.rule,
        note=told.text(),
    )


def ask_distance(game: Game, state: State, step: Step, names: Names) -> Answer:  # noqa: ARG001
    """Range in hexes; parts of one hex are 1 apart."""
    a, b = names.end(step.from_, "from"), names.end(step.to, "to")
    value = game.distance(a >> 3, b >> 3)
    return Answer(value=1 if a >> 3 == b >> 3 and a != b else value)


def ask_adjacent(game: Game, state: State, step: Step, names: Names) -> Answer:  # noqa: ARG001
    """Whether two locations are adjacent."""
    return Answer(value=adjacent(game.board, names.end(step.from_, "from"), names.end(step.to, "to")))


def ask_spotted(game: Game, state: State, step: Step, names: Names) -> Answer:
    """Whether a location is spotted for a side (`by`; without it, for the enemy of the units there).

    Where only a helicopter is, it is meant (19.2.1).
    """
    at = overhead(state, names.loc(step.at, "at"))
    if step.by is not None:
        return Answer(value=_spotted(game, state, at, names.side(step)))
    there = state.by_loc.get(at, ())
    if not there:
        raise SituationError("for an empty hex 'by' says for whom", *names.place("by"))
    return Answer(value=_spotted(game, state, at, 1 - state.units[there[0]].side))


def _spotted(game: Game, state: State, at: int, side: int) -> bool:
    """For a side, or for one of its units that looks exactly along a Road between trees (10.5.3)."""
    if spotted_for(game, state, at, side):
        return True
    if not is_lined_road(game, at >> 3):
        return False
    watching = [u.at for u in state.units if u.side == side and u.at >= 0 and u.good_order]
    return any(is_spotted_from(game, state, at, side, o) and line(game, state, o, at) != BLOCKED for o in watching)


def ask_stacking(game: Game, state: State, step: Step, names: Names) -> Answer:
    """Whether units may be in a location together with those of their side already there."""
    at = names.loc(step.at, "at")
    if step.units is not None or step.unit is not None:
        units = names.units(step)
        sides = [names.side(step, units)]
        if is_flown(game, state, units) and (refusal := check_airspace(game, state, units[0], at)) is not None:
            answer = _refused(refusal)
            answer.value = False
            return answer
    else:
        units = []
        there = {state.units[u].side for u in state.by_loc.get(at, ())}
        sides = [names.side(step)] if step.by is not None else sorted(there) or [0]
    refusals = [check_in_bunker(game, state, u, at) for u in units] if at & 7 == BUNKER else []
    refusals += [check_team_place(game, state, u, at) for u in units]
    refusals += [check_stacking(game, state, side, at, units) for side in sides]
    for refusal in refusals:
        if refusal is not None:
            answer = _refused(refusal)
            answer.value = False
            return answer
    return Answer(legal=True, value=True)


def ask_cost(game: Game, state: State, step: Step, names: Names) -> Answer:
    """Movement Points a path or another command takes."""
    found = cost_of(game, state, asked_command(step), step, names)
    if isinstance(found, Refusal):
        return _refused(found)
    if isinstance(found, int):
        return Answer(legal=True, value=points(found))
    items = tuple(replace(p, value=points(p.value)) for p in found)
    return Answer(legal=True, value=points(sum(p.value for p in found)), tally=Tally("cost", items))


def ask_level(game: Game, state: State, step: Step, names: Names) -> Answer:
    """Level of a location or unit, or (`of = "obstacle"`) the level the highest obstacle of its hex rises to."""
    at = names.loc(step.at, "at") if step.unit is None else names.end(step.unit, "unit")
    if step.of not in (None, "obstacle", "location"):
        raise SituationError(f"{step.of!r} is no 'location' or 'obstacle'", *names.place("of"))
    if step.of == "obstacle":
        return Answer(value=game.sight.obstacle_level(at >> 3, counters(game, state)))
    return Answer(value=game.sight.level(at))


def ask_table(game: Game, state: State, step: Step, names: Names) -> Answer:  # noqa: ARG001
    """Cells of a chart."""
    cases = []
    for number, case in enumerate(step.cases or []):
        where, path = names.place(f"cases[{number}]")
        if "value" not in case:
            raise SituationError("a case needs 'value'", where, path)
        facts = {k: v for k, v in case.items() if k != "value"}
        cell = look_up(game.setup.era, step.table or "", facts, names.place("table"), where, path)
        cases.append((same_cell(case["value"], cell), cell))
    if not cases:
        raise SituationError("no case is given", *names.place("cases"))
    return Answer(cases=cases)


def ask_odds(game: Game, state: State, step: Step, names: Names) -> Answer:
    """Exact chances of what a command can bring."""
    return Answer(odds=dict(odds_of(game, state, asked_command(step), step, names)))


def ask_armor_facing(game: Game, state: State, step: Step, names: Names) -> Answer:
    """The facing of a vehicle that a unit's shot would hit."""
    return Answer(value=armor_facing(game, state, step, names))


def ask_in_arc(game: Game, state: State, step: Step, names: Names) -> Answer:
    """Whether a location is in a unit's covered arc."""
    return Answer(value=in_arc(game, state, step, names))


ASKERS: dict[str, Asker] = {
    "armor_facing": ask_armor_facing,
    "in_arc": ask_in_arc,
    "tally": ask_tally,
    "may": ask_may,
    "los": ask_los,
    "cost": ask_cost,
    "adjacent": ask_adjacent,
    "distance": ask_distance,
    "spotted": ask_spotted,
    "stacking": ask_stacking,
    "table": ask_table,
    "odds": ask_odds,
    "level": ask_level,
}
"""Questions that can be answered."""
