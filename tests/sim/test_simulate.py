"""`lnlt simulate`: the same results whoever plays them, files, pictures, stops, kills and mistakes."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from lnlt.content.scenarios import load_scenario
from lnlt.core.errors import LnltError
from lnlt.sim import levels, runner
from lnlt.sim.levels import Level
from lnlt.sim.picture import svg, write_picture
from lnlt.sim.play import GameResult
from lnlt.sim.runner import Plan, Where, run
from lnlt.sim.series import Played, Series, code, play_batch
from lnlt.sim.store import Store
from lnlt.sim.summary import COLUMNS, summarise, to_json
from sim_helpers import COMMAND, Lnlt

RANDOM = (Level("random"), Level("random"))
FAST = ("first-fight", "--sides", "random,random", "--seed", 4)


def series(games: int, seed: int = 4) -> Series:
    """Random games of the first fight."""
    return Series(load_scenario("first-fight"), RANDOM, seed, games)


def test_same_results_whatever_the_workers(lnlt: Lnlt, tmp_path: Path) -> None:
    """One worker and two write the same bytes; everything asked for is written and told."""
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    table, picture = tmp_path / "games.csv", tmp_path / "games.svg"
    more = ("--csv", table, "--picture", picture)
    first = lnlt("simulate", *FAST, "--games", 10, "--workers", 1, "--json", one)
    second = lnlt("simulate", *FAST, "--games", 10, "--workers", 2, "--json", two, "--fresh", *more)
    assert (first.returncode, second.returncode) == (0, 0), second.stderr
    assert first.stdout == second.stdout
    assert one.read_bytes() == two.read_bytes()
    for word in ("101st Airborne", "Wehrmacht", "draws", "95 %", "turns", "impulses", "decisions", "Squads", "Luck of"):
        assert word in first.stdout
    assert "10 of 10 games" in first.stderr
    assert "2 workers" in second.stderr
    data = json.loads(one.read_text())
    assert data["complete"]
    assert [g["n"] for g in data["games"]] == list(range(10))
    wins = sum(s["wins"] for s in data["summary"]["sides"])
    assert wins + data["summary"]["draws"] == 10
    rows = list(csv.DictReader(table.open()))
    assert len(rows) == 10
    assert set(rows[0]) == set(COLUMNS)
    assert {r["winner"] for r in rows} <= {"us", "de", "draw"}
    root = ET.fromstring(picture.read_text())
    assert root.tag.endswith("svg")
    told = "".join(root.itertext())
    assert "turn 6" in told
    assert "101st Airborne" in told


def test_results_are_kept_and_more_can_be_added(here: Lnlt, tmp_path: Path) -> None:
    """Games that are there are not played again; asking for more plays the rest."""
    here("simulate", *FAST, "--games", 4, "--workers", 1)
    again = here("simulate", *FAST, "--games", 4, "--workers", 1)
    assert "from an earlier run" in again.stderr
    out = tmp_path / "six.json"
    more = here("simulate", *FAST, "--games", 6, "--workers", 1, "--json", out)
    assert more.stderr.splitlines()[-1].startswith("2 games in")
    assert json.loads(out.read_text())["summary"]["games"] == 6
    other = here("simulate", *FAST[:3], "--seed", 5, "--games", 2, "--workers", 1)
    assert "2 games in" in other.stderr


def wait_for_lines(path: Path, count: int, process: subprocess.Popen[str]) -> None:
    """Wait until a run has written so many games."""
    for _ in range(600):
        if path.exists() and path.read_bytes().count(b"\n") > count:
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    raise AssertionError("no games were written")


def begin(cache: Path, *args: object) -> subprocess.Popen[str]:
    """The command on its way, in a group of its own."""
    return subprocess.Popen(
        [*COMMAND, "simulate", *(str(a) for a in args)],
        env={**os.environ, "LNLT_CACHE": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def alive(group: int) -> bool:
    """Whether a process of a group stays; those that have ended may take a moment to be cleared away."""
    for _ in range(150):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.1)
    return True


def test_goes_on_after_a_kill(lnlt: Lnlt, cache: Path, tmp_path: Path) -> None:
    """Killed in the middle, half a line torn off, the same command goes on and ends as if nothing had happened."""
    path = tmp_path / "results.jsonl"
    process = begin(cache, *FAST, "--games", 100_000, "--workers", 2, "--results", path)
    wait_for_lines(path, 3, process)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    for _ in range(200):
        if not alive(process.pid):
            break
        time.sleep(0.05)
    assert not alive(process.pid), "workers outlived their parent"
    process.communicate()
    kept = path.read_bytes()
    games = kept.count(b"\n") - 1
    path.write_bytes(kept[: kept.rfind(b"\n", 0, -1) + 1] + b'{"n":99999,"wi')
    asked = games + 4
    out, fresh = tmp_path / "resumed.json", tmp_path / "fresh.json"
    done = lnlt("simulate", *FAST, "--games", asked, "--workers", 1, "--results", path, "--json", out)
    assert done.returncode == 0, done.stderr
    played = re.search(r"(\d+) games in", done.stderr)
    assert played
    assert 0 < int(played[1]) < asked
    lnlt("simulate", *FAST, "--games", asked, "--workers", 2, "--fresh", "--json", fresh)
    assert out.read_bytes() == fresh.read_bytes()


def test_stopped_by_hand(cache: Path, lnlt: Lnlt, tmp_path: Path) -> None:
    """Ctrl-C: the games so far are told and written, a message says how to go on, the file is good."""
    path, out = tmp_path / "results.jsonl", tmp_path / "part.json"
    process = begin(cache, *FAST, "--games", 100_000, "--workers", 2, "--results", path, "--json", out)
    wait_for_lines(path, 3, process)
    os.killpg(process.pid, signal.SIGINT)
    told, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "stopped: " in said
    assert "the same command goes on" in said
    assert "Traceback" not in said
    assert "of 100000 games" in told
    part = json.loads(out.read_text())
    assert not part["complete"]
    assert part["summary"]["games"] >= 3
    done = lnlt("simulate", *FAST, "--games", 3, "--results", path)
    assert done.returncode == 0
    assert not alive(process.pid)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("first-fite",), "no scenario 'first-fite' (did you mean 'first-fight'?): choose one of a-friend-in-need"),
        (("none.toml",), "none.toml: no such file"),
        (("first-fight", "--sides", "recruit,genius"), "no level 'genius': choose one of random, recruit"),
        (("first-fight", "--sides", "recruit"), "two levels are needed"),
        (("first-fight", "--engine", "slurm"), "no engine 'slurm': choose one of local, dask, ray"),
        (("first-fight", "--address", "x:1"), "--address is for the engines dask and ray"),
        (("first-fight", "--picture", "a.gif"), "a picture is an .svg or a .png file"),
        (("first-fight", "--json", "no/where/a.json"), "its folder does not exist"),
        (("first-fight", "--games", "0"), "--games"),
    ],
)
def test_mistakes_are_told_in_a_line(here: Lnlt, args: tuple[str, ...], said: str) -> None:
    """Bad input ends with 2, a reason and the choices; nothing is played."""
    done = here("simulate", *args)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_foreign_and_damaged_files_are_refused(cache: Path, tmp_path: Path) -> None:
    """A file of another seed, one that is none, one with a bad line; --fresh overwrites."""
    path = tmp_path / "r.jsonl"
    run([series(2)], Where(workers=1), path=path)
    with pytest.raises(LnltError, match=r"another simulation \(other seed\)"):
        run([series(2, seed=9)], Where(workers=1), path=path)
    run([series(1, seed=9)], Where(workers=1), path=path, fresh=True)
    path.write_bytes(path.read_bytes() + b"{nonsense}\n")
    with pytest.raises(LnltError, match="line 3: damaged"):
        Store(series(2, seed=9).head(), path)
    path.write_text("hello\n")
    with pytest.raises(LnltError, match="no file of results"):
        Store(series(2).head(), path)
    assert cache.exists()


def test_two_runs_cannot_write_one_file(tmp_path: Path) -> None:
    """The second one is told to wait."""
    head = series(1).head()
    with Store(head, tmp_path / "r.jsonl"), pytest.raises(LnltError, match="another run"):
        Store(head, tmp_path / "r.jsonl")
    with Store(head, tmp_path / "r.jsonl") as store:
        assert store.missing(2) == [0, 1]


def test_failed_games_are_told_and_the_rest_goes_on(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that raises is reported with what repeats it; the others count. Games out of time are tried again."""
    real = levels.make_player

    def sometimes(name: str, seed: str, nodes: int) -> Any:
        if seed.startswith("4-1-"):
            raise ValueError("bad day")
        return real(name, seed, nodes)

    monkeypatch.setattr(levels, "make_player", sometimes)
    found = run([series(3)], Where(workers=1))
    summary = summarise(series(3), found.results[0], lambda n: f"lnlt simulate --game {n}")
    assert (summary.games, len(summary.failures), summary.complete) == (2, 1, True)
    assert summary.failures[0].what == "ValueError: bad day"
    assert summary.failures[0].again == "lnlt simulate --game 1"
    assert [g.n for g in found.failed] == [1]
    monkeypatch.setattr(levels, "make_player", real)
    assert run([series(3)], Where(workers=1)).played == 0
    with Store(series(3).head()) as store:
        store.add([GameResult(2, failed="no end after 1 s", stuck=True)])
        assert store.missing(3) == [2]
    assert run([series(3)], Where(workers=1)).played == 1
    assert cache.exists()


