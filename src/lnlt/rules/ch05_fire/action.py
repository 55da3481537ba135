"""4.0, 5.0: fire as an action of an impulse."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from lnlt.core.board import BUNKER, CAVE
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, ASSAULT_FIRE, BULK, HANDLED, MELEE, OPS_COMPLETE, SHAKEN, SMOKED
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.activation import active
from lnlt.rules.ch04_operations.impulse import Impulse, just_spotted
from lnlt.rules.ch05_fire.firers import can_fire, check_firer, check_ready, fire_reach, sets_alone
from lnlt.rules.ch05_fire.group import FireGroup
from lnlt.rules.ch05_fire.special import MORTAR, ONLY, only_weapons, seen_from
from lnlt.rules.ch05_fire.target import check_target
from lnlt.rules.ch06_movement.steps import check_mover, check_way_out
from lnlt.rules.ch10_los_spotting.lines import perhaps_seen, sees
from lnlt.rules.ch10_los_spotting.spotting import near_locations
from lnlt.rules.ch17_antitank.exposure import check_exposed
from lnlt.rules.ch20_night.darkness import check_dark
from lnlt.rules.facts.adjacency import adjacent
from lnlt.rules.facts.boats import check_on_land
from lnlt.rules.facts.caves import closed_between
from lnlt.rules.facts.firing_occasion import same_hex_only
from lnlt.rules.facts.kinds import LEADER_KINDS
from lnlt.rules.facts.movement_modes import may_assault_fire
from lnlt.rules.facts.weapons import fire_distance, is_mortar

CLOSED = {"bunker": BUNKER, "cave": CAVE}
"""Markers that some weapons alone attack from behind, each with the layer inside."""
SPOTTERS = LEADER_KINDS | {"squad", "half_squad", "crew", "advisor", "hero", "scout"}
"""Kinds that may direct a Mortar's indirect fire (1.6.5)."""


class Fire(Command, frozen=True, gc=False):
    """Units of a named location fire at another; which of them is asked next."""

    origin: str
    at: str
    mode: str = ""
    """"assault_fire": fire first, then move up to half the Movement Factor (6.1.1); "indirect": Mortars (1.6.5)."""
    spotter: str = ""
    """Unit next door that directs indirect fire."""
    target: str = ""
    """A vehicle there (17.2); nothing: everything else there."""


def check_fire(
    game: Game,
    s: Position,
    impulse: Impulse,
    origin: int,
    at: int,
    mode: str = "",
    spotter: str = "",
    target: int = NOBODY,
) -> Refusal | None:
    """4.0, 5.0, 17.2: units of a named location fire together, once in an impulse, at a vehicle or at all else."""
    if mode not in ("", "assault_fire", "indirect"):
        return Refusal("5.0", "no_such_mode", {"mode": mode})
    only = () if origin in impulse.named else arrived_at(s, impulse, origin)
    if origin not in impulse.named and not only:
        return Refusal("4.0", "not_named", {"at": game.board.loc_name(origin)})
    if any(origin == used for used, _ in impulse.fired):
        return Refusal("4.0", "fire_together", {"at": game.board.loc_name(origin)})
    if game.has_vehicles and any(loc == origin and s.units[u].flags & BULK for loc, u in impulse.reached_by):
        return Refusal("4.0", "not_by_that_leader", {"unit": game.board.loc_name(origin)})
    if mode == "indirect" or spotter:
        return same_hex_only(impulse, origin, at) or check_indirect(game, s, impulse, origin, at, mode, spotter, target)
    kinds = only_weapons(game, s, impulse.side, origin, at) if s.weapons else ()
    if kinds and mode == "" and target == NOBODY:
        return same_hex_only(impulse, origin, at) or check_special(game, s, impulse, origin, at, kinds)
    if mode == "assault_fire":
        only = tuple(u for u in s.by_loc.get(origin, ()) if may_assault_fire(game, s, u)) or (NOBODY,)
    if not can_fire(game, s, impulse.side, origin, at, False, only, mode, target != NOBODY):
        params = {"from": game.board.loc_name(origin), "at": game.board.loc_name(at)}
        by_hit = target != NOBODY and can_fire(game, s, impulse.side, origin, at, False, only, mode)
        return Refusal("23.2.5" if by_hit else "5.0", "nobody_can_fire", params)
    refusal = same_hex_only(impulse, origin, at)
    if refusal is not None:
        return refusal
    return check_target(game, s, impulse.side, origin, at, target=target)


def check_special(
    game: Game, s: Position, impulse: Impulse, origin: int, at: int, kinds: Collection[str]
) -> Refusal | None:
    """10.7, 10.7.2, 6.4: a special target: somebody must be ready to fire one of the weapons that may."""
    refusal = check_target(game, s, impulse.side, origin, at, kinds)
    if refusal is not None or weapons_ready(game, s, impulse, origin, at, ONLY):
        return refusal
    return check_target(game, s, impulse.side, origin, at) or Refusal(
        "5.0", "nobody_can_fire", {"from": game.board.loc_name(origin), "at": game.board.loc_name(at)}
    )


