"""What all wire types have in common."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Command = Annotated[dict[str, Any], Meta(max_length=100)]
"""A command as the codec writes it: clients do not look inside."""

# What clients send has bounds.
Name = Annotated[str, Meta(max_length=200)]
"""Any id, name of a place, or key."""
Number = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""What JavaScript counts exactly."""


class Struct(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Base of all wire types: absent means the default."""
