"""7.0: laying Smoke: at the start of a unit's impulse, in its own or an adjacent hex."""

from __future__ import annotations

from fractions import Fraction

from lnlt.core import events as ev
from lnlt.core.board import GROUND
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, HANDLED, OPS_COMPLETE, SHAKEN, SMOKED
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.hooks import GateHook, ModifierHook, ValueHook
from lnlt.core.state import Marker, Position
from lnlt.core.tally import Refusal, Tally
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.activation import BUSY
from lnlt.rules.ch04_operations.impulse import Impulse

DEFAULT_CAPABILITY = 2
"""Smoke-laying Capability of nations whose module states none: that of all nations whose value is known."""
COUNTERMIX = 5
"""Smoke markers with the option "smoke_limit" where the scenario states no number."""
CAPABILITY: ValueHook[int, [Game, Position, int]] = ValueHook("Smoke-laying Capability", rule="7.0")
SMOKE_MODIFIERS: ModifierHook[[Game, Position, int]] = ModifierHook("modifiers of laying Smoke", rule="7.0")
MAY_LAY: GateHook[[Game, Position, int]] = GateHook("who may lay Smoke", rule="7.0")

LAYERS = frozenset({"squad", "half_squad", "crew", "mounted_squad", "mounted_half_squad"})
"""Multi-Man Counters except Weapon Teams."""


def capability(game: Game, s: Position, unit: int) -> int:
    """7.0: the unit's number, by its own nation or that of its side."""
    u = s.units[unit]
    nations = game.catalog.nations
    for key in (game.types[u.type].nation, game.sides[u.side].nation):
        nation = nations.get(key)
        if nation is not None and nation.smoke is not None:
            return CAPABILITY.apply(game.hooks, nation.smoke, game, s, unit)
    return CAPABILITY.apply(game.hooks, DEFAULT_CAPABILITY, game, s, unit)


def markers_left(game: Game, s: Position) -> bool:
    """7.0, Q-005: whether the module has a Smoke marker left; without a stated number there is no limit."""
    limit = game.setup.smoke_markers or (COUNTERMIX if "smoke_limit" in game.options else 0)
    return not limit or sum(1 for m in s.markers if m.kind == "smoke") < limit


def check_smoke(game: Game, s: Position, impulse: Impulse, unit: int, at: int) -> Refusal | None:
    """7.0, Q-053: a Good Order MMC without markers, first thing in its impulse, in its own or an adjacent hex."""
    u = s.units[unit]
    if u.side != impulse.side or u.at < 0:
        return Refusal("7.0", "not_own_unit", {"unit": u.id})
    if u.at not in impulse.named:
        return Refusal("4.0", "not_named", {"at": game.board.loc_name(u.at)})
    refusal = check_layer(game, s, unit)
    refusal = refusal if game.hooks.empty else MAY_LAY.ask(game.hooks, refusal, game, s, unit)
    if refusal is not None:
        return refusal
    if u.at in impulse.moved or any(u.at == origin for origin, _ in impulse.fired):
        return Refusal("7.0", "smoke_first", {"unit": u.id})
    if at & 7 != GROUND or (at >> 3 != u.at >> 3 and at >> 3 not in game.board.neighbours[u.at >> 3]):
        return Refusal("7.0", "smoke_next_door", {"unit": u.id, "at": game.board.loc_name(at)})
    if at >> 3 not in game.playable:
        return Refusal("22.0", "off_limits", {"at": game.board.loc_name(at)})
    if not markers_left(game, s):
        return Refusal("7.0", "no_smoke_left")
    return None


def check_layer(game: Game, s: Position, unit: int) -> Refusal | None:
    """7.0: a Good Order MMC, but no Weapon Team, without a marker and without an earlier attempt."""
    u = s.units[unit]
    if game.types[u.type].kind not in LAYERS:
        return Refusal("7.0", "kind_lays_no_smoke", {"unit": u.id})
    if u.flags & SHAKEN:
        return Refusal("7.0", "shaken_lays_no_smoke", {"unit": u.id})
    if u.flags & (BUSY | SMOKED | ASSAULT_FIRE | HANDLED):
        return Refusal("7.0", "smoke_first", {"unit": u.id})
    return None


