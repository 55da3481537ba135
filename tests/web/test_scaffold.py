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
FIRST, LATER, ARMOUR, SKY = 60_000, 12_000, 8_000, 6_000
"""Bytes after gzip: everything the list and the table load to be shown, scripts, styles and page; what every battle
fetches after that; what only battles with guns, vehicles and artillery do, and what only those by night, with aircraft
or fortifications do."""


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


def packed(path: Path) -> int:
    """Size of a file after gzip."""
    return len(gzip.compress(path.read_bytes(), 9))


def test_bundle_is_small() -> None:
    """The page with the scripts and styles it names stays within its limit, and so does each part that comes later:
    rare art, windows and help; vehicles and guns; night, aircraft and fortifications."""
    subprocess.run([sys.executable, "tools/build_web.py"], cwd=ROOT, check=True)
    page = STATIC / "index.html"
    named = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page.read_text(encoding="utf-8"))
    assert {Path(name).suffix for name in named} == {".js", ".css"}
    first = packed(page) + sum(packed(STATIC / name) for name in named)
    assert first < FIRST, first
    scripts = {path.relative_to(STATIC).as_posix(): packed(path) for path in STATIC.rglob("*.js")}
    entry = next(STATIC / name for name in named if name.endswith(".js")).read_text(encoding="utf-8")
    assert not re.search(r"""(?:from|import) ?["'`]\./""", entry)  # nothing beside it is loaded at once
    later = [name for name in scripts if name not in named]
    sizes = {Path(name).name.partition("-")[0]: scripts[name] for name in later}
    assert sizes.keys() == {"rare", "armour", "sky"}, scripts
    assert sizes["rare"] < LATER, scripts
    assert sizes["armour"] < ARMOUR, scripts
    assert sizes["sky"] < SKY, scripts
    assert all(f'"./{Path(name).name}"' in entry or f"`./{Path(name).name}`" in entry for name in later), later


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
