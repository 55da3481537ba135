"""Covered arcs and armor facings of vehicles and guns, as the map draws them. The geometry is the rules'."""

from __future__ import annotations

from collections.abc import Iterator

from lnlt.core.arcs import covers, facings
from lnlt.core.flags import BULK
from lnlt.core.game import Game
from lnlt.core.hexes import STEPS
from lnlt.core.state import State
from lnlt.rules.ch14_ordnance.impact import ROWS
from lnlt.rules.facts.gun_arcs import bearing, vertex_of
from lnlt.rules.facts.guns import ALL_ROUND, GUN_NAMES, HULL, TURRET, has_turret, mount_of, own_guns, reach
from lnlt.rules.facts.kits import has_facing
from lnlt.server.looking import place
from lnlt.server.shapes import Arc, Sector
from lnlt.words.armour import facing_text


def arcs(game: Game, s: State, at: str) -> tuple[Arc, ...]:
    """14.1, 14.1.3: of every vehicle and gun in a hex that faces somewhere."""
    here = place(game, at) >> 3
    found: list[Arc] = []
    for loc, members in s.by_loc.items():
        if loc >> 3 == here:
            for u in members:
                if has_facing(game.types[s.units[u].type]):
                    found += _of(game, s, u)
    return tuple(found)


def _of(game: Game, s: State, unit: int) -> Iterator[Arc]:
    """The hull with its armor, the turret with its own if it has one; each with the hexes its guns cover."""
    u = s.units[unit]
    t = game.types[u.type]
    parts = (HULL, TURRET) if has_turret(t) else (HULL,)
    for part in parts:
        vertex = vertex_of(s, unit, part)
        guns = [(n, gun) for n, gun in enumerate(own_guns(t)) if mount_of(t, gun) in (part, ALL_ROUND)]
        far = max((reach(gun) for _, gun in guns), default=0)
        yield Arc(
            unit=u.id,
            part=part,
            at=game.board.loc_name(u.at),
            bearing=(60 * vertex + 330) % 360,
            guns=tuple(GUN_NAMES[n] if len(own_guns(t)) > 1 else "" for n, _ in guns),
            hexes=tuple(_covered(game, u.at >> 3, vertex, far)) if far else (),
            sectors=tuple(_sectors(vertex, t.armor, part)) if u.flags & BULK else (),
        )


def _covered(game: Game, hex_: int, vertex: int, far: int) -> Iterator[str]:
    """Hexes in the covered arc of a vertex, as far as a gun fires."""
    for i in sorted(game.playable):
        if game.distance(hex_, i) <= far and covers(vertex, *bearing(game.board, hex_, i)):
            yield game.board.names[i]


def _sectors(vertex: int, armor: tuple[str, ...], part: str) -> Iterator[Sector]:
    """The facings around, clockwise: where each begins and ends, and the armor there.

    Borders are vertices from which a line may hit two facings.
    """
    borders = []
    for v in range(6):
        (ax, ay), (bx, by) = STEPS[(v + 5) % 6], STEPS[v]
        if len(facings(vertex, ax + bx, ay + by)) > 1:
            borders.append(v)
    for number, v in enumerate(borders):
        after = borders[(number + 1) % len(borders)]
        (name,) = facings(vertex, *STEPS[v])
        hull, _, turret = armor[ROWS[name]].partition("/") if len(armor) > ROWS[name] else ("", "", "")
        start = (60 * v + 330) % 360
        yield Sector(
            facing=name,
            text=facing_text(name),
            armor=(turret or hull) if part == TURRET else hull,
            start=start,
            end=start + ((60 * (after - v)) % 360 or 360),
        )
