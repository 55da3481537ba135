"""22.0: set-up before the first turn: each side in its order outfits and places what begins on the map."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import BUNKER
from lnlt.core.draft import Draft
from lnlt.core.flags import FLIPPED, JAMMED
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.setup import Group
from lnlt.core.state import NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch01_concepts.flipping import flip
from lnlt.rules.ch06_movement.costs import can_stand
from lnlt.rules.ch11_smc.heroes import Place
from lnlt.rules.ch21_fortifications.set_up import works_of
from lnlt.rules.ch22_scenario.facing import (
    FaceUnit,
    check_face,
    check_place,
    face,
    face_enemy,
    facings,
    set_up_done,
    stands_at,
)
from lnlt.rules.ch22_scenario.outfit import outfitting
from lnlt.rules.facts.boats import check_afloat, is_river
from lnlt.rules.facts.bunkers import check_in_bunker
from lnlt.rules.facts.control import take_all
from lnlt.rules.facts.groups import EDGES, group_named, printed, waiting
from lnlt.rules.facts.kits import in_the_air
from lnlt.rules.facts.shelters import dig_in
from lnlt.rules.facts.stacking import check_stacking
from lnlt.rules.facts.team_places import check_team_place
from lnlt.rules.facts.weapons import is_two_sided


class SetUp(Procedure, frozen=True, gc=False, kw_only=True):
    """22.0: one group after another: weapons are given out, units placed, two-sided weapons turned over."""

    RULE: ClassVar[str] = "22.0"
    STEPS: ClassVar[tuple[str, ...]] = ("next_group", "edges", "finish", "events")

    def next_group(self, d: Draft) -> None:
        """Ask for what is still to be done, in the order of the sides; then go on."""
        for group in ordered(d.game):
            side = d.game.side_index[group.side]
            if group.held or group.secret:
                continue
            work = works_of(d, group) if group.works else None
            if work is not None:
                d.update(self, step=0)
                d.push(work)
                return
            outfit = outfitting(d, group)
            if outfit is not None:
                d.update(self, step=0)
                d.push(outfit)
                return
            if group.setup and not d.notes.get(f"ready:{group.id}"):
                d.update(self, step=0)
                d.push(Deploy(side=side, group=group.id))
                return

    def edges(self, d: Draft) -> None:
        """22.0: edges that a die decides are rolled when everybody is set up, before the first impulse."""
        for group in d.game.setup.groups:
            if group.edge_roll:
                (die,) = d.roll(1, "random", d.game.side_index[group.side])
                d.emit(ev.Noted(f"edge:{group.id}", EDGES.index(group.edge_roll[str(die)]) + 1))

    def finish(self, d: Draft) -> None:
        """22.1: who stands somewhere controls it; guns are dug in where Foxholes are (21.2)."""
        dig_in(d)
        take_all(d)


def ordered(game: Game) -> list[Group]:
    """Groups in the order their sides set up."""
    order = game.setup.setup_order or tuple(s.id for s in game.sides)
    return sorted(game.setup.groups, key=lambda g: order.index(g.side) if g.side in order else len(order))


def bunkers(game: Game, s: Position, group: Group) -> list[str]:
    """21.1: the insides of the Bunkers in the area of a group."""
    names = game.board.names
    inside = [f"{names[m.at >> 3]}/bunker" for m in s.markers if m.kind == "bunker" and names[m.at >> 3] in group.setup]
    return [place for place in inside if place not in group.setup]


class Assemble(Command, frozen=True, gc=False):
    """Turn a two-sided Support Weapon over: its tripod or assembled side up, or down."""

    weapon: str


class Ready(Command, frozen=True, gc=False):
    """The group is set up."""


class Deploy(Question, frozen=True, gc=False, kw_only=True):
    """22.0, Q-220: where the units of a group set up, and which side of their two-sided weapons is up."""

    RULE: ClassVar[str] = "22.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (Place, Assemble, FaceUnit, Ready)
    group: str

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Units left in every hex of the area; when all stand, weapons to turn over and the end."""
        group = group_named(game, self.group)
        left = waiting(s, group)
        if left:
            return [Place(s.units[u].id, place) for u in left for place in (*group.setup, *bunkers(game, s, group))]
        found: list[Command] = [Assemble(s.weapons[w].id) for u in group.units for w in s.units[s.ids[u]].carries]
        found.extend(facings(game, s, group))
        found.append(Ready())
        return found

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """22.0, 1.3, 1.6.1, 1.6.5: inside the area, within stacking limits, terrain the unit may stand in."""
        group = group_named(game, self.group)
        left = waiting(s, group)
        if type(command) is Ready:
            return Refusal("22.0", "not_all_placed", {"group": group.id}) if left else None
        if type(command) is Assemble:
            return self._check_assemble(game, s, command, bool(left))
        if type(command) is FaceUnit:
            return check_face(game, s, group, command, bool(left))
        assert type(command) is Place
        unit = s.ids.get(command.unit)
        if unit is None or unit not in left:
            return Refusal("22.0", "not_waiting", {"unit": command.unit})
        if printed(game, command.at) not in group.setup and command.at not in bunkers(game, s, group):
            return Refusal("22.0", "not_allowed_here", {"unit": command.unit, "at": command.at})
        to = stands_at(game, s, unit, game.board.loc(command.at))
        if in_the_air(to):
            taken = to in s.by_loc
            return Refusal("19.2.1", "one_helicopter", {"at": command.at}) if taken else None
        if game.boats and is_river(game, s, to):
            afloat = check_afloat(game, s, unit, to)
            if afloat is not None:
                return afloat
        elif not can_stand(game, s, to):
            return Refusal("6.0", "terrain_prohibited", {"at": command.at, "terrain": game.board.terrain[to >> 3].key})
        if any(s.units[o].side != self.side for o in s.by_loc.get(to, ())):
            return Refusal("22.0", "enemy_there", {"at": command.at})
        refusal = check_in_bunker(game, s, unit, to) if to & 7 == BUNKER else None
        refusal = refusal or check_team_place(game, s, unit, to) or check_place(game, s, unit, to)
        return refusal or check_stacking(game, s, self.side, to, (unit,))

    def _check_assemble(self, game: Game, s: Position, command: Assemble, left: bool) -> Refusal | None:
        group = group_named(game, self.group)
        if left:
            return Refusal("22.0", "not_all_placed", {"group": group.id})
        for name in group.units:
            for w in s.units[s.ids[name]].carries:
                weapon = s.weapons[w]
                if weapon.id == command.weapon:
                    able = is_two_sided(game.weapon_types[weapon.type]) and not weapon.flags & (JAMMED | FLIPPED)
                    return None if able else Refusal("1.6.1", "no_tripod", {"weapon": command.weapon})
        return Refusal("1.6", "not_its_weapon", {"unit": "", "weapon": command.weapon})

    def answer(self, d: Draft, command: Command) -> None:
        """Place, turn over, or be done; the question comes again until the group is ready."""
        if type(command) is Place:
            unit = d.ids[command.unit]
            d.emit(ev.Moved(unit, NOWHERE, stands_at(d.game, d, unit, d.game.board.loc(command.at))))
            face_enemy(d, d.ids[command.unit])
        elif type(command) is FaceUnit:
            face(d, command)
        elif type(command) is Assemble:
            w = next(i for i, weapon in enumerate(d.weapons) if weapon.id == command.weapon)
            flip(d, w)
        else:
            d.emit(ev.Noted(f"ready:{self.group}", 1))
            set_up_done(d, group_named(d.game, self.group))
            for name in group_named(d.game, self.group).units:
                for w in d.units[d.ids[name]].carries:
                    if d.weapons[w].flags & FLIPPED:
                        d.emit(ev.WeaponChanged(w, 0, FLIPPED))
