"""The HTTP side: what there is to play, new games, records, help. Bodies are the types of `shapes`."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Header, Path, Request
from starlette.responses import Response

from lnlt import engine, words
from lnlt.server import shapes
from lnlt.server.help import terms
from lnlt.server.hub import Hub, levels
from lnlt.server.keys import seats_of
from lnlt.server.library import cards, replays
from lnlt.server.openapi import body, gives, socket_schemas
from lnlt.server.problems import JSON, ApiProblem, answer
from lnlt.server.room import Room
from lnlt.server.story import cited
from lnlt.server.telling import HUMAN

API = APIRouter()
GameId = Annotated[str, Path(description="The game", max_length=32)]
SeatKey = Annotated[str, Header(alias="X-Seat-Key", description="Key of a seat", max_length=100)]


def hub_of(request: Request) -> Hub:
    """The games of the server."""
    hub: Hub = request.app.state.hub
    return hub


async def read(request: Request, kind: type[Any]) -> Any:
    """The body of a request, checked."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != JSON:
        raise ApiProblem(415, "not_json")
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ApiProblem(422, "bad_body", reason=str(error)) from None


@API.get("/healthz", responses=gives(shapes.Health))
async def healthz(request: Request) -> Response:
    """Whether the server and its database answer."""
    hub = hub_of(request)
    alive = await hub.store.alive()
    sockets = len(request.app.state.sockets.open)
    health = shapes.Health(ok=alive, games=len(hub.rooms), sockets=sockets)
    return answer(health, 200 if alive else 503)


@API.get("/api/scenarios", responses=gives(tuple[shapes.ScenarioCard, ...]))
async def scenarios() -> Response:
    """Every scenario that can be played."""
    return answer(cards())


@API.get("/api/levels", responses=gives(tuple[shapes.Level, ...]))
async def get_levels() -> Response:
    """Who can play a side: people and computer players."""
    return answer(levels())


@API.get("/api/replays", responses=gives(tuple[shapes.ReplayListed, ...]))
async def get_replays() -> Response:
    """Recorded games that anyone can watch."""
    return answer(replays())


@API.post(
    "/api/games",
    status_code=201,
    openapi_extra=body(shapes.NewGame),
    responses=gives(shapes.GameCreated, 201, 404, 409, 507),
)
async def create(request: Request) -> Response:
    """Begin a game; the answer has the keys of its seats, which are told only once."""
    wish: shapes.NewGame = await read(request, shapes.NewGame)
    return answer(await hub_of(request).create(wish), 201)


@API.post(
    "/api/games/import",
    status_code=201,
    openapi_extra=body(shapes.ImportGame),
    responses=gives(shapes.GameCreated, 201, 404, 409, 507),
)
async def import_game(request: Request) -> Response:
    """Go on with an exported record: every entry is played again and checked."""
    wish: shapes.ImportGame = await read(request, shapes.ImportGame)
    return answer(await hub_of(request).restore(wish), 201)


@API.get("/api/games/{game}", responses=gives(shapes.GameListed, 200, 404, 503))
async def info(request: Request, game: GameId) -> Response:
    """How a game stands."""
    return answer(listed(await hub_of(request).open(game)))


def listed(room: Room) -> shapes.GameListed:
    """A game as a list shows it."""
    s = room.ledger.state
    asked = engine.decider(s)
    return shapes.GameListed(
        id=room.name,
        scenario=room.game.setup.id,
        name=room.game.setup.name,
        turn=s.turn,
        turns=room.game.turns,
        asked=words.side_name(room.game, asked) if asked is not None else "",
        over=cited(words.end_text(room.game, s))[0] if s.over is not None else "",
        entries=room.number,
    )


@API.get("/api/games/{game}/record", responses=gives("application/x-ndjson", 200, 403, 404, 503))
async def record(request: Request, game: GameId, key: SeatKey = "") -> Response:
    """The game's record (JSON Lines); while it is played only for whoever holds the seats of all people."""
    room = await hub_of(request).open(game)
    held = seats_of(room.seats, key) if key else ()
    people = [side for side, seat in enumerate(room.seats) if seat.player == HUMAN]
    if room.ledger.state.over is None and not (people and set(people) <= set(held)):
        raise ApiProblem(403, "still_secret")
    name = f"{room.game.setup.id}-{game}.jsonl"
    return _file(room.ledger.text(), "application/x-ndjson", name)


@API.get("/api/games/{game}/log", responses=gives("text/plain", 200, 404, 503))
async def log(request: Request, game: GameId) -> Response:
    """The log of a game as text."""
    room = await hub_of(request).open(game)
    lines = [f"{room.game.setup.name}", ""]
    for first in range(0, room.number + 1, 100):
        for entry in await room.entries(first, min(room.number, first + 99), -1):
            who = words.side_name(room.game, entry.side) if entry.side >= 0 else ""
            lines.append(f"{entry.n:>4} {who}: {entry.text}" if entry.n else "")
            lines.extend(f"       {'  ' if line.detail else ''}{_cite(line)}" for line in entry.lines)
    return _file("\n".join(lines) + "\n", "text/plain; charset=utf-8", f"{room.game.setup.id}-{game}.txt")


def _cite(line: shapes.Line) -> str:
    return f"{line.text} ({line.rule})" if line.rule else line.text


def _file(text: str, kind: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=kind, headers=headers)


@API.get("/api/help", responses=gives(tuple[shapes.Term, ...]))
async def get_help() -> Response:
    """Help on every section and term, in our own words."""
    return answer(tuple(terms().values()))


@API.get("/api/help/{key}", responses=gives(shapes.Term, 200, 404))
async def get_term(key: Annotated[str, Path(max_length=80)]) -> Response:
    """Help on one section or term."""
    found = terms().get(key) or terms().get(key.lower())
    if found is None:
        raise ApiProblem(404, "no_such_term", id=repr(key))
    return answer(found)


@API.get("/api/schema/ws.json", responses=gives(dict[str, Any]))
async def get_schemas() -> Response:
    """JSON Schemas of the WebSocket's messages, in both directions."""
    return answer(socket_schemas())
