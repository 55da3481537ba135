"""Makes the named set of pictures: every scene at three widths in two themes, each checked for text that is cut off.

`make screenshots` writes them to build/screenshots; `--out FOLDER` elsewhere."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from scenes import THEMES, WIDTHS, Games, faults, scenes  # noqa: E402
from table_server import Server  # noqa: E402

from conftest import FLAGS, open_page  # noqa: E402


def main() -> None:
    """Make all pictures; exit code 1 if a layout has a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "screenshots")
    parser.add_argument("--only", default="", help="names of scenes, separated by commas")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    wanted = set(options.only.split(",")) - {""}
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("chromium is missing: make chromium")
    bad = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "table.sqlite") as server,
        sync_playwright() as play,
        play.chromium.launch(executable_path=chromium, args=list(FLAGS)) as browser,
    ):
        (games,) = [Games(server, page) for page in open_page(browser, server)]
        for width, height in WIDTHS.items():
            for theme in THEMES:
                size = {"width": width, "height": height}
                for page in open_page(browser, server, viewport=size, color_scheme=theme):
                    for name, act in scenes(games).items():
                        if wanted and name not in wanted:
                            continue
                        act(page)
                        page.wait_for_timeout(300)
                        page.screenshot(path=options.out / f"{name}-{width}-{theme}.png")
                        for fault in faults(page):
                            bad += 1
                            print(f"{name}-{width}-{theme}: {fault}")
    print(f"pictures are in {options.out}")
    if bad:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
