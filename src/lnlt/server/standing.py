"""Standing orders: reaction windows answered for a player the way he said, with the engine's own options."""

from __future__ import annotations

from lnlt import engine
from lnlt.core.engine import passes
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State, enclosing
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.server.answers import bit_by_bit
from lnlt.server.messages import Standing, StandingOrders

ASK, NEVER, OPEN, WITHIN = MODES = ("ask", "never", "open", "within")


def wish(message: StandingOrders) -> Standing:
    """Orders as they are kept."""
    return Standing(side=message.side, mode=message.mode, hexes=message.hexes, least=message.least)


def window(state: State) -> bool:
    """Whether a reaction window is open."""
    asked = engine.question(state)
    return asked is not None and bool(asked.WINDOW)


def applies(state: State, orders: Standing | None) -> bool:
    """Whether orders answer the question that is open."""
    return orders is not None and orders.mode != ASK and window(state)


def hush(game: Game, state: State, side: int) -> Command | None:
    """The option that lets a whole move pass, if this side is asked in a window."""
    if engine.decider(state) != side or not window(state):
        return None
    ways = [c for c in engine.options(game, state) if passes(c)]
    return next((c for c in ways if getattr(c, "whole_move", False)), ways[0] if ways else None)


async def answer(game: Game, s: State, orders: Standing) -> list[Command]:
    """What orders say in an open window: the reaction most likely to do harm among those allowed, or to let it pass.

    Where nothing can be let pass (a Sniper who has been placed must fire, 11.4), the most harmful answer is given.
    """
    ways = engine.options(game, s)
    passing = next((c for c in ways if passes(c)), None)
    stay = enclosing(s, OpportunityFire)
    if passing is not None and (orders.mode == NEVER or stay is None or not _wanted(game, stay.at, orders)):
        return [passing]
    reactions = await bit_by_bit(iter(engine.answers(game, s)))
    best: engine.Preview | None = None
    for reaction in reactions:
        found = reaction.preview
        if found is None or (passing is not None and not _harms(game, stay, reaction.command, found, orders)):
            continue
        if best is None or found.any.value > best.any.value:
            best = found
    return list(best.commands) if best is not None else [passing or ways[0]]


def _harms(game: Game, stay: OpportunityFire | None, command: Command, found: engine.Preview, orders: Standing) -> bool:
    """Whether a reaction does as much harm as orders ask for, from near enough."""
    return stay is not None and found.any.value >= orders.least and _near(game, stay.at, command, orders)


def _wanted(game: Game, at: int, orders: Standing) -> bool:
    """Whether orders let anybody fire at units in a place at all."""
    return orders.mode != OPEN or game.board.terrain[at >> 3].tm <= 0


def _near(game: Game, at: int, command: Command, orders: Standing) -> bool:
    """Whether a reaction comes from near enough."""
    if orders.mode != WITHIN:
        return True
    origin = getattr(command, "origin", "") or getattr(command, "at", "")
    return bool(origin) and game.distance(game.board.loc(origin) >> 3, at >> 3) <= orders.hexes
