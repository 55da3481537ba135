"""Somebody who has never been here: from the list of scenarios to the first shot."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from steps import Table
from table_server import Server

CHURCH = "The Church at the Crossroads"


def test_from_the_list_to_the_first_shot(page: Page) -> None:
    """Two clicks to a fight, reasons for what cannot be done, a spotting try, a shot with its sums."""
    page.goto("/")
    card = page.get_by_role("article").filter(has_text=CHURCH)
    expect(card).to_contain_text("101st Airborne")
    expect(card).to_contain_text("Wehrmacht")
    expect(card).to_contain_text("6 turns")
    card.get_by_role("link", name=f"Play {CHURCH}").click()

    dialog = page.get_by_role("dialog", name=f"New game: {CHURCH}")
    expect(dialog.get_by_label("Who plays the 101st Airborne?")).to_have_value("human")
    dialog.get_by_label("Who plays the Wehrmacht?").select_option("recruit")
    dialog.get_by_text("More").click()
    dialog.get_by_label("Seed of the dice").fill("crossroads")
    dialog.get_by_role("button", name="Start the game").click()

    table = Table(page)
    table.ready()
    table.asks("101st Airborne: activate a hex, or pass")
    table.click_hex("J3")
    expect(page.locator(".panel.selected")).to_contain_text("Hero Hird")

    # What cannot be done says why, with the section.
    expect(table.now.locator(".place")).to_have_text("In J3")
    table.unfold()
    refused = table.now.locator(".refused")
    expect(refused).to_contain_text("The units in J5 are not spotted")
    expect(refused.get_by_role("button", name="Section 10.1").first).to_be_visible()

    table.press(re.compile("us-d tries to spot"))
    table.asks("what does Squad us-d try to spot?")
    table.press("Try to spot J5")
    expect(page.locator(".panel.results")).to_contain_text("spotted")

    table.menu("J3", re.compile("^Fire"))
    expect(table.now).to_contain_text("At whom?")
    table.click_hex("J5")
    sums = table.now.locator(".card")
    for text in ("lead us-d", "Hero hird", "HC Building in J5", "no harm", "Shaken", "casualties"):
        expect(sums).to_contain_text(text)
    expect(sums).to_contain_text("new hero")
    for bar in sums.locator(".roll").all():
        chances = [int(text) for text in re.findall(r"(\d+) %", bar.inner_text())]
        assert 99 <= sum(chances) <= 101

    table.press("Fire at J5")
    result = page.locator(".panel.results")
    expect(result).to_contain_text("Fire from J3 at J5")
    expect(result.get_by_role("img", name=re.compile("Dice"))).not_to_have_count(0)
    expect(page.locator(".panel.log")).to_contain_text("101st Airborne fires from J3 at J5")
    expect(table.announcer).not_to_be_empty()

    # The computer answers, and it is our turn again.
    table.asks("101st Airborne: activate a hex, or pass")


def test_the_first_fight_is_pointed_out(page: Page) -> None:
    """Who knows none of the scenarios is told where to begin, and finds the smallest fight first."""
    page.goto("/")
    first = page.get_by_role("article").first
    expect(first).to_contain_text(CHURCH)
    expect(first).to_contain_text("A good first fight")
    expect(page.get_by_text("A good first fight")).to_have_count(2)


def test_an_order_from_the_list_is_as_good_as_from_the_map(page: Page, server: Server) -> None:
    """To move from the list of orders shows the ways and where they lead; the selection goes along; counters have the
    names orders call them by."""
    table = Table(page).open(server.new_game("the-church-at-the-crossroads", seed="crossroads").link)
    victory = page.locator(".bar .victory")
    expect(victory).to_have_text("Wehrmacht would win now")
    table.press("Activate G2")
    table.asks("what do the units in G2 do?")
    table.press("Move units out of G2")
    expect(table.now).to_contain_text("Where to?")
    for way in ("Move", "Double-Time", "Assault Move"):
        expect(table.now.get_by_label(way, exact=True)).to_be_visible()
    expect(page.locator(".panel.selected")).to_contain_text("US 101st Airborne Squad us-a")
    table.now.get_by_label("Double-Time").check()
    expect(table.now.get_by_label("Double-Time")).to_be_checked()
    expect(page.locator(".map .la-reach").first).to_be_attached()
    expect(table.now.get_by_label("Double-Time")).to_be_focused()
    table.now.get_by_label("Move", exact=True).check()
    expect(table.now).to_contain_text("Where to?")
    table.click_hex("G1")
    table.press("Move to G1")
    expect(page.locator("#selected-title")).to_have_text("G1")


def test_a_section_explains_itself(page: Page) -> None:
    """Help pages are found by section and by word."""
    page.goto("/#/help/5.3")
    expect(page.get_by_role("main")).to_contain_text("5.3")
    page.get_by_label("Search").fill("melee")
    expect(page.locator(".terms dt").first).to_be_visible()
    page.get_by_label("Search").fill("zzzz")
    expect(page.get_by_text("Nothing found")).to_be_visible()
