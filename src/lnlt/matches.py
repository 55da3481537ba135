"""Matches of the shipped engine: begin one, save it, open it again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lnlt import engine
from lnlt.content import saves
from lnlt.core.errors import RecordError
from lnlt.core.game import Game
from lnlt.core.record import Header, Match, replay, start
from lnlt.version import RULES, lnlt_version


def new_match(
    game: Game, seed: int | str = 0, players: Sequence[str] = (), started: str = "", scenario: str = ""
) -> Match:
    """A match at its first question.

    >>> new_match(engine.load("first-fight"), seed=1).state.turn
    1
    """
    header = Header(
        rules=RULES,
        lnlt=lnlt_version(),
        scenario=scenario or game.setup.id,
        seed=seed,
        players=tuple(players),
        started=started,
        setup=game.setup,
    )
    return start(engine.CODEC, engine.begin, game, header)


def open_match(path: Path, repair: bool = False) -> tuple[Match, RecordError | None]:
    """A saved match, replayed and checked. With `repair`, as much of it as stands, and what was wrong."""
    record = saves.load(path, engine.CODEC, repair)
    game = engine.build_game(record.header.setup, str(path))
    match, problem = replay(engine.CODEC, engine.begin, game, record.header, record.entries, str(path), repair)
    return match, problem or record.problem
