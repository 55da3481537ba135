"""The HTTP side fuzzed from its own description: no answer that is not described, none of them a 500."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from lnlt.server.app import create_app
from lnlt.server.run import TableServer
from lnlt.server.settings import Settings
from table_helpers import free_socket

SCHEMA = schemathesis.openapi.from_dict(create_app(Settings(data=Path("unused"))).openapi())


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread."""
    path = tmp_path_factory.mktemp("fuzz") / "t.sqlite"
    chosen = Settings(data=path, durable=False, requests_per_second=1e6, request_burst=1_000_000)
    server = TableServer(create_app(chosen), chosen, "critical")
    listening = free_socket()
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


@SCHEMA.parametrize()
@settings(
    max_examples=15,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_answers_are_as_described(case: schemathesis.Case, address: str) -> None:
    """Every answer has a described status, content type and body."""
    answer = case.call_and_validate(base_url=address)
    assert answer.status_code != 500
