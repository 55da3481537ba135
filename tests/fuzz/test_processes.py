"""`lnlt fuzz` in several processes: the same games in the same order, and nobody is left behind."""

from __future__ import annotations

import os
import subprocess
import time
from functools import partial
from pathlib import Path

from lnlt.cli.fuzz import _one, _reports
from sim_helpers import COMMAND


def test_games_come_in_the_order_of_their_seeds() -> None:
    """Whoever is first ready: two processes tell the same as one."""
    seeds = range(30_001, 30_005)
    play = partial(_one, scenario="", share=0.0)
    alone = list(_reports(seeds, play, 1))
    assert [r.seed for r in alone] == list(seeds)
    assert list(_reports(seeds, play, 2)) == alone


def test_workers_leave_with_their_parent(tmp_path: Path) -> None:
    """Killed in the middle, the command takes its processes with it."""
    progress = tmp_path / "progress.json"
    process = subprocess.Popen(
        [*COMMAND, "fuzz", "--games", "100000", "--jobs", "2", "--seed", "31", "--resume", str(progress)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        for _ in range(600):
            if progress.exists():
                break
            assert process.poll() is None
            time.sleep(0.1)
        assert progress.exists()
    finally:
        process.kill()
        process.wait()
    for _ in range(150):
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("workers outlived their parent")
