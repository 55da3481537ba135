"""Night, aircraft and fortifications on screen: a night turn, an air strike under fire, what lies on the ground."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from steps import Table, violations
from table_server import Server


def test_a_night_turn(page: Page, server: Server) -> None:
    """A Leader fires a Starshell after its chances have been looked at; what it lights can be fired at."""
    table = Table(page).open(server.battle("night", seed=1).link)
    expect(page.locator(".map.night")).to_be_visible()
    expect(page.locator(".map .night-lit")).to_have_count(0)

    # The map is seen with the eyes of the side that decides: enemies farther than two hexes are hidden.
    expect(page.locator(".map .moon")).to_have_count(2)
    expect(page.locator('.map .moon[data-dark="E5"]')).to_have_count(1)
    dark = page.locator(".map .field-unseen").get_attribute("d")
    table.choose("E5")
    selected = page.locator(".panel.selected")
    expect(selected).to_contain_text("Dark: only who has fired here can be fired at")
    expect(selected.locator(".gloom").get_by_role("button", name="Section 20.1")).to_be_visible()

    # Nobody there is a target yet, and the menu says why.
    table.choose("D9")
    expect(table.now.locator(".place")).to_have_text(re.compile("D9"))
    expect(table.button(re.compile("^Fire"))).to_have_count(0)
    table.unfold()
    expect(table.now.locator(".refused")).to_contain_text("It is night: E5 is more than 2 hexes from D9, not lit")

    # A Starshell: where, then how likely, then the die.
    table.press(re.compile("^Starshell: leader"))
    expect(table.now).to_contain_text("Choose a marked hex")
    table.choose("E6")
    card = table.now.locator(".card")
    expect(card).to_contain_text("A Starshell over E6")
    expect(card).to_contain_text("Leadership of tom")
    expect(card).to_contain_text("light 67 %")
    expect(card.get_by_role("button", name="Section 20.2").first).to_be_visible()
    table.press("Leader tom fires a Starshell over E6")
    expect(page.locator(".panel.results")).to_contain_text("a Starshell lights E6")
    expect(page.locator(".panel.log")).to_contain_text("a Starshell lights E6")

    # The light is on the map, the enemy in it is hidden no longer.
    expect(page.locator(".map .night-lit")).to_have_count(1)
    expect(page.locator(".map .sign.s-starshell")).to_have_count(1)
    expect(page.locator(".map .moon")).to_have_count(1)
    expect(page.locator('.map .moon[data-dark="E5"]')).to_have_count(0)
    assert page.locator(".map .field-unseen").get_attribute("d") != dark
    box = page.locator(".map .night-lit").bounding_box()
    enemy = page.locator('.map .stacks [data-art="x"]').bounding_box()
    assert box is not None
    assert enemy is not None
    assert box["x"] < enemy["x"] + enemy["width"] / 2 < box["x"] + box["width"]
    assert box["y"] < enemy["y"] + enemy["height"] / 2 < box["y"] + box["height"]

    # A shot at him, without anything taken off for the night.
    table.choose("D9")
    table.press(re.compile("^Fire"))
    expect(table.now).to_contain_text("At whom?")
    table.choose("E5")
    expect(card).to_contain_text("Fire from D9 at E5")
    expect(card).not_to_contain_text("night")
    table.press("Fire at E5")
    expect(page.locator(".panel.results")).to_contain_text("Squad x: attack")
    expect(page.locator(".panel.log")).to_contain_text(re.compile("Fire from D9 at E5|fires at E5|Squad x: attack"))

    # Now the others decide: they see what their own units and the light show them, and the flash of the shot.
    table.asks("de: ")
    expect(page.locator('.map .moon[data-dark="D9"]')).to_have_count(1)
    assert violations(page) == []


def test_an_air_strike(page: Page, server: Server) -> None:
    """The line is looked at before it is flown; anti-aircraft fire answers; cannons and bombs have their chances."""
    table = Table(page).open(server.battle("airstrike", seed=1).link)
    table.asks("uk: where does Aircraft hurricane enter, and which way does it fly?")
    air = table.now.locator(".air")
    expect(air).to_contain_text("Comes from the south.")
    expect(air).to_contain_text("Cannons 3, good for hexes: 2 · Bombs 4, good for hexes: 1")
    expect(air.get_by_role("button", name=re.compile(r"E13 → E12 over E5, E4"))).to_be_visible()

    # An edge hex: every line from it, the one over most targets first; another one, and back.
    table.choose("E13")
    expect(page.locator(".map .air-line")).to_have_count(3)
    expect(page.locator(".map .air-line.faint")).to_have_count(2)
    expect(page.locator(".map .air-target")).to_have_count(2)
    table.choose("C12")
    expect(table.button("Enter at E13, toward D13")).to_be_visible()
    table.choose("E9")
    table.press("Enter at E13, toward E12")

    # The answer from the ground: chances on the button, sums on the card, dice in the log.
    table.asks("de: an aircraft over E13: fire at it?")
    expect(page.locator('.map .aircraft[data-over="E13"] .aeroplane')).to_have_count(1)
    table.press("Let this step pass")
    table.asks("de: an aircraft over E12: fire at it?")
    shot = table.button(re.compile("Weapon Team flak fires its gun at the aircraft"))
    expect(shot).to_contain_text("%")
    shot.click()
    card = table.now.locator(".card")
    expect(card).to_contain_text("Weapon Team flak fires its gun at Aircraft hurricane over E12")
    expect(card).to_contain_text("at aircraft")
    expect(card.get_by_role("button", name="Section 19.1.1").first).to_be_visible()
    table.now.locator("button.primary").click()
    results = page.locator(".panel.results")
    expect(results).to_contain_text(re.compile("needs \\d+ or less"))

    # Over its targets: what is behind is a plain line, what is ahead a dashed one.
    table.asks("uk: Aircraft hurricane: what does it do here?")
    expect(page.locator('.map .aircraft[data-over="E5"]')).to_have_count(1)
    expect(page.locator(".map .air-past")).to_have_count(1)
    bombs, cannons = table.button(re.compile("^Bombs on E5")), table.button(re.compile("^Cannons on E5"))
    expect(bombs).to_contain_text("%")
    expect(cannons).to_contain_text("%")
    cannons.click()
    expect(card).to_contain_text("Aircraft hurricane fires its cannons at E5")
    expect(card).to_contain_text("Penetration: Vehicle pz")
    expect(card).to_contain_text("lowest armor of pz")
    table.now.locator("button.primary").click()
    expect(results).to_contain_text("hurricane fires its cannons at E5")
    expect(page.locator(".map .air-hit")).to_have_count(1)
    expect(air).to_contain_text("Cannons 3, good for hexes: 1")
    expect(air).to_contain_text("Attacked: E5")
    bombs.click()
    expect(card).to_contain_text("Aircraft hurricane drops bombs on E5")
    table.now.locator("button.primary").click()
    expect(page.locator(".map .air-hit")).to_have_count(2)
    log = page.locator(".panel.log")
    expect(log).to_contain_text("Cannons on E5")
    expect(log).to_contain_text("Bombs on E5")
    assert log.get_by_role("button", name="Section 19.1").count() > 0
    assert violations(page) == []

    # With nothing left to do there it has come to the next hex, in a row for the cannons; then it leaves.
    expect(page.locator('.map .aircraft[data-over="E4"]')).to_have_count(1)
    expect(table.button(re.compile("^Cannons on E4"))).to_be_visible()
    table.press("Fly on")
    expect(log).to_contain_text("has left the map")
    expect(page.locator(".map .aircraft")).to_have_count(0)
    expect(page.locator(".map .air-line")).to_have_count(0)


WORKS = {
    "H4": ("vehicle_emplacement", "Vehicle Emplacement", "Hits on the hull do nothing but from behind", "21.7"),
    "J7": ("trench", "Trench", "+2 for those on foot", "21.6"),
    "J5": ("wire", "Wire", "4 movement points", "21.3"),
    "L5": ("mines", "Mines", "Attack enemies who enter", "21.4"),
    "L8": ("bunker", "Bunker", "+3 inside", "21.1"),
    "F4": ("emplacement", "Emplacement", "all Weapon Teams", "21.8"),
    "B5": ("sangar", "Sangar", "+1", "21.9"),
    "B3": ("foxholes", "Foxholes", "+1", "21.2"),
}


def test_fortifications_say_what_they_do(page: Page, server: Server) -> None:
    """Each has a drawing and a name; the pointer, or choosing the hex, tells what it does and which section says so."""
    table = Table(page).open(server.battle("works").link)
    selected = page.locator(".panel.selected")
    note = page.locator(".note")
    for place, (kind, name, text, rule) in WORKS.items():
        expect(page.locator(f".map .mark.m-{kind} path").first).to_be_attached()
        expect(table.hex(place)).to_have_accessible_name(re.compile(name))
        page.mouse.move(*table.middle(place))
        expect(note).to_contain_text(name)
        expect(note).to_contain_text(text)
        expect(note).to_contain_text(f"§{rule}")
        table.choose(place)
        expect(selected).to_contain_text(text)
        expect(selected.get_by_role("button", name=f"Section {rule}", exact=True).first).to_be_visible()
    # Barricades lie on their hexside, a Claymore beside those who watch over it, men on a River in their boat.
    table.choose("D5")
    expect(selected).to_contain_text("Barricade, D5, toward D4")
    expect(selected).to_contain_text("Barricade, D5, toward E5")
    expect(selected).to_contain_text("Claymore, D5: Its owner may set it off once")
    expect(page.locator(".map .sign.s-claymore")).to_have_count(1)
    walls = page.locator(".map .mark.m-barricade > g:not(.tag)")
    expect(walls).to_have_count(2)
    assert [wall.get_attribute("transform") for wall in walls.all()] == ["rotate(0) scale(1)", "rotate(120) scale(1)"]
    expect(page.locator('.map .stacks [data-art="bravo"] .boat-hull')).to_have_count(1)
    expect(page.locator(".map .boat")).to_have_count(1)
    table.choose("D8")
    expect(selected.locator(".chips")).to_contain_text("In a boat")
    assert violations(page) == []


def test_up_to_a_barricade(page: Page, server: Server) -> None:
    """A move that is left open: men who have gone up to a Barricade tear it down, the others go on."""
    table = Table(page).open(server.battle("barricade", seed=1).link)
    wall = page.locator(".map .mark.m-barricade")
    expect(wall).to_have_count(1)
    table.menu("D7", re.compile("^Move"))
    expect(table.now).to_contain_text("Where to?")
    table.click_hex("D5")
    table.press("Go to D5 and decide there")
    attack = re.compile("^Squad alfa tears down the Barricade toward D4$")
    table.unfold()
    expect(table.button(attack)).to_be_visible()
    expect(table.button(re.compile("aided by Leader tom"))).to_be_visible()
    table.press(attack)
    card = table.now.locator(".card")
    expect(card).to_contain_text("Barricade at D5")
    expect(card).to_contain_text("destroyed 42 %")
    expect(card.get_by_role("button", name="Section 21.5").first).to_be_visible()
    table.press(attack)
    expect(page.locator(".panel.log")).to_contain_text("Barricade")
    expect(table.button(re.compile("^Stop"))).to_be_visible()


@pytest.mark.parametrize("battle", ["night", "airstrike", "works"])
def test_on_a_phone_too(phone: Page, server: Server, battle: str) -> None:
    """What the map adds is there on a small screen, and chosen by touch."""
    table = Table(phone).open(server.battle(battle).link)
    if battle == "night":
        expect(phone.locator(".map .moon")).to_have_count(2)
    elif battle == "airstrike":
        table.button(re.compile("E13 → E12")).tap()
        expect(phone.locator(".map .air-line")).to_have_count(3)
        table.button("Enter at E13, toward E12").tap()
        table.asks("de: an aircraft over E13: fire at it?")
    else:
        table.choose("L8")
        expect(phone.locator(".panel.selected")).to_contain_text("+3 inside")
