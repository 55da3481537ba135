"""The benchmarks still run: tiny sizes, without python-chess and without valgrind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TINY = [
    "--no-chess",
    "--rounds=1",
    "--games=1",
    "--counters=4",
    "--size=7x5",
    "--large=8x5",
    "--repeat=1",
    "--queries=500",
    "--builds=1",
    "--level-seconds=0.1",
    "--sim-games=4",
    "--sim-rounds=1",
    "--core=",
    "--rooms=2",
    "--actions=20",
    "--live=2",
    "--seconds=1",
    "--pause=0.2",
    "--no-map",
]


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=ROOT, check=False)


def test_every_figure_is_measured_and_written(tmp_path: Path) -> None:
    """A tiny run measures every figure and writes the results."""
    out = tmp_path / "results.md"
    done = run("bench/run.py", *TINY, f"--out={out}")
    assert done.returncode == 0, done.stderr
    text = out.read_text(encoding="utf-8")
    for key in ("P1", "P3", "P6", "P7", "P8", "L1", "L2", "L4", "L5", "S1", "S3", "A1", "D1"):
        assert f"| {key} |" in text
    assert "with most own time" in text
    assert "0 errors" in text
    assert "client as a visitor loads it" in text
    assert str(ROOT) not in text


def test_without_a_browser_the_map_says_so() -> None:
    """Where there is no Chromium the map is not measured, and the figures say why."""
    command = [sys.executable, "bench/map.py"]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, check=False, env={**os.environ, "PATH": ""}
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"missing": "there is no Chromium (make chromium)"}


def test_fixed_play_is_the_same_every_time() -> None:
    """The play whose instructions are counted does not change from run to run."""
    command = ("bench/workload.py", "fixed", "--setup=battle-4-7x5-1", "--amount=150")
    one, two = run(*command), run(*command)
    assert one.returncode == 0, one.stderr
    assert one.stdout == two.stdout
    assert '"actions": 150' in one.stdout


@pytest.mark.parametrize(("now", "code"), [(1049, 0), (1051, 1), (900, 0)])
def test_gate_fails_above_five_percent(
    now: int, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The gate fails when a decision has become more than five percent dearer, and only then."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    import icount

    kept = {"python": "3.11.0", "ours": {"per_action": 1000, "play": "x"}, "chess": {"per_action": 500}}
    found = {"python": "3.11.9", "ours": {"per_action": now, "actions": 10, "play": "x"}}
    assert icount.judge(found, kept) == code
    said = capsys.readouterr().out
    assert ("FAIL" in said) == (code == 1)
    assert ("cheaper" in said) == (now == 900)
