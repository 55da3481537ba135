"""Which lnlt this is, and which rules it plays."""

from __future__ import annotations

from functools import cache

RULES = "5.1 rev 28"


@cache
def lnlt_version() -> str:
    """Version of this package."""
    from importlib.metadata import PackageNotFoundError, version  # slow to import, and rarely asked

    try:
        return version("lnlt")
    except PackageNotFoundError:
        return "unknown"
