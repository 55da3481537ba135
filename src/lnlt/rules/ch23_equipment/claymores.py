"""23.2.1: Claymore Mines: deployed in an impulse, detonated against enemies who come within range.

The owner is asked for each Claymore before any Opportunity Fire; a detonation is no fire of anybody.
"""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import BUNKER, CAVE, GROUND, ROOF, UPPER
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_FIRE,
    BULK,
    ELIMINATED,
    HANDLED,
    MELEE,
    MOVING,
    OPS_COMPLETE,
    SHAKEN,
    SMOKED,
)
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Marker, Position, enclosing
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.attack import targets
from lnlt.rules.ch05_fire.damage import compare, damage_check
from lnlt.rules.ch05_fire.modifiers import ADJACENT, defence_tally, target_bonus
from lnlt.rules.ch10_los_spotting.lines import sees
from lnlt.rules.ch13_nations import fire_die
from lnlt.rules.ch14_ordnance.impact import is_armored
from lnlt.rules.ch17_antitank.exposure import damage_column, moving_vehicle, vehicle_cover
from lnlt.rules.facts.adjacency import adjacent, same_building
from lnlt.rules.facts.boats import check_on_land, is_river
from lnlt.rules.facts.caves import in_front, marker_of
from lnlt.rules.facts.deployed_claymores import CLAYMORE, claymore_at
from lnlt.rules.facts.handling import remove, weapon_named
from lnlt.rules.facts.kinds import LONE_SHOTS, SW_USERS

FIREPOWER = 0
MEN = SW_USERS | LONE_SHOTS
"""Single-Man Counters of whom two deploy a Claymore and one detonates it (11.7, Q-010)."""


class DeployClaymore(Command, frozen=True, gc=False):
    """A unit deploys a Claymore it carries where it is; a Single-Man Counter with the help of a second one."""

    unit: str
    weapon: str
    mate: str = ""


def check_fresh(s: Position, unit: int) -> Refusal | None:
    """4.0, 23.2.1: Good Order, and nothing done yet in this turn."""
    u = s.units[unit]
    if u.flags & SHAKEN:
        return Refusal("23.2.1", "not_good_order", {"unit": u.id})
    if u.flags & MELEE:
        return Refusal("8.1", "in_melee", {"unit": u.id})
    if u.flags & (ACTION_MARKERS | MOVING | ASSAULT_FIRE | SMOKED | HANDLED):
        return Refusal("4.0", "has_acted", {"unit": u.id})
    return None


class Deploying(Action):
    """23.2.1: an MMC, or two Single-Man Counters, spend their impulse deploying a Claymore."""

    command = DeployClaymore
    needs_named = True

    def in_play(self, game: Game) -> bool:
        """23.2.1: Claymores are about."""
        return game.claymores

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """Every Claymore carried in the named locations, by each pair of men."""
        found: list[Command] = []
        for loc in impulse.named:
            here = [u for u in s.by_loc.get(loc, ()) if s.units[u].side == impulse.side]
            for u in here:
                for w in s.units[u].carries:
                    if game.weapon_types[s.weapons[w].type].kind == CLAYMORE:
                        smc = game.types[s.units[u].type].is_smc
                        mates = [s.units[o].id for o in here if o != u] if smc else [""]
                        found += [DeployClaymore(s.units[u].id, s.weapons[w].id, mate) for mate in mates]
        return found

    def check(self, game: Game, s: Position, impulse: Impulse, command: DeployClaymore) -> Refusal | None:
        """23.2.1, 4.0, Q-405: who may deploy; one Claymore at most in a location. 23.3.1, Q-544: none on the water."""
        unit, weapon = s.ids.get(command.unit), weapon_named(s, command.weapon)
        if unit is None or s.units[unit].side != impulse.side:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        u = s.units[unit]
        if u.at not in impulse.named:
            return Refusal("4.0", "not_named", {"at": game.board.loc_name(u.at) if u.at >= 0 else u.id})
        if weapon is None or weapon not in u.carries or game.weapon_types[s.weapons[weapon].type].kind != CLAYMORE:
            return Refusal("23.2.1", "not_its_weapon", {"unit": command.unit, "weapon": command.weapon})
        refusal = check_fresh(s, unit) or self._check_hands(game, s, unit, command.mate)
        if refusal is None and game.boats:
            refusal = check_on_land(game, s, unit)
        if refusal is None and claymore_at(s, u.at) is not None:
            return Refusal("23.2.1", "one_claymore", {"at": game.board.loc_name(u.at)})
        return refusal

    @staticmethod
    def _check_hands(game: Game, s: Position, unit: int, mate: str) -> Refusal | None:
        """23.2.1: one MMC that is no Weapon Team, or two men of the right kinds in one location."""
        u = s.units[unit]
        t = game.types[u.type]
        if not t.is_smc:
            fits = t.kind != "weapon_team" and not mate
            return None if fits else Refusal("23.2.1", "cannot_deploy", {"unit": u.id})
        other = s.ids.get(mate, NOBODY)
        if t.kind not in MEN or other in (NOBODY, unit):
            return Refusal("23.2.1", "cannot_deploy", {"unit": u.id})
        o = s.units[other]
        if o.at != u.at or o.side != u.side or game.types[o.type].kind not in MEN:
            return Refusal("23.2.1", "cannot_deploy", {"unit": o.id})
        return check_fresh(s, other)

    def answer(self, d: Draft, impulse: Impulse, command: DeployClaymore) -> None:
        """The marker lies there; they are Ops Complete."""
        unit, weapon = d.ids[command.unit], weapon_named(d, command.weapon)
        assert weapon is not None
        u = d.units[unit]
        d.update(impulse, did=(*impulse.did, u.at))
        remove(d, weapon)
        d.emit(ev.MarkerPlaced(Marker(CLAYMORE, u.at, 1, u.side)))
        for name in (command.unit, command.mate):
            if name:
                d.flag(d.ids[name], OPS_COMPLETE)


