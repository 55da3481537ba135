"""Guns, vehicles and artillery on screen: a tank duel, facings chosen in every way, a fire mission."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from steps import Table, violations
from table_server import Server


def test_a_tank_duel(page: Page, server: Server) -> None:
    """A tank turns its turret with a key, drives under fire to a hex and facing, and fires; every number is shown."""
    table = Table(page).open(server.battle("duel", seed=5).link)
    log = page.locator(".panel.log")

    # What is selected shows its arcs and armor on the map and its tables beside it.
    table.click_hex("D10")
    expect(page.locator(".map .arc")).to_have_count(1)
    expect(page.locator(".map .facing-tag")).to_have_text(["front 5/4", "flank 3/4", "rear 2/3", "flank 3/4"])
    expect(page.locator(".panel.selected .gear")).to_contain_text("Armor: front 5/4, flank 3/4, rear 2/3")

    # A target: the chance of each end, then roll by roll, hull and turret apart, each sum with its section.
    table.press(re.compile("^Gun$"))
    expect(table.now).to_contain_text("At whom?")
    table.click_hex("I4")
    expect(table.button("Fire at I4")).to_be_visible()
    card = table.now.locator(".card")
    expect(card).to_contain_text("Vehicle sherman fires its gun at Vehicle panzer in I4")
    expect(card).to_contain_text("destroyed 9 %")
    expect(card).to_contain_text("Penetration, front turret hit: Vehicle panzer")
    expect(card).to_contain_text("Penetration, front hull hit: Vehicle panzer")
    expect(card.get_by_role("button", name="Section 14.1.3").first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")

    # The turret with a key: the compass is on the map as well.
    table.press(re.compile("^Turn the turret"))
    expect(page.locator(".map .turns [data-turn]")).to_have_count(5)
    page.keyboard.press("3")
    table.asks("what do the units in D10 do?")
    expect(log).to_contain_text("its turret E9/E10")

    # A drive: the first click shows the way and its dangers, an arrow on the map says which way to face there.
    table.menu("D10", re.compile("^Drive"))
    expect(table.now).to_contain_text("Where to?")
    table.click_hex("E9")
    expect(table.now).to_contain_text(re.compile(r"panzer: \d+% to hit"))
    expect(page.locator(".map .turns [data-turn]")).to_have_count(6)
    page.locator('.map .turns [data-bearing="90"] text').click()
    table.asks("de: enemies move in E9")

    # The answer: the chance of every shot stands on its button.
    shot = table.button(re.compile("panzer fires its gun|panzer turns its turret")).first
    expect(shot).to_contain_text("%")
    shot.click()
    expect(table.now.locator(".card")).to_contain_text("To-hit roll: Vehicle sherman")
    table.now.locator("button.primary").click()
    results = page.locator(".panel.results")
    expect(results).to_contain_text("Vehicle sherman: 3+5+1 = 9: hit")
    expect(results).to_contain_text("armor, front turret")
    expect(log).to_contain_text(re.compile(r"Vehicle sherman: penetration .* beats armor .*: destroyed"))
    expect(page.locator(".map .mark.m-wreck")).to_have_count(1)
    assert violations(page) == []


def test_directions_by_button_and_touch(phone: Page, server: Server) -> None:
    """On a phone the dial in the panel has buttons large enough for a finger, each with its words."""
    table = Table(phone).open(server.battle("duel").link)
    table.press(re.compile("Activate D10"))
    table.asks("what do the units in D10 do?")
    table.hex("D10").focus()
    phone.keyboard.press("Enter")
    table.press(re.compile("^Turn the turret"))
    dial = table.now.locator(".dial")
    expect(dial.get_by_role("button")).to_have_count(5)
    box = dial.get_by_role("button", name="D11/C10").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    dial.get_by_role("button", name="D11/C10").tap()
    table.asks("what do the units in D10 do?")
    expect(table.hex("D10").get_by_role("button", name="its turret faces D11/C10")).to_have_count(1)


def test_a_fire_mission(page: Page, server: Server) -> None:
    """Where the round may fall is shown hex by hex before it is called; then it is shifted and fired for effect."""
    table = Table(page).open(server.battle("mission", seed=3).link)
    table.menu("D9", re.compile("artillery|Fire: "))
    table.click_hex("H5")
    expect(table.now.locator(".card")).to_contain_text("Where a round falls")
    marks = page.locator(".map .scatter")
    expect(marks.first).to_be_visible()
    told = [int(text.split()[0]) for text in marks.locator("text").all_text_contents()]
    assert 90 <= sum(told) <= 110
    table.click_hex("H5")
    table.asks("what becomes of the Spotting Round?")
    shown = page.locator(".map .mark.m-spotting_round")
    expect(shown).to_have_count(1)
    table.press("Fire for effect")
    expect(table.now.locator(".card")).to_be_visible()
    table.now.locator("button.primary").click()
    expect(shown).to_have_count(0)
    expect(page.locator(".map .mark.m-ffe")).not_to_have_count(0)
    expect(page.locator(".panel.log")).to_contain_text("Fire for effect")


def test_what_is_dug_in_can_be_told_apart(page: Page, server: Server) -> None:
    """Bunkers with their facing, wire, mines, wrecks and abandoned vehicles have a drawing and a name each."""
    table = Table(page).open(server.battle("parade").link)
    for place, name in {"K4": "Bunker", "M5": "Wire", "M7": "Mines", "M9": "Wreck", "A8": "Abandoned vehicle"}.items():
        expect(table.hex(place)).to_have_accessible_name(re.compile(name))
    for kind in ("bunker", "wire", "mines", "wreck", "abandoned", "spotting_round"):
        expect(page.locator(f".map .mark.m-{kind} > g:not(.tag) path").first).to_be_attached()
    expect(page.locator(".map .mark.m-bunker .facing")).to_be_attached()
    # Who rides is drawn on the vehicle and listed when it is selected.
    expect(page.locator(".map .riders")).to_have_count(2)
    table.click_hex("G7")
    aboard = page.locator(".panel.selected .aboard li")
    expect(aboard).to_have_count(2)
    expect(aboard.first).to_contain_text("inside")


def test_an_overrun_and_the_answer_to_it(page: Page, server: Server) -> None:
    """The Overrun is shown with its odds before it is ordered; those left close in on the tank, one by one."""
    table = Table(page).open(server.battle("overrun", seed=5).link)
    log = page.locator(".panel.log")
    table.menu("D8", re.compile("^Drive"))
    expect(table.now).to_contain_text("Where to?")
    table.click_hex("D6")
    expect(table.now).to_contain_text("An Overrun")
    card = table.now.locator(".card")
    expect(card).to_contain_text("Overrun: Squad gren")
    expect(card).to_contain_text("Close assault: Vehicle stuart")
    expect(card.get_by_role("button", name="Section 15.3").first).to_be_visible()
    table.press("Move to D6")
    table.asks("de: enemies move in D7")
    table.press("Let the whole move pass")
    table.asks("de: overrun in D6: who assaults the vehicle?")
    expect(log).to_contain_text("Overrun")
    table.press("Squad gren assaults the vehicle")
    table.press("Leader otto assaults the vehicle")
    table.press("Assault it")
    expect(table.now.locator(".card")).to_contain_text("Close assault: Vehicle stuart")
    table.now.locator("button.primary").click()
    table.asks("de: who attacks the vehicle next?")
    table.press(re.compile("Squad gren attacks the vehicle$"))
    expect(table.now.locator(".card")).to_contain_text("lowest armor of stuart")
    table.now.locator("button.primary").click()
    expect(log).to_contain_text("destroyed")
    expect(page.locator(".map .mark.m-wreck")).to_have_count(1)


def test_infantry_assaults_a_tank_next_door(page: Page, server: Server) -> None:
    """A Close Assault is an order of the stack's menu, looked at before it is given."""
    table = Table(page).open(server.battle("overrun", seed=2).link)
    table.menu("G8", "Assault Vehicle panzer")
    card = table.now.locator(".card")
    expect(card).to_contain_text("Morale check: Squad alfa")
    expect(card).to_contain_text("lowest armor of panzer")
    table.now.locator("button.primary").click()
    expect(page.locator(".panel.results")).to_contain_text("Morale")


def test_bailing_out(page: Page, server: Server) -> None:
    """Passengers of a vehicle that is destroyed get out or do not: the card says how likely, the dice who did."""
    table = Table(page).open(server.battle("bailout", seed=1).link)
    expect(page.locator(".map .riders path")).to_have_count(3)
    expect(table.hex("G8").get_by_role("button", name="bus")).to_have_count(1)
    table.menu("D8", re.compile("^Gun$"))
    expect(table.now).to_contain_text("At whom?")
    table.click_hex("G8")
    expect(table.now.locator(".card")).to_contain_text("Bailout check: Squad alfa")
    table.press("Fire at G8")
    results = page.locator(".panel.results")
    expect(results).to_contain_text(re.compile("Vehicle bus(: penetration| is hit where it has no armor).*destroyed"))
    expect(results).to_contain_text("Squad alfa does not get out")
    expect(results).to_contain_text("Squad bravo gets out")
    expect(page.locator(".map .riders")).to_have_count(0)
    expect(page.locator('.map .stacks [data-art="bravo"]')).to_have_count(1)
    expect(page.locator('.map .stacks [data-art="alfa"]')).to_have_count(0)
