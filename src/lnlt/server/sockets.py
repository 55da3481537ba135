"""The WebSocket of a game: hello, then orders, wishes and questions, one at a time per client."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from urllib.parse import urlsplit

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from lnlt import words
from lnlt.server import messages
from lnlt.server.client import Bucket, Client
from lnlt.server.hub import Hub
from lnlt.server.keys import seats_of
from lnlt.server.problems import ApiProblem
from lnlt.server.replays import ReplayRoom, open_room
from lnlt.server.room import Room

LOG = logging.getLogger("lnlt.server")
DECODER = msgspec.json.Decoder(messages.FromClient)
POLICY, TRY_LATER, GOING_AWAY, NOT_FOUND = 1008, 1013, 1001, 4404


def fault(code: str, number: int = 0, **facts: object) -> messages.Fault:
    """A message that says what is wrong."""
    return messages.Fault(code=code, text=words.problem_text(code, **facts), id=number)


def _same(origin: str, host: str) -> bool:
    """Whether a page is of this server."""
    try:
        return urlsplit(origin).netloc == host
    except ValueError:
        return False


class Sockets:
    """All connections of a server."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.settings = hub.settings
        self.open: set[Client] = set()

    async def serve(self, socket: WebSocket, name: str, replay: bool = False) -> None:
        """One connection, from the hello to the end."""
        origin = socket.headers.get("origin")
        if origin and not _same(origin, socket.headers.get("host", "")):
            await socket.close(POLICY, words.problem_text("wrong_origin"))
            return
        await socket.accept()
        client = Client(socket, self.settings.outbox)
        if len(self.open) >= self.settings.max_sockets or self.hub.closing:
            await self._end(client, fault("server_full"), TRY_LATER)
            return
        self.open.add(client)
        pump = asyncio.create_task(client.pump())
        try:
            await self._talk(client, name, replay)
        except WebSocketDisconnect:
            pass
        except Exception:
            LOG.exception("connection to %.40s", name)
            await self._end(client, fault("internal"), 1011)
        finally:
            client.gone = True
            self.open.discard(client)
            pump.cancel()
            with suppress(asyncio.CancelledError):
                await pump

    async def _talk(self, client: Client, name: str, replay: bool) -> None:
        try:
            room: Room | ReplayRoom = open_room(name) if replay else await self.hub.open(name)
        except ApiProblem as problem:
            await self._end(client, messages.Fault(code=problem.problem.error, text=problem.problem.text), NOT_FOUND)
            return
        try:
            hello = await asyncio.wait_for(self._next(client), self.settings.hello_seconds)
        except TimeoutError:
            await self._end(client, fault("no_hello"), POLICY)
            return
        if not isinstance(hello, messages.Hello):
            await self._end(client, fault("hello_first"), POLICY)
            return
        if isinstance(room, Room):
            room = await self.hub.open(name)  # it may have been put away meanwhile: there must be one room per game
        if hello.key and isinstance(room, Room):
            client.seats = seats_of(room.seats, hello.key)
            if not client.seats:
                await self._end(client, fault("wrong_key"), POLICY)
                return
        if len(room.clients) >= self.settings.max_sockets_per_game:
            await self._end(client, fault("game_full"), TRY_LATER)
            return
        try:
            await room.join(client, hello.since)
            await self._listen(client, room)
        finally:
            room.leave(client)

    async def _listen(self, client: Client, room: Room | ReplayRoom) -> None:
        bucket = Bucket(self.settings.messages_per_second, self.settings.message_burst)
        while not client.gone:
            message = await self._next(client)
            if message is None:
                continue
            if not bucket.take():
                client.say(fault("too_fast", getattr(message, "id", 0)))
                await asyncio.sleep(1 / self.settings.messages_per_second)
                continue
            if isinstance(message, messages.Hello):
                client.say(fault("hello_again"))
                continue
            try:
                await room.take(client, message)
            except ApiProblem as problem:
                client.say(messages.Fault(code=problem.problem.error, text=problem.problem.text, id=message.id))
            except Exception:
                LOG.exception("message to %s", room.name)
                client.say(fault("internal", message.id))

    async def _next(self, client: Client) -> messages.FromClient | None:
        """The next message; None for one that could not be read, which has been said."""
        event = await client.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1000))
        text = event.get("text")
        if text is None:
            client.say(fault("text_only"))
            return None
        if len(text) > self.settings.max_message:
            client.say(fault("too_big", limit=self.settings.max_message))
            return None
        try:
            message: messages.FromClient = DECODER.decode(text)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            client.say(fault("not_a_message", reason=str(error)))
            return None
        return message

    async def _end(self, client: Client, message: messages.Fault, code: int) -> None:
        """Say why, and close."""
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await client.drain()
            await client.socket.send_text(msgspec.json.encode(message).decode())
            await client.socket.close(code, message.text[:120])
        client.gone = True

    async def close(self) -> None:
        """Tell everybody that the server stops."""
        await asyncio.gather(
            *(self._end(client, fault("going_down"), GOING_AWAY) for client in list(self.open)), return_exceptions=True
        )
