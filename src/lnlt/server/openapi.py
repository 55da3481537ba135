"""OpenAPI from the same types that go over the wire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from lnlt.server import messages, shapes
from lnlt.server.problems import JSON
from lnlt.version import lnlt_version

REF = "#/components/schemas/{name}"
ABOUT = {
    400: "Not a request",
    403: "Not for this key",
    404: "There is no such thing",
    409: "Does not fit the game",
    413: "Too big",
    415: "Not JSON",
    422: "The content does not fit",
    429: "Too fast",
    503: "Not available now",
    507: "Could not be stored",
}


def _types() -> list[Any]:
    """Everything that has a schema."""
    found = [
        kind
        for module in (shapes, messages)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, shapes.Struct) and kind is not shapes.Struct
    ]
    return sorted(dict.fromkeys(found), key=lambda kind: kind.__name__)


def _schema(kind: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REF)
    return schema


def components() -> dict[str, Any]:
    """Schemas of all types by name."""
    _, found = msgspec.json.schema_components(_types(), ref_template=REF)
    return found


def gives(kind: Any, *statuses: int) -> dict[int | str, dict[str, Any]]:
    """What a route answers: a type (or a media type) with the first status, problems with the others."""
    good = statuses[0] if statuses else 200
    content = {kind: {"schema": {"type": "string"}}} if isinstance(kind, str) else {JSON: {"schema": _schema(kind)}}
    found: dict[int | str, dict[str, Any]] = {good: {"description": "Done", "content": content}}
    for status in sorted({*statuses[1:], 413, 415, 422, 429}):
        found[status] = {"description": ABOUT[status], "content": {JSON: {"schema": _schema(shapes.Problem)}}}
    return found


def body(kind: Any) -> dict[str, Any]:
    """The JSON body a route takes."""
    return {"requestBody": {"required": True, "content": {JSON: {"schema": _schema(kind)}}}}


def install(app: FastAPI) -> None:
    """Let the app describe itself with our schemas."""

    def describe() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(title="lnlt", version=lnlt_version(), description=app.description, routes=app.routes)
            made.setdefault("components", {})["schemas"] = components()
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = describe  # type: ignore[method-assign]


def socket_schemas() -> dict[str, Any]:
    """Schemas of the WebSocket's messages: `fromClient`, `fromServer`, and what they are made of."""
    template = "#/$defs/{name}"
    kinds = [messages.FromClient, messages.FromServer]
    (client, server), definitions = msgspec.json.schema_components(kinds, ref_template=template)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "protocol": messages.PROTOCOL,
        "fromClient": client,
        "fromServer": server,
        "$defs": {**definitions, **dict(_more(template))},
    }


def _more(template: str) -> Iterator[tuple[str, Any]]:
    """Types of HTTP bodies too, so that one file has everything a client needs."""
    _, found = msgspec.json.schema_components(_types(), ref_template=template)
    yield from found.items()
