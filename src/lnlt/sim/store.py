"""Files of results: a head, then a line per game, written as games end. A killed run leaves a file that goes on."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import msgspec

from lnlt.content.disk import cache_folder
from lnlt.core.errors import LnltError
from lnlt.sim.play import GameResult
from lnlt.sim.series import Head

try:
    import fcntl
except ImportError:  # not on Windows: there two runs must not share a file
    fcntl = None  # type: ignore[assignment]

_GAME = msgspec.json.Decoder(GameResult)
_HEAD = msgspec.json.Decoder(Head)


def results_folder() -> Path:
    """Where results are kept if no file is named: in the user's cache (LNLT_CACHE changes it)."""
    return cache_folder() / "simulations"


class Store:
    """The results of one series on disk; opening it reads what is there and cuts off a line a kill left unfinished."""

    def __init__(self, head: Head, path: Path | None = None, fresh: bool = False) -> None:
        self.path = path or results_folder() / f"{head.scenario[:40]}-{head.key}.jsonl"
        self.results: dict[int, GameResult] = {}
        self._head = head
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = open(self.path, "a+b", buffering=0)  # noqa: SIM115
        except OSError as error:
            raise LnltError(f"cannot be written: {error.strerror}", str(self.path)) from None
        try:
            self._lock()
            if fresh:
                self._file.truncate(0)
            self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _lock(self) -> None:
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise LnltError("another run is writing these results: wait for it or end it", str(self.path)) from None

    def _read(self) -> None:
        self._file.seek(0)
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            self._file.truncate(whole)
        lines = data[:whole].splitlines()
        if not lines:
            self._file.truncate(0)
            self._file.write(msgspec.json.encode(self._head) + b"\n")
            return
        try:
            found = _HEAD.decode(lines[0])
        except msgspec.DecodeError:
            raise LnltError("is no file of results of lnlt", str(self.path), "line 1") from None
        if found != self._head:
            raise LnltError(
                f"holds results of another simulation ({_difference(found, self._head)}): "
                "name another file, or give --fresh to overwrite it",
                str(self.path),
            )
        for number, line in enumerate(lines[1:], 2):
            try:
                game = _GAME.decode(line)
            except msgspec.DecodeError as error:
                raise LnltError(f"damaged: {error}", str(self.path), f"line {number}") from None
            self.results[game.n] = game

    def missing(self, games: int) -> list[int]:
        """Games still to be played; those that ran out of time are tried again."""
        return [n for n in range(games) if n not in self.results or self.results[n].stuck]

    def add(self, results: Iterable[GameResult]) -> None:
        """Keep games that have ended, whole lines at once."""
        data = b""
        for game in results:
            self.results[game.n] = game
            data += msgspec.json.encode(game) + b"\n"
        if data:
            try:
                self._file.write(data)
                os.fsync(self._file.fileno())
            except OSError as error:
                raise LnltError(f"cannot be written: {error.strerror}", str(self.path)) from None

    def first(self, games: int) -> tuple[GameResult, ...]:
        """The first games in order, as far as they have been played."""
        return tuple(self.results[n] for n in range(games) if n in self.results)


def _difference(found: Head, wanted: Head) -> str:
    """What tells two heads apart, in words."""
    names = {"lnlt": "version", "code": "version of the code", "setup": "content of the scenario"}
    return ", ".join(
        f"other {names.get(key, key)}" for key in Head.__struct_fields__ if getattr(found, key) != getattr(wanted, key)
    )
