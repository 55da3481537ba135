"""12.0: The Ambush: friends have been lying in wait beside the enemy."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, BULK
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Marker, Position, Unit, Weapon
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch06_movement.costs import can_stand
from lnlt.rules.ch10_los_spotting.spotting import near_locations
from lnlt.rules.ch11_smc.heroes import Place
from lnlt.rules.facts.control import take_control
from lnlt.rules.facts.melee_marks import KIND, has_both_sides, lock, melee_marker
from lnlt.rules.facts.stacking import check_stacking
from lnlt.rules.facts.units import same_command

ARRIVALS: dict[int, tuple[tuple[str, ...], bool]] = {
    1: ((), False),
    2: (("half_squad",), True),
    3: (("squad",), True),
    4: (("squad",), True),
    5: (("squad", "squad"), False),
    6: (("squad", "squad"), False),
}
"""Per face: who comes, and whether with a machine gun."""


def squad_type(game: Game, s: Position, unit: int) -> int | None:
    """The Squad type of the user's command: the one most of his side's Squads have (Q-247)."""
    u = s.units[unit]
    own = [
        i
        for i, t in enumerate(game.types)
        if t.kind == "squad" and same_command(game, u, Unit("", u.side, i)) and t.reduces_to
    ]
    used = Counter(game.type_index[other.type] for other in game.setup.units if game.side_index[other.side] == u.side)
    return max(own, key=lambda i: (used[i], -i), default=None)


def machine_gun(game: Game, s: Position, unit: int) -> int | None:
    """The machine gun they bring: one of the nation's, if the game has any."""
    nation = game.types[s.units[unit].type].nation.partition("_")[0]
    guns = [
        i
        for i, t in enumerate(game.weapon_types)
        if t.kind == "machine_gun" and t.fp is not None and t.nation.partition("_")[0] in ("", nation)
    ]
    return guns[0] if guns else None


class TheAmbush:
    """12.0 The Ambush: used in an own impulse by somebody in or next to a location with enemies."""

    skill = "the_ambush"

    def check(self, game: Game, s: Position, impulse: Impulse, unit: int) -> Refusal | None:  # noqa: ARG002
        """There must be an enemy next to him, and men of his own kind to come."""
        u = s.units[unit]
        near = (u.at, *near_locations(game, u.at))
        if not any(s.units[o].side != u.side for loc in near for o in s.by_loc.get(loc, ())):
            return Refusal("12.0", "no_enemy_near", {"unit": u.id})
        if squad_type(game, s, unit) is None:
            return Refusal("12.0", "nobody_to_come", {"unit": u.id})
        return None

    def use(self, d: Draft, impulse: Impulse, unit: int) -> None:
        """One die says who comes; they have the user's activation status."""
        d.update(impulse, placed=True)
        (face,) = d.roll(1, "random", impulse.side, subject=unit)
        kinds, armed = ARRIVALS[face]
        squad = squad_type(d.game, d, unit)
        assert squad is not None
        for kind in reversed(kinds):
            number = squad
            if kind == "half_squad":
                number = d.game.type_index[d.game.types[squad].reduces_to[0]]
            self._bring(d, unit, number, armed)

    def _bring(self, d: Draft, user: int, type_: int, armed: bool) -> None:
        u = d.units[user]
        new = len(d.units)
        d.emit(ev.UnitCreated(Unit(_name(d, u.id), u.side, type_, NOWHERE, u.flags & ACTION_MARKERS)))
        gun = machine_gun(d.game, d, user) if armed else None
        if gun is not None:
            d.emit(ev.WeaponCreated(Weapon(f"{d.units[new].id}-mg", gun, u.side)))
            d.emit(ev.WeaponPassed(len(d.weapons) - 1, new))
        place = PlaceAmbusher(side=u.side, unit=new, user=user)
        if any(place.check(d.game, d, c) is None for c in place.candidates(d.game, d)):
            d.push(place)
        else:
            for weapon in d.units[new].carries:
                d.emit(ev.WeaponPassed(weapon, NOBODY, u.at))
            d.emit(ev.Eliminated(new))


def _name(d: Draft, user: str) -> str:
    number = 1
    while f"{user}-ambush-{number}" in d.ids:
        number += 1
    return f"{user}-ambush-{number}"


class PlaceAmbusher(Question, frozen=True, gc=False, kw_only=True):
    """12.0 The Ambush: a new unit appears in the user's location or next to it, among enemies too."""

    RULE: ClassVar[str] = "12.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (Place,)
    PART_OF_ACT: ClassVar[bool] = True
    unit: int
    user: int

    def candidates(self, game: Game, s: Position) -> list[Place]:
        """His location and those around it."""
        at = s.units[self.user].at
        name = s.units[self.unit].id
        return [Place(name, game.board.loc_name(loc)) for loc in (at, *near_locations(game, at)) if _outside(loc)]

    def check(self, game: Game, s: Position, command: Place) -> Refusal | None:
        """12.0, 1.3, 22.0, Q-247: near enough, in play, no enemy vehicle there, enterable, within stacking limits."""
        at = s.units[self.user].at
        where: dict[str, str | int] = {"unit": command.unit, "at": command.at}
        try:
            loc = game.board.loc(command.at)
        except KeyError:
            return Refusal("1.4", "no_such_place", {"at": command.at})
        if command.unit != s.units[self.unit].id or not (loc == at or loc in near_locations(game, at)):
            return Refusal("12.0", "not_adjacent", where)
        if any(s.units[o].side != self.side and s.units[o].flags & BULK for o in s.by_loc.get(loc, ())):
            return Refusal("12.0", "enemy_there", where)
        if loc >> 3 not in game.playable:
            return Refusal("22.0", "off_limits", {"at": command.at})
        if not _outside(loc) or not can_stand(game, s, loc):
            return Refusal("6.0", "terrain_prohibited", {**where, "terrain": game.board.terrain[loc >> 3].key})
        return check_stacking(game, s, self.side, loc, (self.unit,))

    def answer(self, d: Draft, command: Place) -> None:
        """It is there and holds the place (Q-565); among enemies all are locked in Melee, and no round has been fought
        (Q-215); under a Melee marker it is locked, too (Q-568)."""
        loc = d.game.board.loc(command.at)
        d.emit(ev.Moved(self.unit, NOWHERE, loc))
        take_control(d, loc)
        if has_both_sides(d, loc) and melee_marker(d, loc) is None:
            d.emit(ev.MarkerPlaced(Marker(KIND, loc, 0)))
        if melee_marker(d, loc) is not None:
            lock(d, loc)


def _outside(loc: int) -> bool:
    """Ground, upper floors and roofs; Bunkers and Caves are not entered this way."""
    return loc & 7 <= 2
