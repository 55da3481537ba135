"""5.1: Damage Checks and what they do to units."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.dice import Faces
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_FIRE,
    BULK,
    CONTINUOUS,
    ELIMINATED,
    FIRED,
    HANDLED,
    LAUNCHING,
    MOVED,
    MOVING,
    SHAKEN,
    SMOKED,
    WOUNDED,
    WOUNDED_TWICE,
)
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.hooks import ValueHook
from lnlt.core.state import NOBODY, Position, Unit
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch10_los_spotting.spotting import drop_spotted
from lnlt.rules.ch11_smc import heroes
from lnlt.rules.ch14_ordnance.impact import is_armored
from lnlt.rules.facts import units
from lnlt.rules.facts.deployed_claymores import forget_claymore
from lnlt.rules.facts.handling import Drop, remove
from lnlt.rules.facts.kits import in_the_air, place_of
from lnlt.rules.facts.leaders import helping_leader
from lnlt.rules.facts.weapons import carries, load_of

DEADLY_WOUND: ValueHook[int, [Game, Unit]] = ValueHook("number of the wound that kills", rule="5.1")

NONE, SHAKEN_RESULT, CASUALTIES, WOUNDED_RESULT, ELIMINATED_RESULT = (
    "none",
    "shaken",
    "casualties",
    "wounded",
    "eliminated",
)
TABLE: dict[str, tuple[str, str, str, str]] = {
    "go_mmc": (NONE, SHAKEN_RESULT, CASUALTIES, ELIMINATED_RESULT),
    "shaken_mmc": (NONE, CASUALTIES, CASUALTIES, ELIMINATED_RESULT),
    "go_smc": (NONE, SHAKEN_RESULT, WOUNDED_RESULT, ELIMINATED_RESULT),
    "hero_or_shaken_smc": (NONE, WOUNDED_RESULT, WOUNDED_RESULT, ELIMINATED_RESULT),
    "armored_vehicle": (NONE, SHAKEN_RESULT, SHAKEN_RESULT, "abandoned"),
    "unarmored_vehicle": (NONE, SHAKEN_RESULT, "destroyed", "destroyed"),
    "helicopter": (NONE, "damaged", "destroyed", "destroyed"),
}
"""Damage Check Table: results up to Morale, above it, from twice, from three times Morale."""


def damage_check_modifier(attack: int, defence: int) -> int | None:
    """5.0: how much a Damage Check is worse by; None if the attack does not beat the defence."""
    return attack - defence if attack > defence else None


def compare(
    d: Draft, what: str, side: int, at: int, sums: tuple[Tally, Tally], dice: tuple[Faces, Faces], target: int = NOBODY
) -> int | None:
    """5.0: the dice and sums of attack and defence at one target are compared; the modifier of its Damage Check."""
    fire, cover = sums
    attack, defence = dice
    worse = damage_check_modifier(sum(attack) + fire.total, sum(defence) + cover.total)
    d.emit(ev.Resolved(what, side, at, sums, "none" if worse is None else "damage_check", target, dice))
    return worse


def column(game: Game, unit: Unit) -> str:
    """5.1: the column of the Damage Check Table a unit uses now."""
    t = game.types[unit.type]
    shaken = unit.flags & SHAKEN
    if t.kind == "helicopter":
        return "helicopter"
    if unit.flags & BULK:
        return "armored_vehicle" if is_armored(t) else "unarmored_vehicle"
    if t.is_mmc:
        return "shaken_mmc" if shaken else "go_mmc"
    if t.kind == "hero" or shaken:
        return "hero_or_shaken_smc"
    return "go_smc"


def result(column: str, morale: int, total: int) -> str:
    """5.1: the Damage Check Table."""
    row = 0 if total <= morale else 1 if total < 2 * morale else 2 if total < 3 * morale else 3
    return TABLE[column][row]


def check_tally(game: Game, s: Position, unit: int, base: int, pending: Collection[int] = ()) -> Tally:
    """5.0, 11.1.1: the difference of the attack, less the LM of a Good Order Leader who has survived his own check."""
    mods = [Modifier(base, "difference", "5.0")]
    leader = helping_leader(game, s, unit, pending)
    if leader is not None:
        mods.append(Modifier(-units.leadership(game, s.units[leader]), "leader", "11.1.1", s.units[leader].id))
    return Tally("damage_check", (), tuple(mods), units.morale(game, s.units[unit], s))


def damage_check(
    d: Draft, unit: int, base: int, pending: Collection[int] = (), enemy_fire: bool = True, table: str = ""
) -> None:
    """5.0, 5.1: one unit rolls its Damage Check and takes the result; `table`: in that column of the table (17.3).

    A passenger lost with his vehicle before his own check makes none (16.1). A check of the unit that guides a missile,
    or of anybody who rides it, lets the missile miss (14.4, Q-546).
    """
    game = d.game
    u = d.units[unit]
    if u.flags & ELIMINATED:
        return
    tally = check_tally(game, d, unit, base, pending)
    (die,) = d.roll(1, "damage check", u.side, subject=unit)
    launcher = unit if u.at >= 0 or u.kit is None or u.kit.aboard == NOBODY else u.kit.aboard
    if d.units[launcher].flags & LAUNCHING:
        d.flag(launcher, 0, LAUNCHING)
    assert tally.need is not None
    outcome = result(table or column(game, u), tally.need, die + tally.total)
    d.emit(ev.Resolved("damage_check", u.side, place_of(d, unit), (tally,), outcome, unit, ((die,),)))
    parent = u if u.at >= 0 else heroes.on_the_ground(d, unit)
    spawns = die == 1 and enemy_fire and parent.at >= 0 and heroes.may_spawn(game, d, unit)
    apply_result(d, unit, outcome)
    if spawns:
        heroes.roll_for_hero(d, unit, parent)
    drop_spotted(d, u.at)


def apply_result(d: Draft, unit: int, outcome: str) -> None:
    """5.1: let a result of the Damage Check Table happen to a unit."""
    if d.units[unit].flags & BULK:
        harm_vehicle(d, unit, outcome)
    elif outcome == SHAKEN_RESULT:
        shake(d, unit)
    elif outcome == CASUALTIES:
        take_casualties(d, unit)
    elif outcome == WOUNDED_RESULT:
        wound(d, unit)
    elif outcome == ELIMINATED_RESULT:
        eliminate(d, unit)


def harm_vehicle(d: Draft, unit: int, outcome: str) -> None:
    """5.1, 15.4, 19.2.8: let a result of the Damage Check Table happen to a vehicle or helicopter."""
    from lnlt.rules.ch15_vehicles.fate import BY_DAMAGE, abandon, destroy, leave_damaged, shake_vehicle

    if outcome == SHAKEN_RESULT:
        shake_vehicle(d, unit)
    elif outcome == "abandoned":
        abandon(d, unit)
    elif outcome == "damaged":
        leave_damaged(d, unit)
    elif outcome == "destroyed":
        destroy(d, unit, BY_DAMAGE)


def stop_moving(d: Draft, unit: int) -> None:
    """5.1, 5.3: a moving unit that is Shaken or Wounded stops under a Moved marker, whatever it declared (Q-036)."""
    if d.units[unit].flags & MOVING:
        d.flag(unit, MOVED, MOVING | ASSAULT_FIRE | SMOKED | HANDLED | (ACTION_MARKERS & ~(MOVED | FIRED)))


def shake(d: Draft, unit: int) -> None:
    """5.1: flip to the Shaken side; Heroes never shake."""
    if d.game.types[d.units[unit].type].kind != "hero":
        d.flag(unit, SHAKEN, CONTINUOUS)
    stop_moving(d, unit)


def take_casualties(d: Draft, unit: int) -> None:
    """5.1: a Squad becomes a Shaken Half-Squad; Half-Squads, Crews and Weapon Teams are eliminated."""
    u = d.units[unit]
    t = d.game.types[u.type]
    if t.kind not in ("squad", "mounted_squad"):
        eliminate(d, unit)
        return
    ways = t.reduces_to
    pick = 0
    if len(ways) > 1:
        (die,) = d.roll(1, "random", u.side, subject=unit)
        pick = (die - 1) % len(ways)
    d.emit(ev.TypeChanged(unit, d.game.type_index[ways[pick]]))
    if d.game.setup.points:
        d.emit(ev.Noted(f"squad:{u.id}", 1))
    shake(d, unit)
    if load_of(d.game, d, u) > carries("half_squad"):
        d.push(DropWeapon(side=u.side, unit=unit))


def dies_of_wound(game: Game, unit: Unit) -> bool:
    """5.1: whether the next wound kills: the second one, unless a Skill says otherwise."""
    wounds = (1 if unit.flags & WOUNDED else 0) + (1 if unit.flags & WOUNDED_TWICE else 0)
    return wounds + 1 >= DEADLY_WOUND.apply(game.hooks, 2, game, unit)


def wound(d: Draft, unit: int) -> None:
    """5.1: Single-Man Counters are wounded and Shaken (Heroes only wounded); the second wound kills."""
    u = d.units[unit]
    if dies_of_wound(d.game, u):
        eliminate(d, unit)
        return
    d.flag(unit, WOUNDED_TWICE if u.flags & WOUNDED else WOUNDED)
    shake(d, unit)


def eliminate(d: Draft, unit: int) -> None:
    """5.1, 1.6: remove a unit from play; its Support Weapons stay in the hex; grenades are gone (23.2.2)."""
    u = d.units[unit]
    for weapon in u.carries:
        if d.game.grenades and "never_captured" in d.game.weapon_types[d.weapons[weapon].type].abilities:
            remove(d, weapon)
        else:
            let_fall(d, weapon, place_of(d, unit))
    d.emit(ev.Eliminated(unit))
    if d.game.claymores:
        forget_claymore(d, u.at)


def let_fall(d: Draft, weapon: int, at: int) -> None:
    """1.6, Q-425: a weapon stays in the hex of its last owner; out of a helicopter it is lost."""
    if at < 0 or in_the_air(at):
        remove(d, weapon)
    else:
        d.emit(ev.WeaponPassed(weapon, NOBODY, at))


class DropWeapon(Question, frozen=True, gc=False, kw_only=True):
    """1.6: a Squad reduced to a Half-Squad keeps one of its two Support Weapons; the owner chooses."""

    RULE: ClassVar[str] = "1.6"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (Drop,)
    unit: int

    def candidates(self, game: Game, s: Position) -> list[Command]:  # noqa: ARG002
        """One of the weapons it carries."""
        u = s.units[self.unit]
        return [Drop(u.id, s.weapons[w].id) for w in u.carries]

    def check(self, game: Game, s: Position, command: Drop) -> Refusal | None:
        """1.6, 23.2.2: it must be one of that unit's weapons that count."""
        u = s.units[self.unit]
        load = [w for w in u.carries if "no_load" not in game.weapon_types[s.weapons[w].type].abilities]
        if command.unit != u.id or command.weapon not in [s.weapons[w].id for w in load]:
            return Refusal("1.6", "not_its_weapon", {"unit": command.unit, "weapon": command.weapon})
        return None

    def answer(self, d: Draft, command: Drop) -> None:
        """The weapon stays in the hex."""
        u = d.units[self.unit]
        weapon = next(w for w in u.carries if d.weapons[w].id == command.weapon)
        let_fall(d, weapon, place_of(d, self.unit))
