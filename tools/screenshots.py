"""Makes the named set of pictures: every scene at three widths in two themes, each checked for text that is cut off.

`make screenshots` writes them to build/screenshots; `--out FOLDER` elsewhere."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

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
    parser.add_argument("--only", default="", help="names of pictures (card-1280-light), separated by commas")
    parser.add_argument("--jpeg", action="store_true", help="smaller files, for documentation")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    wanted = set(options.only.split(",")) - {""}
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("chromium is missing: make chromium")
    bad = 0
    kind = "jpg" if options.jpeg else "png"
    quality: dict[str, Any] = {"type": "jpeg", "quality": 82} if options.jpeg else {}
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
                        picture = f"{name}-{width}-{theme}"
                        if wanted and picture not in wanted:
                            continue
                        act(page)
                        page.wait_for_timeout(300)
                        page.screenshot(path=options.out / f"{picture}.{kind}", **quality)
                        for fault in faults(page):
                            bad += 1
                            print(f"{picture}: {fault}")
    print(f"pictures are in {options.out}")
    if bad:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
