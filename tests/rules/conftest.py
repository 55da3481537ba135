"""Fixtures of the tests of rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helpers import Scene


@pytest.fixture(params=["us_first", "de_first"])
def either_seat(request: pytest.FixtureRequest) -> Iterator[None]:
    """Everything is played twice: with the Americans as the first side of the scenario, and as the second."""
    Scene.mirrored = request.param == "de_first"
    yield
    Scene.mirrored = False
