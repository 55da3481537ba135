"""The web server around the application."""

from __future__ import annotations

import socket

import uvicorn
from fastapi import FastAPI

from lnlt.server.settings import Settings


class TableServer(uvicorn.Server):
    """Tells everybody who is connected before it stops."""

    def __init__(self, app: FastAPI, settings: Settings, log_level: str = "warning") -> None:
        self.app = app
        super().__init__(
            uvicorn.Config(
                app,
                log_level=log_level,
                access_log=False,
                lifespan="on",
                ws="websockets-sansio",
                ws_max_size=4 * settings.max_message,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=5,
                server_header=False,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, then close."""
        if hasattr(self.app.state, "sockets"):
            await self.app.state.sockets.close()
        await super().shutdown(sockets)
