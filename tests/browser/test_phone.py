"""A phone: nothing wider than the screen, the sheet can be dragged, a shot can be fired by touch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from steps import Table
from table_server import Server

from conftest import open_page


def tap(page: Page, table: Table, place: str) -> None:
    """Touch a hex after bringing it into view."""
    page.get_by_role("button", name="Show the whole map").tap()
    page.wait_for_timeout(100)
    x, y = table.middle(place)
    page.touchscreen.tap(x, y)


def test_a_shot_by_touch(phone: Page, server: Server) -> None:
    """Taps alone lead from the list to a shot; tabs show the rest."""
    phone.goto("/")
    phone.get_by_role("link", name="Play The Church at the Crossroads").tap()
    expect(phone.get_by_role("dialog")).to_be_visible()
    phone.get_by_role("button", name="Cancel").tap()
    game = server.new_game("the-church-at-the-crossroads", seed="crossroads")
    table = Table(phone).open(game.link)
    tap(phone, table, "J3")
    table.unfold()
    table.button(re.compile("us-d tries to spot")).tap()
    table.button("Try to spot J5").tap()
    expect(phone.locator(".panel.results")).to_contain_text("spotted")
    tap(phone, table, "J3")
    table.button(re.compile("^Fire")).first.tap()
    expect(table.now).to_contain_text("At whom?")
    tap(phone, table, "J5")
    table.button("Fire at J5").tap()
    expect(phone.locator(".panel.results")).to_contain_text("Fire from J3 at J5")
    tap(phone, table, "L5")
    expect(phone.get_by_role("tab", name="Selected")).to_have_attribute("aria-selected", "true")
    tap(phone, table, "J3")
    for name, text in {"Selected": "J3", "Units": "101st Airborne", "Log": "fires from J3 at J5"}.items():
        phone.get_by_role("tab", name=name).tap()
        expect(phone.get_by_role("tabpanel")).to_contain_text(text)


def test_the_sheet_is_dragged(phone: Page, server: Server) -> None:
    """The sheet follows the finger and the arrow keys."""
    Table(phone).open(server.new_game("the-church-at-the-crossroads", seed="12").link)
    handle = phone.get_by_role("slider", name="Height of the panel")
    sheet = phone.locator(".sheet")
    before = sheet.bounding_box()
    box = handle.bounding_box()
    assert before is not None
    assert box is not None
    phone.mouse.move(box["x"] + 100, box["y"] + 10)
    phone.mouse.down()
    phone.mouse.move(box["x"] + 100, box["y"] - 250, steps=5)
    phone.mouse.up()
    after = sheet.bounding_box()
    assert after is not None
    assert after["height"] > before["height"] + 100
    handle.focus()
    phone.keyboard.press("ArrowDown")
    phone.keyboard.press("ArrowDown")
    smaller = sheet.bounding_box()
    assert smaller is not None
    assert smaller["height"] < before["height"]


@pytest.mark.parametrize("width", [360, 390, 799, 800, 1024, 1280, 1920, 2560])
def test_no_width_breaks_the_layout(browser: Browser, server: Server, width: int) -> None:
    """Nothing is wider than the window, nothing of the bar lies outside."""
    game = server.new_game("assault-on-vierville", seed="13")
    for page in open_page(browser, server, viewport={"width": width, "height": 700}):
        for link in ("/", "/#/new/assault-on-vierville", "/#/help", game.link):
            page.goto(link)
            expect(page.get_by_role("heading").first).to_be_visible()
            page.wait_for_load_state("networkidle")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, link
        bar = page.locator(".bar").bounding_box()
        assert bar is not None
        assert bar["width"] <= width
        outside = page.evaluate(
            """() => [...document.querySelectorAll('.bar button, .bar a, .column > *, .tabs button')].filter((e) => {
                const b = e.getBoundingClientRect();
                return b.width > 0 && (b.left < -1 || b.right > innerWidth + 1);
            }).map((e) => e.outerHTML.slice(0, 80))"""
        )
        assert outside == []
