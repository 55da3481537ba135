"""The tables games are kept in. Migrations in `migrations` make them; a test compares the two."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Integer, LargeBinary, MetaData, String, Table

METADATA = MetaData()

SETUPS = Table(
    "setups",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)
"""How games began, each different one once."""

GAMES = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("created", Float, nullable=False),
    Column("setup", String(64), ForeignKey("setups.digest"), nullable=False),
    Column("header", LargeBinary, nullable=False),
    Column("seats", LargeBinary, nullable=False),
    Column("orders", LargeBinary, nullable=False),
)
"""A game: its header without the set-up, its seats with the fingerprints of their keys, standing orders."""

LOG = Table(
    "log",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""What happened, only ever appended to: an entry of the record, or nothing for one that was taken back. `number` is
how many entries stand afterwards."""

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""Positions now and then, so that a game need not be replayed from its beginning."""
