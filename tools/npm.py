"""npm of the project's own Node in web/: `python tools/npm.py run dev`."""

from __future__ import annotations

import sys
from pathlib import Path

from build_web import npm

if __name__ == "__main__":
    sys.exit(npm(Path(__file__).resolve().parents[1], *sys.argv[1:]))
