"""The command `lnlt notation`: a line of an order of battle, taken apart."""

from __future__ import annotations

from typing import Annotated

import typer
from msgspec.structs import asdict

from lnlt.content.notation import Line, parse_line
from lnlt.core.errors import LnltError

TextArg = Annotated[str, typer.Argument(metavar="LINE", help='Such as "2 x 1-6-4-5" or "Lt Lewis".')]


def register(app: typer.Typer) -> None:
    """Adds `notation` to the command line."""
    app.command("notation")(notation)


def notation(line: TextArg) -> None:
    """Say what a line of an order of battle means (22.0).

    Example: lnlt notation "2 x 2-5-4 (AM)"
    """
    try:
        found = parse_line(line)
    except ValueError as error:
        raise LnltError(str(error), line) from None
    plain = asdict(Line(""))
    for key, value in asdict(found).items():
        if value != plain[key] or key == "count":
            typer.echo(f"{key.replace('_', ' ')}: {value}")
