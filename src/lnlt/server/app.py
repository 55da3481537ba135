"""The application: routes, limits, headers, and what begins and ends with the server."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from lnlt.content.scenarios import scenario_names
from lnlt.server import library, openapi
from lnlt.server.http import API
from lnlt.server.hub import Hub
from lnlt.server.limits import Guard
from lnlt.server.problems import ApiProblem, answer, problem_answer
from lnlt.server.settings import Settings
from lnlt.server.sockets import Sockets
from lnlt.server.static import Client
from lnlt.server.storage import Store
from lnlt.server.workers import Workers

LOG = logging.getLogger("lnlt.server")
DESCRIPTION = """Play Lock 'n Load Tactical in the browser (unofficial, fan-made).

Games are played over a WebSocket: connect to `/ws/games/{game}`, say hello with the key of a seat (or without one, to
watch), and read `/api/schema/ws.json` for all messages. Bundled replays are at `/ws/replays/{replay}`.
"""


def create_app(settings: Settings, workers: Workers | None = None) -> FastAPI:
    """A server for one data file."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.data, settings.durable)
        await store.open()
        crew = workers or Workers(settings.workers, settings.think_seconds)
        hub = Hub(store, crew, settings)
        sockets = Sockets(hub)
        app.state.hub, app.state.sockets, app.state.settings = hub, sockets, settings
        hub.start()
        warm = asyncio.create_task(_warm_up(hub))
        try:
            yield
        finally:
            warm.cancel()
            await sockets.close()
            await hub.close()
            await crew.close()
            await store.close()

    app = FastAPI(
        title="lnlt",
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    openapi.install(app)
    app.include_router(API)

    @app.websocket("/ws/games/{game}")
    async def play(socket: WebSocket, game: str) -> None:
        await app.state.sockets.serve(socket, game)

    @app.websocket("/ws/replays/{replay}")
    async def watch(socket: WebSocket, replay: str) -> None:
        await app.state.sockets.serve(socket, replay, replay=True)

    _errors(app)
    here = Path(__file__).parent / "static"
    app.mount("/", Client(settings.static or here, API.routes))
    app.add_middleware(Guard, settings=settings)
    return app


async def _warm_up(hub: Hub) -> None:
    """Build what every visitor needs; then the garbage collector need not look at it again.

    Only lines of sight in a thread: types are prepared for decoding when first used, which two must not do at once.
    """
    for name in scenario_names():
        await hub.kit(library.scenario_setup(name))
        await asyncio.sleep(0)
    gc.collect()
    gc.freeze()


def _errors(app: FastAPI) -> None:
    """Every error has a Problem as its body."""

    @app.exception_handler(ApiProblem)
    async def known(_: Request, error: ApiProblem) -> Response:
        return answer(error.problem, error.status)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0] if error.errors() else {}
        where = ".".join(str(part) for part in first.get("loc", ()))
        return problem_answer(422, "bad_request", where, reason=first.get("msg", "not valid"))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404:
            return problem_answer(404, "not_found", path=request.url.path)
        if error.status_code == 405:
            made = problem_answer(405, "wrong_method", method=request.method)
            made.headers.update(error.headers or {})
            return made
        return problem_answer(error.status_code, "bad_request", reason=str(error.detail))

    @app.exception_handler(Exception)
    async def unknown(request: Request, error: Exception) -> Response:
        LOG.error("%s %s: %r", request.method, request.url.path, error)
        return problem_answer(500, "internal")
