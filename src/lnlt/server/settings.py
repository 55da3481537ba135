"""What a server allows: sizes, rates, times."""

from __future__ import annotations

from pathlib import Path

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Limits and times of a server; tests set other ones."""

    data: Path
    durable: bool = False
    """Wait until the disk has what was stored, so that even a power cut loses nothing; else it may lose a second."""
    max_message: int = 64 * 1024
    """Bytes of one WebSocket message of a client."""
    max_body: int = 8 * 1024 * 1024
    """Bytes of one request."""
    messages_per_second: float = 40
    message_burst: int = 400
    requests_per_second: float = 50
    request_burst: int = 1000
    max_sockets: int = 4000
    max_sockets_per_game: int = 100
    outbox: int = 512
    """Messages that may wait for a client that does not read."""
    hello_seconds: float = 10
    idle_seconds: float = 300
    """A game nobody is connected to leaves memory after this time."""
    think_seconds: float = 10
    """Time a computer player has for one choice."""
    sight_seconds: float = 60
    """Time the lines of sight of a new board may take."""
    workers: int = 1
    """Processes computer players think in."""
    max_commands: int = 200
    """Commands of one order."""
    static: Path | None = None
    """The built client; none: where the package has it."""
