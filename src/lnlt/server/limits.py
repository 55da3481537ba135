"""What every request passes: its size, its rate, and the headers every answer gets."""

from __future__ import annotations

from collections import OrderedDict

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lnlt.server.client import Bucket
from lnlt.server.problems import problem_answer
from lnlt.server.settings import Settings

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
CALLERS = 10_000
"""Addresses whose rate is remembered."""


MOST_DIGITS = 18
"""Digits of the length of a request."""


class TooBig(Exception):
    """More bytes came than a request may have."""


class Guard:
    """Around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self._callers: OrderedDict[str, Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def sent(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        if scope["path"].startswith("/api") and not self._caller(scope).take():
            await problem_answer(429, "too_many_requests")(scope, receive, sent)
            return
        limit = self.settings.max_body
        length = Headers(scope=scope).get("content-length", "0")
        too_big = problem_answer(413, "body_too_big", limit=limit)
        if not (length.isascii() and length.isdigit()) or len(length) > MOST_DIGITS or int(length) > limit:
            await too_big(scope, receive, sent)
            return
        left = limit

        async def received() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise TooBig
            return message

        try:
            await self.app(scope, received, sent)
        except TooBig:
            if not started:
                await too_big(scope, receive, sent)

    def _caller(self, scope: Scope) -> Bucket:
        """The rate of whoever asks."""
        name = (scope.get("client") or ("",))[0]
        bucket = self._callers.get(name)
        if bucket is None:
            bucket = self._callers[name] = Bucket(self.settings.requests_per_second, self.settings.request_burst)
            if len(self._callers) > CALLERS:
                self._callers.popitem(last=False)
        self._callers.move_to_end(name)
        return bucket
