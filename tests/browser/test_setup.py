"""Set-up: legal hexes are shown, counters are dragged, everything can be taken back."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from steps import Table
from table_server import Server


def test_dragging_counters(page: Page, server: Server) -> None:
    table = Table(page).open(server.new_game("a-friend-in-need", seed="11").link)
    table.press("Squad vc-1 takes RPD")
    table.asks("where do your units set up?")
    tray = table.now.locator(".tray")
    expect(tray.get_by_role("button")).to_have_count(4)

    def drag(to: str) -> None:
        box = tray.get_by_role("button").first.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        page.mouse.move(box["x"] - 40, box["y"] + 40, steps=4)
        expect(page.locator(".ghost")).to_be_visible()
        x, y = table.middle(to)
        page.mouse.move(x, y, steps=4)
        page.mouse.up()
        expect(page.locator(".ghost")).to_have_count(0)

    # Outside the area nothing happens.
    drag("A4")
    expect(tray.get_by_role("button")).to_have_count(4)
    drag("J4")
    expect(tray.get_by_role("button")).to_have_count(3)
    expect(table.hex("J4").locator("[data-piece]")).to_have_count(1)

    page.get_by_role("button", name="Undo").click()
    expect(tray.get_by_role("button")).to_have_count(4)
    expect(table.hex("J4").locator("[data-piece]")).to_have_count(0)

    # Choosing a counter and then a hex is the same.
    tray.get_by_role("button").first.click()
    expect(table.now).to_contain_text("choose a lit hex")
    table.click_hex("J4")
    expect(tray.get_by_role("button")).to_have_count(3)
