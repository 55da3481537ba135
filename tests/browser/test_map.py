"""The map by itself: readable numbers, keys, wheel, drag, pinch, stacks that fan out."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from steps import Table
from table_server import Server

from conftest import open_page

SCENARIO = "the-church-at-the-crossroads"
STACK = "G2"


@pytest.fixture
def table(page: Page, server: Server) -> Table:
    """A table with a stack of three in G2."""
    return Table(page).open(server.new_game(SCENARIO, seed="map").link)


@pytest.fixture
def touched(phone: Page, server: Server) -> Table:
    """The same on a phone."""
    return Table(phone).open(server.new_game(SCENARIO, seed="map").link)


def middle(table: Table, place: str) -> tuple[float, float]:
    """Where the middle of a hex is on the screen."""
    found = table.hex(place).locator(".hit-area").bounding_box()
    assert found is not None, place
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def column_width(table: Table) -> float:
    """How far two columns are from each other on the screen."""
    return middle(table, "I5")[0] - middle(table, "H5")[0]


@pytest.mark.parametrize("width", [360, 390, 1280, 2560])
def test_numbers_on_counters_are_readable_at_the_start(browser: Browser, server: Server, width: int) -> None:
    """Numbers are at least eleven pixels high when the map opens."""
    game = server.new_game(SCENARIO, seed="map")
    for page in open_page(browser, server, viewport={"width": width, "height": 900}):
        Table(page).open(game.link)
        page.wait_for_timeout(300)
        sizes = page.eval_on_selector_all(
            ".stacks .num:not(.three)",
            "all => all.map(e => parseFloat(getComputedStyle(e).fontSize) * Math.abs(e.getScreenCTM().a))",
        )
        assert len(sizes) > 20
        assert min(sizes) >= 11, min(sizes)


def test_arrow_keys_walk_the_grid(table: Table) -> None:
    """Arrow keys move the one tab stop from hex to hex."""
    page = table.page
    table.click_hex(STACK)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    table.hex(STACK).focus()
    for key, place in [("ArrowDown", "G3"), ("ArrowRight", "H3"), ("ArrowRight", "I3"), ("ArrowUp", "I2")]:
        page.keyboard.press(key)
        expect(table.hex(place)).to_be_focused()
    assert page.locator('[role=gridcell][tabindex="0"]').count() == 1
    page.keyboard.press("Home")
    expect(table.hex("A2")).to_be_focused()
    page.keyboard.press("End")
    expect(table.hex("O2")).to_be_focused()


def test_the_cursor_stays_in_view(table: Table) -> None:
    """The map follows the cursor to its rim."""
    page = table.page
    frame = page.locator(".map").bounding_box()
    assert frame is not None
    table.hex(STACK).focus()
    for _ in range(6):
        page.keyboard.press("+")
    for _ in range(7):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(40)
    page.wait_for_timeout(400)
    name = page.evaluate("document.activeElement.dataset.place")
    x, y = middle(table, name)
    assert frame["x"] < x < frame["x"] + frame["width"], name
    assert frame["y"] < y < frame["y"] + frame["height"], name


def test_the_wheel_zooms_about_the_pointer(table: Table) -> None:
    """What is under the pointer stays there."""
    page = table.page
    x, y = middle(table, "I5")
    wide = column_width(table)
    page.mouse.move(x, y)
    for _ in range(3):
        page.mouse.wheel(0, -120)
    page.wait_for_timeout(400)
    assert column_width(table) > wide * 1.3
    now = middle(table, "I5")
    assert abs(now[0] - x) < 2
    assert abs(now[1] - y) < 2
    table.hex("I5").focus()
    page.keyboard.press("0")
    page.wait_for_timeout(400)
    assert column_width(table) == pytest.approx(wide, rel=0.05)


def test_a_drag_moves_the_map_and_chooses_nothing(table: Table) -> None:
    """A drag is no click."""
    page = table.page
    x, y = middle(table, STACK)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=6)
    page.mouse.up()
    page.wait_for_timeout(200)
    now = middle(table, STACK)
    assert now == (pytest.approx(x + 60, abs=2), pytest.approx(y + 40, abs=2))
    expect(page.locator(".chosen-hex")).to_have_count(0)
    page.mouse.click(*now)
    expect(page.locator(".chosen-hex")).to_have_count(1)


def test_a_stack_fans_out_under_the_pointer_and_its_counters_can_be_picked(table: Table) -> None:
    """A stack shows all its counters, each can be chosen."""
    page = table.page
    page.mouse.move(*middle(table, STACK))
    shown = page.locator(".fan [data-piece]")
    expect(shown).to_have_count(3)
    boxes = [one.locator(".field").bounding_box() for one in shown.all()]
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            assert a is not None
            assert b is not None
            assert abs(a["x"] - b["x"]) >= a["width"] - 1 or abs(a["y"] - b["y"]) >= a["height"] - 1
    unit = shown.nth(1).get_attribute("data-piece")
    shown.nth(1).click()
    expect(table.hex(STACK).locator(f'[data-piece="{unit}"][aria-pressed=true]')).to_have_count(1)
    page.mouse.move(*middle(table, "N1"))
    expect(shown).to_have_count(0)


def test_readers_meet_hexes_and_counters(table: Table) -> None:
    """Grid, rows, cells and counters have roles and names."""
    page = table.page
    grid = page.get_by_role("grid")
    assert grid.get_by_role("row").count() == 9
    expect(grid.get_by_role("gridcell", name="I5. HC Building", exact=False)).to_have_count(1)
    assert table.hex(STACK).get_by_role("button").count() == 3
    assert all(label for label in grid.get_by_role("button").evaluate_all("all => all.map(e => e.ariaLabel)"))


def test_pinching_zooms(touched: Table) -> None:
    """Two fingers zoom the map."""
    page = touched.page
    wide = page.evaluate("document.querySelector('.hit-area').getBoundingClientRect().width")
    frame = page.locator(".map").bounding_box()
    assert frame is not None
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    session = page.context.new_cdp_session(page)
    for step in range(8):
        gap = 30 + 10 * step
        points = [{"x": x - gap, "y": y, "id": 0}, {"x": x + gap, "y": y, "id": 1}]
        session.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
        page.wait_for_timeout(30)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)
    now = page.evaluate("document.querySelector('.hit-area').getBoundingClientRect().width")
    assert now > wide * 1.3


def test_what_cannot_be_seen_is_shaded(table: Table) -> None:
    """The field of view marks what is out of sight."""
    page = table.page
    table.click_hex("J3")
    page.keyboard.press("v")
    shade = page.locator(".field-unseen")
    expect(shade).to_have_count(1)
    box, frame = shade.bounding_box(), page.locator("svg.terrain").bounding_box()
    assert box is not None
    assert frame is not None
    assert 0 < box["width"] <= frame["width"]
    assert page.locator(".field-degraded").count() > 0


def test_a_blocked_line_shows_where_and_shows_each_hex_once(table: Table) -> None:
    """The line of sight marks the hexes it crosses."""
    page = table.page
    page.keyboard.press("l")
    table.click_hex("J3")
    page.mouse.move(*middle(table, "F5"))
    expect(page.locator(".sight.v-blocked .sight-lost")).to_have_count(1)
    places = page.locator(".below [class^=sight-]").evaluate_all("all => all.map(e => e.getAttribute('transform'))")
    assert places
    assert len(places) == len(set(places))
    assert page.locator(".below .sight-blocking").count() > 0
    assert page.locator(".footprint").count() > 20
