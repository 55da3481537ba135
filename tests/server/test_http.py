"""The HTTP side: what there is to play, records, help, problems, headers, and its own description."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from lnlt.content.scenarios import scenario_names
from lnlt.server import messages, shapes
from lnlt.server.openapi import socket_schemas
from lnlt.server.storage import migrate
from lnlt.server.tables import METADATA
from table_helpers import at_table, serving


@at_table
async def test_what_there_is_to_play(tmp_path: Path) -> None:
    """Scenario cards, players, replays, and the state of a game."""
    async with serving(tmp_path) as table:
        cards = (await table.http.get("/api/scenarios")).json()
        assert len(cards) == len(scenario_names())
        for card in cards:
            assert card["turns"] > 0
            assert [s["colour"][0] for s in card["sides"]] == ["#", "#"]
            assert card["goals"]
            for lines in (s["forces"] for s in card["sides"]):
                assert len({(line["name"], line["kind"]) for line in lines}) == len(lines) > 0
        beginners = {card["id"] for card in cards if card.get("new_players")}
        assert beginners == {"the-church-at-the-crossroads", "infantry-training"}
        rules = {card["id"]: {key for key, _ in card["optional"]} for card in cards}
        of_vehicles = {"spot_vehicles", "split_mgs", "size_and_speed", "hull_down"}
        assert not rules["the-church-at-the-crossroads"] & of_vehicles
        assert rules["vehicle-and-ordnance-training"] > of_vehicles
        await table.create("vehicle-training", options=sorted(of_vehicles))
        levels = [level["id"] for level in (await table.http.get("/api/levels")).json()]
        assert levels[:2] == ["human", "random"]
        for level in (await table.http.get("/api/levels")).json():
            assert level["about"]
        game = await table.create(cards[0]["id"], options=[cards[0]["optional"][0][0]])
        found = (await table.http.get(f"/api/games/{game['id']}")).json()
        assert (found["id"], found["turn"], found["name"]) == (game["id"], 1, cards[0]["name"])
        assert (await table.http.get("/healthz")).json() == {"ok": True, "games": 1, "sockets": 0}


@at_table
async def test_every_scenario_can_be_opened(tmp_path: Path) -> None:
    """A game of each shipped scenario begins, with a question for somebody, and goes on for a while."""
    async with serving(tmp_path) as table:
        for name in scenario_names():
            game = await table.create(name, hot_seat=True)
            async with table.seat(game["id"], game["seats"][0]["key"]) as one:
                given = await one.play(random.Random(2), lambda u: u["n"] >= 25)
                assert given == 25, name


@pytest.mark.parametrize(
    ("wish", "status", "code", "where"),
    [
        ({"scenario": "first-figt"}, 404, "no_such_scenario", "scenario"),
        ({"scenario": "first-fight", "seats": [{"side": "fr"}]}, 404, "no_such_side", "seats[0].side"),
        (
            {"scenario": "first-fight", "seats": [{"side": "us", "player": "x"}]},
            404,
            "no_such_level",
            "seats[0].player",
        ),
        ({"scenario": "first-fight", "seats": [{"side": "us"}, {"side": "us"}]}, 409, "two_for_one", "seats[1].side"),
        ({"scenario": "first-fight", "options": ["flying"]}, 404, "no_such_option", "options"),
        ({"scenario": 7}, 422, "bad_body", ""),
        ({}, 422, "bad_body", ""),
        ([], 422, "bad_body", ""),
    ],
)
def test_wishes_that_cannot_be_met(tmp_path: Path, wish: Any, status: int, code: str, where: str) -> None:
    """A new game that cannot be is a problem that names the place."""

    @at_table
    async def run() -> None:
        async with serving(tmp_path) as table:
            answer = await table.http.post("/api/games", json=wish)
            problem = answer.json()
            assert (answer.status_code, problem["error"], problem.get("where", "")) == (status, code, where), problem
            assert problem["text"]

    run()


@at_table
async def test_record_and_log(tmp_path: Path) -> None:
    """A record goes out, comes in again as a new game at the same point, and the log can be read."""
    async with serving(tmp_path) as table:
        game = await table.create(hot_seat=True)
        key = game["seats"][0]["key"]
        async with table.seat(game["id"], key) as one:
            await one.play(random.Random(6), lambda u: u["n"] >= 120)
        record = await table.http.get(f"/api/games/{game['id']}/record", headers={"X-Seat-Key": key})
        assert record.headers["content-type"].startswith("application/x-ndjson")
        assert game["id"] in record.headers["content-disposition"]
        again = (await table.http.post("/api/games/import", json={"record": record.text, "hot_seat": True})).json()
        assert again["id"] != game["id"]
        async with table.seat(again["id"], again["seats"][0]["key"]) as two:
            assert two.update["position"] == one.update["position"]
            assert two.options == one.options
            past = (await two.ask("past", n=30))["past"]
        async with table.seat(game["id"]) as one:
            assert (await one.ask("past", n=30))["past"]["position"] == past["position"]
        log = (await table.http.get(f"/api/games/{game['id']}/log")).text
        assert log.startswith("The Church at the Crossroads")
        assert " 120 " in log
        assert "(4.0)" in log


@at_table
async def test_bad_records(tmp_path: Path) -> None:
    """A record that is none, is cut, changed or too large is a problem, not a game."""
    async with serving(tmp_path) as table:
        game = await table.create(hot_seat=True)
        key = game["seats"][0]["key"]
        async with table.seat(game["id"], key) as one:
            await one.play(random.Random(6), lambda u: u["n"] >= 8)
        text = (await table.http.get(f"/api/games/{game['id']}/record", headers={"X-Seat-Key": key})).text
        header, *entries = text.splitlines()
        raw = msgspec.json.decode(header)
        large = {**raw, "setup": {**raw["setup"], "board": {"size": [5000, 5000]}}}
        strange = {**raw, "setup": {**raw["setup"], "units": [{"id": "x", "side": "us", "type": "nothing"}]}}
        for bad in (
            "",
            "hello",
            "{}",
            header[:100],
            "\n".join([header, entries[1]]),
            "\n".join([header, entries[0].replace('"digest":"', '"digest":"0')]),
            "\n".join([header, entries[0], '{"n":2}']),
            msgspec.json.encode(large).decode(),
            msgspec.json.encode(strange).decode(),
        ):
            answer = await table.http.post("/api/games/import", json={"record": bad})
            assert (answer.status_code, answer.json()["error"]) == (409, "bad_record"), bad[:80]
        whole = await table.http.post("/api/games/import", json={"record": text})
        assert whole.status_code == 201


@at_table
async def test_help(tmp_path: Path) -> None:
    """Sections and words of the game are explained; what is unknown is a problem."""
    async with serving(tmp_path) as table:
        section = (await table.http.get("/api/help/5.3")).json()
        assert section["title"] == "Opportunity Fire"
        assert len(section["text"]) > 100
        word = (await table.http.get("/api/help/Opportunity Fire")).json()
        assert word["rule"] == "5.3"
        assert (await table.http.get("/api/help/tm")).json()["title"] == "TM"
        for term in (
            "firepower",
            "1.1.1",
            "leadership modifier",
            "mf",
            "morale",
            "10.4",
            "22.1",
        ):  # the table's own links
            assert (await table.http.get(f"/api/help/{term}")).status_code == 200, term
        assert len((await table.http.get("/api/help")).json()) > 100
        assert (await table.http.get("/api/help/99.9")).status_code == 404


@at_table
async def test_problems_and_headers(tmp_path: Path) -> None:
    """Unknown addresses and methods are problems; every answer has the security headers."""
    async with serving(tmp_path) as table:
        cases = {("GET", "/api/x"): 404, ("DELETE", "/api/levels"): 405, ("GET", "/api/games/none"): 404}
        cases |= {("GET", "/ws/games/x"): 404, ("POST", "/"): 405, ("GET", f"/api/games/{'x' * 99}"): 422}
        for (method, path), status in cases.items():
            answer = await table.http.request(method, path)
            assert answer.status_code == status, path
            assert answer.json()["error"]
        answer = await table.http.get("/api/levels")
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers


@at_table
async def test_client_files(tmp_path: Path) -> None:
    """The built client is served, its pages by any address; without it one sentence says what to do."""
    missing = tmp_path / "none"
    async with serving(tmp_path, static=missing) as table:
        answer = await table.http.get("/")
        assert answer.status_code == 503
        assert "make play" in answer.text
    built = tmp_path / "built"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html><title>table</title>")
    (built / "assets" / "app.js").write_text("1")
    (tmp_path / "secret.txt").write_text("not for you")
    async with serving(tmp_path, static=built) as table:
        for path in ("/", "/game/abc", "/index.html"):
            assert "<title>table" in (await table.http.get(path)).text
        script = await table.http.get("/assets/app.js")
        assert "immutable" in script.headers["cache-control"]
        assert "javascript" in script.headers["content-type"]
        assert (await table.http.get("/assets/none.js")).status_code == 404
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
            assert "not for you" not in (await table.http.get(path)).text


def test_schemas_name_every_message() -> None:
    """The schemas of the WebSocket have every message and everything it is made of."""
    found = socket_schemas()
    kinds = {ref["$ref"].rpartition("/")[2] for key in ("fromClient", "fromServer") for ref in found[key]["anyOf"]}
    assert kinds == {t.__name__ for union in (messages.FromClient, messages.FromServer) for t in union.__args__}
    assert {"NewGame", "GameCreated", "Position", "Piece", "Problem"} <= set(found["$defs"])
    assert issubclass(shapes.Position, shapes.Struct)


def test_migrations_make_the_tables(tmp_path: Path) -> None:
    """The migrated file has exactly the tables the code uses, also when migrated twice."""
    path = tmp_path / "t.sqlite"
    migrate(path)
    migrate(path)
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()
