"""Secret keys of seats: drawn at random, kept as fingerprints, compared in constant time."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

import msgspec


class SeatRow(msgspec.Struct, frozen=True):
    """A seat as it is stored: who plays, and the fingerprint of the key."""

    player: str
    key: str = ""


def new_key() -> str:
    """A key nobody can guess."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """A name for a game nobody can guess."""
    return secrets.token_urlsafe(9)


def fingerprint(key: str) -> str:
    """What is stored of a key."""
    return sha256(key.encode()).hexdigest()


def seats_of(rows: tuple[SeatRow, ...], key: str) -> tuple[int, ...]:
    """Sides a key plays; none for a wrong one. Every seat is compared, always."""
    given = fingerprint(key)
    return tuple([side for side, row in enumerate(rows) if row.key and hmac.compare_digest(row.key, given)])
