"""Somebody who has never been here: from the list of scenarios to the first shot."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from steps import Table

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


def test_a_section_explains_itself(page: Page) -> None:
    """Help pages are found by section and by word."""
    page.goto("/#/help/5.3")
    expect(page.get_by_role("main")).to_contain_text("5.3")
    page.get_by_label("Search").fill("melee")
    expect(page.locator(".terms dt").first).to_be_visible()
    page.get_by_label("Search").fill("zzzz")
    expect(page.get_by_text("Nothing found")).to_be_visible()
