"""Questions for a sum: which one is meant, and its items."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from lnlt.core.flags import ABANDONED, BULK
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State, enclosing
from lnlt.core.tally import Tally
from lnlt.rules.ch01_concepts.morale import morale_tally
from lnlt.rules.ch03_rally import RallyPhase, rally_tally
from lnlt.rules.ch05_fire.damage import check_tally
from lnlt.rules.ch05_fire.firepower import only_with, with_mortar
from lnlt.rules.ch05_fire.modifiers import defence_tally
from lnlt.rules.ch07_smoke import smoke_tally
from lnlt.rules.ch10_los_spotting.attempts import spot_tally
from lnlt.rules.ch10_los_spotting.cover import capped, location_modifiers
from lnlt.rules.ch10_los_spotting.firefighting import extinguish_tally
from lnlt.rules.ch11_smc.healing import heal_tally
from lnlt.rules.ch15_vehicles.hull_down import hull_down_tally
from lnlt.rules.ch15_vehicles.overrun import overrun_tally
from lnlt.rules.ch17_antitank.exposure import armor_cover, shelled_cover, vehicle_cover
from lnlt.rules.ch17_antitank.tallies import assault_tally, nerve_tally
from lnlt.rules.ch18_indirect.shelling import carrier
from lnlt.rules.ch20_night.starshells import starshell_tally
from lnlt.rules.facts.barricades import BARRICADE
from lnlt.rules.facts.kinds import HEALERS
from lnlt.rules.facts.kits import in_the_air, place_of
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.mounts import is_mounted
from lnlt.rules.facts.shelters import needs_digging
from lnlt.rules.facts.weapons import fire_distance, is_mortar
from lnlt.situations.air import attack_tally, is_plane, plane_tally
from lnlt.situations.answers import Answer
from lnlt.situations.assaulting import best_arm
from lnlt.situations.bursts import tally_of_burst
from lnlt.situations.driving import is_driven
from lnlt.situations.errors import Refused, SituationError, check_word
from lnlt.situations.firing import Shot, best_group, tally_of_fire
from lnlt.situations.gear import names_claymore, tally_of_claymore
from lnlt.situations.melee import tally_of_melee
from lnlt.situations.men import helper_meant
from lnlt.situations.names import Names, named_in_help
from lnlt.situations.ordnance import Shot as OrdnanceShot
from lnlt.situations.ordnance import ordnance_tally
from lnlt.situations.steps import Step, many
from lnlt.situations.words import DO


def _plane(game: Game, state: State, step: Step) -> int:
    """The aircraft whose attack a question is about; NOBODY if it is about something else."""
    named = [*many(step.units), *many(step.unit), *(many(step.from_) if step.of == "defence" else ())]
    return next((u for name in named if (u := state.ids.get(name, NOBODY)) >= 0 and is_plane(game, state, u)), NOBODY)


def _check_named(step: Step, names: Names) -> None:
    """What a question names exists, also where the sum does not depend on it."""
    if step.target is not None and step.target not in ("infantry", BARRICADE):
        names.unit(step.target, "target")
    if step.by_unit is not None:
        names.unit(step.by_unit, "by_unit")
    if step.lead is not None:
        names.unit(step.lead, "lead")
    if step.at is not None:
        names.loc(step.at, "at")


def ask_tally(game: Game, state: State, step: Step, names: Names) -> Answer:
    """A sum with its items; of a roll also the number needed."""
    _check_named(step, names)
    if step.command is not None:
        check_word(step.command, DO, "command", *names.place("command"))
    if step.of == "fire" and step.command == "fire_ordnance":  # 14.1: the attack of a gun that has hit infantry
        step = replace(step, of="high_explosive")
    found = _of_attack(game, state, step, names)
    found = found if found is not None else _of_unit(game, state, step, names)
    if found.value is None and found.tally is not None:
        return replace(found, value=found.tally.need)
    return found


def _of_attack(game: Game, state: State, step: Step, names: Names) -> Answer | None:
    """Sums of attacks and of what several do together; None if one unit's is asked for."""
    if step.of in ("fire", "defence", "penetration", "armor") and (plane := _plane(game, state, step)) != NOBODY:
        return Answer(tally=attack_tally(game, state, step, names, plane))
    if step.of == "claymore" or (step.of == "fire" and names_claymore(state, step, game)):
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
    return None


