"""1.6.3, 1.6.7: a unit shaken by flames retreats one hex, away from its attacker."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, MOVED, MOVING, TRIPOD
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOWHERE, Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.core.terrain import PROHIBITED
from lnlt.rules.ch05_fire.damage import eliminate
from lnlt.rules.ch05_fire.opportunity import Answerable, OpportunityFire, newcomers
from lnlt.rules.ch06_movement.costs import steps_from, unit_cost
from lnlt.rules.ch06_movement.places import go, left
from lnlt.rules.ch10_los_spotting.lines import sees
from lnlt.rules.ch10_los_spotting.spotting import drop_spotted
from lnlt.rules.ch14_ordnance.acquisition import moves_off
from lnlt.rules.ch14_ordnance.teams import ask_facings
from lnlt.rules.ch18_indirect.shelling import enter_hex
from lnlt.rules.ch20_night.darkness import shows
from lnlt.rules.ch23_equipment.claymores import trip
from lnlt.rules.facts import units
from lnlt.rules.facts.caves import UNDERGROUND, check_underground
from lnlt.rules.facts.stacking import check_stacking
from lnlt.rules.facts.team_places import check_team_step


def check_retreat(game: Game, s: Position, unit: int, attacker: int, to: int) -> Refusal | None:
    """1.6.3, 10.7.1, 20.1.3, 22.0, Q-041: away from the attacker, not closer to other enemies in sight, a hex it may
    enter, out of a Cave a Tunnel."""
    u = s.units[unit]
    names = {"unit": u.id, "at": game.board.loc_name(to)}
    if to not in steps_from(game, u.at, s) or to >> 3 == u.at >> 3:
        return Refusal("1.6.3", "not_adjacent", {"at": names["at"]})
    if to >> 3 not in game.playable:
        return Refusal("22.0", "off_limits", {"at": names["at"]})
    if unit_cost(game, s, unit, u.at, to) == PROHIBITED or check_team_step(game, s, unit, u.at, to) is not None:
        return Refusal("1.6.3", "cannot_retreat_there", names)
    if to & 7 in UNDERGROUND and (refusal := check_underground(game, s, unit, to)) is not None:
        return refusal
    a, b = u.at >> 3, to >> 3
    if game.distance(b, attacker >> 3) <= game.distance(a, attacker >> 3):
        return Refusal("1.6.3", "not_away", names)
    for loc, members in s.by_loc.items():
        if s.units[members[0]].side == u.side:
            continue
        if loc == to:
            return Refusal("1.6.3", "enemy_there", {"at": names["at"]})
        if game.distance(b, loc >> 3) < game.distance(a, loc >> 3) and sees(game, s, u.at, loc):
            if game.night is not None and not shows(game, s, u.at, loc, side=1 - u.side):
                continue
            return Refusal("1.6.3", "closer_to_enemy", {**names, "enemy": game.board.loc_name(loc)})
    if any(m.kind == "melee" for m in s.marks.get(to, ())):
        return Refusal("1.6.3", "enemy_there", {"at": names["at"]})
    return check_stacking(game, s, u.side, to, (unit,))


class Retreat(Answerable, frozen=True, gc=False, kw_only=True):
    """1.6.3: one unit retreats, may draw Opportunity Fire, and is marked Moved; without a way it is eliminated."""

    RULE: ClassVar[str] = "1.6.3"
    STEPS: ClassVar[tuple[str, ...]] = ("ask", "hazards", "events", "window", "finish")
    side: int
    unit: int
    attacker: int
    """Location the flames came from."""
    spent: int = 0
    """Half points: what the hex costs, at most all the unit has (Q-055)."""
    came_from: int = NOWHERE
    at: int = NOWHERE
    """Where it has gone."""

    def on_foot(self) -> tuple[int, ...]:
        """Who retreats."""
        return (self.unit,)

    def ask(self, d: Draft) -> None:
        """Where to; nowhere, or unable to move at all: eliminated, and the Spotted marker with the last (Q-072)."""
        question = RetreatChoice(side=self.side)
        stuck = units.movement(d.game, d, d.units[self.unit]) < 1
        if stuck or not any(question.check(d.game, d, c) is None for c in question.candidates(d.game, d)):
            at = d.units[self.unit].at
            eliminate(d, self.unit)
            drop_spotted(d, at)
            d.update(self, step=len(self.STEPS))
            return
        d.push(question)

    def hazards(self, d: Draft) -> None:
        """18.2, 21.4: Fire for Effect and Mines attack whoever enters their hex."""
        at = d.units[self.unit].at
        enter_hex(d, self.came_from, at, (self.unit,))

    def window(self, d: Draft) -> None:
        """1.6.3, 23.2.1: the retreat may be answered like any movement, and trips Claymores before that."""
        at = d.units[self.unit].at
        if at < 0:
            return
        d.push(OpportunityFire(side=1 - self.side, at=at, budget=max(1, (self.spent + 1) // 2), movers=(self.unit,)))
        if d.game.claymores:
            trip(d, at, self.came_from, (self.unit,))

    def finish(self, d: Draft) -> None:
        """1.6.3, 1.7.1: whoever is left is marked Moved, Heroes created there too; a gun faces as its owner likes."""
        for hero in newcomers(d, self.side, self.at):
            d.flag(hero, MOVED, MOVING)
        if d.units[self.unit].at >= 0:
            d.flag(self.unit, MOVED, MOVING)
            if d.game.has_ordnance:
                ask_facings(d, (self.unit,), self.came_from)


class RetreatTo(Command, frozen=True, gc=False):
    """Retreat to a hex."""

    unit: str
    at: str


class RetreatChoice(Question, frozen=True, gc=False, kw_only=True):
    """1.6.3: the owner of a retreating unit says where it goes."""

    RULE: ClassVar[str] = "1.6.3"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (RetreatTo,)

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Every neighbouring location."""
        retreat = enclosing(s, Retreat)
        assert retreat is not None
        unit = s.units[retreat.unit]
        return [RetreatTo(unit.id, game.board.loc_name(to)) for to in steps_from(game, unit.at, s)]

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """1.6.3: see `check_retreat`."""
        retreat = enclosing(s, Retreat)
        assert retreat is not None
        assert isinstance(command, RetreatTo)
        if command.unit != s.units[retreat.unit].id:
            return Refusal("1.6.3", "another_retreats", {"unit": s.units[retreat.unit].id})
        try:
            to = game.board.loc(command.at)
        except KeyError:
            return Refusal("1.4", "no_such_place", {"at": command.at})
        return check_retreat(game, s, retreat.unit, retreat.attacker, to)

    def answer(self, d: Draft, command: RetreatTo) -> None:
        """The unit goes; what stands assembled stays behind, and so does what it was dug into (21.2, 21.6)."""
        retreat = d.stack[-1]
        assert isinstance(retreat, Retreat)
        u = d.units[retreat.unit]
        to = d.game.board.loc(command.at)
        cost = min(unit_cost(d.game, d, retreat.unit, u.at, to), 2 * units.movement(d.game, d, u))
        for w in u.carries:
            if d.weapons[w].flags & TRIPOD:
                d.emit(ev.WeaponPassed(w, at=u.at))
        d.flag(retreat.unit, MOVING | MOVED, ACTION_MARKERS & ~MOVED)
        if d.game.has_ordnance:
            moves_off(d, (retreat.unit,))
        go(d, retreat.unit, to)
        left(d, u.side, u.at)
        d.replace_enclosing(retreat, spent=cost, came_from=u.at, at=to)
