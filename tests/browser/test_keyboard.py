"""No mouse: from the list through a set-up and a whole game against the computer to its end."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from steps import Table
from table_server import Server

FOCUSED = """() => {
  const e = document.activeElement;
  return (e.getAttribute('aria-label') || e.innerText || '').trim();
}"""


def tab_to(page: Page, name: str, limit: int = 60) -> None:
    """Press Tab until what has the focus has this name."""
    for _ in range(limit):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED)
        if re.search(name, found):
            return
    raise AssertionError(f"no {name!r} within {limit} tabs")


def focused_place(page: Page) -> str:
    """The hex that has the focus."""
    return str(page.evaluate("() => document.activeElement.getAttribute('data-place') ?? ''"))


def walk(page: Page, table: Table, to: str) -> None:
    """Arrow keys from the hex with the focus to another one, column first."""
    for _ in range(60):
        now = focused_place(page)
        assert now, "the focus is not on the map"
        if now == to:
            return
        if now[0] != to[0]:
            page.keyboard.press("ArrowRight" if now[0] < to[0] else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if int(now[1:]) < int(to[1:]) else "ArrowUp")
        expect(table.hex(now)).not_to_be_focused()
    raise AssertionError(f"{to} was not reached")


def test_from_the_list_to_the_end(page: Page) -> None:
    """List, new game, weapons, set-up on the map, then every order until somebody has won."""
    page.goto("/")
    expect(page.get_by_role("link", name="Play Infantry training")).to_be_visible()
    tab_to(page, "^Play Infantry training$")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_label("Who plays the 1057th Regiment?")).to_have_value("regular")
    tab_to(page, "^More$")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("keys")
    page.keyboard.press("Enter")

    table = Table(page)
    table.ready()
    table.asks("who takes the next weapon?")
    for weapon in ("us-a takes BAR", "us-c takes M1919A4"):
        page.keyboard.press("n")
        tab_to(page, weapon)
        page.keyboard.press("Enter")
        expect(page.locator(".panel.log")).to_contain_text(weapon)

    # Set-up: choose a counter in the tray, then a lit hex on the map.
    table.asks("where do your units set up?")
    page.keyboard.press("n")
    tab_to(page, "101st Airborne Squad")
    page.keyboard.press("Enter")
    expect(page.locator("[data-place]:focus")).to_have_count(1)
    walk(page, table, "I5")
    expect(table.hex("I5")).to_have_accessible_name(re.compile("Put Squad"))
    page.keyboard.press("Enter")
    expect(page.locator(".panel.log")).to_contain_text("into I5")

    # The rest of the battle by the computer's advice: H asks, Enter follows.
    orders = 0
    while "is over" not in table.prompt.inner_text():
        before = table.entries
        page.keyboard.press("h")
        advice = page.get_by_role("button", name="Do it")
        expect(advice).to_be_focused(timeout=15_000)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "n => Number(document.querySelector('.replay .num').innerText.split('/')[1]) > n", arg=before
        )
        page.wait_for_function(
            "() => document.querySelector('.deciding[aria-busy=false]') || document.querySelector('.outcome')",
            timeout=60_000,
        )
        orders += 1
        assert orders < 200
    expect(table.now).to_contain_text("wins")
    expect(table.now).to_contain_text("units lost")


def test_a_move_with_the_keys(page: Page, server: Server) -> None:
    """Walk to a stack, open its menu, walk to the goal, step back, confirm; the focus follows."""
    table = Table(page).open(server.new_game("the-church-at-the-crossroads", seed="8").link)
    page.keyboard.press("m")
    walk(page, table, "F3")
    page.keyboard.press("Enter")
    expect(table.now.locator(".place")).to_have_text("In F3")
    expect(table.hex("F3")).to_be_focused()
    page.keyboard.press("n")
    tab_to(page, "^Move")
    page.keyboard.press("Enter")
    expect(table.hex("F3")).to_be_focused()
    walk(page, table, "F2")
    page.keyboard.press("Enter")
    expect(table.now).to_contain_text("Cost")
    page.keyboard.press("Escape")
    expect(table.now).to_contain_text("Where to?")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".panel.log")).to_contain_text("us-c: F3 → F2")
    expect(table.hex("F2")).to_be_focused()


def test_the_list_of_units_is_a_second_way_in(page: Page, server: Server) -> None:
    """A stack is chosen in the list without going to the map."""
    table = Table(page).open(server.new_game("the-church-at-the-crossroads", seed="9").link)
    page.keyboard.press("g")
    expect(page.get_by_role("button", name="Units")).to_be_focused()
    tab_to(page, "^J3")
    page.keyboard.press("Enter")
    expect(table.now.locator(".place")).to_have_text("In J3")


def test_keys_do_nothing_in_fields_and_dialogs(page: Page, server: Server) -> None:
    """Letters typed while a dialog is open do not reach the table."""
    table = Table(page).open(server.new_game("the-church-at-the-crossroads", seed="10").link)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("line of sight tool")
    page.keyboard.press("l")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator(".toolbox")).to_have_count(0)
    table.asks("activate a hex")
