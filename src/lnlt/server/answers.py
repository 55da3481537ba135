"""Answers to questions that change nothing. Long ones are worked out bit by bit, so that nobody else has to wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Protocol, TypeVar

import msgspec

from lnlt import engine, words
from lnlt.core.errors import RecordError
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.server import looking, menus, messages, odds, shapes
from lnlt.server.arcs import arcs
from lnlt.server.client import Client
from lnlt.server.pieces import public
from lnlt.server.problems import ApiProblem
from lnlt.server.story import cited
from lnlt.table.threats import danger

PAGE = 100
"""Entries of one answer."""
SLICE = 0.01
"""Seconds somebody's question may hold up everybody else."""

T = TypeVar("T")


class Place(Protocol):
    """Where questions are asked: a game or a replay."""

    game: Game

    @property
    def number(self) -> int: ...
    def seen(self, client: Client) -> State: ...
    async def past(self, client: Client, number: int) -> messages.Update: ...
    async def entries_for(self, client: Client, first: int, last: int) -> tuple[shapes.Entry, ...]: ...
    async def hint(self, client: Client) -> shapes.Hint: ...


async def bit_by_bit(found: Iterator[T]) -> list[T]:
    """Everything an iterator gives, letting others have their turn in between."""
    done: list[T] = []
    began = time.perf_counter()
    for one in found:
        done.append(one)
        if time.perf_counter() - began > SLICE:
            await asyncio.sleep(0)
            began = time.perf_counter()
    return done


async def answer(place: Place, client: Client, ask: messages.Ask) -> messages.Reply:
    """The answer to a question; ApiProblem if there is no such question or no answer."""
    ask = msgspec.structs.replace(ask, units=ask.units[:100])
    if ask.what == "past":
        if not 0 <= ask.n <= place.number:
            raise ApiProblem(404, "no_entry", n=ask.n)
        return messages.Reply(id=ask.id, past=await place.past(client, ask.n))
    if ask.what == "entries":
        first = min(max(0, ask.n), place.number + 1)
        last = min(place.number, first + PAGE - 1)
        return messages.Reply(id=ask.id, entries=await place.entries_for(client, first, last))
    if ask.what == "hint":
        return messages.Reply(id=ask.id, hint=await place.hint(client))
    s = place.seen(client)
    return await about(public(place.game, s), s, ask)


async def about(game: Game, s: State, ask: messages.Ask) -> messages.Reply:
    """A question about the position."""
    if ask.what == "menu":
        looking.place(game, ask.at)
        return messages.Reply(id=ask.id, menu=menus.menu(game, s, ask.at))
    if ask.what == "targets":
        looking.place(game, ask.at)
        shots = await bit_by_bit(menus.targets(game, s, ask.at, known(s, ask.units), ask.mode))
        return messages.Reply(id=ask.id, targets=tuple(shots))
    if ask.what == "reach":
        frame, *hexes = await bit_by_bit(menus.reach(game, s, known(s, ask.units), ask.mode))
        assert isinstance(frame, shapes.Reach)
        there = tuple(h for h in hexes if isinstance(h, shapes.ReachHex))
        return messages.Reply(id=ask.id, reach=msgspec.structs.replace(frame, hexes=there))
    if ask.what == "card":
        return messages.Reply(id=ask.id, card=card(game, s, commands(ask)))
    if ask.what == "why":
        order = commands(ask) if ask.do else fire_order(game, s, ask)
        return messages.Reply(id=ask.id, why=menus.why(game, s, order))
    if ask.what == "sight":
        return messages.Reply(id=ask.id, sight=looking.sight(game, s, ask.at, ask.to))
    if ask.what == "field":
        return messages.Reply(id=ask.id, field=looking.field(game, s, ask.at))
    if ask.what == "arcs":
        return messages.Reply(id=ask.id, arcs=arcs(game, s, ask.at))
    if ask.what == "danger":
        found = await bit_by_bit(danger(game, s, mover(game, s, ask), sorted(game.playable)))
        shown = tuple(shapes.DangerHex(at=d.at, p=round(d.worst, 4), by=d.origins) for d in found)
        return messages.Reply(id=ask.id, danger=shown)
    raise ApiProblem(404, "no_such_question", what=ask.what)


def commands(ask: messages.Ask) -> list[Command]:
    """The order a question is about."""
    try:
        found = [engine.CODEC.decode_command(raw) for raw in ask.do]
    except RecordError as error:
        raise ApiProblem(422, "malformed", reason=error.reason) from None
    if not found:
        raise ApiProblem(422, "empty")
    return found


def known(s: State, units: tuple[str, ...]) -> tuple[str, ...]:
    """Units that exist; ApiProblem for one that does not."""
    for unit in units:
        if unit not in s.ids:
            raise ApiProblem(404, "no_such_unit", unit=unit)
    return units


def fire_order(game: Game, s: State, ask: messages.Ask) -> list[Command]:
    """Fire from `at` at `to`."""
    for name in (ask.at, ask.to):
        looking.place(game, name)
    return menus.fire_order(game, s, ask.at, ask.to)


def card(game: Game, s: State, order: list[Command]) -> shapes.Card | None:
    """The card of an order; None if it comes to no dice."""
    found = odds.card_of(game, s, order)
    if isinstance(found, engine.Refusal):
        text, _ = cited(words.refusal_text(game, found))
        raise ApiProblem(422, "not_possible", reason=text)
    return found


def mover(game: Game, s: State, ask: messages.Ask) -> int:
    """The unit a danger map is for: the first one named, else a Squad of the asking side."""
    if ask.units:
        return s.ids[known(s, ask.units)[0]]
    side = ask.side if 0 <= ask.side < len(game.sides) else engine.decider(s) or 0
    own = [i for i, u in enumerate(s.units) if u.side == side and u.at >= 0]
    squads = [i for i in own if s.units[i].good_order and game.types[s.units[i].type].is_mmc]
    if not own:
        raise ApiProblem(404, "nobody_there")
    return (squads or own)[0]