def check_indirect(
    game: Game, s: Position, impulse: Impulse, origin: int, at: int, mode: str, spotter: str, target: int = NOBODY
) -> Refusal | None:
    """1.6.5: Mortars fire at a hex that a friend next door sees and directs them at; he may have just spotted it.

    He is not in a boat (23.3.1). They choose a vehicle there that small arms can harm (17.2), or all else. From a Cave
    they fire through its front only (10.7).
    """
    unit = s.ids.get(spotter)
    if unit is None or mode != "indirect":
        return Refusal("1.6.5", "no_spotter", {"unit": spotter})
    u = s.units[unit]
    if u.side != impulse.side or u.at < 0 or game.types[u.type].kind not in SPOTTERS:
        return Refusal("1.6.5", "no_spotter", {"unit": spotter})
    if u.flags & SHAKEN:
        return Refusal("1.6.5", "not_good_order", {"unit": spotter})
    acted = u.flags & (ACTION_MARKERS | ASSAULT_FIRE | SMOKED | HANDLED | MELEE)
    if acted and not (acted == OPS_COMPLETE and just_spotted(s, unit, at)):
        return Refusal("1.6.5", "has_acted", {"unit": spotter})
    if game.boats and (afloat := check_on_land(game, s, unit)) is not None:
        return afloat
    if not adjacent(game.board, u.at, origin):
        return Refusal("1.6.5", "spotter_not_adjacent", {"unit": spotter})
    if not weapons_ready(game, s, impulse, origin, at, "indirect"):
        params = {"from": game.board.loc_name(origin), "at": game.board.loc_name(at)}
        return Refusal("1.6.5", "nobody_can_fire", params)
    if origin & 7 == CAVE and closed_between(game.board, s.marks, origin, seen_from(at)) is not None:
        return Refusal("10.7", "no_line_of_sight", {"from": game.board.loc_name(origin), "at": game.board.loc_name(at)})
    if game.night is not None and (dark := check_dark(game, s, impulse.side, origin, at, target=target)) is not None:
        return dark
    kinds = only_weapons(game, s, impulse.side, u.at, at) & MORTAR if target == NOBODY else ()
    refusal = check_target(game, s, impulse.side, u.at, at, kinds, target)
    return refusal or (check_exposed(game, s, target, origin) if target != NOBODY else None)


def weapons_ready(game: Game, s: Position, impulse: Impulse, origin: int, at: int, mode: str) -> bool:
    """1.6.5, 10.7: whether a unit of the location is ready and has a weapon in range that such an attack needs."""
    distance = fire_distance(game, origin, at)
    only = () if origin in impulse.named else arrived_at(s, impulse, origin)
    for u in s.by_loc.get(origin, ()):
        unit = s.units[u]
        if unit.carries and unit.side == impulse.side and (not only or u in only):
            if check_ready(game, s, u, False, at) is None and sets_alone(game, s, u, distance, at, mode):
                return True
    return False


def indirect_shots(game: Game, s: Position, impulse: Impulse, origin: int) -> list[Fire]:
    """Indirect fire worth checking: every enemy location or vehicle in it, every friend next door as spotter."""
    if not any(is_mortar(game, s, w) for u in s.by_loc.get(origin, ()) for w in s.units[u].carries):
        return []
    name = game.board.loc_name
    friends = [
        s.units[u].id
        for loc in near_locations(game, origin)
        for u in s.by_loc.get(loc, ())
        if s.units[u].side == impulse.side
    ]
    return [
        Fire(name(origin), name(at), "indirect", friend, target)
        for at, members in s.by_loc.items()
        if s.units[members[0]].side != impulse.side
        for target in ("", *(vehicles_at(s, impulse.side, at) if game.has_vehicles else ()))
        for friend in friends
    ]


def special_shots(game: Game, s: Position, impulse: Impulse, origin: int) -> list[Fire]:
    """Caves and Bunkers from behind, empty Caves, if somebody there carries a weapon; hidden units are in sight."""
    if not any(s.units[u].carries for u in s.by_loc.get(origin, ())):
        return []
    name = game.board.loc_name
    inside = [m.at + CLOSED[m.kind] for m in s.markers if m.kind in CLOSED]
    return [Fire(name(origin), name(at)) for at in inside if only_weapons(game, s, impulse.side, origin, at)]


def vehicles_at(s: Position, side: int, at: int) -> list[str]:
    """17.2: enemy vehicles in a location, by id."""
    return [s.units[u].id for u in s.by_loc.get(at, ()) if s.units[u].flags & BULK and s.units[u].side != side]


def arrived_at(s: Position, impulse: Impulse, loc: int) -> tuple[int, ...]:
    """6.1: units that have come to a location by Assault Move in this impulse."""
    return tuple(u for u in impulse.arrived if s.units[u].at == loc)


