"""Every picture of the named set at three widths: no text is cut off, outside or on other text."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from scenes import WIDTHS, Games, faults, scenes
from steps import Table
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


@pytest.mark.parametrize("width", [390, 1280])
def test_every_scenario_begins_readable(browser: Browser, server: Server, width: int) -> None:
    """The first page of every scenario has no fault, at the top of its panel and at the end."""
    for page in open_page(browser, server, viewport={"width": width, "height": WIDTHS[width]}):
        found = {}
        for card in server.get("/api/scenarios"):
            page.goto("about:blank")
            Table(page).open(server.new_game(card["id"], seed="readable").link)
            found[card["id"]] = faults(page)
            page.locator(".column, .sheet-body").evaluate("box => { box.scrollTop = box.scrollHeight }")
            found[card["id"]] += faults(page)
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
    # What has scrolled out of a list is not on what stands above the list.
    page.evaluate(
        """() => {
          const box = document.createElement('div');
          box.innerHTML = '<p>Above</p><div style="height:30px;overflow-y:auto"><p>Gone</p><p>Here</p></div>';
          box.style.cssText = 'position:fixed;inset:0 auto auto 0;z-index:99;background:white';
          document.body.replaceChildren(box);
          box.querySelectorAll('p').forEach((p) => { p.style.cssText = 'margin:0;height:30px' });
          box.lastChild.scrollTop = 30;
        }"""
    )
    assert faults(page) == []