def test_one_game_alone(here: Lnlt) -> None:
    """`--game` plays one game and tells it."""
    done = here("simulate", *FAST, "--game", 2)
    assert done.returncode == 0
    assert done.stdout.startswith("game 2: Wehrmacht won")
    assert "luck of 101st Airborne" in done.stdout


def test_batches_take_about_two_seconds(cache: Path) -> None:
    """The first batch is one game; then they grow with what games take, never to more than a share of what is left."""
    many = [series(1000)]
    with Store(many[0].head()) as store:
        plan = Plan(many, [store])
        plan.workers = 2
        batches = plan.batches()
        assert len(next(batches).numbers) == 1
        plan.came(0, 1, 0.02)
        assert len(next(batches).numbers) == 100
        plan.came(0, 100, 200.0)
        assert len(next(batches).numbers) == 1
        plan.came(0, 100_000, 0.1)
        assert len(next(batches).numbers) == 898 // 6
    assert cache.exists()


def test_workers_with_other_code_are_refused(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that has another version plays nothing, and the run says why."""
    monkeypatch.setattr(runner, "batch", lambda *args: _other_code(*args))
    with pytest.raises(LnltError, match="another version of lnlt"):
        run([series(1)], Where(workers=1))
    assert cache.exists()


def _other_code(*args: Any) -> Any:
    from lnlt.sim.series import batch

    made = batch(*args)
    changed = type(made)(made.series, made.setup, made.levels, made.seed, made.numbers, "0" * len(code()))
    assert isinstance(play_batch(changed), Played)
    return changed


def test_json_and_picture_of_nothing(tmp_path: Path) -> None:
    """Without a single game there is still a summary and a picture."""
    summary = summarise(series(5), [])
    assert not summary.complete
    assert json.loads(to_json(summary, []))["games"] == []
    ET.fromstring(svg(summary))
    write_picture(summary, tmp_path / "none.svg")


def test_png(cache: Path, tmp_path: Path) -> None:
    """With resvg the picture is a PNG."""
    found = run([series(2)], Where(workers=1))
    write_picture(summarise(series(2), found.results[0]), tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert cache.exists()


def test_a_worker_that_dies_is_told(cache: Path, tmp_path: Path) -> None:
    """Killed from outside, a worker takes no results with it: the run ends with a reason and can go on."""
    path = tmp_path / "results.jsonl"
    process = begin(cache, *FAST, "--games", 100_000, "--workers", 2, "--results", path)
    wait_for_lines(path, 3, process)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    workers = [pid for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert len(workers) == 2
    os.kill(int(workers[0]), signal.SIGKILL)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "a worker process died" in said
    with Store(series(1).head(), path) as store:
        assert len(store.results) >= 3
