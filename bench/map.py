"""How smoothly the map moves: frame times of panning and zooming on 30 by 20 hexes with 100 counters, and how long a
click and a changed position take to the next frame. Needs Chromium; the client's tools start by themselves.

    python bench/map.py

Prints one line of JSON; where there is no browser it says so.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[1]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
WATCH = """() => {
  window.times = [];
  let last = performance.now();
  const frame = (now) => { times.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""
MOVE = """async () => {
  const out = [];
  for (let i = 0; i < 20; i++) {
    const next = structuredClone(demo.position);
    next.pieces[i].at = `C${5 + (i % 10)}`;
    const began = performance.now();
    demo.setWhere(next);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    out.push(performance.now() - began);
  }
  return out;
}"""


CLICKS = """() => {
  window.clicks = [];
  document.addEventListener("click", (event) => {
    const seen = new MutationObserver(() => {
      seen.disconnect();
      requestAnimationFrame(() => setTimeout(() => clicks.push(performance.now() - event.timeStamp), 0));
    });
    seen.observe(document.body, { subtree: true, childList: true, attributes: true });
  }, true);
}"""


def share(times: list[float]) -> dict[str, float]:
    """Median, 95th percentile and longest, in milliseconds."""
    ordered = sorted(times)
    found = {"median": ordered[len(ordered) // 2], "most": ordered[int(len(ordered) * 0.95)], "longest": ordered[-1]}
    return {**{name: round(ms, 1) for name, ms in found.items()}, "count": len(ordered)}


def pan(page: Page) -> None:
    """Drag the map in a slant."""
    page.mouse.move(900, 600)
    page.mouse.down()
    for i in range(60):
        page.mouse.move(900 - 8 * i, 600 - 4 * i)
    page.mouse.up()


def zoom(page: Page) -> None:
    """Wheel in and out again."""
    page.mouse.move(600, 400)
    for turn in (-80, 80):
        for _ in range(15):
            page.mouse.wheel(0, turn)
            page.wait_for_timeout(16)


def click(page: Page) -> list[float]:
    """Choose one hex after the other: from each click until what it changes is on the screen."""
    page.evaluate(CLICKS)
    for i in range(20):
        page.mouse.click(300 + 35 * i, 250 + 20 * (i % 9))
        page.wait_for_timeout(60)
    found: list[float] = page.evaluate("clicks")
    return found


def measure(address: str, chromium: str) -> dict[str, Any]:
    """What a real browser needs."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{address}demo.html?board=big&still=1")
        page.wait_for_selector(".cell")
        page.wait_for_timeout(1500)
        counts = {"hexes": page.locator(".cell").count(), "counters": page.locator("[data-art]").count()}
        page.evaluate(WATCH)
        frames = {}
        for name, act in {"pan": pan, "zoom": zoom}.items():
            page.evaluate("times.length = 0")
            act(page)
            frames[name] = share(page.evaluate("times.slice(2)"))
            page.wait_for_timeout(800)
        found = {**counts, **frames, "moved": share(page.evaluate(MOVE)), "click": share(click(page))}
        browser.close()
        return found


def main() -> None:
    """Start the client's server for development, measure, end it."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print(json.dumps({"missing": "there is no Chromium (make chromium)"}))
        return
    env = {**os.environ, "FORCE_COLOR": "0", "NO_COLOR": "1"}
    command = [sys.executable, str(ROOT / "tools" / "npm.py"), "run", "dev", "--", "--host", "127.0.0.1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, start_new_session=True) as dev:
        assert dev.stdout is not None
        places = (found[0] for line in dev.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+/", line)))
        address = next(places, "")
        if not address:
            print(json.dumps({"missing": "the client's tools did not start (make web)"}))
            return
        try:
            print(json.dumps(measure(address, chromium)))
        finally:
            os.killpg(dev.pid, 15)


if __name__ == "__main__":
    main()
