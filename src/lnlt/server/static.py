"""The built client: plain files; without them one clear sentence."""

from __future__ import annotations

from pathlib import Path

from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from lnlt import words
from lnlt.server.problems import problem_answer

YEAR = 31_536_000


class Client:
    """Files of the client. Every page of the table is its one page; `assets` have their content in their names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: StaticFiles | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that is for no route."""
        if scope["type"] != "http":
            return
        await (await self._answer(scope))(scope, receive, send)

    async def _answer(self, scope: Scope) -> Response:
        path: str = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            return problem_answer(405, "wrong_method", method=scope["method"])
        if path.startswith(("/api", "/ws", "/healthz")):
            return problem_answer(404, "not_found", path=path)
        page = self.folder / "index.html"
        if not page.is_file():
            return PlainTextResponse(words.problem_text("no_client") + "\n", 503)
        if self._files is None:
            self._files = StaticFiles(directory=self.folder)
        name = path.lstrip("/")
        found, stat = self._files.lookup_path(name) if name else ("", None)
        if stat is None or not Path(found).is_file():
            if "." in name.rpartition("/")[2]:
                return problem_answer(404, "not_found", path=path)
            return FileResponse(page, headers={"cache-control": "no-cache"})
        keep = f"public, max-age={YEAR}, immutable" if name.startswith("assets/") else "no-cache"
        return FileResponse(found, headers={"cache-control": keep})
