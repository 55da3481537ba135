"""A real browser and a real server for every worker: the distribution's Chromium, headless."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from table_server import Server

ROOT = Path(__file__).parents[2]
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
)
PATIENCE = 30_000
"""Milliseconds a condition may take to come true on a busy machine."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def client() -> None:
    """The built client, fresh."""
    subprocess.run([sys.executable, "tools/build_web.py", "--dev"], cwd=ROOT, check=True)


@pytest.fixture(scope="session")
def server(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:  # noqa: ARG001
    """A server with an empty data file."""
    with Server(tmp_path_factory.mktemp("table") / "table.sqlite") as made:
        yield made


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser; that there is none is an error, never a reason to skip. It ends with its module: its event loop
    would stand in the way of every other test that needs one."""
    found = shutil.which("chromium")
    if found is None:
        pytest.fail("chromium is missing: make chromium")
    with sync_playwright() as play:
        made = play.chromium.launch(executable_path=found, args=list(FLAGS))
        yield made
        made.close()


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A page that fails its test when the client has an error; nothing moves, so that nothing must be waited for."""
    yield from open_page(browser, server)


def open_page(browser: Browser, server: Server, **options: object) -> Iterator[Page]:
    """A page in a context of its own."""
    settings: dict[str, object] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **options}
    context = browser.new_context(base_url=server.address, **settings)  # type: ignore[arg-type]
    made = context.new_page()
    made.set_default_timeout(PATIENCE)
    errors: list[str] = []
    made.on("pageerror", lambda error: errors.append(str(error)))
    yield made
    context.close()
    assert not errors, errors


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    """A page of the size of a phone, with touch."""
    yield from open_page(browser, server, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
