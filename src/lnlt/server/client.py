"""A connected client: which seats it holds, what waits to be sent to it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Coroutine, Generator
from typing import Any, NamedTuple

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from lnlt.server import messages
from lnlt.server.lens import Picture


class Bucket:
    """So many at once, then so many a second."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self.burst = rate, burst
        self.left = float(burst)
        self.at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


LOST = (WebSocketDisconnect, RuntimeError, OSError)
"""What sending raises when the client is not there any more."""


class _Rest:
    """A message that has begun to be sent: goes on when what it waits for has happened."""

    def __init__(self, sending: Coroutine[Any, Any, None], blocked: Any) -> None:
        self.sending, self.blocked = sending, blocked

    def __await__(self) -> Generator[Any, Any, None]:
        yield self.blocked
        yield from self.sending.__await__()


class Shown(NamedTuple):
    """What a client has been shown last, and the number of that change."""

    seq: int
    picture: Picture


class Client:
    """One socket. What it does not take at once waits in a queue, so that a slow reader holds up nobody."""

    def __init__(self, socket: WebSocket, outbox: int) -> None:
        self.socket = socket
        self.seats: tuple[int, ...] = ()
        self.shown: Shown | None = None
        self._waiting: deque[str | _Rest | None] = deque()
        self._more = asyncio.Event()
        self._limit = outbox
        self.gone = False

    def send(self, data: bytes | str) -> None:
        """Send a message, now if the socket takes it, else in its turn; a client that does not read is cut off."""
        if self.gone:
            return
        text = data if isinstance(data, str) else data.decode()
        if self._waiting:
            self.gone = len(self._waiting) >= self._limit
            self._waiting.append(None if self.gone else text)
            return
        sending = self._sending(text)
        try:
            blocked = sending.send(None)  # nearly always all of it: no other task has to be woken
        except StopIteration:
            return
        except LOST:
            self.gone = True
            return
        self._waiting.append(_Rest(sending, blocked))
        self._more.set()

    def _sending(self, text: str) -> Coroutine[Any, Any, None]:
        return self.socket.send({"type": "websocket.send", "text": text})

    def say(self, message: messages.FromServer) -> None:
        """Send a message to this client alone."""
        self.send(msgspec.json.encode(message))

    async def pump(self) -> None:
        """Send what waits until the client is gone."""
        try:
            while True:
                await self._more.wait()
                self._more.clear()
                while self._waiting:
                    first = self._waiting[0]
                    if first is None:
                        await self.socket.close(1013, "too slow")
                        return
                    await (self._sending(first) if isinstance(first, str) else first)
                    self._waiting.popleft()
        except LOST:
            self.gone = True

    async def drain(self, seconds: float = 1.0) -> None:
        """Give what waits a moment to be sent."""
        end = time.monotonic() + seconds
        while self._waiting and not self.gone and time.monotonic() < end:
            await asyncio.sleep(0.01)
