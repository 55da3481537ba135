"""17.1: Close Assault: infantry attacks a vehicle hand to hand, unit by unit."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.board import BUNKER, CAVE
from lnlt.core.catalog import WeaponType
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, ASSAULT_FIRE, BULK, CAPTURED, MELEE, MOVED, MOVING, OPS_COMPLETE, SHAKEN
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Marker, Position
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.core.terrain import PROHIBITED
from lnlt.rules.ch01_concepts import units
from lnlt.rules.ch01_concepts.handling import remove
from lnlt.rules.ch01_concepts.kits import in_the_air, kit_of, passengers
from lnlt.rules.ch01_concepts.morale import COVER_BONUS
from lnlt.rules.ch01_concepts.stacking import check_stacking
from lnlt.rules.ch01_concepts.weapons import SQUADS, USERS
from lnlt.rules.ch05_fire.damage import eliminate
from lnlt.rules.ch06_movement.costs import points_text, unit_cost
from lnlt.rules.ch06_movement.modes import allowance
from lnlt.rules.ch06_movement.mounts import is_mounted
from lnlt.rules.ch08_melee.eligibility import is_eligible
from lnlt.rules.ch08_melee.marks import leg_units, melee_marker
from lnlt.rules.ch10_los_spotting.cover import has_cover, location_modifiers
from lnlt.rules.ch10_los_spotting.spotting import drop_spotted
from lnlt.rules.ch11_smc.leaders import is_leader
from lnlt.rules.ch13_nations import DIE, fire_die
from lnlt.rules.ch14_ordnance.acquisition import left_behind
from lnlt.rules.ch14_ordnance.impact import lowest_armor
from lnlt.rules.ch15_vehicles.fate import BY_ASSAULT, destroy
from lnlt.rules.ch18_indirect.shelling import shell_entering
from lnlt.rules.ch21_fortifications.mines import mines_entering
from lnlt.rules.ch22_scenario.control import take_control

NO_ASSAULT = frozenset({"low_crawl", "assault", "stealth_assault", "hit_and_run"})
"""Ways of moving that never end in a Close Assault."""
WITH_FIREPOWER = frozenset({"flamethrower", "satchel_charge", "molotov", "rpg_43", "sticky_bomb", "stick_bomb"})
"""Anti-tank weapons that add their firepower; ordnance adds its HE-equivalent."""
WHOLE = frozenset({"satchel_charge", "molotov", "sticky_bomb", "stick_bomb"})
"""Weapons one man uses with all their firepower (Q-132)."""
USED_UP = frozenset({"satchel_charge", "molotov", "rpg_43", "sticky_bomb", "stick_bomb"})


def adds_firepower(t: WeaponType) -> bool:
    """17.1, 23.1.2 to 23.1.4: an anti-tank weapon that adds its firepower to the attack of its holder."""
    return t.kind in WITH_FIREPOWER or bool(t.abilities & {"close_assault", "close_assault_only"})


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
        if adds_firepower(t) or (t.to_hit and t.he is not None and t.ammo != "aa"):
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
    if in_the_air(to):
        return Refusal("19.2.1", "not_in_the_air", {"unit": name})
    if to < 0 or to & 7 or not is_beside(game, at, to):
        return Refusal("17.1", "not_adjacent", {"from": game.board.loc_name(at), "at": name})
    where = {"at": game.board.loc_name(to)}
    for u, mode in zip(movers, modes, strict=True):
        unit = s.units[u]
        t = game.types[unit.type]
        facts: dict[str, str | int] = {"unit": unit.id, "mode": mode, "at": where["at"]}
        if mode in NO_ASSAULT or unit.flags & ASSAULT_FIRE:
            return Refusal("17.1", "no_assault_in_mode", facts)
        if mode == "stealth" and not unit.mp:
            return Refusal("17.1", "stealth_from_afar", facts)
        if is_mounted(game, s, unit):
            return Refusal("6.6", "cannot_close_assault", facts)
        if unit.flags & SHAKEN or not (may_assault(game, s, u) or is_leader(game, s, u)) or t.kind == "weapon_team":
            return Refusal("17.1", "cannot_close_assault", facts)
        cost = unit_cost(game, s, u, at, to, group=movers)
        if cost == PROHIBITED:
            return Refusal("6.0", "terrain_prohibited", {"unit": unit.id, "at": where["at"], "terrain": ""})
        left = allowance(game, s, u, mode, movers) - unit.mp
        if cost > left and unit.mp:
            return Refusal(
                "6.0", "too_few_points", {"unit": unit.id, "cost": points_text(cost), "left": points_text(left)}
            )
    if not any(may_assault(game, s, u) for u in movers):
        return Refusal("17.1", "cannot_close_assault", {"unit": s.units[movers[0]].id, **where})
    return check_defended(game, s, side, target) or check_stacking(game, s, side, to, movers)


def is_beside(game: Game, at: int, to: int) -> bool:
    """17.1, 21.1, Q-431: a hex next door, or the hex around the Bunker or Cave they are in."""
    if at >> 3 == to >> 3:
        return at & 7 in (BUNKER, CAVE)
    return not at & 7 and to >> 3 in game.board.neighbours[at >> 3]


def check_defended(game: Game, s: Position, side: int, target: int) -> Refusal | None:
    """17.1: no enemy who could fight in Melee may be with the vehicle, nor Good Order passengers on top of it or of
    another vehicle there."""
    to = s.units[target].at
    cars = [u for u in s.by_loc[to] if s.units[u].flags & BULK]
    riders = any(kit_of(s.units[p]).outside and s.units[p].good_order for u in cars for p in passengers(game, s, u))
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
        if adds_firepower(w):
            value = w.fp or 0
            if t.is_smc and w.kind not in WHOLE and "light" not in w.abilities:
                value = -(-value // 2)
            base.append(Modifier(value, "support_weapon", "17.1", s.weapons[weapon].id))
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


def nerve_tally(game: Game, s: Position, unit: int, leaders: Sequence[int] = (), place: int = NOWHERE) -> Tally:
    """17.1, Q-135: the Morale Check before it: -2 if the hex they come from gives cover, and the LM of one of `leaders`
    who has passed; a Hero has no help. `place`: where they come from, if they are not there any more."""
    u = s.units[unit]
    here = u if place == NOWHERE else replace(u, at=place)
    mods = [Modifier(COVER_BONUS, "cover", "17.1", game.board.loc_name(here.at))] if has_cover(game, s, here) else []
    best, lm = NOBODY, 0
    for o in leaders:
        other = s.units[o]
        if o != unit and units.same_command(game, other, u) and units.leadership(game, other) > lm:
            best, lm = o, units.leadership(game, other)
    if best != NOBODY and game.types[u.type].kind != "hero":
        mods.append(Modifier(-lm, "leader", "17.1", s.units[best].id))
    return Tally("morale", (), tuple(mods), units.morale(game, u, s))


def answer_tally(game: Game, s: Position, unit: int, leaders: Sequence[int] = ()) -> Tally:
    """15.3, 1.5.1, Q-352: the same in answer to an Overrun: cover of the hex they are in; the vehicle gives none."""
    u = s.units[unit]
    tally = nerve_tally(game, s, unit, leaders)
    mods = [m for m in tally.mods if m.why != "cover"]
    if any(m.value > 0 and m.why != "vehicle" for m in location_modifiers(game, s, u.at, u.type, unit)):
        mods.insert(0, Modifier(COVER_BONUS, "cover", "1.5.1", game.board.loc_name(u.at)))
    return Tally(tally.of, (), tuple(mods), tally.need)


class CloseAssault(Procedure, frozen=True, gc=False, kw_only=True):
    """17.1: Morale Checks, into the hex, one assault after the other, and back or on."""

    RULE: ClassVar[str] = "17.1"
    STEPS: ClassVar[tuple[str, ...]] = ("muster", "nerve", "dare", "enter", "fit", "ask", "end")
    side: int
    at: int
    came_from: int
    target: int
    units: tuple[int, ...]
    moved: bool = False
    """They had moved before: who stays behind is Moved, else Ops Complete."""
    overrun: bool = False
    """The answer to an Overrun: they are in the hex already (15.3)."""
    checking: tuple[int, ...] = ()
    """Units that have still to make their Morale Check."""
    passed: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    """Units that have still to attack."""
    helped: tuple[int, ...] = ()
    """Leaders who have helped."""
    entered: bool = False

    def muster(self, d: Draft) -> None:
        """17.1: everybody checks, Leaders first."""
        d.update(self, checking=tuple(sorted(self.units, key=lambda u: not is_leader(d.game, d, u))), passed=())

    def nerve(self, d: Draft) -> None:
        """17.1: the next Morale Check."""
        if not self.checking:
            return
        unit, rest = self.checking[0], self.checking[1:]
        tally = self.tally(d.game, d, unit)
        good = tally.allows(sum(d.roll(2, "morale check", self.side, subject=unit)))
        at = d.units[unit].at
        d.emit(ev.Resolved("morale_check", self.side, at, (tally,), "passed" if good else "failed", unit))
        passed = (*self.passed, unit) if good else self.passed
        d.update(self, checking=rest, passed=passed, step=self.STEPS.index("nerve"))

    def tally(self, game: Game, s: Position, unit: int) -> Tally:
        """17.1: the sum of a unit's Morale Check as things stand."""
        leaders = [u for u in self.passed if is_leader(game, s, u)]
        if self.overrun:
            return answer_tally(game, s, unit, leaders)
        return nerve_tally(game, s, unit, leaders, self.came_from)

    def dare(self, d: Draft) -> None:
        """17.1: who has failed stays behind; so does a Leader without a weapon if nobody else has passed."""
        passed = self.passed if any(may_assault(d.game, d, u) for u in self.passed) else ()
        for u in self.units:
            if u not in passed:
                self._stay(d, u)
        d.update(self, units=tuple(u for u in self.units if u in passed), passed=())

    def _stay(self, d: Draft, unit: int) -> None:
        """17.1: who does not take part has acted all the same; in the hex of a second vehicle he goes back."""
        if self.overrun:
            return
        if self.entered:
            d.emit(ev.Moved(unit, self.at, self.came_from))
        d.flag(unit, MOVED if self.moved or self.entered else OPS_COMPLETE, MOVING | ACTION_MARKERS)

    def enter(self, d: Draft) -> None:
        """17.1, 18.2, 21.4, Q-353: those who passed enter the hex; nobody fires at them, but artillery and Mines do."""
        if not self.units:
            d.update(self, step=len(self.STEPS))
            return
        first = not self.overrun and not self.entered
        d.update(self, entered=True)
        if not first:
            return
        for u in self.units:
            d.emit(ev.Moved(u, self.came_from, self.at))
        drop_spotted(d, self.came_from)
        left_behind(d, self.side, self.came_from)
        if self.came_from >> 3 != self.at >> 3:  # out of a Bunker or Cave no hex is entered
            mines_entering(d, self.at, self.units)
            shell_entering(d, self.at, self.units)

    def fit(self, d: Draft) -> None:
        """17.1: those still in Good Order attack."""
        here = tuple(u for u in self.units if d.units[u].at == self.at)
        able = tuple(u for u in here if d.units[u].good_order and may_assault(d.game, d, u))
        d.update(self, units=here, waiting=able)

    def ask(self, d: Draft) -> None:
        """17.1: the next attacker, if there is one and the vehicle still stands."""
        if self.waiting and d.units[self.target].at == self.at:
            d.update(self, step=self.STEPS.index("ask"))
            d.push(AssaultChoice(side=self.side))

    def end(self, d: Draft) -> None:
        """17.1, Q-350: the vehicle destroyed: they stay, locked for the turn; else they go back, Moved.

        Who has answered an Overrun in vain stays where he is until the vehicle has said whether it remains (15.3).
        """
        if d.units[self.target].at == self.at:
            if not self.overrun:
                self._go_back(d)
            return
        for o in leg_units(d.game, d, 1 - self.side, self.at):
            eliminate(d, o)
        others = [u for u in d.by_loc.get(self.at, ()) if d.units[u].flags & BULK and d.units[u].side != self.side]
        if others and self.units:
            d.update(self, target=others[0], helped=(), step=0)
            return
        for u in self.units if self.overrun else leg_units(d.game, d, self.side, self.at):
            if d.units[u].at == self.at:
                d.flag(u, MELEE, MOVING | ACTION_MARKERS)
        if melee_marker(d, self.at) is None:
            d.emit(ev.MarkerPlaced(Marker("melee", self.at, d.turn)))
        take_control(d, self.at)

    def _go_back(self, d: Draft) -> None:
        """17.1: back to the hex they came from, Moved, whichever way they came; a Hero of theirs comes along."""
        for u in leg_units(d.game, d, self.side, self.at):
            d.emit(ev.Moved(u, self.at, self.came_from))
            d.flag(u, MOVED, MOVING | ACTION_MARKERS)


