"""Nothing is lost: reload, a killed server, a second tab, an onlooker."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from steps import Table
from table_server import Server

from conftest import open_page


@pytest.fixture
def own_server(client: None, tmp_path: Path) -> Iterator[Server]:  # noqa: ARG001
    """A server that can be killed."""
    with Server(tmp_path / "table.sqlite") as made:
        yield made


def test_reload_and_a_killed_server(browser: Browser, own_server: Server) -> None:
    """The page says that the line is lost, connects again, and an order given meanwhile arrives once."""
    for page in open_page(browser, own_server):
        table = Table(page).open(own_server.new_game("the-church-at-the-crossroads", seed="5").link)
        table.press("Activate G2: us-a, us-b, tom")
        table.asks("what do the units in G2 do?")
        page.reload()
        table.ready()
        table.asks("what do the units in G2 do?")

        own_server.stop(signal.SIGKILL)
        offline = page.get_by_role("alert").filter(has_text="The connection is lost")
        expect(offline).to_be_visible()
        table.press("Pass this impulse")
        expect(table.now).to_contain_text("what do the units in G2 do?")
        own_server.start()
        # The order given meanwhile arrives by itself, once.
        expect(offline).to_have_count(0, timeout=20_000)
        table.asks("Wehrmacht: activate a hex, or pass")
        assert table.entries == 2
        table.press("Pass this impulse")
        table.asks("101st Airborne: activate a hex, or pass")


def test_two_tabs_and_an_onlooker(page: Page, server: Server) -> None:
    """Both tabs may answer and see the same; whoever has no key sees but cannot act."""
    game = server.new_game("the-church-at-the-crossroads", seed="6")
    first = Table(page).open(game.link)
    second = Table(page.context.new_page()).open(game.link)
    onlooker = Table(page.context.new_page()).open(game.watch_link)
    first.press("Pass this impulse")
    for table in (first, second):
        table.asks("Wehrmacht: activate a hex, or pass")
        expect(table.button("Pass this impulse")).to_be_visible()
    onlooker.asks("Waiting. Wehrmacht")
    expect(onlooker.now.get_by_role("button", name="Pass this impulse")).to_have_count(0)
    second.press("Pass this impulse")
    first.asks("101st Airborne: activate a hex, or pass")
    onlooker.asks("Waiting. 101st Airborne")


def test_a_game_that_does_not_exist(page: Page) -> None:
    """A clear sentence and the way back."""
    page.goto("/#/game/nonsense")
    expect(page.get_by_role("alert")).to_contain_text("cannot be opened")
    page.get_by_role("link", name="Back to the scenarios").click()
    expect(page.get_by_role("heading", name="Scenarios")).to_be_visible()


def test_a_wrong_key(page: Page, server: Server) -> None:
    """A link with a wrong key is refused, not shown as an onlooker's."""
    game = server.new_game("the-church-at-the-crossroads")
    page.goto(f"{game.watch_link}/wrong")
    expect(page.get_by_role("alert")).to_contain_text(re.compile("cannot be opened"))


def test_a_style_sheet_that_does_not_come(browser: Browser, server: Server) -> None:
    """A part whose style sheet fails is no error of the page: the game goes on."""
    for page in open_page(browser, server):
        page.route("**/assets/rare-*.css", lambda route: route.abort())
        game = server.new_game("the-church-at-the-crossroads", seed="7")
        with page.expect_event("requestfailed", lambda request: "rare-" in request.url):
            table = Table(page).open(game.link)
        table.press("Pass this impulse")
        table.asks("Wehrmacht: activate a hex, or pass")
