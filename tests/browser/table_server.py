"""A server of its own process for browser tests: start, kill, start again on the same port and data."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any

from msgspec.structs import replace

from lnlt import engine
from lnlt.content.games import build_game
from lnlt.core.record import Match
from lnlt.matches import new_match
from lnlt.rules.ch22_scenario.entry import Enter, EntryGroup
from lnlt.situations.reading import load
from lnlt.situations.setup import make_game

ROOT = Path(__file__).parents[2]
BATTLES = Path(__file__).parent / "battles"
RUN = "from lnlt.cli.main import run; run()"


class Server:
    """`lnlt serve` on loopback."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop(signal.SIGTERM)

    def start(self) -> None:
        """Start and wait for the line that says where it listens."""
        env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-c", RUN, "serve", "--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, f"the server did not start: {line!r}"
        self.port = int(found[1])

    def stop(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it, by default without giving it time for anything."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(60)
            self.process = None

    def get(self, path: str) -> Any:
        """JSON of a path."""
        with urllib.request.urlopen(self.address + path, timeout=60) as answer:
            return json.load(answer)

    def new_game(
        self, scenario: str, players: dict[str, str] | str = "human", seed: str = "1", hot_seat: bool = True
    ) -> Game:
        """A game; `players` by side, or one kind for all; people share one screen, or each has a link of his own and
        nobody chooses the dice."""
        card = next(card for card in self.get("/api/scenarios") if card["id"] == scenario)
        seats = [
            {"side": side["id"], "player": players if isinstance(players, str) else players.get(side["id"], "human")}
            for side in card["sides"]
        ]
        chosen = {"seed": seed} if hot_seat else {}
        body = json.dumps({"scenario": scenario, "seats": seats, "hot_seat": hot_seat, **chosen}).encode()
        request = urllib.request.Request(
            self.address + "/api/games", data=body, headers={"content-type": "application/json"}
        )
        return self._begun(request)

    def battle(self, name: str, players: dict[str, str] | None = None, seed: int = 1) -> Game:
        """A battle of the folder `battles`, written like a situation, as a game of two people or of `players`.

        Its board is a whole map: aircraft enter it by an edge.
        """
        game = make_game(load(BATTLES / f"{name}.toml"))
        strikes = tuple(replace(strike, anywhere=False) for strike in game.setup.airstrikes)
        setup = replace(game.setup, pause_at_phase_end=False, ask_every_target=False, airstrikes=strikes)
        return self._resumed(new_match(build_game(setup, name), seed), players)

    def entry(self, scenario: str, seed: int = 1) -> Game:
        """A scenario set up anyhow, at the question who of the first group that waits enters the map."""
        match = new_match(engine.load(scenario), seed)
        while not isinstance(engine.question(match.state), EntryGroup):
            ways = engine.options(match.game, match.state)
            chosen = next((way for way in ways if isinstance(way, Enter)), ways[0])
            assert not isinstance(match.submit(chosen), engine.Refusal)
        return self._resumed(match, None)

    def _resumed(self, match: Match, players: dict[str, str] | None) -> Game:
        """A match goes on at this table."""
        sides = match.game.setup.sides
        seats = [{"side": side.id, "player": (players or {}).get(side.id, "human")} for side in sides]
        text = match.text()
        body = json.dumps({"record": text, "seats": seats, "hot_seat": True}).encode()
        return self._begun(
            urllib.request.Request(
                self.address + "/api/games/import", data=body, headers={"content-type": "application/json"}
            )
        )

    @staticmethod
    def _begun(request: urllib.request.Request) -> Game:
        with urllib.request.urlopen(request, timeout=60) as answer:
            made = json.load(answer)
        return Game(made["id"], [seat["key"] for seat in made["seats"] if seat.get("key")])


class Game:
    """A game and the keys of the seats people play."""

    def __init__(self, name: str, keys: list[str]) -> None:
        self.id, self.keys = name, keys

    @property
    def key(self) -> str:
        """The key of the first seat, or of all that share a screen."""
        return self.keys[0] if self.keys else ""

    @property
    def links(self) -> list[str]:
        """Pages of the table on the seats."""
        return [f"/#/game/{self.id}/{key}" for key in self.keys]

    @property
    def link(self) -> str:
        """Page of the table on the first seat."""
        return f"/#/game/{self.id}/{self.key}"

    @property
    def watch_link(self) -> str:
        """Page of the table for onlookers."""
        return f"/#/game/{self.id}"
