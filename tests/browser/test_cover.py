"""Two players at one screen, and what comes after the first picture: covers, windows that arrive late, news."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from steps import Table, violations
from table_server import Server

CHURCH = "the-church-at-the-crossroads"


def test_the_table_is_covered_between_players(page: Page, server: Server) -> None:
    """With the cover on, nothing of the table is seen or pressed until the next player has taken the seat."""
    table = Table(page).open(server.new_game(CHURCH, seed="cover").link)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Cover between players: off").click()
    expect(page.get_by_role("button", name="Cover between players: on")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".cover")).to_have_count(0)  # whoever sits there goes on
    table.press("Pass this impulse")
    cover = page.locator(".cover")
    expect(cover).to_contain_text("Hand over to the Wehrmacht")
    expect(page.get_by_role("grid")).to_have_count(0)
    expect(page.locator(".panel.now")).to_be_hidden()
    assert violations(page) == []
    for key in ("u", "d", "?"):
        page.keyboard.press(key)
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(cover).to_have_count(0)
    table.asks("Wehrmacht: activate a hex, or pass")
    expect(page.get_by_role("grid")).to_be_visible()
    page.reload()
    expect(cover).to_contain_text("Wehrmacht")


def test_no_cover_against_the_computer(page: Page, server: Server) -> None:
    """One player at the screen is never covered."""
    page.add_init_script("localStorage.setItem('lnlt.cover', 'true')")
    table = Table(page).open(server.new_game(CHURCH, {"de": "recruit"}, seed="cover").link)
    table.asks("101st Airborne: activate a hex, or pass")
    expect(page.locator(".cover")).to_have_count(0)


def test_windows_that_could_not_come_are_asked_for_again(page: Page, server: Server) -> None:
    """If what comes after the first picture does not arrive, one is told where it is missed, and can try again."""
    game = server.new_game(CHURCH, seed="late")
    page.route(re.compile(r"/assets/rare-.*\.js"), lambda route: route.abort())
    table = Table(page).open(game.link)
    page.wait_for_timeout(500)
    page.get_by_role("button", name="Menu").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("the server cannot be reached")
    table.asks("activate a hex, or pass")
    page.unroute_all()
    alert.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Save the game record")).to_be_visible()


def test_a_lost_server_is_said_in_words(page: Page, server: Server) -> None:
    """Saving without a server says so in our words; maps of danger are not shown empty."""
    table = Table(page).open(server.new_game(CHURCH, seed="lost").link)
    page.wait_for_timeout(500)
    page.context.set_offline(True)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Save the game record").click()
    expect(page.locator(".banner.bad").filter(has_text="the server cannot be reached")).to_be_visible()
    page.context.set_offline(False)
    expect(table.prompt).to_contain_text("activate a hex")


def test_an_earlier_moment_tells_what_happened(page: Page, server: Server) -> None:
    """Whoever steps through a battle reads beside the map what the step was."""
    replay = server.get("/api/replays")[0]["id"]
    page.goto(f"/#/replay/{replay}")
    table = Table(page)
    table.ready()
    page.get_by_role("button", name="One step on").first.click()
    table.asks("Step 1 of")
    first = page.locator(".log li[data-n='1'] .moment").inner_text()
    expect(table.now).to_contain_text(first)
