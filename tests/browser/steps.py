"""What a person does at the table, for browser tests."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


class Table:
    """An open table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.now = page.locator(".panel.now")
        self.prompt = page.locator("#now-prompt")
        self.announcer = page.locator("#announcer")

    def open(self, link: str) -> Table:
        """Go to a game and wait for its map."""
        self.page.goto(link)
        self.ready()
        return self

    def ready(self) -> None:
        """Wait for the map and the first prompt."""
        expect(self.page.get_by_role("grid")).to_be_visible()
        expect(self.prompt).not_to_have_text(re.compile("Connecting"))

    def asks(self, text: str | re.Pattern[str]) -> None:
        """The question asked contains this text."""
        expect(self.prompt).to_contain_text(text)

    def hex(self, place: str) -> Locator:
        """A hex of the map."""
        return self.page.locator(f'[role=gridcell][data-place="{place}"]')

    def click_hex(self, place: str) -> None:
        """Click the middle of a hex, whatever lies on it, once the map rests."""
        x, y = self.middle(place)
        self.page.mouse.click(x, y)

    def choose(self, place: str) -> None:
        """Choose a hex with the keyboard: it need not be in view."""
        self.hex(place).focus()
        self.page.keyboard.press("Enter")

    def middle(self, place: str) -> tuple[float, float]:
        """Where the middle of a hex is on the screen; the map must not move any more."""
        area = self.hex(place).locator(".hit-area")
        before = None
        for _ in range(40):
            box = area.bounding_box()
            if box is not None and box == before:
                return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            before = box
            self.page.wait_for_timeout(40)
        raise AssertionError(f"{place} does not come to rest")

    def menu(self, place: str, item: str | re.Pattern[str]) -> None:
        """Click a stack and choose what it is to do."""
        self.click_hex(place)
        expect(self.now.locator(".place")).to_have_text(re.compile(place))
        self.press(item)

    def move(self, origin: str, to: str) -> None:
        """Order a stack to move: menu, goal, confirmation."""
        self.menu(origin, re.compile("^Move"))
        expect(self.now).to_contain_text("Where to?")
        self.click_hex(to)
        self.press(f"Move to {to}")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button of the decision panel."""
        return self.now.get_by_role("button", name=name)

    def press(self, name: str | re.Pattern[str]) -> None:
        """Press a button of the decision panel; groups that are folded are opened first."""
        self.unfold()
        self.button(name).first.click()

    def unfold(self) -> None:
        """Open the folded groups of the decision panel."""
        self.now.evaluate("panel => panel.querySelectorAll('details').forEach((d) => { d.open = true })")

    @property
    def entries(self) -> int:
        """Entries of the log that stand."""
        text = self.page.locator(".replay .num").first.inner_text()
        return int(text.split("/")[1])

    def log(self) -> str:
        """The text of the log."""
        return self.page.locator(".panel.log").inner_text()


def violations(page: Page) -> list[str]:
    """What axe finds on the page, one line each."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [f"{one['id']}: {one['help']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]]
