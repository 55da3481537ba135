"""18.2, 18.2.1: the kinds of fire missions: which hexes they fall on, and with what firepower.

Standard missions always exist; the others are an option (Q-005).
"""

from __future__ import annotations

from lnlt.core.game import Game
from lnlt.core.state import NOBODY

STANDARD, CONCENTRATED, LOOSE, LINE, WALKING = "standard", "concentrated", "loose", "line", "walking"
KINDS = (STANDARD, CONCENTRATED, LOOSE, LINE, WALKING)
OPTION = "alternative_missions"
LINE_REACH = 3
"""Hexes from the first marker of a Line Barrage to each of the others."""
WALKS = 8
"""Facing of the markers of a Walking Barrage: this and the direction of march."""

Fall = tuple[int, int, int]
"""A hex under fire, the firepower there, and the facing of its marker."""


def kinds(game: Game) -> tuple[str, ...]:
    """18.2.1, Q-005: kinds of missions that can be called."""
    return KINDS if OPTION in game.options else (STANDARD,)


def concentrated_fp(fp: int) -> tuple[int, int]:
    """18.2.1: firepower in the middle, half as much again, and around it, half; both rounded up."""
    return -(-3 * fp // 2), -(-fp // 2)


def loose_fp(fp: int) -> int:
    """18.2.1, Q-145: firepower of a Loose mission: 0 for 1 and 2, 1 for 3 and 4, and so on."""
    return max(0, (fp - 1) // 2)


def ray(game: Game, hex_: int, direction: int, steps: int) -> list[int]:
    """Hexes in a straight line from a hex, it not included, as far as the map goes."""
    found = []
    for _ in range(steps):
        hex_ = game.board.neighbours[hex_][direction]
        if hex_ < 0:
            break
        found.append(hex_)
    return found


def directed(kind: str) -> bool:
    """18.2.1: whether its owner chooses a direction when the round is replaced."""
    return kind in (LINE, WALKING)


def fall(game: Game, kind: str, fp: int, centre: int, toward: int = NOBODY, flank: int = NOBODY) -> list[Fall]:
    """18.2, 18.2.1, Q-147: every hex of the area of play a mission falls on, the hex of impact first.

    `toward` is the direction of the line or of the march, `flank` that of one of the markers beside the middle.
    """
    found = _fall(game, kind, fp, centre, toward, flank)
    return [row for row in found if row[0] in game.playable]


def _fall(game: Game, kind: str, fp: int, centre: int, toward: int, flank: int) -> list[Fall]:
    near = game.board.neighbours[centre]
    if kind == LINE:
        both = ray(game, centre, toward, LINE_REACH) + ray(game, centre, (toward + 3) % 6, LINE_REACH)
        return [(hex_, fp, NOBODY) for hex_ in (centre, *both)]
    if kind == WALKING:
        return [(hex_, fp, WALKS + toward) for hex_ in (centre, near[flank], near[(flank + 3) % 6])]
    if kind == LOOSE:
        row = game.board.distances(centre)
        around = [hex_ for far in (1, 2) for hex_ in range(game.board.size) if row[hex_] == far]
        return [(hex_, loose_fp(fp), NOBODY) for hex_ in (centre, *around)]
    middle, rest = concentrated_fp(fp) if kind == CONCENTRATED else (fp, fp)
    return [(centre, middle, NOBODY), *((hex_, rest, (d + 3) % 6) for d, hex_ in enumerate(near))]
