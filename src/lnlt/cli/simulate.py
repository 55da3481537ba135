"""`lnlt simulate`: many games of computer players on one scenario."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lnlt.core.errors import LnltError

if TYPE_CHECKING:
    from lnlt.core.setup import GameSetup
    from lnlt.sim.runner import Outcome

EXIT_FAILED, EXIT_STOPPED = 1, 130
ScenarioArg = Annotated[str, typer.Argument(metavar="SCENARIO", help="A shipped scenario or a scenario file.")]
SeedOption = Annotated[int, typer.Option("--seed", min=0, help="Seed; the same seed gives the same games.")]
WorkersOption = Annotated[int, typer.Option("--workers", min=0, help="Worker processes; 0 = one per core.")]
EngineOption = Annotated[str, typer.Option("--engine", help="local, or a cluster through joblib: dask, ray.")]
AddressOption = Annotated[str, typer.Option("--address", help="Address of the cluster; without it one is started.")]
FreshOption = Annotated[bool, typer.Option("--fresh", help="Forget the results of earlier runs.")]
PatienceOption = Annotated[float, typer.Option("--patience", min=1, help="Seconds after which a game is given up.")]


def register(app: typer.Typer) -> None:
    """Add the `simulate` command."""
    app.command("simulate")(simulate)


def simulate(
    scenario: ScenarioArg,
    sides: Annotated[
        str, typer.Option("--sides", help="Levels of the first and the second side, with nodes if wanted: a,b:2000.")
    ] = "recruit,recruit",
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seed: SeedOption = 1,
    workers: WorkersOption = 0,
    engine: EngineOption = "local",
    address: AddressOption = "",
    game: Annotated[int | None, typer.Option("--game", min=0, help="Only this game, as a failure names it.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all results as JSON.")] = None,
    csv_file: Annotated[Path | None, typer.Option("--csv", help="Write a line per game as CSV.")] = None,
    picture: Annotated[Path | None, typer.Option("--picture", help="Write the picture by turns, .svg or .png.")] = None,
    results: Annotated[
        Path | None, typer.Option("--results", help="File of results to go on with; without it one in the cache.")
    ] = None,
    fresh: FreshOption = False,
    patience: PatienceOption = 3600,
) -> None:
    """Play a scenario many times and say who wins, how long it takes, what it costs and how much was luck.

    A run that was stopped or killed goes on where it ended when the same command is given again. Exit code 1: a game
    failed; 130: stopped.

    Example: lnlt simulate first-fight --sides recruit,random --games 200 --picture first-fight.svg
    """
    from lnlt.cli.progress import progress
    from lnlt.sim import engines, report, runner
    from lnlt.sim.levels import read_sides
    from lnlt.sim.picture import check_picture, write_picture
    from lnlt.sim.series import Series
    from lnlt.sim.summary import summarise, to_csv, to_json

    levels = read_sides(sides)
    engines.check_engine(engine, address)
    for path in (json_file, csv_file, picture):
        check_writable(path)
    if picture is not None:
        check_picture(picture)
    setup = scenario_setup(scenario)
    series = Series(setup, levels, seed, games)
    again = f"lnlt simulate {scenario} --sides {sides} --seed {seed} --game "
    if game is not None:
        raise typer.Exit(report.one_game(series, game, patience))
    where = runner.Where(engine, workers, address, patience)
    with progress(setup.name) as show:
        found = runner.run([series], where, show=show, path=results, fresh=fresh)
    summary = summarise(series, found.results[0], lambda n: f"{again}{n}")
    for line in report.lines(summary):
        typer.echo(line)
    if json_file is not None:
        json_file.write_bytes(to_json(summary, found.results[0]))
    if csv_file is not None:
        csv_file.write_text(to_csv(series, found.results[0]), encoding="utf-8")
    if picture is not None:
        write_picture(summary, picture)
    if tell(found):
        raise typer.Exit(EXIT_FAILED)


def scenario_setup(name: str) -> GameSetup:
    """A checked scenario that a game can be made of; a name that is none is answered with those there are."""
    from lnlt.content.files import guess
    from lnlt.content.scenarios import load_scenario, read_scenario, scenario_names
    from lnlt.sim.series import game_of_setup

    if "/" not in name and not name.endswith(".toml"):
        names = scenario_names()
        if name not in names and name not in {read_scenario(n)[0].id for n in names}:
            choices = ", ".join(names)
            raise LnltError(f"there is no scenario {name!r}{guess(name, names)}: choose one of {choices}, or a file")
    setup = load_scenario(name)
    game_of_setup(setup)
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
