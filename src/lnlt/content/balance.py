"""How balanced scenarios are: what `lnlt balance` found, as shipped and as found on this machine. Cards show it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from lnlt.content import files
from lnlt.content.disk import cache_folder, replace_file
from lnlt.core.errors import LnltError
from lnlt.core.setup import GameSetup, setup_bytes

NAME = "balance.json"


class Handicap(msgspec.Struct, frozen=True):
    """A change that was tried: what it is called and the first side's score with it."""

    key: str
    text: str
    score: tuple[float, float, float]
    games: int


class Balance(msgspec.Struct, frozen=True):
    """What games of one level against itself say about a scenario."""

    setup: str
    """Fingerprint of the set-up: a scenario that has changed since is not spoken of."""
    level: str
    games: int
    seed: int
    lnlt: str
    code: str
    """Fingerprint of the code that played."""
    score: tuple[float, float, float]
    """Score of the first side (a draw is half a win) and its 95 % interval."""
    wins: tuple[int, int]
    draws: int
    verdict: str
    """"even", "favours" or "unknown" (too few games to tell)."""
    favoured: int = -1
    handicaps: tuple[Handicap, ...] = ()
    advice: str = ""
    """Key of the handicap that is recommended."""


def digest(setup: GameSetup) -> str:
    """Fingerprint of a set-up."""
    return hashlib.sha256(setup_bytes(setup)).hexdigest()[:16]


def own_file() -> Path:
    """Where results found on this machine are kept."""
    return cache_folder() / NAME


def shipped_file() -> Path:
    """The file that is shipped with the scenarios, as a path to write to."""
    return Path(str(files.shipped(NAME)))


def read_shipped() -> dict[str, Balance]:
    """Shipped results by scenario."""
    place = files.shipped(NAME)
    return msgspec.json.decode(place.read_bytes(), type=dict[str, Balance]) if place.is_file() else {}


def read_own() -> dict[str, Balance]:
    """Results found on this machine; a file that cannot be read counts as none."""
    try:
        return msgspec.json.decode(own_file().read_bytes(), type=dict[str, Balance])
    except (OSError, msgspec.DecodeError):
        return {}


def balance_of(setup: GameSetup) -> Balance | None:
    """What is known of a scenario as it is now: found here with more games, or as shipped; None if nothing."""
    now = digest(setup)
    found = [row for rows in (read_shipped(), read_own()) if (row := rows.get(setup.id)) is not None]
    return max((row for row in found if row.setup == now), key=lambda row: row.games, default=None)


def write(path: Path, rows: dict[str, Balance]) -> None:
    """Write results, never half of them."""
    data = msgspec.json.format(msgspec.json.encode(dict(sorted(rows.items()))), indent=1) + b"\n"
    try:
        replace_file(path, data)
    except OSError as error:
        raise LnltError(f"cannot be written: {error.strerror}", str(path)) from None
