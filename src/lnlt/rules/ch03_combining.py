"""3.0: two Half-Squads become a Squad again."""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import MELEE, RALLY_TRIED
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch03_rally import RallyChoice
from lnlt.rules.facts import units
from lnlt.rules.facts.chance import pick_one
from lnlt.rules.facts.leaders import is_leader


class Combine(Command, frozen=True, gc=False):
    """Two Half-Squads form a Squad."""

    RULE: ClassVar[str] = "3.0"

    unit: str
    with_unit: str


def parents(game: Game, s: Position, unit: int) -> frozenset[int]:
    """3.0: Squad types a Half-Squad may come from: the one it was, if reduced in play, else all that reduce to it."""
    u = s.units[unit]
    key = game.types[u.type].key
    before = game.first_types.get(u.id)
    if before is not None and key in game.types[before].reduces_to:
        return frozenset({before})
    return game.parents.get(key, frozenset())


def check_combine(game: Game, s: Position, side: int, one: int, two: int) -> Refusal | None:
    """3.0: two Good Order Half-Squads of one badge and one parent, with a Good Order Leader of theirs, not in Melee."""
    a, b = s.units[one], s.units[two]
    both = {"unit": a.id, "other": b.id}
    if one >= two or a.side != side or b.side != side or a.at < 0 or a.at != b.at:
        return Refusal("3.0", "not_together", both)
    for u in (a, b):
        if game.types[u.type].kind != "half_squad":
            return Refusal("3.0", "no_half_squad", {"unit": u.id})
        if not u.good_order:
            return Refusal("3.0", "not_good_order", {"unit": u.id})
        if u.flags & MELEE:
            return Refusal("3.0", "in_melee", {"unit": u.id})
    if not units.same_command(game, a, b) or not parents(game, s, one) & parents(game, s, two):
        return Refusal("3.0", "no_common_parent", both)
    for other in s.by_loc[a.at]:
        leader = s.units[other]
        if leader.good_order and is_leader(game, s, other) and units.same_command(game, leader, a):
            return None
    return Refusal("3.0", "needs_leader_here", both)


class Combining(RallyChoice):
    """3.0: two Half-Squads become a Squad again."""

    command = Combine

    def candidates(self, game: Game, s: Position, side: int) -> list[Command]:
        """Every two Half-Squads of one location."""
        if not any(t.kind == "half_squad" for t in game.types):
            return []
        found: list[Command] = []
        for members in s.by_loc.values():
            if s.units[members[0]].side != side or len(members) < 3:
                continue
            halves = [u for u in members if game.types[s.units[u].type].kind == "half_squad"]
            found.extend(Combine(s.units[a].id, s.units[b].id) for a, b in combinations(halves, 2))
        return found

    def check(self, game: Game, s: Position, side: int, command: Combine) -> Refusal | None:
        """3.0: see `check_combine`."""
        one, two = s.ids.get(command.unit), s.ids.get(command.with_unit)
        if one is None or two is None:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit if one is None else command.with_unit})
        return check_combine(game, s, side, one, two)

    def answer(self, d: Draft, side: int, command: Combine) -> None:
        """3.0: the first becomes the Squad and takes over the weapons; a die decides between several Squad types."""
        one, two = d.ids[command.unit], d.ids[command.with_unit]
        types = sorted(parents(d.game, d, one) & parents(d.game, d, two))
        squad = types[pick_one(d, len(types), side)]
        for weapon in d.units[two].carries:
            d.emit(ev.WeaponPassed(weapon, one))
        d.emit(ev.TypeChanged(one, squad))
        d.flag(one, d.units[two].flags & RALLY_TRIED)
        d.emit(ev.Combined(two, one))
