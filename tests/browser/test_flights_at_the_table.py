"""Helicopters on screen: their mode and level, a flight under fire, men set down and fetched; also on a phone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect
from steps import Table, violations
from table_server import Server


def drawn(page: Page, unit: str) -> Locator:
    """A counter on the map."""
    return page.locator(f'.map .stacks [data-art="{unit}"]')


def middle(locator: Locator) -> tuple[float, float]:
    """Where the middle of something is on the screen."""
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_landing_under_fire(page: Page, server: Server) -> None:
    """It flies on after Opportunity Fire, fires itself, hovers and sets its passengers down; all of it is seen."""
    table = Table(page).open(server.battle("landing", seed=1).link)
    slick, lift = drawn(page, "slick"), drawn(page, "lift")
    expect(slick.locator(".aloft.flying .aloft-mode")).to_have_text("FLY")
    expect(slick.locator(".aloft .aloft-level")).to_have_text("1")
    expect(slick.locator(".riders path")).to_have_count(2)
    expect(lift.locator(".aloft.hovering .aloft-mode")).to_have_text("HOVER")
    expect(lift.locator(".downwash")).to_have_count(1)
    expect(lift.locator(".riders")).to_have_count(0)
    label = page.locator('[data-piece="slick"][role=button]')
    expect(label).to_have_accessible_name(re.compile("at B3/air; .*flying, level 1"))
    page.mouse.move(*middle(slick.locator(".field")))
    note = page.locator(".note")
    expect(note).to_contain_text("Flies over B3, level 1.")
    expect(note).to_contain_text("Aboard: squad 2-7-4-6, leader 6-1-6.")
    expect(note).to_contain_text("§19.2.1")

    # Its menu: what it may do with the section, and what it may not with the reason.
    table.choose("B3")
    expect(table.now.locator(".place")).to_have_text("In B3/air")
    expect(table.button("Hover here")).to_be_visible()
    refused = table.now.locator(".refused")
    expect(refused).to_contain_text("Let passengers off slick must hover for that")
    table.unfold()
    expect(refused.get_by_role("button", name="Section 19.2.6").first).to_be_visible()
    selected = page.locator(".panel.selected")
    expect(selected).to_contain_text("Flies over B3, level 1.")
    expect(selected).to_contain_text("Armor 2")

    # Where to: a triangle says how many may fire there; the way, then the flight.
    table.press(re.compile("^Fly"))
    expect(table.now).to_contain_text("Click where to fly, then again to go.")
    table.choose("E4")
    expect(page.locator(".map .way")).to_have_count(1)
    expect(table.now).to_contain_text("By way of B3 – C3 – D4 – E4")
    expect(table.now).to_contain_text("E4: dshk may fire")
    expect(table.button("Fly to E4")).to_be_visible()
    table.choose("E4")

    # The enemy answers on the way, at a helicopter that flies.
    table.asks("nva: enemies move in D4/air: Opportunity Fire?")
    expect(page.locator(".map .flown")).to_have_attribute("data-flown", "B3 C3 D4")
    shot = table.button(re.compile("Weapon Team dshk fires at D4.air on its own"))
    expect(shot).to_contain_text("%")
    shot.click()
    card = table.now.locator(".card")
    expect(card).to_contain_text("slick flies")
    expect(card.get_by_role("button", name=re.compile(r"Section 19\.2\.\d")).first).to_be_visible()
    table.now.locator("button.primary").click()
    results = page.locator(".panel.results")
    expect(results).to_contain_text("Helicopter slick: attack 3+1 = 4 does not beat defence 3+2 = 5: no effect")

    # Unharmed it is asked anew, and goes on over the hill.
    table.asks("us: Helicopter slick: what does it do next?")
    expect(page.locator(".map .flown")).to_have_attribute("data-flown", "B3 C3 D4")
    expect(table.now).to_contain_text("Click where to fly")
    table.choose("E4")
    table.press("Fly to E4")
    table.asks("nva: enemies move in E4/air: Opportunity Fire?")
    table.press("Let this step pass")
    table.asks("us: Helicopter slick: what does it do next?")
    expect(page.locator(".map .flown")).to_have_attribute("data-flown", "B3 C3 D4 E4")
    expect(page.locator(".map .flown circle")).to_have_count(3)
    expect(slick.locator(".aloft-level")).to_have_text("2")
    pilot = table.now.locator(".pilot")
    expect(pilot).to_contain_text("Flies over E4, level 2.")
    expect(pilot).to_contain_text("Aboard: squad 2-7-4-6, leader 6-1-6.")
    expect(pilot.locator(".refused")).to_contain_text("Take passengers aboard slick did not begin its impulse over E4")
    expect(table.button(re.compile("^Fly to"))).to_have_count(0)
    assert violations(page) == []

    # Its machine gun: at whom, the sums, the dice.
    table.press(re.compile(r"^Machine gun \(2\)"))
    expect(table.now).to_contain_text("At whom?")
    table.choose("G5")
    expect(card).to_contain_text("slick fires in flight")
    table.press("Fire at G5")
    expect(results).to_contain_text("nva")

    # Hovering: another mark, the wind around it, and the passengers may get off.
    table.asks("us: Helicopter slick: what does it do next?")
    table.press("Hover here")
    table.asks("nva: enemies move in E4/air: Opportunity Fire?")
    table.press("Let this step pass")
    table.asks("us: Helicopter slick: what does it do next?")
    expect(slick.locator(".aloft.hovering .aloft-mode")).to_have_text("HOVER")
    expect(slick.locator(".downwash")).to_have_count(1)
    expect(pilot).to_contain_text("Hovers over E4, level 2.")
    off = pilot.get_by_role("listitem").filter(has_text="Let passengers off")
    expect(off.get_by_role("button", name="Section 19.2.6")).to_be_visible()
    table.press("Let passengers off")
    table.asks("us: who gets off?")
    table.press("Squad alpha gets off")
    table.press("Leader ltkay gets off")
    table.press("That is all")
    table.asks("nva: enemies move in E4: Opportunity Fire?")
    expect(page.locator('.map .stacks [data-hex="E4"] [data-art="alpha"]')).to_have_count(1)
    table.press("Let the whole move pass")
    table.press("Stop here")

    # They are on the ground, it is above them, and everything has been told.
    table.asks("nva: activate a hex, or pass")
    expect(drawn(page, "alpha")).to_have_count(1)
    expect(drawn(page, "ltkay")).to_have_count(1)
    expect(slick.locator(".riders")).to_have_count(0)
    expect(page.locator(".map .flown")).to_have_count(0)
    ground, air = middle(drawn(page, "alpha").locator(".field")), middle(slick.locator(".field"))
    assert ground[0] < air[0]
    assert ground[1] > air[1]
    expect(table.hex("E4")).to_have_accessible_name(re.compile("squad 2-7-4-6"))
    log = page.locator(".panel.log")
    expect(log).to_contain_text("hovers")
    expect(log).to_contain_text("Let passengers off")
    assert violations(page) == []


def test_men_are_fetched_with_the_keyboard(page: Page, server: Server) -> None:
    """Over others in a hex the helicopter is another floor; what is refused says why."""
    table = Table(page).open(server.battle("landing", seed=1).link)
    lift = drawn(page, "lift")
    table.hex("B7").focus()
    page.keyboard.press("PageUp")
    page.keyboard.press("Enter")
    expect(table.now.locator(".place")).to_have_text("In B7/air")
    expect(lift.locator(".counter.chosen")).to_have_count(1)
    expect(drawn(page, "hs").locator(".counter.chosen")).to_have_count(0)
    table.press("Take passengers aboard")
    table.asks("us: who gets aboard?")
    table.press("Half-Squad hs gets inside")
    table.press("That is all")
    table.asks("nva: enemies move in B7: Opportunity Fire?")
    table.press("Let the whole move pass")
    table.asks("us: Helicopter lift: what does it do next?")
    expect(lift.locator(".riders path")).to_have_count(1)
    expect(drawn(page, "hs")).to_have_count(0)

    # One that hovers flies first; over the enemy it may not hover again.
    table.press(re.compile("^Fly$"))
    expect(table.now).to_contain_text("Click where to fly")
    table.choose("G5")
    expect(table.now).to_contain_text("First lift flies again")
    page.keyboard.press("Enter")
    expect(page.locator(".map .flown")).to_have_attribute("data-flown", "B7 C6 D6 E5 F5 G5")
    table.asks("us: Helicopter lift: what does it do next?")
    expect(page.locator('.map .stacks [data-hex="G5"] [data-art="lift"] .aloft.flying')).to_have_count(1)
    refused = table.now.locator(".pilot .refused")
    expect(refused).to_contain_text("lift has changed between flying and hovering in this impulse")
    table.unfold()
    expect(refused.get_by_role("button", name="Section 19.2.1").first).to_be_visible()
    table.press("End the flight")
    table.asks("nva: activate a hex, or pass")
    expect(page.locator(".map .flown")).to_have_count(0)
    expect(drawn(page, "nva")).to_have_count(1)


def test_a_flight_on_a_phone(phone: Page, server: Server) -> None:
    """By touch: the helicopter, a hex, the flight; mode and level can be read, and the decision stays in view."""
    table = Table(phone).open(server.battle("landing", seed=1).link)
    slick = drawn(phone, "slick")
    level = slick.locator(".aloft-level")
    expect(level).to_have_text("1")
    size = level.evaluate("text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a")
    assert size >= 11, size
    phone.locator(".zoom-keys button").nth(2).tap()
    table.middle("B3")
    phone.touchscreen.tap(*middle(slick.locator(".field")))
    table.button(re.compile("^Fly")).tap()
    expect(table.now).to_contain_text("Click where to fly")
    table.unfold()
    table.button(re.compile(r"^B4\b")).tap()
    table.button("Fly to B4").tap()
    table.asks("us: Helicopter slick: what does it do next?")
    expect(phone.locator(".map .flown")).to_have_attribute("data-flown", "B3 B4")
    expect(table.now.locator(".pilot")).to_contain_text("Flies over B4, level 1.")
    table.button("Hover here").tap()
    expect(slick.locator(".aloft.hovering")).to_have_count(1)
    table.button("Let passengers off").tap()
    table.asks("us: who gets off?")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(phone) == []


def test_nothing_covers_the_plate_of_a_helicopter(page: Page, server: Server) -> None:
    """The way it is to fly and the arrow of the hex in question keep off its mode, also where it shares a hex."""
    table = Table(page).open(server.battle("landing", seed=1).link)
    plate = drawn(page, "lift").locator(".aloft rect")

    def apart(mark: Locator) -> bool:
        a, b = plate.bounding_box(), mark.bounding_box()
        assert a is not None
        assert b is not None
        return bool(
            a["x"] + a["width"] <= b["x"]
            or b["x"] + b["width"] <= a["x"]
            or a["y"] + a["height"] <= b["y"]
            or b["y"] + b["height"] <= a["y"]
        )

    table.hex("B7").focus()
    page.keyboard.press("PageUp")
    page.keyboard.press("Enter")
    expect(table.now.locator(".place")).to_have_text("In B7/air")
    table.press(re.compile("^Fly …|^Fly$"))
    expect(table.now).to_contain_text("Click where to fly")
    table.choose("B5")
    expect(table.now.locator(".plan")).to_contain_text("By way of B7 – B6 – B5")
    assert apart(page.locator(".map .way-line"))
    for _ in range(3):
        page.keyboard.press("Escape")
    table.hex("B7").focus()
    page.keyboard.press("PageUp")
    page.keyboard.press("Enter")
    table.press("Take passengers aboard")
    table.press(re.compile("Let|Nothing|Pass")) if table.now.locator(".flag").count() else None
    mark = page.locator(".map .focus-mark").first
    expect(mark).to_be_attached()
    assert apart(mark)
