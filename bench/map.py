"""How smoothly the map moves: frame times of panning and zooming on 30 by 20 hexes with 100 counters, and how long a
changed position takes to the next frame. Needs Chromium; the client's tools start by themselves.

    python bench/map.py
"""

from __future__ import annotations

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


def share(times: list[float]) -> str:
    """Median, 95th percentile and longest."""
    ordered = sorted(times)
    return (
        f"median {ordered[len(ordered) // 2]:.1f} ms, 95 % below {ordered[int(len(ordered) * 0.95)]:.1f} ms, "
        f"longest {ordered[-1]:.0f} ms ({len(ordered)})"
    )


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


def measure(address: str) -> None:
    """Print what a real browser needs."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{address}demo.html?board=big&still=1")
        page.wait_for_selector(".cell")
        page.wait_for_timeout(1500)
        print(f"map of {page.locator('.cell').count()} hexes, {page.locator('[data-art]').count()} counters")
        page.evaluate(WATCH)
        for name, act in {"pan": pan, "zoom": zoom}.items():
            page.evaluate("times.length = 0")
            act(page)
            times: Any = page.evaluate("times.slice(2)")
            print(f"{name}: {share(times)}")
            page.wait_for_timeout(800)
        print(f"a moved counter: {share(page.evaluate(MOVE))}")
        browser.close()


def main() -> None:
    """Start the client's server for development, measure, end it."""
    env = {**os.environ, "FORCE_COLOR": "0", "NO_COLOR": "1"}
    command = [sys.executable, str(ROOT / "tools" / "npm.py"), "run", "dev", "--", "--host", "127.0.0.1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, start_new_session=True) as dev:
        assert dev.stdout is not None
        address = next(found[0] for line in dev.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+/", line)))
        try:
            measure(address)
        finally:
            os.killpg(dev.pid, 15)


if __name__ == "__main__":
    main()