def best_assail(game: Game, s: Position, frame: CloseAssault) -> Assail:
    """The attack that does most: each with his best weapon, the Leader's help where it adds the most to the chance."""
    leaders = [o for o in frame.units if is_leader(game, s, o) and o not in frame.helped]
    armor = armor_of(game, s, frame.target).total
    ranked = []
    for u in frame.waiting:
        arms = [*([] if is_leader(game, s, u) else [NOBODY]), *anti_tank(game, s, u)]
        weapon = max(arms, key=lambda w: assault_tally(game, s, u, w).total)
        others = [o for o in leaders if o != u and (o not in frame.waiting or u not in leaders)]
        leader = max(others, key=lambda o: units.leadership(game, s.units[o]), default=NOBODY)
        dice = (fire_die(game, frame.side), DIE)
        plain = win_chance(assault_tally(game, s, u, weapon).total - armor, *dice)
        aided = win_chance(assault_tally(game, s, u, weapon, leader).total - armor, *dice)
        gain = (aided - plain) / (1 - plain) if plain < 1 else Fraction(0)
        if leader in frame.waiting:  # he would have to do without an attack of his own
            own = max(assault_tally(game, s, leader, w).total for w in anti_tank(game, s, leader))
            if gain <= win_chance(own - armor, *dice):
                leader = NOBODY
        ranked.append((gain, plain, -u, weapon, leader))
    _, _, unit, weapon, leader = max(ranked)
    name = s.weapons[weapon].id if weapon != NOBODY else ""
    return Assail(s.units[-unit].id, name, s.units[leader].id if leader != NOBODY else "")


