"""A phone across the table: a question is in sight when it comes, whatever the sheet shows; the dice are a line."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from steps import Table, violations
from table_server import Server


def in_sight(phone: Page) -> None:
    """The question and its first button lie within the visible window of the sheet."""
    phone.wait_for_timeout(300)
    window = phone.locator(".sheet-body").bounding_box()
    assert window is not None
    for what in ("#now-prompt", ".panel.now .deciding button >> nth=0"):
        box = phone.locator(what).bounding_box()
        assert box is not None
        assert window["y"] - 1 <= box["y"], f"{what} is above the window"
        assert box["y"] + box["height"] <= window["y"] + window["height"] + 1, f"{what} is below the window"


def begun(page: Page, phone: Page, server: Server) -> tuple[Table, Table]:
    """Two people at the table: the host has rolled dice, the friend sits at a phone."""
    us, de = server.new_game("the-church-at-the-crossroads", hot_seat=False).links
    host, friend = Table(page).open(us), Table(phone).open(de)
    host.press(re.compile("us-d tries to spot"))
    host.press("Try to spot J5")
    expect(phone.locator(".panel.results")).to_contain_text("spotted")
    return host, friend


def provoke(host: Table) -> None:
    """The host moves where the friend can shoot at him."""
    host.asks("101st Airborne: activate a hex, or pass")
    host.menu("J3", re.compile("^Move"))
    expect(host.now).to_contain_text("Where to?")
    host.click_hex("J4")
    host.press("Move to J4")


def test_a_reaction_question_is_in_sight(page: Page, phone: Page, server: Server) -> None:
    """Old dice do not stand in front of the question: it lies at the top, the dice are one line above it."""
    host, friend = begun(page, phone, server)
    provoke(host)
    friend.asks("enemies move in J4: Opportunity Fire?")
    in_sight(phone)
    line = phone.locator(".sheet .results")
    box = line.bounding_box()
    assert box is not None
    assert box["height"] < 60
    expect(line).to_contain_text("spotted")
    line.locator("summary").tap()
    expect(line.locator(".card")).to_be_visible()
    friend.press(re.compile("Fire from J5"))
    expect(friend.now.locator(".card")).to_contain_text("us-e moves or has moved")
    in_sight(phone)


@pytest.mark.parametrize("tab", ["Selected", "Units", "Log"])
def test_a_question_brings_its_tab_to_the_front(page: Page, phone: Page, server: Server, tab: str) -> None:
    """Whatever is being read, who is asked sees it at once; going back to read leaves a sign on the tab."""
    host, _ = begun(page, phone, server)
    phone.get_by_role("tab", name=tab).tap()
    expect(phone.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
    provoke(host)
    now = phone.get_by_role("tab", name="Now")
    expect(now).to_have_attribute("aria-selected", "true")
    in_sight(phone)
    phone.get_by_role("tab", name=tab).tap()
    expect(phone.get_by_role("tab", name="Now, you are asked")).to_be_visible()
    expect(phone.locator(".tabs .asked")).to_be_visible()
    assert violations(phone) == []
    now.tap()
    in_sight(phone)


def test_dice_are_in_sight_when_nothing_is_asked(page: Page, phone: Page, server: Server) -> None:
    """While the other one plays, what his dice did is what the sheet shows."""
    us, de = server.new_game("the-church-at-the-crossroads", hot_seat=False).links
    host, _ = Table(page).open(us), Table(phone).open(de)
    host.press(re.compile("us-d tries to spot"))
    host.press("Try to spot J5")
    expect(phone.locator(".results .card strong")).to_contain_text("Spotting attempt")
    phone.wait_for_timeout(300)
    window, dice = phone.locator(".sheet-body").bounding_box(), phone.locator(".sheet .results").bounding_box()
    assert window is not None
    assert dice is not None
    assert window["y"] - 1 <= dice["y"] < window["y"] + window["height"] - 60


def test_the_log_opens_at_its_end(page: Page, phone: Page, server: Server) -> None:
    """What happened last is in the window, and the slider stays above it."""
    host, friend = begun(page, phone, server)
    provoke(host)
    friend.asks("Opportunity Fire?")
    phone.get_by_role("slider", name="Height of the panel").focus()
    phone.keyboard.press("ArrowDown")
    for name in ("Now", "Log"):
        phone.get_by_role("tab", name=name).tap()
    phone.wait_for_timeout(200)
    window, last = phone.locator(".sheet-body").bounding_box(), phone.locator(".log li").last.bounding_box()
    slider = phone.locator(".sheet .replay").bounding_box()
    assert window is not None
    assert last is not None
    assert slider is not None
    assert last["y"] + last["height"] <= window["y"] + window["height"] + 1
    assert slider["y"] >= window["y"] - 1
