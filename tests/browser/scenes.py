"""The named set of pictures: how each is reached, and what is wrong with a layout."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect
from steps import Table
from table_server import Game, Server

CHURCH = "the-church-at-the-crossroads"
WIDTHS = {390: 844, 1280: 800, 2560: 1440}
THEMES = ("light", "dark")

# Text that is cut off, wider than the window, or lies on other text. The map is a picture of its own.
FAULTS = """() => {
  const found = [];
  const boxes = [];
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const scope = document.querySelector('dialog[open]') ?? document.body;
  // Text that has scrolled out of its list is nowhere, wherever its box is.
  const inSight = (box, host) => {
    for (let e = host; e && e !== document.body; e = e.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(e).overflowY)) continue;
      const frame = e.getBoundingClientRect();
      if (box.top + box.height / 2 < frame.top || box.top + box.height / 2 > frame.bottom) return false;
    }
    return true;
  };
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const host = node.parentElement;
    if (!node.data.trim() || !host || host.closest('.map, .hidden, .skip, noscript, script, style, option')) continue;
    if (!shown(host)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      if (!inSight(box, host)) continue;
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      if (box.right > innerWidth + 1 || box.left < -1) found.push(`outside: ${node.data.trim()}`);
      const top = document.elementFromPoint(x, y);
      if (!top || !(top === host || host.contains(top) || top.contains(host))) continue;
      for (let e = host; e && e !== document.body; e = e.parentElement) {
        const style = getComputedStyle(e);
        const frame = e.getBoundingClientRect();
        const clips = style.overflowX !== 'visible' && style.overflowX !== 'auto' && style.overflowX !== 'scroll';
        if (clips && (box.right > frame.right + 1 || box.left < frame.left - 1)) {
          found.push(`cut off: ${node.data.trim()}`);
          break;
        }
      }
      boxes.push({ box, host, text: node.data.trim() });
    }
  }
  for (let i = 0; i < boxes.length; i++) {
    for (let j = i + 1; j < boxes.length; j++) {
      const [a, b] = [boxes[i], boxes[j]];
      if (a.host === b.host) continue;
      const w = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const h = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (w > 1.5 && h > 4) found.push(`overlap: ${a.text} / ${b.text}`);
    }
  }
  return [...new Set(found)];
}"""


def faults(page: Page) -> list[str]:
    """What is wrong with the layout of the page as it is now."""
    found: list[str] = page.evaluate(FAULTS)
    return found


class Games:
    """The games the pictures are of, prepared once."""

    def __init__(self, server: Server, page: Page) -> None:
        self.set_up = server.new_game("a-friend-in-need", seed="pictures")
        self.fight = server.new_game(CHURCH, seed="crossroads")
        self.rally = server.new_game(CHURCH, seed="7")
        self.flight = server.battle("landing")
        self.end = server.new_game("infantry-training", "recruit", seed="pictures")
        Table(page).open(self.set_up.link).press(re.compile("takes RPD"))
        self._spot(page)
        self._to_rally(page)
        self._fly(page)
        table = Table(page).open(self.end.watch_link)
        expect(table.prompt).to_contain_text("is over", timeout=90_000)

    def _spot(self, page: Page) -> None:
        table = Table(page).open(self.fight.link)
        table.menu("J3", re.compile("us-d tries to spot"))
        table.press("Try to spot J5")
        table.asks("what do the units in J3 do?")

    def _fly(self, page: Page) -> None:
        table = Table(page).open(self.flight.link)
        table.choose("B3")
        table.press(re.compile("^Fly"))
        expect(table.now).to_contain_text("Click where to fly")
        table.choose("E4")
        table.press("Fly to E4")
        table.press("Let the whole move pass")
        table.asks("what does it do next?")

    def _to_rally(self, page: Page) -> None:
        table = Table(page).open(self.rally.link)
        table.move("J3", "J4")
        table.press(re.compile("Fire from J5"))
        table.press(re.compile("Fire from J5"))
        for side in ("Wehrmacht", "101st Airborne", "Wehrmacht"):
            table.asks(f"{side}: activate a hex, or pass")
            table.press("Pass this impulse")
        while "101st Airborne: what is to be done" not in table.prompt.inner_text():
            table.press(re.compile("Nothing more|Pass this impulse"))
            page.wait_for_timeout(150)


def scenes(games: Games) -> dict[str, Callable[[Page], Any]]:
    """How to come to each picture."""

    def go(page: Page, game: Game) -> Table:
        page.goto("about:blank")
        link = game.link if game.key else game.watch_link
        return Table(page).open(link)

    def first(page: Page) -> None:
        page.goto("about:blank")
        page.goto("/")
        expect(page.get_by_text("Battles to watch")).to_be_visible()

    def set_up(page: Page) -> None:
        go(page, games.set_up)
        expect(page.locator(".tray")).to_be_visible()

    def selected(page: Page) -> None:
        table = go(page, games.fight)
        table.choose("J3")
        expect(table.now.locator(".place")).to_be_visible()

    def card(page: Page) -> None:
        selected(page)
        table = Table(page)
        table.press(re.compile("^Fire"))
        expect(table.now).to_contain_text("At whom?")
        table.now.locator(".choices button").first.click()
        expect(table.now.locator(".card")).to_be_visible()

    def sight(page: Page) -> None:
        table = go(page, games.fight)
        page.keyboard.press("l")
        table.choose("J3")
        table.choose("F5")
        expect(page.locator(".toolbox .sight li").first).to_be_visible()

    def flight(page: Page) -> None:
        table = go(page, games.flight)
        expect(table.now.locator(".pilot")).to_contain_text("Flies over E4")
        expect(table.button("Hover here")).to_be_visible()
        expect(page.locator(".map .la-legal").first).to_be_attached()

    def rally(page: Page) -> None:
        expect(go(page, games.rally).now).to_contain_text("Rally")

    def end(page: Page) -> None:
        expect(go(page, games.end).now).to_contain_text("wins")

    return {
        "list": first,
        "set-up": set_up,
        "stack": selected,
        "card": card,
        "sight": sight,
        "flight": flight,
        "rally": rally,
        "end": end,
    }
