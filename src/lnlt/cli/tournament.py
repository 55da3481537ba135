"""`lnlt tournament`: levels against each other over all scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lnlt.cli import many
from lnlt.core.errors import LnltError


def register(app: typer.Typer) -> None:
    """Add the `tournament` command."""
    app.command("tournament")(tournament)


def tournament(
    levels: Annotated[
        str, typer.Option("--levels", help="Levels, weakest first, nodes after a colon; without it all there are.")
    ] = "",
    all_pairs: Annotated[bool, typer.Option("--all-pairs", help="Everybody against everybody.")] = False,
    games: Annotated[
        int, typer.Option("--games", min=1, help="Games of a pairing over all scenarios, at least.")
    ] = 200,
    scenarios: Annotated[str, typer.Option("--scenarios", help="Scenarios; without it all that are shipped.")] = "",
    seed: many.SeedOption = 1,
    out: Annotated[Path | None, typer.Option("--out", help="Write the page, such as docs/ai-strength.md.")] = None,
    workers: many.WorkersOption = 0,
    engine: many.EngineOption = "local",
    address: many.AddressOption = "",
    fresh: many.FreshOption = False,
    patience: many.PatienceOption = 3600,
) -> None:
    """Let levels play each other over all scenarios, each seed twice with sides swapped.

    Each level meets the next weaker one. A run that was stopped goes on where it ended.

    Example: lnlt tournament --levels random,recruit --games 200 --out docs/ai-strength.md
    """
    from lnlt.ai.players import PLAYERS
    from lnlt.cli.progress import progress
    from lnlt.content.scenarios import scenario_names
    from lnlt.sim import tournament as sim
    from lnlt.sim.levels import read_level

    chosen = [read_level(text) for text in (levels.split(",") if levels else PLAYERS)]
    if len(chosen) < 2 or len(set(chosen)) < len(chosen):
        raise LnltError(f"at least two different levels are needed; there are {', '.join(PLAYERS)}", "--levels")
    where = many.where_to_play(engine, workers, address, patience)
    many.check_writable(out)
    setups = [many.scenario_setup(name.strip()) for name in (scenarios.split(",") if scenarios else scenario_names())]
    pairings = sim.everybody(chosen) if all_pairs else sim.neighbours(chosen)
    with progress("tournament") as show:
        found = sim.play(pairings, setups, games, seed, where, show, fresh)
    for line in sim.lines(found):
        typer.echo(line)
    failed = many.tell(found.outcome)
    if out is not None:
        command = f"lnlt tournament --levels {','.join(str(level) for level in chosen)} --games {games} --seed {seed}"
        command += " --all-pairs" * all_pairs + (f" --scenarios {scenarios}" if scenarios else "")
        out.write_text(sim.page(found, f"{command} --out {out.name}"), encoding="utf-8")
        typer.echo(f"written: {out}")
    if failed:
        raise typer.Exit(many.EXIT_FAILED)
