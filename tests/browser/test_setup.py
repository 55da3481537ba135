"""Set-up: legal hexes are shown, counters are dragged, everything can be taken back."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from steps import Table
from table_server import Server


def test_dragging_counters(page: Page, server: Server) -> None:
    """A drop outside the area does nothing, inside it places; undo; choosing is the same as dragging."""
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


def test_a_move_that_goes_on(page: Page, server: Server) -> None:
    """Units that have entered see everywhere they can still go, and may stop."""
    table = Table(page).open(server.new_game("infantry-training", seed="19").link)
    while "activate a hex" not in table.prompt.inner_text():
        before = table.entries
        page.keyboard.press("h")
        page.get_by_role("button", name="Do it").click()
        page.wait_for_function(
            "n => Number(document.querySelector('.replay .num').innerText.split('/')[1]) > n", arg=before
        )
    table.press(re.compile("Enter the map"))
    table.asks("who enters the map, and where?")
    table.press(re.compile("g-1"))
    table.press(re.compile("^I0"))
    table.press("Enter at I0")
    table.asks("where to next?")
    # The whole reach of the group is lit, and what it can do besides stays at hand.
    expect(table.now).to_contain_text("Where to?")
    expect(table.button("Stop here")).to_be_visible()
    table.click_hex("K0")
    expect(table.now).to_contain_text("By way of I0 – J1 – K0")
    table.press("Move to K0")
    expect(page.locator(".panel.log")).to_contain_text("Squad g-1 moves from J1 to K0")
