"""A connected client: which seats it holds, what waits to be sent to it."""

from __future__ import annotations

import asyncio
import time

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from lnlt.server import messages


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


class Client:
    """One socket. What is sent waits in a queue, so that a slow reader holds up nobody."""

    def __init__(self, socket: WebSocket, outbox: int) -> None:
        self.socket = socket
        self.seats: tuple[int, ...] = ()
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._limit = outbox
        self.gone = False

    def send(self, data: bytes | str) -> None:
        """Put a message into the queue; a client that does not read is cut off."""
        if self.gone:
            return
        if self._waiting.qsize() >= self._limit:
            self.gone = True
            self._waiting.put_nowait(None)
            return
        self._waiting.put_nowait(data if isinstance(data, str) else data.decode())

    def say(self, message: messages.FromServer) -> None:
        """Send a message to this client alone."""
        self.send(msgspec.json.encode(message))

    async def pump(self) -> None:
        """Send what waits until the client is gone."""
        try:
            while True:
                text = await self._waiting.get()
                if text is None:
                    await self.socket.close(1013, "too slow")
                    return
                await self.socket.send({"type": "websocket.send", "text": text})
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.gone = True

    async def drain(self, seconds: float = 1.0) -> None:
        """Give what waits a moment to be sent."""
        end = time.monotonic() + seconds
        while not self._waiting.empty() and not self.gone and time.monotonic() < end:
            await asyncio.sleep(0.01)
