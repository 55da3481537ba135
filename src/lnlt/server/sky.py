"""Aircraft as the table draws them: the line flown, and the lines they could fly."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from lnlt import words
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch19_air.arrival import flight_line
from lnlt.rules.ch19_air.flight import AirStrike, FlyIn, check_attack
from lnlt.rules.ch19_air.loads import BOMBS, CANNON, load_of
from lnlt.server.shapes import Flight


def flight(game: Game, s: State) -> Flight | None:
    """19.1: the airstrike that is going on, if one is."""
    strike = enclosing(s, AirStrike)
    if strike is None or strike.unit == NOBODY:
        return None
    names = game.board.names
    over = 0 <= strike.index < len(strike.path)
    return Flight(
        unit=s.units[strike.unit].id,
        name=game.types[s.units[strike.unit].type].name,
        side=strike.side,
        edges=tuple(words.edge_name(edge) for edge in strike.edges),
        at=names[strike.path[strike.index]] if over else "",
        path=tuple(names[i] for i in strike.path),
        strafed=tuple(names[strike.path[i]] for i in strike.strafed),
        bombed=tuple(names[strike.path[i]] for i in strike.bombed),
        ahead=_targets(game, s, strike) if not strike.fate else (),
        loads=tuple(_loads(game, s, strike)),
    )


def line_of(game: Game, s: State, command: Command) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """19.1: the hexes of the line an order to enter means, and those of them that could be attacked."""
    strike = enclosing(s, AirStrike)
    if not isinstance(command, FlyIn) or strike is None:
        return (), ()
    found = flight_line(game, strike.strike(game, s), strike.edges, command.at, command.toward)
    if isinstance(found, Refusal):
        return (), ()
    path = tuple(game.board.names[i] for i in found.path)
    return path, _targets(game, s, replace(strike, path=found.path, way=found.way, index=0))


def _targets(game: Game, s: State, strike: AirStrike) -> tuple[str, ...]:
    """19.1.2: hexes of the line, not behind the aircraft, that one of its weapons can be used on."""
    return tuple(
        game.board.names[strike.path[i]]
        for i in range(max(0, strike.index), len(strike.path))
        if any(check_attack(game, s, strike, what, i) is None for what in (CANNON, BOMBS))
    )


def _loads(game: Game, s: State, strike: AirStrike) -> Iterator[str]:
    """19.1.2: what it carries and for how many hexes it lasts."""
    t = game.types[s.units[strike.unit].type]
    for what, text, used in ((CANNON, t.cannon, strike.strafed), (BOMBS, t.bombs, strike.bombed)):
        hexes, fp = load_of(text)
        if hexes:
            yield words.load_text(what, fp, max(0, hexes - len(used)))
