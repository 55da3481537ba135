"""Judgement of moves: who goes, together with whom, where to and how far; set-up, onto the map and off it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lnlt.ai import afloat, heavy
from lnlt.ai.company import Company, Trip
from lnlt.ai.tables import NEVER
from lnlt.core.flags import ASSAULT_FIRE, BULK
from lnlt.core.state import enclosing
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.move import Move
from lnlt.rules.ch22_scenario.entry import EntryGroup
from lnlt.rules.facts.groups import entry_hexes, group_named, waiting
from lnlt.rules.facts.movement_modes import allowance

if TYPE_CHECKING:
    from lnlt.ai.look import Going, Look


def begin_move(look: Look, c: Any) -> float:
    """Move if there is somewhere better to be."""
    trip = look.best_trip(look.game.board.loc(c.origin))
    return trip.gain if trip is not None and trip.gain >= look.t.act else -0.5


def add_mover(look: Look, c: Any) -> float:
    """Who goes first goes; short ways under fire as an Assault Move, so that they can fire too; at the double with
    a Leader."""
    q = look.question
    if not isinstance(q, MoveGroup | EntryGroup):
        return 1.0
    unit = look.s.ids[c.unit]
    if look.party is None:
        look.party = _companions(look, q)
    if look.s.units[unit].flags & ASSAULT_FIRE:  # he must go
        return 1000.0 - unit
    if unit not in look.party:
        return NEVER
    if c.mode == "normal":
        return 1000.5 - unit if _embarks(look, q) else 1000.0 - unit
    if c.mode == "double_time":
        return 1000.1 - unit if look.mind.led(look.party) else NEVER
    if c.mode == "assault" and look.mind.enemies and isinstance(q, MoveGroup):
        half = allowance(look.game, look.s, unit, "assault", [unit])
        trip = look.best_trip(q.origin)
        short = trip is not None and trip.cost <= half and trip.path[-1] not in look.mind.foes
        return 1000.2 - unit if short else NEVER
    return NEVER


def _embarks(look: Look, q: MoveGroup | EntryGroup) -> bool:
    """Whether the units of a location are about to use their boats, which only an ordinary move does."""
    if not look.game.boats or not isinstance(q, MoveGroup):
        return False
    trip = look.best_trip(q.origin)
    return trip is not None and afloat.embarks(look.mind, trip.path, q.origin)


def _companions(look: Look, q: MoveGroup | EntryGroup) -> list[int]:
    """Who is to go together."""
    if isinstance(q, MoveGroup):
        return look.mind.outing(q.origin)[0]
    group = group_named(look.game, q.group)
    left = list(dict.fromkeys([*q.members, *waiting(look.s, group)]))
    if look.mind.heavy:
        left = [i for i in left if not look.s.units[i].flags & BULK]
    risk = min((look.mind.risk(h * 8) for h in entry_hexes(look.game, look.s, group)), default=0.0)
    return look.mind.column(left) if risk <= look.t.quiet else look.mind.party(left)


def step_to(look: Look, c: Any) -> float:
    """The first step of the best way."""
    to = look.game.board.loc(c.at)
    q = look.question
    going = look.going()
    if going is None:
        return look.after(c)
    trip = _onward(look, going, to)
    if isinstance(q, MoveGroup):
        return 1.5 + trip.gain if trip is not None else 0.2  # once begun, a step is owed
    move = enclosing(look.s, Move)
    back = move is not None and to == move.came_from
    return trip.gain if trip is not None and not back else -0.6


def _onward(look: Look, going: Going, to: int) -> Trip | None:
    """The best way of those who move that begins with a step."""
    ways = look.onwards.get(going.at)
    if ways is None:
        left = look.left(going)
        ways = look.mind.trips(going.members, left, going.at, going.origin) if left > 0 or going.at < 0 else []
        look.onwards[going.at] = ways
    return next((t for t in ways if t.path[0] == to), None)


def stop_move(look: Look, c: Any) -> float:  # noqa: ARG001
    """Stay, unless going on is better."""
    return -5.0 if isinstance(look.question, MoveGroup) else look.t.act / 2


def place(look: Look, c: Any) -> float:
    """Set-up: good places first, Leaders with Squads, not too many in a hex."""
    loc = look.game.board.loc(c.at)
    u = look.s.units[look.s.ids[c.unit]]
    t = look.game.types[u.type]
    score = 3.0 + look.mind.desire(loc, u) - 0.3 * max(0, look.mind.crowd(loc) - 1)
    if look.mind.heavy:
        score += heavy.place(look, look.s.ids[c.unit], loc)
    if t.is_mmc:
        return score + 1.0
    return score + (0.5 if look.mind.crowd(loc) else -0.5)


def enter_at(look: Look, c: Any) -> float:
    """Onto the map where it is near to what counts and not under fire."""
    q = look.question
    if not isinstance(q, EntryGroup):
        return look.after(c)
    loc = look.game.board.loc(c.at)
    group = Company(look.mind, q.members, loc)
    return 0.5 + look.mind.value(loc, group) - look.t.risk * group.worth * look.mind.risk(loc)


def exit_map(look: Look, c: Any) -> float:  # noqa: ARG001
    """Off the map only where that counts."""
    going = look.going()
    return 5.0 if going is not None and going.at >> 3 in look.mind.goals.exits else -5.0
