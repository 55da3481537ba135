"""`lnlt check`: run situation files and show expected and actual side by side."""

from __future__ import annotations

from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the `check` command."""
    app.command("check")(check)


def check(
    paths: Annotated[list[str], typer.Argument(metavar="FILE…", help="Situation files, or folders with such files.")],
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Show every step and every check.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Run situations. Exit code 0: everything held; 1: an expectation failed; 2: a file could not be used.

    Example: lnlt check -v my-situation.toml
    """
    from lnlt.situations.report import Report, file_text
    from lnlt.situations.runner import find_files, run_file

    report = Report()
    for path in find_files(paths):
        result = run_file(path)
        report.files.append(result)
        if not as_json:
            typer.echo(file_text(result, verbose))
    typer.echo(report.json() if as_json else report.summary())
    if report.exit_code:
        raise typer.Exit(report.exit_code)
