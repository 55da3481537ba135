"""11.2: Heroes and how they are created."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    ELIMINATED,
    IN_TRENCHES,
    IN_TUNNEL,
    MELEE,
    MOVED,
    MOVING,
)
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position, Unit
from lnlt.core.tally import Refusal
from lnlt.core.terrain import PROHIBITED
from lnlt.rules.ch06_movement.costs import steps_from, unit_cost
from lnlt.rules.ch06_movement.places import go
from lnlt.rules.ch12_skills import draw_skill
from lnlt.rules.ch13_nations import hero_faces
from lnlt.rules.facts.kits import is_helicopter, kit_of, place_of
from lnlt.rules.facts.melee_marks import lock, melee_marker
from lnlt.rules.facts.stacking import check_stacking
from lnlt.rules.facts.units import same_nation

MAX_HEROES = 2
PARENTS = frozenset({"squad", "half_squad"})
INHERITED = ACTION_MARKERS | MOVING | ASSAULT_FIRE | MELEE | IN_TUNNEL | IN_TRENCHES
"""What a Hero shares with his parent: what it has done, how it moves, a Melee it is in (11.2.1, 6.1.1, 8.1)."""


def hero_types(game: Game, s: Position, side: int) -> list[str]:
    """Hero types the side may still draw: of its nation, values known, not used already."""
    nation = game.sides[side].nation
    used = {u.type for u in s.units if u.side == side}
    stated = game.setup.heroes.types.get(game.side_name(side))
    return [
        t.key
        for i, t in enumerate(game.types)
        if t.kind == "hero" and t.morale and i not in used
        if (t.key in stated if stated is not None else same_nation(t.nation, nation))
    ]


def may_spawn(game: Game, s: Position, unit: int) -> bool:
    """11.2.1, 5.1: Squads and Half-Squads, Good Order or Shaken, while the side has fewer than two Heroes (Q-037)."""
    return may_be_parent(game, s, unit) and heroes_of(game, s, s.units[unit].side) < MAX_HEROES


def may_be_parent(game: Game, s: Position, unit: int) -> bool:
    """11.2.1: a Squad or Half-Squad of a side that creates Heroes."""
    u = s.units[unit]
    if game.types[u.type].kind not in PARENTS:
        return False
    said = game.setup.heroes
    return said.creation and game.side_name(u.side) not in said.none


def heroes_of(game: Game, s: Position, side: int) -> int:
    """Heroes a side has, those still to come included."""
    return game.setup.heroes.due.get(game.side_name(side), 0) + sum(
        1 for h in s.units if h.side == side and not h.flags & ELIMINATED and game.types[h.type].kind == "hero"
    )


def room_for_heroes(game: Game, s: Position, side: int) -> int:
    """11.2.1, Q-037: how many more Heroes a side can get."""
    return min(MAX_HEROES - heroes_of(game, s, side), len(hero_types(game, s, side)))


def hero_chance(game: Game, side: int) -> Fraction:
    """11.2.1: chance that one Damage Check brings a Hero: a natural 1, then a face that does."""
    return Fraction(len(hero_faces(game, side)), 6 * 6)


def on_the_ground(d: Draft, passenger: int) -> Unit:
    """11.2.1, Q-365: a passenger as parent of a Hero, who appears in the hex of the vehicle, Moved if it has moved; not
    out of a helicopter, nor among enemies."""
    u = d.units[passenger]
    at = place_of(d, passenger)
    if at < 0 or kit_of(u).aboard == NOBODY or any(d.units[o].side != u.side for o in d.by_loc.get(at, ())):
        return u
    carrier = d.units[kit_of(u).aboard]
    if is_helicopter(d.game, carrier):
        return u
    moved = MOVED if carrier.flags & (MOVING | MOVED | ASSAULT_MOVE) else 0
    return replace(u, at=at, flags=u.flags & ~MOVING | moved)


def roll_for_hero(d: Draft, parent: int, before: Unit) -> None:
    """11.2.1: an even die creates a Hero in the parent's place; `before` is the parent as it was before its result.

    He draws a Skill, if the scenario does not say otherwise (12.0).
    """
    game = d.game
    side = before.side
    (die,) = d.roll(1, "hero creation", side, subject=parent)
    pool = hero_types(game, d, side)
    if die not in hero_faces(game, side) or not pool:
        return
    key = pool[d.draw(pool, "hero", side)]
    skill = draw_skill(d, side, "hero") if game.setup.heroes.skills else ""
    number = 1
    while f"{key}-{number}" in d.ids:
        number += 1
    hero = Unit(f"{key}-{number}", side, game.type_index[key], before.at, before.flags & INHERITED, before.mp)
    if skill:
        hero = replace(hero, skills=(*game.types[hero.type].skills, skill))
    index = len(d.units)
    d.emit(ev.UnitCreated(hero))
    find_room(d, index)


def find_room(d: Draft, hero: int) -> None:
    """11.2.1, 1.3, Q-203: a new Hero who does not fit where he is goes next door; if there is no room either, he is
    lost."""
    game, u = d.game, d.units[hero]
    if check_stacking(game, d, u.side, u.at, (hero,)) is None:
        return
    place = PlaceHero(side=u.side, unit=hero)
    if any(place.check(game, d, c) is None for c in place.candidates(game, d)):
        d.push(place)
    else:
        d.emit(ev.Eliminated(hero))


class Place(Command, frozen=True, gc=False):
    """Put a unit on the board."""

    unit: str
    at: str


class PlaceHero(Question, frozen=True, gc=False, kw_only=True):
    """11.2.1: a new Hero who does not fit goes to any adjacent hex without enemies, as a free move."""

    RULE: ClassVar[str] = "11.2.1"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (Place,)
    PART_OF_ACT: ClassVar[bool] = True
    unit: int

    def candidates(self, game: Game, s: Position) -> list[Place]:
        """Every location one step away."""
        u = s.units[self.unit]
        return [Place(u.id, game.board.loc_name(loc)) for loc in steps_from(game, u.at, s)]

    def check(self, game: Game, s: Position, command: Place) -> Refusal | None:
        """11.2.1, 22.0, Q-465: one step away where he could go, in play, no enemy there, within stacking limits."""
        u = s.units[self.unit]
        ways = [loc for loc in steps_from(game, u.at, s) if game.board.loc_name(loc) == command.at]
        if command.unit != u.id or not ways or unit_cost(game, s, self.unit, u.at, ways[0]) == PROHIBITED:
            return Refusal("11.2.1", "not_adjacent", {"unit": command.unit, "at": command.at})
        if ways[0] >> 3 not in game.playable:
            return Refusal("22.0", "off_limits", {"at": command.at})
        if any(s.units[o].side != u.side for o in s.by_loc.get(ways[0], ())):
            return Refusal("11.2.1", "enemy_there", {"at": command.at})
        return check_stacking(game, s, u.side, ways[0], (self.unit,))

    def answer(self, d: Draft, command: Place) -> None:
        """A free move without a marker, out of a Melee too; a Hero of a moving parent has thereby moved (Q-202).

        Q-565: he enters the hex; Claymores come last. Q-568: a Melee marker there locks him.
        """
        from lnlt.rules.ch18_indirect.shelling import enter_hex
        from lnlt.rules.ch23_equipment.claymores import trip

        u = d.units[self.unit]
        to = d.game.board.loc(command.at)
        go(d, self.unit, to)
        d.flag(self.unit, 0, MELEE)
        if melee_marker(d, to) is not None:
            lock(d, to)
        elif u.flags & MOVING:
            d.flag(self.unit, MOVED, MOVING | ASSAULT_FIRE)
        if d.game.claymores:
            trip(d, to, u.at, (self.unit,))
        enter_hex(d, u.at, to, (self.unit,))
