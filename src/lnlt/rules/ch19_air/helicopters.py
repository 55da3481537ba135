"""19.2.1, 19.2.2, 19.2.6: what a helicopter may do in the air: fly on, change its mode, take men on, set them down."""

from __future__ import annotations

from lnlt.core.board import LAYERS
from lnlt.core.flags import ACTION_MARKERS, FIRED, HOVERING, MELEE, MOVING, OPS_COMPLETE
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.core.terrain import OPEN
from lnlt.rules.ch10_los_spotting.spotting import printed_class
from lnlt.rules.ch16_passengers.dismounting import check_unload
from lnlt.rules.ch16_passengers.mounting import check_load
from lnlt.rules.ch19_air.crash import enemies_below
from lnlt.rules.facts.kits import air_above, is_flying, is_helicopter

HEX_COST = 2
"""Half Movement Points for a hex, and for a change of mode (19.2.2)."""


class FlyTo(Command, frozen=True, gc=False):
    """A helicopter flies on to a neighbouring hex."""

    at: str


class ChangeMode(Command, frozen=True, gc=False):
    """A flying helicopter begins to hover where it is, or a hovering one to fly."""

    mode: str
    """"hover" or "fly"."""


class EndFlight(Command, frozen=True, gc=False):
    """A helicopter is done for this impulse."""


def check_pilot(game: Game, s: Position, unit: int, fires: bool = False) -> Refusal | None:
    """4.0, 4.1, 19.2.4, Q-419: a helicopter in the air that has not acted in this turn; `fires`: it means to fire."""
    u = s.units[unit]
    if not is_helicopter(game, u):
        return Refusal("19.2", "no_helicopter", {"unit": u.id})
    acted = u.flags & (ACTION_MARKERS | MOVING | MELEE)
    if acted:
        rule = "4.1" if acted == OPS_COMPLETE else "19.2.4" if fires and acted & FIRED else "4.0"
        return Refusal(rule, "has_acted", {"unit": u.id})
    return None


def check_fly(game: Game, s: Position, unit: int, at: int, to: int) -> Refusal | None:
    """19.2.1, 1.3, Q-420: a flying helicopter, over enemies too, but never where another helicopter is."""
    u = s.units[unit]
    name = game.board.names[to >> 3]
    if not is_flying(u):
        return Refusal("19.2.1", "hovers", {"unit": u.id})
    if to >> 3 not in game.board.neighbours[at >> 3]:
        return Refusal("6.0", "not_adjacent", {"from": game.board.names[at >> 3], "at": name})
    return check_airspace(game, s, unit, to)


def check_airspace(game: Game, s: Position, unit: int, to: int) -> Refusal | None:
    """1.3, 19.2.1, 22.0: on the part of the map that is used, and no other helicopter there."""
    name = game.board.names[to >> 3]
    if to >> 3 not in game.playable:
        return Refusal("22.0", "off_limits", {"at": name})
    if any(o != unit for o in s.by_loc.get(air_above(to), ())):
        return Refusal("19.2.1", "one_helicopter", {"at": name})
    return None


def check_mode(game: Game, s: Position, unit: int, mode: str, changed: bool) -> Refusal | None:
    """19.2.1: one change in an impulse, to the other mode; nobody begins to hover over enemies."""
    u = s.units[unit]
    if mode not in ("hover", "fly"):
        return Refusal("19.2.1", "no_such_mode", {"mode": mode})
    if is_flying(u) == (mode == "fly"):
        return Refusal("19.2.1", "is_so_already", {"unit": u.id})
    if changed:
        return Refusal("19.2.1", "mode_changed_already", {"unit": u.id})
    if is_flying(u) and enemies_below(s, u.side, u.at >> 3):
        return Refusal("19.2.1", "no_hover_over_enemies", {"unit": u.id, "at": game.board.names[u.at >> 3]})
    return None


def check_landing(game: Game, s: Position, unit: int) -> Refusal | None:
    """19.2.6, Q-421: hovering, over open terrain, and no enemies below."""
    u = s.units[unit]
    hex_ = u.at >> 3
    facts: dict[str, str | int] = {"unit": u.id, "at": game.board.names[hex_]}
    if not u.flags & HOVERING:
        return Refusal("19.2.6", "must_hover", facts)
    ruined = any(m.kind == "rubble" for m in s.marks.get(hex_ * LAYERS, ()))
    if printed_class(game, hex_) != OPEN or ruined:
        return Refusal("19.2.6", "not_open_ground", facts)
    if enemies_below(s, u.side, hex_):
        return Refusal("19.2.6", "enemies_below", facts)
    return None


def check_take_on(game: Game, s: Position, unit: int, left: bool) -> Refusal | None:
    """19.2.6: who is in the hex where the helicopter began its impulse, not in Melee, and fits in."""
    u = s.units[unit]
    if left:
        return Refusal("19.2.6", "came_flying", {"unit": u.id, "at": game.board.names[u.at >> 3]})
    return check_landing(game, s, unit) or check_load(game, s, unit, "normal")


def check_set_down(game: Game, s: Position, unit: int) -> Refusal | None:
    """19.2.6: passengers who have not acted and find room below."""
    return check_landing(game, s, unit) or check_unload(game, s, unit, "normal", False)
