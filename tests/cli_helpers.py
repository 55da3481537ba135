"""What tests of commands share."""

from __future__ import annotations

from collections.abc import Callable

Lnlt = Callable[..., tuple[int, str, str]]
"""Runs `lnlt` with arguments; gives exit code, output and errors."""
