"""The built client: plain files; without them one clear sentence."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from lnlt import words
from lnlt.server.problems import problem_answer

YEAR = 31_536_000


class Client:
    """Files of the client. Every page of the table is its one page; `assets` have their content in their names."""

    def __init__(self, folder: Path, routes: Sequence[BaseRoute] = ()) -> None:
        self.folder = folder
        self.routes = [route for route in routes if isinstance(route, Route)]
        self._files: StaticFiles | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that is for no route."""
        if scope["type"] == "websocket":
            await WebSocketClose(4404)(scope, receive, send)
        if scope["type"] != "http":
            return
        await (await self._answer(scope))(scope, receive, send)

    def methods(self, path: str) -> set[str]:
        """What the routes of the API at an address take."""
        found = [route for route in self.routes if route.path_regex.match(path)]
        exact = [route for route in found if route.path == path]
        return {method for route in exact or found for method in route.methods or ()}

    async def _answer(self, scope: Scope) -> Response:
        path: str = scope["path"]
        if path.startswith(("/api", "/ws", "/healthz")):
            methods = self.methods(path)
            return _wrong_method(scope, methods) if methods else problem_answer(404, "not_found", path=path)
        if scope["method"] not in ("GET", "HEAD"):
            return _wrong_method(scope, {"GET", "HEAD"})
        page = self.folder / "index.html"
        if not page.is_file():
            return PlainTextResponse(words.problem_text("no_client") + "\n", 503)
        if self._files is None:
            self._files = StaticFiles(directory=self.folder)
        name = path.lstrip("/")
        found, stat = _look(self._files, name)
        if stat is None or not Path(found).is_file():
            if "." in name.rpartition("/")[2]:
                return problem_answer(404, "not_found", path=path)
            return FileResponse(page, headers={"cache-control": "no-cache"})
        keep = f"public, max-age={YEAR}, immutable" if name.startswith("assets/") else "no-cache"
        return FileResponse(found, headers={"cache-control": keep})


def _look(files: StaticFiles, name: str) -> tuple[str, os.stat_result | None]:
    """A file of the client by its name; none for a name that no file can have."""
    try:
        return files.lookup_path(name) if name else ("", None)
    except (OSError, ValueError):
        return "", None


def _wrong_method(scope: Scope, methods: set[str]) -> Response:
    made = problem_answer(405, "wrong_method", method=scope["method"])
    made.headers["allow"] = ", ".join(sorted(methods))
    return made
