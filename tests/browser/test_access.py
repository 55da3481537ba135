"""Every page and dialog passes axe, in both themes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from steps import Table, violations
from table_server import Server

from conftest import open_page

PAGES = {
    "list": "/",
    "new game": "/#/new/assault-on-vierville",
    "help": "/#/help",
    "a term": "/#/help/5.3",
    "unknown page": "/#/nowhere",
    "no such game": "/#/game/nonsense",
}


READY = {
    "list": "Battles to watch",
    "new game": "Start the game",
    "help": "Opportunity Fire",
    "a term": "§5.3",
    "unknown page": "no such page",
    "no such game": "cannot be opened",
}
"""What is on the page when it is complete."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_around_the_table(browser: Browser, server: Server, theme: str) -> None:
    """List, new game, help and error pages have no violations."""
    for page in open_page(browser, server, color_scheme=theme):
        found = {}
        for name, link in PAGES.items():
            page.goto("about:blank")
            page.goto(link)
            expect(page.get_by_text(READY[name]).first).to_be_visible()
            found[name] = violations(page)
        assert found == {name: [] for name in PAGES}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_table(browser: Browser, server: Server, theme: str, width: int) -> None:
    """The table and its dialogs have no violations, narrow and wide."""
    game = server.new_game("the-church-at-the-crossroads", seed="axe")
    for page in open_page(browser, server, color_scheme=theme, viewport={"width": width, "height": 800}):
        table = Table(page).open(game.link)
        found = {"first question": violations(page)}
        table.click_hex("G2")
        expect(page.locator(".deciding .back")).to_be_visible()
        found["a stack"] = violations(page)
        page.keyboard.press("Escape")
        for key, title in {"?": "Keys", "menu": "Menu", "victory": "How this battle is won"}.items():
            if key == "?":
                page.keyboard.press("?")
            else:
                page.get_by_role("button", name="Menu" if key == "menu" else "would win").click()
            expect(page.get_by_role("dialog", name=title)).to_be_visible()
            found[title] = violations(page)
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_have_count(0)
        assert found == {name: [] for name in found}


def test_replay(page: Page) -> None:
    """A bundled replay in the middle of its story has no violations."""
    Table(page).open("/#/replay/infantry-narrative")
    page.get_by_role("button", name="One step on").first.click()
    expect(page.locator(".panel.log li.shown")).to_be_visible()
    assert violations(page) == []
