"""6.6, 6.7: what a moving group does beside taking steps: dismount, and fire on the run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import BULK, CONTINUOUS, FIRED
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.firers import check_ready, fire_reach, has_shot
from lnlt.rules.ch05_fire.group import FireGroup
from lnlt.rules.ch05_fire.target import check_target
from lnlt.rules.ch06_movement.costs import points_text
from lnlt.rules.ch10_los_spotting.lines import sees
from lnlt.rules.facts import units
from lnlt.rules.facts.firing_occasion import occasion_of, same_hex_only
from lnlt.rules.facts.mounts import is_mount
from lnlt.rules.facts.movement_modes import MARKERS, allowance
from lnlt.rules.facts.weapons import fire_distance


class Dismount(Command, frozen=True, gc=False):
    """A Mounted Unit of the moving group dismounts where it is."""

    unit: str


class FireOnTheRun(Command, frozen=True, gc=False):
    """The units of the move that do Hit & Run fire at a location; which of them is asked next."""

    at: str
    target: str = ""
    """A vehicle there (17.2); nothing: everything else there."""


def dismount_cost(game: Game, s: Position, unit: int) -> int:
    """6.6: half the Movement Factor, fractions up, in half points."""
    return 2 * -(-units.movement(game, s, s.units[unit]) // 2)


def check_dismount(game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], name: str) -> Refusal | None:
    """6.6, 15.5.1, Q-261: a Mounted Unit of the group that moves normally and has half its Movement Factor left."""
    unit = s.ids.get(name)
    if unit is None or unit not in movers or not is_mount(game, s, unit):
        return Refusal("6.6", "not_mounted", {"unit": name})
    u = s.units[unit]
    if u.flags & CONTINUOUS:
        return Refusal("15.5.1", "must_move", {"unit": name})
    mode = modes[movers.index(unit)]
    if mode != "normal" or not game.types[u.type].dismounts_to:
        return Refusal("6.6", "no_dismounting", {"unit": name})
    cost, left = dismount_cost(game, s, unit), allowance(game, s, unit, mode, movers) - u.mp
    if cost > left:
        return Refusal("6.6", "too_few_points", {"unit": name, "cost": points_text(cost), "left": points_text(left)})
    return None


def dismounts(game: Game, s: Position, movers: Sequence[int]) -> list[Dismount]:
    """Units of a group that might dismount."""
    return [Dismount(s.units[u].id) for u in movers if is_mount(game, s, u)] if game.mounted else []


def may_dismount(game: Game, s: Position, movers: Sequence[int], modes: Sequence[str]) -> bool:
    """6.6: whether anybody of a group can dismount."""
    return any(check_dismount(game, s, movers, modes, c.unit) is None for c in dismounts(game, s, movers))


def dismount(d: Draft, movers: Sequence[int], modes: Sequence[str], name: str) -> tuple[tuple[str, ...], int]:
    """6.6, Q-260: the unit becomes its Leg type and has half of its new Movement Factor; the men who rode with the last
    mounts stand on foot too. Gives the new modes and the half points this took."""
    game, unit = d.game, d.ids[name]
    cost = dismount_cost(game, d, unit)
    d.emit(ev.TypeChanged(unit, game.type_index[game.types[d.units[unit].type].dismounts_to]))
    found = list(modes)
    afoot = [unit]
    if not any(is_mount(game, d, u) for u in movers):
        afoot += [u for u in movers if game.types[d.units[u].type].is_smc]
    for u in afoot:
        d.flag(u, 0, MARKERS[found[movers.index(u)]])
        d.emit(ev.PointsReset(u))
        found[movers.index(u)] = "dismounted"
    return tuple(found), cost


def runners(s: Position, movers: Sequence[int], modes: Sequence[str]) -> tuple[int, ...]:
    """6.7: units of a group that do Hit & Run and have not fired yet."""
    return tuple(
        u for u, mode in zip(movers, modes, strict=True) if mode == "hit_and_run" and not s.units[u].flags & FIRED
    )


def check_fire_on_the_run(
    game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], origin: int, at: int, name: str = ""
) -> Refusal | None:
    """6.7, 4.0, 17.2: units that do Hit & Run fire once, at any time of their move, like any group of a location; at
    the vehicle of that name or at all else."""
    able = runners(s, movers, modes)
    target = s.ids.get(name, NOBODY) if name else NOBODY
    if name and (target == NOBODY or not s.units[target].flags & BULK):
        return Refusal("17.2", "no_such_target", {"unit": name, "at": game.board.loc_name(at)})
    distance, aimed = fire_distance(game, origin, at), bool(name)
    if not any(
        has_shot(game, s, u, distance, at, False, aimed) and check_ready(game, s, u, False) is None for u in able
    ):
        params = {"from": game.board.loc_name(origin), "at": game.board.loc_name(at)}
        return Refusal("6.7", "nobody_can_fire", params)
    occasion = occasion_of(s)
    if occasion is not None:
        if any(origin == used for used, _ in occasion.fired):
            return Refusal("4.0", "fire_together", {"at": game.board.loc_name(origin)})
        refusal = same_hex_only(occasion, origin, at)
        if refusal is not None:
            return refusal
    return check_target(game, s, s.units[movers[0]].side, origin, at, target=target)


def running_shots(
    game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], origin: int
) -> Iterator[FireOnTheRun]:
    """Enemy locations the runners of a group see and reach."""
    if not runners(s, movers, modes):
        return
    side = s.units[movers[0]].side
    reach = fire_reach(game, s, side, origin, False)
    row = game.ranges[origin >> 3]
    for loc, members in s.by_loc.items():
        if s.units[members[0]].side != side and row[loc >> 3] <= reach and sees(game, s, origin, loc):
            for name in ("", *(s.units[u].id for u in members if s.units[u].flags & BULK)):
                yield FireOnTheRun(game.board.loc_name(loc), name)


def may_fire_on_the_run(game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], origin: int) -> bool:
    """6.7: whether a group has something to fire at."""
    return any(
        check_fire_on_the_run(game, s, movers, modes, origin, game.board.loc(c.at), c.target) is None
        for c in running_shots(game, s, movers, modes, origin)
    )


def open_fire_on_the_run(
    d: Draft, movers: Sequence[int], modes: Sequence[str], origin: int, command: FireOnTheRun
) -> None:
    """6.7: ask which of the runners fire."""
    at = d.game.board.loc(command.at)
    target = d.ids[command.target] if command.target else NOBODY
    occasion = occasion_of(d)
    if occasion is not None:
        d.replace_enclosing(occasion, fired=(*occasion.fired, (origin, at)))
    side = d.units[movers[0]].side
    d.push(FireGroup(side=side, origin=origin, at=at, only=runners(d, movers, modes), target=target))
