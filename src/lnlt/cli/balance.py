"""`lnlt balance`: is a scenario fair, how sure are we, which handicap would bring it closer."""

from __future__ import annotations

from typing import Annotated

import typer

from lnlt.cli import many
from lnlt.core.errors import LnltError


def register(app: typer.Typer) -> None:
    """Add the `balance` command."""
    app.command("balance")(balance)


def balance(
    scenario: many.ScenarioArg = "",
    level: Annotated[str, typer.Option("--level", help="Level of both sides, else regular; nodes after a colon.")] = "",
    games: Annotated[int, typer.Option("--games", min=2, help="Games, and games for each handicap.")] = 200,
    seed: many.SeedOption = 1,
    handicaps: Annotated[bool, typer.Option("--handicaps/--no-handicaps", help="Try handicaps, too.")] = True,
    everything: Annotated[bool, typer.Option("--all", help="Every shipped scenario.")] = False,
    write: Annotated[
        bool,
        typer.Option("--write", help="Write it into the file that is shipped with the scenarios (for developers)."),
    ] = False,
    workers: many.WorkersOption = 0,
    engine: many.EngineOption = "local",
    address: many.AddressOption = "",
    fresh: many.FreshOption = False,
    patience: many.PatienceOption = 3600,
) -> None:
    """Play a scenario with one level on both sides: is it fair, how sure is that, and which handicap would help.

    What is found is kept and shown on the scenario's card. A run that was stopped goes on where it ended.

    Example: lnlt balance first-fight --games 400
    """
    from lnlt.cli.progress import progress
    from lnlt.content import balance as kept
    from lnlt.content.scenarios import scenario_names
    from lnlt.sim import balance as sim
    from lnlt.sim.levels import read_level

    if bool(scenario) == everything:
        choices = ", ".join(scenario_names())
        raise LnltError(f"name one scenario or give --all; there are {choices}", "balance")
    if write and many.is_file(scenario):
        raise LnltError("--write is for shipped scenarios: what is found of a file is kept on this machine", scenario)
    chosen = read_level(level or "regular")
    where = many.where_to_play(engine, workers, address, patience)
    setups = [many.scenario_setup(name) for name in (scenario_names() if everything else [scenario])]
    shipped = {} if everything else kept.read_shipped()
    failed = False
    for number, setup in enumerate(setups):
        with progress(setup.name) as show:
            report = sim.balance(setup, chosen, games, seed, where, show, fresh, handicaps)
        if number:
            typer.echo("")
        for line in sim.lines(report):
            typer.echo(line)
        if report.games and not report.outcome.stopped:
            shipped[setup.id] = sim.row(report)
            if chosen.name != "random":  # which says nothing about how people fare
                kept.write(kept.own_file(), {**kept.read_own(), setup.id: shipped[setup.id]})
        failed = many.tell(report.outcome) or failed
    if write:
        kept.write(kept.shipped_file(), shipped)
        typer.echo(f"written: {kept.shipped_file().name}")
    if failed:
        raise typer.Exit(many.EXIT_FAILED)