def _of_unit(game: Game, state: State, step: Step, names: Names) -> Answer:
    """Sums of what one unit does or suffers."""
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
        return Answer(tally=_assault(game, state, step, names, unit))
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
        by = step.by_unit or ("" if step.self_ else helper_meant(game, state, unit, names, False))
        return Answer(tally=rally_tally(game, state, unit, by))
    return Answer(tally=_morale(game, state, step, names, unit))


def _assault(game: Game, state: State, step: Step, names: Names, unit: int) -> Tally:
    """17.1: what a unit adds in Close Assault, with the weapon and the Leader that are meant."""
    weapon = names.weapon(many(step.weapons)[0], "weapons") if step.weapons else NOBODY
    if step.weapons is None:
        weapon = best_arm(game, state, unit)
    leader, _ = named_in_help(game, state, step, names)
    beside = [u for u in state.by_loc.get(state.units[unit].at, ()) if u != unit and is_leader(game, state, u)]
    if leader == NOBODY and step.leader_helps is None:
        leader = next((u for u in names.units(step) if u in beside), NOBODY)
    if leader == NOBODY and step.leader_helps and beside:
        leader = beside[0]
    return assault_tally(game, state, unit, weapon, leader)


def _morale(game: Game, state: State, step: Step, names: Names, unit: int) -> Tally:
    """The Morale Check that is meant: before a Close Assault, of a healer, or any other."""
    if step.command == "close_assault":  # the check before it (17.1): beside Leaders of the group, or of the hex
        group = names.units(step) if step.units is not None else state.by_loc.get(state.units[unit].at, ())
        side = state.units[unit].side
        leaders = [u for u in group if state.units[u].side == side and is_leader(game, state, u)]
        return nerve_tally(game, state, unit, [u for u in leaders if state.units[u].good_order])
    if step.by_unit is not None:  # the healer checks, not the man he sees to (11.3)
        unit = names.unit(step.by_unit, "by_unit")
    heals = step.command == "heal" or step.by_unit is not None or enclosing(state, RallyPhase) is not None
    if heals and game.types[state.units[unit].type].kind in HEALERS:  # no other Morale Check of a Rally Phase
        return heal_tally(game, state, unit)
    return morale_tally(game, state, unit)


def _defence(game: Game, state: State, step: Step, names: Names) -> Tally:
    """Target Modifiers: units named that stand in the target's location are targets, all others firers."""
    named = names.units(step) if step.units is not None or step.unit is not None else []
    target = NOBODY
    if step.target is not None and step.target != "infantry":
        target = names.unit(step.target, "target")
    elif named and step.at is None:
        target = named[0]
    at = names.loc(step.at, "at") if step.at is not None else place_of(state, target) if target != NOBODY else -1
    if target != NOBODY and not at & 7 and place_of(state, target) >> 3 == at >> 3:
        at = place_of(state, target)  # the part of the hex in which it is
    if target == NOBODY:
        target = _meant(game, state, at, bool(named), step.target is None)
    if at < 0:
        raise SituationError("a defence tally needs 'at' or a target", *names.place("at"))
    firers = [u for u in named if state.units[u].at not in (at, -1)]
    if target == NOBODY:
        target = _at_home(game, state, at, {state.units[u].side for u in firers})
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


def _at_home(game: Game, state: State, at: int, firing: Collection[int]) -> int:
    """13.0: one of the Leg units of a location, if all of them have the Target Modifiers of the same nation there.

    Where there are others, he is no gun: those have no cover of works they were not dug into (21.2).
    """
    there = [u for u in state.by_loc.get(at, ()) if state.units[u].side not in firing]
    leg = [u for u in there if not state.units[u].flags & BULK and not is_mounted(game, state, state.units[u])]
    nations = {game.special_terrain[state.units[u].type] for u in leg}
    if len(nations) != 1 or "" in nations:
        return NOBODY
    return min(leg, key=lambda u: needs_digging(game, state.units[u]))


def _mortars(game: Game, state: State, step: Step, names: Names, firers: list[int], at: int) -> tuple[bool, bool]:
    """1.6.5, 21.6: whether the fire is that of Mortars alone, and whether one takes part in it."""
    if step.at is None or not any(is_mortar(game, state, w) for u in firers for w in state.units[u].carries):
        return False, False
    shot = Shot(step, names)
    _, group = best_group(game, state, shot)
    alone = only_with(game, state, group, fire_distance(game, shot.origin, at)) == "mortar"
    return alone, shot.mode == "indirect" or with_mortar(game, state, group)
