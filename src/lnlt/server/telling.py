"""What the people at a game are told: each from his own seat, and only what he may see."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from lnlt import engine, words
from lnlt.core.events import EVERYBODY
from lnlt.core.state import State
from lnlt.server import messages, pieces, shapes, story
from lnlt.server.client import Client, Shown
from lnlt.server.keys import SeatRow
from lnlt.server.ledger import Ledger
from lnlt.server.lens import Lens, Picture
from lnlt.server.library import Kit

HUMAN = "human"
ENCODER = msgspec.json.Encoder()

Entries = tuple[shapes.Entry | msgspec.Raw, ...]
"""Entries, some of them as JSON already."""


class Teller:
    """A game as those who are connected see it; it changes nothing."""

    def __init__(
        self, name: str, kit: Kit, ledger: Ledger, seats: tuple[SeatRow, ...], orders: dict[int, messages.Standing]
    ) -> None:
        self.name, self.kit, self.ledger, self.seats, self.orders = name, kit, ledger, seats, orders
        self.game = ledger.game
        self.lens = Lens(self.game, kit.pieces, kit.told)
        self.clients: set[Client] = set()

    @property
    def players(self) -> tuple[shapes.Seat, ...]:
        """The seats without their keys."""
        names = [words.side_name(self.game, side) for side in range(len(self.game.sides))]
        return tuple(shapes.Seat(side=side, name=names[side], player=row.player) for side, row in enumerate(self.seats))

    def welcome(self, seats: tuple[int, ...]) -> bytes:
        """The first message to a client."""
        return msgspec.json.encode(
            messages.Welcome(
                protocol=messages.PROTOCOL,
                game=self.name,
                scenario=self.kit.card,
                seat=seats[0] if seats else EVERYBODY,
                seats=seats,
                players=self.players,
                board=self.kit.board,  # type: ignore[arg-type]
                sides=self.kit.sides,
            )
        )

    def viewer(self, seats: Sequence[int]) -> int:
        """Whose eyes somebody sees with: his side's; of several the one that must choose."""
        asked = engine.decider(self.ledger.state)
        if asked in seats:
            assert asked is not None
            return asked
        return seats[0] if seats else EVERYBODY

    async def entries(self, first: int, last: int, viewer: int) -> tuple[shapes.Entry, ...]:
        """Entries as a viewer may see them."""
        found = []
        for number, (before, step) in enumerate(await self.ledger.steps(first, last), first):
            earlier = pieces.seen(before, viewer) if before is not None else None
            found.append(self.entry(number, earlier, pieces.seen(step.state, viewer), step, viewer))
        return tuple(found)

    def entry(self, number: int, before: State | None, after: State, step: engine.Step, viewer: int) -> shapes.Entry:
        """One entry as a viewer may see it; `before` and `after` are positions as he sees them."""
        made = self.ledger.entries[number - 1] if number else None
        side = self.game.side_index[made.side] if made else EVERYBODY
        commands = made.do if made else ()
        return story.entry(self.game, number, side, commands, before, after, step.events, viewer)

    def picture(self, seats: Sequence[int]) -> Picture:
        """The position now as the holder of seats sees it."""
        return self.lens.look(self.ledger.state, self.viewer(seats))

    def update(
        self,
        seats: tuple[int, ...],
        now: Picture,
        last: Shown | None,
        entries: Entries,
        undone: bool = False,
        done: int = 0,
    ) -> str:
        """The position now as the holder of seats sees it: whole, or what is other than in what he was shown last."""
        changes = self.lens.changes(last.picture, now) if last is not None else None
        decision = self.lens.decision(now, seats)
        player = self.seats[decision.side].player if decision is not None else HUMAN
        message = messages.Update(
            seq=self.ledger.version,
            n=self.ledger.number,
            done=done,
            position=self.lens.position(now) if changes is None else None,  # type: ignore[arg-type]
            since=last.seq if last is not None and changes is not None else -1,
            changes=changes,  # type: ignore[arg-type]
            decision=decision,
            entries=entries,  # type: ignore[arg-type]
            may_undo=bool(seats) and self.ledger.undoer() in seats,
            undone=undone,
            thinking=player if player != HUMAN else "",
            orders=tuple([self.orders[side] for side in seats if side in self.orders]),
        )
        return ENCODER.encode(message).decode()

    def broadcast(self, number: int, by: Client | None = None, done: int = 0, undone: bool = False) -> None:
        """Tell everybody what has changed, each from his own seat; what several see alike is worked out once.

        `done` is what the client it was done for calls it.
        """
        made: dict[object, tuple[str, Shown]] = {}
        told: dict[int, Entries] = {}
        for client in self.clients:
            own = done if client is by else 0
            key = (client.seats, client.shown, own)
            found = made.get(key)
            if found is None:
                viewer = self.viewer(client.seats)
                picture = self.lens.look(self.ledger.state, viewer)
                entries = self._news(number, viewer, picture, told) if number else ()
                data = self.update(client.seats, picture, client.shown, entries, undone, own)
                found = made[key] = (data, Shown(self.ledger.version, picture))
            data, client.shown = found
            client.send(data)

    def _news(self, number: int, viewer: int, after: Picture, told: dict[int, Entries]) -> Entries:
        """The last entry as JSON; `told` has it under EVERYBODY if all see the same."""
        before, step = self.ledger.recent(number)
        look = self.lens.look
        earlier = look(before, viewer) if before is not None else None
        public = after is look(step.state, EVERYBODY) and (before is None or earlier is look(before, EVERYBODY))
        public = public and all(event.audience == EVERYBODY for event in step.events)
        whose = EVERYBODY if public else viewer
        if whose not in told:
            entry = self.entry(number, earlier.s if earlier else None, after.s, step, whose)
            told[whose] = (msgspec.Raw(ENCODER.encode(entry)),)
        return told[whose]

    @property
    def number(self) -> int:
        """Entries that stand."""
        return self.ledger.number

    def seen(self, client: Client) -> State:
        """The position as a client may see it."""
        return self.picture(client.seats).s

    async def past(self, client: Client, number: int) -> messages.Update:
        """The position after an earlier entry, as the client may see it."""
        step = await self.ledger.at(number)
        s = pieces.seen(step.state, self.viewer(client.seats))
        return messages.Update(
            seq=self.ledger.version,
            n=self.ledger.number,
            position=pieces.position(pieces.public(self.game, s), s),
            entries=await self.entries_for(client, number, number),
        )

    async def entries_for(self, client: Client, first: int, last: int) -> tuple[shapes.Entry, ...]:
        """Entries as a client may see them."""
        last = min(last, self.ledger.number)
        return await self.entries(first, last, self.viewer(client.seats))
