"""What the commands that play many games share: their options, and how they begin and end a run."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lnlt.core.errors import LnltError

if TYPE_CHECKING:
    from lnlt.core.setup import GameSetup
    from lnlt.sim.runner import Outcome, Where

EXIT_FAILED, EXIT_STOPPED = 1, 130
ScenarioArg = Annotated[
    str, typer.Argument(metavar="SCENARIO", help="A shipped scenario or a scenario file.", show_default=False)
]
SeedOption = Annotated[int, typer.Option("--seed", min=0, help="Seed; the same seed gives the same games.")]
WorkersOption = Annotated[int, typer.Option("--workers", min=0, help="Worker processes; 0 = one per core.")]
EngineOption = Annotated[str, typer.Option("--engine", help="local, or a cluster through joblib: dask, ray.")]
AddressOption = Annotated[str, typer.Option("--address", help="Address of the cluster; without it one is started.")]
FreshOption = Annotated[bool, typer.Option("--fresh", help="Forget the results of earlier runs.")]
PatienceOption = Annotated[float, typer.Option("--patience", min=1, help="Seconds after which a game is given up.")]


def where_to_play(engine: str, workers: int, address: str, patience: float) -> Where:
    """Where games are played, checked: an engine or address that cannot be used is an error."""
    from lnlt.sim import engines, runner

    engines.check_engine(engine, address)
    return runner.Where(engine, workers, address, patience)


def is_file(name: str) -> bool:
    """Whether a scenario is named by the path of its file."""
    return "/" in name or name.endswith(".toml")


def scenario_setup(name: str) -> GameSetup:
    """A checked scenario that can be set up; a name that is none is answered with those there are."""
    from lnlt.content.files import guess
    from lnlt.content.scenarios import load_scenario, read_scenario, scenario_names
    from lnlt.sim.series import game_of_setup
    from lnlt.sim.trial import check_set_up

    if not is_file(name):
        names = scenario_names()
        if name not in names and name not in {read_scenario(n)[0].id for n in names}:
            choices = ", ".join(names)
            raise LnltError(f"there is no scenario {name!r}{guess(name, names)}: choose one of {choices}, or a file")
    setup = load_scenario(name)
    check_set_up(game_of_setup(setup), name)
    return setup


def check_writable(path: Path | None) -> None:
    """Complain at once about a file that could not be written at the end."""
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        reason = "is a folder" if path.is_dir() else "its folder does not exist"
        raise LnltError(f"cannot be written: {reason}", str(path))


def tell(found: Outcome) -> bool:
    """Say on stderr how a run went, and whether a game failed; leaves with 130 after Ctrl-C."""
    done = sum(len(games) for games in found.results)
    if found.stopped:
        kept = str(found.files[0]) if len(found.files) == 1 else str(found.files[0].parent)
        print(f"stopped: {done} games are kept in {kept}; the same command goes on from there", file=sys.stderr)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(EXIT_STOPPED)  # everything is written; what is left of the pool is not waited for
    if found.played:
        rate = found.played / found.seconds
        print(
            f"{found.played} games in {found.seconds:.1f} s with {found.workers} workers ({rate:.2f} a second)",
            file=sys.stderr,
        )
    else:
        print("all games were there from an earlier run (--fresh plays them again)", file=sys.stderr)
    return bool(found.failed)