def win_chance(ahead: int, attack: int = 6, defence: int = 6) -> Fraction:
    """17.1: chance that a die and so much more is above the other die.

    >>> win_chance(2)
    Fraction(13, 18)
    """
    ways = sum(1 for a in range(1, attack + 1) for b in range(1, defence + 1) if a + ahead > b)
    return Fraction(ways, attack * defence)


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
        for u in frame.waiting:
            arms = [s.weapons[w].id for w in anti_tank(game, s, u)]
            helpers = ["", *(s.units[o].id for o in leaders if o != u)]
            found.extend(Assail(s.units[u].id, w, h) for w in ("", *arms) for h in helpers)
        return found

    def check(self, game: Game, s: Position, command: Assail) -> Refusal | None:
        """17.1: an attacker of the group, a weapon of his, a Leader of the group who fires no weapon himself."""
        frame = self._frame(s)
        unit = s.ids.get(command.unit)
        if unit is None or unit not in frame.waiting:
            return Refusal("17.1", "cannot_close_assault", {"unit": command.unit, "at": game.board.loc_name(frame.at)})
        arms = [s.weapons[w].id for w in anti_tank(game, s, unit)]
        if command.weapon and command.weapon not in arms:
            own = any(s.weapons[w].id == command.weapon for w in s.units[unit].carries)
            code = "no_use_in_assault" if own else "not_its_weapon"
            return Refusal("17.1", code, {"unit": command.unit, "weapon": command.weapon})
        if not command.weapon and is_leader(game, s, unit):
            return Refusal("17.1", "leader_needs_weapon", {"unit": command.unit})
        if command.leader:
            leader = s.ids.get(command.leader, NOBODY)
            able = leader in frame.units and is_leader(game, s, leader) and leader != unit
            used = (
                leader in frame.helped or (may_assault(game, s, leader) and leader not in frame.waiting)
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
        d.update(frame, waiting=tuple(u for u in frame.waiting if u not in gone), helped=helped)
        (attack,) = d.roll(1, "attack", self.side, fire_die(game, self.side), subject=unit)
        (defence,) = d.roll(1, "defence", 1 - self.side)
        won = attack + attack_sum.total > defence + armor.total
        outcome = "destroyed" if won else "none"
        d.emit(ev.Resolved("close_assault", self.side, frame.at, (attack_sum, armor), outcome, frame.target))
        if weapon != NOBODY:
            use_up_in_assault(d, weapon, won)
        if won:
            destroy(d, frame.target, BY_ASSAULT)


def use_up_in_assault(d: Draft, weapon: int, won: bool) -> None:
    """17.1, 1.6.8: what is used once is used up; a captured weapon is lost if it did not help."""
    w = d.weapons[weapon]
    t = d.game.weapon_types[w.type]
    if (w.flags & CAPTURED and not won) or t.kind in USED_UP or "single_use" in t.abilities:
        remove(d, weapon)
