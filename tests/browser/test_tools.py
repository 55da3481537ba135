"""Looking, not playing: line of sight, field of view, danger, the log and its slider, files, links."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from steps import Table
from table_server import Server

from conftest import open_page


def test_line_of_sight_field_and_danger(page: Page, server: Server) -> None:
    """The three tools answer with words, sections and chances."""
    table = Table(page).open(server.new_game("the-church-at-the-crossroads", seed="14").link)
    box = page.locator(".toolbox")
    page.keyboard.press("l")
    expect(box).to_contain_text("From which hex?")
    table.click_hex("J3")
    expect(box).to_contain_text("From J3 to the hex you point at")
    page.mouse.move(*table.middle("F5"))
    expect(box.locator(".verdict")).to_have_class(re.compile("blocked"))
    expect(box.locator(".sight li")).to_have_count(3)
    expect(box.get_by_text("Wall on a hexside")).to_have_count(1)
    expect(box.get_by_role("button", name=re.compile("Section 10")).first).to_be_visible()
    page.mouse.move(*table.middle("J5"))
    expect(box.locator(".verdict")).not_to_have_class(re.compile("blocked"))
    expect(box).to_contain_text("range 2")
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)

    table.click_hex("J3")
    page.keyboard.press("v")
    expect(box).to_contain_text("Field of view of J3")
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    expect(box).to_contain_text("Where the enemy could react")
    page.mouse.move(*table.middle("J4"))
    expect(box).to_contain_text(re.compile(r"J4: \d+ %"))


def test_the_log_shows_every_moment(page: Page) -> None:
    """Steps, the slider, an entry and *Play* move through a bundled replay."""
    table = Table(page).open("/#/replay/infantry-narrative")
    slider = page.get_by_role("slider", name="Moment of the game")
    expect(slider).to_have_value("0")
    last = int(slider.get_attribute("max") or 0)
    assert last > 100
    expect(table.prompt).to_contain_text(f"Step 0 of {last}")
    page.get_by_role("button", name="One step on").first.click()
    expect(slider).to_have_value("1")
    slider.fill(str(last))
    expect(table.prompt).to_contain_text("The battle is over")
    expect(page.locator(".panel.log li.shown")).to_have_attribute("data-n", str(last))
    page.locator('.panel.log li[data-n="5"] .moment').click()
    expect(slider).to_have_value("5")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(slider).to_have_value("7", timeout=15_000)
    page.get_by_role("button", name="Pause", exact=True).click()


def test_an_earlier_moment_and_back(page: Page, server: Server) -> None:
    """Looking back offers no orders; the present does."""
    table = Table(page).open(server.new_game("the-church-at-the-crossroads", seed="15").link)
    table.press("Pass this impulse")
    table.asks("Wehrmacht: activate")
    page.get_by_role("button", name="One step back").click()
    expect(page.get_by_text("You are looking at an earlier moment: step 0 of 1.")).to_be_visible()
    expect(table.button("Pass this impulse")).to_have_count(0)
    page.get_by_role("button", name="Back to the present").click()
    expect(table.button("Pass this impulse")).to_be_visible()


def test_record_log_and_loading(page: Page, server: Server, tmp_path: Path) -> None:
    """A saved record goes on as a new game; a broken one is refused with a reason."""
    table = Table(page).open(server.new_game("the-church-at-the-crossroads", seed="16").link)
    table.press("Pass this impulse")
    table.asks("Wehrmacht: activate")
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as found:
        page.get_by_role("button", name="Save the game record").click()
    record = tmp_path / "record.jsonl"
    found.value.save_as(record)
    assert json.loads(record.read_text(encoding="utf-8").splitlines()[0])["scenario"] == "the-church-at-the-crossroads"

    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as found:
        page.get_by_role("button", name="Save the log as text").click()
    log = tmp_path / "log.txt"
    found.value.save_as(log)
    assert "101st Airborne passes" in log.read_text(encoding="utf-8")

    page.goto("/")
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    page.locator("input[type=file]").set_input_files(record)
    table.ready()
    table.asks("Wehrmacht: activate")
    page.goto("/")
    broken = tmp_path / "broken.jsonl"
    broken.write_text("nonsense", encoding="utf-8")
    page.locator("input[type=file]").set_input_files(broken)
    expect(page.get_by_role("alert")).to_contain_text("That did not work")


def test_a_friend_by_link(page: Page) -> None:
    """Two browsers, two secret links: each side answers its own questions only, and nobody chooses the dice."""
    page.goto("/#/new/the-church-at-the-crossroads")
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("More").click()
    dialog.get_by_label("Seed of the dice").fill("mine")
    dialog.get_by_label("Who plays the Wehrmacht?").select_option("friend")
    expect(dialog.get_by_label("Seed of the dice")).to_have_count(0)
    dialog.get_by_role("button", name="Start the game").click()
    table = Table(page)
    table.ready()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Links to this game").click()
    link = page.get_by_label("Link to play the Wehrmacht").input_value()
    page.keyboard.press("Escape")
    friend = Table(page.context.new_page()).open(link)
    friend.asks("Waiting. 101st Airborne")
    table.press("Pass this impulse")
    friend.asks("Wehrmacht: activate a hex, or pass")
    table.asks("Waiting. Wehrmacht")
    friend.press("Pass this impulse")
    table.asks("101st Airborne: activate a hex, or pass")


def test_what_moves_is_seen_in_order(browser: Browser, server: Server) -> None:
    """With animation on, everything that happened is shown in the end and nothing is left over."""
    game = server.new_game("the-church-at-the-crossroads", {"de": "recruit"}, seed="18")
    for page in open_page(browser, server, reduced_motion="no-preference"):
        table = Table(page).open(game.link)
        for _ in range(3):
            before = table.entries
            page.keyboard.press("h")
            page.get_by_role("button", name="Do it").click()
            page.wait_for_function(
                "n => Number(document.querySelector('.replay .num').innerText.split('/')[1]) > n", arg=before
            )
            expect(page.locator(".deciding[aria-busy=false]")).to_be_visible(timeout=30_000)
        assert table.entries == server.get(f"/api/games/{game.id}")["entries"]
        expect(page.locator(".stage > *")).to_have_count(0, timeout=15_000)


def test_themes_and_animation_are_remembered(page: Page, server: Server) -> None:
    """Both outlive a reload."""
    game = server.new_game("the-church-at-the-crossroads", seed="17")
    table = Table(page).open(game.link)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Theme: like the system").click()
    page.get_by_role("button", name="Theme: light").click()
    page.get_by_role("button", name="Animation: on").click()
    page.reload()
    table.ready()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Animation: off")).to_be_visible()


def test_a_weapon_that_is_set_up_is_left_behind(page: Page, server: Server) -> None:
    """1.6.1: before a move is ordered the table says which weapon stays; the log says that it was left."""
    table = Table(page).open(server.battle("tripod").link)
    table.menu("D6", re.compile("^Move"))
    expect(table.now.locator(".warn").first).to_contain_text("M1919A4 .30 cal: set up, left behind by those who go")
    table.click_hex("D8")
    table.press("Move to D8")
    expect(page.locator(".panel.log")).to_contain_text("M1919A4 .30 cal is left lying in D6")


def test_a_section_is_explained_fact_by_fact(page: Page, server: Server) -> None:
    """Several facts are a list, on the help page and in the dialog over the table; one is a sentence."""
    page.goto("/#/help/4.0")
    found = page.locator("dl.terms dd").first
    expect(found.get_by_role("listitem").nth(3)).to_be_visible()
    page.goto("/#/help/14.2")
    expect(found.locator("p").first).to_be_visible()
    expect(found.get_by_role("listitem")).to_have_count(0)
    Table(page).open(server.new_game("the-church-at-the-crossroads", seed="14").link)
    page.locator("button.rule").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem").nth(1)).to_be_visible()
