"""Reinforcements: who waits is a list of counters, who is picked is seen, and where they can enter is lit."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from scenes import WIDTHS, faults
from steps import Table, violations
from table_server import Server

from conftest import open_page

BARRICADES = "the-barricades-of-sainte-odile"


def counter(table: Table, name: str) -> Locator:
    """A counter of those that wait."""
    return table.now.locator(".tray").get_by_role("button", name=re.compile(rf"\b{name}\b"))


def pressed(table: Table) -> list[str]:
    """Counters that are picked, as they are written."""
    return table.now.locator('.tray [aria-pressed="true"]').all_inner_texts()


def test_who_enters_where(page: Page, server: Server) -> None:
    """Picks are seen and can be taken back, a group that cannot enter is told why, the hex is chosen on the map."""
    table = Table(page).open(server.entry(BARRICADES).link)
    table.asks("who enters the map, and where?")
    tray = table.now.locator(".tray")
    expect(tray.get_by_role("heading")).to_have_text("Who enters")
    # One counter each, with what it carries, not a line for every way each could move.
    expect(tray.get_by_role("button")).to_have_count(11)
    expect(table.now).not_to_contain_text("along")
    assert pressed(table) == []

    counter(table, "de-squad-1").click()
    expect(table.now).to_contain_text("They can enter at the lit hexes")
    expect(counter(table, "de-squad-1")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".map .la-reach")).to_have_count(4)
    # In Double-Time they need their Captain; he comes along in plain moves.
    table.now.get_by_label("Double-Time").check()
    expect(table.now.locator("p.warn")).to_contain_text("only with a Good Order Leader who moves along")
    expect(table.now.get_by_role("button", name="Section 6.2")).to_be_visible()
    expect(page.locator(".map .la-reach")).to_have_count(0)
    counter(table, "Lohse").click()
    expect(page.locator(".map .la-reach")).to_have_count(4)
    assert len(pressed(table)) == 2
    # Pressed again he stays behind; a look at another hex forgets nobody.
    counter(table, "Lohse").click()
    expect(counter(table, "Lohse")).to_have_attribute("aria-pressed", "false")
    table.now.get_by_label("Move", exact=True).check()
    counter(table, "Lohse").click()
    expect(page.locator(".map .la-reach")).to_have_count(4)
    table.click_hex("C2")
    expect(page.locator(".panel.selected")).to_contain_text("C2")
    assert len(pressed(table)) == 2

    table.click_hex("D8")
    plan = table.now.locator(".plan")
    expect(plan).to_contain_text("Cost 1 MP")
    expect(plan).to_contain_text("4 enemy reactions possible")
    table.press("Enter at D8")
    table.asks("enemies move in D8: Opportunity Fire?")
    table.press("Let the whole move pass")
    table.asks("Squad de-squad-1, Leader lohse in D8: where to next?")
    expect(table.hex("D8").locator("[data-piece]")).to_have_count(2)
    # Single steps are there, but do not stand in the way.
    expect(table.now.get_by_text("One step at a time")).to_be_visible()
    expect(table.button("Go to D7")).to_be_hidden()


def test_a_vehicle_comes_alone(page: Page, server: Server) -> None:
    """A vehicle is chosen in the same list; those who were picked stay behind."""
    table = Table(page).open(server.entry(BARRICADES).link)
    counter(table, "de-squad-2").click()
    expect(table.now).to_contain_text("They can enter at the lit hexes")
    counter(table, "panzer").click()
    expect(counter(table, "panzer")).to_have_attribute("aria-pressed", "true")
    expect(counter(table, "de-squad-2")).to_have_attribute("aria-pressed", "false")
    expect(table.now).to_contain_text("Place Pz IV H: choose a lit hex.")


def test_picking_with_the_keyboard(page: Page, server: Server) -> None:
    """The focus stays on what was pressed; Escape takes all picks back; nothing is unreadable."""
    table = Table(page).open(server.entry("infantry-training").link)
    first = table.now.locator(".tray").get_by_role("button").first
    first.focus()
    page.keyboard.press("Space")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(table.now.get_by_text("Hexes they can enter at")).to_be_visible()
    expect(first).to_be_focused()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(first).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("width", [390, 1280])
def test_long_lists_fit(browser: Browser, server: Server, width: int) -> None:
    """No text of the list is cut off or covered, wherever the panel is scrolled to."""
    for page in open_page(browser, server, viewport={"width": width, "height": WIDTHS[width]}):
        table = Table(page).open(server.entry("the-eichenrode-gap").link)
        counter(table, "su-squad-1").click()
        expect(table.now.get_by_text("Hexes they can enter at")).to_be_visible()
        box = page.locator(".column, .sheet-body")
        for step in range(6):
            box.evaluate("(box, part) => { box.scrollTop = part * box.scrollHeight }", step / 6)
            assert faults(page) == []
