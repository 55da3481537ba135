"""The commands `lnlt scenarios` and `lnlt card`: what there is to play."""

from __future__ import annotations

from pathlib import Path

import typer

from lnlt import engine, words
from lnlt.cli import many, screen
from lnlt.content.balance import balance_of
from lnlt.content.scenarios import read_scenario, scenario_names
from lnlt.core.setup import public_setup
from lnlt.words.fairness import balance_line
from lnlt.words.forces import forces
from lnlt.words.modules import trait_lines
from lnlt.words.names import plain


def register(app: typer.Typer) -> None:
    """Adds `scenarios` and `card` to the command line."""
    app.command("scenarios")(scenarios)
    app.command("card")(card)


def scenarios() -> None:
    """List the shipped scenarios."""
    names = scenario_names()
    width = max(map(len, names))
    for name in names:
        found, _ = read_scenario(name)
        sides = " against ".join(side.name for side in found.sides)
        when = ", ".join(text for text in (found.place, found.date) if text)
        more = [when, "for a first game"] if found.new_players else [when]
        line = f"{name:<{width}} {found.name} · {sides} · {found.turns} turns"
        typer.echo(" · ".join([line, *filter(None, more)]))


def card(scenario: many.ScenarioArg) -> None:
    """Print a scenario's card: sides, forces, length and goal.

    Example: lnlt card first-fight
    """
    about, _ = read_scenario(scenario)
    game = engine.load(scenario)
    setup = public_setup(game.setup)
    typer.echo(screen.bold(setup.name))
    when = ", ".join(text for text in (about.place, about.date) if text)
    if when:
        typer.echo(when)
    if about.about:
        typer.echo(about.about)
    if about.new_players:
        typer.echo("Recommended for a first game (24.0)")
    maps = ", ".join(Path(m.map).stem for m in setup.board.maps)
    first = words.side_name(game, game.side_index.get(setup.start.initiative, 0))
    typer.echo(f"{game.turns} turns · {setup.era} · maps: {maps or 'none'} · initiative on turn 1: {first}")
    if setup.weather:
        typer.echo(f"Weather: {plain(setup.weather)}")
    if setup.night is not None:
        last = f" to turn {setup.night.last}" if setup.night.last else ""
        typer.echo(f"Night from turn {setup.night.first}{last}: one sees {setup.night.sight} hexes far (20.1)")
    for side in setup.sides:
        typer.echo(screen.bold(f"{side.name or side.id} ({side.id})"))
        for force in forces(game, setup, side.id):
            typer.echo(f"  {force.count} × {force.name}{' (Support Weapon)' if force.support else ''}")
    for number, rule in enumerate((*about.rules, *trait_lines(game)), 1):
        typer.echo(f"{number}. {rule}")
    typer.echo(screen.goal_text(game))
    known = balance_of(game.setup)
    balance = balance_line(known, [words.side_name(game, i) for i in range(len(game.sides))])
    if balance:
        typer.echo(f"Balance: {balance}")
    for change in known.handicaps if known else ():
        if known and change.key == known.advice:
            typer.echo(f"Closer to even: {change.text}")