def has_watch(game: Game, s: Position, marker: Marker) -> bool:
    """23.2.1: a Good Order MMC, or one man of the right kinds, must be with a Claymore to detonate it.

    23.3.1, Q-544: not in a boat.
    """
    if game.boats and is_river(game, s, marker.at):
        return False
    for u in s.by_loc.get(marker.at, ()):
        unit = s.units[u]
        t = game.types[unit.type]
        if unit.side == marker.side and unit.good_order and not unit.flags & MELEE and (t.is_mmc or t.kind in MEN):
            return True
    return False


def covers_step(game: Game, s: Position, claymore: int, came_from: int, to: int) -> bool:
    """23.2.1, Q-180, Q-405: whether a Claymore may attack those who come to a location from another.

    Never its own location. On an upper floor or roof: the floor below or above in its hex, and the same floor of its
    own building. In a Bunker or Cave: before its front, and its hex if entered from elsewhere. Else what is adjacent.
    """
    if to == claymore or not adjacent(game.board, claymore, to):
        return False
    layer, here, there = claymore & 7, claymore >> 3, to >> 3
    if layer in (BUNKER, CAVE) and here == there:
        marker = marker_of(s.marks, claymore)
        if came_from < 0 or came_from >> 3 == here or marker is None or marker.facing == NOBODY:
            return False
        return not in_front(game.board, here, marker.facing, came_from >> 3)
    if not sees(game, s, claymore, to):
        return False
    if layer in (UPPER, ROOF) and here != there:
        return to & 7 == layer and same_building(game.board, here, there)
    return layer != GROUND or here == there or to & 7 != UPPER or game.board.floors(here) < 2


def claymore_targets(game: Game, s: Position, side: int, at: int, movers: tuple[int, ...]) -> list[int]:
    """23.2.1, 17.3, Q-183: whom a detonation attacks: all Leg units there, or one moving vehicle without armor."""
    there = [u for u in movers if s.units[u].at == at and not s.units[u].flags & ELIMINATED]
    if any(not s.units[u].flags & BULK for u in there):
        return list(targets(game, s, side, at, True))
    return [u for u in there if not is_armored(game.types[s.units[u].type])][:1]


def trip(d: Draft, at: int, came_from: int, movers: tuple[int, ...]) -> None:
    """23.2.1: units have come to a location: the owners of Claymores within range are asked, one after the other."""
    if not movers:
        return
    side = d.units[movers[0]].side
    found = tuple(
        m.at for m in d.markers if m.kind == CLAYMORE and m.side != side and covers_step(d.game, d, m.at, came_from, at)
    )
    if found:
        d.push(Tripped(side=1 - side, at=at, movers=movers, left=found))


class Tripped(Procedure, frozen=True, gc=False, kw_only=True):
    """23.2.1: enemies have come within range of Claymores; each may be detonated, before any Opportunity Fire."""

    RULE: ClassVar[str] = "23.2.1"
    STEPS: ClassVar[tuple[str, ...]] = ("ask", "again")
    side: int
    at: int
    movers: tuple[int, ...]
    left: tuple[int, ...]

    def ask(self, d: Draft) -> None:
        """The next one, if somebody watches over it and there is still somebody to attack."""
        loc, left = self.left[0], self.left[1:]
        d.update(self, left=left)
        marker = claymore_at(d, loc)
        if marker is None or not has_watch(d.game, d, marker):
            return
        if claymore_targets(d.game, d, self.side, self.at, self.movers):
            watched = [m for m in (claymore_at(d, other) for other in left) if m and has_watch(d.game, d, m)]
            others = tuple(m.at for m in watched)
            d.push(ClaymoreChoice(side=self.side, origin=loc, at=self.at, movers=self.movers, others=others))

    def again(self, d: Draft) -> None:
        """Until all were asked for."""
        if self.left:
            d.update(self, step=0)


