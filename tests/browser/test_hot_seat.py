"""Two people at one screen: a whole turn with opportunity fire, a melee and the Rally Phase; undo; standing orders."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from steps import Table
from table_server import Server


def test_a_whole_turn(page: Page, server: Server) -> None:
    """Opportunity fire with its card, a melee, passes, initiative and rallying, all on screen."""
    table = Table(page).open(server.new_game("the-church-at-the-crossroads", seed="7").link)
    page_log = page.locator(".panel.log")

    # A move under fire: every reaction is shown beforehand with its chance.
    table.menu("J3", re.compile("^Move"))
    expect(table.now).to_contain_text("Where to?")
    table.click_hex("J4")
    expect(table.now).to_contain_text("3 enemy reactions possible")
    table.press("Move to J4")
    table.asks("enemies move in J4: Opportunity Fire?")
    expect(table.button(re.compile("Fire from J5"))).to_contain_text("%")
    table.press(re.compile("Fire from J5"))
    expect(table.now.locator(".card")).to_contain_text("us-d moves or has moved")
    table.press(re.compile("Fire from J5"))
    expect(page.locator(".panel.results")).to_contain_text("Damage Check")
    table.asks("Wehrmacht: activate a hex, or pass")
    table.press("Pass this impulse")

    # Into melee, the whole move let pass.
    table.asks("101st Airborne: activate a hex, or pass")
    table.menu("F3", re.compile("^Move"))
    expect(table.now).to_contain_text("Where to?")
    table.click_hex("F5")
    expect(table.now).to_contain_text("Melee: the move ends there")
    table.click_hex("F5")
    table.asks("enemies move in F4: Opportunity Fire?")
    table.press("Let the whole move pass")
    expect(page_log).to_contain_text(
        re.compile(r"Melee in F5: \S.* against \S.*: 3\+6 = 9, 6 or more was needed: .* eliminated")
    )

    for side in ("Wehrmacht", "101st Airborne", "Wehrmacht"):
        table.asks(f"{side}: activate a hex, or pass")
        table.press("Pass this impulse")

    table.asks("Wehrmacht: what is to be done in the Rally Phase?")
    expect(page.locator(".bar")).to_contain_text("Turn 2 of 6")
    table.press("Nothing more in this Rally Phase")
    table.asks("101st Airborne: what is to be done in the Rally Phase?")
    table.press("Try to rally Squad us-d")
    expect(page_log).to_contain_text("Squad us-d: 2+1 = 3 against Morale 6, rallied")
    table.press("Nothing more in this Rally Phase")
    table.asks("Wehrmacht: activate a hex, or pass")


def test_undo_until_dice_fall(page: Page, server: Server) -> None:
    """The button and the key take back; after dice there is nothing to take back."""
    table = Table(page).open(server.new_game("the-church-at-the-crossroads", seed="2").link)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    table.press("Activate F3: us-c")
    table.asks("what do the units in F3 do?")
    expect(undo).to_be_enabled()
    page.keyboard.press("u")
    table.asks("101st Airborne: activate a hex, or pass")
    expect(undo).to_be_disabled()
    table.press("Squad us-c tries to spot")
    table.press(re.compile("Try to spot"))
    expect(page.locator(".panel.results")).to_be_visible()
    expect(undo).to_be_disabled()


def test_standing_orders_answer_for_you(page: Page, server: Server) -> None:
    """After *never fire* the open window is answered and the game goes on."""
    table = Table(page).open(server.new_game("the-church-at-the-crossroads", seed="3").link)
    table.move("J3", "J4")
    table.asks("Opportunity Fire?")
    table.press("Standing orders")
    dialog = page.get_by_role("dialog", name="Standing orders of the Wehrmacht")
    dialog.get_by_label("Never fire").check()
    dialog.get_by_role("button", name="Give these orders").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    table.asks("Wehrmacht: activate a hex, or pass")


def test_some_of_a_stack(page: Page, server: Server) -> None:
    """A unit that is unchecked stays behind."""
    table = Table(page).open(server.new_game("the-church-at-the-crossroads", seed="4").link)
    table.menu("G2", re.compile("^Move"))
    who = table.now.get_by_role("group", name="Who")
    expect(who.get_by_role("checkbox")).to_have_count(3)
    who.get_by_label(re.compile("us-a")).uncheck()
    expect(who.get_by_label(re.compile("us-a"))).not_to_be_checked()
    expect(table.now).to_contain_text("Where to?")
    table.click_hex("G1")
    table.press("Move to G1")
    expect(page.locator(".panel.log")).to_contain_text("Squad us-b")
    expect(table.hex("G2")).to_have_accessible_name(re.compile("Squad"))
