"""A series of games: one set-up, two levels, one seed. Everything that decides its results is in its key."""

from __future__ import annotations

import gc
import hashlib
import threading
import time
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from lnlt import engine
from lnlt.content.balance import digest
from lnlt.core.game import Game
from lnlt.core.setup import GameSetup, parse_setup, setup_bytes
from lnlt.sim.levels import Level
from lnlt.sim.play import PATIENCE, GameResult, play_game
from lnlt.version import RULES, lnlt_version

FORMAT = 1
PARTS = ("ai", "content", "core", "data", "rules", "table", "traits")
FILES = ("engine.py", "sim/levels.py", "sim/luck.py", "sim/play.py", "sim/series.py")
"""Parts of the package that decide how games go and what is kept of them."""
NOT_DATA = ("balance.json",)
"""Files of the data folder that no game reads."""


@lru_cache(maxsize=1)
def code() -> str:
    """Fingerprint of the code and data that decide how games go: results of other code are never mixed in."""
    total = hashlib.sha256()

    def add(place: Traversable, name: str) -> None:
        if place.is_dir():
            for child in sorted(place.iterdir(), key=lambda c: c.name):
                if child.name != "__pycache__" and child.name not in NOT_DATA:
                    add(child, f"{name}/{child.name}")
        elif name.endswith((".py", ".toml", ".json")):
            total.update(f"{name}\n".encode())
            total.update(place.read_bytes().replace(b"\r\n", b"\n"))

    root = files("lnlt")
    for part in PARTS:
        add(root / part, part)
    for name in FILES:
        add(root / name, name)
    return total.hexdigest()[:16]


class Head(msgspec.Struct, frozen=True):
    """What a file of results says about itself: only the same series goes on with it."""

    format: int
    lnlt: str
    rules: str
    code: str
    scenario: str
    setup: str
    """Fingerprint of the set-up."""
    levels: tuple[str, str]
    seed: int

    @property
    def key(self) -> str:
        """Name of the file of results."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:20]


class Series(msgspec.Struct, frozen=True):
    """Games 0, 1, 2 … of a seed on one set-up between two levels."""

    setup: GameSetup
    levels: tuple[Level, Level]
    seed: int
    games: int
    label: str = ""
    """What progress calls it."""

    def head(self) -> Head:
        """What its file of results begins with."""
        one, two = self.levels
        return Head(
            FORMAT, lnlt_version(), RULES, code(), self.setup.id, digest(self.setup), (str(one), str(two)), self.seed
        )


class Batch(msgspec.Struct, frozen=True):
    """Some games of a series as they are sent to a worker."""

    series: int
    setup: bytes
    levels: tuple[Level, Level]
    seed: int
    numbers: tuple[int, ...]
    code: str
    patience: float = PATIENCE


class Played(msgspec.Struct, frozen=True):
    """What a worker sends back."""

    series: int
    results: tuple[GameResult, ...]
    seconds: float
    problem: str = ""
    """Why it did not play."""


_kept = threading.local()
KEEP = 16


def game_of(setup: bytes) -> Game:
    """The game of a set-up, built once per thread of a worker."""
    games: dict[bytes, Game] | None = getattr(_kept, "games", None)
    if games is None:
        games = _kept.games = {}
    game = games.get(setup)
    if game is None:
        if len(games) >= KEEP:
            games.pop(next(iter(games)))
        game = games[setup] = engine.build_game(parse_setup(setup), "simulation")
        gc.collect()
        gc.freeze()  # it stays: nothing of it need be looked at again while games are played
    return game


def game_of_setup(setup: GameSetup) -> Game:
    """The game of a set-up; what is wrong with it is a ContentError."""
    return game_of(setup_bytes(setup))


def play_batch(batch: Batch) -> Played:
    """Play some games: what runs in a worker, here or on another machine."""
    if batch.code != code():
        return Played(batch.series, (), 0.0, "a worker has another version of lnlt: install the same everywhere")
    game = game_of(batch.setup)
    began = time.perf_counter()
    results = tuple(play_game(game, batch.levels, batch.seed, n, patience=batch.patience) for n in batch.numbers)
    return Played(batch.series, results, time.perf_counter() - began)


def batch(series: Sequence[Series], index: int, setup: bytes, numbers: Sequence[int], patience: float) -> Batch:
    """Some games of one of the series."""
    one = series[index]
    return Batch(index, setup, one.levels, one.seed, tuple(numbers), code(), patience=patience)
