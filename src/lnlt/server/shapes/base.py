"""What all wire types have in common."""

from __future__ import annotations

from typing import Any

import msgspec

Command = dict[str, Any]
"""A command as the codec writes it: clients do not look inside."""


class Struct(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Base of all wire types: absent means the default."""
