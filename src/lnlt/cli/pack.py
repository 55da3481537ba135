"""`lnlt pack`: check and list packs, maps and scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from lnlt.content.lint import Finding


def register(app: typer.Typer) -> None:
    """Add the `pack` commands."""
    group = typer.Typer(help="Check and list packs, maps and scenarios.", no_args_is_help=True)
    group.command("check")(check)
    group.command("list")(list_content)
    app.add_typer(group, name="pack")


def check(
    folder: Annotated[str | None, typer.Argument(help="A pack folder, or a map or scenario file.")] = None,
    play: Annotated[
        bool, typer.Option("--play/--no-play", help="Set scenarios up and play their first turns, too.")
    ] = True,
    seconds: Annotated[float, typer.Option("--seconds", min=0, help="Longest time for a scenario.")] = 20.0,
) -> None:
    """Check a pack, map or scenario (default: all we ship); exit code 1 if something is wrong.

    Scenarios without mistakes are set up and played through their first turn by computer players.
    """
    from lnlt.content.lint import lint

    findings = lint(folder)
    if play:
        broken = {f.file for f in findings if f.level == "error"}
        findings += _tried_out(folder, broken, seconds)
    errors = [f for f in findings if f.level == "error"]
    for finding in errors:
        print(f"error: {finding}")
    for finding in findings:
        if finding.level == "doubt":
            print(f"doubtful: {finding}")
    for finding in findings:
        if finding.level == "unverified":
            print(f"{finding.file}: {finding.count} {finding.reason}")
    unverified = sum(f.count for f in findings if f.level == "unverified")
    print(f"{len(errors)} error{'' if len(errors) == 1 else 's'}, {unverified} unverified")
    if errors:
        raise typer.Exit(1)


def _tried_out(folder: str | None, broken: set[str], seconds: float) -> list[Finding]:
    """What goes wrong when the scenarios without mistakes are set up and begun."""
    from lnlt import engine
    from lnlt.content import files
    from lnlt.content.lint import Finding, scenario_files
    from lnlt.content.scenarios import load_scenario
    from lnlt.core.errors import ContentError
    from lnlt.sim.trial import try_out

    found: list[Finding] = []
    for source in scenario_files(folder):
        where = files.label(source)
        if where in broken:
            continue
        try:
            odd = try_out(engine.build_game(load_scenario(source), where), where, seconds)
            found += [Finding("doubt", where, "", text) for text in odd]
        except ContentError as error:
            found.append(Finding.of(error))
    return found


def list_content() -> None:
    """List the packs, charts, maps and scenarios we ship."""
    from lnlt.content.charts import eras, overlays
    from lnlt.content.maps import map_names
    from lnlt.content.packs import load_pack, pack_dirs
    from lnlt.content.scenarios import read_scenario, scenario_names

    for folder in pack_dirs():
        pack = load_pack(folder)
        kinds = f"{len(pack.units)} units, {len(pack.weapons)} weapons, {len(pack.others)} others"
        print(f"pack      {pack.name:<24} {pack.size} counters: {kinds}")
    for era in eras():
        print(f"chart     {era}")
    for name in overlays():
        print(f"overlay   {name}")
    for name in map_names():
        print(f"map       {name}")
    for name in scenario_names():
        scenario, _ = read_scenario(name)
        print(f"scenario  {name:<24} {scenario.name} ({scenario.era}, {scenario.turns} turns)")
