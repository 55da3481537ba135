"""The browser client's own checks: fresh types, a lock file that works everywhere, a small bundle."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
STATIC = ROOT / "src" / "lnlt" / "server" / "static"
LIMITS = {".js": 60_000, ".css": 12_000}
"""Bytes after gzip, all files of a kind together."""


def test_types_follow_the_message_definitions() -> None:
    """The client's types are what the generator makes of the server's definitions."""
    run = subprocess.run(
        [sys.executable, "tools/wire_types.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr


def test_lock_file_names_no_host_and_knows_every_platform() -> None:
    """The lock works with any registry and on any machine."""
    text = (WEB / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in text
    packages = json.loads(text)["packages"]
    missing = [
        f"{name}: {other}"
        for name, package in packages.items()
        for other in package.get("optionalDependencies", {})
        if f"node_modules/{other}" not in packages and f"{name}/node_modules/{other}" not in packages
    ]
    assert not missing
    assert all("integrity" in package for name, package in packages.items() if name)


def test_versions_are_pinned() -> None:
    """No range of versions anywhere."""
    package = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    versions = [*package["dependencies"].values(), *package["devDependencies"].values()]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions)


def test_bundle_is_small() -> None:
    """Scripts and styles stay within their limits after gzip."""
    subprocess.run([sys.executable, "tools/build_web.py"], cwd=ROOT, check=True)
    sizes = dict.fromkeys(LIMITS, 0)
    for path in STATIC.rglob("*"):
        if path.suffix in LIMITS:
            sizes[path.suffix] += len(gzip.compress(path.read_bytes(), 9))
    assert all(0 < sizes[kind] < limit for kind, limit in LIMITS.items()), sizes


def test_wheel_and_source_archive_contain_the_client(tmp_path: Path) -> None:
    """Installing needs no Node: the built files are inside."""
    subprocess.run([sys.executable, "tools/build_web.py"], cwd=ROOT, check=True)
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "lnlt/server/static/index.html" in names
    assert any(re.fullmatch(r"lnlt/server/static/assets/.*\.js", name) for name in names)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        inside = [name.partition("/")[2] for name in tar.getnames()]
    assert "src/lnlt/server/static/index.html" in inside
    assert "web/package-lock.json" in inside
    assert not any(name.startswith("web/node_modules") for name in inside)