def smoke_tally(game: Game, s: Position, unit: int) -> Tally:
    """7.0: the number to roll at most; the core rules have no modifiers."""
    return Tally("smoke", (), tuple(SMOKE_MODIFIERS.collect(game.hooks, game, s, unit)), capability(game, s, unit))


def smoke_odds(tally: Tally) -> Fraction:
    """7.0: exact chance that Smoke is laid: the die is at most the capability."""
    return Fraction(sum(tally.allows(die) for die in range(1, 7)), 6)


class LaySmoke(Command, frozen=True, gc=False):
    """A unit of a named location tries to lay Smoke."""

    unit: str
    at: str


class SmokeLaying(Action):
    """7.0: lay Smoke."""

    command = LaySmoke
    needs_named = True

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """Units of named locations that have done nothing yet, with their own hex and its neighbours."""
        return [c for u in self.layers(game, s, impulse) for c in self.around(game, s, u)]

    @staticmethod
    def layers(game: Game, s: Position, impulse: Impulse) -> list[int]:
        """Units of named locations that have done nothing yet, of a kind that lays Smoke."""
        found: list[int] = []
        for here in impulse.named:
            if here in impulse.moved or (impulse.fired and any(here == origin for origin, _ in impulse.fired)):
                continue
            for u in s.by_loc.get(here, ()):
                unit = s.units[u]
                if not unit.flags & (BUSY | SHAKEN | SMOKED) and game.types[unit.type].kind in LAYERS:
                    found.append(u)
        return found

    @staticmethod
    def around(game: Game, s: Position, unit: int) -> list[Command]:
        """A unit's own hex and its neighbours."""
        u, names = s.units[unit], game.board.names
        here = u.at >> 3
        return [LaySmoke(u.id, names[j]) for j in (here, *game.board.neighbours[here]) if j in game.playable]

    def options(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """What holds for a unit's own hex holds for its neighbours, so each unit is checked once."""
        found: list[Command] = []
        for u in self.layers(game, s, impulse):
            if check_smoke(game, s, impulse, u, s.units[u].at & ~7) is None:
                found += self.around(game, s, u)
        return found

    def possible(self, game: Game, s: Position, impulse: Impulse) -> bool:
        """Whether one of them may lay Smoke."""
        for u in self.layers(game, s, impulse):  # noqa: SIM110 (asked often: a loop is cheaper)
            if check_smoke(game, s, impulse, u, s.units[u].at & ~7) is None:
                return True
        return False

    def check(self, game: Game, s: Position, impulse: Impulse, command: LaySmoke) -> Refusal | None:
        """7.0: see `check_smoke`."""
        unit = s.ids.get(command.unit)
        if unit is None:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        return check_smoke(game, s, impulse, unit, game.board.loc(command.at))

    def answer(self, d: Draft, impulse: Impulse, command: LaySmoke) -> None:
        """7.0, Q-035: roll; Smoke 1 is placed and the unit may go on, one MP short, or it is Ops Complete."""
        unit = d.ids[command.unit]
        at = d.game.board.loc(command.at)
        u = d.units[unit]
        tally = smoke_tally(d.game, d, unit)
        (die,) = d.roll(1, "smoke", impulse.side, subject=unit)
        success = tally.allows(die)
        d.emit(ev.Resolved("smoke", impulse.side, at, (tally,), "smoke" if success else "failed", unit, ((die,),)))
        if success:
            d.emit(ev.MarkerPlaced(Marker("smoke", at)))
            d.flag(unit, SMOKED)
        else:
            d.flag(unit, OPS_COMPLETE)
        if u.at not in impulse.did:
            d.update(impulse, did=(*impulse.did, u.at))
