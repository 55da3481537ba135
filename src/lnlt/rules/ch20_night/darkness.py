"""20.1: who is in the dark for whom: night ends all sight after two hexes, but for what is lit or has fired.

Lines of sight (10.3) stay as they are by day; these questions come on top of them, and a game by day asks none.
"""

from __future__ import annotations

from collections.abc import Iterable

from lnlt.core.flags import FIRED
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Marker, Position
from lnlt.core.tally import Modifier, Refusal

FLARE = "starshell"
BLAZE = 2
"""Strength of a Fire that lights its surroundings like a Starshell (10.5.6.4)."""
PENALTY = -3


def is_night(game: Game, s: Position) -> bool:
    """20.1: whether the rules of the night hold now; a scenario may begin after or end before it (Q-387)."""
    night = game.night
    return night is not None and night.first <= s.turn and (not night.last or s.turn <= night.last)


def glow(game: Game, markers: Iterable[Marker]) -> int:
    """20.2, 10.5.6.4: bits of the hexes that Starshells and Fire 2 light: their own and the six around."""
    bits = 0
    for marker in markers:
        if marker.kind == FLARE or (marker.kind == "fire" and marker.strength >= BLAZE):
            bits |= game.hex_bits[marker.at >> 3]
    return bits


def lit(game: Game, s: Position) -> int:
    """20.2: bits of the hexes that are lit as if it were day; of the markers asked about last it is remembered."""
    markers, bits = game.light
    if markers is not s.markers:
        bits = glow(game, s.markers)
        game.light = (s.markers, bits)
    return bits


def sight(game: Game, tis: bool) -> int:
    """20.1, 20.1.5: how many hexes one sees at night, without light."""
    assert game.night is not None
    return max(game.night.thermal, game.night.sight) if tis else game.night.sight


def is_dark(game: Game, s: Position, origin: int, at: int, tis: bool = False) -> bool:
    """20.1, 20.1.5, 20.2: whether a place is neither within sight of another at night nor lit."""
    if not is_night(game, s) or game.distance(origin >> 3, at >> 3) <= sight(game, tis):
        return False
    return not lit(game, s) >> (at >> 3) & 1


def has_fired(s: Position, at: int, side: int = NOBODY) -> bool:
    """20.1: whether a unit in a place, of a side if one is named, is marked Fired."""
    return any(s.units[u].flags & FIRED and side in (NOBODY, s.units[u].side) for u in s.by_loc.get(at, ()))


def shows(game: Game, s: Position, origin: int, at: int, tis: bool = False, side: int = NOBODY) -> bool:
    """20.1: whether the night lets one see from a place what is in another: near, lit, or marked Fired."""
    return not is_dark(game, s, origin, at, tis) or has_fired(s, at, side)


def check_dark(
    game: Game,
    s: Position,
    side: int,
    origin: int,
    at: int,
    tis: bool = False,
    target: int = NOBODY,
    rule: str = "20.1",
) -> Refusal | None:
    """20.1, 20.1.1: at night farther targets than two hexes (six: 20.1.5) must be lit or marked Fired."""
    if not is_dark(game, s, origin, at, tis):
        return None
    if s.units[target].flags & FIRED if target != NOBODY else has_fired(s, at, 1 - side):
        return None
    return too_dark(game, origin, at, tis, rule)


def too_dark(game: Game, origin: int, at: int, tis: bool, rule: str = "20.1") -> Refusal:
    """20.1: nothing there can be seen from here."""
    names: dict[str, str | int] = {"from": game.board.loc_name(origin), "at": game.board.loc_name(at)}
    return Refusal(rule, "too_dark", {**names, "sight": sight(game, tis)})


def night_modifiers(game: Game, s: Position, origin: int, at: int, tis: bool) -> list[Modifier]:
    """20.1, 20.1.5, Q-168: -3 for fire on the Direct Fire Table at what only its own fire betrays."""
    return [Modifier(PENALTY, "night", "20.1")] if is_dark(game, s, origin, at, tis) else []


def to_hit_modifiers(game: Game, s: Position, origin: int, at: int, tis: bool) -> list[Modifier]:
    """20.1.1, 20.1.5: the same on the Ordnance Fire Table: +3, or +1 with thermal sights beyond their six hexes."""
    if not is_dark(game, s, origin, at, tis):
        return []
    return [Modifier(1, "night_thermal", "20.1.5") if tis else Modifier(-PENALTY, "night", "20.1.1")]


def may_acquire(game: Game, s: Position, origin: int, at: int, tis: bool) -> bool:
    """20.1.1, 20.1.5, Q-385: at night only what is within sight is acquired; light and fire are too short for it."""
    return not is_night(game, s) or game.distance(origin >> 3, at >> 3) <= sight(game, tis)
