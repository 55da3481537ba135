"""One game being played: whoever is connected, and one thing at a time: check, store, tell everybody."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence

import msgspec

from lnlt import engine, words
from lnlt.core.errors import LnltError, RecordError
from lnlt.core.frames import Command
from lnlt.core.record import Barrier
from lnlt.core.tally import Refusal
from lnlt.server import answers, choices, messages, pieces, shapes, standing, story
from lnlt.server.client import Client, Shown
from lnlt.server.keys import SeatRow
from lnlt.server.ledger import Ledger
from lnlt.server.library import Kit
from lnlt.server.problems import ApiProblem
from lnlt.server.settings import Settings
from lnlt.server.storage import StorageError, Store
from lnlt.server.telling import HUMAN, Teller
from lnlt.server.workers import Workers, player_seed

LOG = logging.getLogger("lnlt.server")
SHOWN = 50
"""Entries a client gets when it comes in; older ones it asks for."""
RETRY_SECONDS = 2.0


class Room(Teller):
    """A game in memory. `lock` is its actor: whoever holds it may change the game."""

    def __init__(
        self,
        name: str,
        kit: Kit,
        ledger: Ledger,
        seats: tuple[SeatRow, ...],
        orders: dict[int, messages.Standing],
        store: Store,
        workers: Workers,
        settings: Settings,
    ) -> None:
        super().__init__(name, kit, ledger, seats, orders)
        self.store, self.workers, self.settings = store, workers, settings
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self._thinking: asyncio.Task[None] | None = None

    # Who is there

    async def join(self, client: Client, since: int) -> None:
        """A client comes in: what stays the same, then what it has missed."""
        async with self.lock:
            self.clients.add(client)
            self.used = time.monotonic()
            client.send(self.welcome(client.seats))
            ledger = self.ledger
            known = 0 <= since <= ledger.version
            common = ledger.common(since) if known else 0
            undone = known and common < ledger.history[since]
            first = max(common + 1 if known else 0, ledger.number - SHOWN + 1)
            entries = await self.entries(first, ledger.number, self.viewer(client.seats))
            picture = self.picture(client.seats)
            client.send(self.update(client.seats, picture, None, entries, undone))
            client.shown = Shown(ledger.version, picture)
        self.go_on()

    def leave(self, client: Client) -> None:
        """A client has gone."""
        self.clients.discard(client)
        self.used = time.monotonic()

    async def hint(self, client: Client) -> shapes.Hint:
        """What a computer player would do in the place of the client."""
        asked = engine.decider(self.ledger.state)
        if asked is None or asked not in client.seats:
            raise ApiProblem(409, "no_hint")
        state = self.ledger.state
        command, why = await self.workers.advise(self.kit, state, asked)
        text = words.option_text(self.game, pieces.seen(state, asked), command)
        return shapes.Hint(text=text, do=(choices.plain(command),), why=why)

    # What is done

    async def take(self, client: Client, message: messages.FromClient) -> None:
        """Deal with a message of a client."""
        self.used = time.monotonic()
        if isinstance(message, messages.Give):
            await self.give(client, message)
        elif isinstance(message, messages.Undo):
            await self.undo(client, message)
        elif isinstance(message, messages.StandingOrders):
            await self.set_orders(client, message)
        elif isinstance(message, messages.Ask):
            client.say(await answers.answer(self, client, message))

    async def give(self, client: Client, message: messages.Give) -> None:
        """Carry out what a client orders, or say why not."""
        async with self.lock:
            refused = self._check(client, message.id, message.seq)
            if refused is None and len(message.do) > self.settings.max_commands:
                refused = self._no(message.id, "too_many", limit=self.settings.max_commands)
            if refused is None and not message.do:
                refused = self._no(message.id, "empty")
            if refused is not None:
                client.say(refused)
                return
            try:
                commands = [engine.CODEC.decode_command(raw) for raw in message.do]
            except RecordError as error:
                client.say(self._no(message.id, "malformed", reason=error.reason))
                return
            answer = await self._carry_out(commands, engine.decider(self.ledger.state))
            if isinstance(answer, messages.Refused):
                client.say(msgspec.structs.replace(answer, id=message.id))
                return
            self.broadcast(self.ledger.number, client, message.id)
        self.go_on()

    async def _carry_out(self, commands: Sequence[Command], side: int | None) -> messages.Refused | None:
        """Try, store, accept."""
        proposal = self.ledger.propose(commands, side)
        if isinstance(proposal, Refusal):
            text = words.refusal_text(self.game, proposal)
            return self._refuse(0, proposal.code, story.cited(text)[0], proposal.rule)
        row = self.ledger.row(self.name, proposal)
        try:
            await self.store.append(row, self.ledger.snapshot(proposal))
        except StorageError as error:
            LOG.error("%s", error)
            return self._no(0, "storage", reason=error.reason)
        self.ledger.accept(proposal)
        self.used = time.monotonic()
        return None

    def _check(self, client: Client, number: int, seq: int) -> messages.Refused | None:
        """Whether a client may change the game now."""
        asked = engine.decider(self.ledger.state)
        if not client.seats:
            return self._no(number, "watching")
        if seq != self.ledger.version:
            return self._no(number, "stale")
        if asked is None:
            return self._refuse(number, "game_over", words.refusal_text(self.game, Refusal("22.0", "game_over")))
        if asked not in client.seats:
            facts = {"asked": self.game.side_name(asked), "by": self.game.side_name(client.seats[0])}
            text = words.refusal_text(self.game, Refusal("4.0", "not_your_decision", facts))
            return self._refuse(number, "foreign", story.cited(text)[0], "4.0")
        return None

    def _refuse(self, number: int, code: str, text: str, rule: str = "") -> messages.Refused:
        return messages.Refused(id=number, code=code, text=text, rule=rule, seq=self.ledger.version)

    def _no(self, number: int, code: str, **facts: object) -> messages.Refused:
        return self._refuse(number, code, words.problem_text(code, **facts))

    async def undo(self, client: Client, message: messages.Undo) -> None:
        """Take the last entry back, or say what stands in the way."""
        async with self.lock:
            refused = None
            if not client.seats:
                refused = self._no(message.id, "watching")
            elif message.seq != self.ledger.version:
                refused = self._no(message.id, "stale")
            else:
                found = [self.ledger.barrier(side) for side in client.seats]
                if all(barrier is not None for barrier in found):
                    barrier = next((b for b in found if b is not None and b.code != "not_yours"), found[0])
                    assert isinstance(barrier, Barrier)
                    text = words.barrier_text(barrier)
                    refused = self._refuse(message.id, barrier.code, text)
            if refused is None:
                try:
                    await self.store.append(self.ledger.row(self.name, None))
                except StorageError as error:
                    refused = self._no(message.id, "storage", reason=error.reason)
            if refused is not None:
                client.say(refused)
                return
            self.ledger.take_back()
            self.broadcast(0, client, message.id, undone=True)

    async def set_orders(self, client: Client, message: messages.StandingOrders) -> None:
        """Keep how a side wants its reaction windows answered, and answer the one that is open."""
        async with self.lock:
            refused = None
            if not 0 <= message.side < len(self.seats):
                refused = self._no(message.id, "no_such_side", side=message.side)
            elif message.side not in client.seats:
                refused = self._no(message.id, "not_your_side")
            elif message.mode not in standing.MODES:
                refused = self._no(message.id, "no_such_mode", mode=message.mode)
            if refused is None and not message.hush:
                wish = standing.wish(message)
                orders = {**self.orders, message.side: wish}
                try:
                    await self.store.set_orders(self.name, msgspec.json.encode(list(orders.values())))
                except StorageError as error:
                    refused = self._no(message.id, "storage", reason=error.reason)
                else:
                    self.orders = orders
            if refused is not None:
                client.say(refused)
                return
            if message.hush:
                passing = standing.hush(self.game, self.ledger.state, message.side)
                failed = await self._carry_out([passing], message.side) if passing is not None else None
                if failed is not None:
                    client.say(msgspec.structs.replace(failed, id=message.id))
                    return
            self.broadcast(self.ledger.number, client, message.id)
        self.go_on()

    # What goes on by itself

    def go_on(self) -> None:
        """Let standing orders answer, and the computer player that is asked think."""
        if not self._by_itself():
            return
        if self._thinking is None or self._thinking.done():
            self._thinking = asyncio.create_task(self._think(), name=f"thinking {self.name}")

    @property
    def busy(self) -> bool:
        """Whether something goes on that must not be cut short."""
        return self.lock.locked() or (self._thinking is not None and not self._thinking.done())

    def _by_itself(self) -> bool:
        """Whether the side that is asked is a computer player, or has left orders for this window."""
        state = self.ledger.state
        asked = engine.decider(state)
        if asked is None or (not self.clients and all(seat.player != HUMAN for seat in self.seats)):
            return False
        return self.seats[asked].player != HUMAN or standing.applies(state, self.orders.get(asked))

    async def _choice(self, asked: int) -> list[Command]:
        """What the side that is asked does without a person."""
        state, player = self.ledger.state, self.seats[asked].player
        if player == HUMAN:
            s = pieces.seen(state, asked)
            return await standing.answer(pieces.public(self.game, s), s, self.orders[asked])
        seed = player_seed(self.ledger.header.seed, asked)
        return [await self.workers.choose(self.kit, state, asked, player, seed)]

    async def _think(self) -> None:
        """Go on until a person is asked or the game is over."""
        try:
            while self._by_itself():
                version, asked = self.ledger.version, engine.decider(self.ledger.state)
                assert asked is not None
                commands = await self._choice(asked)
                async with self.lock:
                    if version != self.ledger.version:
                        continue
                    refused = await self._carry_out(commands, asked)
                    if refused is None:
                        self.broadcast(self.ledger.number)
                        continue
                LOG.error("game %s: %s", self.name, refused.text)
                await asyncio.sleep(RETRY_SECONDS)
        except LnltError as error:
            LOG.error("game %s: %s", self.name, error)

    async def stop(self) -> None:
        """End what goes on; nothing is lost, it begins again when the game is opened."""
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)