class Detonate(Command, frozen=True, gc=False):
    """Detonate the Claymore, or first another one that is in range too."""

    at: str = ""
    """Where that one lies."""


class HoldClaymore(Command, frozen=True, gc=False):
    """Keep the Claymore for later."""

    PASSES: ClassVar[bool] = True


class ClaymoreChoice(Question, frozen=True, gc=False, kw_only=True):
    """23.2.1: detonate a Claymore against those who have come within its range, or not."""

    RULE: ClassVar[str] = "23.2.1"
    WINDOW: ClassVar[str] = "claymore"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (Detonate, HoldClaymore)
    origin: int
    at: int
    movers: tuple[int, ...]
    others: tuple[int, ...] = ()
    """Where others lie that will be asked about."""

    def candidates(self, game: Game, s: Position) -> list[Command]:  # noqa: ARG002
        """Both, and any other in range first."""
        return [Detonate(), *(Detonate(game.board.loc_name(other)) for other in self.others), HoldClaymore()]

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:  # noqa: ARG002
        """Of others only those in range."""
        if isinstance(command, Detonate) and command.at:
            if command.at not in [game.board.loc_name(loc) for loc in self.others]:
                return Refusal("23.2.1", "no_claymore_tripped")
        return None

    def answer(self, d: Draft, command: Command) -> None:
        """23.2.1: it attacks and is gone; one after the other, in the order the owner likes."""
        if type(command) is not Detonate:
            return
        origin = d.game.board.loc(command.at) if command.at else self.origin
        marker, tripped = claymore_at(d, origin), enclosing(d, Tripped)
        assert marker is not None
        if origin != self.origin:
            assert tripped is not None
            d.update(tripped, left=(self.origin, *(loc for loc in tripped.left if loc != origin)))
        d.emit(ev.MarkerRemoved(marker))
        d.push(Detonation(side=self.side, origin=origin, at=self.at, movers=self.movers))


def claymore_tallies(game: Game, s: Position, unit: int, origin: int, at: int) -> tuple[Tally, Tally]:
    """23.2.1, 5.0, 17.3, Q-405: no firepower of its own, 2 for a target next door, and what the target's motion gives;
    against that the target's cover. Nothing of those who watch over it."""
    base = (Modifier(FIREPOWER, "claymore", "23.2.1", game.board.loc_name(origin)),)
    near = Modifier(ADJACENT, "adjacent", "5.6")
    if s.units[unit].flags & BULK:
        cover = vehicle_cover(game, s, unit, unit, origin)
        return Tally("fire", base, (near, *moving_vehicle(game, s, unit))), cover
    mods = (near, *target_bonus(game, s, unit, origin, at))
    return Tally("fire", base, mods), defence_tally(game, s, at, origin, unit)


class Detonation(Procedure, frozen=True, gc=False, kw_only=True):
    """23.2.1: the attack of one Claymore."""

    RULE: ClassVar[str] = "23.2.1"
    STEPS: ClassVar[tuple[str, ...]] = ("blast", "check")
    side: int
    origin: int
    at: int
    movers: tuple[int, ...]
    pending: tuple[tuple[int, int], ...] = ()

    def blast(self, d: Draft) -> None:
        """5.0: one die each; every target compares with its own modifiers."""
        game = d.game
        hit = claymore_targets(game, d, self.side, self.at, self.movers)
        enemy = d.units[hit[0]].side
        (attack,) = d.roll(1, "attack", self.side, fire_die(game, self.side))
        (defence,) = d.roll(1, "defence", enemy)
        pending = []
        for unit in hit:
            fire, cover = claymore_tallies(game, d, unit, self.origin, self.at)
            worse = compare(d, "fire", self.side, self.at, (fire, cover), ((attack,), (defence,)), unit)
            if worse is not None:
                pending.append((unit, worse))
        d.update(self, pending=tuple(pending))

    def check(self, d: Draft) -> None:
        """5.1: Damage Checks, Leaders first."""
        if not self.pending:
            return
        (unit, worse), rest = self.pending[0], self.pending[1:]
        d.update(self, pending=rest, step=1)
        table = damage_column(d.game, d, unit, unit, self.origin) if d.units[unit].flags & BULK else ""
        damage_check(d, unit, worse, [u for u, _ in rest], table=table)
