"""17.1: Close Assault: infantry attacks a vehicle hand to hand, unit by unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, ASSAULT_FIRE, BULK, CAPTURED, MELEE, MOVED, MOVING, OPS_COMPLETE, SHAKEN
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Marker, Position
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.core.terrain import PROHIBITED
from lnlt.rules.ch01_concepts import units
from lnlt.rules.ch01_concepts.handling import remove
from lnlt.rules.ch01_concepts.kits import kit_of, passengers
from lnlt.rules.ch01_concepts.morale import morale_tally
from lnlt.rules.ch01_concepts.stacking import check_stacking
from lnlt.rules.ch01_concepts.weapons import SQUADS, USERS
from lnlt.rules.ch05_fire.damage import eliminate
from lnlt.rules.ch06_movement.costs import unit_cost
from lnlt.rules.ch06_movement.modes import allowance
from lnlt.rules.ch06_movement.mounts import is_mounted
from lnlt.rules.ch08_melee.eligibility import is_eligible
from lnlt.rules.ch08_melee.marks import leg_units, melee_marker
from lnlt.rules.ch10_los_spotting.spotting import drop_spotted
from lnlt.rules.ch11_smc.leaders import is_leader
from lnlt.rules.ch13_nations import fire_die
from lnlt.rules.ch14_ordnance.impact import lowest_armor
from lnlt.rules.ch15_vehicles.fate import BY_ASSAULT, destroy

NO_ASSAULT = {"low_crawl": "17.1", "assault": "17.1", "stealth_assault": "17.1", "hit_and_run": "6.7"}
"""Ways of moving that never end in a Close Assault."""
WITH_FIREPOWER = frozenset({"flamethrower", "satchel_charge", "molotov", "rpg_43", "sticky_bomb", "stick_bomb"})
"""Anti-tank weapons that add their firepower; ordnance adds its HE-equivalent."""
WHOLE = frozenset({"satchel_charge", "molotov", "sticky_bomb", "stick_bomb"})
"""Weapons one man uses with all their firepower (Q-132)."""
USED_UP = frozenset({"satchel_charge", "molotov", "rpg_43", "sticky_bomb", "stick_bomb"})


class AssaultVehicle(Command, frozen=True, gc=False):
    """The moving units enter the hex of a vehicle next door and assault it."""

    target: str


def anti_tank(game: Game, s: Position, unit: int) -> list[int]:
    """17.1: weapons of a unit that count in a Close Assault."""
    u = s.units[unit]
    if game.types[u.type].kind not in USERS:
        return []
    found = []
    for w in u.carries:
        t = game.weapon_types[s.weapons[w].type]
        if t.kind in WITH_FIREPOWER or (t.to_hit and t.he is not None and t.ammo != "aa"):
            found.append(w)
    return found


def may_assault(game: Game, s: Position, unit: int) -> bool:
    """17.1: MMCs but Weapon Teams, Heroes, and Leaders with an anti-tank weapon attack themselves."""
    t = game.types[s.units[unit].type]
    if t.kind == "hero" or (t.is_mmc and t.kind != "weapon_team"):
        return True
    return is_leader(game, s, unit) and bool(anti_tank(game, s, unit))


def check_assault(
    game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], at: int, name: str
) -> Refusal | None:
    """17.1: who may assault which vehicle from where: next door, affordable, nobody there who can fight for it."""
    side = s.units[movers[0]].side
    target = s.ids.get(name)
    if target is None or not s.units[target].flags & BULK or s.units[target].side == side:
        return Refusal("17.1", "no_such_target", {"unit": name, "at": game.board.loc_name(at)})
    to = s.units[target].at
    where = {"at": game.board.loc_name(max(0, to))}
    if to < 0 or at & 7 or to >> 3 not in game.board.neighbours[at >> 3]:
        return Refusal("17.1", "not_adjacent", {"from": game.board.loc_name(at), "at": name})
    for u, mode in zip(movers, modes, strict=True):
        unit = s.units[u]
        t = game.types[unit.type]
        facts: dict[str, str | int] = {"unit": unit.id, "mode": mode, "at": where["at"]}
        if mode in NO_ASSAULT or unit.flags & ASSAULT_FIRE:
            return Refusal("17.1", "no_assault_in_mode", facts)
        if is_mounted(game, s, unit):
            return Refusal("6.6", "cannot_close_assault", facts)
        if unit.flags & SHAKEN or not (may_assault(game, s, u) or is_leader(game, s, u)) or t.kind == "weapon_team":
            return Refusal("17.1", "cannot_close_assault", facts)
        cost = unit_cost(game, s, u, at, to, False, movers)
        if cost == PROHIBITED:
            return Refusal("6.0", "terrain_prohibited", {"unit": unit.id, "at": where["at"], "terrain": ""})
        left = allowance(game, s, u, mode, movers) - unit.mp
        if cost > left and unit.mp:
            return Refusal("6.0", "too_few_points", {"unit": unit.id, "cost": f"{cost / 2:g}", "left": f"{left / 2:g}"})
    if not any(may_assault(game, s, u) for u in movers):
        return Refusal("17.1", "cannot_close_assault", {"unit": s.units[movers[0]].id, **where})
    return check_defended(game, s, side, target) or check_stacking(game, s, side, to, movers)


def check_defended(game: Game, s: Position, side: int, target: int) -> Refusal | None:
    """17.1: no enemy who could fight in Melee may be with the vehicle, nor Good Order passengers on top of it."""
    to = s.units[target].at
    riders = [p for p in passengers(game, s, target) if kit_of(s.units[p]).outside and s.units[p].good_order]
    if riders or any(is_eligible(game, s, u) for u in leg_units(game, s, 1 - side, to)):
        return Refusal("17.1", "defended", {"unit": s.units[target].id, "at": game.board.loc_name(to)})
    if melee_marker(s, to) is not None:
        return Refusal("17.1", "melee_there", {"at": game.board.loc_name(to)})
    return None


def assault_tally(game: Game, s: Position, unit: int, weapon: int = NOBODY, leader: int = NOBODY) -> Tally:
    """17.1, Q-132, Q-135: firepower of the unit and of one anti-tank weapon, and the LM of a Leader who helps it."""
    u = s.units[unit]
    t = game.types[u.type]
    base: list[Modifier] = []
    if not is_leader(game, s, unit) and (weapon == NOBODY or t.kind in SQUADS):
        base.append(Modifier(units.firepower(game, u), "ifp", "17.1", u.id))
    if weapon != NOBODY:
        w = game.weapon_types[s.weapons[weapon].type]
        if w.kind in WITH_FIREPOWER:
            value: float = w.fp or 0
            if t.is_smc and w.kind not in WHOLE:
                value /= 2
            shown = int(value) if value == int(value) else value
            base.append(Modifier(shown, "support_weapon", "17.1", s.weapons[weapon].id))
        else:
            base.append(Modifier(w.he or 0, "high_explosive", "17.1", s.weapons[weapon].id))
    mods: tuple[Modifier, ...] = ()
    if leader != NOBODY:
        mods = (Modifier(units.leadership(game, s.units[leader]), "leader", "17.1", s.units[leader].id),)
    return Tally("close_assault", tuple(base), mods)


def armor_of(game: Game, s: Position, vehicle: int) -> Tally:
    """17.1, Q-137: the vehicle adds its lowest armor factor."""
    u = s.units[vehicle]
    return Tally("defence", (), (Modifier(lowest_armor(game.types[u.type]), "lowest_armor", "17.1", u.id),))


def nerve_tally(game: Game, s: Position, unit: int) -> Tally:
    """17.1, Q-135: the Morale Check before it; a Leader who has passed helps, but not a Hero."""
    if game.types[s.units[unit].type].kind == "hero":
        return morale_tally(game, s, unit, helps=())
    return morale_tally(game, s, unit)


class CloseAssault(Procedure, frozen=True, gc=False, kw_only=True):
    """17.1: Morale Checks, into the hex, one assault after the other, and back or on."""

    RULE: ClassVar[str] = "17.1"
    STEPS: ClassVar[tuple[str, ...]] = ("nerve", "enter", "ask", "end")
    side: int
    at: int
    came_from: int
    target: int
    units: tuple[int, ...]
    moved: bool = False
    """They had moved before: who stays behind is Moved, else Ops Complete."""
    overrun: bool = False
    """The answer to an Overrun: they are in the hex already (15.3)."""
    pending: tuple[int, ...] = ()
    """Units that have still to attack."""
    helped: tuple[int, ...] = ()
    """Leaders who have helped."""
    entered: bool = False

    def nerve(self, d: Draft) -> None:
        """17.1: everybody checks, Leaders first; a Leader alone without a weapon stays behind too."""
        passed = []
        for u in sorted(self.units, key=lambda u: not is_leader(d.game, d, u)):
            tally = nerve_tally(d.game, d, u)
            roll = sum(d.roll(2, "morale check", self.side, subject=u))
            good = roll + tally.total <= (tally.need or 0)
            at = d.units[u].at
            d.emit(ev.Resolved("morale_check", self.side, at, (tally,), "passed" if good else "failed", u))
            if good:
                passed.append(u)
        if not any(may_assault(d.game, d, u) for u in passed):
            passed = []
        for u in self.units:
            if u not in passed:
                self._stay(d, u)
        d.update(self, units=tuple(u for u in self.units if u in passed))

    def _stay(self, d: Draft, unit: int) -> None:
        """17.1: who does not take part has acted all the same; in the hex of a second vehicle he goes back."""
        if self.overrun:
            return
        if self.entered:
            d.emit(ev.Moved(unit, self.at, self.came_from))
        d.flag(unit, MOVED if self.moved or self.entered else OPS_COMPLETE, MOVING | (ACTION_MARKERS & ~MOVED))

    def enter(self, d: Draft) -> None:
        """17.1: those who passed enter the hex; nobody fires at them."""
        if not self.units:
            d.update(self, step=len(self.STEPS))
            return
        if not self.overrun and not self.entered:
            for u in self.units:
                d.emit(ev.Moved(u, self.came_from, self.at))
            drop_spotted(d, self.came_from)
        d.update(self, pending=tuple(u for u in self.units if may_assault(d.game, d, u)), entered=True)

    def ask(self, d: Draft) -> None:
        """17.1: the next attacker, if there is one and the vehicle still stands."""
        if self.pending and d.units[self.target].at == self.at:
            d.update(self, step=self.STEPS.index("ask"))
            d.push(AssaultChoice(side=self.side))

    def end(self, d: Draft) -> None:
        """17.1: the vehicle destroyed: they stay, locked for the turn; else they go back, Moved."""
        if d.units[self.target].at == self.at:
            if not self.overrun:
                for u in self.units:
                    if d.units[u].at == self.at:
                        d.emit(ev.Moved(u, self.at, self.came_from))
                        d.flag(u, MOVED, MOVING | (ACTION_MARKERS & ~MOVED))
            return
        for o in leg_units(d.game, d, 1 - self.side, self.at):
            eliminate(d, o)
        others = [u for u in d.by_loc.get(self.at, ()) if d.units[u].flags & BULK and d.units[u].side != self.side]
        if others and not self.overrun:
            d.update(self, target=others[0], helped=(), step=0)
            return
        if not self.overrun:
            for u in self.units:
                if d.units[u].at == self.at:
                    d.flag(u, MELEE, MOVING | ACTION_MARKERS)
            if melee_marker(d, self.at) is None:
                d.emit(ev.MarkerPlaced(Marker("melee", self.at, d.turn)))


class Assail(Command, frozen=True, gc=False):
    """One unit attacks the vehicle, with a weapon and a Leader's help if they are named."""

    unit: str
    weapon: str = ""
    leader: str = ""


