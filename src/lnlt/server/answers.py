"""Answers to questions that change nothing."""

from __future__ import annotations

from typing import Protocol

from lnlt import words
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.server import looking, messages, shapes
from lnlt.server.client import Client
from lnlt.server.problems import ApiProblem

PAGE = 100
"""Entries of one answer."""


class Place(Protocol):
    """Where questions are asked: a game or a replay."""

    game: Game

    @property
    def number(self) -> int: ...
    def seen(self, client: Client) -> State: ...
    async def past(self, client: Client, number: int) -> messages.Update: ...
    async def entries_for(self, client: Client, first: int, last: int) -> tuple[shapes.Entry, ...]: ...


async def answer(place: Place, client: Client, ask: messages.Ask) -> messages.Reply | messages.Fault:
    """The answer to a question; a Fault if there is no such question."""
    if ask.what == "past":
        if not 0 <= ask.n <= place.number:
            raise ApiProblem(404, "no_entry", n=ask.n)
        return messages.Reply(id=ask.id, past=await place.past(client, ask.n))
    if ask.what == "entries":
        first = max(0, ask.n)
        last = min(place.number, first + PAGE - 1)
        return messages.Reply(id=ask.id, entries=await place.entries_for(client, first, last))
    s = place.seen(client)
    if ask.what == "sight":
        return messages.Reply(id=ask.id, sight=looking.sight(place.game, s, ask.at, ask.to))
    if ask.what == "field":
        return messages.Reply(id=ask.id, field=looking.field(place.game, s, ask.at))
    text = words.problem_text("no_such_question", what=ask.what)
    return messages.Fault(code="no_such_question", text=text, id=ask.id)
