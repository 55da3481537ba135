"""Who goes somewhere together: one MMC alone under fire, columns with a Leader elsewhere; and how fast they are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from lnlt.ai.ground import is_heavy
from lnlt.ai.wants import Wants
from lnlt.core.flags import ACTION_MARKERS, BULK, MELEE, SHAKEN
from lnlt.rules.facts import units as values
from lnlt.rules.facts.movement_modes import allowance

BUSY = ACTION_MARKERS | MELEE


class Parties(Wants):
    """Units of one side that could go somewhere."""

    @cached_property
    def heavy(self) -> bool:
        """Whether there are vehicles, guns or fortifications in the game."""
        return is_heavy(self.game)

    def ready(self, loc: int) -> list[int]:
        """Own units of a location that could still move."""
        units = self.s.units
        found = [i for i in self.s.by_loc.get(loc, ()) if units[i].side == self.side and not units[i].flags & BUSY]
        return [i for i in found if self.walks(i)] if self.heavy else found

    def walks(self, unit: int) -> bool:
        """Whether a unit goes about on foot: no vehicle, and no gun, which had better stay where it is."""
        u = self.s.units[unit]
        return not u.flags & BULK and not values.is_gun(self.game.types[u.type])

    def party(self, among: Sequence[int]) -> list[int]:
        """Who of some units goes first: one MMC alone while there are more, the last one with the Single Men. Fire hits
        everybody in a location, and who has fired at the first does not fire at the next."""
        types, units = self.game.types, self.s.units
        fit = [i for i in among if not units[i].flags & SHAKEN] or list(among)
        groups = [i for i in fit if types[units[i].type].is_mmc]
        if self.stay is not None:
            called = [i for i in fit if units[i].id == self.stay.unit]
            if called:
                at = units[called[0]].at
                alone = self.crowd(self.stay.at) or at == self.stay.at or self.guards.get(at) == 1
                return sorted(called + ([] if alone else groups[:1]))
        if len(groups) > self.temper.together:
            leaders = [i for i in fit if types[units[i].type].kind == "leader"]
            return sorted(groups[: int(self.temper.together)] + (leaders[:1] if len(leaders) > 1 else []))
        return fit

    def column(self, among: Sequence[int]) -> list[int]:
        """Who of some units that nobody can fire at goes together: an equal share of the MMCs with each Leader."""
        types, units = self.game.types, self.s.units
        leaders = [i for i in among if types[units[i].type].kind == "leader" and units[i].good_order]
        groups = [i for i in among if types[units[i].type].is_mmc]
        if len(leaders) <= 1:
            return list(among)
        return sorted((leaders[0], *groups[: -(-len(groups) // len(leaders))]))

    def led(self, group: Sequence[int]) -> bool:
        """Whether a Leader in Good Order goes along."""
        units = self.s.units
        return any(self.game.types[units[i].type].kind == "leader" and units[i].good_order for i in group)

    def pace(self, group: Sequence[int]) -> int:
        """Half Movement Points a group has: at the double with a Leader."""
        game, s = self.game, self.s
        led = self.led(group)
        return min(
            allowance(game, s, i, "double_time" if led and game.types[s.units[i].type].is_mmc else "normal", group)
            for i in group
        )
