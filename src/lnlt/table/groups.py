"""Choices filled in for a player who has said the essential: who fires together, with what, at whom."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice, product

from msgspec.structs import replace

from lnlt.core.engine import Explored, explore, options, question
from lnlt.core.flags import ASSAULT_FIRE
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, State, enclosing
from lnlt.rules.ch05_fire.damage import DropWeapon
from lnlt.rules.ch05_fire.group import AddFirer, FireGroup, OpenFire, named_weapons
from lnlt.rules.ch05_fire.lone import FireAlone
from lnlt.rules.ch05_fire.modifiers import fire_tally
from lnlt.rules.ch05_fire.opportunity import OpFire, OpportunityFire, PassWindow, Reaction
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.steps import AddMover
from lnlt.rules.ch08_melee.firepower import best_choice
from lnlt.rules.ch08_melee.round import AddMeleeTarget, ArmForMelee, MeleeArms, MeleeRound, MeleeTargets, StrikeMelee
from lnlt.rules.ch08_melee.withdrawing import AddWithdrawer, TryWithdrawal, WithdrawGroup
from lnlt.rules.ch10_los_spotting.attempts import SpotTarget
from lnlt.rules.ch11_smc.heroes import PlaceHero
from lnlt.rules.ch11_smc.shots import SniperShot
from lnlt.rules.ch14_ordnance.attack import OrdnanceAttack
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch15_vehicles.overrun_answer import BeginAssault, JoinAssault, OverrunAnswer
from lnlt.rules.ch17_antitank.close_assault import AssaultChoice, CloseAssault
from lnlt.rules.ch17_antitank.odds import best_assail
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.movement_modes import MODES, modes_of

MAX_GROUPS = 400
"""Firing groups looked at when the best one is searched."""
MAX_CHOICES = 40
"""Choices filled in at most for one order."""


def best_group(game: Game, s: State, units: Collection[str] = ()) -> list[Command]:
    """5.2: the firing group with the highest sum, no unit in it that adds nothing; all of `units`, if any are given.

    Empty if nobody is asked who fires; commands that will be refused if these units cannot fire together.
    """
    group = question(s)
    if not isinstance(group, FireGroup):
        return []
    adds: dict[str, list[AddFirer]] = {}
    for command in group.candidates(game, s):
        if isinstance(command, AddFirer) and (not units or command.unit in units):
            adds.setdefault(command.unit, []).append(command)
    ways: list[list[AddFirer | None]] = [list(way) if units else [None, *way] for way in adds.values()]
    scored: list[tuple[int, int, int, list[Command]]] = []
    for number, pick in enumerate(islice(product(*ways), MAX_GROUPS)):
        members = [command for command in pick if command is not None]
        firers = group_with(s, group, members).firers()
        for lead in firers:
            total = fire_tally(game, s, firers, lead.unit, group.origin, group.at, mode=group.mode).total
            scored.append((-total, len(firers), number, [*members, OpenFire(s.units[lead.unit].id)]))
    scored.sort(key=lambda way: way[:3])
    for _, _, _, commands in scored:
        if explore(game, s, commands).stopped == "die":
            return commands
    return [AddFirer(name) for name in sorted(units)]


def group_with(s: State, group: FireGroup, more: Sequence[AddFirer]) -> FireGroup:
    """The group that is being built, with units as commands take them in."""
    taken = [(s.ids[c.unit], named_weapons(s, group.origin, c.weapons) or ()) for c in more]
    silent = [s.ids[c.unit] for c in more if not c.ifp]
    return replace(group, members=(*group.members, *taken), silent=(*group.silent, *silent))


def filled_in(game: Game, s: State, commands: Sequence[Command]) -> list[Command]:
    """An order with the details a player has left out, as long as he is asked only for details."""
    return ahead_of(game, s, commands)[1]


def ahead_of(game: Game, s: State, commands: Sequence[Command]) -> tuple[Explored, list[Command]]:
    """How far an order leads, and the order with the details that were left out."""
    found = list(commands)
    ahead = explore(game, s, found)
    side = question(s)
    while not ahead.stopped and len(found) < len(commands) + MAX_CHOICES:
        asked = question(ahead.state)
        if asked is None or side is None or asked.side != side.side:
            break
        more = detail(game, ahead.state, asked)
        if not more:
            break
        found += more
        ahead = explore(game, s, found)
    return ahead, found


def detail(game: Game, s: State, asked: Question) -> Sequence[Command] | None:
    """The obvious answer to a question about details: the best group, all targets, the most firepower, the only way."""
    if isinstance(asked, FireGroup):
        return best_group(game, s)
    if isinstance(asked, MeleeTargets | MeleeArms):
        return melee_choice(game, s, asked)
    if isinstance(asked, WithdrawGroup):
        return [*([] if asked.members else everybody(game, s, AddWithdrawer)), TryWithdrawal()]
    if isinstance(asked, OverrunAnswer) and asked.members:
        return [BeginAssault()]
    if isinstance(asked, SpotTarget | SniperShot):
        ways = options(game, s)
        return ways[-1:] if len(ways) == 1 or isinstance(asked, SniperShot) else None
    return None


def everybody(game: Game, s: State, kind: type[Command]) -> list[Command]:
    """Units taken into a group one by one, as long as another one may join."""
    found: list[Command] = []
    while len(found) < MAX_CHOICES:
        more = [c for c in options(game, explore(game, s, found).state) if isinstance(c, kind)]
        if not more:
            break
        found.append(more[0])
    return found


def ways_to_move(game: Game, s: State) -> dict[str, list[str]]:
    """6.0: the modes in which units of a place can set out, and who can in each: alone, or with those who go along.

    Units are taken in the order of their numbers, so a Leader they need (6.2), a mount (6.7) or whoever has to move
    with the rest (6.1.1) may have to be taken first. Empty unless it is asked who moves and nobody is taken yet.
    """
    group = question(s)
    if not isinstance(group, MoveGroup) or group.members:
        return {}
    able: dict[str, set[int]] = {mode: set() for mode in MODES}
    for choice in group.joiners(game, s):
        able[choice.mode].add(s.ids[choice.unit])
    for mode, units in able.items():
        chain = group
        while found := [c for c in chain.joiners(game, s) if _goes_along(game, s, c, mode)]:
            choice = found[0]
            chain = replace(chain, members=(*chain.members, s.ids[choice.unit]), modes=(*chain.modes, choice.mode))
        if mode in chain.modes:
            units.update(chain.members)
    return {mode: [s.units[u].id for u in sorted(units)] for mode, units in able.items() if units}


def _goes_along(game: Game, s: State, choice: AddMover, mode: str) -> bool:
    """6.1.1, 6.2: who is taken along in a mode: all who can move so, a Leader in a Double-Time, whoever has to move."""
    unit = s.ids[choice.unit]
    needed = s.units[unit].flags & ASSAULT_FIRE or (mode == "double_time" and is_leader(game, s, unit))
    return choice.mode == (pace(game, s, unit, mode) if needed else mode)


def pace(game: Game, s: State, unit: int, mode: str) -> str:
    """6.1.1, 6.2: the mode of a unit in a group that moves in a mode: in a Double-Time whoever is not capable of it
    makes plain moves, and whoever has used Assault Fire makes the Assault Move he can."""
    ways = modes_of(game, s, unit)
    if mode in ways:
        return mode
    if mode == "double_time" and "normal" in ways:
        return "normal"
    return ways[0] if ways and s.units[unit].flags & ASSAULT_FIRE else mode


def melee_choice(game: Game, s: State, asked: MeleeTargets | MeleeArms) -> Sequence[Command]:
    """8.0: every enemy that may be attacked together, or the weapons with the most firepower."""
    if isinstance(asked, MeleeTargets):
        return [*([] if asked.members else everybody(game, s, AddMeleeTarget)), StrikeMelee()]
    melee = enclosing(s, MeleeRound)
    assert melee is not None
    weapons, helper = best_choice(game, s, asked.unit, melee.fight)
    name = "" if helper == NOBODY else s.units[helper].id
    return [ArmForMelee(s.units[asked.unit].id, tuple(s.weapons[w].id for w in weapons), name)]


def taken_for_granted(game: Game, s: State, asked: Question) -> Sequence[Command] | None:
    """Choices in the middle of what is counted: a weapon dropped, a Hero placed, the other side's Melee attack; who
    assaults a vehicle with what, and that those who are overrun do if they can, or fire at it from their Bunker."""
    if isinstance(asked, MeleeTargets | MeleeArms):
        return melee_choice(game, s, asked)
    if isinstance(asked, DropWeapon | PlaceHero):
        return options(game, s)[:1]
    if isinstance(asked, AssaultChoice):
        frame = enclosing(s, CloseAssault)
        assert frame is not None
        return [best_assail(game, s, frame)]
    if isinstance(asked, OverrunAnswer):
        return answer_overrun(game, s, asked)
    window = enclosing(s, OpportunityFire)
    if window is not None and window.bunker != NOWHERE:
        return answer_from_bunker(game, s, asked)
    return unanswered(s, asked)


def answer_from_bunker(game: Game, s: State, asked: Question) -> Sequence[Command] | None:
    """21.1.3: everybody in an overrun Bunker who can fires at the vehicle: the group, then who fires on his own."""
    if isinstance(asked, FireGroup):
        return best_group(game, s)
    ways = options(game, s) if isinstance(asked, Reaction) else []
    for kind in (OpFire, FireAlone, FireOrdnance, PassWindow):
        found = [c for c in ways if isinstance(c, kind)]
        if found:
            return found[:1]
    return None


def answer_overrun(game: Game, s: State, asked: OverrunAnswer) -> Sequence[Command]:
    """15.3: everybody who can assaults the vehicle, Leaders along with them."""
    there = [u for u in s.by_loc.get(asked.at, ()) if not asked.members or u > asked.members[-1]]
    able = [u for u in there if s.units[u].side == asked.side and asked.why_not(game, s, u) is None]
    return [*(JoinAssault(s.units[u].id) for u in able), BeginAssault()]


def unanswered(s: State, asked: Question) -> Sequence[Command] | None:
    """14.4, 15.1: a window before a shot has fallen, let pass: what a gun that pivots first or a missile may do."""
    window = isinstance(asked, Reaction) and len(s.stack) > 2 and isinstance(s.stack[-3], OrdnanceAttack)
    return [PassWindow()] if window else None
