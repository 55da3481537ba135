"""Judgement by rules of thumb: how good each answer to a question seems, in units of a Squad's worth.

Rally, take cover, fire at good odds, go to what counts by ways that are not under fire, keep Leaders with Squads.
Each kind of command has a short function that says how good it seems; any other is judged by the position it leads to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lnlt import engine
from lnlt.ai import afloat, air, barriers, dark, heavy, helicopters, riders, under
from lnlt.ai.company import Company, Trip
from lnlt.ai.drives import Drive
from lnlt.ai.mind import Mind
from lnlt.ai.tables import WORTH
from lnlt.core.flags import ASSAULT_FIRE, BULK, SHAKEN, TRIPOD
from lnlt.core.frames import Command, Question
from lnlt.core.state import State, Unit, enclosing
from lnlt.rules.ch01_concepts import units as values
from lnlt.rules.ch01_concepts.handling import weapon_named
from lnlt.rules.ch01_concepts.kits import in_the_air
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.firepower import Firer, fire_tally
from lnlt.rules.ch05_fire.group import FireGroup
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.modes import allowance
from lnlt.rules.ch06_movement.move import Move, MoveOn
from lnlt.rules.ch22_scenario.entry import EntryGroup
from lnlt.rules.ch22_scenario.groups import entry_hexes, waiting
from lnlt.rules.ch22_scenario.happenings import OutfitGroup

NEVER = -50.0
"""Only if there is nothing else."""


class Look:
    """One question and how good each answer seems, in units of a Squad's worth."""

    def __init__(self, mind: Mind, s: State, question: Question) -> None:
        self.mind = mind
        self.game = mind.game
        self.s = s
        self.side = mind.side
        self.t = mind.temper
        self.question = question
        self.impulse = enclosing(self.s, Impulse)
        self.onwards: dict[int, list[Trip]] = {}
        self._now: float | None = None
        self._party: list[int] | None = None
        self._way: tuple[Trip | None] | None = None
        self.drives: dict[int, list[Drive]] = {}
        self.flights: dict[int, tuple[int, float]] = {}

    def score(self, command: Command) -> float:
        """How good a command seems."""
        kind = type(command)
        judge = _KNOWN.get(kind)
        if judge is None:
            judge = _KNOWN[kind] = _judge_of(str(kind.__struct_config__.tag))
        return judge(self, command)

    # What a location could do

    def best_trip(self, loc: int) -> Trip | None:
        """Where the units of a location had best go; None if they had better stay."""
        if under.last_guard(self.mind, loc) and not self.mind.goals.exits:
            party = self.mind.outing(loc)[0]
            if any(self.game.types[self.s.units[i].type].is_mmc for i in party):
                return None
        found = self.mind.trips_from(loc)
        return found[0] if found and found[0].gain > 0 else None

    def errand(self, loc: int) -> float:
        """What is lost if those of a location who could still go somewhere do not."""
        if in_the_air(loc):
            return 0.0
        trip = self.best_trip(loc)
        return trip.gain if trip is not None else 0.0

    def prospect(self, loc: int) -> float:
        """What activating a location promises."""
        if in_the_air(loc):
            return helicopters.prospect(self, loc)
        if self.mind.is_staying(loc):
            return 0.0
        trip = self.best_trip(loc)
        melee = any(self.s.units[i].side != self.side for i in self.s.by_loc.get(loc, ()))
        found = max(self.t.fire * self.mind.best_shot(loc)[0], trip.gain if trip else 0.0, 0.5 if melee else 0.0)
        if self.game.barricades:
            found = max(found, barriers.prospect(self, loc))
        if self.game.night is not None:
            found = max(found, dark.prospect(self, loc))
        return max(found, heavy.prospect(self, loc)) if self.mind.heavy else found

    # Judges, by kind of command

    def activate(self, c: Any) -> float:
        """A first location for what it can do; a further one through a Leader if it can do something too."""
        value = self.prospect(self.game.board.loc(c.at))
        if value < self.t.act:
            return -0.5
        more = self.impulse is not None and bool(self.impulse.named)
        leader = any(
            self.game.types[self.s.units[i].type].kind == "leader" for i in self.mind.ready(self.game.board.loc(c.at))
        )
        return value + (3.0 if more else 0.1 * leader)

    def fire(self, c: Any) -> float:
        """Fire in an impulse, unless those who would fire had better go somewhere."""
        origin = self.game.board.loc(c.origin)
        at = self.game.board.loc(c.at)
        value = self.t.fire * (self.mind.guns.volley(origin, at, c.target) if c.target else self.mind.shot(origin, at))
        return value if value >= self.t.act and value >= self.errand(origin) else -0.2

    def op_fire(self, c: Any) -> float:
        """Fire at somebody who moves."""
        frame = enclosing(self.s, OpportunityFire)
        if frame is None:
            return 0.0
        origin = self.game.board.loc(c.origin)
        if self.mind.is_staying(origin):
            return -0.2
        target = getattr(c, "target", "")
        shot = self.mind.guns.volley(origin, frame.at, target) if target else self.mind.shot(origin, frame.at)
        value = self.t.react * shot
        return value if value >= self.t.shoot and value >= self.t.errand * self.errand(origin) else -0.2

    def alone(self, c: Any) -> float:
        """Fire of a unit on its own."""
        bombs = heavy.fire_alone(self, c) if self.mind.heavy else None
        if bombs is not None:
            return bombs
        targets = [self.s.units[i] for i in self.s.by_loc.get(self.game.board.loc(c.at), ())] if c.at else []
        return 0.15 + 0.05 * sum(self.mind.worth(u) for u in targets)

    def add_firer(self, c: Any) -> float:
        """Everybody who adds to the sum takes part, in the order the group is built in, with the best weapons."""
        q = self.question
        if not isinstance(q, FireGroup):
            return 1.0
        unit = self.s.ids[c.unit]
        if self.mind.stay is not None and c.unit == self.mind.stay.unit:
            return -0.1
        picked = tuple(w for w, weapon in enumerate(self.s.weapons) if weapon.id in c.weapons)
        now = q.firers()
        then = [*now, Firer(unit, picked, c.ifp and q.mode != "indirect")]
        if self._now is None:
            self._now = self._sum(q, now) if now else 0.0
        gain = self._sum(q, then) - self._now
        return 1000.0 - unit + min(0.9, gain / 20) if gain > 0 else -0.1

    def _sum(self, q: FireGroup, firers: list[Firer]) -> float:
        tallies = (fire_tally(self.game, self.s, firers, f.unit, q.origin, q.at) for f in firers)
        return max((float(sum(m.value for m in t.items)) for t in tallies), default=0.0)

    def open_fire(self, c: Any) -> float:
        """Who leads best."""
        q = self.question
        if not isinstance(q, FireGroup):
            return 0.5
        tally = fire_tally(self.game, self.s, q.firers(), self.s.ids[c.lead], q.origin, q.at)
        return 0.5 + 0.01 * tally.total

    def begin_move(self, c: Any) -> float:
        """Move if there is somewhere better to be."""
        trip = self.best_trip(self.game.board.loc(c.origin))
        return trip.gain if trip is not None and trip.gain >= self.t.act else -0.5

    def add_mover(self, c: Any) -> float:
        """Who goes first goes; short ways under fire as an Assault Move, so that they can fire too; at the double with
        a Leader."""
        q = self.question
        if not isinstance(q, MoveGroup | EntryGroup):
            return 1.0
        unit = self.s.ids[c.unit]
        if self._party is None:
            self._party = self._companions(q)
        if self.s.units[unit].flags & ASSAULT_FIRE:  # he must go
            return 1000.0 - unit
        if unit not in self._party:
            return NEVER
        if c.mode == "normal":
            return 1000.5 - unit if self._embarks(q) else 1000.0 - unit
        if c.mode == "double_time":
            return 1000.1 - unit if any(self._leads(i) for i in self._party) else NEVER
        if c.mode == "assault" and self.mind.enemies and isinstance(q, MoveGroup):
            if self._way is None:
                self._way = (self.best_trip(q.origin),)
            half = allowance(self.game, self.s, unit, "assault", [unit])
            trip = self._way[0]
            short = trip is not None and trip.cost <= half and trip.path[-1] not in self.mind.foes
            return 1000.2 - unit if short else NEVER
        return NEVER

    def _embarks(self, q: MoveGroup | EntryGroup) -> bool:
        """Whether the units of a location are about to use their boats, which only an ordinary move does."""
        if not self.game.boats or not isinstance(q, MoveGroup):
            return False
        trip = self.best_trip(q.origin)
        return trip is not None and afloat.embarks(self.mind, trip.path, q.origin)

    def _leads(self, unit: int) -> bool:
        u = self.s.units[unit]
        return self.game.types[u.type].kind == "leader" and u.good_order

    def _companions(self, q: MoveGroup | EntryGroup) -> list[int]:
        """Who is to go together."""
        if isinstance(q, MoveGroup):
            return self.mind.outing(q.origin)[0]
        group = next(g for g in self.game.setup.groups if g.id == q.group)
        left = list(dict.fromkeys([*q.members, *waiting(self.s, group)]))
        if self.mind.heavy:
            left = [i for i in left if not self.s.units[i].flags & BULK]
        risk = min((self.mind.risk(h * 8) for h in entry_hexes(self.game, self.s, group)), default=0.0)
        return self.mind.column(left) if risk <= self.t.quiet else self.mind.party(left)

    def step_to(self, c: Any) -> float:
        """The first step of the best way."""
        to = self.game.board.loc(c.at)
        q = self.question
        move = enclosing(self.s, Move)
        if isinstance(q, MoveGroup):
            members, modes, start, origin = list(q.members), q.modes, q.origin, q.origin
        elif move is not None:
            members, modes, start, origin = list(move.units), move.modes, move.at, move.origin
        else:
            return self.after(c)
        trip = self._onward(members, modes, (start, origin), to)
        if trip is None or (move is not None and to == move.came_from and not isinstance(q, MoveGroup)):
            return -0.6 if not isinstance(q, MoveGroup) else 0.2  # once begun, a step is owed
        return (1.5 if isinstance(q, MoveGroup) else 0.0) + trip.gain

    def _onward(self, members: list[int], modes: tuple[str, ...], way: tuple[int, int], to: int) -> Trip | None:
        start, origin = way
        if start not in self.onwards:
            left = min(
                allowance(self.game, self.s, i, mode, members) - self.s.units[i].mp
                for i, mode in zip(members, modes, strict=True)
            )
            self.onwards[start] = self.mind.trips(members, left, start, origin) if left > 0 or start < 0 else []
        return next((t for t in self.onwards[start] if t.path[0] == to), None)

    def movers(self) -> list[int]:
        """Who moves, or is about to."""
        move = enclosing(self.s, Move)
        if isinstance(self.question, MoveGroup):
            return list(self.question.members)
        return list(move.units) if move is not None else []

    def stop_move(self, c: Any) -> float:  # noqa: ARG002
        """Stay, unless going on is better."""
        return -5.0 if isinstance(self.question, MoveGroup) else self.t.act / 2

    def place(self, c: Any) -> float:
        """Set-up: good places first, Leaders with Squads, not too many in a hex."""
        loc = self.game.board.loc(c.at)
        u = self.s.units[self.s.ids[c.unit]]
        t = self.game.types[u.type]
        score = 3.0 + self.mind.desire(loc, u) - 0.3 * max(0, self.mind.crowd(loc) - 1)
        if self.mind.heavy:
            score += heavy.place(self, self.s.ids[c.unit], loc)
        if t.is_mmc:
            return score + 1.0
        return score + (0.5 if self.mind.crowd(loc) else -0.5)

    def enter_at(self, c: Any) -> float:
        """Onto the map where it is near to what counts and not under fire."""
        q = self.question
        if not isinstance(q, EntryGroup):
            return self.after(c)
        loc = self.game.board.loc(c.at)
        group = Company(self.mind, q.members, loc)
        return 0.5 + self.mind.value(loc, group) - self.t.risk * group.worth * self.mind.risk(loc)

    def spot(self, c: Any) -> float:
        """Look for the enemy when nothing better is to be done; best by somebody who is of little use otherwise."""
        u = self.s.units[self.s.ids[c.unit]]
        if self.mind.is_staying(u.at):
            return NEVER
        if self.errand(u.at) > self.t.spot:
            return -0.1
        return self.t.spot - 0.05 * self.mind.worth(u) if not u.flags & SHAKEN else self.t.spot - 0.03

    def lay_smoke(self, c: Any) -> float:
        """Smoke where it is dangerous to go on."""
        return 0.1 if self.mind.risk(self.game.board.loc(c.at)) > 0.4 else -0.2

    def deploy(self, c: Any) -> float:
        """A Claymore where enemies may come, not where none is near or they are there already."""
        row = self.game.ranges[self.s.units[self.s.ids[c.unit]].at >> 3]
        nearest = min((row[at >> 3] for at in self.mind.foes), default=99)
        return 0.2 if 2 <= nearest <= 5 else -0.2

    def mission(self, c: Any) -> float:
        """Artillery: on enemies, away from friends."""
        if self.mind.heavy:
            return heavy.ARTILLERY[str(type(c).__struct_config__.tag)](self, c)
        board = self.game.board
        hex_ = board.loc(c.at) >> 3
        value = -0.2
        for near in (hex_, *(n for n in board.neighbours[hex_] if n >= 0)):
            share = 0.6 if near == hex_ else 0.3
            for layer in range(3):
                for i in self.s.by_loc.get(near * 8 + layer, ()):
                    u = self.s.units[i]
                    value += share * self.mind.worth(u) * (1.0 if u.side != self.side else -1.6)
        return value

    def melee(self, c: Any) -> float:
        """Fight a round where the odds are not against us."""
        here = [self.s.units[i] for i in self.s.by_loc.get(self.game.board.loc(c.at), ())]
        mine = sum(values.firepower(self.game, u) for u in here if u.side == self.side and u.good_order)
        theirs = sum(values.firepower(self.game, u) for u in here if u.side != self.side and u.good_order)
        return 0.8 if mine >= theirs else 0.3 if mine * 2 >= theirs else 0.05

    def withdraw(self, c: Any) -> float:
        """Out of a Melee that is lost."""
        return 0.35 - self.melee(c) / 2

    def rally(self, c: Any) -> float:
        """Try with everybody; the best helper first."""
        u = self.s.units[self.s.ids[c.unit]]
        helper = self.s.units[self.s.ids[c.by]] if getattr(c, "by", "") in self.s.ids else None
        lead = values.leadership(self.game, helper) if helper is not None else 0
        return 2.0 + self.mind.worth(u) + 0.1 * lead - (0.05 if getattr(c, "srp", False) else 0.0)

    def leave_map(self, c: Any) -> float:  # noqa: ARG002
        """Off the map only where that counts."""
        move = enclosing(self.s, Move)
        at = self.question.origin if isinstance(self.question, MoveGroup) else move.at if move is not None else -1
        return 5.0 if at >> 3 in self.mind.goals.exits else -5.0

    def give(self, c: Any) -> float:
        """Support Weapons to Squads, one each; a Leader has other things to do."""
        u = self.s.units[self.s.ids[c.unit]]
        if not isinstance(self.question, OutfitGroup):
            return -0.5
        return self._bearer(u)

    def pick_up(self, c: Any) -> float:
        """What lies about, for those who can use it; not what would have to be left there again."""
        if isinstance(self.question, MoveGroup | MoveOn) and self._is_set_up(c.weapon):
            return -0.5
        return self._bearer(self.s.units[self.s.ids[c.unit]]) - 0.5

    def abandon(self, c: Any) -> float:
        """Only what cannot be taken along, by those who are about to go."""
        return 0.4 if isinstance(self.question, MoveGroup) and self._is_set_up(c.weapon) else -1.0

    def _is_set_up(self, name: str) -> bool:
        weapon = weapon_named(self.s, name)
        return weapon is not None and bool(self.s.weapons[weapon].flags & TRIPOD)

    def _bearer(self, u: Unit) -> float:
        """How well a Support Weapon is with a unit."""
        kind = self.game.types[u.type]
        return (WORTH.get(kind.kind, 0.5) if kind.is_mmc else 0.1) - 0.3 * len(u.carries)

    def after(self, command: Command) -> float:
        """How good the position is that a command leads to, before any die."""
        ahead = engine.explore(self.game, self.s, [command])
        if ahead.refusal is not None:
            return -9.0
        now = Mind(self.game, ahead.state, self.side, self.mind.lore, self.t)
        return now_value(now) - now_value(self.mind) + (0.1 if ahead.stopped == "die" else 0.0)


