"""Bundled replays over the same WebSocket: everything can be looked at, nothing can be changed."""

from __future__ import annotations

import msgspec

from lnlt import words
from lnlt.core.events import EVERYBODY
from lnlt.core.record import Match
from lnlt.core.setup import setup_bytes
from lnlt.core.state import State
from lnlt.server import answers, messages, pieces, shapes, story
from lnlt.server.client import Client
from lnlt.server.library import Kit, kit, open_replay, replay_names
from lnlt.server.problems import ApiProblem


class ReplayRoom:
    """A recorded game. Viewers see it as onlookers, from its beginning."""

    def __init__(self, name: str, match: Match, found: Kit) -> None:
        self.name, self.match, self.kit = name, match, found
        self.game = match.game
        self.clients: set[Client] = set()

    async def join(self, client: Client, since: int) -> None:  # noqa: ARG002
        """A viewer comes in: the position before the first entry."""
        self.clients.add(client)
        names = [words.side_name(self.game, side) for side in range(len(self.game.sides))]
        players = self.match.header.players or ("human",) * len(names)
        client.send(
            msgspec.json.encode(
                messages.Welcome(
                    protocol=messages.PROTOCOL,
                    game=self.name,
                    scenario=self.kit.card,
                    seat=EVERYBODY,
                    players=tuple(
                        shapes.Seat(side=side, name=name, player=player)
                        for side, (name, player) in enumerate(zip(names, players, strict=False))
                    ),
                    board=self.kit.board,  # type: ignore[arg-type]
                    sides=self.kit.sides,
                    replay=True,
                )
            )
        )
        client.say(await self.past(client, 0))

    def leave(self, client: Client) -> None:
        """A viewer has gone."""
        self.clients.discard(client)

    async def take(self, client: Client, message: messages.FromClient) -> None:
        """Answer questions; refuse everything else."""
        if isinstance(message, messages.Ask):
            client.say(await answers.answer(self, client, message))
        elif not isinstance(message, messages.Hello):
            text = words.problem_text("read_only")
            client.say(messages.Refused(id=message.id, code="read_only", text=text))

    @property
    def number(self) -> int:
        """Entries there are."""
        return len(self.match.entries)

    def seen(self, client: Client) -> State:  # noqa: ARG002
        """The first position, for questions about the map."""
        return pieces.seen(self.match.steps[0].state, EVERYBODY)

    async def hint(self, client: Client) -> shapes.Hint:  # noqa: ARG002
        """Nobody is asked anything in a replay."""
        raise ApiProblem(409, "no_hint")

    async def past(self, client: Client, number: int) -> messages.Update:
        """The position after an entry."""
        s = pieces.seen(self.match.steps[number].state, EVERYBODY)
        return messages.Update(
            seq=self.number,
            n=self.number,
            position=pieces.position(self.game, s),
            entries=await self.entries_for(client, number, number),
        )

    async def entries_for(self, client: Client, first: int, last: int) -> tuple[shapes.Entry, ...]:  # noqa: ARG002
        """Entries as onlookers see them."""
        found = []
        for number in range(first, last + 1):
            step = self.match.steps[number]
            made = self.match.entries[number - 1] if number else None
            before = pieces.seen(self.match.steps[number - 1].state, EVERYBODY) if number else None
            after = pieces.seen(step.state, EVERYBODY)
            side = self.game.side_index[made.side] if made else EVERYBODY
            commands = made.do if made else ()
            found.append(story.entry(self.game, number, side, commands, before, after, step.events, EVERYBODY))
        return tuple(found)


_ROOMS: dict[str, ReplayRoom] = {}


def open_room(name: str) -> ReplayRoom:
    """The room of a bundled replay; ApiProblem if there is none."""
    room = _ROOMS.get(name)
    if room is None:
        if name not in replay_names():
            raise ApiProblem(404, "no_such_replay", id=name[:32])
        match = open_replay(name)
        room = _ROOMS[name] = ReplayRoom(name, match, kit(setup_bytes(match.game.setup)))
    return room
