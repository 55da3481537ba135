"""Real local clusters: Dask and Ray, with workers in processes of their own, give what one process gives."""

from __future__ import annotations

from pathlib import Path

import distributed
import pytest

from lnlt.content.scenarios import load_scenario
from lnlt.core.errors import LnltError
from lnlt.sim import engines
from lnlt.sim.levels import Level
from lnlt.sim.runner import Where, run
from lnlt.sim.series import Series

GAMES = 7


def series() -> Series:
    """Random games of the first fight."""
    return Series(load_scenario("first-fight"), (Level("random"), Level("random")), 11, GAMES)


def compare(where: Where, folder: Path) -> None:
    """The games of a cluster are those of this process, game by game."""
    here = run([series()], Where(workers=1), path=folder / "here.jsonl")
    there = run([series()], where, path=folder / "there.jsonl")
    assert there.results == here.results
    assert (there.played, there.workers, there.failed) == (GAMES, 2, [])
    assert run([series()], where, path=folder / "there.jsonl").played == 0


def test_dask_plays_the_same_games(cache: Path) -> None:
    """A cluster of Dask by its address: two worker processes."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        compare(Where("dask", address=cluster.scheduler_address), cache)


def test_no_dask_there(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address nobody answers at is told in a line, so is a package that is missing."""
    monkeypatch.setattr(engines, "WAIT", 0.5)
    with pytest.raises(LnltError, match=r"tcp://127\.0\.0\.1:9: no Dask cluster answers there"):
        run([series()], Where("dask", address="tcp://127.0.0.1:9"), path=cache / "a.jsonl")
    monkeypatch.setattr(engines, "importlib", _Nothing)
    with pytest.raises(LnltError, match=r"needs joblib: pip install 'lnlt\[dask\]'"):
        engines.check_engine("dask", "")


class _Nothing:
    """Where nothing is installed."""

    @staticmethod
    def import_module(name: str) -> object:
        """Never there."""
        raise ImportError(name)


@pytest.mark.slow
def test_ray_plays_the_same_games(cache: Path) -> None:
    """A local cluster of Ray with two workers."""
    compare(Where("ray", workers=2), cache)
