"""`lnlt simulate`: many games of computer players on one scenario."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lnlt.cli import many


def register(app: typer.Typer) -> None:
    """Add the `simulate` command."""
    app.command("simulate")(simulate)


def simulate(
    scenario: many.ScenarioArg,
    sides: Annotated[
        str, typer.Option("--sides", help="Levels of the first and the second side, with nodes if wanted: a,b:2000.")
    ] = "recruit,recruit",
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seed: many.SeedOption = 1,
    workers: many.WorkersOption = 0,
    engine: many.EngineOption = "local",
    address: many.AddressOption = "",
    game: Annotated[int | None, typer.Option("--game", min=0, help="Only this game, as a failure names it.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all results as JSON.")] = None,
    csv_file: Annotated[Path | None, typer.Option("--csv", help="Write a line per game as CSV.")] = None,
    picture: Annotated[Path | None, typer.Option("--picture", help="Write the picture by turns, .svg or .png.")] = None,
    results: Annotated[
        Path | None, typer.Option("--results", help="File of results to go on with; without it one in the cache.")
    ] = None,
    fresh: many.FreshOption = False,
    patience: many.PatienceOption = 3600,
) -> None:
    """Play a scenario many times and say who wins, how long it takes, what it costs and how much was luck.

    A run that was stopped or killed goes on where it ended when the same command is given again. Exit code 1: a game
    failed; 130: stopped.

    Example: lnlt simulate first-fight --sides recruit,random --games 200 --picture first-fight.svg
    """
    from lnlt.cli.progress import progress
    from lnlt.sim import report, runner
    from lnlt.sim.levels import read_sides
    from lnlt.sim.picture import check_picture, write_picture
    from lnlt.sim.series import Series
    from lnlt.sim.summary import summarise, to_csv, to_json

    levels = read_sides(sides)
    where = many.where_to_play(engine, workers, address, patience)
    for path in (json_file, csv_file, picture):
        many.check_writable(path)
    if picture is not None:
        check_picture(picture)
    setup = many.scenario_setup(scenario)
    series = Series(setup, levels, seed, games)
    again = f"lnlt simulate {scenario} --sides {sides} --seed {seed} --game "
    if game is not None:
        raise typer.Exit(report.one_game(series, game, patience))
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
    if many.tell(found):
        raise typer.Exit(many.EXIT_FAILED)