class AssaultChoice(Question, frozen=True, gc=False, kw_only=True):
    """17.1: which unit attacks next, with what and with whose help."""

    RULE: ClassVar[str] = "17.1"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (Assail,)

    def _frame(self, s: Position) -> CloseAssault:
        return next(f for f in reversed(s.stack) if isinstance(f, CloseAssault))

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Every attacker left, each weapon, each Leader who has not helped."""
        frame = self._frame(s)
        found: list[Command] = []
        leaders = [o for o in frame.units if is_leader(game, s, o) and o not in frame.helped]
        for u in frame.pending:
            arms = [s.weapons[w].id for w in anti_tank(game, s, u)]
            helpers = ["", *(s.units[o].id for o in leaders if o != u)]
            found.extend(Assail(s.units[u].id, w, h) for w in ("", *arms) for h in helpers)
        return found

    def check(self, game: Game, s: Position, command: Assail) -> Refusal | None:
        """17.1: an attacker of the group, a weapon of his, a Leader of the group who fires no weapon himself."""
        frame = self._frame(s)
        unit = s.ids.get(command.unit)
        if unit is None or unit not in frame.pending:
            return Refusal("17.1", "cannot_close_assault", {"unit": command.unit, "at": game.board.loc_name(frame.at)})
        arms = [s.weapons[w].id for w in anti_tank(game, s, unit)]
        if command.weapon and command.weapon not in arms:
            return Refusal("17.1", "not_its_weapon", {"unit": command.unit, "weapon": command.weapon})
        if not command.weapon and is_leader(game, s, unit):
            return Refusal("17.1", "leader_needs_weapon", {"unit": command.unit})
        if command.leader:
            leader = s.ids.get(command.leader, NOBODY)
            able = leader in frame.units and is_leader(game, s, leader) and leader != unit
            used = (
                leader in frame.helped or (may_assault(game, s, leader) and leader not in frame.pending)
                if able
                else True
            )
            if used:
                return Refusal("17.1", "cannot_aid", {"unit": command.leader})
        return None

    def answer(self, d: Draft, command: Assail) -> None:
        """17.1: a die each; more than the vehicle destroys it."""
        frame = d.stack[-1]
        assert isinstance(frame, CloseAssault)
        game, unit = d.game, d.ids[command.unit]
        weapon = next((w for w in d.units[unit].carries if d.weapons[w].id == command.weapon), NOBODY)
        leader = d.ids[command.leader] if command.leader else NOBODY
        attack_sum = assault_tally(game, d, unit, weapon, leader)
        armor = armor_of(game, d, frame.target)
        helped = frame.helped if leader == NOBODY else (*frame.helped, leader)
        gone = {unit} | ({leader} if leader != NOBODY else set())
        d.update(frame, pending=tuple(u for u in frame.pending if u not in gone), helped=helped)
        (attack,) = d.roll(1, "attack", self.side, fire_die(game, self.side), subject=unit)
        (defence,) = d.roll(1, "defence", 1 - self.side, fire_die(game, 1 - self.side))
        won = attack + attack_sum.total > defence + armor.total
        outcome = "destroyed" if won else "none"
        d.emit(ev.Resolved("close_assault", self.side, frame.at, (attack_sum, armor), outcome, frame.target))
        if weapon != NOBODY:
            t = game.weapon_types[d.weapons[weapon].type]
            lost = d.weapons[weapon].flags & CAPTURED and not won
            if lost or t.kind in USED_UP or "single_use" in t.abilities:
                remove(d, weapon)
        if won:
            destroy(d, frame.target, BY_ASSAULT)