def check_assault_fire(game: Game, s: Position, impulse: Impulse, origin: int, at: int) -> Refusal | None:
    """6.1.1: somebody there is capable of it, has not acted, and can move afterwards."""
    name = game.board.loc_name(origin)
    if origin in impulse.moved or origin not in impulse.named:
        return Refusal("6.1.1", "move_together", {"at": name})
    for u in s.by_loc.get(origin, ()):
        if s.units[u].side == impulse.side and may_assault_fire(game, s, u):
            if check_firer(game, s, u, origin, at, False, "assault_fire") is not None:
                continue
            if check_mover(game, s, u) is None and check_way_out(game, s, (u,), ("assault",), origin) is None:
                return None
    return Refusal("6.1.1", "no_assault_fire", {"at": name})


def shots(game: Game, s: Position, impulse: Impulse, origin: int) -> list[int]:
    """Enemy locations the units of a named location see and reach."""
    for used, _ in impulse.fired:
        if used == origin:
            return []
    side = impulse.side
    reach = fire_reach(game, s, side, origin, False)
    if not reach:
        return []
    units, row = s.units, game.ranges[origin >> 3]
    perhaps, by_loc = perhaps_seen(game, s, origin), s.by_loc
    return [
        loc
        for loc in s.spread.held[1 - side]
        if row[loc >> 3] <= reach
        and (perhaps >> (loc >> 3) & 1 or loc & 7)
        and units[by_loc[loc][0]].side != side
        and sees(game, s, origin, loc)
    ]


class Firing(Action):
    """4.0, 5.0: units of a named location fire at another."""

    command = Fire
    needs_named = True

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """Every named location at everything it sees and reaches."""
        found: list[Command] = []
        for origin in active(s, impulse):
            found += self.ways(game, s, impulse, origin, shots(game, s, impulse, origin))
        return found

    @staticmethod
    def targets(game: Game, s: Position, impulse: Impulse, origin: int) -> list[int]:
        """What a location sees, reaches and may fire at in any mode of direct fire."""
        seen = shots(game, s, impulse, origin)
        side, armed = impulse.side, bool(s.weapons)
        return [
            at
            for at in seen
            if check_target(game, s, side, origin, at) is None
            or (armed and only_weapons(game, s, side, origin, at))
            or (game.has_vehicles and any(vehicles_at(s, side, at)))
        ]

    @staticmethod
    def ways(game: Game, s: Position, impulse: Impulse, origin: int, seen: Sequence[int]) -> list[Fire]:
        """Direct fire at each target, Assault Fire at each, and every indirect fire of a location."""
        names = game.board.loc_names
        found = [Fire(names[origin], names[at]) for at in seen]
        modes = [""]
        if seen and any(may_assault_fire(game, s, u) for u in s.by_loc.get(origin, ())):
            found += [Fire(names[origin], names[at], "assault_fire") for at in seen]
            modes.append("assault_fire")
        if game.has_vehicles:
            found += [
                Fire(names[origin], names[at], mode, target=name)
                for at in seen
                for name in vehicles_at(s, impulse.side, at)
                for mode in modes
            ]
        if s.weapons:
            found += indirect_shots(game, s, impulse, origin)
            known = set(seen)
            found += [c for c in special_shots(game, s, impulse, origin) if game.board.loc(c.at) not in known]
        return found

    def options(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """The same as the candidates that pass; targets that are none are left out at once."""
        return [
            c
            for origin in active(s, impulse)
            for c in self.ways(game, s, impulse, origin, self.targets(game, s, impulse, origin))
            if self.check(game, s, impulse, c) is None
        ]

    def check(self, game: Game, s: Position, impulse: Impulse, command: Fire) -> Refusal | None:
        """4.0, 5.0: see `check_fire`."""
        origin = game.board.loc(command.origin)
        if command.mode == "assault_fire":
            refusal = check_assault_fire(game, s, impulse, origin, game.board.loc(command.at))
            if refusal is not None:
                return refusal
        at = game.board.loc(command.at)
        target = NOBODY
        if command.target:
            target = s.ids.get(command.target, NOBODY)
            if target == NOBODY or not s.units[target].flags & BULK:
                return Refusal("17.2", "no_such_target", {"unit": command.target, "at": command.at})
        return check_fire(game, s, impulse, origin, at, command.mode, command.spotter, target)

    def answer(self, d: Draft, impulse: Impulse, command: Fire) -> None:
        """Ask who fires."""
        origin, at = d.game.board.loc(command.origin), d.game.board.loc(command.at)
        assaulted = impulse.assaulted
        if command.mode == "assault_fire" and origin not in assaulted:
            assaulted = (*assaulted, origin)
        d.update(impulse, fired=(*impulse.fired, (origin, at)), assaulted=assaulted)
        only = () if origin in impulse.named else arrived_at(d, impulse, origin)
        spotter = d.ids[command.spotter] if command.spotter else NOBODY
        mode = command.mode
        target = d.ids[command.target] if command.target else NOBODY
        if not mode and d.weapons and target == NOBODY and only_weapons(d.game, d, impulse.side, origin, at):
            mode = ONLY
        side = impulse.side
        d.push(FireGroup(side=side, origin=origin, at=at, mode=mode, only=only, spotter=spotter, target=target))