def now_value(mind: Mind) -> float:
    """Rough value of a position for the side that looks at it."""
    value = 0.0
    for u in mind.s.units:
        if u.at < 0:
            continue
        worth = mind.worth(u)
        value += worth + mind.desire(u.at, u) if u.side == mind.side else -worth
        if u.side == mind.side:
            value += 0.05 * len(u.carries)
    return value


def _judge_of(name: str) -> Callable[[Look, Any], float]:
    """The judge of a kind of command."""
    return JUDGES.get(name) or heavy.OVERRUNS.get(name, Look.after)


def _fixed(value: float) -> Callable[[Look, Any], float]:
    return lambda look, c: value  # noqa: ARG005


JUDGES: dict[str, Callable[[Look, Any], float]] = {
    "activate": Look.activate,
    "fire": Look.fire,
    "op_fire": Look.op_fire,
    "fire_alone": Look.alone,
    "fire_on_the_run": _fixed(0.3),
    "add_firer": Look.add_firer,
    "open_fire": Look.open_fire,
    "begin_move": Look.begin_move,
    "add_mover": Look.add_mover,
    "step_to": Look.step_to,
    "stop_move": Look.stop_move,
    "place": Look.place,
    "ready": _fixed(0.5),
    "spot": Look.spot,
    "spot_at": _fixed(0.5),
    "lay_smoke": Look.lay_smoke,
    "fire_starshell": dark.starshell,
    "fire_at_barricade": barriers.fire_at,
    "assault_barricade": barriers.tear_down,
    "deploy_claymore": Look.deploy,
    "detonate": _fixed(0.6),
    "hold_claymore": _fixed(0.0),
    "call_mission": Look.mission,
    "shift_round": Look.mission,
    "fire_for_effect": lambda look, c: heavy.fire_for_effect(look, c) if look.mind.heavy else 0.5,
    "abort_mission": _fixed(-1.0),
    "fight_melee": Look.melee,
    "withdraw_melee": Look.withdraw,
    "add_fighter": _fixed(1.0),
    "add_melee_target": _fixed(1.0),
    "arm_for_melee": lambda look, c: 0.5 + 0.1 * len(c.weapons),  # noqa: ARG005
    "strike_melee": _fixed(0.5),
    "add_withdrawer": _fixed(1.0),
    "try_withdrawal": _fixed(0.5),
    "rally": Look.rally,
    "heal": _fixed(1.9),
    "fight_or_die": _fixed(0.1),
    "combine": _fixed(0.3),
    "repair": _fixed(0.5),
    "pick_up": Look.pick_up,
    "drop": _fixed(-1.0),
    "abandon": Look.abandon,
    "destroy": _fixed(-1.0),
    "give": Look.give,
    "swap": _fixed(-0.5),
    "flip": _fixed(-0.1),
    "dismount": riders.dismount,
    "fly_in": air.fly_in,
    "strafe": lambda look, c: air.attack(look, "cannon"),  # noqa: ARG005
    "drop_bombs": lambda look, c: air.attack(look, "bombs"),  # noqa: ARG005
    "fly_on": _fixed(0.0),
    "fire_at_aircraft": air.at_aircraft,
    "exit_map": Look.leave_map,
    "enter": _fixed(2.0),
    "enter_at": Look.enter_at,
    "op_move": _fixed(-0.3),
    "use_skill": _fixed(0.1),
    "stay_in_motion": _fixed(-0.1),
    "pass_window": lambda look, c: -0.3 if c.whole_move else 0.0,  # noqa: ARG005
    "pass": _fixed(0.0),
    "done": _fixed(0.02),
    "end_rally": _fixed(0.0),
    "end_declaring": _fixed(0.0),
    "next": _fixed(0.0),
    **heavy.HEAVY,
    **helicopters.JUDGES,
}
"""How good a command seems, by its name; any other is judged by the position it leads to."""

_KNOWN: dict[type[Command], Callable[[Look, Any], float]] = {}
