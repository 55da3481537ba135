"""Every picture of the named set at three widths: no text is cut off, outside or on other text."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from scenes import WIDTHS, Games, faults, scenes
from table_server import Server

from conftest import open_page


@pytest.fixture(scope="module")
def games(browser: Browser, server: Server) -> Games:
    """The games of the pictures."""
    made: list[Games] = []
    for page in open_page(browser, server):
        made.append(Games(server, page))
    return made[0]


@pytest.mark.parametrize("width", WIDTHS)
def test_no_text_is_cut_off_or_covered(browser: Browser, server: Server, games: Games, width: int) -> None:
    """Every scene at this width has no fault."""
    for page in open_page(browser, server, viewport={"width": width, "height": WIDTHS[width]}):
        found = {}
        for name, act in scenes(games).items():
            act(page)
            found[name] = faults(page)
        assert found == {name: [] for name in found}


def test_faults_are_found(page: Page) -> None:
    """The check itself sees text on text and text that is cut off."""
    page.goto("/#/help")
    expect(page.get_by_text("Opportunity Fire").first).to_be_visible()
    assert faults(page) == []
    page.evaluate(
        """() => {
          const heading = document.querySelector('h1');
          const copy = heading.cloneNode(true);
          copy.textContent = 'Twice';
          copy.style.cssText = 'position:absolute;top:0;left:0';
          heading.style.position = 'relative';
          heading.append(copy);
          const lead = document.querySelector('.lead');
          lead.style.cssText = 'width:60px;overflow:hidden;white-space:nowrap';
        }"""
    )
    found = faults(page)
    assert any(line.startswith("overlap: Help / Twice") for line in found), found
    assert any(line.startswith("cut off: Words of the game") for line in found), found
